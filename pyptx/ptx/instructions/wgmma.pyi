# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from typing import overload

from pyptx.ptx.signatures import Condition, Constant, Guard, Register, Registers, Source, Words

def _1(self: object, *, pred: Guard = None) -> None:
    """``wgmma.commit_group.sync.aligned``

    Manual 9.7.17.7.2 wgmma.commit_group. PTX 8.0; sm_90a.
    """
def _2(self: object, *, pred: Guard = None) -> None:
    """``wgmma.fence.sync.aligned``

    Manual 9.7.17.7.1 wgmma.fence. PTX 8.0; sm_90a.
    """
def _3(self: object, n: Constant, /, *, pred: Guard = None) -> None:
    """``wgmma.wait_group.sync.aligned n``

    Manual 9.7.17.7.3 wgmma.wait_group. PTX 8.0; sm_90a.
    """
@overload
def _4(self: object, d: Registers, a: Registers, b_desc: Register, scale_d: Condition | Source, imm_scale_a: Constant, imm_scale_b: Constant, imm_trans_b: Constant, /, *, pred: Guard = None) -> None:
    """``wgmma.mma_async.sync.aligned.<shape>.<dtype>.<atype>.<btype> d, a_desc, b_desc, scale_d, imm_scale_a, imm_scale_b, imm_trans_a, imm_trans_b``

    ``wgmma.mma_async.sync.aligned.<shape>.<dtype>.<atype>.<btype> d, a, b_desc, scale_d, imm_scale_a, imm_scale_b, imm_trans_b``

    Manual 9.7.17.5.2 wgmma.mma_async. PTX 8.0; sm_90a.
    """
@overload
def _4(self: object, d: Registers, a_desc: Register, b_desc: Register, scale_d: Condition | Source, imm_scale_a: Constant, imm_scale_b: Constant, imm_trans_a: Constant, imm_trans_b: Constant, /, *, pred: Guard = None) -> None: ...
def _5(self: object, d: Registers, a_desc: Register | Registers, b_desc: Register, scale_d: Condition | Source, imm_scale_a: Constant, imm_scale_b: Constant, /, *, pred: Guard = None) -> None:
    """``wgmma.mma_async.sync.aligned.<shape>.<dtype>.<atype>.<btype> d, a_desc, b_desc, scale_d, imm_scale_a, imm_scale_b``

    ``wgmma.mma_async.sync.aligned.<shape>.<dtype>.<atype>.<btype> d, a, b_desc, scale_d, imm_scale_a, imm_scale_b``

    Manual 9.7.17.5.2 wgmma.mma_async. PTX 8.0; sm_90a.
    """
def _6(self: object, d: Registers, a_desc: Register | Registers, b_desc: Register, scale_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``wgmma.mma_async.sync.aligned.<shape>{.satfinite}.<dtype>.<atype>.<btype> d, a_desc, b_desc, scale_d``

    ``wgmma.mma_async.sync.aligned.<shape>{.satfinite}.<dtype>.<atype>.<btype> d, a, b_desc, scale_d``

    Manual 9.7.17.5.2 wgmma.mma_async. PTX 8.0; sm_90a.
    """
def _7(self: object, d: Registers, a_desc: Register | Registers, b_desc: Register, scale_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``wgmma.mma_async.sync.aligned.<shape>{.satfinite}.<dtype>.<atype>.<btype> d, a_desc, b_desc, scale_d``

    ``wgmma.mma_async.sync.aligned.<shape>{.satfinite}.<dtype>.<atype>.<btype> d, a, b_desc, scale_d``

    Manual 9.7.17.5.2 wgmma.mma_async. PTX 8.4; sm_90a.
    """
def _8(self: object, d: Registers, a_desc: Register | Registers, b_desc: Register, sp_meta: Register, sp_sel: Constant, scale_d: Condition | Source, imm_scale_a: Constant, imm_scale_b: Constant, /, *, pred: Guard = None) -> None:
    """``wgmma.mma_async.sp.sync.aligned.<shape>.<dtype>.<atype>.<btype> d, a_desc, b_desc, sp_meta, sp_sel, scale_d, imm_scale_a, imm_scale_b``

    ``wgmma.mma_async.sp.sync.aligned.<shape>.<dtype>.<atype>.<btype> d, a, b_desc, sp_meta, sp_sel, scale_d, imm_scale_a, imm_scale_b``

    Manual 9.7.17.6.3 wgmma.mma_async.sp. PTX 8.2; sm_90a.
    """
@overload
def _9(self: object, d: Registers, a: Registers, b_desc: Register, sp_meta: Register, sp_sel: Constant, scale_d: Condition | Source, imm_scale_a: Constant, imm_scale_b: Constant, imm_trans_b: Constant, /, *, pred: Guard = None) -> None:
    """``wgmma.mma_async.sp.sync.aligned.<shape>.<dtype>.<atype>.<btype> d, a_desc, b_desc, sp_meta, sp_sel, scale_d, imm_scale_a, imm_scale_b, imm_trans_a, imm_trans_b``

    ``wgmma.mma_async.sp.sync.aligned.<shape>.<dtype>.<atype>.<btype> d, a, b_desc, sp_meta, sp_sel, scale_d, imm_scale_a, imm_scale_b, imm_trans_b``

    Manual 9.7.17.6.3 wgmma.mma_async.sp. PTX 8.2; sm_90a.
    """
@overload
def _9(self: object, d: Registers, a_desc: Register, b_desc: Register, sp_meta: Register, sp_sel: Constant, scale_d: Condition | Source, imm_scale_a: Constant, imm_scale_b: Constant, imm_trans_a: Constant, imm_trans_b: Constant, /, *, pred: Guard = None) -> None: ...
def _10(self: object, d: Registers, a_desc: Register | Registers, b_desc: Register, sp_meta: Register, sp_sel: Constant, scale_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``wgmma.mma_async.sp.sync.aligned.<shape>{.satfinite}.<dtype>.<atype>.<btype> d, a_desc, b_desc, sp_meta, sp_sel, scale_d``

    ``wgmma.mma_async.sp.sync.aligned.<shape>{.satfinite}.<dtype>.<atype>.<btype> d, a, b_desc, sp_meta, sp_sel, scale_d``

    Manual 9.7.17.6.3 wgmma.mma_async.sp. PTX 8.2; sm_90a.
    """
def _11(self: object, d: Registers, a_desc: Register | Registers, b_desc: Register, sp_meta: Register, sp_sel: Constant, scale_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``wgmma.mma_async.sp.sync.aligned.<shape>{.satfinite}.<dtype>.<atype>.<btype> d, a_desc, b_desc, sp_meta, sp_sel, scale_d``

    ``wgmma.mma_async.sp.sync.aligned.<shape>{.satfinite}.<dtype>.<atype>.<btype> d, a, b_desc, sp_meta, sp_sel, scale_d``

    Manual 9.7.17.6.3 wgmma.mma_async.sp. PTX 8.4; sm_90a.
    """
def _12(self: object, d: Registers, a_desc: Register | Registers, b_desc: Register, scale_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``wgmma.mma_async.sync.aligned.<shape>.<dtype>.<atype>.<btype>.<op>.popc d, a_desc, b_desc, scale_d``

    ``wgmma.mma_async.sync.aligned.<shape>.<dtype>.<atype>.<btype>.<op>.popc d, a, b_desc, scale_d``

    Manual 9.7.17.5.2 wgmma.mma_async. PTX 8.0; sm_90a.
    """
class wgmma(Words):
    commit_group: wgmma_commit_group
    fence: wgmma_fence
    mma_async: wgmma_mma_async
    wait_group: wgmma_wait_group
class wgmma_commit_group(Words):
    sync: wgmma_commit_group_sync
class wgmma_fence(Words):
    sync: wgmma_fence_sync
class wgmma_mma_async(Words):
    sp: wgmma_mma_async_sp
    sync: wgmma_mma_async_sync
class wgmma_wait_group(Words):
    sync: wgmma_wait_group_sync
class wgmma_commit_group_sync(Words):
    aligned = _1
class wgmma_fence_sync(Words):
    aligned = _2
class wgmma_mma_async_sp(Words):
    sync: wgmma_mma_async_sp_sync
class wgmma_mma_async_sync(Words):
    aligned: wgmma_mma_async_sync_aligned
class wgmma_wait_group_sync(Words):
    aligned = _3
class wgmma_mma_async_sp_sync(Words):
    aligned: wgmma_mma_async_sp_sync_aligned
class wgmma_mma_async_sync_aligned(Words):
    m64n104k16: wgmma_mma_async_sync_aligned_1
    m64n104k32: wgmma_mma_async_sync_aligned_2
    m64n104k8: wgmma_mma_async_sync_aligned_3
    m64n112k16: wgmma_mma_async_sync_aligned_1
    m64n112k256: wgmma_mma_async_sync_aligned_4
    m64n112k32: wgmma_mma_async_sync_aligned_5
    m64n112k8: wgmma_mma_async_sync_aligned_3
    m64n120k16: wgmma_mma_async_sync_aligned_1
    m64n120k32: wgmma_mma_async_sync_aligned_2
    m64n120k8: wgmma_mma_async_sync_aligned_3
    m64n128k16: wgmma_mma_async_sync_aligned_1
    m64n128k256: wgmma_mma_async_sync_aligned_4
    m64n128k32: wgmma_mma_async_sync_aligned_5
    m64n128k8: wgmma_mma_async_sync_aligned_3
    m64n136k16: wgmma_mma_async_sync_aligned_1
    m64n136k32: wgmma_mma_async_sync_aligned_2
    m64n136k8: wgmma_mma_async_sync_aligned_3
    m64n144k16: wgmma_mma_async_sync_aligned_1
    m64n144k256: wgmma_mma_async_sync_aligned_4
    m64n144k32: wgmma_mma_async_sync_aligned_5
    m64n144k8: wgmma_mma_async_sync_aligned_3
    m64n152k16: wgmma_mma_async_sync_aligned_1
    m64n152k32: wgmma_mma_async_sync_aligned_2
    m64n152k8: wgmma_mma_async_sync_aligned_3
    m64n160k16: wgmma_mma_async_sync_aligned_1
    m64n160k256: wgmma_mma_async_sync_aligned_4
    m64n160k32: wgmma_mma_async_sync_aligned_5
    m64n160k8: wgmma_mma_async_sync_aligned_3
    m64n168k16: wgmma_mma_async_sync_aligned_1
    m64n168k32: wgmma_mma_async_sync_aligned_2
    m64n168k8: wgmma_mma_async_sync_aligned_3
    m64n16k16: wgmma_mma_async_sync_aligned_1
    m64n16k256: wgmma_mma_async_sync_aligned_4
    m64n16k32: wgmma_mma_async_sync_aligned_5
    m64n16k8: wgmma_mma_async_sync_aligned_3
    m64n176k16: wgmma_mma_async_sync_aligned_1
    m64n176k256: wgmma_mma_async_sync_aligned_4
    m64n176k32: wgmma_mma_async_sync_aligned_5
    m64n176k8: wgmma_mma_async_sync_aligned_3
    m64n184k16: wgmma_mma_async_sync_aligned_1
    m64n184k32: wgmma_mma_async_sync_aligned_2
    m64n184k8: wgmma_mma_async_sync_aligned_3
    m64n192k16: wgmma_mma_async_sync_aligned_1
    m64n192k256: wgmma_mma_async_sync_aligned_4
    m64n192k32: wgmma_mma_async_sync_aligned_5
    m64n192k8: wgmma_mma_async_sync_aligned_3
    m64n200k16: wgmma_mma_async_sync_aligned_1
    m64n200k32: wgmma_mma_async_sync_aligned_2
    m64n200k8: wgmma_mma_async_sync_aligned_3
    m64n208k16: wgmma_mma_async_sync_aligned_1
    m64n208k256: wgmma_mma_async_sync_aligned_4
    m64n208k32: wgmma_mma_async_sync_aligned_5
    m64n208k8: wgmma_mma_async_sync_aligned_3
    m64n216k16: wgmma_mma_async_sync_aligned_1
    m64n216k32: wgmma_mma_async_sync_aligned_2
    m64n216k8: wgmma_mma_async_sync_aligned_3
    m64n224k16: wgmma_mma_async_sync_aligned_1
    m64n224k256: wgmma_mma_async_sync_aligned_4
    m64n224k32: wgmma_mma_async_sync_aligned_5
    m64n224k8: wgmma_mma_async_sync_aligned_3
    m64n232k16: wgmma_mma_async_sync_aligned_1
    m64n232k32: wgmma_mma_async_sync_aligned_2
    m64n232k8: wgmma_mma_async_sync_aligned_3
    m64n240k16: wgmma_mma_async_sync_aligned_1
    m64n240k256: wgmma_mma_async_sync_aligned_4
    m64n240k32: wgmma_mma_async_sync_aligned_5
    m64n240k8: wgmma_mma_async_sync_aligned_3
    m64n248k16: wgmma_mma_async_sync_aligned_1
    m64n248k32: wgmma_mma_async_sync_aligned_2
    m64n248k8: wgmma_mma_async_sync_aligned_3
    m64n24k16: wgmma_mma_async_sync_aligned_1
    m64n24k256: wgmma_mma_async_sync_aligned_4
    m64n24k32: wgmma_mma_async_sync_aligned_5
    m64n24k8: wgmma_mma_async_sync_aligned_3
    m64n256k16: wgmma_mma_async_sync_aligned_1
    m64n256k256: wgmma_mma_async_sync_aligned_4
    m64n256k32: wgmma_mma_async_sync_aligned_5
    m64n256k8: wgmma_mma_async_sync_aligned_3
    m64n32k16: wgmma_mma_async_sync_aligned_1
    m64n32k256: wgmma_mma_async_sync_aligned_4
    m64n32k32: wgmma_mma_async_sync_aligned_5
    m64n32k8: wgmma_mma_async_sync_aligned_3
    m64n40k16: wgmma_mma_async_sync_aligned_1
    m64n40k32: wgmma_mma_async_sync_aligned_2
    m64n40k8: wgmma_mma_async_sync_aligned_3
    m64n48k16: wgmma_mma_async_sync_aligned_1
    m64n48k256: wgmma_mma_async_sync_aligned_4
    m64n48k32: wgmma_mma_async_sync_aligned_5
    m64n48k8: wgmma_mma_async_sync_aligned_3
    m64n56k16: wgmma_mma_async_sync_aligned_1
    m64n56k32: wgmma_mma_async_sync_aligned_2
    m64n56k8: wgmma_mma_async_sync_aligned_3
    m64n64k16: wgmma_mma_async_sync_aligned_1
    m64n64k256: wgmma_mma_async_sync_aligned_4
    m64n64k32: wgmma_mma_async_sync_aligned_5
    m64n64k8: wgmma_mma_async_sync_aligned_3
    m64n72k16: wgmma_mma_async_sync_aligned_1
    m64n72k32: wgmma_mma_async_sync_aligned_2
    m64n72k8: wgmma_mma_async_sync_aligned_3
    m64n80k16: wgmma_mma_async_sync_aligned_1
    m64n80k256: wgmma_mma_async_sync_aligned_4
    m64n80k32: wgmma_mma_async_sync_aligned_5
    m64n80k8: wgmma_mma_async_sync_aligned_3
    m64n88k16: wgmma_mma_async_sync_aligned_1
    m64n88k32: wgmma_mma_async_sync_aligned_2
    m64n88k8: wgmma_mma_async_sync_aligned_3
    m64n8k16: wgmma_mma_async_sync_aligned_1
    m64n8k256: wgmma_mma_async_sync_aligned_4
    m64n8k32: wgmma_mma_async_sync_aligned_5
    m64n8k8: wgmma_mma_async_sync_aligned_3
    m64n96k16: wgmma_mma_async_sync_aligned_1
    m64n96k256: wgmma_mma_async_sync_aligned_4
    m64n96k32: wgmma_mma_async_sync_aligned_5
    m64n96k8: wgmma_mma_async_sync_aligned_3
class wgmma_mma_async_sp_sync_aligned(Words):
    m64n104k16: wgmma_mma_async_sp_sync_aligned_1
    m64n104k32: wgmma_mma_async_sp_sync_aligned_2
    m64n104k64: wgmma_mma_async_sp_sync_aligned_3
    m64n112k16: wgmma_mma_async_sp_sync_aligned_1
    m64n112k32: wgmma_mma_async_sp_sync_aligned_2
    m64n112k64: wgmma_mma_async_sp_sync_aligned_4
    m64n120k16: wgmma_mma_async_sp_sync_aligned_1
    m64n120k32: wgmma_mma_async_sp_sync_aligned_2
    m64n120k64: wgmma_mma_async_sp_sync_aligned_3
    m64n128k16: wgmma_mma_async_sp_sync_aligned_1
    m64n128k32: wgmma_mma_async_sp_sync_aligned_2
    m64n128k64: wgmma_mma_async_sp_sync_aligned_4
    m64n136k16: wgmma_mma_async_sp_sync_aligned_1
    m64n136k32: wgmma_mma_async_sp_sync_aligned_2
    m64n136k64: wgmma_mma_async_sp_sync_aligned_3
    m64n144k16: wgmma_mma_async_sp_sync_aligned_1
    m64n144k32: wgmma_mma_async_sp_sync_aligned_2
    m64n144k64: wgmma_mma_async_sp_sync_aligned_4
    m64n152k16: wgmma_mma_async_sp_sync_aligned_1
    m64n152k32: wgmma_mma_async_sp_sync_aligned_2
    m64n152k64: wgmma_mma_async_sp_sync_aligned_3
    m64n160k16: wgmma_mma_async_sp_sync_aligned_1
    m64n160k32: wgmma_mma_async_sp_sync_aligned_2
    m64n160k64: wgmma_mma_async_sp_sync_aligned_4
    m64n168k16: wgmma_mma_async_sp_sync_aligned_1
    m64n168k32: wgmma_mma_async_sp_sync_aligned_2
    m64n168k64: wgmma_mma_async_sp_sync_aligned_3
    m64n16k16: wgmma_mma_async_sp_sync_aligned_1
    m64n16k32: wgmma_mma_async_sp_sync_aligned_2
    m64n16k64: wgmma_mma_async_sp_sync_aligned_4
    m64n176k16: wgmma_mma_async_sp_sync_aligned_1
    m64n176k32: wgmma_mma_async_sp_sync_aligned_2
    m64n176k64: wgmma_mma_async_sp_sync_aligned_4
    m64n184k16: wgmma_mma_async_sp_sync_aligned_1
    m64n184k32: wgmma_mma_async_sp_sync_aligned_2
    m64n184k64: wgmma_mma_async_sp_sync_aligned_3
    m64n192k16: wgmma_mma_async_sp_sync_aligned_1
    m64n192k32: wgmma_mma_async_sp_sync_aligned_2
    m64n192k64: wgmma_mma_async_sp_sync_aligned_4
    m64n200k16: wgmma_mma_async_sp_sync_aligned_1
    m64n200k32: wgmma_mma_async_sp_sync_aligned_2
    m64n200k64: wgmma_mma_async_sp_sync_aligned_3
    m64n208k16: wgmma_mma_async_sp_sync_aligned_1
    m64n208k32: wgmma_mma_async_sp_sync_aligned_2
    m64n208k64: wgmma_mma_async_sp_sync_aligned_4
    m64n216k16: wgmma_mma_async_sp_sync_aligned_1
    m64n216k32: wgmma_mma_async_sp_sync_aligned_2
    m64n216k64: wgmma_mma_async_sp_sync_aligned_3
    m64n224k16: wgmma_mma_async_sp_sync_aligned_1
    m64n224k32: wgmma_mma_async_sp_sync_aligned_2
    m64n224k64: wgmma_mma_async_sp_sync_aligned_4
    m64n232k16: wgmma_mma_async_sp_sync_aligned_1
    m64n232k32: wgmma_mma_async_sp_sync_aligned_2
    m64n232k64: wgmma_mma_async_sp_sync_aligned_3
    m64n240k16: wgmma_mma_async_sp_sync_aligned_1
    m64n240k32: wgmma_mma_async_sp_sync_aligned_2
    m64n240k64: wgmma_mma_async_sp_sync_aligned_4
    m64n248k16: wgmma_mma_async_sp_sync_aligned_1
    m64n248k32: wgmma_mma_async_sp_sync_aligned_2
    m64n248k64: wgmma_mma_async_sp_sync_aligned_3
    m64n24k16: wgmma_mma_async_sp_sync_aligned_1
    m64n24k32: wgmma_mma_async_sp_sync_aligned_2
    m64n24k64: wgmma_mma_async_sp_sync_aligned_4
    m64n256k16: wgmma_mma_async_sp_sync_aligned_1
    m64n256k32: wgmma_mma_async_sp_sync_aligned_2
    m64n256k64: wgmma_mma_async_sp_sync_aligned_4
    m64n32k16: wgmma_mma_async_sp_sync_aligned_1
    m64n32k32: wgmma_mma_async_sp_sync_aligned_2
    m64n32k64: wgmma_mma_async_sp_sync_aligned_4
    m64n40k16: wgmma_mma_async_sp_sync_aligned_1
    m64n40k32: wgmma_mma_async_sp_sync_aligned_2
    m64n40k64: wgmma_mma_async_sp_sync_aligned_3
    m64n48k16: wgmma_mma_async_sp_sync_aligned_1
    m64n48k32: wgmma_mma_async_sp_sync_aligned_2
    m64n48k64: wgmma_mma_async_sp_sync_aligned_4
    m64n56k16: wgmma_mma_async_sp_sync_aligned_1
    m64n56k32: wgmma_mma_async_sp_sync_aligned_2
    m64n56k64: wgmma_mma_async_sp_sync_aligned_3
    m64n64k16: wgmma_mma_async_sp_sync_aligned_1
    m64n64k32: wgmma_mma_async_sp_sync_aligned_2
    m64n64k64: wgmma_mma_async_sp_sync_aligned_4
    m64n72k16: wgmma_mma_async_sp_sync_aligned_1
    m64n72k32: wgmma_mma_async_sp_sync_aligned_2
    m64n72k64: wgmma_mma_async_sp_sync_aligned_3
    m64n80k16: wgmma_mma_async_sp_sync_aligned_1
    m64n80k32: wgmma_mma_async_sp_sync_aligned_2
    m64n80k64: wgmma_mma_async_sp_sync_aligned_4
    m64n88k16: wgmma_mma_async_sp_sync_aligned_1
    m64n88k32: wgmma_mma_async_sp_sync_aligned_2
    m64n88k64: wgmma_mma_async_sp_sync_aligned_3
    m64n8k16: wgmma_mma_async_sp_sync_aligned_1
    m64n8k32: wgmma_mma_async_sp_sync_aligned_2
    m64n8k64: wgmma_mma_async_sp_sync_aligned_4
    m64n96k16: wgmma_mma_async_sp_sync_aligned_1
    m64n96k32: wgmma_mma_async_sp_sync_aligned_2
    m64n96k64: wgmma_mma_async_sp_sync_aligned_4
class wgmma_mma_async_sync_aligned_1(Words):
    f16: wgmma_mma_async_sync_aligned_6
    f32: wgmma_mma_async_sync_aligned_7
class wgmma_mma_async_sync_aligned_2(Words):
    f16: wgmma_mma_async_sync_aligned_8
    f32: wgmma_mma_async_sync_aligned_8
class wgmma_mma_async_sync_aligned_3(Words):
    f32: wgmma_mma_async_sync_aligned_9
class wgmma_mma_async_sync_aligned_4(Words):
    s32: wgmma_mma_async_sync_aligned_10
class wgmma_mma_async_sync_aligned_5(Words):
    f16: wgmma_mma_async_sync_aligned_8
    f32: wgmma_mma_async_sync_aligned_8
    s32: wgmma_mma_async_sync_aligned_11
    satfinite: wgmma_mma_async_sync_aligned_12
class wgmma_mma_async_sp_sync_aligned_1(Words):
    f32: wgmma_mma_async_sp_sync_aligned_5
class wgmma_mma_async_sp_sync_aligned_2(Words):
    f16: wgmma_mma_async_sp_sync_aligned_6
    f32: wgmma_mma_async_sp_sync_aligned_7
class wgmma_mma_async_sp_sync_aligned_3(Words):
    f16: wgmma_mma_async_sp_sync_aligned_8
    f32: wgmma_mma_async_sp_sync_aligned_8
class wgmma_mma_async_sp_sync_aligned_4(Words):
    f16: wgmma_mma_async_sp_sync_aligned_8
    f32: wgmma_mma_async_sp_sync_aligned_8
    s32: wgmma_mma_async_sp_sync_aligned_9
    satfinite: wgmma_mma_async_sp_sync_aligned_10
class wgmma_mma_async_sync_aligned_6(Words):
    f16: wgmma_mma_async_sync_aligned_13
class wgmma_mma_async_sync_aligned_7(Words):
    bf16: wgmma_mma_async_sync_aligned_14
    f16: wgmma_mma_async_sync_aligned_13
class wgmma_mma_async_sync_aligned_8(Words):
    e4m3: wgmma_mma_async_sync_aligned_15
    e5m2: wgmma_mma_async_sync_aligned_15
class wgmma_mma_async_sync_aligned_9(Words):
    tf32: wgmma_mma_async_sync_aligned_16
class wgmma_mma_async_sync_aligned_10(Words):
    b1: wgmma_mma_async_sync_aligned_17
class wgmma_mma_async_sync_aligned_11(Words):
    s8: wgmma_mma_async_sync_aligned_18
    u8: wgmma_mma_async_sync_aligned_19
class wgmma_mma_async_sync_aligned_12(Words):
    s32: wgmma_mma_async_sync_aligned_11
class wgmma_mma_async_sp_sync_aligned_5(Words):
    tf32: wgmma_mma_async_sp_sync_aligned_11
class wgmma_mma_async_sp_sync_aligned_6(Words):
    f16: wgmma_mma_async_sp_sync_aligned_12
class wgmma_mma_async_sp_sync_aligned_7(Words):
    bf16: wgmma_mma_async_sp_sync_aligned_13
    f16: wgmma_mma_async_sp_sync_aligned_12
class wgmma_mma_async_sp_sync_aligned_8(Words):
    e4m3: wgmma_mma_async_sp_sync_aligned_14
    e5m2: wgmma_mma_async_sp_sync_aligned_14
class wgmma_mma_async_sp_sync_aligned_9(Words):
    s8: wgmma_mma_async_sp_sync_aligned_15
    u8: wgmma_mma_async_sp_sync_aligned_16
class wgmma_mma_async_sp_sync_aligned_10(Words):
    s32: wgmma_mma_async_sp_sync_aligned_9
class wgmma_mma_async_sync_aligned_13(Words):
    f16 = _4
class wgmma_mma_async_sync_aligned_14(Words):
    bf16 = _4
class wgmma_mma_async_sync_aligned_15(Words):
    e4m3 = _5
    e5m2 = _5
class wgmma_mma_async_sync_aligned_16(Words):
    tf32 = _5
class wgmma_mma_async_sync_aligned_17(Words):
    b1: wgmma_mma_async_sync_aligned_20
class wgmma_mma_async_sync_aligned_18(Words):
    s8 = _6
    u8 = _7
class wgmma_mma_async_sync_aligned_19(Words):
    s8 = _7
    u8 = _6
class wgmma_mma_async_sp_sync_aligned_11(Words):
    tf32 = _8
class wgmma_mma_async_sp_sync_aligned_12(Words):
    f16 = _9
class wgmma_mma_async_sp_sync_aligned_13(Words):
    bf16 = _9
class wgmma_mma_async_sp_sync_aligned_14(Words):
    e4m3 = _8
    e5m2 = _8
class wgmma_mma_async_sp_sync_aligned_15(Words):
    s8 = _10
    u8 = _11
class wgmma_mma_async_sp_sync_aligned_16(Words):
    s8 = _11
    u8 = _10
class wgmma_mma_async_sync_aligned_20(Words):
    and_: wgmma_mma_async_sync_aligned_21
class wgmma_mma_async_sync_aligned_21(Words):
    popc = _12
