"""Kernels: traced for the shapes they meet, called with arrays."""

from __future__ import annotations

import sys
import weakref
from typing import TYPE_CHECKING, Any, NoReturn

from pyptx import inspect as inspection
from pyptx import runtime
from pyptx.errors import LaunchError, MissingDeviceError, SimFault
from pyptx.kernel.arguments import Arguments, as_tuple
from pyptx.kernel.callee import Callee
from pyptx.kernel.declaration import declare, grid_of, grid_parameters
from pyptx.kernel.options import KernelOptions, OptionsSignature, takes_options
from pyptx.kernel.performance import performance, performance_of_call
from pyptx.late import late
from pyptx.notebook import Displayed
from pyptx.record import names_of
from pyptx.runtime import arrays, graphs, native_calls
from pyptx.runtime.simulation import Run, refuse_unknown, simulating
from pyptx.trace import LOWEST

if TYPE_CHECKING:
    import inspect
    import os
    from collections.abc import Callable, Sequence

    from pyptx.inspect import Resources
    from pyptx.ir import Module
    from pyptx.kernel import content
    from pyptx.kernel.options import Grid
    from pyptx.marks import Marks
    from pyptx.perf import PerfReport
    from pyptx.program import Dim3, Program
    from pyptx.runtime.address_launch import Launch, Prepared
    from pyptx.runtime.ahead import Exported
    from pyptx.specs import Tile
    from pyptx.toolchain import Compiled
else:
    content = late("pyptx.kernel.content")
    inspect = late("inspect")


class Kernel(Displayed):
    """A Python function that becomes a ``.entry`` for the shapes and template parameters of its calls.

    Its positional parameters are tensors, inputs then outputs; keyword-only ones are template parameters. The
    other arguments of the class are the same as for `KernelOptions`.

    >>> from pyptx import Tile, kernel, ptx
    >>> from pyptx.types import f32
    >>> @kernel(out_specs=(Tile("N", f32),), grid=lambda N: (N // 32,), block=(32,), arch="sm_80")
    ... def fill(Y, *, value=0.5):
    ...     tid = ptx.special.tid.x()
    ...     (py,) = ptx.global_ptrs(Y)
    ...     ptx.st(f32, ptx.addr(py + (ptx.special.ctaid.x() * 32 + tid) * 4), value)
    >>> fill.arch, fill.block, fill.template_params
    ('sm_80', (32, 1, 1), {'value': 0.5})
    >>> fill.tensor_names, fill.out_specs[0].dtype, fill.cluster, fill.smem, fill.mutates, fill.parallel
    (('Y',), f32, (1, 1, 1), 0, (), ())
    >>> "st.global.f32" in fill.ptx(N=64)
    True
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
        this = weakref.ref(self)
        self.callee = Callee(
            self._declared, self._arguments, lambda target: native_calls.set_native_target(this(), target)
        )
        self._content_name: content.ContentName | None = None
        self.graph_number = self.callee.number = graphs.kernels.add(self)
        self.__name__ = self._declared.name
        self.__qualname__ = getattr(fn, "__qualname__", self._declared.name)
        self.__doc__ = fn.__doc__
        self.__module__ = getattr(fn, "__module__", __name__)

    # What was declared

    @property
    def tensor_names(self) -> tuple[str, ...]:
        """Names of the tensors, inputs then outputs."""
        return tuple(self._declared.tensors)

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
        """Requested dynamic shared memory, in bytes."""
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

    def _text(self) -> str:
        """Its declaration, its geometry and its docstring."""
        grid = "a function of the sizes" if callable(self.grid) else self.grid
        shape = f"grid {grid}, block {self.block}, cluster {self.cluster}"
        geometry = f"{shape}, {self.smem:,} bytes of dynamic shared memory"
        return "\n".join(filter(None, (repr(self), geometry, self.__doc__)))

    def __getitem__(self, grid: object) -> NoReturn:
        raise LaunchError(
            f"{self.__name__}[…]: a kernel declares its grid, @kernel(grid=..., block=...), and a "
            f"call has arrays only; k.launch(grid=..., block=...) chooses another one"
        )

    __iter__ = __contains__ = None  # brackets alone would make it a sequence

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

    def takes(self, name: str) -> bool:
        """Whether a keyword of a call is a dimension, a template parameter or a launch scalar.

        >>> from pyptx import Tile, kernel
        >>> from pyptx.types import f32
        >>> @kernel(in_specs=(Tile("N", f32),), grid=1, block=32)
        ... def double(X, *, factor=2.0): ...
        >>> [name for name in ("N", "factor", "out") if double.takes(name)]
        ['N', 'factor']
        """
        return self._arguments.has(name)

    # Looking at the code

    def ptx(self, **kwargs: Any) -> str:
        """Return the PTX text.

        Args:
            kwargs: Template parameters, sizes of dimensions (those that the body does not use may be left
                out), and ``lineinfo=``.
        """
        return self.program(**kwargs).ptx

    def module(self, **kwargs: Any) -> Module:
        """Return the tree; the arguments are the same as for `ptx`."""
        return self.program(**kwargs).module

    def sass(self, **kwargs: Any) -> str:
        """Return the machine code that ptxas makes, disassembled; the arguments are the same as for `ptx`.

        Raises:
            ToolError: ptxas or the disassembler is not installed, or ptxas refuses the text.
        """
        return runtime.sass(self.program(**kwargs))

    def compiled(self, **kwargs: Any) -> Compiled:
        """Return the result of ptxas: machine code, registers, warnings; the arguments are as for `ptx`.

        Performance advisories of ptxas and register spills are also Python warnings of the category
        `PerformanceWarning`, on the line of the kernel that causes them.

        Raises:
            ToolError: ptxas is not installed, or refuses the text.
        """
        return runtime.assemble(self.program(**kwargs))

    def report(self, **kwargs: Any) -> Resources:
        """Return the resources of a CTA, its occupancy, and the messages of ptxas.

        The arguments are the same as for `ptx`. Printed, it is a table.

        Raises:
            ToolError: ptxas is not installed, or refuses the text.
        """
        return inspection.resources(self.program(**kwargs))

    def marks(self, **kwargs: Any) -> Marks:
        """Return the marks of `ptx.mark` and `ptx.timed` since the last call, and forget them.

        The arguments are the same as for `ptx`. The marks come from the GPU if the kernel ran on one, else
        from the simulator.

        Raises:
            LaunchError: The kernel has no marks, or did not run with these sizes.
        """
        return runtime.marks(self.program(**kwargs))

    def perf(self, *args: Any, card: str | None = None, **kwargs: Any) -> PerfReport:
        """Return slow spots of the machine code and lower bounds of the time, without a GPU.

        With arrays in host memory the kernel runs once on the simulator, which counts bank conflicts and
        scattered accesses. With CUDA tensors it runs on their GPU, and the report has the time of a call.

        Args:
            args: One array per input, as for a call; none to read only the machine code.
            card: Name of a card, such as ``"H200"``; None for those of the oldest generation that runs it.
            kwargs: Keyword arguments of a call; without arrays, those of `ptx` and the launch scalars.

        Raises:
            ToolError: ptxas or nvdisasm is not installed, or ptxas refuses the text.
            LaunchError: An argument does not fit, or there is no such card.
            SimFault: The simulated kernel faulted.
        """
        if args:
            return performance_of_call(self, args, kwargs, card)
        dims, template, scalars = self._arguments.sort(
            {key: value for key, value in kwargs.items() if key != "lineinfo"}
        )
        traced = {key: value for key, value in kwargs.items() if key in dims or key not in scalars}
        program = self.program(**traced)
        sizes = self._declared.with_strides(dims)
        return performance(self._declared, program, {**template, **scalars, **sizes}, card)

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
        is_known = not callable(grid) or known.issuperset(grid_parameters(grid))
        ctas = grid_of(grid, {**template, **dims}) if is_known and grid is not None else None
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
        lineinfo = kwargs.pop("lineinfo", None)
        dims, template, scalars = self._arguments.sort(kwargs)
        for name in scalars:
            if name not in dims:
                raise LaunchError(
                    f"{self.__name__}: {name} is a launch scalar (raw_params), which is not part of the code"
                )
        return self.callee.program(dims, template, lineinfo=lineinfo)

    def clear_cache(self) -> None:
        """Discard all traces: the next use traces the body again."""
        self.callee.clear()

    # Calling

    def __call__(self, *args: Any, out: Any = None, engine: str | None = None, **kwargs: Any) -> Any:
        """Run on arrays of NumPy, torch or JAX.

        Arrays on the CPU run on the simulator, CUDA tensors on their GPU and its current stream.

        Args:
            args: Arrays, one per input.
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
            return self.callee.capture(args, out, _with_engine(kwargs, engine))
        launcher = self.callee.launcher
        if launcher is not None and engine is None:
            done = launcher.call(args, out, kwargs)
            if done is not NotImplemented:
                return done
        try:
            return graphs.untraced(Callee.call)(self.callee, args, out, _with_engine(kwargs, engine))
        except SimFault as fault:
            raise fault.with_traceback(None) from None  # without the frames of this package

    def run(self, *args: Any, out: Any = None, **kwargs: Any) -> Run:
        """Call on the simulator with options of it, and return the result and the report of the launch.

        ``result, report = k.run(x, y, checks="all", profile=True)``; `report.detail` has the fidelity,
        profile and timeline of a `pyptx.sim.SimReport`.

        Args:
            args: Arrays, one per input.
            out: Arrays to write instead of new ones: one, or a tuple.
            kwargs: Keyword arguments of a call, and options of `pyptx.sim.simulate`. A parameter of the
                kernel that has the name of an option is meant; `pyptx.simulating` takes the option then.

        Raises:
            LaunchError: An argument does not fit; the message names it.
            SimFault: The simulated kernel faulted.
        """
        given = {name: value for name, value in kwargs.items() if self.takes(name)}
        options = {name: value for name, value in kwargs.items() if name not in given}
        refuse_unknown(f"{self.__name__}.run", options)
        with simulating(**options) as reports:
            result = self(*args, out=out, **given)
        return Run(result, reports[-1] if reports else None)

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
            cluster: CTAs of a cluster, as for `grid`.
            smem: Dynamic shared memory of a CTA, in bytes; None for that of the kernel.
            stream: Handle of a stream, or a stream of torch, CuPy or ``cuda.core``.
            device: Ordinal of the GPU; None for that of the arrays, or the current one.
            engine: ``"sim"`` or ``"gpu"``; None for the engine of the arrays, and the GPU if there are none.
            cooperative: Whether all CTAs must run at the same time.
            pdl: Whether the kernel may start before the one before it in the stream has ended; always so if
                it is an option of the kernel.
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
            writes=self._written_parameters(program),
        )

    def _written_parameters(self, program: Program) -> tuple[str, ...]:
        """Names of the parameters that a launch may write: tensors, and addresses of `raw_params`."""
        tensors = self._declared.tensors
        addresses = (param.name for param in program.params if param.pointer and param.name not in tensors)
        return (*self._declared.outputs, *self._declared.mutates, *addresses)

    def prepare(
        self, *args: Any, out: Any = None, stream: Any = None, engine: str | None = None, **kwargs: Any
    ) -> Prepared:
        """Check a call once, and return a function that repeats it: ``run = k.prepare(x, y, out=z); run()``.

        Args:
            args: Arrays, one per input.
            out: Arrays to write; None to allocate them here, once.
            stream: Handle of a stream, or a stream of torch, CuPy or ``cuda.core``; None for the current one.
            engine: ``"sim"`` or ``"gpu"``; None for the engine of the arrays.
            kwargs: Keyword arguments of a call.

        Raises:
            LaunchError: An argument does not fit; the message names it.
        """
        call = self.callee.bind(args, as_tuple(out), _with_engine(kwargs, engine))
        if call.passed.framework == "jax":
            raise LaunchError(
                f"{self.__name__}: JAX arrays are not written in place; call it again under jax.jit, or pass "
                "out= of a library whose arrays change"
            )
        for name, value in call.inputs.items():
            if arrays.needs_import(value) and arrays.column_major(self._declared.tensors[name]):
                raise LaunchError(
                    f"argument {name} is a JAX array, row-major in memory, and "
                    f"{self._declared.tensors[name]} is column-major; call the kernel itself"
                )
        outputs = call.given or call.allocate()
        made = tuple(outputs.values())
        launch = None
        if not call.writes_nothing:
            program = call.program
            sizes = program.geometry(grid=call.grid())
            launch = runtime.launch_of(
                program, sizes, engine=engine, stream=stream, writes=self._written_parameters(program)
            )
        return runtime.prepared(
            launch,
            {**call.inputs, **outputs, **call.scalars},
            made[0] if len(made) == 1 else made or None,
        )

    def graph_name(self) -> str:
        """Return the name of the kernel in graphs; see `pyptx.runtime.graphs.Named`.

        :meta private:
        """
        if self._content_name is None:
            options = self._declared.options
            functions = [each for each in (self._declared.fn, options.grid) if callable(each)]
            self._content_name = content.ContentName(
                self.__name__, functions, self.graph_content(), lasts=options.home is None
            )
        return self._content_name.now()

    def graph_content(self) -> tuple[Any, ...]:
        """Return everything that determines the kernel's behaviour.

        >>> from pyptx import Tile, kernel
        >>> from pyptx.types import f32
        >>> def idle(X): ...
        >>> first, same, other = (kernel(idle, in_specs=(Tile("N", f32),), block=n) for n in (32, 32, 64))
        >>> first.graph_content() == same.graph_content() != other.graph_content()
        True
        >>> first.graph_name() == same.graph_name()
        True

        :meta private:
        """
        declared = self._declared
        options = [getattr(declared.options, name) for name in names_of(declared.options)]
        return declared.name, tuple(declared.tensors), declared.arguments, declared.fn, *options

    @property
    def operator(self) -> Any:
        """The torch operator that is the kernel in graphs: takes inputs, numbers, template arguments as text.

        Raises:
            MissingDeviceError: torch is not installed.
        """
        return graphs.operators().operator(graphs.kernels.name(self)).default


def _with_engine(kwargs: dict[str, Any], engine: str | None) -> dict[str, Any]:
    """The options of a call: its keyword arguments, and the engine if it names one."""
    return kwargs if engine is None else {**kwargs, "engine": engine}


def _present_target() -> str | None:
    """Return the target of the GPU that is there; None where there is none."""
    try:
        return runtime.detect_arch()
    except MissingDeviceError:
        return None
