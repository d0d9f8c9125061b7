"""Directives and variables inside a kernel.

>>> from pyptx.emitter import emit_statement
>>> from pyptx.ptx.directives import comment, pragma, var
>>> from pyptx.trace import Trace, tracing
>>> from pyptx.types import f32
>>> with tracing(Trace("k")) as trace:
...     table = var("shared", f32, "table", size=32, align=16)
...     pragma("nounroll")
>>> for statement in trace.body:
...     print(emit_statement(statement).strip())
.pragma "nounroll";

Lines of a source that is not Python, and a comment:

>>> from pyptx import Tile, kernel, ptx
>>> @kernel(in_specs=(Tile("N", f32),), grid=1, block=32)
... def located(X):
...     ptx.file_(1, "scale.cu")
...     ptx.loc(1, 12, 5)
...     ptx.comment("nothing is left to do")
>>> [line.strip() for line in located.ptx(N=32).splitlines() if line[1:3] in (".l", "//")]
['.loc 1 12 5', '// nothing is left to do']
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, SupportsFloat, SupportsIndex, TypeAlias

from pyptx.errors import TraceError
from pyptx.ir import Declaration, Declarator, Directive, Literal, Vector
from pyptx.trace import at, caller, checked, current, operand
from pyptx.verify import wrong_initial_value

if TYPE_CHECKING:
    from pyptx.ir import Operand
    from pyptx.types import PtxType

Initial: TypeAlias = "SupportsFloat | SupportsIndex | str"
InitialValue: TypeAlias = "Initial | Iterable[InitialValue]"
"""A value that a variable starts with."""


@checked("ptx.pragma")
def pragma(value: str) -> None:
    """``.pragma "value";`` (manual section 11.4), such as ``"nounroll"`` at the head of a loop.

    Raises:
        TraceError: The value has a quote or a line break.
    """
    current().append(Directive("pragma", (f'"{_text(value)}"',), semicolon=True, source=caller()))


@checked("ptx.comment")
def comment(text: str) -> None:
    """``// text`` on a line of its own, before the next statement.

    Raises:
        TraceError: The text has several lines.
    """
    current().comment(checked_comment(text))


def checked_comment(text: str) -> str:
    """Return the text of a comment.

    Raises:
        TraceError: It has several lines.
    """
    if "\n" in text:
        raise TraceError(f"a comment is one line, not {text!r}{at(caller())}")
    return text


@checked("ptx.file_")
def file_(file_idx: int, filename: str) -> None:
    """``.file index "name"``: a source file that `loc` refers to, at module scope.

    Args:
        file_idx: The index that `loc` names, from 1 on.
        filename: Path of the source file.

    Raises:
        TraceError: The index is below 1, or the name has a quote or a line break.
    """
    words = (str(_positive(file_idx, "a file index")), f'"{_text(filename)}"')
    current().add_item(Directive("file", words, source=caller()))


@checked("ptx.loc")
def loc(
    file_idx: int,
    line: int,
    col: int = 0,
    *,
    function: str | None = None,
    inlined_at: tuple[int, int, int] | None = None,
) -> None:
    """``.loc file line column``: the source line of the next instructions, for debuggers and profilers.

    Args:
        file_idx: Index of its `file_`.
        line: Line number from 1; 0 for code without a line.
        col: Column from 1; 0 for the whole line.
        function: Label of the name of the function that was inlined, in a section of strings.
        inlined_at: File, line and column of the call that was.

    Raises:
        TraceError: A number is negative, `file_idx` is below 1, or only one of `function` and
            `inlined_at` is given.
    """
    if line < 0 or col < 0:
        raise TraceError(f"line {line}, column {col}: both count from 1, and 0 means none{at(caller())}")
    if (function is None) != (inlined_at is None):
        raise TraceError(f"an inlined place has function= and inlined_at=, not one of them{at(caller())}")
    words = [str(_positive(file_idx, "a file index")), str(line), str(col)]
    if function is not None and inlined_at is not None:
        words += [",", "function_name", function, ",", "inlined_at", *map(str, inlined_at)]
    current().append(Directive("loc", tuple(words), source=caller()))


@checked("ptx.var")
def var(
    state_space: str,
    dtype: PtxType,
    name: str,
    *,
    size: int | None = None,
    align: int | None = None,
    linking: str | None = None,
    init: InitialValue | None = None,
) -> str:
    """Declare a variable: ``.shared .align 128 .b8 name[49152];``.

    It is placed as PTX requires: ``global``, ``const`` and any variable with a linkage at module scope,
    ``shared`` and ``local`` at the head of the kernel.

    Args:
        state_space: ``"shared"``, ``"global"``, ``"local"``, ``"const"``, ``"param"`` or ``"reg"``.
        dtype: Element type.
        name: Its name.
        size: Elements of an array; None for a single one.
        align: Bytes; a power of two.
        linking: ``"extern"``, ``"visible"``, ``"weak"`` or ``"common"``.
        init: Initial value of a ``global`` or ``const`` variable: a number, one per element (filled up with
            zeros; a list for each row of two dimensions), or `bytes`; a name is the address of that variable.

    Returns:
        The name, for `ptx.addr` and `mov`.

    Raises:
        TraceError: `init` does not fit the variable, or names one that is not declared.
    """
    trace = current()
    declaration = variable(state_space, dtype, name, size=size, align=align, linking=linking, init=init)
    said = wrong_initial_value(declaration, trace.symbol)
    if said is not None:
        raise TraceError(f"{said}{at(caller())}")
    trace.declare(declaration)
    return name


def variable(
    state_space: str,
    dtype: PtxType,
    name: str,
    *,
    size: int | Sequence[int | None] | None = None,
    align: int | None = None,
    linking: str | None = None,
    init: InitialValue | None = None,
    vector: int | None = None,
) -> Declaration:
    """Return the declaration of a variable; the arguments are the same as for `var`.

    Raises:
        TraceError: PTX has no such variable.
    """
    space = state_space.removeprefix(".")
    if space not in _SPACES:
        raise TraceError(
            f"no state space {state_space!r} for a variable; there are {' '.join(_SPACES)}{at(caller())}"
        )
    if linking is not None and linking.removeprefix(".") not in _LINKAGES:
        raise TraceError(f"no linkage {linking!r}; there are {' '.join(_LINKAGES)}{at(caller())}")
    if align is not None and (align < 1 or align & (align - 1)):
        raise TraceError(f"align={align} is not a power of two{at(caller())}")
    sizes = _sizes(size, least=0 if linking else 1)
    if dtype.name == "pred" and space != "reg":
        raise TraceError(f"{name}: predicates live in registers, not in .{space}{at(caller())}")
    initializer = None if init is None else _initializer(name, space, linking, dtype, init)
    if isinstance(initializer, Vector) and (vector is None or isinstance(initializer.items[0], Vector)):
        sizes = sizes or [len(initializer.items)]
    if vector not in (None, 2, 4):
        raise TraceError(f"{name}: vector={vector}; a vector has 2 or 4 elements{at(caller())}")
    return Declaration(
        space=space,
        type=_declared_type(dtype, space, initialised=initializer is not None),
        declarators=(
            Declarator(
                name,
                dims=tuple(Literal(str(each)) if each else None for each in sizes),
                initializer=initializer,
            ),
        ),
        linkage=(linking.removeprefix("."),) if linking else (),
        align=align,
        vector=None if vector is None else f"v{vector}",
        source=caller(),
    )


def _sizes(size: int | Sequence[int | None] | None, least: int) -> list[int | None]:
    """The sizes of the dimensions of an array; none of a single element, None for an open dimension."""
    if size is None:
        return []
    sizes = list(size) if isinstance(size, Sequence) else [operator.index(size)]
    for number in sizes:
        if number is not None and number < least:
            raise TraceError(f"an array of {size} elements{at(caller())}")
    return [number or None for number in sizes]


def _initializer(name: str, space: str, linking: str | None, dtype: PtxType, init: InitialValue) -> Operand:
    """Return the operand after the ``=`` of a declaration.

    Raises:
        TraceError: The variable cannot have initial values, or a value does not fit its type.
    """
    if space not in ("global", "const") or linking in ("extern", ".extern"):
        kind = f"extern .{space}" if linking in ("extern", ".extern") else f".{space}"
        raise TraceError(
            f"{name}: {kind} variables start with nothing; .global and .const take init={at(caller())}"
        )
    if isinstance(init, bytes):
        init = [byte if dtype.kind != "s" or byte < 128 else byte - 256 for byte in init]
    several = not isinstance(init, str) and isinstance(init, Iterable)
    made = operand(list(init) if several else init, dtype)  # type: ignore[arg-type]  # a name or a number
    values = made.items if isinstance(made, Vector) else (made,)
    if not values:
        raise TraceError(f"{name}: init= has no value{at(caller())}")
    return made


_SPACES = ("shared", "global", "local", "const", "param", "reg")
_LINKAGES = ("extern", "visible", "weak", "common")


def _declared_type(dtype: PtxType, space: str, *, initialised: bool) -> str:
    """The type in a declaration: bits for alternate formats, and for halves with an initial value."""
    if space == "reg" or dtype.kind != "f":
        return dtype.register if space == "reg" else dtype.name
    named = ("f32", "f64") if initialised else ("f16", "f16x2", "f32", "f64")
    return dtype.name if dtype.name in named else f"b{max(dtype.bits, 8)}"


def _positive(value: object, what: str) -> int:
    """A number from 1 on.

    Raises:
        TraceError: The number is below 1.
    """
    if not isinstance(value, int) or value < 1:
        raise TraceError(f"{what} is a number from 1 on, not {value!r}{at(caller())}")
    return value


def _text(value: str) -> str:
    """Return a text that is legal between quotes.

    Raises:
        TraceError: The text contains a quote or a line break.
    """
    if '"' in value or "\n" in value:
        raise TraceError(f"{value!r} cannot be in a PTX string{at(caller())}")
    return value
