/* A launch with fixed entry and sizes: called with addresses, numbers and tensors, or without arguments.
 *
 * Each parameter has a kind: `*` an address, given as an integer or a torch tensor on the device; `!` one that the
 * kernel writes to; a letter or digit of `put_number`; `s` the bytes of a structure; `x` one that never changes. An
 * argument that does not fit goes to the general path, which converts it or reports the error.
 */
#include "shared.h"

typedef struct {
    PyObject_HEAD
    Driver driver;
    PyObject *refuse;
    PyObject *name;
    PyObject *result;  /* what a call returns */
    PyObject *written; /* tensors that a call without arguments writes: a tuple, or NULL */
    Plan plan;         /* no array of it has an address: a call gives those, too */
    int given;         /* parameters that a call gives */
    char kind[MAX_PARAMS];
    uint32_t unit[MAX_PARAMS]; /* bytes of a structure; those of which an address is a multiple */
    int32_t device_type, device_id;
    int follows; /* whether it uses torch's current stream */
} AddressLaunch;

static int packed(const TensorView *view, int by_column) {
    int64_t stride = 1;
    for (int32_t i = 0; i < view->rank; i++) {
        int32_t axis = by_column ? i : view->rank - 1 - i;
        if (view->shape[axis] != 1 && view->strides[axis] != stride) return 0;
        stride *= view->shape[axis];
    }
    return 1;
}

/* Put the address of an argument; 0 if the general path must handle it, -1 for an error. */
static int put_address(const AddressLaunch *launch, unsigned char *at, PyObject *value, uint32_t unit) {
    uint64_t address;
    if (PyLong_CheckExact(value)) {
        address = PyLong_AsUnsignedLongLong(value);
        if (address == (uint64_t)-1 && PyErr_Occurred()) {
            PyErr_Clear();
            return 0;
        }
    } else {
        TensorView view;
        if (!is_tensor(value)) return 0;
        if (torch.exchange->view(value, &view)) {
            PyErr_Clear();
            return 0;
        }
        if (view.device_type != launch->device_type || view.device_id != launch->device_id || view.data == NULL)
            return 0;
        if (view.strides != NULL && !packed(&view, 0) && !packed(&view, 1)) return 0;
        int seen = torch_must_see(&value, &view, 1, 0);
        if (seen) return seen < 0 ? -1 : 0;
        address = address_of(&view);
    }
    memcpy(at, &address, sizeof address);
    return (address & (unit - 1)) == 0;
}

PyObject *call_address_launch(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names) {
    AddressLaunch *launch = (AddressLaunch *)self;
    if (held || forked || count != launch->given || (names != NULL && PyTuple_Size(names))) return missed();
    _Alignas(64) unsigned char blob[MAX_PARAM_BYTES]; /* aligned for tensor maps, as Python's objects are not */
    const Plan *plan = &launch->plan;
    memcpy(blob, plan->blob, plan->param_bytes);
    PyObject *written[MAX_PARAMS];
    int marked = 0;
    for (int i = 0; i < plan->params; i++) {
        if (launch->kind[i] == 'x') continue;
        unsigned char *at = blob + plan->param_at[i];
        PyObject *value = *args++;
        int fits;
        if (launch->kind[i] == '*' || launch->kind[i] == '!') {
            fits = put_address(launch, at, value, launch->unit[i]);
            if (fits > 0 && launch->kind[i] == '!' && is_tensor(value)) written[marked++] = value;
        } else if (launch->kind[i] == 's') {
            fits = PyBytes_CheckExact(value) && PyBytes_Size(value) == (Py_ssize_t)launch->unit[i];
            if (fits) memcpy(at, PyBytes_AsString(value), launch->unit[i]);
        } else {
            fits = put_number(at, launch->kind[i], value);
        }
        if (fits <= 0) return fits < 0 ? NULL : missed();
    }
    void *stream = plan->config.stream, *current = NULL;
    if (launch->follows && torch.exchange->stream(launch->device_type, launch->device_id, &stream)) return NULL;
    int status = launch->driver.current(&current);
    if (!status) {
        Py_BEGIN_ALLOW_THREADS /* a full launch queue blocks */
        status =
            launch_plan(&launch->driver, plan, blob, NULL, stream, current == plan->context ? NULL : plan->context);
        Py_END_ALLOW_THREADS
    }
    if (status) {
        refuse(launch->refuse, status);
        return NULL;
    }
    note_launch(launch->name, plan->config.grid);
    if (marked && mark_written(written, marked) < 0) return NULL;
    if (launch->written != NULL) {
        for (Py_ssize_t i = 0; i < PyTuple_Size(launch->written); i++) {
            PyObject *written = PyTuple_GetItem(launch->written, i);
            if (mark_written(&written, 1) < 0) return NULL;
        }
    }
    Py_INCREF(launch->result);
    return launch->result;
}

static int read_kinds(AddressLaunch *launch, const char *kinds, PyObject *units) {
    if (launch->plan.arrays || launch->plan.maps || PyTuple_Size(units) != launch->plan.params ||
        strlen(kinds) != (size_t)launch->plan.params) {
        PyErr_SetString(PyExc_ValueError, "a kind and a unit for each parameter, and addresses given by calls");
        return -1;
    }
    for (int i = 0; i < launch->plan.params; i++) {
        launch->kind[i] = kinds[i];
        launch->given += kinds[i] != 'x';
        launch->unit[i] = (uint32_t)PyLong_AsUnsignedLong(PyTuple_GetItem(units, i));
    }
    return PyErr_Occurred() ? -1 : 0;
}

static PyObject *create(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    static char *words[] = {"driver", "refuse", "name",   "plan",    "kinds", "units",
                            "device", "stream", "result", "written", NULL};
    PyObject *addresses, *refusal, *name, *plan, *units, *stream, *result, *written;
    const char *kinds;
    int device_type, device_id;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O!OUOsO!(ii)OOO", words, &PyTuple_Type, &addresses, &refusal, &name,
                                     &plan, &kinds, &PyTuple_Type, &units, &device_type, &device_id, &stream, &result,
                                     &written))
        return NULL;
    if (stream == Py_None && torch.exchange == NULL) {
        PyErr_SetString(PyExc_ValueError, "no stream is given, and torch is not known");
        return NULL;
    }
    unsigned long long handle = stream == Py_None ? 0 : PyLong_AsUnsignedLongLong(stream);
    if (PyErr_Occurred()) return NULL;
    AddressLaunch *launch = (AddressLaunch *)PyType_GenericAlloc(type, 0);
    if (launch == NULL) return NULL;
    launch->device_type = device_type;
    launch->device_id = device_id;
    launch->follows = stream == Py_None;
    Py_INCREF(refusal), Py_INCREF(name), Py_INCREF(result);
    launch->refuse = refusal;
    launch->name = name;
    launch->result = result;
    if (written != Py_None) {
        Py_INCREF(written);
        launch->written = written;
    }
    int fits = read_driver(addresses, &launch->driver) < 0 ? -1 : read_plan(plan, &launch->plan);
    if (fits <= 0 || read_kinds(launch, kinds, units) < 0) {
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "the plan is larger than such a launch can be");
        Py_DECREF(launch);
        return NULL;
    }
    launch->plan.config.stream = (void *)(uintptr_t)handle;
    return (PyObject *)launch;
}

static void dealloc(PyObject *self) {
    AddressLaunch *launch = (AddressLaunch *)self;
    PyTypeObject *type = Py_TYPE(self);
    drop_plan(&launch->plan);
    Py_XDECREF(launch->refuse);
    Py_XDECREF(launch->name);
    Py_XDECREF(launch->result);
    Py_XDECREF(launch->written);
    PyObject_Free(self);
    Py_DECREF(type);
}

static PyType_Slot slots[] = {
    {Py_tp_doc, "A launch whose entry and sizes are settled."},
    {Py_tp_new, create},
    {Py_tp_dealloc, dealloc},
    {0},
};
static PyType_Spec spec = {"pyptx._native.AddressLaunch", sizeof(AddressLaunch), 0, Py_TPFLAGS_DEFAULT, slots};

PyObject *address_launch_type;

int add_address_launch(PyObject *module) {
    address_launch_type = PyType_FromSpec(&spec);
    if (address_launch_type == NULL) return -1;
    Py_INCREF(address_launch_type);
    return PyModule_AddObject(module, "AddressLaunch", address_launch_type);
}
