/* The hot path of an eager call: from arrays to cuLaunchKernelEx without a Python object made on the way.
 *
 * A Launcher holds the variants of one kernel. A variant is what the general path worked out for one signature
 * (element types, shapes, strides and device of the arrays, and the keyword arguments): function, grid, block,
 * attributes, and a block of parameter bytes in which the addresses and launch scalars are patched. A call that
 * matches no variant, or that torch must see (autograd, dispatch modes, subclasses, tensors without memory),
 * returns NotImplemented, and the general path in Python takes it.
 */
#include "launcher.h"

#include <stddef.h>
#include <structmember.h>

#include "shared.h"

#define MAX_RANK 8
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
    PyObject *value; /* that calls must pass; NULL for a launch scalar */
    char format;     /* of a launch scalar, as in `struct`: b B h H i I q Q f d ? */
    uint32_t offset; /* of a launch scalar, in the parameter bytes */
} Word;

typedef struct Variant {
    struct Variant *next;
    uint64_t hash;
    int inputs, outputs; /* the arrays of a call: inputs, then outputs, which may be allocated */
    ArrayKey keys[MAX_ARRAYS];
    uint64_t bytes[MAX_ARRAYS];
    PyObject *make[MAX_ARRAYS]; /* for each output: (function, args, kwargs, the same on the current device), or None */
    int passed;                 /* whether calls pass the outputs: one of them cannot be made */
    int writes, write[MAX_ARRAYS]; /* the arrays that a launch writes; autograd gets new versions of them */
    int words;
    Word word[MAX_WORDS];
    Plan plan;
} Variant;

typedef struct {
    PyObject_HEAD
    Variant **table;
    size_t slots;
    size_t count;
    Variant *last;     /* that was launched */
    PyObject *scalars; /* the names of the launch scalars: a set */
    int retired;       /* whether its kernel forgot it, or is gone */
    Guard guard;
    Driver driver;
    PyObject *refuse; /* (status) -> raises */
    PyObject *name;
} Launcher;

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

/* Bytes from the first element to the last, gaps included; torch has no negative strides. */
static uint64_t bytes_of(const TensorView *view) {
    uint64_t count = 1;
    for (int32_t i = 0; i < view->rank; i++) {
        if (view->shape[i] == 0) return 0;
        count +=
            (uint64_t)(view->shape[i] - 1) * (uint64_t)(view->strides ? view->strides[i] : row_major_stride(view, i));
    }
    return (count * view->type.bits * view->type.lanes + 7) / 8;
}

/* Keyword arguments */

static uint64_t bits_of(PyObject *number) {
    double value = PyFloat_AsDouble(number);
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Whether a trace with one value is one with the other: 0.0 is not -0.0, and a NaN is itself; -1 for an error. */
static int same_value(PyObject *one, PyObject *other) {
    if (one == other) return 1;
    if (Py_TYPE(one) != Py_TYPE(other)) return 0;
    if (PyFloat_CheckExact(one)) return bits_of(one) == bits_of(other);
    return PyObject_RichCompareBool(one, other, Py_EQ);
}

/* The hash of a keyword argument that is not a launch scalar. */
static uint64_t hash_word(PyObject *name, PyObject *value) {
    uint64_t bits = PyFloat_CheckExact(value) ? bits_of(value) : (uint64_t)PyObject_Hash(value);
    uint64_t named = (uint64_t)PyObject_Hash(name);
    PyErr_Clear(); /* a value that cannot be hashed is in no variant */
    return mix(mix(named, (uint64_t)(uintptr_t)Py_TYPE(value)), bits);
}

/* A call */

static int is_written(const Variant *variant, int array) {
    for (int k = 0; k < variant->writes; k++)
        if (variant->write[k] == array) return 1;
    return 0;
}

/* Whether an array that is written shares memory with another. An input may be passed twice, to be written once. */
static int overlap(const Variant *variant, const uint64_t *address, int count) {
    const uint64_t *bytes = variant->bytes;
    for (int k = 0; k < variant->writes; k++) {
        int i = variant->write[k];
        for (int j = 0; j < count && i < count; j++) {
            if (i == j || address[i] >= address[j] + bytes[j] || address[j] >= address[i] + bytes[i]) continue;
            if (i >= variant->inputs || j >= variant->inputs || address[i] != address[j] || bytes[i] != bytes[j] ||
                is_written(variant, j))
                return 1;
        }
    }
    return 0;
}

/* 0 where they are not those of the variant. */
static int words_fit(const Variant *variant, const Words *given, unsigned char *blob) {
    if (given->count != variant->words) return 0;
    for (int i = 0; i < variant->words; i++) {
        const Word *word = &variant->word[i];
        PyObject *value = NULL;
        for (int k = 0; k < given->count && value == NULL; k++)
            if (given->name[k] == word->name) value = given->value[k];
        for (int k = 0; k < given->count && value == NULL; k++)
            if (PyUnicode_Compare(given->name[k], word->name) == 0) value = given->value[k];
        if (value == NULL) return PyErr_Occurred() ? -1 : 0;
        if (word->value == NULL) {
            if (!put_number(blob + word->offset, word->format, value)) return 0;
        } else {
            int equal = same_value(value, word->value);
            if (equal <= 0) return equal;
        }
    }
    return 1;
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

PyObject *missed(void) {
    Py_INCREF(Py_NotImplemented);
    return Py_NotImplemented;
}

/* Another output like the first one: `near` it where its device is the current one. */
static PyObject *another(PyObject *make, int near) {
    PyObject *function = near ? PyTuple_GetItem(make, 3) : Py_None;
    if (function != Py_None) return PyObject_Call(function, PyTuple_GetItem(make, 4), NULL);
    return PyObject_Call(PyTuple_GetItem(make, 0), PyTuple_GetItem(make, 1), PyTuple_GetItem(make, 2));
}

/* Whether a variant is for this call, whose parameter bytes then are in `blob`; -1 for an error. */
static int fits(const Variant *variant, const TensorView *views, int inputs, int total, const Words *words,
                unsigned char *blob) {
    if (variant->inputs != inputs || (total != inputs + variant->outputs && (total != inputs || variant->passed)))
        return 0;
    for (int i = 0; i < total; i++)
        if (!same(&variant->keys[i], &views[i])) return 0;
    memcpy(blob, variant->plan.blob, variant->plan.param_bytes);
    return words_fit(variant, words, blob);
}

/* The variant of a call, the last one first; NULL where there is none, or with an exception. */
static Variant *find(Launcher *launcher, const TensorView *views, int inputs, int total, const Words *words,
                     unsigned char *blob) {
    int found = launcher->last == NULL ? 0 : fits(launcher->last, views, inputs, total, words, blob);
    if (found) return found < 0 ? NULL : launcher->last;
    uint64_t hash = (uint64_t)inputs;
    for (int i = 0; i < inputs; i++) hash = hash_view(hash, &views[i]);
    for (int i = 0; i < words->count; i++) {
        int varies = PySet_Contains(launcher->scalars, words->name[i]);
        if (varies < 0) return NULL;
        if (!varies) hash += hash_word(words->name[i], words->value[i]);
    }
    Variant *variant = launcher->table[hash & (launcher->slots - 1)];
    for (; variant != NULL; variant = variant->next) {
        if (variant->hash != hash) continue;
        found = fits(variant, views, inputs, total, words, blob);
        if (found < 0) return NULL;
        if (found) return launcher->last = variant;
    }
    return NULL;
}

/* Whether an output is real: inside a transform of torch it is not, whatever the inputs are. */
static int has_memory(PyObject *output, TensorView *view) {
    if (torch.exchange->view(output, view)) {
        PyErr_Clear();
        return 0;
    }
    return view->data != NULL || bytes_of(view) == 0;
}

/* One output, a tuple of them, or None; the references go to it. */
static PyObject *outputs_of(PyObject **made, int count) {
    if (count == 1) return made[0];
    PyObject *result = count ? PyTuple_New(count) : Py_None;
    if (count == 0) Py_INCREF(result);
    for (int i = 0; i < count; i++) {
        if (result == NULL) Py_DECREF(made[i]);
        else PyTuple_SetItem(result, i, made[i]);
    }
    return result;
}

PyObject *launch_known(PyObject *self, PyObject *const *arrays, int inputs, int total, const Words *words) {
    Launcher *launcher = (Launcher *)self;
    TensorView views[MAX_ARRAYS];
    uint64_t address[MAX_ARRAYS];
    if (total < 1 || launcher->count == 0 || launcher->retired || forked) return missed();
    int unchanged = launcher->guard.places == NULL ? 1 : guard_holds(&launcher->guard);
    if (unchanged <= 0) return unchanged < 0 ? NULL : missed();
    for (int i = 0; i < total; i++)
        if (!view_of(arrays[i], &views[i])) return missed();
    int seen = torch_must_see(arrays, views, total, 1);
    if (seen) return seen < 0 ? NULL : missed();
    _Alignas(64) unsigned char blob[MAX_PARAM_BYTES];
    const Variant *variant = find(launcher, views, inputs, total, words, blob);
    if (variant == NULL) return PyErr_Occurred() ? NULL : missed();
    const Plan *plan = &variant->plan;

    PyObject *made[MAX_ARRAYS];
    int fresh = 0, owned = total == inputs;
    for (int i = 0; i < total; i++) {
        address[i] = address_of(&views[i]);
        if (address[i] & (plan->alignment - 1)) return missed();
    }
    if (overlap(variant, address, total)) return missed();
    for (int i = 0; i < plan->maps; i++) {
        const MapPatch *map = &plan->map[i];
        if (map->array < total && (address[map->array] + map->addend) % map->unit) return missed();
    }
    void *current = NULL;
    int status = launcher->driver.current(&current);
    int elsewhere = current != plan->context;
    while (owned && !status && fresh < variant->outputs) {
        PyObject *output = another(variant->make[fresh], !elsewhere);
        if (output == NULL) goto failed;
        made[fresh++] = output;
        TensorView view;
        if (!has_memory(output, &view)) {
            for (int i = 0; i < fresh; i++) Py_DECREF(made[i]);
            return missed();
        }
        address[inputs + fresh - 1] = address_of(&view);
    }
    void *stream;
    if (torch.exchange->stream(views[0].device_type, views[0].device_id, &stream)) goto failed;
    if (!status) {
        Py_BEGIN_ALLOW_THREADS /* a full launch queue blocks */
        status = launch_plan(&launcher->driver, plan, blob, address, stream, elsewhere ? plan->context : NULL);
        Py_END_ALLOW_THREADS
    }
    if (status) {
        refuse(launcher->refuse, status);
        goto failed;
    }
    note_launch(launcher->name, plan->config.grid);
    for (int i = 0; i < variant->writes; i++)
        if (variant->write[i] < total && mark_written(&arrays[variant->write[i]], 1) < 0) goto failed;
    return outputs_of(made, fresh);
failed:
    for (int i = 0; i < fresh; i++) Py_DECREF(made[i]);
    return NULL;
}

/* The same with what a caller passed as `out`, which is what it gets back. */
static PyObject *run(PyObject *self, PyObject **arrays, int inputs, PyObject *out, const Words *words) {
    int total = inputs < 0 ? -1 : gather(out, arrays, inputs);
    PyObject *result = launch_known(self, arrays, inputs, total, words);
    if (result != Py_None || total <= inputs) return result;
    Py_DECREF(result);
    result = PyTuple_CheckExact(out) && total == inputs + 1 ? arrays[inputs] : out;
    Py_INCREF(result);
    return result;
}

static PyObject *call(PyObject *self, PyObject *const *given, Py_ssize_t count) {
    if (count != 3 || !PyTuple_CheckExact(given[0])) {
        PyErr_SetString(PyExc_TypeError, "call takes (args, out, kwargs)");
        return NULL;
    }
    PyObject *arrays[MAX_ARRAYS], *kwargs = given[2];
    Words words = {0};
    if (held) return missed();
    if (kwargs != Py_None) {
        Py_ssize_t at = 0, size = PyDict_Size(kwargs);
        if (size < 0) return NULL;
        if (size > MAX_WORDS) return missed();
        while (PyDict_Next(kwargs, &at, &words.name[words.count], &words.value[words.count])) words.count++;
    }
    return run(self, arrays, gather(given[0], arrays, 0), given[1], &words);
}

PyObject *call_kernel(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names) {
    PyObject *arrays[MAX_ARRAYS], *out = Py_None;
    Words words;
    words.count = 0;
    Py_ssize_t named = names == NULL ? 0 : PyTuple_Size(names);
    if (held || count > MAX_ARRAYS || named > MAX_WORDS) return missed();
    for (Py_ssize_t i = 0; i < count; i++) arrays[i] = args[i];
    for (Py_ssize_t i = 0; i < named; i++) {
        PyObject *name = PyTuple_GetItem(names, i), *value = args[count + i];
        if (name == word_out || PyUnicode_Compare(name, word_out) == 0) {
            out = value;
        } else if (PyUnicode_Compare(name, word_engine) == 0) {
            if (value != Py_None) return missed();
        } else {
            words.name[words.count] = name;
            words.value[words.count++] = value;
        }
    }
    return run(self, arrays, (int)count, out, &words);
}

static PyObject *retire(PyObject *self, PyObject *none) {
    (void)none;
    ((Launcher *)self)->retired = 1;
    guard_with(&((Launcher *)self)->guard, Py_None);
    Py_RETURN_NONE;
}

static PyObject *watch(PyObject *self, PyObject *places) {
    if (guard_with(&((Launcher *)self)->guard, places) < 0) return NULL;
    Py_RETURN_NONE;
}

/* Learning */

static void forget(Variant *variant) {
    for (int i = 0; i < variant->outputs; i++) Py_XDECREF(variant->make[i]);
    for (int i = 0; i < variant->words; i++) {
        Py_XDECREF(variant->word[i].name);
        Py_XDECREF(variant->word[i].value);
    }
    drop_plan(&variant->plan);
    PyMem_Free(variant);
}

static int learn_arrays(Variant *variant, PyObject *inputs, PyObject *outputs, PyObject *makes) {
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
    }
    for (int i = variant->inputs; i < total; i++) {
        PyObject *make = PyTuple_GetItem(makes, i - variant->inputs);
        Py_INCREF(make);
        variant->passed |= make == Py_None;
        variant->make[variant->outputs++] = make;
    }
    return PyErr_Occurred() ? -1 : 1;
}

static int learn_written(Variant *variant, PyObject *written) {
    for (Py_ssize_t i = 0; i < PyTuple_Size(written); i++)
        variant->write[variant->writes++] = (int)PyLong_AsLong(PyTuple_GetItem(written, i));
    return PyErr_Occurred() ? -1 : 1;
}

static int learn_words(const Launcher *launcher, Variant *variant, PyObject *words) {
    for (Py_ssize_t i = 0; i < PyTuple_Size(words); i++) {
        Word *word = &variant->word[variant->words];
        const char *format;
        unsigned offset;
        PyObject *name, *value;
        if (!PyArg_ParseTuple(PyTuple_GetItem(words, i), "UOsI", &name, &value, &format, &offset)) return -1;
        Py_INCREF(name);
        PyUnicode_InternInPlace(&name);
        word->name = name;
        word->format = *format;
        word->offset = offset;
        word->value = *format ? NULL : value;
        Py_XINCREF(word->value);
        if (word->value != NULL) variant->hash += hash_word(name, value);
        variant->words++;
        if (word->value == NULL && PySet_Add(launcher->scalars, name) < 0) return -1;
    }
    return 1;
}

/* Whether a launcher has a variant for these arrays and keyword arguments; -1 for an error. */
static int is_known(Launcher *launcher, PyObject *inputs, PyObject *outputs, PyObject *words) {
    PyObject *arrays[MAX_ARRAYS];
    TensorView views[MAX_ARRAYS];
    unsigned char blob[MAX_PARAM_BYTES];
    Words given;
    int count = gather(inputs, arrays, 0), total = gather(outputs, arrays, count);
    if (launcher->slots == 0) return 0;
    for (int i = 0; i < total; i++)
        if (!view_of(arrays[i], &views[i])) return 0;
    for (given.count = 0; given.count < PyTuple_Size(words); given.count++) {
        PyObject *word = PyTuple_GetItem(words, given.count);
        given.name[given.count] = PyTuple_GetItem(word, 0);
        given.value[given.count] = PyTuple_GetItem(word, 1);
    }
    return find(launcher, views, count, total, &given, blob) != NULL ? 1 : PyErr_Occurred() ? -1 : 0;
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
    PyObject *inputs, *outputs, *plan;
    if (!PyArg_ParseTuple(args, "O!O!O", &PyTuple_Type, &inputs, &PyTuple_Type, &outputs, &plan)) return NULL;
    PyObject *makes = member_of(plan, "outputs"), *words = member_of(plan, "words");
    PyObject *written = member_of(plan, "written");
    if (makes == NULL || words == NULL || written == NULL) return NULL;
    if (torch.exchange == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "use_torch comes first");
        return NULL;
    }
    Py_ssize_t arrays = PyTuple_Size(inputs) + PyTuple_Size(outputs);
    if (PyTuple_Size(makes) != PyTuple_Size(outputs)) {
        PyErr_SetString(PyExc_ValueError, "a way to make each output");
        return NULL;
    }
    if (arrays > MAX_ARRAYS || PyTuple_Size(words) > MAX_WORDS || PyTuple_Size(written) > arrays ||
        launcher->count >= MAX_VARIANTS)
        Py_RETURN_FALSE;
    Variant *variant = PyMem_Calloc(1, sizeof *variant);
    if (variant == NULL) return PyErr_NoMemory();
    int learnt = read_plan(plan, &variant->plan);
    if (learnt > 0) learnt = variant->plan.arrays == arrays && (!variant->plan.maps || launcher->driver.replace);
    if (learnt > 0) learnt = learn_arrays(variant, inputs, outputs, makes);
    if (learnt > 0) learnt = learn_words(launcher, variant, words);
    if (learnt > 0) learnt = learn_written(variant, written);
    if (learnt > 0) {
        int known = is_known(launcher, inputs, outputs, words);
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
    PyObject *addresses, *refusal, *name;
    (void)kwargs;
    if (!PyArg_ParseTuple(args, "O!OU", &PyTuple_Type, &addresses, &refusal, &name)) return NULL;
    Launcher *launcher = (Launcher *)PyType_GenericAlloc(type, 0);
    if (launcher == NULL) return NULL;
    Py_INCREF(refusal), Py_INCREF(name);
    launcher->refuse = refusal;
    launcher->name = name;
    launcher->scalars = PySet_New(NULL);
    if (launcher->scalars == NULL || read_driver(addresses, &launcher->driver) < 0) Py_CLEAR(launcher);
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
    Py_XDECREF(launcher->scalars);
    Py_XDECREF(launcher->refuse);
    Py_XDECREF(launcher->name);
    PyObject_Free(self);
    Py_DECREF(type);
}

static PyMethodDef methods[] = {
    {"call", (PyCFunction)(void *)call, METH_FASTCALL, "call(args, out, kwargs): launch, or return NotImplemented."},
    {"retire", retire, METH_NOARGS, "Launch nothing any more: every call takes the general path."},
    {"watch", watch, METH_O, "Launch only while Python values are what they were; the caller keeps the guard alive."},
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

PyObject *launcher_type;

int add_launcher(PyObject *module) {
    launcher_type = PyType_FromSpec(&spec);
    if (launcher_type == NULL) return -1;
    Py_INCREF(launcher_type);
    return PyModule_AddObject(module, "Launcher", launcher_type);
}
