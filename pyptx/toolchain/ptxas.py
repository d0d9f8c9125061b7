"""Assembly of PTX with ptxas, and parsing of its messages."""

from __future__ import annotations

import json
import re
import struct
import subprocess
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from pyptx.errors import ToolError
from pyptx.toolchain import cache
from pyptx.toolchain.locate import find
from pyptx.toolchain.scratch import HELP, scratch

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from pyptx.ir import Source

_ELF_HEADER = struct.Struct("<32xQQ6xHHHH2x")
"""Header of a 64-bit ELF file: offsets of the segment and section tables, then size and number of rows."""
_FORMAT = b"pyptx-cubin-2"
_MESSAGE = re.compile(
    r"ptxas (?:.*?, line (?P<line>\d+); )?(?P<severity>fatal|error|warning|info)\s*: (?P<text>.*)"
)
_FUNCTION = re.compile(r"(?:Compiling entry function|Function properties for) '?([\w$%]+)'?")
_SPILLS = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")
_COUNTS = re.compile(r"(\d+) (registers|barriers|bytes smem)")
_ADVICE = re.compile(r"\((C75\d\d)\) (.*)")
_ADVISED_LINE = re.compile(r"\bline (\d+)")


@dataclass(frozen=True, slots=True)
class Advisory:
    """One message of ptxas about the text.

    Attributes:
        severity: ``"fatal"``, ``"error"``, ``"warning"``, or ``"advice"`` about slow code, such as `wgmma`
            that is serialised.
        message: The text of ptxas.
        line: PTX line, counted from 1; None for the text as a whole.
        code: Code of an advice, such as ``"C7510"``; empty for the others.
    """

    severity: str
    message: str
    line: int | None
    code: str = ""

    def report(self, text: str, lines: Mapping[int, Source] | None = None) -> str:
        """Return the message with its PTX line and the Python line that wrote it."""
        said = f"{self.severity}{self.code and f' {self.code}'}: {self.message}"
        if self.line is None:
            return said
        rows = text.splitlines()
        if self.line <= len(rows):
            said += f"\n  PTX line {self.line}: {rows[self.line - 1].strip()}"
        source = lines.get(self.line) if lines else None
        return f"{said}\n  at {source}" if source else said


@dataclass(frozen=True, slots=True)
class Usage:
    """Resources of one function of a cubin.

    Attributes:
        registers: Registers per thread; 0 if ptxas reports none.
        stack_bytes: Local memory per thread.
        spill_store_bytes: Bytes of register spills.
        spill_load_bytes: Bytes reloaded from spills.
        shared_bytes: Static shared memory of a CTA.
        barriers: Named barriers.
    """

    registers: int = 0
    stack_bytes: int = 0
    spill_store_bytes: int = 0
    spill_load_bytes: int = 0
    shared_bytes: int = 0
    barriers: int = 0


@dataclass(frozen=True, slots=True)
class Attempt:
    """One run of a given ptxas, however it ended.

    Attributes:
        status: Exit status; negative for a signal, None for a run that was stopped after its time.
        cubin: Machine code; empty if ptxas wrote none.
        messages: Errors, warnings and advisories.
        output: Everything that ptxas printed.
        registers: Registers per thread of the function that uses most.
        spill_bytes: Bytes spilled and read back, of all functions.
    """

    status: int | None
    cubin: bytes = b""
    messages: tuple[Advisory, ...] = ()
    output: str = ""
    registers: int = 0
    spill_bytes: int = 0


@dataclass(frozen=True, slots=True)
class Compiled:
    """Result of a ptxas run.

    Attributes:
        cubin: Machine code; empty after a parse-only run.
        functions: Usage by function name.
        warnings: Warnings and advisories of ptxas, in order.
        version: Release of ptxas.
    """

    cubin: bytes
    functions: Mapping[str, Usage]
    warnings: tuple[Advisory, ...]
    version: str

    @property
    def registers(self) -> int:
        """Registers per thread of the function that uses most."""
        return max((usage.registers for usage in self.functions.values()), default=0)

    @property
    def spill_bytes(self) -> int:
        """Bytes spilled and read back, of all functions."""
        return sum(usage.spill_store_bytes + usage.spill_load_bytes for usage in self.functions.values())

    @property
    def smem(self) -> int:
        """Static shared memory of the function that uses most, in bytes."""
        return max((usage.shared_bytes for usage in self.functions.values()), default=0)


def assemble(
    text: str,
    arch: str,
    options: Sequence[str] = (),
    *,
    lines: Mapping[int, Source] | None = None,
    cached: bool = True,
) -> Compiled:
    """Assemble PTX `text` for the target `arch`; earlier results come from the cache.

    Args:
        text: A whole PTX module.
        arch: Target of the machine code, such as ``"sm_90a"``.
        options: Further options of ptxas.
        lines: Python line of each PTX line, for the messages.
        cached: Whether an earlier result will do.

    Raises:
        ToolError: ptxas is missing, or refused the text; the message names PTX and Python lines.
    """
    tool = find("ptxas")
    name = cache.key(_FORMAT, text, arch, tool.version, *options)
    stored = cache.load(name) if cached else None
    if stored is not None and (found := _unpack(stored, tool.version)) is not None:
        return found
    compiled = _run(tool.path, text, arch, options, lines, tool.version)
    cache.store(name, _pack(compiled))
    return compiled


def attempt(path: str, text: str, arch: str, options: Sequence[str], timeout: float) -> Attempt:
    """Assemble with the ptxas at `path`, without the cache, and describe the end of the run.

    Args:
        path: The executable.
        text: A whole PTX module.
        arch: Target of the machine code.
        options: Further options of ptxas.
        timeout: Seconds after which ptxas is stopped.

    Raises:
        ToolError: The executable does not run, or its files cannot be written.
    """
    with scratch() as folder:
        output = folder / "out.cubin"
        try:
            done = _invoke(path, text, arch, options, output, timeout)
        except subprocess.TimeoutExpired:
            return Attempt(None)
        functions, messages = _read(done.stderr + done.stdout)
        cubin = output.read_bytes() if output.exists() else b""
        compiled = Compiled(cubin, functions, messages, "")
        return Attempt(
            done.returncode,
            cubin,
            messages,
            done.stderr + done.stdout,
            compiled.registers,
            compiled.spill_bytes,
        )


def check(text: str, arch: str, *, lines: Mapping[int, Source] | None = None) -> tuple[Advisory, ...]:
    """Return the warnings and errors ptxas has about `text`, without making machine code.

    Raises:
        ToolError: ptxas is missing or does not run.
    """
    tool = find("ptxas")
    done = _invoke(tool.path, text, arch.replace("sm_", "compute_"), (), None)
    _, said = _read(done.stderr + done.stdout)
    if done.returncode and not said:
        raise ToolError(f"ptxas ended with status {done.returncode} and no message (target {arch})")
    return said


def _run(
    path: str,
    text: str,
    arch: str,
    options: Sequence[str],
    lines: Mapping[int, Source] | None,
    version: str,
) -> Compiled:
    with scratch() as folder:
        output = folder / "out.cubin"
        done = _invoke(path, text, arch, options, output)
        functions, said = _read(done.stderr + done.stdout)
        if done.returncode:
            reports = [advisory.report(text, lines) for advisory in said]
            if done.returncode < 0:
                raise ToolError(
                    f"ptxas {version} was ended by signal {-done.returncode} as it made code for {arch}"
                )
            detail = "\n".join(reports) or f"status {done.returncode} and no message"
            raise ToolError(f"ptxas {version} refused the PTX for {arch}:\n{detail}{_room(detail)}")
        cubin = output.read_bytes() if output.exists() else b""
        if not _is_whole(cubin):
            raise ToolError(
                f"ptxas {version} wrote {len(cubin)} bytes of machine code for {arch}, which are not all of "
                f"it, and said nothing{HELP}"
            )
    return Compiled(cubin, functions, said, version)


def _room(said: str) -> str:
    """Return the help for a message of ptxas that it cannot write."""
    return HELP if "writing file" in said else ""


def _is_whole(cubin: bytes) -> bool:
    """Whether the tables of an ELF file are in it, which a full disk may have cut off."""
    if len(cubin) < _ELF_HEADER.size or not cubin.startswith(b"\x7fELF"):
        return False
    segments, sections, segment, segment_count, section, section_count = _ELF_HEADER.unpack_from(cubin)
    end = max(segments + segment * segment_count, sections + section * section_count)
    return len(cubin) >= int(end)


def _invoke(
    path: str,
    text: str,
    arch: str,
    options: Sequence[str],
    output: Path | None,
    timeout: float | None = None,
) -> subprocess.CompletedProcess[str]:
    with scratch() as folder:
        source = folder / "in.ptx"
        try:
            # Some compilers end their text as C does; the driver takes that, ptxas does not.
            source.write_text(text.rstrip("\0"), encoding="utf-8", newline="")
        except OSError as error:
            raise ToolError(f"PTX for ptxas cannot be written to {source}: {error}{HELP}") from error
        target = output or folder / "out.cubin"
        command = [path, "-v", f"-arch={arch}", *options, str(source), "-o", str(target)]
        try:
            return subprocess.run(
                command, capture_output=True, text=True, errors="replace", check=False, timeout=timeout
            )
        except OSError as error:
            raise ToolError(f"ptxas at {path} does not run: {error}") from error


def _read(said: str) -> tuple[dict[str, Usage], tuple[Advisory, ...]]:
    functions: dict[str, dict[str, int]] = {}
    advisories: list[Advisory] = []
    current: dict[str, int] = {}
    fields = {"registers": "registers", "barriers": "barriers", "bytes smem": "shared_bytes"}
    for row in said.splitlines():
        message = _MESSAGE.match(row)
        advice = _ADVICE.search(message["text"]) if message else None
        if advice is not None:
            line = _ADVISED_LINE.search(advice[2])
            advisories.append(Advisory("advice", advice[2], int(line[1]) if line else None, advice[1]))
        elif message and message["severity"] != "info":
            if "aborted due to errors" not in message["text"]:
                number = int(message["line"]) if message["line"] else None
                advisories.append(Advisory(message["severity"], message["text"].strip(), number))
        elif found := _FUNCTION.search(row):
            current = functions.setdefault(found[1], {})
        elif spills := _SPILLS.search(row):
            names = ("stack_bytes", "spill_store_bytes", "spill_load_bytes")
            current.update(zip(names, map(int, spills.groups()), strict=True))
        elif "Used " in row:
            current.update({fields[unit]: int(count) for count, unit in _COUNTS.findall(row)})
    return {name: Usage(**counts) for name, counts in functions.items()}, tuple(advisories)


def _pack(compiled: Compiled) -> bytes:
    header = {
        "functions": {name: asdict(usage) for name, usage in compiled.functions.items()},
        "warnings": [asdict(warning) for warning in compiled.warnings],
    }
    return json.dumps(header).encode() + b"\n" + compiled.cubin


def functions_of(stored: bytes) -> tuple[str, ...]:
    """Return the names of the functions in an entry of the cache; () if it is of another version."""
    found = _unpack(stored, "")
    return () if found is None else tuple(found.functions)


def _unpack(stored: bytes, version: str) -> Compiled | None:
    """The result in an entry of the cache; None where the entry is not one of `_pack`."""
    header, _, cubin = stored.partition(b"\n")
    try:
        fields = json.loads(header)
        functions = {name: Usage(**usage) for name, usage in fields["functions"].items()}
        warnings = tuple(Advisory(**warning) for warning in fields["warnings"])
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        return None
    return Compiled(cubin, functions, warnings, version)
