# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Guard, Words

def _1(self: object, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``prefetchu.L1 [a]``

    Manual 9.7.10.16 prefetch, prefetchu. PTX 2.0; sm_20 or newer.
    """
class prefetchu(Words):
    L1 = _1
