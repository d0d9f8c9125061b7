# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, membermask: Source, /, *, pred: Guard = None) -> Made:
    """``match.<mode>.sync.<type> d{|p}, a, membermask``

    Manual 9.7.15.11 match.sync. PTX 5.1; sm_70 or newer.
    """
def _2(self: object, d: Destination, a: Source, membermask: Source, /, *, pred: Guard = None) -> Made:
    """``match.<mode>.sync.<type> d, a, membermask``

    Manual 9.7.15.11 match.sync. PTX 5.1; sm_70 or newer.
    """
class match(Words):
    all: match_all
    any: match_any
class match_all(Words):
    sync: match_all_sync
class match_any(Words):
    sync: match_any_sync
class match_all_sync(Words):
    b32 = _1
    b64 = _1
class match_any_sync(Words):
    b32 = _2
    b64 = _2
