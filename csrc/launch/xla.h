/* The handlers that XLA calls. */
#ifndef PYPTX_XLA_H
#define PYPTX_XLA_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* Add `xla_handler`, `xla_use` and `xla_remember` to the module; -1 with an exception where that fails. */
int add_xla(PyObject *module);

#endif
