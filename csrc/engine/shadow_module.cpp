/* The shadows of values in memory, for Python: made, filled and read outside a launch. */
#include "modules.h"

#include <algorithm>
#include <new>

#include "shadow_contents.h"

namespace pyptx {

namespace {

constexpr char MEMORY_CAPSULE[] = "pyptx.shadow_memory";

ReportedShadows *shadows_of(PyObject *capsule) {
    return static_cast<ReportedShadows *>(PyCapsule_GetPointer(capsule, MEMORY_CAPSULE));
}

/* Allocate the shadows of an arena: its bytes, the offset at which shared and local memory start, and the number of
 * rows of each value. */
PyObject *shadow_memory(PyObject *, PyObject *arguments) {
    unsigned long long size = 0, fast = 0;
    int rows = 0;
    if (!PyArg_ParseTuple(arguments, "KKi", &size, &fast, &rows)) return nullptr;
    try {
        auto *made = new ReportedShadows(size, fast, rows);
        PyObject *capsule = PyCapsule_New(made, MEMORY_CAPSULE, [](PyObject *held) { delete shadows_of(held); });
        return Py_BuildValue("NK", capsule, (unsigned long long)reinterpret_cast<uintptr_t>(made->launch_memory()));
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
    ReportedShadows *const shadows = shadows_of(capsule);
    if (!shadows) return nullptr;
    ShadowMemory *const memory = shadows->writable();
    if (!memory)
        return PyErr_Format(PyExc_ValueError, "the shadows keep the contents of arrays, and take no further values");
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

/* Read a `ShadowColumn` of values of some bytes that follow each other. */
PyObject *shadow_column(PyObject *, PyObject *arguments) {
    PyObject *capsule = nullptr;
    unsigned long long first = 0, to = 0;
    long long count = 0;
    int width = 0, column = 0;
    if (!PyArg_ParseTuple(arguments, "OKLiiK", &capsule, &first, &count, &width, &column, &to)) return nullptr;
    const ReportedShadows *const shadows = shadows_of(capsule);
    if (!shadows) return nullptr;
    shadows->column(first, count, width, column, reinterpret_cast<double *>(static_cast<uintptr_t>(to)));
    Py_RETURN_NONE;
}

/* Add up the sizes of the errors of values of a format that follow each other, row by row. */
PyObject *shadow_sizes(PyObject *, PyObject *arguments) {
    PyObject *capsule = nullptr;
    unsigned long long first = 0, to = 0;
    long long count = 0;
    int format = 0;
    if (!PyArg_ParseTuple(arguments, "OKLiK", &capsule, &first, &count, &format, &to)) return nullptr;
    const ReportedShadows *const shadows = shadows_of(capsule);
    if (!shadows) return nullptr;
    shadows->add_sizes(first, count, format, reinterpret_cast<double *>(static_cast<uintptr_t>(to)));
    Py_RETURN_NONE;
}

/* Call `f` with each part of `size` bytes at an index that lies in one page: its first byte, its size, and whether the
 * page keeps it. A page keeps whole pages only. */
template <class F> void each_part(const ReportedShadows &shadows, uint64_t first, uint64_t size, F f) {
    for (uint64_t at = 0, some; at < size; at += some) {
        some = std::min(size - at, ReportedShadows::PAGE - (first + at) % ReportedShadows::PAGE);
        f(at, some, some == ReportedShadows::PAGE && shadows.keeps(first + at));
    }
}

/* Keep the contents of an array that a launch wrote; return those that the pages of its shadows do not keep. */
PyObject *shadow_keep(PyObject *, PyObject *arguments) {
    PyObject *capsule = nullptr;
    unsigned long long first = 0, contents_at = 0, size = 0;
    if (!PyArg_ParseTuple(arguments, "OKKK", &capsule, &first, &contents_at, &size)) return nullptr;
    ReportedShadows *const shadows = shadows_of(capsule);
    if (!shadows) return nullptr;
    const auto *contents = reinterpret_cast<const uint8_t *>(static_cast<uintptr_t>(contents_at));
    uint64_t left = 0;
    each_part(*shadows, first, size, [&](uint64_t at, uint64_t some, bool) {
        if (some < ReportedShadows::PAGE || !shadows->keep(first + at, contents + at)) left += some;
    });
    PyObject *rest = PyBytes_FromStringAndSize(nullptr, (Py_ssize_t)left);
    if (!rest) return nullptr;
    char *to = PyBytes_AsString(rest);
    each_part(*shadows, first, size, [&](uint64_t at, uint64_t some, bool kept) {
        if (!kept) memcpy(to, contents + at, some), to += some;
    });
    return rest;
}

/* Read `count` bytes of an array of `size` bytes, of which `shadow_keep` returned a rest. */
PyObject *shadow_contents(PyObject *, PyObject *arguments) {
    PyObject *capsule = nullptr, *rest = nullptr;
    unsigned long long first = 0, size = 0, start = 0, count = 0, to_at = 0;
    if (!PyArg_ParseTuple(arguments, "OOKKKKK", &capsule, &rest, &first, &size, &start, &count, &to_at)) return nullptr;
    const ReportedShadows *const shadows = shadows_of(capsule);
    const char *from = shadows ? PyBytes_AsString(rest) : nullptr;
    if (!from) return nullptr;
    uint64_t left = 0;
    each_part(*shadows, first, size, [&](uint64_t, uint64_t some, bool kept) { left += kept ? 0 : some; });
    if ((uint64_t)PyBytes_Size(rest) != left)
        return PyErr_Format(PyExc_ValueError, "the rest of the array has %zd bytes, and its pages leave %llu",
                            PyBytes_Size(rest), (unsigned long long)left);
    if (start > size || count > size - start)
        return PyErr_Format(PyExc_ValueError, "%llu bytes from byte %llu on exceed the array of %llu bytes", count,
                            start, size);
    auto *to = reinterpret_cast<uint8_t *>(static_cast<uintptr_t>(to_at));
    each_part(*shadows, first, size, [&](uint64_t at, uint64_t some, bool kept) {
        const uint64_t begin = std::max<uint64_t>(at, start), end = std::min<uint64_t>(at + some, start + count);
        if (begin < end && kept) {
            uint8_t page[ReportedShadows::PAGE];
            shadows->contents(first + at, page);
            memcpy(to + (begin - start), page + (begin - at), end - begin);
        } else if (begin < end) {
            memcpy(to + (begin - start), from + (begin - at), end - begin);
        }
        if (!kept) from += some;
    });
    Py_RETURN_NONE;
}

PyObject *shadow_written(PyObject *, PyObject *arguments) {
    PyObject *capsule = nullptr;
    unsigned long long first = 0, size = 0;
    if (!PyArg_ParseTuple(arguments, "OKK", &capsule, &first, &size)) return nullptr;
    const ReportedShadows *const shadows = shadows_of(capsule);
    return shadows ? PyBool_FromLong(shadows->has_written(first, size)) : nullptr;
}

PyObject *shadow_release(PyObject *, PyObject *arguments) {
    PyObject *capsule = nullptr;
    unsigned long long first = 0;
    if (!PyArg_ParseTuple(arguments, "OK", &capsule, &first)) return nullptr;
    ReportedShadows *const shadows = shadows_of(capsule);
    if (!shadows) return nullptr;
    shadows->release(first);
    Py_RETURN_NONE;
}

PyMethodDef methods[] = {
    {"shadow_memory", shadow_memory, METH_VARARGS,
     "The shadows of an arena: its bytes, the start of shared memory, and the rows of a value."},
    {"shadow_put", shadow_put, METH_VARARGS, "Give values in memory shadows."},
    {"shadow_column", shadow_column, METH_VARARGS, "Read one number of the shadows of values in memory."},
    {"shadow_sizes", shadow_sizes, METH_VARARGS, "Add up the errors of values in memory, row by row."},
    {"shadow_keep", shadow_keep, METH_VARARGS,
     "Keep the contents of an array; return what has no room in its shadows."},
    {"shadow_contents", shadow_contents, METH_VARARGS, "Read bytes of an array."},
    {"shadow_written", shadow_written, METH_VARARGS, "Whether the launch wrote to a range."},
    {"shadow_release", shadow_release, METH_VARARGS, "Free the shadows from an index on."},
    {nullptr, nullptr, 0, nullptr},
};

} // namespace

} // namespace pyptx

extern "C" int add_shadows(PyObject *module) { return PyModule_AddFunctions(module, pyptx::methods); }
