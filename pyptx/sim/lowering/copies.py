"""Rules of mbarriers, asynchronous copies and clusters."""

from __future__ import annotations

import numpy as np

from pyptx.sim.lowering.step import StepLowering, rule
from pyptx.types import PtxType, from_name


@rule("mbarrier")
def _mbarrier(step: StepLowering) -> None:
    op = step.op
    kind = op.words[0]
    step.program.asynchronous = True
    u32 = from_name("u32")
    if op.has("cta_mask") or op.has("report_value") or "phase_type::conditional" in op.words:
        raise step.uncovered()
    if kind == "pending_count":
        step.emit("mbarrier.pending_count", d=step.needed(step.write("count"), 32), a=step.read("state"))
        return
    address, narrow, offset, space = step.place("addr")
    where = {"a": address, "e": narrow, "imm": offset, "f": space}
    if kind in ("init", "inval"):
        step.emit(f"mbarrier.{kind}", **where, b=step.read("count", u32) if kind == "init" else -1)
    elif kind in ("expect_tx", "complete_tx"):
        step.emit("mbarrier.tx", **where, b=step.read("tx_count", u32), n=int(kind == "complete_tx"))
    elif kind in ("arrive", "arrive_drop"):
        step.emit(
            "mbarrier.arrive",
            **where,
            d=step.write("state"),
            b=step.read("count", u32) if op.has("count") else -1,
            c=step.read("tx_count", u32) if op.has("tx_count") else -1,
            n=int(kind == "arrive_drop") | 2 * int("noComplete" in op.words),
        )
    else:
        by_parity = op.has("phase_parity")
        step.emit(
            "mbarrier.wait",
            **where,
            d=step.write("wait_complete"),
            b=step.read("phase_parity", u32) if by_parity else -1,
            c=-1 if by_parity else step.read("state"),
            n=int(kind == "try_wait"),
        )


# Copies


@rule("cp")
def _copy(step: StepLowering) -> None:
    words = step.op.words
    if words[0] == "reduce" or "bulk" in words:
        _bulk(step)
    elif "mbarrier" in words:
        step.program.asynchronous = True
        address, narrow, offset, space = step.place("addr")
        step.emit(
            "cp.async.mbarrier.arrive", a=address, e=narrow, imm=offset, f=space, n=int("noinc" in words)
        )
    else:
        _copy_of_threads(step)


def _copy_of_threads(step: StepLowering) -> None:
    op = step.op
    words = op.words
    if words == ("async", "commit_group"):
        step.emit("cp.async.commit_group")
    elif words == ("async", "wait_group"):
        step.emit("cp.async.wait", a=0, imm=op.constant("n"))
    elif words == ("async", "wait_all"):
        step.emit("cp.async.wait", a=1, imm=0)
    elif op.has("cp_size"):
        to, narrow_to, offset_to, space_to = step.place("dst")
        source, narrow_from, offset_from, space_from = step.place("src")
        low, high = np.array([offset_from], np.int64).view(np.int32).tolist()
        step.emit(
            "cp.async",
            d=to,
            a=source,
            e=narrow_to | narrow_from << 1,
            f=space_to | space_from << 4,
            imm=offset_to,
            n=op.constant("cp_size"),
            b=step.read("src_size", from_name("u32")) if op.has("src_size") else -1,
            c=step.read("ignore_src", from_name("pred")) if op.has("ignore_src") else -1,
            extra=(low, high),
        )


def _bulk(step: StepLowering) -> None:
    """``cp.async.bulk``, ``cp.reduce.async.bulk``, with and without a tensor map, and their groups."""
    op = step.op
    words = op.words
    step.program.asynchronous = True
    if any(word.startswith("mbarrier::report") and not word.endswith("disabled") for word in words):
        raise step.uncovered("reports")
    if "ignore_oob" in words or op.has("byteMask"):
        raise step.uncovered("of some bytes")
    if "commit_group" in words:
        step.emit("cp.async.bulk.commit_group")
    elif "wait_group" in words:
        step.emit("cp.async.bulk.wait_group", imm=op.constant("n"), n=int("read" in words))
    elif "tensor" in words:
        _tensor(step)
    elif "prefetch" in words:
        size = step.read("size", from_name("u32"))
        step.emit("cp.async.bulk.prefetch", d=size, extra=step.place_words("srcMem"))
    else:
        _linear(step)


def _multicast(step: StepLowering) -> dict[str, int]:
    """The row of a mask of CTAs and its bytes."""
    if not step.op.has("ctaMask"):
        return {}
    _, spec = step.op.operand("ctaMask")
    return {"c": step.read("ctaMask"), "b": from_name(spec.type).bytes}


def _linear(step: StepLowering) -> None:
    op = step.op
    reduction = ""
    if op.words[0] == "reduce":
        noftz = "noftz" if "noftz" in op.words and op.words[-1] == "f32" else ""
        reduction = "".join(
            f".{word}" for word in (op.modifiers.get("op", "add"), noftz, op.words[-1]) if word
        )
    size = step.read("size", from_name("u32"))
    places = (*step.place_words("dstMem"), *step.place_words("srcMem"))
    head = "cp.reduce.async.bulk" if reduction else "cp.async.bulk"
    if "bulk_group" in op.words:
        step.emit(f"{head}.out{reduction}", d=size, extra=places)
        return
    _, source = op.operand("srcMem")
    step.emit(
        f"{head}.in{reduction}",
        d=size,
        n=int(source.type.startswith("shared")),
        extra=(*places, *step.place_words("mbar")),
        **_multicast(step),
    )


_BOXES = {"tile": 0, "tile::gather4": 1, "tile::scatter4": 1, "im2col": 2, "im2col_no_offs": 2}
_REDUCTIONS = ("add", "min", "max", "inc", "dec", "and", "or", "xor")


def _tensor(step: StepLowering) -> None:
    op = step.op
    mode = op.modifiers.get("mode", "tile")
    if (
        mode not in _BOXES
        or any(word.startswith("override") for word in op.words)
        or "cta_group::2" in op.words
    ):
        raise step.uncovered(f".{mode}")
    coordinates = step.inside("tensorMap", "tensorCoords", from_name("s32"))
    corners: list[int] = []
    if op.has("im2colInfo"):
        corners = [step.value(item, from_name("u16")) for item in step.items(op.operand("im2colInfo")[0])]
    box = (*step.place_words("tensorMap"), *coordinates, *corners)
    fields = {"e": _BOXES[mode], "n": len(coordinates), "f": len(corners), "imm": int(op.modifiers["dim"][0])}
    if "prefetch" in op.words:
        step.emit("cp.async.bulk.prefetch.tensor", extra=box, **fields)
    elif "bulk_group" in op.words:
        operation = _REDUCTIONS.index(op.modifiers["op"]) if op.words[0] == "reduce" else -1
        step.emit(
            "cp.async.bulk.tensor.out", d=operation, extra=(*box, *step.place_words("srcMem")), **fields
        )
    else:
        places = (*step.place_words("dstMem"), *step.place_words("mbar"))
        step.emit("cp.async.bulk.tensor.in", extra=(*box, *places), **fields, **_multicast(step))


@rule("mapa")
def _mapa(step: StepLowering) -> None:
    type_ = from_name(step.op.modifiers["type"])
    step.program.asynchronous = True
    step.emit(
        f"mapa.u{type_.bits}",
        d=step.needed(step.write("d"), type_.bits),
        a=step.read("a", type_),
        b=step.read("b", from_name("u32")),
    )


@rule("getctarank")
def _getctarank(step: StepLowering) -> None:
    operand, spec = step.op.operand("a")
    type_ = from_name(spec.type)
    step.emit(f"getctarank.u{type_.bits}", d=step.needed(step.write("d"), 32), a=step.value(operand, type_))


def remote(step: StepLowering, handler: str, type_: PtxType, *, others: bool) -> None:
    """A store or reduction into the shared memory of the cluster."""
    op = step.op
    if "mbarrier::complete_tx::bytes" not in op.words or type_.bits == 128:
        raise step.uncovered()
    step.program.asynchronous = True
    rows = [step.value(item, type_) for item in step.items(op.operand("b")[0])]
    size = type_.bytes * len(rows)
    step.emit(
        handler,
        d=type_.bytes,
        n=len(rows),
        f=max(type_.bytes, size & -size),
        c=int(others),
        extra=(*step.place_words("a"), *step.place_words("mbar"), *rows),
    )
