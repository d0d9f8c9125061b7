# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Register, Registers, Source, Words

def _1(self: object, d: Destination, a: Register, /, *, pred: Guard = None) -> Made:
    """``cvt{.<rnd>}.bf16.bf16 d, a``

    Manual 9.7.10.24 cvt. PTX 7.8; sm_90 or newer.
    """
def _2(self: object, d: Destination, a: Register, /, *, pred: Guard = None) -> Made:
    """``cvt{.<rnd>}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 7.8; sm_90 or newer.
    """
def _3(self: object, d: Destination, a: Register, /, *, pred: Guard = None) -> Made:
    """``cvt{.<rnd>}{.ftz}{.sat}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 1.0; every target.
    """
def _4(self: object, d: Destination, a: Register, /, *, pred: Guard = None) -> Made:
    """``cvt{.ftz}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 7.1; sm_80 or newer.
    """
def _5(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``cvt{.<rnd>}{.ftz}{.sat}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 1.0; every target.
    """
def _6(self: object, d: Destination, a: Register, /, *, pred: Guard = None) -> Made:
    """``cvt{.ftz}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 7.8; sm_90 or newer.
    """
def _7(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``cvt{.sat}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 1.0; every target.
    """
def _8(self: object, d: Destination, a: Register, /, *, pred: Guard = None) -> Made:
    """``cvt{.<rnd>}{.ftz}{.sat}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 1.4; every target.
    """
def _9(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``cvt{.<rnd>}{.ftz}{.sat}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 1.4; every target.
    """
def _10(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``cvt{.<rnd>}{.ftz}{.sat}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 1.5; every target.
    """
def _11(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>{.ftz}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 7.0; sm_80 or newer.
    """
def _12(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>{.ftz}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 7.8; sm_90 or newer.
    """
def _13(self: object, d: Destination, a: Register, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 7.8; sm_90 or newer.
    """
def _14(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>{.ftz}.<dtype>.<atype> d, a``

    ``cvt.<rnd>{.relu}{.satfinite}{.pzo}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 7.0; sm_80 or newer.
    """
def _15(self: object, d: Destination, a: Register, /, *, pred: Guard = None) -> Made:
    """``cvt.rn{.relu}{.satfinite}.bf16x2.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 9.2; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _16(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>{.relu}{.satfinite}{.pzo}.<dtype>.f32 d, a, b``

    Manual 9.7.10.24 cvt. PTX 7.0; sm_80 or newer.
    """
def _17(self: object, d: Destination, a: Register, /, *, pred: Guard = None) -> Made:
    """``cvt.rn{.satfinite}{.relu}.bf16x2.s2f6x2 d, a``

    Manual 9.7.10.24 cvt. PTX 9.1; sm_100a, sm_101a, sm_103a, sm_107a, sm_110a, sm_120a or sm_121a.
    """
def _18(self: object, d: Destination, a: Register, /, *, pred: Guard = None) -> Made:
    """``cvt.rn{.satfinite}.bf16x2.ue5m3x2 d, a``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a or sm_107f.
    """
def _19(self: object, d: Destination, a: Register, /, *, pred: Guard = None) -> Made:
    """``cvt.rn.bf16x2.ue8m0x2 d, a``

    Manual 9.7.10.24 cvt. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _20(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``cvt{.<rnd>}{.ftz}{.sat}.<dtype>.<atype> d, a``

    ``cvt.<rnd>{.relu}{.satfinite}{.pzo}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 1.0; every target.
    """
def _21(self: object, d: Destination, a: Register, /, *, pred: Guard = None) -> Made:
    """``cvt.rn{.relu}.f16x2.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _22(self: object, d: Destination, a: Register, /, *, pred: Guard = None) -> Made:
    """``cvt.rn{.relu}.f16x2.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 7.8; sm_89 or newer.
    """
def _23(self: object, d: Destination, a: Register, /, *, pred: Guard = None) -> Made:
    """``cvt.rn.f16x2.ue5m3x2 d, a``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a or sm_107f.
    """
def _24(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>{.satfinite}{.relu}{.pzo}.tf32.f32 d, a``

    Manual 9.7.10.24 cvt. PTX 7.8; sm_90 or newer.
    """
def _25(self: object, d: Destination, a: Register, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>{.satfinite}.ue5m3x2.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a or sm_107f.
    """
def _26(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>{.satfinite}.ue5m3x2.f32 d, a, b``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a or sm_107f.
    """
def _27(self: object, d: Destination, a: Register, /, *, pred: Guard = None) -> Made:
    """``cvt.rna{.satfinite}.tf32.f32 d, a``

    Manual 9.7.10.24 cvt. PTX 7.0; sm_80 or newer.
    """
def _28(self: object, d: Destination, a: Register, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>{.satfinite}.ue8m0x2.bf16x2 d, a``

    Manual 9.7.10.24 cvt. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _29(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>{.satfinite}.ue8m0x2.f32 d, a, b``

    Manual 9.7.10.24 cvt. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _30(self: object, d: Destination, a: Source, b: Source, rbits: Register, /, *, pred: Guard = None) -> Made:
    """``cvt.rs{.relu}{.satfinite}.<dtype>.f32 d, a, b, rbits``

    Manual 9.7.10.24 cvt. PTX 8.7; sm_100a, sm_103a or sm_107a.
    """
def _31(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``cvt.pack.sat.<type>.s32 d, a, b``

    Manual 9.7.10.25 cvt.pack. PTX 6.5; sm_72 or newer.
    """
def _32(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>.ftz{.sat}.f32.f64 d, a``

    Manual 9.7.10.24 cvt. PTX 1.4; every target.
    """
def _33(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>{.relu}{.satfinite}{.pzo}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a or sm_107f.
    """
def _34(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>{.relu}{.satfinite}{.pzo}.<dtype>.f32 d, a, b``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a or sm_107f.
    """
def _35(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>{.satfinite}{.relu}{.pzo}.tf32.f32 d, a``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a or sm_107f.
    """
def _36(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>{.relu}{.satfinite}{.pzo}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 7.0; sm_80 or newer.
    """
def _37(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>{.relu}{.satfinite}{.pzo}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 8.1; sm_80 or newer.
    """
def _38(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>{.relu}{.satfinite}{.pzo}.<dtype>.f32 d, a, b``

    Manual 9.7.10.24 cvt. PTX 8.1; sm_80 or newer.
    """
def _39(self: object, d: Destination, a: Register, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>.satfinite{.relu}{.pzo}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 9.1; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _40(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>.satfinite{.relu}{.pzo}.<dtype>.f32 d, a, b``

    Manual 9.7.10.24 cvt. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _41(self: object, d: Destination, a: Register, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>.satfinite{.relu}{.pzo}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 7.8; sm_89 or newer.
    """
def _42(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>.satfinite{.relu}{.pzo}.<dtype>.f32 d, a, b``

    Manual 9.7.10.24 cvt. PTX 7.8; sm_89 or newer.
    """
def _43(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>{.relu}{.satfinite}{.pzo}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 8.1; sm_70 or newer.
    """
def _44(self: object, d: Destination, a: Register, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>.satfinite{.relu}.s2f6x2.bf16x2 d, a``

    Manual 9.7.10.24 cvt. PTX 9.1; sm_100a, sm_101a, sm_103a, sm_107a, sm_110a, sm_120a or sm_121a.
    """
def _45(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>.satfinite{.relu}.s2f6x2.f32 d, a, b``

    Manual 9.7.10.24 cvt. PTX 9.1; sm_100a, sm_101a, sm_103a, sm_107a, sm_110a, sm_120a or sm_121a.
    """
def _46(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>{.satfinite}{.relu}{.pzo}.tf32.f32 d, a``

    Manual 9.7.10.24 cvt. PTX 8.6; sm_100 or newer.
    """
def _47(self: object, d: Destination, a: Register, scale: Register, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>{.satfinite}.<scaled>.ue5m3x2.<atype> d, a, scale``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a or sm_107f.
    """
def _48(self: object, d: Destination, a: Source, b: Source, scale: Register, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>{.satfinite}.<scaled>.ue5m3x2.f32 d, a, b, scale``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a or sm_107f.
    """
def _49(self: object, d: Destination, a: Register, scale: Register, /, *, pred: Guard = None) -> Made:
    """``cvt.rn{.relu}{.satfinite}.<scaled>.bf16x2.<atype> d, a, scale``

    Manual 9.7.10.24 cvt. PTX 9.2; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _50(self: object, d: Destination, a: Register, scale: Register, /, *, pred: Guard = None) -> Made:
    """``cvt.rn{.satfinite}{.relu}.<scaled>.bf16x2.s2f6x2 d, a, scale``

    Manual 9.7.10.24 cvt. PTX 9.1; sm_100a, sm_101a, sm_103a, sm_107a, sm_110a, sm_120a or sm_121a.
    """
def _51(self: object, d: Destination, a: Register, scale: Register, /, *, pred: Guard = None) -> Made:
    """``cvt.rn{.satfinite}.<scaled>.bf16x2.ue5m3x2 d, a, scale``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a or sm_107f.
    """
def _52(self: object, d: Destination, a: Register, /, *, pred: Guard = None) -> Made:
    """``cvt.rna{.satfinite}.tf32.f32 d, a``

    Manual 9.7.10.24 cvt. PTX 8.1; sm_80 or newer.
    """
def _53(self: object, d: Destination, v: Registers, rbits: Register, /, *, pred: Guard = None) -> Made:
    """``cvt.rs{.relu}.satfinite.<dtype>.f32 d, v, rbits``

    Manual 9.7.10.24 cvt. PTX 8.7; sm_100a, sm_103a or sm_107a.
    """
def _54(self: object, d: Destination, a: Register, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>.satfinite{.relu}{.pzo}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a or sm_107f.
    """
def _55(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>.satfinite{.relu}{.pzo}.<dtype>.f32 d, a, b``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a or sm_107f.
    """
def _56(self: object, d: Destination, a: Register, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>.satfinite{.relu}.s2f6x2.bf16x2 d, a``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a.
    """
def _57(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>.satfinite{.relu}.s2f6x2.f32 d, a, b``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a.
    """
def _58(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``cvt.pack.sat.<type>.s32.b32 d, a, b, c``

    Manual 9.7.10.25 cvt.pack. PTX 6.5; sm_75 or newer.
    """
def _59(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``cvt.pack.sat.<type>.s32.b32 d, a, b, c``

    Manual 9.7.10.25 cvt.pack. PTX 6.5; sm_72 or newer.
    """
def _60(self: object, d: Destination, a: Register, scale: Register, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>.satfinite{.relu}{.pzo}.<scaled>.<dtype>.<atype> d, a, scale``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a or sm_107f.
    """
def _61(self: object, d: Destination, a: Source, b: Source, scale: Register, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>.satfinite{.relu}{.pzo}.<scaled>.<dtype>.f32 d, a, b, scale``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a or sm_107f.
    """
def _62(self: object, d: Destination, a: Register, scale: Register, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>.satfinite{.relu}.<scaled>.s2f6x2.bf16x2 d, a, scale``

    Manual 9.7.10.24 cvt. PTX 9.1; sm_100a, sm_101a, sm_103a, sm_107a, sm_110a, sm_120a or sm_121a.
    """
def _63(self: object, d: Destination, a: Source, b: Source, scale: Register, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>.satfinite{.relu}.<scaled>.s2f6x2.f32 d, a, b, scale``

    Manual 9.7.10.24 cvt. PTX 9.1; sm_100a, sm_101a, sm_103a, sm_107a, sm_110a, sm_120a or sm_121a.
    """
def _64(self: object, d: Destination, a: Register, scale: Register, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>.satfinite{.relu}.<scaled>.s2f6x2.bf16x2 d, a, scale``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a.
    """
def _65(self: object, d: Destination, a: Source, b: Source, scale: Register, /, *, pred: Guard = None) -> Made:
    """``cvt.<rnd>.satfinite{.relu}.<scaled>.s2f6x2.f32 d, a, b, scale``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a.
    """
class cvt(Words):
    bf16: cvt_bf16
    f16: cvt_f16
    f32: cvt_f32
    f64: cvt_f64
    ftz: cvt_ftz
    pack: cvt_pack
    rm: cvt_rm
    rmi: cvt_1
    rn: cvt_rn
    rna: cvt_rna
    rni: cvt_1
    rp: cvt_rp
    rpi: cvt_1
    rs: cvt_rs
    rz: cvt_rz
    rzi: cvt_1
    s16: cvt_2
    s32: cvt_2
    s64: cvt_2
    s8: cvt_2
    sat: cvt_sat
    u16: cvt_2
    u32: cvt_2
    u64: cvt_2
    u8: cvt_2
class cvt_bf16(Words):
    bf16 = _1
    f16 = _2
class cvt_f16(Words):
    bf16 = _2
    f16 = _3
class cvt_f32(Words):
    bf16 = _4
    f16 = _3
    f32 = _5
class cvt_f64(Words):
    bf16 = _6
    f16 = _3
    f32 = _5
    f64 = _5
class cvt_ftz(Words):
    f32: cvt_ftz_f32
    f64: cvt_3
    sat: cvt_ftz_sat
class cvt_pack(Words):
    sat: cvt_pack_sat
class cvt_rm(Words):
    bf16: cvt_4
    f16: cvt_5
    f32: cvt_6
    f64: cvt_7
    ftz: cvt_8
    sat: cvt_9
class cvt_1(Words):
    bf16: cvt_10
    f16: cvt_11
    f32: cvt_12
    f64: cvt_13
    ftz: cvt_14
    s16: cvt_15
    s32: cvt_15
    s64: cvt_15
    s8: cvt_15
    sat: cvt_16
    u16: cvt_15
    u32: cvt_15
    u64: cvt_15
    u8: cvt_15
class cvt_rn(Words):
    bf16: cvt_17
    bf16x2: cvt_rn_bf16x2
    f16: cvt_18
    f16x2: cvt_rn_f16x2
    f32: cvt_6
    f64: cvt_7
    ftz: cvt_rn_ftz
    pzo: cvt_19
    relu: cvt_rn_relu
    sat: cvt_9
    satfinite: cvt_rn_satfinite
    scaled__n1__ue8m0: cvt_20
    scaled__n2__ue8m0: cvt_rn_scaled_n2_ue8m0
    tf32: cvt_21
    ue5m3x2: cvt_22
class cvt_rna(Words):
    satfinite: cvt_rna_satfinite
    tf32: cvt_rna_tf32
class cvt_rp(Words):
    bf16: cvt_4
    f16: cvt_5
    f32: cvt_6
    f64: cvt_7
    ftz: cvt_8
    sat: cvt_9
    satfinite: cvt_rp_satfinite
    ue5m3x2: cvt_22
    ue8m0x2: cvt_23
class cvt_rs(Words):
    bf16x2: cvt_rs_1
    f16x2: cvt_rs_1
    relu: cvt_rs_relu
    satfinite: cvt_rs_2
class cvt_rz(Words):
    bf16: cvt_17
    bf16x2: cvt_rz_1
    f16: cvt_18
    f16x2: cvt_rz_1
    f32: cvt_6
    f64: cvt_7
    ftz: cvt_8
    pzo: cvt_19
    relu: cvt_rz_relu
    sat: cvt_9
    satfinite: cvt_rz_satfinite
    scaled__n1__ue8m0: cvt_20
    tf32: cvt_21
    ue5m3x2: cvt_22
    ue8m0x2: cvt_23
class cvt_2(Words):
    s16 = _7
    s32 = _7
    s64 = _7
    s8 = _7
    u16 = _7
    u32 = _7
    u64 = _7
    u8 = _7
class cvt_sat(Words):
    f16: cvt_11
    f32: cvt_sat_f32
    f64: cvt_24
    s16: cvt_sat_s16
    s32: cvt_sat_s32
    s64: cvt_sat_s64
    s8: cvt_sat_s8
    u16: cvt_sat_u16
    u32: cvt_sat_u32
    u64: cvt_sat_u64
    u8: cvt_sat_u8
class cvt_ftz_f32(Words):
    bf16 = _6
    f16 = _8
    f32 = _9
class cvt_3(Words):
    f32 = _10
class cvt_ftz_sat(Words):
    f32: cvt_ftz_sat_f32
    f64: cvt_3
class cvt_pack_sat(Words):
    s16: cvt_pack_sat_1
    s2: cvt_pack_sat_2
    s4: cvt_pack_sat_2
    s8: cvt_pack_sat_3
    u16: cvt_pack_sat_1
    u2: cvt_pack_sat_2
    u4: cvt_pack_sat_2
    u8: cvt_pack_sat_3
class cvt_4(Words):
    f16 = _2
    f32 = _11
    f64 = _12
    s16 = _12
    s32 = _12
    s64 = _12
    s8 = _12
    u16 = _12
    u32 = _12
    u64 = _12
    u8 = _12
class cvt_5(Words):
    bf16 = _2
    f32 = _5
    f64 = _5
    s16 = _5
    s32 = _5
    s64 = _5
    s8 = _5
    u16 = _5
    u32 = _5
    u64 = _5
    u8 = _5
class cvt_6(Words):
    f64 = _5
    s16 = _5
    s32 = _5
    s64 = _5
    s8 = _5
    u16 = _5
    u32 = _5
    u64 = _5
    u8 = _5
class cvt_7(Words):
    s16 = _5
    s32 = _5
    s64 = _5
    s8 = _5
    u16 = _5
    u32 = _5
    u64 = _5
    u8 = _5
class cvt_8(Words):
    bf16: cvt_25
    f16: cvt_26
    f32: cvt_27
    sat: cvt_28
class cvt_9(Words):
    f16: cvt_29
    f32: cvt_6
    f64: cvt_7
class cvt_10(Words):
    bf16 = _1
class cvt_11(Words):
    f16 = _3
class cvt_12(Words):
    f32 = _5
class cvt_13(Words):
    f64 = _5
class cvt_14(Words):
    f32: cvt_26
    s16: cvt_26
    s32: cvt_26
    s64: cvt_3
    s8: cvt_26
    sat: cvt_30
    u16: cvt_26
    u32: cvt_26
    u64: cvt_3
    u8: cvt_26
class cvt_15(Words):
    bf16 = _13
    f16 = _3
    f32 = _5
    f64 = _5
class cvt_16(Words):
    f16: cvt_11
    f32: cvt_12
    f64: cvt_13
    s16: cvt_24
    s32: cvt_24
    s64: cvt_24
    s8: cvt_24
    u16: cvt_24
    u32: cvt_24
    u64: cvt_24
    u8: cvt_24
class cvt_17(Words):
    f16 = _2
    f32 = _14
    f64 = _12
    s16 = _12
    s32 = _12
    s64 = _12
    s8 = _12
    u16 = _12
    u32 = _12
    u64 = _12
    u8 = _12
class cvt_rn_bf16x2(Words):
    e2m1x2 = _15
    e2m3x2 = _15
    e3m2x2 = _15
    e4m3x2 = _15
    e5m2x2 = _15
    f32 = _16
    s2f6x2 = _17
    ue5m3x2 = _18
    ue8m0x2 = _19
class cvt_18(Words):
    bf16 = _2
    f32 = _20
    f64 = _5
    s16 = _5
    s32 = _5
    s64 = _5
    s8 = _5
    u16 = _5
    u32 = _5
    u64 = _5
    u8 = _5
class cvt_rn_f16x2(Words):
    e2m1x2 = _21
    e2m3x2 = _21
    e3m2x2 = _21
    e4m3x2 = _22
    e5m2x2 = _22
    f32 = _16
    ue5m3x2 = _23
class cvt_rn_ftz(Words):
    bf16: cvt_25
    f16: cvt_26
    f32: cvt_rn_ftz_1
    sat: cvt_rn_ftz_sat
class cvt_19(Words):
    bf16: cvt_31
    bf16x2: cvt_32
    f16: cvt_31
    f16x2: cvt_32
    tf32: cvt_33
class cvt_rn_relu(Words):
    bf16: cvt_34
    bf16x2: cvt_rn_relu_bf16x2
    f16: cvt_34
    f16x2: cvt_rn_relu_f16x2
    pzo: cvt_19
    satfinite: cvt_rn_relu_satfinite
    scaled__n2__ue8m0: cvt_rn_relu_scaled_n2_ue8m0
    tf32: cvt_21
class cvt_rn_satfinite(Words):
    bf16: cvt_35
    bf16x2: cvt_rn_satfinite_bf16x2
    e2m1x2: cvt_rn_satfinite_1
    e2m3x2: cvt_rn_satfinite_1
    e3m2x2: cvt_rn_satfinite_1
    e4m3x2: cvt_rn_satfinite_2
    e5m2x2: cvt_rn_satfinite_2
    f16: cvt_36
    f16x2: cvt_37
    pzo: cvt_38
    relu: cvt_rn_satfinite_relu
    s2f6x2: cvt_rn_satfinite_3
    scaled__n1__ue8m0: cvt_39
    scaled__n2__ue8m0: cvt_rn_satfinite_scaled_n2_ue8m0
    tf32: cvt_40
    ue5m3x2: cvt_22
class cvt_20(Words):
    ue5m3x2: cvt_41
class cvt_rn_scaled_n2_ue8m0(Words):
    bf16x2: cvt_rn_1
class cvt_21(Words):
    f32 = _24
class cvt_22(Words):
    bf16x2 = _25
    f16x2 = _25
    f32 = _26
class cvt_rna_satfinite(Words):
    tf32: cvt_rna_satfinite_tf32
class cvt_rna_tf32(Words):
    f32 = _27
class cvt_rp_satfinite(Words):
    ue5m3x2: cvt_22
    ue8m0x2: cvt_23
class cvt_23(Words):
    bf16x2 = _28
    f32 = _29
class cvt_rs_1(Words):
    f32 = _30
class cvt_rs_relu(Words):
    bf16x2: cvt_rs_1
    f16x2: cvt_rs_1
    satfinite: cvt_rs_2
class cvt_rs_2(Words):
    bf16x2: cvt_rs_1
    e2m1x4: cvt_rs_3
    e2m3x4: cvt_rs_3
    e3m2x4: cvt_rs_3
    e4m3x4: cvt_rs_3
    e5m2x4: cvt_rs_3
    f16x2: cvt_rs_1
class cvt_rz_1(Words):
    f32 = _16
class cvt_rz_relu(Words):
    bf16: cvt_34
    bf16x2: cvt_rz_1
    f16: cvt_34
    f16x2: cvt_rz_1
    pzo: cvt_19
    satfinite: cvt_rz_relu_satfinite
    tf32: cvt_21
class cvt_rz_satfinite(Words):
    bf16: cvt_35
    bf16x2: cvt_37
    e2m1x2: cvt_42
    e2m3x2: cvt_42
    e3m2x2: cvt_42
    e4m3x2: cvt_42
    e5m2x2: cvt_42
    f16: cvt_36
    f16x2: cvt_37
    pzo: cvt_38
    relu: cvt_rz_satfinite_relu
    s2f6x2: cvt_rz_satfinite_1
    scaled__n1__ue8m0: cvt_39
    scaled__n2__ue8m0: cvt_rz_satfinite_2
    tf32: cvt_40
    ue5m3x2: cvt_22
    ue8m0x2: cvt_23
class cvt_sat_f32(Words):
    f16 = _3
    f32 = _5
class cvt_24(Words):
    f16 = _3
    f32 = _5
    f64 = _5
class cvt_sat_s16(Words):
    s32 = _7
    s64 = _7
    u16 = _7
    u32 = _7
    u64 = _7
class cvt_sat_s32(Words):
    s64 = _7
    u32 = _7
    u64 = _7
class cvt_sat_s64(Words):
    u64 = _7
class cvt_sat_s8(Words):
    s16 = _7
    s32 = _7
    s64 = _7
    u16 = _7
    u32 = _7
    u64 = _7
    u8 = _7
class cvt_sat_u16(Words):
    s16 = _7
    s32 = _7
    s64 = _7
    s8 = _7
    u32 = _7
    u64 = _7
class cvt_sat_u32(Words):
    s16 = _7
    s32 = _7
    s64 = _7
    s8 = _7
    u64 = _7
class cvt_sat_u64(Words):
    s16 = _7
    s32 = _7
    s64 = _7
    s8 = _7
class cvt_sat_u8(Words):
    s16 = _7
    s32 = _7
    s64 = _7
    s8 = _7
    u16 = _7
    u32 = _7
    u64 = _7
class cvt_ftz_sat_f32(Words):
    f16 = _8
    f32 = _9
class cvt_pack_sat_1(Words):
    s32 = _31
class cvt_pack_sat_2(Words):
    s32: cvt_pack_sat_4
class cvt_pack_sat_3(Words):
    s32: cvt_pack_sat_5
class cvt_25(Words):
    f32 = _11
class cvt_26(Words):
    f32 = _9
class cvt_27(Words):
    f64 = _32
    s16 = _9
    s32 = _9
    s64 = _9
    s8 = _10
    u16 = _9
    u32 = _9
    u64 = _9
    u8 = _10
class cvt_28(Words):
    f16: cvt_26
    f32: cvt_27
class cvt_29(Words):
    f32 = _5
    f64 = _5
    s16 = _5
    s32 = _5
    s64 = _5
    s8 = _5
    u16 = _5
    u32 = _5
    u64 = _5
    u8 = _5
class cvt_30(Words):
    f32: cvt_26
    s16: cvt_26
    s32: cvt_26
    s64: cvt_3
    s8: cvt_26
    u16: cvt_26
    u32: cvt_26
    u64: cvt_3
    u8: cvt_26
class cvt_rn_ftz_1(Words):
    f64 = _9
    s16 = _9
    s32 = _9
    s64 = _9
    s8 = _10
    u16 = _9
    u32 = _9
    u64 = _9
    u8 = _10
class cvt_rn_ftz_sat(Words):
    f16: cvt_26
    f32: cvt_rn_ftz_1
class cvt_31(Words):
    f32 = _33
class cvt_32(Words):
    f32 = _34
class cvt_33(Words):
    f32 = _35
class cvt_34(Words):
    f32 = _36
class cvt_rn_relu_bf16x2(Words):
    e2m1x2 = _15
    e2m3x2 = _15
    e3m2x2 = _15
    e4m3x2 = _15
    e5m2x2 = _15
    f32 = _16
    s2f6x2 = _17
class cvt_rn_relu_f16x2(Words):
    e2m1x2 = _21
    e2m3x2 = _21
    e3m2x2 = _21
    e4m3x2 = _22
    e5m2x2 = _22
    f32 = _16
class cvt_rn_relu_satfinite(Words):
    bf16: cvt_35
    bf16x2: cvt_rn_relu_satfinite_bf16x2
    f16: cvt_35
    f16x2: cvt_37
    pzo: cvt_43
    scaled__n2__ue8m0: cvt_rn_relu_satfinite_scaled_n2_ue8m0
class cvt_rn_relu_scaled_n2_ue8m0(Words):
    bf16x2: cvt_rn_relu_scaled_n2_ue8m0_bf16x2
class cvt_35(Words):
    f32 = _37
class cvt_rn_satfinite_bf16x2(Words):
    e2m1x2 = _15
    e2m3x2 = _15
    e3m2x2 = _15
    e4m3x2 = _15
    e5m2x2 = _15
    f32 = _38
    s2f6x2 = _17
    ue5m3x2 = _18
class cvt_rn_satfinite_1(Words):
    bf16x2 = _39
    f16x2 = _39
    f32 = _40
class cvt_rn_satfinite_2(Words):
    bf16x2 = _39
    f16x2 = _41
    f32 = _42
class cvt_36(Words):
    f32 = _43
class cvt_37(Words):
    f32 = _38
class cvt_38(Words):
    bf16: cvt_31
    bf16x2: cvt_32
    e2m1x2: cvt_42
    e2m3x2: cvt_42
    e3m2x2: cvt_42
    e4m3x2: cvt_42
    e5m2x2: cvt_42
    f16: cvt_31
    f16x2: cvt_32
    scaled__n1__ue8m0: cvt_44
    tf32: cvt_33
class cvt_rn_satfinite_relu(Words):
    bf16x2: cvt_rn_satfinite_relu_bf16x2
    e2m1x2: cvt_rn_satfinite_1
    e2m3x2: cvt_rn_satfinite_1
    e3m2x2: cvt_rn_satfinite_1
    e4m3x2: cvt_rn_satfinite_2
    e5m2x2: cvt_rn_satfinite_2
    pzo: cvt_45
    s2f6x2: cvt_rn_satfinite_3
    scaled__n1__ue8m0: cvt_44
    scaled__n2__ue8m0: cvt_rn_satfinite_relu_scaled_n2_ue8m0
    tf32: cvt_40
class cvt_rn_satfinite_3(Words):
    bf16x2 = _44
    f32 = _45
class cvt_39(Words):
    e2m1x2: cvt_46
    e2m3x2: cvt_46
    e3m2x2: cvt_46
    e4m3x2: cvt_46
    e5m2x2: cvt_46
    ue5m3x2: cvt_41
class cvt_rn_satfinite_scaled_n2_ue8m0(Words):
    bf16x2: cvt_rn_1
    s2f6x2: cvt_rn_satfinite_4
class cvt_40(Words):
    f32 = _46
class cvt_41(Words):
    bf16x2 = _47
    f16x2 = _47
    f32 = _48
class cvt_rn_1(Words):
    e2m1x2 = _49
    e2m3x2 = _49
    e3m2x2 = _49
    e4m3x2 = _49
    e5m2x2 = _49
    s2f6x2 = _50
    ue5m3x2 = _51
class cvt_rna_satfinite_tf32(Words):
    f32 = _52
class cvt_rs_3(Words):
    f32 = _53
class cvt_rz_relu_satfinite(Words):
    bf16: cvt_35
    bf16x2: cvt_37
    f16: cvt_35
    f16x2: cvt_37
    pzo: cvt_43
class cvt_42(Words):
    bf16x2 = _54
    f16x2 = _54
    f32 = _55
class cvt_rz_satfinite_relu(Words):
    e2m1x2: cvt_42
    e2m3x2: cvt_42
    e3m2x2: cvt_42
    e4m3x2: cvt_42
    e5m2x2: cvt_42
    pzo: cvt_45
    s2f6x2: cvt_rz_satfinite_1
    scaled__n1__ue8m0: cvt_44
    scaled__n2__ue8m0: cvt_rz_satfinite_2
    tf32: cvt_40
class cvt_rz_satfinite_1(Words):
    bf16x2 = _56
    f32 = _57
class cvt_rz_satfinite_2(Words):
    s2f6x2: cvt_rz_satfinite_3
class cvt_pack_sat_4(Words):
    b32 = _58
class cvt_pack_sat_5(Words):
    b32 = _59
class cvt_rn_relu_satfinite_bf16x2(Words):
    e2m1x2 = _15
    e2m3x2 = _15
    e3m2x2 = _15
    e4m3x2 = _15
    e5m2x2 = _15
    f32 = _38
class cvt_43(Words):
    bf16: cvt_31
    bf16x2: cvt_32
    f16: cvt_31
    f16x2: cvt_32
class cvt_rn_relu_satfinite_scaled_n2_ue8m0(Words):
    bf16x2: cvt_rn_relu_satfinite_scaled_n2_ue8m0_1
class cvt_rn_relu_scaled_n2_ue8m0_bf16x2(Words):
    e2m1x2 = _49
    e2m3x2 = _49
    e3m2x2 = _49
    e4m3x2 = _49
    e5m2x2 = _49
    s2f6x2 = _50
class cvt_44(Words):
    e2m1x2: cvt_46
    e2m3x2: cvt_46
    e3m2x2: cvt_46
    e4m3x2: cvt_46
    e5m2x2: cvt_46
class cvt_rn_satfinite_relu_bf16x2(Words):
    s2f6x2 = _17
class cvt_45(Words):
    e2m1x2: cvt_42
    e2m3x2: cvt_42
    e3m2x2: cvt_42
    e4m3x2: cvt_42
    e5m2x2: cvt_42
    scaled__n1__ue8m0: cvt_44
    tf32: cvt_33
class cvt_rn_satfinite_relu_scaled_n2_ue8m0(Words):
    bf16x2: cvt_rn_satfinite_relu_scaled_n2_ue8m0_1
    s2f6x2: cvt_rn_satfinite_4
class cvt_46(Words):
    bf16x2 = _60
    f16x2 = _60
    f32 = _61
class cvt_rn_satfinite_4(Words):
    bf16x2 = _62
    f32 = _63
class cvt_rz_satfinite_3(Words):
    bf16x2 = _64
    f32 = _65
class cvt_rn_relu_satfinite_scaled_n2_ue8m0_1(Words):
    e2m1x2 = _49
    e2m3x2 = _49
    e3m2x2 = _49
    e4m3x2 = _49
    e5m2x2 = _49
class cvt_rn_satfinite_relu_scaled_n2_ue8m0_1(Words):
    s2f6x2 = _50
