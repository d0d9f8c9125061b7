"""Length and speed of the Python that PTX becomes, plain and raised, by default that of the tests.

python benchmarks/bench_raising.py [FILE_OR_FOLDER …]
python benchmarks/bench_raising.py --only mma tests/corpus/ptx

Prints a row for each folder of files, and with ``--each`` for each file: files, bytes, lines of plain Python
that are not empty, lines of raised Python, raised over plain, MB/s of each, and the share of assignments in
raised Python whose variable has only the number of a register, like ``r123``.
``--dry`` takes the smallest file: that tests the script and measures nothing.
"""

from __future__ import annotations

import argparse
import pathlib
import re
import time
from typing import NamedTuple

from pyptx.codegen import ptx_to_python
from pyptx.errors import PtxError

CORPUS = pathlib.Path(__file__).resolve().parents[1] / "tests/corpus/ptx"
ASSIGNED = re.compile(r"^ +(\w+) = ", re.MULTILINE)
NUMBERED = re.compile(r"[a-z]{1,2}\d+")


class Measured(NamedTuple):
    """Files, or one of them: bytes, lines of Python and seconds, plain and raised; assignments in raised."""

    size: int
    plain: int
    raised: int
    plain_s: float
    raised_s: float
    assigned: int
    numbered: int


def main() -> None:
    """Print the rows."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("paths", nargs="*", type=pathlib.Path, help=".ptx files, or folders of them")
    arguments.add_argument("--only", default="", help="files with this word in them: mma, wgmma, tcgen05 …")
    arguments.add_argument("--each", action="store_true", help="a row for each file")
    arguments.add_argument("--dry", action="store_true", help="the smallest file")
    options = arguments.parse_args()
    files = [
        file
        for path in options.paths or [CORPUS]
        for file in (sorted(path.rglob("*.ptx")) if path.is_dir() else [path])
    ]
    if options.dry:
        files = [min(files, key=lambda file: file.stat().st_size)]
    print(f"{'':44} files   bytes  plain raised  ratio  plain raised MB/s numbered")
    groups: dict[str, list[Measured]] = {}
    refused = 0
    for file in files:
        text = file.read_bytes().decode("utf-8", "surrogateescape").rstrip("\0")
        if options.only not in text:
            continue
        try:
            measured = measure(text)
        except PtxError:
            refused += 1
            continue
        groups.setdefault(str(file.parent), []).append(measured)
        if options.each:
            show(file.name, [measured])
    for name, rows in groups.items():
        show(name, rows)
    show("all", [row for rows in groups.values() for row in rows])
    if refused:
        print(f"{refused} files are refused")


def measure(text: str) -> Measured:
    """Transpile a text both ways."""
    start = time.process_time()
    plain = ptx_to_python(text, layout="none")
    between = time.process_time()
    raised = ptx_to_python(text, sugar=True)
    end = time.process_time()
    names = ASSIGNED.findall(raised)
    numbered = sum(NUMBERED.fullmatch(name) is not None for name in names)
    return Measured(
        len(text), lines(plain), lines(raised), between - start, end - between, len(names), numbered
    )


def lines(python: str) -> int:
    """Lines that are not empty."""
    return sum(1 for line in python.splitlines() if line.strip())


def show(name: str, rows: list[Measured]) -> None:
    """Print the sum of some rows."""
    if not rows:
        return
    size, plain, raised, plain_s, raised_s, assigned, numbered = (
        sum(column) for column in zip(*rows, strict=True)
    )
    print(
        f"{name[-44:]:44} {len(rows):5} {size:7} {plain:6} {raised:6} {raised / plain:6.3f} "
        f"{size / 1e6 / plain_s:6.2f} {size / 1e6 / raised_s:6.2f}      {numbered / max(assigned, 1):8.3f}"
    )


if __name__ == "__main__":
    main()
