"""Integer instructions against Python integers."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest

Run = Callable[..., Any]

WIDTH = {"u16": 16, "s16": 16, "u32": 32, "s32": 32, "u64": 64, "s64": 64, "b32": 32, "b64": 64}
INT = ("u16", "s16", "u32", "s32", "u64", "s64")


def numbers(type_: str, count: int = 40) -> list[int]:
    """Edge values and random ones, as numbers of the type."""
    bits = WIDTH[type_]
    rng = np.random.default_rng(bits)
    raw = [
        0,
        1,
        2,
        3,
        7,
        (1 << bits) - 1,
        (1 << bits) - 2,
        1 << bits - 1,
        (1 << bits - 1) - 1,
        (1 << bits - 1) + 1,
    ]
    raw += [int(x) & ((1 << bits) - 1) for x in rng.integers(0, 2**63, count)]
    raw += [
        int(x) >> int(s) & ((1 << bits) - 1)
        for x, s in zip(rng.integers(0, 2**63, 12), range(12), strict=True)
    ]
    return [number(x, type_) for x in raw]


def number(raw: int, type_: str) -> int:
    """Read bits as a number of the type."""
    bits = WIDTH[type_]
    raw &= (1 << bits) - 1
    return raw - (1 << bits) if type_[0] == "s" and raw >> bits - 1 else raw


def limits(type_: str) -> tuple[int, int]:
    bits = WIDTH[type_]
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if type_[0] == "s" else (0, (1 << bits) - 1)


def check(run: Run, text: str, sources: list[list[int]], want: Callable[..., int], type_: str) -> None:
    """Compare an instruction with a function of Python integers, lane by lane."""
    got = run(text, *sources)
    for lane, values in enumerate(zip(*sources, strict=True)):
        expected = number(want(*values), type_)
        assert int(got[lane]) == expected, (text, values)


def pairs(type_: str) -> list[list[int]]:
    values = numbers(type_, 20)
    return [list(column) for column in zip(*product(values, values), strict=True)]


def triples(type_: str) -> list[list[int]]:
    a, b = pairs(type_)
    c = numbers(type_) * (len(a) // 10)
    return [a, b, c[: len(a)]]


def truncated(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return -quotient if (a < 0) != (b < 0) else quotient


@pytest.mark.parametrize("type_", INT)
def test_two_operands(run: Run, type_: str) -> None:
    bits, values = WIDTH[type_], pairs(type_)
    check(run, f"add.{type_}", values, lambda a, b: a + b, type_)
    check(run, f"sub.{type_}", values, lambda a, b: a - b, type_)
    check(run, f"mul.lo.{type_}", values, lambda a, b: a * b, type_)
    check(run, f"mul.hi.{type_}", values, lambda a, b: a * b >> bits, type_)
    check(run, f"min.{type_}", values, min, type_)
    check(run, f"max.{type_}", values, max, type_)
    check(run, f"div.{type_}", values, lambda a, b: truncated(a, b) if b else -1, type_)
    check(run, f"rem.{type_}", values, lambda a, b: a - b * truncated(a, b) if b else -1, type_)


@pytest.mark.parametrize("type_", INT)
def test_three_operands(run: Run, type_: str) -> None:
    bits, values = WIDTH[type_], triples(type_)
    check(run, f"mad.lo.{type_}", values, lambda a, b, c: a * b + c, type_)
    check(run, f"mad.hi.{type_}", values, lambda a, b, c: (a * b >> bits) + c, type_)
    check(run, f"sad.{type_}", values, lambda a, b, c: c + abs(a - b), type_)


@pytest.mark.parametrize("type_", ["u16", "s16", "u32", "s32"])
def test_wide(run: Run, type_: str) -> None:
    wide = f"{type_[0]}{2 * WIDTH[type_]}"
    a, b = pairs(type_)
    c = (numbers(wide) * len(a))[: len(a)]
    check(run, f"mul.wide.{type_}", [a, b], lambda a, b: a * b, wide)
    check(run, f"mad.wide.{type_}", [a, b, c], lambda a, b, c: a * b + c, wide)


@pytest.mark.parametrize("type_", ["u32", "s32"])
def test_24_bits(run: Run, type_: str) -> None:
    def low(x: int) -> int:
        x &= 0xFFFFFF
        return x - (1 << 24) if type_ == "s32" and x >> 23 else x

    check(run, f"mul24.lo.{type_}", pairs(type_), lambda a, b: low(a) * low(b), type_)
    check(run, f"mul24.hi.{type_}", pairs(type_), lambda a, b: low(a) * low(b) >> 16, type_)
    check(run, f"mad24.lo.{type_}", triples(type_), lambda a, b, c: low(a) * low(b) + c, type_)
    check(run, f"mad24.hi.{type_}", triples(type_), lambda a, b, c: (low(a) * low(b) >> 16) + c, type_)


def clamp(value: int, type_: str) -> int:
    low, high = limits(type_)
    return max(low, min(high, value))


def test_saturation(run: Run) -> None:
    for type_ in ("u32", "s32"):
        check(run, f"add.sat.{type_}", pairs(type_), lambda a, b, t=type_: clamp(a + b, t), type_)
    check(run, "sub.sat.s32", pairs("s32"), lambda a, b: clamp(a - b, "s32"), "s32")
    check(run, "mad.hi.sat.s32", triples("s32"), lambda a, b, c: clamp((a * b >> 32) + c, "s32"), "s32")
    check(run, "min.relu.s32", pairs("s32"), lambda a, b: max(0, min(a, b)), "s32")
    check(run, "max.relu.s32", pairs("s32"), lambda a, b: max(0, a, b), "s32")


@pytest.mark.parametrize("type_", ["u16x2", "s16x2", "u8x4", "s8x4"])
def test_packed(run: Run, type_: str) -> None:
    bits, is_signed = 16 if type_.endswith("x2") else 8, type_[0] == "s"
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if is_signed else (0, (1 << bits) - 1)

    def each(function: Callable[..., int]) -> Callable[..., int]:
        def on_each_part(*words: int) -> int:
            result = 0
            for shift in range(0, 32, bits):
                fields = [word >> shift & ((1 << bits) - 1) for word in words]
                if is_signed:
                    fields = [x - (1 << bits) if x >> bits - 1 else x for x in fields]
                result |= (function(*fields) & ((1 << bits) - 1)) << shift
            return result

        return on_each_part

    values = pairs("u32")
    check(run, f"add.{type_}", values, each(lambda a, b: a + b), "u32")
    if bits == 8:
        check(run, f"sub.{type_}", values, each(lambda a, b: a - b), "u32")
        check(run, f"sub.sat.{type_}", values, each(lambda a, b: max(low, min(high, a - b))), "u32")
    check(run, f"add.sat.{type_}", values, each(lambda a, b: max(low, min(high, a + b))), "u32")
    check(run, f"min.{type_}", values, each(min), "u32")
    check(run, f"max.{type_}", values, each(max), "u32")
    if is_signed:
        check(run, f"max.relu.{type_}", values, each(lambda a, b: max(0, a, b)), "u32")


@pytest.mark.parametrize("type_", ["s16", "s32", "s64"])
def test_one_signed_operand(run: Run, type_: str) -> None:
    check(run, f"abs.{type_}", [numbers(type_)], abs, type_)
    check(run, f"neg.{type_}", [numbers(type_)], lambda a: -a, type_)


@pytest.mark.parametrize("type_", ["b32", "b64"])
def test_bits(run: Run, type_: str) -> None:
    bits = WIDTH[type_]
    check(run, f"popc.{type_}", [numbers(type_)], lambda a: bin(a).count("1"), "u32")
    check(run, f"clz.{type_}", [numbers(type_)], lambda a: bits - a.bit_length(), "u32")
    check(run, f"brev.{type_}", [numbers(type_)], lambda a: int(f"{a:0{bits}b}"[::-1], 2), type_)


@pytest.mark.parametrize("type_", ["u32", "s32", "u64", "s64"])
def test_bfind(run: Run, type_: str) -> None:
    bits = WIDTH[type_]

    def position(a: int) -> int:
        return (~a if a < 0 else a).bit_length() - 1

    check(run, f"bfind.{type_}", [numbers(type_)], position, "u32")
    check(
        run,
        f"bfind.shiftamt.{type_}",
        [numbers(type_)],
        lambda a: bits - 1 - position(a) if position(a) >= 0 else -1,
        "u32",
    )


FIELDS = (0, 1, 5, 16, 31, 32, 33, 63, 64, 65, 100, 255, 256, 257, 0xFFFFFFFF)


@pytest.mark.parametrize("type_", ["u32", "s32", "u64", "s64"])
def test_bfe(run: Run, type_: str) -> None:
    msb = WIDTH[type_] - 1

    def extract(a: int, b: int, c: int) -> int:
        position, length = b & 0xFF, c & 0xFF
        sign = a >> min(position + length - 1, msb) & 1 if type_[0] == "s" and length else 0
        return sum(
            (a >> position + i & 1 if i < length and position + i <= msb else sign) << i
            for i in range(msb + 1)
        )

    columns = zip(*product(numbers(type_, 6), FIELDS, FIELDS), strict=True)
    check(run, f"bfe.{type_}", [list(column) for column in columns], extract, type_)


@pytest.mark.parametrize("type_", ["b32", "b64"])
def test_bfi(run: Run, type_: str) -> None:
    msb = WIDTH[type_] - 1

    def insert(a: int, b: int, c: int, d: int) -> int:
        position, length = c & 0xFF, d & 0xFF
        for i in range(length):
            if position + i <= msb:
                b = b & ~(1 << position + i) | (a >> i & 1) << position + i
        return b

    values = numbers(type_, 4)
    columns = zip(*product(values[5:10], values[::5], FIELDS, FIELDS), strict=True)
    check(run, f"bfi.{type_}", [list(column) for column in columns], insert, type_)


def test_szext_and_bmsk(run: Run) -> None:
    for mode, type_ in product(("clamp", "wrap"), ("u32", "s32")):

        def extend(a: int, b: int, mode: str = mode, type_: str = type_) -> int:
            if b >= 32:
                if mode == "clamp":
                    return a
                b %= 32
            field = a & ((1 << b) - 1)
            return field - (1 << b) if b and type_ == "s32" and field >> b - 1 else field

        columns = zip(*product(numbers(type_), FIELDS), strict=True)
        check(run, f"szext.{mode}.{type_}", [list(column) for column in columns], extend, type_)

        def mask(a: int, b: int, mode: str = mode) -> int:
            if mode == "wrap":
                a, b = a % 32, b % 32
            return ((1 << min(b, 32)) - 1) << min(a, 32) & 0xFFFFFFFF

        columns = zip(*product(FIELDS, FIELDS), strict=True)
        check(run, f"bmsk.{mode}.b32", [list(column) for column in columns], mask, "u32")
    assert int(run("bmsk.wrap.b32", [1], [2])[0]) == 6


def test_fns(run: Run) -> None:
    def find(mask: int, base: int, offset: int) -> int:
        if offset == 0:
            return base if mask >> base & 1 else -1
        order = range(base, 32) if offset > 0 else range(base, -1, -1)
        found = [position for position in order if mask >> position & 1]
        return found[abs(offset) - 1] if len(found) >= abs(offset) else -1

    columns = zip(
        *product([0xAAAAAAAA, 0, 0xFFFFFFFF, 0x80000001, 0x12345678], range(32), range(-5, 6)), strict=True
    )
    check(run, "fns.b32", [list(column) for column in columns], find, "u32")
    assert [
        int(run("fns.b32", [0xAAAAAAAA], [b], [n])[0]) for b, n in ((3, 1), (3, -1), (2, 1), (2, -1))
    ] == [3, 3, 3, 1]


@pytest.mark.parametrize(("left", "right"), list(product(("u32", "s32"), repeat=2)))
def test_dot_products(run: Run, left: str, right: str) -> None:
    def parts(word: int, type_: str, bits: int) -> list[int]:
        fields = [word >> shift & ((1 << bits) - 1) for shift in range(0, 32, bits)]
        return [x - (1 << bits) if type_ == "s32" and x >> bits - 1 else x for x in fields]

    out = "u32" if left == right == "u32" else "s32"
    a, b, c = numbers(left), numbers(right)[::-1], numbers(out)

    def four(a: int, b: int, c: int) -> int:
        return c + sum(x * y for x, y in zip(parts(a, left, 8), parts(b, right, 8), strict=True))

    check(run, f"dp4a.{left}.{right}", [a, b, c], four, out)
    for mode, start in (("lo", 0), ("hi", 2)):

        def two(a: int, b: int, c: int, start: int = start) -> int:
            chosen = parts(b, right, 8)[start : start + 2]
            return c + sum(x * y for x, y in zip(parts(a, left, 16), chosen, strict=True))

        check(run, f"dp2a.{mode}.{left}.{right}", [a, b, c], two, out)


def test_carryless_product(run: Run) -> None:
    def multiply(a: int, b: int) -> int:
        result = 0
        for bit in range(64):
            result ^= b << bit if a >> bit & 1 else 0
        return result

    values = triples("u64")
    check(run, "clmad.lo.u64", values, lambda a, b, c: multiply(a, b) & (1 << 64) - 1 ^ c, "u64")
    check(run, "clmad.hi.u64", values, lambda a, b, c: multiply(a, b) >> 64 ^ c, "u64")


@pytest.mark.parametrize("type_", ["u32", "s32", "u64", "s64"])
def test_a_chain_of_carries(run: Run, type_: str) -> None:
    bits = WIDTH[type_]
    modulus = 1 << bits
    a, b, c = triples(type_)
    carries = [lane % 2 == 1 for lane in range(len(a))]
    ops: dict[str, Callable[..., int]] = {
        "add.cc": lambda a, b, cf: a % modulus + b % modulus,
        "addc.cc": lambda a, b, cf: a % modulus + b % modulus + cf,
        "addc": lambda a, b, cf: a % modulus + b % modulus + cf,
        "sub.cc": lambda a, b, cf: a % modulus - b % modulus,
        "subc.cc": lambda a, b, cf: a % modulus - b % modulus - cf,
        "subc": lambda a, b, cf: a % modulus - b % modulus - cf,
    }
    from pyptx.sim.semantics import resolve

    dtype = np.dtype(f"{'i' if type_[0] == 's' else 'u'}{bits // 8}")
    for head, want in ops.items():
        opcode, *words = head.split(".")
        definition = resolve(opcode, (*words, type_))
        assert definition is not None
        assert definition.carry
        named = dict.fromkeys(words, "cc")
        got, carry = definition(named, np.array(a, dtype), np.array(b, dtype), np.array(carries))
        for lane in range(len(a)):
            exact = want(a[lane], b[lane], carries[lane])
            assert int(got[lane]) == number(exact, type_), (head, a[lane], b[lane])
            out = exact not in range(modulus) if words else carries[lane]
            assert bool(carry[lane]) == out, (head, a[lane], b[lane])
    for mode, cc in product(("lo", "hi"), (True, False)):
        definition = resolve("madc", (mode, *(["cc"] if cc else []), type_))
        assert definition is not None
        named = {"mode": mode} | ({"cc": "cc"} if cc else {})
        got, carry = definition(named, *(np.array(x, dtype) for x in (a, b, c)), np.array(carries))
        for lane in range(len(a)):
            part = (a[lane] * b[lane] >> bits if mode == "hi" else a[lane] * b[lane]) % modulus
            exact = part + c[lane] % modulus + carries[lane]
            assert int(got[lane]) == number(exact, type_)
            assert bool(carry[lane]) == (exact >= modulus if cc else carries[lane])
