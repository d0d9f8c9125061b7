"""Choice lists that several rows share, in the manual's words, and groups of opcodes.

>>> "rz" in RND.split()
True
"""

from __future__ import annotations

BRANCHES = frozenset({"bra", "brx"})
"""Opcodes after which threads go on at a label."""

ENDS = frozenset({"ret", "exit", "trap"})
"""Opcodes after which threads leave the function."""

TERMINATORS = BRANCHES | ENDS
"""Opcodes after which no thread goes on at the next instruction, unless they have a guard."""

UINT = "u16 u32 u64"
SINT = "s16 s32 s64"
INT = f"{UINT} {SINT}"
BITS = "b16 b32 b64"
FLOAT = "f32 f64"

MEMORY_TYPES = "b8 b16 b32 b64 b128 u8 u16 u32 u64 s8 s16 s32 s64 f32 f64"
"""Types of `ld` and `st` (section 9.7.9.8)."""

RND = "rn rz rm rp"
INTEGER_RND = "rni rzi rmi rpi"

EQUALITY = "eq ne"
SIGNED_COMPARE = "eq ne lt le gt ge"
UNSIGNED_COMPARE = "eq ne lt le gt ge lo ls hi hs"
FLOAT_COMPARE = "eq ne lt le gt ge equ neu ltu leu gtu geu num nan"
BOOL = "and or xor"

SCOPE = "cta cluster gpu sys"
ADDRESS_SPACES = "const global local shared shared::cta shared::cluster param param::entry"
LD_SPACES = "const global local param param::entry param::func shared shared::cta shared::cluster"
ST_SPACES = "global local param param::func shared shared::cta shared::cluster"
SHARED = "shared shared::cta shared::cluster"
SHARED_CTA = "shared shared::cta"

L1_EVICTION = "L1::evict_normal L1::evict_unchanged L1::evict_first L1::evict_last L1::no_allocate"
L2_EVICTION = "L2::evict_normal L2::evict_first L2::evict_last"
L2_PREFETCH = "L2::64B L2::128B L2::256B"
CACHE_HINT = "L2::cache_hint"

POLICY_PRIMARY = "L2::evict_last L2::evict_normal L2::evict_first L2::evict_unchanged"
POLICY_SECONDARY = "L2::evict_first L2::evict_unchanged"

LD_CACHE = "ca cg cs lu cv"
ST_CACHE = "wb cg cs wt"

VEC = "v2 v4"
VEC8 = "v2 v4 v8"

PRMT_MODES = "f4e b4e rc8 ecl ecr rc16"
LANE_MODES = "up down bfly idx"
"""Modes of `shfl`: how it selects the source lane (section 9.7.10.6)."""

ACQUIRE_RELEASE = "relaxed acquire release acq_rel"
