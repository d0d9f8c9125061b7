"""Variants of a program with one thing less: a fence, a barrier, a wait, an arrival, a bound.

>>> from pyptx.program import from_ptx
>>> program = from_ptx('''
... .version 8.0
... .target sm_90
... .address_size 64
... .visible .entry kernel() { bar.sync 0; bar.sync 1, 64; ret; }
... ''')
>>> [mutant.what for mutant in mutants(program)]
['without it', 'without it', '32 threads', '96 threads']
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyptx.ir import Address, Declaration, Declarator, Instruction, Literal, Name
from pyptx.ir.literals import literal_value
from pyptx.ir.visit import functions, map_statements, walk
from pyptx.program import from_module
from pyptx.record import replace as edited

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyptx.ir import Operand
    from pyptx.program import Program

WORD, WIDE = "%pyptx_word", "%pyptx_wide"
"""The registers that a variant adds to the program, of 32 and 64 bits."""

TIMELESS = frozenset({"bound", "swizzle"})
"""Kinds of changes whose effect is the same under every schedule."""

MISSING = "without it"
"""The change that removes an instruction."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A variant of a launch.

    Attributes:
        kind: Kind of the change, such as ``"fence"``.
        what: The change, in words.
        statement: Number of the statement among those that `walk` finds in its function; -1 for a map.
        function: Number of the function in the module.
        program: The variant; None where only a tensor map changes.
        map: Name of the parameter whose tensor map changes, and its swizzle.
    """

    kind: str
    what: str
    statement: int
    function: int
    program: Program | None = None
    map: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """One change of an instruction."""

    kind: str
    what: str
    made: tuple[Instruction, ...]


def mutants(program: Program) -> Iterator[Mutant]:
    """Make every variant of a program, in the order of its text."""
    for number, function in enumerate(functions(program.module)):
        if function.body is None:
            continue
        if function.kind == "entry" and function.name != program.entry:
            continue
        for position, statement in enumerate(walk(function.body)):
            if isinstance(statement, Instruction):
                for change in changes(statement):
                    made = variant(program, number, position, change.made)
                    yield Mutant(change.kind, change.what, position, number, made)


def changes(instruction: Instruction) -> Iterator[Change]:
    r"""Yield the changes of an instruction: it is removed, or one thing in it is.

    >>> from pyptx.parser import parse
    >>> module = parse(".version 7.0\n.target sm_80\n.entry k() { cp.async.wait_group 1; }")
    >>> [(change.kind, change.what) for change in changes(module.items[2].body[0])]
    [('wait', 'without it'), ('wait', 'waits for one group less')]
    """
    words = instruction.modifiers
    head = ".".join((instruction.opcode, *words))
    kind = next((kind for start, kind in _REMOVED if _starts(head, start)), None)
    if kind is not None:
        yield Change(kind, MISSING, ())
    if head.startswith(("mbarrier.try_wait", "mbarrier.test_wait")):
        yield from _waits(instruction)
    if ".wait_group" in head:
        yield _replaced(
            instruction, "wait", "waits for one group less", -1, _plus(instruction.operands[-1], 1)
        )
        if "bulk" in words:
            other = tuple(word for word in words if word != "read") if "read" in words else (*words, "read")
            if "read" not in words:
                yield Change("wait", "waits for reads only", (edited(instruction, modifiers=other),))
    if (
        instruction.opcode in ("bar", "barrier")
        and words[0] in ("sync", "arrive")
        and len(instruction.operands) > 1
    ):
        for count in (-32, 32):
            yield from _numbers(instruction, "barrier", -1, count, "threads")
    if head.startswith("mbarrier.init"):
        for count in (-1, 1):
            yield from _numbers(instruction, "count", -1, count, "arrivals")
    if "expect_tx" in words and isinstance(instruction.operands[-1], Literal):
        for count in (-16, 16):
            yield from _numbers(instruction, "bytes", -1, count, "bytes")
    elif "expect_tx" in words:
        yield _with_word(instruction, "bytes", "16 bytes more", "add.u32", "16")
    for word in ("acquire", "release", "acq_rel"):
        strong = instruction.opcode in ("ld", "st", "atom", "red")
        if strong and word in words:
            weaker = tuple("relaxed" if each == word else each for each in words)
            yield Change("order", "relaxed", (edited(instruction, modifiers=weaker),))
    if instruction.opcode in ("ld", "st", "atom", "red", "fence", "membar") and "proxy" not in words:
        for scope in _WIDE.intersection(words):
            narrower = tuple("cta" if each == scope else each for each in words)
            yield Change("order", "of the CTA only", (edited(instruction, modifiers=narrower),))
    if head.startswith(("wgmma.mma_async", "tcgen05.mma")):
        for at, name in ((1, "A"), (2, "B")):
            if isinstance(instruction.operands[at], Name):
                what = f"another swizzle of {name}"
                yield _with_word(instruction, "swizzle", what, "xor.b64", str(1 << 62), at)
    if _starts(head, "cp.async.mbarrier.arrive"):
        other = tuple(word for word in words if word != "noinc")
        if other == words:
            other = (*words[:3], "noinc", *words[3:])
        what = "counted by itself" if "noinc" in words else "counted among the arrivals"
        yield Change("count", what, (edited(instruction, modifiers=other),))
    if instruction.opcode == "setp" and words[0] in _STRICT:
        other = (_STRICT[words[0]], *words[1:])
        yield Change("bound", f"setp.{other[0]}", (edited(instruction, modifiers=other),))
    if instruction.guard is not None and instruction.opcode in ("ld", "st", "atom", "red", "cp"):
        yield Change("bound", "without its guard", (edited(instruction, guard=None),))


_REMOVED = (
    ("barrier.cluster", "cluster"),
    ("bar.warp.sync", "barrier"),
    ("bar.sync", "barrier"),
    ("bar.arrive", "barrier"),
    ("barrier.sync", "barrier"),
    ("barrier.arrive", "barrier"),
    ("fence", "fence"),
    ("membar", "fence"),
    ("wgmma.fence", "fence"),
    ("wgmma.commit_group", "commit"),
    ("cp.async.commit_group", "commit"),
    ("cp.async.bulk.commit_group", "commit"),
    ("wgmma.wait_group", "wait"),
    ("cp.async.wait_group", "wait"),
    ("cp.async.wait_all", "wait"),
    ("cp.async.bulk.wait_group", "wait"),
    ("griddepcontrol.wait", "wait"),
    ("tcgen05.fence::before_thread_sync", "fence"),
    ("tcgen05.fence::after_thread_sync", "fence"),
    ("tcgen05.commit", "commit"),
    ("tcgen05.wait::ld", "wait"),
    ("tcgen05.wait::st", "wait"),
    ("tcgen05.alloc", "allocation"),
    ("tcgen05.relinquish_alloc_permit", "allocation"),
    ("tcgen05.dealloc", "allocation"),
    ("mbarrier.init", "count"),
    ("mbarrier.arrive", "arrive"),
    ("mbarrier.expect_tx", "bytes"),
    ("mbarrier.complete_tx", "bytes"),
    ("cp.async.mbarrier.arrive", "arrive"),
    ("setmaxnreg", "registers"),
)
_WIDE = frozenset({"cluster", "gpu", "gl", "sys"})

KINDS = frozenset({*(kind for _, kind in _REMOVED), "phase", "order", "bound", "swizzle"})
"""Kinds of changes that `campaign` makes."""

_STRICT = {"lt": "le", "le": "lt", "gt": "ge", "ge": "gt", "lo": "ls", "ls": "lo", "hi": "hs", "hs": "hi"}


def _starts(head: str, start: str) -> bool:
    return head == start or head.startswith(start + ".")


def _waits(instruction: Instruction) -> Iterator[Change]:
    """Change a wait: it ends at once, or waits for the other phase."""
    target = instruction.operands[0]
    over = Instruction("setp", ("eq", "u32"), (target, Name(WORD), Name(WORD)), instruction.guard)
    zero = Instruction("mov", ("u32",), (Name(WORD), Literal("0")))
    yield Change("wait", MISSING, (zero, over))
    if "parity" in instruction.modifiers:
        yield _with_word(instruction, "phase", "of the other phase", "xor.b32", "1", at=2)


def _with_word(
    instruction: Instruction, kind: str, what: str, operation: str, value: str, at: int = -1
) -> Change:
    """Replace a number of an instruction by one computed from it."""
    opcode, _, type_ = operation.partition(".")
    word = Name(WIDE if type_ == "b64" else WORD)
    operands = list(instruction.operands)
    made = Instruction(opcode, (type_,), (word, operands[at], Literal(value)), instruction.guard)
    operands[at] = word
    return Change(kind, what, (made, edited(instruction, operands=tuple(operands))))


def _replaced(instruction: Instruction, kind: str, what: str, at: int, operand: Operand) -> Change:
    operands = list(instruction.operands)
    operands[at] = operand
    return Change(kind, what, (edited(instruction, operands=tuple(operands)),))


def _plus(operand: Operand, more: int) -> Literal:
    assert isinstance(operand, Literal)
    return Literal(str(int(literal_value(operand.text)) + more))


def _numbers(instruction: Instruction, kind: str, at: int, more: int, unit: str) -> Iterator[Change]:
    """Change a number of an instruction, if the result stays positive."""
    operand = instruction.operands[at]
    if isinstance(operand, Literal) and int(literal_value(operand.text)) + more > 0:
        changed = _plus(operand, more)
        yield _replaced(instruction, kind, f"{changed.text} {unit}", at, changed)
    elif not isinstance(operand, Literal) and not isinstance(operand, Address):
        word = f"{abs(more)} {unit} {'more' if more > 0 else 'fewer'}"
        operation = "add.u32" if more > 0 else "sub.u32"
        yield _with_word(instruction, kind, word, operation, str(abs(more)), at)


def variant(program: Program, number: int, position: int, made: Sequence[Instruction]) -> Program:
    """Return the program with other instructions at one place of a function, and the registers they need.

    Args:
        program: The program, whose launch attributes the variant has, too.
        number: The function in the module.
        position: The statement, in the order of `pyptx.ir.visit.walk`.
        made: The instructions.
    """
    function = functions(program.module)[number]
    assert function.body is not None
    target = next(each for place, each in enumerate(walk(function.body)) if place == position)
    body = map_statements(function.body, lambda statement: made if statement is target else statement)
    words = (Declaration("reg", "b32", (Declarator(WORD),)), Declaration("reg", "b64", (Declarator(WIDE),)))
    changed = edited(function, body=(*words, *body))
    module = edited(
        program.module, items=tuple(changed if item is function else item for item in program.module.items)
    )
    return from_module(
        module,
        program.entry,
        grid=program.grid,
        block=program.block,
        cluster=program.cluster,
        smem=program.smem,
        tensor_maps=program.tensor_maps,
        shared_parts=program.shared_parts,
        shared_names=program.shared_names,
    )
