/* The warp interpreter: the structures of a program, a warp and a machine.
 *
 * A program is an array of records, each a handler with its operands. A handler runs its instruction for the active
 * lanes of a warp and returns the next record, or null if the scheduler decides. Registers are rows of 32 lanes in the
 * memory of their warp (a predicate is one word with a bit per lane); operands are byte offsets of rows. Every address
 * goes through `locate` (memory.h): it leads to bytes of the arena, or stops the program at a place from which Python
 * writes the report.
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

/* Functions of asynchronous operations that the scheduler calls (asynchrony.cpp). */
struct Units {
    bool (*advance_stalled)(Machine &); /* no warp can run: let an operation take effect; returns whether one did */
    void (*finish)(Machine &, int64_t slot); /* a cluster that starts at a slot has ended */
};

/* Let due operations of a kind take effect under a random schedule; returns the time of the next one. */
using Tick = int64_t (*)(Machine &, int64_t now);
constexpr int64_t NEVER = INT64_MAX;

/* A live mbarrier object; pyptx/sim/barriers.py documents its fields. Its 8 bytes of shared memory hold its number,
 * which no program can read. */
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
struct TensorMemory; /* these: tensor.h */
struct TensorOperation;
struct TensorTrail;
struct PlannedOperation;
struct Races;        /* races.h */
struct RaceDetector; /* epochs.h */
struct WrittenMaps;  /* ranges.cpp */
struct Observers;    /* observers.h */
class Timeline;      /* timeline.h */
class Output;        /* output.h */
struct ShadowCell;   /* these: shadow_values.h */
struct ShadowValues;

struct Warpgroup {
    Product *log; /* the pending ones, in order */
    int32_t count, room;
    int64_t first;        /* number of the first of them */
    int32_t held, wanted; /* registers of a thread, and the number it waits for */
};

struct Cta {
    CtaState *state;
    Warp *warps;
    Warpgroup *groups;
    TensorMemory *tensor; /* null where the program uses none */
    Cta *cluster;         /* its first CTA */
    int count;
    int rank;
    int64_t place; /* in launch order; -1 where the slot is empty */
    int64_t slot;
    uint64_t shared_start, local_start;
    uint64_t base; /* base of its shared addresses: its rank, shifted */
    int32_t free_registers;
    int32_t phase;  /* of the barrier of the cluster; its first CTA has it */
    bool clustered; /* whether a thread arrived at it */
    bool exited;
    bool refused; /* whether a request for the work of another cluster failed; the first CTA of the cluster has it */
    bool saw_refusal; /* whether a thread has read a response that says so */
};

struct PendingCopy {
    uint32_t lanes;
    int32_t size;
    int64_t number, due;
    uint64_t source[LANES], target[LANES];
    int32_t read[LANES];
    int32_t group[LANES];
    const Instr *instr; /* this and the next for the timeline */
    int64_t began;
};

struct PendingArrival { /* at a barrier, when the copies before it have completed */
    const Instr *instr;
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

struct TensorQueue { /* pending operations on tensor memory, in order */
    TensorOperation *items;
    int32_t count, room;
    TensorTrail *trails; /* by lane; null before the first operation */
};

struct Watch { /* of a set of registers that MMAs use: pyptx/sim/semantics/wgmma.py */
    int32_t busy, shape;
    uint32_t dirty;
};

enum Outcome { ENDED, WAITS, YIELDED, KNOCKS, STOPPED }; /* of the turn of a warp */

struct Awaiting {               /* asynchronous state of lanes: groups and waits */
    int32_t bulk_groups[LANES]; /* committed */
    uint64_t awaited[LANES];    /* barrier of a lane's last failed poll, 0 for none */
    int32_t cluster_arrivals[LANES], cluster_waits[LANES];
};

constexpr int32_t FUEL = 4096, POLL_COST = 512; /* of the turn of a warp, and the cost of each turn of a polling loop */

/* An earlier state of a warp, kept while memory does not change: if it recurs, the warp loops forever. */
struct Cycle {
    uint8_t *registers; /* followed by the state of the warp, if `copied` */
    int64_t writes;     /* of all warps at that moment */
    int32_t since, room, period, turns;
    bool alike, copied;
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
    int64_t alarm;                /* of its steps: after it, check for due operations, see random_schedule.h */
    int64_t turn_start, turn_end; /* of its steps, under a random schedule */
    int32_t fuel;
    bool yields, knocks, admitted;
    int index;
    CopyQueue copies;
    TensorQueue operations;
    bool awaits;
    const Instr *meets; /* instruction at which it waits for its warpgroup */
    int64_t products;   /* of its warpgroup that it has executed */
    int32_t product_groups;
    int32_t depth[LANES]; /* calls that have not returned, in a program that recurses */
    uint8_t *calls;       /* of each depth, their numbers and the registers that they saved */
    int32_t call_room;
    Watch *watches;
    ShadowCell **shadows; /* by byte of the rows of registers; null without */
    Cycle cycle;
};

struct Shared { /* state of a launch that all threads share */
    const Instr *code;
    uint8_t *data, *state;
    Segment global, constant, param;
    Range *ranges; /* in rising order */
    int64_t range_count;
    uint8_t *reads, *writes, *atomics; /* a bit for each byte of global memory that was accessed; null without */
    uint8_t *pages;                    /* a byte for each page of it */
    uint64_t shared_bytes, local_bytes;
    bool need_finished;  /* whether a CTA must not end before its copies have read its shared memory */
    uint32_t need_known; /* 2 if reading unwritten bytes is checked, else 0 */
    int64_t limit;
    bool early, random; /* the schedule; late where neither */
    bool parallel;
    const Instr *const *blocks;
    const Instr *const *gates; /* barrier record of a block, null for none */
    const uint8_t *warp_gates; /* of each block, of WarpGate */
    int64_t block_count;
    int32_t cluster;        /* CTAs of one */
    int64_t crowd;          /* CTAs of the grid that may run on one multiprocessor */
    int32_t registers;      /* of a thread at the start, -1 if the number is not fixed */
    int32_t watched;        /* sets of registers */
    int64_t register_bytes; /* of a warp that the program may write */
    Tick ticks[3];
    /* Decode the 128 bytes of a tensor map into fields; false for a map that the engine does not support. */
    bool (*decode)(void *context, const uint8_t *bytes, TensorMapFields &fields);
    /* Plan an operation on tensor memory, on the heap; null for one that the engine does not support. */
    TensorPlan *(*plan)(void *context, int32_t number, const TensorOperands &given);
    /* Cancel the cluster that would start next, and give the place of its first CTA; false if all have started. */
    bool (*cancel)(void *context, uint32_t (&ctaid)[3]);
    void *context;
    Output *output; /* of `printf` */
};

struct TransferList {
    Transfer **items;
    int32_t count, room;
};

constexpr int NEAR = 64;
constexpr unsigned PAGE_BITS = 12; /* of pages: those saved for a launch that runs again, those that were accessed */

struct Broken { /* the rule that stops the launch; with the instruction of an operation that was pending */
    const Instr *instr;
    StopKind kind;
};

struct Machine {
    const Shared *shared;
    int64_t *issues, *lanes;
    Stop stop;
    Broken broken;
    int64_t idle, spin_limit;
    int64_t changes;   /* counts changes that other warps may wait for */
    int64_t writes;    /* the same, without the turns of loops */
    int32_t turn_cost; /* of a loop that does not poll */
    bool polled;       /* whether a loop that polls has spent its fuel in this round of all warps */
    bool restless;     /* whether such a warp was in a state that it did not repeat, or whose state was not compared */
    bool quiet;        /* whether nothing changed in the last round: only then polling warps compare their states */
    Range *near[NEAR]; /* last global allocation accessed by each record: see `near_of` */
    Cta *ctas;
    int64_t slots;
    BarrierPool barriers;
    TransferList tracked, grouped;
    TensorMap *maps;
    int32_t map_count;
    WrittenMaps *written_maps; /* null without */
    PlannedOperation *plans;   /* by a hash of their operands */
    int32_t plan_count;
    uint8_t *scratch;
    size_t scratch_room;
    Races *races;           /* null without race checking */
    RaceDetector *detector; /* the same */
    Observers *observers;   /* null without */
    Timeline *timeline;     /* null without */
    ShadowValues *shadows;  /* null without */
    uint64_t chance;        /* state of the random schedule */
    int64_t time;           /* instructions that all warps had issued when this turn began */
    int64_t due;            /* time at which the next operation takes effect */
    int64_t ordered;        /* time at which the last asynchronous release does */
    int64_t tensor_count;   /* operations on tensor memory that were started */
};

/* Save the pages of bytes of an allocation that the program is about to write, with the bits of which were written. */
void save_pages(const Shared &s, Range &range, uint64_t first, uint64_t size);

inline void changed(Machine &m) {
    m.idle = 0;
    ++m.changes;
    ++m.writes;
}

/* Record the broken rule, and the instruction of the operation if that was pending: the stop that follows reports them.
 * Returns false. */
inline bool broke(Machine &m, StopKind rule, const Instr *i = nullptr) {
    m.broken = {i, rule};
    return false;
}

/* Visit the warps of all CTAs until `visit` returns false; returns whether it never did. */
template <class F> bool each_warp(Machine &m, F visit) {
    for (int64_t k = 0; k < m.slots; ++k) {
        Cta &cta = m.ctas[k];
        for (int number = 0; cta.place >= 0 && number < cta.count; ++number)
            if (!visit(cta.warps[number])) return false;
    }
    return true;
}

} // namespace pyptx
#endif
