"""The documented names of `pyptx.jax_support`: kernels take arrays of JAX by themselves.

>>> shim_is_available() == (shim_load_error() is None)
True
"""

from __future__ import annotations

from typing import NoReturn

from pyptx.runtime import extension

__all__ = ["shim_is_available", "shim_load_error"]


def shim_is_available() -> bool:
    """Whether the native module with the handlers of XLA's FFI is loaded."""
    return extension.launching is not None


def shim_load_error() -> str | None:
    """Return why the native module is not loaded; None where it is."""
    return extension.MISSING or None


_INSTEAD = {
    "CubinRecord": "k.compiled(…) is what ptxas makes of a kernel",
    "CubinRegistry": "k.compiled(…) is what ptxas makes of a kernel",
    "get_cubin_registry": "k.compiled(…) is what ptxas makes of a kernel",
    "compile_ptx_to_cubin": "pyptx.load_ptx(text) is a kernel that launches",
    "register_launch_config": "grid=, block= and cluster= of @kernel, or k.launch(grid=…), say them",
    "add_scalar_param_to_shim": "raw_params= of @kernel declares launch scalars",
    "synthesize_tma_descriptor": "A.tma_desc() in the kernel makes the map of its tensor",
    "synthesize_tma_descriptor_3d": "A.tma_desc() of a Tile with tma_rank=3",
    "add_tma_spec_to_shim": "A.tma_desc() in the kernel is filled by each launch",
    "set_mock_ffi_callback": "kernels on CPU arrays run on the simulator",
    "ensure_ffi_registered": "the first call under jax.jit registers the handlers",
    "call_kernel_via_ffi": "call the kernel, k(x, y), also under jax.jit",
}
"""Replacements of the functions on handles; kernels have no handles here."""


def __getattr__(name: str) -> NoReturn:
    if name in _INSTEAD:
        raise AttributeError(
            f"pyptx.jax_support.{name} works on handles, and kernels have none: {_INSTEAD[name]}"
        )
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
