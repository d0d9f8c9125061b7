# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``szext.<mode>.<type> d, a, b``

    Manual 9.7.1.22 szext. PTX 7.6; sm_70 or newer.
    """
class szext(Words):
    clamp: szext_1
    wrap: szext_1
class szext_1(Words):
    s32 = _1
    u32 = _1
