# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``rem.<type> d, a, b``

    Manual 9.7.1.10 rem. PTX 1.0; every target.
    """
class rem(Words):
    s16 = _1
    s32 = _1
    s64 = _1
    u16 = _1
    u32 = _1
    u64 = _1
