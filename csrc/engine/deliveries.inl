/* How copies, stores and reductions take effect: they read once, write, and complete at barriers; part of
 * asynchrony.cpp. */

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

/* Taking effect */

void discard(Transfer *t) {
    free(t->targets);
    free(t->rows);
    free(t->content);
    free(t->states);
    delete t->shadows;
    free(t);
}

bool failed(Transfer &t) {
    t.warp->mask = t.warp->whole;
    stop(*t.warp, t.instr, STOP_HANDOVER);
    return false;
}

bool meets_unwritten(const Transfer &t) { return broke(*t.warp->machine, BROKE_UNINITIALIZED_MEMORY, t.instr); }

bool read_linear(const Shared &s, Transfer &t, bool written) {
    const int64_t read = t.read_size();
    memset(t.content, 0, t.before);
    memcpy(t.content + t.before, cell(s, t.source), read);
    memset(t.content + t.before + read, 0, t.behind);
    if (written)
        return !s.need_known || each_run(t, [&](int64_t first, int64_t size) {
            return has(s, t.source + first, size, INITIALISED) || meets_unwritten(t);
        });
    if (read < t.size || !has(s, t.source, read, INITIALISED)) {
        t.states = (u8 *)malloc(t.size);
        if (!t.states) return false;
        memset(t.states, ALLOCATED | WRITABLE, t.size);
        copy_states(s, t.source, t.states + t.before, read);
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
    if (!s.need_known || range_has(s.state, t.source, t.size, INITIALISED)) return true;
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
    else if (t.kind != RESPONSE) note_moved(m, t, t.source, t.read_size(), false);
}
/* Count the bytes that a copy writes outside shared memory; a reduction also reads them. */
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
    if (t.kind == BOX_OUT) note_moved(m, t, index, size, true);
    else
        each_run(t, [&](int64_t first, int64_t some) {
            note_moved(m, t, index + first, some, true);
            return true;
        });
}

/* Read the source, once. */
bool fetch(Machine &m, Transfer &t) {
    if (t.fetched) return true;
    t.fetched = true;
    if (t.kind == REMOTE || t.kind == LATER) return true;
    if (m.shadows && !take_shadows(m, t)) return failed(t);
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
    if (t.warp->machine->shadows) {
        combine_shadows(*t.warp->machine, t, index, content, size);
        return true;
    }
    u8 *to = cell(s, index);
    for (int64_t k = 0; k < size; k += t.element) t.combine(to + k, content + k);
    return true;
}

bool write_linear(const Shared &s, Transfer &t, u64 index) {
    if (t.combine) return combine_at(s, t, index, t.content, t.size);
    if (t.states) split(s.state, index, t.size), memcpy(s.state + index, t.states, t.size);
    return each_run(t, [&](int64_t first, int64_t size) {
        memcpy(cell(s, index + first), t.content + first, size);
        if (t.kind == LINEAR_OUT) mark_written(s, index + first, size);
        else if (!t.states) mark_range(s.state, index + first, size);
        return true;
    });
}

void write_tile(const Shared &s, const Transfer &t, u64 index) { /* to shared memory */
    if (t.states) split(s.state, index, t.room());
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
    if (!t.states) mark_range(s.state, index, t.size);
}

/* Copy a row of 128 bytes to a line of shared memory, where the locations of its chunks are XORed with `flip`. */
INLINE void put_swizzled(u8 *line, const u8 *from, u64 flip) {
#if defined(__AVX512F__)
    const __m512i lanes = _mm512_xor_si512(_mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7), _mm512_set1_epi64(flip / 8 & 7));
    for (u64 half = 0; half < 128; half += 64)
        _mm512_storeu_si512(line + (half ^ (flip & 64)),
                            _mm512_maskz_permutexvar_epi64(0xFF, lanes, _mm512_loadu_si512(from + half)));
#else
    for (u64 k = 0; k < 128; k += 16) memcpy(line + (k ^ flip), from + k, 16);
#endif
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
            put_swizzled(s.data + to, from, flip);
        } else {
            for (int64_t k = 0; k < inner; k += 16) memcpy(s.data + ((to + k) ^ flip), from + k, 16);
        }
    }
    mark_range(s.state, index, t.size);
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
    if (m.shadows && !t.combine) place_stored(m, t);
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
    if (m.shadows && direct && !take_shadows(m, t)) return failed(t);
    if (m.observers && (t.kind == LINEAR_OUT || t.kind == BOX_OUT)) note_written(m, t);
    const Shared &s = *m.shared;
    changed(m);
    switch (t.kind) {
    case REMOTE: return write_remote(m, t) || failed(t);
    case LATER: return write_later(m, t) || failed(t);
    case LINEAR_OUT:
        if (m.shadows && !t.combine) place_shadows(m, t, t.targets[0].place);
        return write_linear(s, t, t.targets[0].place) || failed(t);
    case BOX_OUT:
        if (m.shadows && !t.combine) place_shadows(m, t, 0);
        return write_box(s, t) || failed(t);
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
        if (m.shadows && !t.combine) place_shadows(m, t, target.place);
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
