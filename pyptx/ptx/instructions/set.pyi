# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Condition, Destination, Guard, Made, Register, Source, Words

def _1(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``set.<cmp>.<type> d, a, b``

    Manual 9.7.7.1 set. PTX 9.4; sm_107a or sm_107f.
    """
def _2(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``set.<cmp>.bf16.<type> d, a, b``

    Manual 9.7.8.1 set. PTX 7.8; sm_90 or newer.
    """
def _3(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``set.<cmp>.bf16.<type> d, a, b``

    Manual 9.7.8.1 set. PTX 7.8; sm_90 or newer.
    """
def _4(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``set.<cmp>.<dtype>.bf16x2 d, a, b``

    Manual 9.7.8.1 set. PTX 7.8; sm_90 or newer.
    """
def _5(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``set.<cmp>{.ftz}.f16.<type> d, a, b``

    Manual 9.7.8.1 set. PTX 4.2; sm_53 or newer.
    """
def _6(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``set.<cmp>{.ftz}.f16.<type> d, a, b``

    Manual 9.7.8.1 set. PTX 4.2; sm_53 or newer.
    """
def _7(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``set.<cmp>{.ftz}.<dtype>.f16x2 d, a, b``

    Manual 9.7.8.1 set. PTX 4.2; sm_53 or newer.
    """
def _8(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``set.<cmp>.<dtype>.<type> d, a, b``

    Manual 9.7.7.1 set. PTX 1.0; every target.
    """
def _9(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``set.<cmp>{.ftz}.<dtype>.<type> d, a, b``

    Manual 9.7.7.1 set. PTX 1.0; every target.
    """
def _10(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``set.<cmp>.<dtype>.bf16 d, a, b``

    Manual 9.7.8.1 set. PTX 7.8; sm_90 or newer.
    """
def _11(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``set.<cmp>{.ftz}.<dtype>.f16 d, a, b``

    Manual 9.7.8.1 set. PTX 6.5; sm_53 or newer.
    """
def _12(self: object, d: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``set.<cmp>{.ftz}.<dtype>.f16x2 d, a, b``

    Manual 9.7.8.1 set. PTX 6.5; sm_53 or newer.
    """
def _13(self: object, d: Destination, a: Source, b: Source, c: Condition, /, *, pred: Guard = None) -> Made:
    """``set.<cmp>.<bool>.bf16.<type> d, a, b, c``

    Manual 9.7.8.1 set. PTX 7.8; sm_90 or newer.
    """
def _14(self: object, d: Destination, a: Register, b: Register, c: Condition, /, *, pred: Guard = None) -> Made:
    """``set.<cmp>.<bool>.bf16.<type> d, a, b, c``

    Manual 9.7.8.1 set. PTX 7.8; sm_90 or newer.
    """
def _15(self: object, d: Destination, a: Register, b: Register, c: Condition, /, *, pred: Guard = None) -> Made:
    """``set.<cmp>.<bool>.<dtype>.bf16x2 d, a, b, c``

    Manual 9.7.8.1 set. PTX 7.8; sm_90 or newer.
    """
def _16(self: object, d: Destination, a: Source, b: Source, c: Condition | Source, /, *, pred: Guard = None) -> Made:
    """``set.<cmp>.<bool>{.ftz}.f16.<type> d, a, b, c``

    Manual 9.7.8.1 set. PTX 4.2; sm_53 or newer.
    """
def _17(self: object, d: Destination, a: Register, b: Register, c: Condition | Source, /, *, pred: Guard = None) -> Made:
    """``set.<cmp>.<bool>{.ftz}.f16.<type> d, a, b, c``

    Manual 9.7.8.1 set. PTX 4.2; sm_53 or newer.
    """
def _18(self: object, d: Destination, a: Register, b: Register, c: Condition | Source, /, *, pred: Guard = None) -> Made:
    """``set.<cmp>.<bool>{.ftz}.<dtype>.f16x2 d, a, b, c``

    Manual 9.7.8.1 set. PTX 4.2; sm_53 or newer.
    """
def _19(self: object, d: Destination, a: Source, b: Source, c: Condition | Source, /, *, pred: Guard = None) -> Made:
    """``set.<cmp>.<bool>.<dtype>.<type> d, a, b, c``

    Manual 9.7.7.1 set. PTX 1.0; every target.
    """
def _20(self: object, d: Destination, a: Source, b: Source, c: Condition | Source, /, *, pred: Guard = None) -> Made:
    """``set.<cmp>.<bool>{.ftz}.<dtype>.<type> d, a, b, c``

    Manual 9.7.7.1 set. PTX 1.0; every target.
    """
def _21(self: object, d: Destination, a: Register, b: Register, c: Condition, /, *, pred: Guard = None) -> Made:
    """``set.<cmp>.<bool>.<dtype>.bf16 d, a, b, c``

    Manual 9.7.8.1 set. PTX 7.8; sm_90 or newer.
    """
def _22(self: object, d: Destination, a: Register, b: Register, c: Condition | Source, /, *, pred: Guard = None) -> Made:
    """``set.<cmp>.<bool>{.ftz}.<dtype>.f16 d, a, b, c``

    Manual 9.7.8.1 set. PTX 6.5; sm_53 or newer.
    """
def _23(self: object, d: Destination, a: Register, b: Register, c: Condition | Source, /, *, pred: Guard = None) -> Made:
    """``set.<cmp>.<bool>{.ftz}.<dtype>.f16x2 d, a, b, c``

    Manual 9.7.8.1 set. PTX 6.5; sm_53 or newer.
    """
def _24(self: object, d: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``set.<cmp>{.ftz}.<dtype>.<type> d, a, b``

    Manual 9.7.7.1 set. PTX 1.4; every target.
    """
def _25(self: object, d: Destination, a: Source, b: Source, c: Condition | Source, /, *, pred: Guard = None) -> Made:
    """``set.<cmp>.<bool>{.ftz}.<dtype>.<type> d, a, b, c``

    Manual 9.7.7.1 set. PTX 1.4; every target.
    """
class set(Words):
    eq: set_1
    equ: set_2
    ge: set_3
    geu: set_2
    gt: set_3
    gtu: set_2
    hi: set_4
    hs: set_4
    le: set_3
    leu: set_2
    lo: set_4
    ls: set_4
    lt: set_3
    ltu: set_2
    nan: set_2
    ne: set_1
    neu: set_2
    num: set_2
class set_1(Words):
    and_: set_5
    bf16: set_6
    bf16x2: set_7
    f16: set_8
    f16x2: set_9
    f32: set_10
    ftz: set_11
    or_: set_5
    s16: set_12
    s16x2 = _1
    s32: set_13
    s8x4 = _1
    u16: set_12
    u16x2 = _1
    u32: set_13
    u8x4 = _1
    xor: set_5
class set_2(Words):
    and_: set_14
    bf16: set_15
    bf16x2: set_7
    f16: set_16
    f16x2: set_9
    f32: set_17
    ftz: set_11
    or_: set_14
    s16: set_12
    s32: set_18
    u16: set_12
    u32: set_18
    xor: set_14
class set_3(Words):
    and_: set_19
    bf16: set_20
    bf16x2: set_7
    f16: set_21
    f16x2: set_9
    f32: set_22
    ftz: set_11
    or_: set_19
    s16: set_12
    s16x2 = _1
    s32: set_23
    s8x4 = _1
    u16: set_12
    u16x2 = _1
    u32: set_23
    u8x4 = _1
    xor: set_19
class set_4(Words):
    and_: set_24
    bf16: set_25
    f16: set_26
    f32: set_27
    or_: set_24
    s32: set_27
    u16x2 = _1
    u32: set_27
    u8x4 = _1
    xor: set_24
class set_5(Words):
    bf16: set_28
    bf16x2: set_29
    f16: set_30
    f16x2: set_31
    f32: set_32
    ftz: set_33
    s16: set_34
    s32: set_35
    u16: set_34
    u32: set_35
class set_6(Words):
    b16 = _2
    b32 = _2
    b64 = _2
    bf16 = _3
    f16 = _3
    f32 = _2
    f64 = _2
    s16 = _2
    s32 = _2
    s64 = _2
    u16 = _2
    u32 = _2
    u64 = _2
class set_7(Words):
    bf16x2 = _4
class set_8(Words):
    b16 = _5
    b32 = _5
    b64 = _5
    f16 = _6
    f32 = _5
    f64 = _5
    s16 = _5
    s32 = _5
    s64 = _5
    u16 = _5
    u32 = _5
    u64 = _5
class set_9(Words):
    f16x2 = _7
class set_10(Words):
    b16 = _8
    b32 = _8
    b64 = _8
    f32 = _9
    f64 = _9
    s16 = _8
    s32 = _8
    s64 = _8
    u16 = _8
    u32 = _8
    u64 = _8
class set_11(Words):
    f16: set_36
    f16x2: set_9
    f32: set_37
    s16: set_38
    s32: set_39
    u16: set_38
    u32: set_39
class set_12(Words):
    bf16 = _10
    f16 = _11
class set_13(Words):
    b16 = _8
    b32 = _8
    b64 = _8
    bf16 = _10
    bf16x2 = _4
    f16 = _11
    f16x2 = _12
    f32 = _9
    f64 = _9
    s16 = _8
    s32 = _8
    s64 = _8
    u16 = _8
    u32 = _8
    u64 = _8
class set_14(Words):
    bf16: set_40
    bf16x2: set_29
    f16: set_41
    f16x2: set_31
    f32: set_42
    ftz: set_33
    s16: set_34
    s32: set_43
    u16: set_34
    u32: set_43
class set_15(Words):
    bf16 = _3
    f16 = _3
    f32 = _2
    f64 = _2
class set_16(Words):
    f16 = _6
    f32 = _5
    f64 = _5
class set_17(Words):
    f32 = _9
    f64 = _9
class set_18(Words):
    bf16 = _10
    bf16x2 = _4
    f16 = _11
    f16x2 = _12
    f32 = _9
    f64 = _9
class set_19(Words):
    bf16: set_44
    bf16x2: set_29
    f16: set_45
    f16x2: set_31
    f32: set_46
    ftz: set_33
    s16: set_34
    s32: set_47
    u16: set_34
    u32: set_47
class set_20(Words):
    bf16 = _3
    f16 = _3
    f32 = _2
    f64 = _2
    s16 = _2
    s32 = _2
    s64 = _2
    u16 = _2
    u32 = _2
    u64 = _2
class set_21(Words):
    f16 = _6
    f32 = _5
    f64 = _5
    s16 = _5
    s32 = _5
    s64 = _5
    u16 = _5
    u32 = _5
    u64 = _5
class set_22(Words):
    f32 = _9
    f64 = _9
    s16 = _8
    s32 = _8
    s64 = _8
    u16 = _8
    u32 = _8
    u64 = _8
class set_23(Words):
    bf16 = _10
    bf16x2 = _4
    f16 = _11
    f16x2 = _12
    f32 = _9
    f64 = _9
    s16 = _8
    s32 = _8
    s64 = _8
    u16 = _8
    u32 = _8
    u64 = _8
class set_24(Words):
    bf16: set_48
    f16: set_49
    f32: set_50
    s32: set_50
    u32: set_50
class set_25(Words):
    u16 = _2
    u32 = _2
    u64 = _2
class set_26(Words):
    u16 = _5
    u32 = _5
    u64 = _5
class set_27(Words):
    u16 = _8
    u32 = _8
    u64 = _8
class set_28(Words):
    b16 = _13
    b32 = _13
    b64 = _13
    bf16 = _14
    f16 = _14
    f32 = _13
    f64 = _13
    s16 = _13
    s32 = _13
    s64 = _13
    u16 = _13
    u32 = _13
    u64 = _13
class set_29(Words):
    bf16x2 = _15
class set_30(Words):
    b16 = _16
    b32 = _16
    b64 = _16
    f16 = _17
    f32 = _16
    f64 = _16
    s16 = _16
    s32 = _16
    s64 = _16
    u16 = _16
    u32 = _16
    u64 = _16
class set_31(Words):
    f16x2 = _18
class set_32(Words):
    b16 = _19
    b32 = _19
    b64 = _19
    f32 = _20
    f64 = _20
    s16 = _19
    s32 = _19
    s64 = _19
    u16 = _19
    u32 = _19
    u64 = _19
class set_33(Words):
    f16: set_51
    f16x2: set_31
    f32: set_52
    s16: set_53
    s32: set_54
    u16: set_53
    u32: set_54
class set_34(Words):
    bf16 = _21
    f16 = _22
class set_35(Words):
    b16 = _19
    b32 = _19
    b64 = _19
    bf16 = _21
    bf16x2 = _15
    f16 = _22
    f16x2 = _23
    f32 = _20
    f64 = _20
    s16 = _19
    s32 = _19
    s64 = _19
    u16 = _19
    u32 = _19
    u64 = _19
class set_36(Words):
    f16 = _6
    f32 = _5
class set_37(Words):
    f32 = _24
class set_38(Words):
    f16 = _11
class set_39(Words):
    f16 = _11
    f16x2 = _12
    f32 = _24
class set_40(Words):
    bf16 = _14
    f16 = _14
    f32 = _13
    f64 = _13
class set_41(Words):
    f16 = _17
    f32 = _16
    f64 = _16
class set_42(Words):
    f32 = _20
    f64 = _20
class set_43(Words):
    bf16 = _21
    bf16x2 = _15
    f16 = _22
    f16x2 = _23
    f32 = _20
    f64 = _20
class set_44(Words):
    bf16 = _14
    f16 = _14
    f32 = _13
    f64 = _13
    s16 = _13
    s32 = _13
    s64 = _13
    u16 = _13
    u32 = _13
    u64 = _13
class set_45(Words):
    f16 = _17
    f32 = _16
    f64 = _16
    s16 = _16
    s32 = _16
    s64 = _16
    u16 = _16
    u32 = _16
    u64 = _16
class set_46(Words):
    f32 = _20
    f64 = _20
    s16 = _19
    s32 = _19
    s64 = _19
    u16 = _19
    u32 = _19
    u64 = _19
class set_47(Words):
    bf16 = _21
    bf16x2 = _15
    f16 = _22
    f16x2 = _23
    f32 = _20
    f64 = _20
    s16 = _19
    s32 = _19
    s64 = _19
    u16 = _19
    u32 = _19
    u64 = _19
class set_48(Words):
    u16 = _13
    u32 = _13
    u64 = _13
class set_49(Words):
    u16 = _16
    u32 = _16
    u64 = _16
class set_50(Words):
    u16 = _19
    u32 = _19
    u64 = _19
class set_51(Words):
    f16 = _17
    f32 = _16
class set_52(Words):
    f32 = _25
class set_53(Words):
    f16 = _22
class set_54(Words):
    f16 = _22
    f16x2 = _23
    f32 = _25
