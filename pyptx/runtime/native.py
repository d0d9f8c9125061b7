"""The native launcher: a known signature launches without Python code.

The general path (`pyptx.runtime.launch`) checks and resolves a call; `learn` then records the result in a
launcher, and the next call of the same signature goes from the arrays to the driver in C. The extension is
part of every ordinary installation. Without it, or with a torch that cannot export its tensors to C, `plain`
does the same in Python, and ``pyptx doctor`` reports that.
"""

from __future__ import annotations

import ctypes
import functools
from typing import TYPE_CHECKING, Any

from pyptx.runtime import plain
from pyptx.runtime.arrays import describe
from pyptx.runtime.driver import driver
from pyptx.runtime.extension import MISSING, launching
from pyptx.runtime.needs import require
from pyptx.runtime.strides import tensor_map
from pyptx.runtime.values import checked_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from pyptx.layouts.tensor_map import TensorMap
    from pyptx.program import Program
    from pyptx.runtime.driver import Ready

_MOST_PARAMS, _MOST_PARAM_BYTES = 64, 4096
"""Limits of a `Bound`."""

_FORMATS = {
    "u8": "B", "u16": "H", "u32": "I", "u64": "Q", "s8": "b", "s16": "h", "s32": "i", "s64": "q",
    "f32": "f", "f64": "d", "b8": "1", "b16": "2", "b32": "4", "b64": "8",
}  # fmt: skip
"""Launch scalars that are packed in C, as `struct` writes them; calls with others take the general path."""

_FIXED, _POINTER, _WRITTEN, _STRUCTURE = "x", "*", "!", "s"
"""Other kinds of parameters of a `Bound`."""

_PLAIN = (int, str, bool, float, type(None))
"""Keyword arguments that are compared by value in C."""


def route() -> str:
    """Return how launches on torch tensors are repeated, for ``pyptx doctor``."""
    if launching is None or not _torch_is_known():
        return "in Python and ctypes"
    return f"in C, which asks torch's functions of {'C++' if ask_functions() else 'Python'}"


def launcher(name: str) -> Any | None:
    """Return an empty launcher, in C if possible; None if torch is too old.

    Args:
        name: Of the entry, for the report of a failure.
    """
    found = driver()
    refuse = functools.partial(found.refuse, "cuLaunchKernelEx", entry=name)
    if launching is not None and _torch_is_known():
        return launching.Launcher(found.addresses(), refuse, name)
    if hasattr(require("torch")._C, "_len_torch_dispatch_stack"):  # noqa: SLF001 - as torch does
        return plain.Launcher(found.addresses(), refuse, name)
    return None


def bound(
    program: Program,
    ready: Ready,
    device: tuple[int, int],
    stream: int | None,
    values: Sequence[Any] | None = None,
    result: Any = None,
    written: tuple[Any, ...] | None = None,
    writes: Collection[str] = (),
) -> Any | None:
    """Return a launch that native code makes; None where it cannot.

    Args:
        program: The program.
        ready: Its function and launch configuration.
        device: DLPack's type and the ordinal of the device of tensors that a call may pass.
        stream: The stream; None for torch's current stream at each call.
        values: The value of each parameter, where a call passes none.
        result: Result of a call.
        written: Tensors that a call without arguments writes.
        writes: Names of the parameters that a call with arguments writes to.
    """
    if MISSING or (program.tensor_maps and values is None):
        return None
    known = require("torch") is not None and _torch_is_known() if stream is None else True
    if not known:
        return None
    offsets, size = _offsets(program)
    blob = bytearray(size)
    kinds = ""
    for number, (param, offset) in enumerate(zip(program.params, offsets, strict=True)):
        if values is not None:
            blob[offset : offset + param.bytes] = checked_bytes(param, values[number])
            kinds += _FIXED
        elif param.structure:
            kinds += _STRUCTURE
        else:
            address = _WRITTEN if param.name in writes else _POINTER
            kinds += address if param.pointer else _FORMATS.get(param.type, "?")
    if "?" in kinds or len(kinds) > _MOST_PARAMS or size > _MOST_PARAM_BYTES:
        return None
    found = driver()
    return launching.Bound(
        driver=found.addresses(),
        refuse=functools.partial(found.refuse, "cuLaunchKernelEx", entry=program.entry),
        name=program.entry,
        function=ready.function,
        context=ready.context,
        grid=ready.grid,
        block=ready.block,
        smem=ready.smem,
        attributes=ready.attributes,
        kinds=kinds,
        offsets=tuple(offsets),
        sizes=tuple(param.bytes for param in program.params),
        blob=bytes(blob),
        device=device,
        stream=stream,
        result=result,
        written=written,
    )


@functools.cache
def _torch_is_known() -> bool:
    torch = require("torch")
    table = getattr(torch.Tensor, "__dlpack_c_exchange_api__", None)
    asked = torch._C  # noqa: SLF001 - where torch's own launchers ask
    modes = getattr(asked, "_len_torch_dispatch_stack", None)
    function_modes = getattr(asked, "_len_torch_function_stack", None)
    changed = getattr(asked, "_increment_version", None)
    if None in (table, modes, function_modes, changed):
        return False
    lazy = (torch.Tensor.is_neg, torch.Tensor.is_conj)
    counts = (modes, function_modes, torch.jit.is_tracing)
    forward = vars(torch.autograd.forward_ad)
    known: bool = launching.use_torch(
        table, torch.Tensor, torch.nn.Parameter, *counts, torch.is_grad_enabled, changed, *lazy, forward
    )
    if known:
        ask_functions()
    return known


_FUNCTIONS = (
    "_ZN3c104impl20TorchDispatchModeTLS9stack_lenEv",
    "_ZN2at4impl22PythonTorchFunctionTLS9stack_lenEv",
    "_ZN3c108GradMode10is_enabledEv",
    "_ZNK3c1010TensorImpl13requires_gradEv",
    "_ZN2at6native6is_negERKNS_6TensorE",
    "_ZN2at6native7is_conjERKNS_6TensorE",
    "_ZN2at6native12is_inferenceERKNS_6TensorE",
    "_ZN5torch8autograd4impl12bump_versionERKN2at6TensorE",
    "_ZN5torch3jit6tracer15getTracingStateEv",
)
"""Functions of torch that native code asks, by their names in C++; ``csrc/launch/torch.c`` has this order."""


def ask_functions() -> bool:
    """Let native code call torch's C++ functions; return False if it must call those of Python.

    It must if one of them is missing, or gives another result for a few tensors.
    """
    torch = require("torch")
    library = ctypes.PyDLL(torch._C.__file__)  # noqa: SLF001 - the library that depends on all others
    try:
        addresses = tuple(ctypes.cast(library[name], ctypes.c_void_p).value for name in _FUNCTIONS)
    except AttributeError:
        return False
    with torch.inference_mode():
        samples = [torch.zeros(2, device="cpu")]
    with torch.inference_mode(mode=False), torch.enable_grad():
        plain = torch.zeros(2, device="cpu")
        samples += [
            torch.nn.Parameter(plain),
            torch.zeros(2, device="cpu", requires_grad=True) + 1,
            torch._neg_view(plain),  # noqa: SLF001 - there is no other
            torch.zeros(2, dtype=torch.complex64, device="cpu").conj(),
            plain,
        ]
    said = tuple(
        (one, one._cdata, one.requires_grad, one.is_neg(), one.is_conj(), one.is_inference())  # noqa: SLF001
        for one in samples
    )
    if not launching.use_functions(addresses, object.__basicsize__, said):
        return False
    before = plain._version  # noqa: SLF001 - what autograd checks
    launching.written(plain)
    launching.written(samples[0])
    if plain._version == before + 1:  # noqa: SLF001
        return True
    launching.use_functions()
    return False


def learn(
    known: Any,
    program: Program,
    ready: Ready,
    inputs: Sequence[Any],
    outputs: Sequence[Any],
    scalars: Mapping[str, Any],
    words: Mapping[str, Any],
    varying: Collection[str],
    written: Collection[int] = (),
    *,
    encoded: Callable[[TensorMap, int], bytes] | None = None,
) -> bool:
    """Record a resolved call in a launcher; return False if it cannot be launched in C.

    Args:
        known: The launcher.
        program: The program.
        ready: Its function and launch configuration.
        inputs: The tensors that were passed.
        outputs: The tensors that were written, allocated by the call or passed as ``out=``.
        scalars: Value of each launch scalar, by name.
        words: The keyword arguments as they were passed.
        varying: Names of launch scalars that may change in later calls; all other keyword arguments must be
            the same.
        written: Positions of the written tensors among inputs and outputs that the call passes.
        encoded: Makes the bytes of a tensor map for an address; None if C launches no kernel with one.
    """
    offsets, size = _offsets(program)
    at_offset = dict(zip((param.name for param in program.params), offsets, strict=True))
    made_maps = {param.name: param for param in program.tensor_maps}
    names = [param.name for param in program.params if param.name not in made_maps]
    tensors = dict(zip(names, (*inputs, *outputs), strict=False))
    blob = bytearray(size)
    at, maps = {}, []
    for param, offset in zip(program.params, offsets, strict=True):
        mapped = made_maps.get(param.name)
        if mapped is not None:
            if encoded is None:
                return False
            tensor = tensors[mapped.tensor]
            made_map = tensor_map(mapped, describe(mapped.tensor, tensor))
            blob[offset : offset + param.bytes] = encoded(made_map, tensor.data_ptr())
            maps.append((list(tensors).index(mapped.tensor), offset, made_map.address, made_map.unit))
        elif param.name not in tensors:
            blob[offset : offset + param.bytes] = checked_bytes(param, scalars[param.name])
            at[param.name] = (_FORMATS.get(param.type, ""), offset)
    fixed = []
    for name, value in words.items():
        patched, offset = at[name] if name in varying else ("", 0)
        if not patched and (name in varying or type(value) not in _PLAIN):
            return False
        fixed.append((name, value, patched, offset))
    made: bool = known.remember(
        tuple(inputs),
        tuple(outputs),
        tuple(_allocation(tensor) for tensor in outputs),
        tuple(fixed),
        tuple(at_offset[name] for name in tensors),
        bytes(blob),
        tuple(offsets),
        ready.grid,
        ready.block,
        ready.smem,
        ready.attributes,
        ready.function,
        ready.context,
        tuple(maps),
        tuple(written),
    )
    return made


def _offsets(program: Program) -> tuple[list[int], int]:
    """Return the offset of each parameter in the parameter bytes, and their total size."""
    offsets, size = [], 0
    for param in program.params:
        size = -(-size // param.align) * param.align
        offsets.append(size)
        size += param.bytes
    return offsets, size


def _allocation(tensor: Any) -> tuple[Any, tuple[Any, ...], dict[str, Any], Any, tuple[Any, ...]] | None:
    """How torch makes another tensor like this one: on any device, and faster on the current one.

    None for a tensor with gaps: one that a call allocates has none.
    """
    if not describe("out", tensor).contiguous:
        return None
    torch = require("torch")
    sizes, strides = tuple(tensor.shape), tuple(tensor.stride())
    guards = getattr(torch._C._dynamo, "guards", None)  # noqa: SLF001 - what Inductor's code allocates with
    near = getattr(guards, f"_empty_strided_{tensor.device.type}", None)
    words = {"dtype": tensor.dtype, "device": tensor.device}
    return torch.empty_strided, (sizes, strides), words, near, (sizes, strides, tensor.dtype)
