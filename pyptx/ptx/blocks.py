"""Blocks: conditions, early exits, scopes.

Python enters and leaves a block once, while the kernel is traced, whatever the threads do on the GPU. Leaving
it early in Python (`break`, `return`, an exception) cannot branch on the GPU, and a Python name that changes
in a block does not change on the GPU: both are errors of the line.

>>> from pyptx.emitter import emit_statement
>>> from pyptx.ptx.opcode import inst
>>> from pyptx.ptx.special import tid
>>> from pyptx.trace import Trace, tracing
>>> with tracing(Trace("k")) as trace:
...     with if_(tid.x() < 4):
...         inst.bar.sync(1)
>>> for statement in trace.body:
...     print(emit_statement(statement).strip())
mov.u32 %r0, %tid.x;
setp.lt.u32 %p0, %r0, 4;
@!%p0 bra $L_skip_0;
bar.sync 1;
$L_skip_0:
"""

from __future__ import annotations

from abc import abstractmethod
from contextlib import AbstractContextManager
from functools import update_wrapper
from typing import TYPE_CHECKING, Generic, NoReturn, ParamSpec, TypeVar

from pyptx.errors import TraceError, TraceTypeError
from pyptx.ir import Instruction, Name
from pyptx.ptx.control import as_predicate
from pyptx.record import replace
from pyptx.reg import Predicate, Reg
from pyptx.trace import Watch, at, caller, checked, checked_methods, current, emit

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from pyptx.trace import Opened

P = ParamSpec("P")
T = TypeVar("T")


class Block(AbstractContextManager[T]):
    """A block that Python enters and leaves; the instructions at its ends come from `_enter` and `_leave`."""

    what = ""
    watched = True
    """Whether the body runs in some threads only, or many times."""
    skipped = False
    """Whether threads may pass over the whole body."""

    def __init__(self) -> None:
        self._made = current().blocks.expect(self.what)

    def __enter__(self) -> T:
        self._trace = current()
        self._trace.blocks.entered(self._made)
        self._opened: Opened = self._trace.blocks.open(self.what)
        entered = self._enter()
        if self.watched:
            self._opened.watch = Watch(self._trace, self._opened, self._traces_body())
        return entered

    def __iter__(self) -> NoReturn:
        raise TraceTypeError(
            f"a block has nothing to iterate over: write `{self.what}:`, or a loop on the GPU, "
            f"`for i in ptx.range_(0, stop):`{at(caller())}"
        )

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        watch, self._opened.watch = self._opened.watch, None
        if error is not None:
            self._trace.blocks.abandon(self._opened, error)
            return
        self._trace.blocks.close(self._opened)
        if watch is not None:
            watch.check(again=self._top(), skipped=self.skipped, leaves=True)
        self._leave()

    @abstractmethod
    def _enter(self) -> T:
        """Trace the instructions before the body, and return the value for ``as``."""

    def _leave(self) -> None:
        """Trace the instructions after the body."""

    def _top(self) -> str | None:
        """The label at the top of a body that is repeated."""

    def _traces_body(self) -> Callable[[], object] | None:
        """The function that traces the body, where the `with` statement does not."""


class _BlockMaker(Generic[P, T]):
    """A function that makes a block. A statement that does not call it is refused."""

    def __init__(self, function: Callable[P, T], statement: str) -> None:
        self._function = checked(f"ptx.{function.__name__}")(function)
        self._statement = statement
        update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        return self._function(*args, **kwargs)

    def __enter__(self) -> NoReturn:
        name = f"ptx.{self._function.__name__}"
        raise TraceTypeError(f"`{name}` is not called: write `{self._statement}`{at(caller())}")

    def __exit__(self, *_: object) -> None: ...

    def __iter__(self) -> NoReturn:
        self.__enter__()


def makes_block(statement: str) -> Callable[[Callable[P, T]], _BlockMaker[P, T]]:
    """Make a function a `_BlockMaker`, with the statement that its users write."""
    return lambda function: _BlockMaker(function, statement)


@checked_methods("with ptx.if_(...) as rest: rest")
class Rest:
    """The handle by which threads leave an `if_`, `else_` or `block` early: ``with ptx.if_(p) as rest:``."""

    __slots__ = ("_label", "_opened", "_past")
    is_block_handle = True

    def __init__(self, opened: Opened, label: str, past: Callable[[], str] | None = None) -> None:
        self._opened = opened
        self._label = label
        self._past = past

    def skip(self, pred: Predicate | None = None) -> None:
        """Leave the block: ``@pred bra skip;``.

        The threads continue after the block, or in the `else_` that follows it. The call may be anywhere in
        the block, also in loops and blocks inside it.

        >>> from pyptx.reg import scalar
        >>> from pyptx.trace import Trace, tracing
        >>> from pyptx.types import u32
        >>> with tracing(Trace("k")) as trace:
        ...     i = scalar(u32, init=3)
        ...     with if_(i < 5) as rest:
        ...         rest.skip(i == 3)
        ...         i += 1
        >>> [getattr(statement, "opcode", "label") for statement in trace.body]
        ['mov', 'setp', 'bra', 'setp', 'bra', 'add', 'label']

        Args:
            pred: Predicate of the threads that skip; all if not given, with ``bra.uni``.

        Raises:
            TraceError: The block is not open.
        """
        self._to(lambda: self._label, pred, "skip")

    def leave(self, pred: Predicate | None = None) -> None:
        """Leave the block and the `else_` that follows it: ``@pred bra end;``.

        Args:
            pred: Predicate of the threads that leave; all if not given, with ``bra.uni``.

        Raises:
            TraceError: The block is not open, or is not an `if_`. If no `else_` follows, the end of the trace
                raises the error.
        """
        if self._past is None:
            what = f"nothing follows `{self._opened.what}` that `leave` would pass over: write `skip`"
            raise TraceError(f"{what}{at(caller())}")
        self._to(self._past, pred, "leave")

    def _to(self, label: Callable[[], str], pred: Predicate | None, what: str) -> None:
        """Trace the branch."""
        if not current().blocks.is_open(self._opened):
            ended = f"`{self._opened.what}` has ended or is another kernel's: there is nothing to {what}"
            raise TraceError(f"{ended}{at(caller())}")
        if isinstance(self._opened.block, _Early) and self._opened.watch is not None:
            self._opened.watch.note_skip()
        if pred is None:
            emit("bra", ("uni",), (Name(label()),))
        else:
            emit("bra", (), (Name(label()),), as_predicate(pred))


class _If(Block[Rest]):
    """``@!p bra skip; … skip:``."""

    what = "with ptx.if_(...)"
    skipped = True

    def __init__(self, condition: Predicate, *, uni: bool, jumps: bool, inverted: bool) -> None:
        super().__init__()
        self._condition = condition
        self._inverted = inverted
        self._words = ("uni",) if uni else ()
        self._jumps = jumps
        self._end: str | None = None

    def _enter(self) -> Rest:
        self._skip = self._trace.scopes.fresh_label("skip")
        condition = as_predicate(self._condition)
        if self._inverted:
            self._invert()
            condition = ~condition
        if self._jumps:
            then = self._trace.scopes.fresh_label("then")
            emit("bra", self._words, (Name(then),), condition)
            emit("bra", ("uni",), (Name(self._skip),))
            self._trace.label(then)
        else:
            emit("bra", self._words, (Name(self._skip),), ~condition)
        return Rest(self._opened, self._skip, self._past)

    def _invert(self) -> None:
        """Replace the comparison before the block by its opposite.

        Raises:
            TraceError: The last instruction is not the comparison that gives the condition.
        """
        body, condition = self._trace.body, self._condition
        last = body[-1] if body else None
        is_comparison = (
            isinstance(last, Instruction)
            and isinstance(condition, Reg)
            and last.operands[0] == Name(condition.name)
            and opposite(last) is not None
        )
        if not is_comparison:
            raise TraceError(
                "ptx.if_: inverted=True takes a comparison in its place, as in ptx.if_(a < b, inverted=True)"
                f"{at(self._opened.source)}"
            )
        assert isinstance(last, Instruction)
        made = opposite(last)
        assert made is not None
        body[-1] = made

    def _past(self) -> str:
        """The label after the `else_` that follows."""
        if self._end is None:
            self._end = self._trace.scopes.fresh_label("endif")
        return self._end

    def _leave(self) -> None:
        self._trace.label(self._skip)
        self._trace.else_follows = self._trace.body[-1]
        self._trace.else_end = self._end


def opposite(comparison: Instruction) -> Instruction | None:
    """Return the `setp` of the opposite condition; None if PTX has none.

    >>> opposite(Instruction("setp", ("lt", "f32"))).modifiers
    ('geu', 'f32')
    """
    if comparison.opcode != "setp" or comparison.guard is not None or len(comparison.operands) > 3:
        return None
    word, *others = comparison.modifiers
    table = _FLOATING if others[-1][:1] == "f" else _WHOLE
    found = table.get(word) if others[:-1] in ([], ["ftz"]) else None
    return None if found is None else replace(comparison, modifiers=(found, *others))


_WHOLE = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "le": "gt", "gt": "le"}
_FLOATING = {"eq": "neu", "lt": "geu", "le": "gtu", "gt": "leu", "ge": "ltu"}
_FLOATING |= {unordered: ordered for ordered, unordered in _FLOATING.items()}
"""Comparisons of floating-point numbers: one of a pair holds if an operand is NaN."""


class _Else(Block[Rest]):
    """``bra end; skip: … end:`` after an `if_`."""

    what = "with ptx.else_()"
    skipped = True

    def _enter(self) -> Rest:
        body = self._trace.body
        if not body or body[-1] is not self._trace.else_follows:
            raise TraceError(
                "`with ptx.else_()` follows no `with ptx.if_(...)` directly: nothing may be traced in between"
                f"{at(self._opened.source)}"
            )
        skip = body.pop()
        self._end = self._trace.else_end or self._trace.scopes.fresh_label("endif")
        emit("bra", ("uni",), (Name(self._end),))
        body.append(skip)
        return Rest(self._opened, self._end)

    def _leave(self) -> None:
        self._trace.label(self._end)


@makes_block("with ptx.if_(p):")
def if_(
    pred_reg: Predicate, *, uni: bool = False, jumps: bool = False, inverted: bool = False
) -> AbstractContextManager[Rest]:
    """Run the body in the threads where a predicate holds: ``@!p bra skip; … skip:``.

    >>> from pyptx.reg import scalar
    >>> from pyptx.trace import Trace, tracing
    >>> from pyptx.types import u32
    >>> with tracing(Trace("k")) as trace:
    ...     i = scalar(u32, init=3)
    ...     with if_(i < 5):
    ...         i += 1
    >>> [getattr(statement, "opcode", "label") for statement in trace.body]
    ['mov', 'setp', 'bra', 'add', 'label']

    Args:
        pred_reg: A predicate register, or its negation.
        uni: Whether all active threads of the warp take the same branch: ``bra.uni``.
        jumps: Whether to write two branches, ``@p bra then; bra.uni skip; then: … skip:``, as nvcc does.
        inverted: Whether to write the opposite comparison, as compilers do: ``setp.ge p, a, b; @p bra skip``
            for ``if_(a < b, inverted=True)``.

    Raises:
        TraceError: `inverted` is given, and `pred_reg` is not a comparison in its place.

    Returns:
        The block; ``as rest`` names its handle, by which threads leave it early: `Rest.skip`, and
        `Rest.leave` past an `else_`.
    """
    return _If(pred_reg, uni=uni, jumps=jumps, inverted=inverted)


@makes_block("with ptx.else_():")
def else_() -> AbstractContextManager[Rest]:
    """Run the body in the other threads; it directly follows the `if_` at the same level.

    Chains nest: ``with ptx.else_():`` and ``with ptx.if_(q):`` inside it.
    """
    return _Else()


class _Early(Block[Rest]):
    """``… end:``."""

    what = "with ptx.block()"

    def _enter(self) -> Rest:
        self._end = self._trace.scopes.fresh_label("block")
        self._opened.block = self
        return Rest(self._opened, self._end)

    def _leave(self) -> None:
        self._trace.label(self._end)


@makes_block("with ptx.block():")
def block() -> AbstractContextManager[Rest]:
    """Run the body in all threads; `Rest.skip` lets threads leave it early: ``… @p bra end; … end:``.

    Around a loop, `Rest.skip` is Python's `break`.

    >>> from pyptx.ptx.loops import loop
    >>> from pyptx.reg import scalar
    >>> from pyptx.trace import Trace, tracing
    >>> from pyptx.types import u32
    >>> with tracing(Trace("k")) as trace:
    ...     i = scalar(u32, init=3)
    ...     with block() as search:
    ...         with loop("next"):
    ...             i += 5
    ...             search.skip(i == 43)
    >>> [getattr(statement, "opcode", "label") for statement in trace.body]
    ['mov', 'label', 'add', 'setp', 'bra', 'bra', 'label']

    Returns:
        The block; ``as rest`` names its handle, by which threads leave it.
    """
    return _Early()


class _Scope(Block[None]):
    """``{ … }``."""

    what = "with ptx.scope()"
    watched = False

    def __init__(self, name: str | None, *, hides: bool) -> None:
        super().__init__()
        self._name = name
        self._hides = hides

    def _enter(self) -> None:
        self._trace.scopes.open(hides=self._hides)
        if self._name is not None:
            self._named = self._trace.named(self._name)
            self._named.__enter__()

    def _leave(self) -> None:
        if self._name is not None:
            self._named.__exit__(None, None, None)
        self._trace.close_scope(self._opened.source)


@makes_block("with ptx.scope():")
def scope(name: str | None = None, *, hides: bool = False) -> AbstractContextManager[None]:
    """Trace the body in a `{ }` block: registers and labels declared in it end with it.

    >>> from pyptx import Tile, kernel, ptx, reg
    >>> from pyptx.types import f32
    >>> @kernel(in_specs=(Tile("N", f32),), grid=1, block=32)
    ... def named(X):
    ...     with ptx.scope("prologue"):
    ...         reg.scalar(f32, init=0.5)
    >>> [line.strip() for line in named.ptx(N=32).splitlines() if "//" in line]
    ['// BEGIN prologue', '// END prologue']

    Args:
        name: Name of its instructions, for listings and the text: ``// BEGIN name``, ``// END name``.
        hides: Whether it may declare names of registers around it. Such names cannot be used until its end,
            because their Python variables would name the inner ones.

    Raises:
        TraceError: `name` is empty or has several lines.
    """
    if name is not None and ("\n" in name or not name.strip()):
        raise TraceError(f"ptx.scope: name is {name!r}; it must be one line of a comment{at(caller())}")
    return _Scope(name, hides=hides)


class _Expression(Block[None]):
    """Nothing before and nothing after."""

    what = "with ptx.expr()"
    watched = False

    def _enter(self) -> None:
        self._first = self._trace.mark()

    def _leave(self) -> None:
        self._trace.record("expr", self._first, self._opened.source)


@makes_block("with ptx.expr():")
def expr() -> AbstractContextManager[None]:
    """Group the instructions of a Python expression for inspection; the trace does not change.

    >>> from pyptx import ptx, reg
    >>> from pyptx.trace import Trace, tracing
    >>> from pyptx.types import u32
    >>> with tracing(Trace("k")) as trace, ptx.expr():
    ...     offset = reg.scalar(u32, init=2) * 4 + 16
    >>> [instruction.opcode for instruction in trace.body]
    ['mov', 'mul', 'add']
    """
    return _Expression()
