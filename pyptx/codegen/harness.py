"""The host side of a transpiled kernel: a function that launches it once on the simulator.

PTX contains neither sizes nor data. The use of each parameter decides the kind of its argument (array,
number, tensor map, structure); extents and contents are guesses, which the function lists.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from pyptx.codegen.declarations import launch_sizes
from pyptx.codegen.operands import quoted
from pyptx.codegen.raising.uses import is_pointer, uses_of
from pyptx.codegen.raising.words import Mentions
from pyptx.errors import CodegenError
from pyptx.ir import Address, Declaration, Function, Instruction, Literal, Name
from pyptx.ir.literals import literal_value
from pyptx.ir.visit import walk
from pyptx.trace.shared import layout
from pyptx.trace.shared import size as shared_size
from pyptx.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from pyptx.arch import Arch
    from pyptx.codegen.raising.uses import Use
    from pyptx.ir import Operand, Statement

ELEMENTS = 1 << 20
"""Elements of a guessed array."""
_MOST_TERMS = 16
"""Registers that are followed to a product."""
EXTENT = 64
"""Value of a guessed integer: a size, a stride or a limit."""
MAP_BYTES = 128
"""Size of a tensor map."""
SIDE = 256
"""Elements of a guessed tensor in each of its two inner dimensions."""
THREADS, PLANE = 128, (16, 16)
"""Threads of a guessed CTA, and of one whose kernel reads ``%tid.y``."""


class Argument(NamedTuple):
    """An argument of a launch.

    Attributes:
        name: The parameter.
        made: Python that makes the argument.
        guess: Description of the part that is a guess.
        shown: Whether the kernel writes the array, so that a run prints it.
    """

    name: str
    made: str
    guess: str
    shown: bool = False


class Harness(NamedTuple):
    """The launch of one kernel.

    Attributes:
        kernel: Its Python function.
        arguments: Arguments, one for each parameter, in order.
        geometry: Keyword arguments of the launch.
        guesses: Descriptions of those of them that are guesses.
    """

    kernel: str
    arguments: Sequence[Argument]
    geometry: dict[str, str]
    guesses: Sequence[str]


def harness_of(kernel: str, function: Function, variables: Iterable[Declaration], arch: Arch) -> Harness:
    """Return the launch of a kernel, with a guess for each value that PTX does not contain.

    >>> from pyptx.arch import ARCHS
    >>> from pyptx.parser import parse
    >>> text = '''.version 8.0
    ... .target sm_80
    ... .address_size 64
    ... .entry clear(.param .u64 y, .param .u32 n)
    ... {
    ... .reg .b64 %rd<2>;
    ... ld.param.u64 %rd1, [y];
    ... st.global.f32 [%rd1], 0f00000000;
    ... ret;
    ... }
    ... '''
    >>> (entry,) = [item for item in parse(text).items if isinstance(item, Function)]
    >>> harness = harness_of("clear", entry, (), ARCHS["sm_80"])
    >>> [(argument.name, argument.guess) for argument in harness.arguments]
    [('y', '1048576 normal f32'), ('n', '64')]
    >>> harness.geometry
    {'grid': '1', 'block': '128'}

    Args:
        kernel: Name of its Python function.
        function: The entry, with the names of parameters that the Python has.
        variables: Variables of the module.
        arch: Target of the module.

    Raises:
        CodegenError: A parameter is a texture, a sampler or a surface.
    """
    code = tuple(walk(function.body or ()))
    nodes = [node for node in code if isinstance(node, Instruction)]
    guessing = _Guessing(uses_of(function, Mentions()), nodes)
    arguments = [guessing.argument(each) for each in function.params or ()]
    sizes = launch_sizes(function.directives)
    geometry, guesses = {"grid": "1"}, ["grid: one CTA"]
    if "cluster" in sizes:
        geometry["grid"] = str(sizes["cluster"])
        guesses = ["grid: one cluster"]
    if "block" not in sizes:
        plane = any(Name("%tid.y") in node.operands for node in nodes)
        geometry["block"] = str(PLANE if plane else _most_threads(function))
        guesses.append(f"block: {geometry['block']} threads")
    shared = [each for each in (*variables, *_declared(code)) if each.space == "shared"]
    if any("extern" in each.linkage for each in shared):
        static = layout([each for each in shared if "extern" not in each.linkage], 0)[1]
        align = max(each.align or 1 for each in shared if "extern" in each.linkage)
        geometry["smem"] = str(arch.max_shared_bytes - -(-static // align) * align)
        guesses.append(f"smem: all that {arch.name} has")
    return Harness(kernel, arguments, geometry, guesses)


def harness_lines(harnesses: Sequence[Harness], omitted: Sequence[str]) -> Iterator[str]:
    """Yield the lines of ``main``: the launch of each kernel, after a list of the guesses.

    Args:
        harnesses: The launches.
        omitted: Entries that the file contains as PTX text.
    """
    yield "def main():"
    yield '    """Launch each kernel once on the simulator.'
    yield ""
    yield "    PTX contains no sizes and no data. These values are guesses; replace them with those of your"
    yield "    program:"
    yield ""
    for harness in harnesses:
        prefix = f"{harness.kernel}: " if len(harnesses) > 1 else ""
        guesses = [f"{each.name}: {each.guess}" for each in harness.arguments if each.guess]
        yield from (f"    * {prefix}{guess}" for guess in (*guesses, *harness.guesses))
    yield from (f"    * {name}: not launched, because it is kept as PTX text" for name in omitted)
    yield '    """'
    made = "".join(argument.made for harness in harnesses for argument in harness.arguments)
    drawn = "random." in made or "bf16(" in made
    if drawn:
        yield "    import numpy as np"
        yield ""
    if "TensorMap." in made:
        yield "    from pyptx.layouts.tensor_map import TensorMap"
        yield ""
    if "Structure(" in made:
        yield "    from pyptx import Structure"
        yield ""
    yield "    print(main.__doc__)"
    if drawn:
        yield "    random = np.random.default_rng(0)"
    if "bf16(" in made:
        yield from _BFLOAT16
    for harness in harnesses:
        yield "    arguments = {"
        for each in harness.arguments:
            yield from f"        {quoted(each.name)}: {each.made},".split("\n")
        yield "    }"
        geometry = "".join(f", {name}={value}" for name, value in harness.geometry.items())
        yield f'    {harness.kernel}.program().launch(*arguments.values(){geometry}, engine="sim")'
        shown = [quoted(each.name) for each in harness.arguments if each.shown]
        if shown:
            yield f"    for name in ({', '.join(shown)},):"
            yield '        print(f"{name}: {arguments[name]}")'
        else:
            yield f'    print("{harness.kernel}: done")'


class _Guessing:
    """Guesses of the arguments of one kernel."""

    def __init__(self, uses: dict[str, Use], nodes: Sequence[Instruction]) -> None:
        self._uses = uses
        self._nodes = nodes
        self._computed = {word for node in nodes if node.opcode not in _MOVES for word in node.modifiers}
        products = {
            word for node in nodes if not _PRODUCTS.isdisjoint(node.modifiers) for word in node.modifiers
        }
        self._factor = next((each for each in ("bf16", "f16") if each in products), "")
        self._setters: dict[str, list[Instruction]] = {}
        for node in nodes:
            if node.operands and type(node.operands[0]) is Name:
                self._setters.setdefault(node.operands[0].name, []).append(node)
        self._bytes = self._bytes_of_boxes()

    def argument(self, declaration: Declaration) -> Argument:
        """Return the argument for one parameter.

        Raises:
            CodegenError: It is a texture, a sampler or a surface.
        """
        (declarator,) = declaration.declarators
        name, type_ = declarator.name, TYPES.get(declaration.type or "")
        if type_ is None:
            raise CodegenError(f"harness: parameter {name} of type .{declaration.type} has no argument here")
        use = self._uses.get(name)
        if use is not None and use.rank and declarator.dims:
            made = self._tensor_map(name, use)
            size = shared_size(declaration, declarator)
            return made if size == MAP_BYTES else _in_structure(made, size, sorted(use.maps))
        is_address = use is not None and bool(use.types or use.is_address)
        if declaration.pointer is not None or (is_address and not declarator.dims):
            return self._array(name, use)
        if is_address and is_pointer(declaration):
            array = self._array(name, use)
            return Argument(name, f"Structure(bytes(8), {{0: {array.made}}})", f"a pointer to {array.guess}")
        if declarator.dims:
            size = shared_size(declaration, declarator)
            return Argument(name, f"bytes({size})", f"a structure of {size} zero bytes")
        if type_.kind == "f":
            return Argument(name, "1.0", "1.0")
        return Argument(name, str(EXTENT), str(EXTENT))

    def _array(self, name: str, use: Use | None) -> Argument:
        """An array of the type that the kernel reads and writes."""
        types = sorted(use.types if use is not None else ())
        word = next((each for each in types if TYPES[each].kind == "f"), types[0] if types else "b32")
        written = use is not None and use.written
        element = self._element(word, written=written)
        integers = 8 * min(TYPES[word].bytes, 8)
        made = _ARRAYS.get(element, f"random.integers(0, 64, {{}}, np.uint{integers})").format(ELEMENTS)
        what = f"normal {element}" if element in _ARRAYS else f"integers below 64, of {integers} bits"
        return Argument(name, made, f"{ELEMENTS} {what}", written)

    def _element(self, word: str, *, written: bool) -> str:
        """The element type of an array accessed as `word`; for bits, one that the kernel computes with.

        Operands of matrix products are loaded in words of several elements.
        """
        type_ = TYPES[word]
        if type_.kind != "b":
            return word
        if not written and self._factor:
            return self._factor
        return next((each for each in _ARRAYS if TYPES[each].bits == type_.bits and self._has(each)), word)

    def _has(self, element: str) -> bool:
        """Whether the kernel computes with an element type."""
        return not self._computed.isdisjoint((element, f"{element}x2"))

    def _tensor_map(self, name: str, use: Use) -> Argument:
        """A map of a tensor with a box that fits the bytes that the barriers expect."""
        element = self._factor or "f32"
        swizzled = bool(self._factor)
        inner = 128 // TYPES[element].bytes
        rows = min(256, self._bytes.get(name, 0) // 128) or EXTENT
        sizes = [SIDE, SIDE, *[1] * (use.rank - 2)][: use.rank]
        box = [inner, rows, *[1] * (use.rank - 2)][: use.rank]
        options = ', swizzle="128B"' if swizzled else ""
        described = f"{quoted(element)}, {tuple(sizes)}, {tuple(box)}{options}"
        array = _ARRAYS[element].format(math.prod(sizes))
        made = f"TensorMap.tiled(\n            {described}\n        ).of({array})"
        swizzle = "swizzle 128B" if swizzled else "no swizzle"
        extents = " x ".join(map(str, sizes))
        return Argument(name, made, f"a tensor of {extents} {element}, box {tuple(box)}, {swizzle}")

    def _bytes_of_boxes(self) -> dict[str, int]:
        """Return the bytes of a box of each tensor map that the kernel reads.

        Together they have the bytes that a barrier expects: the distances between stages where these do, else
        equal parts.
        """
        maps = {name: use for name, use in self._uses.items() if use.rank and use.read}
        expected = self._expected()
        steps = {name: {self._step(target) for target in use.targets} for name, use in maps.items()}
        alone = {name: found.pop() for name, found in steps.items() if len(found) == 1}
        if alone.keys() == maps.keys() and sum(alone.values()) == expected:
            return alone
        return {name: expected // len(maps) for name in maps}

    def _step(self, address: Operand) -> int:
        """Return the factor of the only product in a sum of registers: the bytes of a stage; 0 for none."""
        factors: list[int] = []
        pending = [address.base if isinstance(address, Address) else address]
        for _ in range(_MOST_TERMS):
            if not pending:
                break
            term = pending.pop()
            setters = self._setters.get(term.name, ()) if isinstance(term, Name) else ()
            if len(setters) != 1:
                continue
            (node,) = setters
            sources = node.operands[1:]
            if node.opcode in ("add", "mov", "cvt"):
                pending += sources
            elif node.opcode in _SCALES and isinstance(sources[1], Literal):
                factor = literal_value(sources[1].text)
                factors.append(_SCALES[node.opcode](factor) if isinstance(factor, int) else 0)
                pending += sources[2:]
        return factors[0] if len(factors) == 1 and not pending else 0

    def _expected(self) -> int:
        """The most bytes that an instruction of the kernel lets a barrier expect; 0 if none is constant."""
        constants: dict[Operand, Operand] = {}
        for node in self._nodes:
            if node.opcode == "mov" and isinstance(node.operands[1], Literal):
                constants[node.operands[0]] = node.operands[1]
        counts = [0]
        for node in self._nodes:
            if "expect_tx" in node.modifiers:
                count = constants.get(node.operands[-1], node.operands[-1])
                if isinstance(count, Literal):
                    counts.append(int(literal_value(count.text)))
        return max(counts)


def _in_structure(argument: Argument, size: int, offsets: Sequence[int]) -> Argument:
    """Return a structure of zero bytes that contains a tensor map at some offsets."""
    made = argument.made.replace("\n", "\n    ")
    members = "".join(f"\n            {offset}: {made}," for offset in offsets)
    places = ", ".join(map(str, offsets))
    guess = f"a structure of {size} zero bytes, with tensor maps at {places}: {argument.guess}"
    return Argument(argument.name, f"Structure(bytes({size}), {{{members}\n        }})", guess)


def _most_threads(function: Function) -> int:
    """Threads of a CTA: as many as ``.maxntid`` allows, or a guess."""
    for directive in function.directives:
        if directive.name == "maxntid":
            return math.prod(int(word) for word in directive.words if word != ",")
    return THREADS


def _declared(code: Iterable[Statement]) -> Iterator[Declaration]:
    return (node for node in code if isinstance(node, Declaration))


_MOVES = frozenset({"ld", "ldu", "st", "mov", "cp"})
"""Opcodes whose type says nothing about the meaning of the bits."""
_SCALES: dict[str, Callable[[int], int]] = {
    "shl": lambda bits: 1 << bits if 0 <= bits < 32 else 0,
    "mul": lambda factor: factor,
    "mad": lambda factor: factor,
}
"""Opcodes that multiply by their second source, and the factor by that."""
_ARRAYS = {
    "f32": "random.standard_normal({}, np.float32)",
    "f64": "random.standard_normal({})",
    "f16": "random.standard_normal({}, np.float32).astype(np.float16)",
    "bf16": "bf16({})",
}
"""Python that makes arrays of floating-point numbers."""
_BFLOAT16 = (
    "",
    "    def bf16(count):",
    "        bits = random.standard_normal(count, np.float32).view(np.uint32) >> 16",
    "        return bits.astype(np.uint16)  # NumPy has no bfloat16",
    "",
)
_PRODUCTS = frozenset({"mma", "mma_async"})
