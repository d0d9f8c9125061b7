# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Register, Source, Variable, Words

def _1(self: object, d: Destination, a: Register, /, *, pred: Guard = None) -> Made:
    """``getctarank.<type> d, a``

    Manual 9.7.10.27 getctarank. PTX 7.8; sm_90 or newer.
    """
def _2(self: object, d: Destination, a: Source | Variable, /, *, pred: Guard = None) -> Made:
    """``getctarank.shared::cluster.<type> d, a``

    Manual 9.7.10.27 getctarank. PTX 7.8; sm_90 or newer.
    """
class getctarank(Words):
    shared__cluster: getctarank_shared_cluster
    u32 = _1
    u64 = _1
class getctarank_shared_cluster(Words):
    u32 = _2
    u64 = _2
