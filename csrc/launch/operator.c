/* A torch operator of a kernel, called from Python: its arguments are the inputs, a number or None for each name, the
 * template arguments as text, and outputs to write. Those from the numbers on may be left away, or given by name. */
#include "shared.h"

#include <stddef.h>
#include <structmember.h>

#define MAX_PARAMETERS (MAX_ARRAYS + MAX_WORDS + 1)

typedef struct {
    PyObject_HEAD
    PyObject *launcher;
    PyObject *parameters; /* their names in the schema */
    PyObject *numbers;    /* the keyword arguments of the kernel that are numbers: their names */
    PyObject *texts;      /* the keyword arguments that a text represents: a dict of dicts */
    int inputs;
} Operator;

/* Add the keyword arguments that a text represents; 0 where they are not known, -1 for an error. */
static int spell_out(const Operator *op, PyObject *text, Words *words) {
    if (!PyUnicode_CheckExact(text)) return 0;
    PyObject *known = PyDict_GetItemWithError(op->texts, text);
    if (known == NULL) return PyErr_Occurred() ? -1 : 0;
    Py_ssize_t at = 0, size = PyDict_Size(known);
    if (size < 0 || words->count + size > MAX_WORDS) return size < 0 ? -1 : 0;
    while (PyDict_Next(known, &at, &words->name[words->count], &words->value[words->count])) words->count++;
    return 1;
}

/* Put the arguments of a call in the order of the schema, NULL for those that it leaves away; 0 where it is wrong. */
static int arrange(const Operator *op, PyObject *const *args, Py_ssize_t count, PyObject *names, PyObject **values) {
    Py_ssize_t parameters = PyTuple_Size(op->parameters), named = names == NULL ? 0 : PyTuple_Size(names);
    if (count + named > parameters) return 0;
    for (Py_ssize_t i = 0; i < parameters; i++) values[i] = i < count ? args[i] : NULL;
    for (Py_ssize_t i = 0; i < named; i++) {
        PyObject *name = PyTuple_GetItem(names, i);
        Py_ssize_t at = parameters - 1;
        while (at >= count && PyUnicode_Compare(PyTuple_GetItem(op->parameters, at), name) != 0) at--;
        if (at < count || values[at] != NULL) return 0;
        values[at] = args[count + i];
    }
    return 1;
}

PyObject *call_operator(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names) {
    const Operator *op = (const Operator *)self;
    PyObject *values[MAX_PARAMETERS], *arrays[MAX_ARRAYS];
    if (held || !arrange(op, args, count, names, values)) return missed();
    int modes = function_modes();
    if (modes) return modes < 0 ? NULL : missed();
    int inputs = op->inputs, total = 0;
    Words words;
    words.count = 0;
    for (Py_ssize_t i = 0; i < PyTuple_Size(op->numbers); i++) {
        PyObject *value = values[inputs + i];
        if (value == NULL || value == Py_None) continue;
        words.name[words.count] = PyTuple_GetItem(op->numbers, i);
        words.value[words.count++] = value;
    }
    Py_ssize_t text = inputs + PyTuple_Size(op->numbers);
    if (values[text] != NULL) {
        int spelled = spell_out(op, values[text], &words);
        if (spelled <= 0) return spelled < 0 ? NULL : missed();
    }
    for (Py_ssize_t i = 0; i < PyTuple_Size(op->parameters); i++) {
        if (i >= inputs && i <= text) continue;
        if (values[i] == NULL) return missed();
        arrays[total++] = values[i];
    }
    return launch_known(op->launcher, arrays, inputs, total, &words);
}

static PyObject *create(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    PyObject *launcher, *parameters, *numbers, *texts;
    int inputs;
    (void)kwargs;
    if (!PyArg_ParseTuple(args, "O!iO!O!O!", launcher_type, &launcher, &inputs, &PyTuple_Type, &parameters,
                          &PyTuple_Type, &numbers, &PyDict_Type, &texts))
        return NULL;
    Py_ssize_t arrays = PyTuple_Size(parameters) - PyTuple_Size(numbers) - 1;
    if (inputs < 0 || inputs > arrays || arrays > MAX_ARRAYS || PyTuple_Size(numbers) > MAX_WORDS) {
        PyErr_SetString(PyExc_ValueError, "more parameters than fit, or fewer than there must be");
        return NULL;
    }
    Operator *op = (Operator *)PyType_GenericAlloc(type, 0);
    if (op == NULL) return NULL;
    Py_INCREF(launcher), Py_INCREF(parameters), Py_INCREF(numbers), Py_INCREF(texts);
    op->launcher = launcher;
    op->inputs = inputs;
    op->parameters = parameters;
    op->numbers = numbers;
    op->texts = texts;
    return (PyObject *)op;
}

static void dealloc(PyObject *self) {
    Operator *op = (Operator *)self;
    PyTypeObject *type = Py_TYPE(self);
    Py_XDECREF(op->launcher);
    Py_XDECREF(op->parameters);
    Py_XDECREF(op->numbers);
    Py_XDECREF(op->texts);
    PyObject_Free(self);
    Py_DECREF(type);
}

static PyMemberDef members[] = {
    {"launcher", T_OBJECT_EX, offsetof(Operator, launcher), READONLY, "What launches."},
    {0},
};
static PyType_Slot slots[] = {
    {Py_tp_doc, "A torch operator of a kernel, as it is called from Python."},
    {Py_tp_new, create},
    {Py_tp_dealloc, dealloc},
    {Py_tp_members, members},
    {0},
};
static PyType_Spec spec = {"pyptx._native.Operator", sizeof(Operator), 0, Py_TPFLAGS_DEFAULT, slots};

PyObject *operator_type;

int add_operator(PyObject *module) {
    operator_type = PyType_FromSpec(&spec);
    if (operator_type == NULL) return -1;
    Py_INCREF(operator_type);
    return PyModule_AddObject(module, "Operator", operator_type);
}
