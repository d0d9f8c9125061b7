"""Texts of PTX become one: names of one text stay apart, declared names become those of a definition."""

from __future__ import annotations

import contextlib
import re
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyptx import parser
from pyptx.errors import SimFault
from pyptx.ir import Directive
from pyptx.virtual.answers.launches import COOPERATIVE
from pyptx.virtual.direct import VirtualGpu
from pyptx.virtual.linking import LinkError, linked

HEAD = ".version 8.0\n.target sm_90\n.address_size 64\n"


def part(number: int, callee: int | None) -> str:
    """A text whose function adds a constant of the text to its argument, after that of another text."""
    call, prototype = "", ""
    if callee is not None:
        prototype = f".extern .func (.param .b32 r) f{callee} (.param .b32 x);"
        call = f"""{{ .param .b32 given, back;
        st.param.b32 [given], %a; call (back), f{callee}, (given); ld.param.b32 %a, [back]; }}"""
    return f"""{HEAD}{prototype}
.global .align 4 .u32 own = {10**number};
.visible .func (.param .b32 r) f{number} (.param .b32 x)
{{
    .reg .b32 %a, %b;
    .loc 1 {number + 1} 5
    ld.param.b32 %a, [x];
    {call}
    ld.global.u32 %b, [own];
    add.u32 %a, %a, %b;
    st.param.b32 [r], %a;
    ret;
}}
.file 1 "part{number}.cu"
"""


def entry(callee: int) -> str:
    """A text with a kernel that stores the result of a function at an address."""
    return f"""{HEAD}.extern .func (.param .b32 r) f{callee} (.param .b32 x);
.visible .entry k(.param .u64 p)
{{
    .reg .b32 %a;
    .reg .b64 %p;
    .param .b32 given, back;
    ld.param.u64 %p, [p];
    st.param.b32 [given], 7;
    call (back), f{callee}, (given);
    ld.param.b32 %a, [back];
    st.global.u32 [%p], %a;
    ret;
}}
"""


@given(st.integers(1, 5).flatmap(lambda count: st.permutations(range(count + 1))))
def test_functions_of_texts_call_each_other(order: list[int]) -> None:
    last = len(order) - 1
    texts = [entry(0), *(part(number, number + 1 if number + 1 < last else None) for number in range(last))]
    gpu = VirtualGpu()
    module = gpu.cuModuleLoadData(linked([texts[place] for place in order]).encode())
    address = gpu.cuMemAllocManaged(4, 1)
    gpu.launch_in(gpu.cuModuleGetFunction(module, "k"), 0, struct.pack("<Q", address))
    gpu.cuCtxSynchronize(0)
    assert int(gpu.read(address, 4).view("<u4")[0]) == 7 + sum(10**number for number in range(last))


def test_lines_stay_those_of_their_files() -> None:
    module = parser.parse(linked([part(0, 1), part(1, None)]))
    directives = [item for item in module.items if isinstance(item, Directive) and item.name == "file"]
    files = {item.words[0]: item.words[1] for item in directives}
    assert sorted(files.values()) == ['"part0.cu"', '"part1.cu"']
    text = linked([part(0, 1), part(1, None)])
    for number, name in files.items():
        row = int(name[5]) + 1
        assert f".loc {number} {row} 5" in text


def test_a_name_of_one_text_stays_apart_from_that_of_all() -> None:
    own = f"{HEAD}.func f {{ exit; }} .visible .entry k() {{ call f; ret; }}"
    shared = f"{HEAD}.visible .func f {{ ret; }} .visible .entry m() {{ call f; ret; }}"
    for texts in ([own, shared], [shared, own]):
        text = linked(texts)
        (name,) = re.findall(r"\.func (\w+) { exit; }", text)
        assert name != "f"
        assert re.search(rf"k\(\) {{ call {name};", text)
        assert ".visible .func f { ret; }" in text
        assert "m() { call f;" in text


def test_one_weak_definition_stays() -> None:
    weak = f"{HEAD}.weak .func f {{ ret; }}"
    strong = f"{HEAD}.visible .func f {{ exit; }}"
    assert linked([weak, weak]).count("ret;") == 1
    for texts in ([weak, strong], [strong, weak]):
        assert "ret;" not in linked(texts)
        assert "exit;" in linked(texts)
    with pytest.raises(LinkError, match="f is defined twice"):
        linked([strong, strong])


def test_the_newest_version_and_target_stay() -> None:
    old = ".version 7.8\n.target sm_80\n.address_size 64\n.visible .func f { ret; }"
    new = ".version 8.10\n.target sm_90\n.address_size 64\n.visible .func g { ret; }"
    assert linked([old, new]).split()[:4] == [".version", "8.10", ".target", "sm_90"]


GRID = f"""{HEAD}
.extern .func (.param .b64 r) cudaCGGetIntrinsicHandle(.param .b32 scope);
.extern .func (.param .b32 r) cudaCGSynchronize(.param .b64 handle, .param .b32 flags);
.visible .entry k(.param .u64 p, .param .u32 scope)
{{
    .reg .b32 %a, %b;
    .reg .b64 %p, %q, %handle;
    .reg .pred %last;
    .param .b32 scope_, flags, back;
    .param .b64 handle;
    ld.param.u64 %p, [p];
    ld.param.u32 %a, [scope];
    st.param.b32 [scope_], %a;
    call (handle), cudaCGGetIntrinsicHandle, (scope_);
    mov.u32 %a, %ctaid.x;
    mad.wide.u32 %q, %a, 4, %p;
    st.global.u32 [%q], %a;
    st.param.b32 [flags], 0;
    call (back), cudaCGSynchronize, (handle, flags);
    ld.param.b32 %b, [back];
    xor.b32 %a, %a, 3;
    mad.wide.u32 %p, %a, 4, %p;
    ld.global.u32 %a, [%p];
    add.u32 %a, %a, %b;
    st.global.u32 [%q+16], %a;
    ret;
}}
"""


@pytest.mark.parametrize(("scope", "rule"), [(1, ""), (2, "race")])
def test_blocks_wait_for_each_other_by_functions_of_the_device_runtime(scope: int, rule: str) -> None:
    gpu = VirtualGpu(checks=("races",))
    x = gpu.cuMemAlloc(32)
    kernel = gpu.cuModuleGetFunction(gpu.cuModuleLoadData(GRID.encode()), "k")
    four, one = struct.pack("<3I", 4, 1, 1), struct.pack("<3I", 1, 1, 1)
    with pytest.raises(SimFault, match=rule) if rule else contextlib.nullcontext():
        for _ in range(2):
            gpu.launch(kernel, four, one, bytes(12), 0, COOPERATIVE, 0, struct.pack("<QI", x, scope))
        assert gpu.session.memory.view(x, 32).view("u4").tolist() == [0, 1, 2, 3, 3, 2, 1, 0]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"{HEAD}garbage cudaCG", "expected a directive"),
        (".target sm_90\n.extern .func cudaCGSynchronize;", "has no .version"),
        (".target sm_90\n.visible .entry k() { ret; }", "has no .version"),
        (".version 8.x\n.target sm_90\n.visible .entry k() { ret; }", "8.x is not a version"),
        (f"{HEAD}.extern .func cudaCGSynchronize; .target sm_9000", "sm_9000"),
        (f"{HEAD}.func cudaCG {{ ret; }} .func cudaCG {{ ret; }}", "cudaCG is defined twice"),
        (f"{HEAD}.global .b8 x[64]; .visible .entry k() .maxntid 64, many {{ ret; }}", "many.* is not a PTX"),
        (f"{HEAD}.visible .entry k() {{ .reg .b32 %r; mov.u32 %r, %envreg1; ret }}", "expected .*found"),
    ],
)
def test_a_text_that_is_not_a_module_is_refused_and_the_device_goes_on(text: str, said: str) -> None:
    gpu = VirtualGpu()
    free = gpu.cuMemGetInfo()
    with pytest.raises(SimFault, match=said) as refused:
        gpu.cuModuleLoadData(text.encode())
    assert refused.value.rule == "invalid-ptx"
    assert gpu.cuMemGetInfo() == free
    assert gpu.cuModuleLoadData(f"{HEAD}.visible .entry k() {{ ret; }}".encode())
