# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Constant, Destination, Guard, Made, Source, Words

def _1(self: object, ptr: Destination, size: Source, immAlign: Constant = ..., /, *, pred: Guard = None) -> Made:
    """``alloca.<type> ptr, size{, immAlign}``

    Manual 9.7.19.3 alloca. PTX 7.3; sm_52 or newer.
    """
class alloca(Words):
    u32 = _1
    u64 = _1
