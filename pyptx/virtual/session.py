"""The state of one device for one process: contexts, modules, memory, streams, and what happened.

A call arrives with the number of its row. `Session.answer` unpacks it, calls the function that `answers` has
for it, and packs the reply: the result, the outputs, and the effects that the library carries out in the
process of the program.
"""

from __future__ import annotations

import itertools
import struct
import sys
from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeVar

from pyptx.errors import LaunchError
from pyptx.sim.checks import selected
from pyptx.sim.segments import align_up
from pyptx.virtual.calls import ROWS
from pyptx.virtual.results import CudaError, name_of, number_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pyptx.arch import Arch
    from pyptx.ir import Module
    from pyptx.program import Program
    from pyptx.sim.device_memory import DeviceMemory

_T = TypeVar("_T")

MOVE, PROTECT, PRINT, CALL, STREAM_CALLBACK = range(1, 6)
"""Effects, by the numbers of ``csrc/virtual/client.h``."""

_EFFECT = struct.Struct("<II6Q")
_REPLY = struct.Struct("<II")
PAGE: Final = 4096

DEVICE, MANAGED, PINNED = "cuMemAlloc", "managed", "pinned"
"""Kinds of allocations: of the device, of both, of the host."""


@dataclass(slots=True)
class Context:
    """A context; that of the device is shared, and lives as long as something retains it."""

    handle: int
    flags: int = 0
    primary: bool = False
    retained: int = 0
    alive: bool = True


@dataclass(slots=True)
class Block:
    """An allocation: its address, size, kind, the flags of the host's memory, and its context."""

    address: int
    size: int
    kind: str
    context: int
    flags: int = 0


@dataclass(slots=True)
class LoadedModule:
    """A module or library on the device."""

    handle: int
    tree: Module
    context: int
    variables: Mapping[str, tuple[int, int]]
    programs: Mapping[str, Program]
    functions: dict[str, int] = field(default_factory=dict)
    workspace: int = 0
    """Address of the memory by which the blocks of a cooperative launch wait for each other; 0 for none."""


@dataclass(slots=True)
class LoadedFunction:
    """A function of a module, with the attributes that a program sets."""

    handle: int
    module: LoadedModule
    program: Program
    attributes: dict[int, int] = field(default_factory=dict)


@dataclass(slots=True)
class Launches:
    """The launches of a kernel: how many, their time, and the reason for the slower engine."""

    launches: int = 0
    seconds: float = 0.0
    slow: str = ""


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a device.

    Attributes:
        arch: Its target.
        checks: Optional checks of the simulator.
        memory: Bytes of its memory.
        threads: Threads of the simulator.
        late: Whether the work of streams takes effect only when something waits for it.

    Raises:
        LaunchError: There is no such check, or it needs another one.
    """

    arch: Arch
    checks: tuple[str, ...] | None = None
    memory: int = 1 << 30
    threads: int = 1
    late: bool = False

    def __post_init__(self) -> None:
        selected(self.checks)


class Session:
    """A device as one process sees it.

    Attributes:
        memory: Its memory.
        options: How it runs.
        thread: The thread of the program whose call is answered.
        sticky: The result that every further call has, since a kernel broke a rule; 0 before.
        effects: Effects of the call.
        kernels: Launches, by kernel.
        faults: Broken rules: ``rule``, ``message`` and the ``kernel`` or ``call``.
        refused: Functions that are not built, with the number of calls.
        call: The call that is answered, for reports.
        submitted: Pieces of work that streams were given.
        gone: Handles of streams and events that were destroyed.
        is_running: Whether a kernel runs.
    """

    def __init__(self, memory: DeviceMemory, options: Options) -> None:
        self.memory = memory
        self.options = options
        self.thread = 0
        self.sticky = 0
        self.effects: list[tuple[int, tuple[int, ...], bytes]] = []
        self.kernels: dict[str, Launches] = {}
        self.faults: list[dict[str, Any]] = []
        self.refused: Counter[str] = Counter()
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
        self.submitted = 0
        self.gone: set[int] = set()
        self.is_running = False
        self._handles = itertools.count(0x1000, 0x10)
        self._allocations = itertools.count(1)

    def answer(self, number: int, thread: int, data: bytes) -> bytes:
        """Return the reply to a call."""
        self.thread = thread
        self.effects.clear()
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
        effects = b"".join(
            _EFFECT.pack(kind, len(text), *(*numbers, *(0,) * (6 - len(numbers)))) + text
            for kind, numbers, text in self.effects
        )
        body = outputs + effects
        return _REPLY.pack(result, len(body)) + body

    def _answered(self, number: int, data: bytes) -> bytes:
        from pyptx.virtual.answers import ANSWERS  # noqa: PLC0415 - answers import the session

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
        if self.sticky and not answer.after_fault:
            raise CudaError(name_of(self.sticky))
        if not answer.anywhere:
            self.context  # noqa: B018 - raises where no context is current
        given = answer.function(self, *inputs)
        if len(row.outputs) == 1:
            given = (given,)
        return row.pack_outputs(given or ())

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
        if not self.stack or not self.stack[-1]:
            raise CudaError("INVALID_CONTEXT")
        found = self.contexts[self.stack[-1]]
        if not found.alive:
            raise CudaError("CONTEXT_IS_DESTROYED")
        return found

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

    # Memory

    def allocate(self, size: int, kind: str = DEVICE, flags: int = 0) -> int:
        """Allocate memory in the current context and return its address.

        Raises:
            CudaError: The size is 0.
            MemoryError: There is not as much.
        """
        if not size:
            raise CudaError("INVALID_VALUE")
        shared = kind != DEVICE
        number = next(self._allocations)
        note = f"{size} bytes of {self.call.removesuffix('_v2')}"
        address = self.memory.allocate(
            size,
            name=f"allocation {number}",
            note=note,
            align=PAGE if shared else 256,
            initialised=shared,
        )
        self.blocks[address] = Block(address, size, kind, self.context.handle, flags)
        self.most_bytes = max(self.most_bytes, self.memory.bytes_in_use)
        if shared:
            self.effects.append((PROTECT, (address, align_up(size, PAGE), 1), b""))
        return address

    def free(self, address: int) -> None:
        """Free an allocation.

        Raises:
            CudaError: None starts there.
        """
        block = self.blocks.pop(address, None)
        if block is None:
            raise CudaError("INVALID_VALUE", self.place(address), rule="invalid-free")
        try:
            self.memory.release(address)
        except LaunchError as error:
            raise CudaError("INVALID_VALUE", str(error)) from None
        if block.kind != DEVICE:
            self.effects.append((PROTECT, (address, align_up(block.size, PAGE), 0), b""))

    def share(self, address: int, size: int) -> None:
        """Let the program access memory of the device, in whole pages."""
        first = address // PAGE * PAGE
        self.effects.append((PROTECT, (first, align_up(address + size - first, PAGE), 1), b""))

    def unload(self, module: LoadedModule) -> None:
        """Unload a module: its functions and variables are gone."""
        self.memory.unload(module.tree)
        if module.workspace:
            self.memory.release(module.workspace)
        for function in module.functions.values():
            self.functions.pop(function, None)
        del self.modules[module.handle]

    def place(self, address: int) -> str:
        """Describe an address that is not what a call needs."""
        held, freed = self.memory.allocation(address), self.memory.freed(address)
        if held is not None:
            inside = address - self.memory.start - held.offset
            return f"{address:#x} is {held.name}+{inside} ({held.note})"
        if freed is not None:
            return f"{address:#x} is in {freed.name} ({freed.note})"
        return f"{address:#x} is not memory of the device"

    # Reports

    def note_fault(self, fault: dict[str, Any]) -> None:
        """Keep a broken rule, and report it on standard error."""
        self.faults.append(fault)
        where = fault.get("kernel") or fault.get("call")
        sys.stderr.write(f"pyptx gpu: {where}: {fault['message']}\n")
        sys.stderr.flush()

    def summary(self) -> dict[str, Any]:
        """Return the events, for the summary at the end."""
        return {
            "kernels": {name: asdict(each) for name, each in self.kernels.items()},
            "faults": self.faults,
            "refused": dict(self.refused),
            "most_bytes": self.most_bytes,
        }


@dataclass(frozen=True, slots=True)
class Answer:
    """A function for a call.

    Attributes:
        function: It takes the session and the inputs, and returns the outputs.
        anywhere: Whether it needs neither initialisation nor a current context.
        after_fault: Whether it works after a kernel has failed.
    """

    function: Callable[..., Any]
    anywhere: bool
    after_fault: bool
