"""Arguments of a call: what fits, what is refused, and when there is nothing to launch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import Dim, Tile, kernel, ptx
from pyptx.errors import LaunchError
from pyptx.program import recording
from pyptx.runtime.graphs import Array, Number
from pyptx.types import f32, u32

if TYPE_CHECKING:
    from collections.abc import Callable

V, ROWS = Tile("N", f32), Tile("M", "N", f32)
X = np.ones(4, np.float32)


def none() -> None:
    ptx.ret()


def one(X: Any) -> None:
    ptx.ret()


def two(X: Any, Y: Any) -> None:
    ptx.ret()


def three(X: Any, Y: Any, Z: Any) -> None:
    ptx.ret()


def frozen(array: Any) -> Any:
    array = array.copy()
    array.flags.writeable = False
    return array


@pytest.mark.parametrize(
    ("function", "options", "args", "out", "words"),
    [
        (none, {}, (X,), None, r"none takes no arrays, but got 1$"),
        (one, {}, (), None, r"one takes 1 array \(X\), but got 0$"),
        (two, {}, (X, X, X), None, r"two takes 2 arrays \(X, Y\), but got 3$"),
        (two, {"in_specs": (V,), "out_specs": (V,)}, (), None, r"takes 1 array \(X\), but got 0$"),
        (
            two, {"in_specs": (V,), "out_specs": (V,)}, (X, X), None,
            r"takes 1 array \(X\), but got 2; outputs are allocated by the call, or passed as out=$",
        ),
        (two, {"in_specs": (V,), "out_specs": (V,)}, (X,), (X, X), "two has 1 outputs, but out= has 2"),
        (three, {"in_specs": (V,), "out_specs": (V, V)}, (X,), X, "three has 2 outputs, but out= has 1"),
        (two, {"in_specs": (V,), "out_specs": (V,)}, (X,), X, "out= Y shares memory with argument X"),
        (two, {"in_specs": (V,), "out_specs": (V,)}, (X,), frozen(X), "argument Y is read-only, and two w"),
        (one, {"mutates": ("X",), "in_specs": (V,)}, (frozen(X),), None, None),
        (
            two, {"mutates": ("X",), "in_specs": (V, V)}, (frozen(X), X), None,
            "argument X is read-only, and two writes to it; pass a copy",
        ),
        (two, {"mutates": ("X",), "in_specs": (V, V)}, (X.copy(), frozen(X)), None, None),
        (two, {"mutates": ("X",), "in_specs": (V, V)}, (X, X), None, None),
        (
            three, {"mutates": ("X", "Y"), "in_specs": (V, V, V)}, (X, X, X.copy()), None,
            "argument X, which it writes to, shares its memory with argument Y, which it writes to, too",
        ),
        (two, {"mutates": ("X", "Y")}, (X, X), None, None),
    ],
)  # fmt: skip
def test_arrays_that_do_not_fit(
    function: Any, options: dict[str, Any], args: tuple[Any, ...], out: Any, words: str | None
) -> None:
    made = kernel(**options)(function)
    passed = {} if out is None else {"out": out}
    if words is None:
        made(*args, **passed)
    else:
        with pytest.raises(LaunchError, match=words):
            made(*args, **passed)


def test_memory_of_which_a_part_is_written() -> None:
    whole = np.ones(8, np.float32)
    made = kernel(mutates=("X",), in_specs=(Tile("N", f32), Tile("M", f32)))(two)
    made(whole[:4], whole[4:])
    with pytest.raises(LaunchError, match="argument X, which it writes to, shares a part of its memory"):
        made(whole[2:6], whole[:4])


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (0, None),
        (8, None),
        (np.int64(4), None),
        (True, "dimension N is True; a size is an integer"),
        (4.0, "dimension N is 4.0; a size is an integer"),
        (-4, "dimension N is -4; a size is not negative"),
        (6, "dimension N is 6, which is not a multiple of 4"),
    ],
)
def test_sizes_of_the_caller(size: Any, words: str | None) -> None:
    made = kernel(out_specs=(Tile(Dim("N", multiple=4), f32),))(one)
    if words is None:
        assert made(N=size).shape == (int(size),)
    else:
        with pytest.raises(LaunchError, match=words):
            made(N=size)


def test_words_of_a_call() -> None:
    def scaled(X: Any, Y: Any, *, BM: int) -> None:
        ptx.ret()

    made = kernel(in_specs=(V,), out_specs=(V,), raw_params=[("f32", "alpha")])(scaled)
    assert made(X, BM=1, alpha=2.0, engine="sim", N=4).shape == (4,)
    for words, said in (
        ({"alpha": 1.0}, "template parameter BM has no default; pass BM=…"),
        ({"BM": 1}, r"launch scalar alpha \(\.f32\) is missing; pass alpha=…"),
        ({"BM": 1, "alpha": 1.0, "alpa": 1}, "scaled has no parameter 'alpa'.*did you mean alpha"),
        ({"BM": 1, "alpha": 1.0, "shadow": True}, r"option of the simulator: \.run\(…, shadow=…\)"),
        ({"BM": 1, "alpha": 1.0, "N": 5}, "N=5 was passed, but argument X has N=4"),
    ):
        with pytest.raises(LaunchError, match=said):
            made(X, **words)
    reserved = kernel(raw_params=[("u32", "out")])(none)
    with pytest.raises(LaunchError, match=r"launch scalar out .* missing; launch the program: \.program\(\)"):
        reserved()


def test_the_signature_in_a_graph() -> None:
    def body(X: Any, W: Any, Y: Any) -> None:
        ptx.ret()

    tiles = Tile(Dim("M", dynamic=True), "N", f32), Tile(4, f32)
    made = kernel(
        in_specs=tiles,
        out_specs=(Tile("N", f32),),
        mutates=("W",),
        parallel=("N",),
        raw_params=[("u8", "small"), ("b16", "bits"), ".param .align 8 .b8 pair[8]", ("f32", "alpha")],
    )(body)
    found = made.callee.signature
    assert found.inputs == (Array("X", ("M", "N"), column_major=False), Array("W", (4,), column_major=False))
    assert found.outputs == (Array("Y", ("N",), column_major=False),)
    assert (found.mutates, found.parallel) == (("W",), ("N",))
    assert found.numbers == (
        Number("small", "uint8", required=True),
        Number("bits", "uint16", required=True),
        Number("alpha", "float32", required=True),
        Number("M", "int64", required=False),
        Number("N", "int64", required=False),
    )


@pytest.mark.parametrize(
    ("function", "options", "shapes", "launches"),
    [
        (two, {"in_specs": (ROWS,), "out_specs": (Tile("M", f32),)}, [(2, 0)], 1),
        (two, {"in_specs": (ROWS,), "out_specs": (Tile("M", f32),)}, [(0, 2)], 0),
        (three, {"in_specs": (ROWS,), "out_specs": (Tile("M", f32), Tile("N", f32))}, [(0, 2)], 1),
        (three, {"in_specs": (ROWS,), "out_specs": (Tile("M", f32), Tile("N", f32))}, [(0, 0)], 0),
        (two, {"in_specs": (V, ROWS), "mutates": ("X",)}, [(0,), (2, 0)], 0),
        (two, {"in_specs": (V, Tile("M", f32)), "mutates": ("X",)}, [(0,), (2,)], 0),
        (two, {"in_specs": (V, Tile("M", f32)), "mutates": ("X",)}, [(2,), (0,)], 1),
        (two, {}, [(0,), (2,)], 1),
        (two, {}, [(0,), (0,)], 0),
        (none, {}, [], 1),
    ],
)
def test_a_call_that_writes_nothing_launches_nothing(
    function: Any, options: dict[str, Any], shapes: list[tuple[int, ...]], launches: int
) -> None:
    with recording() as reports:
        kernel(**options)(function)(*(np.ones(shape, np.float32) for shape in shapes))
    assert len(reports) == launches


@pytest.mark.parametrize(
    ("grid", "refused"),
    [
        (4, False),
        (lambda N: N, False),
        (lambda N, other=1: N, False),
        (lambda N, *others: N, False),
        (lambda alpha: 1, True),
        (lambda N, alpha: 1, True),
        (lambda **known: 1, True),
    ],
)
def test_a_grid_of_numbers_that_only_the_gpu_has(grid: Callable[..., int], refused: bool) -> None:
    body: Any = lambda X, Y: ptx.raw(".reg .f32 %f; ld.param.f32 %f, [alpha];")  # noqa: E731
    made: Any = kernel(in_specs=(V,), out_specs=(V,), grid=grid, raw_params=[("f32", "alpha")])(body)
    infos = [made.callee.bind((X,), (), {"alpha": 1.0}).passed.infos["X"]]
    numbers = {"alpha": ("float32", False)}
    if refused:
        with pytest.raises(LaunchError, match="the grid depends on alpha, which only the GPU knows inside"):
            made.callee.resolve(infos, [False], None, {"alpha": 0.0}, numbers)
    else:
        found = made.callee.resolve(infos, [False], None, {"alpha": 0.0}, numbers)
        assert (found.geometry[0], found.examples, found.strides) == ((4, 1, 1), 1, {"X": 0, "Y": 0})


def test_an_array_without_a_tile_is_shared_by_a_batch() -> None:
    made: Any = kernel(out_specs=(Tile(4, u32),), grid=(2, 2, 2))(two)
    infos = [made.callee.bind((X,), (), {}).passed.infos["X"]]
    assert made.callee.resolve(infos, [True], 3, {}, {}).strides == {"X": 0, "Y": 16}
