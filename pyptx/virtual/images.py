"""PTX that programs pass to the driver: text, and fat binaries of nvcc, whose texts may be compressed.

The stand-ins of ptxas and nvJitLink hand PTX on in place of machine code, so it comes as text too.
"""

from __future__ import annotations

import importlib
import re
import struct
from typing import TYPE_CHECKING, Final

from pyptx.arch import arch as find_arch
from pyptx.arch import is_target, runs_on
from pyptx.errors import MissingToolError, PtxError, ToolError
from pyptx.mangling import readable
from pyptx.toolchain.embedded import embedded_ptx
from pyptx.toolchain.scratch import scratch
from pyptx.virtual.linking import LinkError, linked
from pyptx.virtual.results import CudaError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pyptx.arch import Arch

ELF: Final = b"\x7fELF"
FAT_BINARY: Final = 0xBA55ED50

_HEAD = struct.Struct("<IHHQ")  # magic, version, bytes of this head, bytes after it
_PART = struct.Struct("<HHIIIIIIIQQQQ")
"""Kind, version, bytes of this head and of what follows with padding, …, its size, …, flags, …, text size."""
_DEVICE_RUNTIME: Final = b"_cuda_device_runtime_cu_"
"""A word in names of the library that launches kernels from kernels, which nvcc adds to such programs."""

_DAMAGED: Final = "the fat binary is damaged"
_IS_PTX, _IS_MACHINE_CODE = 1, 2
_LZ4, _ZSTD = 0x2000, 0x8000
_TARGET = re.compile(rb"^\s*\.target\s+(\w+)", re.MULTILINE)
MOST_BYTES: Final = 1 << 28
"""Size of the largest text that is decompressed."""

MOST_NAMES: Final = 8
"""Kernels that a message names."""

REPAIR: Final = (
    "the virtual GPU runs PTX: build with -gencode arch=compute_90,code=compute_90 (nvcc), or let the "
    "program compile to PTX"
)


def text_of(image: bytes, device: Arch) -> str:
    """Return the PTX of an image that suits the device best.

    Raises:
        CudaError: It has none for this device, or is damaged.
    """
    if image.startswith(ELF):
        raise CudaError("NO_BINARY_FOR_GPU", f"machine code without PTX ({_kernels([image])}); {REPAIR}")
    if not _is_fat(image):
        return _best([image.rstrip(b"\0")], device).decode(errors="replace")
    parts = list(_fat_binaries(image))
    first = 1 if len(parts) > 1 else 0  # nvcc linked it from the others: machine code, if anything
    chosen = [
        _best(texts, device).decode(errors="replace")
        for texts in map(_texts_of, parts[first:])
        if not any(_DEVICE_RUNTIME in text for text in texts)
    ]
    try:
        return linked(chosen)
    except (LinkError, PtxError) as error:
        raise CudaError("INVALID_PTX", f"the parts of the program cannot be linked: {error}") from None


def _is_fat(image: bytes) -> bool:
    return len(image) >= 4 and int(struct.unpack_from("<I", image)[0]) == FAT_BINARY


def _fat_binaries(image: bytes) -> Iterator[bytes]:
    """The fat binaries that lie behind each other in an image."""
    while _is_fat(image):
        _, _, head, size = _HEAD.unpack_from(image) if len(image) >= _HEAD.size else (0, 0, 0, 0)
        if head < _HEAD.size:
            raise CudaError("INVALID_IMAGE", _DAMAGED)
        yield image[: head + size]
        image = image[head + size :]


def _texts_of(image: bytes) -> list[bytes]:
    """The PTX texts of a fat binary.

    Raises:
        CudaError: The binary has no PTX.
    """
    try:
        texts = [text.split(b"\0")[0] for text in _parts(image, _IS_PTX)]
    except _NoZstandardError:
        texts = _extracted(image)
    if not texts:
        try:
            names = _kernels(_parts(image, _IS_MACHINE_CODE))
        except _NoZstandardError:
            names = "its machine code is compressed with Zstandard"
        raise CudaError("NO_BINARY_FOR_GPU", f"a fat binary without PTX ({names}); {REPAIR}")
    return texts


def _best(texts: list[bytes], device: Arch) -> bytes:
    """Return the PTX that suits the device best.

    Raises:
        CudaError: None does.
    """
    targets = [_target(text) for text in texts]
    if not any(targets):
        raise CudaError("INVALID_PTX", "the image is not PTX")
    found = [each for each in zip(targets, texts, strict=True) if each[0] and runs_on(each[0], device)]
    if not found:
        names = ", ".join(target or "no target" for target in targets)
        said = f"PTX for {names} does not run on {device.name}; choose another device with --arch"
        raise CudaError("NO_BINARY_FOR_GPU", said)
    return max(found, key=lambda each: (find_arch(each[0]).number, find_arch(each[0]).suffix))[1]


def _target(text: bytes) -> str:
    found = _TARGET.search(text)
    name = found[1].decode() if found else ""
    try:
        return find_arch(name).name if is_target(name) else ""
    except ValueError:
        return ""


def _parts(image: bytes, wanted: int) -> Iterator[bytes]:
    """The parts of a fat binary of one kind."""
    damaged = CudaError("INVALID_IMAGE", _DAMAGED)
    _, _, at, _ = _HEAD.unpack_from(image)
    while at + _PART.size <= len(image):
        kind, _, head, padded, size, *_, flags, _, full = _PART.unpack_from(image, at)
        if head < _PART.size:
            raise damaged
        data = image[at + head : at + head + padded]
        at += head + padded
        if kind == wanted:
            try:
                yield _expanded(data[: size or len(data)], flags, full)
            except (IndexError, ValueError) as error:
                raise damaged from error


def _expanded(data: bytes, flags: int, size: int) -> bytes:
    if size > MOST_BYTES:
        raise ValueError(size)
    if flags & _LZ4:
        return _lz4(data, size)
    if not flags & _ZSTD:
        return data
    for name in ("compression.zstd", "zstandard"):
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        made = module.ZstdDecompressor()
        try:
            return bytes((made.decompressobj() if name == "zstandard" else made).decompress(data))
        except module.ZstdError as error:
            raise ValueError(str(error)) from error
    raise _NoZstandardError


class _NoZstandardError(Exception):
    """Python before 3.14 has no Zstandard of its own."""


def _extracted(image: bytes) -> list[bytes]:
    """The PTX texts of a fat binary, taken out by cuobjdump."""
    try:
        with scratch() as folder:
            (folder / "image.fatbin").write_bytes(image)
            return [text.encode() for text in embedded_ptx(folder / "image.fatbin").values()]
    except MissingToolError:
        raise CudaError(
            "NO_BINARY_FOR_GPU",
            "the fat binary is compressed with Zstandard, which Python before 3.14 reads with the package "
            "zstandard or with cuobjdump: pip install zstandard, or pip install './pyptx[tools]' "
            "beside a clone of pyptx",
        ) from None
    except ToolError as error:
        raise CudaError("INVALID_IMAGE", str(error)) from None


def _lz4(data: bytes, size: int) -> bytes:
    """Return the bytes of an LZ4 block: literals, and copies of earlier bytes."""
    out = bytearray()
    at = 0

    def length(first: int) -> int:
        nonlocal at
        total = first
        while first == 15:
            total += data[at]
            at += 1
            if data[at - 1] != 255:
                break
        return total

    while len(out) < size:
        token = data[at]
        at += 1
        count = length(token >> 4)
        out += data[at : at + count]
        at += count
        if len(out) >= size or at >= len(data):
            break
        back = data[at] | data[at + 1] << 8
        at += 2
        count = 4 + length(token & 15)
        if not 0 < back <= len(out):
            raise ValueError(back)
        while count > 0:
            part = out[-back : len(out) - back + min(count, back)]
            out += part
            count -= len(part)
    if len(out) < size:
        raise ValueError(len(out))
    return bytes(out[:size])


def _kernels(codes: Iterable[bytes]) -> str:
    """Name the kernels in machine code, the first ones of many: sections ``.text.NAME``."""
    found = {name.decode() for code in codes for name in re.findall(rb"\.text\.(\w+)", code)}
    names = sorted(map(readable, found))
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return (", ".join(names[:MOST_NAMES]) or "no kernel by name") + more
