# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Constant, Guard, Words

def _1(self: object, a: Constant, /, *, pred: Guard = None) -> None:
    """``pmevent a``

    Manual 9.7.21.3 pmevent. PTX 1.4; every target.
    """
def _2(self: object, a: Constant, /, *, pred: Guard = None) -> None:
    """``pmevent.mask a``

    Manual 9.7.21.3 pmevent. PTX 3.0; sm_20 or newer.
    """
class pmevent(Words):
    mask = _2
    __call__ = _1
