"""Triton without torch: a driver that needs only CUDA, and arrays on the device."""

import warnings

import numpy as np

warnings.simplefilter("ignore")

from cuda.bindings import driver as cu  # noqa: E402
from triton.backends.nvidia.driver import CudaDriver, CudaLauncher, CudaUtils  # noqa: E402
from triton.runtime import driver  # noqa: E402


class Driver(CudaDriver):
    """Device, stream and capability, which Triton otherwise gets from torch."""

    def __init__(self):
        self.utils, self.launcher_cls = CudaUtils(), CudaLauncher
        found = [cu.cuDeviceGetAttribute(number, 0)[1] for number in CAPABILITY]
        self.get_current_device = lambda: 0
        self.get_current_stream = lambda device: 0
        self.get_device_capability = lambda device=0: tuple(found)
        self.set_current_device = lambda device: None

    @staticmethod
    def is_active():
        return True


CAPABILITY = (
    cu.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
    cu.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
)


def activate():
    """Let Triton use the device."""
    cu.cuInit(0)
    cu.cuCtxSetCurrent(cu.cuDevicePrimaryCtxRetain(0)[1])
    driver.set_active(Driver())


class Room:
    """Memory of the device."""

    def __init__(self, size):
        self.address = int(cu.cuMemAlloc(size)[1])

    def data_ptr(self):
        return self.address


class OnDevice(Room):
    """An array on the device, as Triton takes one."""

    def __init__(self, array):
        super().__init__(array.nbytes)
        self.array = array
        self.dtype = {"float32": "fp32", "float16": "fp16"}[str(array.dtype)]
        cu.cuMemcpyHtoD(self.address, array.ctypes.data, array.nbytes)

    def get(self):
        found = np.empty_like(self.array)
        cu.cuMemcpyDtoH(found.ctypes.data, self.address, found.nbytes)
        return found
