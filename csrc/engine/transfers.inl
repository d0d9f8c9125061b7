/* Bulk copies, tensor copies and stores to other CTAs; part of asynchrony.cpp. */

INLINE u64 address_at(const Warp &w, const Place &place, int lane) {
    const u64 offset = (u64)offset_of(place);
    if (place.narrow) return (u32)(row<u32>(w, place.address)[lane] + (u32)offset);
    return row<u64>(w, place.address)[lane] + offset;
}
INLINE bool locate_place(const Warp &w, const Place &place, int lane, u64 size, u64 align, u8 need, u64 &index) {
    return locate_one(w, place.space, lane, address_at(w, place, lane), size, align, need, index);
}

/* Starting */

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
        if (!range_has(s.state, place, size, ALLOCATED | WRITABLE)) {
            discard(t);
            return nullptr;
        }
    }
    return t;
}

/* Locate the bytes of a lane's source that are read: bytes at its ends may be outside memory. */
bool locate_source(const Warp &w, const BulkInArgs &op, int lane, Transfer &t, u64 &index) {
    const u32 before = op.before() >= 0 ? row<u32>(w, op.before())[lane] : 0,
              behind = op.behind() >= 0 ? row<u32>(w, op.behind())[lane] : 0;
    const u64 address = address_at(w, op.source(), lane);
    const int64_t size = t.size;
    if (size % 16 || before >= 16 || behind >= 16 || address % 16) return false;
    t.before = before < size ? before : size;
    t.behind = behind < size - t.before ? behind : size - t.before;
    return locate_one(w, op.source().space, lane, address + before, t.read_size(), 1, ALLOCATED, index);
}

template <Combine F, int SIZE> const Instr *bulk_in(Warp &w, const Instr *i) {
    const BulkInArgs op(i);
    const Aim aim{op.target(), op.barrier(), op.mask(), op.mask_bytes()};
    EACH_LANE(w.mask, l) {
        Transfer read{};
        read.size = row<u32>(w, op.size())[l];
        u64 from;
        if (!locate_source(w, op, (int)l, read, from)) return refuse(w, i);
        Transfer *t = aimed(w, i, l, LINEAR_IN, aim, read.size, 16);
        if (!t) return refuse(w, i);
        t->source = from, t->before = read.before, t->behind = read.behind, t->combine = F, t->element = SIZE;
        const bool own = op.remote() && t->targets[0].cta == w.cta;
        if (own || !read.size) discard(t);
        if (own || (read.size && !start(w, t))) return refuse(w, i);
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
        if (!size) continue;
        Transfer *t = new_transfer(w, i, l, LINEAR_OUT, 1);
        if (!t) return refuse(w, i);
        t->targets[0].place = to;
        t->source = from, t->size = size, t->combine = F, t->element = SIZE, t->group = w.bulk_groups[l];
        if (op.chosen() >= 0) t->left_out = (u16)~row<u16>(w, op.chosen())[l];
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
    if (good && m.shadows && !t->combine) take_registers(w, op.values(), op.values_count(), one, *t);
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
    REDUCE_TO("add.f32", f32, sum_ftz) REDUCE_TO("add.noftz.f32", f32, sum_f)
/* clang-format on */
