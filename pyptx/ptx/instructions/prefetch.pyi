# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Guard, Words

def _1(self: object, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``prefetch{.<space>}.<level> [a]``

    Manual 9.7.10.16 prefetch, prefetchu. PTX 2.0; sm_20 or newer.
    """
def _2(self: object, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``prefetch{.<space>}.tensormap [a]``

    Manual 9.7.10.16 prefetch, prefetchu. PTX 8.0; sm_90 or newer.
    """
def _3(self: object, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``prefetch{.<space>}.L1::32B.valid_addr [a]``

    Manual 9.7.10.16 prefetch, prefetchu. PTX 9.4; sm_90 or newer.
    """
def _4(self: object, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``prefetch.global.<eviction> [a]``

    Manual 9.7.10.16 prefetch, prefetchu. PTX 7.4; sm_80 or newer.
    """
class prefetch(Words):
    L1 = _1
    L1__32B: prefetch_1
    L2 = _1
    const: prefetch_2
    global_: prefetch_global
    local: prefetch_local
    param: prefetch_2
    tensormap = _2
class prefetch_1(Words):
    valid_addr = _3
class prefetch_2(Words):
    tensormap = _2
class prefetch_global(Words):
    L1 = _1
    L1__32B: prefetch_1
    L2 = _1
    L2__evict_last = _4
    L2__evict_normal = _4
class prefetch_local(Words):
    L1 = _1
    L2 = _1
