/* Stamps of accesses, and of lines of global memory; included by each build of the handlers.
 *
 * A stamp names a thread, or an operation of an engine, the time of its access and how strong it was; 0 is none. Where
 * lanes of a warp share a line in the order of their numbers the stamp says at how many bytes the lane rises.
 */
#ifndef PYPTX_ENGINE_STAMPS_H
#define PYPTX_ENGINE_STAMPS_H

#include "engine.h"

namespace pyptx {

using Stamp = uint64_t;

constexpr int LANE_SHIFT = 3, WARP_SHIFT = 8, WARP_BITS = 25, SCOPE_SHIFT = 33, TIME_SHIFT = 35;
constexpr uint32_t MOST_TIME = (1u << 27) - 1;
constexpr Stamp BY_ENGINE = 1ull << 63, BY_ATOM = 1ull << 62;
constexpr Stamp ALONE = 0, IN_TABLE = 6, IN_CELLS = 7,
                PATTERNS = 7;        /* 1 + n: the lane rises every 2^n bytes of the line, n to 4 */
constexpr Stamp HEAD = ~(Stamp)0xFF; /* all but lane and pattern */
constexpr Stamp THREAD = ((Stamp)1 << SCOPE_SHIFT) - ((Stamp)1 << LANE_SHIFT);
constexpr uint32_t LINE_SHIFT = 7, LINE = 1 << LINE_SHIFT;

/* A line of global memory. Mostly one stamp does for all weak writes of it, one for all reads, and none is strong; else
 * the pattern of `written` is IN_CELLS, and its other bits say where the cells are. */
struct Brief {
    Stamp written, read;
};

struct Exchanged { /* when each lane of a warp last exchanged values with others, and with which */
    uint32_t time[LANES], with[LANES];
};

/* Of those who look for races: what handlers of every level read and write. */
struct Lookout {
    const Instr *code;
    const Handler *own; /* of every record: the one that runs it */
    const struct Site *sites;
    int64_t warps_of_cta;
    uint32_t time;
    bool released;        /* whether any access released anything: those who write where it did take it away */
    Brief *briefs;        /* of the lines of global memory from `first_line` on */
    uint64_t first_line;  /* index in the arena */
    Exchanged *exchanges; /* by slot and warp */
};

} // namespace pyptx
#endif
