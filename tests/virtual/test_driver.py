"""The driver as programs use it: results, reports, memory, streams, and ends of processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.virtual.conftest import Ran

    Script = Callable[..., Ran]


def test_a_program_runs_and_its_launches_are_counted(script: Script) -> None:
    ran = script("""
        module, kernel, x = prepare_add()
        for _ in range(3):
            ok(launch(kernel, x, c_uint(10)))
        print("> ", get(x, 4))
        size = c_size_t()
        step = c_uint64()
        ok(cu.cuModuleGetGlobal_v2(byref(step), byref(size), module, b"step"))
        put(step, 100)
        ok(launch(kernel, x, c_uint(0)))
        count = c_uint64(out(lambda at: cu.cuModuleGetGlobal_v2(at, None, module, b"count")))
        print("> ", get(x, 1), size.value, get(count, 1))
    """)
    assert ran.printed.split("\n") == [" [40, 41, 42, 43]", " [140] 4 [21]"]
    assert ran.code == 0
    assert ran.summary["kernels"]["add"]["launches"] == ran.summary["launches"] == 4
    assert not ran.summary["faults"]


def test_large_images_arrive_whole_and_addresses_are_aligned(script: Script) -> None:
    ran = script("""
        start()
        comment = b"// " + b"x" * (1 << 20)
        module = load(ADD + comment + b"\\n.visible .entry last() { ret; }")
        ok(launch(function(module, "last")))
        print("> ", [allocate(size).value % 256 for size in (1, 300, 5)])
    """)
    assert ran.printed == " [0, 0, 0]", ran.reported
    assert ran.summary["kernels"]["last"]["launches"] == 1


def test_broken_rules_are_results_and_reports(script: Script) -> None:
    ran = script("""
        _, kernel, x = prepare_add()
        print("> ", launch(kernel, x, c_uint(10), block=5), cu.cuCtxSynchronize(),
              cu.cuMemAlloc_v2(byref(x), 4))
        ok(cu.cuDevicePrimaryCtxReset_v2(0))
        print("> ", cu.cuMemFree_v2(x), launch(kernel, x, c_uint(10)))
        kernel = function(load())
        x = allocate(16)
        print("> ", launch(kernel, x, c_uint(10)))
    """)
    assert ran.printed.split("\n") == [" 700 700 700", " 1 400", " 719"]
    assert ran.rules == ["out-of-bounds", "invalid-free", "uninitialized-memory"]
    assert ran.code == 1
    assert "allocation 1 is 16 bytes, 16 bytes of cuMemAlloc" in ran.reported


RACE = "start(); x = allocate(256); print('> ', launch(function(load(), 'race'), x, block=64))"


@pytest.mark.parametrize(("checks", "code"), [(("--check", "races"), 1), (("--check", "none"), 0)])
def test_checks_are_those_of_the_simulator(script: Script, checks: tuple[str, ...], code: int) -> None:
    ran = script(RACE, *checks)
    assert (ran.code, ran.printed) == (code, f" {719 * code}")


def test_wrong_arguments_are_refused(script: Script) -> None:
    ran = script("""
        print("> ", cu.cuMemAlloc_v2(byref(c_uint64()), 4), cu.cuDeviceGetCount(byref(c_int())))
        ok(cu.cuInit(0))
        print("> ", cu.cuMemAlloc_v2(byref(c_uint64()), 4), cu.cuInit(1))
        start()
        big, x = c_size_t(1 << 62), allocate(64)
        buffer = (c_uint * 16)()
        y = c_uint64()
        print("> memory", cu.cuMemAlloc_v2(byref(y), big), cu.cuMemAlloc_v2(byref(y), c_size_t(0)),
              cu.cuMemAlloc_v2(None, c_size_t(4)))
        print("> copies", cu.cuMemcpyHtoD_v2(x, buffer, c_size_t(65)), cu.cuMemcpyHtoD_v2(x, buffer, big),
              cu.cuMemcpyHtoD_v2(x, None, c_size_t(4)),
              cu.cuMemsetD32_v2(c_uint64(x.value + 2), 0, c_size_t(1)),
              cu.cuMemsetD8_v2(x, 0, big))
        ok(cu.cuMemFree_v2(x))
        print("> freed", cu.cuMemcpyHtoD_v2(x, buffer, c_size_t(4)), cu.cuMemFree_v2(x),
              cu.cuMemFree_v2(c_uint64(0)))
        module = load()
        print("> names", cu.cuModuleGetFunction(byref(x), module, b"none"),
              cu.cuModuleGetFunction(byref(x), c_uint64(12345), b"add"))
        kernel = function(module)
        print("> launches", launch(kernel, x, c_uint(1), block=2048), launch(kernel, x, c_uint(1), grid=0),
              launch(kernel, x, c_uint(1), shared=100_000), launch(c_uint64(1), x, c_uint(1)),
              cu.cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, None, None, None),
              launch(kernel, x, c_uint(1), stream=c_uint64(77)))
        print("> images", cu.cuModuleLoadData(byref(x), b"not PTX"), cu.cuModuleLoadData(byref(x), ADD[:-9]),
              cu.cuModuleLoadData(byref(x), ADD.replace(b"sm_80", b"sm_120")))
        print("> device", cu.cuDeviceGet(byref(c_int()), 1), cu.cuDeviceGetAttribute(byref(c_int()), 9999, 0))
        print("> context", cu.cuCtxSetCurrent(c_uint64(5)))
    """)
    lines = dict(line.split(" ", 1) for line in ran.printed.split("\n")[2:])
    assert ran.printed.split("\n")[:2] == [" 3 3", " 201 1"], ran.reported
    assert lines == {
        "memory": "2 1 1",
        "copies": "1 1 1 1 1",
        "freed": "1 1 0",
        "names": "500 400",
        "launches": "1 1 1 400 1 400",
        "images": "218 218 209",
        "device": "101 1",
        "context": "201",
    }
    assert "there is no device 1: the virtual GPU is one device, with the number 0" in ran.reported
    assert "freed" in ran.reported


def test_functions_that_are_not_built_are_named(script: Script) -> None:
    ran = script("""
        start()
        print("> ", [cu.cuTexRefCreate(None), cu.cuTexObjectCreate(None, 0), cu.cuTexObjectCreate(None, 0)])
        found, status = c_void_p(), c_int()
        for name, version in ((b"cuMemAlloc", 13000), (b"cuNothing", 13000), (b"cuMemAlloc", 1000)):
            result = cu.cuGetProcAddress_v2(name, byref(found), version, c_uint64(0), byref(status))
            print("> ", result, bool(found.value), status.value)
        for event in (0, 1 << 32):
            attribute = create_string_buffer(struct.pack("<IIQ56x", 7, 0, event))
            place = ctypes.addressof(attribute)
            sizes = struct.pack("<7IxxxxQQI", 1, 1, 1, 1, 1, 1, 0, 0, place, 1)
            print("> ", cu.cuLaunchKernelEx(sizes, c_uint64(0), None, None))
    """)
    expected = [" [801, 801, 801]", " 0 True 0", " 0 False 1", " 0 False 2", " 400", " 801"]
    assert ran.printed.split("\n") == expected
    assert ran.summary["refused"] == {
        "cuTexRefCreate": 1,
        "cuTexObjectCreate": 2,
        "cuLaunchKernelEx with an event": 1,
    }
    assert ran.reported.count("is not supported: read memory of cudaMalloc") == 2
    assert ran.code == 0


def test_the_host_shares_managed_and_pinned_memory_alone(script: Script) -> None:
    ran = script("""
        import os
        start()
        kernel = function(load())
        for address in (out(cu.cuMemAllocManaged, c_size_t(16), 1), out(cu.cuMemHostAlloc, c_size_t(16), 0)):
            seen = (c_uint * 4).from_address(address)
            seen[:] = 1, 2, 3, 4
            ok(launch(kernel, c_uint64(address), c_uint(7)))
            ok(cu.cuCtxSynchronize())
            kind = c_uint()
            ok(cu.cuPointerGetAttribute(byref(kind), 2, c_uint64(address)))
            print("> ", list(seen), kind.value)
        sys.stdout.flush()
        x = allocate(16)
        if os.fork() == 0:
            print("> child", cu.cuMemAlloc_v2(byref(c_uint64()), c_size_t(4)))
            sys.stdout.flush()
            os._exit(0)
        os.wait()
        (c_uint * 4).from_address(x.value)[0]
    """)
    assert ran.printed.split("\n") == [" [11, 12, 13, 14] 2", " [11, 12, 13, 14] 1", "child 3"]
    assert (ran.code, ran.summary["status"], ran.rules) == (1, -signal.SIGSEGV, ["host-access"])
    assert "the host reads memory of the device: 0x7" in ran.reported
    assert ran.summary["clients"] == 1
    assert "a fork of a process that uses the device has none" in ran.reported


def test_copies_of_rows_and_fills(script: Script) -> None:
    ran = script("""
        start()
        pitch = c_size_t()
        rows = c_uint64()
        ok(cu.cuMemAllocPitch_v2(byref(rows), byref(pitch), c_size_t(12), c_size_t(3), 4))
        data = (c_uint * 9)(*range(9))
        def copied(to, source, width, height):
            # x, y, kind, host, device, array, pitch of both sides
            sides = [(0, 0, 1, side, 0, 0, step) if kind == 1 else (0, 0, 2, 0, side, 0, step)
                     for side, kind, step in (source, to)]
            return struct.pack("<QQI4xQQQQQQI4xQQQQQQ", *sides[0], *sides[1], width, height)
        host = ctypes.addressof(data), 1, 12
        device = rows.value, 2, pitch.value
        ok(cu.cuMemcpy2D_v2(copied(device, host, 12, 3)))
        ok(cu.cuMemsetD2D32_v2(rows, pitch, 70, c_size_t(1), c_size_t(2)))
        back = (c_uint * 9)()
        ok(cu.cuMemcpy2D_v2(copied((ctypes.addressof(back), 1, 12), device, 12, 3)))
        print("> ", pitch.value, list(back))
        print("> ", cu.cuMemcpy2D_v2(copied((rows.value, 2, 4), host, 12, 3)),
              cu.cuMemcpy2D_v2(copied(device, host, 12, 300)))
        x, y = allocate(16), allocate(16)
        ok(cu.cuMemsetD16_v2(x, 0x0102, c_size_t(4)))
        ok(cu.cuMemcpyDtoD_v2(y, x, c_size_t(16)))
        kernel = function(load())
        print("> ", get(y, 2), launch(kernel, y, c_uint(1), block=2), launch(kernel, y, c_uint(1)))
    """)
    assert ran.printed.split("\n")[:2] == [" 512 [70, 1, 2, 70, 4, 5, 6, 7, 8]", " 1 1"], ran.reported
    assert ran.printed.split("\n")[2] == f" {[0x01020102] * 2} 0 719"
    assert ran.rules[-1] == "uninitialized-memory"


@pytest.mark.parametrize("streams", ["eager", "late"])
def test_streams_wait_for_what_they_must(script: Script, streams: str) -> None:
    ran = script(
        """
        start()
        kernel = function(load())
        first, second = (c_uint64(out(cu.cuStreamCreate, 1)) for _ in range(2))
        event = c_uint64(out(cu.cuEventCreate, 0))
        pinned = out(cu.cuMemHostAlloc, c_size_t(16), 0)
        seen = (c_uint * 4).from_address(pinned)
        seen[:] = 1, 2, 3, 4
        x = allocate(16)
        ok(cu.cuMemcpyHtoDAsync_v2(x, c_uint64(pinned), c_size_t(16), first))
        ok(launch(kernel, x, c_uint(10), stream=first))
        ok(cu.cuEventRecord(event, first))
        ok(cu.cuStreamWaitEvent(second, event, 0))
        ok(launch(kernel, x, c_uint(100), stream=second))
        ok(cu.cuMemcpyDtoHAsync_v2(c_uint64(pinned), x, c_size_t(16), second))
        print("> early", list(seen), cu.cuStreamQuery(second), cu.cuStreamQuery(second))
        ok(cu.cuStreamSynchronize(second))
        print("> right", list(seen), cu.cuEventQuery(event))
        called = []
        note = ctypes.CFUNCTYPE(None, c_void_p)(called.append)
        ok(cu.cuLaunchHostFunc(first, note, c_void_p(7)))
        early = list(called)
        ok(cu.cuCtxSynchronize())
        print("> called", early, called)
        start_, end = (c_uint64(out(cu.cuEventCreate, 0)) for _ in range(2))
        ok(cu.cuEventRecord(start_, None))
        ok(launch(kernel, x, c_uint(1)))
        ok(cu.cuEventRecord(end, None))
        ok(cu.cuEventSynchronize(end))
        time = out(lambda at: cu.cuEventElapsedTime_v2(at, start_, end), kind=c_float)
        print("> time", time > 0)
        ok(cu.cuEventDestroy_v2(event))
        ok(cu.cuStreamDestroy_v2(first))
        print("> gone", cu.cuEventRecord(event, second), cu.cuStreamSynchronize(first))
        """,
        "--streams",
        streams,
    )
    is_eager = streams == "eager"
    assert dict(line.split(" ", 1) for line in ran.printed.split("\n")) == {
        "early": "[117, 118, 119, 120] 0 0" if is_eager else "[1, 2, 3, 4] 600 0",
        "right": "[117, 118, 119, 120] 0",
        "called": "[] [7]",
        "time": "True",
        "gone": "400 400",
    }
    assert ran.rules == ["host-race", "destroyed-event", "destroyed-stream"]  # it reads before it waits


def test_late_streams_show_a_missing_wait(script: Script) -> None:
    text = """
        start()
        kernel = function(load())
        first, second = (c_uint64(out(cu.cuStreamCreate, 1)) for _ in range(2))
        x = allocate(16)
        put(x, 5, 5, 5, 5)
        ok(launch(kernel, x, c_uint(10), stream=first))
        pinned = out(cu.cuMemHostAlloc, c_size_t(16), 0)
        ok(cu.cuMemcpyDtoHAsync_v2(c_uint64(pinned), x, c_size_t(16), second))  # does not wait for `first`
        ok(cu.cuStreamSynchronize(second))
        print("> ", (c_uint * 4).from_address(pinned)[0])
    """
    eager, late = (script(text, "--streams", each) for each in ("eager", "late"))
    assert [eager.printed, late.printed] == [" 18", " 5"]
    assert eager.rules == late.rules == ["stream-race"]


def test_kernels_print(script: Script) -> None:
    ran = script(r'''
        start()
        text = br"""
        .version 8.0
        .target sm_80
        .address_size 64
        .extern .func (.param .b32 status) vprintf (.param .b64 format, .param .b64 values);
        .global .align 1 .b8 format[6] = {62, 32, 37, 100, 10, 0};
        .visible .entry hello() {
            .reg .b32 %r<3>; .reg .b64 %rd<5>; .local .align 8 .b8 stack[8];
            mov.u32 %r1, %tid.x;
            st.local.u32 [stack], %r1;
            mov.u64 %rd1, stack; cvta.local.u64 %rd1, %rd1;
            mov.u64 %rd2, format; cvta.global.u64 %rd2, %rd2;
            { .param .b64 a; .param .b64 b; .param .b32 c;
              st.param.b64 [a], %rd2; st.param.b64 [b], %rd1;
              call.uni (c), vprintf, (a, b); }
            ret;
        }
        """
        ok(launch(function(load(text), "hello"), block=3))
    ''')
    assert ran.printed.split() == ["0", "1", "2"]


def test_an_interrupt_stops_a_kernel_that_does_not_end(on_gpu: Script, tmp_path: Path) -> None:
    interrupts = (
        "signal.signal(signal.SIGINT, signal.default_int_handler)"  # a job in the background has none
    )
    words = f"import signal\n{interrupts}\nfrom client import *\nstart()\nprint('> running', flush=True)\n"
    code = f"{words}print('> ', launch(function(load(), 'forever')), flush=True)"
    command = [sys.executable, "-m", "pyptx", "gpu", "--memory", "1G", "--", sys.executable, "-c", code]
    environment = {**os.environ, "PYTHONPATH": os.path.dirname(__file__)}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, process_group=0
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "> running\n"
        time.sleep(1)
        os.killpg(process.pid, signal.SIGINT)
        said, _ = process.communicate(timeout=60)
    assert "the launch was interrupted" in said
    assert "KeyboardInterrupt" in said
    assert process.returncode == 1


@pytest.mark.parametrize("end", ["os._exit, (3,)", "os.kill, (os.getpid(), 9)"])
def test_a_kernel_ends_with_its_program(script: Script, end: str) -> None:
    before = time.monotonic()
    ran = script(f"""
        import os, threading
        start()
        kernel = function(load(), "forever")
        threading.Timer(0.5, {end}).start()
        launch(kernel)
    """)
    assert time.monotonic() - before < 60
    assert ran.code in (1, 3, 128 + 9)


def test_a_device_that_ends_is_an_error_of_every_call(script: Script) -> None:
    ran = script("""
        import os, signal
        start()
        parent = os.getppid()
        children = open(f"/proc/{parent}/task/{parent}/children").read().split()
        device = next(int(each) for each in children if int(each) != os.getpid())
        os.kill(device, signal.SIGKILL)
        print("> ", cu.cuCtxSynchronize(), cu.cuCtxSynchronize())
    """)
    assert ran.printed == " 46 46"
    assert ran.rules == ["device"]
    assert "signal 9" in ran.summary["faults"][0]["message"]
    assert ran.reported.count("the process of the device has ended; every further call fails") == 1
    assert ran.code == 1


def test_each_process_has_a_device(script: Script) -> None:
    ran = script("""
        import subprocess
        start()
        inner = "from client import *; start(); x = allocate(16); put(x, 1, 2, 3, 4);"
        inner += "ok(launch(function(load()), x, c_uint(1))); print('> ', get(x, 4), flush=True)"
        both = [subprocess.Popen([sys.executable, "-c", inner]) for _ in range(2)]
        print("> ", [each.wait() for each in both])
    """)
    assert ran.printed.count("[5, 6, 7, 8]") == 2
    assert ran.summary["clients"] == 3
    assert ran.summary["kernels"]["add"]["launches"] == 2


def test_a_program_outside_has_no_device(on_gpu: Script) -> None:
    from pyptx.virtual.environment import libraries

    code = "from client import *\nprint(cu.cuInit(0), cu.cuInit(0))"
    environment = {"LD_LIBRARY_PATH": str(libraries()), "PYTHONPATH": os.path.dirname(__file__)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == "100 100\n"
    assert "pyptx gpu -- COMMAND" in done.stderr


def test_tensor_maps_are_parameters(script: Script) -> None:
    ran = script(r'''
        start()
        text = b"""
        .version 8.0
        .target sm_90
        .address_size 64
        .visible .entry pick(.param .align 64 .b8 map[128], .param .u64 out) {
            .reg .b32 %r<5>; .reg .b64 %rd<4>; .reg .pred %p;
            .shared .align 128 .b8 tile[64]; .shared .align 8 .b64 full;
            mov.b64 %rd1, map;
            cvta.param.u64 %rd1, %rd1;
            mbarrier.init.shared.b64 [full], 1;
            fence.mbarrier_init.release.cluster;
            mbarrier.arrive.expect_tx.shared.b64 _, [full], 64;
            cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes
                [tile], [%rd1, {4, 2}], [full];
        L:  mbarrier.try_wait.parity.shared.b64 %p, [full], 0;
            @!%p bra L;
            ld.param.u64 %rd2, [out];
            ld.shared.u32 %r1, [tile];
            st.global.u32 [%rd2], %r1;
            ld.shared.u32 %r1, [tile+20];
            st.global.u32 [%rd2+4], %r1;
            ret;
        }
        """
        x, out_ = allocate(16 * 8 * 4), allocate(8)
        put(x, *range(128))
        room = create_string_buffer(192)
        map_ = (c_uint * 32).from_buffer(room, -ctypes.addressof(room) % 64)
        def encode(box, address=x, rank=2, swizzle=0):
            return cu.cuTensorMapEncodeTiled(
                map_, 2, rank, address, (c_uint64 * 2)(16, 8), (c_uint64 * 1)(64), (c_uint * 2)(*box),
                (c_uint * 2)(1, 1), 0, swizzle, 0, 0)
        print("> ", encode((400, 4)), encode((4, 4), c_uint64(x.value + 4)), encode((4, 4), rank=9),
              encode((4, 4), swizzle=77))
        ok(encode((4, 4)))
        ok(launch(function(load(text), "pick"), map_, out_, block=1))
        print("> ", get(out_, 2))
    ''')
    assert ran.printed.split("\n") == [" 1 1 1 1", " [36, 53]"], ran.reported
    assert ran.rules == ["invalid-tensor-map"] * 3
