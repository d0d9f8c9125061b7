"""Python values that a kernel read during its trace are compared at each call."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import json
import logging
import sys
import types
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import Tile, kernel, ptx, reg
from pyptx.errors import TraceError
from pyptx.kernel.content import digest_of
from pyptx.kernel.reads import reads_of
from pyptx.types import f16, f32

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.kernel import Kernel

factor = 2.0


def by_global() -> float:
    return factor


def test_a_function_may_read_more_names_than_a_byte_counts() -> None:
    names = [f"name{number}" for number in range(600)]
    world: dict[str, Any] = dict.fromkeys(names, 1)
    exec(f"def total():\n    return ({' + '.join(names)})", world)
    reads = reads_of(world["total"])
    for name in ("name3", "name255", "name256", "name599"):
        world[name] = 2
        assert reads.changes() == [name]
        world[name] = 1
    assert reads.hold()


def scaled(of: Callable[[], float]) -> Kernel:
    """A kernel that multiplies by what a function returns while it is traced."""

    @kernel(in_specs=(Tile(32, f32),), out_specs=(Tile(32, f32),), block=32)
    def scale(X: Any, Y: Any) -> None:
        x, y = ptx.global_ptrs(X, Y)
        at = ptx.special.tid.x() * 4
        value = reg.scalar(f32)
        ptx.ld(f32, value, ptx.addr(x + at))
        ptx.st(f32, ptx.addr(y + at), value * of())

    return scale


def first(made: Kernel) -> float:
    return float(made(np.ones(32, np.float32))[0])


@dataclasses.dataclass
class Config:
    width: float = 3.0
    parts: list[float] = dataclasses.field(default_factory=lambda: [3.0])
    shared = 3.0

    def half(self) -> float:
        return self.width

    @property
    def whole(self) -> float:
        return self.parts[0]


class ConfigWithSlots:
    __slots__ = ("width",)

    def __init__(self) -> None:
        self.width = 3.0


class Constants:
    WIDTH = 3.0


def _set(owner: Any, name: str, value: object) -> None:
    setattr(owner, name, value)


config, other, third, slotted = Config(), Config(), Config(), ConfigWithSlots()
table, lookup, array, members = [3.0], {"a": 3.0}, np.array([3.0]), {3.0}
nested = ({"a": [3.0]},)
settings = types.ModuleType("settings")  # a module of the user
settings.width, settings.parts, settings.inner = 3.0, [3.0], types.ModuleType("inner")  # type: ignore[attr-defined]
settings.inner.width = 3.0


CASES: list[tuple[str, Callable[[], float], Callable[[], object]]] = [
    ("attribute", lambda: config.width, lambda: _set(config, "width", 5.0)),
    ("method", lambda: other.half(), lambda: _set(other, "width", 5.0)),
    ("property", lambda: third.whole, lambda: third.parts.__setitem__(0, 5.0)),
    ("class", lambda: Constants.WIDTH, lambda: _set(Constants, "WIDTH", 5.0)),
    ("class, by an object", lambda: Config().shared, lambda: _set(Config, "shared", 5.0)),
    ("slot", lambda: slotted.width, lambda: _set(slotted, "width", 5.0)),
    ("module", lambda: settings.width, lambda: _set(settings, "width", 5.0)),
    ("module in a module", lambda: settings.inner.width, lambda: _set(settings.inner, "width", 5.0)),
    ("list of a module", lambda: settings.parts[0], lambda: settings.parts.__setitem__(0, 5.0)),
    ("list", lambda: table[0], lambda: table.__setitem__(0, 5.0)),
    ("dictionary", lambda: lookup["a"], lambda: lookup.__setitem__("a", 5.0)),
    ("set", lambda: max(members), lambda: members.add(5.0)),
    ("nested", lambda: nested[0]["a"][0], lambda: nested[0]["a"].__setitem__(0, 5.0)),
    ("array", lambda: float(array[0]), lambda: array.__setitem__(0, 5.0)),
]


@pytest.mark.parametrize(("read", "change"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_a_value_that_changed_is_read_again(read: Callable[[], float], change: Callable[[], object]) -> None:
    made = scaled(read)
    assert first(made) == first(made) == 3.0
    change()
    assert first(made) == 5.0


def test_a_global_that_changed_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    made = scaled(by_global)
    assert first(made) == 2.0
    monkeypatch.setitem(globals(), "factor", 7.0)
    assert first(made) == 7.0


def test_an_attribute_that_a_module_computes_is_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    lazy = types.ModuleType("lazy")
    lazy.__getattr__ = lambda name: 3.0  # type: ignore[method-assign]
    monkeypatch.setitem(globals(), "lazy", lazy)
    made = scaled(lambda: lazy.width)
    assert first(made) == first(made) == 3.0


def test_a_global_of_a_helper_of_a_helper(monkeypatch: pytest.MonkeyPatch) -> None:
    made = scaled(functools.partial(lambda inner: inner(), lambda: by_global() + 1))
    assert first(made) == 3.0
    monkeypatch.setitem(globals(), "factor", 4.0)
    assert first(made) == 5.0


def test_a_helper_that_is_defined_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    made = scaled(lambda: by_global())
    assert first(made) == 2.0
    monkeypatch.setitem(globals(), "by_global", lambda: 9.0)
    assert first(made) == 9.0


def test_a_closure_that_changed_is_read_again() -> None:
    value = 2.0
    made = scaled(lambda: value)
    assert first(made) == 2.0
    value = 6.0
    assert first(made) == 6.0


def test_an_attribute_of_a_function_that_changed_is_read_again() -> None:
    def of() -> float:
        return float(of.width)  # type: ignore[attr-defined]

    of.width = 2.0  # type: ignore[attr-defined]
    made = scaled(of)
    assert first(made) == 2.0
    of.width = 5.0  # type: ignore[attr-defined]
    assert first(made) == 5.0


def test_the_text_and_the_program_follow() -> None:
    value = 2.0
    made = scaled(lambda: value)
    before = made.ptx()
    assert made.program() is made.program()
    value = 6.0
    assert made.ptx() != before
    value = 2.0
    assert made.ptx() == before


def test_a_number_that_is_bound_anew_with_the_same_value_changes_nothing() -> None:
    value = 2.5e100
    made = scaled(lambda: value / 1e100)
    program = made.program()
    value = float("2.5e100")
    assert made.program() is program


def test_what_the_body_writes_itself_is_not_an_input() -> None:
    traced: list[str] = []
    count = 0

    @kernel
    def k(*, name: str = "a") -> None:
        nonlocal count
        count += 1
        traced.append(name)

    for name in ("a", "b", "a", "b"):
        k.ptx(name=name)
    assert (traced, count) == (["a", "b"], 2)


def test_the_log_names_what_changed(caplog: pytest.LogCaptureFixture) -> None:
    value = 2.0
    made = scaled(lambda: value)
    with caplog.at_level(logging.INFO, "pyptx.kernel"):
        made.ptx()
        value = 3.0
        made.ptx()
    assert any("it reads value, changed since" in message for message in caplog.messages)


def test_the_grid_is_a_reader_too() -> None:
    threads = 32

    @kernel(in_specs=(Tile("N", f32),), out_specs=(Tile("N", f32),), grid=lambda N: N // threads, block=32)
    def k(X: Any, Y: Any) -> None:
        ptx.ret()

    reads = reads_of(k._declared.fn, k.grid)
    assert reads.hold()
    threads = 64
    assert reads.changes() == ["threads"]


def test_a_change_is_noticed_among_any_number_of_values() -> None:
    rows = [[3.0] for _ in range(12_000)]
    reads = reads_of(lambda: rows[0][0])
    assert reads.hold()
    for index in (0, 5_000, 11_999):
        rows[index][0] = 5.0
        assert reads.changes() == [f"rows[{index}]"]
        rows[index][0] = 3.0


class Computed:
    """An object that has any attribute: others of its kind."""

    asked = 0

    def __getattr__(self, name: str) -> Computed:
        Computed.asked += 1
        assert Computed.asked < 1000, f"{name} is read without end"
        return Computed()


def test_attributes_that_an_object_computes_are_not_read() -> None:
    computed = Computed()
    assert reads_of(lambda: computed.width).hold()
    assert digest_of([lambda: computed.width], [computed]) is not None


# -- the places themselves


def times(value: float, *, by: float = 1.0) -> float:
    return value * by


@functools.lru_cache
def remembered() -> float:
    return factor


@functools.wraps(times)
def wrapper(*given: float) -> float:
    return times(*given)


class Parts:
    """Attributes of all kinds; ``__init__`` and the methods read globals."""

    step = 1.0

    def __init__(self) -> None:
        self.width: float = width_of_parts

    @staticmethod
    def fixed() -> float:
        return read_by_static

    @classmethod
    def factor(cls) -> float:
        return read_by_class

    @functools.cached_property
    def kept(self) -> float:
        return read_by_cached


class OneSlot:
    __slots__ = "width"
    width: float


class MoreSlots(OneSlot):
    __slots__ = ("__dict__", "__weakref__", "more")
    more: float


width_of_parts = read_by_static = read_by_class = read_by_cached = 1.0
queue, pairs, parts, one_slot, more_slots = deque([1.0]), ({1.0: [2.0]},), Parts(), OneSlot(), MoreSlots()
one_slot.width = more_slots.width = more_slots.more = more_slots.free = 1.0  # type: ignore[attr-defined]
bound, of_partial = Config().half, functools.partial(times, 1.0, by=2.0)
default, keyword_default = [1.0], [1.0]
half = f32


def with_defaults(value: list[float] = default, *, more: list[float] = keyword_default) -> float:
    return value[0] + more[0]


def put(name: str, value: object) -> Callable[[], object]:
    return lambda: globals().__setitem__(name, value)


CHANGED = (
    "factor", "times", "half", "width_of_parts", "read_by_static", "read_by_class", "read_by_cached",
)  # fmt: skip
PLACES: list[tuple[str, Callable[[], object], Callable[[], object]]] = [
    ("queue", lambda: queue[0], lambda: queue.append(5.0)),
    ("pairs[1.0]", lambda: pairs[0], lambda: pairs[0][1.0].append(3.0)),
    ("bound.width", lambda: bound(), lambda: _set(bound.__self__, "width", 5.0)),  # type: ignore[attr-defined]
    ("of_partial['by']", lambda: of_partial(), lambda: of_partial.keywords.update(by=3.0)),
    ("with_defaults", lambda: with_defaults(), lambda: default.append(5.0)),
    ("with_defaults['more']", lambda: with_defaults(), lambda: keyword_default.append(5.0)),
    ("factor", lambda: remembered(), put("factor", 5.0)),
    ("times", lambda: wrapper(1.0), put("times", print)),
    ("Parts.step", lambda: parts.width, lambda: _set(Parts, "step", 5.0)),
    ("parts.width", lambda: parts.width, lambda: _set(parts, "width", 5.0)),
    ("parts", lambda: parts.width, lambda: _set(parts, "another", 5.0)),
    ("width_of_parts", lambda: Parts().width, put("width_of_parts", 5.0)),
    ("read_by_static", lambda: Parts.fixed(), put("read_by_static", 5.0)),
    ("read_by_class", lambda: Parts.factor(), put("read_by_class", 5.0)),
    ("read_by_cached", lambda: parts.kept, put("read_by_cached", 5.0)),
    ("one_slot.width", lambda: one_slot.width, lambda: _set(one_slot, "width", 5.0)),
    ("more_slots.width", lambda: more_slots.more, lambda: _set(more_slots, "width", 5.0)),
    ("more_slots.more", lambda: more_slots.more, lambda: _set(more_slots, "more", 5.0)),
    ("more_slots.free", lambda: more_slots.more, lambda: _set(more_slots, "free", 5.0)),
    ("half", lambda: half, put("half", f16)),
]


@pytest.mark.parametrize(("name", "read", "change"), PLACES, ids=[place[0] for place in PLACES])
def test_a_changed_place_is_named(
    name: str, read: Callable[[], object], change: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    for each in (
        "factor",
        "times",
        "half",
        *(word for word in globals() if word.startswith(("read_", "width_"))),
    ):
        monkeypatch.setitem(globals(), each, globals()[each])
    reads = reads_of(read)
    assert reads.hold()
    change()
    assert not reads.hold()
    assert name in reads.changes()
    unchanged = reads.unchanged()
    assert unchanged.hold()
    assert len(unchanged.places) == sum(place.holds() for place in reads.places)


@pytest.mark.parametrize(
    ("read", "names"),
    [
        (lambda: (ptx.ret(), f32, Tile, kernel), set()),
        (lambda: json.dumps(1), {"json", "json.dumps"}),
        (lambda: len(print.__name__), set()),
        (lambda: half, {"half"}),
        (lambda: itertools.count(), {"itertools", "itertools.count"}),
    ],
)
def test_pyptx_and_libraries_are_not_read(read: Callable[[], object], names: set[str]) -> None:
    assert {place.name for place in reads_of(read).places} == names


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        (1, 1, True),
        (1, True, False),
        (1, 1.0, False),
        (0.0, -0.0, False),
        (float("nan"), float("nan"), True),
        ("width", "wid" + "th"[:], True),
        (b"a", "a", False),
        ((1, (2.0,)), (1, (2.0,)), True),
        ((1, (2.0,)), (1, (2,)), False),
        (f32, f16, False),
        ([1], [1], False),
        (frozenset({1}), frozenset({2}), False),
        (([],), ([],), True),
        ((object(),), (object(),), False),
    ],
)
def test_values_are_compared_with_their_types(before: object, after: object, same: bool) -> None:
    value = before
    reads = reads_of(lambda: value)
    value = after
    assert reads.hold() == same


def test_a_list_is_compared_in_order_and_length() -> None:
    for change in ([1.0], [1.0, 2.0, 3.0], [2.0, 1.0], []):
        held = [1.0, 2.0]
        reads = reads_of(lambda: held)  # noqa: B023 - called in this round
        held[:] = change
        assert reads.changes() == ["held"]
        held[:] = [1.0, 2.0]
        assert reads.hold()


def test_a_variable_that_is_bound_later_is_a_change() -> None:
    def body() -> float:
        return later

    reads = reads_of(body)
    assert reads.hold()
    later = 1.0
    assert reads.changes() == ["later"]


def test_an_installed_package_reads_its_own_functions_only() -> None:
    def module(name: str, text: str, **world: object) -> Any:
        made = types.ModuleType(name)
        vars(made).update(world)
        exec(compile(text, f"/usr/lib/site-packages/{name.replace('.', '/')}.py", "exec"), vars(made))
        return made

    other = module("other", "width = 1\ndef far(): return width")
    own = module("lib.inner", "width = 1\ndef near(): return width")
    text = "def body(): return near() + far()"
    made = module("lib.kernels", text, near=own.near, far=other.far)
    assert {place.name for place in reads_of(made.body).places} == {"near", "far", "width"}
    assert {place.name for place in reads_of(lambda: made.body()).places} == {"made", "made.body"}
    other.width = 2
    assert reads_of(made.body).hold()
    reads = reads_of(made.body)
    own.width = 2
    assert reads.changes() == ["width"]


def test_a_class_without_a_file_is_of_the_user() -> None:
    world: dict[str, Any] = {"__name__": "prompt"}
    exec("class Settings:\n    width = 1\ndef body(): return Settings.width", world)
    reads = reads_of(world["body"])
    world["Settings"].width = 2
    assert reads.changes() == ["Settings.width"]


# -- kernels that a loop makes


def loop(values: list[float], *, keep: bool) -> list[Kernel]:
    made = []
    for value in values:
        if keep:

            @kernel(in_specs=(Tile(32, f32),), out_specs=(Tile(32, f32),), block=32)
            def scale(X: Any, Y: Any, *, value: float = value) -> None:
                x, y = ptx.global_ptrs(X, Y)
                at = ptx.special.tid.x() * 4
                held = reg.scalar(f32)
                ptx.ld(f32, held, ptx.addr(x + at))
                ptx.st(f32, ptx.addr(y + at), held * value)

        else:

            @kernel(in_specs=(Tile(32, f32),), out_specs=(Tile(32, f32),), block=32)
            def scale(X: Any, Y: Any) -> None:
                x, y = ptx.global_ptrs(X, Y)
                at = ptx.special.tid.x() * 4
                held = reg.scalar(f32)
                ptx.ld(f32, held, ptx.addr(x + at))
                ptx.st(f32, ptx.addr(y + at), held * value)  # noqa: B023 - what is tested

        made.append(scale)
    return made


def test_kernels_of_a_loop_that_read_its_variable_are_refused() -> None:
    made = loop([1.0, 2.0, 3.0], keep=False)
    for each, was in zip(made[:2], ("1.0", "2.0"), strict=True):
        with pytest.raises(TraceError, match=rf"reads value, which was {was} .* and is 3.0 now"):
            each.ptx()
    assert first(made[2]) == 3.0


def test_a_kernel_of_a_loop_is_refused_after_the_others_are_gone() -> None:
    chosen = loop([1.0, 2.0, 3.0], keep=False)[0]
    with pytest.raises(TraceError, match=r"reads value, which was 1.0 .* and is 3.0 now"):
        chosen.ptx()


def test_kernels_of_a_loop_that_keep_its_variable() -> None:
    assert [first(each) for each in loop([1.0, 2.0, 3.0], keep=True)] == [1.0, 2.0, 3.0]


def test_kernels_of_a_function() -> None:
    made = [scaled(lambda value=value: value) for value in (1.0, 2.0)]  # type: ignore[misc]
    assert [first(each) for each in made] == [1.0, 2.0]


def test_threads_make_kernels_of_a_function() -> None:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as threads:
            made = list(threads.map(lambda number: scaled(lambda: float(number)), range(800)))
    finally:
        sys.setswitchinterval(interval)
    assert [first(made[number]) for number in (0, 799)] == [0.0, 799.0]
