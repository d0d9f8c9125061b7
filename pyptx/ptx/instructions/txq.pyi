# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Guard, Register, Source, Words

def _1(self: object, d: Register, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``txq.<query>.b32 d, [a]``

    Manual 9.7.12.5 txq. PTX 6.3; every target.
    """
def _2(self: object, d: Register, a: Bracketed, lod: Source, /, *, pred: Guard = None) -> None:
    """``txq.level.<query>.b32 d, [a], lod``

    Manual 9.7.12.5 txq. PTX 6.3; every target.
    """
class txq(Words):
    addr_mode_0: txq_1
    addr_mode_1: txq_1
    addr_mode_2: txq_1
    array_size: txq_1
    channel_data_type: txq_1
    channel_order: txq_1
    depth: txq_1
    filter_mode: txq_1
    force_unnormalized_coords: txq_1
    height: txq_1
    level: txq_level
    normalized_coords: txq_1
    num_mipmap_levels: txq_1
    num_samples: txq_1
    width: txq_1
class txq_1(Words):
    b32 = _1
class txq_level(Words):
    depth: txq_level_1
    height: txq_level_1
    width: txq_level_1
class txq_level_1(Words):
    b32 = _2
