# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``sqrt.approx{.ftz}.f32 d, a``

    Manual 9.7.3.15 sqrt. PTX 1.4; every target.
    """
def _2(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``sqrt.<rnd>{.ftz}.f32 d, a``

    Manual 9.7.3.15 sqrt. PTX 2.0; sm_20 or newer.
    """
def _3(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``sqrt.<rnd>.f64 d, a``

    Manual 9.7.3.15 sqrt. PTX 2.0; sm_20 or newer.
    """
def _4(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``sqrt.<rnd>.f64 d, a``

    Manual 9.7.3.15 sqrt. PTX 1.0; every target.
    """
class sqrt(Words):
    approx: sqrt_approx
    rm: sqrt_1
    rn: sqrt_rn
    rp: sqrt_1
    rz: sqrt_1
class sqrt_approx(Words):
    f32 = _1
    ftz: sqrt_approx_ftz
class sqrt_1(Words):
    f32 = _2
    f64 = _3
    ftz: sqrt_2
class sqrt_rn(Words):
    f32 = _2
    f64 = _4
    ftz: sqrt_2
class sqrt_approx_ftz(Words):
    f32 = _1
class sqrt_2(Words):
    f32 = _2
