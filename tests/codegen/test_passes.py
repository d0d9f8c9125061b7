"""The tree of Python: its text, and the passes on it, each of which leaves what the Python traces."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyptx.codegen import ptx_to_python
from pyptx.codegen.proof import require_same_program, retraced
from pyptx.codegen.raising import body
from pyptx.codegen.raising.naming import name_registers
from pyptx.codegen.raising.passes import PASSES
from pyptx.codegen.tree import Affine, Binary, Call, Display, Expr, Item, Method, Name, Number, Unary, text_of

TESTS = Path(__file__).resolve().parents[1]
CORPUS = sorted((TESTS / "corpus" / "ptx").rglob("*.ptx"), key=lambda path: (path.stat().st_size, path.name))
SOURCES = [*sorted((TESTS / "golden" / "codegen" / "raised").glob("*.ptx")), *CORPUS[::40]]
X, Y = Name("x"), Name("y")


@pytest.mark.parametrize("count", range(len(PASSES) + 1))
@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_each_pass_leaves_what_is_traced(source: Path, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = PASSES[:count]
    named = chosen if name_registers in chosen else (*chosen, name_registers)  # Python has no other names
    monkeypatch.setattr(body, "PASSES", named)
    text = source.read_text()
    require_same_program(text, retraced(ptx_to_python(text, sugar=True)))


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (Binary("+", Binary("*", X, Y), Number("1")), "x * y + 1"),
        (Binary("-", X, Binary("-", Y, Number("1"))), "x - (y - 1)"),
        (Binary("&", Binary("<<", X, Y), Number("7")), "(x << y) & 7"),
        (Binary("*", Number("-1"), X), "(-1) * x"),
        (Binary("+", X, Affine(2, ((14, "i"),))), "x + (14 * i + 2)"),
        (Unary("~", Binary("<", X, Y)), "~(x < y)"),
        (Method(Binary("+", X, Y), "min", (Number("3"),)), "(x + y).min(3)"),
        (Affine(-3, ((-4, "i"), (1, "j"))), "j - 3 - 4 * i"),
        (Affine(0, ()), "0"),
        (Display((Item(X, Number("3")), Item(X, Number("4")))), "x[3:5]"),
        (Display((Item(X, Number("3")), Item(Y, Number("4")))), "[x[3], y[4]]"),
        (Display((X,), "()"), "(x,)"),
        (Call("ptx.addr", (X, Number("0"))), "ptx.addr(x)"),
        (Call("ptx.addr", (X, Affine(0, ((4, "i"),)))), "ptx.addr(x, 4 * i)"),
        (Call("f", (X,), (("pred", Unary("~", Y)),)), "f(x, pred=~y)"),
    ],
)
def test_text_of_expressions(expr: Expr, text: str) -> None:
    assert text_of(expr) == text
