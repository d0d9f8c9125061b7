"""A module taken apart: its head, its kernel and what stands around it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pyptx.arch import arch as find_arch
from pyptx.codegen.calls import identifier, quoted
from pyptx.codegen.declarations import entry_options, launch_sizes, parameter
from pyptx.emitter import emit
from pyptx.errors import CodegenError, LaunchError
from pyptx.ir import Directive, Function, Module
from pyptx.program import check_geometry, dim3

if TYPE_CHECKING:
    from pyptx.arch import Arch
    from pyptx.codegen.writer import Writer
    from pyptx.ir import Item

CALL_WORDS = ("engine", "lineinfo", "out")
"""Keywords of a call of a kernel: parameters of these names are declared as PTX text."""


@dataclass(slots=True)
class Parts:
    """A module taken apart.

    Attributes:
        module: All of it.
        entry: The kernel.
        before: Items between ``.address_size`` and the kernel.
        after: Items behind the kernel.
        head: The first three directives.
    """

    module: Module
    entry: Function
    before: tuple[Item, ...]
    after: tuple[Item, ...]
    head: tuple[Directive, Directive, Directive]

    @classmethod
    def of(cls, module: Module) -> Parts:
        """Take a module apart.

        Raises:
            CodegenError: It is not one kernel with variables and directives around it.
        """
        entries = []
        for index, item in enumerate(module.items):
            if not isinstance(item, Function):
                continue
            if item.kind != "entry":
                raise CodegenError(
                    f"line {line_of(module, index)}: .func {item.name}: a kernel has no device functions"
                )
            if item.body is None:
                raise CodegenError(
                    f"line {line_of(module, index)}: .entry {item.name} is a prototype, without a body"
                )
            entries.append(index)
        if len(entries) != 1:
            names = ", ".join(item.name for item in module.items if isinstance(item, Function)) or "none"
            raise CodegenError(f"one Python function is one .entry; the module has {len(entries)} ({names})")
        (index,) = entries
        entry = module.items[index]
        assert isinstance(entry, Function)
        head = []
        for position, name in enumerate(("version", "target", "address_size")):
            item = module.items[position]
            if not isinstance(item, Directive) or item.name != name:
                where = f"line {line_of(module, position)}: "
                raise CodegenError(
                    f"{where}a kernel starts with .version, .target and .address_size; .{name} is missing"
                )
            head.append(item)
        version, target, address_size = head
        return cls(
            module, entry, module.items[3:index], module.items[index + 1 :], (version, target, address_size)
        )


@dataclass(slots=True)
class Header:
    """What the decorator says.

    Attributes:
        entry: The kernel.
        python_name: Name of the Python function.
        arch: Target.
        version: PTX version.
        options: Arguments of `kernel`, as Python.
        target_options: Words of ``.target`` behind the target.
    """

    entry: Function
    python_name: str
    arch: Arch
    version: tuple[int, int]
    target_options: tuple[str, ...] = ()
    options: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, parts: Parts, kernel_name: str | None) -> Header:
        """Read the head of the module and of the entry.

        Raises:
            CodegenError: No kernel has such a head.
        """
        entry, module = parts.entry, parts.module
        version, target, address_size = parts.head
        number = re.fullmatch(r"([1-9]\d*)\.(0|[1-9]\d*)", "".join(version.words))
        if number is None:
            raise CodegenError(f"line {line_of(module, 0)}: .version {' '.join(version.words)} is no version")
        if address_size.words != ("64",):
            size = " ".join(address_size.words)
            raise CodegenError(f"line {line_of(module, 2)}: .address_size {size}: kernels have 64 bits")
        try:
            known = find_arch(target.words[0] if target.words else "")
        except ValueError as error:
            raise CodegenError(f"line {line_of(module, 1)}: .target: {error}") from None
        line = line_of(module, 3 + len(parts.before))
        if entry.params is None:
            raise CodegenError(f"line {line}: .entry {entry.name} has no parentheses; a kernel writes them")
        if entry.linkage not in ((), ("visible",), ("weak",)):
            raise CodegenError(
                f"line {line}: .{' .'.join(entry.linkage)} .entry {entry.name}: no such linkage"
            )
        python_name = kernel_name or identifier(entry.name)
        header = cls(entry, python_name, known, (int(number[1]), int(number[2])), target.words[2::2])
        options = {"arch": quoted(known.name), "version": f"({number[1]}, {number[2]})"}
        if header.target_options:
            options["target_options"] = f"[{', '.join(map(quoted, header.target_options))}]"
        if python_name != entry.name:
            options["name"] = quoted(entry.name)
        if entry.linkage != ("visible",):
            options["linkage"] = quoted(entry.linkage[0]) if entry.linkage else "None"
        if entry.params:
            options["raw_params"] = "\n".join(parameter(item, CALL_WORDS) for item in entry.params)
        launch = entry_options(entry.directives)
        if launch is None:
            raise CodegenError(f"line {line}: a directive of .entry {entry.name} is no list of numbers")
        try:
            block, cluster = launch_sizes(entry.directives)
            check_geometry(known, None, dim3("reqntid", block), dim3("reqnctapercluster", cluster), 0)
        except LaunchError as error:
            raise CodegenError(f"line {line}: .entry {entry.name}: {error}") from None
        header.options = options | launch
        return header

    def decorator(self, writer: Writer) -> None:
        """Write ``@kernel(…)``."""
        writer.line("@kernel(")
        writer.depth += 1
        for name, value in self.options.items():
            rows = value.split("\n") if name == "raw_params" else []
            if len(rows) > 1:
                writer.line(f"{name}=[")
                writer.depth += 1
                for row in rows:
                    writer.line(f"{row},")
                writer.depth -= 1
                writer.line("],")
            else:
                writer.line(f"{name}=[{value}]," if rows else f"{name}={value},")
        writer.depth -= 1
        writer.line(")")


def line_of(module: Module, index: int) -> int:
    """The line of an item of a module."""
    before = emit(Module(module.items[:index], ""))
    gaps = module.items[index].gaps
    if gaps is None:
        words = emit(Module(module.items[: index + 1], ""))[len(before) :]
        return before.count("\n") + len(words) - len(words.lstrip("\n")) + 1
    return before.count("\n") + gaps.lead.count("\n") + 1
