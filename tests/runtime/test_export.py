"""Kernels ahead of time: the header compiled, the module imported, both against a driver that records."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import Dim, LaunchError, Tile, kernel, load_ptx, ptx, reg, smem
from pyptx.layouts.tensor_map import TensorMap
from pyptx.layouts.tensor_map_words import Im2col
from pyptx.program import MapParam, from_ptx
from pyptx.record import replace
from pyptx.runtime import ahead
from pyptx.toolchain import find
from pyptx.types import f32, u32

if TYPE_CHECKING:
    from pyptx.kernel import Kernel

pytestmark = pytest.mark.ptxas

MAPPED = """\
.version 8.6
.target sm_100a
.address_size 64
.visible .entry k(.param .u64 x, .param .align 64 .b8 map[128]) { ret; }
"""
MAIN = """\
#include "{name}.h"
int main(void) {{
    CUmodule module;
    CUfunction function;
    CUresult status = cuInit(0);
    if (!status) status = {name}_load(&module, &function);
    {body}
    return status;
}}
"""


@pytest.fixture(scope="module")
def compiler() -> list[str]:
    """A C compiler that finds the driver's header."""
    found = shutil.which("cc") or shutil.which("gcc")
    header = Path(find("ptxas").path).parents[1] / "include" / "cuda.h"
    if found is None or not header.exists():
        pytest.skip("needs a C compiler and cuda.h")
    return [found, "-std=c11", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function", f"-I{header.parent}"]


def run(compiler: list[str], folder: Path, library: Path, name: str, body: str) -> None:
    (folder / "main.c").write_text(MAIN.format(name=name, body=body))
    program = folder / "main"
    command = [*compiler, f"-I{folder}", str(folder / "main.c"), str(library), "-o", str(program)]
    subprocess.run([*command, f"-Wl,-rpath,{library.parent}"], check=True)
    subprocess.run([str(program)], check=True)


def imported(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def cluster() -> Kernel:
    @kernel(
        in_specs=(Tile(Dim("M", dynamic=True), 32, f32, tma_box=(8, 32)),),
        out_specs=(Tile("M", 32, f32),),
        grid=lambda M: M // 8 * 2,
        block=(32,),
        cluster=(2,),
        pdl=True,
        smem=60000,
        raw_params=[("f32", "scale"), ".param .align 8 .b8 extra[24]"],
        arch="sm_90a",
    )
    def copied(A: Any, B: Any) -> None:
        tile, bar = smem.alloc(f32, (8, 32), align=128), smem.mbarrier(1)
        ptx.griddepcontrol.wait()
        with ptx.if_(ptx.special.tid.x() == 0):
            ptx.mbarrier.init(bar[0], 1)
            ptx.mbarrier.arrive_expect_tx(bar[0], 8 * 32 * 4)
            ptx.cp.async_.bulk.tensor_2d(dst=tile, src=A.tma_desc(), coord=(0, 0), mbar=bar[0])
        ptx.mbarrier.wait(bar[0], 0)
        (pb,) = ptx.global_ptrs(B)
        ptx.inst.st.global_.f32(ptx.addr(pb), tile[0, 0])

    return copied


def test_the_program_of_the_guide_compiles(
    compiler: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "guides" / "export.md").read_text()
    declared, program = (re.search(rf"^```{word}\n(.*?)^```", page, re.M | re.S) for word in ("python", "c"))
    assert declared
    assert program
    (tmp_path / "scale.py").write_text(declared[1])
    (tmp_path / "main.c").write_text(program[1])
    monkeypatch.chdir(tmp_path)
    imported(tmp_path / "scale.py").scale.export(".")
    subprocess.run([*compiler, "-Wfloat-conversion", "-c", "main.c"], check=True)
    wrong = program[1].replace("2.5f, N)", "N, 2.5f)")
    (tmp_path / "wrong.c").write_text(wrong)
    refused = subprocess.run(
        [*compiler, "-Wfloat-conversion", "-c", "wrong.c"], check=False, capture_output=True
    )
    assert refused.returncode
    assert b"scale_launch" in refused.stderr


def test_c_launches_it(axpy: Kernel, compiler: list[str], library: Path, said: Any, tmp_path: Path) -> None:
    files = axpy.export(tmp_path, N=1000)
    assert [file.name for file in (files.cubin, files.header, files.module)] == [
        "axpy.cubin",
        "axpy.h",
        "axpy.py",
    ]
    text = files.header.read_text()
    assert "#define AXPY_GRID_X 16\n" in text
    assert "#define AXPY_BLOCK_X 64\n" in text
    said()
    run(
        compiler, tmp_path, library, "axpy",
        "if (!status) status = axpy_launch(function, AXPY_GRID_X, AXPY_GRID_Y, AXPY_GRID_Z, (CUstream)5, "
        "0x1000, 0x2000, 0x3000, 2.5f);",
    )  # fmt: skip
    assert said() == [
        "load cubin", "function axpy",
        "launch 7 grid 16 1 1 block 64 1 1 shared 0 stream 5 attributes 0 first 1000 second 2000",
    ]  # fmt: skip


@pytest.mark.parametrize(("setting", "status"), [("FAKECUDA_LAUNCH", 9), ("FAKECUDA_MAP", 1)])
def test_c_returns_what_the_driver_does(
    setting: str,
    status: int,
    cluster: Kernel,
    compiler: list[str],
    library: Path,
    said: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cluster.export(tmp_path, M=64, name="copied_64")
    said()
    monkeypatch.setenv(setting, str(status))
    with pytest.raises(subprocess.CalledProcessError) as failed:
        run(
            compiler, tmp_path, library, "copied_64",
            "CUtensorMap map; char extra[24] = {0};\n"
            "if (!status) status = copied_64_A_tma_desc(&map, 0x7000);\n"
            "if (!status) status = copied_64_launch(function, 16, 1, 1, NULL, 0x7000, 0x8000, "
            "1.0f, extra, 64, &map);",
        )  # fmt: skip
    assert failed.value.returncode == status
    launched = [row for row in said() if row.startswith("launch")]
    assert len(launched) == (setting == "FAKECUDA_LAUNCH")


def test_c_makes_tensor_maps(
    cluster: Kernel, compiler: list[str], library: Path, said: Any, tmp_path: Path
) -> None:
    cluster.export(tmp_path, M=64, name="copied_64")
    said()
    run(
        compiler, tmp_path, library, "copied_64",
        "CUtensorMap map; char extra[24] = {0};\n"
        "if (!status) status = copied_64_A_tma_desc(&map, 0x7000);\n"
        "if (!status) status = copied_64_launch(function, COPIED_64_GRID_X, 1, 1, NULL, 0x7000, 0x8000, "
        "1.0f, extra, 64, &map);",
    )  # fmt: skip
    rows = said()
    assert "attribute 8 60000" in rows[2]
    assert (
        "map tiled type 7 rank 2 at 7000 sizes 32 64 strides 128 box 32 8 steps 1 1 interleave 0" in rows[3]
    )
    assert "grid 16 1 1 block 32 1 1" in rows[4]
    assert "attributes 2 id 4 cluster 2 1 1 id 6 is 1 first 7000 second 8000" in rows[4]


def test_c_makes_maps_of_im2col(compiler: list[str], library: Path, said: Any, tmp_path: Path) -> None:
    program = load_ptx(MAPPED).program
    columns = {
        "im2col": Im2col((-1, -1), (1, 1), 64, 128),
        "wide": Im2col((-1,), (1,), 64, 128, "W"),
    }
    for name, im2col in columns.items():
        sizes = (64, 9, 9, 2) if name == "im2col" else (64, 9, 64)
        made = TensorMap.pixels("f16", sizes, im2col, swizzle="128B")
        mapped = replace(program, tensor_maps=(MapParam("map", "x", made),))
        ahead.export(mapped, tmp_path, name=name, sizes=((32, 1, 1), (1, 1, 1), 0))
        said()
        run(
            compiler, tmp_path, library, name,
            f"CUtensorMap map;\nif (!status) status = {name}_map(&map, 0x7000);\n"
            f"if (!status) status = {name}_launch(function, 1, 1, 1, NULL, 0x7000, &map);",
        )  # fmt: skip
        row = next(row for row in said() if row.startswith("map"))
        assert row.startswith(
            f"map {name} type 6 rank {len(sizes)} at 7000 sizes {' '.join(map(str, sizes))}"
        )
        corners = "lower -1 upper 1" if name == "wide" else "lower -1 -1 upper 1 1"
        assert f"{corners} channels 64 pixels 128" in row
        assert ("mode 0" in row) == (name == "wide")
        assert "swizzle 3" in row


def test_the_header_is_c_plus_plus_too(axpy: Kernel, compiler: list[str], tmp_path: Path) -> None:
    made = shutil.which("c++") or shutil.which("g++")
    if made is None:
        pytest.skip("needs a C++ compiler")
    axpy.export(tmp_path, N=1000)
    (tmp_path / "main.cpp").write_text('#include "axpy.h"\nint main() { return sizeof axpy_cubin == 0; }\n')
    command = [
        made,
        "-std=c++17",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-Wno-unused-function",
        compiler[-1],
        f"-I{tmp_path}",
    ]
    subprocess.run([*command, "-c", str(tmp_path / "main.cpp"), "-o", str(tmp_path / "main.o")], check=True)


def test_parameters_are_called_as_languages_allow(compiler: list[str], said: Any, tmp_path: Path) -> None:
    names = ("stream", "function", "int", "grid", "config", "lambda", "a$b", "a_b")
    listed = ", ".join(f".param .u64 {name}" for name in names)
    text = f".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry e({listed}) {{ ret; }}\n"
    files = ahead.export(from_ptx(text), tmp_path, sizes=((32, 1, 1), (1, 1, 1), 0))
    imported(files.module).e(*range(0x1000, 0x1008), grid=1)
    assert said()[-1].endswith("first 1000 second 1001")
    (tmp_path / "main.c").write_text('#include "e.h"\nint main(void) { return sizeof e_cubin == 0; }\n')
    made = shutil.which("c++") or shutil.which("g++")
    for command in (compiler, [made, "-x", "c++", *compiler[2:]] if made else compiler):
        subprocess.run([*command, f"-I{tmp_path}", "-fsyntax-only", str(tmp_path / "main.c")], check=True)
    for name in ("while", "2x", "é"):
        with pytest.raises(LaunchError, match="it must be a name in C and Python"):
            ahead.export(from_ptx(text), tmp_path, name=name, sizes=((32, 1, 1), (1, 1, 1), 0))


def test_a_folder_that_cannot_be(axpy: Kernel, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(LaunchError, match=r"axpy cannot be written to .*file"):
        axpy.export(tmp_path / "file", N=1000)


def test_python_launches_it(axpy: Kernel, said: Any, tmp_path: Path) -> None:
    files = axpy.export(tmp_path / "made", N=1000)
    module = imported(files.module)
    said()
    module.axpy(0x1000, 0x2000, 0x3000, 2, stream=6)
    assert said()[-1] == (
        "launch 7 grid 16 1 1 block 64 1 1 shared 0 stream 6 attributes 0 first 1000 second 2000"
    )
    module.axpy(0x1000, 0x2000, 0x3000, 2, grid=3)
    assert "grid 3 1 1" in said()[-1]
    x = np.ones(1000, np.float32)
    module.axpy(x, x, x, 2.0)
    assert "stream 0" in [row for row in said() if row.startswith("launch")][-1]


def test_python_makes_tensor_maps(cluster: Kernel, said: Any, tmp_path: Path) -> None:
    module = imported(cluster.export(tmp_path, M=64).module)
    said()
    module.copied(0x7000, 0x8000, 1.0, bytes(24), 64)
    rows = said()
    assert any(row.startswith("map tiled type 7 rank 2 at 7000 sizes 32 64") for row in rows)
    assert "attributes 2 id 4 cluster 2 1 1 id 6 is 1 first 7000 second 8000" in rows[-1]


def test_a_grid_that_depends_on_the_call(axpy: Kernel, tmp_path: Path) -> None:
    @kernel(in_specs=(Tile("N", f32),), grid=lambda N: N, arch="sm_80")
    def ones(X: Any) -> None:
        (px,) = ptx.global_ptrs(X)
        ptx.inst.st.global_.f32(ptx.addr(px), reg.scalar(f32, init=1.0))

    files = ones.export(tmp_path)
    assert "GRID" not in files.header.read_text()
    assert "*, grid, stream=None" in files.module.read_text()


def test_other_targets_and_refusals(axpy: Kernel, cluster: Kernel, tmp_path: Path) -> None:
    @kernel(grid=1, arch="sm_80")
    def plain(X: Any) -> None:
        (px,) = ptx.global_ptrs(X)
        ptx.inst.st.global_.u32(ptx.addr(px), reg.scalar(u32, init=1))

    assert "plain for sm_86" in plain.export(tmp_path, arch="sm_86").header.read_text()
    with pytest.raises(LaunchError, match="the tensor map of A is for no sizes; give export the dimensions"):
        cluster.export(tmp_path)
    with pytest.raises(LaunchError, match="name is '2x'"):
        plain.export(tmp_path, name="2x")
    text = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry e(.param .u64 x) { ret; }"
    with pytest.raises(LaunchError, match="no block given"):
        load_ptx(text).export(tmp_path)
    files = load_ptx(text).export(tmp_path, block=64)
    assert "#define E_BLOCK_X 64" in files.header.read_text()


@pytest.mark.parametrize("cluster", [(3, 1, 1), (1, 5, 1), (2, 1, 3)])
def test_an_entry_in_clusters_is_exported_without_a_grid(
    cluster: tuple[int, int, int], tmp_path: Path
) -> None:
    size = ", ".join(map(str, cluster))
    text = (
        ".version 8.0\n.target sm_90\n.address_size 64\n"
        f".visible .entry e(.param .u64 x) .reqntid 32 .reqnctapercluster {size} {{ ret; }}"
    )
    header = load_ptx(text).export(tmp_path).header.read_text()
    for axis, count in zip("xyz", cluster, strict=True):
        assert f"clusterDim.{axis} = {count}" in header
