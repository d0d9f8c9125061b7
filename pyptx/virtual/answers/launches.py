"""Launches: parameters as bytes, the simulator with its checks, results of the driver for broken rules."""

from __future__ import annotations

import contextlib
import io
import re
import struct
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from pyptx.errors import LaunchError, ParseError, SimFault, VerifyError
from pyptx.mangling import readable
from pyptx.sim import simulate
from pyptx.sim.checks import selected
from pyptx.sim.touched import Spans
from pyptx.virtual.answers.modules import (
    WORKSPACE_BYTES,
    function_of,
    layout_of,
    most_dynamic,
    resident_blocks,
)
from pyptx.virtual.answers.registry import answer
from pyptx.virtual.answers.streams import stream_of, submit
from pyptx.virtual.effects import PRINT
from pyptx.virtual.facts import MULTIPROCESSORS
from pyptx.virtual.results import CudaError, name_of, number_of
from pyptx.virtual.session import DEVICE, Launches

if TYPE_CHECKING:
    from pyptx.program import Dim3, Program
    from pyptx.virtual.clocks import Operation
    from pyptx.virtual.session import LoadedFunction, Session

COOPERATIVE: Final = 1
"""The flag of launches whose blocks wait for each other."""

RESULT_OF_RULE: Final = {
    "out-of-bounds": "ILLEGAL_ADDRESS",
    "read-only": "ILLEGAL_ADDRESS",
    "misaligned": "MISALIGNED_ADDRESS",
    "assert": "ASSERT",
    "stack-overflow": "HARDWARE_STACK_ERROR",
    "call-target": "INVALID_PC",
    "max-steps": "LAUNCH_TIMEOUT",
    "livelock": "LAUNCH_TIMEOUT",
    "deadlock": "LAUNCH_TIMEOUT",
    "unmodelled": "NOT_SUPPORTED",
}
"""Results of the rules that the driver has a name for; other rules are failed launches."""

_DIM3 = struct.Struct("<3I")


@answer("launch")
def launch(
    session: Session,
    handle: int,
    grid: bytes,
    block: bytes,
    cluster: bytes,
    shared: int,
    flags: int,
    stream: int,
    parameters: bytes,
) -> None:
    """Launch a kernel."""
    found = function_of(session, handle)
    name = readable(found.program.entry)
    session.call = f"launch of {name}"
    sizes = _DIM3.unpack(grid), _DIM3.unpack(block)
    group = _DIM3.unpack(cluster)
    try:
        geometry = found.program.geometry(
            grid=sizes[0], block=sizes[1], cluster=group if any(group) else None, smem=shared
        )
    except LaunchError as error:
        raise CudaError("INVALID_VALUE", str(error), rule="invalid-launch") from None
    if shared > most_dynamic(found):
        said = f"{shared} bytes of dynamic shared memory; the function allows {most_dynamic(found)}"
        more = " (attribute MAX_DYNAMIC_SHARED_SIZE_BYTES)"
        raise CudaError("INVALID_VALUE", f"{said}{more}", rule="invalid-launch")
    cooperative = bool(flags & COOPERATIVE)
    if cooperative:
        _check_cooperative(session, found, *sizes, shared)
    arguments = [parameters[start : start + size] for start, size in layout_of(found.program)]
    if stream_of(session, stream).context != found.module.context:
        said = f"{name} is of another context than {stream_of(session, stream).name}"
        raise CudaError("INVALID_HANDLE", session.used_by(said), rule="foreign-stream")
    run = partial(_run, session, found, arguments, geometry, cooperative=cooperative)
    submit(session, stream, run, f"launch of {name}{text_of(found.program).place}")
    if session.sticky:
        raise CudaError(name_of(session.sticky))


def _check_cooperative(
    session: Session, found: LoadedFunction, grid: tuple[int, ...], block: tuple[int, ...], shared: int
) -> None:
    blocks = grid[0] * grid[1] * grid[2]
    threads = block[0] * block[1] * block[2]
    most = MULTIPROCESSORS * resident_blocks(session, found, threads, shared)
    if blocks > most:
        said = f"{blocks} blocks; {most} of {threads} threads are resident on the device at a time"
        raise CudaError("COOPERATIVE_LAUNCH_TOO_LARGE", said, rule="invalid-launch")


def _run(
    session: Session,
    found: LoadedFunction,
    arguments: list[bytes],
    geometry: tuple[Dim3, Dim3, Dim3, int],
    operation: Operation,
    *,
    cooperative: bool,
) -> None:
    """Run a kernel, and note what came of it."""
    name = readable(found.program.entry)
    grid, block, cluster, shared = geometry
    noted = session.kernels.setdefault(name, Launches())
    noted.launches += 1
    started = time.perf_counter()
    printed = io.StringIO()
    workspace = (
        session.memory.view(found.module.workspace, WORKSPACE_BYTES) if found.module.workspace else None
    )
    before = None if workspace is None else workspace.tobytes()
    session.is_running = True
    try:
        with contextlib.redirect_stdout(printed):
            report = simulate(
                found.program,
                arguments,
                grid=grid,
                block=block,
                cluster=cluster,
                smem=shared,
                checks=session.options.checks,
                threads=session.options.threads,
                schedule=session.options.schedule,
                seed=session.options.seed,
                profile=session.options.profile and not noted.profile,
                timeline=session.options.trace,
                device=session.memory,
            )
        noted.slow = noted.slow or report.reason
        noted.profile = noted.profile or ("" if report.profile is None else str(report.profile))
        session.timelines += [] if report.timeline is None else [report.timeline]
        _note_accesses(session, found, operation)
        if workspace is not None and not cooperative and workspace.tobytes() != before:
            said = "the blocks of the grid wait for each other, which needs a cooperative launch"
            _fail(session, name, "LAUNCH_FAILED", "grid-synchronisation", said)
    except SimFault as fault:
        _fail(session, name, RESULT_OF_RULE.get(fault.rule, "LAUNCH_FAILED"), fault.rule, str(fault))
    except (VerifyError, ParseError) as error:
        _fail(session, name, "INVALID_PTX", "invalid-ptx", str(error))
    except LaunchError as error:
        _fail(session, name, "LAUNCH_FAILED", "invalid-launch", str(error))
    except KeyboardInterrupt:
        _fail(session, name, "LAUNCH_TIMEOUT", "interrupted", "the launch was interrupted")
    finally:
        session.is_running = False
        noted.seconds += time.perf_counter() - started
        if printed.getvalue():
            session.effects.add(PRINT, text=printed.getvalue().encode())


def _note_accesses(session: Session, found: LoadedFunction, operation: Operation) -> None:
    """Note what a launch accessed, if streams or the host may race with it."""
    start, text = session.memory.start, text_of(found.program)
    unclear = text.has_atomics and "uninitialized" not in selected(session.options.checks)
    kinds = "read", "atomic" if unclear else "write", "atomic"
    for allocation, accesses in session.memory.accesses():
        block = session.blocks.get(start + allocation.offset)
        if text.talks_to_host and block is not None and block.kind != DEVICE:
            continue
        for kind, spans in zip(kinds, accesses, strict=True):
            session.note_access(operation, kind, Spans(spans.first + start, spans.end + start))


class Text(NamedTuple):
    """Facts about the PTX of a kernel.

    Attributes:
        place: The line of the source that the kernel starts at, in words; empty where it is unknown.
        talks_to_host: Whether the module has accesses by which a kernel may talk to the host while it runs.
        has_atomics: Whether it has atomic operations.
    """

    place: str
    talks_to_host: bool
    has_atomics: bool


_TALKS = re.compile(r"\.(?:volatile|sys|mmio)\b")
_ATOMIC = re.compile(r"\b(?:atom|red)\.")
_LOC = re.compile(r"^\s*\.loc\s+(\d+)\s+([1-9]\d*)", re.MULTILINE)


def text_of(program: Program) -> Text:
    """Return the facts about the PTX of a kernel."""
    if "virtual.text" not in program.derived:
        ptx, place = program.ptx, ""
        loc = _LOC.search(ptx, max(0, ptx.find(f".entry {program.entry}")))
        if loc is not None:
            file = re.search(rf'^\s*\.file\s+{loc[1]}\s+"([^"]*)"', ptx, re.MULTILINE)
            place = f" at {Path(file[1]).name}:{loc[2]}" if file else ""
        program.derived["virtual.text"] = Text(place, bool(_TALKS.search(ptx)), bool(_ATOMIC.search(ptx)))
    found: Text = program.derived["virtual.text"]
    return found


def _fail(session: Session, kernel: str, result: str, rule: str, message: str) -> None:
    session.sticky = number_of(result)
    session.note_fault({"rule": rule, "message": message, "kernel": kernel})
