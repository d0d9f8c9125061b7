# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Guard, Register, Source, Words

def _1(self: object, d: Register, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> None:
    """``shfl.<mode>.b32 d{|p}, a, b, c``

    Manual 9.7.10.5 shfl (deprecated). Only targets older than those known here have it.
    """
def _2(self: object, d: Register, a: Source, b: Source, c: Source, membermask: Source, /, *, pred: Guard = None) -> None:
    """``shfl.sync.<mode>.b32 d{|p}, a, b, c, membermask``

    Manual 9.7.10.6 shfl.sync. PTX 6.3; every target.
    """
class shfl(Words):
    bfly: shfl_1
    down: shfl_1
    idx: shfl_1
    sync: shfl_sync
    up: shfl_1
class shfl_1(Words):
    b32 = _1
class shfl_sync(Words):
    bfly: shfl_sync_1
    down: shfl_sync_1
    idx: shfl_sync_1
    up: shfl_sync_1
class shfl_sync_1(Words):
    b32 = _2
