"""The directives at the head of a module, and the docstring of a function."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING, NamedTuple

from pyptx import mangling
from pyptx.codegen.operands import quoted
from pyptx.errors import CodegenError
from pyptx.ir import Declaration, Directive, Function
from pyptx.trace import Unit

if TYPE_CHECKING:
    from pyptx.ir import Module

SIGNATURE_LINES = 4
"""Length at which a demangled name is cut: those of some templates fill pages."""


class Opening(NamedTuple):
    """The first directives of a module.

    Attributes:
        version: Its PTX version.
        address_size: Bits of an address; None where the module does not say.
        size: The number of its directives.
        options: Arguments of ``Module`` or ``kernel`` with the same meaning.
        unit: An empty module that opens with them.
    """

    version: tuple[int, int]
    address_size: int | None
    size: int
    options: list[str]
    unit: Unit


def read_opening(module: Module) -> Opening:
    """Read ``.version``, ``.target`` and, where it follows, ``.address_size``.

    >>> from pyptx.parser import parse
    >>> read_opening(parse(".version 8.0 .target sm_90a, debug .address_size 64")).options
    ['arch="sm_90a"', 'version=(8, 0)', 'target_options=["debug"]']

    Raises:
        CodegenError: The module does not start with the first two.
    """
    items = module.items
    for position, name in enumerate(("version", "target")):
        item = items[position] if position < len(items) else None
        if not isinstance(item, Directive) or item.name != name:
            raise CodegenError(f"a module starts with .version and .target; .{name} is missing")
    first, target = items[0], items[1]
    assert isinstance(first, Directive)
    assert isinstance(target, Directive)
    number = re.fullmatch(r"([1-9]\d*)\.(0|[1-9]\d*)", "".join(first.words))
    if number is None:
        raise CodegenError(f".version {' '.join(first.words)} is not a version")
    name, words = target.words[0], target.words[2::2]
    if any(word != "," for word in target.words[1::2]):
        raise CodegenError(f".target {' '.join(target.words)} is not a target")
    version = int(number[1]), int(number[2])
    options = [f"arch={quoted(name)}", f"version=({number[1]}, {number[2]})"]
    if words:
        options.append(f"target_options=[{', '.join(map(quoted, words))}]")
    third = items[2] if len(items) > 2 else None
    address_size: int | None = None
    if isinstance(third, Directive) and third.name == "address_size" and third.words in (("64",), ("32",)):
        address_size = int(third.words[0])
    if address_size != 64:
        options.append(f"address_size={address_size}")
    try:
        unit = Unit(name, version, target_options=words, address_size=address_size)
    except ValueError as error:
        raise CodegenError(f".target: {error}") from None
    return Opening(version, address_size, 2 if address_size is None else 3, options, unit)


def mangled_note(module: Module) -> list[str]:
    """Return the line that says why names of a module stay mangled; none where they do not."""
    names = [
        name
        for item in module.items
        for name in (
            [each.name for each in item.declarators]
            if isinstance(item, Declaration)
            else [item.name] * isinstance(item, Function)
        )
    ]
    if mangling.is_installed() or not any(map(mangling.is_mangled, names)):
        return []
    return ["Names stay mangled: the package pycxxfilt, which demangles them, is not installed."]


def signature_lines(name: str, uses: str, room: int) -> list[str]:
    """Return the docstring of a function: its demangled name, and the uses of its parameters.

    >>> signature_lines("_Z4copyPf", "src: in f32.", 80)[2]
    'src: in f32.'
    """
    text = mangling.demangled(name)
    wrapped = [
        _wrapped(f"{quotes}{docstring(each)}", room)
        for each, quotes in ((text or uses, '"""'), (uses if text else "", ""))
        if each
    ]
    if not wrapped:
        return []
    lines = [line for paragraph in wrapped for line in ("", *paragraph)][1:]
    if len(lines) > 1 or lines[-1].endswith('"'):
        return [*lines, '"""']
    return [*lines[:-1], f'{lines[-1]}"""']


def _wrapped(text: str, room: int) -> list[str]:
    """A paragraph of a docstring."""
    return textwrap.wrap(
        text,
        room,
        max_lines=SIGNATURE_LINES,
        placeholder=" …",
        break_long_words=False,
        break_on_hyphens=False,
    )


def docstring(text: str) -> str:
    """Text that is legal in a docstring.

    >>> len(docstring("a" + chr(92)))
    3
    """
    return text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
