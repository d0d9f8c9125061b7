"""The target of a module that is given none: the lowest that has everything its items need."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pyptx.arch import ARCHS, ASSEMBLED
from pyptx.errors import VerifyError
from pyptx.isa import availability
from pyptx.trace.source import at, caller

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from pyptx.arch import Arch
    from pyptx.ir import Instruction, Source
    from pyptx.isa.availability import Span
    from pyptx.verify import Match

LOWEST = "lowest"
"""The word for it where a target is given."""

WORKING = "sm_90a"
"""The target for which a body is verified until an instruction needs another one."""


class _Need(NamedTuple):
    """Something that left fewer targets.

    Attributes:
        what: An instruction, a directive, or a limit, in words.
        targets: The targets that have it.
        source: Its line.
    """

    what: str
    targets: tuple[str, ...]
    source: Source


class Targets:
    """The targets that have everything a module needs so far.

    >>> targets = Targets()
    >>> targets.lowest.name
    'sm_75'
    >>> targets.require("clusters", lambda arch: arch.max_cluster > 1)
    >>> targets.lowest.name, targets.since
    ('sm_90', (7, 8))

    Attributes:
        version: The PTX version that the module must be of; None for the lowest that its items need.
    """

    def __init__(self, version: tuple[int, int] | None = None) -> None:
        self.version = version
        self._possible = [
            name for name in ASSEMBLED if self._is_of_version(availability.lowest_version(name))
        ]
        if not self._possible:
            raise VerifyError(
                f"version {self._dotted()}: every target known here is newer; {ASSEMBLED[0]} needs "
                f"PTX {_dotted(availability.lowest_version(ASSEMBLED[0]))}{at(caller())}"
            )
        self._narrowing: list[_Need] = []
        self._spans: list[Mapping[str, Span]] = []
        self._seen: dict[int, object] = {}

    @property
    def lowest(self) -> Arch:
        """The target with the smallest number; of several with this number, the portable one."""
        return ARCHS[self._possible[0]]

    @property
    def working(self) -> Arch:
        """The target for which a body is verified until an instruction needs another one."""
        return ARCHS[WORKING if WORKING in self._possible else self._possible[-1]]

    @property
    def since(self) -> tuple[int, int]:
        """The first PTX version with everything, on the lowest target."""
        name = self.lowest.name
        return max((availability.lowest_version(name), *(spans[name].since for spans in self._spans)))

    def possible(self) -> tuple[Arch, ...]:
        """The targets that are left, the lowest first."""
        return tuple(ARCHS[name] for name in self._possible)

    def allows(self, target: Arch) -> bool:
        """Whether a target is left."""
        return target.name in self._possible

    def need_match(self, match: Match, instruction: Instruction, source: Source | None) -> None:
        """Note that the module has an instruction.

        Raises:
            VerifyError: No target supports it together with the earlier instructions of the module.
        """
        if id(match) not in self._seen:
            self._seen[id(match)] = match  # kept, so that no other object gets its id
            self.need(match.spans, ".".join((instruction.opcode, *instruction.modifiers)), source)

    def need(self, spans: Mapping[str, Span], what: str, source: Source | None = None) -> None:
        """Note that the module has something that these versions of targets have.

        Raises:
            VerifyError: No target supports it together with the earlier instructions of the module.
        """
        if id(spans) not in self._seen:
            self._seen[id(spans)] = spans
            self._narrow([name for name, span in spans.items() if self._has(span)], what, source)
            self._spans.append(spans)

    def require(self, what: str, fits: Callable[[Arch], bool], source: Source | None = None) -> None:
        """Note that the module needs a target with some limit.

        Raises:
            VerifyError: No target supports it together with the earlier instructions of the module.
        """
        self._narrow([name for name in ASSEMBLED if fits(ARCHS[name])], what, source)

    def _narrow(self, having: Iterable[str], what: str, source: Source | None) -> None:
        """Keep the targets among `having`."""
        wanted = frozenset(having)
        left = [name for name in self._possible if name in wanted]
        if len(left) == len(self._possible):
            return
        where = source or caller()
        if not left:
            raise VerifyError(self._contradiction(what, wanted, where))
        self._possible = left
        self._narrowing.append(_Need(what, tuple(name for name in ASSEMBLED if name in wanted), where))

    def _contradiction(self, what: str, wanted: frozenset[str], where: Source) -> str:
        """Say which line of the kernel needs a target that another line does not have."""
        if not wanted:
            return f"{what}: no target known here has it in PTX {self._dotted()}{at(where)}"
        said = f"{what} needs {availability.spell_targets(wanted)}"
        against = [each for each in self._narrowing if wanted.isdisjoint(each.targets)]
        if not against and not self._narrowing:
            return f"{said}, which PTX {self._dotted()} does not have{at(where)}"
        other = against[0] if against else self._narrowing[-1]
        there = str(other.source)
        return (
            f"{said}, and {other.what} at {there} needs {availability.spell_targets(other.targets)}: "
            f"no target has both; write a kernel for each{at(where)}"
        )

    def _dotted(self) -> str:
        """The version in words."""
        return _dotted(self.version or availability.newest_version())

    def _has(self, span: Span) -> bool:
        """Whether a module of this version has everything in these."""
        return span.until is None if self.version is None else self.version in span

    def _is_of_version(self, since: tuple[int, int]) -> bool:
        """Whether a module of this version can name a target that is there since another."""
        return self.version is None or self.version >= since


def _dotted(version: tuple[int, int]) -> str:
    return ".".join(map(str, version))
