/* The client's side of a virtual GPU: one connection to the process of the device, messages, and its memory.
 *
 * A message is the number of a call, the thread, and the packed inputs; a reply is a result, the packed outputs,
 * and effects: what the library does in this process before the function returns. A reply may be effects alone: the
 * device goes on with the call once the library has carried them out. The first call connects.
 */
#ifndef PYPTX_VIRTUAL_CLIENT_H
#define PYPTX_VIRTUAL_CLIENT_H

#include <stddef.h>
#include <stdint.h>

enum {
    INVALID_VALUE = 1,
    OUT_OF_MEMORY = 2,
    NOT_INITIALIZED = 3,
    DEVICE_UNAVAILABLE = 46,
    NO_DEVICE = 100,
    INVALID_IMAGE = 200,
    NOT_FOUND = 500,
    NOT_SUPPORTED = 801,
    UPDATE_FAILED = 910,
};

/* Things that a reply lets the library do: numbers of the first word of an effect. */
enum {
    EFFECT_MOVE = 1,            /* copy rows: to, pitch, from, pitch, width, rows */
    EFFECT_PROTECT = 2,         /* let the host use memory of the device: address, bytes, 0 no, 1 yes, 2 read */
    EFFECT_PRINT = 3,           /* print the output of a kernel */
    EFFECT_CALL = 4,            /* call a function of the program: address, data */
    EFFECT_STREAM_CALLBACK = 5, /* the same with a stream and a result: address, data, stream, result */
    EFFECT_PAUSE = 6,           /* let other threads call: the device waits for one of them */
    EFFECT_WAKE = 7,            /* let a thread of the library call functions of the program in a moment */
};

typedef struct {
    unsigned char *bytes; /* what is sent, then what came back */
    size_t size, room, at;
    int result, replied;
    unsigned char small[1024];
} Message;

void message_start(Message *m, uint32_t call);
void message_put(Message *m, const void *data, size_t size);
void message_put_blob(Message *m, const void *data, size_t size);
void message_put_image(Message *m, const void *image);
int message_exchange(Message *m);                     /* whether the result is success, so that outputs follow */
void message_take(Message *m, void *to, size_t size); /* `to` may be null */
const char *message_take_text(Message *m);
void message_take_chars(Message *m, char *to, int room);
void message_take_list(Message *m, void *to, size_t room);
size_t message_take_blob(Message *m, const unsigned char **data);
int message_end(Message *m); /* carry out the effects and return the result */

int is_connected(void);             /* whether this process has a device that may be used */
int is_on_device(uint64_t address); /* whether it is in the range of the device's memory */
char *on_device(uint64_t address);  /* where this library accesses an address of the device's memory */
int map_device(void *at, size_t bytes, uint64_t device); /* map memory of the device in place of other pages */

/* Memory that the program registered. */
uint64_t registered_on_device(uint64_t address); /* the address on the device; 0 for other memory */
void protect_registered(uint64_t first, uint64_t bytes, int protection); /* by addresses of the device */
int wait_for_move(uint64_t address); /* whether the page was being moved, which is over now */
void forget_registered(void);

/* The line of the program that calls. */
void find_sites(void);
uint32_t site_of(uint64_t instruction); /* of an access, 0 for a call of the library; 0 if it has none */

extern _Thread_local int per_thread; /* whether a call is of the variant with a default stream for each thread */

#endif
