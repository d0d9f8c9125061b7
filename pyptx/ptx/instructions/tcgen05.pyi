# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from typing import overload

from pyptx.ptx.signatures import Bracketed, Condition, Constant, Guard, Register, Registers, Source, Words

def _1(self: object, *, pred: Guard = None) -> None:
    """``tcgen05.<fence>``

    Manual 9.7.18.11.1 tcgen05.fence. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _2(self: object, taddr: Bracketed, s_desc: Register, /, *, pred: Guard = None) -> None:
    """``tcgen05.cp.<cta_group>.<shape>{.<dst_fmt>}{.<src_fmt>} [taddr], s_desc``

    Manual 9.7.18.9.2 tcgen05.cp. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
@overload
def _3(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, idesc: Source, enable_input_d: Condition | Source, scale_input_d: Constant = ..., /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.<cta_group>.<kind>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, idesc{, disable_output_lane}, enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.

    ``tcgen05.mma.<cta_group>.<kind>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, idesc{, disable_output_lane}, enable_input_d, scale_input_d``

    ``tcgen05.mma.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc{, disable_output_lane}, enable_input_d, scale_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 8.6; sm_100a, sm_100f, sm_103a, sm_103f, sm_107a or sm_107f.
    """
@overload
def _3(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, idesc: Source, disable_output_lane: Registers, enable_input_d: Condition | Source, scale_input_d: Constant = ..., /, *, pred: Guard = None) -> None: ...
@overload
def _4(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, idesc: Source, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.<cta_group>.<kind>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, idesc{, disable_output_lane}, enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
@overload
def _4(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, idesc: Source, disable_output_lane: Registers, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None: ...
@overload
def _5(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, idesc: Source, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.<cta_group>.<kind>{.<collector_a>} [d_tmem], a_desc, b_desc, idesc{, disable_output_lane}, enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>{.ashift}{.<collector_a>} [d_tmem], [a_tmem], b_desc, idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 8.6; sm_100a, sm_101a or sm_110a.
    """
@overload
def _5(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, idesc: Source, disable_output_lane: Registers, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None: ...
@overload
def _6(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, idesc: Source, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.<cta_group>.<kind>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, idesc{, disable_output_lane}, enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 9.4; sm_107a or sm_107f.
    """
@overload
def _6(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, idesc: Source, disable_output_lane: Registers, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None: ...
def _7(self: object, taddr: Bracketed, /, *, pred: Guard = None) -> None:
    """``tcgen05.shift.<cta_group>.down [taddr]``

    Manual 9.7.18.9.3 tcgen05.shift. PTX 8.6; sm_100a, sm_101a, sm_103a, sm_107a or sm_110a.
    """
def _8(self: object, *, pred: Guard = None) -> None:
    """``tcgen05.<wait_operation>.sync.aligned``

    Manual 9.7.18.8.5 tcgen05.wait. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _9(self: object, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``tcgen05.commit.<cta_group>.<completion>{.<restriction>}{.<ss>}.b64 [mbar]``

    Manual 9.7.18.12.1 tcgen05.commit. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _10(self: object, taddr: Bracketed, s_desc: Register, /, *, pred: Guard = None) -> None:
    """``tcgen05.cp.<cta_group>.<shape>.<multicast>{.<dst_fmt>}{.<src_fmt>} [taddr], s_desc``

    Manual 9.7.18.9.2 tcgen05.cp. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
@overload
def _11(self: object, d_tmem: Bracketed, a_tmem: Bracketed, b_desc: Register, idesc: Source, enable_input_d: Condition | Source, scale_input_d: Constant = ..., /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.

    ``tcgen05.mma.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc{, disable_output_lane}, enable_input_d, scale_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 8.6; sm_100a, sm_100f, sm_103a, sm_103f, sm_107a or sm_107f.
    """
@overload
def _11(self: object, d_tmem: Bracketed, a_tmem: Bracketed, b_desc: Register, idesc: Source, disable_output_lane: Registers, enable_input_d: Condition | Source, scale_input_d: Constant = ..., /, *, pred: Guard = None) -> None: ...
@overload
def _12(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, idesc: Source, enable_input_d: Condition | Source, scale_input_d: Constant = ..., /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.<cta_group>.<kind>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, idesc{, disable_output_lane}, enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, idesc{, disable_output_lane}, enable_input_d, scale_input_d``

    ``tcgen05.mma.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc{, disable_output_lane}, enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc{, disable_output_lane}, enable_input_d, scale_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 9.4; sm_107a or sm_107f.
    """
@overload
def _12(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, idesc: Source, disable_output_lane: Registers, enable_input_d: Condition | Source, scale_input_d: Constant = ..., /, *, pred: Guard = None) -> None: ...
@overload
def _13(self: object, d_tmem: Bracketed, a_tmem: Bracketed, b_desc: Register, idesc: Source, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
@overload
def _13(self: object, d_tmem: Bracketed, a_tmem: Bracketed, b_desc: Register, idesc: Source, disable_output_lane: Registers, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None: ...
@overload
def _14(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_compressed_desc: Register, b_decompress_metadata: Bracketed, idesc: Source, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.<cta_group>.<kind>.decompress::lut::b{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_compressed_desc, [b_decompress_metadata], idesc{, disable_output_lane}, enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>.decompress::lut::b{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_compressed_desc, [b_decompress_metadata], idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 9.4; sm_107a or sm_107f.
    """
@overload
def _14(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_compressed_desc: Register, b_decompress_metadata: Bracketed, idesc: Source, disable_output_lane: Registers, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None: ...
@overload
def _15(self: object, d_tmem: Bracketed, a_tmem: Bracketed, b_desc: Register, idesc: Source, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.<cta_group>.<kind>{.ashift}{.<collector_a>} [d_tmem], [a_tmem], b_desc, idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 8.6; sm_100a, sm_101a or sm_110a.
    """
@overload
def _15(self: object, d_tmem: Bracketed, a_tmem: Bracketed, b_desc: Register, idesc: Source, disable_output_lane: Registers, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None: ...
def _16(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, idesc: Source, scale_a_tmem: Bracketed, scale_b_tmem: Bracketed, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
@overload
def _17(self: object, d_tmem: Bracketed, a_tmem: Bracketed, b_desc: Register, idesc: Source, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 9.4; sm_107a or sm_107f.
    """
@overload
def _17(self: object, d_tmem: Bracketed, a_tmem: Bracketed, b_desc: Register, idesc: Source, disable_output_lane: Registers, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None: ...
@overload
def _18(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, sp_meta_tmem: Bracketed, idesc: Source, enable_input_d: Condition | Source, scale_input_d: Constant = ..., /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.sp.<cta_group>.<kind>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d``

    ``tcgen05.mma.sp.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.

    ``tcgen05.mma.sp.<cta_group>.<kind>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d, scale_input_d``

    ``tcgen05.mma.sp.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d, scale_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 8.6; sm_100a, sm_100f, sm_103a, sm_103f, sm_107a or sm_107f.
    """
@overload
def _18(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, sp_meta_tmem: Bracketed, idesc: Source, disable_output_lane: Registers, enable_input_d: Condition | Source, scale_input_d: Constant = ..., /, *, pred: Guard = None) -> None: ...
@overload
def _19(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, sp_meta_tmem: Bracketed, idesc: Source, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.sp.<cta_group>.<kind>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d``

    ``tcgen05.mma.sp.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
@overload
def _19(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, sp_meta_tmem: Bracketed, idesc: Source, disable_output_lane: Registers, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None: ...
@overload
def _20(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, sp_meta_tmem: Bracketed, idesc: Source, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.sp.<cta_group>.<kind>{.<collector_a>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d``

    ``tcgen05.mma.sp.<cta_group>.<kind>{.ashift}{.<collector_a>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 8.6; sm_100a, sm_101a or sm_110a.
    """
@overload
def _20(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, sp_meta_tmem: Bracketed, idesc: Source, disable_output_lane: Registers, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None: ...
@overload
def _21(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, sp_meta_tmem: Bracketed, idesc: Source, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.sp.<cta_group>.<kind>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d``

    ``tcgen05.mma.sp.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 9.4; sm_107a or sm_107f.
    """
@overload
def _21(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, sp_meta_tmem: Bracketed, idesc: Source, disable_output_lane: Registers, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None: ...
def _22(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, idesc: Source, enable_input_d: Condition | Source, zero_column_mask_desc: Source = ..., /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.ws.<cta_group>.<kind>{.<collector>} [d_tmem], a_desc, b_desc, idesc, enable_input_d{, zero_column_mask_desc}``

    ``tcgen05.mma.ws.<cta_group>.<kind>{.<collector>} [d_tmem], [a_tmem], b_desc, idesc, enable_input_d{, zero_column_mask_desc}``

    Manual 9.7.18.10.10.3 tcgen05.mma.ws. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _23(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, idesc: Source, enable_input_d: Condition | Source, zero_column_mask_desc: Source = ..., /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.ws.<cta_group>.<kind>{.<collector>} [d_tmem], a_desc, b_desc, idesc, enable_input_d{, zero_column_mask_desc}``

    ``tcgen05.mma.ws.<cta_group>.<kind>{.<collector>} [d_tmem], [a_tmem], b_desc, idesc, enable_input_d{, zero_column_mask_desc}``

    Manual 9.7.18.10.10.3 tcgen05.mma.ws. PTX 8.6; sm_100a, sm_101a or sm_110a.
    """
def _24(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, idesc: Source, enable_input_d: Condition | Source, zero_column_mask_desc: Source = ..., /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.ws.<cta_group>.<kind>{.<collector>} [d_tmem], a_desc, b_desc, idesc, enable_input_d{, zero_column_mask_desc}``

    ``tcgen05.mma.ws.<cta_group>.<kind>{.<collector>} [d_tmem], [a_tmem], b_desc, idesc, enable_input_d{, zero_column_mask_desc}``

    Manual 9.7.18.10.10.3 tcgen05.mma.ws. PTX 9.4; sm_107a or sm_107f.
    """
def _25(self: object, *, pred: Guard = None) -> None:
    """``tcgen05.relinquish_alloc_permit.<cta_group>.sync.aligned``

    Manual 9.7.18.7.1 tcgen05.alloc, tcgen05.dealloc, tcgen05.relinquish_alloc_permit. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _26(self: object, dst: Bracketed, n_cols: Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.alloc.<cta_group>.sync.aligned{.<ss>}.b32 [dst], n_cols``

    Manual 9.7.18.7.1 tcgen05.alloc, tcgen05.dealloc, tcgen05.relinquish_alloc_permit. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _27(self: object, mbar: Bracketed, cta_mask: Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.commit.<cta_group>.<completion>{.<restriction>}{.<ss>}.<multicast>.b64 [mbar], cta_mask``

    Manual 9.7.18.12.1 tcgen05.commit. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _28(self: object, mbar: Bracketed, cta_mask: Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.commit.<cta_group>.<completion>{.<restriction>}{.<ss>}.<multicast>.b64 [mbar], cta_mask``

    Manual 9.7.18.12.1 tcgen05.commit. PTX 9.4; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _29(self: object, mbar: Bracketed, cta_mask: Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.commit.<cta_group>.<completion>{.<restriction>}{.<ss>}.<multicast>.b64 [mbar], cta_mask``

    Manual 9.7.18.12.1 tcgen05.commit. PTX 9.4; sm_107a or sm_107f.
    """
def _30(self: object, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``tcgen05.commit.<cta_group>.<completion>{.<restriction>}{.<ss>}.b64 [mbar]``

    Manual 9.7.18.12.1 tcgen05.commit. PTX 9.4; sm_107a or sm_107f.
    """
def _31(self: object, taddr: Source, n_cols: Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.dealloc.<cta_group>.sync.aligned.b32 taddr, n_cols``

    Manual 9.7.18.7.1 tcgen05.alloc, tcgen05.dealloc, tcgen05.relinquish_alloc_permit. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
@overload
def _32(self: object, d_tmem: Bracketed, a_tmem: Bracketed, b_desc: Register, idesc: Source, enable_input_d: Condition | Source, scale_input_d: Constant = ..., /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc{, disable_output_lane}, enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc{, disable_output_lane}, enable_input_d, scale_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 9.4; sm_107a or sm_107f.
    """
@overload
def _32(self: object, d_tmem: Bracketed, a_tmem: Bracketed, b_desc: Register, idesc: Source, disable_output_lane: Registers, enable_input_d: Condition | Source, scale_input_d: Constant = ..., /, *, pred: Guard = None) -> None: ...
def _33(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, idesc: Source, scale_a_tmem: Bracketed, scale_b_tmem: Bracketed, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 8.8; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _34(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, idesc: Source, scale_a_tmem: Bracketed, scale_b_tmem: Bracketed, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 9.4; sm_107a or sm_107f.
    """
def _35(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, idesc: Source, scale_a_tmem: Bracketed, scale_b_tmem: Bracketed, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 8.6; sm_100a, sm_101a, sm_103a, sm_107a or sm_110a.
    """
def _36(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, idesc: Source, scale_a_tmem: Bracketed, scale_b_tmem: Bracketed, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.<cta_group>.<kind>.block_scale.<scale>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>.block_scale.<scale>{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 8.8; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _37(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, idesc: Source, scale_a_tmem: Bracketed, scale_b_tmem: Bracketed, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.<cta_group>.<kind>.block_scale.<scale>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>.block_scale.<scale>{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 8.7; sm_100a, sm_101a, sm_103a, sm_107a or sm_110a.
    """
def _38(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_compressed_desc: Register, b_decompress_metadata: Bracketed, idesc: Source, scale_a_tmem: Bracketed, scale_b_tmem: Bracketed, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.<cta_group>.<kind>.block_scale.decompress::lut::b{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_compressed_desc, [b_decompress_metadata], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>.block_scale.decompress::lut::b{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_compressed_desc, [b_decompress_metadata], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 9.4; sm_107a or sm_107f.
    """
@overload
def _39(self: object, d_tmem: Bracketed, a_tmem: Bracketed, b_desc: Register, sp_meta_tmem: Bracketed, idesc: Source, enable_input_d: Condition | Source, scale_input_d: Constant = ..., /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.sp.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.

    ``tcgen05.mma.sp.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d, scale_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 8.6; sm_100a, sm_100f, sm_103a, sm_103f, sm_107a or sm_107f.
    """
@overload
def _39(self: object, d_tmem: Bracketed, a_tmem: Bracketed, b_desc: Register, sp_meta_tmem: Bracketed, idesc: Source, disable_output_lane: Registers, enable_input_d: Condition | Source, scale_input_d: Constant = ..., /, *, pred: Guard = None) -> None: ...
@overload
def _40(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, sp_meta_tmem: Bracketed, idesc: Source, enable_input_d: Condition | Source, scale_input_d: Constant = ..., /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.sp.<cta_group>.<kind>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d``

    ``tcgen05.mma.sp.<cta_group>.<kind>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d, scale_input_d``

    ``tcgen05.mma.sp.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d``

    ``tcgen05.mma.sp.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d, scale_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 9.4; sm_107a or sm_107f.
    """
@overload
def _40(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, sp_meta_tmem: Bracketed, idesc: Source, disable_output_lane: Registers, enable_input_d: Condition | Source, scale_input_d: Constant = ..., /, *, pred: Guard = None) -> None: ...
@overload
def _41(self: object, d_tmem: Bracketed, a_tmem: Bracketed, b_desc: Register, sp_meta_tmem: Bracketed, idesc: Source, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.sp.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
@overload
def _41(self: object, d_tmem: Bracketed, a_tmem: Bracketed, b_desc: Register, sp_meta_tmem: Bracketed, idesc: Source, disable_output_lane: Registers, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None: ...
@overload
def _42(self: object, d_tmem: Bracketed, a_tmem: Bracketed, b_desc: Register, sp_meta_tmem: Bracketed, idesc: Source, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.sp.<cta_group>.<kind>{.ashift}{.<collector_a>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 8.6; sm_100a, sm_101a or sm_110a.
    """
@overload
def _42(self: object, d_tmem: Bracketed, a_tmem: Bracketed, b_desc: Register, sp_meta_tmem: Bracketed, idesc: Source, disable_output_lane: Registers, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None: ...
def _43(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, sp_meta_tmem: Bracketed, idesc: Source, scale_a_tmem: Bracketed, scale_b_tmem: Bracketed, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.sp.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.sp.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 8.6; sm_100a, sm_101a, sm_103a, sm_107a or sm_110a.
    """
def _44(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, sp_meta_tmem: Bracketed, idesc: Source, scale_a_tmem: Bracketed, scale_b_tmem: Bracketed, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.sp.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.sp.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
@overload
def _45(self: object, d_tmem: Bracketed, a_tmem: Bracketed, b_desc: Register, sp_meta_tmem: Bracketed, idesc: Source, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.sp.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 9.4; sm_107a or sm_107f.
    """
@overload
def _45(self: object, d_tmem: Bracketed, a_tmem: Bracketed, b_desc: Register, sp_meta_tmem: Bracketed, idesc: Source, disable_output_lane: Registers, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None: ...
def _46(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, sp_meta_tmem: Bracketed, idesc: Source, enable_input_d: Condition | Source, zero_column_mask_desc: Source = ..., /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.ws.sp.<cta_group>.<kind>{.<collector>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc, enable_input_d{, zero_column_mask_desc}``

    ``tcgen05.mma.ws.sp.<cta_group>.<kind>{.<collector>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc, enable_input_d{, zero_column_mask_desc}``

    Manual 9.7.18.10.10.4 tcgen05.mma.ws.sp. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _47(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, sp_meta_tmem: Bracketed, idesc: Source, enable_input_d: Condition | Source, zero_column_mask_desc: Source = ..., /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.ws.sp.<cta_group>.<kind>{.<collector>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc, enable_input_d{, zero_column_mask_desc}``

    ``tcgen05.mma.ws.sp.<cta_group>.<kind>{.<collector>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc, enable_input_d{, zero_column_mask_desc}``

    Manual 9.7.18.10.10.4 tcgen05.mma.ws.sp. PTX 8.6; sm_100a, sm_101a or sm_110a.
    """
def _48(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, sp_meta_tmem: Bracketed, idesc: Source, enable_input_d: Condition | Source, zero_column_mask_desc: Source = ..., /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.ws.sp.<cta_group>.<kind>{.<collector>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc, enable_input_d{, zero_column_mask_desc}``

    ``tcgen05.mma.ws.sp.<cta_group>.<kind>{.<collector>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc, enable_input_d{, zero_column_mask_desc}``

    Manual 9.7.18.10.10.4 tcgen05.mma.ws.sp. PTX 9.4; sm_107a or sm_107f.
    """
def _49(self: object, dst: Bracketed, n_cols: Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.alloc.exclusive.<cta_group>.sync.aligned{.<ss>}.b32 [dst], n_cols``

    Manual 9.7.18.7.1 tcgen05.alloc, tcgen05.dealloc, tcgen05.relinquish_alloc_permit. PTX 9.4; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _50(self: object, taddr: Source, n_cols: Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.dealloc.exclusive.<cta_group>.sync.aligned.b32 taddr, n_cols``

    Manual 9.7.18.7.1 tcgen05.alloc, tcgen05.dealloc, tcgen05.relinquish_alloc_permit. PTX 9.4; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _51(self: object, r: Registers, taddr: Bracketed, /, *, pred: Guard = None) -> None:
    """``tcgen05.ld.sync.aligned.<shape>.<num>{.<pack>}.b32 r, [taddr]``

    Manual 9.7.18.8.3 tcgen05.ld. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _52(self: object, r: Registers, taddr: Bracketed, imm_half_splitoff: Constant, /, *, pred: Guard = None) -> None:
    """``tcgen05.ld.sync.aligned.<shape>.<num>{.<pack>}.b32 r, [taddr], imm_half_splitoff``

    Manual 9.7.18.8.3 tcgen05.ld. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _53(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, idesc: Source, scale_a_tmem: Bracketed, scale_b_tmem: Bracketed, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 9.4; sm_107a.
    """
def _54(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, idesc: Source, scale_a_tmem: Bracketed, scale_b_tmem: Bracketed, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.<cta_group>.<kind>.block_scale.<scale>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>.block_scale.<scale>{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 9.4; sm_107a or sm_107f.
    """
def _55(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, idesc: Source, scale_a_tmem: Bracketed, scale_b_tmem: Bracketed, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.<cta_group>.<kind>.block_scale.<scale>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>.block_scale.<scale>{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 9.4; sm_107a.
    """
def _56(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_compressed_desc: Register, b_decompress_metadata: Bracketed, idesc: Source, scale_a_tmem: Bracketed, scale_b_tmem: Bracketed, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.<cta_group>.<kind>.block_scale.decompress::lut::b{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_compressed_desc, [b_decompress_metadata], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>.block_scale.decompress::lut::b{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_compressed_desc, [b_decompress_metadata], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 9.4; sm_107a.
    """
@overload
def _57(self: object, d_tmem: Bracketed, a_tmem: Bracketed, b_desc: Register, sp_meta_tmem: Bracketed, idesc: Source, enable_input_d: Condition | Source, scale_input_d: Constant = ..., /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.sp.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d``

    ``tcgen05.mma.sp.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d, scale_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 9.4; sm_107a or sm_107f.
    """
@overload
def _57(self: object, d_tmem: Bracketed, a_tmem: Bracketed, b_desc: Register, sp_meta_tmem: Bracketed, idesc: Source, disable_output_lane: Registers, enable_input_d: Condition | Source, scale_input_d: Constant = ..., /, *, pred: Guard = None) -> None: ...
def _58(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, sp_meta_tmem: Bracketed, idesc: Source, scale_a_tmem: Bracketed, scale_b_tmem: Bracketed, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.sp.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.sp.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 8.8; sm_100a, sm_101a, sm_103a, sm_107a or sm_110a.
    """
def _59(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, sp_meta_tmem: Bracketed, idesc: Source, scale_a_tmem: Bracketed, scale_b_tmem: Bracketed, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.sp.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.sp.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 9.4; sm_107a.
    """
def _60(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, sp_meta_tmem: Bracketed, idesc: Source, scale_a_tmem: Bracketed, scale_b_tmem: Bracketed, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.sp.<cta_group>.<kind>.block_scale.<scale>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.sp.<cta_group>.<kind>.block_scale.<scale>{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 8.8; sm_100a, sm_101a, sm_103a, sm_107a or sm_110a.
    """
def _61(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, sp_meta_tmem: Bracketed, idesc: Source, scale_a_tmem: Bracketed, scale_b_tmem: Bracketed, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.sp.<cta_group>.<kind>.block_scale.<scale>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.sp.<cta_group>.<kind>.block_scale.<scale>{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 8.7; sm_100a, sm_101a, sm_103a, sm_107a or sm_110a.
    """
def _62(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, sp_meta_tmem: Bracketed, idesc: Source, scale_a_tmem: Bracketed, scale_b_tmem: Bracketed, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.sp.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.sp.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 8.8; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _63(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, sp_meta_tmem: Bracketed, idesc: Source, scale_a_tmem: Bracketed, scale_b_tmem: Bracketed, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.sp.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.sp.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 9.4; sm_107a or sm_107f.
    """
def _64(self: object, taddr: Bracketed, r: Registers, /, *, pred: Guard = None) -> None:
    """``tcgen05.st.sync.aligned.<shape>.<num>{.<unpack>}.b32 [taddr], r``

    Manual 9.7.18.8.4 tcgen05.st. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _65(self: object, taddr: Bracketed, imm_half_splitoff: Constant, r: Registers, /, *, pred: Guard = None) -> None:
    """``tcgen05.st.sync.aligned.<shape>.<num>{.<unpack>}.b32 [taddr], imm_half_splitoff, r``

    Manual 9.7.18.8.4 tcgen05.st. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _66(self: object, d_tmem: Bracketed, a_desc: Bracketed | Register, b_desc: Register, sp_meta_tmem: Bracketed, idesc: Source, scale_a_tmem: Bracketed, scale_b_tmem: Bracketed, enable_input_d: Condition | Source, /, *, pred: Guard = None) -> None:
    """``tcgen05.mma.sp.<cta_group>.<kind>.block_scale.<scale>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.sp.<cta_group>.<kind>.block_scale.<scale>{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 9.4; sm_107a.
    """
def _67(self: object, r: Registers, redval: Register, taddr: Bracketed, imm_half_splitoff: Constant, /, *, pred: Guard = None) -> None:
    """``tcgen05.ld.red.sync.aligned.<shape>.<num>.<red_op>{.abs}{.NaN}.<type> r, redval, [taddr], imm_half_splitoff``

    Manual 9.7.18.8.3 tcgen05.ld. PTX 8.8; sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _68(self: object, r: Registers, redval: Register, taddr: Bracketed, imm_half_splitoff: Constant, /, *, pred: Guard = None) -> None:
    """``tcgen05.ld.red.sync.aligned.<shape>.<num>.<red_op>.<type> r, redval, [taddr], imm_half_splitoff``

    Manual 9.7.18.8.3 tcgen05.ld. PTX 8.8; sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _69(self: object, r: Registers, redval: Register, taddr: Bracketed, /, *, pred: Guard = None) -> None:
    """``tcgen05.ld.red.sync.aligned.<shape>.<num>.<red_op>{.abs}{.NaN}.<type> r, redval, [taddr]``

    Manual 9.7.18.8.3 tcgen05.ld. PTX 8.8; sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _70(self: object, r: Registers, redval: Register, taddr: Bracketed, /, *, pred: Guard = None) -> None:
    """``tcgen05.ld.red.sync.aligned.<shape>.<num>.<red_op>.<type> r, redval, [taddr]``

    Manual 9.7.18.8.3 tcgen05.ld. PTX 8.8; sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _71(self: object, mdata: Registers, cdata: Registers, taddr: Bracketed, /, *, pred: Guard = None) -> None:
    """``tcgen05.ld.spcompress.sync.aligned.<shape>.<num>.<row_op>.<spfactor>{.abs}.<type>.<idxsize> mdata, cdata, [taddr]``

    Manual 9.7.18.8.3 tcgen05.ld. PTX 9.4; sm_107a.
    """
def _72(self: object, mdata: Registers, cdata: Registers, redval: Register, taddr: Bracketed, /, *, pred: Guard = None) -> None:
    """``tcgen05.ld.red.spcompress.sync.aligned.<shape>.<num>.<row_op>.<spfactor>{.abs}{.NaN}.<type>.<idxsize> mdata, cdata, redval, [taddr]``

    Manual 9.7.18.8.3 tcgen05.ld. PTX 9.4; sm_107a.
    """
class tcgen05(Words):
    alloc: tcgen05_alloc
    commit: tcgen05_commit
    cp: tcgen05_cp
    dealloc: tcgen05_dealloc
    fence__after_thread_sync = _1
    fence__before_thread_sync = _1
    ld: tcgen05_ld
    mma: tcgen05_mma
    relinquish_alloc_permit: tcgen05_relinquish_alloc_permit
    shift: tcgen05_shift
    st: tcgen05_st
    wait__ld: tcgen05_1
    wait__st: tcgen05_1
class tcgen05_alloc(Words):
    cta_group__1: tcgen05_alloc_1
    cta_group__2: tcgen05_alloc_1
    exclusive: tcgen05_alloc_exclusive
class tcgen05_commit(Words):
    cta_group__1: tcgen05_commit_1
    cta_group__2: tcgen05_commit_1
class tcgen05_cp(Words):
    cta_group__1: tcgen05_cp_1
    cta_group__2: tcgen05_cp_1
class tcgen05_dealloc(Words):
    cta_group__1: tcgen05_dealloc_1
    cta_group__2: tcgen05_dealloc_1
    exclusive: tcgen05_dealloc_exclusive
class tcgen05_ld(Words):
    red: tcgen05_ld_red
    spcompress: tcgen05_ld_spcompress
    sync: tcgen05_ld_sync
class tcgen05_mma(Words):
    cta_group__1: tcgen05_mma_1
    cta_group__2: tcgen05_mma_1
    sp: tcgen05_mma_sp
    ws: tcgen05_mma_ws
class tcgen05_relinquish_alloc_permit(Words):
    cta_group__1: tcgen05_relinquish_alloc_permit_1
    cta_group__2: tcgen05_relinquish_alloc_permit_1
class tcgen05_shift(Words):
    cta_group__1: tcgen05_shift_1
    cta_group__2: tcgen05_shift_1
class tcgen05_st(Words):
    sync: tcgen05_st_sync
class tcgen05_1(Words):
    sync: tcgen05_2
class tcgen05_alloc_1(Words):
    sync: tcgen05_alloc_2
class tcgen05_alloc_exclusive(Words):
    cta_group__1: tcgen05_alloc_exclusive_1
    cta_group__2: tcgen05_alloc_exclusive_1
class tcgen05_commit_1(Words):
    mbarrier__arrive__one: tcgen05_commit_2
class tcgen05_cp_1(Words):
    _128x128b: tcgen05_cp_2
    """``tcgen05.cp.<cta_group>.<shape>{.<dst_fmt>}{.<src_fmt>} [taddr], s_desc``

    Manual 9.7.18.9.2 tcgen05.cp. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    _128x256b: tcgen05_cp_2
    """``tcgen05.cp.<cta_group>.<shape>{.<dst_fmt>}{.<src_fmt>} [taddr], s_desc``

    Manual 9.7.18.9.2 tcgen05.cp. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    _32x128b: tcgen05_cp_3
    _4x256b: tcgen05_cp_2
    """``tcgen05.cp.<cta_group>.<shape>{.<dst_fmt>}{.<src_fmt>} [taddr], s_desc``

    Manual 9.7.18.9.2 tcgen05.cp. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    _64x128b: tcgen05_cp_4
class tcgen05_dealloc_1(Words):
    sync: tcgen05_dealloc_2
class tcgen05_dealloc_exclusive(Words):
    cta_group__1: tcgen05_dealloc_exclusive_1
    cta_group__2: tcgen05_dealloc_exclusive_1
class tcgen05_ld_red(Words):
    spcompress: tcgen05_ld_red_spcompress
    sync: tcgen05_ld_red_sync
class tcgen05_ld_spcompress(Words):
    sync: tcgen05_ld_spcompress_sync
class tcgen05_ld_sync(Words):
    aligned: tcgen05_ld_sync_aligned
class tcgen05_mma_1(Words):
    kind__f16: tcgen05_mma_2
    """``tcgen05.mma.<cta_group>.<kind>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, idesc{, disable_output_lane}, enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.

    ``tcgen05.mma.<cta_group>.<kind>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, idesc{, disable_output_lane}, enable_input_d, scale_input_d``

    ``tcgen05.mma.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc{, disable_output_lane}, enable_input_d, scale_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 8.6; sm_100a, sm_100f, sm_103a, sm_103f, sm_107a or sm_107f.
    """
    kind__f8f6f4: tcgen05_mma_3
    """``tcgen05.mma.<cta_group>.<kind>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, idesc{, disable_output_lane}, enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    kind__i8: tcgen05_mma_4
    """``tcgen05.mma.<cta_group>.<kind>{.<collector_a>} [d_tmem], a_desc, b_desc, idesc{, disable_output_lane}, enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>{.ashift}{.<collector_a>} [d_tmem], [a_tmem], b_desc, idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 8.6; sm_100a, sm_101a or sm_110a.
    """
    kind__mxf4: tcgen05_mma_5
    kind__mxf4nvf4: tcgen05_mma_6
    kind__mxf8f6f4: tcgen05_mma_7
    kind__tf32: tcgen05_mma_2
    """``tcgen05.mma.<cta_group>.<kind>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, idesc{, disable_output_lane}, enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.

    ``tcgen05.mma.<cta_group>.<kind>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, idesc{, disable_output_lane}, enable_input_d, scale_input_d``

    ``tcgen05.mma.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc{, disable_output_lane}, enable_input_d, scale_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 8.6; sm_100a, sm_100f, sm_103a, sm_103f, sm_107a or sm_107f.
    """
    kind__ti16: tcgen05_mma_8
    """``tcgen05.mma.<cta_group>.<kind>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, idesc{, disable_output_lane}, enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 9.4; sm_107a or sm_107f.
    """
class tcgen05_mma_sp(Words):
    cta_group__1: tcgen05_mma_sp_1
    cta_group__2: tcgen05_mma_sp_1
class tcgen05_mma_ws(Words):
    cta_group__1: tcgen05_mma_ws_cta_group_1
    sp: tcgen05_mma_ws_sp
class tcgen05_relinquish_alloc_permit_1(Words):
    sync: tcgen05_relinquish_alloc_permit_2
class tcgen05_shift_1(Words):
    down = _7
class tcgen05_st_sync(Words):
    aligned: tcgen05_st_sync_aligned
class tcgen05_2(Words):
    aligned = _8
class tcgen05_alloc_2(Words):
    aligned: tcgen05_alloc_3
class tcgen05_alloc_exclusive_1(Words):
    sync: tcgen05_alloc_exclusive_2
class tcgen05_commit_2(Words):
    b64 = _9
    multicast__cluster: tcgen05_commit_3
    multicast__cluster__16b: tcgen05_commit_4
    multicast__cluster__32b: tcgen05_commit_5
    shared__cluster: tcgen05_commit_6
    sync_restrict__shared__read__mma__a: tcgen05_commit_7
class tcgen05_cp_2(Words):
    b8x16: tcgen05_cp_5
    __call__ = _2
class tcgen05_cp_3(Words):
    warpx4: tcgen05_cp_6
    """``tcgen05.cp.<cta_group>.<shape>.<multicast>{.<dst_fmt>}{.<src_fmt>} [taddr], s_desc``

    Manual 9.7.18.9.2 tcgen05.cp. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
class tcgen05_cp_4(Words):
    warpx2__01_23: tcgen05_cp_6
    """``tcgen05.cp.<cta_group>.<shape>.<multicast>{.<dst_fmt>}{.<src_fmt>} [taddr], s_desc``

    Manual 9.7.18.9.2 tcgen05.cp. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    warpx2__02_13: tcgen05_cp_6
    """``tcgen05.cp.<cta_group>.<shape>.<multicast>{.<dst_fmt>}{.<src_fmt>} [taddr], s_desc``

    Manual 9.7.18.9.2 tcgen05.cp. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
class tcgen05_dealloc_2(Words):
    aligned: tcgen05_dealloc_3
class tcgen05_dealloc_exclusive_1(Words):
    sync: tcgen05_dealloc_exclusive_2
class tcgen05_ld_red_spcompress(Words):
    sync: tcgen05_ld_red_spcompress_sync
class tcgen05_ld_red_sync(Words):
    aligned: tcgen05_ld_red_sync_aligned
class tcgen05_ld_spcompress_sync(Words):
    aligned: tcgen05_ld_spcompress_sync_aligned
class tcgen05_ld_sync_aligned(Words):
    _16x128b: tcgen05_ld_sync_aligned_16x128b
    _16x256b: tcgen05_ld_sync_aligned_16x256b
    _16x32bx2: tcgen05_ld_sync_aligned_16x32bx2
    _16x64b: tcgen05_ld_sync_aligned_1
    _32x32b: tcgen05_ld_sync_aligned_1
class tcgen05_mma_2(Words):
    ashift: tcgen05_mma_9
    """``tcgen05.mma.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.

    ``tcgen05.mma.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc{, disable_output_lane}, enable_input_d, scale_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 8.6; sm_100a, sm_100f, sm_103a, sm_103f, sm_107a or sm_107f.
    """
    collector__a__discard: tcgen05_mma_10
    collector__a__fill: tcgen05_mma_10
    collector__a__lastuse: tcgen05_mma_10
    collector__a__use: tcgen05_mma_10
    collector__b__discard = _12
    collector__b__fill = _12
    collector__b__lastuse = _12
    collector__b__use = _12
    __call__ = _3
class tcgen05_mma_3(Words):
    ashift: tcgen05_mma_11
    """``tcgen05.mma.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    collector__a__discard: tcgen05_mma_12
    collector__a__fill: tcgen05_mma_12
    collector__a__lastuse: tcgen05_mma_12
    collector__a__use: tcgen05_mma_12
    collector__b__discard = _6
    collector__b__fill = _6
    collector__b__lastuse = _6
    collector__b__use = _6
    decompress__lut__b: tcgen05_mma_13
    """``tcgen05.mma.<cta_group>.<kind>.decompress::lut::b{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_compressed_desc, [b_decompress_metadata], idesc{, disable_output_lane}, enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>.decompress::lut::b{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_compressed_desc, [b_decompress_metadata], idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 9.4; sm_107a or sm_107f.
    """
    __call__ = _4
class tcgen05_mma_4(Words):
    ashift: tcgen05_mma_14
    """``tcgen05.mma.<cta_group>.<kind>{.ashift}{.<collector_a>} [d_tmem], [a_tmem], b_desc, idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 8.6; sm_100a, sm_101a or sm_110a.
    """
    collector__a__discard = _5
    collector__a__fill = _5
    collector__a__lastuse = _5
    collector__a__use = _5
    __call__ = _5
class tcgen05_mma_5(Words):
    block_scale: tcgen05_mma_15
    """``tcgen05.mma.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
class tcgen05_mma_6(Words):
    block_scale: tcgen05_mma_16
class tcgen05_mma_7(Words):
    block_scale: tcgen05_mma_17
    """``tcgen05.mma.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
class tcgen05_mma_8(Words):
    ashift: tcgen05_mma_18
    """``tcgen05.mma.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 9.4; sm_107a or sm_107f.
    """
    collector__a__discard: tcgen05_mma_19
    collector__a__fill: tcgen05_mma_19
    collector__a__lastuse: tcgen05_mma_19
    collector__a__use: tcgen05_mma_19
    collector__b__discard = _6
    collector__b__fill = _6
    collector__b__lastuse = _6
    collector__b__use = _6
    __call__ = _6
class tcgen05_mma_sp_1(Words):
    kind__f16: tcgen05_mma_sp_2
    """``tcgen05.mma.sp.<cta_group>.<kind>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d``

    ``tcgen05.mma.sp.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.

    ``tcgen05.mma.sp.<cta_group>.<kind>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d, scale_input_d``

    ``tcgen05.mma.sp.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d, scale_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 8.6; sm_100a, sm_100f, sm_103a, sm_103f, sm_107a or sm_107f.
    """
    kind__f8f6f4: tcgen05_mma_sp_3
    """``tcgen05.mma.sp.<cta_group>.<kind>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d``

    ``tcgen05.mma.sp.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    kind__i8: tcgen05_mma_sp_4
    """``tcgen05.mma.sp.<cta_group>.<kind>{.<collector_a>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d``

    ``tcgen05.mma.sp.<cta_group>.<kind>{.ashift}{.<collector_a>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 8.6; sm_100a, sm_101a or sm_110a.
    """
    kind__mxf4: tcgen05_mma_sp_5
    kind__mxf4nvf4: tcgen05_mma_sp_6
    kind__mxf8f6f4: tcgen05_mma_sp_7
    kind__tf32: tcgen05_mma_sp_2
    """``tcgen05.mma.sp.<cta_group>.<kind>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d``

    ``tcgen05.mma.sp.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.

    ``tcgen05.mma.sp.<cta_group>.<kind>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d, scale_input_d``

    ``tcgen05.mma.sp.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d, scale_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 8.6; sm_100a, sm_100f, sm_103a, sm_103f, sm_107a or sm_107f.
    """
    kind__ti16: tcgen05_mma_sp_8
    """``tcgen05.mma.sp.<cta_group>.<kind>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d``

    ``tcgen05.mma.sp.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 9.4; sm_107a or sm_107f.
    """
class tcgen05_mma_ws_cta_group_1(Words):
    kind__f16: tcgen05_mma_ws_cta_group_1_1
    """``tcgen05.mma.ws.<cta_group>.<kind>{.<collector>} [d_tmem], a_desc, b_desc, idesc, enable_input_d{, zero_column_mask_desc}``

    ``tcgen05.mma.ws.<cta_group>.<kind>{.<collector>} [d_tmem], [a_tmem], b_desc, idesc, enable_input_d{, zero_column_mask_desc}``

    Manual 9.7.18.10.10.3 tcgen05.mma.ws. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    kind__f8f6f4: tcgen05_mma_ws_cta_group_1_1
    """``tcgen05.mma.ws.<cta_group>.<kind>{.<collector>} [d_tmem], a_desc, b_desc, idesc, enable_input_d{, zero_column_mask_desc}``

    ``tcgen05.mma.ws.<cta_group>.<kind>{.<collector>} [d_tmem], [a_tmem], b_desc, idesc, enable_input_d{, zero_column_mask_desc}``

    Manual 9.7.18.10.10.3 tcgen05.mma.ws. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    kind__i8: tcgen05_mma_ws_cta_group_1_kind_i8
    """``tcgen05.mma.ws.<cta_group>.<kind>{.<collector>} [d_tmem], a_desc, b_desc, idesc, enable_input_d{, zero_column_mask_desc}``

    ``tcgen05.mma.ws.<cta_group>.<kind>{.<collector>} [d_tmem], [a_tmem], b_desc, idesc, enable_input_d{, zero_column_mask_desc}``

    Manual 9.7.18.10.10.3 tcgen05.mma.ws. PTX 8.6; sm_100a, sm_101a or sm_110a.
    """
    kind__tf32: tcgen05_mma_ws_cta_group_1_1
    """``tcgen05.mma.ws.<cta_group>.<kind>{.<collector>} [d_tmem], a_desc, b_desc, idesc, enable_input_d{, zero_column_mask_desc}``

    ``tcgen05.mma.ws.<cta_group>.<kind>{.<collector>} [d_tmem], [a_tmem], b_desc, idesc, enable_input_d{, zero_column_mask_desc}``

    Manual 9.7.18.10.10.3 tcgen05.mma.ws. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    kind__ti16: tcgen05_mma_ws_cta_group_1_kind_ti16
    """``tcgen05.mma.ws.<cta_group>.<kind>{.<collector>} [d_tmem], a_desc, b_desc, idesc, enable_input_d{, zero_column_mask_desc}``

    ``tcgen05.mma.ws.<cta_group>.<kind>{.<collector>} [d_tmem], [a_tmem], b_desc, idesc, enable_input_d{, zero_column_mask_desc}``

    Manual 9.7.18.10.10.3 tcgen05.mma.ws. PTX 9.4; sm_107a or sm_107f.
    """
class tcgen05_mma_ws_sp(Words):
    cta_group__1: tcgen05_mma_ws_sp_cta_group_1
class tcgen05_relinquish_alloc_permit_2(Words):
    aligned = _25
class tcgen05_st_sync_aligned(Words):
    _16x128b: tcgen05_st_sync_aligned_16x128b
    _16x256b: tcgen05_st_sync_aligned_16x256b
    _16x32bx2: tcgen05_st_sync_aligned_16x32bx2
    _16x64b: tcgen05_st_sync_aligned_1
    _32x32b: tcgen05_st_sync_aligned_1
class tcgen05_alloc_3(Words):
    b32 = _26
    shared__cta: tcgen05_alloc_4
class tcgen05_alloc_exclusive_2(Words):
    aligned: tcgen05_alloc_exclusive_3
class tcgen05_commit_3(Words):
    b64 = _27
class tcgen05_commit_4(Words):
    b64 = _28
class tcgen05_commit_5(Words):
    b64 = _29
class tcgen05_commit_6(Words):
    b64 = _9
    multicast__cluster: tcgen05_commit_3
    multicast__cluster__16b: tcgen05_commit_4
    multicast__cluster__32b: tcgen05_commit_5
class tcgen05_commit_7(Words):
    b64 = _30
    multicast__cluster: tcgen05_commit_5
    multicast__cluster__16b: tcgen05_commit_5
    multicast__cluster__32b: tcgen05_commit_5
    shared__cluster: tcgen05_commit_8
class tcgen05_cp_5(Words):
    b4x16_p64 = _2
    b6x16_p32 = _2
class tcgen05_cp_6(Words):
    b8x16: tcgen05_cp_7
    __call__ = _10
class tcgen05_dealloc_3(Words):
    b32 = _31
class tcgen05_dealloc_exclusive_2(Words):
    aligned: tcgen05_dealloc_exclusive_3
class tcgen05_ld_red_spcompress_sync(Words):
    aligned: tcgen05_ld_red_spcompress_sync_aligned
class tcgen05_ld_red_sync_aligned(Words):
    _16x32bx2: tcgen05_ld_red_sync_aligned_16x32bx2
    _32x32b: tcgen05_ld_red_sync_aligned_32x32b
class tcgen05_ld_spcompress_sync_aligned(Words):
    _32x32b: tcgen05_ld_spcompress_sync_aligned_1
class tcgen05_ld_sync_aligned_16x128b(Words):
    x1: tcgen05_ld_sync_aligned_2
    x16: tcgen05_ld_sync_aligned_2
    x2: tcgen05_ld_sync_aligned_2
    x32: tcgen05_ld_sync_aligned_2
    x4: tcgen05_ld_sync_aligned_2
    x64: tcgen05_ld_sync_aligned_2
    x8: tcgen05_ld_sync_aligned_2
class tcgen05_ld_sync_aligned_16x256b(Words):
    x1: tcgen05_ld_sync_aligned_2
    x16: tcgen05_ld_sync_aligned_2
    x2: tcgen05_ld_sync_aligned_2
    x32: tcgen05_ld_sync_aligned_2
    x4: tcgen05_ld_sync_aligned_2
    x8: tcgen05_ld_sync_aligned_2
class tcgen05_ld_sync_aligned_16x32bx2(Words):
    x1: tcgen05_ld_sync_aligned_16x32bx2_1
    x128: tcgen05_ld_sync_aligned_16x32bx2_1
    x16: tcgen05_ld_sync_aligned_16x32bx2_1
    x2: tcgen05_ld_sync_aligned_16x32bx2_1
    x32: tcgen05_ld_sync_aligned_16x32bx2_1
    x4: tcgen05_ld_sync_aligned_16x32bx2_1
    x64: tcgen05_ld_sync_aligned_16x32bx2_1
    x8: tcgen05_ld_sync_aligned_16x32bx2_1
class tcgen05_ld_sync_aligned_1(Words):
    x1: tcgen05_ld_sync_aligned_2
    x128: tcgen05_ld_sync_aligned_2
    x16: tcgen05_ld_sync_aligned_2
    x2: tcgen05_ld_sync_aligned_2
    x32: tcgen05_ld_sync_aligned_2
    x4: tcgen05_ld_sync_aligned_2
    x64: tcgen05_ld_sync_aligned_2
    x8: tcgen05_ld_sync_aligned_2
class tcgen05_mma_9(Words):
    collector__a__discard: tcgen05_mma_20
    collector__a__lastuse: tcgen05_mma_20
    collector__b__discard = _32
    collector__b__fill = _32
    collector__b__lastuse = _32
    collector__b__use = _32
    __call__ = _11
class tcgen05_mma_10(Words):
    collector__b__discard = _12
    collector__b__fill = _12
    collector__b__lastuse = _12
    collector__b__use = _12
    __call__ = _3
class tcgen05_mma_11(Words):
    collector__a__discard: tcgen05_mma_21
    collector__a__lastuse: tcgen05_mma_21
    collector__b__discard = _17
    collector__b__fill = _17
    collector__b__lastuse = _17
    collector__b__use = _17
    __call__ = _13
class tcgen05_mma_12(Words):
    collector__b__discard = _6
    collector__b__fill = _6
    collector__b__lastuse = _6
    collector__b__use = _6
    __call__ = _4
class tcgen05_mma_13(Words):
    collector__a__discard: tcgen05_mma_22
    collector__a__fill: tcgen05_mma_22
    collector__a__lastuse: tcgen05_mma_22
    collector__a__use: tcgen05_mma_22
    collector__b__discard = _14
    collector__b__fill = _14
    collector__b__lastuse = _14
    collector__b__use = _14
    __call__ = _14
class tcgen05_mma_14(Words):
    collector__a__discard = _15
    collector__a__lastuse = _15
    __call__ = _15
class tcgen05_mma_15(Words):
    block32: tcgen05_mma_23
    """``tcgen05.mma.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 8.8; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    collector__a__discard: tcgen05_mma_24
    collector__a__fill: tcgen05_mma_24
    collector__a__lastuse: tcgen05_mma_24
    collector__a__use: tcgen05_mma_24
    collector__b__discard = _34
    collector__b__fill = _34
    collector__b__lastuse = _34
    collector__b__use = _34
    scale_vec__2X: tcgen05_mma_25
    """``tcgen05.mma.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 8.6; sm_100a, sm_101a, sm_103a, sm_107a or sm_110a.
    """
    __call__ = _16
class tcgen05_mma_16(Words):
    block16: tcgen05_mma_26
    """``tcgen05.mma.<cta_group>.<kind>.block_scale.<scale>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>.block_scale.<scale>{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 8.8; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    block32: tcgen05_mma_26
    """``tcgen05.mma.<cta_group>.<kind>.block_scale.<scale>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>.block_scale.<scale>{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 8.8; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    scale_vec__2X: tcgen05_mma_27
    """``tcgen05.mma.<cta_group>.<kind>.block_scale.<scale>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>.block_scale.<scale>{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 8.7; sm_100a, sm_101a, sm_103a, sm_107a or sm_110a.
    """
    scale_vec__4X: tcgen05_mma_27
    """``tcgen05.mma.<cta_group>.<kind>.block_scale.<scale>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>.block_scale.<scale>{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 8.7; sm_100a, sm_101a, sm_103a, sm_107a or sm_110a.
    """
class tcgen05_mma_17(Words):
    block32: tcgen05_mma_23
    """``tcgen05.mma.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 8.8; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    collector__a__discard: tcgen05_mma_24
    collector__a__fill: tcgen05_mma_24
    collector__a__lastuse: tcgen05_mma_24
    collector__a__use: tcgen05_mma_24
    collector__b__discard = _34
    collector__b__fill = _34
    collector__b__lastuse = _34
    collector__b__use = _34
    decompress__lut__b: tcgen05_mma_28
    """``tcgen05.mma.<cta_group>.<kind>.block_scale.decompress::lut::b{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_compressed_desc, [b_decompress_metadata], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>.block_scale.decompress::lut::b{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_compressed_desc, [b_decompress_metadata], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 9.4; sm_107a or sm_107f.
    """
    scale_vec__1X: tcgen05_mma_25
    """``tcgen05.mma.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 8.6; sm_100a, sm_101a, sm_103a, sm_107a or sm_110a.
    """
    __call__ = _16
class tcgen05_mma_18(Words):
    collector__a__discard: tcgen05_mma_29
    collector__a__lastuse: tcgen05_mma_29
    collector__b__discard = _17
    collector__b__fill = _17
    collector__b__lastuse = _17
    collector__b__use = _17
    __call__ = _17
class tcgen05_mma_19(Words):
    collector__b__discard = _6
    collector__b__fill = _6
    collector__b__lastuse = _6
    collector__b__use = _6
    __call__ = _6
class tcgen05_mma_sp_2(Words):
    ashift: tcgen05_mma_sp_9
    """``tcgen05.mma.sp.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.

    ``tcgen05.mma.sp.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d, scale_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 8.6; sm_100a, sm_100f, sm_103a, sm_103f, sm_107a or sm_107f.
    """
    collector__a__discard: tcgen05_mma_sp_10
    collector__a__fill: tcgen05_mma_sp_10
    collector__a__lastuse: tcgen05_mma_sp_10
    collector__a__use: tcgen05_mma_sp_10
    collector__b__discard = _40
    collector__b__fill = _40
    collector__b__lastuse = _40
    collector__b__use = _40
    __call__ = _18
class tcgen05_mma_sp_3(Words):
    ashift: tcgen05_mma_sp_11
    """``tcgen05.mma.sp.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    collector__a__discard: tcgen05_mma_sp_12
    collector__a__fill: tcgen05_mma_sp_12
    collector__a__lastuse: tcgen05_mma_sp_12
    collector__a__use: tcgen05_mma_sp_12
    collector__b__discard = _21
    collector__b__fill = _21
    collector__b__lastuse = _21
    collector__b__use = _21
    __call__ = _19
class tcgen05_mma_sp_4(Words):
    ashift: tcgen05_mma_sp_13
    """``tcgen05.mma.sp.<cta_group>.<kind>{.ashift}{.<collector_a>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 8.6; sm_100a, sm_101a or sm_110a.
    """
    collector__a__discard = _20
    collector__a__fill = _20
    collector__a__lastuse = _20
    collector__a__use = _20
    __call__ = _20
class tcgen05_mma_sp_5(Words):
    block_scale: tcgen05_mma_sp_14
    """``tcgen05.mma.sp.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.sp.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 8.6; sm_100a, sm_101a, sm_103a, sm_107a or sm_110a.
    """
class tcgen05_mma_sp_6(Words):
    block_scale: tcgen05_mma_sp_15
class tcgen05_mma_sp_7(Words):
    block_scale: tcgen05_mma_sp_16
    """``tcgen05.mma.sp.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.sp.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
class tcgen05_mma_sp_8(Words):
    ashift: tcgen05_mma_sp_17
    """``tcgen05.mma.sp.<cta_group>.<kind>{.ashift}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc{, disable_output_lane}, enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 9.4; sm_107a or sm_107f.
    """
    collector__a__discard: tcgen05_mma_sp_18
    collector__a__fill: tcgen05_mma_sp_18
    collector__a__lastuse: tcgen05_mma_sp_18
    collector__a__use: tcgen05_mma_sp_18
    collector__b__discard = _21
    collector__b__fill = _21
    collector__b__lastuse = _21
    collector__b__use = _21
    __call__ = _21
class tcgen05_mma_ws_cta_group_1_1(Words):
    collector__b0__discard = _22
    collector__b0__fill = _22
    collector__b0__lastuse = _22
    collector__b0__use = _22
    collector__b1__discard = _22
    collector__b1__fill = _22
    collector__b1__lastuse = _22
    collector__b1__use = _22
    collector__b2__discard = _22
    collector__b2__fill = _22
    collector__b2__lastuse = _22
    collector__b2__use = _22
    collector__b3__discard = _22
    collector__b3__fill = _22
    collector__b3__lastuse = _22
    collector__b3__use = _22
    __call__ = _22
class tcgen05_mma_ws_cta_group_1_kind_i8(Words):
    collector__b0__discard = _23
    collector__b0__fill = _23
    collector__b0__lastuse = _23
    collector__b0__use = _23
    collector__b1__discard = _23
    collector__b1__fill = _23
    collector__b1__lastuse = _23
    collector__b1__use = _23
    collector__b2__discard = _23
    collector__b2__fill = _23
    collector__b2__lastuse = _23
    collector__b2__use = _23
    collector__b3__discard = _23
    collector__b3__fill = _23
    collector__b3__lastuse = _23
    collector__b3__use = _23
    __call__ = _23
class tcgen05_mma_ws_cta_group_1_kind_ti16(Words):
    collector__b0__discard = _24
    collector__b0__fill = _24
    collector__b0__lastuse = _24
    collector__b0__use = _24
    collector__b1__discard = _24
    collector__b1__fill = _24
    collector__b1__lastuse = _24
    collector__b1__use = _24
    collector__b2__discard = _24
    collector__b2__fill = _24
    collector__b2__lastuse = _24
    collector__b2__use = _24
    collector__b3__discard = _24
    collector__b3__fill = _24
    collector__b3__lastuse = _24
    collector__b3__use = _24
    __call__ = _24
class tcgen05_mma_ws_sp_cta_group_1(Words):
    kind__f16: tcgen05_mma_ws_sp_cta_group_1_1
    """``tcgen05.mma.ws.sp.<cta_group>.<kind>{.<collector>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc, enable_input_d{, zero_column_mask_desc}``

    ``tcgen05.mma.ws.sp.<cta_group>.<kind>{.<collector>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc, enable_input_d{, zero_column_mask_desc}``

    Manual 9.7.18.10.10.4 tcgen05.mma.ws.sp. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    kind__f8f6f4: tcgen05_mma_ws_sp_cta_group_1_1
    """``tcgen05.mma.ws.sp.<cta_group>.<kind>{.<collector>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc, enable_input_d{, zero_column_mask_desc}``

    ``tcgen05.mma.ws.sp.<cta_group>.<kind>{.<collector>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc, enable_input_d{, zero_column_mask_desc}``

    Manual 9.7.18.10.10.4 tcgen05.mma.ws.sp. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    kind__i8: tcgen05_mma_ws_sp_cta_group_1_kind_i8
    """``tcgen05.mma.ws.sp.<cta_group>.<kind>{.<collector>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc, enable_input_d{, zero_column_mask_desc}``

    ``tcgen05.mma.ws.sp.<cta_group>.<kind>{.<collector>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc, enable_input_d{, zero_column_mask_desc}``

    Manual 9.7.18.10.10.4 tcgen05.mma.ws.sp. PTX 8.6; sm_100a, sm_101a or sm_110a.
    """
    kind__tf32: tcgen05_mma_ws_sp_cta_group_1_1
    """``tcgen05.mma.ws.sp.<cta_group>.<kind>{.<collector>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc, enable_input_d{, zero_column_mask_desc}``

    ``tcgen05.mma.ws.sp.<cta_group>.<kind>{.<collector>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc, enable_input_d{, zero_column_mask_desc}``

    Manual 9.7.18.10.10.4 tcgen05.mma.ws.sp. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    kind__ti16: tcgen05_mma_ws_sp_cta_group_1_kind_ti16
    """``tcgen05.mma.ws.sp.<cta_group>.<kind>{.<collector>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc, enable_input_d{, zero_column_mask_desc}``

    ``tcgen05.mma.ws.sp.<cta_group>.<kind>{.<collector>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc, enable_input_d{, zero_column_mask_desc}``

    Manual 9.7.18.10.10.4 tcgen05.mma.ws.sp. PTX 9.4; sm_107a or sm_107f.
    """
class tcgen05_st_sync_aligned_16x128b(Words):
    x1: tcgen05_st_sync_aligned_2
    x16: tcgen05_st_sync_aligned_2
    x2: tcgen05_st_sync_aligned_2
    x32: tcgen05_st_sync_aligned_2
    x4: tcgen05_st_sync_aligned_2
    x64: tcgen05_st_sync_aligned_2
    x8: tcgen05_st_sync_aligned_2
class tcgen05_st_sync_aligned_16x256b(Words):
    x1: tcgen05_st_sync_aligned_2
    x16: tcgen05_st_sync_aligned_2
    x2: tcgen05_st_sync_aligned_2
    x32: tcgen05_st_sync_aligned_2
    x4: tcgen05_st_sync_aligned_2
    x8: tcgen05_st_sync_aligned_2
class tcgen05_st_sync_aligned_16x32bx2(Words):
    x1: tcgen05_st_sync_aligned_16x32bx2_1
    x128: tcgen05_st_sync_aligned_16x32bx2_1
    x16: tcgen05_st_sync_aligned_16x32bx2_1
    x2: tcgen05_st_sync_aligned_16x32bx2_1
    x32: tcgen05_st_sync_aligned_16x32bx2_1
    x4: tcgen05_st_sync_aligned_16x32bx2_1
    x64: tcgen05_st_sync_aligned_16x32bx2_1
    x8: tcgen05_st_sync_aligned_16x32bx2_1
class tcgen05_st_sync_aligned_1(Words):
    x1: tcgen05_st_sync_aligned_2
    x128: tcgen05_st_sync_aligned_2
    x16: tcgen05_st_sync_aligned_2
    x2: tcgen05_st_sync_aligned_2
    x32: tcgen05_st_sync_aligned_2
    x4: tcgen05_st_sync_aligned_2
    x64: tcgen05_st_sync_aligned_2
    x8: tcgen05_st_sync_aligned_2
class tcgen05_alloc_4(Words):
    b32 = _26
class tcgen05_alloc_exclusive_3(Words):
    b32 = _49
    shared__cta: tcgen05_alloc_exclusive_4
class tcgen05_commit_8(Words):
    b64 = _30
    multicast__cluster: tcgen05_commit_5
    multicast__cluster__16b: tcgen05_commit_5
    multicast__cluster__32b: tcgen05_commit_5
class tcgen05_cp_7(Words):
    b4x16_p64 = _10
    b6x16_p32 = _10
class tcgen05_dealloc_exclusive_3(Words):
    b32 = _50
class tcgen05_ld_red_spcompress_sync_aligned(Words):
    _32x32b: tcgen05_ld_red_spcompress_sync_aligned_1
class tcgen05_ld_red_sync_aligned_16x32bx2(Words):
    x128: tcgen05_ld_red_sync_aligned_16x32bx2_1
    x16: tcgen05_ld_red_sync_aligned_16x32bx2_1
    x2: tcgen05_ld_red_sync_aligned_16x32bx2_1
    x32: tcgen05_ld_red_sync_aligned_16x32bx2_1
    x4: tcgen05_ld_red_sync_aligned_16x32bx2_1
    x64: tcgen05_ld_red_sync_aligned_16x32bx2_1
    x8: tcgen05_ld_red_sync_aligned_16x32bx2_1
class tcgen05_ld_red_sync_aligned_32x32b(Words):
    x128: tcgen05_ld_red_sync_aligned_32x32b_1
    x16: tcgen05_ld_red_sync_aligned_32x32b_1
    x2: tcgen05_ld_red_sync_aligned_32x32b_1
    x32: tcgen05_ld_red_sync_aligned_32x32b_1
    x4: tcgen05_ld_red_sync_aligned_32x32b_1
    x64: tcgen05_ld_red_sync_aligned_32x32b_1
    x8: tcgen05_ld_red_sync_aligned_32x32b_1
class tcgen05_ld_spcompress_sync_aligned_1(Words):
    x128: tcgen05_ld_spcompress_sync_aligned_2
    x16: tcgen05_ld_spcompress_sync_aligned_2
    x32: tcgen05_ld_spcompress_sync_aligned_2
    x4: tcgen05_ld_spcompress_sync_aligned_2
    x64: tcgen05_ld_spcompress_sync_aligned_2
    x8: tcgen05_ld_spcompress_sync_aligned_2
class tcgen05_ld_sync_aligned_2(Words):
    b32 = _51
    pack__16b: tcgen05_ld_sync_aligned_3
class tcgen05_ld_sync_aligned_16x32bx2_1(Words):
    b32 = _52
    pack__16b: tcgen05_ld_sync_aligned_16x32bx2_2
class tcgen05_mma_20(Words):
    collector__b__discard = _32
    collector__b__fill = _32
    collector__b__lastuse = _32
    collector__b__use = _32
    __call__ = _11
class tcgen05_mma_21(Words):
    collector__b__discard = _17
    collector__b__fill = _17
    collector__b__lastuse = _17
    collector__b__use = _17
    __call__ = _13
class tcgen05_mma_22(Words):
    collector__b__discard = _14
    collector__b__fill = _14
    collector__b__lastuse = _14
    collector__b__use = _14
    __call__ = _14
class tcgen05_mma_23(Words):
    collector__a__discard: tcgen05_mma_30
    collector__a__fill: tcgen05_mma_30
    collector__a__lastuse: tcgen05_mma_30
    collector__a__use: tcgen05_mma_30
    collector__b__discard = _34
    collector__b__fill = _34
    collector__b__lastuse = _34
    collector__b__use = _34
    __call__ = _33
class tcgen05_mma_24(Words):
    collector__b__discard = _34
    collector__b__fill = _34
    collector__b__lastuse = _34
    collector__b__use = _34
    __call__ = _16
class tcgen05_mma_25(Words):
    collector__a__discard: tcgen05_mma_31
    collector__a__fill: tcgen05_mma_31
    collector__a__lastuse: tcgen05_mma_31
    collector__a__use: tcgen05_mma_31
    collector__b__discard = _53
    collector__b__fill = _53
    collector__b__lastuse = _53
    collector__b__use = _53
    __call__ = _35
class tcgen05_mma_26(Words):
    collector__a__discard: tcgen05_mma_32
    collector__a__fill: tcgen05_mma_32
    collector__a__lastuse: tcgen05_mma_32
    collector__a__use: tcgen05_mma_32
    collector__b__discard = _54
    collector__b__fill = _54
    collector__b__lastuse = _54
    collector__b__use = _54
    __call__ = _36
class tcgen05_mma_27(Words):
    collector__a__discard: tcgen05_mma_33
    collector__a__fill: tcgen05_mma_33
    collector__a__lastuse: tcgen05_mma_33
    collector__a__use: tcgen05_mma_33
    collector__b__discard = _55
    collector__b__fill = _55
    collector__b__lastuse = _55
    collector__b__use = _55
    __call__ = _37
class tcgen05_mma_28(Words):
    block32: tcgen05_mma_34
    collector__a__discard: tcgen05_mma_35
    collector__a__fill: tcgen05_mma_35
    collector__a__lastuse: tcgen05_mma_35
    collector__a__use: tcgen05_mma_35
    collector__b__discard = _38
    collector__b__fill = _38
    collector__b__lastuse = _38
    collector__b__use = _38
    scale_vec__1X: tcgen05_mma_36
    """``tcgen05.mma.<cta_group>.<kind>.block_scale.decompress::lut::b{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_compressed_desc, [b_decompress_metadata], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.<cta_group>.<kind>.block_scale.decompress::lut::b{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_compressed_desc, [b_decompress_metadata], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.1 tcgen05.mma. PTX 9.4; sm_107a.
    """
    __call__ = _38
class tcgen05_mma_29(Words):
    collector__b__discard = _17
    collector__b__fill = _17
    collector__b__lastuse = _17
    collector__b__use = _17
    __call__ = _17
class tcgen05_mma_sp_9(Words):
    collector__a__discard: tcgen05_mma_sp_19
    collector__a__lastuse: tcgen05_mma_sp_19
    collector__b__discard = _57
    collector__b__fill = _57
    collector__b__lastuse = _57
    collector__b__use = _57
    __call__ = _39
class tcgen05_mma_sp_10(Words):
    collector__b__discard = _40
    collector__b__fill = _40
    collector__b__lastuse = _40
    collector__b__use = _40
    __call__ = _18
class tcgen05_mma_sp_11(Words):
    collector__a__discard: tcgen05_mma_sp_20
    collector__a__lastuse: tcgen05_mma_sp_20
    collector__b__discard = _45
    collector__b__fill = _45
    collector__b__lastuse = _45
    collector__b__use = _45
    __call__ = _41
class tcgen05_mma_sp_12(Words):
    collector__b__discard = _21
    collector__b__fill = _21
    collector__b__lastuse = _21
    collector__b__use = _21
    __call__ = _19
class tcgen05_mma_sp_13(Words):
    collector__a__discard = _42
    collector__a__lastuse = _42
    __call__ = _42
class tcgen05_mma_sp_14(Words):
    block32: tcgen05_mma_sp_21
    """``tcgen05.mma.sp.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.sp.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 8.8; sm_100a, sm_101a, sm_103a, sm_107a or sm_110a.
    """
    collector__a__discard: tcgen05_mma_sp_22
    collector__a__fill: tcgen05_mma_sp_22
    collector__a__lastuse: tcgen05_mma_sp_22
    collector__a__use: tcgen05_mma_sp_22
    collector__b__discard = _59
    collector__b__fill = _59
    collector__b__lastuse = _59
    collector__b__use = _59
    scale_vec__2X: tcgen05_mma_sp_23
    __call__ = _43
class tcgen05_mma_sp_15(Words):
    block16: tcgen05_mma_sp_24
    """``tcgen05.mma.sp.<cta_group>.<kind>.block_scale.<scale>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.sp.<cta_group>.<kind>.block_scale.<scale>{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 8.8; sm_100a, sm_101a, sm_103a, sm_107a or sm_110a.
    """
    block32: tcgen05_mma_sp_24
    """``tcgen05.mma.sp.<cta_group>.<kind>.block_scale.<scale>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.sp.<cta_group>.<kind>.block_scale.<scale>{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 8.8; sm_100a, sm_101a, sm_103a, sm_107a or sm_110a.
    """
    scale_vec__2X: tcgen05_mma_sp_25
    """``tcgen05.mma.sp.<cta_group>.<kind>.block_scale.<scale>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.sp.<cta_group>.<kind>.block_scale.<scale>{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 8.7; sm_100a, sm_101a, sm_103a, sm_107a or sm_110a.
    """
    scale_vec__4X: tcgen05_mma_sp_25
    """``tcgen05.mma.sp.<cta_group>.<kind>.block_scale.<scale>{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.sp.<cta_group>.<kind>.block_scale.<scale>{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 8.7; sm_100a, sm_101a, sm_103a, sm_107a or sm_110a.
    """
class tcgen05_mma_sp_16(Words):
    block32: tcgen05_mma_sp_26
    """``tcgen05.mma.sp.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.sp.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 8.8; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    collector__a__discard: tcgen05_mma_sp_27
    collector__a__fill: tcgen05_mma_sp_27
    collector__a__lastuse: tcgen05_mma_sp_27
    collector__a__use: tcgen05_mma_sp_27
    collector__b__discard = _63
    collector__b__fill = _63
    collector__b__lastuse = _63
    collector__b__use = _63
    scale_vec__1X: tcgen05_mma_sp_23
    """``tcgen05.mma.sp.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], a_desc, b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    ``tcgen05.mma.sp.<cta_group>.<kind>.block_scale{.<scale>}{.<collector_a>}{.<collector_b>} [d_tmem], [a_tmem], b_desc, [sp_meta_tmem], idesc, [scale_a_tmem], [scale_b_tmem], enable_input_d``

    Manual 9.7.18.10.10.2 tcgen05.mma.sp. PTX 8.6; sm_100a, sm_101a, sm_103a, sm_107a or sm_110a.
    """
    __call__ = _44
class tcgen05_mma_sp_17(Words):
    collector__a__discard: tcgen05_mma_sp_28
    collector__a__lastuse: tcgen05_mma_sp_28
    collector__b__discard = _45
    collector__b__fill = _45
    collector__b__lastuse = _45
    collector__b__use = _45
    __call__ = _45
class tcgen05_mma_sp_18(Words):
    collector__b__discard = _21
    collector__b__fill = _21
    collector__b__lastuse = _21
    collector__b__use = _21
    __call__ = _21
class tcgen05_mma_ws_sp_cta_group_1_1(Words):
    collector__b0__discard = _46
    collector__b0__fill = _46
    collector__b0__lastuse = _46
    collector__b0__use = _46
    collector__b1__discard = _46
    collector__b1__fill = _46
    collector__b1__lastuse = _46
    collector__b1__use = _46
    collector__b2__discard = _46
    collector__b2__fill = _46
    collector__b2__lastuse = _46
    collector__b2__use = _46
    collector__b3__discard = _46
    collector__b3__fill = _46
    collector__b3__lastuse = _46
    collector__b3__use = _46
    __call__ = _46
class tcgen05_mma_ws_sp_cta_group_1_kind_i8(Words):
    collector__b0__discard = _47
    collector__b0__fill = _47
    collector__b0__lastuse = _47
    collector__b0__use = _47
    collector__b1__discard = _47
    collector__b1__fill = _47
    collector__b1__lastuse = _47
    collector__b1__use = _47
    collector__b2__discard = _47
    collector__b2__fill = _47
    collector__b2__lastuse = _47
    collector__b2__use = _47
    collector__b3__discard = _47
    collector__b3__fill = _47
    collector__b3__lastuse = _47
    collector__b3__use = _47
    __call__ = _47
class tcgen05_mma_ws_sp_cta_group_1_kind_ti16(Words):
    collector__b0__discard = _48
    collector__b0__fill = _48
    collector__b0__lastuse = _48
    collector__b0__use = _48
    collector__b1__discard = _48
    collector__b1__fill = _48
    collector__b1__lastuse = _48
    collector__b1__use = _48
    collector__b2__discard = _48
    collector__b2__fill = _48
    collector__b2__lastuse = _48
    collector__b2__use = _48
    collector__b3__discard = _48
    collector__b3__fill = _48
    collector__b3__lastuse = _48
    collector__b3__use = _48
    __call__ = _48
class tcgen05_st_sync_aligned_2(Words):
    b32 = _64
    unpack__16b: tcgen05_st_sync_aligned_3
class tcgen05_st_sync_aligned_16x32bx2_1(Words):
    b32 = _65
    unpack__16b: tcgen05_st_sync_aligned_16x32bx2_2
class tcgen05_alloc_exclusive_4(Words):
    b32 = _49
class tcgen05_ld_red_spcompress_sync_aligned_1(Words):
    x128: tcgen05_ld_red_spcompress_sync_aligned_2
    x16: tcgen05_ld_red_spcompress_sync_aligned_2
    x32: tcgen05_ld_red_spcompress_sync_aligned_2
    x4: tcgen05_ld_red_spcompress_sync_aligned_2
    x64: tcgen05_ld_red_spcompress_sync_aligned_2
    x8: tcgen05_ld_red_spcompress_sync_aligned_2
class tcgen05_ld_red_sync_aligned_16x32bx2_1(Words):
    max: tcgen05_ld_red_sync_aligned_16x32bx2_2
    min: tcgen05_ld_red_sync_aligned_16x32bx2_2
class tcgen05_ld_red_sync_aligned_32x32b_1(Words):
    max: tcgen05_ld_red_sync_aligned_32x32b_2
    min: tcgen05_ld_red_sync_aligned_32x32b_2
class tcgen05_ld_spcompress_sync_aligned_2(Words):
    max: tcgen05_ld_spcompress_sync_aligned_3
    min: tcgen05_ld_spcompress_sync_aligned_3
class tcgen05_ld_sync_aligned_3(Words):
    b32 = _51
class tcgen05_ld_sync_aligned_16x32bx2_2(Words):
    b32 = _52
class tcgen05_mma_30(Words):
    collector__b__discard = _34
    collector__b__fill = _34
    collector__b__lastuse = _34
    collector__b__use = _34
    __call__ = _33
class tcgen05_mma_31(Words):
    collector__b__discard = _53
    collector__b__fill = _53
    collector__b__lastuse = _53
    collector__b__use = _53
    __call__ = _35
class tcgen05_mma_32(Words):
    collector__b__discard = _54
    collector__b__fill = _54
    collector__b__lastuse = _54
    collector__b__use = _54
    __call__ = _36
class tcgen05_mma_33(Words):
    collector__b__discard = _55
    collector__b__fill = _55
    collector__b__lastuse = _55
    collector__b__use = _55
    __call__ = _37
class tcgen05_mma_34(Words):
    collector__a__discard: tcgen05_mma_35
    collector__a__fill: tcgen05_mma_35
    collector__a__lastuse: tcgen05_mma_35
    collector__a__use: tcgen05_mma_35
    collector__b__discard = _38
    collector__b__fill = _38
    collector__b__lastuse = _38
    collector__b__use = _38
    __call__ = _38
class tcgen05_mma_35(Words):
    collector__b__discard = _38
    collector__b__fill = _38
    collector__b__lastuse = _38
    collector__b__use = _38
    __call__ = _38
class tcgen05_mma_36(Words):
    collector__a__discard: tcgen05_mma_37
    collector__a__fill: tcgen05_mma_37
    collector__a__lastuse: tcgen05_mma_37
    collector__a__use: tcgen05_mma_37
    collector__b__discard = _56
    collector__b__fill = _56
    collector__b__lastuse = _56
    collector__b__use = _56
    __call__ = _56
class tcgen05_mma_sp_19(Words):
    collector__b__discard = _57
    collector__b__fill = _57
    collector__b__lastuse = _57
    collector__b__use = _57
    __call__ = _39
class tcgen05_mma_sp_20(Words):
    collector__b__discard = _45
    collector__b__fill = _45
    collector__b__lastuse = _45
    collector__b__use = _45
    __call__ = _41
class tcgen05_mma_sp_21(Words):
    collector__a__discard: tcgen05_mma_sp_29
    collector__a__fill: tcgen05_mma_sp_29
    collector__a__lastuse: tcgen05_mma_sp_29
    collector__a__use: tcgen05_mma_sp_29
    collector__b__discard = _59
    collector__b__fill = _59
    collector__b__lastuse = _59
    collector__b__use = _59
    __call__ = _58
class tcgen05_mma_sp_22(Words):
    collector__b__discard = _59
    collector__b__fill = _59
    collector__b__lastuse = _59
    collector__b__use = _59
    __call__ = _43
class tcgen05_mma_sp_23(Words):
    collector__a__discard: tcgen05_mma_sp_22
    collector__a__fill: tcgen05_mma_sp_22
    collector__a__lastuse: tcgen05_mma_sp_22
    collector__a__use: tcgen05_mma_sp_22
    collector__b__discard = _59
    collector__b__fill = _59
    collector__b__lastuse = _59
    collector__b__use = _59
    __call__ = _43
class tcgen05_mma_sp_24(Words):
    collector__a__discard: tcgen05_mma_sp_30
    collector__a__fill: tcgen05_mma_sp_30
    collector__a__lastuse: tcgen05_mma_sp_30
    collector__a__use: tcgen05_mma_sp_30
    collector__b__discard = _66
    collector__b__fill = _66
    collector__b__lastuse = _66
    collector__b__use = _66
    __call__ = _60
class tcgen05_mma_sp_25(Words):
    collector__a__discard: tcgen05_mma_sp_31
    collector__a__fill: tcgen05_mma_sp_31
    collector__a__lastuse: tcgen05_mma_sp_31
    collector__a__use: tcgen05_mma_sp_31
    collector__b__discard = _66
    collector__b__fill = _66
    collector__b__lastuse = _66
    collector__b__use = _66
    __call__ = _61
class tcgen05_mma_sp_26(Words):
    collector__a__discard: tcgen05_mma_sp_32
    collector__a__fill: tcgen05_mma_sp_32
    collector__a__lastuse: tcgen05_mma_sp_32
    collector__a__use: tcgen05_mma_sp_32
    collector__b__discard = _63
    collector__b__fill = _63
    collector__b__lastuse = _63
    collector__b__use = _63
    __call__ = _62
class tcgen05_mma_sp_27(Words):
    collector__b__discard = _63
    collector__b__fill = _63
    collector__b__lastuse = _63
    collector__b__use = _63
    __call__ = _44
class tcgen05_mma_sp_28(Words):
    collector__b__discard = _45
    collector__b__fill = _45
    collector__b__lastuse = _45
    collector__b__use = _45
    __call__ = _45
class tcgen05_st_sync_aligned_3(Words):
    b32 = _64
class tcgen05_st_sync_aligned_16x32bx2_2(Words):
    b32 = _65
class tcgen05_ld_red_spcompress_sync_aligned_2(Words):
    max: tcgen05_ld_red_spcompress_sync_aligned_3
    min: tcgen05_ld_red_spcompress_sync_aligned_3
class tcgen05_ld_red_sync_aligned_16x32bx2_2(Words):
    NaN: tcgen05_ld_red_sync_aligned_16x32bx2_3
    abs: tcgen05_ld_red_sync_aligned_16x32bx2_4
    f32 = _67
    s32 = _68
    u32 = _68
class tcgen05_ld_red_sync_aligned_32x32b_2(Words):
    NaN: tcgen05_ld_red_sync_aligned_32x32b_3
    abs: tcgen05_ld_red_sync_aligned_32x32b_4
    f32 = _69
    s32 = _70
    u32 = _70
class tcgen05_ld_spcompress_sync_aligned_3(Words):
    sp__2___4: tcgen05_ld_spcompress_sync_aligned_4
class tcgen05_mma_37(Words):
    collector__b__discard = _56
    collector__b__fill = _56
    collector__b__lastuse = _56
    collector__b__use = _56
    __call__ = _56
class tcgen05_mma_sp_29(Words):
    collector__b__discard = _59
    collector__b__fill = _59
    collector__b__lastuse = _59
    collector__b__use = _59
    __call__ = _58
class tcgen05_mma_sp_30(Words):
    collector__b__discard = _66
    collector__b__fill = _66
    collector__b__lastuse = _66
    collector__b__use = _66
    __call__ = _60
class tcgen05_mma_sp_31(Words):
    collector__b__discard = _66
    collector__b__fill = _66
    collector__b__lastuse = _66
    collector__b__use = _66
    __call__ = _61
class tcgen05_mma_sp_32(Words):
    collector__b__discard = _63
    collector__b__fill = _63
    collector__b__lastuse = _63
    collector__b__use = _63
    __call__ = _62
class tcgen05_ld_red_spcompress_sync_aligned_3(Words):
    sp__2___4: tcgen05_ld_red_spcompress_sync_aligned_4
class tcgen05_ld_red_sync_aligned_16x32bx2_3(Words):
    f32 = _67
class tcgen05_ld_red_sync_aligned_16x32bx2_4(Words):
    NaN: tcgen05_ld_red_sync_aligned_16x32bx2_3
    f32 = _67
class tcgen05_ld_red_sync_aligned_32x32b_3(Words):
    f32 = _69
class tcgen05_ld_red_sync_aligned_32x32b_4(Words):
    NaN: tcgen05_ld_red_sync_aligned_32x32b_3
    f32 = _69
class tcgen05_ld_spcompress_sync_aligned_4(Words):
    abs: tcgen05_ld_spcompress_sync_aligned_5
    f32: tcgen05_ld_spcompress_sync_aligned_6
class tcgen05_ld_red_spcompress_sync_aligned_4(Words):
    NaN: tcgen05_ld_red_spcompress_sync_aligned_5
    abs: tcgen05_ld_red_spcompress_sync_aligned_6
    f32: tcgen05_ld_red_spcompress_sync_aligned_7
class tcgen05_ld_spcompress_sync_aligned_5(Words):
    f32: tcgen05_ld_spcompress_sync_aligned_6
class tcgen05_ld_spcompress_sync_aligned_6(Words):
    b2 = _71
class tcgen05_ld_red_spcompress_sync_aligned_5(Words):
    f32: tcgen05_ld_red_spcompress_sync_aligned_7
class tcgen05_ld_red_spcompress_sync_aligned_6(Words):
    NaN: tcgen05_ld_red_spcompress_sync_aligned_5
    f32: tcgen05_ld_red_spcompress_sync_aligned_7
class tcgen05_ld_red_spcompress_sync_aligned_7(Words):
    b2 = _72
