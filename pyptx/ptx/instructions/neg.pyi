# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Register, Source, Words

def _1(self: object, d: Destination, a: Register, /, *, pred: Guard = None) -> Made:
    """``neg.<type> d, a``

    Manual 9.7.4.5 neg. PTX 7.0; sm_80 or newer.
    """
def _2(self: object, d: Destination, a: Register, /, *, pred: Guard = None) -> Made:
    """``neg{.ftz}.<type> d, a``

    Manual 9.7.4.5 neg. PTX 5.1; sm_53 or newer.
    """
def _3(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``neg{.ftz}.f32 d, a``

    Manual 9.7.3.10 neg. PTX 1.0; every target.
    """
def _4(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``neg.f64 d, a``

    Manual 9.7.3.10 neg. PTX 1.0; every target.
    """
def _5(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``neg.<type> d, a``

    Manual 9.7.1.12 neg. PTX 1.0; every target.
    """
def _6(self: object, d: Destination, a: Register, /, *, pred: Guard = None) -> Made:
    """``neg.<type> d, a``

    Manual 9.7.1.12 neg. PTX 9.2; sm_107a, sm_107f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _7(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``neg{.ftz}.f32 d, a``

    Manual 9.7.3.10 neg. PTX 1.4; every target.
    """
class neg(Words):
    bf16 = _1
    bf16x2 = _1
    f16 = _2
    f16x2 = _2
    f32 = _3
    f64 = _4
    ftz: neg_ftz
    s16 = _5
    s32 = _5
    s64 = _5
    s8x4 = _6
class neg_ftz(Words):
    f16 = _2
    f16x2 = _2
    f32 = _7
