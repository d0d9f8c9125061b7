# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Register, Source, Words

def _1(self: object, d: Destination, a: Register, /, *, pred: Guard = None) -> Made:
    """``tanh.approx.<type> d, a``

    Manual 9.7.4.9 tanh. PTX 7.8; sm_90 or newer.
    """
def _2(self: object, d: Destination, a: Register, /, *, pred: Guard = None) -> Made:
    """``tanh.approx.<type> d, a``

    Manual 9.7.4.9 tanh. PTX 7.0; sm_75 or newer.
    """
def _3(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``tanh.approx.f32 d, a``

    Manual 9.7.3.22 tanh. PTX 7.0; sm_75 or newer.
    """
class tanh(Words):
    approx: tanh_approx
class tanh_approx(Words):
    bf16 = _1
    bf16x2 = _1
    f16 = _2
    f16x2 = _2
    f32 = _3
