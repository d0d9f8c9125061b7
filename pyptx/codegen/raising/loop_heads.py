"""The heads of loops: what they iterate over, and the names of their counters."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from pyptx.codegen.raising.displays import range_call
from pyptx.codegen.raising.sequences import NumberedSequence, sliced
from pyptx.codegen.tree import Call, Display, Item, Name, Number, Text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pyptx.codegen.tree import Expr


def row_of(sequence: NumberedSequence, count: int, sizes: Mapping[Expr, int]) -> Expr:
    """Return elements in a row, or numbers with one step."""
    start, second = sequence.indexes[:2]
    if sequence.list is None:
        return Call(
            "range", tuple([Number(str(n)) for n in (start, sequence.indexes[-1] + 1, second - start)])
        )
    assert not isinstance(sequence.list, NumberedSequence)
    return sliced(Item(sequence.list, Number(str(start))), count, 1, sizes)


def loop_heads(
    dims: Sequence[int], count: int, counters: Sequence[str], overs: Mapping[Expr, Name]
) -> list[tuple[Expr, Expr]]:
    """Return the targets and iterables of loops in each other: ``for i in range(8)``, one for each dimension.

    Args:
        dims: The rounds of each dimension, those of the dimensions inside it included.
        count: The number of all rounds.
        counters: Names of the counters; none if nothing reads them.
        overs: The lists that the loop iterates over, each with the name of its element.

    >>> from pyptx.codegen.texts import text_of
    >>> [(target, iterable)] = loop_heads([8], 8, ["i"], {Name("rows"): Name("row")})
    >>> text_of(target), text_of(iterable)
    ('(i, row)', 'enumerate(rows)')
    """
    if not overs:
        sizes = [dims[0], *[b // a for a, b in pairwise(dims)]]
        names = counters or ["_"] * len(dims)
        return [(Name(name), range_call(0, size)) for name, size in zip(names, sizes[::-1], strict=True)]
    sequences, targets = list(overs), list(overs.values())
    if len(sequences) == 1 and not counters:
        return [(targets[0], sequences[0])]
    if len(sequences) == 1:
        return [(Display((Name(counters[0]), targets[0]), "()"), Call("enumerate", (sequences[0],)))]
    if counters:
        sequences.insert(0, range_call(0, count))
        targets.insert(0, Name(counters[0]))
    strict = (("strict", Text("True")),)
    return [(Display(tuple(targets), "()"), Call("zip", tuple(sequences), strict))]
