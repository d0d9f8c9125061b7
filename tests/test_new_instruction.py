"""A new instruction that only computes is a row, a function, a line of C++ and an example.

An invented one is added to a copy of the tree as CONTRIBUTING says; then the verifier, both engines, the
stubs, the reference page and the conformance test have it.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

_native = pytest.importorskip("pyptx._native", reason="the extension was not built")
EXTENSION = str(_native.__file__)

ROOT = Path(__file__).resolve().parents[1]

COPIED = (
    "pyptx",
    "csrc",
    "tools",
    "docs/isa",
    "pyproject.toml",
    "tests/sim",
    "tests/reference",
)

ROW = """    *section(
        "9.7.1.8 avgr",
        form("avgr.<type>",                 "d=<type>, a:<type>, b:<type>", type=_32),
    ),
"""
FUNCTION = '''

@pure("avgr")
def avgr(m: Modifiers, a: Array, b: Array) -> Array:
    """``avgr``: the mean of two integers, halves rounded up."""
    del m
    return ((a.astype(np.int64) + b.astype(np.int64) + 1) >> 1).astype(a.dtype)
'''
LINE = """\
    LANES2("avgr.u32", u32, u32, u32, ((u64)a + b + 1) >> 1)
    LANES2("avgr.s32", s32, s32, s32, ((s64)a + b + 1) >> 1)
"""
SENTENCE = '        "avgr": "Takes the mean of two integers, halves rounded up.",\n'
EXAMPLE = '''

@shows("avgr")
@kernel(in_specs=(Tile(2, u32),), out_specs=(Tile(1, u32),), arch="sm_80")
def average(X: TensorSpec, Y: TensorSpec) -> None:
    """The mean of two numbers, whose sum need not fit in 32 bits.

    >>> average(np.uint32([2**32 - 1, 2**32 - 2]))
    array([4294967295], dtype=uint32)
    """
    px, py = ptx.global_ptrs(X, Y)
    x = reg.array(u32, 2)
    ptx.inst.ld.global_.v2.u32(x, ptx.addr(px))
    ptx.inst.avgr.u32(x[0], x[0], x[1])
    ptx.inst.st.global_.u32(ptx.addr(py), x[0])
'''

USE = '''
import numpy as np
from pyptx.errors import VerifyError
from pyptx.program import from_ptx
from pyptx.sim import simulate

TEXT = """.version 8.0
.target sm_80
.address_size 64
.visible .entry kernel(.param .u64 data)
{
    .reg .b64 %rd<2>;
    .reg .b32 %r<4>;
    ld.param.u64 %rd1, [data];
    ld.global.u32 %r1, [%rd1];
    ld.global.u32 %r2, [%rd1+4];
    avgr.s32 %r3, %r1, %r2;
    st.global.u32 [%rd1], %r3;
    ret;
}
"""
for native in (False, True):
    data = np.array([-7, 4], np.int32)
    simulate(from_ptx(TEXT), (data,), grid=(1, 1, 1), block=(1, 1, 1), native=native)
    assert data.tolist() == [-1, 4], data
try:
    simulate(from_ptx(TEXT.replace("avgr.s32", "avgr.s64")), (data,), grid=(1, 1, 1), block=(1, 1, 1))
except VerifyError as error:
    assert "avgr" in str(error) and "s32" in str(error), error
else:
    raise AssertionError("avgr.s64 was accepted")
'''

RUNNER = """
import runpy, sys
sys.meta_path[:] = [finder for finder in sys.meta_path if "editable" not in type(finder).__module__]
sys.path[:0] = [{root!r}, {tools!r}]
sys.argv = {arguments!r}
runs = runpy.run_module if {module} else runpy.run_path
runs(sys.argv[0], run_name="__main__")
"""
"""Runs a script or module of the copy, also where an installation of the tree would come first."""


def insert(path: Path, mark: str, text: str, *, behind: bool = False) -> None:
    """Put text before, or after, the first place of a mark."""
    whole = path.read_text(encoding="utf-8")
    assert mark in whole, f"{path} has no {mark!r}"
    at = whole.index(mark) + (len(mark) if behind else 0)
    path.write_text(whole[:at] + text + whole[at:], encoding="utf-8")


def run(tree: Path, *arguments: str, module: bool = False) -> subprocess.CompletedProcess[str]:
    """Run a script, or a module, with the package of the copy."""
    root, tools = str(tree), str(tree / "tools")
    program = RUNNER.format(root=root, tools=tools, arguments=list(arguments), module=module)
    return subprocess.run(
        [sys.executable, "-c", program], cwd=tree, capture_output=True, text=True, check=False
    )


def built_objects() -> list[Path]:
    """The objects of the extension of this tree, where it was built here and nothing was changed since.

    Objects of sources that were renamed or removed stay in the folder of the build, and those of
    ``csrc/virtual`` are libraries of their own.
    """
    made = max(ROOT.glob("build/*/_native.*"), key=lambda path: path.stat().st_mtime, default=None)
    if made is None:
        pytest.skip("the extension was not built in this tree: no objects to link with")
    if made.stat().st_mtime < max(path.stat().st_mtime for path in (ROOT / "csrc").rglob("*.*")):
        pytest.skip("csrc was changed after the extension was built")
    found = [(path, path.parts.index("csrc")) for path in made.parent.glob("CMakeFiles/**/csrc/**/*.o")]
    return sorted(path for path, at in found if linked(path.parts[at:]))


def linked(parts: tuple[str, ...]) -> bool:
    """Whether an object, by its path from ``csrc`` on, is a part of the extension."""
    return parts[1] != "virtual" and ROOT.joinpath(*parts).with_suffix("").exists()


def build(tree: Path, objects: list[Path], compiler: str) -> None:
    """Compile the one file that changed, and link it with the objects of all others."""
    made = tree / "cold_arithmetic.o"
    flags = ["-std=c++17", "-O0", "-fPIC", "-fvisibility=hidden", "-fno-strict-aliasing", "-ffp-contract=off"]
    source = tree / "csrc/engine/cold_arithmetic.cpp"
    subprocess.run([compiler, *flags, "-c", str(source), "-o", str(made)], check=True)
    others = [str(path) for path in objects if path.name != "cold_arithmetic.cpp.o"]
    extension = tree / "pyptx" / Path(EXTENSION).name
    extension.unlink()
    subprocess.run([compiler, "-shared", "-pthread", *others, str(made), "-o", str(extension)], check=True)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree with the instruction in it, except for its handler."""
    copy = tmp_path_factory.mktemp("tree")
    for name in COPIED:
        source, target = ROOT / name, copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("*.pyc.*", "_native.*.so"))
        else:
            shutil.copy(source, target)
    shutil.copy(ROOT / "tests/conftest.py", copy / "tests")
    shutil.copy(EXTENSION, copy / "pyptx")
    insert(copy / "pyptx/isa/forms/integer.py", '    *section(\n        "9.7.1.9 div"', ROW)
    insert(copy / "pyptx/isa/forms/__init__.py", '"integer":       "abs add', " avgr", behind=True)
    facts = copy / "pyptx/isa/availability.json"  # ptxas has no word of an invented instruction: as `sad`
    table = json.loads(facts.read_text(encoding="utf-8"))
    known = table["forms"]["sad.<type> d=<type>, a:<type>, b:<type>, c:<type>"]
    table["forms"]["avgr.<type> d=<type>, a:<type>, b:<type>"] = known
    facts.write_text(json.dumps(table), encoding="utf-8")
    insert(copy / "pyptx/sim/semantics/integer.py", '\n\n@pure("div", types', FUNCTION)
    insert(copy / "tools/reference/instructions.py", '        "addc": "', SENTENCE)
    examples = copy / "tools/reference/examples/arithmetic.py"
    examples.write_text(examples.read_text(encoding="utf-8") + EXAMPLE, encoding="utf-8")
    return copy


def test_what_is_missing_is_said(tree: Path) -> None:
    stale = run(tree, "tools/generate.py", "--check", "avgr")
    assert stale.returncode == 1
    assert "pyptx/ptx/instructions/avgr.pyi is not what its table says" in stale.stdout, (
        stale.stdout + stale.stderr
    )
    tested = run(
        tree, "pytest", "-q", "tests/sim/test_native_forms.py", "-k", "handlers and avgr", module=True
    )
    assert tested.returncode == 1, tested.stdout + tested.stderr
    assert "the native engine has no handler avgr.u32" in tested.stdout


def test_a_row_a_function_a_line_and_an_example_are_an_instruction(tree: Path) -> None:
    compiler = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        pytest.skip("there is no C++ compiler")
    objects = built_objects()
    insert(tree / "csrc/engine/cold_arithmetic.cpp", "const Entry entries[] = {\n", LINE, behind=True)
    build(tree, objects, compiler)
    (tree / "use.py").write_text(USE, encoding="utf-8")
    used = run(tree, "use.py")
    assert used.returncode == 0, used.stdout + used.stderr
    made = run(tree, "tools/generate.py", "avgr")
    assert made.returncode == 0, made.stdout + made.stderr
    assert "s32 = " in (tree / "pyptx/ptx/instructions/avgr.pyi").read_text(encoding="utf-8")
    page = (tree / "docs/isa/avgr.md").read_text(encoding="utf-8")
    assert "Takes the mean of two integers" in page
    assert "ptx.inst.avgr.u32" in page
    tests = ("tests/sim/test_native_forms.py", "tests/reference/test_examples.py")
    tested = run(tree, "pytest", "-v", *tests, "-k", "avgr or average or every_row", module=True)
    assert tested.returncode == 0, tested.stdout + tested.stderr
    for name in ("do_what_their_definitions_do[avgr]", "runs_as_the_page_shows_it[average]"):
        assert f"{name} PASSED" in tested.stdout, tested.stdout
