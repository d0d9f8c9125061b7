# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from typing import overload

from pyptx.ptx.signatures import Bracketed, Guard, Registers, Source, Words

@overload
def _1(self: object, d: Registers, a: Bracketed, e: Registers | Source = ..., /, *, pred: Guard = None) -> None:
    """``tld4.<comp>.<geom>.v4.<dtype>.f32 d{|p}, [a]{, e}{, f}``

    Manual 9.7.12.4 tld4. PTX 2.2; sm_20 or newer.
    """
@overload
def _1(self: object, d: Registers, a: Bracketed, e: Registers, f: Source, /, *, pred: Guard = None) -> None: ...
@overload
def _2(self: object, d: Registers, a: Bracketed, e: Registers | Source = ..., /, *, pred: Guard = None) -> None:
    """``tld4.<comp>.<geom>.v4.<dtype>.f32 d{|p}, [a]{, e}{, f}``

    Manual 9.7.12.4 tld4. PTX 4.3; sm_30 or newer.
    """
@overload
def _2(self: object, d: Registers, a: Bracketed, e: Registers, f: Source, /, *, pred: Guard = None) -> None: ...
def _3(self: object, d: Registers, a: Bracketed, f: Source = ..., /, *, pred: Guard = None) -> None:
    """``tld4.<comp>.<geom>.v4.<dtype>.f32 d{|p}, [a]{, f}``

    Manual 9.7.12.4 tld4. PTX 4.3; sm_30 or newer.
    """
class tld4(Words):
    a: tld4_1
    b: tld4_1
    g: tld4_1
    r: tld4_1
class tld4_1(Words):
    _2d: tld4_2
    a2d: tld4_3
    acube: tld4_4
    cube: tld4_4
class tld4_2(Words):
    v4: tld4_5
class tld4_3(Words):
    v4: tld4_6
class tld4_4(Words):
    v4: tld4_7
class tld4_5(Words):
    f32: tld4_8
    s32: tld4_8
    u32: tld4_8
class tld4_6(Words):
    f32: tld4_9
    s32: tld4_9
    u32: tld4_9
class tld4_7(Words):
    f32: tld4_10
    s32: tld4_10
    u32: tld4_10
class tld4_8(Words):
    f32 = _1
class tld4_9(Words):
    f32 = _2
class tld4_10(Words):
    f32 = _3
