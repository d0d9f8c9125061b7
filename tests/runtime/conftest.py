"""Kernels that the tests of the runtime call, as fixtures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pyptx import Layout, Tile, kernel, ptx, reg
from pyptx.types import PtxType, f32, u32

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.kernel import Kernel

THREADS = 64


def thread() -> Any:
    return reg.from_(ptx.special.ctaid.x(), u32) * THREADS + ptx.special.tid.x()


@pytest.fixture(scope="session")
def axpy() -> Kernel:
    """``Z = alpha * X + Y``, or twice that."""

    @kernel(
        in_specs=(Tile("N", f32), Tile("N", f32)),
        out_specs=(Tile("N", f32),),
        grid=lambda N: -(-N // THREADS),
        block=(THREADS,),
        raw_params=[("f32", "alpha")],
    )
    def axpy(X: Any, Y: Any, Z: Any, *, twice: bool = False) -> None:
        i = thread()
        alpha = ptx.param(f32, "alpha")
        with ptx.if_(i < X.shape[0]):
            px, py, pz = (pointer + i * 4 for pointer in ptx.global_ptrs(X, Y, Z))
            x, y = reg.scalar(f32), reg.scalar(f32)
            ptx.inst.ld.global_.f32(x, ptx.addr(px))
            ptx.inst.ld.global_.f32(y, ptx.addr(py))
            ptx.inst.fma.rn.f32(x, x, alpha, y)
            if twice:
                ptx.inst.add.f32(x, x, x)
            ptx.inst.st.global_.f32(ptx.addr(pz), x)

    return axpy


@pytest.fixture(scope="session")
def negate() -> Kernel:
    """``X = -X``, in place."""

    @kernel(in_specs=(Tile("N", f32),), grid=lambda N: -(-N // THREADS), block=(THREADS,))
    def negate(X: Any) -> None:
        i = thread()
        with ptx.if_(i < X.shape[0]):
            (px,) = ptx.global_ptrs(X)
            x = reg.scalar(f32)
            ptx.inst.ld.global_.f32(x, ptx.addr(px + i * 4))
            ptx.inst.neg.f32(x, x)
            ptx.inst.st.global_.f32(ptx.addr(px + i * 4), x)

    return negate


@pytest.fixture(scope="session")
def count() -> Kernel:
    """``Y[i] = i``, of no input."""

    @kernel(out_specs=(Tile("N", u32),), grid=lambda N: -(-N // THREADS), block=(THREADS,))
    def count(Y: Any) -> None:
        i = thread()
        with ptx.if_(i < Y.shape[0]):
            (py,) = ptx.global_ptrs(Y)
            ptx.inst.st.global_.u32(ptx.addr(py + i * 4), i)

    return count


@pytest.fixture(scope="session")
def copy() -> Callable[..., Kernel]:
    """A builder of kernels that copy the bytes of a matrix as they lie."""

    def build(dtype: PtxType, layout: Layout = Layout.ROW) -> Kernel:
        @kernel(
            in_specs=(Tile("M", "N", dtype, layout),),
            out_specs=(Tile("M", "N", dtype, layout),),
            grid=lambda M, N: M * N * dtype.bytes,
        )
        def copied(X: Any, Y: Any) -> None:
            px, py = ptx.global_ptrs(X, Y)
            i = reg.from_(ptx.special.ctaid.x(), u32)
            byte = reg.scalar(u32)
            ptx.inst.ld.global_.u8(byte, ptx.addr(px + i))
            ptx.inst.st.global_.u8(ptx.addr(py + i), byte)

        return copied

    return build
