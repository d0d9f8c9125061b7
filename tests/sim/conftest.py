"""A kernel out of a few lines: the header, the registers and the addresses of arrays are always the same."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.errors import LaunchError, SimFault
from pyptx.layouts.tensor_map import MappedArray
from pyptx.program import from_ptx
from pyptx.sim import runs, simulate
from pyptx.sim.launch import decoded

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.program import Program
    from pyptx.sim import SimReport
    from pyptx.sim.profile import Profile

REGISTERS = """
    .reg .pred %p<10>;
    .reg .b16 %h<10>;
    .reg .b32 %r<40>;
    .reg .b64 %rd<40>;
    .reg .f32 %f<20>;
    .reg .f64 %fd<10>;
"""


def text(
    body: str, *, params: str = "", module: str = "", target: str = "sm_90a", version: str = "8.6"
) -> str:
    return (
        f".version {version}\n.target {target}\n.address_size 64\n{module}\n"
        f".visible .entry kernel({params})\n{{{REGISTERS}\n{body}\n}}\n"
    )


@pytest.fixture
def run() -> Callable[..., SimReport]:
    """Run a body: an array `x` is parameter `x`, a number `n` is a ``.u32``."""

    def call(
        body: str,
        *,
        grid: int | tuple[int, int, int] = 1,
        block: int | tuple[int, int, int] = 32,
        module: str = "",
        smem: int = 0,
        **args: Any,
    ) -> SimReport:
        options = {
            name: args.pop(name)
            for name in (
                "max_steps",
                "uninitialized",
                "checks",
                "seed",
                "schedule",
                "profile",
                "timeline",
                "cluster",
                "alike",
                "order",
                "target",
                "version",
            )
            if name in args
        }
        header = {name: options.pop(name) for name in ("target", "version") if name in options}
        params = ", ".join(
            f".param {_declared(value)} {name}{'[128]' if isinstance(value, MappedArray) else ''}"
            for name, value in args.items()
        )
        program = from_ptx(text(body, params=params, module=module, **header))
        return on_both(
            program,
            tuple(args.values()),
            grid=grid if isinstance(grid, tuple) else (grid, 1, 1),
            block=block if isinstance(block, tuple) else (block, 1, 1),
            smem=smem,
            **options,
        )

    return call


@pytest.fixture
def both() -> Callable[..., SimReport]:
    """Run a program on both engines."""
    return on_both


@pytest.fixture
def program() -> Callable[..., Program]:
    """A program of a body and the text of its parameters."""
    return lambda body, params=".param .u64 x", **header: from_ptx(text(body, params=params, **header))


def on_both(
    program: Program, args: tuple[Any, ...], *, one_fault: bool = True, alike: bool = True, **options: Any
) -> SimReport:
    """Run on the native engine if it runs the program, and on the reference engine: both must do the same.

    If the native engine handed the launch over and the reference engine found the fault, a second reference
    run is left out.

    Without `one_fault` the program has several faults, and each engine may report another one first. With
    ``alike=False`` the results may differ, because they depend on the order of threads.
    """
    options = {"fresh": True, **options}
    arrays = [getattr(arg, "array", arg) for arg in args]
    arrays = [array for array in arrays if isinstance(array, np.ndarray)]
    before = [array.copy() for array in arrays]
    faults: list[SimFault] = []
    again = native_fault = None
    covered = True
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "run_reference", partial(watched, runs.run_reference, faults))
        try:
            again, native_fault = outcome(program, args, native=True, **options)
        except LaunchError:  # an instruction that the native engine does not know
            covered = False
    if covered and native_fault is not None and native_fault in faults:
        raise native_fault
    after = [array.copy() for array in arrays]
    put(arrays, before)
    report, fault = outcome(program, args, native=False, **options)
    if covered:
        one = one_fault or fault is None or native_fault is None or fault.thread == native_fault.thread
        assert not (one and alike) or described(fault) == described(native_fault), native_fault
        if report is not None and again is not None:
            assert again.engine == "native"
            polls = any(block.polls for block in decoded(program, options.get("order", "any")).blocks)
            if report.profile is not None:
                assert counted(again.profile, polls=polls) == counted(report.profile, polls=polls)
            if not alike:
                return report
            assert report.fidelity == again.fidelity
            if not polls:
                assert report.histogram == again.histogram
            for mine, theirs in zip(arrays, after, strict=True):
                same(mine, theirs, exactly=not report.approximate)
    if fault is not None:
        raise fault
    assert report is not None
    return report


def watched(
    run_reference: Callable[..., object], faults: list[SimFault], *args: Any, **options: Any
) -> object:
    """Run in lockstep, as the reference engine alone does, or in turns; note the faults of the first."""
    try:
        return run_reference(*args, **options)
    except SimFault as fault:
        if not options.get("steps_in_turns"):
            faults.append(fault)
        raise


def counted(profile: Profile | None, *, polls: bool) -> list[tuple[Any, ...]]:
    """The counts of a profile that do not depend on the order in which warps run.

    How often a loop that polls runs does depend on it, and so do waits.
    """
    assert profile is not None
    return [
        (line.instruction, line.ptx_line, line.traffic, line.scopes, 0 if polls else line.executions)
        for line in profile.lines
    ]


def put(arrays: list[Any], contents: list[Any]) -> None:
    for array, content in zip(arrays, contents, strict=True):
        if array.flags.writeable:
            array[...] = content


def outcome(
    program: Program, args: tuple[Any, ...], **options: Any
) -> tuple[SimReport | None, SimFault | None]:
    try:
        return simulate(program, args, **options), None
    except SimFault as fault:
        return None, fault


def described(fault: SimFault | None) -> Any:
    """Return the parts of a fault that must be the same on both engines."""
    if fault is None:
        return None
    if (
        fault.waiting
    ):  # the NumPy engine lists the CTAs of a batch, the native one only the first that is stuck
        first = fault.waiting[0]["ctaid"]
        return fault.rule, fault.ptx_line, [entry for entry in fault.waiting if entry["ctaid"] == first]
    return fault.rule, fault.ptx_line, fault.thread, fault.address, str(fault)


def same(mine: np.ndarray[Any, Any], theirs: np.ndarray[Any, Any], *, exactly: bool) -> None:
    if exactly or mine.dtype.kind != "f":
        np.testing.assert_array_equal(mine.reshape(-1).view(np.uint8), theirs.reshape(-1).view(np.uint8))
    else:
        np.testing.assert_allclose(mine, theirs, rtol=3e-7)


def _declared(value: object) -> str:
    if isinstance(value, MappedArray):
        return ".align 64 .b8"
    return ".u64" if isinstance(value, np.ndarray) else ".u32"


OUT_INDEX = """
    ld.param.u64 %rd30, [out];
    mov.u32 %r30, %ctaid.x;
    mov.u32 %r31, %ntid.x;
    mov.u32 %r32, %tid.x;
    mad.lo.u32 %r33, %r30, %r31, %r32;
    mul.wide.u32 %rd31, %r33, 4;
    add.u64 %rd32, %rd30, %rd31;
"""


@pytest.fixture
def own() -> str:
    """Lines that leave this thread's index in ``%r33``, the address of its element of `out` in ``%rd32``."""
    return OUT_INDEX
