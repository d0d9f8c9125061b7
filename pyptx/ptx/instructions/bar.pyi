# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from typing import overload

from pyptx.ptx.signatures import Condition, Destination, Guard, Made, Source, Words

def _1(self: object, a: Source, b: Source, /, *, pred: Guard = None) -> None:
    """``bar{.cta}.arrive a, b``

    Manual 9.7.15.1 bar, barrier. PTX 2.0; sm_20 or newer.
    """
def _2(self: object, a: Source, b: Source = ..., /, *, pred: Guard = None) -> None:
    """``bar{.cta}.sync a{, b}``

    Manual 9.7.15.1 bar, barrier. PTX 1.0; every target.
    """
def _3(self: object, a: Source, b: Source, /, *, pred: Guard = None) -> None:
    """``bar{.cta}.arrive a, b``

    Manual 9.7.15.1 bar, barrier. PTX 7.8; sm_20 or newer.
    """
def _4(self: object, a: Source, b: Source = ..., /, *, pred: Guard = None) -> None:
    """``bar{.cta}.sync a{, b}``

    Manual 9.7.15.1 bar, barrier. PTX 7.8; sm_20 or newer.
    """
def _5(self: object, membermask: Source, /, *, pred: Guard = None) -> None:
    """``bar.warp.sync membermask``

    Manual 9.7.15.2 bar.warp.sync. PTX 5.1; sm_30 or newer.
    """
@overload
def _6(self: object, p: Destination, a: Source, c: Condition | Source, /, *, pred: Guard = None) -> Made:
    """``bar{.cta}.red.<op>.pred p, a{, b}, c``

    Manual 9.7.15.1 bar, barrier. PTX 2.0; sm_20 or newer.
    """
@overload
def _6(self: object, p: Destination, a: Source, b: Source, c: Condition | Source, /, *, pred: Guard = None) -> Made: ...
@overload
def _7(self: object, d: Destination, a: Source, c: Condition | Source, /, *, pred: Guard = None) -> Made:
    """``bar{.cta}.red.popc.u32 d, a{, b}, c``

    Manual 9.7.15.1 bar, barrier. PTX 2.0; sm_20 or newer.
    """
@overload
def _7(self: object, d: Destination, a: Source, b: Source, c: Condition | Source, /, *, pred: Guard = None) -> Made: ...
@overload
def _8(self: object, p: Destination, a: Source, c: Condition | Source, /, *, pred: Guard = None) -> Made:
    """``bar{.cta}.red.<op>.pred p, a{, b}, c``

    Manual 9.7.15.1 bar, barrier. PTX 7.8; sm_20 or newer.
    """
@overload
def _8(self: object, p: Destination, a: Source, b: Source, c: Condition | Source, /, *, pred: Guard = None) -> Made: ...
@overload
def _9(self: object, d: Destination, a: Source, c: Condition | Source, /, *, pred: Guard = None) -> Made:
    """``bar{.cta}.red.popc.u32 d, a{, b}, c``

    Manual 9.7.15.1 bar, barrier. PTX 7.8; sm_20 or newer.
    """
@overload
def _9(self: object, d: Destination, a: Source, b: Source, c: Condition | Source, /, *, pred: Guard = None) -> Made: ...
class bar(Words):
    arrive = _1
    cta: bar_cta
    red: bar_red
    sync = _2
    warp: bar_warp
class bar_cta(Words):
    arrive = _3
    red: bar_cta_red
    sync = _4
class bar_red(Words):
    and_: bar_red_1
    or_: bar_red_1
    popc: bar_red_popc
class bar_warp(Words):
    sync = _5
class bar_cta_red(Words):
    and_: bar_cta_red_1
    or_: bar_cta_red_1
    popc: bar_cta_red_popc
class bar_red_1(Words):
    pred = _6
class bar_red_popc(Words):
    u32 = _7
class bar_cta_red_1(Words):
    pred = _8
class bar_cta_red_popc(Words):
    u32 = _9
