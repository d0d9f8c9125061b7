/* Numbers of pyptx/virtual/calls.py. Generated: run `python tools/generate.py`. */
/* clang-format off */
#define CALLS_DIGEST 2623928449u
#define DEVICE_BASE 0x700000000000ull
#define LAST_CALL_BEFORE_INIT 1
enum { CALL_launch = 154, CALL_parameters_of = 155, CALL_tensor_map = 156, CALL_pointer_attribute = 157, CALL_touched = 158, CALL_refused = 159 };
