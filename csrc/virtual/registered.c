/* Pages of the program that it registers: they become pages of the device's memory, in place and with their contents.
 *
 * A registered range is mapped by whole pages. The first and the last may hold other data of the program too, so only
 * pages that lie inside the range are ever protected.
 */
#define _GNU_SOURCE
#include "driver.h"
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

typedef struct Range {
    struct Range *next;
    uint64_t host, bytes, device; /* as registered; the address on the device */
} Range;
enum { PAGE = 4096, READ_ONLY = 8, IO_MEMORY = 4 };

static Range *ranges;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile uint64_t moving, moving_end; /* pages whose contents are moved now: writes to them wait */

static uint64_t page_of(uint64_t address) { return address / PAGE * PAGE; }
static uint64_t page_behind(uint64_t address) { return page_of(address + PAGE - 1); }

uint64_t registered_on_device(uint64_t address) {
    for (const Range *each = ranges; each; each = each->next)
        if (address >= each->host && address - each->host < each->bytes) return each->device + (address - each->host);
    return 0;
}

int wait_for_move(uint64_t address) {
    if (address < moving || address >= moving_end) return 0;
    while (address >= moving && address < moving_end) sched_yield();
    return 1;
}

void protect_registered(uint64_t first, uint64_t bytes, int protection) {
    for (const Range *each = ranges; each; each = each->next) {
        uint64_t start = page_behind(each->host), end = page_of(each->host + each->bytes);
        const uint64_t shift = each->host - each->device; /* modulo 2^64 */
        if (first + shift > start) start = first + shift;
        if (first + bytes + shift < end) end = first + bytes + shift;
        if (first < each->device + each->bytes && each->device < first + bytes && start < end)
            mprotect((void *)(uintptr_t)start, end - start, protection);
    }
}

/* Replace pages by others with the same contents. */
static int replace(uint64_t first, uint64_t end, uint64_t device) {
    void *at = (void *)(uintptr_t)first;
    const size_t bytes = end - first;
    moving_end = end, moving = first;
    int done = !mprotect(at, bytes, PROT_READ);
    if (done && device) {
        memcpy(on_device(device), at, bytes);
        done = map_device(at, bytes, device);
    } else if (done) {
        void *made = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if ((done = made != MAP_FAILED)) {
            memcpy(made, at, bytes);
            done = mremap(made, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, at) == at;
        }
    }
    if (!done) mprotect(at, bytes, PROT_READ | PROT_WRITE);
    moving = moving_end = 0;
    return done;
}

/* A child has its own pages, as it has of all other memory. */
void forget_registered(void) {
    for (Range *each = ranges, *next; each; each = next) {
        next = each->next;
        if (each->bytes) replace(page_of(each->host), page_behind(each->host + each->bytes), 0);
        free(each);
    }
    ranges = NULL;
    pthread_mutex_init(&lock, NULL);
}

/* The reason why pages cannot be pages of the device; null if they can. */
static const char *obstacle(uint64_t first, uint64_t end) {
    FILE *maps = fopen("/proc/self/maps", "re");
    char *line = NULL;
    size_t room = 0;
    const char *found = maps ? NULL : "the memory of the program cannot be looked up in /proc/self/maps";
    const uint64_t here = (uint64_t)(uintptr_t)&maps;
    if (here >= first && here < end) found = "a stack cannot be registered";
    for (uint64_t at = first; !found && at < end;) {
        unsigned long long from = 0, to = 0;
        char access[5] = "";
        if (getline(&line, &room, maps) < 0) found = "not all of the range is memory of the program";
        else if (sscanf(line, "%llx-%llx %4s", &from, &to, access) != 3 || to <= at) continue;
        else if (from > at) found = "not all of the range is memory of the program";
        else if (access[0] != 'r' || access[1] != 'w') found = "the program may not read and write all of the range";
        else if (access[3] != 'p') found = "the range is shared with a file or another process";
        else if (strstr(line, "[stack]")) found = "a stack cannot be registered";
        else at = to;
    }
    free(line);
    if (maps) fclose(maps);
    return found;
}

/* The reason why a range cannot be registered beside the others. A range that is registered is an error, not this. */
static const char *conflict(uint64_t host, uint64_t end) {
    const char *found = NULL;
    pthread_mutex_lock(&lock);
    for (const Range *each = ranges; each; each = each->next) {
        const uint64_t behind = each->host + each->bytes;
        if (!each->bytes || page_of(host) >= page_behind(behind) || page_of(each->host) >= page_behind(end)) continue;
        if (host >= behind || each->host >= end) found = "its first or last page is a page of another registered range";
    }
    pthread_mutex_unlock(&lock);
    return found;
}

static Range *find_range(uint64_t host) {
    Range *found = ranges;
    while (found && (found->host != host || !found->bytes)) found = found->next;
    return found;
}

static int unregister(uint64_t host) {
    Message m;
    message_start(&m, CALL_host_unregister);
    message_put(&m, &host, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemHostRegister_v2(uint64_t host, size_t bytes, uint32_t flags) {
    const uint64_t end = host + bytes;
    if (!host || !bytes || end < host) return INVALID_VALUE;
    const char *reason = flags & READ_ONLY   ? "memory that the device only reads"
                         : flags & IO_MEMORY ? "memory of other devices"
                                             : conflict(host, end);
    if (!reason && !registered_on_device(host)) reason = obstacle(page_of(host), page_behind(end));
    Message m;
    message_start(&m, CALL_host_register);
    message_put(&m, &host, 8), message_put(&m, &bytes, 8), message_put(&m, &flags, 4);
    message_put_blob(&m, reason ? reason : "", reason ? strlen(reason) : 0);
    uint64_t device = 0;
    if (message_exchange(&m)) message_take(&m, &device, 8);
    const int result = message_end(&m);
    if (result) return result;
    Range *made = malloc(sizeof *made);
    pthread_mutex_lock(&lock);
    const int done = made && replace(page_of(host), page_behind(end), page_of(device));
    if (done) {
        *made = (Range){ranges, host, bytes, device};
        ranges = made;
    }
    pthread_mutex_unlock(&lock);
    if (done) return 0;
    free(made), unregister(host);
    return OUT_OF_MEMORY;
}

/* A range that is no longer registered stays in the list without bytes: a handler of a signal may read it. */
CALL cuMemHostUnregister(uint64_t host) {
    Message m;
    message_start(&m, CALL_host_settle); /* work that is still to run may access the pages */
    message_put(&m, &host, 8);
    message_exchange(&m);
    int result = message_end(&m);
    if (result) return result;
    pthread_mutex_lock(&lock);
    Range *found = find_range(host);
    if (found && !replace(page_of(host), page_behind(host + found->bytes), 0)) result = OUT_OF_MEMORY;
    if (found && !result) found->bytes = 0;
    pthread_mutex_unlock(&lock);
    return result ? result : unregister(host);
}
