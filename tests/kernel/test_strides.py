"""Tiles with strides, and dimensions with a divisor: what a call binds, and what it refuses."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from pyptx import kernel, ptx, reg
from pyptx.errors import LaunchError, TraceError
from pyptx.specs import Dim, Layout, Size, Tile
from pyptx.types import f32, u32

WIDE = np.arange(48, dtype=np.float32).reshape(4, 12)


def copier(x: tuple[Size, Size], y: tuple[Size, Size], *shape: Size) -> Any:
    """Return a kernel that copies a matrix, whose tiles have these strides."""
    m, n = shape or ("M", "N")

    @kernel(
        in_specs=(Tile(m, n, f32, strides=x),),
        out_specs=(Tile(m, n, f32, strides=y),),
        grid=lambda M, N: (M, N),
    )
    def copied(X: Any, Y: Any) -> None:
        source, target = ptx.global_ptrs(X, Y)
        row, column = (reg.from_(each(), u32) for each in (ptx.special.ctaid.x, ptx.special.ctaid.y))
        value = reg.scalar(f32)
        for pointer, steps, access in ((source, X.strides, "ld"), (target, Y.strides, "st")):
            place = ptx.addr(pointer + (row * steps[0] + column * steps[1]) * 4)
            if access == "ld":
                ptx.inst.ld.global_.f32(value, place)
            else:
                ptx.inst.st.global_.f32(place, value)

    return copied


@pytest.mark.parametrize("dynamic", [False, True])
def test_each_call_binds_the_strides_of_its_arrays(dynamic: bool) -> None:
    names = [Dim(name, dynamic=dynamic) for name in ("x0", "x1", "y0", "y1")]
    copied = copier((names[0], names[1]), (names[2], names[3]))
    for view in (
        WIDE,
        WIDE[:, 2:9],
        WIDE[::2, ::3],
        WIDE.T,
        np.broadcast_to(WIDE[:1], (4, 12)),
        WIDE[:1, ::5],
    ):
        np.testing.assert_array_equal(copied(view), view)
        around = np.full((2 * view.shape[0], view.shape[1] + 5), -1, np.float32)
        made = copied(view, out=around[::2, 3:-2])
        np.testing.assert_array_equal(made, view)
        assert (around[1::2] == -1).all()
        assert (around[:, :3] == -1).all()


def test_sizes_may_be_zero_whatever_the_strides() -> None:
    copied = copier((Dim("pitch", multiple=4), 1), (Dim("out_pitch", multiple=4), 1))
    assert copied(np.zeros((0, 7), np.float32)).shape == (0, 7)
    assert copied(WIDE[:1, :7]).shape == (1, 7)


def test_a_stride_of_two_arrays_is_the_same() -> None:
    copied = copier(("pitch", 1), ("pitch", 1))
    np.testing.assert_array_equal(copied(WIDE), WIDE)
    made = np.zeros_like(WIDE)
    np.testing.assert_array_equal(copied(WIDE[:, :5], out=made[:, :5]), WIDE[:, :5])
    with pytest.raises(
        LaunchError, match=r"new array of shape \(4, 5\) for Y .* stride of 5 .* pitch=12 there; .*out="
    ):
        copied(WIDE[:, :5])
    with pytest.raises(LaunchError, match="pitch is 5 in argument Y, but also 12"):
        copied(WIDE[:, :5], out=np.zeros((4, 5), np.float32))


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ((16, 1), "stride of 12 elements in dimension 0, but the kernel takes 16 there"),
        (
            (Dim("pitch", multiple=8), 1),
            "stride of 12 elements in dimension 0, but the kernel takes a multiple of 8",
        ),
    ],
)
def test_a_new_output_has_the_strides_of_its_tile(steps: tuple[Size, Size], words: str) -> None:
    copied = copier(("x0", 1), steps)
    with pytest.raises(LaunchError, match=re.escape(words)):
        copied(WIDE)
    wide = np.zeros((4, 16), np.float32)
    np.testing.assert_array_equal(copied(WIDE, out=wide[:, :12]), WIDE)


@pytest.mark.parametrize(
    ("view", "words"),
    [
        (WIDE[::-1], "strides (-48, 4) bytes): the kernel takes strides of (a multiple of 16, 4) bytes"),
        (WIDE[:, ::2], "strides (48, 8) bytes"),
        (np.lib.stride_tricks.as_strided(WIDE, (3, 2), (20, 4)), "strides (20, 4) bytes"),
        (np.lib.stride_tricks.as_strided(WIDE, (2, 2), (2**32, 4)), "strides (4294967296, 4) bytes"),
        (np.lib.stride_tricks.as_strided(WIDE, (2, 2), (2**62, 4)), "strides (4611686018427387904, 4) bytes"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("dynamic", [False, True])
def test_strides_that_a_tile_does_not_have_are_refused(view: Any, words: str, dynamic: bool) -> None:
    copied = copier((Dim("pitch", multiple=4, dynamic=dynamic), 1), ("y0", 1))
    with pytest.raises(LaunchError, match=re.escape(words)):
        copied(view)


def test_rows_of_an_output_do_not_overlap() -> None:
    over = np.lib.stride_tricks.as_strided(np.zeros(48, np.float32), (4, 12), (16, 4))
    with pytest.raises(LaunchError, match=r"Y .*share memory"):
        copier(("x0", 1), ("y0", 1))(WIDE, out=over)


def test_sizes_are_multiples() -> None:
    copied = copier(("x0", 1), ("y0", 1), "M", Dim("N", multiple=4))
    np.testing.assert_array_equal(copied(WIDE), WIDE)
    with pytest.raises(
        LaunchError, match=r"argument X has shape \(4, 6\): N=6, which is not a multiple of 4"
    ):
        copied(WIDE[:, :6])
    with pytest.raises(LaunchError, match="dimension N is 6, which is not a multiple of 4"):
        copied.program(N=6)


@pytest.mark.parametrize(
    ("strides", "words"),
    [
        (
            ("p",),
            "strides is ('p',); it must be a tuple, one number of elements or a name",
        ),
        ("p1", "strides is 'p1'; it must be a tuple"),
        (7, "strides is 7; it must be a tuple"),
        (("p", -1), "strides is ('p', -1): a stride is 0 or more"),
        (("p", 1.5), "1.5 is neither a number of elements nor a name"),
        (("p", True), "True is neither a number of elements nor a name"),
        (("2 * N", 1), "'2 * N' is neither a number of elements nor a name"),
    ],
)
def test_strides_of_a_tile(strides: Any, words: str) -> None:
    with pytest.raises(TraceError, match=re.escape(words)):
        Tile("M", "N", f32, strides=strides)


def test_a_layout_has_no_strides() -> None:
    with pytest.raises(TraceError, match="write the strides, or the layout"):
        Tile("M", "N", f32, Layout.COL, strides=(1, "p"))


@pytest.mark.parametrize("multiple", [0, -8, 1.5, True, "8", None])
def test_a_divisor_is_a_positive_integer(multiple: Any) -> None:
    with pytest.raises(TraceError, match=r"Dim\('K'\): multiple is .*; it must be an integer, 1 or more"):
        Dim("K", multiple=multiple)


def test_text_of_a_tile_reads_as_it_was_written() -> None:
    tile = Tile("M", Dim("K", multiple=8), f32, strides=(Dim("pitch", dynamic=True, multiple=8), 1))
    assert eval(repr(tile), {"Tile": Tile, "Dim": Dim, "f32": f32}) == tile


@pytest.mark.parametrize("dynamic", [False, True])
def test_a_launch_of_the_program_has_its_strides(dynamic: bool) -> None:
    program = copier((Dim("pitch", dynamic=dynamic), 1), (12, 1)).program(M=4, N=12, pitch=24)
    wide, made = np.arange(96, dtype=np.float32).reshape(4, 24), np.zeros_like(WIDE)

    def launch(x: Any, y: Any, pitch: int = 24) -> None:
        program.launch(x, y, *[pitch] * dynamic, grid=(4, 12), engine="sim")

    launch(wide[:, :12], made)
    np.testing.assert_array_equal(made, wide[:, :12])
    words = "pitch=24" if dynamic else "24"
    with pytest.raises(
        LaunchError, match=rf"X .*\(48, 4\) .* stride of {words} elements in dimension 0, 96 bytes"
    ):
        launch(WIDE, made)
    with pytest.raises(
        LaunchError, match=r"Y .*\(96, 4\) .* a stride of 12 elements in dimension 0, 48 bytes"
    ):
        launch(wide[:, :12], wide[:, :12])
    if dynamic:
        launch(WIDE, made, 12)
        np.testing.assert_array_equal(made, WIDE)


@pytest.mark.parametrize("rows", [1, 2])
def test_a_launch_takes_any_stride_of_a_dimension_of_one_element(rows: int) -> None:
    program = copier((24, 1), (12, 1)).program(M=rows, N=12)
    wide, made = np.arange(48 * rows, dtype=np.float32).reshape(rows, 48), np.zeros((rows, 12), np.float32)
    if rows == 1:
        program.launch(wide[:, :12], made, grid=(rows, 12), engine="sim")
        np.testing.assert_array_equal(made, wide[:, :12])
        return
    with pytest.raises(LaunchError, match="takes a stride of 24 elements in dimension 0, 96 bytes"):
        program.launch(wide[:, :12], made, grid=(rows, 12), engine="sim")


def test_too_few_arguments_of_a_launch_are_named() -> None:
    copied = copier((Dim("pitch", dynamic=True), 1), ("y0", 1))
    program = copied.program(M=4, N=12)
    with pytest.raises(
        LaunchError, match=r"copied takes 3 arguments \(X: .u64, Y: .u64, pitch: .u32\), but got 2"
    ):
        program.launch(WIDE, np.zeros_like(WIDE), grid=(4, 12), engine="sim")
