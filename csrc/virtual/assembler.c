/* ptxas: PTX stays PTX, in the file where machine code is expected. Only options that name files matter. */
#include <stdio.h>
#include <string.h>

static int fail(const char *said, const char *name) {
    fprintf(stderr, "ptxas of the virtual GPU: %s%s\n", said, name);
    return 1;
}

/* The value of an option that is written with a space or an equals sign. */
static const char *value_of(const char *option, char **words, int *at, int count) {
    const size_t size = strlen(option);
    if (strncmp(words[*at], option, size)) return NULL;
    if (words[*at][size] == '=') return words[*at] + size + 1;
    return !words[*at][size] && *at + 1 < count ? words[++*at] : NULL;
}

int main(int count, char **words) {
    const char *from = NULL, *to = NULL;
    for (int at = 1; at < count; ++at) {
        if (!strcmp(words[at], "--version") || !strcmp(words[at], "-V")) {
            printf("ptxas: assembler of the pyptx virtual GPU\nCuda compilation tools, release 13.0, V13.0.0\n");
            return 0;
        }
        const char *value = value_of("-o", words, &at, count);
        if (!value) value = value_of("--output-file", words, &at, count);
        if (value) to = value;
        else if (words[at][0] != '-') from = words[at];
    }
    if (!from || !to) return fail("an input and -o OUTPUT are needed", "");
    FILE *source = fopen(from, "rb");
    if (!source) return fail("cannot read ", from);
    FILE *target = fopen(to, "wb");
    if (!target) return fclose(source), fail("cannot write ", to);
    char part[65536];
    int good = 1;
    for (size_t got; good && (got = fread(part, 1, sizeof part, source)) > 0;)
        good = fwrite(part, 1, got, target) == got;
    good &= fputc(0, target) != EOF && !ferror(source); /* a driver reads text up to a zero */
    fclose(source);
    return fclose(target) || !good ? fail("cannot write ", to) : 0;
}
