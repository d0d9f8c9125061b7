"""A plan made for instructions of one shape is right for each of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pyptx import Module
from pyptx.codegen import ptx_to_python
from pyptx.codegen.proof import require_same_tokens

HEAD = ".version {version}\n.target {target}\n.address_size 64\n"
Executed = Callable[[str], Module]


def entry(body: str, *, params: str = "", version: str = "8.0", target: str = "sm_80") -> str:
    head = HEAD.format(version=version, target=target)
    return f"{head}.visible .entry k({params}) {{ {body} }}\n"


@pytest.mark.parametrize("sugar", [False, True])
def test_numbers_in_braces_stand_beside_the_variables_of_their_function(
    executed: Executed, sugar: bool
) -> None:
    body = (
        "{{ .reg .b32 %r<3>; .reg .b64 %rd<3>; ld.param.u64 %rd1, [p]; ld.global.u32 %r1, [%rd1+{at}];"
        " mov.b64 %rd2, {{%r1, 0}}; st.global.u64 [%rd1], %rd2; st.global.u32 [%rd1+4], %r1; ret; }}"
    )
    first = f".visible .entry first(.param .u64 p) {body.format(at=0)}"
    second = f".visible .entry second(.param .u64 p, .param .u64 r, .param .u64 r1) {body.format(at=8)}"
    text = f"{HEAD.format(version='8.0', target='sm_80')}{first}\n{second}\n"
    traced = executed(ptx_to_python(text, sugar=sugar)).ptx()
    if not sugar:
        require_same_tokens(text, traced)
    assert [traced.count(words) for words in ("mov.b64 %rd", ", 0};")] == [2, 2]


@pytest.mark.parametrize(
    ("fits", "misfits"),
    [
        ("add.u16 %h1, %h1, 65535;", "add.u16 %h1, %h1, 65536;"),
        ("add.s32 %r1, %r1, -2147483648;", "add.s32 %r1, %r1, -2147483649;"),
        ("lop3.b32 %r1, %r1, %r1, %r1, 255;", "lop3.b32 %r1, %r1, %r1, %r1, 256;"),
        ("mov.b64 %rd1, {%r1, 4294967295};", "mov.b64 %rd1, {%r1, 4294967296};"),
    ],
)
def test_a_constant_out_of_bounds_is_kept_as_text_after_one_within(
    executed: Executed, fits: str, misfits: str
) -> None:
    registers = ".reg .b16 %h<2>; .reg .b32 %r<2>; .reg .b64 %rd<2>; "
    for body in (fits, misfits, f"{fits} {misfits}", f"{misfits} {fits}"):
        text = entry(f"{registers}{body} ret;")
        python = ptx_to_python(text)
        assert python.count("ptx.raw(") == body.count(misfits)
        require_same_tokens(text, executed(python).ptx())


def test_a_module_of_an_older_version_has_plans_of_its_own(executed: Executed) -> None:
    body = ".reg .b32 %r<2>; redux.sync.add.s32 %r1, %r1, 0xffffffff; ret;"
    for version, target, kept in (("8.0", "sm_80", 0), ("6.5", "sm_75", 1), ("8.0", "sm_80", 0)):
        text = entry(body, version=version, target=target)
        python = ptx_to_python(text)
        assert python.count("ptx.raw(") == kept
        require_same_tokens(text, executed(python).ptx())
