"""Atomic operations and reductions on memory (manual sections 9.7.15.5 and 9.7.15.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.isa.constraints import cache_hints_are_global
from pyptx.isa.form import form, section
from pyptx.isa.vocabulary import ACQUIRE_RELEASE, CACHE_HINT, SCOPE, SHARED, VEC, VEC8

if TYPE_CHECKING:
    from pyptx.isa.form import Form

_WHERE = {"scope": SCOPE, "space": f"global {SHARED}", "hint": CACHE_HINT}
_GLOBAL = {"scope": SCOPE, "space": "global", "hint": CACHE_HINT}
_ATOM = "atom{.<sem>}{.<scope>}{.<space>}"
_RED = "red{.<sem>}{.<scope>}{.<space>}"
_FETCH = "d=<type>_, [a:<space>], b:<type>, policy:u64?hint"
_FETCH_VECTOR = "d=<type>*<vec>_, [a:<space>], b:<type>*<vec>, policy:u64?hint"
_SWAP = "d=<type>_, [a:<space>], b:<type>, c:<type>"
_REDUCE = "[a:<space>], b:<type>, policy:u64?hint"
_REDUCE_VECTOR = "[a:<space>], b:<type>*<vec>, policy:u64?hint"
_SEM = "relaxed release"
_RULES = (cache_hints_are_global,)

# fmt: off
FORMS: tuple[Form, ...] = (
    *section(
        "9.7.15.5 atom",
        form(f"{_ATOM}.<op>{{.<hint>}}.<type>", _FETCH, sem=ACQUIRE_RELEASE, **_WHERE, op="and or xor", type="b32 b64", rules=_RULES),
        form(f"{_ATOM}.<op>{{.<hint>}}.<type>", _FETCH, sem=ACQUIRE_RELEASE, **_WHERE, op="add", type="u32 s32 u64 f32 f64", rules=_RULES),
        form(f"{_ATOM}.<op>{{.<hint>}}.<type>", _FETCH, sem=ACQUIRE_RELEASE, **_WHERE, op="inc dec", type="u32", rules=_RULES),
        form(f"{_ATOM}.<op>{{.<hint>}}.<type>", _FETCH, sem=ACQUIRE_RELEASE, **_WHERE, op="min max", type="u32 s32 u64 s64", rules=_RULES),
        form(f"{_ATOM}.<op>.noftz{{.<hint>}}.<type>", _FETCH, sem=ACQUIRE_RELEASE, **_WHERE, op="add", type="f16 f16x2 bf16 bf16x2 f32", rules=_RULES),
        form(f"{_ATOM}.<op>.<type>", _SWAP, sem=ACQUIRE_RELEASE, scope=SCOPE, space=_WHERE["space"], op="cas", type="b16 b32 b64 b128"),
        form(f"{_ATOM}.<op>{{.<hint>}}.<type>", _FETCH, sem=ACQUIRE_RELEASE, **_WHERE, op="exch", type="b32 b64 b128", rules=_RULES),
        form(f"{_ATOM}.<op>{{.noftz}}{{.<hint>}}.<vec>.<type>", _FETCH_VECTOR, sem=ACQUIRE_RELEASE, **_GLOBAL, op="add", vec=VEC, type="f32", rules=_RULES),
        form(f"{_ATOM}.<op>.noftz{{.<hint>}}.<vec>.<type>", _FETCH_VECTOR, sem=ACQUIRE_RELEASE, **_GLOBAL, op="add min max", vec=VEC8, type="f16 bf16", rules=_RULES),
        form(f"{_ATOM}.<op>.noftz{{.<hint>}}.<vec>.<type>", _FETCH_VECTOR, sem=ACQUIRE_RELEASE, **_GLOBAL, op="add min max", vec=VEC, type="f16x2 bf16x2", rules=_RULES),
        effects="reads writes atomic",
    ),
    *section(
        "9.7.15.6 red",
        form(f"{_RED}.<op>{{.<hint>}}.<type>", _REDUCE, sem=_SEM, **_WHERE, op="and or xor", type="b32 b64", rules=_RULES),
        form(f"{_RED}.<op>{{.<hint>}}.<type>", _REDUCE, sem=_SEM, **_WHERE, op="add", type="u32 s32 u64 f32 f64", rules=_RULES),
        form(f"{_RED}.<op>{{.<hint>}}.<type>", _REDUCE, sem=_SEM, **_WHERE, op="inc dec", type="u32", rules=_RULES),
        form(f"{_RED}.<op>{{.<hint>}}.<type>", _REDUCE, sem=_SEM, **_WHERE, op="min max", type="u32 s32 u64 s64", rules=_RULES),
        form(f"{_RED}.<op>.noftz{{.<hint>}}.<type>", _REDUCE, sem=_SEM, **_WHERE, op="add", type="f16 f16x2 bf16 bf16x2 f32", rules=_RULES),
        form(f"{_RED}.<op>{{.noftz}}{{.<hint>}}.<vec>.<type>", _REDUCE_VECTOR, sem=_SEM, **_GLOBAL, op="add", vec=VEC, type="f32", rules=_RULES),
        form(f"{_RED}.<op>.noftz{{.<hint>}}.<vec>.<type>", _REDUCE_VECTOR, sem=_SEM, **_GLOBAL, op="add min max", vec=VEC8, type="f16 bf16", rules=_RULES),
        form(f"{_RED}.<op>.noftz{{.<hint>}}.<vec>.<type>", _REDUCE_VECTOR, sem=_SEM, **_GLOBAL, op="add min max", vec=VEC, type="f16x2 bf16x2", rules=_RULES),
        effects="writes atomic",
    ),
    *section(
        "9.7.15.7 red.async",
        *(
            form("red.async.relaxed.cluster{.<ss>}.mbarrier::complete_tx::bytes.<op>.<type>",
                 "[a:<ss>@shared], b:<type>, [mbar:<ss>@shared]", ss="shared::cluster", op=op, type=types)
            for op, types in (("inc dec", "u32"), ("min max", "u32 s32"), ("and or xor", "b32"), ("add", "u32 s32 u64"))
        ),
        form("red.async.release.<scope>{.<ss>}.add.<type>", "[a:<ss>@global], b:<type>", scope="gpu sys", ss="global", type="u32 s32 u64 s64"),
        form("red.async.mmio.release.sys{.<ss>}.add.<type>", "[a:<ss>@global], b:<type>", ss="global", type="u32 s32 u64 s64"),
        effects="writes atomic asynchronous",
    ),
)
# fmt: on
