"""Kernels that a graph calls by name: torch's compiled and exported graphs, XLA's executables."""

from __future__ import annotations

import sys
import weakref
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from pyptx.errors import LaunchError
from pyptx.record import record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pyptx.layouts.tensor_map import TensorMap
    from pyptx.program import Dim3, Program
    from pyptx.runtime.arrays import ArrayInfo

LARGE = 2**20
T = TypeVar("T")


@record(frozen=True, slots=True)
class Number:
    """A keyword argument of a kernel that is a number: a launch scalar, or the size of a dimension.

    Attributes:
        name: Its name.
        dtype: NumPy's name of its type.
        required: Whether each call must pass it.
    """

    name: str
    dtype: str
    required: bool

    @property
    def integer(self) -> bool:
        """Whether it is an integer; else a float."""
        return "int" in self.dtype


@record(frozen=True, slots=True)
class Array:
    """A tensor of a kernel.

    Attributes:
        name: Its name.
        dims: Its dimensions, names and sizes; None where any shape fits.
        column_major: Whether its first dimension is the fastest in memory.
    """

    name: str
    dims: tuple[str | int, ...] | None
    column_major: bool


@record(frozen=True, slots=True)
class Signature:
    """The inputs and outputs of a kernel in a graph.

    Attributes:
        inputs: The tensors of a call.
        outputs: The tensors it returns.
        mutates: Names of the inputs it writes to.
        numbers: Keyword arguments that are numbers.
        parallel: Dimensions that may be sharded.
    """

    inputs: tuple[Array, ...]
    outputs: tuple[Array, ...]
    mutates: tuple[str, ...]
    numbers: tuple[Number, ...]
    parallel: tuple[str, ...]

    def dims(self) -> tuple[str, ...]:
        """Names of dimensions, in order."""
        found = [dim for array in (*self.inputs, *self.outputs) for dim in array.dims or ()]
        return tuple(dict.fromkeys(dim for dim in found if isinstance(dim, str)))


@record(frozen=True, slots=True)
class Resolved:
    """A call of a kernel, resolved to launches on a GPU.

    Attributes:
        program: The program to launch.
        geometry: Grid, block, cluster and dynamic shared bytes.
        tensors: Names of the parameters that are addresses of inputs and outputs, in order.
        scalars: The other arguments, by parameter.
        maps: Tensor and map of each parameter that is a tensor map.
        examples: Number of launches; from one to the next the addresses move by `strides`.
        strides: Stride of each tensor in bytes, by name.
    """

    program: Program
    geometry: tuple[Dim3, Dim3, Dim3, int]
    tensors: tuple[str, ...]
    scalars: Mapping[str, Any]
    maps: Mapping[str, tuple[str, TensorMap]]
    examples: int
    strides: Mapping[str, int]


class Callee(Protocol):
    """A kernel as graphs call it. Options are keyword arguments of a call, ``engine`` among them.

    `batched` marks the inputs whose first dimension is a batch of `size` examples. `numbers` are the launch
    scalars that are arrays: with one number for each example, or one for all. Where only types are known,
    each is a pair: the element type, and whether it has a batch.

    Attributes:
        name: Its name.
        signature: Its inputs and outputs.
        launcher: The object that repeats its launches on torch tensors; None if there is none.
    """

    name: str
    signature: Signature
    launcher: Any

    def run(self, inputs: Sequence[Any], outputs: Sequence[Any], options: Mapping[str, Any]) -> list[Any]:
        """Run on arrays, write `outputs` or (where there are none) new ones, and return them."""

    def run_batch(
        self,
        inputs: Sequence[Any],
        batched: Sequence[bool],
        size: int,
        options: Mapping[str, Any],
        outputs: Sequence[Any] = (),
        numbers: Mapping[str, Any] = ...,
    ) -> list[Any]:
        """Run for each example of a batch: in one launch if possible, else in one launch for each."""

    def resolve(
        self,
        infos: Sequence[ArrayInfo],
        batched: Sequence[bool],
        size: int | None,
        options: Mapping[str, Any],
        numbers: Mapping[str, tuple[str, bool]],
    ) -> Resolved | None:
        """Return the launches of a call on a GPU; None if the written arrays have no elements."""

    def output_shapes(
        self, infos: Sequence[ArrayInfo], options: Mapping[str, Any]
    ) -> list[tuple[tuple[Any, ...], str]]:
        """Return shape and dtype of each output of a call that may be correct; sizes may be symbols.

        Raises:
            LaunchError: An element type or a shape does not fit, or strides where all sizes are numbers.
        """


class Kernel(Protocol):
    """A kernel that graphs find by name."""

    @property
    def callee(self) -> Callee:
        """The object that they call."""


_kernels: weakref.WeakValueDictionary[str, Kernel] = weakref.WeakValueDictionary()
_pairs: weakref.WeakValueDictionary[str, Any] = weakref.WeakValueDictionary()
_untraced: dict[Callable[..., Any], Any] = {}  # no functools.cache: the tracer warns of it


def register(key: str, kernel: Kernel) -> str:
    """Let graphs find a kernel, and return its name: `key`, numbered if a living kernel has it already."""
    return _register(_kernels, key, kernel)


def kernels() -> dict[str, Kernel]:
    """Return the kernels that this process holds, by name; the result holds them, too."""
    return dict(_kernels)


def callee(key: str) -> Callee:
    """Return the functions that graphs call for the kernel called `key`.

    Raises:
        LaunchError: This process has not defined it.
    """
    return _found(_kernels, key).callee


def register_pair(key: str, pair: Any) -> str:
    """Let graphs find a kernel that has a gradient kernel, and return its name, made as by `register`."""
    return _register(_pairs, key, pair)


def pair_called(key: str) -> Any:
    """Return the `DifferentiableKernel` called `key`.

    Raises:
        LaunchError: This process has not defined it.
    """
    return _found(_pairs, key)


def function_called(key: str) -> Any:
    """Return the kernel called `key`, with a gradient kernel or without."""
    return _pairs.get(key) or _found(_kernels, key)


def capturing() -> bool:
    """Whether torch is capturing a graph of the running Python code."""
    torch = sys.modules.get("torch")
    return torch is not None and torch.compiler.is_compiling()


def constant(function: T) -> T:
    """Make torch's tracer run the function, and write what it returns into the graph."""
    # torch.compiler.assume_constant_result does the same, but imports the whole tracer.
    vars(function)["_dynamo_marked_constant"] = True
    return function


def settled_size(size: Any) -> int:
    """Return a size as a number, which a captured graph guards: other sizes have other kernels."""
    found: int = operators().settle_symbols(size) if capturing() else int(size)
    return found


def likely_size(size: Any) -> Any:
    """Return a size by which a kernel is picked: a large one where JAX exports a graph for all sizes."""
    export = None if capturing() else sys.modules.get("jax.export")
    return LARGE if export is not None and export.is_symbolic_dim(size) else size


def untraced(function: Callable[..., T]) -> Callable[..., T]:
    """Return `function` as torch's tracer leaves it alone, also in the rest of a function it gave up on."""
    dynamo = sys.modules.get("torch._dynamo")
    if dynamo is None:
        return function
    if function not in _untraced:
        _untraced[function] = dynamo.disable(function)
    found: Callable[..., T] = _untraced[function]
    return found


def operators() -> Any:
    """Return `pyptx.runtime.operators` in a way that torch's tracer can follow."""
    # torch's tracer follows an import statement, and nothing else that imports.
    import pyptx.runtime.operators as found  # noqa: PLC0415

    return found


def _register(known: weakref.WeakValueDictionary[str, T], key: str, value: T) -> str:
    name, number = key, 1
    while name in known:
        number += 1
        name = f"{key}_{number}"
    known[name] = value
    return name


def _found(known: weakref.WeakValueDictionary[str, T], key: str) -> T:
    found = known.get(key)
    if found is None:
        raise LaunchError(
            f"the compiled graph calls the kernel {key}, which this process has not defined (or no longer "
            "holds); import the module that defines it first"
        )
    return found
