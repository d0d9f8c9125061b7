# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``bfe.<type> d, a, b, c``

    Manual 9.7.1.20 bfe. PTX 2.0; sm_20 or newer.
    """
class bfe(Words):
    s32 = _1
    s64 = _1
    u32 = _1
    u64 = _1
