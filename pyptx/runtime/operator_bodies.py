"""The bodies of the overloads of a kernel's torch operator: real calls, calls without memory, batches.

Importing this module imports torch.
"""

from __future__ import annotations

import itertools
import keyword
from typing import TYPE_CHECKING, Any

from pyptx.errors import LaunchError
from pyptx.runtime.graphs import callee, constant
from pyptx.runtime.needs import require
from pyptx.runtime.spelling import read
from pyptx.runtime.torch import DTYPES, describe_fake, differentiated, unbacked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.runtime.graphs import Array, Signature

torch = require("torch")

_TAKEN = (*keyword.kwlist, "self", "size", "batched", "Tensor", "SymInt", "float", "int", "str", "bool")


class Body:
    """The body of an operator's overloads. It has the kernel's name: the kernel may be freed first."""

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
            name = names_of(self.key)[0]
            raise LaunchError(f"{name}: a launch scalar is the same for all examples of a batch")
        numbers = rest[: self.named - self.inputs]
        made = self._batch_of(numbers)(*tensors, *numbers, template, info.batch_size, mask)
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
        rest = given[self.inputs :]
        made = self._batch_of(rest)(*flat, *rest, info.batch_size * size, merged)
        for original, copy in copied:
            original.copy_(copy)
        many = () if made is None else (made,) if isinstance(made, torch.Tensor) else made
        parts = self.result([one.unflatten(0, (info.batch_size, size)) for one in many])
        return parts, _in_front_of(parts)

    def _batch_of(self, numbers: Sequence[Any]) -> Any:
        """Return the overload for a batch of the kernel that takes these numbers: as tensors if one is."""
        found = getattr(torch.ops.pyptx, self.key)
        return found.batch_by_tensor if any(map(torch.is_tensor, numbers)) else found.batch

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
        """Shape and dtype of each output of a call with `tensors`; `mask` marks the batches among these."""
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


def refuse_gradients(key: str, tensors: Sequence[Any]) -> None:
    """Refuse tensors through which autograd would differentiate.

    Raises:
        LaunchError: There is one.
    """
    name, *arrays = names_of(key)
    for array, tensor in zip(arrays, tensors, strict=False):
        if differentiated(tensor):
            raise LaunchError(
                f"argument {array} of {name} requires grad or has a tangent, and the kernel "
                f"has no backward; call it under torch.no_grad(), pass {array}.detach(), or give it one with "
                "pyptx.differentiable_kernel"
            )


@constant
def names_of(key: str) -> tuple[str, ...]:
    """Return the names of the kernel, its inputs and its outputs."""
    found = callee(key)
    arrays = (*found.signature.inputs, *found.signature.outputs)
    return (found.name, *(array.name for array in arrays))


@constant
def number_names(key: str) -> tuple[tuple[str, bool, bool], ...]:
    """Return names of the numbers of a kernel's operator, whether each must be given, and is a float."""
    numbers = sorted_numbers(callee(key).signature)
    return tuple((number.name, number.required, not number.integer) for number in numbers)
