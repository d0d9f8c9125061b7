# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, membermask: Source, /, *, pred: Guard = None) -> Made:
    """``elect.sync d|p, membermask``

    Manual 9.7.15.15 elect.sync. PTX 8.0; sm_90 or newer.
    """
class elect(Words):
    sync = _1
