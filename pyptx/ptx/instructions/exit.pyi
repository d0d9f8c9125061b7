# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Guard

def _1(self: object, *, pred: Guard = None) -> None:
    """``exit``

    Manual 9.7.14.7 exit. PTX 1.0; every target.
    """
class exit:
    __call__ = _1
