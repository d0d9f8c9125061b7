/* Shadows of transfers between registers and tensor memory. */
#include "shadow_places.h"
#include "tensor_operands.h"

namespace pyptx {
namespace {

/* A transfer of a warp. A store gives its shadows when it is executed; the instruction itself reports broken rules. */
class Moved {
    const TensorTransferArgs op_;
    Warp &w_;
    u32 address_;

  public:
    const int halves, size; /* columns of a register, and the bytes of it in each */

    Moved(Warp &w, const Instr *i)
        : op_(i), w_(w), address_(in_own_window(w, op_, *row<u32>(w, op_.taddr()))), halves(1 + op_.packed()),
          size(4 / halves) {}

    bool is_legal() const {
        const u32 *const given = row<u32>(w_, op_.taddr());
        u32 other = ~w_.mask;
        ALL_LANES(l) other |= given[l] ^ given[0];
        for (int k = 0; k < op_.spans_count(); k += 2) {
            const int first = column_of(address_) + op_.spans()[k];
            other |= !are_open(*w_.cta->tensor, first, first + op_.spans()[k + 1]);
        }
        return !other && lane_of(address_) + op_.height() <= TENSOR_LANES;
    }
    /* The places of a half of a register. */
    void places(int number, int half, u64 *index) const {
        each_place(op_, address_, number, FULL,
                   [&](int l, int lane, int column) { index[l] = tensor_index(*w_.cta, lane, column + half); });
    }
};

const Instr *load(Warp &w, const Instr *i) {
    const ShadowMoveArgs op(i);
    ShadowValues &s = *w.machine->shadows;
    begin(w, op.number());
    const Moved moved(w, i + 1);
    const bool any = !s.tensor.is_empty() && moved.is_legal();
    bool good = true;
    for (int r = 0; r < op.targets_count(); ++r) {
        ShadowWrite write{op.targets()[r].row, op.targets()[r].bytes, {}};
        if (write.row < 0) continue;
        for (int half = 0; any && half < moved.halves; ++half) {
            u64 index[LANES];
            moved.places(r, half, index);
            for (int k = 0; k < moved.size; k += s.tensor.narrowest) {
                ShadowCell *cell;
                good = gather(s, s.tensor, index, w.mask, k, cell) && good;
                if (cell && k + KIND_BYTES[cell->kind] <= moved.size) write.cells[half * moved.size + k] = cell;
                else s.give_back(cell);
            }
        }
        s.writes.push_back(write);
    }
    return good ? i + 1 : stop(w, i, STOP_LIMIT);
}

const Instr *store(Warp &w, const Instr *i) {
    const ShadowMoveArgs op(i);
    ShadowValues &s = *w.machine->shadows;
    begin(w, op.number());
    const Moved moved(w, i + 1);
    for (int r = 0; r < op.sources_count() && moved.is_legal(); ++r) {
        const Word word = word_of(w, op.sources() + r, 1, 4);
        for (int half = 0; half < moved.halves; ++half) {
            u64 index[LANES];
            moved.places(r, half, index);
            ALL_LANES(l) s.tensor.overwrite(index[l], sizeof(u32));
            for (int k = 0; k < moved.size; ++k) {
                const ShadowCell *const cell = word.at[half * moved.size + k];
                if (cell && k + KIND_BYTES[cell->kind] <= moved.size) scatter(s.tensor, index, w.mask, k, *cell);
            }
        }
    }
    close(w, op.number());
    return i + 1;
}

/* An MMA computes when it takes effect (shadow_tensor.h). */
const Instr *mma(Warp &w, const Instr *i) {
    const ShadowMoveArgs op(i);
    begin(w, op.number());
    close(w, op.number());
    return i + 1;
}

const Entry entries[] = {
    {"shadow.tensor_load", load},
    {"shadow.tensor_store", store},
    {"shadow.tensor_mma", mma},
};

} // namespace

extern const HandlerTable LEVEL(shadow_tensor_);
const HandlerTable LEVEL(shadow_tensor_) = {entries, sizeof entries / sizeof *entries};

} // namespace pyptx
