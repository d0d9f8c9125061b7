"""``pyptx run``: a Python file of kernels, or a PTX file with a description of its launch."""

from __future__ import annotations

import contextlib
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pyptx.cli import sources
from pyptx.cli.arguments import make, summary
from pyptx.cli.explore import Failure, explore, listed
from pyptx.cli.launches import FileLaunch, argument_seed, launch_options, pair
from pyptx.cli.mistakes import SizesCommand
from pyptx.cli.mutate import mutate
from pyptx.cli.outcome import Exit, as_json, reporting, show, traceback_of
from pyptx.errors import PtxError, SimFault, agreeing
from pyptx.mangling import readable
from pyptx.program import Report, directing, recording
from pyptx.progress import working
from pyptx.runtime import require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pyptx.kernel import Kernel

_OF_A_SCHEDULE = ("schedule", "seed", "arg_seed", "explore", "keep_going", "as_json")
MUTANT_SEEDS = 2
ALL, NONE = "all", "none"
"""The words of ``--check`` for all optional checks, and for none of them."""

_ENGINES = {"sim": "simulator", "gpu": "GPU"}


@click.command(cls=SizesCommand)
@click.argument("target", metavar="FILE[:NAME]")
@click.argument("words", metavar="[ARGUMENT]...", nargs=-1)
@click.option("--arch", help="Target, for a Python file whose main takes arch.")
@launch_options
@click.option("--engine", type=click.Choice(["sim", "gpu"]), help="Where to run a PTX file.")
@click.option("--schedule", type=click.Choice(["late", "early", "random"]), help="Schedule of the simulator.")
@click.option(
    "--seed", type=click.IntRange(0), help="Seed of the random schedule and of random arguments; default 0."
)
@click.option("--arg-seed", type=click.IntRange(0), help="Seed of random arguments, if different.")
@click.option(
    "--explore",
    type=click.IntRange(0),
    metavar="N",
    help="Run late, early and with N random schedules, from --seed up, with all checks, until one fails.",
)
@click.option(
    "--order",
    metavar="ORDER",
    help="Summation of matrix units: any, hardware (of the kernel's target), or a target such as sm_90.",
)
@click.option("--profile", is_flag=True, help="Run on the simulator and profile each line.")
@click.option(
    "--shadow",
    is_flag=True,
    help="Run on the simulator with float64 shadows; show rounding errors by line.",
)
@click.option("--double-double", is_flag=True, help="The same with shadows of 106 bits, for kernels in f64.")
@click.option(
    "--trace",
    type=click.Path(dir_okay=False, writable=True),
    metavar="FILE.json",
    help="Run on the simulator and write a timeline for Perfetto.",
)
@click.option(
    "--check",
    multiple=True,
    metavar="NAME",
    help="Optional checks of the simulator: uninitialized and exits (the default), races, swizzles, wraps, "
    "arrays, scopes, all (those but scopes; the default of --explore), none.",
)
@click.option(
    "--mutate",
    multiple=True,
    metavar="KIND",
    help="Run mutated variants and list those that no check detects: all, fence, barrier, wait …",
)
@click.option("--keep-going", is_flag=True, help="Explore all; show one failure of each kind.")
@click.option("--save", multiple=True, metavar="NAME=FILE.npy", help="Write an argument after the launch.")
@as_json
def run(target: str, words: tuple[str, ...], arch: str | None, *, as_json: bool, **options: Any) -> None:
    """Run a file of kernels, or one kernel.

    FILE.py or FILE.py:main: its main runs, with the numbers and NAME=VALUE words given; a number that it
    returns is the exit code. A file without main: its statements run. FILE.py:NAME: the kernel, or that of a
    build_ function, runs once for the sizes given as NAME=VALUE, on random arrays or those of --arg.
    FILE.ptx: the options describe the launch. The arrays that one kernel writes are printed.
    """
    file, name = sources.split(target)
    path = Path(file)
    if not path.is_file():
        raise click.UsageError(f"there is no file {path}")
    if options.pop("double_double"):
        options["shadow"] = "double-double"
    _check_options(path, name, words, options)
    with reporting(as_json=as_json):
        python = path.suffix == ".py"
        if options["explore"] is not None or options["mutate"]:
            runner = (
                _runner(path, name, words, arch, options) if python else FileLaunch(path, options).relaunch
            )
            if options["mutate"]:
                seeds = MUTANT_SEEDS if options["explore"] is None else options["explore"]
                mutate(path, runner, options["mutate"], seeds, as_json=as_json)
            else:
                _explore(path, runner, options, as_json=as_json)
        elif python:
            _run_python(path, _runner(path, name, words, arch, options), options, as_json=as_json)
        else:
            _run_ptx(path, options, as_json=as_json)


def _check_options(path: Path, name: str | None, words: Sequence[str], options: dict[str, Any]) -> None:
    """Refuse options that contradict each other."""
    python = path.suffix == ".py"
    if words and not python:
        raise click.UsageError(f"{words[0]!r}: arguments of a PTX kernel are given with --arg")
    described = ("entry", "grid", "block", "cluster", "smem", "description", "engine", "specs", "save")
    for word in described if python else ():
        if options[word] not in (None, ()) and not (name is not None and word in ("specs", "save")):
            option = {"description": "launch", "specs": "arg"}.get(word, word)
            also = " or one kernel, FILE.py:NAME" if word in ("specs", "save") else ""
            raise click.UsageError(f"--{option} is for a PTX file{also}")
    if options["explore"] is not None and options["schedule"] is not None:
        raise click.UsageError("--explore runs every schedule; leave out --schedule")
    if options["keep_going"] and options["explore"] is None:
        raise click.UsageError("--keep-going is for --explore")
    if options["explore"] is not None and options["save"]:
        raise click.UsageError("--save is for one run; --explore makes many")
    for word in ("order", "profile", "shadow", "trace"):
        if options["explore"] is not None and options[word]:
            raise click.UsageError(f"--{_option(word, options)} is for one run; --explore makes many")
    for word in ("order", "profile", "shadow", "trace", "schedule", "check", "keep_going"):
        if options["mutate"] and options[word]:
            said = f"--mutate runs every schedule with all checks; leave out --{_option(word, options)}"
            raise click.UsageError(said)
    ours = ("schedule", "explore", "order", "profile", "shadow", "trace", "check", "mutate")
    wanted = [word for word in ours if options[word] not in (None, False, ())]
    if options["engine"] == "gpu" and wanted:
        said = f"--{_option(wanted[0], options)} is for the simulator; leave out --engine gpu"
        raise click.UsageError(said)


def _option(word: str, options: dict[str, Any]) -> str:
    """Return the option as it was written, without dashes in front."""
    return "double-double" if options[word] == "double-double" else word.replace("_", "-")


def _explore(
    path: Path, runner: Callable[[], dict[str, Any]], options: dict[str, Any], *, as_json: bool
) -> None:
    """Run under many schedules; end with the first that fails."""
    count, first = options["explore"], options["seed"] or 0
    with working(f"exploring {path.name}", quiet=as_json, units="schedules") as progress:
        made, failures = explore(
            runner, count, first, everything=options["keep_going"], progress=progress, checks=_checks(options)
        )
    stopped = made < count + 2 and (not failures or options["keep_going"])
    said = f"interrupted: {made} of {count + 2} schedules" if stopped else f"{made} schedules"
    commands = [_replay(failure, options) for failure in failures]
    result = {
        "file": str(path),
        "runs": made,
        "schedules": count + 2,
        "failures": [
            {
                "schedule": failure.schedule.name,
                "seed": failure.schedule.seed,
                **failure.attempt.details,
                "output": failure.attempt.output,
                "replay": command,
            }
            for failure, command in zip(failures, commands, strict=True)
        ],
    }
    if not failures:
        show(result, as_json=as_json, text=f"{said}, none fails")
        if stopped:
            raise click.Abort
        return
    show(
        result,
        as_json=as_json,
        text=f"{made} of {count + 2} schedules {agreeing(made, 'were')} run\n\n{listed(failures, commands)}",
    )
    sys.exit(Exit.FINDINGS)


def _replay(failure: Failure, options: dict[str, Any]) -> str:
    """Return the command that repeats a failure."""
    context = click.get_current_context()
    words = ["pyptx", "run", context.params["target"], *context.params["words"]]
    for parameter in context.command.params:
        name = str(parameter.name)
        value = context.params[name]
        if isinstance(parameter, click.Option) and name not in _OF_A_SCHEDULE and value:
            for each in value if parameter.multiple else (value,):
                words += [parameter.opts[0], str(each)]
    if not options["check"]:
        words += ["--check", ALL]
    if not sources.split(context.params["target"])[0].endswith(".py"):
        words += ["--arg-seed", str(argument_seed(options))]
    if failure.attempt.details["type"] == "Difference":
        words += ["--explore", str(int(failure.schedule.name == "random"))]
    else:
        words += ["--schedule", failure.schedule.name]
    return shlex.join([*words, "--seed", str(failure.schedule.seed)])


@contextlib.contextmanager
def _directed(options: dict[str, Any]) -> Iterator[list[Report]]:
    """Direct a file's launches to the simulator if an option needs it; keep their trace."""
    if not any(options[word] for word in ("schedule", "order", "profile", "shadow", "trace", "check")):
        with recording() as reports:
            yield reports
        return
    traced = bool(options["trace"])
    asked = {
        "schedule": options["schedule"] or "late",
        "seed": options["seed"] or 0,
        "order": options["order"] or "any",
        "profile": options["profile"],
        "shadow": options["shadow"],
        "timeline": traced,
        "checks": _checks(options),
    }
    with directing("sim", **asked) as reports:
        last = None
        try:
            yield reports
        except SimFault as fault:
            last = fault.timeline
            raise
        finally:
            timelines = [*(getattr(report.detail, "timeline", None) for report in reports), last]
            made = [timeline for timeline in timelines if timeline is not None]
            if made:
                made[0].save(options["trace"], *made[1:])
            elif traced:
                click.echo(f"nothing ran on the simulator: {options['trace']} is not written", err=True)


def _checks(options: dict[str, Any]) -> tuple[str, ...] | None:
    """The selected optional checks: by default all under `--explore`, else those of the simulator."""
    names = options["check"]
    if not names:
        return (ALL,) if options["explore"] is not None else None
    if NONE not in names:
        return tuple(names)
    if len(names) > 1:
        raise click.UsageError("--check none cannot be combined with other checks")
    return ()


def _runner(
    path: Path, name: str | None, words: Sequence[str], arch: str | None, options: dict[str, Any]
) -> Callable[[], dict[str, Any]]:
    """The ``main`` of a Python file, or one of its kernels, with arguments; it returns the arrays.

    The statements of a file without ``main`` are its run.
    """
    if name is None and not words and arch is None and not sources.defines_main(path):
        return lambda: _script(path)
    names = sources.load(str(path))
    if name is not None and not sources.is_main(names, name):
        given = sources.values(words) | ({} if arch is None else {"arch": arch})
        return _call(name, sources.find_kernel(names, name, given), given, options)
    for option, used in (("--arg", options["specs"]), ("--save", options["save"])):
        if used:
            raise click.UsageError(f"{option} is for one kernel, FILE.py:NAME; main makes its own arrays")
    main = sources.main_of(names, path, words, **({} if arch is None else {"arch": arch}))

    def run() -> dict[str, Any]:
        returned = main()
        if isinstance(returned, int) and returned:
            raise SystemExit(returned)
        return {}

    return run


def _script(path: Path) -> dict[str, Any]:
    """Run the statements of a file without ``main``."""
    with recording() as launches:
        names = sources.load(str(path))
    if not launches:
        sources.main_of(names, path, ())()
    return {}


def _call(
    name: str, kernel: Kernel, given: dict[str, Any], options: dict[str, Any]
) -> Callable[[], dict[str, Any]]:
    """The call of a kernel for some sizes, with the inputs of --arg or random ones."""
    if kernel.in_specs is None and kernel.out_specs is None:
        raise click.UsageError(f"{name} declares no tensors; write a main that calls it")
    names, written = kernel.tensor_names, [*kernel.mutates]
    inputs = dict(zip(names, kernel.in_specs or (), strict=False))
    outputs = names[len(inputs) :]
    specs = dict(pair(word, "NAME=SPEC") for word in options["specs"])
    if unknown := specs.keys() - inputs.keys():
        raise click.UsageError(f"--arg {min(unknown)}: {name} has the inputs {', '.join(inputs) or 'none'}")
    for tensor, tile in inputs.items():
        missing = [size for size in tile.shape if isinstance(size, str) and size not in given]
        if tensor not in specs and missing:
            raise click.UsageError(f"{name} needs {' '.join(f'{size}=…' for size in missing)}")
        shape = ",".join(str(given.get(size, size) if isinstance(size, str) else size) for size in tile.shape)
        specs.setdefault(tensor, f"{tile.dtype}[{shape}]:rand")
    seed = argument_seed(options)

    def run() -> dict[str, Any]:
        arrays = {tensor: make(specs[tensor], seed + number) for number, tensor in enumerate(inputs)}
        returned = kernel(*arrays.values(), **given)
        results = returned if isinstance(returned, tuple) else (returned,)
        return {**{tensor: arrays[tensor] for tensor in written}, **dict(zip(outputs, results, strict=False))}

    return run


def _run_python(
    path: Path, runner: Callable[[], dict[str, Any]], options: dict[str, Any], *, as_json: bool
) -> None:
    code: int | str = 0
    raised: Exception | None = None
    arrays: dict[str, Any] = {}
    # In JSON mode stdout belongs to the object.
    aside = contextlib.redirect_stdout(sys.stderr) if as_json else contextlib.nullcontext()
    with _directed(options) as reports, aside, working(f"running {path.name}", quiet=as_json):
        try:
            arrays = runner()
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else str(stop.code or "") or 0
        except (PtxError, click.ClickException):
            raise
        except Exception as error:
            code, raised = f"{type(error).__name__}: {error}", error
    _save(arrays, options)
    summaries = {name: summary(value) for name, value in arrays.items()}
    failed = (code if isinstance(code, str) else f"main returned {code}") if code else None
    launches = [_launch(report) for report in reports]
    rows = [_row(report) for report in reports] or ["nothing was launched"]
    rows += [f"  {name}: {found['text']}" for name, found in summaries.items()]
    result = {"file": str(path), "launches": launches, "arrays": summaries, "failed": failed}
    show(result, as_json=as_json, text="\n".join(rows))
    if failed:
        click.echo(failed if raised is None else traceback_of(raised), err=True)
        sys.exit(code if isinstance(code, int) else Exit.FINDINGS)


def _save(arrays: dict[str, Any], options: dict[str, Any]) -> None:
    """Write the arrays of --save."""
    for word in options["save"]:
        name, file = pair(word, "NAME=FILE.npy")
        if name not in arrays:
            raise click.UsageError(f"--save {word}: there is no array {name} (there are {', '.join(arrays)})")
        try:
            require("numpy").save(file, arrays[name])
        except OSError as error:
            raise click.UsageError(f"--save {word}: {error}") from None


def _run_ptx(path: Path, options: dict[str, Any], *, as_json: bool) -> None:
    launch = FileLaunch(path, options)
    with _directed(options), working(f"running {path.name}", quiet=as_json):
        report, values = launch.run()
    _save(values, options)
    summaries = {name: summary(value) for name, value in values.items() if hasattr(value, "dtype")}
    rows = [_row(report), *(f"  {name}: {found['text']}" for name, found in summaries.items())]
    result = {"file": str(path), "launches": [_launch(report)], "arrays": summaries}
    show(result, as_json=as_json, text="\n".join(rows))


def _launch(report: Report) -> dict[str, Any]:
    return {
        "entry": report.entry,
        "engine": report.engine,
        "reason": _reason(report),
        "grid": report.grid,
        "block": report.block,
        "cluster": report.cluster,
        "seconds": report.seconds,
        "fidelity": _fidelity(report),
        **({"profile": _profiled(report)} if _profile(report) is not None else {}),
        **({"shadow": _shadow(report).to_json()} if _shadow(report) is not None else {}),
    }


def _fidelity(report: Report) -> dict[str, str]:
    """Fidelity of each executed instruction to hardware; empty for a launch on hardware."""
    return {entry.instruction: entry.level for entry in getattr(report.detail, "fidelity", ())}


def _profiled(report: Report) -> dict[str, Any]:
    """Return the profile, by line and by instruction."""
    return {**_profile(report).to_json(), "histogram": report.detail.histogram}


def _profile(report: Report) -> Any:
    """Return the simulator's profile; None if there is none."""
    return getattr(report.detail, "profile", None)


def _shadow(report: Report) -> Any:
    """Return the report of the shadows; None if there is none."""
    return getattr(report.detail, "shadow", None)


def _reason(report: Report) -> str:
    """Return why the simulator's reference engine ran; empty if it did not."""
    return getattr(report.detail, "reason", "")


def _row(report: Report) -> str:
    grid, block = ("x".join(map(str, size)) for size in (report.grid, report.block))
    where = _ENGINES.get(report.engine, report.engine)
    shadow = _shadow(report)
    parts = (_profile(report), shadow, *(() if shadow is None else shadow.heat_maps()))
    counted = "".join(f"\n\n{part}\n" for part in parts if part is not None)
    other = [f"{name} ({level})" for name, level in _fidelity(report).items() if level != "exact"]
    counted = f"\n  not exact: {', '.join(other)}{counted}" if other else counted
    if reason := _reason(report):
        counted = f"\n  on the slower reference engine: {reason}{counted}"
    return f"{readable(report.entry)}: {where}, grid {grid}, block {block}, {report.seconds:.3f} s{counted}"
