/* The engine's part of the native module. */
#ifndef PYPTX_ENGINE_MODULES_H
#define PYPTX_ENGINE_MODULES_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Add the functions of the engine to the module; -1 with an exception where that fails. */
int add_engine(PyObject *module);

/* Add the functions of shadows in memory. */
int add_shadows(PyObject *module);

#ifdef __cplusplus
}
#endif
#endif
