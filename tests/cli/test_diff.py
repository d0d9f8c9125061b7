"""``pyptx diff``, as a user runs it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from pyptx.cli import main
from pyptx.codegen import ptx_to_python

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

TEXT = """.version 8.0
.target sm_80
.address_size 64
.visible .entry _Z4fillPj(.param .u64 out)
{
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [out];
    st.u32 [%rd1], 7;
    ret;
}
.visible .entry other() { ret; }
"""
KERNEL = """from pyptx import kernel, ptx

@kernel(raw_params=[("u64", "y")], reqntid=(), arch="sm_80")
def other(*, value=None):
    if value:
        ptx.inst.nanosleep.u32(value)
    ptx.inst.ret()
"""


def run(*words: str, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["diff", *words], input=stdin)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.ptx").write_text(TEXT)
    (tmp_path / "b.ptx").write_text(TEXT.replace("%rd", "%x").replace("7;", "8;"))
    (tmp_path / "a.py").write_text(ptx_to_python(TEXT, sugar=True))
    (tmp_path / "kernel.py").write_text(KERNEL)
    return tmp_path


def test_the_same_is_silent(folder: Path) -> None:
    for other in ("a.ptx", "a.py", "a.py:module"):
        done = run(str(folder / "a.ptx"), str(folder / other))
        assert (done.exit_code, done.output) == (0, "")
    done = run("-", str(folder / "a.py"), stdin=TEXT.encode())
    assert (done.exit_code, done.output) == (0, "")


@pytest.mark.demangler
def test_what_differs_is_shown(folder: Path) -> None:
    done = run(str(folder / "a.ptx"), str(folder / "b.ptx"), "-U", "1")
    assert done.exit_code == 1
    assert done.output.splitlines() == [
        f"--- {folder / 'a.ptx'}",
        f"+++ {folder / 'b.ptx'}",
        "",
        "fill(unsigned int*)",
        "@@ 7, 7 @@",
        "  ld.param.u64 %rd1, [out];",
        "- st.u32 [%rd1], 7;",
        "+ st.u32 [%rd1], 8;",
        "  ret;",
        "(1 changed)",
    ]
    coloured = CliRunner().invoke(
        main, ["diff", str(folder / "a.ptx"), str(folder / "b.ptx"), "--color"], color=True
    )
    assert "\x1b[31m- st.u32" in coloured.output
    assert run(str(folder / "a.ptx"), str(folder / "b.ptx"), "-q").output == ""
    assert run(str(folder / "a.ptx"), str(folder / "b.ptx"), "--entry", "other").exit_code == 0
    printed = json.loads(run(str(folder / "a.ptx"), str(folder / "b.ptx"), "--json").output)
    assert [function["same"] for function in printed["functions"]] == [True, False, True]


def test_kernels_are_traced_for_what_is_asked(folder: Path) -> None:
    kernel = str(folder / "kernel.py")
    assert run(kernel, f"{kernel}:other").exit_code == 0
    done = run(kernel, kernel, "value=5")
    assert done.exit_code == 0
    assert run(str(folder / "a.ptx"), str(folder / "b.ptx"), "value=5").exit_code == 2
    (folder / "slow.ptx").write_text(CliRunner().invoke(main, ["emit", kernel, "value=5"]).output)
    assert run(str(folder / "slow.ptx"), kernel).exit_code == 1
    assert run(str(folder / "slow.ptx"), kernel, "value=5").exit_code == 0


def test_trouble_is_two(folder: Path) -> None:
    (folder / "wrong.ptx").write_text("nonsense")
    assert run(str(folder / "a.ptx"), str(folder / "wrong.ptx")).exit_code == 2
    assert run(str(folder / "a.ptx"), str(folder / "missing.ptx")).exit_code == 2
    assert run(str(folder / "missing.py"), str(folder / "a.ptx")).exit_code == 2
    assert run(str(folder / "a.ptx"), str(folder / "b.ptx"), "--entry", "nothing").exit_code == 2
    printed = json.loads(run(str(folder / "a.ptx"), str(folder / "wrong.ptx"), "--json").output)
    assert printed["error"]["type"] == "ParseError"


def test_a_raised_kernel_with_two_names_is_one_kernel(tmp_path: Path) -> None:
    text = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry stop()\n{\n    ret;\n}\n"
    source, python = tmp_path / "stop.ptx", tmp_path / "stop.py"
    source.write_text(text)
    python.write_text(ptx_to_python(text, sugar=True))
    done = CliRunner().invoke(main, ["diff", str(source), str(python)])
    assert done.exit_code == 0, done.output
