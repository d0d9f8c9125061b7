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
