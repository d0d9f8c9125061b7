# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Guard, Register, Words

def _1(self: object, d: Register, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``suq.<query>.b32 d, [a]``

    Manual 9.7.13.4 suq. PTX 4.1; sm_20 or newer.
    """
def _2(self: object, d: Register, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``suq.<query>.b32 d, [a]``

    Manual 9.7.13.4 suq. PTX 3.1; sm_20 or newer.
    """
def _3(self: object, d: Register, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``suq.<query>.b32 d, [a]``

    Manual 9.7.13.4 suq. PTX 4.2; sm_20 or newer.
    """
class suq(Words):
    array_size: suq_array_size
    channel_data_type: suq_1
    channel_order: suq_1
    depth: suq_1
    height: suq_1
    memory_layout: suq_memory_layout
    width: suq_1
class suq_array_size(Words):
    b32 = _1
class suq_1(Words):
    b32 = _2
class suq_memory_layout(Words):
    b32 = _3
