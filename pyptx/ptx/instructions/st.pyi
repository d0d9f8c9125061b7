# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Constant, Guard, Register, Registers, Source, Words

def _1(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; sm_70 or newer.
    """
def _2(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 2.0; sm_20 or newer.
    """
def _3(self: object, a: Bracketed, size: Source, initval: Constant, /, *, pred: Guard = None) -> None:
    """``st.bulk{.weak} [a], size, initval``

    Manual 9.7.10.14 st.bulk. PTX 9.0; sm_100 or newer.

    ``st.bulk{.weak} [a], size, initval``

    Manual 9.7.10.14 st.bulk. PTX 8.6; sm_100 or newer.
    """
def _4(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.4; sm_70 or newer.
    """
def _5(self: object, a: Bracketed, b: Register | Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; sm_80 or newer.
    """
def _6(self: object, a: Bracketed, b: Registers | Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.4; sm_80 or newer.
    """
def _7(self: object, a: Bracketed, size: Source, initval: Constant, /, *, pred: Guard = None) -> None:
    """``st.bulk{.weak}.shared::cta [a], size, initval``

    Manual 9.7.10.14 st.bulk. PTX 9.0; sm_100 or newer.

    ``st.bulk{.weak}.shared::cta [a], size, initval``

    Manual 9.7.10.14 st.bulk. PTX 8.6; sm_100 or newer.
    """
def _8(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; sm_70 or newer.
    """
def _9(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 2.0; sm_20 or newer.
    """
def _10(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 1.0; every target.
    """
def _11(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; sm_20 or newer.
    """
def _12(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; sm_90 or newer.
    """
def _13(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; sm_90 or newer.
    """
def _14(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; every target.
    """
def _15(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 2.0; sm_20 or newer.
    """
def _16(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}.<vec>.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.8; sm_100 or newer.
    """
def _17(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 8.3; sm_70 or newer.
    """
def _18(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 2.0; sm_20 or newer.
    """
def _19(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 5.1; sm_70 or newer.
    """
def _20(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.4; sm_70 or newer.
    """
def _21(self: object, a: Bracketed, b: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.4; sm_80 or newer.
    """
def _22(self: object, a: Bracketed, b: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}.<vec>.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.8; sm_100 or newer.
    """
def _23(self: object, a: Bracketed, b: Register, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``st.async{.weak}{.<ss>}.mbarrier::complete_tx::bytes.b128 [a], b, [mbar]``

    Manual 9.7.10.12 st.async. PTX 9.2; sm_90 or newer.
    """
def _24(self: object, a: Bracketed, b: Registers | Source, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``st.async{.weak}{.<ss>}.mbarrier::complete_tx::bytes{.<vec>}.<type> [a], b, [mbar]``

    Manual 9.7.10.12 st.async. PTX 8.1; sm_90 or newer.
    """
def _25(self: object, a: Bracketed, b: Register | Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; sm_80 or newer.
    """
def _26(self: object, a: Bracketed, b: Registers | Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.4; sm_80 or newer.
    """
def _27(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 2.0; sm_20 or newer.
    """
def _28(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}.<vec>.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.8; sm_100 or newer.
    """
def _29(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 1.0; every target.
    """
def _30(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; sm_20 or newer.
    """
def _31(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; sm_20 or newer.
    """
def _32(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; sm_90 or newer.
    """
def _33(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; sm_90 or newer.
    """
def _34(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; sm_70 or newer.
    """
def _35(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 5.1; sm_70 or newer.
    """
def _36(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.4; sm_70 or newer.
    """
def _37(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; sm_90 or newer.
    """
def _38(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; sm_90 or newer.
    """
def _39(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; sm_90 or newer.
    """
def _40(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; sm_20 or newer.
    """
def _41(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; every target.
    """
def _42(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 1.1; every target.
    """
def _43(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 9.1; sm_70 or newer.
    """
def _44(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 9.1; every target.
    """
def _45(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 8.3; sm_90 or newer.
    """
def _46(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 7.8; sm_90 or newer.
    """
def _47(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 7.8; every target.
    """
def _48(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 2.0; sm_20 or newer.
    """
def _49(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}.<vec>.<type> [a], b``

    Manual 9.7.10.11 st. PTX 8.8; sm_100 or newer.
    """
def _50(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 5.1; sm_70 or newer.
    """
def _51(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; sm_70 or newer.
    """
def _52(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; sm_70 or newer.
    """
def _53(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 5.1; sm_70 or newer.
    """
def _54(self: object, a: Bracketed, b: Registers, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``st.async{.weak}{.<ss>}.mbarrier::complete_tx::bytes{.<vec>}.<type> [a], b, [mbar]``

    Manual 9.7.10.12 st.async. PTX 8.1; sm_90 or newer.
    """
def _55(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``st.async.release.<scope>{.<ss>}.<type> [a], b``

    Manual 9.7.10.12 st.async. PTX 8.7; sm_100 or newer.
    """
def _56(self: object, a: Bracketed, b: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.4; sm_80 or newer.
    """
def _57(self: object, a: Bracketed, b: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}.<vec>.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.8; sm_100 or newer.
    """
def _58(self: object, a: Bracketed, b: Register, /, *, pred: Guard = None) -> None:
    """``st.mmio.<sem>.sys{.<ss>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 8.4; sm_70 or newer.
    """
def _59(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``st.mmio.<sem>.sys{.<ss>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 8.2; sm_70 or newer.
    """
def _60(self: object, a: Bracketed, b: Register, /, *, pred: Guard = None) -> None:
    """``st.mmio.<sem>.sys{.<ss>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 9.3; sm_70 or newer.
    """
def _61(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``st.mmio.<sem>.sys{.<ss>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 9.3; sm_70 or newer.
    """
def _62(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; sm_20 or newer.
    """
def _63(self: object, a: Bracketed, b: Register | Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; sm_90 or newer.
    """
def _64(self: object, a: Bracketed, b: Registers | Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; sm_90 or newer.
    """
def _65(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; sm_90 or newer.
    """
def _66(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}.<vec>.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.8; sm_100 or newer.
    """
def _67(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.4; sm_70 or newer.
    """
def _68(self: object, a: Bracketed, b: Register | Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; sm_80 or newer.
    """
def _69(self: object, a: Bracketed, b: Registers | Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.4; sm_80 or newer.
    """
def _70(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; sm_70 or newer.
    """
def _71(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 5.1; sm_70 or newer.
    """
def _72(self: object, a: Bracketed, b: Register | Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.4; sm_80 or newer.
    """
def _73(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.4; sm_90 or newer.
    """
def _74(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; sm_90 or newer.
    """
def _75(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; sm_20 or newer.
    """
def _76(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 1.1; every target.
    """
def _77(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 9.1; every target.
    """
def _78(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 7.8; sm_90 or newer.
    """
def _79(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 7.8; every target.
    """
def _80(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 5.1; sm_70 or newer.
    """
def _81(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; sm_70 or newer.
    """
def _82(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; sm_70 or newer.
    """
def _83(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; sm_70 or newer.
    """
def _84(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; sm_70 or newer.
    """
def _85(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``st.async.mmio.release.sys{.<ss>}.<type> [a], b``

    Manual 9.7.10.12 st.async. PTX 8.7; sm_100 or newer.
    """
def _86(self: object, a: Bracketed, b: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; sm_90 or newer.
    """
def _87(self: object, a: Bracketed, b: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}.<vec>.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.8; sm_100 or newer.
    """
def _88(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.4; sm_70 or newer.
    """
def _89(self: object, a: Bracketed, b: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.4; sm_80 or newer.
    """
def _90(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; sm_70 or newer.
    """
def _91(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; sm_70 or newer.
    """
def _92(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; sm_70 or newer.
    """
class st(Words):
    L1__evict_first: st_1
    L1__evict_last: st_1
    L1__evict_normal: st_1
    L1__evict_unchanged: st_1
    L1__no_allocate: st_1
    L2__cache_hint: st_2
    L2__evict_first: st_3
    L2__evict_last: st_3
    L2__evict_normal: st_3
    async_: st_async
    b128 = _1
    b16 = _2
    b32 = _2
    b64 = _2
    b8 = _2
    bulk: st_bulk
    """``st.bulk{.weak} [a], size, initval``

    Manual 9.7.10.14 st.bulk. PTX 9.0; sm_100 or newer.

    ``st.bulk{.weak} [a], size, initval``

    Manual 9.7.10.14 st.bulk. PTX 8.6; sm_100 or newer.
    """
    cg: st_4
    cs: st_4
    f32 = _2
    f64 = _2
    global_: st_global
    local: st_5
    mmio: st_mmio
    param: st_param
    param__func: st_param_func
    relaxed: st_6
    release: st_6
    s16 = _2
    s32 = _2
    s64 = _2
    s8 = _2
    shared: st_5
    shared__cluster: st_7
    shared__cta: st_shared_cta
    u16 = _2
    u32 = _2
    u64 = _2
    u8 = _2
    v2: st_8
    v4: st_v4
    v8: st_9
    volatile: st_volatile
    wb: st_4
    weak: st_weak
    wt: st_4
class st_1(Words):
    L2__cache_hint: st_2
    L2__evict_first: st_3
    L2__evict_last: st_3
    L2__evict_normal: st_3
    b128 = _1
    b16 = _4
    b32 = _4
    b64 = _4
    b8 = _4
    f32 = _4
    f64 = _4
    s16 = _4
    s32 = _4
    s64 = _4
    s8 = _4
    u16 = _4
    u32 = _4
    u64 = _4
    u8 = _4
    v2: st_10
    v4: st_11
    v8: st_9
class st_2(Words):
    b128 = _5
    b16 = _6
    b32 = _6
    b64 = _6
    b8 = _6
    f32 = _6
    f64 = _6
    s16 = _6
    s32 = _6
    s64 = _6
    s8 = _6
    u16 = _6
    u32 = _6
    u64 = _6
    u8 = _6
    v2: st_12
    v4: st_13
    v8: st_14
class st_3(Words):
    L2__cache_hint: st_15
    v4: st_16
    v8: st_9
class st_async(Words):
    mbarrier__complete_tx__bytes: st_async_1
    mmio: st_async_mmio
    release: st_async_release
    shared__cluster: st_async_2
    weak: st_async_weak
class st_bulk(Words):
    shared__cta = _7
    weak: st_bulk_weak
    __call__ = _3
class st_4(Words):
    L2__cache_hint: st_17
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
    v2: st_18
    v4: st_19
    v8: st_20
class st_global(Words):
    L1__evict_first: st_1
    L1__evict_last: st_1
    L1__evict_normal: st_1
    L1__evict_unchanged: st_1
    L1__no_allocate: st_1
    L2__cache_hint: st_2
    L2__evict_first: st_3
    L2__evict_last: st_3
    L2__evict_normal: st_3
    b128 = _1
    b16 = _10
    b32 = _10
    b64 = _10
    b8 = _10
    cg: st_4
    cs: st_4
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
    v2: st_21
    v4: st_global_v4
    v8: st_9
    wb: st_4
    wt: st_4
class st_5(Words):
    b128 = _1
    b16 = _10
    b32 = _10
    b64 = _10
    b8 = _10
    cg: st_22
    cs: st_22
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
    v2: st_21
    v4: st_23
    wb: st_22
    wt: st_22
class st_mmio(Words):
    relaxed: st_mmio_relaxed
    release: st_mmio_release
class st_param(Words):
    b128 = _1
    b16 = _2
    b32 = _2
    b64 = _2
    b8 = _2
    cg: st_22
    cs: st_22
    f32 = _2
    f64 = _2
    s16 = _2
    s32 = _2
    s64 = _2
    s8 = _2
    u16 = _2
    u32 = _2
    u64 = _2
    u8 = _2
    v2: st_8
    v4: st_param_v4
    wb: st_22
    wt: st_22
class st_param_func(Words):
    b128 = _1
    b16 = _11
    b32 = _11
    b64 = _11
    b8 = _11
    cg: st_param_func_1
    cs: st_param_func_1
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
    v2: st_param_func_v2
    v4: st_param_func_v4
    wb: st_param_func_1
    wt: st_param_func_1
class st_6(Words):
    cluster: st_24
    cta: st_25
    gpu: st_25
    sys: st_26
class st_7(Words):
    b128 = _12
    b16 = _13
    b32 = _13
    b64 = _13
    b8 = _13
    cg: st_27
    cs: st_27
    f32 = _13
    f64 = _13
    s16 = _13
    s32 = _13
    s64 = _13
    s8 = _13
    u16 = _13
    u32 = _13
    u64 = _13
    u8 = _13
    v2: st_28
    v4: st_29
    wb: st_27
    wt: st_27
class st_shared_cta(Words):
    b128 = _1
    b16 = _14
    b32 = _14
    b64 = _14
    b8 = _14
    cg: st_shared_cta_1
    cs: st_shared_cta_1
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
    v2: st_shared_cta_v2
    v4: st_shared_cta_v4
    wb: st_shared_cta_1
    wt: st_shared_cta_1
class st_8(Words):
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
class st_v4(Words):
    b16 = _15
    b32 = _15
    b64 = _16
    b8 = _15
    f32 = _15
    f64 = _16
    s16 = _15
    s32 = _15
    s64 = _16
    s8 = _15
    u16 = _15
    u32 = _15
    u64 = _16
    u8 = _15
class st_9(Words):
    b32 = _16
    f32 = _16
    s32 = _16
    u32 = _16
class st_volatile(Words):
    b128 = _17
    b16 = _18
    b32 = _18
    b64 = _18
    b8 = _18
    f32 = _18
    f64 = _18
    global_: st_volatile_global
    local: st_volatile_local
    s16 = _18
    s32 = _18
    s64 = _18
    s8 = _18
    shared: st_volatile_shared
    shared__cluster: st_volatile_shared_cluster
    shared__cta: st_volatile_shared_cta
    u16 = _18
    u32 = _18
    u64 = _18
    u8 = _18
    v2: st_volatile_v2
    v4: st_volatile_v4
    v8: st_volatile_1
class st_weak(Words):
    L1__evict_first: st_1
    L1__evict_last: st_1
    L1__evict_normal: st_1
    L1__evict_unchanged: st_1
    L1__no_allocate: st_1
    L2__cache_hint: st_2
    L2__evict_first: st_3
    L2__evict_last: st_3
    L2__evict_normal: st_3
    b128 = _1
    b16 = _19
    b32 = _19
    b64 = _19
    b8 = _19
    cg: st_weak_1
    cs: st_weak_1
    f32 = _19
    f64 = _19
    global_: st_weak_global
    local: st_weak_2
    param: st_weak_2
    param__func: st_weak_param_func
    s16 = _19
    s32 = _19
    s64 = _19
    s8 = _19
    shared: st_weak_2
    shared__cluster: st_7
    shared__cta: st_weak_shared_cta
    u16 = _19
    u32 = _19
    u64 = _19
    u8 = _19
    v2: st_weak_3
    v4: st_weak_4
    v8: st_9
    wb: st_weak_1
    wt: st_weak_1
class st_10(Words):
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
class st_11(Words):
    b16 = _20
    b32 = _20
    b64 = _16
    b8 = _20
    f32 = _20
    f64 = _16
    s16 = _20
    s32 = _20
    s64 = _16
    s8 = _20
    u16 = _20
    u32 = _20
    u64 = _16
    u8 = _20
class st_12(Words):
    b16 = _21
    b32 = _21
    b64 = _21
    b8 = _21
    f32 = _21
    f64 = _21
    s16 = _21
    s32 = _21
    s64 = _21
    s8 = _21
    u16 = _21
    u32 = _21
    u64 = _21
    u8 = _21
class st_13(Words):
    b16 = _21
    b32 = _21
    b64 = _22
    b8 = _21
    f32 = _21
    f64 = _22
    s16 = _21
    s32 = _21
    s64 = _22
    s8 = _21
    u16 = _21
    u32 = _21
    u64 = _22
    u8 = _21
class st_14(Words):
    b32 = _22
    f32 = _22
    s32 = _22
    u32 = _22
class st_15(Words):
    v4: st_30
    v8: st_14
class st_16(Words):
    b64 = _16
    f64 = _16
    s64 = _16
    u64 = _16
class st_async_1(Words):
    b128 = _23
    b32 = _24
    b64 = _24
    f32 = _24
    f64 = _24
    s32 = _24
    s64 = _24
    u32 = _24
    u64 = _24
    v2: st_async_3
    v4: st_async_4
class st_async_mmio(Words):
    release: st_async_mmio_release
class st_async_release(Words):
    gpu: st_async_release_1
    sys: st_async_release_1
class st_async_2(Words):
    mbarrier__complete_tx__bytes: st_async_1
class st_async_weak(Words):
    mbarrier__complete_tx__bytes: st_async_1
    shared__cluster: st_async_2
class st_bulk_weak(Words):
    shared__cta = _7
    __call__ = _3
class st_17(Words):
    b128 = _25
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
    v2: st_31
    v4: st_32
    v8: st_33
class st_18(Words):
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
class st_19(Words):
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
class st_20(Words):
    b32 = _28
    f32 = _28
    s32 = _28
    u32 = _28
class st_21(Words):
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
class st_global_v4(Words):
    b16 = _29
    b32 = _29
    b64 = _16
    b8 = _29
    f32 = _29
    f64 = _16
    s16 = _29
    s32 = _29
    s64 = _16
    s8 = _29
    u16 = _29
    u32 = _29
    u64 = _16
    u8 = _29
class st_22(Words):
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
    v2: st_18
    v4: st_34
class st_23(Words):
    b16 = _29
    b32 = _29
    b8 = _29
    f32 = _29
    s16 = _29
    s32 = _29
    s8 = _29
    u16 = _29
    u32 = _29
    u8 = _29
class st_mmio_relaxed(Words):
    sys: st_mmio_relaxed_sys
class st_mmio_release(Words):
    sys: st_mmio_release_sys
class st_param_v4(Words):
    b16 = _15
    b32 = _15
    b8 = _15
    f32 = _15
    s16 = _15
    s32 = _15
    s8 = _15
    u16 = _15
    u32 = _15
    u8 = _15
class st_param_func_1(Words):
    b128 = _8
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
    v2: st_param_func_2
    v4: st_param_func_3
class st_param_func_v2(Words):
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
class st_param_func_v4(Words):
    b16 = _31
    b32 = _31
    b8 = _31
    f32 = _31
    s16 = _31
    s32 = _31
    s8 = _31
    u16 = _31
    u32 = _31
    u8 = _31
class st_24(Words):
    L1__evict_first: st_35
    L1__evict_last: st_35
    L1__evict_normal: st_35
    L1__evict_unchanged: st_35
    L1__no_allocate: st_35
    L2__cache_hint: st_36
    L2__evict_first: st_37
    L2__evict_last: st_37
    L2__evict_normal: st_37
    b128 = _32
    b16 = _33
    b32 = _33
    b64 = _33
    b8 = _33
    f32 = _33
    f64 = _33
    global_: st_38
    s16 = _33
    s32 = _33
    s64 = _33
    s8 = _33
    shared: st_39
    shared__cluster: st_39
    shared__cta: st_39
    u16 = _33
    u32 = _33
    u64 = _33
    u8 = _33
    v2: st_40
    v4: st_41
    v8: st_42
class st_25(Words):
    L1__evict_first: st_43
    L1__evict_last: st_43
    L1__evict_normal: st_43
    L1__evict_unchanged: st_43
    L1__no_allocate: st_43
    L2__cache_hint: st_44
    L2__evict_first: st_37
    L2__evict_last: st_37
    L2__evict_normal: st_37
    b128 = _34
    b16 = _35
    b32 = _35
    b64 = _35
    b8 = _35
    f32 = _35
    f64 = _35
    global_: st_45
    s16 = _35
    s32 = _35
    s64 = _35
    s8 = _35
    shared: st_46
    shared__cluster: st_39
    shared__cta: st_47
    u16 = _35
    u32 = _35
    u64 = _35
    u8 = _35
    v2: st_48
    v4: st_49
    v8: st_42
class st_26(Words):
    L1__evict_first: st_50
    L1__evict_last: st_50
    L1__evict_normal: st_50
    L1__evict_unchanged: st_50
    L1__no_allocate: st_50
    L2__cache_hint: st_51
    L2__evict_first: st_37
    L2__evict_last: st_37
    L2__evict_normal: st_37
    b128 = _36
    b16 = _35
    b32 = _35
    b64 = _35
    b8 = _35
    f32 = _35
    f64 = _35
    global_: st_52
    s16 = _35
    s32 = _35
    s64 = _35
    s8 = _35
    shared: st_53
    shared__cluster: st_54
    shared__cta: st_55
    u16 = _35
    u32 = _35
    u64 = _35
    u8 = _35
    v2: st_48
    v4: st_49
    v8: st_42
class st_27(Words):
    b128 = _37
    b16 = _38
    b32 = _38
    b64 = _38
    b8 = _38
    f32 = _38
    f64 = _38
    s16 = _38
    s32 = _38
    s64 = _38
    s8 = _38
    u16 = _38
    u32 = _38
    u64 = _38
    u8 = _38
    v2: st_56
    v4: st_57
class st_28(Words):
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
class st_29(Words):
    b16 = _39
    b32 = _39
    b8 = _39
    f32 = _39
    s16 = _39
    s32 = _39
    s8 = _39
    u16 = _39
    u32 = _39
    u8 = _39
class st_shared_cta_1(Words):
    b128 = _8
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
    v2: st_shared_cta_2
    v4: st_shared_cta_3
class st_shared_cta_v2(Words):
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
class st_shared_cta_v4(Words):
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
class st_volatile_global(Words):
    b128 = _17
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
    v2: st_volatile_2
    v4: st_volatile_global_v4
    v8: st_volatile_1
class st_volatile_local(Words):
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
    v2: st_volatile_local_v2
    v4: st_volatile_local_v4
class st_volatile_shared(Words):
    b128 = _17
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
    v2: st_volatile_2
    v4: st_volatile_shared_v4
class st_volatile_shared_cluster(Words):
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
    v2: st_volatile_shared_cluster_v2
    v4: st_volatile_shared_cluster_v4
class st_volatile_shared_cta(Words):
    b128 = _17
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
    v2: st_volatile_shared_cta_v2
    v4: st_volatile_shared_cta_v4
class st_volatile_v2(Words):
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
class st_volatile_v4(Words):
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
class st_volatile_1(Words):
    b32 = _49
    f32 = _49
    s32 = _49
    u32 = _49
class st_weak_1(Words):
    L2__cache_hint: st_17
    b128 = _8
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
    v2: st_weak_5
    v4: st_weak_6
    v8: st_20
class st_weak_global(Words):
    L1__evict_first: st_1
    L1__evict_last: st_1
    L1__evict_normal: st_1
    L1__evict_unchanged: st_1
    L1__no_allocate: st_1
    L2__cache_hint: st_2
    L2__evict_first: st_3
    L2__evict_last: st_3
    L2__evict_normal: st_3
    b128 = _1
    b16 = _19
    b32 = _19
    b64 = _19
    b8 = _19
    cg: st_weak_1
    cs: st_weak_1
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
    v2: st_weak_3
    v4: st_weak_4
    v8: st_9
    wb: st_weak_1
    wt: st_weak_1
class st_weak_2(Words):
    b128 = _1
    b16 = _19
    b32 = _19
    b64 = _19
    b8 = _19
    cg: st_weak_7
    cs: st_weak_7
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
    v2: st_weak_3
    v4: st_weak_8
    wb: st_weak_7
    wt: st_weak_7
class st_weak_param_func(Words):
    b128 = _1
    b16 = _51
    b32 = _51
    b64 = _51
    b8 = _51
    cg: st_weak_param_func_1
    cs: st_weak_param_func_1
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
    v2: st_weak_param_func_v2
    v4: st_weak_param_func_v4
    wb: st_weak_param_func_1
    wt: st_weak_param_func_1
class st_weak_shared_cta(Words):
    b128 = _1
    b16 = _52
    b32 = _52
    b64 = _52
    b8 = _52
    cg: st_weak_shared_cta_1
    cs: st_weak_shared_cta_1
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
    v2: st_weak_shared_cta_v2
    v4: st_weak_shared_cta_v4
    wb: st_weak_shared_cta_1
    wt: st_weak_shared_cta_1
class st_weak_3(Words):
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
class st_weak_4(Words):
    b16 = _53
    b32 = _53
    b64 = _16
    b8 = _53
    f32 = _53
    f64 = _16
    s16 = _53
    s32 = _53
    s64 = _16
    s8 = _53
    u16 = _53
    u32 = _53
    u64 = _16
    u8 = _53
class st_30(Words):
    b64 = _22
    f64 = _22
    s64 = _22
    u64 = _22
class st_async_3(Words):
    b32 = _54
    b64 = _54
    f32 = _54
    f64 = _54
    s32 = _54
    s64 = _54
    u32 = _54
    u64 = _54
class st_async_4(Words):
    b32 = _54
    f32 = _54
    s32 = _54
    u32 = _54
class st_async_mmio_release(Words):
    sys: st_async_mmio_release_sys
class st_async_release_1(Words):
    b16 = _55
    b32 = _55
    b64 = _55
    b8 = _55
    f32 = _55
    f64 = _55
    global_: st_async_release_2
    s16 = _55
    s32 = _55
    s64 = _55
    s8 = _55
    u16 = _55
    u32 = _55
    u64 = _55
    u8 = _55
class st_31(Words):
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
class st_32(Words):
    b16 = _56
    b32 = _56
    b64 = _57
    b8 = _56
    f32 = _56
    f64 = _57
    s16 = _56
    s32 = _56
    s64 = _57
    s8 = _56
    u16 = _56
    u32 = _56
    u64 = _57
    u8 = _56
class st_33(Words):
    b32 = _57
    f32 = _57
    s32 = _57
    u32 = _57
class st_34(Words):
    b16 = _27
    b32 = _27
    b8 = _27
    f32 = _27
    s16 = _27
    s32 = _27
    s8 = _27
    u16 = _27
    u32 = _27
    u8 = _27
class st_mmio_relaxed_sys(Words):
    b128 = _58
    b16 = _59
    b32 = _59
    b64 = _59
    b8 = _59
    f32 = _59
    f64 = _59
    global_: st_mmio_relaxed_sys_global
    s16 = _59
    s32 = _59
    s64 = _59
    s8 = _59
    u16 = _59
    u32 = _59
    u64 = _59
    u8 = _59
class st_mmio_release_sys(Words):
    b128 = _60
    b16 = _61
    b32 = _61
    b64 = _61
    b8 = _61
    f32 = _61
    f64 = _61
    global_: st_mmio_release_sys_global
    s16 = _61
    s32 = _61
    s64 = _61
    s8 = _61
    u16 = _61
    u32 = _61
    u64 = _61
    u8 = _61
class st_param_func_2(Words):
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
class st_param_func_3(Words):
    b16 = _62
    b32 = _62
    b8 = _62
    f32 = _62
    s16 = _62
    s32 = _62
    s8 = _62
    u16 = _62
    u32 = _62
    u8 = _62
class st_35(Words):
    L2__cache_hint: st_36
    L2__evict_first: st_37
    L2__evict_last: st_37
    L2__evict_normal: st_37
    b128 = _32
    b16 = _33
    b32 = _33
    b64 = _33
    b8 = _33
    f32 = _33
    f64 = _33
    s16 = _33
    s32 = _33
    s64 = _33
    s8 = _33
    u16 = _33
    u32 = _33
    u64 = _33
    u8 = _33
    v2: st_40
    v4: st_41
    v8: st_42
class st_36(Words):
    b128 = _63
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
    v2: st_58
    v4: st_59
    v8: st_60
class st_37(Words):
    L2__cache_hint: st_61
    v4: st_62
    v8: st_42
class st_38(Words):
    L1__evict_first: st_35
    L1__evict_last: st_35
    L1__evict_normal: st_35
    L1__evict_unchanged: st_35
    L1__no_allocate: st_35
    L2__cache_hint: st_36
    L2__evict_first: st_37
    L2__evict_last: st_37
    L2__evict_normal: st_37
    b128 = _32
    b16 = _33
    b32 = _33
    b64 = _33
    b8 = _33
    f32 = _33
    f64 = _33
    s16 = _33
    s32 = _33
    s64 = _33
    s8 = _33
    u16 = _33
    u32 = _33
    u64 = _33
    u8 = _33
    v2: st_40
    v4: st_41
    v8: st_42
class st_39(Words):
    b128 = _32
    b16 = _33
    b32 = _33
    b64 = _33
    b8 = _33
    f32 = _33
    f64 = _33
    s16 = _33
    s32 = _33
    s64 = _33
    s8 = _33
    u16 = _33
    u32 = _33
    u64 = _33
    u8 = _33
    v2: st_40
    v4: st_63
class st_40(Words):
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
class st_41(Words):
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
class st_42(Words):
    b32 = _66
    f32 = _66
    s32 = _66
    u32 = _66
class st_43(Words):
    L2__cache_hint: st_44
    L2__evict_first: st_37
    L2__evict_last: st_37
    L2__evict_normal: st_37
    b128 = _34
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
    v2: st_64
    v4: st_65
    v8: st_42
class st_44(Words):
    b128 = _68
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
    v2: st_66
    v4: st_67
    v8: st_60
class st_45(Words):
    L1__evict_first: st_43
    L1__evict_last: st_43
    L1__evict_normal: st_43
    L1__evict_unchanged: st_43
    L1__no_allocate: st_43
    L2__cache_hint: st_44
    L2__evict_first: st_37
    L2__evict_last: st_37
    L2__evict_normal: st_37
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
    v2: st_48
    v4: st_49
    v8: st_42
class st_46(Words):
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
    v2: st_48
    v4: st_68
class st_47(Words):
    b128 = _34
    b16 = _70
    b32 = _70
    b64 = _70
    b8 = _70
    f32 = _70
    f64 = _70
    s16 = _70
    s32 = _70
    s64 = _70
    s8 = _70
    u16 = _70
    u32 = _70
    u64 = _70
    u8 = _70
    v2: st_69
    v4: st_70
class st_48(Words):
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
class st_49(Words):
    b16 = _71
    b32 = _71
    b64 = _66
    b8 = _71
    f32 = _71
    f64 = _66
    s16 = _71
    s32 = _71
    s64 = _66
    s8 = _71
    u16 = _71
    u32 = _71
    u64 = _66
    u8 = _71
class st_50(Words):
    L2__cache_hint: st_51
    L2__evict_first: st_37
    L2__evict_last: st_37
    L2__evict_normal: st_37
    b128 = _36
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
    v2: st_64
    v4: st_65
    v8: st_42
class st_51(Words):
    b128 = _72
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
    v2: st_66
    v4: st_67
    v8: st_60
class st_52(Words):
    L1__evict_first: st_50
    L1__evict_last: st_50
    L1__evict_normal: st_50
    L1__evict_unchanged: st_50
    L1__no_allocate: st_50
    L2__cache_hint: st_51
    L2__evict_first: st_37
    L2__evict_last: st_37
    L2__evict_normal: st_37
    b128 = _36
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
    v2: st_48
    v4: st_49
    v8: st_42
class st_53(Words):
    b128 = _36
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
    v2: st_48
    v4: st_68
class st_54(Words):
    b128 = _73
    b16 = _33
    b32 = _33
    b64 = _33
    b8 = _33
    f32 = _33
    f64 = _33
    s16 = _33
    s32 = _33
    s64 = _33
    s8 = _33
    u16 = _33
    u32 = _33
    u64 = _33
    u8 = _33
    v2: st_40
    v4: st_63
class st_55(Words):
    b128 = _36
    b16 = _70
    b32 = _70
    b64 = _70
    b8 = _70
    f32 = _70
    f64 = _70
    s16 = _70
    s32 = _70
    s64 = _70
    s8 = _70
    u16 = _70
    u32 = _70
    u64 = _70
    u8 = _70
    v2: st_69
    v4: st_70
class st_56(Words):
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
class st_57(Words):
    b16 = _74
    b32 = _74
    b8 = _74
    f32 = _74
    s16 = _74
    s32 = _74
    s8 = _74
    u16 = _74
    u32 = _74
    u8 = _74
class st_shared_cta_2(Words):
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
class st_shared_cta_3(Words):
    b16 = _75
    b32 = _75
    b8 = _75
    f32 = _75
    s16 = _75
    s32 = _75
    s8 = _75
    u16 = _75
    u32 = _75
    u8 = _75
class st_volatile_2(Words):
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
class st_volatile_global_v4(Words):
    b16 = _76
    b32 = _76
    b64 = _49
    b8 = _76
    f32 = _76
    f64 = _49
    s16 = _76
    s32 = _76
    s64 = _49
    s8 = _76
    u16 = _76
    u32 = _76
    u64 = _49
    u8 = _76
class st_volatile_local_v2(Words):
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
class st_volatile_local_v4(Words):
    b16 = _77
    b32 = _77
    b8 = _77
    f32 = _77
    s16 = _77
    s32 = _77
    s8 = _77
    u16 = _77
    u32 = _77
    u8 = _77
class st_volatile_shared_v4(Words):
    b16 = _76
    b32 = _76
    b8 = _76
    f32 = _76
    s16 = _76
    s32 = _76
    s8 = _76
    u16 = _76
    u32 = _76
    u8 = _76
class st_volatile_shared_cluster_v2(Words):
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
class st_volatile_shared_cluster_v4(Words):
    b16 = _78
    b32 = _78
    b8 = _78
    f32 = _78
    s16 = _78
    s32 = _78
    s8 = _78
    u16 = _78
    u32 = _78
    u8 = _78
class st_volatile_shared_cta_v2(Words):
    b16 = _79
    b32 = _79
    b64 = _79
    b8 = _79
    f32 = _79
    f64 = _79
    s16 = _79
    s32 = _79
    s64 = _79
    s8 = _79
    u16 = _79
    u32 = _79
    u64 = _79
    u8 = _79
class st_volatile_shared_cta_v4(Words):
    b16 = _79
    b32 = _79
    b8 = _79
    f32 = _79
    s16 = _79
    s32 = _79
    s8 = _79
    u16 = _79
    u32 = _79
    u8 = _79
class st_weak_5(Words):
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
class st_weak_6(Words):
    b16 = _80
    b32 = _80
    b64 = _28
    b8 = _80
    f32 = _80
    f64 = _28
    s16 = _80
    s32 = _80
    s64 = _28
    s8 = _80
    u16 = _80
    u32 = _80
    u64 = _28
    u8 = _80
class st_weak_7(Words):
    b128 = _8
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
    v2: st_weak_5
    v4: st_weak_9
class st_weak_8(Words):
    b16 = _53
    b32 = _53
    b8 = _53
    f32 = _53
    s16 = _53
    s32 = _53
    s8 = _53
    u16 = _53
    u32 = _53
    u8 = _53
class st_weak_param_func_1(Words):
    b128 = _8
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
    v2: st_weak_param_func_2
    v4: st_weak_param_func_3
class st_weak_param_func_v2(Words):
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
class st_weak_param_func_v4(Words):
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
class st_weak_shared_cta_1(Words):
    b128 = _8
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
    v2: st_weak_shared_cta_2
    v4: st_weak_shared_cta_3
class st_weak_shared_cta_v2(Words):
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
class st_weak_shared_cta_v4(Words):
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
class st_async_mmio_release_sys(Words):
    b16 = _85
    b32 = _85
    b64 = _85
    b8 = _85
    f32 = _85
    f64 = _85
    global_: st_async_mmio_release_sys_global
    s16 = _85
    s32 = _85
    s64 = _85
    s8 = _85
    u16 = _85
    u32 = _85
    u64 = _85
    u8 = _85
class st_async_release_2(Words):
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
class st_mmio_relaxed_sys_global(Words):
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
class st_mmio_release_sys_global(Words):
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
class st_58(Words):
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
class st_59(Words):
    b16 = _86
    b32 = _86
    b64 = _87
    b8 = _86
    f32 = _86
    f64 = _87
    s16 = _86
    s32 = _86
    s64 = _87
    s8 = _86
    u16 = _86
    u32 = _86
    u64 = _87
    u8 = _86
class st_60(Words):
    b32 = _87
    f32 = _87
    s32 = _87
    u32 = _87
class st_61(Words):
    v4: st_71
    v8: st_60
class st_62(Words):
    b64 = _66
    f64 = _66
    s64 = _66
    u64 = _66
class st_63(Words):
    b16 = _65
    b32 = _65
    b8 = _65
    f32 = _65
    s16 = _65
    s32 = _65
    s8 = _65
    u16 = _65
    u32 = _65
    u8 = _65
class st_64(Words):
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
class st_65(Words):
    b16 = _88
    b32 = _88
    b64 = _66
    b8 = _88
    f32 = _88
    f64 = _66
    s16 = _88
    s32 = _88
    s64 = _66
    s8 = _88
    u16 = _88
    u32 = _88
    u64 = _66
    u8 = _88
class st_66(Words):
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
class st_67(Words):
    b16 = _89
    b32 = _89
    b64 = _87
    b8 = _89
    f32 = _89
    f64 = _87
    s16 = _89
    s32 = _89
    s64 = _87
    s8 = _89
    u16 = _89
    u32 = _89
    u64 = _87
    u8 = _89
class st_68(Words):
    b16 = _71
    b32 = _71
    b8 = _71
    f32 = _71
    s16 = _71
    s32 = _71
    s8 = _71
    u16 = _71
    u32 = _71
    u8 = _71
class st_69(Words):
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
class st_70(Words):
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
class st_weak_9(Words):
    b16 = _80
    b32 = _80
    b8 = _80
    f32 = _80
    s16 = _80
    s32 = _80
    s8 = _80
    u16 = _80
    u32 = _80
    u8 = _80
class st_weak_param_func_2(Words):
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
class st_weak_param_func_3(Words):
    b16 = _91
    b32 = _91
    b8 = _91
    f32 = _91
    s16 = _91
    s32 = _91
    s8 = _91
    u16 = _91
    u32 = _91
    u8 = _91
class st_weak_shared_cta_2(Words):
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
class st_weak_shared_cta_3(Words):
    b16 = _92
    b32 = _92
    b8 = _92
    f32 = _92
    s16 = _92
    s32 = _92
    s8 = _92
    u16 = _92
    u32 = _92
    u8 = _92
class st_async_mmio_release_sys_global(Words):
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
class st_71(Words):
    b64 = _87
    f64 = _87
    s64 = _87
    u64 = _87
