# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Guard, Register, Registers, Source, Words

def _1(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 6.3; every target.
    """
def _2(self: object, a: Bracketed, b: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 7.4; sm_80 and newer.
    """
def _3(self: object, a: Bracketed, b: Register, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 7.8; sm_90 and newer.
    """
def _4(self: object, a: Bracketed, b: Register, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 6.3; every target.
    """
def _5(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 9.4; sm_90 and newer.
    """
def _6(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>{.noftz}{.<hint>}.<vec>.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 8.1; sm_90 and newer.
    """
def _7(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 7.8; sm_90 and newer.
    """
def _8(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 7.8; every target.
    """
def _9(self: object, a: Bracketed, b: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>{.noftz}{.<hint>}.<vec>.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 8.1; sm_90 and newer.
    """
def _10(self: object, a: Bracketed, b: Register, policy: Source, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 7.8; sm_90 and newer.
    """
def _11(self: object, a: Bracketed, b: Register, policy: Source, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 7.4; sm_80 and newer.
    """
def _12(self: object, a: Bracketed, b: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 9.4; sm_90 and newer.
    """
def _13(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<vec>.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 8.1; sm_90 and newer.
    """
def _14(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>{.noftz}{.<hint>}.<vec>.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 9.4; sm_90 and newer.
    """
def _15(self: object, a: Bracketed, b: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 7.8; sm_90 and newer.
    """
def _16(self: object, a: Bracketed, b: Register, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 7.8; every target.
    """
def _17(self: object, a: Bracketed, b: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<vec>.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 8.1; sm_90 and newer.
    """
def _18(self: object, a: Bracketed, b: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>{.noftz}{.<hint>}.<vec>.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 9.4; sm_90 and newer.
    """
def _19(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``red.async.release.<scope>{.<ss>}.add.<type> [a], b``

    Manual 9.7.15.7 red.async. PTX 8.7; sm_100 and newer.
    """
def _20(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``red.async.mmio.release.sys{.<ss>}.add.<type> [a], b``

    Manual 9.7.15.7 red.async. PTX 8.7; sm_100 and newer.
    """
def _21(self: object, a: Bracketed, b: Source, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``red.async.relaxed.cluster{.<ss>}.mbarrier::complete_tx::bytes.<op>.<type> [a], b, [mbar]``

    Manual 9.7.15.7 red.async. PTX 8.1; sm_90 and newer.
    """
class red(Words):
    add: red_1
    and_: red_2
    async_: red_async
    cluster: red_3
    cta: red_4
    dec: red_5
    global_: red_6
    gpu: red_4
    inc: red_5
    max: red_7
    min: red_7
    or_: red_2
    relaxed: red_8
    release: red_8
    shared: red_9
    shared__cluster: red_10
    shared__cta: red_11
    sys: red_4
    xor: red_2
class red_1(Words):
    L2__cache_hint: red_12
    f32 = _1
    f64 = _1
    noftz: red_13
    s32 = _1
    u32 = _1
    u64 = _1
    v2: red_14
    v4: red_14
class red_2(Words):
    L2__cache_hint: red_15
    b32 = _1
    b64 = _1
class red_async(Words):
    mmio: red_async_mmio
    relaxed: red_async_relaxed
    release: red_async_release
class red_3(Words):
    add: red_16
    and_: red_17
    dec: red_18
    global_: red_19
    inc: red_18
    max: red_20
    min: red_20
    or_: red_17
    shared: red_10
    shared__cluster: red_10
    shared__cta: red_10
    xor: red_17
class red_4(Words):
    add: red_1
    and_: red_2
    dec: red_5
    global_: red_6
    inc: red_5
    max: red_7
    min: red_7
    or_: red_2
    shared: red_9
    shared__cluster: red_10
    shared__cta: red_11
    xor: red_2
class red_5(Words):
    L2__cache_hint: red_21
    u32 = _1
class red_6(Words):
    add: red_1
    and_: red_2
    dec: red_5
    inc: red_5
    max: red_7
    min: red_7
    or_: red_2
    xor: red_2
class red_7(Words):
    L2__cache_hint: red_22
    noftz: red_23
    s32 = _1
    s64 = _1
    u32 = _1
    u64 = _1
class red_8(Words):
    add: red_1
    and_: red_2
    cluster: red_3
    cta: red_4
    dec: red_5
    global_: red_6
    gpu: red_4
    inc: red_5
    max: red_7
    min: red_7
    or_: red_2
    shared: red_9
    shared__cluster: red_10
    shared__cta: red_11
    sys: red_4
    xor: red_2
class red_9(Words):
    add: red_24
    and_: red_25
    dec: red_26
    inc: red_26
    max: red_27
    min: red_27
    or_: red_25
    xor: red_25
class red_10(Words):
    add: red_28
    and_: red_29
    dec: red_30
    inc: red_30
    max: red_31
    min: red_31
    or_: red_29
    xor: red_29
class red_11(Words):
    add: red_32
    and_: red_33
    dec: red_34
    inc: red_34
    max: red_35
    min: red_35
    or_: red_33
    xor: red_33
class red_12(Words):
    f32 = _2
    f64 = _2
    s32 = _2
    u32 = _2
    u64 = _2
    v2: red_36
    v4: red_36
class red_13(Words):
    L2__cache_hint: red_37
    bf16 = _3
    bf16x2 = _3
    f16 = _4
    f16x2 = _4
    f32 = _5
    v2: red_38
    v4: red_38
    v8: red_39
class red_14(Words):
    f32 = _6
class red_15(Words):
    b32 = _2
    b64 = _2
class red_async_mmio(Words):
    release: red_async_mmio_release
class red_async_relaxed(Words):
    cluster: red_async_relaxed_cluster
class red_async_release(Words):
    gpu: red_async_release_1
    sys: red_async_release_1
class red_16(Words):
    L2__cache_hint: red_40
    f32 = _7
    f64 = _7
    noftz: red_41
    s32 = _7
    u32 = _7
    u64 = _7
    v2: red_14
    v4: red_14
class red_17(Words):
    L2__cache_hint: red_42
    b32 = _7
    b64 = _7
class red_18(Words):
    L2__cache_hint: red_43
    u32 = _7
class red_19(Words):
    add: red_16
    and_: red_17
    dec: red_18
    inc: red_18
    max: red_20
    min: red_20
    or_: red_17
    xor: red_17
class red_20(Words):
    L2__cache_hint: red_44
    noftz: red_23
    s32 = _7
    s64 = _7
    u32 = _7
    u64 = _7
class red_21(Words):
    u32 = _2
class red_22(Words):
    s32 = _2
    s64 = _2
    u32 = _2
    u64 = _2
class red_23(Words):
    L2__cache_hint: red_45
    v2: red_46
    v4: red_46
    v8: red_39
class red_24(Words):
    f32 = _1
    f64 = _1
    noftz: red_47
    s32 = _1
    u32 = _1
    u64 = _1
class red_25(Words):
    b32 = _1
    b64 = _1
class red_26(Words):
    u32 = _1
class red_27(Words):
    s32 = _1
    s64 = _1
    u32 = _1
    u64 = _1
class red_28(Words):
    f32 = _7
    f64 = _7
    noftz: red_48
    s32 = _7
    u32 = _7
    u64 = _7
class red_29(Words):
    b32 = _7
    b64 = _7
class red_30(Words):
    u32 = _7
class red_31(Words):
    s32 = _7
    s64 = _7
    u32 = _7
    u64 = _7
class red_32(Words):
    f32 = _8
    f64 = _8
    noftz: red_49
    s32 = _8
    u32 = _8
    u64 = _8
class red_33(Words):
    b32 = _8
    b64 = _8
class red_34(Words):
    u32 = _8
class red_35(Words):
    s32 = _8
    s64 = _8
    u32 = _8
    u64 = _8
class red_36(Words):
    f32 = _9
class red_37(Words):
    bf16 = _10
    bf16x2 = _10
    f16 = _11
    f16x2 = _11
    f32 = _12
    v2: red_50
    v4: red_50
    v8: red_51
class red_38(Words):
    bf16 = _13
    bf16x2 = _13
    f16 = _13
    f16x2 = _13
    f32 = _14
class red_39(Words):
    bf16 = _13
    f16 = _13
class red_async_mmio_release(Words):
    sys: red_async_mmio_release_sys
class red_async_relaxed_cluster(Words):
    mbarrier__complete_tx__bytes: red_async_relaxed_cluster_1
    shared__cluster: red_async_relaxed_cluster_shared_cluster
class red_async_release_1(Words):
    add: red_async_release_2
    global_: red_async_release_3
class red_40(Words):
    f32 = _15
    f64 = _15
    s32 = _15
    u32 = _15
    u64 = _15
    v2: red_36
    v4: red_36
class red_41(Words):
    L2__cache_hint: red_52
    bf16 = _3
    bf16x2 = _3
    f16 = _3
    f16x2 = _3
    f32 = _5
    v2: red_38
    v4: red_38
    v8: red_39
class red_42(Words):
    b32 = _15
    b64 = _15
class red_43(Words):
    u32 = _15
class red_44(Words):
    s32 = _15
    s64 = _15
    u32 = _15
    u64 = _15
class red_45(Words):
    v2: red_53
    v4: red_53
    v8: red_51
class red_46(Words):
    bf16 = _13
    bf16x2 = _13
    f16 = _13
    f16x2 = _13
class red_47(Words):
    bf16 = _3
    bf16x2 = _3
    f16 = _4
    f16x2 = _4
    f32 = _5
class red_48(Words):
    bf16 = _3
    bf16x2 = _3
    f16 = _3
    f16x2 = _3
    f32 = _5
class red_49(Words):
    bf16 = _3
    bf16x2 = _3
    f16 = _16
    f16x2 = _16
    f32 = _5
class red_50(Words):
    bf16 = _17
    bf16x2 = _17
    f16 = _17
    f16x2 = _17
    f32 = _18
class red_51(Words):
    bf16 = _17
    f16 = _17
class red_async_mmio_release_sys(Words):
    add: red_async_mmio_release_sys_1
    global_: red_async_mmio_release_sys_global
class red_async_relaxed_cluster_1(Words):
    add: red_async_relaxed_cluster_2
    and_: red_async_relaxed_cluster_3
    dec: red_async_relaxed_cluster_4
    inc: red_async_relaxed_cluster_4
    max: red_async_relaxed_cluster_5
    min: red_async_relaxed_cluster_5
    or_: red_async_relaxed_cluster_3
    xor: red_async_relaxed_cluster_3
class red_async_relaxed_cluster_shared_cluster(Words):
    mbarrier__complete_tx__bytes: red_async_relaxed_cluster_1
class red_async_release_2(Words):
    s32 = _19
    s64 = _19
    u32 = _19
    u64 = _19
class red_async_release_3(Words):
    add: red_async_release_2
class red_52(Words):
    bf16 = _10
    bf16x2 = _10
    f16 = _10
    f16x2 = _10
    f32 = _12
    v2: red_50
    v4: red_50
    v8: red_51
class red_53(Words):
    bf16 = _17
    bf16x2 = _17
    f16 = _17
    f16x2 = _17
class red_async_mmio_release_sys_1(Words):
    s32 = _20
    s64 = _20
    u32 = _20
    u64 = _20
class red_async_mmio_release_sys_global(Words):
    add: red_async_mmio_release_sys_1
class red_async_relaxed_cluster_2(Words):
    s32 = _21
    u32 = _21
    u64 = _21
class red_async_relaxed_cluster_3(Words):
    b32 = _21
class red_async_relaxed_cluster_4(Words):
    u32 = _21
class red_async_relaxed_cluster_5(Words):
    s32 = _21
    u32 = _21
