"""Tensor memory and the fifth generation of tensor cores (manual section 9.7.18)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.isa.constraints import at_most_128_registers, formats_go_together, shifted_a_is_not_kept
from pyptx.isa.form import form, section

if TYPE_CHECKING:
    from pyptx.isa.form import Form

_GROUPS = "cta_group::1 cta_group::2"
_ADDRESS = "[taddr:tensor]"
_SPLIT = "imm_half_splitoff:imm"
_NUM = "x1 x2 x4 x8 x16 x32 x64 x128"
_SHAPES = "16x64b 16x128b 16x256b 32x32b"
_HALVES = "16x32bx2"
_COLUMNS = "n_cols:u32(32|64|128|256|512)"
_EXCLUSIVE_COLUMNS = "n_cols:u32(32..576..32)"
_FORMATS = {"dst_fmt": "b8x16", "src_fmt": "b6x16_p32 b4x16_p64"}
_USES = ("fill", "use", "lastuse", "discard")
_A_USES = {"collector_a": " ".join(f"collector::a::{use}" for use in _USES)}
_B_USES = {"collector_b": " ".join(f"collector::b::{use}" for use in _USES)}
_BUFFER_USES = " ".join(f"collector::b{buffer}::{use}" for buffer in range(4) for use in _USES)
_FLOATS = "kind::f16 kind::tf32 kind::f8f6f4"
_SCALES = {
    # kind: the sizes of its scale vectors
    "kind::mxf8f6f4": "scale_vec::1X block32",
    "kind::mxf4":     "scale_vec::2X block32",
    "kind::mxf4nvf4": "scale_vec::2X scale_vec::4X block16 block32",
}  # fmt: skip


# fmt: off
def _products(opcode: str, metadata: str) -> tuple[Form, ...]:
    """The rows that `tcgen05.mma` and `tcgen05.mma.sp` share, A in shared memory or in tensor memory."""
    return (*_rows(opcode, metadata, "a_desc:u64!", ""), *_rows(opcode, metadata, "[a_tmem:tensor]^", "{.ashift}"))


def _rows(opcode: str, metadata: str, a: str, ashift: str) -> tuple[Form, ...]:
    """The rows for one place of A."""
    head = f"{opcode}.<cta_group>.<kind>"
    collectors = "{.<collector_a>}{.<collector_b>}"
    matrices = f"[d_tmem:tensor]^, {a}, b_desc:u64!, {metadata}idesc:u32"
    masked = f"{matrices}, disable_output_lane:output_lanes()!?, enable_input_d:pred(-1..1)~"
    scaled = f"{matrices}, [scale_a_tmem:tensor]^, [scale_b_tmem:tensor]^, enable_input_d:pred(-1..1)~"
    uses = {"cta_group": _GROUPS, **_A_USES, **_B_USES}
    rules = (shifted_a_is_not_kept,) if ashift else ()
    return (
        form(f"{head}{ashift}{collectors}", masked, rules=rules,
             kind="kind::f16 kind::tf32", **uses),
        form(f"{head}{ashift}{collectors}", f"{masked}, scale_input_d:imm(0..15)", rules=rules,
             kind="kind::f16 kind::tf32", **uses),
        form(f"{head}{ashift}{collectors}", masked, rules=rules,
             kind="kind::f8f6f4", **uses),
        form(f"{head}.block_scale{{.<scale>}}{collectors}", scaled,
             kind="kind::mxf8f6f4", scale=_SCALES["kind::mxf8f6f4"], **uses, rules=()),
        form(f"{head}.block_scale{{.<scale>}}{collectors}", scaled,
             kind="kind::mxf4", scale=_SCALES["kind::mxf4"], **uses, rules=()),
        form(f"{head}.block_scale.<scale>{collectors}", scaled,
             kind="kind::mxf4nvf4", scale=_SCALES["kind::mxf4nvf4"], **uses, rules=()),
        form(f"{head}{ashift}{{.<collector_a>}}", masked, rules=rules,
             kind="kind::i8", cta_group=_GROUPS, **_A_USES),
        form(f"{head}{ashift}{collectors}", masked, rules=rules,
             kind="kind::ti16", **uses),
    )


def _lookups(a: str) -> tuple[Form, ...]:
    """The rows where B is looked up in a table in tensor memory."""
    collectors = "{.<collector_a>}{.<collector_b>}"
    matrices = f"[d_tmem:tensor]^, {a}, b_compressed_desc:u64!, [b_decompress_metadata:tensor]^, idesc:u32"
    uses = {"cta_group": _GROUPS, **_A_USES, **_B_USES}
    return (
        form(f"tcgen05.mma.<cta_group>.<kind>.decompress::lut::b{collectors}",
             f"{matrices}, disable_output_lane:output_lanes()!?, enable_input_d:pred(-1..1)~", kind="kind::f8f6f4", **uses, rules=()),
        form(f"tcgen05.mma.<cta_group>.<kind>.block_scale.decompress::lut::b{{.<scale>}}{collectors}",
             f"{matrices}, [scale_a_tmem:tensor]^, [scale_b_tmem:tensor]^, enable_input_d:pred(-1..1)~",
             kind="kind::mxf8f6f4", scale=_SCALES["kind::mxf8f6f4"], **uses, rules=()),
    )


def _weight_stationary(opcode: str, metadata: str) -> tuple[Form, ...]:
    """The rows that `tcgen05.mma.ws` and `tcgen05.mma.ws.sp` share."""
    rest = f"b_desc:u64!, {metadata}idesc:u32, enable_input_d:pred(-1..1)~, zero_column_mask_desc:u64?"
    return tuple(
        form(f"{opcode}.<cta_group>.<kind>{{.<collector>}}", f"[d_tmem:tensor]^, {a}, {rest}",
             cta_group="cta_group::1", kind=f"{_FLOATS} kind::i8 kind::ti16", collector=_BUFFER_USES)
        for a in ("a_desc:u64!", "[a_tmem:tensor]^")
    )


_METADATA = "[sp_meta_tmem:tensor]^, "
_COMMIT = "tcgen05.commit.<cta_group>.<completion>{.<restriction>}{.<ss>}"
_SIGNAL = {
    "cta_group": _GROUPS, "completion": "mbarrier::arrive::one",
    "restriction": "sync_restrict::shared::read::mma::a", "ss": "shared::cluster",
}

FORMS: tuple[Form, ...] = (
    *section(
        "9.7.18.7.1 tcgen05.alloc, tcgen05.dealloc, tcgen05.relinquish_alloc_permit",
        form("tcgen05.alloc.<cta_group>.sync.aligned{.<ss>}.b32", f"[dst:<ss>@shared], {_COLUMNS}",
             cta_group=_GROUPS, ss="shared::cta"),
        form("tcgen05.alloc.exclusive.<cta_group>.sync.aligned{.<ss>}.b32", f"[dst:<ss>@shared], {_EXCLUSIVE_COLUMNS}",
             cta_group=_GROUPS, ss="shared::cta"),
        form("tcgen05.dealloc.<cta_group>.sync.aligned.b32", f"taddr:u32, {_COLUMNS}",
             cta_group=_GROUPS),
        form("tcgen05.dealloc.exclusive.<cta_group>.sync.aligned.b32", f"taddr:u32, {_EXCLUSIVE_COLUMNS}",
             cta_group=_GROUPS),
        form("tcgen05.relinquish_alloc_permit.<cta_group>.sync.aligned",
             cta_group=_GROUPS),
        effects="waits",
    ),
    *section(
        "9.7.18.8.3 tcgen05.ld",
        form("tcgen05.ld.sync.aligned.<shape>.<num>{.<pack>}.b32", f"r=transferred(), {_ADDRESS}",
             rules=(at_most_128_registers,), shape=_SHAPES, num=_NUM, pack="pack::16b"),
        form("tcgen05.ld.sync.aligned.<shape>.<num>{.<pack>}.b32", f"r=transferred(), {_ADDRESS}, {_SPLIT}",
             shape=_HALVES, num=_NUM, pack="pack::16b"),
        form("tcgen05.ld.red.sync.aligned.<shape>.<num>.<red_op>{.abs}{.NaN}.<type>",
             f"r=transferred(), redval=b32, {_ADDRESS}",
             shape="32x32b", num=_NUM.removeprefix("x1 "), red_op="min max", type="f32"),
        form("tcgen05.ld.red.sync.aligned.<shape>.<num>.<red_op>{.abs}{.NaN}.<type>",
             f"r=transferred(), redval=b32, {_ADDRESS}, {_SPLIT}",
             shape=_HALVES, num=_NUM.removeprefix("x1 "), red_op="min max", type="f32"),
        form("tcgen05.ld.red.sync.aligned.<shape>.<num>.<red_op>.<type>",
             f"r=transferred(), redval=b32, {_ADDRESS}",
             shape="32x32b", num=_NUM.removeprefix("x1 "), red_op="min max", type="u32 s32"),
        form("tcgen05.ld.red.sync.aligned.<shape>.<num>.<red_op>.<type>",
             f"r=transferred(), redval=b32, {_ADDRESS}, {_SPLIT}",
             shape=_HALVES, num=_NUM.removeprefix("x1 "), red_op="min max", type="u32 s32"),
        form("tcgen05.ld.spcompress.sync.aligned.<shape>.<num>.<row_op>.<spfactor>{.abs}.<type>.<idxsize>",
             f"mdata=compressed_indices(num), cdata=compressed_data(num), {_ADDRESS}",
             shape="32x32b", num=_NUM.removeprefix("x1 x2 "), row_op="min max", spfactor="sp::2:4", type="f32", idxsize="b2"),
        form("tcgen05.ld.red.spcompress.sync.aligned.<shape>.<num>.<row_op>.<spfactor>{.abs}{.NaN}.<type>.<idxsize>",
             f"mdata=compressed_indices(num), cdata=compressed_data(num), redval=b32, {_ADDRESS}",
             shape="32x32b", num=_NUM.removeprefix("x1 x2 "), row_op="min max", spfactor="sp::2:4", type="f32", idxsize="b2"),
        effects="asynchronous",
    ),
    *section(
        "9.7.18.8.4 tcgen05.st",
        form("tcgen05.st.sync.aligned.<shape>.<num>{.<unpack>}.b32", f"{_ADDRESS}, r:transferred()!",
             rules=(at_most_128_registers,), shape=_SHAPES, num=_NUM, unpack="unpack::16b"),
        form("tcgen05.st.sync.aligned.<shape>.<num>{.<unpack>}.b32", f"{_ADDRESS}, {_SPLIT}, r:transferred()!",
             shape=_HALVES, num=_NUM, unpack="unpack::16b"),
        effects="asynchronous",
    ),
    *section(
        "9.7.18.8.5 tcgen05.wait",
        form("tcgen05.<wait_operation>.sync.aligned", wait_operation="wait::ld wait::st"),
        effects="asynchronous waits",
    ),
    *section(
        "9.7.18.9.2 tcgen05.cp",
        form("tcgen05.cp.<cta_group>.<shape>{.<dst_fmt>}{.<src_fmt>}", f"{_ADDRESS}, s_desc:u64!",
             rules=(formats_go_together,), cta_group=_GROUPS, shape="128x256b 4x256b 128x128b", **_FORMATS),
        form("tcgen05.cp.<cta_group>.<shape>.<multicast>{.<dst_fmt>}{.<src_fmt>}", f"{_ADDRESS}, s_desc:u64!",
             rules=(formats_go_together,), cta_group=_GROUPS, shape="64x128b", multicast="warpx2::02_13 warpx2::01_23", **_FORMATS),
        form("tcgen05.cp.<cta_group>.<shape>.<multicast>{.<dst_fmt>}{.<src_fmt>}", f"{_ADDRESS}, s_desc:u64!",
             rules=(formats_go_together,), cta_group=_GROUPS, shape="32x128b", multicast="warpx4", **_FORMATS),
        effects="asynchronous",
    ),
    *section(
        "9.7.18.9.3 tcgen05.shift",
        form("tcgen05.shift.<cta_group>.down", _ADDRESS, cta_group=_GROUPS),
        effects="asynchronous",
    ),
    *section(
        "9.7.18.10.10.1 tcgen05.mma",
        *_products("tcgen05.mma", ""),
        *_lookups("a_desc:u64!"),
        *_lookups("[a_tmem:tensor]^"),
        effects="asynchronous",
    ),
    *section("9.7.18.10.10.2 tcgen05.mma.sp", *_products("tcgen05.mma.sp", _METADATA), effects="asynchronous"),
    *section("9.7.18.10.10.3 tcgen05.mma.ws", *_weight_stationary("tcgen05.mma.ws", ""), effects="asynchronous"),
    *section("9.7.18.10.10.4 tcgen05.mma.ws.sp", *_weight_stationary("tcgen05.mma.ws.sp", _METADATA), effects="asynchronous"),
    *section(
        "9.7.18.11.1 tcgen05.fence",
        form("tcgen05.<fence>", fence="fence::before_thread_sync fence::after_thread_sync"),
    ),
    *section(
        "9.7.18.12.1 tcgen05.commit",
        form(f"{_COMMIT}.b64", "[mbar:<ss>@shared]", **_SIGNAL, rules=()),
        form(f"{_COMMIT}.<multicast>.b64", "[mbar:<ss>@shared], cta_mask:u16(0..65535)",
             **_SIGNAL, multicast="multicast::cluster multicast::cluster::16b", rules=()),
        form(f"{_COMMIT}.<multicast>.b64", "[mbar:<ss>@shared], cta_mask:u32(0..4294967295)",
             **_SIGNAL, multicast="multicast::cluster::32b", rules=()),
        effects="asynchronous arrives",
    ),
)
# fmt: on
