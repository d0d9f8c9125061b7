# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``shf.<dir>.<mode>.b32 d, a, b, c``

    Manual 9.7.9.7 shf. PTX 3.1; sm_32 or newer.
    """
class shf(Words):
    l: shf_1
    r: shf_1
class shf_1(Words):
    clamp: shf_2
    wrap: shf_2
class shf_2(Words):
    b32 = _1
