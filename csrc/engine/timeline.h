/* The timeline of a launch: spans of warps, waits, operations and mbarriers, for pyptx/sim/timeline.py.
 *
 * Each warp has a clock that counts the instructions it issued. A warp that waited continues at the latest clock of
 * those it waited for, so a timeline does not show the order in which the engine runs warps. `Machine::timeline` is
 * null without.
 */
#ifndef PYPTX_ENGINE_TIMELINE_H
#define PYPTX_ENGINE_TIMELINE_H

#include <vector>

#include "engine.h"

namespace pyptx {

class Timeline {
    enum Waiting : uint8_t { RUNS, PARKED, POLLS };
    struct Track {     /* of a warp */
        int64_t shift; /* its clock less the instructions that it issued */
        int64_t now;   /* its clock after its last instruction */
        int64_t issued;
        int64_t line, since, until; /* the span that it is in, -1 for none */
        int64_t here;               /* line of its last instruction */
        int64_t waits_since, reason, detail;
        Waiting waiting;
    };
    struct Phase { /* of an mbarrier */
        uint64_t index;
        int32_t number;
        int64_t latest, completed; /* clocks of the latest arrival, of the end of the last phase */
        const Warp *by, *completed_by;
    };

    Machine &m;
    const Instr *code;
    const int32_t *lines; /* of each record */
    std::vector<Track> tracks;
    std::vector<Phase> phases;
    std::vector<int64_t> arrived;  /* latest arrivals at the barriers of each CTA */
    std::vector<int64_t> free_at;  /* clocks at which clusters ended, NEVER while one runs */
    std::vector<size_t> homes;     /* of the cluster of each slot */
    const Warp *current = nullptr; /* null while no warp runs */

    size_t number_of(const Warp &w) const { return (size_t)((w.cta - m.ctas) * w.cta->count + w.index); }
    Track &track(const Warp &w) { return tracks[number_of(w)]; }
    void add(TimelineKind kind, const Warp &w, int64_t since, int64_t until, int64_t index = 0, int64_t detail = 0,
             int64_t other = 0);
    void close(const Warp &w, Track &t);
    void run(const Warp &w, Track &t, int64_t line);
    void wake(const Warp &w, Track &t, int64_t at);
    void sweep(Warp &w, int64_t latest, int64_t reason);
    Phase &phase_of(const Barrier &b);

  public:
    std::vector<TimelineEvent> events;

    Timeline(Machine &m, const Launch &in, const Instr *code);
    int64_t now() const;
    void stand_still() { current = nullptr; }
    void start(const Cta &first);
    void end(const Cta &first);

    void issue(const Warp &w, const Instr *i);
    void gated(Warp &w, int64_t number); /* of the barrier, -1 for other waits */
    void left(Warp &w) { sweep(w, 0, -1); }
    void polled(Warp &w, const Instr *i, uint32_t came);

    void barrier_made(const Barrier &b, uint64_t index);
    /* The pending arrivals or bytes have changed, by a thread of the current warp or an asynchronous operation. */
    void barrier_changed(const Barrier &b, bool by_thread);
    /* An operation that a record started at a clock has taken effect. */
    void completed(const Warp &w, const Instr *i, int64_t began, WorkKind kind) {
        add(TIMELINE_WORK, w, began, now(), i - code, kind);
    }
};

inline int64_t began(const Machine &m) { return m.timeline ? m.timeline->now() - 1 : 0; }
inline void note_completed(const Warp &w, const Instr *i, int64_t began, WorkKind kind) {
    if (w.machine->timeline) w.machine->timeline->completed(w, i, began, kind);
}
inline void note_change(const Machine &m, const Barrier &b, bool by_thread) {
    if (m.timeline) m.timeline->barrier_changed(b, by_thread);
}

} // namespace pyptx
#endif
