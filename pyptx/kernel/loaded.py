"""PTX and machine code from files: entries that launch as kernels written here do."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyptx import inspect as inspection
from pyptx import runtime, toolchain
from pyptx.errors import LaunchError, ToolError
from pyptx.program import Param, Program, from_cubin, from_ptx

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.inspect import Resources
    from pyptx.runtime.address_launch import Launch, Prepared
    from pyptx.runtime.ahead import Exported

_MANY = (720720, 5040, 5040)
"""A grid that is a whole number of clusters, whatever their size."""
_TEXT = (".version", "//", "/*")


def load_ptx(source: str | os.PathLike[str], entry: str | None = None) -> Entry:
    """Return an entry of a PTX module, to launch on a GPU, or on the simulator with CPU arrays.

    >>> fill = load_ptx('''
    ... .version 8.0
    ... .target sm_80
    ... .address_size 64
    ... .visible .entry fill(.param .u64 out, .param .u32 value)
    ... {
    ...     .reg .b32 %v; .reg .b64 %p;
    ...     ld.param.u64 %p, [out]; cvta.to.global.u64 %p, %p;
    ...     ld.param.u32 %v, [value];
    ...     st.global.u32 [%p], %v;
    ...     ret;
    ... }
    ... ''')
    >>> import numpy as np
    >>> out = np.zeros(2, np.uint32)
    >>> fill.launch(grid=1, block=1)(out, 7)
    >>> out.tolist()
    [7, 0]

    Args:
        source: Path of a file, or the text itself: a string of several lines, or one that begins as PTX does.
        entry: Name of the entry; it may be left out where there is only one.

    Raises:
        ParseError: The text is not PTX.
        LaunchError: There is no such file or entry, or there are several entries and `entry` names none.
    """
    if isinstance(source, str) and ("\n" in source or source.lstrip().startswith(_TEXT)):
        return Entry(from_ptx(source, entry))
    data = _contents(source, "PTX text starts with .version")
    if toolchain.is_binary(data):
        raise LaunchError(f"{os.fspath(source)} is not text; load machine code with pyptx.load_cubin")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise LaunchError(f"{os.fspath(source)} is not PTX: {error}") from None
    return Entry(from_ptx(text, entry))


def load_cubin(source: str | os.PathLike[str] | bytes, entry: str | None = None) -> Entry:
    """Return an entry of machine code, to launch on a GPU.

    Its parameters have sizes, but no names or types: those of 1, 2, 4 and 8 bytes take integers, floats of
    that size, and addresses; all others take `bytes`.

    Args:
        source: Path of a cubin, or its bytes.
        entry: Name of the entry; it may be left out where there is only one.

    Raises:
        ToolError: The bytes are not a cubin.
        LaunchError: There is no such file or entry, or there are several entries and `entry` names none.

    >>> load_cubin(b"no machine code")
    Traceback (most recent call last):
        ...
    pyptx.errors.ToolError: the bytes are not a cubin: no ELF file of 64 bits
    """
    if isinstance(source, (bytes, bytearray, memoryview)):
        return Entry(from_cubin(bytes(source), entry))
    try:
        return Entry(from_cubin(_contents(source, "it must be a path, or bytes"), entry))
    except ToolError as error:
        raise ToolError(f"{os.fspath(source)}: {error}") from None


class Entry:
    """A kernel loaded from PTX or from machine code.

    Attributes:
        program: The module, the entry of it, and its parameters.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.__name__ = program.entry

    def __repr__(self) -> str:
        params = ", ".join(f"{param.name}: .{param.type}" for param in self.params)
        return f"<entry {self.__name__}({params}), {self.program.arch.name}>"

    @property
    def params(self) -> tuple[Param, ...]:
        """Parameters of a launch, in order."""
        return self.program.params

    def ptx(self) -> str:
        """Return the text of the module.

        Raises:
            LaunchError: The module is machine code.
        """
        if self.program.cubin:
            raise LaunchError(f"{self.__name__} is machine code; there is its .sass(), and no PTX")
        return self.program.ptx

    def sass(self) -> str:
        """Return the machine code, disassembled.

        Raises:
            ToolError: ptxas or the disassembler is not installed, or refuses it.
        """
        return runtime.sass(self.program)

    def report(self, *, threads: int | None = None) -> Resources:
        """Return the resources of a CTA, its occupancy, and the messages of ptxas.

        Args:
            threads: Threads of a CTA; None for the number that the entry requires.

        Raises:
            ToolError: ptxas is not installed, or refuses the text.
            LaunchError: The number of threads is unknown, or the entry is machine code.
        """
        self.ptx()
        return inspection.resources(self.program, threads=threads)

    def launch(
        self,
        *,
        grid: Sequence[int] | int,
        block: Sequence[int] | int | None = None,
        cluster: Sequence[int] | int | None = None,
        smem: int | None = None,
        **options: Any,
    ) -> Launch:
        """Return a launch: a function with one argument per parameter.

        Args:
            grid: CTAs in each direction.
            block: Threads of a CTA; None for those that the entry requires.
            cluster: CTAs of a cluster; None for those that the entry requires, or one.
            smem: Dynamic shared memory of a CTA, in bytes.
            options: ``stream``, ``device``, ``engine``, ``cooperative``, ``pdl``, ``priority`` and
                ``mutates``, as `Kernel.launch` takes them; JAX arrays on a GPU need ``mutates``.

        Raises:
            LaunchError: The entry or its target does not allow these sizes.
        """
        sizes = self.program.geometry(grid=grid, block=block, cluster=cluster, smem=smem)
        return runtime.launch_of(self.program, sizes, **options)

    def export(
        self,
        folder: str | os.PathLike[str],
        *,
        name: str | None = None,
        arch: str | None = None,
        block: Sequence[int] | int | None = None,
        smem: int | None = None,
    ) -> Exported:
        """Write machine code, a C header that launches it, and a Python module that does.

        Args:
            folder: The output folder; it is created if missing.
            name: Name of the files and of the functions in them; None for that of the entry.
            arch: Target of the machine code; None for that of the module.
            block: Threads of a CTA; None for those that the entry requires.
            smem: Dynamic shared memory of a CTA, in bytes.

        Raises:
            ToolError: ptxas is not installed, or refuses the text.
            LaunchError: The entry is machine code already, or the block is unknown.
        """
        self.ptx()
        _, threads, cluster, shared = self.program.geometry(grid=_MANY, block=block, smem=smem)
        sizes = threads, cluster, shared
        return runtime.export(self.program, folder, name=name, sizes=sizes, target=arch)

    def prepare(self, *args: Any, **sizes: Any) -> Prepared:
        """Return a launch with fixed arguments: calling it launches again, and returns None.

        Args:
            args: Arguments, one for each parameter.
            sizes: Sizes of the launch, as `launch` takes them.

        Raises:
            LaunchError: An argument does not fit its parameter.
        """
        launch = self.launch(**sizes)
        if len(args) != len(self.params):
            launch(*args)  # says which there are
        values = {param.name: value for param, value in zip(self.params, args, strict=True)}
        return runtime.prepared(launch, values, None)


def _contents(source: str | os.PathLike[str], otherwise: str) -> bytes:
    try:
        return Path(source).read_bytes()
    except (OSError, ValueError, TypeError) as error:
        raise LaunchError(f"cannot read {source!r}: {error} ({otherwise})") from None
