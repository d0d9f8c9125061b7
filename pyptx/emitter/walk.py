"""A walk over the gaps of a module, each with the name of its place."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pyptx.emitter.node_gaps import end_column, spacing_of, with_lead
from pyptx.emitter.templates import BEGIN, END, classes_of, comments_of, derived_comment, source_files
from pyptx.ir import Block, Declaration, Directive, Function, Instruction, Label, Module, Section
from pyptx.ir.operands import Literal, Name
from pyptx.ir.spacing import DEFAULTS, Gaps
from pyptx.isa.vocabulary import TERMINATORS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.ir import Item, Statement


class Walk(ABC):
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
        lead = self.lead(f"item {before}>{kind} {classes_of(comments)}", gap, comments, item)
        if isinstance(item, Function):
            return self._function(item, lead)
        if isinstance(item, Section):
            return self._built(item, lead)
        return self._built(self.spacing(f"in {kind}", item), lead)

    def _built(self, node: Any, lead: str) -> Any:
        return with_lead(node, lead) if self.builds else node

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
        rest = tuple(each for each in given if each[0] != "}")
        bare = replace(item, params=None, returns=None, directives=(), body=(), gaps=Gaps("", rest))
        head = self.spacing(f"in function {kind}", bare)
        params = self._formals("param", item.params)
        returns = self._formals("return", item.returns)
        directives = tuple(
            self._placed(each, f"directive {position > 0}", "directive")
            for position, each in enumerate(item.directives)
        )
        rest = head.gaps.rest if head.gaps is not None else ()
        body = item.body
        if body is not None:
            body, last = self._body(body, 1)
            self.visit(None)
            end = self.lead(f"end {last} {classes_of(list(comments_of(closing)))}", closing,
                            list(comments_of(closing)), None)  # fmt: skip
            rest = (*rest, ("}", 0, end))
        if not self.builds:
            return item
        return replace(
            item,
            params=params,
            returns=returns,
            directives=directives,
            body=body,
            gaps=Gaps(lead, rest),
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
        lead = self.lead(f"{place} {classes_of(comments)}", gap, comments, node)
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
                self.column = end_column(made[-1]) if made else 0
                place = f"{level}{before}>{kind} {classes_of(comments, derived)}"
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
                place = f"{'asm ' if self.asm else ''}{min(depth, 2)} close {inner} {classes_of(said)}"
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
            if text in (BEGIN, END):
                self.asm = text == BEGIN

    def dumped(self, node: Any) -> str:
        """The spacing of a node as JSON; the nodes of one text share their gaps."""
        if type(node) not in _ALIKE:
            return json.dumps(spacing_of(node))
        key: tuple[object, ...] = node.gaps.rest if node.gaps is not None else ()
        if type(node) is Instruction:
            key = key, *[id(each) for each in node.operands if not isinstance(each, (Name, Literal))]
        made = self._spacings.get(key)
        if made is None:
            made = self._spacings[key] = json.dumps(spacing_of(node))
        return made

    def writes_places(self) -> bool:
        """Whether a comment after ``.loc`` repeats its place."""
        return False

    def with_derived(self, comments: list[str], derived: str) -> list[str]:
        """The comments with the derived one."""
        return comments


_ALIKE = frozenset({Instruction, Directive, Label})


def _kind(node: Statement) -> str:
    if type(node) is Instruction:
        return "end" if node.opcode in TERMINATORS else "call" if node.opcode == "call" else "op"
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
    """Return a key; statements with equal keys have equal spacing."""
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
