# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Guard, Registers, Source, Words

def _1(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.a.sync.aligned.<layout>.<shape>{.<ss>}.<atype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 7.0; sm_80 and newer.
    """
def _2(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.a.sync.aligned.<layout>.<shape>{.<ss>}.<atype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 6.3; every target.
    """
def _3(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.b.sync.aligned.<layout>.<shape>{.<ss>}.<btype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 7.0; sm_80 and newer.
    """
def _4(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.b.sync.aligned.<layout>.<shape>{.<ss>}.<btype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 6.3; every target.
    """
def _5(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.c.sync.aligned.<layout>.<shape>{.<ss>}.<ctype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 6.3; every target.
    """
def _6(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.c.sync.aligned.<layout>.<shape>{.<ss>}.<ctype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 7.0; sm_80 and newer.
    """
def _7(self: object, p: Bracketed, r: Registers, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.store.d.sync.aligned.<layout>.<shape>{.<ss>}.<dtype> [p], r{, stride}``

    Manual 9.7.16.4.4 wmma.store. PTX 6.3; every target.
    """
def _8(self: object, p: Bracketed, r: Registers, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.store.d.sync.aligned.<layout>.<shape>{.<ss>}.<dtype> [p], r{, stride}``

    Manual 9.7.16.4.4 wmma.store. PTX 7.0; sm_80 and newer.
    """
def _9(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.a.sync.aligned.<layout>.<shape>{.<ss>}.<atype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 7.8; sm_80 and newer.
    """
def _10(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.a.sync.aligned.<layout>.<shape>{.<ss>}.<atype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 7.8; every target.
    """
def _11(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.b.sync.aligned.<layout>.<shape>{.<ss>}.<btype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 7.8; sm_80 and newer.
    """
def _12(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.b.sync.aligned.<layout>.<shape>{.<ss>}.<btype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 7.8; every target.
    """
def _13(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.c.sync.aligned.<layout>.<shape>{.<ss>}.<ctype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 7.8; every target.
    """
def _14(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.c.sync.aligned.<layout>.<shape>{.<ss>}.<ctype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 7.8; sm_80 and newer.
    """
def _15(self: object, d: Registers, a: Registers, b: Registers, c: Registers, /, *, pred: Guard = None) -> None:
    """``wmma.mma.sync.aligned.<alayout>.<blayout>.<shape>.<dtype>.<ctype> d, a, b, c``

    Manual 9.7.16.4.5 wmma.mma. PTX 6.3; every target.
    """
def _16(self: object, p: Bracketed, r: Registers, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.store.d.sync.aligned.<layout>.<shape>{.<ss>}.<dtype> [p], r{, stride}``

    Manual 9.7.16.4.4 wmma.store. PTX 7.8; every target.
    """
def _17(self: object, p: Bracketed, r: Registers, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.store.d.sync.aligned.<layout>.<shape>{.<ss>}.<dtype> [p], r{, stride}``

    Manual 9.7.16.4.4 wmma.store. PTX 7.8; sm_80 and newer.
    """
def _18(self: object, d: Registers, a: Registers, b: Registers, c: Registers, /, *, pred: Guard = None) -> None:
    """``wmma.mma.sync.aligned.<alayout>.<blayout>.<shape>.<dtype>.<atype>.<btype>.<ctype> d, a, b, c``

    Manual 9.7.16.4.5 wmma.mma. PTX 7.0; sm_80 and newer.
    """
def _19(self: object, d: Registers, a: Registers, b: Registers, c: Registers, /, *, pred: Guard = None) -> None:
    """``wmma.mma.sync.aligned.<alayout>.<blayout>.<shape>.<dtype>.<atype>.<btype>.<ctype>{.satfinite} d, a, b, c``

    Manual 9.7.16.4.5 wmma.mma. PTX 6.3; every target.
    """
def _20(self: object, d: Registers, a: Registers, b: Registers, c: Registers, /, *, pred: Guard = None) -> None:
    """``wmma.mma.sync.aligned.<alayout>.<blayout>.<shape>{.<rnd>}.<dtype>.<atype>.<btype>.<ctype> d, a, b, c``

    Manual 9.7.16.4.5 wmma.mma. PTX 7.0; sm_80 and newer.
    """
def _21(self: object, d: Registers, a: Registers, b: Registers, c: Registers, /, *, pred: Guard = None) -> None:
    """``wmma.mma.sync.aligned.row.col.<shape>.<dtype>.<atype>.<btype>.<ctype>{.satfinite} d, a, b, c``

    Manual 9.7.16.4.5 wmma.mma. PTX 6.3; every target.
    """
def _22(self: object, d: Registers, a: Registers, b: Registers, c: Registers, /, *, pred: Guard = None) -> None:
    """``wmma.mma.<op>.popc.sync.aligned.row.col.<shape>.<dtype>.<atype>.<btype>.<ctype> d, a, b, c``

    Manual 9.7.16.4.5 wmma.mma. PTX 7.1; sm_80 and newer.
    """
def _23(self: object, d: Registers, a: Registers, b: Registers, c: Registers, /, *, pred: Guard = None) -> None:
    """``wmma.mma.<op>.popc.sync.aligned.row.col.<shape>.<dtype>.<atype>.<btype>.<ctype> d, a, b, c``

    Manual 9.7.16.4.5 wmma.mma. PTX 6.3; every target.
    """
class wmma(Words):
    load: wmma_load
    mma: wmma_mma
    store: wmma_store
class wmma_load(Words):
    a: wmma_load_a
    b: wmma_load_b
    c: wmma_load_c
class wmma_mma(Words):
    and_: wmma_mma_and
    sync: wmma_mma_sync
    xor: wmma_mma_xor
class wmma_store(Words):
    d: wmma_store_d
class wmma_load_a(Words):
    sync: wmma_load_a_sync
class wmma_load_b(Words):
    sync: wmma_load_b_sync
class wmma_load_c(Words):
    sync: wmma_load_c_sync
class wmma_mma_and(Words):
    popc: wmma_mma_and_popc
class wmma_mma_sync(Words):
    aligned: wmma_mma_sync_aligned
class wmma_mma_xor(Words):
    popc: wmma_mma_xor_popc
class wmma_store_d(Words):
    sync: wmma_store_d_sync
class wmma_load_a_sync(Words):
    aligned: wmma_load_a_sync_aligned
class wmma_load_b_sync(Words):
    aligned: wmma_load_b_sync_aligned
class wmma_load_c_sync(Words):
    aligned: wmma_load_c_sync_aligned
class wmma_mma_and_popc(Words):
    sync: wmma_mma_and_popc_sync
class wmma_mma_sync_aligned(Words):
    col: wmma_mma_sync_aligned_col
    row: wmma_mma_sync_aligned_row
class wmma_mma_xor_popc(Words):
    sync: wmma_mma_xor_popc_sync
class wmma_store_d_sync(Words):
    aligned: wmma_store_d_sync_aligned
class wmma_load_a_sync_aligned(Words):
    col: wmma_load_a_sync_aligned_col
    row: wmma_load_a_sync_aligned_row
class wmma_load_b_sync_aligned(Words):
    col: wmma_load_b_sync_aligned_col
    row: wmma_load_b_sync_aligned_row
class wmma_load_c_sync_aligned(Words):
    col: wmma_load_c_sync_aligned_1
    row: wmma_load_c_sync_aligned_1
class wmma_mma_and_popc_sync(Words):
    aligned: wmma_mma_and_popc_sync_aligned
class wmma_mma_sync_aligned_col(Words):
    col: wmma_mma_sync_aligned_1
    row: wmma_mma_sync_aligned_1
class wmma_mma_sync_aligned_row(Words):
    col: wmma_mma_sync_aligned_row_col
    row: wmma_mma_sync_aligned_1
class wmma_mma_xor_popc_sync(Words):
    aligned: wmma_mma_xor_popc_sync_aligned
class wmma_store_d_sync_aligned(Words):
    col: wmma_store_d_sync_aligned_1
    row: wmma_store_d_sync_aligned_1
class wmma_load_a_sync_aligned_col(Words):
    m16n16k16: wmma_load_a_sync_aligned_1
    m16n16k8: wmma_load_a_sync_aligned_2
    m32n8k16: wmma_load_a_sync_aligned_1
    m8n32k16: wmma_load_a_sync_aligned_1
    m8n8k4: wmma_load_a_sync_aligned_3
class wmma_load_a_sync_aligned_row(Words):
    m16n16k16: wmma_load_a_sync_aligned_1
    m16n16k8: wmma_load_a_sync_aligned_2
    m32n8k16: wmma_load_a_sync_aligned_1
    m8n32k16: wmma_load_a_sync_aligned_1
    m8n8k128: wmma_load_a_sync_aligned_row_m8n8k128
    m8n8k32: wmma_load_a_sync_aligned_row_m8n8k32
    m8n8k4: wmma_load_a_sync_aligned_3
class wmma_load_b_sync_aligned_col(Words):
    m16n16k16: wmma_load_b_sync_aligned_1
    m16n16k8: wmma_load_b_sync_aligned_2
    m32n8k16: wmma_load_b_sync_aligned_1
    m8n32k16: wmma_load_b_sync_aligned_1
    m8n8k128: wmma_load_b_sync_aligned_col_m8n8k128
    m8n8k32: wmma_load_b_sync_aligned_col_m8n8k32
    m8n8k4: wmma_load_b_sync_aligned_3
class wmma_load_b_sync_aligned_row(Words):
    m16n16k16: wmma_load_b_sync_aligned_1
    m16n16k8: wmma_load_b_sync_aligned_2
    m32n8k16: wmma_load_b_sync_aligned_1
    m8n32k16: wmma_load_b_sync_aligned_1
    m8n8k4: wmma_load_b_sync_aligned_3
class wmma_load_c_sync_aligned_1(Words):
    m16n16k16: wmma_load_c_sync_aligned_2
    m16n16k8: wmma_load_c_sync_aligned_3
    m32n8k16: wmma_load_c_sync_aligned_2
    m8n32k16: wmma_load_c_sync_aligned_2
    m8n8k128: wmma_load_c_sync_aligned_4
    m8n8k32: wmma_load_c_sync_aligned_4
    m8n8k4: wmma_load_c_sync_aligned_5
class wmma_mma_and_popc_sync_aligned(Words):
    row: wmma_mma_and_popc_sync_aligned_row
class wmma_mma_sync_aligned_1(Words):
    m16n16k16: wmma_mma_sync_aligned_2
    m16n16k8: wmma_mma_sync_aligned_3
    m32n8k16: wmma_mma_sync_aligned_2
    m8n32k16: wmma_mma_sync_aligned_2
    m8n8k4: wmma_mma_sync_aligned_4
class wmma_mma_sync_aligned_row_col(Words):
    m16n16k16: wmma_mma_sync_aligned_2
    m16n16k8: wmma_mma_sync_aligned_3
    m32n8k16: wmma_mma_sync_aligned_2
    m8n32k16: wmma_mma_sync_aligned_2
    m8n8k32: wmma_mma_sync_aligned_row_col_m8n8k32
    m8n8k4: wmma_mma_sync_aligned_4
class wmma_mma_xor_popc_sync_aligned(Words):
    row: wmma_mma_xor_popc_sync_aligned_row
class wmma_store_d_sync_aligned_1(Words):
    m16n16k16: wmma_store_d_sync_aligned_2
    m16n16k8: wmma_store_d_sync_aligned_3
    m32n8k16: wmma_store_d_sync_aligned_2
    m8n32k16: wmma_store_d_sync_aligned_2
    m8n8k128: wmma_store_d_sync_aligned_4
    m8n8k32: wmma_store_d_sync_aligned_4
    m8n8k4: wmma_store_d_sync_aligned_5
class wmma_load_a_sync_aligned_1(Words):
    bf16 = _1
    f16 = _2
    global_: wmma_load_a_sync_aligned_4
    s8 = _2
    shared: wmma_load_a_sync_aligned_4
    shared__cta: wmma_load_a_sync_aligned_5
    u8 = _2
class wmma_load_a_sync_aligned_2(Words):
    global_: wmma_load_a_sync_aligned_6
    shared: wmma_load_a_sync_aligned_6
    shared__cta: wmma_load_a_sync_aligned_7
    tf32 = _1
class wmma_load_a_sync_aligned_3(Words):
    f64 = _1
    global_: wmma_load_a_sync_aligned_8
    shared: wmma_load_a_sync_aligned_8
    shared__cta: wmma_load_a_sync_aligned_9
class wmma_load_a_sync_aligned_row_m8n8k128(Words):
    b1 = _2
    global_: wmma_load_a_sync_aligned_row_m8n8k128_1
    shared: wmma_load_a_sync_aligned_row_m8n8k128_1
    shared__cta: wmma_load_a_sync_aligned_row_m8n8k128_2
class wmma_load_a_sync_aligned_row_m8n8k32(Words):
    global_: wmma_load_a_sync_aligned_row_m8n8k32_1
    s4 = _2
    shared: wmma_load_a_sync_aligned_row_m8n8k32_1
    shared__cta: wmma_load_a_sync_aligned_row_m8n8k32_2
    u4 = _2
class wmma_load_b_sync_aligned_1(Words):
    bf16 = _3
    f16 = _4
    global_: wmma_load_b_sync_aligned_4
    s8 = _4
    shared: wmma_load_b_sync_aligned_4
    shared__cta: wmma_load_b_sync_aligned_5
    u8 = _4
class wmma_load_b_sync_aligned_2(Words):
    global_: wmma_load_b_sync_aligned_6
    shared: wmma_load_b_sync_aligned_6
    shared__cta: wmma_load_b_sync_aligned_7
    tf32 = _3
class wmma_load_b_sync_aligned_col_m8n8k128(Words):
    b1 = _4
    global_: wmma_load_b_sync_aligned_col_m8n8k128_1
    shared: wmma_load_b_sync_aligned_col_m8n8k128_1
    shared__cta: wmma_load_b_sync_aligned_col_m8n8k128_2
class wmma_load_b_sync_aligned_col_m8n8k32(Words):
    global_: wmma_load_b_sync_aligned_col_m8n8k32_1
    s4 = _4
    shared: wmma_load_b_sync_aligned_col_m8n8k32_1
    shared__cta: wmma_load_b_sync_aligned_col_m8n8k32_2
    u4 = _4
class wmma_load_b_sync_aligned_3(Words):
    f64 = _3
    global_: wmma_load_b_sync_aligned_8
    shared: wmma_load_b_sync_aligned_8
    shared__cta: wmma_load_b_sync_aligned_9
class wmma_load_c_sync_aligned_2(Words):
    f16 = _5
    f32 = _5
    global_: wmma_load_c_sync_aligned_6
    s32 = _5
    shared: wmma_load_c_sync_aligned_6
    shared__cta: wmma_load_c_sync_aligned_7
class wmma_load_c_sync_aligned_3(Words):
    f32 = _6
    global_: wmma_load_c_sync_aligned_8
    shared: wmma_load_c_sync_aligned_8
    shared__cta: wmma_load_c_sync_aligned_9
class wmma_load_c_sync_aligned_4(Words):
    global_: wmma_load_c_sync_aligned_10
    s32 = _5
    shared: wmma_load_c_sync_aligned_10
    shared__cta: wmma_load_c_sync_aligned_11
class wmma_load_c_sync_aligned_5(Words):
    f64 = _6
    global_: wmma_load_c_sync_aligned_12
    shared: wmma_load_c_sync_aligned_12
    shared__cta: wmma_load_c_sync_aligned_13
class wmma_mma_and_popc_sync_aligned_row(Words):
    col: wmma_mma_and_popc_sync_aligned_row_col
class wmma_mma_sync_aligned_2(Words):
    f16: wmma_mma_sync_aligned_5
    f32: wmma_mma_sync_aligned_6
    s32: wmma_mma_sync_aligned_7
class wmma_mma_sync_aligned_3(Words):
    f32: wmma_mma_sync_aligned_8
class wmma_mma_sync_aligned_4(Words):
    f64: wmma_mma_sync_aligned_9
    rm: wmma_mma_sync_aligned_10
    rn: wmma_mma_sync_aligned_10
    rp: wmma_mma_sync_aligned_10
    rz: wmma_mma_sync_aligned_10
class wmma_mma_sync_aligned_row_col_m8n8k32(Words):
    s32: wmma_mma_sync_aligned_row_col_m8n8k32_1
class wmma_mma_xor_popc_sync_aligned_row(Words):
    col: wmma_mma_xor_popc_sync_aligned_row_col
class wmma_store_d_sync_aligned_2(Words):
    f16 = _7
    f32 = _7
    global_: wmma_store_d_sync_aligned_6
    s32 = _7
    shared: wmma_store_d_sync_aligned_6
    shared__cta: wmma_store_d_sync_aligned_7
class wmma_store_d_sync_aligned_3(Words):
    f32 = _8
    global_: wmma_store_d_sync_aligned_8
    shared: wmma_store_d_sync_aligned_8
    shared__cta: wmma_store_d_sync_aligned_9
class wmma_store_d_sync_aligned_4(Words):
    global_: wmma_store_d_sync_aligned_10
    s32 = _7
    shared: wmma_store_d_sync_aligned_10
    shared__cta: wmma_store_d_sync_aligned_11
class wmma_store_d_sync_aligned_5(Words):
    f64 = _8
    global_: wmma_store_d_sync_aligned_12
    shared: wmma_store_d_sync_aligned_12
    shared__cta: wmma_store_d_sync_aligned_13
class wmma_load_a_sync_aligned_4(Words):
    bf16 = _1
    f16 = _2
    s8 = _2
    u8 = _2
class wmma_load_a_sync_aligned_5(Words):
    bf16 = _9
    f16 = _10
    s8 = _10
    u8 = _10
class wmma_load_a_sync_aligned_6(Words):
    tf32 = _1
class wmma_load_a_sync_aligned_7(Words):
    tf32 = _9
class wmma_load_a_sync_aligned_8(Words):
    f64 = _1
class wmma_load_a_sync_aligned_9(Words):
    f64 = _9
class wmma_load_a_sync_aligned_row_m8n8k128_1(Words):
    b1 = _2
class wmma_load_a_sync_aligned_row_m8n8k128_2(Words):
    b1 = _10
class wmma_load_a_sync_aligned_row_m8n8k32_1(Words):
    s4 = _2
    u4 = _2
class wmma_load_a_sync_aligned_row_m8n8k32_2(Words):
    s4 = _10
    u4 = _10
class wmma_load_b_sync_aligned_4(Words):
    bf16 = _3
    f16 = _4
    s8 = _4
    u8 = _4
class wmma_load_b_sync_aligned_5(Words):
    bf16 = _11
    f16 = _12
    s8 = _12
    u8 = _12
class wmma_load_b_sync_aligned_6(Words):
    tf32 = _3
class wmma_load_b_sync_aligned_7(Words):
    tf32 = _11
class wmma_load_b_sync_aligned_col_m8n8k128_1(Words):
    b1 = _4
class wmma_load_b_sync_aligned_col_m8n8k128_2(Words):
    b1 = _12
class wmma_load_b_sync_aligned_col_m8n8k32_1(Words):
    s4 = _4
    u4 = _4
class wmma_load_b_sync_aligned_col_m8n8k32_2(Words):
    s4 = _12
    u4 = _12
class wmma_load_b_sync_aligned_8(Words):
    f64 = _3
class wmma_load_b_sync_aligned_9(Words):
    f64 = _11
class wmma_load_c_sync_aligned_6(Words):
    f16 = _5
    f32 = _5
    s32 = _5
class wmma_load_c_sync_aligned_7(Words):
    f16 = _13
    f32 = _13
    s32 = _13
class wmma_load_c_sync_aligned_8(Words):
    f32 = _6
class wmma_load_c_sync_aligned_9(Words):
    f32 = _14
class wmma_load_c_sync_aligned_10(Words):
    s32 = _5
class wmma_load_c_sync_aligned_11(Words):
    s32 = _13
class wmma_load_c_sync_aligned_12(Words):
    f64 = _6
class wmma_load_c_sync_aligned_13(Words):
    f64 = _14
class wmma_mma_and_popc_sync_aligned_row_col(Words):
    m8n8k128: wmma_mma_and_popc_sync_aligned_row_col_1
class wmma_mma_sync_aligned_5(Words):
    f16 = _15
    f32 = _15
class wmma_mma_sync_aligned_6(Words):
    bf16: wmma_mma_sync_aligned_11
    f16 = _15
    f32 = _15
class wmma_mma_sync_aligned_7(Words):
    s8: wmma_mma_sync_aligned_12
    u8: wmma_mma_sync_aligned_13
class wmma_mma_sync_aligned_8(Words):
    tf32: wmma_mma_sync_aligned_14
class wmma_mma_sync_aligned_9(Words):
    f64: wmma_mma_sync_aligned_15
class wmma_mma_sync_aligned_10(Words):
    f64: wmma_mma_sync_aligned_9
class wmma_mma_sync_aligned_row_col_m8n8k32_1(Words):
    s4: wmma_mma_sync_aligned_row_col_m8n8k32_2
    u4: wmma_mma_sync_aligned_row_col_m8n8k32_3
class wmma_mma_xor_popc_sync_aligned_row_col(Words):
    m8n8k128: wmma_mma_xor_popc_sync_aligned_row_col_1
class wmma_store_d_sync_aligned_6(Words):
    f16 = _7
    f32 = _7
    s32 = _7
class wmma_store_d_sync_aligned_7(Words):
    f16 = _16
    f32 = _16
    s32 = _16
class wmma_store_d_sync_aligned_8(Words):
    f32 = _8
class wmma_store_d_sync_aligned_9(Words):
    f32 = _17
class wmma_store_d_sync_aligned_10(Words):
    s32 = _7
class wmma_store_d_sync_aligned_11(Words):
    s32 = _16
class wmma_store_d_sync_aligned_12(Words):
    f64 = _8
class wmma_store_d_sync_aligned_13(Words):
    f64 = _17
class wmma_mma_and_popc_sync_aligned_row_col_1(Words):
    s32: wmma_mma_and_popc_sync_aligned_row_col_2
class wmma_mma_sync_aligned_11(Words):
    bf16: wmma_mma_sync_aligned_16
class wmma_mma_sync_aligned_12(Words):
    s8: wmma_mma_sync_aligned_17
class wmma_mma_sync_aligned_13(Words):
    u8: wmma_mma_sync_aligned_17
class wmma_mma_sync_aligned_14(Words):
    tf32: wmma_mma_sync_aligned_16
class wmma_mma_sync_aligned_15(Words):
    f64: wmma_mma_sync_aligned_18
class wmma_mma_sync_aligned_row_col_m8n8k32_2(Words):
    s4: wmma_mma_sync_aligned_row_col_m8n8k32_4
class wmma_mma_sync_aligned_row_col_m8n8k32_3(Words):
    u4: wmma_mma_sync_aligned_row_col_m8n8k32_4
class wmma_mma_xor_popc_sync_aligned_row_col_1(Words):
    s32: wmma_mma_xor_popc_sync_aligned_row_col_2
class wmma_mma_and_popc_sync_aligned_row_col_2(Words):
    b1: wmma_mma_and_popc_sync_aligned_row_col_3
class wmma_mma_sync_aligned_16(Words):
    f32 = _18
class wmma_mma_sync_aligned_17(Words):
    s32: wmma_mma_sync_aligned_19
    """``wmma.mma.sync.aligned.<alayout>.<blayout>.<shape>.<dtype>.<atype>.<btype>.<ctype>{.satfinite} d, a, b, c``

    Manual 9.7.16.4.5 wmma.mma. PTX 6.3; every target.
    """
class wmma_mma_sync_aligned_18(Words):
    f64 = _20
class wmma_mma_sync_aligned_row_col_m8n8k32_4(Words):
    s32: wmma_mma_sync_aligned_row_col_m8n8k32_5
    """``wmma.mma.sync.aligned.row.col.<shape>.<dtype>.<atype>.<btype>.<ctype>{.satfinite} d, a, b, c``

    Manual 9.7.16.4.5 wmma.mma. PTX 6.3; every target.
    """
class wmma_mma_xor_popc_sync_aligned_row_col_2(Words):
    b1: wmma_mma_xor_popc_sync_aligned_row_col_3
class wmma_mma_and_popc_sync_aligned_row_col_3(Words):
    b1: wmma_mma_and_popc_sync_aligned_row_col_4
class wmma_mma_sync_aligned_19(Words):
    satfinite = _19
    __call__ = _19
class wmma_mma_sync_aligned_row_col_m8n8k32_5(Words):
    satfinite = _21
    __call__ = _21
class wmma_mma_xor_popc_sync_aligned_row_col_3(Words):
    b1: wmma_mma_xor_popc_sync_aligned_row_col_4
class wmma_mma_and_popc_sync_aligned_row_col_4(Words):
    s32 = _22
class wmma_mma_xor_popc_sync_aligned_row_col_4(Words):
    s32 = _23
