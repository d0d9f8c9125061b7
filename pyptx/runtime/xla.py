"""Kernels inside XLA's executables: the call that `jax.jit` compiles, and its handlers.

A call is one ``custom_call`` of the target `TARGET` with two attributes: a text that names kernel and options
and is valid in every process, and a hash of the text. The handlers of ``csrc/launch/xla.c`` run it: the CPU's
on the simulator, CUDA's through the driver. Shapes come from the buffers, so an exported program may have
symbolic sizes.

Importing this module imports JAX.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import inspect
import json
from typing import TYPE_CHECKING, Any

from pyptx.errors import LaunchError
from pyptx.program import run_in_block
from pyptx.record import record, replace
from pyptx.runtime import extension
from pyptx.runtime.arrays import ArrayInfo, numpy_dtype
from pyptx.runtime.driver import driver
from pyptx.runtime.graphs import callee
from pyptx.runtime.needs import require
from pyptx.runtime.plain import execute
from pyptx.runtime.plan import plan_launch
from pyptx.runtime.spelling import read

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.runtime.graphs import Array, Signature
    from pyptx.runtime.plan import LaunchPlan

jax = require("jax")
numpy = require("numpy")
require("jax.custom_batching")
partitioning = require("jax.experimental.custom_partitioning")

TARGET = "pyptx_launch"

_INITIALIZE = 2
_DTYPES = {
    1: "bool", 2: "int8", 3: "int16", 4: "int32", 5: "int64", 6: "uint8", 7: "uint16", 8: "uint32",
    9: "uint64", 10: "float16", 11: "float32", 12: "float64", 15: "complex64", 16: "bfloat16",
    18: "complex128", 19: "float8_e5m2", 20: "float8_e4m3fn", 23: "float8_e4m3b11fnuz",
    24: "float8_e5m2fnuz", 25: "float8_e4m3fnuz", 28: "float8_e4m3", 29: "float8_e3m4",
    32: "float4_e2m1fn", 33: "float8_e8m0fnu",
}  # fmt: skip
"""Element types by their number in XLA."""


@record(frozen=True, slots=True)
class Call:
    """A call of a kernel, shapes aside.

    Attributes:
        kernel: Registered key of the kernel.
        words: Template arguments as text.
        numbers: Launch scalars and sizes, in order of their names.
        traced: Names of the launch scalars that are arrays of the graph; they come after the inputs.
        batched: For each input and traced scalar ``"1"`` if its first dimension is the batch, else ``"0"``;
            empty without a batch.
    """

    kernel: str
    words: str
    numbers: tuple[tuple[str, int | float], ...]
    traced: tuple[str, ...]
    batched: str = ""

    @property
    def text(self) -> str:
        """The call as its attribute in XLA."""
        fields = (self.kernel, self.words, dict(self.numbers), self.traced, self.batched)
        return json.dumps(fields, separators=(",", ":"))

    @property
    def hash(self) -> int:
        """The hash of the text, as a signed number of 64 bits."""
        return int.from_bytes(hashlib.sha256(self.text.encode()).digest()[:8], "little", signed=True)

    @property
    def options(self) -> dict[str, Any]:
        """The keyword arguments, those that are traced as 0."""
        return {**dict.fromkeys(self.traced, 0), **read(self.words), **dict(self.numbers)}


@functools.lru_cache(maxsize=1024)
def read_call(text: str) -> Call:
    """Return the call that a text is of."""
    kernel, words, numbers, traced, batched = json.loads(text)
    return Call(kernel, words, tuple(numbers.items()), tuple(traced), batched)


# In JAX's graph


def call(made: Call, arrays: Sequence[Any]) -> list[Any]:
    """Put a call into the graph that JAX traces, or run it at once.

    Args:
        made: The call.
        arrays: Its inputs, then its traced scalars.

    Returns:
        The outputs, then the new values of the inputs that the kernel writes to.
    """
    given = [jax.numpy.asarray(array) for array in arrays]
    if not any(isinstance(array, jax.core.Tracer) for array in given):
        return list(_compiled(made.text)(*given))
    axes = frozenset[Any]().union(*map(varying_axes, given))
    results = _transformed(made.text)(*[as_varying(array, axes) for array in given])
    return [as_varying(result, axes) for result in results]


def varying_axes(array: Any) -> frozenset[Any]:
    """Return the axes of the mesh along which the devices of a `jax.shard_map` have different values."""
    if not hasattr(jax, "typeof"):
        return frozenset()  # before JAX 0.6 types do not have them
    kind = jax.typeof(array)
    manual = getattr(kind, "manual_axis_type", None)
    found: frozenset[Any] = getattr(kind, "vma", frozenset()) if manual is None else manual.varying
    return found


def as_varying(array: Any, axes: frozenset[Any]) -> Any:
    """Return an array whose type has these axes among those along which it varies."""
    missing = tuple(axes - varying_axes(array))
    if not missing:
        return array
    if hasattr(jax.lax, "pcast"):
        return jax.lax.pcast(array, missing, to="varying")
    return jax.lax.pvary(array, missing)  # before JAX 0.8


@functools.lru_cache(maxsize=1024)
def _compiled(text: str) -> Any:
    return jax.jit(_transformed(text))


@functools.lru_cache(maxsize=1024)
def _transformed(text: str) -> Any:
    """The call of a text, as a function of arrays that JAX may batch and shard, and not differentiate."""
    handlers()
    made = read_call(text)

    def call(*arrays: Any) -> tuple[Any, ...]:
        return tuple(_sharded(made)(*arrays))

    def call_batch(size: int, batched: Sequence[bool], *arrays: Any) -> tuple[Any, Any]:
        batch, stacked = _batch(made, size, batched, arrays)
        results = _transformed(batch.text)(*stacked)
        if made.batched:
            results = [result.reshape(size, -1, *result.shape[1:]) for result in results]
        return tuple(results), (True,) * len(results)

    def refuse(primals: Any, tangents: Any) -> Any:
        name = callee(made.kernel).name
        raise LaunchError(
            f"{name} has no backward; give it one with pyptx.differentiable_kernel, or "
            "stop the gradient before it with jax.lax.stop_gradient"
        )

    mapped = jax.custom_batching.custom_vmap(call)
    mapped.def_vmap(call_batch)
    guarded = jax.custom_jvp(mapped)
    guarded.defjvp(refuse)
    return guarded


def _batch(made: Call, size: int, batched: Sequence[bool], arrays: Sequence[Any]) -> tuple[Call, list[Any]]:
    """The call for each example of a batch, or of a batch of batches, and its arrays."""
    signature = callee(made.kernel).signature
    inner = made.batched or "0" * len(arrays)
    stacked, mask = [], ""
    for position, array in enumerate(arrays):
        written = position < len(signature.inputs) and signature.inputs[position].name in signature.mutates
        many, several = batched[position], inner[position] == "1"
        if not (many or several or written):
            stacked.append(array)
            mask += "0"
            continue
        whole = array if many else jax.numpy.broadcast_to(array, (size, *array.shape))
        if made.batched:
            width = _examples(made, arrays, batched)
            if not several:
                whole = jax.numpy.broadcast_to(whole[:, None], (size, width, *whole.shape[1:]))
            whole = whole.reshape(size * width, *whole.shape[2:])
        stacked.append(whole)
        mask += "1"
    return replace(made, batched=mask), stacked


def _examples(made: Call, arrays: Sequence[Any], batched: Sequence[bool]) -> int:
    """The size of the batch that a call has already."""
    position = made.batched.index("1")
    size: int = arrays[position].shape[1 if batched[position] else 0]
    return size


def _sharded(made: Call) -> Any:
    """The call as the partitioner may split it: along dimensions that are parallel, and the batch."""
    signature = callee(made.kernel).signature
    if not (signature.parallel or made.batched):
        return functools.partial(_lowered, made)
    run = partitioning.custom_partitioning(functools.partial(_lowered, made))
    operands, results, fixed, sizes = _factors(made, signature)

    def spread(mesh: Any, shapes: Any, made_shapes: Any) -> tuple[Any, Any]:
        """Shardings of arguments and results; each factor has the axes that some array gives it."""
        axes: dict[str, Any] = {}
        for names, shape in zip((*operands, *results), (*shapes, *made_shapes), strict=True):
            spec = getattr(getattr(shape, "sharding", None), "spec", ())
            for name, axis in zip(names, (*spec, *(None,) * len(names)), strict=False):
                if axis is not None and name not in fixed:
                    axes.setdefault(name, axis)

        def of(names: Sequence[str]) -> Any:
            used: set[Any] = set()
            words = []
            for name in names:
                axis = axes.get(name)
                words.append(None if axis in used else axis)
                used.add(axis)
            return jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec(*words))

        return tuple(map(of, operands)), list(map(of, results))

    def partition(mesh: Any, shapes: Any, result: Any) -> Any:
        wanted, made_like = spread(mesh, shapes, result)
        return mesh, functools.partial(_lowered, made), made_like, wanted

    def infer(mesh: Any, shapes: Any, result: Any) -> Any:
        return spread(mesh, shapes, result)[1]

    rule = f"{', '.join(map(' '.join, operands))} -> {', '.join(map(' '.join, results))}"
    words = {"sharding_rule": rule, "need_replication_factors": fixed, **sizes}
    # JAX before 0.7 has no such keywords; there `partition` replicates these factors.
    known = inspect.signature(run.def_partition).parameters
    accepted = {word: value for word, value in words.items() if word in known}
    run.def_partition(partition=partition, infer_sharding_from_operands=infer, **accepted)
    return run


def _factors(
    made: Call, signature: Signature
) -> tuple[list[list[str]], list[list[str]], tuple[str, ...], dict[str, int]]:
    """Names for the dimensions of operands and results, those that must be whole, and sizes (none needed)."""
    names: dict[str | int, str] = {}
    fixed: list[str] = []

    def word(dim: str | int) -> str:
        if isinstance(dim, int):
            fixed.append(f"fixed{len(fixed)}")
            return fixed[-1]
        if dim not in names:
            names[dim] = f"dim{len(names)}"
            if dim not in signature.parallel:
                fixed.append(names[dim])
        return names[dim]

    def dims(array: Array, flag: str) -> list[str]:
        return [*(["batch"] if flag == "1" else []), *map(word, array.dims or ())]

    flags = made.batched or "0" * (len(signature.inputs) + len(made.traced))
    operands = [dims(array, flag) for array, flag in zip(signature.inputs, flags, strict=False)]
    operands += [["batch"] if flag == "1" else [] for flag in flags[len(signature.inputs) :]]
    every = "1" if made.batched else "0"
    written = [array for array in signature.inputs if array.name in signature.mutates]
    results = [dims(array, every) for array in (*signature.outputs, *written)]
    return operands, results, tuple(dict.fromkeys(fixed)), {}


def _lowered(made: Call, *arrays: Any) -> list[Any]:
    """The call as XLA sees it."""
    found = callee(made.kernel)
    signature = found.signature
    flags = made.batched or "0" * len(arrays)
    front = _front(made, arrays)
    pairs = list(zip(signature.inputs, arrays, flags, strict=False))
    infos = [
        ArrayInfo("jax", array.shape[int(flag) :], array.dtype.name, "cpu", row_major=True, column_major=True)
        for _, array, flag in pairs
    ]
    results = [
        jax.ShapeDtypeStruct((*front, *shape), numpy_dtype(dtype))
        for shape, dtype in found.output_shapes(infos, made.options)
    ]
    written = [k for k, array in enumerate(signature.inputs) if array.name in signature.mutates]
    results += [jax.ShapeDtypeStruct(arrays[k].shape, arrays[k].dtype) for k in written]
    outputs = [*signature.outputs, *(signature.inputs[k] for k in written)]
    run = jax.ffi.ffi_call(
        TARGET,
        results,
        vmap_method="sequential",
        input_layouts=[
            *(_layout(array, value.ndim) for array, value, _ in pairs),
            *(tuple(range(value.ndim)) for value in arrays[len(pairs) :]),
        ],
        output_layouts=[
            _layout(array, len(result.shape)) for array, result in zip(outputs, results, strict=True)
        ],
        input_output_aliases={k: len(signature.outputs) + at for at, k in enumerate(written)},
    )
    done: list[Any] = run(*arrays, call=made.text, hash=numpy.int64(made.hash))
    return done


def _front(made: Call, arrays: Sequence[Any]) -> tuple[Any, ...]:
    return (arrays[made.batched.index("1")].shape[0],) if made.batched else ()


def _layout(array: Array, rank: int) -> tuple[int, ...]:
    """The order of dimensions in memory, the slowest first."""
    if not array.column_major:
        return tuple(range(rank))
    batch = rank - len(array.dims or ())
    return (*range(batch), *range(rank - 1, batch - 1, -1))


@functools.cache
def handlers() -> None:
    """Register the handlers of calls with XLA.

    Raises:
        LaunchError: The native module is missing.
    """
    native = extension.launching
    if native is None:
        raise LaunchError(f"kernels inside JAX's transformations need native code: {extension.MISSING}")
    native.xla_use(_resolve, _explain)
    jax.ffi.register_ffi_target(TARGET, native.xla_handler("cpu"), platform="cpu")
    cuda = native.xla_handler("CUDA")
    jax.ffi.register_ffi_target(TARGET, {"initialize": cuda, "execute": cuda}, platform="CUDA")


# When XLA runs


@record(frozen=True, slots=True)
class Buffer:
    """Memory of XLA.

    Attributes:
        address: Address of the first byte.
        dtype: Its element type.
        shape: Its dimensions.
    """

    address: int
    dtype: str
    shape: tuple[int, ...]

    def array(self, like: Array | None) -> Any:
        """It as a NumPy array, in the order of memory of a kernel's tensor."""
        dtype = numpy_dtype(self.dtype)
        layout = _layout(like, len(self.shape)) if like is not None else tuple(range(len(self.shape)))
        memory = tuple(self.shape[k] for k in layout)
        count = dtype.itemsize
        for size in memory:
            count *= size
        if count == 0:
            return numpy.empty(self.shape, dtype)
        bytes_at = (ctypes.c_char * count).from_address(self.address)
        return numpy.frombuffer(bytes_at, dtype).reshape(memory).transpose(numpy.argsort(layout))


def _resolve(
    platform: str,
    text: str,
    described: Sequence[tuple[int, int, tuple[int, ...]]],
    inputs: int,
    stream: int,
    stage: int,
) -> str | None:
    """Run a call that the handlers have no plan for, and make the plan; return the error."""
    try:
        made = read_call(text)
        buffers = [Buffer(address, _DTYPES[dtype], shape) for address, dtype, shape in described]
        given, results = buffers[:inputs], buffers[inputs:]
        if platform == "cpu":
            run_in_block(_on_cpu, made, given, results)
        else:
            _on_cuda(made, given, results, stream, only_prepare=stage == _INITIALIZE)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


def _explain(function: str, status: int) -> str:
    try:
        driver().refuse(function, status)
    except LaunchError as error:
        return f"LaunchError: {error}"


def _tensors(signature: Signature, given: list[Any], results: list[Any]) -> tuple[list[Any], list[Any]]:
    """Inputs and outputs of a kernel: XLA expects the new value of an input that it writes in that input."""
    outputs = results[: len(signature.outputs)]
    new = iter(results[len(signature.outputs) :])
    inputs = [
        next(new) if array.name in signature.mutates else value
        for array, value in zip(signature.inputs, given, strict=False)
    ]
    return inputs, outputs


def _on_cpu(made: Call, given: list[Buffer], results: list[Buffer]) -> None:
    found = callee(made.kernel)
    signature = found.signature
    inputs, outputs = _tensors(signature, given, results)
    tensors = [
        buffer.array(array)
        for array, buffer in zip((*signature.inputs, *signature.outputs), (*inputs, *outputs), strict=True)
    ]
    split = len(inputs)
    numbers = dict(zip(made.traced, (buffer.array(None) for buffer in given[split:]), strict=True))
    if not made.batched:
        options = {**made.options, **{name: value.item() for name, value in numbers.items()}}
        found.run(tensors[:split], tensors[split:], options)
        return
    flags = [flag == "1" for flag in made.batched]
    size = given[made.batched.index("1")].shape[0]
    if size:
        found.run_batch(
            tensors[:split], flags[:split], size, made.options, outputs=tensors[split:], numbers=numbers
        )


def _on_cuda(
    made: Call, given: list[Buffer], results: list[Buffer], stream: int, *, only_prepare: bool
) -> None:
    found = callee(made.kernel)
    inputs, outputs = _tensors(found.signature, given, results)
    ordinal = driver().current_device()
    flags = made.batched or "0" * len(given)
    infos = [
        ArrayInfo(
            framework="jax",
            shape=buffer.shape[int(flag) :],
            dtype=buffer.dtype,
            device=f"cuda:{ordinal}",
            row_major=True,
            column_major=True,
            address=buffer.address,
        )
        for buffer, flag in zip(inputs, flags, strict=False)
    ]
    size = given[made.batched.index("1")].shape[0] if made.batched else None
    numbers = {
        name: (buffer.dtype, flag == "1")
        for name, buffer, flag in zip(made.traced, given[len(inputs) :], flags[len(inputs) :], strict=True)
    }
    batched = [flag == "1" for flag in flags[: len(inputs)]]
    resolved = found.resolve(infos, batched, size, made.options, numbers)
    if resolved is None:
        return
    found_driver, split = driver(), len(inputs)
    tensors = dict(zip(resolved.tensors, (*inputs, *outputs), strict=True))
    tensors.update(zip(made.traced, given[split:], strict=True))
    with found_driver.current(ordinal):
        ready = found_driver.ready(resolved.program, *resolved.geometry, ordinal, stream)
        for example in range(resolved.examples):
            addresses = {
                name: buffer.address + example * resolved.strides.get(name, 0)
                for name, buffer in tensors.items()
            }
            maps = {
                name: described.of(addresses[tensor]) for name, (tensor, described) in resolved.maps.items()
            }
            values = {**resolved.scalars, **addresses, **maps}
            plan = plan_launch(resolved.program, ready, values, list(tensors), found_driver.tensor_map)
            if resolved.examples == 1:
                _remember(made, plan, (*given, *results), list(tensors.values()))
            if not only_prepare:
                execute(found_driver, plan, stream, resolved.program.entry)


def _remember(made: Call, plan: LaunchPlan, buffers: Sequence[Buffer], arrays: Sequence[Buffer]) -> None:
    """Let the handler repeat the call without Python."""
    functions = driver().addresses()
    if plan.maps and not functions[-1]:
        return  # a driver before CUDA 12.0 cannot move tensor maps
    place = {id(buffer): k for k, buffer in enumerate(buffers)}
    shape = tuple(number for buffer in buffers for number in (len(buffer.shape), *buffer.shape))
    sources = tuple(place[id(buffer)] for buffer in arrays)
    # A plan that native code has no room for is not kept, and each call goes through Python.
    extension.launching.xla_remember(functions, made.hash, shape, sources, plan)
