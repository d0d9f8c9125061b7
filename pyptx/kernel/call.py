"""One call of a kernel: its arguments are checked, and it can be launched, for one example or a batch."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from pyptx.errors import LaunchError
from pyptx.kernel import batching
from pyptx.kernel.arguments import number_dtype
from pyptx.kernel.declaration import grid_of
from pyptx.late import late
from pyptx.runtime import arrays, graphs
from pyptx.runtime.strides import tensor_map
from pyptx.types import from_name

if TYPE_CHECKING:
    import inspect
    from collections.abc import Callable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from pyptx.kernel.declaration import Declared
    from pyptx.program import Dim3, Program, Report
else:
    inspect = late("inspect")


class Call:
    """One call of a kernel, its arguments checked and bound to dimensions.

    Attributes:
        passed: The arrays that were passed; none for a call in a graph.
        known: Sizes of dimensions, template parameters and launch scalars, by name.
        scalars: Launch scalars, in the order of their parameters.
        shapes: Shape of each output.
        fresh: Names of the outputs that the call allocated.
    """

    def __init__(
        self,
        declared: Declared,
        dims: Mapping[str, int],
        template: Mapping[str, Any],
        scalars: Mapping[str, Any],
        engine: str | None,
        trace: Callable[[], Program],
    ) -> None:
        """Settle a call.

        Args:
            declared: The kernel's declaration.
            dims: Sizes of dimensions.
            template: Template parameters.
            scalars: Launch scalars, in the order of their parameters.
            engine: ``"sim"`` or ``"gpu"``; None for the engine of the arrays.
            trace: Returns the program.
        """
        self.declared = declared
        self.known = {**scalars, **template, **dims}
        self.scalars = scalars
        self.engine = engine
        outputs = self.declared.outputs
        self.shapes = {name: tile.resolve_shape(dims) for name, tile in outputs.items()}
        self.fresh: tuple[str, ...] = ()
        self.passed = arrays.Described({}, {}, "numpy", "cpu")
        self._trace = trace
        self._program: Program | None = None

    @property
    def program(self) -> Program:
        """The program, traced on first use: a call that writes nothing needs none."""
        if self._program is None:
            self._program = self._trace()
        return self._program

    @property
    def inputs(self) -> dict[str, Any]:
        """The inputs that were passed."""
        outputs = self.declared.outputs
        return {name: array for name, array in self.passed.arrays.items() if name not in outputs}

    @property
    def given(self) -> dict[str, Any]:
        """The outputs that were passed; empty where the call allocates them."""
        outputs = self.declared.outputs
        return {name: array for name, array in self.passed.arrays.items() if name in outputs}

    def repeats(self, passed: AbstractSet[str]) -> bool:
        """Whether the grid of this signature does not depend on the scalars of a call."""
        grid = self.declared.options.grid
        if not callable(grid):
            return True
        read = inspect.signature(grid).parameters.values()
        varying = passed - self.declared.dims.keys()
        return not any(word.name in varying or word.kind is word.VAR_KEYWORD for word in read)

    def allocate(self, batch: int | None = None) -> dict[str, Any]:
        """New arrays for the outputs, of a whole batch where there is one, like those passed."""
        owner, device = arrays.framework(self.passed.framework), self.passed.device
        self.fresh = tuple(self.shapes)
        made = {}
        for name, tile in self.declared.outputs.items():
            shape, dtype = self.shapes[name], arrays.buffer_dtype(tile)
            by_column = arrays.column_major(tile)
            if batch is None:
                made[name] = owner.empty(shape, dtype, device, column_major=by_column)
            else:
                memory = (batch, *(shape[::-1] if by_column else shape))
                made[name] = owner.empty(memory, dtype, device, column_major=False)
                made[name] = arrays.examples_turned(made[name]) if by_column else made[name]
        return made

    def launch(self, tensors: Mapping[str, Any]) -> Report | None:
        """Run over the grid; None where there is nothing to write."""
        if self.writes_nothing:
            return None
        args = (*tensors.values(), *self.scalars.values())
        described = {
            name: info
            for name, info in self.passed.infos.items()
            if tensors[name] is self.passed.arrays[name]
        }
        options = {**self._options(), "described": described}
        return self.program.launch(*args, grid=self.grid(), engine=self.engine, **options)

    def _options(self) -> dict[str, Any]:
        """Return the launch options about arrays: uninitialised contents, read-only inputs."""
        options: dict[str, Any] = {"uninitialized": self.fresh} if self.fresh else {}
        inputs = list(self.declared.tensors)[: self.declared.inputs]
        only_read = tuple(name for name in inputs if name not in self.declared.mutates)
        return {**options, "read_only": only_read} if only_read else options

    def launch_batch(
        self, tensors: Mapping[str, Any], shared: AbstractSet[str], size: int, numbers: Mapping[str, Any]
    ) -> bool:
        """Run for each example in one launch; False where the kernel does not allow that.

        Args:
            tensors: All tensors; those of a batch have it in front.
            shared: Names of those that have none.
            size: Number of examples.
            numbers: Launch scalars as arrays, of a number for each example or of one for all.
        """
        if self.writes_nothing:
            return True
        tiles = self.declared.tensors
        memory = {
            name: arrays.examples_turned(array)
            if name not in shared and arrays.column_major(tiles[name])
            else array
            for name, array in tensors.items()
        }
        strides = {
            name: 0 if name in shared else arrays.describe(name, array).bytes // size
            for name, array in memory.items()
        }
        found = self.batched(
            strides, size, {name: (array.dtype.name, bool(array.shape)) for name, array in numbers.items()}
        )
        if found is None:
            return False
        program, grid = found
        args = (*memory.values(), *{**self.scalars, **numbers}.values())
        program.launch(*args, grid=grid, engine=self.engine, **self._options())
        return True

    def batched(
        self, strides: Mapping[str, int], size: int, numbers: Mapping[str, tuple[str, bool]]
    ) -> tuple[Program, Dim3] | None:
        """The program and the grid that run all examples in one launch; None if the kernel forbids it.

        Args:
            strides: Bytes from one example to the next of each tensor.
            size: Number of examples.
            numbers: Element type of each launch scalar that is an array, and whether that is one of a batch.
        """
        steps = {}
        for name, (dtype, many) in numbers.items():
            wanted = from_name(str(self.declared.scalars[name].type))
            if dtype != number_dtype(wanted):
                return None
            steps[name] = wanted.bytes * many
        if not self.repeats(numbers.keys()):
            return None
        return batching.batched(self.program, self.grid(), size, strides, steps)

    def bytes_of(self, name: str, shape: Sequence[int]) -> int:
        """The size of a tensor of this shape."""
        tile = self.declared.tensors[name]
        return 0 if tile is None else math.prod(shape) * tile.dtype.bytes

    def resolved(
        self, strides: Mapping[str, int], size: int | None, numbers: Mapping[str, tuple[str, bool]]
    ) -> graphs.Resolved:
        """Resolve the call to launches on a GPU, for one example or for each of a batch."""
        program, grid, examples = self.program, self.grid(), 1
        if size is not None or numbers:
            found = self.batched(strides, size or 1, numbers)
            if found is not None:
                program, grid = found
            elif numbers:
                raise LaunchError(
                    f"{self.declared.name}: {', '.join(numbers)} is only known on the GPU, and the kernel "
                    "cannot read it there; make it static (static_argnames of jax.jit)"
                )
            else:
                examples = size or 1
        return graphs.Resolved(
            program=program,
            geometry=program.geometry(grid=grid),
            tensors=tuple(self.declared.tensors),
            scalars=self.scalars,
            maps={param.name: (param.tensor, tensor_map(param)) for param in program.tensor_maps},
            examples=examples,
            strides=strides,
        )

    @property
    def writes_nothing(self) -> bool:
        """Whether there is nothing to do, because the written arrays have no elements."""
        return self.idle({name: info.shape for name, info in self.passed.infos.items()} | self.shapes)

    def idle(self, shapes: Mapping[str, Sequence[int]]) -> bool:
        """The same, of tensors with these shapes."""
        written = [*self.shapes, *self.declared.mutates] or list(shapes)
        return bool(written) and all(0 in shapes[name] for name in written)

    def on_jax(self) -> list[Any]:
        """Run on JAX arrays: they are immutable, so the kernel writes NumPy arrays, which are converted."""
        inputs = self.inputs
        if self.given:
            raise LaunchError(f"{self.declared.name}: JAX arrays cannot be written in place; omit out=")
        jax = arrays.adapter("jax")
        place = jax.placement(inputs)
        outputs = self.allocate()
        memory = {
            name: arrays.laid_out(arrays.host(value), self.declared.tensors[name])
            for name, value in inputs.items()
        }
        written = {name: memory[name].copy(order="K") for name in self.declared.mutates}
        self.launch({**memory, **written, **outputs})
        made: list[Any] = jax.finished([*outputs.values(), *written.values()], place)
        return made

    def grid(self) -> Dim3:
        """CTAs in each direction."""
        return grid_of(self.declared.options.grid, self.known)
