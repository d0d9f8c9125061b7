"""Python names that change inside a block which runs on the GPU.

The body of a block is traced once. Python rebinds names then, once; on the GPU its instructions run many
times, or in some threads only. So at the end of a block the author's names are compared with those at its
start: the names of each frame, global names, and the contents of the lists, dictionaries, objects and
functions that they lead to (`walk`). A value that has changed is refused if

* the next iteration reads the old one: bytecode says that it reads the name which leads to the value;
* threads that pass over the block read the new one after it;
* a second iteration would change it once more, and it is read after the loop.

No source is needed. A line that says ``# pyptx: fixed`` keeps the meaning of the trace, and so does `fixed`
for names.
"""

from __future__ import annotations

from collections import deque
from functools import cached_property
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple

from pyptx.ir import Instruction
from pyptx.ir.visit import walk as walk_statements
from pyptx.trace.accesses import accesses_of, is_like, is_part, operator_of, path_of, reads, root_of, tail_of
from pyptx.trace.author_names import Function, Scope, author_frames, reached_from
from pyptx.trace.bytecode import functions_inside
from pyptx.trace.contents import (
    MISSING,
    PARTED,
    READERS,
    Contents,
    Holder,
    changed_parts,
    element_name,
    is_same,
    is_unchanged,
    is_value,
    leads_to,
    read_iterator,
    reads_first,
    walk,
)
from pyptx.trace.leaving import check_left
from pyptx.trace.operands import is_array, is_register, mentioned_names, since, written_names
from pyptx.trace.source import source_in
from pyptx.trace.wording import Limits, describe, is_meant, refuse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import CodeType

    from pyptx.ir import Source
    from pyptx.trace.body import Trace
    from pyptx.trace.open_blocks import Opened

# -- changes


class Change(NamedTuple):
    """A value that is another one after a block.

    Attributes:
        scope: The scope whose name leads to it.
        root: The name in the scope that leads to it.
        label: How the author writes the place of the value.
        old: The value before the block; `MISSING` where there was none.
        new: The value after it; `MISSING` where there is none.
        kind: The type of the object that holds the value; empty for a name, and `iterator` for one that moved
            on.
        holder: The value that has it inside; None where a name has another value.
    """

    scope: Scope
    root: str
    label: str
    old: Any
    new: Any
    kind: str = ""
    holder: Any = None


# -- the comparison


class Watch:
    """The author's names at the start of a block, which are compared with those at its end."""

    __slots__ = ("_before", "_skips", "body", "opened", "trace")

    def __init__(self, trace: Trace, opened: Opened, body: Callable[[], object] | None = None) -> None:
        """Look at the names.

        Args:
            trace: The function being traced.
            opened: The block.
            body: The function that traces the body, where that is not in a frame.
        """
        self.trace = trace
        self.opened = opened
        self.body = body
        self._before = trace.memory.look(trace)
        self._skips: list[list[Scope]] = []
        if body is not None:
            names = {getattr(body, "__name__", "body"): body}
            self._before.append(Scope(names, names, walk(names.items())))

    def note_skip(self) -> None:
        """Record that threads leave the block here: they see the names as they are now."""
        self._skips.append(self.trace.memory.look(self.trace))

    def check(self, *, again: str | None = None, skipped: bool = False, leaves: bool = False) -> None:
        """Compare the names with those at the start of the block.

        Args:
            again: The label at the top of a body that is repeated.
            skipped: Whether threads may pass over the block.
            leaves: Whether a `with` statement is left here.

        Raises:
            TraceError: A name has changed that is read in the next iteration, or after the block by threads
                that passed over it; or `return`, `break` or `continue` leaves the statement.
        """
        running = set(map(id, author_frames(self.trace)))
        for scope in self._before if leaves else ():
            frame = scope.frame
            if frame is not None and id(frame) in running and frame.f_lasti != scope.offset:
                check_left(frame, scope.offset, self.opened.what)
        for scopes in (self._before, *self._skips):
            present = [each for each in scopes if each.frame is None or id(each.frame) in running]
            is_start = scopes is self._before
            _Comparison(self, present, again if is_start else None, skipped=skipped or not is_start).run()


class _Comparison:
    """The names at the end of a block and at an earlier moment."""

    def __init__(self, watch: Watch, scopes: list[Scope], again: str | None, *, skipped: bool) -> None:
        self._watch = watch
        self._trace = watch.trace
        self._scopes = scopes
        self._framed = [scope for scope in scopes if scope.frame is not None]
        self._again = again
        self._skipped = skipped

    def run(self) -> None:
        """Find all changes, and refuse those that matter."""
        groups = [list(group) for scope in self._scopes for group in self._changes_in(scope)]
        replaced = {id(each.old) for group in groups for each in group if is_register(each.old)}
        for group in filter(None, groups):
            again, after = self._is_read(group)
            for change in group:
                moves_on = id(change.new) in replaced or (change.old is MISSING and is_value(change.new))
                if self._again is not None and again and self._is_carried(change):
                    self._refuse(change)
                elif self._skipped and after:
                    self._refuse_after(change)
                elif self._again is not None and after and moves_on:
                    self._refuse(change)  # a second iteration would change it once more

    def _changes_in(self, scope: Scope) -> Iterator[Iterable[Change]]:
        """The changes of names, and those inside each value that they lead to."""
        now = scope.now
        for name, old in scope.names.items():
            new = now.get(name, old)
            if new is not old:
                yield self._changes_of(name, old, new, scope)
        for holder in scope.holders:
            value = holder.value
            if not isinstance(value, tuple):
                new = READERS[type(value)](value)  # type: ignore[misc]
                if not is_unchanged(holder.contents, new):
                    yield self._changes_inside(holder, new, scope)

    @staticmethod
    def _changes_of(name: str, old: Any, new: Any, scope: Scope) -> Iterator[Change]:
        """The changes of a name with a new value; those of its parts, if both values have the same."""
        read = READERS[type(old)]
        if type(old) is type(new) and read in PARTED:
            kept = next((holder.contents for holder in scope.holders if holder.value is old), {})
            for part in changed_parts(name, old, kept, read(new)):
                yield Change(scope, name, *part)
        elif not is_same(old, new):
            yield Change(scope, name, name, old, new)

    def _changes_inside(self, holder: Holder, new: Contents, scope: Scope) -> Iterator[Change]:
        """The changes inside a value."""
        root, label_of, value, old = holder
        parts = list(changed_parts(label_of, value, old, new))
        if READERS[type(value)] is read_iterator:
            parts = [(label_of, value, value, "iterator")] if parts else []
        for part in parts:
            change = Change(scope, root, *part, value)
            if isinstance(value, FunctionType) and not reads_first(value, change.label):
                continue
            if change.old is not None or self._first_uses(change) & {"load", "test"}:
                yield change
        for key in new if not isinstance(value, (list, deque, set)) else ():
            label = element_name(label_of, value, key)
            change = Change(scope, root, label, MISSING, new[key], type(value).__name__, value)
            if key not in old and is_value(new[key]) and self._is_new(change):
                yield change

    def _is_read(self, changes: list[Change]) -> tuple[bool, bool]:
        """Whether a name that leads to changes is read in the next iteration, and after the block.

        Code that only appends to a list that grows does not read it.
        """
        scope, root, *_, holder = changes[0]
        grows = isinstance(holder, (list, deque, set)) and all(each.old is MISSING for each in changes)
        if scope.frame is None:
            codes = [*(each.code for each in self._framed), *self._called]
            is_read = not grows or any(reads(code, root) for code in codes)
            return is_read, is_read
        now = scope.now
        found = [
            scope.is_live(name)
            for name, value in scope.names.items()
            if (name == root if holder is None else now.get(name) is value and leads_to(value, holder))
            and (not grows or reads(scope.code, name))
        ]
        return any(again for again, _ in found), any(after for _, after in found)

    def _is_carried(self, change: Change) -> bool:
        """Whether the next iteration would read a value of this one."""
        if change.old is MISSING:
            return is_value(change.new)
        return not is_register(change.old) or change.old.name in mentioned_names(self._repeated)

    def _refuse_after(self, change: Change) -> None:
        """Refuse a value that threads read after a block which they passed over.

        A register that the block made is refused where it is used: it may never be.
        """
        old, new = change.old, change.new
        if old is MISSING and not is_value(new):
            return
        held = [scope.names for scope in self._scopes]
        held += [holder.contents for scope in self._scopes for holder in scope.holders]
        if not is_register(new) or any(
            is_register(each) and each.name == new.name for values in held for each in values.values()
        ):
            self._refuse(change)
        elif old is not MISSING:
            source, operator = self._find_line(change)
            if not self._is_fixed(change, source):
                said = "\n  ".join(describe(change, operator, self._where()))
                new.owner = Limits(self._trace, reading=said, source=source)

    def _refuse(self, change: Change) -> None:
        source, operator = self._find_line(change)
        if not self._is_fixed(change, source):
            refuse("\n  ".join(describe(change, operator, self._where())), source)

    def _is_fixed(self, change: Change, source: Source) -> bool:
        """Whether the author marked the value of the trace as intended."""
        names = {change.root, root_of(change.label)}
        return is_meant(source) or not names.isdisjoint(self._trace.fixed)

    def _where(self) -> str:
        """Describe the block, and why Python reads differently."""
        runs = "runs in some threads only, its Python always"
        if self._again is not None:
            runs = "runs many times on the GPU, its Python once"
        return f"`{self._watch.opened.what}` {runs}"

    # -- what the block runs

    @cached_property
    def _called(self) -> list[CodeType]:
        """The author's functions that the block can call: of the methods those that code names."""
        waiting: list[Any] = [self._watch.body]
        for scope in self._framed:
            paths = {each.path for each in scope.accesses() if each.kind == "load"}
            inner = [code for code in functions_inside(scope.code) if code.co_name.startswith("<")]
            waiting += map(scope.find, paths)
            waiting += [Function(code, scope.frame.f_globals) for code in inner if scope.frame is not None]
        found = [function.code for function in reached_from(waiting, {})]
        words = {name for code in (*(each.code for each in self._framed), *found) for name in code.co_names}
        return [
            code
            for code in found
            if code.co_varnames[:1] not in (("self",), ("cls",))
            or code.co_name in words
            or code.co_name.startswith("__")
        ]

    @cached_property
    def _repeated(self) -> list[Any]:
        """The statements of a body that is repeated."""
        assert self._again is not None
        return list(walk_statements(since(self._trace.body, self._again)))

    def _first_uses(self, change: Change) -> set[str]:
        """Return the uses of a place before the block's store, in its frame or in functions it calls.

        For a block that is not repeated, the code after it counts.
        """
        path, tail = path_of(change.label), tail_of(change.label)
        base, is_again = path[: -len(tail)], self._again is not None
        run = change.scope.accesses(behind=not is_again)
        stores = [number for number, each in enumerate(run) if each.path == path and each.kind == "store"]
        before = run[: stores[0] + 1] if stores and is_again else run
        paths = [each.path for each in before if each.kind in ("load", "store")]
        uses = {each.kind for each in before if each.path == path} - {"store"}
        word, is_given = path[base.rfind(".") + 1 :] if tail == "[]" else tail, not (stores or uses)
        while base:
            is_given = is_given or paths.count(base) > sum(is_part(each, base) for each in paths)
            base = base[: -len(tail_of(base))]
        if not is_given:
            return uses
        uses -= {"load"}  # a function was given the value, and may have stored it
        for accesses in map(accesses_of, self._called):
            likes = [each for each in accesses if is_like(each.path, tail)]
            stored = {each.path for each in likes if each.kind == "store"}
            asked = {each.kind for each in likes if each.kind == "test" or each.path.endswith(word)}
            firsts = {each.path: each.kind for each in reversed(likes) if each.path in stored}
            uses |= asked & {"test", "ask", "default"} | set(firsts.values()) & {"load"}
        return uses

    def _is_new(self, change: Change) -> bool:
        """Whether the block, or code after it, reads a key that the block has added.

        A number that is not a default, and a register that each iteration gives the same value, are as good
        as ones that were kept.
        """
        value, asks = change.new, self._first_uses(change) & {"ask", "default"}
        parts = value if isinstance(value, (list, tuple)) or is_array(value) else [value]
        registers = [each for each in parts if is_register(each)]
        if registers and self._again is not None:
            return bool(asks) and not all(map(self._is_constant, registers))
        return "default" in asks or (isinstance(value, (bool, list)) and bool(asks))

    def _is_constant(self, register: Any) -> bool:
        """Whether each iteration gives a register the same value."""
        body = self._repeated
        written = [name for statement in body for name in written_names(statement)]
        ends = next((each for each in body if isinstance(each, Instruction) and each.opcode == "setp"), None)
        changing = {*written, *(mentioned_names([ends]) if ends is not None else ())}
        makers = [each for each in body if register.name in written_names(each)]
        return written.count(register.name) == 1 and changing.isdisjoint(
            mentioned_names(makers) - {register.name}
        )

    def _find_line(self, change: Change) -> tuple[Source, str]:
        """Return the line that made a change, and the operator whose result it stores.

        It is the block's last store to the place, or to one like it; else one in a function that the block
        calls; else the block itself. For an iterator it is the block's last use of a name that leads to it.
        """
        path, tail, wanted = path_of(change.label), tail_of(change.label), change.holder
        lines = [self._watch.opened.source]
        for scope in self._framed:
            accesses = scope.accesses()
            if change.kind == "iterator":
                uses = [
                    each
                    for each in accesses
                    if each.kind == "load" and leads_to(scope.find(each.path), wanted)
                ]
                lines += [source_in(scope.code, each.unit * 2) for each in uses]
            elif change.scope in (scope, None) or change.scope.frame is None:
                stores = [each for each in accesses if each.kind in ("store", "append")]
                exact = [each for each in stores if each.path in (path, change.root)]
                for access in (exact or [each for each in stores if is_like(each.path, tail)])[-1:]:
                    return source_in(scope.code, access.unit * 2), operator_of(access)
        for code in self._called if change.kind != "iterator" else ():
            is_start = code.co_name == "__init__" and len(lines) > 1
            known = (*code.co_names, *code.co_freevars, *code.co_varnames)
            if not is_start and (tail != "[]" or root_of(change.label) in known):
                own = {*code.co_varnames, *code.co_cellvars}
                stores = [each for each in accesses_of(code) if each.kind in ("store", "append")]
                likes = [each for each in stores if is_like(each.path, tail) and each.path not in own]
                lines += [source_in(code, each.unit * 2) for each in likes]
        return lines[-1], ""
