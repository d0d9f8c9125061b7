"""The functions of the CUDA runtime: most call one of the driver with the same arguments.

``csrc/virtual/runtime.c`` has the others; those that are in neither are refused by name. The context of the
device is made current before each of them.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

_FORWARDED = """
cudaGetDeviceCount cuDeviceGetCount
cudaDriverGetVersion cuDriverGetVersion
cudaDeviceGetAttribute cuDeviceGetAttribute
cudaDeviceGetPCIBusId cuDeviceGetPCIBusId
cudaDeviceGetByPCIBusId cuDeviceGetByPCIBusId
cudaDeviceCanAccessPeer cuDeviceCanAccessPeer
cudaDeviceGetP2PAttribute cuDeviceGetP2PAttribute
cudaDeviceGetDefaultMemPool cuDeviceGetDefaultMemPool
cudaDeviceGetMemPool cuDeviceGetMemPool
cudaDeviceSetMemPool cuDeviceSetMemPool
cudaDeviceSynchronize cuCtxSynchronize
cudaDeviceSetLimit cuCtxSetLimit
cudaDeviceGetLimit cuCtxGetLimit
cudaDeviceGetCacheConfig cuCtxGetCacheConfig
cudaDeviceSetCacheConfig cuCtxSetCacheConfig
cudaDeviceGetStreamPriorityRange cuCtxGetStreamPriorityRange
cudaCtxResetPersistingL2Cache cuCtxResetPersistingL2Cache
cudaProfilerStart cuProfilerStart
cudaProfilerStop cuProfilerStop
cudaMemGetInfo cuMemGetInfo_v2
cudaMalloc cuMemAlloc_v2
cudaMallocHost cuMemAllocHost_v2
cudaMallocManaged cuMemAllocManaged
cudaHostAlloc cuMemHostAlloc
cudaMallocAsync cuMemAllocAsync
cudaMallocFromPoolAsync cuMemAllocFromPoolAsync
cudaFree cuMemFree_v2
cudaFreeHost cuMemFreeHost
cudaFreeAsync cuMemFreeAsync
cudaMemPoolSetAttribute cuMemPoolSetAttribute
cudaMemPoolTrimTo cuMemPoolTrimTo
cudaHostGetDevicePointer cuMemHostGetDevicePointer_v2
cudaHostGetFlags cuMemHostGetFlags
cudaMemPrefetchAsync cuMemPrefetchAsync_v2
cudaMemAdvise cuMemAdvise_v2
cudaMemset cuMemsetD8_v2
cudaMemsetAsync cuMemsetD8Async
cudaMemset2D cuMemsetD2D8_v2
cudaMemset2DAsync cuMemsetD2D8Async
cudaStreamCreateWithFlags cuStreamCreate
cudaStreamCreateWithPriority cuStreamCreateWithPriority
cudaStreamDestroy cuStreamDestroy_v2
cudaStreamSynchronize cuStreamSynchronize
cudaStreamQuery cuStreamQuery
cudaStreamWaitEvent cuStreamWaitEvent
cudaStreamGetFlags cuStreamGetFlags
cudaStreamGetPriority cuStreamGetPriority
cudaStreamGetId cuStreamGetId
cudaStreamGetDevice cuStreamGetDevice
cudaStreamIsCapturing cuStreamIsCapturing
cudaStreamAddCallback cuStreamAddCallback
cudaStreamAttachMemAsync cuStreamAttachMemAsync
cudaLaunchHostFunc cuLaunchHostFunc
cudaEventCreateWithFlags cuEventCreate
cudaEventDestroy cuEventDestroy_v2
cudaEventRecord cuEventRecord
cudaEventRecordWithFlags cuEventRecordWithFlags
cudaEventQuery cuEventQuery
cudaEventSynchronize cuEventSynchronize
cudaEventElapsedTime cuEventElapsedTime_v2
"""

FORWARDED: Final = dict(line.split() for line in _FORWARDED.strip().splitlines())
"""Functions of the runtime, each with the function of the driver that does the same."""


@cache
def runtime_names() -> dict[str, str]:
    """Return every function of the runtime, with the suffix of its variant for a thread's default stream."""
    words = [line.split() for line in _lines("runtime_names.txt")]
    return {name: rest[0] if rest else "" for name, *rest in words}


@cache
def runtime_results() -> dict[int, str]:
    """Return the names of the results of the runtime; those that the driver has too have its number."""
    words = [line.split() for line in _lines("runtime_results.txt")]
    return {int(number): name for number, name in words}


def _lines(name: str) -> list[str]:
    return (files("pyptx.virtual") / name).read_text(encoding="utf-8").splitlines()
