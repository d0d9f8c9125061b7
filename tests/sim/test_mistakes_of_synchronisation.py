"""Common mistakes with mbarriers, barriers and flags, each beside the right kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tests.sim.pipeline import Pipeline, each, is_reported, runs_clean, wait

if TYPE_CHECKING:
    from collections.abc import Callable

KERNELS: dict[str, Pipeline] = {}


def words(count: int) -> np.ndarray[Any, Any]:
    return np.arange(count, dtype=np.uint32)


RELAXED_ARRIVAL = "mbarrier.arrive.relaxed.cta.shared.b64 %rd5, [full];"
RELAXED_WAIT = "COME: mbarrier.try_wait.parity.relaxed.cta.shared.b64 %p6, [full], 0; @!%p6 bra COME;"
FENCE = "fence.acq_rel.cta;"

# Two warps exchange words: each thread writes one, and reads the one of a thread of the other warp.
EXCHANGE = """
    .shared .align 8 .b64 full;
    .shared .align 4 .b32 words[64];
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 mbarrier.init.shared.b64 [full], <count>;
    mov.u32 %r3, words;
    mad.lo.u32 %r4, %r1, 4, %r3;
    xor.b32 %r5, %r1, 63;
    mad.lo.u32 %r5, %r5, 4, %r3;
    setp.lt.u32 %p2, %r1, 32;
    bar.sync 0;
    st.shared.u32 [%r4], %r1;
    <arrive>
    <late>
    <wait>
    ld.shared.u32 %r6, [%r5];
    mad.wide.u32 %rd4, %r1, 4, %rd1;
    st.global.u32 [%rd4], %r6;
    ret;
"""
KERNELS["exchange at an mbarrier"] = Pipeline(
    EXCHANGE,
    {
        "count": "64",
        "arrive": "mbarrier.arrive.shared.b64 %rd5, [full];",
        "late": "",
        "wait": wait("full", "0", "COME"),
    },
    {
        "relaxed arrival": ({"arrive": RELAXED_ARRIVAL}, "race", "words+"),
        "relaxed wait": ({"wait": RELAXED_WAIT}, "race", "words+"),
        "a fence behind the wait only": (
            {"arrive": RELAXED_ARRIVAL, "wait": RELAXED_WAIT + FENCE},
            "race",
            "",
        ),
        "a fence before the arrival only": (
            {"arrive": FENCE + RELAXED_ARRIVAL, "wait": RELAXED_WAIT},
            "race",
            "",
        ),
        "one arrival too few is counted": ({"count": "63"}, "race mbarrier-arrive mbarrier-lapped", ""),
        "one too many": ({"count": "65"}, "deadlock", "lacks 1 of 65 arrivals"),
        "each arrives for two": (
            {"arrive": "mbarrier.arrive.shared.b64 %rd5, [full], 2;"},
            "race mbarrier-arrive mbarrier-lapped",
            "",
        ),
        "one thread does not arrive": (
            {"arrive": "setp.ne.u32 %p3, %r1, 63; @%p3 mbarrier.arrive.shared.b64 %rd5, [full];"},
            "deadlock",
            "lacks 1 of 64 arrivals",
        ),
        "a word is written behind the arrival": ({"late": "st.shared.u32 [%r4], 3;"}, "race", "words+"),
        "the object is read as data": (
            {"late": "ld.shared.u64 %rd6, [full];"},
            "mbarrier-access race",
            "full",
        ),
        "the object is overwritten": (
            {"late": "@%p1 st.shared.u32 [full], 0;"},
            "mbarrier-access race",
            "full",
        ),
        "bytes that are not expected": (
            {"arrive": "@%p1 mbarrier.complete_tx.relaxed.cta.shared.b64 [full], 16; " + RELAXED_ARRIVAL},
            "mbarrier-tx deadlock",
            "",
        ),
    },
    {"block": 64},
    lambda: {"out": np.zeros(64, np.uint32)},
    lambda a: a["out"].tolist() == words(64)[::-1].tolist(),
    variants={
        "fences around relaxed operations": {"arrive": FENCE + RELAXED_ARRIVAL, "wait": RELAXED_WAIT + FENCE},
        "a relaxed arrival behind a fence": {"arrive": FENCE + RELAXED_ARRIVAL},
        "a relaxed wait before a fence": {"wait": RELAXED_WAIT + FENCE},
    },
)


@pytest.mark.parametrize(("kernel", "what", "options"), each(KERNELS, "right"))
def test_right_kernels(run: Callable[..., Any], kernel: Pipeline, what: str, options: dict[str, Any]) -> None:
    runs_clean(run, kernel, what, options)


@pytest.mark.parametrize(("kernel", "what", "options"), each(KERNELS, "wrong"))
def test_mistakes(run: Callable[..., Any], kernel: Pipeline, what: str, options: dict[str, Any]) -> None:
    is_reported(run, kernel, what, options)
