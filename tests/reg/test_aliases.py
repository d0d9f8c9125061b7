"""Two names of one register: an assignment to one does not change the other without a word."""

from __future__ import annotations

import copy
import dataclasses
import functools
import operator
from typing import TYPE_CHECKING, Any

import pytest

from pyptx import ptx, reg
from pyptx.errors import TraceError
from pyptx.trace import Trace, tracing
from pyptx.types import u32

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.reg import Reg


def other_name(x: Reg) -> Reg:
    y = x
    y += 1
    return x * y


def two_targets(x: Reg) -> Reg:
    low = high = +x
    high += 1
    return high - low


def old_value(x: Reg) -> Reg:
    before = x
    x *= 2
    return x - before


def chosen(x: Reg) -> Reg:
    y = x if x.dtype == u32 else x + 1
    y <<= 2
    return x ^ y


def element_of_a_list(x: Reg) -> Reg:
    several = [x + 1, x + 2]
    first = several[0]
    several[0] += 5
    return first - several[0]


def element_of_an_array(_: Reg) -> Reg:
    acc = reg.array(u32, 2)
    first = acc[0]
    acc[0] += 5
    return first - acc[0]


def repeated(_: Reg) -> Reg:
    several = [reg.scalar(u32, init=0)] * 4
    several[0] += 1
    return several[1]


def moved(p: Reg, offset: Reg) -> Reg:
    p += offset * 4
    return p


def written_in_a_list_of_one(x: Reg) -> Reg:
    several = [+x] * 2
    for number in range(2):
        ptx.inst.add.u32(several[number], several[number], number)
    return several[0]


def one_register_as_two_attributes(x: Reg) -> Reg:
    holder, other = Holder(+x), +x
    holder.value = holder.before = other  # type: ignore[attr-defined]
    del other
    holder.value += 5
    return holder.value


def one_register_under_two_keys(x: Reg) -> Reg:
    named = dict.fromkeys(("sum", "maximum"), x + 1)
    named["sum"] += 5
    return named["sum"]


def list_of_an_array(_: Reg) -> Reg:
    acc = reg.array(u32, 2)
    before = list(acc)
    acc[0] += 5
    return before[0]


def registers_of_an_array_in_a_comprehension(_: Reg) -> Reg:
    acc = reg.array(u32, 2)
    before = [element for element in acc]  # noqa: C416
    acc[0] += 5
    return before[0]


def parameter(x: Reg) -> Reg:
    y = moved(x, x)
    return y - x


def in_a_loop(x: Reg) -> None:
    y = x
    for _ in ptx.range_(0, 4):
        x + 1
        y += 1


def moved_under_a_condition(x: Reg) -> Reg:
    best = x
    with ptx.if_(x > 3):
        ptx.mov(best, 7)
    return best - x


def variable_of_a_loop_that_is_read(x: Reg) -> Reg:
    y = +x
    for each in (x, y):
        each += 1
        y *= each
    return x + y


def list_as_a_snapshot(x: Reg) -> Reg:
    several = [x + 1, x + 2]
    before = list(several)
    several[0] += 5
    return before[0] - several[0]


class Holder:
    def __init__(self, value: Reg) -> None:
        self.value = value


@dataclasses.dataclass
class State:
    total: Reg
    stage: int

    def __iadd__(self, value: int) -> State:  # noqa: PYI034
        self.total += value
        return self


class Slot:
    def __init__(self, name: str, phase: Reg) -> None:
        self.place = object()
        self.name = name
        self.phase = phase

    def flip(self) -> None:
        self.phase ^= 1


class Consumer:
    def __init__(self, value: Reg) -> None:
        self.value = value


def copy_of_a_list(x: Reg) -> Reg:
    several = [x + 1, x + 2]
    before = several[:]
    several[0] += 5
    return before[0] - several[0]


def copy_of_a_list_in_a_list(x: Reg) -> Reg:
    several = [[x + 1, x + 2]]
    before = [row.copy() for row in several]
    several[0][0] += 5
    return before[0][0]


def tuple_of_a_list(x: Reg) -> Reg:
    several = [x + 1, x + 2]
    before = tuple(several)
    several[1] += 5
    return before[1]


def copy_of_a_dictionary(x: Reg) -> Reg:
    named = {"a": x + 1}
    before = dict(named)
    named["a"] += 5
    return before["a"]


def copy_of_an_object(x: Reg) -> Reg:
    holder = Holder(x + 1)
    before = copy.copy(holder)
    holder.value += 5
    return before.value


def two_objects(x: Reg) -> Reg:
    y = x + 1
    first, second = Holder(y), Holder(y)
    del y
    first.value += 5
    return second.value


def given_back(x: Reg) -> Reg:
    y = (lambda value: value)(x)
    y += 1
    return y - x


def passed_on(x: Reg) -> Reg:
    def inner(p: Reg) -> Reg:
        return moved(p, p)

    return inner(x) - x


def among_arguments(x: Reg) -> Reg:
    def grown(*values: Reg) -> Reg:
        (value,) = values
        value += 1
        return value

    return grown(x) - x


def name_of_a_closure(x: Reg) -> Reg:
    def grown() -> Reg:
        y = x
        y += 1
        return y

    return grown() - x


def other_name_in_a_loop(x: Reg) -> Reg:
    total = x + 1
    for i in ptx.range_(0, 4):
        before = total
        total += i
        x ^= before
    return x


def element_under_a_name(x: Reg) -> Reg:
    several = [x + 1, x + 2]
    first = several[0]
    first += 5
    return first - several[0]


def element_of_an_array_under_a_name(_: Reg) -> Reg:
    acc = reg.array(u32, 2)
    first = acc[0]
    first += 5
    return first - acc[0]


def unpacked_elements(x: Reg) -> Reg:
    several = [x + 1, x + 2]
    first, _ = several
    first += 5
    return first - several[0]


def history_of_sums(x: Reg) -> Reg:
    total, history = x + 1, []
    for _ in range(3):
        history.append(total)
        total += x
    return history[0] + history[1]


def pairs_in_a_list(x: Reg) -> Reg:
    total, history = x + 1, []
    for step in range(3):
        history.append((step, total))
        total += x
    return history[0][1]


def kept_in_an_attribute(x: Reg) -> Reg:
    holder = Holder(x + 1)
    value = holder.value
    value += 5
    return holder.value


def kept_in_a_default_value(x: Reg) -> Reg:
    total = x + 1

    def before(value: Reg = total) -> Reg:
        return value

    total += x
    return before()


def kept_in_a_partial(x: Reg) -> Reg:
    total = x + 1
    before = functools.partial(operator.add, total)
    total += x
    result: Reg = before(0)
    return result


def element_given_to_a_function(x: Reg) -> Reg:
    several = [x + 1, x + 2]
    y = moved(several[0], x)
    return y - several[0]


def dictionary_with_a_further_key(x: Reg) -> Reg:
    first = {"total": x + 1}
    second = {**first, "scale": x}
    second["total"] += 5
    return first["total"]


def phases_of_two_objects_of_a_class(x: Reg) -> Reg:
    phase = x + 1
    full, empty = (Slot(name, phase) for name in ("full", "empty"))
    del phase
    full.flip()
    empty.flip()
    return full.phase


def recorded_by_a_closure(x: Reg) -> Reg:
    def recorder() -> tuple[Callable[[Reg], None], Callable[[int], Reg]]:
        history: list[Reg] = []
        return history.append, lambda number: history[number]

    push, get = recorder()
    total = x + 1
    for _ in range(3):
        push(total)
        total += x
    return get(0)


def replaced_object(x: Reg) -> Reg:
    first = State(x + 1, 0)
    second = dataclasses.replace(first, stage=1)
    second.total += 5
    return first.total


def written_by_a_method(x: Reg) -> Reg:
    first = State(x + 1, 0)
    second = State(first.total, 0)
    second += 5
    return first.total


WRONG = [
    written_in_a_list_of_one, one_register_as_two_attributes, one_register_under_two_keys, list_of_an_array,
    registers_of_an_array_in_a_comprehension,
    element_under_a_name, element_of_an_array_under_a_name, unpacked_elements, history_of_sums,
    pairs_in_a_list, kept_in_an_attribute, kept_in_a_default_value, kept_in_a_partial,
    element_given_to_a_function, replaced_object, written_by_a_method, dictionary_with_a_further_key,
    recorded_by_a_closure, phases_of_two_objects_of_a_class,
    copy_of_a_list, copy_of_a_list_in_a_list, tuple_of_a_list, copy_of_a_dictionary, copy_of_an_object,
    two_objects, given_back, passed_on, among_arguments, name_of_a_closure,
    other_name_in_a_loop,
    list_as_a_snapshot, variable_of_a_loop_that_is_read,
    moved_under_a_condition,
    other_name, two_targets, old_value, chosen, element_of_a_list, element_of_an_array, repeated, parameter,
    in_a_loop,
]  # fmt: skip


@pytest.mark.parametrize("body", WRONG)
def test_a_second_name_that_is_read_later_is_refused(body: Callable[[Reg], Any]) -> None:
    with (
        tracing(Trace("k")),
        pytest.raises(TraceError, match=r"are one register|is the register|is a register of") as caught,
    ):
        body(reg.scalar(u32))
    assert __file__ in str(caught.value)


def copied(x: Reg) -> Reg:
    y = +x
    y += 1
    return x * y


def renamed(x: Reg) -> Reg:
    y = x
    y += 1
    return y


def several_names(x: Reg) -> Reg:
    px, py = ptx.special.tid.x() + 1, ptx.special.tid.y() + 2
    px += x
    py += px
    return px * py


def list_of_copies(x: Reg) -> Reg:
    several = [+x for _ in range(4)]
    several[0] += 1
    return several[1]


def each_of_an_array(_: Reg) -> reg.RegArray:
    acc = reg.array(u32, 4)
    for i in range(4):
        acc[i] += i
    for element in acc:
        element *= 2
    return acc


def moved_elsewhere(x: Reg) -> Reg:
    return moved(x + 1, x)


def moved_for_the_last_time(x: Reg) -> Reg:
    y = moved(x, x + 1)
    return y * 2


def best_of_copies(x: Reg) -> Reg:
    best = +x
    with ptx.if_(x > 3):
        ptx.mov(best, 7)
    return best - x


def each_of_several_names(x: Reg) -> Reg:
    y = +x
    for each, step in zip((x, y), (1, 2), strict=True):
        each += step
    return x + y


def summed(x: Reg) -> Reg:
    total = x - x
    for i in ptx.range_(0, 4):
        total += x
        total ^= i
    return total


def part_of_a_list(x: Reg) -> Reg:
    several = [+x for _ in range(4)]
    part = several[0:2]
    part[0] += 1
    part[1] *= several[2]
    return several[0] + several[3]


def registers_of_an_array(_: Reg) -> Reg:
    acc = reg.array(u32, 2)
    all_of_it, registers = acc[:], acc.regs()
    acc[0] += 1
    return all_of_it[0] + registers[1]


def part_of_an_array(_: Reg) -> Reg:
    acc = reg.array(u32, 4)
    part = acc[0:2]
    part[0] += 1
    return acc[0] + acc[3]


def copied_deeply(x: Reg) -> Reg:
    several = [x + 1, x + 2]
    before = copy.deepcopy(several)
    several[0] += 5
    return before[0] - several[0]


def sum_of_a_closure(x: Reg) -> Reg:
    total = x + 1

    def grow() -> None:
        nonlocal total
        total += x

    for _ in ptx.range_(0, 4):
        grow()
    return total + x


def attribute_in_a_loop(x: Reg) -> Reg:
    holder = Holder(x + 1)
    several = [holder, Holder(x + 2)]
    for i in ptx.range_(0, 4):
        holder.value += i
        for each in several:
            each.value ^= 3
    return holder.value


def history_of_copies(x: Reg) -> Reg:
    total, history = x + 1, []
    for _ in range(3):
        history.append(+total)
        total += x
    return history[0] + history[1]


def own_phases_of_two_objects_of_a_class(x: Reg) -> Reg:
    full, empty = (Slot(name, +x) for name in ("full", "empty"))
    full.flip()
    empty.flip()
    return full.phase + empty.phase


def dictionaries_that_share_another_key(x: Reg) -> Reg:
    common = {"tid": x}
    first, second = {**common, "total": x + 1}, {**common, "total": x + 2}
    first["total"] += 5
    return second["total"] * common["tid"]


def shared_by_objects_of_two_classes(x: Reg) -> Reg:
    phase = x + 1
    producer, consumer = Holder(phase), Consumer(phase)
    del phase
    producer.value ^= 1
    return consumer.value


def object_of_a_list_that_has_gone(x: Reg) -> Reg:
    states = [State(x + 1, 0), State(x + 2, 1)]
    total = states[1].total
    del states
    total += 5
    return total


def named_sum_of_a_closure(x: Reg) -> Reg:
    total = x + 1

    def show() -> Reg:
        return total

    total += x
    return show()


RIGHT = [
    dictionaries_that_share_another_key, own_phases_of_two_objects_of_a_class,
    history_of_copies, shared_by_objects_of_two_classes, object_of_a_list_that_has_gone,
    named_sum_of_a_closure,
    part_of_a_list, part_of_an_array, registers_of_an_array, copied_deeply, sum_of_a_closure,
    attribute_in_a_loop,
    best_of_copies,
    copied, renamed, several_names, list_of_copies, each_of_an_array, moved_elsewhere,
    moved_for_the_last_time, summed, each_of_several_names,
]  # fmt: skip


@pytest.mark.parametrize("body", RIGHT)
def test_one_name_or_a_copy_is_written(body: Callable[[Reg], Any]) -> None:
    with tracing(Trace("k")):
        body(reg.scalar(u32))
