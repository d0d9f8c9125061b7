# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Words

def _1(self: object, d: Destination, /, *, pred: Guard = None) -> Made:
    """``stacksave.<type> d``

    Manual 9.7.19.1 stacksave. PTX 7.3; sm_52 or newer.
    """
class stacksave(Words):
    u32 = _1
    u64 = _1
