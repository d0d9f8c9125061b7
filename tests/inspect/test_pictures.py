"""Pictures of layouts, word for word; `--update` rewrites the golden files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pyptx.inspect import fragment, shuffle, swizzle
from pyptx.types import bf16

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "inspect"

PICTURES = {
    "fragment_a_m16n8k16_bf16": lambda: fragment("m16n8k16", bf16, "a"),
    "fragment_b_m16n8k16_bf16": lambda: fragment("m16n8k16", bf16, "b"),
    "fragment_d_m16n8k16_f32": lambda: fragment("m16n8k16", "f32", "d"),
    "fragment_a_m16n8k32_e4m3": lambda: fragment("m16n8k32", "e4m3", "a"),
    "fragment_a_m8n8k4_f16_col": lambda: fragment("m8n8k4", "f16", "a", layout="col"),
    "ldmatrix_x2": lambda: fragment("m8n8", "b16", "x2"),
    "ldmatrix_x2_trans": lambda: fragment("m8n8", "b16", "x2", trans=True),
    "fragment_d_m64n8k16_f16": lambda: fragment("m64n8k16", "f16", "d"),
    "fragment_a_m16n8k32_f16_sparse": lambda: fragment("m16n8k32", "f16", "a", sparse=True),
    "metadata_m16n8k32_f16": lambda: fragment("m16n8k32", "f16", "metadata", selector=1),
    "tensor_memory_16x128b": lambda: fragment("16x128b", "b32", "x2"),
    "swizzle_none": lambda: swizzle(None),
    "swizzle_32B": lambda: swizzle("32B", rows=16),
    "swizzle_64B": lambda: swizzle("64B"),
    "swizzle_128B": lambda: swizzle("128B"),
    "swizzle_padded": lambda: swizzle(None, row_bytes=144),
}


@pytest.mark.parametrize("name", PICTURES)
def test_picture(name: str, *, update: bool) -> None:
    picture = PICTURES[name]() + "\n"
    file = GOLDEN / f"{name}.txt"
    if update:
        file.write_text(picture)
    assert picture == file.read_text()


def test_every_element_is_drawn_once() -> None:
    cells = re.findall(r"\d+:r\d\.\d", fragment("m16n8k16", "bf16", "a"))
    assert len(cells) == len(set(cells)) == 16 * 16


@pytest.mark.parametrize("name", ["32B", "64B", "128B"])
def test_a_swizzle_moves_chunks_only_within_their_line(name: str) -> None:
    rows = [re.findall(r"(\d+)-\d+", line) for line in swizzle(name, row_bytes=128).splitlines()[2:10]]
    assert all(sorted(map(int, row)) == list(range(0, 32, 4)) for row in rows)


def test_cost_of_a_column() -> None:
    assert swizzle(None).endswith("8 passes")
    assert swizzle(None, row_bytes=64).endswith("4 passes")
    assert swizzle("128B").endswith("1 pass, without conflict")


def test_what_there_is_not() -> None:
    with pytest.raises(ValueError, match="no operand 'e'"):
        fragment("m16n8k16", "bf16", "e")
    with pytest.raises(ValueError, match="not a shape"):
        fragment("16x8", "bf16", "a")
    with pytest.raises(ValueError, match="no swizzle '256B'"):
        swizzle("256B")
    with pytest.raises(ValueError, match="chunks of 16 bytes"):
        swizzle(None, row_bytes=24)
    with pytest.raises(ValueError, match="mode 'left'; it must be one of up, down, bfly, idx"):
        shuffle("left", 1)
    for values in ((), (32,), (1, -1)):
        with pytest.raises(ValueError, match="each is 0 to 31, and there is one or more"):
            shuffle("idx", *values)


@pytest.mark.parametrize(
    ("mode", "value", "c", "rows"),
    [
        ("up", 1, None, [".", *range(31)]),
        ("down", 2, None, [*range(2, 32), ".", "."]),
        ("bfly", 1, None, [lane ^ 1 for lane in range(32)]),
        ("idx", 0, None, [0] * 32),
        ("idx", 31, None, [31] * 32),
        ("down", 1, 0x1C03, [lane + 1 if lane % 4 < 3 else "." for lane in range(32)]),
    ],
)
def test_lanes_that_a_shuffle_reads(mode: str, value: int, c: int | None, rows: list[object]) -> None:
    title, heads, line = shuffle(mode, value, c=c).splitlines()
    assert title.endswith(f"c = {(0 if mode == 'up' else 31) if c is None else c:#x}")
    assert heads.split() == ["b", *map(str, range(32))]
    assert line.split() == [str(value), *map(str, rows)]
