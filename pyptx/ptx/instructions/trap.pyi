# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Guard

def _1(self: object, *, pred: Guard = None) -> None:
    """``trap``

    Manual 9.7.21.4 trap. PTX 1.0; every target.
    """
class trap:
    __call__ = _1
