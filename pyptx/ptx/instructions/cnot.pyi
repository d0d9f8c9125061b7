# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``cnot.<type> d, a``

    Manual 9.7.9.5 cnot. PTX 1.0; every target.
    """
class cnot(Words):
    b16 = _1
    b32 = _1
    b64 = _1
