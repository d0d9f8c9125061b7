"""Legal declarations, and their text."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest

from pyptx import Tile, kernel, ptx, reg
from pyptx.errors import LaunchError, TraceError
from pyptx.kernel import Kernel, KernelOptions
from pyptx.types import f32, u32

IN = (Tile("M", "K", f32), Tile("K", "N", f32))
OUT = (Tile("M", "N", f32),)


def header(made: Kernel, **kwargs: Any) -> str:
    return made.ptx(**kwargs).partition("{")[0]


def test_with_and_without_parentheses() -> None:
    @kernel
    def bare() -> None:
        ptx.ret()

    @kernel()
    def called() -> None:
        ptx.ret()

    assert isinstance(bare, Kernel)
    assert isinstance(called, Kernel)
    assert ".entry bare()" in bare.ptx()
    assert ".entry called()" in called.ptx()


def test_the_decorator_takes_what_the_class_takes() -> None:
    def options(of: Any) -> dict[str, tuple[object, object]]:
        words = inspect.signature(of).parameters.values()
        return {word.name: (word.default, word.annotation) for word in words if word.name != "fn"}

    assert options(kernel) == options(Kernel) == options(KernelOptions)


def test_properties_say_what_was_declared() -> None:
    def gemm(A: Any, B: Any, C: Any, *, BM: int = 64, BK: int) -> None:
        """Multiply."""

    grid = lambda M, N: (M, N)  # noqa: E731
    made = Kernel(
        gemm, "sm_90a", in_specs=IN, out_specs=OUT, grid=grid, block=(64, 2), cluster=(2, 1), smem=1024
    )
    assert (made.in_specs, made.out_specs, made.grid) == (IN, OUT, grid)
    assert (made.block, made.cluster, made.smem, made.arch) == ((64, 2, 1), (2, 1, 1), 1024, "sm_90a")
    assert made.template_params == {"BM": 64, "BK": inspect.Parameter.empty}
    assert (made.__name__, made.__doc__) == ("gemm", "Multiply.")
    assert repr(made) == (
        "<kernel gemm(A: Tile('M', 'K', f32), B: Tile('K', 'N', f32)) -> C: Tile('M', 'N', f32), "
        "BM=64, BK, arch=sm_90a>"
    )


def test_a_launch_in_brackets_names_the_ways_to_choose_a_grid() -> None:
    @kernel
    def k() -> None:
        ptx.ret()

    with pytest.raises(LaunchError, match=r"k\[…\]: .* @kernel\(grid=.* k\.launch\(grid="):
        k[4]
    with pytest.raises(TypeError, match="not iterable"):
        list(k)  # type: ignore[call-overload]


def test_parameters_are_tensors_then_scalars() -> None:
    @kernel(
        in_specs=(Tile("N", f32),), out_specs=(Tile("N", f32),), raw_params=[("f32", "alpha"), ("u32", "N")]
    )
    def scale(X: Any, Y: Any) -> None:
        ptx.ret()

    assert "(.param.u64X,.param.u64Y,.param.f32alpha,.param.u32N)" in "".join(header(scale).split())
    assert scale.program(N=64).entry == "scale"  # a dimension that is also a scalar
    with pytest.raises(LaunchError, match=r"alpha is a launch scalar \(raw_params\), which is not part of"):
        scale.program(N=64, alpha=2.0)


@pytest.mark.parametrize(
    ("options", "present", "absent"),
    [
        ({"block": (128,)}, [".reqntid 128, 1, 1"], [".maxntid", "cluster"]),
        ({"block": (128,), "reqntid": ()}, [], [".reqntid"]),
        ({"block": 64, "raw_directives": [("maxntid", (64, 1, 1))]}, [".maxntid 64, 1, 1"], [".reqntid"]),
        (
            {"block": 64, "raw_directives": [(".minnctapersm", 2), ("maxnreg", (128,))]},
            [".reqntid 64", ".minnctapersm 2", ".maxnreg 128"],
            [],
        ),
        ({"cluster": (2, 1, 1)}, [".explicitcluster", ".reqnctapercluster 2, 1, 1"], []),
        (
            {"cluster": (2,), "raw_directives": [("explicitcluster", ()), ("reqnctapercluster", (2, 1, 1))]},
            [".explicitcluster", ".reqnctapercluster 2, 1, 1"],
            [],
        ),
        ({"raw_directives": [("pragma", ("nounroll",))]}, ['.pragma "nounroll";'], []),
    ],
)
def test_directives_follow_block_and_cluster(
    options: dict[str, Any], present: list[str], absent: list[str]
) -> None:
    made = Kernel(lambda: ptx.ret(), **options)
    text = header(made)
    assert ".entry kernel" in text
    for words in present:
        assert text.count(words) == 1
    for words in absent:
        assert words not in text


def test_directives_give_block_and_cluster() -> None:
    written = [("reqntid", (64, 2, 1)), ("explicitcluster", ()), ("reqnctapercluster", (2, 1, 1))]
    made = Kernel(lambda: ptx.ret(), raw_directives=written, arch="sm_90")
    assert (made._declared.block, made._declared.cluster) == ((64, 2, 1), (2, 1, 1))
    assert header(made).count("64, 2, 1") == 1
    assert Kernel(lambda: ptx.ret())._declared.block == (1, 1, 1)


def one(X: Any) -> None:
    ptx.ret()


def two(X: Any, Y: Any) -> None:
    ptx.ret()


def with_default(X: Any, scale: float = 2.0) -> None:
    ptx.ret()


def with_stars(*tensors: Any) -> None:
    ptx.ret()


def generator(X: Any) -> Any:
    yield X


def template(X: Any, *, N: int = 4) -> None:
    ptx.ret()


def reserved(X: Any, *, out: int = 4) -> None:
    ptx.ret()


V = (Tile("N", f32),)


@pytest.mark.parametrize(
    ("fn", "options", "message"),
    [
        (with_default, {}, r"with_default\(scale=2.0\): positional parameters are tensors.*`\*, scale=2.0`"),
        (with_stars, {}, r"with_stars\(\*tensors\)"),
        (generator, {}, "`yield`"),
        (3, {}, "@kernel takes a function"),
        (one, {"in_specs": V, "out_specs": V}, r"1 tensor parameters \(X\), but 1 in_specs and 1 out_specs"),
        (two, {"in_specs": V}, r"2 tensor parameters \(X, Y\), but 1 in_specs and 0 out_specs"),
        (one, {"in_specs": Tile("N", f32)}, r"in_specs is one Tile; write a tuple"),
        (one, {"in_specs": ("N",)}, r"in_specs has 'N'; each is a Tile"),
        (one, {"arch": "sm_999"}, "no target 'sm_999'"),
        (one, {"version": "8.7"}, r"version is '8.7'; it must be a pair"),
        (one, {"block": (2048, 1, 1)}, "x is 2048, and must be from 1 to 1024"),
        (one, {"block": (0,)}, "x is 0"),
        (one, {"block": (1, 1, 1, 1)}, "4 numbers"),
        (one, {"cluster": (16, 1, 1), "arch": "sm_80"}, "sm_80 has no clusters"),
        (one, {"cluster": (32, 1, 1)}, "at most 16"),
        (one, {"smem": 300_000}, "at most 232448 bytes"),
        (one, {"smem": "48k"}, "it must be a number of bytes"),
        (one, {"raw_params": ["n"]}, "each is a type and a name"),
        (one, {"raw_params": [("u33", "n")]}, "PTX has no type 'u33'"),
        (one, {"raw_params": [("pred", "n")]}, "a parameter is one of"),
        (one, {"raw_params": [("u32", "n n")]}, "is not a name"),
        (one, {"raw_params": [("u32", "n"), ("u32", "n")]}, "raw_params has n twice"),
        (one, {"raw_params": [("u32", "X")], "in_specs": V}, "has 0 tensor parameters"),
        (template, {"in_specs": V}, "N is a template parameter, and also a dimension"),
        (reserved, {}, "out= means something else"),
        (
            one,
            {"in_specs": V, "grid": lambda M: M},
            r"grid takes M, which is not a parameter of one.*dimensions N",
        ),
        (one, {"grid": "many"}, "is not an integer|one to three"),
        (one, {"reqntid": (64,), "block": (32,)}, r"reqntid is \(64,\), but block is \(32, 1, 1\)"),
        (one, {"raw_directives": ["maxntid"]}, "each is a name and its arguments"),
        (
            one,
            {"raw_directives": [("maxntids", (1,))]},
            "'maxntids'; a kernel takes .*; did you mean maxntid",
        ),
        (one, {"raw_directives": [("file", (1,))]}, "'file'; a kernel takes maxnreg"),
        (one, {"smem": 2.5}, "smem is 2.5; it must be a number of bytes"),
        (one, {"arch": 90}, "arch is 90; it must be the name of a target"),
        (one, {"version": (99, 0)}, r"version is \(99, 0\); PTX has the versions 1\.0, .*, 9\.0,"),
        (one, {"version": (9, 9)}, r"version is \(9, 9\); PTX has the versions"),
        (one, {"grid": (0,)}, r"grid is \(0, 1, 1\): x is 0, and must be from 1"),
        (one, {"grid": (1, 70_000)}, "y is 70000, and must be from 1 to 65535"),
        (
            one,
            {"raw_directives": [("maxntid", (0,))]},
            r"\.maxntid takes nx\{, ny\{, nz\}\}: positive integers",
        ),
        (one, {"raw_directives": [("maxnreg", (1, 2))]}, r"\.maxnreg takes n: positive integers"),
        (one, {"raw_directives": [("explicitcluster", (1,))]}, r"\.explicitcluster takes no arguments"),
        (one, {"raw_directives": [("maxnreg", (8,)), ("maxnreg", (9,))]}, r"has \.maxnreg 2 times"),
        (one, {"raw_directives": [("reqntid", (64,))], "block": 32}, r"\.reqntid \(64, 1, 1\), but block is"),
        (one, {"raw_directives": [("maxntid", (16,))], "block": 32}, r"\.maxntid \(16, 1, 1\), but block is"),
        (
            one,
            {"raw_directives": [("reqnctapercluster", (2,))], "cluster": 4},
            r"\.reqnctapercluster \(2, 1, 1\), but cluster is \(4, 1, 1\)",
        ),
        (one, {"extern_smem": "1st"}, "extern_smem is '1st'; it must be True, or the name"),
        (one, {"extern_smem": 5}, "extern_smem is 5; it must be True, or the name"),
        (one, {"extern_smem": "X"}, "extern_smem is 'X', which is a tensor; names differ"),
        (one, {"in_specs": V, "mutates": "X"}, "mutates is 'X'; it must be a tuple of names"),
        (one, {"in_specs": V, "mutates": {"X": 1}}, "mutates is {'X': 1}; it must be a tuple of names"),
        (one, {"in_specs": V, "mutates": ("X",), "parallel": "N"}, "parallel is 'N'; it must be a tuple"),
        (one, {"raw_params": [(int, "n")]}, "PTX has no type <class 'int'>"),
    ],
)
def test_contradictions_are_refused_where_the_kernel_is_declared(
    fn: Any, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(TraceError, match=f"(?s){message}") as raised:
        Kernel(fn, **options)
    if callable(fn):
        assert f"at {__file__}:{fn.__code__.co_firstlineno}" in str(raised.value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"bogus": 1}, "kernel: got an unexpected keyword argument 'bogus'"),
        ({"raw_params": 5}, "kernel: raw_params is 5; it must be a list"),
        ({"raw_directives": 5}, "kernel: raw_directives is 5; it must be a list"),
    ],
)
def test_options_that_do_not_exist_are_refused_with_the_signature(
    options: dict[str, Any], message: str
) -> None:
    with pytest.raises(TraceError, match=message) as raised:
        kernel(**options)(one)
    assert "\n  kernel(arch: " in str(raised.value)
    assert f"\n  at {__file__}:" in str(raised.value)


def test_names_that_python_allows_and_ptx_does_not() -> None:
    def größe(länge: Any) -> None:
        reg.scalar(u32)

    text = Kernel(größe).ptx()
    assert text.isascii()
    assert ".entry gr__e" in text
    assert ".entry kernel(" in Kernel(lambda: None).ptx()


def test_auto_is_decided_when_traced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYPTX_LIBCUDA", "no-such-libcuda.so")
    made = Kernel(one, "auto")
    assert made.arch == "auto"
    assert ".target sm_90a" in made.ptx()


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (("maxnreg", 32), ".maxnreg 32"),
        ((".maxnreg", [32]), ".maxnreg 32"),
        (("maxnreg", ()), None),
        (("maxnreg", (0,)), None),
        (("maxnreg", (True,)), None),
        (("maxnreg", ("32",)), None),
        (("minperctamemory", (1024,)), ".minperctamemory 1024"),
        (("minperctamemory", ()), None),
        (("minperctamemory", (1, 2)), None),
        (("maxntid", (64,)), ".maxntid 64"),
        (("maxntid", (64, 2)), ".maxntid 64, 2"),
        (("maxntid", (64, 2, 2)), ".maxntid 64, 2, 2"),
        (("maxntid", (64, 2, 2, 1)), None),
        (("maxntid", ()), None),
        (("pragma", "nounroll"), '.pragma "nounroll";'),
        (("pragma", ('"nounroll"',)), '.pragma "nounroll";'),
        (".maxntid 0x40, 2", ".maxntid 0x40, 2"),
        (" .maxnreg 8", ".maxnreg 8"),
        (".maxnreg 8 .maxnreg 9", None),
        (".file 1", None),
        (".maxnreg (", None),
        ("maxnreg", None),
        (("maxnreg",), None),
        ((8, "maxnreg"), None),
    ],
)
def test_directives_take_their_numbers(written: Any, text: str | None) -> None:
    if text is None:
        with pytest.raises(TraceError, match="raw_directives has "):
            Kernel(lambda: ptx.ret(), arch="sm_90a", raw_directives=[written])
    else:
        made = Kernel(lambda: ptx.ret(), arch="sm_90a", reqntid=(), raw_directives=[written])
        assert text in [line.strip() for line in header(made).splitlines()]


@pytest.mark.parametrize(
    ("words", "refused"),
    [
        ({"linkage": None}, ""),
        ({"linkage": "weak"}, ""),
        ({"linkage": "extern"}, "linkage is 'extern'; it must be one of 'visible', 'weak', None"),
        ({"target_options": ("debug",)}, ""),
        ({"target_options": ("fast",)}, "target_options has 'fast'; each is one of 'debug'"),
        ({"name": "other_name"}, ""),
        ({"name": "2nd"}, "name is '2nd', which is not a PTX identifier"),
        ({"smem": 232_448}, ""),
        ({"smem": np.int64(16)}, ""),
        ({"smem": True}, "smem is True; it must be a number of bytes"),
        ({"version": [8, 7]}, ""),
        ({"version": (8, 7.0)}, "it must be a pair such as"),
        ({"version": (8, True)}, "it must be a pair such as"),
        ({"pdl": True, "arch": "sm_90"}, ""),
        (
            {"pdl": True, "arch": "sm_80"},
            "pdl=True: sm_80 has no dependent launches; they need sm_90 or newer",
        ),
        ({"extern_smem": True}, ""),
        ({"in_specs": (Tile("N", f32),), "parallel": ("M",)}, r"parallel has 'M', .* \(there are N\)"),
        ({"in_specs": (Tile("N", f32),), "parallel": ["N"]}, ""),
        ({"in_specs": (Tile("N", f32),), "mutates": ("Y",)}, r"mutates has 'Y', .* \(it has X\)"),
        ({"in_specs": (Tile("N", f32),), "mutates": ()}, "the kernel would do nothing"),
        ({"in_specs": (Tile("out", f32),)}, "out= means something else in a call"),
        ({"in_specs": 5}, "in_specs is 5; it must be a tuple of Tiles"),
        ({"raw_params": [("u32", "X")]}, ""),
        ({"grid": 2**31 - 1}, ""),
        ({"grid": 2**31}, "x is 2147483648"),
        ({"grid": lambda N=4: N}, ""),
        ({"grid": lambda N: N}, "grid takes N, which is not a parameter of one"),
        ({"grid": lambda *many, **words: 1}, ""),
    ],
)
def test_options_are_checked_where_the_kernel_is_declared(words: dict[str, Any], refused: str) -> None:
    if refused:
        with pytest.raises(TraceError, match=refused):
            Kernel(one, **words)
    else:
        assert Kernel(one, **words).ptx()
