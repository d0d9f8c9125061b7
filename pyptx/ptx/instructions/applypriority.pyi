# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Constant, Guard, Words

def _1(self: object, a: Bracketed, size: Constant, /, *, pred: Guard = None) -> None:
    """``applypriority{.<space>}.L2::evict_normal [a], size``

    Manual 9.7.10.17 applypriority. PTX 7.4; sm_80 and newer.
    """
class applypriority(Words):
    L2__evict_normal = _1
    global_: applypriority_global
class applypriority_global(Words):
    L2__evict_normal = _1
