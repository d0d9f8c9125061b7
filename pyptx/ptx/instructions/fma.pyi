# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Guard, Register, Source, Words

def _1(self: object, d: Register, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> None:
    """``fma.<rnd>{.ftz}{.sat}.f32 d, a, b, c``

    Manual 9.7.3.6 fma. PTX 6.3; every target.
    """
def _2(self: object, d: Register, a: Register, b: Register, c: Register, /, *, pred: Guard = None) -> None:
    """``fma.<rnd>{.ftz}.f32x2 d, a, b, c``

    Manual 9.7.3.6 fma. PTX 8.6; sm_100 and newer.
    """
def _3(self: object, d: Register, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> None:
    """``fma.<rnd>.f64 d, a, b, c``

    Manual 9.7.3.6 fma. PTX 6.3; every target.
    """
def _4(self: object, d: Register, a: Register, b: Register, c: Register, /, *, pred: Guard = None) -> None:
    """``fma.rn{.relu}.<type> d, a, b, c``

    Manual 9.7.4.4 fma. PTX 7.0; sm_80 and newer.
    """
def _5(self: object, d: Register, a: Register, b: Register, c: Register, /, *, pred: Guard = None) -> None:
    """``fma.rn{.ftz}{.sat}.<type> d, a, b, c``

    Manual 9.7.4.4 fma. PTX 6.3; every target.
    """
def _6(self: object, d: Register, a: Register, b: Register, c: Source, /, *, pred: Guard = None) -> None:
    """``fma.<rnd>{.sat}.f32.<abtype> d, a, b, c``

    Manual 9.7.5.3 fma. PTX 8.6; sm_100 and newer.
    """
def _7(self: object, d: Register, a: Register, b: Register, c: Register, /, *, pred: Guard = None) -> None:
    """``fma.rn.oob{.relu}.<type> d, a, b, c``

    Manual 9.7.4.4 fma. PTX 8.1; sm_90 and newer.
    """
def _8(self: object, d: Register, a: Register, b: Register, c: Register, /, *, pred: Guard = None) -> None:
    """``fma.rn{.ftz}.relu.<type> d, a, b, c``

    Manual 9.7.4.4 fma. PTX 7.0; sm_80 and newer.
    """
class fma(Words):
    rm: fma_1
    rn: fma_rn
    rp: fma_1
    rz: fma_1
class fma_1(Words):
    f32: fma_2
    """``fma.<rnd>{.ftz}{.sat}.f32 d, a, b, c``

    Manual 9.7.3.6 fma. PTX 6.3; every target.
    """
    f32x2 = _2
    f64 = _3
    ftz: fma_3
    sat: fma_4
class fma_rn(Words):
    bf16 = _4
    bf16x2 = _4
    f16 = _5
    f16x2 = _5
    f32: fma_2
    """``fma.<rnd>{.ftz}{.sat}.f32 d, a, b, c``

    Manual 9.7.3.6 fma. PTX 6.3; every target.
    """
    f32x2 = _2
    f64 = _3
    ftz: fma_rn_ftz
    oob: fma_rn_oob
    relu: fma_rn_relu
    sat: fma_rn_sat
class fma_2(Words):
    bf16 = _6
    f16 = _6
    __call__ = _1
class fma_3(Words):
    f32 = _1
    f32x2 = _2
    sat: fma_5
class fma_4(Words):
    f32: fma_2
    """``fma.<rnd>{.ftz}{.sat}.f32 d, a, b, c``

    Manual 9.7.3.6 fma. PTX 6.3; every target.
    """
class fma_rn_ftz(Words):
    f16 = _5
    f16x2 = _5
    f32 = _1
    f32x2 = _2
    relu: fma_rn_ftz_relu
    sat: fma_rn_ftz_sat
class fma_rn_oob(Words):
    bf16 = _7
    bf16x2 = _7
    f16 = _7
    f16x2 = _7
    relu: fma_rn_oob_relu
class fma_rn_relu(Words):
    bf16 = _4
    bf16x2 = _4
    f16 = _8
    f16x2 = _8
class fma_rn_sat(Words):
    f16 = _5
    f16x2 = _5
    f32: fma_2
    """``fma.<rnd>{.ftz}{.sat}.f32 d, a, b, c``

    Manual 9.7.3.6 fma. PTX 6.3; every target.
    """
class fma_5(Words):
    f32 = _1
class fma_rn_ftz_relu(Words):
    f16 = _8
    f16x2 = _8
class fma_rn_ftz_sat(Words):
    f16 = _5
    f16x2 = _5
    f32 = _1
class fma_rn_oob_relu(Words):
    bf16 = _7
    bf16x2 = _7
    f16 = _7
    f16x2 = _7
