# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``cos.approx{.ftz}.f32 d, a``

    Manual 9.7.3.19 cos. PTX 1.4; every target.
    """
class cos(Words):
    approx: cos_approx
class cos_approx(Words):
    f32 = _1
    ftz: cos_approx_ftz
class cos_approx_ftz(Words):
    f32 = _1
