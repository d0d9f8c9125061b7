# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from typing import overload

from pyptx.ptx.signatures import Destination, Guard, Made, Part, Source, Words

@overload
def _1(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``vmax.<dtype>.<atype>.<btype>{.sat} d, a{.part}, b{.part}``

    ``vmax.<dtype>.<atype>.<btype>{.sat} d.part, a{.part}, b{.part}, c``

    Manual 9.7.20.1.1 vadd, vsub, vabsdiff, vmin, vmax. PTX 2.0; sm_20 or newer.
    """
@overload
def _1(self: object, d: Part, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> None: ...
def _2(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``vmax.<dtype>.<atype>.<btype>{.sat}.<op2> d, a{.part}, b{.part}, c``

    Manual 9.7.20.1.1 vadd, vsub, vabsdiff, vmin, vmax. PTX 2.0; sm_20 or newer.
    """
class vmax(Words):
    s32: vmax_1
    u32: vmax_1
class vmax_1(Words):
    s32: vmax_2
    u32: vmax_2
class vmax_2(Words):
    s32: vmax_3
    """``vmax.<dtype>.<atype>.<btype>{.sat} d, a{.part}, b{.part}``

    ``vmax.<dtype>.<atype>.<btype>{.sat} d.part, a{.part}, b{.part}, c``

    Manual 9.7.20.1.1 vadd, vsub, vabsdiff, vmin, vmax. PTX 2.0; sm_20 or newer.
    """
    u32: vmax_3
    """``vmax.<dtype>.<atype>.<btype>{.sat} d, a{.part}, b{.part}``

    ``vmax.<dtype>.<atype>.<btype>{.sat} d.part, a{.part}, b{.part}, c``

    Manual 9.7.20.1.1 vadd, vsub, vabsdiff, vmin, vmax. PTX 2.0; sm_20 or newer.
    """
class vmax_3(Words):
    add = _2
    max = _2
    min = _2
    sat: vmax_4
    __call__ = _1
class vmax_4(Words):
    add = _2
    max = _2
    min = _2
    __call__ = _1
