/* Python classes whose instances are called in C once they have a native target.
 *
 * `native_callable(cls)` makes a subclass of a Python class with `__call__`. Its instances have one more field, the
 * function of the vectorcall protocol (PEP 590): while that is NULL, a call runs `__call__`, and torch's tracer finds
 * `__call__` at any time. `set_native_target(object, target)` has a call go to a `Launcher`, an `AddressLaunch` or an
 * `Operator` first, and to `__call__` where that returns NotImplemented.
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
} NativeCall;

static struct {
    PyTypeObject *type;
    Py_ssize_t at; /* of its `NativeCall` in an instance */
} classes[MAX_CLASSES];
static int known;

static NativeCall *native_call_of(PyObject *self) {
    for (int i = 0; i < known; i++)
        if (Py_TYPE(self) == classes[i].type) return (NativeCall *)((char *)self + classes[i].at);
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
    NativeCall *state = native_call_of(self);
    PyObject *target = state->target, *result;
    if (target != NULL) {
        Py_INCREF(target); /* while the call is running, another thread may replace it */
        PyObject *type = (PyObject *)Py_TYPE(target);
        result = type == launcher_type         ? call_kernel(target, args, count, names)
                 : type == address_launch_type ? call_address_launch(target, args, count, names)
                 : type == operator_type       ? call_operator(target, args, count, names)
                                               : missed();
        Py_DECREF(target);
        if (result != Py_NotImplemented) return result;
        Py_DECREF(result);
    }
    return as_python_says(self, args, count, names);
}

static PyObject *native_callable(PyObject *module, PyObject *base) {
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
        {"_native_target", T_OBJECT_EX, at + (Py_ssize_t)offsetof(NativeCall, target), 0, NULL},
        {0},
    };
    PyType_Slot slots[] = {{Py_tp_members, members}, {0}};
    PyType_Spec spec = {"pyptx._native.NativeCallable", (int)(at + (Py_ssize_t)sizeof(NativeCall)), 0,
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

static PyObject *set_native_target(PyObject *module, PyObject *args) {
    PyObject *object, *target;
    (void)module;
    if (!PyArg_ParseTuple(args, "OO", &object, &target)) return NULL;
    NativeCall *state = native_call_of(object);
    if (state == NULL) Py_RETURN_FALSE;
    PyObject *kind = (PyObject *)Py_TYPE(target);
    if (target != Py_None && kind != launcher_type && kind != address_launch_type && kind != operator_type) {
        PyErr_SetString(PyExc_TypeError, "a call goes to a Launcher, an AddressLaunch or an Operator");
        return NULL;
    }
    PyObject *before = state->target;
    if (target != Py_None) Py_INCREF(target);
    state->target = target == Py_None ? NULL : target;
    state->call = target == Py_None ? NULL : call;
    Py_XDECREF(before);
    Py_RETURN_TRUE;
}

static PyMethodDef functions[] = {
    {"native_callable", native_callable, METH_O, "native_callable(cls): a subclass whose instances C can call."},
    {"set_native_target", set_native_target, METH_VARARGS,
     "set_native_target(object, target): call `target` first; False if C cannot call the object."},
    {0},
};

int add_native_call(PyObject *module) { return PyModule_AddFunctions(module, functions); }
