"""A batch of a kernel: one launch over a free direction of the grid, else a launch for each example."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
import pytest

from pyptx import Dim, Tile, kernel, ptx, reg
from pyptx.errors import LaunchError
from pyptx.kernel.batching import has_more_slices
from pyptx.program import recording
from pyptx.runtime import arrays
from pyptx.runtime.simulation import simulating
from pyptx.specs import Layout
from pyptx.types import f32
from tests.frameworks import torch

pytestmark = pytest.mark.needs("torch")

SUM = "ld.param.u64 %x, [X]; ld.param.u64 %y, [Y];"


def grids_of_batch(
    body: str, *, module: str = "", columns: int = 2, align: int = 1, **options: Any
) -> list[tuple[int, ...]]:
    """Run three examples of a kernel that doubles X into Y; return its grids. The body loads %x and %y."""

    def doubled(X: Any, Y: Any) -> None:
        if module:
            ptx.raw_module(module)
        ptx.raw(
            f"""
            .reg .b64 %x, %y;
            .reg .b32 %r0, %r1, %r2, %r3;
            .reg .f32 %f0, %f1;
            {body}
            ld.global.f32 %f0, [%x];
            ld.global.f32 %f1, [%x+4];
            add.f32 %f0, %f0, %f0;
            add.f32 %f1, %f1, %f1;
            st.global.f32 [%y], %f0;
            st.global.f32 [%y+4], %f1;
            """
        )

    tile = Tile(columns, f32, align=align)
    made: Any = kernel(in_specs=(tile,), out_specs=(tile,), **options)(doubled)
    given = torch.rand(3, columns)
    with simulating() as reports:
        result = torch.vmap(made)(given)
    torch.testing.assert_close(result[:, :2], 2 * given[:, :2])
    return [report.grid for report in reports]


@pytest.mark.parametrize(
    ("body", "grid", "batched"),
    [
        ("", 1, (1, 1, 3)),
        ("", (2, 2), (2, 2, 3)),
        ("", (2, 1, 2), (2, 3, 2)),
        ("", (1, 2, 2), (3, 2, 2)),
        ("mov.u32 %r0, %ctaid.z;", 1, (1, 3, 1)),
        ("mov.u32 %r0, %nctaid.z; mov.u32 %r1, %clusterid.y;", 1, (3, 1, 1)),
        ("mov.u32 %r0, %tid.z;", 1, (1, 1, 3)),
    ],
)
def test_the_last_free_direction_numbers_the_examples(body: str, grid: Any, batched: Any) -> None:
    assert grids_of_batch(SUM + body, grid=grid, arch="sm_90") == [batched]


@pytest.mark.parametrize(
    ("body", "options"),
    [
        (SUM, {"grid": (2, 2, 2)}),
        (f"{SUM} mov.v4.u32 {{%r0, %r1, %r2, %r3}}, %nctaid;", {}),
        (f"{SUM} ld.global.b32 %r0, [count];", {"module": ".global .b32 count = 0;"}),
        (f"{SUM} mov.u64 %x, X; ld.param.u64 %x, [X];", {}),
        ("ld.param.u64 %x, [X]; ld.param.v2.b32 {%r0, %r1}, [Y]; mov.b64 %y, {%r0, %r1};", {}),
        ("ld.param.u64 %x, [X]; mov.u64 %y, Y; ld.param.u64 %y, [%y];", {}),
        ("ld.param.u64 %x, [X]; ld.param.b64 %y, [Y+0];", {}),
    ],
)
def test_a_kernel_that_only_runs_for_one_example_is_launched_for_each(
    body: str, options: dict[str, Any]
) -> None:
    grid = options.get("grid", (1, 1, 1))
    assert grids_of_batch(body, **options) == [grid] * 3


@pytest.mark.parametrize(
    ("body", "options"),
    [
        (f"{SUM} ld.const.b32 %r0, [count];", {"module": ".const .b32 count = 0;"}),
        (f"{SUM} st.shared.b32 [count], %r0;", {"module": ".shared .b32 count;"}),
        (".reg .b64 %example, %address; .reg .b32 %plane; mov.u64 %example, 1; mov.u64 %address, 2; "
         f"mov.u32 %plane, 3; {SUM}", {}),
        (".reg .pred %p; setp.eq.u32 %p, 0, 0; @%p ld.param.u64 %x, [X]; @!%p ld.param.u64 %x, [X]; "
         "ld.param::entry.u64 %y, [Y];", {}),
    ],
)  # fmt: skip
def test_a_kernel_that_runs_for_all_examples_at_once(body: str, options: dict[str, Any]) -> None:
    assert grids_of_batch(body, **options) == [(1, 1, 3)]


def test_examples_start_at_addresses_that_the_kernel_can_use() -> None:
    assert grids_of_batch(SUM, columns=4, align=8) == [(1, 1, 3)]
    with pytest.raises(LaunchError, match=r"argument X is at 0x\w+, but its parameter \(.ptr .align 8\)"):
        grids_of_batch(SUM, columns=3, align=8)


def test_a_batch_takes_sizes_of_its_arrays_and_structures_as_they_are() -> None:
    @kernel(
        in_specs=(Tile(Dim("N", dynamic=True), f32),),
        out_specs=(Tile("N", f32),),
        raw_params=[".param .align 8 .b8 pair[8]"],
        grid=lambda N: N,
    )
    def scaled(X: Any, Y: Any) -> None:
        at = ptx.special.ctaid.x() * 4
        x, y = ptx.global_ptrs(X, Y)
        value, by = reg.scalar(f32), reg.scalar(f32)
        ptx.ld(f32, value, ptx.addr(x + at))
        ptx.inst.ld.param.f32(by, ptx.addr("pair", 4))
        ptx.st(f32, ptx.addr(y + at), value * by)

    given = torch.rand(3, 2)
    doubled = torch.vmap(lambda x: scaled(x, pair=bytes(4) + struct.pack("f", 2.0)))(given)
    torch.testing.assert_close(doubled, 2 * given)


def resolved(
    made: Any, shape: tuple[int, ...], size: int | None, *, many: bool = True, **numbers: Any
) -> Any:
    """Resolve a call on a GPU whose only input has examples of a shape."""
    info = arrays.describe("X", np.zeros(shape, np.float32))
    return made.callee.resolve([info], [many], size, dict.fromkeys(numbers, 0.0), numbers)


def sums(X: Any, Y: Any) -> None:
    ptx.raw(".reg .b64 %x; ld.param.u64 %x, [X]; ld.param.u64 %x, [Y];")


def test_a_batch_on_a_gpu_is_resolved_to_one_launch_or_several() -> None:
    vectors = (Tile("N", f32),)
    one = kernel(in_specs=vectors, out_specs=vectors, grid=lambda N: N)(sums)
    found = resolved(one, (5,), 3)
    assert (found.strides, found.examples, found.geometry[0]) == ({"X": 20, "Y": 20}, 1, (5, 1, 3))
    assert resolved(one, (5,), 3, many=False).strides == {"X": 0, "Y": 20}
    found = resolved(one, (5,), None)
    assert (found.strides, found.examples, found.geometry[0]) == ({"X": 0, "Y": 0}, 1, (5, 1, 1))
    assert resolved(one, (5,), 0) is None
    assert resolved(one, (0,), 3) is None
    each = kernel(in_specs=vectors, out_specs=vectors, grid=lambda N: (N, 2, 2))(sums)
    found = resolved(each, (5,), 3)
    assert (found.strides, found.examples, found.geometry[0]) == ({"X": 20, "Y": 20}, 3, (5, 2, 2))


def test_a_batch_on_a_gpu_keeps_the_configuration_of_the_kernel() -> None:
    words: dict[str, Any] = {"arch": "sm_90", "block": (64, 2), "cluster": 2, "smem": 128, "pdl": True}
    made = kernel(in_specs=(Tile(4, f32),), out_specs=(Tile(4, f32),), grid=(2, 4), **words)(sums)
    found = resolved(made, (4,), 3)
    assert found.geometry == ((2, 4, 3), (64, 2, 1), (2, 1, 1), 128)
    assert found.program.pdl


@pytest.mark.parametrize(
    ("grid", "size", "batched", "examples"),
    [
        (1, 65_535, (1, 1, 65_535), 1),
        (1, 65_536, (65_536, 1, 1), 1),
        ((1, 2), 65_536, (65_536, 2, 1), 1),
        (2, 65_536, (2, 1, 1), 65_536),
        (1, 2**31 - 1, (2**31 - 1, 1, 1), 1),
        (1, 2**31, (1, 1, 1), 2**31),
    ],
)
def test_a_direction_has_room_for_the_examples(grid: Any, size: int, batched: Any, examples: int) -> None:
    tile = (Tile(4, f32),)
    found = resolved(kernel(in_specs=tile, out_specs=tile, grid=grid)(sums), (4,), size)
    assert (found.geometry[0], found.examples) == (batched, examples)


ROWS, COLUMNS, VECTOR = Tile("M", "N", f32), Tile("M", "N", f32, layout=Layout.COL), Tile("N", f32)


@pytest.mark.parametrize(
    ("inputs", "output", "parallel", "many", "given", "expected"),
    [
        ((ROWS,), ROWS, ("M",), [True], (), True),
        ((ROWS,), ROWS, ("M",), [True], ("N",), True),
        ((ROWS,), ROWS, ("M",), [True], ("M",), False),
        ((ROWS,), ROWS, ("N",), [True], (), False),
        ((ROWS,), ROWS, ("N", "M"), [True], (), True),
        ((ROWS,), ROWS, (), [True], (), False),
        ((ROWS,), ROWS, ("M",), [False], (), False),
        ((ROWS, VECTOR), ROWS, ("M",), [True, False], (), True),
        ((ROWS, VECTOR), ROWS, ("M",), [True, True], (), False),
        ((ROWS, ROWS), ROWS, ("M",), [True, False], (), False),
        ((COLUMNS,), ROWS, ("M",), [True], (), False),
        ((ROWS,), COLUMNS, ("M",), [True], (), False),
        ((Tile("M", "M", f32),), Tile("M", f32), ("M",), [True], (), False),
        ((ROWS,), Tile("N", f32), ("M",), [True], (), False),
        (None, ROWS, ("M",), [True], (), False),
    ],
)  # fmt: skip
def test_a_batch_is_more_slices_where_examples_differ_by_the_first_dimension(
    inputs: Any, output: Any, parallel: Any, many: list[bool], given: Any, expected: bool
) -> None:
    def one(X: Any, Z: Any) -> None:
        ptx.ret()

    def two(X: Any, Y: Any, Z: Any) -> None:
        ptx.ret()

    function: Any = two if len(many) == 2 else one
    made = kernel(in_specs=inputs, out_specs=(output,), parallel=parallel)(function)
    assert has_more_slices(made._declared, many, given) == expected


def test_a_batch_on_a_gpu_has_more_slices_or_numbers_of_each_example() -> None:
    rows = (Tile("M", "N", f32),)
    sliced = kernel(in_specs=rows, out_specs=rows, grid=lambda M, N: (M, N), parallel=("M",))(sums)
    found = resolved(sliced, (2, 5), 3)
    assert (found.strides, found.examples, found.geometry[0]) == ({"X": 0, "Y": 0}, 1, (6, 5, 1))
    scaled = kernel(in_specs=rows, out_specs=rows, grid=lambda M: M, raw_params=[("f32", "alpha")])(sums)
    assert resolved(scaled, (2, 5), 3, alpha=("float32", True)).geometry[0] == (2, 1, 3)
    with pytest.raises(LaunchError, match="alpha is only known on the GPU, and the kernel cannot read it"):
        resolved(scaled, (2, 5), 3, alpha=("float64", True))


def test_a_batch_of_more_slices_runs_as_one_launch() -> None:
    rows = (Tile("M", "N", f32),)

    def twice(X: Any, Y: Any) -> None:
        x, y = ptx.global_ptrs(X, Y)
        at = (ptx.special.ctaid.x() * X.shape[1] + ptx.special.tid.x()) * 4
        value = reg.scalar(f32)
        ptx.ld(f32, value, ptx.addr(x + at))
        ptx.st(f32, ptx.addr(y + at), value * 2.0)

    made = kernel(in_specs=rows, out_specs=rows, grid=lambda M: M, block=4, parallel=("M",))(twice)
    batch = np.arange(24, dtype=np.float32).reshape(3, 2, 4)
    with recording() as reports:
        (doubled,) = made.callee.run_batch([batch], [True], 3, {})
    assert len(reports) == 1
    assert np.array_equal(doubled, batch * 2)
