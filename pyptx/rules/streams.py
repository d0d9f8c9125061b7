"""Rules of streams, events and memory that the host shares, which `pyptx gpu` checks."""

from pyptx.rules.rule import Rule, Section

STREAMS = Section(
    "Streams and the host",
    (
        Rule(
            "stream-race",
            "Two operations of streams access the same memory, and nothing orders them",
            "Copies, fills and launches of one stream run in order. Those of two streams are in order only if one "
            "waits for an event behind the other, the host waits in between, or one of them is the default stream "
            "and the other stream was not created as non-blocking. The two may run at the same time otherwise, or "
            "in either order.",
            "Record an event behind the first operation, and let the other stream wait for it.",
            """
 gpu = VirtualGpu()
 copies, results = gpu.cuStreamCreate(NON_BLOCKING), gpu.cuStreamCreate(NON_BLOCKING)
 x, y = gpu.cuMemAlloc(1024), gpu.cuMemAllocHost(1024)
 filled = gpu.cuEventCreate(0)
 gpu.cuMemsetD8Async(x, 7, 1024, copies)
 gpu.cuEventRecord(filled, copies)
+gpu.cuStreamWaitEvent(results, filled, 0)
 gpu.cuMemcpyDtoHAsync(y, x, 1024, results)
 gpu.cuStreamSynchronize(results)
""",
        ),
        Rule(
            "host-race",
            "The host accesses memory that an operation may still access",
            "Pinned and managed memory is shared: an operation of a stream reads or writes it after the call has "
            "returned. The host may access it again once it has waited for the stream, or for an event behind the "
            "operation. Both may read.",
            "Call cuStreamSynchronize or cuEventSynchronize before the access.",
            """
 gpu = VirtualGpu()
 stream = gpu.cuStreamCreate(NON_BLOCKING)
 x, y = gpu.cuMemAlloc(1024), gpu.cuMemAllocHost(1024)
 gpu.cuMemsetD8Async(x, 7, 1024, stream)
 gpu.cuMemcpyDtoHAsync(y, x, 1024, stream)
+gpu.cuStreamSynchronize(stream)
 assert gpu.read(y, 1024).all()
""",
        ),
        Rule(
            "host-access",
            "The host accesses memory of the device",
            "Memory of cuMemAlloc is memory of the device alone. The program ends with a segmentation fault, on a "
            "card too.",
            "Copy the bytes to the host, or allocate them with cuMemAllocManaged or cuMemAllocHost.",
            """
 gpu = VirtualGpu()
-x = gpu.cuMemAlloc(1024)
+x = gpu.cuMemAllocManaged(1024, 1)
 gpu.cuMemsetD8(x, 7, 1024)
 gpu.cuCtxSynchronize(0)
 assert gpu.read(x, 1024).all()
""",
        ),
        Rule(
            "destroyed-stream",
            "A call names a stream that was destroyed",
            "The handle of a stream is no longer valid after cuStreamDestroy.",
            "Destroy the stream after its last use.",
            """
 gpu = VirtualGpu()
 stream = gpu.cuStreamCreate(NON_BLOCKING)
 x = gpu.cuMemAlloc(1024)
-gpu.cuStreamDestroy(stream)
 gpu.cuMemsetD8Async(x, 7, 1024, stream)
""",
        ),
        Rule(
            "destroyed-event",
            "A call names an event that was destroyed",
            "The handle of an event is no longer valid after cuEventDestroy.",
            "Destroy the event after its last use.",
            """
 gpu = VirtualGpu()
 event = gpu.cuEventCreate(0)
-gpu.cuEventDestroy(event)
 gpu.cuEventRecord(event, 0)
""",
        ),
        Rule(
            "foreign-event",
            "An event is recorded in a stream of another context",
            "An event and the stream that it is recorded in belong to one context.",
            "Create the event in the context of the stream.",
            """
 gpu = VirtualGpu()
 event = gpu.cuEventCreate(0)
 gpu.cuCtxCreate_v2(0, 0)
+event = gpu.cuEventCreate(0)
 gpu.cuEventRecord(event, gpu.cuStreamCreate(NON_BLOCKING))
""",
        ),
        Rule(
            "foreign-stream",
            "A kernel is launched in a stream of another context",
            "A kernel and the stream of its launch belong to one context.",
            "Load the module in the context of the stream.",
            """
 gpu = VirtualGpu()
 kernel = gpu.cuModuleGetFunction(gpu.cuModuleLoadData(EMPTY), "empty")
 gpu.cuCtxCreate_v2(0, 0)
+kernel = gpu.cuModuleGetFunction(gpu.cuModuleLoadData(EMPTY), "empty")
 gpu.launch_in(kernel, gpu.cuStreamCreate(NON_BLOCKING))
""",
        ),
    ),
    helpers="""
from pyptx.virtual.direct import VirtualGpu

NON_BLOCKING = 1
EMPTY = b\"\"\"
.version 8.0
.target sm_80
.address_size 64
.visible .entry empty() { ret; }
\"\"\"
""",
    is_virtual=True,
)
