"""Texts made at random, and those of compilers: the same tokens always, and of compilers the same bytes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyptx import Module
from pyptx.codegen import ptx_to_python
from pyptx.codegen.proof import require_same_tokens, retraced
from pyptx.codegen.selection import select_entries
from pyptx.emitter import TextLayout, emit, lay_out, learn
from pyptx.errors import CodegenError, TraceError
from pyptx.ir import Declaration
from pyptx.ir.visit import without_gaps
from pyptx.parser import parse

CORPUS = Path(__file__).resolve().parents[1] / "corpus" / "ptx"
FILES = sorted(CORPUS.rglob("*.ptx"), key=lambda path: (path.stat().st_size, path.name))
ALL = os.environ.get("PYPTX_CORPUS")
HEAD = ".version 8.7\n.target sm_90a\n.address_size 64\n"
Executed = Callable[[str], Module]

NAMES = st.sampled_from(
    [
        "%r",
        "%in",
        "x",
        "$x",
        "_x",
        "%x",
        "ptx",
        "reg",
        "module",
        "print",
        "lambda",
        "f32",
        "self",
        "%rd1",
        "a$b",
    ]
)
TYPES = st.sampled_from(["b32", "u32", "f32", "b64", "pred", "b16"])


@st.composite
def statements(draw: st.DrawFn, depth: int = 0) -> str:
    """A body: declarations, instructions on what they declare, labels, blocks, directives and comments."""
    made: list[str] = []
    for number in range(draw(st.integers(0, 3))):
        name, type_ = f"{draw(NAMES)}{draw(st.sampled_from(['', '_', 'q']))}", draw(TYPES)
        count = draw(st.sampled_from(["", "", "<3>", "<40>"]))
        made.append(f".reg .{type_} {name}{count};")
        word = f"{name}{'2' if count else ''}"
        if type_ == "pred":
            made.append(f"@{'!' * (number % 2)}{word} bra L{depth};")
        else:
            made.append(f"mov.b{type_[1:]} {word}, {draw(st.sampled_from([word, '1', '0x1F', '-3']))};")
    for _ in range(draw(st.integers(0, 3))):
        made.append(
            draw(
                st.sampled_from(
                    ["membar.gl;", "bar.sync 0;", '.pragma "nounroll";', ".loc 1 2 3", "// one\n",
                     "frob.x 1;", "/* two\nlines */", "bar.warp.sync -1;", f"bra L{depth};", "trap;", ";"]
                )
            )
        )  # fmt: skip
    if depth < 3 and draw(st.booleans()):
        made.insert(draw(st.integers(0, len(made))), f"{{ {draw(statements(depth + 1))} }}")
    made.append(f"L{depth}:")
    return " ".join(made)


@st.composite
def modules(draw: st.DrawFn) -> str:
    """A module of functions, kernels and variables."""
    items: list[str] = []
    for number in range(draw(st.integers(1, 4))):
        kind = draw(st.integers(0, 4))
        name = f"{draw(NAMES).strip('%')}_{number}"
        if kind == 0:
            items.append(f".global .align 4 .u32 {name}[2] = {{1, {draw(st.integers(-3, 9))}}};")
        elif kind == 1:
            items.append(f".func (.reg .b32 r) {name}(.reg .b32 a) {{ {draw(statements())} ret; }}")
        elif kind == 2:
            items.append(f"// about {name}\n.visible .func {name}(.param .align 8 .b8 p[16]);")
        else:
            params = draw(
                st.sampled_from(["", "(.param .u64 .ptr .global .align 8 p)", "(.param .b8 engine[3])"])
            )
            more = draw(st.sampled_from(["", ".maxntid 64, 1, 1", ".reqntid 0x20", ".noreturn"]))
            items.append(f".visible .entry {name}{params} {more} {{ {draw(statements())} ret; }}")
    return HEAD + draw(st.sampled_from(["\n", " ", "\n\n\t"])).join(items)


@settings(max_examples=60)
@given(modules())
def test_any_module_comes_back(text: str) -> None:
    require_same_tokens(text, retraced(ptx_to_python(text)))


@settings(max_examples=40)
@given(modules(), st.sampled_from(["", "nvcc", "nvvm", "llvm", "gcc", "fatbin"]))
def test_layouts_change_no_word(text: str, style: str) -> None:
    tree = parse(text)
    require_same_tokens(text, emit(lay_out(without_gaps(tree), TextLayout(style))))
    assert emit(lay_out(tree, learn(tree, style))).split() == text.split()


@pytest.mark.parametrize(
    "path", FILES if ALL else FILES[: len(FILES) * 3 // 4 : 8], ids=lambda path: path.name
)
def test_compilers_output_comes_back_byte_for_byte(path: Path, executed: Executed) -> None:
    text = path.read_text()
    python = ptx_to_python(text)
    assert executed(python).ptx() == text


COMMENTS = [
    "// c",
    "/* d */",
    "//",
    "//  x ",
    "/* a\n b */",
    "// /* x",
    "/**/",
    "// %r1",
    "// begin inline asm",
]
SHORT = [path for path in FILES if path.stat().st_size < 4000]


@st.composite
def commented(draw: st.DrawFn) -> str:
    """A compiler's text with a few comments anywhere between its lines, and in front of and behind them."""
    lines = draw(st.sampled_from(SHORT)).read_text().split("\n")
    for _ in range(draw(st.integers(1, 3))):
        at, comment = draw(st.integers(0, len(lines) - 1)), draw(st.sampled_from(COMMENTS))
        if "/" not in lines[at] and draw(st.booleans()):
            lines[at] += f"{draw(st.sampled_from(['', ' ', chr(9)]))}{comment}"
        else:
            lines.insert(at, f"{draw(st.sampled_from(['', '  ', chr(9)]))}{comment}")
    return "\n".join(lines)


@settings(max_examples=60)
@given(commented())
def test_comments_stay_in_their_places(text: str) -> None:
    assert retraced(ptx_to_python(text, layout="exact")) == text


@pytest.mark.parametrize(
    "tail", ["\n\0", "\0", "\n\0\n", "\n\0\0", "\n// end\n\0", "\n// a\0b\n", "\n/* \1 \2 */ \0 \0"]
)
def test_an_exact_layout_keeps_the_end_of_a_text(tail: str) -> None:
    text = f".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() {{ ret; }}{tail}"
    assert retraced(ptx_to_python(text, layout="exact")) == text


@pytest.mark.parametrize("layout", [None, "exact"])
def test_places_behind_loc_stay_whatever_style_is_nearest(layout: str | None) -> None:
    """Triton writes them for sm_75 too, in a text that is spaced more like NVVM's than like LLVM's."""
    loads = "".join(f"\tld.shared.v2.b32 \t{{%r1, %r2}}, [%r5+{at}];\n" for at in (16, 32, 48))
    text = (
        "//\n// Generated by LLVM NVPTX Back-End\n//\n\n.version 8.8\n.target sm_75\n.address_size 64\n\n"
        ".visible .entry k()\n{\n\t.reg .b32 \t%r<9>;\n"
        f"\t.loc\t1 73 13{' ' * 25}// a.py:73:13\n"
        f'{loads}\tret;\n}}\n\t.file\t1 "a.py"\n'
    )
    assert retraced(ptx_to_python(text, layout=layout)) == text


@pytest.mark.parametrize("layout", ["none", None])
@pytest.mark.parametrize("size", [".address_size 64", ""])
@given(
    comments=st.lists(
        st.sampled_from(["", "// one", "// two\n// three", "/* four */"]), min_size=4, max_size=4
    )
)
def test_comments_between_the_opening_directives_keep_their_places(
    layout: str | None, size: str, comments: list[str]
) -> None:
    rows = [".version 8.0", ".target sm_80", size, ".visible .entry k()"]
    lines = "\n".join("\n".join(filter(None, pair)) for pair in zip(comments, rows, strict=True))
    made = retraced(ptx_to_python(f"{lines}\n{{\n\tret;\n}}\n", layout=layout))
    words = re.findall(r"\.(?:version|target|address_size|visible)|one|two|three|four", made)
    assert words == re.findall(r"\.(?:version|target|address_size|visible)|one|two|three|four", lines)


def test_a_module_has_no_more_headers_than_directives_at_its_head() -> None:
    assert Module("sm_80", header=("", "why")).ptx().splitlines()[:3] == [
        ".version 7.0", "// why", ".target sm_80",
    ]  # fmt: skip
    with pytest.raises(TraceError, match="header has 3 comments, and the module opens with 2 directives"):
        Module("sm_80", address_size=None, header=("", "", "why"))


def test_a_comment_behind_the_target_is_behind_it_without_a_layout_too() -> None:
    text = ".version 8.0\n.target sm_80 // why\n.address_size 64\n.entry k() { ret; }\n"
    made = retraced(ptx_to_python(text, layout="none"))
    assert made.index("// why") > made.index(".target")


@pytest.mark.parametrize("head", ["\n" * 8, "\n" + 6 * "//\n" + "\n"])
@pytest.mark.parametrize(
    "rest",
    [
        "\n//\n//\n\n.visible .entry k()\n{\n"
        ".reg .b32 %r<3>;\n//\nmov.b32 %r1, 1;\n//\nmov.b32 %r2, %r1;\nret;\n\n}\n",
        "\n.const .align 4 .b8 table[4] = {0, 0, 128, 63};\n\n\n",
        "\n\n",
    ],
)
def test_what_fat_binaries_keep_comes_back(head: str, rest: str, executed: Executed) -> None:
    text = f"{head}.version 9.0\n.target sm_90\n.address_size 64\n{rest}"
    assert executed(ptx_to_python(text)).ptx() == text


def test_a_multi_kernel_file_runs_as_a_script(tmp_path: Path) -> None:
    text = (
        f"{HEAD}.func (.param .b32 r) one() {{ st.param.b32 [r], 1; ret; }}\n"
        ".visible .entry a(.param .u32 n) { ret; }\n.visible .entry b() { .reg .b32 x; { .param .b32 q;"
        " call (q), one; ld.param.b32 x, [q]; } ret; }\n"
    )
    script = tmp_path / "kernels.py"
    script.write_text(ptx_to_python(text, origin="kernels.ptx"))
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True)
    require_same_tokens(text, done.stdout)


def test_a_difference_is_told() -> None:
    with pytest.raises(
        CodegenError, match=r"line 2: the source has '1' where the Python gives '2' in line 3"
    ):
        require_same_tokens("add\n1", "add\n\n2")


def test_some_entries_with_what_they_need() -> None:
    text = (
        f"{HEAD}.global .u32 used; .global .u64 table[1] = {{used}}; .global .u32 unused;"
        " .func f() { ret; } .func g() { call f; ret; } .entry gemm_1() { .reg .b64 a; mov.b64 a, table;"
        " call g; ret; } .entry gemm_2() { IN: ret; } .entry other() { ret; }"
        " .section .debug_info { .b32 IN }"
    )
    chosen = select_entries(parse(text), ["gemm_1"])
    names = [
        item.declarators[0].name if isinstance(item, Declaration) else item.name for item in chosen.items
    ]
    assert names == ["version", "target", "address_size", "used", "table", "f", "g", "gemm_1"]
    python = ptx_to_python(text, entries=["gemm*"])
    assert "def gemm_1():" in python
    assert "def gemm_2():" in python
    assert "def other():" not in python
    assert "debug_info" in python
    with pytest.raises(
        CodegenError, match=r"no entry 'gem'; there are gemm_1, gemm_2, other; did you mean gemm"
    ):
        ptx_to_python(text, entries=["gem"])


def test_layouts_by_name(executed: Executed) -> None:
    text = f"{HEAD}.entry k() {{ .reg .b32 r;  mov.b32 r,1;\n ret; }}\n"
    assert "layout" not in ptx_to_python(text)
    assert executed(ptx_to_python(text, layout="exact")).ptx() == text
    assert "mov.b32 \tr, 1;" in executed(ptx_to_python(text, layout="llvm")).ptx()
    with pytest.raises(CodegenError, match="no layout 'icc'; the layouts are none, exact, "):
        ptx_to_python(text, layout="icc")


def test_modifiers_in_the_order_that_only_ptxas_takes() -> None:
    text = f"{HEAD}.entry k() {{ .reg .f32 %f<3>; add.f32.rn %f0, %f1, %f2; ret; }}"
    python = ptx_to_python(text)
    assert 'ptx.inst["add.f32.rn"](f[0], f[1], f[2])' in python
    assert "kept as PTX text: nothing" in python
    require_same_tokens(text, retraced(python))


def test_progress_is_reported() -> None:
    steps: list[tuple[int, int]] = []
    ptx_to_python(f"{HEAD}.entry a() {{ ret; }} .entry b() {{ ret; }}", progress=lambda *at: steps.append(at))
    assert steps == [(2, 4), (4, 4)]


def test_a_section_without_a_layout_starts_a_line() -> None:
    text = f'{HEAD}.file 1 "a.cu", 1, 860\n.section .debug_info {{ .b8 1 }}\n.entry k() {{ ret; }}'
    require_same_tokens(text, retraced(ptx_to_python(text, layout="none")))
