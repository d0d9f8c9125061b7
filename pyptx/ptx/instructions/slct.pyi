# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``slct{.ftz}.<dtype>.f32 d, a, b, c``

    Manual 9.7.7.4 slct. PTX 1.0; every target.
    """
def _2(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``slct.<dtype>.s32 d, a, b, c``

    Manual 9.7.7.4 slct. PTX 1.0; every target.
    """
def _3(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``slct{.ftz}.<dtype>.f32 d, a, b, c``

    Manual 9.7.7.4 slct. PTX 1.4; every target.
    """
class slct(Words):
    b16: slct_1
    b32: slct_1
    b64: slct_1
    f32: slct_1
    f64: slct_1
    ftz: slct_ftz
    s16: slct_1
    s32: slct_1
    s64: slct_1
    u16: slct_1
    u32: slct_1
    u64: slct_1
class slct_1(Words):
    f32 = _1
    s32 = _2
class slct_ftz(Words):
    b16: slct_ftz_1
    b32: slct_ftz_1
    b64: slct_ftz_1
    f32: slct_ftz_1
    f64: slct_ftz_1
    s16: slct_ftz_1
    s32: slct_ftz_1
    s64: slct_ftz_1
    u16: slct_ftz_1
    u32: slct_ftz_1
    u64: slct_ftz_1
class slct_ftz_1(Words):
    f32 = _3
