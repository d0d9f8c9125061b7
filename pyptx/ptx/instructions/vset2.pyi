# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Guard, Part, Register, Words

def _1(self: object, d: Part, a: Part, b: Part, c: Register, /, *, pred: Guard = None) -> None:
    """``vset2.<atype>.<btype>.<cmp>{.add} d{.half_mask}, a{.half_words}, b{.half_words}, c``

    Manual 9.7.20.2 vset2, vset4. PTX 3.0; sm_30 or newer.
    """
class vset2(Words):
    s32: vset2_1
    u32: vset2_1
class vset2_1(Words):
    s32: vset2_2
    u32: vset2_2
class vset2_2(Words):
    eq: vset2_3
    """``vset2.<atype>.<btype>.<cmp>{.add} d{.half_mask}, a{.half_words}, b{.half_words}, c``

    Manual 9.7.20.2 vset2, vset4. PTX 3.0; sm_30 or newer.
    """
    ge: vset2_3
    """``vset2.<atype>.<btype>.<cmp>{.add} d{.half_mask}, a{.half_words}, b{.half_words}, c``

    Manual 9.7.20.2 vset2, vset4. PTX 3.0; sm_30 or newer.
    """
    gt: vset2_3
    """``vset2.<atype>.<btype>.<cmp>{.add} d{.half_mask}, a{.half_words}, b{.half_words}, c``

    Manual 9.7.20.2 vset2, vset4. PTX 3.0; sm_30 or newer.
    """
    le: vset2_3
    """``vset2.<atype>.<btype>.<cmp>{.add} d{.half_mask}, a{.half_words}, b{.half_words}, c``

    Manual 9.7.20.2 vset2, vset4. PTX 3.0; sm_30 or newer.
    """
    lt: vset2_3
    """``vset2.<atype>.<btype>.<cmp>{.add} d{.half_mask}, a{.half_words}, b{.half_words}, c``

    Manual 9.7.20.2 vset2, vset4. PTX 3.0; sm_30 or newer.
    """
    ne: vset2_3
    """``vset2.<atype>.<btype>.<cmp>{.add} d{.half_mask}, a{.half_words}, b{.half_words}, c``

    Manual 9.7.20.2 vset2, vset4. PTX 3.0; sm_30 or newer.
    """
class vset2_3(Words):
    add = _1
    __call__ = _1
