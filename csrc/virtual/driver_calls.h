/* Functions of the driver, as pyptx/virtual/calls.py declares them.
 *
 * Generated: change that file, run `python tools/generate.py` and build again.
 */
/* clang-format off */

CALL cuInit(uint32_t flags) { SENDS(1, 0, message_put(&m, &flags, 4);, ) }
CALL cuDriverGetVersion(int32_t *version) { SENDS(version, 1, , message_take(&m, version, 4);) }
CALL cuDeviceGet(int32_t *device, int32_t ordinal) { SENDS(device, 2, message_put(&m, &ordinal, 4);, message_take(&m, device, 4);) }
CALL cuDeviceGetCount(int32_t *count) { SENDS(count, 3, , message_take(&m, count, 4);) }
CALL cuDeviceGetName(char *name, int32_t length, int32_t device) { SENDS(name, 4, message_put(&m, &length, 4); message_put(&m, &device, 4);, message_take_chars(&m, name, length);) }
CALL cuDeviceGetUuid(void *uuid, int32_t device) { SENDS(uuid, 5, message_put(&m, &device, 4);, message_take(&m, uuid, 16);) }
CALL cuDeviceGetUuid_v2(void *uuid, int32_t device) { SENDS(uuid, 6, message_put(&m, &device, 4);, message_take(&m, uuid, 16);) }
CALL cuDeviceTotalMem_v2(uint64_t *bytes, int32_t device) { SENDS(bytes, 7, message_put(&m, &device, 4);, message_take(&m, bytes, 8);) }
CALL cuDeviceGetAttribute(int32_t *value, int32_t attribute, int32_t device) { SENDS(value, 8, message_put(&m, &attribute, 4); message_put(&m, &device, 4);, message_take(&m, value, 4);) }
CALL cuDeviceGetPCIBusId(char *name, int32_t length, int32_t device) { SENDS(name, 9, message_put(&m, &length, 4); message_put(&m, &device, 4);, message_take_chars(&m, name, length);) }
CALL cuDeviceGetByPCIBusId(int32_t *device, const char *name) { SENDS(device && name, 10, message_put_blob(&m, name, strlen(name));, message_take(&m, device, 4);) }
CALL cuDeviceComputeCapability(int32_t *major, int32_t *minor, int32_t device) { SENDS(major && minor, 11, message_put(&m, &device, 4);, message_take(&m, major, 4); message_take(&m, minor, 4);) }
CALL cuDeviceCanAccessPeer(int32_t *can, int32_t device, int32_t peer) { SENDS(can, 12, message_put(&m, &device, 4); message_put(&m, &peer, 4);, message_take(&m, can, 4);) }
CALL cuDeviceGetP2PAttribute(int32_t *value, int32_t attribute, int32_t device, int32_t peer) { SENDS(value, 13, message_put(&m, &attribute, 4); message_put(&m, &device, 4); message_put(&m, &peer, 4);, message_take(&m, value, 4);) }
CALL cuDeviceGetDefaultMemPool(uint64_t *pool, int32_t device) { SENDS(pool, 14, message_put(&m, &device, 4);, message_take(&m, pool, 8);) }
CALL cuDeviceGetMemPool(uint64_t *pool, int32_t device) { SENDS(pool, 15, message_put(&m, &device, 4);, message_take(&m, pool, 8);) }
CALL cuDeviceSetMemPool(int32_t device, uint64_t pool) { SENDS(1, 16, message_put(&m, &device, 4); message_put(&m, &pool, 8);, ) }
CALL cuDevicePrimaryCtxRetain(uint64_t *context, int32_t device) { SENDS(context, 17, message_put(&m, &device, 4);, message_take(&m, context, 8);) }
CALL cuDevicePrimaryCtxRelease(int32_t device) { SENDS(1, 18, message_put(&m, &device, 4);, ) }
CALL cuDevicePrimaryCtxRelease_v2(int32_t device) { SENDS(1, 19, message_put(&m, &device, 4);, ) }
CALL cuDevicePrimaryCtxSetFlags_v2(int32_t device, uint32_t flags) { SENDS(1, 20, message_put(&m, &device, 4); message_put(&m, &flags, 4);, ) }
CALL cuDevicePrimaryCtxGetState(int32_t device, uint32_t *flags, int32_t *active) { SENDS(flags && active, 21, message_put(&m, &device, 4);, message_take(&m, flags, 4); message_take(&m, active, 4);) }
CALL cuDevicePrimaryCtxReset_v2(int32_t device) { SENDS(1, 22, message_put(&m, &device, 4);, ) }
CALL cuCtxCreate_v2(uint64_t *context, uint32_t flags, int32_t device) { SENDS(context, 23, message_put(&m, &flags, 4); message_put(&m, &device, 4);, message_take(&m, context, 8);) }
CALL cuCtxCreate_v4(uint64_t *context, uint64_t parameters, uint32_t flags, int32_t device) { SENDS(context, 24, message_put(&m, &parameters, 8); message_put(&m, &flags, 4); message_put(&m, &device, 4);, message_take(&m, context, 8);) }
CALL cuCtxDestroy_v2(uint64_t context) { SENDS(1, 25, message_put(&m, &context, 8);, ) }
CALL cuCtxPushCurrent_v2(uint64_t context) { SENDS(1, 26, message_put(&m, &context, 8);, ) }
CALL cuCtxPopCurrent_v2(uint64_t *context) { SENDS(1, 27, , message_take(&m, context, 8);) }
CALL cuCtxSetCurrent(uint64_t context) { SENDS(1, 28, message_put(&m, &context, 8);, ) }
CALL cuCtxGetCurrent(uint64_t *context) { SENDS(context, 29, , message_take(&m, context, 8);) }
CALL cuCtxGetDevice(int32_t *device) { SENDS(device, 30, , message_take(&m, device, 4);) }
CALL cuCtxGetDevice_v2(int32_t *device, uint64_t context) { SENDS(device, 31, message_put(&m, &context, 8);, message_take(&m, device, 4);) }
CALL cuCtxGetFlags(uint32_t *flags) { SENDS(flags, 32, , message_take(&m, flags, 4);) }
CALL cuCtxSetFlags(uint32_t flags) { SENDS(1, 33, message_put(&m, &flags, 4);, ) }
CALL cuCtxGetId(uint64_t context, uint64_t *id) { SENDS(id, 34, message_put(&m, &context, 8);, message_take(&m, id, 8);) }
CALL cuCtxGetApiVersion(uint64_t context, uint32_t *version) { SENDS(version, 35, message_put(&m, &context, 8);, message_take(&m, version, 4);) }
CALL cuCtxSynchronize(void) { SENDS(1, 36, , ) }
CALL cuCtxSynchronize_v2(uint64_t context) { SENDS(1, 37, message_put(&m, &context, 8);, ) }
CALL cuCtxSetLimit(int32_t limit, uint64_t value) { SENDS(1, 38, message_put(&m, &limit, 4); message_put(&m, &value, 8);, ) }
CALL cuCtxGetLimit(uint64_t *value, int32_t limit) { SENDS(value, 39, message_put(&m, &limit, 4);, message_take(&m, value, 8);) }
CALL cuCtxGetCacheConfig(int32_t *config) { SENDS(config, 40, , message_take(&m, config, 4);) }
CALL cuCtxSetCacheConfig(int32_t config) { SENDS(1, 41, message_put(&m, &config, 4);, ) }
CALL cuCtxGetStreamPriorityRange(int32_t *least, int32_t *greatest) { SENDS(1, 42, , message_take(&m, least, 4); message_take(&m, greatest, 4);) }
CALL cuCtxResetPersistingL2Cache(void) { SENDS(1, 43, , ) }
CALL cuProfilerStart(void) { SENDS(1, 44, , ) }
CALL cuProfilerStop(void) { SENDS(1, 45, , ) }
CALL cuModuleLoad(uint64_t *module, const char *path) { SENDS(module && path, 46, message_put_blob(&m, path, strlen(path));, message_take(&m, module, 8);) }
CALL cuModuleLoadData(uint64_t *module, const void *image) { SENDS(module && image, 47, message_put_image(&m, image);, message_take(&m, module, 8);) }
CALL cuModuleLoadDataEx(uint64_t *module, const void *image, uint32_t options, uint64_t keys, uint64_t values) { SENDS(module && image, 48, message_put_image(&m, image); message_put(&m, &options, 4); message_put(&m, &keys, 8); message_put(&m, &values, 8);, message_take(&m, module, 8);) }
CALL cuModuleLoadFatBinary(uint64_t *module, const void *image) { SENDS(module && image, 49, message_put_image(&m, image);, message_take(&m, module, 8);) }
CALL cuModuleUnload(uint64_t module) { SENDS(1, 50, message_put(&m, &module, 8);, ) }
CALL cuModuleGetLoadingMode(int32_t *mode) { SENDS(mode, 51, , message_take(&m, mode, 4);) }
CALL cuModuleGetFunction(uint64_t *function, uint64_t module, const char *name) { SENDS(function && name, 52, message_put(&m, &module, 8); message_put_blob(&m, name, strlen(name));, message_take(&m, function, 8);) }
CALL cuModuleGetFunctionCount(uint32_t *count, uint64_t module) { SENDS(count, 53, message_put(&m, &module, 8);, message_take(&m, count, 4);) }
CALL cuModuleEnumerateFunctions(uint64_t *functions, uint32_t count, uint64_t module) { SENDS(functions, 54, message_put(&m, &count, 4); message_put(&m, &module, 8);, message_take_list(&m, functions, (size_t)count * 8);) }
CALL cuModuleGetGlobal_v2(uint64_t *address, uint64_t *bytes, uint64_t module, const char *name) { SENDS(name, 55, message_put(&m, &module, 8); message_put_blob(&m, name, strlen(name));, message_take(&m, address, 8); message_take(&m, bytes, 8);) }
CALL cuLibraryLoadData(uint64_t *library, const void *image, uint64_t keys, uint64_t values, uint32_t options, uint64_t library_keys, uint64_t library_values, uint32_t library_options) { SENDS(library && image, 56, message_put_image(&m, image); message_put(&m, &keys, 8); message_put(&m, &values, 8); message_put(&m, &options, 4); message_put(&m, &library_keys, 8); message_put(&m, &library_values, 8); message_put(&m, &library_options, 4);, message_take(&m, library, 8);) }
CALL cuLibraryLoadFromFile(uint64_t *library, const char *path, uint64_t keys, uint64_t values, uint32_t options, uint64_t library_keys, uint64_t library_values, uint32_t library_options) { SENDS(library && path, 57, message_put_blob(&m, path, strlen(path)); message_put(&m, &keys, 8); message_put(&m, &values, 8); message_put(&m, &options, 4); message_put(&m, &library_keys, 8); message_put(&m, &library_values, 8); message_put(&m, &library_options, 4);, message_take(&m, library, 8);) }
CALL cuLibraryUnload(uint64_t library) { SENDS(1, 58, message_put(&m, &library, 8);, ) }
CALL cuLibraryGetKernel(uint64_t *kernel, uint64_t library, const char *name) { SENDS(kernel && name, 59, message_put(&m, &library, 8); message_put_blob(&m, name, strlen(name));, message_take(&m, kernel, 8);) }
CALL cuLibraryGetKernelCount(uint32_t *count, uint64_t library) { SENDS(count, 60, message_put(&m, &library, 8);, message_take(&m, count, 4);) }
CALL cuLibraryEnumerateKernels(uint64_t *kernels, uint32_t count, uint64_t library) { SENDS(kernels, 61, message_put(&m, &count, 4); message_put(&m, &library, 8);, message_take_list(&m, kernels, (size_t)count * 8);) }
CALL cuLibraryGetModule(uint64_t *module, uint64_t library) { SENDS(module, 62, message_put(&m, &library, 8);, message_take(&m, module, 8);) }
CALL cuLibraryGetGlobal(uint64_t *address, uint64_t *bytes, uint64_t library, const char *name) { SENDS(name, 63, message_put(&m, &library, 8); message_put_blob(&m, name, strlen(name));, message_take(&m, address, 8); message_take(&m, bytes, 8);) }
CALL cuLibraryGetManaged(uint64_t *address, uint64_t *bytes, uint64_t library, const char *name) { SENDS(name, 64, message_put(&m, &library, 8); message_put_blob(&m, name, strlen(name));, message_take(&m, address, 8); message_take(&m, bytes, 8);) }
CALL cuKernelGetFunction(uint64_t *function, uint64_t kernel) { SENDS(function, 65, message_put(&m, &kernel, 8);, message_take(&m, function, 8);) }
CALL cuKernelGetLibrary(uint64_t *library, uint64_t kernel) { SENDS(library, 66, message_put(&m, &kernel, 8);, message_take(&m, library, 8);) }
CALL cuKernelGetName(const char **name, uint64_t kernel) { SENDS(name, 67, message_put(&m, &kernel, 8);, *name = message_take_text(&m);) }
CALL cuKernelGetAttribute(int32_t *value, int32_t attribute, uint64_t kernel, int32_t device) { SENDS(value, 68, message_put(&m, &attribute, 4); message_put(&m, &kernel, 8); message_put(&m, &device, 4);, message_take(&m, value, 4);) }
CALL cuKernelSetAttribute(int32_t attribute, int32_t value, uint64_t kernel, int32_t device) { SENDS(1, 69, message_put(&m, &attribute, 4); message_put(&m, &value, 4); message_put(&m, &kernel, 8); message_put(&m, &device, 4);, ) }
CALL cuKernelSetCacheConfig(uint64_t kernel, int32_t config, int32_t device) { SENDS(1, 70, message_put(&m, &kernel, 8); message_put(&m, &config, 4); message_put(&m, &device, 4);, ) }
CALL cuKernelGetParamInfo(uint64_t kernel, uint64_t index, uint64_t *offset, uint64_t *bytes) { SENDS(offset, 71, message_put(&m, &kernel, 8); message_put(&m, &index, 8);, message_take(&m, offset, 8); message_take(&m, bytes, 8);) }
CALL cuKernelGetParamCount(uint64_t kernel, uint64_t *count) { SENDS(count, 72, message_put(&m, &kernel, 8);, message_take(&m, count, 8);) }
CALL cuFuncGetName(const char **name, uint64_t function) { SENDS(name, 73, message_put(&m, &function, 8);, *name = message_take_text(&m);) }
CALL cuFuncGetModule(uint64_t *module, uint64_t function) { SENDS(module, 74, message_put(&m, &function, 8);, message_take(&m, module, 8);) }
CALL cuFuncGetAttribute(int32_t *value, int32_t attribute, uint64_t function) { SENDS(value, 75, message_put(&m, &attribute, 4); message_put(&m, &function, 8);, message_take(&m, value, 4);) }
CALL cuFuncSetAttribute(uint64_t function, int32_t attribute, int32_t value) { SENDS(1, 76, message_put(&m, &function, 8); message_put(&m, &attribute, 4); message_put(&m, &value, 4);, ) }
CALL cuFuncSetCacheConfig(uint64_t function, int32_t config) { SENDS(1, 77, message_put(&m, &function, 8); message_put(&m, &config, 4);, ) }
CALL cuFuncSetSharedMemConfig(uint64_t function, int32_t config) { SENDS(1, 78, message_put(&m, &function, 8); message_put(&m, &config, 4);, ) }
CALL cuFuncGetParamInfo(uint64_t function, uint64_t index, uint64_t *offset, uint64_t *bytes) { SENDS(offset, 79, message_put(&m, &function, 8); message_put(&m, &index, 8);, message_take(&m, offset, 8); message_take(&m, bytes, 8);) }
CALL cuFuncGetParamCount(uint64_t function, uint64_t *count) { SENDS(count, 80, message_put(&m, &function, 8);, message_take(&m, count, 8);) }
CALL cuFuncLoad(uint64_t function) { SENDS(1, 81, message_put(&m, &function, 8);, ) }
CALL cuFuncIsLoaded(int32_t *state, uint64_t function) { SENDS(state, 82, message_put(&m, &function, 8);, message_take(&m, state, 4);) }
CALL cuOccupancyMaxActiveBlocksPerMultiprocessor(int32_t *blocks, uint64_t function, int32_t threads, uint64_t shared) { SENDS(blocks, 83, message_put(&m, &function, 8); message_put(&m, &threads, 4); message_put(&m, &shared, 8);, message_take(&m, blocks, 4);) }
CALL cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int32_t *blocks, uint64_t function, int32_t threads, uint64_t shared, uint32_t flags) { SENDS(blocks, 84, message_put(&m, &function, 8); message_put(&m, &threads, 4); message_put(&m, &shared, 8); message_put(&m, &flags, 4);, message_take(&m, blocks, 4);) }
CALL cuOccupancyAvailableDynamicSMemPerBlock(uint64_t *shared, uint64_t function, int32_t blocks, int32_t threads) { SENDS(shared, 85, message_put(&m, &function, 8); message_put(&m, &blocks, 4); message_put(&m, &threads, 4);, message_take(&m, shared, 8);) }
CALL cuMemGetInfo_v2(uint64_t *free, uint64_t *total) { SENDS(free && total, 86, , message_take(&m, free, 8); message_take(&m, total, 8);) }
CALL cuMemAlloc_v2(uint64_t *address, uint64_t bytes) { SENDS(address, 87, message_put(&m, &bytes, 8);, message_take(&m, address, 8);) }
CALL cuMemAllocPitch_v2(uint64_t *address, uint64_t *pitch, uint64_t width, uint64_t height, uint32_t element) { SENDS(address && pitch, 88, message_put(&m, &width, 8); message_put(&m, &height, 8); message_put(&m, &element, 4);, message_take(&m, address, 8); message_take(&m, pitch, 8);) }
CALL cuMemAllocManaged(uint64_t *address, uint64_t bytes, uint32_t flags) { SENDS(address, 89, message_put(&m, &bytes, 8); message_put(&m, &flags, 4);, message_take(&m, address, 8);) }
CALL cuMemAllocHost_v2(uint64_t *address, uint64_t bytes) { SENDS(address, 90, message_put(&m, &bytes, 8);, message_take(&m, address, 8);) }
CALL cuMemHostAlloc(uint64_t *address, uint64_t bytes, uint32_t flags) { SENDS(address, 91, message_put(&m, &bytes, 8); message_put(&m, &flags, 4);, message_take(&m, address, 8);) }
CALL cuMemAllocAsync(uint64_t *address, uint64_t bytes, uint64_t stream) { SENDS(address, 92, message_put(&m, &bytes, 8); message_put(&m, &stream, 8);, message_take(&m, address, 8);) }
CALL cuMemAllocFromPoolAsync(uint64_t *address, uint64_t bytes, uint64_t pool, uint64_t stream) { SENDS(address, 93, message_put(&m, &bytes, 8); message_put(&m, &pool, 8); message_put(&m, &stream, 8);, message_take(&m, address, 8);) }
CALL cuMemFree_v2(uint64_t address) { SENDS(1, 94, message_put(&m, &address, 8);, ) }
CALL cuMemFreeHost(uint64_t address) { SENDS(1, 95, message_put(&m, &address, 8);, ) }
CALL cuMemFreeAsync(uint64_t address, uint64_t stream) { SENDS(1, 96, message_put(&m, &address, 8); message_put(&m, &stream, 8);, ) }
CALL cuMemPoolCreate(uint64_t *pool, const void *properties) { SENDS(pool && properties, 97, message_put(&m, properties, 88);, message_take(&m, pool, 8);) }
CALL cuMemPoolDestroy(uint64_t pool) { SENDS(1, 98, message_put(&m, &pool, 8);, ) }
CALL cuMemPoolSetAccess(uint64_t pool, uint64_t descriptions, uint64_t count) { SENDS(1, 99, message_put(&m, &pool, 8); message_put(&m, &descriptions, 8); message_put(&m, &count, 8);, ) }
CALL cuMemPoolGetAccess(uint32_t *flags, uint64_t pool, const void *location) { SENDS(flags && location, 100, message_put(&m, &pool, 8); message_put(&m, location, 8);, message_take(&m, flags, 4);) }
CALL cuMemPoolTrimTo(uint64_t pool, uint64_t keep) { SENDS(1, 101, message_put(&m, &pool, 8); message_put(&m, &keep, 8);, ) }
CALL cuMemPrefetchAsync(uint64_t address, uint64_t bytes, int32_t device, uint64_t stream) { SENDS(1, 102, message_put(&m, &address, 8); message_put(&m, &bytes, 8); message_put(&m, &device, 4); message_put(&m, &stream, 8);, ) }
CALL cuMemPrefetchAsync_v2(uint64_t address, uint64_t bytes, uint64_t location, uint32_t flags, uint64_t stream) { SENDS(1, 103, message_put(&m, &address, 8); message_put(&m, &bytes, 8); message_put(&m, &location, 8); message_put(&m, &flags, 4); message_put(&m, &stream, 8);, ) }
CALL cuMemAdvise(uint64_t address, uint64_t bytes, int32_t advice, int32_t device) { SENDS(1, 104, message_put(&m, &address, 8); message_put(&m, &bytes, 8); message_put(&m, &advice, 4); message_put(&m, &device, 4);, ) }
CALL cuMemAdvise_v2(uint64_t address, uint64_t bytes, int32_t advice, uint64_t location) { SENDS(1, 105, message_put(&m, &address, 8); message_put(&m, &bytes, 8); message_put(&m, &advice, 4); message_put(&m, &location, 8);, ) }
CALL cuMemGetAddressRange_v2(uint64_t *base, uint64_t *bytes, uint64_t address) { SENDS(1, 106, message_put(&m, &address, 8);, message_take(&m, base, 8); message_take(&m, bytes, 8);) }
CALL cuMemHostGetDevicePointer_v2(uint64_t *address, uint64_t host, uint32_t flags) { SENDS(address, 107, message_put(&m, &host, 8); message_put(&m, &flags, 4);, message_take(&m, address, 8);) }
CALL cuMemHostGetFlags(uint32_t *flags, uint64_t host) { SENDS(flags, 108, message_put(&m, &host, 8);, message_take(&m, flags, 4);) }
CALL cuMemcpy(uint64_t to, uint64_t from, uint64_t bytes) { SENDS(1, 109, message_put(&m, &to, 8); message_put(&m, &from, 8); message_put(&m, &bytes, 8);, ) }
CALL cuMemcpyAsync(uint64_t to, uint64_t from, uint64_t bytes, uint64_t stream) { SENDS(1, 110, message_put(&m, &to, 8); message_put(&m, &from, 8); message_put(&m, &bytes, 8); message_put(&m, &stream, 8);, ) }
CALL cuMemcpyHtoD_v2(uint64_t to, uint64_t from, uint64_t bytes) { SENDS(1, 111, message_put(&m, &to, 8); message_put(&m, &from, 8); message_put(&m, &bytes, 8);, ) }
CALL cuMemcpyDtoH_v2(uint64_t to, uint64_t from, uint64_t bytes) { SENDS(1, 112, message_put(&m, &to, 8); message_put(&m, &from, 8); message_put(&m, &bytes, 8);, ) }
CALL cuMemcpyDtoD_v2(uint64_t to, uint64_t from, uint64_t bytes) { SENDS(1, 113, message_put(&m, &to, 8); message_put(&m, &from, 8); message_put(&m, &bytes, 8);, ) }
CALL cuMemcpyHtoDAsync_v2(uint64_t to, uint64_t from, uint64_t bytes, uint64_t stream) { SENDS(1, 114, message_put(&m, &to, 8); message_put(&m, &from, 8); message_put(&m, &bytes, 8); message_put(&m, &stream, 8);, ) }
CALL cuMemcpyDtoHAsync_v2(uint64_t to, uint64_t from, uint64_t bytes, uint64_t stream) { SENDS(1, 115, message_put(&m, &to, 8); message_put(&m, &from, 8); message_put(&m, &bytes, 8); message_put(&m, &stream, 8);, ) }
CALL cuMemcpyDtoDAsync_v2(uint64_t to, uint64_t from, uint64_t bytes, uint64_t stream) { SENDS(1, 116, message_put(&m, &to, 8); message_put(&m, &from, 8); message_put(&m, &bytes, 8); message_put(&m, &stream, 8);, ) }
CALL cuMemcpyPeer(uint64_t to, uint64_t to_context, uint64_t from, uint64_t from_context, uint64_t bytes) { SENDS(1, 117, message_put(&m, &to, 8); message_put(&m, &to_context, 8); message_put(&m, &from, 8); message_put(&m, &from_context, 8); message_put(&m, &bytes, 8);, ) }
CALL cuMemcpyPeerAsync(uint64_t to, uint64_t to_context, uint64_t from, uint64_t from_context, uint64_t bytes, uint64_t stream) { SENDS(1, 118, message_put(&m, &to, 8); message_put(&m, &to_context, 8); message_put(&m, &from, 8); message_put(&m, &from_context, 8); message_put(&m, &bytes, 8); message_put(&m, &stream, 8);, ) }
CALL cuMemcpy2D_v2(const void *copy) { SENDS(copy, 119, message_put(&m, copy, 128);, ) }
CALL cuMemcpy2DUnaligned_v2(const void *copy) { SENDS(copy, 120, message_put(&m, copy, 128);, ) }
CALL cuMemcpy2DAsync_v2(const void *copy, uint64_t stream) { SENDS(copy, 121, message_put(&m, copy, 128); message_put(&m, &stream, 8);, ) }
CALL cuMemcpy3D_v2(const void *copy) { SENDS(copy, 122, message_put(&m, copy, 200);, ) }
CALL cuMemcpy3DAsync_v2(const void *copy, uint64_t stream) { SENDS(copy, 123, message_put(&m, copy, 200); message_put(&m, &stream, 8);, ) }
CALL cuMemsetD8_v2(uint64_t to, uint8_t value, uint64_t count) { SENDS(1, 124, message_put(&m, &to, 8); message_put(&m, &value, 1); message_put(&m, &count, 8);, ) }
CALL cuMemsetD16_v2(uint64_t to, uint16_t value, uint64_t count) { SENDS(1, 125, message_put(&m, &to, 8); message_put(&m, &value, 2); message_put(&m, &count, 8);, ) }
CALL cuMemsetD32_v2(uint64_t to, uint32_t value, uint64_t count) { SENDS(1, 126, message_put(&m, &to, 8); message_put(&m, &value, 4); message_put(&m, &count, 8);, ) }
CALL cuMemsetD8Async(uint64_t to, uint8_t value, uint64_t count, uint64_t stream) { SENDS(1, 127, message_put(&m, &to, 8); message_put(&m, &value, 1); message_put(&m, &count, 8); message_put(&m, &stream, 8);, ) }
CALL cuMemsetD16Async(uint64_t to, uint16_t value, uint64_t count, uint64_t stream) { SENDS(1, 128, message_put(&m, &to, 8); message_put(&m, &value, 2); message_put(&m, &count, 8); message_put(&m, &stream, 8);, ) }
CALL cuMemsetD32Async(uint64_t to, uint32_t value, uint64_t count, uint64_t stream) { SENDS(1, 129, message_put(&m, &to, 8); message_put(&m, &value, 4); message_put(&m, &count, 8); message_put(&m, &stream, 8);, ) }
CALL cuMemsetD2D8_v2(uint64_t to, uint64_t pitch, uint8_t value, uint64_t width, uint64_t height) { SENDS(1, 130, message_put(&m, &to, 8); message_put(&m, &pitch, 8); message_put(&m, &value, 1); message_put(&m, &width, 8); message_put(&m, &height, 8);, ) }
CALL cuMemsetD2D16_v2(uint64_t to, uint64_t pitch, uint16_t value, uint64_t width, uint64_t height) { SENDS(1, 131, message_put(&m, &to, 8); message_put(&m, &pitch, 8); message_put(&m, &value, 2); message_put(&m, &width, 8); message_put(&m, &height, 8);, ) }
CALL cuMemsetD2D32_v2(uint64_t to, uint64_t pitch, uint32_t value, uint64_t width, uint64_t height) { SENDS(1, 132, message_put(&m, &to, 8); message_put(&m, &pitch, 8); message_put(&m, &value, 4); message_put(&m, &width, 8); message_put(&m, &height, 8);, ) }
CALL cuMemsetD2D8Async(uint64_t to, uint64_t pitch, uint8_t value, uint64_t width, uint64_t height, uint64_t stream) { SENDS(1, 133, message_put(&m, &to, 8); message_put(&m, &pitch, 8); message_put(&m, &value, 1); message_put(&m, &width, 8); message_put(&m, &height, 8); message_put(&m, &stream, 8);, ) }
CALL cuMemsetD2D16Async(uint64_t to, uint64_t pitch, uint16_t value, uint64_t width, uint64_t height, uint64_t stream) { SENDS(1, 134, message_put(&m, &to, 8); message_put(&m, &pitch, 8); message_put(&m, &value, 2); message_put(&m, &width, 8); message_put(&m, &height, 8); message_put(&m, &stream, 8);, ) }
CALL cuMemsetD2D32Async(uint64_t to, uint64_t pitch, uint32_t value, uint64_t width, uint64_t height, uint64_t stream) { SENDS(1, 135, message_put(&m, &to, 8); message_put(&m, &pitch, 8); message_put(&m, &value, 4); message_put(&m, &width, 8); message_put(&m, &height, 8); message_put(&m, &stream, 8);, ) }
CALL cuStreamCreate(uint64_t *stream, uint32_t flags) { SENDS(stream, 136, message_put(&m, &flags, 4);, message_take(&m, stream, 8);) }
CALL cuStreamCreateWithPriority(uint64_t *stream, uint32_t flags, int32_t priority) { SENDS(stream, 137, message_put(&m, &flags, 4); message_put(&m, &priority, 4);, message_take(&m, stream, 8);) }
CALL cuStreamDestroy_v2(uint64_t stream) { SENDS(1, 138, message_put(&m, &stream, 8);, ) }
CALL cuStreamSynchronize(uint64_t stream) { SENDS(1, 139, message_put(&m, &stream, 8);, ) }
CALL cuStreamQuery(uint64_t stream) { SENDS(1, 140, message_put(&m, &stream, 8);, ) }
CALL cuStreamWaitEvent(uint64_t stream, uint64_t event, uint32_t flags) { SENDS(1, 141, message_put(&m, &stream, 8); message_put(&m, &event, 8); message_put(&m, &flags, 4);, ) }
CALL cuStreamGetCtx(uint64_t stream, uint64_t *context) { SENDS(context, 142, message_put(&m, &stream, 8);, message_take(&m, context, 8);) }
CALL cuStreamGetCtx_v2(uint64_t stream, uint64_t *context, uint64_t *green) { SENDS(1, 143, message_put(&m, &stream, 8);, message_take(&m, context, 8); message_take(&m, green, 8);) }
CALL cuStreamGetDevice(uint64_t stream, int32_t *device) { SENDS(device, 144, message_put(&m, &stream, 8);, message_take(&m, device, 4);) }
CALL cuStreamGetFlags(uint64_t stream, uint32_t *flags) { SENDS(flags, 145, message_put(&m, &stream, 8);, message_take(&m, flags, 4);) }
CALL cuStreamGetPriority(uint64_t stream, int32_t *priority) { SENDS(priority, 146, message_put(&m, &stream, 8);, message_take(&m, priority, 4);) }
CALL cuStreamGetId(uint64_t stream, uint64_t *id) { SENDS(id, 147, message_put(&m, &stream, 8);, message_take(&m, id, 8);) }
CALL cuStreamGetAttribute(uint64_t stream, int32_t attribute, void *value) { SENDS(value, 148, message_put(&m, &stream, 8); message_put(&m, &attribute, 4);, message_take(&m, value, 64);) }
CALL cuStreamSetAttribute(uint64_t stream, int32_t attribute, const void *value) { SENDS(value, 149, message_put(&m, &stream, 8); message_put(&m, &attribute, 4); message_put(&m, value, 64);, ) }
CALL cuStreamCopyAttributes(uint64_t to, uint64_t from) { SENDS(1, 150, message_put(&m, &to, 8); message_put(&m, &from, 8);, ) }
CALL cuStreamIsCapturing(uint64_t stream, int32_t *status) { SENDS(status, 151, message_put(&m, &stream, 8);, message_take(&m, status, 4);) }
CALL cuStreamAddCallback(uint64_t stream, uint64_t callback, uint64_t data, uint32_t flags) { SENDS(1, 152, message_put(&m, &stream, 8); message_put(&m, &callback, 8); message_put(&m, &data, 8); message_put(&m, &flags, 4);, ) }
CALL cuStreamAttachMemAsync(uint64_t stream, uint64_t address, uint64_t bytes, uint32_t flags) { SENDS(1, 153, message_put(&m, &stream, 8); message_put(&m, &address, 8); message_put(&m, &bytes, 8); message_put(&m, &flags, 4);, ) }
CALL cuLaunchHostFunc(uint64_t stream, uint64_t function, uint64_t data) { SENDS(1, 154, message_put(&m, &stream, 8); message_put(&m, &function, 8); message_put(&m, &data, 8);, ) }
CALL cuLaunchHostFunc_v2(uint64_t stream, uint64_t function, uint64_t data, uint32_t mode) { SENDS(1, 155, message_put(&m, &stream, 8); message_put(&m, &function, 8); message_put(&m, &data, 8); message_put(&m, &mode, 4);, ) }
CALL cuEventCreate(uint64_t *event, uint32_t flags) { SENDS(event, 156, message_put(&m, &flags, 4);, message_take(&m, event, 8);) }
CALL cuEventDestroy_v2(uint64_t event) { SENDS(1, 157, message_put(&m, &event, 8);, ) }
CALL cuEventRecord(uint64_t event, uint64_t stream) { SENDS(1, 158, message_put(&m, &event, 8); message_put(&m, &stream, 8);, ) }
CALL cuEventRecordWithFlags(uint64_t event, uint64_t stream, uint32_t flags) { SENDS(1, 159, message_put(&m, &event, 8); message_put(&m, &stream, 8); message_put(&m, &flags, 4);, ) }
CALL cuEventQuery(uint64_t event) { SENDS(1, 160, message_put(&m, &event, 8);, ) }
CALL cuEventSynchronize(uint64_t event) { SENDS(1, 161, message_put(&m, &event, 8);, ) }
CALL cuEventElapsedTime(float *milliseconds, uint64_t start, uint64_t end) { SENDS(milliseconds, 162, message_put(&m, &start, 8); message_put(&m, &end, 8);, message_take(&m, milliseconds, 4);) }
CALL cuEventElapsedTime_v2(float *milliseconds, uint64_t start, uint64_t end) { SENDS(milliseconds, 163, message_put(&m, &start, 8); message_put(&m, &end, 8);, message_take(&m, milliseconds, 4);) }
CALL cuStreamBeginCapture(uint64_t stream) { SENDS(1, 164, message_put(&m, &stream, 8);, ) }
CALL cuStreamBeginCapture_v2(uint64_t stream, int32_t mode) { SENDS(1, 165, message_put(&m, &stream, 8); message_put(&m, &mode, 4);, ) }
CALL cuStreamBeginCaptureToGraph(uint64_t stream, uint64_t graph, const uint64_t *dependencies, uint64_t edges, uint64_t count, int32_t mode) { SENDS((dependencies || !count), 166, message_put(&m, &stream, 8); message_put(&m, &graph, 8); message_put_blob(&m, dependencies, (size_t)count * 8); message_put(&m, &edges, 8); message_put(&m, &count, 8); message_put(&m, &mode, 4);, ) }
CALL cuStreamUpdateCaptureDependencies(uint64_t stream, const uint64_t *dependencies, uint64_t count, uint32_t flags) { SENDS((dependencies || !count), 167, message_put(&m, &stream, 8); message_put_blob(&m, dependencies, (size_t)count * 8); message_put(&m, &count, 8); message_put(&m, &flags, 4);, ) }
CALL cuStreamUpdateCaptureDependencies_v2(uint64_t stream, const uint64_t *dependencies, uint64_t edges, uint64_t count, uint32_t flags) { SENDS((dependencies || !count), 168, message_put(&m, &stream, 8); message_put_blob(&m, dependencies, (size_t)count * 8); message_put(&m, &edges, 8); message_put(&m, &count, 8); message_put(&m, &flags, 4);, ) }
CALL cuGraphCreate(uint64_t *graph, uint32_t flags) { SENDS(graph, 169, message_put(&m, &flags, 4);, message_take(&m, graph, 8);) }
CALL cuGraphClone(uint64_t *clone, uint64_t graph) { SENDS(clone, 170, message_put(&m, &graph, 8);, message_take(&m, clone, 8);) }
CALL cuGraphDestroy(uint64_t graph) { SENDS(1, 171, message_put(&m, &graph, 8);, ) }
CALL cuGraphDestroyNode(uint64_t node) { SENDS(1, 172, message_put(&m, &node, 8);, ) }
CALL cuGraphDebugDotPrint(uint64_t graph, const char *path, uint32_t flags) { SENDS(path, 173, message_put(&m, &graph, 8); message_put_blob(&m, path, strlen(path)); message_put(&m, &flags, 4);, ) }
CALL cuGraphAddMemcpyNode(uint64_t *node, uint64_t graph, const uint64_t *dependencies, uint64_t count, const void *copy, uint64_t context) { SENDS(node && (dependencies || !count) && copy, 174, message_put(&m, &graph, 8); message_put_blob(&m, dependencies, (size_t)count * 8); message_put(&m, &count, 8); message_put(&m, copy, 200); message_put(&m, &context, 8);, message_take(&m, node, 8);) }
CALL cuGraphAddMemsetNode(uint64_t *node, uint64_t graph, const uint64_t *dependencies, uint64_t count, const void *fill, uint64_t context) { SENDS(node && (dependencies || !count) && fill, 175, message_put(&m, &graph, 8); message_put_blob(&m, dependencies, (size_t)count * 8); message_put(&m, &count, 8); message_put(&m, fill, 40); message_put(&m, &context, 8);, message_take(&m, node, 8);) }
CALL cuGraphAddHostNode(uint64_t *node, uint64_t graph, const uint64_t *dependencies, uint64_t count, const void *call) { SENDS(node && (dependencies || !count) && call, 176, message_put(&m, &graph, 8); message_put_blob(&m, dependencies, (size_t)count * 8); message_put(&m, &count, 8); message_put(&m, call, 16);, message_take(&m, node, 8);) }
CALL cuGraphAddChildGraphNode(uint64_t *node, uint64_t graph, const uint64_t *dependencies, uint64_t count, uint64_t child) { SENDS(node && (dependencies || !count), 177, message_put(&m, &graph, 8); message_put_blob(&m, dependencies, (size_t)count * 8); message_put(&m, &count, 8); message_put(&m, &child, 8);, message_take(&m, node, 8);) }
CALL cuGraphAddEmptyNode(uint64_t *node, uint64_t graph, const uint64_t *dependencies, uint64_t count) { SENDS(node && (dependencies || !count), 178, message_put(&m, &graph, 8); message_put_blob(&m, dependencies, (size_t)count * 8); message_put(&m, &count, 8);, message_take(&m, node, 8);) }
CALL cuGraphAddEventRecordNode(uint64_t *node, uint64_t graph, const uint64_t *dependencies, uint64_t count, uint64_t event) { SENDS(node && (dependencies || !count), 179, message_put(&m, &graph, 8); message_put_blob(&m, dependencies, (size_t)count * 8); message_put(&m, &count, 8); message_put(&m, &event, 8);, message_take(&m, node, 8);) }
CALL cuGraphAddEventWaitNode(uint64_t *node, uint64_t graph, const uint64_t *dependencies, uint64_t count, uint64_t event) { SENDS(node && (dependencies || !count), 180, message_put(&m, &graph, 8); message_put_blob(&m, dependencies, (size_t)count * 8); message_put(&m, &count, 8); message_put(&m, &event, 8);, message_take(&m, node, 8);) }
CALL cuGraphMemcpyNodeGetParams(uint64_t node, void *copy) { SENDS(copy, 181, message_put(&m, &node, 8);, message_take(&m, copy, 200);) }
CALL cuGraphMemsetNodeGetParams(uint64_t node, void *fill) { SENDS(fill, 182, message_put(&m, &node, 8);, message_take(&m, fill, 40);) }
CALL cuGraphHostNodeGetParams(uint64_t node, void *call) { SENDS(call, 183, message_put(&m, &node, 8);, message_take(&m, call, 16);) }
CALL cuGraphChildGraphNodeGetGraph(uint64_t node, uint64_t *graph) { SENDS(graph, 184, message_put(&m, &node, 8);, message_take(&m, graph, 8);) }
CALL cuGraphEventRecordNodeGetEvent(uint64_t node, uint64_t *event) { SENDS(event, 185, message_put(&m, &node, 8);, message_take(&m, event, 8);) }
CALL cuGraphEventWaitNodeGetEvent(uint64_t node, uint64_t *event) { SENDS(event, 186, message_put(&m, &node, 8);, message_take(&m, event, 8);) }
CALL cuGraphMemcpyNodeSetParams(uint64_t node, const void *copy) { SENDS(copy, 187, message_put(&m, &node, 8); message_put(&m, copy, 200);, ) }
CALL cuGraphMemsetNodeSetParams(uint64_t node, const void *fill) { SENDS(fill, 188, message_put(&m, &node, 8); message_put(&m, fill, 40);, ) }
CALL cuGraphHostNodeSetParams(uint64_t node, const void *call) { SENDS(call, 189, message_put(&m, &node, 8); message_put(&m, call, 16);, ) }
CALL cuGraphEventRecordNodeSetEvent(uint64_t node, uint64_t event) { SENDS(1, 190, message_put(&m, &node, 8); message_put(&m, &event, 8);, ) }
CALL cuGraphEventWaitNodeSetEvent(uint64_t node, uint64_t event) { SENDS(1, 191, message_put(&m, &node, 8); message_put(&m, &event, 8);, ) }
CALL cuGraphNodeFindInClone(uint64_t *node, uint64_t original, uint64_t clone) { SENDS(node, 192, message_put(&m, &original, 8); message_put(&m, &clone, 8);, message_take(&m, node, 8);) }
CALL cuGraphNodeGetType(uint64_t node, int32_t *type) { SENDS(type, 193, message_put(&m, &node, 8);, message_take(&m, type, 4);) }
CALL cuGraphAddDependencies(uint64_t graph, const uint64_t *sources, const uint64_t *targets, uint64_t count) { SENDS((sources || !count) && (targets || !count), 194, message_put(&m, &graph, 8); message_put_blob(&m, sources, (size_t)count * 8); message_put_blob(&m, targets, (size_t)count * 8); message_put(&m, &count, 8);, ) }
CALL cuGraphAddDependencies_v2(uint64_t graph, const uint64_t *sources, const uint64_t *targets, uint64_t edges, uint64_t count) { SENDS((sources || !count) && (targets || !count), 195, message_put(&m, &graph, 8); message_put_blob(&m, sources, (size_t)count * 8); message_put_blob(&m, targets, (size_t)count * 8); message_put(&m, &edges, 8); message_put(&m, &count, 8);, ) }
CALL cuGraphRemoveDependencies(uint64_t graph, const uint64_t *sources, const uint64_t *targets, uint64_t count) { SENDS((sources || !count) && (targets || !count), 196, message_put(&m, &graph, 8); message_put_blob(&m, sources, (size_t)count * 8); message_put_blob(&m, targets, (size_t)count * 8); message_put(&m, &count, 8);, ) }
CALL cuGraphRemoveDependencies_v2(uint64_t graph, const uint64_t *sources, const uint64_t *targets, uint64_t edges, uint64_t count) { SENDS((sources || !count) && (targets || !count), 197, message_put(&m, &graph, 8); message_put_blob(&m, sources, (size_t)count * 8); message_put_blob(&m, targets, (size_t)count * 8); message_put(&m, &edges, 8); message_put(&m, &count, 8);, ) }
CALL cuGraphInstantiateWithFlags(uint64_t *executable, uint64_t graph, uint64_t flags) { SENDS(executable, 198, message_put(&m, &graph, 8); message_put(&m, &flags, 8);, message_take(&m, executable, 8);) }
CALL cuGraphExecGetFlags(uint64_t executable, uint64_t *flags) { SENDS(flags, 199, message_put(&m, &executable, 8);, message_take(&m, flags, 8);) }
CALL cuGraphExecDestroy(uint64_t executable) { SENDS(1, 200, message_put(&m, &executable, 8);, ) }
CALL cuGraphExecMemcpyNodeSetParams(uint64_t executable, uint64_t node, const void *copy, uint64_t context) { SENDS(copy, 201, message_put(&m, &executable, 8); message_put(&m, &node, 8); message_put(&m, copy, 200); message_put(&m, &context, 8);, ) }
CALL cuGraphExecMemsetNodeSetParams(uint64_t executable, uint64_t node, const void *fill, uint64_t context) { SENDS(fill, 202, message_put(&m, &executable, 8); message_put(&m, &node, 8); message_put(&m, fill, 40); message_put(&m, &context, 8);, ) }
CALL cuGraphExecHostNodeSetParams(uint64_t executable, uint64_t node, const void *call) { SENDS(call, 203, message_put(&m, &executable, 8); message_put(&m, &node, 8); message_put(&m, call, 16);, ) }
CALL cuGraphExecChildGraphNodeSetParams(uint64_t executable, uint64_t node, uint64_t child) { SENDS(1, 204, message_put(&m, &executable, 8); message_put(&m, &node, 8); message_put(&m, &child, 8);, ) }
CALL cuGraphExecEventRecordNodeSetEvent(uint64_t executable, uint64_t node, uint64_t event) { SENDS(1, 205, message_put(&m, &executable, 8); message_put(&m, &node, 8); message_put(&m, &event, 8);, ) }
CALL cuGraphExecEventWaitNodeSetEvent(uint64_t executable, uint64_t node, uint64_t event) { SENDS(1, 206, message_put(&m, &executable, 8); message_put(&m, &node, 8); message_put(&m, &event, 8);, ) }
CALL cuGraphNodeSetEnabled(uint64_t executable, uint64_t node, uint32_t enabled) { SENDS(1, 207, message_put(&m, &executable, 8); message_put(&m, &node, 8); message_put(&m, &enabled, 4);, ) }
CALL cuGraphNodeGetEnabled(uint64_t executable, uint64_t node, uint32_t *enabled) { SENDS(enabled, 208, message_put(&m, &executable, 8); message_put(&m, &node, 8);, message_take(&m, enabled, 4);) }
CALL cuGraphUpload(uint64_t executable, uint64_t stream) { SENDS(1, 209, message_put(&m, &executable, 8); message_put(&m, &stream, 8);, ) }
CALL cuGraphLaunch(uint64_t executable, uint64_t stream) { SENDS(1, 210, message_put(&m, &executable, 8); message_put(&m, &stream, 8);, ) }

REFUSED(cuArray3DCreate);
REFUSED(cuArray3DCreate_v2);
REFUSED(cuArray3DGetDescriptor);
REFUSED(cuArray3DGetDescriptor_v2);
REFUSED(cuArrayCreate);
REFUSED(cuArrayCreate_v2);
REFUSED(cuArrayDestroy);
REFUSED(cuArrayGetDescriptor);
REFUSED(cuArrayGetDescriptor_v2);
REFUSED(cuArrayGetMemoryRequirements);
REFUSED(cuArrayGetPlane);
REFUSED(cuArrayGetSparseProperties);
REFUSED(cuCheckpointOperationComplete);
REFUSED(cuCheckpointProcessCheckpoint);
REFUSED(cuCheckpointProcessGetRestoreThreadId);
REFUSED(cuCheckpointProcessGetState);
REFUSED(cuCheckpointProcessLock);
REFUSED(cuCheckpointProcessRestore);
REFUSED(cuCheckpointProcessUnlock);
REFUSED(cuCoredumpDeregisterCompleteCallback);
REFUSED(cuCoredumpDeregisterStartCallback);
REFUSED(cuCoredumpGetAttribute);
REFUSED(cuCoredumpGetAttributeGlobal);
REFUSED(cuCoredumpRegisterCompleteCallback);
REFUSED(cuCoredumpRegisterStartCallback);
REFUSED(cuCoredumpSetAttribute);
REFUSED(cuCoredumpSetAttributeGlobal);
REFUSED(cuCtxAttach);
REFUSED(cuCtxCreate);
REFUSED(cuCtxCreate_v3);
REFUSED(cuCtxDestroy);
REFUSED(cuCtxDetach);
REFUSED(cuCtxDisablePeerAccess);
REFUSED(cuCtxEnablePeerAccess);
REFUSED(cuCtxFromGreenCtx);
REFUSED(cuCtxGetDevResource);
REFUSED(cuCtxGetExecAffinity);
REFUSED(cuCtxGetSharedMemConfig);
REFUSED(cuCtxPopCurrent);
REFUSED(cuCtxPushCurrent);
REFUSED(cuCtxRecordEvent);
REFUSED(cuCtxSetSharedMemConfig);
REFUSED(cuCtxWaitEvent);
REFUSED(cuDestroyExternalMemory);
REFUSED(cuDestroyExternalSemaphore);
REFUSED(cuDevResourceGenerateDesc);
REFUSED(cuDevSmResourceSplit);
REFUSED(cuDevSmResourceSplitByCount);
REFUSED(cuDeviceGetCliqueCount);
REFUSED(cuDeviceGetCliqueInfo);
REFUSED(cuDeviceGetDevResource);
REFUSED(cuDeviceGetExecAffinitySupport);
REFUSED(cuDeviceGetFabricClusterUuid);
REFUSED(cuDeviceGetGraphMemAttribute);
REFUSED(cuDeviceGetHostAtomicCapabilities);
REFUSED(cuDeviceGetLuid);
REFUSED(cuDeviceGetNvSciSyncAttributes);
REFUSED(cuDeviceGetP2PAtomicCapabilities);
REFUSED(cuDeviceGetProperties);
REFUSED(cuDeviceGetTexture1DLinearMaxWidth);
REFUSED(cuDeviceGraphMemTrim);
REFUSED(cuDevicePrimaryCtxReset);
REFUSED(cuDevicePrimaryCtxSetFlags);
REFUSED(cuDeviceRegisterAsyncNotification);
REFUSED(cuDeviceSetGraphMemAttribute);
REFUSED(cuDeviceTotalMem);
REFUSED(cuDeviceUnregisterAsyncNotification);
REFUSED(cuEventDestroy);
REFUSED(cuExternalMemoryGetMappedBuffer);
REFUSED(cuExternalMemoryGetMappedMipmappedArray);
REFUSED(cuFabricCpyBatchAsync);
REFUSED(cuFlushGPUDirectRDMAWrites);
REFUSED(cuFuncSetBlockShape);
REFUSED(cuFuncSetSharedSize);
REFUSED(cuGraphAddBatchMemOpNode);
REFUSED(cuGraphAddExternalSemaphoresSignalNode);
REFUSED(cuGraphAddExternalSemaphoresWaitNode);
REFUSED(cuGraphAddMemAllocNode);
REFUSED(cuGraphAddMemFreeNode);
REFUSED(cuGraphAddNode_v3);
REFUSED(cuGraphBatchMemOpNodeGetParams);
REFUSED(cuGraphBatchMemOpNodeSetParams);
REFUSED(cuGraphConditionalHandleCreate);
REFUSED(cuGraphExecBatchMemOpNodeSetParams);
REFUSED(cuGraphExecExternalSemaphoresSignalNodeSetParams);
REFUSED(cuGraphExecExternalSemaphoresWaitNodeSetParams);
REFUSED(cuGraphExecGetId);
REFUSED(cuGraphExternalSemaphoresSignalNodeGetParams);
REFUSED(cuGraphExternalSemaphoresSignalNodeSetParams);
REFUSED(cuGraphExternalSemaphoresWaitNodeGetParams);
REFUSED(cuGraphExternalSemaphoresWaitNodeSetParams);
REFUSED(cuGraphGetId);
REFUSED(cuGraphMemAllocNodeGetParams);
REFUSED(cuGraphMemFreeNodeGetParams);
REFUSED(cuGraphNodeGetContainingGraph);
REFUSED(cuGraphNodeGetLocalId);
REFUSED(cuGraphNodeGetParams);
REFUSED(cuGraphNodeGetToolsId);
REFUSED(cuGraphNodeSetParams_v2);
REFUSED(cuGraphReleaseUserObject);
REFUSED(cuGraphRetainUserObject);
REFUSED(cuGraphicsMapResources);
REFUSED(cuGraphicsResourceGetMappedMipmappedArray);
REFUSED(cuGraphicsResourceGetMappedPointer);
REFUSED(cuGraphicsResourceGetMappedPointer_v2);
REFUSED(cuGraphicsResourceSetMapFlags);
REFUSED(cuGraphicsResourceSetMapFlags_v2);
REFUSED(cuGraphicsSubResourceGetMappedArray);
REFUSED(cuGraphicsUnmapResources);
REFUSED(cuGraphicsUnregisterResource);
REFUSED(cuGreenCtxCreate);
REFUSED(cuGreenCtxDestroy);
REFUSED(cuGreenCtxGetDevResource);
REFUSED(cuGreenCtxGetId);
REFUSED(cuGreenCtxRecordEvent);
REFUSED(cuGreenCtxStreamCreate);
REFUSED(cuGreenCtxWaitEvent);
REFUSED(cuImportExternalMemory);
REFUSED(cuImportExternalSemaphore);
REFUSED(cuIpcCloseMemHandle);
REFUSED(cuIpcGetEventHandle);
REFUSED(cuIpcGetMemHandle);
REFUSED(cuIpcOpenEventHandle);
REFUSED(cuIpcOpenMemHandle);
REFUSED(cuIpcOpenMemHandle_v2);
REFUSED(cuLaunch);
REFUSED(cuLaunchCooperativeKernelMultiDevice);
REFUSED(cuLaunchGrid);
REFUSED(cuLaunchGridAsync);
REFUSED(cuLibraryGetUnifiedFunction);
REFUSED(cuLinkAddData);
REFUSED(cuLinkAddData_v2);
REFUSED(cuLinkAddFile);
REFUSED(cuLinkAddFile_v2);
REFUSED(cuLinkComplete);
REFUSED(cuLinkCreate);
REFUSED(cuLinkCreate_v2);
REFUSED(cuLinkDestroy);
REFUSED(cuLogicalEndpointAddDevice);
REFUSED(cuLogicalEndpointBindAddr);
REFUSED(cuLogicalEndpointBindMem);
REFUSED(cuLogicalEndpointCreate);
REFUSED(cuLogicalEndpointDestroy);
REFUSED(cuLogicalEndpointExport);
REFUSED(cuLogicalEndpointGetLimits);
REFUSED(cuLogicalEndpointIdRelease);
REFUSED(cuLogicalEndpointIdReserve);
REFUSED(cuLogicalEndpointImport);
REFUSED(cuLogicalEndpointQuery);
REFUSED(cuLogicalEndpointUnbind);
REFUSED(cuLogsCurrent);
REFUSED(cuLogsDumpToFile);
REFUSED(cuLogsDumpToMemory);
REFUSED(cuLogsRegisterCallback);
REFUSED(cuLogsUnregisterCallback);
REFUSED(cuMemAddressFree);
REFUSED(cuMemAddressReserve);
REFUSED(cuMemAlloc);
REFUSED(cuMemAllocHost);
REFUSED(cuMemAllocPitch);
REFUSED(cuMemBatchDecompressAsync);
REFUSED(cuMemCreate);
REFUSED(cuMemDiscardAndPrefetchBatchAsync);
REFUSED(cuMemDiscardBatchAsync);
REFUSED(cuMemExportToShareableHandle);
REFUSED(cuMemFree);
REFUSED(cuMemGetAccess);
REFUSED(cuMemGetAddressRange);
REFUSED(cuMemGetAllocationGranularity);
REFUSED(cuMemGetAllocationPropertiesFromHandle);
REFUSED(cuMemGetDefaultMemPool);
REFUSED(cuMemGetHandleForAddressRange);
REFUSED(cuMemGetInfo);
REFUSED(cuMemGetLocationInfo);
REFUSED(cuMemGetMemPool);
REFUSED(cuMemHostGetDevicePointer);
REFUSED(cuMemHostRegister);
REFUSED(cuMemImportFromShareableHandle);
REFUSED(cuMemMap);
REFUSED(cuMemMapArrayAsync);
REFUSED(cuMemPoolExportPointer);
REFUSED(cuMemPoolExportToShareableHandle);
REFUSED(cuMemPoolImportFromShareableHandle);
REFUSED(cuMemPoolImportPointer);
REFUSED(cuMemPrefetchBatchAsync);
REFUSED(cuMemRelease);
REFUSED(cuMemRetainAllocationHandle);
REFUSED(cuMemSetAccess);
REFUSED(cuMemSetMemPool);
REFUSED(cuMemUnmap);
REFUSED(cuMemcpy2D);
REFUSED(cuMemcpy2DAsync);
REFUSED(cuMemcpy2DUnaligned);
REFUSED(cuMemcpy3D);
REFUSED(cuMemcpy3DAsync);
REFUSED(cuMemcpy3DBatchAsync);
REFUSED(cuMemcpy3DBatchAsync_v2);
REFUSED(cuMemcpy3DPeer);
REFUSED(cuMemcpy3DPeerAsync);
REFUSED(cuMemcpy3DWithAttributesAsync);
REFUSED(cuMemcpyAtoA);
REFUSED(cuMemcpyAtoA_v2);
REFUSED(cuMemcpyAtoD);
REFUSED(cuMemcpyAtoD_v2);
REFUSED(cuMemcpyAtoH);
REFUSED(cuMemcpyAtoH_v2);
REFUSED(cuMemcpyAtoHAsync);
REFUSED(cuMemcpyAtoHAsync_v2);
REFUSED(cuMemcpyBatchAsync);
REFUSED(cuMemcpyBatchAsync_v2);
REFUSED(cuMemcpyDtoA);
REFUSED(cuMemcpyDtoA_v2);
REFUSED(cuMemcpyDtoD);
REFUSED(cuMemcpyDtoDAsync);
REFUSED(cuMemcpyDtoH);
REFUSED(cuMemcpyDtoHAsync);
REFUSED(cuMemcpyHtoA);
REFUSED(cuMemcpyHtoA_v2);
REFUSED(cuMemcpyHtoAAsync);
REFUSED(cuMemcpyHtoAAsync_v2);
REFUSED(cuMemcpyHtoD);
REFUSED(cuMemcpyHtoDAsync);
REFUSED(cuMemcpyWithAttributesAsync);
REFUSED(cuMemsetD16);
REFUSED(cuMemsetD2D16);
REFUSED(cuMemsetD2D32);
REFUSED(cuMemsetD2D8);
REFUSED(cuMemsetD32);
REFUSED(cuMemsetD8);
REFUSED(cuMipmappedArrayCreate);
REFUSED(cuMipmappedArrayDestroy);
REFUSED(cuMipmappedArrayGetLevel);
REFUSED(cuMipmappedArrayGetMemoryRequirements);
REFUSED(cuMipmappedArrayGetSparseProperties);
REFUSED(cuModuleGetGlobal);
REFUSED(cuModuleGetSurfRef);
REFUSED(cuModuleGetTexRef);
REFUSED(cuMulticastAddDevice);
REFUSED(cuMulticastBindAddr);
REFUSED(cuMulticastBindAddr_v2);
REFUSED(cuMulticastBindMem);
REFUSED(cuMulticastBindMem_v2);
REFUSED(cuMulticastCreate);
REFUSED(cuMulticastGetGranularity);
REFUSED(cuMulticastUnbind);
REFUSED(cuParamSetSize);
REFUSED(cuParamSetTexRef);
REFUSED(cuParamSetf);
REFUSED(cuParamSeti);
REFUSED(cuParamSetv);
REFUSED(cuPointerSetAttribute);
REFUSED(cuProfilerInitialize);
REFUSED(cuSignalExternalSemaphoresAsync);
REFUSED(cuStreamBatchMemOp);
REFUSED(cuStreamBatchMemOp_v2);
REFUSED(cuStreamBeginCaptureToCig);
REFUSED(cuStreamBeginRecaptureToGraph);
REFUSED(cuStreamDestroy);
REFUSED(cuStreamEndCaptureToCig);
REFUSED(cuStreamGetDevResource);
REFUSED(cuStreamGetGreenCtx);
REFUSED(cuStreamWaitValue32);
REFUSED(cuStreamWaitValue32_v2);
REFUSED(cuStreamWaitValue64);
REFUSED(cuStreamWaitValue64_v2);
REFUSED(cuStreamWriteValue32);
REFUSED(cuStreamWriteValue32_v2);
REFUSED(cuStreamWriteValue64);
REFUSED(cuStreamWriteValue64_v2);
REFUSED(cuSurfObjectCreate);
REFUSED(cuSurfObjectDestroy);
REFUSED(cuSurfObjectGetResourceDesc);
REFUSED(cuSurfRefGetArray);
REFUSED(cuSurfRefSetArray);
REFUSED(cuTensorMapEncodeIm2colWide);
REFUSED(cuTensorMapReplaceAddress);
REFUSED(cuTensorMapSetAllocationClass);
REFUSED(cuTexObjectCreate);
REFUSED(cuTexObjectDestroy);
REFUSED(cuTexObjectGetResourceDesc);
REFUSED(cuTexObjectGetResourceViewDesc);
REFUSED(cuTexObjectGetTextureDesc);
REFUSED(cuTexRefCreate);
REFUSED(cuTexRefDestroy);
REFUSED(cuTexRefGetAddress);
REFUSED(cuTexRefGetAddress_v2);
REFUSED(cuTexRefGetAddressMode);
REFUSED(cuTexRefGetArray);
REFUSED(cuTexRefGetBorderColor);
REFUSED(cuTexRefGetFilterMode);
REFUSED(cuTexRefGetFlags);
REFUSED(cuTexRefGetFormat);
REFUSED(cuTexRefGetMaxAnisotropy);
REFUSED(cuTexRefGetMipmapFilterMode);
REFUSED(cuTexRefGetMipmapLevelBias);
REFUSED(cuTexRefGetMipmapLevelClamp);
REFUSED(cuTexRefGetMipmappedArray);
REFUSED(cuTexRefSetAddress);
REFUSED(cuTexRefSetAddress_v2);
REFUSED(cuTexRefSetAddress2D);
REFUSED(cuTexRefSetAddress2D_v2);
REFUSED(cuTexRefSetAddress2D_v3);
REFUSED(cuTexRefSetAddressMode);
REFUSED(cuTexRefSetArray);
REFUSED(cuTexRefSetBorderColor);
REFUSED(cuTexRefSetFilterMode);
REFUSED(cuTexRefSetFlags);
REFUSED(cuTexRefSetFormat);
REFUSED(cuTexRefSetMaxAnisotropy);
REFUSED(cuTexRefSetMipmapFilterMode);
REFUSED(cuTexRefSetMipmapLevelBias);
REFUSED(cuTexRefSetMipmapLevelClamp);
REFUSED(cuTexRefSetMipmappedArray);
REFUSED(cuUserObjectCreate);
REFUSED(cuUserObjectRelease);
REFUSED(cuUserObjectRetain);
REFUSED(cuWaitExternalSemaphoresAsync);

/* The variants with a default stream for each thread. */
CALL cuEventRecord_ptsz(uint64_t event, uint64_t stream) { OF_THREAD(cuEventRecord(event, stream)) }
CALL cuEventRecordWithFlags_ptsz(uint64_t event, uint64_t stream, uint32_t flags) { OF_THREAD(cuEventRecordWithFlags(event, stream, flags)) }
ALIAS(cuFabricCpyBatchAsync, cuFabricCpyBatchAsync_ptsz);
CALL cuGraphInstantiateWithParams_ptsz(uint64_t *executable, uint64_t graph, InstantiateParameters *p) { OF_THREAD(cuGraphInstantiateWithParams(executable, graph, p)) }
CALL cuGraphLaunch_ptsz(uint64_t executable, uint64_t stream) { OF_THREAD(cuGraphLaunch(executable, stream)) }
CALL cuGraphUpload_ptsz(uint64_t executable, uint64_t stream) { OF_THREAD(cuGraphUpload(executable, stream)) }
ALIAS(cuGraphicsMapResources, cuGraphicsMapResources_ptsz);
ALIAS(cuGraphicsUnmapResources, cuGraphicsUnmapResources_ptsz);
CALL cuLaunchCooperativeKernel_ptsz(uint64_t function, uint32_t gx, uint32_t gy, uint32_t gz, uint32_t bx, uint32_t by, uint32_t bz, uint32_t shared, uint64_t stream, void **parameters) { OF_THREAD(cuLaunchCooperativeKernel(function, gx, gy, gz, bx, by, bz, shared, stream, parameters)) }
CALL cuLaunchHostFunc_v2_ptsz(uint64_t stream, uint64_t function, uint64_t data, uint32_t mode) { OF_THREAD(cuLaunchHostFunc_v2(stream, function, data, mode)) }
CALL cuLaunchKernel_ptsz(uint64_t function, uint32_t gx, uint32_t gy, uint32_t gz, uint32_t bx, uint32_t by, uint32_t bz, uint32_t shared, uint64_t stream, void **parameters, void **extra) { OF_THREAD(cuLaunchKernel(function, gx, gy, gz, bx, by, bz, shared, stream, parameters, extra)) }
CALL cuLaunchKernelEx_ptsz(const Configuration *c, uint64_t function, void **parameters, void **extra) { OF_THREAD(cuLaunchKernelEx(c, function, parameters, extra)) }
CALL cuMemAllocAsync_ptsz(uint64_t *address, uint64_t bytes, uint64_t stream) { OF_THREAD(cuMemAllocAsync(address, bytes, stream)) }
CALL cuMemAllocFromPoolAsync_ptsz(uint64_t *address, uint64_t bytes, uint64_t pool, uint64_t stream) { OF_THREAD(cuMemAllocFromPoolAsync(address, bytes, pool, stream)) }
ALIAS(cuMemBatchDecompressAsync, cuMemBatchDecompressAsync_ptsz);
ALIAS(cuMemDiscardAndPrefetchBatchAsync, cuMemDiscardAndPrefetchBatchAsync_ptsz);
ALIAS(cuMemDiscardBatchAsync, cuMemDiscardBatchAsync_ptsz);
CALL cuMemFreeAsync_ptsz(uint64_t address, uint64_t stream) { OF_THREAD(cuMemFreeAsync(address, stream)) }
ALIAS(cuMemMapArrayAsync, cuMemMapArrayAsync_ptsz);
CALL cuMemPrefetchAsync_v2_ptsz(uint64_t address, uint64_t bytes, uint64_t location, uint32_t flags, uint64_t stream) { OF_THREAD(cuMemPrefetchAsync_v2(address, bytes, location, flags, stream)) }
ALIAS(cuMemPrefetchBatchAsync, cuMemPrefetchBatchAsync_ptsz);
CALL cuMemcpy_ptds(uint64_t to, uint64_t from, uint64_t bytes) { OF_THREAD(cuMemcpy(to, from, bytes)) }
CALL cuMemcpy2D_v2_ptds(const void *copy) { OF_THREAD(cuMemcpy2D_v2(copy)) }
CALL cuMemcpy2DAsync_v2_ptsz(const void *copy, uint64_t stream) { OF_THREAD(cuMemcpy2DAsync_v2(copy, stream)) }
CALL cuMemcpy2DUnaligned_v2_ptds(const void *copy) { OF_THREAD(cuMemcpy2DUnaligned_v2(copy)) }
CALL cuMemcpy3D_v2_ptds(const void *copy) { OF_THREAD(cuMemcpy3D_v2(copy)) }
CALL cuMemcpy3DAsync_v2_ptsz(const void *copy, uint64_t stream) { OF_THREAD(cuMemcpy3DAsync_v2(copy, stream)) }
ALIAS(cuMemcpy3DBatchAsync_v2, cuMemcpy3DBatchAsync_v2_ptsz);
ALIAS(cuMemcpy3DPeer, cuMemcpy3DPeer_ptds);
ALIAS(cuMemcpy3DPeerAsync, cuMemcpy3DPeerAsync_ptsz);
ALIAS(cuMemcpy3DWithAttributesAsync, cuMemcpy3DWithAttributesAsync_ptsz);
CALL cuMemcpyAsync_ptsz(uint64_t to, uint64_t from, uint64_t bytes, uint64_t stream) { OF_THREAD(cuMemcpyAsync(to, from, bytes, stream)) }
ALIAS(cuMemcpyAtoA_v2, cuMemcpyAtoA_v2_ptds);
ALIAS(cuMemcpyAtoD_v2, cuMemcpyAtoD_v2_ptds);
ALIAS(cuMemcpyAtoH_v2, cuMemcpyAtoH_v2_ptds);
ALIAS(cuMemcpyAtoHAsync_v2, cuMemcpyAtoHAsync_v2_ptsz);
ALIAS(cuMemcpyBatchAsync_v2, cuMemcpyBatchAsync_v2_ptsz);
ALIAS(cuMemcpyDtoA_v2, cuMemcpyDtoA_v2_ptds);
CALL cuMemcpyDtoD_v2_ptds(uint64_t to, uint64_t from, uint64_t bytes) { OF_THREAD(cuMemcpyDtoD_v2(to, from, bytes)) }
CALL cuMemcpyDtoDAsync_v2_ptsz(uint64_t to, uint64_t from, uint64_t bytes, uint64_t stream) { OF_THREAD(cuMemcpyDtoDAsync_v2(to, from, bytes, stream)) }
CALL cuMemcpyDtoH_v2_ptds(uint64_t to, uint64_t from, uint64_t bytes) { OF_THREAD(cuMemcpyDtoH_v2(to, from, bytes)) }
CALL cuMemcpyDtoHAsync_v2_ptsz(uint64_t to, uint64_t from, uint64_t bytes, uint64_t stream) { OF_THREAD(cuMemcpyDtoHAsync_v2(to, from, bytes, stream)) }
ALIAS(cuMemcpyHtoA_v2, cuMemcpyHtoA_v2_ptds);
ALIAS(cuMemcpyHtoAAsync_v2, cuMemcpyHtoAAsync_v2_ptsz);
CALL cuMemcpyHtoD_v2_ptds(uint64_t to, uint64_t from, uint64_t bytes) { OF_THREAD(cuMemcpyHtoD_v2(to, from, bytes)) }
CALL cuMemcpyHtoDAsync_v2_ptsz(uint64_t to, uint64_t from, uint64_t bytes, uint64_t stream) { OF_THREAD(cuMemcpyHtoDAsync_v2(to, from, bytes, stream)) }
CALL cuMemcpyPeer_ptds(uint64_t to, uint64_t to_context, uint64_t from, uint64_t from_context, uint64_t bytes) { OF_THREAD(cuMemcpyPeer(to, to_context, from, from_context, bytes)) }
CALL cuMemcpyPeerAsync_ptsz(uint64_t to, uint64_t to_context, uint64_t from, uint64_t from_context, uint64_t bytes, uint64_t stream) { OF_THREAD(cuMemcpyPeerAsync(to, to_context, from, from_context, bytes, stream)) }
ALIAS(cuMemcpyWithAttributesAsync, cuMemcpyWithAttributesAsync_ptsz);
CALL cuMemsetD16_v2_ptds(uint64_t to, uint16_t value, uint64_t count) { OF_THREAD(cuMemsetD16_v2(to, value, count)) }
CALL cuMemsetD16Async_ptsz(uint64_t to, uint16_t value, uint64_t count, uint64_t stream) { OF_THREAD(cuMemsetD16Async(to, value, count, stream)) }
CALL cuMemsetD2D16_v2_ptds(uint64_t to, uint64_t pitch, uint16_t value, uint64_t width, uint64_t height) { OF_THREAD(cuMemsetD2D16_v2(to, pitch, value, width, height)) }
CALL cuMemsetD2D16Async_ptsz(uint64_t to, uint64_t pitch, uint16_t value, uint64_t width, uint64_t height, uint64_t stream) { OF_THREAD(cuMemsetD2D16Async(to, pitch, value, width, height, stream)) }
CALL cuMemsetD2D32_v2_ptds(uint64_t to, uint64_t pitch, uint32_t value, uint64_t width, uint64_t height) { OF_THREAD(cuMemsetD2D32_v2(to, pitch, value, width, height)) }
CALL cuMemsetD2D32Async_ptsz(uint64_t to, uint64_t pitch, uint32_t value, uint64_t width, uint64_t height, uint64_t stream) { OF_THREAD(cuMemsetD2D32Async(to, pitch, value, width, height, stream)) }
CALL cuMemsetD2D8_v2_ptds(uint64_t to, uint64_t pitch, uint8_t value, uint64_t width, uint64_t height) { OF_THREAD(cuMemsetD2D8_v2(to, pitch, value, width, height)) }
CALL cuMemsetD2D8Async_ptsz(uint64_t to, uint64_t pitch, uint8_t value, uint64_t width, uint64_t height, uint64_t stream) { OF_THREAD(cuMemsetD2D8Async(to, pitch, value, width, height, stream)) }
CALL cuMemsetD32_v2_ptds(uint64_t to, uint32_t value, uint64_t count) { OF_THREAD(cuMemsetD32_v2(to, value, count)) }
CALL cuMemsetD32Async_ptsz(uint64_t to, uint32_t value, uint64_t count, uint64_t stream) { OF_THREAD(cuMemsetD32Async(to, value, count, stream)) }
CALL cuMemsetD8_v2_ptds(uint64_t to, uint8_t value, uint64_t count) { OF_THREAD(cuMemsetD8_v2(to, value, count)) }
CALL cuMemsetD8Async_ptsz(uint64_t to, uint8_t value, uint64_t count, uint64_t stream) { OF_THREAD(cuMemsetD8Async(to, value, count, stream)) }
ALIAS(cuSignalExternalSemaphoresAsync, cuSignalExternalSemaphoresAsync_ptsz);
CALL cuStreamAddCallback_ptsz(uint64_t stream, uint64_t callback, uint64_t data, uint32_t flags) { OF_THREAD(cuStreamAddCallback(stream, callback, data, flags)) }
CALL cuStreamAttachMemAsync_ptsz(uint64_t stream, uint64_t address, uint64_t bytes, uint32_t flags) { OF_THREAD(cuStreamAttachMemAsync(stream, address, bytes, flags)) }
ALIAS(cuStreamBatchMemOp_v2, cuStreamBatchMemOp_v2_ptsz);
CALL cuStreamBeginCapture_v2_ptsz(uint64_t stream, int32_t mode) { OF_THREAD(cuStreamBeginCapture_v2(stream, mode)) }
ALIAS(cuStreamBeginCaptureToCig, cuStreamBeginCaptureToCig_ptsz);
CALL cuStreamBeginCaptureToGraph_ptsz(uint64_t stream, uint64_t graph, const uint64_t *dependencies, uint64_t edges, uint64_t count, int32_t mode) { OF_THREAD(cuStreamBeginCaptureToGraph(stream, graph, dependencies, edges, count, mode)) }
ALIAS(cuStreamBeginRecaptureToGraph, cuStreamBeginRecaptureToGraph_ptsz);
CALL cuStreamCopyAttributes_ptsz(uint64_t to, uint64_t from) { OF_THREAD(cuStreamCopyAttributes(to, from)) }
CALL cuStreamEndCapture_ptsz(uint64_t stream, uint64_t *graph) { OF_THREAD(cuStreamEndCapture(stream, graph)) }
ALIAS(cuStreamEndCaptureToCig, cuStreamEndCaptureToCig_ptsz);
CALL cuStreamGetAttribute_ptsz(uint64_t stream, int32_t attribute, void *value) { OF_THREAD(cuStreamGetAttribute(stream, attribute, value)) }
CALL cuStreamGetCaptureInfo_v3_ptsz(uint64_t stream, int32_t *state, uint64_t *number, uint64_t *graph, const uint64_t **nodes, const void **edges, size_t *count) { OF_THREAD(cuStreamGetCaptureInfo_v3(stream, state, number, graph, nodes, edges, count)) }
CALL cuStreamGetCtx_v2_ptsz(uint64_t stream, uint64_t *context, uint64_t *green) { OF_THREAD(cuStreamGetCtx_v2(stream, context, green)) }
ALIAS(cuStreamGetDevResource, cuStreamGetDevResource_ptsz);
CALL cuStreamGetDevice_ptsz(uint64_t stream, int32_t *device) { OF_THREAD(cuStreamGetDevice(stream, device)) }
CALL cuStreamGetFlags_ptsz(uint64_t stream, uint32_t *flags) { OF_THREAD(cuStreamGetFlags(stream, flags)) }
CALL cuStreamGetId_ptsz(uint64_t stream, uint64_t *id) { OF_THREAD(cuStreamGetId(stream, id)) }
CALL cuStreamGetPriority_ptsz(uint64_t stream, int32_t *priority) { OF_THREAD(cuStreamGetPriority(stream, priority)) }
CALL cuStreamIsCapturing_ptsz(uint64_t stream, int32_t *status) { OF_THREAD(cuStreamIsCapturing(stream, status)) }
CALL cuStreamQuery_ptsz(uint64_t stream) { OF_THREAD(cuStreamQuery(stream)) }
CALL cuStreamSetAttribute_ptsz(uint64_t stream, int32_t attribute, const void *value) { OF_THREAD(cuStreamSetAttribute(stream, attribute, value)) }
CALL cuStreamSynchronize_ptsz(uint64_t stream) { OF_THREAD(cuStreamSynchronize(stream)) }
CALL cuStreamUpdateCaptureDependencies_v2_ptsz(uint64_t stream, const uint64_t *dependencies, uint64_t edges, uint64_t count, uint32_t flags) { OF_THREAD(cuStreamUpdateCaptureDependencies_v2(stream, dependencies, edges, count, flags)) }
CALL cuStreamWaitEvent_ptsz(uint64_t stream, uint64_t event, uint32_t flags) { OF_THREAD(cuStreamWaitEvent(stream, event, flags)) }
ALIAS(cuStreamWaitValue32_v2, cuStreamWaitValue32_v2_ptsz);
ALIAS(cuStreamWaitValue64_v2, cuStreamWaitValue64_v2_ptsz);
ALIAS(cuStreamWriteValue32_v2, cuStreamWriteValue32_v2_ptsz);
ALIAS(cuStreamWriteValue64_v2, cuStreamWriteValue64_v2_ptsz);
ALIAS(cuWaitExternalSemaphoresAsync, cuWaitExternalSemaphoresAsync_ptsz);
