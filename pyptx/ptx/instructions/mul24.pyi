# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``mul24.<mode>.<type> d, a, b``

    Manual 9.7.1.6 mul24. PTX 1.0; every target.
    """
class mul24(Words):
    hi: mul24_1
    lo: mul24_1
class mul24_1(Words):
    s32 = _1
    u32 = _1
