/* A launch that runs. */
#ifndef PYPTX_ENGINE_RUN_H
#define PYPTX_ENGINE_RUN_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "journal.h"
#include "output.h"
#include "tensor.h"
#include "timeline.h"
#include "transfers.h"

namespace pyptx {

/* Time between two checks for signals. */
constexpr std::chrono::milliseconds BETWEEN_LOOKS(100);

struct Run {
    const Launch &launch;
    Shared shared{};
    std::vector<Instr> code;
    std::vector<Handler> plain;      /* the instructions' own handlers, where other handlers run before them */
    std::vector<Handler> unobserved; /* handlers before which observers run when races are checked */
    uint8_t tensor_fences = 0;       /* the kinds of tcgen05.fence in the program */
    std::vector<const Instr *> blocks, gates;
    std::atomic<int64_t> next{0};
    std::atomic<int64_t> cancelled{0};      /* clusters */
    std::atomic<int64_t> lowest{INT64_MAX}; /* the first CTA that stopped; earlier ones continue */
    std::mutex lock, saving;
    std::unique_ptr<Journal> journal{new Journal}; /* of the pages that a launch that runs again needs */
    std::condition_variable ended;
    int running = 0;
    bool exhausted = false; /* whether memory ran out */
    bool alone;             /* whether the calling thread does the work */
    bool interrupted = false;
    PyThreadState *released = nullptr;
    std::chrono::steady_clock::time_point checked = std::chrono::steady_clock::now();
    const Units *units;
    Outcome (*run_warp)(Warp &);
    PyObject *decoder, *planner, *formats;
    Output output;
    std::vector<TimelineEvent> events; /* of the timeline */

    /* `decoder`, `planner`, `formats`: the functions of Python that the methods below call. */
    Run(const Launch &launch, PyObject *decoder, PyObject *planner, PyObject *formats);

    /* Run CTAs until none is left; `thread` is the number of the working thread. */
    void attempt(int thread);
    /* Let Python handle signals if some time has passed, on the thread that called the engine. */
    void check_signals();

  private:
    void work(int thread);
    void hook_records();
    void observe_records();
    static bool cancel(void *context, uint32_t (&ctaid)[3]);
    static bool decoded(void *context, const uint8_t *bytes, TensorMapFields &fields);
    static TensorPlan *planned(void *context, int32_t number, const TensorOperands &given);
    static std::string parsed(void *context, const std::string &form);
};

} // namespace pyptx
#endif
