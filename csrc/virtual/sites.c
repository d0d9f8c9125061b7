/* The lines of the program that call the driver or access its memory, for reports: the line of the innermost Python
 * function that belongs to no package, or the return addresses, for which the device finds lines in the debug
 * information of the program.
 */
#define _GNU_SOURCE
#include "client.h"
#include "driver_numbers.h"
#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { MOST_FRAMES = 64, MOST_SENT = 56, MOST_SITES = 1 << 14, TEXT = 512, LIBRARIES = 2 };

static struct { uint64_t start, end; } own[LIBRARIES]; /* the addresses of this library and of the runtime */
static unsigned owned;

static struct {
    int (*is_initialized)(void), (*is_finalizing)(void), (*ensure)(void), (*line_of)(void *);
    void (*release)(int), (*drop)(void *);
    void *(*state)(void), *(*frame)(void), *(*code_of)(void *), *(*caller_of)(void *);
    void *(*attribute)(void *, const char *);
    const char *(*text)(void *);
} python;

static uint64_t known[MOST_SITES];
static uint32_t numbers[MOST_SITES], last;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int find_own(struct dl_phdr_info *info, size_t size, void *data) {
    (void)size, (void)data;
    const char *name = info->dlpi_name ? strrchr(info->dlpi_name, '/') : NULL;
    if (!name || owned == LIBRARIES || (strcmp(name, "/libcuda.so.1") && strcmp(name, "/libcudart.so.13"))) return 0;
    for (int k = 0; k < info->dlpi_phnum; ++k) {
        const ElfW(Phdr) *part = info->dlpi_phdr + k;
        if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
        own[owned].start = info->dlpi_addr + part->p_vaddr;
        own[owned].end = own[owned].start + part->p_memsz;
        ++owned;
        break;
    }
    return 0;
}

static void *symbol(const char *name) { return dlsym(RTLD_DEFAULT, name); }

void find_sites(void) {
    void *first;
    backtrace(&first, 1); /* loads the library that it needs */
    dl_iterate_phdr(find_own, NULL);
    *(void **)&python.is_initialized = symbol("Py_IsInitialized");
    *(void **)&python.is_finalizing = symbol("Py_IsFinalizing");
    if (!python.is_finalizing) *(void **)&python.is_finalizing = symbol("_Py_IsFinalizing");
    *(void **)&python.ensure = symbol("PyGILState_Ensure");
    *(void **)&python.release = symbol("PyGILState_Release");
    *(void **)&python.state = symbol("PyGILState_GetThisThreadState");
    *(void **)&python.frame = symbol("PyEval_GetFrame");
    *(void **)&python.code_of = symbol("PyFrame_GetCode");
    *(void **)&python.caller_of = symbol("PyFrame_GetBack");
    *(void **)&python.line_of = symbol("PyFrame_GetLineNumber");
    *(void **)&python.attribute = symbol("PyObject_GetAttrString");
    *(void **)&python.text = symbol("PyUnicode_AsUTF8");
    *(void **)&python.drop = symbol("Py_DecRef");
}

static int is_of_package(const char *file) {
    return file[0] == '<' || strstr(file, "/site-packages/") || strstr(file, "/dist-packages/") ||
           strstr(file, "/lib/python");
}

static size_t python_line(char *text) {
    if (!python.drop || !python.text || !python.line_of || !python.caller_of || !python.code_of || !python.state ||
        !python.ensure || !python.is_finalizing || !python.is_initialized())
        return 0;
    if (!python.state() || python.is_finalizing()) return 0;
    const int held = python.ensure();
    size_t size = 0;
    void *frame = python.frame(), *owned_frame = NULL;
    while (frame) {
        void *code = python.code_of(frame), *name = code ? python.attribute(code, "co_filename") : NULL;
        const char *file = name ? python.text(name) : NULL;
        const int is_last = file && !is_of_package(file);
        if (is_last) {
            const int got = snprintf(text, TEXT, "%s:%d", file, python.line_of(frame));
            size = got > 0 && got < TEXT ? (size_t)got : 0;
        }
        if (name) python.drop(name);
        if (code) python.drop(code);
        void *caller = is_last ? NULL : python.caller_of(frame);
        if (owned_frame) python.drop(owned_frame);
        frame = owned_frame = caller;
    }
    python.release(held);
    return size;
}

static int is_own(uint64_t address) {
    for (unsigned k = 0; k < owned; ++k)
        if (address >= own[k].start && address < own[k].end) return 1;
    return 0;
}

/* Return addresses; the instruction of an access counts as one, the next byte after it. */
static size_t addresses(uint64_t instruction, uint64_t *found) {
    void *frames[MOST_FRAMES];
    const int count = backtrace(frames, MOST_FRAMES);
    size_t sent = 0;
    int k = 0;
    if (instruction) {
        found[sent++] = instruction + 1;
        while (k < count && (uint64_t)(uintptr_t)frames[k] != instruction) ++k;
        ++k;
    }
    for (; k < count && sent < MOST_SENT; ++k) {
        const uint64_t address = (uint64_t)(uintptr_t)frames[k];
        if (sent || !is_own(address)) found[sent++] = address;
    }
    return sent;
}

/* A number for the line; the device gets its text or its addresses with the first call. */
uint32_t site_of(uint64_t instruction) {
    char text[TEXT];
    uint64_t found[MOST_SENT];
    const size_t length = python_line(text), count = length ? 0 : addresses(instruction, found);
    const unsigned char *data = length ? (const unsigned char *)text : (const unsigned char *)found;
    const size_t size = length ? length : 8 * count;
    uint64_t hash = 14695981039346656037ull;
    for (size_t k = 0; k < size; ++k) hash = (hash ^ data[k]) * 1099511628211ull;
    hash |= 1;
    pthread_mutex_lock(&lock);
    size_t at = hash >> 8 & (MOST_SITES - 1);
    while (known[at] && known[at] != hash) at = (at + 1) & (MOST_SITES - 1);
    const int is_new = !known[at] && last < MOST_SITES / 2;
    if (is_new) known[at] = hash, numbers[at] = ++last;
    const uint32_t number = numbers[at];
    pthread_mutex_unlock(&lock);
    if (is_new) {
        Message m;
        message_start(&m, CALL_site);
        message_put(&m, &number, 4);
        message_put_blob(&m, text, length), message_put_blob(&m, found, 8 * count);
        message_exchange(&m);
        message_end(&m);
    }
    return number;
}
