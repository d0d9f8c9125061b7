"""The type stubs of `ptx.inst` and `pyptx.ptx`: what checkers accept is what the rows have."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from functools import cache
from math import prod
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest

import pyptx
from pyptx import ptx, reg, smem
from pyptx.errors import PtxError
from pyptx.isa import availability, forms_of, lookup, opcodes
from pyptx.isa.examples import covering
from pyptx.isa.words import ptx_word, python_word
from pyptx.trace import Trace, tracing

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(pyptx.__file__).parent
STUBS = PACKAGE / "ptx" / "instructions"

HEAD = """
from pyptx import ptx, reg, smem
from pyptx.types import b16, b32, b64, f32, f64, pred, u32, u64
import numpy as np

i, j, w, x, y, d = (reg.scalar(t) for t in (u32, u32, u64, f32, f32, f64))
h, b, p, q = (reg.scalar(t) for t in (b16, b64, pred, pred))
four, two, one = (reg.array(t, n) for t, n in ((f32, 4), (b32, 2), (b32, 1)))
quad = reg.array(b32, 4)
tile = smem.alloc(f32, 64)
"""

LEGAL = """
ptx.inst.add.f32(x, x, y)
ptx.inst.add.rn.ftz.sat.f32(x, x, 1.5)
ptx.inst.add.u32(i, j, np.int64(5), pred=p)
ptx.inst.add.u32(i, i | j, True, pred=~p)
ptx.inst.mul.wide.u32(w, i, np.uint32(4))
ptx.inst.mad.lo.s32(i, i, -1, j)
ptx.inst.fma.rn.f32(x, np.float32(2.0), y, x)
ptx.inst.mov.b64(b, [i, j])
ptx.inst.mov.b64([i, j], b)
ptx.inst.mov.u32(i, tile)
ptx.inst.mov.u32(i, "%tid.x")
ptx.inst.ld.global_.f32(x, ptx.addr(w, 4))
ptx.inst.ld.relaxed.gpu.global_.L1__no_allocate.v4.f32(four, ptx.addr(w))
ptx.inst.ld.global_.v2.u32([i, "_"], ptx.addr(w))
ptx.inst.st.shared.f32(ptx.addr(tile), 1)
ptx.inst.st.global_.L2__cache_hint.b32(ptx.addr(w), i, b)
ptx.inst.setp.lt.and_.s32(p | q, i, 5, ~q)
ptx.inst.setp.lt.s32(p, i, 5)
ptx.inst.selp.f32(x, x, 0.0, p)
ptx.inst.cvt.rn.satfinite.e4m3x2.f32(h, x, y)
ptx.inst.shfl.sync.bfly.b32(i | p, j, 1, 31, -1)
ptx.inst.bar.sync(0)
ptx.inst.bar.red.popc.u32(i, 0, 64, p)
ptx.inst.cp.async_.ca.shared.global_(ptx.addr(tile), ptx.addr(w), 16, 8)
ptx.inst.cp.async_.commit_group()
ptx.inst.atom.global_.add.u32(i, ptx.addr(w), 1)
ptx.inst.mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32(four, quad, two, four)
ptx.inst.ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16(two, ptx.addr(i))
ptx.inst.wgmma.fence.sync.aligned()
ptx.inst.mbarrier.init.shared__cta.b64(ptx.addr(tile), 1)
ptx.inst["add.rn.f32"](x, x, y)
ptx.inst.add["rn.f32"](x, x, y)
ptx.ex2.approx.f32(x, x)
ptx.add.rn.f32(x, x, y)
ptx.add(f32, x, x, 1)
ptx.fence.sc.gpu()
ptx.fence.proxy_async()
ptx.cp.async_.ca.shared.global_.L2__128B(ptx.addr(tile), ptx.addr(w), 16)
"""

ILLEGAL = """
ptx.inst.ad.f32(x, x, y)
ptx.inst.add.f33(x, x, y)
ptx.inst.add.sat.ftz.f32(x, x, y)
ptx.inst.add.sat.u64(w, w, w)
ptx.inst.add.rn.u32(i, i, j)
ptx.inst.add(i, i, j)
ptx.inst.add.f32(x, x)
ptx.inst.add.f32(x, x, y, y)
ptx.inst.add.f32(1.0, x, y)
ptx.inst.add.f32([x], x, y)
ptx.inst.add.f32(x, four, y)
ptx.inst.add.f16(h, h, 1.0)
ptx.inst.mul.lo.f32(x, x, y)
ptx.inst.mul.wide.u64(w, w, w)
ptx.inst.mad.lo.f32(x, x, y, x)
ptx.inst.cvt.f32.s32(x, i)
ptx.inst.cvt.rn.s32.f32(i, x)
ptx.inst.setp.lo.s32(p, i, j)
ptx.inst.ld.global_.f32(x, w)
ptx.inst.ld.global_.v3.f32(four, ptx.addr(w))
ptx.inst.ld.global_.v4.f32(x, ptx.addr(w))
ptx.inst.ld.volatile.gpu.f32(x, ptx.addr(w))
ptx.inst.ld.relaxed.f32(x, ptx.addr(w))
ptx.inst.ld.global_.L2__cache_hint.f32(x, ptx.addr(w))
ptx.inst.st.v4.f32.global_(ptx.addr(w), four)
ptx.inst.st.const.f32(ptx.addr(w), x)
ptx.inst.bar.sync()
ptx.inst.bar.arrive(0)
ptx.inst.cp.async_.cg.shared.global_(ptx.addr(tile), ptx.addr(w), i)
ptx.inst.cp.async_.shared.global_(ptx.addr(tile), ptx.addr(w), 16)
ptx.inst.mma.sync.aligned.m16n8k17.row.col.f32.bf16.bf16.f32(four, quad, two, four)
ptx.inst.mma.sync.aligned.m16n8k16.row.row.f32.bf16.bf16.f32(four, quad, two, four)
ptx.inst.mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32(x, quad, two, four)
ptx.inst.ldmatrix.sync.m8n8.x4.shared.b16(quad, ptx.addr(i))
ptx.inst.shfl.sync.bfly.b32(i, j, 1)
ptx.inst.elect.sync(7, -1)
ptx.inst.vote.sync.ballot.pred(p, q, -1)
ptx.inst.add.u32(i, i, j, pred=1)
ptx.inst.add.u32(i, i, c=j)
ptx.inst.wgmma.fence.sync()
ptx.inst.mbarrier.init.shared__cta.b64(ptx.addr(tile))
ptx.inst.tcgen05.alloc.sync.aligned.shared__cta.b32(ptx.addr(tile), i)
ptx.ex2.f32(x, x)
ptx.add.rn.u32(i, i, j)
ptx.frobnicate.f32(x, x)
ptx.fence.sc.galaxy()
ptx.mma.sync.m16n8k16.row.col.f32.bf16.bf16.f32(four, quad, two, four)
"""


def test_mypy_accepts_legal_and_flags_illegal_calls(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """The cache of mypy stays in that of pytest: it has the package and NumPy, the most of the time."""
    known = getattr(request.config, "cache", None)  # none with -p no:cacheprovider
    folder = tmp_path if known is None else known.mkdir("mypy")
    sources = {"legal.py": HEAD + LEGAL, "illegal.py": HEAD + ILLEGAL}
    for name, text in sources.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    run = subprocess.run(
        [
            *(sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--config-file="),
            *("--cache-dir", str(folder), *sources),
        ],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(PACKAGE.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    flagged = {(m[1], int(m[2])) for m in re.finditer(r"^(\S+?):(\d+): error", run.stdout, re.MULTILINE)}
    first = HEAD.count("\n") + 2
    wanted = {("illegal.py", first + number) for number in range(ILLEGAL.count("\n") - 1)}
    assert flagged == wanted, run.stdout + run.stderr


def names() -> dict[str, object]:
    """Return the names used by the calls above."""
    found: dict[str, object] = {"ptx": ptx, "reg": reg, "smem": smem, "np": np}
    exec(HEAD, found)
    return found


@pytest.mark.parametrize("call", LEGAL.strip().splitlines())
def test_legal_calls_are_traced(call: str) -> None:
    with tracing(Trace("k", arch="sm_90a")):
        exec(call, names())


@pytest.mark.parametrize("call", ILLEGAL.strip().splitlines())
def test_illegal_calls_are_refused(call: str) -> None:
    with tracing(Trace("k", arch="sm_90a")), pytest.raises((PtxError, TypeError)):
        exec(call, names())


class State(NamedTuple):
    """A class or function of a stub: where words lead, and how many operands a call takes."""

    following: dict[str, str]
    counts: frozenset[int]


@cache
def stub(opcode: str) -> dict[str, State]:
    """The states of an opcode's stub, by name."""
    tree = ast.parse((STUBS / f"{python_word(opcode)}.pyi").read_text(encoding="utf-8"))
    found: dict[str, State] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            most = len(node.args.posonlyargs or node.args.args) - 1
            counts = range(most - len(node.args.defaults), most + 1)
            earlier = found[node.name].counts if node.name in found else ()
            found[node.name] = State({}, frozenset({*earlier, *counts}))
        elif isinstance(node, ast.ClassDef):
            names = dict(map(member, (line for line in node.body if not isinstance(line, ast.Expr))))
            call = names.pop("__call__", None)
            following = {ptx_word(word): name for word, name in names.items()}
            found[node.name] = State(following, found[call].counts if call else frozenset())
    return found


def member(line: ast.stmt) -> tuple[str, str]:
    """The two names of ``word: state`` or ``word = function``."""
    match line:
        case ast.AnnAssign(target=ast.Name(word), annotation=ast.Name(name)):
            return word, name
        case ast.Assign(targets=[ast.Name(word)], value=ast.Name(name)):
            return word, name
    raise ValueError(ast.unparse(line))


def spellings(opcode: str) -> Iterator[tuple[tuple[str, ...], frozenset[int]]]:
    """Every instruction that a stub accepts, with the numbers of operands."""
    waiting: list[tuple[tuple[str, ...], str]] = [((), python_word(opcode))]
    while waiting:
        words, name = waiting.pop()
        state = stub(opcode)[name]
        if state.counts:
            yield words, state.counts
        waiting += [((*words, word), after) for word, after in state.following.items()]


def walk(opcode: str, words: tuple[str, ...]) -> State:
    """The state that some modifiers lead to."""
    state = stub(opcode)[python_word(opcode)]
    for word in words:
        state = stub(opcode)[state.following[word]]
    return state


def choices(opcode: str) -> int:
    """How many ways there are to fill the slots of an opcode's rows."""
    return sum(prod(len(s.choices) + s.optional for s in row.slots) for row in forms_of(opcode))


SMALL = sorted(opcode for opcode in opcodes() if choices(opcode) <= 20_000)
LARGE = sorted(opcodes() - set(SMALL))


@pytest.mark.parametrize("opcode", SMALL)
def test_a_stub_accepts_exactly_what_the_rows_have(opcode: str) -> None:
    accepted = dict(spellings(opcode))
    assert set(accepted) == {
        row.spell(named)
        for row in forms_of(opcode)
        for named in row.combinations()
        if availability.is_current(row, named)
    }
    for words, counts in accepted.items():
        taken = {
            count
            for candidate in lookup(opcode, words)
            for count in range(
                sum(not spec.optional for spec in candidate.operands), len(candidate.operands) + 1
            )
        }
        assert counts == taken, words


@pytest.mark.parametrize("opcode", LARGE)
def test_a_large_stub_accepts_a_sample_of_the_rows_and_only_rows(opcode: str) -> None:
    for row in forms_of(opcode):
        for named in covering(row):
            assert walk(opcode, row.spell(named)).counts
    chance = Random(opcode)
    for _ in range(300):
        state, words = walk(opcode, ()), list[str]()
        while state.following and not (state.counts and chance.random() < 0.5):
            words.append(chance.choice(sorted(state.following)))
            state = stub(opcode)[state.following[words[-1]]]
        assert lookup(opcode, tuple(words)), words


def test_every_opcode_has_a_stub_that_says_where_it_stands() -> None:
    assert {path.stem for path in STUBS.glob("*.pyi")} == {"__init__", *map(python_word, opcodes())}
    text = (STUBS / "add.pyi").read_text(encoding="utf-8")
    assert "``add{.<rnd>}{.ftz}.f32x2 d, a, b``" in text
    assert "Manual 9.7.3.3 add. PTX 8.6; sm_100 or newer." in text


def test_stubs_stay_small() -> None:
    assert sum(path.stat().st_size for path in STUBS.glob("*.pyi")) < 1_000_000
