"""Functions of floating-point numbers."""

import numpy as np

from pyptx import Tile, kernel, ptx, reg
from pyptx.kernel import TensorSpec
from pyptx.types import f32, pred, u32
from reference.shown import shows


@shows("rcp", "sqrt", "rsqrt")
@kernel(in_specs=(Tile(3, f32),), out_specs=(Tile(3, 4, f32),), block=3, arch="sm_80")
def roots(X: TensorSpec, Y: TensorSpec) -> None:
    """Reciprocal, root and reciprocal root: `.rn` rounds right, `.approx` may be off in the last bits.

    >>> roots(np.float32([1, 4, 0.25]))
    array([[1.  , 1.  , 1.  , 1.  ],
           [0.25, 2.  , 0.5 , 2.  ],
           [4.  , 0.5 , 2.  , 0.5 ]], dtype=float32)
    """
    px, py = ptx.global_ptrs(X, Y)
    thread = reg.from_(ptx.special.tid.x(), u32)
    x, y = reg.scalar(f32), reg.array(f32, 4)
    ptx.inst.ld.global_.f32(x, ptx.addr(px, thread * 4))
    ptx.inst.rcp.rn.f32(y[0], x)
    ptx.inst.sqrt.rn.f32(y[1], x)
    ptx.inst.rsqrt.approx.ftz.f32(y[2], x)
    ptx.inst.sqrt.approx.f32(y[3], x)
    ptx.inst.st.global_.v4.f32(ptx.addr(py, thread * 16), y)


@shows("sin", "cos")
@kernel(in_specs=(Tile(2, f32),), out_specs=(Tile(2, 2, f32),), block=2, arch="sm_80")
def polar(X: TensorSpec, Y: TensorSpec) -> None:
    """The point at an angle, in radians, on a circle of radius 1.

    >>> polar(np.float32([0, np.pi / 2])).round(6)
    array([[ 1.,  0.],
           [-0.,  1.]], dtype=float32)
    """
    px, py = ptx.global_ptrs(X, Y)
    thread = reg.from_(ptx.special.tid.x(), u32)
    angle, x, y = reg.scalar(f32), reg.scalar(f32), reg.scalar(f32)
    ptx.inst.ld.global_.f32(angle, ptx.addr(px, thread * 4))
    ptx.inst.cos.approx.f32(x, angle)
    ptx.inst.sin.approx.f32(y, angle)
    ptx.inst.st.global_.v2.f32(ptx.addr(py, thread * 8), [x, y])


@shows("ex2", "lg2")
@kernel(in_specs=(Tile(4, f32),), out_specs=(Tile(4, f32),), block=4, arch="sm_80")
def gamma(X: TensorSpec, Y: TensorSpec) -> None:
    """`x ** 2.2` as 2 to the power of `2.2 * lg2(x)`: every other base goes through base 2.

    >>> gamma(np.float32([0, 0.5, 1, 2])).round(4)
    array([0.    , 0.2176, 1.    , 4.5948], dtype=float32)
    """
    px, py = ptx.global_ptrs(X, Y)
    offset = reg.from_(ptx.special.tid.x(), u32) * 4
    x = reg.scalar(f32)
    ptx.inst.ld.global_.f32(x, ptx.addr(px, offset))
    ptx.inst.lg2.approx.f32(x, x)
    ptx.inst.mul.f32(x, x, 2.2)
    ptx.inst.ex2.approx.f32(x, x)
    ptx.inst.st.global_.f32(ptx.addr(py, offset), x)


@shows("tanh")
@kernel(in_specs=(Tile(3, f32),), out_specs=(Tile(3, f32),), block=3, arch="sm_80")
def gelu(X: TensorSpec, Y: TensorSpec) -> None:
    """The activation GELU in its usual approximation by a hyperbolic tangent.

    >>> gelu(np.float32([-1, 0, 2])).round(3)
    array([-0.159,  0.   ,  1.955], dtype=float32)
    """
    px, py = ptx.global_ptrs(X, Y)
    offset = reg.from_(ptx.special.tid.x(), u32) * 4
    x, inner = reg.scalar(f32), reg.scalar(f32)
    ptx.inst.ld.global_.f32(x, ptx.addr(px, offset))
    ptx.inst.fma.rn.f32(inner, x * x, 0.044715, 1.0)
    ptx.inst.mul.f32(inner, inner, x * 0.7978846)
    ptx.inst.tanh.approx.f32(inner, inner)
    ptx.inst.fma.rn.f32(inner, inner, 0.5, 0.5)
    ptx.inst.st.global_.f32(ptx.addr(py, offset), x * inner)


@shows("testp", "copysign")
@kernel(in_specs=(Tile(4, f32),), out_specs=(Tile(4, f32),), block=4, arch="sm_80")
def replace_infinities(X: TensorSpec, Y: TensorSpec) -> None:
    """Infinities become the largest number of the same sign; all else stays.

    `copysign` gives the sign of its first source to the magnitude of its second.

    >>> replace_infinities(np.float32([1.5, np.inf, -np.inf, -0.0]))
    array([ 1.5000000e+00,  3.4028235e+38, -3.4028235e+38, -0.0000000e+00],
          dtype=float32)
    """
    px, py = ptx.global_ptrs(X, Y)
    offset = reg.from_(ptx.special.tid.x(), u32) * 4
    x, infinite = reg.scalar(f32), reg.scalar(pred)
    ptx.inst.ld.global_.f32(x, ptx.addr(px, offset))
    ptx.inst.testp.infinite.f32(infinite, x)
    ptx.inst.copysign.f32(x, x, 3.4028234663852886e38, pred=infinite)
    ptx.inst.st.global_.f32(ptx.addr(py, offset), x)
