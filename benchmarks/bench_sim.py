"""Speed of the simulator: lane-instructions per second in loops, streaming, through matrices; start-up.

Run as ``python benchmarks/bench_sim.py``; every line is one kernel with its counts and its rate, or the cost
of its checks. Times are CPU seconds of whole calls on a decoded program, the best of several; runs that are
compared, and those of two threads, are interleaved. Outputs of RMSNorm and of the GEMMs are unwritten arrays
with mapped pages, as a kernel call makes them.
"""

from __future__ import annotations

import time
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


ROWS, COLUMNS = 2048, 4096
SIDE = 1024
TURNS = 5
"""How often what is compared is measured."""
ATTENTION = 4, 1024, 1024, 128
"""Heads, queries, keys and width."""
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


def main() -> None:
    """Run every kernel on both engines and print its rates, of one core."""
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
            turns = 1000 if native and name != "ex2.approx" else 50
            show(f"loop of 16 {name}, 16384 lanes", program, (out, turns), 128, 128, native=native)
    data = np.random.default_rng(0).random(4 << 20, np.float32)
    copy = np.empty_like(data)
    program = from_ptx(HEADER + STREAM)
    for native in engines:
        copy[...] = 0
        show(
            "copy of 16 MiB by v4.f32", program, (data, copy, data.size // 4), 64, 256,
            native=native, moved=2 * data.nbytes,
        )  # fmt: skip
        if not np.array_equal(data, copy):
            raise AssertionError("the copy differs")
    example = run_path(str(Path(__file__).parents[1] / "examples" / "ampere" / "rms_norm.py"))
    norm = example["build_rms_norm"](COLUMNS).program()
    x, w = np.ones((ROWS, COLUMNS), np.float32), np.ones(COLUMNS, np.float32)
    for native in engines:
        show(
            f"RMSNorm {ROWS}x{COLUMNS}",
            norm,
            (x, w, np.empty_like(x), ROWS),
            ROWS,
            256,
            native=native,
            moved=2 * x.nbytes,
            uninitialized=("Y",),
        )
    program = from_ptx(HEADER + TILE.replace("{body}", "\n".join([MMA] * 16)))
    for native in engines:
        turns = 100 if native else 10
        show(
            "loop of 16 mma m16n8k16 bf16",
            program,
            (out, turns),
            1,
            128,
            native=native,
            products=16 * 4 * turns * 4096,
        )
    multiply(engines)
    if not MISSING:
        multiply_like_hardware()
        compare_with_fma()
        look_for_races(norm, (x, w, np.empty_like(x), ROWS))
        arrays = x[:1], w, np.empty_like(x[:1]), 1
        seconds = min(timed(norm, arrays, 1, 256, native=True)[1] for _ in range(100))
        print(f"a launch beside its instructions: {1e3 * seconds:.2f} ms (one CTA of RMSNorm, again)")
    start_up()


# Instructions on packed halves, narrow formats and bits; %r3 is an operand that stays as it is.
BESIDE_FMA = (
    "fma.rn.f16x2 %r4, %r4, %r3, %r3;", "add.f16x2 %r4, %r4, %r3;", "max.f16x2 %r4, %r4, %r3;",
    "fma.rn.bf16x2 %r4, %r4, %r3, %r3;", "ex2.approx.f16x2 %r4, %r4;", "tanh.approx.f32 %f1, %f1;",
    "cvt.rn.f16x2.f32 %r4, %f1, %f2;", "cvt.rn.satfinite.e4m3x2.f32 %h1, %f1, %f2;",
    "cvt.rn.f16x2.e4m3x2 %r4, %h1;", "prmt.b32 %r4, %r4, %r3, 0x5410;", "dp4a.s32.s32 %r4, %r4, %r3, %r3;",
    "popc.b32 %r4, %r4;",
)  # fmt: skip


def compare_with_fma() -> None:
    """Time loops whose body is one instruction, as multiples of the loop whose body is an ``fma.f32``."""
    loop = LOOP.replace(".reg .f32", ".reg .b16 %h<2>;\n    .reg .f32").replace(
        "AGAIN:", "    mov.b16 %h1, 0x3838;\nAGAIN:"
    )
    head = HEADER.replace("8.0", "8.6").replace("sm_80", "sm_90")
    instructions = ("fma.rn.f32 %f1, %f1, %f2, %f2;", *BESIDE_FMA)
    programs = [from_ptx(head + loop.replace("{body}", instruction)) for instruction in instructions]
    best = [float("inf")] * len(programs)
    out = np.zeros(2048, np.float32)
    for _ in range(TURNS):
        for place, program in enumerate(programs):
            best[place] = min(best[place], timed(program, (out, 20000), 2, 1024, native=True)[1])
    for instruction, seconds in zip(instructions, best, strict=True):
        print(f"loop of {instruction.split()[0]:28s} {seconds / best[0]:5.1f} times that of fma.f32")


def start_up() -> None:
    """Measure the cost before the first instruction: decoding, and lowering for the native engine."""
    examples = Path(__file__).parents[1] / "examples"
    kernels = (
        ("ampere/gemm_highperf_ampere", "build_gemm_highperf", ()),
        ("hopper/gemm_warp_specialised", "build_gemm_warp_specialised", (SIDE, SIDE, SIDE)),
    )
    for path, builder, sizes in kernels:
        program = run_path(str(examples / f"{path}.py"))[builder](*sizes).program()
        code = decode(program.module, program.entry, program.arch)
        decoding = lowering = float("inf")
        for _ in range(3 * TURNS):
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


def multiply(engines: tuple[bool, ...]) -> None:
    """Products of matrices on warpgroups and on tensor memory."""
    examples = Path(__file__).parents[1] / "examples"
    hopper = run_path(str(examples / "hopper" / "gemm_warp_specialised.py"))["build_gemm_warp_specialised"]
    blackwell = run_path(str(examples / "blackwell" / "gemm_highperf_blackwell.py"))["build_gemm"]
    multiply_on("wgmma", hopper(SIDE, SIDE, SIDE), np.zeros((SIDE, SIDE), np.float32), engines)
    multiply_on("tcgen05", blackwell(SIDE, SIDE, SIDE, out=f32), np.zeros((SIDE, SIDE), np.float32), engines)


def multiply_like_hardware() -> None:
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
        for _ in range(TURNS):
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


def multiply_on(unit: str, kernel: Any, out: Any, engines: tuple[bool, ...]) -> None:
    """One GEMM: on one thread of the system, then on two, whose wall time counts."""
    rng = np.random.default_rng(0)
    a, b = (rng.uniform(-1, 1, (SIDE, SIDE)).astype(ml_dtypes.bfloat16) for _ in range(2))
    for native in engines:
        bests = dict.fromkeys((1, 2) if native else (1,), float("inf"))
        for _ in range(TURNS if native else 1):
            for threads, best in bests.items():
                clock = time.perf_counter if threads > 1 else time.process_time
                started = clock()
                kernel.program().launch(
                    a, b, out, grid=kernel.grid, engine="sim", native=native, threads=threads,
                    uninitialized=("D",),
                )  # fmt: skip
                bests[threads] = min(best, clock() - started)
        for threads, best in bests.items():
            rate = 2 * SIDE**3 / best / 1e9
            name = f"{unit} GEMM {SIDE}^3, {threads} thread{'s' * (threads > 1)}"
            print(f"{name:34s} {'native' if native else 'numpy':6s} {best:7.3f} s  {rate:8.2f} GFLOP/s")


def look_for_races(norm: Program, arrays: tuple[Any, ...]) -> None:
    """Measure the cost of checks on the native engine, in CPU seconds: the best of several runs."""
    rng = np.random.default_rng(0)
    hopper = Path(__file__).parents[1] / "examples" / "hopper"
    gemm = run_path(str(hopper / "gemm_warp_specialised.py"))["build_gemm_warp_specialised"](SIDE, SIDE, SIDE)
    blackwell = run_path(str(hopper.parent / "blackwell" / "gemm_highperf_blackwell.py"))["build_gemm"]
    tensor_gemm = blackwell(SIDE, SIDE, SIDE, out=f32)
    a, b = (rng.uniform(-1, 1, (SIDE, SIDE)).astype(ml_dtypes.bfloat16) for _ in range(2))
    attention = run_path(str(hopper / "flash_attention.py"))["build_flash_attention"](*ATTENTION)
    heads, *lengths, width = ATTENTION
    q, k, v = (
        rng.standard_normal((heads, length, width)).astype(ml_dtypes.bfloat16)
        for length in (lengths[0], lengths[1], lengths[1])
    )
    launches: dict[str, Callable[[], Any]] = {
        f"RMSNorm {ROWS}x{COLUMNS}": lambda: norm.launch(
            *arrays, grid=(ROWS, 1, 1), block=(256, 1, 1), uninitialized=("Y",)
        ),
        f"wgmma GEMM {SIDE}^3": lambda: gemm(a, b),
        f"tcgen05 GEMM {SIDE}^3": lambda: tensor_gemm(a, b),
        f"attention {'x'.join(map(str, ATTENTION))}": lambda: attention(q, k, v),
    }
    for name, launch in launches.items():
        times: dict[Any, float] = dict.fromkeys(((), None, "all"), float("inf"))
        for _ in range(TURNS):
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
    moved: int = 0,
    products: int = 0,
    uninitialized: tuple[str, ...] = (),
) -> None:
    """Run a kernel and print one line: the best of several, in seconds of the processor."""
    report, seconds = timed(program, args, grid, block, native=native, uninitialized=uninitialized)
    for _ in range(2 * TURNS if native else 2):
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
) -> tuple[SimReport, float]:
    """Run a kernel once."""
    started = time.process_time()
    report = simulate(
        program, args, grid=(grid, 1, 1), block=(block, 1, 1), native=native, uninitialized=uninitialized
    )
    return report, time.process_time() - started


if __name__ == "__main__":
    main()
