# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Guard, Source, Words

def _1(self: object, a: Bracketed, c: Source, /, *, pred: Guard = None) -> None:
    """``sured.b.<op>.<geom>.<type>.<clamp> [a], c``

    Manual 9.7.13.3 sured. PTX 2.0; sm_20 or newer.
    """
def _2(self: object, a: Bracketed, c: Source, /, *, pred: Guard = None) -> None:
    """``sured.b.<op>.<geom>.<type>.<clamp> [a], c``

    Manual 9.7.13.3 sured. PTX 3.0; sm_20 or newer.
    """
def _3(self: object, a: Bracketed, c: Source, /, *, pred: Guard = None) -> None:
    """``sured.b.<op>.<geom>.<type>.<clamp> [a], c``

    Manual 9.7.13.3 sured. PTX 8.1; sm_50 or newer.
    """
def _4(self: object, a: Bracketed, c: Source, /, *, pred: Guard = None) -> None:
    """``sured.p.<op>.<geom>.<type>.<clamp> [a], c``

    Manual 9.7.13.3 sured. PTX 2.0; sm_20 or newer.
    """
def _5(self: object, a: Bracketed, c: Source, /, *, pred: Guard = None) -> None:
    """``sured.p.<op>.<geom>.<type>.<clamp> [a], c``

    Manual 9.7.13.3 sured. PTX 3.0; sm_20 or newer.
    """
def _6(self: object, a: Bracketed, c: Source, /, *, pred: Guard = None) -> None:
    """``sured.p.<op>.<geom>.<type>.<clamp> [a], c``

    Manual 9.7.13.3 sured. PTX 8.1; sm_50 or newer.
    """
class sured(Words):
    b: sured_b
    p: sured_p
class sured_b(Words):
    add: sured_b_add
    and_: sured_b_1
    max: sured_b_2
    min: sured_b_2
    or_: sured_b_1
class sured_p(Words):
    add: sured_p_1
    and_: sured_p_1
    max: sured_p_2
    min: sured_p_2
    or_: sured_p_1
class sured_b_add(Words):
    _1d: sured_b_add_1
    _2d: sured_b_add_1
    _3d: sured_b_add_3d
class sured_b_1(Words):
    _1d: sured_b_3
    _2d: sured_b_3
    _3d: sured_b_4
class sured_b_2(Words):
    _1d: sured_b_5
    _2d: sured_b_5
    _3d: sured_b_6
class sured_p_1(Words):
    _1d: sured_p_3
    _2d: sured_p_3
    _3d: sured_p_4
class sured_p_2(Words):
    _1d: sured_p_5
    _2d: sured_p_5
    _3d: sured_p_6
class sured_b_add_1(Words):
    s32: sured_b_7
    u32: sured_b_7
    u64: sured_b_7
class sured_b_add_3d(Words):
    s32: sured_b_8
    u32: sured_b_8
    u64: sured_b_8
class sured_b_3(Words):
    b32: sured_b_7
class sured_b_4(Words):
    b32: sured_b_8
class sured_b_5(Words):
    s32: sured_b_7
    s64: sured_b_9
    u32: sured_b_7
    u64: sured_b_9
class sured_b_6(Words):
    s32: sured_b_8
    s64: sured_b_9
    u32: sured_b_8
    u64: sured_b_9
class sured_p_3(Words):
    b32: sured_p_7
class sured_p_4(Words):
    b32: sured_p_8
class sured_p_5(Words):
    b32: sured_p_7
    b64: sured_p_9
class sured_p_6(Words):
    b32: sured_p_8
    b64: sured_p_9
class sured_b_7(Words):
    clamp = _1
    trap = _1
    zero = _1
class sured_b_8(Words):
    clamp = _2
    trap = _2
    zero = _2
class sured_b_9(Words):
    clamp = _3
    trap = _3
    zero = _3
class sured_p_7(Words):
    clamp = _4
    trap = _4
    zero = _4
class sured_p_8(Words):
    clamp = _5
    trap = _5
    zero = _5
class sured_p_9(Words):
    clamp = _6
    trap = _6
    zero = _6
