"""The pages of the Python interface, made from the live objects when `docs/conf.py` builds the site."""

from __future__ import annotations

import ast
import importlib
import inspect
import operator
import re
from collections import Counter
from enum import EnumMeta
from itertools import pairwise
from pathlib import Path
from types import GenericAlias, NoneType, UnionType
from typing import TYPE_CHECKING, NamedTuple

from pyptx import errors, kernels, ptx, types
from pyptx.kernel import Kernel, Module
from pyptx.program import Program, Report
from pyptx.ptx.mbarrier import BarrierArray, BarrierSlot
from pyptx.ptx.opcode import Opcode
from pyptx.ptx.special import Special
from pyptx.ptx.typed import Namespace, Typed
from pyptx.reg import Reg, RegArray
from pyptx.sim import Device, Profile
from pyptx.smem import SharedAlloc, SharedSlice
from pyptx.trace import Place
from reference.pages import CONTENTS
from reference.sources import find_source
from reference.usages import Docstring, Use, find_uses

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = "api"
DOCS = Path(__file__).parents[2] / "docs"
_INTERNAL = (Namespace, Typed, Place)
"""Base classes whose methods are for the tracer, not for users."""


class Entry(NamedTuple):
    """One public name."""

    path: str
    """The name as a user writes it: ``ptx.cp.async_.bulk.load``."""
    value: object


class Page(NamedTuple):
    """Public names that belong together."""

    name: str
    """The name of the file, without `.md`."""
    title: str
    head: str
    """The docstring of the module that defines them."""
    entries: tuple[Entry, ...]


def files() -> dict[str, str]:
    """Return the text of each page by its path below ``docs``."""
    made = pages()
    uses = uses_of(made)
    rows = "".join(f"| [{page.title}]({page.name}.md) | {_names(page)} |\n" for page in made)
    index = f"# Every public name\n\n| page | names |\n|---|---|\n{rows}\n{CONTENTS}"
    return {f"{FOLDER}/index.md": index, **{f"{FOLDER}/{page.name}.md": _text(page, uses) for page in made}}


def uses_of(made: list[Page]) -> dict[str, list[Use]]:
    """Return the tested examples of each name beside those of its own docstring."""
    names = [entry.path for page in made for entry in page.entries]
    return find_uses(DOCS, names, (each for page in made for each in _docstrings(page)))


def _docstrings(page: Page) -> Iterator[Docstring]:
    """The docstrings of a page that have examples, the head first."""
    known = {
        entry.path.rpartition(".")[2]: entry.path for entry in page.entries if _is_of_module(entry, page)
    }
    sections = _sections(page)
    if ">>>" in page.head:
        yield Docstring("", Use(page.title, f"{FOLDER}/{page.name}.md"), page.head, known)
    for entry in page.entries:
        if ">>>" in (text := doc(entry.value)):
            yield Docstring(entry.path, Use(f"`{entry.path}`", sections[entry.path]), text, known)


def _is_of_module(entry: Entry, page: Page) -> bool:
    """Whether a name belongs to the module of a page rather than to a class or a namespace."""
    prefix = entry.path.rpartition(".")[0]
    return prefix in ("", page.name, page.name.partition(".")[0])


def _sections(page: Page) -> dict[str, str]:
    """The address of the section of each entry, as MyST numbers those that differ in points only."""
    found: dict[str, str] = {}
    seen: Counter[str] = Counter()
    for entry in page.entries:
        anchor = re.sub(r"[^\w-]", "", entry.path.lower())
        repeated = f"-{seen[anchor]}" if seen[anchor] else ""
        found[entry.path] = f"{FOLDER}/{page.name}.md#{anchor}{repeated}"
        seen[anchor] += 1
    return found


def pages() -> list[Page]:
    """Return the pages: the package, its modules, and `ptx` by the module of each wrapper."""
    package = importlib.import_module("pyptx")
    public = [name for name in package.__all__ if not name.startswith("_")]
    defined = {
        name: value
        for name in public
        if not inspect.ismodule(value := getattr(package, name)) and not _is_error(value)
    }
    raised = {name: value for name, value in _own(errors).items() if _is_error(value)}
    return [
        Page(
            "kernels",
            "Kernels and their parameters",
            "",
            (
                *_entries("", defined),
                Entry("Kernel", Kernel),
                *_members("Kernel", Kernel),
                *_members("Module", Module),
            ),
        ),
        _module_page("reg", "Registers", classes=(Reg, RegArray)),
        _module_page("smem", "Shared memory", classes=(SharedAlloc, SharedSlice)),
        *_wrappers(),
        _module_page("program", "Programs", classes=(Program, Report)),
        _module_page("sim", "The simulator's reports", classes=(Device, Profile)),
        _module_page("inspect", "Inspection"),
        _module_page("perf", "Performance"),
        Page("library", "The library of kernels", doc(kernels), tuple(_entries("kernels.", _own(kernels)))),
        _module_page("layouts.swizzle", "Swizzles"),
        Page("errors", "Errors", doc(errors), tuple(_entries("", raised))),
        Page("types", "Types", doc(types), tuple(_entries("types.", _own(types)))),
    ]


def _module_page(name: str, title: str, classes: tuple[type, ...] = ()) -> Page:
    """The page of a module, with the methods of some of its classes."""
    module = importlib.import_module(f"pyptx.{name}")
    entries = _entries(f"{name}.", _own(module))
    methods = [entry for each in classes for entry in _members(f"{name}.{each.__name__}", each)]
    return Page(name, title, doc(module), (*entries, *methods))


def _wrappers() -> Iterator[Page]:
    """The pages of `ptx`: one for each module that defines wrappers."""
    homes: dict[str, dict[str, object]] = {}
    for name in ptx.__all__:
        value = getattr(ptx, name)
        home = value.__name__ if inspect.ismodule(value) else value.__module__
        homes.setdefault(home, {})[name] = value
    for home, values in sorted(homes.items()):
        if not home.startswith(f"{ptx.__name__}."):
            continue
        module = importlib.import_module(home)
        head = doc(module)
        title = head.split("\n")[0].split(":")[0].rstrip(".")
        listed = {name: value for name, value in values.items() if not inspect.ismodule(value)}
        classes = [(name, value) for name, value in listed.items() if inspect.isclass(value)]
        methods = [entry for name, value in classes for entry in _members(f"ptx.{name}", value)]
        if home == BarrierSlot.__module__:
            returned = (("array(...)", BarrierArray), ("array(...)[i]", BarrierSlot))
            methods += [
                entry for path, value in returned for entry in _members(f"ptx.mbarrier.{path}", value)
            ]
        page = f"ptx.{home.rpartition('.')[2]}"
        names = [f"ptx.{name}" for name in listed]
        first = ", ".join(names[:2]) + (" …" if len(names) > 2 else "")
        yield Page(page, f"{first}: {title}", head, (*_entries("ptx.", listed), *methods))


def _own(module: object) -> dict[str, object]:
    """The public names of a module: those it lists, or those it defines."""
    names = getattr(module, "__all__", None) or [name for name in vars(module) if name[0] != "_"]
    home = getattr(module, "__name__", "")
    values = {name: getattr(module, name) for name in names}
    listed = hasattr(module, "__all__")
    return {
        name: value
        for name, value in values.items()
        if (listed or getattr(value, "__module__", None) == home)
        and not inspect.ismodule(value)
        and not is_private(value)
    }


def _entries(prefix: str, values: dict[str, object]) -> Iterator[Entry]:
    """The names, and those below each namespace."""
    expanded: set[type] = set()
    for name, value in values.items():
        yield from _entry(f"{prefix}{name}", value, expanded)


def _entry(path: str, value: object, expanded: set[type]) -> Iterator[Entry]:
    """A name and, where it is a namespace of wrappers such as ``ptx.mbarrier``, the names below it.

    Two names of one namespace, such as ``ptx.cp.async_bulk``, are expanded once.
    """
    yield Entry(path, value)
    kind = type(value)
    is_namespace = kind.__module__.startswith(f"{ptx.__name__}.") and not isinstance(value, Opcode | Special)
    if is_namespace and kind not in expanded:
        expanded.add(kind)
        for name in _public(kind):
            yield from _entry(f"{path}.{name}", getattr(value, name), expanded)


def _members(path: str, kind: type) -> Iterator[Entry]:
    """The public methods and properties of a class."""
    return (Entry(f"{path}.{name}", inspect.getattr_static(kind, name)) for name in _public(kind))


def _public(kind: type) -> list[str]:
    """The public names that a class and its bases define, without the fields of its instances."""
    inherited = {name for base in _INTERNAL for name in vars(base)}
    found = {
        name: member
        for base in reversed(kind.__mro__)
        if base.__module__.startswith("pyptx.") and base not in _INTERNAL
        for name, member in vars(base).items()
    }
    return [
        name
        for name, member in found.items()
        if not (name.startswith("_") or name in inherited or inspect.ismemberdescriptor(member))
        and not is_private(member)
        and (name.isupper() or not isinstance(member, str | int | NoneType))
    ]


def _is_error(value: object) -> bool:
    return inspect.isclass(value) and issubclass(value, Warning | Exception)


def is_private(value: object) -> bool:
    """Whether the docstring says that a name is for other packages of pyptx, as autodoc's field does."""
    return ":meta private:" in doc(value)


def doc(value: object) -> str:
    """Return the docstring of a value; what a constant or an alias without one is."""
    if isinstance(value, UnionType | GenericAlias):
        return f"Another name for ``{re.sub(r'[a-z_.]+[.](?=[A-Z])', '', str(value))}``."
    if isinstance(value, dict):
        return f"A dictionary with the keys {', '.join(f'``{key}``' for key in value)}."
    if isinstance(value, str):
        return f"The string ``{value}``."
    if isinstance(value, types.PtxType):
        dtype = f", NumPy's ``{value.numpy}``" if value.numpy else ""
        return f"``{value.ptx}``: {value.bits} bits, in registers of ``.{value.register}``{dtype}."
    if isinstance(value, Special):
        return f"Return the special register ``{value()}``."
    return inspect.getdoc(value.fget if isinstance(value, property) else value) or ""


def _constant(entry: Entry) -> str:
    """The text below a constant in its class, and its value."""
    owner, _, name = entry.path.rpartition(".")
    kind = type(operator.attrgetter(owner.removeprefix("ptx."))(ptx))
    lines = [
        line
        for line in ast.walk(ast.parse(inspect.getsource(kind)))
        if isinstance(line, ast.Assign | ast.Expr)
    ]
    for line, text in pairwise(lines):
        if (
            isinstance(line, ast.Assign)
            and ast.unparse(line.targets[0]) == name
            and isinstance(text, ast.Expr)
        ):
            return f"{markdown(ast.literal_eval(text.value))} The value is {entry.value:#x}."
    raise ValueError(f"{entry.path} has no docstring")


def _names(page: Page) -> str:
    """The first names of a page, for the index."""
    names = [entry.path for entry in page.entries if entry.path.count(".") <= page.name.count(".") + 1]
    return ", ".join(f"`{name}`" for name in names[:6]) + (" …" if len(names) > 6 else "")


def _text(page: Page, uses: dict[str, list[Use]]) -> str:
    """Write a page."""
    parts = [f"# {page.title}\n\n", f"{markdown(page.head)}\n\n" if page.head else ""]
    for entry in page.entries:
        signature = _signature(entry)
        parts += [f"## {entry.path}\n\n", f"```python\n{signature}\n```\n\n" if signature else ""]
        text = _constant(entry) if isinstance(entry.value, int) else markdown(doc(entry.value))
        parts.append(f"{text}\n\n")
        links = ", ".join(f"[{use.title}](../{use.link})" for use in uses.get(entry.path, ()))
        parts.append(f"Example: {links}\n\n" if links else "")
        source = find_source(entry.path, entry.value)
        parts.append(f"Source: {{source}}`{source.file}:{source.line}`\n\n")
    return "".join(parts)


WIDTH = 90
"""Characters of a signature on one line."""


class _Text(str):
    """An annotation as its author wrote it."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _signature(entry: Entry) -> str:
    """The call of a function or class; nothing for a value that is not called."""
    value = entry.value.__func__ if isinstance(entry.value, staticmethod | classmethod) else entry.value
    if isinstance(value, Special):
        return f"{entry.path}()"
    if not callable(value) or isinstance(value, property | EnumMeta):
        return ""
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return ""
    parameters = [
        each.replace(annotation=_Text(each.annotation)) if isinstance(each.annotation, str) else each
        for each in signature.parameters.values()
        if each.name != "self"
    ]
    # The default of a field that each instance makes anew.
    parameters = [each.replace(default=_Text("...")) if each.default is ... else each for each in parameters]
    gives = signature.return_annotation
    signature = signature.replace(
        parameters=parameters, return_annotation=_Text(gives) if isinstance(gives, str) else gives
    )
    text = f"{entry.path}{signature}"
    return text if len(text) <= WIDTH else _on_lines(entry.path, signature)


def _on_lines(path: str, signature: inspect.Signature) -> str:
    """Write a call with one parameter on each line, as the formatter of the sources does."""
    words, last = [], None
    for each in signature.parameters.values():
        if each.kind is each.KEYWORD_ONLY and last not in (each.KEYWORD_ONLY, each.VAR_POSITIONAL):
            words.append("*")
        words.append(str(each))
        last = each.kind
    gives = str(signature.replace(parameters=()))[2:]
    return f"{path}(\n" + "".join(f"    {word},\n" for word in words) + f"){gives}"


_SECTION = re.compile(r"^(Args|Attributes|Returns|Raises|Yields):$")
_ITEM = re.compile(r"^    (\*{0,2}\w[\w, *]*): (.*)$")


def markdown(doc: str) -> str:
    """Write a docstring as Markdown: examples in fences, arguments in a list."""
    lines: list[str] = []
    fenced = listed = False
    for line in doc.split("\n"):
        if fenced and not line.strip():
            lines += ["```", ""]
            fenced = False
            continue
        if not fenced and line.lstrip().startswith(">>>"):
            lines += ["```pycon"]
            fenced, listed = True, False
        if fenced:
            lines.append(line)
        elif section := _SECTION.match(line):
            lines += [f"**{section[1]}**", ""]
            listed = True
        elif listed and (item := _ITEM.match(line)):
            lines.append(f"* `{item[1]}`: {item[2]}")
        elif listed and line.startswith("    "):
            lines.append(f"  {line.strip()}" if line.startswith("        ") else line.strip())
        else:
            listed = listed and not line.strip()
            lines.append(line)
    return "\n".join(lines + ["```"] * fenced).strip()
