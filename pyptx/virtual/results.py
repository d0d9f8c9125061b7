"""Results of the driver's functions: numbers, names and meanings."""

from __future__ import annotations

from typing import Final

_TABLE = """
0 CUDA_SUCCESS no error
1 CUDA_ERROR_INVALID_VALUE an argument has a value that the function does not take
2 CUDA_ERROR_OUT_OF_MEMORY the device has not as much memory
3 CUDA_ERROR_NOT_INITIALIZED cuInit was not called in this process
4 CUDA_ERROR_DEINITIALIZED the driver is shutting down
34 CUDA_ERROR_STUB_LIBRARY a library without a driver was loaded
36 CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER the function needs a newer driver
46 CUDA_ERROR_DEVICE_UNAVAILABLE the device does not answer
100 CUDA_ERROR_NO_DEVICE there is no device
101 CUDA_ERROR_INVALID_DEVICE no device has this number
200 CUDA_ERROR_INVALID_IMAGE the image holds no code that is known here
201 CUDA_ERROR_INVALID_CONTEXT no context is current, or it is not valid
209 CUDA_ERROR_NO_BINARY_FOR_GPU the image has no code for this device
215 CUDA_ERROR_UNSUPPORTED_LIMIT the device does not have this limit
217 CUDA_ERROR_PEER_ACCESS_UNSUPPORTED the devices do not access each other
218 CUDA_ERROR_INVALID_PTX the PTX is not valid
221 CUDA_ERROR_JIT_COMPILER_NOT_FOUND there is no compiler for PTX
222 CUDA_ERROR_UNSUPPORTED_PTX_VERSION the PTX is of a newer version
300 CUDA_ERROR_INVALID_SOURCE the source is not valid
301 CUDA_ERROR_FILE_NOT_FOUND the file does not exist
304 CUDA_ERROR_OPERATING_SYSTEM a call of the operating system failed
400 CUDA_ERROR_INVALID_HANDLE the handle does not exist, or no longer
401 CUDA_ERROR_ILLEGAL_STATE something is not in the state that the function needs
500 CUDA_ERROR_NOT_FOUND there is nothing of this name
600 CUDA_ERROR_NOT_READY work is still pending
700 CUDA_ERROR_ILLEGAL_ADDRESS a kernel accessed an illegal address
701 CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES the launch needs more than a multiprocessor has
702 CUDA_ERROR_LAUNCH_TIMEOUT a kernel did not end
709 CUDA_ERROR_CONTEXT_IS_DESTROYED the context was destroyed
710 CUDA_ERROR_ASSERT an assertion in a kernel failed
712 CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED the memory is registered already
713 CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED the memory is not registered
714 CUDA_ERROR_HARDWARE_STACK_ERROR the stack of a kernel is damaged or full
715 CUDA_ERROR_ILLEGAL_INSTRUCTION a kernel executed an illegal instruction
716 CUDA_ERROR_MISALIGNED_ADDRESS a kernel accessed a misaligned address
717 CUDA_ERROR_INVALID_ADDRESS_SPACE an address is not of the state space that an instruction needs
718 CUDA_ERROR_INVALID_PC a kernel jumped to an address without code
719 CUDA_ERROR_LAUNCH_FAILED a kernel broke a rule
720 CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE the blocks of a cooperative launch are not resident together
800 CUDA_ERROR_NOT_PERMITTED this is not permitted
801 CUDA_ERROR_NOT_SUPPORTED the virtual GPU does not support this
802 CUDA_ERROR_SYSTEM_NOT_READY the system is not ready
900 CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED this cannot be captured
901 CUDA_ERROR_STREAM_CAPTURE_INVALIDATED the capture has failed
902 CUDA_ERROR_STREAM_CAPTURE_MERGE this would join two captures
903 CUDA_ERROR_STREAM_CAPTURE_UNMATCHED the capture did not begin in this stream
904 CUDA_ERROR_STREAM_CAPTURE_UNJOINED a stream of the capture was not joined to the first one
905 CUDA_ERROR_STREAM_CAPTURE_ISOLATION this would make a capture depend on other work
906 CUDA_ERROR_STREAM_CAPTURE_IMPLICIT the default stream cannot wait for a capture
907 CUDA_ERROR_CAPTURED_EVENT the event was recorded in a capture
908 CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD another thread began the capture
909 CUDA_ERROR_TIMEOUT the time is over
910 CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE the graph differs too much
912 CUDA_ERROR_INVALID_CLUSTER_SIZE the cluster is too large
913 CUDA_ERROR_FUNCTION_NOT_LOADED the function is not loaded
999 CUDA_ERROR_UNKNOWN an unknown error
"""

RESULTS: Final = {
    int(number): (name, meaning)
    for number, name, meaning in (line.split(" ", 2) for line in _TABLE.strip().splitlines())
}
"""Name and meaning of each result."""

_NUMBERS = {name.removeprefix("CUDA_ERROR_"): number for number, (name, _) in RESULTS.items()}


def number_of(name: str) -> int:
    """Return the number of a result.

    >>> number_of("ILLEGAL_ADDRESS")
    700
    """
    return _NUMBERS[name]


def name_of(number: int) -> str:
    """Return the name of a result, as `CudaError` takes it.

    >>> name_of(700)
    'ILLEGAL_ADDRESS'
    """
    return RESULTS[number][0].removeprefix("CUDA_ERROR_")


class CudaError(Exception):
    """A call fails with a result of the driver.

    Attributes:
        result: Number of the result.
        report: Text for standard error, if the program broke a rule that it may not notice.
        rule: Stable name of the rule.
    """

    def __init__(self, name: str, report: str = "", *, rule: str = "") -> None:
        super().__init__(report or name)
        self.result = number_of(name)
        self.report = report
        self.rule = rule or name.lower().replace("_", "-")
