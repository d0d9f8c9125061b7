# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``clz.<type> d, a``

    Manual 9.7.1.16 clz. PTX 2.0; sm_20 or newer.
    """
class clz(Words):
    b32 = _1
    b64 = _1
