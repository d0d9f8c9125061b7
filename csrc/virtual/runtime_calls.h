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
RUNTIME cudaLibraryLoadData(uint64_t *library, const void *image, uint64_t keys, uint64_t values, uint32_t options, uint64_t library_keys, uint64_t library_values, uint32_t library_options) { FORWARDS(cuLibraryLoadData(library, image, keys, values, options, library_keys, library_values, library_options)) }
RUNTIME cudaLibraryLoadFromFile(uint64_t *library, const char *path, uint64_t keys, uint64_t values, uint32_t options, uint64_t library_keys, uint64_t library_values, uint32_t library_options) { FORWARDS(cuLibraryLoadFromFile(library, path, keys, values, options, library_keys, library_values, library_options)) }
RUNTIME cudaLibraryUnload(uint64_t library) { FORWARDS(cuLibraryUnload(library)) }
RUNTIME cudaLibraryGetKernel(uint64_t *kernel, uint64_t library, const char *name) { FORWARDS(cuLibraryGetKernel(kernel, library, name)) }
RUNTIME cudaLibraryGetKernelCount(uint32_t *count, uint64_t library) { FORWARDS(cuLibraryGetKernelCount(count, library)) }
RUNTIME cudaLibraryEnumerateKernels(uint64_t *kernels, uint32_t count, uint64_t library) { FORWARDS(cuLibraryEnumerateKernels(kernels, count, library)) }
RUNTIME cudaLibraryGetGlobal(uint64_t *address, uint64_t *bytes, uint64_t library, const char *name) { FORWARDS(cuLibraryGetGlobal(address, bytes, library, name)) }
RUNTIME cudaLibraryGetManaged(uint64_t *address, uint64_t *bytes, uint64_t library, const char *name) { FORWARDS(cuLibraryGetManaged(address, bytes, library, name)) }
RUNTIME cudaMemGetInfo(uint64_t *free, uint64_t *total) { FORWARDS(cuMemGetInfo_v2(free, total)) }
RUNTIME cudaMallocHost(uint64_t *address, uint64_t bytes) { FORWARDS(cuMemAllocHost_v2(address, bytes)) }
RUNTIME cudaMallocManaged(uint64_t *address, uint64_t bytes, uint32_t flags) { FORWARDS(cuMemAllocManaged(address, bytes, flags)) }
RUNTIME cudaHostAlloc(uint64_t *address, uint64_t bytes, uint32_t flags) { FORWARDS(cuMemHostAlloc(address, bytes, flags)) }
RUNTIME cudaMallocAsync(uint64_t *address, uint64_t bytes, uint64_t stream) { FORWARDS(cuMemAllocAsync(address, bytes, stream)) }
RUNTIME cudaMallocFromPoolAsync(uint64_t *address, uint64_t bytes, uint64_t pool, uint64_t stream) { FORWARDS(cuMemAllocFromPoolAsync(address, bytes, pool, stream)) }
RUNTIME cudaFree(uint64_t address) { FORWARDS(cuMemFree_v2(address)) }
RUNTIME cudaFreeAsync(uint64_t address, uint64_t stream) { FORWARDS(cuMemFreeAsync(address, stream)) }
RUNTIME cudaMemPoolSetAttribute(uint64_t pool, int32_t attribute, const void *value) { FORWARDS(cuMemPoolSetAttribute(pool, attribute, value)) }
RUNTIME cudaMemPoolGetAttribute(uint64_t pool, int32_t attribute, void *value) { FORWARDS(cuMemPoolGetAttribute(pool, attribute, value)) }
RUNTIME cudaMemPoolCreate(uint64_t *pool, const void *properties) { FORWARDS(cuMemPoolCreate(pool, properties)) }
RUNTIME cudaMemPoolDestroy(uint64_t pool) { FORWARDS(cuMemPoolDestroy(pool)) }
RUNTIME cudaMemPoolSetAccess(uint64_t pool, uint64_t descriptions, uint64_t count) { FORWARDS(cuMemPoolSetAccess(pool, descriptions, count)) }
RUNTIME cudaMemPoolGetAccess(uint32_t *flags, uint64_t pool, const void *location) { FORWARDS(cuMemPoolGetAccess(flags, pool, location)) }
RUNTIME cudaMemPoolTrimTo(uint64_t pool, uint64_t keep) { FORWARDS(cuMemPoolTrimTo(pool, keep)) }
RUNTIME cudaHostRegister(uint64_t host, size_t bytes, uint32_t flags) { FORWARDS(cuMemHostRegister_v2(host, bytes, flags)) }
RUNTIME cudaHostUnregister(uint64_t host) { FORWARDS(cuMemHostUnregister(host)) }
RUNTIME cudaHostGetDevicePointer(uint64_t *address, uint64_t host, uint32_t flags) { FORWARDS(cuMemHostGetDevicePointer_v2(address, host, flags)) }
RUNTIME cudaHostGetFlags(uint32_t *flags, uint64_t host) { FORWARDS(cuMemHostGetFlags(flags, host)) }
RUNTIME cudaMemPrefetchAsync(uint64_t address, uint64_t bytes, uint64_t location, uint32_t flags, uint64_t stream) { FORWARDS(cuMemPrefetchAsync_v2(address, bytes, location, flags, stream)) }
RUNTIME cudaMemAdvise(uint64_t address, uint64_t bytes, int32_t advice, uint64_t location) { FORWARDS(cuMemAdvise_v2(address, bytes, advice, location)) }
RUNTIME cudaMemRangeGetAttribute(void *data, size_t size, int32_t attribute, uint64_t address, size_t bytes) { FORWARDS(cuMemRangeGetAttribute(data, size, attribute, address, bytes)) }
RUNTIME cudaMemRangeGetAttributes(void **data, const size_t *sizes, const int32_t *attributes, size_t count, uint64_t address, size_t bytes) { FORWARDS(cuMemRangeGetAttributes(data, sizes, attributes, count, address, bytes)) }
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
RUNTIME cudaStreamGetAttribute(uint64_t stream, int32_t attribute, void *value) { FORWARDS(cuStreamGetAttribute(stream, attribute, value)) }
RUNTIME cudaStreamSetAttribute(uint64_t stream, int32_t attribute, const void *value) { FORWARDS(cuStreamSetAttribute(stream, attribute, value)) }
RUNTIME cudaStreamCopyAttributes(uint64_t to, uint64_t from) { FORWARDS(cuStreamCopyAttributes(to, from)) }
RUNTIME cudaStreamGetDevice(uint64_t stream, int32_t *device) { FORWARDS(cuStreamGetDevice(stream, device)) }
RUNTIME cudaStreamIsCapturing(uint64_t stream, int32_t *status) { FORWARDS(cuStreamIsCapturing(stream, status)) }
RUNTIME cudaStreamAddCallback(uint64_t stream, uint64_t callback, uint64_t data, uint32_t flags) { FORWARDS(cuStreamAddCallback(stream, callback, data, flags)) }
RUNTIME cudaStreamAttachMemAsync(uint64_t stream, uint64_t address, uint64_t bytes, uint32_t flags) { FORWARDS(cuStreamAttachMemAsync(stream, address, bytes, flags)) }
RUNTIME cudaLaunchHostFunc(uint64_t stream, uint64_t function, uint64_t data) { FORWARDS(cuLaunchHostFunc(stream, function, data)) }
RUNTIME cudaLaunchHostFunc_v2(uint64_t stream, uint64_t function, uint64_t data, uint32_t mode) { FORWARDS(cuLaunchHostFunc_v2(stream, function, data, mode)) }
RUNTIME cudaEventCreateWithFlags(uint64_t *event, uint32_t flags) { FORWARDS(cuEventCreate(event, flags)) }
RUNTIME cudaEventDestroy(uint64_t event) { FORWARDS(cuEventDestroy_v2(event)) }
RUNTIME cudaEventRecord(uint64_t event, uint64_t stream) { FORWARDS(cuEventRecord(event, stream)) }
RUNTIME cudaEventRecordWithFlags(uint64_t event, uint64_t stream, uint32_t flags) { FORWARDS(cuEventRecordWithFlags(event, stream, flags)) }
RUNTIME cudaEventQuery(uint64_t event) { FORWARDS(cuEventQuery(event)) }
RUNTIME cudaEventSynchronize(uint64_t event) { FORWARDS(cuEventSynchronize(event)) }
RUNTIME cudaEventElapsedTime(float *milliseconds, uint64_t start, uint64_t end) { FORWARDS(cuEventElapsedTime_v2(milliseconds, start, end)) }
RUNTIME cudaStreamBeginCapture(uint64_t stream, int32_t mode) { FORWARDS(cuStreamBeginCapture_v2(stream, mode)) }
RUNTIME cudaStreamBeginCaptureToGraph(uint64_t stream, uint64_t graph, const uint64_t *dependencies, uint64_t edges, uint64_t count, int32_t mode) { FORWARDS(cuStreamBeginCaptureToGraph(stream, graph, dependencies, edges, count, mode)) }
RUNTIME cudaStreamUpdateCaptureDependencies(uint64_t stream, const uint64_t *dependencies, uint64_t edges, uint64_t count, uint32_t flags) { FORWARDS(cuStreamUpdateCaptureDependencies_v2(stream, dependencies, edges, count, flags)) }
RUNTIME cudaGraphCreate(uint64_t *graph, uint32_t flags) { FORWARDS(cuGraphCreate(graph, flags)) }
RUNTIME cudaGraphClone(uint64_t *clone, uint64_t graph) { FORWARDS(cuGraphClone(clone, graph)) }
RUNTIME cudaGraphDestroy(uint64_t graph) { FORWARDS(cuGraphDestroy(graph)) }
RUNTIME cudaGraphDestroyNode(uint64_t node) { FORWARDS(cuGraphDestroyNode(node)) }
RUNTIME cudaGraphDebugDotPrint(uint64_t graph, const char *path, uint32_t flags) { FORWARDS(cuGraphDebugDotPrint(graph, path, flags)) }
RUNTIME cudaGraphAddHostNode(uint64_t *node, uint64_t graph, const uint64_t *dependencies, uint64_t count, const void *call) { FORWARDS(cuGraphAddHostNode(node, graph, dependencies, count, call)) }
RUNTIME cudaGraphAddChildGraphNode(uint64_t *node, uint64_t graph, const uint64_t *dependencies, uint64_t count, uint64_t child) { FORWARDS(cuGraphAddChildGraphNode(node, graph, dependencies, count, child)) }
RUNTIME cudaGraphAddEmptyNode(uint64_t *node, uint64_t graph, const uint64_t *dependencies, uint64_t count) { FORWARDS(cuGraphAddEmptyNode(node, graph, dependencies, count)) }
RUNTIME cudaGraphAddEventRecordNode(uint64_t *node, uint64_t graph, const uint64_t *dependencies, uint64_t count, uint64_t event) { FORWARDS(cuGraphAddEventRecordNode(node, graph, dependencies, count, event)) }
RUNTIME cudaGraphAddEventWaitNode(uint64_t *node, uint64_t graph, const uint64_t *dependencies, uint64_t count, uint64_t event) { FORWARDS(cuGraphAddEventWaitNode(node, graph, dependencies, count, event)) }
RUNTIME cudaGraphMemsetNodeGetParams(uint64_t node, void *fill) { FORWARDS(cuGraphMemsetNodeGetParams(node, fill)) }
RUNTIME cudaGraphHostNodeGetParams(uint64_t node, void *call) { FORWARDS(cuGraphHostNodeGetParams(node, call)) }
RUNTIME cudaGraphChildGraphNodeGetGraph(uint64_t node, uint64_t *graph) { FORWARDS(cuGraphChildGraphNodeGetGraph(node, graph)) }
RUNTIME cudaGraphEventRecordNodeGetEvent(uint64_t node, uint64_t *event) { FORWARDS(cuGraphEventRecordNodeGetEvent(node, event)) }
RUNTIME cudaGraphEventWaitNodeGetEvent(uint64_t node, uint64_t *event) { FORWARDS(cuGraphEventWaitNodeGetEvent(node, event)) }
RUNTIME cudaGraphMemsetNodeSetParams(uint64_t node, const void *fill) { FORWARDS(cuGraphMemsetNodeSetParams(node, fill)) }
RUNTIME cudaGraphHostNodeSetParams(uint64_t node, const void *call) { FORWARDS(cuGraphHostNodeSetParams(node, call)) }
RUNTIME cudaGraphEventRecordNodeSetEvent(uint64_t node, uint64_t event) { FORWARDS(cuGraphEventRecordNodeSetEvent(node, event)) }
RUNTIME cudaGraphEventWaitNodeSetEvent(uint64_t node, uint64_t event) { FORWARDS(cuGraphEventWaitNodeSetEvent(node, event)) }
RUNTIME cudaGraphNodeFindInClone(uint64_t *node, uint64_t original, uint64_t clone) { FORWARDS(cuGraphNodeFindInClone(node, original, clone)) }
RUNTIME cudaGraphNodeGetType(uint64_t node, int32_t *type) { FORWARDS(cuGraphNodeGetType(node, type)) }
RUNTIME cudaGraphAddDependencies(uint64_t graph, const uint64_t *sources, const uint64_t *targets, uint64_t edges, uint64_t count) { FORWARDS(cuGraphAddDependencies_v2(graph, sources, targets, edges, count)) }
RUNTIME cudaGraphRemoveDependencies(uint64_t graph, const uint64_t *sources, const uint64_t *targets, uint64_t edges, uint64_t count) { FORWARDS(cuGraphRemoveDependencies_v2(graph, sources, targets, edges, count)) }
RUNTIME cudaGraphInstantiate(uint64_t *executable, uint64_t graph, uint64_t flags) { FORWARDS(cuGraphInstantiateWithFlags(executable, graph, flags)) }
RUNTIME cudaGraphInstantiateWithFlags(uint64_t *executable, uint64_t graph, uint64_t flags) { FORWARDS(cuGraphInstantiateWithFlags(executable, graph, flags)) }
RUNTIME cudaGraphExecGetFlags(uint64_t executable, uint64_t *flags) { FORWARDS(cuGraphExecGetFlags(executable, flags)) }
RUNTIME cudaGraphExecDestroy(uint64_t executable) { FORWARDS(cuGraphExecDestroy(executable)) }
RUNTIME cudaGraphExecHostNodeSetParams(uint64_t executable, uint64_t node, const void *call) { FORWARDS(cuGraphExecHostNodeSetParams(executable, node, call)) }
RUNTIME cudaGraphExecChildGraphNodeSetParams(uint64_t executable, uint64_t node, uint64_t child) { FORWARDS(cuGraphExecChildGraphNodeSetParams(executable, node, child)) }
RUNTIME cudaGraphExecEventRecordNodeSetEvent(uint64_t executable, uint64_t node, uint64_t event) { FORWARDS(cuGraphExecEventRecordNodeSetEvent(executable, node, event)) }
RUNTIME cudaGraphExecEventWaitNodeSetEvent(uint64_t executable, uint64_t node, uint64_t event) { FORWARDS(cuGraphExecEventWaitNodeSetEvent(executable, node, event)) }
RUNTIME cudaGraphNodeSetEnabled(uint64_t executable, uint64_t node, uint32_t enabled) { FORWARDS(cuGraphNodeSetEnabled(executable, node, enabled)) }
RUNTIME cudaGraphNodeGetEnabled(uint64_t executable, uint64_t node, uint32_t *enabled) { FORWARDS(cuGraphNodeGetEnabled(executable, node, enabled)) }
RUNTIME cudaGraphUpload(uint64_t executable, uint64_t stream) { FORWARDS(cuGraphUpload(executable, stream)) }
RUNTIME cudaGraphLaunch(uint64_t executable, uint64_t stream) { FORWARDS(cuGraphLaunch(executable, stream)) }
RUNTIME cudaThreadExchangeStreamCaptureMode(int32_t *mode) { FORWARDS(cuThreadExchangeStreamCaptureMode(mode)) }
RUNTIME cudaStreamEndCapture(uint64_t stream, uint64_t *graph) { FORWARDS(cuStreamEndCapture(stream, graph)) }
RUNTIME cudaStreamGetCaptureInfo(uint64_t stream, int32_t *state, uint64_t *number, uint64_t *graph, const uint64_t **nodes, const void **edges, size_t *count) { FORWARDS(cuStreamGetCaptureInfo_v3(stream, state, number, graph, nodes, edges, count)) }
RUNTIME cudaGraphGetNodes(uint64_t graph, uint64_t *nodes, size_t *count) { FORWARDS(cuGraphGetNodes(graph, nodes, count)) }
RUNTIME cudaGraphGetRootNodes(uint64_t graph, uint64_t *nodes, size_t *count) { FORWARDS(cuGraphGetRootNodes(graph, nodes, count)) }
RUNTIME cudaGraphGetEdges(uint64_t graph, uint64_t *from, uint64_t *to, void *edges, size_t *count) { FORWARDS(cuGraphGetEdges_v2(graph, from, to, edges, count)) }
RUNTIME cudaGraphNodeGetDependencies(uint64_t node, uint64_t *nodes, void *edges, size_t *count) { FORWARDS(cuGraphNodeGetDependencies_v2(node, nodes, edges, count)) }
RUNTIME cudaGraphNodeGetDependentNodes(uint64_t node, uint64_t *nodes, void *edges, size_t *count) { FORWARDS(cuGraphNodeGetDependentNodes_v2(node, nodes, edges, count)) }
RUNTIME cudaGraphInstantiateWithParams(uint64_t *executable, uint64_t graph, InstantiateParameters *p) { FORWARDS(cuGraphInstantiateWithParams(executable, graph, p)) }
RUNTIME cudaGraphExecUpdate(uint64_t executable, uint64_t graph, UpdateResult *found) { FORWARDS(cuGraphExecUpdate_v2(executable, graph, found)) }
RUNTIME cudaGraphKernelNodeCopyAttributes(uint64_t to, uint64_t from) { FORWARDS(cuGraphKernelNodeCopyAttributes(to, from)) }
RUNTIME cudaGraphKernelNodeGetAttribute(uint64_t node, int32_t attribute, uint32_t *value) { FORWARDS(cuGraphKernelNodeGetAttribute(node, attribute, value)) }
RUNTIME cudaGraphKernelNodeSetAttribute(uint64_t node, int32_t attribute, const uint32_t *value) { FORWARDS(cuGraphKernelNodeSetAttribute(node, attribute, value)) }

REFUSED(__cudaGetProcAddress);
REFUSED(__cudaRegisterHostVar);
REFUSED(__cudaRegisterUnifiedTable);
REFUSED(cudaArrayGetInfo);
REFUSED(cudaArrayGetMemoryRequirements);
REFUSED(cudaArrayGetPlane);
REFUSED(cudaArrayGetSparseProperties);
REFUSED(cudaCreateSurfaceObject);
REFUSED(cudaCreateTextureObject);
REFUSED(cudaDestroyExternalMemory);
REFUSED(cudaDestroyExternalSemaphore);
REFUSED(cudaDestroySurfaceObject);
REFUSED(cudaDestroyTextureObject);
REFUSED(cudaDeviceDisablePeerAccess);
REFUSED(cudaDeviceEnablePeerAccess);
REFUSED(cudaDeviceFlushGPUDirectRDMAWrites);
REFUSED(cudaDeviceGetGraphMemAttribute);
REFUSED(cudaDeviceGetHostAtomicCapabilities);
REFUSED(cudaDeviceGetNvSciSyncAttributes);
REFUSED(cudaDeviceGetP2PAtomicCapabilities);
REFUSED(cudaDeviceGetSharedMemConfig);
REFUSED(cudaDeviceGetTexture1DLinearMaxWidth);
REFUSED(cudaDeviceGraphMemTrim);
REFUSED(cudaDeviceRegisterAsyncNotification);
REFUSED(cudaDeviceSetGraphMemAttribute);
REFUSED(cudaDeviceSetSharedMemConfig);
REFUSED(cudaDeviceUnregisterAsyncNotification);
REFUSED(cudaEGLStreamConsumerAcquireFrame);
REFUSED(cudaEGLStreamConsumerConnect);
REFUSED(cudaEGLStreamConsumerConnectWithFlags);
REFUSED(cudaEGLStreamConsumerDisconnect);
REFUSED(cudaEGLStreamConsumerReleaseFrame);
REFUSED(cudaEGLStreamProducerConnect);
REFUSED(cudaEGLStreamProducerDisconnect);
REFUSED(cudaEGLStreamProducerPresentFrame);
REFUSED(cudaEGLStreamProducerReturnFrame);
REFUSED(cudaEventCreateFromEGLSync);
REFUSED(cudaExternalMemoryGetMappedBuffer);
REFUSED(cudaExternalMemoryGetMappedMipmappedArray);
REFUSED(cudaFreeArray);
REFUSED(cudaFreeMipmappedArray);
REFUSED(cudaFuncSetSharedMemConfig);
REFUSED(cudaGLGetDevices);
REFUSED(cudaGLMapBufferObject);
REFUSED(cudaGLMapBufferObjectAsync);
REFUSED(cudaGLRegisterBufferObject);
REFUSED(cudaGLSetBufferObjectMapFlags);
REFUSED(cudaGLSetGLDevice);
REFUSED(cudaGLUnmapBufferObject);
REFUSED(cudaGLUnmapBufferObjectAsync);
REFUSED(cudaGLUnregisterBufferObject);
REFUSED(cudaGetChannelDesc);
REFUSED(cudaGetExportTable);
REFUSED(cudaGetMipmappedArrayLevel);
REFUSED(cudaGetSurfaceObjectResourceDesc);
REFUSED(cudaGetTextureObjectResourceDesc);
REFUSED(cudaGetTextureObjectResourceViewDesc);
REFUSED(cudaGetTextureObjectTextureDesc);
REFUSED(cudaGraphAddExternalSemaphoresSignalNode);
REFUSED(cudaGraphAddExternalSemaphoresWaitNode);
REFUSED(cudaGraphAddMemAllocNode);
REFUSED(cudaGraphAddMemFreeNode);
REFUSED(cudaGraphConditionalHandleCreate);
REFUSED(cudaGraphExecExternalSemaphoresSignalNodeSetParams);
REFUSED(cudaGraphExecExternalSemaphoresWaitNodeSetParams);
REFUSED(cudaGraphExternalSemaphoresSignalNodeGetParams);
REFUSED(cudaGraphExternalSemaphoresSignalNodeSetParams);
REFUSED(cudaGraphExternalSemaphoresWaitNodeGetParams);
REFUSED(cudaGraphExternalSemaphoresWaitNodeSetParams);
REFUSED(cudaGraphMemAllocNodeGetParams);
REFUSED(cudaGraphMemFreeNodeGetParams);
REFUSED(cudaGraphReleaseUserObject);
REFUSED(cudaGraphRetainUserObject);
REFUSED(cudaGraphicsEGLRegisterImage);
REFUSED(cudaGraphicsGLRegisterBuffer);
REFUSED(cudaGraphicsGLRegisterImage);
REFUSED(cudaGraphicsMapResources);
REFUSED(cudaGraphicsResourceGetMappedEglFrame);
REFUSED(cudaGraphicsResourceGetMappedMipmappedArray);
REFUSED(cudaGraphicsResourceGetMappedPointer);
REFUSED(cudaGraphicsResourceSetMapFlags);
REFUSED(cudaGraphicsSubResourceGetMappedArray);
REFUSED(cudaGraphicsUnmapResources);
REFUSED(cudaGraphicsUnregisterResource);
REFUSED(cudaGraphicsVDPAURegisterOutputSurface);
REFUSED(cudaGraphicsVDPAURegisterVideoSurface);
REFUSED(cudaImportExternalMemory);
REFUSED(cudaImportExternalSemaphore);
REFUSED(cudaIpcCloseMemHandle);
REFUSED(cudaIpcGetEventHandle);
REFUSED(cudaIpcGetMemHandle);
REFUSED(cudaIpcOpenEventHandle);
REFUSED(cudaIpcOpenMemHandle);
REFUSED(cudaLibraryGetUnifiedFunction);
REFUSED(cudaLogsCurrent);
REFUSED(cudaLogsDumpToFile);
REFUSED(cudaLogsDumpToMemory);
REFUSED(cudaLogsRegisterCallback);
REFUSED(cudaLogsUnregisterCallback);
REFUSED(cudaMalloc3DArray);
REFUSED(cudaMallocArray);
REFUSED(cudaMallocMipmappedArray);
REFUSED(cudaMemDiscardAndPrefetchBatchAsync);
REFUSED(cudaMemDiscardBatchAsync);
REFUSED(cudaMemGetDefaultMemPool);
REFUSED(cudaMemGetMemPool);
REFUSED(cudaMemPoolExportPointer);
REFUSED(cudaMemPoolExportToShareableHandle);
REFUSED(cudaMemPoolImportFromShareableHandle);
REFUSED(cudaMemPoolImportPointer);
REFUSED(cudaMemPrefetchBatchAsync);
REFUSED(cudaMemSetMemPool);
REFUSED(cudaMemcpy2DArrayToArray);
REFUSED(cudaMemcpy2DFromArray);
REFUSED(cudaMemcpy2DFromArrayAsync);
REFUSED(cudaMemcpy2DToArray);
REFUSED(cudaMemcpy2DToArrayAsync);
REFUSED(cudaMemcpy3DBatchAsync);
REFUSED(cudaMemcpy3DPeer);
REFUSED(cudaMemcpy3DPeerAsync);
REFUSED(cudaMemcpyArrayToArray);
REFUSED(cudaMemcpyBatchAsync);
REFUSED(cudaMemcpyFromArray);
REFUSED(cudaMemcpyFromArrayAsync);
REFUSED(cudaMemcpyToArray);
REFUSED(cudaMemcpyToArrayAsync);
REFUSED(cudaMipmappedArrayGetMemoryRequirements);
REFUSED(cudaMipmappedArrayGetSparseProperties);
REFUSED(cudaSetValidDevices);
REFUSED(cudaSignalExternalSemaphoresAsync);
REFUSED(cudaUserObjectCreate);
REFUSED(cudaUserObjectRelease);
REFUSED(cudaUserObjectRetain);
REFUSED(cudaVDPAUGetDevice);
REFUSED(cudaVDPAUSetVDPAUDevice);
REFUSED(cudaWaitExternalSemaphoresAsync);
ALIAS(__cudaLaunchKernel, __cudaLaunchKernel_ptsz);
RUNTIME cudaEventRecord_ptsz(uint64_t event, uint64_t stream) { OF_THREAD(cudaEventRecord(event, stream)) }
RUNTIME cudaEventRecordWithFlags_ptsz(uint64_t event, uint64_t stream, uint32_t flags) { OF_THREAD(cudaEventRecordWithFlags(event, stream, flags)) }
RUNTIME cudaFreeAsync_ptsz(uint64_t address, uint64_t stream) { OF_THREAD(cudaFreeAsync(address, stream)) }
RUNTIME cudaGetDriverEntryPoint_ptsz(const char *name, void **function, uint64_t flags, int *status) { OF_THREAD(cudaGetDriverEntryPoint(name, function, flags, status)) }
RUNTIME cudaGetDriverEntryPointByVersion_ptsz(const char *name, void **function, unsigned version, uint64_t flags, int *status) { OF_THREAD(cudaGetDriverEntryPointByVersion(name, function, version, flags, status)) }
RUNTIME cudaGraphInstantiateWithParams_ptsz(uint64_t *executable, uint64_t graph, InstantiateParameters *p) { OF_THREAD(cudaGraphInstantiateWithParams(executable, graph, p)) }
RUNTIME cudaGraphLaunch_ptsz(uint64_t executable, uint64_t stream) { OF_THREAD(cudaGraphLaunch(executable, stream)) }
RUNTIME cudaGraphUpload_ptsz(uint64_t executable, uint64_t stream) { OF_THREAD(cudaGraphUpload(executable, stream)) }
RUNTIME cudaLaunchCooperativeKernel_ptsz(const void *kernel, Dim3 grid, Dim3 block, void **parameters, size_t shared, uint64_t stream) { OF_THREAD(cudaLaunchCooperativeKernel(kernel, grid, block, parameters, shared, stream)) }
RUNTIME cudaLaunchHostFunc_ptsz(uint64_t stream, uint64_t function, uint64_t data) { OF_THREAD(cudaLaunchHostFunc(stream, function, data)) }
RUNTIME cudaLaunchHostFunc_v2_ptsz(uint64_t stream, uint64_t function, uint64_t data, uint32_t mode) { OF_THREAD(cudaLaunchHostFunc_v2(stream, function, data, mode)) }
RUNTIME cudaLaunchKernel_ptsz(const void *kernel, Dim3 grid, Dim3 block, void **parameters, size_t shared, uint64_t stream) { OF_THREAD(cudaLaunchKernel(kernel, grid, block, parameters, shared, stream)) }
RUNTIME cudaLaunchKernelExC_ptsz(const LaunchConfiguration *c, const void *kernel, void **parameters) { OF_THREAD(cudaLaunchKernelExC(c, kernel, parameters)) }
RUNTIME cudaMallocAsync_ptsz(uint64_t *address, uint64_t bytes, uint64_t stream) { OF_THREAD(cudaMallocAsync(address, bytes, stream)) }
RUNTIME cudaMallocFromPoolAsync_ptsz(uint64_t *address, uint64_t bytes, uint64_t pool, uint64_t stream) { OF_THREAD(cudaMallocFromPoolAsync(address, bytes, pool, stream)) }
ALIAS(cudaMemDiscardAndPrefetchBatchAsync, cudaMemDiscardAndPrefetchBatchAsync_ptsz);
ALIAS(cudaMemDiscardBatchAsync, cudaMemDiscardBatchAsync_ptsz);
RUNTIME cudaMemPrefetchAsync_ptsz(uint64_t address, uint64_t bytes, uint64_t location, uint32_t flags, uint64_t stream) { OF_THREAD(cudaMemPrefetchAsync(address, bytes, location, flags, stream)) }
ALIAS(cudaMemPrefetchBatchAsync, cudaMemPrefetchBatchAsync_ptsz);
RUNTIME cudaMemcpy_ptds(uint64_t to, uint64_t from, size_t bytes, int direction) { OF_THREAD(cudaMemcpy(to, from, bytes, direction)) }
RUNTIME cudaMemcpy2D_ptds(uint64_t to, size_t to_pitch, uint64_t from, size_t from_pitch, size_t width, size_t height, int direction) { OF_THREAD(cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, direction)) }
ALIAS(cudaMemcpy2DArrayToArray, cudaMemcpy2DArrayToArray_ptds);
RUNTIME cudaMemcpy2DAsync_ptsz(uint64_t to, size_t to_pitch, uint64_t from, size_t from_pitch, size_t width, size_t height, int direction, uint64_t stream) { OF_THREAD(cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, direction, stream)) }
ALIAS(cudaMemcpy2DFromArray, cudaMemcpy2DFromArray_ptds);
ALIAS(cudaMemcpy2DFromArrayAsync, cudaMemcpy2DFromArrayAsync_ptsz);
ALIAS(cudaMemcpy2DToArray, cudaMemcpy2DToArray_ptds);
ALIAS(cudaMemcpy2DToArrayAsync, cudaMemcpy2DToArrayAsync_ptsz);
RUNTIME cudaMemcpy3D_ptds(const SlicesOfRuntime *p) { OF_THREAD(cudaMemcpy3D(p)) }
RUNTIME cudaMemcpy3DAsync_ptsz(const SlicesOfRuntime *p, uint64_t stream) { OF_THREAD(cudaMemcpy3DAsync(p, stream)) }
ALIAS(cudaMemcpy3DBatchAsync, cudaMemcpy3DBatchAsync_ptsz);
ALIAS(cudaMemcpy3DPeer, cudaMemcpy3DPeer_ptds);
ALIAS(cudaMemcpy3DPeerAsync, cudaMemcpy3DPeerAsync_ptsz);
ALIAS(cudaMemcpyArrayToArray, cudaMemcpyArrayToArray_ptds);
RUNTIME cudaMemcpyAsync_ptsz(uint64_t to, uint64_t from, size_t bytes, int direction, uint64_t stream) { OF_THREAD(cudaMemcpyAsync(to, from, bytes, direction, stream)) }
ALIAS(cudaMemcpyBatchAsync, cudaMemcpyBatchAsync_ptsz);
ALIAS(cudaMemcpyFromArray, cudaMemcpyFromArray_ptds);
ALIAS(cudaMemcpyFromArrayAsync, cudaMemcpyFromArrayAsync_ptsz);
RUNTIME cudaMemcpyFromSymbol_ptds(uint64_t to, const void *symbol, size_t bytes, size_t offset, int direction) { OF_THREAD(cudaMemcpyFromSymbol(to, symbol, bytes, offset, direction)) }
RUNTIME cudaMemcpyFromSymbolAsync_ptsz(uint64_t to, const void *symbol, size_t bytes, size_t offset, int direction, uint64_t stream) { OF_THREAD(cudaMemcpyFromSymbolAsync(to, symbol, bytes, offset, direction, stream)) }
ALIAS(cudaMemcpyToArray, cudaMemcpyToArray_ptds);
ALIAS(cudaMemcpyToArrayAsync, cudaMemcpyToArrayAsync_ptsz);
RUNTIME cudaMemcpyToSymbol_ptds(const void *symbol, uint64_t from, size_t bytes, size_t offset, int direction) { OF_THREAD(cudaMemcpyToSymbol(symbol, from, bytes, offset, direction)) }
RUNTIME cudaMemcpyToSymbolAsync_ptsz(const void *symbol, uint64_t from, size_t bytes, size_t offset, int direction, uint64_t stream) { OF_THREAD(cudaMemcpyToSymbolAsync(symbol, from, bytes, offset, direction, stream)) }
RUNTIME cudaMemset_ptds(uint64_t to, uint8_t value, uint64_t count) { OF_THREAD(cudaMemset(to, value, count)) }
RUNTIME cudaMemset2D_ptds(uint64_t to, uint64_t pitch, uint8_t value, uint64_t width, uint64_t height) { OF_THREAD(cudaMemset2D(to, pitch, value, width, height)) }
RUNTIME cudaMemset2DAsync_ptsz(uint64_t to, uint64_t pitch, uint8_t value, uint64_t width, uint64_t height, uint64_t stream) { OF_THREAD(cudaMemset2DAsync(to, pitch, value, width, height, stream)) }
RUNTIME cudaMemset3D_ptds(Slice to, int value, Extent extent) { OF_THREAD(cudaMemset3D(to, value, extent)) }
RUNTIME cudaMemset3DAsync_ptsz(Slice to, int value, Extent extent, uint64_t stream) { OF_THREAD(cudaMemset3DAsync(to, value, extent, stream)) }
RUNTIME cudaMemsetAsync_ptsz(uint64_t to, uint8_t value, uint64_t count, uint64_t stream) { OF_THREAD(cudaMemsetAsync(to, value, count, stream)) }
ALIAS(cudaSignalExternalSemaphoresAsync, cudaSignalExternalSemaphoresAsync_ptsz);
RUNTIME cudaStreamAddCallback_ptsz(uint64_t stream, uint64_t callback, uint64_t data, uint32_t flags) { OF_THREAD(cudaStreamAddCallback(stream, callback, data, flags)) }
RUNTIME cudaStreamAttachMemAsync_ptsz(uint64_t stream, uint64_t address, uint64_t bytes, uint32_t flags) { OF_THREAD(cudaStreamAttachMemAsync(stream, address, bytes, flags)) }
RUNTIME cudaStreamBeginCapture_ptsz(uint64_t stream, int32_t mode) { OF_THREAD(cudaStreamBeginCapture(stream, mode)) }
RUNTIME cudaStreamBeginCaptureToGraph_ptsz(uint64_t stream, uint64_t graph, const uint64_t *dependencies, uint64_t edges, uint64_t count, int32_t mode) { OF_THREAD(cudaStreamBeginCaptureToGraph(stream, graph, dependencies, edges, count, mode)) }
RUNTIME cudaStreamCopyAttributes_ptsz(uint64_t to, uint64_t from) { OF_THREAD(cudaStreamCopyAttributes(to, from)) }
RUNTIME cudaStreamEndCapture_ptsz(uint64_t stream, uint64_t *graph) { OF_THREAD(cudaStreamEndCapture(stream, graph)) }
RUNTIME cudaStreamGetAttribute_ptsz(uint64_t stream, int32_t attribute, void *value) { OF_THREAD(cudaStreamGetAttribute(stream, attribute, value)) }
RUNTIME cudaStreamGetCaptureInfo_ptsz(uint64_t stream, int32_t *state, uint64_t *number, uint64_t *graph, const uint64_t **nodes, const void **edges, size_t *count) { OF_THREAD(cudaStreamGetCaptureInfo(stream, state, number, graph, nodes, edges, count)) }
RUNTIME cudaStreamGetDevice_ptsz(uint64_t stream, int32_t *device) { OF_THREAD(cudaStreamGetDevice(stream, device)) }
RUNTIME cudaStreamGetFlags_ptsz(uint64_t stream, uint32_t *flags) { OF_THREAD(cudaStreamGetFlags(stream, flags)) }
RUNTIME cudaStreamGetId_ptsz(uint64_t stream, uint64_t *id) { OF_THREAD(cudaStreamGetId(stream, id)) }
RUNTIME cudaStreamGetPriority_ptsz(uint64_t stream, int32_t *priority) { OF_THREAD(cudaStreamGetPriority(stream, priority)) }
RUNTIME cudaStreamIsCapturing_ptsz(uint64_t stream, int32_t *status) { OF_THREAD(cudaStreamIsCapturing(stream, status)) }
RUNTIME cudaStreamQuery_ptsz(uint64_t stream) { OF_THREAD(cudaStreamQuery(stream)) }
RUNTIME cudaStreamSetAttribute_ptsz(uint64_t stream, int32_t attribute, const void *value) { OF_THREAD(cudaStreamSetAttribute(stream, attribute, value)) }
RUNTIME cudaStreamSynchronize_ptsz(uint64_t stream) { OF_THREAD(cudaStreamSynchronize(stream)) }
RUNTIME cudaStreamUpdateCaptureDependencies_ptsz(uint64_t stream, const uint64_t *dependencies, uint64_t edges, uint64_t count, uint32_t flags) { OF_THREAD(cudaStreamUpdateCaptureDependencies(stream, dependencies, edges, count, flags)) }
RUNTIME cudaStreamWaitEvent_ptsz(uint64_t stream, uint64_t event, uint32_t flags) { OF_THREAD(cudaStreamWaitEvent(stream, event, flags)) }
ALIAS(cudaWaitExternalSemaphoresAsync, cudaWaitExternalSemaphoresAsync_ptsz);

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
    {902, "cudaErrorStreamCaptureMerge", "this would join two captures"},
    {903, "cudaErrorStreamCaptureUnmatched", "the capture did not begin in this stream"},
    {904, "cudaErrorStreamCaptureUnjoined", "a stream of the capture was not joined to the first one"},
    {905, "cudaErrorStreamCaptureIsolation", "this would make a capture depend on other work"},
    {906, "cudaErrorStreamCaptureImplicit", "the default stream cannot wait for a capture"},
    {907, "cudaErrorCapturedEvent", "the event was recorded in a capture"},
    {908, "cudaErrorStreamCaptureWrongThread", "another thread began the capture"},
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
