# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Guard, Registers, Source, Words

def _1(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.a.sync.aligned.<layout>.<shape>{.<ss>}.<atype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 7.0; sm_80 or newer.
    """
def _2(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.a.sync.aligned.<layout>.<shape>{.<ss>}.<atype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 6.3; sm_70 or newer.
    """
def _3(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.a.sync.aligned.<layout>.<shape>{.<ss>}.<atype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 6.3; sm_72 or newer.
    """
def _4(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.a.sync.aligned.<layout>.<shape>{.<ss>}.<atype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 6.3; sm_75 or newer.
    """
def _5(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.b.sync.aligned.<layout>.<shape>{.<ss>}.<btype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 7.0; sm_80 or newer.
    """
def _6(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.b.sync.aligned.<layout>.<shape>{.<ss>}.<btype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 6.3; sm_70 or newer.
    """
def _7(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.b.sync.aligned.<layout>.<shape>{.<ss>}.<btype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 6.3; sm_72 or newer.
    """
def _8(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.b.sync.aligned.<layout>.<shape>{.<ss>}.<btype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 6.3; sm_75 or newer.
    """
def _9(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.c.sync.aligned.<layout>.<shape>{.<ss>}.<ctype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 6.3; sm_70 or newer.
    """
def _10(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.c.sync.aligned.<layout>.<shape>{.<ss>}.<ctype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 6.3; sm_72 or newer.
    """
def _11(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.c.sync.aligned.<layout>.<shape>{.<ss>}.<ctype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 7.0; sm_80 or newer.
    """
def _12(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.c.sync.aligned.<layout>.<shape>{.<ss>}.<ctype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 6.3; sm_75 or newer.
    """
def _13(self: object, p: Bracketed, r: Registers, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.store.d.sync.aligned.<layout>.<shape>{.<ss>}.<dtype> [p], r{, stride}``

    Manual 9.7.16.4.4 wmma.store. PTX 6.3; sm_70 or newer.
    """
def _14(self: object, p: Bracketed, r: Registers, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.store.d.sync.aligned.<layout>.<shape>{.<ss>}.<dtype> [p], r{, stride}``

    Manual 9.7.16.4.4 wmma.store. PTX 6.3; sm_72 or newer.
    """
def _15(self: object, p: Bracketed, r: Registers, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.store.d.sync.aligned.<layout>.<shape>{.<ss>}.<dtype> [p], r{, stride}``

    Manual 9.7.16.4.4 wmma.store. PTX 7.0; sm_80 or newer.
    """
def _16(self: object, p: Bracketed, r: Registers, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.store.d.sync.aligned.<layout>.<shape>{.<ss>}.<dtype> [p], r{, stride}``

    Manual 9.7.16.4.4 wmma.store. PTX 6.3; sm_75 or newer.
    """
def _17(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.a.sync.aligned.<layout>.<shape>{.<ss>}.<atype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 7.8; sm_80 or newer.
    """
def _18(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.a.sync.aligned.<layout>.<shape>{.<ss>}.<atype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 7.8; sm_70 or newer.
    """
def _19(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.a.sync.aligned.<layout>.<shape>{.<ss>}.<atype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 7.8; sm_72 or newer.
    """
def _20(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.a.sync.aligned.<layout>.<shape>{.<ss>}.<atype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 7.8; sm_75 or newer.
    """
def _21(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.b.sync.aligned.<layout>.<shape>{.<ss>}.<btype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 7.8; sm_80 or newer.
    """
def _22(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.b.sync.aligned.<layout>.<shape>{.<ss>}.<btype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 7.8; sm_70 or newer.
    """
def _23(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.b.sync.aligned.<layout>.<shape>{.<ss>}.<btype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 7.8; sm_72 or newer.
    """
def _24(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.b.sync.aligned.<layout>.<shape>{.<ss>}.<btype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 7.8; sm_75 or newer.
    """
def _25(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.c.sync.aligned.<layout>.<shape>{.<ss>}.<ctype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 7.8; sm_70 or newer.
    """
def _26(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.c.sync.aligned.<layout>.<shape>{.<ss>}.<ctype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 7.8; sm_72 or newer.
    """
def _27(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.c.sync.aligned.<layout>.<shape>{.<ss>}.<ctype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 7.8; sm_80 or newer.
    """
def _28(self: object, r: Registers, p: Bracketed, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.load.c.sync.aligned.<layout>.<shape>{.<ss>}.<ctype> r, [p]{, stride}``

    Manual 9.7.16.4.3 wmma.load. PTX 7.8; sm_75 or newer.
    """
def _29(self: object, d: Registers, a: Registers, b: Registers, c: Registers, /, *, pred: Guard = None) -> None:
    """``wmma.mma.sync.aligned.<alayout>.<blayout>.<shape>.<dtype>.<ctype> d, a, b, c``

    Manual 9.7.16.4.5 wmma.mma. PTX 6.3; sm_70 or newer.
    """
def _30(self: object, p: Bracketed, r: Registers, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.store.d.sync.aligned.<layout>.<shape>{.<ss>}.<dtype> [p], r{, stride}``

    Manual 9.7.16.4.4 wmma.store. PTX 7.8; sm_70 or newer.
    """
def _31(self: object, p: Bracketed, r: Registers, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.store.d.sync.aligned.<layout>.<shape>{.<ss>}.<dtype> [p], r{, stride}``

    Manual 9.7.16.4.4 wmma.store. PTX 7.8; sm_72 or newer.
    """
def _32(self: object, p: Bracketed, r: Registers, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.store.d.sync.aligned.<layout>.<shape>{.<ss>}.<dtype> [p], r{, stride}``

    Manual 9.7.16.4.4 wmma.store. PTX 7.8; sm_80 or newer.
    """
def _33(self: object, p: Bracketed, r: Registers, stride: Source = ..., /, *, pred: Guard = None) -> None:
    """``wmma.store.d.sync.aligned.<layout>.<shape>{.<ss>}.<dtype> [p], r{, stride}``

    Manual 9.7.16.4.4 wmma.store. PTX 7.8; sm_75 or newer.
    """
def _34(self: object, d: Registers, a: Registers, b: Registers, c: Registers, /, *, pred: Guard = None) -> None:
    """``wmma.mma.sync.aligned.<alayout>.<blayout>.<shape>.<dtype>.<atype>.<btype>.<ctype> d, a, b, c``

    Manual 9.7.16.4.5 wmma.mma. PTX 7.0; sm_80 or newer.
    """
def _35(self: object, d: Registers, a: Registers, b: Registers, c: Registers, /, *, pred: Guard = None) -> None:
    """``wmma.mma.sync.aligned.<alayout>.<blayout>.<shape>.<dtype>.<atype>.<btype>.<ctype>{.satfinite} d, a, b, c``

    Manual 9.7.16.4.5 wmma.mma. PTX 6.3; sm_72 or newer.
    """
def _36(self: object, d: Registers, a: Registers, b: Registers, c: Registers, /, *, pred: Guard = None) -> None:
    """``wmma.mma.sync.aligned.<alayout>.<blayout>.<shape>{.<rnd>}.<dtype>.<atype>.<btype>.<ctype> d, a, b, c``

    Manual 9.7.16.4.5 wmma.mma. PTX 7.0; sm_80 or newer.
    """
def _37(self: object, d: Registers, a: Registers, b: Registers, c: Registers, /, *, pred: Guard = None) -> None:
    """``wmma.mma.sync.aligned.row.col.<shape>.<dtype>.<atype>.<btype>.<ctype>{.satfinite} d, a, b, c``

    Manual 9.7.16.4.5 wmma.mma. PTX 6.3; sm_75 or newer.
    """
def _38(self: object, d: Registers, a: Registers, b: Registers, c: Registers, /, *, pred: Guard = None) -> None:
    """``wmma.mma.<op>.popc.sync.aligned.row.col.<shape>.<dtype>.<atype>.<btype>.<ctype> d, a, b, c``

    Manual 9.7.16.4.5 wmma.mma. PTX 7.1; sm_80 or newer.
    """
def _39(self: object, d: Registers, a: Registers, b: Registers, c: Registers, /, *, pred: Guard = None) -> None:
    """``wmma.mma.<op>.popc.sync.aligned.row.col.<shape>.<dtype>.<atype>.<btype>.<ctype> d, a, b, c``

    Manual 9.7.16.4.5 wmma.mma. PTX 6.3; sm_75 or newer.
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
    s8 = _3
    shared: wmma_load_a_sync_aligned_4
    shared__cta: wmma_load_a_sync_aligned_5
    u8 = _3
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
    b1 = _4
    global_: wmma_load_a_sync_aligned_row_m8n8k128_1
    shared: wmma_load_a_sync_aligned_row_m8n8k128_1
    shared__cta: wmma_load_a_sync_aligned_row_m8n8k128_2
class wmma_load_a_sync_aligned_row_m8n8k32(Words):
    global_: wmma_load_a_sync_aligned_row_m8n8k32_1
    s4 = _4
    shared: wmma_load_a_sync_aligned_row_m8n8k32_1
    shared__cta: wmma_load_a_sync_aligned_row_m8n8k32_2
    u4 = _4
class wmma_load_b_sync_aligned_1(Words):
    bf16 = _5
    f16 = _6
    global_: wmma_load_b_sync_aligned_4
    s8 = _7
    shared: wmma_load_b_sync_aligned_4
    shared__cta: wmma_load_b_sync_aligned_5
    u8 = _7
class wmma_load_b_sync_aligned_2(Words):
    global_: wmma_load_b_sync_aligned_6
    shared: wmma_load_b_sync_aligned_6
    shared__cta: wmma_load_b_sync_aligned_7
    tf32 = _5
class wmma_load_b_sync_aligned_col_m8n8k128(Words):
    b1 = _8
    global_: wmma_load_b_sync_aligned_col_m8n8k128_1
    shared: wmma_load_b_sync_aligned_col_m8n8k128_1
    shared__cta: wmma_load_b_sync_aligned_col_m8n8k128_2
class wmma_load_b_sync_aligned_col_m8n8k32(Words):
    global_: wmma_load_b_sync_aligned_col_m8n8k32_1
    s4 = _8
    shared: wmma_load_b_sync_aligned_col_m8n8k32_1
    shared__cta: wmma_load_b_sync_aligned_col_m8n8k32_2
    u4 = _8
class wmma_load_b_sync_aligned_3(Words):
    f64 = _5
    global_: wmma_load_b_sync_aligned_8
    shared: wmma_load_b_sync_aligned_8
    shared__cta: wmma_load_b_sync_aligned_9
class wmma_load_c_sync_aligned_2(Words):
    f16 = _9
    f32 = _9
    global_: wmma_load_c_sync_aligned_6
    s32 = _10
    shared: wmma_load_c_sync_aligned_6
    shared__cta: wmma_load_c_sync_aligned_7
class wmma_load_c_sync_aligned_3(Words):
    f32 = _11
    global_: wmma_load_c_sync_aligned_8
    shared: wmma_load_c_sync_aligned_8
    shared__cta: wmma_load_c_sync_aligned_9
class wmma_load_c_sync_aligned_4(Words):
    global_: wmma_load_c_sync_aligned_10
    s32 = _12
    shared: wmma_load_c_sync_aligned_10
    shared__cta: wmma_load_c_sync_aligned_11
class wmma_load_c_sync_aligned_5(Words):
    f64 = _11
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
    f16 = _13
    f32 = _13
    global_: wmma_store_d_sync_aligned_6
    s32 = _14
    shared: wmma_store_d_sync_aligned_6
    shared__cta: wmma_store_d_sync_aligned_7
class wmma_store_d_sync_aligned_3(Words):
    f32 = _15
    global_: wmma_store_d_sync_aligned_8
    shared: wmma_store_d_sync_aligned_8
    shared__cta: wmma_store_d_sync_aligned_9
class wmma_store_d_sync_aligned_4(Words):
    global_: wmma_store_d_sync_aligned_10
    s32 = _16
    shared: wmma_store_d_sync_aligned_10
    shared__cta: wmma_store_d_sync_aligned_11
class wmma_store_d_sync_aligned_5(Words):
    f64 = _15
    global_: wmma_store_d_sync_aligned_12
    shared: wmma_store_d_sync_aligned_12
    shared__cta: wmma_store_d_sync_aligned_13
class wmma_load_a_sync_aligned_4(Words):
    bf16 = _1
    f16 = _2
    s8 = _3
    u8 = _3
class wmma_load_a_sync_aligned_5(Words):
    bf16 = _17
    f16 = _18
    s8 = _19
    u8 = _19
class wmma_load_a_sync_aligned_6(Words):
    tf32 = _1
class wmma_load_a_sync_aligned_7(Words):
    tf32 = _17
class wmma_load_a_sync_aligned_8(Words):
    f64 = _1
class wmma_load_a_sync_aligned_9(Words):
    f64 = _17
class wmma_load_a_sync_aligned_row_m8n8k128_1(Words):
    b1 = _4
class wmma_load_a_sync_aligned_row_m8n8k128_2(Words):
    b1 = _20
class wmma_load_a_sync_aligned_row_m8n8k32_1(Words):
    s4 = _4
    u4 = _4
class wmma_load_a_sync_aligned_row_m8n8k32_2(Words):
    s4 = _20
    u4 = _20
class wmma_load_b_sync_aligned_4(Words):
    bf16 = _5
    f16 = _6
    s8 = _7
    u8 = _7
class wmma_load_b_sync_aligned_5(Words):
    bf16 = _21
    f16 = _22
    s8 = _23
    u8 = _23
class wmma_load_b_sync_aligned_6(Words):
    tf32 = _5
class wmma_load_b_sync_aligned_7(Words):
    tf32 = _21
class wmma_load_b_sync_aligned_col_m8n8k128_1(Words):
    b1 = _8
class wmma_load_b_sync_aligned_col_m8n8k128_2(Words):
    b1 = _24
class wmma_load_b_sync_aligned_col_m8n8k32_1(Words):
    s4 = _8
    u4 = _8
class wmma_load_b_sync_aligned_col_m8n8k32_2(Words):
    s4 = _24
    u4 = _24
class wmma_load_b_sync_aligned_8(Words):
    f64 = _5
class wmma_load_b_sync_aligned_9(Words):
    f64 = _21
class wmma_load_c_sync_aligned_6(Words):
    f16 = _9
    f32 = _9
    s32 = _10
class wmma_load_c_sync_aligned_7(Words):
    f16 = _25
    f32 = _25
    s32 = _26
class wmma_load_c_sync_aligned_8(Words):
    f32 = _11
class wmma_load_c_sync_aligned_9(Words):
    f32 = _27
class wmma_load_c_sync_aligned_10(Words):
    s32 = _12
class wmma_load_c_sync_aligned_11(Words):
    s32 = _28
class wmma_load_c_sync_aligned_12(Words):
    f64 = _11
class wmma_load_c_sync_aligned_13(Words):
    f64 = _27
class wmma_mma_and_popc_sync_aligned_row_col(Words):
    m8n8k128: wmma_mma_and_popc_sync_aligned_row_col_1
class wmma_mma_sync_aligned_5(Words):
    f16 = _29
    f32 = _29
class wmma_mma_sync_aligned_6(Words):
    bf16: wmma_mma_sync_aligned_11
    f16 = _29
    f32 = _29
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
    f16 = _13
    f32 = _13
    s32 = _14
class wmma_store_d_sync_aligned_7(Words):
    f16 = _30
    f32 = _30
    s32 = _31
class wmma_store_d_sync_aligned_8(Words):
    f32 = _15
class wmma_store_d_sync_aligned_9(Words):
    f32 = _32
class wmma_store_d_sync_aligned_10(Words):
    s32 = _16
class wmma_store_d_sync_aligned_11(Words):
    s32 = _33
class wmma_store_d_sync_aligned_12(Words):
    f64 = _15
class wmma_store_d_sync_aligned_13(Words):
    f64 = _32
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
    f32 = _34
class wmma_mma_sync_aligned_17(Words):
    s32: wmma_mma_sync_aligned_19
    """``wmma.mma.sync.aligned.<alayout>.<blayout>.<shape>.<dtype>.<atype>.<btype>.<ctype>{.satfinite} d, a, b, c``

    Manual 9.7.16.4.5 wmma.mma. PTX 6.3; sm_72 or newer.
    """
class wmma_mma_sync_aligned_18(Words):
    f64 = _36
class wmma_mma_sync_aligned_row_col_m8n8k32_4(Words):
    s32: wmma_mma_sync_aligned_row_col_m8n8k32_5
    """``wmma.mma.sync.aligned.row.col.<shape>.<dtype>.<atype>.<btype>.<ctype>{.satfinite} d, a, b, c``

    Manual 9.7.16.4.5 wmma.mma. PTX 6.3; sm_75 or newer.
    """
class wmma_mma_xor_popc_sync_aligned_row_col_2(Words):
    b1: wmma_mma_xor_popc_sync_aligned_row_col_3
class wmma_mma_and_popc_sync_aligned_row_col_3(Words):
    b1: wmma_mma_and_popc_sync_aligned_row_col_4
class wmma_mma_sync_aligned_19(Words):
    satfinite = _35
    __call__ = _35
class wmma_mma_sync_aligned_row_col_m8n8k32_5(Words):
    satfinite = _37
    __call__ = _37
class wmma_mma_xor_popc_sync_aligned_row_col_3(Words):
    b1: wmma_mma_xor_popc_sync_aligned_row_col_4
class wmma_mma_and_popc_sync_aligned_row_col_4(Words):
    s32 = _38
class wmma_mma_xor_popc_sync_aligned_row_col_4(Words):
    s32 = _39
