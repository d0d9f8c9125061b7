# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``subc{.cc}.<type> d, a, b``

    Manual 9.7.2.4 subc. PTX 1.3; every target.
    """
def _2(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``subc{.cc}.<type> d, a, b``

    Manual 9.7.2.4 subc. PTX 4.3; sm_20 or newer.
    """
class subc(Words):
    cc: subc_cc
    s32 = _1
    s64 = _1
    u32 = _1
    u64 = _1
class subc_cc(Words):
    s32 = _1
    s64 = _2
    u32 = _1
    u64 = _2
