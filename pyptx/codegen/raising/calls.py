"""Instructions as the functions of the DSL that trace them: ``ptx.cp.async_.bulk.tensor.tile_2d(…)``.

>>> from pyptx.codegen.texts import line_of
>>> from pyptx.codegen.tree import Display, Name, Number
>>> from pyptx.ir import Instruction
>>> words = ("async", "bulk", "tensor", "2d", "shared::cluster", "global", "mbarrier::complete_tx::bytes")
>>> load = Instruction("cp", words)
>>> corner = Display((Number("0"), Name("row")))
>>> box = Call("ptx.addr", (Name("tensor_map"), Number("0")), (("coord", corner),))
>>> tile = Call("ptx.addr", (Name("tile"), Number("0")))
>>> barrier = Call("ptx.addr", (Name("barrier"), Number("8")))
>>> (made,) = write_calls((Do(Call(function_of(load), (tile, box, barrier)), (load,)),))
>>> line_of(made)
'ptx.cp.async_.bulk.tensor.tile_2d(tile, tensor_map, [0, row], mbar=ptx.addr(barrier, 8))'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pyptx.codegen.raising.words import function_of
from pyptx.codegen.tree import (
    Affine,
    Assign,
    Call,
    Display,
    Do,
    Item,
    Name,
    Number,
    Register,
    Text,
    with_bodies,
)
from pyptx.ir import Name as Symbol

if TYPE_CHECKING:
    from pyptx.codegen.raising.facts import Facts
    from pyptx.codegen.tree import Body, Expr, Statement
    from pyptx.ir import Instruction


def write_calls(body: Body, facts: Facts | None = None) -> Body:
    """Write instructions as calls of the functions that trace the same, operand for operand.

    These have shorter names, and say what each operand is. An instruction with a modifier that no function
    has stays as it is.
    """
    if facts is not None and _OPCODES.isdisjoint(facts.opcodes_of(body)):
        return body
    made = tuple([_statement(each, facts) for each in body])
    return with_bodies(made, lambda inner: write_calls(inner, facts))


def write_remote_arrivals(body: Body, facts: Facts) -> Body:
    """Write a `mapa` and the arrival at its address, which nothing else reads, as one call.

    >>> from pyptx.codegen.raising.body import example
    >>> from pyptx.codegen.writer import render_body
    >>> ptx = '''.reg .b32 %r<3>; mov.u32 %r0, %tid.x; mov.u32 %r1, %r0;
    ...     mapa.shared::cluster.u32 %r2, %r0, %r1; mbarrier.arrive.shared::cluster.b64 _, [%r2], 1; ret;'''
    >>> print(render_body(write_remote_arrivals(*example(ptx))[2:]))
    ptx.cluster.arrive_remote(%r0, %r1)
    """
    if facts.values is None or "mapa" not in facts.opcodes_of(body):
        return body
    counts, views = facts.values.counts, facts.views
    out: list[Statement] = []
    for each in with_bodies(body, lambda inner: write_remote_arrivals(inner, facts)):
        if type(each) is not Do or type(each.value) is not Call or each.value.function not in _REMOTE:
            out.append(each)
            continue
        match out[-1:], each:
            case [Assign(Register(there), Call(maps, (_, Register(here), rank)), sign="") as mapped], Do(
                Call(arrives, (sink, Call("ptx.addr", (Register(where), Number("0"))), *count))
            ) as arrival if (
                maps == _MAPA
                and (sink, where, counts[there]) == (_SINK, there, 2)
                and views.get(here) in _WORDS
                and not (mapped.note or arrival.note)
                and len(mapped.stands_for) == 1
                and mapped.stands_for[0].guard == arrival.stands_for[-1].guard is None
            ):
                number = [] if count == [Number("1")] else count
                keywords = _REMOTE[arrives] if count else (("count", Text("None")), *_REMOTE[arrives])
                call = Call("ptx.cluster.arrive_remote", (Register(here), rank, *number), keywords)
                out[-1] = Do(call, (*mapped.stands_for, *arrival.stands_for))
            case _:
                out.append(each)
    return tuple(out)


_MAPA = "ptx.inst.mapa.shared__cluster.u32"
_ARRIVE = "ptx.inst.mbarrier.arrive"
_REMOTE: dict[str, tuple[tuple[str, Expr], ...]] = {
    f"{_ARRIVE}.shared__cluster.b64": (),
    f"{_ARRIVE}.release.cluster.shared__cluster.b64": (("scope", Text('"cluster"')),),
}
"""Arrivals in other CTAs, with the keywords that write their modifiers."""
_WORDS = frozenset({"b32", "s32", "u32"})
"""Types of a shared address."""


class _Form(NamedTuple):
    """A function for an instruction.

    Attributes:
        function: Its name.
        operands: The names of its arguments; empty for one that its position says. The box of a tensor is
            two of them: the tensor map and its corner, ``coord`` by position or ``coords`` by name. The sink
            ``_`` is the keyword ``discard``; ``bytes`` is written in decimal, by its position; a last operand
            ``count`` or ``src_size`` may be missing.
    """

    function: str
    operands: tuple[str, ...]


def _statement(statement: Statement, facts: Facts | None) -> Statement:
    """Return the call for an instruction; another statement as it is."""
    if not isinstance(statement, Do) or not statement.stands_for:
        return statement
    node, value = statement.stands_for[-1], statement.value
    if isinstance(value, Call) and value.function == "ptx.mbarrier.wait":
        arguments = (_place(value.arguments[0]), *value.arguments[1:])
        return statement._replace(value=value._replace(arguments=arguments))
    if not isinstance(value, Call) or node.opcode not in _OPCODES or value.function != function_of(node):
        return statement
    form = _FORMS.get((node.opcode, node.modifiers)) or _tensor_copy(node)
    if form is None or (form.operands[-1:] == ("src_size",) and _has_predicate(node, facts)):
        return statement
    call = _call(form, value)
    return statement if call is None else statement._replace(value=call)


def _has_predicate(node: Instruction, facts: Facts | None) -> bool:
    """Whether the last operand of an instruction is a predicate, or a register of unknown type."""
    last = node.operands[-1] if node.operands else None
    if type(last) is not Symbol:
        return False
    types = facts.values.declared if facts is not None and facts.values is not None else {}
    return types.get(last.name, "pred") == "pred"


def _call(form: _Form, value: Call) -> Call | None:
    """Return a call with the operands of another; None if they are not those of its form."""
    if form.operands[len(value.arguments) :] not in ((), ("count",), ("src_size",)):
        return None
    arguments: list[Expr] = []
    keywords: list[tuple[str, Expr]] = []
    corner: Expr | None = None
    for name, operand in zip(form.operands, value.arguments, strict=False):
        if name == "discard":
            if operand != _SINK:
                return None
        elif name in ("coord", "coords"):
            start, corner = _box(operand)
            if corner is None:
                return None
            arguments.append(start)
            keywords += [(name, corner)] if name == "coords" else []
        elif name == "bytes":
            arguments.append(_decimal(operand))
        elif name:
            keywords.append((name, _place(operand)))
        else:
            arguments.append(_place(operand))
    if "coord" in form.operands and corner is not None:
        arguments.append(corner)
    keywords += [("discard", Text("True"))] if "discard" in form.operands else []
    return Call(form.function, tuple(arguments), (*keywords, *value.keywords))


def _decimal(operand: Expr) -> Expr:
    """Return a number of bytes in decimal."""
    text = operand.text if type(operand) is Text else ""
    return Number(str(int(text, 16))) if text.startswith("0x") else operand


def _box(operand: Expr) -> tuple[Expr, Expr | None]:
    """Return the tensor map and the corner of a box; None for a corner that a variable must hold."""
    match operand:
        case Call("ptx.addr", (start, Number("0")), (("coord", Display(items) as corner),)):
            return start, corner if all(isinstance(item, _PLAIN) for item in items) else None
    return operand, None


def _place(operand: Expr) -> Expr:
    """Return the register of an address without an offset; another operand as it is."""
    match operand:
        case Call("ptx.addr", (start, Number("0")), ()) if not isinstance(start, Text):
            return start
    return operand


def _tensor_copy(node: Instruction) -> _Form | None:
    """Return the function for a copy of a box of a tensor; None where there is none."""
    if node.opcode != "cp" or node.modifiers[:3] != ("async", "bulk", "tensor"):
        return None
    rank, *words = node.modifiers[3:]
    if rank == "3d" and (panels := _PANELS.get(tuple(words))):
        return panels
    hints = ("cache_hint",) if words[-1] == "L2::cache_hint" else ()
    form = _BOXES.get(tuple(words[:-1] if hints else words))
    return None if form is None else _Form(form.function.format(rank), (*form.operands, *hints))


_TENSOR = "ptx.cp.async_.bulk.tensor"
_BYTES, _MULTICAST = "mbarrier::complete_tx::bytes", "multicast::cluster"
_LOAD = ("shared::cluster", "global")
_STORE = ("global", "shared::cta")
_BOXES = {
    (*_LOAD, _BYTES): _Form(f"{_TENSOR}.tile_{{}}", ("", "coord", "mbar")),
    (*_LOAD, _BYTES, _MULTICAST): _Form(f"{_TENSOR}.tile_{{}}", ("", "coord", "mbar", "multicast_mask")),
    (*_STORE, "bulk_group"): _Form(f"{_TENSOR}.store_{{}}", ("coord", "")),
}
"""Functions for copies of boxes, by the modifiers after the rank, which their names contain."""
_PANELS = {
    (*_LOAD, "tile", _BYTES): _Form("ptx.tma.load_3d", ("", "coords", "mbar")),
    (*_LOAD, "tile", _BYTES, _MULTICAST): _Form("ptx.tma.load_3d_multicast", ("", "coords", "mbar", "mask")),
    (*_STORE, "tile", "bulk_group"): _Form("ptx.tma.store_3d", ("coords", "")),
}
"""Functions for copies of rank 3 with the modifier ``.tile``."""
_SYNC = ("sync", "aligned")
_CTA = ("shared::cta", "b64")
_SINK = Text('"_"')
_FORMS = {
    ("wgmma", ("fence", *_SYNC)): _Form("ptx.wgmma.fence", ()),
    ("wgmma", ("commit_group", *_SYNC)): _Form("ptx.wgmma.commit_group", ()),
    ("wgmma", ("wait_group", *_SYNC)): _Form("ptx.wgmma.wait_group", ("",)),
    ("setmaxnreg", ("inc", *_SYNC, "u32")): _Form("ptx.setmaxnreg_inc", ("",)),
    ("setmaxnreg", ("dec", *_SYNC, "u32")): _Form("ptx.setmaxnreg_dec", ("",)),
    ("mbarrier", ("init", "shared::cta", "b64")): _Form("ptx.mbarrier.init", ("", "")),
    ("mbarrier", ("arrive", *_CTA)): _Form("ptx.mbarrier.arrive", ("discard", "", "count")),
    ("mbarrier", ("arrive_drop", *_CTA)): _Form("ptx.mbarrier.arrive_drop", ("discard", "", "count")),
    ("mbarrier", ("arrive", "expect_tx", *_CTA)): _Form("ptx.mbarrier.arrive_expect_tx", ("discard", "", "")),
    ("cp", ("async", "ca", "shared", "global")): _Form("ptx.cp.async_.ca", ("", "", "bytes", "src_size")),
    ("cp", ("async", "cg", "shared", "global")): _Form("ptx.cp.async_.cg", ("", "", "bytes", "src_size")),
    ("cp", ("async", "commit_group")): _Form("ptx.cp.async_.commit_group", ()),
    ("cp", ("async", "wait_group")): _Form("ptx.cp.async_.wait_group", ("",)),
    ("cp", ("async", "bulk", "commit_group")): _Form("ptx.cp.async_.bulk.commit_group", ()),
    ("cp", ("async", "bulk", "wait_group")): _Form("ptx.cp.async_.bulk.wait_group", ("",)),
}
"""Functions for instructions with these modifiers."""
_OPCODES = frozenset(opcode for opcode, _ in _FORMS)
_PLAIN = (Affine, Item, Name, Number)
"""Coordinates that trace nothing, wherever they stand among the arguments."""
