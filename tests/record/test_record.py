"""A record is what the dataclass of the same fields is."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from dataclasses import FrozenInstanceError, dataclass, fields, is_dataclass
from typing import Any

import pytest

from pyptx.ir import Address, Instruction, Literal, Name
from pyptx.record import field, names_of, record, replace


@record(frozen=True, slots=True)
class Light:
    name: str
    items: tuple[int, ...] = ()
    notes: list[str] = field(default_factory=list, compare=False)
    hidden: int = field(default=0, repr=False)

    def __post_init__(self) -> None:
        if not self.name:
            raise ValueError("no name")


@dataclass(frozen=True, slots=True)
class Full:
    name: str
    items: tuple[int, ...] = ()
    notes: list[str] = dataclasses.field(default_factory=list, compare=False)
    hidden: int = dataclasses.field(default=0, repr=False)


@record(slots=True)
class Open:
    value: int = 0


GIVEN: list[dict[str, Any]] = [
    {"name": "a"},
    {"name": "a", "notes": ["x"]},
    {"name": "a", "items": (1, 2)},
    {"name": "a", "hidden": 1},
    {"name": "b"},
]


@pytest.mark.parametrize("one", GIVEN)
@pytest.mark.parametrize("other", GIVEN)
def test_they_are_equal_where_dataclasses_are(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert (Light(**one) == Light(**other)) is (Full(**one) == Full(**other))
    if Light(**one) == Light(**other):
        assert hash(Light(**one)) == hash(Light(**other))


@pytest.mark.parametrize("given", GIVEN)
def test_they_are_shown_alike(given: dict[str, Any]) -> None:
    assert repr(Light(**given)).replace("Light", "Full") == repr(Full(**given))


def test_a_factory_is_called_for_each() -> None:
    first, second = Light("a"), Light("a")
    first.notes.append("x")
    assert second.notes == []


def test_arguments_are_checked() -> None:
    with pytest.raises(ValueError, match="no name"):
        Light("")
    with pytest.raises(TypeError):
        Light()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Light("a", unknown=1)  # type: ignore[call-arg]


def test_what_is_frozen_stays() -> None:
    light = Light("a")
    with pytest.raises(FrozenInstanceError):
        light.name = "b"  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del light.name
    with pytest.raises((AttributeError, FrozenInstanceError)):
        light.unknown = 1  # type: ignore[attr-defined]


def test_what_is_open_may_change_and_has_no_hash() -> None:
    thing = Open()
    thing.value = 3
    assert thing == Open(3)
    with pytest.raises(TypeError):
        hash(thing)


def test_they_are_dataclasses_with_slots() -> None:
    assert is_dataclass(Light)
    assert [each.name for each in fields(Light)] == ["name", "items", "notes", "hidden"]
    assert names_of(Light("a")) == names_of(Light) == ("name", "items", "notes", "hidden")
    for each in (replace, dataclasses.replace):
        assert each(Light("a", (1,)), name="b") == Light("b", (1,))
    assert not hasattr(Light("a"), "__dict__")
    match Light("a", (1, 2)):
        case Light(name, items):
            assert (name, items) == ("a", (1, 2))


def test_trees_can_be_pickled_and_copied() -> None:
    add = Instruction("ld", ("u32",), (Name("%r1"), Address(Name("%rd1"), Literal("4"))))
    for same in (pickle.loads(pickle.dumps(add)), copy.deepcopy(add), copy.copy(add)):
        assert same == add
        assert hash(same) == hash(add)


def test_its_signature_is_that_of_the_dataclass() -> None:
    assert [str(each) for each in inspect.signature(Light).parameters.values()][:2] == [
        "name: 'str'",
        "items: 'tuple[int, ...]' = ()",
    ]
    assert list(inspect.signature(Light).parameters) == list(inspect.signature(Full).parameters)


def test_a_dataclass_may_inherit_from_a_record() -> None:
    @dataclass(frozen=True)
    class More(Light):
        more: int = 1

    assert More("a", more=2) == More("a", (), more=2)
    assert [each.name for each in fields(More)] == ["name", "items", "notes", "hidden", "more"]


def test_a_record_may_inherit_from_a_record() -> None:
    @record(frozen=True, slots=True)
    class More(Light):
        more: int = 1

    assert More("a", more=2) == replace(More("a"), more=2) != More("a")
    assert not hasattr(More("a"), "__dict__")


def test_arguments_by_keyword_only() -> None:
    @record(frozen=True, slots=True, kw_only=True)
    class Named:
        first: int
        second: int = 2

    assert Named(first=1) == Named(second=2, first=1)
    with pytest.raises(TypeError):
        Named(1)  # type: ignore[call-arg]


def test_the_field_of_another_module_is_refused() -> None:
    with pytest.raises(TypeError, match=r"pyptx\.record"):

        @record(slots=True)
        class Wrong:
            value: int = dataclasses.field(default=0)
