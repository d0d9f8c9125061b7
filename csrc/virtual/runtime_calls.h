/* Functions of the CUDA runtime, as pyptx/virtual/runtime.py lists them.
 *
 * Generated: change that file, run `python tools/generate.py` and build again.
 */
/* clang-format off */

RUNTIME cudaGetDeviceCount(int32_t *count) { FORWARDS(cuDeviceGetCount(count)) }
RUNTIME cudaDriverGetVersion(int32_t *version) { FORWARDS(cuDriverGetVersion(version)) }
RUNTIME cudaDeviceGetAttribute(int32_t *value, int32_t attribute, int32_t device) { FORWARDS(cuDeviceGetAttribute(value, attribute, device)) }
RUNTIME cudaDeviceGetPCIBusId(char *name, int32_t length, int32_t device) { FORWARDS(cuDeviceGetPCIBusId(name, length, device)) }
RUNTIME cudaDeviceGetByPCIBusId(int32_t *device, const char *name) { FORWARDS(cuDeviceGetByPCIBusId(device, name)) }
RUNTIME cudaDeviceCanAccessPeer(int32_t *can, int32_t device, int32_t peer) { FORWARDS(cuDeviceCanAccessPeer(can, device, peer)) }
RUNTIME cudaDeviceGetP2PAttribute(int32_t *value, int32_t attribute, int32_t device, int32_t peer) { FORWARDS(cuDeviceGetP2PAttribute(value, attribute, device, peer)) }
RUNTIME cudaDeviceGetDefaultMemPool(uint64_t *pool, int32_t device) { FORWARDS(cuDeviceGetDefaultMemPool(pool, device)) }
RUNTIME cudaDeviceGetMemPool(uint64_t *pool, int32_t device) { FORWARDS(cuDeviceGetMemPool(pool, device)) }
RUNTIME cudaDeviceSetMemPool(int32_t device, uint64_t pool) { FORWARDS(cuDeviceSetMemPool(device, pool)) }
RUNTIME cudaDeviceSynchronize(void) { FORWARDS(cuCtxSynchronize()) }
RUNTIME cudaDeviceSetLimit(int32_t limit, uint64_t value) { FORWARDS(cuCtxSetLimit(limit, value)) }
RUNTIME cudaDeviceGetLimit(uint64_t *value, int32_t limit) { FORWARDS(cuCtxGetLimit(value, limit)) }
RUNTIME cudaDeviceGetCacheConfig(int32_t *config) { FORWARDS(cuCtxGetCacheConfig(config)) }
RUNTIME cudaDeviceSetCacheConfig(int32_t config) { FORWARDS(cuCtxSetCacheConfig(config)) }
RUNTIME cudaDeviceGetStreamPriorityRange(int32_t *least, int32_t *greatest) { FORWARDS(cuCtxGetStreamPriorityRange(least, greatest)) }
RUNTIME cudaCtxResetPersistingL2Cache(void) { FORWARDS(cuCtxResetPersistingL2Cache()) }
RUNTIME cudaProfilerStart(void) { FORWARDS(cuProfilerStart()) }
RUNTIME cudaProfilerStop(void) { FORWARDS(cuProfilerStop()) }
RUNTIME cudaMemGetInfo(uint64_t *free, uint64_t *total) { FORWARDS(cuMemGetInfo_v2(free, total)) }
RUNTIME cudaMalloc(uint64_t *address, uint64_t bytes) { FORWARDS(cuMemAlloc_v2(address, bytes)) }
RUNTIME cudaMallocHost(uint64_t *address, uint64_t bytes) { FORWARDS(cuMemAllocHost_v2(address, bytes)) }
RUNTIME cudaMallocManaged(uint64_t *address, uint64_t bytes, uint32_t flags) { FORWARDS(cuMemAllocManaged(address, bytes, flags)) }
RUNTIME cudaHostAlloc(uint64_t *address, uint64_t bytes, uint32_t flags) { FORWARDS(cuMemHostAlloc(address, bytes, flags)) }
RUNTIME cudaMallocAsync(uint64_t *address, uint64_t bytes, uint64_t stream) { FORWARDS(cuMemAllocAsync(address, bytes, stream)) }
RUNTIME cudaMallocFromPoolAsync(uint64_t *address, uint64_t bytes, uint64_t pool, uint64_t stream) { FORWARDS(cuMemAllocFromPoolAsync(address, bytes, pool, stream)) }
RUNTIME cudaFree(uint64_t address) { FORWARDS(cuMemFree_v2(address)) }
RUNTIME cudaFreeHost(uint64_t address) { FORWARDS(cuMemFreeHost(address)) }
RUNTIME cudaFreeAsync(uint64_t address, uint64_t stream) { FORWARDS(cuMemFreeAsync(address, stream)) }
RUNTIME cudaMemPoolSetAttribute(uint64_t pool, int32_t attribute, uint64_t value) { FORWARDS(cuMemPoolSetAttribute(pool, attribute, value)) }
RUNTIME cudaMemPoolTrimTo(uint64_t pool, uint64_t keep) { FORWARDS(cuMemPoolTrimTo(pool, keep)) }
RUNTIME cudaHostGetDevicePointer(uint64_t *address, uint64_t host, uint32_t flags) { FORWARDS(cuMemHostGetDevicePointer_v2(address, host, flags)) }
RUNTIME cudaHostGetFlags(uint32_t *flags, uint64_t host) { FORWARDS(cuMemHostGetFlags(flags, host)) }
RUNTIME cudaMemPrefetchAsync(uint64_t address, uint64_t bytes, uint64_t location, uint32_t flags, uint64_t stream) { FORWARDS(cuMemPrefetchAsync_v2(address, bytes, location, flags, stream)) }
RUNTIME cudaMemAdvise(uint64_t address, uint64_t bytes, int32_t advice, uint64_t location) { FORWARDS(cuMemAdvise_v2(address, bytes, advice, location)) }
RUNTIME cudaMemset(uint64_t to, uint8_t value, uint64_t count) { FORWARDS(cuMemsetD8_v2(to, value, count)) }
RUNTIME cudaMemsetAsync(uint64_t to, uint8_t value, uint64_t count, uint64_t stream) { FORWARDS(cuMemsetD8Async(to, value, count, stream)) }
RUNTIME cudaMemset2D(uint64_t to, uint64_t pitch, uint8_t value, uint64_t width, uint64_t height) { FORWARDS(cuMemsetD2D8_v2(to, pitch, value, width, height)) }
RUNTIME cudaMemset2DAsync(uint64_t to, uint64_t pitch, uint8_t value, uint64_t width, uint64_t height, uint64_t stream) { FORWARDS(cuMemsetD2D8Async(to, pitch, value, width, height, stream)) }
RUNTIME cudaStreamCreateWithFlags(uint64_t *stream, uint32_t flags) { FORWARDS(cuStreamCreate(stream, flags)) }
RUNTIME cudaStreamCreateWithPriority(uint64_t *stream, uint32_t flags, int32_t priority) { FORWARDS(cuStreamCreateWithPriority(stream, flags, priority)) }
RUNTIME cudaStreamDestroy(uint64_t stream) { FORWARDS(cuStreamDestroy_v2(stream)) }
RUNTIME cudaStreamSynchronize(uint64_t stream) { FORWARDS(cuStreamSynchronize(stream)) }
RUNTIME cudaStreamQuery(uint64_t stream) { FORWARDS(cuStreamQuery(stream)) }
RUNTIME cudaStreamWaitEvent(uint64_t stream, uint64_t event, uint32_t flags) { FORWARDS(cuStreamWaitEvent(stream, event, flags)) }
RUNTIME cudaStreamGetFlags(uint64_t stream, uint32_t *flags) { FORWARDS(cuStreamGetFlags(stream, flags)) }
RUNTIME cudaStreamGetPriority(uint64_t stream, int32_t *priority) { FORWARDS(cuStreamGetPriority(stream, priority)) }
RUNTIME cudaStreamGetId(uint64_t stream, uint64_t *id) { FORWARDS(cuStreamGetId(stream, id)) }
RUNTIME cudaStreamGetDevice(uint64_t stream, int32_t *device) { FORWARDS(cuStreamGetDevice(stream, device)) }
RUNTIME cudaStreamIsCapturing(uint64_t stream, int32_t *status) { FORWARDS(cuStreamIsCapturing(stream, status)) }
RUNTIME cudaStreamAddCallback(uint64_t stream, uint64_t callback, uint64_t data, uint32_t flags) { FORWARDS(cuStreamAddCallback(stream, callback, data, flags)) }
RUNTIME cudaStreamAttachMemAsync(uint64_t stream, uint64_t address, uint64_t bytes, uint32_t flags) { FORWARDS(cuStreamAttachMemAsync(stream, address, bytes, flags)) }
RUNTIME cudaLaunchHostFunc(uint64_t stream, uint64_t function, uint64_t data) { FORWARDS(cuLaunchHostFunc(stream, function, data)) }
RUNTIME cudaEventCreateWithFlags(uint64_t *event, uint32_t flags) { FORWARDS(cuEventCreate(event, flags)) }
RUNTIME cudaEventDestroy(uint64_t event) { FORWARDS(cuEventDestroy_v2(event)) }
RUNTIME cudaEventRecord(uint64_t event, uint64_t stream) { FORWARDS(cuEventRecord(event, stream)) }
RUNTIME cudaEventRecordWithFlags(uint64_t event, uint64_t stream, uint32_t flags) { FORWARDS(cuEventRecordWithFlags(event, stream, flags)) }
RUNTIME cudaEventQuery(uint64_t event) { FORWARDS(cuEventQuery(event)) }
RUNTIME cudaEventSynchronize(uint64_t event) { FORWARDS(cuEventSynchronize(event)) }
RUNTIME cudaEventElapsedTime(float *milliseconds, uint64_t start, uint64_t end) { FORWARDS(cuEventElapsedTime_v2(milliseconds, start, end)) }

REFUSED(__cudaGetProcAddress) REFUSED(__cudaRegisterHostVar) REFUSED(__cudaRegisterUnifiedTable)
REFUSED(cudaArrayGetInfo) REFUSED(cudaArrayGetMemoryRequirements) REFUSED(cudaArrayGetPlane)
REFUSED(cudaArrayGetSparseProperties) REFUSED(cudaCreateChannelDesc) REFUSED(cudaCreateSurfaceObject)
REFUSED(cudaCreateTextureObject) REFUSED(cudaDestroyExternalMemory) REFUSED(cudaDestroyExternalSemaphore)
REFUSED(cudaDestroySurfaceObject) REFUSED(cudaDestroyTextureObject) REFUSED(cudaDeviceDisablePeerAccess)
REFUSED(cudaDeviceEnablePeerAccess) REFUSED(cudaDeviceFlushGPUDirectRDMAWrites)
REFUSED(cudaDeviceGetGraphMemAttribute) REFUSED(cudaDeviceGetHostAtomicCapabilities)
REFUSED(cudaDeviceGetNvSciSyncAttributes) REFUSED(cudaDeviceGetP2PAtomicCapabilities)
REFUSED(cudaDeviceGetSharedMemConfig) REFUSED(cudaDeviceGetTexture1DLinearMaxWidth) REFUSED(cudaDeviceGraphMemTrim)
REFUSED(cudaDeviceRegisterAsyncNotification) REFUSED(cudaDeviceSetGraphMemAttribute)
REFUSED(cudaDeviceSetSharedMemConfig) REFUSED(cudaDeviceUnregisterAsyncNotification)
REFUSED(cudaEGLStreamConsumerAcquireFrame) REFUSED(cudaEGLStreamConsumerConnect)
REFUSED(cudaEGLStreamConsumerConnectWithFlags) REFUSED(cudaEGLStreamConsumerDisconnect)
REFUSED(cudaEGLStreamConsumerReleaseFrame) REFUSED(cudaEGLStreamProducerConnect)
REFUSED(cudaEGLStreamProducerDisconnect) REFUSED(cudaEGLStreamProducerPresentFrame)
REFUSED(cudaEGLStreamProducerReturnFrame) REFUSED(cudaEventCreateFromEGLSync)
REFUSED(cudaExternalMemoryGetMappedBuffer) REFUSED(cudaExternalMemoryGetMappedMipmappedArray) REFUSED(cudaFreeArray)
REFUSED(cudaFreeMipmappedArray) REFUSED(cudaFuncGetName) REFUSED(cudaFuncGetParamInfo)
REFUSED(cudaFuncSetSharedMemConfig) REFUSED(cudaGLGetDevices) REFUSED(cudaGLMapBufferObject)
REFUSED(cudaGLMapBufferObjectAsync) REFUSED(cudaGLRegisterBufferObject) REFUSED(cudaGLSetBufferObjectMapFlags)
REFUSED(cudaGLSetGLDevice) REFUSED(cudaGLUnmapBufferObject) REFUSED(cudaGLUnmapBufferObjectAsync)
REFUSED(cudaGLUnregisterBufferObject) REFUSED(cudaGetChannelDesc) REFUSED(cudaGetExportTable)
REFUSED(cudaGetMipmappedArrayLevel) REFUSED(cudaGetSurfaceObjectResourceDesc)
REFUSED(cudaGetTextureObjectResourceDesc) REFUSED(cudaGetTextureObjectResourceViewDesc)
REFUSED(cudaGetTextureObjectTextureDesc) REFUSED(cudaGraphAddChildGraphNode) REFUSED(cudaGraphAddDependencies)
REFUSED(cudaGraphAddEmptyNode) REFUSED(cudaGraphAddEventRecordNode) REFUSED(cudaGraphAddEventWaitNode)
REFUSED(cudaGraphAddExternalSemaphoresSignalNode) REFUSED(cudaGraphAddExternalSemaphoresWaitNode)
REFUSED(cudaGraphAddHostNode) REFUSED(cudaGraphAddKernelNode) REFUSED(cudaGraphAddMemAllocNode)
REFUSED(cudaGraphAddMemFreeNode) REFUSED(cudaGraphAddMemcpyNode) REFUSED(cudaGraphAddMemcpyNode1D)
REFUSED(cudaGraphAddMemcpyNodeFromSymbol) REFUSED(cudaGraphAddMemcpyNodeToSymbol) REFUSED(cudaGraphAddMemsetNode)
REFUSED(cudaGraphAddNode) REFUSED(cudaGraphChildGraphNodeGetGraph) REFUSED(cudaGraphClone)
REFUSED(cudaGraphConditionalHandleCreate) REFUSED(cudaGraphCreate) REFUSED(cudaGraphDebugDotPrint)
REFUSED(cudaGraphDestroy) REFUSED(cudaGraphDestroyNode) REFUSED(cudaGraphEventRecordNodeGetEvent)
REFUSED(cudaGraphEventRecordNodeSetEvent) REFUSED(cudaGraphEventWaitNodeGetEvent)
REFUSED(cudaGraphEventWaitNodeSetEvent) REFUSED(cudaGraphExecChildGraphNodeSetParams) REFUSED(cudaGraphExecDestroy)
REFUSED(cudaGraphExecEventRecordNodeSetEvent) REFUSED(cudaGraphExecEventWaitNodeSetEvent)
REFUSED(cudaGraphExecExternalSemaphoresSignalNodeSetParams) REFUSED(cudaGraphExecExternalSemaphoresWaitNodeSetParams)
REFUSED(cudaGraphExecGetFlags) REFUSED(cudaGraphExecHostNodeSetParams) REFUSED(cudaGraphExecKernelNodeSetParams)
REFUSED(cudaGraphExecMemcpyNodeSetParams) REFUSED(cudaGraphExecMemcpyNodeSetParams1D)
REFUSED(cudaGraphExecMemcpyNodeSetParamsFromSymbol) REFUSED(cudaGraphExecMemcpyNodeSetParamsToSymbol)
REFUSED(cudaGraphExecMemsetNodeSetParams) REFUSED(cudaGraphExecNodeSetParams) REFUSED(cudaGraphExecUpdate)
REFUSED(cudaGraphExternalSemaphoresSignalNodeGetParams) REFUSED(cudaGraphExternalSemaphoresSignalNodeSetParams)
REFUSED(cudaGraphExternalSemaphoresWaitNodeGetParams) REFUSED(cudaGraphExternalSemaphoresWaitNodeSetParams)
REFUSED(cudaGraphGetEdges) REFUSED(cudaGraphGetNodes) REFUSED(cudaGraphGetRootNodes)
REFUSED(cudaGraphHostNodeGetParams) REFUSED(cudaGraphHostNodeSetParams) REFUSED(cudaGraphInstantiate)
REFUSED(cudaGraphInstantiateWithFlags) REFUSED(cudaGraphInstantiateWithParams)
REFUSED(cudaGraphKernelNodeCopyAttributes) REFUSED(cudaGraphKernelNodeGetAttribute)
REFUSED(cudaGraphKernelNodeGetParams) REFUSED(cudaGraphKernelNodeSetAttribute) REFUSED(cudaGraphKernelNodeSetParams)
REFUSED(cudaGraphLaunch) REFUSED(cudaGraphMemAllocNodeGetParams) REFUSED(cudaGraphMemFreeNodeGetParams)
REFUSED(cudaGraphMemcpyNodeGetParams) REFUSED(cudaGraphMemcpyNodeSetParams) REFUSED(cudaGraphMemcpyNodeSetParams1D)
REFUSED(cudaGraphMemcpyNodeSetParamsFromSymbol) REFUSED(cudaGraphMemcpyNodeSetParamsToSymbol)
REFUSED(cudaGraphMemsetNodeGetParams) REFUSED(cudaGraphMemsetNodeSetParams) REFUSED(cudaGraphNodeFindInClone)
REFUSED(cudaGraphNodeGetDependencies) REFUSED(cudaGraphNodeGetDependentNodes) REFUSED(cudaGraphNodeGetEnabled)
REFUSED(cudaGraphNodeGetType) REFUSED(cudaGraphNodeSetEnabled) REFUSED(cudaGraphNodeSetParams)
REFUSED(cudaGraphReleaseUserObject) REFUSED(cudaGraphRemoveDependencies) REFUSED(cudaGraphRetainUserObject)
REFUSED(cudaGraphUpload) REFUSED(cudaGraphicsEGLRegisterImage) REFUSED(cudaGraphicsGLRegisterBuffer)
REFUSED(cudaGraphicsGLRegisterImage) REFUSED(cudaGraphicsMapResources) REFUSED(cudaGraphicsResourceGetMappedEglFrame)
REFUSED(cudaGraphicsResourceGetMappedMipmappedArray) REFUSED(cudaGraphicsResourceGetMappedPointer)
REFUSED(cudaGraphicsResourceSetMapFlags) REFUSED(cudaGraphicsSubResourceGetMappedArray)
REFUSED(cudaGraphicsUnmapResources) REFUSED(cudaGraphicsUnregisterResource)
REFUSED(cudaGraphicsVDPAURegisterOutputSurface) REFUSED(cudaGraphicsVDPAURegisterVideoSurface)
REFUSED(cudaHostRegister) REFUSED(cudaHostUnregister) REFUSED(cudaImportExternalMemory)
REFUSED(cudaImportExternalSemaphore) REFUSED(cudaIpcCloseMemHandle) REFUSED(cudaIpcGetEventHandle)
REFUSED(cudaIpcGetMemHandle) REFUSED(cudaIpcOpenEventHandle) REFUSED(cudaIpcOpenMemHandle)
REFUSED(cudaKernelSetAttributeForDevice) REFUSED(cudaLibraryEnumerateKernels) REFUSED(cudaLibraryGetGlobal)
REFUSED(cudaLibraryGetKernel) REFUSED(cudaLibraryGetKernelCount) REFUSED(cudaLibraryGetManaged)
REFUSED(cudaLibraryGetUnifiedFunction) REFUSED(cudaLibraryLoadData) REFUSED(cudaLibraryLoadFromFile)
REFUSED(cudaLibraryUnload) REFUSED(cudaLogsCurrent) REFUSED(cudaLogsDumpToFile) REFUSED(cudaLogsDumpToMemory)
REFUSED(cudaLogsRegisterCallback) REFUSED(cudaLogsUnregisterCallback) REFUSED(cudaMalloc3D) REFUSED(cudaMalloc3DArray)
REFUSED(cudaMallocArray) REFUSED(cudaMallocMipmappedArray) REFUSED(cudaMemDiscardAndPrefetchBatchAsync)
REFUSED(cudaMemDiscardBatchAsync) REFUSED(cudaMemGetDefaultMemPool) REFUSED(cudaMemGetMemPool)
REFUSED(cudaMemPoolCreate) REFUSED(cudaMemPoolDestroy) REFUSED(cudaMemPoolExportPointer)
REFUSED(cudaMemPoolExportToShareableHandle) REFUSED(cudaMemPoolGetAccess) REFUSED(cudaMemPoolGetAttribute)
REFUSED(cudaMemPoolImportFromShareableHandle) REFUSED(cudaMemPoolImportPointer) REFUSED(cudaMemPoolSetAccess)
REFUSED(cudaMemPrefetchBatchAsync) REFUSED(cudaMemRangeGetAttribute) REFUSED(cudaMemRangeGetAttributes)
REFUSED(cudaMemSetMemPool) REFUSED(cudaMemcpy2DArrayToArray) REFUSED(cudaMemcpy2DFromArray)
REFUSED(cudaMemcpy2DFromArrayAsync) REFUSED(cudaMemcpy2DToArray) REFUSED(cudaMemcpy2DToArrayAsync)
REFUSED(cudaMemcpy3D) REFUSED(cudaMemcpy3DAsync) REFUSED(cudaMemcpy3DBatchAsync) REFUSED(cudaMemcpy3DPeer)
REFUSED(cudaMemcpy3DPeerAsync) REFUSED(cudaMemcpyArrayToArray) REFUSED(cudaMemcpyBatchAsync)
REFUSED(cudaMemcpyFromArray) REFUSED(cudaMemcpyFromArrayAsync) REFUSED(cudaMemcpyToArray)
REFUSED(cudaMemcpyToArrayAsync) REFUSED(cudaMemset3D) REFUSED(cudaMemset3DAsync)
REFUSED(cudaMipmappedArrayGetMemoryRequirements) REFUSED(cudaMipmappedArrayGetSparseProperties)
REFUSED(cudaOccupancyMaxActiveClusters) REFUSED(cudaOccupancyMaxPotentialClusterSize) REFUSED(cudaSetValidDevices)
REFUSED(cudaSignalExternalSemaphoresAsync) REFUSED(cudaStreamBeginCapture) REFUSED(cudaStreamBeginCaptureToGraph)
REFUSED(cudaStreamCopyAttributes) REFUSED(cudaStreamEndCapture) REFUSED(cudaStreamGetAttribute)
REFUSED(cudaStreamGetCaptureInfo) REFUSED(cudaStreamSetAttribute) REFUSED(cudaStreamUpdateCaptureDependencies)
REFUSED(cudaUserObjectCreate) REFUSED(cudaUserObjectRelease) REFUSED(cudaUserObjectRetain) REFUSED(cudaVDPAUGetDevice)
REFUSED(cudaVDPAUSetVDPAUDevice) REFUSED(cudaWaitExternalSemaphoresAsync)
RUNTIME cudaEventRecord_ptsz(uint64_t event, uint64_t stream) { OF_THREAD(cudaEventRecord(event, stream)) }
RUNTIME cudaEventRecordWithFlags_ptsz(uint64_t event, uint64_t stream, uint32_t flags) { OF_THREAD(cudaEventRecordWithFlags(event, stream, flags)) }
RUNTIME cudaFreeAsync_ptsz(uint64_t address, uint64_t stream) { OF_THREAD(cudaFreeAsync(address, stream)) }
RUNTIME cudaGetDriverEntryPoint_ptsz(const char *name, void **function, uint64_t flags, int *status) { OF_THREAD(cudaGetDriverEntryPoint(name, function, flags, status)) }
RUNTIME cudaGetDriverEntryPointByVersion_ptsz(const char *name, void **function, unsigned version, uint64_t flags, int *status) { OF_THREAD(cudaGetDriverEntryPointByVersion(name, function, version, flags, status)) }
RUNTIME cudaLaunchCooperativeKernel_ptsz(const void *kernel, Dim3 grid, Dim3 block, void **parameters, size_t shared, uint64_t stream) { OF_THREAD(cudaLaunchCooperativeKernel(kernel, grid, block, parameters, shared, stream)) }
RUNTIME cudaLaunchHostFunc_ptsz(uint64_t stream, uint64_t function, uint64_t data) { OF_THREAD(cudaLaunchHostFunc(stream, function, data)) }
RUNTIME cudaLaunchKernel_ptsz(const void *kernel, Dim3 grid, Dim3 block, void **parameters, size_t shared, uint64_t stream) { OF_THREAD(cudaLaunchKernel(kernel, grid, block, parameters, shared, stream)) }
RUNTIME cudaLaunchKernelExC_ptsz(const LaunchConfiguration *c, const void *kernel, void **parameters) { OF_THREAD(cudaLaunchKernelExC(c, kernel, parameters)) }
RUNTIME cudaMallocAsync_ptsz(uint64_t *address, uint64_t bytes, uint64_t stream) { OF_THREAD(cudaMallocAsync(address, bytes, stream)) }
RUNTIME cudaMallocFromPoolAsync_ptsz(uint64_t *address, uint64_t bytes, uint64_t pool, uint64_t stream) { OF_THREAD(cudaMallocFromPoolAsync(address, bytes, pool, stream)) }
RUNTIME cudaMemPrefetchAsync_ptsz(uint64_t address, uint64_t bytes, uint64_t location, uint32_t flags, uint64_t stream) { OF_THREAD(cudaMemPrefetchAsync(address, bytes, location, flags, stream)) }
RUNTIME cudaMemcpy_ptds(uint64_t to, uint64_t from, size_t bytes, int direction) { OF_THREAD(cudaMemcpy(to, from, bytes, direction)) }
RUNTIME cudaMemcpy2D_ptds(uint64_t to, size_t to_pitch, uint64_t from, size_t from_pitch, size_t width, size_t height, int direction) { OF_THREAD(cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, direction)) }
RUNTIME cudaMemcpy2DAsync_ptsz(uint64_t to, size_t to_pitch, uint64_t from, size_t from_pitch, size_t width, size_t height, int direction, uint64_t stream) { OF_THREAD(cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, direction, stream)) }
RUNTIME cudaMemcpyAsync_ptsz(uint64_t to, uint64_t from, size_t bytes, int direction, uint64_t stream) { OF_THREAD(cudaMemcpyAsync(to, from, bytes, direction, stream)) }
RUNTIME cudaMemcpyFromSymbol_ptds(uint64_t to, const void *symbol, size_t bytes, size_t offset, int direction) { OF_THREAD(cudaMemcpyFromSymbol(to, symbol, bytes, offset, direction)) }
RUNTIME cudaMemcpyFromSymbolAsync_ptsz(uint64_t to, const void *symbol, size_t bytes, size_t offset, int direction, uint64_t stream) { OF_THREAD(cudaMemcpyFromSymbolAsync(to, symbol, bytes, offset, direction, stream)) }
RUNTIME cudaMemcpyToSymbol_ptds(const void *symbol, uint64_t from, size_t bytes, size_t offset, int direction) { OF_THREAD(cudaMemcpyToSymbol(symbol, from, bytes, offset, direction)) }
RUNTIME cudaMemcpyToSymbolAsync_ptsz(const void *symbol, uint64_t from, size_t bytes, size_t offset, int direction, uint64_t stream) { OF_THREAD(cudaMemcpyToSymbolAsync(symbol, from, bytes, offset, direction, stream)) }
RUNTIME cudaMemset_ptds(uint64_t to, uint8_t value, uint64_t count) { OF_THREAD(cudaMemset(to, value, count)) }
RUNTIME cudaMemset2D_ptds(uint64_t to, uint64_t pitch, uint8_t value, uint64_t width, uint64_t height) { OF_THREAD(cudaMemset2D(to, pitch, value, width, height)) }
RUNTIME cudaMemset2DAsync_ptsz(uint64_t to, uint64_t pitch, uint8_t value, uint64_t width, uint64_t height, uint64_t stream) { OF_THREAD(cudaMemset2DAsync(to, pitch, value, width, height, stream)) }
RUNTIME cudaMemsetAsync_ptsz(uint64_t to, uint8_t value, uint64_t count, uint64_t stream) { OF_THREAD(cudaMemsetAsync(to, value, count, stream)) }
RUNTIME cudaStreamAddCallback_ptsz(uint64_t stream, uint64_t callback, uint64_t data, uint32_t flags) { OF_THREAD(cudaStreamAddCallback(stream, callback, data, flags)) }
RUNTIME cudaStreamAttachMemAsync_ptsz(uint64_t stream, uint64_t address, uint64_t bytes, uint32_t flags) { OF_THREAD(cudaStreamAttachMemAsync(stream, address, bytes, flags)) }
RUNTIME cudaStreamGetDevice_ptsz(uint64_t stream, int32_t *device) { OF_THREAD(cudaStreamGetDevice(stream, device)) }
RUNTIME cudaStreamGetFlags_ptsz(uint64_t stream, uint32_t *flags) { OF_THREAD(cudaStreamGetFlags(stream, flags)) }
RUNTIME cudaStreamGetId_ptsz(uint64_t stream, uint64_t *id) { OF_THREAD(cudaStreamGetId(stream, id)) }
RUNTIME cudaStreamGetPriority_ptsz(uint64_t stream, int32_t *priority) { OF_THREAD(cudaStreamGetPriority(stream, priority)) }
RUNTIME cudaStreamIsCapturing_ptsz(uint64_t stream, int32_t *status) { OF_THREAD(cudaStreamIsCapturing(stream, status)) }
RUNTIME cudaStreamQuery_ptsz(uint64_t stream) { OF_THREAD(cudaStreamQuery(stream)) }
RUNTIME cudaStreamSynchronize_ptsz(uint64_t stream) { OF_THREAD(cudaStreamSynchronize(stream)) }
RUNTIME cudaStreamWaitEvent_ptsz(uint64_t stream, uint64_t event, uint32_t flags) { OF_THREAD(cudaStreamWaitEvent(stream, event, flags)) }
ALIAS(__cudaLaunchKernel, __cudaLaunchKernel_ptsz)
ALIAS(cudaGraphInstantiateWithParams, cudaGraphInstantiateWithParams_ptsz)
ALIAS(cudaGraphLaunch, cudaGraphLaunch_ptsz) ALIAS(cudaGraphUpload, cudaGraphUpload_ptsz)
ALIAS(cudaMemDiscardAndPrefetchBatchAsync, cudaMemDiscardAndPrefetchBatchAsync_ptsz)
ALIAS(cudaMemDiscardBatchAsync, cudaMemDiscardBatchAsync_ptsz)
ALIAS(cudaMemPrefetchBatchAsync, cudaMemPrefetchBatchAsync_ptsz)
ALIAS(cudaMemcpy2DArrayToArray, cudaMemcpy2DArrayToArray_ptds)
ALIAS(cudaMemcpy2DFromArray, cudaMemcpy2DFromArray_ptds)
ALIAS(cudaMemcpy2DFromArrayAsync, cudaMemcpy2DFromArrayAsync_ptsz)
ALIAS(cudaMemcpy2DToArray, cudaMemcpy2DToArray_ptds) ALIAS(cudaMemcpy2DToArrayAsync, cudaMemcpy2DToArrayAsync_ptsz)
ALIAS(cudaMemcpy3D, cudaMemcpy3D_ptds) ALIAS(cudaMemcpy3DAsync, cudaMemcpy3DAsync_ptsz)
ALIAS(cudaMemcpy3DBatchAsync, cudaMemcpy3DBatchAsync_ptsz) ALIAS(cudaMemcpy3DPeer, cudaMemcpy3DPeer_ptds)
ALIAS(cudaMemcpy3DPeerAsync, cudaMemcpy3DPeerAsync_ptsz) ALIAS(cudaMemcpyArrayToArray, cudaMemcpyArrayToArray_ptds)
ALIAS(cudaMemcpyBatchAsync, cudaMemcpyBatchAsync_ptsz) ALIAS(cudaMemcpyFromArray, cudaMemcpyFromArray_ptds)
ALIAS(cudaMemcpyFromArrayAsync, cudaMemcpyFromArrayAsync_ptsz) ALIAS(cudaMemcpyToArray, cudaMemcpyToArray_ptds)
ALIAS(cudaMemcpyToArrayAsync, cudaMemcpyToArrayAsync_ptsz) ALIAS(cudaMemset3D, cudaMemset3D_ptds)
ALIAS(cudaMemset3DAsync, cudaMemset3DAsync_ptsz)
ALIAS(cudaSignalExternalSemaphoresAsync, cudaSignalExternalSemaphoresAsync_ptsz)
ALIAS(cudaStreamBeginCapture, cudaStreamBeginCapture_ptsz)
ALIAS(cudaStreamBeginCaptureToGraph, cudaStreamBeginCaptureToGraph_ptsz)
ALIAS(cudaStreamCopyAttributes, cudaStreamCopyAttributes_ptsz) ALIAS(cudaStreamEndCapture, cudaStreamEndCapture_ptsz)
ALIAS(cudaStreamGetAttribute, cudaStreamGetAttribute_ptsz)
ALIAS(cudaStreamGetCaptureInfo, cudaStreamGetCaptureInfo_ptsz)
ALIAS(cudaStreamSetAttribute, cudaStreamSetAttribute_ptsz)
ALIAS(cudaStreamUpdateCaptureDependencies, cudaStreamUpdateCaptureDependencies_ptsz)
ALIAS(cudaWaitExternalSemaphoresAsync, cudaWaitExternalSemaphoresAsync_ptsz)

static const struct Result RESULTS[] = {
    {0, "cudaSuccess", "no error"},
    {1, "cudaErrorInvalidValue", "an argument has a value that the function does not take"},
    {2, "cudaErrorMemoryAllocation", "the device has not as much memory"},
    {3, "cudaErrorInitializationError", "cuInit was not called in this process"},
    {4, "cudaErrorCudartUnloading", "the driver is shutting down"},
    {5, "cudaErrorProfilerDisabled", "cudaErrorProfilerDisabled"},
    {6, "cudaErrorProfilerNotInitialized", "cudaErrorProfilerNotInitialized"},
    {7, "cudaErrorProfilerAlreadyStarted", "cudaErrorProfilerAlreadyStarted"},
    {8, "cudaErrorProfilerAlreadyStopped", "cudaErrorProfilerAlreadyStopped"},
    {9, "cudaErrorInvalidConfiguration", "the grid or the block of a launch has a size that is not possible"},
    {12, "cudaErrorInvalidPitchValue", "the pitch is smaller than the width of a row"},
    {13, "cudaErrorInvalidSymbol", "the program has no variable of the device at this address"},
    {16, "cudaErrorInvalidHostPointer", "cudaErrorInvalidHostPointer"},
    {17, "cudaErrorInvalidDevicePointer", "cudaErrorInvalidDevicePointer"},
    {18, "cudaErrorInvalidTexture", "cudaErrorInvalidTexture"},
    {19, "cudaErrorInvalidTextureBinding", "cudaErrorInvalidTextureBinding"},
    {20, "cudaErrorInvalidChannelDescriptor", "cudaErrorInvalidChannelDescriptor"},
    {21, "cudaErrorInvalidMemcpyDirection", "the direction of a copy is not one of the five"},
    {22, "cudaErrorAddressOfConstant", "cudaErrorAddressOfConstant"},
    {23, "cudaErrorTextureFetchFailed", "cudaErrorTextureFetchFailed"},
    {24, "cudaErrorTextureNotBound", "cudaErrorTextureNotBound"},
    {25, "cudaErrorSynchronizationError", "cudaErrorSynchronizationError"},
    {26, "cudaErrorInvalidFilterSetting", "cudaErrorInvalidFilterSetting"},
    {27, "cudaErrorInvalidNormSetting", "cudaErrorInvalidNormSetting"},
    {28, "cudaErrorMixedDeviceExecution", "cudaErrorMixedDeviceExecution"},
    {31, "cudaErrorNotYetImplemented", "cudaErrorNotYetImplemented"},
    {32, "cudaErrorMemoryValueTooLarge", "cudaErrorMemoryValueTooLarge"},
    {34, "cudaErrorStubLibrary", "a library without a driver was loaded"},
    {35, "cudaErrorInsufficientDriver", "cudaErrorInsufficientDriver"},
    {36, "cudaErrorCallRequiresNewerDriver", "the function needs a newer driver"},
    {37, "cudaErrorInvalidSurface", "cudaErrorInvalidSurface"},
    {43, "cudaErrorDuplicateVariableName", "cudaErrorDuplicateVariableName"},
    {44, "cudaErrorDuplicateTextureName", "cudaErrorDuplicateTextureName"},
    {45, "cudaErrorDuplicateSurfaceName", "cudaErrorDuplicateSurfaceName"},
    {46, "cudaErrorDevicesUnavailable", "the device does not answer"},
    {49, "cudaErrorIncompatibleDriverContext", "cudaErrorIncompatibleDriverContext"},
    {52, "cudaErrorMissingConfiguration", "a launch without a configuration"},
    {53, "cudaErrorPriorLaunchFailure", "cudaErrorPriorLaunchFailure"},
    {65, "cudaErrorLaunchMaxDepthExceeded", "cudaErrorLaunchMaxDepthExceeded"},
    {66, "cudaErrorLaunchFileScopedTex", "cudaErrorLaunchFileScopedTex"},
    {67, "cudaErrorLaunchFileScopedSurf", "cudaErrorLaunchFileScopedSurf"},
    {68, "cudaErrorSyncDepthExceeded", "cudaErrorSyncDepthExceeded"},
    {69, "cudaErrorLaunchPendingCountExceeded", "cudaErrorLaunchPendingCountExceeded"},
    {98, "cudaErrorInvalidDeviceFunction", "the program has no kernel at this address, or the device no code for it"},
    {100, "cudaErrorNoDevice", "there is no device"},
    {101, "cudaErrorInvalidDevice", "no device has this number"},
    {102, "cudaErrorDeviceNotLicensed", "cudaErrorDeviceNotLicensed"},
    {103, "cudaErrorSoftwareValidityNotEstablished", "cudaErrorSoftwareValidityNotEstablished"},
    {127, "cudaErrorStartupFailure", "cudaErrorStartupFailure"},
    {200, "cudaErrorInvalidKernelImage", "the image holds no code that is known here"},
    {201, "cudaErrorDeviceUninitialized", "no context is current, or it is not valid"},
    {205, "cudaErrorMapBufferObjectFailed", "cudaErrorMapBufferObjectFailed"},
    {206, "cudaErrorUnmapBufferObjectFailed", "cudaErrorUnmapBufferObjectFailed"},
    {207, "cudaErrorArrayIsMapped", "cudaErrorArrayIsMapped"},
    {208, "cudaErrorAlreadyMapped", "cudaErrorAlreadyMapped"},
    {209, "cudaErrorNoKernelImageForDevice", "the image has no code for this device"},
    {210, "cudaErrorAlreadyAcquired", "cudaErrorAlreadyAcquired"},
    {211, "cudaErrorNotMapped", "cudaErrorNotMapped"},
    {212, "cudaErrorNotMappedAsArray", "cudaErrorNotMappedAsArray"},
    {213, "cudaErrorNotMappedAsPointer", "cudaErrorNotMappedAsPointer"},
    {214, "cudaErrorECCUncorrectable", "cudaErrorECCUncorrectable"},
    {215, "cudaErrorUnsupportedLimit", "the device does not have this limit"},
    {216, "cudaErrorDeviceAlreadyInUse", "cudaErrorDeviceAlreadyInUse"},
    {217, "cudaErrorPeerAccessUnsupported", "the devices do not access each other"},
    {218, "cudaErrorInvalidPtx", "the PTX is not valid"},
    {219, "cudaErrorInvalidGraphicsContext", "cudaErrorInvalidGraphicsContext"},
    {220, "cudaErrorNvlinkUncorrectable", "cudaErrorNvlinkUncorrectable"},
    {221, "cudaErrorJitCompilerNotFound", "there is no compiler for PTX"},
    {222, "cudaErrorUnsupportedPtxVersion", "the PTX is of a newer version"},
    {223, "cudaErrorJitCompilationDisabled", "cudaErrorJitCompilationDisabled"},
    {224, "cudaErrorUnsupportedExecAffinity", "cudaErrorUnsupportedExecAffinity"},
    {225, "cudaErrorUnsupportedDevSideSync", "cudaErrorUnsupportedDevSideSync"},
    {226, "cudaErrorContained", "cudaErrorContained"},
    {300, "cudaErrorInvalidSource", "the source is not valid"},
    {301, "cudaErrorFileNotFound", "the file does not exist"},
    {302, "cudaErrorSharedObjectSymbolNotFound", "cudaErrorSharedObjectSymbolNotFound"},
    {303, "cudaErrorSharedObjectInitFailed", "cudaErrorSharedObjectInitFailed"},
    {304, "cudaErrorOperatingSystem", "a call of the operating system failed"},
    {400, "cudaErrorInvalidResourceHandle", "the handle does not exist, or no longer"},
    {401, "cudaErrorIllegalState", "something is not in the state that the function needs"},
    {402, "cudaErrorLossyQuery", "cudaErrorLossyQuery"},
    {500, "cudaErrorSymbolNotFound", "there is nothing of this name"},
    {600, "cudaErrorNotReady", "work is still pending"},
    {700, "cudaErrorIllegalAddress", "a kernel accessed an illegal address"},
    {701, "cudaErrorLaunchOutOfResources", "the launch needs more than a multiprocessor has"},
    {702, "cudaErrorLaunchTimeout", "a kernel did not end"},
    {703, "cudaErrorLaunchIncompatibleTexturing", "cudaErrorLaunchIncompatibleTexturing"},
    {704, "cudaErrorPeerAccessAlreadyEnabled", "cudaErrorPeerAccessAlreadyEnabled"},
    {705, "cudaErrorPeerAccessNotEnabled", "cudaErrorPeerAccessNotEnabled"},
    {708, "cudaErrorSetOnActiveProcess", "cudaErrorSetOnActiveProcess"},
    {709, "cudaErrorContextIsDestroyed", "the context was destroyed"},
    {710, "cudaErrorAssert", "an assertion in a kernel failed"},
    {711, "cudaErrorTooManyPeers", "cudaErrorTooManyPeers"},
    {712, "cudaErrorHostMemoryAlreadyRegistered", "the memory is registered already"},
    {713, "cudaErrorHostMemoryNotRegistered", "the memory is not registered"},
    {714, "cudaErrorHardwareStackError", "the stack of a kernel is damaged or full"},
    {715, "cudaErrorIllegalInstruction", "a kernel executed an illegal instruction"},
    {716, "cudaErrorMisalignedAddress", "a kernel accessed a misaligned address"},
    {717, "cudaErrorInvalidAddressSpace", "an address is not of the state space that an instruction needs"},
    {718, "cudaErrorInvalidPc", "a kernel jumped to an address without code"},
    {719, "cudaErrorLaunchFailure", "a kernel broke a rule"},
    {720, "cudaErrorCooperativeLaunchTooLarge", "the blocks of a cooperative launch are not resident together"},
    {721, "cudaErrorTensorMemoryLeak", "cudaErrorTensorMemoryLeak"},
    {800, "cudaErrorNotPermitted", "this is not permitted"},
    {801, "cudaErrorNotSupported", "the virtual GPU does not support this"},
    {802, "cudaErrorSystemNotReady", "the system is not ready"},
    {803, "cudaErrorSystemDriverMismatch", "cudaErrorSystemDriverMismatch"},
    {804, "cudaErrorCompatNotSupportedOnDevice", "cudaErrorCompatNotSupportedOnDevice"},
    {805, "cudaErrorMpsConnectionFailed", "cudaErrorMpsConnectionFailed"},
    {806, "cudaErrorMpsRpcFailure", "cudaErrorMpsRpcFailure"},
    {807, "cudaErrorMpsServerNotReady", "cudaErrorMpsServerNotReady"},
    {808, "cudaErrorMpsMaxClientsReached", "cudaErrorMpsMaxClientsReached"},
    {809, "cudaErrorMpsMaxConnectionsReached", "cudaErrorMpsMaxConnectionsReached"},
    {810, "cudaErrorMpsClientTerminated", "cudaErrorMpsClientTerminated"},
    {811, "cudaErrorCdpNotSupported", "cudaErrorCdpNotSupported"},
    {812, "cudaErrorCdpVersionMismatch", "cudaErrorCdpVersionMismatch"},
    {900, "cudaErrorStreamCaptureUnsupported", "this cannot be captured"},
    {901, "cudaErrorStreamCaptureInvalidated", "the capture has failed"},
    {902, "cudaErrorStreamCaptureMerge", "cudaErrorStreamCaptureMerge"},
    {903, "cudaErrorStreamCaptureUnmatched", "cudaErrorStreamCaptureUnmatched"},
    {904, "cudaErrorStreamCaptureUnjoined", "cudaErrorStreamCaptureUnjoined"},
    {905, "cudaErrorStreamCaptureIsolation", "this would make a capture depend on other work"},
    {906, "cudaErrorStreamCaptureImplicit", "the default stream cannot wait for a capture"},
    {907, "cudaErrorCapturedEvent", "the event was recorded in a capture"},
    {908, "cudaErrorStreamCaptureWrongThread", "cudaErrorStreamCaptureWrongThread"},
    {909, "cudaErrorTimeout", "the time is over"},
    {910, "cudaErrorGraphExecUpdateFailure", "the graph differs too much"},
    {911, "cudaErrorExternalDevice", "cudaErrorExternalDevice"},
    {912, "cudaErrorInvalidClusterSize", "the cluster is too large"},
    {913, "cudaErrorFunctionNotLoaded", "the function is not loaded"},
    {914, "cudaErrorInvalidResourceType", "cudaErrorInvalidResourceType"},
    {915, "cudaErrorInvalidResourceConfiguration", "cudaErrorInvalidResourceConfiguration"},
    {999, "cudaErrorUnknown", "an unknown error"},
    {10000, "cudaErrorApiFailureBase", "cudaErrorApiFailureBase"},
    {-1, "unrecognized error code", "unrecognized error code"},
};
