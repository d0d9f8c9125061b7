# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``rcp.approx{.ftz}.f32 d, a``

    Manual 9.7.3.13 rcp. PTX 1.4; every target.
    """
def _2(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``rcp.<rnd>{.ftz}.f32 d, a``

    Manual 9.7.3.13 rcp. PTX 2.0; sm_20 or newer.
    """
def _3(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``rcp.<rnd>.f64 d, a``

    Manual 9.7.3.13 rcp. PTX 2.0; sm_20 or newer.
    """
def _4(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``rcp.<rnd>.f64 d, a``

    Manual 9.7.3.13 rcp. PTX 1.4; every target.
    """
def _5(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``rcp.approx.ftz.f64 d, a``

    Manual 9.7.3.14 rcp.approx.ftz.f64. PTX 2.1; sm_20 or newer.
    """
class rcp(Words):
    approx: rcp_approx
    rm: rcp_1
    rn: rcp_rn
    rp: rcp_1
    rz: rcp_1
class rcp_approx(Words):
    f32 = _1
    ftz: rcp_approx_ftz
class rcp_1(Words):
    f32 = _2
    f64 = _3
    ftz: rcp_2
class rcp_rn(Words):
    f32 = _2
    f64 = _4
    ftz: rcp_2
class rcp_approx_ftz(Words):
    f32 = _1
    f64 = _5
class rcp_2(Words):
    f32 = _2
