/* `pyptx._native`: what is too slow in Python. CPython's limited API only, so one build serves 3.10 and later. */
#include "launch/launcher.h"
#include "launch/xla.h"
#ifdef PYPTX_ENGINE
#include "engine/modules.h"
#endif

#include <stdio.h>

#ifndef PYPTX_SOURCES
#define PYPTX_SOURCES "" /* a digest of the files in csrc/, from CMake */
#endif

static int execute(PyObject *module) {
    static int executed; /* types and tables are static: objects of the first module would meet those of a second */
    if (executed) {
        PyErr_SetString(
            PyExc_ImportError,
            "an import of pyptx in this process, or in another interpreter of it, has it already; start a new process");
        return -1;
    }
    executed = 1;
    if (PyModule_AddStringConstant(module, "sources", PYPTX_SOURCES) < 0) return -1;
    if (add_launching(module) < 0 || add_xla(module) < 0) return -1;
#ifdef PYPTX_ENGINE
    if (add_engine(module) < 0 || add_shadows(module) < 0) return -1;
#endif
    return 0;
}

/* `Py_mod_multiple_interpreters`, and its value for a module that supports one; Python 3.12 and later have them. */
#define MULTIPLE_INTERPRETERS 3
#define NOT_SUPPORTED NULL

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, execute},
    {0, NULL},
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "pyptx._native",
    .m_doc = "Launching without Python on the way, and the simulator's engine.",
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__native(void) {
    int major, minor;
    if (sscanf(Py_GetVersion(), "%d.%d", &major, &minor) == 2 && (major > 3 || minor >= 12))
        slots[1] = (PyModuleDef_Slot){MULTIPLE_INTERPRETERS, NOT_SUPPORTED};
    return PyModuleDef_Init(&definition);
}
