# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Guard, Register, Registers, Source, Words

def _1(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; every target.
    """
def _2(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 6.3; every target.
    """
def _3(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.4; every target.
    """
def _4(self: object, a: Bracketed, b: Register | Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; sm_80 and newer.
    """
def _5(self: object, a: Bracketed, b: Registers | Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.4; sm_80 and newer.
    """
def _6(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; every target.
    """
def _7(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 6.3; every target.
    """
def _8(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; every target.
    """
def _9(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; sm_90 and newer.
    """
def _10(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; sm_90 and newer.
    """
def _11(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; every target.
    """
def _12(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 6.3; every target.
    """
def _13(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}.<vec>.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.8; sm_100 and newer.
    """
def _14(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 8.3; every target.
    """
def _15(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 6.3; every target.
    """
def _16(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.4; every target.
    """
def _17(self: object, a: Bracketed, b: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.4; sm_80 and newer.
    """
def _18(self: object, a: Bracketed, b: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}.<vec>.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.8; sm_100 and newer.
    """
def _19(self: object, a: Bracketed, b: Register | Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; sm_80 and newer.
    """
def _20(self: object, a: Bracketed, b: Registers | Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.4; sm_80 and newer.
    """
def _21(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 6.3; every target.
    """
def _22(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}.<vec>.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.8; sm_100 and newer.
    """
def _23(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; every target.
    """
def _24(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; every target.
    """
def _25(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; sm_90 and newer.
    """
def _26(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; sm_90 and newer.
    """
def _27(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; every target.
    """
def _28(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 6.3; every target.
    """
def _29(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.4; every target.
    """
def _30(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; sm_90 and newer.
    """
def _31(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; sm_90 and newer.
    """
def _32(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; sm_90 and newer.
    """
def _33(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; every target.
    """
def _34(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; every target.
    """
def _35(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 9.1; every target.
    """
def _36(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 9.1; every target.
    """
def _37(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 8.3; sm_90 and newer.
    """
def _38(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 7.8; sm_90 and newer.
    """
def _39(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 7.8; every target.
    """
def _40(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 6.3; every target.
    """
def _41(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}.<vec>.<type> [a], b``

    Manual 9.7.10.11 st. PTX 8.8; sm_100 and newer.
    """
def _42(self: object, a: Bracketed, b: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.4; sm_80 and newer.
    """
def _43(self: object, a: Bracketed, b: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}.<vec>.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.8; sm_100 and newer.
    """
def _44(self: object, a: Bracketed, b: Register, /, *, pred: Guard = None) -> None:
    """``st.mmio.<sem>.sys{.<ss>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 8.4; every target.
    """
def _45(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``st.mmio.<sem>.sys{.<ss>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 8.2; every target.
    """
def _46(self: object, a: Bracketed, b: Register, /, *, pred: Guard = None) -> None:
    """``st.mmio.<sem>.sys{.<ss>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 9.3; every target.
    """
def _47(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``st.mmio.<sem>.sys{.<ss>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 9.3; every target.
    """
def _48(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; every target.
    """
def _49(self: object, a: Bracketed, b: Register | Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; sm_90 and newer.
    """
def _50(self: object, a: Bracketed, b: Registers | Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; sm_90 and newer.
    """
def _51(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; sm_90 and newer.
    """
def _52(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}.<vec>.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.8; sm_100 and newer.
    """
def _53(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.4; every target.
    """
def _54(self: object, a: Bracketed, b: Register | Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.3; sm_80 and newer.
    """
def _55(self: object, a: Bracketed, b: Registers | Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.4; sm_80 and newer.
    """
def _56(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; every target.
    """
def _57(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 6.3; every target.
    """
def _58(self: object, a: Bracketed, b: Register | Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.4; sm_80 and newer.
    """
def _59(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.4; sm_90 and newer.
    """
def _60(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; sm_90 and newer.
    """
def _61(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; every target.
    """
def _62(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 9.1; every target.
    """
def _63(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 7.8; sm_90 and newer.
    """
def _64(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st.volatile{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.11 st. PTX 7.8; every target.
    """
def _65(self: object, a: Bracketed, b: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.8; sm_90 and newer.
    """
def _66(self: object, a: Bracketed, b: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}.<vec>.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 8.8; sm_100 and newer.
    """
def _67(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.4; every target.
    """
def _68(self: object, a: Bracketed, b: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type> [a], b{, policy}``

    Manual 9.7.10.11 st. PTX 7.4; sm_80 and newer.
    """
def _69(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
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
    v2: st_14
    v4: st_15
    v8: st_13
class st_2(Words):
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
    v2: st_16
    v4: st_17
    v8: st_18
class st_3(Words):
    L2__cache_hint: st_19
    v4: st_20
    v8: st_13
class st_4(Words):
    L2__cache_hint: st_21
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
    b16 = _8
    b32 = _8
    b64 = _8
    b8 = _8
    cg: st_27
    cs: st_27
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
    b128 = _9
    b16 = _10
    b32 = _10
    b64 = _10
    b8 = _10
    cg: st_33
    cs: st_33
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
    v2: st_34
    v4: st_35
    wb: st_33
    wt: st_33
class st_10(Words):
    b128 = _1
    b16 = _11
    b32 = _11
    b64 = _11
    b8 = _11
    cg: st_36
    cs: st_36
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
    v2: st_37
    v4: st_38
    wb: st_36
    wt: st_36
class st_11(Words):
    b16 = _12
    b32 = _12
    b64 = _12
    b8 = _12
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
class st_12(Words):
    b16 = _12
    b32 = _12
    b64 = _13
    b8 = _12
    f32 = _12
    f64 = _13
    s16 = _12
    s32 = _12
    s64 = _13
    s8 = _12
    u16 = _12
    u32 = _12
    u64 = _13
    u8 = _12
class st_13(Words):
    b32 = _13
    f32 = _13
    s32 = _13
    u32 = _13
class st_volatile(Words):
    b128 = _14
    b16 = _15
    b32 = _15
    b64 = _15
    b8 = _15
    f32 = _15
    f64 = _15
    global_: st_volatile_global
    local: st_volatile_local
    s16 = _15
    s32 = _15
    s64 = _15
    s8 = _15
    shared: st_volatile_shared
    shared__cluster: st_volatile_shared_cluster
    shared__cta: st_volatile_shared_cta
    u16 = _15
    u32 = _15
    u64 = _15
    u8 = _15
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
    b16 = _16
    b32 = _16
    b64 = _16
    b8 = _16
    f32 = _16
    f64 = _16
    s16 = _16
    s32 = _16
    s64 = _16
    s8 = _16
    u16 = _16
    u32 = _16
    u64 = _16
    u8 = _16
class st_15(Words):
    b16 = _16
    b32 = _16
    b64 = _13
    b8 = _16
    f32 = _16
    f64 = _13
    s16 = _16
    s32 = _16
    s64 = _13
    s8 = _16
    u16 = _16
    u32 = _16
    u64 = _13
    u8 = _16
class st_16(Words):
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
class st_17(Words):
    b16 = _17
    b32 = _17
    b64 = _18
    b8 = _17
    f32 = _17
    f64 = _18
    s16 = _17
    s32 = _17
    s64 = _18
    s8 = _17
    u16 = _17
    u32 = _17
    u64 = _18
    u8 = _17
class st_18(Words):
    b32 = _18
    f32 = _18
    s32 = _18
    u32 = _18
class st_19(Words):
    v4: st_39
    v8: st_18
class st_20(Words):
    b64 = _13
    f64 = _13
    s64 = _13
    u64 = _13
class st_21(Words):
    b128 = _19
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
    v2: st_40
    v4: st_41
    v8: st_42
class st_22(Words):
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
class st_23(Words):
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
class st_24(Words):
    b32 = _22
    f32 = _22
    s32 = _22
    u32 = _22
class st_25(Words):
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
    v2: st_22
    v4: st_43
class st_26(Words):
    b16 = _12
    b32 = _12
    b8 = _12
    f32 = _12
    s16 = _12
    s32 = _12
    s8 = _12
    u16 = _12
    u32 = _12
    u8 = _12
class st_mmio_relaxed(Words):
    sys: st_mmio_relaxed_sys
class st_mmio_release(Words):
    sys: st_mmio_release_sys
class st_27(Words):
    b128 = _6
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
    v2: st_44
    v4: st_45
class st_28(Words):
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
class st_29(Words):
    b16 = _24
    b32 = _24
    b8 = _24
    f32 = _24
    s16 = _24
    s32 = _24
    s8 = _24
    u16 = _24
    u32 = _24
    u8 = _24
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
    b128 = _25
    b16 = _26
    b32 = _26
    b64 = _26
    b8 = _26
    f32 = _26
    f64 = _26
    global_: st_49
    s16 = _26
    s32 = _26
    s64 = _26
    s8 = _26
    shared: st_50
    shared__cluster: st_50
    shared__cta: st_50
    u16 = _26
    u32 = _26
    u64 = _26
    u8 = _26
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
    b128 = _27
    b16 = _28
    b32 = _28
    b64 = _28
    b8 = _28
    f32 = _28
    f64 = _28
    global_: st_56
    s16 = _28
    s32 = _28
    s64 = _28
    s8 = _28
    shared: st_57
    shared__cluster: st_50
    shared__cta: st_58
    u16 = _28
    u32 = _28
    u64 = _28
    u8 = _28
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
    b128 = _29
    b16 = _28
    b32 = _28
    b64 = _28
    b8 = _28
    f32 = _28
    f64 = _28
    global_: st_63
    s16 = _28
    s32 = _28
    s64 = _28
    s8 = _28
    shared: st_64
    shared__cluster: st_65
    shared__cta: st_66
    u16 = _28
    u32 = _28
    u64 = _28
    u8 = _28
    v2: st_59
    v4: st_60
    v8: st_53
class st_33(Words):
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
    v2: st_67
    v4: st_68
class st_34(Words):
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
class st_35(Words):
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
class st_36(Words):
    b128 = _6
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
    v2: st_69
    v4: st_70
class st_37(Words):
    b16 = _34
    b32 = _34
    b64 = _34
    b8 = _34
    f32 = _34
    f64 = _34
    s16 = _34
    s32 = _34
    s64 = _34
    s8 = _34
    u16 = _34
    u32 = _34
    u64 = _34
    u8 = _34
class st_38(Words):
    b16 = _34
    b32 = _34
    b8 = _34
    f32 = _34
    s16 = _34
    s32 = _34
    s8 = _34
    u16 = _34
    u32 = _34
    u8 = _34
class st_volatile_global(Words):
    b128 = _14
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
    v2: st_volatile_1
    v4: st_volatile_2
    v8: st_volatile_3
class st_volatile_local(Words):
    b128 = _35
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
    v2: st_volatile_local_v2
    v4: st_volatile_local_v4
class st_volatile_shared(Words):
    b128 = _14
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
    v2: st_volatile_1
    v4: st_volatile_shared_v4
class st_volatile_shared_cluster(Words):
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
    v2: st_volatile_shared_cluster_v2
    v4: st_volatile_shared_cluster_v4
class st_volatile_shared_cta(Words):
    b128 = _14
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
    v2: st_volatile_shared_cta_v2
    v4: st_volatile_shared_cta_v4
class st_volatile_1(Words):
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
class st_volatile_2(Words):
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
class st_volatile_3(Words):
    b32 = _41
    f32 = _41
    s32 = _41
    u32 = _41
class st_39(Words):
    b64 = _18
    f64 = _18
    s64 = _18
    u64 = _18
class st_40(Words):
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
class st_41(Words):
    b16 = _42
    b32 = _42
    b64 = _43
    b8 = _42
    f32 = _42
    f64 = _43
    s16 = _42
    s32 = _42
    s64 = _43
    s8 = _42
    u16 = _42
    u32 = _42
    u64 = _43
    u8 = _42
class st_42(Words):
    b32 = _43
    f32 = _43
    s32 = _43
    u32 = _43
class st_43(Words):
    b16 = _21
    b32 = _21
    b8 = _21
    f32 = _21
    s16 = _21
    s32 = _21
    s8 = _21
    u16 = _21
    u32 = _21
    u8 = _21
class st_mmio_relaxed_sys(Words):
    b128 = _44
    b16 = _45
    b32 = _45
    b64 = _45
    b8 = _45
    f32 = _45
    f64 = _45
    global_: st_mmio_relaxed_sys_global
    s16 = _45
    s32 = _45
    s64 = _45
    s8 = _45
    u16 = _45
    u32 = _45
    u64 = _45
    u8 = _45
class st_mmio_release_sys(Words):
    b128 = _46
    b16 = _47
    b32 = _47
    b64 = _47
    b8 = _47
    f32 = _47
    f64 = _47
    global_: st_mmio_release_sys_global
    s16 = _47
    s32 = _47
    s64 = _47
    s8 = _47
    u16 = _47
    u32 = _47
    u64 = _47
    u8 = _47
class st_44(Words):
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
class st_45(Words):
    b16 = _48
    b32 = _48
    b8 = _48
    f32 = _48
    s16 = _48
    s32 = _48
    s8 = _48
    u16 = _48
    u32 = _48
    u8 = _48
class st_46(Words):
    L2__cache_hint: st_47
    L2__evict_first: st_48
    L2__evict_last: st_48
    L2__evict_normal: st_48
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
    v2: st_51
    v4: st_52
    v8: st_53
class st_47(Words):
    b128 = _49
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
    v2: st_51
    v4: st_52
    v8: st_53
class st_50(Words):
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
    v2: st_51
    v4: st_76
class st_51(Words):
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
class st_52(Words):
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
class st_53(Words):
    b32 = _52
    f32 = _52
    s32 = _52
    u32 = _52
class st_54(Words):
    L2__cache_hint: st_55
    L2__evict_first: st_48
    L2__evict_last: st_48
    L2__evict_normal: st_48
    b128 = _27
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
    v2: st_77
    v4: st_78
    v8: st_53
class st_55(Words):
    b128 = _54
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
    b128 = _27
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
    v2: st_59
    v4: st_60
    v8: st_53
class st_57(Words):
    b128 = _27
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
    v2: st_59
    v4: st_81
class st_58(Words):
    b128 = _27
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
    v2: st_82
    v4: st_83
class st_59(Words):
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
class st_60(Words):
    b16 = _57
    b32 = _57
    b64 = _52
    b8 = _57
    f32 = _57
    f64 = _52
    s16 = _57
    s32 = _57
    s64 = _52
    s8 = _57
    u16 = _57
    u32 = _57
    u64 = _52
    u8 = _57
class st_61(Words):
    L2__cache_hint: st_62
    L2__evict_first: st_48
    L2__evict_last: st_48
    L2__evict_normal: st_48
    b128 = _29
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
    v2: st_77
    v4: st_78
    v8: st_53
class st_62(Words):
    b128 = _58
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
    b128 = _29
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
    v2: st_59
    v4: st_60
    v8: st_53
class st_64(Words):
    b128 = _29
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
    v2: st_59
    v4: st_81
class st_65(Words):
    b128 = _59
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
    v2: st_51
    v4: st_76
class st_66(Words):
    b128 = _29
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
    v2: st_82
    v4: st_83
class st_67(Words):
    b16 = _60
    b32 = _60
    b64 = _60
    b8 = _60
    f32 = _60
    f64 = _60
    s16 = _60
    s32 = _60
    s64 = _60
    s8 = _60
    u16 = _60
    u32 = _60
    u64 = _60
    u8 = _60
class st_68(Words):
    b16 = _60
    b32 = _60
    b8 = _60
    f32 = _60
    s16 = _60
    s32 = _60
    s8 = _60
    u16 = _60
    u32 = _60
    u8 = _60
class st_69(Words):
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
class st_70(Words):
    b16 = _61
    b32 = _61
    b8 = _61
    f32 = _61
    s16 = _61
    s32 = _61
    s8 = _61
    u16 = _61
    u32 = _61
    u8 = _61
class st_volatile_local_v2(Words):
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
class st_volatile_local_v4(Words):
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
class st_volatile_shared_v4(Words):
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
class st_volatile_shared_cluster_v2(Words):
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
class st_volatile_shared_cluster_v4(Words):
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
class st_volatile_shared_cta_v2(Words):
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
class st_volatile_shared_cta_v4(Words):
    b16 = _64
    b32 = _64
    b8 = _64
    f32 = _64
    s16 = _64
    s32 = _64
    s8 = _64
    u16 = _64
    u32 = _64
    u8 = _64
class st_mmio_relaxed_sys_global(Words):
    b128 = _44
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
class st_mmio_release_sys_global(Words):
    b128 = _46
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
class st_71(Words):
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
class st_72(Words):
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
class st_73(Words):
    b32 = _66
    f32 = _66
    s32 = _66
    u32 = _66
class st_74(Words):
    v4: st_84
    v8: st_73
class st_75(Words):
    b64 = _52
    f64 = _52
    s64 = _52
    u64 = _52
class st_76(Words):
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
class st_77(Words):
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
class st_78(Words):
    b16 = _67
    b32 = _67
    b64 = _52
    b8 = _67
    f32 = _67
    f64 = _52
    s16 = _67
    s32 = _67
    s64 = _52
    s8 = _67
    u16 = _67
    u32 = _67
    u64 = _52
    u8 = _67
class st_79(Words):
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
class st_80(Words):
    b16 = _68
    b32 = _68
    b64 = _66
    b8 = _68
    f32 = _68
    f64 = _66
    s16 = _68
    s32 = _68
    s64 = _66
    s8 = _68
    u16 = _68
    u32 = _68
    u64 = _66
    u8 = _68
class st_81(Words):
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
class st_82(Words):
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
class st_83(Words):
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
class st_84(Words):
    b64 = _66
    f64 = _66
    s64 = _66
    u64 = _66
