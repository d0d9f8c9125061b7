"""Numbers of a launch in the bytes of their parameters, and template arguments as text."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.errors import LaunchError
from pyptx.program import from_ptx
from pyptx.runtime.spelling import read, spell
from pyptx.runtime.values import check_value, checked_bytes
from pyptx.types import f16, f32

if TYPE_CHECKING:
    from pyptx.program import Param

INFINITY = float("inf")


def param(type_name: str) -> Param:
    text = (
        f".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .{type_name} x) {{ ret; }}"
    )
    return from_ptx(text).params[0]


@pytest.mark.parametrize(
    ("type_name", "value", "content"),
    [
        ("u8", 255, b"\xff"),
        ("u8", True, b"\x01"),
        ("s8", -128, b"\x80"),
        ("s8", 127, b"\x7f"),
        ("b8", -128, b"\x80"),
        ("b8", 255, b"\xff"),
        ("u16", np.uint16(258), b"\x02\x01"),
        ("s32", -1, b"\xff" * 4),
        ("u64", 2**64 - 1, b"\xff" * 8),
        ("b64", -(2**63), struct.pack("<q", -(2**63))),
        ("f16", 65504, struct.pack("<e", 65504)),
        ("f16", INFINITY, struct.pack("<e", INFINITY)),
        ("f32", 3.4028234663852886e38, struct.pack("<f", 3.4028234663852886e38)),
        ("f32", -INFINITY, struct.pack("<f", -INFINITY)),
        ("f64", 1e308, struct.pack("<d", 1e308)),
        ("f64", np.float32(1.5), struct.pack("<d", 1.5)),
        ("b16", 1.5, struct.pack("<e", 1.5)),
        ("b32", 1.5, struct.pack("<f", 1.5)),
        ("b64", -1.5, struct.pack("<d", -1.5)),
        ("b32", b"abcd", b"abcd"),
    ],
)
def test_numbers_that_a_parameter_holds(type_name: str, value: Any, content: bytes) -> None:
    assert checked_bytes(param(type_name), value) == content


@pytest.mark.parametrize(
    ("type_name", "value", "words"),
    [
        ("u8", 256, "argument x is 256; a .u8 parameter holds 0 to 255"),
        ("u8", -1, "holds 0 to 255"),
        ("s8", 128, "holds -128 to 127"),
        ("s8", -129, "holds -128 to 127"),
        ("b8", 256, "holds -128 to 255"),
        ("b8", -129, "holds -128 to 255"),
        ("u32", 1.5, "argument x is 1.5; a .u32 parameter takes an integer"),
        ("u32", "1", "takes an integer"),
        ("b8", 1.5, "argument x is 1.5; no float has the 8 bits of a .b8"),
        ("b32", 1e39, "the largest .f32 is 3.4028234663852886e"),
        ("f16", 65505, "argument x is 65505.0; the largest .f16 is 65504.0"),
        ("f16", -65505, "the largest .f16 is 65504.0"),
        ("bf16", 3.39e38, "the largest .bf16 is 3.3895313892515355e"),
        ("f32", 3.403e38, "the largest .f32 is 3.4028234663852886e"),
        ("f64", 10**400, "a number that is too large for a .f64"),
        ("f32", "1", "argument x is '1'; a .f32 parameter takes a number"),
        ("f32", 1j, "takes a number"),
    ],
)
def test_numbers_that_no_parameter_of_a_type_holds(type_name: str, value: Any, words: str) -> None:
    with pytest.raises(LaunchError, match=words):
        check_value("x", type_name, value)


def test_bytes_have_the_size_of_their_parameter() -> None:
    for content in (b"abc", b"abcde"):
        with pytest.raises(LaunchError, match=f"argument x has {len(content)} bytes; the parameter has 4"):
            checked_bytes(param("b32"), content)
    assert check_value("x", "bf16", 3.3895313892515355e38) == 3.3895313892515355e38


@pytest.mark.parametrize(
    "words",
    [
        {}, {"BM": 64, "name": "a", "pair": (1, 2.5), "none": None, "flag": True},
        {"listed": [1], "held": {"a": 1}},
    ],
)  # fmt: skip
def test_literals_are_read_in_any_process(words: dict[str, Any]) -> None:
    text = spell(words)
    assert not text.startswith("#")
    assert read(text) == words
    assert read("") == {}


def test_types_are_read_by_their_names() -> None:
    text = spell({"dtype": ("pyptx.types", "f16"), "other": ("pyptx", "f16"), "empty": ()})
    assert read(text) == {"dtype": f16, "other": ("pyptx", "f16"), "empty": ()}


def test_other_values_are_read_in_this_process_only() -> None:
    infinite, again = spell({"limit": INFINITY}), spell({"limit": INFINITY})
    assert infinite == again != spell({"limit": f32})
    assert infinite.startswith("#")
    assert read(infinite) == {"limit": INFINITY}
    with pytest.raises(
        LaunchError, match="the template arguments #gone of an exported graph were no literals"
    ):
        read("#gone")
    with pytest.raises(TypeError, match="is neither hashable"):
        spell({"held": bytearray(1)})
