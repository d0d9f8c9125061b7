"""Kernels: a Python function traced to PTX, and called with arrays.

>>> from pyptx import Tile, ptx, reg
>>> from pyptx.kernel import kernel
>>> from pyptx.types import f32, u32
>>> @kernel(
...     in_specs=(Tile("N", f32),), out_specs=(Tile("N", f32),), grid=lambda N: -(-N // 128), block=(128,)
... )
... def scale(X, Y, *, factor=2.0):
...     px, py = ptx.global_ptrs(X, Y)
...     i = reg.from_(ptx.special.ctaid.x(), u32) * 128 + ptx.special.tid.x()
...     with ptx.if_(i < X.shape[0]):
...         x = reg.scalar(f32)
...         ptx.inst.ld.global_.f32(x, ptx.addr(px + i * 4))
...         ptx.inst.mul.f32(x, x, factor)
...         ptx.inst.st.global_.f32(ptx.addr(py + i * 4), x)
>>> scale
<kernel scale(X: Tile('N', f32)) -> Y: Tile('N', f32), factor=2.0, arch=lowest>
>>> ".entry scale" in scale.ptx(N=1000)
True

Tensors are the positional parameters of the function, inputs then outputs; keyword-only parameters are
template parameters, constants of the trace. Other Python state that the body reads (globals, closures) is
compared at each call: after a change the next call traces again.

Outputs are allocated by the call and returned: one array, or a tuple. A kernel without `out_specs` writes its
inputs in place and returns None.
"""

from pyptx.kernel.declaration import AUTO_FALLBACK
from pyptx.kernel.decorator import kernel
from pyptx.kernel.gradients import differentiable_kernel
from pyptx.kernel.kernel import Kernel
from pyptx.kernel.loaded import Entry, load_cubin, load_ptx
from pyptx.kernel.module import Module
from pyptx.kernel.options import KernelOptions
from pyptx.specs import TensorSpec, TmaDescriptorHandle

__all__ = [
    "AUTO_FALLBACK",
    "Entry",
    "Kernel",
    "KernelOptions",
    "Module",
    "TensorSpec",
    "TmaDescriptorHandle",
    "differentiable_kernel",
    "kernel",
    "load_cubin",
    "load_ptx",
]
