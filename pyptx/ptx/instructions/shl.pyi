# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``shl.<type> d, a, b``

    Manual 9.7.9.8 shl. PTX 1.0; every target.
    """
class shl(Words):
    b16 = _1
    b32 = _1
    b64 = _1
