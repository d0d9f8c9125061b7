"""Launches with fixed sizes, called with addresses and numbers any number of times."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from pyptx.errors import LaunchError
from pyptx.program import recorded
from pyptx.runtime import arrays, native, native_calls
from pyptx.runtime.driver import PLAIN, LaunchAttributes, driver
from pyptx.runtime.extension import launching
from pyptx.runtime.gpu import stream_handle, values_on
from pyptx.runtime.launch import LaunchArguments, arguments_of, on_device
from pyptx.runtime.plan import LaunchPlan, plan_launch
from pyptx.structure import arrays_in, in_memory

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pyptx.program import Dim3, Program

Sizes = tuple["Dim3", "Dim3", "Dim3", int]

_DLPACK_CUDA = 2


class Launch:
    """An entry with fixed grid, block and options; calling it launches.

    The arguments are the same as for the entry's parameters in order: an array or an address for a pointer, a
    number
    for a scalar, `bytes` or a `Structure` for a structure. A call with arrays in host memory runs on the
    simulator, any other on the GPU; an address is assumed to be one of the GPU. After the first launch there,
    calls with integers, floats and torch tensors reach the driver in native code.
    """

    def __init__(
        self,
        program: Program,
        sizes: Sizes,
        *,
        engine: str | None = None,
        device: int | None = None,
        stream: Any = None,
        cooperative: bool = False,
        pdl: bool = False,
        priority: int | None = None,
        mutates: Sequence[str] | None = None,
        writes: Sequence[str] | None = None,
    ) -> None:
        """Fix the sizes and options of a launch.

        Args:
            program: The program to run.
            sizes: Grid, block, cluster and dynamic shared bytes, as `Program.geometry` checks them.
            engine: ``"sim"`` or ``"gpu"``; None for the engine of the arguments.
            device: Ordinal of the GPU; None for that of the arrays, or the current one.
            stream: The stream; None for the current one of the library whose arrays are passed, else the
                default stream.
            cooperative: Whether all CTAs must run at the same time.
            pdl: Whether the kernel may start before the one before it in the stream has ended.
            priority: Priority of the kernel; None for that of the stream.
            mutates: Names of parameters that are written even if they are JAX arrays on a GPU, which other
                code takes for immutable; None if the caller gave no names.
            writes: Names of all parameters that are written; None if only `mutates` names them. Without
                either, autograd treats every tensor as written.

        Raises:
            LaunchError: The entry has no parameter of a name.
        """
        names = [param.name for param in program.params]
        for name in mutates or ():
            if name not in names:
                raise LaunchError(
                    f"mutates= has {name!r}; the parameters of {program.entry} are "
                    f"{', '.join(names) or 'none'}"
                )
        if not (device is None or (type(device) is int and device >= 0)):
            raise LaunchError(f"device is {device!r}; it must be the ordinal of a GPU")
        if not (priority is None or type(priority) is int):
            raise LaunchError(f"priority is {priority!r}; it must be an integer, as streams have it")
        self.program = program
        self.sizes = sizes
        self.engine = engine
        self.stream = None if stream is None else stream_handle(stream)
        self.attributes = LaunchAttributes(cooperative, pdl, priority)
        self._device = device
        self._mutates = () if mutates is None and writes is not None else mutates
        self._writes = writes or ()
        unknown = mutates is None and writes is None
        self._written = frozenset(names if unknown else (*(mutates or ()), *(writes or ())))
        self._read_only = tuple(
            param.name for param in program.params if param.pointer and param.name not in self._written
        )
        self._target: Any = None

    def __repr__(self) -> str:
        grid, block, _, _ = self.sizes
        return f"<launch of {self.program.entry}, grid {grid}, block {block}>"

    def __call__(self, *args: Any) -> None:
        """Launch.

        Raises:
            LaunchError: An argument does not fit its parameter, or the machine cannot do this launch.
            SimFault: The simulated program faulted.
        """
        grid, block, cluster, smem = self.sizes
        engine = self.engine or _engine_for(args)
        imported = engine == "gpu" and self._needs_import(args)
        options = {} if engine == "sim" else self._options(args)
        if imported:
            options["imports"] = True
        if self._read_only:
            options["read_only"] = self._read_only
        report = self.program.launch(
            *args, grid=grid, block=block, cluster=cluster, smem=smem, engine=engine, **options
        )
        if report.engine == "gpu" and self._target is None and launching is not None and not recorded():
            self._set_native_target(args, report.detail)

    def repeated(self, found: LaunchArguments, result: Any) -> Any | None:
        """Return native code that repeats a launch on torch tensors of one GPU; None where it cannot.

        Args:
            found: The arguments of the launch.
            result: Result of a call.
        """
        by_value = {param.name: param.structure for param in self.program.params}
        in_copies = any(in_memory(value, by_value=by_value[name]) for name, value in found.values.items())
        tensors = found.of_torch
        if launching is None or self.engine not in (None, "gpu") or found.device == "cpu":
            return None
        if in_copies or not tensors or len(tensors) < len(found.infos) or not native.supports_torch():
            return None
        args, where = on_device(found, self.stream, [])
        driving, device = driver(), where["device"]
        with driving.current(device), contextlib.ExitStack() as cleanup:
            ready = driving.ready(self.program, *self.sizes, device, where["stream"], self.attributes)
            values, _ = values_on(driving, self.program, args, cleanup)
            plan = plan_launch(self.program, ready, values, (), driving.tensor_map)
        writes = {where for name in self._written for where, _ in arrays_in(name, found.values.get(name))}
        written = tuple(found.memory[name] for name in tensors if name in writes)
        return native.address_launch(
            self.program, plan, (_DLPACK_CUDA, device), self.stream, result=result, written=written or None
        )

    def _needs_import(self, args: Sequence[Any]) -> bool:
        """Whether there are JAX arrays on a GPU, and `mutates` names those that are written."""
        imported = [
            name
            for name, value in _by_parameter(self.program, args).items()
            if any(arrays.needs_import(array) for _, array in arrays_in(name, value))
        ]
        if imported and self._mutates is None:
            raise LaunchError(
                f"argument {imported[0]} is a JAX array on a GPU, and those do not change: say which "
                f"parameters {self.program.entry} writes to, mutates=() for none"
            )
        for name in imported:
            if name in self._writes and name not in (self._mutates or ()):
                raise LaunchError(
                    f"argument {name} is a JAX array on a GPU, and {self.program.entry} writes to it: call "
                    "the kernel itself, which returns a new one, pass an array of another library, or "
                    f"mutates=({name!r},) if no other code holds its value"
                )
        return bool(imported)

    def _options(self, args: Sequence[Any]) -> dict[str, Any]:
        options: dict[str, Any] = {}
        if self.attributes != PLAIN:
            attributes = self.attributes
            options.update(
                cooperative=attributes.cooperative, pdl=attributes.pdl, priority=attributes.priority
            )
        if self._device is not None:
            for number, value in _memory(args):
                if arrays.framework_of(value) is not None:
                    device = arrays.describe(number, value).device
                    if device not in ("cpu", f"cuda:{self._device}"):
                        raise LaunchError(
                            f"argument {number} is on {device}, but the launch is for device {self._device}"
                        )
            options["device"] = self._device
        if self.stream is not None:
            options["stream"] = self.stream
        return options

    def _set_native_target(self, args: Sequence[Any], plan: LaunchPlan) -> None:
        """Have native code make the next launches like this one."""
        found = [arrays.framework_of(value) for _, value in _memory(args)]
        owners = {owner.name for owner in found if owner is not None}
        if not owners <= {"torch"} or (owners and not native.supports_torch()):
            return
        stream = self.stream if self.stream is not None or owners else 0
        device = _DLPACK_CUDA, plan.ready.device
        self._target = native.address_launch(self.program, plan, device, stream, self._written)
        if self._target is not None:
            native_calls.set_native_target(self, self._target)


class Prepared:
    """A call of a kernel with fixed arrays: calling it launches again, and returns the outputs.

    It keeps the arrays: their contents may change between calls, their addresses may not.
    """

    def __init__(self, launch: Launch | None, values: Mapping[str, Any], outputs: Any) -> None:
        """Fix the arguments.

        Args:
            launch: The entry and its sizes; None if the arrays to write have no elements.
            values: The argument of each parameter, tensor maps aside.
            outputs: Result of a call.
        """
        self.outputs = outputs
        self._launch = launch
        self._values = dict(values)
        self._target: Any = None
        if launch is not None:
            self._target = launch.repeated(arguments_of(launch.program, list(values.values()), {}), outputs)
            native_calls.set_native_target(self, self._target)

    @property
    def program(self) -> Program | None:
        """The program of the launch; None where the arrays to write have no elements."""
        return None if self._launch is None else self._launch.program

    def __repr__(self) -> str:
        return f"<prepared {self._launch or 'call without elements'!s}>"

    def __call__(self) -> Any:
        """Launch, and return the outputs.

        Raises:
            LaunchError: The machine cannot do this launch.
            SimFault: The simulated kernel faulted.
        """
        if self._launch is not None:
            self._launch(*self._values.values())
        return self.outputs


def launch_of(program: Program, sizes: Sizes, **options: Any) -> Launch:
    """Return a `Launch` that native code can take over; the arguments are its own."""
    return native_calls.native_callable(Launch)(program, sizes, **options)


def prepared(launch: Launch | None, values: Mapping[str, Any], outputs: Any) -> Prepared:
    """Return a `Prepared` that native code can take over; the arguments are its own."""
    return native_calls.native_callable(Prepared)(launch, values, outputs)


def _by_parameter(program: Program, args: Sequence[Any]) -> dict[str, Any]:
    """The arguments by parameter."""
    maps = {param.name for param in program.tensor_maps}
    names = [param.name for param in program.params if param.name not in maps]
    return dict(zip(names, args, strict=False))


def _memory(args: Sequence[Any]) -> Iterator[tuple[str, Any]]:
    """Yield the values in arguments that may be arrays, by number, and offset in a structure."""
    for number, value in enumerate(args):
        yield from arrays_in(f"{number}", value)


def _engine_for(args: Sequence[Any]) -> str:
    """Return the engine of the arrays; the GPU if there are none."""
    for number, value in _memory(args):
        if arrays.framework_of(value) is not None:
            return "sim" if arrays.describe(number, value).device == "cpu" else "gpu"
    return "gpu"
