/* The launch part of the native module. */
#ifndef PYPTX_LAUNCHER_H
#define PYPTX_LAUNCHER_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* Add the names of this part to the module; -1 with an exception where that fails. */
int add_launching(PyObject *module);

#endif
