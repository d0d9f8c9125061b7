# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Register, Source, Variable, Words

def _1(self: object, d: Destination, a: Register, b: Source, /, *, pred: Guard = None) -> Made:
    """``mapa.<type> d, a, b``

    Manual 9.7.10.26 mapa. PTX 7.8; sm_90 or newer.
    """
def _2(self: object, d: Destination, a: Source | Variable, b: Source, /, *, pred: Guard = None) -> Made:
    """``mapa.shared::cluster.<type> d, a, b``

    Manual 9.7.10.26 mapa. PTX 7.8; sm_90 or newer.
    """
class mapa(Words):
    shared__cluster: mapa_shared_cluster
    u32 = _1
    u64 = _1
class mapa_shared_cluster(Words):
    u32 = _2
    u64 = _2
