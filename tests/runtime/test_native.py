"""The native launcher on CPU tensors, with a driver that records: what reaches it, and what does not."""

from __future__ import annotations

import copy
import ctypes
import functools
import gc
import inspect
import os
import pickle
import struct
import sys
import threading
import time
import tracemalloc
import weakref
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from pyptx import Structure, Tile, kernel, load_ptx, ptx, reg
from pyptx.errors import LaunchError
from pyptx.kernel import Kernel
from pyptx.kernel.reads import reads_of
from pyptx.layouts.tensor_map import TensorMap
from pyptx.program import MapParam, from_ptx, recording
from pyptx.record import replace
from pyptx.runtime import arrays, extension, native, native_calls, plain, torch_functions
from pyptx.runtime.arrays import describe
from pyptx.runtime.cuda import LaunchConfig
from pyptx.runtime.driver import Ready
from pyptx.runtime.extension import launching
from pyptx.runtime.plan import plan_launch
from pyptx.runtime.strides import tensor_map
from pyptx.types import f32
from tests.frameworks import torch

if extension.MISSING:
    pytest.skip(extension.MISSING, allow_module_level=True)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pyptx.program import Program
    from pyptx.runtime.plan import LaunchPlan

pytestmark = pytest.mark.needs("torch")

TEXT = """
.version 8.0
.target sm_80
.address_size 64
.visible .entry axpy(.param .u64 X, .param .u64 Y, .param .f32 alpha, .param .u64 n) { ret; }
"""
PROGRAM = from_ptx(TEXT)
CONTEXT = 100
FUNCTION = 7
MISS = NotImplemented
AXPY = (8, 8, 4, 8)


@dataclass
class Recorder:
    """A driver whose functions are Python: it writes down every launch."""

    launches: list[dict[str, Any]] = field(default_factory=list)
    status: int = 0
    context: int = CONTEXT
    sizes: tuple[int, ...] = AXPY
    pushed: list[int] = field(default_factory=list)
    misaligned: int = 0

    def __post_init__(self) -> None:
        status, handle = ctypes.c_int, ctypes.c_void_p
        config = ctypes.POINTER(LaunchConfig)
        self.functions = (
            ctypes.CFUNCTYPE(status, config, handle, ctypes.POINTER(handle), handle)(self.launch),
            ctypes.CFUNCTYPE(status, ctypes.POINTER(handle))(self.current),
            ctypes.CFUNCTYPE(status, handle)(self.push),
            ctypes.CFUNCTYPE(status, ctypes.POINTER(handle))(self.pop),
            ctypes.CFUNCTYPE(status, handle, handle)(self.replace),
        )

    def launch(self, config: Any, function: int, params: Any, extra: Any) -> int:
        found = config.contents
        self.misaligned += params[0] % 64 != 0
        given = [ctypes.string_at(params[k], size) for k, size in enumerate(self.sizes)]
        if self.sizes != AXPY:
            self.launches.append({"bytes": b"".join(given)})
            return self.status
        x, y, alpha, n = given
        self.launches.append({
            "function": function, "grid": tuple(found.grid), "block": tuple(found.block),
            "smem": found.shared_bytes, "stream": found.stream,
            "clusters": [tuple(found.attributes[k].value[:3]) for k in range(found.attribute_count)],
            "addresses": struct.unpack("QQ", x + y), "scalars": struct.unpack("<fQ", alpha + n),
        })  # fmt: skip
        return self.status

    def current(self, out: Any) -> int:
        out[0] = self.context
        return 0

    def push(self, context: int) -> int:
        self.pushed.append(context)
        return 0

    def pop(self, out: Any) -> int:
        return 0

    def replace(self, tensor_map: int, address: int) -> int:
        ctypes.memmove(tensor_map, struct.pack("Q", address), 8)
        return 0

    def addresses(self) -> tuple[int, ...]:
        return tuple(ctypes.cast(found, ctypes.c_void_p).value or 0 for found in self.functions)

    def refuse(self, name: str, status: int, entry: str = "") -> None:
        raise LaunchError(f"{name} failed: {status}")


@pytest.fixture
def driver(monkeypatch: pytest.MonkeyPatch) -> Recorder:
    recorder = Recorder()
    monkeypatch.setattr(native, "driver", lambda: recorder)
    return recorder


@pytest.fixture
def native_launcher(driver: Recorder) -> Any:
    known = native.launcher("axpy")
    if not isinstance(known, launching.Launcher):
        pytest.skip("this torch does not lend its tensors to C")
    return known


@pytest.fixture
def asking_python(native_launcher: Any) -> Iterator[None]:
    """Native code that asks torch's functions of Python, as where those of C++ are not found."""
    launching.use_functions()
    yield
    torch_functions.find_functions()


@pytest.fixture(params=["native", "native, asking Python", "plain", "plain, without guards of graphs"])
def launcher(driver: Recorder, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    """All launchers keep the same rules."""
    if "Python" in request.param:
        request.getfixturevalue("asking_python")
    if "native" in request.param:
        return request.getfixturevalue("native_launcher")
    if "without" in request.param:
        monkeypatch.delattr(torch._C._dynamo.guards, "TensorGuards")
    return plain.Launcher(driver.addresses(), functools.partial(driver.refuse, "cuLaunchKernelEx"), "axpy")


def learn(
    known: Any, x: Any, y: Any, words: dict[str, Any], varying: Sequence[str] = (), cluster: bytes = b""
) -> bool:
    plan = plan_of(PROGRAM, [x, y], {"alpha": 2.0, "n": 9, **words}, cluster=cluster)
    return native.learn(known, PROGRAM, plan, [x], [y], words, varying, [1])


def plan_of(
    program: Program, arrays: Sequence[Any], values: dict[str, Any], cluster: bytes = b"", encode: Any = None
) -> LaunchPlan:
    """A launch of a program whose first parameters are arrays, with a map of one for each other."""
    ready = Ready(FUNCTION, CONTEXT, (3, 2, 1), (64, 1, 1), 512, cluster)
    names = [param.name for param in program.params][: len(arrays)]
    passed = dict(zip(names, arrays, strict=True))
    addresses = {name: array.data_ptr() for name, array in passed.items()}
    maps = {
        param.name: tensor_map(param, describe(param.tensor, passed[param.tensor])).of(
            addresses[param.tensor]
        )
        for param in program.tensor_maps
    }
    return plan_launch(program, ready, {**values, **addresses, **maps}, names, encode)


@pytest.fixture
def x() -> Any:
    return torch.arange(32.0).reshape(4, 8)


@pytest.fixture
def y() -> Any:
    return torch.zeros(4, 8)


def test_native_code_launches_where_torch_lends_its_tensors(driver: Recorder) -> None:
    assert isinstance(native.launcher("axpy"), launching.Launcher) == native.supports_torch()


def test_a_known_signature_reaches_the_driver(driver: Recorder, launcher: Any, x: Any, y: Any) -> None:
    cluster = struct.pack("<II16I", 4, 0, 2, 1, 1, *[0] * 13)
    assert learn(launcher, x, y, {}, cluster=cluster)
    other = torch.ones(4, 8)
    assert launcher.call((other,), y, {}) is y
    assert driver.launches == [
        {
            "function": FUNCTION, "grid": (3, 2, 1), "block": (64, 1, 1), "smem": 512, "stream": None,
            "clusters": [(2, 1, 1)], "addresses": (other.data_ptr(), y.data_ptr()), "scalars": (2.0, 9),
        }
    ]  # fmt: skip


class Settings:
    scale = 2.0


SCALE = 2.0


@pytest.mark.parametrize("kind", ["global", "cell", "list", "dictionary", "attribute", "class"])
def test_a_launch_of_other_python_values_is_left_to_the_general_path(
    launcher: Any, x: Any, y: Any, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cell, listed, named, settings, kept = 2.0, [2.0, 3.0], {"scale": 2.0}, Settings(), Settings()
    kept.scale = 2.0
    bodies: dict[str, Callable[[], float]] = {
        "global": lambda: SCALE,
        "cell": lambda: cell,
        "list": lambda: listed[0],
        "dictionary": lambda: named["scale"],
        "attribute": lambda: kept.scale,
        "class": lambda: settings.scale,
    }
    guard = reads_of(bodies[kind]).guard()
    learn(launcher, x, y, {})
    launcher.watch(guard)
    for _ in range(3):
        assert launcher.call((x,), y, {}) is not MISS
        monkeypatch.setitem(globals(), "ANOTHER", object())  # the dictionary is another, what was read is not
    monkeypatch.setitem(globals(), "SCALE", 3.0)
    cell = listed[1] = kept.scale = 3.0
    listed[0] = 4.0
    named["more"] = 1.0
    monkeypatch.setattr(Settings, "scale", 5.0)
    assert launcher.call((x,), y, {}) is MISS
    launcher.watch(None)
    assert launcher.call((x,), y, {}) is not MISS


def test_outputs_are_allocated_as_the_first_one_was(driver: Recorder, launcher: Any, x: Any, y: Any) -> None:
    assert learn(launcher, x, y.t(), {})
    made = launcher.call((x,), None, {})
    assert (made.shape, made.stride(), made.dtype) == ((8, 4), (1, 8), torch.float32)
    assert driver.launches[0]["addresses"] == (x.data_ptr(), made.data_ptr())
    again = launcher.call((x,), None, {})
    assert again.data_ptr() != made.data_ptr()


def test_words_that_no_launch_had_are_left_to_python(launcher: Any, x: Any, y: Any) -> None:
    assert learn(launcher, x, y, {})
    for _ in range(2):  # the last variant is tried first
        assert launcher.call((x,), y, {}) is y
        assert launcher.call((x,), y, {"more": 1}) is MISS


def test_an_output_in_a_tuple(launcher: Any, x: Any, y: Any) -> None:
    assert learn(launcher, x, y, {})
    assert launcher.call((x,), (y,), {}) is y
    assert launcher.call((x,), [y], {}) is MISS


def freed(x: Any) -> Any:
    """A tensor whose memory was taken away."""
    found = x.clone()
    found.untyped_storage().resize_(0)
    return found


OTHERS = {
    "shape": lambda x: x.reshape(8, 4),
    "rank": lambda x: x.reshape(-1),
    "element type": lambda x: x.to(torch.int32),
    "strides": lambda x: x.reshape(8, 4).t(),
    "alignment": lambda x: torch.zeros(33)[1:].reshape(4, 8),
    "device": lambda x: x.to("meta"),
    "subclass": lambda x: x.as_subclass(type("Subclass", (torch.Tensor,), {})),
    "no tensor": lambda x: x.numpy(),
    "none": lambda x: None,
    "sparse": lambda x: x.to_sparse(),
    "negative view": lambda x: torch._neg_view(x),
    "conjugate view": lambda x: torch.complex(x, x).conj(),
    "empty": lambda x: x[:0],
    "expanded": lambda x: x[:1].expand(4, 8),
    "freed": freed,
}


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS.keys())
def test_other_arrays_are_left_to_the_general_path(
    driver: Recorder, launcher: Any, x: Any, y: Any, other: Any
) -> None:
    assert learn(launcher, x, y, {})
    assert launcher.call((other(x),), y, {}) is MISS
    assert launcher.call((x,), other(y), {}) is MISS or other(y) is None
    assert len(driver.launches) == (other(y) is None)


def test_numbers_of_arrays_that_do_not_fit(driver: Recorder, launcher: Any, x: Any, y: Any) -> None:
    assert launcher.call((x,), y, {}) is MISS
    assert learn(launcher, x, y, {})
    for args, out in (
        ((), None),
        ((x, x), None),
        ((x,), (y, y)),
        ((x,), ()),
        ((x,) * 40, None),
        ((), (x, y)),
    ):
        made = launcher.call(args, out, {})
        assert made is MISS or (args, out) == ((x,), ())
    assert len(driver.launches) == 1


def test_what_torch_must_see_is_left_to_the_general_path(
    driver: Recorder, launcher: Any, x: Any, y: Any
) -> None:
    modes = pytest.importorskip("torch.utils._python_dispatch")

    def dispatch(self: Any, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return function(*args, **(kwargs or {}))

    mode: Any = type("Mode", (modes.TorchDispatchMode,), {"__torch_dispatch__": dispatch})
    assert learn(launcher, x, y, {})
    with mode():
        assert launcher.call((x,), y, {}) is MISS
    wanted = x.clone().requires_grad_()
    assert launcher.call((wanted,), y, {}) is MISS
    seen: list[Any] = []

    def look(array: Any) -> Any:
        seen.append(launcher.call((array,), None, {}))
        return array

    torch.vmap(look)(torch.zeros(2, 4, 8))
    torch.func.functionalize(look)(x)
    assert seen == [MISS, MISS]
    assert driver.launches == []
    with torch.no_grad():
        assert launcher.call((wanted,), y, {}) is y


@pytest.mark.parametrize("written", [[0], [0, 1]])
def test_inputs_that_are_one_and_are_written(
    driver: Recorder, launcher: Any, x: Any, y: Any, written: list[int]
) -> None:
    """The same memory may be read and written, and not be written twice."""
    plan = plan_of(PROGRAM, [x, y], {"alpha": 2.0, "n": 9})
    assert native.learn(launcher, PROGRAM, plan, [x, y], [], {}, (), written)
    assert launcher.call((x, y), None, {}) is None
    assert launcher.call((x, x), None, {}) is (None if written == [0] else MISS)
    assert len(driver.launches) == 3 - len(written)


@pytest.mark.parametrize("transform", ["grad", "functionalize"])
def test_outputs_that_a_transform_would_own(
    driver: Recorder, launcher: Any, x: Any, y: Any, transform: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # By the function that goes past the dispatcher they would be plain; on another device it is not used.
    monkeypatch.delattr(torch._C._dynamo.guards, "_empty_strided_cpu", raising=False)
    assert learn(launcher, x, y, {})

    def run(number: Any) -> Any:
        made.append(launcher.call((x,), None, {}))
        return number

    made: list[Any] = []
    getattr(torch.func, transform)(run)(torch.ones(()))
    assert made == [MISS]
    assert driver.launches == []


@pytest.mark.parametrize(
    "mode",
    [
        lambda: torch._subclasses.fake_tensor.FakeTensorMode(),
        lambda: pytest.importorskip("torch._subclasses.functional_tensor").FunctionalTensorMode(),
    ],
    ids=["fake", "functional"],
)
def test_modes_of_torchs_own_are_left_to_the_general_path(
    driver: Recorder, launcher: Any, x: Any, y: Any, mode: Callable[[], Any]
) -> None:
    assert learn(launcher, x, y, {})
    with mode():
        assert launcher.call((x,), y, {}) is MISS
    assert driver.launches == []


def test_an_output_that_cannot_be_allocated(
    driver: Recorder, launcher: Any, x: Any, y: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: Any) -> None:
        raise MemoryError("no more")

    original = torch._C._dynamo.guards._empty_strided_cpu
    monkeypatch.setattr(torch._C._dynamo.guards, "_empty_strided_cpu", refuse)
    assert learn(launcher, x, y, {})
    monkeypatch.setattr(torch._C._dynamo.guards, "_empty_strided_cpu", original)
    with pytest.raises(MemoryError, match="no more"):
        launcher.call((x,), None, {})
    assert driver.launches == []
    assert launcher.call((x,), y, {}) is y


def test_launch_scalars_are_packed_by_type(driver: Recorder, launcher: Any, x: Any, y: Any) -> None:
    assert learn(launcher, x, y, {"alpha": 1.0, "n": 1}, ["alpha", "n"])
    for alpha, n in ((0.5, 3), (-2, 2**63 - 1), (float("inf"), 0)):
        assert launcher.call((x,), y, {"alpha": alpha, "n": n}) is y
    assert [found["scalars"] for found in driver.launches] == [(0.5, 3), (-2.0, 2**63 - 1), (float("inf"), 0)]
    wrong: list[tuple[Any, Any]] = [
        (1e39, 1), (10**400, 1), ("1", 1), (True, 1), (1.0, -1), (1.0, 2**64), (1.0, True), (1.0, 1.0)
    ]  # fmt: skip
    for given in wrong:
        assert launcher.call((x,), y, dict(zip(("alpha", "n"), given, strict=True))) is MISS
    assert launcher.call((x,), y, {"alpha": 1.0}) is MISS
    assert launcher.call((x,), y, {"alpha": 1.0, "n": 1, "m": 1}) is MISS


def test_other_words_must_be_the_same(launcher: Any, x: Any, y: Any) -> None:
    assert learn(launcher, x, y, {"tile": 1})
    assert launcher.call((x,), y, {"tile": 1}) is y
    for word in (2, True, 1.0, "1", None):
        assert launcher.call((x,), y, {"tile": word}) is MISS
    assert not learn(launcher, x, y, {"tile": [1]})


def test_zeros_of_either_sign_and_nans_are_words_of_their_own(launcher: Any, x: Any, y: Any) -> None:
    assert learn(launcher, x, y, {"scale": 0.0})
    assert launcher.call((x,), y, {"scale": -0.0}) is MISS
    assert learn(launcher, x, y, {"scale": -0.0})
    assert learn(launcher, x, y, {"scale": float("nan")})
    assert not learn(launcher, x, y, {"scale": float("nan")})
    for scale in (0.0, -0.0, float("nan")):
        assert launcher.call((x,), y, {"scale": scale}) is y
    assert launcher.variants == 3


def test_many_words_of_one_shape_are_found_at_once(launcher: Any, x: Any, y: Any) -> None:
    def seconds(tiles: Sequence[int]) -> float:
        best = []
        for _ in range(20):
            start = time.perf_counter()
            for tile in tiles:  # the last one found is tried first, so each call finds another one
                assert launcher.call((x,), y, {"tile": tile, "alpha": 1.0}) is y
            best.append(time.perf_counter() - start)
        return min(best)

    for tile in range(4):
        assert learn(launcher, x, y, {"tile": tile, "alpha": 1.0}, ["alpha"])
    few = seconds(range(4))
    for tile in range(4, 2000):
        assert learn(launcher, x, y, {"tile": tile, "alpha": 1.0}, ["alpha"])
    assert seconds(range(4)) < 3 * few


def test_outputs_with_gaps_are_passed(launcher: Any, x: Any) -> None:
    y = torch.zeros(4, 16)[:, ::2]
    if learn(launcher, x, y, {}):
        assert launcher.call((x,), y, {}) is y
    assert launcher.call((x,), None, {}) is MISS


def test_a_signature_is_kept_once(launcher: Any, x: Any, y: Any) -> None:
    assert learn(launcher, x, y, {"tile": 1})
    assert not learn(launcher, x, y, {"tile": 1})
    assert learn(launcher, x, y, {"tile": 2})
    for rows in range(1, 300):
        assert learn(launcher, torch.zeros(rows, 3), torch.zeros(rows, 3), {})
    assert launcher.variants == 301
    for rows in range(1, 300):
        made = launcher.call((torch.zeros(rows, 3),), None, {})
        assert made.shape == (rows, 3)


def test_an_output_over_an_input_is_left_to_the_general_path(launcher: Any) -> None:
    memory = torch.zeros(64)
    x, y = memory[:32].view(4, 8), memory[32:].view(4, 8)
    assert learn(launcher, x, y, {})
    assert launcher.call((x,), y, {}) is y
    assert launcher.call((x,), memory[4:36].view(4, 8), {}) is MISS


@pytest.mark.parametrize(
    ("first", "second", "launched"),
    [
        (0, 32, True),
        (0, 28, False),
        (0, 0, False),
        (32, 0, True),
        (28, 0, False),
        (0, 40, True),
        (40, 0, True),
    ],
)
def test_an_output_may_begin_where_an_input_ends(
    launcher: Any, x: Any, y: Any, first: int, second: int, launched: bool
) -> None:
    assert learn(launcher, x, y, {})
    memory = torch.zeros(80)
    given, out = (memory[at : at + 32].view(4, 8) for at in (first, second))
    assert (launcher.call((given,), out, {}) is out) == launched


def test_a_written_input_over_another_is_left_to_the_general_path(driver: Recorder, launcher: Any) -> None:
    memory = torch.zeros(12, 4)
    x, y = memory[:8], memory[4:]
    plan = plan_of(PROGRAM, [x, y], {"alpha": 1.0, "n": 1})
    assert native.learn(launcher, PROGRAM, plan, [x, y.clone()], [], {}, [], [0])
    assert launcher.call((x, y), None, {}) is MISS
    assert launcher.call((x, x), None, {}) is None
    assert launcher.call((x, y.clone()), None, {}) is None
    assert len(driver.launches) == 2


def test_an_older_torch_is_told_of_each_tensor(x: Any, y: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def one(tensor: Any) -> None:
        if not isinstance(tensor, torch.Tensor):
            raise TypeError

    marked: list[Any] = []
    monkeypatch.setattr(torch._C, "_increment_version", one)
    monkeypatch.setattr(torch.autograd.graph, "increment_version", marked.append)
    plain._find_marker(torch)((x, y))
    assert [id(tensor) for tensor in marked] == [id(x), id(y)]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_what_torch_jit_traces_is_left_to_the_general_path(
    driver: Recorder, launcher: Any, x: Any, y: Any
) -> None:
    assert learn(launcher, x, y, {})

    def run(x: Any) -> Any:
        assert launcher.call((x,), None, {}) is MISS
        assert launcher.call((x,), y, {}) is MISS
        return x + 1

    torch.jit.trace(run, (x,), check_trace=False)
    assert driver.launches == []
    assert launcher.call((x,), y, {}) is y


def test_tangents_are_left_to_the_general_path(driver: Recorder, launcher: Any, x: Any, y: Any) -> None:
    learn(launcher, x, y, {})
    with torch.autograd.forward_ad.dual_level():
        assert launcher.call((x,), y, {}) is MISS
    assert launcher.call((x,), y, {}) is y


def test_autograd_learns_of_the_write(launcher: Any, x: Any, y: Any) -> None:
    assert learn(launcher, x, y, {})
    w = torch.ones(4, 8, requires_grad=True)
    product = (w * y).sum()
    launcher.call((x,), y, {})
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        product.backward()


def test_the_drivers_refusal_is_raised(driver: Recorder, launcher: Any, x: Any, y: Any) -> None:
    assert learn(launcher, x, y, {})
    driver.status = 700
    with pytest.raises(LaunchError, match="cuLaunchKernelEx failed: 700"):
        launcher.call((x,), y, {})
    with pytest.raises(LaunchError, match="cuLaunchKernelEx failed: 700"):
        launcher.call((x,), None, {})


def test_the_context_of_the_function_is_current(
    driver: Recorder, native_launcher: Any, x: Any, y: Any
) -> None:
    assert learn(native_launcher, x, y, {})
    native_launcher.call((x,), y, {})
    assert driver.pushed == []
    driver.context = 55
    native_launcher.call((x,), y, {})
    assert driver.pushed == [CONTEXT]


def test_no_reference_is_lost_or_kept(driver: Recorder, native_launcher: Any, x: Any, y: Any) -> None:
    assert learn(native_launcher, x, y, {"tile": 12345})
    words = {"tile": 12345}
    tracked = (x, y, words, words["tile"])

    def counts() -> list[int]:
        driver.launches.clear()
        return [sys.getrefcount(thing) for thing in tracked]

    before = counts()
    for _ in range(500):
        native_launcher.call((x,), y, words)
        native_launcher.call((x,), None, {})
        native_launcher.call((x, x), None, words)
    grown = [new - old for new, old in zip(counts(), before, strict=True)]
    assert max(map(abs, grown)) < 50, grown


def test_threads_call_while_others_learn(driver: Recorder, launcher: Any, x: Any, y: Any) -> None:
    assert learn(launcher, x, y, {})
    wrong: list[Any] = []

    def call() -> None:
        for _ in range(300):
            out = torch.empty(4, 8)
            if launcher.call((x,), out, {}) is not out:
                wrong.append(out)

    threads = [threading.Thread(target=call) for _ in range(4)]
    for thread in threads:
        thread.start()
    for rows in range(5, 205):
        learn(launcher, torch.zeros(rows), torch.zeros(rows), {})
    for thread in threads:
        thread.join()
    assert wrong == []
    assert len(driver.launches) == 1200


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore:.*fork:RuntimeWarning")
def test_a_forked_child_takes_the_general_path(launcher: Any, x: Any, y: Any) -> None:
    assert learn(launcher, x, y, {})
    child = os.fork()
    if child == 0:
        os._exit(0 if launcher.call((x,), y, {}) is MISS else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert launcher.call((x,), y, {}) is y


def test_wrong_uses_raise(native_launcher: Any, x: Any) -> None:
    uses: list[tuple[Any, ...]] = [(), ((x,), None), ([x], None, {})]
    for arguments in uses:
        with pytest.raises(TypeError):
            native_launcher.call(*arguments)
    with pytest.raises(TypeError):
        native_launcher.remember()


@pytest.fixture
def native_kernel(driver: Recorder, native_launcher: Any, x: Any, y: Any) -> Any:
    """A kernel that native code calls, as a first call on CUDA tensors leaves it."""

    @kernel(in_specs=(Tile(4, 8, f32),), out_specs=(Tile(4, 8, f32),), arch="sm_80", name="axpy")
    def axpy(X: Any, Y: Any) -> None:
        ptx.ret()

    assert learn(native_launcher, x, y, {})
    native_calls.set_native_target(axpy, native_launcher)
    yield axpy
    native_calls.set_native_target(axpy, None)


def test_a_kernel_is_called_in_native_code(driver: Recorder, native_kernel: Any, x: Any, y: Any) -> None:
    assert native_kernel(x, out=y) is y
    assert native_kernel(x, out=(y,), engine=None) is y
    assert native_kernel(x).shape == (4, 8)
    assert functools.partial(native_kernel, x)(out=y) is y
    assert list(map(native_kernel, [x, x]))[1].shape == (4, 8)
    assert len(driver.launches) == 6


def test_other_calls_of_a_kernel_go_as_python_says(
    driver: Recorder, native_kernel: Any, x: Any, y: Any
) -> None:
    native_kernel(x, engine="sim")
    with pytest.raises(LaunchError, match="argument X has shape"):
        native_kernel(x[:2])
    with pytest.raises(LaunchError, match="takes 1 array"):
        native_kernel()
    with recording() as reports:
        native_kernel(x, out=y)
    assert [report.engine for report in reports] == ["sim"]
    assert driver.launches == []
    native_kernel(x, out=y)
    assert len(driver.launches) == 1


def test_what_looks_at_a_kernel_finds_python(native_kernel: Any) -> None:
    assert isinstance(native_kernel, Kernel)
    assert type(native_kernel).__name__ == "Kernel"
    assert inspect.getattr_static(native_kernel, "__call__") is vars(Kernel)["__call__"]
    gone = weakref.ref(kernel(lambda: ptx.ret()))
    gc.collect()
    assert gone() is None


MAPPED = from_ptx("""
.version 8.0
.target sm_90a
.address_size 64
.visible .entry mapped(.param .u64 X, .param .u64 Y, .param .align 64 .b8 X_map[128]) { ret; }
""")


def test_tensor_maps_are_patched_by_value(driver: Recorder, native_launcher: Any, x: Any, y: Any) -> None:
    mapped = replace(
        MAPPED, tensor_maps=(MapParam("X_map", "X", TensorMap.tiled("f32", (8, 4), (8, 4), address=16)),)
    )
    driver.sizes = (8, 8, 128)
    made = bytes(range(128))
    plan = plan_of(mapped, [x, y], {}, encode=lambda _: made)
    assert native.learn(native_launcher, mapped, plan, [x], [y], {}, (), [1])
    other = torch.ones(4, 8)
    assert native_launcher.call((other,), y, {}) is y
    (found,) = driver.launches
    x_at = other.data_ptr()
    assert struct.unpack("QQQ", found["bytes"][:24]) == (x_at, y.data_ptr(), x_at + 16)
    assert found["bytes"][24:] == made[8:]


def test_tensor_maps_of_misaligned_memory_are_left_to_the_general_path(
    driver: Recorder, native_launcher: Any, x: Any, y: Any
) -> None:
    wide = TensorMap.tiled("f32", (8, 4), (8, 4), interleave="32B")
    mapped = replace(MAPPED, tensor_maps=(MapParam("X_map", "X", wide),))
    driver.sizes = (8, 8, 128)
    plan = plan_of(mapped, [x, y], {}, encode=lambda _: bytes(128))
    assert native.learn(native_launcher, mapped, plan, [x], [y], {}, (), [1])
    memory = torch.zeros(64)
    between, on = memory[4:36].reshape(4, 8), memory[8:40].reshape(4, 8)
    assert (between.data_ptr() % 32, on.data_ptr() % 32) == (16, 0)
    assert native_launcher.call((between,), y, {}) is MISS
    assert native_launcher.call((on,), y, {}) is y
    assert len(driver.launches) == 1


def strided(native_launcher: Any, x: Any, out: Any, encoded: Callable[..., bytes]) -> Any:
    """Learn a call of a kernel with a map of its input and one of its output."""

    def sized(shape: Sequence[int], strides: Sequence[int] | None) -> TensorMap:
        return TensorMap.tiled("f32", shape[::-1], (4, 4), strides=strides and strides[-2::-1])

    made = tuple(MapParam(f"{name}_map", name, sized((4, 8), None), sized) for name in "XY")
    program = replace(TWICE_MAPPED, tensor_maps=made)
    plan = plan_of(program, [x, out], {}, encode=encoded)
    return native.learn(native_launcher, program, plan, [x], [out], {}, (), [1])


TWICE_MAPPED = from_ptx("""
.version 8.0
.target sm_90a
.address_size 64
.visible .entry mapped(
    .param .u64 X, .param .u64 Y, .param .align 64 .b8 X_map[128], .param .align 64 .b8 Y_map[128]
) { ret; }
""")


def test_strides_have_maps_and_signatures_of_their_own(
    driver: Recorder, native_launcher: Any, x: Any, y: Any
) -> None:
    wide, apart = torch.zeros(4, 64), torch.zeros(4, 64)
    driver.sizes = (8, 8, 128, 128)

    def encoded(tensor: TensorMap) -> bytes:
        return struct.pack("QQ", tensor.address, tensor.strides[0]).ljust(128, b"_")

    def strides() -> list[tuple[int, int]]:
        rows = [row["bytes"] for row in driver.launches]
        driver.launches.clear()
        return [struct.unpack_from("Q120xQ", row, 24) for row in rows]

    views = wide[:, :8], wide[:, 16:24], apart[:, 32:40]
    assert strided(native_launcher, views[0], views[2], encoded)
    assert native_launcher.call((views[1],), views[2], {}) is views[2]
    assert native_launcher.call((x,), views[2], {}) is MISS
    assert native_launcher.call((views[0],), y, {}) is MISS
    assert native_launcher.call((views[0],), None, {}) is MISS  # an output with gaps is never allocated
    assert strides() == [(256, 256)]
    assert strided(native_launcher, views[0], y, encoded)
    assert strided(native_launcher, x, y, encoded)
    assert native_launcher.call((views[0],), None, {}).stride() == (8, 1)
    assert native_launcher.call((x,), y, {}) is y
    assert native_launcher.call((views[1],), views[2], {}) is views[2]
    assert strides() == [(256, 32), (32, 32), (256, 256)]
    assert not strided(native_launcher, views[1], y, encoded)


def test_memory_between_the_first_and_the_last_element_may_be_shared(
    driver: Recorder, native_launcher: Any
) -> None:
    whole, other = torch.zeros(8, 64), torch.zeros(4, 64)
    driver.sizes = (8, 8, 128, 128)
    assert strided(native_launcher, other[:, :8], whole[:4, :8], lambda *_: bytes(128))
    assert native_launcher.call((whole[4:, :8],), whole[:4, :8], {}) is not MISS
    assert native_launcher.call((whole[2:6, 8:16],), whole[:4, :8], {}) is MISS  # decided in Python


def test_the_last_launches_are_named(driver: Recorder, native_launcher: Any, x: Any, y: Any) -> None:
    assert learn(native_launcher, x, y, {})
    native_launcher.call((x,), y, {})
    assert launching.last_launches()[0] == ("axpy", (3, 2, 1))
    for number in range(100):
        launching.note_launch(f"k{number}", (number, 1, 1))
    assert len(launching.last_launches()) == 64
    assert launching.last_launches()[0] == ("k99", (99, 1, 1))


def address_launch(
    driver: Recorder,
    stream: int | None = 5,
    values: Sequence[Any] = (0, 0, 0, 0),
    writes: Sequence[str] | None = (),
    **options: Any,
) -> Any:
    ready = Ready(FUNCTION, CONTEXT, (3, 2, 1), (64, 1, 1), 512, b"")
    plan = plan_launch(
        PROGRAM, ready, dict(zip("XY", values, strict=False)) | {"alpha": values[2], "n": values[3]}
    )
    go = native_calls.native_callable(Callee)()
    go.target = native.address_launch(PROGRAM, plan, (1, 0), stream, writes, **options)
    native_calls.set_native_target(go, go.target)
    return go


class Callee:
    """The object that native code calls if it cannot launch."""

    target: Any

    def __call__(self, *args: Any, **words: Any) -> Any:
        return args, words


def test_a_launch_by_address_takes_addresses_and_tensors(
    driver: Recorder, native_launcher: Any, x: Any, y: Any
) -> None:
    go = address_launch(driver)
    assert go(x, 4096, 0.5, 7) is None
    assert go(x.t(), y, 2, 0) is None
    first, second = driver.launches
    assert (first["addresses"], first["scalars"], first["stream"]) == ((x.data_ptr(), 4096), (0.5, 7), 5)
    assert (second["addresses"], second["scalars"]) == ((x.data_ptr(), y.data_ptr()), (2.0, 0))


@pytest.mark.parametrize(
    ("params", "value", "fits"),
    [
        ([f".u32 p{number}" for number in range(128)], 0, True),
        ([f".u32 p{number}" for number in range(129)], 0, False),
        ([".b8 p0[4096]"], bytes(4096), True),
        ([".b8 p0[4097]"], bytes(4097), False),
    ],
)
def test_a_launch_by_address_has_128_parameters_in_4096_bytes(
    driver: Recorder, native_launcher: Any, params: list[str], value: Any, *, fits: bool
) -> None:
    listed = ", ".join(f".param {each}" for each in params)
    program = from_ptx(
        f".version 8.1\n.target sm_80\n.address_size 64\n.visible .entry many({listed}) {{ ret; }}"
    )
    values = dict.fromkeys([param.name for param in program.params], value)
    plan = plan_launch(program, Ready(FUNCTION, CONTEXT, (1, 1, 1), (1, 1, 1), 0, b""), values)
    assert (native.address_launch(program, plan, (1, 0), 5) is not None) == fits


def test_parameters_in_python_are_aligned_for_tensor_maps() -> None:
    ready = Ready(FUNCTION, CONTEXT, (1, 1, 1), (1, 1, 1), 0, b"")
    plan = plan_launch(PROGRAM, ready, {"X": 0, "Y": 0, "alpha": 2.0, "n": 9})
    kept = [plain.Slots(plan) for _ in range(32)]
    assert {(ctypes.addressof(slots.blob) + slots.start) % 64 for slots in kept} == {0}


def test_parameters_are_aligned_for_tensor_maps(
    driver: Recorder, native_launcher: Any, x: Any, y: Any
) -> None:
    fixed = (x.data_ptr(), y.data_ptr(), 2.0, 9)
    settled = [address_launch(driver, values=fixed, writes=None) for _ in range(32)]
    for go in settled:
        go()
    assert len(driver.launches) == 32
    assert driver.misaligned == 0


def test_written_tensors_of_a_launch_by_address_have_new_versions(
    driver: Recorder, native_launcher: Any, x: Any, y: Any
) -> None:
    go = address_launch(driver, writes=("Y",))
    versions = x._version, y._version
    go(x, y, 1.0, 1)
    go(x, y.data_ptr(), 1.0, 1)
    assert (x._version, y._version) == (versions[0], versions[1] + 1)


def test_a_launch_by_address_leaves_the_rest_to_python(
    driver: Recorder, native_launcher: Any, x: Any
) -> None:
    go = address_launch(driver)
    wrong: list[tuple[Any, ...]] = [
        (), (x, x, 1.0), (x, x, 1.0, 1, 1), (x, x, "1", 1), (x, x, 1.0, -1), (x, -1, 1.0, 1),
        (x, None, 1.0, 1),
        (x, x[:, ::2], 1.0, 1), (x, torch._neg_view(x), 1.0, 1), (x, x.to("meta"), 1.0, 1), (x, 1.5, 1.0, 1),
    ]  # fmt: skip
    for args in wrong:
        returned, words = go(*args)
        assert all(one is other for one, other in zip(returned, args, strict=True))
        assert words == {}
    assert go(x, x, 1.0, n=1) == ((x, x, 1.0), {"n": 1})
    assert driver.launches == []


def test_a_prepared_launch_needs_no_arguments(driver: Recorder, native_launcher: Any, x: Any, y: Any) -> None:
    values = (x.data_ptr(), y.data_ptr(), 2.0, 9)
    go = address_launch(driver, None, values, None, result=y, written=(y,))
    before = y._version
    assert go() is y
    assert (driver.launches[0]["addresses"], driver.launches[0]["scalars"]) == (values[:2], (2.0, 9))
    assert y._version == before + 1
    assert go(1) == ((1,), {})
    driver.status = 700
    with pytest.raises(LaunchError, match="cuLaunchKernelEx failed: 700"):
        go()


@pytest.fixture
def on_gpu(said: Any, without_ptxas: None, monkeypatch: pytest.MonkeyPatch) -> Any:
    """CPU tensors that say they are on a GPU, the one of the driver that records."""
    door = arrays.framework("torch")
    described = type(door).describe

    def describe(self: Any, array: Any) -> Any:
        return replace(described(self, array), device="cuda:0")

    monkeypatch.setattr(type(door), "describe", describe)
    monkeypatch.setattr(type(door), "stream", lambda self, device: 3)
    return said


@pytest.mark.parametrize("in_memory", [False, True])
def test_a_prepared_call_with_a_structure(on_gpu: Any, in_memory: bool) -> None:
    rows = ".u64 rows" if in_memory else ".align 8 .b8 rows[8]"
    entry = f".visible .entry first(.param {rows}, .param .u32 n) {{ ret; }}"
    ptx = f".version 8.0\n.target sm_80\n.address_size 64\n{entry}"
    z = torch.zeros(4)
    run = load_ptx(ptx).prepare(Structure.table([z]), 1, grid=1, block=1, stream=5)
    for _ in range(2):
        run()
    asked = [row.split()[0] for row in on_gpu()]
    assert asked.count("launch") == 2
    assert asked.count("alloc") == asked.count("free") == 2 * in_memory


def test_a_prepared_call_goes_to_the_gpu_in_native_code(axpy: Kernel, on_gpu: Any) -> None:
    a, b, z = (torch.ones(64) for _ in range(3))
    run = axpy.prepare(a, b, out=z, alpha=2.0, stream=5)
    assert [row.split()[0] for row in on_gpu()] == ["load", "function"]
    before = z._version
    assert run() is z
    assert run() is z
    row = (
        f"launch 7 grid 1 1 1 block 64 1 1 shared 0 stream 5 attributes 0 first {a.data_ptr():x} "
        f"second {b.data_ptr() & 0xFFFFFFFF:x}"
    )
    assert on_gpu() == [row, row]
    assert z._version == before + 2
    with recording() as reports:
        assert run() is z
    assert [report.engine for report in reports] == ["gpu"]


def test_a_prepared_call_on_a_stream_prepares_native_code_for_torch(
    axpy: Kernel, on_gpu: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be the first launch of the process, and it marks the output as written."""
    asked: list[Any] = []
    native.supports_torch.cache_clear()
    monkeypatch.setattr(launching, "use_torch", lambda *found: asked.append(found))
    try:
        z = torch.zeros(64)
        run = axpy.prepare(torch.ones(64), torch.ones(64), out=z, alpha=2.0, stream=5)
        assert len(asked) == 1
        assert run() is z
    finally:
        native.supports_torch.cache_clear()


def test_a_changed_value_forgets_the_launches_of_all_signatures(on_gpu: Any) -> None:
    read = [2.0]

    @kernel(in_specs=(Tile("N", f32),) * 2, grid=1)
    def filled(X: Any, Y: Any) -> None:
        value = reg.scalar(f32, init=read[0] * X.shape[0])
        ptx.inst.st.global_.f32(ptx.addr(*ptx.global_ptrs(X)), value)

    for expected in [["load", "function", "launch"], ["launch"]] * 2:
        for size in (4, 8):
            filled(torch.zeros(size), torch.zeros(size))
            assert [row.split()[0] for row in on_gpu()] == expected
        read[0] += expected == ["launch"]


def test_a_template_argument_is_part_of_the_signature(on_gpu: Any) -> None:
    @kernel(in_specs=(Tile("N", f32),) * 2, grid=1)
    def filled(X: Any, Y: Any, *, value: float = 1.0) -> None:
        ptx.inst.st.global_.f32(ptx.addr(*ptx.global_ptrs(X)), reg.scalar(f32, init=value))

    x, y = torch.zeros(4), torch.zeros(4)
    for value in (2.0, 3.0):
        for expected in (["load", "function", "launch"], ["launch"]):
            filled(x, y, value=value)
            assert [row.split()[0] for row in on_gpu()] == expected


def test_a_launch_with_tensors_goes_on_their_stream(axpy: Kernel, on_gpu: Any) -> None:
    a, b, z = (torch.ones(64) for _ in range(3))
    axpy.launch(N=64)(a, b, z, 2.0)
    assert "stream 3 " in on_gpu()[-1]
    axpy.launch(N=64, stream=8)(a, b, z, 2.0)
    assert "stream 8 " in on_gpu()[-1]


@pytest.mark.parametrize("supported", [True, False])
def test_a_launch_with_tensors_prepares_native_code_if_that_supports_torch(
    axpy: Kernel, on_gpu: Any, monkeypatch: pytest.MonkeyPatch, supported: bool
) -> None:
    prepared: list[Any] = []
    monkeypatch.setattr(native, "supports_torch", lambda: supported)
    monkeypatch.setattr(native, "address_launch", lambda *found: prepared.append(found))
    axpy.launch(N=64)(*(torch.ones(64) for _ in range(3)), 2.0)
    assert len(prepared) == supported


def test_torch_is_asked_directly_where_it_says_the_same(
    driver: Recorder, native_launcher: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert torch_functions.find_functions()
    names = torch_functions._FUNCTIONS
    monkeypatch.setattr(torch_functions, "_FUNCTIONS", (*names[:-1], "no_such_function"))
    assert not torch_functions.find_functions()
    swapped = list(names)
    swapped[4], swapped[5] = names[5], names[4]
    monkeypatch.setattr(torch_functions, "_FUNCTIONS", tuple(swapped))
    assert not torch_functions.find_functions()
    monkeypatch.setattr(torch_functions, "_FUNCTIONS", names)
    assert torch_functions.find_functions()
    with pytest.raises(TypeError, match="not a plain tensor"):
        launching.written(None)


@pytest.mark.parametrize("version", ["2.12.1", "2.14.0", "2.1.0", "3.0.0"])
def test_another_torch_is_asked_in_python(
    native_launcher: Any, monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    assert torch_functions.find_functions()
    with monkeypatch.context() as patched:
        patched.setattr("torch.__version__", version)
        assert not torch_functions.find_functions()
    assert torch_functions.find_functions()


def test_a_tensor_of_inference_mode_has_no_version(driver: Recorder, launcher: Any, x: Any) -> None:
    with torch.inference_mode():
        y = torch.zeros(4, 8)
        assert learn(launcher, x, y, {})
        assert launcher.call((x,), y, {}) is y
    assert launcher.call((x,), y, {}) is y
    assert len(driver.launches) == 2


def test_bits_take_numbers_of_either_sign_that_they_hold(
    driver: Recorder, launcher: Any, x: Any, y: Any
) -> None:
    bits = from_ptx(TEXT.replace(".f32 alpha", ".b32 alpha"))
    given = {"alpha": 1, "n": 9}
    plan = plan_of(bits, [x, y], given)
    assert native.learn(launcher, bits, plan, [x], [y], given, ["alpha"], [1])
    for number in (-(2**31), 2**32 - 1, 1.0):
        assert launcher.call((x,), y, {**given, "alpha": number}) is y
    said = [struct.pack("<f", found["scalars"][0]) for found in driver.launches]
    assert said == [struct.pack(form, value) for form, value in (("<i", -(2**31)), ("<i", -1), ("<f", 1.0))]
    for number in (-(2**31) - 1, 2**32):
        assert launcher.call((x,), y, {**given, "alpha": number}) is MISS


def test_launches_that_are_recorded_take_the_general_path(
    driver: Recorder, launcher: Any, x: Any, y: Any
) -> None:
    assert learn(launcher, x, y, {})
    with recording():
        assert launcher.call((x,), y, {}) is MISS
    assert driver.launches == []
    assert launcher.call((x,), y, {}) is y


def test_several_outputs_are_a_tuple(driver: Recorder, launcher: Any, x: Any, y: Any) -> None:
    other = torch.zeros(4, 8)
    three = from_ptx(TEXT.replace(".param .u64 Y,", ".param .u64 Y, .param .u64 Z,"))
    plan = plan_of(three, [x, y, other], {"alpha": 2.0, "n": 9})
    assert native.learn(launcher, three, plan, [x], [y, other], {}, [], [1, 2])
    driver.sizes = (8, 8, 8, 4, 8)
    made = launcher.call((x,), None, {})
    assert type(made) is tuple
    assert [one.shape for one in made] == [(4, 8), (4, 8)]
    out = (y, other)
    assert [id(one) for one in launcher.call((x,), out, {})] == [id(y), id(other)]
    for wrong in ([y, other], y, (y,), (y, other, other), (y, y), (y, x)):
        assert launcher.call((x,), wrong, {}) is MISS
    assert len(driver.launches) == 2


def test_one_that_has_retired_launches_nothing(driver: Recorder, launcher: Any, x: Any, y: Any) -> None:
    assert learn(launcher, x, y, {})
    launcher.retire()
    assert launcher.call((x,), y, {}) is MISS
    assert driver.launches == []


@pytest.fixture
def operated(driver: Recorder, native_launcher: Any, x: Any, y: Any) -> Iterator[Any]:
    """A kernel whose operator was called once, as a first call on CUDA tensors leaves it."""

    @kernel(
        in_specs=(Tile(4, 8, f32),), out_specs=(Tile(4, 8, f32),), arch="sm_80", name="axpy",
        raw_params=[("f32", "alpha")],
    )  # fmt: skip
    def axpy(X: Any, Y: Any, *, tile: int = 1) -> None:
        ptx.ret()

    assert learn(native_launcher, x, y, {"alpha": 2.0}, ["alpha"])
    assert learn(native_launcher, x, y, {"alpha": 2.0, "tile": 2}, ["alpha"])
    axpy.callee.launcher = native_launcher
    axpy.operator(x, 2.0)
    axpy.operator(x, 2.0, "{'tile': 2}")
    axpy.operator.overloadpacket.into(x, 2.0, "", y)
    driver.launches.clear()
    yield axpy
    native_launcher.retire()  # as where the kernel dies


@pytest.fixture
def dispatched(operated: Any, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return the operator's calls that reach the dispatcher."""
    seen: list[Any] = []
    packet = operated.operator.overloadpacket
    for overload in (packet.default, packet.into):
        found = overload._op

        def count(*args: Any, found: Callable[..., Any] = found, **words: Any) -> Any:
            seen.append(args)
            return found(*args, **words)

        monkeypatch.setattr(overload, "_op", count)
    return seen


def test_an_operator_is_called_in_native_code(
    driver: Recorder, operated: Any, dispatched: list[Any], x: Any, y: Any
) -> None:
    packet = operated.operator.overloadpacket
    calls: list[Callable[[], Any]] = [
        lambda: packet.default(x, 0.5),
        lambda: packet.default(x, alpha=0.5),
        lambda: packet.default(x, 0.5, ""),
        lambda: packet.default(x, 0.5, template=""),
        lambda: packet.default(x, 0.5, "{'tile': 2}"),
        lambda: packet.default(X=x, alpha=0.5, template="{'tile': 2}"),
    ]
    for call in calls:
        assert call().shape == (4, 8)
    before = y._version
    assert packet.into(x, 0.5, "", y) is None
    assert packet.into(x, 0.5, template="", out=y) is None
    assert y._version == before + 2
    assert dispatched == []
    assert [found["scalars"][0] for found in driver.launches] == [0.5] * 8
    assert driver.launches[-1]["addresses"] == (x.data_ptr(), y.data_ptr())


def test_an_operator_leaves_the_rest_to_the_dispatcher(
    driver: Recorder, operated: Any, dispatched: list[Any], x: Any, y: Any
) -> None:
    packet = operated.operator.overloadpacket
    wrong: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
        ((), {}), ((None, 1.0), {}), ((x, 1.0, None), {}), ((x, 1.0, "", y), {}), ((x, "1"), {}),
        ((x, 1.0), {"alpha": 1.0}), ((x, 1.0), {"beta": 1.0}), ((x, 1.0), {"x": 1.0}),
    ]  # fmt: skip
    for args, words in wrong:
        with pytest.raises((RuntimeError, TypeError, LaunchError)):
            packet.default(*args, **words)
    with pytest.raises(LaunchError, match="argument X has shape"):
        packet.default(x[:2], 1.0)
    with pytest.raises(RuntimeError, match="missing value for argument"):
        packet.into(x, 1.0, "")
    packet.default(x, 1.0, "{'engine': 'sim'}")
    packet.default(x, 1.0, "{'engine': 'sim'}")
    members = {"__torch_function__": lambda self, function, types, args=(), words=None: function(*args)}
    mode: Any = type("Mode", (torch.overrides.TorchFunctionMode,), members)
    with mode():
        packet.default(x, 1.0)
    torch.vmap(lambda one: packet.default(one, 1.0))(torch.zeros(2, 4, 8))
    assert len(dispatched) == len(wrong) + 6
    assert len(driver.launches) == 1, "by the mode, which calls the operator again"


@pytest.mark.filterwarnings("ignore:.*torch.jit:DeprecationWarning")  # of Inductor's own imports
def test_a_compiled_graph_calls_it_in_native_code(
    driver: Recorder, operated: Any, dispatched: list[Any], x: Any
) -> None:
    step = torch.compile(lambda x: operated(operated(x, alpha=0.5), alpha=0.25), fullgraph=True)
    assert step(x).shape == (4, 8)
    driver.launches.clear()
    dispatched.clear()
    step(x)
    assert dispatched == []
    assert [found["scalars"][0] for found in driver.launches] == [0.5, 0.25]


def test_an_operator_forgets_what_its_kernel_forgets(
    driver: Recorder, operated: Any, dispatched: list[Any], x: Any
) -> None:
    operated.clear_cache()
    operated.operator(x, 0.5)
    assert len(dispatched) == 1
    assert driver.launches == []


def test_there_is_one_operator(operated: Any) -> None:
    made = operated.operator
    assert isinstance(made, torch._ops.OpOverload)
    assert copy.copy(made) is copy.deepcopy(made) is pickle.loads(pickle.dumps(made)) is made
    assert made is operated.operator.overloadpacket.default
    assert hash(made) == hash(made._op)


def test_a_refusal_of_an_operator_is_raised_as_it_is(driver: Recorder, operated: Any, x: Any) -> None:
    driver.status = 700
    with pytest.raises(LaunchError, match="cuLaunchKernelEx failed: 700"):
        operated.operator(x, 0.5)


def test_an_operator_loses_and_keeps_no_reference(driver: Recorder, operated: Any, x: Any, y: Any) -> None:
    alpha, text = 0.12345, "{'tile': 2}"
    into = operated.operator.overloadpacket.into
    before = [sys.getrefcount(thing) for thing in (x, y, alpha, text)]
    for _ in range(300):
        operated.operator(x, alpha, text)
        into(x, alpha=alpha, template="", out=y)
        with pytest.raises(RuntimeError):
            operated.operator(x, alpha, text, y)
        driver.launches.clear()
    after = [sys.getrefcount(thing) for thing in (x, y, alpha, text)]
    assert max(abs(new - old) for new, old in zip(after, before, strict=True)) < 50


def test_threads_call_an_operator(driver: Recorder, operated: Any, dispatched: list[Any], x: Any) -> None:
    wrong: list[Any] = []
    into = operated.operator.overloadpacket.into

    def call(alpha: float) -> None:
        for _ in range(200):
            out = torch.empty(4, 8)
            if into(x, alpha, "", out) is not None or operated.operator(x, alpha).shape != (4, 8):
                wrong.append(alpha)

    threads = [threading.Thread(target=call, args=(alpha,)) for alpha in (0.5, 1.5, 2.5, 3.5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == dispatched == []
    given = [found["scalars"][0] for found in driver.launches]
    assert {alpha: given.count(alpha) for alpha in set(given)} == dict.fromkeys((0.5, 1.5, 2.5, 3.5), 400)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore:.*fork:RuntimeWarning")
def test_an_operator_in_a_forked_child_takes_the_dispatcher(
    driver: Recorder, operated: Any, dispatched: list[Any], x: Any
) -> None:
    child = os.fork()
    if child == 0:
        operated.operator(x, 1.0)
        os._exit(0 if (len(dispatched), len(driver.launches)) == (1, 0) else 1)
    assert os.waitpid(child, 0)[1] == 0
    operated.operator(x, 1.0)
    assert (len(dispatched), len(driver.launches)) == (0, 1)


def test_calls_of_all_kinds_leave_nothing_behind(
    driver: Recorder, native_kernel: Any, operated: Any, x: Any, y: Any
) -> None:
    refused: list[Callable[[], Any]] = [
        lambda: native_kernel(x, out=y),
        lambda: native_kernel(x),
        lambda: operated.operator(x, 0.5),
    ]

    def calls(times: int) -> None:
        for _ in range(times):
            driver.status = 0
            native_kernel(x, out=y)
            native_kernel(x)
            operated.operator(x, 0.5)
            operated.operator(x, alpha=0.5, template="{'tile': 2}")
            driver.status = 700
            for call in refused:
                with pytest.raises(LaunchError, match="700"):
                    call()
            driver.launches.clear()

    def memory_in_use() -> tuple[int, int]:
        gc.collect()
        return tracemalloc.get_traced_memory()[0], len(gc.get_objects())

    tracemalloc.start()
    try:
        calls(100)
        before = memory_in_use()
        calls(300)
        after = memory_in_use()
    finally:
        tracemalloc.stop()
    assert after[0] - before[0] < 30_000
    assert after[1] - before[1] < 100


def test_wrong_operators_are_refused(native_launcher: Any) -> None:
    with pytest.raises(ValueError, match="more parameters than fit"):
        launching.Operator(native_launcher, 2, ("x", "template"), (), {})
    with pytest.raises(ValueError, match="more parameters than fit"):
        launching.Operator(native_launcher, 1, tuple(map(str, range(40))), (), {})
    with pytest.raises(TypeError):
        launching.Operator(None, 1, ("x", "template"), (), {})
