# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Guard, Words

def _1(self: object, *, pred: Guard = None) -> None:
    """``membar.<level>``

    Manual 9.7.15.4 membar. PTX 1.4; every target.
    """
def _2(self: object, *, pred: Guard = None) -> None:
    """``membar.<level>``

    Manual 9.7.15.4 membar. PTX 2.0; sm_20 or newer.
    """
def _3(self: object, *, pred: Guard = None) -> None:
    """``membar.proxy.<kind>``

    Manual 9.7.15.4 membar. PTX 7.5; sm_60 or newer.
    """
def _4(self: object, *, pred: Guard = None) -> None:
    """``membar.proxy.<kind>``

    Manual 9.7.15.4 membar. PTX 8.0; sm_90 or newer.
    """
class membar(Words):
    cta = _1
    gl = _1
    proxy: membar_proxy
    sys = _2
class membar_proxy(Words):
    alias = _3
    async_ = _4
