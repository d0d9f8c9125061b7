# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``madc.<mode>{.cc}.<type> d, a, b, c``

    Manual 9.7.2.6 madc. PTX 3.0; sm_20 or newer.
    """
def _2(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``madc.<mode>{.cc}.<type> d, a, b, c``

    Manual 9.7.2.6 madc. PTX 4.3; sm_20 or newer.
    """
class madc(Words):
    hi: madc_1
    lo: madc_1
class madc_1(Words):
    cc: madc_2
    s32 = _1
    s64 = _1
    u32 = _1
    u64 = _1
class madc_2(Words):
    s32 = _1
    s64 = _2
    u32 = _1
    u64 = _2
