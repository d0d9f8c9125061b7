"""Speed and memory of the parser and the emitter on PTX files, by default those of the tests.

python benchmarks/bench_parser.py [FILE_OR_FOLDER …]

``--dry`` takes the smallest file once: that tests the script and measures nothing.
"""

from __future__ import annotations

import argparse
import pathlib
import time
import tracemalloc
from typing import TYPE_CHECKING, TypeVar

from pyptx.emitter import emit
from pyptx.parser import parse

if TYPE_CHECKING:
    from collections.abc import Callable

CORPUS = pathlib.Path(__file__).resolve().parents[1] / "tests/corpus/ptx"
Result = TypeVar("Result")


def main() -> None:
    """Print one line per run: MB/s of parse and of emit, bytes of memory per byte of text."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("paths", nargs="*", type=pathlib.Path, help=".ptx files, or folders of them")
    arguments.add_argument("--repeat", type=int, default=3, help="runs; the best counts")
    arguments.add_argument("--dry", action="store_true", help="the smallest file, once")
    options = arguments.parse_args()
    files = [
        file
        for path in options.paths or [CORPUS]
        for file in (sorted(path.rglob("*.ptx")) if path.is_dir() else [path])
    ]
    if options.dry:
        files, options.repeat = [min(files, key=lambda file: file.stat().st_size)], 1
    texts = [file.read_bytes().decode("utf-8", "replace").rstrip("\0") for file in files]
    size = sum(map(len, texts))
    modules, parse_s = best_of(options.repeat, lambda: [parse(text) for text in texts])
    written, emit_s = best_of(options.repeat, lambda: list(map(emit, modules)))
    same = sum(a == b for a, b in zip(texts, written, strict=True))
    held, peak = memory(texts)
    print(f"{len(files)} files, {size / 1e6:.2f} MB, {same} identical")
    print(f"parse {size / 1e6 / parse_s:6.1f} MB/s")
    print(f"emit  {size / 1e6 / emit_s:6.1f} MB/s")
    print(f"both  {size / 1e6 / (parse_s + emit_s):6.1f} MB/s")
    print(f"tree  {held / size:6.1f} bytes per byte of text, {peak / size:.1f} at the peak")


def best_of(repeat: int, work: Callable[[], Result]) -> tuple[Result, float]:
    """The result of `work` and the seconds of its fastest run."""
    runs = []
    for _ in range(max(repeat, 1)):
        start = time.process_time()
        result = work()
        runs.append((time.process_time() - start, result))
    seconds, result = min(runs, key=lambda run: run[0])
    return result, seconds


def memory(texts: list[str]) -> tuple[int, int]:
    """Bytes that all the trees hold, and the most that were held on the way."""
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    modules = [parse(text) for text in texts]
    held, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del modules
    return held - before, peak - before


if __name__ == "__main__":
    main()
