# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Guard, Register, Registers, Source, Words

def _1(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 2.0; sm_20 or newer.
    """
def _2(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 5.0; sm_60 or newer.
    """
def _3(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 3.1; sm_32 or newer.
    """
def _4(self: object, a: Bracketed, b: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 7.4; sm_80 or newer.
    """
def _5(self: object, a: Bracketed, b: Register, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 7.8; sm_90 or newer.
    """
def _6(self: object, a: Bracketed, b: Register, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 6.3; sm_70 or newer.
    """
def _7(self: object, a: Bracketed, b: Register, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 6.2; sm_60 or newer.
    """
def _8(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 9.4; sm_90 or newer.
    """
def _9(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>{.noftz}{.<hint>}.<vec>.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 8.1; sm_90 or newer.
    """
def _10(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 7.8; sm_90 or newer.
    """
def _11(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 1.2; sm_11 or newer.
    """
def _12(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 1.2; sm_12 or newer.
    """
def _13(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 5.1; sm_70 or newer.
    """
def _14(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 7.8; sm_20 or newer.
    """
def _15(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 7.8; sm_60 or newer.
    """
def _16(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 7.8; sm_12 or newer.
    """
def _17(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 7.8; sm_32 or newer.
    """
def _18(self: object, a: Bracketed, b: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>{.noftz}{.<hint>}.<vec>.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 8.1; sm_90 or newer.
    """
def _19(self: object, a: Bracketed, b: Register, policy: Source, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 7.8; sm_90 or newer.
    """
def _20(self: object, a: Bracketed, b: Register, policy: Source, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 7.4; sm_80 or newer.
    """
def _21(self: object, a: Bracketed, b: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 9.4; sm_90 or newer.
    """
def _22(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<vec>.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 8.1; sm_90 or newer.
    """
def _23(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>{.noftz}{.<hint>}.<vec>.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 9.4; sm_90 or newer.
    """
def _24(self: object, a: Bracketed, b: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 7.8; sm_90 or newer.
    """
def _25(self: object, a: Bracketed, b: Register, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 6.2; sm_70 or newer.
    """
def _26(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 7.8; sm_70 or newer.
    """
def _27(self: object, a: Bracketed, b: Register, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 7.8; sm_70 or newer.
    """
def _28(self: object, a: Bracketed, b: Register, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 7.8; sm_60 or newer.
    """
def _29(self: object, a: Bracketed, b: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<vec>.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 8.1; sm_90 or newer.
    """
def _30(self: object, a: Bracketed, b: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``red{.<sem>}{.<scope>}{.<space>}.<op>{.noftz}{.<hint>}.<vec>.<type> [a], b{, policy}``

    Manual 9.7.15.6 red. PTX 9.4; sm_90 or newer.
    """
def _31(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``red.async.release.<scope>{.<ss>}.add.<type> [a], b``

    Manual 9.7.15.7 red.async. PTX 8.7; sm_100 or newer.
    """
def _32(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``red.async.mmio.release.sys{.<ss>}.add.<type> [a], b``

    Manual 9.7.15.7 red.async. PTX 8.7; sm_100 or newer.
    """
def _33(self: object, a: Bracketed, b: Source, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``red.async.relaxed.cluster{.<ss>}.mbarrier::complete_tx::bytes.<op>.<type> [a], b, [mbar]``

    Manual 9.7.15.7 red.async. PTX 8.1; sm_90 or newer.
    """
class red(Words):
    add: red_add
    and_: red_1
    async_: red_async
    cluster: red_2
    cta: red_3
    dec: red_4
    global_: red_global
    gpu: red_3
    inc: red_4
    max: red_5
    min: red_5
    or_: red_1
    relaxed: red_6
    release: red_6
    shared: red_shared
    shared__cluster: red_7
    shared__cta: red_shared_cta
    sys: red_3
    xor: red_1
class red_add(Words):
    L2__cache_hint: red_8
    f32 = _1
    f64 = _2
    noftz: red_9
    s32 = _1
    u32 = _1
    u64 = _1
    v2: red_10
    v4: red_10
class red_1(Words):
    L2__cache_hint: red_11
    b32 = _1
    b64 = _3
class red_async(Words):
    mmio: red_async_mmio
    relaxed: red_async_relaxed
    release: red_async_release
class red_2(Words):
    add: red_12
    and_: red_13
    dec: red_14
    global_: red_15
    inc: red_14
    max: red_16
    min: red_16
    or_: red_13
    shared: red_7
    shared__cluster: red_7
    shared__cta: red_7
    xor: red_13
class red_3(Words):
    add: red_17
    and_: red_18
    dec: red_19
    global_: red_20
    inc: red_19
    max: red_21
    min: red_21
    or_: red_18
    shared: red_22
    shared__cluster: red_7
    shared__cta: red_23
    xor: red_18
class red_4(Words):
    L2__cache_hint: red_24
    u32 = _1
class red_global(Words):
    add: red_global_add
    and_: red_global_1
    dec: red_global_2
    inc: red_global_2
    max: red_global_3
    min: red_global_3
    or_: red_global_1
    xor: red_global_1
class red_5(Words):
    L2__cache_hint: red_25
    noftz: red_26
    s32 = _1
    s64 = _3
    u32 = _1
    u64 = _3
class red_6(Words):
    add: red_27
    and_: red_28
    cluster: red_2
    cta: red_29
    dec: red_30
    global_: red_31
    gpu: red_29
    inc: red_30
    max: red_32
    min: red_32
    or_: red_28
    shared: red_33
    shared__cluster: red_7
    shared__cta: red_34
    sys: red_29
    xor: red_28
class red_shared(Words):
    add: red_shared_add
    and_: red_shared_1
    dec: red_shared_2
    inc: red_shared_2
    max: red_shared_3
    min: red_shared_3
    or_: red_shared_1
    xor: red_shared_1
class red_7(Words):
    add: red_35
    and_: red_36
    dec: red_37
    inc: red_37
    max: red_38
    min: red_38
    or_: red_36
    xor: red_36
class red_shared_cta(Words):
    add: red_shared_cta_add
    and_: red_shared_cta_1
    dec: red_shared_cta_2
    inc: red_shared_cta_2
    max: red_shared_cta_3
    min: red_shared_cta_3
    or_: red_shared_cta_1
    xor: red_shared_cta_1
class red_8(Words):
    f32 = _4
    f64 = _4
    s32 = _4
    u32 = _4
    u64 = _4
    v2: red_39
    v4: red_39
class red_9(Words):
    L2__cache_hint: red_40
    bf16 = _5
    bf16x2 = _5
    f16 = _6
    f16x2 = _7
    f32 = _8
    v2: red_41
    v4: red_41
    v8: red_42
class red_10(Words):
    f32 = _9
class red_11(Words):
    b32 = _4
    b64 = _4
class red_async_mmio(Words):
    release: red_async_mmio_release
class red_async_relaxed(Words):
    cluster: red_async_relaxed_cluster
class red_async_release(Words):
    gpu: red_async_release_1
    sys: red_async_release_1
class red_12(Words):
    L2__cache_hint: red_43
    f32 = _10
    f64 = _10
    noftz: red_44
    s32 = _10
    u32 = _10
    u64 = _10
    v2: red_10
    v4: red_10
class red_13(Words):
    L2__cache_hint: red_45
    b32 = _10
    b64 = _10
class red_14(Words):
    L2__cache_hint: red_46
    u32 = _10
class red_15(Words):
    add: red_12
    and_: red_13
    dec: red_14
    inc: red_14
    max: red_16
    min: red_16
    or_: red_13
    xor: red_13
class red_16(Words):
    L2__cache_hint: red_47
    noftz: red_26
    s32 = _10
    s64 = _10
    u32 = _10
    u64 = _10
class red_17(Words):
    L2__cache_hint: red_8
    f32 = _2
    f64 = _2
    noftz: red_9
    s32 = _2
    u32 = _2
    u64 = _2
    v2: red_10
    v4: red_10
class red_18(Words):
    L2__cache_hint: red_11
    b32 = _2
    b64 = _2
class red_19(Words):
    L2__cache_hint: red_24
    u32 = _2
class red_20(Words):
    add: red_17
    and_: red_18
    dec: red_19
    inc: red_19
    max: red_21
    min: red_21
    or_: red_18
    xor: red_18
class red_21(Words):
    L2__cache_hint: red_25
    noftz: red_26
    s32 = _2
    s64 = _2
    u32 = _2
    u64 = _2
class red_22(Words):
    add: red_48
    and_: red_49
    dec: red_50
    inc: red_50
    max: red_51
    min: red_51
    or_: red_49
    xor: red_49
class red_23(Words):
    add: red_52
    and_: red_53
    dec: red_54
    inc: red_54
    max: red_55
    min: red_55
    or_: red_53
    xor: red_53
class red_24(Words):
    u32 = _4
class red_global_add(Words):
    L2__cache_hint: red_8
    f32 = _1
    f64 = _2
    noftz: red_9
    s32 = _11
    u32 = _11
    u64 = _12
    v2: red_10
    v4: red_10
class red_global_1(Words):
    L2__cache_hint: red_11
    b32 = _11
    b64 = _3
class red_global_2(Words):
    L2__cache_hint: red_24
    u32 = _11
class red_global_3(Words):
    L2__cache_hint: red_25
    noftz: red_26
    s32 = _11
    s64 = _3
    u32 = _11
    u64 = _3
class red_25(Words):
    s32 = _4
    s64 = _4
    u32 = _4
    u64 = _4
class red_26(Words):
    L2__cache_hint: red_56
    v2: red_57
    v4: red_57
    v8: red_42
class red_27(Words):
    L2__cache_hint: red_8
    f32 = _13
    f64 = _13
    noftz: red_58
    s32 = _13
    u32 = _13
    u64 = _13
    v2: red_10
    v4: red_10
class red_28(Words):
    L2__cache_hint: red_11
    b32 = _13
    b64 = _13
class red_29(Words):
    add: red_27
    and_: red_28
    dec: red_30
    global_: red_31
    inc: red_30
    max: red_32
    min: red_32
    or_: red_28
    shared: red_33
    shared__cluster: red_7
    shared__cta: red_34
    xor: red_28
class red_30(Words):
    L2__cache_hint: red_24
    u32 = _13
class red_31(Words):
    add: red_27
    and_: red_28
    dec: red_30
    inc: red_30
    max: red_32
    min: red_32
    or_: red_28
    xor: red_28
class red_32(Words):
    L2__cache_hint: red_25
    noftz: red_26
    s32 = _13
    s64 = _13
    u32 = _13
    u64 = _13
class red_33(Words):
    add: red_59
    and_: red_60
    dec: red_61
    inc: red_61
    max: red_62
    min: red_62
    or_: red_60
    xor: red_60
class red_34(Words):
    add: red_63
    and_: red_64
    dec: red_65
    inc: red_65
    max: red_66
    min: red_66
    or_: red_64
    xor: red_64
class red_shared_add(Words):
    f32 = _1
    f64 = _2
    noftz: red_67
    s32 = _12
    u32 = _12
    u64 = _1
class red_shared_1(Words):
    b32 = _12
    b64 = _3
class red_shared_2(Words):
    u32 = _12
class red_shared_3(Words):
    s32 = _12
    s64 = _3
    u32 = _12
    u64 = _3
class red_35(Words):
    f32 = _10
    f64 = _10
    noftz: red_68
    s32 = _10
    u32 = _10
    u64 = _10
class red_36(Words):
    b32 = _10
    b64 = _10
class red_37(Words):
    u32 = _10
class red_38(Words):
    s32 = _10
    s64 = _10
    u32 = _10
    u64 = _10
class red_shared_cta_add(Words):
    f32 = _14
    f64 = _15
    noftz: red_69
    s32 = _16
    u32 = _16
    u64 = _14
class red_shared_cta_1(Words):
    b32 = _16
    b64 = _17
class red_shared_cta_2(Words):
    u32 = _16
class red_shared_cta_3(Words):
    s32 = _16
    s64 = _17
    u32 = _16
    u64 = _17
class red_39(Words):
    f32 = _18
class red_40(Words):
    bf16 = _19
    bf16x2 = _19
    f16 = _20
    f16x2 = _20
    f32 = _21
    v2: red_70
    v4: red_70
    v8: red_71
class red_41(Words):
    bf16 = _22
    bf16x2 = _22
    f16 = _22
    f16x2 = _22
    f32 = _23
class red_42(Words):
    bf16 = _22
    f16 = _22
class red_async_mmio_release(Words):
    sys: red_async_mmio_release_sys
class red_async_relaxed_cluster(Words):
    mbarrier__complete_tx__bytes: red_async_relaxed_cluster_1
    shared__cluster: red_async_relaxed_cluster_shared_cluster
class red_async_release_1(Words):
    add: red_async_release_2
    global_: red_async_release_3
class red_43(Words):
    f32 = _24
    f64 = _24
    s32 = _24
    u32 = _24
    u64 = _24
    v2: red_39
    v4: red_39
class red_44(Words):
    L2__cache_hint: red_72
    bf16 = _5
    bf16x2 = _5
    f16 = _5
    f16x2 = _5
    f32 = _8
    v2: red_41
    v4: red_41
    v8: red_42
class red_45(Words):
    b32 = _24
    b64 = _24
class red_46(Words):
    u32 = _24
class red_47(Words):
    s32 = _24
    s64 = _24
    u32 = _24
    u64 = _24
class red_48(Words):
    f32 = _2
    f64 = _2
    noftz: red_67
    s32 = _2
    u32 = _2
    u64 = _2
class red_49(Words):
    b32 = _2
    b64 = _2
class red_50(Words):
    u32 = _2
class red_51(Words):
    s32 = _2
    s64 = _2
    u32 = _2
    u64 = _2
class red_52(Words):
    f32 = _15
    f64 = _15
    noftz: red_69
    s32 = _15
    u32 = _15
    u64 = _15
class red_53(Words):
    b32 = _15
    b64 = _15
class red_54(Words):
    u32 = _15
class red_55(Words):
    s32 = _15
    s64 = _15
    u32 = _15
    u64 = _15
class red_56(Words):
    v2: red_73
    v4: red_73
    v8: red_71
class red_57(Words):
    bf16 = _22
    bf16x2 = _22
    f16 = _22
    f16x2 = _22
class red_58(Words):
    L2__cache_hint: red_40
    bf16 = _5
    bf16x2 = _5
    f16 = _6
    f16x2 = _25
    f32 = _8
    v2: red_41
    v4: red_41
    v8: red_42
class red_59(Words):
    f32 = _13
    f64 = _13
    noftz: red_74
    s32 = _13
    u32 = _13
    u64 = _13
class red_60(Words):
    b32 = _13
    b64 = _13
class red_61(Words):
    u32 = _13
class red_62(Words):
    s32 = _13
    s64 = _13
    u32 = _13
    u64 = _13
class red_63(Words):
    f32 = _26
    f64 = _26
    noftz: red_75
    s32 = _26
    u32 = _26
    u64 = _26
class red_64(Words):
    b32 = _26
    b64 = _26
class red_65(Words):
    u32 = _26
class red_66(Words):
    s32 = _26
    s64 = _26
    u32 = _26
    u64 = _26
class red_67(Words):
    bf16 = _5
    bf16x2 = _5
    f16 = _6
    f16x2 = _7
    f32 = _8
class red_68(Words):
    bf16 = _5
    bf16x2 = _5
    f16 = _5
    f16x2 = _5
    f32 = _8
class red_69(Words):
    bf16 = _5
    bf16x2 = _5
    f16 = _27
    f16x2 = _28
    f32 = _8
class red_70(Words):
    bf16 = _29
    bf16x2 = _29
    f16 = _29
    f16x2 = _29
    f32 = _30
class red_71(Words):
    bf16 = _29
    f16 = _29
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
    s32 = _31
    s64 = _31
    u32 = _31
    u64 = _31
class red_async_release_3(Words):
    add: red_async_release_2
class red_72(Words):
    bf16 = _19
    bf16x2 = _19
    f16 = _19
    f16x2 = _19
    f32 = _21
    v2: red_70
    v4: red_70
    v8: red_71
class red_73(Words):
    bf16 = _29
    bf16x2 = _29
    f16 = _29
    f16x2 = _29
class red_74(Words):
    bf16 = _5
    bf16x2 = _5
    f16 = _6
    f16x2 = _25
    f32 = _8
class red_75(Words):
    bf16 = _5
    bf16x2 = _5
    f16 = _27
    f16x2 = _27
    f32 = _8
class red_async_mmio_release_sys_1(Words):
    s32 = _32
    s64 = _32
    u32 = _32
    u64 = _32
class red_async_mmio_release_sys_global(Words):
    add: red_async_mmio_release_sys_1
class red_async_relaxed_cluster_2(Words):
    s32 = _33
    u32 = _33
    u64 = _33
class red_async_relaxed_cluster_3(Words):
    b32 = _33
class red_async_relaxed_cluster_4(Words):
    u32 = _33
class red_async_relaxed_cluster_5(Words):
    s32 = _33
    u32 = _33
