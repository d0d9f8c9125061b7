# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Destination, Guard, Made, Registers, Words

def _1(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``suld.b.<geom>{.<cop>}{.<vec>}.<type>.<clamp> d, [a]``

    Manual 9.7.13.1 suld. PTX 2.0; every target.
    """
def _2(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``suld.b.<geom>{.<cop>}{.<vec>}.<type>.<clamp> d, [a]``

    Manual 9.7.13.1 suld. PTX 1.5; every target.
    """
def _3(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``suld.b.<geom>{.<cop>}{.<vec>}.<type>.<clamp> d, [a]``

    Manual 9.7.13.1 suld. PTX 3.0; sm_20 or newer.
    """
def _4(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``suld.b.<geom>{.<cop>}{.<vec>}.<type>.<clamp> d, [a]``

    Manual 9.7.13.1 suld. PTX 2.0; sm_20 or newer.
    """
def _5(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``suld.b.<geom>{.<cop>}{.<vec>}.<type>.<clamp> d, [a]``

    Manual 9.7.13.1 suld. PTX 2.0; every target.
    """
def _6(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``suld.b.<geom>{.<cop>}{.<vec>}.<type>.<clamp> d, [a]``

    Manual 9.7.13.1 suld. PTX 1.5; every target.
    """
def _7(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``suld.b.<geom>{.<cop>}{.<vec>}.<type>.<clamp> d, [a]``

    Manual 9.7.13.1 suld. PTX 3.0; sm_20 or newer.
    """
def _8(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``suld.b.<geom>{.<cop>}{.<vec>}.<type>.<clamp> d, [a]``

    Manual 9.7.13.1 suld. PTX 2.0; sm_20 or newer.
    """
class suld(Words):
    b: suld_b
class suld_b(Words):
    _1d: suld_b_1
    _2d: suld_b_1
    _3d: suld_b_2
    a1d: suld_b_2
    a2d: suld_b_2
class suld_b_1(Words):
    b16: suld_b_3
    b32: suld_b_3
    b64: suld_b_3
    b8: suld_b_3
    ca: suld_b_4
    cg: suld_b_4
    cs: suld_b_4
    cv: suld_b_4
    v2: suld_b_5
    v4: suld_b_6
class suld_b_2(Words):
    b16: suld_b_7
    b32: suld_b_7
    b64: suld_b_7
    b8: suld_b_7
    ca: suld_b_8
    cg: suld_b_8
    cs: suld_b_8
    cv: suld_b_8
    v2: suld_b_9
    v4: suld_b_10
class suld_b_3(Words):
    clamp = _1
    trap = _2
    zero = _1
class suld_b_4(Words):
    b16: suld_b_11
    b32: suld_b_11
    b64: suld_b_11
    b8: suld_b_11
    v2: suld_b_12
    v4: suld_b_13
class suld_b_5(Words):
    b16: suld_b_14
    b32: suld_b_14
    b64: suld_b_14
    b8: suld_b_14
class suld_b_6(Words):
    b16: suld_b_14
    b32: suld_b_14
    b8: suld_b_14
class suld_b_7(Words):
    clamp = _3
    trap = _3
    zero = _3
class suld_b_8(Words):
    b16: suld_b_7
    b32: suld_b_7
    b64: suld_b_7
    b8: suld_b_7
    v2: suld_b_9
    v4: suld_b_10
class suld_b_9(Words):
    b16: suld_b_15
    b32: suld_b_15
    b64: suld_b_15
    b8: suld_b_15
class suld_b_10(Words):
    b16: suld_b_15
    b32: suld_b_15
    b8: suld_b_15
class suld_b_11(Words):
    clamp = _4
    trap = _4
    zero = _4
class suld_b_12(Words):
    b16: suld_b_16
    b32: suld_b_16
    b64: suld_b_16
    b8: suld_b_16
class suld_b_13(Words):
    b16: suld_b_16
    b32: suld_b_16
    b8: suld_b_16
class suld_b_14(Words):
    clamp = _5
    trap = _6
    zero = _5
class suld_b_15(Words):
    clamp = _7
    trap = _7
    zero = _7
class suld_b_16(Words):
    clamp = _8
    trap = _8
    zero = _8
