# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Register, Source, Words

def _1(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``fma.<rnd>{.ftz}{.sat}.f32 d, a, b, c``

    Manual 9.7.3.6 fma. PTX 2.0; sm_20 or newer.
    """
def _2(self: object, d: Destination, a: Register, b: Register, c: Register, /, *, pred: Guard = None) -> Made:
    """``fma.<rnd>{.ftz}.f32x2 d, a, b, c``

    Manual 9.7.3.6 fma. PTX 8.6; sm_100 or newer.
    """
def _3(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``fma.<rnd>.f64 d, a, b, c``

    Manual 9.7.3.6 fma. PTX 1.4; sm_13 or newer.
    """
def _4(self: object, d: Destination, a: Register, b: Register, c: Register, /, *, pred: Guard = None) -> Made:
    """``fma.rn{.relu}.<type> d, a, b, c``

    Manual 9.7.4.4 fma. PTX 7.0; sm_80 or newer.
    """
def _5(self: object, d: Destination, a: Register, b: Register, c: Register, /, *, pred: Guard = None) -> Made:
    """``fma.rn{.ftz}{.sat}.<type> d, a, b, c``

    Manual 9.7.4.4 fma. PTX 4.2; sm_53 or newer.
    """
def _6(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``fma.<rnd>.f64 d, a, b, c``

    Manual 9.7.3.6 fma. PTX 1.4; every target.
    """
def _7(self: object, d: Destination, a: Register, b: Register, c: Register, /, *, pred: Guard = None) -> Made:
    """``fma{.rn}{.satfinite}.<ctype>.<atype>.<btype> d, a, b, c``

    Manual 9.7.6.4 fma. PTX 9.4; sm_100a or sm_103a.
    """
def _8(self: object, d: Destination, a: Register, b: Register, c: Source, /, *, pred: Guard = None) -> Made:
    """``fma.<rnd>{.sat}.f32.<abtype> d, a, b, c``

    Manual 9.7.5.3 fma. PTX 8.6; sm_100 or newer.
    """
def _9(self: object, d: Destination, a: Register, b: Register, c: Register, /, *, pred: Guard = None) -> Made:
    """``fma.rn.oob{.relu}.<type> d, a, b, c``

    Manual 9.7.4.4 fma. PTX 8.1; sm_90 or newer.
    """
def _10(self: object, d: Destination, a: Register, b: Register, c: Register, /, *, pred: Guard = None) -> Made:
    """``fma.rn{.ftz}.relu.<type> d, a, b, c``

    Manual 9.7.4.4 fma. PTX 7.0; sm_80 or newer.
    """
def _11(self: object, d: Destination, a: Register, b: Register, c: Register, /, *, pred: Guard = None) -> Made:
    """``fma.<rnd>.f32x2.<atype>.f32x2.f32x2 d, a, b, c``

    Manual 9.7.5.3 fma. PTX 9.4; sm_107a or sm_107f.
    """
class fma(Words):
    e4m3x4: fma_1
    e5m2x4: fma_1
    rm: fma_2
    rn: fma_rn
    rp: fma_2
    rz: fma_rz
    satfinite: fma_3
class fma_1(Words):
    e2m1p4x4: fma_4
    e2m1x4: fma_4
    e2m3x4: fma_4
    e3m2x4: fma_4
    e4m3x4: fma_4
    e5m2x4: fma_4
    ue8m0x4: fma_4
class fma_2(Words):
    f32: fma_5
    """``fma.<rnd>{.ftz}{.sat}.f32 d, a, b, c``

    Manual 9.7.3.6 fma. PTX 2.0; sm_20 or newer.
    """
    f32x2: fma_6
    """``fma.<rnd>{.ftz}.f32x2 d, a, b, c``

    Manual 9.7.3.6 fma. PTX 8.6; sm_100 or newer.
    """
    f64 = _3
    ftz: fma_7
    sat: fma_8
class fma_rn(Words):
    bf16 = _4
    bf16x2 = _4
    e4m3x4: fma_1
    e5m2x4: fma_1
    f16 = _5
    f16x2 = _5
    f32: fma_5
    """``fma.<rnd>{.ftz}{.sat}.f32 d, a, b, c``

    Manual 9.7.3.6 fma. PTX 2.0; sm_20 or newer.
    """
    f32x2: fma_6
    """``fma.<rnd>{.ftz}.f32x2 d, a, b, c``

    Manual 9.7.3.6 fma. PTX 8.6; sm_100 or newer.
    """
    f64 = _6
    ftz: fma_rn_ftz
    oob: fma_rn_oob
    relu: fma_rn_relu
    sat: fma_rn_sat
    satfinite: fma_3
class fma_rz(Words):
    f32: fma_5
    """``fma.<rnd>{.ftz}{.sat}.f32 d, a, b, c``

    Manual 9.7.3.6 fma. PTX 2.0; sm_20 or newer.
    """
    f32x2: fma_6
    """``fma.<rnd>{.ftz}.f32x2 d, a, b, c``

    Manual 9.7.3.6 fma. PTX 8.6; sm_100 or newer.
    """
    f64 = _6
    ftz: fma_7
    sat: fma_8
class fma_3(Words):
    e4m3x4: fma_1
    e5m2x4: fma_1
class fma_4(Words):
    e2m1p4x4 = _7
    e2m1x4 = _7
    e2m3x4 = _7
    e3m2x4 = _7
    e4m3x4 = _7
    e5m2x4 = _7
    ue8m0x4 = _7
class fma_5(Words):
    bf16 = _8
    f16 = _8
    __call__ = _1
class fma_6(Words):
    bf16x2: fma_9
    f16x2: fma_9
    __call__ = _2
class fma_7(Words):
    f32 = _1
    f32x2 = _2
    sat: fma_10
class fma_8(Words):
    f32: fma_5
    """``fma.<rnd>{.ftz}{.sat}.f32 d, a, b, c``

    Manual 9.7.3.6 fma. PTX 2.0; sm_20 or newer.
    """
class fma_rn_ftz(Words):
    f16 = _5
    f16x2 = _5
    f32 = _1
    f32x2 = _2
    relu: fma_rn_ftz_relu
    sat: fma_rn_ftz_sat
class fma_rn_oob(Words):
    bf16 = _9
    bf16x2 = _9
    f16 = _9
    f16x2 = _9
    relu: fma_rn_oob_relu
class fma_rn_relu(Words):
    bf16 = _4
    bf16x2 = _4
    f16 = _10
    f16x2 = _10
class fma_rn_sat(Words):
    f16 = _5
    f16x2 = _5
    f32: fma_5
    """``fma.<rnd>{.ftz}{.sat}.f32 d, a, b, c``

    Manual 9.7.3.6 fma. PTX 2.0; sm_20 or newer.
    """
class fma_9(Words):
    f32x2: fma_11
class fma_10(Words):
    f32 = _1
class fma_rn_ftz_relu(Words):
    f16 = _10
    f16x2 = _10
class fma_rn_ftz_sat(Words):
    f16 = _5
    f16x2 = _5
    f32 = _1
class fma_rn_oob_relu(Words):
    bf16 = _9
    bf16x2 = _9
    f16 = _9
    f16x2 = _9
class fma_11(Words):
    f32x2 = _11
