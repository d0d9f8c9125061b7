# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Guard, Register, Registers, Words

def _1(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``suld.b.<geom>{.<cop>}{.<vec>}.<type>.<clamp> d, [a]``

    Manual 9.7.13.1 suld. PTX 3.1; sm_20 or newer.
    """
def _2(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``suld.b.<geom>{.<cop>}{.<vec>}.<type>.<clamp> d, [a]``

    Manual 9.7.13.1 suld. PTX 3.1; sm_20 or newer.
    """
class suld(Words):
    b: suld_b
class suld_b(Words):
    _1d: suld_b_1
    _2d: suld_b_1
    _3d: suld_b_1
    a1d: suld_b_1
    a2d: suld_b_1
class suld_b_1(Words):
    b16: suld_b_2
    b32: suld_b_2
    b64: suld_b_2
    b8: suld_b_2
    ca: suld_b_3
    cg: suld_b_3
    cs: suld_b_3
    cv: suld_b_3
    v2: suld_b_4
    v4: suld_b_5
class suld_b_2(Words):
    clamp = _1
    trap = _1
    zero = _1
class suld_b_3(Words):
    b16: suld_b_2
    b32: suld_b_2
    b64: suld_b_2
    b8: suld_b_2
    v2: suld_b_4
    v4: suld_b_5
class suld_b_4(Words):
    b16: suld_b_6
    b32: suld_b_6
    b64: suld_b_6
    b8: suld_b_6
class suld_b_5(Words):
    b16: suld_b_6
    b32: suld_b_6
    b8: suld_b_6
class suld_b_6(Words):
    clamp = _2
    trap = _2
    zero = _2
