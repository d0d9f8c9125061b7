"""Warp-level matrix multiply-accumulate instructions (manual section 9.7.16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.isa.constraints import f32_sum_stays_f32, same_accumulators
from pyptx.isa.form import form, section
from pyptx.isa.vocabulary import RND, SHARED_CTA

if TYPE_CHECKING:
    from pyptx.isa.form import Form

_TYPES = "<dtype>.<atype>.<btype>.<ctype>"
_MATRICES = "d=fragment(d), a:fragment(a)!, b:fragment(b)!, c:fragment(c)"
_B32_MATRICES = "d=fragment(d), a:fragment(a)!^, b:fragment(b)!^, c:fragment(c)"
_SPARSITY = "e:u32!#, f:imm({selectors})"
_SCALES = "scale_a:b32!#, select_a:u16({bytes};0..1)*2, scale_b:b32!#, select_b:u16({bytes};0..3)*2"
_SCALES_1X = _SCALES.format(bytes="0..3")
_SCALES_2X = _SCALES.format(bytes="0|2")
_SCALES_4X = _SCALES.format(bytes="0")
_ORDERED = "sp::ordered_metadata"
_SP = f"sp {_ORDERED}"
_F8 = "e4m3 e5m2"
_F8F6F4 = "e4m3 e5m2 e3m2 e2m3 e2m1"


# fmt: off
def _scaled(opcode: str, matrices: str, *, depth: int, **choices: str) -> tuple[Form, ...]:
    """The rows with block scaling that `mma` and `mma.sp` share."""
    packed = {"shape": f"m16n8k{depth}", "dtype": "f32", "atype": "e2m1", "btype": "e2m1", "ctype": "f32", **choices}
    wide = {"shape": f"m16n8k{depth // 2}", "dtype": "f32", "atype": _F8F6F4, "btype": _F8F6F4, "ctype": "f32", **choices}
    head = f"{opcode}.<shape>.row.col.<kind>.block_scale"
    return (
        form(f"{head}{{.<scale>}}.{_TYPES}.<stype>", f"{matrices}, {_SCALES_2X}",
             kind="kind::mxf4", scale="scale_vec::2X", stype="ue8m0", **packed, rules=()),
        form(f"{head}.<scale>.{_TYPES}.<stype>", f"{matrices}, {_SCALES_2X}",
             kind="kind::mxf4nvf4", scale="scale_vec::2X", stype="ue8m0", **packed, rules=()),
        form(f"{head}.<scale>.{_TYPES}.<stype>", f"{matrices}, {_SCALES_4X}",
             kind="kind::mxf4nvf4", scale="scale_vec::4X", stype="ue8m0 ue4m3", **packed, rules=()),
        form(f"{head}{{.<scale>}}.{_TYPES}.<stype>", f"{matrices}, {_SCALES_1X}",
             kind="kind::mxf8f6f4", scale="scale_vec::1X", stype="ue8m0", **wide, rules=()),
    )


def _sparse(shape: str, selectors: str, **choices: str) -> Form:
    """A row of `mma.sp` whose threads that contribute metadata are chosen by `selectors`."""
    satfinite = "{.satfinite}" if choices["dtype"] == "s32" else ""
    rules = (same_accumulators,) if choices["dtype"] == "f16 f32" else ()
    return form(f"mma.<sp>.sync.aligned.<shape>.row.col{satfinite}.{_TYPES}", f"{_MATRICES}, {_SPARSITY.format(selectors=selectors)}",
                rules=rules, **{"sp": _SP, "shape": shape, **choices})


FORMS: tuple[Form, ...] = (
    *section(
        "9.7.16.5.14 mma",
        # half precision
        form(f"mma.sync.aligned.<shape>.<alayout>.<blayout>.{_TYPES}", _MATRICES,
             shape="m8n8k4", alayout="row col", blayout="row col",
             dtype="f16 f32", atype="f16", btype="f16", ctype="f16 f32", rules=(f32_sum_stays_f32,)),
        form(f"mma.sync.aligned.<shape>.row.col.{_TYPES}", _MATRICES,
             shape="m16n8k8 m16n8k16", dtype="f16 f32", atype="f16", btype="f16", ctype="f16 f32", rules=(same_accumulators,)),
        # alternate formats
        form(f"mma.sync.aligned.<shape>.row.col.{_TYPES}", _MATRICES,
             shape="m16n8k4 m16n8k8", dtype="f32", atype="tf32", btype="tf32", ctype="f32"),
        form(f"mma.sync.aligned.<shape>.row.col.{_TYPES}", _MATRICES,
             shape="m16n8k8 m16n8k16", dtype="f32", atype="bf16", btype="bf16", ctype="f32"),
        form(f"mma.sync.aligned.<shape>.row.col.{_TYPES}", _MATRICES,
             shape="m16n8k16 m16n8k32", dtype="f16 f32", atype=_F8, btype=_F8, ctype="f16 f32", rules=(same_accumulators,)),
        form(f"mma.sync.aligned.<shape>.row.col.<kind>.{_TYPES}", _MATRICES,
             shape="m16n8k32", kind="kind::f8f6f4", dtype="f16 f32", atype=_F8F6F4, btype=_F8F6F4, ctype="f16 f32",
             rules=(same_accumulators,)),
        # block scaling
        *_scaled("mma.sync.aligned", _B32_MATRICES, depth=64),
        # double precision
        form(f"mma.sync.aligned.<shape>.row.col.{_TYPES}{{.<rnd>}}", _MATRICES,
             shape="m8n8k4 m16n8k4 m16n8k8 m16n8k16", dtype="f64", atype="f64", btype="f64", ctype="f64", rnd=RND),
        # integers and single bits
        form(f"mma.sync.aligned.<shape>.row.col{{.satfinite}}.{_TYPES}", _MATRICES,
             shape="m8n8k16 m16n8k16 m16n8k32", dtype="s32", atype="u8 s8", btype="u8 s8", ctype="s32"),
        form(f"mma.sync.aligned.<shape>.row.col{{.satfinite}}.{_TYPES}", _MATRICES,
             shape="m8n8k32 m16n8k32 m16n8k64", dtype="s32", atype="u4 s4", btype="u4 s4", ctype="s32"),
        form(f"mma.sync.aligned.<shape>.row.col.{_TYPES}.<op>.popc", _MATRICES,
             shape="m8n8k128 m16n8k128 m16n8k256", dtype="s32", atype="b1", btype="b1", ctype="s32", op="xor and"),
    ),
    *section(
        "9.7.16.6.3 mma.sp, mma.sp::ordered_metadata",
        # half precision
        _sparse("m16n8k16",  "0..3", dtype="f16 f32", atype="f16",       btype="f16",       ctype="f16 f32"),
        _sparse("m16n8k32",  "0..1", dtype="f16 f32", atype="f16",       btype="f16",       ctype="f16 f32"),
        # alternate formats
        _sparse("m16n8k16",  "0..3", dtype="f32",     atype="bf16",      btype="bf16",      ctype="f32"),
        _sparse("m16n8k32",  "0..1", dtype="f32",     atype="bf16",      btype="bf16",      ctype="f32"),
        _sparse("m16n8k8",   "0..3", dtype="f32",     atype="tf32",      btype="tf32",      ctype="f32"),
        _sparse("m16n8k16",  "0..1", dtype="f32",     atype="tf32",      btype="tf32",      ctype="f32"),
        _sparse("m16n8k64",  "0",    dtype="f32",     atype="e4m3 e5m2", btype="e4m3 e5m2", ctype="f32"),
        _sparse("m16n8k64",  "0",    dtype="f16",     atype="e4m3 e5m2", btype="e4m3 e5m2", ctype="f16", sp=_ORDERED),
        form(f"mma.<sp>.sync.aligned.<shape>.row.col.<kind>.{_TYPES}", f"{_MATRICES}, {_SPARSITY.format(selectors='0')}",
             sp=_ORDERED, shape="m16n8k64", kind="kind::f8f6f4", dtype="f16 f32", atype=_F8F6F4, btype=_F8F6F4, ctype="f16 f32",
             rules=(same_accumulators,)),
        # block scaling
        *_scaled("mma.<sp>.sync.aligned", f"{_B32_MATRICES}, {_SPARSITY.format(selectors='0')}", depth=128, sp=_ORDERED),
        # integers
        _sparse("m16n8k32",  "0..1", dtype="s32",     atype="u8 s8",     btype="u8 s8",     ctype="s32"),
        _sparse("m16n8k64",  "0",    dtype="s32",     atype="u8 s8",     btype="u8 s8",     ctype="s32"),
        _sparse("m16n8k64",  "0..1", dtype="s32",     atype="u4 s4",     btype="u4 s4",     ctype="s32"),
        _sparse("m16n8k128", "0",    dtype="s32",     atype="u4 s4",     btype="u4 s4",     ctype="s32"),
    ),
    *section(
        "9.7.16.5.15 ldmatrix",
        form("ldmatrix.sync.aligned.<shape>.<num>{.trans}{.<ss>}.<type>", "r=b32*<num>, [p:<ss>@shared]",
             shape="m8n8", num="x1 x2 x4", ss=SHARED_CTA, type="b16"),
        form("ldmatrix.sync.aligned.<shape>.<num>.trans{.<ss>}.<type>", "r=b32*both_halves(num), [p:<ss>@shared]",
             shape="m16n16", num="x1 x2", ss=SHARED_CTA, type="b8"),
        form("ldmatrix.sync.aligned.<shape>.<num>{.<ss>}.<type>.<source>", "r=b32*<num>, [p:<ss>@shared]",
             shape="m8n16", num="x1 x2 x4", ss=SHARED_CTA, type="b8x16", source="b6x16_p32 b4x16_p64"),
        form("ldmatrix.sync.aligned.<shape>.<num>.trans{.<ss>}.<type>.<source>", "r=b32*both_halves(num), [p:<ss>@shared]",
             shape="m16n16", num="x1 x2", ss=SHARED_CTA, type="b8x16", source="b6x16_p32 b4x16_p64"),
        form("ldmatrix.sync.aligned.<shape>.<num>{.<ss>}.<type>.<source>", "r=b32*<num>, [p:<ss>@shared]",
             shape="m8n16", num="x1 x2 x4", ss=SHARED_CTA, type="s8", source="s4"),
        effects="reads",
    ),
    *section(
        "9.7.16.5.16 stmatrix",
        form("stmatrix.sync.aligned.<shape>.<num>{.trans}{.<ss>}.<type>", "[p:<ss>@shared], r:b32*<num>!",
             shape="m8n8", num="x1 x2 x4", ss=SHARED_CTA, type="b16"),
        form("stmatrix.sync.aligned.<shape>.<num>.trans{.<ss>}.<type>", "[p:<ss>@shared], r:b32*<num>!",
             shape="m16n8", num="x1 x2 x4", ss=SHARED_CTA, type="b8"),
        effects="writes",
    ),
    *section(
        "9.7.16.5.17 movmatrix",
        form("movmatrix.sync.aligned.<shape>.trans.<type>", "d=b32, a:b32!", shape="m8n8", type="b16"),
    ),
)
# fmt: on
