/* Epochs of accesses, and of lines of global memory; included by each build of the handlers.
 *
 * An epoch names a thread or an asynchronous operation, the time of its access and its strength; 0 represents none. If
 * lanes of a warp share a line in the order of their numbers, the epoch has the number of bytes per lane.
 */
#ifndef PYPTX_ENGINE_EPOCHS_H
#define PYPTX_ENGINE_EPOCHS_H

#include "engine.h"

namespace pyptx {

using Epoch = uint64_t;

constexpr int LANE_SHIFT = 3, WARP_SHIFT = 8, WARP_BITS = 25, SCOPE_SHIFT = 33, TIME_SHIFT = 35;
constexpr uint32_t MOST_TIME = (1u << 27) - 1;
constexpr Epoch BY_ENGINE = 1ull << 63, BY_ATOM = 1ull << 62;
constexpr Epoch ALONE = 0, IN_TABLE = 6, IN_CELLS = 7,
                PATTERNS = 7;        /* 1 + n: the lane rises every 2^n bytes of the line, n to 4 */
constexpr Epoch HEAD = ~(Epoch)0xFF; /* all except lane and pattern */
constexpr Epoch THREAD = ((Epoch)1 << SCOPE_SHIFT) - ((Epoch)1 << LANE_SHIFT);
constexpr uint32_t LINE_SHIFT = 7, LINE = 1 << LINE_SHIFT;

/* A line of global memory. Usually one epoch suffices for all weak writes of it, one for all reads, and none is
 * strong; otherwise the pattern of `written` is IN_CELLS, and its other bits locate the cells. */
struct Brief {
    Epoch written, read;
};

enum Crowd : uint8_t { WEAK_CROWD = 1, STRONG_CROWD = 2, CROWD = 3, KEPT_READS = 4, LOST_SUMS = 8 };

struct Exchange { /* of values, among lanes of a warp with one member mask */
    uint32_t time, lanes;
};

struct Exchanges { /* the last ones of a warp, as in pyptx/sim/exchanges.py */
    static constexpr uint32_t KEPT = 32;
    Exchange last[KEPT];
    uint32_t count;

    /* No thread releases its clock between two exchanges at successive times: the later one includes the earlier. */
    void add(uint32_t time, uint32_t lanes) {
        const Exchange &before = last[(count - 1) % KEPT];
        const bool again = count && before.lanes == lanes && before.time + 1 >= time;
        count += !again;
        last[(count - 1) % KEPT] = {time, lanes};
    }
};

/* State of the race detector that handlers of every level read and write. */
struct RaceDetector {
    const Instr *code;
    const Handler *own; /* the own handler of every record */
    const struct Site *sites;
    int64_t warps_of_cta;
    uint32_t time;
    bool released;        /* whether any access released a clock: later writes to its location remove the record */
    Brief *briefs;        /* of the lines of global memory from `first_line` on */
    uint64_t first_line;  /* index in the arena */
    uint8_t *crowds;      /* of these lines: the reads that the epochs do not have, `Crowd` */
    Exchanges *exchanges; /* by slot and warp */
    const void *located;  /* `Located` of the current instruction, if its bytes were found; else null */
};

} // namespace pyptx
#endif
