"""Constant expressions are legal where constants are, with the same ranges; ptxas refuses the same ones."""

from __future__ import annotations

import pytest

from pyptx.errors import VerifyError
from pyptx.parser import parse
from pyptx.verify import verify_module
from pyptx.verify.constants import MAX_DEPTH, constant_value, evaluate

TEXT = """.version 8.0
.target sm_90a
.address_size 64
.entry k() {{
  .reg .b32 %r<4>; .reg .f32 %f<4>; .reg .pred %p<2>;
  {}
  ret;
}}
"""


def findings(line: str) -> list[str]:
    return [finding.message.splitlines()[0] for finding in verify_module(parse(TEXT.format(line)))]


@pytest.mark.parametrize(
    "line",
    [
        "add.u32 %r1, %r2, !5;",
        "add.u32 %r1, %r2, ~5 & 3;",
        "add.u32 %r1, %r2, 5 ? 3 : 4;",
        "add.u32 %r1, %r2, !WARP_SZ;",
        "add.f32 %f1, %f2, 1.0 + 2.0;",
        "add.f32 %f1, %f2, -(1.0);",
        "add.f32 %f1, %f2, (0f3F800000);",
        "add.f32 %f1, %f2, -0d3FF0000000000000;",
        "add.f32 %f1, %f2, 0d3FF0000000000000 * 2.0;",
        "ld.shared.u32 %r1, [%r2+-16+4];",
        "bar.sync 3 + 4;",
        "bar.sync 30 >> 1;",
        "bar.sync 7 << 1;",
        "bar.sync 15 >> 64;",
        "mov.pred %p1, !1;",
    ],
)
def test_an_expression_of_constants_is_a_constant(line: str) -> None:
    assert findings(line) == []


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("1 && 0", 0),
        ("1 && 2", 1),
        ("0 || 2", 1),
        ("5 > 3 && 2 < 1", 0),
        ("1 || 0 && 0", 1),
        ("10 - 3 - 2", 5),
        ("2 + 3 * 4 - 1", 13),
        ("1 + 2 == 3", 1),
        ("8 | 7 & 3", 11),
        ("1 << 2 + 1", 8),
        ("100 / 7 % 4", 2),
    ],
)
def test_operators_bind_as_in_c(expression: str, value: int) -> None:
    """A barrier has a number of 15 or less."""
    assert findings(f"bar.sync ({expression}) == {value} ? 15 : 16;") == []
    assert findings(f"bar.sync ({expression}) == {value} ? 16 : 15;") != []


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("-7 / 2", -3),
        ("7 / -2", -3),
        ("-7 / -2", 3),
        ("-7 % 2", -1),
        ("7 % -2", 1),
        ("7.0 / 2.0", 3.5),
        ("6 ^ 3", 5),
        ("6 & 3", 2),
        ("6 | 3", 7),
        ("1 << 65", 2),
        ("-8 >> 1", -4),
        ("1 != 2", 1),
        ("2 != 2", 0),
        ("1.5 == 1.5", 1),
        ("2 <= 2", 1),
        ("3 <= 2", 0),
        ("2 >= 2", 1),
        ("2 >= 3", 0),
        ("2 < 2", 0),
        ("2 > 2", 0),
        ("0 || 0", 0),
        ("! 0", 1),
        ("! 3", 0),
        ("~ 5", -6),
        ("+ 5", 5),
        ("- - 5", 5),
        ("0 ? 1 : 0 ? 2 : 3", 3),
        ("1 ? 0 ? 4 : 5 : 6", 5),
        ("WARP_SZ", 32),
        ("( .u64 ) - 1", 2**64 - 1),
        ("( .s64 ) 18446744073709551615", -1),
        ("( .s64 ) 9223372036854775808", -(2**63)),
        ("( .s64 ) 9223372036854775807", 2**63 - 1),
        ("( .u64 ) 2 + 1", 3),
        ("( 2 + 1 ) * 2", 6),
    ],
)
def test_values_of_expressions(expression: str, value: float) -> None:
    found = constant_value(expression.split())
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("1 2", "1 2 is not a constant expression"),
        ("1 +", "1 +: the end is not a constant"),
        ("1 + a", "1 + a: a is not a constant"),
        ("( 1", "( 1 lacks a closing parenthesis"),
        ("( .s64 1", "( .s64 1 lacks a closing parenthesis"),
        ("1 ? 2", "1 ? 2 has a ? without its :"),
        ("1.0 | 2", "an operator between 1.0 and 2 is for integers"),
        ("2 | 1.0", "an operator between 2 and 1.0 is for integers"),
        ("1 % 0", "divides by zero"),
        ("1.0 / 0.0", "divides by zero"),
        ("~ 1.5", "an operator between 1.5 and 0 is for integers"),
    ],
)
def test_what_is_wrong_with_an_expression(expression: str, said: str) -> None:
    with pytest.raises(VerifyError) as raised:
        constant_value(expression.split())
    assert said in str(raised.value)


def test_an_expression_of_names_is_an_integer() -> None:
    places = {"a": 64, "b": 0}.get
    assert evaluate(("a", "+", "4"), places) == 68
    assert evaluate(("4", "+", "b"), places) == 4
    with pytest.raises(VerifyError, match=r"1\.5 is not an integer constant"):
        evaluate(("1.5",), places)


@pytest.mark.parametrize(("before", "after"), [("(", ")"), ("-", ""), ("1 ? 1 :", "")])
def test_expressions_nest_to_a_depth(before: str, after: str) -> None:
    def value(depth: int) -> float:
        return constant_value([*before.split() * depth, "1", *after.split() * depth])

    assert abs(value(MAX_DEPTH)) == 1
    with pytest.raises(VerifyError, match=f"nest no deeper than {MAX_DEPTH}"):
        value(MAX_DEPTH + 1)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("add.u32 %r1, %r2, 1 / 0;", "b is not a constant: a constant expression divides by zero"),
        ("add.f32 %f1, %f2, !1.0;", "b is not a constant: an operator between 1.0 and 0 is for integers"),
        ("add.f32 %f1, %f2, 1.0 + 2;", "an operator between 1.0 and 2 mixes integers and fractions"),
        ("add.f32 %f1, %f2, 1.0 < 2.0;", "b is 1.0 < 2.0, a constant expression"),
        ("add.f32 %f1, %f2, 0f3F800000 + 1.0;", "0f3F800000 is legal in no expression"),
        (
            "add.f32 %f1, %f2, -0f3F800000;",
            "b is -0f3F800000; the bits of an .f32 have no sign but their own",
        ),
        ("ld.shared.u32 %r1, [%r2+1.5];", "the offset of [%r2+1.5] must be an integer constant"),
        ("ld.shared.u32 %r1, [%r2+-16+1.5];", "must be an integer constant"),
        (
            "ld.shared.u32 %r1, [%r2+99999999999999999999];",
            "the offset of [%r2+99999999999999999999] does not fit 64 bits; it must be from",
        ),
        ("ld.shared.u32 %r1, [%r2+18446744073709551615+1];", "does not fit 64 bits"),
        (
            "ld.local.u32 %r1, [99999999999999999999];",
            "the address 99999999999999999999 does not fit 64 bits",
        ),
        ("add.u32 %r1, %r2, 1.0 ? 2 : 3;", "1.0 before a ? is not an integer"),
        ("add.u32 %r1, %r2, 5 | %r3;", "an expression with a register of type .b32"),
        ("bar.sync 8 + 8;", "a is 8 + 8; it must be in 0..15"),
        ("bar.sync WARP_SZ;", "a is WARP_SZ; it must be in 0..15"),
    ],
)
def test_what_is_no_constant_or_out_of_range_is_refused(line: str, said: str) -> None:
    (found,) = findings(line)
    assert said in found


def test_the_widest_offsets_of_64_bits_are_legal() -> None:
    wide = ("18446744073709551615", "0xFFFFFFFFFFFFFFFF", "-9223372036854775808", "9223372036854775807+1")
    assert not findings("\n".join(f"ld.shared.u32 %r1, [%r2+{offset}];" for offset in wide))


def test_a_sign_is_seen_after_the_same_bits_without() -> None:
    (found,) = findings("add.f32 %f1, %f2, 0f3F800000; add.f32 %f1, %f2, -0f3F800000;")
    assert "the bits of an .f32 have no sign but their own" in found


@pytest.mark.parametrize(
    "line",
    [
        "add.u32 %r1, %r2, WARP_SZ;",
        "mov.b32 %r1, WARP_SZ;",
        "add.u32 %r1, %r2, WARP_SZ*2;",
        "ld.shared.u32 %r1, [%r2+WARP_SZ];",
        "bar.sync 0, WARP_SZ;",
        "bar.sync WARP_SZ-17;",
    ],
)
def test_the_warp_size_is_an_integer(line: str) -> None:
    assert findings(line) == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("add.f32 %f1, %f2, WARP_SZ;", "b is WARP_SZ, an integer; it must be a register of type .f32"),
        ("mov.f32 %f1, WARP_SZ;", "a is WARP_SZ, an integer; it must be a register of type .f32"),
        ("add.u32 %r1, %r2, WARP_SZ + 1.5;", "32 and 1.5 mixes integers and fractions"),
        ("bar.sync WARP_SZ-16;", "a is WARP_SZ - 16; it must be in 0..15"),
    ],
)
def test_the_warp_size_is_32_and_no_fraction(line: str, said: str) -> None:
    (found,) = findings(line)
    assert said in found


@pytest.mark.parametrize(
    ("sizes", "is_legal"),
    [
        ("64, 128", True),
        ("128, 128", True),
        ("%r1, 128", True),
        ("128, %r1", True),
        ("129, 128", False),
        ("-1, 128", False),
        ("64 + 65, 128", False),
    ],
)
def test_a_constant_does_not_exceed_the_operand_that_limits_it(sizes: str, is_legal: bool) -> None:
    line = f".reg .b64 %rd<2>; createpolicy.range.global.L2::evict_last.b64 %rd1, [%rd0], {sizes};"
    found = findings(line)
    assert (found == []) == is_legal
    assert is_legal or ", more than total_size, 128" in found[0]
