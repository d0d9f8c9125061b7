# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Condition, Constant, Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, b: Source, c: Source, immLut: Constant, /, *, pred: Guard = None) -> Made:
    """``lop3.b32 d, a, b, c, immLut``

    Manual 9.7.9.6 lop3. PTX 4.3; sm_50 or newer.
    """
def _2(self: object, d: Destination, a: Source, b: Source, c: Source, immLut: Constant, q: Condition, /, *, pred: Guard = None) -> Made:
    """``lop3.<bool>.b32 d|p, a, b, c, immLut, q``

    Manual 9.7.9.6 lop3. PTX 8.2; sm_70 or newer.
    """
class lop3(Words):
    and_: lop3_1
    b32 = _1
    or_: lop3_1
class lop3_1(Words):
    b32 = _2
