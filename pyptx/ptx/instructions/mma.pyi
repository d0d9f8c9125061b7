# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Constant, Guard, Register, Registers, Words

def _1(self: object, d: Registers, a: Registers, b: Registers, c: Registers, /, *, pred: Guard = None) -> None:
    """``mma.sync.aligned.<shape>.row.col.<dtype>.<atype>.<btype>.<ctype> d, a, b, c``

    Manual 9.7.16.5.14 mma. PTX 8.7; sm_89 or newer.
    """
def _2(self: object, d: Registers, a: Registers, b: Registers, c: Registers, /, *, pred: Guard = None) -> None:
    """``mma.sync.aligned.<shape>.row.col.<dtype>.<atype>.<btype>.<ctype> d, a, b, c``

    Manual 9.7.16.5.14 mma. PTX 7.0; sm_80 or newer.
    """
def _3(self: object, d: Registers, a: Registers, b: Registers, c: Registers, /, *, pred: Guard = None) -> None:
    """``mma.sync.aligned.<shape>.row.col.<dtype>.<atype>.<btype>.<ctype>{.<rnd>} d, a, b, c``

    Manual 9.7.16.5.14 mma. PTX 7.8; sm_90 or newer.
    """
def _4(self: object, d: Registers, a: Registers, b: Registers, c: Registers, /, *, pred: Guard = None) -> None:
    """``mma.sync.aligned.<shape>.row.col{.satfinite}.<dtype>.<atype>.<btype>.<ctype> d, a, b, c``

    Manual 9.7.16.5.14 mma. PTX 7.0; sm_80 or newer.
    """
def _5(self: object, d: Registers, a: Registers, b: Registers, c: Registers, /, *, pred: Guard = None) -> None:
    """``mma.sync.aligned.<shape>.row.col.<dtype>.<atype>.<btype>.<ctype> d, a, b, c``

    Manual 9.7.16.5.14 mma. PTX 8.4; sm_89 or newer.
    """
def _6(self: object, d: Registers, a: Registers, b: Registers, c: Registers, /, *, pred: Guard = None) -> None:
    """``mma.sync.aligned.<shape>.row.col.<dtype>.<atype>.<btype>.<ctype> d, a, b, c``

    Manual 9.7.16.5.14 mma. PTX 6.5; sm_75 or newer.
    """
def _7(self: object, d: Registers, a: Registers, b: Registers, c: Registers, /, *, pred: Guard = None) -> None:
    """``mma.sync.aligned.<shape>.row.col{.satfinite}.<dtype>.<atype>.<btype>.<ctype> d, a, b, c``

    Manual 9.7.16.5.14 mma. PTX 6.5; sm_75 or newer.
    """
def _8(self: object, d: Registers, a: Registers, b: Registers, c: Registers, /, *, pred: Guard = None) -> None:
    """``mma.sync.aligned.<shape>.<alayout>.<blayout>.<dtype>.<atype>.<btype>.<ctype> d, a, b, c``

    Manual 9.7.16.5.14 mma. PTX 6.4; sm_70 or newer.
    """
def _9(self: object, d: Registers, a: Registers, b: Registers, c: Registers, /, *, pred: Guard = None) -> None:
    """``mma.sync.aligned.<shape>.row.col.<dtype>.<atype>.<btype>.<ctype>{.<rnd>} d, a, b, c``

    Manual 9.7.16.5.14 mma. PTX 7.0; sm_80 or newer.
    """
def _10(self: object, d: Registers, a: Registers, b: Registers, c: Registers, e: Register | Registers, f: Constant, /, *, pred: Guard = None) -> None:
    """``mma.<sp>.sync.aligned.<shape>.row.col{.satfinite}.<dtype>.<atype>.<btype>.<ctype> d, a, b, c, e, f``

    Manual 9.7.16.6.3 mma.sp, mma.sp::ordered_metadata. PTX 7.1; sm_80 or newer.
    """
def _11(self: object, d: Registers, a: Registers, b: Registers, c: Registers, e: Register | Registers, f: Constant, /, *, pred: Guard = None) -> None:
    """``mma.<sp>.sync.aligned.<shape>.row.col.<dtype>.<atype>.<btype>.<ctype> d, a, b, c, e, f``

    Manual 9.7.16.6.3 mma.sp, mma.sp::ordered_metadata. PTX 7.1; sm_80 or newer.
    """
def _12(self: object, d: Registers, a: Registers, b: Registers, c: Registers, e: Register | Registers, f: Constant, /, *, pred: Guard = None) -> None:
    """``mma.<sp>.sync.aligned.<shape>.row.col.<dtype>.<atype>.<btype>.<ctype> d, a, b, c, e, f``

    Manual 9.7.16.6.3 mma.sp, mma.sp::ordered_metadata. PTX 8.4; sm_89 or newer.
    """
def _13(self: object, d: Registers, a: Registers, b: Registers, c: Registers, e: Register | Registers, f: Constant, /, *, pred: Guard = None) -> None:
    """``mma.<sp>.sync.aligned.<shape>.row.col{.satfinite}.<dtype>.<atype>.<btype>.<ctype> d, a, b, c, e, f``

    Manual 9.7.16.6.3 mma.sp, mma.sp::ordered_metadata. PTX 8.5; sm_80 or newer.
    """
def _14(self: object, d: Registers, a: Registers, b: Registers, c: Registers, e: Register | Registers, f: Constant, /, *, pred: Guard = None) -> None:
    """``mma.<sp>.sync.aligned.<shape>.row.col.<dtype>.<atype>.<btype>.<ctype> d, a, b, c, e, f``

    Manual 9.7.16.6.3 mma.sp, mma.sp::ordered_metadata. PTX 8.5; sm_80 or newer.
    """
def _15(self: object, d: Registers, a: Registers, b: Registers, c: Registers, e: Register | Registers, f: Constant, /, *, pred: Guard = None) -> None:
    """``mma.<sp>.sync.aligned.<shape>.row.col.<dtype>.<atype>.<btype>.<ctype> d, a, b, c, e, f``

    Manual 9.7.16.6.3 mma.sp, mma.sp::ordered_metadata. PTX 8.7; sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _16(self: object, d: Registers, a: Registers, b: Registers, c: Registers, e: Register | Registers, f: Constant, /, *, pred: Guard = None) -> None:
    """``mma.<sp>.sync.aligned.<shape>.row.col.<dtype>.<atype>.<btype>.<ctype> d, a, b, c, e, f``

    Manual 9.7.16.6.3 mma.sp, mma.sp::ordered_metadata. PTX 8.5; sm_89 or newer.
    """
def _17(self: object, d: Registers, a: Registers, b: Registers, c: Registers, /, *, pred: Guard = None) -> None:
    """``mma.sync.aligned.<shape>.row.col.<kind>.<dtype>.<atype>.<btype>.<ctype> d, a, b, c``

    Manual 9.7.16.5.14 mma. PTX 8.7; sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _18(self: object, d: Registers, a: Registers, b: Registers, c: Registers, /, *, pred: Guard = None) -> None:
    """``mma.sync.aligned.<shape>.row.col.<kind>.<dtype>.<atype>.<btype>.<ctype> d, a, b, c``

    Manual 9.7.16.5.14 mma. PTX 8.7; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _19(self: object, d: Registers, a: Registers, b: Registers, c: Registers, /, *, pred: Guard = None) -> None:
    """``mma.sync.aligned.<shape>.row.col.<kind>.<dtype>.<atype>.<btype>.<ctype> d, a, b, c``

    Manual 9.7.16.5.14 mma. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _20(self: object, d: Registers, a: Registers, b: Registers, c: Registers, e: Register | Registers, f: Constant, /, *, pred: Guard = None) -> None:
    """``mma.<sp>.sync.aligned.<shape>.row.col.<kind>.<dtype>.<atype>.<btype>.<ctype> d, a, b, c, e, f``

    Manual 9.7.16.6.3 mma.sp, mma.sp::ordered_metadata. PTX 8.7; sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _21(self: object, d: Registers, a: Registers, b: Registers, c: Registers, e: Register | Registers, f: Constant, /, *, pred: Guard = None) -> None:
    """``mma.<sp>.sync.aligned.<shape>.row.col.<kind>.<dtype>.<atype>.<btype>.<ctype> d, a, b, c, e, f``

    Manual 9.7.16.6.3 mma.sp, mma.sp::ordered_metadata. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _22(self: object, d: Registers, a: Registers, b: Registers, c: Registers, /, *, pred: Guard = None) -> None:
    """``mma.sync.aligned.<shape>.row.col.<dtype>.<atype>.<btype>.<ctype>.<op>.popc d, a, b, c``

    Manual 9.7.16.5.14 mma. PTX 7.1; sm_80 or newer.
    """
def _23(self: object, d: Registers, a: Registers, b: Registers, c: Registers, /, *, pred: Guard = None) -> None:
    """``mma.sync.aligned.<shape>.row.col.<dtype>.<atype>.<btype>.<ctype>.<op>.popc d, a, b, c``

    Manual 9.7.16.5.14 mma. PTX 7.0; sm_80 or newer.
    """
def _24(self: object, d: Registers, a: Registers, b: Registers, c: Registers, /, *, pred: Guard = None) -> None:
    """``mma.sync.aligned.<shape>.row.col.<dtype>.<atype>.<btype>.<ctype>.<op>.popc d, a, b, c``

    Manual 9.7.16.5.14 mma. PTX 7.0; sm_75 or newer.
    """
def _25(self: object, d: Registers, a: Registers, b: Registers, c: Registers, scale_a: Register | Registers, select_a: Registers, scale_b: Register | Registers, select_b: Registers, /, *, pred: Guard = None) -> None:
    """``mma.sync.aligned.<shape>.row.col.<kind>.block_scale{.<scale>}.<dtype>.<atype>.<btype>.<ctype>.<stype> d, a, b, c, scale_a, select_a, scale_b, select_b``

    Manual 9.7.16.5.14 mma. PTX 8.7; sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _26(self: object, d: Registers, a: Registers, b: Registers, c: Registers, e: Register | Registers, f: Constant, scale_a: Register | Registers, select_a: Registers, scale_b: Register | Registers, select_b: Registers, /, *, pred: Guard = None) -> None:
    """``mma.<sp>.sync.aligned.<shape>.row.col.<kind>.block_scale{.<scale>}.<dtype>.<atype>.<btype>.<ctype>.<stype> d, a, b, c, e, f, scale_a, select_a, scale_b, select_b``

    Manual 9.7.16.6.3 mma.sp, mma.sp::ordered_metadata. PTX 8.7; sm_120a or sm_121a.
    """
def _27(self: object, d: Registers, a: Registers, b: Registers, c: Registers, e: Register | Registers, f: Constant, scale_a: Register | Registers, select_a: Registers, scale_b: Register | Registers, select_b: Registers, /, *, pred: Guard = None) -> None:
    """``mma.<sp>.sync.aligned.<shape>.row.col.<kind>.block_scale{.<scale>}.<dtype>.<atype>.<btype>.<ctype>.<stype> d, a, b, c, e, f, scale_a, select_a, scale_b, select_b``

    Manual 9.7.16.6.3 mma.sp, mma.sp::ordered_metadata. PTX 8.7; sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _28(self: object, d: Registers, a: Registers, b: Registers, c: Registers, scale_a: Register | Registers, select_a: Registers, scale_b: Register | Registers, select_b: Registers, /, *, pred: Guard = None) -> None:
    """``mma.sync.aligned.<shape>.row.col.<kind>.block_scale.<scale>.<dtype>.<atype>.<btype>.<ctype>.<stype> d, a, b, c, scale_a, select_a, scale_b, select_b``

    Manual 9.7.16.5.14 mma. PTX 8.7; sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _29(self: object, d: Registers, a: Registers, b: Registers, c: Registers, scale_a: Register | Registers, select_a: Registers, scale_b: Register | Registers, select_b: Registers, /, *, pred: Guard = None) -> None:
    """``mma.sync.aligned.<shape>.row.col.<kind>.block_scale.<scale>.<dtype>.<atype>.<btype>.<ctype>.<stype> d, a, b, c, scale_a, select_a, scale_b, select_b``

    Manual 9.7.16.5.14 mma. PTX 9.1; sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _30(self: object, d: Registers, a: Registers, b: Registers, c: Registers, e: Register | Registers, f: Constant, scale_a: Register | Registers, select_a: Registers, scale_b: Register | Registers, select_b: Registers, /, *, pred: Guard = None) -> None:
    """``mma.<sp>.sync.aligned.<shape>.row.col.<kind>.block_scale.<scale>.<dtype>.<atype>.<btype>.<ctype>.<stype> d, a, b, c, e, f, scale_a, select_a, scale_b, select_b``

    Manual 9.7.16.6.3 mma.sp, mma.sp::ordered_metadata. PTX 8.7; sm_120a or sm_121a.
    """
def _31(self: object, d: Registers, a: Registers, b: Registers, c: Registers, e: Register | Registers, f: Constant, scale_a: Register | Registers, select_a: Registers, scale_b: Register | Registers, select_b: Registers, /, *, pred: Guard = None) -> None:
    """``mma.<sp>.sync.aligned.<shape>.row.col.<kind>.block_scale.<scale>.<dtype>.<atype>.<btype>.<ctype>.<stype> d, a, b, c, e, f, scale_a, select_a, scale_b, select_b``

    Manual 9.7.16.6.3 mma.sp, mma.sp::ordered_metadata. PTX 9.1; sm_120a or sm_121a.
    """
class mma(Words):
    sp: mma_sp
    sp__ordered_metadata: mma_sp_ordered_metadata
    sync: mma_sync
class mma_sp(Words):
    sync: mma_sp_sync
class mma_sp_ordered_metadata(Words):
    sync: mma_sp_ordered_metadata_sync
class mma_sync(Words):
    aligned: mma_sync_aligned
class mma_sp_sync(Words):
    aligned: mma_sp_sync_aligned
class mma_sp_ordered_metadata_sync(Words):
    aligned: mma_sp_ordered_metadata_sync_aligned
class mma_sync_aligned(Words):
    m16n8k128: mma_sync_aligned_1
    m16n8k16: mma_sync_aligned_m16n8k16
    m16n8k256: mma_sync_aligned_1
    m16n8k32: mma_sync_aligned_m16n8k32
    m16n8k4: mma_sync_aligned_m16n8k4
    m16n8k64: mma_sync_aligned_m16n8k64
    m16n8k8: mma_sync_aligned_m16n8k8
    m8n8k128: mma_sync_aligned_m8n8k128
    m8n8k16: mma_sync_aligned_m8n8k16
    m8n8k32: mma_sync_aligned_m8n8k32
    m8n8k4: mma_sync_aligned_m8n8k4
class mma_sp_sync_aligned(Words):
    m16n8k128: mma_sp_sync_aligned_m16n8k128
    m16n8k16: mma_sp_sync_aligned_m16n8k16
    m16n8k32: mma_sp_sync_aligned_m16n8k32
    m16n8k64: mma_sp_sync_aligned_m16n8k64
    m16n8k8: mma_sp_sync_aligned_m16n8k8
class mma_sp_ordered_metadata_sync_aligned(Words):
    m16n8k128: mma_sp_ordered_metadata_sync_aligned_1
    m16n8k16: mma_sp_ordered_metadata_sync_aligned_2
    m16n8k32: mma_sp_ordered_metadata_sync_aligned_3
    m16n8k64: mma_sp_ordered_metadata_sync_aligned_4
    m16n8k8: mma_sp_ordered_metadata_sync_aligned_5
class mma_sync_aligned_1(Words):
    row: mma_sync_aligned_2
class mma_sync_aligned_m16n8k16(Words):
    row: mma_sync_aligned_m16n8k16_row
class mma_sync_aligned_m16n8k32(Words):
    row: mma_sync_aligned_m16n8k32_row
class mma_sync_aligned_m16n8k4(Words):
    row: mma_sync_aligned_m16n8k4_row
class mma_sync_aligned_m16n8k64(Words):
    row: mma_sync_aligned_m16n8k64_row
class mma_sync_aligned_m16n8k8(Words):
    row: mma_sync_aligned_m16n8k8_row
class mma_sync_aligned_m8n8k128(Words):
    row: mma_sync_aligned_m8n8k128_row
class mma_sync_aligned_m8n8k16(Words):
    row: mma_sync_aligned_m8n8k16_row
class mma_sync_aligned_m8n8k32(Words):
    row: mma_sync_aligned_m8n8k32_row
class mma_sync_aligned_m8n8k4(Words):
    col: mma_sync_aligned_m8n8k4_col
    row: mma_sync_aligned_m8n8k4_row
class mma_sp_sync_aligned_m16n8k128(Words):
    row: mma_sp_sync_aligned_m16n8k128_row
class mma_sp_sync_aligned_m16n8k16(Words):
    row: mma_sp_sync_aligned_m16n8k16_row
class mma_sp_sync_aligned_m16n8k32(Words):
    row: mma_sp_sync_aligned_m16n8k32_row
class mma_sp_sync_aligned_m16n8k64(Words):
    row: mma_sp_sync_aligned_m16n8k64_row
class mma_sp_sync_aligned_m16n8k8(Words):
    row: mma_sp_sync_aligned_m16n8k8_row
class mma_sp_ordered_metadata_sync_aligned_1(Words):
    row: mma_sp_ordered_metadata_sync_aligned_6
class mma_sp_ordered_metadata_sync_aligned_2(Words):
    row: mma_sp_ordered_metadata_sync_aligned_7
class mma_sp_ordered_metadata_sync_aligned_3(Words):
    row: mma_sp_ordered_metadata_sync_aligned_8
class mma_sp_ordered_metadata_sync_aligned_4(Words):
    row: mma_sp_ordered_metadata_sync_aligned_9
class mma_sp_ordered_metadata_sync_aligned_5(Words):
    row: mma_sp_ordered_metadata_sync_aligned_10
class mma_sync_aligned_2(Words):
    col: mma_sync_aligned_3
class mma_sync_aligned_m16n8k16_row(Words):
    col: mma_sync_aligned_m16n8k16_row_col
class mma_sync_aligned_m16n8k32_row(Words):
    col: mma_sync_aligned_m16n8k32_row_col
class mma_sync_aligned_m16n8k4_row(Words):
    col: mma_sync_aligned_m16n8k4_row_col
class mma_sync_aligned_m16n8k64_row(Words):
    col: mma_sync_aligned_m16n8k64_row_col
class mma_sync_aligned_m16n8k8_row(Words):
    col: mma_sync_aligned_m16n8k8_row_col
class mma_sync_aligned_m8n8k128_row(Words):
    col: mma_sync_aligned_m8n8k128_row_col
class mma_sync_aligned_m8n8k16_row(Words):
    col: mma_sync_aligned_m8n8k16_row_col
class mma_sync_aligned_m8n8k32_row(Words):
    col: mma_sync_aligned_m8n8k32_row_col
class mma_sync_aligned_m8n8k4_col(Words):
    col: mma_sync_aligned_m8n8k4_1
    row: mma_sync_aligned_m8n8k4_1
class mma_sync_aligned_m8n8k4_row(Words):
    col: mma_sync_aligned_m8n8k4_row_col
    row: mma_sync_aligned_m8n8k4_1
class mma_sp_sync_aligned_m16n8k128_row(Words):
    col: mma_sp_sync_aligned_m16n8k128_row_col
class mma_sp_sync_aligned_m16n8k16_row(Words):
    col: mma_sp_sync_aligned_m16n8k16_row_col
class mma_sp_sync_aligned_m16n8k32_row(Words):
    col: mma_sp_sync_aligned_m16n8k32_row_col
class mma_sp_sync_aligned_m16n8k64_row(Words):
    col: mma_sp_sync_aligned_m16n8k64_row_col
class mma_sp_sync_aligned_m16n8k8_row(Words):
    col: mma_sp_sync_aligned_m16n8k8_row_col
class mma_sp_ordered_metadata_sync_aligned_6(Words):
    col: mma_sp_ordered_metadata_sync_aligned_11
class mma_sp_ordered_metadata_sync_aligned_7(Words):
    col: mma_sp_ordered_metadata_sync_aligned_12
class mma_sp_ordered_metadata_sync_aligned_8(Words):
    col: mma_sp_ordered_metadata_sync_aligned_13
class mma_sp_ordered_metadata_sync_aligned_9(Words):
    col: mma_sp_ordered_metadata_sync_aligned_14
class mma_sp_ordered_metadata_sync_aligned_10(Words):
    col: mma_sp_ordered_metadata_sync_aligned_15
class mma_sync_aligned_3(Words):
    s32: mma_sync_aligned_4
class mma_sync_aligned_m16n8k16_row_col(Words):
    f16: mma_sync_aligned_m16n8k16_row_col_f16
    f32: mma_sync_aligned_m16n8k16_row_col_f32
    f64: mma_sync_aligned_5
    s32: mma_sync_aligned_m16n8k16_row_col_1
    satfinite: mma_sync_aligned_m16n8k16_row_col_2
class mma_sync_aligned_m16n8k32_row_col(Words):
    f16: mma_sync_aligned_m16n8k32_row_col_f16
    f32: mma_sync_aligned_m16n8k32_row_col_f32
    kind__f8f6f4: mma_sync_aligned_m16n8k32_row_col_1
    kind__mxf8f6f4: mma_sync_aligned_m16n8k32_row_col_2
    s32: mma_sync_aligned_m16n8k32_row_col_3
    satfinite: mma_sync_aligned_m16n8k32_row_col_4
class mma_sync_aligned_m16n8k4_row_col(Words):
    f32: mma_sync_aligned_m16n8k4_row_col_f32
    f64: mma_sync_aligned_5
class mma_sync_aligned_m16n8k64_row_col(Words):
    kind__mxf4: mma_sync_aligned_m16n8k64_row_col_1
    kind__mxf4nvf4: mma_sync_aligned_m16n8k64_row_col_2
    s32: mma_sync_aligned_m16n8k64_row_col_3
    satfinite: mma_sync_aligned_m16n8k64_row_col_4
class mma_sync_aligned_m16n8k8_row_col(Words):
    f16: mma_sync_aligned_m16n8k8_row_col_f16
    f32: mma_sync_aligned_m16n8k8_row_col_f32
    f64: mma_sync_aligned_5
class mma_sync_aligned_m8n8k128_row_col(Words):
    s32: mma_sync_aligned_m8n8k128_row_col_s32
class mma_sync_aligned_m8n8k16_row_col(Words):
    s32: mma_sync_aligned_m8n8k16_row_col_1
    satfinite: mma_sync_aligned_m8n8k16_row_col_2
class mma_sync_aligned_m8n8k32_row_col(Words):
    s32: mma_sync_aligned_m8n8k32_row_col_1
    satfinite: mma_sync_aligned_m8n8k32_row_col_2
class mma_sync_aligned_m8n8k4_1(Words):
    f16: mma_sync_aligned_m8n8k4_2
    f32: mma_sync_aligned_m8n8k4_3
class mma_sync_aligned_m8n8k4_row_col(Words):
    f16: mma_sync_aligned_m8n8k4_2
    f32: mma_sync_aligned_m8n8k4_3
    f64: mma_sync_aligned_m8n8k4_row_col_f64
class mma_sp_sync_aligned_m16n8k128_row_col(Words):
    s32: mma_sp_sync_aligned_m16n8k128_row_col_1
    satfinite: mma_sp_sync_aligned_m16n8k128_row_col_2
class mma_sp_sync_aligned_m16n8k16_row_col(Words):
    f16: mma_sp_sync_aligned_1
    f32: mma_sp_sync_aligned_m16n8k16_row_col_f32
class mma_sp_sync_aligned_m16n8k32_row_col(Words):
    f16: mma_sp_sync_aligned_1
    f32: mma_sp_sync_aligned_m16n8k32_row_col_f32
    s32: mma_sp_sync_aligned_m16n8k32_row_col_1
    satfinite: mma_sp_sync_aligned_m16n8k32_row_col_2
class mma_sp_sync_aligned_m16n8k64_row_col(Words):
    f32: mma_sp_sync_aligned_m16n8k64_row_col_f32
    s32: mma_sp_sync_aligned_m16n8k64_row_col_1
    satfinite: mma_sp_sync_aligned_m16n8k64_row_col_2
class mma_sp_sync_aligned_m16n8k8_row_col(Words):
    f32: mma_sp_sync_aligned_m16n8k8_row_col_f32
class mma_sp_ordered_metadata_sync_aligned_11(Words):
    kind__mxf4: mma_sp_ordered_metadata_sync_aligned_16
    kind__mxf4nvf4: mma_sp_ordered_metadata_sync_aligned_17
    s32: mma_sp_ordered_metadata_sync_aligned_18
    satfinite: mma_sp_ordered_metadata_sync_aligned_19
class mma_sp_ordered_metadata_sync_aligned_12(Words):
    f16: mma_sp_ordered_metadata_sync_aligned_20
    f32: mma_sp_ordered_metadata_sync_aligned_21
class mma_sp_ordered_metadata_sync_aligned_13(Words):
    f16: mma_sp_ordered_metadata_sync_aligned_20
    f32: mma_sp_ordered_metadata_sync_aligned_22
    s32: mma_sp_ordered_metadata_sync_aligned_23
    satfinite: mma_sp_ordered_metadata_sync_aligned_24
class mma_sp_ordered_metadata_sync_aligned_14(Words):
    f16: mma_sp_ordered_metadata_sync_aligned_25
    f32: mma_sp_ordered_metadata_sync_aligned_26
    kind__f8f6f4: mma_sp_ordered_metadata_sync_aligned_27
    kind__mxf8f6f4: mma_sp_ordered_metadata_sync_aligned_28
    s32: mma_sp_ordered_metadata_sync_aligned_29
    satfinite: mma_sp_ordered_metadata_sync_aligned_30
class mma_sp_ordered_metadata_sync_aligned_15(Words):
    f32: mma_sp_ordered_metadata_sync_aligned_31
class mma_sync_aligned_4(Words):
    b1: mma_sync_aligned_6
class mma_sync_aligned_m16n8k16_row_col_f16(Words):
    e4m3: mma_sync_aligned_7
    e5m2: mma_sync_aligned_7
    f16: mma_sync_aligned_m16n8k16_row_col_f16_1
class mma_sync_aligned_m16n8k16_row_col_f32(Words):
    bf16: mma_sync_aligned_8
    e4m3: mma_sync_aligned_m16n8k16_row_col_f32_1
    e5m2: mma_sync_aligned_m16n8k16_row_col_f32_1
    f16: mma_sync_aligned_m16n8k16_row_col_f32_2
class mma_sync_aligned_5(Words):
    f64: mma_sync_aligned_9
class mma_sync_aligned_m16n8k16_row_col_1(Words):
    s8: mma_sync_aligned_10
    u8: mma_sync_aligned_10
class mma_sync_aligned_m16n8k16_row_col_2(Words):
    s32: mma_sync_aligned_m16n8k16_row_col_1
class mma_sync_aligned_m16n8k32_row_col_f16(Words):
    e4m3: mma_sync_aligned_7
    e5m2: mma_sync_aligned_7
class mma_sync_aligned_m16n8k32_row_col_f32(Words):
    e4m3: mma_sync_aligned_m16n8k32_row_col_f32_1
    e5m2: mma_sync_aligned_m16n8k32_row_col_f32_1
class mma_sync_aligned_m16n8k32_row_col_1(Words):
    f16: mma_sync_aligned_m16n8k32_row_col_5
    f32: mma_sync_aligned_m16n8k32_row_col_6
class mma_sync_aligned_m16n8k32_row_col_2(Words):
    block_scale: mma_sync_aligned_m16n8k32_row_col_7
class mma_sync_aligned_m16n8k32_row_col_3(Words):
    s4: mma_sync_aligned_11
    s8: mma_sync_aligned_10
    u4: mma_sync_aligned_11
    u8: mma_sync_aligned_10
class mma_sync_aligned_m16n8k32_row_col_4(Words):
    s32: mma_sync_aligned_m16n8k32_row_col_3
class mma_sync_aligned_m16n8k4_row_col_f32(Words):
    tf32: mma_sync_aligned_12
class mma_sync_aligned_m16n8k64_row_col_1(Words):
    block_scale: mma_sync_aligned_m16n8k64_row_col_5
class mma_sync_aligned_m16n8k64_row_col_2(Words):
    block_scale: mma_sync_aligned_m16n8k64_row_col_6
class mma_sync_aligned_m16n8k64_row_col_3(Words):
    s4: mma_sync_aligned_11
    u4: mma_sync_aligned_11
class mma_sync_aligned_m16n8k64_row_col_4(Words):
    s32: mma_sync_aligned_m16n8k64_row_col_3
class mma_sync_aligned_m16n8k8_row_col_f16(Words):
    f16: mma_sync_aligned_m16n8k8_row_col_f16_f16
class mma_sync_aligned_m16n8k8_row_col_f32(Words):
    bf16: mma_sync_aligned_8
    f16: mma_sync_aligned_m16n8k8_row_col_f32_f16
    tf32: mma_sync_aligned_12
class mma_sync_aligned_m8n8k128_row_col_s32(Words):
    b1: mma_sync_aligned_m8n8k128_row_col_s32_b1
class mma_sync_aligned_m8n8k16_row_col_1(Words):
    s8: mma_sync_aligned_m8n8k16_row_col_3
    u8: mma_sync_aligned_m8n8k16_row_col_3
class mma_sync_aligned_m8n8k16_row_col_2(Words):
    s32: mma_sync_aligned_m8n8k16_row_col_1
class mma_sync_aligned_m8n8k32_row_col_1(Words):
    s4: mma_sync_aligned_m8n8k32_row_col_3
    u4: mma_sync_aligned_m8n8k32_row_col_3
class mma_sync_aligned_m8n8k32_row_col_2(Words):
    s32: mma_sync_aligned_m8n8k32_row_col_1
class mma_sync_aligned_m8n8k4_2(Words):
    f16: mma_sync_aligned_m8n8k4_4
class mma_sync_aligned_m8n8k4_3(Words):
    f16: mma_sync_aligned_m8n8k4_5
class mma_sync_aligned_m8n8k4_row_col_f64(Words):
    f64: mma_sync_aligned_m8n8k4_row_col_f64_f64
class mma_sp_sync_aligned_m16n8k128_row_col_1(Words):
    s4: mma_sp_sync_aligned_2
    u4: mma_sp_sync_aligned_2
class mma_sp_sync_aligned_m16n8k128_row_col_2(Words):
    s32: mma_sp_sync_aligned_m16n8k128_row_col_1
class mma_sp_sync_aligned_1(Words):
    f16: mma_sp_sync_aligned_3
class mma_sp_sync_aligned_m16n8k16_row_col_f32(Words):
    bf16: mma_sp_sync_aligned_4
    f16: mma_sp_sync_aligned_5
    tf32: mma_sp_sync_aligned_6
class mma_sp_sync_aligned_m16n8k32_row_col_f32(Words):
    bf16: mma_sp_sync_aligned_4
    f16: mma_sp_sync_aligned_5
class mma_sp_sync_aligned_m16n8k32_row_col_1(Words):
    s8: mma_sp_sync_aligned_7
    u8: mma_sp_sync_aligned_7
class mma_sp_sync_aligned_m16n8k32_row_col_2(Words):
    s32: mma_sp_sync_aligned_m16n8k32_row_col_1
class mma_sp_sync_aligned_m16n8k64_row_col_f32(Words):
    e4m3: mma_sp_sync_aligned_m16n8k64_row_col_f32_1
    e5m2: mma_sp_sync_aligned_m16n8k64_row_col_f32_1
class mma_sp_sync_aligned_m16n8k64_row_col_1(Words):
    s4: mma_sp_sync_aligned_2
    s8: mma_sp_sync_aligned_7
    u4: mma_sp_sync_aligned_2
    u8: mma_sp_sync_aligned_7
class mma_sp_sync_aligned_m16n8k64_row_col_2(Words):
    s32: mma_sp_sync_aligned_m16n8k64_row_col_1
class mma_sp_sync_aligned_m16n8k8_row_col_f32(Words):
    tf32: mma_sp_sync_aligned_6
class mma_sp_ordered_metadata_sync_aligned_16(Words):
    block_scale: mma_sp_ordered_metadata_sync_aligned_32
class mma_sp_ordered_metadata_sync_aligned_17(Words):
    block_scale: mma_sp_ordered_metadata_sync_aligned_33
class mma_sp_ordered_metadata_sync_aligned_18(Words):
    s4: mma_sp_ordered_metadata_sync_aligned_34
    u4: mma_sp_ordered_metadata_sync_aligned_34
class mma_sp_ordered_metadata_sync_aligned_19(Words):
    s32: mma_sp_ordered_metadata_sync_aligned_18
class mma_sp_ordered_metadata_sync_aligned_20(Words):
    f16: mma_sp_ordered_metadata_sync_aligned_35
class mma_sp_ordered_metadata_sync_aligned_21(Words):
    bf16: mma_sp_ordered_metadata_sync_aligned_36
    f16: mma_sp_ordered_metadata_sync_aligned_37
    tf32: mma_sp_ordered_metadata_sync_aligned_38
class mma_sp_ordered_metadata_sync_aligned_22(Words):
    bf16: mma_sp_ordered_metadata_sync_aligned_36
    f16: mma_sp_ordered_metadata_sync_aligned_37
class mma_sp_ordered_metadata_sync_aligned_23(Words):
    s8: mma_sp_ordered_metadata_sync_aligned_39
    u8: mma_sp_ordered_metadata_sync_aligned_39
class mma_sp_ordered_metadata_sync_aligned_24(Words):
    s32: mma_sp_ordered_metadata_sync_aligned_23
class mma_sp_ordered_metadata_sync_aligned_25(Words):
    e4m3: mma_sp_ordered_metadata_sync_aligned_40
    e5m2: mma_sp_ordered_metadata_sync_aligned_40
class mma_sp_ordered_metadata_sync_aligned_26(Words):
    e4m3: mma_sp_ordered_metadata_sync_aligned_41
    e5m2: mma_sp_ordered_metadata_sync_aligned_41
class mma_sp_ordered_metadata_sync_aligned_27(Words):
    f16: mma_sp_ordered_metadata_sync_aligned_42
    f32: mma_sp_ordered_metadata_sync_aligned_43
class mma_sp_ordered_metadata_sync_aligned_28(Words):
    block_scale: mma_sp_ordered_metadata_sync_aligned_44
class mma_sp_ordered_metadata_sync_aligned_29(Words):
    s4: mma_sp_ordered_metadata_sync_aligned_34
    s8: mma_sp_ordered_metadata_sync_aligned_39
    u4: mma_sp_ordered_metadata_sync_aligned_34
    u8: mma_sp_ordered_metadata_sync_aligned_39
class mma_sp_ordered_metadata_sync_aligned_30(Words):
    s32: mma_sp_ordered_metadata_sync_aligned_29
class mma_sp_ordered_metadata_sync_aligned_31(Words):
    tf32: mma_sp_ordered_metadata_sync_aligned_38
class mma_sync_aligned_6(Words):
    b1: mma_sync_aligned_13
class mma_sync_aligned_7(Words):
    e4m3: mma_sync_aligned_14
    e5m2: mma_sync_aligned_14
class mma_sync_aligned_m16n8k16_row_col_f16_1(Words):
    f16: mma_sync_aligned_m16n8k16_row_col_f16_2
class mma_sync_aligned_8(Words):
    bf16: mma_sync_aligned_15
class mma_sync_aligned_m16n8k16_row_col_f32_1(Words):
    e4m3: mma_sync_aligned_m16n8k16_row_col_f32_3
    e5m2: mma_sync_aligned_m16n8k16_row_col_f32_3
class mma_sync_aligned_m16n8k16_row_col_f32_2(Words):
    f16: mma_sync_aligned_15
class mma_sync_aligned_9(Words):
    f64: mma_sync_aligned_16
class mma_sync_aligned_10(Words):
    s8: mma_sync_aligned_17
    u8: mma_sync_aligned_17
class mma_sync_aligned_m16n8k32_row_col_f32_1(Words):
    e4m3: mma_sync_aligned_m16n8k32_row_col_f32_2
    e5m2: mma_sync_aligned_m16n8k32_row_col_f32_2
class mma_sync_aligned_m16n8k32_row_col_5(Words):
    e2m1: mma_sync_aligned_m16n8k32_row_col_8
    e2m3: mma_sync_aligned_m16n8k32_row_col_8
    e3m2: mma_sync_aligned_m16n8k32_row_col_8
    e4m3: mma_sync_aligned_m16n8k32_row_col_9
    e5m2: mma_sync_aligned_m16n8k32_row_col_9
class mma_sync_aligned_m16n8k32_row_col_6(Words):
    e2m1: mma_sync_aligned_m16n8k32_row_col_10
    e2m3: mma_sync_aligned_m16n8k32_row_col_10
    e3m2: mma_sync_aligned_m16n8k32_row_col_10
    e4m3: mma_sync_aligned_m16n8k32_row_col_11
    e5m2: mma_sync_aligned_m16n8k32_row_col_11
class mma_sync_aligned_m16n8k32_row_col_7(Words):
    f32: mma_sync_aligned_m16n8k32_row_col_12
    scale_vec__1X: mma_sync_aligned_m16n8k32_row_col_13
class mma_sync_aligned_11(Words):
    s4: mma_sync_aligned_17
    u4: mma_sync_aligned_17
class mma_sync_aligned_12(Words):
    tf32: mma_sync_aligned_15
class mma_sync_aligned_m16n8k64_row_col_5(Words):
    f32: mma_sync_aligned_m16n8k64_row_col_7
    scale_vec__2X: mma_sync_aligned_m16n8k64_row_col_8
class mma_sync_aligned_m16n8k64_row_col_6(Words):
    scale_vec__2X: mma_sync_aligned_m16n8k64_row_col_9
    scale_vec__4X: mma_sync_aligned_m16n8k64_row_col_10
class mma_sync_aligned_m16n8k8_row_col_f16_f16(Words):
    f16: mma_sync_aligned_m16n8k8_row_col_f16_f16_1
class mma_sync_aligned_m16n8k8_row_col_f32_f16(Words):
    f16: mma_sync_aligned_m16n8k8_row_col_f32_f16_1
class mma_sync_aligned_m8n8k128_row_col_s32_b1(Words):
    b1: mma_sync_aligned_m8n8k128_row_col_s32_b1_1
class mma_sync_aligned_m8n8k16_row_col_3(Words):
    s8: mma_sync_aligned_18
    u8: mma_sync_aligned_18
class mma_sync_aligned_m8n8k32_row_col_3(Words):
    s4: mma_sync_aligned_18
    u4: mma_sync_aligned_18
class mma_sync_aligned_m8n8k4_4(Words):
    f16: mma_sync_aligned_m8n8k4_6
class mma_sync_aligned_m8n8k4_5(Words):
    f16: mma_sync_aligned_m8n8k4_7
class mma_sync_aligned_m8n8k4_row_col_f64_f64(Words):
    f64: mma_sync_aligned_m8n8k4_row_col_f64_f64_1
class mma_sp_sync_aligned_2(Words):
    s4: mma_sp_sync_aligned_8
    u4: mma_sp_sync_aligned_8
class mma_sp_sync_aligned_3(Words):
    f16: mma_sp_sync_aligned_9
class mma_sp_sync_aligned_4(Words):
    bf16: mma_sp_sync_aligned_10
class mma_sp_sync_aligned_5(Words):
    f16: mma_sp_sync_aligned_10
class mma_sp_sync_aligned_6(Words):
    tf32: mma_sp_sync_aligned_10
class mma_sp_sync_aligned_7(Words):
    s8: mma_sp_sync_aligned_8
    u8: mma_sp_sync_aligned_8
class mma_sp_sync_aligned_m16n8k64_row_col_f32_1(Words):
    e4m3: mma_sp_sync_aligned_m16n8k64_row_col_f32_2
    e5m2: mma_sp_sync_aligned_m16n8k64_row_col_f32_2
class mma_sp_ordered_metadata_sync_aligned_32(Words):
    f32: mma_sp_ordered_metadata_sync_aligned_45
    scale_vec__2X: mma_sp_ordered_metadata_sync_aligned_46
class mma_sp_ordered_metadata_sync_aligned_33(Words):
    scale_vec__2X: mma_sp_ordered_metadata_sync_aligned_47
    scale_vec__4X: mma_sp_ordered_metadata_sync_aligned_48
class mma_sp_ordered_metadata_sync_aligned_34(Words):
    s4: mma_sp_ordered_metadata_sync_aligned_49
    u4: mma_sp_ordered_metadata_sync_aligned_49
class mma_sp_ordered_metadata_sync_aligned_35(Words):
    f16: mma_sp_ordered_metadata_sync_aligned_50
class mma_sp_ordered_metadata_sync_aligned_36(Words):
    bf16: mma_sp_ordered_metadata_sync_aligned_51
class mma_sp_ordered_metadata_sync_aligned_37(Words):
    f16: mma_sp_ordered_metadata_sync_aligned_51
class mma_sp_ordered_metadata_sync_aligned_38(Words):
    tf32: mma_sp_ordered_metadata_sync_aligned_51
class mma_sp_ordered_metadata_sync_aligned_39(Words):
    s8: mma_sp_ordered_metadata_sync_aligned_49
    u8: mma_sp_ordered_metadata_sync_aligned_49
class mma_sp_ordered_metadata_sync_aligned_40(Words):
    e4m3: mma_sp_ordered_metadata_sync_aligned_52
    e5m2: mma_sp_ordered_metadata_sync_aligned_52
class mma_sp_ordered_metadata_sync_aligned_41(Words):
    e4m3: mma_sp_ordered_metadata_sync_aligned_53
    e5m2: mma_sp_ordered_metadata_sync_aligned_53
class mma_sp_ordered_metadata_sync_aligned_42(Words):
    e2m1: mma_sp_ordered_metadata_sync_aligned_54
    e2m3: mma_sp_ordered_metadata_sync_aligned_54
    e3m2: mma_sp_ordered_metadata_sync_aligned_54
    e4m3: mma_sp_ordered_metadata_sync_aligned_54
    e5m2: mma_sp_ordered_metadata_sync_aligned_54
class mma_sp_ordered_metadata_sync_aligned_43(Words):
    e2m1: mma_sp_ordered_metadata_sync_aligned_55
    e2m3: mma_sp_ordered_metadata_sync_aligned_55
    e3m2: mma_sp_ordered_metadata_sync_aligned_55
    e4m3: mma_sp_ordered_metadata_sync_aligned_56
    e5m2: mma_sp_ordered_metadata_sync_aligned_56
class mma_sp_ordered_metadata_sync_aligned_44(Words):
    f32: mma_sp_ordered_metadata_sync_aligned_57
    scale_vec__1X: mma_sp_ordered_metadata_sync_aligned_58
class mma_sync_aligned_13(Words):
    s32: mma_sync_aligned_19
class mma_sync_aligned_14(Words):
    f16 = _1
class mma_sync_aligned_m16n8k16_row_col_f16_2(Words):
    f16 = _2
class mma_sync_aligned_15(Words):
    f32 = _2
class mma_sync_aligned_m16n8k16_row_col_f32_3(Words):
    f32 = _1
class mma_sync_aligned_16(Words):
    f64: mma_sync_aligned_20
    """``mma.sync.aligned.<shape>.row.col.<dtype>.<atype>.<btype>.<ctype>{.<rnd>} d, a, b, c``

    Manual 9.7.16.5.14 mma. PTX 7.8; sm_90 or newer.
    """
class mma_sync_aligned_17(Words):
    s32 = _4
class mma_sync_aligned_m16n8k32_row_col_f32_2(Words):
    f32 = _5
class mma_sync_aligned_m16n8k32_row_col_8(Words):
    e2m1: mma_sync_aligned_m16n8k32_row_col_14
    e2m3: mma_sync_aligned_m16n8k32_row_col_14
    e3m2: mma_sync_aligned_m16n8k32_row_col_14
    e4m3: mma_sync_aligned_m16n8k32_row_col_14
    e5m2: mma_sync_aligned_m16n8k32_row_col_14
class mma_sync_aligned_m16n8k32_row_col_9(Words):
    e2m1: mma_sync_aligned_m16n8k32_row_col_14
    e2m3: mma_sync_aligned_m16n8k32_row_col_14
    e3m2: mma_sync_aligned_m16n8k32_row_col_14
    e4m3: mma_sync_aligned_m16n8k32_row_col_15
    e5m2: mma_sync_aligned_m16n8k32_row_col_15
class mma_sync_aligned_m16n8k32_row_col_10(Words):
    e2m1: mma_sync_aligned_m16n8k32_row_col_16
    e2m3: mma_sync_aligned_m16n8k32_row_col_16
    e3m2: mma_sync_aligned_m16n8k32_row_col_16
    e4m3: mma_sync_aligned_m16n8k32_row_col_16
    e5m2: mma_sync_aligned_m16n8k32_row_col_16
class mma_sync_aligned_m16n8k32_row_col_11(Words):
    e2m1: mma_sync_aligned_m16n8k32_row_col_16
    e2m3: mma_sync_aligned_m16n8k32_row_col_16
    e3m2: mma_sync_aligned_m16n8k32_row_col_16
    e4m3: mma_sync_aligned_m16n8k32_row_col_17
    e5m2: mma_sync_aligned_m16n8k32_row_col_17
class mma_sync_aligned_m16n8k32_row_col_12(Words):
    e2m1: mma_sync_aligned_m16n8k32_row_col_18
    e2m3: mma_sync_aligned_m16n8k32_row_col_18
    e3m2: mma_sync_aligned_m16n8k32_row_col_18
    e4m3: mma_sync_aligned_m16n8k32_row_col_18
    e5m2: mma_sync_aligned_m16n8k32_row_col_18
class mma_sync_aligned_m16n8k32_row_col_13(Words):
    f32: mma_sync_aligned_m16n8k32_row_col_12
class mma_sync_aligned_m16n8k64_row_col_7(Words):
    e2m1: mma_sync_aligned_m16n8k64_row_col_11
class mma_sync_aligned_m16n8k64_row_col_8(Words):
    f32: mma_sync_aligned_m16n8k64_row_col_7
class mma_sync_aligned_m16n8k64_row_col_9(Words):
    f32: mma_sync_aligned_m16n8k64_row_col_12
class mma_sync_aligned_m16n8k64_row_col_10(Words):
    f32: mma_sync_aligned_m16n8k64_row_col_13
class mma_sync_aligned_m16n8k8_row_col_f16_f16_1(Words):
    f16 = _6
class mma_sync_aligned_m16n8k8_row_col_f32_f16_1(Words):
    f32 = _6
class mma_sync_aligned_m8n8k128_row_col_s32_b1_1(Words):
    s32: mma_sync_aligned_m8n8k128_row_col_s32_b1_2
class mma_sync_aligned_18(Words):
    s32 = _7
class mma_sync_aligned_m8n8k4_6(Words):
    f16 = _8
class mma_sync_aligned_m8n8k4_7(Words):
    f16 = _8
    f32 = _8
class mma_sync_aligned_m8n8k4_row_col_f64_f64_1(Words):
    f64: mma_sync_aligned_m8n8k4_row_col_f64_f64_2
    """``mma.sync.aligned.<shape>.row.col.<dtype>.<atype>.<btype>.<ctype>{.<rnd>} d, a, b, c``

    Manual 9.7.16.5.14 mma. PTX 7.0; sm_80 or newer.
    """
class mma_sp_sync_aligned_8(Words):
    s32 = _10
class mma_sp_sync_aligned_9(Words):
    f16 = _11
class mma_sp_sync_aligned_10(Words):
    f32 = _11
class mma_sp_sync_aligned_m16n8k64_row_col_f32_2(Words):
    f32 = _12
class mma_sp_ordered_metadata_sync_aligned_45(Words):
    e2m1: mma_sp_ordered_metadata_sync_aligned_59
class mma_sp_ordered_metadata_sync_aligned_46(Words):
    f32: mma_sp_ordered_metadata_sync_aligned_45
class mma_sp_ordered_metadata_sync_aligned_47(Words):
    f32: mma_sp_ordered_metadata_sync_aligned_60
class mma_sp_ordered_metadata_sync_aligned_48(Words):
    f32: mma_sp_ordered_metadata_sync_aligned_61
class mma_sp_ordered_metadata_sync_aligned_49(Words):
    s32 = _13
class mma_sp_ordered_metadata_sync_aligned_50(Words):
    f16 = _14
class mma_sp_ordered_metadata_sync_aligned_51(Words):
    f32 = _14
class mma_sp_ordered_metadata_sync_aligned_52(Words):
    f16 = _15
class mma_sp_ordered_metadata_sync_aligned_53(Words):
    f32 = _16
class mma_sp_ordered_metadata_sync_aligned_54(Words):
    e2m1: mma_sp_ordered_metadata_sync_aligned_62
    e2m3: mma_sp_ordered_metadata_sync_aligned_62
    e3m2: mma_sp_ordered_metadata_sync_aligned_62
    e4m3: mma_sp_ordered_metadata_sync_aligned_62
    e5m2: mma_sp_ordered_metadata_sync_aligned_62
class mma_sp_ordered_metadata_sync_aligned_55(Words):
    e2m1: mma_sp_ordered_metadata_sync_aligned_63
    e2m3: mma_sp_ordered_metadata_sync_aligned_63
    e3m2: mma_sp_ordered_metadata_sync_aligned_63
    e4m3: mma_sp_ordered_metadata_sync_aligned_63
    e5m2: mma_sp_ordered_metadata_sync_aligned_63
class mma_sp_ordered_metadata_sync_aligned_56(Words):
    e2m1: mma_sp_ordered_metadata_sync_aligned_63
    e2m3: mma_sp_ordered_metadata_sync_aligned_63
    e3m2: mma_sp_ordered_metadata_sync_aligned_63
    e4m3: mma_sp_ordered_metadata_sync_aligned_64
    e5m2: mma_sp_ordered_metadata_sync_aligned_64
class mma_sp_ordered_metadata_sync_aligned_57(Words):
    e2m1: mma_sp_ordered_metadata_sync_aligned_65
    e2m3: mma_sp_ordered_metadata_sync_aligned_65
    e3m2: mma_sp_ordered_metadata_sync_aligned_65
    e4m3: mma_sp_ordered_metadata_sync_aligned_65
    e5m2: mma_sp_ordered_metadata_sync_aligned_65
class mma_sp_ordered_metadata_sync_aligned_58(Words):
    f32: mma_sp_ordered_metadata_sync_aligned_57
class mma_sync_aligned_19(Words):
    and_: mma_sync_aligned_21
    xor: mma_sync_aligned_22
class mma_sync_aligned_20(Words):
    rm = _3
    rn = _3
    rp = _3
    rz = _3
    __call__ = _3
class mma_sync_aligned_m16n8k32_row_col_14(Words):
    f16 = _17
class mma_sync_aligned_m16n8k32_row_col_15(Words):
    f16 = _18
class mma_sync_aligned_m16n8k32_row_col_16(Words):
    f32 = _17
class mma_sync_aligned_m16n8k32_row_col_17(Words):
    f32 = _19
class mma_sync_aligned_m16n8k32_row_col_18(Words):
    e2m1: mma_sync_aligned_23
    e2m3: mma_sync_aligned_23
    e3m2: mma_sync_aligned_23
    e4m3: mma_sync_aligned_23
    e5m2: mma_sync_aligned_23
class mma_sync_aligned_m16n8k64_row_col_11(Words):
    e2m1: mma_sync_aligned_23
class mma_sync_aligned_m16n8k64_row_col_12(Words):
    e2m1: mma_sync_aligned_m16n8k64_row_col_14
class mma_sync_aligned_m16n8k64_row_col_13(Words):
    e2m1: mma_sync_aligned_m16n8k64_row_col_15
class mma_sync_aligned_m8n8k128_row_col_s32_b1_2(Words):
    and_: mma_sync_aligned_21
    xor: mma_sync_aligned_m8n8k128_row_col_s32_b1_3
class mma_sync_aligned_m8n8k4_row_col_f64_f64_2(Words):
    rm = _9
    rn = _9
    rp = _9
    rz = _9
    __call__ = _9
class mma_sp_ordered_metadata_sync_aligned_59(Words):
    e2m1: mma_sp_ordered_metadata_sync_aligned_66
class mma_sp_ordered_metadata_sync_aligned_60(Words):
    e2m1: mma_sp_ordered_metadata_sync_aligned_67
class mma_sp_ordered_metadata_sync_aligned_61(Words):
    e2m1: mma_sp_ordered_metadata_sync_aligned_68
class mma_sp_ordered_metadata_sync_aligned_62(Words):
    f16 = _20
class mma_sp_ordered_metadata_sync_aligned_63(Words):
    f32 = _20
class mma_sp_ordered_metadata_sync_aligned_64(Words):
    f32 = _21
class mma_sp_ordered_metadata_sync_aligned_65(Words):
    e2m1: mma_sp_ordered_metadata_sync_aligned_69
    e2m3: mma_sp_ordered_metadata_sync_aligned_69
    e3m2: mma_sp_ordered_metadata_sync_aligned_69
    e4m3: mma_sp_ordered_metadata_sync_aligned_69
    e5m2: mma_sp_ordered_metadata_sync_aligned_69
class mma_sync_aligned_21(Words):
    popc = _22
class mma_sync_aligned_22(Words):
    popc = _23
class mma_sync_aligned_23(Words):
    f32: mma_sync_aligned_24
class mma_sync_aligned_m16n8k64_row_col_14(Words):
    e2m1: mma_sync_aligned_m16n8k64_row_col_16
class mma_sync_aligned_m16n8k64_row_col_15(Words):
    e2m1: mma_sync_aligned_m16n8k64_row_col_17
class mma_sync_aligned_m8n8k128_row_col_s32_b1_3(Words):
    popc = _24
class mma_sp_ordered_metadata_sync_aligned_66(Words):
    f32: mma_sp_ordered_metadata_sync_aligned_70
class mma_sp_ordered_metadata_sync_aligned_67(Words):
    e2m1: mma_sp_ordered_metadata_sync_aligned_71
class mma_sp_ordered_metadata_sync_aligned_68(Words):
    e2m1: mma_sp_ordered_metadata_sync_aligned_72
class mma_sp_ordered_metadata_sync_aligned_69(Words):
    f32: mma_sp_ordered_metadata_sync_aligned_73
class mma_sync_aligned_24(Words):
    ue8m0 = _25
class mma_sync_aligned_m16n8k64_row_col_16(Words):
    f32: mma_sync_aligned_m16n8k64_row_col_18
class mma_sync_aligned_m16n8k64_row_col_17(Words):
    f32: mma_sync_aligned_m16n8k64_row_col_19
class mma_sp_ordered_metadata_sync_aligned_70(Words):
    ue8m0 = _26
class mma_sp_ordered_metadata_sync_aligned_71(Words):
    f32: mma_sp_ordered_metadata_sync_aligned_74
class mma_sp_ordered_metadata_sync_aligned_72(Words):
    f32: mma_sp_ordered_metadata_sync_aligned_75
class mma_sp_ordered_metadata_sync_aligned_73(Words):
    ue8m0 = _27
class mma_sync_aligned_m16n8k64_row_col_18(Words):
    ue8m0 = _28
class mma_sync_aligned_m16n8k64_row_col_19(Words):
    ue4m3 = _28
    ue8m0 = _29
class mma_sp_ordered_metadata_sync_aligned_74(Words):
    ue8m0 = _30
class mma_sp_ordered_metadata_sync_aligned_75(Words):
    ue4m3 = _30
    ue8m0 = _31
