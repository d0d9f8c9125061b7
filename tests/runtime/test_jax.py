"""Calls with JAX CPU arrays, eager and inside transformations."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import Layout, Tile, kernel, ptx, reg, types
from pyptx.errors import LaunchError
from pyptx.runtime import extension
from pyptx.runtime.arrays import is_traced
from tests.frameworks import jax, jnp

if TYPE_CHECKING:
    from pyptx.kernel import Kernel

pytestmark = pytest.mark.needs("jax")
HERE = Path(__file__).parent


if extension.launching is None:
    pytest.skip(extension.MISSING, allow_module_level=True)


@kernel(in_specs=(Tile("N", types.f32),) * 2, out_specs=(Tile("N", types.f32),), grid=lambda N: N,
        raw_params=[("f32", "alpha")])  # fmt: skip
def scaled(X: Any, Y: Any, Z: Any) -> None:
    i = reg.from_(ptx.special.ctaid.x(), types.u32) * 4
    px, py, pz = (pointer + i for pointer in ptx.global_ptrs(X, Y, Z))
    a, b = reg.scalar(types.f32), reg.scalar(types.f32)
    ptx.ld(types.f32, a, ptx.addr(px))
    ptx.ld(types.f32, b, ptx.addr(py))
    ptx.st(types.f32, ptx.addr(pz), a * ptx.param(types.f32, "alpha") + b)


def store_n(Y: Any) -> None:
    ptx.st(types.u32, ptx.addr(*ptx.global_ptrs(Y)), ptx.param(types.u32, "n"))


def x() -> Any:
    return jnp.arange(100, dtype=jnp.float32)


def test_arrays_in_arrays_out(axpy: Kernel) -> None:
    made = axpy(x(), jnp.ones(100), alpha=2.0)
    assert isinstance(made, jax.Array)
    np.testing.assert_array_equal(made, 2 * x() + 1)


def test_numpy_arrays_go_along(axpy: Kernel) -> None:
    assert isinstance(axpy(x(), np.ones(100, np.float32), alpha=1.0), jax.Array)


def test_inside_jit(axpy: Kernel) -> None:
    step = jax.jit(lambda a, b: axpy(a + 1, b, alpha=2.0) * 3)
    np.testing.assert_array_equal(step(x(), jnp.ones(100)), (2 * (x() + 1) + 1) * 3)
    shape = jax.eval_shape(lambda a, b: axpy(a, b, alpha=2.0), x(), x())
    assert (shape.shape, shape.dtype) == ((100,), jnp.float32)


def test_only_values_inside_a_transformation_are_traced() -> None:
    seen = []

    def look(array: Any) -> Any:
        seen.append(is_traced(array))
        return array

    jax.jit(look)(x())
    jax.vmap(look)(x())
    assert seen == [True, True]
    assert not any(map(is_traced, (x(), jnp.float32(1), np.ones(1), 2.0, None)))


def test_jit_of_the_kernel_itself(copy: Any) -> None:
    given = jnp.arange(12, dtype=jnp.bfloat16).reshape(3, 4)
    made = jax.jit(copy(types.bf16))(given)
    assert made.dtype == jnp.bfloat16
    np.testing.assert_array_equal(made, given)


ELEMENTS = {
    "int8": types.s8, "int16": types.s16, "int32": types.s32, "int64": types.s64, "uint8": types.u8,
    "uint16": types.u16, "uint32": types.u32, "uint64": types.u64, "float16": types.f16, "float64": types.f64,
    "float8_e4m3fn": types.e4m3, "float8_e5m2": types.e5m2,
}  # fmt: skip


def test_element_types() -> None:
    """A kernel with arrays of all types copies elements of two of them."""

    @kernel(
        in_specs=tuple(Tile("N", dtype) for dtype in ELEMENTS.values()),
        out_specs=(Tile("N", types.u64), Tile("N", types.f16)),
    )
    def copies(A: Any, B: Any, C: Any, D: Any, E: Any, F: Any, G: Any, H: Any, K: Any, L: Any, M: Any, P: Any,
               Y: Any, Z: Any) -> None:  # fmt: skip
        for dtype, source, destination in ((types.u64, H, Y), (types.f16, K, Z)):
            element = reg.scalar(dtype)
            start, end = ptx.global_ptrs(source, destination)
            ptx.ld(dtype, element, ptx.addr(start))
            ptx.st(dtype, ptx.addr(end), element)

    values = {"uint64": 2**40 + 7, "float16": -1.5}
    with jax.enable_x64(new_val=True):
        made = jax.jit(copies)(*(jnp.full(1, values.get(name, 3), name) for name in ELEMENTS))
        assert [(each.dtype.name, each[0].item()) for each in made] == list(values.items())


def test_inside_vmap_and_scan(axpy: Kernel) -> None:
    rows = jnp.arange(12, dtype=jnp.float32).reshape(3, 4)
    np.testing.assert_array_equal(jax.vmap(lambda a: axpy(a, a, alpha=1.0))(rows), 2 * rows)
    last, _ = jax.lax.scan(lambda a, _: (axpy(a, a, alpha=1.0), None), jnp.ones(4), None, length=3)
    np.testing.assert_array_equal(last, jnp.full(4, 8.0))


def test_column_major_tiles_see_the_transposed_memory(copy: Any) -> None:
    given = jnp.arange(12, dtype=jnp.float32).reshape(3, 4)
    np.testing.assert_array_equal(copy(types.f32, Layout.COL)(given), given)
    np.testing.assert_array_equal(jax.jit(copy(types.f32, Layout.COL))(given), given)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda axpy, negate: axpy(x(), x().astype(jnp.int32), alpha=1.0), "argument Y is int32"),
        (lambda axpy, negate: axpy(x(), x()[:3], alpha=1.0), "dimension N is 100 in argument X but 3"),
        (lambda axpy, negate: axpy(x(), x(), alpha=1.0, out=x()), "JAX arrays cannot be written in place"),
        (lambda axpy, negate: jax.jit(lambda a: axpy(a, a.astype(jnp.int32), alpha=1.0))(x()), "is int32"),
    ],
)
def test_calls_that_do_not_fit(call: Any, message: str, axpy: Kernel, negate: Kernel) -> None:
    with pytest.raises(LaunchError, match=message):
        call(axpy, negate)


def test_64_bit_outputs_need_x64() -> None:
    @kernel(in_specs=(Tile("N", types.f32),), out_specs=(Tile("N", types.f64),))
    def widen(X: Any, Y: Any) -> None:
        ptx.ret()

    with pytest.raises(LaunchError, match="jax_enable_x64"):
        widen(x())


def test_launch_scalars_may_be_traced(axpy: Kernel) -> None:
    step = jax.jit(lambda a, alpha: axpy(a, a, alpha=alpha))
    for alpha in (2.0, 3.0):
        np.testing.assert_array_equal(step(x(), alpha), (alpha + 1) * x())
    fixed = np.ones(4, np.float32)
    only = jax.jit(lambda alpha: axpy(fixed, fixed, alpha=alpha))
    np.testing.assert_array_equal(only(4), np.full(4, 5.0))
    rows = jax.vmap(lambda alpha: axpy(fixed, fixed, alpha=alpha))(jnp.arange(3.0))
    np.testing.assert_array_equal(rows, np.arange(1.0, 4.0)[:, None] * fixed)
    with pytest.raises(LaunchError, match=r"argument alpha has shape \(2,\); a launch scalar is one number"):
        only(jnp.ones(2))


def test_traced_launch_scalars_lose_nothing(axpy: Kernel) -> None:
    with pytest.raises(LaunchError, match="argument alpha is complex64; the parameter takes a real number"):
        jax.jit(lambda alpha: axpy(x(), x(), alpha=alpha))(1j)
    counted = kernel(out_specs=(Tile(1, types.u32),), raw_params=[("u32", "n")])(store_n)
    with jax.enable_x64():
        call = jax.jit(lambda n: counted(n=n))
        with pytest.raises(
            LaunchError, match=r"argument n is int64, .* does not hold all of its values; convert it"
        ):
            call(jnp.int64(2**40))
        assert call(7)[0] == call(jnp.int64(7).astype(jnp.uint32))[0] == 7
        with pytest.raises(LaunchError, match=r"alpha is float64, and the parameter, float32, does not"):
            jax.jit(lambda alpha: axpy(x(), x(), alpha=alpha))(jnp.float64(1e300))
    assert int(call(jnp.int32(-1))[0]) == 2**32 - 1
    signed = kernel(out_specs=(Tile(1, types.u32),), raw_params=[("s32", "n")])(store_n)
    with pytest.raises(LaunchError, match=r"argument n is uint32, and the parameter, int32, does not"):
        jax.jit(lambda n: signed(n=n))(jnp.uint32(2**31))


def test_zeros_of_either_sign_are_calls_of_their_own(axpy: Kernel) -> None:
    with jax.default_device(jax.devices("cpu")[0]):
        many = jax.vmap(lambda a: (axpy(a, a * 0, alpha=0.0), axpy(a, a * -0.0, alpha=-0.0)))
        plus, minus = many(jnp.ones((2, 100)))
    assert not np.signbit(plus).any()
    assert np.signbit(minus).all()


def test_launch_scalars_may_be_arrays_without_dimensions(axpy: Kernel) -> None:
    np.testing.assert_array_equal(axpy(x(), x(), alpha=jnp.float32(2)), 3 * x())
    with pytest.raises(LaunchError, match=r"argument alpha is an array, but the parameter is a \.f32"):
        axpy(x(), x(), alpha=jnp.ones(2))


def test_what_a_kernel_writes_to_is_returned_anew(negate: Kernel) -> None:
    given = x()
    for run in (negate, jax.jit(negate), jax.jit(negate, donate_argnums=0)):
        np.testing.assert_array_equal(run(x() if run is not negate else given), -x())
    np.testing.assert_array_equal(given, x())
    text = jax.jit(negate).lower(x()).as_text()
    assert "output_operand_alias" in text


def test_batches_of_batches_and_of_some(axpy: Kernel, negate: Kernel) -> None:
    rows, tall = jnp.arange(12.0).reshape(3, 4), jnp.arange(24.0).reshape(2, 3, 4)
    run = jax.vmap(jax.vmap(lambda a, b: axpy(a, b, alpha=2.0), (0, None)), (0, None))
    np.testing.assert_array_equal(run(tall, rows[0]), 2 * tall + rows[0])
    run = jax.jit(jax.vmap(jax.vmap(lambda a, b: axpy(a, b, alpha=2.0), (1, 1)), (None, 0)))
    np.testing.assert_array_equal(run(rows, tall), 2 * rows.T + tall.transpose(0, 2, 1))
    np.testing.assert_array_equal(jax.vmap(negate)(rows), -rows)


def test_column_major_batches(copy: Any) -> None:
    given = jnp.arange(24, dtype=jnp.float32).reshape(2, 3, 4)
    np.testing.assert_array_equal(jax.vmap(copy(types.f32, Layout.COL))(given), given)


def test_gradients_nobody_computes_are_refused(axpy: Kernel) -> None:
    with pytest.raises(LaunchError, match=r"no backward; .*differentiable_kernel"):
        jax.grad(lambda a: axpy(a, a, alpha=1.0).sum())(x())


def test_faults_name_the_line_of_the_kernel() -> None:
    @kernel(in_specs=(Tile("N", types.f32),), out_specs=(Tile("N", types.f32),))
    def beyond(X: Any, Y: Any) -> None:
        (py,) = ptx.global_ptrs(Y)
        ptx.inst.st.global_.f32(ptx.addr(py + 4000), 0.0)  # here

    line = next(k for k, text in enumerate(Path(__file__).read_text().splitlines(), 1) if "# here" in text)
    with pytest.raises(jax.errors.JaxRuntimeError, match="out-of-bounds") as caught:
        jax.jit(beyond)(x()).block_until_ready()
    assert f"{__file__}:{line}" in str(caught.value)


def test_wrong_kernels_are_refused_when_they_are_traced() -> None:
    @kernel(in_specs=(Tile("N", types.f32),), out_specs=(Tile("N", types.f32),))
    def wrong(X: Any, Y: Any) -> None:
        ptx.inst.add.f32(reg.scalar(types.u32), 1.0, 2.0)

    with pytest.raises(Exception, match=r"add\.f32") as caught:
        jax.jit(wrong).lower(x())
    assert __file__ in str(caught.value)


def exported(run: Any, *shapes: Any) -> Any:
    from jax import export

    checks = [export.DisabledSafetyCheck.custom_call("pyptx_launch")]
    return export.export(jax.jit(run), platforms=["cpu", "cuda"], disabled_checks=checks)(*shapes)


def test_exported_with_symbolic_sizes_for_both_platforms(axpy: Kernel) -> None:
    from jax import export

    (size,) = export.symbolic_shape("n")
    shape = jax.ShapeDtypeStruct((size,), jnp.float32)
    made = exported(lambda a, b: axpy(a, b, alpha=2.0, twice=True), shape, shape)
    if importlib.util.find_spec("flatbuffers"):
        made = export.deserialize(made.serialize())
    for length in (3, 100):
        given = jnp.arange(float(length))
        np.testing.assert_array_equal(made.call(given, given), 6 * given)


def test_an_export_runs_in_another_process(tmp_path: Path) -> None:
    pytest.importorskip("flatbuffers", reason="JAX serialises exports with flatbuffers")
    made = exported(lambda a: scaled(a, a, alpha=2.0), jax.ShapeDtypeStruct((3,), jnp.float32))
    (tmp_path / "export").write_bytes(made.serialize())
    script = tmp_path / "script.py"
    script.write_text(
        "import jax, pyptx\nfrom jax import export\n"
        f"import {__name__}\n"
        "pyptx.register_operators()\n"
        f"made = export.deserialize(open({str(tmp_path / 'export')!r}, 'rb').read())\n"
        "print(made.call(jax.numpy.ones(3)).tolist())\n"
    )
    done = subprocess.run(
        [sys.executable, str(script)],
        env={
            **os.environ,
            "JAX_PLATFORMS": "cpu",
            "PYTHONPATH": os.pathsep.join((str(HERE.parents[1]), *sys.path)),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "[3.0, 3.0, 3.0]\n", done.stderr


def test_the_text_of_a_call_is_that_of_what_it_does(axpy: Kernel) -> None:
    """A persistent cache must not confuse kernels: no counters, no addresses, nothing of this process."""
    from pyptx.runtime.xla import Call, read_call

    def text(alpha: float) -> str:
        lowered: str = jax.jit(lambda a: axpy(a, a, alpha=alpha)).lower(x()).as_text()
        return lowered

    assert axpy.graph_name() in text(2.0)
    assert text(2.0) == text(2.0) != text(3.0)
    call = Call("k_1", "{'twice': True}", (("alpha", 2.0),), ("n",), "10")
    assert read_call(call.text) == call
    assert call.hash != Call("k_1", "{'twice': False}", (("alpha", 2.0),), ("n",), "10").hash


def run_script(name: str, *args: str, **environment: str) -> Any:
    done = subprocess.run(
        [sys.executable, str(HERE / name), *args],
        env={**os.environ, "JAX_PLATFORMS": "cpu", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_several_devices() -> None:
    said = run_script("jax_on_devices.py", XLA_FLAGS="--xla_force_host_platform_device_count=4")
    assert all(right for _, right in said.values()), said
    assert "apart" in said
    # Arrays sharded along another dimension are gathered first; XLA may reshard the result.
    assert {name for name, (spec, _) in said.items() if spec[:1] == ["d"]} == said.keys() - {"columns"}


def test_results_in_shard_map_vary_as_their_inputs() -> None:
    said = run_script("jax_in_shard_map.py", XLA_FLAGS="--xla_force_host_platform_device_count=4")
    assert len(said) == 16
    assert all(said.values()), said


@pytest.mark.ptxas
def test_the_handler_of_cuda(tmp_path: Path) -> None:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("needs a C compiler to build the fake driver")
    for name, flags in (("fakecuda", []), ("fakexla", [f"-I{jax.ffi.include_dir()}"])):
        built = str(tmp_path / f"lib{name}.so")
        subprocess.run(
            [compiler, "-shared", "-fPIC", "-o", built, *flags, str(HERE / f"{name}.c")], check=True
        )
    said = run_script(
        "xla_on_cuda.py",
        str(tmp_path / "libfakexla.so"),
        PYPTX_LIBCUDA=str(tmp_path / "libfakecuda.so"),
        FAKECUDA_LOG=str(tmp_path / "log"),
        PYPTX_CACHE_DIR=str(tmp_path / "cache"),
    )
    asked = {name: [line.partition(" first")[0] for line in lines] for name, (lines, _) in said.items()}
    loaded = ["load cubin", "function scale"]
    launch = "launch 7 grid {} block 32 1 1 shared 0 stream 9 attributes 0"
    assert asked["first"] == [*loaded, launch.format("4 1 1")]
    assert asked["second"] == asked["traced again"] == [launch.format("4 1 1")]
    assert asked["another size"] == [*loaded, launch.format("1 1 1")]
    assert asked["batch"] == asked["batch of scalars"] == [*loaded, launch.format("4 1 3")]
    assert asked["traced"] == [*loaded, launch.format("4 1 1")]
    assert asked["empty"] == []
    for name, last in (("columns", "1 1 1"), ("batch of columns", "1 1 2")):
        assert asked[name] == ["load cubin", "function columns", launch.format(last)]
    for name, distance in (("own rows", 400), ("a shared row", 0)):  # of X, the first parameter
        starts = [int(line.split(" first ")[1].split()[0], 16) for line in said[name][0] if " first " in line]
        assert np.diff(starts).tolist() == [distance] * 2
    assert asked["map"][2].startswith("map tiled type 7 rank 2")
    assert asked["map"][3].startswith("replace at ")
    assert asked["map"][4:] == [launch.format("1 1 1")]
    assert [row.split()[0] for row in asked["map again"]] == ["replace", "launch"]
    assert "CUDA_ERROR_FAKE (9)" in asked["refused"][0]
    calls = {name: count for name, (_, count) in said.items()}
    # A launch with a plan needs no Python.
    assert calls == dict.fromkeys(asked, 0) | {
        "first": 1, "another size": 1, "batch": 1, "traced": 1, "batch of scalars": 1,
        "own rows": 2, "a shared row": 2, "map": 1, "columns": 1, "batch of columns": 1,
    }  # fmt: skip
