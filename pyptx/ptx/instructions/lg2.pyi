# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``lg2.approx{.ftz}.f32 d, a``

    Manual 9.7.3.20 lg2. PTX 1.4; every target.
    """
class lg2(Words):
    approx: lg2_approx
class lg2_approx(Words):
    f32 = _1
    ftz: lg2_approx_ftz
class lg2_approx_ftz(Words):
    f32 = _1
