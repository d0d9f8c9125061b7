"""The environment of a program, and what is said where the virtual GPU is missing."""

from __future__ import annotations

import os

import pytest
from click.testing import CliRunner

from pyptx.cli import main
from pyptx.cli.gpu import gpu
from pyptx.errors import MissingToolError
from pyptx.sim.native import extension
from pyptx.virtual.environment import libraries, variables


def test_without_a_compiler_the_command_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extension, "engine", None)
    monkeypatch.setattr(extension, "MISSING", "pyptx._native was not compiled")
    monkeypatch.setattr(extension, "STALE", "")
    done = CliRunner().invoke(main, ["gpu", "--", "true"])
    assert done.exit_code == 3
    assert "the libraries of the virtual GPU are missing: pyptx._native was not compiled" in done.output


def test_variables_of_the_user_stay() -> None:
    try:
        folder = str(libraries())
    except MissingToolError as error:
        pytest.skip(str(error))
    found = variables({"LD_LIBRARY_PATH": "/opt/lib", "TRITON_CACHE_DIR": "/opt/cache", "HOME": "/root"})
    assert found["LD_LIBRARY_PATH"] == os.pathsep.join((folder, "/opt/lib"))
    assert (found["TRITON_CACHE_DIR"], found["HOME"]) == ("/opt/cache", "/root")
    assert variables({})["LD_LIBRARY_PATH"] == folder


@pytest.mark.parametrize(
    ("words", "size"), [("4096", 4096), ("3k", 3 << 10), ("2MiB", 2 << 20), ("1G", 1 << 30), ("2gb", 2 << 30)]
)
def test_sizes_of_memory_have_units(words: str, size: int) -> None:
    (option,) = (each for each in gpu.params if each.name == "memory")
    assert option.type.convert(words, None, None) == size


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--memory", "much", "--", "true"], "not a number of bytes"),
        (["--arch", "sm_1", "--", "true"], "--arch"),
        (["--check", "none", "--check", "races", "--", "true"], "--check none"),
        (["--", "/no/such/program"], "cannot be started"),
        ([], "Missing argument"),
    ],
)
def test_wrong_usage_is_refused(words: list[str], said: str) -> None:
    done = CliRunner().invoke(main, ["gpu", *words])
    assert done.exit_code in (2, 3)
    assert said in done.output or "libraries of the virtual GPU" in done.output
