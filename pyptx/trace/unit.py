"""The module being traced: its target, the items so far and the names they declare."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.arch import arch as find_target
from pyptx.errors import TraceError, VerifyError
from pyptx.ir import Declaration, Directive, Function, Module
from pyptx.ir.spacing import Gaps
from pyptx.isa import availability
from pyptx.late import late
from pyptx.record import record, replace
from pyptx.trace.names import CLASSES, UNTYPED
from pyptx.trace.source import at, caller
from pyptx.trace.targets import LOWEST, Targets
from pyptx.verify import Symbol, Verifier, symbol_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from pyptx.arch import Arch
    from pyptx.ir import Item, Source
    from pyptx.verify import declarations
else:
    declarations = late("pyptx.verify.declarations")


@record(frozen=True, slots=True)
class Head:
    """Properties of a function beside its name, parameters and directives.

    Attributes:
        kind: ``"entry"`` or ``"func"``.
        returns: Return parameters of a ``.func``; None where it has no parentheses for them.
        attributes: Words inside ``.attribute(…)``.
        parenthesised: Whether there are parentheses for parameters.
    """

    kind: str = "entry"
    returns: tuple[Declaration, ...] | None = None
    attributes: tuple[str, ...] = ()
    parenthesised: bool = True


class Unit:
    """One module being traced.

    Attributes:
        arch: Target; of a module that is given none, one that has everything so far.
        targets: Those that have everything so far, where the module is given none; else None.
        asked: The PTX version asked for; None for the lowest that the items need.
        since: The lowest version that the items so far need.
        items: Everything after the head of the module, in order.
        files: ``.file`` directives that `lineinfo` added.
        names: The symbol of each name of the items.
        open: Functions that are being traced, by name.
        bodies: Functions that have been traced, by name.
        comments: Comments to write before the next item.
        verifier: Checks the instructions of all functions.
        lenient: The same, with modifiers in any order that ptxas accepts.
        classes: Prefix and declared type of the numbered registers, by the type a register needs.
        marks: The names of marks, with their numbers.
        wait_limit: Polls after which a wait for an mbarrier reports itself; 0 for no limit.
    """

    def __init__(
        self,
        arch: Arch | str = "sm_90a",
        version: tuple[int, int] | None = None,
        *,
        target_options: Iterable[str] = (),
        address_size: int | None = 64,
        header: str | Sequence[str] = "",
        untyped: bool = False,
    ) -> None:
        """Start a module; the `arch` `LOWEST` is the lowest target that supports its items."""
        self._headers = (header,) if isinstance(header, str) else tuple(header)
        self.classes = UNTYPED if untyped else CLASSES
        self.targets = Targets(version) if arch == LOWEST else None
        if self.targets is not None:
            self.arch = self.targets.working
        else:
            self.arch = find_target(arch) if isinstance(arch, str) else arch
        self.asked = version
        self.since = availability.lowest_version(self.arch.name)
        self.items: list[Item] = []
        self.files: list[Directive] = []
        self.names: dict[str, Symbol] = {}
        self.open: dict[str, object] = {}
        self.bodies: dict[str, object] = {}
        self.comments: list[str] = []
        self.marks: dict[str, int] = {}
        self.wait_limit = 0
        self._target_options = tuple(target_options)
        self._address_size = address_size
        self._samplers = "texmode_independent" in self._target_options
        self.verifier = self.verifier_of(self.arch)
        self.lenient = self.verifier_of(self.arch, any_order=True)

    def verifier_of(self, arch: Arch, *, any_order: bool = False) -> Verifier:
        """A verifier of the instructions of this module for a target."""
        return Verifier(
            arch,
            self.asked,
            address_size=self._address_size,
            any_order=any_order,
            samplers=self._samplers,
            given=self.targets is None,
        )

    def follow(self) -> None:
        """Verify for a target with all instructions so far, if the current one lacks an instruction."""
        if self.targets is not None and not self.targets.allows(self.arch):
            self.arch = self.targets.lowest
            self.verifier = self.verifier_of(self.arch)
            self.lenient = self.verifier_of(self.arch, any_order=True)

    def require(self, what: str, fits: Callable[[Arch], bool], source: Source | None = None) -> None:
        """Note that the module needs a target with some limit, where it is given none.

        Raises:
            VerifyError: No target has both it and the limits required before.
        """
        if self.targets is not None:
            self.targets.require(what, fits, source)
            self.follow()

    def add(self, item: Item, *, verified: bool = True) -> None:
        """Append an item. The names that it declares come into scope.

        Args:
            item: A directive, variable, function or section.
            verified: Whether its names are checked.

        Raises:
            TraceError: A name is taken: functions have one body, variables one declaration that is not
                ``.extern``.
        """
        if isinstance(item, Function):
            self._add_name(item.name, Symbol("function"), item, verified=verified)
        elif isinstance(item, Declaration):
            self.need(version_needed(item, self))
            symbol = symbol_of(item)
            for name in declared_names(item):
                self._add_name(name, symbol, item, verified=verified)
        elif isinstance(item, Directive) and item.name == "file":
            number = item.words[:1]
            if verified and any(known.words[:1] == number for known in self.file_directives()):
                raise TraceError(f".file {''.join(number)} is already declared{at(caller())}")
        elif isinstance(item, Directive) and item.name == "alias" and item.words:
            self.names[item.words[0]] = Symbol("function")
        if self.comments:
            rest = item.gaps.rest if item.gaps is not None else ()
            item = replace(item, gaps=Gaps(f"\n{_lines(self.comments)}", rest))
            self.comments = []
        self.items.append(item)

    def has_function(self, name: str, *, body: bool = False) -> bool:
        """Whether there is a function of this name; with `body`, not as a prototype only."""
        return any(
            isinstance(item, Function) and item.name == name and (item.body is not None or not body)
            for item in self.items
        )

    def file_directives(self) -> list[Directive]:
        """The ``.file`` directives so far."""
        found = [item for item in self.items if isinstance(item, Directive) and item.name == "file"]
        return [*self.files, *found]

    def need(self, version: tuple[int, int]) -> None:
        """Note that something needs a PTX version."""
        self.since = max(self.since, version)

    def check_version(self, needed: tuple[int, int], name: str) -> tuple[int, int]:
        """The version of the module, where `name` needs one.

        Raises:
            TraceError: The version asked for is older.
        """
        if self.asked is None:
            return needed
        if self.asked < needed:
            asked, least = (".".join(map(str, version)) for version in (self.asked, needed))
            on = "" if self.targets is not None else f" on {self.arch.name}"
            raise TraceError(f"version {asked} is too old: {name}{on} needs {least}")
        return self.asked

    def module(self, files: Sequence[Directive] = (), items: Sequence[Item] = ()) -> Module:
        """The module as it stands, with further files and items; their version is the caller's to check."""
        major, minor = self.asked or (self.since if self.targets is None else self.targets.since)
        target = self.arch if self.targets is None else self.targets.lowest
        words = (target.name, *(word for option in self._target_options for word in (",", option)))
        head = [Directive("version", (f"{major}.{minor}",)), Directive("target", words)]
        if self._address_size is not None:
            head.append(Directive("address_size", (str(self._address_size),)))
        for place, header in enumerate(self._headers):
            if header:
                lead = "\n" * (place > 0) + _lines(header.split("\n"))
                head[place] = replace(head[place], gaps=Gaps(lead))
        tail = f"\n{_lines(self.comments)}" if self.comments else "\n"
        return Module((*head, *self.files, *files, *self.items, *items), tail)

    def _add_name(self, name: str, symbol: Symbol, item: Function | Declaration, *, verified: bool) -> None:
        """Bring a name into scope; an equal declaration may repeat it."""
        known = self.names.get(name)
        if verified and known is not None and (known != symbol or not self._may_repeat(name, item)):
            raise TraceError(f"the name {name} is taken by another item of the module{at(caller())}")
        self.names[name] = symbol

    def _may_repeat(self, name: str, item: Function | Declaration) -> bool:
        """Whether a name that is declared already may be declared by `item`, too."""
        if isinstance(item, Declaration):
            return True
        bodies = (known for known in self.items if isinstance(known, Function) and known.name == name)
        return item.body is None or all(known.body is None for known in bodies)


def _lines(comments: Iterable[str]) -> str:
    """Comments, each on a line of its own."""
    return "".join(f"{f'// {text}'.rstrip()}\n" for text in comments)


def version_needed(declaration: Declaration, unit: Unit) -> tuple[int, int]:
    """The first PTX version that has all that a declaration says.

    Raises:
        VerifyError: The target, or the version that the module must be of, does not have all of it.
    """
    since = (1, 0)
    for what, spans in declarations.needs(declaration):
        if unit.targets is not None:
            unit.targets.need(spans, what.removesuffix(", which"), declaration.source)
            unit.follow()
        said = unit.verifier.lacks(spans)
        if said is not None:
            raise VerifyError(f"{what} {said}{at(caller())}")
        since = max(since, spans[unit.arch.name].since)
    return since


def declared_names(declaration: Declaration) -> Iterable[str]:
    """Every name of a declaration: ``%r<3>`` has three."""
    for declarator in declaration.declarators:
        if declarator.count is None:
            yield declarator.name
        else:
            yield from (f"{declarator.name}{number}" for number in range(declarator.count))
