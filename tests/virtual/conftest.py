"""Run scripts on the virtual GPU."""

from __future__ import annotations

import functools
import hashlib
import json
import os
import select
import shutil
import subprocess
import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from pyptx.errors import MissingToolError
from pyptx.toolchain import find_or_none
from pyptx.virtual.environment import libraries

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

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


class CommandResult(NamedTuple):
    """A command that ended: exit code, standard output and standard error."""

    code: int
    stdout: str
    stderr: str


FORKS = """
import json, os, sys
from pyptx.cli import main
import pyptx.cli.gpu, pyptx.sim.native, pyptx.virtual.hub, pyptx.virtual.server
for line in sys.stdin:
    words, environment, output, errors = json.loads(line)
    child = os.fork()
    if not child:
        for number, path in ((1, output), (2, errors)):
            os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.environ.update(environment)
        main(words, prog_name="pyptx")
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""A process with pyptx loaded, which forks for each command: a start takes no time of its own."""


@pytest.fixture(scope="session")
def pyptx(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., CommandResult]]:
    """Run the command ``pyptx`` with some words, in an environment with more variables."""
    folder = tmp_path_factory.mktemp("pyptx")
    output, errors = folder / "output", folder / "errors"
    with subprocess.Popen(
        [sys.executable, "-c", FORKS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None

        def run(words: Sequence[str], timeout: float = 120, **environment: str) -> CommandResult:
            assert process.stdin is not None
            assert process.stdout is not None
            print(json.dumps([words, environment, str(output), str(errors)]), file=process.stdin)
            if not select.select([process.stdout], [], [], timeout)[0]:
                process.kill()
                pytest.fail(f"{words} takes more than {timeout} s: {errors.read_text()}")
            return CommandResult(int(process.stdout.readline()), output.read_text(), errors.read_text())

        yield run
        process.stdin.close()


@pytest.fixture(scope="session")
def on_gpu(pyptx: Callable[..., CommandResult]) -> Callable[..., Ran]:
    """Run commands on the virtual GPU; skip without its libraries."""
    try:
        libraries()
    except MissingToolError as error:
        pytest.skip(str(error))

    def run(command: Sequence[str], *options: str, timeout: float = 120, **environment: str) -> Ran:
        path = os.pathsep.join((str(HERE), environment.pop("PYTHONPATH", "")))
        words = ["gpu", "--memory", "1G", *options, "--json", "--", *command]
        done = pyptx(words, timeout, PYTHONPATH=path, PYTHONUNBUFFERED="1", **environment)
        assert done.stdout, done.stderr
        printed = [line for line in done.stderr.splitlines() if line.startswith("> ")]
        return Ran(
            done.code,
            "\n".join(line.removeprefix("> ") for line in printed),
            done.stderr,
            json.loads(done.stdout),
        )

    return run


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Callable[..., str]:
    """Compile a program of ``clients`` once, with PTX and a shared runtime; skip without nvcc 13.

    Programs stay in the cache of pytest, for later runs with the same sources, options and compiler.
    """
    found = shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin:/usr/local/cuda-13.0/bin")
    if found is None:
        pytest.skip("needs nvcc of CUDA 13")
    said = subprocess.run([found, "--version"], capture_output=True, text=True, check=False).stdout
    if "release 13." not in said:
        pytest.skip(f"needs nvcc of CUDA 13, not {said.strip().splitlines()[-1:]}")
    if find_or_none("cuobjdump") is None:
        pytest.importorskip("zstandard", reason="nvcc compresses with Zstandard")
    cache = getattr(request.config, "cache", None)  # none with -p no:cacheprovider
    kept = tmp_path_factory.mktemp("nvcc") if cache is None else cache.mkdir("nvcc")

    def compile_(*names: str, options: tuple[str, ...] = ()) -> str:
        sources = [HERE / "clients" / name for name in names]
        command = [found, "-cudart", "shared", "-lineinfo", "-gencode", "arch=compute_90,code=compute_90"]
        command += [*options, *map(str, sources)]
        texts = [source.read_text(encoding="utf-8") for source in sources]
        folder = kept / hashlib.sha256("\0".join((said, *command, *texts)).encode()).hexdigest()
        path = folder / "-".join((*names, *options))
        if not path.exists():
            folder.mkdir(exist_ok=True)
            own = path.with_name(f"{path.name}.{os.getpid()}")  # no other process runs a part of a program
            done = subprocess.run([*command, "-o", str(own)], capture_output=True, text=True, check=False)
            assert not done.returncode, done.stderr
            own.replace(path)
        return str(path)

    return functools.cache(compile_)


@pytest.fixture(scope="session")
def script(on_gpu: Callable[..., Ran]) -> Callable[..., Ran]:
    """Run a text of Python that uses `client`; it prints its results after ``> ``."""

    def run(text: str, *options: str, **more: Any) -> Ran:
        whole = f"from client import *\n{textwrap.dedent(text)}"
        return on_gpu([sys.executable, "-c", whole], *options, **more)

    return run
