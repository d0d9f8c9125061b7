"""Sizes of launches at the limits of entries and targets, and one beyond them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyptx.errors import LaunchError
from pyptx.program import Program, dim3, from_ptx


def program(directives: str = "", target: str = "sm_90a") -> Program:
    return from_ptx(f".version 8.0 .target {target} .address_size 64 .entry k() {directives} {{ ret; }}")


@pytest.mark.parametrize(
    ("given", "sizes"),
    [
        (5, (5, 1, 1)),
        ((5,), (5, 1, 1)),
        ([5, 6], (5, 6, 1)),
        ((5, 6, 7), (5, 6, 7)),
        (np.int64(5), (5, 1, 1)),
        (np.array([5, 6]), (5, 6, 1)),
    ],
)
def test_one_to_three_integers_are_a_size(given: Any, sizes: tuple[int, int, int]) -> None:
    assert dim3("grid", given) == sizes


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ((), r"grid is \(\), 0 numbers; it must be one to three integers"),
        ((1, 2, 3, 4), r"grid is \(1, 2, 3, 4\), 4 numbers"),
        (2.0, r"grid is 2\.0; it must be one to three integers, such as \(4, 2, 1\)"),
        (True, r"grid is True: True is not an integer"),
        ((1, True), r"grid is \(1, True\): True is not an integer"),
        ((1, 2.0), r"grid is \(1, 2\.0\): 2\.0 is not an integer"),
        ("12", r"grid is '12': '1' is not an integer"),
    ],
)
def test_other_values_are_no_size(given: Any, said: str) -> None:
    with pytest.raises(LaunchError, match=said):
        dim3("grid", given)


@pytest.mark.parametrize(
    ("sizes", "wrong"),
    [
        ({"block": (1024, 1, 1)}, ""),
        ({"block": (1, 1024, 1)}, ""),
        ({"block": (1, 1, 64)}, ""),
        ({"block": (32, 32, 1)}, ""),
        ({"block": (4, 4, 64)}, ""),
        ({"block": (1025, 1, 1)}, "block is (1025, 1, 1): x is 1025, and must be from 1 to 1024"),
        ({"block": (1, 1025, 1)}, "block is (1, 1025, 1): y is 1025, and must be from 1 to 1024"),
        ({"block": (1, 1, 65)}, "block is (1, 1, 65): z is 65, and must be from 1 to 64"),
        ({"block": (0, 1, 1)}, "block is (0, 1, 1): x is 0"),
        ({"block": (1, 0, 1)}, "block is (1, 0, 1): y is 0"),
        ({"block": (1, 1, 0)}, "block is (1, 1, 0): z is 0"),
        ({"block": (33, 32, 1)}, "block (33, 32, 1) has 1056 threads; a CTA has at most 1024"),
        ({"block": (16, 1, 65)}, "z is 65"),
        ({"block": (5, 4, 64)}, "block (5, 4, 64) has 1280 threads"),
        ({"grid": (2**31 - 1, 65535, 65535)}, ""),
        ({"grid": (2**31, 1, 1)}, "x is 2147483648, and must be from 1 to 2147483647"),
        ({"grid": (1, 65536, 1)}, "grid is (1, 65536, 1): y is 65536, and must be from 1 to 65535"),
        ({"grid": (1, 1, 65536)}, "grid is (1, 1, 65536): z is 65536, and must be from 1 to 65535"),
        ({"grid": (1, -1, 1)}, "y is -1"),
        ({"smem": 0}, ""),
        ({"smem": 232448}, ""),
        ({"smem": np.int32(16)}, ""),
        ({"smem": 232449}, "smem is 232449 bytes; a CTA of sm_90a has at most 232448 bytes of it"),
        ({"smem": -1}, "smem is -1 bytes"),
        ({"smem": 1.0}, "smem is 1.0; it must be a number of bytes"),
        ({"grid": (4, 2, 3), "cluster": (2, 2, 3)}, ""),
        ({"grid": (16, 1, 1), "cluster": 16}, ""),
        ({"grid": (3, 2, 2), "cluster": (2, 1, 1)}, "not a whole number of clusters (2, 1, 1)"),
        ({"grid": (2, 3, 2), "cluster": (1, 2, 1)}, "grid (2, 3, 2) is not a whole number of clusters"),
        ({"grid": (2, 2, 3), "cluster": (1, 1, 2)}, "grid (2, 2, 3) is not a whole number of clusters"),
        ({"grid": (17, 1, 1), "cluster": 17}, "cluster (17, 1, 1) has 17 CTAs; one of sm_90a has at most 16"),
        ({"cluster": (0, 1, 1)}, "cluster is (0, 1, 1); each of its numbers is at least 1"),
        ({"cluster": (1, 1, -2)}, "cluster is (1, 1, -2); each of its numbers is at least 1"),
    ],
)  # fmt: skip
def test_the_limits_of_a_target(sizes: dict[str, Any], wrong: str) -> None:
    given = {"grid": 1, "block": 1, **sizes}
    if not wrong:
        found = program().geometry(**given)
        expected = (dim3("grid", given["grid"]), dim3("block", given["block"]))
        assert found == (*expected, dim3("cluster", given.get("cluster", 1)), given.get("smem", 0))
        return
    with pytest.raises(LaunchError) as raised:
        program().geometry(**given)
    assert wrong in str(raised.value)


def test_clusters_begin_with_sm_90() -> None:
    assert program(target="sm_80").geometry(grid=2, block=1, cluster=1)[2] == (1, 1, 1)
    with pytest.raises(LaunchError, match=r"cluster is \(2, 1, 1\), but sm_80 has no clusters"):
        program(target="sm_80").geometry(grid=2, block=1, cluster=2)


@pytest.mark.parametrize(
    ("directives", "given", "sizes"),
    [
        (".reqntid 0x20, 2", {}, ((32, 2, 1), (1, 1, 1))),
        (".reqntid 64", {"block": 64}, ((64, 1, 1), (1, 1, 1))),
        (".maxntid 8, 8", {"block": (1, 64)}, ((1, 64, 1), (1, 1, 1))),
        (".explicitcluster .reqnctapercluster 2, 2", {"block": 1}, ((1, 1, 1), (2, 2, 1))),
        (".explicitcluster .reqnctapercluster 2, 2", {"block": 1, "cluster": (2, 2)}, ((1, 1, 1), (2, 2, 1))),
    ],
)
def test_directives_of_an_entry_set_and_limit_sizes(
    directives: str, given: dict[str, Any], sizes: tuple[Any, Any]
) -> None:
    assert program(directives).geometry(grid=(4, 4), **given)[1:3] == sizes


@pytest.mark.parametrize(
    ("directives", "given", "said"),
    [
        (".reqntid 64", {"block": (32, 2)}, r"k: block is \(32, 2, 1\), but the entry requires \(64, 1, 1\)"),
        (".maxntid 8, 8", {"block": 65}, r"k: block \(65, 1, 1\) has 65 threads, but the entry allows 64"),
        (".maxntid 1.5", {"block": 1}, r"k: \.maxntid 1\.5: '1\.5' is not an integer constant"),
        (".maxntid 1, 2, 3, 4", {"block": 1}, r"\.maxntid is \[1, 2, 3, 4\], 4 numbers"),
        ("", {}, r"k: no block given; pass block=\(x, y, z\)"),
        ("", {"grid": None, "block": 1}, r"k: no grid given; pass grid=\(x, y, z\)"),
    ],
)
def test_sizes_that_an_entry_does_not_allow(directives: str, given: dict[str, Any], said: str) -> None:
    with pytest.raises(LaunchError, match=said):
        program(directives).geometry(**{"grid": 1, **given})


@pytest.mark.parametrize(
    ("declaration", "facts"),
    [
        (".param .u64 x", ("u64", 8, 8, True, False)),
        (".param .b64 x", ("b64", 8, 8, True, False)),
        (".param .s64 x", ("s64", 8, 8, True, False)),
        (".param .f64 x", ("f64", 8, 8, False, False)),
        (".param .u16 x", ("u16", 2, 2, False, False)),
        (".param .b64 x[1]", ("b64", 8, 8, False, False)),
        (".param .v2 .b64 x", ("b64", 16, 16, False, True)),
        (".param .v4 .b32 x", ("b32", 16, 16, False, True)),
        (".param .align 16 .b32 x[2][3]", ("b32", 24, 16, False, True)),
        (".param .b8 x[0x10]", ("b8", 16, 1, False, True)),
        (".param .b8 x[020]", ("b8", 16, 1, False, True)),
        (".param .b8 x[16U]", ("b8", 16, 1, False, True)),
        (".param .texref x", ("texref", 8, 8, False, False)),
    ],
)
def test_parameters_by_their_declaration(declaration: str, facts: tuple[Any, ...]) -> None:
    text = f".version 8.0 .target sm_90a .address_size 64 .entry k({declaration}) {{ ret; }}"
    (found,) = from_ptx(text).params
    assert (found.type, found.bytes, found.align, found.pointer, found.structure) == facts
    assert found.opaque == (found.type == "texref")


def test_a_pointer_may_have_an_alignment() -> None:
    pointers = ".param .u64 .ptr .global .align 0x20 p, .param .u64 .ptr .global q, .param .u64 r"
    text = f".version 8.0 .target sm_90a .address_size 64 .entry k({pointers}) {{ ret; }}"
    params = from_ptx(text).params
    assert [param.target_align for param in params] == [32, 1, 1]
    for param in params:
        param.check_address(64)
    params[1].check_address(17)
    with pytest.raises(LaunchError, match=r"argument p is at 0x30, .* a multiple of 32 bytes"):
        params[0].check_address(48)
