# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Guard, Register, Source, Words

def _1(self: object, d: Register, a: Register, b: Register, /, *, pred: Guard = None) -> None:
    """``sub{.rn}.<type> d, a, b``

    Manual 9.7.4.2 sub. PTX 7.8; sm_90 and newer.
    """
def _2(self: object, d: Register, a: Register, b: Register, /, *, pred: Guard = None) -> None:
    """``sub{.rn}{.ftz}{.sat}.<type> d, a, b``

    Manual 9.7.4.2 sub. PTX 6.3; every target.
    """
def _3(self: object, d: Register, a: Source, b: Source, /, *, pred: Guard = None) -> None:
    """``sub{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.4 sub. PTX 6.3; every target.
    """
def _4(self: object, d: Register, a: Register, b: Register, /, *, pred: Guard = None) -> None:
    """``sub{.<rnd>}{.ftz}.f32x2 d, a, b``

    Manual 9.7.3.4 sub. PTX 8.6; sm_100 and newer.
    """
def _5(self: object, d: Register, a: Source, b: Source, /, *, pred: Guard = None) -> None:
    """``sub{.<rnd>}.f64 d, a, b``

    Manual 9.7.3.4 sub. PTX 6.3; every target.
    """
def _6(self: object, d: Register, a: Source, b: Source, /, *, pred: Guard = None) -> None:
    """``sub.<type> d, a, b``

    Manual 9.7.1.2 sub. PTX 6.3; every target.
    """
def _7(self: object, d: Register, a: Source, b: Source, /, *, pred: Guard = None) -> None:
    """``sub{.sat}.<type> d, a, b``

    Manual 9.7.1.2 sub. PTX 6.3; every target.
    """
def _8(self: object, d: Register, a: Register, b: Register, /, *, pred: Guard = None) -> None:
    """``sub{.sat}.<type> d, a, b``

    Manual 9.7.1.2 sub. PTX 9.2; sm_107a sm_107f sm_120a sm_120f sm_121a sm_121f.
    """
def _9(self: object, d: Register, a: Source, b: Source, /, *, pred: Guard = None) -> None:
    """``sub.cc.<type> d, a, b``

    Manual 9.7.2.3 sub.cc. PTX 6.3; every target.
    """
def _10(self: object, d: Register, a: Register, c: Source, /, *, pred: Guard = None) -> None:
    """``sub{.<rnd>}{.sat}.f32.<atype> d, a, c``

    Manual 9.7.5.2 sub. PTX 8.6; sm_100 and newer.
    """
class sub(Words):
    bf16 = _1
    bf16x2 = _1
    cc: sub_cc
    f16 = _2
    f16x2 = _2
    f32: sub_1
    """``sub{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.4 sub. PTX 6.3; every target.
    """
    f32x2 = _4
    f64 = _5
    ftz: sub_2
    rm: sub_3
    rn: sub_rn
    rp: sub_3
    rz: sub_3
    s16 = _6
    s32 = _7
    s64 = _6
    s8x4 = _8
    sat: sub_sat
    u16 = _6
    u32 = _6
    u64 = _6
    u8x4 = _8
class sub_cc(Words):
    s32 = _9
    s64 = _9
    u32 = _9
    u64 = _9
class sub_1(Words):
    bf16 = _10
    f16 = _10
    __call__ = _3
class sub_2(Words):
    f16 = _2
    f16x2 = _2
    f32 = _3
    f32x2 = _4
    sat: sub_4
class sub_3(Words):
    f32: sub_1
    """``sub{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.4 sub. PTX 6.3; every target.
    """
    f32x2 = _4
    f64 = _5
    ftz: sub_5
    sat: sub_6
class sub_rn(Words):
    bf16 = _1
    bf16x2 = _1
    f16 = _2
    f16x2 = _2
    f32: sub_1
    """``sub{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.4 sub. PTX 6.3; every target.
    """
    f32x2 = _4
    f64 = _5
    ftz: sub_2
    sat: sub_rn_sat
class sub_sat(Words):
    f16 = _2
    f16x2 = _2
    f32: sub_1
    """``sub{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.4 sub. PTX 6.3; every target.
    """
    s32 = _7
    s8x4 = _8
    u8x4 = _8
class sub_4(Words):
    f16 = _2
    f16x2 = _2
    f32 = _3
class sub_5(Words):
    f32 = _3
    f32x2 = _4
    sat: sub_7
class sub_6(Words):
    f32: sub_1
    """``sub{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.4 sub. PTX 6.3; every target.
    """
class sub_rn_sat(Words):
    f16 = _2
    f16x2 = _2
    f32: sub_1
    """``sub{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.4 sub. PTX 6.3; every target.
    """
class sub_7(Words):
    f32 = _3
