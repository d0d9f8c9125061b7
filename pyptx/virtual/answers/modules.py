"""Modules and libraries: PTX becomes programs, variables get addresses, functions have attributes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyptx import parser
from pyptx.arch import MAX_CTA_THREADS, STATIC_SHARED_BYTES
from pyptx.errors import PtxError, ToolError
from pyptx.inspect.occupancy import declared_threads
from pyptx.ir import Declaration, Function
from pyptx.program import from_module
from pyptx.sim.declarations import Declarations
from pyptx.sim.segments import align_up
from pyptx.toolchain import find_or_none
from pyptx.toolchain.ptxas import assemble
from pyptx.virtual.answers.registry import answer
from pyptx.virtual.answers.streams import settle
from pyptx.virtual.device_runtime import with_device_runtime
from pyptx.virtual.images import text_of
from pyptx.virtual.linking import LinkError, version_of
from pyptx.virtual.objects import LoadedFunction, LoadedModule
from pyptx.virtual.results import CudaError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyptx.arch import Arch
    from pyptx.ir import Module
    from pyptx.program import Program
    from pyptx.toolchain.ptxas import Usage
    from pyptx.virtual.session import Session

MOST_THREADS, SHARED, CONSTANT, LOCAL, REGISTERS, PTX_VERSION, BINARY_VERSION, CACHES, DYNAMIC, CARVEOUT = (
    range(10)
)
"""Attributes of functions."""

LOADED = 1


@answer("cuModuleLoadData", "cuModuleLoadFatBinary")
def load(session: Session, image: bytes) -> int:
    """Load a module and return it.

    Raises:
        CudaError: The image has no PTX for the device, or that is not valid.
    """
    text, workspace = text_of(image, session.options.arch), 0
    try:
        text = with_device_runtime(text)
        if _ENVIRONMENT.search(text):
            workspace = _workspace(session)
        words = (str(workspace >> 32), str(workspace & 0xFFFF_FFFF))
        text = _ENVIRONMENT.sub(lambda found: words[int(found[1]) - 1], text)
        tree = parser.parse(text)
        names = [
            item.name
            for item in tree.items
            if isinstance(item, Function) and item.kind == "entry" and item.body
        ]
        programs = {name: from_module(tree, name) for name in names}
        _check(tree, programs)
        variables = session.memory.load_module(tree)
    except (LinkError, PtxError) as error:
        if workspace:
            session.memory.release(workspace)
        raise CudaError("INVALID_PTX", str(error), rule="invalid-ptx") from None
    card = session.options.arch
    for program in programs.values():
        program.derived["ptx"] = text
        if not program.arch.suffix and program.arch.number < card.number:
            program.derived["arch"] = card  # whose limits it has
    session.reports.sites.kernels.update(programs)
    handle = session.new_handle()
    session.modules[handle] = LoadedModule(
        handle, tree, session.context.handle, variables, programs, workspace=workspace
    )
    for item in tree.items:
        if isinstance(item, Declaration) and "managed" in item.attributes:
            for each in item.declarators:
                session.share(*variables[each.name])
    return handle


def _check(tree: Module, programs: Mapping[str, Program]) -> None:
    """Check the parts of a module that attributes of its functions are read from.

    Raises:
        LinkError: It has no version of PTX.
        LaunchError: The size of a block is not a number.
    """
    version_of(tree)
    for program in programs.values():
        declared_threads(program.function)


_ENVIRONMENT = re.compile(r"%envreg([12])\b")
"""Registers by which the driver passes the address of the workspace of a grid: its upper and lower half."""

WORKSPACE_BYTES = 256


def _workspace(session: Session) -> int:
    """Allocate the memory by which the blocks of a grid wait for each other."""
    note = f"{WORKSPACE_BYTES} bytes of the driver"
    address = session.memory.allocate(
        WORKSPACE_BYTES, name="workspace of the grid", note=note, initialised=True
    )
    session.memory.view(address, WORKSPACE_BYTES)[...] = 0
    return address


@answer("cuModuleLoadDataEx")
def load_with_options(session: Session, image: bytes, options: int, keys: int, values: int) -> int:
    """Load a module; the options of the compiler change no result."""
    return load(session, image)


@answer("cuLibraryLoadData")
def load_library(session: Session, image: bytes, *options: int) -> int:
    """Load a library: a module, which is on the device at once."""
    return load(session, image)


@answer("cuModuleLoad")
def load_file(session: Session, path: str) -> int:
    """Load the module in a file."""
    try:
        image = Path(path).read_bytes()
    except OSError:
        raise CudaError("FILE_NOT_FOUND") from None
    return load(session, image)


@answer("cuLibraryLoadFromFile")
def load_library_file(session: Session, path: str, *options: int) -> int:
    """Load the library in a file."""
    return load_file(session, path)


@answer("cuModuleUnload", "cuLibraryUnload")
def unload(session: Session, handle: int) -> None:
    """Unload a module: its functions and variables are gone."""
    module = _module(session, handle)
    settle(session)
    session.unload(module)


@answer("cuModuleGetLoadingMode", anywhere=True)
def loading_mode(session: Session) -> int:
    """Return when functions are decoded: at their first use."""
    return 2


def _module(session: Session, handle: int) -> LoadedModule:
    return session.named(session.modules, handle)


def function_of(session: Session, handle: int) -> LoadedFunction:
    """Return the function, or kernel of a library, of a handle."""
    return session.named(session.functions, handle)


@answer("cuModuleGetFunction", "cuLibraryGetKernel")
def function(session: Session, handle: int, name: str) -> int:
    """Return a function of a module."""
    module = _module(session, handle)
    if name not in module.programs:
        raise CudaError("NOT_FOUND")
    if name not in module.functions:
        made = session.new_handle()
        module.functions[name] = made
        session.functions[made] = LoadedFunction(made, module, module.programs[name])
    return module.functions[name]


@answer("cuModuleGetFunctionCount", "cuLibraryGetKernelCount")
def function_count(session: Session, handle: int) -> int:
    """Return the number of functions of a module."""
    return len(_module(session, handle).programs)


@answer("cuModuleEnumerateFunctions", "cuLibraryEnumerateKernels")
def functions(session: Session, count: int, handle: int) -> list[int]:
    """Return the functions of a module."""
    return [function(session, handle, name) for name in list(_module(session, handle).programs)[:count]]


@answer("cuModuleGetGlobal_v2", "cuLibraryGetGlobal", "cuLibraryGetManaged")
def variable(session: Session, handle: int, name: str) -> tuple[int, int]:
    """Return the address and the size of a variable of a module."""
    found = _module(session, handle).variables.get(name)
    if found is None:
        raise CudaError("NOT_FOUND")
    return found


@answer("cuLibraryGetModule")
def module_of_library(session: Session, handle: int) -> int:
    """Return the module of a library: itself."""
    return _module(session, handle).handle


@answer("cuKernelGetFunction", "cuFuncLoad")
def function_of_kernel(session: Session, handle: int) -> int | None:
    """Return the function of a kernel: itself."""
    found = function_of(session, handle)
    return None if session.call == "cuFuncLoad" else found.handle


@answer("cuKernelGetLibrary", "cuFuncGetModule")
def module_of_function(session: Session, handle: int) -> int:
    """Return the module of a function."""
    return function_of(session, handle).module.handle


@answer("cuKernelGetName", "cuFuncGetName")
def name(session: Session, handle: int) -> str:
    """Return the name of a function."""
    return function_of(session, handle).program.entry


@answer("cuFuncIsLoaded")
def is_loaded(session: Session, handle: int) -> int:
    """Return whether a function is on the device."""
    function_of(session, handle)
    return LOADED


@answer("cuFuncSetCacheConfig", "cuFuncSetSharedMemConfig")
def set_config(session: Session, handle: int, config: int) -> None:
    """Take a preference, which changes no result."""
    function_of(session, handle)


@answer("cuKernelSetCacheConfig")
def set_kernel_config(session: Session, handle: int, config: int, device: int) -> None:
    """Take a preference, which changes no result."""
    function_of(session, handle)


def layout_of(program: Program) -> list[tuple[int, int]]:
    """Return offset and size of each parameter, as the driver lays them out."""
    if "virtual.layout" not in program.derived:
        places = []
        at = 0
        for param in program.params:
            at = align_up(at, param.align)
            places.append((at, param.bytes))
            at += param.bytes
        program.derived["virtual.layout"] = places
    found: list[tuple[int, int]] = program.derived["virtual.layout"]
    return found


@answer("cuFuncGetParamInfo", "cuKernelGetParamInfo")
def parameter(session: Session, handle: int, index: int) -> tuple[int, int]:
    """Return offset and size of a parameter."""
    places = layout_of(function_of(session, handle).program)
    if index >= len(places):
        raise CudaError("INVALID_VALUE")
    return places[index]


@answer("cuFuncGetParamCount", "cuKernelGetParamCount")
def parameter_count(session: Session, handle: int) -> int:
    """Return the number of parameters."""
    return len(function_of(session, handle).program.params)


@answer("parameters_of")
def parameters(session: Session, handle: int) -> bytes:
    """Return offset and size of all parameters."""
    places = layout_of(function_of(session, handle).program)
    return b"".join(number.to_bytes(4, "little") for place in places for number in place)


# Attributes


def static_shared(program: Program) -> int:
    """Return the shared memory that an entry declares."""
    if "virtual.shared" not in program.derived:
        declared = Declarations(program.module)
        declared.declare_module()
        entry = next(each for each in declared.functions if each.node is program.function)
        declared.place_variables_of_bodies(entry)
        program.derived["virtual.shared"] = declared.shared
    found: int = program.derived["virtual.shared"]
    return found


def usage_of(program: Program, arch: Arch) -> Usage | None:
    """Return the resources of a function by ptxas; None without ptxas, or for PTX that it refuses."""
    if find_or_none("ptxas") is None:
        return None
    try:
        return assemble(program.ptx, arch.name).functions.get(program.entry)
    except ToolError:
        return None


def registers(program: Program, arch: Arch) -> int:
    """Return the registers of a thread: those of ptxas, or without it the most that its block leaves it."""
    found = usage_of(program, arch)
    if found is not None and found.registers:
        return found.registers
    limits = arch.sm
    assert limits is not None
    return min(255, limits.registers // most_threads(program))


def most_threads(program: Program) -> int:
    """Return the threads of the largest block."""
    return min(declared_threads(program.function) or MAX_CTA_THREADS, MAX_CTA_THREADS)


def most_dynamic(found: LoadedFunction) -> int:
    """Return the dynamic shared memory that a launch may have."""
    return found.attributes.get(DYNAMIC, max(0, STATIC_SHARED_BYTES - static_shared(found.program)))


@answer("cuFuncGetAttribute")
def attribute(session: Session, number: int, handle: int) -> int:
    """Return an attribute of a function."""
    found = function_of(session, handle)
    arch, program = session.options.arch, found.program
    version = version_of(program.module)
    known: dict[int, Any] = {
        MOST_THREADS: lambda: most_threads(program),
        SHARED: lambda: static_shared(program),
        LOCAL: lambda: usage.stack_bytes if (usage := usage_of(program, arch)) else 0,
        REGISTERS: lambda: registers(program, arch),
        PTX_VERSION: lambda: 10 * version[0] + version[1],
        BINARY_VERSION: lambda: arch.number,
        DYNAMIC: lambda: most_dynamic(found),
    }
    if not 0 <= number <= 15:
        raise CudaError("INVALID_VALUE")
    return int(known.get(number, lambda: found.attributes.get(number, 0))())


@answer("cuKernelGetAttribute")
def kernel_attribute(session: Session, number: int, handle: int, device: int) -> int:
    """Return an attribute of a kernel."""
    return attribute(session, number, handle)


@answer("cuFuncSetAttribute")
def set_attribute(session: Session, handle: int, number: int, value: int) -> None:
    """Set an attribute of a function."""
    found = function_of(session, handle)
    if number < DYNAMIC or number > 15:
        raise CudaError("INVALID_VALUE")
    most = session.options.arch.max_shared_bytes - static_shared(found.program)
    if number == DYNAMIC and not 0 <= value <= most:
        raise CudaError("INVALID_VALUE")
    found.attributes[number] = value
    found.geometries.clear()


@answer("cuKernelSetAttribute")
def set_kernel_attribute(session: Session, number: int, value: int, handle: int, device: int) -> None:
    """Set an attribute of a kernel."""
    set_attribute(session, handle, number, value)
