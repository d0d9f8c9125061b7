"""A simulated device: global memory that outlives a launch.

A launch without a device gives its arrays addresses of their own, and forgets which of their bytes were
written. A device keeps both, so that an address stored in memory by one launch is right for the next, and
memory that no launch has written, or that was freed, is reported in every later one.

>>> from pyptx.program import from_ptx
>>> program = from_ptx('''
... .version 8.0
... .target sm_80
... .address_size 64
... .visible .entry add(.param .u64 x, .param .u32 y) {
...     .reg .b32 %r<5>;
...     .reg .b64 %rd<4>;
...     ld.param.u64 %rd1, [x];
...     ld.param.u32 %r1, [y];
...     mov.u32 %r2, %tid.x;
...     mul.wide.u32 %rd2, %r2, 4;
...     add.u64 %rd3, %rd1, %rd2;
...     ld.global.u32 %r3, [%rd3];
...     add.u32 %r4, %r3, %r1;
...     st.global.u32 [%rd3], %r4;
...     ret;
... }
... ''')
>>> gpu = Device()
>>> x = gpu.array(np.arange(4, dtype=np.uint32), name="x")
>>> for _ in range(2):
...     _ = program.launch(x, 10, grid=1, block=4, device=gpu)
>>> x.tolist()
[20, 21, 22, 23]
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from operator import index
from threading import RLock
from typing import TYPE_CHECKING, Any, NoReturn, SupportsIndex

import numpy as np

from pyptx.errors import LaunchError, SimFault
from pyptx.sim.allocations import Allocations
from pyptx.sim.declarations import Declarations
from pyptx.sim.faults import explained_by
from pyptx.sim.heap import Heap
from pyptx.sim.host_memory import HOST_MEMORY
from pyptx.sim.segments import GLOBAL_BASE, REDZONE_BYTES, Allocation, Segment
from pyptx.sim.written import count_unset, first_unset, unpacked
from pyptx.trace.source import UNKNOWN, caller

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import DTypeLike, NDArray

    from pyptx.ir import Module
    from pyptx.program import Program
    from pyptx.sim.image import ModuleVariable
    from pyptx.sim.memory import Memory


@dataclass(frozen=True, slots=True)
class LoadedModule:
    """A module on a device.

    Attributes:
        module: The module.
        first: Offset after which its ``.global`` variables are placed.
        variables: Its ``.global`` and ``.const`` variables, as declared. Each launch copies the latter.
    """

    module: Module
    first: int
    variables: Sequence[Allocation]

    @property
    def by_name(self) -> Mapping[str, Allocation]:
        """The variables by name; of those in functions that have the same name, one."""
        named: dict[str, Allocation] = {}
        for each in self.variables:
            named.setdefault(each.name, each)
        return named


class Device:
    """Arrays and variables of modules that stay in simulated memory between launches.

    `Program.launch` takes it as ``device=``, and so does `pyptx.simulating`, for all launches of a block. A
    launch may have other arrays too, which leave with it. Threads take turns: a device runs one launch at a
    time, and has no copies.

    >>> gpu = Device()
    >>> x = gpu.array(np.zeros(4, np.float32), name="x")
    >>> gpu.address(x[1:]) - gpu.address(x), gpu.bytes_in_use
    (4, 16)
    >>> [each.name for each in gpu.allocations], gpu.find(x[1:])[1], gpu.find(np.zeros(4))
    (['x'], 4, None)
    >>> gpu.has_heap, gpu.heap.made, gpu.has_heap
    (False, 0, True)
    >>> gpu.segment().allocations[0].name
    'x'

    Attributes:
        lock: Held while a launch uses the memory.
        heap_bytes: Bytes for `malloc` of kernels, until the first launch that uses it.
    """

    heap_bytes: int = 8 << 20

    def __init__(self) -> None:
        self._memory = Allocations(self)
        self._modules: dict[int, LoadedModule] = {}
        self._made = 0
        self._heap: Heap | None = None
        self.lock = RLock()

    def array(self, values: NDArray[Any], *, name: str = "") -> NDArray[Any]:
        """Copy an array to the device.

        Args:
            values: An array of any shape and type; it is copied in row-major order.
            name: Its name in reports; by default, the number of the allocation and the line that made it.

        Returns:
            The array in the device's memory. It shows the writes of kernels, and the host may write to it.
        """
        given = np.asarray(values)
        made = self._make(given.shape, given.dtype, name, initialised=True)
        made[...] = given
        return made

    def empty(
        self, shape: SupportsIndex | Sequence[SupportsIndex], dtype: DTypeLike, *, name: str = ""
    ) -> NDArray[Any]:
        """Allocate an array whose elements are undefined: reading one that no kernel has written is a fault.

        Args:
            shape: Its shape.
            dtype: Type of its elements.
            name: Its name in reports; by default, the number of the allocation and the line that made it.

        Returns:
            The array in the device's memory. The host writes to it with `write`, or else kernels take its
            writes for undefined values.
        """
        return self._make(
            (shape,) if isinstance(shape, SupportsIndex) else tuple(shape),
            np.dtype(dtype),
            name,
            initialised=False,
        )

    def write(self, target: NDArray[Any], values: Any) -> None:
        """Copy values to an array of the device, or to a part that is contiguous in memory.

        >>> gpu = Device()
        >>> y = gpu.empty(4, np.float32)
        >>> gpu.write(y[:2], [1.0, 2.0])

        Args:
            target: An array that `array` or `empty` returned, or a part of one.
            values: Numbers that NumPy can assign to it.

        Raises:
            LaunchError: The array is not in the memory of this device, or the part is not contiguous.
        """
        with self.lock:
            allocation, first = self._need(target, whole=False)
            target[...] = values
            self._memory.note_written(allocation, first, target.nbytes)

    def read(self, source: NDArray[Any], *, unwritten: int | None = None) -> NDArray[Any]:
        """Return a copy of an array of the device, or of a part that is contiguous in memory.

        >>> gpu = Device()
        >>> y = gpu.empty(4, np.uint32, name="y")
        >>> gpu.write(y[:2], 5)
        >>> gpu.read(y[:2]).tolist(), gpu.read(y, unwritten=0).tolist()
        ([5, 5], [5, 5, 0, 0])
        >>> gpu.read(y)
        Traceback (most recent call last):
        pyptx.errors.SimFault: uninitialized-memory: the host reads 16 bytes at y+0, and 8 of them were ...

        Args:
            source: The array.
            unwritten: Value in place of bytes that neither kernels nor the host have written; None to report
                them.

        Raises:
            SimFault: Some of the bytes were never written.
            LaunchError: The array is not in the memory of this device, or the part is not contiguous.
        """
        with self.lock:
            allocation, first = self._need(source, whole=False)
            found = source.copy()
            self._check_read(allocation, first, found.reshape(-1).view(np.uint8), unwritten)
            return found

    def variable(self, program: Program, name: str) -> NDArray[np.uint8]:
        """Return the bytes of a ``.global`` or ``.const`` variable, in place, for the host to read and write.

        >>> from pyptx.program import from_ptx
        >>> program = from_ptx('''
        ... .version 8.0
        ... .target sm_80
        ... .address_size 64
        ... .const .u32 step = 3;
        ... .visible .entry next() { ret; }
        ... ''')
        >>> gpu = Device()
        >>> gpu.variable(program, "step").view(np.uint32)[0] += 1
        >>> gpu.variable(program, "step").tolist()
        [4, 0, 0, 0]

        Args:
            program: A program of the module that declares it.
            name: Its name.

        Raises:
            LaunchError: The module declares no such variable.
        """
        known = self.loaded(program.module).by_name
        if name not in known:
            has = ", ".join(known) or "none"
            raise LaunchError(f"the module has no .global or .const variable {name!r}; it has {has}")
        return known[name].bytes

    def free(self, array: NDArray[Any]) -> None:
        """Free an array: kernels that access its memory from now on are reported.

        Raises:
            LaunchError: It is not a whole array of this device, or was freed before.
        """
        with self.lock:
            allocation, offset = self._need(array)
            if offset or array.nbytes != allocation.size or not array.flags.forc:
                part = f"{array.nbytes} of its {allocation.size} bytes"
                raise LaunchError(f"{allocation.name}: free() takes the whole array, not {part}")
            self._memory.remove(allocation)

    def address(self, array: NDArray[Any]) -> int:
        """Return the address of an array, or of a part of one, that kernels take for a pointer.

        Raises:
            LaunchError: The array is not in the memory of this device.
        """
        allocation, offset = self._need(array)
        return GLOBAL_BASE + allocation.offset + offset

    @property
    def bytes_in_use(self) -> int:
        """Bytes of all arrays and variables."""
        return self._memory.bytes

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Device is neither copied nor pickled: its memory has one address on the host")

    # For the launches of the simulator

    @property
    def heap(self) -> Heap:
        """The heap for `malloc` of kernels, which the first use makes.

        :meta private:
        """
        if self._heap is None:
            self._heap = Heap(self._memory, self.heap_bytes)
        return self._heap

    @property
    def has_heap(self) -> bool:
        """Whether a launch has used the heap.

        :meta private:
        """
        return self._heap is not None

    def segment(self) -> Segment:
        """Return the global memory of a launch, to which its own arrays can be added.

        :meta private:
        """
        return self._memory.segment.continued(self._memory.allocations)

    @property
    def allocations(self) -> Sequence[Allocation]:
        """The allocations, by address.

        :meta private:
        """
        return self._memory.segment.allocations

    def loaded(self, module: Module) -> LoadedModule:
        """Place the variables of a module, with their initial values, unless they are placed.

        >>> from pyptx.parser import parse
        >>> module = parse(".version 8.0 .target sm_80 .address_size 64 .global .u32 calls = 3;")
        >>> gpu = Device()
        >>> gpu.loaded(module) is gpu.loaded(module), gpu.bytes_in_use
        (True, 4)

        Raises:
            LaunchError: A variable is defined in another module.
            MemoryError: There is too little memory.
            SimFault: A variable is not simulated.

        :meta private:
        """
        with self.lock:
            return self._modules.get(id(module)) or self._load(module)

    def _load(self, module: Module) -> LoadedModule:
        declared = Declarations(module)
        declared.declare_module()
        declared.place_variables_of_bodies(None)
        size, align = declared.extent_of_variables()
        first = self._memory.free_offset(size, align) - REDZONE_BYTES if size else 0
        if first:
            declared = Declarations(module, first)
            declared.declare_module()
            declared.place_variables_of_bodies(None)
        placed: list[Allocation] = []
        try:
            placed.extend(map(self._place, declared.variables))
        except MemoryError:
            for allocation in placed:
                self._memory.remove(allocation)
            raise
        made = self._modules[id(module)] = LoadedModule(module, first, placed)
        return made

    def _place(self, found: ModuleVariable) -> Allocation:
        """Place a variable of a module, with its initial value."""
        variable = found.variable
        note = f".{variable.space} variable"
        if variable.space == "const":
            allocation = self._memory.add(variable.name, variable.size, note, writable=False)
        else:
            offset = variable.offset - GLOBAL_BASE
            allocation = Allocation(variable.name, offset, variable.size, note)
            allocation.room = variable.size + REDZONE_BYTES
            self._memory.place(allocation)
        allocation.bytes[...] = 0
        if found.content is not None:
            allocation.bytes[: len(found.content)] = found.content
        return allocation

    def find(self, array: NDArray[Any], called: str = "an array") -> tuple[Allocation, int] | None:
        """Return the allocation that an array lies in and its offset in that; None for an ordinary array.

        Args:
            array: The array.
            called: Its name in the launch, for the error.

        Raises:
            LaunchError: It was freed, or is in the memory of another device.

        :meta private:
        """
        found = HOST_MEMORY.find(array)
        if found is None:
            return None
        held, start = found
        if held.freed:
            raise LaunchError(f"{called} is in memory that was freed: {held.name}")
        if held.owner() is not self:
            said = f"{called} is in the memory of a device that the launch does not have: {held.name}"
            raise LaunchError(f"{said}; give that device as device=, or a copy of the array")
        allocation = self._memory.segment.at(held.offset)
        assert allocation is not None
        return allocation, start

    def settle(self, memory: Memory) -> None:
        """Take over the writes of a launch.

        Args:
            memory: The memory of the launch.

        :meta private:
        """
        if memory.heap is not None:
            self.heap.take_over(memory.heap)
        if memory.lends:
            self._memory.drop_next_full_bits()
            return
        segment = memory.global_
        found = segment.on_device
        assert found is not None
        for allocation in tuple(found.undefined):
            assert allocation.written is not None
            allocation.written[...] = memory.bits_written(allocation)
            self._memory.drop_full_bits(allocation)
        for allocation in segment.allocations[: found.count]:
            allocation.bytes[...] = memory.content(segment, allocation.offset, allocation.size)

    def _make(
        self, given: Sequence[SupportsIndex], kind: np.dtype[Any], name: str, *, initialised: bool
    ) -> NDArray[Any]:
        shape = tuple(map(index, given))
        size = prod(shape) * kind.itemsize
        if kind.hasobject:
            raise LaunchError(f"an array of {kind} has elements that no kernel reads")
        if size <= 0 or min(shape, default=0) < 0:
            raise LaunchError(f"an array of shape {shape} has no memory on a device")
        source = caller()
        where = "" if source == UNKNOWN else f", made at {source}"
        try:
            with self.lock:
                self._made += 1
                called = name or f"array {self._made}"
                made = self._memory.add(called, size, f"{kind} {shape}{where}", initialised=initialised)
        except MemoryError:
            raise LaunchError(f"this machine lacks the {size} bytes of an array of shape {shape}") from None
        return made.bytes.view(kind).reshape(shape)

    def _need(self, array: Any, *, whole: bool = True) -> tuple[Allocation, int]:
        """Return the allocation of an array and its offset in it.

        Args:
            array: The array.
            whole: Whether its elements need not follow each other.
        """
        is_array = isinstance(array, np.ndarray)
        found = self.find(array) if is_array else None
        if found is None:
            said = f"the array of shape {array.shape}" if is_array else repr(array)
            raise LaunchError(f"{said} is not in the memory of this device")
        if not (whole or array.flags.c_contiguous):
            raise LaunchError(f"the part of shape {array.shape} of {found[0].name} is not contiguous")
        return found

    def _check_read(
        self, allocation: Allocation, first: int, found: NDArray[np.uint8], unwritten: int | None
    ) -> None:
        """Report bytes that the host reads and nothing has written, or replace them.

        Args:
            allocation: Their allocation.
            first: Offset of the first.
            found: The bytes read.
            unwritten: Value in place of such bytes; None to report them.
        """
        bits, size = allocation.written, len(found)
        lacking = None if bits is None else first_unset(bits, first, size)
        if bits is None or lacking is None:
            return
        if unwritten is not None:
            found[unpacked(bits, first, size) == 0] = unwritten
            return
        name, missing = allocation.name, count_unset(bits, first, size)
        kind = f", {allocation.note}" if allocation.note else ""
        raise SimFault(
            f"uninitialized-memory: the host reads {size} bytes at {name}+{first}, and {missing} of them "
            f"were never written, the first at {name}+{lacking}; {name} is {allocation.size} bytes{kind}\n"
            f"{explained_by('uninitialized-memory')}",
            rule="uninitialized-memory",
            address={
                "space": "global",
                "value": GLOBAL_BASE + allocation.offset + lacking,
                "name": name,
                "offset": lacking,
            },
        )
