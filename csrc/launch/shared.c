#include "shared.h"

#include <float.h>
#include <math.h>
#include <pthread.h>

#define LAUNCHES 3 /* the number of this interface, as `pyptx.runtime.extension` has it */
#define KEPT 64

Torch torch;
volatile int forked;
int held;
PyObject *word_out, *word_engine;

static struct {
    PyObject *name;
    unsigned grid[3];
} ring[KEPT]; /* the last launches of this process, under the GIL */
static size_t rung;

static void after_fork(void) { forked = 1; }

/* torch */

static int holds(PyObject *question, PyObject *array) {
    PyObject *answer = PyObject_CallFunctionObjArgs(question, array, NULL);
    if (answer == NULL) return -1;
    Py_DECREF(answer);
    return answer == Py_True;
}

/* Whether the memory of a real tensor may hold negatives: -1 for an error.
 *
 * Such tensors are views, and those that are not of inference mode or of `.data` say of what. Those that torch makes are
 * imaginary parts of conjugates, and have no odd strides. To ask torch itself is twice as much. */
static int may_be_negative(PyObject *array, const TensorView *view) {
    int odd = 0;
    for (int32_t i = 0; i < view->rank; i++) odd |= view->shape[i] > 1 && view->strides != NULL && view->strides[i] & 1;
    if (!odd) return 1;
    PyObject *base = PyObject_GetAttr(array, torch.base);
    if (base == NULL) return -1;
    Py_DECREF(base);
    return base != Py_None;
}

int torch_must_see(PyObject *const *arrays, const TensorView *views, int count, int gradients) {
    PyObject *modes = PyObject_CallNoArgs(torch.modes);
    if (modes == NULL) return -1;
    long active = PyLong_AsLong(modes);
    Py_DECREF(modes);
    if (active) return active < 0 && PyErr_Occurred() ? -1 : 1;
    for (int i = 0; i < count; i++) {
        int lazy = may_be_negative(arrays[i], &views[i]);
        if (lazy > 0) lazy = holds(torch.is_neg, arrays[i]);
        if (!lazy && views[i].type.code == TYPE_COMPLEX) lazy = holds(torch.is_conj, arrays[i]);
        if (lazy) return lazy;
        if (!gradients) continue;
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

int tell(PyObject *const *written, int count) {
    PyObject *tensors = PyTuple_New(count);
    if (tensors == NULL) return -1;
    for (int i = 0; i < count; i++) {
        Py_INCREF(written[i]);
        PyTuple_SetItem(tensors, i, written[i]);
    }
    PyObject *done = PyObject_CallFunctionObjArgs(torch.changed, tensors, NULL);
    Py_DECREF(tensors);
    Py_XDECREF(done);
    return done == NULL ? -1 : 0;
}

/* Numbers */

int put_number(unsigned char *at, char format, PyObject *value) {
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
    if (PyFloat_CheckExact(value) && (format == '4' || format == '8'))
        return put_number(at, format == '4' ? 'f' : 'd', value);
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
        {'1', 1, INT8_MIN, UINT8_MAX},  {'2', 2, INT16_MIN, UINT16_MAX},
        {'4', 4, INT32_MIN, UINT32_MAX}, {'8', 8, INT64_MIN, INT64_MAX},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (kinds[i].format != format) continue;
        if (number < kinds[i].least || number > kinds[i].most) return 0;
        memcpy(at, &number, (size_t)kinds[i].bytes); /* little-endian, as every host of a GPU is */
        return 1;
    }
    return 0;
}

/* The driver */

int read_driver(PyObject *addresses, Driver *driver) {
    unsigned long long launch_at, current_at, push_at, pop_at, replace_at;
    if (!PyArg_ParseTuple(addresses, "KKKKK", &launch_at, &current_at, &push_at, &pop_at, &replace_at)) return -1;
    driver->launch = (int (*)(const LaunchConfig *, void *, void **, void **))(uintptr_t)launch_at;
    driver->current = (int (*)(void **))(uintptr_t)current_at;
    driver->push = (int (*)(void *))(uintptr_t)push_at;
    driver->pop = (int (*)(void **))(uintptr_t)pop_at;
    driver->replace = (int (*)(void *, void *))(uintptr_t)replace_at;
    return 0;
}

int read_attributes(const char *bytes, size_t size, LaunchConfig *config) {
    LaunchAttribute *attributes = PyMem_Malloc(size + 1);
    if (attributes == NULL) return PyErr_NoMemory(), -1;
    memcpy(attributes, bytes, size);
    config->attributes = attributes;
    config->attribute_count = (unsigned)(size / sizeof(LaunchAttribute));
    return 0;
}

int launch(const Driver *driver, void *context, const LaunchConfig *config, void *function, void **params) {
    int status = 0;
    Py_BEGIN_ALLOW_THREADS /* a full launch queue blocks */
    if (context != NULL) status = driver->push(context);
    if (!status) {
        status = driver->launch(config, function, params, NULL);
        if (context != NULL) {
            int popped = driver->pop(&context);
            if (!status) status = popped;
        }
    }
    Py_END_ALLOW_THREADS
    return status;
}

void refuse(PyObject *refusal, int status) {
    PyObject *returned = PyObject_CallFunction(refusal, "i", status);
    if (returned == NULL) return;
    Py_DECREF(returned);
    PyErr_Format(PyExc_SystemError, "the driver returned status %d, and nothing was raised", status);
}

void note_launch(PyObject *name, const unsigned *grid) {
    size_t at = rung++ % KEPT;
    PyObject *before = ring[at].name;
    Py_INCREF(name);
    ring[at].name = name;
    memcpy(ring[at].grid, grid, sizeof ring[at].grid);
    Py_XDECREF(before);
}

/* What Python calls */

static PyObject *use_torch(PyObject *module, PyObject *args) {
    PyObject *capsule, *plain, *parameter, *modes, *grad_enabled, *changed, *is_neg, *is_conj;
    (void)module;
    if (!PyArg_ParseTuple(args, "OO!O!OOOOO", &capsule, &PyType_Type, &plain, &PyType_Type, &parameter, &modes,
                          &grad_enabled, &changed, &is_neg, &is_conj))
        return NULL;
    const ExchangeTable *exchange = PyCapsule_GetPointer(capsule, EXCHANGE_CAPSULE);
    if (exchange == NULL) return NULL;
    if (exchange->major != 1 || exchange->view == NULL || exchange->stream == NULL) Py_RETURN_FALSE;
    PyObject *name = PyUnicode_InternFromString("requires_grad"), *base = PyUnicode_InternFromString("_base");
    if (name == NULL || base == NULL) return NULL;
    Py_INCREF(plain), Py_INCREF(parameter), Py_INCREF(modes), Py_INCREF(grad_enabled);
    Py_INCREF(changed), Py_INCREF(is_neg), Py_INCREF(is_conj);
    torch.plain = (PyTypeObject *)plain;
    torch.parameter = (PyTypeObject *)parameter;
    torch.modes = modes;
    torch.grad_enabled = grad_enabled;
    torch.changed = changed;
    torch.is_neg = is_neg;
    torch.is_conj = is_conj;
    torch.requires_grad = name;
    torch.base = base;
    torch.exchange = exchange;
    Py_RETURN_TRUE;
}

static PyObject *hold(PyObject *module, PyObject *args) {
    int more;
    (void)module;
    if (!PyArg_ParseTuple(args, "i", &more)) return NULL;
    held += more;
    Py_RETURN_NONE;
}

static PyObject *note(PyObject *module, PyObject *args) {
    PyObject *name;
    unsigned grid[3];
    (void)module;
    if (!PyArg_ParseTuple(args, "U(III)", &name, &grid[0], &grid[1], &grid[2])) return NULL;
    note_launch(name, grid);
    Py_RETURN_NONE;
}

static PyObject *last_launches(PyObject *module, PyObject *none) {
    (void)module, (void)none;
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list != NULL && i < KEPT && i < rung; i++) {
        size_t at = (rung - 1 - i) % KEPT;
        PyObject *item = Py_BuildValue("O(III)", ring[at].name, ring[at].grid[0], ring[at].grid[1], ring[at].grid[2]);
        if (item == NULL || PyList_Append(list, item) < 0) Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

static PyMethodDef functions[] = {
    {"use_torch", use_torch, METH_VARARGS, "Learn torch's tensors; False where its table is not understood."},
    {"hold", hold, METH_VARARGS, "Send calls the general path while more than 0 ask for it."},
    {"note_launch", note, METH_VARARGS, "Remember a launch: the name of its entry, and its grid."},
    {"last_launches", last_launches, METH_NOARGS, "The last 64 launches of this process, the newest first."},
    {0},
};

int add_launching(PyObject *module) {
    word_out = PyUnicode_InternFromString("out");
    word_engine = PyUnicode_InternFromString("engine");
    if (word_out == NULL || word_engine == NULL) return -1;
    if (pthread_atfork(NULL, NULL, after_fork)) return PyErr_NoMemory(), -1;
    if (add_launcher(module) < 0 || add_bound(module) < 0 || add_hasty(module) < 0) return -1;
    if (PyModule_AddIntConstant(module, "LAUNCHES", LAUNCHES) < 0) return -1;
    return PyModule_AddFunctions(module, functions);
}
