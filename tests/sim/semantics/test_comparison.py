"""Comparisons, selections and logic against plain Python."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest

Run = Callable[..., Any]

ORDERED: dict[str, Callable[[Any, Any], bool]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}
BOOLEANS: dict[str, Callable[[bool, bool], bool]] = {
    "and": operator.and_,
    "or": operator.or_,
    "xor": operator.xor,
}
FLOATS = [0.0, -0.0, 1.0, -1.0, 2.0, math.inf, -math.inf, math.nan, 2.0**-130]


def compare(name: str, a: float, b: float) -> bool:
    unordered = math.isnan(a) or math.isnan(b)
    if name == "num":
        return not unordered
    if name == "nan":
        return unordered
    if name.endswith("u"):
        return unordered or ORDERED[name[:-1]](a, b)
    return not unordered and ORDERED[name](a, b)


@pytest.mark.parametrize("name", [*ORDERED, *(f"{name}u" for name in ORDERED), "num", "nan"])
def test_setp_of_floats(run: Run, name: str) -> None:
    a, b = (list(column) for column in zip(*product(FLOATS, FLOATS), strict=True))
    want = [compare(name, x, y) for x, y in zip(a, b, strict=True)]
    for type_, dtype in (("f32", np.float32), ("f64", np.float64)):
        p, q = run(f"setp.{name}.{type_}", np.array(a, dtype), np.array(b, dtype))
        assert p.tolist() == want
        assert q.tolist() == [not x for x in want]
    coarse = [[0.0 if abs(x) < 1e-30 else x for x in column] for column in (a, b)]
    flushed, _ = run(f"setp.{name}.ftz.f32", np.array(a, np.float32), np.array(b, np.float32))
    assert flushed.tolist() == [compare(name, x, y) for x, y in zip(*coarse, strict=True)]
    halves = [np.array(column, np.float16) for column in coarse]
    p, *_ = run(f"setp.{name}.f16", *halves)
    assert p.tolist() == [compare(name, x, y) for x, y in zip(*coarse, strict=True)]
    low, high = run(f"setp.{name}.f16x2", *(half[:80].view(np.uint32) for half in halves))
    assert [x for both in zip(low.tolist(), high.tolist(), strict=True) for x in both] == p.tolist()[:80]


@pytest.mark.parametrize(("boolean", "type_"), list(product(BOOLEANS, ("s32", "u32", "s64", "u16"))))
def test_setp_of_integers(run: Run, boolean: str, type_: str) -> None:
    bits = int(type_[1:])
    raw = [0, 1, (1 << bits) - 1, 1 << bits - 1, (1 << bits - 1) - 1]
    values = [x - (1 << bits) if type_[0] == "s" and x >> bits - 1 else x for x in raw]
    a, b, c = (list(column) for column in zip(*product(values, values, (False, True)), strict=True))
    names = dict(ORDERED)
    if type_[0] == "u":
        names |= {"lo": operator.lt, "ls": operator.le, "hi": operator.gt, "hs": operator.ge}
    for name, function in names.items():
        p, q = run(f"setp.{name}.{boolean}.{type_}", a, b, np.array(c))
        for lane, (x, y, z) in enumerate(zip(a, b, c, strict=True)):
            assert p[lane] == BOOLEANS[boolean](function(x, y), z)
            assert q[lane] == BOOLEANS[boolean](not function(x, y), z)


def test_set(run: Run) -> None:
    a, b = np.array([1, 2, 3], np.int32), np.array([2, 2, 2], np.int32)
    assert run("set.le.u32.s32", a, b).tolist() == [0xFFFFFFFF, 0xFFFFFFFF, 0]
    assert run("set.le.s32.s32", a, b).tolist() == [-1, -1, 0]
    assert run("set.le.f32.s32", a, b).tolist() == [1.0, 1.0, 0.0]
    assert run("set.le.xor.f32.s32", a, b, np.array([True, False, False])).tolist() == [0.0, 1.0, 0.0]
    assert run("set.gt.f16.s32", a, b).tolist() == [0.0, 0.0, 1.0]
    assert run("set.gt.bf16.s32", a, b).astype(float).tolist() == [0.0, 0.0, 1.0]
    assert run("set.lt.f16.u16", np.array([0xFFFF], np.uint16), np.array([0], np.uint16)).tolist() == [0.0]
    h = np.array([0x3C00, 0x4000, 0x7E00, 0xC000], np.uint16)
    g = np.array([0x4000, 0x3C00, 0x3C00, 0x3C00], np.uint16)
    assert run("set.ltu.u16.f16", h, g).tolist() == [0xFFFF, 0, 0xFFFF, 0xFFFF]
    assert run("set.lt.u32.f16x2", h.view(np.uint32), g.view(np.uint32)).tolist() == [0x0000FFFF, 0xFFFF0000]
    assert run("set.lt.f16x2.f16x2", h.view(np.uint32), g.view(np.uint32)).tolist() == [
        0x00003C00,
        0x3C000000,
    ]
    assert run("set.lt.bf16x2.bf16x2", h.view(np.uint32), g.view(np.uint32))[0] == 0x00003F80


def test_selection(run: Run) -> None:
    a, b = [1, 2, 3], [4, 5, 6]
    assert run("selp.u32", a, b, np.array([True, False, True])).tolist() == [1, 5, 3]
    assert run("slct.s64.s32", a, b, [0, -1, 1]).tolist() == [1, 5, 3]
    c = np.array([-0.0, -(2.0**-140), np.nan], np.float32)
    assert run("slct.u32.f32", a, b, c).tolist() == [1, 5, 6]
    assert run("slct.ftz.u32.f32", a, b, c).tolist() == [1, 2, 6]


@pytest.mark.parametrize("bits", [16, 32, 64])
def test_logic_and_shifts(run: Run, bits: int) -> None:
    mask = (1 << bits) - 1
    raw = [0, 1, mask, 1 << bits - 1, 0x5A5A5A5A5A5A5A5A & mask]
    counts = [0, 1, bits - 1, bits, bits + 1, 64, 255, 0xFFFFFFFF]
    a, b = (list(column) for column in zip(*product(raw, raw), strict=True))
    functions: dict[str, Callable[[int, int], int]] = {
        "and": operator.and_,
        "or": operator.or_,
        "xor": operator.xor,
    }
    for name, function in functions.items():
        assert run(f"{name}.b{bits}", a, b).tolist() == [function(x, y) for x, y in zip(a, b, strict=True)]
    assert run(f"not.b{bits}", raw).tolist() == [~x & mask for x in raw]
    assert run(f"cnot.b{bits}", raw).tolist() == [int(x == 0) for x in raw]
    a, n = (list(column) for column in zip(*product(raw, counts), strict=True))
    assert run(f"shl.b{bits}", a, n).tolist() == [x << min(y, bits) & mask for x, y in zip(a, n, strict=True)]
    assert run(f"shr.u{bits}", a, n).tolist() == [x >> min(y, bits) for x, y in zip(a, n, strict=True)]
    numbers = [x - (1 << bits) if x >> bits - 1 else x for x in a]
    assert run(f"shr.s{bits}", numbers, n).tolist() == [
        x >> min(y, bits) for x, y in zip(numbers, n, strict=True)
    ]


def test_logic_of_predicates(run: Run) -> None:
    a, b = np.array([False, False, True, True]), np.array([False, True, False, True])
    assert run("and.pred", a, b).tolist() == [False, False, False, True]
    assert run("or.pred", a, b).tolist() == [False, True, True, True]
    assert run("xor.pred", a, b).tolist() == [False, True, True, False]
    assert run("not.pred", a).tolist() == [True, True, False, False]


def test_lop3(run: Run) -> None:
    a, b, c = [0xF0F0F0F0], [0xCCCCCCCC], [0xAAAAAAAA]
    for table in range(256):
        assert run("lop3.b32", a, b, c, [table])[0] == table * 0x01010101
    x, y, z = ([value] * 2 for value in (0x12345678, 0x9ABCDEF0, 0x0F0F0F0F))
    d, p = run("lop3.or.b32", x, y, z, [0x1A] * 2, np.array([False, True]))
    assert d.tolist() == [(0x12345678 & 0x9ABCDEF0 | 0x0F0F0F0F) ^ 0x12345678] * 2
    assert p.tolist() == [True, True]
    d, p = run("lop3.and.b32", x, y, z, [0] * 2, np.array([False, True]))
    assert (d.tolist(), p.tolist()) == ([0, 0], [False, False])


def test_funnel_shift(run: Run) -> None:
    words, counts = (0x80000001, 0x12345678, 0, 0xFFFFFFFF), (0, 1, 16, 31, 32, 33, 64, 0xFFFFFFFF)
    a, b, c = (list(column) for column in zip(*product(words, words, counts), strict=True))
    for mode in ("clamp", "wrap"):
        for direction in "lr":
            got = run(f"shf.{direction}.{mode}.b32", a, b, c).tolist()
            for lane, (x, y, count) in enumerate(zip(a, b, c, strict=True)):
                n = min(count, 32) if mode == "clamp" else count % 32
                whole = y << 32 | x
                want = whole << n >> 32 if direction == "l" else whole >> n
                assert got[lane] == want & 0xFFFFFFFF


MODES = {  # rows of the manual's table: d.b3 d.b2 d.b1 d.b0 for selector 0 to 3
    "f4e": ("3210", "4321", "5432", "6543"), "b4e": ("5670", "6701", "7012", "0123"),
    "rc8": ("0000", "1111", "2222", "3333"), "ecl": ("3210", "3211", "3222", "3333"),
    "ecr": ("0000", "1110", "2210", "3210"), "rc16": ("1010", "3232", "1010", "3232"),
}  # fmt: skip


def test_byte_permutation(run: Run) -> None:
    a, b = 0x83828180, 0x07060504
    source = (b << 32 | a).to_bytes(8, "little")
    for mode, rows in MODES.items():
        for selector, row in enumerate(rows):
            want = int.from_bytes(bytes(source[int(digit)] for digit in reversed(row)), "little")
            assert run(f"prmt.b32.{mode}", [a], [b], [selector | 0xFFFFFFFC])[0] == want, (mode, selector)
    for control in (0x3210, 0x7654, 0x0123, 0xFEDC, 0xBA98, 0x8040):
        want = 0
        for byte in range(4):
            nibble = control >> 4 * byte & 15
            value = source[nibble & 7]
            want |= (0xFF * (value >> 7) if nibble & 8 else value) << 8 * byte
        assert run("prmt.b32", [a], [b], [control])[0] == want
