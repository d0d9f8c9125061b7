"""Work grows with the text, not with its square, whatever it repeats; counted in calls, not in seconds."""

from __future__ import annotations

import cProfile
import gc
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pyptx.codegen import ptx_to_python

if TYPE_CHECKING:
    from collections.abc import Callable

CORPUS = Path(__file__).parents[1] / "corpus/ptx"
HEAD = ".version 8.0\n.target sm_80\n.address_size 64\n"
SMALL, LARGE = 100, 400


def kernel(body: str, count: int) -> str:
    registers = f".reg .b32 %r<{4 * count + 8}>;\n.reg .pred %p<2>;\n.reg .b64 %rd<4>;\n"
    return f"{HEAD}.visible .entry k(.param .u64 p)\n{{\n{registers}ld.param.u64 %rd1, [p];\n{body}ret;\n}}\n"


def lines(count: int, line: Callable[[int], str]) -> str:
    return kernel("mov.u32 %r0, 7;\n" + "".join(f"{line(number)}\n" for number in range(1, count)), count)


def loads_and_stores(count: int) -> str:
    loads = [f"ld.global.u32 %r{number}, [%rd1+{4 * number}];" for number in range(1, count)]
    stores = [f"st.global.u32 [%rd1+{4 * number}], %r{count - number};" for number in range(1, count)]
    return kernel("\n".join([*loads, *stores, ""]), count)


TEXTS: dict[str, Callable[[int], str]] = {
    "one statement": lambda n: lines(n, lambda _: "add.s32 %r1, %r1, 1;"),
    "a chain": lambda n: lines(n, lambda i: f"add.s32 %r{i}, %r{i - 1}, {i % 7};"),
    "a chain of large numbers": lambda n: lines(
        n, lambda i: f"xor.b32 %r{i}, %r{i - 1}, {i * 2654435761 % (1 << 31)};"
    ),
    "squares": lambda n: lines(n, lambda i: f"st.global.u32 [%rd1+{i * i}], %r0;"),
    "two statements in no order": lambda n: lines(
        n,
        lambda i: f"{'add.s32' if i.bit_count() % 2 else 'mul.lo.s32'} %r{i}, %r{i * i % i}, %r{i * 7 // 9};",
    ),
    "loads and stores": loads_and_stores,
    "guards": lambda n: lines(n, lambda i: f"@%p1 add.s32 %r1, %r1, {i};"),
    "vectors": lambda n: lines(
        n, lambda i: f"ld.global.v2.u32 {{%r{2 * i}, %r{2 * i + 1}}}, [%rd1+{8 * i}];"
    ),
    "labels": lambda n: lines(
        n, lambda i: f"$L{i}:\nadd.s32 %r1, %r1, 1;\n@%p1 bra $L{1 + i * 37 % (n - 1)};"
    ),
    "conditionals": lambda n: lines(n, lambda i: f"@%p1 bra $L{i};\nadd.s32 %r1, %r1, 2;\n$L{i}:"),
    "scopes": lambda n: lines(n, lambda i: f"{{ .reg .b32 %x; add.s32 %x, %r0, {i}; xor.b32 %r1, %x, 3; }}"),
    "registers": lambda n: kernel("".join(f".reg .b32 %q{i}x;\n" for i in range(n)), 1),
    "comments": lambda n: lines(n, lambda i: f"// remark {i}\nadd.s32 %r1, %r1, 1;"),
    "functions": lambda n: HEAD + "".join(f".func f{i}() {{ ret; }}\n" for i in range(n)),
    "kernels": lambda n: (
        HEAD
        + "".join(
            f".entry k{i}(.param .u64 k{i}_param_0) {{ .reg .b64 %d; mov.u64 %d, 1; ret; }}" for i in range(n)
        )
    ),
    "variables": lambda n: HEAD + "".join(f".global .align 4 .b32 g{i};\n" for i in range(n)),
    "an initialiser": lambda n: (
        HEAD + f".global .b32 t[{9 * n}] = {{{', '.join(str(i * 7919) for i in range(9 * n))}}};\n"
    ),
    "a section": lambda n: (
        HEAD + f".section .debug_x {{\n{''.join(f'.b8 {i % 256},2{chr(10)}' for i in range(9 * n))}}}\n"
    ),
}


def calls(work: Callable[[], object]) -> int:
    """How many functions are called."""
    profile = cProfile.Profile()
    profile.runcall(work)
    return sum(entry.callcount for entry in profile.getstats())


@pytest.mark.parametrize("sugar", [False, True])
@pytest.mark.parametrize("name", TEXTS)
def test_four_times_the_text_is_about_four_times_the_work(name: str, sugar: bool) -> None:
    small, large = TEXTS[name](SMALL), TEXTS[name](LARGE)

    def work(text: str) -> int:
        ptx_to_python(text, sugar=sugar)  # what is remembered of constants and shapes counts for neither
        return calls(lambda: ptx_to_python(text, sugar=sugar))

    assert work(large) / work(small) < 1.15 * len(large) / len(small)


@pytest.mark.parametrize("sugar", [False, True])
@pytest.mark.parametrize("name", ["triton/attention.sm_80", "cuda/math.sm_90"])
def test_no_cycle_keeps_a_tree(name: str, sugar: bool) -> None:
    text = (CORPUS / f"{name}.ptx").read_text()
    ptx_to_python(text, sugar=sugar)
    gc.collect()
    gc.disable()
    try:
        ptx_to_python(text, sugar=sugar)
        assert gc.collect() == 0
    finally:
        gc.enable()
