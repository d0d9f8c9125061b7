"""Demangling of C++ and Rust names.

>>> demangled("_Z5scaleIfEvPT_i")
'void scale<float>(float*, int)'
>>> stem("_Z5scaleIfEvPT_i"), stem("scale")
('scale', 'scale')
>>> readable("_Z5scaleIfEvPT_i"), readable("scale")
('scale<float>(float*, int)', 'scale')

LLVM's demangler does the work, through `pycxxfilt`. Without that package every name stays mangled.
"""

from __future__ import annotations

import functools
import importlib
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_TAG = re.compile(r"\[abi:[^]]*\]")
_HASH = re.compile(r"::h[0-9a-f]{16}\Z")
_SUFFIX = re.compile(r"(?:\s*(?:const|volatile|&&?|noexcept|\[clone[^]]*\]|\(\.[^)]*\)))+\Z")
_WORD = re.compile(r"[^\W\d]\w*\Z")
_LOCAL = re.compile(r"\$__cuda_local_var_\d+_\d+_non_const_([^\W\d]\w*)\Z")
"""Names that nvcc gave to the shared variables of functions up to CUDA 9."""
_PARAMETER = re.compile(r"(_[ZR]\w+)(_param_\d+)\Z")
_INNERMOST = re.compile(r"<[^<>()]*>|\([^<>()]*\)")
_BRIEF = 48
"""Letters of a name beyond which `brief` leaves some out."""
_CLOSING = {")": "(", "]": "[", "}": "{", ">": "<"}


@functools.lru_cache(maxsize=4096)
def demangled(name: str) -> str | None:
    """Return a name in its language, without ABI tags and Rust's hash; None for a name that is not mangled.

    >>> demangled("_ZN7kernels5saxpyB2v1Eif")
    'kernels::saxpy(int, float)'
    """
    if not is_mangled(name):
        return None
    demangle = _demangler()
    if demangle is None:
        return None
    try:
        found = demangle(name)
    except ValueError:
        return None
    return _HASH.sub("", _TAG.sub("", found)) if found else None


def is_mangled(name: str) -> bool:
    """Whether a name looks like a mangled one of C++ or Rust."""
    return name[:2] in ("_Z", "_R")


def is_installed() -> bool:
    """Whether the package that demangles names is installed."""
    return _demangler() is not None


@functools.lru_cache(maxsize=4096)
def stem(name: str) -> str:
    """The name of a function or variable alone, without its scope, arguments and types.

    >>> stem("_ZN3cub6detail6kernelINS_6PolicyILi3EEEfEEvPKT0_"), stem("_ZZ4tilePfE6shared")
    ('kernel', 'shared')
    >>> stem("$_Z4tilePf$__cuda_local_var_32866_36_non_const_shared")
    'shared'
    """
    if (local := _LOCAL.search(name)) is not None:
        return local[1]
    said = _own(name)
    found = _WORD.search(said) if said is not None else None
    return found[0] if found is not None else name


@functools.lru_cache(maxsize=4096)
def readable(name: str) -> str:
    """A name for people: demangled, without a type in front; another stays as it is."""
    text, named = demangled(name), _own(name)
    if text is None or named is None:
        return name
    depth = 0
    start = 0
    for position, letter in enumerate(named):
        if letter in "([{<":
            depth += 1
        elif letter in ")]}>":
            depth -= 1
        elif letter == " " and not depth and not named.endswith("operator", 0, position):
            start = position + 1
    return text[start:]


@functools.lru_cache(maxsize=4096)
def brief(name: str) -> str:
    """Return a readable name for a message; a long one, or one local to a function, is shortened.

    >>> brief("_ZZ4tilePfE6shared"), brief("_ZN3cub7scatterINS_6PolicyILi3ELb1EEEfEEvPKT0_PT0_i_param_2")
    ('tile::shared', 'cub::scatter_param_2')
    """
    if (parameter := _PARAMETER.match(name)) is not None:
        return without_brackets(readable(parameter[1])) + parameter[2]
    text = readable(name)
    local = ")::" in text.replace("(anonymous namespace)::", "")
    return text if len(text) <= _BRIEF and not local else "::".join(without_brackets(text).split("::")[-2:])


def without_brackets(text: str) -> str:
    """A demangled name without its template arguments and parameters.

    >>> without_brackets("void (anonymous namespace)::gemm<Tile<64, 64>, float>(Params<float>)::smem")
    'void gemm::smem'
    """
    text = text.replace("(anonymous namespace)::", "")
    while (less := _INNERMOST.sub("", text)) != text:
        text = less
    return text


@functools.cache
def _demangler() -> Callable[[str], str | None] | None:
    """The function that demangles; None where its package is not installed."""
    try:
        found: Callable[[str], str | None] = importlib.import_module("pycxxfilt").demangle
    except ImportError:
        return None
    return found


@functools.lru_cache(maxsize=4096)
def unqualified(name: str) -> str:
    """A name for people, less the scope it is in.

    >>> unqualified("_ZN3cub6kernelIfEEvPT_"), unqualified("kernel")
    ('kernel<float>(float*)', 'kernel')
    """
    text, named, own = demangled(name), _own(name), stem(name)
    return (
        text[len(named) - len(own) :]
        if text is not None and named and named.endswith(own)
        else readable(name)
    )


def _own(name: str) -> str | None:
    """The demangled name up to the end of the function's own name: no template arguments, no parameters."""
    text = demangled(name)
    if text is None:
        return None
    text = _SUFFIX.sub("", text)
    if text.endswith(")"):
        text = text[: _opening(text)]
    if text.endswith(">") and "operator" not in text.rpartition("::")[2]:
        text = text[: _opening(text)]
    return text


def _opening(text: str) -> int:
    """Return the position of the bracket that the last letter closes; 0 if there is none."""
    waiting: list[str] = []
    for position in range(len(text) - 1, -1, -1):
        letter = text[position]
        # Inside parentheses < and > compare.
        if letter in _CLOSING and not (letter == ">" and waiting and waiting[-1] == "("):
            waiting.append(_CLOSING[letter])
        elif waiting and letter == waiting[-1]:
            waiting.pop()
            if not waiting:
                return position
    return 0
