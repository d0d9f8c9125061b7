"""Compiled graphs and their gradients, for torch's caches: a script that runs them in several processes.

``cached_graphs.py FACTOR:NAME,... ...`` forks a process for each word, one after the other, before anything
is compiled: a fork need not load the compiler. The process compiles these cases in this order, checks each
against the same function without a compiler, and prints what torch found in its caches.
"""

from __future__ import annotations

import os
import sys
import threading
from typing import Any

import torch
import torch._inductor.compile_fx

import pyptx.kernels as library
from pyptx import Tile, differentiable_kernel, kernel, ptx, reg
from pyptx.types import f32, u32

# Torch's own operations are called, as the kernels are: a graph needs no compiler of C++ and no search for
# operations to fuse, which takes seconds to prepare.
torch._inductor.config.fallback_by_default = True
torch._inductor.config.pattern_matcher = False

V = Tile("N", f32)


def load(pointer: Any) -> Any:
    value = reg.scalar(f32)
    ptx.ld(f32, value, ptx.addr(pointer))
    return value


def make_product(factor: float, function: Any = None) -> Any:
    """Return `factor * A * B` as a kernel; all of them have one name."""

    @kernel(in_specs=(V, V), out_specs=(V,), grid=lambda N: N, name="product")
    def product(A: Any, B: Any, C: Any) -> None:
        i = reg.from_(ptx.special.ctaid.x(), u32) * 4
        pa, pb, pc = (pointer + i for pointer in ptx.global_ptrs(A, B, C))
        value = load(pa) * load(pb) * factor
        ptx.st(f32, ptx.addr(pc), value if function is None else function(value))

    return product


def paired_product() -> Any:
    """Return a product whose gradient is a kernel."""

    @kernel(in_specs=(V, V, V), out_specs=(V, V), grid=lambda N: N)
    def product_gradient(A: Any, B: Any, G: Any, DA: Any, DB: Any) -> None:
        i = reg.from_(ptx.special.ctaid.x(), u32) * 4
        a, b, grad, *gradients = (pointer + i for pointer in ptx.global_ptrs(A, B, G, DA, DB))
        for other, gradient in zip((b, a), gradients, strict=True):
            ptx.st(f32, ptx.addr(gradient), load(other) * load(grad))

    return differentiable_kernel(make_product(1.0), product_gradient)


def scaled_product(factor: float) -> Any:
    """Return `factor * a * b`, whose gradient makes its kernel when it is first computed."""
    made: dict[str, Any] = {}

    def backward(a: Any, b: Any, grad: Any) -> Any:
        times = made.setdefault("kernel", make_product(factor))
        return times(b, grad), times(a, grad)

    return differentiable_kernel(make_product(factor), backward)


def rescale(x: Any) -> Any:
    return x * FACTOR


def rescaled_product() -> Any:
    """Return a product whose gradient is Python code, which reads a global of another function."""
    product = make_product(1.0)
    return differentiable_kernel(product, lambda a, b, grad: (rescale(product(b, grad)), product(a, grad)))


def guarded_product() -> Any:
    """Return a product whose gradient reads an object that no other process can compare."""
    product, lock = make_product(1.0), threading.Lock()

    def backward(a: Any, b: Any, grad: Any) -> Any:
        with lock:
            return product(b, grad), product(a, grad)

    return differentiable_kernel(product, backward)


def vector(*shape: int, dtype: Any = torch.float32) -> Any:
    return torch.linspace(-1, 1, torch.Size(shape).numel()).reshape(shape).to(dtype)


def with_gradient(function: Any, *inputs: Any, **options: Any) -> Any:
    """Return a function's result and the gradients of its squares."""
    given = [x.clone().requires_grad_() for x in inputs]
    made = function(*given, **options)
    return made.detach(), *torch.autograd.grad((made.float() ** 2).sum(), given)


def without_gradient(function: Any, *inputs: Any, **options: Any) -> Any:
    return (function(*inputs, **options),)


FACTOR = 1.0
HALF = torch.float16
HEADS = vector(1, 8, 1, 64, dtype=HALF)
ROWS = vector(3, 48)
WEIGHT = vector(48)
MATRIX = vector(16, 16, dtype=HALF)
CAP = torch.tensor(0.75)
CASES: dict[str, Any] = {
    "one": (with_gradient, scaled_product(1.0), ROWS[0], ROWS[1]),
    "half": (with_gradient, scaled_product(0.5), ROWS[0], ROWS[1]),
    "pair": (with_gradient, paired_product(), ROWS[0], ROWS[1]),
    "rescaled": (with_gradient, rescaled_product(), ROWS[0], ROWS[1]),
    "guarded": (with_gradient, guarded_product(), ROWS[0], ROWS[1]),
    "forward": (without_gradient, make_product(1.0), ROWS[0], ROWS[1]),
    "negative": (without_gradient, make_product(1.0, lambda x: -x), ROWS[0], ROWS[1]),
    "attention": (with_gradient, lambda q: library.attention(q, HEADS, HEADS), HEADS),
    "softcap": (with_gradient, lambda q: library.attention(q, HEADS, HEADS, softcap=CAP), HEADS),
    "decode": (with_gradient, lambda q: library.decode_attention(q, HEADS, HEADS, causal=False), HEADS),
    "gemm": (with_gradient, lambda a: library.gemm(a, MATRIX), MATRIX),
    "silu": (with_gradient, lambda a: library.gemm(a, MATRIX, activation="silu"), MATRIX),
    "grouped": (
        without_gradient,
        lambda a: library.grouped_gemm(a, MATRIX[None], torch.tensor([16], dtype=torch.int32)),
        MATRIX,
    ),
    "rms_norm": (with_gradient, library.rms_norm, ROWS, WEIGHT),
    "layer_norm": (with_gradient, library.layer_norm, ROWS, WEIGHT, WEIGHT),
    "softmax": (with_gradient, library.softmax, ROWS),
    "swiglu": (with_gradient, library.swiglu, ROWS, ROWS),
}


def run_cases(names: list[str], factor: float) -> None:
    """Run cases with this factor in a gradient, and print the events of each."""
    global FACTOR
    FACTOR = factor
    counters = torch._dynamo.utils.counters["aot_autograd"]
    for name in names:
        run, function, *inputs = CASES[name]
        torch._dynamo.reset()
        counters.clear()
        for made, wanted in zip(
            run(torch.compile(function, fullgraph=True), *inputs), run(function, *inputs), strict=True
        ):
            torch.testing.assert_close(made, wanted, rtol=2e-3, atol=2e-3)
        done = sorted(key.removeprefix("autograd_cache_") for key in counters if "cache" in key)
        sys.stdout.write(f"{name} {' '.join(done)}\n")


def main() -> None:
    """Fork for each word of the command line."""
    for word in sys.argv[1:]:
        child = os.fork()
        if not child:
            factor, names = word.split(":")
            run_cases(names.split(","), float(factor))
            return
        if os.waitpid(child, 0)[1]:
            sys.exit(f"{word} failed")
        sys.stdout.write("end\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
