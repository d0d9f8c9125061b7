"""Both engines count the same: examples of three generations, and random accesses."""

from __future__ import annotations

import random
from functools import wraps
from pathlib import Path
from runpy import run_path
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np
import pytest

from pyptx import sim
from pyptx.errors import LaunchError
from pyptx.program import from_ptx
from pyptx.sim import simulate
from pyptx.sim.native import MISSING
from tests.sim.conftest import counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.sim.profile import Profile

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def bf16(*shape: int) -> np.ndarray:
    return np.random.default_rng(sum(shape)).uniform(-1, 1, shape).astype(ml_dtypes.bfloat16)


def f32(*shape: int) -> np.ndarray:
    return np.random.default_rng(sum(shape)).standard_normal(shape, dtype=np.float32)


GEMM = (100, 64, 72)
KERNELS: dict[str, tuple[str, str, tuple[int, ...], Callable[[], tuple[np.ndarray, ...]]]] = {
    "sum of vectors": ("ampere/vector_add.py", "build_vector_add", (255,), lambda: (f32(255), f32(255) + 1)),
    "ampere, ldmatrix": ("ampere/gemm.py", "build_gemm", (64, 64, 64), lambda: (bf16(64, 64), bf16(64, 64))),
    "ampere, cp.async": (
        "ampere/gemm_pipelined.py", "build_gemm_pipelined", (70, 51, 48),
        lambda: (bf16(70, 48), bf16(51, 48))),
    "hopper": ("hopper/gemm.py", "build_gemm", GEMM, lambda: (bf16(100, 72), bf16(64, 72))),
    "hopper, stores of tensors": (
        "hopper/gemm_tma_store.py", "build_gemm_tma_store", GEMM, lambda: (bf16(100, 72), bf16(64, 72))),
    "blackwell": (
        "blackwell/gemm_highperf_blackwell.py", "build_gemm", (128, 64, 72),
        lambda: (bf16(128, 72), bf16(64, 72))),
}  # fmt: skip


def profiles(kernel: Any, inputs: tuple[np.ndarray, ...], monkeypatch: pytest.MonkeyPatch) -> list[Profile]:
    """The profiles of a call on the native engine, and on the reference engine."""
    found: list[Profile] = []

    @wraps(simulate)
    def launched(*args: Any, **options: Any) -> Any:
        native = not found
        report = simulate(*args, **{**options, "native": native, "profile": True})
        assert report.engine == ("native" if native else "numpy")
        assert report.profile is not None
        found.append(report.profile)
        return report

    monkeypatch.setattr(sim, "simulate", launched)
    for _ in range(2):
        kernel(*inputs)
    return found


@pytest.mark.parametrize("name", KERNELS)
def test_examples_count_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path, builder, sizes, inputs = KERNELS[name]
    kernel = run_path(str(EXAMPLES / path))[builder](*sizes)
    native, reference = profiles(kernel, inputs(), monkeypatch)
    polls = any(line.polls for line in (*native.lines, *reference.lines))
    assert counted(native, polls=polls) == counted(reference, polls=polls)
    assert native.traffic == reference.traffic
    assert native.traffic["global"].read > 0


SPACES = {"global": "%rd1", "shared": "%rd2", "local": "%rd3"}
TYPES = {1: "u8", 2: "u16", 4: "u32", 8: "u64", 16: "v2.u64", 32: "v4.u64"}


def random_access(rng: random.Random) -> str:
    space, size = rng.choice(list(SPACES)), rng.choice(list(TYPES))
    if size == 32 and space != "global":
        size = 16
    type_, parts = TYPES[size], max(size // 8, 1)
    registers = ", ".join(f"%w{number}" for number in range(parts)) if size >= 8 else f"%v{size // 2}"
    value = f"{{{registers}}}" if parts > 1 else registers
    stride = rng.choice([0, 1, 2, 3, 5, 8, 33])
    lines = [
        f"mul.lo.u32 %r2, %r1, {stride * size};",
        f"and.b32 %r2, %r2, {0x7C0 | (0x3F & ~(size - 1))};",
        "cvt.u64.u32 %rd4, %r2;",
        f"add.u64 %rd4, %rd4, {SPACES[space]};",
    ]
    word = f".{space}" if size == 32 else rng.choice(["", f".{space}"])  # by a generic address too
    address = "%rd4" if word else "%rd5"
    if not word:
        lines.append(f"cvta.{space}.u64 %rd5, %rd4;" if space != "global" else "mov.u64 %rd5, %rd4;")
    guard = rng.choice(["", "@%p1 ", "@!%p1 "])
    kind = rng.random()
    if kind < 0.2 and size in (4, 8) and space != "local":
        lines.append(f"{guard}atom{word}.add.{type_} {registers}, [{address}], 1;")
    elif kind < 0.6:
        lines.append(f"{guard}ld{word}.{type_} {value}, [{address}];")
    else:
        lines.append(f"{guard}st{word}.{type_} [{address}], {value};")
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(12))
def test_random_accesses_count_the_same(run: Callable[..., Any], seed: int) -> None:
    """`run` compares the profiles of both engines."""
    rng = random.Random(seed)
    body = [random_access(rng) for _ in range(12)]
    odd = f"and.b32 %r2, %r1, {rng.choice([1, 4, 16])}; setp.eq.u32 %p1, %r2, 0;"
    text = """
    .shared .align 128 .b8 tile[2080];
    .local .align 32 .b8 own[2080];
    .reg .b16 %v<2>;
    .reg .b32 %v2;
    .reg .b64 %w<4>;
    ld.param.u64 %rd1, [x];
    cvta.to.global.u64 %rd1, %rd1;
    mov.u64 %rd2, tile;
    mov.u64 %rd3, own;
    mov.b16 %v0, 1; mov.b16 %v1, 1; mov.b32 %v2, 1;
    mov.b64 %w0, 1; mov.b64 %w1, 1; mov.b64 %w2, 1; mov.b64 %w3, 1;
    mov.u32 %r1, %tid.x;
    """ + "\n".join([odd, *body, "ret;"])
    report = run(text, x=np.zeros(520, np.uint32), block=rng.choice([32, 64, 80]), grid=2, profile=True,
                 checks=(), target="sm_100", version="8.8", alike=False)  # fmt: skip
    assert any(moved.accesses for moved in report.profile.traffic.values())


def test_unsupported_accesses_run_on_the_reference_engine(run: Callable[..., Any]) -> None:
    """An instruction whose accesses the native engine does not count is named."""
    program = from_ptx("""
        .version 8.0
        .target sm_80
        .address_size 64
        .visible .entry k(.param .u64 x) {
            .reg .b64 %rd1;
            .reg .b32 %r<8>;
            ld.param.u64 %rd1, [x];
            wmma.load.a.sync.aligned.m16n16k16.row.f16 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, [%rd1];
            ret;
        }
    """)
    x = np.zeros((16, 16), np.float16)
    with pytest.raises(LaunchError, match=r"wmma\.load\..*: with profile=True"):
        program.launch(x, grid=1, block=32, native=True, profile=True)
    report = program.launch(x, grid=1, block=32, profile=True)
    assert report.detail.engine == "numpy"
    assert program.launch(x, grid=1, block=32).detail.engine == "native"
