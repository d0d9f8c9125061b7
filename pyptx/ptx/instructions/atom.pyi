# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Guard, Register, Registers, Source, Words

def _1(self: object, d: Register, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 6.3; every target.
    """
def _2(self: object, d: Register, a: Bracketed, b: Register, c: Register, /, *, pred: Guard = None) -> None:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.<type> d, [a], b, c``

    Manual 9.7.15.5 atom. PTX 8.3; sm_90 and newer.
    """
def _3(self: object, d: Register, a: Bracketed, b: Source, c: Source, /, *, pred: Guard = None) -> None:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.<type> d, [a], b, c``

    Manual 9.7.15.5 atom. PTX 6.3; every target.
    """
def _4(self: object, d: Register, a: Bracketed, b: Register, /, *, pred: Guard = None) -> None:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 8.3; sm_90 and newer.
    """
def _5(self: object, d: Register, a: Bracketed, b: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 7.4; sm_80 and newer.
    """
def _6(self: object, d: Register, a: Bracketed, b: Register, /, *, pred: Guard = None) -> None:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 7.8; sm_90 and newer.
    """
def _7(self: object, d: Register, a: Bracketed, b: Register, /, *, pred: Guard = None) -> None:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 6.3; every target.
    """
def _8(self: object, d: Register, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 9.4; sm_90 and newer.
    """
def _9(self: object, d: Registers, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.noftz}{.<hint>}.<vec>.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 8.1; sm_90 and newer.
    """
def _10(self: object, d: Register, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 7.8; sm_90 and newer.
    """
def _11(self: object, d: Register, a: Bracketed, b: Source, c: Source, /, *, pred: Guard = None) -> None:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.<type> d, [a], b, c``

    Manual 9.7.15.5 atom. PTX 7.8; sm_90 and newer.
    """
def _12(self: object, d: Register, a: Bracketed, b: Register, policy: Source, /, *, pred: Guard = None) -> None:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 8.3; sm_90 and newer.
    """
def _13(self: object, d: Register, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 7.8; every target.
    """
def _14(self: object, d: Register, a: Bracketed, b: Source, c: Source, /, *, pred: Guard = None) -> None:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.<type> d, [a], b, c``

    Manual 9.7.15.5 atom. PTX 7.8; every target.
    """
def _15(self: object, d: Register, a: Bracketed, b: Register, c: Register, /, *, pred: Guard = None) -> None:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.<type> d, [a], b, c``

    Manual 9.7.15.5 atom. PTX 8.4; sm_90 and newer.
    """
def _16(self: object, d: Register, a: Bracketed, b: Register, /, *, pred: Guard = None) -> None:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 8.4; sm_90 and newer.
    """
def _17(self: object, d: Registers, a: Bracketed, b: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.noftz}{.<hint>}.<vec>.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 8.1; sm_90 and newer.
    """
def _18(self: object, d: Register, a: Bracketed, b: Register, policy: Source, /, *, pred: Guard = None) -> None:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 7.8; sm_90 and newer.
    """
def _19(self: object, d: Register, a: Bracketed, b: Register, policy: Source, /, *, pred: Guard = None) -> None:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 7.4; sm_80 and newer.
    """
def _20(self: object, d: Register, a: Bracketed, b: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 9.4; sm_90 and newer.
    """
def _21(self: object, d: Registers, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<vec>.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 8.1; sm_90 and newer.
    """
def _22(self: object, d: Registers, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.noftz}{.<hint>}.<vec>.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 9.4; sm_90 and newer.
    """
def _23(self: object, d: Register, a: Bracketed, b: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 7.8; sm_90 and newer.
    """
def _24(self: object, d: Register, a: Bracketed, b: Register, /, *, pred: Guard = None) -> None:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 7.8; every target.
    """
def _25(self: object, d: Register, a: Bracketed, b: Register, policy: Source, /, *, pred: Guard = None) -> None:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 8.4; sm_90 and newer.
    """
def _26(self: object, d: Registers, a: Bracketed, b: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<vec>.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 8.1; sm_90 and newer.
    """
def _27(self: object, d: Registers, a: Bracketed, b: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.noftz}{.<hint>}.<vec>.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 9.4; sm_90 and newer.
    """
class atom(Words):
    acq_rel: atom_1
    acquire: atom_1
    add: atom_2
    and_: atom_3
    cas: atom_4
    cluster: atom_5
    cta: atom_6
    dec: atom_7
    exch: atom_8
    global_: atom_9
    gpu: atom_6
    inc: atom_7
    max: atom_10
    min: atom_10
    or_: atom_3
    relaxed: atom_1
    release: atom_1
    shared: atom_11
    shared__cluster: atom_12
    shared__cta: atom_13
    sys: atom_14
    xor: atom_3
class atom_1(Words):
    add: atom_2
    and_: atom_3
    cas: atom_4
    cluster: atom_5
    cta: atom_6
    dec: atom_7
    exch: atom_8
    global_: atom_9
    gpu: atom_6
    inc: atom_7
    max: atom_10
    min: atom_10
    or_: atom_3
    shared: atom_11
    shared__cluster: atom_12
    shared__cta: atom_13
    sys: atom_14
    xor: atom_3
class atom_2(Words):
    L2__cache_hint: atom_15
    f32 = _1
    f64 = _1
    noftz: atom_16
    s32 = _1
    u32 = _1
    u64 = _1
    v2: atom_17
    v4: atom_17
class atom_3(Words):
    L2__cache_hint: atom_18
    b32 = _1
    b64 = _1
class atom_4(Words):
    b128 = _2
    b16 = _3
    b32 = _3
    b64 = _3
class atom_5(Words):
    add: atom_19
    and_: atom_20
    cas: atom_21
    dec: atom_22
    exch: atom_23
    global_: atom_24
    inc: atom_22
    max: atom_25
    min: atom_25
    or_: atom_20
    shared: atom_12
    shared__cluster: atom_12
    shared__cta: atom_12
    xor: atom_20
class atom_6(Words):
    add: atom_2
    and_: atom_3
    cas: atom_4
    dec: atom_7
    exch: atom_8
    global_: atom_9
    inc: atom_7
    max: atom_10
    min: atom_10
    or_: atom_3
    shared: atom_11
    shared__cluster: atom_12
    shared__cta: atom_13
    xor: atom_3
class atom_7(Words):
    L2__cache_hint: atom_26
    u32 = _1
class atom_8(Words):
    L2__cache_hint: atom_27
    b128 = _4
    b32 = _1
    b64 = _1
class atom_9(Words):
    add: atom_2
    and_: atom_3
    cas: atom_4
    dec: atom_7
    exch: atom_8
    inc: atom_7
    max: atom_10
    min: atom_10
    or_: atom_3
    xor: atom_3
class atom_10(Words):
    L2__cache_hint: atom_28
    noftz: atom_29
    s32 = _1
    s64 = _1
    u32 = _1
    u64 = _1
class atom_11(Words):
    add: atom_30
    and_: atom_31
    cas: atom_4
    dec: atom_32
    exch: atom_33
    inc: atom_32
    max: atom_34
    min: atom_34
    or_: atom_31
    xor: atom_31
class atom_12(Words):
    add: atom_35
    and_: atom_36
    cas: atom_21
    dec: atom_37
    exch: atom_38
    inc: atom_37
    max: atom_39
    min: atom_39
    or_: atom_36
    xor: atom_36
class atom_13(Words):
    add: atom_40
    and_: atom_41
    cas: atom_42
    dec: atom_43
    exch: atom_44
    inc: atom_43
    max: atom_45
    min: atom_45
    or_: atom_41
    xor: atom_41
class atom_14(Words):
    add: atom_2
    and_: atom_3
    cas: atom_46
    dec: atom_7
    exch: atom_47
    global_: atom_48
    inc: atom_7
    max: atom_10
    min: atom_10
    or_: atom_3
    shared: atom_49
    shared__cluster: atom_50
    shared__cta: atom_51
    xor: atom_3
class atom_15(Words):
    f32 = _5
    f64 = _5
    s32 = _5
    u32 = _5
    u64 = _5
    v2: atom_52
    v4: atom_52
class atom_16(Words):
    L2__cache_hint: atom_53
    bf16 = _6
    bf16x2 = _6
    f16 = _7
    f16x2 = _7
    f32 = _8
    v2: atom_54
    v4: atom_54
    v8: atom_55
class atom_17(Words):
    f32 = _9
class atom_18(Words):
    b32 = _5
    b64 = _5
class atom_19(Words):
    L2__cache_hint: atom_56
    f32 = _10
    f64 = _10
    noftz: atom_57
    s32 = _10
    u32 = _10
    u64 = _10
    v2: atom_17
    v4: atom_17
class atom_20(Words):
    L2__cache_hint: atom_58
    b32 = _10
    b64 = _10
class atom_21(Words):
    b128 = _2
    b16 = _11
    b32 = _11
    b64 = _11
class atom_22(Words):
    L2__cache_hint: atom_59
    u32 = _10
class atom_23(Words):
    L2__cache_hint: atom_60
    b128 = _4
    b32 = _10
    b64 = _10
class atom_24(Words):
    add: atom_19
    and_: atom_20
    cas: atom_21
    dec: atom_22
    exch: atom_23
    inc: atom_22
    max: atom_25
    min: atom_25
    or_: atom_20
    xor: atom_20
class atom_25(Words):
    L2__cache_hint: atom_61
    noftz: atom_29
    s32 = _10
    s64 = _10
    u32 = _10
    u64 = _10
class atom_26(Words):
    u32 = _5
class atom_27(Words):
    b128 = _12
    b32 = _5
    b64 = _5
class atom_28(Words):
    s32 = _5
    s64 = _5
    u32 = _5
    u64 = _5
class atom_29(Words):
    L2__cache_hint: atom_62
    v2: atom_63
    v4: atom_63
    v8: atom_55
class atom_30(Words):
    f32 = _1
    f64 = _1
    noftz: atom_64
    s32 = _1
    u32 = _1
    u64 = _1
class atom_31(Words):
    b32 = _1
    b64 = _1
class atom_32(Words):
    u32 = _1
class atom_33(Words):
    b128 = _4
    b32 = _1
    b64 = _1
class atom_34(Words):
    s32 = _1
    s64 = _1
    u32 = _1
    u64 = _1
class atom_35(Words):
    f32 = _10
    f64 = _10
    noftz: atom_65
    s32 = _10
    u32 = _10
    u64 = _10
class atom_36(Words):
    b32 = _10
    b64 = _10
class atom_37(Words):
    u32 = _10
class atom_38(Words):
    b128 = _4
    b32 = _10
    b64 = _10
class atom_39(Words):
    s32 = _10
    s64 = _10
    u32 = _10
    u64 = _10
class atom_40(Words):
    f32 = _13
    f64 = _13
    noftz: atom_66
    s32 = _13
    u32 = _13
    u64 = _13
class atom_41(Words):
    b32 = _13
    b64 = _13
class atom_42(Words):
    b128 = _2
    b16 = _14
    b32 = _14
    b64 = _14
class atom_43(Words):
    u32 = _13
class atom_44(Words):
    b128 = _4
    b32 = _13
    b64 = _13
class atom_45(Words):
    s32 = _13
    s64 = _13
    u32 = _13
    u64 = _13
class atom_46(Words):
    b128 = _15
    b16 = _3
    b32 = _3
    b64 = _3
class atom_47(Words):
    L2__cache_hint: atom_67
    b128 = _16
    b32 = _1
    b64 = _1
class atom_48(Words):
    add: atom_2
    and_: atom_3
    cas: atom_46
    dec: atom_7
    exch: atom_47
    inc: atom_7
    max: atom_10
    min: atom_10
    or_: atom_3
    xor: atom_3
class atom_49(Words):
    add: atom_30
    and_: atom_31
    cas: atom_46
    dec: atom_32
    exch: atom_68
    inc: atom_32
    max: atom_34
    min: atom_34
    or_: atom_31
    xor: atom_31
class atom_50(Words):
    add: atom_35
    and_: atom_36
    cas: atom_69
    dec: atom_37
    exch: atom_70
    inc: atom_37
    max: atom_39
    min: atom_39
    or_: atom_36
    xor: atom_36
class atom_51(Words):
    add: atom_40
    and_: atom_41
    cas: atom_71
    dec: atom_43
    exch: atom_72
    inc: atom_43
    max: atom_45
    min: atom_45
    or_: atom_41
    xor: atom_41
class atom_52(Words):
    f32 = _17
class atom_53(Words):
    bf16 = _18
    bf16x2 = _18
    f16 = _19
    f16x2 = _19
    f32 = _20
    v2: atom_73
    v4: atom_73
    v8: atom_74
class atom_54(Words):
    bf16 = _21
    bf16x2 = _21
    f16 = _21
    f16x2 = _21
    f32 = _22
class atom_55(Words):
    bf16 = _21
    f16 = _21
class atom_56(Words):
    f32 = _23
    f64 = _23
    s32 = _23
    u32 = _23
    u64 = _23
    v2: atom_52
    v4: atom_52
class atom_57(Words):
    L2__cache_hint: atom_75
    bf16 = _6
    bf16x2 = _6
    f16 = _6
    f16x2 = _6
    f32 = _8
    v2: atom_54
    v4: atom_54
    v8: atom_55
class atom_58(Words):
    b32 = _23
    b64 = _23
class atom_59(Words):
    u32 = _23
class atom_60(Words):
    b128 = _12
    b32 = _23
    b64 = _23
class atom_61(Words):
    s32 = _23
    s64 = _23
    u32 = _23
    u64 = _23
class atom_62(Words):
    v2: atom_76
    v4: atom_76
    v8: atom_74
class atom_63(Words):
    bf16 = _21
    bf16x2 = _21
    f16 = _21
    f16x2 = _21
class atom_64(Words):
    bf16 = _6
    bf16x2 = _6
    f16 = _7
    f16x2 = _7
    f32 = _8
class atom_65(Words):
    bf16 = _6
    bf16x2 = _6
    f16 = _6
    f16x2 = _6
    f32 = _8
class atom_66(Words):
    bf16 = _6
    bf16x2 = _6
    f16 = _24
    f16x2 = _24
    f32 = _8
class atom_67(Words):
    b128 = _25
    b32 = _5
    b64 = _5
class atom_68(Words):
    b128 = _16
    b32 = _1
    b64 = _1
class atom_69(Words):
    b128 = _15
    b16 = _11
    b32 = _11
    b64 = _11
class atom_70(Words):
    b128 = _16
    b32 = _10
    b64 = _10
class atom_71(Words):
    b128 = _15
    b16 = _14
    b32 = _14
    b64 = _14
class atom_72(Words):
    b128 = _16
    b32 = _13
    b64 = _13
class atom_73(Words):
    bf16 = _26
    bf16x2 = _26
    f16 = _26
    f16x2 = _26
    f32 = _27
class atom_74(Words):
    bf16 = _26
    f16 = _26
class atom_75(Words):
    bf16 = _18
    bf16x2 = _18
    f16 = _18
    f16x2 = _18
    f32 = _20
    v2: atom_73
    v4: atom_73
    v8: atom_74
class atom_76(Words):
    bf16 = _26
    bf16x2 = _26
    f16 = _26
    f16x2 = _26
