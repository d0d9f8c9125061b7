# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``vmad.<dtype>.<atype>.<btype>{.sat}{.<scale>} d, {-}a{.part}, {-}b{.part}, c``

    ``vmad.<dtype>.<atype>.<btype>{.sat}{.<scale>} d, a{.part}, b{.part}, {-}c``

    Manual 9.7.20.1.3 vmad. PTX 2.0; sm_20 or newer.
    """
def _2(self: object, d: Destination, a: Source, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``vmad.<dtype>.<atype>.<btype>.po{.sat}{.<scale>} d, a{.part}, b{.part}, c``

    Manual 9.7.20.1.3 vmad. PTX 2.0; sm_20 or newer.
    """
class vmad(Words):
    s32: vmad_1
    u32: vmad_1
class vmad_1(Words):
    s32: vmad_2
    u32: vmad_2
class vmad_2(Words):
    s32: vmad_3
    """``vmad.<dtype>.<atype>.<btype>{.sat}{.<scale>} d, {-}a{.part}, {-}b{.part}, c``

    ``vmad.<dtype>.<atype>.<btype>{.sat}{.<scale>} d, a{.part}, b{.part}, {-}c``

    Manual 9.7.20.1.3 vmad. PTX 2.0; sm_20 or newer.
    """
    u32: vmad_3
    """``vmad.<dtype>.<atype>.<btype>{.sat}{.<scale>} d, {-}a{.part}, {-}b{.part}, c``

    ``vmad.<dtype>.<atype>.<btype>{.sat}{.<scale>} d, a{.part}, b{.part}, {-}c``

    Manual 9.7.20.1.3 vmad. PTX 2.0; sm_20 or newer.
    """
class vmad_3(Words):
    po: vmad_4
    """``vmad.<dtype>.<atype>.<btype>.po{.sat}{.<scale>} d, a{.part}, b{.part}, c``

    Manual 9.7.20.1.3 vmad. PTX 2.0; sm_20 or newer.
    """
    sat: vmad_5
    shr15 = _1
    shr7 = _1
    __call__ = _1
class vmad_4(Words):
    sat: vmad_6
    shr15 = _2
    shr7 = _2
    __call__ = _2
class vmad_5(Words):
    shr15 = _1
    shr7 = _1
    __call__ = _1
class vmad_6(Words):
    shr15 = _2
    shr7 = _2
    __call__ = _2
