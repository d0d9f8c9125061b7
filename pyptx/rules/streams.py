"""Rules of streams, events and memory that the host shares, which `pyptx gpu` checks."""

from pyptx.rules.rule import Rule, Section

STREAMS = Section(
    "Streams and the host",
    (
        Rule(
            "stream-race",
            "Two operations of streams access the same memory, and nothing orders them",
            "Copies, fills and launches of one stream run in order, but for launches with programmatic stream "
            "serialization: a kernel must execute `griddepcontrol.wait` if the kernel before it executes "
            "`griddepcontrol.launch_dependents`. Those of two streams are in order only if one waits "
            "for an event recorded after the other, the host waits in between, or one of them is the default stream "
            "and the other stream was not created as non-blocking. The two may run at the same time otherwise, or "
            "in either order.",
            "Record an event after the first operation, and let the other stream wait for it.",
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
            "returned. The host may access it again once it has waited for the stream, or for an event "
            "recorded after the operation. Both may read.",
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
        Rule(
            "invalid-capture",
            "A call makes the capture of a stream fail",
            "A captured stream does nothing: its work becomes nodes of a graph. The host cannot wait for it, the "
            "default stream cannot wait for it unless it was created as non-blocking, and every stream that takes "
            "part in the capture must be joined to the first one by an event. Unless the capture is relaxed, calls "
            "that may wait (cuMemAlloc, cuMemcpy, cuEventQuery) are forbidden too.",
            "Make the call before the capture or after it; record an event in each other stream, and let the first "
            "one wait for it.",
            """
 gpu = VirtualGpu()
 stream, other = gpu.cuStreamCreate(NON_BLOCKING), gpu.cuStreamCreate(NON_BLOCKING)
 x, event = gpu.cuMemAlloc(1024), gpu.cuEventCreate(0)
 gpu.cuStreamBeginCapture(stream, 0)
 gpu.cuEventRecord(event, stream)
 gpu.cuStreamWaitEvent(other, event, 0)
 gpu.cuMemsetD8Async(x, 7, 1024, other)
+gpu.cuEventRecord(event, other)
+gpu.cuStreamWaitEvent(stream, event, 0)
 gpu.cuStreamEndCapture(stream)
""",
        ),
        Rule(
            "invalid-graph",
            "Nodes of a graph wait for each other",
            "The dependencies of a graph form a cycle, so no node of it could be the first.",
            "Remove one of the dependencies.",
            """
 gpu = VirtualGpu()
 graph = gpu.cuGraphCreate(0)
 first = gpu.cuGraphAddEmptyNode(graph, [], 0)
 second = gpu.cuGraphAddEmptyNode(graph, [first], 1)
-gpu.cuGraphAddDependencies(graph, [second], [first], 0, 1)
 gpu.cuGraphInstantiateWithFlags(graph, 0)
""",
        ),
        Rule(
            "destroyed-graph",
            "A call names a graph, a node or an executable graph that was destroyed",
            "The handle of a graph and those of its nodes are no longer valid after cuGraphDestroy. Executable "
            "graphs that were made of it stay until cuGraphExecDestroy.",
            "Destroy the graph after its last use.",
            """
 gpu = VirtualGpu()
 graph = gpu.cuGraphCreate(0)
-gpu.cuGraphDestroy(graph)
 gpu.cuGraphInstantiateWithFlags(graph, 0)
""",
        ),
        Rule(
            "unloaded-module",
            "A launch of a graph has a kernel whose module was unloaded",
            "A node of a graph keeps a kernel by its handle, which is no longer valid after cuModuleUnload.",
            "Unload the module after the last launch.",
            """
 gpu = VirtualGpu()
 stream, module = gpu.cuStreamCreate(NON_BLOCKING), gpu.cuModuleLoadData(EMPTY)
 gpu.cuStreamBeginCapture(stream, 0)
 gpu.launch_in(gpu.cuModuleGetFunction(module, "empty"), stream)
 graph = gpu.cuGraphInstantiateWithFlags(gpu.cuStreamEndCapture(stream), 0)
-gpu.cuModuleUnload(module)
 gpu.cuGraphLaunch(graph, stream)
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
