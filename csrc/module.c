/* `pyptx._native`: what is too slow in Python. CPython's limited API only, so one build serves 3.10 and later. */
#include "launch/launcher.h"
#include "launch/xla.h"
#ifdef PYPTX_ENGINE
#include "engine/run.h"
#endif

static int execute(PyObject *module) {
    if (add_launching(module) < 0 || add_xla(module) < 0) return -1;
#ifdef PYPTX_ENGINE
    if (add_engine(module) < 0) return -1;
#endif
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, execute},
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "pyptx._native",
    .m_doc = "Launching without Python on the way, and the simulator's engine.",
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__native(void) { return PyModuleDef_Init(&definition); }
