/* Calls of functions, of the module and of CUDA's device runtime. Built once for all levels of the instruction set. */
#include <stdlib.h>

#include "lanes.h"
#include "output.h"
#include "schedule.h"
#include "shadow_places.h"

namespace pyptx {
namespace {

/* Move the shadows of an argument or a result; false if lanes have values of several formats. */
COLD bool move_shadows(Warp &w, u32 lanes, const CallMove &move, s64 from_frame, s64 to_frame, const u64 *frame) {
    ShadowValues &s = *w.machine->shadows;
    const u64 stride = (w.machine->shared->local_bytes + 15) & ~15ull, size = (u64)move.bytes;
    u64 from[LANES], to[LANES];
    ALL_LANES(l) {
        const u64 base = w.local_start + (u64)l * stride + frame[l];
        from[l] = base + (u64)(from_frame + move.source), to[l] = base + (u64)(to_frame + move.target);
    }
    if (!move.from_row && !move.to_row) {
        EACH_LANE(lanes, l) s.memory.copy(from[l], to[l], size, size);
        return true;
    }
    if (!move.to_row) {
        EACH_LANE(lanes, l) s.memory.overwrite(to[l], size);
        for (int k = 0; k < move.bytes; ++k)
            if (const ShadowCell *held = cell_at(w, move.source, k)) scatter(s.memory, to, lanes, k, *held);
        return true;
    }
    ShadowWrite write{move.target, move.bytes, {}};
    bool good = true;
    for (int k = 0; k < move.bytes; ++k) {
        const ShadowCell *const held = move.from_row ? cell_at(w, move.source, k) : nullptr;
        if (held) copy_cell(*held, *(write.cells[k] = s.take()));
        else if (!move.from_row) good = gather(s, s.memory, from, lanes, k, write.cells[k]) && good;
    }
    const u32 mask = w.mask;
    w.mask = lanes;
    good = good && write_register(w, write);
    w.mask = mask;
    return good;
}
/* Move arguments and results of lanes; an operand that is not a row is local memory, counted from a frame. */
INLINE bool move_bytes(Warp &w, u32 lanes, const CallMove *move, int count, s64 from_frame, s64 to_frame,
                       const u64 *frame) {
    const Shared &s = *w.machine->shared;
    const u64 stride = (s.local_bytes + 15) & ~15ull;
    for (; count; --count, ++move) {
        const u64 size = move->bytes;
        for (u32 left = lanes; left; left &= left - 1) {
            const int l = __builtin_ctz(left);
            const u64 base = w.local_start + l * stride;
            const u64 from = frame[l] + (u64)(from_frame + move->source),
                      to = frame[l] + (u64)(to_frame + move->target);
            if (!(move->from_row && move->to_row) && s.local_bytes < size) return false;
            if ((!move->from_row && from > s.local_bytes - size) || (!move->to_row && to > s.local_bytes - size))
                return false;
            u8 *target = move->to_row ? w.regs + move->target + l * size : s.data + base + to;
            memcpy(target, move->from_row ? w.regs + move->source + l * size : s.data + base + from, size);
            if (!move->to_row && move->from_row) mark_bytes(s.state + base + to, size);
            else if (!move->to_row) memcpy(s.state + base + to, s.state + base + from, size);
        }
        if (w.machine->shadows && !move_shadows(w, lanes, *move, from_frame, to_frame, frame)) return false;
    }
    return true;
}
const Instr *call(Warp &w, const Instr *i) {
    const CallArgs op(i);
    WarpState &s = *w.state;
    u64 *frame = row<u64>(w, op.frames());
    const u64 own = (u64)op.own_frame();
    ALL_LANES(l)
        if (w.mask >> l & 1 && frame[l] + own + (u64)op.frame() > w.machine->shared->local_bytes)
            return refuse(w, i, BROKE_STACK_OVERFLOW);
    if (!move_bytes(w, w.mask, op.moves(), op.moves_count(), 0, (s64)own, frame)) return stop(w, i, STOP_HANDOVER);
    u32 *site = row<u32>(w, op.sites());
    ALL_LANES(l)
        if (w.mask >> l & 1) frame[l] += own, site[l] = (u32)op.site();
    if (w.mask == s.live && s.converged) return w.machine->shared->blocks[op.block()];
    diverge(s);
    go(s, w.mask, op.block());
    return nullptr;
}
const Instr *call_return(Warp &w, const Instr *i) {
    const ReturnArgs op(i);
    WarpState &s = *w.state;
    u64 *frame = row<u64>(w, op.frames());
    const u32 *sites = row<u32>(w, op.sites());
    const CallMove *moves = op.moves();
    for (int k = 0; k < op.returns_count(); moves += op.returns()[k++].moves) {
        const CallReturn &to = op.returns()[k];
        u32 lanes = 0;
        ALL_LANES(l) lanes |= (u32)(sites[l] == (u32)to.site) << l;
        lanes &= w.mask;
        if (!lanes) continue;
        if (!move_bytes(w, lanes, moves, to.moves, 0, -(s64)to.frame, frame)) return stop(w, i, STOP_HANDOVER);
        ALL_LANES(l)
            if (lanes >> l & 1) frame[l] -= (u64)to.frame;
        if (lanes == s.live && s.converged) return w.machine->shared->blocks[to.block];
        diverge(s);
        go(s, lanes, to.block);
    }
    return nullptr;
}

/* Calls of functions that may be called again while they run: of themselves, or by address. As in pyptx/sim/calls.py, a
 * lane has a stack: of each depth the number of the call, and the registers that it saved. */
constexpr int MOST_DEPTH = 1024;

/* The numbers of the calls at a depth, which the saved registers follow; null if memory ran out. */
u8 *level_at(Warp &w, int depth, u64 saved) {
    const u64 size = LANES * sizeof(u32) + saved;
    if (depth >= w.call_room) {
        const int room = depth < 8 ? 8 : 2 * depth;
        u8 *grown = (u8 *)realloc(w.calls, room * size);
        if (!grown) return nullptr;
        w.calls = grown, w.call_room = room;
    }
    return w.calls + depth * size;
}
/* Copy registers of a lane to what a level saves, or back. */
INLINE void keep_registers(Warp &w, int l, u8 *kept, const CallSave *save, int count, bool restore) {
    for (; count; --count, ++save) {
        u8 *at = w.regs + save->row;
        if (!save->bytes) { /* a predicate is a bit */
            u32 &word = *(u32 *)at;
            if (restore) word = (word & ~(1u << l)) | (u32)*kept << l;
            else *kept = word >> l & 1;
            kept += 4;
        } else if (save->bytes == 16) { /* two rows */
            u8 *halves[2] = {at + l * 8, at + LANES * 8 + l * 8};
            for (int k = 0; k < 2; ++k)
                memcpy(restore ? halves[k] : kept + 8 * k, restore ? kept + 8 * k : halves[k], 8);
            kept += 16;
        } else {
            at += l * save->bytes;
            memcpy(restore ? at : kept, restore ? kept : at, (size_t)save->bytes);
            kept += save->bytes;
        }
    }
}
/* Read values of a lane and the states of their bytes, or write them; false if one is outside local memory. */
bool move_values(Warp &w, int l, const CallMove *move, int count, u64 frame, std::vector<u8> &values, bool write) {
    const Shared &s = *w.machine->shared;
    const u64 base = w.local_start + l * ((s.local_bytes + 15) & ~15ull);
    u64 first = 0;
    for (; count; --count, ++move) {
        const u64 size = move->bytes, at = frame + (u64)(s64)(write ? move->target : move->source);
        const bool in_row = write ? move->to_row : move->from_row;
        if (!in_row && (s.local_bytes < size || at > s.local_bytes - size)) return false;
        u8 *place = in_row ? w.regs + (write ? move->target : move->source) + l * size : s.data + base + at;
        u8 *state = s.state + base + at;
        if (write) {
            memcpy(place, values.data() + first, size);
            if (!in_row) memcpy(state, values.data() + first + size, size);
        } else {
            values.insert(values.end(), place, place + size);
            if (in_row) values.insert(values.end(), size, ALLOCATED | INITIALISED | WRITABLE);
            else values.insert(values.end(), state, state + size);
        }
        first += 2 * size;
    }
    return true;
}
const Instr *call_any(Warp &w, const Instr *i) {
    const CallAnyArgs op(i);
    WarpState &s = *w.state;
    u64 *frame = row<u64>(w, op.frames());
    const u64 own = (u64)op.own_frame(), saved = (u64)op.saved() * LANES;
    const CallMove *moves = op.moves();
    const CallSave *saves = op.saves();
    u32 left = w.mask;
    std::vector<u8> values;
    ++w.machine->writes; /* of a stack, so that no earlier state of the warp counts as this one */
    for (int k = 0; k < op.targets_count(); moves += op.targets()[k].moves, saves += op.targets()[k++].saves) {
        const CallTarget &to = op.targets()[k];
        const u64 address = (u64)(u32)to.address_high << 32 | (u32)to.address_low;
        u32 lanes = left;
        if (op.address() >= 0) {
            const u64 *addresses = row<u64>(w, op.address());
            ALL_LANES(l) lanes &= ~((u32)(addresses[l] != address) << l);
        }
        left &= ~lanes;
        EACH_LANE(lanes, l) {
            const u64 below = frame[l] + own;
            if (below + (u64)to.frame > w.machine->shared->local_bytes || w.depth[l] >= MOST_DEPTH)
                return refuse(w, i, BROKE_STACK_OVERFLOW);
            values.clear();
            u8 *level = level_at(w, w.depth[l], saved);
            if (!level || !move_values(w, (int)l, moves, to.moves, frame[l], values, false))
                return stop(w, i, STOP_HANDOVER);
            ((u32 *)level)[l] = (u32)op.site();
            keep_registers(w, (int)l, level + LANES * sizeof(u32) + l * (u64)op.saved(), saves, to.saves, false);
            ++w.depth[l];
            frame[l] = below;
            if (!move_values(w, (int)l, moves, to.moves, below, values, true)) return stop(w, i, STOP_HANDOVER);
        }
        if (!lanes) continue;
        if (lanes == s.live && s.converged) return w.machine->shared->blocks[to.block];
        diverge(s);
        go(s, lanes, to.block);
    }
    return left ? refuse(w, i, BROKE_CALL_TARGET) : nullptr;
}
const Instr *return_any(Warp &w, const Instr *i) {
    const ReturnAnyArgs op(i);
    WarpState &s = *w.state;
    u64 *frame = row<u64>(w, op.frames());
    const u64 saved = (u64)op.saved() * LANES;
    std::vector<u8> values;
    u32 left = w.mask;
    const u32 everyone = w.mask;
    const CallMove *moves = op.moves();
    for (int k = 0; left && k < op.returns_count(); moves += op.returns()[k++].moves) {
        const CallReturn &to = op.returns()[k];
        u32 lanes = 0;
        EACH_LANE(left, l) {
            u8 *level = level_at(w, w.depth[l] - 1, saved);
            if (!level) return stop(w, i, STOP_HANDOVER);
            if (((u32 *)level)[l] != (u32)to.site) continue;
            lanes |= 1u << l;
            values.clear();
            if (!move_values(w, (int)l, moves, to.moves, frame[l], values, false)) return stop(w, i, STOP_HANDOVER);
            keep_registers(w, (int)l, level + LANES * sizeof(u32) + l * (u64)op.saved(), op.saves(), op.saves_count(),
                           true);
            --w.depth[l];
            frame[l] -= (u64)to.frame;
            if (!move_values(w, (int)l, moves, to.moves, frame[l], values, true)) return stop(w, i, STOP_HANDOVER);
        }
        left &= ~lanes;
        if (!lanes) continue;
        if (lanes == everyone && lanes == s.live && s.converged) return w.machine->shared->blocks[to.block];
        diverge(s);
        go(s, lanes, to.block);
    }
    return nullptr;
}

/* Functions of the runtime: pyptx/sim/semantics/system_calls.py */

/* The string at an address, up to its zero; false if a byte of it cannot be read. */
bool string_at(Warp &w, int lane, u64 address, std::string &out) {
    const Shared &s = *w.machine->shared;
    for (u64 index;; ++address) {
        if (!locate_one(w, GENERIC, lane, address, 1, 1, ALLOCATED | s.need_known, index)) return false;
        const char byte = (char)*cell(s, index);
        if (!byte) return true;
        out += byte;
    }
}
/* Append the arguments of a call to its format; false if one cannot be read. */
bool arguments_at(Warp &w, int lane, u64 buffer, const std::string &kinds, std::string &call) {
    const Shared &s = *w.machine->shared;
    for (const char kind : kinds) {
        const u64 size = kind == '4' ? 4 : 8;
        buffer = (buffer + size - 1) & ~(size - 1);
        u64 index, word = 0;
        if (!locate_one(w, GENERIC, lane, buffer, size, size, ALLOCATED | s.need_known, index)) return false;
        memcpy(&word, cell(s, index), size);
        if (kind != 's') call.append((const char *)&word, sizeof word);
        else if (!string_at(w, lane, word, call)) return false;
        else call += '\0';
        buffer += size;
    }
    return true;
}
const Instr *print(Warp &w, const Instr *i) {
    const PrintArgs op(i);
    const u64 *frame = row<u64>(w, op.frames()), *formats = row<u64>(w, op.format()),
              *buffers = row<u64>(w, op.buffer());
    if (!move_bytes(w, w.mask, op.moves(), op.moves_count(), 0, 0, frame)) return stop(w, i, STOP_HANDOVER);
    Output &output = *w.machine->shared->output;
    u32 *taken = row<u32>(w, op.taken());
    std::vector<std::string> calls;
    std::string form;
    const std::string *kinds = nullptr;
    EACH_LANE(w.mask, l) {
        if (!kinds || formats[l] != formats[__builtin_ctz(w.mask)]) { /* usually all lanes have one format */
            form.clear();
            if (!string_at(w, (int)l, formats[l], form)) return stop(w, i, STOP_CONTROL);
            kinds = &output.kinds_of(form);
            form += '\0';
        }
        calls.push_back(form);
        if (!arguments_at(w, (int)l, buffers[l], *kinds, calls.back())) return stop(w, i, STOP_CONTROL);
        taken[l] = (u32)kinds->size();
    }
    w.steps += DROP_STEPS * output.add(std::move(calls)); /* so that the watchdog soon stops endless output */
    if (!move_bytes(w, w.mask, op.results(), op.results_count(), 0, 0, frame)) return stop(w, i, STOP_HANDOVER);
    WarpState &s = *w.state;
    if (w.mask == s.live && s.converged) return w.machine->shared->blocks[op.next()];
    diverge(s);
    go(s, w.mask, op.next());
    return nullptr;
}
/* Code that the reference engine executes again from the state of the warp, to report how it ends the launch. */
const Instr *fail(Warp &w, const Instr *i) { return stop(w, i, STOP_CONTROL); }

const Entry entries[] = {
    {"call", call},          {"ret", call_return}, {"call.any", call_any},
    {"ret.any", return_any}, {"vprintf", print},   {"assertfail", fail},
};

} // namespace

extern const HandlerTable calls;
const HandlerTable calls = {entries, sizeof entries / sizeof *entries};

} // namespace pyptx
