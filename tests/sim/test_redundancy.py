"""Rules by which an instruction is redundant: each with programs that need the instruction."""

from __future__ import annotations

import pytest

from pyptx.program import from_ptx
from pyptx.sim.launch import decoded
from pyptx.sim.mutants import MISSING, mutants
from pyptx.sim.redundancy import Flow, redundancy

FRAME = """
.version 8.6
.target sm_100a
.address_size 64
.visible .entry kernel(.param .u64 out)
{
    .reg .pred %p<4>;
    .reg .b32 %r<9>;
    .reg .b64 %rd<4>;
    .shared .align 8 .b64 bar[2];
    .shared .b32 word;
    BODY
}
"""
LD = "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r1}, [%r0];"
ST = "tcgen05.st.sync.aligned.32x32b.x1.b32 [%r0], {%r1};"
WAIT_LD, WAIT_ST = "tcgen05.wait::ld.sync.aligned;", "tcgen05.wait::st.sync.aligned;"
USE = "st.shared.u32 [word], %r1;"
READ, PROXY = "ld.shared.u32 %r1, [word];", "fence.proxy.async.shared::cta;"
ARRIVE = "mbarrier.arrive.shared::cta.b64 _, [bar];"
WAIT = "L: mbarrier.try_wait.parity.shared::cta.b64 %p1, [bar], 0; @!%p1 bra L;"
MMA = "tcgen05.mma.cta_group::1.kind::f16 [%r0], %rd1, %rd2, %r2, %p3;"
COMMIT = "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [bar];"
BEFORE, AFTER = "tcgen05.fence::before_thread_sync;", "tcgen05.fence::after_thread_sync;"
ALLOC = "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [word], 32;"
DEALLOC = "tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r0, 32;"
INIT, FENCE = "mbarrier.init.shared::cta.b64 [bar], 1;", "fence.mbarrier_init.release.cluster;"
CLUSTER, RELAXED = "barrier.cluster.arrive; barrier.cluster.wait;", "barrier.cluster.arrive.relaxed;"
COPY = "cp.async.bulk.global.shared::cta.bulk_group [%rd1], [word], 16;"
GROUP = "cp.async.bulk.commit_group;"
MEET, OTHER = "bar.sync 1, 64;", "bar.sync 2, 64;"
ROLE = "mov.u32 %r3, %tid.x; setp.lt.u32 %p2, %r3, 32; @%p2 bra B;"
MARK = "/* here */"


def is_redundant(body: str, ctas: int = 1) -> bool:
    """Whether a rule calls the instruction after the mark redundant."""
    before, _, rest = body.partition(MARK)
    assert rest, "no instruction is marked"
    name = rest.replace("L:", "").split()[0].rstrip(";")
    program = from_ptx(FRAME.replace("BODY", before + rest + " ret;"))
    flow = Flow(decoded(program, "any"), ctas)
    same = [mutant for mutant in mutants(program) if mutant.what == MISSING]
    skipped = sum(word.rstrip(";") == name for word in before.split())
    place = [
        (mutant.function, mutant.statement)
        for mutant in same
        if flow.steps[flow.numbers[mutant.function, mutant.statement]].name == name
    ][skipped]
    return bool(redundancy(flow, place))


@pytest.mark.parametrize(
    ("body", "redundant"),
    [
        # the registers of a load may be used before a wait; what the thread releases needs one
        (f"{LD} {MARK}{WAIT_LD} {USE} {LD} {WAIT_LD} {ARRIVE}", True),
        (f"{LD} {MARK}{WAIT_LD} {USE} bar.warp.sync -1; {LD} {WAIT_LD} {ARRIVE}", True),
        (f"{LD} {WAIT_LD} {USE} {LD} {MARK}{WAIT_LD} {ARRIVE}", False),
        (f"{LD} {MARK}{WAIT_LD} {ARRIVE} {LD} {WAIT_LD} {ARRIVE}", False),
        (f"{LD} {MARK}{WAIT_LD} bar.sync 0; {LD} {WAIT_LD}", False),
        (f"{LD} {MARK}{WAIT_LD} {ST} {LD} {WAIT_LD}", False),
        (f"{LD} {MARK}{WAIT_LD} st.release.cta.shared.u32 [word], %r1; {WAIT_LD}", False),
        (f"{LD} {MARK}{WAIT_LD} fence.acq_rel.cta; {USE} {WAIT_LD}", False),
        (f"{LD} {MARK}{WAIT_LD} {DEALLOC}", False),
        (f"{LD} {MARK}{WAIT_LD} @%p1 bra END; {WAIT_LD} END:", False),
        (f"{LD} {MARK}{WAIT_LD} @%p1 {WAIT_LD} {ARRIVE}", False),
        # in a loop
        (f"L: {LD} {MARK}{WAIT_LD} {USE} @%p1 bra L; {WAIT_LD} {ARRIVE}", True),
        (f"L: {LD} {MARK}{WAIT_LD} {USE} @%p1 bra L; {ARRIVE}", False),
        # barriers of the CTA between a load and a later wait: all threads meet again after that
        (f"{LD} {MARK}{WAIT_LD} bar.sync 1, 64; {LD} {WAIT_LD} bar.sync 1, 64; {ARRIVE}", True),
        (f"L: {LD} {MARK}{WAIT_LD} bar.sync 0; {USE} @%p1 bra L; {WAIT_LD} bar.sync 0; {ARRIVE}", True),
        (f"{LD} {MARK}{WAIT_LD} bar.sync 1, 64; {LD} {WAIT_LD} {ARRIVE}", False),
        (f"{LD} {MARK}{WAIT_LD} bar.sync 1, 64; {LD} {WAIT_LD} bar.sync 2, 64; {ARRIVE}", False),
        (f"{LD} {MARK}{WAIT_LD} bar.sync 1, 64; @%p1 {ARRIVE} {WAIT_LD} bar.sync 1, 64;", False),
        (f"{LD} {MARK}{WAIT_LD} bar.sync 1, 64; @%p1 bra END; {WAIT_LD} bar.sync 1, 64; END:", False),
        (f"{LD} {MARK}{WAIT_LD} bar.sync 1, 64; {MMA} {WAIT_LD} bar.sync 1, 64;", False),
        (f"{LD} {MARK}{WAIT_LD} bar.sync 1, 64; bar.sync 1, 64; {ARRIVE} {WAIT_LD}", False),
        # unless another role comes to the same barrier, and goes on to a release
        (f"{ROLE} {LD} {MARK}{WAIT_LD} {MEET} {LD} {WAIT_LD} {MEET} bra END; B: {MEET} {MEET} END:", True),
        (
            f"{ROLE} {LD} {MARK}{WAIT_LD} {MEET} {LD} {WAIT_LD} {MEET} bra END; B: {MEET} {MMA} {MEET} END:",
            False,
        ),
        (
            f"{ROLE} {LD} {MARK}{WAIT_LD} {MEET} {LD} {WAIT_LD} {MEET} bra END; B: {MEET} {DEALLOC} END:",
            False,
        ),
        (f"{ROLE} {LD} {MARK}{WAIT_LD} {MEET} {LD} {WAIT_LD} {MEET} bra END; B: {OTHER} {MMA} END:", True),
        # proxy fences: writes need one of their thread, reads do not
        (f"{USE} {PROXY} bar.sync 0; {READ} {MARK}{PROXY} {ARRIVE}", True),
        (f"{READ} {MARK}{PROXY} {ARRIVE} st.global.u32 [%rd1], %r1;", True),
        (f"{USE} {MARK}{PROXY} bar.sync 0; {READ} {PROXY} {ARRIVE}", False),
        (f"{READ} {MARK}{PROXY} {ARRIVE} {USE} bar.sync 0;", False),
        (f"{USE} {READ} {MARK}{PROXY} {ARRIVE}", False),
        (f"{READ} {MARK}{PROXY} {ARRIVE} {USE} @%p1 {PROXY} bar.sync 0;", False),
        (f"{READ} {MARK}{PROXY} {ARRIVE} {USE} {COPY} {PROXY}", False),
        (f"{READ} {MARK}{PROXY} {ARRIVE} {USE} bar.warp.sync -1; {PROXY}", False),
        (f"{READ} {MARK}{PROXY} {ARRIVE} st.u32 [%rd1], %r1;", False),
        # a fence after nothing that another fence does not order
        (f"{ALLOC} {MARK}{BEFORE} bar.sync 0; {AFTER} {LD} {WAIT_LD}", True),
        (f"{LD} {WAIT_LD} {BEFORE} {ARRIVE} {MARK}{BEFORE} bar.sync 0; {MMA} {COMMIT}", True),
        (f"{MMA} {COMMIT} {MARK}{BEFORE} bar.sync 0; {MMA}", True),
        (f"@%p1 {MMA} @%p1 {COMMIT} {MARK}{BEFORE} bar.sync 0; {MMA}", True),
        (f"@%p1 {MMA} @%p2 {COMMIT} {MARK}{BEFORE} bar.sync 0; {MMA}", False),
        (f"@%p1 {MMA} @!%p1 {COMMIT} {MARK}{BEFORE} bar.sync 0; {MMA}", False),
        (f"@%p1 {MMA} setp.eq.u32 %p1, %r1, 0; @%p1 {COMMIT} {MARK}{BEFORE} bar.sync 0; {MMA}", False),
        (f"{LD} {WAIT_LD} {MARK}{BEFORE} {ARRIVE}", False),
        (f"{LD} {WAIT_LD} {BEFORE} {LD} {WAIT_LD} {MARK}{BEFORE} bar.sync 0; {MMA}", False),
        # a fence before nothing
        (f"{WAIT} {MARK}{AFTER} {AFTER} {LD}", True),
        (f"{WAIT} {MARK}{AFTER} @%p2 bra END; {AFTER} {LD} END:", True),
        (f"{WAIT} {MARK}{AFTER} @%p2 {AFTER} {LD}", False),
        (f"{WAIT} {MARK}{AFTER} {LD}", False),
        # fences beside alloc and dealloc
        (f"{INIT} {FENCE} {ALLOC} {BEFORE} bar.sync 0; {MARK}{AFTER} {MMA}", True),
        (f"{LD} {WAIT_LD} {MARK}{BEFORE} bar.sync 0; {AFTER} {DEALLOC}", True),
        (f"{LD} {WAIT_LD} {BEFORE} bar.sync 0; {MARK}{AFTER} {DEALLOC}", True),
        (f"{LD} {WAIT_LD} {MARK}{BEFORE} bar.sync 0; {MMA} {COMMIT}", False),
        (f"{MMA} {COMMIT} bar.sync 0; {MARK}{AFTER} {LD}", False),
        # waits of a warp
        (f"{ST} {WAIT_ST} {BEFORE} {MARK}bar.warp.sync -1; {ARRIVE}", True),
        (f"{ST} {WAIT_ST} {USE} {MARK}bar.warp.sync -1; {ARRIVE}", False),
        (f"{ST} {MARK}bar.warp.sync -1; {ARRIVE}", False),
        # waits for groups of bulk copies
        (f"{COPY} {GROUP} {MARK}cp.async.bulk.wait_group.read 1; {USE}", True),
        (f"{MARK}cp.async.bulk.wait_group.read 0; {COPY} {GROUP}", True),
        (f"{COPY} {GROUP} {MARK}cp.async.bulk.wait_group.read 0; {USE}", False),
        (f"{COPY} {GROUP} {COPY} {GROUP} {MARK}cp.async.bulk.wait_group.read 1; {USE}", False),
        (f"L: {COPY} {GROUP} @%p1 bra L; {MARK}cp.async.bulk.wait_group.read 1; {USE}", False),
        (f"L: {MARK}cp.async.bulk.wait_group.read 1; {USE} {COPY} {GROUP} @%p1 bra L;", False),
        # the last wait of a thread
        (f"{MARK}{WAIT} bar.sync 0; {DEALLOC}", True),
        (f"{MARK}{WAIT} ld.shared.u32 %r1, [word];", False),
        (f"{MARK}{WAIT} {ARRIVE}", False),
        (f"{MARK}{WAIT} {LD}", False),
        # registers of hardware
        (f"{MARK}setmaxnreg.inc.sync.aligned.u32 64;", True),
        (f"{MARK}tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;", True),
        (f"{MARK}setmaxnreg.dec.sync.aligned.u32 64;", False),
    ],
)
def test_rules(body: str, redundant: bool) -> None:
    assert is_redundant(body) is redundant


@pytest.mark.parametrize(
    ("body", "ctas", "redundant"),
    [
        (f"bar.sync 0; {WAIT}", 1, True),
        (f"bar.sync 0; {WAIT}", 2, False),
        (f"{CLUSTER} {WAIT}", 2, True),
        (f"bar.sync 0; {CLUSTER} {WAIT}", 2, True),
        (f"{RELAXED} barrier.cluster.wait; {WAIT}", 2, False),
        (f"{ARRIVE} bar.sync 0; {WAIT}", 1, False),
    ],
)
def test_a_barrier_releases_initialised_mbarriers(body: str, ctas: int, redundant: bool) -> None:
    assert is_redundant(f"{INIT} {MARK}{FENCE} {body}", ctas) is redundant


def test_a_call_may_do_anything() -> None:
    text = FRAME.replace(".visible", ".func act() { ret; }\n.visible")
    body = f"{LD} {WAIT_LD} call act, (); {WAIT_LD} {ARRIVE} ret;"
    program = from_ptx(text.replace("BODY", body))
    flow = Flow(decoded(program, "any"), 1)
    reasons = [redundancy(flow, step.place) for step in flow.steps if step.name == WAIT_LD.rstrip(";")]
    assert reasons == ["", ""]


ROLES = """
    mov.u32 %r3, %tid.x;
    setp.eq.u32 %p2, %r3, 4;
    @!%p2 bra NEXT;
    {first}
NEXT:
    {between}
    setp.{compare}.u32 %p3, %r3, {value};
    @{sign}%p3 bra END;
    {second}
END:
"""


@pytest.mark.parametrize(
    ("compare", "value", "sign", "between", "expected"),
    [
        ("eq", 5, "!", "", True),
        ("ne", 5, "", "", True),
        ("eq", 4, "", "", True),
        ("eq", 4, "!", "", False),
        ("ne", 5, "!", "", False),
        ("ne", 4, "", "", False),
        ("eq", 5, "!", "add.u32 %r3, %r3, 1;", False),
        ("lt", 5, "!", "", False),
    ],
)
def test_a_wait_of_a_role(compare: str, value: int, sign: str, between: str, expected: bool) -> None:
    """Accesses of another role, after it in the text, do not need the last wait of a role."""
    lines = ROLES.format(
        first=MARK + WAIT, between=between, compare=compare, value=value, sign=sign, second=USE
    )
    assert is_redundant(lines) == expected


@pytest.mark.parametrize(("barrier", "expected"), [(MEET, False), (OTHER, True)])
def test_a_wait_of_a_role_in_a_loop(barrier: str, expected: bool) -> None:
    """Roles that take turns with a barrier in a loop: the other one releases after it."""
    lines = f"""
        mov.u32 %r3, %tid.x;
        setp.eq.u32 %p2, %r3, 4;
    AGAIN:
        @!%p2 bra NEXT;
        {LD} {MARK}{WAIT_LD} {MEET} {LD} {WAIT_LD} {MEET}
    NEXT:
        @%p2 bra OVER;
        {barrier} {MMA} {barrier}
    OVER:
        @%p3 bra AGAIN;
    """
    assert is_redundant(lines) == expected


def test_a_wait_before_the_roles_divide() -> None:
    lines = ROLES.format(first="", between=MARK + WAIT, compare="eq", value=5, sign="!", second=USE)
    assert not is_redundant(lines)
