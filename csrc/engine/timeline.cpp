/* The timeline of a launch. Built once for all levels of the instruction set. */
#include "timeline.h"

#include <algorithm>

#include "lanes.h"

namespace pyptx {

Timeline::Timeline(Machine &m, const Launch &in, const Instr *code)
    : m(m), code(code), lines(in.lines), tracks((size_t)(in.resident * in.warps)),
      arrived((size_t)(in.resident * BARRIERS)),
      free_at((size_t)std::max<int64_t>(in.together / (in.cluster_x * in.cluster_y * in.cluster_z), 1)),
      homes((size_t)in.resident) {}

void Timeline::add(TimelineKind kind, const Warp &w, int64_t since, int64_t until, int64_t index, int64_t detail,
                   int64_t other) {
    events.push_back({kind, w.index, w.cta->place, since, until, index, detail, other});
}

int64_t Timeline::now() const {
    if (current) return tracks[number_of(*current)].now;
    int64_t latest = 0;
    each_warp(m, [&](const Warp &w) {
        latest = std::max(latest, tracks[number_of(w)].now);
        return true;
    });
    return latest;
}

void Timeline::start(const Cta &first) {
    const auto home = std::min_element(free_at.begin(), free_at.end());
    const int64_t at = *home == NEVER ? now() : *home;
    homes[(size_t)(&first - m.ctas)] = (size_t)(home - free_at.begin());
    *home = NEVER;
    for (int k = 0; k < m.shared->cluster; ++k) {
        const Cta &cta = (&first)[k];
        std::fill_n(arrived.begin() + (&cta - m.ctas) * BARRIERS, BARRIERS, 0);
        for (int n = 0; n < cta.count; ++n) track(cta.warps[n]) = {at, at, 0, -1, 0, 0, -1, 0, 0, 0, RUNS};
    }
}

void Timeline::end(const Cta &first) {
    int64_t last = 0;
    for (int k = 0; k < m.shared->cluster; ++k)
        for (int n = 0; n < first.count; ++n) last = std::max(last, track((&first)[k].warps[n]).now);
    for (int k = 0; k < m.shared->cluster; ++k)
        for (int n = 0; n < first.count; ++n) {
            const Warp &w = (&first)[k].warps[n];
            Track &t = track(w);
            close(w, t);
            if (t.waiting) wake(w, t, last);
        }
    free_at[homes[(size_t)(&first - m.ctas)]] = last;
}

void Timeline::close(const Warp &w, Track &t) {
    if (t.line >= 0) add(TIMELINE_LINE, w, t.since, t.until, t.line);
    t.line = -1;
}

void Timeline::run(const Warp &w, Track &t, int64_t line) {
    if (t.line != line || t.until != t.now - 1) {
        close(w, t);
        t.line = line, t.since = t.now - 1;
    }
    t.until = t.now;
}

void Timeline::wake(const Warp &w, Track &t, int64_t at) {
    if (at > t.waits_since)
        add(t.waiting == PARKED ? TIMELINE_WAIT : TIMELINE_POLL, w, t.waits_since, at, t.reason, t.detail);
    t.waiting = RUNS;
}

void Timeline::issue(const Warp &w, const Instr *i) {
    const IssueArgs op(i);
    Track &t = track(w);
    current = &w;
    t.issued = w.steps - op.left() + 1, t.here = lines[i - code];
    if (t.waiting == POLLS && op.polls()) return;
    t.now = t.issued + t.shift;
    if (t.waiting) wake(w, t, t.now - 1);
    run(w, t, t.here);
}

/* Note the warps that wait since a warp reached a barrier or exited, and those that it released: these continue at the
 * clock of the last of them. */
void Timeline::sweep(Warp &w, int64_t latest, int64_t reason) {
    Cta *const first = w.cta->cluster;
    std::vector<Warp *> released;
    Track &own = track(w);
    latest = std::max(latest, own.now);
    for (int k = 0; k < m.shared->cluster; ++k)
        for (int n = 0; first[k].place >= 0 && n < first[k].count; ++n) {
            Warp &one = first[k].warps[n];
            const WarpState &s = *one.state;
            Track &t = track(one);
            const bool still = s.live && !(s.live & ~s.parked);
            if (still && t.waiting != PARKED) {
                if (t.waiting) wake(one, t, t.now);
                t.waiting = PARKED, t.waits_since = t.now, t.reason = s.barrier[__builtin_ctz(s.live)];
            } else if (!still && t.waiting == PARKED) {
                released.push_back(&one);
                latest = std::max(latest, t.waits_since);
                reason = t.reason;
            }
        }
    for (Warp *one : released) {
        Track &t = track(*one);
        wake(*one, t, latest);
        t.now = latest, t.shift = latest - one->steps;
    }
    if (released.empty() || own.waiting || own.now == latest || !w.state->live) return;
    own.waits_since = own.now, own.reason = reason, own.waiting = PARKED; /* it met those that had come */
    wake(w, own, latest);
    own.now = latest, own.shift = latest - w.steps;
}

void Timeline::gated(Warp &w, int64_t number) {
    if (number < 0) return sweep(w, 0, -1);
    int64_t &last = arrived[(size_t)((w.cta - m.ctas) * BARRIERS + number)];
    last = std::max(last, track(w).now);
    const bool complete = w.cta->state->wanted[number] < 0;
    sweep(w, complete ? last : 0, number);
    if (complete) last = 0;
}

void Timeline::polled(Warp &w, const Instr *i, uint32_t came) {
    const ObjectWaitArgs op(i);
    Track &t = track(w);
    uint32_t failed = 0;
    EACH_LANE(came, l) failed |= (uint32_t)(w.awaited[l] != 0) << l;
    u64 address[LANES];
    addresses(w, op, address);
    const int lane = __builtin_ctz(failed ? failed : came);
    const u64 offset = address[lane] & ((1u << RANK_SHIFT) - 1);
    const auto wait = [&] {
        t.waiting = POLLS, t.waits_since = t.now, t.reason = (int64_t)offset;
        t.detail = op.parity() >= 0 ? row<u32>(w, op.parity())[lane] : row<u64>(w, op.state())[lane] & 1;
    };
    if (failed) {
        if (!t.waiting) wait();
        return;
    }
    const Barrier *b = barrier_at(m, w.cta->shared_start + offset);
    if (!b) return;
    const Phase p = phase_of(*b);
    if (!t.waiting && p.completed > t.now) wait(); /* the warp came first, though the engine ran it later */
    if (!t.waiting) return;
    const int64_t at = std::max(t.waits_since, p.completed);
    wake(w, t, at);
    t.shift = at + 1 - t.issued, t.now = at + 1;
    run(w, t, t.here);
    if (p.completed_by) add(TIMELINE_ARROW, w, p.completed, t.now, p.completed_by->index, p.completed_by->cta->place);
}

Timeline::Phase &Timeline::phase_of(const Barrier &b) {
    const size_t number = (size_t)(&b - m.barriers.items);
    if (number >= phases.size()) phases.resize(number + 1);
    return phases[number];
}

void Timeline::barrier_made(const Barrier &b, uint64_t index) {
    phase_of(b) = {index, 0, 0, 0, nullptr, nullptr};
    barrier_changed(b, true);
    phase_of(b).latest = 0, phase_of(b).by = nullptr;
}

void Timeline::barrier_changed(const Barrier &b, bool by_thread) {
    Phase &p = phase_of(b);
    if (now() >= p.latest) p.latest = now(), p.by = by_thread ? current : nullptr;
    if (b.phase != p.number) {
        p.number = b.phase, p.completed = p.latest, p.completed_by = p.by;
        p.latest = 0, p.by = nullptr;
    }
    for (int64_t k = 0; k < m.slots; ++k) {
        const Cta &cta = m.ctas[k];
        if (cta.place < 0 || p.index - cta.shared_start >= m.shared->shared_bytes) continue;
        add(TIMELINE_LEVEL, cta.warps[0], now(), now(), (int64_t)(p.index - cta.shared_start), b.pending, b.bytes);
    }
}

} // namespace pyptx
