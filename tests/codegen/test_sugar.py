"""The passes whose result is a tree."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyptx.codegen import ir_to_python
from pyptx.codegen.proof import require_same_code, require_same_program, retraced
from pyptx.codegen.sugar import apply_sugar
from pyptx.emitter import emit
from pyptx.errors import CodegenError
from pyptx.parser import parse
from pyptx.toolchain import find_or_none

GOLDEN = sorted((Path(__file__).resolve().parents[1] / "golden" / "codegen" / "raised").glob("*.ptx"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_sugar_is_the_same_program(path: Path) -> None:
    text = path.read_text()
    made = apply_sugar(parse(text))
    require_same_program(text, emit(made))
    require_same_program(text, retraced(ir_to_python(made)))
    require_same_program(text, retraced(ir_to_python(made, sugar=True)))
    assert emit(apply_sugar(made)) == emit(made)


@pytest.mark.ptxas
@pytest.mark.skipif(find_or_none("ptxas") is None, reason="ptxas is not installed")
def test_sugar_is_the_same_machine_code() -> None:
    text = next(path for path in GOLDEN if path.stem == "parameters").read_text()
    made = emit(apply_sugar(parse(text), kernel_name="axpy"))
    assert "axpy(\n" not in made
    assert ".param .u64 src" in made
    require_same_code(text, made)


def test_what_cannot_be_sugared() -> None:
    module = parse(".version 8.0\n.target sm_80\n.address_size 64\n")
    with pytest.raises(CodegenError, match="not a Python name"):
        apply_sugar(module, kernel_name="a b")
    with pytest.raises(CodegenError, match=r"\.target is missing"):
        apply_sugar(parse(".version 8.0\n"))
    with pytest.raises(CodegenError, match="sm_3000"):
        apply_sugar(parse(".version 8.0\n.target sm_3000\n"))
