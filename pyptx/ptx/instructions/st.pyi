# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Constant, Guard, Register, Registers, Source, Words

def _1(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; every target.
    """
def _2(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 6.3; every target.
    """
def _3(self: object, a: Bracketed, size: Source, initval: Constant, /, *, pred: Guard = None) -> None:
    """``st.bulk{.weak} [a], size, initval``

    Manual 9.7.10.14 st.bulk. PTX 9.0; sm_100 and newer.

    ``st.bulk{.weak} [a], size, initval``

    Manual 9.7.10.14 st.bulk. PTX 8.6; sm_100 and newer.
    """
def _4(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.4; every target.
    """
def _5(self: object, a: Bracketed, b: Register | Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; sm_80 and newer.
    """
def _6(self: object, a: Bracketed, b: Registers | Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.4; sm_80 and newer.
    """
def _7(self: object, a: Bracketed, size: Source, initval: Constant, /, *, pred: Guard = None) -> None:
    """``st.bulk{.weak}.shared::cta [a], size, initval``

    Manual 9.7.10.14 st.bulk. PTX 9.0; sm_100 and newer.

    ``st.bulk{.weak}.shared::cta [a], size, initval``

    Manual 9.7.10.14 st.bulk. PTX 8.6; sm_100 and newer.
    """
def _8(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; every target.
    """
def _9(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 6.3; every target.
    """
def _10(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; every target.
    """
def _11(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; sm_90 and newer.
    """
def _12(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; sm_90 and newer.
    """
def _13(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; every target.
    """
def _14(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 6.3; every target.
    """
def _15(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}.<vec>.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.8; sm_100 and newer.
    """
def _16(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 8.3; every target.
    """
def _17(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 6.3; every target.
    """
def _18(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.4; every target.
    """
def _19(self: object, a: Bracketed, b: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.4; sm_80 and newer.
    """
def _20(self: object, a: Bracketed, b: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}.<vec>.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.8; sm_100 and newer.
    """
def _21(self: object, a: Bracketed, b: Register, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``st.async{.weak}{.<ss>}.mbarrier::complete_tx::bytes.b128 [a], b, [mbar]``

    Manual 9.7.10.12 st.async. PTX 9.2; sm_90 and newer.
    """
def _22(self: object, a: Bracketed, b: Registers | Source, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``st.async{.weak}{.<ss>}.mbarrier::complete_tx::bytes{.<vec>}.<type> [a], b, [mbar]``

    Manual 9.7.10.12 st.async. PTX 8.1; sm_90 and newer.
    """
def _23(self: object, a: Bracketed, b: Register | Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; sm_80 and newer.
    """
def _24(self: object, a: Bracketed, b: Registers | Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.4; sm_80 and newer.
    """
def _25(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 6.3; every target.
    """
def _26(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}.<vec>.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.8; sm_100 and newer.
    """
def _27(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; every target.
    """
def _28(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; every target.
    """
def _29(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; sm_90 and newer.
    """
def _30(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; sm_90 and newer.
    """
def _31(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; every target.
    """
def _32(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 6.3; every target.
    """
def _33(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.4; every target.
    """
def _34(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; sm_90 and newer.
    """
def _35(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; sm_90 and newer.
    """
def _36(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; sm_90 and newer.
    """
def _37(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; every target.
    """
def _38(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; every target.
    """
def _39(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 9.1; every target.
    """
def _40(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 9.1; every target.
    """
def _41(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 8.3; sm_90 and newer.
    """
def _42(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 7.8; sm_90 and newer.
    """
def _43(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 7.8; every target.
    """
def _44(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 6.3; every target.
    """
def _45(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}.<vec>.<type> [a], b``

    Manual 9.7.10.11 st. PTX 8.8; sm_100 and newer.
    """
def _46(self: object, a: Bracketed, b: Registers, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``st.async{.weak}{.<ss>}.mbarrier::complete_tx::bytes{.<vec>}.<type> [a], b, [mbar]``

    Manual 9.7.10.12 st.async. PTX 8.1; sm_90 and newer.
    """
def _47(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``st.async.release.<scope>{.<ss>}.<type> [a], b``

    Manual 9.7.10.12 st.async. PTX 8.7; sm_100 and newer.
    """
def _48(self: object, a: Bracketed, b: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.4; sm_80 and newer.
    """
def _49(self: object, a: Bracketed, b: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}.<vec>.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.8; sm_100 and newer.
    """
def _50(self: object, a: Bracketed, b: Register, /, *, pred: Guard = None) -> None:
    """``st.mmio.<sem>.sys{.<ss>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 8.4; every target.
    """
def _51(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``st.mmio.<sem>.sys{.<ss>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 8.2; every target.
    """
def _52(self: object, a: Bracketed, b: Register, /, *, pred: Guard = None) -> None:
    """``st.mmio.<sem>.sys{.<ss>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 9.3; every target.
    """
def _53(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``st.mmio.<sem>.sys{.<ss>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 9.3; every target.
    """
def _54(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; every target.
    """
def _55(self: object, a: Bracketed, b: Register | Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; sm_90 and newer.
    """
def _56(self: object, a: Bracketed, b: Registers | Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; sm_90 and newer.
    """
def _57(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; sm_90 and newer.
    """
def _58(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}.<vec>.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.8; sm_100 and newer.
    """
def _59(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.4; every target.
    """
def _60(self: object, a: Bracketed, b: Register | Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; sm_80 and newer.
    """
def _61(self: object, a: Bracketed, b: Registers | Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.4; sm_80 and newer.
    """
def _62(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; every target.
    """
def _63(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 6.3; every target.
    """
def _64(self: object, a: Bracketed, b: Register | Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.4; sm_80 and newer.
    """
def _65(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.4; sm_90 and newer.
    """
def _66(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; sm_90 and newer.
    """
def _67(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; every target.
    """
def _68(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 9.1; every target.
    """
def _69(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 7.8; sm_90 and newer.
    """
def _70(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 7.8; every target.
    """
def _71(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``st.async.mmio.release.sys{.<ss>}.<type> [a], b``

    Manual 9.7.10.12 st.async. PTX 8.7; sm_100 and newer.
    """
def _72(self: object, a: Bracketed, b: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; sm_90 and newer.
    """
def _73(self: object, a: Bracketed, b: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}.<vec>.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.8; sm_100 and newer.
    """
def _74(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.4; every target.
    """
def _75(self: object, a: Bracketed, b: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.4; sm_80 and newer.
    """
def _76(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; every target.
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

    Manual 9.7.10.14 st.bulk. PTX 9.0; sm_100 and newer.

    ``st.bulk{.weak} [a], size, initval``

    Manual 9.7.10.14 st.bulk. PTX 8.6; sm_100 and newer.
    """
    cg: st_4
    cs: st_4
    f32 = _2
    f64 = _2
    global_: st_5
    local: st_6
    mmio: st_mmio
    param: st_6
    param__func: st_7
    relaxed: st_8
    release: st_8
    s16 = _2
    s32 = _2
    s64 = _2
    s8 = _2
    shared: st_6
    shared__cluster: st_9
    shared__cta: st_10
    u16 = _2
    u32 = _2
    u64 = _2
    u8 = _2
    v2: st_11
    v4: st_12
    v8: st_13
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
    v2: st_14
    v4: st_15
    v8: st_13
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
    v2: st_16
    v4: st_17
    v8: st_18
class st_3(Words):
    L2__cache_hint: st_19
    v4: st_20
    v8: st_13
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
    L2__cache_hint: st_21
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
    v2: st_22
    v4: st_23
    v8: st_24
class st_5(Words):
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
    b16 = _2
    b32 = _2
    b64 = _2
    b8 = _2
    cg: st_4
    cs: st_4
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
    v2: st_11
    v4: st_12
    v8: st_13
    wb: st_4
    wt: st_4
class st_6(Words):
    b128 = _1
    b16 = _2
    b32 = _2
    b64 = _2
    b8 = _2
    cg: st_25
    cs: st_25
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
    v2: st_11
    v4: st_26
    wb: st_25
    wt: st_25
class st_mmio(Words):
    relaxed: st_mmio_relaxed
    release: st_mmio_release
class st_7(Words):
    b128 = _1
    b16 = _10
    b32 = _10
    b64 = _10
    b8 = _10
    cg: st_27
    cs: st_27
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
    v2: st_28
    v4: st_29
    wb: st_27
    wt: st_27
class st_8(Words):
    cluster: st_30
    cta: st_31
    gpu: st_31
    sys: st_32
class st_9(Words):
    b128 = _11
    b16 = _12
    b32 = _12
    b64 = _12
    b8 = _12
    cg: st_33
    cs: st_33
    f32 = _12
    f64 = _12
    s16 = _12
    s32 = _12
    s64 = _12
    s8 = _12
    u16 = _12
    u32 = _12
    u64 = _12
    u8 = _12
    v2: st_34
    v4: st_35
    wb: st_33
    wt: st_33
class st_10(Words):
    b128 = _1
    b16 = _13
    b32 = _13
    b64 = _13
    b8 = _13
    cg: st_36
    cs: st_36
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
    v2: st_37
    v4: st_38
    wb: st_36
    wt: st_36
class st_11(Words):
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
class st_12(Words):
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
class st_13(Words):
    b32 = _15
    f32 = _15
    s32 = _15
    u32 = _15
class st_volatile(Words):
    b128 = _16
    b16 = _17
    b32 = _17
    b64 = _17
    b8 = _17
    f32 = _17
    f64 = _17
    global_: st_volatile_global
    local: st_volatile_local
    s16 = _17
    s32 = _17
    s64 = _17
    s8 = _17
    shared: st_volatile_shared
    shared__cluster: st_volatile_shared_cluster
    shared__cta: st_volatile_shared_cta
    u16 = _17
    u32 = _17
    u64 = _17
    u8 = _17
    v2: st_volatile_1
    v4: st_volatile_2
    v8: st_volatile_3
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
    b16 = _2
    b32 = _2
    b64 = _2
    b8 = _2
    cg: st_4
    cs: st_4
    f32 = _2
    f64 = _2
    global_: st_5
    local: st_6
    param: st_6
    param__func: st_7
    s16 = _2
    s32 = _2
    s64 = _2
    s8 = _2
    shared: st_6
    shared__cluster: st_9
    shared__cta: st_10
    u16 = _2
    u32 = _2
    u64 = _2
    u8 = _2
    v2: st_11
    v4: st_12
    v8: st_13
    wb: st_4
    wt: st_4
class st_14(Words):
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
class st_15(Words):
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
class st_16(Words):
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
class st_17(Words):
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
class st_18(Words):
    b32 = _20
    f32 = _20
    s32 = _20
    u32 = _20
class st_19(Words):
    v4: st_39
    v8: st_18
class st_20(Words):
    b64 = _15
    f64 = _15
    s64 = _15
    u64 = _15
class st_async_1(Words):
    b128 = _21
    b32 = _22
    b64 = _22
    f32 = _22
    f64 = _22
    s32 = _22
    s64 = _22
    u32 = _22
    u64 = _22
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
class st_21(Words):
    b128 = _23
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
    v2: st_40
    v4: st_41
    v8: st_42
class st_22(Words):
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
class st_23(Words):
    b16 = _25
    b32 = _25
    b64 = _26
    b8 = _25
    f32 = _25
    f64 = _26
    s16 = _25
    s32 = _25
    s64 = _26
    s8 = _25
    u16 = _25
    u32 = _25
    u64 = _26
    u8 = _25
class st_24(Words):
    b32 = _26
    f32 = _26
    s32 = _26
    u32 = _26
class st_25(Words):
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
    v2: st_22
    v4: st_43
class st_26(Words):
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
class st_mmio_relaxed(Words):
    sys: st_mmio_relaxed_sys
class st_mmio_release(Words):
    sys: st_mmio_release_sys
class st_27(Words):
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
    v2: st_44
    v4: st_45
class st_28(Words):
    b16 = _28
    b32 = _28
    b64 = _28
    b8 = _28
    f32 = _28
    f64 = _28
    s16 = _28
    s32 = _28
    s64 = _28
    s8 = _28
    u16 = _28
    u32 = _28
    u64 = _28
    u8 = _28
class st_29(Words):
    b16 = _28
    b32 = _28
    b8 = _28
    f32 = _28
    s16 = _28
    s32 = _28
    s8 = _28
    u16 = _28
    u32 = _28
    u8 = _28
class st_30(Words):
    L1__evict_first: st_46
    L1__evict_last: st_46
    L1__evict_normal: st_46
    L1__evict_unchanged: st_46
    L1__no_allocate: st_46
    L2__cache_hint: st_47
    L2__evict_first: st_48
    L2__evict_last: st_48
    L2__evict_normal: st_48
    b128 = _29
    b16 = _30
    b32 = _30
    b64 = _30
    b8 = _30
    f32 = _30
    f64 = _30
    global_: st_49
    s16 = _30
    s32 = _30
    s64 = _30
    s8 = _30
    shared: st_50
    shared__cluster: st_50
    shared__cta: st_50
    u16 = _30
    u32 = _30
    u64 = _30
    u8 = _30
    v2: st_51
    v4: st_52
    v8: st_53
class st_31(Words):
    L1__evict_first: st_54
    L1__evict_last: st_54
    L1__evict_normal: st_54
    L1__evict_unchanged: st_54
    L1__no_allocate: st_54
    L2__cache_hint: st_55
    L2__evict_first: st_48
    L2__evict_last: st_48
    L2__evict_normal: st_48
    b128 = _31
    b16 = _32
    b32 = _32
    b64 = _32
    b8 = _32
    f32 = _32
    f64 = _32
    global_: st_56
    s16 = _32
    s32 = _32
    s64 = _32
    s8 = _32
    shared: st_57
    shared__cluster: st_50
    shared__cta: st_58
    u16 = _32
    u32 = _32
    u64 = _32
    u8 = _32
    v2: st_59
    v4: st_60
    v8: st_53
class st_32(Words):
    L1__evict_first: st_61
    L1__evict_last: st_61
    L1__evict_normal: st_61
    L1__evict_unchanged: st_61
    L1__no_allocate: st_61
    L2__cache_hint: st_62
    L2__evict_first: st_48
    L2__evict_last: st_48
    L2__evict_normal: st_48
    b128 = _33
    b16 = _32
    b32 = _32
    b64 = _32
    b8 = _32
    f32 = _32
    f64 = _32
    global_: st_63
    s16 = _32
    s32 = _32
    s64 = _32
    s8 = _32
    shared: st_64
    shared__cluster: st_65
    shared__cta: st_66
    u16 = _32
    u32 = _32
    u64 = _32
    u8 = _32
    v2: st_59
    v4: st_60
    v8: st_53
class st_33(Words):
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
    v2: st_67
    v4: st_68
class st_34(Words):
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
class st_35(Words):
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
class st_36(Words):
    b128 = _8
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
    v2: st_69
    v4: st_70
class st_37(Words):
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
class st_38(Words):
    b16 = _38
    b32 = _38
    b8 = _38
    f32 = _38
    s16 = _38
    s32 = _38
    s8 = _38
    u16 = _38
    u32 = _38
    u8 = _38
class st_volatile_global(Words):
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
    v2: st_volatile_1
    v4: st_volatile_2
    v8: st_volatile_3
class st_volatile_local(Words):
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
    v2: st_volatile_local_v2
    v4: st_volatile_local_v4
class st_volatile_shared(Words):
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
    v2: st_volatile_1
    v4: st_volatile_shared_v4
class st_volatile_shared_cluster(Words):
    b128 = _41
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
    v2: st_volatile_shared_cluster_v2
    v4: st_volatile_shared_cluster_v4
class st_volatile_shared_cta(Words):
    b128 = _16
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
    v2: st_volatile_shared_cta_v2
    v4: st_volatile_shared_cta_v4
class st_volatile_1(Words):
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
class st_volatile_2(Words):
    b16 = _44
    b32 = _44
    b64 = _45
    b8 = _44
    f32 = _44
    f64 = _45
    s16 = _44
    s32 = _44
    s64 = _45
    s8 = _44
    u16 = _44
    u32 = _44
    u64 = _45
    u8 = _44
class st_volatile_3(Words):
    b32 = _45
    f32 = _45
    s32 = _45
    u32 = _45
class st_39(Words):
    b64 = _20
    f64 = _20
    s64 = _20
    u64 = _20
class st_async_3(Words):
    b32 = _46
    b64 = _46
    f32 = _46
    f64 = _46
    s32 = _46
    s64 = _46
    u32 = _46
    u64 = _46
class st_async_4(Words):
    b32 = _46
    f32 = _46
    s32 = _46
    u32 = _46
class st_async_mmio_release(Words):
    sys: st_async_mmio_release_sys
class st_async_release_1(Words):
    b16 = _47
    b32 = _47
    b64 = _47
    b8 = _47
    f32 = _47
    f64 = _47
    global_: st_async_release_2
    s16 = _47
    s32 = _47
    s64 = _47
    s8 = _47
    u16 = _47
    u32 = _47
    u64 = _47
    u8 = _47
class st_40(Words):
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
class st_41(Words):
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
class st_42(Words):
    b32 = _49
    f32 = _49
    s32 = _49
    u32 = _49
class st_43(Words):
    b16 = _25
    b32 = _25
    b8 = _25
    f32 = _25
    s16 = _25
    s32 = _25
    s8 = _25
    u16 = _25
    u32 = _25
    u8 = _25
class st_mmio_relaxed_sys(Words):
    b128 = _50
    b16 = _51
    b32 = _51
    b64 = _51
    b8 = _51
    f32 = _51
    f64 = _51
    global_: st_mmio_relaxed_sys_global
    s16 = _51
    s32 = _51
    s64 = _51
    s8 = _51
    u16 = _51
    u32 = _51
    u64 = _51
    u8 = _51
class st_mmio_release_sys(Words):
    b128 = _52
    b16 = _53
    b32 = _53
    b64 = _53
    b8 = _53
    f32 = _53
    f64 = _53
    global_: st_mmio_release_sys_global
    s16 = _53
    s32 = _53
    s64 = _53
    s8 = _53
    u16 = _53
    u32 = _53
    u64 = _53
    u8 = _53
class st_44(Words):
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
class st_45(Words):
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
class st_46(Words):
    L2__cache_hint: st_47
    L2__evict_first: st_48
    L2__evict_last: st_48
    L2__evict_normal: st_48
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
    v2: st_51
    v4: st_52
    v8: st_53
class st_47(Words):
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
    v2: st_71
    v4: st_72
    v8: st_73
class st_48(Words):
    L2__cache_hint: st_74
    v4: st_75
    v8: st_53
class st_49(Words):
    L1__evict_first: st_46
    L1__evict_last: st_46
    L1__evict_normal: st_46
    L1__evict_unchanged: st_46
    L1__no_allocate: st_46
    L2__cache_hint: st_47
    L2__evict_first: st_48
    L2__evict_last: st_48
    L2__evict_normal: st_48
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
    v2: st_51
    v4: st_52
    v8: st_53
class st_50(Words):
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
    v2: st_51
    v4: st_76
class st_51(Words):
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
class st_52(Words):
    b16 = _57
    b32 = _57
    b64 = _58
    b8 = _57
    f32 = _57
    f64 = _58
    s16 = _57
    s32 = _57
    s64 = _58
    s8 = _57
    u16 = _57
    u32 = _57
    u64 = _58
    u8 = _57
class st_53(Words):
    b32 = _58
    f32 = _58
    s32 = _58
    u32 = _58
class st_54(Words):
    L2__cache_hint: st_55
    L2__evict_first: st_48
    L2__evict_last: st_48
    L2__evict_normal: st_48
    b128 = _31
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
    v2: st_77
    v4: st_78
    v8: st_53
class st_55(Words):
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
    v2: st_79
    v4: st_80
    v8: st_73
class st_56(Words):
    L1__evict_first: st_54
    L1__evict_last: st_54
    L1__evict_normal: st_54
    L1__evict_unchanged: st_54
    L1__no_allocate: st_54
    L2__cache_hint: st_55
    L2__evict_first: st_48
    L2__evict_last: st_48
    L2__evict_normal: st_48
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
    v2: st_59
    v4: st_60
    v8: st_53
class st_57(Words):
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
    v2: st_59
    v4: st_81
class st_58(Words):
    b128 = _31
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
    v2: st_82
    v4: st_83
class st_59(Words):
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
class st_60(Words):
    b16 = _63
    b32 = _63
    b64 = _58
    b8 = _63
    f32 = _63
    f64 = _58
    s16 = _63
    s32 = _63
    s64 = _58
    s8 = _63
    u16 = _63
    u32 = _63
    u64 = _58
    u8 = _63
class st_61(Words):
    L2__cache_hint: st_62
    L2__evict_first: st_48
    L2__evict_last: st_48
    L2__evict_normal: st_48
    b128 = _33
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
    v2: st_77
    v4: st_78
    v8: st_53
class st_62(Words):
    b128 = _64
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
    v2: st_79
    v4: st_80
    v8: st_73
class st_63(Words):
    L1__evict_first: st_61
    L1__evict_last: st_61
    L1__evict_normal: st_61
    L1__evict_unchanged: st_61
    L1__no_allocate: st_61
    L2__cache_hint: st_62
    L2__evict_first: st_48
    L2__evict_last: st_48
    L2__evict_normal: st_48
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
    v2: st_59
    v4: st_60
    v8: st_53
class st_64(Words):
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
    v2: st_59
    v4: st_81
class st_65(Words):
    b128 = _65
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
    v2: st_51
    v4: st_76
class st_66(Words):
    b128 = _33
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
    v2: st_82
    v4: st_83
class st_67(Words):
    b16 = _66
    b32 = _66
    b64 = _66
    b8 = _66
    f32 = _66
    f64 = _66
    s16 = _66
    s32 = _66
    s64 = _66
    s8 = _66
    u16 = _66
    u32 = _66
    u64 = _66
    u8 = _66
class st_68(Words):
    b16 = _66
    b32 = _66
    b8 = _66
    f32 = _66
    s16 = _66
    s32 = _66
    s8 = _66
    u16 = _66
    u32 = _66
    u8 = _66
class st_69(Words):
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
class st_70(Words):
    b16 = _67
    b32 = _67
    b8 = _67
    f32 = _67
    s16 = _67
    s32 = _67
    s8 = _67
    u16 = _67
    u32 = _67
    u8 = _67
class st_volatile_local_v2(Words):
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
class st_volatile_local_v4(Words):
    b16 = _68
    b32 = _68
    b8 = _68
    f32 = _68
    s16 = _68
    s32 = _68
    s8 = _68
    u16 = _68
    u32 = _68
    u8 = _68
class st_volatile_shared_v4(Words):
    b16 = _44
    b32 = _44
    b8 = _44
    f32 = _44
    s16 = _44
    s32 = _44
    s8 = _44
    u16 = _44
    u32 = _44
    u8 = _44
class st_volatile_shared_cluster_v2(Words):
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
class st_volatile_shared_cluster_v4(Words):
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
class st_volatile_shared_cta_v2(Words):
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
class st_volatile_shared_cta_v4(Words):
    b16 = _70
    b32 = _70
    b8 = _70
    f32 = _70
    s16 = _70
    s32 = _70
    s8 = _70
    u16 = _70
    u32 = _70
    u8 = _70
class st_async_mmio_release_sys(Words):
    b16 = _71
    b32 = _71
    b64 = _71
    b8 = _71
    f32 = _71
    f64 = _71
    global_: st_async_mmio_release_sys_global
    s16 = _71
    s32 = _71
    s64 = _71
    s8 = _71
    u16 = _71
    u32 = _71
    u64 = _71
    u8 = _71
class st_async_release_2(Words):
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
class st_mmio_relaxed_sys_global(Words):
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
class st_mmio_release_sys_global(Words):
    b128 = _52
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
class st_71(Words):
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
class st_72(Words):
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
class st_73(Words):
    b32 = _73
    f32 = _73
    s32 = _73
    u32 = _73
class st_74(Words):
    v4: st_84
    v8: st_73
class st_75(Words):
    b64 = _58
    f64 = _58
    s64 = _58
    u64 = _58
class st_76(Words):
    b16 = _57
    b32 = _57
    b8 = _57
    f32 = _57
    s16 = _57
    s32 = _57
    s8 = _57
    u16 = _57
    u32 = _57
    u8 = _57
class st_77(Words):
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
class st_78(Words):
    b16 = _74
    b32 = _74
    b64 = _58
    b8 = _74
    f32 = _74
    f64 = _58
    s16 = _74
    s32 = _74
    s64 = _58
    s8 = _74
    u16 = _74
    u32 = _74
    u64 = _58
    u8 = _74
class st_79(Words):
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
class st_80(Words):
    b16 = _75
    b32 = _75
    b64 = _73
    b8 = _75
    f32 = _75
    f64 = _73
    s16 = _75
    s32 = _75
    s64 = _73
    s8 = _75
    u16 = _75
    u32 = _75
    u64 = _73
    u8 = _75
class st_81(Words):
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
class st_82(Words):
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
class st_83(Words):
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
class st_async_mmio_release_sys_global(Words):
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
class st_84(Words):
    b64 = _73
    f64 = _73
    s64 = _73
    u64 = _73
