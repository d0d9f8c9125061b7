/* The warp interpreter: what a program, a warp and a machine are.
 *
 * A program is a row of records, each a handler with its operands; a handler runs its instruction for the lanes
 * of a warp that are active and returns the record that is next, or null where the scheduler decides. Registers
 * are rows of 32 lanes in the memory of their warp (a predicate is one word with a bit per lane); operands are
 * byte offsets of rows. Whatever a program computes, it reaches bytes of the arena through `locate` (memory.h)
 * or stops: with the place it stopped at, from which Python explains.
 *
 * `WarpState`, `CtaState` and `Stop` are read by pyptx/sim/native.py: change them together.
 */
#ifndef PYPTX_ENGINE_H
#define PYPTX_ENGINE_H

#include <stddef.h>
#include <stdint.h>

namespace pyptx {

constexpr int LANES = 32;
constexpr uint32_t FULL = 0xFFFFFFFFu;
constexpr int BARRIERS = 16;

struct Warp;
struct Instr;
struct Machine;

using Handler = const Instr *(*)(Warp &, const Instr *);

struct Instr {
    Handler run;
    int32_t d, a, b, c, e, f, n;
    int32_t step; /* number of the instruction in its block, for reports */
    int64_t imm;
    const int32_t *extra;
};

struct Entry {
    const char *name;
    Handler run;
};

struct HandlerTable {
    const Entry *entries;
    size_t count;
};

struct WarpState {
    uint32_t live, exists;
    uint32_t converged; /* whether all living lanes are at `place` */
    int32_t place;
    uint32_t parked;  /* lanes that wait at the block of their key */
    uint32_t yielded; /* lanes that let others run first */
    uint32_t arrives; /* of the parked: those that only arrive at their barrier */
    uint32_t predicate;
    int32_t key[LANES];
    int8_t barrier[LANES]; /* number of the barrier that a lane waits at, -1 for none */
};

struct CtaState {
    int32_t arrived[BARRIERS];
    int32_t wanted[BARRIERS];
};

enum StopKind : int64_t {
    NO_STOP,
    STOP_STEP,    /* an instruction broke a rule */
    STOP_GATE,    /* one at which lanes wait did */
    STOP_CONTROL, /* one that closes a block did */
    STOP_DEADLOCK,
    STOP_LIVELOCK,
    STOP_STEPS,
    STOP_ELSEWHERE, /* another thread stopped */
};

struct Stop {
    int64_t kind, cta, slot, warp, block, step, mask, reserved;
};

struct Range { /* memory that is all alike: an allocation of global memory, as offsets in the segment */
    uint64_t first, end;
    uint32_t known, writable;
};

struct Segment {
    uint64_t base, start, extent;
};

struct Cta {
    CtaState *state;
    Warp *warps;
    int count;
    int64_t place; /* in launch order; -1 where the slot is empty */
    uint64_t shared_start, local_start;
    int live_warps;
};

struct PendingCopy {
    uint32_t lanes;
    int32_t size;
    uint64_t source[LANES], target[LANES];
    int32_t read[LANES];
    int32_t group[LANES];
};

struct CopyQueue {
    PendingCopy *items;
    int32_t count, room;
    int32_t committed[LANES];
};

struct Warp {
    uint8_t *regs;
    uint32_t *known; /* per tracked register: the lanes that wrote it */
    uint32_t mask;   /* lanes of the current instruction */
    uint32_t whole;  /* lanes of the block */
    WarpState *state;
    Cta *cta;
    Machine *machine;
    uint64_t local_start;
    int64_t steps;
    int32_t fuel;
    bool yields, knocks, admitted;
    int index;
    CopyQueue copies;
};

struct Shared { /* what all threads see of a launch */
    uint8_t *data, *state;
    Segment global, constant, param;
    const Range *ranges;
    int64_t range_count;
    uint64_t shared_bytes, local_bytes;
    uint32_t need_known; /* 2 where reading bytes that nobody wrote is looked at, else 0 */
    int64_t limit;
    bool early;
    bool parallel;
    const Instr *const *blocks;
    const Instr *const *gates; /* barrier record of a block, null where it is none */
    const uint8_t *warp_gates; /* whether a block is a bar.warp.sync */
    int64_t block_count;
};

struct Machine {
    const Shared *shared;
    int64_t *issues, *lanes;
    Stop stop;
    int64_t idle, spin_limit;
    const Range *near;
};

/* Byte states, as in pyptx/sim/memory.py. */
constexpr uint8_t ALLOCATED = 1, INITIALISED = 2, WRITABLE = 4;

} // namespace pyptx
#endif
