"""Names of C++ and Rust as people read them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from pyptx import mangling
from pyptx.codegen import ptx_to_python
from pyptx.errors import LaunchError
from pyptx.mangling import demangled, readable, stem, unqualified
from pyptx.program import from_ptx

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = (
    # mangled, signature, its own name, without a type in front
    ("_Z5scalePfi", "scale(float*, int)", "scale", "scale(float*, int)"),
    ("_Z5twiceIfLi3EET_S0_", "float twice<float, 3>(float)", "twice", "twice<float, 3>(float)"),
    (
        "_ZN12_GLOBAL__N_11kIiEEvPT_",
        "void (anonymous namespace)::k<int>(int*)",
        "k",
        "(anonymous namespace)::k<int>(int*)",
    ),
    ("_Z1kPFviE", "k(void (*)(int))", "k", "k(void (*)(int))"),
    ("_Z1gIFvPiEEvPT_", "void g<void (int*)>(void (*)(int*))", "g", "g<void (int*)>(void (*)(int*))"),
    ("_Z1kIXgtLi3ELi2EEEvv", "void k<(3 > 2)>()", "k", "k<(3 > 2)>()"),
    ("_ZZ1kPfiE5block", "k(float*, int)::block", "block", "k(float*, int)::block"),
    ("_ZN1XltERKS_", "X::operator<(X const&)", "_ZN1XltERKS_", "X::operator<(X const&)"),
    ("_ZN1XcviEv", "X::operator int()", "int", "X::operator int()"),
    ("_ZTV3Foo", "vtable for Foo", "Foo", "Foo"),
    ("_RNvC6_123foo3bar", "123foo::bar", "bar", "123foo::bar"),
    (
        "_ZN4core3ptr13drop_in_place17h0123456789abcdefE",
        "core::ptr::drop_in_place",
        "drop_in_place",
        "core::ptr::drop_in_place",
    ),
    (
        "_ZN7kernels5saxpyB2v1B14cw51cXTLSUwv1sEif",
        "kernels::saxpy(int, float)",
        "saxpy",
        "kernels::saxpy(int, float)",
    ),
)


@pytest.mark.demangler
@pytest.mark.parametrize(("name", "signature", "own", "short"), NAMES)
def test_what_a_name_says(name: str, signature: str, own: str, short: str) -> None:
    assert (demangled(name), stem(name), readable(name)) == (signature, own, short)
    assert readable(name).endswith(unqualified(name))
    assert own not in short or unqualified(name).startswith(own)


@pytest.mark.parametrize("name", ["scale", "_Z", "_Zq!", "_ZN3FooIiE3barEvb", "_R", "_", "", "$L__BB0_2"])
def test_other_names_stay(name: str) -> None:
    assert (demangled(name), stem(name), readable(name)) == (None, name, name)


@pytest.fixture
def _without_library(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    functions = (mangling.demangled, mangling.stem, mangling.readable, mangling._demangler)
    monkeypatch.setitem(sys.modules, "pycxxfilt", None)
    for function in functions:
        function.cache_clear()
    yield
    for function in functions:
        function.cache_clear()


@pytest.mark.usefixtures("_without_library")
def test_without_the_library_names_stay() -> None:
    assert (demangled("_Z1kv"), stem("_Z1kv"), readable("_Z1kv")) == (None, "_Z1kv", "_Z1kv")


@pytest.mark.usefixtures("_without_library")
@pytest.mark.parametrize("sugar", [False, True])
def test_without_the_library_a_file_notes_that_names_stay(*, sugar: bool) -> None:
    kernel = ".version 8.0 .target sm_80 .entry {}() {{ ret; }}"
    note = "\nNames stay mangled: the package pycxxfilt, which demangles them, is not installed.\n"
    assert ptx_to_python(kernel.format("_Z1kv"), sugar=sugar).count(note) == 1
    assert "mangled" not in ptx_to_python(kernel.format("f"), sugar=sugar)


@pytest.mark.demangler
def test_with_the_library_no_file_notes_it() -> None:
    assert "mangled" not in ptx_to_python(".version 8.0 .target sm_80 .entry _Z1kv() { ret; }")


@pytest.mark.demangler
def test_an_entry_goes_by_its_own_name() -> None:
    text = (
        ".version 8.0 .target sm_80 .address_size 64 .entry _Z1fIfEvPT_() { ret; } "
        ".entry _Z1fIiEvPT_() { ret; } .entry _Z1gv() { ret; }"
    )
    assert from_ptx(text, "g").entry == "_Z1gv"
    assert from_ptx(text, "f<int>(int*)").entry == "_Z1fIiEvPT_"
    with pytest.raises(LaunchError, match=r"2 entries are called f; choose one of _Z1fIfEvPT_, _Z1fIiEvPT_"):
        from_ptx(text, "f")
    with pytest.raises(LaunchError, match="no entry 'h'"):
        from_ptx(text, "h")
