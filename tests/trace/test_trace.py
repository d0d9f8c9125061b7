"""Contents and text of a trace: registers, names, labels, blocks, shared memory, versions, lines."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from pyptx import ptx, reg
from pyptx.emitter import emit as emit_module
from pyptx.errors import TraceError, VerifyError
from pyptx.ir import Block, Declaration, Declarator, Directive, Function, Instruction, Literal, Name
from pyptx.parser import parse, parse_statements
from pyptx.toolchain import find_or_none, ptxas
from pyptx.trace import Trace, Unit, current, emit, intrinsic, operand, tracing
from pyptx.types import (
    b16,
    b32,
    b64,
    b128,
    bf16,
    e4m3,
    f16,
    f16x2,
    f32,
    f64,
    pred,
    s32,
    tf32,
    u8,
    u16,
    u32,
    u64,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.types import PtxType

HERE = os.path.abspath(__file__)


def traced(body: Callable[[], object], **options: object) -> Trace:
    with tracing(Trace("k", **options)) as trace:  # type: ignore[arg-type]
        body()
    return trace


def text(body: Callable[[], object], **options: object) -> str:
    return emit_module(traced(body, **options).module())


def line_of(marker: str) -> int:
    """The line of this file that ends with a comment."""
    with open(__file__, encoding="utf-8") as lines:
        return next(number for number, line in enumerate(lines, 1) if line.rstrip().endswith(f"# {marker}"))


def assembles(module: str, arch: str = "sm_90a") -> None:
    if find_or_none("ptxas") is not None:
        assert not [said for said in ptxas.check(module, arch) if said.severity in ("error", "fatal")]


# -- registers


@pytest.mark.parametrize(
    ("dtype", "name", "declaration"),
    [
        (pred, "%p0", ".reg .pred %p<1>;"),
        (u16, "%rs0", ".reg .b16 %rs<1>;"),
        (b16, "%rs0", ".reg .b16 %rs<1>;"),
        (bf16, "%rs0", ".reg .b16 %rs<1>;"),
        (e4m3, "%rs0", ".reg .b16 %rs<1>;"),
        (u8, "%rs0", ".reg .b16 %rs<1>;"),
        (f16, "%h0", ".reg .f16 %h<1>;"),
        (u32, "%r0", ".reg .b32 %r<1>;"),
        (tf32, "%r0", ".reg .b32 %r<1>;"),
        (f16x2, "%r0", ".reg .b32 %r<1>;"),
        (f32, "%f0", ".reg .f32 %f<1>;"),
        (u64, "%rd0", ".reg .b64 %rd<1>;"),
        (f64, "%fd0", ".reg .f64 %fd<1>;"),
        (b128, "%q0", ".reg .b128 %q<1>;"),
    ],
)
def test_registers_are_numbered_by_class(dtype: PtxType, name: str, declaration: str) -> None:
    with tracing(Trace("k")) as trace:
        assert trace.scopes.new_register(dtype) == name
    module = emit_module(trace.module())
    assert declaration in module
    if dtype != b128:
        assembles(module)


def test_classes_share_one_declaration_each() -> None:
    def body() -> None:
        for dtype in (u32, s32, b32, tf32, f32, f32):
            reg.scalar(dtype)

    assert text(body).count(".reg") == 2


def test_named_registers_stand_apart_and_numbers_avoid_them() -> None:
    def body() -> None:
        assert reg.scalar(u32).name == "%r0"
        assert reg.scalar(f32, name="acc").name == "acc"
        frag = reg.array(b32, 3, name="%r1")
        assert [r.name for r in frag] == ["%r10", "%r11", "%r12"]
        mine = reg.scalar(u32, name="%r7")
        assert reg.scalar(u32).name not in {"%r0", "%r7", "%r1", *(r.name for r in frag)}
        ptx.inst.mov.u32(mine, 1)

    module = text(body)
    assert ".reg .f32 acc;" in module
    assert ".reg .b32 %r1<3>;" in module
    assembles(module)


def test_an_array_called_like_the_numbers() -> None:
    def body() -> None:
        r = reg.array(b32, 8, name="%r")
        total = reg.scalar(u32, init=1) + r[7]
        ptx.inst.mov.u32(r[0], total)

    assembles(text(body))


@pytest.mark.parametrize("name", ["1a", "a b", "%", "", "a-b"])
def test_a_name_must_be_an_identifier(name: str) -> None:
    with tracing(Trace("k")), pytest.raises(TraceError, match="not a PTX identifier"):
        reg.scalar(u32, name=name)


def test_a_name_is_given_once() -> None:
    with tracing(Trace("k")):
        reg.scalar(u32, name="n")
        with pytest.raises(
            TraceError, match=r"the name n is taken, declared at .*test_trace\.py:\d+\n  at .*test_trace"
        ):
            ptx.var("shared", f32, "n")
        with pytest.raises(TraceError, match="special register"):
            reg.scalar(u32, name="%laneid")


# -- operands


@pytest.mark.parametrize(
    ("value", "hint", "spelled"),
    [
        (2.5, f32, "0f40200000"),
        (0, f32, "0f00000000"),
        (-0.0, f32, "0f80000000"),
        (float("inf"), f32, "0f7F800000"),
        (float("-inf"), f64, "0dFFF0000000000000"),
        (float("nan"), f32, "0f7FC00000"),
        (True, u32, "1"),
        (False, pred, "0"),
        (-1, u32, "-1"),
        (2**64 - 1, u64, str(2**64 - 1)),
        (1.0, f16, "0x3C00"),
        (1.0, bf16, "0x3F80"),
        (1.0, f16x2, "0x3C003C00"),
        (1.0, b32, "0f3F800000"),
        (1, f64, "0d3FF0000000000000"),
    ],
)
def test_numbers_are_spelled_by_type(value: float, hint: PtxType, spelled: str) -> None:
    assert operand(value, hint) == Literal(spelled)


def test_numpy_scalars_are_numbers() -> None:
    import ml_dtypes
    import numpy as np

    assert operand(np.float32(2.5), f32) == Literal("0f40200000")
    assert operand(np.int64(-3), u32) == Literal("-3")
    assert operand(np.bool_(True), u32) == Literal("1")  # noqa: FBT003
    assert operand(np.array(7), u32) == Literal("7")
    assert operand(ml_dtypes.bfloat16(0.5), f32) == Literal("0f3F000000")


@pytest.mark.parametrize(
    ("value", "hint", "said"),
    [
        (2.5, u32, "a float where an integer is wanted"),
        (2**32, u32, "does not fit u32"),
        (-(2**31) - 1, s32, "does not fit s32"),
        (1e39, f32, "too large"),
        (u32, u32, "u32 is a type, not an operand"),
        (object(), u32, "cannot be an operand"),
        (None, u32, "cannot be an operand"),
    ],
)
def test_what_cannot_be_an_operand(value: object, hint: PtxType, said: str) -> None:
    with pytest.raises(TraceError, match=said):
        operand(value, hint)  # type: ignore[arg-type]


def test_any_object_with_the_protocol_is_an_operand() -> None:
    class Four:
        def __ptx__(self) -> Literal:
            return Literal("4")

    assert text(lambda: ptx.inst.mov.u32(reg.scalar(u32), Four())).count("mov.u32 %r0, 4;") == 1


# -- errors


def test_errors_name_the_user_line() -> None:
    with tracing(Trace("k")):
        a, x = reg.scalar(u32), reg.scalar(f32)
        with pytest.raises(VerifyError) as caught:
            ptx.inst.add.u32(a, a, x)  # wrong operand
        assert str(caught.value).endswith(f"at {HERE}:{line_of('wrong operand')}")
        assert "b is %f0" in str(caught.value)
        with pytest.raises(VerifyError, match="did you mean"):
            ptx.inst.add.u33(a, a, a)  # type: ignore[attr-defined]
        with pytest.raises(TraceError, match=r"add\.u32\(d, a, b\)"):
            ptx.inst.add(u32, a, a, a)  # type: ignore[operator]
    with pytest.raises(TraceError, match="no kernel is being traced"):
        current()


def test_operators_report_the_line_of_the_expression() -> None:
    with tracing(Trace("k", arch="sm_80")):
        x = reg.scalar(bf16)
        with pytest.raises(VerifyError, match="sm_90") as caught:
            x + x  # too early
    assert str(caught.value).endswith(f":{line_of('too early')}")


def test_every_instruction_remembers_its_line() -> None:
    def body() -> None:
        a = reg.scalar(u32)
        with ptx.if_(a < 3):  # the condition
            pass

    sources = [s.source for s in traced(body).body if isinstance(s, Instruction)]
    assert [s.line for s in sources if s is not None] == [line_of("the condition")] * 2
    assert all(s is not None and s.file == HERE for s in sources)


# -- labels


def test_labels_may_follow_their_branch() -> None:
    def body() -> None:
        ptx.bra("out")
        ptx.label("out")

    assembles(text(body))


def test_a_branch_to_nowhere_is_reported_with_its_line() -> None:
    def body() -> None:
        ptx.bra("nowhere")  # lost branch

    with pytest.raises(TraceError, match="no label nowhere in scope") as caught:
        traced(body).module()
    assert str(caught.value).endswith(f":{line_of('lost branch')}")


def test_labels_are_placed_once_and_seen_in_their_block() -> None:
    with tracing(Trace("k")):
        ptx.label("a")
        with pytest.raises(TraceError, match="label a is already at"):
            ptx.label("a")

    def branch_into_scope() -> None:
        ptx.bra("inner")
        with ptx.scope():
            ptx.label("inner")

    with pytest.raises(TraceError, match=r"inside a ptx.scope\(\)"):
        traced(branch_into_scope).module()

    def twice() -> None:
        for _ in range(2):
            with ptx.scope():
                ptx.label("wait")
                ptx.bra("done", pred=reg.scalar(u32, init=0) == 0)
                ptx.bra("wait")
                ptx.label("done")

    assembles(text(twice))


def test_a_branch_out_of_a_scope() -> None:
    def body() -> None:
        with ptx.scope():
            ptx.bra("end")
        ptx.label("end")

    assembles(text(body))


# -- scopes


def test_registers_of_a_scope_are_declared_in_it() -> None:
    def body() -> None:
        outer = reg.scalar(u32, init=1)
        for _ in range(2):
            with ptx.scope():
                tmp = reg.scalar(b32, name="tmp")
                ptx.inst.mov.b32(tmp, 42)
                outer += outer + 1

    trace = traced(body)
    blocks = [s for s in trace.body if isinstance(s, Block)]
    assert len(blocks) == 2
    assert all(isinstance(block.body[0], Declaration) for block in blocks)
    assembles(emit_module(trace.module()))


def test_a_register_is_gone_after_its_scope() -> None:
    with tracing(Trace("k")):
        with ptx.scope():
            tmp = reg.scalar(u32)
        with pytest.raises(VerifyError, match=r"lives in the ptx.scope\(\) of .*which is closed"):
            ptx.inst.mov.u32(reg.scalar(u32), tmp)


# -- blocks left early


def test_what_was_verified_holds_for_names_that_stand_for_the_same() -> None:
    """An instruction seen before is checked again if a name left its scope, or its constants differ."""

    def body() -> None:
        wide, pair = reg.scalar(u32), reg.array(u32, 2)
        value = ptx.special.tid.x()
        with ptx.scope():
            inner = reg.array(f32, 4)
            for _ in range(2):
                ptx.inst.mov.b32(wide, pair[0])
                ptx.inst.st.shared.v4.f32(ptx.addr(wide), inner)
                ptx.inst.mov.u32(wide, value)
        with pytest.raises(VerifyError, match="is not declared"):
            ptx.inst.st.shared.v4.f32(ptx.addr(wide), inner)
        ptx.inst.bar.sync(15)
        for _ in range(2):
            with pytest.raises(VerifyError, match=r"a is 16; it must be in 0\.\.15"):
                ptx.inst.bar.sync(16)

    traced(body)


def test_a_register_array_is_what_its_names_stand_for_now() -> None:
    trace = Trace("k")
    with tracing(trace):
        names = reg.array(f32, 2, "v")
        address = reg.scalar(u32)
        for _ in range(2):
            ptx.inst.st.shared.v2.f32(ptx.addr(address), names)
        trace.scopes.open(hides=True)
        trace.scopes.new_registers(u16, 2, "v")
        with pytest.raises(VerifyError, match=r"register of type \.b?u?16"):
            ptx.inst.st.shared.v2.f32(ptx.addr(address), names)
        trace.close_scope()
        ptx.inst.st.shared.v2.f32(ptx.addr(address), names)


def test_a_guard_is_told_apart() -> None:
    """Arguments of a call are stored without a guard, also after an unguarded store of the same value."""
    with tracing(Trace("k")) as trace:
        value, p = reg.scalar(u32), reg.scalar(pred)
        trace.append(*parse_statements(".param .b32 passed;"))
        ptx.inst.st.param.b32(ptx.addr("passed"), value)
        with pytest.raises(VerifyError, match="cannot have a guard"):
            ptx.inst.st.param.b32(ptx.addr("passed"), value, pred=p)


def test_lines_of_calls() -> None:
    def body() -> None:
        r = reg.scalar(f32)
        for number in (1.0, 2.0):
            ptx.inst.add.f32(r, r, number)  # in a loop
        ptx.inst.add.f32(  # over several lines
            r,
            r,
            max([3.0]),
        )
        r += [ptx.inst.add.f32(r, r, number) for number in (4.0,)] and r  # in a comprehension

    lines = [s.source.line for s in traced(body).body if isinstance(s, Instruction) and s.source]
    places = ("in a loop", "in a loop", "over several lines", "in a comprehension", "in a comprehension")
    assert lines == [line_of(place) for place in places]


def test_break_is_reported_with_the_line_of_the_loop() -> None:
    def body() -> None:
        for _ in ptx.range_(0, 10):  # broken loop
            break

    with pytest.raises(TraceError, match="was left by `break` or `return`") as caught:
        traced(body).module()
    assert str(caught.value).endswith(f":{line_of('broken loop')}")


def test_break_of_an_inner_loop_is_reported_by_the_outer() -> None:
    def body() -> None:
        for _ in ptx.range_(0, 10):
            for _ in ptx.range_(0, 5):  # inner loop
                break

    with pytest.raises(TraceError) as caught:
        traced(body)
    assert str(caught.value).endswith(f":{line_of('inner loop')}")


def test_a_swallowed_exception_leaves_no_module() -> None:
    def body() -> None:
        with contextlib.suppress(KeyError), ptx.if_(reg.scalar(u32, init=0) == 0):  # abandoned
            os.environ["NO_SUCH_VARIABLE"]

    with pytest.raises(TraceError, match="was left by KeyError") as caught:
        traced(body).module()
    assert str(caught.value).endswith(f":{line_of('abandoned')}")


# -- the module


def test_a_kernel_without_ret_gets_one() -> None:
    assert text(lambda: None).rstrip().endswith("ret;\n}")
    assert text(ptx.ret).count("ret;") == 1
    assert text(lambda: ptx.ret(pred=reg.scalar(u32, init=0) == 0)).count("ret;") == 2


def test_a_label_at_the_end_has_a_ret_if_something_branches_to_it() -> None:
    def body(*, branches: bool) -> None:
        if branches:
            ptx.bra("done", pred=reg.scalar(pred))
        ptx.ret()
        ptx.label("done")

    assert text(lambda: body(branches=True)).split()[-3:] == ["done:", "ret;", "}"]
    assert text(lambda: body(branches=False)).split()[-3:] == ["ret;", "done:", "}"]


def test_the_version_is_the_lowest_that_will_do() -> None:
    assert traced(lambda: None, arch="sm_80").version == (7, 0)
    assert traced(lambda: None, arch="sm_90a").version == (8, 0)
    assert traced(lambda: reg.scalar(bf16) + reg.scalar(bf16), arch="sm_90").version == (7, 8)
    assert traced(lambda: None, arch="sm_90a", version=(8, 7)).version == (8, 7)
    with pytest.raises(TraceError, match=r"version 7\.0 is too old: k on sm_90a needs 8\.0"):
        traced(lambda: None, arch="sm_90a", version=(7, 0)).module()


@pytest.mark.parametrize(
    ("directive", "arch", "version"),
    [
        ("reqntid", "sm_80", (7, 0)),
        ("explicitcluster", "sm_90", (7, 8)),
        ("blocksareclusters", "sm_90a", (9, 0)),
        ("language", "sm_80", (9, 2)),
        ("minperctamemory", "sm_80", (9, 4)),
    ],
)
def test_a_directive_of_the_entry_raises_the_version(
    directive: str, arch: str, version: tuple[int, int]
) -> None:
    assert Trace("k", arch=arch, directives=(Directive(directive),)).version == version


def test_a_directive_that_the_target_never_has_is_refused() -> None:
    with pytest.raises(TraceError, match=r"no PTX version has \.maxclusterrank for sm_80"):
        Trace("k", arch="sm_80", directives=(Directive("maxclusterrank"),)).module()


def test_parameters_and_directives_are_written() -> None:
    trace = Trace(
        "scale",
        arch="sm_80",
        params=(
            Declaration("param", "u64", (Declarator("X"),)),
            Declaration("param", "f32", (Declarator("alpha"),)),
        ),
        directives=(Directive("reqntid", ("128", ",", "1", ",", "1")),),
    )
    with tracing(trace):
        (x,) = ptx.global_ptrs("X")
        ptx.inst.st.global_.f32(ptx.addr(x), ptx.param(f32, "alpha"))
    module = emit_module(trace.module())
    assert ".visible .entry scale" in module
    assert ".reqntid 128, 1, 1" in module
    assert "ld.param.u64 %rd0, [X];" in module
    assert "cvta.to.global.u64 %rd0, %rd0;" in module
    assembles(module, "sm_80")


def test_the_module_is_what_its_text_parses_to() -> None:
    def body() -> None:
        a = reg.array(f32, 4)
        for i in ptx.range_(4):
            with ptx.if_(i == 2):
                a[0] = a[1] + 1.5
            with ptx.else_(), ptx.scope():
                a[2] = a[3]

    module = traced(body).module()
    again = parse(emit_module(module))
    assert again.items[-1] == module.items[-1]
    assert emit_module(again) == emit_module(module)


def test_line_information_on_request() -> None:
    def body() -> None:
        a = reg.scalar(u32, init=1)  # first line
        ptx.inst.add.u32(a, a, 1)  # second line

    trace = traced(body)
    assert ".loc" not in emit_module(trace.module())
    module = emit_module(trace.module(lineinfo=True))
    assert f'.file 1 "{HERE}"' in module
    assert f".loc 1 {line_of('first line')} 0" in module
    assert f".loc 1 {line_of('second line')} 0" in module
    assembles(module)


# -- shared memory


def shared(name: str, size: int) -> str:
    return ptx.var("shared", f32, name, size=size, align=16)


def test_shared_memory_is_static_while_it_fits() -> None:
    def body() -> None:
        shared("a", 1000)
        shared("b", 8)
        ptx.inst.st.shared.f32(ptx.addr("b", 4), 1.0)

    trace = traced(body)
    assert (trace.shared.static_bytes, trace.shared.dynamic_bytes) == (4032, 0)
    module = emit_module(trace.module())
    assert ".shared .align 16 .f32 a[1000];" in module
    assert "st.shared.f32 [b+4], 0f3F800000;" in module
    assembles(module)


def test_shared_memory_beyond_48_kib_is_dynamic() -> None:
    def body() -> None:
        shared("a", 16 * 1024)
        shared("b", 8)
        address = reg.from_("b", u32)
        ptx.inst.st.shared.f32(ptx.addr("b", 4), 1.0)
        ptx.inst.st.shared.f32(ptx.addr("a"), 1.0)
        ptx.inst.st.shared.f32(ptx.addr(address, -4), 1.0)

    trace = traced(body)
    assert (trace.shared.static_bytes, trace.shared.dynamic_bytes) == (0, 65536 + 32)
    module = emit_module(trace.module())
    assert ".extern .shared .align 1024 .b8 dynamic_smem[];" in module
    assert "mov.u32 %r0, dynamic_smem+65536;" in module.replace(" + ", "+")
    assert "[dynamic_smem+65540]" in module
    assert "[dynamic_smem]" in module
    assert "[%r0+-4]" in module
    assembles(module)


def test_an_offset_of_a_text_may_be_octal_or_unsigned() -> None:
    def body() -> None:
        shared("a", 16 * 1024)
        shared("b", 8)
        ptx.raw("st.shared.u32 [b+010], 1; st.shared.u32 [b+4U], 1;")

    module = emit_module(traced(body).module())
    assert "[dynamic_smem+65544]" in module
    assert "[dynamic_smem+65540]" in module


def test_declared_dynamic_memory_holds_the_variables() -> None:
    trace = traced(lambda: shared("a", 100), dynamic_shared=1000)
    assert (trace.shared.static_bytes, trace.shared.dynamic_bytes) == (0, 1000)
    trace = traced(lambda: shared("a", 100), dynamic_shared=64)
    assert trace.shared.dynamic_bytes == 400


def test_an_array_the_kernel_lays_out_itself_stays_apart() -> None:
    def body() -> None:
        shared("a", 100)
        ptx.inst.mov.u32(reg.scalar(u32), "smem")

    trace = traced(body, dynamic_shared=65536, extern_shared="smem")
    assert (trace.shared.static_bytes, trace.shared.dynamic_bytes) == (400, 65536)
    module = emit_module(trace.module())
    assert ".extern .shared .align 1024 .b8 smem[];" in module
    assembles(module)


def test_too_much_shared_memory() -> None:
    with pytest.raises(TraceError, match=r"sm_80 has 166912 per CTA: a 262144"):
        traced(lambda: shared("a", 64 * 1024), arch="sm_80").module()


# -- intrinsics


def test_intrinsics_name_spans_that_nest() -> None:
    @intrinsic
    def inner(a: reg.Reg) -> reg.Reg:
        return a + 1

    @intrinsic
    def outer(a: reg.Reg) -> reg.Reg:
        return inner(a) * inner(a)

    def body() -> None:
        a = reg.scalar(u32, init=0)
        assert outer(a).name == "%r3"

    spans = traced(body).spans
    assert [(s.name, s.first, s.last) for s in spans] == [("inner", 1, 2), ("inner", 2, 3), ("outer", 1, 4)]
    assert inner.__name__ == "inner"


def test_an_intrinsic_outside_a_kernel_just_runs() -> None:
    assert intrinsic(lambda x: x + 1)(2) == 3


# -- one trace, one text


def test_traces_of_threads_are_apart() -> None:
    seen: list[list[str]] = []

    def work() -> None:
        with tracing(Trace("k")):
            seen.append([reg.scalar(u32).name for _ in range(100)])

    threads = [threading.Thread(target=work) for _ in range(4)]
    with tracing(Trace("k")):
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert reg.scalar(u32).name == "%r0"
    assert seen == [[f"%r{n}" for n in range(100)]] * 4


SCRIPT = """
from pyptx import ptx, reg
from pyptx.emitter import emit
from pyptx.trace import Trace, tracing
from pyptx.types import bf16, f32, pred, s64, u16, u32
with tracing(Trace("k")) as trace:
    values = [reg.scalar(dtype) for dtype in (u32, f32, s64, u16, bf16, pred)]
    for name in ("x", "y", "z"):
        ptx.var("shared", f32, name, size=15000)
    for i in ptx.range_(0, values[0], 3):
        with ptx.if_(i < 7):
            values[1] += 1.0
        with ptx.else_():
            ptx.kloop(values[0], unroll=2, body=lambda: ptx.inst.cvt.rn.f32.u32(values[1], i))
    ptx.inst.mov.u32(values[0], "z")
print(emit(trace.module()))
"""


def test_the_text_is_the_same_in_every_process() -> None:
    texts = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2", "77")
    }
    assert len(texts) == 1
    assert "kloop:" in texts.pop()


def test_emit_gives_the_instruction() -> None:
    with tracing(Trace("k")) as trace:
        done = emit("mov", ("b64",), (Name(trace.scopes.new_register(b64)), 1))
        assert trace.body == [done]
        function = trace.module().items[-1]
    assert isinstance(function, Function)
    assert done in (function.body or ())


@pytest.mark.parametrize("space", ["reg", "shared"])
def test_a_type_that_is_declared_raises_the_version(space: str) -> None:
    trace = Trace("k", arch="sm_80")
    assert trace.version == (7, 0)
    trace.declare(Declaration(space, "b128", (Declarator("wide"),)))
    assert trace.version == (8, 3)


def test_a_numbered_register_raises_the_version() -> None:
    trace = Trace("k", arch="sm_80")
    trace.scopes.new_register(b128)
    assert trace.version == (8, 3)


def test_names_of_groups_stand_in_the_text() -> None:
    @intrinsic
    def load() -> reg.Reg:
        return reg.scalar(u32, init=1)

    @intrinsic
    def nothing() -> None:
        pass

    @intrinsic
    def work() -> reg.Reg:
        nothing()
        return load() + 1

    with tracing(Trace("k")) as trace:
        value = work()
        with ptx.scope("tail"):
            value += 1
    text = emit_module(trace.module())
    assert "\n\t{\n\t\t// BEGIN tail\n\t\tadd.u32 %r1, %r1, 1;\n\t\t// END tail\n\t}\n" in text
    lines = [line.strip() for line in text.splitlines()]
    assert lines[lines.index("// BEGIN work") :] == [
        "// BEGIN work",
        "// BEGIN load",
        "mov.u32 %r0, 1;",
        "// END load",
        "add.u32 %r1, %r0, 1;",
        "// END work",
        "{",
        "// BEGIN tail",
        "add.u32 %r1, %r1, 1;",
        "// END tail",
        "}",
        "ret;",
        "}",
    ]
    assert emit_module(parse(text)) == text
    with pytest.raises(TraceError, match="one line of a comment"):
        ptx.scope("two\nlines")


@pytest.mark.parametrize(
    ("size", "lines"), [(64, [".address_size 64"]), (32, [".address_size 32"]), (None, [])]
)
def test_the_head_of_a_module_names_its_size_of_addresses(size: int | None, lines: list[str]) -> None:
    text = emit_module(Unit("sm_80", (7, 0), address_size=size).module())
    assert text.splitlines() == [".version 7.0", ".target sm_80", *lines]


def test_a_module_finds_its_functions_with_and_without_bodies() -> None:
    unit = Unit("sm_80")
    for item in parse(".func proto (); .func whole () { ret; } .global .u32 variable;").items:
        unit.add(item)
    found = {name: [unit.has_function(name, body=body) for body in (False, True)] for name in unit.names}
    assert found == {"proto": [True, False], "whole": [True, True], "variable": [False, False]}
