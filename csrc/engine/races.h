/* The race detector's interface: synchronisation and asynchronous operations, as the interpreter reports them.
 *
 * `Machine::races` is null without race checking, and then none of these may be called. With race checking on, further
 * handlers precede those of the instructions (`hook_records`) and check their accesses.
 */
#ifndef PYPTX_ENGINE_RACES_H
#define PYPTX_ENGINE_RACES_H

#include "epochs.h"
#include "transfers.h"

namespace pyptx {

struct RaceOptions {
    const Instr *code;
    const Handler *plain; /* of every record: its own handler */
    const Site *sites;
    int64_t warps, slots, shared_start, shared_stride;
    bool guesses;  /* whether the program compares and swaps */
    bool narrow;   /* whether strong accesses have a scope below that of the GPU */
    bool scopes;   /* whether mbarriers order CTAs only where their instructions name the scope of the cluster */
    bool swizzles; /* whether reads are compared with the swizzle of the copy that wrote */
    bool tensor;   /* whether the program uses tensor memory */
    bool keeps;    /* whether all unordered reads of a line of global memory are kept */
    uint8_t tensor_fences; /* the kinds of tcgen05.fence that it has: `SiteFlags` */
};

constexpr int ROW_OF_MATRIX = 16; /* bytes, of ldmatrix and stmatrix */

struct Places { /* of lanes, as indices of the arena */
    const uint64_t *index;
    bool row;                                       /* whether they are consecutive */
    bool one;                                       /* whether they are the same */
    const uint8_t (*rows)[ROW_OF_MATRIX] = nullptr; /* the bytes that `stmatrix` stores, by lane */
};

/* The handler that checks a event before, or after, the record's own handler; null for none. Those of a level of the
 * instruction set (race_hooks.cpp) precede those for all levels. */
Handler race_hook(RaceEvent event);
/* Record accesses of lanes that are located and permitted; return whether they are free of races. */
bool race_accesses(Warp &w, const Instr *i, RaceEvent event, const Places &at, uint32_t lanes, uint32_t size);
/* Return whether lanes give the addresses of rows of matrices by the swizzle of the copies that wrote them. */
bool race_rows(Warp &w, const Instr *i, const uint64_t *index, uint32_t lanes, uint32_t size);
/* Record a lane's access to a range; return whether it is free of races. `zeros`: whether it writes zeros. */
bool race_range(Warp &w, const Instr *i, int lane, uint64_t index, uint64_t size, bool write, bool zeros = false);
void race_map_acquired(Warp &w, uint64_t index);   /* an acquiring fence of a tensor map */
const Instr *race_unsure(Warp &w, const Instr *i); /* stops if only the reference engine can decide */

Races *new_races(Machine &m, const RaceOptions &options);
void end_races(Races *races, Finding *into);

void race_start(Cta &cta); /* starts */

bool race_transfer(Warp &w, Transfer &t);   /* starts; false if it races */
bool race_landing(Machine &m, Transfer &t); /* has written and will complete at its barriers; false if it races */
bool race_in_phase(Machine &m, const Target &target); /* whether its barrier is in the phase of the copy's start */
void race_release_landed(Machine &m, int64_t number); /* an asynchronous release has written */
void race_completed(Machine &m, uint64_t barrier);    /* copies of threads that a barrier waits for have completed */
void race_released(Warp &w, uint32_t lanes, int barrier);
bool race_left(Warp &w); /* lanes have exited; false if other threads may still access shared memory of their CTA */
void race_cluster_phase(Cta &first);
void race_cluster_released(Warp &w, uint32_t lanes);

/* The hooks of tensor memory; each returns false where it races. */
bool race_tensor_moved(Warp &w, const Instr *i, uint32_t address, bool write); /* a load or store starts */
bool race_tensor_started(Warp &w, const TensorOperation &o);                   /* or is a commit that is executed */
bool race_tensor_arrived(Warp &w, const TensorOperation &o, const uint64_t *barriers, int count); /* a commit */
bool race_tensor_allocated(Warp &w, const Instr *i, uint64_t index); /* the address is written next */
bool race_tensor_freed(Warp &w, const Instr *i, int base, int columns);

} // namespace pyptx
#endif
