"""NVIDIA's ``cuda.h`` as the tests read it.

The file is part of ``nvidia-cuda-runtime``, which ``nvidia-cuda-nvcc``, the package of ptxas, requires.
"""

from __future__ import annotations

import functools
import re
from pathlib import Path

import pytest

from pyptx.toolchain import find_or_none

_ENUMERATION = re.compile(r"typedef enum \w*\s*\{(.*?)\}\s*\w+;", re.DOTALL)
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_ENUMERATOR = re.compile(r"(\w+)\s*(?:=\s*([^,]+))?")
_PROTOTYPE = re.compile(r"^CUresult CUDAAPI (\w+)\((.*?)\);", re.DOTALL | re.MULTILINE)
_RENAMED = re.compile(r"^#define (cu\w+)\s+(?:__CUDA_API_PT[DS][SZ]?\()?(cu\w+)\)?$", re.MULTILINE)


def include_folder() -> Path:
    """Return the folder of ``cuda.h``, beside the ptxas of the same wheels; skip the test without it."""
    tool = find_or_none("ptxas")
    folder = None if tool is None else Path(tool.path).parents[1] / "include"
    if folder is None or not (folder / "cuda.h").is_file():
        pytest.skip("needs cuda.h: pip install nvidia-cuda-nvcc")
    return folder


@functools.cache
def enumerators() -> dict[str, int]:
    """Return every enumerator whose value is a number, by name."""
    found: dict[str, int] = {}
    for body in _ENUMERATION.findall(_text()):
        after: int | None = 0
        for name, value in _ENUMERATOR.findall(body):
            digits = re.fullmatch(r"(0x[0-9a-fA-F]+|\d+)", value.strip())
            number = int(value, 0) if digits else after if not value else None
            if number is not None:
                found[name] = number
            after = None if number is None else number + 1
    return found


@functools.cache
def prototypes() -> dict[str, tuple[str, ...]]:
    """Return the parameter types of every function, by the name that the library exports."""
    text = _text()
    exported = dict(_RENAMED.findall(text))
    found: dict[str, tuple[str, ...]] = {}
    for name, parameters in _PROTOTYPE.findall(text):
        types = [re.sub(r"\s*\w+$", "", each.strip()) for each in parameters.split(",")]
        found.setdefault(exported.get(name, name), tuple(word for word in types if word not in ("", "void")))
    return found


@functools.cache
def _text() -> str:
    return _COMMENT.sub("", (include_folder() / "cuda.h").read_text())
