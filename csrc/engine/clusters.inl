/* Clusters: their barrier, the shared memory of their CTAs, and requests for the work of those that have not started,
 * as in pyptx/sim/semantics/cluster_launch.py; part of asynchrony.cpp. */

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
constexpr u32 LAST_RANK = ~0u >> RANK_SHIFT; /* no cluster has a CTA of it */

template <class T> const Instr *mapa(Warp &w, const Instr *i) {
    const T *a = row<T>(w, i->a);
    const u32 *rank = row<u32>(w, i->b);
    const T keep = (T) ~((T)LAST_RANK << RANK_SHIFT);
    put<T>(w, i->d, [=](int l) { return (T)((a[l] & keep) | (T)std::min(rank[l], LAST_RANK) << RANK_SHIFT); });
    return i + 1;
}
template <class T> const Instr *getctarank(Warp &w, const Instr *i) {
    const T *a = row<T>(w, i->a);
    put<u32>(w, i->d, [=](int l) { return (u32)(a[l] >> RANK_SHIFT) & LAST_RANK; });
    return i + 1;
}

/* Requests */

const Instr *try_cancel(Warp &w, const Instr *i) {
    const TryCancelArgs op(i);
    const Aim aim{op.target(), op.barrier(), -1, 0, false, op.everyone()};
    EACH_LANE(w.mask, l) {
        if (w.cta->saw_refusal) return refuse(w, i, BROKE_CANCEL_REQUEST);
        Transfer *t = aimed(w, i, l, RESPONSE, aim, RESPONSE_BYTES, RESPONSE_BYTES);
        if (!t || !start(w, t)) return refuse(w, i);
    }
    return i + 1;
}

/* The last word of the responses of a warp; null if an operand is not a response. */
const u32 *outcomes(Warp &w, const QueryCancelArgs &op, u32 (&outcome)[LANES]) {
    bool known = true;
    ALL_LANES(l) {
        outcome[l] = (u32)(row<u64>(w, op.upper())[l] >> 32);
        known &= !(w.mask >> l & 1) || outcome[l] == CANCELED || outcome[l] == REFUSED;
    }
    return known ? outcome : nullptr;
}
/* The lanes that execute, and whose responses have an outcome. */
u32 lanes_with(const Warp &w, const u32 (&outcome)[LANES], u32 wanted) {
    u32 found = 0;
    EACH_LANE(w.mask, l) found |= (u32)(outcome[l] == wanted) << l;
    return found;
}
const Instr *is_canceled(Warp &w, const Instr *i) {
    const QueryCancelArgs op(i);
    u32 outcome[LANES];
    if (!outcomes(w, op, outcome)) return refuse(w, i, BROKE_CANCEL_RESPONSE);
    w.cta->saw_refusal |= lanes_with(w, outcome, REFUSED) != 0;
    set_pred(w, op.d()[0], lanes_with(w, outcome, CANCELED));
    return i + 1;
}
const Instr *first_ctaid(Warp &w, const Instr *i) {
    const QueryCancelArgs op(i);
    u32 outcome[LANES];
    if (!outcomes(w, op, outcome)) return refuse(w, i, BROKE_CANCEL_RESPONSE);
    const u32 refused = lanes_with(w, outcome, REFUSED);
    u64 words[2][LANES]; /* a row of D may be one of the operand */
    memcpy(words[0], row<u64>(w, op.lower()), sizeof words[0]);
    memcpy(words[1], row<u64>(w, op.upper()), sizeof words[1]);
    for (int k = 0; k < op.d_count(); ++k)
        if (op.d()[k] >= 0) put<u32>(w, op.d()[k], [&](int l) { return (u32)(words[k / 2][l] >> 32 * (k % 2)); });
    for (int k = 0; k < op.targets_count(); ++k)
        if (op.targets()[k] >= 0) {
            u32 &known = w.known[op.targets()[k]];
            known = (known | w.mask) & ~refused;
        }
    return i + 1;
}

/* clang-format off */
#define CLUSTER_ENTRIES \
    {"barrier.cluster.arrive", cluster_arrive}, {"barrier.cluster.wait", cluster_wait}, \
    {"mapa.u32", mapa<u32>}, {"mapa.u64", mapa<u64>}, {"getctarank.u32", getctarank<u32>}, {"getctarank.u64", getctarank<u64>}, \
    {"clusterlaunchcontrol.try_cancel", try_cancel}, {"clusterlaunchcontrol.query_cancel.is_canceled", is_canceled}, \
    {"clusterlaunchcontrol.query_cancel.get_first_ctaid", first_ctaid},
/* clang-format on */
