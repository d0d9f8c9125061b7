"""Both engines execute every row of bulk copies without a map, and of mbarriers in several CTAs, alike.

The instructions are drawn from the rows of the ISA: another row is tested here as soon as it exists.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any, NamedTuple

import ml_dtypes
import numpy as np
import pytest

from pyptx.isa import forms_of
from pyptx.isa.availability import spans
from pyptx.isa.examples import covering
from pyptx.program import from_ptx
from pyptx.sim.decode import decode
from pyptx.sim.lowering import refusals
from pyptx.sim.native import MISSING, handlers
from pyptx.sim.semantics.unmodelled import is_modelled
from tests.sim.conftest import text
from tests.sim.pipeline import SCHEDULES

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)

MOST = 24
"""Instructions drawn of each kind."""


FLOATS = {
    "f16": np.dtype(np.float16),
    "bf16": np.dtype(ml_dtypes.bfloat16),
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
}


class DrawnForm(NamedTuple):
    """An instruction without its operands, their names, and a target and version that have it."""

    words: str
    operands: tuple[str, ...]
    target: str
    version: str


def drawn_forms(opcode: str, *, word: str, operands: set[str]) -> list[DrawnForm]:
    """The instructions of an opcode that have a word, or any with `""`, and operands of these names."""
    found = []
    for form in forms_of(opcode):
        if not operands <= {column.spec.name for column in form.operands} or not is_modelled(form):
            continue
        for named in covering(form):
            words = form.spell(named)
            reports = any(word.startswith("mbarrier::report") and "disabled" not in word for word in words)
            if reports or (word and word not in words):
                continue
            names = tuple(spec.name for spec in form.operands_for(named))
            if not operands <= set(names):
                continue
            # The newest version shows the forms that the older ones have, too.
            target, span = max(spans(form, named).items(), key=lambda item: (item[1].since, item[0]))
            major, minor = span.since
            found.append(DrawnForm(".".join((opcode, *words)), names, target, f"{major}.{minor}"))
    return found


LINEAR = {"dstMem", "srcMem", "size"}
STORES = [
    each for opcode in ("cp", "multimem") for each in drawn_forms(opcode, word="bulk_group", operands=LINEAR)
]
LOADS = drawn_forms("cp", word="global", operands=LINEAR | {"mbar"})
MULTICASTS = drawn_forms("mbarrier", word="", operands={"addr", "cta_mask"})


def sample(drawn: list[DrawnForm], name: str) -> list[DrawnForm]:
    """Some of the instructions, always the same ones."""
    order = np.random.default_rng(zlib.crc32(name.encode())).permutation(len(drawn))
    return [drawn[k] for k in sorted(order[:MOST].tolist())]


def launch(
    both: Callable[..., Any],
    one: DrawnForm,
    body: str,
    arrays: dict[str, np.ndarray[Any, Any]],
    **options: Any,
) -> None:
    """Run on both engines, which `both` compares, under a schedule that depends on the instruction."""
    params = ", ".join(f".param .u64 {name}" for name in arrays)
    program = from_ptx(text(body, params=params, target=one.target, version=one.version))
    missing = refusals(decode(program.module, program.entry, program.arch), handlers())
    assert not missing, [str(reason) for _, reason in missing]
    schedule, seed = SCHEDULES[zlib.crc32(one.words.encode()) % len(SCHEDULES)]
    both(program, tuple(arrays.values()), schedule=schedule, seed=seed, checks="all", profile=True, **options)


STORE = """
    .shared .align 16 .b8 room[64];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, room;
    add.u32 %r3, %r2, %r1;
    ld.param.u64 %rd1, [x];
    cvt.u64.u32 %rd2, %r1;
    add.u64 %rd1, %rd1, %rd2;
    ld.global.u8 %h1, [%rd1];
    ld.global.u8 %h2, [%rd1+32];
    st.shared.u8 [%r3], %h1;
    st.shared.u8 [%r3+32], %h2;
    fence.proxy.async.shared::cta;
    bar.sync 0;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra DONE;
    ld.param.u64 %rd3, [out];
    createpolicy.fractional.L2::evict_last.b64 %rd4, 1.0;
    mov.u16 %h3, {mask};
    {instruction}
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group 0;
DONE:
    ret;
"""


@pytest.mark.parametrize("one", sample(STORES, "stores"), ids=lambda one: one.words)
def test_stores(both: Callable[..., Any], one: DrawnForm) -> None:
    rng = np.random.default_rng(zlib.crc32(one.words.encode()))
    names = {"dstMem": "[%rd3+16]", "srcMem": "[%r2]", "size": "48", "policy": "%rd4", "byteMask": "%h3"}
    operands = ", ".join(names[name] for name in one.operands)
    kind = one.words.rpartition(".")[2]
    dtype = FLOATS.get(kind)
    x, out = rng.integers(0, 256, (2, 80), "u1")
    if dtype is not None:
        x, out = rng.normal(size=(2, 80 // dtype.itemsize)).astype(dtype).view(np.uint8)
    before = out.copy()
    body = STORE.format(mask=int(rng.integers(1, 1 << 16)), instruction=f"{one.words} {operands};")
    launch(both, one, body, {"x": x, "out": out}, grid=(1, 1, 1), block=(32, 1, 1))
    assert (out[:16] == before[:16]).all()
    assert (out[64:] == before[64:]).all()
    assert (out != before).any() or "reduce" in one.words


LOAD = """
    .shared .align 16 .b8 room[64];
    .shared .align 8 .b64 bar;
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, room;
    mov.u32 %r3, bar;
    mov.u32 %r6, %cluster_ctarank;
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd3, [out];
    createpolicy.fractional.L2::evict_last.b64 %rd4, 1.0;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra READY;
    mbarrier.init.shared.b64 [bar], 1;
    fence.mbarrier_init.release.cluster;
    fence.proxy.async.shared::cta;
    mbarrier.arrive.expect_tx.shared.b64 _, [bar], 48;
READY:
    barrier.cluster.arrive;
    barrier.cluster.wait;
    @%p1 bra WAIT;
    mov.u32 %r4, {before};
    mov.u32 %r5, {behind};
    setp.ne.u32 %p4, %r6, 0;
    {guard} {instruction}
WAIT:
    mbarrier.try_wait.parity.shared.b64 %p2, [bar], 0;
    @!%p2 bra WAIT;
    setp.lt.u32 %p3, %r1, {first};
    setp.ge.or.u32 %p3, %r1, {last}, %p3;
    @%p3 bra DONE;
    add.u32 %r7, %r2, %r1;
    ld.shared.u8 %h1, [%r7];
    mad.lo.u32 %r1, %r6, 48, %r1;
    cvt.u64.u32 %rd2, %r1;
    add.u64 %rd3, %rd3, %rd2;
    st.global.u8 [%rd3], %h1;
DONE:
    barrier.cluster.arrive;
    barrier.cluster.wait;
"""


@pytest.mark.parametrize("one", sample(LOADS, "loads"), ids=lambda one: one.words)
def test_loads(both: Callable[..., Any], one: DrawnForm) -> None:
    rng = np.random.default_rng(zlib.crc32(one.words.encode()))
    ignores, multicast = "ignoreBytesLeft" in one.operands, "ctaMask" in one.operands
    before, behind = (int(rng.integers(0, 16)) if ignores else 0 for _ in range(2))
    names = {"dstMem": "[%r2]", "srcMem": "[%rd1]", "size": "48", "mbar": "[%r3]", "policy": "%rd4",
             "ctaMask": "3", "ignoreBytesLeft": "%r4", "ignoreBytesRight": "%r5"}  # fmt: skip
    instruction = f"{one.words} {', '.join(names[name] for name in one.operands)};"
    x, out = rng.integers(1, 256, 48 - behind, "u1"), np.zeros((2, 48), np.uint8)
    body = LOAD.format(
        instruction=instruction, before=before, behind=behind, first=before, last=48 - behind,
        guard="@!%p4" if multicast else "",
    )  # fmt: skip
    launch(both, one, body, {"x": x, "out": out}, grid=(2, 1, 1), block=(64, 1, 1), cluster=(2, 1, 1))
    for row in out:
        np.testing.assert_array_equal(row[before : 48 - behind], x[before:])


MULTICAST = """
    .shared .align 8 .b64 bar;
    .shared .align 8 .b64 over;
    mov.u32 %r1, %cluster_ctarank;
    mov.u32 %r2, bar;
    mov.u32 %r4, over;
    cvt.u64.u32 %rd3, %r2;
    cvta.shared.u64 %rd3, %rd3;
    setp.eq.u32 %p1, %r1, 1;
    mbarrier.init.shared::cta.b64 [bar], 4;
    mbarrier.init.shared::cta.b64 [over], 1;
    fence.mbarrier_init.release.cluster;
    barrier.cluster.arrive;
    barrier.cluster.wait;
    mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [bar], 8;
    @%p1 {instruction}
    @!%p1 bra ALL;
    mbarrier.arrive.release.cluster.shared::cluster.multicast::cluster::32b.b64 _, [%r4], 15;
ALL:
    mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p2, [over], 0;
    @!%p2 bra ALL;
    mbarrier.arrive.shared::cta.b64 %rd1, [bar];
    mbarrier.pending_count.b64 %r3, %rd1;
    ld.param.u64 %rd1, [out];
    mul.wide.u32 %rd2, %r1, 4;
    add.u64 %rd1, %rd1, %rd2;
    st.global.u32 [%rd1], %r3;
    barrier.cluster.arrive;
    barrier.cluster.wait;
"""


@pytest.mark.parametrize("mask", [0b0010, 0b1101, 0b1111])
@pytest.mark.parametrize("one", sample(MULTICASTS, "mbarriers"), ids=lambda one: one.words)
def test_mbarriers_in_several_ctas(both: Callable[..., Any], one: DrawnForm, mask: int) -> None:
    address = "[%r2]" if ".shared" in one.words else "[%rd3]"
    names = {"addr": address, "tx_count": "8", "count": "2", "cta_mask": str(mask), "state": "_"}
    instruction = f"{one.words} {', '.join(names[name] for name in one.operands)};"
    out = np.zeros(4, np.uint32)
    launch(
        both, one, MULTICAST.format(instruction=instruction), {"out": out},
        grid=(4, 1, 1), block=(1, 1, 1), cluster=(4, 1, 1),
    )  # fmt: skip
    arrivals = 0 if "arrive" not in one.words else 2 if "count" in one.operands else 1
    assert out.tolist() == [4 - arrivals * (mask >> rank & 1) for rank in range(4)]
