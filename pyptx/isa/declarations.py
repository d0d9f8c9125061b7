"""Features of declarations that not every target and version supports (manual chapter 5, section 11.4.7).

`pyptx.isa.availability` has the versions and targets of each, found by running ptxas on the example here.
Directives before a declaration, or between the parameters of a function and its body, are in
`pyptx.isa.directives`.

>>> FEATURES["managed"]
'.global .attribute(.managed) .b32 having_managed;'
"""

from __future__ import annotations

PLAIN_PARAMETER_BYTES = 4352
"""Bytes of parameters that a kernel may have without the feature ``"many parameters"``."""

# fmt: off
_ROWS = {
    "b128":                 ".entry @() { .reg .b128 %r; ret; }",
    "f16x2":                ".entry @() { .reg .f16x2 %r; ret; }",
    "managed":              ".global .attribute(.managed) .b32 @;",
    "ptr":                  ".entry @(.param .u64 .ptr .global .align 8 p) { ret; }",
    "many parameters":      f".entry @(.param .b8 p[{PLAIN_PARAMETER_BYTES + 1}]) {{ ret; }}",
    "open array":           ".func @(.param .align 8 .b8 p[]) { ret; }",
    "address":              ".global .b32 @_target; .global .u64 @ = @_target;",
    "generic address":      ".global .b32 @_target; .global .u64 @ = generic(@_target);",
    "byte of an address":   ".global .b32 @_target; .global .u8 @[1] = {0xff(@_target)};",
    "entry without a body": ".entry @();",
    "used_bytes_mask":      '.entry @() { .pragma "used_bytes_mask 0xfff"; ret; }',
    "enable_smem_spilling": '.entry @() { .pragma "enable_smem_spilling"; ret; }',
    "frequency":            '.entry @() { .pragma "frequency 5"; ret; }',
}
# fmt: on

FEATURES: dict[str, str] = {
    name: example.replace("@", f"having_{name.replace(' ', '_')}") for name, example in _ROWS.items()
}
"""A module item with each feature, complete in one line, by the name of the feature."""
