# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from typing import overload

from pyptx.ptx.signatures import Destination, Guard, Made, Part, Source, Words

@overload
def _1(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``vshl.<dtype>.<atype>.u32{.sat}.<mode> d, a{.part}, b{.part}``

    ``vshl.<dtype>.<atype>.u32{.sat}.<mode> d.part, a{.part}, b{.part}, c``

    Manual 9.7.20.1.2 vshl, vshr. PTX 2.0; sm_20 or newer.
    """
@overload
def _1(self: object, d: Part, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> None: ...
def _2(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``vshl.<dtype>.<atype>.u32{.sat}.<mode>.<op2> d, a{.part}, b{.part}, c``

    Manual 9.7.20.1.2 vshl, vshr. PTX 2.0; sm_20 or newer.
    """
class vshl(Words):
    s32: vshl_1
    u32: vshl_1
class vshl_1(Words):
    s32: vshl_2
    u32: vshl_2
class vshl_2(Words):
    u32: vshl_3
class vshl_3(Words):
    clamp: vshl_4
    """``vshl.<dtype>.<atype>.u32{.sat}.<mode> d, a{.part}, b{.part}``

    ``vshl.<dtype>.<atype>.u32{.sat}.<mode> d.part, a{.part}, b{.part}, c``

    Manual 9.7.20.1.2 vshl, vshr. PTX 2.0; sm_20 or newer.
    """
    sat: vshl_5
    wrap: vshl_4
    """``vshl.<dtype>.<atype>.u32{.sat}.<mode> d, a{.part}, b{.part}``

    ``vshl.<dtype>.<atype>.u32{.sat}.<mode> d.part, a{.part}, b{.part}, c``

    Manual 9.7.20.1.2 vshl, vshr. PTX 2.0; sm_20 or newer.
    """
class vshl_4(Words):
    add = _2
    max = _2
    min = _2
    __call__ = _1
class vshl_5(Words):
    clamp: vshl_4
    """``vshl.<dtype>.<atype>.u32{.sat}.<mode> d, a{.part}, b{.part}``

    ``vshl.<dtype>.<atype>.u32{.sat}.<mode> d.part, a{.part}, b{.part}, c``

    Manual 9.7.20.1.2 vshl, vshr. PTX 2.0; sm_20 or newer.
    """
    wrap: vshl_4
    """``vshl.<dtype>.<atype>.u32{.sat}.<mode> d, a{.part}, b{.part}``

    ``vshl.<dtype>.<atype>.u32{.sat}.<mode> d.part, a{.part}, b{.part}, c``

    Manual 9.7.20.1.2 vshl, vshr. PTX 2.0; sm_20 or newer.
    """
