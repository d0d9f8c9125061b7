# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``bmsk.<mode>.b32 d, a, b``

    Manual 9.7.1.23 bmsk. PTX 7.6; sm_70 or newer.
    """
class bmsk(Words):
    clamp: bmsk_1
    wrap: bmsk_1
class bmsk_1(Words):
    b32 = _1
