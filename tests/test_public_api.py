"""The public names, their signatures, and what importing them costs."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import pyptx
import pyptx.kernel as kernel_package
from pyptx.kernel import Kernel

NAMES = "kernel reg smem ptx intrinsic Tile Layout detect_arch differentiable_kernel"

KERNEL_OPTIONS = {
    "arch": "lowest",
    "version": None,
    "in_specs": None,
    "out_specs": None,
    "grid": None,
    "block": (1, 1, 1),
    "cluster": (1, 1, 1),
    "smem": 0,
    "pdl": False,
    "raw_params": None,
    "extern_smem": False,
    "reqntid": None,
    "raw_directives": None,
    "lineinfo": False,
    "name": None,
    "linkage": "visible",
    "target_options": (),
    "untyped": False,
    "parenthesised": True,
    "mutates": None,
    "parallel": (),
    "home": None,
}


def loaded_by(code: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


@pytest.mark.parametrize("name", [*NAMES.split(), "__version__"])
def test_names_of_the_package(name: str) -> None:
    assert name in pyptx.__all__
    assert hasattr(pyptx, name)


@pytest.mark.parametrize("name", [m.name for m in pkgutil.iter_modules(pyptx.__path__) if m.ispkg])
def test_packages_list_their_names(name: str) -> None:
    package = importlib.import_module(f"pyptx.{name}")
    public = getattr(package, "__all__", [])
    assert set(public) <= set(dir(package))
    for one in public:
        assert getattr(package, one) is not None


def test_every_error_is_a_ptx_error() -> None:
    errors = [getattr(pyptx, name) for name in pyptx.__all__ if name.endswith(("Error", "Fault"))]
    assert len(errors) == 7
    assert all(issubclass(error, pyptx.PtxError) for error in errors)


def test_the_decorator_is_callable_though_a_module_has_its_name() -> None:
    assert callable(pyptx.kernel)
    assert kernel_package is not None


def test_arguments_of_a_kernel() -> None:
    parameters = inspect.signature(Kernel).parameters
    defaults = {name: parameter.default for name, parameter in parameters.items() if name != "fn"}
    assert defaults == KERNEL_OPTIONS


@pytest.mark.parametrize(
    "name",
    [
        "arch",
        "block",
        "cluster",
        "grid",
        "in_specs",
        "module",
        "out_specs",
        "ptx",
        "sass",
        "smem",
        "template_params",
    ],
)
def test_members_of_a_kernel(name: str) -> None:
    assert hasattr(Kernel, name)


def test_importing_loads_no_heavy_package() -> None:
    loaded = loaded_by("import pyptx")
    heavy = {
        "numpy",
        "torch",
        "jax",
        "click",
        "ml_dtypes",
        "platformdirs",
        "ctypes",
        "subprocess",
        "hashlib",
        "dataclasses",
        "inspect",
        "ast",
        "json",
        "pyptx.sim",
        "pyptx.codegen",
    }
    assert not heavy & loaded


def test_tracing_loads_no_heavy_package() -> None:
    code = (
        "from pyptx import kernel, ptx, reg\nfrom pyptx.types import u32\n"
        "kernel(lambda: reg.scalar(u32, init=1)).ptx()"
    )
    assert not {"numpy", "torch", "jax", "ml_dtypes", "ctypes"} & loaded_by(code)


def test_the_command_starts_without_numpy() -> None:
    assert not {"numpy", "torch", "jax", "ml_dtypes"} & loaded_by("import pyptx.cli")


def test_collecting_tests_loads_no_framework() -> None:
    """The list of tests is there in seconds: their files import torch and JAX at the first use."""
    root = Path(__file__).resolve().parents[1]
    loaded = loaded_by(
        f"import os, pytest; os.chdir({str(root)!r})\n"
        "pytest.main(['--collect-only', '-qqq', '-p', 'no:cacheprovider', 'tests/runtime', 'tests/kernels'])"
    )
    assert not {"torch", "jax", "jupytext"} & loaded
