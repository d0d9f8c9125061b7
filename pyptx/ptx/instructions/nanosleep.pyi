# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Guard, Source, Words

def _1(self: object, t: Source, /, *, pred: Guard = None) -> None:
    """``nanosleep.u32 t``

    Manual 9.7.21.2 nanosleep. PTX 6.2; sm_70 or newer.
    """
class nanosleep(Words):
    u32 = _1
