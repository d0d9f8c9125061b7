"""``python -m pyptx.codegen``."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from click.testing import CliRunner

from pyptx.codegen.command import transpile as main

if TYPE_CHECKING:
    from pathlib import Path

TEXT = """.version 8.0
.target sm_80
.address_size 64

.visible .entry scale(
	.param .u64 x
)
{
	.reg .b64 %rd<2>;
	.reg .f32 %f<2>;
	ld.param.u64 %rd0, [x];
	ld.global.f32 %f0, [%rd0];
	mul.f32 %f1, %f0, 0f40000000;
	st.global.f32 [%rd0], %f1;
	ret;
}
"""


def test_a_file_becomes_a_script_that_prints_it(tmp_path: Path) -> None:
    source, script = tmp_path / "scale.ptx", tmp_path / "scale.py"
    source.write_text(TEXT)
    command = [sys.executable, "-m", "pyptx.codegen", str(source), "--name", "twice"]
    script.write_text(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert "def twice(x):" in script.read_text()
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True)
    assert done.stdout.split() == TEXT.split()


def test_standard_input_and_exit_codes() -> None:
    run = CliRunner().invoke
    assert "def scale(x):" in run(main, ["-"], input=TEXT).output
    refused = run(main, ["-"], input=TEXT.replace(".version", "version"))
    assert (refused.exit_code, refused.output.partition(":")[0]) == (1, "ParseError")
    assert run(main, ["-", "--sugar"], input=TEXT).exit_code == 1
    assert run(main, ["no-such-file.ptx"]).exit_code == 2
    assert run(main, []).exit_code == 2
