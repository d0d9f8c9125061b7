"""PTX in images: text, fat binaries, compressed ones, and what is refused."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyptx.arch import arch
from pyptx.virtual.images import _lz4, text_of
from pyptx.virtual.results import CudaError, number_of

DEVICE = arch("sm_90a")
TEXT = ".version 8.0\n.target {}\n.address_size 64\n"


def fat(*parts: tuple[int, int, bytes, int]) -> bytes:
    """A fat binary of parts: kind, flags, data, size of the text."""
    body = b""
    for kind, flags, data, full in parts:
        padded = data + bytes(-len(data) % 8)
        head = struct.pack(
            "<HHIIIIIIIQQQQ", kind, 1, 64, len(padded), 0, len(data), 0, 0, 90, 0, flags, 0, full
        )
        body += head + padded
    return struct.pack("<IHHQ", 0xBA55ED50, 1, 16, len(body)) + body


def literals(data: bytes) -> bytes:
    """An LZ4 block without copies."""
    rest = len(data) - 15
    if rest < 0:
        return bytes([len(data) << 4]) + data
    return b"\xf0" + b"\xff" * (rest // 255) + bytes([rest % 255]) + data


def test_the_best_text_for_the_device_is_taken() -> None:
    texts = [TEXT.format(target).encode() for target in ("sm_75", "sm_90", "sm_90a", "sm_100a")]
    parts = [(1, 0, text + b"\0", 0) for text in texts]
    assert text_of(fat(*parts), DEVICE) == texts[2].decode()
    assert text_of(fat(*reversed(parts)), arch("sm_80")) == texts[0].decode()
    assert text_of(texts[1] + b"\0", DEVICE) == texts[1].decode()
    assert text_of(fat((1, 0x2000, literals(texts[1]), len(texts[1]))), DEVICE) == texts[1].decode()


CODE = b"\x7fELF\0.text._Z4fillPi\0"


@pytest.mark.parametrize(
    ("image", "result", "said"),
    [
        (b"\x7fELF....\0.text.saxpy\0.text.reduce\0", "NO_BINARY_FOR_GPU", "reduce, saxpy"),
        (fat((2, 0, b"\x7fELF", 0)), "NO_BINARY_FOR_GPU", "without PTX .no kernel by name"),
        (
            fat((2, 0x2000, literals(CODE), len(CODE))),
            "NO_BINARY_FOR_GPU",
            r"without PTX .fill\(int.\)",
        ),
        (fat((2, 0, b"".join(b".text.k%d\0" % k for k in range(10)), 0)), "NO_BINARY_FOR_GPU", "and 2 more"),
        (fat((1, 0x8000, b"(\xb5/\xfd damaged", 100)), "INVALID_IMAGE", "damaged|cuobjdump"),
        (TEXT.format("sm_100a").encode(), "NO_BINARY_FOR_GPU", "sm_100a does not run on sm_90a"),
        (b"hello", "INVALID_PTX", "not PTX"),
        (b"", "INVALID_PTX", "not PTX"),
        (fat((1, 0x2000, b"\xf0", 100)), "INVALID_IMAGE", "damaged"),
        (fat((1, 0x2000, b"\x00\x05\x00", 100)), "INVALID_IMAGE", "damaged"),
        (fat((1, 0x2000, b"\x10a", 1 << 40)), "INVALID_IMAGE", "damaged"),
        (fat()[:9], "INVALID_IMAGE", "damaged"),
        (fat()[:8] + (64).to_bytes(8, "little") + bytes(64), "INVALID_IMAGE", "damaged"),
    ],
    ids=range(13),
)
def test_what_has_no_ptx_for_the_device_is_refused(image: bytes, result: str, said: str) -> None:
    with pytest.raises(CudaError, match=said) as refused:
        text_of(image, DEVICE)
    assert refused.value.result == number_of(result)


@given(st.lists(st.tuples(st.binary(max_size=40), st.integers(1, 30), st.integers(4, 600)), max_size=6))
def test_lz4_blocks(parts: list[tuple[bytes, int, int]]) -> None:
    block, expected = b"", b"abc"
    given_ = expected
    for more, back, count in parts:
        given_ += more
        expected += more
        back = min(back, len(expected))
        for _ in range(count):
            expected += expected[-back : len(expected) - back + 1]
        rest, run = len(given_), count - 4
        block += bytes([min(rest, 15) << 4 | min(run, 15)])
        block += extended(rest) + given_ + struct.pack("<H", back) + extended(run)
        given_ = b""
    block += literals(given_)
    assert _lz4(block, len(expected)) == expected


def extended(length: int) -> bytes:
    """The bytes after a token for a length of 15 or more."""
    rest = length - 15
    return b"" if rest < 0 else b"\xff" * (rest // 255) + bytes([rest % 255])


@given(st.binary(max_size=200))
def test_damaged_images_are_refused(rest: bytes) -> None:
    for image in (rest, fat()[:16] + rest, fat((1, 0x2000, rest, 50))):
        try:
            text_of(image, DEVICE)
        except CudaError:
            continue
