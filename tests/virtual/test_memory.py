"""Registered memory, pools, and the lines of the program in reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.virtual.conftest import Ran

    Script = Callable[..., Ran]
    Compiled = Callable[..., str]

REGISTERED = [
    "register 0", "again 712", "pointer 0", "sync 0 wrong 0", "kind 1 1 1", "child 0 parent 0",
    "unregister 0", "after 0", "stack 801", "missing 713 801",
]  # fmt: skip
POOLS = [
    "pool 0", "used 4000 most 6000 after 4000 kept 1 follows 1", "current 1 destroy 0", "gone 1 1",
    "nothing 0 1 0", "grid 9",
]  # fmt: skip


@pytest.mark.parametrize("streams", ["eager", "late"])
def test_registered_memory_and_pools(on_gpu: Script, compiled: Compiled, streams: str) -> None:
    ran = on_gpu([compiled("memory.cu", options=("-g",))], "--streams", streams, timeout=300)
    assert ran.printed.split("\n") == REGISTERED + POOLS, ran.reported
    assert ran.rules == ["unsupported", "unsupported", "destroyed-pool", "invalid-launch"], ran.reported
    assert "a stack cannot be registered" in ran.reported
    assert "not all of the range is memory of the program" in ran.reported


@pytest.mark.parametrize("streams", ["eager", "late"])
def test_the_host_must_wait_for_registered_memory(on_gpu: Script, compiled: Compiled, streams: str) -> None:
    program = compiled("memory.cu", options=("-g",))
    ran = on_gpu([program, "wait"], "--streams", streams, timeout=300)
    assert ran.rules[0] == "host-race", ran.reported
    assert "cuMemHostRegister at memory.cu:25" in ran.summary["faults"][0]["message"]
    assert "of the default stream) at memory.cu:44 reads it" in ran.summary["faults"][0]["message"]


def test_accesses_behind_registered_memory(on_gpu: Script, compiled: Compiled) -> None:
    ran = on_gpu([compiled("memory.cu", options=("-g",)), "bounds"], timeout=300)
    assert ran.rules[0] == "out-of-bounds", ran.reported
    fault = ran.summary["faults"][0]
    assert fault["line"] == "memory.cu:29"
    assert "allocation 1+20000" in fault["message"]


def test_parts_that_were_compiled_apart(on_gpu: Script, compiled: Compiled) -> None:
    program = compiled("parts_main.cu", "parts.cu", options=("-rdc=true",))
    ran = on_gpu([program], "--check", "all", timeout=300)
    assert ran.printed.split("\n") == ["16 103", "47 37"], ran.reported
    assert not ran.rules
    broken = on_gpu([program, "broken"], timeout=300)
    assert broken.rules == ["out-of-bounds"]
    assert "parts_main.cu:11" in broken.summary["faults"][0]["message"]


def test_reports_name_the_lines_of_a_python_program(script: Script) -> None:
    ran = script("""
    def make(size):
        return allocate(size)
    module, kernel, numbers = prepare_add()
    small = make(8)
    launch(kernel, small, c_uint(1))
    print("> ", cu.cuCtxSynchronize())
    """)
    assert ran.rules == ["out-of-bounds"], ran.reported
    fault = ran.summary["faults"][0]
    assert "8 bytes of cuMemAlloc at client.py:" in fault["message"], fault
    assert fault["line"].startswith("client.py:")


def test_lines_without_debug_information_are_left_out(on_gpu: Script, compiled: Compiled) -> None:
    ran = on_gpu([compiled("memory.cu"), "bounds"], timeout=300)
    assert "line" not in ran.summary["faults"][0]
    assert "20000 bytes of cuMemHostRegister) are" in ran.summary["faults"][0]["message"]
