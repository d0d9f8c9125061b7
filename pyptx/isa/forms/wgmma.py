"""Asynchronous matrix multiply-accumulate of a warpgroup (manual section 9.7.17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.isa.form import form, section

if TYPE_CHECKING:
    from pyptx.isa.form import Form

_ANY_N = range(8, 257, 8)
_INTEGER_N = (8, 16, 24, *range(32, 257, 16))
_TYPES = "<dtype>.<atype>.<btype>"
_NEGATE = "imm_scale_a:imm(-1|1), imm_scale_b:imm(-1|1)"
_TRANSPOSE_A = "imm_trans_a:imm(0..1)"
_TRANSPOSE_B = "imm_trans_b:imm(0..1)"
_DESCRIPTOR = "a_desc:u64!"
_REGISTERS = "a:warpgroup_fragment(a)!"
_B32_REGISTERS = "a:warpgroup_fragment(a)!^"
_F16 = {"atype": "f16", "btype": "f16"}
_BF16 = {"atype": "bf16", "btype": "bf16"}
_TF32 = {"atype": "tf32", "btype": "tf32"}
_F8 = {"atype": "e4m3 e5m2", "btype": "e4m3 e5m2"}
_I8 = {"atype": "s8 u8", "btype": "s8 u8"}
_B1 = {"atype": "b1", "btype": "b1"}


def _shapes(depth: int, columns: range | tuple[int, ...] = _ANY_N) -> str:
    """The shapes with this K: M is that of a warpgroup, N is in steps."""
    return " ".join(f"m64n{n}k{depth}" for n in columns)


# fmt: off
def _products(opcode: str, density: int) -> tuple[Form, ...]:
    """The rows that `wgmma.mma_async` and `wgmma.mma_async.sp` share; of a sparse A every K is twice as deep."""
    head = f"{opcode}.sync.aligned.<shape>"
    pair, single = ("", "") if density == 1 else ("sp_meta:u32!, sp_sel:imm(0..1), ", "sp_meta:u32!, sp_sel:imm(0), ")

    def matrices(a: str, sparsity: str, *immediates: str) -> str:
        """D, A and B, how A is sparse, whether D is added, and what is done to A and B."""
        return ", ".join((f"d+warpgroup_fragment(d), {a}, b_desc:u64!, {sparsity}scale_d:pred(0..1)~", *immediates))

    return (
        form(f"{head}.{_TYPES}", matrices(_DESCRIPTOR, pair, _NEGATE, _TRANSPOSE_A, _TRANSPOSE_B),
             shape=_shapes(16 * density), dtype="f16 f32", **_F16, rules=()),
        form(f"{head}.{_TYPES}", matrices(_REGISTERS, pair, _NEGATE, _TRANSPOSE_B),
             shape=_shapes(16 * density), dtype="f16 f32", **_F16, rules=()),
        form(f"{head}.{_TYPES}", matrices(_DESCRIPTOR, pair, _NEGATE, _TRANSPOSE_A, _TRANSPOSE_B),
             shape=_shapes(16 * density), dtype="f32", **_BF16, rules=()),
        form(f"{head}.{_TYPES}", matrices(_REGISTERS, pair, _NEGATE, _TRANSPOSE_B),
             shape=_shapes(16 * density), dtype="f32", **_BF16, rules=()),
        form(f"{head}.{_TYPES}", matrices(_DESCRIPTOR, pair, _NEGATE),
             shape=_shapes(8 * density), dtype="f32", **_TF32, rules=()),
        form(f"{head}.{_TYPES}", matrices(_REGISTERS, pair, _NEGATE),
             shape=_shapes(8 * density), dtype="f32", **_TF32, rules=()),
        form(f"{head}.{_TYPES}", matrices(_DESCRIPTOR, single, _NEGATE),
             shape=_shapes(32 * density), dtype="f16 f32", **_F8, rules=()),
        form(f"{head}.{_TYPES}", matrices(_B32_REGISTERS, single, _NEGATE),
             shape=_shapes(32 * density), dtype="f16 f32", **_F8, rules=()),
        form(f"{head}{{.satfinite}}.{_TYPES}", matrices(_DESCRIPTOR, single),
             shape=_shapes(32 * density, _INTEGER_N), dtype="s32", **_I8, rules=()),
        form(f"{head}{{.satfinite}}.{_TYPES}", matrices(_REGISTERS, single),
             shape=_shapes(32 * density, _INTEGER_N), dtype="s32", **_I8, rules=()),
    )


_BITS = "d+warpgroup_fragment(d), {a}, b_desc:u64!, scale_d:pred(0..1)~"

FORMS: tuple[Form, ...] = (
    *section(
        "9.7.17.5.2 wgmma.mma_async",
        *_products("wgmma.mma_async", 1),
        form(f"wgmma.mma_async.sync.aligned.<shape>.{_TYPES}.<op>.popc", _BITS.format(a=_DESCRIPTOR),
             shape=_shapes(256, _INTEGER_N), dtype="s32", **_B1, op="and", rules=()),
        form(f"wgmma.mma_async.sync.aligned.<shape>.{_TYPES}.<op>.popc", _BITS.format(a=_REGISTERS),
             shape=_shapes(256, _INTEGER_N), dtype="s32", **_B1, op="and", rules=()),
        effects="asynchronous",
    ),
    *section("9.7.17.6.3 wgmma.mma_async.sp", *_products("wgmma.mma_async.sp", 2), effects="asynchronous"),
    *section("9.7.17.7.1 wgmma.fence", form("wgmma.fence.sync.aligned"), effects="asynchronous"),
    *section("9.7.17.7.2 wgmma.commit_group", form("wgmma.commit_group.sync.aligned"), effects="asynchronous"),
    *section("9.7.17.7.3 wgmma.wait_group", form("wgmma.wait_group.sync.aligned", "n:imm(0..2147483647)"), effects="asynchronous waits"),
)
# fmt: on
