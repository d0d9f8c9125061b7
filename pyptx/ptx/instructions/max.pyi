# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Register, Source, Words

def _1(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``max{.NaN}{.xorsign}{.abs}.<type> d, a, b``

    Manual 9.7.4.8 max. PTX 7.0; sm_80 or newer.
    """
def _2(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``max{.ftz}{.NaN}{.xorsign}{.abs}.<type> d, a, b``

    Manual 9.7.4.8 max. PTX 7.0; sm_80 or newer.
    """
def _3(self: object, d: Destination, a: Source, b: Source, c: Source = ..., /, *, pred: Guard = None) -> Made:
    """``max{.ftz}{.NaN}{.xorsign}{.abs}.f32 d, a, b``

    Manual 9.7.3.12 max. PTX 1.0; every target.

    ``max{.ftz}{.NaN}{.abs}.f32 d, a, b, c``

    Manual 9.7.3.12 max. PTX 8.8; sm_100 or newer.
    """
def _4(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``max.f64 d, a, b``

    Manual 9.7.3.12 max. PTX 1.0; every target.
    """
def _5(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``max.<type> d, a, b``

    Manual 9.7.1.14 max. PTX 1.0; every target.
    """
def _6(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``max{.relu}.<type> d, a, b``

    Manual 9.7.1.14 max. PTX 8.0; sm_90 or newer.
    """
def _7(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``max{.relu}.<type> d, a, b``

    Manual 9.7.1.14 max. PTX 1.0; every target.
    """
def _8(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``max{.relu}.<type> d, a, b``

    Manual 9.7.1.14 max. PTX 9.2; sm_107a, sm_107f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _9(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``max.<type> d, a, b``

    Manual 9.7.1.14 max. PTX 8.0; sm_90 or newer.
    """
def _10(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``max.<type> d, a, b``

    Manual 9.7.1.14 max. PTX 9.2; sm_107a, sm_107f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _11(self: object, d: Destination, a: Source, b: Source, c: Source = ..., /, *, pred: Guard = None) -> Made:
    """``max{.ftz}{.NaN}{.xorsign}{.abs}.f32 d, a, b``

    Manual 9.7.3.12 max. PTX 7.0; sm_80 or newer.

    ``max{.ftz}{.NaN}{.abs}.f32 d, a, b, c``

    Manual 9.7.3.12 max. PTX 8.8; sm_100 or newer.
    """
def _12(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``max{.ftz}{.NaN}{.abs}.f32 d, a, b, c``

    Manual 9.7.3.12 max. PTX 8.8; sm_100 or newer.
    """
def _13(self: object, d: Destination, a: Source, b: Source, c: Source = ..., /, *, pred: Guard = None) -> Made:
    """``max{.ftz}{.NaN}{.xorsign}{.abs}.f32 d, a, b``

    Manual 9.7.3.12 max. PTX 1.4; every target.

    ``max{.ftz}{.NaN}{.abs}.f32 d, a, b, c``

    Manual 9.7.3.12 max. PTX 8.8; sm_100 or newer.
    """
def _14(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``max{.relu}.<type> d, a, b``

    Manual 9.7.1.14 max. PTX 8.0; sm_90 or newer.
    """
def _15(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``max{.NaN}{.xorsign}{.abs}.<type> d, a, b``

    Manual 9.7.4.8 max. PTX 7.2; sm_86 or newer.
    """
def _16(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``max{.ftz}{.NaN}{.xorsign}{.abs}.<type> d, a, b``

    Manual 9.7.4.8 max. PTX 7.2; sm_86 or newer.
    """
def _17(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``max{.ftz}{.NaN}{.xorsign}{.abs}.f32 d, a, b``

    Manual 9.7.3.12 max. PTX 7.2; sm_86 or newer.
    """
class max(Words):
    NaN: max_NaN
    abs: max_1
    bf16 = _1
    bf16x2 = _1
    f16 = _2
    f16x2 = _2
    f32 = _3
    f64 = _4
    ftz: max_ftz
    relu: max_relu
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
    xorsign: max_2
class max_NaN(Words):
    abs: max_1
    bf16 = _1
    bf16x2 = _1
    f16 = _2
    f16x2 = _2
    f32 = _11
    xorsign: max_2
class max_1(Words):
    f32 = _12
class max_ftz(Words):
    NaN: max_ftz_NaN
    abs: max_1
    f16 = _2
    f16x2 = _2
    f32 = _13
    xorsign: max_ftz_1
class max_relu(Words):
    s16x2 = _6
    s32 = _14
    s8x4 = _8
class max_2(Words):
    abs: max_3
class max_ftz_NaN(Words):
    abs: max_1
    f16 = _2
    f16x2 = _2
    f32 = _11
    xorsign: max_ftz_1
class max_ftz_1(Words):
    abs: max_ftz_2
class max_3(Words):
    bf16 = _15
    bf16x2 = _15
    f16 = _16
    f16x2 = _16
    f32 = _17
class max_ftz_2(Words):
    f16 = _16
    f16x2 = _16
    f32 = _17
