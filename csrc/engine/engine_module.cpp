/* The engine for Python: its functions, and the functions of Python that a launch calls. */
#include "modules.h"

#include <stdlib.h>
#include <string.h>

#include <new>
#include <system_error>
#include <thread>

#include "levels.h"
#include "run.h"

namespace pyptx {

/* Let Python decode the bytes of a tensor map. */
bool Run::decoded(void *context, const uint8_t *bytes, TensorMapFields &fields) {
    const PyGILState_STATE held = PyGILState_Ensure();
    PyObject *given = PyBytes_FromStringAndSize(reinterpret_cast<const char *>(bytes), 128);
    PyObject *found =
        given ? PyObject_CallFunctionObjArgs(static_cast<Run *>(context)->decoder, given, nullptr) : nullptr;
    Py_XDECREF(given);
    char *data = nullptr;
    Py_ssize_t size = 0;
    const bool good =
        found && found != Py_None && !PyBytes_AsStringAndSize(found, &data, &size) && size == (Py_ssize_t)sizeof fields;
    if (good) memcpy(&fields, data, sizeof fields);
    else PyErr_Clear();
    Py_XDECREF(found);
    PyGILState_Release(held);
    return good;
}

/* Have Python plan an operation of tensor memory. */
TensorPlan *Run::planned(void *context, int32_t number, const TensorOperands &given) {
    const PyGILState_STATE held = PyGILState_Ensure();
    PyObject *found = PyObject_CallFunction(static_cast<Run *>(context)->planner, "iy#", (int)number,
                                            reinterpret_cast<const char *>(&given), (Py_ssize_t)sizeof given);
    char *data = nullptr;
    Py_ssize_t size = 0;
    TensorPlan *plan = nullptr;
    if (found && found != Py_None && !PyBytes_AsStringAndSize(found, &data, &size))
        plan = static_cast<TensorPlan *>(malloc(size));
    if (plan) memcpy(plan, data, size);
    PyErr_Clear();
    Py_XDECREF(found);
    PyGILState_Release(held);
    return plan;
}

/* Let Python parse a format of `printf`. */
std::string Run::parsed(void *context, const std::string &form) {
    const PyGILState_STATE held = PyGILState_Ensure();
    PyObject *found =
        PyObject_CallFunction(static_cast<Run *>(context)->formats, "y#", form.data(), (Py_ssize_t)form.size());
    char *data = nullptr;
    Py_ssize_t size = 0;
    std::string kinds;
    if (found && !PyBytes_AsStringAndSize(found, &data, &size)) kinds.assign(data, (size_t)size);
    PyErr_Clear();
    Py_XDECREF(found);
    PyGILState_Release(held);
    return kinds;
}

namespace {

/* Hand the calls of `printf` to Python; false if that raised an error. */
bool hand_over(const Output &output, PyObject *printer) {
    PyObject *calls = PyList_New(0);
    bool good = calls;
    for (auto call = output.calls.begin(); good && call != output.calls.end(); ++call) {
        PyObject *bytes = PyBytes_FromStringAndSize(call->data(), (Py_ssize_t)call->size());
        good = bytes && !PyList_Append(calls, bytes);
        Py_XDECREF(bytes);
    }
    PyObject *done = good ? PyObject_CallFunction(printer, "OL", calls, (long long)output.dropped) : nullptr;
    Py_XDECREF(calls);
    Py_XDECREF(done);
    return done;
}

constexpr const char *JOURNAL = "pyptx.engine.journal";

void forget(PyObject *capsule) { delete static_cast<Journal *>(PyCapsule_GetPointer(capsule, JOURNAL)); }

PyObject *capsule(Journal *journal) {
    PyObject *made = PyCapsule_New(journal, JOURNAL, forget);
    if (!made) delete journal;
    return made;
}

PyObject *engine_run(PyObject *, PyObject *arguments) {
    unsigned long long address = 0;
    PyObject *decoder = nullptr, *planner = nullptr, *formats = nullptr, *printer = nullptr, *recorder = nullptr;
    if (!PyArg_ParseTuple(arguments, "KOOOOO", &address, &decoder, &planner, &formats, &printer, &recorder))
        return nullptr;
    const Launch *launch = reinterpret_cast<const Launch *>(static_cast<uintptr_t>(address));
    try {
        Run run(*launch, decoder, planner, formats);
        run.released = PyEval_SaveThread();
        std::vector<std::thread> workers;
        try {
            workers.reserve(launch->threads);
            for (int k = 0; !run.alone && k < launch->threads; ++k) {
                {
                    const std::lock_guard<std::mutex> guard(run.lock);
                    ++run.running;
                }
                workers.emplace_back(&Run::attempt, &run, k);
            }
        } catch (const std::system_error &) { /* fewer threads suffice; if there is none, use this one */
            const std::lock_guard<std::mutex> guard(run.lock);
            --run.running;
        }
        if (workers.empty()) {
            run.alone = true;
            run.running = 1;
            run.attempt(0);
        }
        std::unique_lock<std::mutex> held(run.lock);
        while (run.running) {
            if (run.ended.wait_for(held, BETWEEN_LOOKS) != std::cv_status::timeout) continue;
            held.unlock();
            run.check_signals();
            held.lock();
        }
        held.unlock();
        for (std::thread &worker : workers) worker.join();
        PyEval_RestoreThread(run.released);
        const bool interrupted = run.interrupted;
        *launch->cancelled = run.cancelled.load();
        if (!run.output.calls.empty() || run.output.dropped) {
            PyObject *kind, *value, *traceback;
            PyErr_Fetch(&kind, &value, &traceback);
            const bool good = hand_over(run.output, printer);
            if (kind) PyErr_Restore(kind, value, traceback);
            else if (!good) return nullptr;
        }
        if (launch->lines && !PyErr_Occurred()) {
            PyObject *done = PyObject_CallFunction(recorder, "y#", (const char *)run.events.data(),
                                                   (Py_ssize_t)(run.events.size() * sizeof(TimelineEvent)));
            if (!done) return nullptr;
            Py_DECREF(done);
        }
        if (interrupted) return nullptr;
        if (run.exhausted) return PyErr_NoMemory();
        if (!run.journal->empty() && (launch->stop->kind || launch->finding->rule))
            return capsule(run.journal.release());
    } catch (const std::bad_alloc &) {
        return PyErr_NoMemory();
    }
    Py_RETURN_NONE;
}

PyObject *engine_handlers(PyObject *, PyObject *) {
    const Level &found = level();
    size_t count = 0;
    for (const HandlerTable *table : found.tables) count += table->count;
    PyObject *names = PyTuple_New((Py_ssize_t)count);
    for (size_t k = 0; names && k < count; ++k) {
        PyObject *name = PyUnicode_FromString(found.entry(k)->name);
        if (!name || PyTuple_SetItem(names, (Py_ssize_t)k, name) < 0) {
            Py_DECREF(names);
            return nullptr;
        }
    }
    return names;
}

PyObject *engine_level(PyObject *, PyObject *) { return PyUnicode_FromString(level().name); }

PyObject *engine_layout(PyObject *, PyObject *) { return PyUnicode_FromString(LAYOUT); }

PyObject *engine_restore(PyObject *, PyObject *journal) {
    const Journal *found = static_cast<Journal *>(PyCapsule_GetPointer(journal, JOURNAL));
    if (!found) return nullptr;
    found->restore();
    Py_RETURN_NONE;
}

PyMethodDef methods[] = {
    {"engine_restore", engine_restore, METH_O, "Write back the pages of a launch that is to run again."},
    {"engine_layout", engine_layout, METH_NOARGS, "The number of the interface, `LAYOUT` of pyptx/sim/abi.py."},
    {"engine_handlers", engine_handlers, METH_NOARGS, "The names of the engine's handlers, by number."},
    {"engine_level", engine_level, METH_NOARGS, "The level of the instruction set that the handlers are built for."},
    {"engine_run", engine_run, METH_VARARGS,
     "Run the launch that is described at an address; functions decode the tensor maps that it comes upon, plan the "
     "operations of tensor memory, parse the formats of `printf`, take its calls, and take the events of a timeline."},
    {nullptr, nullptr, 0, nullptr},
};

} // namespace
} // namespace pyptx

extern "C" int add_engine(PyObject *module) { return PyModule_AddFunctions(module, pyptx::methods); }
