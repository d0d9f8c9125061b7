"""Variants of a kernel: one trace for each set of values that its body read."""

from __future__ import annotations

import threading
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from pyptx.arch import arch as find_target
from pyptx.errors import LaunchError, TraceError
from pyptx.kernel.declaration import AUTO_FALLBACK, check_target, checked_version
from pyptx.kernel.reads import Birth, Reads, reads_of
from pyptx.kernel.tracing import trace_entry
from pyptx.late import late
from pyptx.program import from_module
from pyptx.record import record, replace
from pyptx.runtime import detect_arch, frozen
from pyptx.trace import LOWEST, WORKING, Unit

if TYPE_CHECKING:
    import logging
    from collections.abc import Mapping, Sequence

    from pyptx.arch import Arch
    from pyptx.kernel.arguments import Arguments
    from pyptx.kernel.declaration import Declared
    from pyptx.kernel.tracing import Needs
    from pyptx.program import MapParam, Program, SharedPart
    from pyptx.specs import Tile

else:
    logging = late("logging")

_PROGRAMS_KEPT = 4096


def _log() -> logging.Logger:
    return logging.getLogger("pyptx.kernel")


Key = tuple[tuple[tuple[str, object], ...], str, bool, int]
"""Template parameters by value, target, whether there are line numbers, and the revision of the module."""


@record(frozen=True, slots=True)
class Variant:
    """A trace of a kernel, and the values it is for.

    Attributes:
        traced: The program of this trace.
        read: Size of each dimension that the body read as a number; None for one it met without a size.
        key: Other values that the body may have read.
        template: Template parameters, as they were passed.
        tensors: Tile of each tensor parameter by name.
    """

    traced: Program
    read: Mapping[str, int | None]
    key: Key
    template: Mapping[str, Any]
    tensors: Mapping[str, Tile | None]

    def serves(self, dims: Mapping[str, int], key: Key) -> bool:
        """Whether these dimensions and this key give the same trace."""
        return key == self.key and all(dims.get(name) == size for name, size in self.read.items())

    def program(self, dims: Mapping[str, int]) -> Program:
        """Return the program for these dimensions: the same code, with the tensor maps of their sizes."""
        maps = tuple(self._sized(param, dims) for param in self.traced.tensor_maps)
        return replace(self.traced, tensor_maps=maps) if maps else self.traced

    def explain(self, kernel: str, others: Sequence[Variant]) -> None:
        """Log the reason for the trace: the difference from the nearest earlier variant."""
        log = _log()
        if not log.isEnabledFor(logging.INFO):
            return
        mine = self.facts()
        listed = ", ".join(f"{name}={value!r}" for name, value in mine.items())
        if not others:
            log.info("%s is traced for the first time: %s", kernel, listed)
            return
        changes = [
            [
                f"{name} is {value!r}, not {other.get(name)!r}"
                for name, value in mine.items()
                if value != other.get(name)
            ]
            for other in (variant.facts() for variant in others)
        ]
        nearest = min(changes, key=len) or ["what its module declares has changed"]
        log.info("%s is traced again (%d variants): %s", kernel, len(others) + 1, "; ".join(nearest))

    def facts(self) -> dict[str, Any]:
        """Return the values on which the trace depends, by name."""
        return {**self.read, **self.template, "arch": self.key[1], "lineinfo": self.key[2]}

    def _sized(self, param: MapParam, dims: Mapping[str, int]) -> MapParam:
        """A tensor map for the sizes of `dims`, where they have all of the tensor's."""
        tile = self.tensors[param.tensor]
        if tile is None or param.sized is None or not all(dim in dims for dim in tile.symbolic_dims):
            return param
        return replace(param, map=param.sized(tile.resolve_shape(dims), None))


class Variants:
    """The traces of one kernel, made when they are needed.

    Attributes:
        reads: Python values that the body and the grid function read during the trace.
    """

    def __init__(self, declared: Declared, arguments: Arguments) -> None:
        """Start with nothing.

        Args:
            declared: The kernel's declaration.
            arguments: Its arguments.
        """
        self._declared = declared
        self._arguments = arguments
        self._programs: dict[object, Program] = {}
        self._known: list[Variant] = []
        self._first: Program | None = None
        self._derived: dict[tuple[tuple[SharedPart, ...], str], dict[str, Any]] = {}
        self._birth = Birth(declared.fn, declared.source)
        self._lock = threading.RLock()
        self.reads = Reads(())

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._forget()
            self._first = None
            self._derived.clear()

    def _forget(self) -> None:
        """Forget the traces; what engines derived from their texts stays for traces that give them again."""
        self._programs.clear()
        self._known.clear()
        self.reads = Reads(())

    def refresh(self) -> bool:
        """Forget the traces if a value that the body read has changed since; return whether one has."""
        with self._lock:
            if self.reads.hold():
                return False
            names = ", ".join(self.reads.changes())
            _log().info("%s is traced again: it reads %s, changed since", self._declared.name, names)
            self._forget()
            return True

    def program(
        self,
        dims: Mapping[str, int],
        template: Mapping[str, Any],
        *,
        lineinfo: bool | None = None,
        device: str = "cpu",
    ) -> Program:
        """Return the program for these arguments, tracing the kernel if none of its variants serves them.

        Args:
            dims: Sizes of dimensions.
            template: Template parameters.
            lineinfo: Whether to write ``.file`` and ``.loc``; None for the option of the declaration.
            device: Device of the arrays, whose target code with ``arch="auto"`` has.

        Raises:
            TraceError: The function cannot be traced, or a template parameter is not compared by value.
        """
        name, options = self._declared.name, self._declared.options
        try:
            constants = tuple((word, frozen.frozen(value)) for word, value in template.items())
        except TypeError as error:
            raise TraceError(f"{name}: template parameters are compared by value: {error}") from None
        known = dict(sorted(self._declared.with_strides(dims).items()))
        target = _target(options.arch, device)
        lines = options.lineinfo if lineinfo is None else lineinfo
        key = (constants, target.name, lines, 0 if options.home is None else options.home.revision)
        with self._lock:
            program = self._programs.get((tuple(known.items()), key))
            if program is None:
                variant = next((found for found in self._known if found.serves(known, key)), None)
                if variant is None:
                    variant = self._traced(known, template, target, key)
                    variant.explain(name, self._known)
                    self._known.append(variant)
                if len(self._programs) >= _PROGRAMS_KEPT:
                    self._programs.clear()
                program = self._programs[tuple(known.items()), key] = variant.program(known)
            return program

    def _traced(
        self,
        dims: Mapping[str, int],
        template: Mapping[str, Any],
        target: Arch,
        key: Key,
    ) -> Variant:
        declared = self._declared
        check_target(declared, target)
        self._birth.check(declared.name)
        functions = [each for each in (declared.fn, declared.options.grid) if callable(each)]
        before = reads_of(*functions)
        if declared.options.home is not None:
            module, needs = declared.options.home.traced(self, dims, template, lineinfo=key[2])
        else:
            unit = Unit(
                LOWEST if declared.options.arch == LOWEST else target,
                checked_version(declared.options.version),
                target_options=tuple(declared.options.target_options),
                untyped=declared.options.untyped,
            )
            needs = self.trace_into(unit, dims, template, lineinfo=key[2])
            module = unit.module()
        self.reads = before.unchanged()
        program = from_module(
            module,
            declared.name,
            block=declared.block,
            cluster=declared.cluster,
            smem=needs.smem,
            tensor_maps=needs.tensor_maps,
            source=declared.source,
            shared_parts=needs.shared_parts,
            shared_names=needs.shared_names,
            pdl=declared.options.pdl,
        )
        read = {name: dims.get(name) for name in sorted(needs.read)}
        derived = self._derived_of(program)
        program = replace(program, derived=derived, strided=declared.strides_in_code(read))
        return Variant(program, read, key, dict(template), declared.tensors)

    def _derived_of(self, program: Program) -> dict[str, Any]:
        """Return the data that engines derive from a program, which traces with the same text share.

        The text of the first trace is not written before there is a second one.
        """
        if self._first is None:
            self._first = program
            return program.derived
        if not self._derived:
            self._derived[self._first.shared_parts, self._first.ptx] = self._first.derived
        return self._derived.setdefault((program.shared_parts, program.ptx), program.derived)

    def trace_into(
        self,
        unit: Unit,
        dims: Mapping[str, int] = MappingProxyType({}),
        template: Mapping[str, Any] | None = None,
        *,
        lineinfo: bool,
    ) -> Needs:
        """Trace the entry as part of a module, and return the needs of its launch.

        Args:
            unit: The module.
            dims: Sizes of dimensions.
            template: Template parameters; None for their defaults.
            lineinfo: Whether to write ``.file`` and ``.loc``.

        Raises:
            TraceError: The function cannot be traced; the message names the line.
        """
        values = self._arguments.sort({})[1] if template is None else template
        return trace_entry(self._declared, unit, dims, values, lineinfo=lineinfo)


def _target(arch: str, device: str) -> Arch:
    """The target of code for arrays on a device; without a GPU there is a fallback for ``"auto"``."""
    if arch == LOWEST:
        return find_target(WORKING)
    if arch != "auto":
        return find_target(arch)
    if device != "cpu":
        return find_target(detect_arch(int(device.partition(":")[2])))
    try:
        return find_target(detect_arch())
    except LaunchError:
        return find_target(AUTO_FALLBACK)
