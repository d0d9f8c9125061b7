# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Destination, Guard, Made, Register, Registers, Source, Words

def _1(self: object, d: Destination, a: Bracketed, b: Source, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 2.0; sm_20 or newer.
    """
def _2(self: object, d: Destination, a: Bracketed, b: Source, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 5.0; sm_60 or newer.
    """
def _3(self: object, d: Destination, a: Bracketed, b: Source, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 3.1; sm_32 or newer.
    """
def _4(self: object, d: Destination, a: Bracketed, b: Register, c: Register, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.<type> d, [a], b, c``

    Manual 9.7.15.5 atom. PTX 8.3; sm_90 or newer.
    """
def _5(self: object, d: Destination, a: Bracketed, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.<type> d, [a], b, c``

    Manual 9.7.15.5 atom. PTX 6.3; sm_70 or newer.
    """
def _6(self: object, d: Destination, a: Bracketed, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.<type> d, [a], b, c``

    Manual 9.7.15.5 atom. PTX 2.0; sm_20 or newer.
    """
def _7(self: object, d: Destination, a: Bracketed, b: Register, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 8.3; sm_90 or newer.
    """
def _8(self: object, d: Destination, a: Bracketed, b: Source, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 5.1; sm_70 or newer.
    """
def _9(self: object, d: Destination, a: Bracketed, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.<type> d, [a], b, c``

    Manual 9.7.15.5 atom. PTX 5.1; sm_70 or newer.
    """
def _10(self: object, d: Destination, a: Bracketed, b: Source, policy: Source, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 7.4; sm_80 or newer.
    """
def _11(self: object, d: Destination, a: Bracketed, b: Register, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 7.8; sm_90 or newer.
    """
def _12(self: object, d: Destination, a: Bracketed, b: Register, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 6.3; sm_70 or newer.
    """
def _13(self: object, d: Destination, a: Bracketed, b: Register, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 6.2; sm_60 or newer.
    """
def _14(self: object, d: Destination, a: Bracketed, b: Source, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 9.4; sm_90 or newer.
    """
def _15(self: object, d: Registers, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.noftz}{.<hint>}.<vec>.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 8.1; sm_90 or newer.
    """
def _16(self: object, d: Destination, a: Bracketed, b: Source, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 7.8; sm_90 or newer.
    """
def _17(self: object, d: Destination, a: Bracketed, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.<type> d, [a], b, c``

    Manual 9.7.15.5 atom. PTX 7.8; sm_90 or newer.
    """
def _18(self: object, d: Destination, a: Bracketed, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.<type> d, [a], b, c``

    Manual 9.7.15.5 atom. PTX 5.0; sm_60 or newer.
    """
def _19(self: object, d: Destination, a: Bracketed, b: Register, policy: Source, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 8.3; sm_90 or newer.
    """
def _20(self: object, d: Destination, a: Bracketed, b: Source, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 1.0; sm_11 or newer.
    """
def _21(self: object, d: Destination, a: Bracketed, b: Source, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 1.2; sm_12 or newer.
    """
def _22(self: object, d: Destination, a: Bracketed, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.<type> d, [a], b, c``

    Manual 9.7.15.5 atom. PTX 1.0; sm_11 or newer.
    """
def _23(self: object, d: Destination, a: Bracketed, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.<type> d, [a], b, c``

    Manual 9.7.15.5 atom. PTX 1.2; sm_12 or newer.
    """
def _24(self: object, d: Destination, a: Bracketed, b: Source, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 7.8; sm_20 or newer.
    """
def _25(self: object, d: Destination, a: Bracketed, b: Source, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 7.8; sm_60 or newer.
    """
def _26(self: object, d: Destination, a: Bracketed, b: Source, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 7.8; sm_12 or newer.
    """
def _27(self: object, d: Destination, a: Bracketed, b: Source, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 7.8; sm_32 or newer.
    """
def _28(self: object, d: Destination, a: Bracketed, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.<type> d, [a], b, c``

    Manual 9.7.15.5 atom. PTX 7.8; sm_70 or newer.
    """
def _29(self: object, d: Destination, a: Bracketed, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.<type> d, [a], b, c``

    Manual 9.7.15.5 atom. PTX 7.8; sm_12 or newer.
    """
def _30(self: object, d: Destination, a: Bracketed, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.<type> d, [a], b, c``

    Manual 9.7.15.5 atom. PTX 7.8; sm_20 or newer.
    """
def _31(self: object, d: Destination, a: Bracketed, b: Register, c: Register, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.<type> d, [a], b, c``

    Manual 9.7.15.5 atom. PTX 8.4; sm_90 or newer.
    """
def _32(self: object, d: Destination, a: Bracketed, b: Register, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 8.4; sm_90 or newer.
    """
def _33(self: object, d: Destination, a: Bracketed, b: Register, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 6.2; sm_70 or newer.
    """
def _34(self: object, d: Destination, a: Bracketed, b: Source, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 7.8; sm_70 or newer.
    """
def _35(self: object, d: Registers, a: Bracketed, b: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.noftz}{.<hint>}.<vec>.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 8.1; sm_90 or newer.
    """
def _36(self: object, d: Destination, a: Bracketed, b: Register, policy: Source, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 7.8; sm_90 or newer.
    """
def _37(self: object, d: Destination, a: Bracketed, b: Register, policy: Source, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 7.4; sm_80 or newer.
    """
def _38(self: object, d: Destination, a: Bracketed, b: Source, policy: Source, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 9.4; sm_90 or newer.
    """
def _39(self: object, d: Registers, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<vec>.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 8.1; sm_90 or newer.
    """
def _40(self: object, d: Registers, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.noftz}{.<hint>}.<vec>.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 9.4; sm_90 or newer.
    """
def _41(self: object, d: Destination, a: Bracketed, b: Source, policy: Source, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 7.8; sm_90 or newer.
    """
def _42(self: object, d: Destination, a: Bracketed, b: Source, c: Source, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.<type> d, [a], b, c``

    Manual 9.7.15.5 atom. PTX 7.8; sm_60 or newer.
    """
def _43(self: object, d: Destination, a: Bracketed, b: Register, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 7.8; sm_70 or newer.
    """
def _44(self: object, d: Destination, a: Bracketed, b: Register, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 7.8; sm_60 or newer.
    """
def _45(self: object, d: Destination, a: Bracketed, b: Register, policy: Source, /, *, pred: Guard = None) -> Made:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.<hint>}.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 8.4; sm_90 or newer.
    """
def _46(self: object, d: Registers, a: Bracketed, b: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>.noftz{.<hint>}.<vec>.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 8.1; sm_90 or newer.
    """
def _47(self: object, d: Registers, a: Bracketed, b: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``atom{.<sem>}{.<scope>}{.<space>}.<op>{.noftz}{.<hint>}.<vec>.<type> d, [a], b{, policy}``

    Manual 9.7.15.5 atom. PTX 9.4; sm_90 or newer.
    """
class atom(Words):
    acq_rel: atom_1
    acquire: atom_1
    add: atom_add
    and_: atom_2
    cas: atom_cas
    cluster: atom_3
    cta: atom_4
    dec: atom_5
    exch: atom_exch
    global_: atom_global
    gpu: atom_4
    inc: atom_5
    max: atom_6
    min: atom_6
    or_: atom_2
    relaxed: atom_1
    release: atom_1
    shared: atom_shared
    shared__cluster: atom_7
    shared__cta: atom_shared_cta
    sys: atom_sys
    xor: atom_2
class atom_1(Words):
    add: atom_8
    and_: atom_9
    cas: atom_10
    cluster: atom_3
    cta: atom_11
    dec: atom_12
    exch: atom_13
    global_: atom_14
    gpu: atom_11
    inc: atom_12
    max: atom_15
    min: atom_15
    or_: atom_9
    shared: atom_16
    shared__cluster: atom_7
    shared__cta: atom_17
    sys: atom_18
    xor: atom_9
class atom_add(Words):
    L2__cache_hint: atom_19
    f32 = _1
    f64 = _2
    noftz: atom_20
    s32 = _1
    u32 = _1
    u64 = _1
    v2: atom_21
    v4: atom_21
class atom_2(Words):
    L2__cache_hint: atom_22
    b32 = _1
    b64 = _3
class atom_cas(Words):
    b128 = _4
    b16 = _5
    b32 = _6
    b64 = _6
class atom_3(Words):
    add: atom_23
    and_: atom_24
    cas: atom_25
    dec: atom_26
    exch: atom_27
    global_: atom_28
    inc: atom_26
    max: atom_29
    min: atom_29
    or_: atom_24
    shared: atom_7
    shared__cluster: atom_7
    shared__cta: atom_7
    xor: atom_24
class atom_4(Words):
    add: atom_30
    and_: atom_31
    cas: atom_32
    dec: atom_33
    exch: atom_34
    global_: atom_35
    inc: atom_33
    max: atom_36
    min: atom_36
    or_: atom_31
    shared: atom_37
    shared__cluster: atom_7
    shared__cta: atom_38
    xor: atom_31
class atom_5(Words):
    L2__cache_hint: atom_39
    u32 = _1
class atom_exch(Words):
    L2__cache_hint: atom_40
    b128 = _7
    b32 = _1
    b64 = _1
class atom_global(Words):
    add: atom_global_add
    and_: atom_global_1
    cas: atom_global_cas
    dec: atom_global_2
    exch: atom_global_exch
    inc: atom_global_2
    max: atom_global_3
    min: atom_global_3
    or_: atom_global_1
    xor: atom_global_1
class atom_6(Words):
    L2__cache_hint: atom_41
    noftz: atom_42
    s32 = _1
    s64 = _3
    u32 = _1
    u64 = _3
class atom_shared(Words):
    add: atom_shared_add
    and_: atom_shared_1
    cas: atom_shared_cas
    dec: atom_shared_2
    exch: atom_shared_exch
    inc: atom_shared_2
    max: atom_shared_3
    min: atom_shared_3
    or_: atom_shared_1
    xor: atom_shared_1
class atom_7(Words):
    add: atom_43
    and_: atom_44
    cas: atom_25
    dec: atom_45
    exch: atom_46
    inc: atom_45
    max: atom_47
    min: atom_47
    or_: atom_44
    xor: atom_44
class atom_shared_cta(Words):
    add: atom_shared_cta_add
    and_: atom_shared_cta_1
    cas: atom_shared_cta_cas
    dec: atom_shared_cta_2
    exch: atom_shared_cta_exch
    inc: atom_shared_cta_2
    max: atom_shared_cta_3
    min: atom_shared_cta_3
    or_: atom_shared_cta_1
    xor: atom_shared_cta_1
class atom_sys(Words):
    add: atom_30
    and_: atom_31
    cas: atom_sys_1
    dec: atom_33
    exch: atom_sys_2
    global_: atom_sys_global
    inc: atom_33
    max: atom_36
    min: atom_36
    or_: atom_31
    shared: atom_sys_shared
    shared__cluster: atom_48
    shared__cta: atom_sys_shared_cta
    xor: atom_31
class atom_8(Words):
    L2__cache_hint: atom_19
    f32 = _8
    f64 = _8
    noftz: atom_49
    s32 = _8
    u32 = _8
    u64 = _8
    v2: atom_21
    v4: atom_21
class atom_9(Words):
    L2__cache_hint: atom_22
    b32 = _8
    b64 = _8
class atom_10(Words):
    b128 = _4
    b16 = _5
    b32 = _9
    b64 = _9
class atom_11(Words):
    add: atom_8
    and_: atom_9
    cas: atom_10
    dec: atom_12
    exch: atom_13
    global_: atom_14
    inc: atom_12
    max: atom_15
    min: atom_15
    or_: atom_9
    shared: atom_16
    shared__cluster: atom_7
    shared__cta: atom_17
    xor: atom_9
class atom_12(Words):
    L2__cache_hint: atom_39
    u32 = _8
class atom_13(Words):
    L2__cache_hint: atom_40
    b128 = _7
    b32 = _8
    b64 = _8
class atom_14(Words):
    add: atom_8
    and_: atom_9
    cas: atom_10
    dec: atom_12
    exch: atom_13
    inc: atom_12
    max: atom_15
    min: atom_15
    or_: atom_9
    xor: atom_9
class atom_15(Words):
    L2__cache_hint: atom_41
    noftz: atom_42
    s32 = _8
    s64 = _8
    u32 = _8
    u64 = _8
class atom_16(Words):
    add: atom_50
    and_: atom_51
    cas: atom_10
    dec: atom_52
    exch: atom_53
    inc: atom_52
    max: atom_54
    min: atom_54
    or_: atom_51
    xor: atom_51
class atom_17(Words):
    add: atom_55
    and_: atom_56
    cas: atom_57
    dec: atom_58
    exch: atom_59
    inc: atom_58
    max: atom_60
    min: atom_60
    or_: atom_56
    xor: atom_56
class atom_18(Words):
    add: atom_8
    and_: atom_9
    cas: atom_61
    dec: atom_12
    exch: atom_62
    global_: atom_63
    inc: atom_12
    max: atom_15
    min: atom_15
    or_: atom_9
    shared: atom_64
    shared__cluster: atom_48
    shared__cta: atom_65
    xor: atom_9
class atom_19(Words):
    f32 = _10
    f64 = _10
    s32 = _10
    u32 = _10
    u64 = _10
    v2: atom_66
    v4: atom_66
class atom_20(Words):
    L2__cache_hint: atom_67
    bf16 = _11
    bf16x2 = _11
    f16 = _12
    f16x2 = _13
    f32 = _14
    v2: atom_68
    v4: atom_68
    v8: atom_69
class atom_21(Words):
    f32 = _15
class atom_22(Words):
    b32 = _10
    b64 = _10
class atom_23(Words):
    L2__cache_hint: atom_70
    f32 = _16
    f64 = _16
    noftz: atom_71
    s32 = _16
    u32 = _16
    u64 = _16
    v2: atom_21
    v4: atom_21
class atom_24(Words):
    L2__cache_hint: atom_72
    b32 = _16
    b64 = _16
class atom_25(Words):
    b128 = _4
    b16 = _17
    b32 = _17
    b64 = _17
class atom_26(Words):
    L2__cache_hint: atom_73
    u32 = _16
class atom_27(Words):
    L2__cache_hint: atom_74
    b128 = _7
    b32 = _16
    b64 = _16
class atom_28(Words):
    add: atom_23
    and_: atom_24
    cas: atom_25
    dec: atom_26
    exch: atom_27
    inc: atom_26
    max: atom_29
    min: atom_29
    or_: atom_24
    xor: atom_24
class atom_29(Words):
    L2__cache_hint: atom_75
    noftz: atom_42
    s32 = _16
    s64 = _16
    u32 = _16
    u64 = _16
class atom_30(Words):
    L2__cache_hint: atom_19
    f32 = _2
    f64 = _2
    noftz: atom_20
    s32 = _2
    u32 = _2
    u64 = _2
    v2: atom_21
    v4: atom_21
class atom_31(Words):
    L2__cache_hint: atom_22
    b32 = _2
    b64 = _2
class atom_32(Words):
    b128 = _4
    b16 = _5
    b32 = _18
    b64 = _18
class atom_33(Words):
    L2__cache_hint: atom_39
    u32 = _2
class atom_34(Words):
    L2__cache_hint: atom_40
    b128 = _7
    b32 = _2
    b64 = _2
class atom_35(Words):
    add: atom_30
    and_: atom_31
    cas: atom_32
    dec: atom_33
    exch: atom_34
    inc: atom_33
    max: atom_36
    min: atom_36
    or_: atom_31
    xor: atom_31
class atom_36(Words):
    L2__cache_hint: atom_41
    noftz: atom_42
    s32 = _2
    s64 = _2
    u32 = _2
    u64 = _2
class atom_37(Words):
    add: atom_76
    and_: atom_77
    cas: atom_32
    dec: atom_78
    exch: atom_79
    inc: atom_78
    max: atom_80
    min: atom_80
    or_: atom_77
    xor: atom_77
class atom_38(Words):
    add: atom_81
    and_: atom_82
    cas: atom_83
    dec: atom_84
    exch: atom_85
    inc: atom_84
    max: atom_86
    min: atom_86
    or_: atom_82
    xor: atom_82
class atom_39(Words):
    u32 = _10
class atom_40(Words):
    b128 = _19
    b32 = _10
    b64 = _10
class atom_global_add(Words):
    L2__cache_hint: atom_19
    f32 = _1
    f64 = _2
    noftz: atom_20
    s32 = _20
    u32 = _20
    u64 = _21
    v2: atom_21
    v4: atom_21
class atom_global_1(Words):
    L2__cache_hint: atom_22
    b32 = _20
    b64 = _3
class atom_global_cas(Words):
    b128 = _4
    b16 = _5
    b32 = _22
    b64 = _23
class atom_global_2(Words):
    L2__cache_hint: atom_39
    u32 = _20
class atom_global_exch(Words):
    L2__cache_hint: atom_40
    b128 = _7
    b32 = _20
    b64 = _21
class atom_global_3(Words):
    L2__cache_hint: atom_41
    noftz: atom_42
    s32 = _20
    s64 = _3
    u32 = _20
    u64 = _3
class atom_41(Words):
    s32 = _10
    s64 = _10
    u32 = _10
    u64 = _10
class atom_42(Words):
    L2__cache_hint: atom_87
    v2: atom_88
    v4: atom_88
    v8: atom_69
class atom_shared_add(Words):
    f32 = _1
    f64 = _2
    noftz: atom_89
    s32 = _21
    u32 = _21
    u64 = _1
class atom_shared_1(Words):
    b32 = _21
    b64 = _3
class atom_shared_cas(Words):
    b128 = _4
    b16 = _5
    b32 = _23
    b64 = _6
class atom_shared_2(Words):
    u32 = _21
class atom_shared_exch(Words):
    b128 = _7
    b32 = _21
    b64 = _1
class atom_shared_3(Words):
    s32 = _21
    s64 = _3
    u32 = _21
    u64 = _3
class atom_43(Words):
    f32 = _16
    f64 = _16
    noftz: atom_90
    s32 = _16
    u32 = _16
    u64 = _16
class atom_44(Words):
    b32 = _16
    b64 = _16
class atom_45(Words):
    u32 = _16
class atom_46(Words):
    b128 = _7
    b32 = _16
    b64 = _16
class atom_47(Words):
    s32 = _16
    s64 = _16
    u32 = _16
    u64 = _16
class atom_shared_cta_add(Words):
    f32 = _24
    f64 = _25
    noftz: atom_91
    s32 = _26
    u32 = _26
    u64 = _24
class atom_shared_cta_1(Words):
    b32 = _26
    b64 = _27
class atom_shared_cta_cas(Words):
    b128 = _4
    b16 = _28
    b32 = _29
    b64 = _30
class atom_shared_cta_2(Words):
    u32 = _26
class atom_shared_cta_exch(Words):
    b128 = _7
    b32 = _26
    b64 = _24
class atom_shared_cta_3(Words):
    s32 = _26
    s64 = _27
    u32 = _26
    u64 = _27
class atom_sys_1(Words):
    b128 = _31
    b16 = _5
    b32 = _18
    b64 = _18
class atom_sys_2(Words):
    L2__cache_hint: atom_92
    b128 = _32
    b32 = _2
    b64 = _2
class atom_sys_global(Words):
    add: atom_30
    and_: atom_31
    cas: atom_sys_1
    dec: atom_33
    exch: atom_sys_2
    inc: atom_33
    max: atom_36
    min: atom_36
    or_: atom_31
    xor: atom_31
class atom_sys_shared(Words):
    add: atom_76
    and_: atom_77
    cas: atom_sys_1
    dec: atom_78
    exch: atom_sys_shared_exch
    inc: atom_78
    max: atom_80
    min: atom_80
    or_: atom_77
    xor: atom_77
class atom_48(Words):
    add: atom_43
    and_: atom_44
    cas: atom_93
    dec: atom_45
    exch: atom_94
    inc: atom_45
    max: atom_47
    min: atom_47
    or_: atom_44
    xor: atom_44
class atom_sys_shared_cta(Words):
    add: atom_81
    and_: atom_82
    cas: atom_sys_shared_cta_cas
    dec: atom_84
    exch: atom_sys_shared_cta_exch
    inc: atom_84
    max: atom_86
    min: atom_86
    or_: atom_82
    xor: atom_82
class atom_49(Words):
    L2__cache_hint: atom_67
    bf16 = _11
    bf16x2 = _11
    f16 = _12
    f16x2 = _33
    f32 = _14
    v2: atom_68
    v4: atom_68
    v8: atom_69
class atom_50(Words):
    f32 = _8
    f64 = _8
    noftz: atom_95
    s32 = _8
    u32 = _8
    u64 = _8
class atom_51(Words):
    b32 = _8
    b64 = _8
class atom_52(Words):
    u32 = _8
class atom_53(Words):
    b128 = _7
    b32 = _8
    b64 = _8
class atom_54(Words):
    s32 = _8
    s64 = _8
    u32 = _8
    u64 = _8
class atom_55(Words):
    f32 = _34
    f64 = _34
    noftz: atom_96
    s32 = _34
    u32 = _34
    u64 = _34
class atom_56(Words):
    b32 = _34
    b64 = _34
class atom_57(Words):
    b128 = _4
    b16 = _28
    b32 = _28
    b64 = _28
class atom_58(Words):
    u32 = _34
class atom_59(Words):
    b128 = _7
    b32 = _34
    b64 = _34
class atom_60(Words):
    s32 = _34
    s64 = _34
    u32 = _34
    u64 = _34
class atom_61(Words):
    b128 = _31
    b16 = _5
    b32 = _9
    b64 = _9
class atom_62(Words):
    L2__cache_hint: atom_92
    b128 = _32
    b32 = _8
    b64 = _8
class atom_63(Words):
    add: atom_8
    and_: atom_9
    cas: atom_61
    dec: atom_12
    exch: atom_62
    inc: atom_12
    max: atom_15
    min: atom_15
    or_: atom_9
    xor: atom_9
class atom_64(Words):
    add: atom_50
    and_: atom_51
    cas: atom_61
    dec: atom_52
    exch: atom_97
    inc: atom_52
    max: atom_54
    min: atom_54
    or_: atom_51
    xor: atom_51
class atom_65(Words):
    add: atom_55
    and_: atom_56
    cas: atom_98
    dec: atom_58
    exch: atom_99
    inc: atom_58
    max: atom_60
    min: atom_60
    or_: atom_56
    xor: atom_56
class atom_66(Words):
    f32 = _35
class atom_67(Words):
    bf16 = _36
    bf16x2 = _36
    f16 = _37
    f16x2 = _37
    f32 = _38
    v2: atom_100
    v4: atom_100
    v8: atom_101
class atom_68(Words):
    bf16 = _39
    bf16x2 = _39
    f16 = _39
    f16x2 = _39
    f32 = _40
class atom_69(Words):
    bf16 = _39
    f16 = _39
class atom_70(Words):
    f32 = _41
    f64 = _41
    s32 = _41
    u32 = _41
    u64 = _41
    v2: atom_66
    v4: atom_66
class atom_71(Words):
    L2__cache_hint: atom_102
    bf16 = _11
    bf16x2 = _11
    f16 = _11
    f16x2 = _11
    f32 = _14
    v2: atom_68
    v4: atom_68
    v8: atom_69
class atom_72(Words):
    b32 = _41
    b64 = _41
class atom_73(Words):
    u32 = _41
class atom_74(Words):
    b128 = _19
    b32 = _41
    b64 = _41
class atom_75(Words):
    s32 = _41
    s64 = _41
    u32 = _41
    u64 = _41
class atom_76(Words):
    f32 = _2
    f64 = _2
    noftz: atom_89
    s32 = _2
    u32 = _2
    u64 = _2
class atom_77(Words):
    b32 = _2
    b64 = _2
class atom_78(Words):
    u32 = _2
class atom_79(Words):
    b128 = _7
    b32 = _2
    b64 = _2
class atom_80(Words):
    s32 = _2
    s64 = _2
    u32 = _2
    u64 = _2
class atom_81(Words):
    f32 = _25
    f64 = _25
    noftz: atom_91
    s32 = _25
    u32 = _25
    u64 = _25
class atom_82(Words):
    b32 = _25
    b64 = _25
class atom_83(Words):
    b128 = _4
    b16 = _28
    b32 = _42
    b64 = _42
class atom_84(Words):
    u32 = _25
class atom_85(Words):
    b128 = _7
    b32 = _25
    b64 = _25
class atom_86(Words):
    s32 = _25
    s64 = _25
    u32 = _25
    u64 = _25
class atom_87(Words):
    v2: atom_103
    v4: atom_103
    v8: atom_101
class atom_88(Words):
    bf16 = _39
    bf16x2 = _39
    f16 = _39
    f16x2 = _39
class atom_89(Words):
    bf16 = _11
    bf16x2 = _11
    f16 = _12
    f16x2 = _13
    f32 = _14
class atom_90(Words):
    bf16 = _11
    bf16x2 = _11
    f16 = _11
    f16x2 = _11
    f32 = _14
class atom_91(Words):
    bf16 = _11
    bf16x2 = _11
    f16 = _43
    f16x2 = _44
    f32 = _14
class atom_92(Words):
    b128 = _45
    b32 = _10
    b64 = _10
class atom_sys_shared_exch(Words):
    b128 = _32
    b32 = _2
    b64 = _2
class atom_93(Words):
    b128 = _31
    b16 = _17
    b32 = _17
    b64 = _17
class atom_94(Words):
    b128 = _32
    b32 = _16
    b64 = _16
class atom_sys_shared_cta_cas(Words):
    b128 = _31
    b16 = _28
    b32 = _42
    b64 = _42
class atom_sys_shared_cta_exch(Words):
    b128 = _32
    b32 = _25
    b64 = _25
class atom_95(Words):
    bf16 = _11
    bf16x2 = _11
    f16 = _12
    f16x2 = _33
    f32 = _14
class atom_96(Words):
    bf16 = _11
    bf16x2 = _11
    f16 = _43
    f16x2 = _43
    f32 = _14
class atom_97(Words):
    b128 = _32
    b32 = _8
    b64 = _8
class atom_98(Words):
    b128 = _31
    b16 = _28
    b32 = _28
    b64 = _28
class atom_99(Words):
    b128 = _32
    b32 = _34
    b64 = _34
class atom_100(Words):
    bf16 = _46
    bf16x2 = _46
    f16 = _46
    f16x2 = _46
    f32 = _47
class atom_101(Words):
    bf16 = _46
    f16 = _46
class atom_102(Words):
    bf16 = _36
    bf16x2 = _36
    f16 = _36
    f16x2 = _36
    f32 = _38
    v2: atom_100
    v4: atom_100
    v8: atom_101
class atom_103(Words):
    bf16 = _46
    bf16x2 = _46
    f16 = _46
    f16x2 = _46
