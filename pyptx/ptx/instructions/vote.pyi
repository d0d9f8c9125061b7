# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Condition, Guard, Register, Source, Words

def _1(self: object, d: Register, a: Condition, /, *, pred: Guard = None) -> None:
    """``vote.<mode>.pred d, a``

    Manual 9.7.15.9 vote (deprecated). Only targets older than those known here have it.
    """
def _2(self: object, d: Register, a: Condition, /, *, pred: Guard = None) -> None:
    """``vote.<mode>.b32 d, a``

    Manual 9.7.15.9 vote (deprecated). Only targets older than those known here have it.
    """
def _3(self: object, d: Register, a: Condition, membermask: Source, /, *, pred: Guard = None) -> None:
    """``vote.sync.<mode>.pred d, a, membermask``

    Manual 9.7.15.10 vote.sync. PTX 6.3; every target.
    """
def _4(self: object, d: Register, a: Condition, membermask: Source, /, *, pred: Guard = None) -> None:
    """``vote.sync.<mode>.b32 d, a, membermask``

    Manual 9.7.15.10 vote.sync. PTX 6.3; every target.
    """
class vote(Words):
    all: vote_1
    any: vote_1
    ballot: vote_ballot
    sync: vote_sync
    uni: vote_1
class vote_1(Words):
    pred = _1
class vote_ballot(Words):
    b32 = _2
class vote_sync(Words):
    all: vote_sync_1
    any: vote_sync_1
    ballot: vote_sync_ballot
    uni: vote_sync_1
class vote_sync_1(Words):
    pred = _3
class vote_sync_ballot(Words):
    b32 = _4
