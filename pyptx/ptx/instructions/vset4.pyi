# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Guard, Part, Register, Words

def _1(self: object, d: Part, a: Part, b: Part, c: Register, /, *, pred: Guard = None) -> None:
    """``vset4.<atype>.<btype>.<cmp>{.add} d{.byte_mask}, a{.bytes}, b{.bytes}, c``

    Manual 9.7.20.2 vset2, vset4. PTX 3.0; sm_30 or newer.
    """
class vset4(Words):
    s32: vset4_1
    u32: vset4_1
class vset4_1(Words):
    s32: vset4_2
    u32: vset4_2
class vset4_2(Words):
    eq: vset4_3
    """``vset4.<atype>.<btype>.<cmp>{.add} d{.byte_mask}, a{.bytes}, b{.bytes}, c``

    Manual 9.7.20.2 vset2, vset4. PTX 3.0; sm_30 or newer.
    """
    ge: vset4_3
    """``vset4.<atype>.<btype>.<cmp>{.add} d{.byte_mask}, a{.bytes}, b{.bytes}, c``

    Manual 9.7.20.2 vset2, vset4. PTX 3.0; sm_30 or newer.
    """
    gt: vset4_3
    """``vset4.<atype>.<btype>.<cmp>{.add} d{.byte_mask}, a{.bytes}, b{.bytes}, c``

    Manual 9.7.20.2 vset2, vset4. PTX 3.0; sm_30 or newer.
    """
    le: vset4_3
    """``vset4.<atype>.<btype>.<cmp>{.add} d{.byte_mask}, a{.bytes}, b{.bytes}, c``

    Manual 9.7.20.2 vset2, vset4. PTX 3.0; sm_30 or newer.
    """
    lt: vset4_3
    """``vset4.<atype>.<btype>.<cmp>{.add} d{.byte_mask}, a{.bytes}, b{.bytes}, c``

    Manual 9.7.20.2 vset2, vset4. PTX 3.0; sm_30 or newer.
    """
    ne: vset4_3
    """``vset4.<atype>.<btype>.<cmp>{.add} d{.byte_mask}, a{.bytes}, b{.bytes}, c``

    Manual 9.7.20.2 vset2, vset4. PTX 3.0; sm_30 or newer.
    """
class vset4_3(Words):
    add = _1
    __call__ = _1
