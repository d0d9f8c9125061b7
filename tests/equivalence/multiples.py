"""PTX that multiplies numbers by a constant, one per thread."""

from __future__ import annotations

_TEXT = """.version 8.0
.target sm_80
.address_size 64
.visible .entry {entry}(.param .u64 {x}, .param .u64 {y}, .param .u32 {n})
{{
    .reg .b32 %r<9>; .reg .b64 %q<9>; .reg .f32 %f<9>; .reg .pred %p;
    ld.param.u64 %q0, [{x}]; ld.param.u64 %q1, [{y}]; ld.param.u32 %r1, [{n}];
    mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x;
    mad.lo.u32 %r5, %r2, %r3, %r4;
    setp.ge.u32 %p, %r5, {limit};
    @%p ret;
    mul.wide.u32 %q2, %r5, 4;
    add.u64 %q3, %q0, %q2; add.u64 %q4, %q1, %q2;
    {body}
    ret;
}}
"""

THREE, FOUR = "0f40400000", "0f40800000"


def multiplied(
    entry: str = "triple",
    *,
    params: tuple[str, str, str] = ("x", "y", "n"),
    factor: str = THREE,
    limit: str = "%r1",
) -> str:
    """A module that stores `factor` times the numbers of its first array into the second one."""
    body = f"ld.global.f32 %f0, [%q3]; mul.f32 %f1, %f0, {factor}; st.global.f32 [%q4], %f1;"
    return with_body(body, entry, params, limit)


def with_body(
    body: str, entry: str = "other", params: tuple[str, str, str] = ("x", "y", "n"), limit: str = "%r1"
) -> str:
    """A module with other instructions between the addresses in ``%q3`` and ``%q4`` and the end."""
    x, y, n = params
    return _TEXT.format(entry=entry, x=x, y=y, n=n, limit=limit, body=body)
