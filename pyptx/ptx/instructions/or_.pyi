# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Condition, Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``or.<type> d, a, b``

    Manual 9.7.9.2 or. PTX 1.0; every target.
    """
def _2(self: object, d: Destination, a: Condition | Source, b: Condition | Source, /, *, pred: Guard = None) -> Made:
    """``or.pred d, a, b``

    Manual 9.7.9.2 or. PTX 1.0; every target.
    """
class or_(Words):
    b16 = _1
    b32 = _1
    b64 = _1
    pred = _2
