"""Speed of the simulator: lane-instructions per second in loops, streaming, through matrices; start-up.

Run as ``python benchmarks/bench_sim.py``; every line is one kernel with its counts and its rate, or the cost
of its checks. Times are CPU seconds of whole calls on a decoded program, the best of several; runs that are
compared, and those of two threads, are interleaved. Outputs of RMSNorm and of the GEMMs are unwritten arrays
with mapped pages, as a kernel call makes them. With ``OPENBLAS_NUM_THREADS=1`` in the environment, GEMMs are
compared with NumPy's. ``--dry`` runs every line once on small sizes: that tests the
script and measures nothing.
"""

from __future__ import annotations

import argparse
import os
import time
from dataclasses import dataclass
from pathlib import Path
from runpy import run_path
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np

from pyptx.program import Program, directing, from_ptx
from pyptx.sim import SimReport, simulate
from pyptx.sim.decode import decode
from pyptx.sim.lowering import lower
from pyptx.sim.native import MISSING, handlers, level
from pyptx.types import f32

if TYPE_CHECKING:
    from collections.abc import Callable

ONE_CORE_BLAS = os.environ.get("OPENBLAS_NUM_THREADS") == "1"
"""Whether BLAS may be compared: its idle threads use time of the processor too."""

HEADER = ".version 8.0\n.target sm_80\n.address_size 64\n"

LOOP = """
.visible .entry loop(.param .u64 out, .param .u32 n)
{
    .reg .pred %p<2>;
    .reg .b32 %r<8>;
    .reg .f32 %f<4>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [out];
    ld.param.u32 %r1, [n];
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mov.u32 %r4, %tid.x;
    mad.lo.u32 %r5, %r2, %r3, %r4;
    cvt.rn.f32.u32 %f1, %r5;
    mov.f32 %f2, 0f3F000000;
    mov.u32 %r6, 0;
AGAIN:
    {body}
    add.u32 %r6, %r6, 1;
    setp.lt.u32 %p1, %r6, %r1;
    @%p1 bra AGAIN;
    mul.wide.u32 %rd2, %r5, 4;
    add.u64 %rd3, %rd1, %rd2;
    st.global.f32 [%rd3], %f1;
    ret;
}
"""

STREAM = """
.visible .entry stream(.param .u64 x, .param .u64 out, .param .u32 n)
{
    .reg .pred %p<2>;
    .reg .b32 %r<8>;
    .reg .f32 %f<8>;
    .reg .b64 %rd<8>;
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [out];
    ld.param.u32 %r1, [n];
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mov.u32 %r4, %tid.x;
    mad.lo.u32 %r5, %r2, %r3, %r4;
    mov.u32 %r6, %nctaid.x;
    mul.lo.u32 %r7, %r6, %r3;
AGAIN:
    mul.wide.u32 %rd3, %r5, 16;
    add.u64 %rd4, %rd1, %rd3;
    add.u64 %rd5, %rd2, %rd3;
    ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd4];
    st.global.v4.f32 [%rd5], {%f1, %f2, %f3, %f4};
    add.u32 %r5, %r5, %r7;
    setp.lt.u32 %p1, %r5, %r1;
    @%p1 bra AGAIN;
    ret;
}
"""

STRIDED = """
.visible .entry strided(.param .u64 rows, .param .u32 n)
{
    .reg .pred %p<2>;
    .reg .b32 %r<8>;
    .reg .f32 %f<9>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [rows];
    ld.param.u32 %r1, [n];
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mov.u32 %r4, %tid.x;
    mad.lo.u32 %r5, %r2, %r3, %r4;
    mul.wide.u32 %rd2, %r5, 36;
    add.u64 %rd3, %rd1, %rd2;
    mov.u32 %r6, 0;
AGAIN:
    {body}
    add.u32 %r6, %r6, 1;
    setp.lt.u32 %p1, %r6, %r1;
    @%p1 bra AGAIN;
    ret;
}
"""
"""Each thread reads and writes a row of nine numbers."""

BRANCH = """
.visible .entry branch(.param .u64 out, .param .u32 n, .param .u32 bit)
{
    .reg .pred %p<4>;
    .reg .b32 %r<8>;
    .reg .f32 %f<4>;
    ld.param.u32 %r1, [n];
    ld.param.u32 %r2, [bit];
    mov.u32 %r3, %tid.x;
    mov.f32 %f1, 0f3F000000;
    mov.f32 %f2, 0f3F000000;
    and.b32 %r4, %r3, %r2;
    setp.eq.u32 %p2, %r4, 0;
    mov.u32 %r6, 0;
AGAIN:
    @%p2 bra YES;
    {body}
    bra.uni JOIN;
YES:
    {body}
JOIN:
    add.u32 %r6, %r6, 1;
    setp.lt.u32 %p1, %r6, %r1;
    @%p1 bra AGAIN;
    ret;
}
"""
"""Half of the threads go either way: by warps with bit 32, by lanes with bit 1."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Sizes of the kernels.

    Attributes:
        turns: Number of measurements of each of the two sides.
        rows: Rows of RMSNorm.
        columns: Columns of RMSNorm.
        side: Side of the matrices of a GEMM.
        loop: Iterations of loops of computations on the native engine.
        copied: Numbers that a kernel copies.
        attention: Heads, queries, keys and width.
    """

    turns: int = 5
    rows: int = 2048
    columns: int = 4096
    side: int = 1024
    loop: int = 1000
    copied: int = 4 << 20
    attention: tuple[int, int, int, int] = (4, 1024, 1024, 128)


TINY = Sizes(turns=1, rows=2, side=256, loop=2, copied=1 << 16, attention=(1, 128, 128, 128))
TILE = """
.visible .entry tile(.param .u64 out, .param .u32 n)
{
    .reg .pred %p<2>;
    .reg .b32 %r<16>;
    .reg .f32 %f<4>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [out];
    ld.param.u32 %r1, [n];
    mov.u32 %r2, %tid.x;
    mov.u32 %r3, 0x3F803F80;
    mov.u32 %r6, 0;
    mov.f32 %f0, 0f00000000;
    mov.f32 %f1, %f0;
    mov.f32 %f2, %f0;
    mov.f32 %f3, %f0;
AGAIN:
    {body}
    add.u32 %r6, %r6, 1;
    setp.lt.u32 %p1, %r6, %r1;
    @%p1 bra AGAIN;
    mul.wide.u32 %rd2, %r2, 4;
    add.u64 %rd3, %rd1, %rd2;
    st.global.f32 [%rd3], %f0;
    ret;
}
"""
MMA = "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%f0, %f1, %f2, %f3}, {%r3, %r3, %r3, %r3}, {%r3, %r3}, {%f0, %f1, %f2, %f3};"  # noqa: E501 - one instruction


def main(arguments: list[str] | None = None) -> None:
    """Run every kernel on both engines and print its rates, of one core."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dry", action="store_true", help="run every line once, on small sizes")
    measure(TINY if parser.parse_args(arguments).dry else Sizes())


def measure(sizes: Sizes) -> None:
    """Print all lines."""
    engines = (False, True) if not MISSING else (False,)
    if MISSING:
        print(f"NumPy engine only: {MISSING}")
    else:
        print(f"native handlers for {level()}")
    out = np.zeros(16384, np.float32)
    for name, instruction in (
        ("integer", "xor.b32 %r5, %r5, %r6;"),
        ("add.f32", "add.rn.f32 %f1, %f1, %f2;"),
        ("fma.f32", "fma.rn.f32 %f1, %f1, %f2, %f2;"),
        ("ex2.approx", "ex2.approx.f32 %f1, %f2;"),
    ):
        program = from_ptx(HEADER + LOOP.replace("{body}", "\n".join([instruction] * 16)))
        for native in engines:
            turns = sizes.loop if native and name != "ex2.approx" else max(1, sizes.loop // 20)
            show(
                f"loop of 16 {name}, 16384 lanes", program, (out, turns), 128, 128,
                native=native, turns=sizes.turns,
            )  # fmt: skip
    data = np.random.default_rng(0).random(sizes.copied, np.float32)
    copy = np.empty_like(data)
    program = from_ptx(HEADER + STREAM)
    for native in engines:
        copy[...] = 0
        show(
            f"copy of {data.nbytes / 2**20:g} MiB by v4.f32", program, (data, copy, data.size // 4), 64, 256,
            native=native, turns=sizes.turns, moved=2 * data.nbytes,
        )  # fmt: skip
        if not np.array_equal(data, copy):
            raise AssertionError("the copy differs")
    example = run_path(str(Path(__file__).parents[1] / "examples" / "ampere" / "rms_norm.py"))
    rows, columns = sizes.rows, sizes.columns
    norm = example["build_rms_norm"](columns).program()
    x, w = np.ones((rows, columns), np.float32), np.ones(columns, np.float32)
    for native in engines:
        show(
            f"RMSNorm {rows}x{columns}",
            norm,
            (x, w, np.empty_like(x), rows),
            rows,
            256,
            native=native,
            turns=sizes.turns,
            moved=2 * x.nbytes,
            uninitialized=("Y",),
        )
    program = from_ptx(HEADER + TILE.replace("{body}", "\n".join([MMA] * 16)))
    for native in engines:
        turns = max(1, sizes.loop // (10 if native else 100))
        show(
            "loop of 16 mma m16n8k16 bf16",
            program,
            (out, turns),
            1,
            128,
            native=native,
            turns=sizes.turns,
            products=16 * 4 * turns * 4096,
        )
    multiply(engines, sizes)
    if not MISSING:
        multiply_like_hardware(sizes)
        compare_with_fma(sizes)
        diverge(sizes)
        look_for_races(norm, (x, w, np.empty_like(x), rows), sizes)
        look_for_races_of_rows(sizes)
        arrays = x[:1], w, np.empty_like(x[:1]), 1
        seconds = min(timed(norm, arrays, 1, 256, native=True)[1] for _ in range(20 * sizes.turns))
        print(f"a launch beside its instructions: {1e3 * seconds:.2f} ms (one CTA of RMSNorm, again)")
        start_ctas(sizes)
    start_up(sizes)


# Instructions on packed halves, narrow formats and bits; %r3 is an operand that stays as it is.
BESIDE_FMA = (
    "fma.rn.f16x2 %r4, %r4, %r3, %r3;", "add.f16x2 %r4, %r4, %r3;", "max.f16x2 %r4, %r4, %r3;",
    "fma.rn.bf16x2 %r4, %r4, %r3, %r3;", "ex2.approx.f16x2 %r4, %r4;", "tanh.approx.f32 %f1, %f1;",
    "cvt.rn.f16x2.f32 %r4, %f1, %f2;", "cvt.rn.satfinite.e4m3x2.f32 %h1, %f1, %f2;",
    "cvt.rn.f16x2.e4m3x2 %r4, %h1;", "cvt.rn.satfinite.e4m3x2.f16x2 %h1, %r4;",
    "prmt.b32 %r4, %r4, %r3, 0x5410;", "dp4a.s32.s32 %r4, %r4, %r3, %r3;", "popc.b32 %r4, %r4;",
)  # fmt: skip


def compare_with_fma(sizes: Sizes) -> None:
    """Time loops whose body is one instruction, as multiples of the loop whose body is an ``fma.f32``."""
    loop = LOOP.replace(".reg .f32", ".reg .b16 %h<2>;\n    .reg .f32").replace(
        "AGAIN:", "    mov.b16 %h1, 0x3838;\nAGAIN:"
    )
    head = HEADER.replace("8.0", "8.6").replace("sm_80", "sm_90")
    instructions = ("fma.rn.f32 %f1, %f1, %f2, %f2;", *BESIDE_FMA)
    programs = [from_ptx(head + loop.replace("{body}", instruction)) for instruction in instructions]
    best = [float("inf")] * len(programs)
    out = np.zeros(2048, np.float32)
    for _ in range(sizes.turns):
        for place, program in enumerate(programs):
            best[place] = min(best[place], timed(program, (out, 20 * sizes.loop), 2, 1024, native=True)[1])
    for instruction, seconds in zip(instructions, best, strict=True):
        print(f"loop of {instruction.split()[0]:28s} {seconds / best[0]:5.1f} times that of fma.f32")


def diverge(sizes: Sizes) -> None:
    """Time a branch that splits the lanes of each warp, as a multiple of one that its lanes take together.

    A warp whose lanes differ executes both sides; so each side counts as a step of its own.
    """
    program = from_ptx(HEADER + BRANCH.replace("{body}", "\n".join(["fma.rn.f32 %f1, %f1, %f2, %f2;"] * 4)))
    out = np.zeros(1, np.float32)
    best = dict.fromkeys((32, 1), float("inf"))
    for _ in range(sizes.turns):
        for bit in best:
            best[bit] = min(best[bit], timed(program, (out, 20 * sizes.loop, bit), 1, 1024, native=True)[1])
    print(f"divergent branch: {best[1] / 2 / best[32]:.2f} times a uniform one, of each side with 4 fma.f32")


def start_ctas(sizes: Sizes) -> None:
    """Time CTAs whose threads end at once: the least that a grid takes."""
    program = from_ptx(f"{HEADER}.visible .entry empty()\n{{\n    ret;\n}}\n")
    for threads in (32, 1024):
        count = 500 * sizes.loop // (threads // 32)
        seconds = min(timed(program, (), count, threads, native=True)[1] for _ in range(sizes.turns))
        print(f"empty CTAs of {threads} threads: {1e6 * seconds / count:.2f} us each, of a grid of {count:,}")


def start_up(sizes: Sizes) -> None:
    """Measure the cost before the first instruction: decoding, and lowering for the native engine."""
    examples = Path(__file__).parents[1] / "examples"
    kernels = (
        ("ampere/gemm_highperf_ampere", "build_gemm_highperf", ()),
        ("hopper/gemm_warp_specialised", "build_gemm_warp_specialised", (sizes.side,) * 3),
    )
    for path, builder, shape in kernels:
        program = run_path(str(examples / f"{path}.py"))[builder](*shape).program()
        code = decode(program.module, program.entry, program.arch)
        decoding = lowering = float("inf")
        for _ in range(3 * sizes.turns):
            started = time.process_time()
            code = decode(program.module, program.entry, program.arch)
            decoded = time.process_time()
            decoding = min(decoding, decoded - started)
            if not MISSING:
                lower(code, handlers())
                lowering = min(lowering, time.process_time() - decoded)
        count = sum(len(block.steps) + (block.end is not None) for block in code.blocks)
        parts = {"decoding": decoding} if MISSING else {"decoding": decoding, "lowering": lowering}
        said = ", ".join(f"{name} {1e6 * seconds / count:.1f} ms" for name, seconds in parts.items())
        print(f"start-up of {path}: {count} instructions; of 1,000, {said}")


def multiply(engines: tuple[bool, ...], sizes: Sizes) -> None:
    """Products of matrices on warpgroups and on tensor memory."""
    side = sizes.side
    examples = Path(__file__).parents[1] / "examples"
    hopper = run_path(str(examples / "hopper" / "gemm_warp_specialised.py"))["build_gemm_warp_specialised"]
    blackwell = run_path(str(examples / "blackwell" / "gemm_highperf_blackwell.py"))["build_gemm"]
    multiply_on("wgmma", hopper(side, side, side), engines, sizes)
    multiply_on("tcgen05", blackwell(side, side, side, out=f32), engines, sizes)


def multiply_like_hardware(sizes: Sizes) -> None:
    """Time small GEMMs whose sums are those of the matrix units, as multiples of sums in any order."""
    examples, side = Path(__file__).parents[1] / "examples", 256
    hopper = run_path(str(examples / "hopper" / "gemm_warp_specialised.py"))["build_gemm_warp_specialised"]
    blackwell = run_path(str(examples / "blackwell" / "gemm_highperf_blackwell.py"))["build_gemm"]
    a, b = np.random.default_rng(0).uniform(-1, 1, (2, side, side)).astype(ml_dtypes.bfloat16)
    out = np.zeros((side, side), np.float32)
    for unit, kernel in (
        ("wgmma", hopper(side, side, side)),
        ("tcgen05", blackwell(side, side, side, out=f32)),
    ):
        best = dict.fromkeys(("any", "hardware"), float("inf"))
        for _ in range(sizes.turns):
            for order in best:
                started = time.process_time()
                report = kernel.program().launch(
                    a, b, out, grid=kernel.grid, engine="sim", order=order, uninitialized=("D",)
                )
                best[order] = min(best[order], time.process_time() - started)
                if report.detail.engine != "native":
                    raise AssertionError(f"{unit} in {order} order ran on the {report.detail.engine} engine")
        times = best["hardware"] / best["any"]
        print(f"{unit} GEMM {side}^3 in hardware order {times:.1f} times as long as in any order")


def multiply_on(unit: str, kernel: Any, engines: tuple[bool, ...], sizes: Sizes) -> None:
    """One GEMM: on one thread of the system, then on two, whose wall time counts; and that of f32 by BLAS."""
    rng, side = np.random.default_rng(0), sizes.side
    a, b = (rng.uniform(-1, 1, (side, side)).astype(ml_dtypes.bfloat16) for _ in range(2))
    out = np.zeros((side, side), np.float32)
    singles = a.astype(np.float32), b.astype(np.float32)
    blas = float("inf")
    for native in engines:
        bests = dict.fromkeys((1, 2) if native else (1,), float("inf"))
        for _ in range(sizes.turns if native else 1):
            for threads, best in bests.items():
                clock = time.perf_counter if threads > 1 else time.process_time
                started = clock()
                kernel.program().launch(
                    a, b, out, grid=kernel.grid, engine="sim", native=native, threads=threads,
                    uninitialized=("D",),
                )  # fmt: skip
                bests[threads] = min(best, clock() - started)
            started = time.process_time()
            np.matmul(*singles)
            blas = min(blas, time.process_time() - started)
        for threads, best in bests.items():
            rate = 2 * side**3 / best / 1e9
            name = f"{unit} GEMM {side}^3, {threads} thread{'s' * (threads > 1)}"
            beside = f"  {best / blas:.1f} times sgemm" if native and threads == 1 and ONE_CORE_BLAS else ""
            print(
                f"{name:34s} {'native' if native else 'numpy':6s} {best:7.3f} s  {rate:8.2f} GFLOP/s{beside}"
            )


def look_for_races_of_rows(sizes: Sizes) -> None:
    """Measure the cost of race checking where each thread accesses a row of 36 bytes."""
    body = [f"ld.global.f32 %f{k}, [%rd3 + {4 * k}];" for k in range(9)]
    body += [f"st.global.f32 [%rd3 + {4 * k}], %f{k};" for k in range(9)]
    program = from_ptx(HEADER + STRIDED.replace("{body}", "\n".join(body)))
    rows = np.zeros((64, 256, 9), np.float32)
    best: dict[Any, float] = dict.fromkeys((None, ("races",)), float("inf"))
    for _ in range(sizes.turns):
        for checks in best:
            args = rows, max(1, sizes.loop // 25)
            best[checks] = min(best[checks], timed(program, args, 64, 256, native=True, checks=checks)[1])
    usual, races = best.values()
    print(f"rows of 36 bytes, one a thread: with races {races / usual:.2f} times as long as by default")


def look_for_races(norm: Program, arrays: tuple[Any, ...], sizes: Sizes) -> None:
    """Measure the cost of checks on the native engine, in CPU seconds: the best of several runs."""
    rng, side, rows = np.random.default_rng(0), sizes.side, sizes.rows
    hopper = Path(__file__).parents[1] / "examples" / "hopper"
    gemm = run_path(str(hopper / "gemm_warp_specialised.py"))["build_gemm_warp_specialised"](side, side, side)
    blackwell = run_path(str(hopper.parent / "blackwell" / "gemm_highperf_blackwell.py"))["build_gemm"]
    tensor_gemm = blackwell(side, side, side, out=f32)
    a, b = (rng.uniform(-1, 1, (side, side)).astype(ml_dtypes.bfloat16) for _ in range(2))
    attention = run_path(str(hopper / "flash_attention.py"))["build_flash_attention"](*sizes.attention)
    heads, *lengths, width = sizes.attention
    q, k, v = (
        rng.standard_normal((heads, length, width)).astype(ml_dtypes.bfloat16)
        for length in (lengths[0], lengths[1], lengths[1])
    )
    launches: dict[str, Callable[[], Any]] = {
        f"RMSNorm {rows}x{sizes.columns}": lambda: norm.launch(
            *arrays, grid=(rows, 1, 1), block=(256, 1, 1), uninitialized=("Y",)
        ),
        f"wgmma GEMM {side}^3": lambda: gemm(a, b),
        f"tcgen05 GEMM {side}^3": lambda: tensor_gemm(a, b),
        f"attention {'x'.join(map(str, sizes.attention))}": lambda: attention(q, k, v),
    }
    for name, launch in launches.items():
        times: dict[Any, float] = dict.fromkeys(((), None, "all"), float("inf"))
        for _ in range(sizes.turns):
            for checks, best in times.items():
                started = time.process_time()
                with directing("sim", checks=checks) as reports:
                    launch()
                times[checks] = min(best, time.process_time() - started)
                if reports[0].detail.engine != "native":
                    raise AssertionError(f"{name} ran on the {reports[0].detail.engine} engine")
        none, usual, races = times.values()
        said = f"no checks {none:.3f} s, by default {usual:.3f} s, with races {races:.3f} s"
        print(f"{name:34s} native {said}: {races / usual:.2f} times")


def show(
    name: str,
    program: Program,
    args: tuple[Any, ...],
    grid: int,
    block: int,
    *,
    native: bool,
    turns: int,
    moved: int = 0,
    products: int = 0,
    uninitialized: tuple[str, ...] = (),
) -> None:
    """Run a kernel and print one line: the best of several, in seconds of the processor."""
    report, seconds = timed(program, args, grid, block, native=native, uninitialized=uninitialized)
    for _ in range(2 * turns if native else 2):
        again = timed(program, args, grid, block, native=native, uninitialized=uninitialized)[1]
        seconds = min(seconds, again)
    rate = report.lane_instructions / seconds / 1e6
    extra = f"  {moved / seconds / 1e6:8.0f} MB/s" if moved else ""
    extra += f"  {products / seconds / 1e9:8.2f} GFLOP/s" if products else ""
    count = f"{report.lane_instructions:13,d} lane-instr"
    print(f"{name:34s} {report.engine:6s} {count}  {seconds:7.3f} s  {rate:7.0f} M/s{extra}")


def timed(
    program: Program,
    args: tuple[Any, ...],
    grid: int,
    block: int,
    *,
    native: bool,
    uninitialized: tuple[str, ...] = (),
    checks: tuple[str, ...] | None = None,
) -> tuple[SimReport, float]:
    """Run a kernel once."""
    started = time.process_time()
    report = simulate(
        program, args, grid=(grid, 1, 1), block=(block, 1, 1), native=native, uninitialized=uninitialized,
        checks=checks,
    )  # fmt: skip
    return report, time.process_time() - started


if __name__ == "__main__":
    main()
