"""Verification of the instructions of a function: their rows, and the versions and targets that have them."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from pyptx.arch import ASSEMBLED
from pyptx.arch import arch as find_target
from pyptx.errors import TraceError, VerifyError
from pyptx.isa import availability, lookup
from pyptx.isa.vocabulary import BRANCHES
from pyptx.record import replace
from pyptx.trace.names import is_complete_key
from pyptx.trace.source import at, caller
from pyptx.verify import cta_group, disagreement

if TYPE_CHECKING:
    from pyptx.ir import Directive, Instruction, Source
    from pyptx.trace.scopes import Scopes
    from pyptx.trace.unit import Unit
    from pyptx.verify import Match, Verifier


class Verification:
    """The checks of the instructions of one function.

    Attributes:
        arch: Target that instructions are verified for.
        directives: Directives between the parameters and the body.
    """

    def __init__(self, unit: Unit, kind: str, scopes: Scopes, directives: tuple[Directive, ...]) -> None:
        self._unit = unit
        self._kind = kind
        self._scopes = scopes
        self.directives = directives
        self._since = unit.since
        self._grouped: Instruction | None = None
        self._take_target()

    def _take_target(self) -> None:
        """Verify for the target of the module."""
        self.arch = self._unit.arch
        self._verifier = self._unit.verifier.for_kind(self._kind)
        self._lenient = self._unit.lenient.for_kind(self._kind)

    def check(
        self, instruction: Instruction, *, any_order: bool = False, key: tuple[object, ...] = ()
    ) -> Instruction:
        """Verify an instruction; return it with a source, which is that of the caller if it had none.

        Args:
            instruction: The instruction.
            any_order: Whether its modifiers may be in an order that only ptxas accepts.
            key: Verification key; if `is_complete_key` accepts it, instructions with equal keys are verified
                once.

        Raises:
            VerifyError: The ISA does not define it, or not for this target.
        """
        verifier = self._lenient if any_order else self._verifier
        match = verifier.verified.get(key)
        if match is None:
            if instruction.source is None:
                instruction = replace(instruction, source=caller())
            match = self._verify(instruction, verifier, key)
        if match.since > self._since:
            self._since = match.since
        if self._unit.targets is not None:
            self._need(match, instruction)
        return instruction

    def count_unverified(self, instruction: Instruction) -> None:
        """Raise the PTX version for the known modifiers of an unverified instruction."""
        unit = self._unit
        candidates = lookup(instruction.opcode, instruction.modifiers)
        if unit.targets is not None and len(candidates) == 1:
            spans = availability.spans(candidates[0].form, candidates[0].modifiers)
            unit.targets.need(spans, instruction.opcode, instruction.source)
            unit.follow()
        if unit.asked is not None:
            return
        versions = [
            version
            for candidate in candidates
            if (version := availability.first_version(candidate.form, candidate.modifiers, self.arch.name))
        ]
        if versions:
            self._since = max(self._since, min(versions))

    def needed_version(self, source: Source | None) -> tuple[int, int]:
        """Return the lowest PTX version that has everything used so far.

        Args:
            source: Line that defines the function.

        Raises:
            TraceError: No version has a directive for this target.
        """
        targets = self._unit.targets
        if targets is not None:
            for directive in self.directives:
                targets.need(availability.spans_of_directive(directive.name), f".{directive.name}", source)
            self._unit.follow()
            return targets.since
        versions = [self._since, self._scopes.since]
        for directive in self.directives:
            since = availability.first_version_of_directive(directive.name, self.arch.name)
            if since is None:
                raise TraceError(f"no PTX version has .{directive.name} for {self.arch.name}{at(source)}")
            versions.append(since)
        return max(versions)

    def check_group(self, instruction: Instruction, source: Source | None) -> None:
        """Refuse ``.cta_group::1`` where others of the function say ``.cta_group::2``, and the reverse.

        Args:
            instruction: A `tcgen05`.
            source: Line that defines the function; None if the clusters of its launches are unknown.

        Raises:
            VerifyError: It is one of these, or the CTAs of the kernel do not come in pairs.
        """
        first = self._grouped
        if first is None:
            group = cta_group(instruction)
            self._grouped = instruction if group else None
            if group == _PAIR and source is not None and not self._has_pairs():
                raise VerifyError(
                    f"{instruction.opcode}.{'.'.join(instruction.modifiers)}: .cta_group::2 is for the two "
                    f"CTAs of a pair; give the kernel clusters of an even size: cluster=(2, 1, 1)"
                    f"{at(instruction.source)}"
                )
        elif (said := disagreement(instruction, first)) is not None:
            raise VerifyError(f"{said}{at(instruction.source)}")

    def _has_pairs(self) -> bool:
        """Whether the CTAs of a launch come in clusters, of an even size where the size is written."""
        for directive in self.directives:
            if directive.name == "reqnctapercluster":
                words = [word for word in directive.words if word.isdecimal()]
                return prod(map(int, words)) % 2 == 0
        return any(directive.name in _CLUSTERS for directive in self.directives)

    def _verify(self, instruction: Instruction, verifier: Verifier, key: tuple[object, ...]) -> Match:
        """The row of an instruction, which the verifier remembers by `key`.

        Raises:
            VerifyError: There is none, or not for this target.
        """
        if instruction.opcode in BRANCHES:
            self._scopes.refer(instruction)
        try:
            match = verifier.verify(instruction, self._scopes.names.__getitem__)
        except VerifyError as error:
            elsewhere = self._verify_elsewhere(instruction, lenient=verifier is self._lenient)
            if elsewhere is not None:
                return elsewhere
            closed = self._scopes.describe_closed(instruction)
            raise VerifyError(f"{error}{closed}{at(instruction.source)}") from None
        if is_complete_key(key):
            verifier.note_verified(key, match)
        return match

    def _verify_elsewhere(self, instruction: Instruction, *, lenient: bool) -> Match | None:
        """The row of an instruction on any target, if the module fixes none; None if no target has it."""
        targets = self._unit.targets
        for target in () if targets is None else map(find_target, ASSEMBLED):
            verifier = self._unit.verifier_of(target, any_order=lenient).for_kind(self._kind)
            try:
                return verifier.verify(instruction, self._scopes.names.__getitem__)
            except VerifyError:
                continue  # the first target's error is the one to report
        return None

    def _need(self, match: Match, instruction: Instruction) -> None:
        """Leave the targets that have an instruction, and verify for one of them."""
        assert self._unit.targets is not None
        self._unit.targets.need_match(match, instruction, instruction.source)
        self._unit.follow()
        if self._unit.arch is not self.arch:
            self._take_target()


_PAIR = "cta_group::2"
_CLUSTERS = frozenset({"explicitcluster", "maxclusterrank", "blocksareclusters"})
