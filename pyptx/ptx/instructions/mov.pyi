# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from typing import overload

from pyptx.ptx.signatures import Condition, Destination, Guard, Made, Register, Registers, Source, Variable, Words

@overload
def _1(self: object, d: Destination, a: Register | Registers, /, *, pred: Guard = None) -> Made:
    """``mov.<type> d, a``

    Manual 9.7.10.3 mov. PTX 8.3; sm_70 or newer.

    ``mov.<type> d, a``

    Manual 9.7.10.4 mov. PTX 8.3; sm_70 or newer.
    """
@overload
def _1(self: object, d: Registers, a: Register, /, *, pred: Guard = None) -> None: ...
@overload
def _2(self: object, d: Destination, a: Registers | Source | Variable, /, *, pred: Guard = None) -> Made:
    """``mov.<type> d, a``

    Manual 9.7.10.3 mov. PTX 1.0; every target.

    ``mov.<type> d, a``

    Manual 9.7.10.4 mov. PTX 1.0; every target.
    """
@overload
def _2(self: object, d: Registers, a: Source, /, *, pred: Guard = None) -> None: ...
def _3(self: object, d: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``mov.<type> d, a``

    Manual 9.7.10.3 mov. PTX 1.0; every target.
    """
def _4(self: object, d: Destination, a: Condition | Source, /, *, pred: Guard = None) -> Made:
    """``mov.pred d, a``

    Manual 9.7.10.3 mov. PTX 1.0; every target.
    """
def _5(self: object, d: Destination, a: Source | Variable, /, *, pred: Guard = None) -> Made:
    """``mov.<type> d, a``

    Manual 9.7.10.3 mov. PTX 1.0; every target.
    """
def _6(self: object, d: Registers, a: Registers, /, *, pred: Guard = None) -> None:
    """``mov.<vec>.<type> d, a``

    Manual 9.7.10.3 mov. PTX 1.0; every target.
    """
class mov(Words):
    b128 = _1
    b16 = _2
    b32 = _2
    b64 = _2
    f32 = _3
    f64 = _3
    pred = _4
    s16 = _5
    s32 = _5
    s64 = _5
    u16 = _5
    u32 = _5
    u64 = _5
    v2: mov_v2
    v4: mov_v4
class mov_v2(Words):
    b16 = _6
    b32 = _6
    b64 = _6
    f32 = _6
    f64 = _6
    s16 = _6
    s32 = _6
    s64 = _6
    u16 = _6
    u32 = _6
    u64 = _6
class mov_v4(Words):
    b16 = _6
    b32 = _6
    f32 = _6
    s16 = _6
    s32 = _6
    u16 = _6
    u32 = _6
