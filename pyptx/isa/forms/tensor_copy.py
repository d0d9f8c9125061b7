"""Bulk and tensor copies, and tensor maps (manual sections 9.7.10.18, .19, .28.4 to .28.6, .29 and 9.7.15.17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.isa.constraints import semantics_with_scope
from pyptx.isa.form import form, section
from pyptx.isa.vocabulary import CACHE_HINT, SCOPE

if TYPE_CHECKING:
    from pyptx.isa.form import Form

_BYTES = "mbarrier::complete_tx::bytes"
_REPORTS = (
    "mbarrier::report::disabled mbarrier::report::validity::per_16bytes::80000000 "
    "mbarrier::report::validity::per_16bytes::8000 mbarrier::report::validity::per_16bytes::80 "
    "mbarrier::report::validity::per_16bytes::8 mbarrier::report::validity::per_element::ff"
)
_SIZE = "size:u32(0..1048560..16)"
_POLICY = "policy:u64?hint"
_ALONE: tuple[str, dict[str, str], str] = ("", {}, "")
_NARROW = (
    "{.<multicast>}",
    {"multicast": "multicast::cluster multicast::cluster::16b"},
    ", ctaMask:u16(0..65535)?multicast",
)
_WIDE = (".<multicast>", {"multicast": "multicast::cluster::32b"}, ", ctaMask:u32(0..4294967295)")
_BYTE_MASK = "byteMask:u16?mask"

# ---- bulk copies

_HERE = "[dstMem:shared::cta], [srcMem:global]"
_THERE = "[dstMem:shared::cluster], [srcMem:global]"
_FROM_GLOBAL = {"report": _REPORTS, "hint": CACHE_HINT}
_TO_GLOBAL = {"hint": CACHE_HINT, "mask": "cp_mask"}
_SAFE = {**_FROM_GLOBAL, "report": "mbarrier::report::disabled"}
_OUT_OF_BOUNDS = "ignoreBytesLeft:u32(0..15), ignoreBytesRight:u32(0..15)"


# fmt: off
def _bulk_copies(order: str, end: str, across: dict[str, str], scopes: dict[str, str]) -> tuple[Form, ...]:
    """The rows of `cp.async.bulk` of one order.

    Args:
        order: The modifiers after the opcode.
        end: The last modifier, if there is one.
        across: The scopes that a copy within a cluster may have.
        scopes: The scopes that the others may have.
    """
    name = f"cp.async.bulk{order}"
    return (
        form(f"{name}.shared::cta.global.{_BYTES}{{.<report>}}{{.<hint>}}{end}",
             f"{_HERE}, {_SIZE}, [mbar:shared::cta], {_POLICY}", **scopes, **_FROM_GLOBAL, rules=()),
        form(f"{name}.shared::cta.global.{_BYTES}{{.<report>}}{{.<hint>}}.ignore_oob{end}",
             f"{_HERE}, {_SIZE}, {_OUT_OF_BOUNDS}, [mbar:shared::cta], {_POLICY}", **scopes, **_SAFE, rules=()),
        *(
            form(f"{name}.shared::cluster.global.{_BYTES}{{.<report>}}{slot}{{.<hint>}}{end}",
                 f"{_THERE}, {_SIZE}, [mbar:shared::cluster]{mask}, {_POLICY}", **scopes, **multicast, **_FROM_GLOBAL, rules=())
            for slot, multicast, mask in (_NARROW, _WIDE)
        ),
        form(f"{name}.shared::cluster.shared::cta.{_BYTES}{end}",
             f"[dstMem:shared::cluster], [srcMem:shared::cta], {_SIZE}, [mbar:shared::cluster]", **across, rules=()),
        form(f"{name}.global.shared::cta.bulk_group{{.<hint>}}{{.<mask>}}{end}",
             f"[dstMem:global], [srcMem:shared::cta], {_SIZE}, {_POLICY}, {_BYTE_MASK}", **scopes, **_TO_GLOBAL, rules=()),
    )


# fmt: on
_REDUCED = (
    # operations, types
    ("add", "u32 s32 u64 f32 f64"),
    ("min max", "u32 s32 u64 s64 f16 bf16"),
    ("inc dec", "u32"),
    ("and or xor", "b32 b64"),
)
_REDUCED_SHARED = (
    # operations, types
    ("add", "u32 s32 u64"),
    ("min max", "u32 s32"),
    ("inc dec", "u32"),
    ("and or xor", "b32"),
)
_ORDER = {"sem": "relaxed", "scope": SCOPE}
_RULES = (semantics_with_scope,)
_NEAR_ORDER = {**_ORDER, "scope": "cta cluster"}


def _bulk_reductions(opcode: str, hint: str, policy: str) -> tuple[Form, ...]:
    """The rows of a bulk reduction into global memory."""
    name = f"{opcode}{{.<sem>}}{{.<scope>}}.global.shared::cta.bulk_group{hint}"
    operands = f"[dstMem:global], [srcMem:shared::cta], {_SIZE}{policy}"
    return (
        *(
            form(f"{name}.<op>.<type>", operands, hint=CACHE_HINT, op=op, type=types, **_ORDER, rules=_RULES)
            for op, types in _REDUCED
        ),
        form(
            f"{name}.add.noftz.<type>", operands, hint=CACHE_HINT, type="f16 bf16 f32", **_ORDER, rules=_RULES
        ),
    )


# ---- tensor copies

_DIMS = {"dim": "1d 2d 3d 4d 5d"}
_SPATIAL = {"dim": "3d 4d 5d"}
_TILE = ("{.<mode>}", {**_DIMS, "mode": "tile"}, "tensorCoords:s32*rank(dim)", "")
_GATHER = (".<mode>", {"dim": "2d", "mode": "tile::gather4"}, "tensorCoords:s32*5", "")
_SCATTER = (".<mode>", {"dim": "2d", "mode": "tile::scatter4"}, "tensorCoords:s32*5", "")
_IM2COL = (
    ".<mode>",
    {**_SPATIAL, "mode": "im2col"},
    "tensorCoords:s32*rank(dim)",
    ", im2colInfo:u16*spatial_rank(dim)",
)
_IM2COL_W = (
    ".<mode>",
    {**_SPATIAL, "mode": "im2col::w im2col::w::128"},
    "tensorCoords:s32*rank(dim)",
    ", im2colInfo:u16*2",
)
_NO_OFFSETS = (
    ".<mode>",
    {**_SPATIAL, "mode": "im2col_no_offs im2col_no_offs::w"},
    "tensorCoords:s32*rank(dim)",
    "",
)
_READ = (_TILE, _GATHER, _IM2COL, _IM2COL_W)
_WRITTEN = (_TILE, _SCATTER, _NO_OFFSETS)
_ADDRESS = {"address": "override::global_address"}
_STEPS = "gAddrToOverride:u64!, tensorSizeToOverride:SIZE*rank(dim)"
_STRIDES = f"{_STEPS}, tensorLowerStrideToOverride:b32*lower_rank(dim)!, tensorUpperStrideToOverride:u16!"


def _modes(
    syntax: str,
    operands: str,
    modes: tuple[tuple[str, dict[str, str], str, str], ...],
    choices: dict[str, str],
) -> tuple[Form, ...]:
    """The rows of a tensor copy, one for each way to give coordinates.

    Args:
        syntax: With ``MODE`` where the mode stands and ``OVERRIDE`` where what is overridden does.
        operands: With ``TENSOR`` for the tensor map and its coordinates, ``IM2COL`` for what im2col needs.
        modes: How a mode is written, which it may be, the coordinates and the offsets of im2col.
        choices: The words of the other modifiers.
    """
    return tuple(
        form(
            syntax.replace("MODE", name).replace("OVERRIDE", "{.<address>}"),
            operands.replace(
                "TENSOR", f"[tensorMap@global, gAddrToOverride:u64!?address, {coordinates}]"
            ).replace("IM2COL", info),
            **{**_ADDRESS, **words, **choices},
            rules=(),
        )
        for name, words, coordinates, info in modes
    )


def _overrides(syntax: str, operands: str, choices: dict[str, str]) -> tuple[Form, ...]:
    """The rows of a tensor copy that say in place of the tensor map how large the tensor is.

    The arguments are the same as for `_modes`; the mode is tile.
    """
    return tuple(
        form(
            syntax.replace("MODE", "{.tile}").replace(
                "OVERRIDE", f".override::global_address.override::{attribute}"
            ),
            operands.replace(
                "TENSOR",
                f"[tensorMap@global, {override.replace('SIZE', size)}, tensorCoords:s32(0..0)*rank(dim)]",
            ).replace("IM2COL", ""),
            **{**choices, "dim": dims},
            rules=(),
        )
        for size in ("u8", "u16")
        for attribute, dims, override in (
            ("global_dim", "1d", _STEPS),
            ("global_dim_stride", "2d 3d 4d 5d", _STRIDES),
        )
    )


_LOADED = {"report": _REPORTS, "group": "cta_group::1 cta_group::2", "hint": CACHE_HINT}
_HINT = {"hint": CACHE_HINT}
_REDUCING = {"op": "add min max inc dec and or xor", **_HINT}

_EVICTION = {"eviction": "L2::evict_last"}

_INTO_CTA = (
    f"cp.async.bulk.tensor.<dim>.shared::cta.globalMODE.{_BYTES}{{.<report>}}{{.<group>}}{{.<hint>}}OVERRIDE",
    f"[dstMem:shared::cta], TENSOR, [mbar:shared::cta]IM2COL, {_POLICY}",
)


def _into_cluster(slot: str, mask: str) -> tuple[str, str]:
    """Syntax and operands of a tensor copy to one or more CTAs of a cluster."""
    return (
        f"cp.async.bulk.tensor.<dim>.shared::cluster.globalMODE.{_BYTES}{{.<report>}}{slot}{{.<group>}}{{.<hint>}}OVERRIDE",
        f"[dstMem:shared::cluster], TENSOR, [mbar:shared::cluster]IM2COL{mask}, {_POLICY}",
    )


_OUT = (
    "cp.async.bulk.tensor.<dim>.global.shared::ctaMODE.bulk_group{.<hint>}OVERRIDE",
    f"TENSOR, [srcMem:shared::cta], {_POLICY}",
)
_REDUCE = (
    "cp.reduce.async.bulk.tensor.<dim>.global.shared::cta.<op>MODE.bulk_group{.<hint>}OVERRIDE",
    f"TENSOR, [srcMem:shared::cta], {_POLICY}",
)
_PREFETCH = ("cp.async.bulk.prefetch.tensor.<dim>.L2.globalMODE{.<hint>}OVERRIDE", f"TENSORIM2COL, {_POLICY}")
_PREFETCH_LAST = ("cp.async.bulk.prefetch.tensor.<dim>.L2.globalMODE.<eviction>OVERRIDE", "TENSORIM2COL")
_APPLY = (
    "applypriority.async.bulk.tensor.<dim>{.global}.bulk_groupMODE.L2::evict_normalOVERRIDE",
    "TENSORIM2COL",
)

# fmt: off
FORMS: tuple[Form, ...] = (
    *section(
        "9.7.10.28.4.1 cp.async.bulk",
        *_bulk_copies("{.weak}", "", {}, {}),
        *_bulk_copies(".relaxed.<scope>", ".b128", {"scope": "cta cluster"}, {"scope": SCOPE}),
        effects="copies asynchronous",
    ),
    *section(
        "9.7.10.28.4.2 cp.reduce.async.bulk",
        *(
            form(f"cp.reduce.async.bulk{{.<sem>}}{{.<scope>}}.shared::cluster.shared::cta.{_BYTES}.<op>.<type>",
                 f"[dstMem:shared::cluster], [srcMem:shared::cta], {_SIZE}, [mbar:shared::cluster]", op=op, type=types, **_NEAR_ORDER, rules=_RULES)
            for op, types in _REDUCED_SHARED
        ),
        *_bulk_reductions("cp.reduce.async.bulk", "{.<hint>}", f", {_POLICY}"),
        effects="copies asynchronous",
    ),
    *section(
        "9.7.10.28.4.3 cp.async.bulk.prefetch",
        form("cp.async.bulk.prefetch.L2.global{.<hint>}",   f"[srcMem:global], {_SIZE}, {_POLICY}", hint=CACHE_HINT),
        form("cp.async.bulk.prefetch.L2.global.<eviction>", f"[srcMem:global], {_SIZE}",            **_EVICTION, rules=()),
        effects="asynchronous",
    ),
    *section(
        "9.7.10.28.4.4 multimem.cp.async.bulk",
        form("multimem.cp.async.bulk{.weak}.global.shared::cta.bulk_group{.<mask>}",
             f"[dstMem:global], [srcMem:shared::cta], {_SIZE}, {_BYTE_MASK}", mask="cp_mask"),
        form("multimem.cp.async.bulk.relaxed.<scope>.global.shared::cta.bulk_group{.<mask>}.b128",
             f"[dstMem:global], [srcMem:shared::cta], {_SIZE}, {_BYTE_MASK}", scope=SCOPE, mask="cp_mask"),
        effects="copies asynchronous",
    ),
    *section("9.7.10.28.4.5 multimem.cp.reduce.async.bulk", *_bulk_reductions("multimem.cp.reduce.async.bulk", "", ""), effects="copies asynchronous"),
    *section(
        "9.7.10.28.5.3 cp.async.bulk.tensor",
        *_modes(*_INTO_CTA, _READ, _LOADED),
        *_overrides(*_INTO_CTA, _LOADED),
        *(
            row
            for slot, words, mask in (_NARROW, _WIDE)
            for row in _modes(*_into_cluster(slot, mask), _READ, {**words, **_LOADED})
        ),
        *(
            row
            for slot, words, mask in (_ALONE, _WIDE)
            for row in _overrides(*_into_cluster(slot, mask), {**words, **_LOADED})
        ),
        *_modes(*_OUT, _WRITTEN, _HINT),
        *_overrides(*_OUT, _HINT),
        effects="copies asynchronous",
    ),
    *section(
        "9.7.10.28.5.4 cp.reduce.async.bulk.tensor",
        *_modes(*_REDUCE, (_TILE, _NO_OFFSETS), _REDUCING),
        *_overrides(*_REDUCE, _REDUCING),
        effects="copies asynchronous",
    ),
    *section(
        "9.7.10.28.5.5 cp.async.bulk.prefetch.tensor",
        *_modes(*_PREFETCH, _READ, _HINT),
        *_overrides(*_PREFETCH, _HINT),
        *_modes(*_PREFETCH_LAST, _READ, _EVICTION),
        *_overrides(*_PREFETCH_LAST, _EVICTION),
        effects="asynchronous",
    ),
    *section("9.7.10.28.6.1 cp.async.bulk.commit_group", form("cp.async.bulk.commit_group"), effects="asynchronous"),
    *section(
        "9.7.10.28.6.2 cp.async.bulk.wait_group",
        form("cp.async.bulk.wait_group{.read}", "n:imm(0..2147483647)"),
        form("cp.async.bulk.wait_group.sync_restrict::proxy::async", "n:imm(0..2147483647)"),
        effects="asynchronous waits",
    ),
    *section(
        "9.7.10.18 applypriority.async.bulk",
        form("applypriority.async.bulk{.<src>}.bulk_group.L2::evict_normal", f"[a:<src>@global], {_SIZE}", src="global"),
    ),
    *section(
        "9.7.10.19 applypriority.async.bulk.tensor",
        *_modes(*_APPLY, _READ, {}),
        *_overrides(*_APPLY, {}),
    ),
    *section(
        "9.7.10.29 tensormap.replace",
        *(
            form(f"tensormap.replace.tile.<field>{{.<ss>}}.b1024.{type_}", f"[addr:<ss>], {operands}", field=fields,
                 ss="global shared::cta")
            for fields, type_, operands in (
                ("global_address",                  "b64", "new_val:u64"),
                ("rank",                            "b32", "new_val:u32"),
                ("box_dim global_dim element_stride", "b32", "ord:imm(0..4), new_val:u32"),
                ("global_stride",                   "b64", "ord:imm(0..4), new_val:u64"),
                ("elemtype",                        "b32", "new_val:imm(0..12)"),
                ("elemtype",                        "b32", "new_val:imm(13..15)"),
                ("interleave_layout",               "b32", "new_val:imm(0..2)"),
                ("swizzle_mode",                    "b32", "new_val:imm(0..3)"),
                ("swizzle_mode",                    "b32", "new_val:imm(4)"),
                ("swizzle_atomicity",               "b32", "new_val:imm(0..3)"),
                ("fill_mode",                       "b32", "new_val:imm(0..1)"),
            )
        ),
    ),
    *section(
        "9.7.15.17 tensormap.cp_fenceproxy",
        form("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.<scope>.sync.aligned",
             "[dst:global], [src:shared::cta], size:imm(128)", scope=SCOPE),
    ),
)
# fmt: on
