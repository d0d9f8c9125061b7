"""One launch for a batch.

Where the work of a kernel is independent along a dimension, a batch is a call with more slices. Otherwise an
entry is rewritten so that each plane of its grid works on an example of its own. A kernel gets the address of
a tensor in one way, ``ld.param.u64 %rd0, [X]``. Where that is so, and where one direction of the grid is
unused, adding ``example * stride`` to the loaded address makes a kernel of one example a kernel of many. A
launch
scalar can become an array of scalars, one for each example, in the same way.
"""

from __future__ import annotations

from functools import partial
from itertools import starmap
from typing import TYPE_CHECKING

from pyptx.arch import MAX_GRID_DIM
from pyptx.ir import Address, Declaration, Declarator, Function, Instruction, Literal, Name
from pyptx.ir.visit import map_statements, operand_names, walk
from pyptx.program import from_module
from pyptx.record import replace
from pyptx.specs import Layout

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from pyptx.ir import Module, Statement
    from pyptx.kernel.declaration import Declared
    from pyptx.program import Dim3, Program
    from pyptx.specs import Tile

_POSITIONS = ("%ctaid", "%nctaid", "%clusterid", "%nclusterid")
_STEALING = "clusterlaunchcontrol"
_SCALAR_LOADS = ("param", "param::entry")


def has_more_slices(declared: Declared, many: Sequence[bool], given: Collection[str]) -> bool:
    """Whether a batch is a call with more slices along a parallel dimension.

    This is the first dimension of the tensors that differ between examples; no other tensor has it.

    Args:
        declared: The kernel's declaration.
        many: One flag for each input: whether each example has an array of its own.
        given: Names of the keyword arguments of the call.
    """
    tiles = list(declared.tensors.values())
    owned = [*many, *[True] * (len(tiles) - len(many))]
    return any(
        dim not in given and all(starmap(partial(_has_slices, dim), zip(tiles, owned, strict=True)))
        for dim in declared.parallel
    )


def _has_slices(dim: str, tile: Tile | None, owned: bool) -> bool:
    """Whether a tensor has slices along a dimension, its first one, exactly if each example has its own."""
    if tile is None or tile.layout is Layout.COL:
        return False
    return [axis for axis, name in enumerate(tile.shape) if name == dim] == [0] * owned


def batched(
    program: Program, grid: Dim3, size: int, tensors: Mapping[str, int], scalars: Mapping[str, int]
) -> tuple[Program, Dim3] | None:
    """Return the program and the grid that run `size` examples in one launch; None where that cannot be.

    It cannot where the kernel gets a tensor in another way (a tensor map, the address of a parameter), keeps
    state in variables of the module, uses or reads every direction of its grid, or declares an alignment
    that the examples do not have.

    Args:
        program: The kernel of one example.
        grid: Its grid.
        size: Number of examples.
        tensors: For each tensor parameter the bytes from one example to the next; 0 for one all share.
        scalars: For each launch scalar that is an array now, the same.
    """
    axis = _free_axis(program, grid, size)
    if axis is None or program.tensor_maps or not _loads_plainly(program, {*tensors, *scalars}):
        return None
    if any(tensors.get(param.name, 0) % param.target_align for param in program.params):
        return None
    key = ("batched", axis, tuple(tensors.items()), tuple(scalars.items()))
    known = program.derived.setdefault("batched", {})
    if key not in known:
        known[key] = _rewritten(program, "xyz"[axis], tensors, scalars)
    x, y, z = (size if k == axis else extent for k, extent in enumerate(grid))
    return known[key], (x, y, z)


def _free_axis(program: Program, grid: Dim3, size: int) -> int | None:
    """The last direction of the grid that the kernel neither uses nor reads."""
    if any(_is_state(item) for item in program.module.items):
        return None
    words = set(_words(program.module))
    if _STEALING in words:
        return None
    for axis in (2, 1, 0):
        seen = {word for name in _POSITIONS for word in (name, f"{name}.{'xyz'[axis]}")}
        if grid[axis] == 1 and size <= MAX_GRID_DIM[axis] and not seen & words:
            return axis
    return None


def _is_state(item: object) -> bool:
    return isinstance(item, Declaration) and item.space == "global"


def _words(module: Module) -> Iterable[str]:
    """Opcodes, and names in operands."""
    for item in module.items:
        for statement in walk(item.body or ()) if isinstance(item, Function) else ():
            if isinstance(statement, Instruction):
                yield statement.opcode
                for operand in statement.operands:
                    yield from operand_names(operand)


def _loads_plainly(program: Program, names: set[str]) -> bool:
    """Whether every mention of these parameters is an instruction that loads the whole of one."""
    for statement in walk(program.function.body or ()):
        if isinstance(statement, Instruction) and _parameter(statement) not in names:
            mentioned = {name for operand in statement.operands for name in operand_names(operand)}
            if mentioned & names:
                return False
    return True


def _parameter(statement: Instruction) -> str | None:
    """The parameter that an instruction loads into one register; None for any other instruction."""
    space, *rest = statement.modifiers or ("",)
    if statement.opcode != "ld" or space not in _SCALAR_LOADS or len(rest) != 1:
        return None
    where = statement.operands[1]
    if not isinstance(where, Address) or where.offset is not None:
        return None
    return where.base.name if isinstance(where.base, Name) else None


def _rewritten(
    program: Program, axis: str, tensors: Mapping[str, int], scalars: Mapping[str, int]
) -> Program:
    taken = set(_words(program.module))
    example, address = _fresh("%example", taken), _fresh("%address", taken)
    index = _fresh("%plane", taken)

    def moved(register: Name, stride: int, like: Instruction) -> Instruction:
        operands = (register, Name(example), Literal(str(stride)), register)
        return Instruction("mad", ("lo", "u64"), operands, like.guard, source=like.source)

    def load(statement: Statement) -> Statement | tuple[Statement, ...]:
        name = _parameter(statement) if isinstance(statement, Instruction) else None
        if name is None or not isinstance(statement, Instruction):
            return statement
        into = statement.operands[0]
        if tensors.get(name) and isinstance(into, Name):
            return statement, moved(into, tensors[name], statement)
        if name not in scalars:
            return statement
        pointer = Name(address)
        fetched = replace(statement, modifiers=("param", "u64"), operands=(pointer, statement.operands[1]))
        value = replace(statement, modifiers=statement.modifiers[1:], operands=(into, Address(pointer)))
        return fetched, moved(pointer, scalars[name], statement), value

    entry = program.function
    body = (
        Declaration("reg", "b32", (Declarator(index),)),
        Declaration("reg", "b64", (Declarator(example), Declarator(address))),
        Instruction("mov", ("u32",), (Name(index), Name(f"%ctaid.{axis}"))),
        Instruction("cvt", ("u64", "u32"), (Name(example), Name(index))),
        *map_statements(entry.body or (), load),
    )
    params = tuple(_by_address(param, scalars) for param in entry.params or ())
    new = replace(entry, body=body, params=params)
    module = replace(
        program.module, items=tuple(new if item is entry else item for item in program.module.items)
    )
    return from_module(
        module,
        program.entry,
        block=program.block,
        cluster=program.cluster,
        smem=program.smem,
        pdl=program.pdl,
    )


def _by_address(param: Declaration, scalars: Mapping[str, int]) -> Declaration:
    (declarator,) = param.declarators
    return replace(param, type="u64", gaps=None) if declarator.name in scalars else param


def _fresh(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    return name
