# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``rsqrt.approx{.ftz}.f32 d, a``

    Manual 9.7.3.16 rsqrt. PTX 1.4; every target.
    """
def _2(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``rsqrt.approx.f64 d, a``

    Manual 9.7.3.16 rsqrt. PTX 1.4; every target.
    """
def _3(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``rsqrt.approx.ftz.f64 d, a``

    Manual 9.7.3.17 rsqrt.approx.ftz.f64. PTX 4.0; sm_20 or newer.
    """
class rsqrt(Words):
    approx: rsqrt_approx
class rsqrt_approx(Words):
    f32 = _1
    f64 = _2
    ftz: rsqrt_approx_ftz
class rsqrt_approx_ftz(Words):
    f32 = _1
    f64 = _3
