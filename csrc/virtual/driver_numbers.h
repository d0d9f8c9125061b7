/* Numbers of pyptx/virtual/calls.py. Generated: run `python tools/generate.py`. */
/* clang-format off */
#define CALLS_DIGEST 4139177198u
#define DEVICE_BASE 0x700000000000ull
#define LAST_CALL_BEFORE_INIT 1
enum { CALL_launch = 204, CALL_cuGraphAddKernelNode = 205, CALL_cuGraphKernelNodeSetParams = 206, CALL_cuGraphExecKernelNodeSetParams = 207, CALL_cuGraphKernelNodeGetParams = 208, CALL_cuGraphExecUpdate = 209, CALL_graph_list = 210, CALL_cuStreamEndCapture = 211, CALL_cuStreamGetCaptureInfo = 212, CALL_cuThreadExchangeStreamCaptureMode = 213, CALL_parameters_of = 214, CALL_tensor_map = 215, CALL_cuMemPoolSetAttribute = 216, CALL_cuMemPoolGetAttribute = 217, CALL_pointer_attribute = 218, CALL_host_register = 219, CALL_host_settle = 220, CALL_host_unregister = 221, CALL_site = 222, CALL_touched = 223, CALL_refused = 224 };
