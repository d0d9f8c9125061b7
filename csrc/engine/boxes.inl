/* The rows of tensors that tensor copies access; part of asynchrony.cpp. */

/* The tensor map at an index of the arena; null for one that the engine does not support. */
const TensorMap *map_at(Machine &m, u64 index) {
    const u8 *bytes = cell(*m.shared, index);
    for (int k = 0; k < m.map_count; ++k)
        if (!memcmp(m.maps[k].bytes, bytes, sizeof m.maps[k].bytes)) return m.maps + k;
    TensorMap found;
    memcpy(found.bytes, bytes, sizeof found.bytes);
    if (!m.shared->decode(m.shared->context, found.bytes, found)) return nullptr;
    constexpr int MOST = 64; /* cached maps */
    if (!m.maps) m.maps = (TensorMap *)malloc(MOST * sizeof *m.maps);
    if (!m.maps) return nullptr;
    TensorMap &home = m.maps[m.map_count < MOST ? m.map_count++ : 0];
    home = found;
    return &home;
}

/* The offset of a row from the start of its tensor, OUTSIDE for a row outside it; false if it is too far. */
INLINE bool offset_of(const TensorMap &map, const int64_t *coordinates, int count, int64_t &offset) {
    offset = 0;
    for (int k = 0; k < count; ++k)
        if (coordinates[k] < 0 || coordinates[k] >= map.sizes[k + 1]) {
            offset = OUTSIDE;
            return true;
        }
    for (int k = 0; k < count; ++k) {
        int64_t part;
        if (__builtin_mul_overflow(coordinates[k], map.strides[k], &part) ||
            __builtin_add_overflow(offset, part, &offset))
            return false;
    }
    return true;
}

/* The rows of a box; false if they are too far, or too many for shared memory. */
bool rows_of(Transfer &t, BoxMode mode, const int64_t *at, const int64_t *corner, u64 shared_bytes) {
    const TensorMap &map = t.map;
    const int outer = (int)map.rank - 1;
    int64_t count = 1;
    if (mode == GATHER) count = 4;
    else if (mode == PIXELS) count = map.pixels;
    else
        for (int k = 1; k <= outer; ++k) count *= map.extents[k];
    if (at[0] * map.bits % (8 * map.element) || (map.padded && at[0] % PADDED_BOX)) return false;
    if (count < 1 || map.inner_bytes < 1 || (u64)count > shared_bytes / (u64)map.inner_bytes) return false;
    t.rows = (int64_t *)malloc(count * sizeof *t.rows);
    if (!t.rows) return false;
    t.row_count = (s32)count, t.size = count * map.row_bytes(), t.first = at[0] * map.bits / (8 * map.element);
    if (mode == GATHER) {
        for (int k = 0; k < 4; ++k)
            if (!offset_of(map, at + 1 + k, 1, t.rows[k])) return false;
        return true;
    }
    int64_t place[5] = {};
    for (int k = 0; k < outer; ++k) place[k] = at[k + 1];
    if (mode == TILE) {
        int64_t step[5] = {};
        for (int64_t r = 0; r < count; ++r) {
            if (!offset_of(map, place, outer, t.rows[r])) return false;
            for (int k = 0; k < outer; ++k) {
                place[k] += map.steps[k + 1];
                if (++step[k] < map.extents[k + 1]) break;
                step[k] = 0, place[k] = at[k + 1];
            }
        }
        return true;
    }
    const int spatial = outer - 1;
    for (int64_t r = 0; r < count; ++r) {
        int64_t here[5];
        for (int k = 0; k < spatial; ++k) here[k] = place[k] + corner[k];
        here[spatial] = place[spatial];
        if (!offset_of(map, here, outer, t.rows[r])) return false;
        int axis = 0;
        for (; axis < spatial; ++axis) {
            place[axis] += map.steps[axis + 1];
            if (place[axis] <= map.sizes[axis + 1] - 1 + map.upper[axis]) break;
            place[axis] = map.lower[axis];
        }
        if (axis == spatial) ++place[spatial];
    }
    return true;
}

/* The bytes of each row that are inside the tensor. */
INLINE void inner_range(const Transfer &t, int64_t &low, int64_t &high) {
    const int64_t end = t.first + t.map.extents[0];
    low = t.first < 0 ? -t.first : 0;
    high = (end < t.map.sizes[0] ? end : t.map.sizes[0]) - t.first;
    low *= t.map.element, high *= t.map.element;
    if (high < low) high = low;
}

/* Find the tensor in the arena and check that the part of the box inside it is memory of the program. */
bool place_box(const Shared &s, Transfer &t, bool write) {
    const u64 offset = t.map.address - s.global.base;
    if (offset >= s.global.extent) return false;
    t.source = s.global.start + offset;
    int64_t low, high, least = INT64_MAX, most = INT64_MIN;
    inner_range(t, low, high);
    for (int r = 0; r < t.row_count; ++r) {
        if (t.rows[r] == OUTSIDE) continue;
        least = t.rows[r] < least ? t.rows[r] : least;
        most = t.rows[r] > most ? t.rows[r] : most;
    }
    if (low == high || least > most) return true;
    const int64_t skew = t.first * t.map.element + low, length = high - low;
    int64_t first, last, end;
    if (__builtin_add_overflow(least, skew, &first) || __builtin_add_overflow(most, skew, &last) ||
        __builtin_add_overflow(last, length, &end) || first < 0 || (u64)end > s.global.extent - offset)
        return false;
    const uint8_t need = write ? ALLOCATED | WRITABLE : ALLOCATED;
    Range *home = range_at(s, offset + first, offset + end);
    t.home = home && !home->written ? home : nullptr;
    if (home && !s.reads && !(write && home->restored)) return opens(*home, need, 0, (u64)length);
    for (int r = 0; r < t.row_count; ++r)
        if (t.rows[r] != OUTSIDE && !has(s, t.source + t.rows[r] + skew, length, need)) return false;
    return true;
}

INLINE u64 swizzled(const TensorMap &map, u64 index) { return index ^ ((index & (u64)map.line_mask) >> map.shift); }
