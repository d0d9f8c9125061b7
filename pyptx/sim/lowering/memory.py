"""Rules of instructions that move data and access memory, and of fences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.ir import Name, Vector
from pyptx.sim.abi import SITE_FLAG, SPACE
from pyptx.sim.lowering.copies import remote
from pyptx.sim.lowering.step import StepLowering, rule
from pyptx.sim.segments import SPACE_OF_WINDOW, WINDOWS
from pyptx.sim.semantics.undefined import registers_in
from pyptx.sim.stamps import scope_of
from pyptx.sim.symbols import Register
from pyptx.types import PtxType, from_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.ir import Operand
    from pyptx.sim.lowering.records import Place


@rule("mov")
def _mov(step: StepLowering) -> None:
    op = step.op
    (target, wanted), (source, given) = op.pairs()
    type_ = from_name(op.words[-1])
    if type_.bits == 128:
        _mov_wide(step, target, source)
        return
    if wanted.count is not None and given.count is not None:
        part = from_name(wanted.type)
        values = [step.value(item, part) for item in step.items(source)]
        copies = [step.spare(part.bits) for _ in values]
        for spare, value in zip(copies, values, strict=True):
            step.emit(f"mov.u{part.bits}", d=spare, a=value)
        for item, spare in zip(step.items(target), copies, strict=True):
            row = step.target(item, part)
            if row >= 0:
                step.emit(f"mov.u{part.bits}", d=row, a=spare)
        return
    if wanted.count is not None:
        part = from_name(wanted.type)
        rows = [step.target(item, part) for item in step.items(target)]
        step.emit(f"unpack.u{type_.bits}", a=step.value(source, type_), parts=rows)
        return
    if given.count is not None:
        part = from_name(given.type)
        rows = [step.value(item, part) for item in step.items(source)]
        step.emit(
            f"pack.u{type_.bits}",
            d=step.needed(step.target(target, type_), type_.bits),
            parts=rows,
        )
        return
    value, row = step.value(source, type_), step.target(target, type_)
    handler = "mov.pred" if type_.name == "pred" else f"mov.u{type_.bits}"
    step.emit(handler, d=step.needed(row, type_.bits), a=value)
    step.plan(handler, copies=True)
    found = op.scope.find(source.name) if isinstance(source, Name) else None
    home = op.scope.find(target.name) if isinstance(target, Name) else None
    if isinstance(found, Register) and isinstance(home, Register):
        step.out.defines.remove(home.number)
        step.out.copies = home.number, found.number


def _mov_wide(step: StepLowering, target: Operand, source: Operand) -> None:
    """``mov.b128`` of a register, from or to another or the two words of it."""
    u64 = from_name("u64")
    if isinstance(source, Vector):
        values = [step.value(item, u64) for item in source.items]
    else:
        values = list(step.two_rows((source,), written=False))
    if isinstance(target, Vector):
        rows = [step.target(item, u64) for item in step.items(target)]
    else:
        rows = list(step.two_rows((target,), written=True))
    if len(values) != len(rows):
        raise step.uncovered("of 128 bits")
    for row, value in zip(rows, values, strict=True):
        if row >= 0:
            step.emit("mov.u64", d=row, a=value)


def _moves(step: StepLowering) -> PtxType:
    return from_name(step.op.modifiers["type"])


def _load_to(
    step: StepLowering, name: str, place: Place, rows: Sequence[int], *, looked: bool = False
) -> None:
    """Emit a load; `looked` where it may read what nobody wrote, because that is looked at elsewhere."""
    step.emit(name, **place._asdict(), checked=not looked, to=rows)


@rule("ld", "ldu")
def _load(step: StepLowering) -> None:
    op, type_ = step.op, _moves(step)
    place = step.place("a")
    operand, _ = op.operand("d")
    items = step.items(operand)
    whole = (1 << type_.bytes * len(items)) - 1
    used = whole if op.used_bytes is None else op.used_bytes & whole
    follows = step.program.follows and place.space not in (SPACE["const"], SPACE["param"])
    looked = follows or used != whole
    if looked:
        step.program.overlooks = True
    if used != whole and not follows:
        _look(step, place, used)
    if follows:
        step.out.weighed = type_.bytes
        step.out.weighs = tuple(
            (
                next(iter(registers_in(op, item)), -1),
                used >> position * type_.bytes & (1 << type_.bytes) - 1,
            )
            for position, item in enumerate(items)
        )
    if type_.bits == 128:
        halves = step.two_rows(items, written=True)
        _load_to(step, "ld.u64.u64", place, halves, looked=looked)
        return
    rows: list[int] = []
    widths: set[int] = set()
    for item in items:
        found = op.scope.find(item.name) if isinstance(item, Name) else None
        if item == Name("_"):
            rows.append(-1)
        elif isinstance(found, Register):
            step.out.defines.append(found.number)
            rows.append(step.program.rows[found.number])
            widths.add(found.bits)
        else:
            raise step.uncovered("its result")
    if len(widths) > 1:
        raise step.uncovered("registers of several widths")
    bits = next(iter(widths), type_.bits)
    kind = "s" if type_.kind == "s" and bits > type_.bits else "u"
    _load_to(step, f"ld.{kind}{type_.bits}.{kind}{bits}", place, rows, looked=looked)


def _look(step: StepLowering, place: Place, used: int) -> None:
    """Read the bytes that are used to nowhere, as many at once as can be: somebody must have written them."""
    at = 0
    while used >> at:
        size = next(
            (
                size
                for size in (8, 4, 2, 1)
                if at % size == 0 and used >> at & (1 << size) - 1 == (1 << size) - 1
            ),
            0,
        )
        if size:
            _load_to(
                step, f"ld.u{8 * size}.u{max(8 * size, 16)}", place._replace(offset=place.offset + at), [-1]
            )
        at += size or 1


@rule("st")
def _store(step: StepLowering) -> None:
    op = step.op
    if "async" in op.words:
        remote(step, "st.async", from_name(op.modifiers.get("type", "b128")), others=False)
        return
    type_ = _moves(step)
    if "bulk" in op.words:
        raise step.uncovered()
    place = step.place("a")
    operand, _ = op.operand("b")
    items = step.items(operand)
    if type_.bits == 128:
        step.emit("st.u64.u64", **place._asdict(), values=step.two_rows(items, written=False))
        return
    rows: list[int] = []
    widths = set()
    for item in items:
        found = op.scope.find(item.name) if isinstance(item, Name) else None
        if item == Name("_"):
            rows.append(-1)
            continue
        if isinstance(found, Register):
            rows.append(step.program.rows[found.number])
            widths.add(found.bits)
        else:
            rows.append(step.value(item, type_))
            widths.add(type_.bits)
    if len(widths) > 1:  # some constants, or registers that are wider: bring all to the type
        rows = [step.value(item, type_) if item != Name("_") else -1 for item in items]
        widths = {type_.bits}
    step.emit(f"st.u{type_.bits}.u{widths.pop()}", **place._asdict(), values=rows)
    step.out.kept = op.keeps
    step.out.keeps = tuple(
        (number, position * type_.bytes, type_.bytes)
        for position, item in enumerate(items)
        for number in registers_in(op, item)
        if number in op.keeps
    )


@rule("atom", "red")
def _atomic(step: StepLowering) -> None:
    op, type_ = step.op, _moves(step)
    if "async" in op.words:
        remote(step, f"red.async.{op.modifiers['op']}.{type_.name}", type_, others=True)
        return
    operation = op.modifiers.get("op", "add")
    place = step.place("a")
    if type_.bits == 128:
        _atomic_wide(step, f"atom.{operation}.b128", place)
        return
    if type_.kind == "f" or operation in ("min", "max"):
        word = f"noftz.{type_.name}" if type_.name == "f32" and "noftz" in op.words else type_.name
    elif operation in ("add", "inc", "dec"):
        word = f"u{type_.bits}"
    else:
        word = f"b{type_.bits}"
    handler = f"atom.{operation}.{word}"
    operand, spec = op.operand("b")
    if spec.count is None:
        step.emit(
            handler,
            **place._asdict(),
            result=step.write("d") if op.has("d") else -1,
            operand=step.read("b", type_),
            other=step.read("c", type_) if op.has("c") else -1,
        )
        return
    values = [step.value(item, type_) for item in step.items(operand)]
    step.emit("reach", **place._asdict(), size=type_.bytes * len(values))
    found = [step.spare(type_.bits) if op.has("d") else -1 for _ in values]
    for part, (value, row) in enumerate(zip(values, found, strict=True)):
        at = place._replace(offset=place.offset + part * type_.bytes)
        step.emit(handler, **at._asdict(), result=row, operand=value)
    if op.has("d"):
        for item, row in zip(step.items(op.operand("d")[0]), found, strict=True):
            target = step.target(item, type_)
            if target >= 0:
                step.emit(f"mov.u{type_.bits}", d=target, a=row)


def _atomic_wide(step: StepLowering, handler: str, place: Place) -> None:
    """``atom.cas.b128`` and ``atom.exch.b128``."""
    op = step.op
    step.program.asynchronous = True
    names = {"operand": "b", "other": "c"}
    sources = {
        operand: step.two_rows((op.operand(name)[0],), written=False)[0]
        for operand, name in names.items()
        if op.has(name)
    }
    target = op.operand("d")[0] if op.has("d") else Name("_")
    row = -1 if target == Name("_") else step.two_rows((target,), written=True)[0]
    step.emit(handler, **place._asdict(), result=row, **sources)


@rule("multimem")
def _multimem(step: StepLowering) -> None:
    """What devices do with the replicas of all of them, of which there is one."""
    {"ld_reduce": _load, "st": _store, "red": _atomic}[step.op.words[0]](step)


@rule("cvta")
def _cvta(step: StepLowering) -> None:
    op = step.op
    type_ = from_name(op.modifiers["size"])
    window = step.number(WINDOWS[op.modifiers["space"].partition("::")[0]], type_)
    handler = "sub" if "to" in op.words else "add"
    step.emit(
        f"{handler}.u{type_.bits}", d=step.needed(step.write("p"), type_.bits), a=step.read("a"), b=window
    )


@rule("isspacep")
def _isspacep(step: StepLowering) -> None:
    space, _, part = step.op.modifiers["space"].partition("::")
    windows = {name: number for number, name in SPACE_OF_WINDOW.items()}
    own = space == "shared" and part != "cluster"
    address = step.value(step.op.operand("a")[0], from_name("u64"))
    step.emit("isspacep", d=step.needed(step.write("p"), 1), a=address, window=windows.get(space, 0), own=own)


@rule("createpolicy")
def _createpolicy(step: StepLowering) -> None:
    step.emit("mov.u64", d=step.needed(step.write("policy"), 64), a=step.number(0, from_name("u64")))


@rule("prefetch", "prefetchu", "applypriority", "discard", "nanosleep", "pmevent", "griddepcontrol")
def _nothing(step: StepLowering) -> None:
    """What the simulator does nothing for."""
    del step


@rule("fence", "membar")
def _fence(step: StepLowering) -> None:
    words = step.op.words
    if any("tensormap" in word for word in words):
        raise step.uncovered("of tensor maps")
    if "mbarrier_init" in words:
        step.fence("fences_objects")
    elif words[0] != "proxy":
        step.fence("fences", scope=scope_of(words))
    elif words[1].startswith("async"):
        spaces = ("shared", "global")
        named = [space for space in spaces if any(word.startswith(space) for word in words[2:])]
        step.fence("fences_proxy", flags=sum(SITE_FLAG[f"in_{space}"] for space in named or spaces))
