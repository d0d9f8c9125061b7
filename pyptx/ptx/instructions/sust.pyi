# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Guard, Registers, Source, Words

def _1(self: object, a: Bracketed, c: Registers | Source, /, *, pred: Guard = None) -> None:
    """``sust.b.<geom>{.<cop>}{.<vec>}.<type>.<clamp> [a], c``

    Manual 9.7.13.2 sust. PTX 2.0; every target.
    """
def _2(self: object, a: Bracketed, c: Registers | Source, /, *, pred: Guard = None) -> None:
    """``sust.b.<geom>{.<cop>}{.<vec>}.<type>.<clamp> [a], c``

    Manual 9.7.13.2 sust. PTX 1.5; every target.
    """
def _3(self: object, a: Bracketed, c: Registers | Source, /, *, pred: Guard = None) -> None:
    """``sust.b.<geom>{.<cop>}{.<vec>}.<type>.<clamp> [a], c``

    Manual 9.7.13.2 sust. PTX 3.0; sm_20 or newer.
    """
def _4(self: object, a: Bracketed, c: Registers | Source, /, *, pred: Guard = None) -> None:
    """``sust.p.<geom>{.<vec>}.b32.<clamp> [a], c``

    Manual 9.7.13.2 sust. PTX 2.0; sm_20 or newer.
    """
def _5(self: object, a: Bracketed, c: Registers | Source, /, *, pred: Guard = None) -> None:
    """``sust.p.<geom>{.<vec>}.b32.<clamp> [a], c``

    Manual 9.7.13.2 sust. PTX 3.0; sm_20 or newer.
    """
def _6(self: object, a: Bracketed, c: Registers | Source, /, *, pred: Guard = None) -> None:
    """``sust.b.<geom>{.<cop>}{.<vec>}.<type>.<clamp> [a], c``

    Manual 9.7.13.2 sust. PTX 2.0; sm_20 or newer.
    """
def _7(self: object, a: Bracketed, c: Registers, /, *, pred: Guard = None) -> None:
    """``sust.b.<geom>{.<cop>}{.<vec>}.<type>.<clamp> [a], c``

    Manual 9.7.13.2 sust. PTX 2.0; every target.
    """
def _8(self: object, a: Bracketed, c: Registers, /, *, pred: Guard = None) -> None:
    """``sust.b.<geom>{.<cop>}{.<vec>}.<type>.<clamp> [a], c``

    Manual 9.7.13.2 sust. PTX 1.5; every target.
    """
def _9(self: object, a: Bracketed, c: Registers, /, *, pred: Guard = None) -> None:
    """``sust.b.<geom>{.<cop>}{.<vec>}.<type>.<clamp> [a], c``

    Manual 9.7.13.2 sust. PTX 3.0; sm_20 or newer.
    """
def _10(self: object, a: Bracketed, c: Registers, /, *, pred: Guard = None) -> None:
    """``sust.p.<geom>{.<vec>}.b32.<clamp> [a], c``

    Manual 9.7.13.2 sust. PTX 2.0; sm_20 or newer.
    """
def _11(self: object, a: Bracketed, c: Registers, /, *, pred: Guard = None) -> None:
    """``sust.p.<geom>{.<vec>}.b32.<clamp> [a], c``

    Manual 9.7.13.2 sust. PTX 3.0; sm_20 or newer.
    """
def _12(self: object, a: Bracketed, c: Registers, /, *, pred: Guard = None) -> None:
    """``sust.b.<geom>{.<cop>}{.<vec>}.<type>.<clamp> [a], c``

    Manual 9.7.13.2 sust. PTX 2.0; sm_20 or newer.
    """
class sust(Words):
    b: sust_b
    p: sust_p
class sust_b(Words):
    _1d: sust_b_1
    _2d: sust_b_1
    _3d: sust_b_2
    a1d: sust_b_2
    a2d: sust_b_2
class sust_p(Words):
    _1d: sust_p_1
    _2d: sust_p_1
    _3d: sust_p_3d
class sust_b_1(Words):
    b16: sust_b_3
    b32: sust_b_3
    b64: sust_b_3
    b8: sust_b_3
    cg: sust_b_4
    cs: sust_b_4
    v2: sust_b_5
    v4: sust_b_6
    wb: sust_b_4
    wt: sust_b_4
class sust_b_2(Words):
    b16: sust_b_7
    b32: sust_b_7
    b64: sust_b_7
    b8: sust_b_7
    cg: sust_b_8
    cs: sust_b_8
    v2: sust_b_9
    v4: sust_b_10
    wb: sust_b_8
    wt: sust_b_8
class sust_p_1(Words):
    b32: sust_p_2
    v2: sust_p_3
    v4: sust_p_3
class sust_p_3d(Words):
    b32: sust_p_3d_b32
    v2: sust_p_3d_1
    v4: sust_p_3d_1
class sust_b_3(Words):
    clamp = _1
    trap = _2
    zero = _1
class sust_b_4(Words):
    b16: sust_b_11
    b32: sust_b_11
    b64: sust_b_11
    b8: sust_b_11
    v2: sust_b_12
    v4: sust_b_13
class sust_b_5(Words):
    b16: sust_b_14
    b32: sust_b_14
    b64: sust_b_14
    b8: sust_b_14
class sust_b_6(Words):
    b16: sust_b_14
    b32: sust_b_14
    b8: sust_b_14
class sust_b_7(Words):
    clamp = _3
    trap = _3
    zero = _3
class sust_b_8(Words):
    b16: sust_b_7
    b32: sust_b_7
    b64: sust_b_7
    b8: sust_b_7
    v2: sust_b_9
    v4: sust_b_10
class sust_b_9(Words):
    b16: sust_b_15
    b32: sust_b_15
    b64: sust_b_15
    b8: sust_b_15
class sust_b_10(Words):
    b16: sust_b_15
    b32: sust_b_15
    b8: sust_b_15
class sust_p_2(Words):
    clamp = _4
    trap = _4
    zero = _4
class sust_p_3(Words):
    b32: sust_p_4
class sust_p_3d_b32(Words):
    clamp = _5
    trap = _5
    zero = _5
class sust_p_3d_1(Words):
    b32: sust_p_3d_2
class sust_b_11(Words):
    clamp = _6
    trap = _6
    zero = _6
class sust_b_12(Words):
    b16: sust_b_16
    b32: sust_b_16
    b64: sust_b_16
    b8: sust_b_16
class sust_b_13(Words):
    b16: sust_b_16
    b32: sust_b_16
    b8: sust_b_16
class sust_b_14(Words):
    clamp = _7
    trap = _8
    zero = _7
class sust_b_15(Words):
    clamp = _9
    trap = _9
    zero = _9
class sust_p_4(Words):
    clamp = _10
    trap = _10
    zero = _10
class sust_p_3d_2(Words):
    clamp = _11
    trap = _11
    zero = _11
class sust_b_16(Words):
    clamp = _12
    trap = _12
    zero = _12
