"""Every row of the computing sections has a definition that gives operands of the row's types."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from pyptx.isa import forms_of
from pyptx.isa.forms import SECTIONS
from pyptx.sim.constants import dtype_of
from pyptx.sim.semantics import PURE, resolve
from pyptx.sim.semantics.unmodelled import is_modelled
from pyptx.types import from_name

COMPUTING = ("integer", "extended", "floating", "half", "comparison", "logic", "conversion")
OPCODES = sorted(
    {opcode for section in COMPUTING for opcode in SECTIONS[section].split()} | {"mma", "movmatrix", "prmt"}
)
COMBINATIONS = 400
UNMODELLED = "mma.sp"


@pytest.mark.parametrize("opcode", OPCODES)
def test_definition_fits_its_row(opcode: str) -> None:
    rng = np.random.default_rng(len(opcode))
    for form in forms_of(opcode):
        for named in islice(form.combinations(), COMBINATIONS):
            modifiers = form.spell(named)
            if ".".join((opcode, *modifiers)).startswith(UNMODELLED) or not is_modelled(form):
                continue
            definition = resolve(opcode, modifiers)
            assert definition is not None, (opcode, modifiers)
            sources, results = [], []
            for spec in form.operands_for(named):
                dtype = dtype_of(from_name(spec.type or "s64"))
                shape = (spec.count, 64) if spec.count else (64,)
                if spec.role in ":+":
                    raw = rng.integers(0, 256, (*shape, dtype.itemsize), np.uint8)
                    sources.append(
                        (raw & 1).view(bool)[..., 0] if dtype.kind == "b" else raw.view(dtype)[..., 0]
                    )
                if spec.role in "=+":
                    results.append((dtype, shape))
                    if spec.second is not None:
                        results.append((dtype_of(from_name(spec.second.type)), shape))
            if definition.carry:
                sources.append(rng.integers(0, 2, 64).astype(bool))
                results.append((np.dtype(bool), (64,)))
            before = [source.copy() for source in sources]
            with np.errstate(all="ignore"):
                given = definition(named, *sources)
            for source, copy in zip(sources, before, strict=True):
                np.testing.assert_array_equal(
                    source.view(f"V{source.itemsize}"), copy.view(f"V{copy.itemsize}")
                )
            values = given if isinstance(given, tuple) else (given,)
            assert [(v.dtype, v.shape) for v in values][: len(results)] == results, (opcode, modifiers)


def test_a_head_is_defined_once() -> None:
    from pyptx.sim.semantics import pure

    with pytest.raises(ValueError, match="defined twice"):
        pure("cvt.pack")(lambda m, a: a)
    assert PURE["cvt.pack"].key == "cvt.pack"


def test_what_is_approximate_says_so() -> None:
    named = {"rnd": "rn", "f32": "f32"}
    assert PURE["add:f32"].is_exact(named)
    assert not PURE["ex2:f32"].is_exact({"approx": "approx"})
    assert not PURE["div:f32"].is_exact({"mode": "full"})
    assert not PURE["mma.sync:f32"].is_exact({})
    assert PURE["mma.sync:s32"].is_exact({})
