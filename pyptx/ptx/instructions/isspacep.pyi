# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Guard, Register, Source, Words

def _1(self: object, p: Register, a: Source, /, *, pred: Guard = None) -> None:
    """``isspacep.<space> p, a``

    Manual 9.7.10.22 isspacep. PTX 6.3; every target.
    """
def _2(self: object, p: Register, a: Source, /, *, pred: Guard = None) -> None:
    """``isspacep.<space> p, a``

    Manual 9.7.10.22 isspacep. PTX 7.7; every target.
    """
def _3(self: object, p: Register, a: Source, /, *, pred: Guard = None) -> None:
    """``isspacep.<space> p, a``

    Manual 9.7.10.22 isspacep. PTX 8.3; every target.
    """
def _4(self: object, p: Register, a: Source, /, *, pred: Guard = None) -> None:
    """``isspacep.<space> p, a``

    Manual 9.7.10.22 isspacep. PTX 7.8; sm_90 and newer.
    """
def _5(self: object, p: Register, a: Source, /, *, pred: Guard = None) -> None:
    """``isspacep.<space> p, a``

    Manual 9.7.10.22 isspacep. PTX 7.8; every target.
    """
class isspacep(Words):
    const = _1
    global_ = _1
    local = _1
    param = _2
    param__entry = _3
    shared = _1
    shared__cluster = _4
    shared__cta = _5
