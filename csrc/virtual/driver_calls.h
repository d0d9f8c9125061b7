/* Functions of the driver, as pyptx/virtual/calls.py declares them, and the tables of names and results.
 *
 * Generated: change that file, run `python tools/generate.py` and build again. A function sends its arguments
 * to the process of the device and writes what comes back; one that is not built is refused.
 */
/* clang-format off */

CALL cuInit(uint32_t flags) {
    Message m; message_start(&m, 0);
    message_put(&m, &flags, 4);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuDriverGetVersion(int32_t *version) {
    if (!version) return INVALID_VALUE;
    Message m; message_start(&m, 1);
    if (message_exchange(&m)) {
        message_take(&m, version, 4);
    }
    return message_end(&m);
}

CALL cuDeviceGet(int32_t *device, int32_t ordinal) {
    if (!device) return INVALID_VALUE;
    Message m; message_start(&m, 2);
    message_put(&m, &ordinal, 4);
    if (message_exchange(&m)) {
        message_take(&m, device, 4);
    }
    return message_end(&m);
}

CALL cuDeviceGetCount(int32_t *count) {
    if (!count) return INVALID_VALUE;
    Message m; message_start(&m, 3);
    if (message_exchange(&m)) {
        message_take(&m, count, 4);
    }
    return message_end(&m);
}

CALL cuDeviceGetName(char *name, int32_t length, int32_t device) {
    if (!name) return INVALID_VALUE;
    Message m; message_start(&m, 4);
    message_put(&m, &length, 4);
    message_put(&m, &device, 4);
    if (message_exchange(&m)) {
        message_take_chars(&m, name, length);
    }
    return message_end(&m);
}

CALL cuDeviceGetUuid(void *uuid, int32_t device) {
    if (!uuid) return INVALID_VALUE;
    Message m; message_start(&m, 5);
    message_put(&m, &device, 4);
    if (message_exchange(&m)) {
        message_take(&m, uuid, 16);
    }
    return message_end(&m);
}

CALL cuDeviceGetUuid_v2(void *uuid, int32_t device) {
    if (!uuid) return INVALID_VALUE;
    Message m; message_start(&m, 6);
    message_put(&m, &device, 4);
    if (message_exchange(&m)) {
        message_take(&m, uuid, 16);
    }
    return message_end(&m);
}

CALL cuDeviceTotalMem_v2(uint64_t *bytes, int32_t device) {
    if (!bytes) return INVALID_VALUE;
    Message m; message_start(&m, 7);
    message_put(&m, &device, 4);
    if (message_exchange(&m)) {
        message_take(&m, bytes, 8);
    }
    return message_end(&m);
}

CALL cuDeviceGetAttribute(int32_t *value, int32_t attribute, int32_t device) {
    if (!value) return INVALID_VALUE;
    Message m; message_start(&m, 8);
    message_put(&m, &attribute, 4);
    message_put(&m, &device, 4);
    if (message_exchange(&m)) {
        message_take(&m, value, 4);
    }
    return message_end(&m);
}

CALL cuDeviceGetPCIBusId(char *name, int32_t length, int32_t device) {
    if (!name) return INVALID_VALUE;
    Message m; message_start(&m, 9);
    message_put(&m, &length, 4);
    message_put(&m, &device, 4);
    if (message_exchange(&m)) {
        message_take_chars(&m, name, length);
    }
    return message_end(&m);
}

CALL cuDeviceGetByPCIBusId(int32_t *device, const char *name) {
    if (!device || !name) return INVALID_VALUE;
    Message m; message_start(&m, 10);
    message_put_blob(&m, name, strlen(name));
    if (message_exchange(&m)) {
        message_take(&m, device, 4);
    }
    return message_end(&m);
}

CALL cuDeviceComputeCapability(int32_t *major, int32_t *minor, int32_t device) {
    if (!major || !minor) return INVALID_VALUE;
    Message m; message_start(&m, 11);
    message_put(&m, &device, 4);
    if (message_exchange(&m)) {
        message_take(&m, major, 4);
        message_take(&m, minor, 4);
    }
    return message_end(&m);
}

CALL cuDeviceCanAccessPeer(int32_t *can, int32_t device, int32_t peer) {
    if (!can) return INVALID_VALUE;
    Message m; message_start(&m, 12);
    message_put(&m, &device, 4);
    message_put(&m, &peer, 4);
    if (message_exchange(&m)) {
        message_take(&m, can, 4);
    }
    return message_end(&m);
}

CALL cuDeviceGetP2PAttribute(int32_t *value, int32_t attribute, int32_t device, int32_t peer) {
    if (!value) return INVALID_VALUE;
    Message m; message_start(&m, 13);
    message_put(&m, &attribute, 4);
    message_put(&m, &device, 4);
    message_put(&m, &peer, 4);
    if (message_exchange(&m)) {
        message_take(&m, value, 4);
    }
    return message_end(&m);
}

CALL cuDeviceGetDefaultMemPool(uint64_t *pool, int32_t device) {
    if (!pool) return INVALID_VALUE;
    Message m; message_start(&m, 14);
    message_put(&m, &device, 4);
    if (message_exchange(&m)) {
        message_take(&m, pool, 8);
    }
    return message_end(&m);
}

CALL cuDeviceGetMemPool(uint64_t *pool, int32_t device) {
    if (!pool) return INVALID_VALUE;
    Message m; message_start(&m, 15);
    message_put(&m, &device, 4);
    if (message_exchange(&m)) {
        message_take(&m, pool, 8);
    }
    return message_end(&m);
}

CALL cuDeviceSetMemPool(int32_t device, uint64_t pool) {
    Message m; message_start(&m, 16);
    message_put(&m, &device, 4);
    message_put(&m, &pool, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuDevicePrimaryCtxRetain(uint64_t *context, int32_t device) {
    if (!context) return INVALID_VALUE;
    Message m; message_start(&m, 17);
    message_put(&m, &device, 4);
    if (message_exchange(&m)) {
        message_take(&m, context, 8);
    }
    return message_end(&m);
}

CALL cuDevicePrimaryCtxRelease(int32_t device) {
    Message m; message_start(&m, 18);
    message_put(&m, &device, 4);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuDevicePrimaryCtxRelease_v2(int32_t device) {
    Message m; message_start(&m, 19);
    message_put(&m, &device, 4);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuDevicePrimaryCtxSetFlags_v2(int32_t device, uint32_t flags) {
    Message m; message_start(&m, 20);
    message_put(&m, &device, 4);
    message_put(&m, &flags, 4);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuDevicePrimaryCtxGetState(int32_t device, uint32_t *flags, int32_t *active) {
    if (!flags || !active) return INVALID_VALUE;
    Message m; message_start(&m, 21);
    message_put(&m, &device, 4);
    if (message_exchange(&m)) {
        message_take(&m, flags, 4);
        message_take(&m, active, 4);
    }
    return message_end(&m);
}

CALL cuDevicePrimaryCtxReset_v2(int32_t device) {
    Message m; message_start(&m, 22);
    message_put(&m, &device, 4);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuCtxCreate_v2(uint64_t *context, uint32_t flags, int32_t device) {
    if (!context) return INVALID_VALUE;
    Message m; message_start(&m, 23);
    message_put(&m, &flags, 4);
    message_put(&m, &device, 4);
    if (message_exchange(&m)) {
        message_take(&m, context, 8);
    }
    return message_end(&m);
}

CALL cuCtxCreate_v4(uint64_t *context, uint64_t parameters, uint32_t flags, int32_t device) {
    if (!context) return INVALID_VALUE;
    Message m; message_start(&m, 24);
    message_put(&m, &parameters, 8);
    message_put(&m, &flags, 4);
    message_put(&m, &device, 4);
    if (message_exchange(&m)) {
        message_take(&m, context, 8);
    }
    return message_end(&m);
}

CALL cuCtxDestroy_v2(uint64_t context) {
    Message m; message_start(&m, 25);
    message_put(&m, &context, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuCtxPushCurrent_v2(uint64_t context) {
    Message m; message_start(&m, 26);
    message_put(&m, &context, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuCtxPopCurrent_v2(uint64_t *context) {
    Message m; message_start(&m, 27);
    if (message_exchange(&m)) {
        message_take(&m, context, 8);
    }
    return message_end(&m);
}

CALL cuCtxSetCurrent(uint64_t context) {
    Message m; message_start(&m, 28);
    message_put(&m, &context, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuCtxGetCurrent(uint64_t *context) {
    if (!context) return INVALID_VALUE;
    Message m; message_start(&m, 29);
    if (message_exchange(&m)) {
        message_take(&m, context, 8);
    }
    return message_end(&m);
}

CALL cuCtxGetDevice(int32_t *device) {
    if (!device) return INVALID_VALUE;
    Message m; message_start(&m, 30);
    if (message_exchange(&m)) {
        message_take(&m, device, 4);
    }
    return message_end(&m);
}

CALL cuCtxGetDevice_v2(int32_t *device, uint64_t context) {
    if (!device) return INVALID_VALUE;
    Message m; message_start(&m, 31);
    message_put(&m, &context, 8);
    if (message_exchange(&m)) {
        message_take(&m, device, 4);
    }
    return message_end(&m);
}

CALL cuCtxGetFlags(uint32_t *flags) {
    if (!flags) return INVALID_VALUE;
    Message m; message_start(&m, 32);
    if (message_exchange(&m)) {
        message_take(&m, flags, 4);
    }
    return message_end(&m);
}

CALL cuCtxSetFlags(uint32_t flags) {
    Message m; message_start(&m, 33);
    message_put(&m, &flags, 4);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuCtxGetId(uint64_t context, uint64_t *id) {
    if (!id) return INVALID_VALUE;
    Message m; message_start(&m, 34);
    message_put(&m, &context, 8);
    if (message_exchange(&m)) {
        message_take(&m, id, 8);
    }
    return message_end(&m);
}

CALL cuCtxGetApiVersion(uint64_t context, uint32_t *version) {
    if (!version) return INVALID_VALUE;
    Message m; message_start(&m, 35);
    message_put(&m, &context, 8);
    if (message_exchange(&m)) {
        message_take(&m, version, 4);
    }
    return message_end(&m);
}

CALL cuCtxSynchronize(void) {
    Message m; message_start(&m, 36);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuCtxSynchronize_v2(uint64_t context) {
    Message m; message_start(&m, 37);
    message_put(&m, &context, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuCtxSetLimit(int32_t limit, uint64_t value) {
    Message m; message_start(&m, 38);
    message_put(&m, &limit, 4);
    message_put(&m, &value, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuCtxGetLimit(uint64_t *value, int32_t limit) {
    if (!value) return INVALID_VALUE;
    Message m; message_start(&m, 39);
    message_put(&m, &limit, 4);
    if (message_exchange(&m)) {
        message_take(&m, value, 8);
    }
    return message_end(&m);
}

CALL cuCtxGetCacheConfig(int32_t *config) {
    if (!config) return INVALID_VALUE;
    Message m; message_start(&m, 40);
    if (message_exchange(&m)) {
        message_take(&m, config, 4);
    }
    return message_end(&m);
}

CALL cuCtxSetCacheConfig(int32_t config) {
    Message m; message_start(&m, 41);
    message_put(&m, &config, 4);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuCtxGetStreamPriorityRange(int32_t *least, int32_t *greatest) {
    Message m; message_start(&m, 42);
    if (message_exchange(&m)) {
        message_take(&m, least, 4);
        message_take(&m, greatest, 4);
    }
    return message_end(&m);
}

CALL cuCtxResetPersistingL2Cache(void) {
    Message m; message_start(&m, 43);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuProfilerStart(void) {
    Message m; message_start(&m, 44);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuProfilerStop(void) {
    Message m; message_start(&m, 45);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuModuleLoad(uint64_t *module, const char *path) {
    if (!module || !path) return INVALID_VALUE;
    Message m; message_start(&m, 46);
    message_put_blob(&m, path, strlen(path));
    if (message_exchange(&m)) {
        message_take(&m, module, 8);
    }
    return message_end(&m);
}

CALL cuModuleLoadData(uint64_t *module, const void *image) {
    if (!module || !image) return INVALID_VALUE;
    Message m; message_start(&m, 47);
    message_put_image(&m, image);
    if (message_exchange(&m)) {
        message_take(&m, module, 8);
    }
    return message_end(&m);
}

CALL cuModuleLoadDataEx(uint64_t *module, const void *image, uint32_t options, uint64_t keys, uint64_t values) {
    if (!module || !image) return INVALID_VALUE;
    Message m; message_start(&m, 48);
    message_put_image(&m, image);
    message_put(&m, &options, 4);
    message_put(&m, &keys, 8);
    message_put(&m, &values, 8);
    if (message_exchange(&m)) {
        message_take(&m, module, 8);
    }
    return message_end(&m);
}

CALL cuModuleLoadFatBinary(uint64_t *module, const void *image) {
    if (!module || !image) return INVALID_VALUE;
    Message m; message_start(&m, 49);
    message_put_image(&m, image);
    if (message_exchange(&m)) {
        message_take(&m, module, 8);
    }
    return message_end(&m);
}

CALL cuModuleUnload(uint64_t module) {
    Message m; message_start(&m, 50);
    message_put(&m, &module, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuModuleGetLoadingMode(int32_t *mode) {
    if (!mode) return INVALID_VALUE;
    Message m; message_start(&m, 51);
    if (message_exchange(&m)) {
        message_take(&m, mode, 4);
    }
    return message_end(&m);
}

CALL cuModuleGetFunction(uint64_t *function, uint64_t module, const char *name) {
    if (!function || !name) return INVALID_VALUE;
    Message m; message_start(&m, 52);
    message_put(&m, &module, 8);
    message_put_blob(&m, name, strlen(name));
    if (message_exchange(&m)) {
        message_take(&m, function, 8);
    }
    return message_end(&m);
}

CALL cuModuleGetFunctionCount(uint32_t *count, uint64_t module) {
    if (!count) return INVALID_VALUE;
    Message m; message_start(&m, 53);
    message_put(&m, &module, 8);
    if (message_exchange(&m)) {
        message_take(&m, count, 4);
    }
    return message_end(&m);
}

CALL cuModuleEnumerateFunctions(uint64_t *functions, uint32_t count, uint64_t module) {
    if (!functions) return INVALID_VALUE;
    Message m; message_start(&m, 54);
    message_put(&m, &count, 4);
    message_put(&m, &module, 8);
    if (message_exchange(&m)) {
        message_take_list(&m, functions, (size_t)count * 8);
    }
    return message_end(&m);
}

CALL cuModuleGetGlobal_v2(uint64_t *address, uint64_t *bytes, uint64_t module, const char *name) {
    if (!name) return INVALID_VALUE;
    Message m; message_start(&m, 55);
    message_put(&m, &module, 8);
    message_put_blob(&m, name, strlen(name));
    if (message_exchange(&m)) {
        message_take(&m, address, 8);
        message_take(&m, bytes, 8);
    }
    return message_end(&m);
}

CALL cuLibraryLoadData(uint64_t *library, const void *image, uint64_t keys, uint64_t values, uint32_t options, uint64_t library_keys, uint64_t library_values, uint32_t library_options) {
    if (!library || !image) return INVALID_VALUE;
    Message m; message_start(&m, 56);
    message_put_image(&m, image);
    message_put(&m, &keys, 8);
    message_put(&m, &values, 8);
    message_put(&m, &options, 4);
    message_put(&m, &library_keys, 8);
    message_put(&m, &library_values, 8);
    message_put(&m, &library_options, 4);
    if (message_exchange(&m)) {
        message_take(&m, library, 8);
    }
    return message_end(&m);
}

CALL cuLibraryLoadFromFile(uint64_t *library, const char *path, uint64_t keys, uint64_t values, uint32_t options, uint64_t library_keys, uint64_t library_values, uint32_t library_options) {
    if (!library || !path) return INVALID_VALUE;
    Message m; message_start(&m, 57);
    message_put_blob(&m, path, strlen(path));
    message_put(&m, &keys, 8);
    message_put(&m, &values, 8);
    message_put(&m, &options, 4);
    message_put(&m, &library_keys, 8);
    message_put(&m, &library_values, 8);
    message_put(&m, &library_options, 4);
    if (message_exchange(&m)) {
        message_take(&m, library, 8);
    }
    return message_end(&m);
}

CALL cuLibraryUnload(uint64_t library) {
    Message m; message_start(&m, 58);
    message_put(&m, &library, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuLibraryGetKernel(uint64_t *kernel, uint64_t library, const char *name) {
    if (!kernel || !name) return INVALID_VALUE;
    Message m; message_start(&m, 59);
    message_put(&m, &library, 8);
    message_put_blob(&m, name, strlen(name));
    if (message_exchange(&m)) {
        message_take(&m, kernel, 8);
    }
    return message_end(&m);
}

CALL cuLibraryGetKernelCount(uint32_t *count, uint64_t library) {
    if (!count) return INVALID_VALUE;
    Message m; message_start(&m, 60);
    message_put(&m, &library, 8);
    if (message_exchange(&m)) {
        message_take(&m, count, 4);
    }
    return message_end(&m);
}

CALL cuLibraryEnumerateKernels(uint64_t *kernels, uint32_t count, uint64_t library) {
    if (!kernels) return INVALID_VALUE;
    Message m; message_start(&m, 61);
    message_put(&m, &count, 4);
    message_put(&m, &library, 8);
    if (message_exchange(&m)) {
        message_take_list(&m, kernels, (size_t)count * 8);
    }
    return message_end(&m);
}

CALL cuLibraryGetModule(uint64_t *module, uint64_t library) {
    if (!module) return INVALID_VALUE;
    Message m; message_start(&m, 62);
    message_put(&m, &library, 8);
    if (message_exchange(&m)) {
        message_take(&m, module, 8);
    }
    return message_end(&m);
}

CALL cuLibraryGetGlobal(uint64_t *address, uint64_t *bytes, uint64_t library, const char *name) {
    if (!name) return INVALID_VALUE;
    Message m; message_start(&m, 63);
    message_put(&m, &library, 8);
    message_put_blob(&m, name, strlen(name));
    if (message_exchange(&m)) {
        message_take(&m, address, 8);
        message_take(&m, bytes, 8);
    }
    return message_end(&m);
}

CALL cuLibraryGetManaged(uint64_t *address, uint64_t *bytes, uint64_t library, const char *name) {
    if (!name) return INVALID_VALUE;
    Message m; message_start(&m, 64);
    message_put(&m, &library, 8);
    message_put_blob(&m, name, strlen(name));
    if (message_exchange(&m)) {
        message_take(&m, address, 8);
        message_take(&m, bytes, 8);
    }
    return message_end(&m);
}

CALL cuKernelGetFunction(uint64_t *function, uint64_t kernel) {
    if (!function) return INVALID_VALUE;
    Message m; message_start(&m, 65);
    message_put(&m, &kernel, 8);
    if (message_exchange(&m)) {
        message_take(&m, function, 8);
    }
    return message_end(&m);
}

CALL cuKernelGetLibrary(uint64_t *library, uint64_t kernel) {
    if (!library) return INVALID_VALUE;
    Message m; message_start(&m, 66);
    message_put(&m, &kernel, 8);
    if (message_exchange(&m)) {
        message_take(&m, library, 8);
    }
    return message_end(&m);
}

CALL cuKernelGetName(const char **name, uint64_t kernel) {
    if (!name) return INVALID_VALUE;
    Message m; message_start(&m, 67);
    message_put(&m, &kernel, 8);
    if (message_exchange(&m)) {
        *name = message_take_text(&m);
    }
    return message_end(&m);
}

CALL cuKernelGetAttribute(int32_t *value, int32_t attribute, uint64_t kernel, int32_t device) {
    if (!value) return INVALID_VALUE;
    Message m; message_start(&m, 68);
    message_put(&m, &attribute, 4);
    message_put(&m, &kernel, 8);
    message_put(&m, &device, 4);
    if (message_exchange(&m)) {
        message_take(&m, value, 4);
    }
    return message_end(&m);
}

CALL cuKernelSetAttribute(int32_t attribute, int32_t value, uint64_t kernel, int32_t device) {
    Message m; message_start(&m, 69);
    message_put(&m, &attribute, 4);
    message_put(&m, &value, 4);
    message_put(&m, &kernel, 8);
    message_put(&m, &device, 4);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuKernelSetCacheConfig(uint64_t kernel, int32_t config, int32_t device) {
    Message m; message_start(&m, 70);
    message_put(&m, &kernel, 8);
    message_put(&m, &config, 4);
    message_put(&m, &device, 4);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuKernelGetParamInfo(uint64_t kernel, uint64_t index, uint64_t *offset, uint64_t *bytes) {
    if (!offset) return INVALID_VALUE;
    Message m; message_start(&m, 71);
    message_put(&m, &kernel, 8);
    message_put(&m, &index, 8);
    if (message_exchange(&m)) {
        message_take(&m, offset, 8);
        message_take(&m, bytes, 8);
    }
    return message_end(&m);
}

CALL cuFuncGetName(const char **name, uint64_t function) {
    if (!name) return INVALID_VALUE;
    Message m; message_start(&m, 72);
    message_put(&m, &function, 8);
    if (message_exchange(&m)) {
        *name = message_take_text(&m);
    }
    return message_end(&m);
}

CALL cuFuncGetModule(uint64_t *module, uint64_t function) {
    if (!module) return INVALID_VALUE;
    Message m; message_start(&m, 73);
    message_put(&m, &function, 8);
    if (message_exchange(&m)) {
        message_take(&m, module, 8);
    }
    return message_end(&m);
}

CALL cuFuncGetAttribute(int32_t *value, int32_t attribute, uint64_t function) {
    if (!value) return INVALID_VALUE;
    Message m; message_start(&m, 74);
    message_put(&m, &attribute, 4);
    message_put(&m, &function, 8);
    if (message_exchange(&m)) {
        message_take(&m, value, 4);
    }
    return message_end(&m);
}

CALL cuFuncSetAttribute(uint64_t function, int32_t attribute, int32_t value) {
    Message m; message_start(&m, 75);
    message_put(&m, &function, 8);
    message_put(&m, &attribute, 4);
    message_put(&m, &value, 4);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuFuncSetCacheConfig(uint64_t function, int32_t config) {
    Message m; message_start(&m, 76);
    message_put(&m, &function, 8);
    message_put(&m, &config, 4);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuFuncSetSharedMemConfig(uint64_t function, int32_t config) {
    Message m; message_start(&m, 77);
    message_put(&m, &function, 8);
    message_put(&m, &config, 4);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuFuncGetParamInfo(uint64_t function, uint64_t index, uint64_t *offset, uint64_t *bytes) {
    if (!offset) return INVALID_VALUE;
    Message m; message_start(&m, 78);
    message_put(&m, &function, 8);
    message_put(&m, &index, 8);
    if (message_exchange(&m)) {
        message_take(&m, offset, 8);
        message_take(&m, bytes, 8);
    }
    return message_end(&m);
}

CALL cuFuncLoad(uint64_t function) {
    Message m; message_start(&m, 79);
    message_put(&m, &function, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuFuncIsLoaded(int32_t *state, uint64_t function) {
    if (!state) return INVALID_VALUE;
    Message m; message_start(&m, 80);
    message_put(&m, &function, 8);
    if (message_exchange(&m)) {
        message_take(&m, state, 4);
    }
    return message_end(&m);
}

CALL cuOccupancyMaxActiveBlocksPerMultiprocessor(int32_t *blocks, uint64_t function, int32_t threads, uint64_t shared) {
    if (!blocks) return INVALID_VALUE;
    Message m; message_start(&m, 81);
    message_put(&m, &function, 8);
    message_put(&m, &threads, 4);
    message_put(&m, &shared, 8);
    if (message_exchange(&m)) {
        message_take(&m, blocks, 4);
    }
    return message_end(&m);
}

CALL cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int32_t *blocks, uint64_t function, int32_t threads, uint64_t shared, uint32_t flags) {
    if (!blocks) return INVALID_VALUE;
    Message m; message_start(&m, 82);
    message_put(&m, &function, 8);
    message_put(&m, &threads, 4);
    message_put(&m, &shared, 8);
    message_put(&m, &flags, 4);
    if (message_exchange(&m)) {
        message_take(&m, blocks, 4);
    }
    return message_end(&m);
}

CALL cuOccupancyAvailableDynamicSMemPerBlock(uint64_t *shared, uint64_t function, int32_t blocks, int32_t threads) {
    if (!shared) return INVALID_VALUE;
    Message m; message_start(&m, 83);
    message_put(&m, &function, 8);
    message_put(&m, &blocks, 4);
    message_put(&m, &threads, 4);
    if (message_exchange(&m)) {
        message_take(&m, shared, 8);
    }
    return message_end(&m);
}

CALL cuMemGetInfo_v2(uint64_t *free, uint64_t *total) {
    if (!free || !total) return INVALID_VALUE;
    Message m; message_start(&m, 84);
    if (message_exchange(&m)) {
        message_take(&m, free, 8);
        message_take(&m, total, 8);
    }
    return message_end(&m);
}

CALL cuMemAlloc_v2(uint64_t *address, uint64_t bytes) {
    if (!address) return INVALID_VALUE;
    Message m; message_start(&m, 85);
    message_put(&m, &bytes, 8);
    if (message_exchange(&m)) {
        message_take(&m, address, 8);
    }
    return message_end(&m);
}

CALL cuMemAllocPitch_v2(uint64_t *address, uint64_t *pitch, uint64_t width, uint64_t height, uint32_t element) {
    if (!address || !pitch) return INVALID_VALUE;
    Message m; message_start(&m, 86);
    message_put(&m, &width, 8);
    message_put(&m, &height, 8);
    message_put(&m, &element, 4);
    if (message_exchange(&m)) {
        message_take(&m, address, 8);
        message_take(&m, pitch, 8);
    }
    return message_end(&m);
}

CALL cuMemAllocManaged(uint64_t *address, uint64_t bytes, uint32_t flags) {
    if (!address) return INVALID_VALUE;
    Message m; message_start(&m, 87);
    message_put(&m, &bytes, 8);
    message_put(&m, &flags, 4);
    if (message_exchange(&m)) {
        message_take(&m, address, 8);
    }
    return message_end(&m);
}

CALL cuMemAllocHost_v2(uint64_t *address, uint64_t bytes) {
    if (!address) return INVALID_VALUE;
    Message m; message_start(&m, 88);
    message_put(&m, &bytes, 8);
    if (message_exchange(&m)) {
        message_take(&m, address, 8);
    }
    return message_end(&m);
}

CALL cuMemHostAlloc(uint64_t *address, uint64_t bytes, uint32_t flags) {
    if (!address) return INVALID_VALUE;
    Message m; message_start(&m, 89);
    message_put(&m, &bytes, 8);
    message_put(&m, &flags, 4);
    if (message_exchange(&m)) {
        message_take(&m, address, 8);
    }
    return message_end(&m);
}

CALL cuMemAllocAsync(uint64_t *address, uint64_t bytes, uint64_t stream) {
    if (!address) return INVALID_VALUE;
    Message m; message_start(&m, 90);
    message_put(&m, &bytes, 8);
    message_put(&m, &stream, 8);
    if (message_exchange(&m)) {
        message_take(&m, address, 8);
    }
    return message_end(&m);
}

CALL cuMemAllocFromPoolAsync(uint64_t *address, uint64_t bytes, uint64_t pool, uint64_t stream) {
    if (!address) return INVALID_VALUE;
    Message m; message_start(&m, 91);
    message_put(&m, &bytes, 8);
    message_put(&m, &pool, 8);
    message_put(&m, &stream, 8);
    if (message_exchange(&m)) {
        message_take(&m, address, 8);
    }
    return message_end(&m);
}

CALL cuMemFree_v2(uint64_t address) {
    Message m; message_start(&m, 92);
    message_put(&m, &address, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemFreeHost(uint64_t address) {
    Message m; message_start(&m, 93);
    message_put(&m, &address, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemFreeAsync(uint64_t address, uint64_t stream) {
    Message m; message_start(&m, 94);
    message_put(&m, &address, 8);
    message_put(&m, &stream, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemPoolSetAttribute(uint64_t pool, int32_t attribute, uint64_t value) {
    Message m; message_start(&m, 95);
    message_put(&m, &pool, 8);
    message_put(&m, &attribute, 4);
    message_put(&m, &value, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemPoolTrimTo(uint64_t pool, uint64_t keep) {
    Message m; message_start(&m, 96);
    message_put(&m, &pool, 8);
    message_put(&m, &keep, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemPrefetchAsync(uint64_t address, uint64_t bytes, int32_t device, uint64_t stream) {
    Message m; message_start(&m, 97);
    message_put(&m, &address, 8);
    message_put(&m, &bytes, 8);
    message_put(&m, &device, 4);
    message_put(&m, &stream, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemPrefetchAsync_v2(uint64_t address, uint64_t bytes, uint64_t location, uint32_t flags, uint64_t stream) {
    Message m; message_start(&m, 98);
    message_put(&m, &address, 8);
    message_put(&m, &bytes, 8);
    message_put(&m, &location, 8);
    message_put(&m, &flags, 4);
    message_put(&m, &stream, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemAdvise(uint64_t address, uint64_t bytes, int32_t advice, int32_t device) {
    Message m; message_start(&m, 99);
    message_put(&m, &address, 8);
    message_put(&m, &bytes, 8);
    message_put(&m, &advice, 4);
    message_put(&m, &device, 4);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemAdvise_v2(uint64_t address, uint64_t bytes, int32_t advice, uint64_t location) {
    Message m; message_start(&m, 100);
    message_put(&m, &address, 8);
    message_put(&m, &bytes, 8);
    message_put(&m, &advice, 4);
    message_put(&m, &location, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemGetAddressRange_v2(uint64_t *base, uint64_t *bytes, uint64_t address) {
    Message m; message_start(&m, 101);
    message_put(&m, &address, 8);
    if (message_exchange(&m)) {
        message_take(&m, base, 8);
        message_take(&m, bytes, 8);
    }
    return message_end(&m);
}

CALL cuMemHostGetDevicePointer_v2(uint64_t *address, uint64_t host, uint32_t flags) {
    if (!address) return INVALID_VALUE;
    Message m; message_start(&m, 102);
    message_put(&m, &host, 8);
    message_put(&m, &flags, 4);
    if (message_exchange(&m)) {
        message_take(&m, address, 8);
    }
    return message_end(&m);
}

CALL cuMemHostGetFlags(uint32_t *flags, uint64_t host) {
    if (!flags) return INVALID_VALUE;
    Message m; message_start(&m, 103);
    message_put(&m, &host, 8);
    if (message_exchange(&m)) {
        message_take(&m, flags, 4);
    }
    return message_end(&m);
}

CALL cuMemcpy(uint64_t to, uint64_t from, uint64_t bytes) {
    Message m; message_start(&m, 104);
    message_put(&m, &to, 8);
    message_put(&m, &from, 8);
    message_put(&m, &bytes, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemcpyAsync(uint64_t to, uint64_t from, uint64_t bytes, uint64_t stream) {
    Message m; message_start(&m, 105);
    message_put(&m, &to, 8);
    message_put(&m, &from, 8);
    message_put(&m, &bytes, 8);
    message_put(&m, &stream, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemcpyHtoD_v2(uint64_t to, uint64_t from, uint64_t bytes) {
    Message m; message_start(&m, 106);
    message_put(&m, &to, 8);
    message_put(&m, &from, 8);
    message_put(&m, &bytes, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemcpyDtoH_v2(uint64_t to, uint64_t from, uint64_t bytes) {
    Message m; message_start(&m, 107);
    message_put(&m, &to, 8);
    message_put(&m, &from, 8);
    message_put(&m, &bytes, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemcpyDtoD_v2(uint64_t to, uint64_t from, uint64_t bytes) {
    Message m; message_start(&m, 108);
    message_put(&m, &to, 8);
    message_put(&m, &from, 8);
    message_put(&m, &bytes, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemcpyHtoDAsync_v2(uint64_t to, uint64_t from, uint64_t bytes, uint64_t stream) {
    Message m; message_start(&m, 109);
    message_put(&m, &to, 8);
    message_put(&m, &from, 8);
    message_put(&m, &bytes, 8);
    message_put(&m, &stream, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemcpyDtoHAsync_v2(uint64_t to, uint64_t from, uint64_t bytes, uint64_t stream) {
    Message m; message_start(&m, 110);
    message_put(&m, &to, 8);
    message_put(&m, &from, 8);
    message_put(&m, &bytes, 8);
    message_put(&m, &stream, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemcpyDtoDAsync_v2(uint64_t to, uint64_t from, uint64_t bytes, uint64_t stream) {
    Message m; message_start(&m, 111);
    message_put(&m, &to, 8);
    message_put(&m, &from, 8);
    message_put(&m, &bytes, 8);
    message_put(&m, &stream, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemcpyPeer(uint64_t to, uint64_t to_context, uint64_t from, uint64_t from_context, uint64_t bytes) {
    Message m; message_start(&m, 112);
    message_put(&m, &to, 8);
    message_put(&m, &to_context, 8);
    message_put(&m, &from, 8);
    message_put(&m, &from_context, 8);
    message_put(&m, &bytes, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemcpyPeerAsync(uint64_t to, uint64_t to_context, uint64_t from, uint64_t from_context, uint64_t bytes, uint64_t stream) {
    Message m; message_start(&m, 113);
    message_put(&m, &to, 8);
    message_put(&m, &to_context, 8);
    message_put(&m, &from, 8);
    message_put(&m, &from_context, 8);
    message_put(&m, &bytes, 8);
    message_put(&m, &stream, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemcpy2D_v2(const void *copy) {
    if (!copy) return INVALID_VALUE;
    Message m; message_start(&m, 114);
    message_put(&m, copy, 128);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemcpy2DUnaligned_v2(const void *copy) {
    if (!copy) return INVALID_VALUE;
    Message m; message_start(&m, 115);
    message_put(&m, copy, 128);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemcpy2DAsync_v2(const void *copy, uint64_t stream) {
    if (!copy) return INVALID_VALUE;
    Message m; message_start(&m, 116);
    message_put(&m, copy, 128);
    message_put(&m, &stream, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemcpy3D_v2(const void *copy) {
    if (!copy) return INVALID_VALUE;
    Message m; message_start(&m, 117);
    message_put(&m, copy, 200);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemcpy3DAsync_v2(const void *copy, uint64_t stream) {
    if (!copy) return INVALID_VALUE;
    Message m; message_start(&m, 118);
    message_put(&m, copy, 200);
    message_put(&m, &stream, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemsetD8_v2(uint64_t to, uint8_t value, uint64_t count) {
    Message m; message_start(&m, 119);
    message_put(&m, &to, 8);
    message_put(&m, &value, 1);
    message_put(&m, &count, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemsetD16_v2(uint64_t to, uint16_t value, uint64_t count) {
    Message m; message_start(&m, 120);
    message_put(&m, &to, 8);
    message_put(&m, &value, 2);
    message_put(&m, &count, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemsetD32_v2(uint64_t to, uint32_t value, uint64_t count) {
    Message m; message_start(&m, 121);
    message_put(&m, &to, 8);
    message_put(&m, &value, 4);
    message_put(&m, &count, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemsetD8Async(uint64_t to, uint8_t value, uint64_t count, uint64_t stream) {
    Message m; message_start(&m, 122);
    message_put(&m, &to, 8);
    message_put(&m, &value, 1);
    message_put(&m, &count, 8);
    message_put(&m, &stream, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemsetD16Async(uint64_t to, uint16_t value, uint64_t count, uint64_t stream) {
    Message m; message_start(&m, 123);
    message_put(&m, &to, 8);
    message_put(&m, &value, 2);
    message_put(&m, &count, 8);
    message_put(&m, &stream, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemsetD32Async(uint64_t to, uint32_t value, uint64_t count, uint64_t stream) {
    Message m; message_start(&m, 124);
    message_put(&m, &to, 8);
    message_put(&m, &value, 4);
    message_put(&m, &count, 8);
    message_put(&m, &stream, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemsetD2D8_v2(uint64_t to, uint64_t pitch, uint8_t value, uint64_t width, uint64_t height) {
    Message m; message_start(&m, 125);
    message_put(&m, &to, 8);
    message_put(&m, &pitch, 8);
    message_put(&m, &value, 1);
    message_put(&m, &width, 8);
    message_put(&m, &height, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemsetD2D16_v2(uint64_t to, uint64_t pitch, uint16_t value, uint64_t width, uint64_t height) {
    Message m; message_start(&m, 126);
    message_put(&m, &to, 8);
    message_put(&m, &pitch, 8);
    message_put(&m, &value, 2);
    message_put(&m, &width, 8);
    message_put(&m, &height, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemsetD2D32_v2(uint64_t to, uint64_t pitch, uint32_t value, uint64_t width, uint64_t height) {
    Message m; message_start(&m, 127);
    message_put(&m, &to, 8);
    message_put(&m, &pitch, 8);
    message_put(&m, &value, 4);
    message_put(&m, &width, 8);
    message_put(&m, &height, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemsetD2D8Async(uint64_t to, uint64_t pitch, uint8_t value, uint64_t width, uint64_t height, uint64_t stream) {
    Message m; message_start(&m, 128);
    message_put(&m, &to, 8);
    message_put(&m, &pitch, 8);
    message_put(&m, &value, 1);
    message_put(&m, &width, 8);
    message_put(&m, &height, 8);
    message_put(&m, &stream, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemsetD2D16Async(uint64_t to, uint64_t pitch, uint16_t value, uint64_t width, uint64_t height, uint64_t stream) {
    Message m; message_start(&m, 129);
    message_put(&m, &to, 8);
    message_put(&m, &pitch, 8);
    message_put(&m, &value, 2);
    message_put(&m, &width, 8);
    message_put(&m, &height, 8);
    message_put(&m, &stream, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuMemsetD2D32Async(uint64_t to, uint64_t pitch, uint32_t value, uint64_t width, uint64_t height, uint64_t stream) {
    Message m; message_start(&m, 130);
    message_put(&m, &to, 8);
    message_put(&m, &pitch, 8);
    message_put(&m, &value, 4);
    message_put(&m, &width, 8);
    message_put(&m, &height, 8);
    message_put(&m, &stream, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuStreamCreate(uint64_t *stream, uint32_t flags) {
    if (!stream) return INVALID_VALUE;
    Message m; message_start(&m, 131);
    message_put(&m, &flags, 4);
    if (message_exchange(&m)) {
        message_take(&m, stream, 8);
    }
    return message_end(&m);
}

CALL cuStreamCreateWithPriority(uint64_t *stream, uint32_t flags, int32_t priority) {
    if (!stream) return INVALID_VALUE;
    Message m; message_start(&m, 132);
    message_put(&m, &flags, 4);
    message_put(&m, &priority, 4);
    if (message_exchange(&m)) {
        message_take(&m, stream, 8);
    }
    return message_end(&m);
}

CALL cuStreamDestroy_v2(uint64_t stream) {
    Message m; message_start(&m, 133);
    message_put(&m, &stream, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuStreamSynchronize(uint64_t stream) {
    Message m; message_start(&m, 134);
    message_put(&m, &stream, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuStreamQuery(uint64_t stream) {
    Message m; message_start(&m, 135);
    message_put(&m, &stream, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuStreamWaitEvent(uint64_t stream, uint64_t event, uint32_t flags) {
    Message m; message_start(&m, 136);
    message_put(&m, &stream, 8);
    message_put(&m, &event, 8);
    message_put(&m, &flags, 4);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuStreamGetCtx(uint64_t stream, uint64_t *context) {
    if (!context) return INVALID_VALUE;
    Message m; message_start(&m, 137);
    message_put(&m, &stream, 8);
    if (message_exchange(&m)) {
        message_take(&m, context, 8);
    }
    return message_end(&m);
}

CALL cuStreamGetDevice(uint64_t stream, int32_t *device) {
    if (!device) return INVALID_VALUE;
    Message m; message_start(&m, 138);
    message_put(&m, &stream, 8);
    if (message_exchange(&m)) {
        message_take(&m, device, 4);
    }
    return message_end(&m);
}

CALL cuStreamGetFlags(uint64_t stream, uint32_t *flags) {
    if (!flags) return INVALID_VALUE;
    Message m; message_start(&m, 139);
    message_put(&m, &stream, 8);
    if (message_exchange(&m)) {
        message_take(&m, flags, 4);
    }
    return message_end(&m);
}

CALL cuStreamGetPriority(uint64_t stream, int32_t *priority) {
    if (!priority) return INVALID_VALUE;
    Message m; message_start(&m, 140);
    message_put(&m, &stream, 8);
    if (message_exchange(&m)) {
        message_take(&m, priority, 4);
    }
    return message_end(&m);
}

CALL cuStreamGetId(uint64_t stream, uint64_t *id) {
    if (!id) return INVALID_VALUE;
    Message m; message_start(&m, 141);
    message_put(&m, &stream, 8);
    if (message_exchange(&m)) {
        message_take(&m, id, 8);
    }
    return message_end(&m);
}

CALL cuStreamIsCapturing(uint64_t stream, int32_t *status) {
    if (!status) return INVALID_VALUE;
    Message m; message_start(&m, 142);
    message_put(&m, &stream, 8);
    if (message_exchange(&m)) {
        message_take(&m, status, 4);
    }
    return message_end(&m);
}

CALL cuStreamAddCallback(uint64_t stream, uint64_t callback, uint64_t data, uint32_t flags) {
    Message m; message_start(&m, 143);
    message_put(&m, &stream, 8);
    message_put(&m, &callback, 8);
    message_put(&m, &data, 8);
    message_put(&m, &flags, 4);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuStreamAttachMemAsync(uint64_t stream, uint64_t address, uint64_t bytes, uint32_t flags) {
    Message m; message_start(&m, 144);
    message_put(&m, &stream, 8);
    message_put(&m, &address, 8);
    message_put(&m, &bytes, 8);
    message_put(&m, &flags, 4);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuLaunchHostFunc(uint64_t stream, uint64_t function, uint64_t data) {
    Message m; message_start(&m, 145);
    message_put(&m, &stream, 8);
    message_put(&m, &function, 8);
    message_put(&m, &data, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuEventCreate(uint64_t *event, uint32_t flags) {
    if (!event) return INVALID_VALUE;
    Message m; message_start(&m, 146);
    message_put(&m, &flags, 4);
    if (message_exchange(&m)) {
        message_take(&m, event, 8);
    }
    return message_end(&m);
}

CALL cuEventDestroy_v2(uint64_t event) {
    Message m; message_start(&m, 147);
    message_put(&m, &event, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuEventRecord(uint64_t event, uint64_t stream) {
    Message m; message_start(&m, 148);
    message_put(&m, &event, 8);
    message_put(&m, &stream, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuEventRecordWithFlags(uint64_t event, uint64_t stream, uint32_t flags) {
    Message m; message_start(&m, 149);
    message_put(&m, &event, 8);
    message_put(&m, &stream, 8);
    message_put(&m, &flags, 4);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuEventQuery(uint64_t event) {
    Message m; message_start(&m, 150);
    message_put(&m, &event, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuEventSynchronize(uint64_t event) {
    Message m; message_start(&m, 151);
    message_put(&m, &event, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuEventElapsedTime(float *milliseconds, uint64_t start, uint64_t end) {
    if (!milliseconds) return INVALID_VALUE;
    Message m; message_start(&m, 152);
    message_put(&m, &start, 8);
    message_put(&m, &end, 8);
    if (message_exchange(&m)) {
        message_take(&m, milliseconds, 4);
    }
    return message_end(&m);
}

CALL cuEventElapsedTime_v2(float *milliseconds, uint64_t start, uint64_t end) {
    if (!milliseconds) return INVALID_VALUE;
    Message m; message_start(&m, 153);
    message_put(&m, &start, 8);
    message_put(&m, &end, 8);
    if (message_exchange(&m)) {
        message_take(&m, milliseconds, 4);
    }
    return message_end(&m);
}

CALL cuArray3DCreate(void) { return refuse("cuArray3DCreate"); }
CALL cuArray3DCreate_v2(void) { return refuse("cuArray3DCreate_v2"); }
CALL cuArray3DGetDescriptor(void) { return refuse("cuArray3DGetDescriptor"); }
CALL cuArray3DGetDescriptor_v2(void) { return refuse("cuArray3DGetDescriptor_v2"); }
CALL cuArrayCreate(void) { return refuse("cuArrayCreate"); }
CALL cuArrayCreate_v2(void) { return refuse("cuArrayCreate_v2"); }
CALL cuArrayDestroy(void) { return refuse("cuArrayDestroy"); }
CALL cuArrayGetDescriptor(void) { return refuse("cuArrayGetDescriptor"); }
CALL cuArrayGetDescriptor_v2(void) { return refuse("cuArrayGetDescriptor_v2"); }
CALL cuArrayGetMemoryRequirements(void) { return refuse("cuArrayGetMemoryRequirements"); }
CALL cuArrayGetPlane(void) { return refuse("cuArrayGetPlane"); }
CALL cuArrayGetSparseProperties(void) { return refuse("cuArrayGetSparseProperties"); }
CALL cuCheckpointOperationComplete(void) { return refuse("cuCheckpointOperationComplete"); }
CALL cuCheckpointProcessCheckpoint(void) { return refuse("cuCheckpointProcessCheckpoint"); }
CALL cuCheckpointProcessGetRestoreThreadId(void) { return refuse("cuCheckpointProcessGetRestoreThreadId"); }
CALL cuCheckpointProcessGetState(void) { return refuse("cuCheckpointProcessGetState"); }
CALL cuCheckpointProcessLock(void) { return refuse("cuCheckpointProcessLock"); }
CALL cuCheckpointProcessRestore(void) { return refuse("cuCheckpointProcessRestore"); }
CALL cuCheckpointProcessUnlock(void) { return refuse("cuCheckpointProcessUnlock"); }
CALL cuCoredumpDeregisterCompleteCallback(void) { return refuse("cuCoredumpDeregisterCompleteCallback"); }
CALL cuCoredumpDeregisterStartCallback(void) { return refuse("cuCoredumpDeregisterStartCallback"); }
CALL cuCoredumpGetAttribute(void) { return refuse("cuCoredumpGetAttribute"); }
CALL cuCoredumpGetAttributeGlobal(void) { return refuse("cuCoredumpGetAttributeGlobal"); }
CALL cuCoredumpRegisterCompleteCallback(void) { return refuse("cuCoredumpRegisterCompleteCallback"); }
CALL cuCoredumpRegisterStartCallback(void) { return refuse("cuCoredumpRegisterStartCallback"); }
CALL cuCoredumpSetAttribute(void) { return refuse("cuCoredumpSetAttribute"); }
CALL cuCoredumpSetAttributeGlobal(void) { return refuse("cuCoredumpSetAttributeGlobal"); }
CALL cuCtxAttach(void) { return refuse("cuCtxAttach"); }
CALL cuCtxCreate(void) { return refuse("cuCtxCreate"); }
CALL cuCtxCreate_v3(void) { return refuse("cuCtxCreate_v3"); }
CALL cuCtxDestroy(void) { return refuse("cuCtxDestroy"); }
CALL cuCtxDetach(void) { return refuse("cuCtxDetach"); }
CALL cuCtxDisablePeerAccess(void) { return refuse("cuCtxDisablePeerAccess"); }
CALL cuCtxEnablePeerAccess(void) { return refuse("cuCtxEnablePeerAccess"); }
CALL cuCtxFromGreenCtx(void) { return refuse("cuCtxFromGreenCtx"); }
CALL cuCtxGetDevResource(void) { return refuse("cuCtxGetDevResource"); }
CALL cuCtxGetExecAffinity(void) { return refuse("cuCtxGetExecAffinity"); }
CALL cuCtxGetSharedMemConfig(void) { return refuse("cuCtxGetSharedMemConfig"); }
CALL cuCtxPopCurrent(void) { return refuse("cuCtxPopCurrent"); }
CALL cuCtxPushCurrent(void) { return refuse("cuCtxPushCurrent"); }
CALL cuCtxRecordEvent(void) { return refuse("cuCtxRecordEvent"); }
CALL cuCtxSetSharedMemConfig(void) { return refuse("cuCtxSetSharedMemConfig"); }
CALL cuCtxWaitEvent(void) { return refuse("cuCtxWaitEvent"); }
CALL cuDestroyExternalMemory(void) { return refuse("cuDestroyExternalMemory"); }
CALL cuDestroyExternalSemaphore(void) { return refuse("cuDestroyExternalSemaphore"); }
CALL cuDevResourceGenerateDesc(void) { return refuse("cuDevResourceGenerateDesc"); }
CALL cuDevSmResourceSplit(void) { return refuse("cuDevSmResourceSplit"); }
CALL cuDevSmResourceSplitByCount(void) { return refuse("cuDevSmResourceSplitByCount"); }
CALL cuDeviceGetCliqueCount(void) { return refuse("cuDeviceGetCliqueCount"); }
CALL cuDeviceGetCliqueInfo(void) { return refuse("cuDeviceGetCliqueInfo"); }
CALL cuDeviceGetDevResource(void) { return refuse("cuDeviceGetDevResource"); }
CALL cuDeviceGetExecAffinitySupport(void) { return refuse("cuDeviceGetExecAffinitySupport"); }
CALL cuDeviceGetFabricClusterUuid(void) { return refuse("cuDeviceGetFabricClusterUuid"); }
CALL cuDeviceGetGraphMemAttribute(void) { return refuse("cuDeviceGetGraphMemAttribute"); }
CALL cuDeviceGetHostAtomicCapabilities(void) { return refuse("cuDeviceGetHostAtomicCapabilities"); }
CALL cuDeviceGetLuid(void) { return refuse("cuDeviceGetLuid"); }
CALL cuDeviceGetNvSciSyncAttributes(void) { return refuse("cuDeviceGetNvSciSyncAttributes"); }
CALL cuDeviceGetP2PAtomicCapabilities(void) { return refuse("cuDeviceGetP2PAtomicCapabilities"); }
CALL cuDeviceGetProperties(void) { return refuse("cuDeviceGetProperties"); }
CALL cuDeviceGetTexture1DLinearMaxWidth(void) { return refuse("cuDeviceGetTexture1DLinearMaxWidth"); }
CALL cuDeviceGraphMemTrim(void) { return refuse("cuDeviceGraphMemTrim"); }
CALL cuDevicePrimaryCtxReset(void) { return refuse("cuDevicePrimaryCtxReset"); }
CALL cuDevicePrimaryCtxSetFlags(void) { return refuse("cuDevicePrimaryCtxSetFlags"); }
CALL cuDeviceRegisterAsyncNotification(void) { return refuse("cuDeviceRegisterAsyncNotification"); }
CALL cuDeviceSetGraphMemAttribute(void) { return refuse("cuDeviceSetGraphMemAttribute"); }
CALL cuDeviceTotalMem(void) { return refuse("cuDeviceTotalMem"); }
CALL cuDeviceUnregisterAsyncNotification(void) { return refuse("cuDeviceUnregisterAsyncNotification"); }
CALL cuEventDestroy(void) { return refuse("cuEventDestroy"); }
CALL cuExternalMemoryGetMappedBuffer(void) { return refuse("cuExternalMemoryGetMappedBuffer"); }
CALL cuExternalMemoryGetMappedMipmappedArray(void) { return refuse("cuExternalMemoryGetMappedMipmappedArray"); }
CALL cuFabricCpyBatchAsync(void) { return refuse("cuFabricCpyBatchAsync"); }
CALL cuFlushGPUDirectRDMAWrites(void) { return refuse("cuFlushGPUDirectRDMAWrites"); }
CALL cuFuncGetParamCount(void) { return refuse("cuFuncGetParamCount"); }
CALL cuFuncSetBlockShape(void) { return refuse("cuFuncSetBlockShape"); }
CALL cuFuncSetSharedSize(void) { return refuse("cuFuncSetSharedSize"); }
CALL cuGraphAddBatchMemOpNode(void) { return refuse("cuGraphAddBatchMemOpNode"); }
CALL cuGraphAddChildGraphNode(void) { return refuse("cuGraphAddChildGraphNode"); }
CALL cuGraphAddDependencies(void) { return refuse("cuGraphAddDependencies"); }
CALL cuGraphAddDependencies_v2(void) { return refuse("cuGraphAddDependencies_v2"); }
CALL cuGraphAddEmptyNode(void) { return refuse("cuGraphAddEmptyNode"); }
CALL cuGraphAddEventRecordNode(void) { return refuse("cuGraphAddEventRecordNode"); }
CALL cuGraphAddEventWaitNode(void) { return refuse("cuGraphAddEventWaitNode"); }
CALL cuGraphAddExternalSemaphoresSignalNode(void) { return refuse("cuGraphAddExternalSemaphoresSignalNode"); }
CALL cuGraphAddExternalSemaphoresWaitNode(void) { return refuse("cuGraphAddExternalSemaphoresWaitNode"); }
CALL cuGraphAddHostNode(void) { return refuse("cuGraphAddHostNode"); }
CALL cuGraphAddKernelNode(void) { return refuse("cuGraphAddKernelNode"); }
CALL cuGraphAddKernelNode_v2(void) { return refuse("cuGraphAddKernelNode_v2"); }
CALL cuGraphAddMemAllocNode(void) { return refuse("cuGraphAddMemAllocNode"); }
CALL cuGraphAddMemFreeNode(void) { return refuse("cuGraphAddMemFreeNode"); }
CALL cuGraphAddMemcpyNode(void) { return refuse("cuGraphAddMemcpyNode"); }
CALL cuGraphAddMemsetNode(void) { return refuse("cuGraphAddMemsetNode"); }
CALL cuGraphAddNode(void) { return refuse("cuGraphAddNode"); }
CALL cuGraphAddNode_v2(void) { return refuse("cuGraphAddNode_v2"); }
CALL cuGraphAddNode_v3(void) { return refuse("cuGraphAddNode_v3"); }
CALL cuGraphBatchMemOpNodeGetParams(void) { return refuse("cuGraphBatchMemOpNodeGetParams"); }
CALL cuGraphBatchMemOpNodeSetParams(void) { return refuse("cuGraphBatchMemOpNodeSetParams"); }
CALL cuGraphChildGraphNodeGetGraph(void) { return refuse("cuGraphChildGraphNodeGetGraph"); }
CALL cuGraphClone(void) { return refuse("cuGraphClone"); }
CALL cuGraphConditionalHandleCreate(void) { return refuse("cuGraphConditionalHandleCreate"); }
CALL cuGraphCreate(void) { return refuse("cuGraphCreate"); }
CALL cuGraphDebugDotPrint(void) { return refuse("cuGraphDebugDotPrint"); }
CALL cuGraphDestroy(void) { return refuse("cuGraphDestroy"); }
CALL cuGraphDestroyNode(void) { return refuse("cuGraphDestroyNode"); }
CALL cuGraphEventRecordNodeGetEvent(void) { return refuse("cuGraphEventRecordNodeGetEvent"); }
CALL cuGraphEventRecordNodeSetEvent(void) { return refuse("cuGraphEventRecordNodeSetEvent"); }
CALL cuGraphEventWaitNodeGetEvent(void) { return refuse("cuGraphEventWaitNodeGetEvent"); }
CALL cuGraphEventWaitNodeSetEvent(void) { return refuse("cuGraphEventWaitNodeSetEvent"); }
CALL cuGraphExecBatchMemOpNodeSetParams(void) { return refuse("cuGraphExecBatchMemOpNodeSetParams"); }
CALL cuGraphExecChildGraphNodeSetParams(void) { return refuse("cuGraphExecChildGraphNodeSetParams"); }
CALL cuGraphExecDestroy(void) { return refuse("cuGraphExecDestroy"); }
CALL cuGraphExecEventRecordNodeSetEvent(void) { return refuse("cuGraphExecEventRecordNodeSetEvent"); }
CALL cuGraphExecEventWaitNodeSetEvent(void) { return refuse("cuGraphExecEventWaitNodeSetEvent"); }
CALL cuGraphExecExternalSemaphoresSignalNodeSetParams(void) { return refuse("cuGraphExecExternalSemaphoresSignalNodeSetParams"); }
CALL cuGraphExecExternalSemaphoresWaitNodeSetParams(void) { return refuse("cuGraphExecExternalSemaphoresWaitNodeSetParams"); }
CALL cuGraphExecGetFlags(void) { return refuse("cuGraphExecGetFlags"); }
CALL cuGraphExecGetId(void) { return refuse("cuGraphExecGetId"); }
CALL cuGraphExecHostNodeSetParams(void) { return refuse("cuGraphExecHostNodeSetParams"); }
CALL cuGraphExecKernelNodeSetParams(void) { return refuse("cuGraphExecKernelNodeSetParams"); }
CALL cuGraphExecKernelNodeSetParams_v2(void) { return refuse("cuGraphExecKernelNodeSetParams_v2"); }
CALL cuGraphExecMemcpyNodeSetParams(void) { return refuse("cuGraphExecMemcpyNodeSetParams"); }
CALL cuGraphExecMemsetNodeSetParams(void) { return refuse("cuGraphExecMemsetNodeSetParams"); }
CALL cuGraphExecNodeSetParams(void) { return refuse("cuGraphExecNodeSetParams"); }
CALL cuGraphExecUpdate(void) { return refuse("cuGraphExecUpdate"); }
CALL cuGraphExecUpdate_v2(void) { return refuse("cuGraphExecUpdate_v2"); }
CALL cuGraphExternalSemaphoresSignalNodeGetParams(void) { return refuse("cuGraphExternalSemaphoresSignalNodeGetParams"); }
CALL cuGraphExternalSemaphoresSignalNodeSetParams(void) { return refuse("cuGraphExternalSemaphoresSignalNodeSetParams"); }
CALL cuGraphExternalSemaphoresWaitNodeGetParams(void) { return refuse("cuGraphExternalSemaphoresWaitNodeGetParams"); }
CALL cuGraphExternalSemaphoresWaitNodeSetParams(void) { return refuse("cuGraphExternalSemaphoresWaitNodeSetParams"); }
CALL cuGraphGetEdges(void) { return refuse("cuGraphGetEdges"); }
CALL cuGraphGetEdges_v2(void) { return refuse("cuGraphGetEdges_v2"); }
CALL cuGraphGetId(void) { return refuse("cuGraphGetId"); }
CALL cuGraphGetNodes(void) { return refuse("cuGraphGetNodes"); }
CALL cuGraphGetRootNodes(void) { return refuse("cuGraphGetRootNodes"); }
CALL cuGraphHostNodeGetParams(void) { return refuse("cuGraphHostNodeGetParams"); }
CALL cuGraphHostNodeSetParams(void) { return refuse("cuGraphHostNodeSetParams"); }
CALL cuGraphInstantiate(void) { return refuse("cuGraphInstantiate"); }
CALL cuGraphInstantiate_v2(void) { return refuse("cuGraphInstantiate_v2"); }
CALL cuGraphInstantiateWithFlags(void) { return refuse("cuGraphInstantiateWithFlags"); }
CALL cuGraphInstantiateWithParams(void) { return refuse("cuGraphInstantiateWithParams"); }
CALL cuGraphKernelNodeCopyAttributes(void) { return refuse("cuGraphKernelNodeCopyAttributes"); }
CALL cuGraphKernelNodeGetAttribute(void) { return refuse("cuGraphKernelNodeGetAttribute"); }
CALL cuGraphKernelNodeGetParams(void) { return refuse("cuGraphKernelNodeGetParams"); }
CALL cuGraphKernelNodeGetParams_v2(void) { return refuse("cuGraphKernelNodeGetParams_v2"); }
CALL cuGraphKernelNodeSetAttribute(void) { return refuse("cuGraphKernelNodeSetAttribute"); }
CALL cuGraphKernelNodeSetParams(void) { return refuse("cuGraphKernelNodeSetParams"); }
CALL cuGraphKernelNodeSetParams_v2(void) { return refuse("cuGraphKernelNodeSetParams_v2"); }
CALL cuGraphLaunch(void) { return refuse("cuGraphLaunch"); }
CALL cuGraphMemAllocNodeGetParams(void) { return refuse("cuGraphMemAllocNodeGetParams"); }
CALL cuGraphMemFreeNodeGetParams(void) { return refuse("cuGraphMemFreeNodeGetParams"); }
CALL cuGraphMemcpyNodeGetParams(void) { return refuse("cuGraphMemcpyNodeGetParams"); }
CALL cuGraphMemcpyNodeSetParams(void) { return refuse("cuGraphMemcpyNodeSetParams"); }
CALL cuGraphMemsetNodeGetParams(void) { return refuse("cuGraphMemsetNodeGetParams"); }
CALL cuGraphMemsetNodeSetParams(void) { return refuse("cuGraphMemsetNodeSetParams"); }
CALL cuGraphNodeFindInClone(void) { return refuse("cuGraphNodeFindInClone"); }
CALL cuGraphNodeGetContainingGraph(void) { return refuse("cuGraphNodeGetContainingGraph"); }
CALL cuGraphNodeGetDependencies(void) { return refuse("cuGraphNodeGetDependencies"); }
CALL cuGraphNodeGetDependencies_v2(void) { return refuse("cuGraphNodeGetDependencies_v2"); }
CALL cuGraphNodeGetDependentNodes(void) { return refuse("cuGraphNodeGetDependentNodes"); }
CALL cuGraphNodeGetDependentNodes_v2(void) { return refuse("cuGraphNodeGetDependentNodes_v2"); }
CALL cuGraphNodeGetEnabled(void) { return refuse("cuGraphNodeGetEnabled"); }
CALL cuGraphNodeGetLocalId(void) { return refuse("cuGraphNodeGetLocalId"); }
CALL cuGraphNodeGetParams(void) { return refuse("cuGraphNodeGetParams"); }
CALL cuGraphNodeGetToolsId(void) { return refuse("cuGraphNodeGetToolsId"); }
CALL cuGraphNodeGetType(void) { return refuse("cuGraphNodeGetType"); }
CALL cuGraphNodeSetEnabled(void) { return refuse("cuGraphNodeSetEnabled"); }
CALL cuGraphNodeSetParams(void) { return refuse("cuGraphNodeSetParams"); }
CALL cuGraphNodeSetParams_v2(void) { return refuse("cuGraphNodeSetParams_v2"); }
CALL cuGraphReleaseUserObject(void) { return refuse("cuGraphReleaseUserObject"); }
CALL cuGraphRemoveDependencies(void) { return refuse("cuGraphRemoveDependencies"); }
CALL cuGraphRemoveDependencies_v2(void) { return refuse("cuGraphRemoveDependencies_v2"); }
CALL cuGraphRetainUserObject(void) { return refuse("cuGraphRetainUserObject"); }
CALL cuGraphUpload(void) { return refuse("cuGraphUpload"); }
CALL cuGraphicsMapResources(void) { return refuse("cuGraphicsMapResources"); }
CALL cuGraphicsResourceGetMappedMipmappedArray(void) { return refuse("cuGraphicsResourceGetMappedMipmappedArray"); }
CALL cuGraphicsResourceGetMappedPointer(void) { return refuse("cuGraphicsResourceGetMappedPointer"); }
CALL cuGraphicsResourceGetMappedPointer_v2(void) { return refuse("cuGraphicsResourceGetMappedPointer_v2"); }
CALL cuGraphicsResourceSetMapFlags(void) { return refuse("cuGraphicsResourceSetMapFlags"); }
CALL cuGraphicsResourceSetMapFlags_v2(void) { return refuse("cuGraphicsResourceSetMapFlags_v2"); }
CALL cuGraphicsSubResourceGetMappedArray(void) { return refuse("cuGraphicsSubResourceGetMappedArray"); }
CALL cuGraphicsUnmapResources(void) { return refuse("cuGraphicsUnmapResources"); }
CALL cuGraphicsUnregisterResource(void) { return refuse("cuGraphicsUnregisterResource"); }
CALL cuGreenCtxCreate(void) { return refuse("cuGreenCtxCreate"); }
CALL cuGreenCtxDestroy(void) { return refuse("cuGreenCtxDestroy"); }
CALL cuGreenCtxGetDevResource(void) { return refuse("cuGreenCtxGetDevResource"); }
CALL cuGreenCtxGetId(void) { return refuse("cuGreenCtxGetId"); }
CALL cuGreenCtxRecordEvent(void) { return refuse("cuGreenCtxRecordEvent"); }
CALL cuGreenCtxStreamCreate(void) { return refuse("cuGreenCtxStreamCreate"); }
CALL cuGreenCtxWaitEvent(void) { return refuse("cuGreenCtxWaitEvent"); }
CALL cuImportExternalMemory(void) { return refuse("cuImportExternalMemory"); }
CALL cuImportExternalSemaphore(void) { return refuse("cuImportExternalSemaphore"); }
CALL cuIpcCloseMemHandle(void) { return refuse("cuIpcCloseMemHandle"); }
CALL cuIpcGetEventHandle(void) { return refuse("cuIpcGetEventHandle"); }
CALL cuIpcGetMemHandle(void) { return refuse("cuIpcGetMemHandle"); }
CALL cuIpcOpenEventHandle(void) { return refuse("cuIpcOpenEventHandle"); }
CALL cuIpcOpenMemHandle(void) { return refuse("cuIpcOpenMemHandle"); }
CALL cuIpcOpenMemHandle_v2(void) { return refuse("cuIpcOpenMemHandle_v2"); }
CALL cuKernelGetParamCount(void) { return refuse("cuKernelGetParamCount"); }
CALL cuLaunch(void) { return refuse("cuLaunch"); }
CALL cuLaunchCooperativeKernelMultiDevice(void) { return refuse("cuLaunchCooperativeKernelMultiDevice"); }
CALL cuLaunchGrid(void) { return refuse("cuLaunchGrid"); }
CALL cuLaunchGridAsync(void) { return refuse("cuLaunchGridAsync"); }
CALL cuLaunchHostFunc_v2(void) { return refuse("cuLaunchHostFunc_v2"); }
CALL cuLibraryGetUnifiedFunction(void) { return refuse("cuLibraryGetUnifiedFunction"); }
CALL cuLinkAddData(void) { return refuse("cuLinkAddData"); }
CALL cuLinkAddData_v2(void) { return refuse("cuLinkAddData_v2"); }
CALL cuLinkAddFile(void) { return refuse("cuLinkAddFile"); }
CALL cuLinkAddFile_v2(void) { return refuse("cuLinkAddFile_v2"); }
CALL cuLinkComplete(void) { return refuse("cuLinkComplete"); }
CALL cuLinkCreate(void) { return refuse("cuLinkCreate"); }
CALL cuLinkCreate_v2(void) { return refuse("cuLinkCreate_v2"); }
CALL cuLinkDestroy(void) { return refuse("cuLinkDestroy"); }
CALL cuLogicalEndpointAddDevice(void) { return refuse("cuLogicalEndpointAddDevice"); }
CALL cuLogicalEndpointBindAddr(void) { return refuse("cuLogicalEndpointBindAddr"); }
CALL cuLogicalEndpointBindMem(void) { return refuse("cuLogicalEndpointBindMem"); }
CALL cuLogicalEndpointCreate(void) { return refuse("cuLogicalEndpointCreate"); }
CALL cuLogicalEndpointDestroy(void) { return refuse("cuLogicalEndpointDestroy"); }
CALL cuLogicalEndpointExport(void) { return refuse("cuLogicalEndpointExport"); }
CALL cuLogicalEndpointGetLimits(void) { return refuse("cuLogicalEndpointGetLimits"); }
CALL cuLogicalEndpointIdRelease(void) { return refuse("cuLogicalEndpointIdRelease"); }
CALL cuLogicalEndpointIdReserve(void) { return refuse("cuLogicalEndpointIdReserve"); }
CALL cuLogicalEndpointImport(void) { return refuse("cuLogicalEndpointImport"); }
CALL cuLogicalEndpointQuery(void) { return refuse("cuLogicalEndpointQuery"); }
CALL cuLogicalEndpointUnbind(void) { return refuse("cuLogicalEndpointUnbind"); }
CALL cuLogsCurrent(void) { return refuse("cuLogsCurrent"); }
CALL cuLogsDumpToFile(void) { return refuse("cuLogsDumpToFile"); }
CALL cuLogsDumpToMemory(void) { return refuse("cuLogsDumpToMemory"); }
CALL cuLogsRegisterCallback(void) { return refuse("cuLogsRegisterCallback"); }
CALL cuLogsUnregisterCallback(void) { return refuse("cuLogsUnregisterCallback"); }
CALL cuMemAddressFree(void) { return refuse("cuMemAddressFree"); }
CALL cuMemAddressReserve(void) { return refuse("cuMemAddressReserve"); }
CALL cuMemAlloc(void) { return refuse("cuMemAlloc"); }
CALL cuMemAllocHost(void) { return refuse("cuMemAllocHost"); }
CALL cuMemAllocPitch(void) { return refuse("cuMemAllocPitch"); }
CALL cuMemBatchDecompressAsync(void) { return refuse("cuMemBatchDecompressAsync"); }
CALL cuMemCreate(void) { return refuse("cuMemCreate"); }
CALL cuMemDiscardAndPrefetchBatchAsync(void) { return refuse("cuMemDiscardAndPrefetchBatchAsync"); }
CALL cuMemDiscardBatchAsync(void) { return refuse("cuMemDiscardBatchAsync"); }
CALL cuMemExportToShareableHandle(void) { return refuse("cuMemExportToShareableHandle"); }
CALL cuMemFree(void) { return refuse("cuMemFree"); }
CALL cuMemGetAccess(void) { return refuse("cuMemGetAccess"); }
CALL cuMemGetAddressRange(void) { return refuse("cuMemGetAddressRange"); }
CALL cuMemGetAllocationGranularity(void) { return refuse("cuMemGetAllocationGranularity"); }
CALL cuMemGetAllocationPropertiesFromHandle(void) { return refuse("cuMemGetAllocationPropertiesFromHandle"); }
CALL cuMemGetDefaultMemPool(void) { return refuse("cuMemGetDefaultMemPool"); }
CALL cuMemGetHandleForAddressRange(void) { return refuse("cuMemGetHandleForAddressRange"); }
CALL cuMemGetInfo(void) { return refuse("cuMemGetInfo"); }
CALL cuMemGetLocationInfo(void) { return refuse("cuMemGetLocationInfo"); }
CALL cuMemGetMemPool(void) { return refuse("cuMemGetMemPool"); }
CALL cuMemHostGetDevicePointer(void) { return refuse("cuMemHostGetDevicePointer"); }
CALL cuMemHostRegister(void) { return refuse("cuMemHostRegister"); }
CALL cuMemHostRegister_v2(void) { return refuse("cuMemHostRegister_v2"); }
CALL cuMemHostUnregister(void) { return refuse("cuMemHostUnregister"); }
CALL cuMemImportFromShareableHandle(void) { return refuse("cuMemImportFromShareableHandle"); }
CALL cuMemMap(void) { return refuse("cuMemMap"); }
CALL cuMemMapArrayAsync(void) { return refuse("cuMemMapArrayAsync"); }
CALL cuMemPoolCreate(void) { return refuse("cuMemPoolCreate"); }
CALL cuMemPoolDestroy(void) { return refuse("cuMemPoolDestroy"); }
CALL cuMemPoolExportPointer(void) { return refuse("cuMemPoolExportPointer"); }
CALL cuMemPoolExportToShareableHandle(void) { return refuse("cuMemPoolExportToShareableHandle"); }
CALL cuMemPoolGetAccess(void) { return refuse("cuMemPoolGetAccess"); }
CALL cuMemPoolGetAttribute(void) { return refuse("cuMemPoolGetAttribute"); }
CALL cuMemPoolImportFromShareableHandle(void) { return refuse("cuMemPoolImportFromShareableHandle"); }
CALL cuMemPoolImportPointer(void) { return refuse("cuMemPoolImportPointer"); }
CALL cuMemPoolSetAccess(void) { return refuse("cuMemPoolSetAccess"); }
CALL cuMemPrefetchBatchAsync(void) { return refuse("cuMemPrefetchBatchAsync"); }
CALL cuMemRangeGetAttribute(void) { return refuse("cuMemRangeGetAttribute"); }
CALL cuMemRangeGetAttributes(void) { return refuse("cuMemRangeGetAttributes"); }
CALL cuMemRelease(void) { return refuse("cuMemRelease"); }
CALL cuMemRetainAllocationHandle(void) { return refuse("cuMemRetainAllocationHandle"); }
CALL cuMemSetAccess(void) { return refuse("cuMemSetAccess"); }
CALL cuMemSetMemPool(void) { return refuse("cuMemSetMemPool"); }
CALL cuMemUnmap(void) { return refuse("cuMemUnmap"); }
CALL cuMemcpy2D(void) { return refuse("cuMemcpy2D"); }
CALL cuMemcpy2DAsync(void) { return refuse("cuMemcpy2DAsync"); }
CALL cuMemcpy2DUnaligned(void) { return refuse("cuMemcpy2DUnaligned"); }
CALL cuMemcpy3D(void) { return refuse("cuMemcpy3D"); }
CALL cuMemcpy3DAsync(void) { return refuse("cuMemcpy3DAsync"); }
CALL cuMemcpy3DBatchAsync(void) { return refuse("cuMemcpy3DBatchAsync"); }
CALL cuMemcpy3DBatchAsync_v2(void) { return refuse("cuMemcpy3DBatchAsync_v2"); }
CALL cuMemcpy3DPeer(void) { return refuse("cuMemcpy3DPeer"); }
CALL cuMemcpy3DPeerAsync(void) { return refuse("cuMemcpy3DPeerAsync"); }
CALL cuMemcpy3DWithAttributesAsync(void) { return refuse("cuMemcpy3DWithAttributesAsync"); }
CALL cuMemcpyAtoA(void) { return refuse("cuMemcpyAtoA"); }
CALL cuMemcpyAtoA_v2(void) { return refuse("cuMemcpyAtoA_v2"); }
CALL cuMemcpyAtoD(void) { return refuse("cuMemcpyAtoD"); }
CALL cuMemcpyAtoD_v2(void) { return refuse("cuMemcpyAtoD_v2"); }
CALL cuMemcpyAtoH(void) { return refuse("cuMemcpyAtoH"); }
CALL cuMemcpyAtoH_v2(void) { return refuse("cuMemcpyAtoH_v2"); }
CALL cuMemcpyAtoHAsync(void) { return refuse("cuMemcpyAtoHAsync"); }
CALL cuMemcpyAtoHAsync_v2(void) { return refuse("cuMemcpyAtoHAsync_v2"); }
CALL cuMemcpyBatchAsync(void) { return refuse("cuMemcpyBatchAsync"); }
CALL cuMemcpyBatchAsync_v2(void) { return refuse("cuMemcpyBatchAsync_v2"); }
CALL cuMemcpyDtoA(void) { return refuse("cuMemcpyDtoA"); }
CALL cuMemcpyDtoA_v2(void) { return refuse("cuMemcpyDtoA_v2"); }
CALL cuMemcpyDtoD(void) { return refuse("cuMemcpyDtoD"); }
CALL cuMemcpyDtoDAsync(void) { return refuse("cuMemcpyDtoDAsync"); }
CALL cuMemcpyDtoH(void) { return refuse("cuMemcpyDtoH"); }
CALL cuMemcpyDtoHAsync(void) { return refuse("cuMemcpyDtoHAsync"); }
CALL cuMemcpyHtoA(void) { return refuse("cuMemcpyHtoA"); }
CALL cuMemcpyHtoA_v2(void) { return refuse("cuMemcpyHtoA_v2"); }
CALL cuMemcpyHtoAAsync(void) { return refuse("cuMemcpyHtoAAsync"); }
CALL cuMemcpyHtoAAsync_v2(void) { return refuse("cuMemcpyHtoAAsync_v2"); }
CALL cuMemcpyHtoD(void) { return refuse("cuMemcpyHtoD"); }
CALL cuMemcpyHtoDAsync(void) { return refuse("cuMemcpyHtoDAsync"); }
CALL cuMemcpyWithAttributesAsync(void) { return refuse("cuMemcpyWithAttributesAsync"); }
CALL cuMemsetD16(void) { return refuse("cuMemsetD16"); }
CALL cuMemsetD2D16(void) { return refuse("cuMemsetD2D16"); }
CALL cuMemsetD2D32(void) { return refuse("cuMemsetD2D32"); }
CALL cuMemsetD2D8(void) { return refuse("cuMemsetD2D8"); }
CALL cuMemsetD32(void) { return refuse("cuMemsetD32"); }
CALL cuMemsetD8(void) { return refuse("cuMemsetD8"); }
CALL cuMipmappedArrayCreate(void) { return refuse("cuMipmappedArrayCreate"); }
CALL cuMipmappedArrayDestroy(void) { return refuse("cuMipmappedArrayDestroy"); }
CALL cuMipmappedArrayGetLevel(void) { return refuse("cuMipmappedArrayGetLevel"); }
CALL cuMipmappedArrayGetMemoryRequirements(void) { return refuse("cuMipmappedArrayGetMemoryRequirements"); }
CALL cuMipmappedArrayGetSparseProperties(void) { return refuse("cuMipmappedArrayGetSparseProperties"); }
CALL cuModuleGetGlobal(void) { return refuse("cuModuleGetGlobal"); }
CALL cuModuleGetSurfRef(void) { return refuse("cuModuleGetSurfRef"); }
CALL cuModuleGetTexRef(void) { return refuse("cuModuleGetTexRef"); }
CALL cuMulticastAddDevice(void) { return refuse("cuMulticastAddDevice"); }
CALL cuMulticastBindAddr(void) { return refuse("cuMulticastBindAddr"); }
CALL cuMulticastBindAddr_v2(void) { return refuse("cuMulticastBindAddr_v2"); }
CALL cuMulticastBindMem(void) { return refuse("cuMulticastBindMem"); }
CALL cuMulticastBindMem_v2(void) { return refuse("cuMulticastBindMem_v2"); }
CALL cuMulticastCreate(void) { return refuse("cuMulticastCreate"); }
CALL cuMulticastGetGranularity(void) { return refuse("cuMulticastGetGranularity"); }
CALL cuMulticastUnbind(void) { return refuse("cuMulticastUnbind"); }
CALL cuOccupancyMaxActiveClusters(void) { return refuse("cuOccupancyMaxActiveClusters"); }
CALL cuOccupancyMaxPotentialClusterSize(void) { return refuse("cuOccupancyMaxPotentialClusterSize"); }
CALL cuParamSetSize(void) { return refuse("cuParamSetSize"); }
CALL cuParamSetTexRef(void) { return refuse("cuParamSetTexRef"); }
CALL cuParamSetf(void) { return refuse("cuParamSetf"); }
CALL cuParamSeti(void) { return refuse("cuParamSeti"); }
CALL cuParamSetv(void) { return refuse("cuParamSetv"); }
CALL cuPointerSetAttribute(void) { return refuse("cuPointerSetAttribute"); }
CALL cuProfilerInitialize(void) { return refuse("cuProfilerInitialize"); }
CALL cuSignalExternalSemaphoresAsync(void) { return refuse("cuSignalExternalSemaphoresAsync"); }
CALL cuStreamBatchMemOp(void) { return refuse("cuStreamBatchMemOp"); }
CALL cuStreamBatchMemOp_v2(void) { return refuse("cuStreamBatchMemOp_v2"); }
CALL cuStreamBeginCapture(void) { return refuse("cuStreamBeginCapture"); }
CALL cuStreamBeginCapture_v2(void) { return refuse("cuStreamBeginCapture_v2"); }
CALL cuStreamBeginCaptureToCig(void) { return refuse("cuStreamBeginCaptureToCig"); }
CALL cuStreamBeginCaptureToGraph(void) { return refuse("cuStreamBeginCaptureToGraph"); }
CALL cuStreamBeginRecaptureToGraph(void) { return refuse("cuStreamBeginRecaptureToGraph"); }
CALL cuStreamCopyAttributes(void) { return refuse("cuStreamCopyAttributes"); }
CALL cuStreamDestroy(void) { return refuse("cuStreamDestroy"); }
CALL cuStreamEndCapture(void) { return refuse("cuStreamEndCapture"); }
CALL cuStreamEndCaptureToCig(void) { return refuse("cuStreamEndCaptureToCig"); }
CALL cuStreamGetAttribute(void) { return refuse("cuStreamGetAttribute"); }
CALL cuStreamGetCaptureInfo(void) { return refuse("cuStreamGetCaptureInfo"); }
CALL cuStreamGetCaptureInfo_v2(void) { return refuse("cuStreamGetCaptureInfo_v2"); }
CALL cuStreamGetCaptureInfo_v3(void) { return refuse("cuStreamGetCaptureInfo_v3"); }
CALL cuStreamGetCtx_v2(void) { return refuse("cuStreamGetCtx_v2"); }
CALL cuStreamGetDevResource(void) { return refuse("cuStreamGetDevResource"); }
CALL cuStreamGetGreenCtx(void) { return refuse("cuStreamGetGreenCtx"); }
CALL cuStreamSetAttribute(void) { return refuse("cuStreamSetAttribute"); }
CALL cuStreamUpdateCaptureDependencies(void) { return refuse("cuStreamUpdateCaptureDependencies"); }
CALL cuStreamUpdateCaptureDependencies_v2(void) { return refuse("cuStreamUpdateCaptureDependencies_v2"); }
CALL cuStreamWaitValue32(void) { return refuse("cuStreamWaitValue32"); }
CALL cuStreamWaitValue32_v2(void) { return refuse("cuStreamWaitValue32_v2"); }
CALL cuStreamWaitValue64(void) { return refuse("cuStreamWaitValue64"); }
CALL cuStreamWaitValue64_v2(void) { return refuse("cuStreamWaitValue64_v2"); }
CALL cuStreamWriteValue32(void) { return refuse("cuStreamWriteValue32"); }
CALL cuStreamWriteValue32_v2(void) { return refuse("cuStreamWriteValue32_v2"); }
CALL cuStreamWriteValue64(void) { return refuse("cuStreamWriteValue64"); }
CALL cuStreamWriteValue64_v2(void) { return refuse("cuStreamWriteValue64_v2"); }
CALL cuSurfObjectCreate(void) { return refuse("cuSurfObjectCreate"); }
CALL cuSurfObjectDestroy(void) { return refuse("cuSurfObjectDestroy"); }
CALL cuSurfObjectGetResourceDesc(void) { return refuse("cuSurfObjectGetResourceDesc"); }
CALL cuSurfRefGetArray(void) { return refuse("cuSurfRefGetArray"); }
CALL cuSurfRefSetArray(void) { return refuse("cuSurfRefSetArray"); }
CALL cuTensorMapEncodeIm2colWide(void) { return refuse("cuTensorMapEncodeIm2colWide"); }
CALL cuTensorMapReplaceAddress(void) { return refuse("cuTensorMapReplaceAddress"); }
CALL cuTensorMapSetAllocationClass(void) { return refuse("cuTensorMapSetAllocationClass"); }
CALL cuTexObjectCreate(void) { return refuse("cuTexObjectCreate"); }
CALL cuTexObjectDestroy(void) { return refuse("cuTexObjectDestroy"); }
CALL cuTexObjectGetResourceDesc(void) { return refuse("cuTexObjectGetResourceDesc"); }
CALL cuTexObjectGetResourceViewDesc(void) { return refuse("cuTexObjectGetResourceViewDesc"); }
CALL cuTexObjectGetTextureDesc(void) { return refuse("cuTexObjectGetTextureDesc"); }
CALL cuTexRefCreate(void) { return refuse("cuTexRefCreate"); }
CALL cuTexRefDestroy(void) { return refuse("cuTexRefDestroy"); }
CALL cuTexRefGetAddress(void) { return refuse("cuTexRefGetAddress"); }
CALL cuTexRefGetAddress_v2(void) { return refuse("cuTexRefGetAddress_v2"); }
CALL cuTexRefGetAddressMode(void) { return refuse("cuTexRefGetAddressMode"); }
CALL cuTexRefGetArray(void) { return refuse("cuTexRefGetArray"); }
CALL cuTexRefGetBorderColor(void) { return refuse("cuTexRefGetBorderColor"); }
CALL cuTexRefGetFilterMode(void) { return refuse("cuTexRefGetFilterMode"); }
CALL cuTexRefGetFlags(void) { return refuse("cuTexRefGetFlags"); }
CALL cuTexRefGetFormat(void) { return refuse("cuTexRefGetFormat"); }
CALL cuTexRefGetMaxAnisotropy(void) { return refuse("cuTexRefGetMaxAnisotropy"); }
CALL cuTexRefGetMipmapFilterMode(void) { return refuse("cuTexRefGetMipmapFilterMode"); }
CALL cuTexRefGetMipmapLevelBias(void) { return refuse("cuTexRefGetMipmapLevelBias"); }
CALL cuTexRefGetMipmapLevelClamp(void) { return refuse("cuTexRefGetMipmapLevelClamp"); }
CALL cuTexRefGetMipmappedArray(void) { return refuse("cuTexRefGetMipmappedArray"); }
CALL cuTexRefSetAddress(void) { return refuse("cuTexRefSetAddress"); }
CALL cuTexRefSetAddress_v2(void) { return refuse("cuTexRefSetAddress_v2"); }
CALL cuTexRefSetAddress2D(void) { return refuse("cuTexRefSetAddress2D"); }
CALL cuTexRefSetAddress2D_v2(void) { return refuse("cuTexRefSetAddress2D_v2"); }
CALL cuTexRefSetAddress2D_v3(void) { return refuse("cuTexRefSetAddress2D_v3"); }
CALL cuTexRefSetAddressMode(void) { return refuse("cuTexRefSetAddressMode"); }
CALL cuTexRefSetArray(void) { return refuse("cuTexRefSetArray"); }
CALL cuTexRefSetBorderColor(void) { return refuse("cuTexRefSetBorderColor"); }
CALL cuTexRefSetFilterMode(void) { return refuse("cuTexRefSetFilterMode"); }
CALL cuTexRefSetFlags(void) { return refuse("cuTexRefSetFlags"); }
CALL cuTexRefSetFormat(void) { return refuse("cuTexRefSetFormat"); }
CALL cuTexRefSetMaxAnisotropy(void) { return refuse("cuTexRefSetMaxAnisotropy"); }
CALL cuTexRefSetMipmapFilterMode(void) { return refuse("cuTexRefSetMipmapFilterMode"); }
CALL cuTexRefSetMipmapLevelBias(void) { return refuse("cuTexRefSetMipmapLevelBias"); }
CALL cuTexRefSetMipmapLevelClamp(void) { return refuse("cuTexRefSetMipmapLevelClamp"); }
CALL cuTexRefSetMipmappedArray(void) { return refuse("cuTexRefSetMipmappedArray"); }
CALL cuUserObjectCreate(void) { return refuse("cuUserObjectCreate"); }
CALL cuUserObjectRelease(void) { return refuse("cuUserObjectRelease"); }
CALL cuUserObjectRetain(void) { return refuse("cuUserObjectRetain"); }
CALL cuWaitExternalSemaphoresAsync(void) { return refuse("cuWaitExternalSemaphoresAsync"); }

/* Streams are in order here, so the default stream of a thread is the default stream. */
ALIAS(cuEventRecord, cuEventRecord_ptsz)
ALIAS(cuEventRecordWithFlags, cuEventRecordWithFlags_ptsz)
ALIAS(cuFabricCpyBatchAsync, cuFabricCpyBatchAsync_ptsz)
ALIAS(cuGraphInstantiateWithParams, cuGraphInstantiateWithParams_ptsz)
ALIAS(cuGraphLaunch, cuGraphLaunch_ptsz)
ALIAS(cuGraphUpload, cuGraphUpload_ptsz)
ALIAS(cuGraphicsMapResources, cuGraphicsMapResources_ptsz)
ALIAS(cuGraphicsUnmapResources, cuGraphicsUnmapResources_ptsz)
ALIAS(cuLaunchCooperativeKernel, cuLaunchCooperativeKernel_ptsz)
ALIAS(cuLaunchHostFunc_v2, cuLaunchHostFunc_v2_ptsz)
ALIAS(cuLaunchKernel, cuLaunchKernel_ptsz)
ALIAS(cuLaunchKernelEx, cuLaunchKernelEx_ptsz)
ALIAS(cuMemAllocAsync, cuMemAllocAsync_ptsz)
ALIAS(cuMemAllocFromPoolAsync, cuMemAllocFromPoolAsync_ptsz)
ALIAS(cuMemBatchDecompressAsync, cuMemBatchDecompressAsync_ptsz)
ALIAS(cuMemDiscardAndPrefetchBatchAsync, cuMemDiscardAndPrefetchBatchAsync_ptsz)
ALIAS(cuMemDiscardBatchAsync, cuMemDiscardBatchAsync_ptsz)
ALIAS(cuMemFreeAsync, cuMemFreeAsync_ptsz)
ALIAS(cuMemMapArrayAsync, cuMemMapArrayAsync_ptsz)
ALIAS(cuMemPrefetchAsync_v2, cuMemPrefetchAsync_v2_ptsz)
ALIAS(cuMemPrefetchBatchAsync, cuMemPrefetchBatchAsync_ptsz)
ALIAS(cuMemcpy, cuMemcpy_ptds)
ALIAS(cuMemcpy2D_v2, cuMemcpy2D_v2_ptds)
ALIAS(cuMemcpy2DAsync_v2, cuMemcpy2DAsync_v2_ptsz)
ALIAS(cuMemcpy2DUnaligned_v2, cuMemcpy2DUnaligned_v2_ptds)
ALIAS(cuMemcpy3D_v2, cuMemcpy3D_v2_ptds)
ALIAS(cuMemcpy3DAsync_v2, cuMemcpy3DAsync_v2_ptsz)
ALIAS(cuMemcpy3DBatchAsync_v2, cuMemcpy3DBatchAsync_v2_ptsz)
ALIAS(cuMemcpy3DPeer, cuMemcpy3DPeer_ptds)
ALIAS(cuMemcpy3DPeerAsync, cuMemcpy3DPeerAsync_ptsz)
ALIAS(cuMemcpy3DWithAttributesAsync, cuMemcpy3DWithAttributesAsync_ptsz)
ALIAS(cuMemcpyAsync, cuMemcpyAsync_ptsz)
ALIAS(cuMemcpyAtoA_v2, cuMemcpyAtoA_v2_ptds)
ALIAS(cuMemcpyAtoD_v2, cuMemcpyAtoD_v2_ptds)
ALIAS(cuMemcpyAtoH_v2, cuMemcpyAtoH_v2_ptds)
ALIAS(cuMemcpyAtoHAsync_v2, cuMemcpyAtoHAsync_v2_ptsz)
ALIAS(cuMemcpyBatchAsync_v2, cuMemcpyBatchAsync_v2_ptsz)
ALIAS(cuMemcpyDtoA_v2, cuMemcpyDtoA_v2_ptds)
ALIAS(cuMemcpyDtoD_v2, cuMemcpyDtoD_v2_ptds)
ALIAS(cuMemcpyDtoDAsync_v2, cuMemcpyDtoDAsync_v2_ptsz)
ALIAS(cuMemcpyDtoH_v2, cuMemcpyDtoH_v2_ptds)
ALIAS(cuMemcpyDtoHAsync_v2, cuMemcpyDtoHAsync_v2_ptsz)
ALIAS(cuMemcpyHtoA_v2, cuMemcpyHtoA_v2_ptds)
ALIAS(cuMemcpyHtoAAsync_v2, cuMemcpyHtoAAsync_v2_ptsz)
ALIAS(cuMemcpyHtoD_v2, cuMemcpyHtoD_v2_ptds)
ALIAS(cuMemcpyHtoDAsync_v2, cuMemcpyHtoDAsync_v2_ptsz)
ALIAS(cuMemcpyPeer, cuMemcpyPeer_ptds)
ALIAS(cuMemcpyPeerAsync, cuMemcpyPeerAsync_ptsz)
ALIAS(cuMemcpyWithAttributesAsync, cuMemcpyWithAttributesAsync_ptsz)
ALIAS(cuMemsetD16_v2, cuMemsetD16_v2_ptds)
ALIAS(cuMemsetD16Async, cuMemsetD16Async_ptsz)
ALIAS(cuMemsetD2D16_v2, cuMemsetD2D16_v2_ptds)
ALIAS(cuMemsetD2D16Async, cuMemsetD2D16Async_ptsz)
ALIAS(cuMemsetD2D32_v2, cuMemsetD2D32_v2_ptds)
ALIAS(cuMemsetD2D32Async, cuMemsetD2D32Async_ptsz)
ALIAS(cuMemsetD2D8_v2, cuMemsetD2D8_v2_ptds)
ALIAS(cuMemsetD2D8Async, cuMemsetD2D8Async_ptsz)
ALIAS(cuMemsetD32_v2, cuMemsetD32_v2_ptds)
ALIAS(cuMemsetD32Async, cuMemsetD32Async_ptsz)
ALIAS(cuMemsetD8_v2, cuMemsetD8_v2_ptds)
ALIAS(cuMemsetD8Async, cuMemsetD8Async_ptsz)
ALIAS(cuSignalExternalSemaphoresAsync, cuSignalExternalSemaphoresAsync_ptsz)
ALIAS(cuStreamAddCallback, cuStreamAddCallback_ptsz)
ALIAS(cuStreamAttachMemAsync, cuStreamAttachMemAsync_ptsz)
ALIAS(cuStreamBatchMemOp_v2, cuStreamBatchMemOp_v2_ptsz)
ALIAS(cuStreamBeginCapture_v2, cuStreamBeginCapture_v2_ptsz)
ALIAS(cuStreamBeginCaptureToCig, cuStreamBeginCaptureToCig_ptsz)
ALIAS(cuStreamBeginCaptureToGraph, cuStreamBeginCaptureToGraph_ptsz)
ALIAS(cuStreamBeginRecaptureToGraph, cuStreamBeginRecaptureToGraph_ptsz)
ALIAS(cuStreamCopyAttributes, cuStreamCopyAttributes_ptsz)
ALIAS(cuStreamEndCapture, cuStreamEndCapture_ptsz)
ALIAS(cuStreamEndCaptureToCig, cuStreamEndCaptureToCig_ptsz)
ALIAS(cuStreamGetAttribute, cuStreamGetAttribute_ptsz)
ALIAS(cuStreamGetCaptureInfo_v3, cuStreamGetCaptureInfo_v3_ptsz)
ALIAS(cuStreamGetCtx_v2, cuStreamGetCtx_v2_ptsz)
ALIAS(cuStreamGetDevResource, cuStreamGetDevResource_ptsz)
ALIAS(cuStreamGetDevice, cuStreamGetDevice_ptsz)
ALIAS(cuStreamGetFlags, cuStreamGetFlags_ptsz)
ALIAS(cuStreamGetId, cuStreamGetId_ptsz)
ALIAS(cuStreamGetPriority, cuStreamGetPriority_ptsz)
ALIAS(cuStreamIsCapturing, cuStreamIsCapturing_ptsz)
ALIAS(cuStreamQuery, cuStreamQuery_ptsz)
ALIAS(cuStreamSetAttribute, cuStreamSetAttribute_ptsz)
ALIAS(cuStreamSynchronize, cuStreamSynchronize_ptsz)
ALIAS(cuStreamUpdateCaptureDependencies_v2, cuStreamUpdateCaptureDependencies_v2_ptsz)
ALIAS(cuStreamWaitEvent, cuStreamWaitEvent_ptsz)
ALIAS(cuStreamWaitValue32_v2, cuStreamWaitValue32_v2_ptsz)
ALIAS(cuStreamWaitValue64_v2, cuStreamWaitValue64_v2_ptsz)
ALIAS(cuStreamWriteValue32_v2, cuStreamWriteValue32_v2_ptsz)
ALIAS(cuStreamWriteValue64_v2, cuStreamWriteValue64_v2_ptsz)
ALIAS(cuWaitExternalSemaphoresAsync, cuWaitExternalSemaphoresAsync_ptsz)

static const struct Name NAMES[] = {
    {"cuArray3DCreate", 2000, (void *)cuArray3DCreate},
    {"cuArray3DCreate", 3020, (void *)cuArray3DCreate_v2},
    {"cuArray3DGetDescriptor", 2000, (void *)cuArray3DGetDescriptor},
    {"cuArray3DGetDescriptor", 3020, (void *)cuArray3DGetDescriptor_v2},
    {"cuArrayCreate", 2000, (void *)cuArrayCreate},
    {"cuArrayCreate", 3020, (void *)cuArrayCreate_v2},
    {"cuArrayDestroy", 2000, (void *)cuArrayDestroy},
    {"cuArrayGetDescriptor", 2000, (void *)cuArrayGetDescriptor},
    {"cuArrayGetDescriptor", 3020, (void *)cuArrayGetDescriptor_v2},
    {"cuArrayGetMemoryRequirements", 11060, (void *)cuArrayGetMemoryRequirements},
    {"cuArrayGetPlane", 11020, (void *)cuArrayGetPlane},
    {"cuArrayGetSparseProperties", 11010, (void *)cuArrayGetSparseProperties},
    {"cuCheckpointOperationComplete", 13040, (void *)cuCheckpointOperationComplete},
    {"cuCheckpointProcessCheckpoint", 12080, (void *)cuCheckpointProcessCheckpoint},
    {"cuCheckpointProcessGetRestoreThreadId", 12080, (void *)cuCheckpointProcessGetRestoreThreadId},
    {"cuCheckpointProcessGetState", 12080, (void *)cuCheckpointProcessGetState},
    {"cuCheckpointProcessLock", 12080, (void *)cuCheckpointProcessLock},
    {"cuCheckpointProcessRestore", 12080, (void *)cuCheckpointProcessRestore},
    {"cuCheckpointProcessUnlock", 12080, (void *)cuCheckpointProcessUnlock},
    {"cuCoredumpDeregisterCompleteCallback", 13020, (void *)cuCoredumpDeregisterCompleteCallback},
    {"cuCoredumpDeregisterStartCallback", 13020, (void *)cuCoredumpDeregisterStartCallback},
    {"cuCoredumpGetAttribute", 12010, (void *)cuCoredumpGetAttribute},
    {"cuCoredumpGetAttributeGlobal", 12010, (void *)cuCoredumpGetAttributeGlobal},
    {"cuCoredumpRegisterCompleteCallback", 13020, (void *)cuCoredumpRegisterCompleteCallback},
    {"cuCoredumpRegisterStartCallback", 13020, (void *)cuCoredumpRegisterStartCallback},
    {"cuCoredumpSetAttribute", 12010, (void *)cuCoredumpSetAttribute},
    {"cuCoredumpSetAttributeGlobal", 12010, (void *)cuCoredumpSetAttributeGlobal},
    {"cuCtxAttach", 2000, (void *)cuCtxAttach},
    {"cuCtxCreate", 2000, (void *)cuCtxCreate},
    {"cuCtxCreate", 3020, (void *)cuCtxCreate_v2},
    {"cuCtxCreate", 11040, (void *)cuCtxCreate_v3},
    {"cuCtxCreate", 12050, (void *)cuCtxCreate_v4},
    {"cuCtxDestroy", 2000, (void *)cuCtxDestroy},
    {"cuCtxDestroy", 4000, (void *)cuCtxDestroy_v2},
    {"cuCtxDetach", 2000, (void *)cuCtxDetach},
    {"cuCtxDisablePeerAccess", 4000, (void *)cuCtxDisablePeerAccess},
    {"cuCtxEnablePeerAccess", 4000, (void *)cuCtxEnablePeerAccess},
    {"cuCtxFromGreenCtx", 12040, (void *)cuCtxFromGreenCtx},
    {"cuCtxGetApiVersion", 3020, (void *)cuCtxGetApiVersion},
    {"cuCtxGetCacheConfig", 3020, (void *)cuCtxGetCacheConfig},
    {"cuCtxGetCurrent", 4000, (void *)cuCtxGetCurrent},
    {"cuCtxGetDevResource", 12040, (void *)cuCtxGetDevResource},
    {"cuCtxGetDevice", 2000, (void *)cuCtxGetDevice},
    {"cuCtxGetDevice", 13000, (void *)cuCtxGetDevice_v2},
    {"cuCtxGetExecAffinity", 11040, (void *)cuCtxGetExecAffinity},
    {"cuCtxGetFlags", 7000, (void *)cuCtxGetFlags},
    {"cuCtxGetId", 12000, (void *)cuCtxGetId},
    {"cuCtxGetLimit", 3010, (void *)cuCtxGetLimit},
    {"cuCtxGetSharedMemConfig", 4020, (void *)cuCtxGetSharedMemConfig},
    {"cuCtxGetStreamPriorityRange", 5050, (void *)cuCtxGetStreamPriorityRange},
    {"cuCtxPopCurrent", 2000, (void *)cuCtxPopCurrent},
    {"cuCtxPopCurrent", 4000, (void *)cuCtxPopCurrent_v2},
    {"cuCtxPushCurrent", 2000, (void *)cuCtxPushCurrent},
    {"cuCtxPushCurrent", 4000, (void *)cuCtxPushCurrent_v2},
    {"cuCtxRecordEvent", 12050, (void *)cuCtxRecordEvent},
    {"cuCtxResetPersistingL2Cache", 11000, (void *)cuCtxResetPersistingL2Cache},
    {"cuCtxSetCacheConfig", 3020, (void *)cuCtxSetCacheConfig},
    {"cuCtxSetCurrent", 4000, (void *)cuCtxSetCurrent},
    {"cuCtxSetFlags", 12010, (void *)cuCtxSetFlags},
    {"cuCtxSetLimit", 3010, (void *)cuCtxSetLimit},
    {"cuCtxSetSharedMemConfig", 4020, (void *)cuCtxSetSharedMemConfig},
    {"cuCtxSynchronize", 2000, (void *)cuCtxSynchronize},
    {"cuCtxSynchronize", 13000, (void *)cuCtxSynchronize_v2},
    {"cuCtxWaitEvent", 12050, (void *)cuCtxWaitEvent},
    {"cuDestroyExternalMemory", 10000, (void *)cuDestroyExternalMemory},
    {"cuDestroyExternalSemaphore", 10000, (void *)cuDestroyExternalSemaphore},
    {"cuDevResourceGenerateDesc", 12040, (void *)cuDevResourceGenerateDesc},
    {"cuDevSmResourceSplit", 13010, (void *)cuDevSmResourceSplit},
    {"cuDevSmResourceSplitByCount", 12040, (void *)cuDevSmResourceSplitByCount},
    {"cuDeviceCanAccessPeer", 4000, (void *)cuDeviceCanAccessPeer},
    {"cuDeviceComputeCapability", 2000, (void *)cuDeviceComputeCapability},
    {"cuDeviceGet", 2000, (void *)cuDeviceGet},
    {"cuDeviceGetAttribute", 2000, (void *)cuDeviceGetAttribute},
    {"cuDeviceGetByPCIBusId", 4010, (void *)cuDeviceGetByPCIBusId},
    {"cuDeviceGetCliqueCount", 13040, (void *)cuDeviceGetCliqueCount},
    {"cuDeviceGetCliqueInfo", 13040, (void *)cuDeviceGetCliqueInfo},
    {"cuDeviceGetCount", 2000, (void *)cuDeviceGetCount},
    {"cuDeviceGetDefaultMemPool", 11020, (void *)cuDeviceGetDefaultMemPool},
    {"cuDeviceGetDevResource", 12040, (void *)cuDeviceGetDevResource},
    {"cuDeviceGetExecAffinitySupport", 11040, (void *)cuDeviceGetExecAffinitySupport},
    {"cuDeviceGetFabricClusterUuid", 13040, (void *)cuDeviceGetFabricClusterUuid},
    {"cuDeviceGetGraphMemAttribute", 11040, (void *)cuDeviceGetGraphMemAttribute},
    {"cuDeviceGetHostAtomicCapabilities", 13000, (void *)cuDeviceGetHostAtomicCapabilities},
    {"cuDeviceGetLuid", 10000, (void *)cuDeviceGetLuid},
    {"cuDeviceGetMemPool", 11020, (void *)cuDeviceGetMemPool},
    {"cuDeviceGetName", 2000, (void *)cuDeviceGetName},
    {"cuDeviceGetNvSciSyncAttributes", 10020, (void *)cuDeviceGetNvSciSyncAttributes},
    {"cuDeviceGetP2PAtomicCapabilities", 13000, (void *)cuDeviceGetP2PAtomicCapabilities},
    {"cuDeviceGetP2PAttribute", 8000, (void *)cuDeviceGetP2PAttribute},
    {"cuDeviceGetPCIBusId", 4010, (void *)cuDeviceGetPCIBusId},
    {"cuDeviceGetProperties", 2000, (void *)cuDeviceGetProperties},
    {"cuDeviceGetTexture1DLinearMaxWidth", 11010, (void *)cuDeviceGetTexture1DLinearMaxWidth},
    {"cuDeviceGetUuid", 9020, (void *)cuDeviceGetUuid},
    {"cuDeviceGetUuid", 11040, (void *)cuDeviceGetUuid_v2},
    {"cuDeviceGraphMemTrim", 11040, (void *)cuDeviceGraphMemTrim},
    {"cuDevicePrimaryCtxGetState", 7000, (void *)cuDevicePrimaryCtxGetState},
    {"cuDevicePrimaryCtxRelease", 7000, (void *)cuDevicePrimaryCtxRelease},
    {"cuDevicePrimaryCtxRelease", 11000, (void *)cuDevicePrimaryCtxRelease_v2},
    {"cuDevicePrimaryCtxReset", 7000, (void *)cuDevicePrimaryCtxReset},
    {"cuDevicePrimaryCtxReset", 11000, (void *)cuDevicePrimaryCtxReset_v2},
    {"cuDevicePrimaryCtxRetain", 7000, (void *)cuDevicePrimaryCtxRetain},
    {"cuDevicePrimaryCtxSetFlags", 7000, (void *)cuDevicePrimaryCtxSetFlags},
    {"cuDevicePrimaryCtxSetFlags", 11000, (void *)cuDevicePrimaryCtxSetFlags_v2},
    {"cuDeviceRegisterAsyncNotification", 12040, (void *)cuDeviceRegisterAsyncNotification},
    {"cuDeviceSetGraphMemAttribute", 11040, (void *)cuDeviceSetGraphMemAttribute},
    {"cuDeviceSetMemPool", 11020, (void *)cuDeviceSetMemPool},
    {"cuDeviceTotalMem", 2000, (void *)cuDeviceTotalMem},
    {"cuDeviceTotalMem", 3020, (void *)cuDeviceTotalMem_v2},
    {"cuDeviceUnregisterAsyncNotification", 12040, (void *)cuDeviceUnregisterAsyncNotification},
    {"cuDriverGetVersion", 2020, (void *)cuDriverGetVersion},
    {"cuEventCreate", 2000, (void *)cuEventCreate},
    {"cuEventDestroy", 2000, (void *)cuEventDestroy},
    {"cuEventDestroy", 4000, (void *)cuEventDestroy_v2},
    {"cuEventElapsedTime", 2000, (void *)cuEventElapsedTime},
    {"cuEventElapsedTime", 12080, (void *)cuEventElapsedTime_v2},
    {"cuEventQuery", 2000, (void *)cuEventQuery},
    {"cuEventRecord", 2000, (void *)cuEventRecord},
    {"cuEventRecordWithFlags", 11010, (void *)cuEventRecordWithFlags},
    {"cuEventSynchronize", 2000, (void *)cuEventSynchronize},
    {"cuExternalMemoryGetMappedBuffer", 10000, (void *)cuExternalMemoryGetMappedBuffer},
    {"cuExternalMemoryGetMappedMipmappedArray", 10000, (void *)cuExternalMemoryGetMappedMipmappedArray},
    {"cuFabricCpyBatchAsync", 13050, (void *)cuFabricCpyBatchAsync},
    {"cuFlushGPUDirectRDMAWrites", 11030, (void *)cuFlushGPUDirectRDMAWrites},
    {"cuFuncGetAttribute", 2020, (void *)cuFuncGetAttribute},
    {"cuFuncGetModule", 11000, (void *)cuFuncGetModule},
    {"cuFuncGetName", 12030, (void *)cuFuncGetName},
    {"cuFuncGetParamCount", 13020, (void *)cuFuncGetParamCount},
    {"cuFuncGetParamInfo", 12040, (void *)cuFuncGetParamInfo},
    {"cuFuncIsLoaded", 12040, (void *)cuFuncIsLoaded},
    {"cuFuncLoad", 12040, (void *)cuFuncLoad},
    {"cuFuncSetAttribute", 9000, (void *)cuFuncSetAttribute},
    {"cuFuncSetBlockShape", 2000, (void *)cuFuncSetBlockShape},
    {"cuFuncSetCacheConfig", 3000, (void *)cuFuncSetCacheConfig},
    {"cuFuncSetSharedMemConfig", 4020, (void *)cuFuncSetSharedMemConfig},
    {"cuFuncSetSharedSize", 2000, (void *)cuFuncSetSharedSize},
    {"cuGetErrorName", 6000, (void *)cuGetErrorName},
    {"cuGetErrorString", 6000, (void *)cuGetErrorString},
    {"cuGetExportTable", 3000, (void *)cuGetExportTable},
    {"cuGetProcAddress", 11030, (void *)cuGetProcAddress},
    {"cuGetProcAddress", 12000, (void *)cuGetProcAddress_v2},
    {"cuGraphAddBatchMemOpNode", 11070, (void *)cuGraphAddBatchMemOpNode},
    {"cuGraphAddChildGraphNode", 10000, (void *)cuGraphAddChildGraphNode},
    {"cuGraphAddDependencies", 10000, (void *)cuGraphAddDependencies},
    {"cuGraphAddDependencies", 12030, (void *)cuGraphAddDependencies_v2},
    {"cuGraphAddEmptyNode", 10000, (void *)cuGraphAddEmptyNode},
    {"cuGraphAddEventRecordNode", 11010, (void *)cuGraphAddEventRecordNode},
    {"cuGraphAddEventWaitNode", 11010, (void *)cuGraphAddEventWaitNode},
    {"cuGraphAddExternalSemaphoresSignalNode", 11020, (void *)cuGraphAddExternalSemaphoresSignalNode},
    {"cuGraphAddExternalSemaphoresWaitNode", 11020, (void *)cuGraphAddExternalSemaphoresWaitNode},
    {"cuGraphAddHostNode", 10000, (void *)cuGraphAddHostNode},
    {"cuGraphAddKernelNode", 10000, (void *)cuGraphAddKernelNode},
    {"cuGraphAddKernelNode", 12000, (void *)cuGraphAddKernelNode_v2},
    {"cuGraphAddMemAllocNode", 11040, (void *)cuGraphAddMemAllocNode},
    {"cuGraphAddMemFreeNode", 11040, (void *)cuGraphAddMemFreeNode},
    {"cuGraphAddMemcpyNode", 10000, (void *)cuGraphAddMemcpyNode},
    {"cuGraphAddMemsetNode", 10000, (void *)cuGraphAddMemsetNode},
    {"cuGraphAddNode", 12020, (void *)cuGraphAddNode},
    {"cuGraphAddNode", 12030, (void *)cuGraphAddNode_v2},
    {"cuGraphAddNode", 13040, (void *)cuGraphAddNode_v3},
    {"cuGraphBatchMemOpNodeGetParams", 11070, (void *)cuGraphBatchMemOpNodeGetParams},
    {"cuGraphBatchMemOpNodeSetParams", 11070, (void *)cuGraphBatchMemOpNodeSetParams},
    {"cuGraphChildGraphNodeGetGraph", 10000, (void *)cuGraphChildGraphNodeGetGraph},
    {"cuGraphClone", 10000, (void *)cuGraphClone},
    {"cuGraphConditionalHandleCreate", 12030, (void *)cuGraphConditionalHandleCreate},
    {"cuGraphCreate", 10000, (void *)cuGraphCreate},
    {"cuGraphDebugDotPrint", 11030, (void *)cuGraphDebugDotPrint},
    {"cuGraphDestroy", 10000, (void *)cuGraphDestroy},
    {"cuGraphDestroyNode", 10000, (void *)cuGraphDestroyNode},
    {"cuGraphEventRecordNodeGetEvent", 11010, (void *)cuGraphEventRecordNodeGetEvent},
    {"cuGraphEventRecordNodeSetEvent", 11010, (void *)cuGraphEventRecordNodeSetEvent},
    {"cuGraphEventWaitNodeGetEvent", 11010, (void *)cuGraphEventWaitNodeGetEvent},
    {"cuGraphEventWaitNodeSetEvent", 11010, (void *)cuGraphEventWaitNodeSetEvent},
    {"cuGraphExecBatchMemOpNodeSetParams", 11070, (void *)cuGraphExecBatchMemOpNodeSetParams},
    {"cuGraphExecChildGraphNodeSetParams", 11010, (void *)cuGraphExecChildGraphNodeSetParams},
    {"cuGraphExecDestroy", 10000, (void *)cuGraphExecDestroy},
    {"cuGraphExecEventRecordNodeSetEvent", 11010, (void *)cuGraphExecEventRecordNodeSetEvent},
    {"cuGraphExecEventWaitNodeSetEvent", 11010, (void *)cuGraphExecEventWaitNodeSetEvent},
    {"cuGraphExecExternalSemaphoresSignalNodeSetParams", 11020, (void *)cuGraphExecExternalSemaphoresSignalNodeSetParams},
    {"cuGraphExecExternalSemaphoresWaitNodeSetParams", 11020, (void *)cuGraphExecExternalSemaphoresWaitNodeSetParams},
    {"cuGraphExecGetFlags", 12000, (void *)cuGraphExecGetFlags},
    {"cuGraphExecGetId", 13010, (void *)cuGraphExecGetId},
    {"cuGraphExecHostNodeSetParams", 10020, (void *)cuGraphExecHostNodeSetParams},
    {"cuGraphExecKernelNodeSetParams", 10010, (void *)cuGraphExecKernelNodeSetParams},
    {"cuGraphExecKernelNodeSetParams", 12000, (void *)cuGraphExecKernelNodeSetParams_v2},
    {"cuGraphExecMemcpyNodeSetParams", 10020, (void *)cuGraphExecMemcpyNodeSetParams},
    {"cuGraphExecMemsetNodeSetParams", 10020, (void *)cuGraphExecMemsetNodeSetParams},
    {"cuGraphExecNodeSetParams", 12020, (void *)cuGraphExecNodeSetParams},
    {"cuGraphExecUpdate", 10020, (void *)cuGraphExecUpdate},
    {"cuGraphExecUpdate", 12000, (void *)cuGraphExecUpdate_v2},
    {"cuGraphExternalSemaphoresSignalNodeGetParams", 11020, (void *)cuGraphExternalSemaphoresSignalNodeGetParams},
    {"cuGraphExternalSemaphoresSignalNodeSetParams", 11020, (void *)cuGraphExternalSemaphoresSignalNodeSetParams},
    {"cuGraphExternalSemaphoresWaitNodeGetParams", 11020, (void *)cuGraphExternalSemaphoresWaitNodeGetParams},
    {"cuGraphExternalSemaphoresWaitNodeSetParams", 11020, (void *)cuGraphExternalSemaphoresWaitNodeSetParams},
    {"cuGraphGetEdges", 10000, (void *)cuGraphGetEdges},
    {"cuGraphGetEdges", 12030, (void *)cuGraphGetEdges_v2},
    {"cuGraphGetId", 13010, (void *)cuGraphGetId},
    {"cuGraphGetNodes", 10000, (void *)cuGraphGetNodes},
    {"cuGraphGetRootNodes", 10000, (void *)cuGraphGetRootNodes},
    {"cuGraphHostNodeGetParams", 10000, (void *)cuGraphHostNodeGetParams},
    {"cuGraphHostNodeSetParams", 10000, (void *)cuGraphHostNodeSetParams},
    {"cuGraphInstantiate", 10000, (void *)cuGraphInstantiate},
    {"cuGraphInstantiate", 11000, (void *)cuGraphInstantiate_v2},
    {"cuGraphInstantiateWithFlags", 11040, (void *)cuGraphInstantiateWithFlags},
    {"cuGraphInstantiateWithParams", 12000, (void *)cuGraphInstantiateWithParams},
    {"cuGraphKernelNodeCopyAttributes", 11000, (void *)cuGraphKernelNodeCopyAttributes},
    {"cuGraphKernelNodeGetAttribute", 11000, (void *)cuGraphKernelNodeGetAttribute},
    {"cuGraphKernelNodeGetParams", 10000, (void *)cuGraphKernelNodeGetParams},
    {"cuGraphKernelNodeGetParams", 12000, (void *)cuGraphKernelNodeGetParams_v2},
    {"cuGraphKernelNodeSetAttribute", 11000, (void *)cuGraphKernelNodeSetAttribute},
    {"cuGraphKernelNodeSetParams", 10000, (void *)cuGraphKernelNodeSetParams},
    {"cuGraphKernelNodeSetParams", 12000, (void *)cuGraphKernelNodeSetParams_v2},
    {"cuGraphLaunch", 10000, (void *)cuGraphLaunch},
    {"cuGraphMemAllocNodeGetParams", 11040, (void *)cuGraphMemAllocNodeGetParams},
    {"cuGraphMemFreeNodeGetParams", 11040, (void *)cuGraphMemFreeNodeGetParams},
    {"cuGraphMemcpyNodeGetParams", 10000, (void *)cuGraphMemcpyNodeGetParams},
    {"cuGraphMemcpyNodeSetParams", 10000, (void *)cuGraphMemcpyNodeSetParams},
    {"cuGraphMemsetNodeGetParams", 10000, (void *)cuGraphMemsetNodeGetParams},
    {"cuGraphMemsetNodeSetParams", 10000, (void *)cuGraphMemsetNodeSetParams},
    {"cuGraphNodeFindInClone", 10000, (void *)cuGraphNodeFindInClone},
    {"cuGraphNodeGetContainingGraph", 13010, (void *)cuGraphNodeGetContainingGraph},
    {"cuGraphNodeGetDependencies", 10000, (void *)cuGraphNodeGetDependencies},
    {"cuGraphNodeGetDependencies", 12030, (void *)cuGraphNodeGetDependencies_v2},
    {"cuGraphNodeGetDependentNodes", 10000, (void *)cuGraphNodeGetDependentNodes},
    {"cuGraphNodeGetDependentNodes", 12030, (void *)cuGraphNodeGetDependentNodes_v2},
    {"cuGraphNodeGetEnabled", 11060, (void *)cuGraphNodeGetEnabled},
    {"cuGraphNodeGetLocalId", 13010, (void *)cuGraphNodeGetLocalId},
    {"cuGraphNodeGetParams", 13020, (void *)cuGraphNodeGetParams},
    {"cuGraphNodeGetToolsId", 13010, (void *)cuGraphNodeGetToolsId},
    {"cuGraphNodeGetType", 10000, (void *)cuGraphNodeGetType},
    {"cuGraphNodeSetEnabled", 11060, (void *)cuGraphNodeSetEnabled},
    {"cuGraphNodeSetParams", 12020, (void *)cuGraphNodeSetParams},
    {"cuGraphNodeSetParams", 13040, (void *)cuGraphNodeSetParams_v2},
    {"cuGraphReleaseUserObject", 11030, (void *)cuGraphReleaseUserObject},
    {"cuGraphRemoveDependencies", 10000, (void *)cuGraphRemoveDependencies},
    {"cuGraphRemoveDependencies", 12030, (void *)cuGraphRemoveDependencies_v2},
    {"cuGraphRetainUserObject", 11030, (void *)cuGraphRetainUserObject},
    {"cuGraphUpload", 11010, (void *)cuGraphUpload},
    {"cuGraphicsMapResources", 3000, (void *)cuGraphicsMapResources},
    {"cuGraphicsResourceGetMappedMipmappedArray", 5000, (void *)cuGraphicsResourceGetMappedMipmappedArray},
    {"cuGraphicsResourceGetMappedPointer", 3000, (void *)cuGraphicsResourceGetMappedPointer},
    {"cuGraphicsResourceGetMappedPointer", 3020, (void *)cuGraphicsResourceGetMappedPointer_v2},
    {"cuGraphicsResourceSetMapFlags", 3000, (void *)cuGraphicsResourceSetMapFlags},
    {"cuGraphicsResourceSetMapFlags", 6050, (void *)cuGraphicsResourceSetMapFlags_v2},
    {"cuGraphicsSubResourceGetMappedArray", 3000, (void *)cuGraphicsSubResourceGetMappedArray},
    {"cuGraphicsUnmapResources", 3000, (void *)cuGraphicsUnmapResources},
    {"cuGraphicsUnregisterResource", 3000, (void *)cuGraphicsUnregisterResource},
    {"cuGreenCtxCreate", 12040, (void *)cuGreenCtxCreate},
    {"cuGreenCtxDestroy", 12040, (void *)cuGreenCtxDestroy},
    {"cuGreenCtxGetDevResource", 12040, (void *)cuGreenCtxGetDevResource},
    {"cuGreenCtxGetId", 12090, (void *)cuGreenCtxGetId},
    {"cuGreenCtxRecordEvent", 12040, (void *)cuGreenCtxRecordEvent},
    {"cuGreenCtxStreamCreate", 12050, (void *)cuGreenCtxStreamCreate},
    {"cuGreenCtxWaitEvent", 12040, (void *)cuGreenCtxWaitEvent},
    {"cuImportExternalMemory", 10000, (void *)cuImportExternalMemory},
    {"cuImportExternalSemaphore", 10000, (void *)cuImportExternalSemaphore},
    {"cuInit", 2000, (void *)cuInit},
    {"cuIpcCloseMemHandle", 4010, (void *)cuIpcCloseMemHandle},
    {"cuIpcGetEventHandle", 4010, (void *)cuIpcGetEventHandle},
    {"cuIpcGetMemHandle", 4010, (void *)cuIpcGetMemHandle},
    {"cuIpcOpenEventHandle", 4010, (void *)cuIpcOpenEventHandle},
    {"cuIpcOpenMemHandle", 4010, (void *)cuIpcOpenMemHandle},
    {"cuIpcOpenMemHandle", 11000, (void *)cuIpcOpenMemHandle_v2},
    {"cuKernelGetAttribute", 12000, (void *)cuKernelGetAttribute},
    {"cuKernelGetFunction", 12000, (void *)cuKernelGetFunction},
    {"cuKernelGetLibrary", 12050, (void *)cuKernelGetLibrary},
    {"cuKernelGetName", 12030, (void *)cuKernelGetName},
    {"cuKernelGetParamCount", 13020, (void *)cuKernelGetParamCount},
    {"cuKernelGetParamInfo", 12040, (void *)cuKernelGetParamInfo},
    {"cuKernelSetAttribute", 12000, (void *)cuKernelSetAttribute},
    {"cuKernelSetCacheConfig", 12000, (void *)cuKernelSetCacheConfig},
    {"cuLaunch", 2000, (void *)cuLaunch},
    {"cuLaunchCooperativeKernel", 9000, (void *)cuLaunchCooperativeKernel},
    {"cuLaunchCooperativeKernelMultiDevice", 9000, (void *)cuLaunchCooperativeKernelMultiDevice},
    {"cuLaunchGrid", 2000, (void *)cuLaunchGrid},
    {"cuLaunchGridAsync", 2000, (void *)cuLaunchGridAsync},
    {"cuLaunchHostFunc", 10000, (void *)cuLaunchHostFunc},
    {"cuLaunchHostFunc", 13010, (void *)cuLaunchHostFunc_v2},
    {"cuLaunchKernel", 4000, (void *)cuLaunchKernel},
    {"cuLaunchKernelEx", 11060, (void *)cuLaunchKernelEx},
    {"cuLibraryEnumerateKernels", 12040, (void *)cuLibraryEnumerateKernels},
    {"cuLibraryGetGlobal", 12000, (void *)cuLibraryGetGlobal},
    {"cuLibraryGetKernel", 12000, (void *)cuLibraryGetKernel},
    {"cuLibraryGetKernelCount", 12040, (void *)cuLibraryGetKernelCount},
    {"cuLibraryGetManaged", 12000, (void *)cuLibraryGetManaged},
    {"cuLibraryGetModule", 12000, (void *)cuLibraryGetModule},
    {"cuLibraryGetUnifiedFunction", 12000, (void *)cuLibraryGetUnifiedFunction},
    {"cuLibraryLoadData", 12000, (void *)cuLibraryLoadData},
    {"cuLibraryLoadFromFile", 12000, (void *)cuLibraryLoadFromFile},
    {"cuLibraryUnload", 12000, (void *)cuLibraryUnload},
    {"cuLinkAddData", 5050, (void *)cuLinkAddData},
    {"cuLinkAddData", 6050, (void *)cuLinkAddData_v2},
    {"cuLinkAddFile", 5050, (void *)cuLinkAddFile},
    {"cuLinkAddFile", 6050, (void *)cuLinkAddFile_v2},
    {"cuLinkComplete", 5050, (void *)cuLinkComplete},
    {"cuLinkCreate", 5050, (void *)cuLinkCreate},
    {"cuLinkCreate", 6050, (void *)cuLinkCreate_v2},
    {"cuLinkDestroy", 5050, (void *)cuLinkDestroy},
    {"cuLogicalEndpointAddDevice", 13030, (void *)cuLogicalEndpointAddDevice},
    {"cuLogicalEndpointBindAddr", 13030, (void *)cuLogicalEndpointBindAddr},
    {"cuLogicalEndpointBindMem", 13030, (void *)cuLogicalEndpointBindMem},
    {"cuLogicalEndpointCreate", 13030, (void *)cuLogicalEndpointCreate},
    {"cuLogicalEndpointDestroy", 13030, (void *)cuLogicalEndpointDestroy},
    {"cuLogicalEndpointExport", 13030, (void *)cuLogicalEndpointExport},
    {"cuLogicalEndpointGetLimits", 13030, (void *)cuLogicalEndpointGetLimits},
    {"cuLogicalEndpointIdRelease", 13030, (void *)cuLogicalEndpointIdRelease},
    {"cuLogicalEndpointIdReserve", 13030, (void *)cuLogicalEndpointIdReserve},
    {"cuLogicalEndpointImport", 13030, (void *)cuLogicalEndpointImport},
    {"cuLogicalEndpointQuery", 13030, (void *)cuLogicalEndpointQuery},
    {"cuLogicalEndpointUnbind", 13030, (void *)cuLogicalEndpointUnbind},
    {"cuLogsCurrent", 12090, (void *)cuLogsCurrent},
    {"cuLogsDumpToFile", 12090, (void *)cuLogsDumpToFile},
    {"cuLogsDumpToMemory", 12090, (void *)cuLogsDumpToMemory},
    {"cuLogsRegisterCallback", 12090, (void *)cuLogsRegisterCallback},
    {"cuLogsUnregisterCallback", 12090, (void *)cuLogsUnregisterCallback},
    {"cuMemAddressFree", 10020, (void *)cuMemAddressFree},
    {"cuMemAddressReserve", 10020, (void *)cuMemAddressReserve},
    {"cuMemAdvise", 8000, (void *)cuMemAdvise},
    {"cuMemAdvise", 12020, (void *)cuMemAdvise_v2},
    {"cuMemAlloc", 2000, (void *)cuMemAlloc},
    {"cuMemAlloc", 3020, (void *)cuMemAlloc_v2},
    {"cuMemAllocAsync", 11020, (void *)cuMemAllocAsync},
    {"cuMemAllocFromPoolAsync", 11020, (void *)cuMemAllocFromPoolAsync},
    {"cuMemAllocHost", 2000, (void *)cuMemAllocHost},
    {"cuMemAllocHost", 3020, (void *)cuMemAllocHost_v2},
    {"cuMemAllocManaged", 6000, (void *)cuMemAllocManaged},
    {"cuMemAllocPitch", 2000, (void *)cuMemAllocPitch},
    {"cuMemAllocPitch", 3020, (void *)cuMemAllocPitch_v2},
    {"cuMemBatchDecompressAsync", 12060, (void *)cuMemBatchDecompressAsync},
    {"cuMemCreate", 10020, (void *)cuMemCreate},
    {"cuMemDiscardAndPrefetchBatchAsync", 13000, (void *)cuMemDiscardAndPrefetchBatchAsync},
    {"cuMemDiscardBatchAsync", 13000, (void *)cuMemDiscardBatchAsync},
    {"cuMemExportToShareableHandle", 10020, (void *)cuMemExportToShareableHandle},
    {"cuMemFree", 2000, (void *)cuMemFree},
    {"cuMemFree", 3020, (void *)cuMemFree_v2},
    {"cuMemFreeAsync", 11020, (void *)cuMemFreeAsync},
    {"cuMemFreeHost", 2000, (void *)cuMemFreeHost},
    {"cuMemGetAccess", 10020, (void *)cuMemGetAccess},
    {"cuMemGetAddressRange", 2000, (void *)cuMemGetAddressRange},
    {"cuMemGetAddressRange", 3020, (void *)cuMemGetAddressRange_v2},
    {"cuMemGetAllocationGranularity", 10020, (void *)cuMemGetAllocationGranularity},
    {"cuMemGetAllocationPropertiesFromHandle", 10020, (void *)cuMemGetAllocationPropertiesFromHandle},
    {"cuMemGetDefaultMemPool", 13000, (void *)cuMemGetDefaultMemPool},
    {"cuMemGetHandleForAddressRange", 11070, (void *)cuMemGetHandleForAddressRange},
    {"cuMemGetInfo", 2000, (void *)cuMemGetInfo},
    {"cuMemGetInfo", 3020, (void *)cuMemGetInfo_v2},
    {"cuMemGetLocationInfo", 13040, (void *)cuMemGetLocationInfo},
    {"cuMemGetMemPool", 13000, (void *)cuMemGetMemPool},
    {"cuMemHostAlloc", 2020, (void *)cuMemHostAlloc},
    {"cuMemHostGetDevicePointer", 2020, (void *)cuMemHostGetDevicePointer},
    {"cuMemHostGetDevicePointer", 3020, (void *)cuMemHostGetDevicePointer_v2},
    {"cuMemHostGetFlags", 2030, (void *)cuMemHostGetFlags},
    {"cuMemHostRegister", 4000, (void *)cuMemHostRegister},
    {"cuMemHostRegister", 6050, (void *)cuMemHostRegister_v2},
    {"cuMemHostUnregister", 4000, (void *)cuMemHostUnregister},
    {"cuMemImportFromShareableHandle", 10020, (void *)cuMemImportFromShareableHandle},
    {"cuMemMap", 10020, (void *)cuMemMap},
    {"cuMemMapArrayAsync", 11010, (void *)cuMemMapArrayAsync},
    {"cuMemPoolCreate", 11020, (void *)cuMemPoolCreate},
    {"cuMemPoolDestroy", 11020, (void *)cuMemPoolDestroy},
    {"cuMemPoolExportPointer", 11020, (void *)cuMemPoolExportPointer},
    {"cuMemPoolExportToShareableHandle", 11020, (void *)cuMemPoolExportToShareableHandle},
    {"cuMemPoolGetAccess", 11020, (void *)cuMemPoolGetAccess},
    {"cuMemPoolGetAttribute", 11020, (void *)cuMemPoolGetAttribute},
    {"cuMemPoolImportFromShareableHandle", 11020, (void *)cuMemPoolImportFromShareableHandle},
    {"cuMemPoolImportPointer", 11020, (void *)cuMemPoolImportPointer},
    {"cuMemPoolSetAccess", 11020, (void *)cuMemPoolSetAccess},
    {"cuMemPoolSetAttribute", 11020, (void *)cuMemPoolSetAttribute},
    {"cuMemPoolTrimTo", 11020, (void *)cuMemPoolTrimTo},
    {"cuMemPrefetchAsync", 8000, (void *)cuMemPrefetchAsync},
    {"cuMemPrefetchAsync", 12020, (void *)cuMemPrefetchAsync_v2},
    {"cuMemPrefetchBatchAsync", 13000, (void *)cuMemPrefetchBatchAsync},
    {"cuMemRangeGetAttribute", 8000, (void *)cuMemRangeGetAttribute},
    {"cuMemRangeGetAttributes", 8000, (void *)cuMemRangeGetAttributes},
    {"cuMemRelease", 10020, (void *)cuMemRelease},
    {"cuMemRetainAllocationHandle", 11000, (void *)cuMemRetainAllocationHandle},
    {"cuMemSetAccess", 10020, (void *)cuMemSetAccess},
    {"cuMemSetMemPool", 13000, (void *)cuMemSetMemPool},
    {"cuMemUnmap", 10020, (void *)cuMemUnmap},
    {"cuMemcpy", 4000, (void *)cuMemcpy},
    {"cuMemcpy2D", 2000, (void *)cuMemcpy2D},
    {"cuMemcpy2D", 3020, (void *)cuMemcpy2D_v2},
    {"cuMemcpy2DAsync", 2000, (void *)cuMemcpy2DAsync},
    {"cuMemcpy2DAsync", 3020, (void *)cuMemcpy2DAsync_v2},
    {"cuMemcpy2DUnaligned", 2000, (void *)cuMemcpy2DUnaligned},
    {"cuMemcpy2DUnaligned", 3020, (void *)cuMemcpy2DUnaligned_v2},
    {"cuMemcpy3D", 2000, (void *)cuMemcpy3D},
    {"cuMemcpy3D", 3020, (void *)cuMemcpy3D_v2},
    {"cuMemcpy3DAsync", 2000, (void *)cuMemcpy3DAsync},
    {"cuMemcpy3DAsync", 3020, (void *)cuMemcpy3DAsync_v2},
    {"cuMemcpy3DBatchAsync", 12080, (void *)cuMemcpy3DBatchAsync},
    {"cuMemcpy3DBatchAsync", 13000, (void *)cuMemcpy3DBatchAsync_v2},
    {"cuMemcpy3DPeer", 4000, (void *)cuMemcpy3DPeer},
    {"cuMemcpy3DPeerAsync", 4000, (void *)cuMemcpy3DPeerAsync},
    {"cuMemcpy3DWithAttributesAsync", 13020, (void *)cuMemcpy3DWithAttributesAsync},
    {"cuMemcpyAsync", 4000, (void *)cuMemcpyAsync},
    {"cuMemcpyAtoA", 2000, (void *)cuMemcpyAtoA},
    {"cuMemcpyAtoA", 3020, (void *)cuMemcpyAtoA_v2},
    {"cuMemcpyAtoD", 2000, (void *)cuMemcpyAtoD},
    {"cuMemcpyAtoD", 3020, (void *)cuMemcpyAtoD_v2},
    {"cuMemcpyAtoH", 2000, (void *)cuMemcpyAtoH},
    {"cuMemcpyAtoH", 3020, (void *)cuMemcpyAtoH_v2},
    {"cuMemcpyAtoHAsync", 2000, (void *)cuMemcpyAtoHAsync},
    {"cuMemcpyAtoHAsync", 3020, (void *)cuMemcpyAtoHAsync_v2},
    {"cuMemcpyBatchAsync", 12080, (void *)cuMemcpyBatchAsync},
    {"cuMemcpyBatchAsync", 13000, (void *)cuMemcpyBatchAsync_v2},
    {"cuMemcpyDtoA", 2000, (void *)cuMemcpyDtoA},
    {"cuMemcpyDtoA", 3020, (void *)cuMemcpyDtoA_v2},
    {"cuMemcpyDtoD", 2000, (void *)cuMemcpyDtoD},
    {"cuMemcpyDtoD", 3020, (void *)cuMemcpyDtoD_v2},
    {"cuMemcpyDtoDAsync", 3000, (void *)cuMemcpyDtoDAsync},
    {"cuMemcpyDtoDAsync", 3020, (void *)cuMemcpyDtoDAsync_v2},
    {"cuMemcpyDtoH", 2000, (void *)cuMemcpyDtoH},
    {"cuMemcpyDtoH", 3020, (void *)cuMemcpyDtoH_v2},
    {"cuMemcpyDtoHAsync", 2000, (void *)cuMemcpyDtoHAsync},
    {"cuMemcpyDtoHAsync", 3020, (void *)cuMemcpyDtoHAsync_v2},
    {"cuMemcpyHtoA", 2000, (void *)cuMemcpyHtoA},
    {"cuMemcpyHtoA", 3020, (void *)cuMemcpyHtoA_v2},
    {"cuMemcpyHtoAAsync", 2000, (void *)cuMemcpyHtoAAsync},
    {"cuMemcpyHtoAAsync", 3020, (void *)cuMemcpyHtoAAsync_v2},
    {"cuMemcpyHtoD", 2000, (void *)cuMemcpyHtoD},
    {"cuMemcpyHtoD", 3020, (void *)cuMemcpyHtoD_v2},
    {"cuMemcpyHtoDAsync", 2000, (void *)cuMemcpyHtoDAsync},
    {"cuMemcpyHtoDAsync", 3020, (void *)cuMemcpyHtoDAsync_v2},
    {"cuMemcpyPeer", 4000, (void *)cuMemcpyPeer},
    {"cuMemcpyPeerAsync", 4000, (void *)cuMemcpyPeerAsync},
    {"cuMemcpyWithAttributesAsync", 13020, (void *)cuMemcpyWithAttributesAsync},
    {"cuMemsetD16", 2000, (void *)cuMemsetD16},
    {"cuMemsetD16", 3020, (void *)cuMemsetD16_v2},
    {"cuMemsetD16Async", 3020, (void *)cuMemsetD16Async},
    {"cuMemsetD2D16", 2000, (void *)cuMemsetD2D16},
    {"cuMemsetD2D16", 3020, (void *)cuMemsetD2D16_v2},
    {"cuMemsetD2D16Async", 3020, (void *)cuMemsetD2D16Async},
    {"cuMemsetD2D32", 2000, (void *)cuMemsetD2D32},
    {"cuMemsetD2D32", 3020, (void *)cuMemsetD2D32_v2},
    {"cuMemsetD2D32Async", 3020, (void *)cuMemsetD2D32Async},
    {"cuMemsetD2D8", 2000, (void *)cuMemsetD2D8},
    {"cuMemsetD2D8", 3020, (void *)cuMemsetD2D8_v2},
    {"cuMemsetD2D8Async", 3020, (void *)cuMemsetD2D8Async},
    {"cuMemsetD32", 2000, (void *)cuMemsetD32},
    {"cuMemsetD32", 3020, (void *)cuMemsetD32_v2},
    {"cuMemsetD32Async", 3020, (void *)cuMemsetD32Async},
    {"cuMemsetD8", 2000, (void *)cuMemsetD8},
    {"cuMemsetD8", 3020, (void *)cuMemsetD8_v2},
    {"cuMemsetD8Async", 3020, (void *)cuMemsetD8Async},
    {"cuMipmappedArrayCreate", 5000, (void *)cuMipmappedArrayCreate},
    {"cuMipmappedArrayDestroy", 5000, (void *)cuMipmappedArrayDestroy},
    {"cuMipmappedArrayGetLevel", 5000, (void *)cuMipmappedArrayGetLevel},
    {"cuMipmappedArrayGetMemoryRequirements", 11060, (void *)cuMipmappedArrayGetMemoryRequirements},
    {"cuMipmappedArrayGetSparseProperties", 11010, (void *)cuMipmappedArrayGetSparseProperties},
    {"cuModuleEnumerateFunctions", 12040, (void *)cuModuleEnumerateFunctions},
    {"cuModuleGetFunction", 2000, (void *)cuModuleGetFunction},
    {"cuModuleGetFunctionCount", 12040, (void *)cuModuleGetFunctionCount},
    {"cuModuleGetGlobal", 2000, (void *)cuModuleGetGlobal},
    {"cuModuleGetGlobal", 3020, (void *)cuModuleGetGlobal_v2},
    {"cuModuleGetLoadingMode", 11070, (void *)cuModuleGetLoadingMode},
    {"cuModuleGetSurfRef", 3000, (void *)cuModuleGetSurfRef},
    {"cuModuleGetTexRef", 2000, (void *)cuModuleGetTexRef},
    {"cuModuleLoad", 2000, (void *)cuModuleLoad},
    {"cuModuleLoadData", 2000, (void *)cuModuleLoadData},
    {"cuModuleLoadDataEx", 2010, (void *)cuModuleLoadDataEx},
    {"cuModuleLoadFatBinary", 2000, (void *)cuModuleLoadFatBinary},
    {"cuModuleUnload", 2000, (void *)cuModuleUnload},
    {"cuMulticastAddDevice", 12010, (void *)cuMulticastAddDevice},
    {"cuMulticastBindAddr", 12010, (void *)cuMulticastBindAddr},
    {"cuMulticastBindAddr", 13010, (void *)cuMulticastBindAddr_v2},
    {"cuMulticastBindMem", 12010, (void *)cuMulticastBindMem},
    {"cuMulticastBindMem", 13010, (void *)cuMulticastBindMem_v2},
    {"cuMulticastCreate", 12010, (void *)cuMulticastCreate},
    {"cuMulticastGetGranularity", 12010, (void *)cuMulticastGetGranularity},
    {"cuMulticastUnbind", 12010, (void *)cuMulticastUnbind},
    {"cuOccupancyAvailableDynamicSMemPerBlock", 10020, (void *)cuOccupancyAvailableDynamicSMemPerBlock},
    {"cuOccupancyMaxActiveBlocksPerMultiprocessor", 6050, (void *)cuOccupancyMaxActiveBlocksPerMultiprocessor},
    {"cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", 7000, (void *)cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags},
    {"cuOccupancyMaxActiveClusters", 11070, (void *)cuOccupancyMaxActiveClusters},
    {"cuOccupancyMaxPotentialBlockSize", 6050, (void *)cuOccupancyMaxPotentialBlockSize},
    {"cuOccupancyMaxPotentialBlockSizeWithFlags", 7000, (void *)cuOccupancyMaxPotentialBlockSizeWithFlags},
    {"cuOccupancyMaxPotentialClusterSize", 11070, (void *)cuOccupancyMaxPotentialClusterSize},
    {"cuParamSetSize", 2000, (void *)cuParamSetSize},
    {"cuParamSetTexRef", 2000, (void *)cuParamSetTexRef},
    {"cuParamSetf", 2000, (void *)cuParamSetf},
    {"cuParamSeti", 2000, (void *)cuParamSeti},
    {"cuParamSetv", 2000, (void *)cuParamSetv},
    {"cuPointerGetAttribute", 4000, (void *)cuPointerGetAttribute},
    {"cuPointerGetAttributes", 7000, (void *)cuPointerGetAttributes},
    {"cuPointerSetAttribute", 6000, (void *)cuPointerSetAttribute},
    {"cuProfilerInitialize", 4000, (void *)cuProfilerInitialize},
    {"cuProfilerStart", 4000, (void *)cuProfilerStart},
    {"cuProfilerStop", 4000, (void *)cuProfilerStop},
    {"cuSignalExternalSemaphoresAsync", 10000, (void *)cuSignalExternalSemaphoresAsync},
    {"cuStreamAddCallback", 5000, (void *)cuStreamAddCallback},
    {"cuStreamAttachMemAsync", 6000, (void *)cuStreamAttachMemAsync},
    {"cuStreamBatchMemOp", 8000, (void *)cuStreamBatchMemOp},
    {"cuStreamBatchMemOp", 11070, (void *)cuStreamBatchMemOp_v2},
    {"cuStreamBeginCapture", 10000, (void *)cuStreamBeginCapture},
    {"cuStreamBeginCapture", 10010, (void *)cuStreamBeginCapture_v2},
    {"cuStreamBeginCaptureToCig", 13010, (void *)cuStreamBeginCaptureToCig},
    {"cuStreamBeginCaptureToGraph", 12030, (void *)cuStreamBeginCaptureToGraph},
    {"cuStreamBeginRecaptureToGraph", 13030, (void *)cuStreamBeginRecaptureToGraph},
    {"cuStreamCopyAttributes", 11000, (void *)cuStreamCopyAttributes},
    {"cuStreamCreate", 2000, (void *)cuStreamCreate},
    {"cuStreamCreateWithPriority", 5050, (void *)cuStreamCreateWithPriority},
    {"cuStreamDestroy", 2000, (void *)cuStreamDestroy},
    {"cuStreamDestroy", 4000, (void *)cuStreamDestroy_v2},
    {"cuStreamEndCapture", 10000, (void *)cuStreamEndCapture},
    {"cuStreamEndCaptureToCig", 13010, (void *)cuStreamEndCaptureToCig},
    {"cuStreamGetAttribute", 11000, (void *)cuStreamGetAttribute},
    {"cuStreamGetCaptureInfo", 10010, (void *)cuStreamGetCaptureInfo},
    {"cuStreamGetCaptureInfo", 11030, (void *)cuStreamGetCaptureInfo_v2},
    {"cuStreamGetCaptureInfo", 12030, (void *)cuStreamGetCaptureInfo_v3},
    {"cuStreamGetCtx", 9020, (void *)cuStreamGetCtx},
    {"cuStreamGetCtx", 12050, (void *)cuStreamGetCtx_v2},
    {"cuStreamGetDevResource", 13010, (void *)cuStreamGetDevResource},
    {"cuStreamGetDevice", 12080, (void *)cuStreamGetDevice},
    {"cuStreamGetFlags", 5050, (void *)cuStreamGetFlags},
    {"cuStreamGetGreenCtx", 12040, (void *)cuStreamGetGreenCtx},
    {"cuStreamGetId", 12000, (void *)cuStreamGetId},
    {"cuStreamGetPriority", 5050, (void *)cuStreamGetPriority},
    {"cuStreamIsCapturing", 10000, (void *)cuStreamIsCapturing},
    {"cuStreamQuery", 2000, (void *)cuStreamQuery},
    {"cuStreamSetAttribute", 11000, (void *)cuStreamSetAttribute},
    {"cuStreamSynchronize", 2000, (void *)cuStreamSynchronize},
    {"cuStreamUpdateCaptureDependencies", 11030, (void *)cuStreamUpdateCaptureDependencies},
    {"cuStreamUpdateCaptureDependencies", 12030, (void *)cuStreamUpdateCaptureDependencies_v2},
    {"cuStreamWaitEvent", 3020, (void *)cuStreamWaitEvent},
    {"cuStreamWaitValue32", 8000, (void *)cuStreamWaitValue32},
    {"cuStreamWaitValue32", 11070, (void *)cuStreamWaitValue32_v2},
    {"cuStreamWaitValue64", 9000, (void *)cuStreamWaitValue64},
    {"cuStreamWaitValue64", 11070, (void *)cuStreamWaitValue64_v2},
    {"cuStreamWriteValue32", 8000, (void *)cuStreamWriteValue32},
    {"cuStreamWriteValue32", 11070, (void *)cuStreamWriteValue32_v2},
    {"cuStreamWriteValue64", 9000, (void *)cuStreamWriteValue64},
    {"cuStreamWriteValue64", 11070, (void *)cuStreamWriteValue64_v2},
    {"cuSurfObjectCreate", 5000, (void *)cuSurfObjectCreate},
    {"cuSurfObjectDestroy", 5000, (void *)cuSurfObjectDestroy},
    {"cuSurfObjectGetResourceDesc", 5000, (void *)cuSurfObjectGetResourceDesc},
    {"cuSurfRefGetArray", 3000, (void *)cuSurfRefGetArray},
    {"cuSurfRefSetArray", 3000, (void *)cuSurfRefSetArray},
    {"cuTensorMapEncodeIm2col", 12000, (void *)cuTensorMapEncodeIm2col},
    {"cuTensorMapEncodeIm2colWide", 12080, (void *)cuTensorMapEncodeIm2colWide},
    {"cuTensorMapEncodeTiled", 12000, (void *)cuTensorMapEncodeTiled},
    {"cuTensorMapReplaceAddress", 12000, (void *)cuTensorMapReplaceAddress},
    {"cuTensorMapSetAllocationClass", 13050, (void *)cuTensorMapSetAllocationClass},
    {"cuTexObjectCreate", 5000, (void *)cuTexObjectCreate},
    {"cuTexObjectDestroy", 5000, (void *)cuTexObjectDestroy},
    {"cuTexObjectGetResourceDesc", 5000, (void *)cuTexObjectGetResourceDesc},
    {"cuTexObjectGetResourceViewDesc", 5000, (void *)cuTexObjectGetResourceViewDesc},
    {"cuTexObjectGetTextureDesc", 5000, (void *)cuTexObjectGetTextureDesc},
    {"cuTexRefCreate", 2000, (void *)cuTexRefCreate},
    {"cuTexRefDestroy", 2000, (void *)cuTexRefDestroy},
    {"cuTexRefGetAddress", 2000, (void *)cuTexRefGetAddress},
    {"cuTexRefGetAddress", 3020, (void *)cuTexRefGetAddress_v2},
    {"cuTexRefGetAddressMode", 2000, (void *)cuTexRefGetAddressMode},
    {"cuTexRefGetArray", 2000, (void *)cuTexRefGetArray},
    {"cuTexRefGetBorderColor", 8000, (void *)cuTexRefGetBorderColor},
    {"cuTexRefGetFilterMode", 2000, (void *)cuTexRefGetFilterMode},
    {"cuTexRefGetFlags", 2000, (void *)cuTexRefGetFlags},
    {"cuTexRefGetFormat", 2000, (void *)cuTexRefGetFormat},
    {"cuTexRefGetMaxAnisotropy", 5000, (void *)cuTexRefGetMaxAnisotropy},
    {"cuTexRefGetMipmapFilterMode", 5000, (void *)cuTexRefGetMipmapFilterMode},
    {"cuTexRefGetMipmapLevelBias", 5000, (void *)cuTexRefGetMipmapLevelBias},
    {"cuTexRefGetMipmapLevelClamp", 5000, (void *)cuTexRefGetMipmapLevelClamp},
    {"cuTexRefGetMipmappedArray", 5000, (void *)cuTexRefGetMipmappedArray},
    {"cuTexRefSetAddress", 2000, (void *)cuTexRefSetAddress},
    {"cuTexRefSetAddress", 3020, (void *)cuTexRefSetAddress_v2},
    {"cuTexRefSetAddress2D", 2020, (void *)cuTexRefSetAddress2D},
    {"cuTexRefSetAddress2D", 3020, (void *)cuTexRefSetAddress2D_v2},
    {"cuTexRefSetAddress2D", 4010, (void *)cuTexRefSetAddress2D_v3},
    {"cuTexRefSetAddressMode", 2000, (void *)cuTexRefSetAddressMode},
    {"cuTexRefSetArray", 2000, (void *)cuTexRefSetArray},
    {"cuTexRefSetBorderColor", 8000, (void *)cuTexRefSetBorderColor},
    {"cuTexRefSetFilterMode", 2000, (void *)cuTexRefSetFilterMode},
    {"cuTexRefSetFlags", 2000, (void *)cuTexRefSetFlags},
    {"cuTexRefSetFormat", 2000, (void *)cuTexRefSetFormat},
    {"cuTexRefSetMaxAnisotropy", 5000, (void *)cuTexRefSetMaxAnisotropy},
    {"cuTexRefSetMipmapFilterMode", 5000, (void *)cuTexRefSetMipmapFilterMode},
    {"cuTexRefSetMipmapLevelBias", 5000, (void *)cuTexRefSetMipmapLevelBias},
    {"cuTexRefSetMipmapLevelClamp", 5000, (void *)cuTexRefSetMipmapLevelClamp},
    {"cuTexRefSetMipmappedArray", 5000, (void *)cuTexRefSetMipmappedArray},
    {"cuThreadExchangeStreamCaptureMode", 10010, (void *)cuThreadExchangeStreamCaptureMode},
    {"cuUserObjectCreate", 11030, (void *)cuUserObjectCreate},
    {"cuUserObjectRelease", 11030, (void *)cuUserObjectRelease},
    {"cuUserObjectRetain", 11030, (void *)cuUserObjectRetain},
    {"cuWaitExternalSemaphoresAsync", 10000, (void *)cuWaitExternalSemaphoresAsync},
};

static const struct Result RESULTS[] = {
    {0, "CUDA_SUCCESS", "no error"},
    {1, "CUDA_ERROR_INVALID_VALUE", "an argument has a value that the function does not take"},
    {2, "CUDA_ERROR_OUT_OF_MEMORY", "the device has not as much memory"},
    {3, "CUDA_ERROR_NOT_INITIALIZED", "cuInit was not called in this process"},
    {4, "CUDA_ERROR_DEINITIALIZED", "the driver is shutting down"},
    {34, "CUDA_ERROR_STUB_LIBRARY", "a library without a driver was loaded"},
    {36, "CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER", "the function needs a newer driver"},
    {46, "CUDA_ERROR_DEVICE_UNAVAILABLE", "the device does not answer"},
    {100, "CUDA_ERROR_NO_DEVICE", "there is no device"},
    {101, "CUDA_ERROR_INVALID_DEVICE", "no device has this number"},
    {200, "CUDA_ERROR_INVALID_IMAGE", "the image holds no code that is known here"},
    {201, "CUDA_ERROR_INVALID_CONTEXT", "no context is current, or it is not valid"},
    {209, "CUDA_ERROR_NO_BINARY_FOR_GPU", "the image has no code for this device"},
    {215, "CUDA_ERROR_UNSUPPORTED_LIMIT", "the device does not have this limit"},
    {217, "CUDA_ERROR_PEER_ACCESS_UNSUPPORTED", "the devices do not access each other"},
    {218, "CUDA_ERROR_INVALID_PTX", "the PTX is not valid"},
    {221, "CUDA_ERROR_JIT_COMPILER_NOT_FOUND", "there is no compiler for PTX"},
    {222, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION", "the PTX is of a newer version"},
    {300, "CUDA_ERROR_INVALID_SOURCE", "the source is not valid"},
    {301, "CUDA_ERROR_FILE_NOT_FOUND", "the file does not exist"},
    {304, "CUDA_ERROR_OPERATING_SYSTEM", "a call of the operating system failed"},
    {400, "CUDA_ERROR_INVALID_HANDLE", "the handle does not exist, or no longer"},
    {401, "CUDA_ERROR_ILLEGAL_STATE", "something is not in the state that the function needs"},
    {500, "CUDA_ERROR_NOT_FOUND", "there is nothing of this name"},
    {600, "CUDA_ERROR_NOT_READY", "work is still pending"},
    {700, "CUDA_ERROR_ILLEGAL_ADDRESS", "a kernel accessed an illegal address"},
    {701, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", "the launch needs more than a multiprocessor has"},
    {702, "CUDA_ERROR_LAUNCH_TIMEOUT", "a kernel did not end"},
    {709, "CUDA_ERROR_CONTEXT_IS_DESTROYED", "the context was destroyed"},
    {710, "CUDA_ERROR_ASSERT", "an assertion in a kernel failed"},
    {712, "CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED", "the memory is registered already"},
    {713, "CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED", "the memory is not registered"},
    {714, "CUDA_ERROR_HARDWARE_STACK_ERROR", "the stack of a kernel is damaged or full"},
    {715, "CUDA_ERROR_ILLEGAL_INSTRUCTION", "a kernel executed an illegal instruction"},
    {716, "CUDA_ERROR_MISALIGNED_ADDRESS", "a kernel accessed a misaligned address"},
    {717, "CUDA_ERROR_INVALID_ADDRESS_SPACE", "an address is not of the state space that an instruction needs"},
    {718, "CUDA_ERROR_INVALID_PC", "a kernel jumped to an address without code"},
    {719, "CUDA_ERROR_LAUNCH_FAILED", "a kernel broke a rule"},
    {720, "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE", "the blocks of a cooperative launch are not resident together"},
    {800, "CUDA_ERROR_NOT_PERMITTED", "this is not permitted"},
    {801, "CUDA_ERROR_NOT_SUPPORTED", "the virtual GPU does not support this"},
    {802, "CUDA_ERROR_SYSTEM_NOT_READY", "the system is not ready"},
    {900, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED", "this cannot be captured"},
    {901, "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED", "the capture has failed"},
    {905, "CUDA_ERROR_STREAM_CAPTURE_ISOLATION", "this would make a capture depend on other work"},
    {906, "CUDA_ERROR_STREAM_CAPTURE_IMPLICIT", "the default stream cannot wait for a capture"},
    {907, "CUDA_ERROR_CAPTURED_EVENT", "the event was recorded in a capture"},
    {909, "CUDA_ERROR_TIMEOUT", "the time is over"},
    {910, "CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE", "the graph differs too much"},
    {912, "CUDA_ERROR_INVALID_CLUSTER_SIZE", "the cluster is too large"},
    {913, "CUDA_ERROR_FUNCTION_NOT_LOADED", "the function is not loaded"},
    {999, "CUDA_ERROR_UNKNOWN", "an unknown error"},
};
