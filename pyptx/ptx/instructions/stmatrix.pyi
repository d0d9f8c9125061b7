# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Guard, Registers, Words

def _1(self: object, p: Bracketed, r: Registers, /, *, pred: Guard = None) -> None:
    """``stmatrix.sync.aligned.<shape>.<num>{.trans}{.<ss>}.<type> [p], r``

    Manual 9.7.16.5.16 stmatrix. PTX 7.8; sm_90 or newer.
    """
def _2(self: object, p: Bracketed, r: Registers, /, *, pred: Guard = None) -> None:
    """``stmatrix.sync.aligned.<shape>.<num>.trans{.<ss>}.<type> [p], r``

    Manual 9.7.16.5.16 stmatrix. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
class stmatrix(Words):
    sync: stmatrix_sync
class stmatrix_sync(Words):
    aligned: stmatrix_sync_aligned
class stmatrix_sync_aligned(Words):
    m16n8: stmatrix_sync_aligned_m16n8
    m8n8: stmatrix_sync_aligned_m8n8
class stmatrix_sync_aligned_m16n8(Words):
    x1: stmatrix_sync_aligned_m16n8_1
    x2: stmatrix_sync_aligned_m16n8_1
    x4: stmatrix_sync_aligned_m16n8_1
class stmatrix_sync_aligned_m8n8(Words):
    x1: stmatrix_sync_aligned_m8n8_1
    x2: stmatrix_sync_aligned_m8n8_1
    x4: stmatrix_sync_aligned_m8n8_1
class stmatrix_sync_aligned_m16n8_1(Words):
    trans: stmatrix_sync_aligned_m16n8_2
class stmatrix_sync_aligned_m8n8_1(Words):
    b16 = _1
    shared: stmatrix_sync_aligned_m8n8_2
    shared__cta: stmatrix_sync_aligned_m8n8_2
    trans: stmatrix_sync_aligned_m8n8_3
class stmatrix_sync_aligned_m16n8_2(Words):
    b8 = _2
    shared: stmatrix_sync_aligned_m16n8_3
    shared__cta: stmatrix_sync_aligned_m16n8_3
class stmatrix_sync_aligned_m8n8_2(Words):
    b16 = _1
class stmatrix_sync_aligned_m8n8_3(Words):
    b16 = _1
    shared: stmatrix_sync_aligned_m8n8_2
    shared__cta: stmatrix_sync_aligned_m8n8_2
class stmatrix_sync_aligned_m16n8_3(Words):
    b8 = _2
