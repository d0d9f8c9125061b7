# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``mad24.<mode>.<type> d, a, b, c``

    Manual 9.7.1.7 mad24. PTX 1.0; every target.
    """
def _2(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``mad24.hi.sat.s32 d, a, b, c``

    Manual 9.7.1.7 mad24. PTX 1.0; every target.
    """
class mad24(Words):
    hi: mad24_hi
    lo: mad24_lo
class mad24_hi(Words):
    s32 = _1
    sat: mad24_hi_sat
    u32 = _1
class mad24_lo(Words):
    s32 = _1
    u32 = _1
class mad24_hi_sat(Words):
    s32 = _2
