"""An entry of a module as engines read it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from pyptx.arch import Arch, assembled_for, is_target
from pyptx.emitter import emit, emit_with_lines
from pyptx.errors import LaunchError, SimFault
from pyptx.ir import Block, Directive, Function, Instruction
from pyptx.ir.visit import instructions, operand_names
from pyptx.mangling import readable
from pyptx.notebook import Displayed
from pyptx.program.engines import resolve
from pyptx.program.geometry import check_geometry, declared_size, dim3
from pyptx.program.reports import Arguments, directed, recordings
from pyptx.record import field, record, replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pyptx.ir import Module, Source, Statement
    from pyptx.layouts.shared_names import SharedName
    from pyptx.program.geometry import Dim3
    from pyptx.program.parameters import MapParam, Param, SharedPart
    from pyptx.program.reports import Report

_LAUNCH = "pyptx.runtime.launch:launch"
VARIABLES = "variables"
"""The name under which a program keeps what its module's variables hold after a simulated launch."""


@record(frozen=True, slots=True, eq=False)
class Program(Displayed):
    """An entry of a PTX module with its launch parameters.

    >>> from pyptx.program import Dim3, from_ptx
    >>> program = from_ptx('''
    ... .version 8.0
    ... .target sm_80
    ... .address_size 64
    ... .visible .entry idle(.param .u64 x) { ret; }
    ... ''')
    >>> program.arch.name, program.function.name, program.reads_param("x")
    ('sm_80', 'idle', False)
    >>> geometry: tuple[Dim3, Dim3, Dim3, int] = program.geometry(grid=4, block=(32, 2))
    >>> geometry
    ((4, 1, 1), (32, 2, 1), (1, 1, 1), 0)
    >>> program.ptx.splitlines()[1:3]
    ['.version 8.0', '.target sm_80']
    >>> {line: instruction.opcode for line, instruction in program.instructions_by_line.items()}
    {5: 'ret'}

    Attributes:
        module: The whole module.
        entry: Name of the entry.
        params: Its parameters, in order.
        grid: CTAs in each direction; None if the launch sets it.
        block: Threads of a CTA; None if the launch sets it.
        cluster: CTAs of a cluster; None if the launch sets it.
        smem: Dynamic shared memory of a CTA, in bytes.
        tensor_maps: Its parameters that a launch makes from the arrays of other parameters.
        source: Line that defines it; None for a text.
        shared_parts: The arrays in its dynamic shared memory, in rising order, if they are known.
        shared_names: Names of its arrays in shared memory, if they are known.
        pdl: Whether a launch may start before the kernel before it in the stream has ended.
        cubin: Machine code that runs instead of the text, which then has only the signature; else empty.
        strided: Strides of the arrays that may have gaps, by parameter: elements, or the parameter that holds
            their number, or None for a stride that the code does not have.
        derived: Cached data, such as its text or the decoded records of an engine.
    """

    module: Module
    entry: str
    params: tuple[Param, ...]
    grid: Dim3 | None = None
    block: Dim3 | None = None
    cluster: Dim3 | None = None
    smem: int = 0
    tensor_maps: tuple[MapParam, ...] = ()
    source: Source | None = None
    shared_parts: tuple[SharedPart, ...] = ()
    shared_names: tuple[SharedName, ...] = ()
    pdl: bool = False
    cubin: bytes = field(default=b"", repr=False)
    strided: Mapping[str, tuple[int | str | None, ...]] = field(default_factory=dict)
    derived: dict[str, Any] = field(default_factory=dict, repr=False)

    def _text(self) -> str:
        """Its launch parameters and its PTX."""
        sizes = {"grid": self.grid, "block": self.block, "cluster": self.cluster}
        said = [f"{name} {'x'.join(map(str, size))}" for name, size in sizes.items() if size is not None]
        return f"{', '.join([readable(self.entry), *said])}\n\n{self.ptx}"

    def forget_variables(self) -> None:
        """Let the next simulated launch start with the initial values of the module's variables.

        >>> import numpy as np
        >>> from pyptx import Tile, kernel, ptx, reg
        >>> from pyptx.types import u32
        >>> @kernel(out_specs=(Tile(1, u32),), grid=1, block=1)
        ... def count(Y):
        ...     calls, before = ptx.var("global", u32, "calls", init=0), reg.scalar(u32)
        ...     ptx.inst.atom.global_.add.u32(before, ptx.addr(calls), 1)
        ...     (py,) = ptx.global_ptrs(Y)
        ...     ptx.inst.st.global_.u32(ptx.addr(py), before)
        >>> count(), count()
        (array([0], dtype=uint32), array([1], dtype=uint32))
        >>> count.program().forget_variables()
        >>> count()
        array([0], dtype=uint32)

        :meta private:
        """
        self.derived.pop(VARIABLES, None)

    def sharing(self, derived: dict[str, Any]) -> Program:
        """Return the same program with the derived data of another program of the same text.

        >>> from pyptx.program import from_ptx
        >>> text = ".version 8.0 .target sm_80 .address_size 64 .visible .entry idle() { ret; }"
        >>> first, second = from_ptx(text), from_ptx(text)
        >>> second.sharing(first.derived).derived is first.derived
        True

        :meta private:
        """
        return self if derived is self.derived else replace(self, derived=derived)

    def reads_param(self, name: str) -> bool:
        """Whether the body of the entry mentions the parameter called `name`."""
        if "mentioned" not in self.derived:
            self.derived["mentioned"] = frozenset(
                word
                for instruction in instructions(self.function.body or ())
                for operand in instruction.operands
                for word in operand_names(operand)
            )
        return name in self.derived["mentioned"]

    @property
    def ptx(self) -> str:
        """The text of the module."""
        if "ptx" not in self.derived:
            self.derived["ptx"] = emit(self.module)
        text: str = self.derived["ptx"]
        return text

    @property
    def arch(self) -> Arch:
        """The target of the module; for one older than those known here, the oldest that runs its code.

        Raises:
            LaunchError: It names no target known here.
        """
        found: Arch | None = self.derived.get("arch")
        if found is None:
            found = self.derived["arch"] = _known_arch(self._target)
        return found

    @property
    def _target(self) -> str:
        for item in self.module.items:
            if isinstance(item, Directive) and item.name == "target":
                for word in item.words:
                    if is_target(word):
                        return word
        raise LaunchError("the module names no .target")

    @property
    def function(self) -> Function:
        """The entry in the tree."""
        return next(found for found in entries(self.module) if found.name == self.entry)

    @property
    def lines(self) -> Mapping[int, Source]:
        """The Python line that wrote each PTX line, where there is one."""
        if "lines" not in self.derived:
            self.derived["lines"] = source_lines(self.module)
        lines: dict[int, Source] = self.derived["lines"]
        return lines

    @property
    def instructions_by_line(self) -> Mapping[int, Instruction]:
        """The first instruction of the entry on each PTX line."""
        if "instructions_by_line" not in self.derived:
            self.derived["instructions_by_line"] = _instructions_by_line(self.module, self.function)
        found: dict[int, Instruction] = self.derived["instructions_by_line"]
        return found

    def launch(
        self,
        *args: Any,
        grid: Sequence[int] | int | None = None,
        block: Sequence[int] | int | None = None,
        cluster: Sequence[int] | int | None = None,
        smem: int | None = None,
        engine: str | None = None,
        **options: Any,
    ) -> Report:
        """Run the entry over a grid.

        Args:
            args: One per parameter: an array of NumPy, torch or JAX (written in place) or an address for a
                pointer, a number for a scalar, `bytes` for a structure, ``tensor_map.of(array)`` for a
                tensor map. Those of `tensor_maps` are left out.
            grid: CTAs in each direction, one to three numbers.
            block: Threads of a CTA in each direction.
            cluster: CTAs of a cluster in each direction.
            smem: Dynamic shared memory of a CTA, in bytes.
            engine: ``"sim"`` or ``"gpu"``; None picks by where the arrays are.
            options: Options of the engine, such as ``max_steps`` or ``seed`` of the simulator.
                ``uninitialized`` names arrays whose contents no one has defined, ``read_only`` arrays that
                the launch must not write; only the simulator heeds them.

        Raises:
            LaunchError: The arguments do not fit the parameters, or the target cannot do this launch.
            SimFault: The simulated program faulted.
        """
        sizes = self.geometry(grid=grid, block=block, cluster=cluster, smem=smem)
        if (forced := directed()) is not None:
            engine, options = forced[0], {**options, **forced[1]}
        try:
            report: Report = resolve(_LAUNCH)(self, args, *sizes, chosen=engine, options=options)
        except SimFault as fault:
            fault.program = self
            raise fault.with_traceback(None) from None  # without the frames of this package
        if kept := recordings():
            report = replace(
                report, program=self, smem=sizes[3], arguments=_facts(self.params, self.tensor_maps, args)
            )
            for reports in kept:
                reports.append(report)
        return report

    def geometry(
        self,
        *,
        grid: Sequence[int] | int | None = None,
        block: Sequence[int] | int | None = None,
        cluster: Sequence[int] | int | None = None,
        smem: int | None = None,
    ) -> tuple[Dim3, Dim3, Dim3, int]:
        """Return grid, block, cluster and dynamic shared bytes of a launch, checked against entry and target.

        Args:
            grid: CTAs in each dimension; that of the program if not given.
            block: Threads of a CTA in each dimension.
            cluster: CTAs of a cluster in each dimension.
            smem: Bytes of dynamic shared memory.

        Raises:
            LaunchError: Grid or block are given nowhere, or the entry or the target does not allow them.
        """
        required = declared_size(self.function, "reqntid")
        threads = block if block is not None else self.block or required
        ctas = grid if grid is not None else self.grid
        if ctas is None or threads is None:
            missing = "grid" if ctas is None else "block"
            raise LaunchError(f"{self.entry}: no {missing} given; pass {missing}=(x, y, z)")
        together = declared_size(self.function, "reqnctapercluster")
        group = cluster if cluster is not None else self.cluster or together
        shared = self.smem if smem is None else smem
        sizes = (dim3("grid", ctas), dim3("block", threads), dim3("cluster", group or 1))
        check_geometry(self.arch, *sizes, shared)
        if required is not None and sizes[1] != required:
            raise LaunchError(
                f"{self.entry}: block is {sizes[1]}, but the entry requires {required} (.reqntid)"
            )
        if together is not None and sizes[2] != together:
            raise LaunchError(
                f"{self.entry}: cluster is {sizes[2]}, but the entry requires {together} (.reqnctapercluster)"
            )
        most = declared_size(self.function, "maxntid")
        if most is not None and math.prod(sizes[1]) > math.prod(most):
            raise LaunchError(
                f"{self.entry}: block {sizes[1]} has {math.prod(sizes[1])} threads, but the entry allows "
                f"{math.prod(most)} (.maxntid)"
            )
        return (*sizes, shared)


def entries(module: Module) -> Iterator[Function]:
    """Yield the entries of a module that have a body."""
    for item in module.items:
        if isinstance(item, Function) and item.kind == "entry" and item.body is not None:
            yield item


def source_lines(module: Module) -> dict[int, Source]:
    """Return the Python line that wrote each PTX line of a module, where there is one.

    >>> from pyptx import Tile, kernel, ptx
    >>> from pyptx.types import u32
    >>> @kernel(out_specs=(Tile(1, u32),), grid=1, block=1)
    ... def answer(Y):
    ...     (py,) = ptx.global_ptrs(Y)
    ...     ptx.inst.st.global_.u32(ptx.addr(py), 42)
    >>> {line: source.line for line, source in source_lines(answer.module()).items()}
    {11: 3, 12: 3, 13: 4, 14: 4}

    :meta private:
    """
    _, numbers = emit_with_lines(module)
    functions = [item for item in module.items if isinstance(item, Function)]
    lines: dict[int, Source] = {}
    for function, of_function in zip(functions, numbers, strict=True):
        for statement, line in zip(_flat(function.body or ()), of_function, strict=True):
            source = getattr(statement, "source", None)
            if source is not None:
                lines.setdefault(line, source)
    return lines


def _facts(params: Sequence[Param], maps: Sequence[MapParam], args: Sequence[Any]) -> Arguments:
    """The facts about the arguments of a launch, those of tensor maps left out."""
    mapped = {param.name for param in maps}
    given = dict(zip((param.name for param in params if param.name not in mapped), args, strict=False))
    scalars = {
        name: int(value)
        for name, value in given.items()
        if hasattr(value, "__index__") and not hasattr(value, "shape")
    }
    shapes = {name: tuple(value.shape) for name, value in given.items() if hasattr(value, "shape")}
    moved = sum(int(getattr(value, "nbytes", 0)) for value in given.values())
    return Arguments(scalars, shapes, moved)


def _known_arch(name: str) -> Arch:
    try:
        return assembled_for(name)
    except ValueError as error:
        raise LaunchError(str(error)) from None


def _instructions_by_line(module: Module, wanted: Function) -> dict[int, Instruction]:
    """The first instruction of a function on each line of the module's text."""
    _, numbers = emit_with_lines(module)
    functions = [item for item in module.items if isinstance(item, Function)]
    lines: dict[int, Instruction] = {}
    for function, of_function in zip(functions, numbers, strict=True):
        if function is wanted:
            for statement, line in zip(_flat(function.body or ()), of_function, strict=True):
                if isinstance(statement, Instruction):
                    lines.setdefault(line, statement)
    return lines


def _flat(body: Sequence[Statement]) -> Iterator[Statement]:
    for statement in body:
        yield statement
        if isinstance(statement, Block):
            yield from _flat(statement.body)
