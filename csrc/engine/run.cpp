/* Runs a grid: one CTA per slot, slots among operating system threads, the interpreter lock released. */
#include "run.h"

#include <stdlib.h>
#include <string.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#include "journal.h"
#include "observers.h"
#include "output.h"
#include "races.h"
#include "shadow_values.h"
#include "tensor.h"
#include "timeline.h"
#include "transfers.h"
#include "random_schedule.h"

namespace pyptx {

/* The tables of one level of the instruction set, and the one for all levels. */
/* clang-format off */
#define DECLARE_LEVEL(NAME) \
    extern const HandlerTable arithmetic_##NAME, conversions_##NAME, accesses_##NAME, control_##NAME, matrix_##NAME, \
        asynchrony_##NAME, wgmma_##NAME, fragments_##NAME, tensor_##NAME, shadow_compute_##NAME, shadow_matrix_##NAME, \
        shadow_moves_##NAME; \
    extern const Units units_##NAME; \
    Handler race_hook_##NAME(RaceEvent); \
    extern const Tick tick_copies_##NAME, tick_wgmma_##NAME, tick_tensor_##NAME; \
    Outcome run_warp_##NAME(Warp &);
/* clang-format on */
extern const HandlerTable cold_arithmetic, cold_conversions, tensor_allocation, calls, ranges;
DECLARE_LEVEL(base)
#ifdef PYPTX_X86_LEVELS
DECLARE_LEVEL(avx2)
DECLARE_LEVEL(avx512)
#endif

namespace {

/* Least number of instructions that warps issue, without one of them ending, before the watchdog stops them. */
constexpr int64_t MOST_SPENT = 4000000000;

/* Time between two looks at signals. */
constexpr std::chrono::milliseconds PATIENCE(100);

struct Level {
    const char *name;
    const HandlerTable *tables[17];
    const Units *units;
    const Tick *ticks[3];
    Outcome (*run_warp)(Warp &);
    Handler (*race_hook)(RaceEvent);

    const Entry *entry(size_t number) const {
        for (const HandlerTable *table : tables) {
            if (number < table->count) return table->entries + number;
            number -= table->count;
        }
        return nullptr;
    }
};

const Level &level() {
/* clang-format off */
#define LEVEL_OF(NAME) \
    {#NAME, {&arithmetic_##NAME, &conversions_##NAME, &accesses_##NAME, &control_##NAME, &matrix_##NAME, &asynchrony_##NAME, \
             &wgmma_##NAME, &fragments_##NAME, &tensor_##NAME, &shadow_compute_##NAME, &shadow_matrix_##NAME, &shadow_moves_##NAME, &cold_arithmetic, &cold_conversions, &tensor_allocation, &calls, &ranges}, &units_##NAME, \
     {&tick_copies_##NAME, &tick_wgmma_##NAME, &tick_tensor_##NAME}, run_warp_##NAME, race_hook_##NAME}
/* clang-format on */
#ifdef PYPTX_X86_LEVELS
    static const Level avx2 = LEVEL_OF(avx2), avx512 = LEVEL_OF(avx512);
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("popcnt")) {
        if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
            __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
            return avx512;
        return avx2;
    }
#endif
    static const Level base = LEVEL_OF(base);
    return base;
}

struct Run {
    const Launch &launch;
    Shared shared{};
    std::vector<Instr> code;
    std::vector<Handler> plain;      /* their own handlers, if others precede them */
    std::vector<Handler> unobserved; /* those, with race checking, that observers precede */
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

    Run(const Launch &launch, PyObject *decoder, PyObject *planner, PyObject *formats)
        : launch(launch), decoder(decoder), planner(planner), formats(formats) {
        const Launch &in = launch;
        const Level &found = level();
        units = found.units;
        run_warp = found.run_warp;
        alone = in.threads == 1;

        code.resize(in.code_count);
        for (int64_t k = 0; k < in.code_count; ++k) {
            const RecordWords &r = in.code[k];
            code[k] = {found.entry(r.handler)->run,
                       (int32_t)r.d,
                       (int32_t)r.a,
                       (int32_t)r.b,
                       (int32_t)r.c,
                       (int32_t)r.e,
                       (int32_t)r.f,
                       (int32_t)r.n,
                       (int32_t)r.step,
                       r.imm,
                       r.extra < 0 ? nullptr : in.extra + r.extra};
        }
        for (int64_t k = 0; k < in.block_count; ++k) {
            blocks.push_back(code.data() + in.blocks[k]);
            const int64_t gate = in.gates[k];
            gates.push_back(gate < 0 ? nullptr : code.data() + gate);
        }
        if (in.sites) hook_records();
        if (in.observed) observe_records();
        shared.code = code.data();
        shared.data = in.data;
        shared.state = in.state;
        shared.global = in.global;
        shared.constant = in.constant;
        shared.param = in.param;
        shared.ranges = in.ranges;
        shared.range_count = in.range_count;
        shared.reads = in.reads, shared.writes = in.writes, shared.atomics = in.atomics;
        shared.shared_bytes = in.shared_bytes;
        shared.local_bytes = in.local_bytes;
        shared.need_known = (uint32_t)in.need_known;
        shared.need_finished = in.need_finished;
        shared.limit = in.limit;
        shared.early = in.schedule == EARLY;
        shared.random = in.schedule == RANDOM;
        for (int k = 0; k < 3; ++k) shared.ticks[k] = *found.ticks[k];
        shared.parallel = in.threads > 1;
        shared.blocks = blocks.data();
        shared.gates = gates.data();
        shared.warp_gates = in.warp_gates;
        shared.block_count = in.block_count;
        shared.crowd = in.crowd;
        shared.cluster = (int32_t)(in.cluster_x * in.cluster_y * in.cluster_z);
        shared.registers = (int32_t)in.thread_registers;
        shared.watched = (int32_t)in.watched;
        shared.register_bytes = in.image_start;
        shared.decode = decoded;
        shared.plan = planned;
        shared.cancel = cancel;
        shared.context = this;
        shared.output = &output;
        output.parse = parsed;
        output.context = this;
    }

    /* Put race checking handlers before those of the records they check. */
    void hook_records() {
        for (size_t k = 0; k < code.size(); ++k) {
            const RaceEvent event = launch.sites[k].event;
            if (event == FENCES_TENSOR) tensor_fences |= launch.sites[k].flags;
            plain.push_back(code[k].run);
            Handler before = level().race_hook(event);
            if (!before) before = race_hook(event);
            if (before) code[k].run = before;
        }
    }

    /* Put handlers of observers before those of the records they observe. */
    void observe_records() {
        for (size_t k = 0; k < code.size(); ++k) {
            unobserved.push_back(code[k].run);
            if (const Handler before = observer(launch.observed[k].kind)) code[k].run = before;
        }
    }

    static bool decoded(void *context, const uint8_t *bytes, TensorMapFields &fields);
    static TensorPlan *planned(void *context, int32_t number, const TensorOperands &given);
    static bool cancel(void *context, uint32_t (&ctaid)[3]);
    static std::string parsed(void *context, const std::string &form);

    /* Let Python handle signals if some time has passed, on the thread that called the engine. */
    void check_signals() {
        const auto now = std::chrono::steady_clock::now();
        if (interrupted || now - checked < PATIENCE) return;
        PyEval_RestoreThread(released);
        interrupted = PyErr_CheckSignals() != 0;
        released = PyEval_SaveThread();
        checked = now;
        if (interrupted) lowest.store(-1); /* every CTA is beyond it: all workers end at their next turn */
    }

    void work(int thread);
    void attempt(int thread) { /* allocate working memory; it may run out */
        try {
            work(thread);
        } catch (const std::bad_alloc &) {
            const std::lock_guard<std::mutex> guard(lock);
            exhausted = true;
            lowest.store(-1);
            --running;
            ended.notify_all();
        }
    }
};

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

/* The numbers of a CTA that `Varying` rows hold. */
struct Numbers {
    int64_t of[NUMBER_COUNT];

    Numbers(const Launch &in, int64_t place) {
        const int64_t cta = in.order ? in.order[place] : place;
        const int64_t at[3] = {cta % in.grid_x, cta / in.grid_x % in.grid_y, cta / (in.grid_x * in.grid_y)};
        const int64_t cluster[3] = {in.cluster_x, in.cluster_y, in.cluster_z};
        for (int k = 0; k < 3; ++k) {
            of[NUMBER_CTAID_X + k] = at[k];
            of[NUMBER_CLUSTERID_X + k] = at[k] / cluster[k], of[NUMBER_CLUSTER_CTAID_X + k] = at[k] % cluster[k];
        }
        const int64_t *own = of + NUMBER_CLUSTER_CTAID_X;
        of[NUMBER_CLUSTER_CTARANK] = own[0] + cluster[0] * (own[1] + cluster[1] * own[2]);
        of[NUMBER_SHARED_START] = of[NUMBER_CLUSTER_CTARANK] << RANK_SHIFT;
        of[NUMBER_ZERO] = 0;
    }
};

bool Run::cancel(void *context, uint32_t (&ctaid)[3]) {
    Run &run = *static_cast<Run *>(context);
    const int64_t place = run.next.fetch_add(run.shared.cluster);
    if (place >= run.launch.ctas) return false;
    ++run.cancelled;
    const Numbers first(run.launch, place);
    for (int k = 0; k < 3; ++k) ctaid[k] = (uint32_t)first.of[NUMBER_CTAID_X + k];
    return true;
}

void clear(Warpgroup &g) { /* of its pending MMAs */
    for (int32_t k = 0; k < g.count; ++k) free(g.log[k].values), free(g.log[k].shadows);
    g.count = 0;
}

template <class T> void fill_row(Warp &w, int64_t at, int64_t value) {
    for (int l = 0; l < LANES; ++l) ((T *)(w.regs + at))[l] = (T)value;
}

/* Use the C library's memset, which is faster than the code that compilers emit for a known size. */
__attribute__((noinline)) void zero(void *bytes, size_t size) { memset(bytes, 0, size); }

void start(Cta &cta, int64_t place, const Run &run) {
    const Launch &in = run.launch;
    const int64_t threads = in.block_threads, slot = cta.slot;
    cta.place = place;
    for (int b = 0; b < BARRIERS; ++b) cta.state->arrived[b] = 0, cta.state->wanted[b] = -1;
    uint8_t *data = run.shared.data, *state = run.shared.state;
    const size_t local = (size_t)threads * in.local_stride;
    memset(data + cta.shared_start, 0, in.shared_stride);
    memset(state + cta.shared_start, ALLOCATED | WRITABLE, in.shared_stride);
    memset(data + cta.local_start, 0, local);
    memset(state + cta.local_start, ALLOCATED | WRITABLE, local);
    /* If reads of unwritten registers are checked, the registers of the last CTA need no clearing; no program writes
     * the other rows of the image. */
    for (int64_t k = 0; !run.shared.need_known && k < in.warps; ++k) memset(cta.warps[k].regs, 0, in.image_start);
    memset(in.known + (size_t)slot * in.warps * in.tracked, 0, sizeof(uint32_t) * in.warps * in.tracked);
    const Numbers numbers(in, place);
    cta.base = (uint64_t)numbers.of[NUMBER_SHARED_START];
    cta.rank = (int)numbers.of[NUMBER_CLUSTER_CTARANK];
    cta.phase = 0;
    cta.free_registers = 0;
    cta.clustered = cta.exited = cta.refused = cta.saw_refusal = false;
    if (cta.tensor) cta.tensor->clear();
    for (int k = 0; k < cta.count / 4; ++k) {
        Warpgroup &g = cta.groups[k];
        clear(g);
        g.first = 0, g.held = run.shared.registers, g.wanted = 0;
    }
    for (int k = 0; k < cta.count; ++k) {
        Warp &w = cta.warps[k];
        WarpState &s = *w.state;
        zero(&s, sizeof s);
        const int64_t left = threads - (int64_t)k * LANES;
        s.live = s.exists = left >= LANES ? FULL : left > 0 ? (1u << left) - 1 : 0;
        s.converged = 1;
        s.place = (int32_t)in.entry;
        memset(s.barrier, -1, sizeof s.barrier);
        w.steps = w.turn_start = 0;
        w.turn_end = NEVER;
        w.alarm = run.shared.limit;
        w.yields = w.knocks = w.admitted = w.awaits = false;
        w.fuel = FUEL;
        w.copies.count = w.copies.arrival_count = 0;
        w.copies.issued = 0;
        clear(w.operations);
        memset(w.copies.committed, 0, sizeof w.copies.committed);
        zero(static_cast<Awaiting *>(&w), sizeof(Awaiting));
        w.products = 0;
        w.product_groups = 0;
        zero(w.depth, sizeof w.depth);
        for (int64_t key = 0; key < in.watched; ++key) w.watches[key] = {-1, -1, 1};
        for (int64_t k = 0; k < in.varying_count; ++k) {
            const Varying &v = in.varying[k];
            const int64_t value = numbers.of[v.number] + v.added;
            if (v.bytes == 1) fill_row<uint8_t>(w, v.row, value);
            else if (v.bytes == 2) fill_row<uint16_t>(w, v.row, value);
            else if (v.bytes == 4) fill_row<uint32_t>(w, v.row, value);
            else fill_row<uint64_t>(w, v.row, value);
        }
    }
    if (cta.warps[0].machine->races) race_start(cta);
    if (ShadowValues *shadows = cta.warps[0].machine->shadows) {
        shadows->start(cta.warps, cta.count);
        shadows->memory.forget(cta.shared_start, (uint64_t)in.shared_stride);
        shadows->memory.forget(cta.local_start, (uint64_t)(in.warps * LANES * in.local_stride));
    }
}

void Run::work(int thread) {
    const Launch &in = launch;
    Machine machine{};
    machine.shared = &shared;
    machine.issues = in.issues + thread * in.block_count;
    machine.lanes = in.lanes + thread * in.block_count;
    std::vector<Cta> ctas(in.resident);
    std::vector<Warp> warps((size_t)in.resident * in.warps);
    std::vector<Warpgroup> groups((size_t)in.resident * (in.warps / 4));
    std::vector<Watch> watches((size_t)in.resident * in.warps * in.watched);
    std::vector<TensorMemory> tensors((size_t)(in.tensor ? in.resident : 0));
    const int64_t slots = in.threads * in.resident, cluster = shared.cluster;
    for (int64_t k = 0; k < in.resident; ++k) {
        const int64_t slot = thread * in.resident + k;
        Cta &cta = ctas[k];
        cta.state = in.cta_states + slot;
        cta.warps = warps.data() + k * in.warps;
        cta.groups = groups.data() + k * (in.warps / 4);
        cta.tensor = in.tensor ? &tensors[k] : nullptr;
        cta.cluster = ctas.data() + k / cluster * cluster;
        cta.count = (int)in.warps;
        cta.place = -1;
        cta.slot = slot;
        cta.shared_start = in.batch_start + slot * in.shared_stride;
        cta.local_start = in.batch_start + slots * in.shared_stride + slot * in.warps * LANES * in.local_stride;
        for (int64_t number = 0; number < in.warps; ++number) {
            Warp &w = cta.warps[number];
            const int64_t all = slot * in.warps + number;
            w.regs = in.registers + all * in.warp_bytes;
            w.known = in.known + all * in.tracked;
            w.state = in.warp_states + all;
            w.cta = &cta;
            w.machine = &machine;
            w.index = (int)number;
            w.local_start = cta.local_start + (uint64_t)number * LANES * in.local_stride;
            w.watches = watches.data() + (k * in.warps + number) * in.watched;
            memcpy(w.regs, in.image + number * in.warp_bytes, in.warp_bytes);
        }
    }
    machine.ctas = ctas.data();
    machine.slots = in.resident;
    machine.barriers.free = -1;
    if (in.sites)
        machine.races = new_races(machine, {code.data(), plain.data(), in.sites, in.warps, in.resident,
                                            in.batch_start + thread * in.resident * in.shared_stride, in.shared_stride,
                                            in.guesses != 0, in.narrow != 0, in.scopes != 0, in.swizzles != 0,
                                            in.tensor != 0, in.keeps != 0, tensor_fences});
    std::unique_ptr<ShadowValues> shadows;
    if (in.shadows) {
        shadows.reset(new ShadowValues(*in.shadows, warps.size(), (size_t)in.warp_bytes));
        for (size_t k = 0; k < warps.size(); ++k)
            warps[k].shadows = shadows->registers.data() + k * shadows->cells_of_a_warp;
        machine.shadows = shadows.get();
    }
    Observers observers{code.data(),
                        unobserved.data(),
                        in.observed,
                        in.tallies ? in.tallies + thread * in.code_count : nullptr,
                        (uint64_t)in.batch_start,
                        (uint64_t)(in.batch_start + slots * in.shared_stride)};
    if (in.observed) machine.observers = &observers;
    std::unique_ptr<Timeline> timeline(in.lines ? new Timeline(machine, in, code.data()) : nullptr);
    machine.timeline = timeline.get();
    std::vector<int32_t> knocking(in.warps);
    /* With race checking on, CTAs that wait for each other synchronise at more points. */
    machine.turn_cost = machine.races && in.resident > cluster ? POLL_COST * 2 : 1;
    machine.spin_limit = 200000ll * in.resident * in.warps;
    machine.due = NEVER;
    machine.chance = in.seed;
    Quantum quantum(machine, in.warps);
    bool more = true, everybody = false;
    int still = 0;
    const int64_t most_spent = std::max(in.limit, MOST_SPENT);
    int64_t spent = 0; /* instructions since a warp last ended */
    for (unsigned turn = 1; !machine.stop.kind; ++turn) {
        if (alone && turn % 8 == 0) check_signals();
        quantum.choose(machine, everybody || !shared.random);
        everybody = false;
        const int64_t changes = machine.changes;
        machine.polled = machine.restless = false;
        machine.quiet = still > 0;
        bool ran = false, any = false;
        for (int64_t k = 0; k < in.resident && more; k += cluster) {
            if (ctas[k].place >= 0) continue;
            const int64_t place = next.fetch_add(cluster);
            if (place >= in.ctas || place > lowest.load()) more = false;
            else {
                for (int64_t n = 0; n < cluster; ++n) start(ctas[k + n], place + n, *this);
                if (timeline) timeline->start(ctas[k]);
            }
        }
        for (int64_t k = 0; k < in.resident && !machine.stop.kind; ++k) {
            Cta &cta = ctas[k];
            if (cta.place < 0) continue;
            if (cta.place > lowest.load()) {
                machine.stop.kind = STOP_ELSEWHERE;
                break;
            }
            any = true;
            bool lives = false;
            int32_t lowest_door = INT32_MAX;
            for (int place = 0; place < cta.count; ++place) {
                const int number = quantum.warp_at(place);
                Warp &w = cta.warps[number];
                if (quantum.holds((size_t)(k * in.warps + number))) {
                    knocking[number] = INT32_MAX;
                    lives |= w.state->live != 0;
                    continue;
                }
                const int64_t steps = w.steps;
                if (shared.random) quantum.begin(w);
                const Outcome outcome = run_warp(w);
                if (shared.random) quantum.end(w);
                spent = outcome == ENDED && w.steps != steps ? 0 : spent + w.steps - steps;
                ran |= outcome == YIELDED || outcome == KNOCKS || outcome == STOPPED;
                machine.changes += outcome == KNOCKS;
                lives |= outcome != ENDED;
                knocking[number] = outcome == KNOCKS ? w.state->place : INT32_MAX;
                if (knocking[number] < lowest_door) lowest_door = knocking[number];
                if (outcome == STOPPED) break;
            }
            if (!machine.stop.kind && spent > most_spent) machine.stop = {STOP_STEPS, cta.place, 0, 0, 0, 0, 0};
            if (machine.stop.kind) break;
            if (lowest_door < INT32_MAX)
                for (int number = 0; number < cta.count; ++number)
                    cta.warps[number].admitted = knocking[number] == lowest_door;
            cta.exited = !lives;
            bool ended = true;
            for (int64_t n = 0; n < cluster; ++n) ended = ended && cta.cluster[n].exited;
            if (ended) {
                units->finish(machine, cta.cluster - ctas.data());
                if (timeline) timeline->end(*cta.cluster);
                for (int64_t n = 0; n < cluster; ++n) cta.cluster[n].place = -1;
                ++machine.changes;
                ran = true;
            }
        }
        if (machine.stop.kind) break;
        if (!any && !more) break;
        if (!any) {
            machine.barriers.count = 0, machine.barriers.free = -1;
            continue;
        }
        if (changes != machine.changes) {
            still = 0;
            quantum.changed(machine);
            continue;
        }
        if (quantum.partial()) {
            everybody = quantum.quiet(machine, ran);
            continue;
        }
        if (timeline) timeline->stand_still();
        if (units->advance_stalled(machine)) {
            still = 0;
            continue;
        }
        if (machine.stop.kind) break;
        everybody = true; /* until something changes */
        int64_t k = 0;
        while (ctas[k].place < 0) ++k;
        /* A loop that polls may count its turns, a wait may fail by chance, and another thread may write. */
        const bool may_go_on = (machine.polled && (machine.restless || shared.random)) || in.threads > 1;
        if (!ran) machine.stop = {STOP_DEADLOCK, ctas[k].place, 0, 0, 0, 0, 0};
        else if (++still > (may_go_on ? 1000 * in.resident : 2))
            machine.stop = {STOP_LIVELOCK, ctas[k].place, 0, 0, 0, 0, 0};
    }
    if (machine.stop.kind && machine.stop.kind != STOP_ELSEWHERE)
        for (const Cta &cta : ctas)
            if (cta.place == machine.stop.cta) machine.stop.slot = cta.slot;
    for (int64_t k = 0; timeline && k < in.resident; k += cluster)
        if (ctas[k].place >= 0) timeline->end(ctas[k]);
    if (timeline) events = std::move(timeline->events);
    for (Warp &w : warps) {
        clear(w.operations);
        free(w.operations.items), free(w.operations.trails);
        free(w.copies.items), free(w.copies.arrivals), free(w.cycle.registers), free(w.calls);
    }
    for (int k = 0; machine.plans && k < MOST_PLANS; ++k) free(machine.plans[k].plan);
    free(machine.plans);
    for (Warpgroup &g : groups) clear(g), free(g.log);
    for (int64_t k = 0; k < in.resident; k += cluster) units->finish(machine, k);
    if (machine.races) end_races(machine.races, in.finding);
    free(machine.tracked.items);
    free(machine.grouped.items);
    free(machine.barriers.items);
    free(machine.maps);
    forget_maps(machine);
    free(machine.scratch);
    const std::lock_guard<std::mutex> guard(lock);
    if (machine.stop.kind && machine.stop.kind != STOP_ELSEWHERE && machine.stop.cta < lowest.load()) {
        lowest.store(machine.stop.cta);
        *in.stop = machine.stop;
    }
    --running;
    ended.notify_all();
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
            if (run.ended.wait_for(held, PATIENCE) != std::cv_status::timeout) continue;
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

void save_pages(const Shared &s, Range &range, uint64_t first, uint64_t size) {
    Run &run = *static_cast<Run *>(s.context);
    const std::lock_guard<std::mutex> guard(run.saving);
    run.journal->save(range, first, size);
}

} // namespace pyptx

extern "C" int add_engine(PyObject *module) { return PyModule_AddFunctions(module, pyptx::methods); }
