# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``copysign.<type> d, a, b``

    Manual 9.7.3.2 copysign. PTX 2.0; sm_20 or newer.
    """
class copysign(Words):
    f32 = _1
    f64 = _1
