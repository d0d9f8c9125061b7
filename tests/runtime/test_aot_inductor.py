"""A kernel in a package of AOTInductor, in a process that did not trace it: minutes of C++, so on request."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pyptx import Tile, kernel, ptx, reg
from pyptx.types import f32, u32
from tests.frameworks import torch

if os.environ.get("PYPTX_AOT_INDUCTOR") != "1":
    pytest.skip("takes minutes; PYPTX_AOT_INDUCTOR=1 runs it", allow_module_level=True)
if shutil.which("g++") is None:
    pytest.skip("needs a C++ compiler", allow_module_level=True)

pytestmark = pytest.mark.needs("torch")

V = Tile("N", f32)


@kernel(in_specs=(V, V), out_specs=(V,), grid=lambda N: N, raw_params=[("f32", "alpha")])
def scaled(X: Any, Y: Any, Z: Any) -> None:
    i = reg.from_(ptx.special.ctaid.x(), u32) * 4
    px, py, pz = (pointer + i for pointer in ptx.global_ptrs(X, Y, Z))
    x, y = reg.scalar(f32), reg.scalar(f32)
    ptx.ld(f32, x, ptx.addr(px))
    ptx.ld(f32, y, ptx.addr(py))
    ptx.st(f32, ptx.addr(pz), x * ptx.param(f32, "alpha") + y)


@pytest.mark.filterwarnings("default")  # Inductor uses what its own next releases drop
def test_a_package_in_another_process(tmp_path: Path) -> None:
    class Holder(torch.nn.Module):  # type: ignore[misc]  # torch's, which is not followed
        def forward(self, x: Any) -> Any:
            return scaled(x, x, alpha=2.0) + 1

    size = torch.export.Dim("size", min=2, max=100)
    program = torch.export.export(Holder(), (torch.ones(5),), dynamic_shapes=({0: size},))
    package = torch._inductor.aoti_compile_and_package(program, package_path=str(tmp_path / "package.pt2"))
    script = tmp_path / "script.py"
    script.write_text(
        f"import torch, pyptx\nimport {__name__}\n"
        "pyptx.register_operators()\n"
        f"package = torch._inductor.aoti_load_package({package!r})\n"
        "print(package(torch.ones(3)).tolist(), package(torch.zeros(2)).tolist())\n"
    )
    path = os.pathsep.join((str(Path(__file__).parents[2]), *sys.path))
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip
    assert done.stdout == "[4.0, 4.0, 4.0] [1.0, 1.0]\n", done.stderr
