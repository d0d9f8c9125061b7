"""Python names that change inside a block which runs on the GPU.

The body of a block is traced once. Python rebinds names then, once; on the GPU its instructions run many
times, or in some threads only. So at the end of a block the names in the author's frames are compared with
those at its start. One that has changed is refused if its old value is read in the next iteration, or its new
one after a block that threads may pass over. Bytecode says which names are read later, no source is needed.

A line that says ``# pyptx: fixed`` keeps the meaning of the trace, and so does `fixed` for names.
"""

from __future__ import annotations

import linecache
import opcode
import sys
from collections import deque
from itertools import zip_longest
from operator import is_
from types import FunctionType, GeneratorType, MethodType, SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from pyptx.errors import TraceError
from pyptx.ir import Instruction, Label, Source
from pyptx.ir.visit import operand_names, walk
from pyptx.isa import lookup
from pyptx.trace.bytecode import bytecode_of
from pyptx.trace.operands import written
from pyptx.trace.source import at, caller, is_inside, source_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from types import CodeType, FrameType

    from pyptx.ir import Statement
    from pyptx.trace.body import Opened, Trace


class Contents(NamedTuple):
    """What is in a container, or in what keeps values in another way.

    Attributes:
        keys: Where each value is.
        values: The values.
    """

    keys: Sequence[Any]
    values: list[Any]


class Kept(NamedTuple):
    """A container as it was.

    Attributes:
        root: The name in the frame through which it is reached.
        label: How the author writes it.
        value: The container.
        contents: What was in it.
    """

    root: str
    label: str
    value: Any
    contents: Contents


class Change(NamedTuple):
    """A value that is another one after a block.

    Attributes:
        label: How the author writes it.
        old: The value before the block; `MISSING` where there was none.
        new: The value after it; `MISSING` where there is none.
    """

    label: str
    old: Any
    new: Any


class Scene:
    """One frame of the author, at the start of a block."""

    __slots__ = ("containers", "frame", "globals", "names", "offset")

    def __init__(self, frame: FrameType, trace: Trace) -> None:
        self.frame = frame
        self.offset = frame.f_lasti
        self.names: dict[str, Any] = dict(frame.f_locals)
        self.globals = _written_globals(frame, trace.written_globals)
        self.containers: list[Kept] = []
        seen: set[int] = set()
        for name, value in self.names.items():
            look = _LOOKS[type(value)]
            if look is None or (
                look is _cells and (value.__closure__ is None or not _has_state(value, trace))
            ):
                continue
            _keep(self.containers, name, name, value, look, seen)
        for name, value in self.globals.items():
            look = _LOOKS[type(value)]
            if look is not None and name not in self.names:
                _keep(self.containers, "", name, value, look, seen)

    def is_read(self, name: str) -> tuple[bool, bool]:
        """Whether the frame reads a name in the next iteration, and after the block."""
        code = bytecode_of(self.frame.f_code)
        return code.is_live_after(self.offset, name), code.is_live_after(self.frame.f_lasti, name)


class Watch:
    """The author's frames at the start of a block, which are compared with those at its end."""

    __slots__ = ("_body", "_kept", "_skips", "opened", "scenes", "trace")

    def __init__(self, trace: Trace, opened: Opened, body: Callable[[], object] | None = None) -> None:
        """Look at all frames between the innermost one and the one that started the trace.

        Args:
            trace: The function being traced.
            opened: The block.
            body: The function that traces the body, where that is not in a frame.
        """
        self.trace = trace
        self.opened = opened
        self.scenes = [Scene(frame, trace) for frame in _frames(trace)]
        self._skips: list[list[Scene]] = []
        self._body = body
        self._kept: list[Kept] = []
        look = _LOOKS[type(body)] if body is not None else None
        if look is not None:
            _keep(self._kept, "", getattr(body, "__name__", "body"), body, look, set())

    def note_skip(self) -> None:
        """Note that threads leave the block here: they see the names as they are now."""
        self._skips.append([Scene(frame, self.trace) for frame in _frames(self.trace)])

    def check(self, *, again: str | None = None, skipped: bool = False) -> None:
        """Compare the frames with those at the start of the block.

        Args:
            again: The label at the top of a body that is repeated.
            skipped: Whether threads may pass over the block.

        Raises:
            TraceError: A name has changed that is read in the next iteration, or after the block by threads
                that passed over it; or the block is left by `return`, `break` or `continue`.
        """
        used = _Mentioned(self.trace, again) if again is not None else None
        frames = {id(frame): frame for frame in _frames(self.trace)}
        for scene in self.scenes:
            if id(scene.frame) in frames:
                self._refuse_jump(scene)
                self._comparison(scene, used, skipped=skipped).run()
        for scenes in self._skips:
            for scene in scenes:
                if id(scene.frame) in frames:
                    self._comparison(scene, None, skipped=True).run()
        if self._kept and used is not None and self.scenes:
            comparison = self._comparison(self.scenes[0], used, skipped=skipped)
            for kept in self._kept:
                comparison.compare_contents(kept, again=True)

    def _comparison(self, scene: Scene, used: _Mentioned | None, *, skipped: bool) -> _Comparison:
        return _Comparison(self, scene, used, skipped=skipped)

    def is_read_through(self, name: str) -> tuple[bool, bool]:
        """Whether functions that are called in the next iteration, or after the block, read a variable."""
        again = isinstance(self._body, FunctionType) and _reads_through(self._body, name)
        after = False
        for scene in self.scenes:
            for function, value in scene.names.items():
                if type(value) is FunctionType and _reads_through(value, name):
                    repeated, later = scene.is_read(function)
                    again, after = again or repeated, after or later
        return again, after

    def _refuse_jump(self, scene: Scene) -> None:
        """Refuse `return`, `break` and `continue` that leave the `with` statement of the block."""
        code = bytecode_of(scene.frame.f_code) if scene.frame.f_lasti != scene.offset else None
        jump = code.jump(scene.offset, scene.frame.f_lasti) if code is not None else None
        if jump is not None:
            word, offset = jump
            source = source_in(scene.frame.f_code, offset)
            written_words = linecache.getline(source.file, source.line).replace(";", " ").split()
            word = next((each for each in written_words if each in ("return", "break", "continue")), word)
            raise TraceError(
                f"`{word}` inside `{self.opened.what}` ends the tracing: what comes after is lost for every "
                "thread\n  use ptx.ret() to end the threads, ptx.bra(label) to go elsewhere"
                f"{at(source)}"
            )


class _Comparison:
    """One frame, at the end of a block."""

    def __init__(self, watch: Watch, scene: Scene, used: _Mentioned | None, *, skipped: bool) -> None:
        self._watch = watch
        self._trace = watch.trace
        self._opened = watch.opened
        self._scene = scene
        self._used = used
        self._skipped = skipped
        self._now = scene.frame.f_locals

    def run(self) -> None:
        """Compare names, containers and iterators."""
        scene, now = self._scene, self._now
        for name, old in scene.names.items():
            new = now.get(name, old)
            if new is not old:
                self._compare_name(name, old, new)
        space = scene.frame.f_globals
        for name, old in scene.globals.items():
            new = space.get(name, old)
            if new is not old and not _same(old, new):
                self._judge([Change(name, old, new)], name, again=True, after=True)
        for kept in scene.containers:
            self.compare_contents(kept)

    def compare_contents(self, kept: Kept, *, again: bool = False) -> None:
        """Compare a container with what was in it."""
        look = _LOOKS[type(kept.value)]
        assert look is not None
        if look is _iterator:
            self._compare_iterator(kept)
            return
        keys, values = look(kept.value)
        old = kept.contents
        if len(values) == len(old.values) and all(map(is_, values, old.values)) and keys == old.keys:
            return
        changes = [
            change
            for change in _changes(kept.label, kept.value, old, Contents(keys, values))
            if not isinstance(kept.value, FunctionType) or _reads_first(kept.value, change.label)
        ]
        if changes and (kept.root == "" or self._now.get(kept.root) is self._scene.names.get(kept.root)):
            always = again or kept.root == ""
            self._judge(changes, kept.root, again=always or None, after=always or None)

    def _compare_name(self, name: str, old: Any, new: Any) -> None:
        if _same(old, new):
            return
        self._judge(_leaves(name, old, new), name, again=None, after=None)

    def _compare_iterator(self, kept: Kept) -> None:
        """Refuse an iterator that the block advances and that is advanced again."""
        code = bytecode_of(self._scene.frame.f_code)
        inside = [
            offset
            for offset, step in code.between(self._scene.offset, self._scene.frame.f_lasti)
            if any(event.name == kept.root and event.kind == "load" for event in step.events)
        ]
        if not inside:
            return
        repeated, later = self._is_read(kept.root)
        if (self._used is not None and repeated) or (self._skipped and later):
            source = source_in(self._scene.frame.f_code, inside[-1])
            self._refuse(
                kept.root,
                source,
                f"{kept.label} is a Python iterator: {self._where()}, where its value stays the same",
                "count in a register: stage = reg.scalar(u32, init=0)",
            )

    def _is_read(self, name: str) -> tuple[bool, bool]:
        """Whether a name is read in the next iteration, and after the block."""
        again, after = self._scene.is_read(name)
        code = self._scene.frame.f_code
        if not (again and after) and (name in code.co_cellvars or name in code.co_freevars):
            through = self._watch.is_read_through(name)
            return again or through[0], after or through[1]
        return again, after

    def _judge(self, changes: Iterable[Change], root: str, *, again: bool | None, after: bool | None) -> None:
        """Refuse the changes that matter; None where the bytecode says whether the name is read."""
        found = list(changes)
        read = None
        if again is None or after is None:
            read = self._is_read(root)
            again, after = read
        for change in found:
            if change.old is None and change.label != root and not self._tests_none():
                continue  # a place that is filled before it is read
            if self._used is not None and again and self._is_carried(change):
                self._refuse_change(change, root)
            elif self._skipped and after:
                self._refuse_after(change, root)
            elif self._used is not None and after and change.old is MISSING and _is_value(change.new):
                self._refuse_change(change, root)

    def _tests_none(self) -> bool:
        """Whether the body of the block, or a function that it can call, compares with None."""
        frame = self._scene.frame
        inside = [step for _, step in bytecode_of(frame.f_code).between(self._scene.offset, frame.f_lasti)]
        for code in _called(frame, self._scene):
            inside += [step for _, step in bytecode_of(code).steps()]
        return any(step.opname == "IS_OP" or step.opname.endswith("_NONE") for step in inside)

    def _is_carried(self, change: Change) -> bool:
        """Whether the next iteration would read what this one made."""
        assert self._used is not None
        if change.old is MISSING:
            return _is_value(change.new)
        return not _is_register(change.old) or change.old.name in self._used

    def _refuse_after(self, change: Change, root: str) -> None:
        """Refuse a value that threads read after a block which they passed over.

        A register that the block made is refused where it is used: it may never be.
        """
        if change.old is MISSING and not _is_value(change.new):
            return
        if _is_register(change.new) and not self._is_known(change.new):
            source, operator = self._place(change, root)
            if change.old is not MISSING and not self._is_fixed(root or change.label, source):
                said = "\n  ".join(self._said(change, operator))
                change.new.owner = Limits(self._trace, reading=said, source=source)
            return
        self._refuse_change(change, root)

    def _is_known(self, register: Any) -> bool:
        """Whether a register was there before the block."""
        values = [*self._scene.names.values()]
        for kept in self._scene.containers:
            values += kept.contents.values
        return any(_is_register(value) and value.name == register.name for value in values)

    def _refuse_change(self, change: Change, root: str) -> None:
        source, operator = self._place(change, root)
        what, advice = self._said(change, operator)
        self._refuse(root or change.label, source, what, advice)

    def _said(self, change: Change, operator: str) -> tuple[str, str]:
        """What a change is refused with, and what to write."""
        label, old, new = change
        if old is MISSING or new is MISSING:
            what = f"{label} is in a Python list: {self._where()}, but the list grows or shrinks once"
            advice = "declare the registers before it, reg.array(dtype, n), and write them: array[i] = value"
        elif hasattr(old, "__ptx__") and hasattr(new, "__ptx__"):
            what = (
                f"{label} is {_spelled(old)} before and {_spelled(new)} after: {self._where()}, "
                f"where {label} stays {_spelled(old)}"
            )
            advice = f"write into the register: {_advice(label, new, operator)}"
        elif hasattr(new, "__ptx__"):
            what = f"{label} is {old!r} before and {_spelled(new)} after: {self._where()}"
            advice = (
                f"declare a register before it, {label} = {_declared(old, getattr(new, 'dtype', None))}, and "
                f"write into that: {_advice(label, new, operator)}"
            )
        else:
            kind = "a Python number" if isinstance(old, (bool, int, float)) else "a Python value"
            what = (
                f"{label} is {kind}: {self._where()}, where it stays {_short(old)}; it became {_short(new)}"
            )
            advice = f"make it a register: {label} = {_declared(old, None)}"
        return what, advice

    def _where(self) -> str:
        """Why Python reads differently."""
        if self._used is not None:
            return f"`{self._opened.what}` runs many times on the GPU, its Python once"
        return f"`{self._opened.what}` runs in some threads only, its Python always"

    def _refuse(self, name: str, source: Source, what: str, advice: str) -> None:
        if not self._is_fixed(name, source):
            raise TraceError(f"{what}\n  {advice}\n  {_HATCH}{at(source)}")

    def _is_fixed(self, name: str, source: Source) -> bool:
        """Whether the author says that the value of the trace is meant."""
        return name.partition(".")[0].partition("[")[0] in self._trace.fixed or _is_meant(source)

    def _place(self, change: Change, root: str) -> tuple[Source, str]:
        """The line that made a change, else that of the block; and the operator before a store."""
        frame = self._scene.frame
        last = change.label.rpartition(".")[2]
        found: tuple[CodeType, int] | None = None
        code = bytecode_of(frame.f_code)
        exact, operator, previous = False, "", ""
        for offset, step in code.between(self._scene.offset, frame.f_lasti):
            stores = any(
                event.name in (change.label, root) and event.kind.startswith("store") for event in step.events
            )
            item = (step.opname == "STORE_SUBSCR" and change.label.endswith("]")) or (
                step.opname == "STORE_ATTR" and _attribute(frame.f_code, step.argument) == last
            )
            if stores or (item and not exact):
                found, exact, operator = (frame.f_code, offset), stores, previous
            if step.opname not in ("EXTENDED_ARG", "CACHE"):
                previous = _operator(step.opname, step.argument)
        if found is None:
            found = _store_in_functions(_called(frame, self._scene), last)
        return (source_in(*found) if found is not None else self._opened.source), operator


class Limits:
    """The owner of a register that instructions may not use as any other.

    Attributes:
        trace: The function it is declared in.
        reading: What its use is refused with, or None.
        writing: What an instruction that writes it is refused with, or None.
        source: The line that is to blame; None for that of the instruction.
    """

    __slots__ = ("reading", "source", "trace", "writing")

    def __init__(
        self,
        trace: Trace,
        *,
        reading: str | None = None,
        writing: str | None = None,
        source: Source | None = None,
    ) -> None:
        self.trace = trace
        self.reading = reading
        self.writing = writing
        self.source = source

    def check(self, *, writes: bool) -> None:
        """Refuse a use, unless its line says that it is meant.

        Raises:
            TraceError: The register may not be used so.
        """
        said = self.reading or (self.writing if writes else None)
        if said is None:
            return
        source = self.source or caller()
        if not _is_meant(source):
            raise TraceError(f"{said}\n  {_HATCH}{at(source)}")


def _is_meant(source: Source) -> bool:
    """Whether a line says that the meaning of the trace is meant."""
    linecache.checkcache(source.file)
    return _FIXED in linecache.getline(source.file, source.line)


class _Mentioned:
    """The names in the instructions since a label; read when first asked."""

    def __init__(self, trace: Trace, label: str) -> None:
        self._body = trace.body
        self._label = label
        self._names: set[str] | None = None

    def __contains__(self, name: str) -> bool:
        if self._names is None:
            self._names = set()
            for statement in walk(since(self._body, self._label)):
                if isinstance(statement, Instruction):
                    for operand in statement.operands:
                        self._names.update(operand_names(operand))
                    if statement.guard is not None:
                        self._names.add(statement.guard.register)
        return name in self._names


def since(body: list[Any], label: str) -> list[Any]:
    """The statements behind the last label of a name."""
    for position in range(len(body) - 1, -1, -1):
        if isinstance(body[position], Label) and body[position].name == label:
            return body[position + 1 :]
    return body


def written_names(statement: Statement) -> set[str]:
    """The names that a statement may write.

    Calls, and instructions that the database does not have, may write whatever they name.
    """
    if not isinstance(statement, Instruction):
        return set()
    operands = statement.operands
    places: Iterable[int] = written(statement.opcode, statement.modifiers, len(operands))
    if not places and not lookup(statement.opcode, statement.modifiers):
        places = range(len(operands))
    return {name for place in places for name in operand_names(operands[place])}


# -- loops over ptx.range_


def check_iterator(frame: FrameType) -> None:
    """Refuse a loop of the GPU that is not the iterable of a `for` statement.

    Args:
        frame: The frame that asks for an iterator.

    Raises:
        TraceError: It is an argument of `list`, `sum`, `zip`, `enumerate` and the like.
    """
    code = bytecode_of(frame.f_code)
    opname = code.step(code.start(frame.f_lasti)).opname
    if opname not in ("GET_ITER", "GET_YIELD_FROM_ITER"):
        _refuse_iteration(frame)


def check_statement(frame: FrameType) -> None:
    """Refuse a loop of the GPU that Python runs in other ways than by a `for` statement.

    A generator function may hold the statement; what runs the generator is checked then.

    Args:
        frame: The frame that asks for the next value.

    Raises:
        TraceError: It is a comprehension, or a generator that `sum` or the like goes over.
    """
    inner: FrameType | None = frame
    while inner is not None and not is_inside(inner.f_code):
        code = bytecode_of(inner.f_code)
        opname = code.step(code.start(inner.f_lasti)).opname
        if opname not in ("FOR_ITER", "SEND", "YIELD_FROM"):
            _refuse_iteration(inner)
        if opname == "FOR_ITER" and code.is_in_comprehension(inner.f_lasti):
            _refuse_iteration(inner)
        inner = inner.f_back if inner.f_code.co_flags & _GENERATOR else None


def _refuse_iteration(frame: FrameType) -> NoReturn:
    raise TraceError(
        "`ptx.range_` is a loop of the GPU: Python sees one value of it, a register. Comprehensions, list, "
        "sum, zip, enumerate, map and * see that once\n  write a statement, `for i in ptx.range_(...):`, and "
        "add up in a register: `total += ...`; Python's range(...) unrolls"
        f"{at(source_in(frame.f_code, frame.f_lasti))}"
    )


# -- frames and what is in them


def _frames(trace: Trace) -> list[FrameType]:
    """The author's frames, from the innermost to the one that started the trace."""
    frame: FrameType | None = sys._getframe(2)  # noqa: SLF001 - those before are of this package
    found: list[FrameType] = []
    while frame is not None:
        if not is_inside(frame.f_code):
            found.append(frame)
        if frame is trace.outermost:
            return found
        frame = frame.f_back
    return found[:1]


def _keep(
    found: list[Kept],
    root: str,
    label: str,
    value: Any,
    look: Callable[[Any], Contents],
    seen: set[int],
) -> None:
    """Note what is in a container, and in those inside it."""
    if id(value) in seen or len(found) > _MOST_CONTAINERS:
        return
    seen.add(id(value))
    contents = look(value)
    if look in _GROWING or (contents.values and look is not _frozen):
        found.append(Kept(root, label, value, contents))
    if any(_LOOKS[kind] is not None for kind in set(map(type, contents.values))):
        for key, inner in zip(*contents, strict=False):
            inside = _LOOKS[type(inner)]
            if inside is not None:
                _keep(found, root, _element(label, value, key), inner, inside, seen)


def _element(label: str, value: Any, key: Any) -> str:
    """How an author writes an element."""
    if isinstance(value, (list, tuple, dict, deque)):
        return f"{label}[{key!r}]"
    if key == "":
        return f"{label}[...]"
    return key if isinstance(value, FunctionType) else f"{label}.{key}"


def _listed(value: Any) -> Contents:
    values = list(value)
    return Contents(range(len(values)), values)


def _frozen(value: Any) -> Contents:
    return _listed(value)


def _mapped(value: Any) -> Contents:
    return Contents(list(value), list(value.values()))


def _attributes(value: Any) -> Contents:
    found = dict(getattr(value, "__dict__", ()))
    for kind in type(value).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if not name.startswith("__") and hasattr(value, name):
                found[name] = getattr(value, name)
    return _mapped(found)


def _of_class(value: Any) -> Contents:
    if not _is_users(value):
        return Contents((), [])
    return _mapped({name: each for name, each in vars(value).items() if _is_plain(each)})


def _cells(value: Any) -> Contents:
    names, values = [], []
    if value.__closure__ is not None and not is_inside(value.__code__):
        for name, cell in zip(value.__code__.co_freevars, value.__closure__, strict=True):
            try:
                values.append(cell.cell_contents)
            except ValueError:
                continue
            names.append(name)
    return Contents(names, values)


def _has_state(function: FunctionType, trace: Trace) -> bool:
    """Whether a function has variables of a function that has returned: no frame shows them."""
    known = trace.closures.get(id(function))
    if known is None or known[0] is not function:
        names, values = _cells(function)
        shown = [frame.f_locals for frame in _frames(trace)] if names else []
        state = any(
            not any(name in each and each[name] is value for each in shown)
            for name, value in zip(names, values, strict=True)
        )
        known = trace.closures[id(function)] = function, state
    return known[1]


def _bound(value: Any) -> Contents:
    return Contents(("__self__",), [value.__self__])


def _numbers(value: Any) -> Contents:
    return Contents(("",), [value.tolist() if value.size <= _FEW else None])


def _iterator(_: Any) -> Contents:
    return Contents((), [])


class _Looks(dict[type, "Callable[[Any], Contents] | None"]):
    """How to see what is in a value, by its type; None for what holds nothing that changes."""

    def __missing__(self, kind: type) -> Callable[[Any], Contents] | None:
        self[kind] = made = self._made(kind)
        return made

    def _made(self, kind: type) -> Callable[[Any], Contents] | None:  # noqa: PLR0911 - one for each kind
        if issubclass(kind, (tuple, frozenset)):
            return _frozen
        if issubclass(kind, (list, deque, set)):
            return _listed
        if issubclass(kind, dict):
            return _mapped
        if issubclass(kind, type):
            return _of_class
        if kind.__module__ == "numpy" and kind.__name__ == "ndarray":
            return _numbers
        if issubclass(kind, GeneratorType) or (
            hasattr(kind, "__next__") and not kind.__module__.startswith("pyptx")
        ):
            return _iterator
        if kind is SimpleNamespace or kind.__name__ == "PipelineState" or _is_users(kind):
            return _attributes
        return None


_GROWING = frozenset({_listed, _mapped, _iterator})
"""Of these an empty one counts, too."""
_LOOKS = _Looks({FunctionType: _cells, MethodType: _bound})


def _is_users(kind: type) -> bool:
    """Whether a class is the author's, whose objects are looked into."""
    home = kind.__module__.partition(".")[0]
    return home == "__main__" or (home not in _OTHERS and home not in sys.stdlib_module_names)


def _is_plain(value: Any) -> bool:
    return isinstance(value, (bool, int, float, str, list, dict, type(None))) or hasattr(value, "__ptx__")


def _written_globals(frame: FrameType, known: dict[int, list[str]]) -> dict[str, Any]:
    """The global names that functions of a frame's module write, and the containers that it reads."""
    space, key = frame.f_globals, id(frame.f_code)
    names = known.get(key)
    if names is None and not frame.f_code.co_flags & _NEW_LOCALS:
        names = known[key] = []  # a module, whose names the frame shows
    if names is None:
        functions = [each.__code__ for each in space.values() if type(each) is FunctionType]
        names = known[key] = sorted(
            {name for code in (frame.f_code, *functions) for name in _stored_globals(code)}
            | {
                name
                for name in _named(frame.f_code)
                if name in space and _LOOKS[type(space[name])] not in (None, _cells, _of_class, _bound)
            }
        )
    return {name: space[name] for name in names if name in space} if names else {}


def _stored_globals(code: CodeType) -> frozenset[str]:
    """The names that a function stores as global ones, with the functions inside it."""
    known = _STORED.get(id(code))
    if known is None or known[0] is not code:
        found: set[str] = set()
        if _STORE_GLOBAL in code.co_code[::2]:
            for _, step in bytecode_of(code).steps():
                found.update(event.name for event in step.events if event.kind == "store global")
        for inner in code.co_consts:
            if hasattr(inner, "co_code"):
                found |= _stored_globals(inner)
        known = _STORED[id(code)] = code, frozenset(found)
    return known[1]


def _named(code: CodeType) -> set[str]:
    """The names that a function mentions, with the functions inside it."""
    names = set(code.co_names)
    for inner in code.co_consts:
        if hasattr(inner, "co_code"):
            names |= _named(inner)
    return names


# -- changes


def _same(old: Any, new: Any, depth: int = 4) -> bool:  # noqa: PLR0911 - one for each kind
    """Whether two values stand for the same."""
    if old is new:
        return True
    if type(old) is not type(new) or not depth:
        return False
    if hasattr(old, "plain_operand"):
        mine, other = (getattr(each, "name", None) or each.plain_operand for each in (old, new))
        return bool(mine == other)
    if isinstance(old, (bool, int, float, complex, str, bytes)):
        return old == new or (old != old and new != new)
    if isinstance(old, FunctionType):
        return old.__code__ is new.__code__
    look = _LOOKS[type(old)]
    if look is _iterator:
        return False
    if look is None:
        if not type(old).__module__.startswith("pyptx"):
            return False
        look = _attributes
    mine, other = look(old), look(new)
    if len(mine.values) != len(other.values) or list(mine.keys) != list(other.keys):
        return False
    pairs = zip(mine.values, other.values, strict=True)
    return all(_same(before, after, depth - 1) for before, after in pairs)


def _leaves(label: str, old: Any, new: Any) -> list[Change]:
    """The parts of a value that changed."""
    look = _LOOKS[type(old)]
    if type(old) is type(new) and look in (_listed, _frozen, _mapped):
        return _changes(label, old, look(old), look(new))
    return [Change(label, old, new)]


def _changes(label: str, value: Any, old: Contents, new: Contents) -> list[Change]:
    """The elements that changed; a key of a dictionary that is new is like a name that is new."""
    if isinstance(value, (list, tuple, deque, set, frozenset)):
        pairs = zip_longest(old.values, new.values, fillvalue=MISSING)
        triples = [(key, before, after) for key, (before, after) in enumerate(pairs)]
    else:
        later = dict(zip(new.keys, new.values, strict=True))
        earlier = dict(zip(old.keys, old.values, strict=True))
        triples = [(key, before, later.get(key, MISSING)) for key, before in earlier.items()]
        if hasattr(value, "default_factory"):
            triples += [(key, MISSING, after) for key, after in later.items() if key not in earlier]
    return [
        Change(_element(label, value, key), before, after)
        for key, before, after in triples
        if not _same(before, after)
    ]


def _is_register(value: Any) -> bool:
    return hasattr(value, "plain_operand") and hasattr(value, "name")


def _is_value(value: Any) -> bool:
    """Whether a value is one of the kernel: a number or what stands as an operand."""
    if isinstance(value, (list, tuple)):
        return any(map(_is_value, value))
    return isinstance(value, (int, float)) or hasattr(value, "__ptx__")


def _reads_through(function: FunctionType, name: str, depth: int = 4) -> bool:
    """Whether a function, or one that it calls, reads a variable of the functions around it."""
    if name in function.__code__.co_freevars and _reads_first(function, name):
        return True
    return bool(depth) and any(
        type(value) is FunctionType and _reads_through(value, name, depth - 1)
        for value in _cells(function).values
    )


def _reads_first(function: FunctionType, name: str) -> bool:
    """Whether a function reads what a name was before it is called."""
    name = name.partition(".")[0].partition("[")[0]
    code = bytecode_of(function.__code__)
    return code.is_live(0, name)


# -- words


def _called(frame: FrameType, scene: Scene) -> list[CodeType]:
    """The functions that a frame can reach: what wrote a value that its own code does not."""
    values = [*scene.names.values(), *(frame.f_globals.get(name) for name in frame.f_code.co_names)]
    codes = [frame.f_code]
    for value in values:
        if isinstance(value, FunctionType):
            codes.append(value.__code__)
        elif _LOOKS[type(value)] is _attributes:
            codes += [each.__code__ for each in vars(type(value)).values() if isinstance(each, FunctionType)]
    for code in codes:
        codes += [inner for inner in code.co_consts if hasattr(inner, "co_code") and inner not in codes]
    return [code for code in codes if code is not frame.f_code and not is_inside(code)]


def _store_in_functions(codes: Iterable[CodeType], name: str) -> tuple[CodeType, int] | None:
    """The last instruction of some functions that stores a name of functions around them, or an attribute."""
    found = None
    for code in codes:
        for offset, step in bytecode_of(code).steps():
            cell = name in code.co_freevars or any(event.kind == "store global" for event in step.events)
            if (cell and any(event.name == name and event.kind != "load" for event in step.events)) or (
                step.opname == "STORE_ATTR"
                and _attribute(code, step.argument) == name
                and (code.co_name != "__init__" or found is None)
            ):
                found = code, offset
    return found


def _attribute(code: CodeType, argument: int) -> str:
    return code.co_names[argument] if argument < len(code.co_names) else ""


def _operator(opname: str, argument: int) -> str:
    """The operator of an instruction that computes from two values."""
    if opname == "BINARY_OP" and argument < len(_OPERATORS):
        return _OPERATORS[argument]
    return _OLD_OPERATORS.get(opname, "")


def _advice(label: str, new: Any, operator: str) -> str:
    """The instruction to write."""
    if operator:
        return f"`{label} {operator}= ...`"
    dtype = getattr(new, "dtype", None)
    return (
        f"`ptx.inst.mov.{dtype}({label}, ...)`" if _is_register(new) else "`array[i] = value` of a reg.array"
    )


def _declared(old: Any, dtype: Any) -> str:
    """The declaration of a register that starts with a number."""
    if isinstance(old, bool) and dtype is None:
        return f"reg.scalar(pred, init={old})"
    if isinstance(old, (int, float)):
        return f"reg.scalar({dtype or ('f32' if isinstance(old, float) else 'u32')}, init={old})"
    return f"reg.scalar({dtype or 'u32'})"


def _spelled(value: Any) -> str:
    return str(value) if _is_register(value) else _short(value)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _LINE else f"{text[:_LINE]}..."


class _Missing:
    def __repr__(self) -> str:
        return "nothing"


MISSING = _Missing()
_STORE_GLOBAL = opcode.opmap["STORE_GLOBAL"]
_NEW_LOCALS, _GENERATOR = 0x2, 0x20
"""Flags of code, of which `inspect` has the names; that module takes long to load."""
_FIXED = "# pyptx: fixed"
_HATCH = f"where the value of the trace is meant, end the line with `{_FIXED}`"
_OTHERS = frozenset(
    {"pyptx", "numpy", "torch", "jax", "jaxlib", "ml_dtypes", "pytest", "_pytest", "hypothesis"}
)
_MOST_CONTAINERS = 4096
_FEW = 4096
_LINE = 60
_STORED: dict[int, tuple[CodeType, frozenset[str]]] = {}
_OPERATORS = ("+", "&", "//", "<<", "@", "*", "%", "|", "**", ">>", "-", "/", "^")
_OLD_OPERATORS = {
    "BINARY_ADD": "+", "BINARY_SUBTRACT": "-", "BINARY_MULTIPLY": "*", "BINARY_TRUE_DIVIDE": "/",
    "BINARY_FLOOR_DIVIDE": "//", "BINARY_MODULO": "%", "BINARY_LSHIFT": "<<", "BINARY_RSHIFT": ">>",
    "BINARY_AND": "&", "BINARY_OR": "|", "BINARY_XOR": "^",
}  # fmt: skip
