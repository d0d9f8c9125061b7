# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Guard, Registers, Words

def _1(self: object, r: Registers, p: Bracketed, /, *, pred: Guard = None) -> None:
    """``ldmatrix.sync.aligned.<shape>.<num>{.trans}{.<ss>}.<type> r, [p]``

    Manual 9.7.16.5.15 ldmatrix. PTX 6.5; sm_75 or newer.
    """
def _2(self: object, r: Registers, p: Bracketed, /, *, pred: Guard = None) -> None:
    """``ldmatrix.sync.aligned.<shape>.<num>.trans{.<ss>}.<type> r, [p]``

    Manual 9.7.16.5.15 ldmatrix. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _3(self: object, r: Registers, p: Bracketed, /, *, pred: Guard = None) -> None:
    """``ldmatrix.sync.aligned.<shape>.<num>{.<ss>}.<type>.<source> r, [p]``

    Manual 9.7.16.5.15 ldmatrix. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _4(self: object, r: Registers, p: Bracketed, /, *, pred: Guard = None) -> None:
    """``ldmatrix.sync.aligned.<shape>.<num>{.<ss>}.<type>.<source> r, [p]``

    Manual 9.7.16.5.15 ldmatrix. PTX 9.4; sm_90a, sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _5(self: object, r: Registers, p: Bracketed, /, *, pred: Guard = None) -> None:
    """``ldmatrix.sync.aligned.<shape>.<num>{.trans}{.<ss>}.<type> r, [p]``

    Manual 9.7.16.5.15 ldmatrix. PTX 7.8; sm_75 or newer.
    """
def _6(self: object, r: Registers, p: Bracketed, /, *, pred: Guard = None) -> None:
    """``ldmatrix.sync.aligned.<shape>.<num>.trans{.<ss>}.<type>.<source> r, [p]``

    Manual 9.7.16.5.15 ldmatrix. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
class ldmatrix(Words):
    sync: ldmatrix_sync
class ldmatrix_sync(Words):
    aligned: ldmatrix_sync_aligned
class ldmatrix_sync_aligned(Words):
    m16n16: ldmatrix_sync_aligned_m16n16
    m8n16: ldmatrix_sync_aligned_m8n16
    m8n8: ldmatrix_sync_aligned_m8n8
class ldmatrix_sync_aligned_m16n16(Words):
    x1: ldmatrix_sync_aligned_m16n16_1
    x2: ldmatrix_sync_aligned_m16n16_1
class ldmatrix_sync_aligned_m8n16(Words):
    x1: ldmatrix_sync_aligned_m8n16_1
    x2: ldmatrix_sync_aligned_m8n16_1
    x4: ldmatrix_sync_aligned_m8n16_1
class ldmatrix_sync_aligned_m8n8(Words):
    x1: ldmatrix_sync_aligned_m8n8_1
    x2: ldmatrix_sync_aligned_m8n8_1
    x4: ldmatrix_sync_aligned_m8n8_1
class ldmatrix_sync_aligned_m16n16_1(Words):
    trans: ldmatrix_sync_aligned_m16n16_2
class ldmatrix_sync_aligned_m8n16_1(Words):
    b8x16: ldmatrix_sync_aligned_m8n16_2
    s8: ldmatrix_sync_aligned_m8n16_3
    shared: ldmatrix_sync_aligned_m8n16_4
    shared__cta: ldmatrix_sync_aligned_m8n16_4
class ldmatrix_sync_aligned_m8n8_1(Words):
    b16 = _1
    shared: ldmatrix_sync_aligned_m8n8_2
    shared__cta: ldmatrix_sync_aligned_m8n8_3
    trans: ldmatrix_sync_aligned_m8n8_4
class ldmatrix_sync_aligned_m16n16_2(Words):
    b8 = _2
    b8x16: ldmatrix_sync_aligned_m16n16_3
    shared: ldmatrix_sync_aligned_m16n16_4
    shared__cta: ldmatrix_sync_aligned_m16n16_4
class ldmatrix_sync_aligned_m8n16_2(Words):
    b4x16_p64 = _3
    b6x16_p32 = _3
class ldmatrix_sync_aligned_m8n16_3(Words):
    s4 = _4
class ldmatrix_sync_aligned_m8n16_4(Words):
    b8x16: ldmatrix_sync_aligned_m8n16_2
    s8: ldmatrix_sync_aligned_m8n16_3
class ldmatrix_sync_aligned_m8n8_2(Words):
    b16 = _1
class ldmatrix_sync_aligned_m8n8_3(Words):
    b16 = _5
class ldmatrix_sync_aligned_m8n8_4(Words):
    b16 = _1
    shared: ldmatrix_sync_aligned_m8n8_2
    shared__cta: ldmatrix_sync_aligned_m8n8_3
class ldmatrix_sync_aligned_m16n16_3(Words):
    b4x16_p64 = _6
    b6x16_p32 = _6
class ldmatrix_sync_aligned_m16n16_4(Words):
    b8 = _2
    b8x16: ldmatrix_sync_aligned_m16n16_3
