# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Register, Source, Words

def _1(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``sub{.rn}.<type> d, a, b``

    Manual 9.7.4.2 sub. PTX 7.8; sm_90 or newer.
    """
def _2(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``sub{.rn}{.ftz}{.sat}.<type> d, a, b``

    Manual 9.7.4.2 sub. PTX 4.2; sm_53 or newer.
    """
def _3(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``sub{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.4 sub. PTX 1.0; every target.
    """
def _4(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``sub{.<rnd>}{.ftz}.f32x2 d, a, b``

    Manual 9.7.3.4 sub. PTX 8.6; sm_100 or newer.
    """
def _5(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``sub{.<rnd>}.f64 d, a, b``

    Manual 9.7.3.4 sub. PTX 1.0; every target.
    """
def _6(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``sub.<type> d, a, b``

    Manual 9.7.1.2 sub. PTX 1.0; every target.
    """
def _7(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``sub{.sat}.<type> d, a, b``

    Manual 9.7.1.2 sub. PTX 1.0; every target.
    """
def _8(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``sub{.sat}.<type> d, a, b``

    Manual 9.7.1.2 sub. PTX 9.2; sm_107a, sm_107f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _9(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``sub.cc.<type> d, a, b``

    Manual 9.7.2.3 sub.cc. PTX 1.3; every target.
    """
def _10(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``sub.cc.<type> d, a, b``

    Manual 9.7.2.3 sub.cc. PTX 4.3; sm_20 or newer.
    """
def _11(self: object, d: Destination, a: Register, c: Register, /, *, pred: Guard = None) -> Made:
    """``sub{.rn}{.satfinite}.<ctype>.<atype> d, a, c``

    Manual 9.7.6.2 sub. PTX 9.4; sm_100a or sm_103a.
    """
def _12(self: object, d: Destination, a: Register, c: Source, /, *, pred: Guard = None) -> Made:
    """``sub{.<rnd>}{.sat}.f32.<atype> d, a, c``

    Manual 9.7.5.2 sub. PTX 8.6; sm_100 or newer.
    """
def _13(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``sub{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.4 sub. PTX 1.4; every target.
    """
def _14(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``sub{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.4 sub. PTX 2.0; sm_20 or newer.
    """
def _15(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``sub{.<rnd>}.f64 d, a, b``

    Manual 9.7.3.4 sub. PTX 1.2; sm_13 or newer.
    """
def _16(self: object, d: Destination, a: Register, c: Register, /, *, pred: Guard = None) -> Made:
    """``sub{.<rnd>}.f32x2.<atype>.f32x2 d, a, c``

    Manual 9.7.5.2 sub. PTX 9.4; sm_107a or sm_107f.
    """
def _17(self: object, d: Destination, a: Register, c: Register, /, *, pred: Guard = None) -> Made:
    """``sub.rz.bf16x2.f32x2.f32x2 d, a, c``

    Manual 9.7.5.2 sub. PTX 9.4; sm_107a or sm_107f.
    """
def _18(self: object, d: Destination, a: Register, c: Register, /, *, pred: Guard = None) -> Made:
    """``sub.rz.ftz.f16x2.f32x2.f32x2 d, a, c``

    Manual 9.7.5.2 sub. PTX 9.4; sm_107a or sm_107f.
    """
class sub(Words):
    bf16 = _1
    bf16x2 = _1
    cc: sub_cc
    e4m3x4: sub_1
    e5m2x4: sub_1
    f16 = _2
    f16x2 = _2
    f32: sub_2
    """``sub{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.4 sub. PTX 1.0; every target.
    """
    f32x2: sub_3
    """``sub{.<rnd>}{.ftz}.f32x2 d, a, b``

    Manual 9.7.3.4 sub. PTX 8.6; sm_100 or newer.
    """
    f64 = _5
    ftz: sub_4
    rm: sub_5
    rn: sub_rn
    rp: sub_5
    rz: sub_rz
    s16 = _6
    s32 = _7
    s64 = _6
    s8x4 = _8
    sat: sub_sat
    satfinite: sub_6
    u16 = _6
    u32 = _6
    u64 = _6
    u8x4 = _8
class sub_cc(Words):
    s32 = _9
    s64 = _10
    u32 = _9
    u64 = _10
class sub_1(Words):
    e2m1p4x4 = _11
    e2m1x4 = _11
    e2m3x4 = _11
    e3m2x4 = _11
    e4m3x4 = _11
    e5m2x4 = _11
    ue8m0x4 = _11
class sub_2(Words):
    bf16 = _12
    f16 = _12
    __call__ = _3
class sub_3(Words):
    bf16x2: sub_7
    f16x2: sub_7
    __call__ = _4
class sub_4(Words):
    f16 = _2
    f16x2 = _2
    f32 = _13
    f32x2 = _4
    sat: sub_8
class sub_5(Words):
    f32: sub_9
    """``sub{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.4 sub. PTX 2.0; sm_20 or newer.
    """
    f32x2: sub_3
    """``sub{.<rnd>}{.ftz}.f32x2 d, a, b``

    Manual 9.7.3.4 sub. PTX 8.6; sm_100 or newer.
    """
    f64 = _15
    ftz: sub_10
    sat: sub_11
class sub_rn(Words):
    bf16 = _1
    bf16x2 = _1
    e4m3x4: sub_1
    e5m2x4: sub_1
    f16 = _2
    f16x2 = _2
    f32: sub_2
    """``sub{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.4 sub. PTX 1.0; every target.
    """
    f32x2: sub_3
    """``sub{.<rnd>}{.ftz}.f32x2 d, a, b``

    Manual 9.7.3.4 sub. PTX 8.6; sm_100 or newer.
    """
    f64 = _5
    ftz: sub_4
    sat: sub_rn_sat
    satfinite: sub_6
class sub_rz(Words):
    bf16x2: sub_rz_bf16x2
    f32: sub_2
    """``sub{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.4 sub. PTX 1.0; every target.
    """
    f32x2: sub_3
    """``sub{.<rnd>}{.ftz}.f32x2 d, a, b``

    Manual 9.7.3.4 sub. PTX 8.6; sm_100 or newer.
    """
    f64 = _5
    ftz: sub_rz_ftz
    sat: sub_rz_sat
class sub_sat(Words):
    f16 = _2
    f16x2 = _2
    f32: sub_2
    """``sub{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.4 sub. PTX 1.0; every target.
    """
    s32 = _7
    s8x4 = _8
    u8x4 = _8
class sub_6(Words):
    e4m3x4: sub_1
    e5m2x4: sub_1
class sub_7(Words):
    f32x2 = _16
class sub_8(Words):
    f16 = _2
    f16x2 = _2
    f32 = _13
class sub_9(Words):
    bf16 = _12
    f16 = _12
    __call__ = _14
class sub_10(Words):
    f32 = _14
    f32x2 = _4
    sat: sub_12
class sub_11(Words):
    f32: sub_9
    """``sub{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.4 sub. PTX 2.0; sm_20 or newer.
    """
class sub_rn_sat(Words):
    f16 = _2
    f16x2 = _2
    f32: sub_2
    """``sub{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.4 sub. PTX 1.0; every target.
    """
class sub_rz_bf16x2(Words):
    f32x2: sub_rz_bf16x2_f32x2
class sub_rz_ftz(Words):
    f16x2: sub_rz_ftz_f16x2
    f32 = _13
    f32x2 = _4
    sat: sub_rz_ftz_sat
class sub_rz_sat(Words):
    f32: sub_2
    """``sub{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.4 sub. PTX 1.0; every target.
    """
class sub_12(Words):
    f32 = _14
class sub_rz_bf16x2_f32x2(Words):
    f32x2 = _17
class sub_rz_ftz_f16x2(Words):
    f32x2: sub_rz_ftz_f16x2_f32x2
class sub_rz_ftz_sat(Words):
    f32 = _13
class sub_rz_ftz_f16x2_f32x2(Words):
    f32x2 = _18
