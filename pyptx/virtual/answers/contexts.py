"""Contexts: that of the device, others, and which one is current in each thread."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyptx.arch import MAX_LOCAL_BYTES
from pyptx.virtual.answers.devices import check_device
from pyptx.virtual.answers.registry import answer
from pyptx.virtual.answers.streams import check_no_captures, settle
from pyptx.virtual.objects import REGISTERED, Context
from pyptx.virtual.results import CudaError

if TYPE_CHECKING:
    from pyptx.virtual.session import Session

STACK, PRINTF, HEAP, SYNC_DEPTH, PENDING_LAUNCHES, FETCH, PERSISTING = range(7)
LIMITS: Final = {
    STACK: 1024, PRINTF: 1 << 20, HEAP: 8 << 20, SYNC_DEPTH: 2, PENDING_LAUNCHES: 2048,
    FETCH: 128, PERSISTING: 0,
}  # fmt: skip
"""The limits of a context, with their values before a program sets them."""


def _primary(session: Session) -> Context:
    found = next((each for each in session.contexts.values() if each.primary), None)
    if found is None:
        found = Context(session.new_handle(), primary=True, alive=False)
        session.contexts[found.handle] = found
    return found


def _context(session: Session, handle: int) -> Context:
    found = session.contexts.get(handle)
    if found is None or not found.alive:
        raise CudaError("INVALID_CONTEXT")
    return found


def _end(session: Session, context: Context) -> None:
    """Free the objects of a context."""
    settle(session)
    for block in [each for each in session.blocks.values() if each.context == context.handle]:
        if block.kind != REGISTERED:  # these pages are the program's
            session.free(block.address)
    for module in [each for each in session.modules.values() if each.context == context.handle]:
        session.unload(module)
    for table in (session.streams, session.events):
        for handle in [handle for handle, each in table.items() if each.context == context.handle]:
            del table[handle]
    for table in (session.graphs, session.executables):
        for handle in [handle for handle, each in table.items() if each.context == context.handle]:
            del table[handle]
    session.captures = [each for each in session.captures if each.graph.context != context.handle]
    context.alive = False
    session.sticky = 0


@answer("cuDevicePrimaryCtxRetain", anywhere=True)
def retain(session: Session, device: int) -> int:
    """Return the context of the device, and keep it."""
    check_device(device)
    context = _primary(session)
    context.retained += 1
    context.alive = True
    return context.handle


@answer("cuDevicePrimaryCtxRelease", "cuDevicePrimaryCtxRelease_v2", anywhere=True)
def release(session: Session, device: int) -> None:
    """Release the context of the device; it ends when nothing retains it."""
    check_device(device)
    context = _primary(session)
    if not context.retained:
        raise CudaError("INVALID_CONTEXT")
    context.retained -= 1
    if not context.retained:
        _end(session, context)


@answer("cuDevicePrimaryCtxReset_v2", anywhere=True)
def reset(session: Session, device: int) -> None:
    """Free everything in the context of the device, and forget a failure."""
    check_device(device)
    context = _primary(session)
    if context.alive:
        _end(session, context)
        context.alive = context.retained > 0


@answer("cuDevicePrimaryCtxSetFlags_v2", anywhere=True)
def set_primary_flags(session: Session, device: int, flags: int) -> None:
    """Set the flags of the context of the device."""
    check_device(device)
    _primary(session).flags = flags


@answer("cuDevicePrimaryCtxGetState", anywhere=True)
def primary_state(session: Session, device: int) -> tuple[int, int]:
    """Return the flags of the context of the device, and whether it is active."""
    check_device(device)
    context = _primary(session)
    return context.flags, int(context.alive)


@answer("cuCtxCreate_v2", anywhere=True)
def create(session: Session, flags: int, device: int) -> int:
    """Create a context and make it current."""
    check_device(device)
    context = Context(session.new_handle(), flags)
    session.contexts[context.handle] = context
    session.stack.append(context.handle)
    return context.handle


@answer("cuCtxCreate_v4", anywhere=True)
def create_with(session: Session, parameters: int, flags: int, device: int) -> int:
    """Create a context; its parameters are for features that the device does not have."""
    if parameters:
        raise CudaError("NOT_SUPPORTED")
    return create(session, flags, device)


@answer("cuCtxDestroy_v2", anywhere=True)
def destroy(session: Session, handle: int) -> None:
    """Destroy a context."""
    context = _context(session, handle)
    if context.primary:
        raise CudaError("INVALID_CONTEXT")
    _end(session, context)
    if session.stack and session.stack[-1] == handle:
        session.stack.pop()


@answer("cuCtxPushCurrent_v2", anywhere=True)
def push(session: Session, handle: int) -> None:
    """Make a context current, above the current one."""
    session.stack.append(_context(session, handle).handle)


@answer("cuCtxPopCurrent_v2", anywhere=True)
def pop(session: Session) -> int:
    """Return the current context; the one below is current again."""
    if not session.stack:
        raise CudaError("INVALID_CONTEXT")
    return session.stack.pop()


@answer("cuCtxSetCurrent", anywhere=True)
def set_current(session: Session, handle: int) -> None:
    """Make a context current in place of the current one; none for 0."""
    if handle:
        _context(session, handle)
    session.stack[-1:] = [handle] if handle else []


@answer("cuCtxGetCurrent", anywhere=True)
def current(session: Session) -> int:
    """Return the current context, 0 for none."""
    return session.stack[-1] if session.stack else 0


@answer("cuCtxGetDevice", after_fault=True)
def device(session: Session) -> int:
    """Return the device of the current context."""
    return 0


@answer("cuCtxGetDevice_v2", anywhere=True)
def device_of(session: Session, handle: int) -> int:
    """Return the device of a context."""
    if handle:
        _context(session, handle)
    return 0


@answer("cuCtxGetFlags", after_fault=True)
def flags(session: Session) -> int:
    """Return the flags of the current context."""
    return session.context.flags


@answer("cuCtxSetFlags")
def set_flags(session: Session, value: int) -> None:
    """Set the flags of the current context."""
    session.context.flags = value


@answer("cuCtxGetId", anywhere=True)
def identifier(session: Session, handle: int) -> int:
    """Return the number of a context."""
    return _context(session, handle).handle if handle else session.context.handle


@answer("cuCtxGetApiVersion", anywhere=True)
def interface_version(session: Session, handle: int) -> int:
    """Return the version of the interface that a context is for."""
    if handle:
        _context(session, handle)
    return 3020


@answer("cuCtxSynchronize")
def synchronise(session: Session) -> None:
    """Wait for all work."""
    check_no_captures(session, session.context.handle)
    settle(session)


@answer("cuCtxSynchronize_v2")
def synchronise_context(session: Session, handle: int) -> None:
    """Wait for all work of a context."""
    context = _context(session, handle) if handle else session.context
    check_no_captures(session, context.handle)
    settle(session)


@answer("cuCtxSetLimit")
def set_limit(session: Session, limit: int, value: int) -> None:
    """Set a limit: that of the heap holds until a kernel has used it, the others bound nothing."""
    if limit not in LIMITS:
        raise CudaError("UNSUPPORTED_LIMIT")
    if limit == STACK and value > MAX_LOCAL_BYTES:
        raise CudaError("INVALID_VALUE", f"a stack of {value} bytes; a thread has at most {MAX_LOCAL_BYTES}")
    if limit == HEAP:
        if session.memory.has_heap:
            raise CudaError("INVALID_VALUE", "a kernel has used the heap, so its size is fixed")
        session.memory.heap_bytes = value
    session.limits[limit] = value


@answer("cuCtxGetLimit")
def limit(session: Session, number: int) -> int:
    """Return a limit."""
    if number not in LIMITS:
        raise CudaError("UNSUPPORTED_LIMIT")
    return session.limits.get(number, LIMITS[number])


@answer("cuCtxGetCacheConfig")
def cache_config(session: Session) -> int:
    """Return the preference of the cache: none."""
    return 0


@answer("cuCtxSetCacheConfig")
def set_cache_config(session: Session, config: int) -> None:
    """Take a preference, which changes no result."""


@answer("cuCtxGetStreamPriorityRange")
def priority_range(session: Session) -> tuple[int, int]:
    """Return the least and the greatest priority of streams."""
    return 0, -5


@answer("cuCtxResetPersistingL2Cache", "cuProfilerStart", "cuProfilerStop")
def nothing(session: Session) -> None:
    """Do nothing: there is no cache, and no profiler."""
