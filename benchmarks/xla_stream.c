/* Lets XLA on the CPU, which has no streams, call the handler of CUDA with one; `bench_launch.py` builds this. */
#include "launch/xla_ffi.h"

static XlaError *(*handler)(XlaFrame *frame);
long repeats = 1; /* calls of the handler for each of XLA's */

static XlaError *default_stream(XlaStreamGet *args) {
    args->stream = NULL;
    return NULL;
}

void wrap(void *inner) { handler = (XlaError * (*)(XlaFrame *)) inner; }

XlaError *wrapped(XlaFrame *frame) {
    if (frame->extensions != NULL) return handler(frame);
    XlaApi api = {.size = sizeof api, .version = frame->api->version, .error_create = frame->api->error_create};
    api.stream_get = default_stream;
    XlaFrame mine = *frame;
    mine.api = &api;
    XlaError *error = NULL;
    for (long i = 0; i < repeats && error == NULL; i++) error = handler(&mine);
    return error;
}

/* A handler that does nothing, to see what XLA takes for a call. */
XlaError *empty(XlaFrame *frame) { return frame->extensions != NULL ? handler(frame) : NULL; }
