import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyptx.layouts.swizzle import SWIZZLES, Swizzle, find

MODES = sorted(SWIZZLES)


def mode(name: str) -> Swizzle:
    swizzle = find(name)
    assert swizzle is not None
    return swizzle


@pytest.mark.parametrize("name", MODES)
def test_a_period_is_permuted_onto_itself(name: str) -> None:
    swizzle = mode(name)
    assert sorted(map(swizzle.apply, range(swizzle.period))) == list(range(swizzle.period))


@pytest.mark.parametrize("name", MODES)
def test_the_period_is_where_the_pattern_starts_anew(name: str) -> None:
    swizzle = mode(name)
    pattern = [swizzle.apply(a) - a for a in range(4 * swizzle.period)]
    assert pattern[: swizzle.period] * 4 == pattern
    half = swizzle.period // 2
    assert pattern[:half] != pattern[half : 2 * half]


@given(st.sampled_from(MODES), st.integers(0, 1 << 18))
def test_swizzles_are_their_own_inverse_and_stay_in_line_and_chunk(name: str, address: int) -> None:
    swizzle = mode(name)
    moved = swizzle.apply(address)
    assert swizzle.apply(moved) == address
    assert moved // 128 == address // 128
    assert moved % swizzle.atom_bytes == address % swizzle.atom_bytes


@pytest.mark.parametrize(
    ("name", "address", "moved"),
    [
        ("128B", 0x490, 0x480),
        ("64B", 0x190, 0x1A0),
        ("32B", 0xB0, 0xA0),
        ("96B", 0xB0, 0xA0),
        ("128B", 0x25A8, 0x2598),
        ("128B_32B", 0x1A4, 0x1C4),
        ("128B_64B", 0x84, 0xC4),
    ],
)
def test_known_addresses(name: str, address: int, moved: int) -> None:
    assert mode(name).apply(address) == moved


def test_eight_rows_of_128_bytes_read_one_column_without_sharing_a_bank() -> None:
    chunks = {mode("128B").apply(row * 128 + 32) // 16 % 8 for row in range(8)}
    assert len(chunks) == 8


def test_no_swizzle_has_two_spellings() -> None:
    assert find(None) is None
    assert find("NONE") is None
    with pytest.raises(ValueError, match="no swizzle '96'; there are None, '32B', '64B', '96B', '128B'"):
        find("96")


# where the 16-byte chunks of line after line go, in units of 16 bytes: the tables of section 5.5.7
TABLES = {
    "32B": ("01234567", "10325476"),
    "96B": ("01234567", "10325476"),
    "64B": ("01234567", "10325476", "23016745", "32107654"),
    "128B": ("01234567", "10325476", "23016745", "32107654", "45670123", "54761032", "67452301", "76543210"),
    "128B_32B": ("01234567", "23016745", "45670123", "67452301"),
    "128B_64B": ("01234567", "45670123"),
}


@pytest.mark.parametrize("name", TABLES)
def test_patterns_of_the_manual(name: str) -> None:
    swizzle = mode(name)
    assert swizzle.period == 128 * len(TABLES[name])
    for line, chunks in enumerate(TABLES[name] * 2):
        found = [swizzle.apply(128 * line + 16 * place) for place in range(8)]
        assert found == [128 * line + 16 * int(chunk) for chunk in chunks]
