"""The functions for all calls, by name; modules of this package add theirs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class Answer:
    """A function for a call.

    Attributes:
        function: It takes the session and the inputs, and returns the outputs.
        anywhere: Whether it needs neither initialisation nor a current context.
        after_fault: Whether it works after a kernel has failed.
        from_functions: Whether functions of the program that streams call may make the call.
        disturbs_captures: Whether captures forbid it, unless their mode is relaxed.
    """

    function: Callable[..., Any]
    anywhere: bool
    after_fault: bool
    from_functions: bool
    disturbs_captures: bool


ANSWERS: Final[dict[str, Answer]] = {}

_F = TypeVar("_F", bound="Callable[..., Any]")


def answer(
    *names: str,
    anywhere: bool = False,
    after_fault: bool = False,
    from_functions: bool = False,
    disturbs_captures: bool = False,
) -> Callable[[_F], _F]:
    """Let a function answer some calls.

    Args:
        names: Their names.
        anywhere: Whether it needs neither initialisation nor a current context.
        after_fault: Whether it works after a kernel has failed.
        from_functions: Whether functions that streams call may make the call; so it is with those that need
            no context.
        disturbs_captures: Whether a capture of a stream may forbid it.
    """

    def add(function: _F) -> _F:
        for name in names:
            if name in ANSWERS:
                raise ValueError(f"{name} is registered twice")
            ANSWERS[name] = Answer(
                function, anywhere, after_fault or anywhere, from_functions or anywhere, disturbs_captures
            )
        return function

    return add
