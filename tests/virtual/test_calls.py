"""The table of calls against ``cuda.h``, the answers against the table, and the packing of arguments."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from virtual_sources import DRIVER, written_by_hand

from pyptx.errors import LaunchError
from pyptx.virtual.answers import ANSWERS
from pyptx.virtual.calls import BEFORE_INIT, EXPORTED, ROWS, symbols
from pyptx.virtual.direct import VirtualGpu
from pyptx.virtual.facts import DEVICE_ATTRIBUTES
from pyptx.virtual.results import RESULTS
from pyptx.virtual.wire import Operand, Row
from tests.cuda_header import enumerators, prototypes

WIDTHS = {
    "int": 4, "unsigned int": 4, "size_t": 8, "cuuint64_t": 8, "cuuint32_t": 4, "float": 4,
    "unsigned char": 1, "unsigned short": 2, "CUdevice": 4, "CUdeviceptr": 8, "CUdeviceptr_v2": 8,
    "CUmemLocation": 8, "unsigned long long": 8,
}  # fmt: skip
"""Bytes of types that are neither pointers, handles nor enumerations."""
HANDLES = (
    "context", "module", "function", "stream", "event", "library", "kernel", "memoryPool", "graph",
    "graphNode", "graphExec",
)  # fmt: skip
BY_LENGTH = ("text", "image", "chars", "list", "words", "bytes")


def width_of(word: str) -> int:
    """Bytes of a parameter of C."""
    word = word.replace("const ", "").strip()
    if word.endswith("*") or word in ("CUstreamCallback", "CUhostFn"):
        return 8
    if word in WIDTHS:
        return WIDTHS[word]
    return 8 if word[2:] in HANDLES else 4


@pytest.mark.parametrize("row", EXPORTED, ids=lambda row: row.name)
def test_parameters_are_those_of_the_header(row: Row) -> None:
    known = prototypes()
    if row.name not in known:
        pytest.skip(f"this cuda.h has no prototype of {row.name}")
    types = known[row.name]
    assert len(types) == len(row.operands), types
    for operand, word in zip(row.operands, types, strict=True):
        assert passed(operand) == width_of(word), (operand, word)
        assert operand.is_output <= word.endswith("*"), (operand, word)


def passed(operand: Operand) -> int:
    """Bytes of an operand as C passes it."""
    return 8 if operand.is_output or operand.kind in BY_LENGTH else operand.size


def test_every_function_of_the_header_resolves() -> None:
    exported = {symbol for forms in symbols().values() for _, symbol in forms}
    assert {row.name for row in EXPORTED} | written_by_hand(*DRIVER) <= exported
    of_threads = ("_ptsz", "_ptds")
    missing = {name for name in prototypes() if name not in exported and not name.endswith(of_threads)}
    assert not missing


def test_every_row_has_an_answer() -> None:
    assert {row.name for row in ROWS} == set(ANSWERS)
    assert tuple(row.name for row in EXPORTED[: len(BEFORE_INIT)]) == BEFORE_INIT


def test_results_are_those_of_the_header() -> None:
    known = enumerators()
    assert {name: number for number, (name, _) in RESULTS.items()} == {
        name: known[name] for name, _ in RESULTS.values()
    }


def test_attributes_exist() -> None:
    known = {number for name, number in enumerators().items() if name.startswith("CU_DEVICE_ATTRIBUTE_")}
    assert set(DEVICE_ATTRIBUTES) <= known
    behind = enumerators()["CU_DEVICE_ATTRIBUTE_MAX"]
    gpu = VirtualGpu()
    values = [gpu.cuDeviceGetAttribute(number, 0) for number in range(1, behind)]
    assert {number for number, value in enumerate(values, 1) if value} <= set(DEVICE_ATTRIBUTES)
    for number in (0, behind):
        with pytest.raises(LaunchError, match="INVALID_VALUE"):
            gpu.cuDeviceGetAttribute(number, 0)


VALUES: dict[str, st.SearchStrategy[Any]] = {
    "u8": st.integers(0, 2**8 - 1),
    "u16": st.integers(0, 2**16 - 1),
    "u32": st.integers(0, 2**32 - 1),
    "u64": st.integers(0, 2**64 - 1),
    "i32": st.integers(-(2**31), 2**31 - 1),
    "i64": st.integers(-(2**63), 2**63 - 1),
    "f32": st.floats(width=32, allow_nan=False),
    "text": st.text("aä0 _"),
    "chars": st.text("aä0 _"),
    "image": st.binary(),
    "blob": st.binary(),
    "list": st.lists(st.integers(0, 2**64 - 1)),
    "words": st.lists(st.integers(0, 2**32 - 1)),
}


def value_of(operand: Operand) -> st.SearchStrategy[Any]:
    if operand.kind == "bytes":
        return st.binary(min_size=operand.size, max_size=operand.size)
    return VALUES[operand.kind]


@given(st.data(), st.sampled_from(ROWS))
def test_packed_arguments_come_out_as_they_went_in(data: st.DataObject, row: Row) -> None:
    values = [data.draw(value_of(each)) for each in row.inputs]
    assert row.unpack(row.pack_inputs(values)) == values
    results = [data.draw(value_of(each)) for each in row.outputs]
    assert row.unpack_outputs(row.pack_outputs(results)) == results


@given(st.binary(max_size=64), st.sampled_from(ROWS))
def test_strange_messages_are_refused(data: bytes, row: Row) -> None:
    try:
        values = row.unpack(data)
    except ValueError:
        return
    assert len(values) == len(row.inputs)


@pytest.mark.parametrize("text", ["x", "x:u7", "x;u32", "x:bytes[", "x=?", ""])
def test_an_operand_of_another_notation_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not an operand|does not exist"):
        Operand.parse(text)
