# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, b: Source, c: Source, membermask: Source, /, *, pred: Guard = None) -> Made:
    """``shfl.sync.<mode>.b32 d{|p}, a, b, c, membermask``

    Manual 9.7.10.6 shfl.sync. PTX 5.1; sm_30 or newer.
    """
class shfl(Words):
    sync: shfl_sync
class shfl_sync(Words):
    bfly: shfl_sync_1
    down: shfl_sync_1
    idx: shfl_sync_1
    up: shfl_sync_1
class shfl_sync_1(Words):
    b32 = _1
