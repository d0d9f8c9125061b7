"""Rules of mbarriers, asynchronous copies and clusters."""

from __future__ import annotations

from pyptx.sim.abi import BOX, COMBINE
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
    where = step.place("addr")._asdict()
    if kind == "init":
        step.emit("mbarrier.init", **where, count=step.read("count", u32))
    elif kind == "inval":
        step.emit("mbarrier.inval", **where)
    elif kind in ("expect_tx", "complete_tx"):
        step.emit("mbarrier.tx", **where, bytes=step.read("tx_count", u32), completes=kind == "complete_tx")
    elif kind in ("arrive", "arrive_drop"):
        step.emit(
            "mbarrier.arrive",
            **where,
            state=step.write("state"),
            count=step.read("count", u32) if op.has("count") else -1,
            bytes=step.read("tx_count", u32) if op.has("tx_count") else -1,
            drops=kind == "arrive_drop",
            holds="noComplete" in op.words,
        )
    else:
        by_parity = op.has("phase_parity")
        step.emit(
            "mbarrier.wait",
            **where,
            done=step.write("wait_complete"),
            parity=step.read("phase_parity", u32) if by_parity else -1,
            state=-1 if by_parity else step.read("state"),
            gives_up=kind == "try_wait",
        )


# Copies


@rule("cp")
def _copy(step: StepLowering) -> None:
    words = step.op.words
    if words[0] == "reduce" or "bulk" in words:
        _bulk(step)
    elif "mbarrier" in words:
        step.program.asynchronous = True
        step.emit("cp.async.mbarrier.arrive", **step.place("addr")._asdict(), expected="noinc" in words)
    else:
        _copy_of_threads(step)


def _copy_of_threads(step: StepLowering) -> None:
    op = step.op
    words = op.words
    if words == ("async", "commit_group"):
        step.emit("cp.async.commit_group")
    elif words == ("async", "wait_group"):
        step.emit("cp.async.wait", commits=False, allowed=op.constant("n"))
    elif words == ("async", "wait_all"):
        step.emit("cp.async.wait", commits=True, allowed=0)
    elif op.has("cp_size"):
        step.emit(
            "cp.async",
            **step.place("dst")._asdict(),
            source=step.place("src").words(),
            size=op.constant("cp_size"),
            read=step.read("src_size", from_name("u32")) if op.has("src_size") else -1,
            ignored=step.read("ignore_src", from_name("pred")) if op.has("ignore_src") else -1,
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
        step.emit("cp.async.bulk.wait_group", allowed=op.constant("n"), reads="read" in words)
    elif "tensor" in words:
        _tensor(step)
    elif "prefetch" in words:
        size = step.read("size", from_name("u32"))
        step.emit("cp.async.bulk.prefetch", size=size, source=step.place("srcMem").words())
    else:
        _linear(step)


def _multicast(step: StepLowering) -> dict[str, int]:
    """The row of a mask of CTAs and its bytes."""
    if not step.op.has("ctaMask"):
        return {"mask": -1, "mask_bytes": 0}
    _, spec = step.op.operand("ctaMask")
    return {"mask": step.read("ctaMask"), "mask_bytes": from_name(spec.type).bytes}


def _linear(step: StepLowering) -> None:
    op = step.op
    reduction = ""
    if op.words[0] == "reduce":
        noftz = "noftz" if "noftz" in op.words and op.words[-1] == "f32" else ""
        reduction = "".join(
            f".{word}" for word in (op.modifiers.get("op", "add"), noftz, op.words[-1]) if word
        )
    size = step.read("size", from_name("u32"))
    places = {"target": step.place("dstMem").words(), "source": step.place("srcMem").words()}
    head = "cp.reduce.async.bulk" if reduction else "cp.async.bulk"
    if "bulk_group" in op.words:
        step.emit(f"{head}.out{reduction}", size=size, **places)
        return
    _, source = op.operand("srcMem")
    step.emit(
        f"{head}.in{reduction}",
        size=size,
        remote=source.type.startswith("shared"),
        **places,
        barrier=step.place("mbar").words(),
        **_multicast(step),
    )


_BOXES = {
    "tile": BOX["tile"],
    "tile::gather4": BOX["gather"],
    "tile::scatter4": BOX["gather"],
    "im2col": BOX["pixels"],
    "im2col_no_offs": BOX["pixels"],
}


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
    box = {
        "mode": _BOXES[mode],
        "rank": int(op.modifiers["dim"][0]),
        "map": step.place("tensorMap").words(),
        "coordinates": coordinates,
        "corners": corners,
    }
    if "prefetch" in op.words:
        step.emit("cp.async.bulk.prefetch.tensor", **box)
    elif "bulk_group" in op.words:
        operation = COMBINE[op.modifiers["op"]] if op.words[0] == "reduce" else -1
        step.emit("cp.async.bulk.tensor.out", **box, operation=operation, source=step.place("srcMem").words())
    else:
        step.emit(
            "cp.async.bulk.tensor.in",
            **box,
            target=step.place("dstMem").words(),
            barrier=step.place("mbar").words(),
            **_multicast(step),
        )


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
        value_bytes=type_.bytes,
        align=max(type_.bytes, size & -size),
        elsewhere=others,
        target=step.place("a").words(),
        barrier=step.place("mbar").words(),
        values=rows,
    )
