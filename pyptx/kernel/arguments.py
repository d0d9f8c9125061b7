"""Arguments of a kernel call: named, sorted, bound to dimensions, and checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyptx.errors import LaunchError, LaunchTypeError
from pyptx.kernel.declaration import RESERVED
from pyptx.late import late
from pyptx.runtime import arrays, graphs
from pyptx.runtime.simulation import simulator_options
from pyptx.runtime.strides import bind_strides, check_new_strides, check_strides, overlapping
from pyptx.specs import unify_envs
from pyptx.types import TYPES, from_name

if TYPE_CHECKING:
    import inspect
    from collections.abc import Callable, Collection, Iterator, Mapping

    from pyptx.kernel.declaration import Declared
    from pyptx.program import Program
    from pyptx.runtime.arrays import ArrayInfo
    from pyptx.specs import Tile
    from pyptx.types import PtxType
else:
    inspect = late("inspect")


class Arguments:
    """The arguments of a kernel's calls.

    Attributes:
        declared: The kernel's declaration.
        name: Its name in errors.
    """

    def __init__(self, declared: Declared) -> None:
        self.declared = declared
        self.name = declared.name

    @property
    def signature(self) -> graphs.Signature:
        """The inputs and outputs of the kernel in a graph."""
        declared = self.declared
        names = list(declared.tensors)
        tensors = [_array(name, declared.tensors[name]) for name in names]
        return graphs.Signature(
            inputs=tuple(tensors[: declared.inputs]),
            outputs=tuple(tensors[declared.inputs :]),
            mutates=declared.mutates,
            numbers=tuple(_numbers(declared)),
            parallel=declared.parallel,
        )

    def named(self, args: tuple[Any, ...], out: tuple[Any, ...]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return inputs and outputs that are passed, by name."""
        names = list(self.declared.tensors)
        split = self.declared.inputs
        inputs, outputs = names[:split], names[split:]
        if len(args) != len(inputs):
            listed = f" ({', '.join(inputs)})" if inputs else ""
            wanted = f"{len(inputs) or 'no'} array{'s' * (len(inputs) != 1)}{listed}"
            hint = "; outputs are allocated by the call, or passed as out=" * (len(args) > split)
            raise LaunchTypeError(f"{self.name} takes {wanted}, but got {len(args)}{hint * bool(outputs)}")
        if out and len(out) != len(outputs):
            raise LaunchError(f"{self.name} has {len(outputs)} outputs, but out= has {len(out)}")
        return dict(zip(inputs, args, strict=True)), dict(zip(outputs, out, strict=False))

    def sort(self, kwargs: Mapping[str, Any]) -> tuple[dict[str, int], dict[str, Any], dict[str, Any]]:
        """Return keyword arguments as sizes of dimensions, all template parameters, and launch scalars."""
        declared = self.declared
        dims: dict[str, int] = {}
        scalars: dict[str, Any] = {}
        template = dict(declared.template)
        for name, value in kwargs.items():
            if name in template:
                template[name] = value
                continue
            if name == "engine":
                continue
            if not self.has(name):
                raise LaunchTypeError(self._unknown(name))
            if name in declared.dims:
                dims[name] = _size(name, value, declared.multiple(name))
            if name in declared.scalars:
                scalars[name] = value
        for name, value in template.items():
            if value is inspect.Parameter.empty:
                raise LaunchTypeError(f"{self.name}: template parameter {name} has no default; pass {name}=…")
        return dims, template, scalars

    def _unknown(self, name: str) -> str:
        """The report of a keyword that the kernel does not have."""
        if name in simulator_options():
            return (
                f"{self.name} has no parameter {name!r}; it is an option of the simulator: "
                f".run(…, {name}=…) for one call, with pyptx.simulating({name}=…) for a block"
            )
        return f"{self.name} has no parameter {name!r}{self.declared.parameters(name)}"

    def has(self, name: str) -> bool:
        """Whether a keyword of a call is a dimension, a template parameter or a launch scalar."""
        declared = self.declared
        return name in declared.template or name in declared.dims or name in declared.scalars

    def sizes(
        self, infos: Mapping[str, ArrayInfo], kwargs: Mapping[str, Any]
    ) -> tuple[dict[str, int], dict[str, Any], dict[str, Any]]:
        """Return sizes, template parameters and launch scalars of a call on arrays that are like this."""
        caller_dims, template, passed = self.sort(kwargs)
        dims = self._bind_strides(infos, self._bind_dims(infos, caller_dims))
        return dims, template, self._scalars(passed, dims)

    def symbols(
        self, infos: Mapping[str, ArrayInfo], kwargs: Mapping[str, Any]
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return sizes, which may be symbols of a graph, and template parameters of a call in one."""
        sizes = {name: value for name, value in kwargs.items() if name in self.declared.dims}
        _, template, _ = self.sort({name: value for name, value in kwargs.items() if name not in sizes})
        dims = self._bind_dims(infos, sizes)
        steps = (step for info in infos.values() for step in info.strides or ())
        if all(isinstance(size, int) for size in (*dims.values(), *steps)):
            dims = self._bind_strides(infos, dims)
        return dims, template

    def check_strides(self, infos: Mapping[str, ArrayInfo], trace: Callable[[], Program]) -> None:
        """Check that the kernel can take the arrays that are not contiguous.

        Args:
            infos: Properties of the arrays.
            trace: Returns the program.

        Raises:
            LaunchError: It cannot take one of them.
        """
        for name, info in infos.items():
            tile = self.declared.tensors[name]
            if not arrays.in_order(tile, info):
                check_strides(name, tile, info, trace(), written=self._is_written(name))

    def _is_written(self, name: str) -> bool:
        return name in self.declared.outputs or name in self.declared.mutates

    def refuse(
        self, infos: Mapping[str, ArrayInfo], given: Collection[str], options: Mapping[str, Any]
    ) -> None:
        """Refuse tensors with gradients, and written arrays that overlap others or are read-only.

        Args:
            infos: Properties of the arrays.
            given: Names of the outputs that are passed.
            options: Keyword arguments of the call; launch scalars may be tensors.

        Raises:
            LaunchError: There is such an argument.
        """
        numbers = {
            name: arrays.describe(name, options[name])
            for name in self.declared.scalars
            if name in options and arrays.framework_of(options[name]) is not None
        }
        name = next((name for name, info in {**infos, **numbers}.items() if info.differentiated), None)
        if name is not None:
            raise LaunchError(
                f"argument {name} requires grad or has a tangent, and {self.name} has no backward; call "
                f"it under torch.no_grad(), or pass {name}.detach()"
            )
        self._refuse_overlap(infos, given)
        self._refuse_read_only(infos, given)

    def _bind_dims(self, infos: Mapping[str, ArrayInfo], caller: Mapping[str, int]) -> dict[str, int]:
        """Check element types and shapes; return the sizes of dimensions, those of the caller among them."""
        tensors = self.declared.tensors.items()
        tiled = {name: tile for name, tile in tensors if name in infos and tile is not None}
        envs = {name: tile.extract_env(infos[name].shape, name) for name, tile in tiled.items()}
        dims = unify_envs(envs.values(), list(envs))
        for name, size in caller.items():
            if dims.setdefault(name, size) != size:
                owner = next(tensor for tensor, env in envs.items() if name in env)
                raise LaunchError(
                    f"{self.name}: {name}={size} was passed, but argument {owner} has {name}={dims[name]}"
                )
        for name, info in infos.items():
            arrays.check(name, self.declared.tensors[name], info, written=self._is_written(name))
        return dims

    def _bind_strides(self, infos: Mapping[str, ArrayInfo], dims: Mapping[str, int]) -> dict[str, int]:
        """Return sizes with the strides that tiles name: those of the arrays, contiguous for new outputs."""
        known = dict(dims)
        for name, info in infos.items():
            tile = self.declared.tensors[name]
            if tile is None or tile.strides is None:
                continue
            for step, value in bind_strides(name, tile, info, written=self._is_written(name)).items():
                if known.setdefault(step, value) != value:
                    raise LaunchError(
                        f"{self.name}: {step} is {value} in argument {name}, but also {known[step]}"
                    )
        known = self.declared.with_strides(known)
        for name, tile in self.declared.outputs.items():
            if name not in infos and tile.strides is not None:
                check_new_strides(self.name, name, tile, known)
        return known

    def _scalars(self, passed: Mapping[str, Any], dims: Mapping[str, int]) -> dict[str, Any]:
        """The launch scalars in the order of their parameters."""
        known = {**dims, **passed}
        for name, parameter in self.declared.scalars.items():
            if name not in known:
                how = "launch the program: .program().launch(…)" if name in RESERVED else f"pass {name}=…"
                raise LaunchTypeError(
                    f"{self.name}: launch scalar {name} (.{parameter.type}) is missing; {how}"
                )
        return {name: known[name] for name in self.declared.scalars}

    def _refuse_overlap(self, infos: Mapping[str, ArrayInfo], given: Collection[str]) -> None:
        shared = overlapping({name: infos[name] for name in given}, infos)
        if shared is not None:
            raise LaunchError(f"{self.name}: out= {shared[0]} shares memory with argument {shared[1]}")
        written = {name: infos[name] for name in self.declared.mutates if self.declared.says_mutates}
        shared = overlapping(written, infos, whole=True)
        if shared is not None:
            one, other = shared
            part = "" if infos[one].address == infos[other].address else "a part of "
            too = ", which it writes to, too" * (other in written)
            raise LaunchError(
                f"{self.name}: argument {one}, which it writes to, shares {part}its memory with argument "
                f"{other}{too}; pass a copy"
            )

    def _refuse_read_only(self, infos: Mapping[str, ArrayInfo], given: Collection[str]) -> None:
        for name in (*given, *(self.declared.mutates if self.declared.says_mutates else ())):
            # JAX arrays do not change: the kernel writes to a copy.
            if infos[name].read_only and infos[name].framework != "jax":
                raise LaunchError(f"argument {name} is read-only, and {self.name} writes to it; pass a copy")


def as_tuple(out: Any) -> tuple[Any, ...]:
    """Return arrays as they are passed, or given back, as a tuple of them."""
    if out is None:
        return ()
    return tuple(out) if isinstance(out, (tuple, list)) else (out,)


def number_dtype(dtype: PtxType) -> str:
    """Return NumPy's name of the type of a launch scalar."""
    return dtype.numpy or f"uint{dtype.bits}"


def _size(name: str, value: Any, multiple: int) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise LaunchError(f"dimension {name} is {value!r}; a size is an integer")
    size: int = value.__index__()
    if size < 0:
        raise LaunchError(f"dimension {name} is {size}; a size is not negative")
    if size % multiple:
        raise LaunchError(f"dimension {name} is {size}, which is not a multiple of {multiple}")
    return size


def _array(name: str, tile: Tile | None) -> graphs.Array:
    dims = None if tile is None else tuple(tile.shape)
    return graphs.Array(name, dims, arrays.column_major(tile))


def _numbers(declared: Declared) -> Iterator[graphs.Number]:
    """The keyword arguments that are numbers: launch scalars, and sizes of dimensions."""
    for name, parameter in declared.scalars.items():
        (declarator,) = parameter.declarators
        if declarator.dims or parameter.vector or name in declared.dims or parameter.type not in TYPES:
            continue
        yield graphs.Number(name, number_dtype(from_name(parameter.type)), required=True)
    for name in declared.dims:
        yield graphs.Number(name, "int64", required=False)
