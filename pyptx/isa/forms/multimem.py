"""Operations on all the memories behind a multimem address (manual sections 9.7.10.13, 9.7.10.15 and 9.7.15.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.isa.constraints import semantics_with_scope, vector_makes_words
from pyptx.isa.form import form, section
from pyptx.isa.vocabulary import SCOPE, VEC8

if TYPE_CHECKING:
    from pyptx.isa.form import Form

_HALVES = "f16 f16x2 bf16 bf16x2"
_BYTES = "e5m2 e5m2x2 e5m2x4 e4m3 e4m3x2 e4m3x4"
_FLOATS = f"{_HALVES} f32 f64 {_BYTES}"
_WHERE = {"ss": "global"}
_INTEGER_OPERATIONS = (
    # operations, types
    ("add", "u32 u64 s32"),
    ("min max", "u32 s32 u64 s64"),
    ("and or xor", "b32 b64"),
)
_FLOAT_OPERATIONS = (
    # operations, precision of the sum, types
    ("add", "", _FLOATS),
    ("add", ".acc::f32", _HALVES),
    ("add", ".acc::f16", _BYTES),
    ("min max", "", f"{_HALVES} {_BYTES}"),
)
_ORDERED = {"sem": "relaxed release", "scope": SCOPE}
_SMALL_TYPES = "b8 b16 b32 b64 u8 u16 u32 u64 s8 s16 s32 s64 f64"


# fmt: off
def _loads(order: str, **choices: str) -> tuple[Form, ...]:
    """The rows of `multimem.ld_reduce` of one order."""
    name = f"multimem.ld_reduce{order}{{.<ss>}}"
    return (
        *(
            form(f"{name}.<op>.<type>", "d=<type>, [a:<ss>@global]", op=op, type=types, rules=(), **_WHERE, **choices)
            for op, types in _INTEGER_OPERATIONS
        ),
        *(
            form(f"{name}.<op>{precision}{{.<vec>}}.<type>", "d=<type>*<vec>_, [a:<ss>@global]", op=op, vec=VEC8, type=types,
                 rules=(vector_makes_words,), **_WHERE, **choices)
            for op, precision, types in _FLOAT_OPERATIONS
        ),
    )


def _stores(order: str, **choices: str) -> tuple[Form, ...]:
    """The rows of `multimem.st` of one order."""
    name = f"multimem.st{order}{{.<ss>}}"
    return (
        form(f"{name}.<type>", "[a:<ss>@global], b:<type>", type="b32 b64 u32 u64 s32 s64", rules=(), **_WHERE, **choices),
        form(f"{name}{{.<vec>}}.<type>", "[a:<ss>@global], b:<type>*<vec>", vec=VEC8, type=_FLOATS,
             rules=(vector_makes_words,), **_WHERE, **choices),
    )


FORMS: tuple[Form, ...] = (
    *section(
        "9.7.10.15 multimem.ld_reduce",
        *_loads("{.weak}"),
        *_loads(".<sem>.<scope>", sem="relaxed acquire", scope=SCOPE),
        effects="reads",
    ),
    *section(
        "9.7.10.15 multimem.st",
        *_stores("{.weak}"),
        *_stores(".<sem>.<scope>", **_ORDERED),
        effects="writes",
    ),
    *section(
        "9.7.10.15 multimem.red",
        *(
            form("multimem.red{.<sem>}{.<scope>}{.<ss>}.<op>.<type>", "[a:<ss>@global], b:<type>", op=op, type=types,
                 rules=(semantics_with_scope,), **_WHERE, **_ORDERED)
            for op, types in _INTEGER_OPERATIONS
        ),
        form("multimem.red{.<sem>}{.<scope>}{.<ss>}.add.<type>", "[a:<ss>@global], b:<type>",
             type=f"{_HALVES} f32 f64", rules=(semantics_with_scope, vector_makes_words), **_WHERE, **_ORDERED),
        form("multimem.red{.<sem>}{.<scope>}{.<ss>}.add.<vec>.<type>", "[a:<ss>@global], b:<type>*<vec>", vec=VEC8,
             type=f"{_HALVES} f32 f64", rules=(semantics_with_scope, vector_makes_words), **_WHERE, **_ORDERED),
        effects="writes atomic",
    ),
    *section(
        "9.7.10.13 multimem.st.async",
        form("multimem.st.async.release.<scope>{.<ss>}.<type>", "[a:<ss>@global], b:<type>", scope="gpu sys", type=_SMALL_TYPES, rules=(), **_WHERE),
        form("multimem.st.async.release.<scope>{.<ss>}.f32", "[a:<ss>@global], b:f32!", scope="gpu sys", rules=(), **_WHERE),
        effects="writes asynchronous",
    ),
    *section(
        "9.7.15.8 multimem.red.async",
        form("multimem.red.async.release.<scope>{.<ss>}.add.<type>", "[a:<ss>@global], b:<type>", scope="gpu sys", type="u32 s32 u64", rules=(), **_WHERE),
        effects="writes atomic asynchronous",
    ),
)
# fmt: on
