/* Looks for data races: what the interpreter tells of synchronisation and of operations of engines.
 *
 * Null in `Machine::races` means that nobody looks, and then none of these may be called. What instructions do is
 * found by handlers that stand before their own where races are looked for (`watch_records`).
 */
#ifndef PYPTX_ENGINE_RACES_H
#define PYPTX_ENGINE_RACES_H

#include "stamps.h"
#include "transfers.h"

namespace pyptx {

struct RaceOptions {
    const Instr *code;
    const Handler *plain; /* of every record: its own handler */
    const Site *sites;
    int64_t warps, slots, shared_start, shared_stride;
    bool guesses; /* whether the program compares and swaps */
    bool scopes;  /* whether mbarriers order CTAs only where their instructions name the scope of the cluster */
};

struct Places { /* of lanes, as indices of the arena */
    const uint64_t *index;
    bool row; /* whether they follow each other */
    bool one; /* whether they are the same */
};

/* The handler that looks at a deed before, or after, the record's own handler does it; null for none. Those of a level
 * of the instruction set (watchers.cpp) stand before those that are for all. */
Handler watcher(Deed deed);
/* Whether accesses of lanes, which are found and may be made, race with none; they are noted. */
bool race_accesses(Warp &w, const Instr *i, Deed deed, const Places &at, uint32_t lanes, uint32_t size);
const Instr *race_unsure(Warp &w, const Instr *i); /* stops where only the definition can tell */

Races *new_races(Machine &m, const RaceOptions &options);
void end_races(Races *races, Finding *into);

void race_start(Cta &cta); /* takes up its work */

bool race_transfer(Warp &w, Transfer &t);   /* starts; false where it races */
bool race_landing(Machine &m, Transfer &t); /* has written and will tell its barriers; false where it may not */
bool race_in_phase(Machine &m, const Target &target); /* whether its barrier is where it was when its copy started */
void race_told(Machine &m, uint64_t barrier);         /* copies of threads that a barrier waits for are over */
void race_released(Warp &w, uint32_t lanes, int barrier);
bool race_left(Warp &w); /* lanes have ended; false where others may still access shared memory of their CTA */
void race_cluster_phase(Cta &first);
void race_cluster_released(Warp &w, uint32_t lanes);

} // namespace pyptx
#endif
