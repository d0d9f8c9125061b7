# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Guard, Register, Source, Words

def _1(self: object, d: Register, a: Register, b: Register, /, *, pred: Guard = None) -> None:
    """``mul{.rn}.<type> d, a, b``

    Manual 9.7.4.3 mul. PTX 7.8; sm_90 and newer.
    """
def _2(self: object, d: Register, a: Register, b: Register, /, *, pred: Guard = None) -> None:
    """``mul{.rn}{.ftz}{.sat}.<type> d, a, b``

    Manual 9.7.4.3 mul. PTX 6.3; every target.
    """
def _3(self: object, d: Register, a: Source, b: Source, /, *, pred: Guard = None) -> None:
    """``mul{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.5 mul. PTX 6.3; every target.
    """
def _4(self: object, d: Register, a: Register, b: Register, /, *, pred: Guard = None) -> None:
    """``mul{.<rnd>}{.ftz}.f32x2 d, a, b``

    Manual 9.7.3.5 mul. PTX 8.6; sm_100 and newer.
    """
def _5(self: object, d: Register, a: Source, b: Source, /, *, pred: Guard = None) -> None:
    """``mul{.<rnd>}.f64 d, a, b``

    Manual 9.7.3.5 mul. PTX 6.3; every target.
    """
def _6(self: object, d: Register, a: Source, b: Source, /, *, pred: Guard = None) -> None:
    """``mul.<mode>.<type> d, a, b``

    Manual 9.7.1.3 mul. PTX 6.3; every target.
    """
def _7(self: object, d: Register, a: Source, b: Source, /, *, pred: Guard = None) -> None:
    """``mul.wide.<type> d, a, b``

    Manual 9.7.1.3 mul. PTX 6.3; every target.
    """
class mul(Words):
    bf16 = _1
    bf16x2 = _1
    f16 = _2
    f16x2 = _2
    f32 = _3
    f32x2 = _4
    f64 = _5
    ftz: mul_1
    hi: mul_2
    lo: mul_2
    rm: mul_3
    rn: mul_rn
    rp: mul_3
    rz: mul_3
    sat: mul_4
    wide: mul_wide
class mul_1(Words):
    f16 = _2
    f16x2 = _2
    f32 = _3
    f32x2 = _4
    sat: mul_4
class mul_2(Words):
    s16 = _6
    s32 = _6
    s64 = _6
    u16 = _6
    u32 = _6
    u64 = _6
class mul_3(Words):
    f32 = _3
    f32x2 = _4
    f64 = _5
    ftz: mul_5
    sat: mul_6
class mul_rn(Words):
    bf16 = _1
    bf16x2 = _1
    f16 = _2
    f16x2 = _2
    f32 = _3
    f32x2 = _4
    f64 = _5
    ftz: mul_1
    sat: mul_4
class mul_4(Words):
    f16 = _2
    f16x2 = _2
    f32 = _3
class mul_wide(Words):
    s16 = _7
    s32 = _7
    u16 = _7
    u32 = _7
class mul_5(Words):
    f32 = _3
    f32x2 = _4
    sat: mul_6
class mul_6(Words):
    f32 = _3
