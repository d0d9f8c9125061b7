"""Data movement instructions (manual section 9.7.10), asynchronous copies and conversions apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.isa.constraints import (
    cache_hints_are_global,
    decompression_fits,
    is_256_bits,
    l2_eviction_is_256_bits,
    vector_fits_128_bits,
    vector_fits_memory,
)
from pyptx.isa.form import form, section
from pyptx.isa.vocabulary import (
    ADDRESS_SPACES,
    BITS,
    CACHE_HINT,
    FLOAT,
    INT,
    L1_EVICTION,
    L2_EVICTION,
    L2_PREFETCH,
    LD_CACHE,
    LD_SPACES,
    MEMORY_TYPES,
    POLICY_PRIMARY,
    POLICY_SECONDARY,
    PRMT_MODES,
    SCOPE,
    SHARED,
    ST_CACHE,
    ST_SPACES,
    VEC,
    VEC8,
)

if TYPE_CHECKING:
    from pyptx.isa.form import Form

_LOAD_RULES = (vector_fits_memory, l2_eviction_is_256_bits, cache_hints_are_global)
_STORE_RULES = (vector_fits_128_bits, cache_hints_are_global)
_VALUE = "d=wider(<type>)*<vec>_"
_STORED = "[a:<ss>], b:wider(<type>)*<vec>"
_ORDERED = f"global {SHARED}"
_VOLATILE = f"global local {SHARED}"
_COMPLETE_TX = "mbarrier::complete_tx::bytes"
_ASYNC_TYPES = "b8 b16 b32 b64 u8 u16 u32 u64 s8 s16 s32 s64 f32 f64"
_COMPRESSION = {"elemsize": "b8 b16", "idxsize": "b2 b4", "num": "x1 x2 x4 x8 x16 x32 x64"}
_FACTORS = "sp::1:2 sp::1:4 sp::1:8 sp::1:16 sp::2:4 sp::2:8 sp::2:16 sp::4:8 sp::4:16"
_WIDE_TYPES = "b32 u32 s32 f32 b64 u64 s64 f64"

# fmt: off
FORMS: tuple[Form, ...] = (
    *section(
        "9.7.10.3 mov",
        form("mov.pred",     "d=pred,   a:pred(-1..1)~%"),
        form("mov.<type>",   "d=<type>, a:<type>&%", type=f"{BITS} {INT}"),
        form("mov.<type>",   "d=<type>, a:<type>",   type="b128 f32 f64"),
        form("mov.<vec>.<type>", "d=<type>*<vec>_, a:<type>*<vec>%", vec=VEC, type=f"{BITS} {INT} {FLOAT}",
             rules=(vector_fits_128_bits,)),
    ),
    *section(
        "9.7.10.4 mov",
        form("mov.<type>", "d=<type>,           a:half(<type>)",    type="b16 b32 b64 b128"),
        form("mov.<type>", "d=<type>,           a:quarter(<type>)", type="b32 b64 b128"),
        form("mov.<type>", "d=half(<type>)_,    a:<type>%",         type="b16 b32 b64 b128"),
        form("mov.<type>", "d=quarter(<type>)_, a:<type>%",         type="b32 b64 b128"),
    ),
    *section(
        "9.7.10.7 prmt",
        form("prmt.b32{.<mode>}", "d=b32, a:b32, b:b32, c:b32", mode=PRMT_MODES),
    ),
    *section(
        "9.7.10.8 ld",
        form("ld{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type>", f"{_VALUE}, [a:<ss>], policy:u64?hint",
             ss=LD_SPACES, l1=L1_EVICTION, l2=L2_EVICTION, hint=CACHE_HINT, prefetch=L2_PREFETCH, vec=VEC8, type=MEMORY_TYPES,
             rules=_LOAD_RULES),
        form("ld{.weak}{.<ss>}.<cop>{.<hint>}{.<prefetch>}{.<vec>}.<type>", f"{_VALUE}, [a:<ss>], policy:u64?hint",
             ss=LD_SPACES, cop=LD_CACHE, hint=CACHE_HINT, prefetch=L2_PREFETCH, vec=VEC8, type=MEMORY_TYPES,
             rules=_LOAD_RULES),
        form("ld.volatile{.<ss>}{.<prefetch>}{.<vec>}.<type>", f"{_VALUE}, [a:<ss>]",
             ss=_VOLATILE, prefetch=L2_PREFETCH, vec=VEC8, type=MEMORY_TYPES, rules=_LOAD_RULES),
        form("ld.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type>", f"{_VALUE}, [a:<ss>], policy:u64?hint",
             sem="relaxed acquire", scope=SCOPE, ss=_ORDERED, l1=L1_EVICTION, l2=L2_EVICTION, hint=CACHE_HINT,
             prefetch=L2_PREFETCH, vec=VEC8, type=MEMORY_TYPES, rules=_LOAD_RULES),
        form("ld.mmio.<sem>.sys{.<ss>}.<type>", "d=wider(<type>), [a:<ss>]",
             sem="relaxed acquire", ss="global", type=MEMORY_TYPES),
        form("ld.proxy::readonly{.<ss>}{.<vec>}.<type>", f"{_VALUE}, [a:<ss>]",
             ss="global", vec=VEC8, type=MEMORY_TYPES.replace("b128 ", ""), rules=_LOAD_RULES),
        effects="reads",
    ),
    *section(
        "9.7.10.9 ld.global.nc",
        form("ld.global.nc{.<l1>}{.<l2>}{.<hint>}{.<prefetch>}{.<vec>}.<type>", f"{_VALUE}, [a:global], policy:u64?hint",
             l1=L1_EVICTION, l2=L2_EVICTION, hint=CACHE_HINT, prefetch=L2_PREFETCH, vec=VEC8, type=MEMORY_TYPES,
             rules=_LOAD_RULES),
        form("ld.global.<cop>.nc{.<hint>}{.<prefetch>}{.<vec>}.<type>", f"{_VALUE}, [a:global], policy:u64?hint",
             cop="ca cg cs", hint=CACHE_HINT, prefetch=L2_PREFETCH, vec=VEC8, type=MEMORY_TYPES, rules=_LOAD_RULES),
        effects="reads",
    ),
    *section(
        "9.7.10.10 ldu",
        form("ldu{.<ss>}{.<vec>}.<type>", f"{_VALUE}, [a:<ss>]",
             ss="global", vec=VEC, type=MEMORY_TYPES, rules=(vector_fits_128_bits,)),
        effects="reads",
    ),
    *section(
        "9.7.10.11 st",
        form("st{.weak}{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type>", f"{_STORED}, policy:u64?hint",
             ss=ST_SPACES, l1=L1_EVICTION, hint=CACHE_HINT, vec=VEC, type=MEMORY_TYPES, rules=_STORE_RULES),
        form("st{.weak}{.<ss>}.<cop>{.<hint>}{.<vec>}.<type>", f"{_STORED}, policy:u64?hint",
             ss=ST_SPACES, cop=ST_CACHE, hint=CACHE_HINT, vec=VEC, type=MEMORY_TYPES, rules=_STORE_RULES),
        form("st.volatile{.<ss>}{.<vec>}.<type>", _STORED,
             ss=_VOLATILE, vec=VEC, type=MEMORY_TYPES, rules=_STORE_RULES),
        form("st.<sem>.<scope>{.<ss>}{.<l1>}{.<hint>}{.<vec>}.<type>", f"{_STORED}, policy:u64?hint",
             sem="relaxed release", scope=SCOPE, ss=_ORDERED, l1=L1_EVICTION, hint=CACHE_HINT, vec=VEC, type=MEMORY_TYPES,
             rules=_STORE_RULES),
        form("st.mmio.<sem>.sys{.<ss>}.<type>", "[a:<ss>], b:wider(<type>)",
             sem="relaxed release", ss="global", type=MEMORY_TYPES),
        effects="writes",
    ),
    *section(
        "9.7.10.11 st",  # of 256 bits, where the sink leaves memory as it is
        form("st{.weak}{.<ss>}{.<l1>}{.<l2>}{.<hint>}.<vec>.<type>", f"{_STORED}_, policy:u64?hint",
             ss="global", l1=L1_EVICTION, l2=L2_EVICTION, hint=CACHE_HINT, vec="v4 v8", type=_WIDE_TYPES, rules=(is_256_bits,)),
        form("st{.weak}{.<ss>}.<cop>{.<hint>}.<vec>.<type>", f"{_STORED}_, policy:u64?hint",
             ss="global", cop=ST_CACHE, hint=CACHE_HINT, vec="v4 v8", type=_WIDE_TYPES, rules=(is_256_bits,)),
        form("st.volatile{.<ss>}.<vec>.<type>", f"{_STORED}_", ss="global", vec="v4 v8", type=_WIDE_TYPES, rules=(is_256_bits,)),
        form("st.<sem>.<scope>{.<ss>}{.<l1>}{.<l2>}{.<hint>}.<vec>.<type>", f"{_STORED}_, policy:u64?hint",
             sem="relaxed release", scope=SCOPE, ss="global", l1=L1_EVICTION, l2=L2_EVICTION, hint=CACHE_HINT, vec="v4 v8",
             type=_WIDE_TYPES, rules=(is_256_bits,)),
        effects="writes",
    ),
    *section(
        "9.7.10.12 st.async",
        form(f"st.async{{.weak}}{{.<ss>}}.{_COMPLETE_TX}{{.<vec>}}.<type>", "[a:<ss>@shared], b:<type>*<vec>, [mbar:<ss>@shared]",
             ss="shared::cluster", vec=VEC, type="b32 b64 u32 u64 s32 s64 f32 f64", rules=(vector_fits_128_bits,)),
        form(f"st.async{{.weak}}{{.<ss>}}.{_COMPLETE_TX}.b128", "[a:<ss>@shared], b:b128!, [mbar:<ss>@shared]", ss="shared::cluster"),
        form("st.async.release.<scope>{.<ss>}.<type>", "[a:<ss>@global], b:<type>", scope="gpu sys", ss="global", type=_ASYNC_TYPES),
        form("st.async.mmio.release.sys{.<ss>}.<type>", "[a:<ss>@global], b:<type>", ss="global", type=_ASYNC_TYPES),
        effects="writes asynchronous",
    ),
    *section(
        "9.7.10.14 st.bulk",
        form("st.bulk{.weak}",             "[a@shared],      size:u32(0..16777216..8), initval:imm(0)"),
        form("st.bulk{.weak}",             "[a@shared],      size:u64(0..16777216..8), initval:imm(0)"),
        # ptxas takes no variable where the space is written
        form("st.bulk{.weak}.shared::cta", "[a:shared::cta]!, size:u32(0..16777216..8), initval:imm(0)"),
        form("st.bulk{.weak}.shared::cta", "[a:shared::cta]!, size:u64(0..16777216..8), initval:imm(0)"),
        effects="writes",
    ),
    *section(
        "9.7.10.16 prefetch, prefetchu",
        form("prefetch{.<space>}.<level>",             "[a:<space>]", space="global local", level="L1 L2"),
        form("prefetch{.<space>}.L1::32B.valid_addr",  "[a:<space>]", space="global"),
        form("prefetch.global.<eviction>",             "[a:global]",  eviction="L2::evict_last L2::evict_normal"),
        form("prefetch{.<space>}.tensormap",           "[a:<space>]", space="const param"),
        form("prefetchu.L1",                           "[a@global]"),
    ),
    *section(
        "9.7.10.17 applypriority",
        form("applypriority{.<space>}.L2::evict_normal", "[a:<space>], size:imm(128)", space="global"),
    ),
    *section(
        "9.7.10.20 discard",
        form("discard{.<space>}.L2", "[a:<space>], size:imm(128)", space="global"),
    ),
    *section(
        "9.7.10.21 createpolicy",
        form("createpolicy.range{.<space>}.<primary>{.<secondary>}.b64",
             "policy=u64, [a:<space>], primary_size:u32(..total_size), total_size:u32",
             space="global", primary=POLICY_PRIMARY, secondary=POLICY_SECONDARY),
        form("createpolicy.range.fabric.<primary>{.<secondary>}.b64",
             "policy=u64, [aLe:handle, aOff:u64!], primary_size:u32(..total_size), total_size:u32",
             primary=POLICY_PRIMARY, secondary=POLICY_SECONDARY),
        form("createpolicy.fractional.<primary>{.<secondary>}.b64", "policy=u64, fraction:f32(0.0<..1.0)?",
             primary=POLICY_PRIMARY, secondary=POLICY_SECONDARY),
        form("createpolicy.cvt.L2.b64", "policy=u64, property:u64"),
    ),
    *section(
        "9.7.10.22 isspacep",
        form("isspacep.<space>", "p=pred, a:u64", space=ADDRESS_SPACES),
        form("isspacep.<space>", "p=pred, a:u32", space=ADDRESS_SPACES),
    ),
    *section(
        "9.7.10.23 cvta",
        form("cvta.<space>.<size>",    "p=<size>, a:<size>&@<space>", space=ADDRESS_SPACES, size="u32 u64"),
        form("cvta.to.<space>.<size>", "p=<size>, a:<size>",         space=ADDRESS_SPACES, size="u32 u64"),
    ),
    *section(
        "9.7.10.26 mapa",
        form("mapa.<type>",                 "d=<type>, a:<type>!, b:u32", type="u32 u64"),
        form("mapa.shared::cluster.<type>", "d=<type>, a:<type>&@shared, b:u32", type="u32 u64"),
    ),
    *section(
        "9.7.10.27 getctarank",
        form("getctarank.<type>",                 "d=u32, a:<type>!", type="u32 u64"),
        form("getctarank.shared::cluster.<type>", "d=u32, a:<type>&@shared", type="u32 u64"),
    ),
    *section(
        "9.7.10.30 spcompress",
        form("spcompress.<elemsize>.<idxsize>.sp::2:4.<num>",
             "mdata=compressed(mdata), cdata=compressed(cdata), data:compressed(data)!, spdesc:b32!", **_COMPRESSION, rules=()),
    ),
    *section(
        "9.7.10.31 spdecompress",
        form("spdecompress.<elemsize>.<idxsize>.<factor>.<num>",
             "data=compressed(data), mdata:compressed(mdata)!, cdata:compressed(cdata)!", **_COMPRESSION, factor=_FACTORS,
             rules=(decompression_fits,)),
    ),
)
# fmt: on
