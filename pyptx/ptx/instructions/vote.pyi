# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Condition, Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Condition | Source, membermask: Source, /, *, pred: Guard = None) -> Made:
    """``vote.sync.<mode>.pred d, a, membermask``

    Manual 9.7.15.10 vote.sync. PTX 5.1; sm_30 or newer.
    """
def _2(self: object, d: Destination, a: Condition | Source, membermask: Source, /, *, pred: Guard = None) -> Made:
    """``vote.sync.<mode>.b32 d, a, membermask``

    Manual 9.7.15.10 vote.sync. PTX 5.1; sm_30 or newer.
    """
class vote(Words):
    sync: vote_sync
class vote_sync(Words):
    all: vote_sync_1
    any: vote_sync_1
    ballot: vote_sync_ballot
    uni: vote_sync_1
class vote_sync_1(Words):
    pred = _1
class vote_sync_ballot(Words):
    b32 = _2
