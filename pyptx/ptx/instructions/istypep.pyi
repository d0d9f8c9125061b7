# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, p: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``istypep.<type> p, a``

    Manual 9.7.12.6 istypep. PTX 4.0; sm_30 or newer.
    """
class istypep(Words):
    samplerref = _1
    surfref = _1
    texref = _1
