"""Matrices lie in registers by their fragments; `ldmatrix` unpacks 6 and 4 bits to a byte each."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.layouts.fragments import matrix_fragment
from pyptx.sim import SimFault, simulate
from pyptx.sim.native import MISSING

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.program import Program
    from pyptx.sim import SimReport

BODY = """
    .shared .align 16 .b8 tile[512];
    mov.u32 %r1, tile;
    shl.b32 %r2, %r32, 4;
    add.u32 %r1, %r1, %r2;
    mul.wide.u32 %rd2, %r32, 16;
    ld.param.u64 %rd1, [x];
    add.u64 %rd2, %rd1, %rd2;
    ld.global.b64 %rd4, [%rd2];
    ld.global.b32 %r5, [%rd2+8];
    st.shared.b64 [%r1], %rd4;
    {more}
    bar.sync 0;
    {load} {{%r10, %r11, %r12, %r13}}, [%r1];
    mad.wide.u32 %rd5, %r32, 12, %rd32;
    st.global.u32 [%rd5], %r10;
    st.global.u32 [%rd5+4], %r11;
    st.global.u32 [%rd5+8], %r12;
    st.global.u32 [%rd5+12], %r13;
"""
MORE = "st.shared.b32 [%r1+8], %r5;"


@pytest.mark.parametrize(("bits", "source"), [(6, "b6x16_p32"), (4, "b4x16_p64")])
@pytest.mark.parametrize(("shape", "num"), [("m8n16", "x4"), ("m16n16", "x2")])
@pytest.mark.parametrize("checks", [None, "all"])
def test_elements_are_unpacked(
    run: Callable[..., SimReport], own: str, shape: str, num: str, bits: int, source: str, checks: str | None
) -> None:
    trans = shape == "m16n16"
    values = np.random.default_rng(bits).integers(0, 1 << bits, (32, 16))
    rows = np.zeros((32, 16), np.uint8)
    for row, elements in zip(rows, values, strict=True):
        whole = sum(int(element) << bits * k for k, element in enumerate(elements))
        row[:] = np.frombuffer(whole.to_bytes(16, "little"), np.uint8)
    load = f"ldmatrix.sync.aligned.{shape}.{num}{'.trans' * trans}.shared.b8x16.{source}"
    out = np.zeros((32, 4, 4), np.uint8)
    body = own + BODY.format(load=load, more=MORE if bits == 6 else "")
    report = run(body, target="sm_120a", version="8.7", x=rows, out=out, checks=checks)
    levels = {entry.level for entry in report.fidelity if entry.instruction.startswith("ldmatrix")}
    assert levels == {"unconfirmed" if trans else "exact"}
    fragment = matrix_fragment(shape, num, trans=trans)
    for (lane, register, element), (matrix, line, column) in fragment.places():
        assert out[lane, register, element] == values[matrix * fragment.rows + line, column]


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
@pytest.mark.parametrize("written", [12, 9, 8, 6, 4, 3])
def test_unwritten_bytes_make_the_elements_in_them_undefined(
    both: Callable[..., SimReport], program: Callable[..., Program], own: str, written: int
) -> None:
    """Only the last row of a lane lacks bytes; the lanes of its last elements may not use them."""
    load = "ldmatrix.sync.aligned.m8n16.x1.shared.b8x16.b6x16_p32"
    stores = "".join(f"st.shared.b8 [%r1+{byte}], %r32;" for byte in range(written))
    body = f"""{own}
    .shared .align 16 .b8 tile[512];
    mov.u32 %r1, tile;
    shl.b32 %r2, %r32, 4;
    add.u32 %r1, %r1, %r2;
    {stores}
    bar.warp.sync -1;
    {load} {{%r10}}, [%r1];
    and.b32 %r3, %r32, 3;
    setp.lt.u32 %p1, %r3, {(8 * written // 6) // 4};
    @%p1 st.global.u32 [%rd32], %r10;
    @!%p1 st.global.u32 [%rd32], %r32;
    {"st.global.u32 [%rd32], %r10;" * (written == 12)}
    """
    code = program(body, ".param .u64 out", target="sm_120a", version="8.7")
    options: dict[str, Any] = {"grid": (1, 1, 1), "block": (32, 1, 1), "checks": "all"}
    report = both(code, (np.zeros(32, np.uint32),), **options)
    assert simulate(code, (np.zeros(32, np.uint32),), **options).engine == "native"
    assert report is not None
    wrong = program(
        body.replace("@%p1 st.global", "st.global"), ".param .u64 out", target="sm_120a", version="8.7"
    )
    with pytest.raises(SimFault) if written < 12 else nullcontext():
        both(wrong, (np.zeros(32, np.uint32),), **options)


def test_bytes_that_hold_elements_must_be_written(run: Callable[..., object], own: str) -> None:
    load = "ldmatrix.sync.aligned.m8n16.x4.shared.b8x16.b6x16_p32"
    body = own + BODY.format(load=load, more="")
    x, out = np.zeros((32, 16), np.uint8), np.zeros(128, np.uint32)
    with pytest.raises(SimFault) as caught:
        run(body, target="sm_120a", version="8.7", x=x, out=out)
    assert caught.value.rule == "uninitialized-memory"


MOVED = [
    ("ldmatrix", "m8n8", "b16", 4, ""), ("ldmatrix", "m8n8", "b16", 2, ".trans"),
    ("ldmatrix", "m16n16", "b8", 1, ".trans"), ("ldmatrix", "m16n16", "b8", 2, ".trans"),
    ("stmatrix", "m8n8", "b16", 1, ""), ("stmatrix", "m8n8", "b16", 4, ".trans"),
    ("stmatrix", "m16n8", "b8", 2, ".trans"),
]  # fmt: skip


@pytest.mark.parametrize(("opcode", "shape", "type_", "count", "order"), MOVED)
def test_elements_have_the_places_of_their_fragments(
    run: Callable[..., SimReport], own: str, opcode: str, shape: str, type_: str, count: int, order: str
) -> None:
    """A lane gives its row of 16 bytes and four registers; the tile and the registers are read back."""
    registers = ", ".join(f"%r{10 + k}" for k in range(count * (2 if shape == "m16n16" else 1)))
    operands = [f"{{{registers}}}", "[%r1]"]
    move = f"{opcode}.sync.aligned.{shape}.x{count}{order}.shared.{type_} "
    move += ", ".join(operands if opcode == "ldmatrix" else operands[::-1])
    tile = np.random.default_rng(count).integers(0, 256, (32, 16)).astype(np.uint8)
    given = np.random.default_rng(9).integers(0, 256, (32, 16)).astype(np.uint8)
    moved, held = np.zeros_like(tile), np.zeros_like(given)
    body = f"""{own}
        .shared .align 16 .b8 tile[512];
        mul.wide.u32 %rd1, %r33, 16;
        ld.param.u64 %rd2, [x]; add.u64 %rd2, %rd2, %rd1; ld.global.v2.b64 {{%rd3, %rd4}}, [%rd2];
        ld.param.u64 %rd2, [y]; add.u64 %rd2, %rd2, %rd1;
        ld.global.v4.b32 {{%r10, %r11, %r12, %r13}}, [%rd2];
        mov.u32 %r1, tile; shl.b32 %r2, %r33, 4; add.u32 %r1, %r1, %r2;
        st.shared.v2.b64 [%r1], {{%rd3, %rd4}}; bar.sync 0;
        {move};
        bar.sync 0; ld.shared.v2.b64 {{%rd3, %rd4}}, [%r1];
        ld.param.u64 %rd2, [moved]; add.u64 %rd2, %rd2, %rd1; st.global.v2.b64 [%rd2], {{%rd3, %rd4}};
        ld.param.u64 %rd2, [out]; add.u64 %rd2, %rd2, %rd1;
        st.global.v4.b32 [%rd2], {{%r10, %r11, %r12, %r13}};
    """
    arrays = {"x": tile, "y": given, "moved": moved, "out": held}
    run(body, target="sm_120a", version="8.7", **arrays)
    fragment = matrix_fragment(shape, f"x{count}", trans=bool(order))
    rows, parts = tile.copy().view(f"u{fragment.bits // 8}"), given.copy().view(f"u{fragment.bits // 8}")
    for (lane, register, element), (matrix, line, column) in fragment.places():
        row, part = matrix * fragment.rows + line, register * fragment.elements + element
        if opcode == "ldmatrix":
            parts[lane, part] = rows[row, column]
        else:
            rows[row, column] = parts[lane, part]
    assert moved.tobytes() == rows.tobytes()
    assert held.tobytes() == parts.tobytes()
