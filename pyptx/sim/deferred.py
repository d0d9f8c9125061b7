"""Executions that are built at their first use: the native engine needs none."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import Operation, Run


class Deferred:
    """An execution that is built at its first use."""

    __slots__ = ("_build", "_operation", "run")

    def __init__(self, build: Callable[[Operation], Run], operation: Operation) -> None:
        self._build = build
        self._operation = operation
        self.run: Run | None = None

    def build(self) -> Run:
        """Return the execution, built at the first call."""
        if self.run is None:
            self.run = self._build(self._operation)
        return self.run

    def __call__(self, m: Machine) -> None:
        """Execute it."""
        self.build()(m)


def deferred(op: Operation, build: Callable[[Operation], Run]) -> Run:
    """Build the execution of an instruction: at its first use, if its operands are in `Operation.only`."""
    if op.only is None and not op.find_plain():
        return build(op)
    return Deferred(build, op)
