"""Text that is not a module is refused; statements without a call stay PTX text and are counted."""

from __future__ import annotations

import pytest

from pyptx import PtxError
from pyptx.codegen import ptx_to_python
from pyptx.errors import CodegenError, ParseError

HEAD = ".version 8.7\n.target sm_90a\n.address_size 64\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (".target sm_90a\n.entry k() { ret; }", r"\.version is missing"),
        (".version 8.0\n.entry k() { ret; }", r"\.target is missing"),
        ("", r"\.version is missing"),
        (".version 8 .target sm_90", r"\.version 8 is no version"),
        (HEAD.replace("sm_90a", "sm_900"), r"no target 'sm_900'"),
    ],
)
def test_refused(text: str, message: str) -> None:
    with pytest.raises(CodegenError, match=message) as caught:
        ptx_to_python(text)
    assert isinstance(caught.value, PtxError)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (f"{HEAD}.entry k();", "1 .entry"),
        (f"{HEAD}.extern .entry k() {{ ret; }}", "1 .entry"),
        (f"{HEAD}.entry k()\n.reqntid 4096\n{{ ret; }}", "1 .entry"),
        (f"{HEAD}.entry k() {{ .reg .b32 a; .reg .b32 a; ret; }}", "1 .entry"),
        (f"{HEAD}.entry k() {{ L: membar.gl; L: ret; }}", "1 .entry"),
        (f"{HEAD}.entry k() {{ bra NOWHERE; ret; }}", "1 instruction (bra)"),
        (f"{HEAD}.global .u32 x; .global .f32 x;", "1 item of the module"),
        (
            ".version 7.0 .target sm_80 .address_size 64 .entry k() { .reg .b64 a;"
            "applypriority.global.L2::evict_normal [a], 128; ret; }",
            "1 instruction (applypriority)",
        ),
        (f"{HEAD}.entry k() {{ {'{ ' * 40} membar.gl; {'} ' * 40} ret; }}", "1 block"),
    ],
)
def test_what_a_trace_refuses_is_kept(text: str, kept: str) -> None:
    assert f"kept as PTX text: {kept}." in ptx_to_python(text)


def test_names_of_the_function() -> None:
    text = f"{HEAD}.entry k() {{ ret; }}"
    python = ptx_to_python(text, kernel_name="mine")
    assert "def mine():" in python
    assert 'name="k"' in python
    for name in ("1st", "a b", "class"):
        with pytest.raises(CodegenError, match="not a Python name"):
            ptx_to_python(text, kernel_name=name)


def test_a_name_is_that_of_one_entry() -> None:
    text = f"{HEAD}.entry k() {{ ret; }} .entry l() {{ ret; }}"
    with pytest.raises(CodegenError, match="the one entry of a module; the entries here: k, l"):
        ptx_to_python(text, kernel_name="mine")
    assert "def mine():" in ptx_to_python(text, kernel_name="mine", entries=["l"])


def test_garbage_is_a_parse_error() -> None:
    with pytest.raises(ParseError):
        ptx_to_python("int main() {}")


def test_what_stays_text_is_counted() -> None:
    python = ptx_to_python(
        f"{HEAD}.section .debug_str {{ .b8 0 }} .entry k() {{ .reg .b32 r; frob.b32 r, 1; frob.b32 r, 2;"
        " T: .branchtargets T; ret; }"
    )
    head = python.partition('"""\n\n')[0]
    assert "1 instruction is a call" in head
    assert "kept as PTX text: 2 instruction (frob)." in head
    assert python.count('ptx.raw("frob.b32 r, ') == 2


def test_refusing_leaves_no_trace_behind() -> None:
    ptx_to_python(f"{HEAD}.entry k() {{ .reg .b32 a; .reg .b32 a; ret; }}")
    from pyptx.trace import is_tracing

    assert not is_tracing()
