# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Register, Source, Words

def _1(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``add{.rn}.<type> d, a, b``

    Manual 9.7.4.1 add. PTX 7.8; sm_90 or newer.
    """
def _2(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``add{.rn}{.ftz}{.sat}.<type> d, a, b``

    Manual 9.7.4.1 add. PTX 4.2; sm_53 or newer.
    """
def _3(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``add{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.3 add. PTX 1.0; every target.
    """
def _4(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``add{.<rnd>}{.ftz}.f32x2 d, a, b``

    Manual 9.7.3.3 add. PTX 8.6; sm_100 or newer.
    """
def _5(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``add{.<rnd>}.f64 d, a, b``

    Manual 9.7.3.3 add. PTX 1.0; every target.
    """
def _6(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``add.<type> d, a, b``

    Manual 9.7.1.1 add. PTX 1.0; every target.
    """
def _7(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``add{.sat}.<type> d, a, b``

    Manual 9.7.1.1 add. PTX 8.0; sm_90 or newer.
    """
def _8(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``add{.sat}.<type> d, a, b``

    Manual 9.7.1.1 add. PTX 1.0; every target.
    """
def _9(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``add{.sat}.<type> d, a, b``

    Manual 9.7.1.1 add. PTX 9.2; sm_107a, sm_107f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _10(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``add.cc.<type> d, a, b``

    Manual 9.7.2.1 add.cc. PTX 1.2; every target.
    """
def _11(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``add.cc.<type> d, a, b``

    Manual 9.7.2.1 add.cc. PTX 4.3; sm_20 or newer.
    """
def _12(self: object, d: Destination, a: Register, c: Register, /, *, pred: Guard = None) -> Made:
    """``add{.rn}{.satfinite}.<ctype>.<atype> d, a, c``

    Manual 9.7.6.1 add. PTX 9.4; sm_100a or sm_103a.
    """
def _13(self: object, d: Destination, a: Register, c: Source, /, *, pred: Guard = None) -> Made:
    """``add{.<rnd>}{.sat}.f32.<atype> d, a, c``

    Manual 9.7.5.1 add. PTX 8.6; sm_100 or newer.
    """
def _14(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``add{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.3 add. PTX 1.4; every target.
    """
def _15(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``add{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.3 add. PTX 2.0; sm_20 or newer.
    """
def _16(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``add{.<rnd>}.f64 d, a, b``

    Manual 9.7.3.3 add. PTX 1.2; sm_13 or newer.
    """
def _17(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``add{.sat}.<type> d, a, b``

    Manual 9.7.1.1 add. PTX 9.2; sm_107a, sm_107f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _18(self: object, d: Destination, a: Register, c: Register, /, *, pred: Guard = None) -> Made:
    """``add{.<rnd>}.f32x2.<atype>.f32x2 d, a, c``

    Manual 9.7.5.1 add. PTX 9.4; sm_107a or sm_107f.
    """
def _19(self: object, d: Destination, a: Register, c: Register, /, *, pred: Guard = None) -> Made:
    """``add.rz.bf16x2.f32x2.f32x2 d, a, c``

    Manual 9.7.5.1 add. PTX 9.4; sm_107a or sm_107f.
    """
def _20(self: object, d: Destination, a: Register, c: Register, /, *, pred: Guard = None) -> Made:
    """``add.rz.ftz.f16x2.f32x2.f32x2 d, a, c``

    Manual 9.7.5.1 add. PTX 9.4; sm_107a or sm_107f.
    """
class add(Words):
    bf16 = _1
    bf16x2 = _1
    cc: add_cc
    e4m3x4: add_1
    e5m2x4: add_1
    f16 = _2
    f16x2 = _2
    f32: add_2
    """``add{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.3 add. PTX 1.0; every target.
    """
    f32x2: add_3
    """``add{.<rnd>}{.ftz}.f32x2 d, a, b``

    Manual 9.7.3.3 add. PTX 8.6; sm_100 or newer.
    """
    f64 = _5
    ftz: add_4
    rm: add_5
    rn: add_rn
    rp: add_5
    rz: add_rz
    s16 = _6
    s16x2 = _7
    s32 = _8
    s64 = _6
    s8x4 = _9
    sat: add_sat
    satfinite: add_6
    u16 = _6
    u16x2 = _7
    u32 = _8
    u64 = _6
    u8x4 = _9
class add_cc(Words):
    s32 = _10
    s64 = _11
    u32 = _10
    u64 = _11
class add_1(Words):
    e2m1p4x4 = _12
    e2m1x4 = _12
    e2m3x4 = _12
    e3m2x4 = _12
    e4m3x4 = _12
    e5m2x4 = _12
    ue8m0x4 = _12
class add_2(Words):
    bf16 = _13
    f16 = _13
    __call__ = _3
class add_3(Words):
    bf16x2: add_7
    f16x2: add_7
    __call__ = _4
class add_4(Words):
    f16 = _2
    f16x2 = _2
    f32 = _14
    f32x2 = _4
    sat: add_8
class add_5(Words):
    f32: add_9
    """``add{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.3 add. PTX 2.0; sm_20 or newer.
    """
    f32x2: add_3
    """``add{.<rnd>}{.ftz}.f32x2 d, a, b``

    Manual 9.7.3.3 add. PTX 8.6; sm_100 or newer.
    """
    f64 = _16
    ftz: add_10
    sat: add_11
class add_rn(Words):
    bf16 = _1
    bf16x2 = _1
    e4m3x4: add_1
    e5m2x4: add_1
    f16 = _2
    f16x2 = _2
    f32: add_2
    """``add{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.3 add. PTX 1.0; every target.
    """
    f32x2: add_3
    """``add{.<rnd>}{.ftz}.f32x2 d, a, b``

    Manual 9.7.3.3 add. PTX 8.6; sm_100 or newer.
    """
    f64 = _5
    ftz: add_4
    sat: add_rn_sat
    satfinite: add_6
class add_rz(Words):
    bf16x2: add_rz_bf16x2
    f32: add_2
    """``add{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.3 add. PTX 1.0; every target.
    """
    f32x2: add_3
    """``add{.<rnd>}{.ftz}.f32x2 d, a, b``

    Manual 9.7.3.3 add. PTX 8.6; sm_100 or newer.
    """
    f64 = _5
    ftz: add_rz_ftz
    sat: add_rz_sat
class add_sat(Words):
    f16 = _2
    f16x2 = _2
    f32: add_2
    """``add{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.3 add. PTX 1.0; every target.
    """
    s16x2 = _9
    s32 = _8
    s8x4 = _9
    u16x2 = _9
    u32 = _17
    u8x4 = _9
class add_6(Words):
    e4m3x4: add_1
    e5m2x4: add_1
class add_7(Words):
    f32x2 = _18
class add_8(Words):
    f16 = _2
    f16x2 = _2
    f32 = _14
class add_9(Words):
    bf16 = _13
    f16 = _13
    __call__ = _15
class add_10(Words):
    f32 = _15
    f32x2 = _4
    sat: add_12
class add_11(Words):
    f32: add_9
    """``add{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.3 add. PTX 2.0; sm_20 or newer.
    """
class add_rn_sat(Words):
    f16 = _2
    f16x2 = _2
    f32: add_2
    """``add{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.3 add. PTX 1.0; every target.
    """
class add_rz_bf16x2(Words):
    f32x2: add_rz_bf16x2_f32x2
class add_rz_ftz(Words):
    f16x2: add_rz_ftz_f16x2
    f32 = _14
    f32x2 = _4
    sat: add_rz_ftz_sat
class add_rz_sat(Words):
    f32: add_2
    """``add{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.3 add. PTX 1.0; every target.
    """
class add_12(Words):
    f32 = _15
class add_rz_bf16x2_f32x2(Words):
    f32x2 = _19
class add_rz_ftz_f16x2(Words):
    f32x2: add_rz_ftz_f16x2_f32x2
class add_rz_ftz_sat(Words):
    f32 = _14
class add_rz_ftz_f16x2_f32x2(Words):
    f32x2 = _20
