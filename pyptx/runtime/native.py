"""The native launcher: signatures that were launched once launch again without Python on the way.

The general path (`pyptx.runtime.launch`) checks and resolves a call; `learn` then tells a launcher what came
of it, and the next call of the same signature goes from the arrays to the driver in C. The extension is part
of every ordinary installation; where it is missing, or torch is too old to lend its tensors to C, every call
takes the general path, and ``pyptx doctor`` says so.
"""

from __future__ import annotations

import functools
import importlib
from typing import TYPE_CHECKING, Any

from pyptx.runtime.driver import driver
from pyptx.runtime.needs import require
from pyptx.runtime.values import pack

_native: Any = None
MISSING = ""
try:
    _native = importlib.import_module("pyptx._native")
except ImportError as error:
    MISSING = f"pyptx._native cannot be imported ({error}); reinstall pyptx where there is a C compiler"

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from pyptx.program import Program
    from pyptx.runtime.driver import Ready

_FORMATS = {
    "u8": "B", "u16": "H", "u32": "I", "u64": "Q", "s8": "b", "s16": "h", "s32": "i", "s64": "q",
    "f32": "f", "f64": "d",
}  # fmt: skip
"""Launch scalars that are packed in C, as `struct` writes them; calls with others take the general path."""

_PLAIN = (int, str, bool, float, type(None))
"""Keyword arguments that are compared by value in C."""


def extension() -> Any | None:
    """Return the native module; None where it is missing."""
    return None if MISSING else _native


def launcher() -> Any | None:
    """Return a launcher that knows no signature yet; None where native code cannot launch."""
    if MISSING or not _torch_is_known():
        return None
    found = driver()
    return _native.Launcher(found.addresses(), functools.partial(found.refuse, "cuLaunchKernelEx"))


@functools.cache
def _torch_is_known() -> bool:
    torch = require("torch", extra="torch")
    table = getattr(torch.Tensor, "__dlpack_c_exchange_api__", None)
    asked = torch._C  # noqa: SLF001 - where torch's own launchers ask
    modes = getattr(asked, "_len_torch_dispatch_stack", None)
    changed = getattr(asked, "_increment_version", None)
    if table is None or modes is None or changed is None:
        return False
    lazy = (torch.Tensor.is_neg, torch.Tensor.is_conj)
    known: bool = _native.use_torch(
        table, torch.Tensor, torch.nn.Parameter, modes, torch.is_grad_enabled, changed, *lazy
    )
    return known


def learn(
    known: Any,
    program: Program,
    ready: Ready,
    inputs: Sequence[Any],
    outputs: Sequence[Any],
    scalars: Mapping[str, Any],
    words: Mapping[str, Any],
    varying: Collection[str],
) -> bool:
    """Tell a launcher what a call was resolved to; False where it cannot be launched in C.

    Args:
        known: The launcher.
        program: What ran.
        ready: Its function and launch configuration.
        inputs: The tensors that were passed.
        outputs: The tensors that were written, allocated by the call or passed as ``out=``.
        scalars: Value of each launch scalar, by name.
        words: The keyword arguments as they were passed.
        varying: Names of launch scalars that a later call may give another value; all other keyword
            arguments must be passed again with the same.
    """
    if program.tensor_maps:  # each call's addresses are in them
        return False
    offsets, size = [], 0
    for param in program.params:
        size = -(-size // param.align) * param.align
        offsets.append(size)
        size += param.bytes
    count = len(inputs) + len(outputs)
    blob = bytearray(size)
    at = {}
    for param, offset in zip(program.params[count:], offsets[count:], strict=True):
        blob[offset : offset + param.bytes] = pack(param, scalars[param.name])
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
        tuple(offsets[:count]),
        bytes(blob),
        tuple(offsets),
        ready.grid,
        ready.block,
        ready.smem,
        ready.attributes,
        ready.function,
        ready.context,
    )
    return made


def _allocation(tensor: Any) -> tuple[Any, tuple[Any, ...], dict[str, Any]]:
    """How torch makes another tensor like this one."""
    torch = require("torch", extra="torch")
    sizes, strides = tuple(tensor.shape), tuple(tensor.stride())
    return torch.empty_strided, (sizes, strides), {"dtype": tensor.dtype, "device": tensor.device}
