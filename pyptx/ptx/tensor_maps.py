"""Tensor maps in memory: ``ptx.tensormap.replace``, ``ptx.tensormap.cp_fenceproxy``, and how one is named.

A tensor map is named by ``A.tma_desc()`` of a tensor of the kernel, by a 64-bit register with its generic
address, or by the name of a kernel parameter that is one, whose generic address is taken first.

>>> from pyptx import ptx, reg, smem
>>> from pyptx.emitter import emit_statement
>>> from pyptx.trace import Trace, tracing
>>> from pyptx.types import b8, u64
>>> with tracing(Trace("k")) as trace:
...     image, there, data = smem.alloc(b8, 128, align=128), reg.scalar(u64), reg.scalar(u64)
...     ptx.tensormap.replace("global_address", image, data)
...     ptx.tensormap.replace("global_dim", image, 4096, 1)
...     ptx.tensormap.replace("swizzle_mode", image, "128B")
...     ptx.tensormap.cp_fenceproxy(there, image)
...     ptx.fence.proxy_tensormap_acquire(there)
>>> for statement in trace.body:
...     print(emit_statement(statement).strip())
tensormap.replace.tile.global_address.shared::cta.b1024.b64 [smem_0], %rd1;
tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [smem_0], 1, 4096;
tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [smem_0], 3;
tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%rd0], [smem_0], 128;
fence.proxy.tensormap::generic.acquire.gpu [%rd0], 128;
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.errors import TraceError
from pyptx.ir import Address, Name
from pyptx.layouts import tensor_map_words as words
from pyptx.ptx.address_spaces import cvta
from pyptx.ptx.addressing import addr as address_operand
from pyptx.ptx.addressing import place
from pyptx.ptx.opcode import Opcode
from pyptx.ptx.typed import Namespace, Typed
from pyptx.record import replace
from pyptx.specs import TensorSpec
from pyptx.trace import at, caller, current, emit

if TYPE_CHECKING:
    from pyptx.reg import Predicate
    from pyptx.trace import Value

_WIDE_FIELDS = ("global_address", "global_stride")


def map_place(source: Value | TensorSpec) -> Address:
    """The address operand of a tensor map: ``[map]``, generic."""
    if isinstance(source, TensorSpec):
        source = source.tma_desc()
    where = source if isinstance(source, Address) and source.rest else address_operand(source)
    symbol = current().symbol(where.base.name) if isinstance(where.base, Name) else None
    if symbol is not None and symbol.kind == "param":
        where = replace(where, base=cvta.param(where.base).__ptx__())
    return where


def _replace(
    field: str,
    addr: Value,
    value: Value,
    ordinal: int | None = None,
    *,
    space: str = "shared::cta",
    pred: Predicate | None = None,
) -> None:
    """``tensormap.replace.tile.<field>.<space>.b1024.b32 [addr], ordinal, value``: change a field of a map.

    It changes the map in memory only; `cp_fenceproxy` and ``ptx.fence.proxy_tensormap_acquire`` make the
    change visible to the copies that read the map. Manual section 9.7.10.29.

    Args:
        field: ``"global_address"`` ``"rank"`` ``"box_dim"`` ``"global_dim"`` ``"global_stride"``
            ``"element_stride"`` ``"elemtype"`` ``"interleave_layout"`` ``"swizzle_mode"``
            ``"swizzle_atomicity"`` ``"fill_mode"``.
        addr: The map: 128 bytes.
        value: Addresses and strides (bytes) in 64 bits, sizes and steps (elements) in 32; `rank` is one less
            than the rank. The other fields take a number, or its name in `layouts.tensor_map`: ``"bf16"``,
            ``"128B"``, ``"NAN"``.
        ordinal: The dimension of a size, step or extent of the box, innermost 0; for strides, 0 means
            dimension 1.
        space: ``"shared::cta"`` or ``"global"``.
        pred: Guard.

    Raises:
        TraceError: The value is a name that the field does not have.
    """
    width = "b64" if field in _WIDE_FIELDS else "b32"
    modifiers = ("replace", "tile", field, space, "b1024", width)
    number = _number(field, value) if isinstance(value, str) else value
    emit("tensormap", modifiers, (place(addr), *(() if ordinal is None else (ordinal,)), number), pred)


def _cp_fenceproxy(dst: Value, src: Value, *, scope: str = "gpu", pred: Predicate | None = None) -> None:
    """``tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.<scope>.sync.aligned``.

    Copy a map of 128 bytes from shared to global memory and release it to readers of tensor maps; a whole
    warp executes it. Manual section 9.7.15.17.

    Args:
        dst: Destination in global memory; 128-byte aligned.
        src: Source in shared memory; 128-byte aligned.
        scope: Scope of the release: ``"cta"``, ``"cluster"``, ``"gpu"`` or ``"sys"``.
        pred: Guard; it must agree in all threads of the warp.
    """
    modifiers = (
        *("cp_fenceproxy", "global", "shared::cta", "tensormap::generic"),
        *("release", scope, "sync", "aligned"),
    )
    emit("tensormap", modifiers, (place(dst), place(src), words.BYTES), pred)


class TensorMaps(Namespace):
    """``ptx.tensormap``: maps that a kernel makes itself."""

    _opcode = Opcode("tensormap")

    replace = Typed(_replace, Opcode("tensormap", ("replace",)))
    cp_fenceproxy = Typed(_cp_fenceproxy, Opcode("tensormap", ("cp_fenceproxy",)))


tensormap = TensorMaps()

_WORDS: dict[str, dict[str, int]] = {
    "elemtype": {element.name: element.field for element in words.ELEMENTS.values()},
    "interleave_layout": {word: number for number, word in enumerate(words.INTERLEAVES)},
    "swizzle_mode": {name: mode.mode for name, mode in words.SWIZZLES.items() if not mode.atomicity},
    "swizzle_atomicity": {"16B": 0, "32B": 1, "32B_FLIP": 2, "64B": 3},
    "fill_mode": {word: number for number, word in enumerate(words.FILLS)},
}
"""The numbers of the words that the fields have."""


def _number(field: str, word: str) -> Value:
    """The number of a word, where the field has such; else the name that it is."""
    known = _WORDS.get(field)
    if known is None:
        return word
    if word not in known:
        raise TraceError(
            f"ptx.tensormap.replace: {field} is {word!r}; it must be one of "
            f"{', '.join(map(repr, known))}, or its number{at(caller())}"
        )
    return known[word]
