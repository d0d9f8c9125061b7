# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Condition, Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``not.<type> d, a``

    Manual 9.7.9.4 not. PTX 1.0; every target.
    """
def _2(self: object, d: Destination, a: Condition | Source, /, *, pred: Guard = None) -> Made:
    """``not.pred d, a``

    Manual 9.7.9.4 not. PTX 1.0; every target.
    """
class not_(Words):
    b16 = _1
    b32 = _1
    b64 = _1
    pred = _2
