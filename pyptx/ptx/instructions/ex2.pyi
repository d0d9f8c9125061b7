# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Register, Source, Words

def _1(self: object, d: Destination, a: Register, /, *, pred: Guard = None) -> Made:
    """``ex2.approx.<type> d, a``

    Manual 9.7.4.10 ex2. PTX 7.0; sm_75 or newer.
    """
def _2(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``ex2.approx{.ftz}.f32 d, a``

    Manual 9.7.3.21 ex2. PTX 1.4; every target.
    """
def _3(self: object, d: Destination, a: Register, /, *, pred: Guard = None) -> Made:
    """``ex2.approx.ftz.<type> d, a``

    Manual 9.7.4.10 ex2. PTX 7.8; sm_90 or newer.
    """
class ex2(Words):
    approx: ex2_approx
class ex2_approx(Words):
    f16 = _1
    f16x2 = _1
    f32 = _2
    ftz: ex2_approx_ftz
class ex2_approx_ftz(Words):
    bf16 = _3
    bf16x2 = _3
    f32 = _2
