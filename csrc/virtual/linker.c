/* libnvJitLink.so.13: the linker of CUDA programs at run time. It returns PTX in place of machine code.
 *
 * One input of PTX is returned as it is. LTO-IR goes to the linker of CUDA, which this library finds beside the
 * packages of the program and asks for PTX. Other inputs are refused: they hold machine code.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SUCCESS = 0, INVALID_INPUT = 3, INTERNAL = 6, UNRECOGNIZED_INPUT = 8 };
enum { INPUT_PTX = 2, INPUT_LTOIR = 3, INPUT_LIBRARY = 6, INPUT_ANY = 10 };
#define NAME "libnvJitLink.so.13"
#define OPTIONS 128

typedef struct Input {
    struct Input *next;
    int kind;
    size_t size;
    char *name, data[];
} Input;
typedef struct Linker {
    const char *options[OPTIONS + 3];
    unsigned count;
    Input *first, **last;
    void *other; /* the linker of CUDA, if there is LTO-IR */
    char *ptx, log[512];
    size_t size;
} Linker;

static int try_library(const char *folder, size_t length, const char *rest, void **found) {
    char path[4096];
    if ((size_t)snprintf(path, sizeof path, "%.*s%s/" NAME, (int)length, folder, rest) < sizeof path)
        *found = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    return *found != NULL;
}

/* Packages of the program: those beside a library that it has loaded. */
static int beside(struct dl_phdr_info *info, size_t size, void *found) {
    (void)size;
    const char *at = info->dlpi_name ? strstr(info->dlpi_name, "/site-packages/") : NULL;
    if (!at) return 0;
    const size_t length = (size_t)(at - info->dlpi_name) + strlen("/site-packages");
    return try_library(info->dlpi_name, length, "/nvidia/cu13/lib", found);
}

static void *library(void) {
    static void *found;
    static const char *const variables[] = {"CUDA_HOME", "CUDA_PATH"};
    for (int k = 0; !found && k < 2; ++k) {
        const char *folder = getenv(variables[k]);
        if (folder) try_library(folder, strlen(folder), "/lib64", &found);
    }
    if (!found) dl_iterate_phdr(beside, &found);
    if (!found) try_library("/usr/local/cuda", 15, "/lib64", &found);
    return found;
}

static void *function(const char *name) {
    char versioned[96];
    snprintf(versioned, sizeof versioned, "__%s_13_0", name);
    void *from = library();
    return from ? dlsym(from, versioned) : NULL;
}

/* Programs call names with a version. */
#define VERSION(name, number) \
    extern __typeof__(name) __##name##_##number __attribute__((visibility("default"), alias(#name)));
#define VERSIONS(name) \
    VERSION(name, 13_0) \
    VERSION(name, 13_1) VERSION(name, 13_2) VERSION(name, 13_3) VERSION(name, 13_4) VERSION(name, 13_5)
#define API __attribute__((visibility("default"))) int

API nvJitLinkCreate(Linker **made, uint32_t count, const char **options) {
    if (!made || count > OPTIONS) return INVALID_INPUT;
    Linker *linker = calloc(1, sizeof *linker);
    if (!linker) return INTERNAL;
    for (uint32_t k = 0; k < count; ++k)
        if (strcmp(options[k], "-ptx") && strcmp(options[k], "-lto"))
            linker->options[linker->count++] = strdup(options[k]);
    linker->last = &linker->first;
    *made = linker;
    return SUCCESS;
}

API nvJitLinkDestroy(Linker **held) {
    if (!held || !*held) return INVALID_INPUT;
    Linker *linker = *held;
    int (*destroy)(void **) = linker->other ? (int (*)(void **))function("nvJitLinkDestroy") : NULL;
    if (destroy) destroy(&linker->other);
    for (Input *each = linker->first, *next; each; each = next) next = each->next, free(each->name), free(each);
    for (unsigned k = 0; k < linker->count; ++k) free((void *)linker->options[k]);
    free(linker->ptx), free(linker);
    *held = NULL;
    return SUCCESS;
}

static int is_ptx(const char *data, size_t size) {
    return memmem(data, size < 65536 ? size : 65536, ".version", 8) != NULL;
}

API nvJitLinkAddData(Linker *linker, int kind, const void *data, size_t size, const char *name) {
    if (!linker || !data) return INVALID_INPUT;
    if (kind == INPUT_LIBRARY) return SUCCESS; /* functions of the device's runtime: the simulator has its own */
    if (kind == INPUT_ANY) kind = is_ptx(data, size) ? INPUT_PTX : INPUT_LTOIR;
    if (kind != INPUT_PTX && kind != INPUT_LTOIR) {
        snprintf(linker->log, sizeof linker->log, "%s is machine code; the virtual GPU links PTX and LTO-IR",
                 name ? name : "an input");
        return UNRECOGNIZED_INPUT;
    }
    Input *made = malloc(sizeof *made + size + 1);
    if (!made) return INTERNAL;
    made->next = NULL, made->kind = kind, made->size = size, made->name = strdup(name ? name : "");
    memcpy(made->data, data, size), made->data[size] = 0;
    *linker->last = made, linker->last = &made->next;
    return SUCCESS;
}

API nvJitLinkAddFile(Linker *linker, int kind, const char *path) {
    if (!linker || !path) return INVALID_INPUT;
    if (kind == INPUT_LIBRARY) return SUCCESS;
    FILE *file = fopen(path, "rb");
    if (!file) return INVALID_INPUT;
    size_t size = 0, room = 1 << 16;
    char *data = malloc(room);
    for (size_t got; data && (got = fread(data + size, 1, room - size, file)) > 0;)
        if ((size += got) == room) data = realloc(data, room *= 2);
    fclose(file);
    const int result = data ? nvJitLinkAddData(linker, kind, data, size, path) : INTERNAL;
    free(data);
    return result;
}

static int link_ir(Linker *linker) {
    int (*create)(void **, uint32_t, const char **) =
        (int (*)(void **, uint32_t, const char **))function("nvJitLinkCreate");
    int (*add)(void *, int, const void *, size_t, const char *) =
        (int (*)(void *, int, const void *, size_t, const char *))function("nvJitLinkAddData");
    int (*complete)(void *) = (int (*)(void *))function("nvJitLinkComplete");
    int (*size_of)(void *, size_t *) = (int (*)(void *, size_t *))function("nvJitLinkGetLinkedPtxSize");
    int (*get)(void *, char *) = (int (*)(void *, char *))function("nvJitLinkGetLinkedPtx");
    if (!create || !add || !complete || !size_of || !get) {
        snprintf(linker->log, sizeof linker->log, "LTO-IR needs " NAME " of CUDA: pip install nvidia-nvjitlink");
        return INTERNAL;
    }
    linker->options[linker->count] = "-lto", linker->options[linker->count + 1] = "-ptx";
    int result = create(&linker->other, linker->count + 2, linker->options);
    for (Input *each = linker->first; each && !result; each = each->next)
        result = add(linker->other, each->kind, each->data, each->size, each->name);
    if (!result) result = complete(linker->other);
    if (!result) result = size_of(linker->other, &linker->size);
    if (!result) linker->ptx = calloc(1, linker->size + 1);
    return result ? result : linker->ptx ? get(linker->other, linker->ptx) : INTERNAL;
}

API nvJitLinkComplete(Linker *linker) {
    if (!linker || !linker->first) return INVALID_INPUT;
    int ir = 0, texts = 0;
    for (const Input *each = linker->first; each; each = each->next)
        ir += each->kind == INPUT_LTOIR, texts += each->kind == INPUT_PTX;
    if (ir) return link_ir(linker);
    if (texts > 1) {
        snprintf(linker->log, sizeof linker->log, "%d inputs of PTX; the virtual GPU links one, or LTO-IR", texts);
        return UNRECOGNIZED_INPUT;
    }
    linker->size = linker->first->size + 1;
    linker->ptx = calloc(1, linker->size);
    if (linker->ptx) memcpy(linker->ptx, linker->first->data, linker->first->size);
    return linker->ptx ? SUCCESS : INTERNAL;
}

API nvJitLinkGetLinkedPtxSize(Linker *linker, size_t *size) {
    if (!linker || !size || !linker->ptx) return INVALID_INPUT;
    *size = linker->size;
    return SUCCESS;
}

API nvJitLinkGetLinkedPtx(Linker *linker, char *ptx) {
    if (!linker || !ptx || !linker->ptx) return INVALID_INPUT;
    memcpy(ptx, linker->ptx, linker->size);
    return SUCCESS;
}

API nvJitLinkGetLinkedCubinSize(Linker *linker, size_t *size) { return nvJitLinkGetLinkedPtxSize(linker, size); }
API nvJitLinkGetLinkedCubin(Linker *linker, void *code) { return nvJitLinkGetLinkedPtx(linker, code); }

static int log_size(Linker *linker, size_t *size, const char *name) {
    if (!linker || !size) return INVALID_INPUT;
    int (*other)(void *, size_t *) = linker->other ? (int (*)(void *, size_t *))function(name) : NULL;
    *size = strlen(linker->log) + 1;
    return other ? other(linker->other, size) : SUCCESS;
}

static int log_text(Linker *linker, char *text, const char *name) {
    if (!linker || !text) return INVALID_INPUT;
    int (*other)(void *, char *) = linker->other ? (int (*)(void *, char *))function(name) : NULL;
    if (other) return other(linker->other, text);
    strcpy(text, linker->log);
    return SUCCESS;
}

API nvJitLinkGetErrorLogSize(Linker *linker, size_t *size) {
    return log_size(linker, size, "nvJitLinkGetErrorLogSize");
}
API nvJitLinkGetErrorLog(Linker *linker, char *text) { return log_text(linker, text, "nvJitLinkGetErrorLog"); }
API nvJitLinkGetInfoLogSize(Linker *linker, size_t *size) { return log_size(linker, size, "nvJitLinkGetInfoLogSize"); }
API nvJitLinkGetInfoLog(Linker *linker, char *text) { return log_text(linker, text, "nvJitLinkGetInfoLog"); }

API nvJitLinkVersion(unsigned *major, unsigned *minor) {
    if (!major || !minor) return INVALID_INPUT;
    *major = 13, *minor = 0;
    return SUCCESS;
}

VERSIONS(nvJitLinkCreate)
VERSIONS(nvJitLinkDestroy)
VERSIONS(nvJitLinkAddData)
VERSIONS(nvJitLinkAddFile)
VERSIONS(nvJitLinkComplete)
VERSIONS(nvJitLinkGetLinkedPtxSize)
VERSIONS(nvJitLinkGetLinkedPtx)
VERSIONS(nvJitLinkGetLinkedCubinSize)
VERSIONS(nvJitLinkGetLinkedCubin)
VERSIONS(nvJitLinkGetErrorLogSize)
VERSIONS(nvJitLinkGetErrorLog)
VERSIONS(nvJitLinkGetInfoLogSize)
VERSIONS(nvJitLinkGetInfoLog)
