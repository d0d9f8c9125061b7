"""The problems of the benchmarks: their sizes, inputs, references, and the solutions of other libraries.

Each generator yields a `Case` for each size, in order of value, with a rival from torch, those of other
packages if they are installed, and the kernels that a script gives, each as a function that builds it.
"""

from __future__ import annotations

import importlib
import importlib.util
from dataclasses import dataclass
from functools import cache, partial
from itertools import product
from math import prod
from pathlib import Path
from runpy import run_path
from typing import TYPE_CHECKING, Any

import torch
from comparison import Case, Place
from torch.nn import functional

from pyptx.types import bf16, f32

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    Builders = Mapping[str, Callable[..., Any]]

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
E2M1 = [sign * size for sign in (1, -1) for size in (0, 0.5, 1, 1.5, 2, 3, 4, 6)]
"""The numbers of this type, by their codes."""
EPS = 1e-6
TYPES = {torch.float32: f32, torch.bfloat16: bf16}
"""Element types of the kernels over rows."""
HIDDEN, TOKENS = 2048, 16384
"""Columns of all heads of attention together, and rows of all sequences together."""


def built(builders: Builders, *sizes: int, **options: Any) -> dict[str, Callable[..., torch.Tensor]]:
    """Return the kernels of some builders, by name; of several outputs they return the first."""
    return {name: first_of(build(*sizes, **options)) for name, build in builders.items()}


@cache
def example(path: str) -> dict[str, Any]:
    """Return the names of a file of `examples`."""
    return run_path(str(EXAMPLES / path))


def installed(module: str, name: str) -> Any:
    """Return a function of another package, or None where the package is missing."""
    parents = module.split(".")
    for depth in range(1, len(parents) + 1):
        if importlib.util.find_spec(".".join(parents[:depth])) is None:
            return None
    return getattr(importlib.import_module(module), name)


def first_of(call: Callable[..., Any]) -> Callable[..., torch.Tensor]:
    """Return a function of the same arguments that returns the first output."""

    def first(*inputs: torch.Tensor, **options: Any) -> torch.Tensor:
        made = call(*inputs, **options)
        return made[0] if isinstance(made, tuple) else made

    return first


def uniform(
    shapes: Sequence[tuple[int, ...]], generator: torch.Generator, *, dtype: torch.dtype = torch.bfloat16
) -> tuple[torch.Tensor, ...]:
    """Return arrays of numbers in [-1, 1]."""
    device = generator.device
    return tuple(
        (torch.rand(shape, generator=generator, device=device) * 2 - 1).to(dtype) for shape in shapes
    )


def in_f64(function: Callable[..., torch.Tensor], *inputs: torch.Tensor) -> torch.Tensor:
    """Return a function's results for the same numbers in f64."""
    return function(*(tensor.double() for tensor in inputs))


class BestOfHeuristics:
    """A GEMM by the fastest of cuBLASLt's candidates, through nvmath-python."""

    def __init__(self, matmul: Any) -> None:
        """Choose at the first call."""
        self._matmul = matmul
        self._chosen: Any = None

    def __call__(self, a: torch.Tensor, b_t: torch.Tensor) -> torch.Tensor:
        """Return `a @ b_t.T`."""
        if self._chosen is None:
            self._chosen = self._matmul(a, b_t.T)
            self._chosen.plan()
            self._chosen.autotune()
        self._chosen.reset_operands(a=a, b=b_t.T)
        made: torch.Tensor = self._chosen.execute()
        return made


def gemms(place: Place, builders: Builders) -> Iterator[Case]:
    """Yield GEMMs of two square bf16 matrices, the second transposed."""
    for size in (64,) if place.dry else (4096, 8192, 2048):
        rivals: dict[str, Any] = {"cuBLASLt (torch)": lambda a, b_t: torch.matmul(a, b_t.T)}
        if matmul := installed("nvmath.linalg.advanced", "Matmul"):
            rivals["cuBLASLt (best of nvmath)"] = BestOfHeuristics(matmul)
        yield Case(
            f"GEMM bf16 {size}",
            partial(uniform, [(size, size)] * 2),
            lambda a, b_t: a.float() @ b_t.float().T,
            rivals | built(builders, size, size, size, arch=place.arch),
            flops=2 * size**3,
        )


def grouped_gemms(place: Place, builders: Builders) -> Iterator[Case]:
    """Yield grouped GEMMs in bf16: each group of rows has its own matrix."""
    sizes = [(8, 4096, 4096, 7168), (8, 2048, 64, 2048), (4, 2048, 256, 2048)]
    for groups, rows, n, k in [(2, 40, 64, 64)] if place.dry else sizes:
        yield Case(
            f"grouped GEMM bf16 {groups} groups of {rows} x {n} x {k}",
            partial(groups_of_rows, groups, rows, n, k),
            products_of_groups,
            {"grouped_mm (torch)": lambda a, b, ends: functional.grouped_mm(a, b.transpose(1, 2), offs=ends)}
            | built(builders, groups * rows, groups, n, k, sms=place.sms, arch=place.arch),
            flops=2 * groups * rows * n * k,
        )


def groups_of_rows(
    groups: int, rows: int, n: int, k: int, generator: torch.Generator
) -> tuple[torch.Tensor, ...]:
    """Return A, the matrices B, and where the rows of each group end."""
    ends = torch.arange(1, groups + 1, dtype=torch.int32, device=generator.device) * rows
    return *uniform([(groups * rows, k), (groups, n, k)], generator), ends


def products_of_groups(a: torch.Tensor, b_t: torch.Tensor, ends: torch.Tensor) -> torch.Tensor:
    """Return the product of each group of rows with its matrix."""
    parts = a.tensor_split(ends[:-1].tolist())
    return torch.cat([part.float() @ b.float().T for part, b in zip(parts, b_t, strict=True)])


def scaled_gemms(place: Place, build: Callable[..., Any]) -> Iterator[Case]:
    """Yield GEMMs with block scales, in each format of `gemm_block_scaled.py`."""
    for size in (64,) if place.dry else (8192,):
        for name, form in example("blackwell/gemm_block_scaled.py")["FORMATS"].items():
            problem = ScaledProblem(size, form)
            rivals: dict[str, Any] = {}
            if not place.dry and name != "mxfp4":  # torch has none for mxfp4 on these cards, nor for a CPU
                rivals["scaled_mm (torch)"] = problem.multiply
            ours = built(
                {"pyptx": partial(build, numbers=name)}, size, size, size, sms=place.sms, arch=place.arch
            )
            yield Case(
                f"GEMM {name} {size}", problem.inputs, problem.reference, rivals | ours, flops=2 * size**3
            )


class ScaledProblem:
    """A GEMM of two square matrices with block scales.

    The factors have the order that the kernels of this project and cuBLASLt share.
    """

    def __init__(self, size: int, form: Any) -> None:
        """Take a number of rows and a format."""
        self.size, self.form = size, form
        self.packs = form.per_byte == 2
        self.e8m0 = form.block == 32
        self.atoms = -(-size // (4 * form.block))
        self.factor = torch.float8_e8m0fnu if self.e8m0 else torch.float8_e4m3fn

    def inputs(self, generator: torch.Generator) -> tuple[torch.Tensor, ...]:
        """Return A, the transpose of B, and the factors of both."""
        factors = [self._factors(generator) for _ in range(2)]
        if not self.packs:
            square = self.size, self.size
            return *uniform([square] * 2, generator, dtype=torch.float8_e4m3fn), *factors
        packed = [bytes_between(0, 256, generator, self.size, self.size // 2) for _ in range(2)]
        return *packed, *factors

    def _factors(self, generator: torch.Generator) -> torch.Tensor:
        """Powers of two from 1/8 to 8, or numbers from 1/2 to 2."""
        low, high = (124, 131) if self.e8m0 else (0x30, 0x40)
        return bytes_between(low, high, generator, -(-self.size // 128), self.atoms, 512).view(torch.uint32)

    def reference(
        self, a: torch.Tensor, b_t: torch.Tensor, sfa: torch.Tensor, sfb: torch.Tensor
    ) -> torch.Tensor:
        """Return the product in f32."""
        return self._decoded(a, sfa) @ self._decoded(b_t, sfb).T

    def _decoded(self, values: torch.Tensor, packed: torch.Tensor) -> torch.Tensor:
        plain = values.float()
        if self.packs:
            halves = torch.stack((values & 15, values >> 4), -1).reshape(self.size, self.size)
            plain = torch.tensor(E2M1, device=values.device)[halves.long()]
        lanes = packed.view(torch.uint8).reshape(-1, self.atoms, 32, 4, 4).permute(0, 3, 2, 1, 4)
        factors = lanes.reshape(-1, 4 * self.atoms).contiguous().view(self.factor).float()
        return plain * factors.repeat_interleave(self.form.block, 1)[: self.size, : self.size]

    def multiply(
        self, a: torch.Tensor, b_t: torch.Tensor, sfa: torch.Tensor, sfb: torch.Tensor
    ) -> torch.Tensor:
        """Return torch's product."""
        kinds = functional.ScalingType
        recipe = kinds.BlockWise1x32 if self.e8m0 else kinds.BlockWise1x16
        swizzle = functional.SwizzleType.SWIZZLE_32_4_4
        element = torch.float4_e2m1fn_x2 if self.packs else torch.float8_e4m3fn
        scales = [packed.view(self.factor).flatten() for packed in (sfa, sfb)]
        return functional.scaled_mm(
            a.view(element), b_t.view(element).T, scales[0], recipe, scales[1], recipe, swizzle, swizzle,
            output_dtype=torch.bfloat16,
        )  # fmt: skip


def fp8_gemms(place: Place, build: Callable[..., Any]) -> Iterator[Case]:
    """Yield products of e4m3 with a scale for each row of A and block of B, every 128 of K."""
    for rows, n, k in [(64, 72, 144)] if place.dry else [(4096, 7168, 16384), (8192, 8192, 8192)]:
        rivals: dict[str, Any] = {} if place.dry else {"scaled_mm (torch)": multiply_blocks}
        ours = {"pyptx": build(sms=place.sms, arch=place.arch)}
        inputs = partial(scaled_blocks, rows, n, k)
        name = f"GEMM fp8 {rows} x {n} x {k}"
        yield Case(name, inputs, product_of_blocks, rivals | ours, flops=2 * rows * n * k)


def scaled_blocks(rows: int, n: int, k: int, generator: torch.Generator) -> tuple[torch.Tensor, ...]:
    """Return A and its scales, B and its scales."""
    a, b_t = uniform([(rows, k), (n, k)], generator, dtype=torch.float8_e4m3fn)
    blocks, high = -(-k // 128), -(-n // 128)
    of_a, of_b = uniform([(blocks, rows), (high, blocks)], generator, dtype=torch.float32)
    return a, of_a + 1.5, b_t, of_b + 1.5


def product_of_blocks(
    a: torch.Tensor, of_a: torch.Tensor, b_t: torch.Tensor, of_b: torch.Tensor
) -> torch.Tensor:
    """Return the product in f32."""
    (n, k), spread = b_t.shape, of_b.repeat_interleave(128, 0).repeat_interleave(128, 1)
    left = a.float() * of_a.T.repeat_interleave(128, 1)[:, :k]
    return left @ (b_t.float() * spread[:n, :k]).T


def multiply_blocks(
    a: torch.Tensor, of_a: torch.Tensor, b_t: torch.Tensor, of_b: torch.Tensor
) -> torch.Tensor:
    """Return torch's product."""
    kinds = functional.ScalingType
    return functional.scaled_mm(
        a, b_t.T, of_a.T, kinds.BlockWise1x128, of_b.T, kinds.BlockWise128x128, output_dtype=torch.bfloat16
    )


def bytes_between(low: int, high: int, generator: torch.Generator, *shape: int) -> torch.Tensor:
    """Return bytes from `low` on, below `high`."""
    return torch.randint(low, high, shape, generator=generator, device=generator.device, dtype=torch.uint8)


def attentions(place: Place, builders: Builders) -> Iterator[Case]:
    """Yield attention forward in bf16, where all sequences together have `TOKENS` rows."""
    sizes = [(TOKENS, 128), (4096, 128), (TOKENS, 64), (4096, 64)]
    for rows, width in [(40, 64)] if place.dry else sizes:
        heads = 1 if place.dry else HIDDEN // width * (TOKENS // rows)
        for causal in (False, True):
            rivals: dict[str, Any] = {"SDPA (torch)": partial(torch_attention, causal=causal)}
            for name, module in PUBLIC_ATTENTION.items():
                if call := installed(module, "flash_attn_func"):
                    rivals[name] = partial(public_attention, call, causal=causal)
            yield Case(
                f"attention bf16 {heads} heads of {rows} x {width}{', causal' if causal else ''}",
                partial(uniform, [(heads, rows, width)] * 3),
                partial(exact_attention, causal=causal),
                rivals | built(builders, heads, rows, rows, width, causal=causal, arch=place.arch),
                flops=4 * heads * rows * rows * width / (2 if causal else 1),
            )


def attention_gradients(place: Place, functions: Builders) -> Iterator[Case]:
    """Yield attention forward and backward in bf16; the output is the gradient of Q.

    `functions` and torch take (sequence, row, head, column).
    """
    for rows, width in [(40, 64)] if place.dry else [(TOKENS, 128), (4096, 128), (4096, 64)]:
        heads = 1 if place.dry else HIDDEN // width
        shape = 1 if place.dry else TOKENS // rows, rows, heads, width
        rivals = {"SDPA (torch)": grouped_attention} | dict(functions)
        yield Case(
            f"attention forward and backward bf16 {shape[0]} x {heads} heads of {rows} x {width}",
            partial(uniform, [shape] * 4),
            partial(gradient_of_queries, lambda *each: grouped_attention(*(x.float() for x in each))),
            {name: partial(gradient_of_queries, call) for name, call in rivals.items()},
            flops=14 * prod(shape) * rows,
        )


def gradient_of_queries(call: Callable[..., Any], *inputs: torch.Tensor) -> torch.Tensor:
    """Return the gradient of Q; those of K and V are computed, too."""
    q, k, v = (x.detach().requires_grad_() for x in inputs[:3])
    made = call(q, k, v)
    return torch.autograd.grad(made, (q, k, v), inputs[3].to(made.dtype))[0]


def decodes(place: Place, functions: Builders) -> Iterator[Case]:
    """Yield attention of one query over many keys, in bf16; memory bounds it."""
    sizes = [(1, 32, 8, 65536), (16, 32, 8, 8192), (64, 64, 8, 4096)]
    for batch, heads, shared, keys in [(1, 2, 1, 70)] if place.dry else sizes:
        yield Case(
            f"decode bf16 {batch} x {heads} heads on {shared}, {keys} keys x 128",
            partial(uniform, [(batch, 1, heads, 128), *[(batch, keys, shared, 128)] * 2]),
            lambda *each: grouped_attention(*(x.float() for x in each)),
            {"SDPA (torch)": grouped_attention} | dict(functions),
            bytes=4 * batch * keys * shared * 128,
        )


def grouped_attention(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    """Return torch's attention for (sequence, row, head, column)."""
    q, k, v = (x.transpose(1, 2) for x in (q, k, v))
    return functional.scaled_dot_product_attention(q, k, v, enable_gqa=True).transpose(1, 2)


PUBLIC_ATTENTION = {"FlashAttention-3": "flash_attn_interface", "FlashAttention-4": "flash_attn.cute"}
"""Modules with `flash_attn_func`, for (batch, row, head, column)."""


def torch_attention(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, *, causal: bool) -> torch.Tensor:
    """Return torch's attention for (head, row, column)."""
    return functional.scaled_dot_product_attention(q[None], k[None], v[None], is_causal=causal)[0]


def public_attention(call: Callable[..., Any], *inputs: torch.Tensor, causal: bool) -> torch.Tensor:
    """Return the attention of another package for (head, row, column)."""
    batch = (tensor.transpose(0, 1)[None] for tensor in inputs)
    return first_of(call)(*batch, causal=causal)[0].transpose(0, 1)


def exact_attention(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, *, causal: bool) -> torch.Tensor:
    """Return attention in f32, head by head: the scores of all heads together would not fit in memory."""
    rows, width = q.shape[1:]
    hidden = torch.ones(rows, rows, dtype=torch.bool, device=q.device).triu(1) & causal
    made = []
    for queries, keys, values in zip(q.float(), k.float(), v.float(), strict=True):
        scores = (queries @ keys.T * width**-0.5).masked_fill_(hidden, -torch.inf)
        made.append(scores.softmax(-1) @ values)
    return torch.stack(made)


@dataclass(frozen=True)
class RowKernel:
    """A kernel over rows.

    Attributes:
        builder: Its builder.
        function: The same in torch.
        dimensions: Dimensions of the inputs.
        quack: The same in QuACK.
        sized: Whether the builder takes the number of columns; else they are launch arguments, too.
    """

    builder: str
    function: Callable[..., torch.Tensor]
    dimensions: tuple[int, ...]
    quack: str | None = None
    sized: bool = True


ROW_KERNELS = {
    "rms_norm": RowKernel(
        "build_rms_norm", lambda x, w: functional.rms_norm(x, w.shape, w, EPS), (2, 1), "rmsnorm"
    ),
    "layer_norm": RowKernel(
        "build_layer_norm", lambda x, w, b: functional.layer_norm(x, w.shape, w, b), (2, 1, 1)
    ),
    "softmax": RowKernel("build_softmax", lambda x: x.softmax(-1), (2,), "softmax"),
    "swiglu": RowKernel(
        "build_fused_silu_mul", lambda gate, up: functional.silu(gate) * up, (2, 2), sized=False
    ),
}
"""The kernels over rows by the file that each folder of `examples` has."""


def row_kernels(place: Place, folder: str) -> Iterator[Case]:
    """Yield the kernels over rows of a folder of `examples`."""
    sizes = [(2, 256)] if place.dry else [(16384, 8192), (2048, 8192), (16384, 8191), (1024, 262144)]
    for (rows, columns), dtype in product(sizes, (torch.float32, torch.bfloat16)):
        for file, row_kernel in ROW_KERNELS.items():
            function = row_kernel.function
            shapes = [(rows, columns)[-dimension:] for dimension in row_kernel.dimensions]
            rivals: dict[str, Any] = {"torch": function}
            if not place.dry:
                rivals["torch.compile"] = torch.compile(function)
            if row_kernel.quack and (call := installed("quack", row_kernel.quack)):
                rivals["QuACK"] = call
            build = example(f"{folder}/{file}.py")[row_kernel.builder]
            options = {"dtype": TYPES[dtype], "arch": place.arch}
            ours = built({"pyptx": build}, *[columns] * row_kernel.sized, **options)
            yield Case(
                f"{file} {TYPES[dtype]} {rows} x {columns}",
                partial(uniform, shapes, dtype=dtype),
                partial(in_f64, function),
                rivals | ours,
                bytes=dtype.itemsize * (sum(map(prod, shapes)) + rows * columns),
                tolerance=1e-4 if dtype == torch.float32 else 1e-2,
            )
