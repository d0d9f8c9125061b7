"""The names that a module declares, and the place of each: registers, variables, functions, parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.emitter import emit_with_lines
from pyptx.errors import LaunchError, SimFault
from pyptx.ir import Declaration, Function
from pyptx.ir.visit import declarations
from pyptx.sim.image import ModuleVariable
from pyptx.sim.segments import (
    GLOBAL_ALIGN,
    GLOBAL_BASE,
    REDZONE_BYTES,
    Allocation,
    Segment,
    Symbols,
    align_up,
)
from pyptx.sim.symbols import Callee, RegisterFile, Scope, Variable, initial_bytes, variables_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyptx.ir import Declarator, Module
    from pyptx.sim.symbols import Formal

STATIC = ("global", "const")
"""State spaces of variables that live as long as their module."""


class Declarations:
    """The declarations of a module.

    Attributes:
        module: The module.
        file: The registers.
        scope: The names outside functions.
        variables: Its ``.global`` and ``.const`` variables.
        shared: Bytes of static shared memory so far.
        shared_names: The shared variables.
        functions: Its functions, declared and defined.
        scopes: The names of each function's parameters, by its index.
    """

    def __init__(self, module: Module, first: int = 0) -> None:
        self.module = module
        self.file = RegisterFile()
        self.scope = Scope()
        self.variables: list[ModuleVariable] = []
        self.shared = 0
        self.shared_names = Symbols()
        self.functions: list[Callee] = []
        self.scopes: dict[int, Scope] = {}
        self._segments = {
            "global": Segment("global", GLOBAL_BASE, REDZONE_BYTES, extent=first),
            "const": Segment("const", 0, REDZONE_BYTES),
        }
        self._open_shared: list[Variable] = []
        self._extern: list[Variable] = []
        self._placed: dict[int, list[Variable]] = {}

    def declare_module(self) -> None:
        """Give every function, module variable and shared variable its name and place."""
        for item in self.module.items:
            if isinstance(item, Function):
                callee = Callee(item, len(self.functions))
                self.functions.append(callee)
                if item.name not in self.scope.names or item.body is not None:
                    self.scope.names[item.name] = callee
            elif isinstance(item, Declaration):
                self._declare(item)
        for found in self.variables:
            found.content = initial_bytes(found.variable, found.initializer, self._address_of)
        for callee in self.functions:
            self._declare_formals(callee)

    def _declare(self, declaration: Declaration) -> None:
        """Declare registers and variables outside functions."""
        if declaration.space == "reg":
            list(self.file.declare(declaration, self.scope))
        elif declaration.space == "shared":
            self._place_shared(declaration)
            self.declare_placed(declaration, self.scope)
        elif declaration.space in STATIC:
            self._place_static(declaration, self.scope)
            self.declare_placed(declaration, self.scope)
        else:
            raise SimFault(f".{declaration.space} variables of a module are not simulated", rule="unmodelled")

    def _place_static(self, declaration: Declaration, scope: Scope) -> None:
        """Give ``.global`` and ``.const`` variables their addresses; one defined elsewhere has its place."""
        extern = "extern" in declaration.linkage
        segment = self._segments[declaration.space]
        placed = self._placed[id(declaration)] = []
        for variable, declarator in zip(
            variables_of(declaration, declaration.space), _each(declaration), strict=True
        ):
            known = scope.names.get(variable.name)
            if extern and isinstance(known, Variable):
                continue
            if extern:
                self._extern.append(variable)
            variable.align = max(variable.align, 16)
            place = segment.add(Allocation(variable.name, 0, variable.size), variable.align)
            variable.offset = segment.base + place.offset
            placed.append(variable)
            self.variables.append(ModuleVariable(variable, declarator.initializer))

    def place_variables_of_bodies(self, entry: Callee | None) -> None:
        """Lay out the variables of bodies: shared ones of an entry and its callees, static ones of all.

        Args:
            entry: The entry; None if only the static variables matter.
        """
        for callee in self.functions:
            for declaration in declarations(callee.node.body or ()):
                if declaration.space in STATIC:
                    self._place_static(declaration, self.scope)
                elif declaration.space == "shared" and (callee is entry or callee.node.kind == "func"):
                    self._place_shared(declaration)
        for variable in self._open_shared:
            variable.offset = self.dynamic_offset()
        for variable in self._extern:
            if self.scope.names[variable.name] is variable:
                raise LaunchError(
                    f".{variable.space} {variable.name} is .extern, and the module does not define it: "
                    "link the module that does"
                )
        for found in self.variables:
            if found.content is None:
                found.content = initial_bytes(found.variable, found.initializer, lambda _: None)

    def extent_of_variables(self) -> tuple[int, int]:
        """Bytes that the ``.global`` variables need, and alignment of the first."""
        aligns = [found.variable.align for found in self.variables if found.variable.space == "global"]
        align = max(aligns, default=0)
        size = self._segments["global"].extent - REDZONE_BYTES if aligns else 0
        return (size, GLOBAL_ALIGN) if align <= GLOBAL_ALIGN else (size + align, align)

    def _place_shared(self, declaration: Declaration) -> None:
        """Lay shared variables out one after the other; open arrays wait for the last."""
        placed = self._placed[id(declaration)] = list(variables_of(declaration, "shared"))
        for variable in placed:
            if variable.size == 0:
                self._open_shared.append(variable)
                continue
            variable.offset = align_up(self.shared, variable.align)
            self.shared = variable.offset + variable.size
            self.shared_names.add(variable.name, variable.offset, variable.size)

    def declare_placed(self, declaration: Declaration, scope: Scope) -> None:
        """Name static and shared variables that have their places."""
        for variable in self._placed[id(declaration)]:
            scope.names[variable.name] = variable

    def dynamic_offset(self) -> int:
        """The offset at which dynamic shared memory starts."""
        return align_up(self.shared, max((found.align for found in self._open_shared), default=1))

    def _declare_formals(self, callee: Callee) -> None:
        """Give the parameters and results of a function their registers or memory."""
        self.scopes[callee.index] = Scope(self.scope)
        callee.returns = self._formals(callee, callee.node.returns or ())
        callee.params = self._formals(callee, callee.node.params or ())

    def _formals(self, callee: Callee, declarations: Sequence[Declaration]) -> tuple[Formal, ...]:
        scope = self.scopes[callee.index]
        framed = callee.node.kind == "func"
        places: list[Formal] = []
        for declaration in declarations:
            if declaration.space == "reg":
                registers = list(self.file.declare(declaration, scope))
                callee.registers.extend(registers)
                places.extend([tuple(registers)] if declaration.vector else registers)
                continue
            for variable in variables_of(declaration, "local" if framed else "param", framed=framed):
                variable.offset = align_up(callee.formal_bytes, variable.align)
                callee.formal_bytes = variable.offset + variable.size
                scope.names[variable.name] = variable
                places.append(variable)
        callee.frame_bytes = callee.formal_bytes if framed else 0
        return tuple(places)

    def _address_of(self, name: str) -> int | None:
        found = self.scope.find(name)
        if isinstance(found, Variable):
            return found.offset
        return found.address if isinstance(found, Callee) else None

    def line(self, place: tuple[int, int]) -> int:
        """The PTX line of a statement, by function and position in it."""
        numbers = emit_with_lines(self.module)[1][place[0]]
        return numbers[min(place[1], len(numbers) - 1)] if numbers else 0


def _each(declaration: Declaration) -> Iterator[Declarator]:
    """The declarator of every variable of a declaration."""
    for declarator in declaration.declarators:
        yield from (declarator,) * (1 if declarator.count is None else declarator.count)
