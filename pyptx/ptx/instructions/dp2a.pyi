# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``dp2a.<mode>.<atype>.<btype> d, a, b, c``

    Manual 9.7.1.25 dp2a. PTX 5.0; sm_61 or newer.
    """
def _2(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``dp2a.<mode>.u32.u32 d, a, b, c``

    Manual 9.7.1.25 dp2a. PTX 5.0; sm_61 or newer.
    """
class dp2a(Words):
    hi: dp2a_1
    lo: dp2a_1
class dp2a_1(Words):
    s32: dp2a_2
    u32: dp2a_3
class dp2a_2(Words):
    s32 = _1
    u32 = _1
class dp2a_3(Words):
    s32 = _1
    u32 = _2
