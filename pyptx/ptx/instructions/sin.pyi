# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``sin.approx{.ftz}.f32 d, a``

    Manual 9.7.3.18 sin. PTX 1.4; every target.
    """
class sin(Words):
    approx: sin_approx
class sin_approx(Words):
    f32 = _1
    ftz: sin_approx_ftz
class sin_approx_ftz(Words):
    f32 = _1
