#include "shared.h"

#include <float.h>
#include <math.h>
#include <pthread.h>

#define LAUNCHES 11 /* the number of this interface, as `pyptx.runtime.extension` has it */
#define KEPT 64

volatile int forked;
int held;
PyObject *word_out, *word_engine;

static struct {
    PyObject *name;
    unsigned grid[3];
} ring[KEPT]; /* the last launches of this process, under the GIL */
static size_t rung;

static void after_fork(void) { forked = 1; }

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
        {'b', 1, INT8_MIN, INT8_MAX},    {'B', 1, 0, UINT8_MAX},          {'h', 2, INT16_MIN, INT16_MAX},
        {'H', 2, 0, UINT16_MAX},         {'i', 4, INT32_MIN, INT32_MAX},  {'I', 4, 0, UINT32_MAX},
        {'q', 8, INT64_MIN, INT64_MAX},  {'Q', 8, 0, INT64_MAX},          {'1', 1, INT8_MIN, UINT8_MAX},
        {'2', 2, INT16_MIN, UINT16_MAX}, {'4', 4, INT32_MIN, UINT32_MAX}, {'8', 8, INT64_MIN, INT64_MAX},
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
    if (add_launcher(module) < 0 || add_bound(module) < 0 || add_operator(module) < 0) return -1;
    if (add_torch(module) < 0 || add_hasty(module) < 0) return -1;
    if (PyModule_AddIntConstant(module, "LAUNCHES", LAUNCHES) < 0) return -1;
    return PyModule_AddFunctions(module, functions);
}
