"""Operators of kernels that several threads need, and that see tensors without memory."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from pyptx import LaunchError, Layout, Tile, kernel, ptx, reg
from pyptx.kernel import KernelOptions
from pyptx.record import names_of
from pyptx.types import f32
from tests.frameworks import torch

pytestmark = pytest.mark.needs("torch")

V = Tile("N", f32)

OPTIONS: dict[str, Any] = {
    "arch": "sm_90a", "version": (8, 3), "in_specs": (Tile("K", f32),), "grid": 2,
    "block": 64, "cluster": (2, 1, 1), "smem": 64, "pdl": True, "raw_params": [("u32", "count")],
    "extern_smem": True, "reqntid": (), "raw_directives": [("maxnreg", 64)], "lineinfo": True,
    "name": "other", "linkage": "weak", "target_options": ("debug",), "parenthesised": False,
    "mutates": ("X",), "parallel": ("N",), "untyped": True,
}  # fmt: skip


@pytest.mark.parametrize("option", [name for name in names_of(KernelOptions) if name != "home"])
def test_each_option_of_a_kernel_is_part_of_its_name_in_graphs(option: str) -> None:
    def nothing(X: Any, Y: Any) -> None:
        ptx.ret()

    given = {"in_specs": (V,), "out_specs": (V,), "grid": 4}
    other = (
        {"out_specs": (Tile("N", f32, Layout.COL),)} if option == "out_specs" else {option: OPTIONS[option]}
    )
    first, second = (kernel(**words)(nothing).operator for words in (given, given | other))
    digests = [str(each).partition("_")[2].partition(".")[0] for each in (first, second)]
    assert digests[0] != digests[1].removesuffix("_2")


def test_threads_that_need_an_operator_at_once() -> None:
    def nothing(X: Any) -> None:
        ptx.ret()

    kernels = [kernel(in_specs=(V,), name=f"needed{number}")(nothing) for number in range(4)]
    failed: list[Exception] = []
    ready = threading.Barrier(4)

    def need() -> None:
        ready.wait()
        try:
            for found in kernels:
                assert found.operator is found.operator
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=need) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


def nothing(X: Any, W: Any, Y: Any) -> None:
    ptx.ret()


vectors = kernel(in_specs=(V, V), out_specs=(V,))(nothing)
eights = kernel(in_specs=(Tile(8, f32), Tile(8, f32)), out_specs=(Tile(8, f32),))(nothing)


def holder(function: Any) -> Any:
    """Make a module that calls a function."""

    class Holder(torch.nn.Module):  # type: ignore[misc]  # torch's, which is not followed
        def forward(self, *args: Any) -> Any:
            return function(*args)

    return Holder()


def export(function: Any, *args: Any, sizes: Any = None) -> Any:
    """Export a call, with names for the sizes of some inputs."""
    shapes = None if sizes is None else {"args": tuple({0: torch.export.Dim(name)} for name in sizes)}
    return torch.export.export(holder(function), args, dynamic_shapes=shapes)


@pytest.mark.parametrize(
    ("function", "made", "message"),
    [
        (vectors, lambda one: (one(8), one(9)), "dimension N is 8 in argument X but 9 in argument W"),
        (vectors, lambda one: (one(8), one(8).double()), "argument W is float64, but .* takes float32"),
        (vectors, lambda one: (one(8), one(8, 1)), r"argument W has shape .*, 2 dimensions; .* has 1"),
        (eights, lambda one: (one(9), one(9)), r"argument X has shape \(9,\): dimension 0 is 9, .* says 8"),
        (vectors, lambda one: (one(16)[::2], one(8)), r"argument X \(shape \(8,\)\) is not contiguous"),
        (
            lambda *args: torch.vmap(vectors)(*args),
            lambda one: (one(3, 8), one(3, 8).half()),
            "argument W is float16",
        ),
    ],
)
def test_programs_that_could_never_run_are_not_exported(function: Any, made: Any, message: str) -> None:
    args = made(torch.ones)
    with pytest.raises(LaunchError, match=message):
        export(function, *args)
    with pytest.raises(LaunchError, match=message):
        function(
            *(torch.empty_strided(arg.shape, arg.stride(), dtype=arg.dtype, device="meta") for arg in args)
        )


def test_outputs_without_memory_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("torch.fx.experimental.symbolic_shapes", raising=False)  # torch may not have it yet
    x, out = torch.ones(8, device="meta"), torch.ones(9, device="meta")
    with pytest.raises(LaunchError, match="dimension N is 8 in argument X but 9 in argument Y"):
        vectors(x, x, out=out)
    assert vectors(x, x, out=out[:8]).shape == (8,)


@pytest.mark.parametrize(("devices", "wrong"), [("mc", "W"), ("mmc", "Y"), ("mcm", "W"), ("mcc", "W")])
def test_tensors_without_memory_are_all_on_one_device(devices: str, wrong: str) -> None:
    x, w, *out = (torch.ones(8, device={"m": "meta", "c": "cpu"}[device]) for device in devices)
    with pytest.raises(LaunchError, match=f"argument {wrong} is on cpu, but argument X is on meta"):
        vectors(x, w, **({"out": out[0]} if out else {}))


def test_a_call_without_memory_needs_its_launch_scalars() -> None:
    def numbered(X: Any, Y: Any) -> None:
        ptx.param(f32, "alpha")

    scaled = kernel(in_specs=(V,), out_specs=(V,), raw_params=[("f32", "alpha"), ("u32", "n")])(numbered)
    x = torch.ones(8, device="meta")
    assert scaled(x, alpha=1.0, n=2).shape == (8,)
    for given, missing in (({"alpha": 1.0}, "n"), ({"n": 2}, "alpha")):
        with pytest.raises(LaunchError, match=f"launch scalar {missing} is missing; pass {missing}=…"):
            scaled(x, **given)


def test_sizes_that_must_be_equal_have_one_name() -> None:
    x, y = torch.ones(8), torch.ones(8)
    assert export(vectors, x, y, sizes="nn") is not None
    for function, sizes in ((vectors, "nm"), (eights, "nn")):
        with pytest.raises(torch._dynamo.exc.UserError, match="Constraints violated"):
            export(function, x, y, sizes=sizes)


def test_sizes_that_only_the_data_have_are_left_to_the_launch() -> None:
    def positive(x: Any) -> Any:
        return vectors(x[x > 0], x[x > 0] + 1)

    program = export(positive, torch.ones(8)).module()
    assert program(torch.arange(-3.0, 5.0)).shape == (4,)


@pytest.mark.parametrize("calls", [1, 2, 3])
def test_an_interrupted_definition_is_made_anew(monkeypatch: pytest.MonkeyPatch, calls: int) -> None:
    @kernel(in_specs=(Tile("N", f32),), out_specs=(Tile("N", f32),), name=f"interrupted_{calls}")
    def interrupted(X: Any, Y: Any) -> None:
        (px, py), x = ptx.global_ptrs(X, Y), reg.scalar(f32)
        ptx.ld(f32, x, ptx.addr(px))
        ptx.st(f32, ptx.addr(py), x + x)

    left, register = [calls], torch.library.register_fake

    def interrupt(*args: Any, **words: Any) -> Any:
        left[0] -= 1
        if left[0] == 0:
            raise KeyboardInterrupt
        return register(*args, **words)

    monkeypatch.setattr(torch.library, "register_fake", interrupt)
    with pytest.raises(KeyboardInterrupt):
        interrupted.operator  # noqa: B018 - it is defined here
    monkeypatch.undo()
    assert interrupted.operator(torch.ones(1)).item() == 2
    assert torch.compile(interrupted, backend="eager", fullgraph=True)(torch.ones(1)).item() == 2
