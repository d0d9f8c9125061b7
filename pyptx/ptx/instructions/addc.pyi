# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``addc{.cc}.<type> d, a, b``

    Manual 9.7.2.2 addc. PTX 1.2; every target.
    """
def _2(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``addc{.cc}.<type> d, a, b``

    Manual 9.7.2.2 addc. PTX 4.3; sm_20 or newer.
    """
class addc(Words):
    cc: addc_cc
    s32 = _1
    s64 = _1
    u32 = _1
    u64 = _1
class addc_cc(Words):
    s32 = _1
    s64 = _2
    u32 = _1
    u64 = _2
