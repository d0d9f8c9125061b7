# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Guard, Register, Source, Words

def _1(self: object, d: Register, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> None:
    """``mad{.ftz}{.sat}.f32 d, a, b, c``

    Manual 9.7.3.7 mad. Only targets older than those known here have it.
    """
def _2(self: object, d: Register, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> None:
    """``mad.<mode>.<type> d, a, b, c``

    Manual 9.7.1.4 mad. PTX 6.3; every target.
    """
def _3(self: object, d: Register, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> None:
    """``mad.<rnd>{.ftz}{.sat}.f32 d, a, b, c``

    Manual 9.7.3.7 mad. PTX 6.3; every target.
    """
def _4(self: object, d: Register, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> None:
    """``mad.<rnd>.f64 d, a, b, c``

    Manual 9.7.3.7 mad. PTX 6.3; every target.
    """
def _5(self: object, d: Register, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> None:
    """``mad.wide.<type> d, a, b, c``

    Manual 9.7.1.4 mad. PTX 6.3; every target.
    """
def _6(self: object, d: Register, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> None:
    """``mad.<mode>.cc.<type> d, a, b, c``

    Manual 9.7.2.5 mad.cc. PTX 6.3; every target.
    """
def _7(self: object, d: Register, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> None:
    """``mad.hi.sat.s32 d, a, b, c``

    Manual 9.7.1.4 mad. PTX 6.3; every target.
    """
class mad(Words):
    f32 = _1
    ftz: mad_ftz
    hi: mad_hi
    lo: mad_lo
    rm: mad_1
    rn: mad_1
    rp: mad_1
    rz: mad_1
    sat: mad_2
    wide: mad_wide
class mad_ftz(Words):
    f32 = _1
    sat: mad_2
class mad_hi(Words):
    cc: mad_3
    s16 = _2
    s32 = _2
    s64 = _2
    sat: mad_hi_sat
    u16 = _2
    u32 = _2
    u64 = _2
class mad_lo(Words):
    cc: mad_3
    s16 = _2
    s32 = _2
    s64 = _2
    u16 = _2
    u32 = _2
    u64 = _2
class mad_1(Words):
    f32 = _3
    f64 = _4
    ftz: mad_4
    sat: mad_5
class mad_2(Words):
    f32 = _1
class mad_wide(Words):
    s16 = _5
    s32 = _5
    u16 = _5
    u32 = _5
class mad_3(Words):
    s32 = _6
    s64 = _6
    u32 = _6
    u64 = _6
class mad_hi_sat(Words):
    s32 = _7
class mad_4(Words):
    f32 = _3
    sat: mad_5
class mad_5(Words):
    f32 = _3
