"""The statements and declarations of a PTX program (manual chapters 4, 5, 7 and 11).

The fields of a node are its words, and `gaps` is the spacing of the source. No text is kept twice: an edit of
a field changes only that part of the output.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pyptx.notebook import cell_of
from pyptx.record import field, record

if TYPE_CHECKING:
    from pyptx.ir.operands import Expression, Literal, Operand
    from pyptx.ir.spacing import Gaps


class Source(NamedTuple):
    """The Python line that wrote a node.

    >>> str(Source("/home/me/gemm.py", 12)), Source("/home/me/gemm.py", 12).short
    ('/home/me/gemm.py:12', 'gemm.py:12')
    """

    file: str
    line: int

    def __str__(self) -> str:
        return f"{cell_of(self.file) or self.file}:{self.line}"

    @property
    def short(self) -> str:
        """The place without the folder."""
        return f"{cell_of(self.file) or os.path.basename(self.file)}:{self.line}"


@record(frozen=True, slots=True)
class Guard:
    """``@p`` or ``@!p`` (manual section 9.3)."""

    register: str
    negated: bool = False


@record(frozen=True, slots=True)
class Instruction:
    """``@p add.rn.f32 %f3, %f1, %f2;``.

    Attributes:
        opcode: The word before the first dot, such as ``"cp"`` of ``cp.async.ca.shared.global``.
        modifiers: The words after it, without their dots: ``("async", "ca", "shared", "global")``.
    """

    opcode: str
    modifiers: tuple[str, ...] = ()
    operands: tuple[Operand, ...] = ()
    guard: Guard | None = None
    gaps: Gaps | None = field(default=None, compare=False)
    source: Source | None = field(default=None, compare=False)


@record(frozen=True, slots=True)
class Label:
    """``name:``."""

    name: str
    gaps: Gaps | None = field(default=None, compare=False)


@record(frozen=True, slots=True)
class Directive:
    """A directive with plain arguments: ``.version 8.7``, ``.reqntid 128, 1, 1``, ``.pragma "nounroll";``.

    A semicolon that closes nothing is a directive without a name.

    Attributes:
        name: Without its dot; ``"@@DWARF"`` for the debugging lines of old PTX.
        words: Everything after it, word by word as written, without the closing semicolon.
        semicolon: Whether a semicolon closes it.
    """

    name: str
    words: tuple[str, ...] = ()
    semicolon: bool = False
    gaps: Gaps | None = field(default=None, compare=False)
    source: Source | None = field(default=None, compare=False)


@record(frozen=True, slots=True)
class Declarator:
    """One name of a declaration: ``%f<12>``, ``table[4][2] = {{1, 2}, …}``.

    Attributes:
        name: As written, with its ``%`` if any.
        count: ``12`` of ``%f<12>``: the names ``%f0`` to ``%f11``; None for one name.
        dims: Array sizes; None for an open dimension ``[]``.
        initializer: The initial value after ``=``.
    """

    name: str
    count: int | None = None
    dims: tuple[Literal | Expression | None, ...] = ()
    initializer: Operand | None = None
    gaps: Gaps | None = field(default=None, compare=False)


@record(frozen=True, slots=True)
class Declaration:
    """Registers, variables or parameters: ``.visible .global .align 16 .b8 name[64];`` (manual section 5.4).

    A parameter of a function is the same node, with one declarator and no semicolon.

    Attributes:
        space: State space without its dot: ``"reg"``, ``"shared"``, ``"global"``, ``"param"`` ….
        type: Element type without its dot; None only for old texture references.
        declarators: The names declared.
        linkage: ``("visible",)``, ``("extern",)``, ``("weak",)``, ``("common",)`` or empty.
        align: Bytes of ``.align``; for a pointer parameter the alignment of its target is in `pointer`.
        vector: ``"v2"``, ``"v4"`` or None.
        pointer: Words after ``.ptr`` of a kernel parameter, such as ``("global", "align", "16")``; else None.
        attributes: Words inside ``.attribute(…)``, without their dots: ``("managed",)``.
    """

    space: str
    type: str | None
    declarators: tuple[Declarator, ...]
    linkage: tuple[str, ...] = ()
    align: int | None = None
    vector: str | None = None
    pointer: tuple[str, ...] | None = None
    attributes: tuple[str, ...] = ()
    gaps: Gaps | None = field(default=None, compare=False)
    source: Source | None = field(default=None, compare=False)


@record(frozen=True, slots=True)
class Block:
    """``{ … }`` inside a body: a scope of names."""

    body: tuple[Statement, ...]
    gaps: Gaps | None = field(default=None, compare=False)


@record(frozen=True, slots=True)
class Section:
    """``.section .debug_info { .b8 1, 2 … }``: DWARF data (manual section 11.5.2).

    Attributes:
        name: With its leading dot, as written.
        words: Everything between the braces, word by word.
    """

    name: str
    words: tuple[str, ...]
    gaps: Gaps | None = field(default=None, compare=False)


@record(frozen=True, slots=True)
class Function:
    """``.entry`` or ``.func`` (manual section 11.2).

    Attributes:
        kind: ``"entry"`` or ``"func"``.
        params: Parameters; None if the source has no parentheses.
        returns: Return parameters of a ``.func``; None where it returns nothing.
        directives: Between the parameters and the body: ``.maxntid`` ….
        body: Statements; None for a prototype.
        attributes: Words inside ``.attribute(…)`` of a ``.func``, without their dots.
        semicolon: Whether a prototype is closed by one.
    """

    kind: str
    name: str
    params: tuple[Declaration, ...] | None = None
    returns: tuple[Declaration, ...] | None = None
    directives: tuple[Directive, ...] = ()
    body: tuple[Statement, ...] | None = None
    linkage: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    semicolon: bool = True
    gaps: Gaps | None = field(default=None, compare=False)
    source: Source | None = field(default=None, compare=False)


@record(frozen=True, slots=True)
class Module:
    """A whole PTX text.

    Attributes:
        items: Directives, variables, functions and sections, in order.
        tail: Spacing and comments after the last word.
    """

    items: tuple[Item, ...]
    tail: str = "\n"


Statement: TypeAlias = Instruction | Label | Directive | Declaration | Block
Item: TypeAlias = Directive | Declaration | Function | Section
