/* Threads that write ranges of bytes: `st.bulk`, and the tensor maps that a program makes. Built once for all levels of
 * the instruction set; defined in load_store.py and tensor_map.py of pyptx/sim/semantics.
 */
#include <map>
#include <utility>

#include "lanes.h"
#include "races.h"
#include "transfers.h"

namespace pyptx {

/* The tensor maps that the program wrote, by their index in the arena. */
struct WrittenMaps {
    std::map<u64, s64> writes;
    std::map<std::pair<u64, s64>, s64> seen; /* those of each that a CTA has acquired */
};

void wrote_map(Machine &m, u64 index) {
    if (!m.written_maps) m.written_maps = new WrittenMaps;
    ++m.written_maps->writes[index];
}
bool is_stale_map(const Machine &m, u64 index, const Cta &cta) {
    if (!m.written_maps) return false;
    const auto written = m.written_maps->writes.find(index);
    if (written == m.written_maps->writes.end()) return false;
    const auto seen = m.written_maps->seen.find({index, cta.place});
    return seen == m.written_maps->seen.end() || seen->second < written->second;
}
void forget_maps(Machine &m) { delete m.written_maps; }

namespace {

constexpr u64 MAP_BYTES = sizeof(TensorMap::bytes), MAP_ALIGN = 64, COPY_ALIGN = 128;

INLINE u64 address_at(const Warp &w, const Place &place, int lane) {
    const u64 offset = (u64)offset_of(place);
    if (place.narrow) return (u32)(row<u32>(w, place.address)[lane] + (u32)offset);
    return row<u64>(w, place.address)[lane] + offset;
}

/* Whether an index is in the shared memory of the cluster. */
bool is_shared(const Warp &w, u64 index) {
    for (int k = 0; k < w.machine->shared->cluster; ++k)
        if (index - w.cta->cluster[k].shared_start < w.machine->shared->shared_bytes) return true;
    return false;
}
const Instr *store_zeros(Warp &w, const Instr *i) {
    const StoreZerosArgs op(i);
    const Shared &s = *w.machine->shared;
    u64 at[LANES], index[LANES], size[LANES] = {};
    addresses(w, op, at);
    EACH_LANE(w.mask, l) {
        size[l] = op.narrow_size() ? row<u32>(w, op.size())[l] : row<u64>(w, op.size())[l];
        if (size[l] % 8 ||
            (size[l] && (!locate_one(w, op.space(), (int)l, at[l], size[l], 1, ALLOCATED | WRITABLE, index[l]) ||
                         !is_shared(w, index[l]))))
            return stop(w, i, STOP_STEP);
    }
    EACH_LANE(w.mask, l) {
        if (!size[l]) continue;
        if (w.machine->races && !race_range(w, i, (int)l, index[l], size[l], true, true))
            return stop(w, i, STOP_HANDOVER);
        memset(s.data + index[l], 0, size[l]);
        mark_bytes(s.state + index[l], size[l]);
    }
    changed(*w.machine);
    return i + 1;
}

/* Change some bits of a map; false if it is neither blank nor a map. */
bool replace_bits(u8 *map, int low, int count, u64 value) {
    u64 first;
    memcpy(&first, map, sizeof first);
    if (first != MAP_MAGIC) {
        const u64 magic = MAP_MAGIC;
        for (u64 k = 0; k < MAP_BYTES; ++k)
            if (map[k]) return false;
        memcpy(map, &magic, sizeof magic);
    }
    for (int k = 0; k < count; ++k) {
        u8 &byte = map[(low + k) / 8];
        const u8 bit = (u8)(1u << (low + k) % 8);
        byte = value >> k & 1 ? byte | bit : byte & (u8)~bit;
    }
    return true;
}
const Instr *replace_field(Warp &w, const Instr *i) {
    const MapReplaceArgs op(i);
    Machine &m = *w.machine;
    const Shared &s = *m.shared;
    u64 at[LANES];
    addresses(w, op, at);
    EACH_LANE(w.mask, l) {
        const u64 value = op.wide() ? row<u64>(w, op.value())[l] : row<u32>(w, op.value())[l];
        u64 index;
        const u8 need = (u8)(ALLOCATED | WRITABLE | s.need_known);
        if ((op.bits() < 64 && value >> op.bits()) ||
            !locate_one(w, op.space(), (int)l, at[l], MAP_BYTES, MAP_ALIGN, need, index))
            return stop(w, i, STOP_HANDOVER);
        if (m.races && !race_range(w, i, (int)l, index, MAP_BYTES, true)) return stop(w, i, STOP_HANDOVER);
        u8 bytes[MAP_BYTES];
        memcpy(bytes, cell(s, index), MAP_BYTES);
        if (!replace_bits(bytes, op.low(), op.bits(), value)) return stop(w, i, STOP_HANDOVER);
        memcpy(cell(s, index), bytes, MAP_BYTES);
        mark_written(s, index, MAP_BYTES);
        if (m.shadows) m.shadows->memory.overwrite(index, MAP_BYTES);
        wrote_map(m, index);
    }
    changed(m);
    return i + 1;
}
/* A copy of a map from shared to global memory, by the first lane if all name the same. */
const Instr *copy_map(Warp &w, const Instr *i) {
    const MapCopyArgs op(i);
    Machine &m = *w.machine;
    const Shared &s = *m.shared;
    u64 from[LANES], to[LANES];
    u32 lanes = w.mask;
    bool alike = true;
    EACH_LANE(w.mask, l) {
        if (!locate_one(w, op.source().space, (int)l, address_at(w, op.source(), (int)l), MAP_BYTES, COPY_ALIGN,
                        (u8)(ALLOCATED | s.need_known), from[l]) ||
            !locate_one(w, op.target().space, (int)l, address_at(w, op.target(), (int)l), MAP_BYTES, COPY_ALIGN,
                        ALLOCATED | WRITABLE, to[l]))
            return stop(w, i, STOP_HANDOVER);
        alike &= to[l] == to[__builtin_ctz(w.mask)];
    }
    if (alike) lanes &= -lanes;
    EACH_LANE(lanes, l) {
        if (m.races &&
            (!race_range(w, i, (int)l, from[l], MAP_BYTES, false) || !race_range(w, i, (int)l, to[l], MAP_BYTES, true)))
            return stop(w, i, STOP_HANDOVER);
        u8 bytes[MAP_BYTES];
        memcpy(bytes, cell(s, from[l]), MAP_BYTES);
        memcpy(cell(s, to[l]), bytes, MAP_BYTES);
        mark_written(s, to[l], MAP_BYTES);
        if (m.shadows) m.shadows->memory.overwrite(to[l], MAP_BYTES);
        wrote_map(m, to[l]);
    }
    changed(m);
    return i + 1;
}
const Instr *acquire_map(Warp &w, const Instr *i) {
    const AddressArgs op(i);
    Machine &m = *w.machine;
    u64 at[LANES];
    addresses(w, op, at);
    EACH_LANE(w.mask, l) {
        u64 index;
        if (!at[l]) continue; /* warps without a map in CUTLASS's grouped GEMM name none */
        if (!locate_one(w, op.space(), (int)l, at[l], MAP_BYTES, MAP_ALIGN, ALLOCATED, index))
            return stop(w, i, STOP_HANDOVER);
        if (m.written_maps) m.written_maps->seen[{index, w.cta->place}] = m.written_maps->writes[index];
        if (m.races) race_map_acquired(w, index);
    }
    return i + 1;
}

const Entry entries[] = {
    {"st.bulk", store_zeros},
    {"tensormap.replace", replace_field},
    {"tensormap.cp_fenceproxy", copy_map},
    {"fence.tensormap", acquire_map},
};

} // namespace

extern const HandlerTable ranges;
const HandlerTable ranges = {entries, sizeof entries / sizeof *entries};

} // namespace pyptx
