/* The warp interpreter: what a program, a warp and a machine are.
 *
 * A program is a row of records, each a handler with its operands; a handler runs its instruction for the lanes
 * of a warp that are active and returns the record that is next, or null where the scheduler decides. Registers
 * are rows of 32 lanes in the memory of their warp (a predicate is one word with a bit per lane); operands are
 * byte offsets of rows. Whatever a program computes, it reaches bytes of the arena through `locate` (memory.h)
 * or stops: with the place it stopped at, from which Python explains.
 */
#ifndef PYPTX_ENGINE_H
#define PYPTX_ENGINE_H

#include <stddef.h>
#include <stdint.h>

#include "abi.h"

namespace pyptx {

constexpr uint32_t FULL = 0xFFFFFFFFu;
struct Machine;

struct Entry {
    const char *name;
    Handler run;
};

struct HandlerTable {
    const Entry *entries;
    size_t count;
};

/* What the scheduler asks of asynchronous operations (asynchrony.cpp). */
struct Units {
    bool (*standstill)(Machine &);           /* nobody can go on: let something take effect; whether it did */
    void (*finish)(Machine &, int64_t slot); /* a cluster that starts at a slot has ended */
};

/* Let operations of a kind take effect that a random schedule has due; when the next one is. */
using Tick = int64_t (*)(Machine &, int64_t now);
constexpr int64_t NEVER = INT64_MAX;

/* A live mbarrier object: pyptx/sim/barriers.py says what its numbers are. The 8 bytes of shared memory that it takes
 * hold its number; no program reaches them. */
struct Barrier {
    int32_t phase, pending, expected, bytes, seen, next;
};

struct BarrierPool {
    Barrier *items;
    int32_t count, room, free; /* free: the first number that can be used again, -1 for none */
};

struct Product; /* these: transfers.h */
struct Transfer;
struct TensorMap;
struct Races;   /* races.h */
struct Lookout; /* stamps.h */

struct Warpgroup {
    Product *log; /* those that have not taken effect, in order */
    int32_t count, room;
    int64_t first;        /* number of the first of them */
    int32_t held, wanted; /* registers of a thread, and what it waits for */
};

struct Cta {
    CtaState *state;
    Warp *warps;
    Warpgroup *groups;
    Cta *cluster; /* its first CTA */
    int count;
    int rank;
    int64_t place; /* in launch order; -1 where the slot is empty */
    int64_t slot;
    uint64_t shared_start, local_start;
    uint64_t base; /* what its shared addresses start at: its rank, shifted */
    int32_t free_registers;
    int32_t phase;  /* of the barrier of the cluster; its first CTA has it */
    bool clustered; /* whether anybody came to it */
    bool exited;
};

struct PendingCopy {
    uint32_t lanes;
    int32_t size;
    int64_t number, due;
    uint64_t source[LANES], target[LANES];
    int32_t read[LANES];
    int32_t group[LANES];
};

struct PendingArrival { /* at a barrier, when the copies before it have landed */
    uint32_t lanes;
    int64_t after;
    uint64_t barrier[LANES];
};

struct CopyQueue {
    PendingCopy *items;
    PendingArrival *arrivals;
    int32_t count, room, arrival_count, arrival_room;
    int64_t issued;
    int32_t committed[LANES];
};

struct Watch { /* of a set of registers that products use: pyptx/sim/semantics/wgmma.py */
    int32_t busy, shape;
    uint32_t dirty;
};

enum Outcome { ENDED, WAITS, YIELDED, KNOCKS, STOPPED }; /* of the turn of a warp */

struct Awaiting {               /* what lanes wait for or have begun that is asynchronous */
    int32_t bulk_groups[LANES]; /* committed */
    uint64_t awaited[LANES];    /* barrier that a lane last asked in vain, 0 for none */
    int32_t cluster_arrivals[LANES], cluster_waits[LANES];
};

constexpr int32_t FUEL = 4096,
                  POLL_COST = 512; /* of the turn of a warp, and what each turn of a loop that polls takes */

/* What a warp was some turns ago, while nobody wrote to memory: it goes round for ever if it is so again. */
struct Cycle {
    uint8_t *registers; /* and the state of the warp behind them */
    int64_t writes;     /* of all at that moment */
    int32_t since, room, period, turns;
    bool alike;
};

struct Warp : Awaiting {
    uint8_t *regs;
    uint32_t *known; /* per tracked register: the lanes that wrote it */
    uint32_t mask;   /* lanes of the current instruction */
    uint32_t whole;  /* lanes of the block */
    WarpState *state;
    Cta *cta;
    Machine *machine;
    uint64_t local_start;
    int64_t steps;
    int64_t alarm;                /* of its steps: beyond them it looks at what is due, see turns.h */
    int64_t turn_start, turn_end; /* of its steps, under a random schedule */
    int32_t fuel;
    bool yields, knocks, admitted;
    int index;
    CopyQueue copies;
    bool awaits;
    int64_t products; /* of its warpgroup that it has executed */
    int32_t product_groups;
    Watch *watches;
    Cycle cycle;
};

struct Shared { /* what all threads see of a launch */
    uint8_t *data, *state;
    Segment global, constant, param;
    Range *ranges; /* in rising order */
    int64_t range_count;
    uint64_t shared_bytes, local_bytes;
    uint32_t need_known; /* 2 where reading bytes that nobody wrote is looked at, else 0 */
    int64_t limit;
    bool early, random; /* the schedule; late where neither */
    bool parallel;
    const Instr *const *blocks;
    const Instr *const *gates; /* barrier record of a block, null where it is none */
    const uint8_t *warp_gates; /* whether a block is a bar.warp.sync */
    int64_t block_count;
    int32_t cluster;        /* CTAs of one */
    int32_t registers;      /* of a thread at the start, -1 where nothing fixes their number */
    int32_t watched;        /* sets of registers */
    int64_t register_bytes; /* of a warp that the program may write */
    Tick ticks[2];
    /* The tensor map that 128 bytes encode, as fields that it writes; false where it is none that the engine knows. */
    bool (*decode)(void *context, const uint8_t *bytes, TensorMapFields &fields);
    void *context;
};

struct TransferList {
    Transfer **items;
    int32_t count, room;
};

constexpr int NEAR = 64;

struct Machine {
    const Shared *shared;
    int64_t *issues, *lanes;
    Stop stop;
    int64_t idle, spin_limit;
    int64_t changes;   /* counts what others may have waited for */
    int64_t writes;    /* the same, without the turns of loops */
    int32_t turn_cost; /* of a loop that does not poll */
    bool polled;       /* whether a loop that polls has spent its fuel in this round of all warps */
    Range *near[NEAR]; /* where records last accessed global memory, by the record: see `near_of` */
    Cta *ctas;
    int64_t slots;
    BarrierPool barriers;
    TransferList tracked, grouped;
    TensorMap *maps;
    int32_t map_count;
    uint8_t *scratch;
    size_t scratch_room;
    Races *races;     /* null where nobody looks for them */
    Lookout *lookout; /* the same */
    uint64_t chance;  /* state of the random schedule */
    int64_t time;     /* instructions that all warps had issued when this turn began */
    int64_t due;      /* time at which the next operation takes effect */
};

/* Copy lent bytes into the arena, where the program may write; those of all threads see them there from now on. */
void claim(const Shared &s, Range &range);

inline void changed(Machine &m) {
    m.idle = 0;
    ++m.changes;
    ++m.writes;
}

} // namespace pyptx
#endif
