"""The environment of a program, and what is said where the virtual GPU is missing."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from pyptx.cli import main
from pyptx.errors import MissingToolError
from pyptx.sim.native import extension
from pyptx.virtual.environment import libraries, variables

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.virtual.conftest import Ran


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
def test_sizes_of_memory_have_units(words: str, size: int, script: Callable[..., Ran]) -> None:
    code = "start(); size = c_size_t(); ok(cu.cuDeviceTotalMem_v2(byref(size), 0)); print('> ', size.value)"
    assert script(code, "--memory", words).printed == f" {size}"


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
