# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``div.<type> d, a, b``

    Manual 9.7.1.9 div. PTX 1.0; every target.
    """
def _2(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``div.<mode>{.ftz}.f32 d, a, b``

    Manual 9.7.3.8 div. PTX 1.4; every target.
    """
def _3(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``div.<rnd>{.ftz}.f32 d, a, b``

    Manual 9.7.3.8 div. PTX 2.0; sm_20 or newer.
    """
def _4(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``div.<rnd>.f64 d, a, b``

    Manual 9.7.3.8 div. PTX 2.0; sm_20 or newer.
    """
def _5(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``div.<rnd>.f64 d, a, b``

    Manual 9.7.3.8 div. PTX 1.0; every target.
    """
class div(Words):
    approx: div_1
    full: div_1
    rm: div_2
    rn: div_rn
    rp: div_2
    rz: div_2
    s16 = _1
    s32 = _1
    s64 = _1
    u16 = _1
    u32 = _1
    u64 = _1
class div_1(Words):
    f32 = _2
    ftz: div_3
class div_2(Words):
    f32 = _3
    f64 = _4
    ftz: div_4
class div_rn(Words):
    f32 = _3
    f64 = _5
    ftz: div_4
class div_3(Words):
    f32 = _2
class div_4(Words):
    f32 = _3
