# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, dst: Destination, src: Source, membermask: Source, /, *, pred: Guard = None) -> Made:
    """``redux.sync.<op>.<type> dst, src, membermask``

    Manual 9.7.15.13 redux.sync. PTX 7.0; sm_80 or newer.
    """
def _2(self: object, dst: Destination, src: Source, membermask: Source, /, *, pred: Guard = None) -> Made:
    """``redux.sync.<op>{.abs}{.NaN}.<type> dst, src, membermask``

    Manual 9.7.15.13 redux.sync. PTX 8.6; sm_100a, sm_100f, sm_103a, sm_103f, sm_107a or sm_107f.
    """
class redux(Words):
    sync: redux_sync
class redux_sync(Words):
    add: redux_sync_add
    and_: redux_sync_1
    max: redux_sync_2
    min: redux_sync_2
    or_: redux_sync_1
    xor: redux_sync_1
class redux_sync_add(Words):
    s32 = _1
    u32 = _1
class redux_sync_1(Words):
    b32 = _1
class redux_sync_2(Words):
    NaN: redux_sync_3
    abs: redux_sync_4
    f32 = _2
    s32 = _1
    u32 = _1
class redux_sync_3(Words):
    f32 = _2
class redux_sync_4(Words):
    NaN: redux_sync_3
    f32 = _2
