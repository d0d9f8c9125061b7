"""The shadows of the MMAs of a warp: inputs are rounded, the product is that of the exact ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyptx.layouts.fragments import mma_fragment, mma_shape
from pyptx.layouts.sparsity import chunk_columns, indices, metadata_fragment
from pyptx.program import from_ptx
from tests.sim.conftest import text
from tests.sim.shadow_engines import simulate_both as simulate

Array = np.ndarray[Any, Any]

DTYPES: dict[str, Any] = {
    "f16": np.float16, "bf16": ml_dtypes.bfloat16, "tf32": np.float32, "f32": np.float32, "f64": np.float64,
    "e4m3": ml_dtypes.float8_e4m3fn, "e5m2": ml_dtypes.float8_e5m2, "e2m1": ml_dtypes.float4_e2m1fn,
}  # fmt: skip


@dataclass(frozen=True)
class Case:
    """An ``mma``; the type of C is that of D."""

    shape: str
    a: str
    b: str
    target: str
    d: str = "f32"
    kind: str = ""
    scale: str = ""
    scale_type: str = "ue8m0"
    sparse: bool = False

    @property
    def name(self) -> str:
        head = "mma.sp::ordered_metadata" if self.sparse else "mma"
        kind = f".kind::{self.kind}" * bool(self.kind) + f".block_scale{self.scale}" * bool(self.scale)
        types = f"{self.d}.{self.a}.{self.b}.{self.d}" + f".{self.scale_type}" * bool(self.scale)
        return f"{head}.sync.aligned.{self.shape}.row.col{kind}.{types}"


CASES = [
    Case("m16n8k16", "bf16", "bf16", "sm_80"),
    Case("m16n8k8", "f16", "f16", "sm_80", d="f16"),
    Case("m8n8k4", "f16", "f16", "sm_80"),
    Case("m16n8k8", "tf32", "tf32", "sm_80"),
    Case("m8n8k4", "f64", "f64", "sm_80", d="f64"),
    Case("m16n8k32", "e4m3", "e5m2", "sm_89"),
    Case("m16n8k32", "e4m3", "e2m1", "sm_120a", kind="f8f6f4"),
    Case("m16n8k32", "e4m3", "e4m3", "sm_120a", kind="mxf8f6f4", scale=".scale_vec::1X"),
    Case("m16n8k64", "e2m1", "e2m1", "sm_120a", kind="mxf4", scale=".scale_vec::2X"),
    Case("m16n8k64", "e2m1", "e2m1", "sm_120a", kind="mxf4nvf4", scale=".scale_vec::4X", scale_type="ue4m3"),
    Case("m16n8k32", "bf16", "bf16", "sm_80", sparse=True),
    Case("m16n8k64", "e4m3", "e4m3", "sm_89", sparse=True),
]


def exact_values(type_: str, shape: tuple[int, ...], seed: int) -> Array:
    """Numbers that the type rounds."""
    return np.random.default_rng(seed).uniform(-2, 2, shape)


def fragments_of(fragment: Any, matrices: Array) -> Array:
    """The elements of the lanes: shape (32, registers * elements)."""
    found = np.zeros((32, fragment.registers, fragment.elements))
    for (lane, register, element), place in fragment.places():
        found[lane, register, element] = matrices[place]
    return found.reshape(32, -1)


def stored(fragment: Any, type_: str, values: Array) -> Array:
    """The argument for them: rounded, and the registers of elements of 4 bits."""
    if type_ != "e2m1":
        return values.astype(DTYPES[type_])
    codes = values.astype(DTYPES[type_]).view(np.uint8).astype(np.uint32).reshape(32, fragment.registers, -1)
    shift = 2 if fragment.bits == 8 else 0
    places = np.arange(fragment.elements, dtype=np.uint32) * np.uint32(fragment.bits) + np.uint32(shift)
    words: Array = np.bitwise_or.reduce(codes << places, axis=2)
    return words


def registers(letter: str, count: int) -> str:
    return "{" + ", ".join(f"%{letter}{number}" for number in range(count)) + "}"


def program(case: Case, counts: dict[str, int]) -> str:
    """Load the registers of A, B and C, multiply, store D."""
    wide = 64 if case.d == "f64" else 32
    kinds = {"d": f"b{wide}" if case.d in ("f16", "f64") else "f32"}
    kinds |= {"a": f"b{wide}", "b": f"b{wide}", "c": kinds["d"]}
    if case.d == "f64":
        kinds = dict.fromkeys("abcd", "f64")
    lines = [f".reg .{kinds[name]} %{name}<{count}>;" for name, count in counts.items()]
    lines += [".reg .u32 %meta, %sa, %sb; .reg .u64 %p, %lane; .reg .u16 %zero;", "mov.u32 %meta, %tid.x;"]
    lines += ["mul.wide.u32 %lane, %meta, 4;", "mov.u16 %zero, 0;"]
    for name in ("meta", "sa", "sb"):
        lines += [f"ld.param.u64 %p, [{name}];", "add.u64 %p, %p, %lane;", f"ld.global.u32 %{name}, [%p];"]
    for name in "abcd":
        size = counts[name] * wide // 8
        access = "st" if name == "d" else "ld"
        lines += (
            [f"ld.param.u64 %p, [{name}];", f"mad.lo.u64 %p, %lane, {size // 4}, %p;"]
            if size % 4 == 0
            else []
        )
        if name == "d":
            extra = ", %meta, 0" * case.sparse
            extra += ", %sa, {%zero, %zero}, %sb, {%zero, %zero}" * bool(case.scale)
            groups = ", ".join(registers(each, counts[each]) for each in "dabc")
            lines.append(f"{case.name} {groups}{extra};")
        for number in range(counts[name]):
            at, register = f"[%p+{number * wide // 8}]", f"%{name}{number}"
            words = f"{at}, {register}" if access == "st" else f"{register}, {at}"
            lines.append(f"{access}.global.{kinds[name]} {words};")
    params = ", ".join(f".param .u64 {name}" for name in ("a", "b", "c", "d", "meta", "sa", "sb"))
    version = "8.7" if case.target == "sm_120a" else "8.6"
    return text("\n".join([*lines, "ret;"]), params=params, target=case.target, version=version)


def metadata(case: Case, whole: Array) -> tuple[Array, Array, Array]:
    """Half of A, the words of metadata that choose it, and A without the other half."""
    rng = np.random.default_rng(5)
    wide = chunk_columns(case.a)
    half, kept = np.zeros((len(whole), whole.shape[1] // 2)), np.zeros_like(whole)
    said = {}
    for row in range(len(whole)):
        for chunk in range(whole.shape[1] // wide):
            parts = tuple(sorted(rng.choice(wide, wide // 2, replace=False).tolist()))
            said[row, chunk] = indices(parts, case.a)
            for number, part in enumerate(parts):
                at = row, chunk * wide + part
                half[row, chunk * wide // 2 + number] = kept[at] = whole[at]
    words = np.zeros(32, np.uint32)
    fragment = metadata_fragment(case.shape, case.a, 0)
    for lane in fragment.lanes:
        words[lane] = sum(said[fragment.at(lane, 0, e)] << 4 * e for e in range(fragment.elements))
    return half, words, kept


def scales(case: Case) -> tuple[list[Array], list[Array]]:
    """The words of the factors of A and of B, and the factors by row and by column."""
    count = int(case.scale[-2])
    words, factors = [], []
    for seed, rows in enumerate((16, 8)):
        low, high = (1, 0x7F) if case.scale_type == "ue4m3" else (120, 134)
        codes = np.random.default_rng(seed).integers(low, high, (rows, count)).astype(np.uint8)
        word = np.zeros(32, np.uint32)
        for row in range(rows):
            word[row % 8 * 4 + row // 8] = sum(
                int(code) << 8 * place for place, code in enumerate(codes[row])
            )
        words.append(word)
        decoded = codes.view(
            ml_dtypes.float8_e4m3fn if case.scale_type == "ue4m3" else ml_dtypes.float8_e8m0fnu
        )
        factors.append(decoded.astype(np.float64))
    return words, factors


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.parametrize("order", ["any", "hardware"])
def test_an_mma_multiplies_without_rounding(case: Case, order: str) -> None:
    m, n, k = mma_shape(case.shape)
    layout = {"alayout": "row"} if case.shape == "m8n8k4" else {}
    kind = f"kind::{case.kind}" if case.kind else ""
    at = {
        "a": mma_fragment(case.shape, "a", case.a, layout.get("alayout", ""), kind, sparse=case.sparse),
        "b": mma_fragment(case.shape, "b", case.b, "col" if layout else "", kind),
        "c": mma_fragment(case.shape, "c", case.d),
        "d": mma_fragment(case.shape, "d", case.d),
    }
    matrices = at["d"].matrices
    left, right = exact_values(case.a, (matrices, m, k), 1), exact_values(case.b, (matrices, k, n), 2)
    if in_bytes := case.b == "e2m1" and at["b"].bits == 8:  # they have no shadows
        right = right.astype(DTYPES["e2m1"]).astype(np.float64)
    addend = exact_values(case.d, (matrices, m, n), 3)
    held, meta, whole = left, np.zeros(32, np.uint32), left
    if case.sparse:
        half, meta, kept = metadata(case, left[0])
        held, whole = half[None], kept[None]
    words, (by_row, by_column) = (
        scales(case) if case.scale else ([meta, meta], [np.ones((m, 1)), np.ones((n, 1))])
    )
    exact = {
        name: fragments_of(at[name], each) for name, each in zip("abc", (held, right, addend), strict=True)
    }
    types = {"a": case.a, "b": case.b, "c": case.d}
    arguments = [stored(at[name], types[name], exact[name]) for name in "abc"]
    out = np.zeros((32, at["d"].registers * at["d"].elements), DTYPES[case.d])
    counts = {name: fragment.registers for name, fragment in at.items()}
    found = simulate(
        from_ptx(program(case, counts)),
        (*arguments, out, meta, *words),
        grid=(1, 1, 1),
        block=(32, 1, 1),
        order=order,
        shadow={name: each for name, each in exact.items() if not (in_bytes and name == "b")},
    ).shadow
    assert found is not None
    block = k // by_row.shape[1]
    scaled = (whole * np.repeat(by_row, block, axis=1), right * np.repeat(by_column, block, axis=1).T)
    expected = fragments_of(at["d"], scaled[0] @ scaled[1] + addend)
    magnitude = fragments_of(at["d"], abs(scaled[0]) @ abs(scaled[1]) + abs(addend))
    verdict = found.compare(expected, magnitude=magnitude, tolerance=1e-14)
    assert verdict, verdict
    assert case.d == "f64" or verdict.rounding > 1e3 * verdict.difference
    assert not found.restarted
    output = found.output()
    assert output.known.all()
    assert (output.magnitude >= magnitude * (1 - 1e-6)).all()
    assert (output.magnitude <= 2 * magnitude * (1 + 2.0**-6)).all()


WMMA = """
{{
    .reg .b32 %a<8>, %b<8>;
    .reg .f32 %c<8>, %d<8>;
    .reg .u64 %p<4>;
    ld.param.u64 %p0, [a]; ld.param.u64 %p1, [b]; ld.param.u64 %p2, [c]; ld.param.u64 %p3, [d];
    wmma.load.a.sync.aligned.row.{shape}.global.{type_} {a}, [%p0], {stride};
    wmma.load.b.sync.aligned.col.{shape}.global.{type_} {b}, [%p1], {stride};
    wmma.load.c.sync.aligned.row.{shape}.global.f32 {c}, [%p2], {wide};
    wmma.mma.sync.aligned.row.col.{shape}.{types} {d}, {a}, {b}, {c};
    wmma.store.d.sync.aligned.row.{shape}.global.f32 [%p3], {d}, {wide};
}}
"""


@pytest.mark.parametrize(
    ("type_", "shape", "count"),
    [
        ("f16", "m16n16k16", 8),
        ("bf16", "m16n16k16", 4),
        ("tf32", "m16n16k8", 4),
        ("f16", "m32n8k16", 8),
        ("f16", "m8n32k16", 8),
    ],
)
def test_wmma_multiplies_without_rounding(type_: str, shape: str, count: int) -> None:
    m, n, k = mma_shape(shape)
    exact = {"a": exact_values(type_, (m, k + 8), 1), "b": exact_values(type_, (n, k + 8), 2)}
    exact["c"] = exact_values("f32", (m, n + 8), 3)
    groups = {name: registers(name, count) for name in "ab"} | {name: registers(name, 8) for name in "cd"}
    types = "f32.f32" if type_ == "f16" else f"f32.{type_}.{type_}.f32"
    body = WMMA.format(shape=shape, type_=type_, types=types, stride=k + 8, wide=n + 8, **groups)
    params = ", ".join(f".param .u64 {name}" for name in "abcd")
    arguments = [exact[name].astype(DTYPES["f32" if name == "c" else type_]) for name in "abc"]
    out = np.zeros((m, n + 8), np.float32)
    report = simulate(
        from_ptx(text(body, params=params, target="sm_80")),
        (*arguments, out),
        grid=(1, 1, 1),
        block=(32, 1, 1),
        shadow=exact,
    )
    found = report.shadow
    assert found is not None
    output = found.output()
    expected = exact["a"][:, :k] @ exact["b"][:, :k].T + exact["c"][:, :n]
    np.testing.assert_allclose(output.shadow[:, :n], expected, rtol=0, atol=1e-13)
    assert report.engine == "native"
    assert output.known[:, :n].all()
    assert np.abs(output.error[:, :n]).max() > 1e-6
    assert not found.restarted
