# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from typing import overload

from pyptx.ptx.signatures import Destination, Guard, Made, Part, Source, Words

@overload
def _1(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``vshr.<dtype>.<atype>.u32{.sat}.<mode> d, a{.part}, b{.part}``

    ``vshr.<dtype>.<atype>.u32{.sat}.<mode> d.part, a{.part}, b{.part}, c``

    Manual 9.7.20.1.2 vshl, vshr. PTX 2.0; sm_20 or newer.
    """
@overload
def _1(self: object, d: Part, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> None: ...
def _2(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``vshr.<dtype>.<atype>.u32{.sat}.<mode>.<op2> d, a{.part}, b{.part}, c``

    Manual 9.7.20.1.2 vshl, vshr. PTX 2.0; sm_20 or newer.
    """
class vshr(Words):
    s32: vshr_1
    u32: vshr_1
class vshr_1(Words):
    s32: vshr_2
    u32: vshr_2
class vshr_2(Words):
    u32: vshr_3
class vshr_3(Words):
    clamp: vshr_4
    """``vshr.<dtype>.<atype>.u32{.sat}.<mode> d, a{.part}, b{.part}``

    ``vshr.<dtype>.<atype>.u32{.sat}.<mode> d.part, a{.part}, b{.part}, c``

    Manual 9.7.20.1.2 vshl, vshr. PTX 2.0; sm_20 or newer.
    """
    sat: vshr_5
    wrap: vshr_4
    """``vshr.<dtype>.<atype>.u32{.sat}.<mode> d, a{.part}, b{.part}``

    ``vshr.<dtype>.<atype>.u32{.sat}.<mode> d.part, a{.part}, b{.part}, c``

    Manual 9.7.20.1.2 vshl, vshr. PTX 2.0; sm_20 or newer.
    """
class vshr_4(Words):
    add = _2
    max = _2
    min = _2
    __call__ = _1
class vshr_5(Words):
    clamp: vshr_4
    """``vshr.<dtype>.<atype>.u32{.sat}.<mode> d, a{.part}, b{.part}``

    ``vshr.<dtype>.<atype>.u32{.sat}.<mode> d.part, a{.part}, b{.part}, c``

    Manual 9.7.20.1.2 vshl, vshr. PTX 2.0; sm_20 or newer.
    """
    wrap: vshr_4
    """``vshr.<dtype>.<atype>.u32{.sat}.<mode> d, a{.part}, b{.part}``

    ``vshr.<dtype>.<atype>.u32{.sat}.<mode> d.part, a{.part}, b{.part}, c``

    Manual 9.7.20.1.2 vshl, vshr. PTX 2.0; sm_20 or newer.
    """
