"""Reports in a notebook name its cells."""

from __future__ import annotations

import subprocess
import sys

CELLS = '''
from IPython.core.interactiveshell import InteractiveShell

shell = InteractiveShell.instance()
first = shell.run_cell("""
import numpy as np
from pyptx import Tile, kernel, ptx
from pyptx.types import f32

@kernel(in_specs=(Tile("N", f32),), out_specs=(Tile("N", f32),), grid=(1,), block=(32, 1, 1))
def copy(X, Y):
    px, py = ptx.global_ptrs(X, Y)
    ptx.st(f32, ptx.addr(py), 0.0)
    ptx.st(f32, ptx.addr(py, 400), 0.0)
""", store_history=True)
first.raise_error()
second = shell.run_cell("copy(np.zeros(8, np.float32))", store_history=True)
print(second.error_in_exec)
third = shell.run_cell("""
@kernel(out_specs=(Tile("N", f32),), grid=(1,))
def wrong(Y):
    ptx.inst.add.f32(1, 2)
wrong.ptx(N=1)
""", store_history=True)
print(third.error_in_exec)
'''


def test_reports_name_the_cell_and_its_line() -> None:
    done = subprocess.run([sys.executable, "-c", CELLS], capture_output=True, text=True, check=True)
    assert "\n  at In[1]:9 (PTX line " in done.stdout
    assert done.stdout.rstrip().endswith("\n  at In[3]:3")
    assert "ipykernel" not in done.stdout
    assert "kernel.py" not in done.stdout
