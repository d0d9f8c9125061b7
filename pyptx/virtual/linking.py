"""Linking of PTX texts, as those of a program that nvcc built with ``-rdc=true``.

>>> head = ".version 8.0 .target sm_90 .address_size 64"
>>> program = f"{head} .extern .func f; .visible .entry k() {{ call f; ret; }}"
>>> library = f"{head} .visible .func f {{ ret; }}"
>>> print(linked([program, library]))
.version 8.0
.target sm_90
.address_size 64 .visible .func f; .visible .entry k() { call f; ret; } .visible .func f { ret; }
<BLANKLINE>
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pyptx import parser
from pyptx.arch import arch
from pyptx.emitter import emit
from pyptx.ir import Declaration, Directive, Function, Module
from pyptx.record import replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyptx.ir.nodes import Item

_HEAD: Final = ("version", "target", "address_size")
_NUMBERS = re.compile(r"^(\s*\.(?:file|loc)\s+|.*\binlined_at\s+)(\d+)", re.MULTILINE)
_QUOTED = re.compile(r'("[^"\n]*")')
_VERSION = re.compile(r"(\d+)\.(\d+)")
_LABEL = re.compile(r"\$L__info_string\d+")
_SHARED_BY_NAME = ("visible", "weak", "common", "extern")
"""Linkages of names that all texts share; others are of one text."""


class LinkError(ValueError):
    """Texts that do not fit together."""


@dataclass(frozen=True, slots=True)
class _Symbol:
    """A name of a text: its item, and whether that defines it, and gives way to another definition."""

    name: str
    item: Item
    is_shared: bool
    is_definition: bool
    gives_way: bool


def linked(texts: Sequence[str]) -> str:
    """Return one text with the functions and variables of several.

    Names of one text alone stay apart; a declared name becomes that of its definition; of weak definitions
    the first one stays.

    Raises:
        LinkError: A name has two definitions, or a text has no valid version or target.
        PtxError: One of the texts is not PTX.
    """
    if len(texts) == 1:
        return texts[0]
    parts = list(_with_local_names(texts))
    symbols = [symbol for part in parts for item in part.items for symbol in _symbols(item)]
    defined: dict[str, _Symbol] = {}
    for symbol in symbols:
        if symbol.is_definition:
            other = defined.get(symbol.name)
            if other is not None and not other.gives_way and not symbol.gives_way:
                raise LinkError(f"{symbol.name} is defined twice")
            if other is None or (other.gives_way and not symbol.gives_way):
                defined[symbol.name] = symbol
    items = [item for part in parts for item in part.items if not _is_head(item)]
    chosen = list(_kept_items(items, defined))
    first = [item for item in chosen if _is_first(item)]
    newest, highest = max(parts, key=version_of), max(parts, key=_target_of)
    words = {**_head(parts[0]), "version": _head(newest)["version"], "target": _head(highest)["target"]}
    head = [Directive(name, words[name]) for name in _HEAD if name in words]
    rest = [item for item in chosen if not _is_first(item)]
    return emit(Module((*head, *first, *rest)))


def version_of(module: Module) -> tuple[int, int]:
    """Return the numbers of the version of PTX.

    Raises:
        LinkError: The text has none.
    """
    words = " ".join(_head(module).get("version", ()))
    found = _VERSION.fullmatch(words)
    if found is None:
        raise LinkError(f".version {words} is not a version of PTX" if words else "the text has no .version")
    return int(found[1]), int(found[2])


def _target_of(module: Module) -> int:
    """Return the number of the target."""
    words = _head(module).get("target", ("",))
    try:
        return arch(words[0]).number
    except ValueError as error:
        raise LinkError(str(error)) from None


def _is_head(item: Item) -> bool:
    return isinstance(item, Directive) and item.name in _HEAD


def _head(module: Module) -> dict[str, tuple[str, ...]]:
    return {item.name: item.words for item in module.items if isinstance(item, Directive) and _is_head(item)}


def _is_first(item: Item) -> bool:
    """Whether functions may need an item before them: a variable or a prototype."""
    return isinstance(item, Declaration) or (isinstance(item, Function) and item.body is None)


def _symbols(item: Item) -> Iterator[_Symbol]:
    if isinstance(item, Function):
        linkage, names, has_contents = item.linkage, [item.name], item.body is not None
    elif isinstance(item, Declaration):
        linkage, names, has_contents = item.linkage, [each.name for each in item.declarators], True
    else:
        return
    is_shared = any(word in linkage for word in _SHARED_BY_NAME)
    gives_way = "weak" in linkage or "common" in linkage
    for name in names:
        yield _Symbol(name, item, is_shared, has_contents and "extern" not in linkage, gives_way)


def _with_local_names(texts: Sequence[str]) -> Iterator[Module]:
    """Parse texts, and rename local names of a text that occur in another text, too."""
    modules = [parser.parse(text) for text in texts]
    symbols = [[symbol for item in module.items for symbol in _symbols(item)] for module in modules]
    users = Counter(name for each in symbols for name in {symbol.name for symbol in each})
    for number, (text, module, known) in enumerate(zip(texts, modules, symbols, strict=True)):
        shared = {each.name for each in known if each.is_shared}
        own = {each.name for each in known if users[each.name] > 1} - shared
        yield parser.parse(_renamed(text, own, number)) if own or number else module


def _renamed(text: str, names: set[str], number: int) -> str:
    """Return a text with other names, and with labels and numbers of files that no other text has."""
    if number:
        names = names | set(_LABEL.findall(text))
        text = _NUMBERS.sub(lambda found: f"{found[1]}{int(found[2]) + number * 100_000}", text)
    if not names:
        return text
    choices = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    word = re.compile(rf"(?<![\w$%.])(?:{choices})(?![\w$])")
    pieces = _QUOTED.split(text)
    pieces[::2] = [word.sub(lambda found: f"{found[0]}__of_{number}", piece) for piece in pieces[::2]]
    return "".join(pieces)


def _kept_items(items: Sequence[Item], defined: dict[str, _Symbol]) -> Iterator[Item]:
    """The items that stay: definitions, prototypes, and one declaration of each undefined name."""
    declared: set[str] = set()
    for item in items:
        symbols = list(_symbols(item))
        definitions = [defined[each.name].item for each in symbols if each.is_definition]
        if not symbols or any(each is item for each in definitions):
            yield item
            continue
        (symbol, *_) = symbols
        known = defined.get(symbol.name)
        if symbol.is_definition or symbol.name in declared:
            continue
        declared.add(symbol.name)
        if isinstance(item, Function) and known is not None and isinstance(known.item, Function):
            yield replace(item, linkage=known.item.linkage)
        elif known is None:
            yield item
