"""Reports of launches, and blocks that collect them or direct launches."""

from __future__ import annotations

import contextlib
from contextvars import Context, ContextVar, copy_context
from typing import TYPE_CHECKING, Any, TypeVar

from pyptx.notebook import Displayed, html_of
from pyptx.record import field, record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pyptx.program.geometry import Dim3
    from pyptx.program.program import Program

T = TypeVar("T")

_RECORDINGS: ContextVar[tuple[list[Report], ...]] = ContextVar("pyptx_recordings", default=())
_COUNTERS: list[Callable[[int], None]] = []
_going_on = [0]
_entered: list[Context] = []
"""The contexts of the `recording` and `directing` blocks of this process that have not ended."""
_DIRECTED: ContextVar[tuple[str, dict[str, Any]] | None] = ContextVar("pyptx_directed", default=None)


@record(frozen=True, slots=True)
class Arguments:
    """Facts about the arguments of a launch.

    >>> import numpy as np
    >>> from pyptx.program import from_ptx, recording
    >>> program = from_ptx('''
    ... .version 8.0
    ... .target sm_80
    ... .address_size 64
    ... .visible .entry idle(.param .u64 x, .param .u32 n) { ret; }
    ... ''')
    >>> with recording() as reports:
    ...     _ = program.launch(np.zeros((8, 4), np.float32), 8, grid=1, block=32)
    >>> arguments = reports[0].arguments
    >>> arguments.scalars, arguments.shapes, arguments.array_bytes
    ({'n': 8}, {'x': (8, 4)}, 128)

    Attributes:
        scalars: Values of integer parameters, by name.
        shapes: Shapes of arrays, by parameter.
        array_bytes: Bytes of all arrays.
    """

    scalars: Mapping[str, int] = field(default_factory=dict)
    shapes: Mapping[str, Sequence[int]] = field(default_factory=dict)
    array_bytes: int = 0


@record(frozen=True, slots=True)
class Report(Displayed):
    """Report of a launch.

    Attributes:
        entry: Name of the entry.
        engine: ``"sim"`` or ``"gpu"``.
        grid: CTAs in each direction.
        block: Threads of a CTA in each direction.
        cluster: CTAs of a cluster in each direction.
        seconds: Host time of the call; a GPU may still be working afterwards.
        detail: The engine's own report, or None.
        program: The program; only in the reports of `recording`, as are the next two.
        smem: Dynamic shared memory of a CTA, in bytes.
        arguments: Facts about the arguments.

    >>> print(Report("gemm", "gpu", (4, 1, 1), (192, 1, 1), (2, 1, 1), 0.25))
    gemm: engine gpu, grid 4x1x1, block 192x1x1, cluster 2x1x1, 0.25 s
    """

    entry: str
    engine: str
    grid: Dim3
    block: Dim3
    cluster: Dim3
    seconds: float
    detail: Any = field(default=None, repr=False)
    program: Program | None = field(default=None, repr=False)
    smem: int = 0
    arguments: Arguments | None = field(default=None, repr=False)

    def _picture(self) -> str:
        """The picture of the engine's own report."""
        return html_of(self.detail) if isinstance(self.detail, Displayed) else ""

    def __str__(self) -> str:
        grid, block, cluster = ("x".join(map(str, size)) for size in (self.grid, self.block, self.cluster))
        geometry = f"grid {grid}, block {block}, cluster {cluster}"
        launch = f"{self.entry}: engine {self.engine}, {geometry}, {self.seconds:.3g} s"
        return launch if self.detail is None else f"{launch}\n{self.detail}"


@contextlib.contextmanager
def recording() -> Iterator[list[Report]]:
    """Collect the report of every launch made inside the `with` block."""
    with _block(_RECORDINGS.get(), _DIRECTED.get()) as reports:
        yield reports


@contextlib.contextmanager
def directing(engine: str, **options: Any) -> Iterator[list[Report]]:
    """Run every launch inside the `with` block on one engine with these options; collect the reports.

    They override the options of a launch, so unchanged code, such as the ``main`` of a file or a test, can
    run on the simulator under another schedule. An inner block for the same engine adds its options to those
    of the outer one.

    Args:
        engine: ``"sim"`` or ``"gpu"``.
        options: Options of the engine, such as ``schedule`` and ``seed`` of the simulator.
    """
    outer = _DIRECTED.get()
    known = outer[1] if outer is not None and outer[0] == engine else {}
    with _block(_RECORDINGS.get(), (engine, {**known, **options})) as reports:
        yield reports


@contextlib.contextmanager
def _block(
    recordings: tuple[list[Report], ...], directed: tuple[str, dict[str, Any]] | None
) -> Iterator[list[Report]]:
    """Add a list of reports to `recordings`, and direct launches."""
    reports: list[Report] = []
    tokens = _RECORDINGS.set((*recordings, reports)), _DIRECTED.set(directed)
    _count_recordings(1)
    context = copy_context()
    _entered.append(context)
    try:
        yield reports
    finally:
        _entered[:] = [each for each in _entered if each is not context]
        _count_recordings(-1)
        _RECORDINGS.reset(tokens[0])
        _DIRECTED.reset(tokens[1])


def run_in_block(function: Callable[..., T], *args: Any) -> T:
    """Call a function in the innermost `recording` or `directing` block of this process, if there is one.

    It is for threads that other libraries start, such as those of XLA: they have no context of their own.

    >>> from threading import Thread
    >>> with recording():
    ...     seen = []
    ...     thread = Thread(target=lambda: seen.extend((recorded(), run_in_block(recorded))))
    ...     thread.start()
    ...     thread.join()
    >>> seen
    [False, True]

    Args:
        function: The function.
        args: Its arguments.

    :meta private:
    """
    if not _entered or _RECORDINGS.get():
        return function(*args)
    return _entered[-1].copy().run(function, *args)


def on_recording(count: Callable[[int], None]) -> None:
    """Call `count` for each `recording` that begins (1) or ends (-1), and now with the active ones.

    For launch paths without a report: they are disabled during a recording.

    >>> counts = []
    >>> on_recording(counts.append)
    >>> with recording():
    ...     pass
    >>> counts
    [0, 1, -1]

    :meta private:
    """
    _COUNTERS.append(count)
    count(_going_on[0])


def _count_recordings(more: int) -> None:
    _going_on[0] += more
    for count in _COUNTERS:
        count(more)


def recorded() -> bool:
    """Whether a `recording` is collecting the launches made here.

    :meta private:
    """
    return bool(_RECORDINGS.get())


def recordings() -> tuple[list[Report], ...]:
    """Return the lists that collect the reports of the launches made here."""
    return _RECORDINGS.get()


def directed() -> tuple[str, dict[str, Any]] | None:
    """Return the engine on which a block runs the launches made here, and its options."""
    return _DIRECTED.get()
