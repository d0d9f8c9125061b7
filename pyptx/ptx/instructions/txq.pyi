# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Guard, Register, Source, Words

def _1(self: object, d: Register, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``txq.<query>.b32 d, [a]``

    Manual 9.7.12.5 txq. PTX 3.1; sm_20 or newer.

    ``txq.<query>.b32 d, [a]``

    Manual 9.7.12.5 txq. PTX 1.5; every target.
    """
def _2(self: object, d: Register, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``txq.<query>.b32 d, [a]``

    Manual 9.7.12.5 txq. PTX 4.1; sm_20 or newer.
    """
def _3(self: object, d: Register, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``txq.<query>.b32 d, [a]``

    Manual 9.7.12.5 txq. PTX 3.1; sm_20 or newer.
    """
def _4(self: object, d: Register, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``txq.<query>.b32 d, [a]``

    Manual 9.7.12.5 txq. PTX 2.2; every target.
    """
def _5(self: object, d: Register, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``txq.<query>.b32 d, [a]``

    Manual 9.7.12.5 txq. PTX 4.1; sm_30 or newer.
    """
def _6(self: object, d: Register, a: Bracketed, lod: Source, /, *, pred: Guard = None) -> None:
    """``txq.level.<query>.b32 d, [a], lod``

    Manual 9.7.12.5 txq. PTX 4.3; sm_30 or newer.
    """
class txq(Words):
    addr_mode_0: txq_1
    addr_mode_1: txq_1
    addr_mode_2: txq_1
    array_size: txq_2
    channel_data_type: txq_3
    channel_order: txq_3
    depth: txq_3
    filter_mode: txq_1
    force_unnormalized_coords: txq_force_unnormalized_coords
    height: txq_3
    level: txq_level
    normalized_coords: txq_3
    num_mipmap_levels: txq_2
    num_samples: txq_num_samples
    width: txq_3
class txq_1(Words):
    b32 = _1
class txq_2(Words):
    b32 = _2
class txq_3(Words):
    b32 = _3
class txq_force_unnormalized_coords(Words):
    b32 = _4
class txq_level(Words):
    depth: txq_level_1
    height: txq_level_1
    width: txq_level_1
class txq_num_samples(Words):
    b32 = _5
class txq_level_1(Words):
    b32 = _6
