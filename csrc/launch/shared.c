#include "shared.h"

#include <float.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#define LAUNCHES 14 /* the number of this interface, as `pyptx.runtime.extension` has it */
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

PyObject *member_of(PyObject *record, const char *name) {
    PyObject *found = PyObject_GetAttrString(record, name);
    Py_XDECREF(found);
    return found;
}

/* Read a tuple of numbers: how many, or -1; more than fit are 0 with `*fits` cleared. */
static int numbers(PyObject *from, uint32_t *into, int most, int *fits) {
    Py_ssize_t count = from == NULL ? -1 : PyTuple_Size(from);
    if (count < 0) return -1;
    if (count > most) return *fits = 0;
    for (Py_ssize_t i = 0; i < count; i++) into[i] = (uint32_t)PyLong_AsUnsignedLong(PyTuple_GetItem(from, i));
    return PyErr_Occurred() ? -1 : (int)count;
}

static void *handle(PyObject *record, const char *name) {
    PyObject *found = member_of(record, name);
    return found == NULL ? NULL : PyLong_AsVoidPtr(found);
}

static void *copy_of(PyObject *record, const char *name, Py_ssize_t *size) {
    char *bytes;
    PyObject *found = member_of(record, name);
    if (found == NULL || PyBytes_AsStringAndSize(found, &bytes, size) < 0) return NULL;
    void *copy = malloc((size_t)*size + 1);
    if (copy == NULL) return PyErr_NoMemory();
    return memcpy(copy, bytes, (size_t)*size);
}

static int read_maps(PyObject *maps, Plan *plan) {
    Py_ssize_t count = maps == NULL ? -1 : PyTuple_Size(maps);
    if (count < 0 || count > MAX_MAPS) return count < 0 ? -1 : 0;
    for (plan->maps = 0; plan->maps < count; plan->maps++) {
        MapPatch *map = &plan->map[plan->maps];
        unsigned long long addend;
        if (!PyArg_ParseTuple(PyTuple_GetItem(maps, plan->maps), "iIKI", &map->array, &map->offset, &addend,
                              &map->unit))
            return -1;
        map->addend = addend;
    }
    return 1;
}

int read_plan(PyObject *from, Plan *plan) {
    int fits = 1;
    Py_ssize_t size, attributes;
    memset(plan, 0, sizeof *plan);
    PyObject *ready = member_of(from, "ready");
    if (ready == NULL) return -1;
    plan->function = handle(ready, "function");
    plan->context = handle(ready, "context");
    PyObject *grid = member_of(ready, "grid"), *block = member_of(ready, "block"), *smem = member_of(ready, "smem");
    if (grid == NULL || block == NULL || smem == NULL) return -1;
    LaunchConfig *config = &plan->config;
    if (!PyArg_ParseTuple(grid, "III", &config->grid[0], &config->grid[1], &config->grid[2]) ||
        !PyArg_ParseTuple(block, "III", &config->block[0], &config->block[1], &config->block[2]))
        return -1;
    config->shared_bytes = (unsigned)PyLong_AsUnsignedLong(smem);
    plan->params = numbers(member_of(from, "offsets"), plan->param_at, MAX_PARAMS, &fits);
    plan->arrays = numbers(member_of(from, "addresses"), plan->address_at, MAX_ADDRESSES, &fits);
    if (plan->params < 0 || plan->arrays < 0 || PyErr_Occurred()) return -1;
    PyObject *alignment = member_of(from, "alignment");
    plan->alignment = alignment == NULL ? 0 : (uint32_t)PyLong_AsUnsignedLong(alignment);
    if (PyErr_Occurred()) return -1;
    if (plan->alignment & (plan->alignment - 1)) return PyErr_BadArgument(), -1;
    int maps = read_maps(member_of(from, "maps"), plan);
    if (maps < 0) return -1;
    plan->blob = copy_of(from, "blob", &size);
    if (plan->blob == NULL) return -1;
    plan->param_bytes = (uint32_t)size;
    config->attributes = copy_of(ready, "attributes", &attributes);
    if (config->attributes == NULL) return -1;
    config->attribute_count = (unsigned)((size_t)attributes / sizeof(LaunchAttribute));
    return fits && maps && size <= MAX_PARAM_BYTES;
}

void drop_plan(Plan *plan) {
    free(plan->blob);
    free((void *)plan->config.attributes);
}

int launch_plan(const Driver *driver, const Plan *plan, unsigned char *blob, const uint64_t *address, void *stream,
                void *context) {
    void *params[MAX_PARAMS];
    LaunchConfig config = plan->config;
    config.stream = stream;
    for (int i = 0; i < plan->arrays; i++) memcpy(blob + plan->address_at[i], &address[i], sizeof *address);
    for (int i = 0; i < plan->maps; i++) {
        const MapPatch *map = &plan->map[i];
        int status = driver->replace(blob + map->offset, (void *)(uintptr_t)(address[map->array] + map->addend));
        if (status) return status;
    }
    for (int i = 0; i < plan->params; i++) params[i] = blob + plan->param_at[i];
    if (context == NULL) return driver->launch(&config, plan->function, params, NULL);
    int status = driver->push(context);
    if (status) return status;
    status = driver->launch(&config, plan->function, params, NULL);
    int popped = driver->pop(&context);
    return status ? status : popped;
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
    {"hold", hold, METH_VARARGS, "Send calls to the general path while the count is above 0."},
    {"note_launch", note, METH_VARARGS, "Remember a launch: the name of its entry, and its grid."},
    {"last_launches", last_launches, METH_NOARGS, "The last 64 launches of this process, the newest first."},
    {0},
};

int add_launching(PyObject *module) {
    word_out = PyUnicode_InternFromString("out");
    word_engine = PyUnicode_InternFromString("engine");
    if (word_out == NULL || word_engine == NULL) return -1;
    if (pthread_atfork(NULL, NULL, after_fork)) return PyErr_NoMemory(), -1;
    if (add_launcher(module) < 0 || add_address_launch(module) < 0 || add_operator(module) < 0) return -1;
    if (add_torch(module) < 0 || add_native_call(module) < 0) return -1;
    if (PyModule_AddIntConstant(module, "LAUNCHES", LAUNCHES) < 0) return -1;
    return PyModule_AddFunctions(module, functions);
}
