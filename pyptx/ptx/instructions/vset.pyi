# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from typing import overload

from pyptx.ptx.signatures import Destination, Guard, Made, Part, Source, Words

@overload
def _1(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``vset.<atype>.<btype>.<cmp> d, a{.part}, b{.part}``

    ``vset.<atype>.<btype>.<cmp> d.part, a{.part}, b{.part}, c``

    Manual 9.7.20.1.4 vset. PTX 2.0; sm_20 or newer.
    """
@overload
def _1(self: object, d: Part, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> None: ...
def _2(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``vset.<atype>.<btype>.<cmp>.<op2> d, a{.part}, b{.part}, c``

    Manual 9.7.20.1.4 vset. PTX 2.0; sm_20 or newer.
    """
class vset(Words):
    s32: vset_1
    u32: vset_1
class vset_1(Words):
    s32: vset_2
    u32: vset_2
class vset_2(Words):
    eq: vset_3
    """``vset.<atype>.<btype>.<cmp> d, a{.part}, b{.part}``

    ``vset.<atype>.<btype>.<cmp> d.part, a{.part}, b{.part}, c``

    Manual 9.7.20.1.4 vset. PTX 2.0; sm_20 or newer.
    """
    ge: vset_3
    """``vset.<atype>.<btype>.<cmp> d, a{.part}, b{.part}``

    ``vset.<atype>.<btype>.<cmp> d.part, a{.part}, b{.part}, c``

    Manual 9.7.20.1.4 vset. PTX 2.0; sm_20 or newer.
    """
    gt: vset_3
    """``vset.<atype>.<btype>.<cmp> d, a{.part}, b{.part}``

    ``vset.<atype>.<btype>.<cmp> d.part, a{.part}, b{.part}, c``

    Manual 9.7.20.1.4 vset. PTX 2.0; sm_20 or newer.
    """
    le: vset_3
    """``vset.<atype>.<btype>.<cmp> d, a{.part}, b{.part}``

    ``vset.<atype>.<btype>.<cmp> d.part, a{.part}, b{.part}, c``

    Manual 9.7.20.1.4 vset. PTX 2.0; sm_20 or newer.
    """
    lt: vset_3
    """``vset.<atype>.<btype>.<cmp> d, a{.part}, b{.part}``

    ``vset.<atype>.<btype>.<cmp> d.part, a{.part}, b{.part}, c``

    Manual 9.7.20.1.4 vset. PTX 2.0; sm_20 or newer.
    """
    ne: vset_3
    """``vset.<atype>.<btype>.<cmp> d, a{.part}, b{.part}``

    ``vset.<atype>.<btype>.<cmp> d.part, a{.part}, b{.part}, c``

    Manual 9.7.20.1.4 vset. PTX 2.0; sm_20 or newer.
    """
class vset_3(Words):
    add = _2
    max = _2
    min = _2
    __call__ = _1
