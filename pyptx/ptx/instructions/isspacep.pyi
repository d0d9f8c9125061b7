# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, p: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``isspacep.<space> p, a``

    Manual 9.7.10.22 isspacep. PTX 3.1; sm_20 or newer.
    """
def _2(self: object, p: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``isspacep.<space> p, a``

    Manual 9.7.10.22 isspacep. PTX 2.0; sm_20 or newer.
    """
def _3(self: object, p: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``isspacep.<space> p, a``

    Manual 9.7.10.22 isspacep. PTX 7.7; sm_70 or newer.
    """
def _4(self: object, p: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``isspacep.<space> p, a``

    Manual 9.7.10.22 isspacep. PTX 8.3; sm_70 or newer.
    """
def _5(self: object, p: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``isspacep.<space> p, a``

    Manual 9.7.10.22 isspacep. PTX 7.8; sm_90 or newer.
    """
def _6(self: object, p: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``isspacep.<space> p, a``

    Manual 9.7.10.22 isspacep. PTX 7.8; sm_20 or newer.
    """
class isspacep(Words):
    const = _1
    global_ = _2
    local = _2
    param = _3
    param__entry = _4
    shared = _2
    shared__cluster = _5
    shared__cta = _6
