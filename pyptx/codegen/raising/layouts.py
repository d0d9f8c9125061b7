"""The layout of shared memory at the head of a body: its regions by name, with their offsets.

>>> from pyptx.codegen.raising.facts import Facts
>>> from pyptx.codegen.texts import line_of
>>> from pyptx.codegen.tree import Do
>>> from pyptx.ir import Instruction
>>> base = Assign(Name("smem_at"), Call("ptx.inst.mov.b32", (Text("b32"), Text('"smem"'))))
>>> at = Assign(Name("barrier"), Binary("+", Name("smem_at"), Number("73728")))
>>> arrive = "ptx.inst.mbarrier.arrive.expect_tx.shared.b64"
>>> call = Call(arrive, (Call("ptx.addr", (Name("barrier"),)), Number("73728")))
>>> use = Do(call, (Instruction("mbarrier", ("arrive", "expect_tx", "shared", "b64")),))
>>> for each in write_layout((base, at, use), Facts()):
...     print(line_of(each))
# offsets in smem
full = 73728
smem_at = ptx.inst.mov.b32(b32, "smem")
barrier = smem_at + full
ptx.inst.mbarrier.arrive.expect_tx.shared.b64(ptx.addr(barrier), 73728)
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from pyptx import mangling
from pyptx.codegen.raising.places import Places
from pyptx.codegen.tree import (
    Affine,
    Assign,
    Binary,
    Call,
    Display,
    For,
    Format,
    Heading,
    Item,
    Name,
    Number,
    Text,
    expressions_of,
    rebuilt,
    with_bodies,
    with_expressions,
)
from pyptx.smem.barriers import MBARRIER_BYTES

if TYPE_CHECKING:
    from pyptx.codegen.raising.facts import Facts
    from pyptx.codegen.raising.places import Use
    from pyptx.codegen.tree import Body, Expr, Statement

STEP = 1024
"""Tiles start at a multiple of this; a place further inside one than this may be in another tile."""


class _Region(NamedTuple):
    """A part of a shared variable.

    Attributes:
        symbol: The variable.
        start: Bytes from its start to that of the region.
        stop: Bytes to its end.
        stem: Name of the region, without its number.
        step: Bytes from one of its mbarriers or tiles to the next; 0 where it has one.
    """

    symbol: str
    start: int
    stop: int
    stem: str
    step: int = 0

    @property
    def note(self) -> str:
        """The comment on a region of several mbarriers or tiles."""
        if not self.step:
            return ""
        end = "" if self.stop == _OPEN else f", up to {self.stop}"
        if self.stem in _RINGS:
            return f"{(self.stop - self.start) // self.step} mbarriers{end}"
        return f"a tile every {self.step} bytes{end}"


def write_layout(body: Body, facts: Facts) -> Body:
    """Name the offsets of barriers, tiles and data in shared memory, in a layout at the head.

    Only an offset that is added to the address of a variable has a name; an equal byte count stays a number.
    Barriers that count bytes are ``full``, a ring of as many barriers after or before it is ``empty``.
    Tiles are named after the operand of the matrix product that reads them.
    """
    if facts.opcodes_of(body).isdisjoint(("mbarrier", "wgmma", "tcgen05")):
        return body
    places = Places(body, {} if facts.names is None else facts.names.shared_variables())
    regions = _regions(places.uses)
    naming = _Naming(places, regions, {*facts.taken, *places.names})
    made = naming.of(body)
    return (*naming.head(), *made) if naming.used else body


def _regions(uses: list[Use]) -> list[_Region]:
    """Return the regions of all variables, in the order of their offsets."""
    found: list[_Region] = []
    own: dict[str, list[Use]] = {}
    for use in uses:
        own.setdefault(use.place.symbol, []).append(use)
    for symbol, there in own.items():
        kinds: dict[int, set[str]] = {}
        for kind, place in there:
            if 0 <= place.offset < _OPEN:
                kinds.setdefault(place.offset, set()).add(kind)
        indexed = {place.offset for kind, place in there if place.is_indexed and kind in _BARRIERS}
        rings = _rings(symbol, kinds, indexed)
        found += [*rings, *_in_rows(_others(symbol, kinds, rings), kinds)]
    return sorted(found)


def _rings(symbol: str, kinds: dict[int, set[str]], indexed: set[int]) -> list[_Region]:
    """Return the rings: runs of mbarriers that end before the next one with an index."""
    offsets = sorted(offset for offset, found in kinds.items() if found & _BARRIERS)
    rows: list[list[int]] = []
    for offset in offsets:
        if rows and offset == rows[-1][-1] + MBARRIER_BYTES and offset not in indexed:
            rows[-1].append(offset)
        else:
            rows.append([offset])
    rows = [part for row in rows for part in _halves(row, ["full" in kinds[each] for each in row])]
    counts = {len(row) for row in rows if "full" in kinds[row[0]]}
    return [
        _Region(
            symbol,
            row[0],
            row[-1] + MBARRIER_BYTES,
            "full" if "full" in kinds[row[0]] else "empty" if len(row) in counts else "barriers",
            MBARRIER_BYTES if len(row) > 1 else 0,
        )
        for row in rows
    ]


def _halves(row: list[int], counting: list[bool]) -> list[list[int]]:
    """Return the two rings of a row of mbarriers, one half of which counts bytes; else the row."""
    half = len(row) // 2
    first, second = counting[:half], counting[half:]
    if len(first) != len(second) or half < 2 or first == second or len({*first}) > 1 or len({*second}) > 1:
        return [row]
    return [row[:half], row[half:]]


def _others(symbol: str, kinds: dict[int, set[str]], rings: list[_Region]) -> list[_Region]:
    """Return the tiles and other data of a variable."""
    ends = {ring.start: ring.stop for ring in rings}
    every = sorted(ends)

    def region_of(offset: int) -> int | None:
        """Return the start of the region with an offset; None where there is none before it."""
        after = bisect_right(every, offset)
        return every[after - 1] if after and offset < ends.get(every[after - 1], _OPEN) else None

    for wanted in ({"tile", "out"}, {"a", "b"}, {"data"}):
        for offset in sorted(kinds):
            around = region_of(offset)
            if not kinds[offset] & wanted or (
                around is not None and ("tile" not in wanted or around in ends)
            ):
                continue
            if offset not in ends and around != offset and ("a" not in wanted or offset % STEP == 0):
                insort(every, offset)
    read: dict[int, set[str]] = {}
    for offset, found in kinds.items():
        start = region_of(offset)
        if start is not None:
            read.setdefault(start, set()).update(found)
    return [
        _Region(symbol, start, stop, _stem(read[start]))
        for start, stop in zip(every, [*every[1:], _OPEN], strict=True)
        if start not in ends
    ]


def _in_rows(regions: list[_Region], kinds: dict[int, set[str]]) -> list[_Region]:
    """Return regions with tiles of one kind, at equal distances, as one region.

    Data right after the last tile, at the same distance, is a region of its own; else there is a gap.
    """
    made: list[_Region] = []
    for region in regions:
        before = made[-1] if made else region
        size, step = region.stop - region.start, before.step or before.stop - before.start
        if (
            before.start > 0
            and (region.start, region.stem) == (before.stop, before.stem)
            and _is_read_by_tiles(region)
            and (size == step or (before.step and size > step))
            and (region.start - before.start) % step == 0
        ):
            end = region.start + step
            if size == step or end not in kinds:
                made[-1] = before._replace(stop=region.stop, step=step)
                continue
            behind = [found for offset, found in kinds.items() if end <= offset < region.stop]
            made[-1] = before._replace(stop=end, step=step)
            made.append(_Region(region.symbol, end, region.stop, _stem(set().union(*behind))))
        else:
            made.append(region)
    return made


def _is_read_by_tiles(region: _Region) -> bool:
    """Whether instructions read a tile of a region at a time."""
    return region.stem.endswith("tiles") and region.stem != "out_tiles"


def _stem(found: set[str]) -> str:
    """Return the name of a region by its uses."""
    operands = found & {"a", "b"}
    if len(operands) == 1:
        return f"{operands.pop()}_tiles"
    if operands or "tile" in found:
        return "tiles"
    return "out_tiles" if "out" in found else "data"


class _Naming:
    """Names for the offsets of regions.

    Attributes:
        used: Regions whose names the body uses.
    """

    def __init__(self, places: Places, regions: list[_Region], taken: set[str]) -> None:
        self.used: set[_Region] = set()
        self._places = places
        self._regions: dict[str, list[_Region]] = {}
        self._names: dict[_Region, str] = {}
        self._starts: dict[str, list[int]] = {}
        numbers: dict[str, int] = {}
        for region in regions:
            self._regions.setdefault(region.symbol, []).append(region)
            self._starts.setdefault(region.symbol, []).append(region.start)
            name, number = region.stem, numbers.get(region.stem, 2)
            while name in taken:
                name, number = f"{region.stem}_{number}", number + 1
            numbers[region.stem] = number
            taken.add(name)
            self._names[region] = name

    def head(self) -> Body:
        """Return the layout."""
        made: list[Statement] = []
        plain = Counter(map(mangling.unqualified, self._regions))
        for symbol, own in self._regions.items():
            if self.used.isdisjoint(own):
                continue
            first = f"; {self._names[own[0]]} is at 0" if own[0].start == 0 else ""
            title = mangling.unqualified(symbol)
            made.append(Heading(f"offsets in {title if plain[title] == 1 else symbol}{first}"))
            for region in own:
                if region in self.used:
                    start = Number(str(region.start))
                    made.append(Assign(Name(self._names[region]), start, note=region.note))
        return tuple(made)

    def of(self, body: Body) -> Body:
        """Return a body with offsets by name."""
        made: list[Statement] = []
        for each in body:
            named = with_expressions(each, [self._expression(part) for part in expressions_of(each)])
            if isinstance(each, For):
                self._places.enter(each)
            made += with_bodies((named,), self.of)
        return tuple(made)

    def _expression(self, expr: Expr) -> Expr:
        """Return an expression with offsets by name."""
        match expr:
            case Text(text) if text.startswith("ptx.spelled(") and (places := self._places.of(expr)):
                ((symbol, offset, _),) = places
                added = self._named(symbol, offset, offset)
                return expr if added is None else Call("ptx.spelled", (Format((f"{symbol}+", added)),))
            case Call("ptx.addr", (start, offset)):
                added = self._added(start, offset)
                made = rebuilt(expr, self._expression)
                assert isinstance(made, Call)
                return made if added is None else made._replace(arguments=(made.arguments[0], added))
            case Call(function, (target, left, right), ()) if (
                function.startswith("ptx.inst.add.") and (added := self._added(left, right)) is not None
            ):
                return Call(function, (target, self._expression(left), added))
            case Binary("+", left, right) if (added := self._added(left, right)) is not None:
                return Binary("+", self._expression(left), added)
        return rebuilt(expr, self._expression)

    def _added(self, start: Expr, offset: Expr) -> Expr | None:
        """Return an offset by name; None where it has none."""
        first = 0
        terms: tuple[tuple[int, str], ...] = ()
        match offset:
            case Number(text) if text.isdecimal():
                first = int(text)
            case Affine():
                first, terms = offset
            case _:
                return None
        places = self._places.of(Call("ptx.addr", (start,)))
        if len({place[:2] for place in places}) != 1:
            return None
        (symbol, before, _), *_ = places
        if before == 0:
            reached = [place.offset for place in self._places.of(Call("ptx.addr", (start, offset)))]
            if not reached or min(reached) < first:
                return None
            return self._named(symbol, first, max(reached), terms)
        rings = [
            region
            for offset in (before + first, before)
            for region in self._regions.get(symbol, ())
            if region.start == offset and region.stem in _RINGS
        ]
        if len(rings) != 2 or terms or not first:
            return None
        self.used.update(rings)
        return Affine(0, ((1, self._names[rings[0]]), (-1, self._names[rings[1]])))

    def _named(
        self, symbol: str, offset: int, last: int, terms: tuple[tuple[int, str], ...] = ()
    ) -> Expr | None:
        """Return an offset in a variable as one from the start of its region."""
        region = self._region_of(symbol, offset)
        if region is None or region.start == 0:
            return None
        if last >= region.stop:
            return self._named_by_rounds(symbol, offset, last, terms)
        rest = offset - region.start
        if rest >= STEP and not region.step and _is_read_by_tiles(region):
            return None
        self.used.add(region)
        name = self._names[region]
        return Affine(rest, ((1, name), *terms)) if rest or terms or region.step else Name(name)

    def _named_by_rounds(
        self, symbol: str, offset: int, last: int, terms: tuple[tuple[int, str], ...]
    ) -> Expr | None:
        """Return an offset that is in another region in each round: ``(full, full_2)[i] + 8 * j``."""
        for term in terms:
            step, counter = term
            values = self._places.values_of(counter)
            if values != tuple(range(len(values))) or not 2 <= len(values) <= ROUNDS:
                continue
            further = last - offset - step * values[-1]
            found = [
                (start - region.start, region)
                for start in (offset + step * value for value in values)
                if (region := self._region_of(symbol, start))
                and region.start
                and start + further < region.stop
            ]
            rests, regions = {rest for rest, _ in found}, [region for _, region in found]
            if len({*regions}) < len(values) or len(rests) > 1:
                continue
            self.used.update(regions)
            names = Display(tuple([Name(self._names[region]) for region in regions]), "()")
            rest, others = rests.pop(), tuple([each for each in terms if each != term])
            chosen = Item(names, Name(counter))
            return Binary("+", chosen, Affine(rest, others)) if rest or others else chosen
        return None

    def _region_of(self, symbol: str, offset: int) -> _Region | None:
        """Return the region of a variable that an offset is in; None before the first."""
        after = bisect_right(self._starts.get(symbol, []), offset)
        return self._regions[symbol][after - 1] if after else None


ROUNDS = 3
"""Regions between which a loop chooses by its counter, at most."""
_OPEN = 1 << 32
"""End of the last region of a variable, which nothing says; no memory goes so far."""
_BARRIERS = frozenset({"init", "barrier", "full"})
_RINGS = frozenset({"full", "empty", "barriers"})
