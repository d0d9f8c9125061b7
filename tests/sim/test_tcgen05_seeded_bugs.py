"""Bugs written into right kernels with tensor memory: each is reported, and its right twin is not.

A bug is a change of the PTX of a kernel of `examples/blackwell`: the GEMM of a pair of CTAs, the one with
scales, or a probe of the suite.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from runpy import run_path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyptx.errors import SimFault, VerifyError
from pyptx.parser import parse
from pyptx.types import f32

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "blackwell"
SUITE = run_path(str(EXAMPLES / "tcgen05_suite.py"))
SCHEDULES: list[dict[str, Any]] = [
    {"schedule": "late"},
    {"schedule": "early"},
    {"schedule": "random", "seed": 3},
]

AFTER, BEFORE = (rf"\ttcgen05\.fence::{name}_thread_sync;\n" for name in ("after", "before"))
ALLOC, DEALLOC = r"\ttcgen05\.alloc.*\n", r"\ttcgen05\.dealloc.*\n"
BOTH = r"(tcgen05\.(?:de)?alloc.*), 512;"
EXPECT = r"(\t.*mbarrier\.arrive\.expect_tx.*, )(\d+);"
COMMIT, MULTICAST = r"\t(?:@%p\d+ )?tcgen05\.commit.*\n", r"(mov\.b16 %rs\d+), 3;"
LOAD, STORE = r"\ttcgen05\.wait::ld.*\n", r"\ttcgen05\.wait::st.*\n"
MMA = r"(tcgen05\.mma.*\], %rd\d+, %rd\d+, )(\d+)"


def waiting(barrier: str) -> str:
    """The loop that waits for a barrier."""
    return rf"\$L_wait_\d+:\n\tmbarrier\.try_wait.* \[{barrier}\], .*\n.*\n"


LATE = "race mbarrier-lapped mbarrier-tx mbarrier-arrive deadlock"
UNDEFINED = "uninitialized-tensor-memory uninitialized-memory"
MIXED = f"{LATE} tensor-commit tensor-wait-ld {UNDEFINED} proxy-fence"

BUGS: dict[str, list[tuple[str, str, int | None, Any, str]]] = {
    "scaled": [
        ("columns are not a power of two", BOTH, None, r"\1, 320;", "refused"),
        ("fewer columns than used", BOTH, None, r"\1, 256;", "tensor-memory-bounds"),
        ("another size is freed", r"(tcgen05\.dealloc.*), 512;", 0, r"\1, 256;", "tensor-memory-free"),
        ("freed from another column on",
         r"(\t)(tcgen05\.dealloc.*%r5)", 0, r"\1add.u32 %r5, %r5, 32;\n\2", "tensor-memory-free"),
        ("freed twice", rf"({DEALLOC})", 0, r"\1\1", "tensor-memory-free"),
        ("never freed", DEALLOC, 0, "", "tensor-memory-leak"),
        ("the permit is gone before",
         rf"({ALLOC})(\ttcgen05\.relinq.*\n)", 0, r"\2\1", "tensor-memory-permit"),
        ("a second allocation grows",
         r"(\ttcgen05\.alloc.*\[).*(\], )512;\n", 0, r"\1dynamic_smem\g<2>32;\n\g<0>",
         "tensor-memory-growth"),
        ("the address is read too early", rf"{BEFORE}\tbar\.sync 0;\n{AFTER}", 0, "", MIXED),
        ("no barrier before the end", rf"{BEFORE}\tbar\.sync 0;\n{AFTER}", -1, "", MIXED),
        ("a warp reads lanes of others",
         r"shl\.b32 (%r\d+), %r2, 21;", 0, r"mov.u32 \1, 0;", "tensor-memory-lane"),
        ("columns that no MMA writes",
         r"(\[%r37)\+96\]", 0, r"\1+160]", "race uninitialized-tensor-memory tensor-commit"),
        ("the copies are not announced",
         rf"{BEFORE}(\tmbarrier\.arrive\.shared::cta)", 0, r"\1", "tensor-fence"),
        ("MMAs do not follow the copies", rf"(p34,.*\n.*\n){AFTER}", 0, r"\1", "tensor-fence"),
        ("copies do not follow MMAs", rf"(p20,.*\n.*\n){AFTER}", 0, r"\1", "tensor-fence"),
        ("copies before the stage is full", waiting(r"dynamic_smem\+135168"), 0, "", MIXED),
        ("copies while MMAs read", waiting(r"dynamic_smem\+135200"), 1, "", MIXED),
        ("MMAs before the copies", waiting(r"dynamic_smem\+135232"), 0, "", MIXED),
        ("the copies are announced before",
         rf"((?:\ttcgen05\.cp.*\n|\tadd\.u64.*\n)+)({BEFORE}\tmbarrier\.arrive.*\n)", 0, r"\2\1", MIXED),
        ("factors of B are missing", r"\ttcgen05\.cp.*%r5\+260.*\n", 0, "", UNDEFINED),
        ("factors in other columns", r"(tcgen05\.cp.*%r5)\+256", 0, r"\1+320", UNDEFINED),
        ("factors where the accumulator is",
         r"(block_scale.*\[%r5)\+256\]", 0, r"\1]", "tensor-overlap uninitialized-tensor-memory"),
        ("factors in one group of lanes",
         r"tcgen05\.cp\.cta_group::1\.32x128b\.warpx4", None,
         "tcgen05.cp.cta_group::1.4x256b", "tensor-scale"),
        ("another byte of the factors", r"(block_scale.*), 681574416", 0, r"\1, 1755316272", "result"),
        ("N of the instruction descriptor is zero",
         MMA, 0, lambda m: m[1] + str(int(m[2]) & ~(63 << 17)), "tensor-instruction"),
        ("a descriptor of another version",
         r"add\.u64 %rd34, %rd6, 0;", 0, "and.b64 %rd34, %rd6, 0xFFFFBFFFFFFFFFFF;", "tensor-descriptor"),
        ("the first MMA adds", r"(tcgen05\.mma.*), 0;", 0, r"\1, 1;", UNDEFINED),
        ("a later MMA does not add", r"(tcgen05\.mma.*), 1;", 2, r"\1, 0;", "result"),
        ("no commit to the ring", COMMIT, 0, "", "deadlock"),
        ("no commit to the epilogue", COMMIT, -1, "", "deadlock"),
        ("the epilogue does not wait", waiting("%r33"), 0, "", MIXED),
        ("no after-fence in the epilogue", rf"(p7,.*\n.*\n){AFTER}", 0, r"\1", "tensor-fence"),
        ("no wait for the last load", LOAD, -1, "", "tensor-wait-ld race"),
        ("no before-fence in the epilogue", rf"(tcgen05\.wait::ld.*\n){BEFORE}", 0, r"\1", "tensor-fence"),
        ("the accumulator is not released", r"\t@%p4 mbarrier\.arrive\.shared.*\n", 0, "", "deadlock"),
        ("the accumulator is released early",
         rf"({LOAD}{BEFORE})((?:.*\n){{3}})(\t@%p4 mbarrier\.arrive.*\n)", 0,
         r"\2\3\1", "tensor-wait-ld race tensor-fence"),
        ("MMAs do not wait for the epilogue", waiting("%r312"), 0, "", MIXED),
        ("too few bytes are awaited", EXPECT, 0, lambda m: f"{m[1]}{int(m[2]) - 512};", MIXED),
        ("a stage is filled too early", waiting(r"dynamic_smem\+135200"), 0, "", MIXED),
        ("a panel without a proxy fence", r"\tfence\.proxy\.async.*\n", 0, "", "proxy-fence"),
        ("a panel is written too early", r"\tcp\.async\.bulk\.wait_group\.read 1;\n", 2, "", "race"),
    ],
    "pair": [
        ("the accumulator's commit reaches one CTA", MULTICAST, -1, r"\1, 1;", "deadlock"),
        ("commits to a rank that does not exist", MULTICAST, None, r"\1, 7;", "cluster-rank"),
        ("the ring's commit reaches one CTA", MULTICAST, 0, r"\1, 1;", "deadlock"),
        ("both CTAs issue", r"setp\.eq\.u32 %p21, %r6, 0;", 0, "setp.eq.u32 %p21, %r6, %r6;", MIXED),
        ("MMAs of one CTA",
         r"tcgen05\.mma\.cta_group::2", 0, "tcgen05.mma.cta_group::1", "cta-group tensor-instruction"),
        ("one CTA allocates for itself",
         r"tcgen05\.alloc\.cta_group::2", 0, "tcgen05.alloc.cta_group::1", "cta-group"),
        ("copies signal their own CTA only", r"bytes\.cta_group::2", 0, "bytes", "mbarrier-cta"),
        ("each CTA has its own barrier",
         r"mapa\.shared::cluster\.u32 %r453, %r452, 0;", 0, "mov.u32 %r453, %r452;", LATE),
        ("half of the bytes are awaited", EXPECT, 0, lambda m: f"{m[1]}{int(m[2]) // 2};", MIXED),
        ("both CTAs await all bytes", r"setp\.eq\.u32 %p11, %r6, 0;", 0, "setp.eq.u32 %p11, %r6, %r6;", LATE),
        ("the epilogue of one CTA is enough", r"(mbarrier\.init.*), 8;", None, r"\1, 4;", MIXED),
        ("the epilogue arrives in its own CTA",
         r"\t(@%p4 )mapa\.shared::cluster\.u32 %r398, %r397, 0;", 0,
         r"\t\1mov.u32 %r398, %r397;", "deadlock mbarrier-arrive"),
        ("the pair does not meet before the end",
         r"\tbarrier\.cluster\.arrive;\n\tbarrier\.cluster\.wait;\n", -1,
         "\tbar.sync 0;\n", MIXED + " exited-cta"),
        ("one CTA frees",
         r"setp\.eq\.u32 (%p30, %r4), 4;", 0,
         r"mad.lo.u32 %r4, %r6, 64, %r4;\n\tsetp.eq.u32 \1, 4;", "tensor-memory-leak deadlock"),
        ("M of the descriptor is that of one CTA",
         MMA, 0, lambda m: m[1] + str(int(m[2]) & ~(31 << 24) | 4 << 24), "tensor-instruction"),
    ],
    "shifting": [
        ("no wait for the store", STORE, 0, "", "tensor-wait-st"),
        ("a shift from lane 16 on", r"(tcgen05\.shift.*)\+2097152", 0, r"\1+1048576", "tensor-memory-lane"),
        ("no commit", COMMIT, 0, "", "deadlock"),
    ],
    "sparsity": [
        ("no metadata", r"\ttcgen05\.st.*\n", 0, "", "uninitialized-tensor-memory"),
        ("metadata where the accumulator is",
         r"(mma.*%r1)\+64", 0, r"\1", "tensor-overlap uninitialized-tensor-memory"),
    ],
    "from_tensor_memory": [
        ("no wait for A", STORE, 0, "", "tensor-wait-st"),
        ("A is not announced", rf"{BEFORE}(\tbar.*\n){AFTER}", 1, r"\1", "tensor-fence"),
    ],
    "copying": [("no proxy fence", r"\tfence\.proxy.*\n", 0, "", "proxy-fence")],
}  # fmt: skip
"""By kernel: the bug, a pattern in its PTX, the match that changes (None: all), the text, and the rules.

The result may be wrong instead ("result"), or the verifier may refuse the text ("refused").
"""


@cache
def launched(name: str) -> tuple[Any, list[Any], Any]:
    """A kernel, its inputs and its result."""
    rng = np.random.default_rng(1)
    if name in SUITE["PROBES"]:
        probe = SUITE["PROBES"][name]()
        return probe.kernel, list(probe.inputs), np.asarray(probe.expected)
    if name == "pair":
        source = run_path(str(EXAMPLES / "gemm_highperf_blackwell.py"))
        a, b_t = (rng.integers(-3, 4, (rows, 392)).astype(ml_dtypes.bfloat16) for rows in (256, 520))
        return source["build_gemm_2sm"](256, 520, 392, out=f32, sms=2), [a, b_t], source["gemm_ref"](a, b_t)
    source = run_path(str(EXAMPLES / "gemm_block_scaled.py"))
    kernel = source["build_gemm_block_scaled"](128, 264, 640, numbers="mxfp8", out=f32, sms=1)
    return kernel, *source["example"](128, 264, 640, "mxfp8")


def found(name: str, text: str, options: dict[str, Any]) -> str:
    """The rule that reports a kernel of this PTX; "refused" or "result" if none, but it is wrong; or ""."""
    kernel, inputs, expected = launched(name)
    out = np.zeros(expected.shape, np.float32 if name in ("pair", "scaled") else expected.dtype)
    program = replace(kernel.program(), module=parse(text), derived={})
    try:
        program.launch(*inputs, out, grid=kernel.grid, engine="sim", checks="all", **options)
    except SimFault as fault:
        return fault.rule
    except VerifyError:
        return "refused"
    return "" if np.allclose(out, expected, rtol=1e-5, atol=1e-3) else "result"


@pytest.mark.parametrize("options", SCHEDULES, ids=str)
@pytest.mark.parametrize("name", BUGS)
def test_right_kernels(name: str, options: dict[str, Any]) -> None:
    assert found(name, launched(name)[0].ptx(), options) == ""


@pytest.mark.parametrize(
    ("name", "bug"), [pytest.param(name, bug, id=f"{name}: {bug[0]}") for name in BUGS for bug in BUGS[name]]
)
def test_bugs(name: str, bug: tuple[str, str, int | None, Any, str]) -> None:
    _, pattern, number, to, rules = bug
    text = launched(name)[0].ptx()
    matches = list(re.finditer(pattern, text))
    for match in reversed(matches if number is None else [matches[number]]):
        changed = match.expand(to) if isinstance(to, str) else to(match)
        text = text[: match.start()] + changed + text[match.end() :]
    reports = (found(name, text, options) for options in SCHEDULES)
    assert next((report for report in reports if report), "nothing") in rules.split()


def test_there_are_fifty() -> None:
    assert sum(map(len, BUGS.values())) >= 50
