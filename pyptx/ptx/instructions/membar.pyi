# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Guard, Words

def _1(self: object, *, pred: Guard = None) -> None:
    """``membar.<level>``

    Manual 9.7.15.4 membar. PTX 6.3; every target.
    """
def _2(self: object, *, pred: Guard = None) -> None:
    """``membar.proxy.<kind>``

    Manual 9.7.15.4 membar. PTX 7.5; every target.
    """
def _3(self: object, *, pred: Guard = None) -> None:
    """``membar.proxy.<kind>``

    Manual 9.7.15.4 membar. PTX 8.0; sm_90 and newer.
    """
class membar(Words):
    cta = _1
    gl = _1
    proxy: membar_proxy
    sys = _1
class membar_proxy(Words):
    alias = _2
    async_ = _3
