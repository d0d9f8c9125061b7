# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Destination, Guard, Made, Registers, Source, Words

def _1(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; sm_70 or newer.
    """
def _2(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 2.0; sm_20 or newer.
    """
def _3(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; sm_70 or newer.
    """
def _4(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; sm_75 or newer.
    """
def _5(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; sm_75 or newer.
    """
def _6(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; sm_80 or newer.
    """
def _7(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; sm_80 or newer.
    """
def _8(self: object, d: Destination | Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> Made:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; sm_80 or newer.
    """
def _9(self: object, d: Destination | Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> Made:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; sm_80 or newer.
    """
def _10(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; sm_70 or newer.
    """
def _11(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 2.0; sm_20 or newer.
    """
def _12(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 1.0; every target.
    """
def _13(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; every target.
    """
def _14(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; sm_20 or newer.
    """
def _15(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.proxy::readonly{.<ss>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 9.4; sm_90 or newer.
    """
def _16(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; sm_90 or newer.
    """
def _17(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.8; sm_90 or newer.
    """
def _18(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.8; every target.
    """
def _19(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 2.0; sm_20 or newer.
    """
def _20(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.8; sm_100 or newer.
    """
def _21(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 8.3; sm_70 or newer.
    """
def _22(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 2.0; sm_20 or newer.
    """
def _23(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 5.1; sm_70 or newer.
    """
def _24(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; sm_70 or newer.
    """
def _25(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; sm_75 or newer.
    """
def _26(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; sm_80 or newer.
    """
def _27(self: object, d: Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; sm_80 or newer.
    """
def _28(self: object, d: Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.8; sm_100 or newer.
    """
def _29(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; sm_90 or newer.
    """
def _30(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.8; sm_90 or newer.
    """
def _31(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; sm_70 or newer.
    """
def _32(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 5.1; sm_70 or newer.
    """
def _33(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.4; sm_70 or newer.
    """
def _34(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; sm_75 or newer.
    """
def _35(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; sm_75 or newer.
    """
def _36(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; sm_80 or newer.
    """
def _37(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; sm_80 or newer.
    """
def _38(self: object, d: Destination | Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> Made:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; sm_80 or newer.
    """
def _39(self: object, d: Destination | Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> Made:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; sm_80 or newer.
    """
def _40(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 2.0; sm_20 or newer.
    """
def _41(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.8; sm_100 or newer.
    """
def _42(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 1.0; every target.
    """
def _43(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.global.nc{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 8.3; sm_70 or newer.
    """
def _44(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.global.nc{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 3.1; sm_32 or newer.
    """
def _45(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; sm_20 or newer.
    """
def _46(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; every target.
    """
def _47(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; sm_20 or newer.
    """
def _48(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.proxy::readonly{.<ss>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 9.4; sm_90 or newer.
    """
def _49(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.proxy::readonly{.<ss>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 9.4; sm_100 or newer.
    """
def _50(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; sm_90 or newer.
    """
def _51(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.8; sm_90 or newer.
    """
def _52(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.8; sm_90 or newer.
    """
def _53(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.8; sm_20 or newer.
    """
def _54(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.8; every target.
    """
def _55(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 8.3; sm_75 or newer.
    """
def _56(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 7.4; sm_75 or newer.
    """
def _57(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 8.3; sm_80 or newer.
    """
def _58(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 7.4; sm_80 or newer.
    """
def _59(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 1.1; every target.
    """
def _60(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 9.1; sm_70 or newer.
    """
def _61(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 9.1; every target.
    """
def _62(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 8.3; sm_90 or newer.
    """
def _63(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 7.8; sm_90 or newer.
    """
def _64(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 7.8; every target.
    """
def _65(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 2.0; sm_20 or newer.
    """
def _66(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 8.8; sm_100 or newer.
    """
def _67(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 5.1; sm_70 or newer.
    """
def _68(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.8; sm_70 or newer.
    """
def _69(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 5.1; sm_70 or newer.
    """
def _70(self: object, d: Destination | Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> Made:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; sm_90 or newer.
    """
def _71(self: object, d: Destination | Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> Made:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.8; sm_90 or newer.
    """
def _72(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.8; sm_90 or newer.
    """
def _73(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.8; sm_100 or newer.
    """
def _74(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; sm_70 or newer.
    """
def _75(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; sm_75 or newer.
    """
def _76(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; sm_75 or newer.
    """
def _77(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; sm_80 or newer.
    """
def _78(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; sm_80 or newer.
    """
def _79(self: object, d: Destination | Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> Made:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; sm_80 or newer.
    """
def _80(self: object, d: Destination | Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> Made:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; sm_80 or newer.
    """
def _81(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.8; sm_70 or newer.
    """
def _82(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 5.1; sm_70 or newer.
    """
def _83(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.4; sm_75 or newer.
    """
def _84(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.4; sm_80 or newer.
    """
def _85(self: object, d: Destination | Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> Made:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.4; sm_80 or newer.
    """
def _86(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.4; sm_90 or newer.
    """
def _87(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; sm_75 or newer.
    """
def _88(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; sm_80 or newer.
    """
def _89(self: object, d: Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; sm_80 or newer.
    """
def _90(self: object, d: Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.8; sm_100 or newer.
    """
def _91(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.global.<cop>.nc{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 8.3; sm_70 or newer.
    """
def _92(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.global.<cop>.nc{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 3.1; sm_32 or newer.
    """
def _93(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.global.nc{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 7.4; sm_70 or newer.
    """
def _94(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.global.nc{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 8.3; sm_75 or newer.
    """
def _95(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.global.nc{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 7.4; sm_75 or newer.
    """
def _96(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.global.nc{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 8.3; sm_80 or newer.
    """
def _97(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.global.nc{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 7.4; sm_80 or newer.
    """
def _98(self: object, d: Destination | Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> Made:
    """``ld.global.nc{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 8.3; sm_80 or newer.
    """
def _99(self: object, d: Destination | Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> Made:
    """``ld.global.nc{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 7.4; sm_80 or newer.
    """
def _100(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.global.nc{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 3.1; sm_32 or newer.
    """
def _101(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.global.nc{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 8.8; sm_100 or newer.
    """
def _102(self: object, d: Destination, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.mmio.<sem>.sys{.<ss>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 9.3; sm_70 or newer.
    """
def _103(self: object, d: Destination, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.mmio.<sem>.sys{.<ss>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 8.4; sm_70 or newer.
    """
def _104(self: object, d: Destination, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.mmio.<sem>.sys{.<ss>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 8.2; sm_70 or newer.
    """
def _105(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; sm_20 or newer.
    """
def _106(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.8; sm_90 or newer.
    """
def _107(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.8; sm_20 or newer.
    """
def _108(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 7.4; sm_75 or newer.
    """
def _109(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 7.4; sm_80 or newer.
    """
def _110(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 1.1; every target.
    """
def _111(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 9.1; every target.
    """
def _112(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 7.8; sm_90 or newer.
    """
def _113(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 7.8; every target.
    """
def _114(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 5.1; sm_70 or newer.
    """
def _115(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; sm_70 or newer.
    """
def _116(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.8; sm_70 or newer.
    """
def _117(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.8; sm_70 or newer.
    """
def _118(self: object, d: Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.8; sm_90 or newer.
    """
def _119(self: object, d: Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.8; sm_100 or newer.
    """
def _120(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; sm_70 or newer.
    """
def _121(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; sm_75 or newer.
    """
def _122(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; sm_80 or newer.
    """
def _123(self: object, d: Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; sm_80 or newer.
    """
def _124(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.8; sm_70 or newer.
    """
def _125(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.global.<cop>.nc{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 8.3; sm_75 or newer.
    """
def _126(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.global.<cop>.nc{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 7.4; sm_75 or newer.
    """
def _127(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.global.<cop>.nc{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 8.3; sm_80 or newer.
    """
def _128(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``ld.global.<cop>.nc{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 7.4; sm_80 or newer.
    """
def _129(self: object, d: Destination | Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> Made:
    """``ld.global.<cop>.nc{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 8.3; sm_80 or newer.
    """
def _130(self: object, d: Destination | Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> Made:
    """``ld.global.<cop>.nc{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 7.4; sm_80 or newer.
    """
def _131(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.global.<cop>.nc{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 3.1; sm_32 or newer.
    """
def _132(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.global.<cop>.nc{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 8.8; sm_100 or newer.
    """
def _133(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.global.nc{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 7.4; sm_70 or newer.
    """
def _134(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.global.nc{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 7.4; sm_75 or newer.
    """
def _135(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.global.nc{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 7.4; sm_80 or newer.
    """
def _136(self: object, d: Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld.global.nc{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 7.4; sm_80 or newer.
    """
def _137(self: object, d: Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld.global.nc{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 8.8; sm_100 or newer.
    """
def _138(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; sm_70 or newer.
    """
def _139(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.8; sm_70 or newer.
    """
def _140(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.global.<cop>.nc{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 7.4; sm_75 or newer.
    """
def _141(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.global.<cop>.nc{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 7.4; sm_80 or newer.
    """
def _142(self: object, d: Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld.global.<cop>.nc{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 7.4; sm_80 or newer.
    """
def _143(self: object, d: Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld.global.<cop>.nc{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 8.8; sm_100 or newer.
    """
class ld(Words):
    L1__evict_first: ld_1
    L1__evict_last: ld_1
    L1__evict_normal: ld_1
    L1__evict_unchanged: ld_1
    L1__no_allocate: ld_1
    L2__128B: ld_2
    L2__256B: ld_3
    L2__64B: ld_2
    L2__cache_hint: ld_4
    L2__evict_first: ld_5
    L2__evict_last: ld_5
    L2__evict_normal: ld_5
    acquire: ld_6
    b128 = _1
    b16 = _2
    b32 = _2
    b64 = _2
    b8 = _2
    ca: ld_7
    cg: ld_7
    const: ld_8
    cs: ld_7
    cv: ld_7
    f32 = _2
    f64 = _2
    global_: ld_global
    local: ld_8
    lu: ld_7
    mmio: ld_mmio
    param: ld_8
    param__entry: ld_param_entry
    param__func: ld_param_func
    proxy__readonly: ld_proxy_readonly
    relaxed: ld_6
    s16 = _2
    s32 = _2
    s64 = _2
    s8 = _2
    shared: ld_8
    shared__cluster: ld_9
    shared__cta: ld_shared_cta
    u16 = _2
    u32 = _2
    u64 = _2
    u8 = _2
    v2: ld_v2
    v4: ld_v4
    v8: ld_10
    volatile: ld_volatile
    weak: ld_weak
class ld_1(Words):
    L2__128B: ld_2
    L2__256B: ld_3
    L2__64B: ld_2
    L2__cache_hint: ld_4
    L2__evict_first: ld_5
    L2__evict_last: ld_5
    L2__evict_normal: ld_5
    b128 = _1
    b16 = _3
    b32 = _3
    b64 = _3
    b8 = _3
    f32 = _3
    f64 = _3
    s16 = _3
    s32 = _3
    s64 = _3
    s8 = _3
    u16 = _3
    u32 = _3
    u64 = _3
    u8 = _3
    v2: ld_11
    v4: ld_12
    v8: ld_10
class ld_2(Words):
    b128 = _4
    b16 = _5
    b32 = _5
    b64 = _5
    b8 = _5
    f32 = _5
    f64 = _5
    s16 = _5
    s32 = _5
    s64 = _5
    s8 = _5
    u16 = _5
    u32 = _5
    u64 = _5
    u8 = _5
    v2: ld_13
    v4: ld_14
    v8: ld_10
class ld_3(Words):
    b128 = _6
    b16 = _7
    b32 = _7
    b64 = _7
    b8 = _7
    f32 = _7
    f64 = _7
    s16 = _7
    s32 = _7
    s64 = _7
    s8 = _7
    u16 = _7
    u32 = _7
    u64 = _7
    u8 = _7
    v2: ld_15
    v4: ld_16
    v8: ld_10
class ld_4(Words):
    L2__128B: ld_17
    L2__256B: ld_17
    L2__64B: ld_17
    b128 = _8
    b16 = _9
    b32 = _9
    b64 = _9
    b8 = _9
    f32 = _9
    f64 = _9
    s16 = _9
    s32 = _9
    s64 = _9
    s8 = _9
    u16 = _9
    u32 = _9
    u64 = _9
    u8 = _9
    v2: ld_18
    v4: ld_19
    v8: ld_20
class ld_5(Words):
    L2__128B: ld_21
    L2__256B: ld_21
    L2__64B: ld_21
    L2__cache_hint: ld_22
    v4: ld_23
    v8: ld_10
class ld_6(Words):
    cluster: ld_24
    cta: ld_25
    gpu: ld_25
    sys: ld_26
class ld_7(Words):
    L2__128B: ld_27
    L2__256B: ld_28
    L2__64B: ld_27
    L2__cache_hint: ld_29
    b128 = _10
    b16 = _11
    b32 = _11
    b64 = _11
    b8 = _11
    f32 = _11
    f64 = _11
    s16 = _11
    s32 = _11
    s64 = _11
    s8 = _11
    u16 = _11
    u32 = _11
    u64 = _11
    u8 = _11
    v2: ld_30
    v4: ld_31
    v8: ld_32
class ld_8(Words):
    b128 = _1
    b16 = _12
    b32 = _12
    b64 = _12
    b8 = _12
    ca: ld_33
    cg: ld_33
    cs: ld_33
    cv: ld_33
    f32 = _12
    f64 = _12
    lu: ld_33
    s16 = _12
    s32 = _12
    s64 = _12
    s8 = _12
    u16 = _12
    u32 = _12
    u64 = _12
    u8 = _12
    v2: ld_34
    v4: ld_35
class ld_global(Words):
    L1__evict_first: ld_1
    L1__evict_last: ld_1
    L1__evict_normal: ld_1
    L1__evict_unchanged: ld_1
    L1__no_allocate: ld_1
    L2__128B: ld_2
    L2__256B: ld_3
    L2__64B: ld_2
    L2__cache_hint: ld_4
    L2__evict_first: ld_5
    L2__evict_last: ld_5
    L2__evict_normal: ld_5
    b128 = _1
    b16 = _12
    b32 = _12
    b64 = _12
    b8 = _12
    ca: ld_global_1
    cg: ld_global_1
    cs: ld_global_1
    cv: ld_7
    f32 = _12
    f64 = _12
    lu: ld_7
    nc: ld_global_nc
    s16 = _12
    s32 = _12
    s64 = _12
    s8 = _12
    u16 = _12
    u32 = _12
    u64 = _12
    u8 = _12
    v2: ld_34
    v4: ld_global_v4
    v8: ld_10
class ld_mmio(Words):
    acquire: ld_mmio_acquire
    relaxed: ld_mmio_relaxed
class ld_param_entry(Words):
    b128 = _1
    b16 = _13
    b32 = _13
    b64 = _13
    b8 = _13
    ca: ld_36
    cg: ld_36
    cs: ld_36
    cv: ld_36
    f32 = _13
    f64 = _13
    lu: ld_36
    s16 = _13
    s32 = _13
    s64 = _13
    s8 = _13
    u16 = _13
    u32 = _13
    u64 = _13
    u8 = _13
    v2: ld_param_entry_v2
    v4: ld_param_entry_v4
class ld_param_func(Words):
    b128 = _1
    b16 = _14
    b32 = _14
    b64 = _14
    b8 = _14
    ca: ld_36
    cg: ld_36
    cs: ld_36
    cv: ld_36
    f32 = _14
    f64 = _14
    lu: ld_36
    s16 = _14
    s32 = _14
    s64 = _14
    s8 = _14
    u16 = _14
    u32 = _14
    u64 = _14
    u8 = _14
    v2: ld_param_func_v2
    v4: ld_param_func_v4
class ld_proxy_readonly(Words):
    b16 = _15
    b32 = _15
    b64 = _15
    b8 = _15
    f32 = _15
    f64 = _15
    global_: ld_proxy_readonly_global
    s16 = _15
    s32 = _15
    s64 = _15
    s8 = _15
    u16 = _15
    u32 = _15
    u64 = _15
    u8 = _15
    v2: ld_proxy_readonly_1
    v4: ld_proxy_readonly_2
    v8: ld_proxy_readonly_3
class ld_9(Words):
    b128 = _16
    b16 = _17
    b32 = _17
    b64 = _17
    b8 = _17
    ca: ld_37
    cg: ld_37
    cs: ld_37
    cv: ld_37
    f32 = _17
    f64 = _17
    lu: ld_37
    s16 = _17
    s32 = _17
    s64 = _17
    s8 = _17
    u16 = _17
    u32 = _17
    u64 = _17
    u8 = _17
    v2: ld_38
    v4: ld_39
class ld_shared_cta(Words):
    b128 = _1
    b16 = _18
    b32 = _18
    b64 = _18
    b8 = _18
    ca: ld_shared_cta_1
    cg: ld_shared_cta_1
    cs: ld_shared_cta_1
    cv: ld_shared_cta_1
    f32 = _18
    f64 = _18
    lu: ld_shared_cta_1
    s16 = _18
    s32 = _18
    s64 = _18
    s8 = _18
    u16 = _18
    u32 = _18
    u64 = _18
    u8 = _18
    v2: ld_shared_cta_v2
    v4: ld_shared_cta_v4
class ld_v2(Words):
    b16 = _19
    b32 = _19
    b64 = _19
    b8 = _19
    f32 = _19
    f64 = _19
    s16 = _19
    s32 = _19
    s64 = _19
    s8 = _19
    u16 = _19
    u32 = _19
    u64 = _19
    u8 = _19
class ld_v4(Words):
    b16 = _19
    b32 = _19
    b64 = _20
    b8 = _19
    f32 = _19
    f64 = _20
    s16 = _19
    s32 = _19
    s64 = _20
    s8 = _19
    u16 = _19
    u32 = _19
    u64 = _20
    u8 = _19
class ld_10(Words):
    b32 = _20
    f32 = _20
    s32 = _20
    u32 = _20
class ld_volatile(Words):
    L2__128B: ld_volatile_1
    L2__256B: ld_volatile_2
    L2__64B: ld_volatile_1
    b128 = _21
    b16 = _22
    b32 = _22
    b64 = _22
    b8 = _22
    f32 = _22
    f64 = _22
    global_: ld_volatile_global
    local: ld_volatile_local
    s16 = _22
    s32 = _22
    s64 = _22
    s8 = _22
    shared: ld_volatile_shared
    shared__cluster: ld_volatile_shared_cluster
    shared__cta: ld_volatile_shared_cta
    u16 = _22
    u32 = _22
    u64 = _22
    u8 = _22
    v2: ld_volatile_v2
    v4: ld_volatile_v4
    v8: ld_volatile_3
class ld_weak(Words):
    L1__evict_first: ld_1
    L1__evict_last: ld_1
    L1__evict_normal: ld_1
    L1__evict_unchanged: ld_1
    L1__no_allocate: ld_1
    L2__128B: ld_2
    L2__256B: ld_3
    L2__64B: ld_2
    L2__cache_hint: ld_4
    L2__evict_first: ld_5
    L2__evict_last: ld_5
    L2__evict_normal: ld_5
    b128 = _1
    b16 = _23
    b32 = _23
    b64 = _23
    b8 = _23
    ca: ld_weak_1
    cg: ld_weak_1
    const: ld_weak_2
    cs: ld_weak_1
    cv: ld_weak_1
    f32 = _23
    f64 = _23
    global_: ld_weak_global
    local: ld_weak_2
    lu: ld_weak_1
    param: ld_weak_2
    param__entry: ld_weak_3
    param__func: ld_weak_3
    s16 = _23
    s32 = _23
    s64 = _23
    s8 = _23
    shared: ld_weak_2
    shared__cluster: ld_9
    shared__cta: ld_weak_shared_cta
    u16 = _23
    u32 = _23
    u64 = _23
    u8 = _23
    v2: ld_weak_4
    v4: ld_weak_5
    v8: ld_10
class ld_11(Words):
    b16 = _24
    b32 = _24
    b64 = _24
    b8 = _24
    f32 = _24
    f64 = _24
    s16 = _24
    s32 = _24
    s64 = _24
    s8 = _24
    u16 = _24
    u32 = _24
    u64 = _24
    u8 = _24
class ld_12(Words):
    b16 = _24
    b32 = _24
    b64 = _20
    b8 = _24
    f32 = _24
    f64 = _20
    s16 = _24
    s32 = _24
    s64 = _20
    s8 = _24
    u16 = _24
    u32 = _24
    u64 = _20
    u8 = _24
class ld_13(Words):
    b16 = _25
    b32 = _25
    b64 = _25
    b8 = _25
    f32 = _25
    f64 = _25
    s16 = _25
    s32 = _25
    s64 = _25
    s8 = _25
    u16 = _25
    u32 = _25
    u64 = _25
    u8 = _25
class ld_14(Words):
    b16 = _25
    b32 = _25
    b64 = _20
    b8 = _25
    f32 = _25
    f64 = _20
    s16 = _25
    s32 = _25
    s64 = _20
    s8 = _25
    u16 = _25
    u32 = _25
    u64 = _20
    u8 = _25
class ld_15(Words):
    b16 = _26
    b32 = _26
    b64 = _26
    b8 = _26
    f32 = _26
    f64 = _26
    s16 = _26
    s32 = _26
    s64 = _26
    s8 = _26
    u16 = _26
    u32 = _26
    u64 = _26
    u8 = _26
class ld_16(Words):
    b16 = _26
    b32 = _26
    b64 = _20
    b8 = _26
    f32 = _26
    f64 = _20
    s16 = _26
    s32 = _26
    s64 = _20
    s8 = _26
    u16 = _26
    u32 = _26
    u64 = _20
    u8 = _26
class ld_17(Words):
    b128 = _8
    b16 = _9
    b32 = _9
    b64 = _9
    b8 = _9
    f32 = _9
    f64 = _9
    s16 = _9
    s32 = _9
    s64 = _9
    s8 = _9
    u16 = _9
    u32 = _9
    u64 = _9
    u8 = _9
    v2: ld_18
    v4: ld_19
    v8: ld_20
class ld_18(Words):
    b16 = _27
    b32 = _27
    b64 = _27
    b8 = _27
    f32 = _27
    f64 = _27
    s16 = _27
    s32 = _27
    s64 = _27
    s8 = _27
    u16 = _27
    u32 = _27
    u64 = _27
    u8 = _27
class ld_19(Words):
    b16 = _27
    b32 = _27
    b64 = _28
    b8 = _27
    f32 = _27
    f64 = _28
    s16 = _27
    s32 = _27
    s64 = _28
    s8 = _27
    u16 = _27
    u32 = _27
    u64 = _28
    u8 = _27
class ld_20(Words):
    b32 = _28
    f32 = _28
    s32 = _28
    u32 = _28
class ld_21(Words):
    v4: ld_23
    v8: ld_10
class ld_22(Words):
    L2__128B: ld_40
    L2__256B: ld_40
    L2__64B: ld_40
    v4: ld_41
    v8: ld_20
class ld_23(Words):
    b64 = _20
    f64 = _20
    s64 = _20
    u64 = _20
class ld_24(Words):
    L1__evict_first: ld_42
    L1__evict_last: ld_42
    L1__evict_normal: ld_42
    L1__evict_unchanged: ld_42
    L1__no_allocate: ld_42
    L2__128B: ld_43
    L2__256B: ld_43
    L2__64B: ld_43
    L2__cache_hint: ld_44
    L2__evict_first: ld_45
    L2__evict_last: ld_45
    L2__evict_normal: ld_45
    b128 = _29
    b16 = _30
    b32 = _30
    b64 = _30
    b8 = _30
    f32 = _30
    f64 = _30
    global_: ld_46
    s16 = _30
    s32 = _30
    s64 = _30
    s8 = _30
    shared: ld_47
    shared__cluster: ld_47
    shared__cta: ld_47
    u16 = _30
    u32 = _30
    u64 = _30
    u8 = _30
    v2: ld_48
    v4: ld_49
    v8: ld_50
class ld_25(Words):
    L1__evict_first: ld_51
    L1__evict_last: ld_51
    L1__evict_normal: ld_51
    L1__evict_unchanged: ld_51
    L1__no_allocate: ld_51
    L2__128B: ld_52
    L2__256B: ld_53
    L2__64B: ld_52
    L2__cache_hint: ld_54
    L2__evict_first: ld_45
    L2__evict_last: ld_45
    L2__evict_normal: ld_45
    b128 = _31
    b16 = _32
    b32 = _32
    b64 = _32
    b8 = _32
    f32 = _32
    f64 = _32
    global_: ld_55
    s16 = _32
    s32 = _32
    s64 = _32
    s8 = _32
    shared: ld_56
    shared__cluster: ld_47
    shared__cta: ld_57
    u16 = _32
    u32 = _32
    u64 = _32
    u8 = _32
    v2: ld_58
    v4: ld_59
    v8: ld_50
class ld_26(Words):
    L1__evict_first: ld_60
    L1__evict_last: ld_60
    L1__evict_normal: ld_60
    L1__evict_unchanged: ld_60
    L1__no_allocate: ld_60
    L2__128B: ld_61
    L2__256B: ld_62
    L2__64B: ld_61
    L2__cache_hint: ld_63
    L2__evict_first: ld_45
    L2__evict_last: ld_45
    L2__evict_normal: ld_45
    b128 = _33
    b16 = _32
    b32 = _32
    b64 = _32
    b8 = _32
    f32 = _32
    f64 = _32
    global_: ld_64
    s16 = _32
    s32 = _32
    s64 = _32
    s8 = _32
    shared: ld_65
    shared__cluster: ld_66
    shared__cta: ld_67
    u16 = _32
    u32 = _32
    u64 = _32
    u8 = _32
    v2: ld_58
    v4: ld_59
    v8: ld_50
class ld_27(Words):
    b128 = _34
    b16 = _35
    b32 = _35
    b64 = _35
    b8 = _35
    f32 = _35
    f64 = _35
    s16 = _35
    s32 = _35
    s64 = _35
    s8 = _35
    u16 = _35
    u32 = _35
    u64 = _35
    u8 = _35
    v2: ld_68
    v4: ld_69
    v8: ld_32
class ld_28(Words):
    b128 = _36
    b16 = _37
    b32 = _37
    b64 = _37
    b8 = _37
    f32 = _37
    f64 = _37
    s16 = _37
    s32 = _37
    s64 = _37
    s8 = _37
    u16 = _37
    u32 = _37
    u64 = _37
    u8 = _37
    v2: ld_70
    v4: ld_71
    v8: ld_32
class ld_29(Words):
    L2__128B: ld_72
    L2__256B: ld_72
    L2__64B: ld_72
    b128 = _38
    b16 = _39
    b32 = _39
    b64 = _39
    b8 = _39
    f32 = _39
    f64 = _39
    s16 = _39
    s32 = _39
    s64 = _39
    s8 = _39
    u16 = _39
    u32 = _39
    u64 = _39
    u8 = _39
    v2: ld_73
    v4: ld_74
    v8: ld_75
class ld_30(Words):
    b16 = _40
    b32 = _40
    b64 = _40
    b8 = _40
    f32 = _40
    f64 = _40
    s16 = _40
    s32 = _40
    s64 = _40
    s8 = _40
    u16 = _40
    u32 = _40
    u64 = _40
    u8 = _40
class ld_31(Words):
    b16 = _40
    b32 = _40
    b64 = _41
    b8 = _40
    f32 = _40
    f64 = _41
    s16 = _40
    s32 = _40
    s64 = _41
    s8 = _40
    u16 = _40
    u32 = _40
    u64 = _41
    u8 = _40
class ld_32(Words):
    b32 = _41
    f32 = _41
    s32 = _41
    u32 = _41
class ld_33(Words):
    b128 = _10
    b16 = _11
    b32 = _11
    b64 = _11
    b8 = _11
    f32 = _11
    f64 = _11
    s16 = _11
    s32 = _11
    s64 = _11
    s8 = _11
    u16 = _11
    u32 = _11
    u64 = _11
    u8 = _11
    v2: ld_30
    v4: ld_76
class ld_34(Words):
    b16 = _42
    b32 = _42
    b64 = _42
    b8 = _42
    f32 = _42
    f64 = _42
    s16 = _42
    s32 = _42
    s64 = _42
    s8 = _42
    u16 = _42
    u32 = _42
    u64 = _42
    u8 = _42
class ld_35(Words):
    b16 = _42
    b32 = _42
    b8 = _42
    f32 = _42
    s16 = _42
    s32 = _42
    s8 = _42
    u16 = _42
    u32 = _42
    u8 = _42
class ld_global_1(Words):
    L2__128B: ld_27
    L2__256B: ld_28
    L2__64B: ld_27
    L2__cache_hint: ld_29
    b128 = _10
    b16 = _11
    b32 = _11
    b64 = _11
    b8 = _11
    f32 = _11
    f64 = _11
    nc: ld_global_2
    s16 = _11
    s32 = _11
    s64 = _11
    s8 = _11
    u16 = _11
    u32 = _11
    u64 = _11
    u8 = _11
    v2: ld_30
    v4: ld_31
    v8: ld_32
class ld_global_nc(Words):
    L1__evict_first: ld_global_nc_1
    L1__evict_last: ld_global_nc_1
    L1__evict_normal: ld_global_nc_1
    L1__evict_unchanged: ld_global_nc_1
    L1__no_allocate: ld_global_nc_1
    L2__128B: ld_global_nc_2
    L2__256B: ld_global_nc_3
    L2__64B: ld_global_nc_2
    L2__cache_hint: ld_global_nc_4
    L2__evict_first: ld_global_nc_5
    L2__evict_last: ld_global_nc_5
    L2__evict_normal: ld_global_nc_5
    b128 = _43
    b16 = _44
    b32 = _44
    b64 = _44
    b8 = _44
    f32 = _44
    f64 = _44
    s16 = _44
    s32 = _44
    s64 = _44
    s8 = _44
    u16 = _44
    u32 = _44
    u64 = _44
    u8 = _44
    v2: ld_global_nc_v2
    v4: ld_global_nc_v4
    v8: ld_global_nc_6
class ld_global_v4(Words):
    b16 = _42
    b32 = _42
    b64 = _20
    b8 = _42
    f32 = _42
    f64 = _20
    s16 = _42
    s32 = _42
    s64 = _20
    s8 = _42
    u16 = _42
    u32 = _42
    u64 = _20
    u8 = _42
class ld_mmio_acquire(Words):
    sys: ld_mmio_acquire_sys
class ld_mmio_relaxed(Words):
    sys: ld_mmio_relaxed_sys
class ld_36(Words):
    b128 = _10
    b16 = _45
    b32 = _45
    b64 = _45
    b8 = _45
    f32 = _45
    f64 = _45
    s16 = _45
    s32 = _45
    s64 = _45
    s8 = _45
    u16 = _45
    u32 = _45
    u64 = _45
    u8 = _45
    v2: ld_77
    v4: ld_78
class ld_param_entry_v2(Words):
    b16 = _46
    b32 = _46
    b64 = _46
    b8 = _46
    f32 = _46
    f64 = _46
    s16 = _46
    s32 = _46
    s64 = _46
    s8 = _46
    u16 = _46
    u32 = _46
    u64 = _46
    u8 = _46
class ld_param_entry_v4(Words):
    b16 = _46
    b32 = _46
    b8 = _46
    f32 = _46
    s16 = _46
    s32 = _46
    s8 = _46
    u16 = _46
    u32 = _46
    u8 = _46
class ld_param_func_v2(Words):
    b16 = _47
    b32 = _47
    b64 = _47
    b8 = _47
    f32 = _47
    f64 = _47
    s16 = _47
    s32 = _47
    s64 = _47
    s8 = _47
    u16 = _47
    u32 = _47
    u64 = _47
    u8 = _47
class ld_param_func_v4(Words):
    b16 = _47
    b32 = _47
    b8 = _47
    f32 = _47
    s16 = _47
    s32 = _47
    s8 = _47
    u16 = _47
    u32 = _47
    u8 = _47
class ld_proxy_readonly_global(Words):
    b16 = _15
    b32 = _15
    b64 = _15
    b8 = _15
    f32 = _15
    f64 = _15
    s16 = _15
    s32 = _15
    s64 = _15
    s8 = _15
    u16 = _15
    u32 = _15
    u64 = _15
    u8 = _15
    v2: ld_proxy_readonly_1
    v4: ld_proxy_readonly_2
    v8: ld_proxy_readonly_3
class ld_proxy_readonly_1(Words):
    b16 = _48
    b32 = _48
    b64 = _48
    b8 = _48
    f32 = _48
    f64 = _48
    s16 = _48
    s32 = _48
    s64 = _48
    s8 = _48
    u16 = _48
    u32 = _48
    u64 = _48
    u8 = _48
class ld_proxy_readonly_2(Words):
    b16 = _48
    b32 = _48
    b64 = _49
    b8 = _48
    f32 = _48
    f64 = _49
    s16 = _48
    s32 = _48
    s64 = _49
    s8 = _48
    u16 = _48
    u32 = _48
    u64 = _49
    u8 = _48
class ld_proxy_readonly_3(Words):
    b32 = _49
    f32 = _49
    s32 = _49
    u32 = _49
class ld_37(Words):
    b128 = _50
    b16 = _51
    b32 = _51
    b64 = _51
    b8 = _51
    f32 = _51
    f64 = _51
    s16 = _51
    s32 = _51
    s64 = _51
    s8 = _51
    u16 = _51
    u32 = _51
    u64 = _51
    u8 = _51
    v2: ld_79
    v4: ld_80
class ld_38(Words):
    b16 = _52
    b32 = _52
    b64 = _52
    b8 = _52
    f32 = _52
    f64 = _52
    s16 = _52
    s32 = _52
    s64 = _52
    s8 = _52
    u16 = _52
    u32 = _52
    u64 = _52
    u8 = _52
class ld_39(Words):
    b16 = _52
    b32 = _52
    b8 = _52
    f32 = _52
    s16 = _52
    s32 = _52
    s8 = _52
    u16 = _52
    u32 = _52
    u8 = _52
class ld_shared_cta_1(Words):
    b128 = _10
    b16 = _53
    b32 = _53
    b64 = _53
    b8 = _53
    f32 = _53
    f64 = _53
    s16 = _53
    s32 = _53
    s64 = _53
    s8 = _53
    u16 = _53
    u32 = _53
    u64 = _53
    u8 = _53
    v2: ld_shared_cta_2
    v4: ld_shared_cta_3
class ld_shared_cta_v2(Words):
    b16 = _54
    b32 = _54
    b64 = _54
    b8 = _54
    f32 = _54
    f64 = _54
    s16 = _54
    s32 = _54
    s64 = _54
    s8 = _54
    u16 = _54
    u32 = _54
    u64 = _54
    u8 = _54
class ld_shared_cta_v4(Words):
    b16 = _54
    b32 = _54
    b8 = _54
    f32 = _54
    s16 = _54
    s32 = _54
    s8 = _54
    u16 = _54
    u32 = _54
    u8 = _54
class ld_volatile_1(Words):
    b128 = _55
    b16 = _56
    b32 = _56
    b64 = _56
    b8 = _56
    f32 = _56
    f64 = _56
    s16 = _56
    s32 = _56
    s64 = _56
    s8 = _56
    u16 = _56
    u32 = _56
    u64 = _56
    u8 = _56
    v2: ld_volatile_4
    v4: ld_volatile_5
    v8: ld_volatile_3
class ld_volatile_2(Words):
    b128 = _57
    b16 = _58
    b32 = _58
    b64 = _58
    b8 = _58
    f32 = _58
    f64 = _58
    s16 = _58
    s32 = _58
    s64 = _58
    s8 = _58
    u16 = _58
    u32 = _58
    u64 = _58
    u8 = _58
    v2: ld_volatile_6
    v4: ld_volatile_7
    v8: ld_volatile_3
class ld_volatile_global(Words):
    L2__128B: ld_volatile_1
    L2__256B: ld_volatile_2
    L2__64B: ld_volatile_1
    b128 = _21
    b16 = _59
    b32 = _59
    b64 = _59
    b8 = _59
    f32 = _59
    f64 = _59
    s16 = _59
    s32 = _59
    s64 = _59
    s8 = _59
    u16 = _59
    u32 = _59
    u64 = _59
    u8 = _59
    v2: ld_volatile_8
    v4: ld_volatile_global_v4
    v8: ld_volatile_3
class ld_volatile_local(Words):
    b128 = _60
    b16 = _61
    b32 = _61
    b64 = _61
    b8 = _61
    f32 = _61
    f64 = _61
    s16 = _61
    s32 = _61
    s64 = _61
    s8 = _61
    u16 = _61
    u32 = _61
    u64 = _61
    u8 = _61
    v2: ld_volatile_local_v2
    v4: ld_volatile_local_v4
class ld_volatile_shared(Words):
    b128 = _21
    b16 = _59
    b32 = _59
    b64 = _59
    b8 = _59
    f32 = _59
    f64 = _59
    s16 = _59
    s32 = _59
    s64 = _59
    s8 = _59
    u16 = _59
    u32 = _59
    u64 = _59
    u8 = _59
    v2: ld_volatile_8
    v4: ld_volatile_shared_v4
class ld_volatile_shared_cluster(Words):
    b128 = _62
    b16 = _63
    b32 = _63
    b64 = _63
    b8 = _63
    f32 = _63
    f64 = _63
    s16 = _63
    s32 = _63
    s64 = _63
    s8 = _63
    u16 = _63
    u32 = _63
    u64 = _63
    u8 = _63
    v2: ld_volatile_shared_cluster_v2
    v4: ld_volatile_shared_cluster_v4
class ld_volatile_shared_cta(Words):
    b128 = _21
    b16 = _64
    b32 = _64
    b64 = _64
    b8 = _64
    f32 = _64
    f64 = _64
    s16 = _64
    s32 = _64
    s64 = _64
    s8 = _64
    u16 = _64
    u32 = _64
    u64 = _64
    u8 = _64
    v2: ld_volatile_shared_cta_v2
    v4: ld_volatile_shared_cta_v4
class ld_volatile_v2(Words):
    b16 = _65
    b32 = _65
    b64 = _65
    b8 = _65
    f32 = _65
    f64 = _65
    s16 = _65
    s32 = _65
    s64 = _65
    s8 = _65
    u16 = _65
    u32 = _65
    u64 = _65
    u8 = _65
class ld_volatile_v4(Words):
    b16 = _65
    b32 = _65
    b64 = _66
    b8 = _65
    f32 = _65
    f64 = _66
    s16 = _65
    s32 = _65
    s64 = _66
    s8 = _65
    u16 = _65
    u32 = _65
    u64 = _66
    u8 = _65
class ld_volatile_3(Words):
    b32 = _66
    f32 = _66
    s32 = _66
    u32 = _66
class ld_weak_1(Words):
    L2__128B: ld_27
    L2__256B: ld_28
    L2__64B: ld_27
    L2__cache_hint: ld_29
    b128 = _10
    b16 = _67
    b32 = _67
    b64 = _67
    b8 = _67
    f32 = _67
    f64 = _67
    s16 = _67
    s32 = _67
    s64 = _67
    s8 = _67
    u16 = _67
    u32 = _67
    u64 = _67
    u8 = _67
    v2: ld_weak_6
    v4: ld_weak_7
    v8: ld_32
class ld_weak_2(Words):
    b128 = _1
    b16 = _23
    b32 = _23
    b64 = _23
    b8 = _23
    ca: ld_weak_8
    cg: ld_weak_8
    cs: ld_weak_8
    cv: ld_weak_8
    f32 = _23
    f64 = _23
    lu: ld_weak_8
    s16 = _23
    s32 = _23
    s64 = _23
    s8 = _23
    u16 = _23
    u32 = _23
    u64 = _23
    u8 = _23
    v2: ld_weak_4
    v4: ld_weak_9
class ld_weak_global(Words):
    L1__evict_first: ld_1
    L1__evict_last: ld_1
    L1__evict_normal: ld_1
    L1__evict_unchanged: ld_1
    L1__no_allocate: ld_1
    L2__128B: ld_2
    L2__256B: ld_3
    L2__64B: ld_2
    L2__cache_hint: ld_4
    L2__evict_first: ld_5
    L2__evict_last: ld_5
    L2__evict_normal: ld_5
    b128 = _1
    b16 = _23
    b32 = _23
    b64 = _23
    b8 = _23
    ca: ld_weak_1
    cg: ld_weak_1
    cs: ld_weak_1
    cv: ld_weak_1
    f32 = _23
    f64 = _23
    lu: ld_weak_1
    s16 = _23
    s32 = _23
    s64 = _23
    s8 = _23
    u16 = _23
    u32 = _23
    u64 = _23
    u8 = _23
    v2: ld_weak_4
    v4: ld_weak_5
    v8: ld_10
class ld_weak_3(Words):
    b128 = _1
    b16 = _1
    b32 = _1
    b64 = _1
    b8 = _1
    ca: ld_weak_10
    cg: ld_weak_10
    cs: ld_weak_10
    cv: ld_weak_10
    f32 = _1
    f64 = _1
    lu: ld_weak_10
    s16 = _1
    s32 = _1
    s64 = _1
    s8 = _1
    u16 = _1
    u32 = _1
    u64 = _1
    u8 = _1
    v2: ld_weak_11
    v4: ld_weak_12
class ld_weak_shared_cta(Words):
    b128 = _1
    b16 = _68
    b32 = _68
    b64 = _68
    b8 = _68
    ca: ld_weak_shared_cta_1
    cg: ld_weak_shared_cta_1
    cs: ld_weak_shared_cta_1
    cv: ld_weak_shared_cta_1
    f32 = _68
    f64 = _68
    lu: ld_weak_shared_cta_1
    s16 = _68
    s32 = _68
    s64 = _68
    s8 = _68
    u16 = _68
    u32 = _68
    u64 = _68
    u8 = _68
    v2: ld_weak_shared_cta_v2
    v4: ld_weak_shared_cta_v4
class ld_weak_4(Words):
    b16 = _69
    b32 = _69
    b64 = _69
    b8 = _69
    f32 = _69
    f64 = _69
    s16 = _69
    s32 = _69
    s64 = _69
    s8 = _69
    u16 = _69
    u32 = _69
    u64 = _69
    u8 = _69
class ld_weak_5(Words):
    b16 = _69
    b32 = _69
    b64 = _20
    b8 = _69
    f32 = _69
    f64 = _20
    s16 = _69
    s32 = _69
    s64 = _20
    s8 = _69
    u16 = _69
    u32 = _69
    u64 = _20
    u8 = _69
class ld_40(Words):
    v4: ld_41
    v8: ld_20
class ld_41(Words):
    b64 = _28
    f64 = _28
    s64 = _28
    u64 = _28
class ld_42(Words):
    L2__128B: ld_43
    L2__256B: ld_43
    L2__64B: ld_43
    L2__cache_hint: ld_44
    L2__evict_first: ld_45
    L2__evict_last: ld_45
    L2__evict_normal: ld_45
    b128 = _29
    b16 = _30
    b32 = _30
    b64 = _30
    b8 = _30
    f32 = _30
    f64 = _30
    s16 = _30
    s32 = _30
    s64 = _30
    s8 = _30
    u16 = _30
    u32 = _30
    u64 = _30
    u8 = _30
    v2: ld_48
    v4: ld_49
    v8: ld_50
class ld_43(Words):
    b128 = _29
    b16 = _30
    b32 = _30
    b64 = _30
    b8 = _30
    f32 = _30
    f64 = _30
    s16 = _30
    s32 = _30
    s64 = _30
    s8 = _30
    u16 = _30
    u32 = _30
    u64 = _30
    u8 = _30
    v2: ld_48
    v4: ld_49
    v8: ld_50
class ld_44(Words):
    L2__128B: ld_81
    L2__256B: ld_81
    L2__64B: ld_81
    b128 = _70
    b16 = _71
    b32 = _71
    b64 = _71
    b8 = _71
    f32 = _71
    f64 = _71
    s16 = _71
    s32 = _71
    s64 = _71
    s8 = _71
    u16 = _71
    u32 = _71
    u64 = _71
    u8 = _71
    v2: ld_82
    v4: ld_83
    v8: ld_84
class ld_45(Words):
    L2__128B: ld_85
    L2__256B: ld_85
    L2__64B: ld_85
    L2__cache_hint: ld_86
    v4: ld_87
    v8: ld_50
class ld_46(Words):
    L1__evict_first: ld_42
    L1__evict_last: ld_42
    L1__evict_normal: ld_42
    L1__evict_unchanged: ld_42
    L1__no_allocate: ld_42
    L2__128B: ld_43
    L2__256B: ld_43
    L2__64B: ld_43
    L2__cache_hint: ld_44
    L2__evict_first: ld_45
    L2__evict_last: ld_45
    L2__evict_normal: ld_45
    b128 = _29
    b16 = _30
    b32 = _30
    b64 = _30
    b8 = _30
    f32 = _30
    f64 = _30
    s16 = _30
    s32 = _30
    s64 = _30
    s8 = _30
    u16 = _30
    u32 = _30
    u64 = _30
    u8 = _30
    v2: ld_48
    v4: ld_49
    v8: ld_50
class ld_47(Words):
    b128 = _29
    b16 = _30
    b32 = _30
    b64 = _30
    b8 = _30
    f32 = _30
    f64 = _30
    s16 = _30
    s32 = _30
    s64 = _30
    s8 = _30
    u16 = _30
    u32 = _30
    u64 = _30
    u8 = _30
    v2: ld_48
    v4: ld_88
class ld_48(Words):
    b16 = _72
    b32 = _72
    b64 = _72
    b8 = _72
    f32 = _72
    f64 = _72
    s16 = _72
    s32 = _72
    s64 = _72
    s8 = _72
    u16 = _72
    u32 = _72
    u64 = _72
    u8 = _72
class ld_49(Words):
    b16 = _72
    b32 = _72
    b64 = _73
    b8 = _72
    f32 = _72
    f64 = _73
    s16 = _72
    s32 = _72
    s64 = _73
    s8 = _72
    u16 = _72
    u32 = _72
    u64 = _73
    u8 = _72
class ld_50(Words):
    b32 = _73
    f32 = _73
    s32 = _73
    u32 = _73
class ld_51(Words):
    L2__128B: ld_52
    L2__256B: ld_53
    L2__64B: ld_52
    L2__cache_hint: ld_54
    L2__evict_first: ld_45
    L2__evict_last: ld_45
    L2__evict_normal: ld_45
    b128 = _31
    b16 = _74
    b32 = _74
    b64 = _74
    b8 = _74
    f32 = _74
    f64 = _74
    s16 = _74
    s32 = _74
    s64 = _74
    s8 = _74
    u16 = _74
    u32 = _74
    u64 = _74
    u8 = _74
    v2: ld_89
    v4: ld_90
    v8: ld_50
class ld_52(Words):
    b128 = _75
    b16 = _76
    b32 = _76
    b64 = _76
    b8 = _76
    f32 = _76
    f64 = _76
    s16 = _76
    s32 = _76
    s64 = _76
    s8 = _76
    u16 = _76
    u32 = _76
    u64 = _76
    u8 = _76
    v2: ld_91
    v4: ld_92
    v8: ld_50
class ld_53(Words):
    b128 = _77
    b16 = _78
    b32 = _78
    b64 = _78
    b8 = _78
    f32 = _78
    f64 = _78
    s16 = _78
    s32 = _78
    s64 = _78
    s8 = _78
    u16 = _78
    u32 = _78
    u64 = _78
    u8 = _78
    v2: ld_93
    v4: ld_94
    v8: ld_50
class ld_54(Words):
    L2__128B: ld_95
    L2__256B: ld_95
    L2__64B: ld_95
    b128 = _79
    b16 = _80
    b32 = _80
    b64 = _80
    b8 = _80
    f32 = _80
    f64 = _80
    s16 = _80
    s32 = _80
    s64 = _80
    s8 = _80
    u16 = _80
    u32 = _80
    u64 = _80
    u8 = _80
    v2: ld_96
    v4: ld_97
    v8: ld_84
class ld_55(Words):
    L1__evict_first: ld_51
    L1__evict_last: ld_51
    L1__evict_normal: ld_51
    L1__evict_unchanged: ld_51
    L1__no_allocate: ld_51
    L2__128B: ld_52
    L2__256B: ld_53
    L2__64B: ld_52
    L2__cache_hint: ld_54
    L2__evict_first: ld_45
    L2__evict_last: ld_45
    L2__evict_normal: ld_45
    b128 = _31
    b16 = _32
    b32 = _32
    b64 = _32
    b8 = _32
    f32 = _32
    f64 = _32
    s16 = _32
    s32 = _32
    s64 = _32
    s8 = _32
    u16 = _32
    u32 = _32
    u64 = _32
    u8 = _32
    v2: ld_58
    v4: ld_59
    v8: ld_50
class ld_56(Words):
    b128 = _31
    b16 = _32
    b32 = _32
    b64 = _32
    b8 = _32
    f32 = _32
    f64 = _32
    s16 = _32
    s32 = _32
    s64 = _32
    s8 = _32
    u16 = _32
    u32 = _32
    u64 = _32
    u8 = _32
    v2: ld_58
    v4: ld_98
class ld_57(Words):
    b128 = _31
    b16 = _81
    b32 = _81
    b64 = _81
    b8 = _81
    f32 = _81
    f64 = _81
    s16 = _81
    s32 = _81
    s64 = _81
    s8 = _81
    u16 = _81
    u32 = _81
    u64 = _81
    u8 = _81
    v2: ld_99
    v4: ld_100
class ld_58(Words):
    b16 = _82
    b32 = _82
    b64 = _82
    b8 = _82
    f32 = _82
    f64 = _82
    s16 = _82
    s32 = _82
    s64 = _82
    s8 = _82
    u16 = _82
    u32 = _82
    u64 = _82
    u8 = _82
class ld_59(Words):
    b16 = _82
    b32 = _82
    b64 = _73
    b8 = _82
    f32 = _82
    f64 = _73
    s16 = _82
    s32 = _82
    s64 = _73
    s8 = _82
    u16 = _82
    u32 = _82
    u64 = _73
    u8 = _82
class ld_60(Words):
    L2__128B: ld_61
    L2__256B: ld_62
    L2__64B: ld_61
    L2__cache_hint: ld_63
    L2__evict_first: ld_45
    L2__evict_last: ld_45
    L2__evict_normal: ld_45
    b128 = _33
    b16 = _74
    b32 = _74
    b64 = _74
    b8 = _74
    f32 = _74
    f64 = _74
    s16 = _74
    s32 = _74
    s64 = _74
    s8 = _74
    u16 = _74
    u32 = _74
    u64 = _74
    u8 = _74
    v2: ld_89
    v4: ld_90
    v8: ld_50
class ld_61(Words):
    b128 = _83
    b16 = _76
    b32 = _76
    b64 = _76
    b8 = _76
    f32 = _76
    f64 = _76
    s16 = _76
    s32 = _76
    s64 = _76
    s8 = _76
    u16 = _76
    u32 = _76
    u64 = _76
    u8 = _76
    v2: ld_91
    v4: ld_92
    v8: ld_50
class ld_62(Words):
    b128 = _84
    b16 = _78
    b32 = _78
    b64 = _78
    b8 = _78
    f32 = _78
    f64 = _78
    s16 = _78
    s32 = _78
    s64 = _78
    s8 = _78
    u16 = _78
    u32 = _78
    u64 = _78
    u8 = _78
    v2: ld_93
    v4: ld_94
    v8: ld_50
class ld_63(Words):
    L2__128B: ld_101
    L2__256B: ld_101
    L2__64B: ld_101
    b128 = _85
    b16 = _80
    b32 = _80
    b64 = _80
    b8 = _80
    f32 = _80
    f64 = _80
    s16 = _80
    s32 = _80
    s64 = _80
    s8 = _80
    u16 = _80
    u32 = _80
    u64 = _80
    u8 = _80
    v2: ld_96
    v4: ld_97
    v8: ld_84
class ld_64(Words):
    L1__evict_first: ld_60
    L1__evict_last: ld_60
    L1__evict_normal: ld_60
    L1__evict_unchanged: ld_60
    L1__no_allocate: ld_60
    L2__128B: ld_61
    L2__256B: ld_62
    L2__64B: ld_61
    L2__cache_hint: ld_63
    L2__evict_first: ld_45
    L2__evict_last: ld_45
    L2__evict_normal: ld_45
    b128 = _33
    b16 = _32
    b32 = _32
    b64 = _32
    b8 = _32
    f32 = _32
    f64 = _32
    s16 = _32
    s32 = _32
    s64 = _32
    s8 = _32
    u16 = _32
    u32 = _32
    u64 = _32
    u8 = _32
    v2: ld_58
    v4: ld_59
    v8: ld_50
class ld_65(Words):
    b128 = _33
    b16 = _32
    b32 = _32
    b64 = _32
    b8 = _32
    f32 = _32
    f64 = _32
    s16 = _32
    s32 = _32
    s64 = _32
    s8 = _32
    u16 = _32
    u32 = _32
    u64 = _32
    u8 = _32
    v2: ld_58
    v4: ld_98
class ld_66(Words):
    b128 = _86
    b16 = _30
    b32 = _30
    b64 = _30
    b8 = _30
    f32 = _30
    f64 = _30
    s16 = _30
    s32 = _30
    s64 = _30
    s8 = _30
    u16 = _30
    u32 = _30
    u64 = _30
    u8 = _30
    v2: ld_48
    v4: ld_88
class ld_67(Words):
    b128 = _33
    b16 = _81
    b32 = _81
    b64 = _81
    b8 = _81
    f32 = _81
    f64 = _81
    s16 = _81
    s32 = _81
    s64 = _81
    s8 = _81
    u16 = _81
    u32 = _81
    u64 = _81
    u8 = _81
    v2: ld_99
    v4: ld_100
class ld_68(Words):
    b16 = _87
    b32 = _87
    b64 = _87
    b8 = _87
    f32 = _87
    f64 = _87
    s16 = _87
    s32 = _87
    s64 = _87
    s8 = _87
    u16 = _87
    u32 = _87
    u64 = _87
    u8 = _87
class ld_69(Words):
    b16 = _87
    b32 = _87
    b64 = _41
    b8 = _87
    f32 = _87
    f64 = _41
    s16 = _87
    s32 = _87
    s64 = _41
    s8 = _87
    u16 = _87
    u32 = _87
    u64 = _41
    u8 = _87
class ld_70(Words):
    b16 = _88
    b32 = _88
    b64 = _88
    b8 = _88
    f32 = _88
    f64 = _88
    s16 = _88
    s32 = _88
    s64 = _88
    s8 = _88
    u16 = _88
    u32 = _88
    u64 = _88
    u8 = _88
class ld_71(Words):
    b16 = _88
    b32 = _88
    b64 = _41
    b8 = _88
    f32 = _88
    f64 = _41
    s16 = _88
    s32 = _88
    s64 = _41
    s8 = _88
    u16 = _88
    u32 = _88
    u64 = _41
    u8 = _88
class ld_72(Words):
    b128 = _38
    b16 = _39
    b32 = _39
    b64 = _39
    b8 = _39
    f32 = _39
    f64 = _39
    s16 = _39
    s32 = _39
    s64 = _39
    s8 = _39
    u16 = _39
    u32 = _39
    u64 = _39
    u8 = _39
    v2: ld_73
    v4: ld_74
    v8: ld_75
class ld_73(Words):
    b16 = _89
    b32 = _89
    b64 = _89
    b8 = _89
    f32 = _89
    f64 = _89
    s16 = _89
    s32 = _89
    s64 = _89
    s8 = _89
    u16 = _89
    u32 = _89
    u64 = _89
    u8 = _89
class ld_74(Words):
    b16 = _89
    b32 = _89
    b64 = _90
    b8 = _89
    f32 = _89
    f64 = _90
    s16 = _89
    s32 = _89
    s64 = _90
    s8 = _89
    u16 = _89
    u32 = _89
    u64 = _90
    u8 = _89
class ld_75(Words):
    b32 = _90
    f32 = _90
    s32 = _90
    u32 = _90
class ld_76(Words):
    b16 = _40
    b32 = _40
    b8 = _40
    f32 = _40
    s16 = _40
    s32 = _40
    s8 = _40
    u16 = _40
    u32 = _40
    u8 = _40
class ld_global_2(Words):
    L2__128B: ld_global_3
    L2__256B: ld_global_4
    L2__64B: ld_global_3
    L2__cache_hint: ld_global_5
    b128 = _91
    b16 = _92
    b32 = _92
    b64 = _92
    b8 = _92
    f32 = _92
    f64 = _92
    s16 = _92
    s32 = _92
    s64 = _92
    s8 = _92
    u16 = _92
    u32 = _92
    u64 = _92
    u8 = _92
    v2: ld_global_6
    v4: ld_global_7
    v8: ld_global_8
class ld_global_nc_1(Words):
    L2__128B: ld_global_nc_2
    L2__256B: ld_global_nc_3
    L2__64B: ld_global_nc_2
    L2__cache_hint: ld_global_nc_4
    L2__evict_first: ld_global_nc_5
    L2__evict_last: ld_global_nc_5
    L2__evict_normal: ld_global_nc_5
    b128 = _43
    b16 = _93
    b32 = _93
    b64 = _93
    b8 = _93
    f32 = _93
    f64 = _93
    s16 = _93
    s32 = _93
    s64 = _93
    s8 = _93
    u16 = _93
    u32 = _93
    u64 = _93
    u8 = _93
    v2: ld_global_nc_7
    v4: ld_global_nc_8
    v8: ld_global_nc_6
class ld_global_nc_2(Words):
    b128 = _94
    b16 = _95
    b32 = _95
    b64 = _95
    b8 = _95
    f32 = _95
    f64 = _95
    s16 = _95
    s32 = _95
    s64 = _95
    s8 = _95
    u16 = _95
    u32 = _95
    u64 = _95
    u8 = _95
    v2: ld_global_nc_9
    v4: ld_global_nc_10
    v8: ld_global_nc_6
class ld_global_nc_3(Words):
    b128 = _96
    b16 = _97
    b32 = _97
    b64 = _97
    b8 = _97
    f32 = _97
    f64 = _97
    s16 = _97
    s32 = _97
    s64 = _97
    s8 = _97
    u16 = _97
    u32 = _97
    u64 = _97
    u8 = _97
    v2: ld_global_nc_11
    v4: ld_global_nc_12
    v8: ld_global_nc_6
class ld_global_nc_4(Words):
    L2__128B: ld_global_nc_13
    L2__256B: ld_global_nc_13
    L2__64B: ld_global_nc_13
    b128 = _98
    b16 = _99
    b32 = _99
    b64 = _99
    b8 = _99
    f32 = _99
    f64 = _99
    s16 = _99
    s32 = _99
    s64 = _99
    s8 = _99
    u16 = _99
    u32 = _99
    u64 = _99
    u8 = _99
    v2: ld_global_nc_14
    v4: ld_global_nc_15
    v8: ld_global_nc_16
class ld_global_nc_5(Words):
    L2__128B: ld_global_nc_17
    L2__256B: ld_global_nc_17
    L2__64B: ld_global_nc_17
    L2__cache_hint: ld_global_nc_18
    v4: ld_global_nc_19
    v8: ld_global_nc_6
class ld_global_nc_v2(Words):
    b16 = _100
    b32 = _100
    b64 = _100
    b8 = _100
    f32 = _100
    f64 = _100
    s16 = _100
    s32 = _100
    s64 = _100
    s8 = _100
    u16 = _100
    u32 = _100
    u64 = _100
    u8 = _100
class ld_global_nc_v4(Words):
    b16 = _100
    b32 = _100
    b64 = _101
    b8 = _100
    f32 = _100
    f64 = _101
    s16 = _100
    s32 = _100
    s64 = _101
    s8 = _100
    u16 = _100
    u32 = _100
    u64 = _101
    u8 = _100
class ld_global_nc_6(Words):
    b32 = _101
    f32 = _101
    s32 = _101
    u32 = _101
class ld_mmio_acquire_sys(Words):
    b128 = _102
    b16 = _102
    b32 = _102
    b64 = _102
    b8 = _102
    f32 = _102
    f64 = _102
    global_: ld_mmio_acquire_sys_global
    s16 = _102
    s32 = _102
    s64 = _102
    s8 = _102
    u16 = _102
    u32 = _102
    u64 = _102
    u8 = _102
class ld_mmio_relaxed_sys(Words):
    b128 = _103
    b16 = _104
    b32 = _104
    b64 = _104
    b8 = _104
    f32 = _104
    f64 = _104
    global_: ld_mmio_relaxed_sys_global
    s16 = _104
    s32 = _104
    s64 = _104
    s8 = _104
    u16 = _104
    u32 = _104
    u64 = _104
    u8 = _104
class ld_77(Words):
    b16 = _105
    b32 = _105
    b64 = _105
    b8 = _105
    f32 = _105
    f64 = _105
    s16 = _105
    s32 = _105
    s64 = _105
    s8 = _105
    u16 = _105
    u32 = _105
    u64 = _105
    u8 = _105
class ld_78(Words):
    b16 = _105
    b32 = _105
    b8 = _105
    f32 = _105
    s16 = _105
    s32 = _105
    s8 = _105
    u16 = _105
    u32 = _105
    u8 = _105
class ld_79(Words):
    b16 = _106
    b32 = _106
    b64 = _106
    b8 = _106
    f32 = _106
    f64 = _106
    s16 = _106
    s32 = _106
    s64 = _106
    s8 = _106
    u16 = _106
    u32 = _106
    u64 = _106
    u8 = _106
class ld_80(Words):
    b16 = _106
    b32 = _106
    b8 = _106
    f32 = _106
    s16 = _106
    s32 = _106
    s8 = _106
    u16 = _106
    u32 = _106
    u8 = _106
class ld_shared_cta_2(Words):
    b16 = _107
    b32 = _107
    b64 = _107
    b8 = _107
    f32 = _107
    f64 = _107
    s16 = _107
    s32 = _107
    s64 = _107
    s8 = _107
    u16 = _107
    u32 = _107
    u64 = _107
    u8 = _107
class ld_shared_cta_3(Words):
    b16 = _107
    b32 = _107
    b8 = _107
    f32 = _107
    s16 = _107
    s32 = _107
    s8 = _107
    u16 = _107
    u32 = _107
    u8 = _107
class ld_volatile_4(Words):
    b16 = _108
    b32 = _108
    b64 = _108
    b8 = _108
    f32 = _108
    f64 = _108
    s16 = _108
    s32 = _108
    s64 = _108
    s8 = _108
    u16 = _108
    u32 = _108
    u64 = _108
    u8 = _108
class ld_volatile_5(Words):
    b16 = _108
    b32 = _108
    b64 = _66
    b8 = _108
    f32 = _108
    f64 = _66
    s16 = _108
    s32 = _108
    s64 = _66
    s8 = _108
    u16 = _108
    u32 = _108
    u64 = _66
    u8 = _108
class ld_volatile_6(Words):
    b16 = _109
    b32 = _109
    b64 = _109
    b8 = _109
    f32 = _109
    f64 = _109
    s16 = _109
    s32 = _109
    s64 = _109
    s8 = _109
    u16 = _109
    u32 = _109
    u64 = _109
    u8 = _109
class ld_volatile_7(Words):
    b16 = _109
    b32 = _109
    b64 = _66
    b8 = _109
    f32 = _109
    f64 = _66
    s16 = _109
    s32 = _109
    s64 = _66
    s8 = _109
    u16 = _109
    u32 = _109
    u64 = _66
    u8 = _109
class ld_volatile_8(Words):
    b16 = _110
    b32 = _110
    b64 = _110
    b8 = _110
    f32 = _110
    f64 = _110
    s16 = _110
    s32 = _110
    s64 = _110
    s8 = _110
    u16 = _110
    u32 = _110
    u64 = _110
    u8 = _110
class ld_volatile_global_v4(Words):
    b16 = _110
    b32 = _110
    b64 = _66
    b8 = _110
    f32 = _110
    f64 = _66
    s16 = _110
    s32 = _110
    s64 = _66
    s8 = _110
    u16 = _110
    u32 = _110
    u64 = _66
    u8 = _110
class ld_volatile_local_v2(Words):
    b16 = _111
    b32 = _111
    b64 = _111
    b8 = _111
    f32 = _111
    f64 = _111
    s16 = _111
    s32 = _111
    s64 = _111
    s8 = _111
    u16 = _111
    u32 = _111
    u64 = _111
    u8 = _111
class ld_volatile_local_v4(Words):
    b16 = _111
    b32 = _111
    b8 = _111
    f32 = _111
    s16 = _111
    s32 = _111
    s8 = _111
    u16 = _111
    u32 = _111
    u8 = _111
class ld_volatile_shared_v4(Words):
    b16 = _110
    b32 = _110
    b8 = _110
    f32 = _110
    s16 = _110
    s32 = _110
    s8 = _110
    u16 = _110
    u32 = _110
    u8 = _110
class ld_volatile_shared_cluster_v2(Words):
    b16 = _112
    b32 = _112
    b64 = _112
    b8 = _112
    f32 = _112
    f64 = _112
    s16 = _112
    s32 = _112
    s64 = _112
    s8 = _112
    u16 = _112
    u32 = _112
    u64 = _112
    u8 = _112
class ld_volatile_shared_cluster_v4(Words):
    b16 = _112
    b32 = _112
    b8 = _112
    f32 = _112
    s16 = _112
    s32 = _112
    s8 = _112
    u16 = _112
    u32 = _112
    u8 = _112
class ld_volatile_shared_cta_v2(Words):
    b16 = _113
    b32 = _113
    b64 = _113
    b8 = _113
    f32 = _113
    f64 = _113
    s16 = _113
    s32 = _113
    s64 = _113
    s8 = _113
    u16 = _113
    u32 = _113
    u64 = _113
    u8 = _113
class ld_volatile_shared_cta_v4(Words):
    b16 = _113
    b32 = _113
    b8 = _113
    f32 = _113
    s16 = _113
    s32 = _113
    s8 = _113
    u16 = _113
    u32 = _113
    u8 = _113
class ld_weak_6(Words):
    b16 = _114
    b32 = _114
    b64 = _114
    b8 = _114
    f32 = _114
    f64 = _114
    s16 = _114
    s32 = _114
    s64 = _114
    s8 = _114
    u16 = _114
    u32 = _114
    u64 = _114
    u8 = _114
class ld_weak_7(Words):
    b16 = _114
    b32 = _114
    b64 = _41
    b8 = _114
    f32 = _114
    f64 = _41
    s16 = _114
    s32 = _114
    s64 = _41
    s8 = _114
    u16 = _114
    u32 = _114
    u64 = _41
    u8 = _114
class ld_weak_8(Words):
    b128 = _10
    b16 = _67
    b32 = _67
    b64 = _67
    b8 = _67
    f32 = _67
    f64 = _67
    s16 = _67
    s32 = _67
    s64 = _67
    s8 = _67
    u16 = _67
    u32 = _67
    u64 = _67
    u8 = _67
    v2: ld_weak_6
    v4: ld_weak_13
class ld_weak_9(Words):
    b16 = _69
    b32 = _69
    b8 = _69
    f32 = _69
    s16 = _69
    s32 = _69
    s8 = _69
    u16 = _69
    u32 = _69
    u8 = _69
class ld_weak_10(Words):
    b128 = _10
    b16 = _10
    b32 = _10
    b64 = _10
    b8 = _10
    f32 = _10
    f64 = _10
    s16 = _10
    s32 = _10
    s64 = _10
    s8 = _10
    u16 = _10
    u32 = _10
    u64 = _10
    u8 = _10
    v2: ld_weak_14
    v4: ld_weak_15
class ld_weak_11(Words):
    b16 = _115
    b32 = _115
    b64 = _115
    b8 = _115
    f32 = _115
    f64 = _115
    s16 = _115
    s32 = _115
    s64 = _115
    s8 = _115
    u16 = _115
    u32 = _115
    u64 = _115
    u8 = _115
class ld_weak_12(Words):
    b16 = _115
    b32 = _115
    b8 = _115
    f32 = _115
    s16 = _115
    s32 = _115
    s8 = _115
    u16 = _115
    u32 = _115
    u8 = _115
class ld_weak_shared_cta_1(Words):
    b128 = _10
    b16 = _116
    b32 = _116
    b64 = _116
    b8 = _116
    f32 = _116
    f64 = _116
    s16 = _116
    s32 = _116
    s64 = _116
    s8 = _116
    u16 = _116
    u32 = _116
    u64 = _116
    u8 = _116
    v2: ld_weak_shared_cta_2
    v4: ld_weak_shared_cta_3
class ld_weak_shared_cta_v2(Words):
    b16 = _117
    b32 = _117
    b64 = _117
    b8 = _117
    f32 = _117
    f64 = _117
    s16 = _117
    s32 = _117
    s64 = _117
    s8 = _117
    u16 = _117
    u32 = _117
    u64 = _117
    u8 = _117
class ld_weak_shared_cta_v4(Words):
    b16 = _117
    b32 = _117
    b8 = _117
    f32 = _117
    s16 = _117
    s32 = _117
    s8 = _117
    u16 = _117
    u32 = _117
    u8 = _117
class ld_81(Words):
    b128 = _70
    b16 = _71
    b32 = _71
    b64 = _71
    b8 = _71
    f32 = _71
    f64 = _71
    s16 = _71
    s32 = _71
    s64 = _71
    s8 = _71
    u16 = _71
    u32 = _71
    u64 = _71
    u8 = _71
    v2: ld_82
    v4: ld_83
    v8: ld_84
class ld_82(Words):
    b16 = _118
    b32 = _118
    b64 = _118
    b8 = _118
    f32 = _118
    f64 = _118
    s16 = _118
    s32 = _118
    s64 = _118
    s8 = _118
    u16 = _118
    u32 = _118
    u64 = _118
    u8 = _118
class ld_83(Words):
    b16 = _118
    b32 = _118
    b64 = _119
    b8 = _118
    f32 = _118
    f64 = _119
    s16 = _118
    s32 = _118
    s64 = _119
    s8 = _118
    u16 = _118
    u32 = _118
    u64 = _119
    u8 = _118
class ld_84(Words):
    b32 = _119
    f32 = _119
    s32 = _119
    u32 = _119
class ld_85(Words):
    v4: ld_87
    v8: ld_50
class ld_86(Words):
    L2__128B: ld_102
    L2__256B: ld_102
    L2__64B: ld_102
    v4: ld_103
    v8: ld_84
class ld_87(Words):
    b64 = _73
    f64 = _73
    s64 = _73
    u64 = _73
class ld_88(Words):
    b16 = _72
    b32 = _72
    b8 = _72
    f32 = _72
    s16 = _72
    s32 = _72
    s8 = _72
    u16 = _72
    u32 = _72
    u8 = _72
class ld_89(Words):
    b16 = _120
    b32 = _120
    b64 = _120
    b8 = _120
    f32 = _120
    f64 = _120
    s16 = _120
    s32 = _120
    s64 = _120
    s8 = _120
    u16 = _120
    u32 = _120
    u64 = _120
    u8 = _120
class ld_90(Words):
    b16 = _120
    b32 = _120
    b64 = _73
    b8 = _120
    f32 = _120
    f64 = _73
    s16 = _120
    s32 = _120
    s64 = _73
    s8 = _120
    u16 = _120
    u32 = _120
    u64 = _73
    u8 = _120
class ld_91(Words):
    b16 = _121
    b32 = _121
    b64 = _121
    b8 = _121
    f32 = _121
    f64 = _121
    s16 = _121
    s32 = _121
    s64 = _121
    s8 = _121
    u16 = _121
    u32 = _121
    u64 = _121
    u8 = _121
class ld_92(Words):
    b16 = _121
    b32 = _121
    b64 = _73
    b8 = _121
    f32 = _121
    f64 = _73
    s16 = _121
    s32 = _121
    s64 = _73
    s8 = _121
    u16 = _121
    u32 = _121
    u64 = _73
    u8 = _121
class ld_93(Words):
    b16 = _122
    b32 = _122
    b64 = _122
    b8 = _122
    f32 = _122
    f64 = _122
    s16 = _122
    s32 = _122
    s64 = _122
    s8 = _122
    u16 = _122
    u32 = _122
    u64 = _122
    u8 = _122
class ld_94(Words):
    b16 = _122
    b32 = _122
    b64 = _73
    b8 = _122
    f32 = _122
    f64 = _73
    s16 = _122
    s32 = _122
    s64 = _73
    s8 = _122
    u16 = _122
    u32 = _122
    u64 = _73
    u8 = _122
class ld_95(Words):
    b128 = _79
    b16 = _80
    b32 = _80
    b64 = _80
    b8 = _80
    f32 = _80
    f64 = _80
    s16 = _80
    s32 = _80
    s64 = _80
    s8 = _80
    u16 = _80
    u32 = _80
    u64 = _80
    u8 = _80
    v2: ld_96
    v4: ld_97
    v8: ld_84
class ld_96(Words):
    b16 = _123
    b32 = _123
    b64 = _123
    b8 = _123
    f32 = _123
    f64 = _123
    s16 = _123
    s32 = _123
    s64 = _123
    s8 = _123
    u16 = _123
    u32 = _123
    u64 = _123
    u8 = _123
class ld_97(Words):
    b16 = _123
    b32 = _123
    b64 = _119
    b8 = _123
    f32 = _123
    f64 = _119
    s16 = _123
    s32 = _123
    s64 = _119
    s8 = _123
    u16 = _123
    u32 = _123
    u64 = _119
    u8 = _123
class ld_98(Words):
    b16 = _82
    b32 = _82
    b8 = _82
    f32 = _82
    s16 = _82
    s32 = _82
    s8 = _82
    u16 = _82
    u32 = _82
    u8 = _82
class ld_99(Words):
    b16 = _124
    b32 = _124
    b64 = _124
    b8 = _124
    f32 = _124
    f64 = _124
    s16 = _124
    s32 = _124
    s64 = _124
    s8 = _124
    u16 = _124
    u32 = _124
    u64 = _124
    u8 = _124
class ld_100(Words):
    b16 = _124
    b32 = _124
    b8 = _124
    f32 = _124
    s16 = _124
    s32 = _124
    s8 = _124
    u16 = _124
    u32 = _124
    u8 = _124
class ld_101(Words):
    b128 = _85
    b16 = _80
    b32 = _80
    b64 = _80
    b8 = _80
    f32 = _80
    f64 = _80
    s16 = _80
    s32 = _80
    s64 = _80
    s8 = _80
    u16 = _80
    u32 = _80
    u64 = _80
    u8 = _80
    v2: ld_96
    v4: ld_97
    v8: ld_84
class ld_global_3(Words):
    b128 = _125
    b16 = _126
    b32 = _126
    b64 = _126
    b8 = _126
    f32 = _126
    f64 = _126
    s16 = _126
    s32 = _126
    s64 = _126
    s8 = _126
    u16 = _126
    u32 = _126
    u64 = _126
    u8 = _126
    v2: ld_global_9
    v4: ld_global_10
    v8: ld_global_8
class ld_global_4(Words):
    b128 = _127
    b16 = _128
    b32 = _128
    b64 = _128
    b8 = _128
    f32 = _128
    f64 = _128
    s16 = _128
    s32 = _128
    s64 = _128
    s8 = _128
    u16 = _128
    u32 = _128
    u64 = _128
    u8 = _128
    v2: ld_global_11
    v4: ld_global_12
    v8: ld_global_8
class ld_global_5(Words):
    L2__128B: ld_global_13
    L2__256B: ld_global_13
    L2__64B: ld_global_13
    b128 = _129
    b16 = _130
    b32 = _130
    b64 = _130
    b8 = _130
    f32 = _130
    f64 = _130
    s16 = _130
    s32 = _130
    s64 = _130
    s8 = _130
    u16 = _130
    u32 = _130
    u64 = _130
    u8 = _130
    v2: ld_global_14
    v4: ld_global_15
    v8: ld_global_16
class ld_global_6(Words):
    b16 = _131
    b32 = _131
    b64 = _131
    b8 = _131
    f32 = _131
    f64 = _131
    s16 = _131
    s32 = _131
    s64 = _131
    s8 = _131
    u16 = _131
    u32 = _131
    u64 = _131
    u8 = _131
class ld_global_7(Words):
    b16 = _131
    b32 = _131
    b64 = _132
    b8 = _131
    f32 = _131
    f64 = _132
    s16 = _131
    s32 = _131
    s64 = _132
    s8 = _131
    u16 = _131
    u32 = _131
    u64 = _132
    u8 = _131
class ld_global_8(Words):
    b32 = _132
    f32 = _132
    s32 = _132
    u32 = _132
class ld_global_nc_7(Words):
    b16 = _133
    b32 = _133
    b64 = _133
    b8 = _133
    f32 = _133
    f64 = _133
    s16 = _133
    s32 = _133
    s64 = _133
    s8 = _133
    u16 = _133
    u32 = _133
    u64 = _133
    u8 = _133
class ld_global_nc_8(Words):
    b16 = _133
    b32 = _133
    b64 = _101
    b8 = _133
    f32 = _133
    f64 = _101
    s16 = _133
    s32 = _133
    s64 = _101
    s8 = _133
    u16 = _133
    u32 = _133
    u64 = _101
    u8 = _133
class ld_global_nc_9(Words):
    b16 = _134
    b32 = _134
    b64 = _134
    b8 = _134
    f32 = _134
    f64 = _134
    s16 = _134
    s32 = _134
    s64 = _134
    s8 = _134
    u16 = _134
    u32 = _134
    u64 = _134
    u8 = _134
class ld_global_nc_10(Words):
    b16 = _134
    b32 = _134
    b64 = _101
    b8 = _134
    f32 = _134
    f64 = _101
    s16 = _134
    s32 = _134
    s64 = _101
    s8 = _134
    u16 = _134
    u32 = _134
    u64 = _101
    u8 = _134
class ld_global_nc_11(Words):
    b16 = _135
    b32 = _135
    b64 = _135
    b8 = _135
    f32 = _135
    f64 = _135
    s16 = _135
    s32 = _135
    s64 = _135
    s8 = _135
    u16 = _135
    u32 = _135
    u64 = _135
    u8 = _135
class ld_global_nc_12(Words):
    b16 = _135
    b32 = _135
    b64 = _101
    b8 = _135
    f32 = _135
    f64 = _101
    s16 = _135
    s32 = _135
    s64 = _101
    s8 = _135
    u16 = _135
    u32 = _135
    u64 = _101
    u8 = _135
class ld_global_nc_13(Words):
    b128 = _98
    b16 = _99
    b32 = _99
    b64 = _99
    b8 = _99
    f32 = _99
    f64 = _99
    s16 = _99
    s32 = _99
    s64 = _99
    s8 = _99
    u16 = _99
    u32 = _99
    u64 = _99
    u8 = _99
    v2: ld_global_nc_14
    v4: ld_global_nc_15
    v8: ld_global_nc_16
class ld_global_nc_14(Words):
    b16 = _136
    b32 = _136
    b64 = _136
    b8 = _136
    f32 = _136
    f64 = _136
    s16 = _136
    s32 = _136
    s64 = _136
    s8 = _136
    u16 = _136
    u32 = _136
    u64 = _136
    u8 = _136
class ld_global_nc_15(Words):
    b16 = _136
    b32 = _136
    b64 = _137
    b8 = _136
    f32 = _136
    f64 = _137
    s16 = _136
    s32 = _136
    s64 = _137
    s8 = _136
    u16 = _136
    u32 = _136
    u64 = _137
    u8 = _136
class ld_global_nc_16(Words):
    b32 = _137
    f32 = _137
    s32 = _137
    u32 = _137
class ld_global_nc_17(Words):
    v4: ld_global_nc_19
    v8: ld_global_nc_6
class ld_global_nc_18(Words):
    L2__128B: ld_global_nc_20
    L2__256B: ld_global_nc_20
    L2__64B: ld_global_nc_20
    v4: ld_global_nc_21
    v8: ld_global_nc_16
class ld_global_nc_19(Words):
    b64 = _101
    f64 = _101
    s64 = _101
    u64 = _101
class ld_mmio_acquire_sys_global(Words):
    b128 = _102
    b16 = _102
    b32 = _102
    b64 = _102
    b8 = _102
    f32 = _102
    f64 = _102
    s16 = _102
    s32 = _102
    s64 = _102
    s8 = _102
    u16 = _102
    u32 = _102
    u64 = _102
    u8 = _102
class ld_mmio_relaxed_sys_global(Words):
    b128 = _103
    b16 = _104
    b32 = _104
    b64 = _104
    b8 = _104
    f32 = _104
    f64 = _104
    s16 = _104
    s32 = _104
    s64 = _104
    s8 = _104
    u16 = _104
    u32 = _104
    u64 = _104
    u8 = _104
class ld_weak_13(Words):
    b16 = _114
    b32 = _114
    b8 = _114
    f32 = _114
    s16 = _114
    s32 = _114
    s8 = _114
    u16 = _114
    u32 = _114
    u8 = _114
class ld_weak_14(Words):
    b16 = _138
    b32 = _138
    b64 = _138
    b8 = _138
    f32 = _138
    f64 = _138
    s16 = _138
    s32 = _138
    s64 = _138
    s8 = _138
    u16 = _138
    u32 = _138
    u64 = _138
    u8 = _138
class ld_weak_15(Words):
    b16 = _138
    b32 = _138
    b8 = _138
    f32 = _138
    s16 = _138
    s32 = _138
    s8 = _138
    u16 = _138
    u32 = _138
    u8 = _138
class ld_weak_shared_cta_2(Words):
    b16 = _139
    b32 = _139
    b64 = _139
    b8 = _139
    f32 = _139
    f64 = _139
    s16 = _139
    s32 = _139
    s64 = _139
    s8 = _139
    u16 = _139
    u32 = _139
    u64 = _139
    u8 = _139
class ld_weak_shared_cta_3(Words):
    b16 = _139
    b32 = _139
    b8 = _139
    f32 = _139
    s16 = _139
    s32 = _139
    s8 = _139
    u16 = _139
    u32 = _139
    u8 = _139
class ld_102(Words):
    v4: ld_103
    v8: ld_84
class ld_103(Words):
    b64 = _119
    f64 = _119
    s64 = _119
    u64 = _119
class ld_global_9(Words):
    b16 = _140
    b32 = _140
    b64 = _140
    b8 = _140
    f32 = _140
    f64 = _140
    s16 = _140
    s32 = _140
    s64 = _140
    s8 = _140
    u16 = _140
    u32 = _140
    u64 = _140
    u8 = _140
class ld_global_10(Words):
    b16 = _140
    b32 = _140
    b64 = _132
    b8 = _140
    f32 = _140
    f64 = _132
    s16 = _140
    s32 = _140
    s64 = _132
    s8 = _140
    u16 = _140
    u32 = _140
    u64 = _132
    u8 = _140
class ld_global_11(Words):
    b16 = _141
    b32 = _141
    b64 = _141
    b8 = _141
    f32 = _141
    f64 = _141
    s16 = _141
    s32 = _141
    s64 = _141
    s8 = _141
    u16 = _141
    u32 = _141
    u64 = _141
    u8 = _141
class ld_global_12(Words):
    b16 = _141
    b32 = _141
    b64 = _132
    b8 = _141
    f32 = _141
    f64 = _132
    s16 = _141
    s32 = _141
    s64 = _132
    s8 = _141
    u16 = _141
    u32 = _141
    u64 = _132
    u8 = _141
class ld_global_13(Words):
    b128 = _129
    b16 = _130
    b32 = _130
    b64 = _130
    b8 = _130
    f32 = _130
    f64 = _130
    s16 = _130
    s32 = _130
    s64 = _130
    s8 = _130
    u16 = _130
    u32 = _130
    u64 = _130
    u8 = _130
    v2: ld_global_14
    v4: ld_global_15
    v8: ld_global_16
class ld_global_14(Words):
    b16 = _142
    b32 = _142
    b64 = _142
    b8 = _142
    f32 = _142
    f64 = _142
    s16 = _142
    s32 = _142
    s64 = _142
    s8 = _142
    u16 = _142
    u32 = _142
    u64 = _142
    u8 = _142
class ld_global_15(Words):
    b16 = _142
    b32 = _142
    b64 = _143
    b8 = _142
    f32 = _142
    f64 = _143
    s16 = _142
    s32 = _142
    s64 = _143
    s8 = _142
    u16 = _142
    u32 = _142
    u64 = _143
    u8 = _142
class ld_global_16(Words):
    b32 = _143
    f32 = _143
    s32 = _143
    u32 = _143
class ld_global_nc_20(Words):
    v4: ld_global_nc_21
    v8: ld_global_nc_16
class ld_global_nc_21(Words):
    b64 = _137
    f64 = _137
    s64 = _137
    u64 = _137
