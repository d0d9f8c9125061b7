"""Texts of PTX become one: names of one text stay apart, declared names become those of a definition."""

from __future__ import annotations

import re
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyptx import parser
from pyptx.ir import Directive
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
