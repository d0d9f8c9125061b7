"""Legal addresses and their width: ptxas rejects others in modules of 64-bit addresses."""

from __future__ import annotations

import pytest

from pyptx.parser import parse
from pyptx.verify import verify_module

TEXT = """.version 8.0
.target sm_90a
.address_size 64
.entry k() {{
  .reg .b32 %r<4>; .reg .b64 %rd<4>; .shared .b32 tile[4];
  {}
  ret;
}}
"""


def findings(line: str, text: str = TEXT) -> list[str]:
    return [finding.message.splitlines()[0] for finding in verify_module(parse(text.format(line)))]


@pytest.mark.parametrize("space", ["global", "shared", "const", "param"])
def test_a_number_is_an_address_in_local_memory_only(space: str) -> None:
    (said,) = findings(f"ld.{space}.b32 %r1, [16];")
    assert said.endswith(
        f"a is [16]: only in .local may a number be an address; in .{space} it is a register or a variable"
    )
    assert not findings("ld.local.b32 %r1, [16];")


def test_a_number_is_no_generic_address() -> None:
    (said,) = findings("ld.b32 %r1, [16];")
    assert said.endswith("a is [16]: a number is not an address; it is a register or a variable")


def test_global_and_generic_addresses_have_64_bits() -> None:
    (said,) = findings("ld.global.b32 %r1, [%r2];")
    assert said.endswith("a is [%r2]: %r2 is a register of type .b32; an address in .global has 64 bits")
    (said,) = findings("st.b32 [%r2], %r1;")
    assert said.endswith("an address without a state space has 64 bits")
    assert not findings("ld.global.b32 %r1, [%rd2];")


def test_addresses_are_converted_in_their_width() -> None:
    (said,) = findings("cvta.to.global.u32 %r1, %r2;")
    assert said.endswith("the addresses of this module have 64 bits: .u64, not .u32")
    assert not findings("cvta.to.global.u64 %rd1, %rd2;")


def test_other_spaces_take_both_widths() -> None:
    assert not findings("ld.shared.b32 %r1, [%r2]; ld.shared.b32 %r1, [%rd2]; ld.local.b32 %r1, [%r2];")


def test_a_module_of_32_bit_addresses_keeps_them() -> None:
    assert not findings("ld.global.b32 %r1, [%r2];", TEXT.replace("size 64", "size 32"))


@pytest.mark.parametrize("written", ["%rd1-4", "-%rd1", "tile[2]", "(tile)", "k", "L"])
def test_an_address_is_a_register_or_a_variable_and_a_constant_after_a_plus(written: str) -> None:
    assert len(findings(f"L: ld.b32 %r1, [{written}];")) == 1
    assert not findings("ld.b32 %r1, [%rd1+-4]; ld.shared.b32 %r1, [tile+4*2];")


def test_to_the_address_of_a_variable_a_constant_may_be_added() -> None:
    assert not findings("mov.b64 %rd1, tile+4*2;")
    assert len(findings("mov.b64 %rd1, tile-4;")) == len(findings("mov.b64 %rd1, -tile;")) == 1


def test_what_a_call_passes_is_accessed_without_a_guard() -> None:
    passed = ".param .b32 passed; .reg .pred %p; {}st.param.b32 [passed], %r1;"
    assert not findings(passed.format(""))
    (said,) = findings(passed.format("@%p "))
    assert said.endswith("accesses to arguments and results of a call cannot have a guard")


def test_the_address_of_a_texture_has_64_bits() -> None:
    text = TEXT.replace(".entry", ".global .texref pixels;\n.entry")
    assert not findings("mov.b64 %rd1, pixels;", text)
    assert len(findings("mov.b32 %r1, pixels;", text)) == 1
