"""Speed of the simulator: lane-instructions per second in a loop, streaming memory, and through matrices.

Run as ``python benchmarks/bench_sim.py``; every line is one kernel, its counts and its rate.
"""

from __future__ import annotations

import numpy as np

from pyptx.program import from_ptx
from pyptx.sim import SimReport, simulate

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


def main() -> None:
    """Run every kernel and print its rate."""
    out = np.zeros(16384, np.float32)
    for name, instruction in (
        ("integer", "xor.b32 %r5, %r5, %r6;"),
        ("add.f32", "add.rn.f32 %f1, %f1, %f2;"),
        ("fma.f32", "fma.rn.f32 %f1, %f1, %f2, %f2;"),
        ("ex2.approx", "ex2.approx.f32 %f1, %f2;"),
    ):
        program = from_ptx(HEADER + LOOP.replace("{body}", "\n".join([instruction] * 16)))
        report = simulate(program, (out, 100), grid=(128, 1, 1), block=(128, 1, 1))
        show(f"loop of 16 {name}, 16384 lanes", report)
    data = np.random.default_rng(0).random(4 << 20, np.float32)
    copy = np.empty_like(data)
    program = from_ptx(HEADER + STREAM)
    report = simulate(program, (data, copy, data.size // 4), grid=(64, 1, 1), block=(256, 1, 1))
    if not np.array_equal(data, copy):
        raise AssertionError("the copy differs")
    show("copy of 16 MiB by v4.f32", report, 2 * data.nbytes)


def show(name: str, report: SimReport, moved: int = 0) -> None:
    """Print one line."""
    rate = report.lane_instructions / report.seconds / 1e6
    memory = f"  {moved / report.seconds / 1e6:8.0f} MB/s" if moved else ""
    count = f"{report.lane_instructions:12,d} lane-instr"
    print(f"{name:36s} {count}  {report.seconds:7.3f} s  {rate:7.0f} M/s{memory}")


if __name__ == "__main__":
    main()
