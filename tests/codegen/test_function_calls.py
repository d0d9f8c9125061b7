"""Blocks that pass arguments, call a function and load its result are calls in raised Python."""

from __future__ import annotations

import re

import pytest

from pyptx.codegen import ptx_to_python
from pyptx.codegen.proof import require_same_program, retraced
from tests.codegen.proved import proved_python

HEAD = """.version 8.0
.target sm_80
.address_size 64
.extern .func (.param .b32 r) f (.param .b64 a, .param .b32 b);
.extern .func g (.param .b32 a);
.extern .func h ();
.extern .func (.param .b32 r) i ();
.extern .func s (.param .align 8 .b8 a[16]);
"""
REGISTERS = ".reg .pred %p<2>; .reg .b64 %rd<4>; .reg .b32 %r<6>;"
START = "ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 4;"
END = "st.global.u32 [%rd1], %r2; st.global.u32 [%rd1+4], %r1; ret; }"
A0 = ".param .b64 param0; st.param.b64 [param0+0], %rd1;"
A1 = ".param .b32 param1; st.param.b32 [param1+0], 4;"
RESULT = ".param .b32 retval0;"
CALL = "call.uni (retval0), f, (param0, param1);"
LOAD = "ld.param.b32 %r2, [retval0+0];"


def raised(block: str) -> str:
    """Return the Python of a kernel with a block, after a check that it traces the same program."""
    text = f"{HEAD}.visible .entry k(.param .u64 p) {{ {REGISTERS} {START} {{ {block} }} {END}"
    return proved_python(text)


@pytest.mark.parametrize(
    ("block", "call"),
    [
        (f"{A0} {A1} {RESULT} {CALL} {LOAD}", r"f\(p_ptr, 4, dst=\S+, uni=True\)"),
        (f".reg .b32 temp_param_reg; {A0} {A1} {RESULT} {CALL} {LOAD}", r"f\(p_ptr, 4, dst=\S+, uni=True\)"),
        (f"{A0} {A1} {RESULT} {CALL.replace('.uni', '')} {LOAD}", r"f\(p_ptr, 4, dst=\S+\)"),
        (".param .b32 a; st.param.b32 [a], %r1; call.uni g, (a);", r"g\(tid_x, uni=True\)"),
        (f"{RESULT} call.uni (retval0), i, (); {LOAD}", r"i\(dst=\S+, uni=True\)"),
    ],
)
def test_a_block_that_calls_a_function_is_a_call(block: str, call: str) -> None:
    python = raised(block)
    assert re.search(rf"^ +{call}$", python, re.MULTILINE)
    assert "ptx.scope()" not in python


@pytest.mark.parametrize(
    "block",
    [
        f"{A0} {A1} {RESULT} {CALL}",
        f"{A1} {A0} {RESULT} {CALL} {LOAD}",
        f".param .b64 param0; .param .b32 param1; st.param.b64 [param0], %rd1; st.param.b32 [param1], 4;"
        f"{RESULT} {CALL} {LOAD}",
        f"{A0} {A1} {RESULT} @%p1 {CALL} {LOAD}",
        f"{A0} {A1} {RESULT} {CALL} {LOAD} {LOAD}",
        f"{A0} {A1} {RESULT} {CALL} {CALL} {LOAD}",
        f"{A0} {A1} {RESULT} {CALL} {LOAD} membar.cta;",
        f"{A0} {A1} {RESULT} membar.cta; {CALL} {LOAD}",
        f"{A0} {A1.replace('st.param.b32', 'st.param.u32')} {RESULT} {CALL} {LOAD}",
        f"{A0} .param .align 8 .b32 param1; st.param.b32 [param1], 4; {RESULT} {CALL} {LOAD}",
        f"{A0} {A1} {RESULT} call.uni (retval0), f, (param0, %r1); {LOAD}",
        ".param .b32 a; st.param.b32 [a], 1; .param .b32 b; st.param.b32 [b], 1; call g, (b);",
        ".param .align 8 .b8 a[16]; st.param.b64 [a], %rd1; st.param.b64 [a+8], %rd1; call s, (a);",
        "call.uni h, ();",
    ],
)
def test_another_block_stays(block: str) -> None:
    assert "ptx.inst.call" in raised(block)


def test_values_that_only_the_call_reads_are_its_arguments() -> None:
    text = f"""{HEAD}.visible .entry k(.param .u64 p) {{ {REGISTERS} {START} add.u32 %r4, %r1, 7;
        {{ .param .b32 a; st.param.b32 [a], %r4; call.uni g, (a); }} {END}"""
    python = ptx_to_python(text, sugar=True)
    assert "    g(tid_x + 7, uni=True)\n" in python
    require_same_program(text, retraced(python))


def test_a_function_that_calls_itself_and_one_with_a_parameter_of_its_name() -> None:
    text = f"""{HEAD}.visible .func (.param .b32 r) fib (.param .b32 n) {{ .reg .b32 %r<4>; .reg .pred %p;
        ld.param.b32 %r1, [n]; setp.lt.u32 %p, %r1, 2; @%p bra L;
        {{ .param .b32 a; st.param.b32 [a], %r1; {RESULT} call.uni (retval0), fib, (a);
        ld.param.b32 %r1, [retval0]; }} L: st.param.b32 [r], %r1; ret; }}
        .visible .entry k(.param .u32 g) {{ .reg .b32 %r<3>; ld.param.u32 %r1, [g];
        {{ .param .b32 a; st.param.b32 [a], %r1; call.uni g, (a); }}
        {{ .param .b32 a; st.param.b32 [a], %r1; {RESULT} call.uni (retval0), fib, (a);
        ld.param.b32 %r2, [retval0]; }} ret; }}"""
    python = ptx_to_python(text, sugar=True)
    assert len(re.findall(r"^ +fib\(.*uni=True\)$", python, re.MULTILINE)) == 2
    require_same_program(text, retraced(python))


def test_plain_python_keeps_the_block() -> None:
    text = f"""{HEAD}.visible .entry k(.param .u64 p) {{ {REGISTERS} {START}
        {{ {A0} {A1} {RESULT} {CALL} {LOAD} }} {END}"""
    assert "g = module.prototype" not in ptx_to_python(text)
    assert "call.uni" in ptx_to_python(text)


@pytest.mark.parametrize("name", ["class", "p_ptr", "tid_x", "ptx", "module", "k2", "b32", "r"])
def test_a_function_may_have_any_name(name: str) -> None:
    text = f"""{HEAD}.extern .func {name} (.param .b32 a);
        .visible .entry k(.param .u64 p) {{ {REGISTERS} {START}
        {{ .param .b32 a; st.param.b32 [a], %r1; call.uni {name}, (a); }} {END}"""
    python = ptx_to_python(text, sugar=True)
    assert "ptx.inst.call" not in python
    require_same_program(text, retraced(python))


@pytest.mark.parametrize(("type_", "value"), [("b32", "-1"), ("b32", "0xFFFFFFFF"), ("f32", "0f3F800000")])
def test_a_constant_argument(type_: str, value: str) -> None:
    text = f"""{HEAD}.extern .func c (.param .{type_} a);
        .visible .entry k(.param .u64 p) {{ {REGISTERS} {START}
        {{ .param .{type_} a; st.param.{type_} [a], {value}; call.uni c, (a); }} {END}"""
    python = ptx_to_python(text, sugar=True)
    assert re.search(r"^    c\(.*, uni=True\)$", python, re.MULTILINE)
    require_same_program(text, retraced(python))


def test_functions_that_call_each_other() -> None:
    def body(callee: str) -> str:
        return f"""{{ .reg .b32 %r; ld.param.b32 %r, [a];
            {{ .param .b32 x; st.param.b32 [x], %r; call {callee}, (x); }} ret; }}"""

    text = f"""{HEAD}.func odd(.param .b32 a); .func even(.param .b32 a) {body("odd")}
        .func odd(.param .b32 a) {body("even")}
        .visible .entry k() {{ {{ .param .b32 x; st.param.b32 [x], 3; call odd, (x); }} ret; }}"""
    require_same_program(text, retraced(ptx_to_python(text, sugar=True)))


def test_parameters_of_a_prototype_with_the_names_of_a_trace_are_types() -> None:
    text = """.version 8.7\n.target sm_90a\n.address_size 64
.extern .func f(.param .b64 f_param_0, .param .b32 other, .param .b32 f_param_2);
.visible .entry k() { ret; }"""
    python = ptx_to_python(text, sugar=True)
    assert 'module.prototype("f", params=[b64, ("b32", "other"), b32], linkage="extern")' in python
    require_same_program(text, retraced(python))
    assert '("b64", "f_param_0")' in ptx_to_python(text)
