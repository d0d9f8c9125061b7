"""Facts about a body that its passes read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from pyptx.codegen.raising.flow import Flow
from pyptx.codegen.raising.mentioned import Mentioned
from pyptx.codegen.raising.report import Report
from pyptx.codegen.raising.slots import Readings
from pyptx.codegen.raising.words import free_name
from pyptx.codegen.tree import walk_statements

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping
    from collections.abc import Set as AbstractSet

    from pyptx.arch import Arch
    from pyptx.codegen.operands import Names
    from pyptx.codegen.raising.operators import Interpreter
    from pyptx.codegen.raising.values import Values
    from pyptx.codegen.tree import Body
    from pyptx.ir import Function


class Callee(NamedTuple):
    """A function that Python may call.

    Attributes:
        python: Its name in Python.
        head: Its declaration.
    """

    python: str
    head: Function


@dataclass(slots=True)
class Facts:
    """Facts about a body.

    Attributes:
        taken: Names that have a meaning in it.
        report: Counts of the statements that the passes raise.
        fixed: Labels that statements other than branches name, or that have a second meaning.
        is_taken: Whether a name has a meaning that a new label must not hide.
        values: Roles of the registers; None if they keep their names.
        views: The type that Python takes each register for.
        stems: The name of each variable, without its number.
        pool: The names that the variables of registers got, with their stems.
        pointers: Parameters that are used as pointers.
        names: The Python expressions of registers; None in examples.
        interpreter: Traces expressions; None in examples.
        arch: The target.
        types: Types that the Python names.
        uses_registers: Whether the Python names `reg`.
        functions: The functions that the body may call, by their names in PTX.
        readings: The parts of statements, as passes about repetition read them.
        mentioned: The names in statements.
    """

    taken: AbstractSet[str] = frozenset()
    report: Report = field(default_factory=Report)
    fixed: frozenset[str] = frozenset()
    is_taken: Callable[[str], bool] = frozenset().__contains__
    values: Values | None = None
    views: dict[str, str] = field(default_factory=dict)
    stems: dict[str, str] = field(default_factory=dict)
    pool: dict[str, str] = field(default_factory=dict)
    pointers: frozenset[str] = frozenset()
    names: Names | None = None
    interpreter: Interpreter | None = None
    arch: Arch | None = None
    types: set[str] = field(default_factory=set)
    uses_registers: bool = False
    functions: Mapping[str, Callee] = field(default_factory=dict)
    readings: Readings = field(default_factory=Readings)
    mentioned: Mentioned = field(default_factory=Mentioned)
    _flow: Flow | None = None
    _opcodes: frozenset[str] | None = None

    def free_name(self, stem: str, used: Container[str]) -> str:
        """Return a name that has no meaning in the file: a stem, or the stem with a number.

        Args:
            stem: The name without a number.
            used: Names that the body uses.
        """
        return free_name(stem, lambda name: name in used or name in self.taken or self.is_taken(name))

    def opcodes_of(self, body: Body) -> frozenset[str]:
        """Return the opcodes of a body's instructions, to which no pass adds one."""
        if self._opcodes is None:
            nodes = [node for statement in walk_statements(body) for node in statement.stands_for]
            self._opcodes = frozenset([node.opcode for node in nodes])
        return self._opcodes

    def flow_of(self, body: Body) -> Flow:
        """Return the labels and branches of a body, which a pass may leave as they are."""
        if self._flow is None or self._flow.body is not body:
            self._flow = Flow(body, self.fixed)
        return self._flow
