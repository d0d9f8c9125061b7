/* Control flow: branches, exits and barriers.
 *
 * Built once for each level of the instruction set (PYPTX_LEVEL names the build); nothing here may have external
 * linkage but the table and `run_warp`, so that no function of one level is linked in for another.
 */
#include "numbers.h"
#include "schedule.h"
#include "timeline.h"
#include "random_schedule.h"

namespace pyptx {
namespace {

/* Before a barrier of the CTA: wait until the lanes at lower blocks have caught up. */
const Instr *door(Warp &w, const Instr *i) {
    if (w.admitted) {
        w.admitted = false;
        return i + 1;
    }
    w.state->place = BlockArgs(i).number();
    w.knocks = true;
    return nullptr;
}
COLD bool goes_on(Warp &w, const Instr *i) {
    const BlockArgs op(i);
    bool expired = false;
    if (wakes(w, op.steps(), expired)) return true;
    if (!expired) return false;
    w.machine->issues[op.number()] += 1;
    w.machine->lanes[op.number()] += __builtin_popcount(w.mask);
    stop(w, i, STOP_STEPS);
    return false;
}
const Instr *block(Warp &w, const Instr *i) {
    const BlockArgs op(i);
    Machine &m = *w.machine;
    w.state->place = op.number();
    w.whole = w.mask;
    if (w.steps + op.steps() > w.alarm && !goes_on(w, i)) return nullptr;
    m.issues[op.number()] += 1;
    m.lanes[op.number()] += __builtin_popcount(w.mask);
    w.steps += op.steps();
    return i + 1;
}
/* Before each instruction, for the timeline. */
const Instr *issue(Warp &w, const Instr *i) {
    w.machine->timeline->issue(w, i);
    return i + 1;
}
const Instr *guard(Warp &w, const Instr *i) {
    const GuardArgs op(i);
    w.mask = w.whole & pred_of(w, op.predicate(), op.negated());
    if (w.mask) return i + 1;
    w.mask = w.whole;
    return i + 1 + op.held();
}
const Instr *unguard(Warp &w, const Instr *i) {
    w.mask = w.whole;
    return i + 1;
}
const Instr *guard_apart(Warp &w, const Instr *i) { /* at an instruction where lanes diverge */
    const GuardApartArgs op(i);
    const u32 taken = w.mask & pred_of(w, op.predicate(), op.negated());
    if (taken == w.mask) return i + 1;
    diverge(*w.state);
    go(*w.state, w.mask & ~taken, op.next());
    w.mask = w.whole = taken;
    return taken ? i + 1 : nullptr;
}
const Instr *next(Warp &w, const Instr *i) { /* the records of the block after this one follow */
    if (w.state->converged) return i[1].run == block ? block(w, i + 1) : i + 1;
    go(*w.state, w.whole, NextArgs(i).number());
    return nullptr;
}
const Instr *bra(Warp &w, const Instr *i) {
    const BranchArgs op(i);
    WarpState &s = *w.state;
    const u32 mask = w.mask, taken = op.predicate() < 0 ? mask : mask & pred_of(w, op.predicate(), op.negated());
    if (s.converged) {
        if (!taken) return i + 1;
        if (taken == mask) {
            if (!turn(w, i, op.target(), op.polls())) return w.machine->shared->blocks[op.target()];
            s.place = op.target();
            w.yields = true;
            return nullptr;
        }
        diverge(s);
    }
    const bool spent = taken && turn(w, i, op.target(), op.polls());
    if (taken) go(s, taken, op.target());
    if (taken != mask) go(s, mask & ~taken, op.next());
    if (spent) s.yielded |= taken;
    if (spent || mask != s.live || taken == mask || !taken) return nullptr;
    const bool jumps = op.target() < op.next(); /* all lanes are in one of two blocks: the lower one goes first */
    s.place = jumps ? op.target() : op.next();
    w.mask = jumps ? taken : mask & ~taken;
    return w.machine->shared->blocks[s.place];
}
const Instr *brx(Warp &w, const Instr *i) {
    const BranchTableArgs op(i);
    const u32 *index = row<u32>(w, op.index());
    ALL_LANES(l)
        if (w.mask >> l & 1 && index[l] >= (u32)op.blocks_count()) return stop(w, i, STOP_CONTROL);
    diverge(*w.state);
    for (int k = 0; k < op.blocks_count(); ++k) {
        u32 going = 0;
        ALL_LANES(l) going |= (u32)(index[l] == (u32)k) << l;
        going &= w.mask;
        if (!going) continue;
        if (turn(w, i, op.blocks()[k], op.polls())) w.state->yielded |= going;
        go(*w.state, going, op.blocks()[k]);
    }
    return nullptr;
}
const Instr *leave_grid(Warp &w, const Instr *i) {
    if (!leave(w, w.mask)) return refuse(w, i);
    return !w.machine->races || race_left(w) ? nullptr : stop(w, i, STOP_HANDOVER);
}
const Instr *trap(Warp &w, const Instr *i) { return stop(w, i, STOP_STEP); }

const Instr *members(Warp &w, const Instr *i) { return gather(w, i, row<u32>(w, MembersArgs(i).mask())); }
const Instr *members_all(Warp &w, const Instr *i) { /* the mask names all lanes */
    return w.mask == w.state->live && w.mask == w.state->exists ? i + 1 : members(w, i);
}

const Instr *barrier(Warp &w, const Instr *i) {
    const BarrierArgs op(i);
    WarpState &s = *w.state;
    CtaState &cta = *w.cta->state;
    const u32 mask = w.mask, *numbers = row<u32>(w, op.number());
    const u32 *counts = op.count() >= 0 ? row<u32>(w, op.count()) : nullptr;
    const int whole = LANES * w.cta->count, reduces = op.predicate() >= 0 ? REDUCES : 0;
    u32 used = 0;
    for (u32 left = mask; left;) { /* usually one barrier for all */
        const int first = __builtin_ctz(left);
        const u32 number = numbers[first];
        const s32 wanted = counts ? (s32)counts[first] : 0;
        const u32 alike = left & lanes_at((const s32 *)numbers, (s32)number) &
                          (counts ? lanes_at((const s32 *)counts, wanted) : FULL);
        if (number >= (u32)BARRIERS || wanted % LANES || wanted < 0) return stop(w, i, STOP_GATE);
        const s32 known = cta.wanted[number], count = known & ~REDUCES;
        if (known >= 0 && ((known & REDUCES) != reduces || (count ? count : whole) != (wanted ? wanted : whole)))
            return stop(w, i, STOP_GATE);
        used |= 1u << number;
        left &= ~alike;
    }
    ALL_LANES(l)
        if (mask >> l & 1) s.barrier[l] = (s8)numbers[l];
    for (u32 left = used; left; left &= left - 1) {
        const int number = __builtin_ctz(left);
        const int last = 31 - __builtin_clz(mask & lanes_at((const s32 *)numbers, number));
        cta.wanted[number] = (counts ? (s32)counts[last] : 0) | reduces;
    }
    if (op.predicate() >= 0) s.predicate = (s.predicate & ~mask) | (*row<u32>(w, op.predicate()) & mask);
    s.arrives = op.kind() == BARRIER_ARRIVE ? s.arrives | mask : s.arrives & ~mask;
    park(s, mask, s.place);
    for (; used; used &= used - 1)
        if (!settle(w, __builtin_ctz(used))) return stop(w, i, STOP_GATE);
    return nullptr;
}

/* clang-format off */
const Entry entries[] = {
    {"door", door}, {"block", block}, {"issue", issue}, {"guard", guard}, {"unguard", unguard}, {"guard_apart", guard_apart},
    {"next", next}, {"bra", bra}, {"brx", brx}, {"exit", leave_grid}, {"trap", trap}, {"members", members},
    {"members.all", members_all}, {"barrier", barrier},
};
/* clang-format on */

} // namespace

/* Run a warp until all its lanes have exited or wait, or its turn ends. */
Outcome LEVEL(run_warp_)(Warp &w) {
    WarpState &s = *w.state;
    bool ran = false;
    for (;;) {
        int32_t place = s.place;
        uint32_t mask = s.live;
        if (!mask) return ENDED;
        if (!s.converged) {
            uint32_t ready = s.live & ~s.parked & ~s.yielded;
            if (!ready) {
                s.yielded &= s.live;
                if (!(s.live & ~s.parked)) return ran ? YIELDED : WAITS;
                s.yielded = 0;
                if (ran) return YIELDED;
                ready = s.live & ~s.parked;
            }
            place = INT32_MAX;
            for (uint32_t left = ready, there; left; left &= ~there) { /* usually few blocks */
                const int32_t key = s.key[__builtin_ctz(left)];
                there = left & lanes_at(s.key, key);
                if (key < place) place = key, mask = there;
            }
            s.place = place;
            if (mask == s.live) s.converged = 1;
        }
        w.mask = mask;
        ran = true;
        const Instr *i = w.machine->shared->blocks[place];
        while (i) i = i->run(w, i);
        if (w.machine->stop.kind) return STOPPED;
        if (w.knocks) {
            w.knocks = false;
            return KNOCKS;
        }
        if (w.yields) {
            w.yields = false;
            return YIELDED;
        }
    }
}

extern const HandlerTable LEVEL(control_);
const HandlerTable LEVEL(control_) = {entries, sizeof entries / sizeof *entries};

} // namespace pyptx
