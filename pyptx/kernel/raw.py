"""`raw_params` and `raw_directives` of a kernel: parameters and directives of PTX, as text or as words."""

from __future__ import annotations

import re
from collections import Counter
from math import prod
from typing import TYPE_CHECKING

from pyptx import parser
from pyptx.errors import ParseError, TraceError, did_you_mean
from pyptx.ir import Declaration, Declarator, Directive
from pyptx.ir.literals import literal_value
from pyptx.ir.visit import functions, without_gaps
from pyptx.isa.directives import DIRECTIVES, directive
from pyptx.program import Dim3, dim3
from pyptx.types import PtxType, from_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.isa.directives import Directive as DirectiveRow

_THREADS_DIRECTIVES = {"reqntid", "maxntid"}
_CLUSTER_DIRECTIVES = {"reqnctapercluster", "explicitcluster", "maxclusterrank", "blocksareclusters"}
_SCALAR_TYPES = (
    "u8", "s8", "b8", "u16", "s16", "b16", "f16", "u32", "s32", "b32", "f32", "u64", "s64", "b64", "f64",
)  # fmt: skip
_DOTTED = re.compile(
    r"\.?(?P<type>[a-z]+\d+)(?P<ptr>\.ptr(?:\.(?P<space>global|const|shared|local))?(?:\.palign(?P<to>\d+))?)?"
    r"(?:\.align(?P<align>\d+))?(?:\.array(?P<size>\d+))?"
)


def raw_parameters(raw: Sequence[object] | None) -> dict[str, Declaration]:
    """Return the parameters of `raw_params`, by name.

    Raises:
        TraceError: An item is not a parameter, or a name repeats.
    """
    checked: dict[str, Declaration] = {}
    for item in raw or ():
        if isinstance(item, str) and item.lstrip().startswith("."):
            _add_param(checked, _spelled_param(item))
            continue
        if not isinstance(item, (tuple, list)) or len(item) != 2:
            raise TraceError(f'raw_params has {item!r}; each is a type and a name, such as ("u32", "n")')
        dtype, name = item
        if isinstance(dtype, str) and "." in dtype.removeprefix("."):
            declaration = _dotted_param(dtype, name)
            _add_param(checked, declaration)
            continue
        try:
            dtype = dtype if isinstance(dtype, PtxType) else from_name(dtype)
        except (AttributeError, ValueError) as error:
            raise TraceError(f"raw_params has {item!r}: {error}") from None
        if dtype.name not in _SCALAR_TYPES:
            raise TraceError(f"raw_params has {item!r}: a parameter is one of {' '.join(_SCALAR_TYPES)}")
        if not isinstance(name, str) or not name.isidentifier() or not name.isascii():
            raise TraceError(f"raw_params has {item!r}: {name!r} is not a name")
        _add_param(checked, Declaration("param", dtype.name, (Declarator(name),)))
    return checked


def _add_param(checked: dict[str, Declaration], declaration: Declaration) -> None:
    name = declaration.declarators[0].name
    if name in checked:
        raise TraceError(f"raw_params has {name} twice")
    checked[name] = declaration


def _dotted_param(dtype: str, name: object) -> Declaration:
    """A parameter whose type is complete: ``b8.align64.array128``, ``u64.ptr.global.palign16``."""
    found = _DOTTED.fullmatch(dtype)
    if found is None:
        raise TraceError(
            f"raw_params has {(dtype, name)!r}: a type with more words is such as 'b8.align64.array128' or "
            "'u64.ptr.global.palign16'"
        )
    align, space, to, size = found["align"], found["space"], found["to"], found["size"]
    words = [".param", f".align {align}" * bool(align), f".{found['type']}"]
    words += [".ptr" * (found["ptr"] is not None), f".{space}" * bool(space), f".align {to}" * bool(to)]
    return _spelled_param(" ".join([*filter(None, words), f"{name}{f'[{size}]' if size else ''}"]))


def _spelled_param(text: str) -> Declaration:
    """A parameter as PTX text, with its attributes; a structure as bytes."""
    try:
        (entry,) = functions(parser.parse(f".entry kernel({text})"))
        (parameter,) = entry.params or ()
    except (ParseError, ValueError):
        raise TraceError(
            f'raw_params has {text!r}: a parameter is written such as ".param .u64 .ptr .global .align 16 x"'
        ) from None
    return without_gaps(parameter)


def written_directives(raw: Sequence[object]) -> list[Directive]:
    """Return the directives of `raw_directives`.

    Raises:
        TraceError: An item is not a directive of an entry, or one but a pragma repeats.
    """
    written = [_raw_directive(item) for item in raw]
    for name, times in Counter(each.name for each in written).items():
        if times > 1 and name != "pragma":
            raise TraceError(f"raw_directives has .{name} {times} times; one is enough")
    return written


def written_size(name: str, given: Sequence[int] | int, written: list[Directive], directive: str) -> Dim3:
    """Return the numbers of an option; if it is left at 1, those of the directive with the same meaning."""
    size = dim3(name, given)
    if size != (1, 1, 1):
        return size
    return next((_numbers(each) for each in written if each.name == directive), size)


def _numbers(written: Directive) -> Dim3:
    """The numbers of a directive."""
    return dim3(written.name, [int(literal_value(word)) for word in written.words[::2]])


def all_directives(
    block: Dim3, cluster: Dim3, reqntid: Sequence[int] | None, written: list[Directive]
) -> tuple[Directive, ...]:
    """Return the directives of an entry: those of its launch, then `written`.

    Raises:
        TraceError: Some contradict the launch.
    """
    names = {each.name for each in written}
    for each in written:
        _check_against_launch(each, block, cluster)
    first: list[Directive] = []
    if reqntid is not None and len(reqntid):
        if dim3("reqntid", reqntid) != block:
            raise TraceError(f"reqntid is {tuple(reqntid)}, but block is {block}")
        first.append(_directive("reqntid", reqntid))
    elif reqntid is None and not names & _THREADS_DIRECTIVES:
        first.append(_directive("reqntid", block))
    if cluster != (1, 1, 1) and not names & _CLUSTER_DIRECTIVES:
        first.append(_directive("explicitcluster", ()))
        first.append(_directive("reqnctapercluster", cluster))
    return (*first, *written)


def _check_against_launch(written: Directive, block: Dim3, cluster: Dim3) -> None:
    """Refuse numbers of threads that no launch of `block` fits, and clusters other than `cluster`."""
    if written.name == "reqnctapercluster":
        ctas = _numbers(written)
        if ctas != cluster:
            raise TraceError(f"raw_directives has .{written.name} {ctas}, but cluster is {cluster}")
    if written.name in _THREADS_DIRECTIVES:
        threads = _numbers(written)
        fits = threads == block if written.name == "reqntid" else prod(block) <= prod(threads)
        if not fits:
            raise TraceError(f"raw_directives has .{written.name} {threads}, but block is {block}")


def _raw_directive(item: object) -> Directive:
    if isinstance(item, str) and item.lstrip().startswith("."):
        return _spelled_directive(item)
    if not isinstance(item, (tuple, list)) or len(item) != 2 or not isinstance(item[0], str):
        raise TraceError(
            f'raw_directives has {item!r}; each is a name and its arguments, such as ("maxnreg", (128,))'
        )
    name, words = item
    row = directive(name.removeprefix("."))
    if row is None or "entry" not in row.places:
        known = [word for word, found in DIRECTIVES.items() if "entry" in found.places]
        guess = did_you_mean(name, known)
        raise TraceError(f"raw_directives has {name!r}; a kernel takes {', '.join(known)}{guess}")
    arguments = (words,) if isinstance(words, (int, str)) else tuple(words)
    _check_arguments(row, arguments)
    return _directive(row.name, arguments)


def _spelled_directive(text: str) -> Directive:
    """A directive as PTX text."""
    try:
        (entry,) = functions(parser.parse(f".entry kernel() {text} {{ }}"))
        (written,) = entry.directives
    except (ParseError, ValueError):
        raise TraceError(
            f'raw_directives has {text!r}: a directive is written such as ".maxntid 0x80, 1, 1"'
        ) from None
    row = directive(written.name)
    if row is None or "entry" not in row.places:
        raise TraceError(f"raw_directives has {text!r}; .{written.name} is not a directive of an entry")
    return without_gaps(written)


def _check_arguments(row: DirectiveRow, arguments: Sequence[int | str]) -> None:
    """Refuse arguments that a directive of numbers does not take."""
    counts = _ARGUMENT_COUNTS.get(row.arguments)
    if counts is None:
        return
    numbers = all(type(argument) is int and argument > 0 for argument in arguments)
    if len(arguments) not in counts or not numbers:
        takes = f"takes {row.arguments}: positive integers" if row.arguments else "takes no arguments"
        raise TraceError(f"raw_directives has {(row.name, tuple(arguments))!r}; .{row.name} {takes}")


_ARGUMENT_COUNTS = {"": (0,), "n": (1,), "bytes": (1,), "nx{, ny{, nz}}": (1, 2, 3)}
"""Number of numbers after a directive, by the notation of its row."""


def _directive(name: str, arguments: Sequence[int | str]) -> Directive:
    """The directive as a node: commas between its arguments, quotes around those of ``.pragma``."""
    quote = '"' if name == "pragma" else ""
    words = [f"{quote}{str(argument).strip(quote or None)}{quote}" for argument in arguments]
    separated = [part for word in words for part in (",", word)][1:]
    return Directive(name, tuple(separated), semicolon=bool(quote))
