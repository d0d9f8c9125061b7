"""A kernel as it is called: by its users, by the operators of graphs, and for each example of a batch."""

from __future__ import annotations

import functools
import threading
import weakref
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from pyptx.errors import LaunchError
from pyptx.kernel import batching
from pyptx.kernel.arguments import Arguments, as_tuple
from pyptx.kernel.call import Call
from pyptx.kernel.variants import Variants
from pyptx.late import late
from pyptx.record import replace
from pyptx.runtime import arrays, graphs
from pyptx.runtime.strides import tensor_map
from pyptx.types import PtxType

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pyptx.kernel.declaration import Declared
    from pyptx.program import Program
    from pyptx.runtime import native
    from pyptx.runtime.arrays import ArrayInfo
    from pyptx.runtime.plan import LaunchPlan
else:
    native = late("pyptx.runtime.native")


class Callee:
    """A kernel as it is called, and as graphs call it (`pyptx.runtime.graphs.Callee`).

    Attributes:
        number: Its number among the kernels of this process, once it is registered.
        name: Name of the entry.
        signature: The inputs and outputs of the kernel in a graph.
        variants: The traces of the kernel.
        launcher: The object that repeats launches on torch tensors; None if there is none.
    """

    def __init__(self, declared: Declared, arguments: Arguments, attach: Callable[[Any], object]) -> None:
        """Start without traces.

        Args:
            declared: The kernel's declaration.
            arguments: Its arguments.
            attach: Function that has calls of the kernel try a launcher first, or none.
        """
        self.number = ""
        self.name = declared.name
        self.signature = arguments.signature
        self.variants = Variants(declared, arguments)
        self.launcher: Any = None
        self._declared = declared
        self._arguments = arguments
        self._attach = attach
        self._guard: Any = None  # which the launcher borrows
        self._number_names = tuple(number.name for number in self.signature.numbers)
        self._lock = threading.RLock()

    def program(
        self,
        dims: Mapping[str, int],
        template: Mapping[str, Any],
        *,
        lineinfo: bool | None = None,
        device: str = "cpu",
    ) -> Program:
        """Return the program for these arguments, those of `Variants.program`; forget stale launches."""
        if self.variants.refresh():
            self._forget_launches()
        return self.variants.program(dims, template, lineinfo=lineinfo, device=device)

    def clear(self) -> None:
        """Discard all traces and launches."""
        self.variants.clear()
        self._forget_launches()

    def _forget_launches(self) -> None:
        """Drop the native call paths: the next calls take the general path."""
        with self._lock:
            self._attach(None)
            if self.launcher is not None:
                self.launcher.retire()
            self.launcher = None

    # As users call it

    def capture(self, args: tuple[Any, ...], out: Any, options: Mapping[str, Any]) -> Any:
        """The call by the kernel's operator, in Python that torch's tracer follows."""
        words, numbers = self._words(options)
        return graphs.operators().call(self.number, args, as_tuple(out), words, numbers)

    def call(self, args: tuple[Any, ...], out: Any, options: Mapping[str, Any]) -> Any:
        """The call that no graph captures; torch sees it where it must."""
        given = as_tuple(out)
        graph = "torch" if graphs.capturing() else arrays.graph_of((*args, *given), options.values())
        if graph == "torch":
            return self.capture(args, out, options)
        made = (self._in_xla if graph == "jax" else self._run)(args, given, options)
        return made[0] if len(made) == 1 else tuple(made) or None

    def _run(self, args: tuple[Any, ...], out: tuple[Any, ...], options: Mapping[str, Any]) -> list[Any]:
        call = self.bind(args, out, options)
        if call.passed.framework == "jax":
            return call.on_jax()
        outputs = call.given or call.allocate()
        report = call.launch(call.inputs | outputs)
        passed = options.keys() & self._declared.scalars.keys()
        repeats = self._declared.options.home is None and call.repeats(passed)  # a module may still grow
        on_cuda = call.passed.framework == "torch" and call.passed.device != "cpu"
        if report is not None and on_cuda and "engine" not in options and repeats:
            self._learn(call, report.detail, outputs, options)
        return list(outputs.values())

    def bind(self, args: tuple[Any, ...], out: tuple[Any, ...], options: Mapping[str, Any]) -> Call:
        """Check the arguments of a call.

        Raises:
            LaunchError: One of them does not fit.
        """
        inputs, given = self._arguments.named(args, out)
        found = arrays.described({**inputs, **given}, boxed=inputs if self._declared.outputs else ())
        self._arguments.refuse(found.infos, given, options)
        call = self._checked(found.infos, options)
        call.passed = found
        return call

    def _checked(self, infos: Mapping[str, ArrayInfo], options: Mapping[str, Any]) -> Call:
        """The call on arrays that are like this, traced."""
        dims, template, scalars = self._arguments.sizes(infos, options)
        device = next((info.device for info in infos.values()), "cpu")
        trace = functools.partial(self.program, dims, template, device=device)
        call = Call(self._declared, dims, template, scalars, options.get("engine"), trace)
        self._arguments.check_strides(infos, lambda: call.program)
        return call

    def _in_xla(self, args: tuple[Any, ...], out: tuple[Any, ...], options: Mapping[str, Any]) -> list[Any]:
        """The call on arrays that only XLA has: in a transformation of JAX, on a GPU, on several devices."""
        inputs, _ = self._arguments.named(args, out)
        if out:
            raise LaunchError(f"{self.name}: JAX arrays cannot be written in place; omit out=")
        infos = {name: arrays.describe(name, value) for name, value in inputs.items()}
        dims, template, _ = self._arguments.sizes(infos, options)
        if all(isinstance(size, int) for size in dims.values()) and 0 not in dims.values():
            # Errors of the body are raised here, and not when XLA runs it.
            for param in self.program(dims, template).tensor_maps:
                tensor_map(param)
        words, numbers = self._words(options)
        dtypes = {number.name: number.dtype for number in self.signature.numbers}
        made: list[Any] = arrays.adapter("jax").in_graph(
            graphs.name_of(self.number), list(inputs.values()), words, numbers, dtypes
        )
        return made

    def _words(self, options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Split keyword arguments into template arguments, as text, and launch scalars, as numbers."""
        words: dict[str, Any] = {}
        numbers: dict[str, Any] = {}
        for name, value in options.items():
            if name in self._number_names:
                numbers[name] = value
            else:
                words[name] = ("pyptx.types", value.name) if isinstance(value, PtxType) else value
        return words, numbers

    def _learn(
        self, call: Call, plan: LaunchPlan, outputs: Mapping[str, Any], kwargs: Mapping[str, Any]
    ) -> None:
        """Let the next call with this signature go from the arrays to the driver in native code."""
        declared = self._declared
        with self._lock:
            before = self.launcher
            self.launcher = native.launcher(call.program.entry) if before is None else before
            if self.launcher is None:
                return
            native.learn(
                self.launcher,
                call.program,
                plan,
                list(call.inputs.values()),
                list(outputs.values()),
                kwargs,
                [name for name in kwargs if name in call.scalars and name not in declared.dims],
                [k for k, name in enumerate(declared.tensors) if name in (*outputs, *declared.mutates)],
            )
            self._guard = self.variants.reads.guard()
            self.launcher.watch(self._guard)
            if before is None:
                weakref.finalize(self, self.launcher.retire)  # the operator may outlive the kernel
            self._attach(self.launcher)

    # As graphs call it

    def run(self, inputs: Sequence[Any], outputs: Sequence[Any], options: Mapping[str, Any]) -> list[Any]:
        """Run on arrays, write `outputs` or new ones, and return them."""
        if self.launcher is not None and "engine" not in options:
            done = self.launcher.call(tuple(inputs), tuple(outputs) or None, options)
            if done is not NotImplemented:
                return list(as_tuple(done))
        return graphs.untraced(Callee._run)(self, tuple(inputs), tuple(outputs), options)

    def run_batch(
        self,
        inputs: Sequence[Any],
        batched: Sequence[bool],
        size: int,
        options: Mapping[str, Any],
        outputs: Sequence[Any] = (),
        numbers: Mapping[str, Any] = MappingProxyType({}),
    ) -> list[Any]:
        """Run for each example of a batch: in one launch if possible, else in one launch for each."""
        if size and not numbers and self._has_more_slices(inputs, batched, options):
            flags = (*batched, *[True] * len(outputs))
            every = [
                x.reshape(size * x.shape[1], *x.shape[2:]) if many else x
                for x, many in zip((*inputs, *outputs), flags, strict=True)
            ]
            made = self.run(every[: len(inputs)], every[len(inputs) :], options)
            return [x.reshape(size, len(x) // size, *x.shape[1:]) for x in made]
        example = tuple(x[0] if many else x for x, many in zip(inputs, batched, strict=True))
        call = graphs.untraced(Callee.bind)(self, example, (), options)
        made = list(outputs) or list(call.allocate(batch=size).values())
        tensors = dict(zip(self._declared.tensors, (*inputs, *made), strict=True))
        shared = {name for name, many in zip(tensors, batched, strict=False) if not many}
        if not call.launch_batch(tensors, shared, size, numbers):
            for k in range(size):
                args = [x[k] if many else x for x, many in zip(inputs, batched, strict=True)]
                values = {
                    name: (array[k] if array.shape else array).item() for name, array in numbers.items()
                }
                self.run(args, [array[k] for array in made], {**options, **values})
        return made

    def _has_more_slices(
        self, inputs: Sequence[Any], batched: Sequence[bool], options: Mapping[str, Any]
    ) -> bool:
        """Whether a batch is a call with more slices of contiguous arrays."""
        return batching.has_more_slices(self._declared, batched, options) and all(
            arrays.describe(name, array).row_major
            for name, array, many in zip(self._declared.tensors, inputs, batched, strict=False)
            if many
        )

    def resolve(
        self,
        infos: Sequence[ArrayInfo],
        batched: Sequence[bool],
        size: int | None,
        options: Mapping[str, Any],
        numbers: Mapping[str, tuple[str, bool]],
    ) -> graphs.Resolved | None:
        """Return the launches of a call on a GPU; see `pyptx.runtime.graphs.Callee`."""
        if size and not numbers and batching.has_more_slices(self._declared, batched, options):
            rows = [
                replace(info, shape=(size * info.shape[0], *info.shape[1:])) if many else info
                for info, many in zip(infos, batched, strict=True)
            ]
            return self.resolve(rows, [False] * len(rows), None, options, numbers)
        call = self._checked(dict(zip(self._declared.tensors, infos, strict=False)), options)
        if not call.repeats(numbers.keys()):
            raise LaunchError(
                f"{self.name}: the grid depends on {', '.join(numbers)}, which only the GPU knows inside "
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
        dims, template = self._arguments.symbols(described, options)
        if all(isinstance(size, int) for size in dims.values()):
            self._arguments.check_strides(described, lambda: self.program(dims, template))
        tiles = self._declared.outputs.values()
        return [(tile.resolve_shape(dims), arrays.buffer_dtype(tile)) for tile in tiles]
