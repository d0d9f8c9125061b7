"""The functions of the driver that are built; every other one of ``driver_names.txt`` is refused by name.

Names and parameters are facts of the driver's interface. `wire` describes the notation. Tests hold that each
row has an answer, each answer a row, and that the parameters are those of ``cuda.h``.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from typing import Final

from pyptx.virtual.wire import Row

_DEVICES = """
cuInit flags:u32
cuDriverGetVersion version=i32
cuDeviceGet device=i32, ordinal:i32
cuDeviceGetCount count=i32
cuDeviceGetName name=chars(length), length:i32, device:i32
cuDeviceGetUuid uuid=bytes[16], device:i32
cuDeviceGetUuid_v2 uuid=bytes[16], device:i32
cuDeviceTotalMem_v2 bytes=u64, device:i32
cuDeviceGetAttribute value=i32, attribute:i32, device:i32
cuDeviceGetPCIBusId name=chars(length), length:i32, device:i32
cuDeviceGetByPCIBusId device=i32, name:text
cuDeviceComputeCapability major=i32, minor=i32, device:i32
cuDeviceCanAccessPeer can=i32, device:i32, peer:i32
cuDeviceGetP2PAttribute value=i32, attribute:i32, device:i32, peer:i32
cuDeviceGetDefaultMemPool pool=u64, device:i32
cuDeviceGetMemPool pool=u64, device:i32
cuDeviceSetMemPool device:i32, pool:u64
"""

_CONTEXTS = """
cuDevicePrimaryCtxRetain context=u64, device:i32
cuDevicePrimaryCtxRelease device:i32
cuDevicePrimaryCtxRelease_v2 device:i32
cuDevicePrimaryCtxSetFlags_v2 device:i32, flags:u32
cuDevicePrimaryCtxGetState device:i32, flags=u32, active=i32
cuDevicePrimaryCtxReset_v2 device:i32
cuCtxCreate_v2 context=u64, flags:u32, device:i32
cuCtxCreate_v4 context=u64, parameters:u64, flags:u32, device:i32
cuCtxDestroy_v2 context:u64
cuCtxPushCurrent_v2 context:u64
cuCtxPopCurrent_v2 context=?u64
cuCtxSetCurrent context:u64
cuCtxGetCurrent context=u64
cuCtxGetDevice device=i32
cuCtxGetDevice_v2 device=i32, context:u64
cuCtxGetFlags flags=u32
cuCtxSetFlags flags:u32
cuCtxGetId context:u64, id=u64
cuCtxGetApiVersion context:u64, version=u32
cuCtxSynchronize
cuCtxSynchronize_v2 context:u64
cuCtxSetLimit limit:i32, value:u64
cuCtxGetLimit value=u64, limit:i32
cuCtxGetCacheConfig config=i32
cuCtxSetCacheConfig config:i32
cuCtxGetStreamPriorityRange least=?i32, greatest=?i32
cuCtxResetPersistingL2Cache
cuProfilerStart
cuProfilerStop
"""

_MODULES = """
cuModuleLoad module=u64, path:text
cuModuleLoadData module=u64, image:image
cuModuleLoadDataEx module=u64, image:image, options:u32, keys:u64, values:u64
cuModuleLoadFatBinary module=u64, image:image
cuModuleUnload module:u64
cuModuleGetLoadingMode mode=i32
cuModuleGetFunction function=u64, module:u64, name:text
cuModuleGetFunctionCount count=u32, module:u64
cuModuleEnumerateFunctions functions=list(count), count:u32, module:u64
cuModuleGetGlobal_v2 address=?u64, bytes=?u64, module:u64, name:text
cuLibraryLoadData library=u64, image:image, keys:u64, values:u64, options:u32, library_keys:u64, \
    library_values:u64, library_options:u32
cuLibraryLoadFromFile library=u64, path:text, keys:u64, values:u64, options:u32, library_keys:u64, \
    library_values:u64, library_options:u32
cuLibraryUnload library:u64
cuLibraryGetKernel kernel=u64, library:u64, name:text
cuLibraryGetKernelCount count=u32, library:u64
cuLibraryEnumerateKernels kernels=list(count), count:u32, library:u64
cuLibraryGetModule module=u64, library:u64
cuLibraryGetGlobal address=?u64, bytes=?u64, library:u64, name:text
cuLibraryGetManaged address=?u64, bytes=?u64, library:u64, name:text
cuKernelGetFunction function=u64, kernel:u64
cuKernelGetLibrary library=u64, kernel:u64
cuKernelGetName name=text, kernel:u64
cuKernelGetAttribute value=i32, attribute:i32, kernel:u64, device:i32
cuKernelSetAttribute attribute:i32, value:i32, kernel:u64, device:i32
cuKernelSetCacheConfig kernel:u64, config:i32, device:i32
cuKernelGetParamInfo kernel:u64, index:u64, offset=u64, bytes=?u64
cuKernelGetParamCount kernel:u64, count=u64
cuFuncGetName name=text, function:u64
cuFuncGetModule module=u64, function:u64
cuFuncGetAttribute value=i32, attribute:i32, function:u64
cuFuncSetAttribute function:u64, attribute:i32, value:i32
cuFuncSetCacheConfig function:u64, config:i32
cuFuncSetSharedMemConfig function:u64, config:i32
cuFuncGetParamInfo function:u64, index:u64, offset=u64, bytes=?u64
cuFuncGetParamCount function:u64, count=u64
cuFuncLoad function:u64
cuFuncIsLoaded state=i32, function:u64
cuOccupancyMaxActiveBlocksPerMultiprocessor blocks=i32, function:u64, threads:i32, shared:u64
cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags blocks=i32, function:u64, threads:i32, shared:u64, \
    flags:u32
cuOccupancyAvailableDynamicSMemPerBlock shared=u64, function:u64, blocks:i32, threads:i32
"""

_MEMORY = """
cuMemGetInfo_v2 free=u64, total=u64
cuMemAlloc_v2 address=u64, bytes:u64
cuMemAllocPitch_v2 address=u64, pitch=u64, width:u64, height:u64, element:u32
cuMemAllocManaged address=u64, bytes:u64, flags:u32
cuMemAllocHost_v2 address=u64, bytes:u64
cuMemHostAlloc address=u64, bytes:u64, flags:u32
cuMemAllocAsync address=u64, bytes:u64, stream:u64
cuMemAllocFromPoolAsync address=u64, bytes:u64, pool:u64, stream:u64
cuMemFree_v2 address:u64
cuMemFreeHost address:u64
cuMemFreeAsync address:u64, stream:u64
cuMemPoolCreate pool=u64, properties:bytes[88]
cuMemPoolDestroy pool:u64
cuMemPoolSetAccess pool:u64, descriptions:u64, count:u64
cuMemPoolGetAccess flags=u32, pool:u64, location:bytes[8]
cuMemPoolTrimTo pool:u64, keep:u64
cuMemPrefetchAsync address:u64, bytes:u64, device:i32, stream:u64
cuMemPrefetchAsync_v2 address:u64, bytes:u64, location:u64, flags:u32, stream:u64
cuMemAdvise address:u64, bytes:u64, advice:i32, device:i32
cuMemAdvise_v2 address:u64, bytes:u64, advice:i32, location:u64
cuMemGetAddressRange_v2 base=?u64, bytes=?u64, address:u64
cuMemHostGetDevicePointer_v2 address=u64, host:u64, flags:u32
cuMemHostGetFlags flags=u32, host:u64
cuMemcpy to:u64, from:u64, bytes:u64
cuMemcpyAsync to:u64, from:u64, bytes:u64, stream:u64
cuMemcpyHtoD_v2 to:u64, from:u64, bytes:u64
cuMemcpyDtoH_v2 to:u64, from:u64, bytes:u64
cuMemcpyDtoD_v2 to:u64, from:u64, bytes:u64
cuMemcpyHtoDAsync_v2 to:u64, from:u64, bytes:u64, stream:u64
cuMemcpyDtoHAsync_v2 to:u64, from:u64, bytes:u64, stream:u64
cuMemcpyDtoDAsync_v2 to:u64, from:u64, bytes:u64, stream:u64
cuMemcpyPeer to:u64, to_context:u64, from:u64, from_context:u64, bytes:u64
cuMemcpyPeerAsync to:u64, to_context:u64, from:u64, from_context:u64, bytes:u64, stream:u64
cuMemcpy2D_v2 copy:bytes[128]
cuMemcpy2DUnaligned_v2 copy:bytes[128]
cuMemcpy2DAsync_v2 copy:bytes[128], stream:u64
cuMemcpy3D_v2 copy:bytes[200]
cuMemcpy3DAsync_v2 copy:bytes[200], stream:u64
cuMemsetD8_v2 to:u64, value:u8, count:u64
cuMemsetD16_v2 to:u64, value:u16, count:u64
cuMemsetD32_v2 to:u64, value:u32, count:u64
cuMemsetD8Async to:u64, value:u8, count:u64, stream:u64
cuMemsetD16Async to:u64, value:u16, count:u64, stream:u64
cuMemsetD32Async to:u64, value:u32, count:u64, stream:u64
cuMemsetD2D8_v2 to:u64, pitch:u64, value:u8, width:u64, height:u64
cuMemsetD2D16_v2 to:u64, pitch:u64, value:u16, width:u64, height:u64
cuMemsetD2D32_v2 to:u64, pitch:u64, value:u32, width:u64, height:u64
cuMemsetD2D8Async to:u64, pitch:u64, value:u8, width:u64, height:u64, stream:u64
cuMemsetD2D16Async to:u64, pitch:u64, value:u16, width:u64, height:u64, stream:u64
cuMemsetD2D32Async to:u64, pitch:u64, value:u32, width:u64, height:u64, stream:u64
"""

_STREAMS = """
cuStreamCreate stream=u64, flags:u32
cuStreamCreateWithPriority stream=u64, flags:u32, priority:i32
cuStreamDestroy_v2 stream:u64
cuStreamSynchronize stream:u64
cuStreamQuery stream:u64
cuStreamWaitEvent stream:u64, event:u64, flags:u32
cuStreamGetCtx stream:u64, context=u64
cuStreamGetCtx_v2 stream:u64, context=?u64, green=?u64
cuStreamGetDevice stream:u64, device=i32
cuStreamGetFlags stream:u64, flags=u32
cuStreamGetPriority stream:u64, priority=i32
cuStreamGetId stream:u64, id=u64
cuStreamGetAttribute stream:u64, attribute:i32, value=bytes[64]
cuStreamSetAttribute stream:u64, attribute:i32, value:bytes[64]
cuStreamCopyAttributes to:u64, from:u64
cuStreamIsCapturing stream:u64, status=i32
cuStreamAddCallback stream:u64, callback:u64, data:u64, flags:u32
cuStreamAttachMemAsync stream:u64, address:u64, bytes:u64, flags:u32
cuLaunchHostFunc stream:u64, function:u64, data:u64
cuLaunchHostFunc_v2 stream:u64, function:u64, data:u64, mode:u32
cuEventCreate event=u64, flags:u32
cuEventDestroy_v2 event:u64
cuEventRecord event:u64, stream:u64
cuEventRecordWithFlags event:u64, stream:u64, flags:u32
cuEventQuery event:u64
cuEventSynchronize event:u64
cuEventElapsedTime milliseconds=f32, start:u64, end:u64
cuEventElapsedTime_v2 milliseconds=f32, start:u64, end:u64
"""

_GRAPHS = """
cuStreamBeginCapture stream:u64
cuStreamBeginCapture_v2 stream:u64, mode:i32
cuStreamBeginCaptureToGraph stream:u64, graph:u64, dependencies:?list(count), edges:u64, count:u64, mode:i32
cuStreamUpdateCaptureDependencies stream:u64, dependencies:?list(count), count:u64, flags:u32
cuStreamUpdateCaptureDependencies_v2 stream:u64, dependencies:?list(count), edges:u64, count:u64, flags:u32
cuGraphCreate graph=u64, flags:u32
cuGraphClone clone=u64, graph:u64
cuGraphDestroy graph:u64
cuGraphDestroyNode node:u64
cuGraphDebugDotPrint graph:u64, path:text, flags:u32
cuGraphAddMemcpyNode node=u64, graph:u64, dependencies:?list(count), count:u64, copy:bytes[200], context:u64
cuGraphAddMemsetNode node=u64, graph:u64, dependencies:?list(count), count:u64, fill:bytes[40], context:u64
cuGraphAddHostNode node=u64, graph:u64, dependencies:?list(count), count:u64, call:bytes[16]
cuGraphAddChildGraphNode node=u64, graph:u64, dependencies:?list(count), count:u64, child:u64
cuGraphAddEmptyNode node=u64, graph:u64, dependencies:?list(count), count:u64
cuGraphAddEventRecordNode node=u64, graph:u64, dependencies:?list(count), count:u64, event:u64
cuGraphAddEventWaitNode node=u64, graph:u64, dependencies:?list(count), count:u64, event:u64
cuGraphMemcpyNodeGetParams node:u64, copy=bytes[200]
cuGraphMemsetNodeGetParams node:u64, fill=bytes[40]
cuGraphHostNodeGetParams node:u64, call=bytes[16]
cuGraphChildGraphNodeGetGraph node:u64, graph=u64
cuGraphEventRecordNodeGetEvent node:u64, event=u64
cuGraphEventWaitNodeGetEvent node:u64, event=u64
cuGraphMemcpyNodeSetParams node:u64, copy:bytes[200]
cuGraphMemsetNodeSetParams node:u64, fill:bytes[40]
cuGraphHostNodeSetParams node:u64, call:bytes[16]
cuGraphEventRecordNodeSetEvent node:u64, event:u64
cuGraphEventWaitNodeSetEvent node:u64, event:u64
cuGraphNodeFindInClone node=u64, original:u64, clone:u64
cuGraphNodeGetType node:u64, type=i32
cuGraphAddDependencies graph:u64, sources:?list(count), targets:?list(count), count:u64
cuGraphAddDependencies_v2 graph:u64, sources:?list(count), targets:?list(count), edges:u64, count:u64
cuGraphRemoveDependencies graph:u64, sources:?list(count), targets:?list(count), count:u64
cuGraphRemoveDependencies_v2 graph:u64, sources:?list(count), targets:?list(count), edges:u64, count:u64
cuGraphInstantiateWithFlags executable=u64, graph:u64, flags:u64
cuGraphExecGetFlags executable:u64, flags=u64
cuGraphExecDestroy executable:u64
cuGraphExecMemcpyNodeSetParams executable:u64, node:u64, copy:bytes[200], context:u64
cuGraphExecMemsetNodeSetParams executable:u64, node:u64, fill:bytes[40], context:u64
cuGraphExecHostNodeSetParams executable:u64, node:u64, call:bytes[16]
cuGraphExecChildGraphNodeSetParams executable:u64, node:u64, child:u64
cuGraphExecEventRecordNodeSetEvent executable:u64, node:u64, event:u64
cuGraphExecEventWaitNodeSetEvent executable:u64, node:u64, event:u64
cuGraphNodeSetEnabled executable:u64, node:u64, enabled:u32
cuGraphNodeGetEnabled executable:u64, node:u64, enabled=u32
cuGraphUpload executable:u64, stream:u64
cuGraphLaunch executable:u64, stream:u64
"""

_SIZES = "grid:bytes[12], block:bytes[12], cluster:bytes[12], shared:u32"
_LAUNCH = f"function:u64, {_SIZES}, flags:u32"

_OWN = f"""
launch {_LAUNCH}, stream:u64, parameters:blob
cuGraphAddKernelNode node=u64, graph:u64, dependencies:list(count), count:u64, {_LAUNCH}, parameters:blob
cuGraphKernelNodeSetParams node:u64, {_LAUNCH}, parameters:blob
cuGraphExecKernelNodeSetParams executable:u64, node:u64, {_LAUNCH}, parameters:blob
cuGraphKernelNodeGetParams node:u64, launch=bytes[52], parameters=blob
cuGraphExecUpdate executable:u64, graph:u64, result=bytes[24]
graph_list what:u32, handle:u64, nodes=blob
cuStreamEndCapture stream:u64, graph=u64
cuStreamGetCaptureInfo stream:u64, state=i32, number=u64, graph=u64, nodes=blob
cuThreadExchangeStreamCaptureMode mode:i32, before=i32
parameters_of function:u64, layout=blob
cuOccupancyMaxActiveClusters function:u64, {_SIZES}, clusters=i32
cuOccupancyMaxPotentialClusterSize function:u64, {_SIZES}, blocks=i32
cuMemRangeGetAttribute attribute:i32, address:u64, bytes:u64, count:u32, values=blob
tensor_map map=bytes[128], type:i32, rank:u32, address:u64, sizes:bytes[40], strides:bytes[32], \
    box:bytes[20], steps:bytes[20], lower:bytes[12], upper:bytes[12], channels:u32, pixels:u32, \
    interleave:i32, swizzle:i32, promotion:i32, fill:i32
cuMemPoolSetAttribute pool:u64, attribute:i32, value:u64
cuMemPoolGetAttribute pool:u64, attribute:i32, value=u64
pointer_attribute attribute:i32, address:u64, value=u64, bytes=u32
host_register host:u64, bytes:u64, flags:u32, obstacle:text, device=u64
host_settle host:u64
host_unregister host:u64
site number:u32, line:text, addresses:blob
call_functions left=u32
touched address:u64, writes:u32, allowed=u32
refused name:text
"""
"""Calls that the library makes for functions that it has by hand: they have other arguments in C."""

BEFORE_INIT: Final = ("cuInit", "cuDriverGetVersion")
"""Calls that a process may make before `cuInit`; they are the first of the table."""


def _rows(text: str) -> tuple[Row, ...]:
    return tuple(Row.parse(line) for line in text.replace("\\\n", " ").splitlines() if line.strip())


EXPORTED: Final = _rows(_DEVICES + _CONTEXTS + _MODULES + _MEMORY + _STREAMS + _GRAPHS)
"""Functions of the driver, in the order of their numbers in messages."""

ROWS: Final = (*EXPORTED, *_rows(_OWN))
"""All calls."""

DIGEST: Final = int(hashlib.sha256(repr(ROWS).encode()).hexdigest()[:8], 16)
"""A number for all of it, which a library says when it connects: one of another table is refused."""


@cache
def driver_names() -> dict[str, tuple[tuple[int, ...], tuple[str, ...]]]:
    """Return every function of the driver: the versions with a new form of it, and its other suffixes.

    The first form is exported by the name, the n-th with ``_vn`` after it.

    >>> driver_names()["cuMemAlloc"]
    ((2000, 3020), ())
    """
    lines = (files("pyptx.virtual") / "driver_names.txt").read_text(encoding="utf-8").splitlines()
    split = [line.split() for line in lines]
    return {
        name: (
            tuple(int(word) for word in words if word.isdecimal()),
            tuple(word for word in words if not word.isdecimal()),
        )
        for name, *words in split
    }


@cache
def symbols() -> dict[str, list[tuple[int, str]]]:
    """Return the exported names of every function, with the version that introduced each, oldest first."""
    return {
        name: [
            (version, name if place == 0 else f"{name}_v{place + 1}")
            for place, version in enumerate(versions)
        ]
        for name, (versions, _) in driver_names().items()
    }
