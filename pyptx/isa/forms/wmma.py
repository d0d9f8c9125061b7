"""Warp-level matrix multiply-accumulate on fragments of unspecified layout (manual section 9.7.16.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.isa.constraints import multiplicands_alike
from pyptx.isa.form import form, section
from pyptx.isa.vocabulary import RND, SHARED_CTA

if TYPE_CHECKING:
    from pyptx.isa.form import Form

_SPACES = f"global {SHARED_CTA}"
_LAYOUTS = {"alayout": "row col", "blayout": "row col"}
_SHAPES = "m16n16k16 m8n32k16 m32n8k16"
_MATRICES = "d=wmma_fragment(d), a:wmma_fragment(a)!, b:wmma_fragment(b)!, c:wmma_fragment(c)!"
_MMA = "wmma.mma.sync.aligned.<alayout>.<blayout>.<shape>"
_FIXED_MMA = "wmma.mma.sync.aligned.row.col.<shape>"
_TYPES = "<dtype>.<atype>.<btype>.<ctype>"


_UNALIGNED = "since PTX 6.3 it says that all threads of the warp execute it; write .sync.aligned"
_LIMITED = "floating-point results are no longer limited; leave .satfinite out"


# fmt: off
def _load(matrix: str, shape: str, types: str, *, layout: str = "row col", sync: str = "sync.aligned") -> Form:
    """Load one matrix."""
    return form(f"wmma.load.{matrix}.{sync}.<layout>.<shape>{{.<ss>}}.<{matrix}type>",
                f"r=wmma_fragment({matrix}), [p:<ss>], stride:u32?",
                layout=layout, shape=shape, rules=(), **{f"{matrix}type": types}, **_where(sync))


def _store(shape: str, types: str, *, sync: str = "sync.aligned") -> Form:
    """Store a result."""
    return form(f"wmma.store.d.{sync}.<layout>.<shape>{{.<ss>}}.<dtype>",
                "[p:<ss>], r:wmma_fragment(d)!, stride:u32?",
                layout="row col", shape=shape, dtype=types, rules=(), **_where(sync))


def _where(sync: str) -> dict[str, str]:
    """The state spaces of an access, fewer in the versions that did not require ``.aligned``."""
    return {"ss": _SPACES} if sync == "sync.aligned" else {"ss": "global shared", "deprecated": _UNALIGNED}


FORMS: tuple[Form, ...] = (
    *section(
        "9.7.16.4.3 wmma.load",
        _load("a", _SHAPES,    "f16 s8 u8 bf16"),
        _load("b", _SHAPES,    "f16 s8 u8 bf16"),
        _load("c", _SHAPES,    "f16 f32 s32"),
        _load("a", "m16n16k8", "tf32"),
        _load("b", "m16n16k8", "tf32"),
        _load("c", "m16n16k8", "f32"),
        _load("a", "m8n8k4",   "f64"),
        _load("b", "m8n8k4",   "f64"),
        _load("c", "m8n8k4",   "f64"),
        _load("a", "m8n8k32",  "s4 u4", layout="row"),
        _load("b", "m8n8k32",  "s4 u4", layout="col"),
        _load("c", "m8n8k32",  "s32"),
        _load("a", "m8n8k128", "b1",    layout="row"),
        _load("b", "m8n8k128", "b1",    layout="col"),
        _load("c", "m8n8k128", "s32"),
        _load("a", _SHAPES,    "f16",     sync="sync"),
        _load("b", _SHAPES,    "f16",     sync="sync"),
        _load("c", _SHAPES,    "f16 f32", sync="sync"),
        effects="reads",
    ),
    *section(
        "9.7.16.4.4 wmma.store",
        _store(_SHAPES,            "f16 f32 s32"),
        _store("m8n8k32 m8n8k128", "s32"),
        _store("m16n16k8",         "f32"),
        _store("m8n8k4",           "f64"),
        _store(_SHAPES,            "f16 f32", sync="sync"),
        effects="writes",
    ),
    *section(
        "9.7.16.4.5 wmma.mma",
        form(f"{_MMA}.<dtype>.<ctype>", _MATRICES,
             **_LAYOUTS, shape=_SHAPES, dtype="f16 f32", ctype="f16 f32", rules=()),
        form(f"{_MMA}.<dtype>.<ctype>.satfinite", _MATRICES,
             **_LAYOUTS, shape=_SHAPES, dtype="f16 f32", ctype="f16 f32", rules=(), deprecated=_LIMITED),
        form("wmma.mma.sync.<alayout>.<blayout>.<shape>.<dtype>.<ctype>{.satfinite}", _MATRICES,
             **_LAYOUTS, shape=_SHAPES, dtype="f16 f32", ctype="f16 f32", rules=(), deprecated=_UNALIGNED),
        form(f"{_MMA}.{_TYPES}{{.satfinite}}", _MATRICES, rules=(multiplicands_alike,),
             **_LAYOUTS, shape=_SHAPES, dtype="s32", atype="s8 u8", btype="s8 u8", ctype="s32"),
        form(f"{_MMA}.{_TYPES}", _MATRICES,
             **_LAYOUTS, shape=_SHAPES, dtype="f32", atype="bf16", btype="bf16", ctype="f32", rules=()),
        form(f"{_MMA}.{_TYPES}", _MATRICES,
             **_LAYOUTS, shape="m16n16k8", dtype="f32", atype="tf32", btype="tf32", ctype="f32", rules=()),
        form(f"{_MMA}{{.<rnd>}}.{_TYPES}", _MATRICES,
             **_LAYOUTS, shape="m8n8k4", rnd=RND, dtype="f64", atype="f64", btype="f64", ctype="f64", rules=()),
        form(f"{_FIXED_MMA}.{_TYPES}{{.satfinite}}", _MATRICES, rules=(multiplicands_alike,),
             shape="m8n8k32", dtype="s32", atype="s4 u4", btype="s4 u4", ctype="s32"),
        form(f"wmma.mma.<op>.popc.sync.aligned.row.col.<shape>.{_TYPES}", _MATRICES,
             op="xor and", shape="m8n8k128", dtype="s32", atype="b1", btype="b1", ctype="s32"),
    ),
)
# fmt: on
