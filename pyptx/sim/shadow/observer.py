"""The observer that gives the values of a launch on the reference engine their shadows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.ir import Address
from pyptx.sim.named_registers import numbers_in, registers_written
from pyptx.sim.observers import Observer
from pyptx.sim.semantics import defined
from pyptx.sim.semantics.bit_shadow import decide_by_exponent
from pyptx.sim.semantics.shadows import SHADOWS
from pyptx.sim.semantics.tcgen05_shadow import copy_to_tensor, give_product, has_shadows, shift_tensor
from pyptx.sim.semantics.tcgen05_shadow import product_of as tensor_product_of
from pyptx.sim.semantics.wgmma_shadow import accumulator, elements_of_d, lanes_of, product_of
from pyptx.sim.shadow.calls import CallShadows
from pyptx.sim.shadow.cells import (
    BOUND,
    CONSTANTS,
    MAGNITUDE,
    NODE,
    VALUES_AND_NODES,
    Cell,
    elements_of,
)
from pyptx.sim.shadow.double_double import high
from pyptx.sim.shadow.functions import FUNCTIONS, LibraryFunctions
from pyptx.sim.shadow.magnitudes import SPREADS, spreads_of
from pyptx.sim.shadow.state import F32, Access
from pyptx.sim.shadow.transfers import TransferShadows, bytes_of
from pyptx.sim.steps import Step
from pyptx.types import f32, from_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from pyptx.sim.asynchrony import Transfer, Work
    from pyptx.sim.machine import Machine
    from pyptx.sim.observers import Array, Mask, TensorBox
    from pyptx.sim.semantics import Pure
    from pyptx.sim.shadow.cells import Elements
    from pyptx.sim.shadow.functions import Result
    from pyptx.sim.shadow.launch_shadows import Shadows
    from pyptx.sim.site import Site

_INTEGRAL = frozenset(("rni", "rzi", "rmi", "rpi"))


class ShadowObserver(Observer):
    """Gives the values of a batch their shadows."""

    def __init__(self, m: Machine, launch: Shadows) -> None:
        state = launch.state_of(m)
        self._m, self._launch, self._state = m, launch, state
        self._calls, self._transfers = CallShadows(state), TransferShadows(state, launch.line)
        self._after: Callable[[], None] | None = None
        self._fragments: dict[Work, Array] = {}
        self._product: Array | None = None
        reads = state.provenance is not None and state.provenance.reads_functions
        self._functions = launch.functions if reads else LibraryFunctions()
        self._counted: tuple[int, int] | None = None
        self._addend: Array | None = None

    # Instructions

    def executing(self, step: Site) -> None:
        """Read the shadows of the operands."""
        assert isinstance(step, Step)
        state = self._state
        state.accesses.clear()
        state.ended = False
        state.line = self._launch.line(step)
        if state.provenance is not None:
            state.provenance.visited(state.line)
        if step in self._functions.inner:
            self._counted = state.line.restarts, state.line.disagreements
            result = self._functions.results.get(step)
            self._addend = None
            if result is not None and result.is_sum:
                self._addend = state.values(step.operation, step.operation.operand("c")[0], f32, F32)
            state.provenance = None
        op = step.operation
        for operand, _ in op.pairs():
            if isinstance(operand, Address):
                for part in (operand.base, *operand.rest):
                    state.note_ended(op, part, None)
        definition, builder = defined(step.instruction.opcode, step.instruction.modifiers)
        if step in self._launch.exponent_steps:
            self._after = decide_by_exponent(op, state)
            if self._after is not None:
                return
        rule = SHADOWS.get(builder or (definition.function if definition else None))  # type: ignore[arg-type]
        after = None if rule is None else rule(op, state)
        if after is None and builder is None and definition is not None and definition.real is not None:
            after = self._compute(step, definition)
        self._after = after or self._restart(step)

    def executed(self, step: Site) -> None:
        """Give the results their shadows."""
        assert isinstance(step, Step)
        assert self._after is not None
        self._after()
        self._after = None
        line = self._state.line
        line.restarts += self._state.ended
        if self._counted is None:
            return
        line.restarts, line.disagreements = self._counted
        self._counted, self._state.provenance = None, self._launch.provenance
        if result := self._functions.results.get(step):
            self._give_function(result)

    def _give_function(self, result: Result) -> None:
        """Give the result of a function of a library the shadow that the function has, without a bound."""
        state = self._state
        assert state.provenance is not None
        raw = self._m.files[32][self._m.code.registers[result.argument].row]
        given = state.exact(F32.decode(raw)[0])
        cell = state.registers.word(result.argument).get(0)
        if cell is not None:
            given[:-1] = np.where(cell.kind == F32.kind, state.numbers.load(cell, F32)[:, 0], given[:-1])
        real = state.exact(FUNCTIONS[result.name].of_numbers(given[0]))[:-1]
        real[NODE] = state.provenance.function(result.name, state.line, given[VALUES_AND_NODES])
        if self._addend is not None:
            addend, nodes = self._addend[:-1, 0], real[VALUES_AND_NODES]
            real = real + addend
            real[NODE] = state.provenance.sum(state.line, nodes, addend[VALUES_AND_NODES])
        kind = np.full(self._m.lanes, F32.kind, np.uint8)
        state.registers.write(
            result.register, {0: Cell(kind, state.numbers.store(real[:, None]))}, self._m.where
        )

    def _compute(self, step: Step, definition: Pure) -> Callable[[], None] | None:
        """Compute over the real numbers; None if a format has no shadows."""
        op, state = step.operation, self._state
        operands: list[Array] = []
        target = None
        for operand, spec in op.pairs():
            type_ = from_name(spec.type or "s64")
            if spec.role == "=":
                target = target or (operand, type_, elements_of(type_.name))
                continue
            if type_.name == "pred":
                continue
            elements = elements_of(type_.name)
            if elements is None and type_.name.rstrip("0123456789") not in ("u", "s", "b"):
                return None
            values = state.values(op, operand, type_, elements)
            if values is None:
                return None
            operands.append(values)
        assert target is not None
        assert definition.real is not None
        operand, type_, elements = target
        overflows: list[str] = []
        with np.errstate(over="call", call=lambda kind, _: overflows.append(kind)):
            expected = definition.real(op.modifiers, *operands)
        if overflows:  # maybe those of a scale, which is replaced below
            with np.errstate(over="call", call=state.line.note_exceeding):
                definition.real(op.modifiers, *(each[:1] for each in operands))
        if expected is None:
            return None
        active = self._m.active()
        given = [each[VALUES_AND_NODES] for each in operands]
        if definition.decides == "comparison" or elements is None:
            if state.provenance is not None:
                note = state.provenance.decided if definition.decides else state.provenance.ended
                note(state.line, given, active)
            state.line.disagreements += int(((expected[0] != expected[-1]).any(0) & active).sum())
            return lambda: self._clear(registers_written(op))
        integral = not _INTEGRAL.isdisjoint(op.words)
        doubles = [high(each) for each in operands]
        constant, place = _large_constant(high(expected[-1]), doubles, elements, active)
        if constant == "rounds":
            to_integer = next((_TO_INTEGER[word] for word in op.words if word in _TO_INTEGER), np.rint)
            integral, expected = True, to_integer(expected)
        if integral:
            if state.provenance is not None:
                state.provenance.ended(state.line, given, active)
            state.line.disagreements += int(((expected[0] != expected[-1]).any(0) & active).sum())
            expected = np.repeat(expected[-1:], len(expected), axis=0)
            operands = [np.repeat(each[-1:], len(each), axis=0) for each in operands]
            for each in operands:
                each[[CONSTANTS, BOUND]] = 0
        if constant == "leaves":
            operands = [each.copy() for each in operands]
            operands[place][CONSTANTS] = 0  # it is exact, whatever its digits
        if definition.decides == "choice":
            state.note_choice(operands, expected)
        spreads = spreads_of(definition, op.modifiers, operands)
        if "sat" in op.words:
            expected = np.where(expected > 0, np.minimum(expected, 1.0), 0.0)
        if "relu" in op.words:
            expected = np.where(expected <= 0, 0.0, expected)
        expected[SPREADS] = spreads
        if constant == "leaves":
            expected[MAGNITUDE] = np.abs(expected[0])
        if expected.shape[1] != elements.count * len(state.registers_of(op, operand)):
            return None
        state.line.note_growth(operands, expected, self._m.mask)
        if state.provenance is not None:
            expected[NODE] = state.provenance.computed(step, definition, state.line, given, active)

        def give_shadows() -> None:
            raw = state.raw(op, operand, type_)
            assert raw is not None
            actual = np.concatenate([elements.decode(each) for each in raw])
            real = state.add_rounding(expected, actual, elements, self._m.mask)
            if integral:
                real[BOUND] = 0
            numbers = [each.number for each in state.registers_of(op, operand)]
            state.write_values(numbers, elements, real, self._m.where)

        return give_shadows

    def _restart(self, step: Step) -> Callable[[], None]:
        """End the shadows of an instruction without meaning for them."""
        op = step.operation
        written = registers_written(op)
        read = [
            number for operand, spec in op.pairs() if spec.role != "=" for number in numbers_in(op, operand)
        ]
        if self._state.provenance is not None:
            cells = (cell for number in read for cell in self._state.registers.word(number).values())
            given = [each for cell in cells for each in self._state.values_and_nodes(cell)]
            self._state.provenance.ended(self._state.line, given, self._m.active())
        registers = self._m.code.registers
        if any(registers[number].bits > 1 for number in written) or "writes" in step.effects:
            for number in read:
                self._state.note_losses(number)

        def give_shadows() -> None:
            read = (
                each.word or self._state.memory.word(each.index, each.size) for each in self._state.accesses
            )
            self._state.ended |= any(read)
            self._clear(written)

        return give_shadows

    def _clear(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            self._state.registers.clear(number, self._m.where)

    # Calls

    def values_passing(self, places: Sequence[Any]) -> None:
        """Keep the shadows of arguments or results."""
        step = self._m.step
        assert isinstance(step, Step)
        self._calls.take(step.operation, places)

    def values_passed(self, places: Sequence[Any], lanes: Array) -> None:
        """Give them to those who have got the values."""
        self._calls.give(places, lanes)

    def registers_saved(self, callee: Any, lanes: Array) -> None:
        """Save the shadows in registers."""
        self._calls.save(callee, lanes)

    def registers_restored(self, callee: Any, lanes: Array) -> None:
        """Restore them."""
        self._calls.restore(callee, lanes)

    # Memory

    def loaded(self, index: Array, size: int, mask: Mask) -> None:
        """Keep the places that lanes read."""
        self._state.ended |= self._state.memory.has_cut(index, size, mask)
        self._state.accesses.append(Access(index, size, mask))

    def stored(self, index: Array, size: int, mask: Mask, values: Array) -> None:
        """Keep the places that lanes write."""
        self._state.accesses.append(Access(index, size, mask))

    def updated(self, index: Array, size: int, mask: Mask) -> None:
        """Keep the places that lanes update, with their contents."""
        self._state.ended |= self._state.memory.has_cut(index, size, mask)
        held = word = None
        if size in (2, 4, 8):
            held, word = self._m.memory.gather(index, size, 1), self._state.memory.word(index, size)
        self._state.accesses.append(Access(index, size, mask, held, word))

    def overwritten(self, index: Array, size: int) -> None:
        """End the shadows of the old contents."""
        self._state.memory.clear(index, size)
        self._transfers.overwritten(index, size)

    # Asynchronous MMAs

    def work_started(self, work: Work) -> None:
        """Keep the registers that a `wgmma` has read."""
        if work.kind == "product" and self._state.fragment is not None:
            self._fragments[work] = self._state.fragment

    def wgmma_computing(self, products: Sequence[Any]) -> None:
        """Compute the accumulator over the real numbers."""
        self._product = None
        if products[0].form.d_type != "s32":
            fragments = [self._fragments.get(each.work) for each in products]
            before, self._state.line = self._state.line, self._launch.line(products[-1].work.step)
            self._product = product_of(self._state, products, fragments)
            self._state.line = before

    def wgmma_computed(self, products: Sequence[Any]) -> None:
        """Give the accumulator its shadows."""
        if self._product is None:
            return
        state, (first, *_, last) = self._state, (*products, products[-1])
        before, state.line = state.line, self._launch.line(last.work.step)
        elements, lanes = elements_of_d(first.form), lanes_of(first)
        actual = high(accumulator(state, first)[-1])
        real = state.add_rounding(self._product, actual, elements, None)
        whole = state.zeros(real.shape[1], self._m.lanes)[:-1]
        whole[..., lanes] = real
        state.write_values([each.number for each in first.form.d], elements, whole, self._m.mask_of(lanes))
        state.line = before

    def tensor_computing(self, product: Any, step: Site | None) -> None:
        """Compute D of an MMA of tensor memory over the real numbers."""
        assert step is not None
        before, self._state.line = self._state.line, self._launch.line(step)
        self._state.ended = False
        self._product = tensor_product_of(self._state, product) if has_shadows(product) else None
        self._state.line.restarts += self._state.ended
        self._state.line = before

    def tensor_computed(self, product: Any, step: Site | None) -> None:
        """Give D its shadows."""
        assert step is not None
        before, self._state.line = self._state.line, self._launch.line(step)
        give_product(self._state, product, self._product)
        self._state.line = before

    def tensor_copied(self, source: Array | None, target: tuple[int, Sequence[int], slice]) -> None:
        """Copy the shadows of `tcgen05.cp`."""
        copy_to_tensor(self._state, source, target)

    def tensor_shifted(self, box: TensorBox) -> None:
        """Move the shadows of `tcgen05.shift`."""
        shift_tensor(self._state, box)

    # Copies

    def copied(self, source: Array, target: Array, size: int, read: Array) -> None:
        """Copy the shadows of `cp.async`."""
        memory = self._state.memory
        self._state.ended |= memory.has_cut(source, size, None)
        kept = (np.arange(size) < read[:, None]).reshape(-1)
        from_, to = bytes_of(source, size), bytes_of(target, size)
        memory.clear(to, 1)
        memory.place(to[kept], memory.take(from_[kept]))

    def fetched(self, index: Array, size: int, inside: Mask) -> None:
        """Keep the places that a bulk copy reads."""
        self._transfers.fetched(index, size, inside)

    def combining(self, index: Array, values: Array, type_: str, operation: str) -> None:
        """Keep the contents of elements that a bulk reduction combines with others."""
        self._transfers.combining(index, values, type_, operation)

    def write_sent(self, index: Array, lanes: Array) -> None:
        """Keep the shadows of the values that lanes have sent."""
        if self._state.sent is not None:
            self._transfers.sending(index, lanes, self._state.sent)

    def transfer_started(self, transfer: Transfer) -> None:
        """Let the shadows move when a bulk copy, a reduction or an asynchronous store takes effect."""
        self._transfers.start(transfer)


def _large_constant(
    total: Array, operands: list[Array], elements: Elements, active: Array
) -> tuple[str, int]:
    """The effect of a sum with a large constant on the other term.

    The constant is an integer near 1.5 times the first number whose last place is 1. The exponential of nvcc
    adds 1.5 * 2^23 + 1 to a product with `fma.rm`.

    Returns:
        ``"rounds"`` if it becomes an integer, ``"leaves"`` if it was such a sum and an integer is left, empty
        for other operations; and the place of the constant.
    """
    if elements.name not in ("f32", "f64") or len(operands) not in (2, 3):
        return "", 0
    *factors, last = operands
    terms = [
        factors[0][[0, -1]] * factors[-1][[0, -1]] if len(factors) == 2 else factors[0][[0, -1]],
        last[[0, -1]],
    ]
    first, second = (each[-1] for each in terms)
    if not any(np.array_equal(total, each, equal_nan=True) for each in (first + second, first - second)):
        return "", 0
    step = 1 / elements.place
    shown = [np.abs(each[..., active]) for each in terms]
    constant = [_is_near(1.5 * step, each) for each in shown]
    if not any(constant) or (len(factors) == 2 and constant != [False, True]):
        return "", 0
    place = 1 if constant[1] else 0  # of two, the first is a sum that is alike in all lanes
    other = shown[1 - place]
    if (other <= step / 4).all():
        return "rounds", place
    is_left = len(terms) == len(operands) and ((other >= step) & (other < 2 * step)).all()
    return "leaves" if is_left and not operands[place][BOUND][..., active].any() else "", place


def _is_near(middle: float, values: Array) -> bool:
    """Whether all values are one integer that is `_FROM_MIDDLE` from `middle` at most."""
    given = values.flat[0] if values.size else np.nan
    return bool(abs(given - middle) <= _FROM_MIDDLE and given.is_integer() and (values == given).all())


_FROM_MIDDLE = 1024
_TO_INTEGER = {"rz": np.trunc, "rm": np.floor, "rp": np.ceil}
