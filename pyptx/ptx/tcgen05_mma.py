"""MMAs of tensor memory: ``ptx.tcgen05.mma``, with the checks of its arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.errors import TraceError
from pyptx.ir import Name
from pyptx.layouts.instruction import Instruction, decode_instruction, need_shiftable, need_target
from pyptx.ptx.addressing import tensor_place
from pyptx.ptx.matrix_tiles import TCGEN05, MatrixUse, matrix_major, matrix_operand
from pyptx.record import replace
from pyptx.reg import Reg, RegArray, from_, scalar
from pyptx.trace import at, caller, current, emit
from pyptx.types import b32, u64
from pyptx.types import pred as predicate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.ir import Address
    from pyptx.reg import Predicate
    from pyptx.trace import Value


def multiply(
    d_tmem: Value,
    a_desc: Value,
    b_desc: Value,
    idesc: Value,
    *,
    cta_group: int = 1,
    kind: str = "f16",
    enable_input_d: Value | None = True,
    scale_d: Value | None = None,
    sparse: bool = False,
    ashift: bool = False,
    collector_a: str | None = None,
    a_is_tmem: bool = False,
    sparse_metadata: Value | None = None,
    pred_operand: Value | None = None,
    scale_c: int | None = None,
    sfa: Value | None = None,
    sfb: Value | None = None,
    scale_vec: str | None = None,
    disable_output_lane: RegArray | Sequence[Value] | None = None,
    ws: bool = False,
    collector_b: str | None = None,
    b_buffer: int = 0,
    zero_column_mask: Value | None = None,
    lut_metadata: Value | None = None,
    a_k_offset: int = 0,
    b_k_offset: int = 0,
    pred: Predicate | None = None,
) -> None:
    """``tcgen05.mma.cta_group::1.kind::f16 [d_tmem], a_desc, b_desc, idesc, p``: D = A B, or D + A B.

    One thread issues it; manual sections 9.7.18.10.10.1 to 9.7.18.10.10.4. The first given one
    of `pred_operand`, `scale_d` and `enable_input_d` decides whether D is added. `tensor_memory.data_path` is
    the place of D.

    Args:
        d_tmem: D in tensor memory.
        a_desc: A shared tile, its descriptor, or its address in tensor memory.
        b_desc: A shared tile or its descriptor.
        idesc: Instruction descriptor, as `make_instr_desc` makes it. One that is a number must agree with
            kind, `cta_group` and both matrices.
        cta_group: 2 for the CTAs of a pair together.
        kind: ``"f16"``, ``"tf32"``, ``"f8f6f4"``, ``"i8"``, ``"ti16"`` (PTX 9.4); with scale factors
            ``"mxf8f6f4"``, ``"mxf4"``, ``"mxf4nvf4"``.
        enable_input_d: Whether to add D: a number or a predicate.
        scale_d: Another name of `enable_input_d`.
        sparse: Whether half of A is left out: ``tcgen05.mma.sp``.
        ashift: Shift the rows of A in tensor memory by one.
        collector_a: The use of the collector for A: ``"fill"``, ``"use"``, ``"lastuse"``, ``"discard"``.
        a_is_tmem: Whether A is in tensor memory.
        sparse_metadata: The kept elements of A, in tensor memory: `sparsity.tensor_metadata`.
        pred_operand: Another name of `enable_input_d`.
        scale_c: Scale D by two to the power of minus this before it is added, 0 to 15: kinds f16 and tf32.
        sfa: Scale factors of A in tensor memory: `scaling.tensor_scale`.
        sfb: Scale factors of B in tensor memory.
        scale_vec: Their size: ``"1X"``, ``"2X"``, ``"4X"``, ``"block16"``, ``"block32"``; mxf4nvf4 needs it.
        disable_output_lane: 4 registers, or 8 for a pair: bit i of number j leaves out lane 32 j + i of D.
        ws: Whether B stays in the collector and A changes: ``tcgen05.mma.ws``.
        collector_b: The use of the collector for B, with `ws`; without it from PTX 9.4 on.
        b_buffer: With `ws`, the number of the collector buffer, 0 to 3.
        zero_column_mask: With `ws`, the columns of B that are treated as zero: a 64-bit register, or the
            result of `zero_column_mask`.
        lut_metadata: Address in tensor memory of the table that decompresses B (``.decompress::lut::b``,
            PTX 9.4), for kinds f8f6f4 and mxf8f6f4.
        a_k_offset: Bytes from the start of A in shared memory to the multiplied part of K: 32 for each step
            in a row of a K-major tile.
        b_k_offset: Bytes to the multiplied part of B; in an MN-major tile K rows for each step.
        pred: Guard.

    Raises:
        TraceError: Scale factors, or the metadata of a sparse A, are missing or too many, arguments
            contradict each other, or a tile or a descriptor contradicts the MMA.
        VerifyError: There is no such MMA.
    """
    kind = kind.removeprefix("kind::")
    scaled = kind.startswith("mx")
    wrong = "a_k_offset goes with A in shared memory" if a_is_tmem and a_k_offset else _wrong_mma(
        kind, scaled=scaled, factors=(sfa, sfb), sparse=sparse, metadata=sparse_metadata, ws=ws,
        only_ws=zero_column_mask is not None or b_buffer != 0,
        not_ws=ashift or collector_a is not None or scale_c is not None or disable_output_lane is not None,
    )  # fmt: skip
    if wrong:
        raise TraceError(f"ptx.tcgen05.mma: {wrong}{at(caller())}")
    mma = _decoded(idesc, kind, cta_group=cta_group, ws=ws, sparse=sparse, ashift=ashift)
    matrix_a: Value = _bits_address(a_desc) if a_is_tmem else _matrix(mma, "a", a_desc, a_k_offset, cta_group)
    matrix_b = _matrix(mma, "b", b_desc, b_k_offset, cta_group)
    words = ["mma", *(["ws"] if ws else []), *(["sp"] if sparse else [])]
    words += [f"cta_group::{cta_group}", f"kind::{kind}"]
    words += ["block_scale"] if scaled else []
    words += ["decompress::lut::b"] if lut_metadata is not None else []
    words += [scale_vec if scale_vec[0] == "b" else f"scale_vec::{scale_vec}"] if scale_vec else []
    words += ["ashift"] if ashift else []
    words += [f"collector::a::{collector_a}"] if collector_a is not None else []
    words += [f"collector::b{b_buffer if ws else ''}::{collector_b}"] if collector_b is not None else []
    operands: list[Value] = [_bits_address(d_tmem), matrix_a, matrix_b]
    operands += [_bits_address(place) for place in (lut_metadata, sparse_metadata) if place is not None]
    operands += [idesc, *(_bits_address(factors) for factors in (sfa, sfb) if factors is not None)]
    operands += [disable_output_lane] if disable_output_lane is not None else []
    said = (pred_operand, scale_d, enable_input_d, True)
    operands.append(_predicate(next(value for value in said if value is not None)))
    operands += [scale_c] if scale_c is not None else []
    if zero_column_mask is not None:
        is_number = isinstance(zero_column_mask, int)
        operands.append(_kept_number(zero_column_mask) if is_number else zero_column_mask)
    emit("tcgen05", tuple(words), operands, pred)


def _wrong_mma(
    kind: str,
    *,
    scaled: bool,
    factors: tuple[Value | None, Value | None],
    sparse: bool,
    metadata: Value | None,
    ws: bool,
    only_ws: bool,
    not_ws: bool,
) -> str:
    """Describe the arguments of an MMA that contradict each other; "" if none do."""
    given = [each is not None for each in factors]
    if given != [scaled, scaled]:
        needs = "takes scale factors: sfa= and sfb=" if scaled else "takes no scale factors"
        return f"kind {kind!r} {needs}"
    if sparse != (metadata is not None):
        return "sparse=True goes with sparse_metadata="
    if only_ws and not ws:
        return "zero_column_mask and b_buffer go with ws=True"
    if not_ws and ws:
        return "ws=True goes without ashift, collector_a, scale_c and disable_output_lane"
    return ""


def _bits_address(value: Value) -> Address:
    """An address in tensor memory as `tcgen05.mma` takes it: in a register that is declared .b32."""
    place = tensor_place(value)
    symbol = current().symbol(place.base.name) if isinstance(place.base, Name) else None
    if symbol is None or symbol.kind != "reg" or (symbol.declared or symbol.type) == b32.name:
        return place
    return replace(place, base=from_(place.base, b32).__ptx__())


def _decoded(
    idesc: Value, kind: str, *, cta_group: int, ws: bool, sparse: bool, ashift: bool
) -> Instruction | None:
    """Decode the instruction descriptor of an MMA; None if it is in a register.

    Raises:
        TraceError: The descriptor contradicts the arguments, or the target does not have its MMA.
    """
    if not isinstance(idesc, int) or isinstance(idesc, bool):
        return None
    try:
        found = decode_instruction(idesc, kind, cta_group=cta_group, ws=ws, sparse=sparse)
        if ashift:
            need_shiftable(found.m)
        need_target(found, current().arch.number)
    except ValueError as error:
        raise TraceError(f"ptx.tcgen05.mma: {error}{at(caller())}") from None
    return found


def _matrix(mma: Instruction | None, name: str, value: Value, k_offset: int, cta_group: int) -> Value:
    """The descriptor of A or B in shared memory; each CTA of a pair has half of the rows of A and B."""
    call = "ptx.tcgen05.mma"
    if mma is None:
        use = MatrixUse(TCGEN05, call, name, "", 0, 0)
        return matrix_operand(use, value, matrix_major(use, value, None), k_offset)
    if name == "a":
        dtype, extent, transposed = mma.a, mma.m, mma.transpose_a
        depth = mma.depth_bytes
    else:
        dtype, extent, transposed = mma.b, mma.n, mma.transpose_b
        depth = mma.depth_bytes * (2 if mma.sparse else 1)
    own = extent // cta_group
    use = MatrixUse(TCGEN05, call, name, dtype, own, depth, own + (mma.max_shift if name == "b" else 0))
    return matrix_operand(use, value, matrix_major(use, value, transposed), k_offset)


def _kept_number(number: Value) -> Reg:
    """A constant in a 64-bit register, set once at the head of the function."""
    trace = current()
    key = ("number", number)
    if key not in trace.facts:
        with trace.at_entry():
            trace.facts[key] = scalar(u64, init=number)
    kept = trace.facts[key]
    assert isinstance(kept, Reg)
    return kept


def _predicate(value: Value) -> Value:
    """Return the predicate for adding D: a constant as it is, a number in a register compared with 0."""
    if isinstance(value, int):
        return int(bool(value))
    if isinstance(value, Reg) and value.dtype != predicate:
        return value != 0
    return value
