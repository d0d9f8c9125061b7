"""`pyptx doctor` on machines that lack a driver, a GPU, a tool or a package."""

from __future__ import annotations

import importlib
import json
import os
from importlib import metadata
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NoReturn

import pytest
from click.testing import CliRunner

from pyptx.arch import arch
from pyptx.cli import main
from pyptx.errors import LaunchError, MissingDeviceError, MissingToolError

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

doctor_module = importlib.import_module("pyptx.cli.doctor")


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine with one GPU, all tools and all packages."""
    monkeypatch.setenv("PYPTX_CACHE_DIR", str(tmp_path / "cache" / "folder"))
    tool = SimpleNamespace(version="13.0", path="/usr/bin/tool", origin="PATH")
    monkeypatch.setattr(doctor_module, "driver", lambda: gpus(1))
    monkeypatch.setattr(doctor_module, "find", lambda name: tool)
    monkeypatch.setattr(metadata, "version", lambda name: "1.2.3")
    monkeypatch.setattr(doctor_module.extension, "MISSING", "")
    monkeypatch.setattr(doctor_module.native, "route", lambda: "by address")


def gpus(count: int) -> Any:
    """A driver with some GPUs."""
    return SimpleNamespace(
        devices=lambda: count,
        version=lambda: (13, 0),
        name=lambda index: f"H{index + 1}00",
        arch=lambda index: arch("sm_90a"),
    )


def refuse(error: Exception) -> Any:
    """A function that raises an error."""

    def raising(*given: object) -> NoReturn:
        raise error

    return raising


def doctor(code: int = 0) -> tuple[dict[str, Any], str]:
    """The states that the command gives, and its text."""
    done: list[Result] = [CliRunner().invoke(main, ["doctor", *more]) for more in (["--json"], [])]
    assert [each.exit_code for each in done] == [code, code]
    return json.loads(done[0].stdout), done[1].stdout


def test_a_machine_with_everything() -> None:
    found, text = doctor()
    assert found["engines"]["gpu"] == {"works": True, "detail": "H100 (sm_90a); driver for CUDA 13.0"}
    native = "launches repeated calls from C; torch tensors by address"
    assert found["engines"]["native"] == {"works": True, "detail": native}
    assert found["tools"]["ptxas"] == {"works": True, "detail": "13.0, /usr/bin/tool (PATH)"}
    assert found["packages"]["jax"] == {"works": True, "detail": "1.2.3"}
    assert found["cache"]["works"]
    assert found["cache"]["detail"].endswith("folder: 0 entries, 0.0 MB")
    assert text.startswith(f"pyptx {found['pyptx']} on Python {found['python']}, ")
    assert "\n  ok  jax          1.2.3\n" in text
    assert "--" not in text
    assert "help:" not in text


def test_several_gpus_are_listed_and_none_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_module, "driver", lambda: gpus(2))
    assert doctor()[0]["engines"]["gpu"]["detail"].startswith("H100 (sm_90a), H200 (sm_90a); driver")
    monkeypatch.setattr(doctor_module, "driver", lambda: gpus(0))
    state = {"works": False, "detail": "the driver (CUDA 13.0) sees no GPU", "help": "check nvidia-smi"}
    found, text = doctor()
    assert found["engines"]["gpu"] == state
    assert f"\n  --  gpu          {state['detail']}\n{' ' * 19}help: check nvidia-smi\n" in text


@pytest.mark.parametrize(
    ("said", "detail", "advice"),
    [
        ("no driver", "no driver", "install NVIDIA's driver"),
        ("no driver\n  help: set PYPTX_LIBCUDA", "no driver", "set PYPTX_LIBCUDA"),
    ],
)
def test_a_driver_that_fails_is_named_with_its_help(
    monkeypatch: pytest.MonkeyPatch, said: str, detail: str, advice: str
) -> None:
    monkeypatch.setattr(doctor_module, "driver", refuse(LaunchError(said)))
    assert doctor()[0]["engines"]["gpu"] == {"works": False, "detail": detail, "help": advice}


def test_native_launches_without_torch_or_extension(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_module.native, "route", refuse(MissingDeviceError("no torch")))
    state = {"works": True, "detail": "launches repeated calls from C"}
    assert doctor()[0]["engines"]["native"] == state
    monkeypatch.setattr(doctor_module.extension, "MISSING", "it is not built; install pyptx again")
    state = {"works": False, "detail": "it is not built", "help": "install pyptx again"}
    assert doctor()[0]["engines"]["native"] == state


def test_tools_and_packages_that_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_module, "find", refuse(MissingToolError("no ptxas\n  help: install CUDA")))
    monkeypatch.setattr(metadata, "version", refuse(metadata.PackageNotFoundError("jax")))
    found, text = doctor()
    missing = {"works": False, "detail": "no ptxas", "help": "install CUDA"}
    assert set(map(str, found["tools"].values())) == {str(missing)}
    package = {"works": False, "detail": "not installed", "help": "pip install jax"}
    assert found["packages"]["jax"] == package
    assert f"\n  --  jax          not installed\n{' ' * 19}help: pip install jax\n" in text


def test_a_cache_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[Path] = []

    def refused(path: Path, mode: int) -> bool:
        asked.append(path)
        return mode != os.W_OK

    monkeypatch.setattr(os, "access", refused)
    state = doctor()[0]["cache"]
    assert not state["works"]
    assert "PYPTX_CACHE_DIR" in state["help"]
    assert tmp_path in asked  # the folder itself does not exist yet


def test_without_the_simulator_the_command_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_module, "engine", refuse(ImportError("No module named 'numpy'")))
    state = doctor(code=3)[0]["engines"]["sim"]
    assert state == {
        "works": False,
        "detail": "No module named 'numpy'",
        "help": "pip install numpy ml_dtypes",
    }
