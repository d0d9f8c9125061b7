"""Text that is not a module is refused; statements without a call stay PTX text and are counted."""

from __future__ import annotations

import pytest

from pyptx import PtxError
from pyptx.codegen import ptx_to_python
from pyptx.codegen.proof import require_same_program, require_same_tokens, retraced
from pyptx.errors import CodegenError, ParseError

HEAD = ".version 8.7\n.target sm_90a\n.address_size 64\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (".target sm_90a\n.entry k() { ret; }", r"\.version is missing"),
        (".version 8.0\n.entry k() { ret; }", r"\.target is missing"),
        ("", r"\.version is missing"),
        (".version 8.0", r"\.target is missing"),
        (".version 8 .target sm_90", r"\.version 8 is not a version"),
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
        (f"{HEAD}.func f()\n.maxntid 64\n{{ ret; }}", "1 .func"),
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
        (f"{HEAD}.entry k() {{ .reg .bv4 r<3>; mov.b64 r1, 0; ret; }}", "1 .entry"),
        (f"{HEAD}.entry k() {{ {{ .reg .p2ed r<3>; mov.b64 r1, 0; }} ret; }}", "1 block"),
        (
            f"{HEAD}.entry k() {{ .reg .b64 r<3>; ld.param.u64 r1; mov.b64 r1; ret; }}",
            "1 instruction (ld), 1 instruction (mov)",
        ),
        (f"{HEAD}.entry k() {{ {'{ ' * 40} membar.gl; {'} ' * 40} ret; }}", "1 block"),
    ],
)
def test_what_a_trace_refuses_is_kept(text: str, kept: str) -> None:
    python = ptx_to_python(text)
    assert f"kept as PTX text: {kept}." in python
    require_same_tokens(text, retraced(python))
    require_same_program(text, retraced(ptx_to_python(text, sugar=True)))


@pytest.mark.parametrize("sign", ["\0", "\r", "\x0b", "\x1b", "\x85", "\u2028"])
def test_texts_with_control_characters_are_python(sign: str) -> None:
    text = f'{HEAD}.file 1 "a{sign}b"\n.entry k() {{ .pragma "a{sign}b"; ret; }}'
    for sugar in (False, True):
        assert f'.pragma "a{sign}b";' in retraced(ptx_to_python(text, sugar=sugar))


def test_static_shared_memory_stays_static_however_large() -> None:
    text = (
        f"{HEAD}.entry k() {{ .reg .b32 %r<2>; .shared .b8 a[40000]; .shared .b8 b[20000]; mov.u32 %r1, b;"
        " st.shared.u32 [%r1], %r1; ret; }"
    )
    require_same_tokens(text, retraced(ptx_to_python(text)))
    require_same_program(text, retraced(ptx_to_python(text, sugar=True)))


def test_registers_beyond_those_of_the_dsl() -> None:
    text = f"{HEAD}.entry k() {{ .reg .b32 r<8589934592>; mov.b32 r7, 1; ret; }}"
    require_same_tokens(text, retraced(ptx_to_python(text)))


def test_the_head_of_a_file_says_that_it_raises() -> None:
    text = f"{HEAD.replace('8.7', '1.5')}.entry k() {{ ret; }}"
    python = ptx_to_python(text)
    assert "sm_90a needs PTX 8.0: ptxas refuses the source, and this module raises." in python
    with pytest.raises(PtxError, match=r"needs 8\.0"):
        retraced(python)


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


def test_a_directive_of_a_function_is_an_argument() -> None:
    text = f"{HEAD}.func f()\n.noreturn\n{{ exit; }}"
    python = ptx_to_python(text)
    assert "directives=[" in python
    assert "kept as PTX text: nothing." in python
    require_same_tokens(text, retraced(python))
