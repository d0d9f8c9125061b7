# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``prmt.b32{.<mode>} d, a, b, c``

    Manual 9.7.10.7 prmt. PTX 2.0; sm_20 or newer.
    """
class prmt(Words):
    b32: prmt_b32
    """``prmt.b32{.<mode>} d, a, b, c``

    Manual 9.7.10.7 prmt. PTX 2.0; sm_20 or newer.
    """
class prmt_b32(Words):
    b4e = _1
    ecl = _1
    ecr = _1
    f4e = _1
    rc16 = _1
    rc8 = _1
    __call__ = _1
