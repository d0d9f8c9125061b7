r"""How a text is spaced, as habits instead of gap by gap.

A compiler writes the same gap in the same place: between a branch and a label, before the operands of an
instruction. `TextLayout` keeps one gap for each such place, and notes of the statements that differ.
`lay_out` adds the gaps of a layout to a tree without gaps; `learn` finds the layout of a tree with gaps.

>>> from pyptx.emitter.module import emit
>>> from pyptx.parser import parse
>>> text = ".version 8.0\n.target sm_80\n.entry k()\n{\n  mov.u32   %r1,2;\n  mov.u32   %r2,3;\n  ret;\n\n}\n"
>>> source = parse(text)
>>> emit(lay_out(source, learn(source))) == text
True
"""

from __future__ import annotations

import json
import os
import re
from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from pyptx.emitter.declarations import spell_declaration, spell_directive
from pyptx.emitter.module import emit_statement
from pyptx.ir import Block, Declaration, Directive, Function, Instruction, Label, Module, Section
from pyptx.ir.operands import Literal, Name
from pyptx.ir.spacing import DEFAULTS, Gaps

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from pyptx.ir import Item, Statement

Spacing: TypeAlias = "list[Any]"
"""The gaps of a node and of the nodes in it: ``[[role, index, gap]…, [part, spacing]…]``, as JSON has it."""


@dataclass(frozen=True, slots=True)
class TextLayout:
    """The spacing of a text.

    Attributes:
        style: Name of a style in `STYLES`, or ``""`` for none.
        habits: Gaps that the text has instead of those of the style, by place.
        notes: Gaps of single statements, by function and text, each with its number among those alike. That
            before a statement has slots for comments (``lead``), or contains them (``gap``).
    """

    style: str = ""
    habits: Mapping[str, Any] = field(default_factory=dict)
    notes: Mapping[str, Any] = field(default_factory=dict)

    @property
    def repeats_places(self) -> bool:
        """Whether a comment after ``.loc`` repeats its place, as LLVM writes it: trees need not have it."""
        known = styles()[self.style] if self.style else {}
        places = [place for habits in (self.habits, known) for place in habits if place[:3] != "in "]
        return any("P" in place.rpartition(" ")[2] for place in places)


@lru_cache(maxsize=1)
def styles() -> dict[str, dict[str, Any]]:
    """The habits of each style by its name."""
    with open(os.path.join(os.path.dirname(__file__), "styles.json"), encoding="utf-8") as file:
        known: dict[str, dict[str, Any]] = json.load(file)
    return known


def comments_of(gap: str) -> Iterator[str]:
    r"""Return the comments of a gap, line by line, without their delimiters.

    >>> list(comments_of("\t// one\n/* two\n three */"))
    ['one', 'two', 'three']
    """
    for match in _COMMENT.finditer(gap):
        text = match[0]
        if text.startswith("//"):
            yield text[2:].strip()
        else:
            yield from (line.strip() for line in text[2:-2].strip().split("\n"))


def lay_out(module: Module, layout: TextLayout | str) -> Module:
    """The module with the gaps of a layout; its comments stay, and its words.

    Args:
        module: The module; of its gaps only the comments count.
        layout: The layout, or the name of a style.

    Raises:
        ValueError: There is no such style.
    """
    chosen = TextLayout(layout) if isinstance(layout, str) else layout
    if chosen.style and chosen.style not in styles():
        raise ValueError(f"no layout {chosen.style!r}; there are {', '.join(styles())}")
    return _Applying(chosen).module(module)


def learn(module: Module, style: str | None = None) -> TextLayout:
    """Return the layout of a module: its differences from a style.

    Args:
        module: The module, with its gaps.
        style: Name of a style, ``""`` for none; None for the closest one.

    Raises:
        ValueError: There is no such style.
    """
    if style and style not in styles():
        raise ValueError(f"no layout {style!r}; there are {', '.join(styles())}")
    counting = _Counting()
    counting.module(module)
    if style is None:
        style = min(["", *styles()], key=lambda name: counting.misses(styles().get(name, {})))
    known = styles().get(style, {})
    habits: dict[str, Any] = {}
    for place, counter in counting.places.items():
        made = json.loads(counter.most_common(1)[0][0])
        if made != known.get(place, _missing(place)):
            habits[place] = made
    noting = _Noting(TextLayout(style, habits))
    noting.module(module)
    return TextLayout(style, habits, noting.resolved())


def habits_of(modules: Iterable[Module]) -> dict[str, Any]:
    """Return the habits that modules of one compiler share, which form a style."""
    counting = _Counting()
    for module in modules:
        counting.module(module)
    found: dict[str, Any] = {}
    for place, counter in sorted(counting.places.items()):
        ((text, count),) = counter.most_common(1)
        made = json.loads(text)
        if count > 1 and made != _missing(place):
            found[place] = made
    return found


def source_files(module: Module) -> dict[str, str]:
    """The names of the source files of a module, without their folders, by their index."""
    return {
        item.words[0]: item.words[1].strip('"').rpartition("/")[2]
        for item in module.items
        if isinstance(item, Directive) and item.name == "file" and len(item.words) > 1
    }


def derived_comment(words: Sequence[str], files: Mapping[str, str]) -> str:
    """Return the comment that LLVM writes after a ``.loc``: the place as text.

    >>> derived_comment(("1", "6", "0"), {"1": "kernel.py"})
    'kernel.py:6:0'
    """
    return ":".join((files.get(words[0], ""), *words[1:3]) if words else ())


class _Walk(ABC):
    """A walk over the gaps of a module.

    The name of a place describes its gap: the words before it and after it, and the comments in it.
    """

    def __init__(self) -> None:
        self.files: dict[str, str] = {}
        self.function = ""
        self.asm = False
        self.column = 0
        self._spacings: dict[object, str] = {}

    builds = True
    """Whether the walk makes a new tree; otherwise it returns its argument."""

    # -- what the walks do with a place

    def visit(self, node: Any) -> None:  # noqa: B027 - a walk may ignore it
        """Visit a node before its gaps; None is a closing brace."""

    @abstractmethod
    def lead(self, place: str, gap: str, comments: list[str], node: Any) -> str:
        """Return the gap before a node; `gap` is its present one."""

    @abstractmethod
    def spacing(self, place: str, node: Any) -> Any:
        """The node with the gaps inside it."""

    # -- the walk

    def module(self, module: Module) -> Module:
        """Go through the items and the tail."""
        self.files = source_files(module)
        before, items = "start", []
        for item in module.items:
            items.append(self._item(item, before))
            before = _item_kind(item)
        self.function = ""
        self.visit(None)
        tail = self.lead(f"tail>{before}", module.tail, list(comments_of(module.tail)), None)
        return Module(tuple(items), tail) if self.builds else module

    def _item(self, item: Item, before: str) -> Any:
        gap = item.gaps.lead if item.gaps is not None else ""
        comments = list(comments_of(gap))
        kind = _item_kind(item)
        self.function = item.name if isinstance(item, Function) else ""
        self.asm = False
        self.visit(item)
        lead = self.lead(f"item {before}>{kind} {_classes(comments)}", gap, comments, item)
        if isinstance(item, Function):
            return self._function(item, lead)
        if isinstance(item, Section):
            return self._built(item, lead)
        return self._built(self.spacing(f"in {kind}", item), lead)

    def _built(self, node: Any, lead: str) -> Any:
        return _with_lead(node, lead) if self.builds else node

    def _function(self, item: Function, lead: str) -> Function:
        shape = "".join(
            mark
            for mark, there in (
                ("(r)", item.returns is not None), ("()", item.params is not None and not item.params),
                ("(p)", bool(item.params)), (" .", bool(item.directives)), (" {}", item.body is not None),
            ) if there
        )  # fmt: skip
        kind = f"{'.'.join(item.linkage)} {item.kind}{shape}"
        given = item.gaps.rest if item.gaps is not None else ()
        closing = next((gap for role, _, gap in given if role == "}"), DEFAULTS["}"])
        bare = replace(item, params=None, returns=None, directives=(), body=())
        head = self.spacing(f"in function {kind}", bare)
        params = self._formals("param", item.params)
        returns = self._formals("return", item.returns)
        directives = tuple(
            self._placed(each, f"directive {position > 0}", "directive")
            for position, each in enumerate(item.directives)
        )
        rest = [each for each in (head.gaps.rest if head.gaps else ()) if each[0] != "}"]
        body = item.body
        if body is not None:
            body, last = self._body(body, 1)
            self.visit(None)
            end = self.lead(f"end {last} {_classes(list(comments_of(closing)))}", closing,
                            list(comments_of(closing)), None)  # fmt: skip
            rest.append(("}", 0, end))
        if not self.builds:
            return item
        return replace(
            item,
            params=params,
            returns=returns,
            directives=directives,
            body=body,
            gaps=Gaps(lead, tuple(rest)),
        )

    def _formals(self, what: str, formals: tuple[Declaration, ...] | None) -> tuple[Declaration, ...] | None:
        if formals is None:
            return None
        return tuple(
            self._placed(each, f"{what} {position > 0}", what) for position, each in enumerate(formals)
        )

    def _placed(self, node: Any, place: str, kind: str) -> Any:
        gap = node.gaps.lead if node.gaps is not None else ""
        comments = list(comments_of(gap))
        self.visit(node)
        lead = self.lead(f"{place} {_classes(comments)}", gap, comments, node)
        return self._built(self.spacing(f"in {kind}", node), lead)

    def _body(self, body: Sequence[Statement], depth: int) -> tuple[tuple[Statement, ...], str]:
        before = "{"
        made: list[Statement] = []
        last: Directive | None = None
        places = self.writes_places()
        level = f"{min(depth, 2)} "
        for node in body:
            gap = node.gaps.lead if node.gaps is not None else ""
            comments = list(comments_of(gap)) if "/" in gap else []
            derived = ""
            if places and last is not None:
                derived = derived_comment(last.words, self.files)
                comments = self.with_derived(comments, derived)
            kind = _kind(node)
            if comments:
                self._notice(comments)
                self.column = _column(made[-1]) if made else 0
                place = f"{level}{before}>{kind} {_classes(comments, derived)}"
            else:
                place = f"{level}{before}>{kind} "
            inline = "asm " if self.asm else ""
            place = f"{inline}{place}"
            self.visit(node)
            lead = self.lead(place, gap, comments, node)
            if type(node) is Block:
                inside, inner = self._body(node.body, depth + 1)
                rest = node.gaps.rest if node.gaps is not None else ()
                closing = next((gap for role, _, gap in rest if role == "}"), "")
                said = list(comments_of(closing))
                self._notice(said)
                self.visit(None)
                place = f"{'asm ' if self.asm else ''}{min(depth, 2)} close {inner} {_classes(said)}"
                end = self.lead(place, closing, said, None)
                made.append(Block(inside, Gaps(lead, (("}", 0, end),))) if self.builds else node)
                before = "}"
            else:
                made.append(self._built(self.spacing(f"in {inline}{_shape(node)}", node), lead))
                before = kind
            last = node if type(node) is Directive and node.name == "loc" else None
        return tuple(made), before

    def _notice(self, comments: list[str]) -> None:
        """Notice where inline assembly begins and ends."""
        for text in comments:
            if text in (_BEGIN, _END):
                self.asm = text == _BEGIN

    def dumped(self, node: Any) -> str:
        """The spacing of a node as JSON; the nodes of one text share their gaps."""
        if type(node) not in _ALIKE:
            return json.dumps(_spacing_of(node))
        key: tuple[object, ...] = node.gaps.rest if node.gaps is not None else ()
        if type(node) is Instruction:
            key = key, *[id(each) for each in node.operands if not isinstance(each, (Name, Literal))]
        made = self._spacings.get(key)
        if made is None:
            made = self._spacings[key] = json.dumps(_spacing_of(node))
        return made

    def writes_places(self) -> bool:
        """Whether a comment after ``.loc`` repeats its place."""
        return False

    def with_derived(self, comments: list[str], derived: str) -> list[str]:
        """The comments with the derived one."""
        return comments


class _Counting(_Walk):
    """Counts which gaps each place has."""

    builds = False

    def __init__(self) -> None:
        super().__init__()
        self.places: dict[str, Counter[str]] = {}
        self._templates: dict[str, str] = {}

    def writes_places(self) -> bool:
        return True

    def lead(self, place: str, gap: str, comments: list[str], node: Any) -> str:
        made = self._templates.get(gap) if not comments else None
        if made is None:
            made = json.dumps(_template(gap, self.column))
            if not comments:
                self._templates[gap] = made
        counter = self.places.get(place)
        if counter is None:
            counter = self.places[place] = Counter()
        counter[made] += 1
        return gap

    def spacing(self, place: str, node: Any) -> Any:
        counter = self.places.get(place)
        if counter is None:
            counter = self.places[place] = Counter()
        counter[self.dumped(node)] += 1
        return node

    def misses(self, habits: Mapping[str, Any]) -> int:
        """Return the number of places that differ from some habits."""
        return sum(
            counter.total() - counter[json.dumps(habits.get(place, _missing(place)))]
            for place, counter in self.places.items()
        )


class _Applying(_Walk):
    """Gives each place the gap of a layout."""

    def __init__(self, layout: TextLayout) -> None:
        super().__init__()
        self.known = styles()[layout.style] if layout.style else {}
        self.layout = layout
        self._places = layout.repeats_places
        self._noted: Any = None
        self._seen: dict[str, Counter[str]] = {}

    def writes_places(self) -> bool:
        return self._places

    def with_derived(self, comments: list[str], derived: str) -> list[str]:
        return comments if comments and comments[0].startswith(derived) else [derived, *comments]

    def habit(self, place: str) -> Any:
        """The gap of a place."""
        found = self.layout.habits.get(place, _ABSENT)
        if found is _ABSENT:
            found = self.known.get(place, _ABSENT)
        return _missing(place) if found is _ABSENT else found

    def visit(self, node: Any) -> None:
        self._noted = None
        notes = self.layout.notes.get(self.function)
        if notes is not None:
            text = _words(node)
            seen = self._seen.setdefault(self.function, Counter())
            self._noted = notes.get(_numbered(text, seen[text]))
            seen[text] += 1

    def lead(self, place: str, gap: str, comments: list[str], node: Any) -> str:
        noted = {} if self._noted is None else self._noted
        if "gap" in noted:
            return cast("str", noted["gap"])
        template = noted["lead"] if "lead" in noted else self.habit(place)
        return _filled(template, comments, self.column, place)

    def spacing(self, place: str, node: Any) -> Any:
        spacing = self.habit(place) if self._noted is None else self._noted.get("inside", _ABSENT)
        return _spaced(node, self.habit(place) if spacing is _ABSENT else spacing)


class _Noting(_Applying):
    """Notes where a layout differs from the gaps there are."""

    builds = False

    def __init__(self, layout: TextLayout) -> None:
        super().__init__(layout)
        self._order: dict[str, list[Any]] = {}
        self._missed: dict[str, dict[int, dict[str, Any]]] = {}
        self._expected: dict[str, str] = {}

    def visit(self, node: Any) -> None:
        self._order.setdefault(self.function, []).append(node)

    def lead(self, place: str, gap: str, comments: list[str], node: Any) -> str:
        template = self.habit(place)
        if not comments and template is not None:
            if template != gap:
                self._miss("lead", _template(gap, self.column))
        elif comments and _UNTRACED.match(place):
            self._miss("gap", gap)
        elif _filled(template, comments, self.column, place) != gap:
            made = _template(gap, self.column)
            same = _filled(made, comments, self.column, place) == gap
            self._miss("lead" if same else "gap", made if same else gap)
        return gap

    def spacing(self, place: str, node: Any) -> Any:
        expected = self._expected.get(place)
        if expected is None:
            expected = self._expected[place] = json.dumps(self.habit(place))
        given = self.dumped(node)
        if expected != given:
            self._miss("inside", json.loads(given))
        return node

    def _miss(self, what: str, value: Any) -> None:
        index = len(self._order[self.function]) - 1
        self._missed.setdefault(self.function, {}).setdefault(index, {})[what] = value

    def resolved(self) -> dict[str, dict[str, Any]]:
        """The notes by function, each under the words of its node and its number among those alike."""
        notes: dict[str, dict[str, Any]] = {}
        for function, missed in self._missed.items():
            seen: Counter[str] = Counter()
            found = notes[function] = {}
            order = self._order[function]
            heads = {_head(order[index]) for index in missed}
            for index, node in enumerate(order[: max(missed) + 1]):
                if _head(node) not in heads:
                    continue
                text = _words(node)
                if index in missed:
                    found[_numbered(text, seen[text])] = missed[index]
                seen[text] += 1
        return notes


def _numbered(text: str, number: int) -> str:
    """Return the key of a note."""
    return f"{text} #{number}" if number else text


_ABSENT = object()
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_BEGIN, _END = "begin inline asm", "end inline asm"
_SLOT, _PAD, _NUL = "\x00", "\x01", "\x02"
"""In templates: a comment, the spaces before one, and the NUL that C strings leave at the end of a text."""
_COMMENT_COLUMN = 40
_ALIKE = frozenset({Instruction, Directive, Label})
_UNTRACED = re.compile(r"(?:param|return|directive) |item \S+>\.(?:target|address_size) ")
"""Places whose comments a trace does not have: the head of a function, and that of a module."""
_TERMINATORS = frozenset({"ret", "exit", "bra", "trap", "brx"})


def _missing(place: str) -> Any:
    """Return the gap of an unknown place: None before a node, no gaps inside one."""
    return [] if place.startswith("in ") else None


def _kind(node: Statement) -> str:
    if type(node) is Instruction:
        return "end" if node.opcode in _TERMINATORS else "call" if node.opcode == "call" else "op"
    if type(node) is Directive:
        return f".{node.name}"
    if type(node) is Declaration:
        return f".{node.space}"
    return type(node).__name__.lower()


def _item_kind(item: Item) -> str:
    if isinstance(item, Function):
        return f"{item.kind}{'' if item.body is not None else ';'}"
    if isinstance(item, Directive):
        return f".{item.name}"
    if isinstance(item, Declaration):
        first = item.declarators[0]
        return f".{item.space}{len(first.dims)}{'=' * (first.initializer is not None)}"
    return "section"


def _shape(node: Statement) -> str:
    """Return the key by which statements are spaced alike."""
    if type(node) is Instruction:
        shapes = [
            "n" if type(operand) is Name or type(operand) is Literal else _operand_shape(operand)
            for operand in node.operands
        ]
        return f"{'@' if node.guard else ''}{'call ' if node.opcode == 'call' else ''}{''.join(shapes)}"
    return _kind(node)


def _operand_shape(operand: Any) -> str:
    name = type(operand).__name__
    if name in ("Vector", "Group"):
        return f"{name[0]}{len(operand.items)}"
    if name == "Address":
        return f"A{'+' * (operand.offset is not None)}{len(operand.rest) or ''}"
    return name[0]


def _classes(comments: list[str], derived: str = "") -> str:
    """Classify the comments of a gap."""
    return "".join(
        "P" if derived and text.startswith(derived) else "B" if text == _BEGIN else "E" if text == _END
        else "%" if text.startswith("%") else "c" if text else "0"
        for text in comments
    )  # fmt: skip


def _template(gap: str, column: int) -> str:
    """A gap with slots for its comments."""
    gap = gap.replace("\0", _NUL)
    if "/" not in gap:
        return gap
    parts: list[str] = []
    end = 0
    for match in _COMMENT.finditer(gap):
        before, text = gap[end : match.start()], match[0]
        line = before.rpartition("\n")[2] if "\n" in before else None
        here = column if line is None else 0
        padded = " " * max(1, _COMMENT_COLUMN - here)
        space = before if line is None else line
        if space == padded:
            before = before[: len(before) - len(space)] + _PAD
        if text.startswith("//"):
            words = text[2:]
            body = words.strip()
            left = words[: len(words) - len(words.lstrip())] if body else ""
            right = words[len(left) + len(body) :]
            parts.append(f"{before}//{left}{_SLOT}{right}")
        else:
            lines = text[2:-2].strip().split("\n")
            inner = text[2:-2]
            marked = inner.replace(inner.strip(), "\n".join(_SLOT for _ in lines)) if inner.strip() else _SLOT
            parts.append(f"{before}/*{marked}*/")
        end = match.end()
    parts.append(gap[end:])
    return "".join(parts)


def _filled(template: str | None, comments: list[str], column: int, place: str) -> str:
    """A gap of a template with these comments; the plain one where it has not as many slots."""
    slots = -1 if template is None else template.count(_SLOT)
    if slots == len(comments) - 1 and "P" in place.rpartition(" ")[2]:
        comments = comments[1:]
    if template is None or slots != len(comments):
        return _plain(comments, place)
    parts: list[str] = []
    waiting = iter(comments)
    start = True
    for piece in re.split(f"([{_SLOT}{_PAD}{_NUL}\n])", template):
        if piece == _SLOT:
            parts.append(next(waiting))
        elif piece == _PAD:
            parts.append(" " * max(1, _COMMENT_COLUMN - (column if start else 0)))
        elif piece == _NUL:
            parts.append("\0")
        else:
            parts.append(piece)
        start = start and piece != "\n"
    return "".join(parts)


def _plain(comments: list[str], place: str) -> str:
    """The gap that a tree without gaps is written with."""
    first, _, rest = place.partition(" ")
    if first == "asm":
        first, _, rest = rest.partition(" ")
    depth = int(first) if first.isdigit() else 0
    if first in ("param",):
        depth = 1
    indent = "\t" * depth
    lines = "".join(f"\n{indent}// {text}" for text in comments)
    if first == "item":
        start = rest.startswith("start>")
        apart = re.match(r"\S*>(entry|func)|(entry|func)", rest) is not None
        return (
            lines[1:] + "\n" * bool(lines)
            if start
            else f"\n{lines}{chr(10) * apart if not lines else ''}" + ("\n" if lines else "")
        )
    if first in ("tail", "end", "directive"):
        return f"{lines}\n"
    if first == "return":
        return "" if rest.startswith("False") else " "
    if rest.startswith("close"):
        return f"{lines}\n{indent}"
    label = ">label" in rest
    return f"{lines}\n" if label else f"{lines}\n{indent}"


def _column(node: Any) -> int:
    """Return the end column of a statement as LLVM counts: a tab goes to the next multiple of 8."""
    if type(node) is Directive:
        text = spell_directive(node)
    elif type(node) is Label:
        text = f"{node.name}:"
    elif type(node) is Declaration:
        text = spell_declaration(node)
    else:
        text = emit_statement(node)
    lead = node.gaps.lead.rpartition("\n")[2] if node.gaps is not None else "\t"
    column = 0
    for part in f"{lead}{text}".rpartition("\n")[2].split("\t"):
        column += -column % 8 + len(part)
    return column


def _head(node: Any) -> object:
    """Return a key that is equal for two nodes with the same words, without writing them out."""
    if type(node) is Instruction:
        return node.opcode, node.modifiers, len(node.operands)
    return type(node)


def _words(node: Any) -> str:
    """The words of a node, spaced plainly."""
    if node is None:
        return "}"
    if isinstance(node, Function):
        return node.name
    plain = _bare(node)
    if isinstance(plain, (Directive, Section, Declaration)):
        if isinstance(plain, Section):
            return plain.name
        return spell_directive(plain) if isinstance(plain, Directive) else spell_declaration(plain)
    return emit_statement(cast("Statement", plain))


def _bare(node: Any) -> Any:
    if isinstance(node, Block):
        return Block((), None)
    return _spaced(node, [])


def _spaced(node: Any, spacing: Spacing) -> Any:
    """Return a node with those gaps of a spacing whose parts it has."""
    own = [each for each in spacing if each and isinstance(each[0], str)]
    inner = {each[0]: each[1] for each in spacing if each and isinstance(each[0], int)}
    changes: dict[str, Any] = {"gaps": None}
    kept = tuple(each for each in node.gaps.rest if each[0] == "order") if node.gaps is not None else ()
    if own or kept:
        gaps = Gaps("", (*kept, *((role, index, gap) for role, index, gap in own)))
        changes["gaps"] = gaps
    position = 0
    for name in _parts_of(node.__class__):
        value = getattr(node, name)
        if isinstance(value, tuple):
            made = []
            for part in value:
                made.append(_spaced(part, inner.get(position, [])) if hasattr(part, "gaps") else part)
                position += hasattr(part, "gaps")
            changes[name] = tuple(made)
        elif hasattr(value, "gaps"):
            changes[name] = _spaced(value, inner.get(position, []))
            position += 1
    return replace(node, **changes)


def _spacing_of(node: Any) -> Spacing:
    """The gaps of a node and of the nodes in it."""
    gaps = node.gaps
    made: Spacing = [list(each) for each in gaps.rest if each[0] != "order"] if gaps is not None else []
    position = 0
    for name in _parts_of(node.__class__):
        value = getattr(node, name)
        for part in value if isinstance(value, tuple) else (value,):
            if type(part) is not Name and hasattr(part, "gaps"):
                inner = _spacing_of(part)
                if inner:
                    made.append([position, inner])
                position += 1
    return made


@cache
def _parts_of(kind: type[Any]) -> tuple[str, ...]:
    """The fields of a node that hold nodes."""
    if not is_dataclass(kind):
        return ()
    return tuple(
        each.name
        for each in fields(kind)
        if each.name in ("operands", "base", "offset", "rest", "items", "first", "second", "operand",
                         "declarators", "dims", "initializer")
    )  # fmt: skip


def _with_lead(node: Any, lead: str) -> Any:
    gaps = node.gaps
    return replace(node, gaps=Gaps(lead, gaps.rest if gaps is not None else ()))
