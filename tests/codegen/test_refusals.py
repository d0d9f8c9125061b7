"""What a kernel cannot say is refused with its line; what has no call stays PTX text and is counted."""

from __future__ import annotations

import pytest

from pyptx import PtxError
from pyptx.codegen import ptx_to_python
from pyptx.errors import CodegenError, ParseError

HEAD = ".version 8.7\n.target sm_90a\n.address_size 64\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{HEAD}.func f() {{ ret; }}\n.entry k() {{ ret; }}", r"line 4: \.func f: .*device functions"),
        (f"{HEAD}\n// one\n.entry k();", r"line 6: \.entry k is a prototype"),
        (f"{HEAD}.entry a() {{ ret; }} .entry b() {{ ret; }}", r"the module has 2 \(a, b\)"),
        (HEAD, r"the module has 0 \(none\)"),
        (".version 8.7\n.target sm_90a\n.entry k() { ret; }", r"line 3: .*\.address_size is missing"),
        (".target sm_90a\n.entry k() { ret; }", r"line 1: .*\.version is missing"),
        (HEAD.replace("sm_90a", "sm_20") + ".entry k() { ret; }", r"line 2: .*no target 'sm_20'"),
        (
            ".version 8.7\n.target sm_90\n.address_size 32\n.entry k() { ret; }",
            r"line 3: \.address_size 32: kernels have 64 bits",
        ),
        (f"{HEAD}.entry k {{ ret; }}", r"line 4: \.entry k has no parentheses"),
        (f"{HEAD}.extern .entry k() {{ ret; }}", r"line 4: \.extern \.entry k: no such linkage"),
        (f"{HEAD}.entry k()\n.reqntid 4096\n{{ ret; }}", r"line 4: \.entry k: block is \(4096, 1, 1\)"),
        (f"{HEAD}.entry k()\n{{\nmembar.gl;\n}}", r"line 7: the source has '}' where a kernel writes 'ret'"),
        (f"{HEAD}.entry k()\n{{\n.reg .b32 a;\n.reg .b32 a;\nret; }}", r"line 7: the name a is taken"),
        (f"{HEAD}.entry k()\n{{\nL:\nmembar.gl;\nL:\nret; }}", r"line 8: label L is already"),
        (f"{HEAD}.entry k()\n{{\nbra NOWHERE;\nret; }}", r"k: bra NOWHERE: no label"),
        (f"{HEAD}.global .u32 x;\n.global .u32 x;\n.entry k() {{ ret; }}", r"line 5: the name x is taken"),
        (
            ".version 7.0\n.target sm_80\n.address_size 64\n.entry k()\n{ .reg .b64 a;\n"
            "applypriority.global.L2::evict_normal [a], 128;\nret; }",
            r"k: version 7\.0 is too old",
        ),
    ],
)  # fmt: skip
def test_refused(text: str, message: str) -> None:
    with pytest.raises(CodegenError, match=message) as caught:
        ptx_to_python(text)
    assert isinstance(caught.value, PtxError)


def test_sugar_is_refused_while_there_is_none() -> None:
    with pytest.raises(CodegenError, match="no raising passes"):
        ptx_to_python(f"{HEAD}.entry k() {{ ret; }}", sugar=True)


def test_names_of_the_function() -> None:
    text = f"{HEAD}.entry k() {{ ret; }}"
    python = ptx_to_python(text, kernel_name="mine")
    assert "def mine():" in python
    assert 'name="k"' in python
    for name in ("1st", "a b", "class"):
        with pytest.raises(CodegenError, match="no Python name"):
            ptx_to_python(text, kernel_name=name)


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
    assert "1 item of the module, 2 instruction (frob), 1 directive" in head
    assert python.count('ptx.raw("frob.b32 r, ') == 2


def test_refusing_leaves_no_trace_behind() -> None:
    with pytest.raises(CodegenError):
        ptx_to_python(f"{HEAD}.entry k() {{ .reg .b32 a; .reg .b32 a; ret; }}")
    from pyptx.trace import is_tracing

    assert not is_tracing()
