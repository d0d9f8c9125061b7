"""Declarations and heads of functions: ptxas is the oracle, and the messages are checked here."""

from __future__ import annotations

from itertools import product

import pytest

import pyptx
from pyptx import ptx, reg
from pyptx.arch import ARCHS
from pyptx.errors import VerifyError
from pyptx.isa.declarations import FEATURES
from pyptx.parser import parse
from pyptx.toolchain.oracle import judge
from pyptx.types import b128
from pyptx.verify import verify_module

ITEMS = (
    *FEATURES.values(),
    ".const .b128 wide;",
    ".entry bf16() { .reg .bf16 %r; ret; }",
    ".global .e4m3x2 pair;",
    ".entry predicates() { .reg .pred %p<2>; ret; }",
    ".global .pred flag;",
    ".entry vector(.param .u64 p) { .reg .v2 .b64 r; ret; }",
    ".entry wide_vector() { .reg .v4 .b64 r; ret; }",
    ".entry array() { .reg .b32 r[4]; ret; }",
    ".entry none() { .shared .b32 s[0]; ret; }",
    ".entry hexadecimal() { .shared .b32 s[0x0]; ret; }",
    ".entry octal() { .shared .b32 s[00]; ret; }",
    ".entry unsigned() { .shared .b32 s[0U]; ret; }",
    ".global .u32 second[2][] = {{1}, {2}};",
    ".extern .global .u32 second_open[4][];",
    ".extern .global .u32 second_none[4][0];",
    ".extern .global .u32 first_open[][4];",
    ".global .u32 nothing[] = {};",
    ".global .u32 zeros[2] = {};",
    ".global .u32 counted[0] = {1, 2, 3};",
    ".global .u32 counted_rows[0][2] = {{1, 2}};",
    ".entry square() { t: .callprototype _ (.param .b32 _, .param .b8 _[2][2]); ret; }",
    ".entry product() { t: .callprototype _ (.param .b8 _[2*2]); ret; }",
    ".entry result() { t: .callprototype (.param .b8 _[]) _ (); ret; }",
    ".entry argument() { t: .callprototype (.param .b8 _[4]) _ (.param .b8 _[2]); ret; }",
    ".extern .shared .align 16 .b8 dynamic[];",
    ".shared .b32 started = 1;",
    ".global .f16 half = 1.0;",
    ".global .align 3 .b8 odd;",
    ".param .b32 outside;",
    ".const .texref texture;",
    ".func sampled(.param .texref t) { ret; }",
    ".entry register(.reg .b32 r) { ret; }",
    ".func pointed(.param .u64 .ptr .global .align 8 p) { ret; }",
    ".func (.param .b32 r, .param .b32 s) two() { ret; }",
    ".func (.reg .b32 r, .reg .b32 s) both() { ret; }",
    ".weak .global .b32 weak;",
    ".common .global .b32 common;",
    ".common .const .b32 constant;",
    ".const .attribute(.managed) .b32 managed;",
    ".func endless() .noreturn { exit; }",
    ".entry never() .noreturn { exit; }",
    ".func limited() .maxnreg 32 { ret; }",
    ".entry threads() .maxntid 32 .reqntid 32 { ret; }",
    ".entry cluster() .reqnctapercluster 2 { ret; }",
    ".entry ranks() .maxclusterrank 8 .reqnctapercluster 2 { ret; }",
    ".entry blocks() .blocksareclusters .reqntid 32 { ret; }",
    ".entry prototype() { t: .callprototype _ () .noreturn; ret; }",
    '.entry hinted() { .pragma "nounroll"; ret; }',
    ".entry targets() { .reg .u32 r; mov.u32 r, 0; t: .branchtargets a, b; brx.idx r, t; a: b: ret; }",
    ".entry parameters(.param .b8 p[4096], .param .u64 q[32]) { ret; }",
    ".entry more(.param .b8 p[4096], .param .b8 c, .param .u64 q[32]) { ret; }",
)


NAMES = (
    ".global .u32 word;",
    ".shared .u32 tile;",
    ".const .u32 fixed = 3;",
    ".func function() { ret; }",
    ".entry kernel() { ret; }",
)
NUMBERS = (
    "-1", "18446744073709551615", "1U", "1.0", "0f3F800000", "0d3FF0000000000000", "WARP_SZ", "1.5*2.0",
    "(1.5)",
    "1?2:3", "(.u64)1", "word", "word+4", "word+4*2", "generic(word)", "generic(word)+4", "fixed", "function",
    "kernel", "0xFF00(word)", "255(word)", "0xFF(word+1)", "0xFF(generic(word))", "0xFF00(function)",
    "{1}", "{}",
)  # fmt: skip
WRONG_NUMBERS = (
    "1?2.0:3.0", "(.u64)1.0", "1/0", "1.0+2", "_", "4+word", "word-4", "word+1.0", "-word", "(word)",
    "generic(word+4)",
    "tile", "generic(tile)", "missing", "function+4", "generic(function)", "0xFF(tile)", "0xFF(word)+1",
    "0xFFFF(word)", "0(word)",
)  # fmt: skip
SHAPES = (
    "1", "{}", "{1}", "{1,2}", "{1,2,3}", "{1,2,3,4}", "{1,2,3,4,5}", "{{}}", "{{1}}", "{{1,2}}", "{{1},{2}}",
    "{{1},2}", "{{1,2},{3,4}}", "{{1,2,3}}", "{{{1,2},{3,4}},{{1}}}", "{{1,2,3,4}}", "{word,1}",
    "{{1,2},{3,4.0}}",
)  # fmt: skip
VECTORS = (
    ".shared .{vector} .u16 {name};",
    ".entry {name}() { .reg .{vector} .b16 r; .shared .{vector} .b16 s; ret; }",
    ".entry {name}(.param .{vector} .b16 r) { ret; }",
    ".entry {name}(.param .{vector} .b16 r[2]) { ret; }",
    ".func (.param .{vector} .b16 r) {name}() { ret; }",
    ".func (.param .{vector} .b16 r) {name}();",
    ".entry {name}() { .param .{vector} .b16 r; ret; }",
    ".func (.reg .{vector} .b16 r) {name}() { ret; }",
)
OPEN = (
    "(.param .b8 a[], .param .u32 b)",
    "(.param .b8 a[0], .param .u32 b)",
    "(.param .b8 a[], .param .b8 b[])",
    "(.param .u32 b, .param .b8 a[])",
    "(.param .b8 a[])",
)
FAMILIES = {
    "numbers": [
        *(
            f".global .{type_} {{name}} = {value};"
            for type_ in ("u8", "b16", "u32", "b64", "f32")
            for value in NUMBERS
        ),
        *(f".global .u64 {{name}} = {value};" for value in (*NUMBERS, *WRONG_NUMBERS)),
        ".global .f16x2 {name} = 1;",
    ],
    "shapes": [
        f".global {vector} .u32 {{name}}{dims} = {value};"
        for vector, dims in (
            *product(("", ".v2"), ("", "[]", "[2]", "[2][2]")),
            (".v4", ""),
            ("", "[2][2][2]"),
        )
        for value in SHAPES
        if dims != "[]" or value != "1"  # ptxas crashes
    ],
    "places": [
        *(f".{space} .u32 {{name}};" for space in ("local", "shared", "const")),
        *(each.replace("{vector}", vector) for each in VECTORS for vector in ("v2", "v3", "v4", "v8")),
        *(f".func {{name}}{each};" for each in OPEN),
        *(f".entry {{name}}() {{ t: .callprototype _ {each.replace('a[', '_[')}; ret; }}" for each in OPEN),
        *(
            f".entry {{name}}() {{ .{space} .u32 x = {value}; ret; }}"
            for space in ("global", "shared", "local")
            for value in (1, 1.0, "tile")
        ),
    ],
}


@pytest.mark.ptxas
@pytest.mark.parametrize("family", FAMILIES)
def test_initial_values_and_places_are_those_that_ptxas_takes(family: str) -> None:
    head = (".version 9.0", ".target sm_90a", ".address_size 64", *NAMES)
    items = [each.replace("{name}", f"x{place}") for place, each in enumerate(FAMILIES[family])]
    said = judge(items, "sm_90a", head, ())
    found = [[each.message for each in verify_module(parse("\n".join((*head, item, ""))))] for item in items]
    differ = [
        (item, *pair)
        for item, *pair in zip(items, said, found, strict=True)
        if bool(pair[0]) != bool(pair[1])
    ]
    assert differ == []
    assert 0 < sum(map(bool, said)) < len(said)


@pytest.mark.parametrize(
    ("wrong", "said", "right"),
    [
        (".u32 x = {1}", "x is one .u32, and its initial value {1} is in braces", ".u32 x = 1"),
        (
            ".u32 x[2] = 1",
            "x is an array and has the initial value 1; write its elements in braces",
            ".u32 x[2] = {1}",
        ),
        (".u32 x[2] = {1, 2, 3}", "x has 3 initial values for 2 elements", ".u32 x[3] = {1, 2, 3}"),
        (
            ".v4 .u32 x[] = {{1, 2, 3}}",
            "x[0] is a .v4 and has 3 initial values; write all of them",
            ".v4 .u32 x[] = {{1, 2, 3, 4}}",
        ),
        (
            ".f32 x[2][2] = {{1.0, 2}}",
            "x[0][1] is a .f32 and has the initial value 2, an integer; write a fraction, such as 2.0",
            ".f32 x[2][2] = {{1.0, 2.0}}",
        ),
        (
            ".b64 x = word",
            "x is a .b64 and has the initial value word, an address; that is a .u64 or .u32, and a byte of "
            "it, as 0xFF(name), also a .u8",
            ".u64 x = word",
        ),
        (
            ".u64 x = tile",
            "x is a .u64 and has the initial value tile, a variable in .shared; only variables in .global "
            "and .const and functions have an address before the launch",
            ".u64 x = fixed",
        ),
        (
            ".u64 x = word-4",
            "x is a .u64 and has the initial value word - 4; an address is written as name, name+4 or "
            "generic(name)+4, and its second byte as 0xFF00(name)",
            ".u64 x = word+-4",
        ),
        (
            ".u8 x = 0xFFF(word)",
            "x is a .u8 and has the initial value 0xFFF ( word ); the mask of a byte has all of its bits, "
            "as 0xFF00",
            ".u8 x = 0xFF0000(word)",
        ),
        (".v3 .u32 x", "x is a .v3; a vector has 2 or 4 elements", ".v4 .u32 x"),
    ],
)
def test_what_is_wrong_with_an_initial_value(wrong: str, said: str, right: str) -> None:
    head = "\n".join((".version 9.0", ".target sm_90a", ".address_size 64", *NAMES))
    (finding,) = verify_module(parse(f"{head}\n.global {wrong};\n"))
    assert finding.message == said
    assert verify_module(parse(f"{head}\n.global {right};\n")) == []


@pytest.mark.ptxas
@pytest.mark.parametrize(
    ("target", "version"), [("sm_20", "3.2"), ("sm_60", "6.3"), ("sm_75", "8.0"), ("sm_90", "9.0")]
)
def test_declarations_are_those_that_ptxas_takes(target: str, version: str) -> None:
    head = (f".version {version}", f".target {target}", ".address_size 64")
    said = judge(ITEMS, ARCHS[target].assembled_for, head, ())
    found = [[each.message for each in verify_module(parse("\n".join((*head, item, ""))))] for item in ITEMS]
    differ = [
        (item, *pair)
        for item, *pair in zip(ITEMS, said, found, strict=True)
        if bool(pair[0]) != bool(pair[1])
    ]
    assert differ == []


@pytest.mark.parametrize(
    ("item", "said"),
    [
        (
            ".entry k() { .reg .b128 %q<4>; ret; }",
            "%q is declared as .b128, which needs PTX >= 8.3 and sm_70 or newer; this kernel targets sm_60 "
            "and says PTX 6.3",
        ),
        (
            ".entry k() { .reg .bf16 %h; ret; }",
            "%h is declared as .bf16, a type of instructions; declare it as .b16",
        ),
        (
            ".entry k(.param .b8 p[5000]) { ret; }",
            "k has 5000 bytes of parameters, more than 4352, which needs PTX >= 8.1 and sm_70 or newer; this "
            "kernel targets sm_60 and says PTX 6.3",
        ),
        (
            ".entry k() .maxclusterrank 8 { ret; }",
            "k has .maxclusterrank, which needs PTX >= 7.8 and sm_90 or newer; this kernel targets sm_60 and "
            "says PTX 6.3",
        ),
        (
            ".entry k() .maxnctapersm 2 .maxntid 32 { ret; }",
            "k has .maxnctapersm, which was removed in PTX 2.1",
        ),
        (
            ".entry k() .maxntid 32 .reqntid 32 { ret; }",
            "k has .maxntid and .reqntid; write one of them",
        ),
        (".func f() .maxnreg 32 { ret; }", "f has .maxnreg, which is of a kernel"),
        (".global .v4 .f64 g;", "g is a vector of 256 bits; there are at most 128"),
        (".shared .b32 s = 1;", "s has an initial value; in .shared there are none"),
        (
            '.entry k() { .pragma "frequency 5"; ret; }',
            '.pragma "frequency 5" needs PTX >= 9.0 on sm_60; this kernel targets sm_60 and says PTX 6.3',
        ),
    ],
)
def test_what_is_wrong_with_a_declaration(item: str, said: str) -> None:
    (finding,) = verify_module(parse(f".version 6.3\n.target sm_60\n.address_size 64\n{item}\n"))
    assert finding.message == said


@pytest.mark.parametrize(
    ("wrong", "said", "right"),
    [
        (".shared .pred s;", "s is a .pred in .shared; predicates live in registers", ".shared .b8 s;"),
        (
            ".entry k() { .reg .v2 .pred p; ret; }",
            "p is a vector of predicates, of which there is none",
            ".entry k() { .reg .v2 .b16 p; ret; }",
        ),
        (
            ".global .v4 .u64 g;",
            "g is a vector of 256 bits; there are at most 128",
            ".global .v2 .u64 g; .global .v4 .u32 h;",
        ),
        (
            ".entry k() { .global .texref t; ret; }",
            "t is a .texref in a body; it stands beside the functions, in .global",
            ".global .texref t;",
        ),
        (".const .surfref s;", "s is a .surfref in .const; it must be in .global", ".global .surfref s;"),
        (
            ".func f(.param .texref t) { ret; }",
            "t is a .texref; a function takes its address, as .u64",
            ".entry k(.param .texref t) { ret; }",
        ),
        (
            ".entry k(.param .f16x2 h) { ret; }",
            "h is a .f16x2 in .param; declare it as .b32",
            ".entry k() { .reg .f16x2 h; ret; }",
        ),
        (
            ".param .b32 p;",
            "p is in .param; parameters are of functions and calls",
            ".entry k() { .param .b32 p; ret; }",
        ),
        (
            ".entry k(.reg .b32 r) { ret; }",
            "r is in .reg; the parameters of a kernel are in .param",
            ".func f(.reg .b32 r) { ret; }",
        ),
        (
            ".func f(.param .u64 .ptr .global .align 8 p) { ret; }",
            "p is a .ptr, which only parameters of kernels have",
            ".entry k(.param .u64 .ptr .global .align 8 p) { ret; }",
        ),
        (
            ".common .shared .b32 c;",
            "c is .common in .shared; it must be in .global",
            ".common .global .b32 c;",
        ),
        (
            ".shared .attribute(.managed) .b32 m;",
            "m is .managed in .shared; it must be in .global",
            ".global .attribute(.managed) .b32 m;",
        ),
        (
            ".entry k() { .extern .shared .b32 s[]; ret; }",
            "s is .extern in a body; what has a linkage stands beside the functions",
            ".extern .shared .b32 s[]; .entry k() { .shared .b32 t[2]; ret; }",
        ),
        (
            ".extern .visible .global .b32 g;",
            "g is .extern .visible; it is one of these",
            ".visible .global .b32 g;",
        ),
        (
            ".global .align 12 .b8 g;",
            "g is aligned to 12 bytes, which is not a power of two",
            ".global .align 1 .b8 g; .global .align 2 .b8 h; .global .align 16 .b8 i;",
        ),
        (
            ".global .align 0 .b8 g;",
            "g is aligned to 0 bytes, which is not a power of two",
            ".global .b8 g;",
        ),
        (
            ".entry k() { .reg .b32 r[4]; ret; }",
            "r is an array of registers; they are numbered, as r<4>",
            ".entry k() { .reg .b32 r<4>; .shared .b32 s[4]; ret; }",
        ),
        (
            ".global .b32 g[0];",
            "g has no elements; only .extern arrays and parameters of functions leave their size open",
            ".extern .global .b32 g[];",
        ),
        (
            ".const .b32 c[];",
            "c has no elements; only .extern arrays and parameters of functions leave their size open",
            ".const .b32 c[] = {1, 2};",
        ),
        (
            ".entry k(.param .b32 p[0]) { ret; }",
            "p has no elements; only .extern arrays and parameters of functions leave their size open",
            ".extern .func f(.param .b32 p[0]);",
        ),
        (
            ".entry k() { .param .b32 p[]; ret; }",
            "p has no elements; only .extern arrays and parameters of functions leave their size open",
            ".extern .func f(.param .b32 p[]);",
        ),
        (
            ".extern .global .b32 g[4][];",
            "g leaves a size behind its first one open or 0; only the first one may be",
            ".extern .global .b32 g[][4];",
        ),
        (
            ".entry k() { t: .callprototype (.param .b8 _[]) _ (); ret; }",
            "the result of .callprototype has no elements; only .extern arrays and parameters of functions "
            "leave their size open",
            ".entry k() { t: .callprototype (.param .b8 _[4]) _ (.param .b8 _[0]); ret; }",
        ),
        (
            ".entry k() { t: .callprototype _ (.param .b8 _[4], .param .b8 _[2][2]); ret; }",
            "a parameter of .callprototype has 2 dimensions; an array that is a parameter has one",
            ".entry k() { t: .callprototype _ (.param .b8 _[4], .param .b8 _[2]); ret; }",
        ),
        (
            ".entry k() { .shared .b32 s[4 * 4]; ret; }",
            "s has an expression as its size; the size of an array is a number",
            ".entry k() { .shared .b32 s[0x10U]; ret; }",
        ),
        (
            ".entry k(.param .b32 p[4][4]) { ret; }",
            "p has 2 dimensions; an array that is a parameter has one",
            ".entry k() { .param .b32 p[4][4]; ret; }",
        ),
        (
            ".entry k() { .local .b32 l = 1; ret; }",
            "l has an initial value; in .local there are none",
            ".global .b32 g = 1; .const .b32 c = 1;",
        ),
        (
            ".extern .global .b32 g = 1;",
            "g has an initial value, and is .extern, so defined elsewhere",
            ".extern .global .b32 g;",
        ),
        (
            ".global .f16 g = 1.0;",
            "g has an initial value; a variable of .f16 has none, one of .b16 its bits",
            ".global .b16 g = 15360; .global .f16 h;",
        ),
    ],
)
def test_each_rule_of_declarations(wrong: str, said: str, right: str) -> None:
    head = ".version 6.3\n.target sm_60\n.address_size 64\n"
    assert [finding.message for finding in verify_module(parse(f"{head}{wrong}\n"))] == [said]
    assert verify_module(parse(f"{head}{right}\n")) == []


OLD = "this kernel targets sm_20 and says PTX 2.0"
MANY = (
    "k has 4353 bytes of parameters, more than 4352, which needs PTX >= 8.1 on sm_90a; this kernel targets "
    "sm_90a and says PTX 8.0"
)


@pytest.mark.parametrize(
    ("head", "item", "said"),
    [
        ("8.5 sm_90a", ".entry k() .maxclusterrank 8 .reqnctapercluster 2 { ret; }",
         "k has .maxclusterrank and .reqnctapercluster; write one of them"),
        ("9.0 sm_90a", ".entry k() .blocksareclusters .reqntid 32 { ret; }",
         "k has .blocksareclusters, which needs .reqntid and .reqnctapercluster beside it"),
        ("9.0 sm_90a", ".entry k() .blocksareclusters .reqnctapercluster 2 { ret; }",
         "k has .blocksareclusters, which needs .reqntid and .reqnctapercluster beside it"),
        ("9.0 sm_90a", ".entry k() .blocksareclusters .reqntid 32 .reqnctapercluster 2 { ret; }", ""),
        ("8.5 sm_90a", ".func (.param .b32 r, .reg .b32 s) two() { ret; }",
         "two returns several values; those are in .reg, one alone may be in .param"),
        ("8.5 sm_90a", ".func (.reg .b32 r, .reg .b32 s) two() { ret; }", ""),
        ("8.5 sm_90a", ".func (.param .b32 r) one() { ret; }", ""),
        ("8.5 sm_90a", ".extern .func f() { ret; }",
         "f is .extern, which means defined elsewhere, but has a body"),
        ("8.5 sm_90a", ".extern .func f();", ""),
        ("8.5 sm_90a", ".visible .weak .func f() { ret; }",
         "f is .visible .weak; a function is .visible, .weak or .extern"),
        ("8.5 sm_90a", ".common .func f() { ret; }",
         "f is .common; a function is .visible, .weak or .extern"),
        ("8.5 sm_90a", ".weak .func f() { ret; }", ""),
        ("8.5 sm_90a", ".entry k() .noreturn { ret; }", "k has .noreturn, which is of a device function"),
        ("8.5 sm_90a", '.func f() .pragma "nounroll"; { ret; }', ""),
        ("2.0 sm_20", ".weak .func f() { ret; }", f"f is .weak, which needs PTX >= 3.1 on sm_20; {OLD}"),
        ("2.0 sm_20", ".weak .global .b32 g;", f"g is .weak, which needs PTX >= 3.1 on sm_20; {OLD}"),
        ("2.0 sm_20", ".global .attribute(.managed) .b32 g;",
         f"g is .managed, which needs PTX >= 4.0 and sm_30 or newer; {OLD}"),
        ("2.0 sm_20", ".entry k(.param .u64 .ptr .global .align 8 p) { exit; }",
         f"p is declared as .ptr, which needs PTX >= 2.2 on sm_20; {OLD}"),
        ("2.0 sm_20", ".entry k();", f"k has no body, which needs PTX >= 3.0 on sm_20; {OLD}"),
        ("2.0 sm_20", ".global .b32 a; .global .u64 g = generic(a);",
         f"g starts with a generic address, which needs PTX >= 3.1 on sm_20; {OLD}"),
        ("2.0 sm_20", ".global .b32 a; .global .u64 g = a;",
         f"g starts with an address, which needs PTX >= 2.1 on sm_20; {OLD}"),
        ("2.0 sm_20", ".global .b32 a; .global .u64 g = a+4;",
         f"g starts with an address, which needs PTX >= 2.1 on sm_20; {OLD}"),
        ("2.0 sm_20", ".global .b32 a; .global .u64 g[2] = {a, generic(a)};",
         f"g starts with a generic address, which needs PTX >= 3.1 on sm_20; {OLD}"),
        ("2.0 sm_20", ".global .b32 a; .global .u8 g[2] = {0xff(a), 1};",
         f"g starts with a byte of an address, which needs PTX >= 7.1 on sm_20; {OLD}"),
        ("2.0 sm_20", ".global .u32 g = 3 + 4; .global .u32 h[2] = {1, 2};", ""),
        ("2.0 sm_20", ".func f(.param .b8 p[]) { ret; }",
         f"p has no size, which needs PTX >= 5.1 and sm_30 or newer; {OLD}"),
        ("2.0 sm_20", ".func f() .noreturn { ret; }",
         f"f has .noreturn, which needs PTX >= 6.4 and sm_30 or newer; {OLD}"),
        ("2.0 sm_20", ".entry k() { t: .callprototype _ (); ret; }",
         f".callprototype needs PTX >= 2.1 on sm_20; {OLD}"),
        ("6.3 sm_30", ".entry k() { t: .callprototype _ () .noreturn; ret; }",
         "a .callprototype with .noreturn needs PTX >= 6.4 on sm_30; this kernel targets sm_30 and says PTX "
         "6.3"),
        ("8.0 sm_90a", ".entry k(.param .b8 a, .param .align 8 .b8 p[4344]) { ret; }", ""),
        ("8.0 sm_90a", ".entry k(.param .b8 a, .param .align 8 .b8 p[4345]) { ret; }", MANY),
        ("8.0 sm_90a", ".entry k(.param .b8 a, .param .u64 b, .param .b8 p[4336]) { ret; }", ""),
        ("8.0 sm_90a", ".entry k(.param .b8 a, .param .u64 b, .param .b8 p[4337]) { ret; }", MANY),
        ("8.0 sm_90a", ".entry k(.param .b8 a, .param .texref t, .param .b8 p[4336]) { ret; }", ""),
        ("8.0 sm_90a", ".entry k(.param .b8 a, .param .texref t, .param .b8 p[4337]) { ret; }", MANY),
        ("8.0 sm_90a", ".entry k(.param .b8 p[4000], .param .b8 q[352]) { ret; }", ""),
        ("8.0 sm_90a", ".entry k(.param .b8 p[4000], .param .b8 q[353]) { ret; }", MANY),
        ("8.0 sm_90a", ".func f(.param .b8 p[4353]) { ret; }", ""),
        ("8.0 sm_90a, texmode_unified", ".global .samplerref s;",
         "s is a .samplerref, which needs .target texmode_independent"),
        ("8.0 sm_90a, texmode_independent", ".global .samplerref s;", ""),
    ],
)  # fmt: skip
def test_heads_of_functions_and_what_versions_lack(head: str, item: str, said: str) -> None:
    version, _, target = head.partition(" ")
    found = verify_module(parse(f".version {version}\n.target {target}\n.address_size 64\n{item}\n"))
    assert [finding.message for finding in found] == ([said] if said else [])


def test_traced_registers_need_what_their_type_needs() -> None:
    @pyptx.kernel(arch="sm_70", grid=(1,), block=(32,))
    def wide() -> None:
        reg.scalar(b128)
        ptx.ret()

    assert wide.program().ptx.startswith(".version 8.3")

    @pyptx.kernel(arch="sm_60", grid=(1,), block=(32,))
    def old() -> None:
        reg.scalar(b128)
        ptx.ret()

    with pytest.raises(
        VerifyError, match=r"which needs PTX >= 8\.3 and sm_70 or newer; this kernel targets sm_60"
    ):
        old.program()
