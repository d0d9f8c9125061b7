# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, mask: Source, base: Source, offset: Source, /, *, pred: Guard = None) -> Made:
    """``fns.b32 d, mask, base, offset``

    Manual 9.7.1.18 fns. PTX 5.1; sm_30 or newer.
    """
class fns(Words):
    b32 = _1
