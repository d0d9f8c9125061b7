/* Python classes whose instances are called in C, once C knows how.
 *
 * `hasty(cls)` makes a subclass of a Python class with `__call__`. Its instances have one more field, the function of
 * the vectorcall protocol (PEP 590): while that is NULL they are called as Python says, through `__call__`, and that
 * is what torch's tracer finds at any time. `hasten(object, target)` has a call go to a `Launcher`, a `Bound` or an
 * `Operator` first, and to `__call__` where that says NotImplemented.
 */
#include "shared.h"

#include <stddef.h>
#include <structmember.h>

#define MAX_CLASSES 8

#ifndef Py_TPFLAGS_HAVE_VECTORCALL
#define Py_TPFLAGS_HAVE_VECTORCALL (1UL << 11)
#endif

typedef PyObject *(*Vectorcall)(PyObject *self, PyObject *const *args, size_t count, PyObject *names);

typedef struct {
    Vectorcall call;
    PyObject *target; /* a member of the Python class, which visits and clears it as it does with its slots */
} Haste;

static struct {
    PyTypeObject *type;
    Py_ssize_t at; /* of its `Haste` in an instance */
} classes[MAX_CLASSES];
static int known;

static Haste *haste_of(PyObject *self) {
    for (int i = 0; i < known; i++)
        if (Py_TYPE(self) == classes[i].type) return (Haste *)((char *)self + classes[i].at);
    return NULL;
}

static PyObject *as_python_says(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names) {
    ternaryfunc function = (ternaryfunc)PyType_GetSlot(Py_TYPE(self), Py_tp_call);
    Py_ssize_t named = names == NULL ? 0 : PyTuple_Size(names);
    PyObject *positional = PyTuple_New(count), *words = named ? PyDict_New() : NULL, *result = NULL;
    if (positional == NULL || (named && words == NULL)) goto done;
    for (Py_ssize_t i = 0; i < count; i++) {
        Py_INCREF(args[i]);
        PyTuple_SetItem(positional, i, args[i]);
    }
    for (Py_ssize_t i = 0; i < named; i++)
        if (PyDict_SetItem(words, PyTuple_GetItem(names, i), args[count + i]) < 0) goto done;
    result = function(self, positional, words);
done:
    Py_XDECREF(positional);
    Py_XDECREF(words);
    return result;
}

static PyObject *call(PyObject *self, PyObject *const *args, size_t flagged, PyObject *names) {
    Py_ssize_t count = (Py_ssize_t)(flagged & ~PY_VECTORCALL_ARGUMENTS_OFFSET);
    Haste *haste = haste_of(self);
    PyObject *target = haste->target, *result;
    if (target != NULL) {
        Py_INCREF(target); /* while the call is running, another thread may replace it */
        PyObject *type = (PyObject *)Py_TYPE(target);
        result = type == launcher_type   ? call_kernel(target, args, count, names)
                 : type == bound_type    ? call_bound(target, args, count, names)
                 : type == operator_type ? call_operator(target, args, count, names)
                                         : missed();
        Py_DECREF(target);
        if (result != Py_NotImplemented) return result;
        Py_DECREF(result);
    }
    return as_python_says(self, args, count, names);
}

static PyObject *hasty(PyObject *module, PyObject *base) {
    (void)module;
    if (known == MAX_CLASSES) {
        PyErr_SetString(PyExc_RuntimeError, "no more classes");
        return NULL;
    }
    PyObject *size = PyObject_GetAttrString(base, "__basicsize__");
    if (size == NULL) return NULL;
    Py_ssize_t at = PyLong_AsSsize_t(size);
    Py_DECREF(size);
    if (at < 0) return NULL;
    PyMemberDef members[] = {
        {"__vectorcalloffset__", T_PYSSIZET, at, READONLY, NULL},
        {"_native_target", T_OBJECT_EX, at + (Py_ssize_t)offsetof(Haste, target), 0, NULL},
        {0},
    };
    PyType_Slot slots[] = {{Py_tp_members, members}, {0}};
    PyType_Spec spec = {"pyptx._native.Hasty", (int)(at + (Py_ssize_t)sizeof(Haste)), 0,
                        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL, slots};
    PyObject *bases = PyTuple_Pack(1, base);
    if (bases == NULL) return NULL;
    PyObject *type = PyType_FromSpecWithBases(&spec, bases);
    Py_DECREF(bases);
    if (type == NULL) return NULL;
    Py_INCREF(type);
    classes[known].type = (PyTypeObject *)type;
    classes[known++].at = at;
    return type;
}

static PyObject *hasten(PyObject *module, PyObject *args) {
    PyObject *object, *target;
    (void)module;
    if (!PyArg_ParseTuple(args, "OO", &object, &target)) return NULL;
    Haste *haste = haste_of(object);
    if (haste == NULL) Py_RETURN_FALSE;
    PyObject *kind = (PyObject *)Py_TYPE(target);
    if (target != Py_None && kind != launcher_type && kind != bound_type && kind != operator_type) {
        PyErr_SetString(PyExc_TypeError, "a call goes to a Launcher, a Bound or an Operator");
        return NULL;
    }
    PyObject *before = haste->target;
    if (target != Py_None) Py_INCREF(target);
    haste->target = target == Py_None ? NULL : target;
    haste->call = target == Py_None ? NULL : call;
    Py_XDECREF(before);
    Py_RETURN_TRUE;
}

static PyMethodDef functions[] = {
    {"hasty", hasty, METH_O, "hasty(cls): a subclass whose instances C can call."},
    {"hasten", hasten, METH_VARARGS, "hasten(object, target): call `target` first; False if the object is not hasty."},
    {0},
};

int add_hasty(PyObject *module) { return PyModule_AddFunctions(module, functions); }
