# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from typing import overload

from pyptx.ptx.signatures import Destination, Guard, Made, Part, Source, Words

@overload
def _1(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``vsub.<dtype>.<atype>.<btype>{.sat} d, a{.part}, b{.part}``

    ``vsub.<dtype>.<atype>.<btype>{.sat} d.part, a{.part}, b{.part}, c``

    Manual 9.7.20.1.1 vadd, vsub, vabsdiff, vmin, vmax. PTX 2.0; sm_20 or newer.
    """
@overload
def _1(self: object, d: Part, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> None: ...
def _2(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``vsub.<dtype>.<atype>.<btype>{.sat}.<op2> d, a{.part}, b{.part}, c``

    Manual 9.7.20.1.1 vadd, vsub, vabsdiff, vmin, vmax. PTX 2.0; sm_20 or newer.
    """
class vsub(Words):
    s32: vsub_1
    u32: vsub_1
class vsub_1(Words):
    s32: vsub_2
    u32: vsub_2
class vsub_2(Words):
    s32: vsub_3
    """``vsub.<dtype>.<atype>.<btype>{.sat} d, a{.part}, b{.part}``

    ``vsub.<dtype>.<atype>.<btype>{.sat} d.part, a{.part}, b{.part}, c``

    Manual 9.7.20.1.1 vadd, vsub, vabsdiff, vmin, vmax. PTX 2.0; sm_20 or newer.
    """
    u32: vsub_3
    """``vsub.<dtype>.<atype>.<btype>{.sat} d, a{.part}, b{.part}``

    ``vsub.<dtype>.<atype>.<btype>{.sat} d.part, a{.part}, b{.part}, c``

    Manual 9.7.20.1.1 vadd, vsub, vabsdiff, vmin, vmax. PTX 2.0; sm_20 or newer.
    """
class vsub_3(Words):
    add = _2
    max = _2
    min = _2
    sat: vsub_4
    __call__ = _1
class vsub_4(Words):
    add = _2
    max = _2
    min = _2
    __call__ = _1
