"""Declarations and heads of functions: ptxas is the oracle, and the messages are checked here."""

from __future__ import annotations

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
