"""Launches: parameters as bytes, the simulator with its checks, results of the driver for broken rules."""

from __future__ import annotations

import contextlib
import io
import re
import struct
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

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
)
from pyptx.virtual.answers.occupancy import resident_blocks
from pyptx.virtual.answers.registry import answer
from pyptx.virtual.answers.streams import stream_of, submit
from pyptx.virtual.effects import PRINT
from pyptx.virtual.facts import MULTIPROCESSORS
from pyptx.virtual.graphs import KERNEL, Task
from pyptx.virtual.objects import DEVICE
from pyptx.virtual.reports import Launches
from pyptx.virtual.results import CudaError, number_of

if TYPE_CHECKING:
    from pyptx.program import Dim3, Program
    from pyptx.virtual.answers.streams import Stream
    from pyptx.virtual.clocks import Operation
    from pyptx.virtual.objects import LoadedFunction
    from pyptx.virtual.session import Session

COOPERATIVE: Final = 1
"""The flag of launches whose blocks wait for each other."""

DEPENDENT: Final = 2
"""The flag of launches that may start before the previous one has ended, if that one permits it."""

KEEPS_ATTRIBUTES: Final = 1 << 31
"""The flag of a change of a node that keeps its cluster and its other flags."""

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
_NOTHING = contextlib.nullcontext()


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
    session.call = f"launch of {name_of(found)}"
    made = Launch.checked(session, found, Sizes(grid, block, cluster, shared, flags), parameters)
    behind = stream_of(session, stream)
    if behind.context != found.module.context:
        said = f"{name_of(found)} is of another context than {behind.name}"
        raise CudaError("INVALID_HANDLE", session.used_by(said), rule="foreign-stream")
    submit(session, stream, made)


class Sizes(NamedTuple):
    """The sizes of a launch, as the library sends them: three numbers each, bytes, and flags."""

    grid: bytes
    block: bytes
    cluster: bytes
    shared: int
    flags: int


@dataclass(frozen=True, slots=True)
class Launch(Task):
    """A launch of a kernel.

    Attributes:
        function: The kernel.
        sizes: As the program gave them.
        geometry: Grid, block and cluster with all of their numbers, and the bytes of shared memory.
        parameters: The bytes of the parameters.
    """

    kind: ClassVar[int | None] = KERNEL

    function: LoadedFunction
    sizes: Sizes
    geometry: tuple[Dim3, Dim3, Dim3, int]
    parameters: bytes

    @classmethod
    def checked(cls, session: Session, found: LoadedFunction, sizes: Sizes, parameters: bytes) -> Launch:
        """Return a launch.

        Raises:
            CudaError: The sizes are not possible.
        """
        geometry = found.geometries.get(sizes)
        if geometry is None:
            geometry = found.geometries[sizes] = _checked(session, found, sizes)
        text = text_of(found.program)
        if text.orders_grids:
            session.memory.record_accesses()
        return cls(f"launch of {name_of(found)}{text.place}", found, sizes, geometry, parameters)

    @property
    def starts_early(self) -> bool:
        """Whether it may start before the previous launch has ended, if that one permits it."""
        return bool(self.sizes.flags & DEPENDENT)

    @property
    def permits_early_start(self) -> bool:
        """Whether its kernel may let a dependent launch start."""
        return text_of(self.function.program).orders_grids

    def announce(self, session: Session, stream: Stream, operation: Operation) -> Task:
        """Check that the kernel is still there.

        Raises:
            CudaError: Its module was unloaded.
        """
        if self.function.handle not in session.functions:
            said = f"the module of {name_of(self.function)} was unloaded"
            raise CudaError("INVALID_HANDLE", session.used_by(said), rule="unloaded-module")
        return self

    def run(self, session: Session, operation: Operation) -> None:
        """Run the kernel, and note what came of it."""
        found, options, reports = self.function, session.options, session.reports
        name = name_of(found)
        grid, block, cluster, shared = self.geometry
        noted = reports.kernels.get(name) or reports.kernels.setdefault(name, Launches())
        noted.launches += 1
        started = time.perf_counter()
        printed = io.StringIO() if text_of(found.program).prints else None
        workspace = (
            session.memory.view(found.module.workspace, WORKSPACE_BYTES) if found.module.workspace else None
        )
        before = None if workspace is None else workspace.tobytes()
        session.is_running = True
        try:
            with _NOTHING if printed is None else contextlib.redirect_stdout(printed):
                report = simulate(
                    found.program,
                    [self.parameters[start : start + size] for start, size in layout_of(found.program)],
                    grid=grid,
                    block=block,
                    cluster=cluster,
                    smem=shared,
                    checks=options.checks,
                    threads=options.threads,
                    schedule=options.schedule,
                    seed=options.seed,
                    profile=options.profile and not noted.profile,
                    timeline=options.trace,
                    device=session.memory,
                )
            noted.slow = noted.slow or report.reason
            noted.profile = noted.profile or ("" if report.profile is None else str(report.profile))
            reports.timelines += [] if report.timeline is None else [report.timeline]
            if operation.primary is not None or operation.before is not None:
                executed = [
                    report.histogram.get(f"griddepcontrol.{word}", 0)
                    for word in ("launch_dependents", "wait")
                ]
                operation.has_run(permitted=executed[0] > 0, waited=executed[1] > 0)
            _note_accesses(session, found, operation)
            is_cooperative = self.sizes.flags & COOPERATIVE
            if workspace is not None and not is_cooperative and workspace.tobytes() != before:
                said = "the blocks of the grid wait for each other, which needs a cooperative launch"
                _fail(session, operation, name, "LAUNCH_FAILED", "grid-synchronisation", said)
        except SimFault as fault:
            result = RESULT_OF_RULE.get(fault.rule, "LAUNCH_FAILED")
            _fail(session, operation, name, result, fault.rule, _explained(session, fault))
        except (VerifyError, ParseError) as error:
            _fail(session, operation, name, "INVALID_PTX", "invalid-ptx", str(error))
        except LaunchError as error:
            _fail(session, operation, name, "LAUNCH_FAILED", "invalid-launch", str(error))
        except KeyboardInterrupt:
            _fail(session, operation, name, "LAUNCH_TIMEOUT", "interrupted", "the launch was interrupted")
        finally:
            session.is_running = False
            session.progress.end()
            noted.seconds += time.perf_counter() - started
            if printed is not None and printed.getvalue():
                session.effects.add(PRINT, text=printed.getvalue().encode())


def _explained(session: Session, fault: SimFault) -> str:
    """The text of a fault, with a line more if the kernel was given an address of the program."""
    text = str(fault)
    address = 0 if fault.address is None or fault.rule != "out-of-bounds" else fault.address["value"]
    if session.memory.start <= address < session.memory.end or not session.reports.sites.is_memory(address):
        return text
    head, more, tail = text.partition("\nfor more: ")
    said = (
        "the address is memory of the program: kernels access that of the device, pinned and managed memory"
    )
    return f"{head}\n{said}{more}{tail}"


def name_of(found: LoadedFunction) -> str:
    """Return the name of a kernel, for reports."""
    return readable(found.program.entry)


def _checked(session: Session, found: LoadedFunction, sizes: Sizes) -> tuple[Dim3, Dim3, Dim3, int]:
    """Return the sizes of a launch with all of their numbers.

    Raises:
        CudaError: The device does not support the sizes.
    """
    grid, block, group = (_DIM3.unpack(each) for each in sizes[:3])
    shared = sizes.shared
    try:
        geometry = found.program.geometry(
            grid=grid, block=block, cluster=group if any(group) else None, smem=shared
        )
    except LaunchError as error:
        raise CudaError("INVALID_VALUE", str(error), rule="invalid-launch") from None
    if shared > most_dynamic(found):
        said = f"{shared} bytes of dynamic shared memory; the function allows {most_dynamic(found)}"
        more = " (attribute MAX_DYNAMIC_SHARED_SIZE_BYTES)"
        raise CudaError("INVALID_VALUE", f"{said}{more}", rule="invalid-launch")
    if sizes.flags & COOPERATIVE:
        _check_cooperative(session, found, grid, block, shared)
    return geometry


def _check_cooperative(
    session: Session, found: LoadedFunction, grid: tuple[int, ...], block: tuple[int, ...], shared: int
) -> None:
    blocks = grid[0] * grid[1] * grid[2]
    threads = block[0] * block[1] * block[2]
    most = MULTIPROCESSORS * resident_blocks(session, found, threads, shared)
    if blocks > most:
        said = f"{blocks} blocks; {most} of {threads} threads are resident on the device at a time"
        raise CudaError("COOPERATIVE_LAUNCH_TOO_LARGE", said, rule="invalid-launch")


def _note_accesses(session: Session, found: LoadedFunction, operation: Operation) -> None:
    """Record the accesses of a launch, if streams or the host may race with it."""
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
        prints: Whether it may print.
        orders_grids: Whether it has ``griddepcontrol``.
    """

    place: str
    talks_to_host: bool
    has_atomics: bool
    prints: bool
    orders_grids: bool


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
        program.derived["virtual.text"] = Text(
            place,
            bool(_TALKS.search(ptx)),
            bool(_ATOMIC.search(ptx)),
            "vprintf" in ptx,
            "griddepcontrol." in ptx,
        )
    found: Text = program.derived["virtual.text"]
    return found


def _fail(session: Session, operation: Operation, kernel: str, result: str, rule: str, message: str) -> None:
    session.sticky = number_of(result)
    session.memory.forget_accesses()
    session.note_fault({"rule": rule, "message": message, "kernel": kernel}, operation.site)
