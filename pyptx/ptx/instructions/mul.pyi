# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Register, Source, Words

def _1(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``mul{.rn}.<type> d, a, b``

    Manual 9.7.4.3 mul. PTX 7.8; sm_90 or newer.
    """
def _2(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``mul{.rn}{.ftz}{.sat}.<type> d, a, b``

    Manual 9.7.4.3 mul. PTX 4.2; sm_53 or newer.
    """
def _3(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``mul{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.5 mul. PTX 1.0; every target.
    """
def _4(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``mul{.<rnd>}{.ftz}.f32x2 d, a, b``

    Manual 9.7.3.5 mul. PTX 8.6; sm_100 or newer.
    """
def _5(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``mul{.<rnd>}.f64 d, a, b``

    Manual 9.7.3.5 mul. PTX 1.0; every target.
    """
def _6(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``mul{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.5 mul. PTX 1.4; every target.
    """
def _7(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``mul.<mode>.<type> d, a, b``

    Manual 9.7.1.3 mul. PTX 1.0; every target.
    """
def _8(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``mul{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.5 mul. PTX 2.0; sm_20 or newer.
    """
def _9(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``mul{.<rnd>}.f64 d, a, b``

    Manual 9.7.3.5 mul. PTX 1.2; sm_13 or newer.
    """
def _10(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``mul.wide.<type> d, a, b``

    Manual 9.7.1.3 mul. PTX 1.0; every target.
    """
def _11(self: object, d: Destination, a: Register, c: Register, /, *, pred: Guard = None) -> Made:
    """``mul.bf16x2.bf16x2.f16x2 d, a, c``

    Manual 9.7.5.4 mul. PTX 9.4; sm_107a or sm_107f.
    """
def _12(self: object, d: Destination, a: Register, c: Register, /, *, pred: Guard = None) -> Made:
    """``mul{.rn}{.satfinite}.<dtype>.<atype>.<ctype> d, a, c``

    Manual 9.7.6.3 mul. PTX 9.4; sm_100a or sm_103a.
    """
def _13(self: object, d: Destination, a: Register, c: Register, /, *, pred: Guard = None) -> Made:
    """``mul.f16x2.f16x2.bf16x2 d, a, c``

    Manual 9.7.5.4 mul. PTX 9.4; sm_107a or sm_107f.
    """
def _14(self: object, d: Destination, a: Register, c: Register, /, *, pred: Guard = None) -> Made:
    """``mul.rz.bf16x2.f32x2.f32x2 d, a, c``

    Manual 9.7.5.4 mul. PTX 9.4; sm_107a or sm_107f.
    """
def _15(self: object, d: Destination, a: Register, c: Register, /, *, pred: Guard = None) -> Made:
    """``mul.ftz.rz.f16x2.f32x2.f32x2 d, a, c``

    Manual 9.7.5.4 mul. PTX 9.4; sm_107a or sm_107f.
    """
class mul(Words):
    bf16 = _1
    bf16x2: mul_bf16x2
    """``mul{.rn}.<type> d, a, b``

    Manual 9.7.4.3 mul. PTX 7.8; sm_90 or newer.
    """
    e4m3x4: mul_1
    e5m2x4: mul_1
    f16 = _2
    f16x2: mul_f16x2
    """``mul{.rn}{.ftz}{.sat}.<type> d, a, b``

    Manual 9.7.4.3 mul. PTX 4.2; sm_53 or newer.
    """
    f32 = _3
    f32x2 = _4
    f64 = _5
    ftz: mul_ftz
    hi: mul_2
    lo: mul_2
    rm: mul_3
    rn: mul_rn
    rp: mul_3
    rz: mul_rz
    sat: mul_4
    satfinite: mul_5
    wide: mul_wide
class mul_bf16x2(Words):
    bf16x2: mul_bf16x2_bf16x2
    __call__ = _1
class mul_1(Words):
    e2m1p4x4: mul_6
    e2m1x4: mul_6
    e2m3x4: mul_6
    e3m2x4: mul_6
    e4m3x4: mul_6
    e5m2x4: mul_6
    ue8m0x4: mul_6
class mul_f16x2(Words):
    f16x2: mul_f16x2_f16x2
    __call__ = _2
class mul_ftz(Words):
    f16 = _2
    f16x2 = _2
    f32 = _6
    f32x2 = _4
    rz: mul_ftz_rz
    sat: mul_7
class mul_2(Words):
    s16 = _7
    s32 = _7
    s64 = _7
    u16 = _7
    u32 = _7
    u64 = _7
class mul_3(Words):
    f32 = _8
    f32x2 = _4
    f64 = _9
    ftz: mul_8
    sat: mul_9
class mul_rn(Words):
    bf16 = _1
    bf16x2 = _1
    e4m3x4: mul_1
    e5m2x4: mul_1
    f16 = _2
    f16x2 = _2
    f32 = _3
    f32x2 = _4
    f64 = _5
    ftz: mul_rn_ftz
    sat: mul_4
    satfinite: mul_5
class mul_rz(Words):
    bf16x2: mul_rz_bf16x2
    f32 = _3
    f32x2 = _4
    f64 = _5
    ftz: mul_rz_ftz
    sat: mul_rz_sat
class mul_4(Words):
    f16 = _2
    f16x2 = _2
    f32 = _3
class mul_5(Words):
    e4m3x4: mul_1
    e5m2x4: mul_1
class mul_wide(Words):
    s16 = _10
    s32 = _10
    u16 = _10
    u32 = _10
class mul_bf16x2_bf16x2(Words):
    f16x2 = _11
class mul_6(Words):
    e2m1p4x4 = _12
    e2m1x4 = _12
    e2m3x4 = _12
    e3m2x4 = _12
    e4m3x4 = _12
    e5m2x4 = _12
    ue8m0x4 = _12
class mul_f16x2_f16x2(Words):
    bf16x2 = _13
class mul_ftz_rz(Words):
    f16x2: mul_ftz_rz_f16x2
class mul_7(Words):
    f16 = _2
    f16x2 = _2
    f32 = _6
class mul_8(Words):
    f32 = _8
    f32x2 = _4
    sat: mul_9
class mul_9(Words):
    f32 = _8
class mul_rn_ftz(Words):
    f16 = _2
    f16x2 = _2
    f32 = _6
    f32x2 = _4
    sat: mul_7
class mul_rz_bf16x2(Words):
    f32x2: mul_rz_bf16x2_f32x2
class mul_rz_ftz(Words):
    f32 = _6
    f32x2 = _4
    sat: mul_rz_ftz_sat
class mul_rz_sat(Words):
    f32 = _3
class mul_ftz_rz_f16x2(Words):
    f32x2: mul_ftz_rz_f16x2_f32x2
class mul_rz_bf16x2_f32x2(Words):
    f32x2 = _14
class mul_rz_ftz_sat(Words):
    f32 = _6
class mul_ftz_rz_f16x2_f32x2(Words):
    f32x2 = _15
