# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Guard, Register, Source, Words

def _1(self: object, d: Register, membermask: Source, /, *, pred: Guard = None) -> None:
    """``elect.sync d|p, membermask``

    Manual 9.7.15.15 elect.sync. PTX 8.0; sm_90 or newer.
    """
class elect(Words):
    sync = _1
