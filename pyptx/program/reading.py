"""Programs of PTX text, of trees and of machine code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx import parser, toolchain
from pyptx.errors import LaunchError, did_you_mean
from pyptx.mangling import readable, stem
from pyptx.program.parameters import param_of
from pyptx.program.program import Program, entries
from pyptx.record import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.ir import Module, Source
    from pyptx.layouts.shared_names import SharedName
    from pyptx.program.geometry import Dim3
    from pyptx.program.parameters import MapParam, SharedPart
    from pyptx.toolchain import CubinEntry


def from_ptx(text: str, entry: str | None = None) -> Program:
    """Return the program of a PTX text.

    Args:
        text: A whole module.
        entry: Name of the entry; it may be left out where there is only one.

    Raises:
        ParseError: The text is not PTX.
        LaunchError: It has no such entry, or several and `entry` names none.
    """
    program = from_module(parser.parse(text), entry)
    program.derived["ptx"] = text
    return program


def from_cubin(data: bytes, entry: str | None = None) -> Program:
    """Return the program of an entry of machine code; it runs on a GPU only.

    Parameters have names ``p0``, ``p1`` …, and sizes in place of types: those of 1, 2, 4 and 8 bytes take
    numbers, including floats, and addresses; others take `bytes`.

    >>> from pyptx import Tile, kernel, ptx
    >>> from pyptx.types import u32
    >>> @kernel(out_specs=(Tile(1, u32),), grid=1, block=1, arch="sm_90a")
    ... def answer(Y):
    ...     (py,) = ptx.global_ptrs(Y)
    ...     ptx.inst.st.global_.u32(ptx.addr(py), 42)
    >>> program = from_cubin(answer.compiled().cubin)
    >>> program.entry, [(param.name, param.bytes) for param in program.params]
    ('answer', [('p0', 8)])

    Args:
        data: A cubin.
        entry: Name of the entry; it may be left out where there is only one.

    Raises:
        ToolError: The bytes are not a cubin.
        LaunchError: It has no such entry, or several and `entry` names none.
    """
    cubin = toolchain.read_cubin(data)
    text = f".version 7.0\n.target {cubin.target}\n.address_size 64\n"
    text += "".join(map(_signature, cubin.entries.values()))
    program = from_module(parser.parse(text), entry)
    return replace(program, cubin=bytes(data))


def from_module(
    module: Module,
    entry: str | None = None,
    *,
    grid: Dim3 | None = None,
    block: Dim3 | None = None,
    cluster: Dim3 | None = None,
    smem: int = 0,
    tensor_maps: Sequence[MapParam] = (),
    source: Source | None = None,
    shared_parts: Sequence[SharedPart] = (),
    shared_names: Sequence[SharedName] = (),
    pdl: bool = False,
) -> Program:
    """Return the program of an entry of `module`; its parameters are read from the tree.

    A mangled name may be given as people read it, such as ``"scale"`` or ``"scale<float>(float*, int)"``.

    >>> from pyptx.parser import parse
    >>> module = parse('''
    ... .version 8.0
    ... .target sm_80
    ... .address_size 64
    ... .visible .entry _Z5scalePf(.param .u64 x) { ret; }
    ... ''')
    >>> from_module(module, "scale", block=(128, 1, 1)).entry
    '_Z5scalePf'

    Args:
        module: The tree.
        entry: Name of the entry; it may be left out if there is only one.
        grid: CTAs of a launch that names none.
        block: Threads of a CTA of a launch that names none.
        cluster: CTAs of a cluster, if the entry does not say.
        smem: Dynamic shared memory of a CTA, in bytes.
        tensor_maps: The parameters that are tensor maps.
        source: The Python function that the tree was traced from.
        shared_parts: Parts of the dynamic shared array.
        shared_names: Names of those parts for reports.
        pdl: Whether a launch may start before the kernel before it in the stream has ended.

    Raises:
        LaunchError: It has no such entry, or several and `entry` names none.
    """
    found = {each.name: each for each in entries(module)}
    if not found:
        raise LaunchError("the module has no .entry with a body, so there is nothing to launch")
    if entry is None:
        if len(found) > 1:
            raise LaunchError(f"the module has {len(found)} entries; choose one of {', '.join(found)}")
        (entry,) = found
    if entry not in found:
        meant = [name for name in found if entry in (stem(name), readable(name))]
        if len(meant) > 1:
            raise LaunchError(f"{len(meant)} entries are called {entry}; choose one of {', '.join(meant)}")
        if not meant:
            guess = did_you_mean(entry, found)
            raise LaunchError(f"no entry {entry!r}; there are {', '.join(found)}{guess}")
        (entry,) = meant
    params = tuple(param_of(declaration) for declaration in found[entry].params or ())
    return Program(
        module,
        entry,
        params,
        grid,
        block,
        cluster,
        smem,
        tuple(tensor_maps),
        source,
        tuple(shared_parts),
        tuple(shared_names),
        pdl,
    )


def _signature(entry: CubinEntry) -> str:
    """An entry of machine code as PTX declares one."""
    params = [
        f".param .align {_alignment(offset)} .b{8 * size} p{number}"
        if size in (1, 2, 4, 8) and offset % size == 0
        else f".param .align {_alignment(offset)} .b8 p{number}[{size}]"
        for number, (offset, size) in enumerate(entry.params)
    ]
    limits = [
        f".{name} {', '.join(map(str, sizes))}"
        for name, sizes in (("reqntid", entry.reqntid), ("maxntid", entry.maxntid))
        if sizes is not None
    ]
    return f".visible .entry {entry.name}({', '.join(params)}) {' '.join(limits)} {{ ret; }}\n"


def _alignment(offset: int) -> int:
    """The largest that puts a parameter at `offset`, after any that end before it."""
    return min(offset & -offset or 128, 128)
