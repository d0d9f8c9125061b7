# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``mad.<mode>.<type> d, a, b, c``

    Manual 9.7.1.4 mad. PTX 1.0; every target.
    """
def _2(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``mad.<rnd>{.ftz}{.sat}.f32 d, a, b, c``

    Manual 9.7.3.7 mad. PTX 2.0; sm_20 or newer.
    """
def _3(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``mad.<rnd>.f64 d, a, b, c``

    Manual 9.7.3.7 mad. PTX 1.2; sm_13 or newer.
    """
def _4(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``mad.<rnd>.f64 d, a, b, c``

    Manual 9.7.3.7 mad. PTX 1.0; every target.
    """
def _5(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``mad.wide.<type> d, a, b, c``

    Manual 9.7.1.4 mad. PTX 1.0; every target.
    """
def _6(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``mad.<mode>.cc.<type> d, a, b, c``

    Manual 9.7.2.5 mad.cc. PTX 3.0; sm_20 or newer.
    """
def _7(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``mad.<mode>.cc.<type> d, a, b, c``

    Manual 9.7.2.5 mad.cc. PTX 4.3; sm_20 or newer.
    """
def _8(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``mad.hi.sat.s32 d, a, b, c``

    Manual 9.7.1.4 mad. PTX 1.0; every target.
    """
class mad(Words):
    hi: mad_hi
    lo: mad_lo
    rm: mad_1
    rn: mad_2
    rp: mad_1
    rz: mad_2
    wide: mad_wide
class mad_hi(Words):
    cc: mad_3
    s16 = _1
    s32 = _1
    s64 = _1
    sat: mad_hi_sat
    u16 = _1
    u32 = _1
    u64 = _1
class mad_lo(Words):
    cc: mad_3
    s16 = _1
    s32 = _1
    s64 = _1
    u16 = _1
    u32 = _1
    u64 = _1
class mad_1(Words):
    f32 = _2
    f64 = _3
    ftz: mad_4
    sat: mad_5
class mad_2(Words):
    f32 = _2
    f64 = _4
    ftz: mad_4
    sat: mad_5
class mad_wide(Words):
    s16 = _5
    s32 = _5
    u16 = _5
    u32 = _5
class mad_3(Words):
    s32 = _6
    s64 = _7
    u32 = _6
    u64 = _7
class mad_hi_sat(Words):
    s32 = _8
class mad_4(Words):
    f32 = _2
    sat: mad_5
class mad_5(Words):
    f32 = _2
