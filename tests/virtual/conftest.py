"""Run scripts on the virtual GPU."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pyptx.errors import MissingToolError
from pyptx.virtual.environment import libraries

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

HERE = Path(__file__).parent

collect_ignore = ["client.py", "clients"]  # programs that load the driver


@dataclass
class Ran:
    """A script that ran: exit code, what it printed, what was reported, and the summary."""

    code: int
    printed: str
    reported: str
    summary: dict[str, Any]

    @property
    def rules(self) -> list[str]:
        """The broken rules."""
        return [each["rule"] for each in self.summary["faults"]]


@pytest.fixture(scope="session")
def on_gpu() -> Callable[..., Ran]:
    """Run commands on the virtual GPU; skip without its libraries."""
    try:
        libraries()
    except MissingToolError as error:
        pytest.skip(str(error))

    def run(command: Sequence[str], *options: str, timeout: float = 120, **environment: str) -> Ran:
        words = [sys.executable, "-m", "pyptx", "gpu", "--memory", "1G", *options, "--json", "--", *command]
        path = os.pathsep.join((str(HERE), environment.pop("PYTHONPATH", "")))
        done = subprocess.run(
            words,
            capture_output=True,
            text=True,
            timeout=timeout,
            env={**os.environ, "PYTHONPATH": path, "PYTHONUNBUFFERED": "1", **environment},
            check=False,
        )
        assert done.stdout, done.stderr
        printed = [line for line in done.stderr.splitlines() if line.startswith("> ")]
        return Ran(
            done.returncode,
            "\n".join(line.removeprefix("> ") for line in printed),
            done.stderr,
            json.loads(done.stdout),
        )

    return run


@pytest.fixture(scope="session")
def script(on_gpu: Callable[..., Ran]) -> Callable[..., Ran]:
    """Run a text of Python that uses `client`; it prints its results behind ``> ``."""

    def run(text: str, *options: str, **more: Any) -> Ran:
        whole = f"from client import *\n{textwrap.dedent(text)}"
        return on_gpu([sys.executable, "-c", whole], *options, **more)

    return run
