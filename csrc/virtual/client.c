#define _GNU_SOURCE
#include "client.h"
#include "driver_numbers.h"
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <ucontext.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int connection = -1; /* -2 after an error that is final */
static int refusal = NO_DEVICE;
static int is_child; /* a fork that has not called the device yet */
static pid_t owner;
static int memory = -1;         /* the file with the memory of the device */
static char *host_view;         /* all of it, for the library alone */
static uint64_t span;           /* its bytes; the program sees them at DEVICE_BASE */
static struct sigaction before; /* of the signal for accesses to memory that is protected */
static _Thread_local uint64_t thread;
static _Thread_local int is_exchanging;
static _Thread_local uint64_t instruction; /* the one whose access faulted, until the device has decided; or 0 */
_Thread_local int per_thread;

static void say(const char *text) { fprintf(stderr, "pyptx gpu: %s\n", text); }

static int fail(int result, const char *text) {
    say(text);
    if (connection >= 0) close(connection);
    connection = -2;
    refusal = result;
    return 0;
}

/* A child has no device: the parent's connection and memory are the parent's. */
static void forked(void) {
    if (connection >= 0) close(connection), close(memory);
    connection = -2, is_child = 1;
    refusal = NOT_INITIALIZED;
    forget_registered();
    pthread_mutex_init(&lock, NULL);
}

static int send_all(const void *data, size_t size) {
    const char *at = data;
    while (size) {
        const ssize_t sent = send(connection, at, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return 0;
        at += sent, size -= (size_t)sent;
    }
    return 1;
}

static int receive_all(void *data, size_t size) {
    char *at = data;
    while (size) {
        const ssize_t got = recv(connection, at, size, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return 0;
        at += got, size -= (size_t)got;
    }
    return 1;
}

/* The greeting of the device: whether it takes this library, the bytes of its memory, and a file with them. */
static int receive_memory(uint64_t greeting[2]) {
    struct iovec part = {greeting, 16};
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(sizeof(int))];
    } control;
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    ssize_t got;
    do got = recvmsg(connection, &message, MSG_CMSG_CLOEXEC);
    while (got < 0 && errno == EINTR);
    const struct cmsghdr *head = got == 16 ? CMSG_FIRSTHDR(&message) : NULL;
    if (!head || head->cmsg_type != SCM_RIGHTS) return -1;
    int file;
    memcpy(&file, CMSG_DATA(head), sizeof file);
    return file;
}

int is_on_device(uint64_t address) { return address >= DEVICE_BASE && address - DEVICE_BASE < span; }

char *on_device(uint64_t address) { return host_view + (address - DEVICE_BASE); }

int map_device(void *at, size_t bytes, uint64_t device) {
    const off_t offset = (off_t)(device - DEVICE_BASE);
    return mmap(at, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, memory, offset) == at;
}

static int map_memory(int file) {
    void *base = (void *)DEVICE_BASE;
    host_view = mmap(NULL, span, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file, 0);
    if (host_view == MAP_FAILED) return fail(OUT_OF_MEMORY, "this process has no room for the memory of the device");
    void *seen = mmap(base, span, PROT_NONE, MAP_SHARED | MAP_FIXED_NOREPLACE | MAP_NORESERVE, file, 0);
    if (seen != base) return fail(OUT_OF_MEMORY, "the addresses of the device are in use in this process");
    madvise(host_view, span, MADV_DONTFORK), madvise(host_view, span, MADV_DONTDUMP);
    madvise(base, span, MADV_DONTFORK), madvise(base, span, MADV_DONTDUMP);
    return 1;
}

static int is_write(const void *context) {
#ifdef __x86_64__
    return ((const ucontext_t *)context)->uc_mcontext.gregs[REG_ERR] >> 1 & 1;
#else
    return (void)context, 0;
#endif
}

static uint64_t instruction_of(const void *context) {
#ifdef __x86_64__
    return (uint64_t)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
#else
    return (void)context, 0;
#endif
}

/* The program accessed protected memory. The device allows the access or reports it; a fault at an address outside its
 * memory goes to the previous handler. */
static void on_fault(int number, siginfo_t *info, void *context) {
    uint64_t address = (uint64_t)(uintptr_t)info->si_addr;
    if (wait_for_move(address)) return;
    const uint64_t registered = registered_on_device(address);
    if (registered) address = registered;
    if (is_connected() && !is_exchanging && is_on_device(address)) {
        const uint32_t writes = (uint32_t)is_write(context);
        const int error = errno;
        uint32_t allowed = 0;
        Message m;
        instruction = instruction_of(context);
        message_start(&m, CALL_touched);
        message_put(&m, &address, 8), message_put(&m, &writes, 4);
        if (message_exchange(&m)) message_take(&m, &allowed, 4);
        errno = error, instruction = 0;
        if (!message_end(&m) && allowed) return;
    }
    if (before.sa_flags & SA_SIGINFO) before.sa_sigaction(number, info, context);
    else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) before.sa_handler(number);
    else {
        signal(number, SIG_DFL);               /* the access is repeated, and ends the program */
        if (info->si_code <= 0) raise(number); /* it came from a process, not from an access */
    }
}

static int connect_device(void) {
    if (connection == -2) return 0;
    const char *path = getenv("PYPTX_GPU_SOCKET");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (!path || strlen(path) >= sizeof address.sun_path)
        return fail(NO_DEVICE, "this program was not started by `pyptx gpu -- COMMAND`, so there is no device");
    strcpy(address.sun_path, path);
    connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connection < 0 || connect(connection, (struct sockaddr *)&address, sizeof address))
        return fail(NO_DEVICE, "`pyptx gpu` has ended, so there is no device");
    const uint64_t hello[2] = {CALLS_DIGEST, (uint64_t)getpid()};
    uint64_t greeting[2];
    if (!send_all(hello, sizeof hello) || (memory = receive_memory(greeting)) < 0)
        return fail(NO_DEVICE,
                    "the device does not answer: the library is of another version of pyptx, or `pyptx gpu` has ended");
    span = greeting[1];
    if (!map_memory(memory)) return 0;
    owner = getpid();
    find_sites();
    pthread_atfork(NULL, NULL, forked);
    struct sigaction mine = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigaction(SIGSEGV, &mine, &before);
    return 1;
}

int is_connected(void) { return connection >= 0 && owner == getpid(); }

enum { HEAD = 20 };  /* call, bytes behind the head, thread, site */
enum { GO_ON = -1 }; /* the result of a reply of effects alone, and the call that answers it */

void message_start(Message *m, uint32_t call) {
    m->bytes = m->small, m->room = sizeof m->small, m->size = HEAD, m->at = 0, m->result = 0, m->replied = 0;
    const uint32_t site = is_connected() && call != CALL_site ? site_of(instruction) : 0;
    if (!thread) thread = (uint64_t)syscall(SYS_gettid);
    memcpy(m->bytes, &call, 4);
    const uint64_t caller = thread | (uint64_t)per_thread << 63;
    memcpy(m->bytes + 8, &caller, 8), memcpy(m->bytes + 16, &site, 4);
}

static int make_room(Message *m, size_t more) {
    if (m->result) return 0;
    if (more > UINT32_MAX || m->size + more > UINT32_MAX) return m->result = INVALID_VALUE, 0;
    if (m->size + more <= m->room) return 1;
    const size_t room = 2 * (m->size + more);
    unsigned char *bytes = malloc(room);
    if (!bytes) return m->result = OUT_OF_MEMORY, 0;
    memcpy(bytes, m->bytes, m->size);
    if (m->bytes != m->small) free(m->bytes);
    m->bytes = bytes, m->room = room;
    return 1;
}

void message_put(Message *m, const void *data, size_t size) {
    if (!make_room(m, size)) return;
    if (size) memcpy(m->bytes + m->size, data, size);
    m->size += size;
}

void message_put_blob(Message *m, const void *data, size_t size) {
    const uint32_t count = (uint32_t)size;
    if (size > UINT32_MAX) m->result = INVALID_VALUE;
    message_put(m, &count, 4);
    message_put(m, data, size);
}

/* Code says itself how long it is: text ends with a zero, an object file with its tables, a fat binary by its head. */
static size_t size_of_image(const unsigned char *at) {
    uint32_t magic;
    memcpy(&magic, at, 4);
    if (magic == 0xba55ed50) {
        uint64_t body;
        memcpy(&body, at + 8, 8);
        return 16 + body;
    }
    if (magic != 0x464c457f) return strlen((const char *)at);
    uint64_t sections, segments;
    uint16_t counts[6];
    memcpy(&segments, at + 32, 8), memcpy(&sections, at + 40, 8), memcpy(counts, at + 52, 12);
    const size_t size = sections + (size_t)counts[3] * counts[4];
    const size_t other = segments + (size_t)counts[1] * counts[2];
    return other > size ? other : size;
}

/* The wrapper that nvcc puts into a program has the fat binary, and in its second version the parts to link. */
void message_put_image(Message *m, const void *image) {
    const unsigned char *at = image;
    const unsigned char *const *parts = NULL;
    uint32_t head[2];
    memcpy(head, at, sizeof *head);
    if (*head == 0x466243b1) {
        memcpy(head, at, sizeof head);
        if (head[1] == 2) memcpy(&parts, at + 16, 8);
        memcpy(&at, at + 8, 8);
    }
    size_t size = size_of_image(at);
    for (size_t k = 0; parts && parts[k]; ++k) size += size_of_image(parts[k]);
    const uint32_t count = (uint32_t)size;
    if (size > UINT32_MAX) m->result = INVALID_VALUE;
    message_put(m, &count, 4);
    message_put(m, at, size_of_image(at));
    for (size_t k = 0; parts && parts[k]; ++k) message_put(m, parts[k], size_of_image(parts[k]));
}

void message_take(Message *m, void *to, size_t size) {
    if (m->at + size > m->size) return;
    if (to) memcpy(to, m->bytes + m->at, size);
    m->at += size;
}

size_t message_take_blob(Message *m, const unsigned char **data) {
    uint32_t size = 0;
    message_take(m, &size, 4);
    *data = m->bytes + m->at;
    m->at += size;
    return size;
}

void message_take_chars(Message *m, char *to, int room) {
    const unsigned char *data;
    const size_t size = message_take_blob(m, &data);
    if (room > 0) snprintf(to, (size_t)room, "%.*s", (int)size, (const char *)data);
}

void message_take_list(Message *m, void *to, size_t room) {
    const unsigned char *data;
    const size_t size = message_take_blob(m, &data);
    memcpy(to, data, size < room ? size : room);
}

/* Names that the program keeps: each is stored once. */
const char *message_take_text(Message *m) {
    static struct Kept {
        struct Kept *next;
        char text[];
    } * kept;
    const unsigned char *data;
    const size_t size = message_take_blob(m, &data);
    for (struct Kept *each = kept; each; each = each->next)
        if (strlen(each->text) == size && !memcmp(each->text, data, size)) return each->text;
    struct Kept *made = malloc(sizeof *made + size + 1);
    if (!made) return "";
    memcpy(made->text, data, size), made->text[size] = 0;
    made->next = kept, kept = made;
    return made->text;
}

static char *place(uint64_t address) { return is_on_device(address) ? on_device(address) : (char *)(uintptr_t)address; }

static void move(const uint64_t n[6]) {
    char *to = place(n[0]);
    const char *from = place(n[2]);
    for (uint64_t row = 0; row < n[5]; ++row) memmove(to + row * n[1], from + row * n[3], n[4]);
}

static void unlock(void) {
    is_exchanging = 0;
    pthread_mutex_unlock(&lock);
}

enum { PAUSE_MICROSECONDS = 200 };

/* Functions of the program are called without the lock: they may wait for another thread that calls the driver. */
static void without_lock(uint32_t kind, const uint64_t n[6]) {
    const int kept = per_thread;
    per_thread = 0;
    unlock();
    if (kind == EFFECT_PAUSE) usleep(PAUSE_MICROSECONDS);
    else if (kind == EFFECT_CALL) ((void (*)(void *))(uintptr_t)n[0])((void *)(uintptr_t)n[1]);
    else ((void (*)(void *, int, void *))(uintptr_t)n[0])((void *)(uintptr_t)n[2], (int)n[3], (void *)(uintptr_t)n[1]);
    pthread_mutex_lock(&lock);
    is_exchanging = 1, per_thread = kept;
}

enum { MOMENT_MICROSECONDS = 50000 };
static int has_caller; /* a thread that calls pending functions of the program */

/* Functions that nothing waits for, as the program may wait for what they do. */
static void *call_functions(void *unused) {
    uint32_t left;
    do {
        usleep(MOMENT_MICROSECONDS);
        Message m;
        left = 0;
        message_start(&m, CALL_call_functions);
        if (message_exchange(&m)) message_take(&m, &left, 4);
        if (!left) has_caller = 0;
        message_end(&m);
    } while (left);
    return unused;
}

static void wake_caller(void) {
    pthread_t made;
    sigset_t all, kept;
    if (has_caller) return;
    sigfillset(&all), sigdelset(&all, SIGSEGV);
    pthread_sigmask(SIG_SETMASK, &all, &kept); /* signals are for threads of the program */
    has_caller = !pthread_create(&made, NULL, call_functions, NULL);
    if (has_caller) pthread_detach(made);
    pthread_sigmask(SIG_SETMASK, &kept, NULL);
}

static const int PROTECTIONS[] = {PROT_NONE, PROT_READ | PROT_WRITE, PROT_READ};

static void carry_out(Message *m) {
    uint32_t head[2];
    uint64_t n[6];
    while (m->at + sizeof head + sizeof n <= m->size) {
        message_take(m, head, sizeof head);
        message_take(m, n, sizeof n);
        const char *text = (const char *)m->bytes + m->at;
        m->at += head[1];
        if (head[0] == EFFECT_MOVE) move(n);
        else if (head[0] == EFFECT_PROTECT) {
            mprotect((void *)(uintptr_t)n[0], n[1], PROTECTIONS[n[2] % 3]);
            protect_registered(n[0], n[1], PROTECTIONS[n[2] % 3]);
        } else if (head[0] == EFFECT_PRINT) fwrite(text, 1, head[1], stdout);
        else if (head[0] == EFFECT_WAKE) wake_caller();
        else without_lock(head[0], n);
    }
}

static int receive_reply(Message *m) {
    uint32_t reply[2];
    if (!receive_all(reply, sizeof reply)) return 0;
    m->size = 0, m->result = 0;
    if (!make_room(m, reply[1]) || !receive_all(m->bytes, reply[1])) return 0;
    m->result = (int)reply[0], m->size = reply[1], m->at = 0;
    return 1;
}

static int exchange(Message *m) {
    const uint32_t size = (uint32_t)(m->size - HEAD);
    unsigned char go_on[HEAD] = {0};
    memcpy(m->bytes + 4, &size, 4);
    memset(go_on, 0xff, 4), memcpy(go_on + 8, m->bytes + 8, 8);
    int is_well = send_all(m->bytes, m->size) && receive_reply(m);
    while (is_well && m->result == GO_ON) {
        carry_out(m);
        is_well = connection >= 0 && send_all(go_on, sizeof go_on) && receive_reply(m);
    }
    return m->replied = is_well;
}

int message_exchange(Message *m) {
    uint32_t call;
    memcpy(&call, m->bytes, 4);
    if (m->result) return 0;
    pthread_mutex_lock(&lock);
    is_exchanging = 1;
    if (is_child)
        say("a fork of a process that uses the device has none: start a new process, or fork before the first call");
    is_child = 0;
    if (connection == -1 && call > LAST_CALL_BEFORE_INIT) m->result = NOT_INITIALIZED;
    else if (connection < 0 && (connection == -2 || !connect_device())) m->result = refusal;
    else if (!exchange(m)) {
        if (connection >= 0) fail(DEVICE_UNAVAILABLE, "the process of the device has ended; every further call fails");
        m->result = DEVICE_UNAVAILABLE, m->replied = 0;
    }
    if (!m->replied) unlock(); /* else message_end does */
    return m->replied && !m->result;
}

int message_end(Message *m) {
    if (m->replied) {
        carry_out(m);
        unlock();
    }
    if (m->bytes != m->small) free(m->bytes);
    return m->result;
}
