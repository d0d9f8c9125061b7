"""Native code while what it uses is replaced, let go, or imported again, in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pyptx.runtime import extension

if extension.MISSING:
    pytest.skip(extension.MISSING, allow_module_level=True)


def run(script: str, path: Path, **environment: str) -> str:
    """Run Python code in a process of its own, and return what it prints."""
    file = path / "script.py"
    file.write_text(script)
    folders = os.pathsep.join((str(Path(__file__).parents[2]), *sys.path))
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", str(file)], capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": folders, **environment},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


LET_GO = """
import gc
from pyptx.runtime import native_calls
from pyptx.runtime.driver import Ready
from pyptx.runtime.extension import launching
from pyptx.runtime.plan import LaunchPlan


class Called:
    def __call__(self, *args):
        return "python"


def target(stream):
    plan = LaunchPlan(Ready(1, 1, (1, 1, 1), (1, 1, 1), 0, b""), (0,), bytes(8), (), ())
    return launching.AddressLaunch(
        driver=(0,) * 5, refuse=print, name="k", plan=plan, kinds="*", units=(8,),
        device=(2, 0), stream=stream, result=None, written=None,
    )


go = native_calls.native_callable(Called)()
for stream in range(100):
    native_calls.set_native_target(go, target(stream))
    gc.collect()
    memory = [bytes(5000) for _ in range(20)]
    assert go("no address") == "python"
native_calls.set_native_target(go, None)
assert go() == "python"
print("done")
"""


def test_a_callable_keeps_what_native_code_calls(tmp_path: Path) -> None:
    assert run(LET_GO, tmp_path, PYTHONMALLOC="debug") == "done\n"


AGAIN = """
import sys
import numpy as np
import torch
import pyptx

def make(pyptx):
    V = pyptx.Tile(1, pyptx.types.f32)

    @pyptx.kernel(in_specs=(V,), out_specs=(V,))
    def double(X, Y):
        px, py = pyptx.ptx.global_ptrs(X, Y)
        x = pyptx.reg.scalar(pyptx.types.f32)
        pyptx.ptx.ld(pyptx.types.f32, x, pyptx.ptx.addr(px))
        pyptx.ptx.st(pyptx.types.f32, pyptx.ptx.addr(py), x + x)

    return double


first = make(pyptx)
go = first.launch()
go(torch.ones(1), torch.ones(1))
for name in [name for name in sys.modules if name.split(".")[0] == "pyptx"]:
    del sys.modules[name]
import pyptx

print(pyptx.runtime.extension.MISSING)
for _ in range(2):
    print(first(torch.ones(1)).item(), make(pyptx)(np.ones(1, np.float32)).item())
"""


def test_a_second_import_leaves_the_first_alone(tmp_path: Path) -> None:
    said, *results = run(AGAIN, tmp_path).splitlines()
    assert said == (
        "pyptx._native cannot be imported: an import of pyptx in this process, or in another interpreter of "
        "it, has it already; start a new process"
    )
    assert results == ["2.0 2.0"] * 2


INTERPRETERS = """
import _xxsubinterpreters as interpreters
import pyptx.runtime.extension

other = interpreters.create()
interpreters.run_string(other, '''
try:
    import pyptx._native
except ImportError as error:
    print("refused")
''')
"""


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="the module has another name there")
def test_a_second_interpreter_is_refused(tmp_path: Path) -> None:
    assert run(INTERPRETERS, tmp_path) == "refused\n"
