# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Guard, Source, Symbol, Words

def _1(self: object, index: Source, targets: Symbol, /, *, pred: Guard = None) -> None:
    """``brx.idx{.uni} index, targets``

    Manual 9.7.14.4 brx.idx. PTX 5.1; sm_30 or newer.
    """
class brx(Words):
    idx: brx_idx
    """``brx.idx{.uni} index, targets``

    Manual 9.7.14.4 brx.idx. PTX 5.1; sm_30 or newer.
    """
class brx_idx(Words):
    uni = _1
    __call__ = _1
