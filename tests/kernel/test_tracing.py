"""Times of traces, and data shared by the traces of one kernel."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.errors import LaunchError, PtxError, TraceError
from pyptx.kernel import Kernel, TensorSpec
from pyptx.toolchain import find_or_none
from pyptx.types import f32, u32

if TYPE_CHECKING:
    from collections.abc import Callable

needs_tools = pytest.mark.skipif(
    find_or_none("ptxas") is None or find_or_none("nvdisasm") is None,
    reason="the tools extra is not installed",
)


def traced() -> tuple[list[Any], Kernel]:
    """A kernel with a template parameter, and what its body got each time it ran."""
    seen: list[Any] = []

    @kernel
    def k(*, S: Any = 1) -> None:
        seen.append(S)
        ptx.ret()

    return seen, k


def test_a_body_runs_once_for_equal_arguments() -> None:
    seen, k = traced()
    for value in (1, 1, 2, 1):
        k.ptx(S=value)
    assert seen == [1, 2]


@pytest.mark.parametrize("values", [(1, 1.0, True), (0.0, -0.0), ("1", 1), ((1,), [1]), (None, False)])
def test_values_that_compare_equal_are_not_confused(values: tuple[Any, ...]) -> None:
    seen, k = traced()
    for value in (*values, *values):
        k.ptx(S=value)
    assert [(type(value), repr(value)) for value in seen] == [(type(value), repr(value)) for value in values]


def test_lists_and_arrays_count_by_content() -> None:
    seen, k = traced()
    big = np.zeros(100_000)
    other = big.copy()
    other[50_000] = 1
    for value in ([1, 2], [1, 2], {"a": [1]}, {"a": [1]}, big, big.copy(), other):
        k.ptx(S=value)
    assert len(seen) == 4


def test_what_cannot_be_compared_is_refused() -> None:
    class Unhashable:
        __hash__ = None  # type: ignore[assignment]

    _, k = traced()
    with pytest.raises(TraceError, match="neither hashable nor a list"):
        k.ptx(S=Unhashable())


def test_clear_cache_traces_again() -> None:
    seen: list[int] = []

    @kernel
    def k() -> None:
        seen.append(1)

    k.ptx()
    k.ptx()
    assert seen == [1]
    k.clear_cache()
    k.ptx()
    assert seen == [1, 1]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (lambda X: X[reg.scalar(u32), 0], r"X\[%r0, 0\]: X is a tensor in global memory; .*global_ptrs\(X\)"),
        (lambda X: X.__setitem__(0, 1.0), r"X\[0\] = …: X is a tensor in global memory"),
        (lambda X: X + 1, "arithmetic with X: X is a tensor in global memory"),
        (lambda X: 4 * X, "arithmetic with X: X is a tensor in global memory"),
        (len, r"len\(X\): sizes of a tensor are X.shape"),
        (
            lambda X: ptx.ld(f32, reg.scalar(f32), ptx.addr(X)),
            r"load the address that it holds, ptx.global_ptrs",
        ),
    ],
)
def test_a_tensor_is_not_an_array(body: Callable[[Any], object], said: str) -> None:
    @kernel(in_specs=(Tile(4, 8, f32),))
    def k(X: Any) -> None:
        body(X)

    with pytest.raises(PtxError, match=said) as caught:
        k.ptx()
    assert __file__ in str(caught.value)


def test_a_kernel_called_in_a_kernel() -> None:
    inner = kernel(in_specs=(Tile(4, f32),), mutates=("X",))(lambda X: ptx.ret())

    @kernel(in_specs=(Tile(4, f32),))
    def outer(X: Any) -> None:
        inner(X)

    with pytest.raises(
        LaunchError, match=r"inside a kernel call a Python function, or a device function, @ptx\.func"
    ):
        outer.ptx()


def test_a_method_of_an_object_is_not_a_kernel() -> None:
    class Model:
        def forward(self, X: Any) -> None:
            ptx.ret()

    with pytest.raises(TraceError, match="write a function that calls it"):
        kernel(Model().forward)


def test_body_parameters_are_tensor_specs() -> None:
    got: list[TensorSpec] = []

    @kernel(in_specs=(Tile("M", 8, f32),), out_specs=(Tile("M", f32),))
    def k(X: Any, Y: Any) -> None:
        got.extend((X, Y))

    k.ptx(M=4)
    x, y = got
    assert (x.name, x.shape, x.dtype, y.shape) == ("X", (4, 8), f32, (4,))


def test_a_dimension_without_a_size_is_an_error_only_if_used() -> None:
    @kernel(in_specs=(Tile("M", 8, f32),))
    def k(X: Any, *, use: bool = False) -> None:
        if use:
            reg.scalar(u32, init=X.shape[0] * 4)
        reg.scalar(u32, init=X.shape[1])

    assert ".entry k" in k.ptx()
    with pytest.raises(TraceError, match=r"dimension M has no size in this trace.*\.ptx\(M=…\)"):
        k.ptx(use=True)
    assert "16" in k.ptx(use=True, M=4)


@pytest.mark.parametrize(
    ("kwargs", "message"),
    [
        ({"P": 4}, r"no parameter 'P'.*dimensions N; template parameters BM; launch scalars alpha"),
        ({"BMM": 4}, r"did you mean BM\?"),
        ({"alpha": 1.0}, "alpha is a launch scalar"),
        ({"N": 1.5}, "dimension N is 1.5; a size is an integer"),
        ({"N": -1}, "a size is not negative"),
    ],
)
def test_unknown_arguments_of_ptx(kwargs: dict[str, Any], message: str) -> None:
    @kernel(in_specs=(Tile("N", f32),), raw_params=[("f32", "alpha")])
    def k(X: Any, *, BM: int = 64) -> None:
        ptx.ret()

    with pytest.raises(LaunchError, match=message):
        k.ptx(**kwargs)


def test_a_template_parameter_without_default_must_be_passed() -> None:
    @kernel
    def k(*, BM: int) -> None:
        ptx.ret()

    with pytest.raises(LaunchError, match="template parameter BM has no default; pass BM=…"):
        k.ptx()


def test_dynamic_shared_memory_belongs_to_each_trace() -> None:
    @kernel(in_specs=(Tile("N", f32),))
    def k(X: Any) -> None:
        smem.alloc(f32, X.shape[0])

    large, small = k.program(N=25_000), k.program(N=1)
    assert large.smem >= 100_000
    assert small.smem == 0
    assert k.program(N=25_000).smem == large.smem


def test_more_shared_memory_than_there_is() -> None:
    @kernel(in_specs=(Tile("N", f32),), arch="sm_86")
    def k(X: Any) -> None:
        smem.alloc(f32, X.shape[0])

    with pytest.raises(TraceError, match="101376"):
        k.ptx(N=26_000)


BODY = """
from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.types import f32, u32

def body(X):
    tile = smem.alloc(f32, 32)
    with ptx.if_(reg.from_(ptx.special.tid.x(), u32) < 4):
        tile[0] = 1.0

k = kernel(in_specs=(Tile("N", f32),))(body)
"""


def test_the_text_depends_on_nothing_traced_before() -> None:
    names: dict[str, Any] = {}
    exec(BODY, names)
    first = names["k"].ptx()
    again: dict[str, Any] = {}
    exec(BODY, again)
    assert again["k"].ptx() == first
    code = BODY + "print(k.ptx(), end='')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == first


def test_threads_trace_side_by_side() -> None:
    @kernel(in_specs=(Tile("N", f32),), arch="sm_80")
    def k(X: Any, *, S: int = 0) -> None:
        for _ in range(50):
            reg.scalar(u32, init=S)

    alone = [k.ptx(N=n, S=n) for n in range(8)]
    k.clear_cache()
    with ThreadPoolExecutor(8) as pool:
        together = list(
            pool.map(lambda n: Kernel(k._declared.fn, "sm_80").ptx(S=n).count(f", {n};"), range(8))
        )
        again = list(pool.map(lambda n: k.ptx(N=n, S=n), range(8)))
    assert again == alone
    assert all(count >= 50 for count in together)


def test_lineinfo_is_off_by_default() -> None:
    @kernel
    def k() -> None:
        reg.scalar(u32, init=1)

    assert ".loc" not in k.ptx()
    assert ".loc" in k.ptx(lineinfo=True)
    assert ".file" in k.ptx(lineinfo=True)
    assert ".loc" in Kernel(lambda: reg.scalar(u32, init=1), lineinfo=True).ptx()


def test_traces_with_the_same_text_share_what_engines_derive() -> None:
    @kernel(in_specs=(Tile("N", f32),))
    def k(X: Any) -> None:
        ptx.ret()

    assert k.program(N=1).derived is k.program(N=2).derived


def test_programs_know_the_python_line_of_each_ptx_line() -> None:
    @kernel
    def k() -> None:
        reg.scalar(u32, init=17)

    program = k.program()
    number = next(i for i, row in enumerate(program.ptx.splitlines(), 1) if "17" in row)
    assert program.lines[number].file == __file__


@needs_tools
def test_machine_code_and_resources() -> None:
    @kernel(block=(64,), arch="sm_80")
    def k(X: Any) -> None:
        (p,) = ptx.global_ptrs(X)
        ptx.inst.st.global_.u32(ptx.addr(p), 1)

    assert "STG" in k.sass()
    resources = k.report()
    assert resources.threads == 64
    assert 0 < resources.registers < 64
    assert resources.spill_store_bytes == 0
