# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Guard, Part, Register, Words

def _1(self: object, d: Part, a: Part, b: Part, c: Register, /, *, pred: Guard = None) -> None:
    """``vmin2.<dtype>.<atype>.<btype>{.sat} d{.half_mask}, a{.half_words}, b{.half_words}, c``

    Manual 9.7.20.2 vadd2, vsub2, vavrg2, vabsdiff2, vmin2, vmax2, vadd4, vsub4, vavrg4, vabsdiff4, vmin4, vmax4. PTX 3.0; sm_30 or newer.
    """
def _2(self: object, d: Part, a: Part, b: Part, c: Register, /, *, pred: Guard = None) -> None:
    """``vmin2.<dtype>.<atype>.<btype>.add d{.half_mask}, a{.half_words}, b{.half_words}, c``

    Manual 9.7.20.2 vadd2, vsub2, vavrg2, vabsdiff2, vmin2, vmax2, vadd4, vsub4, vavrg4, vabsdiff4, vmin4, vmax4. PTX 3.0; sm_30 or newer.
    """
class vmin2(Words):
    s32: vmin2_1
    u32: vmin2_1
class vmin2_1(Words):
    s32: vmin2_2
    u32: vmin2_2
class vmin2_2(Words):
    s32: vmin2_3
    """``vmin2.<dtype>.<atype>.<btype>{.sat} d{.half_mask}, a{.half_words}, b{.half_words}, c``

    Manual 9.7.20.2 vadd2, vsub2, vavrg2, vabsdiff2, vmin2, vmax2, vadd4, vsub4, vavrg4, vabsdiff4, vmin4, vmax4. PTX 3.0; sm_30 or newer.
    """
    u32: vmin2_3
    """``vmin2.<dtype>.<atype>.<btype>{.sat} d{.half_mask}, a{.half_words}, b{.half_words}, c``

    Manual 9.7.20.2 vadd2, vsub2, vavrg2, vabsdiff2, vmin2, vmax2, vadd4, vsub4, vavrg4, vabsdiff4, vmin4, vmax4. PTX 3.0; sm_30 or newer.
    """
class vmin2_3(Words):
    add = _2
    sat = _1
    __call__ = _1
