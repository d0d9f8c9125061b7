"""Names that are declared more than once, or too late: refused where ptxas refuses them."""

from __future__ import annotations

import pytest

from pyptx.parser import parse
from pyptx.toolchain.ptxas import check
from pyptx.verify import verify_module

SCOPES = """
    .reg .b32 a; .reg .b32 a;
    .reg .b32 a; .reg .f32 a;
    .reg .b32 a, a;
    .reg .b32 a; { .reg .f32 a; }
    .reg .b32 %q<4>; .reg .b32 %q1;
    .reg .b32 %q<4>; .reg .b32 %q4;
    .reg .b32 %q<4>; .reg .b32 %q01;
    .reg .b32 %q<4>; .reg .b32 %q00;
    .reg .b32 %q<4>; .reg .b32 %q04;
    .reg .b32 %q<4>; { .reg .b32 %q01; }
    .reg .b32 %q<4>; %q01:
    .reg .b32 %q01; .reg .b32 %q<4>;
    .reg .b32 %q1; .reg .b32 %q<4>;
    .reg .b32 %q4; .reg .b32 %q<4>;
    .reg .b32 %q<4>; .reg .b32 %q<8>;
    .reg .b32 %q<4>; { .reg .b32 %q<8>; }
    .reg .b32 %q<4>; .reg .b32 %q;
    .reg .b32 %q<20>; .reg .b32 %q1<2>;
    .reg .b32 p;
    { .reg .b32 p; }
    .reg .b32 k;
    .reg .b32 g;
    .reg .b32 f;
    .reg .b32 WARP_SZ;
    .reg .b32 a; a:
    a: .reg .b32 a;
    .reg .b32 a; { a: add.u32 %r0, %r0, 1; }
    a: { .reg .b32 a; }
    a: add.u32 %r0, %r0, 1; a: add.u32 %r0, %r0, 1;
    a: add.u32 %r0, %r0, 1; { a: add.u32 %r0, %r0, 1; }
    { a: add.u32 %r0, %r0, 1; } { a: add.u32 %r0, %r0, 1; }
    p:
    k:
    g:
    a: .branchtargets L; a: .branchtargets L; L:
    a: .callprototype _ (); a: .callprototype _ ();
    .visible .shared .u32 s;
    .extern .shared .u32 s[];
    .visible .global .u32 s;
    .global .u32 s;
    .shared .u32 s; .shared .u32 s;
    .shared .u32 s; .reg .u32 s;
    .shared .u32 s; { .shared .u32 s; }
    .shared .u32 g;
    .shared .u32 s<2>; .shared .u32 s1;
    { .shared .u32 s; } { .shared .u32 s; }
    .local .u32 s; s:
    .local .u32 p;
    .param .b32 q; .param .b32 q;
    .param .b32 q; { .param .b32 q; }
    .param .b32 p;
    add.u32 a, a, 1; .reg .b32 a;
    { add.u32 a, a, 1; } .reg .b32 a;
    .reg .b32 a; { add.u32 a, a, 1; .reg .f32 a; }
    mov.u32 %r0, s; .shared .u32 s;
    @%p bra L; .reg .pred %p; L:
    bra a; { a: } ret;
    { bra a; } a:
    { bra a; a: ret; } a:
    brx.idx %r0, T; T: .branchtargets L; L:
    T: .branchtargets L; brx.idx %r0, T; L:
    .reg .b64 %x; P: .callprototype _ (); call %x, P;
    .reg .b64 %x; call %x, P; P: .callprototype _ ();
"""

MODULES = """
    .global .u32 g; .global .u32 g;
    .global .u32 g, g;
    .global .u32 g; .const .u32 g;
    .global .u32 g<4>; .global .u32 g1;
    .extern .global .u32 g; .global .u32 g;
    .extern .global .u32 g; .visible .global .u32 g;
    .extern .global .u32 g; .weak .global .u32 g;
    .extern .global .u32 g; .common .global .u32 g;
    .extern .global .u32 g; .extern .global .u32 g; .visible .global .u32 g; .extern .global .u32 g;
    .extern .shared .u32 s; .shared .u32 s;
    .extern .shared .align 16 .b8 s[]; .extern .shared .align 16 .b8 s[];
    .global .u32 g; .extern .global .u32 g;
    .global .u32 g; .extern .global .f32 g;
    .visible .global .u32 g; .visible .global .u32 g;
    .weak .global .u32 g; .weak .global .u32 g;
    .weak .global .u32 g; .visible .global .u32 g;
    .weak .global .u32 g; .extern .global .u32 g;
    .common .global .u32 g; .common .global .u32 g;
    .extern .global .u32 g; .visible .global .f32 g;
    .extern .global .u32 g; .visible .global .s32 g;
    .extern .global .b8 g[4]; .visible .global .b8 g[8];
    .extern .global .b8 g[]; .visible .global .b8 g[8];
    .extern .global .b8 g; .visible .global .b8 g[8];
    .extern .global .v2 .f32 g; .visible .global .f32 g;
    .extern .global .align 4 .b8 g[8]; .visible .global .align 8 .b8 g[8];
    .global .u32 f; .func f { ret; }
    .func f { ret; } .global .u32 f;
    .func f { ret; } .entry f { ret; }
    .entry f; .func f { ret; }
    .entry f { ret; } .entry f { ret; }
    .entry f; .entry f; .entry f { ret; }
    .entry f { ret; } .entry f;
    .entry f(.param .u32 a); .entry f(.param .u64 a) { ret; }
    .func f { ret; } .func f { ret; }
    .func f { ret; } .func f;
    .func f; .func f; .func f { ret; }
    .func f(.param .u32 a); .func f(.param .u32 b) { ret; }
    .func f(.param .u32 a); .func f(.param .b32 b) { ret; }
    .func f(.param .u32 a); .func f { ret; }
    .func f(); .func f { ret; }
    .func f(.param .u32 a); .func (.param .u32 r) f(.param .u32 a) { ret; }
    .func (.param .b32 r) f(); .func (.param .b64 r) f() { ret; }
    .func f(.param .b8 a[4]); .func f(.param .b8 b[8]) { ret; }
    .func f(.param .align 4 .b8 a[8]); .func f(.param .align 8 .b8 b[8]) { ret; }
    .func f(.param .align 4 .b32 a); .func f(.param .b32 b) { ret; }
    .func f(.reg .b32 a); .func f(.param .b32 b) { ret; }
    .func f .noreturn; .func f .noreturn { ret; }
    .func f; .func f .noreturn { ret; }
    .func f(.param .u32 a, .param .u32 a) { ret; }
    .func f(.reg .u32 a, .reg .u32 a) { ret; }
    .func (.param .u32 a) f(.param .u32 a) { ret; }
    .func (.param .u32 a, .param .u32 a) f() { ret; }
    .func f(.param .u32 f) { ret; }
    .func f(.param .u32 _) { ret; }
    .entry f(.param .u32 a, .param .u32 a) { ret; }
    .global .u32 g; .entry f(.param .u32 g) { ret; }
    .entry f { .reg .b64 %x; mov.u64 %x, g; ret; } .global .u32 g;
    .global .u32 g; .entry f { .reg .b64 %x; mov.u64 %x, g; ret; }
    .entry e { call f; ret; } .func f { ret; }
    .func f; .entry e { call f; ret; } .func f { ret; }
    .global .u64 a = b; .global .u32 b;
    .global .u32 b; .global .u64 a[2] = {b, generic(b)+8};
    .global .texref t = { channel_data_type = 1, addr_mode_0 = wrap };
    .global .u64 a = f; .func f { ret; }
    .func f; .global .u64 a = f; .func f { ret; }
    .extern .func f { ret; }
    .extern .entry f { ret; }
    .extern .global .u32 g = 4;
    .weak .global .u32 g = 4;
    .func f { ret; } .visible .func g; .alias g, f;
    .func f; .visible .func g; .alias g, f; .func f { ret; }
    .func f { ret; } .visible .func g; .alias g, f; .alias g, f;
    .func f { ret; } .visible .func g { ret; } .alias g, f;
    .func f { ret; } .func g; .alias g, f; .func g;
    .func f { ret; } .func g; .alias g, f; .func g { ret; }
    .func f { ret; } .func g; .alias g, f; .func g; .alias g, f;
    .func f { ret; } .func g; .alias g, f; .visible .func g;
    .func f { ret; } .func g; .alias g, f; .func g(.reg .u32 a);
    .func f { ret; } .func g; .func h; .alias g, f; .alias h, g;
    .func f; .alias f, f; .func f { ret; }
    .extern .func f; .func g; .alias g, f;
    .weak .func f { ret; } .weak .func g; .alias g, f;
    .func f { ret; } .extern .func g; .alias g, f;
    .func f .noreturn { trap; } .func g; .alias g, f;
    .func f .noreturn { trap; } .func g .noreturn; .alias g, f;
    .func f { ret; } .alias g, f;
    .visible .func g; .alias g, f; .func f { ret; }
    .entry f { ret; } .visible .func g; .alias g, f;
    .func f(.param .u32 a) { ret; } .visible .func g; .alias g, f;
"""

HEAD = ".version 8.6\n.target sm_90a\n.address_size 64\n"
LINKAGES = ("", ".visible", ".weak", ".extern")


def cases(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def agree(text: str) -> None:
    refused = any(advisory.severity in ("error", "fatal") for advisory in check(HEAD + text, "sm_90a"))
    assert bool(verify_module(parse(HEAD + text))) is refused, text


@pytest.mark.ptxas
@pytest.mark.parametrize("body", cases(SCOPES))
def test_scopes_declare_what_ptxas_takes(body: str) -> None:
    agree(f".global .u32 g; .func f {{ ret; }}\n.entry k(.param .u64 p) {{ .reg .b32 %r<4>;\n{body} ret; }}")


@pytest.mark.ptxas
@pytest.mark.parametrize("text", cases(MODULES))
def test_modules_declare_what_ptxas_takes(text: str) -> None:
    agree(text)


@pytest.mark.ptxas
@pytest.mark.parametrize("kind", ["entry", "func"])
@pytest.mark.parametrize("first", LINKAGES)
def test_linkages_of_a_declaration_and_its_definition(kind: str, first: str) -> None:
    for second in LINKAGES:
        if kind == "func" or ".extern" not in (first, second):
            agree(f"{first} .{kind} f; {second} .{kind} f {{ ret; }}")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (".entry k { .reg .b32 a; .reg .f32 a; ret; }", "a is declared before in this scope"),
        (".entry k { .reg .b32 %q<4>; .reg .b32 %q1; ret; }", "%q1 is declared before in this scope"),
        (".entry k { .reg .b32 %q<4>; .reg .b32 %q01; ret; }", "%q01 is declared before in this scope"),
        (
            ".weak .func f { ret; } .func g; .alias g, f;",
            ".alias g, f: f is .weak, which has no other names",
        ),
        (".func f; .alias f, f; .func f { ret; }", ".alias f, f: a function cannot be its own alias"),
        (".entry k { a: ret; a: ret; }", "a is declared before in this scope"),
        (".global .u32 g; .global .u32 g;", "g is defined before"),
        (
            ".extern .global .u32 g; .global .u32 g;",
            "g is .extern before: what defines it is .visible, .weak or .common",
        ),
        (
            ".extern .global .b8 g[4]; .visible .global .b8 g[8];",
            "g is declared as .global .b8[4] before, here as .global .b8[8]",
        ),
        (".global .u32 f; .func f { ret; }", "f is a variable before, here a function"),
        (".entry f; .func f { ret; }", "f is an .entry before, here a .func"),
        (".func f { ret; } .func f;", "f is defined before; a declaration precedes the definition"),
        (".extern .func f { ret; }", "f is .extern, which means defined elsewhere, but has a body"),
        (".visible .weak .func f;", "f is .visible .weak; a function is .visible, .weak or .extern"),
        (
            ".entry k { .visible .shared .u32 s; ret; }",
            "s is .visible in a body; what has a linkage stands beside the functions",
        ),
        (".weak .func f; .visible .func f { ret; }", "f is declared .weak before, here .visible"),
        (
            ".func f(.param .u32 a); .func f(.param .b32 b) { ret; }",
            "f takes .param .u32 before, here .param .b32",
        ),
        (".func f(.param .u32 a); .func f { ret; }", "f takes 1 before, here 0"),
        (
            ".func (.param .f32 r) f(); .func (.param .f64 s) f() { ret; }",
            "f returns .param .f32 before, here .param .f64",
        ),
        (".global .u64 a = b; .global .u32 b;", "a has the initial value b, which is not declared before"),
        (".func f { ret; } .alias g, f;", ".alias g, f: g is not a .func that is declared before"),
        (
            ".func f(.param .u32 a) { ret; } .visible .func g; .alias g, f;",
            ".alias g, f: f and g are not alike: g takes 1 before, here 0",
        ),
    ],
)
def test_what_is_wrong_with_a_name(text: str, said: str) -> None:
    (finding,) = verify_module(parse(HEAD + text))
    assert finding.message == said
