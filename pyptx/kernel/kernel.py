"""Kernels: declared with `kernel`, traced for the shapes they meet, called with arrays."""

from __future__ import annotations

import sys
import threading
import weakref
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, cast, overload

from pyptx import inspect as inspection
from pyptx import runtime, toolchain
from pyptx.arch import arch as find_target
from pyptx.errors import LaunchError, MissingDeviceError, SimFault
from pyptx.kernel.arguments import Arguments, as_tuple
from pyptx.kernel.call import Bound, Call
from pyptx.kernel.declaration import (
    AUTO_FALLBACK,
    Declared,
    declare,
    grid_of,
    grid_parameters,
)
from pyptx.kernel.options import KernelOptions, OptionsSignature, check_options, takes_options
from pyptx.kernel.tracing import Needs, trace_entry
from pyptx.kernel.variants import Variants
from pyptx.late import late
from pyptx.runtime import arrays, detect_arch, graphs, hasty
from pyptx.runtime.strides import tensor_map
from pyptx.trace import LOWEST, WORKING, Unit
from pyptx.types import PtxType

if TYPE_CHECKING:
    import inspect
    import os
    from collections.abc import Callable, Mapping, Sequence

    from pyptx.arch import Arch
    from pyptx.inspect import Resources
    from pyptx.ir import Module
    from pyptx.kernel.options import Grid
    from pyptx.program import Dim3, Program
    from pyptx.runtime.ahead import Exported
    from pyptx.runtime.arrays import ArrayInfo
    from pyptx.runtime.bound import Launch, Prepared
    from pyptx.specs import Tile
    from pyptx.toolchain import Compiled
else:
    inspect = late("inspect")


P = ParamSpec("P")


class KernelDecorator(Generic[P]):
    """`pyptx.kernel`: makes a kernel from a function, as a decorator with or without `KernelOptions`."""

    __signature__ = OptionsSignature(of_class=False)

    def __init__(self, make: Callable[Concatenate[Callable[..., Any], P], Kernel]) -> None:
        self._make = cast(
            "Callable[Concatenate[Callable[..., Any], P], Kernel]", hasty.hasty(cast("Any", make))
        )
        self.__name__ = self.__qualname__ = "kernel"

    @overload
    def __call__(self, fn: Callable[..., Any], /, *args: P.args, **kwargs: P.kwargs) -> Kernel: ...
    @overload
    def __call__(
        self, fn: None = None, /, *args: P.args, **kwargs: P.kwargs
    ) -> Callable[[Callable[..., Any]], Kernel]: ...
    def __call__(
        self, fn: Callable[..., Any] | None = None, /, *args: P.args, **kwargs: P.kwargs
    ) -> Kernel | Callable[[Callable[..., Any]], Kernel]:
        """Make a kernel from a function, or return a decorator that does.

        Raises:
            TraceError: The declaration contradicts itself, the function's parameters or the target.
        """
        if fn is not None:
            return self._make(fn, *args, **kwargs)
        check_options(args, kwargs)
        return lambda function: self._make(function, *args, **kwargs)


class Kernel:
    """A Python function that becomes a ``.entry`` for the shapes and template parameters of its calls.

    Its positional parameters are tensors, inputs then outputs; keyword-only ones are template parameters. The
    other arguments of the class are those of `KernelOptions`.
    """

    __signature__ = OptionsSignature(of_class=True)

    @takes_options(KernelOptions)
    def __init__(self, fn: Callable[..., Any], options: KernelOptions) -> None:
        """Check the declaration before the function is traced.

        Raises:
            TraceError: The declaration contradicts itself, the function's parameters or the target.
        """
        self._declared = declare(fn, options)
        self._arguments = Arguments(self._declared)
        self._home = options.home
        self._lineinfo = options.lineinfo
        self._variants = Variants(self._declared)
        self._lock = threading.RLock()
        self._launcher: Any = None
        self._guard: Any = None  # which the launcher borrows
        self._number_names = tuple(number.name for number in self.signature.numbers)
        self._key = graphs.register(_content_key(self._declared), self)
        self.__name__ = self._declared.name
        self.__qualname__ = getattr(fn, "__qualname__", self._declared.name)
        self.__doc__ = fn.__doc__
        self.__module__ = getattr(fn, "__module__", __name__)

    # What was declared

    @property
    def in_specs(self) -> tuple[Tile, ...] | None:
        """Tiles of the inputs."""
        specs = self._declared.options.in_specs
        return None if specs is None else tuple(specs)

    @property
    def out_specs(self) -> tuple[Tile, ...] | None:
        """Tiles of the outputs."""
        specs = self._declared.options.out_specs
        return None if specs is None else tuple(specs)

    @property
    def grid(self) -> Grid | None:
        """The grid as declared: numbers, a function, or None."""
        return self._declared.options.grid

    @property
    def block(self) -> Dim3:
        """Threads of a CTA in each direction."""
        return self._declared.block

    @property
    def cluster(self) -> Dim3:
        """CTAs of a cluster in each direction."""
        return self._declared.cluster

    @property
    def smem(self) -> int:
        """Dynamic shared memory asked for, in bytes."""
        return self._declared.smem

    @property
    def arch(self) -> str:
        """The target as declared, such as ``"sm_90a"``, ``"lowest"`` or ``"auto"``."""
        return self._declared.options.arch

    @property
    def template_params(self) -> dict[str, Any]:
        """Template parameters and their defaults; ``inspect.Parameter.empty`` where there is none."""
        return dict(self._declared.template)

    def __repr__(self) -> str:
        return f"<kernel {self._declared}>"

    def __copy__(self) -> Kernel:
        return self  # as of a function, there is one

    def __deepcopy__(self, memo: object) -> Kernel:
        return self

    def __reduce__(self) -> str:
        return self.__qualname__

    @property
    def mutates(self) -> tuple[str, ...]:
        """Names of the inputs that the kernel writes to."""
        return self._declared.mutates

    @property
    def parallel(self) -> tuple[str, ...]:
        """Names of the dimensions whose slices are independent of each other."""
        return self._declared.parallel

    # Looking at the code

    def ptx(self, **kwargs: Any) -> str:
        """Return the PTX text.

        Args:
            kwargs: Template parameters, sizes of dimensions (those that the body does not use may be left
                out), and ``lineinfo=``.
        """
        return self.program(**kwargs).ptx

    def module(self, **kwargs: Any) -> Module:
        """Return the tree; the arguments are those of `ptx`."""
        return self.program(**kwargs).module

    def sass(self, **kwargs: Any) -> str:
        """Return the machine code that ptxas makes, disassembled; the arguments are those of `ptx`.

        Raises:
            ToolError: ptxas or the disassembler is not installed, or ptxas refuses the text.
        """
        return toolchain.sass(self.compiled(**kwargs).cubin)

    def compiled(self, **kwargs: Any) -> Compiled:
        """Return the result of ptxas: machine code, registers, warnings; the arguments are those of `ptx`.

        Performance advisories of ptxas and register spills are also Python warnings of the category
        `PerformanceWarning`, on the line of the kernel that causes them.

        Raises:
            ToolError: ptxas is not installed, or refuses the text.
        """
        return runtime.assemble(self.program(**kwargs))

    def report(self, **kwargs: Any) -> Resources:
        """Return the resources of a CTA, its occupancy, and the messages of ptxas.

        The arguments are those of `ptx`. Printed, it is a table.

        Raises:
            ToolError: ptxas is not installed, or refuses the text.
        """
        return inspection.resources(self.program(**kwargs))

    def export(
        self,
        folder: str | os.PathLike[str],
        *,
        name: str | None = None,
        arch: str | None = None,
        **kwargs: Any,
    ) -> Exported:
        """Write machine code, a C header that launches it, and a Python module that does.

        Args:
            folder: The output folder; it is created if missing.
            name: Name of the files and of the functions in them; None for that of the kernel.
            arch: Target of the machine code; None for that of the kernel. For a kernel without a target,
                None is the target of the GPU, or without a GPU the lowest target that the body needs:
                machine code runs on GPUs of one generation only.
            kwargs: Keyword arguments of `ptx`. With all dimensions of the grid, the files contain the grid.

        Raises:
            ToolError: ptxas is not installed, or refuses the text.
            LaunchError: A tensor map needs dimensions that are not given.
        """
        program = self.program(**kwargs)
        dims, template, _ = self._arguments.sort(
            {key: value for key, value in kwargs.items() if key != "lineinfo"}
        )
        grid = self._declared.options.grid
        known = {*dims, *template}
        settled = not callable(grid) or known.issuperset(grid_parameters(grid))
        ctas = grid_of(grid, {**template, **dims}) if settled and grid is not None else None
        _, block, cluster, smem = program.geometry(grid=ctas or self._declared.cluster)
        if arch is None and self.arch == LOWEST:
            arch = _present_target()
        return runtime.export(
            program, folder, name=name, sizes=(block, cluster, smem), grid=ctas, target=arch
        )

    def program(self, **kwargs: Any) -> Program:
        """Trace for these arguments, those of `ptx`, or return the program traced before.

        Raises:
            TraceError: The body misuses pyptx.
            VerifyError: It has an instruction that the ISA does not define.
            LaunchError: An argument is neither a dimension nor a template parameter.
        """
        lineinfo = kwargs.pop("lineinfo", self._lineinfo)
        dims, template, scalars = self._arguments.sort(kwargs)
        for name in scalars:
            if name not in dims:
                raise LaunchError(
                    f"{self.__name__}: {name} is a launch scalar (raw_params), which is not part of the code"
                )
        return self._program(dims, template, lineinfo=lineinfo)

    def clear_cache(self) -> None:
        """Discard all traces: the next use traces the body again."""
        with self._lock:
            self._variants.clear()
            self._forget_launches()

    def _forget_launches(self) -> None:
        """Send every call the general path, until it is learnt again."""
        hasty.hasten(self, None)
        if self._launcher is not None:
            self._launcher.retire()
        self._launcher = None

    # Calling

    def __call__(self, *args: Any, out: Any = None, engine: str | None = None, **kwargs: Any) -> Any:
        """Run on arrays of NumPy, torch or JAX.

        Arrays on the CPU run on the simulator, CUDA tensors on their GPU and its current stream.

        Args:
            args: One array per input.
            out: Arrays to write instead of new ones: one, or a tuple.
            engine: ``"sim"`` or ``"gpu"`` (NumPy arrays are copied there and back); None goes by the arrays.
            kwargs: Template parameters, launch scalars, and sizes of dimensions that no input has.

        Returns:
            The output; a tuple where there are several; None where there is none.

        Raises:
            LaunchError: An argument does not fit; the message names it.
            SimFault: The simulated kernel faulted.
        """
        torch = sys.modules.get("torch")
        if torch is not None and torch.compiler.is_dynamo_compiling():  # `graphs.capturing`, less its time
            return self._capture(args, out, engine, kwargs)
        launcher = self._launcher
        if launcher is not None and engine is None:
            done = launcher.call(args, out, kwargs)
            if done is not NotImplemented:
                return done
        try:
            return graphs.untraced(Kernel._eager)(self, args, out, engine, kwargs)
        except SimFault as fault:
            raise fault.with_traceback(None) from None  # without the frames of this package

    def launch(
        self,
        *,
        grid: Sequence[int] | int | None = None,
        block: Sequence[int] | int | None = None,
        cluster: Sequence[int] | int | None = None,
        smem: int | None = None,
        stream: Any = None,
        device: int | None = None,
        engine: str | None = None,
        cooperative: bool = False,
        pdl: bool = False,
        priority: int | None = None,
        mutates: Sequence[str] = (),
        **kwargs: Any,
    ) -> Launch:
        """Return a launch by address: a function of the entry's parameters, in order.

        It binds no dimensions and checks only types: ``k.launch(grid=8, N=1024)(x, y, 2.0)``.

        Args:
            grid: CTAs in each direction; None for those of the declaration.
            block: Threads of a CTA, if the declaration leaves them open.
            cluster: CTAs of a cluster, likewise.
            smem: Dynamic shared memory of a CTA, in bytes; None for that of the kernel.
            stream: Handle of a stream, or a stream of torch, CuPy or ``cuda.core``.
            device: Ordinal of the GPU; None for that of the arrays, or the current one.
            engine: ``"sim"`` or ``"gpu"``; None for the engine of the arrays, and the GPU if there are none.
            cooperative: Whether all CTAs must run at the same time.
            pdl: Whether the kernel may start before the one before it in the stream has ended.
            priority: Priority of the kernel, as for a stream.
            mutates: Names of tensors that are written even if they are JAX arrays on a GPU, which other code
                takes for immutable; without it such arrays are only read.
            kwargs: Keyword arguments of `ptx`.

        Raises:
            LaunchError: The entry or its target does not allow these sizes.
        """
        program = self.program(**kwargs)
        if grid is None:
            dims, template, _ = self._arguments.sort(kwargs)
            grid = grid_of(self._declared.options.grid, {**template, **dims})
        sizes = program.geometry(grid=grid, block=block, cluster=cluster, smem=smem)
        return runtime.launch_of(
            program,
            sizes,
            engine=engine,
            device=device,
            stream=stream,
            cooperative=cooperative,
            pdl=pdl,
            priority=priority,
            mutates=mutates,
            writes=self._written_tensors(),
        )

    def _written_tensors(self) -> tuple[str, ...]:
        """Names of the tensors that a launch writes."""
        return (*self._declared.outputs, *self._declared.mutates)

    def prepare(
        self, *args: Any, out: Any = None, stream: Any = None, engine: str | None = None, **kwargs: Any
    ) -> Prepared:
        """Check a call once, and return a function that repeats it: ``run = k.prepare(x, y, out=z); run()``.

        Args:
            args: One array per input.
            out: Arrays to write; None to allocate them here, once.
            stream: Handle of a stream, or a stream of torch, CuPy or ``cuda.core``; None for the current one.
            engine: ``"sim"`` or ``"gpu"``; None for the engine of the arrays.
            kwargs: Keyword arguments of a call.

        Raises:
            LaunchError: An argument does not fit; the message names it.
        """
        bound = self._bound(args, as_tuple(out), engine, kwargs)
        if bound.home == "jax":
            raise LaunchError(
                f"{self.__name__}: JAX arrays are not written in place; call it again under jax.jit, or pass "
                "out= of a library whose arrays change"
            )
        for name, value in bound.inputs.items():
            if arrays.is_lent(value) and arrays.column_major(self._declared.tensors[name]):
                raise LaunchError(
                    f"argument {name} is a JAX array, row-major in memory, and "
                    f"{self._declared.tensors[name]} is column-major; call the kernel itself"
                )
        outputs = bound.given or bound.call.allocate(bound.home, bound.device)
        made = tuple(outputs.values())
        launch = None
        if not bound.call.writes_nothing(bound.inputs | outputs):
            program = bound.call.program
            sizes = program.geometry(grid=bound.call.grid())
            launch = runtime.launch_of(
                program, sizes, engine=engine, stream=stream, writes=self._written_tensors()
            )
        return runtime.prepared(
            launch,
            {**bound.inputs, **outputs, **bound.call.scalars},
            made[0] if len(made) == 1 else made or None,
        )

    @property
    def operator(self) -> Any:
        """The torch operator that is the kernel in graphs: takes inputs, numbers, template arguments as text.

        Raises:
            MissingDeviceError: torch is not installed.
        """
        return graphs.operators().operator(self._key).default

    # As operators of graphs call it (`pyptx.runtime.graphs.Callee`)

    @property
    def signature(self) -> graphs.Signature:
        """The inputs and outputs of the kernel in a graph."""
        return self._arguments.signature

    @property
    def launcher(self) -> Any:
        """The object that repeats launches on torch tensors; None if there is none."""
        return self._launcher

    def run(self, inputs: Sequence[Any], outputs: Sequence[Any], options: Mapping[str, Any]) -> list[Any]:
        """Run on arrays, write `outputs` or new ones, and return them."""
        launcher = self._launcher
        if launcher is not None and "engine" not in options:
            done = launcher.call(tuple(inputs), tuple(outputs) or None, options)
            if done is not NotImplemented:
                return list(as_tuple(done))
        words = {name: value for name, value in options.items() if name != "engine"}
        call = graphs.untraced(Kernel._call)
        return call(self, tuple(inputs), tuple(outputs), options.get("engine"), words)

    def run_batch(
        self,
        inputs: Sequence[Any],
        batched: Sequence[bool],
        size: int,
        options: Mapping[str, Any],
        outputs: Sequence[Any] = (),
        numbers: Mapping[str, Any] = MappingProxyType({}),
    ) -> list[Any]:
        """Run for each example of a batch: in one launch if possible, else in one launch for each.

        Args:
            inputs: Tensors; the batch dimension comes first, and examples are contiguous.
            batched: Whether each input has a batch dimension.
            size: Number of examples.
            options: Keyword arguments of the call.
            outputs: Arrays to write; none if the call allocates them.
            numbers: Launch scalars as arrays, with one number per example or one for all.
        """
        example = tuple(x[0] if many else x for x, many in zip(inputs, batched, strict=True))
        words = {name: value for name, value in options.items() if name != "engine"}
        bound = graphs.untraced(Kernel._bound)(self, example, (), options.get("engine"), words)
        made = list(outputs) or list(bound.call.allocate(bound.home, bound.device, batch=size).values())
        tensors = dict(zip(self._declared.tensors, (*inputs, *made), strict=True))
        shared = {name for name, many in zip(tensors, batched, strict=False) if not many}
        if not bound.call.launch_batch(tensors, shared, size, numbers):
            for k in range(size):
                args = [x[k] if many else x for x, many in zip(inputs, batched, strict=True)]
                values = {
                    name: (array[k] if array.shape else array).item() for name, array in numbers.items()
                }
                self.run(args, [array[k] for array in made], {**options, **values})
        return made

    def resolve(
        self,
        infos: Sequence[ArrayInfo],
        batched: Sequence[bool],
        size: int | None,
        options: Mapping[str, Any],
        numbers: Mapping[str, tuple[str, bool]],
    ) -> graphs.Resolved | None:
        """Return the launches of a call on a GPU; see `pyptx.runtime.graphs.Callee`."""
        words = {name: value for name, value in options.items() if name != "engine"}
        call = self._checked(dict(zip(self._declared.tensors, infos, strict=False)), None, words)
        if not call.repeats(numbers.keys()):
            raise LaunchError(
                f"{self.__name__}: the grid depends on {', '.join(numbers)}, which only the GPU knows inside "
                "a transformation; make it static (static_argnames of jax.jit)"
            )
        names = self._declared.tensors
        shapes = {name: info.shape for name, info in zip(names, infos, strict=False)} | call.shapes
        if size == 0 or call.idle(shapes):
            return None
        flags = dict(zip(names, batched, strict=False))
        strides = {
            name: call.bytes_of(name, shapes[name]) * (size is not None and flags.get(name, True))
            for name in names
        }
        return call.resolved(strides, size, numbers)

    def output_shapes(
        self, infos: Sequence[ArrayInfo], options: Mapping[str, Any]
    ) -> list[tuple[tuple[Any, ...], str]]:
        """Return shape and dtype of each output; see `pyptx.runtime.graphs.Callee`."""
        described = dict(zip(self._declared.tensors, infos, strict=False))
        words = {name: value for name, value in options.items() if name != "engine"}
        dims, template = self._arguments.symbols(described, words)
        if all(isinstance(size, int) for size in dims.values()):
            self._arguments.check_strides(described, lambda: self._program(dims, template))
        tiles = self._declared.outputs.values()
        return [(tile.resolve_shape(dims), arrays.buffer_dtype(tile)) for tile in tiles]

    def _capture(self, args: tuple[Any, ...], out: Any, engine: str | None, kwargs: dict[str, Any]) -> Any:
        """The call by the kernel's operator, in Python that torch's tracer follows."""
        words, numbers = self._words(kwargs)
        if engine is not None:
            words["engine"] = engine
        return graphs.operators().call(self._key, args, as_tuple(out), words, numbers)

    def _eager(self, args: tuple[Any, ...], out: Any, engine: str | None, kwargs: dict[str, Any]) -> Any:
        """The call that no graph captures; torch sees it where it must."""
        given = as_tuple(out)
        if graphs.capturing() or any(arrays.is_watched(value) for value in (*args, *given)):
            return self._capture(args, out, engine, kwargs)
        made = self._call(args, given, engine, kwargs)
        return made[0] if len(made) == 1 else tuple(made) or None

    def _call(
        self, args: tuple[Any, ...], out: tuple[Any, ...], engine: str | None, kwargs: Mapping[str, Any]
    ) -> list[Any]:
        if any(arrays.needs_graph(value) for value in (*args, *out, *kwargs.values())):
            return self._in_xla(args, out, engine, kwargs)
        inputs, given, home, device, call = self._bound(args, out, engine, kwargs)
        if home == "jax":
            return call.on_jax(inputs, given)
        outputs = given or call.allocate(home, device)
        if not call.launch(inputs | outputs):
            return list(outputs.values())
        changed = [*given.values(), *(inputs[name] for name in self._declared.mutates)]
        if home == "torch" and changed:
            arrays.door("torch").changed(changed)
        passed = kwargs.keys() & self._declared.scalars.keys()
        settled = self._home is None and call.repeats(passed)  # a module may still grow
        if home == "torch" and device != "cpu" and engine is None and settled:
            self._learn(call, inputs, outputs, kwargs)
        return list(outputs.values())

    def _bound(
        self, args: tuple[Any, ...], out: tuple[Any, ...], engine: str | None, kwargs: Mapping[str, Any]
    ) -> Bound:
        inputs, given = self._arguments.named(args, out)
        if self._declared.outputs:
            inputs = {name: arrays.boxed(value) for name, value in inputs.items()}
        infos = {name: arrays.describe(name, value) for name, value in (inputs | given).items()}
        home, device = arrays.one_home(infos)
        self._arguments.refuse(home, infos, inputs, given)
        return Bound(inputs, given, home, device, self._checked(infos, engine, kwargs))

    def _checked(self, infos: Mapping[str, ArrayInfo], engine: str | None, kwargs: Mapping[str, Any]) -> Call:
        """The call on arrays that are like this, traced."""
        dims, template, scalars = self._arguments.sizes(infos, kwargs)
        device = next((info.device for info in infos.values()), "cpu")
        call = Call(
            self._declared,
            dims,
            template,
            scalars,
            engine,
            lambda: self._program(dims, template, device=device),
        )
        self._arguments.check_strides(infos, lambda: call.program)
        return call

    def _in_xla(
        self, args: tuple[Any, ...], out: tuple[Any, ...], engine: str | None, kwargs: Mapping[str, Any]
    ) -> list[Any]:
        """The call on arrays that only XLA has: in a transformation of JAX, on a GPU, on several devices."""
        inputs, _ = self._arguments.named(args, out)
        if out:
            raise LaunchError(f"{self.__name__}: JAX arrays cannot be written in place; leave out= away")
        infos = {name: arrays.describe(name, value) for name, value in inputs.items()}
        dims, template, _ = self._arguments.sizes(infos, kwargs)
        if all(isinstance(size, int) for size in dims.values()) and 0 not in dims.values():
            # Errors of the body are raised here, and not when XLA runs it.
            for param in self._program(dims, template).tensor_maps:
                tensor_map(param)
        words, numbers = self._words(kwargs)
        if engine is not None:
            words["engine"] = engine
        dtypes = {number.name: number.dtype for number in self.signature.numbers}
        made: list[Any] = arrays.door("jax").in_graph(
            self._key, list(inputs.values()), words, numbers, dtypes
        )
        return made

    def _words(self, kwargs: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Keyword arguments as those that are spelled and those that are numbers."""
        words: dict[str, Any] = {}
        numbers: dict[str, Any] = {}
        for name, value in kwargs.items():
            if name in self._number_names:
                numbers[name] = value
            else:
                words[name] = ("pyptx.types", value.name) if isinstance(value, PtxType) else value
        return words, numbers

    def _learn(
        self, call: Call, inputs: Mapping[str, Any], outputs: Mapping[str, Any], kwargs: Mapping[str, Any]
    ) -> None:
        """Let the next call with this signature go from the arrays to the driver in native code."""
        with self._lock:
            before = self._launcher
            self._launcher = arrays.door("torch").learn(
                before,
                call.program,
                call.program.geometry(grid=call.grid()),
                list(inputs.values()),
                list(outputs.values()),
                call.scalars,
                kwargs,
                [name for name in kwargs if name in call.scalars and name not in self._declared.dims],
                [
                    number
                    for number, name in enumerate(self._declared.tensors)
                    if name in outputs or name in self._declared.mutates
                ],
            )
            if self._launcher is not None:
                guard = self._variants.reads.guard()
                self._launcher.watch(guard)
                self._guard = guard
            if before is None and self._launcher is not None:
                weakref.finalize(self, self._launcher.retire)  # the operator may outlive the kernel
            hasty.hasten(self, self._launcher)

    # Tracing

    def _program(
        self,
        dims: Mapping[str, int],
        template: Mapping[str, Any],
        *,
        lineinfo: bool | None = None,
        device: str = "cpu",
    ) -> Program:
        if self._variants.refresh():
            with self._lock:
                self._forget_launches()
        return self._variants.program(
            dims,
            template,
            self._target(device),
            self._traced,
            lineinfo=self._lineinfo if lineinfo is None else lineinfo,
            revision=0 if self._home is None else self._home.revision,
        )

    def _traced(
        self, target: Arch, dims: Mapping[str, int], template: Mapping[str, Any], *, lineinfo: bool
    ) -> tuple[Module, Needs]:
        """The module with a specialisation of the kernel, and what a launch of it must give."""
        if self._home is not None:
            return self._home.traced(self, dims, template, lineinfo=lineinfo)
        declared = self._declared
        lowest = declared.options.arch == LOWEST
        unit = Unit(
            LOWEST if lowest else target,
            declared.options.version,
            target_options=declared.options.target_options,
        )
        needs = self.trace_into(unit, dims, template, lineinfo=lineinfo)
        return unit.module(), needs

    def trace_into(
        self,
        unit: Unit,
        dims: Mapping[str, int] = MappingProxyType({}),
        template: Mapping[str, Any] | None = None,
        *,
        lineinfo: bool = False,
    ) -> Needs:
        """Trace the entry as part of a module.

        Args:
            unit: The module.
            dims: Sizes of dimensions.
            template: Template parameters; None for their defaults.
            lineinfo: Whether to write ``.file`` and ``.loc``.

        Returns:
            What a launch must give.

        Raises:
            TraceError: The function cannot be traced; the message names the line.
        """
        values = self._arguments.sort({})[1] if template is None else template
        return trace_entry(self._declared, unit, dims, values, lineinfo=lineinfo)

    def _target(self, device: str) -> Arch:
        """The target of code for arrays on a device; without a GPU there is a fallback for ``"auto"``."""
        if self.arch == LOWEST:
            return find_target(WORKING)
        if self.arch != "auto":
            return find_target(self.arch)
        if device != "cpu":
            return find_target(detect_arch(int(device.partition(":")[2])))
        try:
            return find_target(detect_arch())
        except LaunchError:
            return find_target(AUTO_FALLBACK)


kernel = KernelDecorator(Kernel)


def _content_key(declared: Declared) -> str:
    """A name for graphs that another process gives to the same kernel, and to no other."""
    words = (
        declared.options.arch,
        declared.options.version,
        declared.tensors,
        declared.scalars,
        declared.block,
        declared.cluster,
        declared.smem,
        declared.directives,
        declared.mutates,
        declared.parallel,
    )
    return f"{declared.name}_{runtime.digest(declared.fn, declared.options.grid, repr(words))}"


def _present_target() -> str | None:
    """Return the target of the GPU that is there; None where there is none."""
    try:
        return runtime.detect_arch()
    except MissingDeviceError:
        return None
