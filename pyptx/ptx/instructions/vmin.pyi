# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from typing import overload

from pyptx.ptx.signatures import Destination, Guard, Made, Part, Source, Words

@overload
def _1(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``vmin.<dtype>.<atype>.<btype>{.sat} d, a{.part}, b{.part}``

    ``vmin.<dtype>.<atype>.<btype>{.sat} d.part, a{.part}, b{.part}, c``

    Manual 9.7.20.1.1 vadd, vsub, vabsdiff, vmin, vmax. PTX 2.0; sm_20 or newer.
    """
@overload
def _1(self: object, d: Part, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> None: ...
def _2(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``vmin.<dtype>.<atype>.<btype>{.sat}.<op2> d, a{.part}, b{.part}, c``

    Manual 9.7.20.1.1 vadd, vsub, vabsdiff, vmin, vmax. PTX 2.0; sm_20 or newer.
    """
class vmin(Words):
    s32: vmin_1
    u32: vmin_1
class vmin_1(Words):
    s32: vmin_2
    u32: vmin_2
class vmin_2(Words):
    s32: vmin_3
    """``vmin.<dtype>.<atype>.<btype>{.sat} d, a{.part}, b{.part}``

    ``vmin.<dtype>.<atype>.<btype>{.sat} d.part, a{.part}, b{.part}, c``

    Manual 9.7.20.1.1 vadd, vsub, vabsdiff, vmin, vmax. PTX 2.0; sm_20 or newer.
    """
    u32: vmin_3
    """``vmin.<dtype>.<atype>.<btype>{.sat} d, a{.part}, b{.part}``

    ``vmin.<dtype>.<atype>.<btype>{.sat} d.part, a{.part}, b{.part}, c``

    Manual 9.7.20.1.1 vadd, vsub, vabsdiff, vmin, vmax. PTX 2.0; sm_20 or newer.
    """
class vmin_3(Words):
    add = _2
    max = _2
    min = _2
    sat: vmin_4
    __call__ = _1
class vmin_4(Words):
    add = _2
    max = _2
    min = _2
    __call__ = _1
