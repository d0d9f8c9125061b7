"""Layouts: the gaps of a text that become habits and notes, and texts that a layout writes."""

from __future__ import annotations

import pytest

from pyptx.emitter import TextLayout, emit, lay_out, learn
from pyptx.emitter.layout import habits_of
from pyptx.parser import parse

HEAD = ".version 8.0\n.target sm_80\n.address_size 64\n"
SPACED = """\
// head
.version 8.0
.target  sm_80
.address_size 64

.file 1 "dir/a.cu"
.global .align  4 .u32 g = 1;
.extern .func (.param .b32 r) f
(
    .param .b32 a,
	.param .b32 b
)
;

.visible .entry k( // params
    .param .u64 p,
    .param .u32 n
)
.maxntid  128
.minnctapersm 1
{
    .reg .b32  %r<5>;
	.shared .u32 s[2], t;

    mov.u32 %r1,  1;
    add.u32 %r2, %r1, 1;
    add.u32 %r2, %r1, 1;
    add.u32 %r2, %r1,  1;
    st.global.v2.u32 [%rd1 + 8], {%r1,%r2};
    .loc 1 2 3 // a.cu:2:3
    @%p1  bra L;
    // two
    // lines
    mov.u32 %r1,  1; /* block
  comment */
    mov.u32 %r1, 1;
L:
    // begin inline asm
      mov.u32 %r3,1;
    // end inline asm
    { // callseq
    call  f, (%r1);
    /* x */ }
    ret;
 /* end */
}
.entry j()
{
 ret;
}
// tail
"""
"""Each kind of gap once, with comments in some of them, and statements that differ from those alike."""

SPACED_HABITS = {
    "item start>.version c": "// \x00\n",
    "item .version>.target ": "\n",
    "in .target": [["word", 0, "  "]],
    "item .target>.address_size ": "\n",
    "item .address_size>.file ": "\n\n",
    "item .file>.global0= ": "\n",
    "in .global0=": [["alignment", 0, "  "]],
    "item .global0=>func; ": "\n",
    "in function extern func(r)(p)": [["params", 0, "\n"], ["end", 0, "\n"]],
    "param False ": "\n    ",
    "param True ": "\n\t",
    "return False ": "",
    "item func;>entry ": "\n\n",
    "param False c": " // \x00\n    ",
    "directive False ": "\n",
    "in directive": [["word", 0, "  "]],
    "directive True ": "\n",
    "1 {>.reg ": "\n    ",
    "in .reg": [["name", 0, "  "]],
    "1 .reg>.shared ": "\n\t",
    "1 .shared>op ": "\n\n    ",
    "in nn": [["item", -1, "  "]],
    "1 op>op ": "\n    ",
    "in A+V2": [[0, [["+", 0, " "], ["offset", 0, " "]]], [1, [["item", -1, ""]]]],
    "1 op>.loc ": "\n    ",
    "1 .loc>end P": " // \x00\n    ",
    "in @n": [["opcode", 0, "  "]],
    "1 end>op cc": "\n    // \x00\n    // \x00\n    ",
    "1 op>op cc": " /* \x00\n\x00 */\n    ",
    "1 op>label ": "\n",
    "asm 1 label>op B": "\n    // \x00\n      ",
    "in asm nn": [["item", -1, ""]],
    "1 op>block E": "\n    // \x00\n    ",
    "2 {>call c": " // \x00\n    ",
    "in call nG1": [["operands", 0, "  "]],
    "1 close call c": "\n    /* \x00 */ ",
    "1 }>end ": "\n    ",
    "end end c": "\n /* \x00 */\n",
    "item entry>entry ": "\n",
    "1 {>end ": "\n ",
    "end end ": "\n",
    "tail>entry": "\n// \x00\n",
}
SPACED_NOTES = {
    "k": {
        ".param .u64 p;": {"gap": " // params\n    "},
        ".param .u32 n;": {"lead": "\n    "},
        ".minnctapersm 1": {"inside": []},
        "add.u32 %r2, %r1, 1; #2": {"inside": [["item", 2, "  "]]},
        "mov.u32 %r1, 1; #2": {"gap": " /* block\n  comment */\n    ", "inside": []},
    }
}

PLAIN = """\
// head
.version 8.0
.target sm_80
.address_size 64
.file 1 "dir/a.cu"
.global .align 4 .u32 g = 1;

.extern .func (.param .b32 r) f(
	.param .b32 a,
	.param .b32 b
);

.visible .entry k(
	// params
	.param .u64 p,
	.param .u32 n
)
.maxntid 128
.minnctapersm 1
{
	.reg .b32 %r<5>;
	.shared .u32 s[2], t;
	mov.u32 %r1, 1;
	add.u32 %r2, %r1, 1;
	add.u32 %r2, %r1, 1;
	add.u32 %r2, %r1, 1;
	st.global.v2.u32 [%rd1+8], {%r1, %r2};
	.loc 1 2 3
	// a.cu:2:3
	@%p1 bra L;
	// two
	// lines
	mov.u32 %r1, 1;
	// block
	// comment
	mov.u32 %r1, 1;
L:
	// begin inline asm
	mov.u32 %r3, 1;
	// end inline asm
	{
		// callseq
		call f, (%r1);
	// x
	}
	ret;
// end
}

.entry j()
{
	ret;
}
// tail
"""
"""`SPACED` without a layout: its comments stay."""

NESTED = """\
.version 8.0
.target sm_80
.func f()
{
}
.func (.reg .b32 r) g (.reg .b32 a);
.global .u32 h[2][3] = {1, 2}, i;
.global  .attribute( .managed,  .unified(1,2) ) .b8 m;
.func .attribute  (.managed) q();
.section .debug
{
.b8 1
}
.entry j() .maxntid 1 {
L: .pragma "nounroll";
	ld.u32 %r1, [%rd1];
	mov.b64 {%r1,%r2}, %rd1;
	x a|b, !p;
 { { exit; }
  { trap; } }
  // begin inline asm
  { ret; }
  { bra L; // end inline asm
  }
brx.idx %r1, T;
//
T: .branchtargets A, B;
}
"""
"""Blocks in blocks, inline assembly in them, declarations with attributes, and sections."""

NESTED_PLAIN = """\
.version 8.0
.target sm_80

.func f()
{
}

.func (.reg .b32 r) g(
	.reg .b32 a
);

.global .u32 h[2][3] = {1, 2}, i;
.global .attribute(.managed, .unified(1, 2)) .b8 m;

.func .attribute(.managed) q();

.section .debug
{
.b8 1
}

.entry j()
.maxntid 1
{
L:
	.pragma "nounroll";
	ld.u32 %r1, [%rd1];
	mov.b64 {%r1, %r2}, %rd1;
	x a|b, !p;
	{
		{
		exit;
		}
		{
		trap;
		}
	}
	// begin inline asm
	{
		ret;
	}
	{
		bra L;
	// end inline asm
	}
	brx.idx %r1, T;
	//
T:
	.branchtargets A, B;
}
"""

NESTED_HABITS = {
    "item start>.version ": "",
    "item .version>.target ": "\n",
    "item .target>func ": "\n",
    "end { ": "\n",
    "item func>func; ": "\n",
    "in function  func(r)(p)": [["params", 0, " "], ["params)", 0, ""]],
    "param False ": "",
    "return False ": "",
    "item func;>.global2= ": "\n",
    "item .global2=>.global0 ": "\n",
    "in .global0": [
        ["attribute", 0, "  "],
        ["attribute word", 0, " "],
        ["attribute word", 2, "  "],
        ["attribute word", 6, ""],
        ["attribute)", 0, " "],
    ],
    "item .global0>func; ": "\n",
    "in function  func()": [["attribute(", 0, "  "]],
    "item func;>section ": "\n",
    "item section>entry ": "\n",
    "in function  entry() . {}": [["body", 0, " "]],
    "directive False ": " ",
    "1 {>label ": "\n",
    "1 label>.pragma ": " ",
    "1 .pragma>op ": "\n\t",
    "1 op>op ": "\n\t",
    "in V2n": [[0, [["item", -1, ""]]]],
    "1 op>block ": "\n ",
    "2 {>block ": " ",
    "2 {>end ": " ",
    "2 close end ": " ",
    "2 }>block ": "\n  ",
    "1 close } ": " ",
    "asm 1 }>block B": "\n  // \x00\n  ",
    "asm 2 {>end ": " ",
    "asm 1 close end ": " ",
    "asm 1 }>block ": "\n  ",
    "1 close end E": " // \x00\n  ",
    "1 }>end ": "\n",
    "1 end>label 0": "\n//\x00\n",
    "1 label>.branchtargets ": " ",
    "end .branchtargets ": "\n",
    "tail>entry": "\n",
}

LLVM = """\
//
// Generated by LLVM NVPTX Back-End
//

.version 8.8
.target sm_75
.address_size 64

	// .globl	k                       // -- Begin function k
                                        // @k
.visible .entry k(
	.param .u64 .ptr .global .align 1 k_param_0
)
.reqntid 128
{
	.reg .b32 	%r<9>;

// %bb.0:                               // %entry
	.loc	1 73 13                         // a.py:73:13
	mov.u32 	%r1, %ctaid.x;
	.loc	1 7 1                           // a.py:7:1 @[ a.py:9:2 ]
	mov.u32 	%r1, %ctaid.x;
	ret;
                                        // -- End function
}
	.file	1 "/x/a.py"
"""


@pytest.mark.parametrize(
    ("text", "habits", "notes"), [(SPACED, SPACED_HABITS, SPACED_NOTES), (NESTED, NESTED_HABITS, {})]
)
def test_gaps_become_habits_and_notes(text: str, habits: dict[str, object], notes: dict[str, object]) -> None:
    tree = parse(text)
    learned = learn(tree, "")
    assert (learned.style, learned.habits, learned.notes) == ("", habits, notes)
    assert emit(lay_out(tree, learned)) == text


@pytest.mark.parametrize(("text", "plain"), [(SPACED, PLAIN), (NESTED, NESTED_PLAIN)])
def test_without_a_layout_comments_stay(text: str, plain: str) -> None:
    assert emit(lay_out(parse(text), TextLayout())) == plain


def test_the_nearest_style_is_chosen() -> None:
    tree = parse(LLVM)
    learned = learn(tree)
    assert learned == TextLayout("llvm", {"1 .reg>.loc %": "\n\n// \x00\n\t"}, {})
    assert emit(lay_out(tree, learned)) == LLVM
    plain = f"{HEAD}.entry k()\n{{\n{'  mov.b32 %r1, %r2;' * 9}  ret; }}"
    assert learn(parse(plain.replace(chr(10), " "))).style == ""


@pytest.mark.parametrize("comment", ["", "// why", "// a.py:73:13", "// a.py:73:13 @[ a.py:9:2 ]"])
def test_a_style_of_llvm_repeats_each_place_once(comment: str) -> None:
    text = f'{HEAD}.entry k()\n{{\n.loc 1 73 13\n{comment}\nret;\n}}\n.file 1 "/x/a.py"\n'
    laid = emit(lay_out(parse(text), "llvm"))
    assert laid.count("a.py:73:13") == 1
    assert comment in laid
    assert not TextLayout("gcc").repeats_places
    assert "a.py:73:13" not in emit(lay_out(parse(text.replace(comment or "\n", "\n")), "gcc"))


@pytest.mark.parametrize(
    "gap",
    [
        "\t// c",
        "\n/* c */ ",
        f"{' ' * 14}// c",
        "//   c  ",
        "/**/",
        "// \0",
        "\n//\n/* c\nd */",
        "/*\n c */",
        "/*c\nd*/",
    ],
)
def test_the_gap_of_a_comment_is_that_of_other_comments(gap: str) -> None:
    text = f"{HEAD}.entry k()\n{{\n\tmov.b32 \t%r1, %r2;{gap}\n\tret;\n}}\n"
    learned = learn(parse(text), "nvcc")
    assert not learned.notes
    for words in ("c", "other words"):
        same = text.replace("c", words)
        respaced = same.replace(" " * 14, " ").replace("\t", " ").replace("/* o", "/*o")
        assert emit(lay_out(parse(respaced), learned)) == same


@pytest.mark.parametrize("more", ["", ", function_name $Lname", ", function_name $L1, inlined_at 1 2 3"])
def test_llvm_pads_comments_to_a_column_or_writes_one_space(more: str) -> None:
    words = f"1 73 13{more}"
    pad = " " * max(1, 32 - len(words))  # for LLVM, the first tab of a line has no width
    text = f'{HEAD}.entry k()\n{{\n\t.loc\t{words}{pad}// a.py:73:13\n\tret;\n}}\n\t.file\t1 "/x/a.py"\n'
    learned = learn(parse(text), "llvm")
    assert not learned.notes
    assert "1 .loc>end P" not in learned.habits
    assert emit(lay_out(parse(text.replace(pad, "\t")), learned)) == text


def test_comments_that_do_not_fit_a_template_are_a_note() -> None:
    text = f"{HEAD}.entry k()\n{{\n\tmov.b32 \t%r1, %r2;/* c\n\n  d */\n\tret;\n}}\n"
    learned = learn(parse(text), "nvcc")
    assert learned.notes == {"k": {"ret;": {"gap": "/* c\n\n  d */\n\t"}}}
    assert emit(lay_out(parse(text), learned)) == text


def test_a_style_is_what_texts_share() -> None:
    one = parse(f"{HEAD}.entry  k() {{\n\n ret;\n ret;\n ret;\n\n\n ret;\n}}")
    two = parse(f"{HEAD}.entry  k() {{\n\n ret;\n\n}}")
    assert habits_of([one, two]) == {
        "1 end>end ": "\n ",
        "1 {>end ": "\n\n ",
        "in function  entry() {}": [["name", 0, "  "], ["body", 0, " "]],
        "item .address_size>entry ": "\n",
        "item .target>.address_size ": "\n",
        "item .version>.target ": "\n",
        "item start>.version ": "",
        "tail>entry": "",
    }


def test_a_style_has_no_words_of_a_text() -> None:
    gaps = habits_of([parse(f"{HEAD}.func f() // f\n{{\nret;\n}}")] * 2)
    assert not any("f" in str(gap) for place, gap in gaps.items())
    laid = emit(lay_out(parse(f"{HEAD}.func (.reg .b32 r) f(.reg .b32 a) {{ ret; }}"), "llvm"))
    assert "//" not in laid


def test_unknown_styles() -> None:
    tree = parse(HEAD)
    with pytest.raises(ValueError, match="no layout 'icc'; there are fatbin, gcc, llvm, nvcc, nvvm"):
        lay_out(tree, "icc")
    with pytest.raises(ValueError, match="no layout 'icc'; there are"):
        learn(tree, "icc")
