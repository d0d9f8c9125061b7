"""Declaration of a kernel: read from the function and the decorator, and checked before the trace."""

from __future__ import annotations

import re
from math import lcm
from typing import TYPE_CHECKING, Any

from pyptx.arch import arch as find_arch
from pyptx.errors import LaunchError, TraceError, did_you_mean
from pyptx.ir import Declaration, Declarator, Directive, Source
from pyptx.isa import availability
from pyptx.kernel.raw import all_directives, raw_parameters, written_directives, written_size
from pyptx.late import late
from pyptx.program import Dim3, check_geometry, dim3
from pyptx.record import record
from pyptx.specs import Dim, Tile, multiple_of
from pyptx.trace import LOWEST, WORKING, at, caller, is_identifier

if TYPE_CHECKING:
    import inspect
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from pyptx.arch import Arch
    from pyptx.kernel.options import Grid, KernelOptions
else:
    inspect = late("inspect")


AUTO_FALLBACK = "sm_90a"
"""The target of ``arch="auto"`` without a GPU."""

OPEN_TARGETS = ("auto", LOWEST)
"""Words for a target that the device or the body decides."""

RESERVED = ("engine", "lineinfo", "out")
"""Keywords of a call that no parameter can have."""

_LINKAGES = ("visible", "weak", None)
_TARGET_OPTIONS = ("debug", "texmode_unified", "texmode_independent", "map_f64_to_f32")
_NOT_IDENTIFIER = re.compile(r"\W", re.ASCII)


@record(frozen=True, slots=True, kw_only=True)
class Declared:
    """A kernel as its author declared it.

    Attributes:
        fn: The function.
        name: Name of the entry.
        source: Place of the function.
        tensors: Tile of each tensor parameter by name, inputs then outputs; None for an array of any shape.
        inputs: Number of inputs among them.
        template: Template parameters and their defaults.
        arguments: Arguments of the function, in order: names of tensors and of launch scalars.
        scalars: Parameter of each launch scalar by name, dynamic dimensions included.
        block: Threads of a CTA in each direction.
        cluster: CTAs of a cluster in each direction.
        smem: Dynamic shared memory of a CTA, in bytes.
        extern_shared: Name of the dynamic array that the kernel lays out itself.
        directives: Directives of the entry.
        mutates: Inputs that the kernel writes to.
        parallel: Dimensions whose slices are independent of each other.
        options: The options, as they were passed.
    """

    fn: Callable[..., Any]
    name: str
    source: Source
    tensors: dict[str, Tile | None]
    inputs: int
    arguments: tuple[str, ...]
    template: dict[str, Any]
    scalars: dict[str, Declaration]
    block: Dim3
    cluster: Dim3
    smem: int
    extern_shared: str | None
    directives: tuple[Directive, ...]
    mutates: tuple[str, ...]
    parallel: tuple[str, ...]
    options: KernelOptions

    @property
    def dims(self) -> dict[str, None]:
        """Names of the dimensions of the tensors, in order, then those of strides."""
        tiles = [tile for tile in self.tensors.values() if tile is not None]
        sizes = [dim for tile in tiles for dim in tile.symbolic_dims]
        return dict.fromkeys([*sizes, *(step for tile in tiles for step in tile.symbolic_strides)])

    def multiple(self, name: str) -> int:
        """Return the number that divides each size, or stride, of this name."""
        tiles = [tile for tile in self.tensors.values() if tile is not None]
        return lcm(
            *(
                multiple_of(dim)
                for tile in tiles
                for dim in (*tile.shape, *(tile.strides or ()))
                if dim == name
            )
        )

    def strides_in_code(self, read: Mapping[str, int | None]) -> dict[str, tuple[int | str | None, ...]]:
        """Return the strides of the tensors whose tiles have some, as `Program.strided` has them.

        Args:
            read: The sizes and strides that are constants of the code.
        """
        return {
            name: tuple(
                step if not isinstance(step, str) or step in self.dynamic else read.get(step)
                for step in tile.strides
            )
            for name, tile in self.tensors.items()
            if tile is not None and tile.strides is not None
        }

    def with_strides(self, dims: Mapping[str, int]) -> dict[str, int]:
        """Return sizes with the named strides that are missing: those of contiguous arrays."""
        made: dict[str, int] = {}
        for tile in self.tensors.values():
            if tile is not None and tile.strides is not None:
                made.update(tile.contiguous_strides(dims))
        return {**made, **dims}

    @property
    def says_mutates(self) -> bool:
        """Whether `mutates` differs from the default of a kernel without outputs."""
        return bool(self.outputs) or len(self.mutates) < self.inputs

    @property
    def dynamic(self) -> frozenset[str]:
        """Names of the dimensions that are launch scalars and no constants of the code."""
        return _dynamic(self.tensors.values())

    @property
    def outputs(self) -> dict[str, Tile]:
        """Tile of each output by name."""
        return {name: tile for name, tile in list(self.tensors.items())[self.inputs :] if tile is not None}

    @property
    def is_lambda(self) -> bool:
        """Whether the function is a lambda, whose value is not a `return` of its author."""
        return str(inspect.unwrap(self.fn).__name__) == "<lambda>"

    def parameters(self, name: str) -> str:
        """Return the rest of a sentence about an unknown parameter `name`: a guess, and the known names."""
        groups = {
            "dimensions": self.dims,
            "template parameters": self.template,
            "launch scalars": self.scalars,
        }
        guess = did_you_mean(name, [known for group in groups.values() for known in group])
        listed = "; ".join(f"{what} {', '.join(group)}" for what, group in groups.items() if group)
        return f"{guess} (it has {listed or 'none'})"

    def __str__(self) -> str:
        tensors = [f"{name}: {tile}" if tile else name for name, tile in self.tensors.items()]
        inputs, outputs = tensors[: self.inputs], tensors[self.inputs :]
        template = [
            name if value is inspect.Parameter.empty else f"{name}={value!r}"
            for name, value in self.template.items()
        ]
        result = f" -> {', '.join(outputs)}" if outputs else ""
        words = [f"{self.name}({', '.join(inputs)}){result}", *template, f"arch={self.options.arch}"]
        return ", ".join(words)


def declare(fn: Callable[..., Any], options: KernelOptions) -> Declared:
    """Read and check a declaration.

    Raises:
        TraceError: It contradicts itself, the function's parameters or the target; the message names the
            line.
    """
    source = _source(fn)
    try:
        scalars = raw_parameters(options.raw_params)
        arguments, template = _signature(fn)
        names = [name for name in arguments if name not in scalars]
        written = written_directives(options.raw_directives or ())
        block = written_size("block", options.block, written, "reqntid")
        cluster = written_size("cluster", options.cluster, written, "reqnctapercluster")
        outputs = _tiles("out_specs", options.out_specs)
        inputs = len(names) - len(outputs or ())
        tensors = _match(fn, names, _tiles("in_specs", options.in_specs), outputs)
        for dim in sorted(_dynamic(tensors.values())):
            scalars.setdefault(dim, Declaration("param", "u32", (Declarator(dim),)))
        _check_arch(options.arch)
        checked_version(options.version)
        declared = Declared(
            fn=fn,
            name=_entry_name(fn) if options.name is None else options.name,
            source=source,
            tensors=tensors,
            inputs=inputs,
            arguments=tuple(arguments),
            template=template,
            scalars=scalars,
            block=block,
            cluster=cluster,
            smem=_bytes(options.smem),
            extern_shared="smem" if options.extern_smem is True else options.extern_smem or None,
            directives=all_directives(block, cluster, options.reqntid, written),
            mutates=_mutates(options.mutates, names[:inputs], outputs),
            parallel=_names("parallel", options.parallel),
            options=options,
        )
        _check_words(declared)
        if options.arch != "auto":
            check_target(declared, _limits(declared))
        _check_names(declared)
        _check_parallel(declared)
        _check_grid(declared)
    except (LaunchError, TraceError) as error:
        raise TraceError(f"{error}{at(source)}") from None
    return declared


def _dynamic(tiles: Iterable[Tile | None]) -> frozenset[str]:
    dims = (dim for tile in tiles if tile is not None for dim in (*tile.shape, *(tile.strides or ())))
    return frozenset(str(dim) for dim in dims if isinstance(dim, Dim) and dim.dynamic)


def _source(fn: Callable[..., Any]) -> Source:
    inner = inspect.unwrap(fn)
    if not inspect.isfunction(inner):
        instead = "; write a function that calls it: kernel(...)(lambda X: x.method(X))"
        raise TraceError(
            f"@kernel takes a function, not {fn!r}{instead * inspect.ismethod(inner)}{at(caller())}"
        )
    source = Source(inner.__code__.co_filename, inner.__code__.co_firstlineno)
    if inspect.isgeneratorfunction(inner) or inspect.iscoroutinefunction(inner):
        raise TraceError(
            f"{inner.__name__} has `yield` or `async`: calling it would not run its body{at(source)}"
        )
    return source


def _entry_name(fn: Callable[..., Any]) -> str:
    """The name of the function, made legal in PTX."""
    name = "kernel" if fn.__name__ == "<lambda>" else _NOT_IDENTIFIER.sub("_", fn.__name__)
    return "kernel" if name == "_" else name


def _signature(fn: Callable[..., Any]) -> tuple[list[str], dict[str, Any]]:
    """Names of the positional parameters, and the template parameters with their defaults."""
    tensors: list[str] = []
    template: dict[str, Any] = {}
    _refuse_method(fn)
    for name, parameter in inspect.signature(fn).parameters.items():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            stars = "*" if parameter.kind is parameter.VAR_POSITIONAL else "**"
            raise TraceError(f"{fn.__name__}({stars}{name}): a kernel names each of its parameters")
        if parameter.kind is parameter.KEYWORD_ONLY:
            template[name] = parameter.default
        elif parameter.default is not parameter.empty:
            raise TraceError(
                f"{fn.__name__}({name}={parameter.default!r}): positional parameters are tensors and have no "
                f"defaults; a template parameter is keyword-only: `*, {name}={parameter.default!r}`"
            )
        else:
            tensors.append(_NOT_IDENTIFIER.sub("_", name))
    return tensors, template


def _refuse_method(fn: Callable[..., Any]) -> None:
    """Refuse a function of a class that takes the object: a kernel is called with arrays only."""
    first = next(iter(inspect.signature(fn).parameters), "")
    outer = getattr(fn, "__qualname__", "").rpartition(".")[0]
    if first in ("self", "cls") and outer and not outer.endswith("<locals>"):
        raise TraceError(
            f"{fn.__qualname__}({first}, …) is a method: a kernel is called with arrays, not with an object\n"
            f"  leave {first} out, or define the kernel in __init__ with what it needs: "
            f"`self.{fn.__name__} = {fn.__name__}`"
        )


def _tiles(what: str, tiles: object) -> tuple[Tile, ...] | None:
    if tiles is None:
        return None
    if isinstance(tiles, Tile):
        raise TraceError(f"{what} is one Tile; write a tuple of them: {what}=({tiles!r},)")
    if not isinstance(tiles, (tuple, list)):
        raise TraceError(f"{what} is {tiles!r}; it must be a tuple of Tiles")
    for tile in tiles:
        if not isinstance(tile, Tile):
            raise TraceError(f'{what} has {tile!r}; each is a Tile, such as Tile("M", "N", f32)')
    return tuple(tiles)


def _match(
    fn: Callable[..., Any],
    names: Sequence[str],
    inputs: tuple[Tile, ...] | None,
    outputs: tuple[Tile, ...] | None,
) -> dict[str, Tile | None]:
    """The tile of each tensor parameter; a kernel without any takes arrays as they come."""
    if len(set(names)) < len(names):
        raise TraceError(f"{fn.__name__} has parameters whose PTX names would be equal: {', '.join(names)}")
    if inputs is None and outputs is None:
        return dict.fromkeys(names)
    untyped = (None,) * (len(names) - len(outputs or ()))
    tiles = (*(untyped if inputs is None else inputs), *(outputs or ()))
    if len(tiles) != len(names):
        raise TraceError(
            f"{fn.__name__} has {len(names)} tensor parameters ({', '.join(names) or 'none'}), but "
            f"{len(inputs or ())} in_specs and {len(outputs or ())} out_specs"
        )
    return dict(zip(names, tiles, strict=True))


def _mutates(
    mutates: Sequence[str] | None, inputs: Sequence[str], outputs: tuple[Tile, ...] | None
) -> tuple[str, ...]:
    """Return the inputs that are written; by default all inputs of a kernel without outputs."""
    if mutates is None:
        return () if outputs else tuple(inputs)
    named = _names("mutates", mutates)
    for name in named:
        if name not in inputs:
            raise TraceError(
                f"mutates has {name!r}, which is not an input{did_you_mean(name, inputs)} "
                f"(it has {', '.join(inputs) or 'none'})"
            )
    if not named and not outputs:
        raise TraceError("mutates is empty, and there are no out_specs: the kernel would do nothing")
    return named


def _names(what: str, names: object) -> tuple[str, ...]:
    if not isinstance(names, (tuple, list)):
        raise TraceError(f'{what} is {names!r}; it must be a tuple of names, such as ("X",)')
    return tuple(names)


def _check_parallel(declared: Declared) -> None:
    for name in declared.parallel:
        if name not in declared.dims:
            raise TraceError(
                f"parallel has {name!r}, which is not a dimension of a Tile"
                f"{did_you_mean(name, declared.dims)} (there are {', '.join(declared.dims) or 'none'})"
            )


def _check_arch(name: object) -> None:
    if name not in OPEN_TARGETS:
        if not isinstance(name, str):
            raise TraceError(
                f'arch is {name!r}; it must be the name of a target, such as "sm_90a", or "lowest" or "auto"'
            )
        try:
            find_arch(name)
        except ValueError as error:
            raise TraceError(f"arch: {error}") from None


def checked_version(version: object) -> tuple[int, int] | None:
    """Return a PTX version that exists, or None for one that follows from the instructions.

    Raises:
        TraceError: It is no PTX version.
    """
    if version is None:
        return None
    if not isinstance(version, (tuple, list)) or [type(number) for number in version] != [int, int]:
        raise TraceError(f"version is {version!r}; it must be a pair such as (8, 7)")
    made = version[0], version[1]
    if not availability.is_version(made):
        raise TraceError(f"version is {made}; PTX has the versions {', '.join(availability.table()['ptx'])}")
    return made


def _bytes(smem: object) -> int:
    if isinstance(smem, bool) or not hasattr(smem, "__index__"):
        raise TraceError(f"smem is {smem!r}; it must be a number of bytes")
    return int(smem.__index__())


def check_target(declared: Declared, target: Arch) -> None:
    """Check that a target can launch a kernel.

    Raises:
        LaunchError: The target cannot.
    """
    check_geometry(target, None, declared.block, declared.cluster, declared.smem)
    if declared.options.pdl and not target.has_dependent_grids:
        raise LaunchError(f"pdl=True: {target.name} has no dependent launches; they need sm_90 or newer")


def _limits(declared: Declared) -> Arch:
    """The target whose limits hold for a declaration; no target exceeds those of `WORKING`."""
    return find_arch(WORKING if declared.options.arch == LOWEST else declared.options.arch)


def _check_words(declared: Declared) -> None:
    if not is_identifier(declared.name):
        raise TraceError(f"name is {declared.name!r}, which is not a PTX identifier")
    if declared.options.linkage not in _LINKAGES:
        raise TraceError(
            f"linkage is {declared.options.linkage!r}; it must be one of {', '.join(map(repr, _LINKAGES))}"
        )
    for option in declared.options.target_options:
        if option not in _TARGET_OPTIONS:
            raise TraceError(
                f"target_options has {option!r}; each is one of {', '.join(map(repr, _TARGET_OPTIONS))}"
            )


def _check_names(declared: Declared) -> None:
    taken: dict[str, str] = {}
    for what, names in (("a tensor", declared.tensors), ("a launch scalar", declared.scalars)):
        for name in names:
            if name in taken:
                raise TraceError(f"{name} is {taken[name]} and {what}; parameters have different names")
            taken[name] = what
    for name in declared.template:
        if name in declared.dims or name in declared.scalars:
            raise TraceError(f"{name} is a template parameter, and also a dimension or launch scalar")
    for name in (*declared.template, *declared.dims):
        _check_reserved(name)
    array: object = declared.extern_shared
    if array is not None and not is_identifier(array):
        raise TraceError(
            f"extern_smem is {array!r}; it must be True, or the name of the dynamic shared array"
        )
    if array in taken:
        raise TraceError(f"extern_smem is {array!r}, which is {taken[str(array)]}; names differ")


def _check_reserved(name: str) -> None:
    if name in RESERVED:
        raise TraceError(f"{name}= means something else in a call; name the parameter differently")


def _check_grid(declared: Declared) -> None:
    if declared.options.grid is None:
        return
    if not callable(declared.options.grid):
        grid = dim3("grid", declared.options.grid)
        if declared.options.arch != "auto":
            check_geometry(_limits(declared), grid, declared.block, declared.cluster, declared.smem)
        return
    known = {*declared.dims, *declared.template, *declared.scalars}
    for name, default in grid_parameters(declared.options.grid).items():
        if default is inspect.Parameter.empty and name not in known:
            raise TraceError(
                f"grid takes {name}, which is not a parameter of {declared.name}{declared.parameters(name)}"
            )


def grid_of(grid: Grid | None, known: Mapping[str, Any]) -> Dim3:
    """Return the CTAs in each direction that a declaration requests.

    Args:
        grid: As declared; None for one CTA.
        known: Dimensions, template parameters and launch scalars by name.

    Raises:
        LaunchError: The function needs an unknown name, or does not return a grid.
    """
    if not callable(grid):
        return dim3("grid", 1 if grid is None else grid)
    positional: list[Any] = []
    named: dict[str, Any] = {}
    for name, parameter in inspect.signature(grid).parameters.items():
        if parameter.kind is parameter.VAR_KEYWORD:
            named.update(known)
        elif parameter.kind is parameter.VAR_POSITIONAL:
            continue
        elif name not in known and parameter.default is parameter.empty:
            raise LaunchError(f"the grid depends on {name}, which has no value here; pass {name}=…, or grid=")
        elif parameter.kind is parameter.KEYWORD_ONLY:
            named.update({name: known[name]} if name in known else {})
        else:
            positional.append(known.get(name, parameter.default))
    return dim3("grid", grid(*positional, **named))


def grid_parameters(grid: Callable[..., Any]) -> Mapping[str, Any]:
    """Return the parameter names of a grid function, and their defaults."""
    parameters = inspect.signature(grid).parameters.values()
    return {
        parameter.name: parameter.default
        for parameter in parameters
        if parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    }
