"""Parameters of kernels, of functions and of calls, named where they may be and where they may not."""

from __future__ import annotations

import pytest

from pyptx import ptx, reg
from pyptx.errors import ToolError, VerifyError
from pyptx.parser import parse
from pyptx.toolchain.ptxas import assemble, check
from pyptx.trace import Trace, tracing
from pyptx.types import u32, u64
from pyptx.verify import verify_module

HEADS = {
    "kernel": ".visible .entry k(.param .align 8 .b8 given[16])",
    "function": ".func (.param .b32 returned) f(.param .align 8 .b8 given[16])",
}

LINES = (
    *(f"ld.{space}.b32 %r, [NAME]" for space in ("param", "param::entry", "param::func")),
    *(f"{store} [NAME+4], %r" for store in ("st.param.b32", "st.weak.param::func.b32")),
    "ld.weak.param::func.v2.u8 {%h, %h}, [NAME]",
    "mov.u64 %rd, NAME",
    "cvta.param.u64 %rd, NAME",
    "prefetch.param.tensormap [NAME]",
)


def module(where: str, line: str) -> str:
    declared = ".reg .b32 %r; .reg .b64 %rd; .reg .b16 %h; .param .align 8 .b8 passed[16];"
    return f".version 8.6\n.target sm_90a\n.address_size 64\n{HEADS[where]} {{ {declared}\n{line}; ret; }}\n"


def is_refused(text: str) -> bool:
    """Whether ptxas refuses a module as it reads it."""
    return any(advisory.severity in ("error", "fatal") for advisory in check(text, "sm_90a"))


def becomes_code(text: str) -> bool:
    """Whether ptxas compiles a module; it crashes on parameters that a kernel cannot have."""
    try:
        assemble(text, "sm_90a")
    except ToolError:
        return False
    return True


@pytest.mark.ptxas(current=True)
@pytest.mark.parametrize("where", HEADS)
@pytest.mark.parametrize("line", LINES)
def test_parameters_are_named_where_ptxas_takes_them(where: str, line: str) -> None:
    for name in ("given", "passed", *(["returned"] if where == "function" else [])):
        text = module(where, line.replace("NAME", name))
        assert bool(verify_module(parse(text))) is is_refused(text), text


@pytest.mark.ptxas(current=True)
@pytest.mark.parametrize("where", HEADS)
@pytest.mark.parametrize("line", [line.replace("NAME", "%rd") for line in LINES if "[NAME" in line])
def test_parameters_are_reached_through_registers_where_ptxas_makes_code_of_it(where: str, line: str) -> None:
    for guard in ("", "@%p "):
        text = module(where, f".reg .pred %p; mov.b64 %rd, 0; {guard}{line}")
        assert (not verify_module(parse(text))) is becomes_code(text), text


@pytest.mark.ptxas(current=True)
@pytest.mark.parametrize("where", HEADS)
@pytest.mark.parametrize("line", [line for line in LINES if line[:2] in ("ld", "st")])
def test_parameters_are_accessed_under_a_guard_where_ptxas_takes_it(where: str, line: str) -> None:
    for name in ("given", "passed", *(["returned"] if where == "function" else [])):
        text = module(where, f".reg .pred %p; @%p {line.replace('NAME', name)}")
        assert bool(verify_module(parse(text))) is is_refused(text), text


def test_a_traced_kernel_stores_what_a_call_passes_by_name() -> None:
    with tracing(Trace("k")), pytest.raises(VerifyError, match="by name, not at an address in %rd0"):
        ptx.inst.st.param.b32(ptx.addr(reg.scalar(u64)), reg.scalar(u32))


@pytest.mark.parametrize(
    ("where", "line", "said"),
    [
        (
            "kernel",
            "ld.param::func.b32 %r, [given]",
            "ld.param::func.b32 %r, [given]: given is a parameter of the kernel, which is in .param::entry, "
            "not in .param::func",
        ),
        (
            "kernel",
            "ld.param::entry.b32 %r, [passed+8]",
            "ld.param::entry.b32 %r, [passed+8]: passed is a variable in .param, which is in .param::func, "
            "not in .param::entry",
        ),
        (
            "kernel",
            "st.param.b32 [given], %r",
            "st.param.b32 [given], %r: given is a parameter of the kernel, which is read-only; st.param is "
            "for the arguments of a call and what a function returns",
        ),
        (
            "function",
            "st.param.b32 [given], %r",
            "st.param.b32 [given], %r: given is a parameter of the function, which is read-only; st.param is "
            "for the arguments of a call and what a function returns",
        ),
        (
            "function",
            "ld.param.b32 %r, [returned]",
            "ld.param.b32 %r, [returned]: returned is what the function returns, which is write-only",
        ),
        (
            "kernel",
            "mov.u64 %rd, passed",
            "mov.u64 %rd, passed: passed is a variable in .param, which has no address: a call passes it by "
            "name",
        ),
    ],
)
def test_what_is_wrong_with_a_parameter(where: str, line: str, said: str) -> None:
    (finding,) = verify_module(parse(module(where, line)))
    assert finding.message.splitlines()[0] == said
