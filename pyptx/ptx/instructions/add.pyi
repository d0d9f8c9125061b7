# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Guard, Register, Source, Words

def _1(self: object, d: Register, a: Register, b: Register, /, *, pred: Guard = None) -> None:
    """``add{.rn}.<type> d, a, b``

    Manual 9.7.4.1 add. PTX 7.8; sm_90 and newer.
    """
def _2(self: object, d: Register, a: Register, b: Register, /, *, pred: Guard = None) -> None:
    """``add{.rn}{.ftz}{.sat}.<type> d, a, b``

    Manual 9.7.4.1 add. PTX 6.3; every target.
    """
def _3(self: object, d: Register, a: Source, b: Source, /, *, pred: Guard = None) -> None:
    """``add{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.3 add. PTX 6.3; every target.
    """
def _4(self: object, d: Register, a: Register, b: Register, /, *, pred: Guard = None) -> None:
    """``add{.<rnd>}{.ftz}.f32x2 d, a, b``

    Manual 9.7.3.3 add. PTX 8.6; sm_100 and newer.
    """
def _5(self: object, d: Register, a: Source, b: Source, /, *, pred: Guard = None) -> None:
    """``add{.<rnd>}.f64 d, a, b``

    Manual 9.7.3.3 add. PTX 6.3; every target.
    """
def _6(self: object, d: Register, a: Source, b: Source, /, *, pred: Guard = None) -> None:
    """``add.<type> d, a, b``

    Manual 9.7.1.1 add. PTX 6.3; every target.
    """
def _7(self: object, d: Register, a: Register, b: Register, /, *, pred: Guard = None) -> None:
    """``add{.sat}.<type> d, a, b``

    Manual 9.7.1.1 add. PTX 8.0; sm_90 and newer.
    """
def _8(self: object, d: Register, a: Source, b: Source, /, *, pred: Guard = None) -> None:
    """``add{.sat}.<type> d, a, b``

    Manual 9.7.1.1 add. PTX 6.3; every target.
    """
def _9(self: object, d: Register, a: Register, b: Register, /, *, pred: Guard = None) -> None:
    """``add{.sat}.<type> d, a, b``

    Manual 9.7.1.1 add. PTX 9.2; sm_107a sm_107f sm_120a sm_120f sm_121a sm_121f.
    """
def _10(self: object, d: Register, a: Source, b: Source, /, *, pred: Guard = None) -> None:
    """``add.cc.<type> d, a, b``

    Manual 9.7.2.1 add.cc. PTX 6.3; every target.
    """
def _11(self: object, d: Register, a: Register, c: Source, /, *, pred: Guard = None) -> None:
    """``add{.<rnd>}{.sat}.f32.<atype> d, a, c``

    Manual 9.7.5.1 add. PTX 8.6; sm_100 and newer.
    """
def _12(self: object, d: Register, a: Source, b: Source, /, *, pred: Guard = None) -> None:
    """``add{.sat}.<type> d, a, b``

    Manual 9.7.1.1 add. PTX 9.2; sm_107a sm_107f sm_120a sm_120f sm_121a sm_121f.
    """
class add(Words):
    bf16 = _1
    bf16x2 = _1
    cc: add_cc
    f16 = _2
    f16x2 = _2
    f32: add_1
    """``add{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.3 add. PTX 6.3; every target.
    """
    f32x2 = _4
    f64 = _5
    ftz: add_2
    rm: add_3
    rn: add_rn
    rp: add_3
    rz: add_3
    s16 = _6
    s16x2 = _7
    s32 = _8
    s64 = _6
    s8x4 = _9
    sat: add_sat
    u16 = _6
    u16x2 = _7
    u32 = _8
    u64 = _6
    u8x4 = _9
class add_cc(Words):
    s32 = _10
    s64 = _10
    u32 = _10
    u64 = _10
class add_1(Words):
    bf16 = _11
    f16 = _11
    __call__ = _3
class add_2(Words):
    f16 = _2
    f16x2 = _2
    f32 = _3
    f32x2 = _4
    sat: add_4
class add_3(Words):
    f32: add_1
    """``add{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.3 add. PTX 6.3; every target.
    """
    f32x2 = _4
    f64 = _5
    ftz: add_5
    sat: add_6
class add_rn(Words):
    bf16 = _1
    bf16x2 = _1
    f16 = _2
    f16x2 = _2
    f32: add_1
    """``add{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.3 add. PTX 6.3; every target.
    """
    f32x2 = _4
    f64 = _5
    ftz: add_2
    sat: add_rn_sat
class add_sat(Words):
    f16 = _2
    f16x2 = _2
    f32: add_1
    """``add{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.3 add. PTX 6.3; every target.
    """
    s16x2 = _9
    s32 = _8
    s8x4 = _9
    u16x2 = _9
    u32 = _12
    u8x4 = _9
class add_4(Words):
    f16 = _2
    f16x2 = _2
    f32 = _3
class add_5(Words):
    f32 = _3
    f32x2 = _4
    sat: add_7
class add_6(Words):
    f32: add_1
    """``add{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.3 add. PTX 6.3; every target.
    """
class add_rn_sat(Words):
    f16 = _2
    f16x2 = _2
    f32: add_1
    """``add{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.3 add. PTX 6.3; every target.
    """
class add_7(Words):
    f32 = _3
