# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Constant, Guard, Words

def _1(self: object, a: Bracketed, size: Constant, /, *, pred: Guard = None) -> None:
    """``discard{.<space>}.L2 [a], size``

    Manual 9.7.10.20 discard. PTX 7.4; sm_80 or newer.
    """
class discard(Words):
    L2 = _1
    global_: discard_global
class discard_global(Words):
    L2 = _1
