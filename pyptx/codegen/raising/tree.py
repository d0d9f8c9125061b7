"""Nodes that the passes make of statements: blocks with statements in them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pyptx.ir import Address, Guard, Instruction, Literal, Name, Vector
from pyptx.ir.visit import numbered, operand_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from pyptx.ir import Declaration, Label, Operand, Statement
    from pyptx.ir.spacing import Gaps

PARAMETERS = frozenset({"param", "param::entry", "param::func"})
"""How the space of parameters is spelled."""

DEEPEST, DEEPEST_LOOPS = 8, 6
"""Blocks in blocks, and loops among them; Python nests at most 20."""


class Jump(NamedTuple):
    """``bra.uni skip; then:``, behind the branch to `then`.

    Attributes:
        away: The branch.
        then: The label.
    """

    away: Instruction
    then: Label


@dataclass(frozen=True, slots=True)
class Skip:
    """A branch to where a block around it ends.

    Attributes:
        branch: The branch.
        past: Whether it also skips the second part.
    """

    branch: Instruction
    past: bool = False

    @property
    def gaps(self) -> Gaps | None:
        """The gaps of the branch."""
        return self.branch.gaps


@dataclass(frozen=True, slots=True)
class If:
    """``@p bra skip; … skip:``, or ``@p bra skip; … bra.uni end; skip: … end:``.

    Attributes:
        branch: The branch that skips; with `jump` that to the first part.
        then: The skipped nodes.
        skip: Its target.
        otherwise: The nodes between `skip` and `end`; None without a second part.
        end: The label after the second part.
        jump: The jump to `skip`, if `branch` does not go there.
    """

    branch: Instruction
    then: tuple[Node, ...]
    skip: Label
    otherwise: tuple[Node, ...] | None = None
    end: Label | None = None
    jump: Jump | None = None

    @property
    def gaps(self) -> Gaps | None:
        """The gaps of its first statement."""
        return self.branch.gaps

    @property
    def uni(self) -> bool:
        """Whether the branch is ``bra.uni``."""
        return bool(self.branch.modifiers)

    @property
    def guard(self) -> Guard:
        """The guard under which the first part runs."""
        guard = self.branch.guard
        assert guard is not None
        return guard if self.jump is not None else Guard(guard.register, not guard.negated)

    def holding(self, pass_: Callable[[tuple[Node, ...]], tuple[Node, ...]]) -> If:
        """Return the node with the parts that a pass made."""
        otherwise = None if self.otherwise is None else pass_(self.otherwise)
        return replace(self, then=pass_(self.then), otherwise=otherwise)


@dataclass(frozen=True, slots=True)
class Span:
    """``… @p bra end; … end:``.

    Attributes:
        body: The nodes from the first branch to the label up to the label.
        end: The label.
    """

    body: tuple[Node, ...]
    end: Label

    @property
    def gaps(self) -> Gaps | None:
        """The gaps of its first statement."""
        return self.body[0].gaps


class Count(NamedTuple):
    """How a loop counts: ``add counter, counter, step; setp more, counter, stop;`` at its end.

    Attributes:
        add: The last instruction but one of its body.
        compare: The last one.
        at: Position of `add` in the body.
    """

    add: Instruction
    compare: Instruction
    at: int


@dataclass(frozen=True, slots=True)
class Loop:
    """``label: … @p bra label;``.

    Attributes:
        label: Its first statement.
        body: The repeated nodes.
        back: The branch that repeats it.
        count: How it counts; None where it does not.
    """

    label: Label
    body: tuple[Node, ...]
    back: Instruction
    count: Count | None = None

    @property
    def gaps(self) -> Gaps | None:
        """The gaps of its first statement."""
        return self.label.gaps


@dataclass(frozen=True, slots=True)
class Range:
    """``mov i, start; label: setp.ge p, i, stop; @p bra end; … add i, i, step; bra.uni label; end:``.

    Attributes:
        start: The statement before the loop.
        loop: The loop, whole.
        end: Where it is left to.
    """

    start: Instruction
    loop: Loop
    end: Label

    @property
    def gaps(self) -> Gaps | None:
        """The gaps of its first statement."""
        return self.start.gaps


class Question(NamedTuple):
    """The mbarrier test of a wait loop.

    Attributes:
        ask: The instruction that tests the mbarrier.
        uni: Whether its branches are ``bra.uni``.
        exits: Whether it has a branch out.
        through: Instructions that make a number of the answer and compare it, if it is not taken as it is.
        move: The instruction that sets the address of the barrier in each round.
    """

    ask: Instruction
    uni: bool = False
    exits: bool = False
    through: tuple[Instruction, ...] = ()
    move: Instruction | None = None


@dataclass(frozen=True, slots=True)
class Wait:
    """``again: mbarrier.try_wait done, …; @!done bra again;``, or ``@done bra end; bra again; end:``.

    Attributes:
        nodes: The nodes of the loop.
        question: Its mbarrier test.
    """

    nodes: tuple[Node, ...]
    question: Question

    @property
    def gaps(self) -> Gaps | None:
        """The gaps of its first statement."""
        return self.nodes[0].gaps


Node: TypeAlias = "Statement | If | Loop | Range | Skip | Span | Wait"


def walk_nodes(nodes: Sequence[Node]) -> Iterator[Node]:
    """Yield every node in the order of the text; a block comes before its contents."""
    stack = [iter(nodes)]
    while stack:
        for node in stack[-1]:
            yield node
            held = () if type(node) is Instruction else _contents(node)
            if held:
                stack.append(iter(held))
                break
        else:
            stack.pop()


def _contents(node: Node) -> Sequence[Node]:
    """Return the contents of a block; nothing for a node that is not a block."""
    if isinstance(node, (Loop, Span)):
        return node.body
    if isinstance(node, If):
        return (*node.then, *(node.otherwise or ()))
    if isinstance(node, Range):
        return node.start, node.loop, node.end
    return node.nodes if isinstance(node, Wait) else ()


class Mentions:
    """Cache of the names in operands, which several passes read."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[object, tuple[str, ...]]] = {}

    def of(self, operand: Operand) -> tuple[str, ...]:
        """The names in an operand, in order."""
        known = self._known.get(id(operand))
        if known is None:
            known = self._known[id(operand)] = operand, _names_in(operand)
        return known[1]

    def names_in(self, operands: tuple[Operand, ...]) -> tuple[str, ...]:
        """Return the names in the operands of an instruction, in order."""
        known = self._known.get(id(operands))
        if known is None:
            known = self._known[id(operands)] = operands, tuple(self._found(operands))
        return known[1]

    def _found(self, operands: Sequence[Operand]) -> list[str]:
        names: list[str] = []
        for operand in operands:
            kind = type(operand)
            if kind is Name:
                names.append(operand.name)  # type: ignore[union-attr]
            elif kind is not Literal:
                names += self.of(operand)
        return names


def _names_in(operand: Operand) -> tuple[str, ...]:
    """The names in an operand; at once for the address that a register is, and for registers in braces."""
    if type(operand) is Address:
        base = operand.base
        if type(base) is Name and not operand.rest and type(operand.offset) in _NAMELESS:
            return (base.name,)
    elif type(operand) is Vector:
        names = tuple([item.name for item in operand.items if type(item) is Name])
        if len(names) == len(operand.items):
            return names
    return tuple(operand_names(operand))


_NAMELESS = frozenset({type(None), Literal})


class Words:
    """Names that something stands for; those of ``%r<4>`` are four.

    >>> from pyptx.ir import Declaration, Declarator
    >>> words = Words(["out"])
    >>> words.declare(Declaration("reg", "b32", (Declarator("r", 4),)))
    >>> [name in words for name in ("out", "r3", "r4", "r")]
    [True, True, False, False]
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names = set(names)
        self._numbered: dict[str, int] = {}

    def add(self, name: str) -> None:
        """Mark a name as taken."""
        self._names.add(name)

    def declare(self, declaration: Declaration) -> None:
        """Mark the names of a declaration as taken."""
        for declarator in declaration.declarators:
            if declarator.count is None:
                self._names.add(declarator.name)
            else:
                known = self._numbered.get(declarator.name, 0)
                self._numbered[declarator.name] = max(known, declarator.count)

    def __contains__(self, name: str) -> bool:
        if name in self._names:
            return True
        return any(number < self._numbered.get(prefix, 0) for prefix, number in numbered(name))


def target_of(node: object) -> str | None:
    """The label that a branch with one target goes to; None for what is no such branch.

    >>> target_of(Instruction("bra", ("uni",), (Name("L"),)))
    'L'
    """
    if type(node) is Instruction and node.opcode == "bra" and len(node.operands) == 1:
        (operand,) = node.operands
        if type(operand) is Name:
            return operand.name
    return None
