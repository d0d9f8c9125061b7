/* The hot path of an eager call: from arrays to cuLaunchKernelEx without a Python object made on the way.
 *
 * A Launcher holds the variants of one kernel. A variant is what the general path worked out for one signature
 * (element types, shapes, strides and device of the arrays, and the keyword arguments): function, grid, block,
 * attributes, and a block of parameter bytes in which the addresses and launch scalars are patched. A call that
 * matches no variant, or that torch must see (autograd, dispatch modes, subclasses, tensors without memory),
 * returns NotImplemented, and the general path in Python takes it.
 */
#include "launcher.h"

#include <float.h>
#include <math.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <structmember.h>

#include "dlpack.h"
#include "driver.h"

#define MAX_ARRAYS 16
#define MAX_RANK 8
#define MAX_PARAMS 64
#define MAX_PARAM_BYTES 4096
#define MAX_WORDS 16
#define MAX_VARIANTS 4096
#define ALIGNMENT 16

typedef struct {
    TensorType type;
    int32_t rank;
    int32_t device_type;
    int32_t device_id;
    int64_t shape[MAX_RANK];
    int64_t strides[MAX_RANK];
} ArrayKey;

typedef struct {
    PyObject *name;
    PyObject *value; /* what it must equal; NULL for a launch scalar */
    char format;     /* of a launch scalar, as in `struct`: b B h H i I q Q f d ? */
    uint32_t offset; /* of a launch scalar, in the parameter bytes */
} Word;

typedef struct Variant {
    struct Variant *next;
    uint64_t hash;
    int inputs, outputs; /* the arrays of a call: inputs, then outputs, which may be allocated */
    ArrayKey keys[MAX_ARRAYS];
    uint32_t address_at[MAX_ARRAYS];
    uint64_t bytes[MAX_ARRAYS];
    PyObject *make[MAX_ARRAYS]; /* (function, args, kwargs) for each output */
    int words;
    Word word[MAX_WORDS];
    int params;
    uint32_t param_at[MAX_PARAMS];
    uint32_t param_bytes;
    unsigned char *blob;
    LaunchConfig config;
    LaunchAttribute *attributes;
    void *function;
    void *context;
} Variant;

typedef struct {
    PyObject_HEAD
    Variant **table;
    size_t slots;
    size_t count;
    Driver driver;
    PyObject *refuse; /* (status) -> raises */
} Launcher;

static struct {
    const ExchangeTable *exchange;
    PyTypeObject *plain;     /* types whose instances are plain tensors; no subclass of them */
    PyTypeObject *parameter;
    PyObject *modes;         /* () -> number of active dispatch modes */
    PyObject *grad_enabled;  /* () -> bool */
    PyObject *changed;       /* (tuple of tensors) -> None: they were written to */
    PyObject *is_neg;        /* (tensor) -> bool: its memory holds the negatives of its elements */
    PyObject *is_conj;       /* (tensor) -> bool: its memory holds the conjugates of its elements */
    PyObject *requires_grad; /* attribute name */
} torch;

static volatile int forked; /* a child may not use the driver of its parent; the general path says so */

static void after_fork(void) { forked = 1; }

/* Arrays */

static int view_of(PyObject *array, TensorView *out) {
    if (Py_TYPE(array) != torch.plain && Py_TYPE(array) != torch.parameter) return 0;
    if (torch.exchange->view(array, out)) {
        PyErr_Clear(); /* a wrapper without memory of its own: the general path says what it thinks of it */
        return 0;
    }
    if (out->rank > MAX_RANK) return 0;
    if (out->data == NULL)
        for (int32_t i = 0; i < out->rank; i++)
            if (out->shape[i] == 0) return 0;
    return out->data != NULL && ((uintptr_t)out->data + out->byte_offset) % ALIGNMENT == 0;
}

static uint64_t mix(uint64_t hash, uint64_t word) { return (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15); }

static uint64_t hash_view(uint64_t hash, const TensorView *view) {
    hash = mix(hash, (uint64_t)view->type.code << 32 | (uint64_t)view->type.bits << 16 | view->type.lanes);
    hash = mix(hash, (uint64_t)view->device_type << 32 | (uint32_t)view->device_id);
    for (int32_t i = 0; i < view->rank; i++) {
        hash = mix(hash, (uint64_t)view->shape[i]);
        if (view->strides) hash = mix(hash, (uint64_t)view->strides[i] * 31);
    }
    return hash ^ hash >> 29;
}

static int64_t row_major_stride(const TensorView *view, int32_t axis) {
    int64_t stride = 1;
    for (int32_t i = axis + 1; i < view->rank; i++) stride *= view->shape[i];
    return stride;
}

static void key_of(const TensorView *view, ArrayKey *key) {
    memset(key, 0, sizeof *key);
    key->type = view->type;
    key->rank = view->rank;
    key->device_type = view->device_type;
    key->device_id = view->device_id;
    for (int32_t i = 0; i < view->rank; i++) {
        key->shape[i] = view->shape[i];
        key->strides[i] = view->strides ? view->strides[i] : row_major_stride(view, i);
    }
}

static int same(const ArrayKey *key, const TensorView *view) {
    if (key->rank != view->rank || key->device_type != view->device_type || key->device_id != view->device_id ||
        memcmp(&key->type, &view->type, sizeof key->type))
        return 0;
    for (int32_t i = 0; i < view->rank; i++)
        if (key->shape[i] != view->shape[i] ||
            key->strides[i] != (view->strides ? view->strides[i] : row_major_stride(view, i)))
            return 0;
    return 1;
}

static uint64_t address_of(const TensorView *view) { return (uint64_t)(uintptr_t)view->data + view->byte_offset; }

static uint64_t bytes_of(const TensorView *view) {
    uint64_t count = 1;
    for (int32_t i = 0; i < view->rank; i++) count *= (uint64_t)view->shape[i];
    return (count * view->type.bits * view->type.lanes + 7) / 8;
}

/* Guards: calls that torch must see. -1 for an error, 1 for such a call. */

static int holds(PyObject *question, PyObject *array) {
    PyObject *answer = PyObject_CallFunctionObjArgs(question, array, NULL);
    if (answer == NULL) return -1;
    Py_DECREF(answer);
    return answer == Py_True;
}

static int torch_must_see(PyObject *const *arrays, const TensorView *views, int count) {
    PyObject *modes = PyObject_CallNoArgs(torch.modes);
    if (modes == NULL) return -1;
    long active = PyLong_AsLong(modes);
    Py_DECREF(modes);
    if (active) return active < 0 && PyErr_Occurred() ? -1 : 1;
    for (int i = 0; i < count; i++) {
        int lazy = holds(torch.is_neg, arrays[i]);
        if (!lazy && views[i].type.code == TYPE_COMPLEX) lazy = holds(torch.is_conj, arrays[i]);
        if (lazy) return lazy;
        PyObject *wanted = PyObject_GetAttr(arrays[i], torch.requires_grad);
        if (wanted == NULL) return -1;
        Py_DECREF(wanted);
        if (wanted != Py_True) continue;
        PyObject *enabled = PyObject_CallNoArgs(torch.grad_enabled);
        if (enabled == NULL) return -1;
        Py_DECREF(enabled);
        return enabled == Py_True;
    }
    return 0;
}

/* Keyword arguments. 0 where they are not those of the variant. */

static int put(unsigned char *at, char format, PyObject *value) {
    if (format == 'f' || format == 'd') {
        if (!PyFloat_CheckExact(value) && !PyLong_CheckExact(value)) return 0;
        double number = PyFloat_AsDouble(value);
        if (number == -1.0 && PyErr_Occurred()) {
            PyErr_Clear(); /* an integer beyond all doubles: the general path refuses it */
            return 0;
        }
        if (format == 'd') {
            memcpy(at, &number, sizeof number);
        } else {
            if (fabs(number) > FLT_MAX && !isinf(number)) return 0;
            float narrow = (float)number;
            memcpy(at, &narrow, sizeof narrow);
        }
        return 1;
    }
    if (!PyLong_CheckExact(value)) return 0;
    int overflow;
    long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
    if (overflow) return 0;
    static const struct {
        char format;
        int bytes;
        long long least, most;
    } kinds[] = {
        {'b', 1, INT8_MIN, INT8_MAX},   {'B', 1, 0, UINT8_MAX},  {'h', 2, INT16_MIN, INT16_MAX},
        {'H', 2, 0, UINT16_MAX},        {'i', 4, INT32_MIN, INT32_MAX}, {'I', 4, 0, UINT32_MAX},
        {'q', 8, INT64_MIN, INT64_MAX}, {'Q', 8, 0, INT64_MAX},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (kinds[i].format != format) continue;
        if (number < kinds[i].least || number > kinds[i].most) return 0;
        memcpy(at, &number, (size_t)kinds[i].bytes); /* little-endian, as every host of a GPU is */
        return 1;
    }
    return 0;
}

static int words_fit(const Variant *variant, PyObject *kwargs, unsigned char *blob) {
    Py_ssize_t given = kwargs == NULL || kwargs == Py_None ? 0 : PyDict_Size(kwargs);
    if (given != variant->words) return 0;
    for (int i = 0; i < variant->words; i++) {
        const Word *word = &variant->word[i];
        PyObject *value = PyDict_GetItemWithError(kwargs, word->name);
        if (value == NULL) return PyErr_Occurred() ? -1 : 0;
        if (word->value == NULL) {
            if (!put(blob + word->offset, word->format, value)) return 0;
        } else if (value != word->value) {
            if (Py_TYPE(value) != Py_TYPE(word->value)) return 0;
            int equal = PyObject_RichCompareBool(value, word->value, Py_EQ);
            if (equal <= 0) return equal;
        }
    }
    return 1;
}

/* A call */

static int overlap(const uint64_t *address, const uint64_t *bytes, int first, int count) {
    for (int i = first; i < count; i++)
        for (int j = 0; j < count; j++)
            if (i != j && address[i] < address[j] + bytes[j] && address[j] < address[i] + bytes[i]) return 1;
    return 0;
}

static int launch(const Driver *driver, const Variant *variant, unsigned char *blob, void *stream) {
    void *params[MAX_PARAMS];
    LaunchConfig config = variant->config;
    config.stream = stream;
    config.attributes = variant->attributes;
    for (int i = 0; i < variant->params; i++) params[i] = blob + variant->param_at[i];
    int status;
    Py_BEGIN_ALLOW_THREADS /* a full launch queue blocks */
    void *current = NULL;
    status = driver->current(&current);
    int elsewhere = current != variant->context;
    if (!status && elsewhere) status = driver->push(variant->context);
    if (!status) {
        status = driver->launch(&config, variant->function, params, NULL);
        if (elsewhere) {
            int popped = driver->pop(&current);
            if (!status) status = popped;
        }
    }
    Py_END_ALLOW_THREADS
    return status;
}

static void refuse(PyObject *refusal, int status) {
    PyObject *returned = PyObject_CallFunction(refusal, "i", status);
    if (returned == NULL) return;
    Py_DECREF(returned);
    PyErr_Format(PyExc_SystemError, "the driver returned status %d, and nothing was raised", status);
}

/* Tell autograd which tensors hold something else now: the given outputs; all arrays of a kernel without any. */
static int tell(const Variant *variant, PyObject *args, PyObject *out) {
    PyObject *written = variant->outputs == 0 ? args : out;
    if (PyTuple_CheckExact(written)) {
        Py_INCREF(written);
    } else {
        written = PyTuple_Pack(1, written);
        if (written == NULL) return -1;
    }
    PyObject *done = PyObject_CallFunctionObjArgs(torch.changed, written, NULL);
    Py_DECREF(written);
    Py_XDECREF(done);
    return done == NULL ? -1 : 0;
}

static PyObject *missed(void) {
    Py_INCREF(Py_NotImplemented);
    return Py_NotImplemented;
}

/* Append the arrays of a tuple, or a single one, as borrowed references; -1 where there are too many. */
static int gather(PyObject *given, PyObject **arrays, int count) {
    if (given == NULL || given == Py_None) return count;
    if (!PyTuple_CheckExact(given)) {
        if (count == MAX_ARRAYS) return -1;
        arrays[count] = given;
        return count + 1;
    }
    Py_ssize_t size = PyTuple_Size(given);
    if (count + size > MAX_ARRAYS) return -1;
    for (Py_ssize_t i = 0; i < size; i++) arrays[count + i] = PyTuple_GetItem(given, i);
    return count + (int)size;
}

static PyObject *call(PyObject *self, PyObject *const *given, Py_ssize_t count) {
    Launcher *launcher = (Launcher *)self;
    if (count != 3 || !PyTuple_CheckExact(given[0])) {
        PyErr_SetString(PyExc_TypeError, "call takes (args, out, kwargs)");
        return NULL;
    }
    if (launcher->count == 0 || forked) return missed();
    PyObject *arrays[MAX_ARRAYS];
    TensorView views[MAX_ARRAYS];
    uint64_t address[MAX_ARRAYS], bytes[MAX_ARRAYS];
    int inputs = gather(given[0], arrays, 0);
    int total = inputs < 0 ? -1 : gather(given[1], arrays, inputs);
    if (total < 1) return missed();
    uint64_t hash = (uint64_t)inputs;
    for (int i = 0; i < total; i++) {
        if (!view_of(arrays[i], &views[i])) return missed();
        if (i < inputs) hash = hash_view(hash, &views[i]);
    }
    int seen = torch_must_see(arrays, views, total);
    if (seen) return seen < 0 ? NULL : missed();

    _Alignas(64) unsigned char blob[MAX_PARAM_BYTES];
    Variant *variant = launcher->table[hash & (launcher->slots - 1)];
    for (; variant != NULL; variant = variant->next) {
        if (variant->hash != hash || variant->inputs != inputs) continue;
        if (total != inputs && total != inputs + variant->outputs) continue;
        int fits = 1;
        for (int i = 0; i < total && fits; i++) fits = same(&variant->keys[i], &views[i]);
        if (!fits) continue;
        memcpy(blob, variant->blob, variant->param_bytes);
        fits = words_fit(variant, given[2], blob);
        if (fits < 0) return NULL;
        if (fits) break;
    }
    if (variant == NULL) return missed();

    PyObject *made[MAX_ARRAYS];
    int fresh = 0;
    PyObject *result = NULL;
    int owned = total == inputs;
    for (int i = 0; i < total; i++) address[i] = address_of(&views[i]), bytes[i] = variant->bytes[i];
    if (!owned && overlap(address, bytes, inputs, total)) return missed();
    if (owned) {
        for (; fresh < variant->outputs; fresh++) {
            PyObject *make = variant->make[fresh];
            made[fresh] = PyObject_Call(PyTuple_GetItem(make, 0), PyTuple_GetItem(make, 1), PyTuple_GetItem(make, 2));
            if (made[fresh] == NULL) goto done;
            TensorView *view = &views[inputs + fresh];
            if (torch.exchange->view(made[fresh], view)) {
                fresh++;
                goto done;
            }
            address[inputs + fresh] = address_of(view);
        }
    }
    for (int i = 0; i < inputs + variant->outputs; i++)
        memcpy(blob + variant->address_at[i], &address[i], sizeof *address);
    void *stream = NULL;
    if (torch.exchange->stream(views[0].device_type, views[0].device_id, &stream)) goto done;
    int status = launch(&launcher->driver, variant, blob, stream);
    if (status) {
        refuse(launcher->refuse, status);
        goto done;
    }
    if ((!owned || variant->outputs == 0) && tell(variant, given[0], given[1]) < 0) goto done;
    if (!owned) {
        result = PyTuple_CheckExact(given[1]) && variant->outputs == 1 ? arrays[inputs] : given[1];
        Py_INCREF(result);
    } else if (fresh == 1) {
        result = made[0];
        fresh = 0;
    } else if (fresh == 0) {
        result = Py_None;
        Py_INCREF(result);
    } else {
        result = PyTuple_New(fresh);
        for (int i = 0; result != NULL && i < fresh; i++) {
            Py_INCREF(made[i]);
            PyTuple_SetItem(result, i, made[i]);
        }
    }
done:
    for (int i = 0; i < fresh; i++) Py_DECREF(made[i]);
    return result;
}

/* Learning */

static void forget(Variant *variant) {
    for (int i = 0; i < variant->outputs; i++) Py_XDECREF(variant->make[i]);
    for (int i = 0; i < variant->words; i++) {
        Py_XDECREF(variant->word[i].name);
        Py_XDECREF(variant->word[i].value);
    }
    PyMem_Free(variant->blob);
    PyMem_Free(variant->attributes);
    PyMem_Free(variant);
}

static int learn_arrays(Variant *variant, PyObject *inputs, PyObject *outputs, PyObject *offsets, PyObject *makes) {
    PyObject *arrays[MAX_ARRAYS];
    TensorView view;
    variant->inputs = gather(inputs, arrays, 0);
    int total = variant->inputs < 0 ? -1 : gather(outputs, arrays, variant->inputs);
    if (total < 1) return 0;
    variant->hash = (uint64_t)variant->inputs;
    for (int i = 0; i < total; i++) {
        if (!view_of(arrays[i], &view)) return 0;
        if (i < variant->inputs) variant->hash = hash_view(variant->hash, &view);
        key_of(&view, &variant->keys[i]);
        variant->bytes[i] = bytes_of(&view);
        variant->address_at[i] = (uint32_t)PyLong_AsUnsignedLong(PyTuple_GetItem(offsets, i));
    }
    for (int i = variant->inputs; i < total; i++) {
        PyObject *make = PyTuple_GetItem(makes, i - variant->inputs);
        Py_INCREF(make);
        variant->make[variant->outputs++] = make;
    }
    return PyErr_Occurred() ? -1 : 1;
}

static int learn_words(Variant *variant, PyObject *words) {
    for (Py_ssize_t i = 0; i < PyTuple_Size(words); i++) {
        Word *word = &variant->word[variant->words];
        const char *format;
        unsigned offset;
        PyObject *name, *value;
        if (!PyArg_ParseTuple(PyTuple_GetItem(words, i), "UOsI", &name, &value, &format, &offset)) return -1;
        Py_INCREF(name);
        word->name = name;
        word->format = *format;
        word->offset = offset;
        word->value = *format ? NULL : value;
        Py_XINCREF(word->value);
        variant->words++;
    }
    return 1;
}

static int learn_params(Variant *variant, PyObject *blob, PyObject *offsets, PyObject *attributes) {
    Py_ssize_t size, count = PyTuple_Size(offsets);
    char *bytes;
    if (PyBytes_AsStringAndSize(blob, &bytes, &size) < 0) return -1;
    variant->param_bytes = (uint32_t)size;
    variant->blob = PyMem_Malloc((size_t)size + 1);
    variant->params = (int)count;
    for (Py_ssize_t i = 0; i < count; i++)
        variant->param_at[i] = (uint32_t)PyLong_AsUnsignedLong(PyTuple_GetItem(offsets, i));
    if (variant->blob == NULL) return PyErr_NoMemory(), -1;
    memcpy(variant->blob, bytes, (size_t)size);
    if (PyBytes_AsStringAndSize(attributes, &bytes, &size) < 0) return -1;
    variant->attributes = PyMem_Malloc((size_t)size + 1);
    if (variant->attributes == NULL) return PyErr_NoMemory(), -1;
    memcpy(variant->attributes, bytes, (size_t)size);
    variant->config.attribute_count = (unsigned)((size_t)size / sizeof(LaunchAttribute));
    return PyErr_Occurred() ? -1 : 1;
}

/* Whether two variants are for the same arrays and keyword arguments. */
static int alike(const Variant *a, const Variant *b) {
    if (a->hash != b->hash || a->inputs != b->inputs || a->outputs != b->outputs || a->words != b->words ||
        memcmp(a->keys, b->keys, sizeof a->keys))
        return 0;
    for (int i = 0; i < a->words; i++) {
        const Word *one = &a->word[i], *other = &b->word[i];
        int named = PyObject_RichCompareBool(one->name, other->name, Py_EQ);
        if (named <= 0) return named;
        if ((one->value == NULL) != (other->value == NULL)) return 0;
        if (one->value == NULL) continue;
        if (Py_TYPE(one->value) != Py_TYPE(other->value)) return 0;
        int equal = PyObject_RichCompareBool(one->value, other->value, Py_EQ);
        if (equal <= 0) return equal;
    }
    return 1;
}

static int is_known(const Launcher *launcher, const Variant *variant) {
    if (launcher->slots == 0) return 0;
    const Variant *other = launcher->table[variant->hash & (launcher->slots - 1)];
    for (; other != NULL; other = other->next) {
        int same_one = alike(variant, other);
        if (same_one) return same_one;
    }
    return 0;
}

static int grow(Launcher *launcher) {
    size_t slots = launcher->slots ? launcher->slots * 2 : 8;
    Variant **table = PyMem_Calloc(slots, sizeof *table);
    if (table == NULL) return PyErr_NoMemory(), -1;
    for (size_t i = 0; i < launcher->slots; i++) {
        for (Variant *variant = launcher->table[i], *next; variant != NULL; variant = next) {
            next = variant->next;
            variant->next = table[variant->hash & (slots - 1)];
            table[variant->hash & (slots - 1)] = variant;
        }
    }
    PyMem_Free(launcher->table);
    launcher->table = table;
    launcher->slots = slots;
    return 0;
}

static PyObject *remember(PyObject *self, PyObject *args) {
    Launcher *launcher = (Launcher *)self;
    PyObject *inputs, *outputs, *makes, *words, *addresses, *blob, *offsets, *attributes;
    unsigned long long function, context;
    LaunchConfig config = {0};
    if (!PyArg_ParseTuple(args, "O!O!O!O!O!O!O!(III)(III)IO!KK",
                          &PyTuple_Type, &inputs, &PyTuple_Type, &outputs, &PyTuple_Type, &makes,
                          &PyTuple_Type, &words, &PyTuple_Type, &addresses, &PyBytes_Type, &blob,
                          &PyTuple_Type, &offsets, &config.grid[0], &config.grid[1], &config.grid[2],
                          &config.block[0], &config.block[1], &config.block[2], &config.shared_bytes,
                          &PyBytes_Type, &attributes, &function, &context))
        return NULL;
    if (torch.exchange == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "use_torch comes first");
        return NULL;
    }
    Py_ssize_t arrays = PyTuple_Size(inputs) + PyTuple_Size(outputs);
    if (arrays != PyTuple_Size(addresses) || PyTuple_Size(makes) != PyTuple_Size(outputs)) {
        PyErr_SetString(PyExc_ValueError, "an address for each array, and a way to make each output");
        return NULL;
    }
    if (arrays > MAX_ARRAYS || PyTuple_Size(words) > MAX_WORDS || PyTuple_Size(offsets) > MAX_PARAMS ||
        PyBytes_Size(blob) > MAX_PARAM_BYTES || launcher->count >= MAX_VARIANTS)
        Py_RETURN_FALSE;
    Variant *variant = PyMem_Calloc(1, sizeof *variant);
    if (variant == NULL) return PyErr_NoMemory();
    variant->config = config;
    variant->function = (void *)(uintptr_t)function;
    variant->context = (void *)(uintptr_t)context;
    int learnt = learn_arrays(variant, inputs, outputs, addresses, makes);
    if (learnt > 0) learnt = learn_words(variant, words);
    if (learnt > 0) learnt = learn_params(variant, blob, offsets, attributes);
    if (learnt > 0) {
        int known = is_known(launcher, variant);
        learnt = known < 0 ? -1 : !known;
    }
    if (learnt > 0 && launcher->count >= launcher->slots && grow(launcher) < 0) learnt = -1;
    if (learnt <= 0) {
        forget(variant);
        if (learnt < 0) return NULL;
        Py_RETURN_FALSE;
    }
    Variant **slot = &launcher->table[variant->hash & (launcher->slots - 1)];
    variant->next = *slot;
    *slot = variant;
    launcher->count++;
    Py_RETURN_TRUE;
}

static PyObject *create(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    unsigned long long launch_at, current_at, push_at, pop_at;
    PyObject *refusal;
    (void)kwargs;
    if (!PyArg_ParseTuple(args, "(KKKK)O", &launch_at, &current_at, &push_at, &pop_at, &refusal)) return NULL;
    Launcher *launcher = (Launcher *)PyType_GenericAlloc(type, 0);
    if (launcher == NULL) return NULL;
    launcher->driver.launch = (int (*)(const LaunchConfig *, void *, void **, void **))(uintptr_t)launch_at;
    launcher->driver.current = (int (*)(void **))(uintptr_t)current_at;
    launcher->driver.push = (int (*)(void *))(uintptr_t)push_at;
    launcher->driver.pop = (int (*)(void **))(uintptr_t)pop_at;
    Py_INCREF(refusal);
    launcher->refuse = refusal;
    return (PyObject *)launcher;
}

static void dealloc(PyObject *self) {
    Launcher *launcher = (Launcher *)self;
    PyTypeObject *type = Py_TYPE(self);
    for (size_t i = 0; i < launcher->slots; i++) {
        for (Variant *variant = launcher->table[i], *next; variant != NULL; variant = next) {
            next = variant->next;
            forget(variant);
        }
    }
    PyMem_Free(launcher->table);
    Py_XDECREF(launcher->refuse);
    PyObject_Free(self);
    Py_DECREF(type);
}

static PyMethodDef methods[] = {
    {"call", (PyCFunction)(void *)call, METH_FASTCALL, "call(args, out, kwargs): launch, or return NotImplemented."},
    {"remember", remember, METH_VARARGS, "Keep what a signature resolves to; False where it cannot be kept."},
    {0},
};
static PyMemberDef members[] = {
    {"variants", T_PYSSIZET, offsetof(Launcher, count), READONLY, "Signatures that are known."},
    {0},
};
static PyType_Slot slots[] = {
    {Py_tp_doc, "The signatures of one kernel that launch without Python."},
    {Py_tp_new, create},
    {Py_tp_dealloc, dealloc},
    {Py_tp_methods, methods},
    {Py_tp_members, members},
    {0},
};
static PyType_Spec spec = {"pyptx._native.Launcher", sizeof(Launcher), 0, Py_TPFLAGS_DEFAULT, slots};

/* What all launchers use */

static PyObject *use_torch(PyObject *module, PyObject *args) {
    PyObject *capsule, *plain, *parameter, *modes, *grad_enabled, *changed, *is_neg, *is_conj;
    (void)module;
    if (!PyArg_ParseTuple(args, "OO!O!OOOOO", &capsule, &PyType_Type, &plain, &PyType_Type, &parameter, &modes,
                          &grad_enabled, &changed, &is_neg, &is_conj))
        return NULL;
    const ExchangeTable *exchange = PyCapsule_GetPointer(capsule, EXCHANGE_CAPSULE);
    if (exchange == NULL) return NULL;
    if (exchange->major != 1 || exchange->view == NULL || exchange->stream == NULL) Py_RETURN_FALSE;
    PyObject *name = PyUnicode_InternFromString("requires_grad");
    if (name == NULL) return NULL;
    Py_INCREF(plain), Py_INCREF(parameter), Py_INCREF(modes), Py_INCREF(grad_enabled),
        Py_INCREF(changed), Py_INCREF(is_neg), Py_INCREF(is_conj);
    torch.plain = (PyTypeObject *)plain;
    torch.parameter = (PyTypeObject *)parameter;
    torch.modes = modes;
    torch.grad_enabled = grad_enabled;
    torch.changed = changed;
    torch.is_neg = is_neg;
    torch.is_conj = is_conj;
    torch.requires_grad = name;
    torch.exchange = exchange;
    Py_RETURN_TRUE;
}

static PyMethodDef functions[] = {
    {"use_torch", use_torch, METH_VARARGS, "Learn torch's tensors; False where its table is not understood."},
    {0},
};

int add_launcher(PyObject *module) {
    PyObject *type = PyType_FromSpec(&spec);
    if (type == NULL || PyModule_AddObject(module, "Launcher", type) < 0) return -1;
    if (pthread_atfork(NULL, NULL, after_fork)) return PyErr_NoMemory(), -1;
    return PyModule_AddFunctions(module, functions);
}
