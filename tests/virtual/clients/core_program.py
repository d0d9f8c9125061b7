"""cuda.core: CUDA C++ compiled by NVRTC to PTX, streams, events and copies. Prints what it found."""

import sys

import numpy as np
from cuda.bindings import driver
from cuda.core import Device, LaunchConfig, Program, ProgramOptions, launch

CODE = r"""
extern "C" __global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
template <typename T> __global__ void total(const T *x, T *sum, int n) {
    __shared__ T parts[128];
    T own = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) own += x[i];
    parts[threadIdx.x] = own;
    for (int half = blockDim.x / 2; half; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) parts[threadIdx.x] += parts[threadIdx.x + half];
    }
    if (!threadIdx.x) *sum = parts[0];
}
extern "C" __global__ void reverse(float *x) {
    __shared__ float tile[64];
    tile[threadIdx.x] = x[threadIdx.x];
    x[threadIdx.x] = tile[63 - threadIdx.x];
}
"""

device = Device(0)
device.set_current()
stream = device.create_stream()
options = ProgramOptions(arch="compute_90", lineinfo=True, name="kernels.cu")
module = Program(CODE, "c++", options).compile("ptx", name_expressions=("total<int>",))
n = 1000
x = np.arange(n, dtype=np.float32)
buffers = [device.allocate(4 * n, stream=stream) for _ in range(3)]
stream.sync()  # the copies are in another stream
for buffer in buffers[:2]:
    driver.cuMemcpyHtoD(int(buffer.handle), x.ctypes.data, x.nbytes)
launch(stream, LaunchConfig(grid=8, block=128), module.get_kernel("add"), *buffers, np.int32(n))
stream.sync()
found = np.zeros(n, np.float32)
driver.cuMemcpyDtoH(found.ctypes.data, int(buffers[2].handle), found.nbytes)
print("> add", (found == 2 * x).all())

numbers = np.arange(n, dtype=np.int32)
driver.cuMemcpyHtoD(int(buffers[0].handle), numbers.ctypes.data, numbers.nbytes)
kernel = module.get_kernel("total<int>")
launch(stream, LaunchConfig(grid=1, block=128), kernel, buffers[0], buffers[1], np.int32(n))
stream.sync()
driver.cuMemcpyDtoH(found.ctypes.data, int(buffers[1].handle), 4)
print("> total", found.view(np.int32)[0] == numbers.sum())
if len(sys.argv) > 1:
    launch(stream, LaunchConfig(grid=1, block=64), module.get_kernel("reverse"), buffers[2])
