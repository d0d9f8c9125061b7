"""Kernels that a graph calls by name: torch's compiled and exported graphs, XLA's executables."""

from __future__ import annotations

import itertools
import sys
import threading
import weakref
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

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


class Named(Protocol):
    """An object that graphs call by name: a kernel, or a kernel with its gradient kernel."""

    def graph_name(self) -> str:
        """Return its name: a digest of its content, and the same in every process; new if that changed."""


class Kernel(Named, Protocol):
    """A kernel that graphs find by name."""

    @property
    def callee(self) -> Callee:
        """The object that they call."""


N = TypeVar("N", bound=Named)


class Registry(Generic[N]):
    """The objects that graphs call by name. The registry keeps none of them alive.

    Objects with one name do the same. When one of them changes, the name represents the others only. A name
    that only one object ever had always represents that object, because the values that a kernel reads may
    change between calls of a graph.
    """

    def __init__(self) -> None:
        self._numbered: weakref.WeakValueDictionary[str, N] = weakref.WeakValueDictionary()
        self._numbers = itertools.count()
        self._owners: dict[str, list[weakref.ref[N]]] = {}
        self._lock = threading.RLock()

    def add(self, value: N) -> str:
        """Add an object, and return its number in this process."""
        number = str(next(self._numbers))
        self._numbered[number] = value
        return number

    def objects(self) -> dict[str, N]:
        """Return the objects by their numbers; the result keeps them alive."""
        return dict(self._numbered)

    def numbered(self, number: str) -> N | None:
        """Return the object with a number, if it exists."""
        return self._numbered.get(number)

    def name(self, value: N) -> str:
        """Return the name of an object, which finds it from now on."""
        name = value.graph_name()
        with self._lock:
            owners = self._owners.setdefault(name, [])
            if not any(owner() is value for owner in owners):
                owners.append(weakref.ref(value))
        return name

    def find(self, name: str) -> N | None:
        """Return the object of a name; None if there is none."""
        found = self._living(name)
        if found is None:
            for value in self.objects().values():
                self.name(value)
            found = self._living(name)
        return found

    def _living(self, name: str) -> N | None:
        owners = self._owners.get(name, ())
        for owner in owners:
            value = owner()
            if value is not None and (len(owners) == 1 or value.graph_name() == name):
                return value
        return None


kernels: Registry[Kernel] = Registry()
pairs: Registry[Any] = Registry()
_untraced: dict[Callable[..., Any], Any] = {}  # no functools.cache: the tracer warns of it


def name_of(number: str) -> str:
    """Return the name of the kernel with a number.

    Raises:
        LaunchError: It does not exist any more.
    """
    return _name_of(kernels, number)


def name_of_pair(number: str) -> str:
    """Return the name of the pair with a number, as `name_of`.

    Raises:
        LaunchError: It does not exist any more.
    """
    return _name_of(pairs, number)


def callee(name: str) -> Callee:
    """Return the functions that graphs call for the kernel with a name.

    Raises:
        LaunchError: This process has not defined it.
    """
    return _found(kernels, name).callee


def pair_called(name: str) -> Any:
    """Return the `DifferentiableKernel` with a name.

    Raises:
        LaunchError: This process has not defined it.
    """
    return _found(pairs, name)


def capturing() -> bool:
    """Whether torch is capturing a graph of the running Python code."""
    torch = sys.modules.get("torch")
    return torch is not None and torch.compiler.is_compiling()


def constant(function: T) -> T:
    """Make torch's tracer run the function, and write its result into the graph."""
    # torch.compiler.assume_constant_result does the same, but imports the whole tracer.
    vars(function)["_dynamo_marked_constant"] = True
    return function


def settled_size(size: Any) -> int:
    """Return a size as a number, which a captured graph guards: other sizes have other kernels."""
    found: int = operators().settle_symbols(size) if capturing() else int(size)
    return found


def likely_size(size: Any) -> Any:
    """Return the size that picks a kernel: a large one if a graph is exported for all sizes."""
    if capturing():
        compiler = sys.modules["torch"].compiler
        exporting = hasattr(compiler, "is_exporting") and compiler.is_exporting()
        return LARGE if exporting and operators().is_symbol(size) else size
    export = sys.modules.get("jax.export")
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


def _name_of(known: Registry[N], number: str) -> str:
    value = known.numbered(number)
    if value is None:
        raise LaunchError(
            "the graph calls a kernel that this process no longer holds: keep the kernel in a variable"
        )
    return known.name(value)


def _found(known: Registry[N], name: str) -> N:
    found = known.find(name)
    if found is None:
        raise LaunchError(
            f"the compiled graph calls the kernel {name}, which this process has not defined (or no longer "
            "holds); import the module that defines it first"
        )
    return found
