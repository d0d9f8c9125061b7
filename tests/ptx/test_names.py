"""Special registers, addresses, parameters, variables, directives and raw text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pyptx import ptx, reg
from pyptx.emitter import emit as emit_module
from pyptx.emitter import emit_statement
from pyptx.errors import TraceError, VerifyError
from pyptx.ir import Address, Declaration, Declarator, Literal, Name
from pyptx.isa.special_registers import SPECIAL_REGISTERS
from pyptx.specs import TensorSpec
from pyptx.toolchain import find_or_none, ptxas
from pyptx.trace import Trace, tracing
from pyptx.types import b8, b32, bf16, f32, u32, u64

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.types import PtxType

PARAMS = (
    Declaration("param", "u64", (Declarator("X"),)),
    Declaration("param", "u32", (Declarator("n"),)),
    Declaration("param", "f32", (Declarator("alpha"),)),
    Declaration("param", "b8", (Declarator("blob", dims=(Literal("128"),)),), align=64),
)


def traced(body: Callable[[], object], arch: str = "sm_90a") -> Trace:
    with tracing(Trace("k", arch=arch, params=PARAMS)) as trace:
        body()
    module = emit_module(trace.module())
    if find_or_none("ptxas") is not None:
        assert not [said for said in ptxas.check(module, arch) if said.severity in ("error", "fatal")]
    return trace


def lines(body: Callable[[], object]) -> list[str]:
    return [emit_statement(statement).strip().rstrip(";") for statement in traced(body).body]


# -- special registers


def test_every_special_register_has_a_name_and_its_type() -> None:
    for name, row in SPECIAL_REGISTERS.items():
        plain, _, axis = name[1:].partition(".")
        if axis == "w":
            continue
        access = getattr(ptx.special, plain)
        if row.volatile:  # read by the call: test_special.py
            continue
        register = getattr(access, axis)() if axis else access()
        assert (register.name, register.dtype.name) == (name, row.type)
        assert ptx.sreg(name).name == ptx.sreg(name[1:]).name == name


def test_wide_special_registers() -> None:
    def body() -> None:
        start = ptx.special.clock64() + 1
        assert start.dtype == u64
        reg.from_(ptx.special.globaltimer(), u64)
        reg.from_(ptx.special.lanemask_lt(), b32)
        assert ptx.ctaid_x().name == "%ctaid.x"
        assert ptx.ctaid_y().name == "%ctaid.y"

    assert lines(body)[:2] == ["mov.u64 %rd0, %clock64", "add.u64 %rd1, %rd0, 1"]


def test_an_unknown_special_register() -> None:
    with pytest.raises(TraceError, match="did you mean %laneid"):
        ptx.sreg("%laned")
    with pytest.raises(AttributeError, match="did you mean laneid"):
        ptx.special.laned()
    assert "clock64" in dir(ptx.special)


# -- addresses


@pytest.mark.parametrize("offset", ["8", "0x8", "010", "8U"])
def test_an_address_spelled_in_ptx_is_added_to(offset: str) -> None:
    assert ptx.addr(ptx.spelled(f"[table+{offset}]"), 4) == Address(Name("table"), Literal("12"))


def test_addresses() -> None:
    with tracing(Trace("k")):
        a = reg.scalar(u64, name="a")
        assert ptx.addr(a) == Address(Name("a"))
        assert ptx.addr(a, 0) == Address(Name("a"))
        assert ptx.addr(a, 16) == Address(Name("a"), Literal("16"))
        assert ptx.addr(a, -8) == Address(Name("a"), Literal("-8"))
        assert ptx.addr("smem", 4) == Address(Name("smem"), Literal("4"))
        assert ptx.addr(ptx.addr(a, 16), -4) == Address(Name("a"), Literal("12"))
        assert ptx.addr(TensorSpec("X")) == Address(Name("X"))
        with pytest.raises(TraceError):
            ptx.addr(a, 1.5)  # type: ignore[arg-type]


def test_negative_offsets_assemble() -> None:
    def body() -> None:
        a, x = reg.scalar(u64, name="a"), reg.scalar(f32, name="x")
        ptx.inst.ld.global_.f32(x, ptx.addr(a, -8))

    assert lines(body) == ["ld.global.f32 x, [a+-8]"]


def test_a_register_offset_is_added() -> None:
    def body() -> None:
        a, i, x = reg.scalar(u64, name="a"), reg.scalar(u32, name="i"), reg.scalar(f32, name="x")
        ptx.inst.ld.global_.f32(x, ptx.addr(a, i))

    assert lines(body) == ["cvt.u64.u32 %rd0, i", "add.u64 %rd1, a, %rd0", "ld.global.f32 x, [%rd1]"]


# -- parameters


def test_parameters_are_loaded_in_their_type() -> None:
    def body() -> None:
        ptx.param(u32, "n")
        ptx.param(f32, "alpha")
        ptx.param(u64, "X", dst=reg.scalar(u64, name="p"))
        ptx.param(u64, "blob")
        ptx.global_ptrs(TensorSpec("X"))

    assert lines(body) == [
        "ld.param.u32 %r0, [n]",
        "ld.param.f32 %f0, [alpha]",
        "ld.param.u64 p, [X]",
        "mov.b64 %rd0, blob",
        "ld.param.u64 %rd1, [X]",
        "cvta.to.global.u64 %rd1, %rd1",
    ]


@pytest.mark.parametrize(
    ("dtype", "name", "said"),
    [
        (u32, "m", r"no parameter m; it has: \.u64 X, \.u32 n"),
        (f32, "n", "cannot be loaded as f32"),
        (u64, "n", "u64"),
    ],
)
def test_parameters_that_are_not_there(dtype: PtxType, name: str, said: str) -> None:
    with pytest.raises(TraceError, match=said):
        traced(lambda: ptx.param(dtype, name))


# -- variables and directives


def test_variables_stand_where_ptx_wants_them() -> None:
    def body() -> None:
        assert ptx.var("shared", b8, "tile", size=1024, align=128) == "tile"
        ptx.var("global", f32, "table", size=4, linking="visible")
        ptx.var("local", bf16, "stack", size=8)
        i, p = reg.scalar(u32), reg.scalar(u64)
        ptx.inst.mov.u32(i, "tile")
        ptx.inst.mov.u64(p, "table")
        ptx.inst.st.shared.u32(ptx.addr("tile", 4), i)

    module = emit_module(traced(body).module())
    before, inside = module.split(".visible .entry")
    assert ".visible .global .f32 table[4];" in before
    assert ".shared .align 128 .b8 tile[1024];" in inside
    assert ".local .b16 stack[8];" in inside


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"state_space": "stack"}, "no state space 'stack'"),
        ({"align": 3}, "not a power of two"),
        ({"size": 0}, "an array of 0"),
        ({"linking": "static"}, "no linkage"),
        ({"name": "a-b"}, "not a PTX identifier"),
        ({"init": 1.0}, r"\.shared variables start with nothing"),
        ({"state_space": "global", "linking": "extern", "init": 1.0}, r"extern \.global variables start"),
        ({"state_space": "const", "size": 2, "init": [1, 2, 3]}, "v has 3 initial values for 2 elements"),
        ({"state_space": "const", "size": 2, "init": 1}, "v is an array and has the initial value"),
        ({"state_space": "const", "init": []}, "init= has no value"),
        ({"state_space": "const", "dtype": u32, "init": [2.5]}, "2.5 is not a constant of type u32"),
        (
            {"state_space": "const", "dtype": u64, "init": ["tables"]},
            r"v\[0\] has the initial value tables, which is not declared before",
        ),
    ],
)
def test_variables_that_cannot_be(arguments: dict[str, object], said: str) -> None:
    given: dict[str, object] = {"state_space": "shared", "dtype": f32, "name": "v", **arguments}
    with pytest.raises(TraceError, match=said):
        traced(lambda: ptx.var(**given))  # type: ignore[arg-type]


def test_files_and_locations() -> None:
    def body() -> None:
        ptx.file_(1, "k.py")
        ptx.loc(1, 10, 0)
        ptx.pragma("nounroll")
        ptx.ret()

    trace = traced(body)
    module = emit_module(trace.module())
    before, inside = module.split(".visible .entry")
    assert '.file 1 "k.py"' in before
    assert ".loc 1 10 0" in inside
    assert '.pragma "nounroll";' in inside
    assert '.file 2 "' in emit_module(trace.module(lineinfo=True))
    with tracing(trace), pytest.raises(TraceError, match="already declared"):
        ptx.file_(1, "other.py")
    with tracing(trace), pytest.raises(TraceError, match="cannot be in a PTX string"):
        ptx.pragma('a"b')


# -- raw text


def test_raw_text_is_traced_as_it_is() -> None:
    def body() -> None:
        i = reg.scalar(u32, name="i")
        ptx.raw(f"""
            // spacing and comments are not kept
            add.u32   {i},{i} ,  1;
            {{ .reg .u32 t; mov.u32 t, %tid.x;
               add.u32 {i}, {i}, t; }}
            .reg .b32 mine;
        """)
        ptx.inst.mov.b32("mine", i)

    module = emit_module(traced(body).module())
    assert "\tadd.u32 i, i, 1;\n" in module
    assert "mov.b32 mine, i;" in module


def test_raw_labels_and_branches() -> None:
    def body() -> None:
        ptx.raw("again: bra done;")
        ptx.bra("again")
        ptx.label("done")

    assert lines(body) == ["again:", "bra done", "bra again", "done:"]


def test_raw_text_raises_the_version() -> None:
    def body() -> None:
        ptx.raw("{ .reg .b32 %x; .reg .pred %q; elect.sync %x|%q, -1; }")

    assert traced(body, "sm_90").version == (8, 0)


def test_raw_text_that_is_no_ptx() -> None:
    with pytest.raises(TraceError, match=r"ptx\.raw") as caught:
        traced(lambda: ptx.raw("add.u32 %r1, ;;"))
    assert f"at {__file__}:" in str(caught.value)


def test_verified_instructions_know_raw_names() -> None:
    with tracing(Trace("k")):
        ptx.raw(".reg .f32 x;")
        with pytest.raises(VerifyError, match=r"a is x, a register of type \.f32"):
            ptx.inst.mov.u32(reg.scalar(u32), "x")
