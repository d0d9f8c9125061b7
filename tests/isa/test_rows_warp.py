"""The rows of barriers, fences, warps and the rest, and the special registers."""

from __future__ import annotations

import pytest

from pyptx.isa import lookup, special_register
from pyptx.isa.directives import DIRECTIVES, directive
from pyptx.isa.special_registers import SPECIAL_REGISTERS


def names(text: str) -> list[list[str]]:
    """The operands of each form of an instruction written with dots."""
    opcode, *modifiers = text.split(".")
    return [[spec.name for spec in form.operands] for form in lookup(opcode, tuple(modifiers))]


@pytest.mark.parametrize(
    ("text", "operands"),
    [
        ("bar.sync", "a b"),
        ("barrier.cta.sync.aligned", "a b"),
        ("bar.red.popc.u32", "d a b c"),
        ("bar.warp.sync", "membermask"),
        ("barrier.cluster.arrive.relaxed.aligned", ""),
        ("fence.acq_rel.gpu", ""),
        ("fence.proxy.async.shared::cta", ""),
        ("fence.proxy.tensormap::generic.acquire.gpu", "addr size"),
        ("membar.gl", ""),
        ("shfl.sync.bfly.b32", "d a b c membermask"),
        ("vote.sync.ballot.b32", "d a membermask"),
        ("match.all.sync.b64", "d a membermask"),
        ("redux.sync.add.s32", "dst src membermask"),
        ("elect.sync", "d membermask"),
        ("activemask.b32", "d"),
        ("nanosleep.u32", "t"),
        ("setmaxnreg.inc.sync.aligned.u32", "count"),
        ("cp.async.wait_group", "n"),
        ("mbarrier.init.shared.b64", "addr count"),
        ("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64", "state addr tx_count"),
        ("mbarrier.try_wait.parity.shared.b64", "wait_complete addr phase_parity time_hint"),
        ("bra.uni", "target"),
        ("brx.idx", "index targets"),
        ("ret", ""),
        ("trap", ""),
    ],
)
def test_operands(text: str, operands: str) -> None:
    assert names(text) == [operands.split()]


@pytest.mark.parametrize(
    "text",
    [
        "bar.sync.aligned",
        "bar.red.xor.pred",
        "barrier.cluster.wait.release",
        "fence.proxy.shared",
        "fence.relaxed.gpu",
        "membar.gpu",
        "shfl.sync.bfly.b64",
        "vote.sync.all.b32",
        "redux.sync.add.f32",
        "redux.sync.min.abs.u32",
        "mbarrier.arrive.release.shared.b64",
        "mbarrier.try_wait.phase_type::conditional.b64",
        "cp.async.cg.global.shared",
    ],
)
def test_what_does_not_exist(text: str) -> None:
    assert names(text) == []


def test_ranges() -> None:
    (sync,) = lookup("bar", ("sync",))
    (arrive,) = lookup("bar", ("arrive",))
    (registers,) = lookup("setmaxnreg", ("dec", "sync", "aligned", "u32"))
    assert sync.operands[0].bounds == range(16)
    assert (0 in sync.operands[1].bounds, 64 in sync.operands[1].bounds, 33 in sync.operands[1].bounds) == (
        1,
        1,
        0,
    )
    assert (0 in arrive.operands[1].bounds, arrive.operands[1].optional) == (False, False)
    assert registers.operands[0].bounds == range(24, 257, 8)


def test_optional_second_destination() -> None:
    (shuffle,) = lookup("shfl", ("sync", "down", "b32"))
    (elect,) = lookup("elect", ("sync",))
    second, always = shuffle.operands[0].second, elect.operands[0].second
    assert second is not None
    assert always is not None
    assert (second.type, second.optional) == ("pred", True)
    assert (always.type, always.optional) == ("pred", False)


def test_remote_arrivals_return_nothing() -> None:
    local, _ = lookup("mbarrier", ("arrive", "shared", "b64"))
    (remote,) = lookup("mbarrier", ("arrive", "release", "cluster", "shared::cluster", "b64"))
    assert (local.operands[0].kind, local.operands[0].sink, remote.operands[0].kind) == (
        "value",
        True,
        "sink",
    )


@pytest.mark.parametrize(
    ("name", "type_"),
    [
        ("%tid.x", "u32"),
        ("%nctaid.z", "u32"),
        ("%cluster_ctarank", "u32"),
        ("%laneid", "u32"),
        ("%lanemask_lt", "u32"),
        ("%clock", "u32"),
        ("%clock_hi", "u32"),
        ("%clock64", "u64"),
        ("%globaltimer", "u64"),
        ("%globaltimer_lo", "u32"),
        ("%gridid", "u64"),
        ("%envreg31", "b32"),
        ("%pm0", "u32"),
        ("%pm7_64", "u64"),
        ("%dynamic_smem_size", "u32"),
        ("%current_graph_exec", "u64"),
        ("%is_explicit_cluster", "pred"),
    ],
)
def test_special_registers_have_their_own_width(name: str, type_: str) -> None:
    register = special_register(name)
    assert register is not None
    assert register.type == type_


@pytest.mark.parametrize("name", ["%tid", "%warpsize", "%envreg32", "%pm8", "tid.x", "%r0"])
def test_what_is_no_special_register(name: str) -> None:
    assert special_register(name) is None


def test_special_registers_are_named_once() -> None:
    assert all(name == row.name for name, row in SPECIAL_REGISTERS.items())


def test_directives_say_where_they_stand() -> None:
    places = {name: row.places for name, row in DIRECTIVES.items()}
    assert places["maxnreg"] == places["reqntid"] == places["reqnctapercluster"] == ("entry",)
    assert places["noreturn"] == ("func",)
    assert "body" in places["pragma"]
    assert directive("maxregs") is None
