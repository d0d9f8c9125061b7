"""``pyptx gpu``: run any CUDA program on a virtual GPU, with the checks of the simulator."""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pyptx import virtual as room
from pyptx.arch import ARCHS, Arch, arch, for_capability
from pyptx.cli.explore import Schedule, schedules
from pyptx.cli.outcome import Exit, as_json, reporting, show
from pyptx.errors import LaunchError, counted
from pyptx.mangling import readable
from pyptx.progress import Progress

if TYPE_CHECKING:
    from pyptx.virtual import Outcome

DEFAULT_ARCH = "sm_90"
NONE = "none"
MOST_MEMORY = 16 << 30
REMEDIES = {
    "cuGetExportTable": "only a program with a static CUDA runtime needs it: link with -cudart shared",
}
"""Remedies for functions that are not supported; a program that gets to a launch does not need them."""
PLACES = 3
"""Most lines of the program that the summary names for memory that was not freed."""
OF_RUN = (
    "--order",
    "--shadow",
    "--double-double",
    "--mutate",
    "--arg-seed",
    "--engine",
    "--keep-going",
    "--save",
)
"""Options of ``pyptx run`` that are about one kernel and its arguments, not about a program."""
_MULTIPLES = {"k": 10, "m": 20, "g": 30}


class _Bytes(click.ParamType):  # type: ignore[type-arg]
    """A number of bytes: 512M, 4G."""

    name = "bytes"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number."""
        if isinstance(value, int):
            return value
        word = str(value).lower().removesuffix("b").removesuffix("i")
        shift = _MULTIPLES.get(word[-1:], 0)
        digits = word[:-1] if shift else word
        if not digits.isdecimal() or not int(digits):
            self.fail(f"{value!r} is not a number of bytes, such as 512M or 4G", param, ctx)
        return int(digits) << shift


@click.command(context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED)
@click.option("--arch", "target", default=DEFAULT_ARCH, show_default=True, help="Architecture of the device.")
@click.option(
    "--check",
    multiple=True,
    metavar="NAME",
    help="Optional checks of the simulator: uninitialized and exits (the default), races, swizzles, wraps, "
    "arrays, scopes, all (those but scopes), none.",
)
@click.option(
    "--streams",
    type=click.Choice(["eager", "late"]),
    default="eager",
    show_default=True,
    help="When copies and launches take effect: at once, or when something waits for them.",
)
@click.option(
    "--schedule",
    type=click.Choice(["late", "early", "random"]),
    help="Schedule of the simulator.",
)
@click.option("--seed", type=click.IntRange(0), help="Seed of the random schedule; default 0.")
@click.option(
    "--explore",
    type=click.IntRange(0),
    metavar="N",
    help="Run the command late, early and with N random schedules, from --seed up, with all checks, until "
    "one fails.",
)
@click.option("--profile", is_flag=True, help="Profile each line of the first launch of each kernel.")
@click.option(
    "--trace",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    metavar="FILE.json",
    help="Write a timeline of all launches for Perfetto.",
)
@click.option(
    "--memory", type=_Bytes(), help="Memory of the device; default: half of this machine's, at most 16G."
)
@as_json
def gpu(
    command: tuple[str, ...],
    target: str,
    check: tuple[str, ...],
    streams: str,
    memory: int | None,
    schedule: str | None,
    seed: int | None,
    explore: int | None,
    *,
    profile: bool,
    trace: Path | None,
    as_json: bool,
) -> None:
    """Run a CUDA program without a GPU.

    Write pyptx gpu [OPTIONS] -- COMMAND.

    The program finds a driver whose device is the simulator. Programs that hand PTX to the driver run
    unchanged: Triton, Numba, cuda.core, CUDA C++ built with PTX and -cudart shared. Broken rules are
    reported on stderr while the program runs, and a summary follows at its end. The exit code is 1 if a rule
    was broken, else that of the program.
    """
    _check_words(command, explore, schedule, is_one_run=profile or trace is not None)
    with reporting(as_json=as_json):
        try:
            options = room.Options(
                arch=_device(target),
                checks=_checks(check, ("all",) if explore is not None else None),
                memory=memory or _memory(),
                threads=os.cpu_count() or 1,
                late=streams == "late",
                schedule=schedule or "late",
                seed=seed or 0,
                profile=profile,
                trace=trace is not None,
                quiet=as_json,
            )
        except LaunchError as error:
            raise click.UsageError(f"--check: {error}") from None
        environment = room.variables()
        every = [Schedule(options.schedule, options.seed)]
        if explore is not None:
            every = list(schedules(explore, options.seed))
        outcomes: list[Outcome] = []
        progress = Progress("runs", quiet=as_json)
        for each in every:
            if outcomes:
                progress(len(outcomes), len(every))
                progress.end()
            given = replace(options, schedule=each.name, seed=each.seed)
            try:
                outcomes.append(room.run(command, given, environment, quiet=as_json, trace=trace))
            except OSError as error:
                raise click.UsageError(f"{command[0]} cannot be started: {error.strerror}") from None
            if _exit_code(outcomes[-1]):
                break
    outcome, last = outcomes[-1], every[len(outcomes) - 1]
    if as_json:
        explored = {} if explore is None else {"runs": len(outcomes), "schedule": asdict(last)}
        show({**_data(outcome), **explored}, as_json=True)
    else:
        if explore is not None:
            click.echo(f"pyptx gpu: run {len(outcomes)} of {len(every)}, schedule {last}", err=True)
        click.echo(_text(outcome), err=True)
    if trace is not None and not outcome.traces:
        click.echo(f"no kernel ran on the device: {trace} is not written", err=True)
    sys.exit(_exit_code(outcome))


def _check_words(
    command: tuple[str, ...], explore: int | None, schedule: str | None, *, is_one_run: bool
) -> None:
    """Check that the command is one, and that the options go together."""
    word = command[0].partition("=")[0]
    if word.startswith("-"):
        of_run = "; it is an option of pyptx run" if word in OF_RUN else ""
        raise click.UsageError(f"pyptx gpu has no option {word}{of_run}")
    if explore is not None and schedule is not None:
        raise click.UsageError("--explore runs every schedule; leave out --schedule")
    if explore is not None and is_one_run:
        raise click.UsageError("--profile and --trace are for one run; --explore makes many")


def _device(name: str) -> Arch:
    """The architecture of a device: its compute capability with all features."""
    try:
        found = for_capability(*arch(name).capability)
    except ValueError as error:
        raise click.UsageError(f"--arch: {error}") from None
    if found.sm is None:
        known = ", ".join(each.name for each in ARCHS.values() if each.sm is not None)
        raise click.UsageError(
            f"--arch {name}: the resources of its multiprocessors are unknown; known: {known}"
        )
    return found


def _checks(names: tuple[str, ...], default: tuple[str, ...] | None) -> tuple[str, ...] | None:
    if NONE not in names:
        return names or default
    if len(names) > 1:
        raise click.UsageError("--check none cannot be combined with other checks")
    return ()


def _memory() -> int:
    """Half of the memory of this machine."""
    there = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return min(MOST_MEMORY, there // 2) >> 20 << 20


def _exit_code(outcome: Outcome) -> int:
    if outcome.faults:
        return Exit.FINDINGS
    return 128 - outcome.status if outcome.status < 0 else outcome.status


def _data(outcome: Outcome) -> dict[str, Any]:
    return {**asdict(outcome), "launches": outcome.launches}


def _text(outcome: Outcome) -> str:
    """The summary: kernels, refused calls, faults."""
    if not outcome.clients and not outcome.faults:
        return "pyptx gpu: the program did not use CUDA, or not through libcuda.so.1"
    seconds = sum(each["seconds"] for each in outcome.kernels.values())
    counts = (
        counted(len(outcome.kernels), "kernel"),
        f"{counted(outcome.launches, 'launch')} in {seconds:.2f} s",
        counted(len(outcome.faults), "fault"),
    )
    rows = [f"pyptx gpu: {', '.join(counts)}"]
    if outcome.clients > 1:
        rows[0] += f", {counted(outcome.clients, 'process')}"
    if outcome.status < 0:
        rows.append(f"  the program was ended by {signal.Signals(-outcome.status).name}")
    for name, each in outcome.kernels.items():
        slow = f"; on the slower reference engine: {each['slow']}" if each["slow"] else ""
        launches = counted(each["launches"], "launch")
        rows.append(f"  {launches:>12}, {each['seconds']:6.2f} s  {readable(name)}{slow}")
        rows += [f"    {line}" for line in each["profile"].splitlines()]
    for name, count in sorted(outcome.refused.items()):
        if name in REMEDIES and outcome.launches:
            continue
        remedy = f"; {REMEDIES[name]}" if name in REMEDIES else ""
        rows.append(f"  not supported: {name}, called {counted(count, 'time')}{remedy}")
    if outcome.unfreed:
        rows.append(f"  not freed: {_unfreed(outcome)}")
    for fault in outcome.faults:
        where = fault.get("kernel") or fault.get("call")
        first = fault["message"].splitlines()[0]
        at = f" at {fault['line']}" if "line" in fault else ""
        rows.append(f"  fault: {where + at + ': ' if where else ''}{first}")
    return "\n".join(rows)


def _unfreed(outcome: Outcome) -> str:
    """The memory that the program has not freed, and the lines that allocated most of it."""
    most = sorted(outcome.unfreed, key=lambda each: -int(each["bytes"]))
    total = counted(sum(each["count"] for each in most), "allocation")
    shown = "; ".join(f"{each['count']} x {each['what']}" for each in most[:PLACES])
    more = "; ..." if len(most) > PLACES else ""
    return f"{total}, {counted(sum(each['bytes'] for each in most), 'byte')}: {shown}{more}"
