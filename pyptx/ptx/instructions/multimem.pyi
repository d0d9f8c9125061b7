# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Destination, Guard, Made, Register, Registers, Source, Words

def _1(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``multimem.st{.weak}{.<ss>}.<type> [a], b``

    Manual 9.7.10.15 multimem.st. PTX 8.1; sm_90 or newer.
    """
def _2(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``multimem.st{.weak}{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.15 multimem.st. PTX 8.1; sm_90 or newer.
    """
def _3(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``multimem.st{.weak}{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.15 multimem.st. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a or sm_121a.
    """
def _4(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``multimem.st{.weak}{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.15 multimem.st. PTX 8.1; sm_90 or newer.
    """
def _5(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``multimem.ld_reduce{.weak}{.<ss>}.<op>{.<vec>}.<type> d, [a]``

    Manual 9.7.10.15 multimem.ld_reduce. PTX 8.1; sm_90 or newer.
    """
def _6(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``multimem.ld_reduce{.weak}{.<ss>}.<op>{.<vec>}.<type> d, [a]``

    Manual 9.7.10.15 multimem.ld_reduce. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a or sm_121a.
    """
def _7(self: object, d: Destination, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``multimem.ld_reduce{.weak}{.<ss>}.<op>.<type> d, [a]``

    Manual 9.7.10.15 multimem.ld_reduce. PTX 8.1; sm_90 or newer.
    """
def _8(self: object, a: Bracketed, b: Register, /, *, pred: Guard = None) -> None:
    """``multimem.red{.<sem>}{.<scope>}{.<ss>}.add.<type> [a], b``

    Manual 9.7.10.15 multimem.red. PTX 8.1; sm_90 or newer.
    """
def _9(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``multimem.red{.<sem>}{.<scope>}{.<ss>}.add.<type> [a], b``

    Manual 9.7.10.15 multimem.red. PTX 8.1; sm_90 or newer.
    """
def _10(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``multimem.red{.<sem>}{.<scope>}{.<ss>}.<op>.<type> [a], b``

    Manual 9.7.10.15 multimem.red. PTX 8.1; sm_90 or newer.
    """
def _11(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``multimem.st{.weak}{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.15 multimem.st. PTX 8.1; sm_90 or newer.
    """
def _12(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``multimem.st{.weak}{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.15 multimem.st. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a or sm_121a.
    """
def _13(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``multimem.ld_reduce{.weak}{.<ss>}.<op>.acc::f16{.<vec>}.<type> d, [a]``

    Manual 9.7.10.15 multimem.ld_reduce. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a or sm_121a.
    """
def _14(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``multimem.ld_reduce{.weak}{.<ss>}.<op>.acc::f32{.<vec>}.<type> d, [a]``

    Manual 9.7.10.15 multimem.ld_reduce. PTX 8.2; sm_90 or newer.
    """
def _15(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``multimem.ld_reduce{.weak}{.<ss>}.<op>{.<vec>}.<type> d, [a]``

    Manual 9.7.10.15 multimem.ld_reduce. PTX 8.1; sm_90 or newer.
    """
def _16(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``multimem.ld_reduce{.weak}{.<ss>}.<op>{.<vec>}.<type> d, [a]``

    Manual 9.7.10.15 multimem.ld_reduce. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a or sm_121a.
    """
def _17(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``multimem.red{.<sem>}{.<scope>}{.<ss>}.add.<vec>.<type> [a], b``

    Manual 9.7.10.15 multimem.red. PTX 8.1; sm_90 or newer.
    """
def _18(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``multimem.st.<sem>.<scope>{.<ss>}.<type> [a], b``

    Manual 9.7.10.15 multimem.st. PTX 8.1; sm_90 or newer.
    """
def _19(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``multimem.st.<sem>.<scope>{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.15 multimem.st. PTX 8.1; sm_90 or newer.
    """
def _20(self: object, a: Bracketed, b: Register | Registers, /, *, pred: Guard = None) -> None:
    """``multimem.st.<sem>.<scope>{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.15 multimem.st. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a or sm_121a.
    """
def _21(self: object, a: Bracketed, b: Registers | Source, /, *, pred: Guard = None) -> None:
    """``multimem.st.<sem>.<scope>{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.15 multimem.st. PTX 8.1; sm_90 or newer.
    """
def _22(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``multimem.ld_reduce.<sem>.<scope>{.<ss>}.<op>{.<vec>}.<type> d, [a]``

    Manual 9.7.10.15 multimem.ld_reduce. PTX 8.1; sm_90 or newer.
    """
def _23(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``multimem.ld_reduce.<sem>.<scope>{.<ss>}.<op>{.<vec>}.<type> d, [a]``

    Manual 9.7.10.15 multimem.ld_reduce. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a or sm_121a.
    """
def _24(self: object, d: Destination, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``multimem.ld_reduce.<sem>.<scope>{.<ss>}.<op>.<type> d, [a]``

    Manual 9.7.10.15 multimem.ld_reduce. PTX 8.1; sm_90 or newer.
    """
def _25(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``multimem.ld_reduce{.weak}{.<ss>}.<op>.acc::f16{.<vec>}.<type> d, [a]``

    Manual 9.7.10.15 multimem.ld_reduce. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a or sm_121a.
    """
def _26(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``multimem.ld_reduce{.weak}{.<ss>}.<op>.acc::f32{.<vec>}.<type> d, [a]``

    Manual 9.7.10.15 multimem.ld_reduce. PTX 8.2; sm_90 or newer.
    """
def _27(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``multimem.st.async.release.<scope>{.<ss>}.<type> [a], b``

    Manual 9.7.10.13 multimem.st.async. PTX 9.3; sm_100 or newer.
    """
def _28(self: object, a: Bracketed, b: Register, /, *, pred: Guard = None) -> None:
    """``multimem.st.async.release.<scope>{.<ss>}.f32 [a], b``

    Manual 9.7.10.13 multimem.st.async. PTX 9.3; sm_100 or newer.
    """
def _29(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``multimem.st.<sem>.<scope>{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.15 multimem.st. PTX 8.1; sm_90 or newer.
    """
def _30(self: object, a: Bracketed, b: Registers, /, *, pred: Guard = None) -> None:
    """``multimem.st.<sem>.<scope>{.<ss>}{.<vec>}.<type> [a], b``

    Manual 9.7.10.15 multimem.st. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a or sm_121a.
    """
def _31(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, /, *, pred: Guard = None) -> None:
    """``multimem.cp.async.bulk{.weak}.global.shared::cta.bulk_group{.<mask>} [dstMem], [srcMem], size{, byteMask}``

    Manual 9.7.10.28.4.4 multimem.cp.async.bulk. PTX 9.1; sm_90 or newer.
    """
def _32(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``multimem.ld_reduce.<sem>.<scope>{.<ss>}.<op>.acc::f16{.<vec>}.<type> d, [a]``

    Manual 9.7.10.15 multimem.ld_reduce. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a or sm_121a.
    """
def _33(self: object, d: Destination | Registers, a: Bracketed, /, *, pred: Guard = None) -> Made:
    """``multimem.ld_reduce.<sem>.<scope>{.<ss>}.<op>.acc::f32{.<vec>}.<type> d, [a]``

    Manual 9.7.10.15 multimem.ld_reduce. PTX 8.2; sm_90 or newer.
    """
def _34(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``multimem.ld_reduce.<sem>.<scope>{.<ss>}.<op>{.<vec>}.<type> d, [a]``

    Manual 9.7.10.15 multimem.ld_reduce. PTX 8.1; sm_90 or newer.
    """
def _35(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``multimem.ld_reduce.<sem>.<scope>{.<ss>}.<op>{.<vec>}.<type> d, [a]``

    Manual 9.7.10.15 multimem.ld_reduce. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a or sm_121a.
    """
def _36(self: object, a: Bracketed, b: Source, /, *, pred: Guard = None) -> None:
    """``multimem.red.async.release.<scope>{.<ss>}.add.<type> [a], b``

    Manual 9.7.15.8 multimem.red.async. PTX 9.3; sm_100 or newer.
    """
def _37(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, byteMask: Source, /, *, pred: Guard = None) -> None:
    """``multimem.cp.async.bulk{.weak}.global.shared::cta.bulk_group{.<mask>} [dstMem], [srcMem], size{, byteMask}``

    Manual 9.7.10.28.4.4 multimem.cp.async.bulk. PTX 9.1; sm_100 or newer.
    """
def _38(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, /, *, pred: Guard = None) -> None:
    """``multimem.cp.async.bulk{.weak}.global.shared::cta.bulk_group{.<mask>} [dstMem], [srcMem], size{, byteMask}``

    Manual 9.7.10.28.4.4 multimem.cp.async.bulk. PTX 9.3; sm_90 or newer.
    """
def _39(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``multimem.ld_reduce.<sem>.<scope>{.<ss>}.<op>.acc::f16{.<vec>}.<type> d, [a]``

    Manual 9.7.10.15 multimem.ld_reduce. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a or sm_121a.
    """
def _40(self: object, d: Registers, a: Bracketed, /, *, pred: Guard = None) -> None:
    """``multimem.ld_reduce.<sem>.<scope>{.<ss>}.<op>.acc::f32{.<vec>}.<type> d, [a]``

    Manual 9.7.10.15 multimem.ld_reduce. PTX 8.2; sm_90 or newer.
    """
def _41(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, byteMask: Source, /, *, pred: Guard = None) -> None:
    """``multimem.cp.async.bulk{.weak}.global.shared::cta.bulk_group{.<mask>} [dstMem], [srcMem], size{, byteMask}``

    Manual 9.7.10.28.4.4 multimem.cp.async.bulk. PTX 9.3; sm_100 or newer.
    """
def _42(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, /, *, pred: Guard = None) -> None:
    """``multimem.cp.async.bulk.relaxed.<scope>.global.shared::cta.bulk_group{.<mask>}.b128 [dstMem], [srcMem], size{, byteMask}``

    Manual 9.7.10.28.4.4 multimem.cp.async.bulk. PTX 9.3; sm_90 or newer.
    """
def _43(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, /, *, pred: Guard = None) -> None:
    """``multimem.cp.reduce.async.bulk{.<sem>}{.<scope>}.global.shared::cta.bulk_group.<op>.<type> [dstMem], [srcMem], size``

    Manual 9.7.10.28.4.5 multimem.cp.reduce.async.bulk. PTX 9.1; sm_90 or newer.
    """
def _44(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, byteMask: Source, /, *, pred: Guard = None) -> None:
    """``multimem.cp.async.bulk.relaxed.<scope>.global.shared::cta.bulk_group{.<mask>}.b128 [dstMem], [srcMem], size{, byteMask}``

    Manual 9.7.10.28.4.4 multimem.cp.async.bulk. PTX 9.3; sm_100 or newer.
    """
def _45(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, /, *, pred: Guard = None) -> None:
    """``multimem.cp.reduce.async.bulk{.<sem>}{.<scope>}.global.shared::cta.bulk_group.add.noftz.<type> [dstMem], [srcMem], size``

    Manual 9.7.10.28.4.5 multimem.cp.reduce.async.bulk. PTX 9.1; sm_90 or newer.
    """
def _46(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, /, *, pred: Guard = None) -> None:
    """``multimem.cp.reduce.async.bulk{.<sem>}{.<scope>}.global.shared::cta.bulk_group.add.noftz.<type> [dstMem], [srcMem], size``

    Manual 9.7.10.28.4.5 multimem.cp.reduce.async.bulk. PTX 9.4; sm_90 or newer.
    """
def _47(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, /, *, pred: Guard = None) -> None:
    """``multimem.cp.reduce.async.bulk{.<sem>}{.<scope>}.global.shared::cta.bulk_group.<op>.<type> [dstMem], [srcMem], size``

    Manual 9.7.10.28.4.5 multimem.cp.reduce.async.bulk. PTX 9.3; sm_90 or newer.
    """
def _48(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, /, *, pred: Guard = None) -> None:
    """``multimem.cp.reduce.async.bulk{.<sem>}{.<scope>}.global.shared::cta.bulk_group.add.noftz.<type> [dstMem], [srcMem], size``

    Manual 9.7.10.28.4.5 multimem.cp.reduce.async.bulk. PTX 9.3; sm_90 or newer.
    """
class multimem(Words):
    cp: multimem_cp
    ld_reduce: multimem_ld_reduce
    red: multimem_red
    st: multimem_st
class multimem_cp(Words):
    async_: multimem_cp_async
    reduce: multimem_cp_reduce
class multimem_ld_reduce(Words):
    acquire: multimem_ld_reduce_1
    add: multimem_ld_reduce_2
    and_: multimem_ld_reduce_3
    global_: multimem_ld_reduce_4
    max: multimem_ld_reduce_5
    min: multimem_ld_reduce_5
    or_: multimem_ld_reduce_3
    relaxed: multimem_ld_reduce_1
    weak: multimem_ld_reduce_weak
    xor: multimem_ld_reduce_3
class multimem_red(Words):
    add: multimem_red_1
    and_: multimem_red_2
    async_: multimem_red_async
    global_: multimem_red_3
    max: multimem_red_4
    min: multimem_red_4
    or_: multimem_red_2
    relaxed: multimem_red_5
    release: multimem_red_5
    xor: multimem_red_2
class multimem_st(Words):
    async_: multimem_st_async
    b32 = _1
    b64 = _1
    bf16x2 = _2
    e4m3x4 = _3
    e5m2x4 = _3
    f16x2 = _2
    f32 = _4
    f64 = _4
    global_: multimem_st_1
    relaxed: multimem_st_2
    release: multimem_st_2
    s32 = _1
    s64 = _1
    u32 = _1
    u64 = _1
    v2: multimem_st_3
    v4: multimem_st_4
    v8: multimem_st_5
    weak: multimem_st_weak
class multimem_cp_async(Words):
    bulk: multimem_cp_async_bulk
class multimem_cp_reduce(Words):
    async_: multimem_cp_reduce_async
class multimem_ld_reduce_1(Words):
    cluster: multimem_ld_reduce_6
    cta: multimem_ld_reduce_6
    gpu: multimem_ld_reduce_6
    sys: multimem_ld_reduce_6
class multimem_ld_reduce_2(Words):
    acc__f16: multimem_ld_reduce_7
    acc__f32: multimem_ld_reduce_8
    bf16x2 = _5
    e4m3x4 = _6
    e5m2x4 = _6
    f16x2 = _5
    f32 = _5
    f64 = _5
    s32 = _7
    u32 = _7
    u64 = _7
    v2: multimem_ld_reduce_9
    v4: multimem_ld_reduce_10
    v8: multimem_ld_reduce_11
class multimem_ld_reduce_3(Words):
    b32 = _7
    b64 = _7
class multimem_ld_reduce_4(Words):
    add: multimem_ld_reduce_2
    and_: multimem_ld_reduce_3
    max: multimem_ld_reduce_5
    min: multimem_ld_reduce_5
    or_: multimem_ld_reduce_3
    xor: multimem_ld_reduce_3
class multimem_ld_reduce_5(Words):
    bf16x2 = _5
    e4m3x4 = _6
    e5m2x4 = _6
    f16x2 = _5
    s32 = _7
    s64 = _7
    u32 = _7
    u64 = _7
    v2: multimem_ld_reduce_12
    v4: multimem_ld_reduce_13
    v8: multimem_ld_reduce_11
class multimem_ld_reduce_weak(Words):
    add: multimem_ld_reduce_2
    and_: multimem_ld_reduce_3
    global_: multimem_ld_reduce_4
    max: multimem_ld_reduce_5
    min: multimem_ld_reduce_5
    or_: multimem_ld_reduce_3
    xor: multimem_ld_reduce_3
class multimem_red_1(Words):
    bf16x2 = _8
    f16x2 = _8
    f32 = _9
    f64 = _9
    s32 = _10
    u32 = _10
    u64 = _10
    v2: multimem_red_6
    v4: multimem_red_6
    v8: multimem_red_7
class multimem_red_2(Words):
    b32 = _10
    b64 = _10
class multimem_red_async(Words):
    release: multimem_red_async_release
class multimem_red_3(Words):
    add: multimem_red_1
    and_: multimem_red_2
    max: multimem_red_4
    min: multimem_red_4
    or_: multimem_red_2
    xor: multimem_red_2
class multimem_red_4(Words):
    s32 = _10
    s64 = _10
    u32 = _10
    u64 = _10
class multimem_red_5(Words):
    cluster: multimem_red_8
    cta: multimem_red_8
    gpu: multimem_red_8
    sys: multimem_red_8
class multimem_st_async(Words):
    release: multimem_st_async_release
class multimem_st_1(Words):
    b32 = _1
    b64 = _1
    bf16x2 = _2
    e4m3x4 = _3
    e5m2x4 = _3
    f16x2 = _2
    f32 = _4
    f64 = _4
    s32 = _1
    s64 = _1
    u32 = _1
    u64 = _1
    v2: multimem_st_3
    v4: multimem_st_4
    v8: multimem_st_5
class multimem_st_2(Words):
    cluster: multimem_st_6
    cta: multimem_st_6
    gpu: multimem_st_6
    sys: multimem_st_6
class multimem_st_3(Words):
    bf16 = _11
    bf16x2 = _11
    e4m3x2 = _12
    e4m3x4 = _12
    e5m2x2 = _12
    e5m2x4 = _12
    f16 = _11
    f16x2 = _11
    f32 = _11
class multimem_st_4(Words):
    bf16 = _11
    bf16x2 = _11
    e4m3 = _12
    e4m3x2 = _12
    e4m3x4 = _12
    e5m2 = _12
    e5m2x2 = _12
    e5m2x4 = _12
    f16 = _11
    f16x2 = _11
    f32 = _11
class multimem_st_5(Words):
    bf16 = _11
    e4m3 = _12
    e4m3x2 = _12
    e5m2 = _12
    e5m2x2 = _12
    f16 = _11
class multimem_st_weak(Words):
    b32 = _1
    b64 = _1
    bf16x2 = _2
    e4m3x4 = _3
    e5m2x4 = _3
    f16x2 = _2
    f32 = _4
    f64 = _4
    global_: multimem_st_1
    s32 = _1
    s64 = _1
    u32 = _1
    u64 = _1
    v2: multimem_st_3
    v4: multimem_st_4
    v8: multimem_st_5
class multimem_cp_async_bulk(Words):
    global_: multimem_cp_async_bulk_global
    relaxed: multimem_cp_async_bulk_relaxed
    weak: multimem_cp_async_bulk_weak
class multimem_cp_reduce_async(Words):
    bulk: multimem_cp_reduce_async_bulk
class multimem_ld_reduce_6(Words):
    add: multimem_ld_reduce_14
    and_: multimem_ld_reduce_15
    global_: multimem_ld_reduce_16
    max: multimem_ld_reduce_17
    min: multimem_ld_reduce_17
    or_: multimem_ld_reduce_15
    xor: multimem_ld_reduce_15
class multimem_ld_reduce_7(Words):
    e4m3x4 = _13
    e5m2x4 = _13
    v2: multimem_ld_reduce_18
    v4: multimem_ld_reduce_19
    v8: multimem_ld_reduce_20
class multimem_ld_reduce_8(Words):
    bf16x2 = _14
    f16x2 = _14
    v2: multimem_ld_reduce_21
    v4: multimem_ld_reduce_21
    v8: multimem_ld_reduce_22
class multimem_ld_reduce_9(Words):
    bf16 = _15
    bf16x2 = _15
    e4m3x2 = _16
    e4m3x4 = _16
    e5m2x2 = _16
    e5m2x4 = _16
    f16 = _15
    f16x2 = _15
    f32 = _15
class multimem_ld_reduce_10(Words):
    bf16 = _15
    bf16x2 = _15
    e4m3 = _16
    e4m3x2 = _16
    e4m3x4 = _16
    e5m2 = _16
    e5m2x2 = _16
    e5m2x4 = _16
    f16 = _15
    f16x2 = _15
    f32 = _15
class multimem_ld_reduce_11(Words):
    bf16 = _15
    e4m3 = _16
    e4m3x2 = _16
    e5m2 = _16
    e5m2x2 = _16
    f16 = _15
class multimem_ld_reduce_12(Words):
    bf16 = _15
    bf16x2 = _15
    e4m3x2 = _16
    e4m3x4 = _16
    e5m2x2 = _16
    e5m2x4 = _16
    f16 = _15
    f16x2 = _15
class multimem_ld_reduce_13(Words):
    bf16 = _15
    bf16x2 = _15
    e4m3 = _16
    e4m3x2 = _16
    e4m3x4 = _16
    e5m2 = _16
    e5m2x2 = _16
    e5m2x4 = _16
    f16 = _15
    f16x2 = _15
class multimem_red_6(Words):
    bf16 = _17
    bf16x2 = _17
    f16 = _17
    f16x2 = _17
    f32 = _17
class multimem_red_7(Words):
    bf16 = _17
    f16 = _17
class multimem_red_async_release(Words):
    gpu: multimem_red_async_release_1
    sys: multimem_red_async_release_1
class multimem_red_8(Words):
    add: multimem_red_1
    and_: multimem_red_2
    global_: multimem_red_3
    max: multimem_red_4
    min: multimem_red_4
    or_: multimem_red_2
    xor: multimem_red_2
class multimem_st_async_release(Words):
    gpu: multimem_st_async_release_1
    sys: multimem_st_async_release_1
class multimem_st_6(Words):
    b32 = _18
    b64 = _18
    bf16x2 = _19
    e4m3x4 = _20
    e5m2x4 = _20
    f16x2 = _19
    f32 = _21
    f64 = _21
    global_: multimem_st_7
    s32 = _18
    s64 = _18
    u32 = _18
    u64 = _18
    v2: multimem_st_8
    v4: multimem_st_9
    v8: multimem_st_10
class multimem_cp_async_bulk_global(Words):
    shared__cta: multimem_cp_async_bulk_global_shared_cta
class multimem_cp_async_bulk_relaxed(Words):
    cluster: multimem_cp_async_bulk_relaxed_1
    cta: multimem_cp_async_bulk_relaxed_1
    gpu: multimem_cp_async_bulk_relaxed_1
    sys: multimem_cp_async_bulk_relaxed_1
class multimem_cp_async_bulk_weak(Words):
    global_: multimem_cp_async_bulk_weak_global
class multimem_cp_reduce_async_bulk(Words):
    global_: multimem_cp_reduce_async_bulk_global
    relaxed: multimem_cp_reduce_async_bulk_relaxed
class multimem_ld_reduce_14(Words):
    acc__f16: multimem_ld_reduce_23
    acc__f32: multimem_ld_reduce_24
    bf16x2 = _22
    e4m3x4 = _23
    e5m2x4 = _23
    f16x2 = _22
    f32 = _22
    f64 = _22
    s32 = _24
    u32 = _24
    u64 = _24
    v2: multimem_ld_reduce_25
    v4: multimem_ld_reduce_26
    v8: multimem_ld_reduce_27
class multimem_ld_reduce_15(Words):
    b32 = _24
    b64 = _24
class multimem_ld_reduce_16(Words):
    add: multimem_ld_reduce_14
    and_: multimem_ld_reduce_15
    max: multimem_ld_reduce_17
    min: multimem_ld_reduce_17
    or_: multimem_ld_reduce_15
    xor: multimem_ld_reduce_15
class multimem_ld_reduce_17(Words):
    bf16x2 = _22
    e4m3x4 = _23
    e5m2x4 = _23
    f16x2 = _22
    s32 = _24
    s64 = _24
    u32 = _24
    u64 = _24
    v2: multimem_ld_reduce_28
    v4: multimem_ld_reduce_29
    v8: multimem_ld_reduce_27
class multimem_ld_reduce_18(Words):
    e4m3x2 = _25
    e4m3x4 = _25
    e5m2x2 = _25
    e5m2x4 = _25
class multimem_ld_reduce_19(Words):
    e4m3 = _25
    e4m3x2 = _25
    e4m3x4 = _25
    e5m2 = _25
    e5m2x2 = _25
    e5m2x4 = _25
class multimem_ld_reduce_20(Words):
    e4m3 = _25
    e4m3x2 = _25
    e5m2 = _25
    e5m2x2 = _25
class multimem_ld_reduce_21(Words):
    bf16 = _26
    bf16x2 = _26
    f16 = _26
    f16x2 = _26
class multimem_ld_reduce_22(Words):
    bf16 = _26
    f16 = _26
class multimem_red_async_release_1(Words):
    add: multimem_red_async_release_2
    global_: multimem_red_async_release_3
class multimem_st_async_release_1(Words):
    b16 = _27
    b32 = _27
    b64 = _27
    b8 = _27
    f32 = _28
    f64 = _27
    global_: multimem_st_async_release_2
    s16 = _27
    s32 = _27
    s64 = _27
    s8 = _27
    u16 = _27
    u32 = _27
    u64 = _27
    u8 = _27
class multimem_st_7(Words):
    b32 = _18
    b64 = _18
    bf16x2 = _19
    e4m3x4 = _20
    e5m2x4 = _20
    f16x2 = _19
    f32 = _21
    f64 = _21
    s32 = _18
    s64 = _18
    u32 = _18
    u64 = _18
    v2: multimem_st_8
    v4: multimem_st_9
    v8: multimem_st_10
class multimem_st_8(Words):
    bf16 = _29
    bf16x2 = _29
    e4m3x2 = _30
    e4m3x4 = _30
    e5m2x2 = _30
    e5m2x4 = _30
    f16 = _29
    f16x2 = _29
    f32 = _29
class multimem_st_9(Words):
    bf16 = _29
    bf16x2 = _29
    e4m3 = _30
    e4m3x2 = _30
    e4m3x4 = _30
    e5m2 = _30
    e5m2x2 = _30
    e5m2x4 = _30
    f16 = _29
    f16x2 = _29
    f32 = _29
class multimem_st_10(Words):
    bf16 = _29
    e4m3 = _30
    e4m3x2 = _30
    e5m2 = _30
    e5m2x2 = _30
    f16 = _29
class multimem_cp_async_bulk_global_shared_cta(Words):
    bulk_group: multimem_cp_async_bulk_global_shared_cta_1
    """``multimem.cp.async.bulk{.weak}.global.shared::cta.bulk_group{.<mask>} [dstMem], [srcMem], size{, byteMask}``

    Manual 9.7.10.28.4.4 multimem.cp.async.bulk. PTX 9.1; sm_90 or newer.
    """
class multimem_cp_async_bulk_relaxed_1(Words):
    global_: multimem_cp_async_bulk_relaxed_2
class multimem_cp_async_bulk_weak_global(Words):
    shared__cta: multimem_cp_async_bulk_weak_global_1
class multimem_cp_reduce_async_bulk_global(Words):
    shared__cta: multimem_cp_reduce_async_bulk_global_1
class multimem_cp_reduce_async_bulk_relaxed(Words):
    cluster: multimem_cp_reduce_async_bulk_relaxed_1
    cta: multimem_cp_reduce_async_bulk_relaxed_1
    gpu: multimem_cp_reduce_async_bulk_relaxed_1
    sys: multimem_cp_reduce_async_bulk_relaxed_1
class multimem_ld_reduce_23(Words):
    e4m3x4 = _32
    e5m2x4 = _32
    v2: multimem_ld_reduce_30
    v4: multimem_ld_reduce_31
    v8: multimem_ld_reduce_32
class multimem_ld_reduce_24(Words):
    bf16x2 = _33
    f16x2 = _33
    v2: multimem_ld_reduce_33
    v4: multimem_ld_reduce_33
    v8: multimem_ld_reduce_34
class multimem_ld_reduce_25(Words):
    bf16 = _34
    bf16x2 = _34
    e4m3x2 = _35
    e4m3x4 = _35
    e5m2x2 = _35
    e5m2x4 = _35
    f16 = _34
    f16x2 = _34
    f32 = _34
class multimem_ld_reduce_26(Words):
    bf16 = _34
    bf16x2 = _34
    e4m3 = _35
    e4m3x2 = _35
    e4m3x4 = _35
    e5m2 = _35
    e5m2x2 = _35
    e5m2x4 = _35
    f16 = _34
    f16x2 = _34
    f32 = _34
class multimem_ld_reduce_27(Words):
    bf16 = _34
    e4m3 = _35
    e4m3x2 = _35
    e5m2 = _35
    e5m2x2 = _35
    f16 = _34
class multimem_ld_reduce_28(Words):
    bf16 = _34
    bf16x2 = _34
    e4m3x2 = _35
    e4m3x4 = _35
    e5m2x2 = _35
    e5m2x4 = _35
    f16 = _34
    f16x2 = _34
class multimem_ld_reduce_29(Words):
    bf16 = _34
    bf16x2 = _34
    e4m3 = _35
    e4m3x2 = _35
    e4m3x4 = _35
    e5m2 = _35
    e5m2x2 = _35
    e5m2x4 = _35
    f16 = _34
    f16x2 = _34
class multimem_red_async_release_2(Words):
    s32 = _36
    u32 = _36
    u64 = _36
class multimem_red_async_release_3(Words):
    add: multimem_red_async_release_2
class multimem_st_async_release_2(Words):
    b16 = _27
    b32 = _27
    b64 = _27
    b8 = _27
    f32 = _28
    f64 = _27
    s16 = _27
    s32 = _27
    s64 = _27
    s8 = _27
    u16 = _27
    u32 = _27
    u64 = _27
    u8 = _27
class multimem_cp_async_bulk_global_shared_cta_1(Words):
    cp_mask = _37
    __call__ = _31
class multimem_cp_async_bulk_relaxed_2(Words):
    shared__cta: multimem_cp_async_bulk_relaxed_3
class multimem_cp_async_bulk_weak_global_1(Words):
    bulk_group: multimem_cp_async_bulk_weak_global_2
    """``multimem.cp.async.bulk{.weak}.global.shared::cta.bulk_group{.<mask>} [dstMem], [srcMem], size{, byteMask}``

    Manual 9.7.10.28.4.4 multimem.cp.async.bulk. PTX 9.3; sm_90 or newer.
    """
class multimem_cp_reduce_async_bulk_global_1(Words):
    bulk_group: multimem_cp_reduce_async_bulk_global_2
class multimem_cp_reduce_async_bulk_relaxed_1(Words):
    global_: multimem_cp_reduce_async_bulk_relaxed_2
class multimem_ld_reduce_30(Words):
    e4m3x2 = _39
    e4m3x4 = _39
    e5m2x2 = _39
    e5m2x4 = _39
class multimem_ld_reduce_31(Words):
    e4m3 = _39
    e4m3x2 = _39
    e4m3x4 = _39
    e5m2 = _39
    e5m2x2 = _39
    e5m2x4 = _39
class multimem_ld_reduce_32(Words):
    e4m3 = _39
    e4m3x2 = _39
    e5m2 = _39
    e5m2x2 = _39
class multimem_ld_reduce_33(Words):
    bf16 = _40
    bf16x2 = _40
    f16 = _40
    f16x2 = _40
class multimem_ld_reduce_34(Words):
    bf16 = _40
    f16 = _40
class multimem_cp_async_bulk_relaxed_3(Words):
    bulk_group: multimem_cp_async_bulk_relaxed_4
class multimem_cp_async_bulk_weak_global_2(Words):
    cp_mask = _41
    __call__ = _38
class multimem_cp_reduce_async_bulk_global_2(Words):
    add: multimem_cp_reduce_async_bulk_global_3
    and_: multimem_cp_reduce_async_bulk_global_4
    dec: multimem_cp_reduce_async_bulk_global_5
    inc: multimem_cp_reduce_async_bulk_global_5
    max: multimem_cp_reduce_async_bulk_global_6
    min: multimem_cp_reduce_async_bulk_global_6
    or_: multimem_cp_reduce_async_bulk_global_4
    xor: multimem_cp_reduce_async_bulk_global_4
class multimem_cp_reduce_async_bulk_relaxed_2(Words):
    shared__cta: multimem_cp_reduce_async_bulk_relaxed_3
class multimem_cp_async_bulk_relaxed_4(Words):
    b128 = _42
    cp_mask: multimem_cp_async_bulk_relaxed_5
class multimem_cp_reduce_async_bulk_global_3(Words):
    f32 = _43
    f64 = _43
    noftz: multimem_cp_reduce_async_bulk_global_7
    s32 = _43
    u32 = _43
    u64 = _43
class multimem_cp_reduce_async_bulk_global_4(Words):
    b32 = _43
    b64 = _43
class multimem_cp_reduce_async_bulk_global_5(Words):
    u32 = _43
class multimem_cp_reduce_async_bulk_global_6(Words):
    bf16 = _43
    f16 = _43
    s32 = _43
    s64 = _43
    u32 = _43
    u64 = _43
class multimem_cp_reduce_async_bulk_relaxed_3(Words):
    bulk_group: multimem_cp_reduce_async_bulk_relaxed_4
class multimem_cp_async_bulk_relaxed_5(Words):
    b128 = _44
class multimem_cp_reduce_async_bulk_global_7(Words):
    bf16 = _45
    f16 = _45
    f32 = _46
class multimem_cp_reduce_async_bulk_relaxed_4(Words):
    add: multimem_cp_reduce_async_bulk_relaxed_5
    and_: multimem_cp_reduce_async_bulk_relaxed_6
    dec: multimem_cp_reduce_async_bulk_relaxed_7
    inc: multimem_cp_reduce_async_bulk_relaxed_7
    max: multimem_cp_reduce_async_bulk_relaxed_8
    min: multimem_cp_reduce_async_bulk_relaxed_8
    or_: multimem_cp_reduce_async_bulk_relaxed_6
    xor: multimem_cp_reduce_async_bulk_relaxed_6
class multimem_cp_reduce_async_bulk_relaxed_5(Words):
    f32 = _47
    f64 = _47
    noftz: multimem_cp_reduce_async_bulk_relaxed_9
    s32 = _47
    u32 = _47
    u64 = _47
class multimem_cp_reduce_async_bulk_relaxed_6(Words):
    b32 = _47
    b64 = _47
class multimem_cp_reduce_async_bulk_relaxed_7(Words):
    u32 = _47
class multimem_cp_reduce_async_bulk_relaxed_8(Words):
    bf16 = _47
    f16 = _47
    s32 = _47
    s64 = _47
    u32 = _47
    u64 = _47
class multimem_cp_reduce_async_bulk_relaxed_9(Words):
    bf16 = _48
    f16 = _48
    f32 = _46
