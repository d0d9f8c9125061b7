# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Condition, Destination, Guard, Made, Register, Source, Words

def _1(self: object, p: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``setp.<cmp>.<type> p{|q}, a, b``

    Manual 9.7.7.2 setp. PTX 1.0; every target.
    """
def _2(self: object, p: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``setp.<cmp>.bf16 p, a, b``

    Manual 9.7.8.2 setp. PTX 7.8; sm_90 or newer.
    """
def _3(self: object, p: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``setp.<cmp>.bf16x2 p|q, a, b``

    Manual 9.7.8.2 setp. PTX 7.8; sm_90 or newer.
    """
def _4(self: object, p: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``setp.<cmp>{.ftz}.f16 p, a, b``

    Manual 9.7.8.2 setp. PTX 4.2; sm_53 or newer.
    """
def _5(self: object, p: Destination, a: Register, b: Register, /, *, pred: Guard = None) -> Made:
    """``setp.<cmp>{.ftz}.f16x2 p|q, a, b``

    Manual 9.7.8.2 setp. PTX 4.2; sm_53 or newer.
    """
def _6(self: object, p: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``setp.<cmp>{.ftz}.<type> p{|q}, a, b``

    Manual 9.7.7.2 setp. PTX 1.0; every target.
    """
def _7(self: object, p: Destination, a: Source, b: Source, c: Condition | Source, /, *, pred: Guard = None) -> Made:
    """``setp.<cmp>.<bool>.<type> p{|q}, a, b, c``

    Manual 9.7.7.2 setp. PTX 1.0; every target.
    """
def _8(self: object, p: Destination, a: Register, b: Register, c: Condition, /, *, pred: Guard = None) -> Made:
    """``setp.<cmp>.<bool>.bf16 p, a, b, c``

    Manual 9.7.8.2 setp. PTX 7.8; sm_90 or newer.
    """
def _9(self: object, p: Destination, a: Register, b: Register, c: Condition, /, *, pred: Guard = None) -> Made:
    """``setp.<cmp>.<bool>.bf16x2 p|q, a, b, c``

    Manual 9.7.8.2 setp. PTX 7.8; sm_90 or newer.
    """
def _10(self: object, p: Destination, a: Register, b: Register, c: Condition | Source, /, *, pred: Guard = None) -> Made:
    """``setp.<cmp>.<bool>{.ftz}.f16 p, a, b, c``

    Manual 9.7.8.2 setp. PTX 4.2; sm_53 or newer.
    """
def _11(self: object, p: Destination, a: Register, b: Register, c: Condition | Source, /, *, pred: Guard = None) -> Made:
    """``setp.<cmp>.<bool>{.ftz}.f16x2 p|q, a, b, c``

    Manual 9.7.8.2 setp. PTX 4.2; sm_53 or newer.
    """
def _12(self: object, p: Destination, a: Source, b: Source, c: Condition | Source, /, *, pred: Guard = None) -> Made:
    """``setp.<cmp>.<bool>{.ftz}.<type> p{|q}, a, b, c``

    Manual 9.7.7.2 setp. PTX 1.0; every target.
    """
def _13(self: object, p: Destination, a: Source, b: Source, /, *, pred: Guard = None) -> Made:
    """``setp.<cmp>{.ftz}.<type> p{|q}, a, b``

    Manual 9.7.7.2 setp. PTX 1.4; every target.
    """
def _14(self: object, p: Destination, a: Source, b: Source, c: Condition | Source, /, *, pred: Guard = None) -> Made:
    """``setp.<cmp>.<bool>{.ftz}.<type> p{|q}, a, b, c``

    Manual 9.7.7.2 setp. PTX 1.4; every target.
    """
class setp(Words):
    eq: setp_1
    equ: setp_2
    ge: setp_3
    geu: setp_2
    gt: setp_3
    gtu: setp_2
    hi: setp_4
    hs: setp_4
    le: setp_3
    leu: setp_2
    lo: setp_4
    ls: setp_4
    lt: setp_3
    ltu: setp_2
    nan: setp_2
    ne: setp_1
    neu: setp_2
    num: setp_2
class setp_1(Words):
    and_: setp_5
    b16 = _1
    b32 = _1
    b64 = _1
    bf16 = _2
    bf16x2 = _3
    f16 = _4
    f16x2 = _5
    f32 = _6
    f64 = _6
    ftz: setp_6
    or_: setp_5
    s16 = _1
    s32 = _1
    s64 = _1
    u16 = _1
    u32 = _1
    u64 = _1
    xor: setp_5
class setp_2(Words):
    and_: setp_7
    bf16 = _2
    bf16x2 = _3
    f16 = _4
    f16x2 = _5
    f32 = _6
    f64 = _6
    ftz: setp_6
    or_: setp_7
    xor: setp_7
class setp_3(Words):
    and_: setp_8
    bf16 = _2
    bf16x2 = _3
    f16 = _4
    f16x2 = _5
    f32 = _6
    f64 = _6
    ftz: setp_6
    or_: setp_8
    s16 = _1
    s32 = _1
    s64 = _1
    u16 = _1
    u32 = _1
    u64 = _1
    xor: setp_8
class setp_4(Words):
    and_: setp_9
    or_: setp_9
    u16 = _1
    u32 = _1
    u64 = _1
    xor: setp_9
class setp_5(Words):
    b16 = _7
    b32 = _7
    b64 = _7
    bf16 = _8
    bf16x2 = _9
    f16 = _10
    f16x2 = _11
    f32 = _12
    f64 = _12
    ftz: setp_10
    s16 = _7
    s32 = _7
    s64 = _7
    u16 = _7
    u32 = _7
    u64 = _7
class setp_6(Words):
    f16 = _4
    f16x2 = _5
    f32 = _13
class setp_7(Words):
    bf16 = _8
    bf16x2 = _9
    f16 = _10
    f16x2 = _11
    f32 = _12
    f64 = _12
    ftz: setp_10
class setp_8(Words):
    bf16 = _8
    bf16x2 = _9
    f16 = _10
    f16x2 = _11
    f32 = _12
    f64 = _12
    ftz: setp_10
    s16 = _7
    s32 = _7
    s64 = _7
    u16 = _7
    u32 = _7
    u64 = _7
class setp_9(Words):
    u16 = _7
    u32 = _7
    u64 = _7
class setp_10(Words):
    f16 = _10
    f16x2 = _11
    f32 = _14
