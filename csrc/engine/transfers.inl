/* Bulk copies, tensor copies and stores to other CTAs; part of asynchrony.cpp. */

INLINE u64 address_at(const Warp &w, const Place &place, int lane) {
    const u64 offset = (u64)offset_of(place);
    if (place.narrow) return (u32)(row<u32>(w, place.address)[lane] + (u32)offset);
    return row<u64>(w, place.address)[lane] + offset;
}
INLINE bool locate_place(const Warp &w, const Place &place, int lane, u64 size, u64 align, u8 need, u64 &index) {
    return locate_one(w, place.space, lane, address_at(w, place, lane), size, align, need, index);
}

/* Reduce one element */

template <class T, T (*F)(T, T)> void combine(u8 *to, const u8 *from) {
    T a, b;
    memcpy(&a, to, sizeof a);
    memcpy(&b, from, sizeof b);
    a = F(a, b);
    memcpy(to, &a, sizeof a);
}
template <class T> INLINE T sum(T a, T b) { return (T)(a + b); }
template <class T> INLINE T least_of(T a, T b) { return a < b ? a : b; }
template <class T> INLINE T most_of(T a, T b) { return a > b ? a : b; }
template <class T> INLINE T both(T a, T b) { return a & b; }
template <class T> INLINE T either(T a, T b) { return a | b; }
template <class T> INLINE T unlike(T a, T b) { return a ^ b; }
INLINE u32 up(u32 a, u32 b) { return a >= b ? 0 : a + 1; }
INLINE u32 down(u32 a, u32 b) { return a == 0 || a > b ? b : a - 1; }
INLINE f32 tiny_as_zero(f32 a) { return bits<u32>(a) & 0x7F800000u ? a : bits<f32>(bits<u32>(a) & 0x80000000u); }
INLINE f32 sum_f(f32 a, f32 b) {
    const f32 r = a + b;
    return r == r ? r : bits<f32>((u32)0x7FFFFFFF);
}
INLINE f32 sum_ftz(f32 a, f32 b) { return tiny_as_zero(sum_f(tiny_as_zero(a), tiny_as_zero(b))); }

struct Reduction {
    Combine apply;
    s32 size;
};
/* The reduction of elements of a tensor map; none for a copy, or for a reduction that the engine does not support. */
INLINE Reduction reduction_of(int operation, const TensorMap &map) {
    if (operation >= COMBINE_AND) {
        if (map.element == 4)
            return {operation == COMBINE_AND  ? combine<u32, both<u32>>
                    : operation == COMBINE_OR ? combine<u32, either<u32>>
                                              : combine<u32, unlike<u32>>,
                    4};
        if (map.element == 8)
            return {operation == COMBINE_AND  ? combine<u64, both<u64>>
                    : operation == COMBINE_OR ? combine<u64, either<u64>>
                                              : combine<u64, unlike<u64>>,
                    8};
        return {nullptr, 0};
    }
    switch (map.type) {
    case MAP_U32:
        return {operation == COMBINE_ADD   ? combine<u32, sum<u32>>
                : operation == COMBINE_MIN ? combine<u32, least_of<u32>>
                : operation == COMBINE_MAX ? combine<u32, most_of<u32>>
                : operation == COMBINE_INC ? combine<u32, up>
                                           : combine<u32, down>,
                4};
    case MAP_S32:
        if (operation > COMBINE_MAX) return {nullptr, 0};
        return {operation == COMBINE_ADD   ? combine<u32, sum<u32>>
                : operation == COMBINE_MIN ? combine<s32, least_of<s32>>
                                           : combine<s32, most_of<s32>>,
                4};
    case MAP_U64:
        if (operation > COMBINE_MAX) return {nullptr, 0};
        return {operation == COMBINE_ADD   ? combine<u64, sum<u64>>
                : operation == COMBINE_MIN ? combine<u64, least_of<u64>>
                                           : combine<u64, most_of<u64>>,
                8};
    case MAP_S64:
        if (operation != COMBINE_MIN && operation != COMBINE_MAX) return {nullptr, 0};
        return {operation == COMBINE_MIN ? combine<s64, least_of<s64>> : combine<s64, most_of<s64>>, 8};
    case MAP_F32: return operation == COMBINE_ADD ? Reduction{combine<f32, sum_ftz>, 4} : Reduction{nullptr, 0};
    default: return {nullptr, 0};
    }
}

/* Boxes */

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
    if (home) return permits(s, *home, need);
    for (int r = 0; r < t.row_count; ++r)
        if (t.rows[r] != OUTSIDE && !has(s, t.source + t.rows[r] + skew, length, need)) return false;
    return true;
}

INLINE u64 swizzled(const TensorMap &map, u64 index) { return index ^ ((index & (u64)map.line_mask) >> map.shift); }

/* Taking effect */

void discard(Transfer *t) {
    free(t->targets);
    free(t->rows);
    free(t->content);
    free(t->states);
    free(t);
}

bool failed(Transfer &t) {
    t.warp->mask = t.warp->whole;
    stop(*t.warp, t.instr, STOP_HANDOVER);
    return false;
}

bool meets_unwritten(const Transfer &t) { return broke(*t.warp->machine, BROKE_UNINITIALIZED_MEMORY, t.instr); }

bool read_linear(const Shared &s, Transfer &t, bool written) {
    memcpy(t.content, cell(s, t.source), t.size);
    if (written) return !s.need_known || has(s, t.source, t.size, INITIALISED) || meets_unwritten(t);
    if (!has(s, t.source, t.size, INITIALISED)) {
        t.states = (u8 *)malloc(t.size);
        if (!t.states) return false;
        copy_states(s, t.source, t.states, t.size);
    }
    return true;
}

bool read_box(const Shared &s, Transfer &t) { /* from global memory */
    int64_t low, high;
    inner_range(t, low, high);
    const int64_t inner = t.map.row_bytes(), element = t.map.element, skew = t.first * element;
    bool known = true;
    for (int r = 0; r < t.row_count; ++r) {
        u8 *to = t.content + r * inner;
        const bool inside = t.rows[r] != OUTSIDE && low < high;
        const int64_t from = inside ? low : inner, until = inside ? high : inner;
        if (inside) {
            const u64 index = t.source + t.rows[r] + skew;
            memcpy(to + low, cell(s, index + low), high - low);
            known = known && has(s, index + low, high - low, INITIALISED);
        }
        if (!t.map.fill) {
            memset(to, 0, from);
            memset(to + until, 0, inner - until);
        } else if (from > 0 || until < inner) {
            if (t.map.fill < 0) return false;
            for (int64_t k = 0; k < inner; k += element)
                if (k < from || k >= until) memcpy(to + k, &t.map.fill, element);
        }
    }
    if (!known) {
        t.states = (u8 *)malloc(t.size);
        if (!t.states) return false;
        memset(t.states, ALLOCATED | INITIALISED | WRITABLE, t.size);
        for (int r = 0; r < t.row_count; ++r)
            if (t.rows[r] != OUTSIDE && low < high)
                copy_states(s, t.source + t.rows[r] + skew + low, t.states + r * inner + low, high - low);
    }
    if (t.map.flushes)
        for (int64_t k = 0; k + 4 <= t.size; k += 4) {
            f32 x;
            memcpy(&x, t.content + k, 4);
            x = tiny_as_zero(x);
            memcpy(t.content + k, &x, 4);
        }
    return true;
}

bool read_tile(const Shared &s, Transfer &t) { /* of shared memory */
    const int64_t inner = t.map.inner_bytes;
    int64_t low, high;
    inner_range(t, low, high);
    for (int64_t k = 0; k < t.size;) {
        const int64_t part = t.size - k < 16 ? t.size - k : 16;
        memcpy(t.content + k, s.data + swizzled(t.map, t.source + k), part);
        k += part;
    }
    if (!s.need_known || all_have(s.state + t.source, t.size, INITIALISED)) return true;
    for (int64_t k = 0; k < t.size; ++k) {
        const int64_t r = k / inner, within = k % inner;
        if (t.rows[r] != OUTSIDE && within >= low && within < high &&
            !(s.state[swizzled(t.map, t.source + k)] & INITIALISED))
            return meets_unwritten(t);
    }
    return true;
}

/* Cancel a cluster for the one that requests its work; a request fails for good, as in cluster_launch.py. */
bool read_response(Machine &m, Transfer &t) {
    Cta &requester = *t.warp->cta->cluster;
    u32 words[4] = {0, 0, 0, CANCELED}, ctaid[3];
    if (m.shared->random && random_number(m) < REFUSALS) requester.refused = true;
    requester.refused = requester.refused || !m.shared->cancel(m.shared->context, ctaid);
    if (requester.refused) words[3] = REFUSED;
    else memcpy(words, ctaid, sizeof ctaid);
    memcpy(t.content, words, sizeof words);
    return true;
}

/* Let observers count what a transfer reads and writes. */
INLINE void note_moved(Machine &m, const Transfer &t, u64 index, int64_t size, bool write) {
    if (m.observers) count_moved(m, t.instr, index, size, write);
}
void note_read(Machine &m, const Transfer &t) {
    if (t.kind == BOX_OUT) note_moved(m, t, t.targets[0].place, t.size, false);
    else if (t.kind != RESPONSE) note_moved(m, t, t.source, t.size, false);
}
/* What it writes outside shared memory; a reduction also reads that. */
void note_written(Machine &m, const Transfer &t) {
    u64 index = t.targets[0].place;
    int64_t size = t.size;
    if (t.kind == BOX_OUT) {
        int64_t low, high, rows = 0;
        inner_range(t, low, high);
        for (int r = 0; r < t.row_count; ++r) rows += t.rows[r] != OUTSIDE;
        index = t.source, size = rows * (high - low);
    }
    if (t.combine) note_moved(m, t, index, size, false);
    note_moved(m, t, index, size, true);
}

/* Read the source, once. */
bool fetch(Machine &m, Transfer &t) {
    if (t.fetched) return true;
    t.fetched = true;
    if (t.kind == REMOTE || t.kind == LATER) return true;
    if (m.observers) note_read(m, t);
    t.content = (u8 *)malloc(t.size ? t.size : 1);
    if (!t.content) return failed(t);
    const Shared &s = *m.shared;
    bool good = false;
    switch (t.kind) {
    case LINEAR_IN: good = read_linear(s, t, t.combine != nullptr); break;
    case LINEAR_OUT: good = read_linear(s, t, true); break;
    case BOX_IN: good = read_box(s, t); break;
    case RESPONSE: good = read_response(m, t); break;
    default: {
        const u64 tensor = t.source;
        t.source = t.targets[0].place;
        good = read_tile(s, t);
        t.source = tensor;
    }
    }
    return good || failed(t);
}

/* Combine elements with those at the destination, which must have been written. */
bool combine_at(const Shared &s, const Transfer &t, u64 index, const u8 *content, int64_t size) {
    if (s.need_known && !has(s, index, size, INITIALISED)) return meets_unwritten(t);
    u8 *to = cell(s, index);
    for (int64_t k = 0; k < size; k += t.element) t.combine(to + k, content + k);
    return true;
}

bool write_linear(const Shared &s, Transfer &t, u64 index) {
    if (t.combine) return combine_at(s, t, index, t.content, t.size);
    memcpy(cell(s, index), t.content, t.size);
    if (t.states) memcpy(s.state + index, t.states, t.size);
    else mark_written(s, index, t.size);
    return true;
}

void write_tile(const Shared &s, const Transfer &t, u64 index) { /* to shared memory */
    if (t.map.padded) {
        const int64_t group = GROUP * t.map.bits / 8;
        for (int64_t k = 0; k < t.size; k += group, index += GROUP) {
            memcpy(s.data + swizzled(t.map, index), t.content + k, group);
            if (t.states) memcpy(s.state + swizzled(t.map, index), t.states + k, group);
            else mark_bytes(s.state + swizzled(t.map, index), group);
        }
        return;
    }
    if (!t.map.line_mask) {
        memcpy(s.data + index, t.content, t.size);
        if (t.states) memcpy(s.state + index, t.states, t.size);
    } else {
        for (int64_t k = 0; k + 16 <= t.size; k += 16) memcpy(s.data + swizzled(t.map, index + k), t.content + k, 16);
        if (t.states)
            for (int64_t k = 0; k + 16 <= t.size; k += 16)
                memcpy(s.state + swizzled(t.map, index + k), t.states + k, 16);
    }
    if (!t.states) mark_bytes(s.state + index, t.size);
}

/* The same for a box that was not read before, from memory that was written before the launch. */
void copy_box(const Shared &s, const Transfer &t, u64 index) {
    constexpr int MOST = 256 * 8; /* bytes of a row */
    constexpr int AHEAD = 16, CACHE_LINE = 64;
    int64_t low, high;
    inner_range(t, low, high);
    const int64_t inner = t.map.inner_bytes, skew = t.first * t.map.element;
    alignas(16) u8 part[MOST];
    if (low > 0 || high < inner) memset(part, 0, sizeof part);
    const u8 *const base = bytes_of(s, *t.home) + (t.source + skew);
    const auto source = [&](int r) { return base + t.rows[r]; };
    static const u8 zeros[MOST] = {};
    for (int r = 0; r < t.row_count; ++r) {
        const u64 to = index + r * inner;
        const u8 *from = zeros;
        if (r + AHEAD < t.row_count && t.rows[r + AHEAD] != OUTSIDE)
            for (int64_t k = 0; k < inner; k += CACHE_LINE) __builtin_prefetch(source(r + AHEAD) + k);
        if (t.rows[r] != OUTSIDE && low < high) {
            from = source(r);
            if (low > 0 || high < inner) {
                memcpy(part + low, from + low, high - low);
                from = part;
            }
        }
        const u64 flip = (to & (u64)t.map.line_mask) >> t.map.shift; /* a row is in one line */
        if (!t.map.line_mask || inner % 16 || 128 % inner) {
            for (int64_t k = 0; t.map.line_mask && k < inner; k += 16)
                memcpy(s.data + swizzled(t.map, to + k), from + k, 16);
            if (!t.map.line_mask) memcpy(s.data + to, from, inner);
        } else if (inner == 128) { /* most often: without a loop */
            const auto put = [&](u64 k) INLINED { memcpy(s.data + ((to + k) ^ flip), from + k, 16); };
            put(0), put(16), put(32), put(48), put(64), put(80), put(96), put(112);
        } else {
            for (int64_t k = 0; k < inner; k += 16) memcpy(s.data + ((to + k) ^ flip), from + k, 16);
        }
    }
    mark_bytes(s.state + index, t.size);
}

bool write_box(const Shared &s, const Transfer &t) { /* to global memory */
    int64_t low, high;
    inner_range(t, low, high);
    if (low == high) return true;
    for (int r = 0; r < t.row_count; ++r) {
        if (t.rows[r] == OUTSIDE) continue;
        const u64 index = t.source + t.rows[r] + t.first * t.map.element + low;
        const u8 *content = t.content + r * t.map.inner_bytes + low;
        if (t.combine) {
            if (!combine_at(s, t, index, content, high - low)) return false;
            continue;
        }
        memcpy(cell(s, index), content, high - low);
        mark_written(s, index, high - low);
    }
    return true;
}

bool write_remote(Machine &m, Transfer &t) {
    const Shared &s = *m.shared;
    for (int l = 0; l < LANES; ++l) {
        if (!(t.lanes >> l & 1)) continue;
        if (t.targets[l].cta->exited) return broke(m, BROKE_EXITED_CTA);
    }
    for (int l = 0; l < LANES; ++l) {
        if (!(t.lanes >> l & 1)) continue;
        const u64 index = t.targets[l].place;
        if (t.combine) {
            if (!combine_at(s, t, index, t.content + 16 * l, t.size)) return false;
        } else {
            memcpy(s.data + index, t.content + 16 * l, t.size);
        }
        mark_bytes(s.state + index, t.size);
    }
    if (m.races && !race_landing(m, t)) return false;
    for (int l = 0; l < LANES; ++l)
        if (t.lanes >> l & 1 &&
            ((m.races && !race_in_phase(m, t.targets[l])) || !complete(m, t.targets[l].barrier, t.size)))
            return false;
    return true;
}

bool write_later(Machine &m, Transfer &t) {
    const Shared &s = *m.shared;
    EACH_LANE(t.lanes, l) {
        const u64 index = t.targets[l].place;
        if (t.combine) {
            if (!combine_at(s, t, index, t.content + l * t.size, t.size)) return false;
        } else {
            memcpy(cell(s, index), t.content + l * t.size, t.size);
        }
        mark_written(s, index, t.size);
    }
    if (m.races) race_release_landed(m, t.operation);
    return true;
}

/* Read if still necessary, then write, then complete at barriers. */
bool deliver(Machine &m, Transfer &t) {
    if (t.landed) return true;
    t.landed = true;
    note_completed(*t.warp, t.instr, t.began, WORK_COPY);
    const bool direct = t.kind == BOX_IN && !t.fetched && t.home && !t.map.fill && !t.map.flushes && !t.map.padded &&
                        t.map.inner_bytes <= 2048;
    if (!direct && !fetch(m, t)) return false;
    if (m.observers && direct) note_read(m, t);
    if (m.observers && (t.kind == LINEAR_OUT || t.kind == BOX_OUT)) note_written(m, t);
    const Shared &s = *m.shared;
    changed(m);
    switch (t.kind) {
    case REMOTE: return write_remote(m, t) || failed(t);
    case LATER: return write_later(m, t) || failed(t);
    case LINEAR_OUT: return write_linear(s, t, t.targets[0].place) || failed(t);
    case BOX_OUT: return write_box(s, t) || failed(t);
    default: break;
    }
    for (int k = 0; k < t.target_count; ++k) {
        const Target &target = t.targets[k];
        if (target.cta->exited && target.cta != t.warp->cta) {
            broke(m, BROKE_EXITED_CTA);
            return failed(t);
        }
        if (t.combine) note_moved(m, t, target.place, t.size, false);
        note_moved(m, t, target.place, t.size, true);
        if (direct) copy_box(s, t, target.place);
        else if (t.kind == BOX_IN) write_tile(s, t, target.place);
        else if (!write_linear(s, t, target.place)) return failed(t);
    }
    if (m.races && !race_landing(m, t)) return failed(t);
    for (int k = 0; k < t.target_count; ++k)
        if (!complete(m, t.targets[k].barrier, t.size)) return failed(t);
    return true;
}

Transfer *new_transfer(Warp &w, const Instr *i, int lane, TransferKind kind, int targets) {
    Transfer *t = (Transfer *)calloc(1, sizeof *t);
    if (!t) return nullptr;
    t->targets = (Target *)calloc(targets, sizeof *t->targets);
    if (!t->targets) {
        free(t);
        return nullptr;
    }
    t->instr = i, t->warp = &w, t->lane = lane, t->kind = kind, t->group = -1, t->target_count = targets;
    return t;
}

/* Add an operation that an instruction started. */
bool start(Warp &w, Transfer *t) {
    Machine &m = *w.machine;
    changed(m);
    if (m.races && !race_transfer(w, *t)) {
        discard(t);
        return false;
    }
    const bool grouped = t->group >= 0;
    t->began = began(m);
    t->due = due(w);
    if (t->kind == LATER && m.shared->random) m.ordered = t->due = t->due > m.ordered ? t->due : m.ordered;
    if (m.shared->early && !deliver(m, *t)) {
        discard(t);
        return false;
    }
    if (m.shared->early && !grouped) {
        discard(t);
        return true;
    }
    TransferList &list = grouped ? m.grouped : m.tracked;
    if (list.count >= MOST_TRANSFERS || !grow(list.items, list.room, list.count + 1)) {
        discard(t);
        return false;
    }
    list.items[list.count++] = t;
    return true;
}

/* Destinations of copies and their barriers; with a row of CTAs, the CTAs that receive them. */
struct Aim {
    const Place &target, &barrier;
    int32_t mask, mask_bytes;
    bool pair = false;     /* whether the barrier may be in the other CTA of the pair */
    bool everyone = false; /* whether all CTAs of the cluster receive them */
};

/* The destination of a lane's copy; null if a rule is broken. */
Transfer *aimed(Warp &w, const Instr *i, int lane, TransferKind kind, const Aim &aim, int64_t size, u64 align) {
    Machine &m = *w.machine;
    const Shared &s = *m.shared;
    u64 at, object;
    if (!locate_place(w, aim.target, lane, size, align, 0, at) || !locate_place(w, aim.barrier, lane, 8, 8, 0, object))
        return nullptr;
    const Cta *cta = cta_at(w, at);
    const Cta *named = cta_at(w, object);
    if (!barrier_at(m, object) || !cta || !named) return nullptr;
    if (aim.pair ? cta->rank / 2 != named->rank / 2 : cta != named) return nullptr;
    u32 ranks = aim.everyone ? (1u << s.cluster) - 1 : 1u << cta->rank;
    if (aim.mask >= 0) {
        ranks = aim.mask_bytes == 2 ? row<u16>(w, aim.mask)[lane] : row<u32>(w, aim.mask)[lane];
        if (!ranks || (u64)ranks >> s.cluster) return nullptr;
    }
    Transfer *t = new_transfer(w, i, lane, kind, __builtin_popcount(ranks));
    if (!t) return nullptr;
    t->size = size;
    int k = 0;
    for (u32 left = ranks; left; left &= left - 1) {
        const Cta *one = w.cta->cluster + __builtin_ctz(left);
        const u64 place = one->shared_start + (at - cta->shared_start);
        const int rank = aim.pair ? (one->rank & ~1) | (named->rank & 1) : one->rank;
        if (rank >= s.cluster) {
            discard(t);
            return nullptr;
        }
        const u64 barrier = w.cta->cluster[rank].shared_start + (object - named->shared_start);
        t->targets[k++] = {place, barrier, one, 0};
        if (!all_have(s.state + place, size, ALLOCATED | WRITABLE)) {
            discard(t);
            return nullptr;
        }
    }
    return t;
}

template <Combine F, int SIZE> const Instr *bulk_in(Warp &w, const Instr *i) {
    const BulkInArgs op(i);
    const Aim aim{op.target(), op.barrier(), op.mask(), op.mask_bytes()};
    EACH_LANE(w.mask, l) {
        const u32 size = row<u32>(w, op.size())[l];
        u64 from;
        if (size % 16 || !locate_place(w, op.source(), l, size, 16, ALLOCATED, from)) return refuse(w, i);
        Transfer *t = aimed(w, i, l, LINEAR_IN, aim, size, 16);
        if (!t) return refuse(w, i);
        t->source = from, t->combine = F, t->element = SIZE;
        if (op.remote() && t->targets[0].cta == w.cta) {
            discard(t);
            return refuse(w, i);
        }
        if (!start(w, t)) return refuse(w, i);
    }
    return i + 1;
}
template <Combine F, int SIZE> const Instr *bulk_out(Warp &w, const Instr *i) {
    const BulkOutArgs op(i);
    EACH_LANE(w.mask, l) {
        const u32 size = row<u32>(w, op.size())[l];
        u64 from, to;
        if (size % 16 || !locate_place(w, op.source(), l, size, 16, ALLOCATED, from) ||
            !locate_place(w, op.target(), l, size, 16, ALLOCATED | WRITABLE, to))
            return refuse(w, i);
        Transfer *t = new_transfer(w, i, l, LINEAR_OUT, 1);
        if (!t) return refuse(w, i);
        t->targets[0].place = to;
        t->source = from, t->size = size, t->combine = F, t->element = SIZE, t->group = w.bulk_groups[l];
        if (!start(w, t)) return refuse(w, i);
    }
    return i + 1;
}
const Instr *bulk_prefetch(Warp &w, const Instr *i) {
    const BulkPrefetchArgs op(i);
    EACH_LANE(w.mask, l) {
        const u32 size = row<u32>(w, op.size())[l];
        u64 from;
        if (size % 16 || !locate_place(w, op.source(), l, size, 16, ALLOCATED, from)) return refuse(w, i);
    }
    return i + 1;
}
const Instr *bulk_commit(Warp &w, const Instr *i) {
    ALL_LANES(l) w.bulk_groups[l] += w.mask >> l & 1;
    return i + 1;
}
const Instr *bulk_wait(Warp &w, const Instr *i) {
    const BulkWaitArgs op(i);
    Machine &m = *w.machine;
    TransferList &list = m.grouped;
    int kept = 0;
    bool good = true;
    for (int k = 0; k < list.count; ++k) {
        Transfer *t = list.items[k];
        const bool mine =
            t->warp == &w && w.mask >> t->lane & 1 && (s64)t->group < (s64)w.bulk_groups[t->lane] - op.allowed();
        if (!mine || !good) {
            list.items[kept++] = t;
        } else if (op.reads()) {
            good = fetch(m, *t);
            t->covered = true;
            list.items[kept++] = t;
        } else {
            good = deliver(m, *t);
            discard(t);
        }
    }
    list.count = kept;
    return good ? i + 1 : refuse(w, i);
}

/* The box of a tensor copy. */
bool box_of(Warp &w, const TensorBoxArgs &op, int lane, bool loading, Transfer &t) {
    Machine &m = *w.machine;
    u64 index;
    if (!locate_place(w, op.map(), lane, sizeof t.map.bytes, 64, (u8)(ALLOCATED | m.shared->need_known), index))
        return false;
    if (is_stale_map(m, index, *w.cta)) return broke(m, BROKE_TENSORMAP_PROXY);
    const TensorMap *map = map_at(m, index);
    const BoxMode mode = op.mode();
    const bool pixels = mode == PIXELS;
    if (!map || map->rank != op.rank() || (map->pixels > 0) != pixels) return false;
    t.map = *map;
    int64_t at[5] = {}, corner[3] = {};
    for (int k = 0; k < op.coordinates_count(); ++k) {
        at[k] = row<s32>(w, op.coordinates()[k])[lane];
        if (!loading && mode != GATHER && at[k] < 0) return false;
    }
    for (int k = 0; k < op.corners_count(); ++k) corner[k] = row<u16>(w, op.corners()[k])[lane];
    if (mode == GATHER && map->box1 != 1) return false;
    return rows_of(t, mode, at, corner, m.shared->shared_bytes);
}
const Instr *tensor_in(Warp &w, const Instr *i) {
    const TensorInArgs op(i);
    const Aim aim{op.target(), op.barrier(), op.mask(), op.mask_bytes(), op.pair()};
    EACH_LANE(w.mask, l) {
        Transfer box{};
        Transfer *t = nullptr;
        if (box_of(w, op, l, true, box) && place_box(*w.machine->shared, box, false))
            t = aimed(w, i, l, BOX_IN, aim, box.row_count * box.map.inner_bytes, 128);
        if (!t) {
            free(box.rows);
            return refuse(w, i);
        }
        t->map = box.map, t->rows = box.rows, t->row_count = box.row_count, t->first = box.first,
        t->source = box.source, t->size = box.size;
        t->home = box.home;
        if (!start(w, t)) return refuse(w, i);
    }
    return i + 1;
}
const Instr *tensor_out(Warp &w, const Instr *i) {
    const Shared &s = *w.machine->shared;
    const TensorOutArgs op(i);
    EACH_LANE(w.mask, l) {
        Transfer *t = new_transfer(w, i, l, BOX_OUT, 1);
        if (!t) return refuse(w, i);
        bool good = box_of(w, op, l, false, *t) && !t->map.padded && place_box(s, *t, true) &&
                    locate_place(w, op.source(), l, t->size, 128, ALLOCATED, t->targets[0].place);
        if (good && op.operation() >= 0) {
            const Reduction reduction = reduction_of(op.operation(), t->map);
            t->combine = reduction.apply, t->element = reduction.size;
            good = reduction.apply != nullptr;
        }
        if (!good) {
            discard(t);
            return refuse(w, i);
        }
        t->group = w.bulk_groups[l];
        if (!start(w, t)) return refuse(w, i);
    }
    return i + 1;
}
const Instr *tensor_prefetch(Warp &w, const Instr *i) {
    const TensorBoxArgs op(i);
    EACH_LANE(w.mask, l) {
        Transfer box{};
        const bool good = box_of(w, op, l, true, box);
        free(box.rows);
        if (!good) return refuse(w, i);
    }
    return i + 1;
}

/* Stores and reductions into the cluster. */
template <Combine F, int SIZE> const Instr *remote(Warp &w, const Instr *i) {
    const RemoteArgs op(i);
    Machine &m = *w.machine;
    const int one = op.value_bytes();
    const int64_t size = (int64_t)one * op.values_count();
    Transfer *t = new_transfer(w, i, __builtin_ctz(w.mask), REMOTE, LANES);
    if (!t) return refuse(w, i);
    t->lanes = w.mask, t->size = size, t->combine = F, t->element = SIZE;
    t->content = (u8 *)calloc(LANES, 16);
    bool good = t->content != nullptr;
    EACH_LANE(w.mask, l) {
        u64 at, object;
        good = good && locate_place(w, op.target(), l, size, op.align(), ALLOCATED | WRITABLE, at) &&
               locate_place(w, op.barrier(), l, 8, 8, 0, object) && barrier_at(m, object);
        if (!good) break;
        const Cta *cta = cta_at(w, at);
        good = cta && cta == cta_at(w, object) && !(op.elsewhere() && cta == w.cta);
        if (!good) break;
        t->targets[l] = {at, object, cta, 0};
        for (int k = 0; k < op.values_count(); ++k)
            memcpy(t->content + 16 * l + k * one, w.regs + op.values()[k] + l * one, one);
    }
    if (!good) {
        discard(t);
        return refuse(w, i);
    }
    return start(w, t) ? i + 1 : refuse(w, i);
}

/* Asynchronous releases, which take effect in the order in which they start. */
template <class T, bool ADDS> const Instr *later(Warp &w, const Instr *i) {
    const Shared &s = *w.machine->shared;
    const AddressArgs op(i);
    const u8 *values = w.regs + (ADDS ? AddLaterArgs(i).operand() : StoreArgs(i).values()[0]);
    Transfer *t = new_transfer(w, i, __builtin_ctz(w.mask), LATER, LANES);
    if (!t) return refuse(w, i);
    t->lanes = w.mask, t->size = t->element = sizeof(T), t->combine = ADDS ? combine<T, sum<T>> : nullptr;
    t->content = (u8 *)calloc(LANES, sizeof(T));
    bool good = t->content != nullptr;
    u64 at[LANES];
    addresses(w, op, at);
    const u8 need = (u8)(ALLOCATED | WRITABLE | (ADDS ? s.need_known : 0));
    EACH_LANE(w.mask, l) {
        u64 &index = t->targets[l].place;
        good = good && locate_one(w, op.space(), (int)l, at[l], sizeof(T), sizeof(T), need, index) &&
               index - s.global.start < s.global.extent;
        if (good) memcpy(t->content + l * sizeof(T), values + l * sizeof(T), sizeof(T));
    }
    if (!good) {
        discard(t);
        return refuse(w, i);
    }
    return start(w, t) ? i + 1 : refuse(w, i);
}

/* Clusters */

const Instr *cluster_arrive(Warp &w, const Instr *i) {
    EACH_LANE(w.mask, l)
        if (w.cluster_arrivals[l] > w.cluster_waits[l]) return refuse(w, i, BROKE_CLUSTER_BARRIER);
    w.cta->cluster->clustered = true;
    ALL_LANES(l) w.cluster_arrivals[l] += w.mask >> l & 1;
    changed(*w.machine);
    settle_cluster(w);
    return i + 1;
}
const Instr *cluster_wait(Warp &w, const Instr *i) {
    WarpState &s = *w.state;
    const s32 phase = w.cta->cluster->phase;
    u32 going = 0;
    EACH_LANE(w.mask, l) {
        if (w.cluster_arrivals[l] == w.cluster_waits[l]) return refuse(w, i, BROKE_CLUSTER_BARRIER);
        ++w.cluster_waits[l];
        going |= (u32)(w.cluster_arrivals[l] <= phase) << l;
    }
    const u32 waiting = w.mask & ~going;
    if (!waiting) return i + 1;
    park(s, waiting, s.place);
    ALL_LANES(l)
        if (waiting >> l & 1) s.barrier[l] = CLUSTER_BARRIER;
    if (!going) return nullptr;
    w.mask = w.whole = going;
    return i + 1;
}
template <class T> const Instr *mapa(Warp &w, const Instr *i) {
    const T *a = row<T>(w, i->a);
    const u32 *rank = row<u32>(w, i->b);
    EACH_LANE(w.mask, l)
        if (rank[l] >= (u32)w.machine->shared->cluster) return refuse(w, i);
    const T keep = (T) ~((T)0xFF << RANK_SHIFT);
    put<T>(w, i->d, [=](int l) { return (T)((a[l] & keep) | (T)rank[l] << RANK_SHIFT); });
    return i + 1;
}
template <class T> const Instr *getctarank(Warp &w, const Instr *i) {
    const T *a = row<T>(w, i->a);
    put<u32>(w, i->d, [=](int l) { return (u32)(a[l] >> RANK_SHIFT) & 0xFF; });
    return i + 1;
}

/* clang-format off */
#define REDUCE_TO(NAME, T, ...) \
    {"cp.reduce.async.bulk.out." NAME, bulk_out<combine<T, __VA_ARGS__>, sizeof(T)>}, \
    {"cp.reduce.async.bulk.in." NAME, bulk_in<combine<T, __VA_ARGS__>, sizeof(T)>}, \
    {"red.async." NAME, remote<combine<T, __VA_ARGS__>, sizeof(T)>},
#define REDUCE_HALVES(NAME, H) \
    REDUCE_TO("add." NAME, u16, plain_halves2<H, h_add, u16>) REDUCE_TO("min." NAME, u16, plain_halves2<H, h_min, u16>) \
    REDUCE_TO("max." NAME, u16, plain_halves2<H, h_max, u16>)
#define TRANSFER_ENTRIES \
    {"cp.async.bulk.in", bulk_in<nullptr, 1>}, {"cp.async.bulk.out", bulk_out<nullptr, 1>}, \
    {"cp.async.bulk.prefetch", bulk_prefetch}, {"cp.async.bulk.commit_group", bulk_commit}, \
    {"cp.async.bulk.wait_group", bulk_wait}, {"cp.async.bulk.tensor.in", tensor_in}, \
    {"cp.async.bulk.tensor.out", tensor_out}, {"cp.async.bulk.prefetch.tensor", tensor_prefetch}, \
    {"st.async", remote<nullptr, 1>}, \
    {"later.st.u8.u8", later<u8, false>}, {"later.st.u16.u16", later<u16, false>}, \
    {"later.st.u32.u32", later<u32, false>}, {"later.st.u64.u64", later<u64, false>}, \
    {"later.add.u32", later<u32, true>}, {"later.add.u64", later<u64, true>}, \
    REDUCE_TO("add.u32", u32, sum<u32>) REDUCE_TO("add.s32", u32, sum<u32>) REDUCE_TO("add.u64", u64, sum<u64>) \
    REDUCE_TO("min.u32", u32, least_of<u32>) REDUCE_TO("max.u32", u32, most_of<u32>) \
    REDUCE_TO("min.s32", s32, least_of<s32>) REDUCE_TO("max.s32", s32, most_of<s32>) \
    REDUCE_TO("min.u64", u64, least_of<u64>) REDUCE_TO("max.u64", u64, most_of<u64>) \
    REDUCE_TO("min.s64", s64, least_of<s64>) REDUCE_TO("max.s64", s64, most_of<s64>) \
    REDUCE_TO("inc.u32", u32, up) REDUCE_TO("dec.u32", u32, down) \
    REDUCE_TO("and.b32", u32, both<u32>) REDUCE_TO("or.b32", u32, either<u32>) REDUCE_TO("xor.b32", u32, unlike<u32>) \
    REDUCE_TO("and.b64", u64, both<u64>) REDUCE_TO("or.b64", u64, either<u64>) REDUCE_TO("xor.b64", u64, unlike<u64>) \
    REDUCE_HALVES("f16", F16) REDUCE_HALVES("bf16", BF16) REDUCE_TO("add.f64", f64, add_d) \
    REDUCE_TO("add.f32", f32, sum_ftz) REDUCE_TO("add.noftz.f32", f32, sum_f) \
    {"barrier.cluster.arrive", cluster_arrive}, {"barrier.cluster.wait", cluster_wait}, \
    {"mapa.u32", mapa<u32>}, {"mapa.u64", mapa<u64>}, {"getctarank.u32", getctarank<u32>}, {"getctarank.u64", getctarank<u64>},
/* clang-format on */
