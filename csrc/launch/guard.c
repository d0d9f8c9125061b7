/* The Python objects that a kernel read while it was traced, compared at each launch: one pointer for each name.
 *
 * A guard is a tuple that Python made and keeps alive: (items, cells, lists, rest, whole). An item is (dict, keys,
 * values, size): the dictionary has these values, and this many keys unless size is -1. A cell is (cell, value), a list
 * (list, values). `rest` is a function that compares everything else, or None; `whole` compares all of it, for
 * launchers in Python.
 */
#include "shared.h"

/* CPython up to 3.13 numbers the states of a dictionary; the limited API does not expose the offset of that number. */
static int versioned = -1;

static uint64_t version_of(PyObject *dict) {
    uint64_t version;
    memcpy(&version, (char *)dict + sizeof(PyObject) + sizeof(Py_ssize_t), sizeof version);
    return version;
}

/* Whether the number at this offset changes with a dictionary, and only then. */
static int has_versions(void) {
    PyObject *dict = PyDict_New(), *other = PyDict_New();
    uint64_t seen[5] = {0};
    int right = dict != NULL && other != NULL;
    for (int i = 0; i < 4 && right; i++) {
        seen[i] = version_of(dict);
        right = (i == 0 || seen[i] != seen[i - 1]) &&
                PyDict_SetItemString(other, "k", i & 1 ? Py_True : Py_None) == 0 && version_of(dict) == seen[i] &&
                PyDict_SetItemString(dict, "k", i & 1 ? Py_True : Py_None) == 0;
    }
    right = right && version_of(dict) != seen[3];
    Py_XDECREF(dict);
    Py_XDECREF(other);
    PyErr_Clear();
    return right;
}

static int same_items(PyObject *item) {
    PyObject *dict = PyTuple_GetItem(item, 0), *keys = PyTuple_GetItem(item, 1), *values = PyTuple_GetItem(item, 2);
    Py_ssize_t size = PyLong_AsSsize_t(PyTuple_GetItem(item, 3));
    if (size >= 0 && PyDict_Size(dict) != size) return 0;
    for (Py_ssize_t i = PyTuple_Size(keys) - 1; i >= 0; i--) {
        PyObject *found = PyDict_GetItemWithError(dict, PyTuple_GetItem(keys, i));
        if (found != PyTuple_GetItem(values, i)) return PyErr_Occurred() ? -1 : 0;
    }
    return 1;
}

static int same_list(PyObject *list, PyObject *values) {
    Py_ssize_t size = PyTuple_Size(values);
    if (PyList_Size(list) != size) return 0;
    for (Py_ssize_t i = 0; i < size; i++)
        if (PyList_GetItem(list, i) != PyTuple_GetItem(values, i)) return 0;
    return 1;
}

/* The contents of a cell: the first field after the head of the object. */
static PyObject *in_cell(PyObject *cell) {
    PyObject *value;
    memcpy(&value, (char *)cell + sizeof(PyObject), sizeof value);
    return value;
}

/* The uncommon parts of a guard: more dictionaries and cells than fit inline, lists, and the rest. */
static int rest_holds(PyObject *places) {
    PyObject *items = PyTuple_GetItem(places, 0), *cells = PyTuple_GetItem(places, 1);
    PyObject *lists = PyTuple_GetItem(places, 2), *rest = PyTuple_GetItem(places, 3);
    for (Py_ssize_t i = PyTuple_Size(cells) - 1; i >= MAX_GUARDED; i--) {
        PyObject *cell = PyTuple_GetItem(cells, i);
        if (in_cell(PyTuple_GetItem(cell, 0)) != PyTuple_GetItem(cell, 1)) return 0;
    }
    for (Py_ssize_t i = PyTuple_Size(items) - 1; i >= MAX_GUARDED; i--) {
        int same = same_items(PyTuple_GetItem(items, i));
        if (same <= 0) return same;
    }
    for (Py_ssize_t i = PyTuple_Size(lists) - 1; i >= 0; i--) {
        PyObject *list = PyTuple_GetItem(lists, i);
        if (!same_list(PyTuple_GetItem(list, 0), PyTuple_GetItem(list, 1))) return 0;
    }
    if (rest == Py_None) return 1;
    Py_INCREF(places); /* another thread may replace them meanwhile */
    PyObject *held = PyObject_CallFunctionObjArgs(rest, NULL);
    int holds = held == NULL ? -1 : held == Py_True;
    Py_XDECREF(held);
    Py_DECREF(places);
    return holds;
}

int guard_holds(Guard *guard) {
    for (int i = 0; i < guard->cells; i++)
        if (in_cell(guard->cell[i]) != guard->value[i]) return 0;
    for (int i = 0; i < guard->dicts; i++) {
        uint64_t version = version_of(guard->dict[i]);
        if (version == guard->version[i] && versioned) continue;
        int same = same_items(PyTuple_GetItem(PyTuple_GetItem(guard->places, 0), i));
        if (same <= 0) return same;
        guard->version[i] = version;
    }
    return guard->more ? rest_holds(guard->places) : 1;
}

int guard_with(Guard *guard, PyObject *places) {
    memset(guard, 0, sizeof *guard);
    if (places == Py_None) return 0;
    if (versioned < 0) versioned = has_versions();
    if (!PyTuple_CheckExact(places) || PyTuple_Size(places) != 5) {
        PyErr_SetString(PyExc_TypeError, "a guard is (items, cells, lists, rest, whole)");
        return -1;
    }
    PyObject *items = PyTuple_GetItem(places, 0), *cells = PyTuple_GetItem(places, 1);
    Py_ssize_t dicts = PyTuple_Size(items), count = PyTuple_Size(cells);
    guard->more = dicts > MAX_GUARDED || count > MAX_GUARDED || PyTuple_Size(PyTuple_GetItem(places, 2)) ||
                  PyTuple_GetItem(places, 3) != Py_None;
    for (; guard->dicts < dicts && guard->dicts < MAX_GUARDED; guard->dicts++)
        guard->dict[guard->dicts] = PyTuple_GetItem(PyTuple_GetItem(items, guard->dicts), 0);
    for (; guard->cells < count && guard->cells < MAX_GUARDED; guard->cells++) {
        PyObject *cell = PyTuple_GetItem(cells, guard->cells);
        guard->cell[guard->cells] = PyTuple_GetItem(cell, 0);
        guard->value[guard->cells] = PyTuple_GetItem(cell, 1);
    }
    guard->places = places;
    return 0;
}
