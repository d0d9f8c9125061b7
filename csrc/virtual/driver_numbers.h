/* Numbers of pyptx/virtual/calls.py. Generated: run `python tools/generate.py`. */
/* clang-format off */
#define CALLS_DIGEST 831534081u
#define DEVICE_BASE 0x700000000000ull
#define LAST_CALL_BEFORE_INIT 1
enum { CALL_launch = 201, CALL_cuGraphAddKernelNode = 202, CALL_cuGraphKernelNodeSetParams = 203, CALL_cuGraphExecKernelNodeSetParams = 204, CALL_cuGraphKernelNodeGetParams = 205, CALL_cuGraphExecUpdate = 206, CALL_graph_list = 207, CALL_cuStreamEndCapture = 208, CALL_cuStreamGetCaptureInfo = 209, CALL_cuThreadExchangeStreamCaptureMode = 210, CALL_parameters_of = 211, CALL_tensor_map = 212, CALL_pointer_attribute = 213, CALL_touched = 214, CALL_refused = 215 };
