/* Runs a grid: one CTA per slot, slots among operating system threads, the interpreter lock released. */
#include "run.h"

#include <stdlib.h>
#include <string.h>

#include <algorithm>
#include <new>

#include "levels.h"
#include "memory.h"
#include "observers.h"
#include "random_schedule.h"
#include "shadow_values.h"

namespace pyptx {
namespace {

/* Least number of instructions that warps issue, without one of them ending, before the watchdog stops them. */
constexpr int64_t MOST_SPENT = 4000000000;

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
        if (cta.tensor) shadows->tensor.forget(tensor_index(cta, 0, 0), TENSOR_BYTES);
    }
}

/* The mbarrier at which the last turn of a warp ended, all of its lanes waiting. Until its phase ends, the next poll
 * fails too: a few rounds leave such a warp out. */
struct FailedPoll {
    static constexpr int MOST_ROUNDS = 2; /* a warp that polls again has a turn then: it may give up polling */
    uint64_t index = 0;
    int32_t phase = 0, rounds = 0;

    void note(Machine &m, const Warp &w, int64_t steps) {
        rounds = 0;
        const uint32_t live = w.state->live;
        if (!w.awaits || !live || steps >= FUEL) return; /* a turn that ends at a poll is short */
        index = w.awaited[__builtin_ctz(live)];
        for (int l = 0; l < LANES; ++l)
            if (live >> l & 1 && w.awaited[l] != index) return;
        const Barrier *b = index ? barrier_at(m, index) : nullptr;
        if (b) phase = b->phase, rounds = MOST_ROUNDS;
    }
    /* Whether this round leaves the warp out. */
    bool holds(Machine &m) {
        const Barrier *b = rounds ? barrier_at(m, index) : nullptr;
        if (!b || b->phase != phase) return false;
        --rounds;
        return true;
    }
};

} // namespace

Run::Run(const Launch &launch, PyObject *decoder, PyObject *planner, PyObject *formats)
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
    shared.pages = in.pages;
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
void Run::hook_records() {
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
void Run::observe_records() {
    for (size_t k = 0; k < code.size(); ++k) {
        unobserved.push_back(code[k].run);
        if (const Handler before = observer(launch.observed[k].kind)) code[k].run = before;
    }
}

bool Run::cancel(void *context, uint32_t (&ctaid)[3]) {
    Run &run = *static_cast<Run *>(context);
    const int64_t place = run.next.fetch_add(run.shared.cluster);
    if (place >= run.launch.ctas) return false;
    ++run.cancelled;
    const Numbers first(run.launch, place);
    for (int k = 0; k < 3; ++k) ctaid[k] = (uint32_t)first.of[NUMBER_CTAID_X + k];
    return true;
}

void Run::check_signals() {
    const auto now = std::chrono::steady_clock::now();
    if (interrupted || now - checked < BETWEEN_LOOKS) return;
    PyEval_RestoreThread(released);
    interrupted = PyErr_CheckSignals() != 0;
    released = PyEval_SaveThread();
    checked = now;
    if (interrupted) lowest.store(-1); /* every CTA is beyond it: all workers end at their next turn */
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
        shadows.reset(new ShadowValues(*in.shadows, warps.size(), (size_t)in.warp_bytes,
                                       (uint64_t)(in.tensor ? in.resident : 0) * TENSOR_BYTES));
        for (size_t k = 0; k < warps.size(); ++k)
            warps[k].shadows = shadows->registers.data() + k * shadows->cells_of_a_warp;
        machine.shadows = shadows.get();
    }
    Observers observers{code.data(),
                        unobserved.data(),
                        in.observed,
                        in.tallies ? in.tallies + thread * in.code_count : nullptr,
                        (uint64_t)in.batch_start,
                        (uint64_t)(in.batch_start + slots * in.shared_stride),
                        (uint64_t)in.shared_stride};
    if (in.observed) machine.observers = &observers;
    std::unique_ptr<Timeline> timeline(in.lines ? new Timeline(machine, in, code.data()) : nullptr);
    machine.timeline = timeline.get();
    std::vector<int32_t> knocking(in.warps);
    std::vector<FailedPoll> polls(warps.size());
    const bool counts = shared.random || in.observed || in.lines; /* whether the number of failed polls matters */
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
                FailedPoll &poll = polls[(size_t)(k * in.warps + number)];
                if (!counts && !machine.quiet && poll.holds(machine)) {
                    knocking[number] = INT32_MAX;
                    lives = ran = true;
                    continue;
                }
                const int64_t steps = w.steps;
                if (shared.random) quantum.begin(w);
                const Outcome outcome = run_warp(w);
                if (shared.random) quantum.end(w);
                if (!counts) poll.note(machine, w, outcome == YIELDED ? w.steps - steps : FUEL);
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

void Run::attempt(int thread) { /* allocate working memory; it may run out */
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

void save_pages(const Shared &s, Range &range, uint64_t first, uint64_t size) {
    Run &run = *static_cast<Run *>(s.context);
    const std::lock_guard<std::mutex> guard(run.saving);
    run.journal->save(range, first, size);
}

} // namespace pyptx
