# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``dp4a.<atype>.<btype> d, a, b, c``

    Manual 9.7.1.24 dp4a. PTX 5.0; sm_61 or newer.
    """
def _2(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``dp4a.u32.u32 d, a, b, c``

    Manual 9.7.1.24 dp4a. PTX 5.0; sm_61 or newer.
    """
class dp4a(Words):
    s32: dp4a_s32
    u32: dp4a_u32
class dp4a_s32(Words):
    s32 = _1
    u32 = _1
class dp4a_u32(Words):
    s32 = _1
    u32 = _2
