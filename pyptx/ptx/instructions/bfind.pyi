# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``bfind{.shiftamt}.<type> d, a``

    Manual 9.7.1.17 bfind. PTX 2.0; sm_20 or newer.
    """
class bfind(Words):
    s32 = _1
    s64 = _1
    shiftamt: bfind_shiftamt
    u32 = _1
    u64 = _1
class bfind_shiftamt(Words):
    s32 = _1
    s64 = _1
    u32 = _1
    u64 = _1
