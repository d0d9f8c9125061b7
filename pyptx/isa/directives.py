"""The directives of PTX (manual chapter 11): their legal places and their arguments.

`pyptx.isa.availability` has the versions and targets of each, found by running ptxas on `Directive.example`.

>>> row = directive("maxntid")
>>> row.places, row.arguments
(('entry',), 'nx{, ny{, nz}}')
>>> directive("maxthreads") is None
True
"""

from __future__ import annotations

from pyptx.record import record


@record(frozen=True, slots=True)
class Directive:
    """A row of chapter 11.

    Attributes:
        name: Name, without its dot.
        places: Legal places: ``"module"`` beside the functions, ``"entry"`` or ``"func"`` between the
            parameters and the body of one, ``"body"`` among statements, ``"linkage"`` before a declaration,
            ``"label"`` after a label of a body.
        arguments: Its arguments, in the manual's notation.
        example: A module item with it, complete in one line; empty for the three that open every module.
        section: Section of the manual.
    """

    name: str
    places: tuple[str, ...]
    arguments: str
    example: str
    section: str


def directive(name: str) -> Directive | None:
    """Return the directive called `name`, or None if there is none."""
    return DIRECTIVES.get(name)


# fmt: off
_ROWS = (
    # name,                     places,             arguments,                       section, example
    ("version",                 "module",           "major.minor",                   "11.1.1", ""),
    ("target",                  "module",           "target{, texmode}{, debug}",    "11.1.2", ""),
    ("address_size",            "module",           "32|64",                         "11.1.3", ""),
    ("entry",                   "module",           "name {(params)} {directives} {body}",
     "11.2.1", ".entry @() { ret; }"),
    ("func",                    "module",           "{(returns)} name {(params)} {directives} {body}",
     "11.2.2", ".func @() { ret; }"),
    ("alias",                   "module",           "alias, function",               "11.2.3",
     ".func @(); .func @_callee() { ret; } .alias @, @_callee;"),
    ("branchtargets",           "label",            "labels",                        "11.3.1",
     ".entry @() { .reg .u32 %r; mov.u32 %r, 0; t: .branchtargets a; brx.idx %r, t; a: ret; }"),
    ("calltargets",             "label",            "functions",                     "11.3.2",
     ".func @_callee() { ret; } .entry @() { t: .calltargets @_callee; ret; }"),
    ("callprototype",           "label",            "(returns) _ (params)",          "11.3.3",
     ".entry @() { t: .callprototype _ (); ret; }"),
    ("maxnreg",                 "entry",            "n",                             "11.4.1",
     ".entry @() .maxnreg 64 { ret; }"),
    ("maxntid",                 "entry",            "nx{, ny{, nz}}",                "11.4.2",
     ".entry @() .maxntid 128 { ret; }"),
    ("reqntid",                 "entry",            "nx{, ny{, nz}}",                "11.4.3",
     ".entry @() .reqntid 128 { ret; }"),
    ("minnctapersm",            "entry",            "n",                             "11.4.4",
     ".entry @() .maxntid 128 .minnctapersm 2 { ret; }"),
    ("maxnctapersm",            "entry",            "n",                             "11.4.5",
     ".entry @() .maxntid 128 .maxnctapersm 2 { ret; }"),
    ("noreturn",                "func",             "",                              "11.4.6",
     ".func @() .noreturn { exit; }"),
    ("pragma",                  "module entry body", '"string"{, "string"};',        "11.4.7",
     '.pragma "nounroll";'),
    ("abi_preserve",            "func",             "n",                             "11.4.8",
     ".func @() .abi_preserve 8 { ret; }"),
    ("abi_preserve_control",    "func",             "n",                             "11.4.9",
     ".func @() .abi_preserve_control 8 { ret; }"),
    ("minperctamemory",         "entry",            "bytes",                         "11.4.10",
     ".entry @() .minperctamemory 1024 { ret; }"),
    ("section",                 "module",           "name { data }",                 "11.5.2",
     ".section .debug_macinfo { .b8 0 }"),
    ("file",                    "module",           'index "name"{, timestamp, size}', "11.5.3",
     '.file 1 "@.cu"'),
    ("loc",                     "body",             "file line column{, function_name l, inlined_at …}",
     "11.5.4", ".entry @() { .loc 1 1 0 ret; }"),
    ("loc_intermediate",        "body",             "file line column",              "11.5.5",
     ".entry @() { .loc 1 1 0 .loc_intermediate 1 1 0 ret; }"),
    ("extern",                  "linkage",          "declaration",                   "11.6.1",
     ".extern .func @();"),
    ("visible",                 "linkage",          "declaration",                   "11.6.2",
     ".visible .entry @() { ret; }"),
    ("weak",                    "linkage",          "declaration",                   "11.6.3",
     ".weak .entry @() { ret; }"),
    ("common",                  "linkage",          "declaration",                   "11.6.4",
     ".common .global .b32 @;"),
    ("reqnctapercluster",       "entry",            "nx{, ny{, nz}}",                "11.7.1",
     ".entry @() .reqnctapercluster 2 { ret; }"),
    ("explicitcluster",         "entry",            "",                              "11.7.2",
     ".entry @() .explicitcluster { ret; }"),
    ("maxclusterrank",          "entry",            "n",                             "11.7.3",
     ".entry @() .maxclusterrank 4 { ret; }"),
    ("blocksareclusters",       "entry",            "",                              "11.8.1",
     ".entry @() .blocksareclusters .reqntid 32 .reqnctapercluster 2 { ret; }"),
    ("language",                "entry func",       '"language"|code{, …}',          "11.8.2",
     '.entry @() .language "ptx" { ret; }'),
)
# fmt: on

DIRECTIVES: dict[str, Directive] = {
    name: Directive(name, tuple(places.split()), arguments, example.replace("@", f"with_{name}"), number)
    for name, places, arguments, number, example in _ROWS
}
"""Every directive by its name, in the manual's order."""
