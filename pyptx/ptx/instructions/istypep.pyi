# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Guard, Register, Source, Words

def _1(self: object, p: Register, a: Source, /, *, pred: Guard = None) -> None:
    """``istypep.<type> p, a``

    Manual 9.7.12.6 istypep. PTX 4.0; sm_30 or newer.
    """
class istypep(Words):
    samplerref = _1
    surfref = _1
    texref = _1
