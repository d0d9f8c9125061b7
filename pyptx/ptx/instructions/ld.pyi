# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Guard, Register, Registers, Source, Words

def _1(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; every target.
    """
def _2(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 6.3; every target.
    """
def _3(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; every target.
    """
def _4(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; sm_80 and newer.
    """
def _5(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; sm_80 and newer.
    """
def _6(self: object, d: Register | Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; sm_80 and newer.
    """
def _7(self: object, d: Register | Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; sm_80 and newer.
    """
def _8(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; every target.
    """
def _9(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 6.3; every target.
    """
def _10(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.proxy::readonly{.<ss>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 9.4; sm_90 and newer.
    """
def _11(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; sm_90 and newer.
    """
def _12(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.8; sm_90 and newer.
    """
def _13(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.8; every target.
    """
def _14(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 6.3; every target.
    """
def _15(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.8; sm_100 and newer.
    """
def _16(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 8.3; every target.
    """
def _17(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 6.3; every target.
    """
def _18(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; every target.
    """
def _19(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; sm_80 and newer.
    """
def _20(self: object, d: Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; sm_80 and newer.
    """
def _21(self: object, d: Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.8; sm_100 and newer.
    """
def _22(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; sm_90 and newer.
    """
def _23(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.8; sm_90 and newer.
    """
def _24(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; every target.
    """
def _25(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 6.3; every target.
    """
def _26(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.4; every target.
    """
def _27(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; every target.
    """
def _28(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; sm_80 and newer.
    """
def _29(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; sm_80 and newer.
    """
def _30(self: object, d: Register | Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; sm_80 and newer.
    """
def _31(self: object, d: Register | Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; sm_80 and newer.
    """
def _32(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 6.3; every target.
    """
def _33(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.8; sm_100 and newer.
    """
def _34(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.global.nc{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 8.3; every target.
    """
def _35(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.global.nc{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 6.3; every target.
    """
def _36(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; every target.
    """
def _37(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.proxy::readonly{.<ss>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 9.4; sm_90 and newer.
    """
def _38(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.proxy::readonly{.<ss>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 9.4; sm_100 and newer.
    """
def _39(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; sm_90 and newer.
    """
def _40(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.8; sm_90 and newer.
    """
def _41(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.8; sm_90 and newer.
    """
def _42(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.8; every target.
    """
def _43(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.8; every target.
    """
def _44(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 7.4; every target.
    """
def _45(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 8.3; sm_80 and newer.
    """
def _46(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 7.4; sm_80 and newer.
    """
def _47(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 9.1; every target.
    """
def _48(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 8.3; sm_90 and newer.
    """
def _49(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 7.8; sm_90 and newer.
    """
def _50(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 7.8; every target.
    """
def _51(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 6.3; every target.
    """
def _52(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 8.8; sm_100 and newer.
    """
def _53(self: object, d: Register | Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; sm_90 and newer.
    """
def _54(self: object, d: Register | Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.8; sm_90 and newer.
    """
def _55(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.8; sm_90 and newer.
    """
def _56(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.8; sm_100 and newer.
    """
def _57(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; every target.
    """
def _58(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; sm_80 and newer.
    """
def _59(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; sm_80 and newer.
    """
def _60(self: object, d: Register | Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; sm_80 and newer.
    """
def _61(self: object, d: Register | Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; sm_80 and newer.
    """
def _62(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.8; every target.
    """
def _63(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 6.3; every target.
    """
def _64(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.4; sm_80 and newer.
    """
def _65(self: object, d: Register | Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.4; sm_80 and newer.
    """
def _66(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.4; sm_90 and newer.
    """
def _67(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; every target.
    """
def _68(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; sm_80 and newer.
    """
def _69(self: object, d: Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; sm_80 and newer.
    """
def _70(self: object, d: Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.8; sm_100 and newer.
    """
def _71(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.global.<cop>.nc{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 8.3; every target.
    """
def _72(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.global.<cop>.nc{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 6.3; every target.
    """
def _73(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.global.nc{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 7.4; every target.
    """
def _74(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.global.nc{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 8.3; sm_80 and newer.
    """
def _75(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.global.nc{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 7.4; sm_80 and newer.
    """
def _76(self: object, d: Register | Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld.global.nc{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 8.3; sm_80 and newer.
    """
def _77(self: object, d: Register | Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld.global.nc{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 7.4; sm_80 and newer.
    """
def _78(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.global.nc{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 6.3; every target.
    """
def _79(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.global.nc{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 8.8; sm_100 and newer.
    """
def _80(self: object, d: Register, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.mmio.<sem>.sys{.<ss>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 9.3; every target.
    """
def _81(self: object, d: Register, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.mmio.<sem>.sys{.<ss>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 8.4; every target.
    """
def _82(self: object, d: Register, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.mmio.<sem>.sys{.<ss>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 8.2; every target.
    """
def _83(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.3; every target.
    """
def _84(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.8; sm_90 and newer.
    """
def _85(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.8; every target.
    """
def _86(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 7.4; every target.
    """
def _87(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 7.4; sm_80 and newer.
    """
def _88(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 9.1; every target.
    """
def _89(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 7.8; sm_90 and newer.
    """
def _90(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type> d, [a]``

    Manual 9.7.10.8 ld. PTX 7.8; every target.
    """
def _91(self: object, d: Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.8; sm_90 and newer.
    """
def _92(self: object, d: Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 8.8; sm_100 and newer.
    """
def _93(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; every target.
    """
def _94(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; sm_80 and newer.
    """
def _95(self: object, d: Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.4; sm_80 and newer.
    """
def _96(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.8 ld. PTX 7.8; every target.
    """
def _97(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.global.<cop>.nc{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 7.4; every target.
    """
def _98(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.global.<cop>.nc{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 8.3; sm_80 and newer.
    """
def _99(self: object, d: Register | Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.global.<cop>.nc{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 7.4; sm_80 and newer.
    """
def _100(self: object, d: Register | Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld.global.<cop>.nc{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 8.3; sm_80 and newer.
    """
def _101(self: object, d: Register | Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld.global.<cop>.nc{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 7.4; sm_80 and newer.
    """
def _102(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.global.<cop>.nc{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 6.3; every target.
    """
def _103(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.global.<cop>.nc{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 8.8; sm_100 and newer.
    """
def _104(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.global.nc{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 7.4; every target.
    """
def _105(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.global.nc{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 7.4; sm_80 and newer.
    """
def _106(self: object, d: Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld.global.nc{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 7.4; sm_80 and newer.
    """
def _107(self: object, d: Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld.global.nc{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 8.8; sm_100 and newer.
    """
def _108(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.global.<cop>.nc{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 7.4; every target.
    """
def _109(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``ld.global.<cop>.nc{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 7.4; sm_80 and newer.
    """
def _110(self: object, d: Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld.global.<cop>.nc{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 7.4; sm_80 and newer.
    """
def _111(self: object, d: Registers, a: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``ld.global.<cop>.nc{.<hint>}{.<prefetch>}{.<vec>}.<type> d, [a]{, policy}``

    Manual 9.7.10.9 ld.global.nc. PTX 8.8; sm_100 and newer.
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
    param__entry: ld_9
    param__func: ld_9
    proxy__readonly: ld_proxy_readonly
    relaxed: ld_6
    s16 = _2
    s32 = _2
    s64 = _2
    s8 = _2
    shared: ld_8
    shared__cluster: ld_10
    shared__cta: ld_11
    u16 = _2
    u32 = _2
    u64 = _2
    u8 = _2
    v2: ld_12
    v4: ld_13
    v8: ld_14
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
    v2: ld_15
    v4: ld_16
    v8: ld_14
class ld_2(Words):
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
    v2: ld_15
    v4: ld_16
    v8: ld_14
class ld_3(Words):
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
    v2: ld_17
    v4: ld_18
    v8: ld_14
class ld_4(Words):
    L2__128B: ld_19
    L2__256B: ld_19
    L2__64B: ld_19
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
    v2: ld_20
    v4: ld_21
    v8: ld_22
class ld_5(Words):
    L2__128B: ld_23
    L2__256B: ld_23
    L2__64B: ld_23
    L2__cache_hint: ld_24
    v4: ld_25
    v8: ld_14
class ld_6(Words):
    cluster: ld_26
    cta: ld_27
    gpu: ld_27
    sys: ld_28
class ld_7(Words):
    L2__128B: ld_29
    L2__256B: ld_30
    L2__64B: ld_29
    L2__cache_hint: ld_31
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
    v2: ld_32
    v4: ld_33
    v8: ld_34
class ld_8(Words):
    b128 = _1
    b16 = _2
    b32 = _2
    b64 = _2
    b8 = _2
    ca: ld_35
    cg: ld_35
    cs: ld_35
    cv: ld_35
    f32 = _2
    f64 = _2
    lu: ld_35
    s16 = _2
    s32 = _2
    s64 = _2
    s8 = _2
    u16 = _2
    u32 = _2
    u64 = _2
    u8 = _2
    v2: ld_12
    v4: ld_36
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
    b16 = _2
    b32 = _2
    b64 = _2
    b8 = _2
    ca: ld_global_1
    cg: ld_global_1
    cs: ld_global_1
    cv: ld_7
    f32 = _2
    f64 = _2
    lu: ld_7
    nc: ld_global_nc
    s16 = _2
    s32 = _2
    s64 = _2
    s8 = _2
    u16 = _2
    u32 = _2
    u64 = _2
    u8 = _2
    v2: ld_12
    v4: ld_13
    v8: ld_14
class ld_mmio(Words):
    acquire: ld_mmio_acquire
    relaxed: ld_mmio_relaxed
class ld_9(Words):
    b128 = _1
    b16 = _1
    b32 = _1
    b64 = _1
    b8 = _1
    ca: ld_37
    cg: ld_37
    cs: ld_37
    cv: ld_37
    f32 = _1
    f64 = _1
    lu: ld_37
    s16 = _1
    s32 = _1
    s64 = _1
    s8 = _1
    u16 = _1
    u32 = _1
    u64 = _1
    u8 = _1
    v2: ld_38
    v4: ld_39
class ld_proxy_readonly(Words):
    b16 = _10
    b32 = _10
    b64 = _10
    b8 = _10
    f32 = _10
    f64 = _10
    global_: ld_proxy_readonly_global
    s16 = _10
    s32 = _10
    s64 = _10
    s8 = _10
    u16 = _10
    u32 = _10
    u64 = _10
    u8 = _10
    v2: ld_proxy_readonly_1
    v4: ld_proxy_readonly_2
    v8: ld_proxy_readonly_3
class ld_10(Words):
    b128 = _11
    b16 = _12
    b32 = _12
    b64 = _12
    b8 = _12
    ca: ld_40
    cg: ld_40
    cs: ld_40
    cv: ld_40
    f32 = _12
    f64 = _12
    lu: ld_40
    s16 = _12
    s32 = _12
    s64 = _12
    s8 = _12
    u16 = _12
    u32 = _12
    u64 = _12
    u8 = _12
    v2: ld_41
    v4: ld_42
class ld_11(Words):
    b128 = _1
    b16 = _13
    b32 = _13
    b64 = _13
    b8 = _13
    ca: ld_43
    cg: ld_43
    cs: ld_43
    cv: ld_43
    f32 = _13
    f64 = _13
    lu: ld_43
    s16 = _13
    s32 = _13
    s64 = _13
    s8 = _13
    u16 = _13
    u32 = _13
    u64 = _13
    u8 = _13
    v2: ld_44
    v4: ld_45
class ld_12(Words):
    b16 = _14
    b32 = _14
    b64 = _14
    b8 = _14
    f32 = _14
    f64 = _14
    s16 = _14
    s32 = _14
    s64 = _14
    s8 = _14
    u16 = _14
    u32 = _14
    u64 = _14
    u8 = _14
class ld_13(Words):
    b16 = _14
    b32 = _14
    b64 = _15
    b8 = _14
    f32 = _14
    f64 = _15
    s16 = _14
    s32 = _14
    s64 = _15
    s8 = _14
    u16 = _14
    u32 = _14
    u64 = _15
    u8 = _14
class ld_14(Words):
    b32 = _15
    f32 = _15
    s32 = _15
    u32 = _15
class ld_volatile(Words):
    L2__128B: ld_volatile_1
    L2__256B: ld_volatile_2
    L2__64B: ld_volatile_1
    b128 = _16
    b16 = _17
    b32 = _17
    b64 = _17
    b8 = _17
    f32 = _17
    f64 = _17
    global_: ld_volatile_global
    local: ld_volatile_local
    s16 = _17
    s32 = _17
    s64 = _17
    s8 = _17
    shared: ld_volatile_shared
    shared__cluster: ld_volatile_shared_cluster
    shared__cta: ld_volatile_shared_cta
    u16 = _17
    u32 = _17
    u64 = _17
    u8 = _17
    v2: ld_volatile_3
    v4: ld_volatile_4
    v8: ld_volatile_5
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
    global_: ld_weak_global
    local: ld_8
    lu: ld_7
    param: ld_8
    param__entry: ld_9
    param__func: ld_9
    s16 = _2
    s32 = _2
    s64 = _2
    s8 = _2
    shared: ld_8
    shared__cluster: ld_10
    shared__cta: ld_11
    u16 = _2
    u32 = _2
    u64 = _2
    u8 = _2
    v2: ld_12
    v4: ld_13
    v8: ld_14
class ld_15(Words):
    b16 = _18
    b32 = _18
    b64 = _18
    b8 = _18
    f32 = _18
    f64 = _18
    s16 = _18
    s32 = _18
    s64 = _18
    s8 = _18
    u16 = _18
    u32 = _18
    u64 = _18
    u8 = _18
class ld_16(Words):
    b16 = _18
    b32 = _18
    b64 = _15
    b8 = _18
    f32 = _18
    f64 = _15
    s16 = _18
    s32 = _18
    s64 = _15
    s8 = _18
    u16 = _18
    u32 = _18
    u64 = _15
    u8 = _18
class ld_17(Words):
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
class ld_18(Words):
    b16 = _19
    b32 = _19
    b64 = _15
    b8 = _19
    f32 = _19
    f64 = _15
    s16 = _19
    s32 = _19
    s64 = _15
    s8 = _19
    u16 = _19
    u32 = _19
    u64 = _15
    u8 = _19
class ld_19(Words):
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
    v2: ld_20
    v4: ld_21
    v8: ld_22
class ld_20(Words):
    b16 = _20
    b32 = _20
    b64 = _20
    b8 = _20
    f32 = _20
    f64 = _20
    s16 = _20
    s32 = _20
    s64 = _20
    s8 = _20
    u16 = _20
    u32 = _20
    u64 = _20
    u8 = _20
class ld_21(Words):
    b16 = _20
    b32 = _20
    b64 = _21
    b8 = _20
    f32 = _20
    f64 = _21
    s16 = _20
    s32 = _20
    s64 = _21
    s8 = _20
    u16 = _20
    u32 = _20
    u64 = _21
    u8 = _20
class ld_22(Words):
    b32 = _21
    f32 = _21
    s32 = _21
    u32 = _21
class ld_23(Words):
    v4: ld_25
    v8: ld_14
class ld_24(Words):
    L2__128B: ld_46
    L2__256B: ld_46
    L2__64B: ld_46
    v4: ld_47
    v8: ld_22
class ld_25(Words):
    b64 = _15
    f64 = _15
    s64 = _15
    u64 = _15
class ld_26(Words):
    L1__evict_first: ld_48
    L1__evict_last: ld_48
    L1__evict_normal: ld_48
    L1__evict_unchanged: ld_48
    L1__no_allocate: ld_48
    L2__128B: ld_49
    L2__256B: ld_49
    L2__64B: ld_49
    L2__cache_hint: ld_50
    L2__evict_first: ld_51
    L2__evict_last: ld_51
    L2__evict_normal: ld_51
    b128 = _22
    b16 = _23
    b32 = _23
    b64 = _23
    b8 = _23
    f32 = _23
    f64 = _23
    global_: ld_52
    s16 = _23
    s32 = _23
    s64 = _23
    s8 = _23
    shared: ld_53
    shared__cluster: ld_53
    shared__cta: ld_53
    u16 = _23
    u32 = _23
    u64 = _23
    u8 = _23
    v2: ld_54
    v4: ld_55
    v8: ld_56
class ld_27(Words):
    L1__evict_first: ld_57
    L1__evict_last: ld_57
    L1__evict_normal: ld_57
    L1__evict_unchanged: ld_57
    L1__no_allocate: ld_57
    L2__128B: ld_58
    L2__256B: ld_59
    L2__64B: ld_58
    L2__cache_hint: ld_60
    L2__evict_first: ld_51
    L2__evict_last: ld_51
    L2__evict_normal: ld_51
    b128 = _24
    b16 = _25
    b32 = _25
    b64 = _25
    b8 = _25
    f32 = _25
    f64 = _25
    global_: ld_61
    s16 = _25
    s32 = _25
    s64 = _25
    s8 = _25
    shared: ld_62
    shared__cluster: ld_53
    shared__cta: ld_63
    u16 = _25
    u32 = _25
    u64 = _25
    u8 = _25
    v2: ld_64
    v4: ld_65
    v8: ld_56
class ld_28(Words):
    L1__evict_first: ld_66
    L1__evict_last: ld_66
    L1__evict_normal: ld_66
    L1__evict_unchanged: ld_66
    L1__no_allocate: ld_66
    L2__128B: ld_67
    L2__256B: ld_68
    L2__64B: ld_67
    L2__cache_hint: ld_69
    L2__evict_first: ld_51
    L2__evict_last: ld_51
    L2__evict_normal: ld_51
    b128 = _26
    b16 = _25
    b32 = _25
    b64 = _25
    b8 = _25
    f32 = _25
    f64 = _25
    global_: ld_70
    s16 = _25
    s32 = _25
    s64 = _25
    s8 = _25
    shared: ld_71
    shared__cluster: ld_72
    shared__cta: ld_73
    u16 = _25
    u32 = _25
    u64 = _25
    u8 = _25
    v2: ld_64
    v4: ld_65
    v8: ld_56
class ld_29(Words):
    b128 = _8
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
    v2: ld_74
    v4: ld_75
    v8: ld_34
class ld_30(Words):
    b128 = _28
    b16 = _29
    b32 = _29
    b64 = _29
    b8 = _29
    f32 = _29
    f64 = _29
    s16 = _29
    s32 = _29
    s64 = _29
    s8 = _29
    u16 = _29
    u32 = _29
    u64 = _29
    u8 = _29
    v2: ld_76
    v4: ld_77
    v8: ld_34
class ld_31(Words):
    L2__128B: ld_78
    L2__256B: ld_78
    L2__64B: ld_78
    b128 = _30
    b16 = _31
    b32 = _31
    b64 = _31
    b8 = _31
    f32 = _31
    f64 = _31
    s16 = _31
    s32 = _31
    s64 = _31
    s8 = _31
    u16 = _31
    u32 = _31
    u64 = _31
    u8 = _31
    v2: ld_79
    v4: ld_80
    v8: ld_81
class ld_32(Words):
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
class ld_33(Words):
    b16 = _32
    b32 = _32
    b64 = _33
    b8 = _32
    f32 = _32
    f64 = _33
    s16 = _32
    s32 = _32
    s64 = _33
    s8 = _32
    u16 = _32
    u32 = _32
    u64 = _33
    u8 = _32
class ld_34(Words):
    b32 = _33
    f32 = _33
    s32 = _33
    u32 = _33
class ld_35(Words):
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
    v2: ld_32
    v4: ld_82
class ld_36(Words):
    b16 = _14
    b32 = _14
    b8 = _14
    f32 = _14
    s16 = _14
    s32 = _14
    s8 = _14
    u16 = _14
    u32 = _14
    u8 = _14
class ld_global_1(Words):
    L2__128B: ld_29
    L2__256B: ld_30
    L2__64B: ld_29
    L2__cache_hint: ld_31
    b128 = _8
    b16 = _9
    b32 = _9
    b64 = _9
    b8 = _9
    f32 = _9
    f64 = _9
    nc: ld_global_2
    s16 = _9
    s32 = _9
    s64 = _9
    s8 = _9
    u16 = _9
    u32 = _9
    u64 = _9
    u8 = _9
    v2: ld_32
    v4: ld_33
    v8: ld_34
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
    v2: ld_global_nc_v2
    v4: ld_global_nc_v4
    v8: ld_global_nc_6
class ld_mmio_acquire(Words):
    sys: ld_mmio_acquire_sys
class ld_mmio_relaxed(Words):
    sys: ld_mmio_relaxed_sys
class ld_37(Words):
    b128 = _8
    b16 = _8
    b32 = _8
    b64 = _8
    b8 = _8
    f32 = _8
    f64 = _8
    s16 = _8
    s32 = _8
    s64 = _8
    s8 = _8
    u16 = _8
    u32 = _8
    u64 = _8
    u8 = _8
    v2: ld_83
    v4: ld_84
class ld_38(Words):
    b16 = _36
    b32 = _36
    b64 = _36
    b8 = _36
    f32 = _36
    f64 = _36
    s16 = _36
    s32 = _36
    s64 = _36
    s8 = _36
    u16 = _36
    u32 = _36
    u64 = _36
    u8 = _36
class ld_39(Words):
    b16 = _36
    b32 = _36
    b8 = _36
    f32 = _36
    s16 = _36
    s32 = _36
    s8 = _36
    u16 = _36
    u32 = _36
    u8 = _36
class ld_proxy_readonly_global(Words):
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
    v2: ld_proxy_readonly_1
    v4: ld_proxy_readonly_2
    v8: ld_proxy_readonly_3
class ld_proxy_readonly_1(Words):
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
class ld_proxy_readonly_2(Words):
    b16 = _37
    b32 = _37
    b64 = _38
    b8 = _37
    f32 = _37
    f64 = _38
    s16 = _37
    s32 = _37
    s64 = _38
    s8 = _37
    u16 = _37
    u32 = _37
    u64 = _38
    u8 = _37
class ld_proxy_readonly_3(Words):
    b32 = _38
    f32 = _38
    s32 = _38
    u32 = _38
class ld_40(Words):
    b128 = _39
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
    v2: ld_85
    v4: ld_86
class ld_41(Words):
    b16 = _41
    b32 = _41
    b64 = _41
    b8 = _41
    f32 = _41
    f64 = _41
    s16 = _41
    s32 = _41
    s64 = _41
    s8 = _41
    u16 = _41
    u32 = _41
    u64 = _41
    u8 = _41
class ld_42(Words):
    b16 = _41
    b32 = _41
    b8 = _41
    f32 = _41
    s16 = _41
    s32 = _41
    s8 = _41
    u16 = _41
    u32 = _41
    u8 = _41
class ld_43(Words):
    b128 = _8
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
    v2: ld_87
    v4: ld_88
class ld_44(Words):
    b16 = _43
    b32 = _43
    b64 = _43
    b8 = _43
    f32 = _43
    f64 = _43
    s16 = _43
    s32 = _43
    s64 = _43
    s8 = _43
    u16 = _43
    u32 = _43
    u64 = _43
    u8 = _43
class ld_45(Words):
    b16 = _43
    b32 = _43
    b8 = _43
    f32 = _43
    s16 = _43
    s32 = _43
    s8 = _43
    u16 = _43
    u32 = _43
    u8 = _43
class ld_volatile_1(Words):
    b128 = _16
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
    v2: ld_volatile_6
    v4: ld_volatile_7
    v8: ld_volatile_5
class ld_volatile_2(Words):
    b128 = _45
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
    v2: ld_volatile_8
    v4: ld_volatile_9
    v8: ld_volatile_5
class ld_volatile_global(Words):
    L2__128B: ld_volatile_1
    L2__256B: ld_volatile_2
    L2__64B: ld_volatile_1
    b128 = _16
    b16 = _17
    b32 = _17
    b64 = _17
    b8 = _17
    f32 = _17
    f64 = _17
    s16 = _17
    s32 = _17
    s64 = _17
    s8 = _17
    u16 = _17
    u32 = _17
    u64 = _17
    u8 = _17
    v2: ld_volatile_3
    v4: ld_volatile_4
    v8: ld_volatile_5
class ld_volatile_local(Words):
    b128 = _47
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
    v2: ld_volatile_local_v2
    v4: ld_volatile_local_v4
class ld_volatile_shared(Words):
    b128 = _16
    b16 = _17
    b32 = _17
    b64 = _17
    b8 = _17
    f32 = _17
    f64 = _17
    s16 = _17
    s32 = _17
    s64 = _17
    s8 = _17
    u16 = _17
    u32 = _17
    u64 = _17
    u8 = _17
    v2: ld_volatile_3
    v4: ld_volatile_shared_v4
class ld_volatile_shared_cluster(Words):
    b128 = _48
    b16 = _49
    b32 = _49
    b64 = _49
    b8 = _49
    f32 = _49
    f64 = _49
    s16 = _49
    s32 = _49
    s64 = _49
    s8 = _49
    u16 = _49
    u32 = _49
    u64 = _49
    u8 = _49
    v2: ld_volatile_shared_cluster_v2
    v4: ld_volatile_shared_cluster_v4
class ld_volatile_shared_cta(Words):
    b128 = _16
    b16 = _50
    b32 = _50
    b64 = _50
    b8 = _50
    f32 = _50
    f64 = _50
    s16 = _50
    s32 = _50
    s64 = _50
    s8 = _50
    u16 = _50
    u32 = _50
    u64 = _50
    u8 = _50
    v2: ld_volatile_shared_cta_v2
    v4: ld_volatile_shared_cta_v4
class ld_volatile_3(Words):
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
class ld_volatile_4(Words):
    b16 = _51
    b32 = _51
    b64 = _52
    b8 = _51
    f32 = _51
    f64 = _52
    s16 = _51
    s32 = _51
    s64 = _52
    s8 = _51
    u16 = _51
    u32 = _51
    u64 = _52
    u8 = _51
class ld_volatile_5(Words):
    b32 = _52
    f32 = _52
    s32 = _52
    u32 = _52
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
    b16 = _2
    b32 = _2
    b64 = _2
    b8 = _2
    ca: ld_7
    cg: ld_7
    cs: ld_7
    cv: ld_7
    f32 = _2
    f64 = _2
    lu: ld_7
    s16 = _2
    s32 = _2
    s64 = _2
    s8 = _2
    u16 = _2
    u32 = _2
    u64 = _2
    u8 = _2
    v2: ld_12
    v4: ld_13
    v8: ld_14
class ld_46(Words):
    v4: ld_47
    v8: ld_22
class ld_47(Words):
    b64 = _21
    f64 = _21
    s64 = _21
    u64 = _21
class ld_48(Words):
    L2__128B: ld_49
    L2__256B: ld_49
    L2__64B: ld_49
    L2__cache_hint: ld_50
    L2__evict_first: ld_51
    L2__evict_last: ld_51
    L2__evict_normal: ld_51
    b128 = _22
    b16 = _23
    b32 = _23
    b64 = _23
    b8 = _23
    f32 = _23
    f64 = _23
    s16 = _23
    s32 = _23
    s64 = _23
    s8 = _23
    u16 = _23
    u32 = _23
    u64 = _23
    u8 = _23
    v2: ld_54
    v4: ld_55
    v8: ld_56
class ld_49(Words):
    b128 = _22
    b16 = _23
    b32 = _23
    b64 = _23
    b8 = _23
    f32 = _23
    f64 = _23
    s16 = _23
    s32 = _23
    s64 = _23
    s8 = _23
    u16 = _23
    u32 = _23
    u64 = _23
    u8 = _23
    v2: ld_54
    v4: ld_55
    v8: ld_56
class ld_50(Words):
    L2__128B: ld_89
    L2__256B: ld_89
    L2__64B: ld_89
    b128 = _53
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
    v2: ld_90
    v4: ld_91
    v8: ld_92
class ld_51(Words):
    L2__128B: ld_93
    L2__256B: ld_93
    L2__64B: ld_93
    L2__cache_hint: ld_94
    v4: ld_95
    v8: ld_56
class ld_52(Words):
    L1__evict_first: ld_48
    L1__evict_last: ld_48
    L1__evict_normal: ld_48
    L1__evict_unchanged: ld_48
    L1__no_allocate: ld_48
    L2__128B: ld_49
    L2__256B: ld_49
    L2__64B: ld_49
    L2__cache_hint: ld_50
    L2__evict_first: ld_51
    L2__evict_last: ld_51
    L2__evict_normal: ld_51
    b128 = _22
    b16 = _23
    b32 = _23
    b64 = _23
    b8 = _23
    f32 = _23
    f64 = _23
    s16 = _23
    s32 = _23
    s64 = _23
    s8 = _23
    u16 = _23
    u32 = _23
    u64 = _23
    u8 = _23
    v2: ld_54
    v4: ld_55
    v8: ld_56
class ld_53(Words):
    b128 = _22
    b16 = _23
    b32 = _23
    b64 = _23
    b8 = _23
    f32 = _23
    f64 = _23
    s16 = _23
    s32 = _23
    s64 = _23
    s8 = _23
    u16 = _23
    u32 = _23
    u64 = _23
    u8 = _23
    v2: ld_54
    v4: ld_96
class ld_54(Words):
    b16 = _55
    b32 = _55
    b64 = _55
    b8 = _55
    f32 = _55
    f64 = _55
    s16 = _55
    s32 = _55
    s64 = _55
    s8 = _55
    u16 = _55
    u32 = _55
    u64 = _55
    u8 = _55
class ld_55(Words):
    b16 = _55
    b32 = _55
    b64 = _56
    b8 = _55
    f32 = _55
    f64 = _56
    s16 = _55
    s32 = _55
    s64 = _56
    s8 = _55
    u16 = _55
    u32 = _55
    u64 = _56
    u8 = _55
class ld_56(Words):
    b32 = _56
    f32 = _56
    s32 = _56
    u32 = _56
class ld_57(Words):
    L2__128B: ld_58
    L2__256B: ld_59
    L2__64B: ld_58
    L2__cache_hint: ld_60
    L2__evict_first: ld_51
    L2__evict_last: ld_51
    L2__evict_normal: ld_51
    b128 = _24
    b16 = _57
    b32 = _57
    b64 = _57
    b8 = _57
    f32 = _57
    f64 = _57
    s16 = _57
    s32 = _57
    s64 = _57
    s8 = _57
    u16 = _57
    u32 = _57
    u64 = _57
    u8 = _57
    v2: ld_97
    v4: ld_98
    v8: ld_56
class ld_58(Words):
    b128 = _24
    b16 = _57
    b32 = _57
    b64 = _57
    b8 = _57
    f32 = _57
    f64 = _57
    s16 = _57
    s32 = _57
    s64 = _57
    s8 = _57
    u16 = _57
    u32 = _57
    u64 = _57
    u8 = _57
    v2: ld_97
    v4: ld_98
    v8: ld_56
class ld_59(Words):
    b128 = _58
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
    v2: ld_99
    v4: ld_100
    v8: ld_56
class ld_60(Words):
    L2__128B: ld_101
    L2__256B: ld_101
    L2__64B: ld_101
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
    v2: ld_102
    v4: ld_103
    v8: ld_92
class ld_61(Words):
    L1__evict_first: ld_57
    L1__evict_last: ld_57
    L1__evict_normal: ld_57
    L1__evict_unchanged: ld_57
    L1__no_allocate: ld_57
    L2__128B: ld_58
    L2__256B: ld_59
    L2__64B: ld_58
    L2__cache_hint: ld_60
    L2__evict_first: ld_51
    L2__evict_last: ld_51
    L2__evict_normal: ld_51
    b128 = _24
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
    v2: ld_64
    v4: ld_65
    v8: ld_56
class ld_62(Words):
    b128 = _24
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
    v2: ld_64
    v4: ld_104
class ld_63(Words):
    b128 = _24
    b16 = _62
    b32 = _62
    b64 = _62
    b8 = _62
    f32 = _62
    f64 = _62
    s16 = _62
    s32 = _62
    s64 = _62
    s8 = _62
    u16 = _62
    u32 = _62
    u64 = _62
    u8 = _62
    v2: ld_105
    v4: ld_106
class ld_64(Words):
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
class ld_65(Words):
    b16 = _63
    b32 = _63
    b64 = _56
    b8 = _63
    f32 = _63
    f64 = _56
    s16 = _63
    s32 = _63
    s64 = _56
    s8 = _63
    u16 = _63
    u32 = _63
    u64 = _56
    u8 = _63
class ld_66(Words):
    L2__128B: ld_67
    L2__256B: ld_68
    L2__64B: ld_67
    L2__cache_hint: ld_69
    L2__evict_first: ld_51
    L2__evict_last: ld_51
    L2__evict_normal: ld_51
    b128 = _26
    b16 = _57
    b32 = _57
    b64 = _57
    b8 = _57
    f32 = _57
    f64 = _57
    s16 = _57
    s32 = _57
    s64 = _57
    s8 = _57
    u16 = _57
    u32 = _57
    u64 = _57
    u8 = _57
    v2: ld_97
    v4: ld_98
    v8: ld_56
class ld_67(Words):
    b128 = _26
    b16 = _57
    b32 = _57
    b64 = _57
    b8 = _57
    f32 = _57
    f64 = _57
    s16 = _57
    s32 = _57
    s64 = _57
    s8 = _57
    u16 = _57
    u32 = _57
    u64 = _57
    u8 = _57
    v2: ld_97
    v4: ld_98
    v8: ld_56
class ld_68(Words):
    b128 = _64
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
    v2: ld_99
    v4: ld_100
    v8: ld_56
class ld_69(Words):
    L2__128B: ld_107
    L2__256B: ld_107
    L2__64B: ld_107
    b128 = _65
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
    v2: ld_102
    v4: ld_103
    v8: ld_92
class ld_70(Words):
    L1__evict_first: ld_66
    L1__evict_last: ld_66
    L1__evict_normal: ld_66
    L1__evict_unchanged: ld_66
    L1__no_allocate: ld_66
    L2__128B: ld_67
    L2__256B: ld_68
    L2__64B: ld_67
    L2__cache_hint: ld_69
    L2__evict_first: ld_51
    L2__evict_last: ld_51
    L2__evict_normal: ld_51
    b128 = _26
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
    v2: ld_64
    v4: ld_65
    v8: ld_56
class ld_71(Words):
    b128 = _26
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
    v2: ld_64
    v4: ld_104
class ld_72(Words):
    b128 = _66
    b16 = _23
    b32 = _23
    b64 = _23
    b8 = _23
    f32 = _23
    f64 = _23
    s16 = _23
    s32 = _23
    s64 = _23
    s8 = _23
    u16 = _23
    u32 = _23
    u64 = _23
    u8 = _23
    v2: ld_54
    v4: ld_96
class ld_73(Words):
    b128 = _26
    b16 = _62
    b32 = _62
    b64 = _62
    b8 = _62
    f32 = _62
    f64 = _62
    s16 = _62
    s32 = _62
    s64 = _62
    s8 = _62
    u16 = _62
    u32 = _62
    u64 = _62
    u8 = _62
    v2: ld_105
    v4: ld_106
class ld_74(Words):
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
class ld_75(Words):
    b16 = _67
    b32 = _67
    b64 = _33
    b8 = _67
    f32 = _67
    f64 = _33
    s16 = _67
    s32 = _67
    s64 = _33
    s8 = _67
    u16 = _67
    u32 = _67
    u64 = _33
    u8 = _67
class ld_76(Words):
    b16 = _68
    b32 = _68
    b64 = _68
    b8 = _68
    f32 = _68
    f64 = _68
    s16 = _68
    s32 = _68
    s64 = _68
    s8 = _68
    u16 = _68
    u32 = _68
    u64 = _68
    u8 = _68
class ld_77(Words):
    b16 = _68
    b32 = _68
    b64 = _33
    b8 = _68
    f32 = _68
    f64 = _33
    s16 = _68
    s32 = _68
    s64 = _33
    s8 = _68
    u16 = _68
    u32 = _68
    u64 = _33
    u8 = _68
class ld_78(Words):
    b128 = _30
    b16 = _31
    b32 = _31
    b64 = _31
    b8 = _31
    f32 = _31
    f64 = _31
    s16 = _31
    s32 = _31
    s64 = _31
    s8 = _31
    u16 = _31
    u32 = _31
    u64 = _31
    u8 = _31
    v2: ld_79
    v4: ld_80
    v8: ld_81
class ld_79(Words):
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
class ld_80(Words):
    b16 = _69
    b32 = _69
    b64 = _70
    b8 = _69
    f32 = _69
    f64 = _70
    s16 = _69
    s32 = _69
    s64 = _70
    s8 = _69
    u16 = _69
    u32 = _69
    u64 = _70
    u8 = _69
class ld_81(Words):
    b32 = _70
    f32 = _70
    s32 = _70
    u32 = _70
class ld_82(Words):
    b16 = _32
    b32 = _32
    b8 = _32
    f32 = _32
    s16 = _32
    s32 = _32
    s8 = _32
    u16 = _32
    u32 = _32
    u8 = _32
class ld_global_2(Words):
    L2__128B: ld_global_3
    L2__256B: ld_global_4
    L2__64B: ld_global_3
    L2__cache_hint: ld_global_5
    b128 = _71
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
    b128 = _34
    b16 = _73
    b32 = _73
    b64 = _73
    b8 = _73
    f32 = _73
    f64 = _73
    s16 = _73
    s32 = _73
    s64 = _73
    s8 = _73
    u16 = _73
    u32 = _73
    u64 = _73
    u8 = _73
    v2: ld_global_nc_7
    v4: ld_global_nc_8
    v8: ld_global_nc_6
class ld_global_nc_2(Words):
    b128 = _34
    b16 = _73
    b32 = _73
    b64 = _73
    b8 = _73
    f32 = _73
    f64 = _73
    s16 = _73
    s32 = _73
    s64 = _73
    s8 = _73
    u16 = _73
    u32 = _73
    u64 = _73
    u8 = _73
    v2: ld_global_nc_7
    v4: ld_global_nc_8
    v8: ld_global_nc_6
class ld_global_nc_3(Words):
    b128 = _74
    b16 = _75
    b32 = _75
    b64 = _75
    b8 = _75
    f32 = _75
    f64 = _75
    s16 = _75
    s32 = _75
    s64 = _75
    s8 = _75
    u16 = _75
    u32 = _75
    u64 = _75
    u8 = _75
    v2: ld_global_nc_9
    v4: ld_global_nc_10
    v8: ld_global_nc_6
class ld_global_nc_4(Words):
    L2__128B: ld_global_nc_11
    L2__256B: ld_global_nc_11
    L2__64B: ld_global_nc_11
    b128 = _76
    b16 = _77
    b32 = _77
    b64 = _77
    b8 = _77
    f32 = _77
    f64 = _77
    s16 = _77
    s32 = _77
    s64 = _77
    s8 = _77
    u16 = _77
    u32 = _77
    u64 = _77
    u8 = _77
    v2: ld_global_nc_12
    v4: ld_global_nc_13
    v8: ld_global_nc_14
class ld_global_nc_5(Words):
    L2__128B: ld_global_nc_15
    L2__256B: ld_global_nc_15
    L2__64B: ld_global_nc_15
    L2__cache_hint: ld_global_nc_16
    v4: ld_global_nc_17
    v8: ld_global_nc_6
class ld_global_nc_v2(Words):
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
class ld_global_nc_v4(Words):
    b16 = _78
    b32 = _78
    b64 = _79
    b8 = _78
    f32 = _78
    f64 = _79
    s16 = _78
    s32 = _78
    s64 = _79
    s8 = _78
    u16 = _78
    u32 = _78
    u64 = _79
    u8 = _78
class ld_global_nc_6(Words):
    b32 = _79
    f32 = _79
    s32 = _79
    u32 = _79
class ld_mmio_acquire_sys(Words):
    b128 = _80
    b16 = _80
    b32 = _80
    b64 = _80
    b8 = _80
    f32 = _80
    f64 = _80
    global_: ld_mmio_acquire_sys_global
    s16 = _80
    s32 = _80
    s64 = _80
    s8 = _80
    u16 = _80
    u32 = _80
    u64 = _80
    u8 = _80
class ld_mmio_relaxed_sys(Words):
    b128 = _81
    b16 = _82
    b32 = _82
    b64 = _82
    b8 = _82
    f32 = _82
    f64 = _82
    global_: ld_mmio_relaxed_sys_global
    s16 = _82
    s32 = _82
    s64 = _82
    s8 = _82
    u16 = _82
    u32 = _82
    u64 = _82
    u8 = _82
class ld_83(Words):
    b16 = _83
    b32 = _83
    b64 = _83
    b8 = _83
    f32 = _83
    f64 = _83
    s16 = _83
    s32 = _83
    s64 = _83
    s8 = _83
    u16 = _83
    u32 = _83
    u64 = _83
    u8 = _83
class ld_84(Words):
    b16 = _83
    b32 = _83
    b8 = _83
    f32 = _83
    s16 = _83
    s32 = _83
    s8 = _83
    u16 = _83
    u32 = _83
    u8 = _83
class ld_85(Words):
    b16 = _84
    b32 = _84
    b64 = _84
    b8 = _84
    f32 = _84
    f64 = _84
    s16 = _84
    s32 = _84
    s64 = _84
    s8 = _84
    u16 = _84
    u32 = _84
    u64 = _84
    u8 = _84
class ld_86(Words):
    b16 = _84
    b32 = _84
    b8 = _84
    f32 = _84
    s16 = _84
    s32 = _84
    s8 = _84
    u16 = _84
    u32 = _84
    u8 = _84
class ld_87(Words):
    b16 = _85
    b32 = _85
    b64 = _85
    b8 = _85
    f32 = _85
    f64 = _85
    s16 = _85
    s32 = _85
    s64 = _85
    s8 = _85
    u16 = _85
    u32 = _85
    u64 = _85
    u8 = _85
class ld_88(Words):
    b16 = _85
    b32 = _85
    b8 = _85
    f32 = _85
    s16 = _85
    s32 = _85
    s8 = _85
    u16 = _85
    u32 = _85
    u8 = _85
class ld_volatile_6(Words):
    b16 = _86
    b32 = _86
    b64 = _86
    b8 = _86
    f32 = _86
    f64 = _86
    s16 = _86
    s32 = _86
    s64 = _86
    s8 = _86
    u16 = _86
    u32 = _86
    u64 = _86
    u8 = _86
class ld_volatile_7(Words):
    b16 = _86
    b32 = _86
    b64 = _52
    b8 = _86
    f32 = _86
    f64 = _52
    s16 = _86
    s32 = _86
    s64 = _52
    s8 = _86
    u16 = _86
    u32 = _86
    u64 = _52
    u8 = _86
class ld_volatile_8(Words):
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
class ld_volatile_9(Words):
    b16 = _87
    b32 = _87
    b64 = _52
    b8 = _87
    f32 = _87
    f64 = _52
    s16 = _87
    s32 = _87
    s64 = _52
    s8 = _87
    u16 = _87
    u32 = _87
    u64 = _52
    u8 = _87
class ld_volatile_local_v2(Words):
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
class ld_volatile_local_v4(Words):
    b16 = _88
    b32 = _88
    b8 = _88
    f32 = _88
    s16 = _88
    s32 = _88
    s8 = _88
    u16 = _88
    u32 = _88
    u8 = _88
class ld_volatile_shared_v4(Words):
    b16 = _51
    b32 = _51
    b8 = _51
    f32 = _51
    s16 = _51
    s32 = _51
    s8 = _51
    u16 = _51
    u32 = _51
    u8 = _51
class ld_volatile_shared_cluster_v2(Words):
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
class ld_volatile_shared_cluster_v4(Words):
    b16 = _89
    b32 = _89
    b8 = _89
    f32 = _89
    s16 = _89
    s32 = _89
    s8 = _89
    u16 = _89
    u32 = _89
    u8 = _89
class ld_volatile_shared_cta_v2(Words):
    b16 = _90
    b32 = _90
    b64 = _90
    b8 = _90
    f32 = _90
    f64 = _90
    s16 = _90
    s32 = _90
    s64 = _90
    s8 = _90
    u16 = _90
    u32 = _90
    u64 = _90
    u8 = _90
class ld_volatile_shared_cta_v4(Words):
    b16 = _90
    b32 = _90
    b8 = _90
    f32 = _90
    s16 = _90
    s32 = _90
    s8 = _90
    u16 = _90
    u32 = _90
    u8 = _90
class ld_89(Words):
    b128 = _53
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
    v2: ld_90
    v4: ld_91
    v8: ld_92
class ld_90(Words):
    b16 = _91
    b32 = _91
    b64 = _91
    b8 = _91
    f32 = _91
    f64 = _91
    s16 = _91
    s32 = _91
    s64 = _91
    s8 = _91
    u16 = _91
    u32 = _91
    u64 = _91
    u8 = _91
class ld_91(Words):
    b16 = _91
    b32 = _91
    b64 = _92
    b8 = _91
    f32 = _91
    f64 = _92
    s16 = _91
    s32 = _91
    s64 = _92
    s8 = _91
    u16 = _91
    u32 = _91
    u64 = _92
    u8 = _91
class ld_92(Words):
    b32 = _92
    f32 = _92
    s32 = _92
    u32 = _92
class ld_93(Words):
    v4: ld_95
    v8: ld_56
class ld_94(Words):
    L2__128B: ld_108
    L2__256B: ld_108
    L2__64B: ld_108
    v4: ld_109
    v8: ld_92
class ld_95(Words):
    b64 = _56
    f64 = _56
    s64 = _56
    u64 = _56
class ld_96(Words):
    b16 = _55
    b32 = _55
    b8 = _55
    f32 = _55
    s16 = _55
    s32 = _55
    s8 = _55
    u16 = _55
    u32 = _55
    u8 = _55
class ld_97(Words):
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
class ld_98(Words):
    b16 = _93
    b32 = _93
    b64 = _56
    b8 = _93
    f32 = _93
    f64 = _56
    s16 = _93
    s32 = _93
    s64 = _56
    s8 = _93
    u16 = _93
    u32 = _93
    u64 = _56
    u8 = _93
class ld_99(Words):
    b16 = _94
    b32 = _94
    b64 = _94
    b8 = _94
    f32 = _94
    f64 = _94
    s16 = _94
    s32 = _94
    s64 = _94
    s8 = _94
    u16 = _94
    u32 = _94
    u64 = _94
    u8 = _94
class ld_100(Words):
    b16 = _94
    b32 = _94
    b64 = _56
    b8 = _94
    f32 = _94
    f64 = _56
    s16 = _94
    s32 = _94
    s64 = _56
    s8 = _94
    u16 = _94
    u32 = _94
    u64 = _56
    u8 = _94
class ld_101(Words):
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
    v2: ld_102
    v4: ld_103
    v8: ld_92
class ld_102(Words):
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
class ld_103(Words):
    b16 = _95
    b32 = _95
    b64 = _92
    b8 = _95
    f32 = _95
    f64 = _92
    s16 = _95
    s32 = _95
    s64 = _92
    s8 = _95
    u16 = _95
    u32 = _95
    u64 = _92
    u8 = _95
class ld_104(Words):
    b16 = _63
    b32 = _63
    b8 = _63
    f32 = _63
    s16 = _63
    s32 = _63
    s8 = _63
    u16 = _63
    u32 = _63
    u8 = _63
class ld_105(Words):
    b16 = _96
    b32 = _96
    b64 = _96
    b8 = _96
    f32 = _96
    f64 = _96
    s16 = _96
    s32 = _96
    s64 = _96
    s8 = _96
    u16 = _96
    u32 = _96
    u64 = _96
    u8 = _96
class ld_106(Words):
    b16 = _96
    b32 = _96
    b8 = _96
    f32 = _96
    s16 = _96
    s32 = _96
    s8 = _96
    u16 = _96
    u32 = _96
    u8 = _96
class ld_107(Words):
    b128 = _65
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
    v2: ld_102
    v4: ld_103
    v8: ld_92
class ld_global_3(Words):
    b128 = _71
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
    v2: ld_global_9
    v4: ld_global_10
    v8: ld_global_8
class ld_global_4(Words):
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
    v2: ld_global_11
    v4: ld_global_12
    v8: ld_global_8
class ld_global_5(Words):
    L2__128B: ld_global_13
    L2__256B: ld_global_13
    L2__64B: ld_global_13
    b128 = _100
    b16 = _101
    b32 = _101
    b64 = _101
    b8 = _101
    f32 = _101
    f64 = _101
    s16 = _101
    s32 = _101
    s64 = _101
    s8 = _101
    u16 = _101
    u32 = _101
    u64 = _101
    u8 = _101
    v2: ld_global_14
    v4: ld_global_15
    v8: ld_global_16
class ld_global_6(Words):
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
class ld_global_7(Words):
    b16 = _102
    b32 = _102
    b64 = _103
    b8 = _102
    f32 = _102
    f64 = _103
    s16 = _102
    s32 = _102
    s64 = _103
    s8 = _102
    u16 = _102
    u32 = _102
    u64 = _103
    u8 = _102
class ld_global_8(Words):
    b32 = _103
    f32 = _103
    s32 = _103
    u32 = _103
class ld_global_nc_7(Words):
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
class ld_global_nc_8(Words):
    b16 = _104
    b32 = _104
    b64 = _79
    b8 = _104
    f32 = _104
    f64 = _79
    s16 = _104
    s32 = _104
    s64 = _79
    s8 = _104
    u16 = _104
    u32 = _104
    u64 = _79
    u8 = _104
class ld_global_nc_9(Words):
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
class ld_global_nc_10(Words):
    b16 = _105
    b32 = _105
    b64 = _79
    b8 = _105
    f32 = _105
    f64 = _79
    s16 = _105
    s32 = _105
    s64 = _79
    s8 = _105
    u16 = _105
    u32 = _105
    u64 = _79
    u8 = _105
class ld_global_nc_11(Words):
    b128 = _76
    b16 = _77
    b32 = _77
    b64 = _77
    b8 = _77
    f32 = _77
    f64 = _77
    s16 = _77
    s32 = _77
    s64 = _77
    s8 = _77
    u16 = _77
    u32 = _77
    u64 = _77
    u8 = _77
    v2: ld_global_nc_12
    v4: ld_global_nc_13
    v8: ld_global_nc_14
class ld_global_nc_12(Words):
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
class ld_global_nc_13(Words):
    b16 = _106
    b32 = _106
    b64 = _107
    b8 = _106
    f32 = _106
    f64 = _107
    s16 = _106
    s32 = _106
    s64 = _107
    s8 = _106
    u16 = _106
    u32 = _106
    u64 = _107
    u8 = _106
class ld_global_nc_14(Words):
    b32 = _107
    f32 = _107
    s32 = _107
    u32 = _107
class ld_global_nc_15(Words):
    v4: ld_global_nc_17
    v8: ld_global_nc_6
class ld_global_nc_16(Words):
    L2__128B: ld_global_nc_18
    L2__256B: ld_global_nc_18
    L2__64B: ld_global_nc_18
    v4: ld_global_nc_19
    v8: ld_global_nc_14
class ld_global_nc_17(Words):
    b64 = _79
    f64 = _79
    s64 = _79
    u64 = _79
class ld_mmio_acquire_sys_global(Words):
    b128 = _80
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
class ld_mmio_relaxed_sys_global(Words):
    b128 = _81
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
class ld_108(Words):
    v4: ld_109
    v8: ld_92
class ld_109(Words):
    b64 = _92
    f64 = _92
    s64 = _92
    u64 = _92
class ld_global_9(Words):
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
class ld_global_10(Words):
    b16 = _108
    b32 = _108
    b64 = _103
    b8 = _108
    f32 = _108
    f64 = _103
    s16 = _108
    s32 = _108
    s64 = _103
    s8 = _108
    u16 = _108
    u32 = _108
    u64 = _103
    u8 = _108
class ld_global_11(Words):
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
class ld_global_12(Words):
    b16 = _109
    b32 = _109
    b64 = _103
    b8 = _109
    f32 = _109
    f64 = _103
    s16 = _109
    s32 = _109
    s64 = _103
    s8 = _109
    u16 = _109
    u32 = _109
    u64 = _103
    u8 = _109
class ld_global_13(Words):
    b128 = _100
    b16 = _101
    b32 = _101
    b64 = _101
    b8 = _101
    f32 = _101
    f64 = _101
    s16 = _101
    s32 = _101
    s64 = _101
    s8 = _101
    u16 = _101
    u32 = _101
    u64 = _101
    u8 = _101
    v2: ld_global_14
    v4: ld_global_15
    v8: ld_global_16
class ld_global_14(Words):
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
class ld_global_15(Words):
    b16 = _110
    b32 = _110
    b64 = _111
    b8 = _110
    f32 = _110
    f64 = _111
    s16 = _110
    s32 = _110
    s64 = _111
    s8 = _110
    u16 = _110
    u32 = _110
    u64 = _111
    u8 = _110
class ld_global_16(Words):
    b32 = _111
    f32 = _111
    s32 = _111
    u32 = _111
class ld_global_nc_18(Words):
    v4: ld_global_nc_19
    v8: ld_global_nc_14
class ld_global_nc_19(Words):
    b64 = _107
    f64 = _107
    s64 = _107
    u64 = _107
