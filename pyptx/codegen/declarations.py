"""Registers, variables, parameters and directives as Python.

Each function gives the call, or None where only PTX text says it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pyptx.codegen.calls import Call, quoted
from pyptx.emitter.declarations import spell_declaration
from pyptx.ir import Literal
from pyptx.ir.literals import SpelledInt
from pyptx.ir.visit import without_gaps
from pyptx.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.ir import Declaration, Directive
    from pyptx.types import PtxType

SCALAR_TYPES = frozenset(
    f"{kind}{bits}" for kind in "bus" for bits in (8, 16, 32, 64)
) | {"f16", "f32", "f64"}  # fmt: skip
"""Types of the parameters that a type and a name declare."""


def register_type(declaration: Declaration) -> PtxType | None:
    """The type of registers that `reg.array` and `reg.scalar` declare like this; None for others."""
    dtype = TYPES.get(declaration.type or "")
    if dtype is None or dtype.register != dtype.name or declaration.space != "reg":
        return None
    if not _is_plain(declaration) or declaration.align is not None:
        return None
    (declarator,) = declaration.declarators
    if declarator.dims or isinstance(declarator.count, SpelledInt) or declarator.count == 0:
        return None
    return dtype


def register_call(declaration: Declaration, dtype: PtxType) -> Call:
    """``reg.array(b32, 12, name="%r")``."""
    (declarator,) = declaration.declarators
    named = f"name={quoted(declarator.name)}"
    if declarator.count is None:
        return Call("reg.scalar", [dtype.name, named])
    return Call("reg.array", [dtype.name, str(declarator.count), named])


def variable_call(declaration: Declaration) -> Call | None:
    """``ptx.var("shared", b8, "tile", size=4096, align=16)``."""
    dtype = TYPES.get(declaration.type or "")
    if dtype is None or dtype.memory != dtype.name or dtype.name == "pred" or not _is_plain(declaration):
        return None
    (declarator,) = declaration.declarators
    if declarator.count is not None or len(declarator.dims) > 1 or len(declaration.linkage) > 1:
        return None
    args: list[str | list[str]] = [quoted(declaration.space), dtype.name, quoted(declarator.name)]
    if declarator.dims:
        (size,) = declarator.dims
        text = "0" if size is None else size.text if isinstance(size, Literal) else ""
        if not re.fullmatch(r"[1-9]\d*" if size is not None or not declaration.linkage else "0", text):
            return None
        args.append(f"size={text}")
    if declaration.align is not None:
        if isinstance(declaration.align, SpelledInt):
            return None
        args.append(f"align={declaration.align}")
    if declaration.linkage:
        args.append(f"linking={quoted(declaration.linkage[0])}")
    return Call("ptx.var", args)


def declaration_text(declaration: Declaration, *, semicolon: bool = True) -> str:
    """A declaration as PTX spells it."""
    return spell_declaration(without_gaps(declaration), semicolon=semicolon)


def parameter(declaration: Declaration, reserved: Sequence[str]) -> str:
    """An item of ``raw_params``."""
    (declarator,) = declaration.declarators
    name, type_ = declarator.name, declaration.type
    simple = _is_plain(declaration) and declaration.align is None and not declarator.dims
    if simple and type_ in SCALAR_TYPES and name.isidentifier() and name not in reserved:
        return f"({quoted(type_)}, {quoted(name)})"
    return quoted(declaration_text(declaration, semicolon=False))


def entry_options(directives: Sequence[Directive]) -> dict[str, str] | None:
    """Arguments of `kernel` that write these directives of an entry; None where there are none such."""
    options: dict[str, str] = {}
    rows: list[str] = []
    sizes: dict[str, tuple[int, ...]] = {}
    for directive in directives:
        values, separators = directive.words[::2], directive.words[1::2]
        if len(separators) != max(len(values) - 1, 0) or set(separators) > {","}:
            return None
        if all(map(_is_decimal, values)):
            sizes[directive.name] = tuple(map(int, values))
        listed = [word if _is_decimal(word) else quoted(word.strip('"')) for word in values]
        rows.append(f"({quoted(directive.name)}, {_tuple(listed)})")
    block = sizes.get("reqntid")
    if block is not None:
        options["block"] = _tuple(map(str, block))
    cluster = sizes.get("reqnctapercluster")
    if cluster is not None:
        options["cluster"] = _tuple(map(str, cluster))
    if len(directives) == 1 and block is not None and len(block) == 3:
        return options
    if rows:
        options["raw_directives"] = f"[{', '.join(rows)}]"
    if not {"reqntid", "maxntid"} & {directive.name for directive in directives}:
        options["reqntid"] = "()"
    return options


def launch_sizes(directives: Sequence[Directive]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Threads of a CTA and CTAs of a cluster that an entry requires, ``(1,)`` where it says nothing."""
    sizes = {
        directive.name: tuple(int(word, 0) for word in directive.words if word != ",")
        for directive in directives
        if directive.name in ("reqntid", "reqnctapercluster")
        and all(word == "," or re.fullmatch(r"\d+|0x[\da-fA-F]+", word) for word in directive.words)
    }
    return sizes.get("reqntid", (1,)), sizes.get("reqnctapercluster", (1,))


def _is_plain(declaration: Declaration) -> bool:
    """One name, and nothing but space, type, alignment and size about it."""
    return (
        len(declaration.declarators) == 1
        and declaration.declarators[0].initializer is None
        and declaration.vector is None
        and declaration.pointer is None
        and not declaration.attributes
    )


def _is_decimal(word: str) -> bool:
    """Whether Python writes the number as PTX does."""
    return word.isdecimal() and str(int(word)) == word


def _tuple(items: Sequence[str] | map[str]) -> str:
    listed = list(items)
    return f"({listed[0]},)" if len(listed) == 1 else f"({', '.join(listed)})"
