/* The handlers that XLA calls for a kernel in its executables: one for the CPU, one for CUDA.
 *
 * A call has two attributes: its text (kernel and options), and a hash of it. The CPU handler passes text and buffers
 * to Python, which runs the simulator. The CUDA handler finds the plan that Python made for this text, these shapes and
 * this context: function, grid, block, and parameter bytes in which the addresses and tensor maps are patched. If there
 * is none, Python makes it when XLA initialises the call; nothing is loaded while a command buffer records.
 */
#include "xla.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared.h"
#include "xla_ffi.h"

#define MAX_BUFFERS 64
#define MAX_DIMS 256
#define BUCKETS 4096

typedef struct Known {
    struct Known *next;
    int64_t call;
    void *context;
    int buffers;
    int64_t shape[MAX_DIMS];        /* of each buffer its rank, then its dimensions */
    uint32_t source[MAX_ADDRESSES]; /* the buffer of each array of the plan */
    Plan plan;
} Known;

static _Atomic(Known *) calls[BUCKETS]; /* they live as long as the process, like executables */
static Driver driver;
static PyObject *resolve; /* (platform, text, buffers, inputs, stream, stage) -> None, or an error message */
static PyObject *explain; /* (function of the driver, status) -> its meaning */

static uint64_t mix(uint64_t hash, uint64_t word) { return (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15); }

static _Atomic(Known *) *bucket_of(uint64_t hash) { return &calls[(size_t)(hash >> 32) % BUCKETS]; }

static uint64_t hash_of(int64_t call, void *context) { return mix((uint64_t)call, (uint64_t)(uintptr_t)context); }

static int is_call(const Known *known, int64_t call, void *context, const XlaBuffer *const *buffers, int count) {
    if (known->call != call || known->context != context || known->buffers != count) return 0;
    const int64_t *shape = known->shape;
    for (int i = 0; i < count; i++) {
        int64_t rank = buffers[i]->rank;
        if (*shape++ != rank || memcmp(shape, buffers[i]->dims, (size_t)rank * sizeof *shape)) return 0;
        shape += rank;
    }
    return 1;
}

/* The call that a thread made last is compared first: most executables repeat one. */
static const Known *find(int64_t call, void *context, const XlaBuffer *const *buffers, int count) {
    static _Thread_local const Known *last;
    if (last != NULL && is_call(last, call, context, buffers, count)) return last;
    uint64_t hash = hash_of(call, context);
    for (int i = 0; i < count; i++) {
        hash = mix(hash, (uint64_t)buffers[i]->rank);
        for (int64_t k = 0; k < buffers[i]->rank; k++) hash = mix(hash, (uint64_t)buffers[i]->dims[k]);
    }
    const Known *known = atomic_load_explicit(bucket_of(hash), memory_order_acquire);
    while (known != NULL && !is_call(known, call, context, buffers, count)) known = known->next;
    if (known != NULL) last = known;
    return known;
}

/* Whether a plan serves the addresses of a call. */
static int is_aligned(const Known *known, const XlaBuffer *const *buffers) {
    const Plan *plan = &known->plan;
    for (int i = 0; i < plan->arrays; i++)
        if ((uintptr_t)buffers[known->source[i]]->data & (plan->alignment - 1)) return 0;
    return 1;
}

/* The frame of a call */

static XlaError *fail(const XlaFrame *frame, int code, const char *message) {
    XlaErrorCreate args = {offsetof(XlaErrorCreate, code) + sizeof args.code, NULL, message, code};
    return frame->api->error_create(&args);
}

static int asks_for_metadata(const XlaFrame *frame, uint32_t traits) {
    for (XlaExtension *extension = frame->extensions; extension != NULL; extension = extension->next) {
        if (extension->type != XLA_EXTENSION_METADATA) continue;
        XlaMetadata *metadata = ((XlaMetadataExtension *)extension)->metadata;
        /* The fields read here exist in every version so far, so the version of the runtime is accepted. */
        metadata->version.major = frame->api == NULL ? 0 : frame->api->version.major;
        metadata->version.minor = frame->api == NULL ? 1 : frame->api->version.minor;
        metadata->traits = traits;
        return 1;
    }
    return 0;
}

static const void *attribute(const XlaFrame *frame, const char *name, int type) {
    const XlaAttributes *found = &frame->attributes;
    size_t length = strlen(name);
    for (int64_t i = 0; i < found->count; i++)
        if (found->types[i] == type && found->names[i]->length == length &&
            !memcmp(found->names[i]->text, name, length))
            return found->values[i];
    return NULL;
}

static int gather(const XlaFrame *frame, const XlaBuffer **buffers) {
    int64_t inputs = frame->inputs.count, count = inputs + frame->outputs.count;
    if (count > MAX_BUFFERS) return -1;
    for (int64_t i = 0; i < count; i++)
        buffers[i] = i < inputs ? frame->inputs.buffers[i] : frame->outputs.buffers[i - inputs];
    return (int)count;
}

static PyObject *described(const XlaBuffer *buffer) {
    PyObject *shape = PyTuple_New((Py_ssize_t)buffer->rank);
    for (int64_t i = 0; shape != NULL && i < buffer->rank; i++)
        PyTuple_SetItem(shape, (Py_ssize_t)i, PyLong_FromLongLong(buffer->dims[i]));
    return shape == NULL ? NULL
                         : Py_BuildValue("KiN", (unsigned long long)(uintptr_t)buffer->data, buffer->type, shape);
}

/* Pass a call to Python. NULL, or a message for `free`. */
static char *call_python(const XlaFrame *frame, const char *platform, void *stream, const XlaText *text,
                         const XlaBuffer *const *buffers, int count) {
    char *message = NULL;
    PyGILState_STATE state = PyGILState_Ensure();
    PyObject *list = PyTuple_New(count);
    for (int i = 0; list != NULL && i < count; i++) PyTuple_SetItem(list, i, described(buffers[i]));
    PyObject *answer = NULL;
    if (list != NULL && !PyErr_Occurred())
        answer = PyObject_CallFunction(resolve, "ss#OiKi", platform, text->text, (Py_ssize_t)text->length, list,
                                       (int)frame->inputs.count, (unsigned long long)(uintptr_t)stream, frame->stage);
    Py_XDECREF(list);
    if (answer == NULL) {
        PyErr_Clear(); /* `resolve` catches the exceptions of a kernel: this is a lack of memory, or Python's shutdown
                        */
        message = strdup("pyptx: the call could not be taken to Python");
    } else if (answer != Py_None) {
        PyObject *bytes = PyUnicode_AsUTF8String(answer);
        char *words = bytes == NULL ? NULL : PyBytes_AsString(bytes);
        message = strdup(words == NULL ? "pyptx: an error whose message cannot be read" : words);
        PyErr_Clear();
        Py_XDECREF(bytes);
    }
    Py_XDECREF(answer);
    PyGILState_Release(state);
    return message;
}

static XlaError *resolved_in_python(const XlaFrame *frame, const char *platform, void *stream,
                                    const XlaBuffer *const *buffers, int count) {
    const XlaText *text = attribute(frame, "call", XLA_ATTRIBUTE_TEXT);
    if (text == NULL || resolve == NULL || !Py_IsInitialized())
        return fail(frame, XLA_INVALID_ARGUMENT, "pyptx: a call without text, or without pyptx in the process");
    char *message = call_python(frame, platform, stream, text, buffers, count);
    if (message == NULL) return NULL;
    XlaError *error = fail(frame, XLA_INTERNAL, message);
    free(message);
    return error;
}

static XlaError *on_cpu(XlaFrame *frame) {
    if (asks_for_metadata(frame, 0)) return NULL;
    const XlaBuffer *buffers[MAX_BUFFERS];
    int count = gather(frame, buffers);
    if (count < 0) return fail(frame, XLA_INVALID_ARGUMENT, "pyptx: more buffers than a call can have");
    return resolved_in_python(frame, "cpu", NULL, buffers, count);
}

/* CUDA */

static XlaError *refused(const XlaFrame *frame, const char *function, int status) {
    char message[512];
    snprintf(message, sizeof message, "pyptx: %s failed with status %d", function, status);
    if (Py_IsInitialized()) {
        PyGILState_STATE state = PyGILState_Ensure();
        PyObject *answer = PyObject_CallFunction(explain, "si", function, status);
        PyObject *bytes = answer == NULL ? NULL : PyUnicode_AsUTF8String(answer);
        if (bytes != NULL) snprintf(message, sizeof message, "%s", PyBytes_AsString(bytes));
        PyErr_Clear();
        Py_XDECREF(answer);
        Py_XDECREF(bytes);
        PyGILState_Release(state);
    }
    return fail(frame, XLA_INTERNAL, message);
}

static XlaError *launch_known_call(const XlaFrame *frame, const Known *known, const XlaBuffer *const *buffers,
                                   void *stream) {
    const Plan *plan = &known->plan;
    _Alignas(64) unsigned char blob[MAX_PARAM_BYTES];
    uint64_t address[MAX_ADDRESSES];
    memcpy(blob, plan->blob, plan->param_bytes);
    for (int i = 0; i < plan->arrays; i++) address[i] = (uint64_t)(uintptr_t)buffers[known->source[i]]->data;
    int status = launch_plan(&driver, plan, blob, address, stream, NULL);
    return status ? refused(frame, "cuLaunchKernelEx", status) : NULL;
}

static XlaError *on_cuda(XlaFrame *frame) {
    if (asks_for_metadata(frame, XLA_COMMAND_BUFFER_COMPATIBLE)) return NULL;
    const XlaBuffer *buffers[MAX_BUFFERS];
    int count = gather(frame, buffers);
    const XlaScalar *hash = attribute(frame, "hash", XLA_ATTRIBUTE_SCALAR);
    if (count < 0 || hash == NULL || hash->type != XLA_S64)
        return fail(frame, XLA_INVALID_ARGUMENT, "pyptx: no call of a kernel");
    XlaStreamGet args = {offsetof(XlaStreamGet, stream) + sizeof args.stream, NULL, frame->context, NULL};
    XlaError *error = frame->api->stream_get(&args);
    if (error != NULL) return error;
    void *context = NULL;
    if (driver.current != NULL) driver.current(&context);
    int64_t call;
    memcpy(&call, hash->value, sizeof call);
    const Known *known = find(call, context, buffers, count);
    if (known != NULL && is_aligned(known, buffers))
        return frame->stage == XLA_INITIALIZE ? NULL : launch_known_call(frame, known, buffers, args.stream);
    return resolved_in_python(frame, "CUDA", args.stream, buffers, count);
}

/* Functions that Python sees */

static PyObject *xla_use(PyObject *module, PyObject *args) {
    PyObject *how, *what;
    (void)module;
    if (!PyArg_ParseTuple(args, "OO", &how, &what)) return NULL;
    Py_INCREF(how), Py_INCREF(what);
    Py_XDECREF(resolve), Py_XDECREF(explain);
    resolve = how;
    explain = what;
    Py_RETURN_NONE;
}

static PyObject *xla_handler(PyObject *module, PyObject *args) {
    const char *platform;
    (void)module;
    if (!PyArg_ParseTuple(args, "s", &platform)) return NULL;
    XlaError *(*handler)(XlaFrame *) = strcmp(platform, "cpu") ? on_cuda : on_cpu;
    return PyCapsule_New((void *)(uintptr_t)handler, NULL, NULL);
}

/* Read the buffers of a call: 1; 0 if there are more than a plan can have, -1 for an error. */
static int read_buffers(Known *known, PyObject *shape, PyObject *sources) {
    Py_ssize_t dims = PyTuple_Size(shape), count = PyTuple_Size(sources);
    if (dims > MAX_DIMS || count != known->plan.arrays) return 0;
    for (Py_ssize_t i = 0; i < dims; i++) known->shape[i] = PyLong_AsLongLong(PyTuple_GetItem(shape, i));
    if (PyErr_Occurred()) return -1;
    for (Py_ssize_t i = 0; i < dims; i += 1 + known->shape[i]) known->buffers++;
    for (Py_ssize_t i = 0; i < count; i++)
        known->source[i] = (uint32_t)PyLong_AsUnsignedLong(PyTuple_GetItem(sources, i));
    return PyErr_Occurred() ? -1 : 1;
}

static PyObject *xla_remember(PyObject *module, PyObject *args) {
    long long call;
    PyObject *functions, *shape, *sources, *plan;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!LO!O!O", &PyTuple_Type, &functions, &call, &PyTuple_Type, &shape, &PyTuple_Type,
                          &sources, &plan))
        return NULL;
    Known *known = calloc(1, sizeof *known);
    if (known == NULL) return PyErr_NoMemory();
    int fits = read_driver(functions, &driver) < 0 ? -1 : read_plan(plan, &known->plan);
    if (fits > 0) fits = read_buffers(known, shape, sources);
    if (fits <= 0) {
        drop_plan(&known->plan);
        free(known);
        if (fits < 0) return NULL;
        Py_RETURN_FALSE;
    }
    known->call = call;
    known->context = known->plan.context;
    uint64_t hash = hash_of(call, known->context);
    for (Py_ssize_t i = 0; i < PyTuple_Size(shape); i++) hash = mix(hash, (uint64_t)known->shape[i]);
    _Atomic(Known *) *slot = bucket_of(hash);
    known->next = atomic_load_explicit(slot, memory_order_relaxed); /* the GIL keeps other writers out */
    atomic_store_explicit(slot, known, memory_order_release);
    Py_RETURN_TRUE;
}

static PyMethodDef functions[] = {
    {"xla_use", xla_use, METH_VARARGS, "Say who takes calls without a plan, and who explains a status of the driver."},
    {"xla_handler", xla_handler, METH_VARARGS, "The handler of a platform, \"cpu\" or \"CUDA\", as XLA registers it."},
    {"xla_remember", xla_remember, METH_VARARGS, "Keep the plan of a call; False where it is too large."},
    {0},
};

int add_xla(PyObject *module) { return PyModule_AddFunctions(module, functions); }
