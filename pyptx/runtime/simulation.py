"""Options of the simulator for launches of code that does not mention it, and calls with a report."""

from __future__ import annotations

import contextlib
import functools
import os
from typing import TYPE_CHECKING, Any, NamedTuple

from pyptx.errors import LaunchError, LaunchTypeError, did_you_mean
from pyptx.late import late
from pyptx.program import directing, engine

if TYPE_CHECKING:
    import inspect
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from pyptx.program import Report
else:
    inspect = late("inspect")

ENVIRONMENT = "PYPTX_SIM"
"""The environment variable with options of every launch on the simulator."""

_SIZES = ("grid", "block", "cluster", "smem")
_OF_A_LAUNCH = frozenset({"uninitialized", "read_only"})
"""Options that name arrays of one launch."""

_WORDS = {"True": True, "False": False, "None": None}


class Run(NamedTuple):
    """Result of one call, and the report of its launch.

    Attributes:
        result: The result of the call.
        report: The `Report` of the launch, `Report.detail` that of the engine; None if nothing was launched.
    """

    result: Any
    report: Report | None


@contextlib.contextmanager
def simulating(**options: Any) -> Iterator[list[Report]]:
    """Run every launch inside the `with` block on the simulator with these options; collect the reports.

    It holds for eager calls, torch operators, JAX and programs. Blocks may be nested: an inner block keeps
    the options of the outer one that it does not name. XLA may run a jitted function after it has returned:
    wait for the result inside the block (``jax.block_until_ready``).

    >>> import numpy as np
    >>> from pyptx.program import from_ptx
    >>> program = from_ptx('''
    ... .version 7.0
    ... .target sm_80
    ... .address_size 64
    ... .visible .entry nothing() { ret; }
    ... ''')
    >>> with simulating(checks="all", schedule="random", seed=3) as reports:
    ...     _ = program.launch(grid=1, block=1)
    >>> [report.engine for report in reports]
    ['sim']

    Args:
        options: Options of `pyptx.sim.simulate`, such as ``checks``, ``schedule``, ``seed``, ``profile``.

    Raises:
        LaunchTypeError: The simulator has no such option.
    """
    refuse_unknown("simulating", options)
    with directing("sim", **options) as reports:
        yield reports


def refuse_unknown(what: str, options: Iterable[str]) -> None:
    """Refuse options that the simulator does not have.

    Raises:
        LaunchTypeError: There is one.
    """
    known = simulator_options()
    for name in options:
        if name not in known:
            raise LaunchTypeError(
                f"{what}: the simulator has no option {name!r}{did_you_mean(name, known)}; it has "
                f"{', '.join(known)}"
            )


def simulator_options() -> tuple[str, ...]:
    """Return the names of the options of a simulated launch that a caller chooses."""
    return tuple(name for name in options_of(engine("sim")) if name not in _OF_A_LAUNCH)


@functools.cache
def options_of(run: Callable[..., Any]) -> tuple[str, ...]:
    """Return the keywords of an engine beyond the sizes of a launch."""
    words = inspect.signature(run).parameters.values()
    return tuple(word.name for word in words if word.kind is word.KEYWORD_ONLY and word.name not in _SIZES)


def with_environment(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a simulated launch; those it lacks come from `ENVIRONMENT`."""
    text = os.environ.get(ENVIRONMENT)
    return {**_read_environment(text), **options} if text else dict(options)


@functools.lru_cache(maxsize=8)
def _read_environment(text: str) -> dict[str, Any]:
    """The options in words such as ``checks=races,wraps schedule=random seed=3``."""
    made: dict[str, Any] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not (name and equals and value):
            raise LaunchError(
                f"{ENVIRONMENT} has {word!r}; it must be options of the simulator between spaces, such as "
                '"checks=all schedule=random seed=3"'
            )
        made[name] = _read_value(value)
    refuse_unknown(ENVIRONMENT, made)
    return made


def _read_value(text: str) -> Any:
    if "," in text:
        return tuple(filter(None, text.split(",")))
    return int(text) if text.lstrip("-").isdecimal() else _WORDS.get(text, text)
