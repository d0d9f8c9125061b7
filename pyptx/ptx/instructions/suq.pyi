# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Destination, Guard, Made, Words

def _1(self: object, d: Destination, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``suq.<query>.b32 d, [a]``

    Manual 9.7.13.4 suq. PTX 4.1; every target.
    """
def _2(self: object, d: Destination, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``suq.<query>.b32 d, [a]``

    Manual 9.7.13.4 suq. PTX 2.1; every target.
    """
def _3(self: object, d: Destination, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``suq.<query>.b32 d, [a]``

    Manual 9.7.13.4 suq. PTX 1.5; every target.
    """
def _4(self: object, d: Destination, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``suq.<query>.b32 d, [a]``

    Manual 9.7.13.4 suq. PTX 4.2; every target.
    """
class suq(Words):
    array_size: suq_array_size
    channel_data_type: suq_1
    channel_order: suq_1
    depth: suq_2
    height: suq_2
    memory_layout: suq_memory_layout
    width: suq_2
class suq_array_size(Words):
    b32 = _1
class suq_1(Words):
    b32 = _2
class suq_2(Words):
    b32 = _3
class suq_memory_layout(Words):
    b32 = _4
