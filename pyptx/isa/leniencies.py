"""Where ptxas and the rows differ on purpose.

ptxas is the judge of the rows, but it takes some lines that the manual does not define, and it once refuses
what it takes in every other spelling. A difference that is not listed here is an error of the rows.

>>> [leniency.name for leniency in LENIENCIES][:2]
['order', 'repetition']
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Leniency:
    """A class of lines that ptxas accepts and the rows do not define.

    Attributes:
        name: What the lines have in common.
        why: Why the rows leave them out.
        example: One of them, with the names of `pyptx.isa.examples`, for `target`.
        target: A target that has it.
    """

    name: str
    why: str
    example: str
    target: str = "sm_90a"


LENIENCIES = (
    Leniency("order", "the manual fixes the order of modifiers",
             "add.f32.rn %f32_0, %f32_1, %f32_2;"),
    Leniency("repetition", "a modifier says the same thing once",
             "add.sat.sat.f32 %f32_0, %f32_1, %f32_2;"),
    Leniency("constant predicate", "a condition that never varies is no condition",
             "selp.b32 %b32_0, %b32_1, %b32_2, 1;"),
    Leniency("constant range", "the bits that do not fit are lost without a word",
             "add.u32 %u32_0, %u32_1, 99999999999;"),
    Leniency("truth table range", "immLut has 8 bits",
             "lop3.b32 %b32_0, %b32_1, %b32_2, %b32_3, 256;"),
    Leniency("one predicate for two", "a comparison of pairs has two results",
             "setp.eq.f16x2 %pred_0, %b32_1, %b32_2;"),
    Leniency("128-bit register", "a conversion fills at most 64 bits",
             "cvt.u32.u16 %b128_0, %u16_1;"),
    Leniency("16-bit address", "an address has 32 or 64 bits",
             "ld.global.u32 %u32_0, [%u16_1];"),
    Leniency("warpgroup without .aligned", "the manual has it said that all warps execute the same",
             "wgmma.fence.sync;"),
    Leniency("constant descriptor", "a matrix descriptor stands in a register",
             "tcgen05.cp.cta_group::1.128x256b [%b32_0], 7;", "sm_100a"),
    Leniency("any number for a predicate", "a condition that never varies is no condition",
             "tcgen05.mma.cta_group::1.kind::f16 [%b32_0], %b64_1, %b64_2, %b32_3, 300;", "sm_100a"),
    Leniency("scaled integer accumulator", "scale-input-d is for .kind::f16 and .kind::tf32",
             "tcgen05.mma.cta_group::1.kind::i8 [%b32_0], %b64_1, %b64_2, %b32_3, %pred_4, 3;", "sm_100a"),
    Leniency("type without a meaning", "the kind says the types",
             "tcgen05.mma.cta_group::1.kind::f16.b2 [%b32_0], %b64_1, %b64_2, %b32_3, %pred_4;", "sm_100a"),
    Leniency("type of the first register", "every register of a fragment has the type",
             "wmma.load.a.sync.aligned.row.m16n16k8.tf32 {%b32_0, %f32_1, %b32_2, %b32_3}, [%u64_0];"),
)  # fmt: skip

REFUSED = frozenset(
    {
        *(f"cvt.{rounding}.ftz.f32.f64 %b64_0, %f64_1;" for rounding in ("rz", "rm", "rp")),
        "st.bulk.shared::cta [in_shared], %u32_1, 0;",
    }
)
"""Lines of the rows that ptxas refuses, where it takes the same with another word.

With ``.rn`` or without ``.ftz``; without ``.shared::cta`` or with the address in a register.
"""
