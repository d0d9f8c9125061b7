# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``txq.<query>.b32 d, [a]``

    Manual 9.7.12.5 txq. PTX 1.5; every target.
    """
def _2(self: object, d: Destination, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``txq.<query>.b32 d, [a]``

    Manual 9.7.12.5 txq. PTX 4.1; every target.
    """
def _3(self: object, d: Destination, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``txq.<query>.b32 d, [a]``

    Manual 9.7.12.5 txq. PTX 2.1; every target.
    """
def _4(self: object, d: Destination, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``txq.<query>.b32 d, [a]``

    Manual 9.7.12.5 txq. PTX 2.2; every target.
    """
def _5(self: object, d: Destination, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``txq.<query>.b32 d, [a]``

    Manual 9.7.12.5 txq. PTX 4.1; sm_20 or newer.
    """
def _6(self: object, d: Destination, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``txq.<query>.b32 d, [a]``

    Manual 9.7.12.5 txq. PTX 4.1; sm_30 or newer.
    """
def _7(self: object, d: Destination, a: Bracketed, lod: Source, /, *, pred: Guard = None) -> Made:
    """``txq.level.<query>.b32 d, [a], lod``

    Manual 9.7.12.5 txq. PTX 4.3; sm_30 or newer.
    """
class txq(Words):
    addr_mode_0: txq_1
    addr_mode_1: txq_1
    addr_mode_2: txq_1
    array_size: txq_array_size
    channel_data_type: txq_2
    channel_order: txq_2
    depth: txq_1
    filter_mode: txq_1
    force_unnormalized_coords: txq_force_unnormalized_coords
    height: txq_1
    level: txq_level
    normalized_coords: txq_1
    num_mipmap_levels: txq_num_mipmap_levels
    num_samples: txq_num_samples
    width: txq_1
class txq_1(Words):
    b32 = _1
class txq_array_size(Words):
    b32 = _2
class txq_2(Words):
    b32 = _3
class txq_force_unnormalized_coords(Words):
    b32 = _4
class txq_level(Words):
    depth: txq_level_1
    height: txq_level_1
    width: txq_level_1
class txq_num_mipmap_levels(Words):
    b32 = _5
class txq_num_samples(Words):
    b32 = _6
class txq_level_1(Words):
    b32 = _7
