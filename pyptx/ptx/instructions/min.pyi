# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Register, Source, Words

def _1(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``min{.NaN}{.xorsign}{.abs}.<type> d, a, b``

    Manual 9.7.4.7 min. PTX 7.0; sm_80 or newer.
    """
def _2(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``min{.ftz}{.NaN}{.xorsign}{.abs}.<type> d, a, b``

    Manual 9.7.4.7 min. PTX 7.0; sm_80 or newer.
    """
def _3(self: object, d: Destination, a: Source, b: Source, c: Source = ..., /, *, pred: Guard = None) -> Made:
    """``min{.ftz}{.NaN}{.xorsign}{.abs}.f32 d, a, b``

    Manual 9.7.3.11 min. PTX 1.0; every target.

    ``min{.ftz}{.NaN}{.abs}.f32 d, a, b, c``

    Manual 9.7.3.11 min. PTX 8.8; sm_100 or newer.
    """
def _4(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``min.f64 d, a, b``

    Manual 9.7.3.11 min. PTX 1.0; every target.
    """
def _5(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``min.<type> d, a, b``

    Manual 9.7.1.13 min. PTX 1.0; every target.
    """
def _6(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``min{.relu}.<type> d, a, b``

    Manual 9.7.1.13 min. PTX 8.0; sm_90 or newer.
    """
def _7(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``min{.relu}.<type> d, a, b``

    Manual 9.7.1.13 min. PTX 1.0; every target.
    """
def _8(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``min{.relu}.<type> d, a, b``

    Manual 9.7.1.13 min. PTX 9.2; sm_107a, sm_107f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _9(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``min.<type> d, a, b``

    Manual 9.7.1.13 min. PTX 8.0; sm_90 or newer.
    """
def _10(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``min.<type> d, a, b``

    Manual 9.7.1.13 min. PTX 9.2; sm_107a, sm_107f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _11(self: object, d: Destination, a: Source, b: Source, c: Source = ..., /, *, pred: Guard = None) -> Made:
    """``min{.ftz}{.NaN}{.xorsign}{.abs}.f32 d, a, b``

    Manual 9.7.3.11 min. PTX 7.0; sm_80 or newer.

    ``min{.ftz}{.NaN}{.abs}.f32 d, a, b, c``

    Manual 9.7.3.11 min. PTX 8.8; sm_100 or newer.
    """
def _12(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``min{.ftz}{.NaN}{.abs}.f32 d, a, b, c``

    Manual 9.7.3.11 min. PTX 8.8; sm_100 or newer.
    """
def _13(self: object, d: Destination, a: Source, b: Source, c: Source = ..., /, *, pred: Guard = None) -> Made:
    """``min{.ftz}{.NaN}{.xorsign}{.abs}.f32 d, a, b``

    Manual 9.7.3.11 min. PTX 1.4; every target.

    ``min{.ftz}{.NaN}{.abs}.f32 d, a, b, c``

    Manual 9.7.3.11 min. PTX 8.8; sm_100 or newer.
    """
def _14(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``min{.relu}.<type> d, a, b``

    Manual 9.7.1.13 min. PTX 8.0; sm_90 or newer.
    """
def _15(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``min{.NaN}{.xorsign}{.abs}.<type> d, a, b``

    Manual 9.7.4.7 min. PTX 7.2; sm_86 or newer.
    """
def _16(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``min{.ftz}{.NaN}{.xorsign}{.abs}.<type> d, a, b``

    Manual 9.7.4.7 min. PTX 7.2; sm_86 or newer.
    """
def _17(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``min{.ftz}{.NaN}{.xorsign}{.abs}.f32 d, a, b``

    Manual 9.7.3.11 min. PTX 7.2; sm_86 or newer.
    """
class min(Words):
    NaN: min_NaN
    abs: min_1
    bf16 = _1
    bf16x2 = _1
    f16 = _2
    f16x2 = _2
    f32 = _3
    f64 = _4
    ftz: min_ftz
    relu: min_relu
    s16 = _5
    s16x2 = _6
    s32 = _7
    s64 = _5
    s8x4 = _8
    u16 = _5
    u16x2 = _9
    u32 = _5
    u64 = _5
    u8x4 = _10
    xorsign: min_2
class min_NaN(Words):
    abs: min_1
    bf16 = _1
    bf16x2 = _1
    f16 = _2
    f16x2 = _2
    f32 = _11
    xorsign: min_2
class min_1(Words):
    f32 = _12
class min_ftz(Words):
    NaN: min_ftz_NaN
    abs: min_1
    f16 = _2
    f16x2 = _2
    f32 = _13
    xorsign: min_ftz_1
class min_relu(Words):
    s16x2 = _6
    s32 = _14
    s8x4 = _8
class min_2(Words):
    abs: min_3
class min_ftz_NaN(Words):
    abs: min_1
    f16 = _2
    f16x2 = _2
    f32 = _11
    xorsign: min_ftz_1
class min_ftz_1(Words):
    abs: min_ftz_2
class min_3(Words):
    bf16 = _15
    bf16x2 = _15
    f16 = _16
    f16x2 = _16
    f32 = _17
class min_ftz_2(Words):
    f16 = _16
    f16x2 = _16
    f32 = _17
