/* XLA as it would call a handler of CUDA: each call is initialised first, then recorded, on stream 9. */
#include <stdlib.h>
#include "xla/ffi/api/c_api.h"

static XLA_FFI_Handler *inner;

static XLA_FFI_Error *stream_nine(XLA_FFI_Stream_Get_Args *args) {
    args->stream = (void *)9;
    return NULL;
}

void wrap(XLA_FFI_Handler *handler) { inner = handler; }

XLA_FFI_Error *wrapped(XLA_FFI_CallFrame *frame) {
    if (frame->extension_start != NULL) return inner(frame);
    XLA_FFI_Api api = *frame->api;
    XLA_FFI_CallFrame mine = *frame;
    api.XLA_FFI_Stream_Get = stream_nine;
    mine.api = &api;
    mine.stage = XLA_FFI_ExecutionStage_INITIALIZE;
    setenv("FAKECUDA_CAPTURING", "0", 1);
    XLA_FFI_Error *error = inner(&mine);
    if (error != NULL) return error;
    mine.stage = XLA_FFI_ExecutionStage_EXECUTE;
    setenv("FAKECUDA_CAPTURING", "1", 1);
    return inner(&mine);
}
