# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Guard, Register, Words

def _1(self: object, a: Register, /, *, pred: Guard = None) -> None:
    """``stackrestore.<type> a``

    Manual 9.7.19.2 stackrestore. PTX 7.3; sm_52 or newer.
    """
class stackrestore(Words):
    u32 = _1
    u64 = _1
