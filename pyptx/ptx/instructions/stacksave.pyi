# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Guard, Register, Words

def _1(self: object, d: Register, /, *, pred: Guard = None) -> None:
    """``stacksave.<type> d``

    Manual 9.7.19.1 stacksave. PTX 7.3; sm_52 or newer.
    """
class stacksave(Words):
    u32 = _1
    u64 = _1
