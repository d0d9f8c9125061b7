"""The files of the native engine's interface: its C++ header, of `pyptx.sim.abi`, and its handlers' names."""

from __future__ import annotations

import textwrap
from itertools import groupby
from typing import TYPE_CHECKING

from pyptx.sim import abi, handlers
from pyptx.sim.interface import SLOTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pyptx.sim.interface import Operands, Row, Struct, Words

PATH = "csrc/engine/abi.h"

_HEAD = f"""\
/* The interface between Python and the engine, as pyptx/sim/abi.py and handlers.py declare it.
 *
 * Generated: change those files, run `python tools/generate.py` and build again. Each handler that does more
 * than compute has a view of its record, which reads operands by name: rows are offsets of registers in the
 * memory of a warp; -1 represents none where the table has a question mark.
 */
/* clang-format off */
#ifndef PYPTX_ENGINE_ABI_H
#define PYPTX_ENGINE_ABI_H

#include <stdint.h>

namespace pyptx {{

constexpr char LAYOUT[] = "{handlers.LAYOUT}"; /* a number for all of it, which Python compares */

struct Warp;
struct Instr;
using Handler = const Instr *(*)(Warp &, const Instr *);

/* A record as it runs. Handlers that only compute have the operands of their instruction in `d`, `a`, ... */
struct Instr {{
    Handler run;
    int32_t {", ".join(SLOTS[:-1])};
    int32_t step; /* number of the instruction in its block, for reports */
    int64_t {SLOTS[-1]};
    const int32_t *extra;
}};
"""
_NAMES_HEAD = """\
# The handlers of the native engine, a paragraph for each first word. `pyptx.sim.native.extension` refuses an
# extension that lacks one of them: it was built from older sources. Written by `python tools/generate.py`.
"""
_COLUMNS = 110
_NUMBERS = {f"{sign}{bits}": f"{'u' * (sign == 'u')}int{bits}_t" for sign in "iu" for bits in (8, 16, 32, 64)}
_NUMBERS["f64"] = "double"


def header() -> str:
    """Return the text of ``csrc/engine/abi.h``."""
    parts = [
        "".join(f"constexpr {_number(value)} {name} = {value};\n" for name, value in abi.NUMBERS.items()),
        *map(_enumeration, abi.WORDS.values()),
        *map(_structure, abi.STRUCTS.values()),
        *(_view(each) for each in handlers.OPERANDS if each.rows != (each.base.rows if each.base else ())),
    ]
    return "\n".join((_HEAD, *parts, "} // namespace pyptx\n#endif\n"))


def names(handlers: Iterable[str]) -> str:
    """Return the text of ``pyptx/sim/native/handlers.txt``."""
    families = groupby(sorted(handlers), lambda name: name.partition(".")[0])
    paragraphs = [
        textwrap.fill(" ".join(family), _COLUMNS, subsequent_indent="  ", break_on_hyphens=False)
        for _, family in families
    ]
    return _NAMES_HEAD + "\n".join(paragraphs) + "\n"


def _number(value: int) -> str:
    return "uint64_t" if value >> 31 else "int"


def _enumeration(words: Words) -> str:
    members = [f"    {name} = {number}," for name, number in words.cpp.items()]
    return "\n".join((f"enum {words.name} : {_NUMBERS[words.base]} {{", *members, "};\n"))


def _structure(struct: Struct) -> str:
    lines = [_noted(_member(row), row.note) for row in struct.rows]
    return "\n".join((f"struct {struct.name} {{", *lines, "};\n"))


def _member(row: Row) -> str:
    type_ = _NUMBERS.get(row.type, row.type)
    count = f"[{row.count}]" if row.count != 1 else ""
    return f"    {type_} {'*' * row.pointer}{row.name}{count};"


def _noted(line: str, note: str) -> str:
    return f"{line} /* {note} */" if note else line


def _view(operands: Operands) -> str:
    """Return the type whose member functions read the operands of a record."""
    base = operands.base
    own = operands.rows[len(base.rows) if base else 0 :]
    name = f"{operands.name}Args"
    head = f"struct {name} : {base.name}Args {{" if base else f"struct {name} {{"
    start = (
        f"    using {base.name}Args::{base.name}Args;"
        if base
        else f"    const Instr *i;\n    explicit {name}(const Instr *i) : i(i) {{}}"
    )
    said = f"/* {' '.join(operands.handlers)} */\n" if operands.handlers else ""
    functions = [
        _noted(f"    {function}", note)
        for row_name, function, note in _functions(operands)
        if row_name in {row.name for row in own}
    ]
    return said + "\n".join((head, start, *functions, "};\n"))


def _functions(operands: Operands) -> Iterator[tuple[str, str, str]]:
    """Yield the functions that read each operand, in order: name, function and note."""
    fixed, counted = 0, ""
    for row in operands.rows:
        struct = operands.structs.get(row.type)
        word = "int32_t" if row.type in ("row", "index", "i32") else _NUMBERS.get(row.type, row.type)
        size = struct.words if struct else 1

        def at(fixed: int = fixed, counted: str = counted) -> str:
            return f"i->extra{f' + {fixed}' if fixed else ''}{counted}"

        if row.count != 1:
            count = f"{row.name}_count"
            slot = operands.slots.get(count)
            value = f"i->{slot}" if slot else f"*({at()})"
            value = f"(int32_t){value}" if slot == SLOTS[-1] else value
            yield row.name, f"int32_t {count}() const {{ return {value}; }}", ""
            fixed += slot is None
            place = at(fixed)
            plain = word == "int32_t"
            value = place if plain else f"(const {word} *)({place})"
            yield row.name, f"const {word} *{row.name}() const {{ return {value}; }}", row.note
            counted += f" + {f'{size} * ' if size > 1 else ''}{count}()"
        elif struct:
            yield (
                row.name,
                f"const {word} &{row.name}() const {{ return *(const {word} *)({at()}); }}",
                row.note,
            )
            fixed += size
        else:
            slot = operands.slots.get(row.name)
            value = f"i->{slot}" if slot else f"*({at()})" if counted else f"i->extra[{fixed}]"
            if row.type == "flag":
                yield row.name, f"bool {row.name}() const {{ return {value} != 0; }}", row.note
            else:
                cast = "" if word == "int64_t" or (word == "int32_t" and slot != SLOTS[-1]) else f"({word})"
                yield row.name, f"{word} {row.name}() const {{ return {cast}{value}; }}", row.note
            fixed += slot is None
