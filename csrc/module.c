/* `pyptx._native`: what is too slow in Python. CPython's limited API only, so one build serves 3.10 and later. */
#include "launch/launcher.h"

static int execute(PyObject *module) { return add_launcher(module); }

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, execute},
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "pyptx._native",
    .m_doc = "Launching without Python on the way.",
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__native(void) { return PyModuleDef_Init(&definition); }
