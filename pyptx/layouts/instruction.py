"""Instruction descriptors of `tcgen05.mma`: shapes, types and other properties of an MMA, in 32 bits.

The shapes are those of manual table 48 (section 9.7.18.2.1), the fields those of tables 51 to 53 (section
9.7.18.4.2).

>>> hex(instruction_descriptor("f16", m=128, n=256, d="f32", a="bf16"))
'0x8400490'
>>> hex(instruction_descriptor("mxf8f6f4", m=128, n=128, a="e4m3", sfa_id=2, sfb_id=2))
'0x48a00020'
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from pyptx.layouts.descriptors import (
    TCGEN05_D_TYPES,
    TCGEN05_INSTRUCTION,
    TCGEN05_MXF4_INSTRUCTION,
    TCGEN05_MXF8F6F4_INSTRUCTION,
    TCGEN05_TYPES,
    BitLayout,
    major_of,
)
from pyptx.record import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_STEP_BYTES = 32  # bytes of A along K that one MMA of the smallest depth reads
_F8F6F4 = ("e4m3", "e5m2", "e2m3", "e3m2", "e2m1")
_WS_M = (32, 64, 128)
MAX_SHIFTS = {0: 0, 8: 1, 16: 2, 32: 3}
"""Most columns by which B of a ``.ws`` MMA is shifted, and their codes in the descriptor."""


@record(frozen=True, slots=True)
class Kind:
    """A ``.kind`` of `tcgen05.mma`: its types and depths.

    Attributes:
        word: The layout of its descriptor.
        types: Types of A and B.
        d: Types of D.
        depths: K of dense MMAs, in the order of its codes; sparse ones have twice that.
        scales: Types of scale factors, and their codes; empty without scale factors.
    """

    word: BitLayout
    types: tuple[str, ...]
    d: tuple[str, ...]
    depths: tuple[int, ...]
    scales: tuple[tuple[str, int], ...] = ()


_PLAIN, _MX8, _MX4 = TCGEN05_INSTRUCTION, TCGEN05_MXF8F6F4_INSTRUCTION, TCGEN05_MXF4_INSTRUCTION
_MX, _NV = (("ue8m0", 1),), (("ue4m3", 0), ("ue8m0", 1), ("ue5m3", 2))
KINDS: dict[str, Kind] = {
    "f16":      Kind(_PLAIN, ("f16", "bf16"), ("f32", "f16"), (16,)),
    "tf32":     Kind(_PLAIN, ("tf32",),       ("f32",),       (8,)),
    "f8f6f4":   Kind(_PLAIN, _F8F6F4,         ("f32", "f16"), (32, 64)),
    "i8":       Kind(_PLAIN, ("s8", "u8"),    ("s32",),       (32,)),
    "ti16":     Kind(_PLAIN, ("s1z4m11",),    ("s32",),       (16,)),
    "mxf8f6f4": Kind(_MX8,   _F8F6F4,         ("f32",),       (32, 64),      _MX),
    "mxf4":     Kind(_MX4,   ("e2m1",),       ("f32",),       (64, 96, 128), _MX),
    "mxf4nvf4": Kind(_MX4,   ("e2m1",),       ("f32",),       (64, 96, 128), _NV),
}  # fmt: skip
"""The kinds of `tcgen05.mma`, by name."""


class InstructionDescriptor(int):
    """The word of an instruction descriptor, with the kind of MMA it was made for.

    Attributes:
        kind: A name of `KINDS`, or None.
        cta_group: 1 or 2, or None for either.
        ws: Whether it is for ``.ws``; None for either.
    """

    kind: str | None
    cta_group: int | None
    ws: bool | None

    def __new__(  # noqa: PYI034 - typing has no Self in 3.10
        cls, word: int, kind: str | None = None, cta_group: int | None = None, ws: bool | None = None
    ) -> InstructionDescriptor:
        """Make a word.

        Args:
            word: The 32 bits.
            kind: A name of `KINDS`.
            cta_group: 1 or 2.
            ws: Whether it is for ``.ws``.
        """
        made = super().__new__(cls, word)
        made.kind, made.cta_group, made.ws = kind, cta_group, ws
        return made


def instruction_descriptor(
    kind: str,
    *,
    m: int,
    n: int,
    a: str,
    b: str | None = None,
    d: str | None = None,
    k: int | None = None,
    cta_group: int = 1,
    ws: bool = False,
    a_major: str = "K",
    b_major: str = "K",
    negate_a: bool = False,
    negate_b: bool = False,
    saturate: bool = False,
    sparse: bool = False,
    sparsity_selector: int = 0,
    sparsity_version: int = 0,
    max_shift: int = 0,
    scale_type: str | None = None,
    sfa_id: int = 0,
    sfb_id: int = 0,
    sfa_lanes: int = 32,
) -> InstructionDescriptor:
    """Make the instruction descriptor of an MMA.

    Args:
        kind: A name of `KINDS`: ``"f16"``.
        m: Rows of D, in both CTAs of a pair together.
        n: Columns of D.
        a: Type of A.
        b: Type of B; by default that of A.
        d: Type of D; by default the first of the kind.
        k: K, including columns that a sparse A does not store; required only if the kind has several.
        cta_group: 2 for a pair of CTAs.
        ws: Whether it is for ``tcgen05.mma.ws``.
        a_major: ``"K"``, or ``"MN"`` for a transposed A.
        b_major: ``"K"``, or ``"MN"`` for a transposed B.
        negate_a: Whether A is negated.
        negate_b: Whether B is negated.
        saturate: Whether an s32 sum is clamped.
        sparse: Whether A is sparse.
        sparsity_selector: Column of the metadata, for kinds f16 and tf32.
        sparsity_version: 1 for kinds mxf4 and mxf4nvf4 on sm_107a, else 0.
        max_shift: Most columns by which B of a ``.ws`` MMA is shifted: 0, 8, 16 or 32.
        scale_type: Type of the scale factors; by default the first of the kind.
        sfa_id: Byte of a column of tensor memory where the factors of A start.
        sfb_id: Byte of a column of tensor memory where the factors of B start.
        sfa_lanes: 32, or 128 if the factors of A have a lane for each row (sm_107f).

    Raises:
        ValueError: The MMA is not legal; the message lists the legal values of the kind.
    """
    if kind not in KINDS:
        raise ValueError(f"kind is one of {', '.join(KINDS)}, not {kind!r}")
    of = KINDS[kind]
    b, d = b or a, d or of.d[0]
    scale = scale_type or (of.scales[0][0] if of.scales else None)
    for name, given, legal in (("a", a, of.types), ("b", b, of.types), ("d", d, of.d)):
        _check(kind, name, given, legal)
    _check(kind, "cta_group", cta_group, (1, 2))
    _check(kind, "sfa_lanes", sfa_lanes, (32, 128) if of.scales else (32,))
    _check(kind, "max_shift", max_shift, tuple(MAX_SHIFTS) if ws else (0,))
    _check(kind, "scale_type", scale, tuple(each for each, _ in of.scales) or (None,))
    if d == "f16" and "bf16" in (a, b):
        raise ValueError("kind::f16: d is f32 where a or b is bf16")
    step = _check_depth(kind, k, m, (a, b), sparse=sparse, cta_group=cta_group, ws=ws)
    _check_shape(kind, m, n, cta_group=cta_group, ws=ws, sparse=sparse, b_transposed=bool(major_of(b_major)))
    fields = {
        "m": m,
        "n": n,
        "a_type": type_code(kind, a),
        "b_type": type_code(kind, b),
        "sparse": sparse,
        "negate_a": negate_a,
        "negate_b": negate_b,
        "transpose_a": major_of(a_major),
        "transpose_b": major_of(b_major),
        "saturate": saturate,
        "sparsity_selector": sparsity_selector,
        "sparsity_version": sparsity_version,
        "max_shift": MAX_SHIFTS[max_shift],
        "sfa_id": sfa_id,
        "sfb_id": sfb_id,
        "sfa_lanes": sfa_lanes == 128,
        "k_code": step % 2,
        "k_high": step // 2,
    }
    if not of.scales:
        fields["d_type"] = TCGEN05_D_TYPES[d]
    elif scale is not None:
        fields["scale_type"] = dict(of.scales)[scale]
        ids = (0, 2) if of.word is TCGEN05_MXF4_INSTRUCTION and k not in (96, 192) else (0, 1, 2, 3)
        _check(kind, "sfa_id", sfa_id, ids)
        _check(kind, "sfb_id", sfb_id, ids)
    _check_fields(kind, fields)
    word = of.word.encode(**{name: fields[name] for name in fields if name in of.word.fields})
    return InstructionDescriptor(word, kind, cta_group, ws)


@record(frozen=True, slots=True)
class Instruction:
    """The contents of an instruction descriptor.

    Attributes:
        kind: A name of `KINDS`.
        m: Rows of D, in both CTAs of a pair together.
        n: Columns of D.
        k: Columns of A, including those that a sparse A does not store.
        a: Type of A.
        b: Type of B.
        d: Type of D.
        sparse: Whether A is sparse.
        transpose_a: Whether A in shared memory is MN-major.
        transpose_b: Whether B is MN-major.
        negate: Whether A times B is subtracted.
        saturate: Whether an s32 sum is clamped.
        selector: Column of the metadata of a sparse A, for kinds f16 and tf32.
        sparsity_version: 1 of kinds mxf4 and mxf4nvf4 for sm_107a, else 0.
        max_shift: Most columns by which B of a ``.ws`` MMA is shifted.
        scale_type: Type of the scale factors; empty without scale factors.
        sfa_id: Byte of a column of tensor memory where the factors of A start.
        sfb_id: Byte of a column of tensor memory where the factors of B start.
        sfa_lanes: 32, or 128 if the factors of A have a lane for each row.
    """

    kind: str
    m: int
    n: int
    k: int
    a: str
    b: str
    d: str
    sparse: bool
    transpose_a: bool
    transpose_b: bool
    negate: bool
    saturate: bool
    selector: int
    sparsity_version: int
    max_shift: int
    scale_type: str
    sfa_id: int
    sfb_id: int
    sfa_lanes: int

    @property
    def depth_bytes(self) -> int:
        """Bytes of a row of A along K, as it is stored; a sparse A is half as deep as B."""
        of = KINDS[self.kind]
        return _STEP_BYTES * self.k // (of.depths[0] * (2 if self.sparse else 1))


def decode_instruction(
    word: int, kind: str, *, cta_group: int = 1, ws: bool = False, sparse: bool = False
) -> Instruction:
    """Decode an instruction descriptor: the inverse of `instruction_descriptor`.

    Args:
        word: The descriptor.
        kind: A name of `KINDS`.
        cta_group: 2 for a pair of CTAs.
        ws: Whether it is for ``tcgen05.mma.ws``.
        sparse: Whether it is for ``tcgen05.mma.sp``.

    Raises:
        ValueError: The word does not describe an MMA of the kind, was made for another kind, or is for
            another instruction.

    >>> found = decode_instruction(0x8400490, "f16")
    >>> found.m, found.n, found.k, found.a, found.d
    (128, 256, 16, 'bf16', 'f32')
    >>> decode_instruction(instruction_descriptor("tf32", m=128, n=64, a="tf32"), "f16")
    Traceback (most recent call last):
    ...
    ValueError: the descriptor is of kind::tf32, the MMA of kind::f16
    """
    if kind not in KINDS:
        raise ValueError(f"kind is one of {', '.join(KINDS)}, not {kind!r}")
    if isinstance(word, InstructionDescriptor):
        for name, made, used in (("kind::", word.kind, kind), ("cta_group::", word.cta_group, cta_group)):
            if made is not None and made != used:
                raise ValueError(f"the descriptor is of {name}{made}, the MMA of {name}{used}")
        if word.ws is not None and word.ws != ws:
            raise ValueError(f"the descriptor was made with ws={word.ws}, the MMA has ws={ws}")
    return _decode(int(word), kind, cta_group=cta_group, ws=ws, sparse=sparse)


@cache
def _decode(word: int, kind: str, *, cta_group: int, ws: bool, sparse: bool) -> Instruction:
    of = KINDS[kind]
    fields = of.word.decode(word)
    get = fields.get
    a, b = (_type_of(kind, name, fields[name]) for name in ("a_type", "b_type"))
    d = of.d[0] if of.scales else _named(kind, "d", TCGEN05_D_TYPES, get("d_type", 0), of.d)
    scale = _named(kind, "scale_type", dict(of.scales), get("scale_type", 0), None) if of.scales else ""
    step = get("k_code", 0) + 2 * get("k_high", 0)
    if step >= len(of.depths):
        raise ValueError(f"kind::{kind}: the descriptor has no K of code {step}")
    if bool(fields["sparse"]) != sparse:
        said = "sparse, but the instruction is not .sp" if fields["sparse"] else "dense, but it is for .sp"
        raise ValueError(f"kind::{kind}: the descriptor says that A is {said}")
    shift = next(columns for columns, code in MAX_SHIFTS.items() if code == get("max_shift", 0))
    made = Instruction(
        kind=kind,
        m=fields["m"],
        n=fields["n"],
        k=of.depths[step] * (2 if sparse else 1),
        a=a,
        b=b,
        d=d,
        sparse=sparse,
        transpose_a=bool(get("transpose_a", 0)),
        transpose_b=bool(get("transpose_b", 0)),
        negate=fields["negate_a"] != fields["negate_b"],
        saturate=bool(get("saturate", 0)),
        selector=get("sparsity_selector", 0),
        sparsity_version=get("sparsity_version", 0),
        max_shift=shift,
        scale_type=scale,
        sfa_id=get("sfa_id", 0),
        sfb_id=get("sfb_id", 0),
        sfa_lanes=128 if get("sfa_lanes", 0) else 32,
    )
    instruction_descriptor(
        kind, m=made.m, n=made.n, a=a, b=b, d=d, k=made.k, cta_group=cta_group, ws=ws,
        a_major="MN" if made.transpose_a else "K", b_major="MN" if made.transpose_b else "K",
        negate_a=bool(fields["negate_a"]), negate_b=bool(fields["negate_b"]), saturate=made.saturate,
        sparse=sparse, sparsity_selector=made.selector, sparsity_version=made.sparsity_version,
        max_shift=shift, scale_type=scale or None, sfa_id=made.sfa_id, sfb_id=made.sfb_id,
        sfa_lanes=made.sfa_lanes,
    )  # fmt: skip
    return made


def _type_of(kind: str, field: str, code: int) -> str:
    """Return the type of A or B with a code.

    Raises:
        ValueError: No type has the code.
    """
    types = {type_code(kind, name): name for name in KINDS[kind].types}
    if code not in types:
        listed = ", ".join(f"{each} ({name})" for each, name in sorted(types.items()))
        raise ValueError(f"kind::{kind}: {field} of the descriptor is {listed}, not {code}")
    return types[code]


def _named(kind: str, name: str, codes: Mapping[str, int], code: int, legal: Sequence[str] | None) -> str:
    """Return the word with a code.

    Raises:
        ValueError: No word has the code.
    """
    for word, each in codes.items():
        if each == code and (legal is None or word in legal):
            return word
    raise ValueError(f"kind::{kind}: no {name} has the code {code}")


def type_code(kind: str, type_: str) -> int:
    """Return the code of a type: its own number, except 1 for packed 4-bit types, 3 for 16-bit integers."""
    return {"mxf4": 1, "mxf4nvf4": 1, "ti16": 3}.get(kind, TCGEN05_TYPES.get(type_, 0))


def _check(kind: str, name: str, given: object, legal: Sequence[object]) -> None:
    """Check that a kind has some values.

    Raises:
        ValueError: The kind does not have one of them.
    """
    if given not in legal:
        said = " or ".join(map(str, legal)) if legal != (None,) else "not given"
        raise ValueError(f"kind::{kind}: {name} is {said}, not {given}")


def _check_depth(
    kind: str, k: int | None, m: int, types: tuple[str, str], *, sparse: bool, cta_group: int, ws: bool
) -> int:
    """Return the code of K for a kind.

    Raises:
        ValueError: The kind, or this MMA, does not have this K.
    """
    of = KINDS[kind]
    depths = [depth * (2 if sparse else 1) for depth in of.depths]
    if sparse and len(depths) == 3:
        depths.pop()
    if k is None:
        return 0
    _check(kind, "k", k, depths)
    step = depths.index(k)
    if step and not ws and m != 128 * cta_group:
        raise ValueError(f"kind::{kind}: with k={k} m is {128 * cta_group}, not {m}")
    if step and kind == "f8f6f4" and not set(types) <= {"e4m3", "e5m2"}:
        raise ValueError(f"kind::f8f6f4: with k={k} a and b are e4m3 or e5m2, not {' and '.join(types)}")
    return step


def _check_shape(
    kind: str, m: int, n: int, *, cta_group: int, ws: bool, sparse: bool, b_transposed: bool
) -> None:
    """Check a shape against table 48.

    Raises:
        ValueError: The table does not have the shape.
    """
    scaled = bool(KINDS[kind].scales)
    if ws:
        if cta_group != 1 or scaled:
            raise ValueError(f"kind::{kind}: .ws is for cta_group 1 and kinds f16, tf32, f8f6f4, i8 and ti16")
        _check(kind, "m", m, _WS_M)
        _check(kind, "n", n, (64, 128) if sparse else (64, 128, 256))
        return
    if cta_group == 2:
        _check(kind, "m", m, (256,) if scaled and sparse else (128, 256))
    else:
        _check(kind, "m", m, (128,) if scaled else (64, 128))
    bytes_transposed = b_transposed and kind in ("f8f6f4", "mxf8f6f4", "i8")
    step = 8 * cta_group
    if kind == "i8" or (kind == "ti16" and (cta_group == 2 or m == 128)) or bytes_transposed:
        step = 16 * cta_group
    small = (8, 24) if kind == "i8" and cta_group == 1 and not b_transposed else ()
    if not (0 < n <= 256 and (n % step == 0 or n in small)):
        also = " and 8, 24" if small else ""
        raise ValueError(f"kind::{kind}: n is a multiple of {step} up to 256{also} here, not {n}")


def _check_fields(kind: str, fields: dict[str, int]) -> None:
    """Check that a kind has the fields that are set.

    Raises:
        ValueError: A field is set that the kind does not have.
    """
    said = {
        "saturate": kind == "i8",
        "negate_a": kind != "i8",
        "negate_b": kind != "i8",
        "transpose_a": not kind.startswith("mxf4"),
        "transpose_b": not kind.startswith("mxf4"),
        "sparsity_selector": kind in ("f16", "tf32"),
        "sparsity_version": kind.startswith("mxf4"),
        "sfa_id": bool(KINDS[kind].scales),
        "sfb_id": bool(KINDS[kind].scales),
    }
    for name, has in said.items():
        if fields[name] and not has:
            raise ValueError(f"kind::{kind} has no {_ARGUMENTS.get(name, name)}")
    if fields["sparsity_selector"] and not fields["sparse"]:
        raise ValueError(f"kind::{kind}: sparsity_selector goes with sparse")


_ARGUMENTS = {"transpose_a": "MN-major A", "transpose_b": "MN-major B"}


def need_target(found: Instruction, target: int) -> None:
    """Check that a target has the options of a descriptor.

    A dense K of 96 came with sm_103a; a sparse one of 192, twice the depth, factors of type ue5m3, and
    factors of A with a lane for each row came with sm_107a (manual sections 9.7.18.2.1.1 and 9.7.18.4.2.1).
    There descriptors of kinds mxf4 and mxf4nvf4 have version 1 of sparsity, also if A is dense; elsewhere
    version 0.

    Args:
        found: The descriptor.
        target: Number of the target: 100 for ``sm_100a``.

    Raises:
        ValueError: The target does not have them.

    >>> need_target(decode_instruction(0x8400490, "f16"), 100)
    >>> k_96 = instruction_descriptor("mxf4", m=128, n=64, a="e2m1", k=96)
    >>> need_target(decode_instruction(k_96, "mxf4"), 100)
    Traceback (most recent call last):
    ...
    ValueError: an MMA of K=96 and factors of ue8m0 is for sm_103a or sm_107a, not for sm_100
    """
    depth = found.k // 2 if found.sparse else found.k
    doubled = depth == {"f8f6f4": 64, "mxf8f6f4": 64, "mxf4": 128, "mxf4nvf4": 128}.get(found.kind)
    newest = doubled or found.k == 192 or found.scale_type == "ue5m3" or found.sfa_lanes == 128
    targets = (107,) if newest else (103, 107) if depth == 96 else (target,)
    if target not in targets:
        factors = f" and factors of {found.scale_type}" if found.scale_type else ""
        names = " or ".join(f"sm_{number}a" for number in targets)
        raise ValueError(f"an MMA of K={found.k}{factors} is for {names}, not for sm_{target}")
    version = int(target == 107)
    if found.kind.startswith("mxf4") and found.sparsity_version != version:
        raise ValueError(f"kind::{found.kind}: sparsity_version is {version} for sm_{target}a")


def need_shiftable(m: int) -> None:
    """Check that ``.ashift`` can shift this many rows of A (manual section 9.7.18.10.10.1).

    Raises:
        ValueError: The rows cannot be shifted.
    """
    if m < 128:
        raise ValueError(f"ashift shifts 128 or 256 rows of A, not {m}")
