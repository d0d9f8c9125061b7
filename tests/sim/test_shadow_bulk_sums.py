"""Shadows of bulk reductions into global memory: those of floating-point numbers in the rows of the ISA."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np
import pytest

from pyptx.isa import forms_of
from pyptx.program import from_ptx
from tests.sim.conftest import text
from tests.sim.shadow_engines import simulate_both

if TYPE_CHECKING:
    from collections.abc import Iterator

DTYPES: dict[str, Any] = {
    "f16": np.float16, "bf16": ml_dtypes.bfloat16, "f32": np.float32, "f64": np.float64,
}  # fmt: skip
LANES = 32
BODY = """
    .shared .align 16 .b8 s[256];
    ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y]; .reg .b{bits} %v;
    mov.u32 %r1, %tid.x; mov.u32 %r2, s; mad.lo.u32 %r3, %r1, {size}, %r2;
    mul.wide.u32 %rd3, %r1, {size}; add.u64 %rd3, %rd1, %rd3;
    ld.global.b{bits} %v, [%rd3]; st.shared.b{bits} [%r3], %v;
    fence.proxy.async; bar.sync 0; setp.eq.u32 %p1, %r1, 0;
    @%p1 {name} [%rd2], [%r2], {bytes};
    @%p1 cp.async.bulk.commit_group; @%p1 cp.async.bulk.wait_group 0;
    ret;
"""


def reductions() -> Iterator[tuple[str, str, str]]:
    """The name of each in PTX 8.6, with operation and type; without modifiers that only order or cache."""
    for form in forms_of("cp"):
        for named in form.combinations():
            words = form.spell(named)
            type_ = named.get("type", "")
            plain = {"reduce", "global"} <= set(words) and not {"relaxed", "L2::cache_hint"} & set(words)
            if plain and type_ in DTYPES and ("noftz" not in words or type_ in ("f16", "bf16")):
                operation = next(word for word in words if word in ("add", "min", "max"))
                yield ".".join(("cp", *words)), operation, type_


@pytest.mark.parametrize(("name", "operation", "type_"), sorted(set(reductions())))
def test_bulk_reductions_carry_shadows(name: str, operation: str, type_: str) -> None:
    rng = np.random.default_rng(1)
    exact = {each: rng.uniform(1, 2, LANES) for each in "xy"}
    if type_ == "f64":  # its shadows have no more bits
        exact = {each: np.round(numbers * 64) / 64 for each, numbers in exact.items()}
    size = np.dtype(DTYPES[type_]).itemsize
    body = BODY.format(name=name, size=size, bits=8 * size, bytes=size * LANES)
    report = simulate_both(
        from_ptx(text(body, params=".param .u64 x, .param .u64 y")),
        tuple(numbers.astype(DTYPES[type_]) for numbers in exact.values()),
        grid=(1, 1, 1),
        block=(LANES, 1, 1),
        shadow=exact,
    )
    assert (report.engine == "native") == (operation == "add")
    assert report.shadow is not None
    combine = {"add": np.add, "min": np.minimum, "max": np.maximum}[operation]
    output = report.shadow.output("y")
    np.testing.assert_allclose(output.shadow, combine(exact["x"], exact["y"]), rtol=1e-15)
    assert (np.abs(output.error) <= output.bound).all()
    assert (output.error != 0).any() == (type_ != "f64")
    assert not report.shadow.restarted
