"""Registers, variables, parameters and directives as Python.

Each function returns the call, or None if only PTX text can express the item.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pyptx.codegen.operands import number, quoted
from pyptx.codegen.tree import Call, Display, Number, Text
from pyptx.emitter.declarations import spell_declaration, spell_directive
from pyptx.ir import Literal, Vector
from pyptx.ir.literals import SpelledInt, literal_value
from pyptx.ir.visit import without_gaps
from pyptx.reg.arrays import MOST_REGISTERS
from pyptx.trace import is_identifier
from pyptx.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.codegen.tree import Expr
    from pyptx.ir import Declaration, Directive
    from pyptx.types import PtxType

SCALAR_TYPES = frozenset(
    f"{kind}{bits}" for kind in "bus" for bits in (8, 16, 32, 64)
) | {"f16", "f32", "f64"}  # fmt: skip
"""Types of the parameters that a type and a name declare."""


VARIABLE_SPACES = frozenset({"shared", "global", "local", "const", "param"})
"""State spaces of the variables that ``var`` declares."""


def register_type(declaration: Declaration) -> PtxType | None:
    """The type of registers that `reg.array` and `reg.scalar` declare like this; None for others."""
    dtype = TYPES.get(declaration.type or "")
    if dtype is None or dtype.register != dtype.name or declaration.space != "reg":
        return None
    if not _is_plain(declaration) or declaration.align is not None:
        return None
    (declarator,) = declaration.declarators
    if declarator.dims or isinstance(declarator.count, SpelledInt):
        return None
    return dtype if declarator.count is None or 0 < declarator.count <= MOST_REGISTERS else None


def register_call(declaration: Declaration, dtype: PtxType) -> Call:
    """``reg.array(b32, 12, name="%r")``."""
    (declarator,) = declaration.declarators
    named = (("name", Text(quoted(declarator.name))),)
    if declarator.count is None:
        return Call("reg.scalar", (Text(dtype.name),), named)
    return Call("reg.array", (Text(dtype.name), Number(str(declarator.count))), named)


def variable_call(declaration: Declaration, door: str) -> Call | None:  # noqa: PLR0911
    """``ptx.var("shared", b8, "tile", size=4096, align=16)``; `door` is the name of the function."""
    dtype = TYPES.get(declaration.type or "")
    if dtype is None or dtype.memory != dtype.name or dtype.name == "pred":
        return None
    if declaration.space not in VARIABLE_SPACES:
        return None
    if len(declaration.declarators) != 1 or not _is_plain(declaration, initialised=True):
        return None
    (declarator,) = declaration.declarators
    if declarator.count is not None or len(declarator.dims) > 1 or len(declaration.linkage) > 1:
        return None
    if not is_identifier(declarator.name):
        return None
    said: list[tuple[str, Expr]] = []
    if declarator.dims:
        (size,) = declarator.dims
        text = "0" if size is None else size.text if isinstance(size, Literal) else ""
        if not re.fullmatch(r"[1-9]\d*" if size is not None or not declaration.linkage else "0", text):
            return None
        said.append(("size", Number(text)))
    if declaration.align is not None:
        if isinstance(declaration.align, SpelledInt):
            return None
        said.append(("align", Number(str(declaration.align))))
    if declaration.linkage:
        said.append(("linking", Text(quoted(declaration.linkage[0]))))
    if declarator.initializer is not None:
        made = _initial(declaration, dtype)
        if made is None:
            return None
        said.append(("init", made))
    words = quoted(declaration.space), dtype.name, quoted(declarator.name)
    return Call(door, tuple(map(Text, words)), tuple(said))


def _initial(declaration: Declaration, dtype: PtxType) -> Expr | None:  # noqa: PLR0911
    """``[1, 2, 3]``; None for what only PTX text says."""
    (declarator,) = declaration.declarators
    value = declarator.initializer
    if declaration.space not in ("global", "const") or "extern" in declaration.linkage:
        return None
    if dtype.name in ("f16", "f16x2"):
        return None
    if isinstance(value, Literal) and not declarator.dims:
        made = number(value.text, dtype.name)
        return None if made is None else Number(made)
    if not isinstance(value, Vector) or not declarator.dims or not value.items or declarator.dims[0] is None:
        return None
    size = declarator.dims[0]
    if not isinstance(size, Literal) or len(value.items) > int(size.text):
        return None
    texts = []
    for item in value.items:
        made = number(item.text, dtype.name) if isinstance(item, Literal) else None
        if made is None:
            return None
        texts.append(made)
    if dtype.name in ("b8", "u8") and len(texts) > 1 and not any(text.startswith("-") for text in texts):
        made = data(bytes(map(int, texts)))
        if made is not None:
            return Text(made)
    return Display(tuple(map(Number, texts)))


def data(values: bytes) -> str | None:
    r"""Bytes as Python, long ones on several lines; None for a few that are not text.

    >>> data(b"%d of %s\n\0"), data(bytes(range(4)))
    ('b"%d of %s\\n\\0"', None)
    >>> data(bytes(range(19))), data(bytes(range(20)))
    (None, 'bytes.fromhex("000102030405060708090a0b0c0d0e0f10111213")')
    """
    said = values.rstrip(b"\0")
    printable = sum(32 <= value < 127 or value in _ESCAPED for value in said)
    if said and 0 not in said and 8 * printable >= 7 * len(said):
        parts: list[str] = [""]
        for at, value in enumerate(values):
            parts[-1] += _character(value, values[at + 1 : at + 2])
            if len(parts[-1]) > DATA_LENGTH - 4 or value == ord("\n"):
                parts.append("")
        lines = [f'b"{part}"' for part in parts if part]
        return "\n        ".join(lines) if sum(map(len, lines)) > DATA_LENGTH // 2 else _joined(lines)
    if len(values) < DATA_LENGTH // 4:
        return None
    text = values.hex()
    lines = [f'"{text[at : at + DATA_LENGTH]}"' for at in range(0, len(text), DATA_LENGTH)]
    return f"bytes.fromhex({lines[0]})" if len(lines) == 1 else _FROM_HEX.format("\n        ".join(lines))


def _joined(lines: Sequence[str]) -> str:
    """Texts as one."""
    return 'b"{}"'.format("".join(line[2:-1] for line in lines))


def _character(value: int, after: bytes) -> str:
    """A byte of a text."""
    if value in _ESCAPED:
        return _ESCAPED[value]
    if value == 0:
        return "\\x00" if after.isdigit() else "\\0"
    return chr(value) if 32 <= value < 127 else f"\\x{value:02x}"


_ESCAPED = {ord('"'): '\\"', ord("\\"): "\\\\", ord("\n"): "\\n", ord("\t"): "\\t", ord("\r"): "\\r"}
_FROM_HEX = "bytes.fromhex(\n        {}\n    )"
DATA_LENGTH = 80
"""Characters of a line of bytes."""


def declaration_text(declaration: Declaration, *, semicolon: bool = True) -> str:
    """A declaration as PTX text."""
    return spell_declaration(without_gaps(declaration), semicolon=semicolon)


def parameter(declaration: Declaration, reserved: Sequence[str]) -> str:
    """An item of ``raw_params``."""
    (declarator,) = declaration.declarators
    name, type_ = declarator.name, declaration.type
    simple = _is_plain(declaration) and declaration.align is None and not declarator.dims
    simple = simple and declaration.space == "param"
    if simple and type_ in SCALAR_TYPES and name.isidentifier() and name not in reserved:
        return f"({quoted(type_)}, {quoted(name)})"
    return quoted(declaration_text(declaration, semicolon=False))


def directive_items(directives: Sequence[Directive]) -> list[str]:
    """Items of ``raw_directives``."""
    rows: list[str] = []
    for directive in directives:
        values, separators = directive.words[::2], directive.words[1::2]
        listed = len(separators) == max(len(values) - 1, 0) and set(separators) <= {","}
        if listed and not directive.semicolon and all(map(_is_decimal, values)):
            rows.append(f"({quoted(directive.name)}, {_tuple(values)})")
        else:
            rows.append(quoted(spell_directive(without_gaps(directive))))
    return rows


def launch_sizes(directives: Sequence[Directive]) -> dict[str, tuple[int, ...]]:
    """Threads of a CTA and CTAs of a cluster that an entry requires, by the argument that says so."""
    return {
        {"reqntid": "block", "reqnctapercluster": "cluster"}[directive.name]: tuple(
            int(literal_value(word)) for word in directive.words if word != ","
        )
        for directive in directives
        if directive.name in ("reqntid", "reqnctapercluster") and directive.words
    }


def _is_plain(declaration: Declaration, *, initialised: bool = False) -> bool:
    """One name, and nothing but space, type, alignment and size about it."""
    return (
        len(declaration.declarators) == 1
        and (initialised or declaration.declarators[0].initializer is None)
        and declaration.vector is None
        and declaration.pointer is None
        and declaration.gaps is None
        and not declaration.attributes
    )


def _is_decimal(word: str) -> bool:
    """Whether Python writes the number as PTX does."""
    return word.isdecimal() and str(int(word)) == word


def _tuple(items: Sequence[str]) -> str:
    return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"
