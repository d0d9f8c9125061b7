"""PTX text in a kernel.

`raw` and `raw_module` verify nothing; `declare` and `spelled` write declarations and operands as PTX text.

>>> from pyptx.emitter import emit_statement
>>> from pyptx.ptx.raw import declare, raw
>>> from pyptx.trace import Trace, tracing
>>> with tracing(Trace("k")) as trace:
...     x, = declare(".reg .f32 %x;")
...     raw("mov.f32 %x, 0f3F800000;")
>>> for statement in trace.body:
...     print(emit_statement(statement).strip())
.reg .f32 %x;
mov.f32 %x, 0f3F800000;
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from pyptx import parser
from pyptx.errors import ParseError, TraceError
from pyptx.ir import Block, Declaration, Directive, Function, Instruction
from pyptx.ir.visit import without_gaps
from pyptx.record import replace
from pyptx.reg import Reg, RegArray
from pyptx.trace import at, caller, checked, current
from pyptx.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.ir import Declarator, Operand, Source, Statement

T = TypeVar("T")


@checked("ptx.raw")
def raw(text: str) -> None:
    """Trace the statements of a PTX text without verification.

    Registers, variables and labels that the text declares are visible after it; a block ``{ … }`` keeps its
    own. A register of the kernel is written by its name: ``ptx.raw(f"mov.u32 {r}, 1;")``. The PTX version
    follows from the instructions that the ISA tables contain.

    Raises:
        TraceError: The text is not PTX.
    """
    source = caller()
    trace = current()
    for statement in _parsed("ptx.raw", parser.parse_statements, text):
        trace.append(_plain(statement, source))


@checked("ptx.raw_module")
def raw_module(text: str, *, after: bool = False) -> None:
    """Put PTX text at module scope: variables with data, sections for debuggers, directives.

    ``ptx.raw_module(".const .align 4 .u32 primes[3] = {2, 3, 5};")`` makes ``primes`` visible. Nothing is
    verified.

    >>> from pyptx import Tile, kernel, ptx, reg
    >>> from pyptx.types import u32
    >>> @kernel(out_specs=(Tile(1, u32),), grid=1, block=1)
    ... def second(Y):
    ...     ptx.raw_module(".const .align 4 .u32 primes[3] = {2, 3, 5};")
    ...     (py,) = ptx.global_ptrs(Y)
    ...     prime = reg.scalar(u32)
    ...     ptx.inst.ld.const.u32(prime, ptx.addr("primes", 4))
    ...     ptx.inst.st.global_.u32(ptx.addr(py), prime)
    >>> second()
    array([3], dtype=uint32)

    Args:
        text: The items.
        after: Whether to write them after the kernel instead of before it.

    Raises:
        TraceError: The text is not PTX, contains a function, or declares a name that is taken.
    """
    source = caller()
    trace = current()
    for item in _parsed("ptx.raw_module", parser.parse, text).items:
        if isinstance(item, Function):
            raise TraceError(f"ptx.raw_module: {item.name} is a .{item.kind}, not data{at(source)}")
        plain = without_gaps(item)
        if isinstance(plain, (Declaration, Directive)):
            plain = replace(plain, source=source)
        trace.add_item(plain, after=after)


@checked("ptx.declare")
def declare(text: str) -> tuple[Any, ...]:
    """Declare at this place, from PTX text: ``lo, hi = ptx.declare(".reg .b32 lo, hi;")``.

    `reg.scalar`, `reg.array` and `var` put their declarations at the head of the block; this one stays in
    place, and may have several names, vectors and initializers.

    Returns:
        For each name a register, a register array, or the name of a variable.

    Raises:
        TraceError: The text is not a declaration, or a name is taken.
    """
    source = caller()
    made: list[Reg | RegArray | str] = []
    for statement in _parsed("ptx.declare", parser.parse_statements, text):
        if not isinstance(statement, Declaration):
            raise TraceError(f"ptx.declare: {text!r} has a statement other than a declaration{at(source)}")
        current().append(_plain(statement, source))
        made += [_declared(statement, declarator) for declarator in statement.declarators]
    return tuple(made)


@checked("ptx.spelled")
def spelled(text: str) -> Any:
    """Return an operand from its PTX text: ``0x10`` that stays hexadecimal, ``[table+4*8]``, ``!p``.

    Returns:
        The operand of `pyptx.ir` that the text is.

    >>> spelled("0f7F800000"), spelled("generic(table)")
    (Literal(text='0f7F800000'), Expression(words=('generic', '(', 'table', ')'), gaps=None))

    Raises:
        TraceError: The text is not an operand.
    """
    made: Operand = without_gaps(_parsed("ptx.spelled", parser.parse_operand, text))
    return made


def _parsed(function: str, parse: Callable[[str], T], text: str) -> T:
    """Return the parse result of a text.

    Raises:
        TraceError: The parser refuses the text.
    """
    try:
        return parse(text)
    except ParseError as error:
        raise TraceError(f"{function}: {error}{at(caller())}") from None


def _declared(declaration: Declaration, declarator: Declarator) -> Reg | RegArray | str:
    """Return a declared name as Python uses it: a register, a register array, or a string."""
    dtype = TYPES.get(declaration.type or "")
    if declaration.space != "reg" or declaration.vector or dtype is None:
        return declarator.name
    if declarator.count is None:
        return Reg(declarator.name, dtype)
    return RegArray(declarator.name, declarator.count, dtype)


def _plain(statement: Statement, source: Source) -> Statement:
    """The statement without the spacing of its text, and with its Python line."""
    if isinstance(statement, Block):
        return Block(tuple(_plain(inner, source) for inner in statement.body))
    plain: Statement = without_gaps(statement)
    if isinstance(plain, (Instruction, Directive, Declaration)):
        return replace(plain, source=source)
    return plain
