/* Numbers of pyptx/virtual/calls.py. Generated: run `python tools/generate.py`. */
/* clang-format off */
#define CALLS_DIGEST 928167358u
#define DEVICE_BASE 0x700000000000ull
#define LAST_CALL_BEFORE_INIT 1
enum { CALL_launch = 211, CALL_cuGraphAddKernelNode = 212, CALL_cuGraphKernelNodeSetParams = 213, CALL_cuGraphExecKernelNodeSetParams = 214, CALL_cuGraphKernelNodeGetParams = 215, CALL_cuGraphExecUpdate = 216, CALL_graph_list = 217, CALL_cuStreamEndCapture = 218, CALL_cuStreamGetCaptureInfo = 219, CALL_cuThreadExchangeStreamCaptureMode = 220, CALL_parameters_of = 221, CALL_cuOccupancyMaxActiveClusters = 222, CALL_cuOccupancyMaxPotentialClusterSize = 223, CALL_cuMemRangeGetAttribute = 224, CALL_tensor_map = 225, CALL_cuMemPoolSetAttribute = 226, CALL_cuMemPoolGetAttribute = 227, CALL_pointer_attribute = 228, CALL_host_register = 229, CALL_host_settle = 230, CALL_host_unregister = 231, CALL_site = 232, CALL_call_functions = 233, CALL_touched = 234, CALL_refused = 235 };
