"""Programs: a PTX module, one entry of it, and its launch parameters.

A traced kernel and a ``.ptx`` file become the same `Program`, and every engine reads it:

>>> program = from_ptx('''
... .version 8.0
... .target sm_80
... .address_size 64
... .visible .entry fill(.param .u64 out, .param .u32 value) { ret; }
... ''')
>>> program.entry, [param.name for param in program.params], program.arch.name
('fill', ['out', 'value'], 'sm_80')
"""

from __future__ import annotations

import contextlib
import importlib
import math
from contextvars import Context, ContextVar, copy_context
from typing import TYPE_CHECKING, Any, TypeVar

from pyptx import parser, toolchain
from pyptx.arch import MAX_CTA_DIM, MAX_CTA_THREADS, MAX_GRID_DIM, Arch, assembled_for, is_target
from pyptx.emitter import emit, emit_with_lines
from pyptx.errors import LaunchError, SimFault, did_you_mean
from pyptx.ir import (
    Block,
    Declaration,
    Directive,
    Expression,
    Function,
    Instruction,
    Literal,
    Module,
    Source,
    Statement,
)
from pyptx.ir.literals import literal_value
from pyptx.ir.visit import instructions, operand_names
from pyptx.mangling import readable, stem
from pyptx.notebook import Displayed, html_of
from pyptx.record import field, record, replace
from pyptx.types import from_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pyptx.layouts.shared_names import SharedName
    from pyptx.layouts.tensor_map import TensorMap
    from pyptx.toolchain import CubinEntry

Dim3 = tuple[int, int, int]
T = TypeVar("T")

ENGINES: dict[str, str] = {
    "sim": "pyptx.sim:simulate",
    "mutants": "pyptx.sim.campaign:campaign",
    "triage": "pyptx.triage:triage",
    "gpu": "pyptx.runtime.gpu:launch",
}
"""Function of each engine: ``"module:function"``, imported at its first use.

An engine is called as ``function(program, args, grid=, block=, cluster=, smem=, **options)`` with an argument
for each parameter: an array in the engine's own memory or an address for a pointer, a Python number for a
scalar, `bytes` for a structure, a `MappedArray` for a tensor map. It returns its own report.
"""

_LAUNCH = "pyptx.runtime.launch:launch"
_RECORDINGS: ContextVar[tuple[list[Report], ...]] = ContextVar("pyptx_recordings", default=())
_COUNTERS: list[Callable[[int], None]] = []
_going_on = [0]
_entered: list[Context] = []
"""The contexts of the `recording` and `directing` blocks of this process that have not ended."""
_DIRECTED: ContextVar[tuple[str, dict[str, Any]] | None] = ContextVar("pyptx_directed", default=None)
VARIABLES = "variables"
"""The name under which a program keeps what its module's variables hold after a simulated launch."""

_OPAQUE_TYPES = ("texref", "samplerref", "surfref")
_POINTER_TYPES = ("u64", "b64", "s64")


def engine(name: str) -> Callable[..., Any]:
    """Return the engine called `name`, importing it if this is its first use.

    Raises:
        LaunchError: There is no engine with that name.
    """
    place = ENGINES.get(name)
    if place is None:
        raise LaunchError(f"no engine {name!r}; there are {', '.join(map(repr, ENGINES))}")
    return _resolve(place)


def _resolve(place: str) -> Callable[..., Any]:
    module, _, function = place.partition(":")
    found: Callable[..., Any] = getattr(importlib.import_module(module), function)
    return found


@record(frozen=True, slots=True)
class Param:
    """A parameter of an entry.

    Attributes:
        name: As declared.
        type: Element type without its dot.
        bytes: Size of the whole parameter.
        align: Its alignment, in bytes.
        pointer: Whether it accepts an array: a 64-bit integer or untyped scalar.
    """

    name: str
    type: str
    bytes: int
    align: int
    pointer: bool

    @property
    def opaque(self) -> bool:
        """Whether it is a texture, sampler or surface, which has no value of its own."""
        return self.type in _OPAQUE_TYPES

    @property
    def structure(self) -> bool:
        """Whether it is passed by value as bytes: an array or a vector."""
        return self.bytes != _type_bytes(self.type)


@record(frozen=True, slots=True)
class MapParam:
    """A parameter that is the tensor map of another one.

    Attributes:
        name: Of the parameter, 128 bytes by value.
        tensor: Name of the pointer parameter whose array it maps.
        map: The map without its address, of a contiguous array; None if the sizes of the tensor are unknown.
        sized: Makes it for the shape of an array and its strides in bytes, None for a contiguous one; raises
            `ValueError` if the innermost dimension is not contiguous. None where the map serves all arrays.
    """

    name: str
    tensor: str
    map: TensorMap | None
    sized: Callable[[Sequence[int], Sequence[int] | None], TensorMap] | None = None


@record(frozen=True, slots=True)
class SharedPart:
    """An array that shares the dynamic shared memory of an entry with others.

    Attributes:
        name: Its name.
        offset: Offset of its first byte in dynamic shared memory.
        bytes: Its size.
    """

    name: str
    offset: int
    bytes: int


@record(frozen=True, slots=True)
class Arguments:
    """Facts about the arguments of a launch.

    Attributes:
        scalars: Values of integer parameters, by name.
        shapes: Shapes of arrays, by parameter.
        array_bytes: Bytes of all arrays.
    """

    scalars: Mapping[str, int] = field(default_factory=dict)
    shapes: Mapping[str, Sequence[int]] = field(default_factory=dict)
    array_bytes: int = 0


@record(frozen=True, slots=True)
class Report(Displayed):
    """Report of a launch.

    Attributes:
        entry: Name of the entry.
        engine: ``"sim"`` or ``"gpu"``.
        grid: CTAs in each direction.
        block: Threads of a CTA in each direction.
        cluster: CTAs of a cluster in each direction.
        seconds: Host time of the call; a GPU may still be working afterwards.
        detail: The engine's own report, or None.
        program: The program; only in the reports of `recording`, as are the next two.
        smem: Dynamic shared memory of a CTA, in bytes.
        arguments: Facts about the arguments.

    >>> print(Report("gemm", "gpu", (4, 1, 1), (192, 1, 1), (2, 1, 1), 0.25))
    gemm: engine gpu, grid 4x1x1, block 192x1x1, cluster 2x1x1, 0.25 s
    """

    entry: str
    engine: str
    grid: Dim3
    block: Dim3
    cluster: Dim3
    seconds: float
    detail: Any = field(default=None, repr=False)
    program: Program | None = field(default=None, repr=False)
    smem: int = 0
    arguments: Arguments | None = field(default=None, repr=False)

    def _picture(self) -> str:
        """The picture of the engine's own report."""
        return html_of(self.detail) if isinstance(self.detail, Displayed) else ""

    def __str__(self) -> str:
        grid, block, cluster = ("x".join(map(str, size)) for size in (self.grid, self.block, self.cluster))
        geometry = f"grid {grid}, block {block}, cluster {cluster}"
        launch = f"{self.entry}: engine {self.engine}, {geometry}, {self.seconds:.3g} s"
        return launch if self.detail is None else f"{launch}\n{self.detail}"


@record(frozen=True, slots=True, eq=False)
class Program(Displayed):
    """An entry of a PTX module with its launch parameters.

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
    derived: dict[str, Any] = field(default_factory=dict, repr=False)

    def _text(self) -> str:
        """Its launch parameters and its PTX."""
        sizes = {"grid": self.grid, "block": self.block, "cluster": self.cluster}
        said = [f"{name} {'x'.join(map(str, size))}" for name, size in sizes.items() if size is not None]
        return f"{', '.join([readable(self.entry), *said])}\n\n{self.ptx}"

    def forget_variables(self) -> None:
        """Let the next simulated launch start with the initial values of the module's variables."""
        self.derived.pop(VARIABLES, None)

    def sharing(self, derived: dict[str, Any]) -> Program:
        """Return the same program with the derived data of another program of the same text."""
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
        return next(found for found in _entries(self.module) if found.name == self.entry)

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
        directed = _DIRECTED.get()
        if directed is not None:
            engine, options = directed[0], {**options, **directed[1]}
        try:
            report: Report = _resolve(_LAUNCH)(self, args, *sizes, chosen=engine, options=options)
        except SimFault as fault:
            fault.program = self
            raise fault.with_traceback(None) from None  # without the frames of this package
        if recordings := _RECORDINGS.get():
            report = replace(
                report, program=self, smem=sizes[3], arguments=_facts(self.params, self.tensor_maps, args)
            )
            for reports in recordings:
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

        Raises:
            LaunchError: Grid or block are given nowhere, or the entry or the target does not allow them.
        """
        declared = {item.name: item.words for item in self.function.directives}
        required = _numbers(declared.get("reqntid"))
        threads = block if block is not None else self.block or required
        ctas = grid if grid is not None else self.grid
        if ctas is None or threads is None:
            missing = "grid" if ctas is None else "block"
            raise LaunchError(f"{self.entry}: no {missing} given; pass {missing}=(x, y, z)")
        together = _numbers(declared.get("reqnctapercluster"))
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
        most = _numbers(declared.get("maxntid"))
        if most is not None and math.prod(sizes[1]) > math.prod(most):
            raise LaunchError(
                f"{self.entry}: block {sizes[1]} has {math.prod(sizes[1])} threads, but the entry allows "
                f"{math.prod(most)} (.maxntid)"
            )
        return (*sizes, shared)


@contextlib.contextmanager
def recording() -> Iterator[list[Report]]:
    """Collect the report of every launch made inside the `with` block."""
    with _block(_RECORDINGS.get(), _DIRECTED.get()) as reports:
        yield reports


@contextlib.contextmanager
def directing(engine: str, **options: Any) -> Iterator[list[Report]]:
    """Run every launch inside the `with` block on one engine with these options; collect the reports.

    They override the options of a launch, so unchanged code, such as the ``main`` of a file or a test, can
    run on the simulator under another schedule. An inner block for the same engine adds its options to those
    of the outer one.

    Args:
        engine: ``"sim"`` or ``"gpu"``.
        options: Options of the engine, such as ``schedule`` and ``seed`` of the simulator.
    """
    outer = _DIRECTED.get()
    known = outer[1] if outer is not None and outer[0] == engine else {}
    with _block(_RECORDINGS.get(), (engine, {**known, **options})) as reports:
        yield reports


@contextlib.contextmanager
def _block(
    recordings: tuple[list[Report], ...], directed: tuple[str, dict[str, Any]] | None
) -> Iterator[list[Report]]:
    """Add a list of reports to `recordings`, and direct launches."""
    reports: list[Report] = []
    tokens = _RECORDINGS.set((*recordings, reports)), _DIRECTED.set(directed)
    _count_recordings(1)
    context = copy_context()
    _entered.append(context)
    try:
        yield reports
    finally:
        _entered[:] = [each for each in _entered if each is not context]
        _count_recordings(-1)
        _RECORDINGS.reset(tokens[0])
        _DIRECTED.reset(tokens[1])


def run_in_block(function: Callable[..., T], *args: Any) -> T:
    """Call a function in the innermost `recording` or `directing` block of this process, if there is one.

    It is for threads that other libraries start, such as those of XLA: they have no context of their own.

    Args:
        function: The function.
        args: Its arguments.
    """
    if not _entered or _RECORDINGS.get():
        return function(*args)
    return _entered[-1].copy().run(function, *args)


def on_recording(count: Callable[[int], None]) -> None:
    """Call `count` for each `recording` that begins (1) or ends (-1), and now with the active ones.

    For launch paths without a report: they are disabled during a recording.
    """
    _COUNTERS.append(count)
    count(_going_on[0])


def _count_recordings(more: int) -> None:
    _going_on[0] += more
    for count in _COUNTERS:
        count(more)


def recorded() -> bool:
    """Whether a `recording` is collecting the launches made here."""
    return bool(_RECORDINGS.get())


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


def from_ptx(text: str, entry: str | None = None) -> Program:
    """Return the program of a PTX text.

    Args:
        text: A whole module.
        entry: Name of the entry; it may be left out where there is only one.

    Raises:
        ParseError: The text is not PTX.
        LaunchError: It has no such entry, or several and `entry` names none.
    """
    program = from_module(parser.parse(text), entry)
    program.derived["ptx"] = text
    return program


def from_cubin(data: bytes, entry: str | None = None) -> Program:
    """Return the program of an entry of machine code; it runs on a GPU only.

    Parameters have names ``p0``, ``p1`` …, and sizes in place of types: those of 1, 2, 4 and 8 bytes take
    numbers, including floats, and addresses; others take `bytes`.

    Args:
        data: A cubin.
        entry: Name of the entry; it may be left out where there is only one.

    Raises:
        ToolError: The bytes are not a cubin.
        LaunchError: It has no such entry, or several and `entry` names none.
    """
    cubin = toolchain.read_cubin(data)
    text = f".version 7.0\n.target {cubin.target}\n.address_size 64\n"
    text += "".join(map(_signature, cubin.entries.values()))
    program = from_module(parser.parse(text), entry)
    return replace(program, cubin=bytes(data))


def from_module(
    module: Module,
    entry: str | None = None,
    *,
    grid: Dim3 | None = None,
    block: Dim3 | None = None,
    cluster: Dim3 | None = None,
    smem: int = 0,
    tensor_maps: Sequence[MapParam] = (),
    source: Source | None = None,
    shared_parts: Sequence[SharedPart] = (),
    shared_names: Sequence[SharedName] = (),
    pdl: bool = False,
) -> Program:
    """Return the program of an entry of `module`; its parameters are read from the tree.

    A mangled name may be given as people read it, such as ``"scale"`` or ``"scale<float>(float*, int)"``.

    Args:
        module: The tree.
        entry: Name of the entry; it may be left out if there is only one.
        grid: CTAs of a launch that names none.
        block: Threads of a CTA of a launch that names none.
        cluster: CTAs of a cluster, if the entry does not say.
        smem: Dynamic shared memory of a CTA, in bytes.
        tensor_maps: The parameters that are tensor maps.
        source: The Python function that the tree was traced from.
        shared_parts: Parts of the dynamic shared array.
        shared_names: Names of those parts for reports.
        pdl: Whether a launch may start before the kernel before it in the stream has ended.

    Raises:
        LaunchError: It has no such entry, or several and `entry` names none.
    """
    entries = {found.name: found for found in _entries(module)}
    if not entries:
        raise LaunchError("the module has no .entry with a body, so there is nothing to launch")
    if entry is None:
        if len(entries) > 1:
            raise LaunchError(f"the module has {len(entries)} entries; choose one of {', '.join(entries)}")
        (entry,) = entries
    if entry not in entries:
        meant = [name for name in entries if entry in (stem(name), readable(name))]
        if len(meant) > 1:
            raise LaunchError(f"{len(meant)} entries are called {entry}; choose one of {', '.join(meant)}")
        if not meant:
            guess = did_you_mean(entry, entries)
            raise LaunchError(f"no entry {entry!r}; there are {', '.join(entries)}{guess}")
        (entry,) = meant
    params = tuple(_param(declaration) for declaration in entries[entry].params or ())
    return Program(
        module,
        entry,
        params,
        grid,
        block,
        cluster,
        smem,
        tuple(tensor_maps),
        source,
        tuple(shared_parts),
        tuple(shared_names),
        pdl,
    )


def _signature(entry: CubinEntry) -> str:
    """An entry of machine code as PTX declares one."""
    params = [
        f".param .align {_alignment(offset)} .b{8 * size} p{number}"
        if size in (1, 2, 4, 8) and offset % size == 0
        else f".param .align {_alignment(offset)} .b8 p{number}[{size}]"
        for number, (offset, size) in enumerate(entry.params)
    ]
    limits = [
        f".{name} {', '.join(map(str, sizes))}"
        for name, sizes in (("reqntid", entry.reqntid), ("maxntid", entry.maxntid))
        if sizes is not None
    ]
    return f".visible .entry {entry.name}({', '.join(params)}) {' '.join(limits)} {{ ret; }}\n"


def _alignment(offset: int) -> int:
    """The largest that puts a parameter at `offset`, after any that end before it."""
    return min(offset & -offset or 128, 128)


def dim3(what: str, value: Sequence[int] | int) -> Dim3:
    """Return one to three numbers as a full triple.

    Args:
        what: Name of the value for an error: `"grid"`.
        value: One to three integers.

    >>> dim3("grid", (4, 2))
    (4, 2, 1)

    Raises:
        LaunchError: It is not one to three integers.
    """
    try:
        given = (value,) if hasattr(value, "__index__") and not hasattr(value, "__iter__") else tuple(value)
    except TypeError:
        raise LaunchError(f"{what} is {value!r}; it is one to three integers, such as (4, 2, 1)") from None
    if not 1 <= len(given) <= 3:
        raise LaunchError(f"{what} is {value!r}, {len(given)} numbers; it is one to three integers")
    numbers = [_integer(what, value, number) for number in given]
    x, y, z = (*numbers, 1, 1)[:3]
    return x, y, z


def check_geometry(target: Arch, grid: Dim3 | None, block: Dim3, cluster: Dim3, smem: int) -> None:
    """Check the sizes of a launch against the limits of `target`.

    Args:
        target: The target.
        grid: CTAs in each direction; None if unknown.
        block: Threads of a CTA in each direction.
        cluster: CTAs of a cluster in each direction.
        smem: Dynamic shared memory of a CTA, in bytes.

    Raises:
        LaunchError: Something is beyond it; the message names it and the limit.
    """
    for what, sizes, limits in (("block", block, MAX_CTA_DIM), ("grid", grid or (1, 1, 1), MAX_GRID_DIM)):
        for axis, size, limit in zip("xyz", sizes, limits, strict=True):
            if not 1 <= size <= limit:
                raise LaunchError(f"{what} is {sizes}: {axis} is {size}, and must be from 1 to {limit}")
    if math.prod(block) > MAX_CTA_THREADS:
        raise LaunchError(
            f"block {block} has {math.prod(block)} threads; a CTA has at most {MAX_CTA_THREADS}"
        )
    _check_cluster(target, grid, cluster)
    if not hasattr(smem, "__index__"):
        raise LaunchError(f"smem is {smem!r}; it is a number of bytes")
    if not 0 <= smem <= target.max_shared_bytes:
        raise LaunchError(
            f"smem is {smem} bytes; a CTA of {target.name} has at most {target.max_shared_bytes} bytes of it"
        )


def _check_cluster(target: Arch, grid: Dim3 | None, cluster: Dim3) -> None:
    ctas = math.prod(cluster)
    if min(cluster) < 1:
        raise LaunchError(f"cluster is {cluster}; each of its numbers is at least 1")
    if ctas > 1 and target.max_cluster == 1:
        raise LaunchError(
            f"cluster is {cluster}, but {target.name} has no clusters; they need sm_90 or newer"
        )
    if ctas > target.largest_cluster:
        raise LaunchError(
            f"cluster {cluster} has {ctas} CTAs; one of {target.name} has at most {target.largest_cluster}"
        )
    if grid and any(size % part for size, part in zip(grid, cluster, strict=True)):
        raise LaunchError(f"grid {grid} is not a whole number of clusters {cluster} in each direction")


def _integer(what: str, value: object, number: object) -> int:
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        raise LaunchError(f"{what} is {value!r}: {number!r} is not an integer")
    index: int = number.__index__()
    return index


def _known_arch(name: str) -> Arch:
    try:
        return assembled_for(name)
    except ValueError as error:
        raise LaunchError(str(error)) from None


def _entries(module: Module) -> Iterator[Function]:
    for item in module.items:
        if isinstance(item, Function) and item.kind == "entry" and item.body is not None:
            yield item


def _param(declaration: Declaration) -> Param:
    (declarator,) = declaration.declarators
    type_name = declaration.type or "texref"
    try:
        size = _type_bytes(type_name)
    except ValueError as error:
        raise LaunchError(f"parameter {declarator.name}: {error}") from None
    lanes = int(declaration.vector[1:]) if declaration.vector else 1
    count = math.prod(_array_size(declarator.name, dim) for dim in declarator.dims)
    scalar = not declarator.dims and lanes == 1
    return Param(
        name=declarator.name,
        type=type_name,
        bytes=size * lanes * count,
        align=declaration.align or size * lanes,
        pointer=scalar and type_name in _POINTER_TYPES,
    )


def _array_size(name: str, dim: Literal | Expression | None) -> int:
    if not isinstance(dim, Literal):
        raise LaunchError(f"the size of parameter {name} is not a plain number")
    return int(literal_value(dim.text))


def _type_bytes(name: str) -> int:
    return 8 if name in _OPAQUE_TYPES else from_name(name).bytes


def _numbers(words: Sequence[str] | None) -> Dim3 | None:
    if words is None:
        return None
    numbers = [int(literal_value(word)) for word in words if word != ","]
    return dim3("directive", numbers) if numbers else None


def source_lines(module: Module) -> dict[int, Source]:
    """Return the Python line that wrote each PTX line of a module, where there is one."""
    _, numbers = emit_with_lines(module)
    functions = [item for item in module.items if isinstance(item, Function)]
    lines: dict[int, Source] = {}
    for function, of_function in zip(functions, numbers, strict=True):
        for statement, line in zip(_flat(function.body or ()), of_function, strict=True):
            source = getattr(statement, "source", None)
            if source is not None:
                lines.setdefault(line, source)
    return lines


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
