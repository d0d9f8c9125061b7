"""Any instruction by its own words: ``ptx.inst.cp.async_.ca.shared.global_(dst, src, 16, pred=p)``.

A word that is not a Python name is written with underscores: ``global_``, ``_2d``, ``shared__cta``. A whole
spelling can be given at once: ``ptx.inst["cp.async.ca.shared.global"](dst, src, 16)``.

>>> inst.mul.wide.s32
<ptx.inst mul.wide.s32>
>>> inst.cp.async_.bulk.tensor._2d.shared__cluster == inst["cp.async.bulk.tensor.2d.shared::cluster"]
True
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NoReturn

from pyptx.errors import TraceError, TraceTypeError, VerifyError, did_you_mean
from pyptx.isa import forms_of, opcodes
from pyptx.isa.words import ptx_word, python_word
from pyptx.reg import PipeRef, scalar
from pyptx.trace import at, caller, checked, emit, written_positions
from pyptx.types import PtxType
from pyptx.types import pred as predicate

if TYPE_CHECKING:
    from typing import TypeGuard

    from pyptx.isa import Form
    from pyptx.reg import Predicate, Reg
    from pyptx.trace import Value


class UnknownOpcodeError(VerifyError, AttributeError):
    """An opcode that the instruction tables do not contain."""


class Opcode:
    """An opcode and its modifiers so far: calling it traces the instruction.

    Each attribute adds a modifier; the call checks them.
    """

    def __init__(self, opcode: str, modifiers: tuple[str, ...] = (), *, as_spelled: bool = False) -> None:
        """Start with an opcode; `as_spelled` allows an order of modifiers that only ptxas accepts."""
        self._said = opcode, modifiers, as_spelled

    def __call__(
        self,
        *operands: Value | PtxType | tuple[PtxType, PtxType],
        pred: Predicate | None = None,
        **named: NoReturn,
    ) -> Reg | tuple[Reg, Reg] | None:
        """Trace one instruction; return the one or two registers that it creates, if any.

        Args:
            operands: Registers, numbers, addresses, names; a list or register array for ``{…}``. A type as
                destination is a new register of that type; two types, ``(b32, pred)``, are the new pair
                ``d|p``, and the call returns both registers.
            pred: Guard.
            named: Not accepted: operands have no keywords.

        >>> from pyptx.trace import Trace, tracing
        >>> from pyptx.types import u32
        >>> with tracing(Trace("k")):
        ...     inst.mov.b32(u32, 7)
        Reg('%r0', u32)

        >>> from pyptx.types import b32, pred
        >>> with tracing(Trace("k")):
        ...     inst.shfl.sync.bfly.b32((b32, pred), 7, 1, 31, -1)
        (Reg('%r0', b32), Reg('%p0', pred))

        Raises:
            VerifyError: The ISA does not define it, or not for this target.
            TraceError: A value cannot be an operand.
        """
        if named:
            raise TraceTypeError(
                f"{'.'.join(self.words)}: operands are given in order, and the only keyword is pred=; "
                f"not {', '.join(f'{name}=' for name in named)}{at(caller())}"
            )
        made: Reg | tuple[Reg, Reg] | None = None
        first = operands[0] if operands else None
        if isinstance(first, PtxType):
            if self._has_destination(len(operands)):
                made = scalar(first)
                operands = (made, *operands[1:])
        elif _is_pair(first) and self._has_destination(len(operands)):
            made = scalar(first[0]), scalar(first[1])
            operands = (PipeRef(*made), *operands[1:])
        opcode, modifiers, as_spelled = self._said
        emit(opcode, modifiers, operands, pred, any_order=as_spelled)  # type: ignore[arg-type]
        return made

    def _has_destination(self, count: int) -> bool:
        """Whether the first of `count` operands is written."""
        opcode, modifiers, as_spelled = self._said
        if not as_spelled:
            return 0 in written_positions(opcode, modifiers, count)
        return any(form.operands[:1] and form.operands[0].spec.role != ":" for form in forms_of(opcode))

    def __getattr__(self, name: str) -> Opcode:
        if name[:1] == "_" and not name[1:2].isdigit():
            raise AttributeError(name)
        opcode, modifiers, as_spelled = self._said
        longer = type(self)(opcode, (*modifiers, ptx_word(name)), as_spelled=as_spelled)
        self.__dict__[name] = longer
        return longer

    def __getitem__(self, words: str) -> Opcode:
        """Add modifiers as PTX text, in any order ptxas takes: ``ptx.inst.ld["global.v4.f32"]``."""
        opcode, modifiers, _ = self._said
        return type(self)(opcode, (*modifiers, *_split(words)), as_spelled=True)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Opcode) and self.words == other.words

    def __hash__(self) -> int:
        return hash(self.words)

    def __repr__(self) -> str:
        return f"<ptx.inst {'.'.join(self.words)}>"

    def __dir__(self) -> list[str]:
        """The modifiers that may come next."""
        opcode, modifiers, _ = self._said
        following = {word for form in forms_of(opcode) for word in next_words(form, modifiers)}
        return sorted(python_word(word) for word in following)

    @property
    def words(self) -> tuple[str, ...]:
        """The opcode and its modifiers so far, as PTX words."""
        opcode, modifiers, _ = self._said
        return (opcode, *modifiers)


def python_spelling(opcode: Opcode) -> str:
    """Return the Python expression of an opcode: ``ptx.cp.async_.ca``."""
    return ".".join(("ptx", *map(python_word, opcode.words)))


class Instructions:
    """``ptx.inst``: every opcode of the ISA is an attribute."""

    def __getattr__(self, name: str) -> Opcode:
        if name[:1] == "_":
            raise AttributeError(name)
        found = Opcode(_check_opcode(ptx_word(name)))
        self.__dict__[name] = found
        return found

    def __getitem__(self, words: str) -> Opcode:
        opcode, *modifiers = _split(words)
        return Opcode(_check_opcode(opcode), tuple(modifiers), as_spelled=True)

    def __repr__(self) -> str:
        return "<ptx.inst>"

    def __dir__(self) -> list[str]:
        return sorted(python_word(word) for word in opcodes())


inst = Instructions()


class Pipe:
    """A chain of instructions, each taking the destination of the one before as its first source.

    ``ptx.pipe(a).add.s32(b, 5).shl.b32(c, 2)`` is ``add.s32 b, a, 5; shl.b32 c, b, 2;``.
    """

    def __init__(self, value: Value, opcode: Opcode | None = None) -> None:
        self._value = value
        self._opcode = opcode

    def __getattr__(self, name: str) -> Pipe:
        longer = getattr(inst if self._opcode is None else self._opcode, name)
        return type(self)(self._value, longer)

    @checked("ptx.pipe(...)")
    def __call__(self, dst: Reg, *others: Value, pred: Predicate | None = None) -> Pipe:
        """Trace one instruction of the chain: ``op dst, value, *others``."""
        if self._opcode is None:
            raise TraceError(f"ptx.pipe(...) is called with an instruction: .add.s32(dst, b){at(caller())}")
        self._opcode(dst, self._value, *others, pred=pred)
        return type(self)(dst)

    def __repr__(self) -> str:
        return f"<ptx.pipe {self._value!r} {self._opcode or ''}>"


@checked("ptx.pipe")
def pipe(src: Value) -> Pipe:
    """Start a chain of instructions from a value.

    >>> from pyptx import ptx, reg
    >>> from pyptx.emitter import emit_statement
    >>> from pyptx.trace import Trace, tracing
    >>> from pyptx.types import s32
    >>> with tracing(Trace("k")) as trace:
    ...     a, b = reg.array(s32, 2)
    ...     chain = ptx.pipe(a).add.s32(b, 5).shl.b32(b, 2)
    >>> [emit_statement(statement).strip() for statement in trace.body]
    ['add.s32 %r1, %r0, 5;', 'shl.b32 %r1, %r1, 2;']
    """
    return Pipe(src)


def _is_pair(given: object) -> TypeGuard[tuple[PtxType, PtxType]]:
    """Whether a destination is two types, for the pair ``d|p`` with a predicate."""
    if type(given) is not tuple or len(given) != 2:
        return False
    return predicate in given and all(isinstance(each, PtxType) for each in given)


def next_words(form: Form, modifiers: tuple[str, ...]) -> set[str]:
    """The words that a form may have after some modifiers.

    >>> sorted(next_words(forms_of("testp")[0], ("finite",)))
    ['f32', 'f64']
    """
    at_slots = {0}
    for word in modifiers:
        at_slots = {
            after + 1
            for start in at_slots
            for after in _reachable(form, start)
            if word in form.slots[after].choices
        }
    return {
        word for start in at_slots for slot in _reachable(form, start) for word in form.slots[slot].choices
    }


def _reachable(form: Form, start: int) -> list[int]:
    """The slots that the next word may fill, from `start` on: optional ones may be skipped."""
    reachable = []
    for index in range(start, len(form.slots)):
        reachable.append(index)
        if not form.slots[index].optional:
            break
    return reachable


def _check_opcode(opcode: str) -> str:
    """Return the opcode if the ISA has it.

    Raises:
        UnknownOpcodeError: The ISA has no such opcode; the message suggests one.
    """
    if opcode in opcodes():
        return opcode
    instead = _ELSEWHERE.get(opcode)
    guess = did_you_mean(opcode, sorted(opcodes())) if instead is None else f"; {instead}"
    raise UnknownOpcodeError(f"{opcode}: PTX has no such opcode{guess}{at(caller())}")


def _split(words: object) -> list[str]:
    """The dotted words of an instruction.

    Raises:
        TraceError: It is not made of words.
    """
    parts = words.strip(".").split(".") if isinstance(words, str) else [""]
    if not all(_WORD.match(part) for part in parts):
        raise TraceError(f"{words!r} is not made of PTX words and dots{at(caller())}")
    return parts


_ELSEWHERE = {
    "elif": "nest the blocks: `with ptx.else_():` and in it `with ptx.if_(p):`",
    "while": "write `with ptx.loop(...):`, at its end `ptx.repeat_if(p)`, or `for i in ptx.range_(...):`",
    "for": "write `for i in ptx.range_(start, stop, step):`",
    "range": "write `for i in ptx.range_(start, stop, step):`",
    "return": "end the threads with `ptx.ret()`",
    "break": "leave a loop by `rest.skip(p)` of a `with ptx.block() as rest:` around it",
    "continue": "skip the rest by `rest.skip(p)` of a `with ptx.block() as rest:` around the body",
    "syncthreads": "write `ptx.bar.sync(0)`",
    "sync": "write `ptx.bar.sync(0)` (of the CTA), `ptx.warp.sync()` or `ptx.cluster.sync()`",
    "syncwarp": "write `ptx.warp.sync()`",
    "warp_sync": "write `ptx.warp.sync()`",
    "cluster_sync": "write `ptx.cluster.sync()`",
    "threadIdx": "write `ptx.special.tid.x()`",
    "blockIdx": "write `ptx.special.ctaid.x()`",
    "blockDim": "write `ptx.special.ntid.x()`",
    "gridDim": "write `ptx.special.nctaid.x()`",
    "tid": "write `ptx.special.tid.x()`",
    "ctaid": "write `ptx.special.ctaid.x()`",
    "laneid": "write `ptx.special.laneid()`",
    "lane_id": "write `ptx.special.laneid()`",
    "warpid": "write `ptx.special.tid.x() >> 5` for the warp of a CTA with threads along x",
    "program_id": "write `ptx.special.ctaid.x()`",
    "arange": "each thread has one element: write `ptx.special.tid.x()`",
    "exp": "write `ptx.inst.ex2.approx.f32(y, x)`, which is 2 ** x, of x * 1.4426950408889634",
    "log": "write `ptx.inst.lg2.approx.f32(y, x)`, to base 2, and multiply by 0.6931471805599453",
    "dot": "matrices are multiplied by `ptx.mma.sync`, `ptx.wgmma` and `ptx.tcgen05`",
    "cp_async": "write `ptx.cp.async_.ca(...)`, a bulk copy is `ptx.cp.async_.bulk`",
    "tma_load": "write `ptx.cp.async_.bulk.tensor(...)`",
    "commit": "write `ptx.cp.async_.commit_group()` or `ptx.wgmma.commit_group()`",
    "shfl_sync": 'write `ptx.shfl("bfly", dst, x, 16)`, or "idx", "up", "down"',
    "ballot": 'write `ptx.vote("ballot", dst, p)`',
    "zeros": "write `reg.array(dtype, n, init=0)`",
    "load": "write `ptx.ld(dtype, dst, ptx.addr(pointer))`",
    "store": "write `ptx.st(dtype, ptx.addr(pointer), value)`",
    "shared": "write `smem.alloc(dtype, shape)`",
    "print": 'write `ptx.printf("%u\\n", x)`',
    "wait": "write `ptx.mbarrier.wait(bar, parity)`, or `wait_group(n)` of `ptx.cp.async_` or `ptx.wgmma`",
    "select": "write `ptx.selp(dtype, dst, a, b, p)`",
    "where": "write `ptx.selp(dtype, dst, a, b, p)`",
    "atomic_add": 'write `ptx.atom("add", dtype, old, address, value)`, or `ptx.red` without the old value',
    "atomicAdd": 'write `ptx.atom("add", dtype, old, address, value)`, or `ptx.red` without the old value',
}
"""Statements of Python and names of CUDA C++, and their replacements in a kernel."""
_WORD = re.compile(r"[\w:]+\Z", re.ASCII)
