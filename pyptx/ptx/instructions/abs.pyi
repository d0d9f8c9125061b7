# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Register, Source, Words

def _1(self: object, d: Destination, a: Register, /, *, pred: Guard = None) -> Made:
    """``abs.<type> d, a``

    Manual 9.7.4.6 abs. PTX 7.0; sm_80 or newer.
    """
def _2(self: object, d: Destination, a: Register, /, *, pred: Guard = None) -> Made:
    """``abs{.ftz}.<type> d, a``

    Manual 9.7.4.6 abs. PTX 6.5; sm_53 or newer.
    """
def _3(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``abs{.ftz}.f32 d, a``

    Manual 9.7.3.9 abs. PTX 1.0; every target.
    """
def _4(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``abs.f64 d, a``

    Manual 9.7.3.9 abs. PTX 1.0; every target.
    """
def _5(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``abs.<type> d, a``

    Manual 9.7.1.11 abs. PTX 1.0; every target.
    """
def _6(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``abs{.ftz}.f32 d, a``

    Manual 9.7.3.9 abs. PTX 1.4; every target.
    """
class abs(Words):
    bf16 = _1
    bf16x2 = _1
    f16 = _2
    f16x2 = _2
    f32 = _3
    f64 = _4
    ftz: abs_ftz
    s16 = _5
    s32 = _5
    s64 = _5
class abs_ftz(Words):
    f16 = _2
    f16x2 = _2
    f32 = _6
