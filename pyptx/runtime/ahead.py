"""Kernels ahead of time: machine code, a C header that launches it, and a Python module that does.

The header needs the CUDA driver's ``cuda.h`` (12.0 or later; 12.8 for maps of im2col's wide modes) but no
part of pyptx; it holds the machine code.
"""

from __future__ import annotations

import keyword
import re
from pathlib import Path
from typing import TYPE_CHECKING

from pyptx.errors import LaunchError
from pyptx.layouts.tensor_map_words import FILLS, INTERLEAVES, PROMOTIONS, SWIZZLES, WIDE_MODES
from pyptx.record import record
from pyptx.runtime.advice import assemble
from pyptx.runtime.strides import tensor_map

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from pyptx.layouts.tensor_map import TensorMap
    from pyptx.program import Dim3, Param, Program

_C_TYPES = {
    "u8": "uint8_t", "b8": "uint8_t", "s8": "int8_t", "u16": "uint16_t", "b16": "uint16_t", "s16": "int16_t",
    "f16": "uint16_t", "u32": "uint32_t", "b32": "uint32_t", "s32": "int32_t", "f32": "float",
    "u64": "CUdeviceptr", "b64": "CUdeviceptr", "s64": "int64_t", "f64": "double",
}  # fmt: skip
_ROW_BYTES = 24
_C_WORDS = """
    alignas alignof and and_eq asm auto bitand bitor bool box break case catch char class cluster compl
    concept config const consteval constexpr constinit const_cast continue co_await co_return co_yield
    decltype default delete do double dynamic_cast else enum explicit export extern false float for
    friend function goto grid_x grid_y grid_z if inline int long lower map mutable namespace new
    noexcept not not_eq nullptr operator or or_eq params private protected public register
    reinterpret_cast requires restrict return short signed sizeof sizes static static_assert static_cast
    steps stream strides struct switch template this thread_local throw true try typedef typeid typename
    union unsigned upper using virtual void volatile wchar_t while xor xor_eq errno linux unix NULL
"""
_TAKEN_IN_C = frozenset(_C_WORDS.split())
"""Words of C and C++, and what the functions of a header call their own."""
_TAKEN_IN_PYTHON = frozenset(
    [
        *keyword.kwlist,
        "Im2col",
        "Path",
        "TensorMap",
        "float",
        "grid",
        "launch",
        "load_cubin",
        "stream",
        "_entry",
    ]
)
_WORDS = re.compile(r"\W", re.ASCII)


@record(frozen=True, slots=True)
class Exported:
    """The files of a kernel.

    Attributes:
        cubin: Machine code.
        header: C, with the machine code in it.
        module: Python, which loads the machine code beside it.
    """

    cubin: Path
    header: Path
    module: Path


def export(
    program: Program,
    folder: str | os.PathLike[str],
    *,
    name: str | None = None,
    sizes: tuple[Dim3, Dim3, int],
    grid: Dim3 | None = None,
    target: str | None = None,
) -> Exported:
    """Write the files of a program.

    Args:
        program: The program to assemble.
        folder: The output folder; it is created if missing.
        name: Name of the files and of the functions in them; None for that of the entry.
        sizes: Block, cluster and dynamic shared bytes.
        grid: CTAs in each direction, if they are constant.
        target: Target of the machine code; None for that of the program.

    Raises:
        ToolError: ptxas is not installed, or refuses the text.
        LaunchError: A tensor map is unknown or cannot be made in C, the name is not legal, or the files
            cannot be written.
    """
    called = _WORDS.sub("_", program.entry) if name is None else name
    if not called.isidentifier() or not called.isascii() or keyword.iskeyword(called):
        raise LaunchError(f"name is {name!r}; it must be a name in C and Python")
    compiled = assemble(program, target)
    made = _Writer(program, called, sizes, grid, target or program.arch.name)
    files = Exported(*(Path(folder, f"{called}.{suffix}") for suffix in ("cubin", "h", "py")))
    header, module = made.header(compiled.cubin), made.module()
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        files.cubin.write_bytes(compiled.cubin)
        files.header.write_text(header, encoding="utf-8")
        files.module.write_text(module, encoding="utf-8")
    except OSError as error:
        raise LaunchError(f"{called} cannot be written to {folder}: {error}") from error
    return files


class _Writer:
    def __init__(
        self, program: Program, name: str, sizes: tuple[Dim3, Dim3, int], grid: Dim3 | None, target: str
    ) -> None:
        self.program = program
        self.name = name
        self.block, self.cluster, self.smem = sizes
        self.grid = grid
        self.target = target
        self.maps: dict[str, tuple[str, TensorMap]] = {}
        for param in program.tensor_maps:
            if param.map is None:
                raise LaunchError(
                    f"{program.entry}: the tensor map of {param.tensor} is for no sizes; "
                    "give export the dimensions"
                )
            self.maps[param.name] = param.tensor, tensor_map(param)
        names = [param.name for param in program.params]
        self.c, self.python = _identifiers(names, _TAKEN_IN_C), _identifiers(names, _TAKEN_IN_PYTHON)

    def header(self, cubin: bytes) -> str:
        name, upper = self.name, self.name.upper()
        rows = [cubin[at : at + _ROW_BYTES] for at in range(0, len(cubin), _ROW_BYTES)]
        data = "\n".join("    " + "".join(f"{byte}," for byte in row) for row in rows)
        settled = "" if self.grid is None else _constants(upper, "GRID", self.grid)
        return f"""\
/* {self.program.entry} for {self.target}, assembled ahead of time.
 *
 *     CUfunction function;
 *     {name}_load(&module, &function);      in the context that launches
 *     {name}_launch(function, …, stream, …);
 *
 * Both return what the CUDA driver does. */
#ifndef {upper}_H
#define {upper}_H

#include <cuda.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

{settled}{_constants(upper, "BLOCK", self.block)}#define {upper}_SHARED_BYTES {self.smem}

static const unsigned char {name}_cubin[] = {{
{data}
}};

{self._loading()}
{"".join(map(self._encoding, self.maps))}{self._launching()}
#endif
"""

    def module(self) -> str:
        given = [param for param in self.program.params if param.name not in self.maps]
        names = [self.python[param.name] for param in given]
        words = ["*", "grid" if self.grid is None else f"grid={self.grid}", "stream=None"]
        passed = []
        for param in self.program.params:
            if param.name in self.maps:
                tensor, made = self.maps[param.name]
                passed.append(f"{made!r}.of({self.python[tensor]})")
            else:
                name = self.python[param.name]
                passed.append(f"float({name})" if param.type in ("f16", "f32", "f64") else name)
        imports = (
            "from pyptx.layouts.tensor_map import Im2col, TensorMap  # noqa: F401\n" if self.maps else ""
        )
        arguments = "".join(f"        {value},\n" for value in passed)
        return f'''\
"""{self.program.entry} for {self.target}, assembled ahead of time."""

from pathlib import Path

from pyptx import load_cubin
{imports}
_entry = load_cubin(Path(__file__).with_suffix(".cubin"), {self.program.entry!r})


def {self.name}({", ".join([*names, *words])}):
    """Launch on arrays or addresses, and return without waiting."""
    launch = _entry.launch(
        grid=grid, block={self.block}, cluster={self.cluster}, smem={self.smem}, stream=stream, engine="gpu",
        pdl={self.program.pdl},
    )
    launch(
{arguments}    )
'''

    def _loading(self) -> str:
        name = self.name
        rows = [
            f"    CUresult status = cuModuleLoadData(module, {name}_cubin);",
            "    if (status) return status;",
            f'    status = cuModuleGetFunction(function, *module, "{self.program.entry}");',
        ]
        wanted = [("CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES", self.smem)] if self.smem else []
        if self.cluster[0] * self.cluster[1] * self.cluster[2] > self.program.arch.max_cluster:
            wanted.append(("CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED", 1))
        rows += [
            f"    if (!status) status = cuFuncSetAttribute(*function, {which}, {value});"
            for which, value in wanted
        ]
        body = "\n".join(rows)
        return (
            "/* Load the machine code into the current context. Unload the module after the last launch. */\n"
            f"static inline CUresult {name}_load(CUmodule *module, CUfunction *function) {{\n"
            f"{body}\n    return status;\n}}\n"
        )

    def _encoding(self, param: str) -> str:
        """A function that makes one tensor map of an address."""
        tensor, made = self.c[self.maps[param][0]], self.maps[param][1]
        swizzle = SWIZZLES[made.swizzle].driver
        if swizzle is None:
            raise LaunchError(
                f"{self.program.entry}: the tensor map {param} has swizzle {made.swizzle}, for which the "
                "driver has no number"
            )
        arrays = [("cuuint64_t", "sizes", made.sizes), ("cuuint64_t", "strides", made.strides)]
        columns = made.im2col
        mode = ""
        if columns is None:
            call, more = "cuTensorMapEncodeTiled", "box"
            arrays.append(("cuuint32_t", "box", made.box))
        elif columns.wide is not None:
            call = "cuTensorMapEncodeIm2colWide"
            more = f"{columns.lower[0]}, {columns.upper[0]}, {columns.channels}, {columns.pixels}"
            mode = f"(CUtensorMapIm2ColWideMode){WIDE_MODES.index(columns.wide)}, "
        else:
            call, more = "cuTensorMapEncodeIm2col", f"lower, upper, {columns.channels}, {columns.pixels}"
            arrays += [("int", "lower", columns.lower), ("int", "upper", columns.upper)]
        arrays.append(("cuuint32_t", "steps", made.element_strides))
        listed = "".join(
            f"    const {kind} {what}[] = {{{', '.join(map(str, values)) or 0}}};\n"
            for kind, what, values in arrays
        )
        address = f"{tensor} + {made.address}" if made.address else tensor
        numbers = (
            f"(CUtensorMapInterleave){INTERLEAVES.index(made.interleave)}, {mode}"
            f"(CUtensorMapSwizzle){swizzle},\n        "
            f"(CUtensorMapL2promotion){PROMOTIONS.index(made.l2_promotion)}, "
            f"(CUtensorMapFloatOOBfill){FILLS.index(made.oob_fill)}"
        )
        return (
            f"/* Make the tensor map `{param}` of {made.sizes[::-1]} elements at an address. */\n"
            f"static inline CUresult {self.name}_{_WORDS.sub('_', param)}"
            f"(CUtensorMap *map, CUdeviceptr {tensor}) {{\n"
            f"{listed}"
            f"    return {call}(\n"
            f"        map, (CUtensorMapDataType){made.element.driver}, {made.rank}, "
            f"(void *)(uintptr_t)({address}), sizes, strides,\n        {more}, steps, {numbers});\n}}\n\n"
        )

    def _launching(self) -> str:
        declared = [self._declared(param) for param in self.program.params]
        values = ", ".join(self._address(param) for param in self.program.params) or "NULL"
        set_up = []
        if self.cluster != (1, 1, 1):
            members = zip("xyz", self.cluster, strict=True)
            sizes = ", ".join(f"attributes[0].value.clusterDim.{axis} = {size}" for axis, size in members)
            set_up.append(f"    attributes[0].id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;\n    {sizes};\n")
        if self.program.pdl:
            place = f"attributes[{len(set_up)}]"
            set_up.append(
                f"    {place}.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;\n"
                f"    {place}.value.programmaticStreamSerializationAllowed = 1;\n"
            )
        if set_up:
            count = len(set_up)
            set_up.insert(0, f"    CUlaunchAttribute attributes[{count}];\n")
            set_up.append(f"    config.attrs = attributes, config.numAttrs = {count};\n")
        bx, by, bz = self.block
        words = ", ".join(
            [
                "CUfunction function",
                "unsigned grid_x",
                "unsigned grid_y",
                "unsigned grid_z",
                "CUstream stream",
                *declared,
            ]
        )
        return (
            f"/* Start the kernel on a stream, and return without waiting. */\n"
            f"static inline CUresult {self.name}_launch({words}) {{\n"
            f"    void *params[] = {{{values}}};\n"
            f"    CUlaunchConfig config;\n"
            f"    memset(&config, 0, sizeof config);\n"
            f"    config.gridDimX = grid_x, config.gridDimY = grid_y, config.gridDimZ = grid_z;\n"
            f"    config.blockDimX = {bx}, config.blockDimY = {by}, config.blockDimZ = {bz};\n"
            f"    config.sharedMemBytes = {self.smem}, config.hStream = stream;\n"
            f"{''.join(set_up)}"
            f"    return cuLaunchKernelEx(&config, function, params, NULL);\n}}\n"
        )

    def _declared(self, param: Param) -> str:
        name = self.c[param.name]
        if param.name in self.maps:
            return f"const CUtensorMap *{name}"
        if param.structure:
            return f"const void *{name} /* {param.bytes} bytes */"
        if param.type not in _C_TYPES:
            raise LaunchError(f"{self.program.entry}: a .{param.type} parameter cannot be passed from C")
        return f"{_C_TYPES[param.type]} {name}"

    def _address(self, param: Param) -> str:
        name = self.c[param.name]
        return f"(void *){name}" if param.structure else f"(void *)&{name}"


def _constants(prefix: str, what: str, sizes: Sequence[int]) -> str:
    return "".join(
        f"#define {prefix}_{what}_{axis} {size}\n" for axis, size in zip("XYZ", sizes, strict=True)
    )


def _identifiers(names: Sequence[str], taken: frozenset[str]) -> dict[str, str]:
    """The names of parameters as a language has them: each once, and none that means something there."""
    made: dict[str, str] = {}
    for name in names:
        word = _WORDS.sub("_", name)
        while word in taken or word in made.values():
            word += "_"
        made[name] = word
    return made
