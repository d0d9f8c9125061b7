/* The random schedule, as in pyptx/sim/asynchrony.py, for warps that take turns.
 *
 * In each round some warps, warpgroups or CTAs are paused, and the others run for a number of instructions. The order
 * of the warps of a CTA starts at any of them and goes up or down. If nothing has changed for long, all warps run in
 * the next round as under the other schedules, so that deadlocks and livelocks are found. Time is the number of
 * instructions that all warps together have issued. All choices are drawn from the seed, on one thread, so a launch can
 * be repeated.
 */
#ifndef PYPTX_ENGINE_RANDOM_SCHEDULE_H
#define PYPTX_ENGINE_RANDOM_SCHEDULE_H

#include <math.h>

#include <vector>

#include "engine.h"

namespace pyptx {

constexpr double DELAY = 48; /* mean number of instructions of each warp that pass before an operation takes effect */
constexpr double SPURIOUS = 0.25;  /* how often a `try_wait` fails spuriously */
constexpr double REFUSALS = 0.125; /* how often a request for the work of a cluster fails although one is left */
constexpr double HELD[] = {0.125, 0.5, 0.875}; /* shares of the warps that are paused */
constexpr int PATIENCE = 8;                    /* rounds in which no warp ran, */
constexpr int64_t LONG = 4096;                 /* or instructions of each warp without a change, before all run */
constexpr double SHORTEST = 1, LONGEST = 12;   /* binary logarithms of the instructions of a turn */

/* A number from 0 to below 1 (SplitMix64). */
inline double random_number(Machine &m) {
    uint64_t z = m.chance += 0x9E3779B97F4A7C15ull;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}
inline int random_below(Machine &m, int count) { return (int)(random_number(m) * count); }

inline int64_t time_of_turn(const Warp &w) { return w.machine->time + (w.steps - w.turn_start); }

/* Set a warp's next check: at the end of its turn or its watchdog limit, or when an operation is due. */
inline void set_alarm(Warp &w) {
    const Machine &m = *w.machine;
    int64_t at = w.turn_end < m.shared->limit ? w.turn_end : m.shared->limit;
    if (m.due != NEVER && w.turn_start + (m.due - m.time) < at) at = w.turn_start + (m.due - m.time);
    w.alarm = at;
}

/* Time at which an operation that a warp starts now takes effect. */
inline int64_t due(Warp &w) {
    Machine &m = *w.machine;
    if (!m.shared->random) return NEVER;
    const double warps = (double)m.slots * w.cta->count;
    const int64_t at = time_of_turn(w) + 1 + (int64_t)(-log1p(-random_number(m)) * DELAY * warps);
    if (at < m.due) {
        m.due = at;
        set_alarm(w);
    }
    return at;
}

/* The earlier of a time and that at which the first of some operations is due. */
template <class T> int64_t earliest_due(const T *items, int count, int64_t next) {
    for (int k = 0; k < count; ++k) next = items[k].due < next ? items[k].due : next;
    return next;
}

/* Whether a `try_wait` fails spuriously although its phase is complete. */
inline bool gives_up(Machine &m) { return m.shared->random && random_number(m) < SPURIOUS; }

/* Let due operations take effect; false if that breaks a rule. */
inline bool ring(Machine &m, int64_t now) {
    m.due = NEVER;
    for (const Tick tick : m.shared->ticks) {
        const int64_t next = tick(m, now);
        if (m.stop.kind) return false;
        if (next < m.due) m.due = next;
    }
    return true;
}

/* The check of a warp at a block of `count` instructions; returns whether the warp continues. */
inline bool wakes(Warp &w, int count, bool &expired) {
    Machine &m = *w.machine;
    const int64_t now = time_of_turn(w);
    expired = w.steps + count > m.shared->limit;
    if (expired || (now >= m.due && !ring(m, now))) return false;
    w.yields = w.steps >= w.turn_end;
    set_alarm(w);
    return !w.yields;
}

/* The choices of a round: the warps that are paused, the order of the others, and the length. */
class Quantum {
    std::vector<uint8_t> held;
    int64_t turn = NEVER, last_change = 0;
    int idle = 0; /* rounds in which no warp ran */
    int warps, together = 1, first = 0, step = 1;

  public:
    explicit Quantum(const Machine &m, int64_t warps) : held((size_t)(m.slots * warps)), warps((int)warps) {}

    /* Choose for the next round; all run to their end with `everybody`. */
    void choose(Machine &m, bool everybody) {
        turn = NEVER, first = 0, step = 1;
        if (everybody) return;
        first = random_below(m, warps);
        if (random_below(m, 2)) step = warps - 1;
        const int sizes[] = {1, 4, warps};
        together = sizes[random_below(m, 3)];
        const double share = HELD[random_below(m, 3)];
        turn = (int64_t)exp2(SHORTEST + (LONGEST - SHORTEST) * random_number(m));
        for (size_t k = 0; k < held.size(); k += (size_t)together) held[k] = random_number(m) < share;
    }
    int warp_at(int64_t place) const { return (int)((first + place * step) % warps); }
    void changed(const Machine &m) { last_change = m.time, idle = 0; }
    /* After a round that changed nothing: whether all are to run. */
    bool quiet(const Machine &m, bool ran) {
        idle = ran ? 0 : idle + 1;
        if (idle < PATIENCE && m.time - last_change < LONG * (int64_t)held.size()) return false;
        changed(m);
        return true;
    }
    bool partial() const { return turn != NEVER; }
    bool holds(size_t warp) const { return partial() && held[warp / (size_t)together * (size_t)together]; }
    void begin(Warp &w) const {
        w.turn_start = w.steps;
        w.turn_end = partial() ? w.steps + turn : NEVER;
        set_alarm(w);
    }
    void end(Warp &w) const { w.machine->time = time_of_turn(w); }
};

} // namespace pyptx
#endif
