"""The native launcher: a known signature launches without Python code.

The general path (`pyptx.runtime.launch`) checks and resolves a call; `learn` then records the result in a
launcher, and the next call of the same signature goes from the arrays to the driver in C. The extension is
part of every ordinary installation. Without it, or with a torch that cannot export its tensors to C, `plain`
does the same in Python, and ``pyptx doctor`` reports that.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from pyptx.record import replace
from pyptx.runtime import plain
from pyptx.runtime.alignment import units
from pyptx.runtime.arrays import describe
from pyptx.runtime.driver import driver
from pyptx.runtime.extension import MISSING, launching
from pyptx.runtime.needs import require
from pyptx.runtime.plan import Allocation, Word
from pyptx.runtime.torch_functions import find_functions

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from pyptx.program import Param, Program
    from pyptx.runtime.plan import LaunchPlan

_MOST_PARAMS, _MOST_PARAM_BYTES = 128, 4096
"""Limits of a plan in native code."""

_FORMATS = {
    "u8": "B", "u16": "H", "u32": "I", "u64": "Q", "s8": "b", "s16": "h", "s32": "i", "s64": "q",
    "f32": "f", "f64": "d", "b8": "1", "b16": "2", "b32": "4", "b64": "8",
}  # fmt: skip
"""Launch scalars that are packed in C, as `struct` writes them; calls with others take the general path."""

_FIXED, _POINTER, _WRITTEN, _STRUCTURE = "x", "*", "!", "s"
"""Other kinds of parameters of an `AddressLaunch`."""

_PLAIN = (int, str, bool, float, type(None))
"""Keyword arguments that are compared by value in C."""


def route() -> str:
    """Return the path of repeated launches on torch tensors, for ``pyptx doctor``."""
    if launching is None or not supports_torch():
        return "through Python and ctypes"
    return f"through C and torch's {'C++' if find_functions() else 'Python'} functions"


def launcher(name: str) -> Any | None:
    """Return an empty launcher, in C if possible; None if torch is too old.

    Args:
        name: Name of the entry, for the report of a failure.
    """
    found = driver()
    refuse = functools.partial(found.refuse, "cuLaunchKernelEx", entry=name)
    if launching is not None and supports_torch():
        return launching.Launcher(found.addresses(), refuse, name)
    if hasattr(require("torch")._C, "_len_torch_dispatch_stack"):  # noqa: SLF001 - as torch does
        return plain.Launcher(found.addresses(), refuse, name)
    return None


def address_launch(
    program: Program,
    plan: LaunchPlan,
    device: tuple[int, int],
    stream: int | None,
    writes: Collection[str] | None = None,
    result: Any = None,
    written: tuple[Any, ...] | None = None,
) -> Any | None:
    """Return a launch that native code repeats; None where it cannot.

    Args:
        program: The program.
        plan: A launch of it.
        device: DLPack's type and the ordinal of the device of tensors that a call may pass.
        stream: The stream; None for torch's current stream at each call. As for calls that pass or write
            tensors, `supports_torch` must hold then.
        writes: Names of the parameters that a call with arguments writes to; None if calls have none, and
            repeat the plan with its parameters.
        result: Result of a call.
        written: Tensors that a call without arguments writes.
    """
    if MISSING or (program.tensor_maps and writes is not None):
        return None
    kinds = _FIXED * len(program.params)
    if writes is not None:
        kinds = "".join(_kind(param, written=param.name in writes) for param in program.params)
    if "?" in kinds or len(kinds) > _MOST_PARAMS or len(plan.blob) > _MOST_PARAM_BYTES:
        return None
    found, wanted = driver(), units(program)
    return launching.AddressLaunch(
        driver=found.addresses(),
        refuse=functools.partial(found.refuse, "cuLaunchKernelEx", entry=program.entry),
        name=program.entry,
        plan=replace(plan, addresses=(), maps=()),
        kinds=kinds,
        units=tuple(wanted.get(param.name, 1) if param.pointer else param.bytes for param in program.params),
        device=device,
        stream=stream,
        result=result,
        written=written,
    )


def _kind(param: Param, *, written: bool) -> str:
    """The kind of a parameter of an `AddressLaunch`; ``?`` for one that native code cannot pack."""
    if param.structure:
        return _STRUCTURE
    if param.pointer:
        return _WRITTEN if written else _POINTER
    return _FORMATS.get(param.type, "?")


@functools.cache
def supports_torch() -> bool:
    """Whether native code can use the tensors of this torch; prepares it for them."""
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
        find_functions()
    return known


def learn(
    known: Any,
    program: Program,
    plan: LaunchPlan,
    inputs: Sequence[Any],
    outputs: Sequence[Any],
    words: Mapping[str, Any],
    varying: Collection[str],
    written: Collection[int] = (),
) -> bool:
    """Record a launch in a launcher; return False if it cannot be repeated there.

    Args:
        known: The launcher.
        program: The program.
        plan: The launch, with the addresses of inputs and outputs left open.
        inputs: The tensors that were passed.
        outputs: The tensors that were written, allocated by the call or passed as ``out=``.
        words: The keyword arguments as they were passed.
        varying: Names of launch scalars that may change in later calls; all other keyword arguments must be
            the same.
        written: Positions of the written tensors among inputs and outputs that the call passes.
    """
    if not (inputs or outputs):
        return False
    params = {param.name: (param, at) for param, at in zip(program.params, plan.offsets, strict=True)}
    fixed = []
    for name, value in words.items():
        if name not in varying:
            if type(value) not in _PLAIN:
                return False
            fixed.append(Word(name, value, "", 0))
            continue
        param, offset = params[name]
        if param.type not in _FORMATS:
            return False
        fixed.append(Word(name, value, _FORMATS[param.type], offset))
    plan = replace(
        plan,
        words=tuple(fixed),
        outputs=tuple(_allocation(tensor) for tensor in outputs),
        written=tuple(written),
    )
    made: bool = known.remember(tuple(inputs), tuple(outputs), plan)
    return made


def _allocation(tensor: Any) -> Allocation | None:
    """Return torch's call that makes a tensor like this one; None for a tensor with gaps."""
    if not describe("out", tensor).contiguous:
        return None
    torch = require("torch")
    sizes, strides = tuple(tensor.shape), tuple(tensor.stride())
    guards = getattr(torch._C._dynamo, "guards", None)  # noqa: SLF001 - what Inductor's code allocates with
    near = getattr(guards, f"_empty_strided_{tensor.device.type}", None)
    words = {"dtype": tensor.dtype, "device": tensor.device}
    return Allocation(torch.empty_strided, (sizes, strides), words, near, (sizes, strides, tensor.dtype))
