"""Loops on the GPU: the Python body is traced once, however often the threads run it.

>>> from pyptx.emitter import emit_statement
>>> from pyptx.ptx.opcode import inst
>>> from pyptx.ptx.special import tid
>>> from pyptx.trace import Trace, tracing
>>> with tracing(Trace("k")) as trace:
...     for _ in range_(0, tid.x(), 8):
...         inst.nanosleep.u32(100)
>>> for statement in trace.body:
...     print(emit_statement(statement).strip())
mov.u32 %r0, %tid.x;
mov.u32 %r1, 0;
$L_range_0:
setp.ge.u32 %p0, %r1, %r0;
@%p0 bra $L_endrange_0;
nanosleep.u32 100;
add.u32 %r1, %r1, 8;
bra.uni $L_range_0;
$L_endrange_0:
"""

from __future__ import annotations

import sys
from types import FunctionType
from typing import TYPE_CHECKING, NoReturn

from pyptx.errors import TraceError, TraceTypeError
from pyptx.ir import Name
from pyptx.ir.visit import operand_names, walk
from pyptx.ptx.accumulators import check_repeated
from pyptx.ptx.blocks import Block, makes_block
from pyptx.ptx.bounds import Bound, convert_bound, in_register, integer_bound, loop_type, trace_comparison
from pyptx.ptx.control import as_predicate
from pyptx.reg import (
    NegPred,
    PipeRef,
    Predicate,
    Reg,
    from_,
    note_negative,
    scalar,
)
from pyptx.trace import (
    Limits,
    Watch,
    at,
    caller,
    check_iterator,
    check_statement,
    checked,
    current,
    emit,
    operand,
    since,
    written_names,
)
from pyptx.types import pred as predicate
from pyptx.types import u32

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from pyptx.trace import Opened


class _Loop(Block[None]):
    """``label: … @p bra label;``."""

    what = "with ptx.loop(...)"

    def __init__(
        self, label_name: str, pred: Predicate | None, body: Callable[[], object] | None = None
    ) -> None:
        if body is not None:
            self.what = "ptx.kloop(...)"
        super().__init__()
        self._label_name = label_name
        self._pred = pred
        self._body = body
        self._last: int | None = None

    def _enter(self) -> None:
        name, scopes = self._label_name, self._trace.scopes
        self._start = scopes.fresh_name(f"{name}_") if scopes.has_label(name) else name
        self._trace.label(self._start)
        self._opened.block = self

    def _leave(self) -> None:
        if self._last is not None and self._last != len(self._trace.body):
            raise TraceError(f"`ptx.repeat_if` is the last statement of its loop{at(self._opened.source)}")
        if self._pred is not None:
            self._pred = _written_here(self._pred)
        self._refuse_constant()
        check_repeated(self._start)
        if self._pred is None:
            emit("bra", ("uni",), (Name(self._start),))
        else:
            emit("bra", (), (Name(self._start),), as_predicate(self._pred))

    def _top(self) -> str:
        return self._start

    def _traces_body(self) -> Callable[[], object] | None:
        return self._body

    def _refuse_constant(self) -> None:
        """Refuse a predicate that the body does not write: it repeats the body never, or for ever."""
        if self._pred is None:
            return
        names = set(operand_names(operand(self._pred)))
        body = walk(reversed(since(self._trace.body, self._start)))
        if all(names.isdisjoint(written_names(inner)) for inner in body):
            name = " and ".join(sorted(names))
            raise TraceError(
                f"nothing in the loop writes its predicate {name}: a comparison is made where it is written, "
                "once, so the loop runs once or for ever\n  compare in the loop: end its body with "
                f"`ptx.repeat_if(i < n)`, or write the predicate there{at(self._opened.source)}"
            )

    def repeat_if(self, condition: Predicate) -> None:
        """Record the guard of the branch back."""
        if self._pred is not None:
            raise TraceError(f"the loop has a condition already{at(caller())}")
        self._pred = as_predicate(condition)
        self._last = len(self._trace.body)


@makes_block('with ptx.loop("again", pred=p):')
def loop(label_name: str, *, pred: Predicate | None = None) -> AbstractContextManager[None]:
    """Repeat the body while a predicate holds after it: ``label: … @pred bra label;``.

    The body runs at least once. `repeat_if` at its end repeats it, or `pred`, which the body sets
    again; with neither, only a branch out of the body ends the loop.

    Args:
        label_name: Name of the label; a number is added if the name is taken.
        pred: A predicate register, or its negation.
    """
    return _Loop(label_name, pred)


@checked("ptx.repeat_if")
def repeat_if(condition: Predicate) -> None:
    """Repeat the body of the `loop` that this ends: ``@condition bra label;``.

    >>> from pyptx.reg import scalar
    >>> from pyptx.trace import Trace, tracing
    >>> with tracing(Trace("k")) as trace:
    ...     step = scalar(u32, init=1)
    ...     with loop("double"):
    ...         step <<= 1
    ...         repeat_if(step < 64)
    >>> [getattr(statement, "opcode", "label") for statement in trace.body]
    ['mov', 'label', 'shl', 'setp', 'bra']

    Args:
        condition: A predicate register, or its negation.

    Raises:
        TraceError: It is not in a `loop` directly, or that has a condition.
    """
    opened = current().blocks.innermost
    if opened is None or not isinstance(opened.block, _Loop):
        raise TraceError(f"`ptx.repeat_if` is not in a `with ptx.loop(...)`{at(caller())}")
    opened.block.repeat_if(condition)


class _Counted(Block[None]):
    """``label: … add counter, counter, step; setp more, counter, stop; @more bra label;``."""

    what = "with ptx.counting(...)"

    def __init__(self, counter: Reg, stop: Bound, step: Bound, compare: str | None) -> None:
        super().__init__()
        if not isinstance(counter, Reg):
            raise TraceError(f"ptx.counting counts in a register, not in {counter!r}{at(caller())}")
        self._dtype = dtype = loop_type(counter)
        self._counter = counter
        self._stop = in_register(convert_bound(stop, dtype))
        self._step = in_register(convert_bound(step, dtype))
        down = not isinstance(step, Reg) and step < 0
        comparison, _, type_ = (compare or ("gt" if down else "lt")).partition(".")
        self._words = comparison, type_ or dtype.name

    def __iter__(self) -> NoReturn:
        raise TraceTypeError(
            "ptx.counting is a block, which has nothing to iterate over\n"
            "  write `with ptx.counting(i, stop):` with a register that has its first value, "
            "i = reg.from_(0, u32); a loop with a variable of its own is `for i in ptx.range_(0, stop):`"
            f"{at(caller())}"
        )

    def _enter(self) -> None:
        self._start = self._trace.scopes.fresh_label("count")
        self._trace.label(self._start)

    def _top(self) -> str:
        return self._start

    def _leave(self) -> None:
        counter = self._counter
        check_repeated(self._start)
        emit("add", (self._dtype.name,), (counter, counter, self._step))
        more = Reg(self._trace.scopes.new_register(predicate), predicate)
        emit("setp", self._words, (more, counter, self._stop))
        emit("bra", (), (Name(self._start),), more)


@makes_block("with ptx.counting(i, stop):")
def counting(
    counter: Reg, stop: Bound, step: Bound = 1, *, compare: str | None = None
) -> AbstractContextManager[None]:
    """Run the body, add `step` to a register, and repeat while the register is below `stop`.

    ``label: … add counter, counter, step; setp.lt more, counter, stop; @more bra label;``: the loop that
    compilers make of a counted one. The first iteration runs without a test; `range_` tests before each one.
    Stop and step are read in each iteration.

    >>> from pyptx.reg import scalar
    >>> from pyptx.trace import Trace, tracing
    >>> with tracing(Trace("k")) as trace:
    ...     left = scalar(u32, init=8)
    ...     with counting(left, 0, -1, compare="ne"):
    ...         pass
    >>> [getattr(statement, "opcode", "label") for statement in trace.body]
    ['mov', 'label', 'add', 'setp', 'bra']

    Args:
        counter: Integer register of 32 or 64 bits, which has its first value before the loop.
        stop: The bound that the counter is compared with.
        step: The increment.
        compare: The comparison of ``setp``, with a type if it is not the counter's, such as ``"ne"`` or
            ``"lt.u32"``; default ``"lt"``, or ``"gt"`` if `step` is a negative number.

    Raises:
        TraceError: The counter is not an integer register.
        TraceTypeError: The block is used in a `for` statement instead of a `with` statement.
    """
    return _Counted(counter, stop, step, compare)


class _RangeType(type):
    """The type of `range_`: a loop over the class itself is refused."""

    def __iter__(cls) -> NoReturn:
        raise TraceTypeError(
            f"`ptx.range_` is not called: write `for i in ptx.range_(0, stop):`{at(caller())}"
        )


class range_(metaclass=_RangeType):  # noqa: N801 - reads as Python's range
    """Loop on the GPU as Python's `range` counts: ``for i in ptx.range_(0, n, 2):``.

    The loop variable is a register of its own. Its type is the type of the first register among `start`,
    `stop` and `step`, as wide as the widest. ``.b`` types are unsigned; unsigned registers are treated as
    signed if
    a number among the three is negative. Without registers it is s32, or s64 if the numbers need it.

    A loop whose `start` is at or past its `stop` runs no iteration. Registers are not copied, so the body
    cannot write `stop` or `step`. An unsigned register step counts up; a signed
    one may be negative, at the cost of two more instructions an iteration; its sign is read before the
    loop. As in C, the variable must be able to pass `stop` by one step without wrapping.

    >>> from pyptx.trace import Trace, tracing
    >>> with tracing(Trace("k")) as trace:
    ...     for i in range_(10, 0, -3):
    ...         last = i
    >>> last.dtype, [getattr(statement, "opcode", "label") for statement in trace.body]
    (s32, ['mov', 'label', 'setp', 'bra', 'add', 'bra', 'label'])
    """

    @checked("ptx.range_")
    def __init__(self, start: Bound, stop: Bound | None = None, step: Bound = 1) -> None:
        if stop is None:
            start, stop = 0, start
        if not isinstance(step, Reg) and step == 0:
            raise TraceError(f"ptx.range_ with a step of 0 never ends{at(caller())}")
        self._bounds = (start, stop, step)
        self._trace = current()
        self._made = self._trace.blocks.expect("for i in ptx.range_(...)")

    def __iter__(self) -> Iterator[Reg]:
        self._trace.blocks.entered(self._made)
        check_iterator(sys._getframe(1))  # noqa: SLF001
        return _Counting(*self._bounds)

    def __reversed__(self) -> NoReturn:
        self._refuse("runs one way: write it from its last value on, `ptx.range_(n - 1, -1, -1)`")

    def __len__(self) -> NoReturn:
        self._refuse("has no length while the kernel is traced; compute it from its bounds: `stop - start`")

    def __getitem__(self, _: object) -> NoReturn:
        self._refuse("has no elements while the kernel is traced; compute the value: `start + k * step`")

    def __contains__(self, _: object) -> NoReturn:
        self._refuse("has no elements while the kernel is traced; compare: `(start <= x) & (x < stop)`")

    def __enter__(self) -> NoReturn:
        self._refuse("a `for` statement traces: `for i in ptx.range_(0, stop):`")

    def __exit__(self, *_: object) -> None: ...

    def _refuse(self, why: str) -> NoReturn:
        raise TraceTypeError(f"`ptx.range_` is a loop of the GPU, which {why}{at(caller())}")


class _Counting:
    """One loop being traced: the second `next` ends it."""

    def __init__(self, start: Bound, stop: Bound, step: Bound) -> None:
        self._trace = current()
        self._dtype = dtype = loop_type(start, stop, step)
        self._start = convert_bound(start, dtype)
        self._stop = in_register(convert_bound(stop, dtype))
        self._step = in_register(convert_bound(step, dtype))
        self._opened: Opened | None = None

    def __iter__(self) -> Iterator[Reg]:
        return self

    def __next__(self) -> Reg:
        if self._opened is None:
            return self._begin()
        trace, variable = self._trace, self._variable
        trace.blocks.close(self._opened)
        if self._opened.watch is not None:
            self._opened.watch.check(again=self._top, skipped=not self._runs())
        for limited in (variable, *self._limited):
            limited.owner = trace
        check_repeated(self._top)
        emit("add", (self._dtype.name,), (variable, variable, self._step))
        emit("bra", ("uni",), (Name(self._top),))
        trace.label(self._end)
        variable.owner = Limits(
            trace,
            reading=f"{variable} is the variable of `{self._opened.what}`, read after its loop: it has "
            "counted past its last value\n  keep the value in a register that is declared before the loop: "
            "ptx.mov(last, i)",
        )
        raise StopIteration

    def _runs(self) -> bool:
        """Whether there is an iteration for sure."""
        bounds = self._start, self._stop, self._step
        return not any(isinstance(bound, Reg) for bound in bounds) and bool(range(*bounds))

    def _begin(self) -> Reg:
        """Trace the instructions before the body."""
        trace, word = self._trace, self._dtype.name
        check_statement(sys._getframe(2))  # noqa: SLF001
        self._opened = trace.blocks.open("for ... in ptx.range_(...)")
        self._variable = Reg(trace.scopes.new_register(self._dtype), self._dtype)
        emit("mov", (word,), (self._variable, self._start))
        note_negative(self._variable, self._start)
        down = trace_comparison("lt", word, self._step, 0) if self._signed_step() else None
        self._top, self._end = trace.scopes.fresh_label("range"), trace.scopes.fresh_label("endrange")
        trace.label(self._top)
        emit("bra", (), (Name(self._end),), self._finished(down))
        self._opened.watch = Watch(trace, self._opened)
        self._variable.owner = Limits(
            trace,
            writing=f"{self._variable} is the variable of `{self._opened.what}`: what the body writes to it "
            "changes how often the loop runs\n  compute in a register of your own, "
            f"`j = i + 1`, or write the loop with `ptx.loop`",
        )
        self._limited = [
            bound for bound in (self._stop, self._step) if isinstance(bound, Reg) and bound.owner is trace
        ]
        for bound in self._limited:
            bound.owner = Limits(
                trace,
                writing=f"{bound} is a bound of `{self._opened.what}`: what the body writes to it changes "
                "how often the loop runs, where Python's range reads its bounds once\n  loop to a copy, "
                "`ptx.range_(+n)`, or write the loop with `ptx.loop`",
            )
        return self._variable

    def _signed_step(self) -> bool:
        """Whether the direction of the loop is known only on the GPU."""
        return isinstance(self._step, Reg) and self._dtype.kind == "s"

    def _finished(self, down: Reg | None) -> Reg:
        """The predicate that ends the loop; `down` is the predicate of a negative step."""
        word = self._dtype.name
        if down is None:
            counts_down = not isinstance(self._step, Reg) and self._step < 0
            return trace_comparison("le" if counts_down else "ge", word, self._variable, self._stop)
        trace = current()
        below, above = (Reg(trace.scopes.new_register(predicate), predicate) for _ in range(2))
        emit("setp", ("le", "and", word), (below, self._variable, self._stop, down))
        emit("setp", ("ge", "and", word), (above, self._variable, self._stop, ~down))
        emit("or", ("pred",), (above, above, below))
        return above


@checked("ptx.kloop")
def kloop(total: Bound, *, unroll: int, body: Callable[[], object], loop_label: str = "kloop") -> None:
    """Run `body` `total` times, unrolled: whole groups of `unroll` in a loop, then the rest one by one.

    A register `total` is read once, before the loop; at or below zero there is no iteration. The body is
    traced once for each copy of it, so a Python counter in it does not count iterations.

    >>> from pyptx import Tile, kernel, ptx, reg
    >>> from pyptx.types import u32
    >>> @kernel(out_specs=(Tile(1, u32),), grid=1, block=1)
    ... def ten(Y):
    ...     (py,) = ptx.global_ptrs(Y)
    ...     count = reg.scalar(u32, init=0)
    ...     def step():
    ...         ptx.inst.add.u32(count, count, 1)
    ...     ptx.kloop(10, unroll=4, body=step)
    ...     ptx.inst.st.global_.u32(ptx.addr(py), count)
    >>> ten(), ten.ptx().count("add.u32")
    (array([10], dtype=uint32), 6)

    Args:
        total: Iterations.
        unroll: Copies of the body in the loop.
        body: Traces one iteration.
        loop_label: Name of the loop's label; a number is added if the name is taken.

    Raises:
        TraceError: `unroll` is below 1, or `total` is not an integer.
        TraceTypeError: `body` takes arguments.
    """
    if unroll < 1:
        raise TraceError(f"ptx.kloop with unroll={unroll}; it is 1 or more{at(caller())}")
    _check_body(body)
    if isinstance(total, Reg):
        _counted_down(total, unroll, body, loop_label)
        return
    groups, rest = divmod(max(integer_bound(total), 0), unroll)
    if groups > 1:
        left = scalar(u32, init=groups)
        go_on = Reg(current().scopes.new_register(predicate), predicate)
        with _Loop(loop_label, go_on, body):
            _repeat(body, unroll)
            emit("sub", ("u32",), (left, left, 1))
            emit("setp", ("ne", "u32"), (go_on, left, 0))
    else:
        rest += groups * unroll
    _repeat(body, rest)


def _written_here(condition: Predicate) -> Predicate:
    """Return a condition of the values that its registers have here."""
    if isinstance(condition, NegPred):
        return NegPred(condition.reg)
    return PipeRef(condition.left, condition.right) if isinstance(condition, PipeRef) else condition


def _counted_down(total: Reg, unroll: int, body: Callable[[], object], loop_label: str) -> None:
    """A `kloop` whose total is known on the GPU only."""
    trace = current()
    dtype = loop_type(total)
    left = from_(total, dtype)
    end = trace.scopes.fresh_label("endkloop")
    if unroll > 1:
        tail = trace.scopes.fresh_label("tail")
        emit("bra", (), (Name(tail),), trace_comparison("lt", dtype.name, left, unroll))
        again = Reg(trace.scopes.new_register(predicate), predicate)
        with _Loop(loop_label, again, body):
            _repeat(body, unroll)
            emit("sub", (dtype.name,), (left, left, unroll))
            emit("setp", ("ge", dtype.name), (again, left, unroll))
        trace.label(tail)
        for done in range(unroll - 1):
            emit("bra", (), (Name(end),), trace_comparison("le", dtype.name, left, done))
            body()
    else:
        again = trace_comparison("gt", dtype.name, left, 0)
        emit("bra", (), (Name(end),), ~again)
        with _Loop(loop_label, again, body):
            body()
            emit("sub", (dtype.name,), (left, left, 1))
            emit("setp", ("gt", dtype.name), (again, left, 0))
    trace.label(end)


def _check_body(body: Callable[[], object]) -> None:
    """Refuse a body of `kloop` that takes arguments."""
    method = vars(type(body)).get("__call__")
    called = method.__get__(body) if isinstance(method, FunctionType) else body
    function = getattr(called, "__func__", called)
    if not isinstance(function, FunctionType):
        return
    given = len(function.__defaults__ or ()) + (function is not called)
    if function.__code__.co_argcount > given:
        name = function.__code__.co_varnames[int(function is not called)]
        raise TraceTypeError(
            f"ptx.kloop calls its body without arguments, and {function.__name__} has the parameter {name}: "
            "the GPU repeats a group of iterations, whose numbers are not known while tracing\n"
            f"  count in a register, {name} = reg.scalar(u32, init=0) before the loop, and `{name} += 1` in "
            f"the body{at(caller())}"
        )


def _repeat(body: Callable[[], object], times: int) -> None:
    for _ in range(times):
        body()
