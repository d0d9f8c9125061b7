# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Guard, Register, Registers, Source, Words

def _1(self: object, d: Register, a: Register, /, *, pred: Guard = None) -> None:
    """``cvt{.<rnd>}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 7.8; sm_90 and newer.
    """
def _2(self: object, d: Register, a: Register, /, *, pred: Guard = None) -> None:
    """``cvt{.<rnd>}{.ftz}{.sat}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 6.3; every target.
    """
def _3(self: object, d: Register, a: Register, /, *, pred: Guard = None) -> None:
    """``cvt{.ftz}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 7.1; sm_80 and newer.
    """
def _4(self: object, d: Register, a: Source, /, *, pred: Guard = None) -> None:
    """``cvt{.<rnd>}{.ftz}{.sat}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 6.3; every target.
    """
def _5(self: object, d: Register, a: Register, /, *, pred: Guard = None) -> None:
    """``cvt{.ftz}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 7.8; sm_90 and newer.
    """
def _6(self: object, d: Register, a: Source, /, *, pred: Guard = None) -> None:
    """``cvt{.sat}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 6.3; every target.
    """
def _7(self: object, d: Register, a: Source, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>{.ftz}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 7.0; sm_80 and newer.
    """
def _8(self: object, d: Register, a: Source, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>{.ftz}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 7.8; sm_90 and newer.
    """
def _9(self: object, d: Register, a: Register, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 7.8; sm_90 and newer.
    """
def _10(self: object, d: Register, a: Source, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>{.ftz}.<dtype>.<atype> d, a``

    ``cvt.<rnd>{.relu}{.satfinite}{.pzo}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 7.0; sm_80 and newer.
    """
def _11(self: object, d: Register, a: Register, /, *, pred: Guard = None) -> None:
    """``cvt.rn{.relu}{.satfinite}.bf16x2.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 9.2; sm_100a sm_100f sm_103a sm_103f sm_107a sm_107f sm_110a sm_110f sm_120a sm_120f sm_121a sm_121f.
    """
def _12(self: object, d: Register, a: Source, b: Source, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>{.relu}{.satfinite}{.pzo}.<dtype>.f32 d, a, b``

    Manual 9.7.10.24 cvt. PTX 7.0; sm_80 and newer.
    """
def _13(self: object, d: Register, a: Register, /, *, pred: Guard = None) -> None:
    """``cvt.rn{.satfinite}{.relu}.bf16x2.s2f6x2 d, a``

    Manual 9.7.10.24 cvt. PTX 9.1; sm_100a sm_103a sm_107a sm_110a sm_120a sm_121a.
    """
def _14(self: object, d: Register, a: Register, /, *, pred: Guard = None) -> None:
    """``cvt.rn{.satfinite}.bf16x2.ue5m3x2 d, a``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a sm_107f.
    """
def _15(self: object, d: Register, a: Register, /, *, pred: Guard = None) -> None:
    """``cvt.rn.bf16x2.ue8m0x2 d, a``

    Manual 9.7.10.24 cvt. PTX 8.6; sm_100a sm_100f sm_103a sm_103f sm_107a sm_107f sm_110a sm_110f sm_120a sm_120f sm_121a sm_121f.
    """
def _16(self: object, d: Register, a: Source, /, *, pred: Guard = None) -> None:
    """``cvt{.<rnd>}{.ftz}{.sat}.<dtype>.<atype> d, a``

    ``cvt.<rnd>{.relu}{.satfinite}{.pzo}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 6.3; every target.
    """
def _17(self: object, d: Register, a: Register, /, *, pred: Guard = None) -> None:
    """``cvt.rn{.relu}.f16x2.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 8.6; sm_100a sm_100f sm_103a sm_103f sm_107a sm_107f sm_110a sm_110f sm_120a sm_120f sm_121a sm_121f.
    """
def _18(self: object, d: Register, a: Register, /, *, pred: Guard = None) -> None:
    """``cvt.rn{.relu}.f16x2.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 7.8; sm_89 and newer.
    """
def _19(self: object, d: Register, a: Register, /, *, pred: Guard = None) -> None:
    """``cvt.rn.f16x2.ue5m3x2 d, a``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a sm_107f.
    """
def _20(self: object, d: Register, a: Source, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>{.satfinite}{.relu}{.pzo}.tf32.f32 d, a``

    Manual 9.7.10.24 cvt. PTX 7.8; sm_90 and newer.
    """
def _21(self: object, d: Register, a: Register, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>{.satfinite}.ue5m3x2.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a sm_107f.
    """
def _22(self: object, d: Register, a: Source, b: Source, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>{.satfinite}.ue5m3x2.f32 d, a, b``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a sm_107f.
    """
def _23(self: object, d: Register, a: Register, /, *, pred: Guard = None) -> None:
    """``cvt.rna{.satfinite}.tf32.f32 d, a``

    Manual 9.7.10.24 cvt. PTX 7.0; sm_80 and newer.
    """
def _24(self: object, d: Register, a: Register, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>{.satfinite}.ue8m0x2.bf16x2 d, a``

    Manual 9.7.10.24 cvt. PTX 8.6; sm_100a sm_100f sm_103a sm_103f sm_107a sm_107f sm_110a sm_110f sm_120a sm_120f sm_121a sm_121f.
    """
def _25(self: object, d: Register, a: Source, b: Source, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>{.satfinite}.ue8m0x2.f32 d, a, b``

    Manual 9.7.10.24 cvt. PTX 8.6; sm_100a sm_100f sm_103a sm_103f sm_107a sm_107f sm_110a sm_110f sm_120a sm_120f sm_121a sm_121f.
    """
def _26(self: object, d: Register, a: Source, b: Source, rbits: Register, /, *, pred: Guard = None) -> None:
    """``cvt.rs{.relu}{.satfinite}.<dtype>.f32 d, a, b, rbits``

    Manual 9.7.10.24 cvt. PTX 8.7; sm_100a sm_103a sm_107a.
    """
def _27(self: object, d: Register, a: Source, b: Source, /, *, pred: Guard = None) -> None:
    """``cvt.pack.sat.<type>.s32 d, a, b``

    Manual 9.7.10.25 cvt.pack. PTX 6.5; every target.
    """
def _28(self: object, d: Register, a: Source, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>.ftz{.sat}.f32.f64 d, a``

    Manual 9.7.10.24 cvt. PTX 6.3; every target.
    """
def _29(self: object, d: Register, a: Source, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>{.relu}{.satfinite}{.pzo}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a sm_107f.
    """
def _30(self: object, d: Register, a: Source, b: Source, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>{.relu}{.satfinite}{.pzo}.<dtype>.f32 d, a, b``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a sm_107f.
    """
def _31(self: object, d: Register, a: Source, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>{.satfinite}{.relu}{.pzo}.tf32.f32 d, a``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a sm_107f.
    """
def _32(self: object, d: Register, a: Source, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>{.relu}{.satfinite}{.pzo}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 7.0; sm_80 and newer.
    """
def _33(self: object, d: Register, a: Source, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>{.relu}{.satfinite}{.pzo}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 8.1; sm_80 and newer.
    """
def _34(self: object, d: Register, a: Source, b: Source, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>{.relu}{.satfinite}{.pzo}.<dtype>.f32 d, a, b``

    Manual 9.7.10.24 cvt. PTX 8.1; sm_80 and newer.
    """
def _35(self: object, d: Register, a: Register, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>.satfinite{.relu}{.pzo}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 9.1; sm_100a sm_100f sm_103a sm_103f sm_107a sm_107f sm_110a sm_110f sm_120a sm_120f sm_121a sm_121f.
    """
def _36(self: object, d: Register, a: Source, b: Source, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>.satfinite{.relu}{.pzo}.<dtype>.f32 d, a, b``

    Manual 9.7.10.24 cvt. PTX 8.6; sm_100a sm_100f sm_103a sm_103f sm_107a sm_107f sm_110a sm_110f sm_120a sm_120f sm_121a sm_121f.
    """
def _37(self: object, d: Register, a: Register, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>.satfinite{.relu}{.pzo}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 7.8; sm_89 and newer.
    """
def _38(self: object, d: Register, a: Source, b: Source, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>.satfinite{.relu}{.pzo}.<dtype>.f32 d, a, b``

    Manual 9.7.10.24 cvt. PTX 7.8; sm_89 and newer.
    """
def _39(self: object, d: Register, a: Source, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>{.relu}{.satfinite}{.pzo}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 8.1; every target.
    """
def _40(self: object, d: Register, a: Register, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>.satfinite{.relu}.s2f6x2.bf16x2 d, a``

    Manual 9.7.10.24 cvt. PTX 9.1; sm_100a sm_103a sm_107a sm_110a sm_120a sm_121a.
    """
def _41(self: object, d: Register, a: Source, b: Source, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>.satfinite{.relu}.s2f6x2.f32 d, a, b``

    Manual 9.7.10.24 cvt. PTX 9.1; sm_100a sm_103a sm_107a sm_110a sm_120a sm_121a.
    """
def _42(self: object, d: Register, a: Source, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>{.satfinite}{.relu}{.pzo}.tf32.f32 d, a``

    Manual 9.7.10.24 cvt. PTX 8.6; sm_100 and newer.
    """
def _43(self: object, d: Register, a: Register, scale: Register, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>{.satfinite}.<scaled>.ue5m3x2.<atype> d, a, scale``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a sm_107f.
    """
def _44(self: object, d: Register, a: Source, b: Source, scale: Register, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>{.satfinite}.<scaled>.ue5m3x2.f32 d, a, b, scale``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a sm_107f.
    """
def _45(self: object, d: Register, a: Register, scale: Register, /, *, pred: Guard = None) -> None:
    """``cvt.rn{.relu}{.satfinite}.<scaled>.bf16x2.<atype> d, a, scale``

    Manual 9.7.10.24 cvt. PTX 9.2; sm_100a sm_100f sm_103a sm_103f sm_107a sm_107f sm_110a sm_110f sm_120a sm_120f sm_121a sm_121f.
    """
def _46(self: object, d: Register, a: Register, scale: Register, /, *, pred: Guard = None) -> None:
    """``cvt.rn{.satfinite}{.relu}.<scaled>.bf16x2.s2f6x2 d, a, scale``

    Manual 9.7.10.24 cvt. PTX 9.1; sm_100a sm_103a sm_107a sm_110a sm_120a sm_121a.
    """
def _47(self: object, d: Register, a: Register, scale: Register, /, *, pred: Guard = None) -> None:
    """``cvt.rn{.satfinite}.<scaled>.bf16x2.ue5m3x2 d, a, scale``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a sm_107f.
    """
def _48(self: object, d: Register, a: Register, /, *, pred: Guard = None) -> None:
    """``cvt.rna{.satfinite}.tf32.f32 d, a``

    Manual 9.7.10.24 cvt. PTX 8.1; sm_80 and newer.
    """
def _49(self: object, d: Register, v: Registers, rbits: Register, /, *, pred: Guard = None) -> None:
    """``cvt.rs{.relu}.satfinite.<dtype>.f32 d, v, rbits``

    Manual 9.7.10.24 cvt. PTX 8.7; sm_100a sm_103a sm_107a.
    """
def _50(self: object, d: Register, a: Register, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>.satfinite{.relu}{.pzo}.<dtype>.<atype> d, a``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a sm_107f.
    """
def _51(self: object, d: Register, a: Source, b: Source, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>.satfinite{.relu}{.pzo}.<dtype>.f32 d, a, b``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a sm_107f.
    """
def _52(self: object, d: Register, a: Register, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>.satfinite{.relu}.s2f6x2.bf16x2 d, a``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a.
    """
def _53(self: object, d: Register, a: Source, b: Source, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>.satfinite{.relu}.s2f6x2.f32 d, a, b``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a.
    """
def _54(self: object, d: Register, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> None:
    """``cvt.pack.sat.<type>.s32.b32 d, a, b, c``

    Manual 9.7.10.25 cvt.pack. PTX 6.5; every target.
    """
def _55(self: object, d: Register, a: Register, scale: Register, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>.satfinite{.relu}{.pzo}.<scaled>.<dtype>.<atype> d, a, scale``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a sm_107f.
    """
def _56(self: object, d: Register, a: Source, b: Source, scale: Register, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>.satfinite{.relu}{.pzo}.<scaled>.<dtype>.f32 d, a, b, scale``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a sm_107f.
    """
def _57(self: object, d: Register, a: Register, scale: Register, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>.satfinite{.relu}.<scaled>.s2f6x2.bf16x2 d, a, scale``

    Manual 9.7.10.24 cvt. PTX 9.1; sm_100a sm_103a sm_107a sm_110a sm_120a sm_121a.
    """
def _58(self: object, d: Register, a: Source, b: Source, scale: Register, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>.satfinite{.relu}.<scaled>.s2f6x2.f32 d, a, b, scale``

    Manual 9.7.10.24 cvt. PTX 9.1; sm_100a sm_103a sm_107a sm_110a sm_120a sm_121a.
    """
def _59(self: object, d: Register, a: Register, scale: Register, /, *, pred: Guard = None) -> None:
    """``cvt.<rnd>.satfinite{.relu}.<scaled>.s2f6x2.bf16x2 d, a, scale``

    Manual 9.7.10.24 cvt. PTX 9.4; sm_107a.
    """
def _60(self: object, d: Register, a: Source, b: Source, scale: Register, /, *, pred: Guard = None) -> None:
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
    f16 = _1
class cvt_f16(Words):
    bf16 = _1
    f16 = _2
class cvt_f32(Words):
    bf16 = _3
    f16 = _2
    f32 = _4
class cvt_f64(Words):
    bf16 = _5
    f16 = _2
    f32 = _4
    f64 = _4
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
    f32: cvt_3
    f64: cvt_12
    ftz: cvt_13
    s16: cvt_14
    s32: cvt_14
    s64: cvt_14
    s8: cvt_14
    sat: cvt_15
    u16: cvt_14
    u32: cvt_14
    u64: cvt_14
    u8: cvt_14
class cvt_rn(Words):
    bf16: cvt_16
    bf16x2: cvt_rn_bf16x2
    f16: cvt_17
    f16x2: cvt_rn_f16x2
    f32: cvt_6
    f64: cvt_7
    ftz: cvt_rn_ftz
    pzo: cvt_18
    relu: cvt_rn_relu
    sat: cvt_9
    satfinite: cvt_rn_satfinite
    scaled__n1__ue8m0: cvt_19
    scaled__n2__ue8m0: cvt_rn_scaled_n2_ue8m0
    tf32: cvt_20
    ue5m3x2: cvt_21
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
    ue5m3x2: cvt_21
    ue8m0x2: cvt_22
class cvt_rs(Words):
    bf16x2: cvt_rs_1
    f16x2: cvt_rs_1
    relu: cvt_rs_relu
    satfinite: cvt_rs_2
class cvt_rz(Words):
    bf16: cvt_16
    bf16x2: cvt_rz_1
    f16: cvt_17
    f16x2: cvt_rz_1
    f32: cvt_6
    f64: cvt_7
    ftz: cvt_8
    pzo: cvt_18
    relu: cvt_rz_relu
    sat: cvt_9
    satfinite: cvt_rz_satfinite
    scaled__n1__ue8m0: cvt_19
    tf32: cvt_20
    ue5m3x2: cvt_21
    ue8m0x2: cvt_22
class cvt_2(Words):
    s16 = _6
    s32 = _6
    s64 = _6
    s8 = _6
    u16 = _6
    u32 = _6
    u64 = _6
    u8 = _6
class cvt_sat(Words):
    f16: cvt_11
    f32: cvt_23
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
    bf16 = _5
    f16 = _2
    f32 = _4
class cvt_3(Words):
    f32 = _4
class cvt_ftz_sat(Words):
    f32: cvt_23
    f64: cvt_3
class cvt_pack_sat(Words):
    s16: cvt_pack_sat_1
    s2: cvt_pack_sat_2
    s4: cvt_pack_sat_2
    s8: cvt_pack_sat_2
    u16: cvt_pack_sat_1
    u2: cvt_pack_sat_2
    u4: cvt_pack_sat_2
    u8: cvt_pack_sat_2
class cvt_4(Words):
    f16 = _1
    f32 = _7
    f64 = _8
    s16 = _8
    s32 = _8
    s64 = _8
    s8 = _8
    u16 = _8
    u32 = _8
    u64 = _8
    u8 = _8
class cvt_5(Words):
    bf16 = _1
    f32 = _4
    f64 = _4
    s16 = _4
    s32 = _4
    s64 = _4
    s8 = _4
    u16 = _4
    u32 = _4
    u64 = _4
    u8 = _4
class cvt_6(Words):
    f64 = _4
    s16 = _4
    s32 = _4
    s64 = _4
    s8 = _4
    u16 = _4
    u32 = _4
    u64 = _4
    u8 = _4
class cvt_7(Words):
    s16 = _4
    s32 = _4
    s64 = _4
    s8 = _4
    u16 = _4
    u32 = _4
    u64 = _4
    u8 = _4
class cvt_8(Words):
    bf16: cvt_25
    f16: cvt_3
    f32: cvt_26
    sat: cvt_27
class cvt_9(Words):
    f16: cvt_28
    f32: cvt_6
    f64: cvt_7
class cvt_10(Words):
    bf16 = _9
class cvt_11(Words):
    f16 = _2
class cvt_12(Words):
    f64 = _4
class cvt_13(Words):
    f32: cvt_3
    s16: cvt_3
    s32: cvt_3
    s64: cvt_3
    s8: cvt_3
    sat: cvt_29
    u16: cvt_3
    u32: cvt_3
    u64: cvt_3
    u8: cvt_3
class cvt_14(Words):
    bf16 = _9
    f16 = _2
    f32 = _4
    f64 = _4
class cvt_15(Words):
    f16: cvt_11
    f32: cvt_3
    f64: cvt_12
    s16: cvt_24
    s32: cvt_24
    s64: cvt_24
    s8: cvt_24
    u16: cvt_24
    u32: cvt_24
    u64: cvt_24
    u8: cvt_24
class cvt_16(Words):
    f16 = _1
    f32 = _10
    f64 = _8
    s16 = _8
    s32 = _8
    s64 = _8
    s8 = _8
    u16 = _8
    u32 = _8
    u64 = _8
    u8 = _8
class cvt_rn_bf16x2(Words):
    e2m1x2 = _11
    e2m3x2 = _11
    e3m2x2 = _11
    e4m3x2 = _11
    e5m2x2 = _11
    f32 = _12
    s2f6x2 = _13
    ue5m3x2 = _14
    ue8m0x2 = _15
class cvt_17(Words):
    bf16 = _1
    f32 = _16
    f64 = _4
    s16 = _4
    s32 = _4
    s64 = _4
    s8 = _4
    u16 = _4
    u32 = _4
    u64 = _4
    u8 = _4
class cvt_rn_f16x2(Words):
    e2m1x2 = _17
    e2m3x2 = _17
    e3m2x2 = _17
    e4m3x2 = _18
    e5m2x2 = _18
    f32 = _12
    ue5m3x2 = _19
class cvt_rn_ftz(Words):
    bf16: cvt_25
    f16: cvt_3
    f32: cvt_6
    sat: cvt_rn_ftz_sat
class cvt_18(Words):
    bf16: cvt_30
    bf16x2: cvt_31
    f16: cvt_30
    f16x2: cvt_31
    tf32: cvt_32
class cvt_rn_relu(Words):
    bf16: cvt_33
    bf16x2: cvt_rn_relu_bf16x2
    f16: cvt_33
    f16x2: cvt_rn_relu_f16x2
    pzo: cvt_18
    satfinite: cvt_rn_relu_satfinite
    scaled__n2__ue8m0: cvt_rn_relu_scaled_n2_ue8m0
    tf32: cvt_20
class cvt_rn_satfinite(Words):
    bf16: cvt_34
    bf16x2: cvt_rn_satfinite_bf16x2
    e2m1x2: cvt_rn_satfinite_1
    e2m3x2: cvt_rn_satfinite_1
    e3m2x2: cvt_rn_satfinite_1
    e4m3x2: cvt_rn_satfinite_2
    e5m2x2: cvt_rn_satfinite_2
    f16: cvt_35
    f16x2: cvt_36
    pzo: cvt_37
    relu: cvt_rn_satfinite_relu
    s2f6x2: cvt_rn_satfinite_3
    scaled__n1__ue8m0: cvt_38
    scaled__n2__ue8m0: cvt_rn_satfinite_scaled_n2_ue8m0
    tf32: cvt_39
    ue5m3x2: cvt_21
class cvt_19(Words):
    ue5m3x2: cvt_40
class cvt_rn_scaled_n2_ue8m0(Words):
    bf16x2: cvt_rn_1
class cvt_20(Words):
    f32 = _20
class cvt_21(Words):
    bf16x2 = _21
    f16x2 = _21
    f32 = _22
class cvt_rna_satfinite(Words):
    tf32: cvt_rna_satfinite_tf32
class cvt_rna_tf32(Words):
    f32 = _23
class cvt_rp_satfinite(Words):
    ue5m3x2: cvt_21
    ue8m0x2: cvt_22
class cvt_22(Words):
    bf16x2 = _24
    f32 = _25
class cvt_rs_1(Words):
    f32 = _26
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
    f32 = _12
class cvt_rz_relu(Words):
    bf16: cvt_33
    bf16x2: cvt_rz_1
    f16: cvt_33
    f16x2: cvt_rz_1
    pzo: cvt_18
    satfinite: cvt_rz_relu_satfinite
    tf32: cvt_20
class cvt_rz_satfinite(Words):
    bf16: cvt_34
    bf16x2: cvt_36
    e2m1x2: cvt_41
    e2m3x2: cvt_41
    e3m2x2: cvt_41
    e4m3x2: cvt_41
    e5m2x2: cvt_41
    f16: cvt_35
    f16x2: cvt_36
    pzo: cvt_37
    relu: cvt_rz_satfinite_relu
    s2f6x2: cvt_rz_satfinite_1
    scaled__n1__ue8m0: cvt_38
    scaled__n2__ue8m0: cvt_rz_satfinite_2
    tf32: cvt_39
    ue5m3x2: cvt_21
    ue8m0x2: cvt_22
class cvt_23(Words):
    f16 = _2
    f32 = _4
class cvt_24(Words):
    f16 = _2
    f32 = _4
    f64 = _4
class cvt_sat_s16(Words):
    s32 = _6
    s64 = _6
    u16 = _6
    u32 = _6
    u64 = _6
class cvt_sat_s32(Words):
    s64 = _6
    u32 = _6
    u64 = _6
class cvt_sat_s64(Words):
    u64 = _6
class cvt_sat_s8(Words):
    s16 = _6
    s32 = _6
    s64 = _6
    u16 = _6
    u32 = _6
    u64 = _6
    u8 = _6
class cvt_sat_u16(Words):
    s16 = _6
    s32 = _6
    s64 = _6
    s8 = _6
    u32 = _6
    u64 = _6
class cvt_sat_u32(Words):
    s16 = _6
    s32 = _6
    s64 = _6
    s8 = _6
    u64 = _6
class cvt_sat_u64(Words):
    s16 = _6
    s32 = _6
    s64 = _6
    s8 = _6
class cvt_sat_u8(Words):
    s16 = _6
    s32 = _6
    s64 = _6
    s8 = _6
    u16 = _6
    u32 = _6
    u64 = _6
class cvt_pack_sat_1(Words):
    s32 = _27
class cvt_pack_sat_2(Words):
    s32: cvt_pack_sat_3
class cvt_25(Words):
    f32 = _7
class cvt_26(Words):
    f64 = _28
    s16 = _4
    s32 = _4
    s64 = _4
    s8 = _4
    u16 = _4
    u32 = _4
    u64 = _4
    u8 = _4
class cvt_27(Words):
    f16: cvt_3
    f32: cvt_26
class cvt_28(Words):
    f32 = _4
    f64 = _4
    s16 = _4
    s32 = _4
    s64 = _4
    s8 = _4
    u16 = _4
    u32 = _4
    u64 = _4
    u8 = _4
class cvt_29(Words):
    f32: cvt_3
    s16: cvt_3
    s32: cvt_3
    s64: cvt_3
    s8: cvt_3
    u16: cvt_3
    u32: cvt_3
    u64: cvt_3
    u8: cvt_3
class cvt_rn_ftz_sat(Words):
    f16: cvt_3
    f32: cvt_6
class cvt_30(Words):
    f32 = _29
class cvt_31(Words):
    f32 = _30
class cvt_32(Words):
    f32 = _31
class cvt_33(Words):
    f32 = _32
class cvt_rn_relu_bf16x2(Words):
    e2m1x2 = _11
    e2m3x2 = _11
    e3m2x2 = _11
    e4m3x2 = _11
    e5m2x2 = _11
    f32 = _12
    s2f6x2 = _13
class cvt_rn_relu_f16x2(Words):
    e2m1x2 = _17
    e2m3x2 = _17
    e3m2x2 = _17
    e4m3x2 = _18
    e5m2x2 = _18
    f32 = _12
class cvt_rn_relu_satfinite(Words):
    bf16: cvt_34
    bf16x2: cvt_rn_relu_satfinite_bf16x2
    f16: cvt_34
    f16x2: cvt_36
    pzo: cvt_42
    scaled__n2__ue8m0: cvt_rn_relu_satfinite_scaled_n2_ue8m0
class cvt_rn_relu_scaled_n2_ue8m0(Words):
    bf16x2: cvt_rn_relu_scaled_n2_ue8m0_bf16x2
class cvt_34(Words):
    f32 = _33
class cvt_rn_satfinite_bf16x2(Words):
    e2m1x2 = _11
    e2m3x2 = _11
    e3m2x2 = _11
    e4m3x2 = _11
    e5m2x2 = _11
    f32 = _34
    s2f6x2 = _13
    ue5m3x2 = _14
class cvt_rn_satfinite_1(Words):
    bf16x2 = _35
    f16x2 = _35
    f32 = _36
class cvt_rn_satfinite_2(Words):
    bf16x2 = _35
    f16x2 = _37
    f32 = _38
class cvt_35(Words):
    f32 = _39
class cvt_36(Words):
    f32 = _34
class cvt_37(Words):
    bf16: cvt_30
    bf16x2: cvt_31
    e2m1x2: cvt_41
    e2m3x2: cvt_41
    e3m2x2: cvt_41
    e4m3x2: cvt_41
    e5m2x2: cvt_41
    f16: cvt_30
    f16x2: cvt_31
    scaled__n1__ue8m0: cvt_43
    tf32: cvt_32
class cvt_rn_satfinite_relu(Words):
    bf16x2: cvt_rn_satfinite_relu_bf16x2
    e2m1x2: cvt_rn_satfinite_1
    e2m3x2: cvt_rn_satfinite_1
    e3m2x2: cvt_rn_satfinite_1
    e4m3x2: cvt_rn_satfinite_2
    e5m2x2: cvt_rn_satfinite_2
    pzo: cvt_44
    s2f6x2: cvt_rn_satfinite_3
    scaled__n1__ue8m0: cvt_43
    scaled__n2__ue8m0: cvt_rn_satfinite_relu_scaled_n2_ue8m0
    tf32: cvt_39
class cvt_rn_satfinite_3(Words):
    bf16x2 = _40
    f32 = _41
class cvt_38(Words):
    e2m1x2: cvt_45
    e2m3x2: cvt_45
    e3m2x2: cvt_45
    e4m3x2: cvt_45
    e5m2x2: cvt_45
    ue5m3x2: cvt_40
class cvt_rn_satfinite_scaled_n2_ue8m0(Words):
    bf16x2: cvt_rn_1
    s2f6x2: cvt_rn_satfinite_4
class cvt_39(Words):
    f32 = _42
class cvt_40(Words):
    bf16x2 = _43
    f16x2 = _43
    f32 = _44
class cvt_rn_1(Words):
    e2m1x2 = _45
    e2m3x2 = _45
    e3m2x2 = _45
    e4m3x2 = _45
    e5m2x2 = _45
    s2f6x2 = _46
    ue5m3x2 = _47
class cvt_rna_satfinite_tf32(Words):
    f32 = _48
class cvt_rs_3(Words):
    f32 = _49
class cvt_rz_relu_satfinite(Words):
    bf16: cvt_34
    bf16x2: cvt_36
    f16: cvt_34
    f16x2: cvt_36
    pzo: cvt_42
class cvt_41(Words):
    bf16x2 = _50
    f16x2 = _50
    f32 = _51
class cvt_rz_satfinite_relu(Words):
    e2m1x2: cvt_41
    e2m3x2: cvt_41
    e3m2x2: cvt_41
    e4m3x2: cvt_41
    e5m2x2: cvt_41
    pzo: cvt_44
    s2f6x2: cvt_rz_satfinite_1
    scaled__n1__ue8m0: cvt_43
    scaled__n2__ue8m0: cvt_rz_satfinite_2
    tf32: cvt_39
class cvt_rz_satfinite_1(Words):
    bf16x2 = _52
    f32 = _53
class cvt_rz_satfinite_2(Words):
    s2f6x2: cvt_rz_satfinite_3
class cvt_pack_sat_3(Words):
    b32 = _54
class cvt_rn_relu_satfinite_bf16x2(Words):
    e2m1x2 = _11
    e2m3x2 = _11
    e3m2x2 = _11
    e4m3x2 = _11
    e5m2x2 = _11
    f32 = _34
class cvt_42(Words):
    bf16: cvt_30
    bf16x2: cvt_31
    f16: cvt_30
    f16x2: cvt_31
class cvt_rn_relu_satfinite_scaled_n2_ue8m0(Words):
    bf16x2: cvt_rn_relu_satfinite_scaled_n2_ue8m0_1
class cvt_rn_relu_scaled_n2_ue8m0_bf16x2(Words):
    e2m1x2 = _45
    e2m3x2 = _45
    e3m2x2 = _45
    e4m3x2 = _45
    e5m2x2 = _45
    s2f6x2 = _46
class cvt_43(Words):
    e2m1x2: cvt_45
    e2m3x2: cvt_45
    e3m2x2: cvt_45
    e4m3x2: cvt_45
    e5m2x2: cvt_45
class cvt_rn_satfinite_relu_bf16x2(Words):
    s2f6x2 = _13
class cvt_44(Words):
    e2m1x2: cvt_41
    e2m3x2: cvt_41
    e3m2x2: cvt_41
    e4m3x2: cvt_41
    e5m2x2: cvt_41
    scaled__n1__ue8m0: cvt_43
    tf32: cvt_32
class cvt_rn_satfinite_relu_scaled_n2_ue8m0(Words):
    bf16x2: cvt_rn_satfinite_relu_scaled_n2_ue8m0_1
    s2f6x2: cvt_rn_satfinite_4
class cvt_45(Words):
    bf16x2 = _55
    f16x2 = _55
    f32 = _56
class cvt_rn_satfinite_4(Words):
    bf16x2 = _57
    f32 = _58
class cvt_rz_satfinite_3(Words):
    bf16x2 = _59
    f32 = _60
class cvt_rn_relu_satfinite_scaled_n2_ue8m0_1(Words):
    e2m1x2 = _45
    e2m3x2 = _45
    e3m2x2 = _45
    e4m3x2 = _45
    e5m2x2 = _45
class cvt_rn_satfinite_relu_scaled_n2_ue8m0_1(Words):
    s2f6x2 = _46
