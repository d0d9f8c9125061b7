"""The Python file of a module: its head, its items in their order, and the part that runs it."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pyptx import mangling
from pyptx.codegen.bodies import Body
from pyptx.codegen.comments import Comments
from pyptx.codegen.declarations import declaration_text, variable_call
from pyptx.codegen.harness import harness_lines, harness_of
from pyptx.codegen.heads import bring_parameters, func_options, kernel_options
from pyptx.codegen.opening import docstring, mangled_note, read_opening, signature_lines
from pyptx.codegen.operands import RESERVED, Names, identifier, quoted, quoted_text
from pyptx.codegen.pieces import cut_bodies
from pyptx.codegen.plans import Plans
from pyptx.codegen.raising import is_left_out, name_parameters, raised_body, raising_of, uses_of
from pyptx.codegen.raising.facts import Callee
from pyptx.codegen.spacing import write_notes
from pyptx.codegen.tree import Name
from pyptx.codegen.variables import TakenNames, Variables
from pyptx.codegen.writer import Writer
from pyptx.emitter import TextLayout, emit
from pyptx.emitter.templates import comments_of, source_files
from pyptx.errors import CodegenError, PtxError
from pyptx.ir import Declaration, Directive, Function, Instruction, Module, Section
from pyptx.ir.spacing import Gaps
from pyptx.ir.visit import walk, without_gaps
from pyptx.isa.directives import DIRECTIVES
from pyptx.record import replace
from pyptx.trace import is_identifier
from pyptx.trace.unit import declared_names
from pyptx.verify import Symbol, require_type, symbol_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pyptx.codegen.raising import Raising
    from pyptx.ir import Item

Progress: TypeAlias = "Callable[[int, int], None]"
"""Called with the statements done and their number."""


ROOM = 102
"""Characters of a list of parameters on one line."""


class _Entry(NamedTuple):
    """The only kernel of a module.

    Attributes:
        name: Its Python function.
        options: Arguments of its decorator.
        start: The line of the decorator.
        head: The line after it.
        end: The line after the body.
    """

    name: str
    options: list[str]
    start: int
    head: int
    end: int


class File:
    """The Python file of a module being written."""

    def __init__(
        self,
        module: Module,
        kernel_name: str | None,
        origin: str,
        layout: TextLayout | None,
        *,
        sugar: bool,
        harness: bool,
    ) -> None:
        self._layout = layout
        self._room = ROOM if sugar else 0
        self._module = module
        self._origin = origin
        self._writer = Writer()
        repeats = layout is None or layout.repeats_places
        self._comments = Comments(source_files(module), repeats_places=repeats, quiet=sugar)
        self._taken = TakenNames({*RESERVED, *(("main",) if harness else ())})
        self._harness = harness
        self._launched: list[tuple[str, Function]] = []
        self._bodies: set[str] = set()
        self._written: list[tuple[range, list[int]]] = []
        self._entries = [
            item.name for item in module.items if isinstance(item, Function) and item.kind == "entry"
        ]
        if kernel_name is not None and len(self._entries) != 1:
            there = ", ".join(self._entries) or "none"
            raise CodegenError(
                f"kernel_name={kernel_name!r} names the one entry of a module; the entries here: {there}"
            )
        self._entry: _Entry | None = None
        self._callees: set[str] | None = None
        self._kernel_name = None if kernel_name is None else self._taken.free(kernel_name)
        head = read_opening(module)
        self._version, self._options = head.version, list(head.options)
        self._first, self._address_size, self._unit = head.size, head.address_size, head.unit
        self._plans = Plans(self._unit.verifier, self._unit.lenient, values=sugar)
        self._raising = raising_of(module, self._unit.arch, self._taken) if sugar else None
        self._variables = Variables(module, self._writer, self._raising, self._taken)

    # -- the file

    def write(self, progress: Progress | None) -> None:
        """Write every item."""
        items = self._module.items[self._first :]
        if self._layout is None and self._raising is not None:
            for directive in self._module.items[1 : self._first]:
                self._comment(directive)
        sizes = [1 + len(item.body or ()) if isinstance(item, Function) else 1 for item in items]
        done = 0
        for item, size in zip(items, sizes, strict=True):
            if progress is not None:
                self._plans.tick = _ticking(progress, done, size, sum(sizes))
            self._item(item)
            done += size
            if progress is not None:
                progress(done, sum(sizes))
        for text in self._comments.texts(self._module.tail):
            self._writer.line(f"module.comment({quoted(text)})")

    def text(self) -> str:
        """The whole file."""
        plans, head = self._plans, Writer()
        listed = sorted(plans.kept.items(), key=lambda row: -row[1])
        kept = ", ".join(f"{count} {what}" for what, count in listed)
        calls = f"{plans.calls} instruction{' is a call' if plans.calls == 1 else 's are calls'}"
        entries, name = self._entries, self._unit.arch.name
        named = f"`{mangling.stem(entries[0])}`" if len(entries) == 1 else f"{len(entries)} kernels"
        head.line(f'"""{docstring(f"{named}, from PTX {self._version[0]}.{self._version[1]} for {name}.")}')
        head.line()
        if self._origin:
            head.line(docstring(f"From {self._origin}."))
        if self._raising is not None:
            header = docstring(" ".join(f"{text}." for text in self._header()))
            head.lines += textwrap.wrap(header, head.room, break_long_words=False, break_on_hyphens=False)
        head.line(docstring(f"{calls}; kept as PTX text: {kept or 'nothing'}."))
        if self._raising is not None:
            head.lines += textwrap.wrap(self._raising.report.text(), head.room, break_on_hyphens=False)
        head.lines += mangled_note(self._module)
        since = self._unit.since
        if self._version < since:
            said = f"{name} needs PTX {since[0]}.{since[1]}: ptxas refuses the source, and this module raises"
            head.line(docstring(f"{said}."))
        else:
            head.line(
                f"Run this file to {'launch it on the simulator' if self._harness else 'print the PTX'}."
            )
        head.line('"""')
        head.line()
        alone = self._is_alone()
        names = ["kernel" if alone else "Module", "ptx", *(["reg"] if plans.uses_registers else [])]
        head.line(f"from pyptx import {', '.join(names)}")
        if self._raising is None and cut_bodies(self._writer.lines, self._written):
            head.line("from pyptx.codegen import Pieces")
        if self._is_noted():
            head.line("from pyptx.emitter import TextLayout")
        if plans.types:
            types = sorted(plans.types)
            line = f"from pyptx.types import {', '.join(types)}"
            if len(line) <= head.room:
                head.line(line)
            else:
                head.rows("from pyptx.types import (", types, ")")
        if alone:
            self._write_decorator()
        else:
            head.line()
            self._module_call(head)
        head.lines += self._writer.lines
        while head.lines[-1] == "":
            head.lines.pop()
        if self._layout is not None and self._is_noted():
            write_notes(self._layout, head)
        entry = self._entry
        if entry is not None and "k" not in self._taken:
            head.lines += ["", "", f"k = {entry.name}"]
        run = f'print({entry.name if entry is not None and alone else "module"}.ptx(), end="")'
        if self._harness:
            head.lines += ["", "", *self._main()]
            run = "main()"
        head.lines += ["", "", 'if __name__ == "__main__":', f"    {run}"]
        return head.text_of()

    def _is_alone(self) -> bool:
        """Whether the Python is a kernel that needs no module around it."""
        entry, lines = self._entry, self._writer.lines
        if entry is None or self._raising is None or self._layout is not None or self._address_size != 64:
            return False
        return not any(lines[: entry.start]) and not any(lines[entry.end :])

    def _write_decorator(self) -> None:
        """Let the only kernel have the options of its module."""
        assert self._entry is not None
        _, options, start, head, _ = self._entry
        lines = self._writer.lines
        after = lines[head:]
        del lines[start:]
        self._rows("@kernel(", [*self._options, *self._flags(), *options])
        lines += after

    def _flags(self) -> list[str]:
        return ["untyped=True"] if self._plans.untyped else []

    def _main(self) -> Iterator[str]:
        """Return the lines of the function that launches the kernels.

        Raises:
            CodegenError: There is none that Python can launch.
        """
        if not self._launched:
            raise CodegenError("harness: the module has no kernel that Python can launch")
        variables = [each for each in self._module.items if isinstance(each, Declaration)]
        made = [harness_of(python, item, variables, self._unit.arch) for python, item in self._launched]
        there = {item.name for _, item in self._launched}
        return harness_lines(made, [name for name in self._entries if name not in there])

    def _is_noted(self) -> bool:
        """Whether the layout is more than a style."""
        return self._layout is not None and bool(self._layout.habits or self._layout.notes)

    def _header(self, place: int = 0) -> list[str]:
        """Return the comments before an item of the module."""
        gaps = self._module.items[place].gaps
        texts = list(comments_of(gaps.lead)) if gaps is not None else []
        return texts if self._raising is None else [text.rstrip(".") for text in texts if text.strip()]

    def _headers(self) -> list[str]:
        """Return the comment before each opening directive, up to the last one that has any."""
        places = range(self._first if self._layout is None else 1)  # a layout has the others in their places
        texts = ["\n".join(self._header(place)) for place in places]
        while texts and not texts[-1]:
            texts.pop()
        return texts

    def _module_call(self, head: Writer) -> None:
        options = list(self._options)
        if self._layout is not None and not self._is_noted():
            options.append(f"layout={quoted(self._layout.style)}")
        options += self._flags()
        headers = self._headers() if self._raising is None else []
        if not headers:
            line = f"module = Module({', '.join(options)})"
            if len(line) <= head.room:
                head.line(line)
                return
            head.rows("module = Module(", options, ")")
            return
        head.line("module = Module(")
        head.depth += 1
        for option in options:
            head.line(f"{option},")
        if len(headers) == 1:
            head.text(f"header={quoted_text(headers[0])},")
        else:
            head.rows("header=(", [quoted(header) for header in headers], "),")
        head.depth -= 1
        head.line(")")

    # -- items

    def _item(self, item: Item) -> None:
        """Write one item; as PTX text if no function of Python expresses it."""
        raising = self._raising
        if raising is not None and is_left_out(item, debug=raising.debug):
            raising.report.sections += isinstance(item, Section)
            return
        self._comment(item)
        writer, plans = self._writer, self._plans
        mark, calls, kept = len(writer.lines), plans.calls, dict(plans.kept)
        plain = item if isinstance(item, (Function, Section)) else without_gaps(item)
        try:
            if self._write_call(plain):
                return
        except PtxError:
            pass
        del writer.lines[mark:]
        writer.depth = 0
        plans.calls, plans.kept = calls, kept
        what = f".{item.kind}" if isinstance(item, Function) else "item of the module"
        plans.keep(what)
        plain = without_gaps(item)
        writer.text(f"module.raw({quoted_text(emit(Module((plain,), '')))})")
        self._bring_in_sight(plain, verified=False)

    def _comment(self, item: Item) -> None:
        """Write the comments before an item."""
        if item.gaps is not None:
            for text in self._comments.texts(item.gaps.lead):
                self._writer.line(f"module.comment({quoted(text)})")

    def _write_call(self, item: Item) -> bool:
        """Write an item as a call; return False if it needs PTX text.

        Raises:
            PtxError: A trace would refuse it.
        """
        writer = self._writer
        match item:
            case Function():
                return self._function(item)
            case Section():
                rest = item.gaps.rest if item.gaps is not None else ()
                spaced = replace(item, gaps=Gaps("\n", rest))
                writer.text(f"module.section({quoted_text(emit(Module((spaced,), '')))})")
            case Declaration():
                require_type(item)
                self._check_names(item)
                call = variable_call(item, "module.var")
                self._bring_in_sight(item)
                if call is not None:
                    self._plans.types.add(item.type or "")
                    self._variables.write(call, item)
                else:
                    writer.text(f"module.declare({quoted_text(declaration_text(item))})")
            case Directive("file", words, semicolon=False) if re.fullmatch(
                r'[1-9]\d* "[^"\\]*"', " ".join(words)
            ):
                self._bring_in_sight(item)
                writer.line(f"module.file_({words[0]}, {quoted(words[1][1:-1])})")
            case Directive("alias", (name, ",", aliasee), semicolon=True):
                writer.line(f"module.alias({quoted(name)}, {quoted(aliasee)})")
                self._bring_in_sight(item)
            case Directive(name) if name == "" or ((row := DIRECTIVES.get(name)) and "module" in row.places):
                writer.text(f"module.directive({quoted_text(emit(Module((item,), '')))})")
                self._bring_in_sight(item)
            case _:
                return False
        return True

    def _check_names(self, item: Declaration) -> None:
        symbol = symbol_of(item)
        for name in declared_names(item):
            known = self._unit.names.get(name)
            if not is_identifier(name) or (known is not None and known != symbol):
                raise CodegenError(f"the name {name} is taken or not an identifier")

    def _bring_in_sight(self, item: Item, *, verified: bool = True) -> None:
        """Make the names of an item visible to the items after it."""
        self._unit.add(item if not isinstance(item, Function) else _prototype(item), verified=verified)

    def _function(self, item: Function) -> bool:
        """Write a function, or the prototype of one; False where only PTX text says it."""
        raising = self._raising
        if raising is not None and item.body is not None:
            item, named = name_parameters(item, raising)
            raising.report.parameters += named
        head = without_gaps(_prototype(item))
        if len(head.linkage) > 1 or not is_identifier(head.name) or self._repeats(item):
            return False
        if item.body is None:
            if head.kind == "entry":
                return False
            types = None if self._raising is None else self._plans.types
            said = [quoted(head.name), *func_options(head, self._unit, self._room, types)]
            if not item.semicolon:
                said.append("semicolon=False")
            self._rows(f"{self._called_as(head)}module.prototype(", said)
            self._bring_in_sight(item)
            return True
        writer = self._writer
        python = self._python_name(item)
        decorator = "@module.kernel(" if item.kind == "entry" else "@module.func("
        made = kernel_options if item.kind == "entry" else func_options
        options = made(head, self._unit, self._room)
        if options is None:
            return False
        if raising is not None and item.kind == "func":
            raising.functions[head.name] = Callee(python, head)
        if python != head.name:
            options.append(f"name={quoted(head.name)}")
        self._unit.names.setdefault(item.name, Symbol("function"))
        while writer.lines[-2:] != ["", ""]:
            writer.line()
        start = len(writer.lines)
        self._rows(decorator, options, sole=True)
        end = len(writer.lines)
        names = Names(self._unit.names)
        known = bring_parameters(head, names)
        for name, alias in self._variables.aliases.items():
            if alias not in names.taken_names():
                names.add(name, Name(names.variable(alias)), self._unit.names[name])
        signature = f"def {python}({', '.join(known)}):"
        if len(signature) <= writer.room:
            writer.line(signature)
        else:
            writer.rows(f"def {python}(", known, "):")
        writer.depth = 1
        uses = "" if raising is None or raising.debug else self._describe_parameters(item, raising)
        for line in signature_lines(item.name, uses, writer.room - 4):
            writer.line(line)
        if raising is None:
            body = Body(item, self._plans, names, self._comments).statements()
        else:
            body = raised_body(item, self._plans, names, self._comments, raising)
        writer.starts = []
        first = len(writer.lines)
        writer.body(body)
        self._written.append((range(first, len(writer.lines)), writer.starts))
        writer.depth = 0
        if len(self._entries) == 1 and item.kind == "entry":
            self._entry = _Entry(python, options, start, end, len(writer.lines))
        writer.lines += ["", ""]
        self._bring_in_sight(item)
        self._bodies.add(item.name)
        if item.kind == "entry":
            self._launched.append((python, item))
        return True

    def _repeats(self, item: Function) -> bool:
        """Whether its name already has another meaning, or belongs to a function with a body."""
        known = self._unit.names.get(item.name)
        if known is None:
            return False
        return known != Symbol("function") or (item.body is not None and item.name in self._bodies)

    def _python_name(self, item: Function) -> str:
        """A Python name for a function that no other has."""
        if self._kernel_name is not None and item.kind == "entry":
            return self._kernel_name
        return self._taken.free(identifier(mangling.stem(item.name)))

    def _called_as(self, head: Function) -> str:
        """Return ``f = ``, where raised bodies call a prototype by the name ``f``; empty where none does."""
        raising = self._raising
        if raising is None or raising.debug:
            return ""
        if self._callees is None:
            functions = [item for item in self._module.items if isinstance(item, Function)]
            self._callees = {
                name
                for item in functions
                for node in walk(item.body or ())
                if type(node) is Instruction and node.opcode == "call"
                for name in raising.mentions.names_in(node.operands)
            }.difference([item.name for item in functions if item.body is not None])
        if head.name not in self._callees:
            return ""
        python = self._python_name(head)
        raising.functions[head.name] = Callee(python, head)
        return f"{python} = "

    def _describe_parameters(self, item: Function, raising: Raising) -> str:
        """Describe the uses of a kernel's parameters that are fully visible."""
        uses = raising.uses[item.name] = uses_of(item, raising.mentions)
        described = [f"{identifier(name)}: {use.text()}" for name, use in uses.items() if use.text()]
        return f"{'; '.join(described)}." if described else ""

    def _rows(self, head: str, options: Sequence[str], *, sole: bool = False) -> None:
        """Write a call, on one line if there is room."""
        line = f"{head}{', '.join(options)})"
        if sole and not options:
            self._writer.line(head[:-1])
        elif (
            "\n" not in line
            and len(line) <= self._writer.room
            and len(options) <= (3 if self._raising is None else 4)
        ):
            self._writer.line(line)
        else:
            writer = self._writer
            writer.line(head)
            writer.depth += 1
            for option in options:
                if "\n" in option:
                    name, *rows = option.split("\n")
                    writer.rows(f"{name}=[", rows, "],")
                else:
                    writer.line(f"{option},")
            writer.depth -= 1
            writer.line(")")


def _ticking(progress: Progress, start: int, size: int, whole: int) -> Callable[[int], None]:
    """Reports progress over the statements of one item; a raised body may visit them more than once."""
    done = 0

    def tick(count: int) -> None:
        nonlocal done
        done += count
        progress(start + min(done, size - 1), whole)

    return tick


def _prototype(item: Function) -> Function:
    """The head of a function."""
    return replace(item, body=None, gaps=None)
