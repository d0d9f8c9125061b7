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
``by_tensor``, ``into_by_tensor``, ``batch_by_tensor``
    Like ``default``, ``into`` and ``batch``, with floats as tensors without dimensions. A graph has such
    values as tensors, or leaves them open, because torch has no symbols for floats in schemas.

Importing this module imports torch.
"""

from __future__ import annotations

import functools
import importlib.util
import math
import sys
import threading
from typing import TYPE_CHECKING, Any

from pyptx.errors import LaunchError
from pyptx.runtime import graphs
from pyptx.runtime.extension import launching
from pyptx.runtime.graphs import callee, capturing, constant, pair_called, untraced
from pyptx.runtime.native_calls import native_callable, set_native_target
from pyptx.runtime.needs import require
from pyptx.runtime.operator_bodies import Body, names_of, number_names, refuse_gradients
from pyptx.runtime.operator_of_pairs import define_differentiable
from pyptx.runtime.spelling import read, spell
from pyptx.runtime.torch import (
    NESTED,
    follows_gradient,
    has_value,
    refuse_gradients_of_numbers,
    refuse_tangents,
    without_second,
)
from pyptx.types import PtxType

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pyptx.runtime.graphs import Array

torch = require("torch")

_library = torch.library.Library("pyptx", "DEF")
_operators: dict[str, Any] = {}
_fragments: dict[str, Any] = {}
_defining = threading.RLock()
_pending: set[str] = set()
"""Operators that are being defined: torch queries whether they exist."""


def call(
    kernel: str,
    inputs: Sequence[Any],
    outputs: Sequence[Any],
    words: Mapping[str, Any],
    numbers: Mapping[str, Any],
) -> Any:
    """Call a kernel by its operator.

    Args:
        kernel: Its number in this process.
        inputs: Its inputs.
        outputs: Outputs that the caller allocated; none where the call allocates them.
        words: Template arguments, and ``engine``.
        numbers: Launch scalars and sizes of dimensions; their values may be symbols.

    Raises:
        LaunchError: Autograd would have to differentiate through it, or an argument does not fit.
    """
    if not torch.compiler.is_dynamo_compiling() and not outputs and follows_gradient(inputs):
        return without_second(lambda *tensors: call(kernel, tensors, (), words, numbers), inputs)
    key = defined(kernel)
    refuse_gradients(key, (*inputs, *outputs))
    refuse_gradients_of_numbers(names_of(key)[0], numbers)
    for array, tensor in zip(names_of(key)[1:], (*inputs, *outputs), strict=False):
        if isinstance(tensor, torch.Tensor) and tensor.is_nested:
            raise LaunchError(f"argument {array} {NESTED}")
    wanted = number_names(key)
    for name, needed, _ in wanted:
        if needed and name not in numbers:
            raise LaunchError(f"{key}: launch scalar {name} is missing; pass {name}=…")
    by_tensor = bool([name for name, _, real in wanted if real and is_open(numbers.get(name))])
    given = [number(numbers.get(name), by_tensor and real) for name, _, real in wanted]
    found = getattr(torch.ops.pyptx, key)
    text = spell_words(*[(name, settle_symbols(value)) for name, value in words.items()])
    if len(outputs) > 0:
        into = found.into_by_tensor if by_tensor else found.into
        into(*inputs, *given, text, *outputs)
        return outputs[0] if len(outputs) == 1 else tuple(outputs)
    made = found.by_tensor if by_tensor else found.default
    return made(*inputs, *given, text)


def call_differentiable(kernel: str, inputs: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    """Call a kernel that has a gradient kernel, in a graph: as one operator, which autograd differentiates.

    Args:
        kernel: The number of the `DifferentiableKernel` in this process.
        inputs: Tensors.
        kwargs: Further arguments of the forward kernel.

    Raises:
        LaunchError: An input is not a tensor.
    """
    pair = _name_of_pair(kernel)
    for position, value in enumerate(inputs):
        if not isinstance(value, torch.Tensor):
            raise LaunchError(
                f"{_pair_name(pair)}: argument {position} is {value!r}; in a graph it takes tensors by "
                "position, and all else by keyword"
            )
    refuse_tangents(_pair_name(pair), inputs)
    refuse_gradients_of_numbers(_pair_name(pair), kwargs)
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
    # Without this function torch's tracer specialises floats itself, and refuses those that must not be.
    is_static = getattr(torch.fx.experimental.symbolic_shapes, "has_static_value", None)
    return is_static is not None and not is_static(number)


def number(value: Any, by_tensor: bool) -> Any:
    """Return a number as an operator argument: a number, or a tensor without dimensions."""
    if isinstance(value, torch.Tensor):
        if value.numel() != 1:
            raise LaunchError(f"a launch scalar is one number, not a tensor of shape {tuple(value.shape)}")
        return value if by_tensor else value.item()
    # torch.compile turns a product with a tensor into one of tensors, which is valid for all values.
    return torch.ones((), dtype=torch.float64) * value if by_tensor else value


def scalar_of(function: str, name: str, value: Any) -> Any:
    """Return the number in a tensor; the tensor itself if a graph gives it a value later.

    Raises:
        LaunchError: Autograd would differentiate with respect to it, or it is a batch of `torch.vmap`.
    """
    refuse_gradients_of_numbers(function, {name: value})
    if capturing():
        return value
    if torch._C._functorch.is_batchedtensor(value):  # noqa: SLF001 - as torch.func itself
        raise LaunchError(
            f"argument {name} of {function} is the same for all examples of a batch of torch.vmap"
        )
    return value.item() if has_value(value) else value


def above_zero(value: Any) -> Any:
    """Return a number whose sign the graph will not guard as a tensor that is NaN unless it is above 0."""
    if not isinstance(value, torch.Tensor):
        known = torch.fx.experimental.symbolic_shapes.guard_or_false
        if not is_symbol(value) or known(value > 0) or known(value <= 0):
            return value
        value = number(value, by_tensor=True)
    return torch.where(value > 0, value, math.nan)


def settle_symbols(value: Any) -> Any:
    """Return a template argument with its symbols replaced by numbers, for a trace."""
    if isinstance(value, (int, float, torch.SymInt, torch.SymFloat)) and not isinstance(value, bool):
        return torch.fx.experimental.symbolic_shapes.guard_scalar(value) if is_symbol(value) else value
    if isinstance(value, (tuple, list)):
        return type(value)([settle_symbols(item) for item in value])
    if isinstance(value, dict):
        return {settle_symbols(name): settle_symbols(item) for name, item in value.items()}
    return value


@constant
def _name_of_pair(number: str) -> str:
    """Return the name of the pair with a number."""
    return graphs.name_of_pair(number)


@constant
def _pair_name(pair: str) -> str:
    """Return the name of a kernel that has a gradient kernel."""
    return str(pair_called(pair).__name__)


@constant
def inside_transform() -> bool:
    """Whether a transform may differentiate the captured calls: the tensors inside of it do not show that."""
    return torch._C._functorch.peek_interpreter_stack() is not None  # noqa: SLF001 - as torch.func itself


@constant
def defined(number: str) -> str:
    """Return the name of the operator of the kernel with a number, which exists from now on."""
    key = graphs.name_of(number)
    operator(key)
    if "torch.distributed.tensor" in sys.modules:
        _shard(key)
    return key


@functools.cache
def _shard(key: str) -> None:
    """Register with DTensor how the tensors of a kernel may be sharded: along parallel dimensions only."""
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
def spell_words(*words: tuple[str, Any]) -> str:
    """Return template arguments as text."""
    return spell(dict(words))


def register_all() -> None:
    """Define the operators of all kernels of this process: torch looks for some past Python."""
    for kernel in graphs.kernels.objects().values():
        operator(graphs.kernels.name(kernel))


class _UnknownKernelError(LaunchError, AttributeError):
    """An operator that a graph calls, of a kernel that this process does not have."""


class _Operators(torch._ops._OpNamespace):  # type: ignore[misc, name-defined]  # noqa: SLF001 - torch's own kind
    """`torch.ops.pyptx`: each operator exists from its first use on.

    The code of a graph that torch found in a cache calls operators that nothing in this process has called,
    such as that of a gradient.
    """

    __module__ = torch._ops._OpNamespace.__module__  # noqa: SLF001 - operators are found there

    def __getattr__(self, name: str) -> Any:
        try:
            return super().__getattr__(name)
        except AttributeError:
            if name.startswith("_"):
                raise
        with _defining:
            if name in _pending:
                raise AttributeError(name)
            try:
                operator(name)
            except LaunchError as error:
                raise _UnknownKernelError(str(error)) from None
        return super().__getattr__(name)


def operator(key: str) -> Any:
    """Return the operator of the kernel registered under `key`, which is defined from now on."""
    with _defining:
        if key not in _operators:
            fragment = torch.library.Library("pyptx", "FRAGMENT")
            _pending.add(key)
            try:
                _operators[key] = _define_operator(fragment, key)
            except BaseException:  # Ctrl-C, too: another call defines it again
                fragment._destroy()  # noqa: SLF001 - what the end of a library does
                raise
            finally:
                _pending.discard(key)
            _fragments[key] = fragment
        return _operators[key]


def _define_operator(fragment: Any, key: str) -> Any:
    """Define the operator of a kernel in a library, and return it."""
    define = functools.partial(_define_overload, fragment)
    signature = callee(key).signature
    body = Body(key, signature)
    count = len(signature.outputs)
    made = "Tensor" if count == 1 else f"({', '.join(['Tensor'] * count)})"
    reals = {"float": ("", ".batch", ".into")}
    if not all(number.integer for number in signature.numbers):
        reals["Tensor"] = (".by_tensor", ".batch_by_tensor", ".into_by_tensor")
    for real, (one, batch, into) in reals.items():
        inputs, numbers, outputs = body.parameters(real)
        every = [*inputs, *(text.partition("=")[0] for text in numbers)]
        define(f"{key}{one}", [*inputs, *numbers], made, body.run, body.run_fake, body.run_vmap)
        define(f"{key}{batch}", [*every, "SymInt size", "str batched"], made,
                body.batch, body.batch_fake, body.batch_vmap)  # fmt: skip
        if outputs:
            define(f"{key}{into}", [*every, *outputs], "()", body.into, body.into_fake, body.into_vmap)
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
    """The dispatch keys of an operator on tensors that only autograd and one device handle."""
    key, keys = torch._C.DispatchKey, torch._C.DispatchKeySet  # noqa: SLF001 - where torch's own operators find them
    return frozenset(
        keys(getattr(key, device)).add(getattr(key, f"Autograd{device}")).raw_repr()
        for device in ("CPU", "CUDA")
    )


class _Overload(torch._ops.OpOverload):  # type: ignore[misc, name-defined]  # noqa: SLF001 - torch's own kind
    """An overload as Python calls it, the code that Inductor generates too.

    Native code passes a call with a known signature to the kernel's launcher, without torch's dispatcher.
    Other calls take the dispatcher, also those from C++ and those that torch must see.
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


torch.ops.pyptx = _Operators("pyptx")
define_differentiable(_library)
