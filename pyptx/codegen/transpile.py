"""A PTX module as the text of a Python file.

Each call is rehearsed while it is written: a trace of the same kernel takes every statement as the Python
will give it. What the trace refuses is kept as PTX text, and at the end the rehearsed module must have the
tokens of the source.
"""

from __future__ import annotations

import keyword
import re
from typing import TYPE_CHECKING

from pyptx.codegen.calls import Call, Registers, instruction_call, quoted
from pyptx.codegen.declarations import declaration_text, register_call, register_type, variable_call
from pyptx.codegen.header import Header, Parts, line_of
from pyptx.codegen.writer import Writer
from pyptx.emitter import emit, emit_statement, emit_with_lines
from pyptx.errors import CodegenError, PtxError, TraceError, VerifyError
from pyptx.ir import Block, Declaration, Directive, Function, Instruction, Label, Module
from pyptx.ir.visit import operand_names, walk, without_gaps
from pyptx.parser import parse
from pyptx.parser.lexer import tokenize
from pyptx.trace import Trace, tracing
from pyptx.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pyptx.ir import Item, Statement
    from pyptx.parser.lexer import Token

MAX_NESTED_BLOCKS = 16
"""Python nests at most 20 ``with`` blocks."""


def ptx_to_python(source: str, *, sugar: bool = False, kernel_name: str | None = None) -> str:
    """Return the Python of the one kernel of a PTX text.

    Executed, it defines a kernel whose ``.ptx()`` has the tokens of the source; run as a script it prints it.

    Args:
        source: A whole module.
        sugar: Raise registers and branches to expressions, loops and ``with`` blocks. No raising pass exists.
        kernel_name: Name of the Python function; None for that of the entry.

    Raises:
        ParseError: The text is not PTX.
        CodegenError: A kernel cannot say something in it; the message names it and its line.
    """
    return _transpile(parse(source), tokenize(source), sugar=sugar, kernel_name=kernel_name)


def ir_to_python(module: Module, *, sugar: bool = False) -> str:
    """Return the Python of the one kernel of a module; as `ptx_to_python` of its text.

    Raises:
        CodegenError: A kernel cannot say something in it; the message names it and its line.
    """
    return _transpile(module, tokenize(emit(module)), sugar=sugar, kernel_name=None)


def _transpile(module: Module, tokens: Sequence[Token], *, sugar: bool, kernel_name: str | None) -> str:
    if sugar:
        raise CodegenError("sugar: there are no raising passes; leave it out for one call per instruction")
    if kernel_name is not None and (not kernel_name.isidentifier() or keyword.iskeyword(kernel_name)):
        raise CodegenError(f"kernel_name is {kernel_name!r}, which is no Python name")
    parts = Parts.of(module)
    header = Header.read(parts, kernel_name)
    kernel = _Kernel(header, parts)
    with tracing(kernel.trace):
        kernel.write()
        try:
            traced = tokenize(emit(kernel.trace.module()))
        except TraceError as error:
            raise CodegenError(f"{header.entry.name}: {error}") from None
    _compare(tokens, traced)
    return kernel.file()


def _compare(source: Sequence[Token], traced: Sequence[Token]) -> None:
    """Check that two texts have the same words.

    Raises:
        CodegenError: They differ; the message says where first.
    """
    for given, made in zip(source, traced, strict=False):
        if given.text != made.text:
            raise CodegenError(
                f"line {given.line}: the source has {given.text or 'its end'!r} where a kernel writes "
                f"{made.text or 'its end'!r}; it cannot be said otherwise"
            )


class _Kernel:
    """The function being written, and its rehearsal.

    Attributes:
        trace: The rehearsal.
        calls: Instructions written as calls.
        kept: Statements and items kept as PTX text, by what they are.
    """

    def __init__(self, header: Header, parts: Parts) -> None:
        self.header = header
        self.parts = parts
        self.trace = Trace(
            header.entry.name,
            arch=header.arch,
            version=header.version,
            params=without_gaps(header.entry.params or ()),
            directives=without_gaps(header.entry.directives),
            linkage=header.entry.linkage[0] if header.entry.linkage else None,
            target_options=header.target_options,
        )
        self.calls = 0
        self.kept: dict[str, int] = {}
        self._writer = Writer()
        self._registers = Registers()
        self._types: set[str] = set()
        self._lines: Mapping[int, int] = {}

    def write(self) -> None:
        """Write the body of the function, and trace it.

        Raises:
            CodegenError: Something in it cannot be said.
        """
        writer, body = self._writer, self.header.entry.body or ()
        self._lines = _statement_lines(self.parts.module, self.header.entry)
        writer.depth = 1
        self._items(self.parts.before, after=False)
        head = 0
        while head < len(body) and self._at_head(body[head]):
            head += 1
        writer.blank()
        self._statements(body[head:])
        self._items(self.parts.after, after=True)
        if not any(writer.lines):
            writer.line("pass")

    def file(self) -> str:
        """The whole Python file."""
        header, writer = self.header, Writer()
        version = ".".join(map(str, header.version))
        kept = [f"{count} {what}" for what, count in self.kept.items()]
        calls = f"{self.calls} instruction{'s are calls' if self.calls != 1 else ' is a call'}"
        writer.line(f'"""`{header.entry.name}`, from PTX {version} for {header.arch.name}.')
        writer.line()
        writer.line(f"{calls}; kept as PTX text: {', '.join(kept) or 'nothing'}.")
        writer.line('"""')
        writer.line()
        names = ["kernel", "ptx"]
        if any(line.lstrip().partition(" = ")[2].startswith("reg.") for line in self._writer.lines):
            names.append("reg")
        writer.line(f"from pyptx import {', '.join(names)}")
        if self._types:
            writer.line(f"from pyptx.types import {', '.join(sorted(self._types))}")
        writer.line()
        writer.line()
        header.decorator(writer)
        writer.line(f"def {header.python_name}():")
        writer.lines += self._writer.lines
        writer.line()
        writer.line()
        writer.line('if __name__ == "__main__":')
        writer.line(f'    print({header.python_name}.ptx(), end="")')
        return writer.text()

    # -- module scope

    def _items(self, items: Sequence[Item], *, after: bool) -> None:
        """Write items of the module; those that are text come together."""
        texts: list[str] = []
        first = 3 if not after else 4 + len(self.parts.before)
        for index, item in enumerate(items):
            plain = without_gaps(item)
            try:
                if not after and self._item_call(plain):
                    continue
                self.trace.add_item(plain, after=after)
            except PtxError as error:
                raise CodegenError(f"line {line_of(self.parts.module, first + index)}: {error}") from None
            self._keep("item of the module")
            texts.append(emit(Module((plain,), "")))
            following = items[index + 1] if index + 1 < len(items) else None
            if after and following is not None:
                continue
            if following is not None and not self._item_is_call(without_gaps(following)):
                continue
            self._writer.text_call("ptx.raw_module", "\n".join(texts), *(["after=True"] if after else []))
            texts = []

    def _item_is_call(self, item: Item) -> bool:
        """Whether `_item_call` takes an item."""
        if isinstance(item, Directive):
            return item.name == "file" and re.fullmatch(_FILE, " ".join(item.words)) is not None
        if not isinstance(item, Declaration) or variable_call(item) is None:
            return False
        return bool(item.linkage) or item.space in ("global", "const")

    def _item_call(self, item: Item) -> bool:
        """Write ``ptx.file_`` or ``ptx.var``, if that says it."""
        if not self._item_is_call(item):
            return False
        if isinstance(item, Directive):
            self.trace.add_item(item)
            number, name = item.words
            self._writer.line(f"ptx.file_({number}, {quoted(name[1:-1])})")
            return True
        assert isinstance(item, Declaration)
        self._variable(item)
        return True

    # -- declarations

    def _variable(self, declaration: Declaration) -> None:
        """Write ``ptx.var`` for a declaration that it can say."""
        call = variable_call(declaration)
        assert call is not None
        self.trace.declare(declaration)
        self._types.add(declaration.type or "")
        self._writer.call(call)

    def _at_head(self, statement: Statement) -> bool:
        """Write a declaration that stands at the head of the kernel; False if it is none."""
        if not isinstance(statement, Declaration):
            return False
        declaration = without_gaps(statement)
        with self._located(statement):
            if register_type(declaration) is not None:
                self._named_registers(declaration)
                return True
            inside = declaration.space in ("shared", "local") and not declaration.linkage
            if inside and variable_call(declaration) is not None:
                self._variable(declaration)
                return True
        return False

    def _named_registers(self, declaration: Declaration) -> None:
        """Write ``r = reg.array(…)``."""
        dtype = register_type(declaration)
        assert dtype is not None
        (declarator,) = declaration.declarators
        if declarator.count is None:
            self.trace.new_register(dtype, declarator.name)
        else:
            self.trace.new_registers(dtype, declarator.count, declarator.name)
        self._types.add(dtype.name)
        variable = self._registers.add(declarator.name, declarator.count, dtype)
        self._writer.call(register_call(declaration, dtype), variable)

    def _declare(self, declaration: Declaration) -> None:
        """Write ``a, b = ptx.declare("…")``, where it stands."""
        self.trace.append(declaration)
        targets = []
        dtype = TYPES.get(declaration.type or "")
        for declarator in declaration.declarators:
            if declaration.space == "reg" and declaration.vector is None and dtype is not None:
                targets.append(self._registers.add(declarator.name, declarator.count, dtype))
            else:
                targets.append("_")
        named = "" if set(targets) == {"_"} else f"{', '.join(targets)} = "
        if len(targets) == 1 and named:
            named = f"({targets[0]},) = "
        self._writer.text_call(f"{named}ptx.declare", declaration_text(declaration))

    # -- statements

    def _statements(self, statements: Iterable[Statement]) -> None:
        for statement in statements:
            with self._located(statement):
                self._statement(statement)

    def _statement(self, statement: Statement) -> None:
        plain = statement if isinstance(statement, (Block, Instruction)) else without_gaps(statement)
        match plain:
            case Instruction():
                self._instruction(plain)
            case Label(name):
                self.trace.label(name)
                self._writer.line(f"ptx.label({quoted(name)})")
            case Declaration():
                self._declare(plain)
            case Block():
                self._block(plain)
            case Directive("loc", words) if found := re.fullmatch(_LOCATION, " ".join(words)):
                self.trace.append(plain)
                args: list[str | list[str]] = [*words[:3]]
                if found["function"]:
                    args += [f"function={quoted(found['function'])}", f"inlined_at=({', '.join(words[-3:])})"]
                self._writer.call(Call("ptx.loc", args))
            case Directive("pragma", (text,), semicolon=True) if re.fullmatch(r'"[^"\\]*"', text):
                self.trace.append(plain)
                self._writer.line(f"ptx.pragma({text})")
            case _:
                self._raw(plain)

    def _instruction(self, instruction: Instruction) -> None:
        call = None if self._reads_special(instruction) else instruction_call(instruction, self._registers)
        if call is not None and self._traces(instruction):
            self._writer.call(call)
            self.calls += 1
            return
        self._raw(instruction)

    def _reads_special(self, instruction: Instruction) -> bool:
        """Whether a call would move a special register first."""
        if instruction.opcode == "mov":
            return False
        names = (name for operand in instruction.operands for name in operand_names(operand))
        return any(
            (symbol := self.trace.symbol(name)) is not None and symbol.kind == "sreg" for name in names
        )

    def _traces(self, instruction: Instruction) -> bool:
        """Trace an instruction as a call does; False where it is refused."""
        guard = instruction.guard
        if guard is not None:
            symbol = self.trace.symbol(guard.register)
            if symbol is None or (symbol.kind, symbol.type) != ("reg", "pred"):
                return False
        try:
            self.trace.emit(instruction)
        except (TraceError, VerifyError):
            return False
        return True

    def _raw(self, statement: Statement) -> None:
        """Keep a statement as PTX text."""
        plain = without_gaps(statement)
        self.trace.append(plain)
        what = {Instruction: "instruction", Block: "block"}.get(type(plain), "directive")
        opcode = f" ({plain.opcode})" if isinstance(plain, Instruction) else ""
        self._keep(f"{what}{opcode}")
        self._writer.text_call("ptx.raw", emit_statement(plain))

    def _keep(self, what: str) -> None:
        self.kept[what] = self.kept.get(what, 0) + 1

    def _block(self, block: Block) -> None:
        """Write ``with ptx.scope():``."""
        if self._writer.depth >= MAX_NESTED_BLOCKS or self._hides(block):
            self._raw(block)
            return
        self._writer.line("with ptx.scope():")
        self._writer.depth += 1
        self._registers.open()
        self.trace.open_scope()
        start = len(self._writer.lines)
        head = 0
        body = block.body
        while head < len(body) and (registers := _plain_registers(body[head])) is not None:
            with self._located(body[head]):
                self._named_registers(registers)
            head += 1
        self._statements(body[head:])
        if len(self._writer.lines) == start:
            self._writer.line("pass")
        self.trace.close_scope()
        self._registers.close()
        self._writer.depth -= 1

    def _hides(self, block: Block) -> bool:
        """Whether a block declares a name that is in sight around it."""
        for statement in block.body:
            if not isinstance(statement, Declaration):
                continue
            for declarator in statement.declarators:
                stem = declarator.name
                names = (
                    [stem] if declarator.count is None else (f"{stem}{n}" for n in range(declarator.count))
                )
                if any(self.trace.symbol(name) is not None for name in names):
                    return True
        return False

    def _located(self, statement: Statement) -> _Located:
        """Let errors inside name the line of a statement."""
        return _Located(self._lines.get(id(statement)))


class _Located:
    """Turns the refusals of the rehearsal into `CodegenError`, with the line."""

    def __init__(self, line: int | None) -> None:
        self._line = line

    def __enter__(self) -> None:
        """Begin."""

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        if isinstance(error, PtxError) and not isinstance(error, CodegenError):
            reason = re.sub(r"\n  at .*\Z", "", str(error))
            raise CodegenError(f"line {self._line}: {reason}") from None


def _plain_registers(statement: Statement) -> Declaration | None:
    """The declaration of registers that `reg` makes, if the statement is one."""
    if not isinstance(statement, Declaration):
        return None
    declaration = without_gaps(statement)
    return declaration if register_type(declaration) is not None else None


def _statement_lines(module: Module, entry: Function) -> dict[int, int]:
    """The line of each statement of an entry, by identity."""
    _, numbers = emit_with_lines(module)
    position = [item for item in module.items if isinstance(item, Function)].index(entry)
    return {id(s): line for s, line in zip(walk(entry.body or ()), numbers[position], strict=True)}


_FILE = r'[1-9]\d* "[^"\\]*"'
_LOCATION = (
    r"[1-9]\d* (?:0|[1-9]\d*) (?:0|[1-9]\d*)"
    r"(?: , function_name (?P<function>[\w$]+) , inlined_at (?:0|[1-9]\d*) (?:0|[1-9]\d*) (?:0|[1-9]\d*))?"
)
