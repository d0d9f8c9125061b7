/* Vector clocks, as in pyptx/sim/clocks.py: rows of clocks, and the lanes of a warp that share one. */
#ifndef PYPTX_ENGINE_CLOCKS_H
#define PYPTX_ENGINE_CLOCKS_H

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <vector>

#include "shadow.h"

namespace pyptx {

constexpr uint32_t FOREVER = 0x7FFFFFFF;

struct Row;
using RemoteClocks =
    std::map<int64_t, std::shared_ptr<const Row>>; /* clocks of other clusters, by number in the grid */

struct LaneTime {  /* time up to which the accesses of one lane are ordered */
    uint32_t lane; /* of the cluster */
    uint32_t time;
};

struct Row {
    std::vector<uint32_t> full;  /* by warp of the cluster, then by agent: time up to which all accesses are ordered */
    std::vector<LaneTime> lanes; /* those of single lanes that are later than `full` of their warp; lanes rise */
    std::shared_ptr<const RemoteClocks> remote; /* null for nothing; neither it nor its rows ever change */

    void clear() {
        remote.reset();
        std::fill(full.begin(), full.end(), 0);
        lanes.clear();
    }
    uint32_t of(size_t column) const { return column < full.size() ? full[column] : 0; }
    /* Time up to which the accesses of a lane of a warp are ordered. */
    uint32_t of_lane(size_t warp, int lane) const {
        const uint32_t name = (uint32_t)(warp * LANES) + (uint32_t)lane, all = of(warp);
        const auto found = from(name);
        return found == lanes.end() || found->lane != name ? all : std::max(all, found->time);
    }
    /* The latest time up to which accesses of any lane of a warp are ordered. */
    uint32_t latest(size_t warp) const {
        uint32_t found = of(warp);
        for (auto each = from((uint32_t)(warp * LANES)); each != lanes.end() && each->lane / LANES == warp; ++each)
            found = std::max(found, each->time);
        return found;
    }
    void raise(size_t column, uint32_t time) {
        if (column >= full.size()) full.resize(column + 8);
        full[column] = std::max(full[column], time);
    }
    /* Join a time up to which the accesses of some lanes of a warp are ordered. */
    void raise_lanes(size_t warp, uint32_t time, uint32_t some) {
        std::vector<LaneTime> made;
        for (uint32_t left = some; left; left &= left - 1)
            made.push_back({(uint32_t)(warp * LANES) + (uint32_t)__builtin_ctz(left), time});
        join(made);
    }
    void join(const Row &other) {
        if (full.size() < other.full.size()) full.resize(other.full.size());
        for (size_t k = 0; k < other.full.size(); ++k) full[k] = std::max(full[k], other.full[k]);
        if (!lanes.empty() || !other.lanes.empty()) join(other.lanes);
        join(other.remote);
    }
    /* Join times of lanes, in their order; drop those that `full` includes, or that all lanes of a warp have. */
    void join(const std::vector<LaneTime> &theirs) {
        std::vector<LaneTime> all;
        std::merge(lanes.begin(), lanes.end(), theirs.begin(), theirs.end(), std::back_inserter(all), precedes);
        lanes.clear();
        for (size_t k = 0; k < all.size();) {
            const size_t warp = all[k].lane / LANES, first = lanes.size();
            for (; k < all.size() && all[k].lane / LANES == warp; ++k) {
                if (all[k].time <= of(warp)) continue;
                if (lanes.size() == first || lanes.back().lane != all[k].lane) lanes.push_back(all[k]);
                else lanes.back().time = std::max(lanes.back().time, all[k].time);
            }
            if (lanes.size() - first < (size_t)LANES) continue;
            uint32_t least = FOREVER;
            for (size_t j = first; j < lanes.size(); ++j) least = std::min(least, lanes[j].time);
            raise(warp, least);
            const auto included = [least](const LaneTime &each) { return each.time <= least; };
            lanes.erase(std::remove_if(lanes.begin() + (ptrdiff_t)first, lanes.end(), included), lanes.end());
        }
    }
    void join(const std::shared_ptr<const RemoteClocks> &other) {
        if (other) remote = remote ? merged(remote, other) : other;
    }
    /* Whether another row adds nothing to this one. */
    bool includes(const Row &other) const {
        for (size_t k = 0; k < other.full.size(); ++k)
            if (other.full[k] > of(k)) return false;
        for (const LaneTime &each : other.lanes)
            if (each.time > of_lane(each.lane / LANES, (int)(each.lane % LANES))) return false;
        return !other.remote || other.remote == remote;
    }
    /* The clocks of both; one of them, if it includes the other. */
    static std::shared_ptr<const RemoteClocks> merged(const std::shared_ptr<const RemoteClocks> &mine,
                                                      const std::shared_ptr<const RemoteClocks> &theirs) {
        if (mine == theirs || includes(*mine, *theirs)) return mine;
        if (includes(*theirs, *mine)) return theirs;
        auto made = std::make_shared<RemoteClocks>(*mine);
        for (const auto &[cluster, row] : *theirs) {
            std::shared_ptr<const Row> &held = (*made)[cluster];
            if (!held || row->includes(*held)) held = row;
            else if (!held->includes(*row)) {
                auto both = std::make_shared<Row>(*held);
                both->join(*row);
                held = both;
            }
        }
        return made;
    }
    /* Take the minimum with another row, and drop other clusters. A time in `full` holds for each lane of the warp. */
    void meet(const Row &other) {
        remote.reset();
        std::vector<LaneTime> both;
        std::merge(lanes.begin(), lanes.end(), other.lanes.begin(), other.lanes.end(), std::back_inserter(both),
                   precedes);
        for (LaneTime &each : both) {
            const size_t warp = each.lane / LANES;
            const int lane = (int)(each.lane % LANES);
            each.time = std::min(of_lane(warp, lane), other.of_lane(warp, lane));
        }
        for (size_t k = 0; k < full.size(); ++k) full[k] = std::min(full[k], other.of(k));
        lanes.clear();
        join(both);
    }
    /* Time up to which all accesses of the first warps are ordered. */
    uint32_t least(size_t warps) const {
        uint32_t found = FOREVER;
        for (size_t k = 0; k < warps; ++k) found = std::min(found, full[k]);
        return found;
    }

  private:
    static bool includes(const RemoteClocks &many, const RemoteClocks &few) {
        if (few.size() > many.size()) return false;
        auto each = many.begin();
        for (const auto &[cluster, row] : few) {
            while (each != many.end() && each->first < cluster) ++each;
            if (each == many.end() || each->first != cluster) return false;
            if (each->second != row && !each->second->includes(*row)) return false;
        }
        return true;
    }
    static bool precedes(const LaneTime &one, const LaneTime &other) { return one.lane < other.lane; }
    std::vector<LaneTime>::const_iterator from(uint32_t lane) const {
        return std::lower_bound(lanes.begin(), lanes.end(), LaneTime{lane, 0}, precedes);
    }
};

/* The clocks of the lanes of a warp: one row for all of them, or one for each part that differs. */
class WarpClock {
    std::vector<Row> rows;
    uint32_t members[LANES];
    uint8_t which[LANES];
    size_t count = 0;
    bool fenced = false;

    void settle(size_t warps) {
        floor = FOREVER;
        for (size_t r = 0; r < count; ++r) floor = std::min(floor, rows[r].least(warps));
    }

  public:
    uint32_t floor = 0;        /* time up to which all accesses of the cluster's threads are ordered before all lanes */
    uint32_t fences[2][LANES]; /* when each lane last executed a proxy fence for shared, and for global memory */
    uint32_t all_fenced[2];    /* the least of them */
    std::shared_ptr<const Row> fence_rows[2][LANES]; /* the clock of each lane then */
    struct ObjectFence { /* a fence.mbarrier_init, and how often its lane had arrived at the barrier of the cluster */
        int lane;
        uint32_t time;
        int32_t arrivals;
    };
    std::vector<ObjectFence> object_fences;

    void start(const Row &row, size_t warps) {
        if (rows.empty()) rows.resize(1);
        rows[0] = row;
        members[0] = FULL, count = 1;
        memset(which, 0, sizeof which);
        memset(fences, 0, sizeof fences);
        memset(all_fenced, 0, sizeof all_fenced);
        if (fenced)
            for (auto &space : fence_rows)
                for (auto &row : space) row.reset();
        fenced = false;
        object_fences.clear();
        settle(warps);
    }
    const Row &of(int lane) const { return rows[which[lane]]; }
    /* The row of all these lanes; null where they have several. */
    const Row *common(uint32_t lanes) const {
        const size_t r = which[__builtin_ctz(lanes)];
        return lanes & ~members[r] ? nullptr : &rows[r];
    }
    /* Join the clocks of lanes into a row. */
    void release(uint32_t lanes, Row &into) const {
        for (size_t r = 0; r < count; ++r)
            if (members[r] & lanes) into.join(rows[r]);
    }
    /* Join a row into the clocks of lanes. */
    template <class F> void change(uint32_t lanes, size_t warps, F apply) {
        for (size_t r = 0, end = count; r < end; ++r) {
            const uint32_t mine = members[r] & lanes;
            if (!mine) continue;
            size_t to = r;
            if (mine != members[r]) {
                to = count++;
                if (rows.size() < count) rows.emplace_back();
                rows[to] = rows[r];
                members[to] = mine, members[r] &= ~mine;
                for (uint32_t left = mine; left; left &= left - 1) which[__builtin_ctz(left)] = (uint8_t)to;
            }
            apply(rows[to]);
        }
        settle(warps);
    }
    void learn(uint32_t lanes, size_t warps, const Row &row) {
        change(lanes, warps, [&](Row &mine) { mine.join(row); });
    }
    /* Give lanes one row that joins the clocks of all of them. */
    void unite(uint32_t lanes, size_t warps, const Row &row) {
        size_t kept = 0;
        for (size_t r = 0; r < count; ++r) {
            members[r] &= ~lanes;
            if (!members[r]) continue;
            if (kept != r) {
                std::swap(rows[kept], rows[r]);
                members[kept] = members[r];
                for (uint32_t left = members[kept]; left; left &= left - 1) which[__builtin_ctz(left)] = (uint8_t)kept;
            }
            ++kept;
        }
        if (rows.size() <= kept) rows.emplace_back();
        rows[kept] = row;
        members[kept] = lanes;
        for (uint32_t left = lanes; left; left &= left - 1) which[__builtin_ctz(left)] = (uint8_t)kept;
        count = kept + 1;
        settle(warps);
    }
    void fence_proxy(int space, uint32_t lanes, uint32_t time) {
        fenced = true;
        uint32_t least = FOREVER;
        for (size_t r = 0; r < count; ++r) {
            if (!(members[r] & lanes)) continue;
            const auto known = std::make_shared<const Row>(rows[r]);
            for (uint32_t left = members[r] & lanes; left; left &= left - 1)
                fence_rows[space][__builtin_ctz(left)] = known;
        }
        for (int l = 0; l < LANES; ++l) {
            if (lanes >> l & 1) fences[space][l] = time;
            least = std::min(least, fences[space][l]);
        }
        all_fenced[space] = least;
    }
};

} // namespace pyptx
#endif
