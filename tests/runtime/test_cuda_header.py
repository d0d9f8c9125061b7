"""The numbers and structures that the driver gets, against NVIDIA's ``cuda.h``."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from pyptx.layouts.tensor_map_words import (
    ALIGN,
    BYTES,
    ELEMENTS,
    FILLS,
    INTERLEAVES,
    PROMOTIONS,
    SWIZZLES,
    WIDE_MODES,
)
from pyptx.runtime import cuda
from tests.cuda_header import enumerators, include_folder

SOURCES = Path(__file__).parents[2] / "csrc"

NUMBERS = {name: value for name, value in vars(cuda).items() if name.startswith("CU")}

_DATA_TYPES = {
    "u8": "UINT8", "u16": "UINT16", "u32": "UINT32", "s32": "INT32", "u64": "UINT64", "s64": "INT64",
    "f16": "FLOAT16", "f32": "FLOAT32", "f64": "FLOAT64", "bf16": "BFLOAT16", "f32.ftz": "FLOAT32_FTZ",
    "tf32": "TFLOAT32", "tf32.ftz": "TFLOAT32_FTZ", "b4x16": "16U4_ALIGN8B", "b4x16_p64": "16U4_ALIGN16B",
    "b6x16_p32": "16U6_ALIGN16B",
}  # fmt: skip
_SWIZZLES = {
    "NONE": "NONE", "32B": "32B", "64B": "64B", "128B": "128B", "128B_32B": "128B_ATOM_32B",
    "128B_32B_FLIP": "128B_ATOM_32B_FLIP_8B", "128B_64B": "128B_ATOM_64B",
}  # fmt: skip
_PROMOTIONS = {"NONE": "NONE", "64B": "L2_64B", "128B": "L2_128B", "256B": "L2_256B"}
_FILLS = {"ZERO": "NONE", "NAN": "NAN_REQUEST_ZERO_FMA"}


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_is_the_drivers(name: str) -> None:
    assert NUMBERS[name] == enumerators()[name]


@pytest.mark.parametrize("name", ELEMENTS)
def test_an_element_type_of_tensor_maps_is_the_drivers(name: str) -> None:
    assert ELEMENTS[name].driver == enumerators()[f"CU_TENSOR_MAP_DATA_TYPE_{_DATA_TYPES[name]}"]


@pytest.mark.parametrize("name", SWIZZLES)
def test_a_swizzle_of_tensor_maps_is_the_drivers(name: str) -> None:
    number = SWIZZLES[name].driver
    if number is None:
        assert name not in _SWIZZLES
        assert f"CU_TENSOR_MAP_SWIZZLE_{name}" not in enumerators()
    else:
        assert number == enumerators()[f"CU_TENSOR_MAP_SWIZZLE_{_SWIZZLES[name]}"]


def test_the_other_words_of_tensor_maps_are_in_the_drivers_order() -> None:
    lists = {
        "INTERLEAVE": list(INTERLEAVES),
        "L2_PROMOTION": [_PROMOTIONS[name] for name in PROMOTIONS],
        "FLOAT_OOB_FILL": [_FILLS[name] for name in FILLS],
        "IM2COL_WIDE_MODE": list(WIDE_MODES),
    }
    for kind, words in lists.items():
        numbers = [enumerators()[f"CU_TENSOR_MAP_{kind}_{word}"] for word in words]
        assert numbers == list(range(len(words)))


_LAYOUTS = """
#include <stddef.h>
#include <cuda.h>
#include "launch/driver.h"
#define SAME(ours, theirs) _Static_assert((ours) == (theirs), #ours " is not " #theirs)
SAME(sizeof(LaunchConfig), sizeof(CUlaunchConfig));
SAME(offsetof(LaunchConfig, grid), offsetof(CUlaunchConfig, gridDimX));
SAME(offsetof(LaunchConfig, block), offsetof(CUlaunchConfig, blockDimX));
SAME(offsetof(LaunchConfig, shared_bytes), offsetof(CUlaunchConfig, sharedMemBytes));
SAME(offsetof(LaunchConfig, stream), offsetof(CUlaunchConfig, hStream));
SAME(offsetof(LaunchConfig, attributes), offsetof(CUlaunchConfig, attrs));
SAME(offsetof(LaunchConfig, attribute_count), offsetof(CUlaunchConfig, numAttrs));
SAME(sizeof(LaunchAttribute), sizeof(CUlaunchAttribute));
SAME(offsetof(LaunchAttribute, id), offsetof(CUlaunchAttribute, id));
SAME(offsetof(LaunchAttribute, value), offsetof(CUlaunchAttribute, value));
SAME(offsetof(CUlaunchAttributeValue, clusterDim.y), sizeof(unsigned));
SAME(offsetof(CUlaunchAttributeValue, clusterDim.z), 2 * sizeof(unsigned));
SAME(offsetof(CUlaunchAttributeValue, cooperative), 0);
SAME(offsetof(CUlaunchAttributeValue, programmaticStreamSerializationAllowed), 0);
SAME(offsetof(CUlaunchAttributeValue, priority), 0);
SAME(sizeof(CUdevice), sizeof(int));
SAME(sizeof(CUdeviceptr), 8);
SAME(sizeof(CUresult), sizeof(int));
"""


@pytest.fixture(scope="module")
def compiler() -> str:
    found = shutil.which("cc") or shutil.which("gcc")
    if found is None:
        pytest.skip("needs a C compiler")
    return found


def test_the_structures_of_native_code_are_the_drivers(compiler: str) -> None:
    ours = f"""
SAME({cuda.LaunchConfig.stream.offset}, offsetof(CUlaunchConfig, hStream));
SAME({cuda.LaunchConfig.attributes.offset}, offsetof(CUlaunchConfig, attrs));
SAME({cuda.LaunchConfig.attribute_count.offset}, offsetof(CUlaunchConfig, numAttrs));
SAME({cuda.LaunchConfig.shared_bytes.offset}, offsetof(CUlaunchConfig, sharedMemBytes));
SAME({cuda.LaunchAttribute.value.offset}, offsetof(CUlaunchAttribute, value));
SAME({BYTES}, sizeof(CUtensorMap));
SAME(_Alignof(CUtensorMap) % {ALIGN}, 0);
"""
    words = [compiler, "-std=c11", "-fsyntax-only", f"-I{include_folder()}", f"-I{SOURCES}", "-x", "c", "-"]
    done = subprocess.run(words, input=_LAYOUTS + ours, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
