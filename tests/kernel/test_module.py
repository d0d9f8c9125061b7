"""Modules of several kernels, device functions and variables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import LaunchError, Module, TraceError, kernel, ptx, reg
from pyptx.emitter import emit_with_lines
from pyptx.toolchain import find_or_none, ptxas
from pyptx.types import b8, b32, f32, f64, pred, s32, u32, u64
from pyptx.verify import verify_module

if TYPE_CHECKING:
    from pyptx.reg import Reg


def accepted(module: Module, target: str = "sm_80") -> str:
    """The text of a module that the verifier and, where it is installed, ptxas accept."""
    tree, text = module.tree(), module.ptx()
    assert verify_module(tree, lines=emit_with_lines(tree)[1]) == []
    if find_or_none("ptxas") is not None:
        assert [said for said in ptxas.check(text, target) if said.severity == "error"] == []
    return text


@ptx.func(params=(s32,), returns=s32)
def triangle(n: Reg) -> Reg:
    total = reg.scalar(s32, init=0)
    with ptx.if_(n > 0):
        ptx.inst.add.s32(total, n, triangle(n - 1))
    return total


def test_a_kernel_calls_device_functions() -> None:
    @ptx.func(params=(f32, f32), returns=(f32, f32))
    def both(a: Reg, b: Reg) -> tuple[Reg, Reg]:
        return a + b, a - b

    @kernel(arch="sm_80")
    def k(X):  # type: ignore[no-untyped-def]
        (px,) = ptx.global_ptrs(X)
        x = reg.scalar(f32)
        ptx.inst.ld.global_.f32(x, ptx.addr(px))
        total, difference = both(x, 2.0)
        ptx.inst.st.global_.v2.f32(ptx.addr(px), [total, difference])

    x = np.array([5.0, 0.0], np.float32)
    k(x)
    assert x.tolist() == [7.0, 3.0]
    assert k.ptx().count(".func") == 1


def test_recursion_and_a_function_called_twice() -> None:
    module = Module("sm_80")

    @module.kernel(out_specs=None)
    def k(X):  # type: ignore[no-untyped-def]
        (px,) = ptx.global_ptrs(X)
        n = reg.scalar(s32, init=4)
        ptx.inst.st.global_.s32(ptx.addr(px), triangle(n))
        ptx.inst.st.global_.s32(ptx.addr(px, 4), triangle(n + 1))

    x = np.zeros(2, np.int32)
    k(x)
    assert x.tolist() == [10, 15]
    assert accepted(module).count(".func") == 1


def test_functions_that_call_each_other_get_a_prototype() -> None:
    @ptx.func(params=(u32,), returns=u32)
    def even(n: Reg) -> Reg:
        result = reg.scalar(u32, init=1)
        with ptx.if_(n != 0):
            ptx.inst.mov.u32(result, odd(n - 1))
        return result

    @ptx.func(params=(u32,), returns=u32)
    def odd(n: Reg) -> Reg:
        result = reg.scalar(u32, init=0)
        with ptx.if_(n != 0):
            ptx.inst.mov.u32(result, even(n - 1))
        return result

    module = Module("sm_80")

    @module.kernel
    def k(X):  # type: ignore[no-untyped-def]
        (px,) = ptx.global_ptrs(X)
        ptx.inst.st.global_.u32(ptx.addr(px), even(reg.scalar(u32, init=7)))

    x = np.full(1, 9, np.uint32)
    k(x)
    assert x.tolist() == [0]
    text = accepted(module)
    assert text.index("even(") < text.index("odd(")
    assert text.count("even(") == 2


def test_everything_a_module_may_hold() -> None:
    for wrong in ((9, 9), "9.0", (9,)):
        with pytest.raises(TraceError, match=r"version is .*(PTX has the versions|a pair such as)"):
            Module("sm_80", version=wrong)  # type: ignore[arg-type]
    module = Module("sm_80", version=(8, 0), header="by hand")
    module.file_(1, "by_hand.cu")
    text = module.var("global", b8, "text", init=b"n = %d\n\0", align=1)
    module.var("const", s32, "table", size=(2, 2), init=[[1, -2], [3]])
    pointer = module.var("global", u64, "pointer", init=text)
    vprintf = module.prototype(
        "vprintf",
        params=[("b64", "format"), ("b64", "arguments")],
        returns=("b32", "result"),
        linkage="extern",
    )
    module.declare(".global .texref image;")
    module.comment("a function that never comes back")

    @module.func(directives=[("noreturn", ())], linkage="weak")
    def stop() -> None:
        ptx.inst.trap()
        ptx.unreachable()

    @module.func(params=[".reg .b32 a"], returns=[".reg .b32 r"])
    def negated(r: Reg, a: Reg) -> None:
        ptx.inst.neg.s32(r, a)
        ptx.inst.ret()

    module.prototype("other", params=[".reg .b32 a"], returns=[".reg .b32 r"])
    module.alias("other", negated)

    @module.kernel(raw_params=[".param .align 8 .b8 options[16]", ("u32", "n")], block=(32, 1, 1))
    def first(options: str, n: str) -> None:
        a, p = reg.scalar(b32), reg.scalar(pred)
        ptx.inst.ld.param.b32(a, ptx.addr(options, 8))
        ptx.inst.mov.b32(a, negated(a))
        ptx.inst.setp.eq.s32(p, a, ptx.param(u32, n))
        with ptx.if_(p):
            stop()
        address = reg.scalar(u64)
        ptx.inst.ld.global_.u64(address, ptx.addr(pointer))
        vprintf(address, 0)

    @module.kernel(raw_directives=[".maxntid 0x40", ("minnctapersm", (2,))])
    def second() -> None:
        f = reg.scalar(u64)
        ptx.inst.mov.u64(f, negated)
        ptx.label("proto")
        ptx.directive(".callprototype (.reg .b32 _) _ (.reg .b32 _);")
        a = reg.scalar(b32, init=1)
        ptx.inst.call(ptx.args(a), f, ptx.args(a), "proto")

    made = module.ptx()
    assert made.startswith("// by hand\n.version 8.0")
    assert "// a function that never comes back\n.weak .func stop()\n.noreturn\n{\n\ttrap;\n}" in made
    assert "\n.alias other, negated;\n" in made
    assert ".maxntid 0x40" in made
    assert verify_module(module.tree()) == []
    assert [found.__name__ for found in module.kernels] == ["first", "second"]
    assert module["second"] is second
    assert first.ptx() == made
    assert module.program("first").entry == "first"
    assert repr(module) == (
        "<module for sm_80: text, table, pointer, vprintf, image, stop, negated, other, first, second>"
    )


def test_layouts_respace_the_same_words() -> None:
    plain, spaced = Module("sm_80"), Module("sm_80", layout="nvcc")
    for module in (plain, spaced):

        @module.kernel
        def k(X):  # type: ignore[no-untyped-def]
            (px,) = ptx.global_ptrs(X)
            ptx.inst.st.global_.u32(ptx.addr(px), 1)

    assert "st.global.u32 \t[%rd" in spaced.ptx()
    assert spaced.ptx().split() == plain.ptx().split()
    with pytest.raises(ValueError, match="no layout 'unheard_of'; there are"):
        Module("sm_80", layout="unheard_of").ptx()


def make_broken(what: str) -> Module:
    module = Module("sm_80")
    if what == "name":
        module.var("global", u32, "x")
        module.var("global", f32, "x")
    elif what == "address":
        module.var("global", u64, "x", init="nowhere")
    elif what == "body twice":
        for _ in range(2):
            module.func(name="f")(lambda: None)
        module.raw(".func f() { ret; }")
        module.declare(".global .u32 f;")
    elif what == "results":
        module.func(returns=f32)(lambda: None)
    elif what == "argument":

        @module.func(params=[("f32", "x")])
        def f(y: str) -> None:
            pass

    return module


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("name", "the name x is taken by another item"),
        ("address", "x has the initial value nowhere, which is not declared before"),
        ("body twice", "the name f is taken"),
        ("results", "its results are .f32"),
        ("argument", "there is no such parameter; it has x"),
    ],
)
def test_wrong_modules_are_refused_where_they_are_said(what: str, said: str) -> None:
    module = make_broken(what)
    with pytest.raises(TraceError, match=said) as caught:
        module.ptx()
    assert "test_module.py" in str(caught.value)


def test_two_functions_of_one_name() -> None:
    def plus(number: float) -> ptx.Func:
        return ptx.func(params=(f32,), returns=f32, name="plus")(lambda a: a + number)

    @kernel(arch="sm_80")
    def k() -> None:
        for number in (1.0, 2.0):
            plus(number)(1.0)

    with pytest.raises(TraceError, match="two device functions are called plus"):
        k.ptx()


def test_calls_with_the_wrong_arguments() -> None:
    @kernel(arch="sm_80")
    def k() -> None:
        triangle(1, 2)

    with pytest.raises(TraceError, match="triangle takes 1 arguments, not 2"):
        k.ptx()


def test_a_call_writes_its_result_to_a_register() -> None:
    half = ptx.func(params=(f32,), returns=f32, name="half")(lambda x: x * 0.5)
    nothing = ptx.func(params=(f32,), name="nothing")(lambda x: None)

    @kernel(arch="sm_80")
    def k() -> None:
        total = reg.scalar(f32, init=1.0)
        assert half(total, dst=total, uni=True) is total

    text = k.ptx()
    assert "call.uni (param1), half, (param0);" in text
    assert "ld.param.f32 %f0, [param1];" in text

    @kernel(arch="sm_80")
    def other() -> None:
        total = reg.scalar(f32)
        nothing(total, dst=total)

    with pytest.raises(TraceError, match="nothing has 0 results; dst takes one"):
        other.ptx()


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: ptx.func(params=("u33",))(lambda: None), "is not a parameter"),
        (lambda: ptx.func(name="1st")(lambda: None), "not a PTX identifier"),
        (lambda: ptx.func(linkage="common")(lambda: None), "linkage is 'common'"),
        (lambda: ptx.func(directives=["maxntid"])(lambda: None), "not a directive of an .func"),
        (lambda: ptx.func(params=(f32, f32))(lambda a: None), "has 2 params, but takes 1 arguments"),
        (lambda: Module("sm_1"), "no target 'sm_1'"),
        (lambda: Module().declare("ret;"), "module.declare"),
        (lambda: Module().directive(".maxntid 5"), "module.directive"),
        (lambda: Module().section(".global .u32 x;"), "more than sections"),
    ],
)
def test_wrong_declarations(call, said: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(TraceError, match=said):
        call()


def test_blocks_may_hide_names() -> None:
    @kernel(arch="sm_80", reqntid=())
    def k() -> None:
        x = reg.scalar(u32, name="x")
        with ptx.scope(hides=True):
            inner = reg.scalar(f32, name="x")
            ptx.inst.mov.f32(inner, 1.0)
        ptx.inst.mov.u32(x, 1)
        with ptx.scope():
            reg.scalar(f32, name="x")

    with pytest.raises(TraceError, match="the name x is taken"):
        k.ptx()


def test_floating_point_is_declared_as_bits() -> None:
    module = Module(arch="sm_80", untyped=True)

    @module.kernel(raw_params=[("u64", "p")])
    def k(p: str) -> None:
        place = ptx.inst.ld.param.u64(u64, ptx.addr(p))
        x = ptx.inst.ld.global_.f32(f32, ptx.addr(place))
        y = ptx.inst.cvt.f64.f32(f64, x * x + 1.0)
        ptx.inst.st.global_.f64(ptx.addr(place), y)

    text = " ".join(accepted(module).split())
    assert ".reg .b32 %r<3>; .reg .b64 %rd<2>;" in text
    assert "mul.f32 %r1, %r0, %r0;" in text
    assert ".reg .f" not in text
    x = np.array([3.0, 0.0], np.float32)
    k.program().launch(x, grid=1, block=1)
    assert x.view(np.float64)[0] == 10


@pytest.mark.parametrize(
    ("returns", "declared"),
    [
        (f32, ".param .f32 f_result_0"),
        ((f32, "y"), ".param .f32 y"),
        (("f32", "y"), ".param .f32 y"),
        ((f32, u64), ".param .f32 f_result_0, .param .u64 f_result_1"),
        ((".reg .f32 y", ".reg .u64 z"), ".reg .f32 y, .reg .u64 z"),
        ([("f32", "y"), (u64, "z")], ".param .f32 y, .param .u64 z"),
    ],
)
def test_results_are_types_with_names_or_without(returns: Any, declared: str) -> None:
    module = Module("sm_80")
    module.prototype("f", returns=returns, linkage="extern")
    assert f".extern .func ({declared}) f()" in module.ptx()


@pytest.mark.parametrize(
    ("add", "text"),
    [
        (lambda module: module.file_(1, "a.cu"), '.file 1 "a.cu"'),
        (lambda module: module.directive('.file 1 "a.cu", 5, 7'), '.file 1 "a.cu", 5, 7'),
        (lambda module: module.comment("before all"), "// before all\n.global .b32 last;"),
        (lambda module: module.declare(".const .f32 one = 1.0;"), ".const .f32 one = 1.0;"),
        (lambda module: module.var("global", u32, "x"), ".global .u32 x;"),
        (
            lambda module: module.var("global", u32, "x", size=2, align=16, linking="visible", init=[1, 2]),
            ".visible .global .align 16 .u32 x[2] = {1, 2};",
        ),
        (lambda module: module.prototype("f"), ".func f();"),
        (lambda module: module.prototype("f", linkage="extern"), ".extern .func f();"),
        (lambda module: module.prototype("f", parenthesised=False), ".func f;"),
        (lambda module: module.prototype("f", semicolon=False), ".func f()\n"),
        (lambda module: module.raw(".func g() { ret; }"), ".func g()\n{\n\tret;\n}"),
    ],
)
def test_the_text_of_each_item(add: Any, text: str) -> None:
    module = Module("sm_80")
    before = module.revision
    add(module)
    module.declare(".global .b32 last;")
    assert text in module.ptx()
    assert module.revision == before + 2


def test_a_comment_is_one_line() -> None:
    with pytest.raises(TraceError, match="a comment is one line, not 'one") as caught:
        Module("sm_80").comment("one\n.global .b32 two;")
    assert __file__ in str(caught.value)


def test_the_opening_of_a_module() -> None:
    assert "\n.address_size 64\n" in Module("sm_80").ptx()
    assert ".address_size" not in Module("sm_80", address_size=None).ptx()
    text = Module("sm_80", header=["a", "b", "c"]).ptx()
    assert text.startswith("// a\n.version 7.0\n// b\n.target sm_80\n// c\n.address_size 64")
    Module("sm_80", header=["a", "b"], address_size=None).ptx()
    with pytest.raises(TraceError, match="header has 4 comments, and the module opens with 3 directives"):
        Module("sm_80", header=["a", "b", "c", "d"])
    with pytest.raises(TraceError, match="header has 3 comments, and the module opens with 2 directives"):
        Module("sm_80", header=["a", "b", "c"], address_size=None)
    assert (repr(Module("sm_80")), repr(Module())) == (
        "<module for sm_80: empty>", "<module for the lowest target: empty>",
    )  # fmt: skip
    lowest = Module()
    lowest.kernel(name="k")(lambda: ptx.ret())
    assert (Module("sm_80").arch.name, lowest.arch.name) == ("sm_80", ptx_target(lowest))
    assert lowest.program().entry == "k"
    lowest.kernel(name="other_k")(lambda: ptx.ret())
    with pytest.raises(LaunchError, match="other_k"):
        lowest.program()
    with pytest.raises(KeyError, match="other"):
        lowest["other"]


def ptx_target(module: Module) -> str:
    return module.ptx().partition(".target ")[2].split()[0]
