/* Shared by kernels with known signatures and launches by address. */
#ifndef PYPTX_SHARED_H
#define PYPTX_SHARED_H

#include "launcher.h"

#include <stdint.h>
#include <string.h>

#include "dlpack.h"
#include "driver.h"

#ifndef PY_VECTORCALL_ARGUMENTS_OFFSET
#define PY_VECTORCALL_ARGUMENTS_OFFSET ((size_t)1 << (8 * sizeof(size_t) - 1))
#endif

typedef struct {
    const ExchangeTable *exchange;
    PyTypeObject *plain; /* types whose instances are plain tensors, without subclasses */
    PyTypeObject *parameter;
    PyObject *modes;                /* () -> number of active dispatch modes */
    PyObject *function_modes;       /* () -> number of active function modes */
    PyObject *tracing;              /* () -> bool: torch.jit.trace is recording */
    PyObject *grad_enabled;         /* () -> bool */
    PyObject *changed;              /* (tuple of tensors) -> None: they were written to */
    PyObject *is_neg;               /* (tensor) -> bool: its memory holds the negatives of its elements */
    PyObject *is_conj;              /* (tensor) -> bool: its memory holds the conjugates of its elements */
    PyObject *requires_grad, *base; /* attribute names */
    PyObject *forward, *level;      /* the variables of forward-mode differentiation, and which of them is its level */
    PyObject *outside;              /* that level outside of it: -1, one object as all small integers */
} Torch;

extern Torch torch;
extern volatile int forked; /* a child process may not use the driver of its parent; the general path reports it */
extern int held;            /* recorded calls go to the general path */
extern PyObject *word_out, *word_engine;

static inline int is_tensor(PyObject *object) {
    return torch.exchange != NULL && (Py_TYPE(object) == torch.plain || Py_TYPE(object) == torch.parameter);
}

static inline uint64_t address_of(const TensorView *view) {
    return (uint64_t)(uintptr_t)view->data + view->byte_offset;
}

/* Whether torch must see a call with these tensors: 1; -1 for an error. */
int torch_must_see(PyObject *const *arrays, const TensorView *views, int count, int gradients);
/* Whether a mode sees calls of torch's functions and operators: 1; -1 for an error. */
int function_modes(void);
/* Mark tensors as written for autograd. */
int mark_written(PyObject *const *written, int count);
/* Write a number as `struct` does with this format; 0 where it does not fit. Also, `2`, `4` and `8` are untyped
 * bits of this number of bytes, which take a float too. */
int put_number(unsigned char *at, char format, PyObject *value);

#define MAX_PARAMS 128
#define MAX_PARAM_BYTES 4096
#define MAX_ADDRESSES 64
#define MAX_MAPS 16

/* A tensor map in the parameter bytes, which gets an address at each launch. */
typedef struct {
    int array;       /* whose address it gets */
    uint32_t offset; /* in the parameter bytes */
    uint64_t addend;
    uint32_t unit; /* bytes of which its address is a multiple */
} MapPatch;

/* `pyptx.runtime.plan.LaunchPlan` without the parts about Python objects. */
typedef struct {
    void *function;
    void *context;
    LaunchConfig config;
    int params;
    uint32_t param_at[MAX_PARAMS];
    int arrays;
    uint32_t address_at[MAX_ADDRESSES];
    int maps;
    MapPatch map[MAX_MAPS];
    uint32_t alignment; /* bytes of which the addresses of all arrays are multiples: a power of two */
    uint32_t param_bytes;
    unsigned char *blob;
} Plan;

/* Read a `LaunchPlan`: 1; 0 if it is larger than a plan can be, -1 for an error. Drop what was read in any case. */
int read_plan(PyObject *from, Plan *plan);
void drop_plan(Plan *plan);
/* A member of a frozen record, as a borrowed reference: the record keeps it. */
PyObject *member_of(PyObject *record, const char *name);

/* Read the addresses of the driver's functions. */
int read_driver(PyObject *addresses, Driver *driver);
/* Put addresses and tensor maps into a copy of the parameter bytes, and launch on a stream, in `context` if that is
 * not NULL. A status of the driver. */
int launch_plan(const Driver *driver, const Plan *plan, unsigned char *blob, const uint64_t *address, void *stream,
                void *context);
/* Let Python raise the exception of a status. */
void refuse(PyObject *refusal, int status);
/* Record a launch for the report of a later failure. */
void note_launch(PyObject *name, const unsigned *grid);

/* A vectorcall on the contents of objects with a native call path: NotImplemented if the call goes to the general path.
 */
PyObject *call_kernel(PyObject *launcher, PyObject *const *args, Py_ssize_t count, PyObject *names);
PyObject *call_address_launch(PyObject *launch, PyObject *const *args, Py_ssize_t count, PyObject *names);
PyObject *call_operator(PyObject *operator, PyObject * const * args, Py_ssize_t count, PyObject *names);

#define MAX_GUARDED 16

/* The Python objects that a kernel read while it was traced; see guard.c. All references are borrowed. */
typedef struct {
    PyObject *places; /* NULL if there is nothing to compare */
    int dicts, cells, more;
    PyObject *dict[MAX_GUARDED];
    uint64_t version[MAX_GUARDED]; /* of the dictionaries, at the last comparison of their items */
    PyObject *cell[MAX_GUARDED], *value[MAX_GUARDED];
} Guard;

/* Whether all of it is unchanged; -1 for an error. */
int guard_holds(Guard *guard);
/* Set the guard to a tuple, which the caller keeps alive, or to nothing for None. */
int guard_with(Guard *guard, PyObject *places);

#define MAX_ARRAYS 16
#define MAX_WORDS 16

/* Keyword arguments of a kernel, `out` and `engine` aside, as borrowed references. */
typedef struct {
    int count;
    PyObject *name[MAX_WORDS];
    PyObject *value[MAX_WORDS];
} Words;

/* Launch with the first `inputs` of `arrays` as inputs, the others up to `total` as outputs. Returns the outputs
 * that were allocated: one, a tuple, or None; NotImplemented if the call goes to the general path. */
PyObject *launch_known(PyObject *launcher, PyObject *const *arrays, int inputs, int total, const Words *words);
/* NotImplemented, as a new reference. */
PyObject *missed(void);

extern PyObject *launcher_type, *address_launch_type, *operator_type;
int add_launcher(PyObject *module);
int add_address_launch(PyObject *module);
int add_operator(PyObject *module);
int add_torch(PyObject *module);
int add_native_call(PyObject *module);

#endif
