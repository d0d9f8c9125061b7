"""Instructions of one shape share their row: a wrong instruction of nearly that shape is still refused."""

from __future__ import annotations

import numpy as np
import pytest

from pyptx.errors import VerifyError
from pyptx.program import from_ptx
from pyptx.sim import shapes, simulate
from tests.sim.conftest import text

LOAD = "ld.global.u32 %r1, [%rd1+4];"
PAIR = "ld.global.v2.u32 {%r1, %r2}, [%rd1];"
BOTH = "setp.eq.and.u32 %p1, %r1, %r2, !%p2;"
WRONG = [
    ("@%p1 mov.u32 %r1, %r2;", "@%r3 mov.u32 %r1, %r2;", "%r3"),
    ("@%p1 mov.u32 %r1, %r2;", "@%missing mov.u32 %r1, %r2;", "%missing"),
    ("add.u32 %r1, %r2, 4294967295;", "add.u32 %r1, %r2, 4294967296;", "does not fit .u32"),
    ("bar.sync 15;", "bar.sync 16;", "it must be in 0..15"),
    ("add.u32 %r1, %r2, %r3;", "add.u32 %r1, %r2, %f3;", "%f3"),
    ("add.u32 %r1, %r2, %r3;", "add.u32 %r1, %r2, %h3;", "%h3"),
    ("add.u32 %r1, %r2, %r3;", "{ .reg .f32 %r3; add.u32 %r1, %r2, %r3; }", "%r3"),
    ("mov.u32 %r1, %r2;", "mov.u32 5, %r2;", "5"),
    ("mov.u32 %r1, %tid.x;", "mov.u32 %r1, %tid.q;", "%tid.q"),
    ("mov.u32 %r1, %tid.x;", "mov.u32 %p1, %tid.x;", "%p1"),
    (PAIR, "ld.global.v2.u32 {%r1, %r2, %r3}, [%rd1];", "{%r1, %r2, %r3}"),
    (PAIR, "ld.global.v4.u32 {%r1, %r2}, [%rd1];", "{%r1, %r2}"),
    ("st.global.v2.u32 [%rd1], {%r1, %r2};", "st.global.v2.u32 [%rd1], %r1, %r2;", "3 operands"),
    (PAIR, "ld.global.v2.u32 {%r1, %h2}, [%rd1];", "%h2"),
    (PAIR, "ld.global.v2.u32 {%r1, %r2}, [%h1];", "%h1"),
    (BOTH, "setp.eq.and.u32 %p1, %r1, %r2, !%r3;", "%r3"),
    (BOTH, "setp.eq.and.u32 %p1, !%r1, %r2, !%p2;", "%r1"),
    (LOAD, "ld.global.u32 %r1, [%rd1+18446744073709551616];", "does not fit 64 bits"),
    (LOAD, "ld.global.u32 %r1, [%rd1+-9223372036854775809];", "does not fit 64 bits"),
    (LOAD, "ld.global.u32 %r1, [%rd1+1.5];", "must be an integer constant"),
]


def launch(body: str, out: np.ndarray | None = None, /, **header: str) -> None:
    """Launch a body with the address of an array in `%rd1`."""
    body = f"ld.param.u64 %rd1, [out];\n{body}\nret;"
    program = from_ptx(text(body, params=".param .u64 out", **header))
    simulate(program, (np.zeros(64, np.uint32) if out is None else out,), grid=(1, 1, 1), block=(32, 1, 1))


def refusal(body: str, **header: str) -> str:
    with pytest.raises(VerifyError) as refused:
        launch(body, **header)
    return str(refused.value)


@pytest.mark.parametrize(("right", "wrong", "said"), WRONG)
def test_a_wrong_instruction_after_a_right_one_is_refused_at_its_own_line(
    right: str, wrong: str, said: str
) -> None:
    alone = refusal(wrong)
    first, _, rest = alone.partition("PTX line ")
    line = int(rest.split(")")[0])
    assert said in first
    assert refusal(f"bra end;\n{right}\n{right}\n{wrong}\nend:") == f"{first}PTX line {line + 3}"
    launch(f"bra end;\n{right}\nend:")


@pytest.mark.parametrize("other", [{"target": "sm_80"}, {"version": "7.8"}])
def test_an_instruction_of_one_target_and_version_is_refused_in_another(other: dict[str, str]) -> None:
    has_it = {"target": "sm_90", "version": "8.0"}
    body = "mov.u32 %r2, -1;\nelect.sync %r1|%p1, %r2;\nfence.proxy.async;\ngriddepcontrol.wait;"
    launch(body, **has_it)
    for line in ("fence.proxy.async;", "elect.sync %r1|%p1, %r2;"):
        assert "needs PTX >= 8.0" in refusal(line, **{**has_it, **other})
    launch(body, **has_it)


def test_results_are_equal_when_the_cache_holds_two_shapes(monkeypatch: pytest.MonkeyPatch) -> None:
    body = "mov.u32 %r9, %tid.x;\nmul.wide.u32 %rd2, %r9, 8;\nadd.u64 %rd3, %rd1, %rd2;\n"
    for number in range(1, 7):
        body += f"add.u32 %r8, %r9, {number % 3};\nxor.b32 %r7, %r8, %r9;\nadd.u32 %r9, %r7, %r8;\n"
        body += f"setp.gt.u32 %p1, %r9, {number};\n@%p1 mad.lo.u32 %r9, %r7, 3, %r9;\n"
    body += "st.global.v2.u32 [%rd3], {%r9, %r8};\nst.global.u32 [%rd3+4], %r7;\n"
    outs = [np.zeros(64, np.uint32) for _ in range(3)]
    launch(body, outs[0])
    shapes.shape_cache.cache_clear()
    monkeypatch.setattr(shapes, "MOST_SHAPES", 2)
    launch(body, outs[1])
    launch(f"{body}\n", outs[2])
    assert outs[0].any()
    for each in outs[1:]:
        np.testing.assert_array_equal(each, outs[0])
