# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, f: Destination, a: Source, b: Source, c: Source, d: Source, /, *, pred: Guard = None) -> Made:
    """``bfi.<type> f, a, b, c, d``

    Manual 9.7.1.21 bfi. PTX 2.0; sm_20 or newer.
    """
class bfi(Words):
    b32 = _1
    b64 = _1
