"""The state of one device for one process: contexts, modules, memory, streams, graphs.

A call arrives with the number of its row. `Session.answer` unpacks it, calls the function that `answers` has
for it, and packs the reply: the result, the outputs, and the effects that the library carries out in the
process of the program.
"""

from __future__ import annotations

import itertools
import re
import struct
import sys
from typing import TYPE_CHECKING, Any, Final, TypeVar

from pyptx.errors import LaunchError
from pyptx.progress import LaunchProgress
from pyptx.sim.checks import selected
from pyptx.sim.segments import align_up
from pyptx.virtual.answers import ANSWERS
from pyptx.virtual.calls import ROWS
from pyptx.virtual.clocks import Access, Clock, History, Operation
from pyptx.virtual.effects import ALL, NONE, PAGE, PROTECT, Effects, Turn
from pyptx.virtual.graphs import GLOBAL, RELAXED
from pyptx.virtual.guards import Guards
from pyptx.virtual.objects import DEVICE, Block
from pyptx.virtual.reports import Reports
from pyptx.virtual.results import CudaError, name_of, number_of
from pyptx.virtual.sites import mark

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from pyptx.errors import SimFault
    from pyptx.sim.device_memory import DeviceMemory
    from pyptx.sim.touched import Spans
    from pyptx.virtual.graphs import Capture, Executable, Graph, Node
    from pyptx.virtual.objects import Context, LoadedFunction, LoadedModule
    from pyptx.virtual.options import Options

_T = TypeVar("_T")

_REPLY = struct.Struct("<II")
THREAD: Final = (1 << 63) - 1
"""Bits of the number of a thread in a message; the one above says that it has a default stream of its own."""

_FORM = re.compile(r"_v\d+\Z")


class Session:
    """A device as one process sees it.

    Attributes:
        memory: Its memory.
        reports: What it reports.
        options: How it runs.
        thread: The thread of the program whose call is answered.
        sticky: The result that every further call has, since a kernel broke a rule; 0 before.
        effects: Effects of the call.
        call: The call that is answered, for reports.
        calls: Calls that were answered.
        submitted: Operations that streams were given.
        made_streams: Streams that were created.
        host_calls: Functions of the program that streams are to call or are calling.
        gone: Handles of streams and events that were destroyed, with the call that did it.
        host: The operations that the host has waited for.
        ended: The operations of destroyed streams.
        history: Accesses that later ones may race with.
        guards: Memory of the host that operations may still access.
        per_thread: Whether the call takes the default stream of its thread.
        is_running: Whether a kernel runs.
        progress: Shows a kernel that runs for more than a second.
        is_finishing: Whether the program has ended.
        graphs: Graphs, by handle.
        nodes: Nodes of graphs, by handle.
        executables: Graphs that can be launched, by handle.
        made_graphs: Graphs that were created.
        pools: Pools of memory, by handle.
        pool: The pool that allocations of streams come from; 0 for that of the device.
        registered: Memory of the program that is the device's too, by its address in the program.
        site: The number of the line that calls; 0 for none.
        advice: Advice about each page of managed memory, by the address of the allocation and the kind.
        captures: The captures of streams that have not ended.
        capture_modes: The capture mode of each thread that has set one.
    """

    def __init__(
        self,
        memory: DeviceMemory,
        options: Options,
        act: Callable[[bytes, Turn], None],
        report: Callable[[str], object] | None = None,
    ) -> None:
        self._act = act
        self.memory = memory
        self.reports = Reports(report or sys.stderr.write)
        self.options = options
        self.thread = 0
        self.sticky = 0
        self.effects = Effects()
        self.initialised = False
        self.contexts: dict[int, Context] = {}
        self.stacks: dict[int, list[int]] = {}
        self.blocks: dict[int, Block] = {}
        self.modules: dict[int, LoadedModule] = {}
        self.functions: dict[int, LoadedFunction] = {}
        self.streams: dict[int, Any] = {}
        self.events: dict[int, Any] = {}
        self.limits: dict[int, int] = {}
        self.most_bytes = 0
        self.call = ""
        self.calls = 0
        self.submitted = 0
        self.made_streams = 0
        self.host_calls = 0
        self.gone: dict[int, str] = {}
        self.host: Clock = {}
        self.ended: Clock = {}
        self.history = History(self.is_over)
        self.guards = Guards(self.host, self.effects)
        self.per_thread = False
        self._default_streams: dict[tuple[int, int], int] = {}
        self.is_running = False
        self.progress = LaunchProgress("pyptx gpu", quiet=options.quiet)
        self.is_finishing = False
        self.graphs: dict[int, Graph] = {}
        self.nodes: dict[int, Node] = {}
        self.executables: dict[int, Executable] = {}
        self.made_graphs = 0
        self.pools: dict[int, Any] = {}
        self.pool = 0
        self.registered: dict[int, Block] = {}
        self.advice: dict[int, dict[int, NDArray[Any]]] = {}
        self.captures: list[Capture] = []
        self.capture_modes: dict[int, int] = {}
        self._handles = itertools.count(0x1000, 0x10)
        self._allocations = itertools.count(1)
        self.site = 0

    def answer(self, number: int, thread: int, data: bytes, site: int = 0) -> bytes:
        """Return the reply to a call; `site` is the library's number of the calling line of the program."""
        self.site = site
        self.thread, self.per_thread = thread & THREAD, thread > THREAD
        self.calls += 1
        self.effects.take()
        outputs = b""
        try:
            outputs = self._answered(number, data)
            result = 0
        except CudaError as error:
            result = error.result
            if error.report:
                self.note_fault({"rule": error.rule, "message": error.report, "call": self.call})
        except MemoryError:
            result = number_of("OUT_OF_MEMORY")
        self.guards.update()
        body = outputs + self.effects.take()
        return _REPLY.pack(result, len(body)) + body

    def let_program_act(self, turn: Turn | None = None) -> None:
        """Let the library carry out the effects so far, before the call goes on.

        Calls of other threads are answered in between, and those of functions that the library calls.
        """
        effects = self.effects.take()
        if self.is_finishing:
            return
        kept = self.call, self.site, self.thread, self.per_thread
        self._act(effects, turn or Turn(self.thread))
        self.call, self.site, self.thread, self.per_thread = kept

    def _answered(self, number: int, data: bytes) -> bytes:
        if number >= len(ROWS):
            raise CudaError("INVALID_VALUE", f"there is no call {number}")
        row = ROWS[number]
        self.call = row.name
        answer = ANSWERS[row.name]
        try:
            inputs = row.unpack(data)
        except ValueError as error:
            raise CudaError("INVALID_VALUE", f"{row.name}: {error}") from None
        if not self.initialised and not answer.anywhere:
            raise CudaError("NOT_INITIALIZED")
        if not answer.after_fault:
            self.check_fault()
        if not answer.anywhere:
            self.context  # noqa: B018 - raises where no context is current
        if self.host_calls and not answer.from_functions:
            self._check_function()
        if answer.disturbs_captures:
            self._check_captures()
        given = answer.function(self, *inputs)
        if not answer.after_fault:
            self.check_fault()
        if len(row.outputs) == 1:
            given = (given,)
        return row.pack_outputs(given or ())

    @property
    def is_deferring(self) -> bool:
        """Whether new work waits: by the options, or because a function of the program is pending."""
        return self.options.late or self.host_calls > 0

    def _check_function(self) -> None:
        """Check that the thread is not in a function that the program gave to a stream.

        Raises:
            CudaError: The thread is in such a function.
        """
        for stream in self.streams.values():
            if stream.is_in_function and stream.function.thread == self.thread:
                said = f"a function of the program that {stream.name} calls must not call CUDA"
                raise CudaError("NOT_PERMITTED", self.used_by(said), rule="unsupported")

    # Contexts

    @property
    def stack(self) -> list[int]:
        """The contexts of the thread; the last is current."""
        return self.stacks.setdefault(self.thread, [])

    @property
    def context(self) -> Context:
        """The current context of the thread.

        Raises:
            CudaError: There is none, or it was destroyed.
        """
        stack = self.stack
        if not stack or not stack[-1]:
            raise CudaError("INVALID_CONTEXT")
        found = self.contexts[stack[-1]]
        if not found.alive:
            raise CudaError("CONTEXT_IS_DESTROYED")
        return found

    def key_of_thread(self, context: int) -> int:
        """Return the key of the default stream of the thread in a context."""
        return self._default_streams.setdefault((context, self.thread), 1 - self.new_handle())

    @property
    def plain_call(self) -> str:
        """The call that is answered, without the number of its form."""
        return _FORM.sub("", self.call)

    @property
    def place_of_call(self) -> str:
        """The call that is answered, and its number."""
        return f"call {self.calls}, {self.plain_call}{mark(self.site)}"

    def used_by(self, said: str) -> str:
        """Report a handle, with the call that uses it."""
        return f"{said}; {self.place_of_call}, uses it"

    def destroyed(self, handle: int, what: str, rule: str = "", result: str = "INVALID_HANDLE") -> CudaError:
        """Return the error of a handle that names nothing, or no longer."""
        if handle not in self.gone:
            return CudaError(result)
        said = f"the {what} {handle:#x} was destroyed by {self.gone[handle]}"
        return CudaError(result, self.used_by(said), rule=rule or f"destroyed-{what}")

    def new_handle(self) -> int:
        """Return a number for something that the program names; none is used twice."""
        return next(self._handles)

    def named(self, table: Mapping[int, _T], handle: int) -> _T:
        """Return the object of a handle.

        Raises:
            CudaError: It names nothing of this kind, or no longer.
        """
        found = table.get(handle)
        if found is None:
            raise CudaError("INVALID_HANDLE")
        return found

    # Captures

    def valid(self, capture: Capture) -> Capture:
        """Return a capture.

        Raises:
            CudaError: The capture has failed before.
        """
        if capture.failure:
            raise CudaError("STREAM_CAPTURE_INVALIDATED")
        return capture

    def invalidate(
        self, capture: Capture, said: str, result: str = "STREAM_CAPTURE_UNSUPPORTED"
    ) -> CudaError:
        """Let a capture fail, and return the error of the call that is answered."""
        if capture.failure:
            return CudaError("STREAM_CAPTURE_INVALIDATED")
        capture.failure = f"{self.place_of_call}: {said}"
        return CudaError(result, f"the capture of {capture.graph.name} fails: {said}", rule="invalid-capture")

    def _check_captures(self) -> None:
        """Check that a call is permitted by the modes of the thread and of the captures.

        Raises:
            CudaError: A capture does not permit the call.
        """
        mode = self.capture_modes.get(self.thread, GLOBAL)
        for capture in self.captures if mode != RELAXED else ():
            is_own = capture.thread == self.thread
            if capture.mode != RELAXED if is_own else mode == capture.mode == GLOBAL:
                said = f"{self.plain_call} is not permitted during a capture, unless that has another mode"
                raise self.invalidate(capture, said)

    # Memory

    def allocate(self, size: int, kind: str = DEVICE, flags: int = 0, phase: int = 0) -> int:
        """Allocate memory in the current context and return its address.

        Args:
            size: Bytes.
            kind: Its kind.
            flags: Flags that the program passed.
            phase: Bytes between a page and its start.

        Raises:
            CudaError: The size is 0.
            MemoryError: There is not as much.
        """
        if not size:
            raise CudaError("INVALID_VALUE")
        shared = kind != DEVICE
        number = next(self._allocations)
        note = f"{size} bytes of {self.call.removesuffix('_v2')}{mark(self.site)}"
        address = self.memory.allocate(
            size,
            name=f"allocation {number}",
            note=note,
            align=PAGE if shared else 256,
            phase=phase,
            initialised=shared,
        )
        self.blocks[address] = Block(address, size, kind, self.context.handle, flags)
        self.most_bytes = max(self.most_bytes, self.memory.bytes_in_use)
        if shared:
            self.memory.record_accesses()
            self.share(address, size)
        return address

    def free(self, address: int) -> None:
        """Free an allocation.

        Raises:
            CudaError: None starts there.
        """
        block = self.blocks.pop(address, None)
        if block is None:
            raise CudaError("INVALID_VALUE", self.place(address), rule="invalid-free")
        if block.pool in self.pools:
            self.pools[block.pool].used -= block.size
        self.history.forget(address)
        self.guards.forget(block.page)
        self.advice.pop(address, None)
        try:
            self.memory.release(address)
        except LaunchError as error:
            raise CudaError("INVALID_VALUE", str(error)) from None
        if block.kind != DEVICE:
            self.effects.add(PROTECT, block.page, align_up(block.bytes_of_pages, PAGE), NONE)

    def on_device(self, address: int) -> int:
        """Return the address on the device of memory that the program registered; any other as it is."""
        for host, block in self.registered.items():
            if host <= address < host + block.size:
                return block.address + address - host
        return address

    def block_of(self, address: int) -> Block | None:
        """Return the allocation of the program that holds an address."""
        held = self.memory.allocation(address)
        return None if held is None else self.blocks.get(self.memory.start + held.offset)

    def share(self, address: int, size: int) -> None:
        """Let the program access memory of the device, in whole pages."""
        first = address // PAGE * PAGE
        self.effects.add(PROTECT, first, align_up(address + size - first, PAGE), ALL)

    def unload(self, module: LoadedModule) -> None:
        """Unload a module: its functions and variables are gone."""
        self.memory.unload(module.tree)
        for address, _ in module.variables.values():
            self.advice.pop(address, None)
        if module.workspace:
            self.memory.release(module.workspace)
        for function in module.functions.values():
            self.functions.pop(function, None)
        del self.modules[module.handle]

    def name_of(self, address: int) -> str:
        """Name the allocation that holds an address, with the offset in it and its kind."""
        held = self.memory.allocation(address)
        if held is None:
            return f"{address:#x}"
        return f"{held.name}+{address - self.memory.start - held.offset} ({held.note})"

    def place(self, address: int) -> str:
        """Describe an address that a call cannot use."""
        held, freed = self.memory.allocation(address), self.memory.freed(address)
        if held is not None:
            return f"{address:#x} is {self.name_of(address)}"
        if freed is not None:
            return f"{address:#x} is in {freed.name} ({freed.note})"
        return f"{address:#x} is not memory of the device"

    # Clocks

    def is_over(self, operation: Operation) -> bool:
        """Whether an operation comes before every one that is still to run."""
        pending = (work.operation for each in self.streams.values() for work in each.pending)
        return self.host.get(operation.stream, 0) >= operation.number and all(
            each.follows(operation) for each in pending
        )

    def note_access(self, operation: Operation, kind: str, spans: Spans) -> None:
        """Record an access to one allocation of the device, and report a race with an earlier one.

        Args:
            operation: The operation.
            kind: One of `pyptx.virtual.clocks.VERBS`.
            spans: Addresses.
        """
        if not len(spans.first):
            return
        held = self.memory.allocation(int(spans.first[0]))
        start = 0 if held is None else self.memory.start + held.offset
        access = Access(operation, kind, spans)
        race = self.history.add(start, access)
        self.guard(access)
        if race is not None:
            both = race.first.operation, race.second.operation
            said = f"nothing orders two accesses to {self.name_of(race.address)}"
            self.note_race("stream-race", both, f"{said}:\n  {race.first} it\n  {race.second} it")

    def guard(self, access: Access) -> None:
        """Keep the program from memory of the host that it shares, until it has waited for an access."""
        block = self.block_of(int(access.spans.first[0]))
        if block is not None and block.kind != DEVICE:
            self.guards.add(block.page, block.bytes_of_pages, access)

    # Reports

    def note_undefined(self, address: int, fault: SimFault) -> None:
        """Report that undefined bytes go to the host: as a warning, unless the check is named."""
        checks = self.options.checks
        if checks is not None and "uninitialized" in selected(checks):
            self.note_fault({"rule": fault.rule, "message": str(fault), "call": self.call})
            return
        said = f"{self.plain_call}{mark(self.site)}: {str(fault).partition(chr(10))[0]}"
        self.reports.warn(self.name_of(address).partition("+")[0], said)

    def note_race(self, rule: str, operations: tuple[Operation, ...], message: str) -> None:
        """Keep and report a race, once for all turns of a loop."""
        if self.reports.is_new_race(operations):
            self.note_fault({"rule": rule, "message": message, "call": self.call})

    def check_fault(self) -> None:
        """Check that no kernel has broken a rule.

        Raises:
            CudaError: A kernel has broken a rule.
        """
        if self.sticky:
            raise CudaError(name_of(self.sticky))

    def note_fault(self, fault: dict[str, Any], site: int | None = None) -> None:
        """Keep a broken rule, and report it on standard error.

        Args:
            fault: The rule, the message, and the kernel or the call.
            site: The line that launched the kernel; by default the line of the current call.
        """
        self.reports.add(fault, self.site if site is None else site)

    def summary(self) -> dict[str, Any]:
        """Return the events, for the summary at the end."""
        return {**self.reports.as_json(), "unfreed": self._unfreed(), "most_bytes": self.most_bytes}

    def _unfreed(self) -> list[dict[str, Any]]:
        """Return the allocations that are left, added up by what they are and the line that made them."""
        held = [self.memory.allocation(address) for address in self.blocks]
        sizes: dict[str, list[int]] = {}
        for each in [*held, *self.memory.heap_blocks()]:
            if each is not None:
                sizes.setdefault(self.reports.sites.readable(each.note), []).append(each.size)
        return [{"what": what, "count": len(of), "bytes": sum(of)} for what, of in sizes.items()]
