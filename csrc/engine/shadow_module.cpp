/* The shadows of values in memory, for Python: made, filled and read outside a launch. */
#include "modules.h"

#include <new>

#include "shadow_values.h"

namespace pyptx {

namespace {

constexpr char MEMORY_CAPSULE[] = "pyptx.shadow_memory";

ShadowMemory *memory_of(PyObject *capsule) {
    return static_cast<ShadowMemory *>(PyCapsule_GetPointer(capsule, MEMORY_CAPSULE));
}

/* Allocate the shadows of an arena: its bytes, the offset at which shared and local memory start, and the number of
 * rows of each value. */
PyObject *shadow_memory(PyObject *, PyObject *arguments) {
    unsigned long long size = 0, fast = 0;
    int rows = 0;
    if (!PyArg_ParseTuple(arguments, "KKi", &size, &fast, &rows)) return nullptr;
    try {
        auto *made = new ShadowMemory(size, fast, rows);
        PyObject *capsule = PyCapsule_New(made, MEMORY_CAPSULE, [](PyObject *held) { delete memory_of(held); });
        return Py_BuildValue("NK", capsule, (unsigned long long)reinterpret_cast<uintptr_t>(made));
    } catch (const std::bad_alloc &) {
        return PyErr_NoMemory();
    }
}

/* Give the values at indices of the arena shadows: formats, and of each value the number, its magnitude, its bound and
 * its rows. */
PyObject *shadow_put(PyObject *, PyObject *arguments) {
    PyObject *capsule = nullptr;
    unsigned long long index_at = 0, kind_at = 0, numbers_at = 0;
    long long count = 0;
    if (!PyArg_ParseTuple(arguments, "OKKKL", &capsule, &index_at, &kind_at, &numbers_at, &count)) return nullptr;
    ShadowMemory *const memory = memory_of(capsule);
    if (!memory) return nullptr;
    const auto *index = reinterpret_cast<const int64_t *>(static_cast<uintptr_t>(index_at));
    const auto *kind = reinterpret_cast<const uint8_t *>(static_cast<uintptr_t>(kind_at));
    const auto *numbers = reinterpret_cast<const double *>(static_cast<uintptr_t>(numbers_at));
    try {
        for (int64_t k = 0; k < count; ++k, numbers += 3 + memory->rows) {
            uint64_t traced = 0;
            for (int e = 0; e < memory->rows; ++e) traced |= (uint64_t)(numbers[3 + e] != 0) << e;
            if (!kind[k]) continue;
            const ShadowMemory::Page &page = memory->put((uint64_t)index[k], kind[k], traced);
            page.layout.store(page.slot((uint64_t)index[k]), numbers[0], (float)numbers[1], (float)numbers[2],
                              [&](int row) { return (float)numbers[3 + row]; });
        }
    } catch (const std::bad_alloc &) {
        return PyErr_NoMemory();
    }
    Py_RETURN_NONE;
}

/* Values of `width` bytes that follow each other in memory, a column or a format, and the numbers to write. */
struct Values {
    const ShadowMemory *memory;
    unsigned long long first;
    long long count;
    int width, which;
    double *to;

    /* Read them from the arguments of a call; false with an exception if those are wrong. */
    bool parse(PyObject *arguments) {
        PyObject *capsule = nullptr;
        unsigned long long address = 0;
        if (!PyArg_ParseTuple(arguments, "OKLiiK", &capsule, &first, &count, &width, &which, &address)) return false;
        memory = memory_of(capsule);
        to = reinterpret_cast<double *>(static_cast<uintptr_t>(address));
        return memory;
    }
};

/* Read a `ShadowColumn` of values that follow each other. */
PyObject *shadow_column(PyObject *, PyObject *arguments) {
    Values v;
    if (!v.parse(arguments)) return nullptr;
    for (int64_t k = 0; k < v.count; ++k) {
        const uint64_t at = v.first + (uint64_t)(k * v.width);
        const ShadowMemory::Page *page = v.memory->page(at);
        v.to[k] = page && page->kind(at) ? page->number(at, v.which) : 0;
    }
    Py_RETURN_NONE;
}

/* Add up the sizes of the errors of values that follow each other, row by row. */
PyObject *shadow_sizes(PyObject *, PyObject *arguments) {
    Values v;
    if (!v.parse(arguments)) return nullptr;
    v.memory->add_sizes(v.first, v.count, v.width, v.which, v.to);
    Py_RETURN_NONE;
}

PyObject *shadow_written(PyObject *, PyObject *arguments) {
    PyObject *capsule = nullptr;
    unsigned long long first = 0, size = 0;
    if (!PyArg_ParseTuple(arguments, "OKK", &capsule, &first, &size)) return nullptr;
    const ShadowMemory *const memory = memory_of(capsule);
    return memory ? PyBool_FromLong(memory->has_written(first, size)) : nullptr;
}

PyObject *shadow_release(PyObject *, PyObject *arguments) {
    PyObject *capsule = nullptr;
    unsigned long long first = 0;
    if (!PyArg_ParseTuple(arguments, "OK", &capsule, &first)) return nullptr;
    ShadowMemory *const memory = memory_of(capsule);
    if (!memory) return nullptr;
    memory->release(first);
    Py_RETURN_NONE;
}

PyMethodDef methods[] = {
    {"shadow_memory", shadow_memory, METH_VARARGS,
     "The shadows of an arena: its bytes, the start of shared memory, and the rows of a value."},
    {"shadow_put", shadow_put, METH_VARARGS, "Give values in memory shadows."},
    {"shadow_column", shadow_column, METH_VARARGS, "Read one number of the shadows of values in memory."},
    {"shadow_sizes", shadow_sizes, METH_VARARGS, "Add up the errors of values in memory, row by row."},
    {"shadow_written", shadow_written, METH_VARARGS, "Whether the launch wrote to a range."},
    {"shadow_release", shadow_release, METH_VARARGS, "Free the shadows from an index on."},
    {nullptr, nullptr, 0, nullptr},
};

} // namespace

} // namespace pyptx

extern "C" int add_shadows(PyObject *module) { return PyModule_AddFunctions(module, pyptx::methods); }
