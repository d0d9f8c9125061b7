/* The shadows of bulk and tensor copies: taken when a copy reads, placed when it writes; part of asynchrony.cpp. */

/* Call `f` with the parts that a copy reads: the first byte in memory, the size, and the first byte of its content. */
template <class F> void each_read(const Transfer &t, F f) {
    int64_t low, high;
    switch (t.kind) {
    case LINEAR_IN:
    case LINEAR_OUT: return f(t.source, (u64)t.read_size(), (u64)t.before);
    case BOX_IN:
        inner_range(t, low, high);
        for (int r = 0; r < t.row_count && low < high; ++r)
            if (t.rows[r] != OUTSIDE)
                f(t.source + t.rows[r] + t.first * t.map.element + low, (u64)(high - low),
                  (u64)(r * t.map.row_bytes() + low));
        return;
    case BOX_OUT:
        for (int64_t k = 0; k < t.size; k += 16)
            f(swizzled(t.map, t.targets[0].place + k), (u64)(t.size - k < 16 ? t.size - k : 16), (u64)k);
        return;
    default: return;
    }
}

/* Take the shadows of what a copy reads, once; false if a value is left of one that was overwritten in part. */
bool take_shadows(Machine &m, Transfer &t) {
    const ShadowMemory &memory = m.shadows->memory;
    if (t.shadows || memory.is_empty()) return true;
    bool whole = true;
    auto *taken = new ShadowPieces;
    each_read(t, [&](u64 from, u64 size, u64 at) {
        whole = whole && !memory.has_cut(from, size);
        memory.take(from, size, at, *taken);
    });
    t.shadows = taken;
    return whole;
}

/* Take the shadows of the registers that lanes store in the cluster; `size` bytes of each. */
void take_registers(const Warp &w, const s32 *rows, int count, int size, Transfer &t) {
    t.shadows = new ShadowPieces;
    for (int k = 0; k < count; ++k)
        for (int offset = 0; offset < size; ++offset) {
            const ShadowCell *const cell = cell_at(w, rows[k], offset);
            if (!cell || offset + KIND_BYTES[cell->kind] > size) continue;
            const ShadowLayout layout{cell->traced, false};
            EACH_LANE(cell->lanes &t.lanes, l) {
                std::vector<uint8_t> &slots = t.shadows->slots;
                const size_t slot = slots.size();
                t.shadows->pieces.push_back({16 * l + (u64)(k * size + offset), layout, slot, cell->kind, 1});
                slots.resize(slot + (size_t)layout.size());
                layout.store(&slots[slot], cell->value[l], cell->magnitude[l], cell->bound[l],
                             [&](int row) { return cell->row(row)[l]; });
            }
        }
}
/* Give what lanes stored in the cluster its shadows. */
void place_stored(Machine &m, const Transfer &t) {
    ShadowMemory &memory = m.shadows->memory;
    EACH_LANE(t.lanes, l) memory.overwrite(t.targets[l].place, (u64)t.size);
    if (t.shadows)
        memory.place(*t.shadows, [&](u64 at, u64, u64 &to) {
            to = t.targets[at / 16].place + at % 16;
            return t.lanes >> at / 16 & 1;
        });
}

/* The shadows of some values of a content; null for none. */
ShadowCell *cell_of(ShadowValues &s, const ShadowPieces &pieces, u64 at, int count, int format) {
    ShadowCell *made = nullptr;
    const u64 width = (u64)WIDTHS[format];
    for (const ShadowPieces::Piece &piece : pieces.pieces) {
        const size_t slot_bytes = (size_t)piece.layout.size();
        for (int k = 0; piece.kind == format && k < piece.count; ++k) {
            const u64 place = piece.at + (u64)k * width - at;
            if (place % width || place / width >= (u64)count) continue;
            if (!made) (made = s.take())->kind = format;
            const u64 l = place / width;
            made->lanes |= 1u << l;
            trace(*made, piece.layout.traced);
            piece.layout.load(pieces.slots.data() + piece.slot + (size_t)k * slot_bytes, made->value[l],
                              made->magnitude[l], made->bound[l], [&](int e, f32 error) { made->row(e)[l] = error; });
        }
    }
    return made;
}

/* Combine elements with those at the destination, and their shadows if they are added. */
void combine_shadows(Machine &m, const Transfer &t, u64 index, const u8 *content, int64_t size) {
    ShadowValues &s = *m.shadows;
    Warp &w = *t.warp;
    const ShadowUpdateArgs op(t.instr - 1);
    ShadowCount &count = s.counts[op.number()];
    const int format = t.kind != BOX_OUT ? op.target().format : t.map.type == MAP_F32 ? HOLDS_F32 : NO_SHADOW;
    static const ShadowPieces nothing;
    const ShadowPieces &pieces = t.shadows ? *t.shadows : nothing;
    const u32 mask = w.mask;
    const int step = format ? LANES * WIDTHS[format] : (int)size;
    bool lost = !format && (s.memory.any(index, index + (u64)size) || !pieces.pieces.empty());
    for (const ShadowPieces::Piece &piece : pieces.pieces) lost = lost || piece.kind != format;
    for (int64_t first = 0; first < size; first += step) {
        const int64_t some = size - first < step ? size - first : step;
        const u64 to = index + (u64)first;
        u8 *const held = cell(*m.shared, to);
        const auto combine = [&] {
            for (int64_t k = 0; k < some; k += t.element) t.combine(held + k, content + first + k);
            s.memory.overwrite(to, (u64)some);
        };
        if (!format) {
            combine();
            continue;
        }
        const int width = WIDTHS[format], values = (int)some / width;
        u64 places[LANES];
        alignas(64) u8 raw[2][LANES * sizeof(f64)] = {};
        ALL_LANES(l) places[l] = to + (u64)(l * width);
        w.mask = values == LANES ? FULL : (1u << values) - 1;
        memcpy(raw[0], content + first, (size_t)some), memcpy(raw[1], held, (size_t)some);
        Operand given, old;
        decode(raw[0], width, format, given.own), decode(raw[1], width, format, old.own);
        exact(given), exact(old);
        ShadowCell *const own = cell_of(s, pieces, (u64)(content + first - t.content), values, format), *before;
        if (own) with_shadows(s, own, w.mask, given);
        const bool alike = gather(s, s.memory, places, w.mask, 0, before) && (!before || before->kind == format);
        if (before && alike) with_shadows(s, before, w.mask, old);
        lost = lost || !alike;
        ShadowResult result;
        ShadowCell &sum = *(result.cell = s.take());
        trace(sum, given.traced() | old.traced());
        const f32 place = (f32)place_of(format);
        VECTORS ALL_LANES(l) {
            sum.value[l] = old.value[l] + given.value[l], result.computed[l] = old.actual[l] + given.actual[l];
            sum.magnitude[l] = old.magnitude[l] + given.magnitude[l];
            sum.bound[l] = old.bound[l] + given.bound[l] + place * sum.magnitude[l];
        }
        EACH_ROW(sum.traced, e) {
            const f32 *const a = old.row((int)e), *const b = given.row((int)e);
            f32 *const errors = sum.row((int)e);
            VECTORS ALL_LANES(l) errors[l] = a[l] + b[l];
        }
        combine();
        alignas(64) f64 actual[LANES];
        memcpy(raw[1], held, (size_t)some);
        decode(raw[1], width, format, actual);
        s.format = format, s.flags = op.flags(), s.line = op.line();
        round_result(w, count, result, actual);
        s.format = s.flags = 0;
        scatter(s.memory, places, w.mask, 0, sum);
        for (ShadowCell *each : {given.made, old.made, own, before, result.cell}) s.give_back(each);
    }
    w.mask = mask;
    count.restarts += lost;
}

/* Give what a copy wrote to a target its shadows. */
void place_shadows(Machine &m, const Transfer &t, u64 index) {
    ShadowMemory &memory = m.shadows->memory;
    static const ShadowPieces nothing;
    const ShadowPieces &taken = t.shadows ? *t.shadows : nothing;
    if (t.kind == BOX_OUT) {
        int64_t low, high;
        inner_range(t, low, high);
        const u64 inner = (u64)t.map.inner_bytes, skew = t.source + (u64)(t.first * t.map.element);
        for (int r = 0; r < t.row_count && low < high; ++r)
            if (t.rows[r] != OUTSIDE) memory.overwrite(skew + t.rows[r] + low, (u64)(high - low));
        memory.place(taken, [&](u64 at, u64 size, u64 &to) {
            const u64 r = at / inner, within = at % inner;
            to = skew + (u64)t.rows[r] + within;
            return t.rows[r] != OUTSIDE && within >= (u64)low && within + size <= (u64)high;
        });
        return;
    }
    if (t.kind == BOX_IN) {
        memory.overwrite(index, (u64)t.room());
        memory.place(taken, [&](u64 at, u64, u64 &to) {
            to = swizzled(t.map, index + at);
            return !t.map.padded;
        });
        return;
    }
    each_run(t, [&](int64_t first, int64_t size) {
        memory.overwrite(index + (u64)first, (u64)size);
        return true;
    });
    memory.place(taken, [&](u64 at, u64 size, u64 &to) {
        to = index + at;
        bool copied = true;
        for (u64 k = at; k < at + size; ++k) copied = copied && !(t.left_out >> k % 16 & 1);
        return copied;
    });
}
