"""``python -m pyptx.codegen``."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from pyptx import progress
from pyptx.codegen import ptx_to_python
from pyptx.codegen.command import transpile as main
from pyptx.codegen.proof import retraced
from pyptx.errors import MissingToolError
from pyptx.toolchain import find_or_none, machine_code, ptxas

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
    assert "ptx.addr(x_ptr), x_value * 2.0)" in run(main, ["-", "--sugar"], input=TEXT).output
    assert run(main, ["no-such-file.ptx"]).exit_code == 2
    assert run(main, ["+.ptx"], input=TEXT).exit_code == 2  # a file, though its name sorts before "-"
    assert run(main, []).exit_code == 2


ENDED = """.version 8.0
.target sm_80
.address_size 64
.visible .entry k() {
	.reg .pred %p;
	.reg .b32 %r<6>;
	.shared .align 16 .b8 m[256];
	ld.shared.u32 %r5, [m+20];
L:
	ld.shared.v2.u32 {%r4, %r0}, [%r4];
	mad.lo.u32 %r5, %r5, %r0, %r1;
	ld.shared.v2.u32 {%r4, %r2}, [%r5];
unnamed:
	st.shared.u32 [%r5], %r3;
	@%p bra L;
	ret;
}
"""
"""A kernel whose label that nothing names changes the registers that ptxas allocates."""


@pytest.mark.ptxas
def test_a_function_whose_registers_depend_on_a_label_is_named() -> None:
    with_label, without = (
        machine_code(ptxas.assemble(text, "sm_80").cubin) for text in (ENDED, ENDED.replace("unnamed:", ""))
    )
    if with_label == without:
        pytest.skip("this ptxas allocates the same registers with the label as without it")
    done = CliRunner().invoke(main, ["-", "--sugar", "--verify"], input=ENDED)
    assert done.exit_code == 0, done.output
    assert done.stderr.startswith("k: the same machine code as the source without labels that nothing names;")
    assert done.stderr.count("\n") == 1


MOVED = """.version 8.7
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
.reg .pred %p<4>; .reg .b32 %r<9>; .reg .b64 %d<6>;
.shared .align 16 .b8 s[4096];
ld.param.u64 %d0, [p]; ld.param.u32 %r0, [n];
ld.global.u32 %r4, [%d0+16];
ld.global.u32 %r7, [%d0+28];
setp.eq.u32 %p3, %r0, 5; setp.eq.u32 %p0, %r0, 7;
@%p3 bra L1;
mov.u32 %r7, 31;
mov.u32 %r4, 32;
mov.u32 %r7, 56;
st.shared.u32 [s+56], %r7;
L1:
L2:
elect.sync %r1|%p3, -1;
@%p0 bra L2;
st.shared.u32 [s+52], %r7;
st.shared.u32 [s+224], %r4;
ret;
}
"""
"""A kernel whose move of a value that nothing reads changes the order of its machine code."""


@pytest.mark.ptxas
def test_a_function_whose_code_depends_on_an_unread_move_is_named() -> None:
    moved, without = (
        machine_code(ptxas.assemble(text, "sm_90a").cubin)
        for text in (MOVED, MOVED.replace("mov.u32 %r7, 31;", ""))
    )
    if moved == without:
        pytest.skip("this ptxas makes the same code with the move as without it")
    done = CliRunner().invoke(main, ["-", "--sugar", "--verify"], input=MOVED)
    assert done.exit_code == 0, done.output
    counts, named = done.stderr.splitlines()
    assert counts.endswith(
        ": without 1 move of values that nothing reads; all else is the source, in its order"
    )
    assert named == (
        "k: the same machine code as the source without labels that nothing names and moves of values that "
        "nothing reads; with them, ptxas makes other code"
    )


NUMBER = """.version 8.0
.target sm_80
.visible .entry k() {
	.reg .b32 %r<2>;
	.shared .b32 m;
	mov.u32 %r1, 7;
	mov.u32 %r0, %r1;
	st.shared.u32 [m], %r1;
	ret;
}
"""
"""A kernel with a register that holds one number, and one that nothing reads."""


@pytest.mark.ptxas
def test_moves_that_are_left_out_are_counted_for_a_file(tmp_path: Path) -> None:
    file = tmp_path / "one.ptx"
    file.write_text(NUMBER)
    done = CliRunner().invoke(main, [str(file), "--sugar", "--verify"])
    said = (
        "1 number in place of registers that hold one number, and without 1 move of values that nothing reads"
        "; all else is the source, in its order"
    )
    assert (done.exit_code, done.stderr) == (0, f"one.ptx: {said}\n")


def test_a_wrong_number_in_place_of_a_register_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def with_another_number(*arguments: object, **options: object) -> str:
        made = ptx_to_python(*arguments, **options)  # type: ignore[arg-type]
        assert made.count(", 7)") == 1
        return made.replace(", 7)", ", 8)")

    monkeypatch.setattr("pyptx.codegen.command.ptx_to_python", with_another_number)
    done = CliRunner().invoke(main, ["-", "--sugar", "--verify"], input=NUMBER)
    assert done.exit_code == 1
    assert "where the Python gives 'st.shared.u32 [m], 8;'" in done.stderr


def test_python_is_refused_with_the_command_for_it(tmp_path: Path) -> None:
    file = tmp_path / "rows.py"
    file.write_text("import pyptx\n")
    done = CliRunner().invoke(main, [str(file)])
    assert done.exit_code == 2
    assert f"{file} is Python; use its PTX: pyptx emit {file}:KERNEL | pyptx transpile -" in done.output


def test_errors_say_which_file_and_where(tmp_path: Path) -> None:
    run = CliRunner().invoke
    empty, cut = tmp_path / "empty.ptx", tmp_path / "cut.ptx"
    empty.write_text("\n")
    cut.write_text(TEXT[:60])
    refused = run(main, [str(cut)])
    assert (refused.exit_code, refused.output.split(", ")[0]) == (1, f"ParseError: {cut}: line 5")
    for arguments, said in (
        ([str(empty)], "empty.ptx is empty"),
        ([str(cut), "-o", str(tmp_path / "none" / "out.py")], "there is no folder"),
    ):
        refused = run(main, arguments)
        assert refused.exit_code == 2
        assert said in refused.output


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


@pytest.fixture
def tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stand-in for cuobjdump that finds two texts."""
    tool = tmp_path / "cuobjdump"
    (tmp_path / "text").write_text(TEXT)
    (tmp_path / "other").write_text(TEXT.replace("scale", "_Z5shiftPf"))
    tool.write_text(
        f"#!/bin/sh\ncp {tmp_path / 'text'} app.1.sm_80.ptx\ncp {tmp_path / 'other'} app.2.sm_90.ptx\n"
    )
    tool.chmod(0o755)
    monkeypatch.setenv("PYPTX_CUOBJDUMP", str(tool))
    return tool


@pytest.mark.parametrize(("count", "more"), [(4, ""), (5, " and 1 other"), (6, " and 2 others")])
def test_the_first_kernels_of_each_text_are_listed(tmp_path: Path, tool: Path, count: int, more: str) -> None:
    assert tool.exists()
    (tmp_path / "text").write_text(TEXT + "".join(f".entry k{n}() {{ ret; }}\n" for n in range(1, count)))
    (tmp_path / "app").write_bytes(b"\x7fELF...")
    said = CliRunner().invoke(main, [str(tmp_path / "app")]).output
    assert f"scale, k1, k2, k3{more}\n" in said


@pytest.mark.demangler
def test_ptx_in_a_binary(tmp_path: Path, tool: Path) -> None:
    binary = tmp_path / "app"
    binary.write_bytes(b"\x7fELF...")
    run = CliRunner().invoke
    several = run(main, [str(binary)])
    assert several.exit_code == 2
    said = " ".join(several.output.split())
    assert "app has 2 PTX texts, of which 2 fit; choose one" in said
    assert "app.1.sm_80.ptx scale app.2.sm_90.ptx shift" in said
    for choice in (["--target", "sm_90"], ["--target", "app.2.sm_90.ptx"], ["--entry", "shift"]):
        chosen = run(main, [str(binary), *choice])
        assert "From app.2.sm_90.ptx in app." in chosen.output
        assert "\ndef shift(" in chosen.output
    assert "of which none fit" in " ".join(run(main, [str(binary), "--target", "sm_75"]).output.split())
    piped = run(main, ["-", "--target", "sm_80"], input=b"\x7fELF...")
    assert "From app.1.sm_80.ptx in the standard input." in piped.output
    tool.write_text("#!/bin/sh\necho no such section >&2\nexit 1\n")
    refused = run(main, [str(binary)])
    assert (refused.exit_code, refused.output) == (1, "ToolError: cuobjdump refused app: no such section\n")


def test_a_binary_needs_cuobjdump(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(name: str) -> None:
        raise MissingToolError(f"{name} was not found\n  help: pip install nvidia-cuda-nvcc")

    monkeypatch.setattr("pyptx.toolchain.embedded.find", nowhere)
    (tmp_path / "app").write_bytes(b"\x7fELF...")
    done = CliRunner().invoke(main, [str(tmp_path / "app")])
    assert (done.exit_code, "pip install" in done.output) == (3, True)


@pytest.mark.skipif(find_or_none("cuobjdump") is None, reason="cuobjdump is not installed")
def test_a_cubin_without_ptx(tmp_path: Path) -> None:
    cubin = tmp_path / "k.cubin"
    cubin.write_bytes(ptxas.assemble(TEXT.replace("8.0", "9.0").replace("sm_80", "sm_90a"), "sm_90a").cubin)
    for given, stdin in ((str(cubin), b""), ("-", cubin.read_bytes())):
        done = CliRunner().invoke(main, [given], input=stdin)
        assert done.exit_code == 2
        assert "has no PTX" in " ".join(done.output.split())


def test_a_fat_binary_in_earnest(tmp_path: Path) -> None:
    found = find_or_none("ptxas")
    maker = Path(found.path).parent / "fatbinary" if found is not None else None
    if maker is None or not maker.exists() or find_or_none("cuobjdump") is None:
        pytest.skip("fatbinary or cuobjdump is not installed")
    source, binary = tmp_path / "k.ptx", tmp_path / "k.fatbin"
    source.write_text(TEXT)
    image = f"--image3=kind=ptx,sm=80,file={source}"
    subprocess.run([maker, f"--create={binary}", "-64", image], check=True, capture_output=True)
    for given, stdin in ((str(binary), b""), ("-", binary.read_bytes())):
        done = CliRunner().invoke(main, [given, "--verify"], input=stdin)
        assert (done.exit_code, "\ndef scale(x):" in done.output) == (0, True)


def test_long_work_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    body = "\tmul.f32 %f1, %f0, 0f40000000;\n" * 12_000
    source, out = tmp_path / "long.ptx", tmp_path / "long.py"
    source.write_text(TEXT.replace("\tst.global", f"{body}\tst.global"))
    for name in ("SECONDS_BEFORE_LINES", "SECONDS_BETWEEN_LINES"):
        monkeypatch.setattr(progress, name, 0.01)
    for sugar in ([], ["--sugar"]):
        main.main([str(source), "-o", str(out), *sugar], standalone_mode=False)
        assert re.search(
            r"^transpiling long\.ptx: \d+ s, [\d,]+ of 12,0\d\d statements$", capsys.readouterr().err, re.M
        )
        assert retraced(out.read_text()).count("mul.f32") >= 3000
