"""The names of kernels in graphs: equal where kernels do the same, and only there."""

from __future__ import annotations

import dataclasses
import enum
import functools
import gc
import itertools
import math
import os
import subprocess
import sys
import threading
import types
from collections import deque
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from pyptx import Module, Tile, differentiable_kernel, kernel, ptx
from pyptx.errors import LaunchError
from pyptx.kernel.content import digest_of
from pyptx.runtime import graphs
from pyptx.types import f16, f32

SOURCE = """
import functools
import numpy as np
from pyptx import Module, ptx

WIDTH = 4
TABLE = {"a": [1, 2]}
ARRAY = np.arange(3.0)

class Config:
    depth = 2
    def __init__(self): self.width = 3
    def size(self): return self.width * 2

CONFIG = Config()

def helper(x): return x + inner(x)
def inner(x, more=1): return x * 2 + more
def none(): ptx.ret()
def scalar(): ptx.ret(); return WIDTH
def table(): ptx.ret(); return TABLE
def array(): ptx.ret(); return ARRAY
def config(): ptx.ret(); return CONFIG.size()
def local(): ptx.ret(); x = CONFIG; return x.width
def calls(): ptx.ret(); return helper(1)
LOOKUP = {"a": 1}.get
def method(): ptx.ret(); return LOOKUP("a")
partial = functools.partial(none, 1)
"""
CHANGES = [
    ("none", "ptx.ret()\ndef scalar", "ptx.bar.sync(0); ptx.ret()\ndef scalar"),
    ("scalar", "WIDTH = 4", "WIDTH = 4.0"),
    ("table", "[1, 2]", "[2, 1]"),
    ("array", "np.arange(3.0)", "np.arange(3.0) * 2"),
    ("config", "depth = 2", "depth = 3"),
    ("config", "self.width = 3", "self.width = 4"),
    ("config", "self.width * 2", "self.width * 3"),
    ("local", "x.width", "x.depth"),
    ("calls", "x + inner(x)", "x - inner(x)"),
    ("calls", "x * 2 + more", "x * 3 + more"),
    ("calls", "more=1", "more=2"),
    ("method", '{"a": 1}.get', '{"a": 2}.get'),
]


def module(source: str) -> Any:
    made = types.ModuleType("made")
    exec(compile(source, "made.py", "exec"), vars(made))
    return made


def name_of(function: Any, **options: Any) -> str:
    return kernel(**options)(function).graph_name()


def test_equal_kernels_have_one_name_wherever_they_are() -> None:
    one, other = module(SOURCE), module("\n\n" + SOURCE)
    for function in ("none", "scalar", "table", "array", "config", "calls"):
        assert name_of(getattr(one, function)) == name_of(getattr(other, function))


@pytest.mark.parametrize(("function", "before", "after"), CHANGES)
def test_what_a_kernel_reads_is_in_its_name(function: str, before: str, after: str) -> None:
    assert SOURCE.count(before) == 1
    one, other = module(SOURCE), module(SOURCE.replace(before, after))
    assert name_of(getattr(one, function)) != name_of(getattr(other, function))
    same = next(each for each in ("none", "scalar") if each != function)
    assert name_of(getattr(one, same)) == name_of(getattr(other, same))


def test_options_and_closures_are_in_the_name() -> None:
    def body() -> None:
        ptx.ret()

    def closing(value: Any) -> Any:
        def inner() -> Any:
            ptx.ret()
            return value

        return inner

    class Pair(NamedTuple):
        left: int
        right: float

    @dataclasses.dataclass
    class Options:
        width: int
        parts: list[int] = dataclasses.field(default_factory=list)

        @functools.cached_property
        def area(self) -> int:
            return self.width**2

    variants: list[dict[str, Any]] = [
        {}, {"block": 32}, {"arch": "sm_90a"}, {"mutates": ("A",)}, {"grid": lambda: 1},
        {"grid": lambda: 2}, {"in_specs": (Tile("N", f32),)}, {"in_specs": (Tile("N", f16),)},
        {"in_specs": (Tile("M", f32),)},
    ]  # fmt: skip
    names = [kernel(**each)(lambda A: ptx.ret()).graph_name() for each in variants]
    values = [
        0, 0.0, -0.0, False, "0", None, (0,), [0], {0}, {0: 0}, f32, f16, Pair(1, 2.0), Pair(1, 2),
        Options(1), Options(2), Options(2, [1]),
        lambda: 0, lambda: 1, int, len, closing(0), closing(1),
    ]  # fmt: skip
    names += [name_of(closing(value), name="body") for value in values]
    assert len(set(names)) == len(variants) + len(values)
    assert [name_of(closing(value), name="body") for value in values] == names[len(variants) :]
    assert name_of(body, name="other") != name_of(body)


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Numbers(list[int]):
    """A list of a class of its own, with an attribute."""

    scale = 1


class Table(dict[str, int]):
    pass


class WholeNumber(int):
    pass


class SlotObject:
    __slots__ = ("width",)

    def __init__(self, width: int) -> None:
        self.width = width


class Named:
    @staticmethod
    def fixed() -> int:
        return 1

    @classmethod
    def number(cls) -> int:
        return 2

    @property
    def width(self) -> int:
        return 3


class OtherStatic(Named):
    @staticmethod
    def fixed() -> int:
        return 4


class OtherProperty(Named):
    @property
    def width(self) -> int:
        return 5


def scaled_numbers() -> Numbers:
    found = Numbers([1, 2])
    found.scale = 2
    return found


def different_values() -> list[Any]:
    return [
        Colour.RED, Colour.BLUE, [1, 2], (1, 2), Numbers([1, 2]), Numbers([2, 1]), scaled_numbers(),
        deque([1, 2]), {1, 2}, frozenset({1, 2}), {"a": 1}, {"a": 2}, {"b": 1}, {"a": 1, "b": 2},
        {"b": 2, "a": 1}, Table(a=1), 1, WholeNumber(1), WholeNumber(2), 1.5, 1.5 + 0j, "1", b"1", None, ...,
        range(2), range(3), slice(2), slice(1, 2), SlotObject(1), SlotObject(2), Named, Named(), OtherStatic,
        OtherProperty, Named.fixed, Named.number, functools.partial(max, 1), functools.partial(max, 2),
        functools.partial(min, 1), max, min, "a".join, "b".join, np.dtype("f4"), np.dtype("f8"),
        np.float32(1), np.float64(1), np.array([1, 2]), np.array([2, 1]), np.array([[1, 2]]), math,
        itertools, dataclasses.field, types.SimpleNamespace(a=1), types.SimpleNamespace(a=2),
        functools.lru_cache(len), functools.lru_cache(abs), f32, f16,
    ]  # fmt: skip


def test_different_values_have_different_digests() -> None:
    def digest(value: Any) -> str | None:
        return digest_of([digest], [value])

    digests = [digest(value) for value in different_values()]
    assert None not in digests
    repeated = [(k, digests.index(each)) for k, each in enumerate(digests) if digests.index(each) != k]
    assert repeated == []
    assert digests == [digest(value) for value in different_values()]
    once, other = [1], [1]
    assert digest([once, once]) != digest([once, other])


@pytest.mark.parametrize(
    "value",
    [
        threading.Lock(), {(1, 2)}, {Colour}, iter([1]), np.array([object()]),
        [threading.Lock()], {"a": threading.Lock()}, SlotObject(threading.Lock()),  # type: ignore[arg-type]
    ],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_values_that_no_other_process_can_compare(value: Any) -> None:
    assert digest_of([test_values_that_no_other_process_can_compare], [value]) is None


def test_a_value_without_content_gives_a_name_of_its_own() -> None:
    def make(value: Any) -> Any:
        @kernel
        def body() -> Any:
            ptx.ret()
            return value

        return body

    one, other = make(threading.Lock()), make(threading.Lock())
    assert one.graph_name() == one.graph_name() != other.graph_name()
    pair = differentiable_kernel(one, make(1))
    assert pair.graph_name() != pair.graph_name()


def test_names_are_the_same_in_every_process() -> None:
    script = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        "import test_content as here\n"
        'made = here.module(here.SOURCE + \'def words(): ptx.ret(); return {"a", "b", "c"}\')\n'
        "print([here.name_of(getattr(made, each)) for each in ('words', 'table', 'config', 'calls')])\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(outputs) == 1


def test_a_name_stands_for_the_kernels_that_have_it_still() -> None:
    def make(held: list[int]) -> Any:
        @kernel(name="held")
        def body() -> Any:
            ptx.ret()
            return held

        return body

    first, second = [1], [1]
    one, other = make(first), make(second)
    name = graphs.kernels.name(one)
    assert graphs.kernels.name(other) == name
    assert graphs.callee(name) is one.callee
    first.append(2)
    assert graphs.callee(name) is other.callee
    second.append(3)
    with pytest.raises(LaunchError, match=f"calls the kernel {name}, which this process has not defined"):
        graphs.callee(name)
    first.pop()
    assert graphs.callee(name) is one.callee
    del one
    gc.collect()
    with pytest.raises(LaunchError, match="no longer holds"):
        graphs.callee(name)


def test_a_name_of_one_kernel_stands_for_it_whatever_it_reads_now() -> None:
    held = [object.__name__]

    @kernel(name="alone")
    def body() -> Any:
        ptx.ret()
        return held

    name = graphs.kernels.name(body)
    held.append("more")
    assert graphs.callee(name) is body.callee
    assert graphs.kernels.name(body) != name
    assert graphs.callee(name) is body.callee


def test_kernels_that_refer_to_each_other_have_names() -> None:
    made = module(
        "from pyptx import kernel, ptx\n"
        "@kernel\ndef one(): ptx.ret(); return other\n"
        "@kernel\ndef other(): ptx.ret(); return one\n"
    )
    names = made.one.graph_name(), made.other.graph_name()
    assert len(set(names)) == 2
    assert names == (made.one.graph_name(), made.other.graph_name())


def test_a_kernel_has_another_name_when_its_module_grows() -> None:
    home = Module("sm_80")
    first = home.kernel(name="first")(lambda: ptx.ret())
    name = first.graph_name()
    assert first.graph_name() == name
    home.kernel(name="second")(lambda: ptx.trap())
    assert first.graph_name() != name


def test_builders_of_the_library_make_kernels_that_have_names() -> None:
    """Equal calls of a builder give one name, all others names of their own."""
    from pyptx.kernels import build_gemm_hopper, build_softmax
    from pyptx.types import bf16

    calls = list(itertools.product((bf16, f16), (False, True)))
    made = [build_gemm_hopper(dtype=dtype, pingpong=pingpong).graph_name() for dtype, pingpong in calls]
    made += [build_softmax(columns).graph_name() for columns in (64, 128)]
    assert len(set(made)) == len(made)
    again = [build_gemm_hopper(dtype=dtype, pingpong=pingpong).graph_name() for dtype, pingpong in calls]
    assert again == made[: len(again)]
