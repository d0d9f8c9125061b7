# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Words

def _1(self: object, d: Destination, /, *, pred: Guard = None) -> Made:
    """``activemask.b32 d``

    Manual 9.7.15.12 activemask. PTX 6.2; sm_30 or newer.
    """
class activemask(Words):
    b32 = _1
