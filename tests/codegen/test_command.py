"""``python -m pyptx.codegen``."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from pyptx.codegen.command import transpile as main
from pyptx.toolchain import find_or_none, ptxas

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
    assert "ptx.addr(x_ptr), f0 * 2.0)" in run(main, ["-", "--sugar"], input=TEXT).output
    assert run(main, ["no-such-file.ptx"]).exit_code == 2
    assert run(main, []).exit_code == 2


def test_entries_layouts_names_and_files(tmp_path: Path) -> None:
    run = CliRunner().invoke
    source, out = tmp_path / "two.ptx", tmp_path / "two.py"
    source.write_text(TEXT + ".visible .entry other()\n{\n\tret;\n}\n")
    assert run(main, [str(source), "--verify", "-o", str(out)]).exit_code == 0
    assert "def other():" in out.read_text()
    assert "From two.ptx." in out.read_text()
    chosen = run(main, [str(source), "--entry", "oth*", "--layout", "llvm"]).output
    assert "def scale(" not in chosen
    assert 'layout="llvm"' in chosen
    assert run(main, [str(source), "--entry", "nothing"]).exit_code == 1
    assert run(main, [str(source), "--entry", "other", "--verify"]).exit_code == 2
    assert run(main, [str(source), "-o", str(tmp_path / "no" / "folder.py")]).exit_code == 2
    source.write_bytes(b"\xff\xfe")
    assert run(main, [str(source)]).exit_code == 2
    assert run(main, ["-"], input=b"\x7fELF").exit_code == 2


def test_ptx_in_a_fat_binary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in for cuobjdump says what is in the file."""
    binary, tool = tmp_path / "app", tmp_path / "cuobjdump"
    binary.write_bytes(b"\x7fELF...")
    (tmp_path / "text").write_text(TEXT)
    tool.write_text(
        f"#!/bin/sh\ncp {tmp_path / 'text'} app.1.sm_80.ptx\ncp {tmp_path / 'text'} app.2.sm_90.ptx\n"
    )
    tool.chmod(0o755)
    monkeypatch.setenv("PYPTX_CUOBJDUMP", str(tool))
    run = CliRunner().invoke
    several = run(main, [str(binary)])
    assert several.exit_code == 2
    assert "has 2 PTX texts (app.1.sm_80.ptx, app.2.sm_90.ptx)" in " ".join(several.output.split())
    chosen = run(main, [str(binary), "--target", "sm_90"])
    assert "From app.2.sm_90.ptx in app." in chosen.output
    tool.write_text("#!/bin/sh\necho no such section >&2\nexit 1\n")
    refused = run(main, [str(binary)])
    assert (refused.exit_code, refused.output) == (1, "ToolError: cuobjdump refused app: no such section\n")


@pytest.mark.skipif(find_or_none("cuobjdump") is None, reason="cuobjdump is not installed")
def test_a_cubin_without_ptx(tmp_path: Path) -> None:
    cubin = tmp_path / "k.cubin"
    cubin.write_bytes(ptxas.assemble(TEXT.replace("8.0", "9.0").replace("sm_80", "sm_90a"), "sm_90a").cubin)
    assert "has 0 PTX texts (none)" in " ".join(CliRunner().invoke(main, [str(cubin)]).output.split())
