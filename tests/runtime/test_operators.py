"""Operators of kernels that several processes and threads need."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

torch: Any = pytest.importorskip("torch", reason="torch is not installed")

from pyptx import Tile, kernel, ptx  # noqa: E402 - after what may skip
from pyptx.types import f32  # noqa: E402

V = Tile("N", f32)

ON_ONE_CACHE = """
from typing import Any
import torch
from pyptx import Tile, differentiable_kernel, kernel, ptx, reg
from pyptx.types import f32, u32

V = Tile("N", f32)


def element(*tensors):
    i = reg.from_(ptx.special.ctaid.x(), u32) * 4
    return [pointer + i for pointer in ptx.global_ptrs(*tensors)]


def load(pointer):
    value = reg.scalar(f32)
    ptx.ld(f32, value, ptx.addr(pointer))
    return value


@kernel(in_specs=(V,), out_specs=(V,), grid=lambda N: N)
def square(X, Y):
    x, y = element(X, Y)
    ptx.st(f32, ptx.addr(y), load(x) * load(x))


@kernel(in_specs=(V, V), out_specs=(V,), grid=lambda N: N)
def square_gradient(X, G, D):
    x, g, d = element(X, G, D)
    ptx.st(f32, ptx.addr(d), load(x) * load(g) * 2.0)


smooth = differentiable_kernel(square, square_gradient)
x = torch.arange(4.0, requires_grad=True)
torch.compile(lambda x: smooth(x) + 1, fullgraph=True)(x).sum().backward()
print(x.grad.tolist(), torch._dynamo.utils.counters["aot_autograd"]["autograd_cache_hit"])
"""


def test_a_second_process_finds_compiled_gradients_in_the_cache(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(ON_ONE_CACHE)
    path = os.pathsep.join((str(Path(__file__).parents[2]), *sys.path))
    cache = {"TORCHINDUCTOR_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": path}
    for hits in (0, 1):
        done = subprocess.run(
            [sys.executable, str(script)], capture_output=True, text=True, check=False,
            env={**os.environ, **cache},
        )  # fmt: skip
        assert done.stdout == f"{[0.0, 2.0, 4.0, 6.0]} {hits}\n", done.stderr


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
