# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``clmad.<mode>.u64 d, a, b, c``

    Manual 9.7.1.5 clmad. PTX 9.3; sm_80 or newer.
    """
class clmad(Words):
    hi: clmad_1
    lo: clmad_1
class clmad_1(Words):
    u64 = _1
