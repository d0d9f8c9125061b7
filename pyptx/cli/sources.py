"""The files a command is given: PTX as text; Python files of kernels, executed and searched."""

from __future__ import annotations

import ast
import contextlib
import inspect
import os
import runpy
import symtable
import sys
import traceback
from typing import TYPE_CHECKING, Any

import click

from pyptx.kernel import Kernel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from pyptx.program import Report


def load(path: str) -> dict[str, Any]:
    """Execute a Python file, not as ``__main__``, and return its names.

    Raises:
        UsageError: It, or a file that it imports, is not Python.
    """
    with _neighbours_importable(path):
        try:
            return runpy.run_path(path, run_name="pyptx_file")
        except SyntaxError as error:
            if path.endswith(".ptx"):
                raise click.UsageError(f"{path} is PTX; this takes FILE.py[:KERNEL]") from None
            said = "".join(traceback.format_exception_only(error)).rstrip()
            raise click.UsageError(said) from None


def text(path: Path) -> str:
    """Return the text of a file, or for ``-`` of standard input, with its line ends as they are.

    Raises:
        UsageError: It cannot be read, or is not UTF-8.
    """
    try:
        return (sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()).decode()
    except (OSError, UnicodeDecodeError) as error:
        raise click.UsageError(f"cannot read {path}: {error}") from None


def split(target: str) -> tuple[str, str | None]:
    """Return file and name of ``FILE:NAME``.

    >>> split("rows.py:softmax")
    ('rows.py', 'softmax')
    """
    path, colon, name = target.rpartition(":")
    return (path, name) if colon and not os.path.exists(target) else (target, None)


def values(words: Sequence[str]) -> dict[str, Any]:
    """Return the values of words such as ``N=128``, ``eps=1e-6`` and ``arch=sm_80``.

    >>> values(["N=128", "eps=1e-6", "arch=sm_80"])
    {'N': 128, 'eps': 1e-06, 'arch': 'sm_80'}

    Raises:
        UsageError: A word has no ``=``.
    """
    found: dict[str, Any] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals or not name.isidentifier():
            raise click.UsageError(f"{word!r} is not NAME=VALUE")
        found[name] = value(text)
    return found


def value(text: str) -> Any:
    """Return the Python value of a word, or the word itself."""
    with contextlib.suppress(ValueError, SyntaxError):
        return ast.literal_eval(text)
    return text


def is_main(names: Mapping[str, Any], wanted: str | None) -> bool:
    """Return whether ``FILE`` or ``FILE:main`` is the ``main`` of the file, and not a kernel of that name.

    >>> is_main({"main": print}, None), is_main({"main": print}, "softmax")
    (True, False)
    """
    main = names.get("main")
    return wanted in (None, "main") and callable(main) and not isinstance(main, Kernel)


def defines_main(path: Path) -> bool:
    """Return whether a Python file binds the name ``main``, by a function, an import or an assignment.

    Raises:
        UsageError: It cannot be read.
    """
    try:
        names = symtable.symtable(text(path), str(path), "exec")
    except (SyntaxError, ValueError):
        return True  # its execution reports the error
    found = [each for each in names.get_symbols() if each.get_name() == "main"]
    return any(each.is_assigned() or each.is_imported() for each in found)


class ArgumentsOfMainError(click.UsageError):
    """The words of a command do not fit the parameters of a ``main``."""


def main_of(
    names: Mapping[str, Any], path: str | Path, words: Sequence[str], **named: Any
) -> Callable[[], Any]:
    """Return the call of the ``main`` of a file, with the values and ``NAME=VALUE`` words given, and `named`.

    Raises:
        UsageError: There is no ``main``.
        ArgumentsOfMainError: It does not take these arguments.
    """
    main = names.get("main")
    if not callable(main):
        raise click.UsageError(f"{path} has no main()")
    positional = [value(word) for word in words if "=" not in word]
    named |= values([word for word in words if "=" in word])
    signature = inspect.signature(main)
    try:
        signature.bind(*positional, **named)
    except TypeError as error:
        kernels = [word for word in words if isinstance(names.get(word), Kernel) or word.startswith("build_")]
        meant = f"; did you mean {path}:{kernels[0]}?" if kernels else ""
        raise ArgumentsOfMainError(f"main{signature} of {path}: {error}{meant}") from None
    return lambda: main(*positional, **named)


def different(launches: Sequence[Report]) -> list[Report]:
    """Return the last launch of each program and grid."""
    found = {
        (id(launch.program and launch.program.module), launch.grid, launch.block): launch
        for launch in launches
    }
    return list(found.values())


def find_kernel(names: Mapping[str, Any], wanted: str | None, given: dict[str, Any]) -> Kernel:
    """Return the kernel called `wanted`, or the only one; a ``build_*`` function is called with `given`.

    Raises:
        UsageError: There is none, or several and `wanted` names none.
    """
    wanted, found = _find(names, wanted)
    return found if isinstance(found, Kernel) else _build(wanted, found, given)


def parameters_of(names: Mapping[str, Any], wanted: str | None) -> list[str]:
    """Return the parameters of the builder that `find_kernel` calls; none for a kernel."""
    _, found = _find(names, wanted)
    return [] if isinstance(found, Kernel) else list(inspect.signature(found).parameters)


def _find(names: Mapping[str, Any], wanted: str | None) -> tuple[str, Kernel | Callable[..., Any]]:
    kernels = {name: found for name, found in names.items() if isinstance(found, Kernel)}
    builders = {name: found for name, found in names.items() if name.startswith("build_") and callable(found)}
    choices = {**kernels, **builders}
    if wanted is None:
        candidates = {id(found): name for name, found in (kernels or builders).items()}
        if len(candidates) != 1:
            listed = ", ".join(choices) or "none"
            raise click.UsageError(f"name one of the kernels of the file, as FILE:NAME (it has {listed})")
        (wanted,) = candidates.values()
    found = choices.get(wanted, names.get(wanted))
    if isinstance(found, Kernel) or callable(found):
        return wanted, found
    raise click.UsageError(f"the file has no kernel {wanted!r} (it has {', '.join(choices) or 'none'})")


def _build(name: str, builder: Callable[..., Any], given: dict[str, Any]) -> Kernel:
    parameters = inspect.signature(builder).parameters
    arguments = {word: given.pop(word) for word in list(given) if word in parameters}
    missing = [
        word
        for word, parameter in parameters.items()
        if parameter.default is parameter.empty
        and parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
        and word not in arguments
    ]
    if missing:
        raise click.UsageError(f"{name} needs {' '.join(f'{word}=…' for word in missing)}")
    lists = [
        arguments.pop(word)
        for word, parameter in parameters.items()
        if parameter.kind is parameter.VAR_POSITIONAL and word in arguments
    ]
    positional = [item for each in lists for item in (each if isinstance(each, tuple) else (each,))]
    try:
        made = builder(*positional, **arguments)
    except ValueError as error:
        words = (
            f"{word}=…,…" if parameter.kind is parameter.VAR_POSITIONAL else word
            for word, parameter in parameters.items()
        )
        raise click.UsageError(f"{name}: {error} (it takes {', '.join(words)})") from error
    if not isinstance(made, Kernel):
        raise click.UsageError(f"{name} returns {type(made).__name__}, not a kernel")
    return made


@contextlib.contextmanager
def _neighbours_importable(path: str) -> Iterator[None]:
    """Let the file import its neighbours."""
    folder = os.path.dirname(os.path.abspath(path))
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        sys.path.remove(folder)
