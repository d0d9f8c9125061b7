/* Requests for the work of clusters that have not started, as in pyptx/sim/semantics/cluster_launch.py; part of
 * asynchrony.cpp. */

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
const Instr *is_canceled(Warp &w, const Instr *i) {
    const QueryCancelArgs op(i);
    u32 outcome[LANES], canceled = 0;
    if (!outcomes(w, op, outcome)) return refuse(w, i, BROKE_CANCEL_RESPONSE);
    ALL_LANES(l) canceled |= (u32)(outcome[l] == CANCELED) << l;
    w.cta->saw_refusal |= (w.mask & ~canceled) != 0;
    set_pred(w, op.d()[0], canceled);
    return i + 1;
}
const Instr *first_ctaid(Warp &w, const Instr *i) {
    const QueryCancelArgs op(i);
    u32 outcome[LANES];
    if (!outcomes(w, op, outcome)) return refuse(w, i, BROKE_CANCEL_RESPONSE);
    EACH_LANE(w.mask, l)
        if (outcome[l] == REFUSED) return refuse(w, i, BROKE_CANCEL_RESPONSE);
    u64 words[2][LANES]; /* a row of D may be one of the operand */
    memcpy(words[0], row<u64>(w, op.lower()), sizeof words[0]);
    memcpy(words[1], row<u64>(w, op.upper()), sizeof words[1]);
    for (int k = 0; k < op.d_count(); ++k)
        if (op.d()[k] >= 0) put<u32>(w, op.d()[k], [&](int l) { return (u32)(words[k / 2][l] >> 32 * (k % 2)); });
    return i + 1;
}

/* clang-format off */
#define CLUSTER_LAUNCH_ENTRIES \
    {"clusterlaunchcontrol.try_cancel", try_cancel}, {"clusterlaunchcontrol.query_cancel.is_canceled", is_canceled}, \
    {"clusterlaunchcontrol.query_cancel.get_first_ctaid", first_ctaid},
/* clang-format on */
