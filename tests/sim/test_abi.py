"""The interface between Python and the native engine: one table, which both sides follow."""

from __future__ import annotations

import os
import re
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pyptx.errors import StaleExtensionError
from pyptx.sim import simulate
from pyptx.sim.abi import LAUNCH, RACE_EVENT, SITE, STRUCTS
from pyptx.sim.handlers import LAYOUT, OPERANDS, operands_of
from pyptx.sim.interface import Operands, Struct, Words, digest_of, rows_of
from pyptx.sim.native import extension

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.program import Program

ROOT = Path(__file__).parents[2]


def declared(text: str, **options: object) -> Operands:
    given = {"handlers": ("test",), "event": "", "base": None, **options}
    return Operands("Test", rows=rows_of(text), structs=STRUCTS, **given)  # type: ignore[arg-type]


def test_operands_take_slots_in_order_and_then_extra_words() -> None:
    found = declared("a row\nb i64\nplace Place\nlist row[]\nlast i32?")
    extra: list[int] = [9]
    slots = found.encode("test", {"a": 1, "b": 1 << 40, "place": (1, 2, 3, 4, 5), "list": [6, 7]}, extra)
    assert slots == [1, 2, -1, 0, 0, 0, 0, 1 << 40]
    assert extra == [9, 1, 2, 3, 4, 5, 6, 7]


def test_numbers_that_find_no_slot_are_extra_words() -> None:
    found = declared("\n".join(f"n{k} i32" for k in range(9)) + "\nlist row[]")
    extra: list[int] = []
    slots = found.encode("test", {**{f"n{k}": k for k in range(9)}, "list": [5, 6]}, extra)
    assert slots == list(range(8))
    assert extra == [8, 2, 5, 6]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"a": 1}, "test: no operand b"),
        ({"a": 1, "b": 2, "wrong": 3}, "test: no operand is called wrong"),
    ],
)
def test_operands_are_all_given_and_no_others(given: dict[str, int], said: str) -> None:
    with pytest.raises(TypeError, match=said):
        declared("a row\nb row").encode("test", given, [])
    assert declared("a row\nb row").encode("test", {"a": 1, "b": 2}, [])[:2] == [1, 2]


def test_a_record_has_one_operand_of_64_bits() -> None:
    with pytest.raises(ValueError, match="Pair: a record has one operand of 64 bits, not first, last"):
        Operands("Pair", ("pair",), "", None, rows_of("first  i64\nlast  i64"), STRUCTS)


def test_handlers_of_a_name_share_their_operands() -> None:
    load = operands_of("ld.u32.u64")
    assert load is not None
    assert load is operands_of("ld.s8.s16")
    assert load.event == "loads"
    general, common = operands_of("mma.general"), operands_of("mma.f32.f16.f16.f32")
    assert general is not None
    assert general is not common
    assert operands_of("add.u32") is None


def test_every_event_of_a_handler_is_one() -> None:
    assert {operands.event for operands in OPERANDS} <= set(RACE_EVENT)


def test_structures_are_made_by_name() -> None:
    segments = dict.fromkeys(("global", "constant", "param"), (1, 2, 3))
    values = {row.name: 0 for row in LAUNCH.rows} | segments
    assert LAUNCH.make(**values)["param"]["start"] == 2
    with pytest.raises(TypeError, match="Launch: no seed"):
        LAUNCH.make(**{name: value for name, value in values.items() if name != "seed"})
    with pytest.raises(TypeError, match="Launch: unknown sede"):
        LAUNCH.make(**values, sede=1)


def test_a_structure_as_a_word_has_its_bytes() -> None:
    word = SITE.word(event=3, element=4, flags=5)
    found = np.array([word], np.int64).view(SITE.dtype)[0]
    assert (found["event"], found["scope"], found["element"], found["flags"]) == (3, 0, 4, 5)


def test_a_structure_that_cpp_would_pad_is_refused() -> None:
    with pytest.raises(ValueError, match="gap"):
        Struct("Test", "a u8\nb u32", {})
    assert Struct("Test", "a u8\nrest u8[3]\nb u32", {}).dtype.itemsize == 8


def test_the_layout_covers_words_fields_operands_and_handler_names() -> None:
    words, struct = Words("W", "a b"), Struct("S", "a i32", {})
    known = digest_of(words, struct, declared("a row"))
    others = [
        (Words("W", "b a"), struct, declared("a row")),
        (words, Struct("S", "b i32", {}), declared("a row")),
        (words, struct, declared("b row")),
        (words, struct, declared("a row", handlers=("other",))),
    ]
    assert known not in {digest_of(*other) for other in others}
    assert known == digest_of(words, struct, declared("a row  with a note"))


def test_cpp_reads_operands_by_name_only() -> None:
    """Only the generated views know where an operand is; what computes has those of its instruction."""
    positions = re.compile(r"->(?:extra|imm|[abcdefn])\b")
    computing = {
        "abi.h",
        "forms.h",
        "halves.h",
        "conversions.h",
        "arithmetic.cpp",
        "cold_arithmetic.cpp",
        "cold_conversions.cpp",
    }
    found = {
        path.name: positions.findall(path.read_text())
        for path in (ROOT / "csrc/engine").iterdir()
        if path.name not in computing
    }
    assert not {name: fields for name, fields in found.items() if set(fields) - {"->a", "->b", "->d"}}


# The extension


def module(layout: object = LAYOUT, names: tuple[str, ...] | None = None) -> SimpleNamespace:
    """An extension with some interface and handlers."""
    known = extension.expected_handlers() if names is None else names
    return SimpleNamespace(
        __file__="_native.so", engine_layout=lambda: layout, engine_handlers=lambda: known, engine_run=None
    )


def test_an_extension_of_these_sources_is_taken() -> None:
    assert not extension.stale(module())
    assert not extension.stale(module(names=(*extension.expected_handlers(), "one.more")))


@pytest.mark.parametrize(
    ("older", "said"),
    [
        (module(layout="0123456789abcdef"), "its interface is 0123456789abcdef"),
        (module(layout=9), "its interface is 9"),
        (module(names=("add.u32",)), "it has no handler "),
    ],
)
def test_an_older_extension_is_named_with_the_command(older: SimpleNamespace, said: str) -> None:
    text = extension.stale(older)
    assert said in text
    assert re.search(r"help: python -m pip install --\S+ \S+", text)


def test_an_extension_is_stale_once_its_sources_have_other_contents(tmp_path: Path) -> None:
    source, library = tmp_path / "csrc" / "engine" / "run.cpp", tmp_path / "_native.so"
    source.parent.mkdir(parents=True)
    source.write_text("int a;")
    library.touch()
    built = module()
    built.__file__, built.sources = str(library), extension.digest_of(tmp_path)
    later = library.stat().st_mtime + 10
    os.utime(source, (later, later))
    assert not extension.stale(built, tmp_path)  # newer, and the same
    source.write_text("int b;")
    os.utime(source, (later, later))
    text = extension.stale(built, tmp_path)
    assert "csrc/engine/run.cpp changed since" in text
    assert f"help: python -m pip install --editable {tmp_path}" in text


def test_the_build_and_the_loader_agree_on_the_digest_of_the_sources() -> None:
    if extension.MISSING:
        pytest.skip("no extension")
    assert extension.engine.sources == extension.digest_of(ROOT)


def test_an_older_extension_is_an_error_and_no_fallback(
    program: Callable[..., Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extension, "STALE", extension.stale(module(layout="older")))
    found = program("ld.param.u64 %rd1, [x]; mov.u32 %r1, 7; st.global.u32 [%rd1], %r1;")
    x = np.zeros(1, np.uint32)
    with pytest.raises(StaleExtensionError, match="python -m pip install"):
        simulate(found, [x], grid=(1, 1, 1), block=(1, 1, 1))
    assert simulate(found, [x], grid=(1, 1, 1), block=(1, 1, 1), native=False).engine == "numpy"
    assert x[0] == 7
