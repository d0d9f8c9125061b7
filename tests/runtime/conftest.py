"""Kernels that the tests of the runtime call, as fixtures."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pyptx import Layout, Tile, kernel, ptx, reg
from pyptx.types import PtxType, f32, u32

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.kernel import Kernel

# Programs that tests run in processes of their own.
collect_ignore = ["dtensors.py", "jax_in_shard_map.py", "jax_on_devices.py", "xla_on_cuda.py"]

THREADS = 64
SOURCE = Path(__file__).with_name("fakecuda.c")


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


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("needs a C compiler to build the fake driver")
    path = tmp_path_factory.mktemp("fakecuda") / "libfakecuda.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-o", str(path), str(SOURCE)], check=True)
    return path


@pytest.fixture
def said(library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """Return the calls of the fake driver since the last call."""
    log = tmp_path / "log"
    # A library of its own for each test: the driver is opened once per path.
    own = tmp_path / "libfakecuda.so"
    shutil.copy(library, own)
    monkeypatch.setenv("PYPTX_LIBCUDA", str(own))
    monkeypatch.setenv("FAKECUDA_LOG", str(log))
    monkeypatch.setenv("PYPTX_CACHE_DIR", str(tmp_path / "cache"))

    def look() -> list[str]:
        lines = log.read_text().splitlines() if log.exists() else []
        log.unlink(missing_ok=True)
        return lines

    return look


@pytest.fixture
def without_ptxas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyptx.runtime.driver.find_or_none", lambda name: None)
