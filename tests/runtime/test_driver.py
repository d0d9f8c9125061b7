"""The CUDA path, against a driver that has no GPU and writes down what it is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import Structure, detect_arch
from pyptx.errors import LaunchError, MissingDeviceError
from pyptx.kernel import Kernel
from pyptx.layouts.tensor_map import TensorMap
from pyptx.layouts.tensor_map_words import Im2col
from pyptx.program import Program, from_ptx
from pyptx.runtime import trial
from pyptx.runtime.driver import driver
from pyptx.types import bf16

if TYPE_CHECKING:
    from collections.abc import Callable

TEXT = """.version 8.0
.target {target}
.address_size 64
.visible .entry fill(.param .u64 out, .param .f32 value)
{{
    .reg .b32 %r<4>;
    {body}
    ret;
}}
"""


def program(target: str = "sm_80", body: str = "") -> Program:
    return from_ptx(TEXT.format(target=target, body=body))


@pytest.mark.ptxas
def test_a_launch_reaches_the_driver_as_meant(said: Callable[[], list[str]]) -> None:
    detail = program().launch(0x1234, 1.0, grid=(3, 2), block=(64,), smem=4096, engine="gpu")
    assert detail.engine == "gpu"
    assert said() == [
        "load cubin",
        "function fill",
        "attribute 8 4096",
        "launch 7 grid 3 2 1 block 64 1 1 shared 4096 stream 0 attributes 0 first 1234 second 3f800000",
    ]


def test_code_is_loaded_once_for_equal_texts(said: Callable[[], list[str]], without_ptxas: None) -> None:
    for _ in range(2):
        program().launch(1, 1.0, grid=1, block=1, engine="gpu")
    assert [row.split()[0] for row in said()] == ["load", "function", "launch", "launch"]


def test_the_driver_lists_the_gpus_of_each_program(
    said: Callable[[], list[str]], without_ptxas: None
) -> None:
    programs = [program(body=f"mov.b32 %r1, {value};") for value in range(3)]
    for each in programs[:2]:
        each.launch(1, 1.0, grid=1, block=1, engine="gpu")
    assert [driver().ordinals_of(each) for each in programs] == [[0], [0], []]


def test_clusters_are_an_attribute(said: Callable[[], list[str]], without_ptxas: None) -> None:
    program("sm_90a").launch(1, 1.0, grid=32, block=1, cluster=(16, 1, 1), engine="gpu")
    rows = said()
    assert "attribute 14 1" in rows
    assert "attributes 1 id 4 cluster 16 1 1" in rows[-1]


def test_host_arrays_are_copied_there_and_back(
    said: Callable[[], list[str]], without_ptxas: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKECUDA_RUNS", "1")
    out = np.zeros(4, np.float32)
    program().launch(out, 2.5, grid=1, block=1, engine="gpu")
    assert out.tolist() == [2.5, 0, 0, 0]
    rows = said()
    assert (rows.count("alloc"), rows.count("free")) == (1, 1)


MAPPED = """.version 8.0
.target sm_90a
.address_size 64
.visible .entry mapped(.param .align 64 .b8 map[128], .param .u32 value{more})
{{
    ret;
}}
"""


@pytest.mark.parametrize(
    ("tensor", "row"),
    [
        (
            TensorMap.tiled(
                bf16, (512, 4096), (64, 128), swizzle="128B", l2_promotion="256B", oob_fill="NAN"
            ),
            "tiled type 9 rank 2 at 7000 sizes 512 4096 strides 1024 box 64 128 steps 1 1 "
            "interleave 0 swizzle 3 promotion 3 fill 1",
        ),
        (
            TensorMap.tiled("tf32.ftz", (64,), (32,), address=0x40),
            "tiled type 12 rank 1 at 7040 sizes 64 strides box 32 steps 1 "
            "interleave 0 swizzle 0 promotion 0 fill 0",
        ),
        (
            TensorMap.tiled("f32.ftz", (8, 4, 8, 2), (8, 4, 4, 1), interleave="32B", swizzle="32B",
                            element_strides=(1, 2, 1, 1)),
            "tiled type 10 rank 4 at 7000 sizes 8 4 8 2 strides 32 128 1024 box 8 4 4 1 steps 1 2 1 1 "
            "interleave 2 swizzle 1 promotion 0 fill 0",
        ),
        (
            TensorMap.pixels("f16", (64, 9, 14, 64), Im2col((-1, -2), (-3, -4), 64, 128), swizzle="128B_32B"),
            "im2col type 6 rank 4 at 7000 sizes 64 9 14 64 strides 128 1152 16128 lower -1 -2 upper -3 -4 "
            "channels 64 pixels 128 steps 1 1 1 1 interleave 0 swizzle 4 promotion 0 fill 0",
        ),
        (
            TensorMap.pixels("u8", (64, 9, 64), Im2col((-1,), (1,), 64, 128, "W128"), swizzle="64B"),
            "wide type 0 rank 3 at 7000 sizes 64 9 64 strides 64 576 lower -1 upper 1 channels 64 pixels 128 "
            "mode 1 steps 1 1 1 interleave 0 swizzle 2 promotion 0 fill 0",
        ),
    ],
)  # fmt: skip
def test_the_driver_makes_tensor_maps(
    tensor: TensorMap, row: str, said: Callable[[], list[str]], without_ptxas: None
) -> None:
    mapped = from_ptx(MAPPED.format(more=""))
    for _ in range(2):
        mapped.launch(tensor.of(0x7000), 3, grid=1, block=1, engine="gpu")
    rows = said()
    assert [found for found in rows if found.startswith("map")] == [f"map {row}"]
    assert rows[-1].endswith("first 5a5a5a5a5a5a5a5a second 3")


def test_a_host_array_and_its_map_are_one_copy(said: Callable[[], list[str]], without_ptxas: None) -> None:
    mapped = from_ptx(MAPPED.format(more=", .param .u64 x"))
    values = np.zeros((8, 64), np.float32)
    mapped.launch(
        TensorMap.tiled("f32", (64, 8), (32, 8)).of(values), 3, values, grid=1, block=1, engine="gpu"
    )
    rows = said()
    assert (rows.count("alloc"), rows.count("free")) == (1, 1)


BY_VALUE = """.version 8.0
.target sm_90
.address_size 64
.visible .entry by_value(.param .align 64 .b8 params[192], .param .u32 n) { ret; }
"""


def test_a_structure_has_addresses_of_copies_in_it(
    said: Callable[[], list[str]], without_ptxas: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKECUDA_RUNS", "1")
    values = np.zeros((8, 64), np.float32)
    tensor = TensorMap.tiled("f32", (64, 8), (32, 8))
    by_value = from_ptx(BY_VALUE)
    by_value.launch(
        Structure(bytes(192), {0: values, 64: tensor.of(values)}), 3, grid=1, block=1, engine="gpu"
    )
    rows = said()
    assert (rows.count("alloc"), rows.count("free")) == (1, 1)
    assert sum(row.startswith("map tiled") for row in rows) == 1
    assert values.view(np.uint32)[0, 0] == 3  # where the first bytes of the structure point
    monkeypatch.delenv("FAKECUDA_RUNS")
    by_value.launch(Structure(bytes(192), {0: tensor.of(0x7000)}), 3, grid=1, block=1, engine="gpu")
    assert said()[-1].endswith("first 5a5a5a5a5a5a5a5a second 3")


def test_a_structure_in_memory_is_there_for_one_launch(
    said: Callable[[], list[str]], without_ptxas: None
) -> None:
    values = np.zeros((8, 64), np.float32)
    table = Structure.table([values, TensorMap.tiled("f32", (64, 8), (32, 8)).of(values)])
    from_ptx(BY_VALUE).launch(
        Structure(bytes(192), {0: table, 8: values}), 3, grid=1, block=1, engine="gpu", stream=5
    )
    rows = said()
    assert (rows.count("alloc"), rows.count("free")) == (2, 2)
    assert rows.index("synchronize") < rows.index("free")
    assert sum(row.startswith("map tiled") for row in rows) == 1


def test_maps_that_cannot_be_made(
    said: Callable[[], list[str]], without_ptxas: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    mapped = from_ptx(MAPPED.format(more=""))
    box = TensorMap.tiled("f32", (64, 8), (32, 8))
    with pytest.raises(LaunchError, match=r"tensor map: the address is 0x7004; .* a multiple of 16"):
        mapped.launch(box.of(0x7004), 3, grid=1, block=1, engine="gpu")
    wide = TensorMap.pixels("f16", (64, 9, 64), Im2col((0,), (0,), 48, 8, "W"), swizzle="96B")
    with pytest.raises(LaunchError, match="the driver has no number for swizzle 96B"):
        mapped.launch(wide.of(0x7000), 3, grid=1, block=1, engine="gpu")
    monkeypatch.setenv("FAKECUDA_MAP", "1")
    with pytest.raises(LaunchError, match="cuTensorMapEncodeTiled failed: CUDA_ERROR_FAKE"):
        mapped.launch(box.of(0x7000), 3, grid=1, block=1, engine="gpu")


def test_stream_and_device_are_passed_on(said: Callable[[], list[str]], without_ptxas: None) -> None:
    program().launch(1, 1.0, grid=1, block=1, engine="gpu", stream=77)
    assert "stream 77" in said()[-1]
    with pytest.raises(LaunchError, match="cuDeviceGet failed: CUDA_ERROR_FAKE"):
        program().launch(1, 1.0, grid=1, block=1, engine="gpu", device=3)


def test_the_drivers_own_words_are_in_the_error(
    said: Callable[[], list[str]], without_ptxas: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKECUDA_LAUNCH", "700")
    with pytest.raises(
        LaunchError, match=r"cuLaunchKernelEx of \w+ failed: CUDA_ERROR_FAKE \(700\), a fake failure"
    ):
        program().launch(1, 1.0, grid=1, block=1, engine="gpu")


def test_the_drivers_assembler_names_the_line(
    said: Callable[[], list[str]], without_ptxas: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKECUDA_JIT_FAILS", "1")
    with pytest.raises(LaunchError, match=r"Arguments mismatch\n  PTX line 7: add.u32 %r1, %r2;"):
        program(body="add.u32 %r1, %r2;").launch(1, 1.0, grid=1, block=1, engine="gpu")


def test_ptx_that_is_newer_than_the_driver(
    said: Callable[[], list[str]], without_ptxas: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKECUDA_JIT_FAILS", "1")
    monkeypatch.setenv("FAKECUDA_VERSION", "11080")
    needed = r"PTX 8\.0 needs a driver of CUDA 12\.0, and this one is of CUDA 11\.8: update the driver"
    with pytest.raises(LaunchError, match=needed):
        program().launch(1, 1.0, grid=1, block=1, engine="gpu")
    monkeypatch.setenv("FAKECUDA_VERSION", "12000")
    with pytest.raises(LaunchError) as caught:
        program().launch(1, 1.0, grid=1, block=1, engine="gpu")
    assert "needs a driver" not in str(caught.value)


def test_nothing_is_loaded_during_a_capture(
    said: Callable[[], list[str]], without_ptxas: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKECUDA_CAPTURING", "1")
    with pytest.raises(LaunchError, match="call the kernel once before the capture"):
        program().launch(1, 1.0, grid=1, block=1, engine="gpu")
    assert said() == []


def test_code_for_another_gpu_is_refused(said: Callable[[], list[str]], without_ptxas: None) -> None:
    with pytest.raises(LaunchError, match=r'built for sm_100a, and the GPU is sm_90a; .*arch="auto"'):
        program("sm_100a").launch(1, 1.0, grid=1, block=1, engine="gpu")


def test_the_target_follows_the_gpu(said: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKECUDA_CAPABILITY", "103")
    assert detect_arch() == "sm_103a"
    assert ".target sm_103a" in Kernel(lambda: None, "auto").ptx()
    monkeypatch.setenv("FAKECUDA_CAPABILITY", "35")
    with pytest.raises(LaunchError, match=r"compute capability 3\.5 has no target"):
        detect_arch()
    monkeypatch.setenv("FAKECUDA_DEVICES", "0")
    with pytest.raises(MissingDeviceError, match="sees no GPU"):
        detect_arch()


def test_the_release_of_the_driver(said: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    for number, release in [(13000, (13, 0)), (12090, (12, 9)), (12011, (12, 1))]:
        monkeypatch.setenv("FAKECUDA_VERSION", str(number))
        assert driver().version() == release


@pytest.mark.parametrize(
    ("words", "attributes"),
    [
        ({}, "attributes 0"),
        ({"cluster": (8, 1, 1)}, "attributes 1 id 4 cluster 8 1 1"),
        ({"cluster": (9, 1, 1)}, "attributes 1 id 4 cluster 9 1 1"),
        ({"cooperative": True}, "attributes 1 id 2 "),
        ({"pdl": True}, "attributes 1 id 6 "),
        ({"priority": 0}, "attributes 1 id 8 "),
        ({"cluster": 2, "cooperative": True, "pdl": True, "priority": -1}, "attributes 4 id 4 cluster 2 1 1"),
    ],
)
def test_a_launch_has_only_the_attributes_that_it_needs(
    words: dict[str, Any], attributes: str, said: Callable[[], list[str]], without_ptxas: None
) -> None:
    program("sm_90a").launch(1, 1.0, grid=72, block=1, engine="gpu", **words)
    rows = said()
    assert attributes in rows[-1]
    assert ("attribute 14 1" in rows) == (words.get("cluster") == (9, 1, 1))
    assert not any(row.startswith("attribute 8") for row in rows)


def test_the_limits_of_a_function_are_inclusive(
    said: Callable[[], list[str]], without_ptxas: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKECUDA_MAX_THREADS", "64")
    monkeypatch.setenv("FAKECUDA_STATIC", "448")
    fill = program("sm_90a")
    fill.launch(1, 1.0, grid=1, block=64, smem=232_000, engine="gpu")
    with pytest.raises(LaunchError, match=r"block \(65, 1, 1\) has 65 threads; .* runs at most 64"):
        fill.launch(1, 1.0, grid=1, block=65, engine="gpu")
    with pytest.raises(LaunchError, match=r"uses 448 \+ 232001 bytes .* has at most 232448"):
        fill.launch(1, 1.0, grid=1, block=64, smem=232_001, engine="gpu")


def test_a_failure_of_a_kernel_names_eight_launches(
    said: Callable[[], list[str]], without_ptxas: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for grid in range(1, 11):
        program().launch(1, 1.0, grid=grid, block=1, engine="gpu")
    monkeypatch.setenv("FAKECUDA_LAUNCH", "719")
    with pytest.raises(LaunchError, match="met a failed launch; the last launches") as caught:
        program().launch(1, 1.0, grid=1, block=1, engine="gpu")
    rows = [row for row in str(caught.value).splitlines() if row.startswith("  fill, grid")]
    assert rows == [f"  fill, grid ({grid}, 1, 1)" for grid in range(10, 2, -1)]


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (700, "met an illegal address"),
        (701, "met too few resources"),
        (702, "met a time limit"),
        (710, "met an assertion"),
        (714, "met a hardware stack error"),
        (715, "met an illegal instruction"),
        (716, "met a misaligned address"),
        (717, "met an address in the wrong space"),
        (718, "met an invalid program counter"),
        (719, "met a failed launch"),
        (721, "met tensor memory that was not deallocated"),
        (900, "call the kernel once before the capture"),
        (906, "the default stream waits for a stream that is captured; launch on another one"),
    ],
)
def test_a_status_of_the_driver_has_its_meaning(
    status: int, words: str, said: Callable[[], list[str]], without_ptxas: None
) -> None:
    program().launch(1, 1.0, grid=1, block=1, engine="gpu")
    with pytest.raises(LaunchError, match=f"CUDA_ERROR_FAKE \\({status}\\)") as caught:
        driver().refuse("cuCtxSynchronize", status)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("array", "after"),
    [
        (np.zeros(2, np.float32), [1, 0]),
        (np.zeros(0, np.float32), []),
        (np.broadcast_to(np.float32(7), (2,)).copy(), [1, 7]),
        (np.broadcast_to(np.float32(7), (1,)), [7]),
    ],
)
@pytest.mark.parametrize(("stream", "wait"), [(0, False), (5, False), (0, True)])
def test_a_launch_waits_where_arrays_come_back(
    array: Any, after: list[int], stream: int, wait: bool, said: Callable[[], list[str]], without_ptxas: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setenv("FAKECUDA_RUNS", str(int(array.size > 0)))
    program().launch(array, 1.0, grid=1, block=1, engine="gpu", stream=stream, wait=wait)
    rows = said()
    assert (rows.count("alloc"), rows.count("free")) == (1, 1)
    assert ("synchronize" in rows) == (wait or stream != 0)
    assert array.tolist() == after


def test_an_address_is_not_waited_for(said: Callable[[], list[str]], without_ptxas: None) -> None:
    program().launch(1, 1.0, grid=1, block=1, engine="gpu", stream=5)
    assert not {"alloc", "synchronize"} & set(said())


def test_a_driver_that_does_not_start(said: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKECUDA_INIT", "803")
    with pytest.raises(LaunchError, match="cuInit failed"):
        detect_arch()


def test_no_driver_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYPTX_LIBCUDA", "/nowhere/libcuda.so")
    with pytest.raises(MissingDeviceError, match=r"(?s)no CUDA driver: .*help: install NVIDIA's driver"):
        program().launch(1, 1.0, grid=1, block=1, engine="gpu")


def test_a_forked_child_may_not_use_it(
    said: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    detect_arch()
    monkeypatch.setattr("os.getpid", lambda: -1)
    with pytest.raises(LaunchError, match="before this process was forked"):
        detect_arch()


def test_a_trial_says_where_it_ran(
    axpy: Kernel, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYPTX_LIBCUDA", "/nowhere/libcuda.so")
    x = np.ones(8, np.float32)
    done = trial(axpy, (x, x), expected=3 * x, tolerance=0.0, alpha=2.0)
    assert (done.engine, done.error, done.passed) == ("sim", 0.0, True)
    assert "axpy on the simulator: largest error 0 (allowed 0)" in capsys.readouterr().out
    with pytest.raises(SystemExit, match=r"wrong numbers: error 0\.25, allowed 0\.1\n.*kernel\.run.*shadow="):
        trial(axpy, (x, x), expected=4 * x, tolerance=0.1, alpha=2.0)
    with pytest.raises(SystemExit, match=r"wrong numbers: error 0\.25, allowed 0\.1$"):
        trial(
            lambda *given, **options: axpy(*given, **options),
            (x, x),
            expected=4 * x,
            tolerance=0.1,
            alpha=2.0,
        )
    broken: Any = np.full(8, np.nan, np.float32)
    with pytest.raises(SystemExit, match="error nan"):
        trial(axpy, (broken, x), expected=x, tolerance=1.0, alpha=1.0)


@pytest.mark.gpu("sm_80")
def test_a_real_gpu_runs_it(axpy: Kernel) -> None:
    x = np.ones(8, np.float32)
    np.testing.assert_array_equal(axpy(x, x, alpha=2.0, engine="gpu"), 3 * x)
