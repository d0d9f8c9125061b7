"""One test for each behaviour that only a card can confirm; each also runs against the stand-in."""

from __future__ import annotations

import ctypes
import functools
import importlib
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import Structure, Tile, kernel, ptx, reg
from pyptx.errors import LaunchError
from pyptx.layouts.tensor_map import TensorMap
from pyptx.program import from_ptx
from pyptx.types import f32, u32

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.program import Program
    from tests.gpu.conftest import DeviceArray, Machine

V = Tile("N", f32)
THREADS = 32


@kernel(in_specs=(V, V), mutates=("Y",), grid=lambda N: -(-N // THREADS), block=THREADS)
def double(X: Any, Y: Any) -> None:
    i = reg.from_(ptx.special.ctaid.x(), u32) * THREADS + ptx.special.tid.x()
    with ptx.if_(i < X.shape[0]):
        px, py = (pointer + i * 4 for pointer in ptx.global_ptrs(X, Y))
        x = reg.scalar(f32)
        ptx.ld(f32, x, ptx.addr(px))
        ptx.st(f32, ptx.addr(py), x + x)


def vectors(machine: Machine, count: int = 100) -> tuple[DeviceArray, DeviceArray]:
    return machine.array(np.arange(count, dtype=np.float32)), machine.array(np.zeros(count, np.float32))


def test_a_call_writes_memory_of_the_device(machine: Machine) -> None:
    x, y = vectors(machine)
    for _ in range(2):
        double(x, y)
    machine.synchronize()
    assert (y.read() == 2 * x.read()).all()


@kernel(in_specs=(V, V), mutates=("Y",), grid=1, block=THREADS)
def double_by_four(X: Any, Y: Any) -> None:
    px, py = (pointer + ptx.special.tid.x() * 16 for pointer in ptx.global_ptrs(X, Y))
    values = [reg.scalar(f32) for _ in range(4)]
    ptx.inst.ld.global_.v4.f32(values, ptx.addr(px))
    ptx.inst.st.global_.v4.f32(ptx.addr(py), [value + value for value in values])


def test_a_misaligned_vector_is_refused_and_the_context_lives(machine: Machine) -> None:
    x, y = vectors(machine, 4 * THREADS + 1)
    go = double_by_four.launch(grid=1, N=4 * THREADS)
    go(x.address, y.address)
    for addresses in ((x.address + 4, y.address), (x.address, y.address + 8)):
        with pytest.raises(LaunchError, match="needs an address that is a multiple of 16 bytes; pass a copy"):
            go(*addresses)
    go(x.address, y.address)
    machine.synchronize()
    assert (y.read()[:-1] == 2 * x.read()[:-1]).all()


@kernel(in_specs=(V, V), mutates=("Y",), grid=1, block=THREADS)
def double_with_tail(X: Any, Y: Any, *, n: int) -> None:
    i = reg.from_(ptx.special.tid.x(), u32)
    px, py = (pointer + i * 16 for pointer in ptx.global_ptrs(X, Y))
    with ptx.if_(i * 4 + 3 < n):
        values = [reg.scalar(f32) for _ in range(4)]
        ptx.inst.ld.global_.v4.f32(values, ptx.addr(px))
        ptx.inst.st.global_.v4.f32(ptx.addr(py), [value + value for value in values])
    with ptx.if_(i < n % 4):
        at = (n - n % 4 + i) * 4
        pointers = [pointer + at for pointer in ptx.global_ptrs(X, Y)]
        value = reg.scalar(f32)
        ptx.ld(f32, value, ptx.addr(pointers[0]))
        ptx.st(f32, ptx.addr(pointers[1]), value + value)


def test_a_misaligned_array_without_a_whole_vector_is_taken(machine: Machine) -> None:
    x, y = vectors(machine, 9)
    for count in (1, 2, 3):
        for _ in range(2):
            double_with_tail.launch(N=9, n=count)(x.address + 4, y.address + 4)
    with pytest.raises(LaunchError, match="needs an address that is a multiple of 16 bytes; pass a copy"):
        double_with_tail.launch(N=9, n=4)(x.address + 4, y.address + 4)
    machine.synchronize()
    assert (y.read() == np.array([0, 2, 4, 6, 0, 0, 0, 0, 0])).all()


# Streams and contexts


def test_a_thread_without_a_context_launches_and_leaves_none(machine: Machine) -> None:
    x, y = vectors(machine)
    stream = machine.stream()
    go = double.launch(grid=4, N=100, stream=stream)

    def run() -> None:
        for _ in range(3):  # the general path, then native code
            go(x.address, y.address)
        if machine.strict is not None:
            assert machine.strict.depth == 0

    machine.in_thread(run)
    machine.synchronize()
    assert (y.read() == 2 * x.read()).all()
    if machine.strict is not None:
        assert {launch.stream for launch in machine.strict.launches} == {stream}


def test_a_launch_in_another_context_returns_to_the_callers(machine: Machine) -> None:
    x, y = vectors(machine)
    current = ctypes.c_void_p()
    with machine.driver.current(0):
        for _ in range(3):
            double(x, y)
        machine.driver.call("cuCtxGetCurrent", ctypes.byref(current))
        assert current.value == machine.driver._contexts[0].value


def test_a_stream_that_is_none_is_refused(machine: Machine) -> None:
    if machine.strict is None:
        pytest.skip("a card's driver does not check the handles of streams")
    x, y = vectors(machine)
    with pytest.raises(LaunchError, match="INVALID_HANDLE"):
        double.launch(grid=4, N=100, stream=0xDEAD0)(x, y)


@kernel(in_specs=(V,), out_specs=(V,), grid=lambda N: -(-N // THREADS), block=THREADS)
def doubled(X: Any, Y: Any) -> None:
    i = reg.from_(ptx.special.ctaid.x(), u32) * THREADS + ptx.special.tid.x()
    with ptx.if_(i < X.shape[0]):
        px, py = (pointer + i * 4 for pointer in ptx.global_ptrs(X, Y))
        x = reg.scalar(f32)
        ptx.ld(f32, x, ptx.addr(px))
        ptx.st(f32, ptx.addr(py), x + x)


def check_doubled(step: Callable[[Any], Any], x: Any) -> None:
    np.testing.assert_array_equal(step(x), 2 * np.asarray(x))


@pytest.mark.parametrize("capabilities", [(90, 90)])
def test_xlas_threads_launch_on_their_stream_and_in_their_context(
    machine: Machine, capabilities: tuple[int, ...]
) -> None:
    jax = pytest.importorskip("jax")
    if machine.strict is None:
        cards = [device for device in jax.devices() if device.platform == "gpu"]
        if len(cards) < len(capabilities):
            pytest.skip("needs a JAX with CUDA: pip install 'jax[cuda13]'")
        step = jax.jit(doubled)
        for card in cards * 3:
            x = jax.device_put(np.arange(100, dtype=np.float32), card)
            machine.in_thread(functools.partial(check_doubled, step, x))
        return
    xla = importlib.import_module("pyptx.runtime.xla")
    text = xla.Call(doubled.graph_name(), "{}", (), ()).text
    for device in (1, 0):
        machine.device = device
        (x, y), stream = vectors(machine), machine.stream()
        buffers = [(array.address, 11, (100,)) for array in (x, y)]  # float32

        def run(buffers: Any = buffers, device: int = device, stream: int = stream) -> None:
            strict = machine.strict
            assert strict is not None
            with machine.driver.current(device):  # XLA's threads have the context of their device
                for stage in (2, 3):  # XLA initialises, then executes
                    assert xla._resolve("CUDA", text, buffers, 1, stream, stage) is None
                    assert strict.depth == 1

        machine.in_thread(run)
        last = machine.strict.launches[-1]
        assert (last.device, last.stream) == (device, stream)
        assert (y.read() == 2 * x.read()).all()
    assert len(machine.strict.launches) == 2


# Captures and graphs


def test_a_captured_launch_is_replayed_with_new_contents(machine: Machine) -> None:
    x, y = vectors(machine)
    stream = machine.stream()
    go = double.launch(grid=4, N=100, stream=stream)
    go(x, y)
    machine.synchronize()
    with machine.capturing(stream) as replays:
        go(x, y)
        go(y, y)
    x.write(np.full(100, 5, np.float32))
    replays[0]()
    assert (y.read() == 20).all()


MAPPED = """
.version 8.0
.target sm_90
.address_size 64
.visible .entry mapped(.param .align 64 .b8 map[128], .param .u64 out)
{
    .reg .b64 %rd<3>;
    mov.b64 %rd1, map;
    cvta.param.u64 %rd1, %rd1;
    prefetch.tensormap [%rd1];
    ret;
}
"""


def test_a_captured_tensor_map_keeps_its_address(machine: Machine) -> None:
    x, y = vectors(machine, 64 * 64)
    stream = machine.stream()
    described = TensorMap.tiled(f32, sizes=(64, 64), box=(32, 32))
    program = from_ptx(MAPPED)

    def launch(array: DeviceArray) -> None:
        program.launch(described.of(array.address), y.address, grid=1, block=32, engine="gpu", stream=stream)

    launch(x)
    machine.call("cuStreamSynchronize", ctypes.c_void_p(stream))
    with machine.capturing(stream) as replays:
        launch(x)
    launch(y)  # has no effect on the parameters of the graph
    replays[0]()
    if machine.strict is not None:
        maps = [launch.params[0] for launch in machine.strict.launches]
        assert [int.from_bytes(each[:8], "little") for each in maps] == [x.address, y.address, x.address]
        assert maps[2] == maps[0]


def test_nothing_is_loaded_while_a_stream_is_captured(machine: Machine) -> None:
    x, y = vectors(machine)
    stream, other = machine.stream(), machine.stream()

    @kernel(in_specs=(V, V), mutates=("Y",), grid=1, block=THREADS)
    def fresh(X: Any, Y: Any) -> None:
        ptx.ret()

    with (
        machine.capturing(stream),
        pytest.raises(LaunchError, match="call the kernel once before the capture"),
    ):
        fresh.launch(N=100, stream=stream)(x, y)
    # On another stream the load would end the capture, and the driver refuses it.
    said = refused_in_capture(machine, stream, lambda: fresh.launch(N=100, stream=other)(x, y))
    assert "call the kernel once before the capture" in said


def refused_in_capture(machine: Machine, stream: int, call: Callable[[], object]) -> str:
    """Return the error of a call that ends the capture of a stream."""
    capture = machine.capturing(stream)
    capture.__enter__()
    with pytest.raises(LaunchError) as caught:
        call()
    with pytest.raises(LaunchError, match="INVALIDATED"):
        capture.__exit__(None, None, None)
    return str(caught.value)


def test_the_legacy_stream_is_refused_while_another_stream_captures(machine: Machine) -> None:
    x, y = vectors(machine)
    double(x, y)
    on_default = double.launch(grid=4, N=100, stream=0)
    said = refused_in_capture(machine, machine.stream(blocking=True), lambda: on_default(x, y))
    assert "STREAM_CAPTURE_IMPLICIT" in said
    assert "launch on another one" in said
    machine.synchronize()
    on_default(x, y)  # after it, all is as before
    assert (y.read() == 2 * x.read()).all()


# Memory


def test_copies_of_host_arrays_are_freed(machine: Machine) -> None:
    x, y = np.arange(100, dtype=np.float32), np.zeros(100, np.float32)
    before = dict(machine.strict.memory) if machine.strict is not None else {}
    double(x, y, engine="gpu")
    assert (y == 2 * x).all()
    with pytest.raises(LaunchError):
        double.program(N=100).launch(x, y, grid=1, block=THREADS, smem=1 << 20, engine="gpu")
    if machine.strict is not None:
        assert machine.strict.memory.keys() == before.keys()


def test_an_output_of_the_caching_allocator_is_of_the_launchs_stream(machine: Machine) -> None:
    if machine.strict is None:
        torch = pytest.importorskip("torch")
        if not torch.cuda.is_available():
            pytest.skip("needs a torch with CUDA")
        side = torch.cuda.Stream()
        x = torch.arange(100, dtype=torch.float32, device="cuda")
        with torch.cuda.stream(side):
            side.wait_stream(torch.cuda.default_stream())
            for _ in range(50):  # the memory of each output is used again by the next
                y = torch.empty_like(x)
                double(x, y)
                del y
            y = torch.empty_like(x)
            double(x, y)
        side.synchronize()
        assert y.equal(2 * x)
        return
    x, y = vectors(machine)
    stream = machine.stream()
    go = double.launch(grid=4, N=100, stream=stream)
    for _ in range(5):
        go(x, y)
        machine.call("cuMemFree_v2", ctypes.c_uint64(y.address))
        y = machine.array(np.zeros(100, np.float32))
    go(x, y)
    assert (y.read() == 2 * x.read()).all()
    assert {launch.stream for launch in machine.strict.launches} == {stream}


# Parameters


LARGE = """
.version 8.1
.target sm_70
.address_size 64
.visible .entry large(.param .align 8 .b8 block[{size}], .param .u64 out)
{{
    .reg .b32 %r<2>;
    .reg .b64 %rd<2>;
    ld.param.u32 %r1, [block+{last}];
    ld.param.u64 %rd1, [out];
    cvta.to.global.u64 %rd1, %rd1;
    st.global.u32 [%rd1], %r1;
    ret;
}}
"""


@pytest.mark.parametrize("size", [64, 4080, 4096, 20000])
def test_large_parameter_blocks_arrive_whole(machine: Machine, size: int) -> None:
    out = machine.array(np.zeros(1, np.uint32))
    program = from_ptx(LARGE.format(size=size, last=size - 4))
    content = bytes(size - 4) + (12345).to_bytes(4, "little")
    for _ in range(2):
        program.launch(content, out, grid=1, block=1, engine="gpu")
    machine.synchronize()
    if machine.strict is None:
        assert out.read() == [12345]
    else:
        assert [launch.params[0] for launch in machine.strict.launches] == [content] * 2


def test_a_structure_with_an_address_arrives(machine: Machine) -> None:
    out = machine.array(np.ones(4, np.uint32))
    program = from_ptx(LARGE.format(size=16, last=12))
    program.launch(Structure(bytes(16), {0: out}), out, grid=1, block=1, engine="gpu")
    machine.synchronize()
    if machine.strict is None:
        assert out.read()[0] == 0
    else:
        content = out.address.to_bytes(8, "little") + bytes(8)
        assert machine.strict.launches[0].params[0] == content


# Peers


@pytest.mark.parametrize("capabilities", [(90, 90)])
def test_each_device_launches_in_its_context(machine: Machine, capabilities: tuple[int, ...]) -> None:
    for device in range(2):
        machine.device = device
        x, y = vectors(machine)
        for _ in range(3):
            double(x, y)
        machine.synchronize()
        assert (y.read() == 2 * x.read()).all()
    if machine.strict is not None:
        assert [launch.device for launch in machine.strict.launches] == [0] * 3 + [1] * 3
        assert machine.strict.depth == 0


@pytest.mark.parametrize("capabilities", [(90, 90)])
def test_arrays_of_two_devices_are_refused(machine: Machine, capabilities: tuple[int, ...]) -> None:
    x, _ = vectors(machine)
    machine.device = 1
    _, y = vectors(machine)
    with pytest.raises(LaunchError, match="is on cuda:1, but argument X is on cuda:0"):
        double(x, y)
    with pytest.raises(LaunchError, match="cuda:1"):
        double.launch(grid=4, N=100, device=0)(x, y)


# Errors of a running kernel


def test_a_sticky_error_names_the_launches_before_it(machine: Machine) -> None:
    if machine.strict is None:
        pytest.skip("it ends the context of this process; run it by hand on a card")
    x, y = vectors(machine)
    go = double.launch(grid=4, N=100, stream=0)
    go(x, y)
    machine.strict.fail("CUDA_ERROR_ILLEGAL_ADDRESS")
    go(x, y)
    for _ in range(2):
        with pytest.raises(LaunchError, match="launched before met an illegal address") as caught:
            go(x, y)
        assert "double, grid (4, 1, 1)" in str(caught.value)


# Attributes of a launch, by architecture


def hopper() -> Program:
    """The kernel for a target with clusters and dependent launches."""
    text = double.program(N=100).ptx
    return from_ptx(text.replace(".version 6.3", ".version 8.0").replace(".target sm_75", ".target sm_90"))


@pytest.mark.parametrize("capabilities", [(90,)])
@pytest.mark.parametrize(
    "options", [{"cooperative": True}, {"pdl": True}, {"priority": -1}, {"cluster": (2, 1, 1)}]
)
def test_a_launch_attribute_is_accepted(
    machine: Machine, options: dict[str, Any], capabilities: tuple[int, ...]
) -> None:
    x, y = vectors(machine)
    hopper().launch(x, y, grid=4, block=THREADS, engine="gpu", **options)
    machine.synchronize()
    assert (y.read() == 2 * x.read()).all()


@pytest.mark.parametrize("capabilities", [(90,)])
def test_a_cluster_of_sixteen_is_allowed_first(machine: Machine, capabilities: tuple[int, ...]) -> None:
    x, y = vectors(machine)
    hopper().launch(x, y, grid=16, block=THREADS, cluster=(16, 1, 1), engine="gpu")
    machine.synchronize()
    assert (y.read() == 2 * x.read()).all()


@pytest.mark.parametrize("capabilities", [(80,)])
def test_an_older_gpu_refuses_attributes_of_newer_ones(
    machine: Machine, capabilities: tuple[int, ...]
) -> None:
    if machine.strict is None and machine.driver.arch(0).name >= "sm_90":
        pytest.skip("needs a GPU before sm_90")
    x, y = vectors(machine)
    with pytest.raises(LaunchError, match=r"NOT_SUPPORTED|INVALID_VALUE"):
        double.launch(grid=4, N=100, pdl=True)(x, y)


def test_shared_memory_beyond_48_kib_is_requested(machine: Machine) -> None:
    x, y = vectors(machine)
    program = double.program(N=100)
    program.launch(x, y, grid=4, block=THREADS, smem=60000, engine="gpu")
    machine.synchronize()
    assert (y.read() == 2 * x.read()).all()
