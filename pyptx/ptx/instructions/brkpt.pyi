# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Guard

def _1(self: object, *, pred: Guard = None) -> None:
    """``brkpt``

    Manual 9.7.21.1 brkpt. PTX 1.0; sm_11 or newer.
    """
class brkpt:
    __call__ = _1
