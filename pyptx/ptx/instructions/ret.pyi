# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Guard, Words

def _1(self: object, *, pred: Guard = None) -> None:
    """``ret{.uni}``

    Manual 9.7.14.6 ret. PTX 1.0; every target.
    """
class ret(Words):
    uni = _1
    __call__ = _1
