/* Scheduling of the lanes of one warp and one CTA: program counters and waits, by the rules of
 * pyptx/sim/scheduler.py. */
#ifndef PYPTX_ENGINE_SCHEDULE_H
#define PYPTX_ENGINE_SCHEDULE_H

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "memory.h"
#include "races.h"
#include "tensor.h"
#include "transfers.h"

namespace pyptx {
namespace {

constexpr int REDUCES = 1; /* added to the thread count of a barrier whose phase is of reductions */

/* The lanes at a block, of keys or rows of registers. */
inline uint32_t lanes_at(const int32_t *keys, int32_t block) {
    uint32_t lanes = 0;
#if defined(__AVX2__)
    for (int l = 0; l < LANES; l += 8) {
        const __m256i same =
            _mm256_cmpeq_epi32(_mm256_loadu_si256((const __m256i *)(keys + l)), _mm256_set1_epi32(block));
        lanes |= (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(same)) << l;
    }
#else
    for (int l = 0; l < LANES; ++l) lanes |= (uint32_t)(keys[l] == block) << l;
#endif
    return lanes;
}

inline void diverge(WarpState &s) {
    if (!s.converged) return;
    for (int l = 0; l < LANES; ++l) s.key[l] = s.place;
    s.converged = 0;
}

inline void go(WarpState &s, uint32_t lanes, int32_t block) {
    for (int l = 0; l < LANES; ++l) s.key[l] = lanes >> l & 1 ? block : s.key[l];
}

inline void park(WarpState &s, uint32_t lanes, int32_t block) {
    diverge(s);
    go(s, lanes, block);
    s.parked |= lanes;
}

inline void release(WarpState &s, uint32_t lanes) {
    for (int l = 0; l < LANES; ++l) s.key[l] += (int32_t)(lanes >> l & 1);
    if (lanes == FULL) memset(s.barrier, -1, sizeof s.barrier);
    else
        for (int l = 0; l < LANES; ++l) s.barrier[l] = lanes >> l & 1 ? -1 : s.barrier[l];
    s.parked &= ~lanes;
    s.arrives &= ~lanes;
}

inline uint32_t at_barrier(const WarpState &s, int number) {
#if defined(__AVX2__)
    const __m256i all = _mm256_loadu_si256((const __m256i *)s.barrier);
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(all, _mm256_set1_epi8((char)number)));
#elif defined(__SSE2__)
    const auto half = [&](int first) {
        const __m128i some = _mm_loadu_si128((const __m128i *)(s.barrier + first));
        return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(some, _mm_set1_epi8((char)number)));
    };
    return half(0) | half(16) << 16;
#else
    uint32_t lanes = 0;
    for (int l = 0; l < LANES; ++l) lanes |= (uint32_t)(s.barrier[l] == number) << l;
    return lanes;
#endif
}

/* Write the result of a reduction over the threads of a barrier, for the lanes that waited at one block. */
inline void put_reduction(Warp &w, const Instr *gate, uint32_t lanes, int64_t yes, int64_t present) {
    const BarrierArgs op(gate);
    if (op.result() < 0) return;
    if (op.reduction() == REDUCTION_POPC) {
        uint32_t *row = (uint32_t *)(w.regs + op.result());
        for (int l = 0; l < LANES; ++l) row[l] = lanes >> l & 1 ? (uint32_t)yes : row[l];
    } else {
        uint32_t &bits = *(uint32_t *)(w.regs + op.result());
        const bool holds = op.reduction() == REDUCTION_AND ? yes == present : yes > 0;
        bits = holds ? bits | lanes : bits & ~lanes;
    }
    if (op.target() >= 0) w.known[op.target()] |= lanes;
}

/* Release the lanes whose barrier is complete; false if a warp is split over instructions that require all of it. */
inline bool settle(Warp &w, int number) {
    Cta &cta = *w.cta;
    Machine &m = *w.machine;
    CtaState &state = *cta.state;
    if ((state.wanted[number] & ~REDUCES) == 0 && !state.arrived[number] &&
        w.whole == w.state->live) { /* usually others are still missing */
        bool early = false, arrives = false;
        for (int k = 0; k < cta.count; ++k) {
            const WarpState &s = *cta.warps[k].state;
            arrives |= s.arrives != 0;
            early |= s.live && s.barrier[__builtin_ctz(s.live)] != number;
        }
        if (early && !arrives) return true;
    }
    int everyone = 0, waiting = 0;
    for (int k = 0; k < cta.count; ++k) {
        WarpState &s = *cta.warps[k].state;
        everyone += s.live ? LANES : 0;
        const uint32_t here = at_barrier(s, number);
        if (!here || (s.live & ~here)) continue;
        if (s.live & ~lanes_at(s.key, s.key[__builtin_ctz(s.live)]))
            for (int l = 0; l < LANES; ++l)
                if (s.live >> l & 1 && m.shared->warp_gates[s.key[l]] == ALIGNED) return broke(m, BROKE_ALIGNED);
        if (s.arrives & here) {
            state.arrived[number] += LANES;
            release(s, here);
            continue;
        }
        waiting += LANES;
    }
    const int wanted = state.wanted[number] & ~REDUCES;
    const int need = (wanted > 0 ? wanted : everyone) - state.arrived[number];
    if (wanted < 0 || waiting < need || !(waiting > 0 || need <= 0)) return true;
    const int most = need > LANES ? need : LANES;
    uint32_t chosen[64];
    int64_t yes = 0, present = 0;
    int rank = 0;
    bool leftover = false;
    for (int k = 0; k < cta.count; ++k) {
        WarpState &s = *cta.warps[k].state;
        const uint32_t here = at_barrier(s, number);
        chosen[k] = 0;
        if (!here || (s.live & ~here)) continue;
        rank += LANES;
        if (rank > most) {
            leftover = true;
            continue;
        }
        chosen[k] = here;
        yes += __builtin_popcount(here & s.predicate);
        present += __builtin_popcount(here);
    }
    state.arrived[number] = 0;
    changed(m);
    if (!leftover) state.wanted[number] = -1;
    for (int k = 0; k < cta.count; ++k) {
        if (!chosen[k]) continue;
        Warp &other = cta.warps[k];
        WarpState &s = *other.state;
        for (uint32_t left = chosen[k]; left;) {
            const int32_t block = s.key[__builtin_ctz(left)];
            const uint32_t together = left & lanes_at(s.key, block);
            put_reduction(other, m.shared->gates[block], together, yes, present);
            left &= ~together;
        }
        if (m.races) race_released(other, chosen[k], number);
        release(s, chosen[k]);
    }
    return true;
}

/* Complete the phases of the barrier of a cluster at which all living threads have arrived; release its waiters. */
inline void settle_cluster(Warp &w) {
    Cta &first = *w.cta->cluster;
    const int ctas = w.machine->shared->cluster;
    bool present = false;
    for (int k = 0; k < ctas; ++k) {
        const Cta &cta = w.cta->cluster[k];
        for (int number = 0; cta.place >= 0 && number < cta.count; ++number) {
            const Warp &one = cta.warps[number];
            const uint32_t live = one.state->live;
            present |= live != 0;
            for (int l = 0; l < LANES; ++l)
                if (live >> l & 1 && one.cluster_arrivals[l] <= first.phase) return;
        }
    }
    if (!present) return;
    ++first.phase;
    changed(*w.machine);
    if (w.machine->races) race_cluster_phase(first);
    for (int k = 0; k < ctas; ++k) {
        const Cta &cta = w.cta->cluster[k];
        for (int number = 0; number < cta.count; ++number) {
            Warp &one = cta.warps[number];
            uint32_t waiting = at_barrier(*one.state, CLUSTER_BARRIER) & one.state->parked;
            for (int l = 0; l < LANES; ++l)
                if (one.cluster_arrivals[l] > first.phase) waiting &= ~(1u << l);
            if (waiting && w.machine->races) race_cluster_released(one, waiting);
            if (waiting) release(*one.state, waiting);
        }
    }
}

/* Whether a pending copy accesses shared memory of the CTA that started it. */
inline bool accesses_own(const Machine &m, const Transfer &t) {
    const Cta *own = t.warp->cta;
    if (t.kind == LATER) return false;
    if (t.kind == LINEAR_IN && t.source - own->shared_start < m.shared->shared_bytes) return true;
    for (int k = 0; k < t.target_count; ++k)
        if (t.targets[k].cta == own && (t.kind != REMOTE || t.lanes >> k & 1)) return true;
    return false;
}

/* A copy of a CTA that may still access its shared memory; null without one, or if that is not checked. */
inline const Transfer *unfinished_copy(const Machine &m, const Cta &cta) {
    if (!m.shared->need_finished) return nullptr;
    for (int k = 0; k < m.grouped.count; ++k)
        if (m.grouped.items[k]->warp->cta == &cta && !m.grouped.items[k]->covered) return m.grouped.items[k];
    for (int k = 0; k < m.tracked.count; ++k) {
        const Transfer *t = m.tracked.items[k];
        if (t->warp->cta == &cta && !t->landed && accesses_own(m, *t)) return t;
    }
    return nullptr;
}

/* End lanes, and release those that waited only for them; false if that breaks a rule. */
inline bool leave(Warp &w, uint32_t lanes) {
    WarpState &s = *w.state;
    for (int l = 0; w.machine->races && s.parked && l < LANES; ++l) {
        if (!(s.parked & ~lanes & 1u << l) || s.barrier[l] >= BARRIERS) continue;
        if (w.machine->shared->warp_gates[s.key[l]] == ALIGNED) return broke(*w.machine, BROKE_ALIGNED);
    }
    diverge(s);
    s.live &= ~lanes;
    s.parked &= ~(lanes | at_barrier(s, -1)); /* lanes that wait for lanes of this warp check again */
    s.yielded &= ~lanes;
    changed(*w.machine);
    uint32_t used = 0;
    for (int k = 0; k < w.cta->count; ++k) {
        const WarpState &other = *w.cta->warps[k].state;
        for (int l = 0; other.parked && l < LANES; ++l)
            if (other.barrier[l] >= 0 && other.barrier[l] < BARRIERS) used |= 1u << other.barrier[l];
    }
    for (; used; used &= used - 1)
        if (!settle(w, __builtin_ctz(used))) return false;
    bool lives = false;
    for (int k = 0; k < w.cta->count; ++k) lives |= w.cta->warps[k].state->live != 0;
    w.cta->exited = !lives;
    if (w.cta->cluster->clustered) settle_cluster(w);
    if (lives) return true;
    for (int k = 1; k < w.cta->count; ++k) /* warps of a warpgroup that executed other MMAs, or fewer */
        if (k % 4 && w.cta->warps[k].products != w.cta->warps[k - 1].products) return broke(*w.machine, BROKE_ALIGNED);
    if (!tensor_over(*w.cta)) return false;
    const Transfer *unfinished = unfinished_copy(*w.machine, *w.cta);
    return !unfinished || broke(*w.machine, BROKE_UNFINISHED_COPY, unfinished->instr);
}

/* Whether a warp repeats a state while memory did not change: pyptx/sim/livelock.py. Its registers are copied only if
 * memory is the same at two calls in a row, and they are many bytes: a warp that polls calls this only in quiet rounds.
 */
inline bool goes_round(Warp &w) {
    const int64_t size = w.machine->shared->register_bytes, writes = w.machine->writes;
    Cycle &r = w.cycle;
    if (!r.registers || r.writes != writes) {
        if (!r.registers) r.registers = (uint8_t *)malloc((size_t)size + sizeof *w.state);
        r.writes = writes;
        r.copied = false;
        return false;
    }
    if (r.copied) {
        ++r.since;
        if (!memcmp(r.registers + size, w.state, sizeof *w.state) && !memcmp(r.registers, w.regs, (size_t)size)) {
            r.period = r.since;
            r.since = 0;
            return true;
        }
        if (r.since < r.period) return true;
        if (!r.period && r.since < r.room) return false;
    } else r.room = 1;
    memcpy(r.registers, w.regs, (size_t)size);
    memcpy(r.registers + size, w.state, sizeof *w.state);
    r.copied = true;
    r.room *= 2;
    r.since = r.period = 0;
    return false;
}

/* Count a turn of a loop; returns whether its lanes should let others run. */
inline bool turn(Warp &w, const Instr *i, int32_t target, bool polls) {
    if (target > w.state->place) return false;
    if (polls && ++w.machine->idle > w.machine->spin_limit) {
        stop(w, i, STOP_LIVELOCK);
        return true;
    }
    w.fuel -= polls ? POLL_COST : w.machine->turn_cost;
    if (w.fuel > 0) return false;
    w.fuel = FUEL;
    if (polls) {
        w.machine->polled = true;
        w.machine->restless |= !w.machine->quiet || !goes_round(w);
    } else {
        Cycle &r = w.cycle;
        r.turns += w.machine->turn_cost == 1 ? FUEL : 1;
        if (r.turns >= FUEL) r.turns = 0, r.alike = goes_round(w);
        w.machine->changes += !r.alike;
    }
    return true;
}

/* Gather the lanes named by a member mask; null if none continues. */
inline const Instr *gather(Warp &w, const Instr *i, const uint32_t *members) {
    const bool across = MembersArgs(i).across();
    WarpState &s = *w.state;
    const uint32_t mask = w.mask;
    uint32_t all = FULL, strangers = 0;
    for (int l = 0; l < LANES; ++l) all &= mask >> l & 1 ? members[l] : FULL;
    if (all == FULL && mask == s.live && s.live == s.exists) return i + 1;
    for (int l = 0; l < LANES; ++l) strangers |= (uint32_t)(!(members[l] >> l & 1)) << l;
    if ((strangers & mask) || (MembersArgs(i).whole() && s.live != s.exists)) return stop(w, i, STOP_GATE);
    uint32_t here = mask;
    for (int l = 0; l < LANES; ++l)
        if (s.parked >> l & 1 && (s.key[l] == s.place || (across && w.machine->shared->warp_gates[s.key[l]] == MEETS)))
            here |= 1u << l;
    uint32_t ready = 0;
    for (int l = 0; l < LANES; ++l)
        if (here >> l & 1 && !(members[l] & s.live & ~here)) ready |= 1u << l;
    const int32_t place = s.place;
    if (mask & ~ready) park(s, mask & ~ready, place);
    if (!ready) return nullptr;
    const uint32_t woken = ready & s.parked;
    for (int l = 0; l < LANES; ++l)
        if (woken >> l & 1 && s.key[l] != place) s.key[l] += 1, ready &= ~(1u << l);
    s.parked &= ~woken;
    if (!s.converged) w.mask = w.whole = ready;
    return ready ? i + 1 : nullptr;
}

} // namespace
} // namespace pyptx
#endif
