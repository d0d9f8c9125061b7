"""Verification of instructions; each shape of instruction is checked only once."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pyptx.arch import ARCHS
from pyptx.errors import VerifyError
from pyptx.ir import Address, Expression, Group, Literal, Name, Negated, Pair, Vector
from pyptx.isa import availability, lookup, special_register, special_vector
from pyptx.isa.availability import Span
from pyptx.record import record, replace
from pyptx.verify.addresses import wrong_address
from pyptx.verify.messages import dotted, report
from pyptx.verify.modifiers import explain_modifiers, lookup_any_order, nearest_spelling
from pyptx.verify.operands import (
    Misfit,
    above_limit,
    align,
    beyond_plain,
    is_bounded,
    out_of_bounds,
)
from pyptx.verify.parameters import is_passed, wrong_parameter
from pyptx.verify.symbols import address_kind, describe, signed_kind
from pyptx.verify.textures import wrong_mode
from pyptx.verify.values import PREDEFINED, select

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pyptx.arch import Arch
    from pyptx.ir import Instruction, Operand
    from pyptx.isa import Candidate, Form, OperandSpec
    from pyptx.verify.symbols import Scope, Symbol


@record(frozen=True, slots=True)
class Match:
    """An instruction that the ISA defines.

    Attributes:
        form: The row.
        modifiers: Slot name to word.
        operands: The specification of each operand, in the order of the instruction's operands.
        since: The first PTX version that supports it on the target.
        beyond: The operands with versions and targets of their own.
        registers: The special registers that it reads.
    """

    form: Form
    modifiers: dict[str, str]
    operands: tuple[OperandSpec, ...]
    since: tuple[int, int]
    beyond: tuple[str, ...] = ()
    registers: tuple[str, ...] = ()

    @property
    def spans(self) -> dict[str, Span]:
        """The PTX versions that support it, by target."""
        return availability.spans_of_all(
            [
                availability.spans(self.form, self.modifiers),
                *(availability.spans_of_operand(self.form, self.modifiers, name) for name in self.beyond),
                *map(availability.spans_of_register, self.registers),
            ]
        )


Found: TypeAlias = "tuple[tuple[Match, tuple[int, ...]], ...]"
"""Matching rows, each with the positions of the operands whose constants have bounds."""


class _CachedRows(NamedTuple):
    """The cached rows of a shape: the first, all of them, and the row by constants if these matter."""

    match: Match
    bounded: tuple[int, ...]
    found: Found
    fitting: dict[tuple[str, ...], Match] | None


class _Fit(NamedTuple):
    """A row that matches the operands of an instruction, on any target.

    Attributes:
        candidate: The row.
        operands: The specification of each operand.
        beyond: The operands with versions and targets of their own.
        bounded: Positions of the operands whose constants have bounds.
    """

    candidate: Candidate
    operands: tuple[OperandSpec, ...]
    beyond: tuple[str, ...]
    bounded: tuple[int, ...]


class _Memory(NamedTuple):
    """The cache of verifiers of one kind, by shape and by more specific keys.

    Attributes:
        matches: Rows by shape.
        verified: The same as `Verifier.verified`.
        fits: Rows by shape, for all targets and versions.
    """

    matches: dict[tuple[object, ...], _CachedRows]
    verified: dict[tuple[object, ...], Match]
    fits: dict[tuple[object, ...], tuple[_Fit, ...]]


@lru_cache(maxsize=64)
def _memory_of(
    arch: Arch | None,
    version: tuple[int, int] | None,
    any_order: bool,
    address_size: int | None,
    kind: str,
    samplers: bool | None,
) -> _Memory:
    """Return the cache for functions of a kind in modules of a kind; a process needs few."""
    return _Memory({}, {}, _fits_of(any_order, address_size, kind, samplers))


@lru_cache(maxsize=64)
def _fits_of(
    any_order: bool, address_size: int | None, kind: str, samplers: bool | None
) -> dict[tuple[object, ...], tuple[_Fit, ...]]:
    """Return the cache shared by kinds that differ only in target and version."""
    return {}


class Verifier:
    """Verifier of the instructions of one module.

    Instructions of the same shape are checked once for all modules of this kind. Properties that differ
    between two of them (names, ranges of constants, guards) are checked every time.

    Attributes:
        arch: The target.
        version: The PTX version of the module; None for any.
        samplers: Whether samplers are variables of their own; None if unknown.
        verified: Rows of instructions that a trace has verified, by everything the result depends on.
    """

    __slots__ = (
        "_address_size", "_any_order", "_fits_by_shape", "_kind", "_matches", "arch", "given", "samplers",
        "verified", "version",
    )  # fmt: skip

    def __init__(
        self,
        arch: Arch | None,
        version: tuple[int, int] | None = None,
        *,
        any_order: bool = False,
        address_size: int | None = None,
        kind: str = "",
        samplers: bool | None = None,
        given: bool = True,
    ) -> None:
        """Make a verifier for a target.

        Args:
            arch: The target; None leaves availability unchecked.
            version: The PTX version of the module; None for any, with the lowest in `Match.since`.
            any_order: Whether modifiers may be in an order that only ptxas accepts.
            address_size: Bits of an address in the module; None leaves widths unchecked.
            kind: Kind of the functions: ``"entry"`` or ``"func"``; ``""`` leaves rules that differ unchecked.
            samplers: Whether samplers are variables of their own, by ``.target texmode_independent``; None
                leaves that unchecked.
            given: Whether the target was requested; messages do not name another one.
        """
        self.arch = arch
        self.version = version
        self.given = given
        self._address_size = address_size
        self._any_order = any_order
        self._kind = kind
        self.samplers = samplers
        memory = _memory_of(arch, version, any_order, address_size, kind, samplers)
        self._matches, self.verified, self._fits_by_shape = memory

    @property
    def terms(self) -> tuple[object, ...]:
        """Everything its results depend on, except the instruction, its names and the order of modifiers."""
        return self.arch, self.version, self._address_size, self._kind, self.samplers

    def for_kind(self, kind: str) -> Verifier:
        """Return the verifier of functions of a kind in this module."""
        return Verifier(
            self.arch,
            self.version,
            any_order=self._any_order,
            address_size=self._address_size,
            kind=kind,
            samplers=self.samplers,
            given=self.given,
        )

    def verify(self, instruction: Instruction, scope: Scope) -> Match:
        """Find the row of an instruction.

        Raises:
            VerifyError: There is none, or none for this target; the message lists the legal ones.
        """
        operands = instruction.operands
        shape: list[object] = [instruction.opcode, instruction.modifiers]
        for operand in operands:
            if type(operand) is Name:
                symbol = scope(operand.name)
                shape.append(
                    _undeclared(operand.name, scope) if symbol is None or symbol[0] == "sreg" else symbol
                )
            elif type(operand) is Literal:
                shape.append(signed_kind(operand.text))
            elif type(operand) is Vector and (alike := all_alike(operand.items, scope)) is not None:
                shape += (Vector, len(operand.items), alike)
            elif (
                type(operand) is Address
                and type(operand.base) is Name
                and (symbol := scope(operand.base.name)) is not None
                and symbol[0] == "reg"
                and not operand.rest
                and (operand.offset is None or type(operand.offset) is Literal)
            ):
                offset = operand.offset
                shape += (Address, symbol, None if offset is None else address_kind(offset.text))
            else:
                shape.append(shape_of(operand, scope))
        if instruction.guard is not None:
            _check_guard(instruction, scope)
        key = tuple(shape)
        known = self._matches.get(key)
        if known is None:
            found = self._match(instruction, scope, key)
            if len(self._matches) >= _SHAPES:
                self._matches.clear()
            known = self._matches[key] = _CachedRows(
                *found[0], found, {} if _are_plain(operands, found) else None
            )
        match, bounded, found, fitting = known
        if not bounded:
            return match
        if fitting is None:
            return _match_in_bounds(instruction, found)
        constants = tuple([operand.text for operand in operands if type(operand) is Literal])
        fits = fitting.get(constants)
        if fits is None:
            fits = _match_in_bounds(instruction, found)
            if len(fitting) == _REMEMBERED:
                fitting.clear()
            fitting[constants] = fits
        return fits

    def note_verified(self, key: tuple[object, ...], match: Match) -> None:
        """Cache the row of a key."""
        if len(self.verified) >= _SHAPES:
            self.verified.clear()
        self.verified[key] = match

    def _match(self, instruction: Instruction, scope: Scope, key: tuple[object, ...]) -> Found:
        """Find the row of an instruction of a new shape, and its operands whose constants have bounds.

        There are several rows if bounds distinguish them.
        """
        fits = self._fits_by_shape.get(key)
        misfits: list[Misfit] = []
        if fits is None:
            fits = self._fits_among(self._candidates(instruction, scope), instruction, scope, misfits)
            if len(self._fits_by_shape) >= _SHAPES:
                self._fits_by_shape.clear()
            self._fits_by_shape[key] = fits
        unavailable: _Fit | None = None
        found: list[tuple[Match, tuple[int, ...]]] = []
        for fit in fits:
            candidate = fit.candidate
            span = self._span(candidate, fit.beyond)
            if span is None:
                unavailable = unavailable or fit
                continue
            match = Match(candidate.form, candidate.modifiers, fit.operands, span.since, fit.beyond)
            found.append((match, fit.bounded))
            if not fit.bounded:
                break
        if found:
            return self._with_special_registers(instruction, found)
        if unavailable is not None:
            said = self._explain_availability(instruction, unavailable.candidate, unavailable.beyond, scope)
            raise VerifyError(said)
        candidates = self._candidates(instruction, scope)
        if not misfits:
            self._fits_among(candidates, instruction, scope, misfits)
        furthest = max(misfits, key=lambda misfit: (misfit.position, misfit.alike))
        raise VerifyError(report(instruction, furthest.said, [candidate.form for candidate in candidates]))

    def _candidates(self, instruction: Instruction, scope: Scope) -> tuple[Candidate, ...]:
        """Return the rows with the modifiers of an instruction.

        Raises:
            VerifyError: There is none.
        """
        candidates = lookup(instruction.opcode, instruction.modifiers)
        if not candidates and self._any_order:
            candidates = lookup_any_order(instruction.opcode, instruction.modifiers)
        if not candidates:
            fits = self._fits(instruction, scope)
            raise VerifyError(explain_modifiers(instruction, fits, self._offers))
        if instruction.opcode == "cvta" and "u32" in instruction.modifiers and self._address_size == 64:
            said = "the addresses of this module have 64 bits: .u64, not .u32"
            raise VerifyError(report(instruction, said, [candidate.form for candidate in candidates]))
        return candidates

    def _fits_among(
        self,
        candidates: tuple[Candidate, ...],
        instruction: Instruction,
        scope: Scope,
        misfits: list[Misfit],
    ) -> tuple[_Fit, ...]:
        """Return the rows that match the operands; append the reasons of the others to `misfits`."""
        fits: list[_Fit] = []
        operands = instruction.operands
        for candidate in candidates:
            fitted = align(operands, candidate.operands, scope)
            if isinstance(fitted, Misfit):
                misfits.append(fitted)
                continue
            wrong = wrong_address(operands, fitted, scope, self._address_size)
            wrong = wrong or wrong_parameter(instruction, scope, self._kind)
            wrong = wrong or (wrong_mode(instruction, scope) if self.samplers else None)
            if wrong is not None:
                misfits.append(Misfit(*wrong, alike=2))
                continue
            beyond = tuple(beyond_plain(operands, fitted, scope))
            bounded = tuple(
                [
                    index
                    for index, (operand, spec) in enumerate(zip(operands, fitted, strict=True))
                    if is_bounded(operand, spec)
                ]
            )
            fits.append(_Fit(candidate, fitted, beyond, bounded))
        return tuple(fits)

    def _span(self, candidate: Candidate, beyond: tuple[str, ...] = ()) -> Span | None:
        """Return the versions with this instruction; None if this module cannot have it."""
        if self.arch is None:
            return Span((0, 0))
        span = availability.span(candidate.form, candidate.modifiers, self.arch.name, beyond)
        return span if span is not None and self._is_in(span) else None

    def _is_in(self, span: Span) -> bool:
        """Whether the module's version is in a span; without a version, whether the newest is."""
        return span.until is None if self.version is None else self.version in span

    def _offers(self, form: Form) -> bool:
        """Whether the target and version of the module support any instruction of a form."""
        return self.arch is None or any(map(self._is_in, availability.spans_of_form(form, self.arch.name)))

    def _with_special_registers(
        self, instruction: Instruction, found: list[tuple[Match, tuple[int, ...]]]
    ) -> Found:
        """Return matches restricted to versions with the special registers they read."""
        newest = (0, 0)
        registers: list[str] = []
        for name in _names(instruction.operands):
            register = special_register(name) or special_vector(name)
            if self.arch is None or register is None:
                continue
            spans = availability.spans_of_register(register.name)
            span = spans.get(self.arch.name)
            if span is None or not self._is_in(span):
                raise VerifyError(report(instruction, f"{name} {self._needs(spans)}"))
            newest = max(newest, span.since)
            registers.append(register.name)
        if newest == (0, 0):
            return tuple(found)
        return tuple(
            (replace(match, since=max(match.since, newest), registers=tuple(registers)), bounded)
            for match, bounded in found
        )

    def _says(self) -> str:
        """The target, where the module is given one, and the version, where it fixes one, in words."""
        said = [f"targets {self.arch.name if self.arch is not None else 'nothing'}"] if self.given else []
        said += [f"says PTX {dotted(self.version)}"] if self.version is not None else []
        return " and ".join(said) or "has the lowest target that all before it needs"

    def _fits(self, instruction: Instruction, scope: Scope) -> Callable[[Candidate], bool]:
        """Whether a candidate accepts the operands of an instruction, on this target."""
        return lambda candidate: (
            self._span(candidate) is not None
            and not isinstance(align(instruction.operands, candidate.operands, scope), Misfit)
        )

    def _explain_availability(
        self, instruction: Instruction, candidate: Candidate, beyond: tuple[str, ...], scope: Scope
    ) -> str:
        """Explain which targets and versions support an instruction that this module's do not."""
        form, named = candidate.form, candidate.modifiers
        if self._span(candidate) is not None:
            name = next((name for name in beyond if self._span(candidate, (name,)) is None), beyond[-1])
            what = (
                f"{name[:-1]} as _"
                if name.endswith("_")
                else name.replace("{", "a register in braces as ").rstrip("}")
            )
            return report(
                instruction, f"{what} {self._needs(availability.spans_of_operand(form, named, name))}"
            )
        spans = availability.spans(form, named)
        if spans and any(span.until is not None for span in spans.values()) and not self._is_newer(spans):
            said = f"{self._dropped(spans)}; {form.deprecated or 'newer versions have no such instruction'}"
        elif spans:
            return report(instruction, self._needs(spans))
        else:
            said = "no target has it"
        fits = self._fits(instruction, scope)
        nearest = nearest_spelling(instruction.opcode, instruction.modifiers, fits)
        guess = ".".join((instruction.opcode, *nearest)) if nearest is not None else ""
        return report(instruction, said, guess=guess)

    def _is_newer(self, spans: Mapping[str, Span]) -> bool:
        """Whether a feature is newer than the version or the target of this module."""
        if self.arch is None:
            return False
        here = spans.get(self.arch.name)
        if here is None:
            return self.arch.number < min(ARCHS[name].number for name in spans)
        return self.version is not None and self.version < here.since

    def _dropped(self, spans: Mapping[str, Span]) -> str:
        """Describe when a feature was dropped, and for which targets."""
        until = [(span.until, name) for name, span in spans.items() if span.until is not None]
        version, oldest = until[0][0], ARCHS[until[0][1]].number
        kept = {name for name, span in spans.items() if span.until is None}
        without = [name for name, arch in ARCHS.items() if arch.number >= oldest and name not in kept]
        where = "" if len(without) == len(ARCHS) else f" for {availability.spell_targets(without)}"
        return f"was removed in PTX {dotted(availability.following(version))}{where}"

    def lacks(self, spans: Mapping[str, Span]) -> str | None:
        """Explain why a module does not support a feature with these versions; None if it does."""
        here = spans.get(self.arch.name) if self.arch is not None else None
        if self.arch is None or (here is not None and self._is_in(here)):
            return None
        gone = any(span.until is not None for span in spans.values()) and not self._is_newer(spans)
        return self._dropped(spans) if gone else self._needs(spans)

    def _needs(self, spans: Mapping[str, Span]) -> str:
        """Describe the targets and versions that support a feature that this module's do not."""
        here = self.arch.name if self.arch is not None else ""
        if here in spans and self.given:
            return f"needs PTX >= {dotted(spans[here].since)} on {here}; this kernel {self._says()}"
        since, where = min(span.since for span in spans.values()), availability.spell_targets(spans)
        return f"needs PTX >= {dotted(since)} and {where}; this kernel {self._says()}"


_SHAPES = 1 << 14
"""Shapes whose match the verifiers of one kind cache."""
_REMEMBERED = 4096
"""Constants, in instructions of one shape, whose match a verifier caches."""


def _are_plain(operands: Sequence[Operand], found: Found) -> bool:
    """Whether all operands with bounds are constants themselves, not operands that contain some."""
    return all(type(operands[index]) is Literal for _, bounded in found for index in bounded)


def all_alike(items: tuple[Operand, ...], scope: Scope) -> Symbol | None:
    """Return the symbol of several names if it is the same register type."""
    first: Symbol | None = None
    for item in items:
        if type(item) is not Name:
            return None
        symbol = scope(item.name)
        if symbol is not first:
            if first is not None or symbol is None or symbol[0] != "reg":
                return None
            first = symbol
    return first


def _match_in_bounds(instruction: Instruction, found: Found) -> Match:
    """Return the match whose bounds the constants of an instruction satisfy.

    Raises:
        VerifyError: There is none.
    """
    furthest, said, form = -1, "", found[0][0].form
    for match, bounded in found:
        for index in bounded:
            wrong = out_of_bounds(instruction.operands[index], match.operands[index])
            wrong = wrong or above_limit(instruction.operands, match.operands, index)
            if wrong is not None:
                if index > furthest:
                    furthest, said, form = index, wrong, match.form
                break
        else:
            return match
    raise VerifyError(report(instruction, said, (form,)))


def _check_guard(instruction: Instruction, scope: Scope) -> None:
    """Check that a guard is a predicate register (manual section 9.3), and legal for the instruction.

    Raises:
        VerifyError: The guard is illegal.
    """
    name = instruction.guard.register if instruction.guard is not None else ""
    symbol = scope(name)
    if symbol is None or symbol[1] != "pred" or symbol[0] != "reg" or symbol[3] > 1:
        what = "not declared" if symbol is None else describe(symbol)
        said = f"the guard {name} is {what}; a guard is a register of type .pred"
        raise VerifyError(report(instruction, said))
    if instruction.opcode in ("ld", "st") and is_passed(instruction, scope):
        raise VerifyError(
            report(instruction, "accesses to arguments and results of a call cannot have a guard")
        )


def _names(operands: tuple[Operand, ...]) -> Iterator[str]:
    """Yield the names in operands that are values."""
    for operand in operands:
        if isinstance(operand, Name):
            yield operand.name
        elif isinstance(operand, Vector):
            yield from _names(operand.items)
        elif isinstance(operand, Negated):
            yield from _names((operand.operand,))


def _undeclared(name: str, scope: Scope) -> object:
    """Return the key of a name without a symbol: special registers and predefined names are their own."""
    known = name in PREDEFINED or special_register(name) is not None or special_vector(name) is not None
    return name if known else select(name, scope)


def shape_of(operand: Operand, scope: Scope) -> object:
    """Return the key that two operands must share for one match to hold for both, ranges aside."""
    shape: object = None
    if type(operand) is Name:
        symbol = scope(operand.name)
        shape = _undeclared(operand.name, scope) if symbol is None or symbol[0] == "sreg" else symbol
    elif type(operand) is Literal:
        shape = signed_kind(operand.text)
    elif isinstance(operand, (Vector, Group)):
        shape = (type(operand), *[shape_of(item, scope) for item in operand.items])
    elif isinstance(operand, Address):
        at = [
            address_kind(part.text) if type(part) is Literal else part and shape_of(part, scope)
            for part in (operand.base, operand.offset)
        ]
        shape = (Address, *at, *[shape_of(item, scope) for item in operand.rest])
    elif isinstance(operand, Pair):
        shape = (Pair, shape_of(operand.first, scope), shape_of(operand.second, scope))
    elif isinstance(operand, Negated):
        shape = (Negated, shape_of(operand.operand, scope))
    elif isinstance(operand, Expression):
        shape = (Expression, *[select(word, scope)[0] or word for word in operand.words])
    return shape
