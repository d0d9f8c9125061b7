/* Queries of torch at a launch: whether torch must see the call; and notification of written tensors.
 *
 * The Python attributes and functions of a tensor would be most of the cost of a launch. The C++ functions behind them
 * are found by name, and a tensor's memory behind its Python object. No interface guarantees either, so all are used or
 * none: `use_functions` first compares their results with those of Python.
 */
#include "shared.h"

#include <structmember.h>

Torch torch;

/* A tensor as torch's functions take it: the address of its `at::Tensor`, which is a pointer to its implementation. */
typedef void *const *Handle;

static struct {
    int known;
    Py_ssize_t at; /* of the handle in a Python object */
    int64_t (*modes)(void);
    int64_t (*function_modes)(void);
    void *const *(*tracing)(void); /* a pointer to the state of torch.jit.trace, NULL if it is not recording */
    _Bool (*grad_enabled)(void);
    _Bool (*requires_grad)(const void *implementation);
    _Bool (*is_neg)(Handle tensor);
    _Bool (*is_conj)(Handle tensor);
    _Bool (*is_inference)(Handle tensor);
    void (*changed)(Handle tensor); /* throws for a tensor of inference mode */
} functions;

static Handle handle_of(PyObject *array) { return (Handle)((char *)array + functions.at); }

static int holds(PyObject *question, PyObject *array) {
    PyObject *answer = PyObject_CallFunctionObjArgs(question, array, NULL);
    if (answer == NULL) return -1;
    Py_DECREF(answer);
    return answer == Py_True;
}

static int any(PyObject *question) {
    PyObject *answer = PyObject_CallNoArgs(question);
    if (answer == NULL) return -1;
    long count = PyLong_AsLong(answer);
    Py_DECREF(answer);
    return count < 0 && PyErr_Occurred() ? -1 : count != 0;
}

/* Whether the memory of a real tensor may hold negatives: -1 for an error.
 *
 * Such tensors are views, and they have a base unless they come from inference mode or `.data`. Those that torch
 * makes are imaginary parts of conjugates, and have even strides. A query of torch itself would cost twice as much. */
static int may_be_negative(PyObject *array, const TensorView *view) {
    int odd = 0;
    for (int32_t i = 0; i < view->rank; i++) odd |= view->shape[i] > 1 && view->strides != NULL && view->strides[i] & 1;
    if (!odd) return 1;
    PyObject *base = PyObject_GetAttr(array, torch.base);
    if (base == NULL) return -1;
    Py_DECREF(base);
    return base != Py_None;
}

static int python_must_see(PyObject *const *arrays, const TensorView *views, int count, int gradients) {
    int active = any(torch.modes);
    if (!active) active = any(torch.tracing);
    if (active) return active;
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

int torch_must_see(PyObject *const *arrays, const TensorView *views, int count, int gradients) {
    if (gradients && PyDict_GetItemWithError(torch.forward, torch.level) != torch.outside)
        return PyErr_Occurred() ? -1 : 1;
    if (!functions.known) return python_must_see(arrays, views, count, gradients);
    if (functions.modes() || *functions.tracing() != NULL) return 1;
    for (int i = 0; i < count; i++) {
        Handle tensor = handle_of(arrays[i]);
        if (functions.is_neg(tensor) || functions.is_conj(tensor)) return 1;
        if (gradients && functions.requires_grad(*tensor) && functions.grad_enabled()) return 1;
    }
    return 0;
}

int function_modes(void) { return functions.known ? functions.function_modes() != 0 : any(torch.function_modes); }

int mark_written(PyObject *const *written, int count) {
    if (functions.known) {
        for (int i = 0; i < count; i++)
            if (!functions.is_inference(handle_of(written[i]))) functions.changed(handle_of(written[i]));
        return 0;
    }
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

/* Functions that Python calls */

static PyObject *use_torch(PyObject *module, PyObject *args) {
    PyObject *capsule, *plain, *parameter, *modes, *function_modes, *tracing, *grad_enabled, *changed, *is_neg,
        *is_conj;
    PyObject *forward;
    (void)module;
    if (!PyArg_ParseTuple(args, "OO!O!OOOOOOOO!", &capsule, &PyType_Type, &plain, &PyType_Type, &parameter, &modes,
                          &function_modes, &tracing, &grad_enabled, &changed, &is_neg, &is_conj, &PyDict_Type,
                          &forward))
        return NULL;
    const ExchangeTable *exchange = PyCapsule_GetPointer(capsule, EXCHANGE_CAPSULE);
    if (exchange == NULL) return NULL;
    if (exchange->major != 1 || exchange->view == NULL || exchange->stream == NULL) Py_RETURN_FALSE;
    PyObject *name = PyUnicode_InternFromString("requires_grad"), *base = PyUnicode_InternFromString("_base");
    PyObject *level = PyUnicode_InternFromString("_current_level"), *outside = PyLong_FromLong(-1);
    if (name == NULL || base == NULL || level == NULL || outside == NULL) return NULL;
    Py_INCREF(plain), Py_INCREF(parameter), Py_INCREF(modes), Py_INCREF(function_modes), Py_INCREF(tracing);
    Py_INCREF(grad_enabled);
    Py_INCREF(changed), Py_INCREF(is_neg), Py_INCREF(is_conj), Py_INCREF(forward);
    torch.plain = (PyTypeObject *)plain;
    torch.parameter = (PyTypeObject *)parameter;
    torch.modes = modes;
    torch.function_modes = function_modes;
    torch.tracing = tracing;
    torch.grad_enabled = grad_enabled;
    torch.changed = changed;
    torch.is_neg = is_neg;
    torch.is_conj = is_conj;
    torch.requires_grad = name;
    torch.base = base;
    torch.forward = forward;
    torch.level = level;
    torch.outside = outside;
    torch.exchange = exchange;
    Py_RETURN_TRUE;
}

/* Whether the C++ functions agree with Python on a tensor: -1 for an error. */
static int agree(PyObject *sample) {
    PyObject *tensor;
    unsigned long long implementation;
    int requires_grad, is_neg, is_conj, is_inference;
    if (!PyArg_ParseTuple(sample, "OKpppp", &tensor, &implementation, &requires_grad, &is_neg, &is_conj, &is_inference))
        return -1;
    if (Py_TYPE(tensor) != torch.plain && Py_TYPE(tensor) != torch.parameter) return 0;
    Handle handle = handle_of(tensor);
    return (uintptr_t)*handle == implementation && functions.requires_grad(*handle) == requires_grad &&
           functions.is_neg(handle) == is_neg && functions.is_conj(handle) == is_conj &&
           functions.is_inference(handle) == is_inference;
}

static PyObject *use_functions(PyObject *module, PyObject *args) {
    unsigned long long at[9];
    Py_ssize_t header;
    PyObject *samples;
    (void)module;
    functions.known = 0;
    if (PyTuple_Size(args) == 0) Py_RETURN_FALSE;
    if (!PyArg_ParseTuple(args, "(KKKKKKKKK)nO!", &at[0], &at[1], &at[2], &at[3], &at[4], &at[5], &at[6], &at[7],
                          &at[8], &header, &PyTuple_Type, &samples))
        return NULL;
    functions.at = header;
    functions.modes = (int64_t(*)(void))(uintptr_t)at[0];
    functions.function_modes = (int64_t(*)(void))(uintptr_t)at[1];
    functions.grad_enabled = (_Bool(*)(void))(uintptr_t)at[2];
    functions.requires_grad = (_Bool(*)(const void *))(uintptr_t)at[3];
    functions.is_neg = (_Bool(*)(Handle))(uintptr_t)at[4];
    functions.is_conj = (_Bool(*)(Handle))(uintptr_t)at[5];
    functions.is_inference = (_Bool(*)(Handle))(uintptr_t)at[6];
    functions.changed = (void (*)(Handle))(uintptr_t)at[7];
    functions.tracing = (void *const *(*)(void))(uintptr_t)at[8];
    if (*functions.tracing() != NULL) Py_RETURN_FALSE;
    for (Py_ssize_t i = 0; i < PyTuple_Size(samples); i++) {
        int alike = agree(PyTuple_GetItem(samples, i));
        if (alike < 0) return NULL;
        if (!alike) Py_RETURN_FALSE;
    }
    functions.known = 1;
    Py_RETURN_TRUE;
}

static PyObject *written(PyObject *module, PyObject *tensor) {
    (void)module;
    if (!is_tensor(tensor)) {
        PyErr_SetString(PyExc_TypeError, "not a plain tensor");
        return NULL;
    }
    if (mark_written(&tensor, 1) < 0) return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"use_torch", use_torch, METH_VARARGS, "Learn torch's tensors; False where its table is not understood."},
    {"use_functions", use_functions, METH_VARARGS,
     "use_functions(addresses, header, samples): query torch's C++ functions; False where they disagree with "
     "the samples. Without arguments, query Python's."},
    {"written", written, METH_O, "Mark a tensor as written for autograd."},
    {0},
};

int add_torch(PyObject *module) { return PyModule_AddFunctions(module, methods); }
