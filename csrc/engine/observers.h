/* Observers of a launch, the counterpart of pyptx/sim/observers.py: the counts of a profile, the waits and polls of a
 * timeline.
 *
 * `Machine::observers` is null without. With observers, other handlers precede those of the instructions that they
 * observe (`observe_records`), so an instruction that nothing observes costs the same. Asynchronous operations call the
 * functions here, behind a test of the pointer.
 */
#ifndef PYPTX_ENGINE_OBSERVERS_H
#define PYPTX_ENGINE_OBSERVERS_H

#include "engine.h"

namespace pyptx {

struct Observers {
    const Instr *code;
    const Handler *own;                /* of every record: the handler without observers */
    const Observed *observed;          /* what to observe of each */
    Tally *tallies;                    /* the counts of each; null without a profile */
    uint64_t shared_start, shared_end; /* of the arena: the shared memory of all CTAs; local memory follows */
    uint64_t shared_stride;            /* from one CTA to the next */
};

/* The handler that observes a record before, or after, its own; null for none. */
Handler observer(Observe kind);

/* An operation that a record started reads or writes bytes from an index of the arena on. */
void count_moved(Machine &m, const Instr *i, uint64_t index, int64_t size, bool write);

} // namespace pyptx
#endif
