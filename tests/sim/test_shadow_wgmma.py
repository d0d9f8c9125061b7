"""Shadows of the MMAs of warpgroups: types, majors, places of the operands, sparse A, negation."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyptx.layouts.descriptors import Major
from tests.sim.shadow_engines import simulate_both
from tests.sim.test_wgmma import DTYPES, d_place, multiply

CASES: list[dict[str, Any]] = [
    {"a_type": "bf16", "b_type": "bf16"},
    {"a_type": "f16", "b_type": "f16", "d_type": "f16", "registers": True, "n": 16, "adds": False},
    {"a_type": "f16", "b_type": "f16", "majors": (Major.MN, Major.MN), "swizzle": "64B", "n": 64},
    {"a_type": "bf16", "b_type": "bf16", "registers": True, "scales": (-1, 1)},
    {"a_type": "tf32", "b_type": "tf32", "swizzle": "NONE"},
    {"a_type": "tf32", "b_type": "tf32", "registers": True, "sparse": True},
    {"a_type": "bf16", "b_type": "bf16", "sparse": True, "scales": (-1, -1)},
    {"a_type": "e4m3", "b_type": "e4m3", "registers": True, "sparse": True, "swizzle": "64B"},
    {"a_type": "e5m2", "b_type": "e4m3", "adds": False},
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case.values())))
def test_operands_of_a_wgmma_have_shadows(case: dict[str, Any]) -> None:
    """D is exact in the kernel, so its error is the distance of its shadow, which is that of the operands."""
    form: dict[str, Any] = {"d_type": "f32", "n": 8} | case
    dtype = DTYPES[form["a_type"]]
    off = 1 + 2.0 ** (-26 if form["a_type"] == "tf32" else -13)
    seen = []

    def run(program: Any, arguments: tuple[np.ndarray, ...], *, native: None, **options: Any) -> None:
        del native
        data, afrag, initial, out = arguments
        given = {"data": data.view(dtype), "afrag": afrag.view(dtype)}
        with np.errstate(invalid="ignore"):  # bytes that no matrix has
            exact = {name: array.astype(np.float64) * off for name, array in given.items()}
        everything = (*given.values(), initial, out)
        report = simulate_both(program, everything, **options, checks=(), shadow=exact)
        assert report.engine == "native"
        assert report.shadow is not None
        seen.append((report.shadow.output("out").shadow, initial))

    found, exact = multiply(**form, run=run)
    shadow, added = (np.zeros(exact.shape) for _ in range(2))
    for place in np.ndindex(seen[0][0].shape):
        shadow[d_place(*place)], added[d_place(*place)] = (each[place] for each in seen[0])
    added *= form.get("adds", True)
    power = 2 if form["a_type"] == form["b_type"] else 1
    wanted = (exact - added) * off**power + added
    np.testing.assert_allclose(shadow, wanted, rtol=0, atol=1e-12 * np.abs(wanted).max())
    assert (found == exact).all()
