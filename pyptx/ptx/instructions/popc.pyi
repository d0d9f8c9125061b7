# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``popc.<type> d, a``

    Manual 9.7.1.15 popc. PTX 2.0; sm_20 or newer.
    """
class popc(Words):
    b32 = _1
    b64 = _1
