"""Operations on memory of other devices through fabric handles (manual section 9.7.11.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.isa.form import form, section
from pyptx.isa.vocabulary import CACHE_HINT

if TYPE_CHECKING:
    from pyptx.isa.form import Form

_SIZE = "size:u32(0..4294967280..16)"
_HERE = "[bar:shared::cta]"
_BYTES = "mbarrier::complete_tx::bytes.mbarrier::report::fabric"
_CHUNKS = "mbarrier::complete_tx::16B.mbarrier::report::fabric"
_TO = "[dstLeId:handle, dstDataOff:u64!]"
_COUNTED_TO = "[dstLeId:handle, dstDataOff:u64!, dstCounterOff:u64!]"
_FROM = "[srcLeId:handle, srcDataOff:u64!]"
_HINT = {"hint": CACHE_HINT}
_POLICY = "policy:u64?hint"
_FETCHED = (
    # operations, types
    ("and xor or", "b32 b64"),
    ("exch cas", "b32 b64 b128"),
    ("min max", "u32 s32 u64 s64 f16x2 bf16x2"),
    ("add", "u32 u64 f16x2 bf16x2 f32 f64"),
)
_REDUCED = (
    # operations, types
    ("and xor or", "b32 b64"),
    ("min max", "u32 s32 u64 s64 f16 bf16"),
    ("add", "u32 u64 f16 bf16 f32 f64"),
)
_PULLED = (
    # operations, types
    ("and xor or", "b32 b64"),
    ("min max", "u32 s32 u64 s64 bf16 f16 e4m3 e5m2"),
    ("add", "u32 u64 f16 bf16 f32"),
    ("add.acc::f16", "e4m3 e5m2"),
    ("add.acc::f32", "f16 bf16"),
)

_READS = "PTX 9.5 calls it fabric.wait.sync_restrict::read, and gives it how many groups may be pending"

# fmt: off
FORMS: tuple[Form, ...] = (
    *section(
        "9.7.11.5.1 fabric.try_get",
        form(f"fabric.try_get.async.shared::cta.{_BYTES}{{.<hint>}}.relaxed.sys.b128",
             f"[dst:shared::cta], {_FROM}, {_SIZE}, {_HERE}, {_POLICY}", **_HINT, rules=()),
        effects="asynchronous",
    ),
    *section(
        "9.7.11.5.2 fabric.try_put",
        form(f"fabric.try_put.async{{.multimem}}.shared::cta.{_CHUNKS}{{.<hint>}}.relaxed.sys.b128",
             f"{_TO}, [src:shared::cta], {_SIZE}, {_HERE}, {_POLICY}", **_HINT, rules=()),
        form(f"fabric.try_put.async{{.multimem}}.shared::cta.{_CHUNKS}.cp_mask{{.<hint>}}.relaxed.sys.b128",
             f"{_TO}, [src:shared::cta], {_SIZE}, {_HERE}, bytemask:u16, {_POLICY}", **_HINT, rules=()),
        form(f"fabric.try_put.async{{.multimem}}.shared::cta.{_CHUNKS}.counted::bytes{{.<hint>}}.relaxed.sys.b128",
             f"{_COUNTED_TO}, [src:shared::cta], {_SIZE}, {_HERE}, {_POLICY}", **_HINT, rules=()),
        effects="asynchronous",
    ),
    *section(
        "9.7.11.5.3 fabric.try_red",
        *(
            form(f"fabric.try_red.async{{.multimem}}.shared::cta.{_CHUNKS}{counted}{{.<hint>}}.relaxed.sys.<op>.<type>",
                 f"{to}, [src:shared::cta], {_SIZE}, {_HERE}, {_POLICY}", op=op, type=types, **_HINT, rules=())
            for counted, to in (("", _TO), (".counted::bytes", _COUNTED_TO))
            for op, types in _REDUCED
        ),
        effects="asynchronous",
    ),
    *section(
        "9.7.11.5.4 fabric.try_pullred",
        *(
            form(f"fabric.try_pullred.async.multimem.shared::cta.{_BYTES}.relaxed.sys.{name}.<type>.sync",
                 f"[dst:shared::cta], {_FROM}, {_SIZE}, {_HERE}, membermask:imm(4294967295|-1)", op=op, type=types)
            for op, types in _PULLED
            for name in (op if "." in op else "<op>",)
        ),
        effects="asynchronous",
    ),
    *section(
        "9.7.11.5 fabric.try_atom",
        *(
            form(f"fabric.try_atom.async.shared::cta.{_CHUNKS}{{.<hint>}}.relaxed.sys.<op>.<type>",
                 f"{_TO}, [fetched:shared::cta], [src:shared::cta], {_HERE}, {_POLICY}", op=op, type=types, **_HINT, rules=())
            for op, types in _FETCHED
        ),
        effects="asynchronous",
    ),
    *section(
        "9.7.11.5.5 fabric.submit",
        form("fabric.submit{.op_restrict::fetching}"),
        form("fabric.submit.commit_group"),
        effects="asynchronous",
    ),
    *section(
        "9.7.11.5.6 fabric.wait",
        form("fabric.wait.sync_restrict::read",  "n:imm(0..2147483647)"),
        form("fabric.wait.sync_restrict::reads", deprecated=_READS),
        form("fabric.wait.sync_restrict::reads", "n:imm(0..2147483647)", deprecated=_READS),
        effects="asynchronous waits",
    ),
)
# fmt: on
