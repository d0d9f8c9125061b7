# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Destination, Guard, Made, Registers, Words

def _1(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ldu{.<ss>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.10 ldu. PTX 8.3; sm_70 or newer.
    """
def _2(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ldu{.<ss>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.10 ldu. PTX 2.0; sm_20 or newer.
    """
def _3(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ldu{.<ss>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.10 ldu. PTX 2.0; sm_20 or newer.
    """
class ldu(Words):
    b128 = _1
    b16 = _2
    b32 = _2
    b64 = _2
    b8 = _2
    f32 = _2
    f64 = _2
    global_: ldu_global
    s16 = _2
    s32 = _2
    s64 = _2
    s8 = _2
    u16 = _2
    u32 = _2
    u64 = _2
    u8 = _2
    v2: ldu_1
    v4: ldu_2
class ldu_global(Words):
    b128 = _1
    b16 = _2
    b32 = _2
    b64 = _2
    b8 = _2
    f32 = _2
    f64 = _2
    s16 = _2
    s32 = _2
    s64 = _2
    s8 = _2
    u16 = _2
    u32 = _2
    u64 = _2
    u8 = _2
    v2: ldu_1
    v4: ldu_2
class ldu_1(Words):
    b16 = _3
    b32 = _3
    b64 = _3
    b8 = _3
    f32 = _3
    f64 = _3
    s16 = _3
    s32 = _3
    s64 = _3
    s8 = _3
    u16 = _3
    u32 = _3
    u64 = _3
    u8 = _3
class ldu_2(Words):
    b16 = _3
    b32 = _3
    b8 = _3
    f32 = _3
    s16 = _3
    s32 = _3
    s8 = _3
    u16 = _3
    u32 = _3
    u8 = _3
