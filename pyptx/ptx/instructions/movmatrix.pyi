# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Register, Words

def _1(self: object, d: Destination, a: Register, /, *, pred: Guard = None) -> Made:
    """``movmatrix.sync.aligned.<shape>.trans.<type> d, a``

    Manual 9.7.16.5.17 movmatrix. PTX 7.8; sm_75 or newer.
    """
class movmatrix(Words):
    sync: movmatrix_sync
class movmatrix_sync(Words):
    aligned: movmatrix_sync_aligned
class movmatrix_sync_aligned(Words):
    m8n8: movmatrix_sync_aligned_m8n8
class movmatrix_sync_aligned_m8n8(Words):
    trans: movmatrix_sync_aligned_m8n8_trans
class movmatrix_sync_aligned_m8n8_trans(Words):
    b16 = _1
