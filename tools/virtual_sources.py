"""The functions of the driver's stand-in in C, from the table of `pyptx.virtual.calls`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from pyptx.sim.segments import GLOBAL_BASE
from pyptx.virtual.calls import BEFORE_INIT, DIGEST, EXPORTED, ROWS, driver_names, symbols
from pyptx.virtual.results import RESULTS
from pyptx.virtual.runtime import FORWARDED, runtime_names, runtime_results

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pyptx.virtual.wire import Operand, Row

FOLDER = Path(__file__).parents[1] / "csrc" / "virtual"
PATH = "csrc/virtual/driver_calls.h"
TABLES_PATH = "csrc/virtual/driver_tables.h"
NUMBERS_PATH = "csrc/virtual/driver_numbers.h"
RUNTIME_PATH = "csrc/virtual/runtime_calls.h"
PROTOTYPES_PATH = "csrc/virtual/runtime_driver.h"

_HEAD = """\
/* Functions of the driver, as pyptx/virtual/calls.py declares them.
 *
 * Generated: change that file, run `python tools/generate.py` and build again.
 */
/* clang-format off */
"""

_TABLES_HEAD = """\
/* Names of functions, each with the version from which on it has this form, and results.
 *
 * Generated from driver_names.txt and results.py of pyptx/virtual: run `python tools/generate.py`.
 */
/* clang-format off */
"""

_EXPORTED = re.compile(r"^(?:CALL|RUNTIME|API [\w *]*?)\s?\**((?:__)?cu\w+)\([^;]*?\) \{", re.MULTILINE)

_DEFINED = re.compile(r"^(?:CALL|RUNTIME) (cu\w+)\(([^;{]*?)\) \{", re.MULTILINE)

_NUMBERS = {
    "u8": "uint8_t",
    "u16": "uint16_t",
    "u32": "uint32_t",
    "u64": "uint64_t",
    "i32": "int32_t",
    "i64": "int64_t",
    "f32": "float",
}


def sources() -> dict[str, str]:
    """Return the files."""
    numbers = {row.name: number for number, row in enumerate(ROWS)}
    functions = [_HEAD, *_functions(numbers), "", *_refused(), ""]
    return {
        PATH: "\n".join(functions),
        TABLES_PATH: "\n".join([_TABLES_HEAD, *_tables(), ""]),
        NUMBERS_PATH: "\n".join(_constants(numbers)),
        RUNTIME_PATH: "\n".join(_runtime()),
        PROTOTYPES_PATH: "\n".join(_prototypes()),
    }


def _constants(numbers: dict[str, int]) -> Iterator[str]:
    yield "/* Numbers of pyptx/virtual/calls.py. Generated: run `python tools/generate.py`. */"
    yield "/* clang-format off */"
    yield f"#define CALLS_DIGEST {DIGEST}u"
    yield f"#define DEVICE_BASE {GLOBAL_BASE:#x}ull"
    yield f"#define LAST_CALL_BEFORE_INIT {max(numbers[name] for name in BEFORE_INIT)}"
    own = ROWS[len(EXPORTED) :]
    yield f"enum {{ {', '.join(f'CALL_{row.name} = {numbers[row.name]}' for row in own)} }};\n"


def _functions(numbers: dict[str, int]) -> Iterator[str]:
    for row in EXPORTED:
        given = [
            _condition(each) for each in row.operands if _is_pointer(each) and (not each.optional or each.of)
        ]
        put, take = " ".join(map(_put, row.inputs)), " ".join(map(_take, row.outputs))
        body = f"SENDS({' && '.join(given) or 1}, {numbers[row.name]}, {put}, {take})"
        yield f"CALL {row.name}({_parameters(row.operands)}) {{ {body} }}"


def _condition(operand: Operand) -> str:
    """The condition that a pointer must meet."""
    return f"({operand.name} || !{operand.of})" if operand.optional else operand.name


def _parameters(operands: Iterable[Operand]) -> str:
    return ", ".join(map(_parameter, operands)) or "void"


def _is_pointer(operand: Operand) -> bool:
    return operand.is_output or operand.kind not in _NUMBERS


def _parameter(operand: Operand) -> str:
    if operand.kind in _NUMBERS:
        return f"{_NUMBERS[operand.kind]} {'*' if operand.is_output else ''}{operand.name}"
    if operand.kind == "text":
        return f"const char *{'*' if operand.is_output else ''}{operand.name}"
    if operand.kind == "chars":
        return f"char *{operand.name}"
    if operand.kind in ("list", "words"):
        constant = "" if operand.is_output else "const "
        return f"{constant}uint{64 if operand.kind == 'list' else 32}_t *{operand.name}"
    return f"{'' if operand.is_output else 'const '}void *{operand.name}"


def _put(operand: Operand) -> str:
    if operand.kind in _NUMBERS:
        return f"message_put(&m, &{operand.name}, {operand.size});"
    if operand.kind == "text":
        return f"message_put_blob(&m, {operand.name}, strlen({operand.name}));"
    if operand.kind == "image":
        return f"message_put_image(&m, {operand.name});"
    if operand.kind in ("list", "words"):
        width = 8 if operand.kind == "list" else 4
        return f"message_put_blob(&m, {operand.name}, (size_t){operand.of} * {width});"
    return f"message_put(&m, {operand.name}, {operand.size});"


def _take(operand: Operand) -> str:
    if operand.kind == "text":
        return f"*{operand.name} = message_take_text(&m);"
    if operand.kind == "chars":
        return f"message_take_chars(&m, {operand.name}, {operand.of});"
    if operand.kind in ("list", "words"):
        width = 8 if operand.kind == "list" else 4
        return f"message_take_list(&m, {operand.name}, (size_t){operand.of} * {width});"
    return f"message_take(&m, {operand.name}, {operand.size});"


def written_by_hand(*files: str) -> frozenset[str]:
    """Return the functions that C files of ``csrc/virtual`` define and export."""
    return frozenset(name for file in files for name in _EXPORTED.findall(_text(file)))


def _text(file: str) -> str:
    return (FOLDER / file).read_text(encoding="utf-8")


DRIVER = ("driver.c", "driver_graphs.c", "registered.c")
RUNTIME = ("runtime.c", "runtime_graphs.h")
"""Files with functions that are written by hand."""


def _built() -> set[str]:
    return {row.name for row in EXPORTED} | written_by_hand(*DRIVER)


def _refused() -> Iterator[str]:
    built = _built()
    names = (name for forms in symbols().values() for _, name in forms)
    yield from (f"REFUSED({name});" for name in names if name not in built)
    yield "\n/* The variants with a default stream for each thread. */"
    rows = {row.name: _signature_of(row) for row in EXPORTED} | _signatures(*DRIVER)
    yield from _of_threads("CALL", ((newest, newest_of_thread(name)) for name, newest in _newest()), rows)


def _newest() -> Iterator[tuple[str, str]]:
    """Each function that has a variant for the default stream of a thread, with its newest form."""
    return ((name, symbols()[name][-1][1]) for name, (_, suffixes) in driver_names().items() if suffixes)


def newest_of_thread(name: str) -> str:
    """Return the variant of the newest form of a function for the default stream of a thread."""
    return f"{symbols()[name][-1][1]}_{driver_names()[name][1][0]}"


def _of_threads(
    kind: str, variants: Iterable[tuple[str, str]], rows: dict[str, tuple[str, str]]
) -> Iterator[str]:
    """The variants of functions for the default stream of a thread; those of refused ones are refused."""
    for name, variant in variants:
        if name in rows:
            parameters, given = rows[name]
            yield f"{kind} {variant}({parameters}) {{ OF_THREAD({name}({given})) }}"
        else:
            yield f"ALIAS({name}, {variant});"


def _signature_of(row: Row) -> tuple[str, str]:
    return _parameters(row.operands), ", ".join(each.name for each in row.operands)


def _signatures(*files: str) -> dict[str, tuple[str, str]]:
    """Parameters and arguments of the functions that C files of ``csrc/virtual`` define and export."""
    found = {}
    for name, parameters in (each for file in files for each in _DEFINED.findall(_text(file))):
        words = " ".join(parameters.split())
        found[name] = words, ", ".join(re.findall(r"(\w+)(?=,|$)", words) if words != "void" else [])
    return found


def _tables() -> Iterator[str]:
    yield "static const struct Name NAMES[] = {"
    forms = [(name, *form) for name, found in symbols().items() for form in found]
    newest = dict(_newest())
    for name, version, symbol in forms:
        other = newest_of_thread(name) if newest.get(name) == symbol else symbol
        yield f'    {{"{name}", {version}, (void *){symbol}, (void *){other}}},'
    yield "};\n\nstatic const struct Result RESULTS[] = {"
    for number, (name, meaning) in RESULTS.items():
        yield f'    {{{number}, "{name}", "{meaning}"}},'
    yield "};"


_RUNTIME_HEAD = """\
/* Functions of the CUDA runtime, as pyptx/virtual/runtime.py lists them.
 *
 * Generated: change that file, run `python tools/generate.py` and build again.
 */
/* clang-format off */
"""


def _prototypes() -> Iterator[str]:
    """The functions of the driver, for one another and for the runtime."""
    yield _RUNTIME_HEAD
    for row in EXPORTED:
        yield f"int {row.name}({_parameters(row.operands)});"
    for name, (parameters, _) in _signatures(*DRIVER).items():
        yield f"int {name}({parameters});"
    yield "int pyptx_refuse(const char *name);"
    yield "void pyptx_of_thread(int is_of_thread);\n"


def _runtime() -> Iterator[str]:
    """The functions of the runtime that call one of the driver, those that are refused, and the results."""
    rows = {row.name: _signature_of(row) for row in EXPORTED} | _signatures(*DRIVER)
    yield _RUNTIME_HEAD
    for name, called in FORWARDED.items():
        parameters, given = rows[called]
        yield f"RUNTIME {name}({parameters}) {{ FORWARDS({called}({given})) }}"
    built = FORWARDED.keys() | written_by_hand(*RUNTIME)
    yield ""
    yield from (f"REFUSED({name});" for name in runtime_names() if name not in built)
    signatures = {name: rows[called] for name, called in FORWARDED.items()}
    variants = ((name, f"{name}_{suffix}") for name, suffix in runtime_names().items() if suffix)
    yield from _of_threads("RUNTIME", variants, signatures | _signatures(*RUNTIME))
    yield "\nstatic const struct Result RESULTS[] = {"
    for number, name in runtime_results().items():
        meaning = RESULTS[number][1] if number in RESULTS else _RUNTIME_MEANINGS.get(number, name)
        yield f'    {{{number}, "{name}", "{meaning}"}},'
    yield '    {-1, "unrecognized error code", "unrecognized error code"},\n};\n'


_RUNTIME_MEANINGS = {
    9: "the grid or the block of a launch has a size that is not possible",
    12: "the pitch is smaller than the width of a row",
    13: "the program has no variable of the device at this address",
    21: "the direction of a copy is not one of the five",
    52: "a launch without a configuration",
    98: "the program has no kernel at this address, or the device no code for it",
}
