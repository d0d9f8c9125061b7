"""The torch operator of each kernel, for graphs, transforms and subclasses.

A kernel has one operator, ``torch.ops.pyptx.<name>_<digest>``, with these overloads:

``default``
    Takes the inputs, the numbers and the template arguments as text; returns new outputs. Inputs that the
    kernel writes to are marked.
``into``
    Writes into passed outputs and returns nothing: a call with ``out=``. It is not tagged as an out variant:
    torch 2.13's Inductor asserts when it lowers a call of symbolic sizes to one.
``batch``
    Runs for each example of a batch, for `torch.vmap`.
``by_tensor``, ``into_by_tensor``
    Like ``default`` and ``into``, with floats as tensors without dimensions. A graph has such values as
    tensors, or leaves them open, because torch has no symbols for floats in schemas.

Importing this module imports torch.
"""

from __future__ import annotations

import functools
import importlib.util
import itertools
import keyword
import sys
import threading
from typing import TYPE_CHECKING, Any

from pyptx.errors import LaunchError
from pyptx.runtime.extension import launching
from pyptx.runtime.graphs import callee, capturing, constant, kernels, pair_called, untraced
from pyptx.runtime.native_calls import native_callable, set_native_target
from pyptx.runtime.needs import require
from pyptx.runtime.spelling import read, spell
from pyptx.runtime.torch import (
    DTYPES,
    NESTED,
    describe_fake,
    differentiable,
    differentiated,
    follows_gradient,
    refuse_tangents,
    unbacked,
    without_second,
)
from pyptx.types import PtxType

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pyptx.runtime.graphs import Array, Signature

torch = require("torch")

_TAKEN = (*keyword.kwlist, "self", "size", "batched", "Tensor", "SymInt", "float", "int", "str", "bool")
_library = torch.library.Library("pyptx", "DEF")
_operators: dict[str, Any] = {}
_fragments: dict[str, Any] = {}
_defining = threading.RLock()


def call(
    key: str,
    inputs: Sequence[Any],
    outputs: Sequence[Any],
    words: Mapping[str, Any],
    numbers: Mapping[str, Any],
) -> Any:
    """Call a kernel by its operator.

    Args:
        key: Registered key of the kernel.
        inputs: Its inputs.
        outputs: Outputs that the caller allocated; none where the call allocates them.
        words: Template arguments, and ``engine``.
        numbers: Launch scalars and sizes of dimensions; their values may be symbols.

    Raises:
        LaunchError: Autograd would have to differentiate through it, or an argument does not fit.
    """
    if not torch.compiler.is_dynamo_compiling() and not outputs and follows_gradient(inputs):
        return without_second(lambda *tensors: call(key, tensors, (), words, numbers), inputs)
    refuse_gradients(key, (*inputs, *outputs))
    for array, tensor in zip(_names(key)[1:], (*inputs, *outputs), strict=False):
        if isinstance(tensor, torch.Tensor) and tensor.is_nested:
            raise LaunchError(f"argument {array} {NESTED}")
    if torch.compiler.is_dynamo_compiling():
        register_all()
    wanted = number_names(key)
    for name, needed, _ in wanted:
        if needed and name not in numbers:
            raise LaunchError(f"{key}: launch scalar {name} is missing; pass {name}=…")
    by_tensor = bool([name for name, _, real in wanted if real and is_open(numbers.get(name))])
    given = [number(numbers.get(name), by_tensor and real) for name, _, real in wanted]
    found = getattr(torch.ops.pyptx, defined(key))
    text = spell_words(*[(name, settle_symbols(value)) for name, value in words.items()])
    if len(outputs) > 0:
        into = found.into_by_tensor if by_tensor else found.into
        into(*inputs, *given, text, *outputs)
        return outputs[0] if len(outputs) == 1 else tuple(outputs)
    made = found.by_tensor if by_tensor else found.default
    return made(*inputs, *given, text)


def call_differentiable(pair: str, inputs: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    """Call a kernel that has a gradient kernel, in a graph: as one operator, which autograd differentiates.

    Args:
        pair: Registered key of the `DifferentiableKernel`.
        inputs: Tensors.
        kwargs: Further arguments of the forward kernel.

    Raises:
        LaunchError: An input is not a tensor.
    """
    for position, value in enumerate(inputs):
        if not isinstance(value, torch.Tensor):
            raise LaunchError(
                f"{pair}: argument {position} is {value!r}; in a graph it takes tensors by position, and all "
                "else by keyword"
            )
    refuse_tangents(_pair_name(pair), inputs)
    integers = {name: value for name, value in kwargs.items() if _is_integer(value)}
    numbers = {name: value for name, value in kwargs.items() if is_open(value)}
    fixed = [
        (name, ("pyptx.types", value.name) if isinstance(value, PtxType) else settle_symbols(value))
        for name, value in kwargs.items()
        if name not in integers and name not in numbers
    ]
    reals = [
        value if isinstance(value, torch.Tensor) else number(value, by_tensor=True)
        for value in numbers.values()
    ]
    register_all()
    made = torch.ops.pyptx.differentiable(
        list(inputs), pair, spell_words(*fixed), [*integers, *numbers], list(integers.values()), reals
    )
    return made[0] if len(made) == 1 else tuple(made)


def _is_integer(value: Any) -> bool:
    """Whether a number is an integer that has no value of its own in the graph that is captured."""
    return isinstance(value, (int, torch.SymInt)) and not isinstance(value, bool) and is_symbol(value)


def is_open(value: Any) -> bool:
    """Whether a float is a tensor, or has no value of its own yet in the graph that is captured."""
    return isinstance(value, torch.Tensor) or (isinstance(value, float) and is_symbol(value))


def is_symbol(number: Any) -> bool:
    """Whether a number has no value of its own in the graph that is captured."""
    if not capturing():
        return isinstance(number, (torch.SymInt, torch.SymFloat))
    # Where torch's tracer does not tell, it settles floats by itself, and refuses to settle what it must not.
    told = getattr(torch.fx.experimental.symbolic_shapes, "has_static_value", None)
    return told is not None and not told(number)


def number(value: Any, by_tensor: bool) -> Any:
    """Return a number as an operator argument: a number, or a tensor without dimensions."""
    if isinstance(value, torch.Tensor):
        if value.numel() != 1:
            raise LaunchError(f"a launch scalar is one number, not a tensor of shape {tuple(value.shape)}")
        return value if by_tensor else value.item()
    # torch.compile turns a product with a tensor into one of tensors, which is valid for all values.
    return torch.ones((), dtype=torch.float64) * value if by_tensor else value


def settle_symbols(value: Any) -> Any:
    """Return a template argument with its symbols replaced by their numbers, for which code is traced."""
    if isinstance(value, (int, float, torch.SymInt, torch.SymFloat)) and not isinstance(value, bool):
        return torch.fx.experimental.symbolic_shapes.guard_scalar(value) if is_symbol(value) else value
    if isinstance(value, (tuple, list)):
        return type(value)([settle_symbols(item) for item in value])
    if isinstance(value, dict):
        return {settle_symbols(name): settle_symbols(item) for name, item in value.items()}
    return value


def refuse_gradients(key: str, tensors: Sequence[Any]) -> None:
    """Refuse tensors through which autograd would differentiate.

    Raises:
        LaunchError: There is one.
    """
    name, *arrays = _names(key)
    for array, tensor in zip(arrays, tensors, strict=False):
        if differentiated(tensor):
            raise LaunchError(
                f"argument {array} of {name} requires grad or has a tangent, and the kernel "
                f"has no backward; call it under torch.no_grad(), pass {array}.detach(), or give it one with "
                "pyptx.differentiable_kernel"
            )


@constant
def _names(key: str) -> tuple[str, ...]:
    """Return the names of the kernel, its inputs and its outputs."""
    found = callee(key)
    arrays = (*found.signature.inputs, *found.signature.outputs)
    return (found.name, *(array.name for array in arrays))


@constant
def _pair_name(pair: str) -> str:
    """Return the name of a kernel that has a gradient kernel."""
    return str(pair_called(pair).__name__)


@constant
def defined(key: str) -> str:
    """Return the name of the operator of a kernel, which exists from now on."""
    operator(key)
    if "torch.distributed.tensor" in sys.modules:
        _shard(key)
    return key


@functools.cache
def _shard(key: str) -> None:
    """Tell DTensor how the tensors of a kernel may be sharded: along its parallel dimensions only."""
    placements = require("torch.distributed.tensor")
    if importlib.util.find_spec("torch.distributed.tensor.experimental") is None:
        return  # this release cannot register it, and its own error says that it cannot shard the operator
    experimental = require("torch.distributed.tensor.experimental")
    signature = callee(key).signature

    def placed(array: Array, dim: str | None) -> Any:
        dims = array.dims or ()
        return placements.Shard(dims.index(dim)) if dim in dims else placements.Replicate()

    def rule(*args: Any) -> list[tuple[list[Any], list[Any]]]:
        rest = len(args) - len(signature.inputs)
        written = list(signature.outputs) if rest > len(signature.numbers) + 1 else []
        rest -= len(written)
        return [
            (
                [] if written else [placed(array, dim) for array in signature.outputs],
                [
                    *(placed(array, dim) for array in signature.inputs),
                    *[None] * rest,
                    *(placed(array, dim) for array in written),
                ],
            )
            for dim in (None, *signature.parallel)
        ]

    found = getattr(torch.ops.pyptx, key)
    experimental.register_sharding(found.default)(rule)
    if signature.outputs:
        experimental.register_sharding(found.into)(rule)


@constant
def number_names(key: str) -> tuple[tuple[str, bool, bool], ...]:
    """Return names of the numbers of a kernel's operator, whether each must be given, and is a float."""
    numbers = sorted_numbers(callee(key).signature)
    return tuple((number.name, number.required, not number.integer) for number in numbers)


@constant
def spell_words(*words: tuple[str, Any]) -> str:
    """Return template arguments as text."""
    return spell(dict(words))


def _of_pair(call: Callable[[Any, Sequence[Any], Mapping[str, Any]], Any]) -> Callable[..., list[Any]]:
    """The body of the operator of kernels that have gradient kernels, which calls one in this way."""

    def body(
        inputs: Sequence[Any],
        pair: str,
        words: str,
        names: Sequence[str],
        integers: Sequence[Any],
        numbers: Sequence[Any],
    ) -> list[Any]:
        options = {**read(words), **dict(zip(names, (*integers, *numbers), strict=True))}
        made = call(pair_called(pair), inputs, options)
        return list(made) if isinstance(made, (tuple, list)) else [made]

    return body


def _define_differentiable() -> None:
    """Define the operator that is a call of any kernel that has a gradient kernel.

    Autograd and the transforms of `torch.func` see the autograd function that it calls; torch's tracer, which
    would take that apart, sees an operator.
    """
    name = "differentiable"
    _library.define(
        f"{name}(Tensor[] inputs, str pair, str words, str[] names, SymInt[] integers, Tensor[] numbers)"
        " -> Tensor[]"
    )
    forward = _of_pair(lambda pair, inputs, options: pair.forward(*inputs, **options))
    _library.impl(name, forward, "CompositeExplicitAutograd")
    torch.library.register_fake(f"pyptx::{name}", forward, lib=_library)
    followed = _of_pair(differentiable)
    _library.impl(name, followed, "Autograd")
    _library.impl(name, followed, "FuncTorchDynamicLayerFrontMode")


@constant
def register_all() -> None:
    """Define the operators of all kernels of this process.

    A captured graph needs them: torch may find it compiled in a cache, and its code then calls operators of
    kernels that this process has not called, such as that of a gradient.
    """
    held = kernels()
    for key in held:
        operator(key)


def operator(key: str) -> Any:
    """Return the operator of the kernel registered under `key`, which is defined from now on."""
    with _defining:
        if key not in _operators:
            fragment = torch.library.Library("pyptx", "FRAGMENT")
            try:
                _operators[key] = _define_operator(fragment, key)
            except BaseException:  # Ctrl-C, too: another call defines it anew
                fragment._destroy()  # noqa: SLF001 - what the end of a library does
                raise
            _fragments[key] = fragment
        return _operators[key]


def _define_operator(fragment: Any, key: str) -> Any:
    """Define the operator of a kernel in a library, and return it."""
    define = functools.partial(_define_overload, fragment)
    signature = callee(key).signature
    body = _Body(key, signature)
    inputs, numbers, outputs = body.parameters("float")
    made = (
        "()"
        if not outputs
        else "Tensor"
        if len(outputs) == 1
        else f"({', '.join(['Tensor'] * len(outputs))})"
    )
    every = [*inputs, *(text.partition("=")[0] for text in numbers)]
    define(key, [*inputs, *numbers], made, body.run, body.run_fake, body.run_vmap)
    define(f"{key}.batch", [*every, "SymInt size", "str batched"], made,
            body.batch, body.batch_fake, body.batch_vmap)  # fmt: skip
    if outputs:
        define(f"{key}.into", [*every, *outputs], "()", body.into, body.into_fake, body.into_vmap)
    if not all(number.integer for number in signature.numbers):
        _, numbers, _ = body.parameters("Tensor")
        define(f"{key}.by_tensor", [*inputs, *numbers], made, body.run, body.run_fake, body.run_vmap)
        every = [*inputs, *(text.partition("=")[0] for text in numbers), *outputs]
        if outputs:
            define(f"{key}.into_by_tensor", every, "()", body.into, body.into_fake, body.into_vmap)
    return getattr(torch.ops.pyptx, key)


def _define_overload(
    fragment: Any,
    name: str,
    parameters: Sequence[str],
    returns: str,
    run: Callable[..., Any],
    fake: Callable[..., Any],
    vmap: Callable[..., Any],
) -> None:
    fragment.define(f"{name}({', '.join(parameters)}) -> {returns}")
    fragment.impl(name, run, "CompositeExplicitAutograd")
    key, _, overload = name.partition(".")
    op = _find_overload(key, overload or "default")
    fragment.impl(name, _undifferentiated(key, op, run), "Autograd", with_keyset=True)
    torch.library.register_fake(f"pyptx::{name}", fake, lib=fragment)
    if hasattr(torch.library, "register_vmap"):  # else torch.vmap goes through the examples
        torch.library.register_vmap(f"pyptx::{name}", vmap, lib=fragment)


def _undifferentiated(key: str, op: Any, run: Callable[..., Any]) -> Callable[..., Any]:
    """Return the autograd function of an operator whose kernel has no backward.

    It runs the kernel directly if no mode has to see the call: avoiding a second dispatch halves the time.
    """
    required, below = torch._C._any_requires_grad, torch._C._after_autograd_keyset  # noqa: SLF001 - as torch's own
    plain = _plain_keys()
    forward, enabled, go_on = torch.autograd.forward_ad, torch.is_grad_enabled, op.redispatch

    def body(keys: Any, *args: Any) -> Any:
        if (enabled() and required(*args)) or forward._current_level >= 0:  # noqa: SLF001
            refuse_gradients(key, [value for value in args if isinstance(value, torch.Tensor)])
        return run(*args) if keys.raw_repr() in plain else go_on(keys & below, *args)

    return body


@functools.cache
def _plain_keys() -> frozenset[int]:
    """The dispatch keys of an operator on tensors that only autograd and one device look at."""
    key, keys = torch._C.DispatchKey, torch._C.DispatchKeySet  # noqa: SLF001 - where torch's own operators find them
    return frozenset(
        keys(getattr(key, device)).add(getattr(key, f"Autograd{device}")).raw_repr()
        for device in ("CPU", "CUDA")
    )


class _Overload(torch._ops.OpOverload):  # type: ignore[misc, name-defined]  # noqa: SLF001 - torch's own kind
    """An overload as Python calls it, the code that Inductor generates too.

    A call that the kernel's launcher knows goes to it from native code, past torch's dispatcher. All others
    take the dispatcher: those of C++ and those that torch must see among them.
    """

    def __init__(self, key: str, found: Any) -> None:
        super().__init__(found._overloadpacket, found._op, found._op_dk, found._schema, found._tags)  # noqa: SLF001
        self._callee = key
        self._inputs = len(callee(key).signature.inputs)
        self._parameters = tuple(parameter.name for parameter in found._schema.arguments)  # noqa: SLF001
        self._numbers = tuple(name for name, *_ in number_names(key))
        self._texts: dict[str, dict[str, Any]] = {"": {}}
        self._target: Any = None

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        return untraced(_Overload._dispatch)(self, args, kwargs)

    def __copy__(self) -> _Overload:
        return self  # there is one

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[str, str]]:
        return _find_overload, (self._callee, self._overloadname)

    def _dispatch(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        made = self._op(*args, **kwargs)
        self._learn({**dict(zip(self._parameters, args, strict=False)), **kwargs})
        return made

    def _learn(self, given: Mapping[str, Any]) -> None:
        """Have native code make the next call like this one, if the kernel has a launcher there."""
        known = callee(self._callee).launcher
        if not isinstance(known, launching.Launcher):
            return
        text = given.get(self._parameters[self._inputs + len(self._numbers)], "")
        if text not in self._texts and "engine" not in (words := read(text)):
            self._texts[text] = words
        if self._target is None or self._target.launcher is not known:
            self._target = launching.Operator(
                known, self._inputs, self._parameters, self._numbers, self._texts
            )
            set_native_target(self, self._target)


def _find_overload(key: str, name: str) -> Any:
    """Return an overload of an operator, with a native call path if there is one."""
    packet = getattr(torch.ops.pyptx, key)
    found = getattr(packet, name)
    if launching is not None and name in ("default", "into") and not isinstance(found, _Overload):
        found = native_callable(_Overload)(key, found)
        setattr(packet, name, found)
    return found


class _Body:
    """The body of an operator's overloads; it names the kernel, which may be freed before it."""

    def __init__(self, key: str, signature: Signature) -> None:
        self.key = key
        self.signature = signature
        self.numbers = sorted_numbers(signature)
        self.inputs = len(signature.inputs)
        self.named = self.inputs + len(self.numbers)
        self.takes_numbers = bool(self.numbers)

    def parameters(self, real: str) -> tuple[list[str], list[str], list[str]]:
        """The parameters of the schema: inputs, numbers and template arguments, outputs to write.

        Args:
            real: The type of numbers that are floats.
        """
        marks = itertools.count()
        names = _distinct(
            [array.name for array in self.signature.inputs]
            + [number.name for number in self.numbers]
            + ["template"]
            + self.output_names()
        )
        inputs = [
            f"Tensor{f'(a{next(marks)}!)' if array.name in self.signature.mutates else ''} {name}"
            for array, name in zip(self.signature.inputs, names, strict=False)
        ]
        numbers = [
            f"{'SymInt' if number.integer else real}{f' {name}' if number.required else f'? {name}=None'}"
            for number, name in zip(self.numbers, names[self.inputs :], strict=False)
        ]
        outputs = [f"Tensor(a{next(marks)}!) {name}" for name in names[self.named + 1 :]]
        return inputs, [*numbers, f"str {names[self.named]}=''"], outputs

    def output_names(self) -> list[str]:
        """Names of the outputs as parameters; a single one is ``out``."""
        names = [array.name for array in self.signature.outputs]
        return ["out"] if len(names) == 1 else names

    def options(self, args: Sequence[Any]) -> dict[str, Any]:
        """Return the keyword arguments of the call from `args`."""
        given = read(args[self.named]) if len(args) > self.named else {}
        if not self.takes_numbers:
            return given
        values = zip(self.numbers, args[self.inputs : self.named], strict=False)
        return {**given, **{number.name: number_of(value) for number, value in values if value is not None}}

    def result(self, made: Sequence[Any]) -> Any:
        """Return the result as the schema has it."""
        return made[0] if len(made) == 1 else tuple(made) or None

    # One call

    def run(self, *args: Any) -> Any:
        """Run and return new outputs."""
        made = () if self.inputs else self._fakes(args, "", ())
        return self.result(callee(self.key).run(args[: self.inputs], made, self.options(args)))

    def run_fake(self, *args: Any) -> Any:
        """Check inputs, which may have no memory; return outputs without memory."""
        return self.result(self._fakes(args, "", ()))

    def run_vmap(self, info: Any, dims: Sequence[int | None], *args: Any) -> Any:
        """Run for each example; see `torch.library.register_vmap`."""
        tensors, copied, mask = self._in_front(args[: self.inputs], dims, info.batch_size)
        rest = args[self.inputs : self.named + 1]
        rest = (*rest, *(None,) * (self.named - self.inputs - len(rest)))
        template = rest[-1] if len(args) > self.named else ""
        if any(dim is not None for dim in dims[self.inputs : self.named]):
            raise LaunchError(f"{self.key}: a launch scalar is the same for all examples of a batch")
        numbers = [number_of(value) for value in rest[: self.named - self.inputs]]
        made = getattr(torch.ops.pyptx, self.key).batch(*tensors, *numbers, template, info.batch_size, mask)
        for original, copy in copied:
            original.copy_(copy)
        return made, _in_front_of(made)

    # Into outputs of the caller

    def into(self, *args: Any) -> None:
        """Run and write the passed outputs."""
        split = self.named + 1
        callee(self.key).run(args[: self.inputs], args[split:], self.options(args[:split]))

    def into_fake(self, *args: Any) -> None:
        """Check tensors without memory, and write nothing."""
        tensors = (*args[: self.inputs], *args[self.named + 1 :])
        self._device(tensors)
        self._output_shapes(args[: self.named + 1], tensors, "")

    def into_vmap(self, info: Any, dims: Sequence[int | None], *args: Any) -> Any:
        """Run for each example, and copy the results."""
        split = self.named + 1
        if any(dim is None for dim in dims[split:]):
            raise LaunchError(
                f"{self.key}: the inputs are batched, but an output passed as out= is not; "
                "let the call allocate it"
            )
        made, _ = self.run_vmap(info, dims[:split], *args[:split])
        results = (made,) if isinstance(made, torch.Tensor) else made
        for given, dim, result in zip(args[split:], dims[split:], results, strict=True):
            given.movedim(dim, 0).copy_(result)
        return None, None

    # A batch

    def batch(self, *args: Any) -> Any:
        """Run for each example."""
        *given, size, mask = args
        if size == 0:
            return self.batch_fake(*args)
        chosen = [flag == "1" for flag in mask]
        made = callee(self.key).run_batch(given[: self.inputs], chosen, size, self.options(given))
        return self.result(made)

    def batch_fake(self, *args: Any) -> Any:
        """Check inputs, which may have no memory; return outputs without memory."""
        *given, size, mask = args
        return self.result(self._fakes(given, mask, (size,)))

    def batch_vmap(self, info: Any, dims: Sequence[int | None], *args: Any) -> Any:
        """A batch of batches is one batch of their product."""
        *given, size, mask = args
        tensors, copied, outer = self._in_front(given[: self.inputs], dims, info.batch_size)
        flat, merged = [], ""
        for tensor, is_outer, is_inner in zip(tensors, outer, mask, strict=True):
            if is_outer == is_inner == "0":
                flat.append(tensor)
                merged += "0"
                continue
            whole = tensor if is_outer == "1" else tensor.unsqueeze(0).expand(info.batch_size, *tensor.shape)
            if is_inner == "0":
                whole = whole.unsqueeze(1).expand(info.batch_size, size, *whole.shape[1:])
            flat.append(whole.reshape(info.batch_size * size, *whole.shape[2:]))
            merged += "1"
        for array, is_outer, is_inner in zip(self.signature.inputs, outer, mask, strict=True):
            if array.name in self.signature.mutates and is_outer != is_inner:
                raise LaunchError(
                    f"{self.key}: an input it writes to, {array.name}, is not batched as others are"
                )
        op = getattr(torch.ops.pyptx, self.key).batch
        made = op(*flat, *given[self.inputs :], info.batch_size * size, merged)
        for original, copy in copied:
            original.copy_(copy)
        many = () if made is None else (made,) if isinstance(made, torch.Tensor) else made
        parts = self.result([one.unflatten(0, (info.batch_size, size)) for one in many])
        return parts, _in_front_of(parts)

    def _in_front(
        self, tensors: Sequence[Any], dims: Sequence[int | None], size: int
    ) -> tuple[list[Any], list[tuple[Any, Any]], str]:
        """The tensors with the batch first, copies that must go back to them, and which have a batch."""
        refuse_gradients(self.key, tensors)
        laid, copied, mask = [], [], ""
        for array, tensor, dim in zip(self.signature.inputs, tensors, dims, strict=False):
            mask += "0" if dim is None else "1"
            if dim is None:
                if array.name in self.signature.mutates and size > 1:
                    raise LaunchError(
                        f"{self.key}: other inputs are batched, but {array.name}, which it writes to, is not"
                    )
                laid.append(tensor)
                continue
            moved = tensor.movedim(dim, 0)
            memory = reversed_dims(moved, array)
            dense = memory.is_contiguous()
            ready = moved if dense else reversed_dims(memory.contiguous(), array)
            if array.name in self.signature.mutates and not dense:
                copied.append((moved, ready))
            laid.append(ready)
        return laid, copied, mask

    def _fakes(self, args: Sequence[Any], mask: str, batch: tuple[Any, ...]) -> list[Any]:
        device = self._device(args[: self.inputs])
        made = self._output_shapes(args, args[: self.inputs], mask)
        return [
            empty((*batch, *shape), dtype, device, array)
            for (shape, dtype), array in zip(made, self.signature.outputs, strict=True)
        ]

    def _output_shapes(self, args: Sequence[Any], tensors: Sequence[Any], mask: str) -> Any:
        """Shape and dtype of each output of a call with `tensors`, of which `mask` marks the batches."""
        arrays = (*self.signature.inputs, *self.signature.outputs)
        sizes: dict[str, Any] = {}
        infos = []
        for array, tensor, flag in zip(arrays, tensors, mask or "0" * len(tensors), strict=False):
            shape = tensor.shape[int(flag) :]
            known = [
                _comparable(size, sizes.setdefault(dim, size) if isinstance(dim, str) else dim)
                for size, dim in zip(shape, array.dims or (), strict=False)
            ]
            infos.append(describe_fake(tensor, (*known, *shape[len(known) :]), example=flag == "1"))
        settled = [None if isinstance(value, torch.Tensor) else value for value in args[self.inputs :]]
        return callee(self.key).output_shapes(infos, self.options([*args[: self.inputs], *settled]))

    def _device(self, tensors: Sequence[Any]) -> Any:
        """The device that all tensors share."""
        names = [array.name for array in (*self.signature.inputs, *self.signature.outputs)]
        for name, tensor in zip(names, tensors, strict=False):
            if tensor.device != tensors[0].device:
                raise LaunchError(
                    f"argument {name} is on {tensor.device}, but argument {names[0]} is on "
                    f"{tensors[0].device}"
                )
        return tensors[0].device if tensors else torch.device("cpu")


def _comparable(size: Any, wanted: Any) -> Any:
    """A size to compare with the wanted one: that one, where only a launch can compare them."""
    return wanted if unbacked(size) or unbacked(wanted) else size


def number_of(value: Any) -> Any:
    """Return the number that a tensor without dimensions holds; any other value itself."""
    return value.item() if isinstance(value, torch.Tensor) else value


def _in_front_of(made: Any) -> Any:
    """Return the batch dimension of each result, in the structure of the results."""
    return None if made is None else 0 if isinstance(made, torch.Tensor) else (0,) * len(made)


def empty(shape: Sequence[Any], dtype: str, device: Any, array: Array) -> Any:
    """Return a tensor for an output, a batch in front of its dimensions or not."""
    rank = len(array.dims or ())
    sizes = (
        [*shape[: len(shape) - rank], *reversed(shape[len(shape) - rank :])] if array.column_major else shape
    )
    return reversed_dims(torch.empty(tuple(sizes), dtype=DTYPES[dtype], device=device), array)


def reversed_dims(tensor: Any, array: Array) -> Any:
    """Return a column-major tensor with its dimensions the other way round, those of a batch aside."""
    if not array.column_major:
        return tensor
    front = tensor.ndim - len(array.dims or ())
    return tensor.permute(*range(front), *range(tensor.ndim - 1, front - 1, -1))


def sorted_numbers(signature: Signature) -> list[Any]:
    """Return the numbers of a kernel in the order of its schema: required ones first."""
    return sorted(signature.numbers, key=lambda number: not number.required)


def _distinct(names: Sequence[str]) -> list[str]:
    """The names as a schema can have them: each once, and none that means something there."""
    made: list[str] = []
    for name in names:
        word = name.strip("_%$") or "x"
        while word in made or word in _TAKEN:
            word += "_"
        made.append(word)
    return made


_define_differentiable()
