# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Guard, Symbol, Words

def _1(self: object, target: Symbol, /, *, pred: Guard = None) -> None:
    """``bra{.uni} target``

    Manual 9.7.14.3 bra. PTX 1.0; every target.
    """
class bra(Words):
    uni = _1
    __call__ = _1
