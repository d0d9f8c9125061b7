# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Guard, Registers, Source, Words

def _1(self: object, a: Bracketed, c: Registers | Source, /, *, pred: Guard = None) -> None:
    """``sust.b.<geom>{.<cop>}{.<vec>}.<type>.<clamp> [a], c``

    Manual 9.7.13.2 sust. PTX 3.1; sm_20 or newer.
    """
def _2(self: object, a: Bracketed, c: Registers | Source, /, *, pred: Guard = None) -> None:
    """``sust.p.<geom>{.<vec>}.b32.<clamp> [a], c``

    Manual 9.7.13.2 sust. PTX 3.1; sm_20 or newer.
    """
def _3(self: object, a: Bracketed, c: Registers, /, *, pred: Guard = None) -> None:
    """``sust.b.<geom>{.<cop>}{.<vec>}.<type>.<clamp> [a], c``

    Manual 9.7.13.2 sust. PTX 3.1; sm_20 or newer.
    """
def _4(self: object, a: Bracketed, c: Registers, /, *, pred: Guard = None) -> None:
    """``sust.p.<geom>{.<vec>}.b32.<clamp> [a], c``

    Manual 9.7.13.2 sust. PTX 3.1; sm_20 or newer.
    """
class sust(Words):
    b: sust_b
    p: sust_p
class sust_b(Words):
    _1d: sust_b_1
    _2d: sust_b_1
    _3d: sust_b_1
    a1d: sust_b_1
    a2d: sust_b_1
class sust_p(Words):
    _1d: sust_p_1
    _2d: sust_p_1
    _3d: sust_p_1
class sust_b_1(Words):
    b16: sust_b_2
    b32: sust_b_2
    b64: sust_b_2
    b8: sust_b_2
    cg: sust_b_3
    cs: sust_b_3
    v2: sust_b_4
    v4: sust_b_5
    wb: sust_b_3
    wt: sust_b_3
class sust_p_1(Words):
    b32: sust_p_2
    v2: sust_p_3
    v4: sust_p_3
class sust_b_2(Words):
    clamp = _1
    trap = _1
    zero = _1
class sust_b_3(Words):
    b16: sust_b_2
    b32: sust_b_2
    b64: sust_b_2
    b8: sust_b_2
    v2: sust_b_4
    v4: sust_b_5
class sust_b_4(Words):
    b16: sust_b_6
    b32: sust_b_6
    b64: sust_b_6
    b8: sust_b_6
class sust_b_5(Words):
    b16: sust_b_6
    b32: sust_b_6
    b8: sust_b_6
class sust_p_2(Words):
    clamp = _2
    trap = _2
    zero = _2
class sust_p_3(Words):
    b32: sust_p_4
class sust_b_6(Words):
    clamp = _3
    trap = _3
    zero = _3
class sust_p_4(Words):
    clamp = _4
    trap = _4
    zero = _4
