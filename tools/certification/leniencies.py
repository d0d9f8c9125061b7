"""Intentional differences between ptxas and the rows.

ptxas is the oracle for the rows, but it accepts lines that the manual does not define. Each class of such
lines is a function here that rewrites a line the way ptxas reads it; a line is explained if the result
matches a row. A difference that no class explains is an error of the rows.

>>> [leniency.name for leniency in LENIENCIES][:2]
['order', 'repetition']
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

from certification.names import symbol
from pyptx import types
from pyptx.ir import Address, Expression, Group, Literal, Name, Negated, Pair, Vector
from pyptx.isa import Candidate, availability, lookup, special_register
from pyptx.isa.operand import OPAQUE
from pyptx.verify.addresses import wrong_address
from pyptx.verify.constants import constant_value
from pyptx.verify.modifiers import lookup_any_order
from pyptx.verify.operands import first_misfit, out_of_bounds
from pyptx.verify.parameters import wrong_parameter
from pyptx.verify.values import constant_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pyptx.ir import Instruction, Operand
    from pyptx.isa import OperandSpec


@dataclass(frozen=True, slots=True)
class Leniency:
    """A class of lines that ptxas accepts and the rows do not define.

    Attributes:
        name: Name of the class.
        why: Why the rows exclude the lines.
        example: An example line, with the names of `pyptx.isa.examples`, for `target`.
        target: A target that supports the example.
        reads: Yields the instructions as which ptxas may read one with other modifiers or operand counts.
        takes: Whether ptxas accepts an operand in place of the specified one.
    """

    name: str
    why: str
    example: str
    target: str = "sm_90a"
    reads: Callable[[Instruction], Iterator[Instruction]] | None = None
    takes: Callable[[Operand, OperandSpec, Instruction], bool] | None = None


def explain(instruction: Instruction, target: str, version: tuple[int, int]) -> tuple[str, ...]:
    """Return the classes that explain an instruction which only ptxas accepts; none if unexplained."""
    seen = {instruction}
    pending: list[tuple[tuple[str, ...], Instruction]] = [((), instruction)]
    for names, reading in pending:
        excuses = _excuses(reading, target, version)
        if excuses is not None:
            return (*names, *excuses)
        if len(names) == _TOGETHER:
            continue
        for leniency in LENIENCIES:
            for other in leniency.reads(reading) if leniency.reads is not None else ():
                if other not in seen:
                    seen.add(other)
                    pending.append(((*names, leniency.name), other))
    return ()


_TOGETHER = 3
"""Most classes of modifiers for one line: one for each edit, and one for the order."""


def _excuses(instruction: Instruction, target: str, version: tuple[int, int]) -> tuple[str, ...] | None:
    """Return the classes that the operands of an instruction need; None if no classes suffice."""
    guard = instruction.guard
    if guard is not None and _register(Name(guard.register)) != "pred":
        return None
    if wrong_parameter(instruction, symbol, "entry") is not None:
        return None
    for candidate in lookup(instruction.opcode, instruction.modifiers):
        if instruction.opcode == "cvta" and "u32" in instruction.modifiers:
            continue  # a rule of the verifier: the modules of example lines have addresses of 64 bits
        span = availability.span(candidate.form, candidate.modifiers, target)
        if span is None or version not in span:
            continue
        names = _excuses_for(instruction, candidate)
        if names is not None:
            return names
    return None


def _excuses_for(instruction: Instruction, candidate: Candidate) -> tuple[str, ...] | None:
    """Return the classes that the operands of an instruction need to match a candidate."""
    operands, specs = instruction.operands, candidate.operands
    optional = [index for index, spec in enumerate(specs) if spec.optional]
    surplus = len(specs) - len(operands)
    if not 0 <= surplus <= len(optional):
        return None
    for absent in combinations(reversed(optional), surplus):
        present = [spec for index, spec in enumerate(specs) if index not in absent]
        names: list[str] = []
        for operand, spec in zip(operands, present, strict=True):
            found = _excuse(operand, spec, instruction)
            if found is None:
                break
            names += found
        else:
            return tuple(dict.fromkeys(names))
    return None


def _excuse(operand: Operand, spec: OperandSpec, instruction: Instruction) -> list[str] | None:
    """Return the classes that an operand needs, none if it matches; None if no classes suffice."""
    if fits(operand, spec):
        return []
    for leniency in LENIENCIES:
        if leniency.takes is not None and leniency.takes(operand, spec, instruction):
            return [leniency.name]
    parts = _parts(operand, spec)
    if not parts:
        return None
    excuses = [_excuse(part, each, instruction) for part, each in parts]
    names = [name for excuse in excuses if excuse is not None for name in excuse]
    return names if names and None not in excuses else None


def _parts(operand: Operand, spec: OperandSpec) -> list[tuple[Operand, OperandSpec]]:
    """Return the parts of an operand, each with its specification."""
    if spec.second is not None:
        first = replace(spec, second=None)
        if isinstance(operand, Pair):
            return [(operand.first, first), (operand.second, spec.second)]
        return [(operand, first)] if spec.second.optional else []
    if isinstance(operand, Vector) and spec.kind == "value":
        count = len(operand.items)
        if count == spec.count or count == spec.padded or (count == 1 and spec.braces):
            single = replace(spec, count=None, padded=0, braces=False)
            leading = replace(single, type=spec.leading) if spec.leading else single
            return [(item, leading if at == 0 else single) for at, item in enumerate(operand.items)]
    if isinstance(operand, Address) and spec.kind == "address" and len(operand.rest) == len(spec.rest):
        bare = Address(operand.base, operand.offset)
        if spec.rest:
            return [(bare, replace(spec, rest=())), *zip(operand.rest, spec.rest, strict=True)]
    return []


def fits(operand: Operand, spec: OperandSpec) -> bool:
    """Whether an operand of an example line matches the specification in a row."""
    return (
        first_misfit((operand,), (spec,), symbol) is None
        and out_of_bounds(operand, spec) is None
        and wrong_address((operand,), (spec,), symbol, 64) is None
    )


# ---- modifiers and operand counts, as ptxas reads them


def _reordered(instruction: Instruction) -> Iterator[Instruction]:
    """The same modifiers in an order of the rows."""
    for candidate in lookup_any_order(instruction.opcode, instruction.modifiers):
        yield replace(instruction, modifiers=candidate.form.spell(candidate.modifiers))


def _said_once(instruction: Instruction) -> Iterator[Instruction]:
    """Drop one of two equal modifiers."""
    words = instruction.modifiers
    for at, word in enumerate(words):
        if words.count(word) > 1:
            yield _remove_modifier(instruction, at)


def _remove_modifier(instruction: Instruction, at: int) -> Instruction:
    """Without one modifier."""
    words = instruction.modifiers
    return replace(instruction, modifiers=(*words[:at], *words[at + 1 :]))


_OVERLOOKED = frozenset((
    # what `testp` tests
    "finite", "infinite", "number", "notanumber", "normal", "subnormal",
    # the fields of `tensormap.replace`
    "rank", "box_dim", "global_dim", "global_stride", "element_stride", "elemtype", "interleave_layout",
    "swizzle_mode", "swizzle_atomicity", "fill_mode", "global_address",
    # the types that `istypep` tests for
    "texref", "samplerref", "surfref",
    # formats of `ldmatrix`, of `tcgen05.cp` and of sums
    "b2", "b8x16", "b4x16_p64", "b6x16_p32", "acc::f16", "acc::f32",
    # a type of few
    "pred",
))  # fmt: skip


_ELEMENTS = {
    "f16", "bf16", "tf32", "f32", "f64", "e4m3", "e5m2", "e3m2", "e2m3", "e2m1", "s8", "u8", "s4", "u4", "b1", "s32",
}  # fmt: skip

_REPORTS = {
    "mbarrier::report::disabled", "mbarrier::report::validity::per_element::ff",
    *(f"mbarrier::report::validity::per_16bytes::{mask}" for mask in ("8", "80", "8000", "80000000")),
}  # fmt: skip

_OVERLOOKED_BY: dict[str, set[str]] = {
    "applypriority": {"im2col_no_offs", "im2col_no_offs::w"},
    "createpolicy": {"global"},
    "cp": {"cta", "cluster", "gpu", "sys", *_REPORTS},
    "fence": {
        "async", "mbarrier_init", "sync_restrict::shared::cta", "sync_restrict::shared::cluster", "shared::cta",
        "sync_restrict::shared::cluster::read", "shared::cluster", "global", "shared",
    },
    "ld": {"L1::32B", "L2::evict_first", "L2::evict_last", "L2::evict_normal"},
    "ldmatrix": {"row", "col"},
    "madc": {"sat"},
    "mma": _ELEMENTS | {"and", "xor", "u2", "s2", "b4"},
    "mbarrier": {"cta", "cluster", "gpu", "sys"},
    "movmatrix": {"bf16x2", "bf16", "tf32", "b1", "b4", "u2", "s2", "u4", "s4", "row", "col"},
    "prefetch": {"L1", "L2", "L1::32B", "L2::evict_last", "L2::evict_normal", "tensormap", "valid_addr"},
    "st": {"cluster", "gpu", "shared::cta", "L2::evict_first", "L2::evict_last", "L2::evict_normal"},
    "sust": {"wb", "cg", "cs", "wt"},
    "tcgen05": _ELEMENTS | {"row", "col"},
    "wgmma": _ELEMENTS | {"row", "col"},
    "wmma": {"tf32"},
}  # fmt: skip


def _looked_over(instruction: Instruction) -> Iterator[Instruction]:
    """Without one of the words that ptxas overlooks."""
    own = _OVERLOOKED_BY.get(instruction.opcode, set())
    for at, word in enumerate(instruction.modifiers):
        if word in _OVERLOOKED or word in own:
            yield _remove_modifier(instruction, at)


def _left_out(instruction: Instruction) -> Iterator[Instruction]:
    """With one of the words that ptxas supplies."""
    words = instruction.modifiers
    for word in _SUPPLIED.get(instruction.opcode, ()):
        if word not in words:
            for at in range(len(words) + 1):
                yield replace(instruction, modifiers=(*words[:at], word, *words[at:]))


_SUPPLIED = {
    "cp": ("relaxed", "cluster"),
    "fabric": ("relaxed", "sys"),
    "add": ("rz",),
    "sub": ("rz",),
    "applypriority": ("2d",),
    "st": ("release", "mbarrier::complete_tx::bytes"),
}


def _added(instruction: Instruction) -> Iterator[Instruction]:
    """A released `red.async` that adds."""
    words = instruction.modifiers
    if instruction.opcode == "red" and {"async", "release"} <= set(words):
        for at, word in enumerate(words):
            if word in ("inc", "dec", "min", "max"):
                yield replace(instruction, modifiers=(*words[:at], "add", *words[at + 1 :]))


def _rounded_to_nearest(instruction: Instruction) -> Iterator[Instruction]:
    """`fma` of bf16, or with ``.relu`` or ``.oob``, that rounds to the nearest."""
    words = instruction.modifiers
    if instruction.opcode == "fma" and {"relu", "oob", "bf16", "bf16x2"}.intersection(words):
        for at, word in enumerate(words):
            if word in ("rz", "rm", "rp"):
                yield replace(instruction, modifiers=(*words[:at], "rn", *words[at + 1 :]))


def _aligned(instruction: Instruction) -> Iterator[Instruction]:
    """With ``.aligned`` after ``.sync``."""
    words = instruction.modifiers
    if instruction.opcode == "wgmma" and "aligned" not in words and "sync" in words:
        at = words.index("sync") + 1
        yield replace(instruction, modifiers=(*words[:at], "aligned", *words[at:]))


def _flushing_nothing(instruction: Instruction) -> Iterator[Instruction]:
    """`rcp` of f64 without its ``.ftz``."""
    words = instruction.modifiers
    if instruction.opcode == "rcp" and "f64" in words and "ftz" in words:
        yield _remove_modifier(instruction, words.index("ftz"))


def _saturating_nothing(instruction: Instruction) -> Iterator[Instruction]:
    """``fma.oob`` without its ``.sat``."""
    words = instruction.modifiers
    if instruction.opcode == "fma" and "oob" in words and "sat" in words:
        yield _remove_modifier(instruction, words.index("sat"))


def _rounding_nothing(instruction: Instruction) -> Iterator[Instruction]:
    """`cvt` from bf16 to a wider format without its rounding."""
    words = instruction.modifiers
    if instruction.opcode == "cvt" and "bf16" in words:
        for at, word in enumerate(words):
            if word in ("rn", "rz", "rm", "rp"):
                yield _remove_modifier(instruction, at)


def _eight_of_four(instruction: Instruction) -> Iterator[Instruction]:
    """`ld` and `st` of ``.v8`` of 8 or 16 bits as ``.v4``; to generate its code crashes ptxas."""
    words = instruction.modifiers
    if instruction.opcode not in ("ld", "st") or "v8" not in words or not _NARROW.intersection(words):
        return
    yield replace(
        instruction,
        modifiers=tuple("v4" if word == "v8" else word for word in words),
        operands=tuple(
            Vector(operand.items[:4]) if isinstance(operand, Vector) and len(operand.items) == 8 else operand
            for operand in instruction.operands
        ),
    )


_NARROW = frozenset(f"{kind}{bits}" for kind in "bus" for bits in (8, 16))


def _tested(instruction: Instruction) -> Iterator[Instruction]:
    """`testp` with something to test for."""
    words = instruction.modifiers
    if instruction.opcode == "testp" and len(words) == 1:
        yield replace(instruction, modifiers=("finite", *words))


def _in_global(instruction: Instruction) -> Iterator[Instruction]:
    """``prefetch.L2::evict_last`` and ``prefetch.L2::evict_normal`` of global memory."""
    words = instruction.modifiers
    if instruction.opcode == "prefetch" and "global" not in words and words[:1] in _EVICTIONS:
        yield replace(instruction, modifiers=("global", *words))


_EVICTIONS = (("L2::evict_last",), ("L2::evict_normal",))


def _unsigned_sum(instruction: Instruction) -> Iterator[Instruction]:
    """The sum of ``red.async`` in ``.u64``."""
    words = instruction.modifiers
    if instruction.opcode == "red" and "async" in words and "add" in words and "s64" in words:
        yield replace(instruction, modifiers=tuple("u64" if word == "s64" else word for word in words))


def _in_other_brackets(instruction: Instruction) -> Iterator[Instruction]:
    """A `fabric` instruction whose last operand in some brackets follows them."""
    operands = instruction.operands
    for at, operand in enumerate(operands if instruction.opcode == "fabric" else ()):
        if isinstance(operand, Address) and operand.rest:
            *kept, last = operand.rest
            for moved in (last, Address(last)):
                kept_in = replace(operand, rest=tuple(kept))
                yield replace(instruction, operands=(*operands[:at], kept_in, moved, *operands[at + 1 :]))


def _negated_twice(instruction: Instruction) -> Iterator[Instruction]:
    """A video instruction without the minus signs of both its operands, which cancel."""
    operands = [_unsigned(operand) for operand in instruction.operands]
    if instruction.opcode in _VIDEO and operands[1:3] != list(instruction.operands[1:3]):
        yield replace(instruction, operands=tuple(operands))


_VIDEO = frozenset(
    f"v{operation}{lanes}"
    for operation in ("add", "sub", "absdiff", "min", "max", "avrg")
    for lanes in ("", "2", "4")
)


def _unsigned(operand: Operand) -> Operand:
    """An operand without its minus."""
    match operand:
        case Expression(("-", name)):
            return Name(name)
    return operand


def _reduced_elsewhere(instruction: Instruction) -> Iterator[Instruction]:
    """``cp.reduce.async.bulk`` with its barrier out of brackets, read as a policy: the types are those of ``.global``."""
    words = instruction.modifiers
    if instruction.opcode == "cp" and words[:4] == ("reduce", "async", "bulk", "shared::cluster"):
        to = {"shared::cluster": "global", "mbarrier::complete_tx::bytes": "bulk_group"}
        global_words = [to.get(word, word) for word in words]
        at = global_words.index("bulk_group") + 1 if "bulk_group" in global_words else len(words)
        yield replace(instruction, modifiers=(*global_words[:at], "L2::cache_hint", *global_words[at:]))


def _scaled_by_one(instruction: Instruction) -> Iterator[Instruction]:
    """Drop the scale of a `cvt` to ue5m3x2, which does not apply it."""
    if instruction.opcode == "cvt" and "ue5m3x2" in instruction.modifiers and len(instruction.operands) > 2:
        yield replace(instruction, operands=instruction.operands[:-1])


def _with_barrier(instruction: Instruction) -> Iterator[Instruction]:
    """``red.async`` with the barrier that it completes on, or without one where it completes on none."""
    words = instruction.modifiers
    if (
        instruction.opcode == "red"
        and "mbarrier::complete_tx::bytes" in words
        and len(instruction.operands) == 2
    ):
        yield replace(instruction, operands=(*instruction.operands, Address(Name("%u64_0"))))


def _unscaled(instruction: Instruction) -> Iterator[Instruction]:
    """``tcgen05.mma`` of integers without the scale of its accumulator."""
    if instruction.opcode == "tcgen05" and "kind::i8" in instruction.modifiers:
        yield replace(instruction, operands=instruction.operands[:-1])


def _carried_in_32_bits(instruction: Instruction) -> Iterator[Instruction]:
    """`addc`, `subc` and `madc` of 16 bits as those of 32."""
    if instruction.opcode in ("addc", "subc", "madc") and instruction.modifiers[-1:] in (("s16",), ("u16",)):
        operands = (
            Name("%u32_0") if _register(operand)[1:] == "16" else operand for operand in instruction.operands
        )
        yield replace(instruction, modifiers=(*instruction.modifiers[:-1], "u32"), operands=tuple(operands))


def _without_third(instruction: Instruction) -> Iterator[Instruction]:
    """`atom` without the operand that only ``.cas`` has."""
    if instruction.opcode == "atom" and "cas" not in instruction.modifiers and len(instruction.operands) > 3:
        yield replace(instruction, operands=(*instruction.operands[:3], *instruction.operands[4:]))


def _unscaled_blocks(instruction: Instruction) -> Iterator[Instruction]:
    """`mma` without ``.block_scale`` of the kind without scale factors."""
    words = instruction.modifiers
    if instruction.opcode == "mma" and "block_scale" not in words and _SCALED_KINDS.intersection(words):
        kinds = ("kind::f8f6f4" if word in _SCALED_KINDS else word for word in words)
        yield replace(instruction, modifiers=tuple(kinds))


_SCALED_KINDS = frozenset(("kind::mxf8f6f4", "kind::mxf4", "kind::mxf4nvf4"))


def _of_surfaces(instruction: Instruction) -> Iterator[Instruction]:
    """An access to a surface of another geometry."""
    words = instruction.modifiers
    if instruction.opcode in ("suld", "sust", "sured"):
        for at, word in enumerate(words):
            if word in _GEOMETRIES:
                for other in ("1d", "2d", "3d", "a1d", "a2d"):
                    yield replace(instruction, modifiers=(*words[:at], other, *words[at + 1 :]))


_GEOMETRIES = frozenset(("1d", "2d", "3d", "4d", "5d", "a1d", "a2d", "cube", "acube"))


def _without_cube_offset(instruction: Instruction) -> Iterator[Instruction]:
    """`tex` of a cube without an offset."""
    if instruction.opcode == "tex" and "cube" in instruction.modifiers and len(instruction.operands) == 4:
        yield replace(instruction, operands=(*instruction.operands[:2], instruction.operands[3]))


def _one_way(instruction: Instruction) -> Iterator[Instruction]:
    """A fence between two proxies that both acquires and releases."""
    words = instruction.modifiers
    if instruction.opcode == "fence" and "proxy" in words and "acq_rel" in words:
        at = words.index("acq_rel")
        yield from (
            replace(instruction, modifiers=(*words[:at], way, *words[at + 1 :]))
            for way in ("acquire", "release")
        )


def _unsigned_address(instruction: Instruction) -> Iterator[Instruction]:
    """`mapa` and `getctarank` of an unsigned address."""
    words = instruction.modifiers
    if instruction.opcode in ("mapa", "getctarank") and words[-1:] in (("s32",), ("s64",)):
        yield replace(instruction, modifiers=(*words[:-1], f"u{words[-1][1:]}"))


def _wide_cvta(instruction: Instruction) -> Iterator[Instruction]:
    """`cvta` of 64 bits."""
    words = instruction.modifiers
    if instruction.opcode == "cvta" and words[-1:] == ("u32",):
        yield replace(
            instruction,
            modifiers=(*words[:-1], "u64"),
            operands=tuple(
                Name("%u64_0") if _register(operand) in ("b32", "u32", "s32") else operand
                for operand in instruction.operands
            ),
        )


def _beyond_what_is_passed(instruction: Instruction) -> Iterator[Instruction]:
    """The address of an argument of a call plus a number, as for a parameter of the kernel."""
    for at, operand in enumerate(instruction.operands):
        if isinstance(operand, Expression) and operand.words[0] == "in_param":
            moved = Expression(("parameter", *operand.words[1:]))
            yield replace(
                instruction, operands=(*instruction.operands[:at], moved, *instruction.operands[at + 1 :])
            )


def _by_name(instruction: Instruction) -> Iterator[Instruction]:
    """A load or a store of a named argument of a call."""
    if instruction.opcode not in ("ld", "st") or {"param", "param::func"}.isdisjoint(instruction.modifiers):
        return
    for at, operand in enumerate(instruction.operands):
        if isinstance(operand, Address) and _register(operand.base):
            named = replace(operand, base=Name("in_param"))
            yield replace(
                instruction, operands=(*instruction.operands[:at], named, *instruction.operands[at + 1 :])
            )


# ---- operands, as ptxas reads them


def _register(operand: Operand) -> str:
    """The type of a register; empty for everything else."""
    found = symbol(operand.name) if isinstance(operand, Name) else None
    return found.type if found is not None and found.kind == "reg" else ""


def _is_constant(operand: Operand) -> bool:
    return constant_words(operand) is not None


def _is_special(operand: Operand) -> bool:
    """A special register, or one that has parts, as ``%tid``."""
    if not isinstance(operand, Name):
        return False
    return any(special_register(f"{operand.name}{part}") is not None for part in ("", ".x"))


def _any_address_register(operand: Operand, spec: OperandSpec, _: Instruction) -> bool:
    """A register of any type as the base of an address."""
    if not isinstance(operand, Address) or spec.kind != "address":
        return False
    return (_register(operand.base) != "" or _is_special(operand.base)) and any(
        fits(replace(operand, base=Name(name)), spec) for name in ("%u64_0", "%b32_0")
    )


def _in_another_space(operand: Operand, spec: OperandSpec, instruction: Instruction) -> bool:
    """A variable of the wrong state space where ptxas ignores the space, or a texture or surface."""
    if not isinstance(operand, Address) or not isinstance(operand.base, Name):
        return False
    found = symbol(operand.base.name)
    if found is None or found.kind not in ("var", "param"):
        return False
    if found.type not in OPAQUE and instruction.opcode not in _SPACES_OVERLOOKED:
        return False
    return any(fits(replace(operand, base=Name(name)), spec) for name in ("%u64_0", "%b32_0"))


_SPACES_OVERLOOKED = frozenset((
    "applypriority", "atom", "clusterlaunchcontrol", "cp", "discard", "fence", "ldmatrix", "multimem", "prefetch", "prefetchu",
    "red", "st", "stmatrix", "tcgen05", "tensormap",
))  # fmt: skip


def _number_address(operand: Operand, spec: OperandSpec, _: Instruction) -> bool:
    """A number for an address."""
    return (
        isinstance(operand, Address)
        and spec.kind == "address"
        and _is_constant(operand.base)
        and any(fits(replace(operand, base=Name(name)), spec) for name in ("%u64_0", "%b32_0"))
    )


def _bare_address(operand: Operand, spec: OperandSpec, instruction: Instruction) -> bool:
    """An address without its brackets."""
    if spec.kind != "address" or not isinstance(operand, (Name, Literal, Negated, Expression)):
        return False
    if isinstance(operand, Negated):
        return _bare_address(operand.operand, spec, instruction)
    if isinstance(operand, Expression):
        return _bare_address(Name(operand.words[0]), spec, instruction)
    return _excuse(Address(operand), spec, instruction) is not None


_UNCHECKED = {
    ("lop3", "immLut"), ("fabric", "size"), ("fabric", "n"), ("cp", "n"), ("wgmma", "n"), ("mbarrier", "count"), ("mbarrier", "phase_parity"),
    *((opcode, name) for opcode in ("bar", "barrier") for name in "ab"),
}  # fmt: skip


def _constant_out_of_range(operand: Operand, spec: OperandSpec, instruction: Instruction) -> bool:
    """An integer that does not fit the type, or one of the ranges that ptxas does not check."""
    if spec.bounds and (instruction.opcode, spec.name) not in _UNCHECKED:
        words = constant_words(operand)
        value = constant_value(words) if words is not None else None
        return isinstance(value, int) and any(
            (value + 2**bits) % 2**bits - 2**bits in spec.bounds for bits in (32, 64)
        )
    return (
        spec.takes_constant
        and spec.type[:1] in ("b", "u", "s", "")
        and _is_constant(operand)
        and (out_of_bounds(operand, spec) is not None)
    )


def _constant_value(operand: Operand, spec: OperandSpec, _: Instruction) -> bool:
    """A constant in place of a register."""
    return (
        spec.kind == "value"
        and spec.role == ":"
        and spec.type != "pred"
        and _is_constant(operand)
        and (not spec.takes_constant)
    )


def _fraction(operand: Operand, spec: OperandSpec, _: Instruction) -> bool:
    """A constant whose kind does not fit the type of the operand."""
    return spec.takes_constant and not spec.bounds and _is_constant(operand)


def _name_as_value(operand: Operand, spec: OperandSpec, _: Instruction) -> bool:
    """A variable or function, as its address."""
    found = symbol(operand.name) if isinstance(operand, Name) else None
    value = spec.kind == "value" and spec.role == ":"
    return value and found is not None and found.kind in ("var", "param", "function")


def _special_register(operand: Operand, spec: OperandSpec, _: Instruction) -> bool:
    return spec.kind == "value" and spec.role == ":" and _is_special(operand)


def _part_overlooked(operand: Operand, spec: OperandSpec, instruction: Instruction) -> bool:
    """A part of a register in place of the whole register."""
    if not isinstance(operand, Name) or _register(operand):
        return False
    whole, dot, _rest = operand.name.partition(".")
    return bool(dot and _register(Name(whole))) and _excuse(Name(whole), spec, instruction) is not None


def _single_in_braces(operand: Operand, spec: OperandSpec, instruction: Instruction) -> bool:
    """One operand in braces, or the only one of a vector without them."""
    if isinstance(operand, Vector) and len(operand.items) == 1 and spec.count is None:
        return _excuse(operand.items[0], spec, instruction) is not None
    return (
        spec.count == 1
        and not isinstance(operand, Vector)
        and (_excuse(Vector((operand,)), spec, instruction) is not None)
    )


def _surplus_in_braces(operand: Operand, spec: OperandSpec, instruction: Instruction) -> bool:
    """More in braces than an operand has elements."""
    if not isinstance(operand, Vector) or spec.kind != "value":
        return False
    wanted = spec.count or 1
    if len(operand.items) <= wanted:
        return False
    kept = operand.items[:wanted]
    read = Vector(kept) if spec.count is not None else kept[0]
    return _excuse(read, spec, instruction) is not None


def _surplus_in_brackets(operand: Operand, spec: OperandSpec, instruction: Instruction) -> bool:
    """More in the brackets of a texture or surface than belongs there."""
    if not isinstance(operand, Address) or spec.type not in OPAQUE or len(operand.rest) <= len(spec.rest):
        return False
    kept = replace(operand, rest=operand.rest[: len(spec.rest)])
    return _excuse(kept, spec, instruction) is not None


def _scalar_for_vector(operand: Operand, spec: OperandSpec, instruction: Instruction) -> bool:
    """Fewer registers than a vector or a fragment has."""
    if instruction.opcode not in _LENGTHS_OVERLOOKED or spec.kind != "value" or spec.count is None:
        return False
    single = replace(spec, count=None)
    if isinstance(operand, Vector):
        return len(operand.items) < spec.count and all(fits(item, single) for item in operand.items)
    return fits(operand, single)


_LENGTHS_OVERLOOKED = frozenset(("mma", "mov", "st", "tex"))


def _packed_in_braces(operand: Operand, spec: OperandSpec, _: Instruction) -> bool:
    """The elements of a packed value in registers of their own."""
    if (
        not isinstance(operand, Vector)
        or spec.count is not None
        or not ("x" in spec.type or spec.type == "b128")
    ):
        return False
    return len(operand.items) in (2, 4) and all(_register(item) for item in operand.items)


def _type_of_the_first(operand: Operand, spec: OperandSpec, _: Instruction) -> bool:
    """Registers in braces of which one alone is of the type; the others may be anything that is one value."""
    if not isinstance(operand, Vector) or spec.count != len(operand.items) or len(operand.items) < 2:
        return False
    single = replace(spec, count=None, type=spec.leading or spec.type, leading="")
    named = all(isinstance(item, (Name, Negated)) or _is_constant(item) for item in operand.items)
    return named and any(fits(item, single) for item in operand.items)


def _result_thrown_away(operand: Operand, spec: OperandSpec, instruction: Instruction) -> bool:
    """A constant or the sink where something is written."""
    if spec.role == ":":
        return False
    if instruction.opcode in ("createpolicy", "mbarrier"):
        return _is_constant(operand)
    return operand == Name("_") if instruction.opcode == "suld" else _is_special(operand)


def _merged_whole(operand: Operand, spec: OperandSpec, _: Instruction) -> bool:
    """A whole register for the part of one that a video instruction merges into."""
    return spec.selected and fits(operand, replace(spec, selected=False))


def _second_thrown_away(operand: Operand, spec: OperandSpec, instruction: Instruction) -> bool:
    """A second destination that is the sink."""
    return (
        spec.kind in ("value", "label")
        and spec.second is None
        and isinstance(operand, Pair)
        and operand.second == Name("_")
        and (_excuse(operand.first, spec, instruction) is not None)
    )


def _one_for_two(operand: Operand, spec: OperandSpec, _: Instruction) -> bool:
    """One destination in place of two."""
    return (
        spec.second is not None
        and not isinstance(operand, Pair)
        and fits(operand, replace(spec, second=None))
    )


def _another_width(operand: Operand, spec: OperandSpec, instruction: Instruction) -> bool:
    """A register of the wrong width, where ptxas ignores the width."""
    inner = operand.operand if isinstance(operand, Negated) else operand
    return instruction.opcode in _WIDTHS_OVERLOOKED and spec.kind == "value" and _register(inner) != ""


_WIDTHS_OVERLOOKED = frozenset((
    "ldmatrix", "mbarrier", "mma", "movmatrix", "multimem", "spcompress", "spdecompress", "stmatrix", "suld", "sured",
    "sust", "wgmma",
))  # fmt: skip


def _another_kind(operand: Operand, spec: OperandSpec, instruction: Instruction) -> bool:
    """A register of the width of the type, but of another kind."""
    if instruction.opcode not in _KINDS_OVERLOOKED or spec.kind != "value":
        return False
    if isinstance(operand, Vector):
        return len(operand.items) == spec.count and all(
            item == Name("_") or _another_kind(item, replace(spec, count=None), instruction)
            for item in operand.items
        )
    declared = _register(operand)
    return declared not in ("", "pred") and types.from_name(declared).bits == types.from_name(spec.type).bits


_KINDS_OVERLOOKED = frozenset((
    "add", "cvt", "sub", "fma", "fns", "ld", "ldu", "mov", "multimem", "shfl", "st", "tensormap", "tex", "tld4", "wmma",
))  # fmt: skip


def _pair_in_a_predicate(operand: Operand, spec: OperandSpec, instruction: Instruction) -> bool:
    """A predicate for a pair of bf16 that is converted."""
    source = instruction.opcode == "cvt" and spec.role == ":" and spec.type == "bf16x2"
    return source and _register(operand) == "pred"


def _wider_register(operand: Operand, spec: OperandSpec, instruction: Instruction) -> bool:
    """A wider register for numbers that are packed while they are converted."""
    declared = _register(operand)
    if instruction.opcode != "cvt" or declared in ("", "pred"):
        return False
    return types.from_name(declared).bits > types.from_name(spec.type).bits


def _state_of_sink(operand: Operand, spec: OperandSpec, _: Instruction) -> bool:
    return spec.kind == "sink" and _register(operand) in ("b64", "u64", "s64")


def _narrow_callee(operand: Operand, spec: OperandSpec, instruction: Instruction) -> bool:
    return instruction.opcode == "call" and spec.type == "u64" and _register(operand) in ("b32", "u32", "s32")


def _constant_return(operand: Operand, spec: OperandSpec, _: Instruction) -> bool:
    """A constant where a call returns something."""
    return spec.name == "returns" and isinstance(operand, Group) and all(map(_is_constant, operand.items))


LENIENCIES = (
    Leniency("order", "the manual fixes the order of modifiers",
             "add.f32.rn %f32_0, %f32_1, %f32_2;", reads=_reordered),
    Leniency("repetition", "a modifier says the same thing once",
             "add.sat.sat.f32 %f32_0, %f32_1, %f32_2;", reads=_said_once),
    Leniency("overlooked word", "words of testp, istypep, tensormap and some formats have no meaning elsewhere",
             "add.box_dim.u32 %u32_0, %u32_1, %u32_2;", reads=_looked_over),
    Leniency("warpgroup without .aligned", "the manual has it said that all warps execute the same",
             "wgmma.fence.sync;", reads=_aligned),
    Leniency("flush of f64", "there is no flush of subnormal numbers of f64",
             "rcp.rn.ftz.f64 %f64_0, %f64_1;", reads=_flushing_nothing),
    Leniency("rounding of a wider format", "every number of bf16 is one of f64",
             "cvt.rm.f64.bf16 %f64_0, %b16_1;", reads=_rounding_nothing),
    Leniency("eight bytes or halves", "a vector of eight has elements of 32 bits; the code of others crashes ptxas",
             "st.global.v8.b8 [%u64_0], {%b16_0, %b16_1, %b16_2, %b16_3, %b16_4, %b16_5, %b16_6, %b16_7};", "sm_100a",
             reads=_eight_of_four),
    Leniency("saturated .oob", "the manual gives .oob no .sat",
             "fma.rn.oob.sat.f16 %f16_0, %f16_1, %f16_2, %f16_3;", reads=_saturating_nothing),
    Leniency("test for nothing", "testp says what it tests for",
             "testp.f32 %pred_0, %f32_1;", reads=_tested),
    Leniency("generic eviction", "the manual gives the eviction priority of a prefetch to .global alone",
             "prefetch.L2::evict_last [%u64_0];", reads=_in_global),
    Leniency("word left out", "the manual writes .relaxed with its scope, and the dimensions of a tensor",
             "applypriority.async.bulk.tensor.global.bulk_group.tile::gather4.L2::evict_normal"
             " [%u64_0, {%s32_1, %s32_2, %s32_3, %s32_4, %s32_5}];", "sm_107a", reads=_left_out),
    Leniency("rounding of fma", "the manual rounds fma of bf16 and with .relu or .oob to the nearest",
             "fma.rz.relu.bf16 %b16_0, %b16_1, %b16_2, %b16_3;", reads=_rounded_to_nearest),
    Leniency("signed sum", "the manual adds 64 bits as .u64: the sum is the same",
             "red.async.relaxed.cluster.mbarrier::complete_tx::bytes.add.s64 [%u64_0], %s64_1, [%u64_2];",
             reads=_unsigned_sum),
    Leniency("reduction with a policy for a barrier", "an mbarrier is in brackets, and what it counts has few types",
             "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.f64 [%u64_0], [%u64_0], %u32_2, %u64_0;",
             reads=_reduced_elsewhere),
    Leniency("other brackets", "each operand of a fabric operation has brackets of its own, or none",
             "fabric.try_put.async.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.relaxed.sys.b128"
             " [%b32_0, %b64_1], [%b32_2, %u32_1], [%b32_4];", "sm_110", reads=_in_other_brackets),
    Leniency("two signs", "the operands of a video instruction have no signs",
             "vsub2.u32.s32.u32 %u32_0, -%u32_1, -%u32_2, %u32_3;", reads=_negated_twice),
    Leniency("scale without its word", "the manual scales with .scaled::n2::ue8m0",
             "cvt.rn.satfinite.ue5m3x2.bf16x2 %b16_0, %b32_1, %b8_2;", "sm_107a", reads=_scaled_by_one),
    Leniency("barrier of a reduction", "red.async completes on an mbarrier, red.async.mmio on none",
             "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.s32 [%u64_0], %s32_1;",
             reads=_with_barrier),
    Leniency("released reduction", "the manual gives red.async.release .add alone",
             "red.async.mmio.release.sys.inc.u32 [%u64_0], 1;", "sm_100a", reads=_added),
    Leniency("scaled integer accumulator", "scale-input-d is for .kind::f16 and .kind::tf32",
             "tcgen05.mma.cta_group::1.kind::i8 [%b32_0], %b64_1, %b64_2, %b32_3, %pred_4, 3;", "sm_100a",
             reads=_unscaled),
    Leniency("carry of 16 bits", "the manual carries 32 and 64 bits",
             "addc.s16 %s16_0, %s16_1, %s16_2;", reads=_carried_in_32_bits),
    Leniency("third operand of atom", "only .cas has one",
             "atom.global.and.b32 %b32_0, [%u64_1], %b32_2, %b32_3;", reads=_without_third),
    Leniency("signed address", "an address is unsigned",
             "mapa.s32 %s32_0, %u32_1, %s32_2;", reads=_unsigned_address),
    Leniency("kind of scaled blocks", "without .block_scale the kind is .kind::f8f6f4",
             "mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.f32.e4m3.e4m3.f32 {%f32_0, %f32_1, %f32_2, %f32_3},"
             " {%b32_4, %b32_5, %b32_6, %b32_7}, {%b32_8, %b32_9}, {%f32_10, %f32_11, %f32_12, %f32_13};", "sm_120a",
             reads=_unscaled_blocks),
    Leniency("geometry of a surface", "ptxas does not distinguish all geometries",
             "sust.p.a1d.b32.zero [%u64_0, %s32_1], 1;", reads=_of_surfaces),
    Leniency("offset of a cube", "the manual gives cubes no offset",
             "tex.cube.v2.f16x2.f32 {%b32_0, %b32_1}, [%u64_0, {%f32_3, %f32_4, %f32_5, %f32_6}], %b32_3, %f32_3;",
             reads=_without_cube_offset),
    Leniency("fence of both ways", "a fence between proxies acquires or releases",
             "fence.proxy.async::generic.acq_rel.sync_restrict::shared::cta.cluster;", reads=_one_way),
    Leniency("32-bit cvta", "the addresses of a module of 64 bits have 64",
             "cvta.global.u32 %u32_0, %u32_1;", reads=_wide_cvta),
    Leniency("beyond what is passed", "what a call passes has no address, nor has what lies after it",
             "cvta.param.u64 %u64_0, in_param+4;", reads=_beyond_what_is_passed),
    Leniency("register for what is passed", "to generate code for a store through a register crashes ptxas in kernels",
             "st.param.b32 [%u64_0], %b32_1;", reads=_by_name),
    Leniency("address register", "an address is an integer of 64 bits, or of 32 in shared and local memory",
             "ld.global.u32 %u32_0, [%u16_1];", takes=_any_address_register),
    Leniency("variable in another space", "a matrix is in shared memory",
             "ldmatrix.sync.aligned.m8n8.x2.b16 {%b32_0, %b32_1}, [in_local];", takes=_in_another_space),
    Leniency("number for an address", "only in local memory is a number an address",
             "fence.proxy.tensormap::generic.acquire.gpu [16], 128;", takes=_number_address),
    Leniency("address without brackets", "the manual writes an address in brackets",
             "cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes %u32_0, [%u64_1, {%s32_2}], [%u32_3];",
             takes=_bare_address),
    Leniency("constant out of range", "the bits that do not fit are lost without a word",
             "add.u32 %u32_0, %u32_1, 99999999999;", takes=_constant_out_of_range),
    Leniency("constant for a register", "matrices, descriptors, addresses and packed values are in registers",
             "tcgen05.cp.cta_group::1.128x256b [%b32_0], 7;", "sm_100a", takes=_constant_value),
    Leniency("constant of another kind", "an integer is not a fraction, and the bits of one type are not another's",
             "fns.b32 %b32_0, %b32_1, %b32_2, 0f3F800000;", takes=_fraction),
    Leniency("name for its address", "only mov takes the address of a variable or function",
             "lop3.b32 %b32_0, %b32_1, %b32_2, callee_00, 0;", takes=_name_as_value),
    Leniency("special register", "special registers are read by mov",
             "stmatrix.sync.aligned.m8n8.x1.shared.b16 [in_shared], {%laneid};", takes=_special_register),
    Leniency("part of a register", "only video instructions take parts",
             "stmatrix.sync.aligned.m8n8.x1.shared.b16 [in_shared], {%b32_0.h1};", takes=_part_overlooked),
    Leniency("braces around one", "braces hold several",
             "ld.mmio.relaxed.sys.global.b8 {%b16_0}, [%u64_0];", takes=_single_in_braces),
    Leniency("surplus in braces", "a surface or texture has as many coordinates and values as it has",
             "suld.b.1d.b32.trap {%b32_0, %b32_1}, [in_surfref, {%s32_2, %s32_3}];", takes=_surplus_in_braces),
    Leniency("surplus in brackets", "behind the coordinates of a texture or surface nothing stands in its brackets",
             "tex.1d.v4.f32.f32 {%f32_0, %f32_1, %f32_2, %f32_3}, [in_texref, %f32_4, %f32_5];", takes=_surplus_in_brackets),
    Leniency("fewer than a vector has", "a fragment, a vector and the offsets of a texture have all their elements",
             "mov.v2.s32 {%s32_0, %s32_1}, %s32_2;", takes=_scalar_for_vector),
    Leniency("packed value in braces", "a packed value is in one register",
             "clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128 %b32_0, {%b64_1, %b64_2};",
        "sm_100a", takes=_packed_in_braces),
    Leniency("type of the first register", "every register of a fragment has the type",
             "wmma.load.a.sync.aligned.row.m16n16k8.tf32 {%b32_0, %f32_1, %b32_2, %b32_3}, [%u64_0];",
             takes=_type_of_the_first),
    Leniency("merge into a whole register", "without .add, .min or .max a third operand is what a part is merged into",
             "vadd.u32.u32.u32 %u32_0, %u32_1, %u32_2, %u32_3;", takes=_merged_whole),
    Leniency("result thrown away", "what is written is a register",
             "mbarrier.try_wait.phase_type::primary.b64 %pred_0|%pred_8, 0x7F, [%u64_0], %b64_3, %u32_4;", takes=_result_thrown_away),
    Leniency("second destination thrown away", "one destination is written",
             "xor.b32 %b32_0|_, %b32_1, %b32_2;", takes=_second_thrown_away),
    Leniency("one predicate for two", "a comparison of pairs has two results",
             "setp.eq.f16x2 %pred_0, %b32_1, %b32_2;", takes=_one_for_two),
    Leniency("another width", "surfaces and matrices have registers of one width",
             "movmatrix.sync.aligned.m8n8.trans.b16 %pred_0, %b32_1;", takes=_another_width),
    Leniency("another kind", "a register is of the kind of the type",
             "ldu.global.v2.f64 {%s64_0, %s64_1}, [%u64_0];", takes=_another_kind),
    Leniency("predicate for a pair", "a pair of bf16 has a register of 32 bits",
             "cvt.rn.satfinite.e2m1x2.bf16x2 %b8_0, %pred_1;", "sm_107a", takes=_pair_in_a_predicate),
    Leniency("wider register", "what is packed while it is converted has a register of its width",
             "cvt.pack.sat.u16.s32 %u64_0, %s32_1, %s32_2;", takes=_wider_register),
    Leniency("state of an arrival on many", "an arrival on the barriers of other CTAs has no state",
             "mbarrier.arrive.relaxed.cta.multicast::cluster::32b.b64 %b64_0, [%u64_1], %u32_2, %u32_3;", "sm_107a",
             takes=_state_of_sink),
    Leniency("constant for a returned value", "what a call returns goes to registers or parameters",
             "call (1), callee_11, (%b32_0);", takes=_constant_return),
    Leniency("32-bit callee", "the addresses of a module of 64 bits have 64",
             "call %u32_0, table_00;", takes=_narrow_callee),
)  # fmt: skip

OF_THE_MODULE = re.compile(
    "formal parameter|wrong number of parameters|state space for parameter"  # a call not like its callee
    "|Illegal to predicate"  # a parameter of a call, not of the kernel
    "|Function call sequence invalid|conflicting with .address_size"  # found when code is generated
)
"""Messages of ptxas about the module, not about the instruction."""
