# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Constant, Guard, Words

def _1(self: object, *, pred: Guard = None) -> None:
    """``fence{.<sem>}.<scope>``

    Manual 9.7.15.4 fence. PTX 7.8; sm_90 or newer.
    """
def _2(self: object, *, pred: Guard = None) -> None:
    """``fence{.<sem>}.<scope>``

    Manual 9.7.15.4 fence. PTX 5.1; sm_70 or newer.
    """
def _3(self: object, *, pred: Guard = None) -> None:
    """``fence{.<sem>}.<scope>``

    Manual 9.7.15.4 fence. PTX 8.6; sm_90 or newer.
    """
def _4(self: object, *, pred: Guard = None) -> None:
    """``fence.proxy.<kind>``

    Manual 9.7.15.4 fence. PTX 7.5; sm_70 or newer.
    """
def _5(self: object, *, pred: Guard = None) -> None:
    """``fence.proxy.<kind>``

    Manual 9.7.15.4 fence. PTX 8.0; sm_90 or newer.
    """
def _6(self: object, *, pred: Guard = None) -> None:
    """``fence.acquire.sync_restrict::shared::cluster.cluster``

    Manual 9.7.15.4 fence. PTX 8.6; sm_90 or newer.
    """
def _7(self: object, *, pred: Guard = None) -> None:
    """``fence.mbarrier_init.release.cluster``

    Manual 9.7.15.4 fence. PTX 8.0; sm_90 or newer.
    """
def _8(self: object, *, pred: Guard = None) -> None:
    """``fence.proxy.async.<space>``

    Manual 9.7.15.4 fence. PTX 8.0; sm_90 or newer.
    """
def _9(self: object, *, pred: Guard = None) -> None:
    """``fence.release.sync_restrict::shared::cta.cluster``

    Manual 9.7.15.4 fence. PTX 8.6; sm_90 or newer.
    """
def _10(self: object, *, pred: Guard = None) -> None:
    """``fence.alias.sync_restrict::read.release.sys``

    Manual 9.7.15.4 fence. PTX 9.5; sm_90 or newer.
    """
def _11(self: object, *, pred: Guard = None) -> None:
    """``fence.proxy.alias.<sem>.sys``

    Manual 9.7.15.4 fence. PTX 9.4; sm_90 or newer.
    """
def _12(self: object, addr: Bracketed, size: Constant, /, *, pred: Guard = None) -> None:
    """``fence.proxy.<proxies>.acquire.<scope> [addr], size``

    Manual 9.7.15.4 fence. PTX 8.3; sm_90 or newer.
    """
def _13(self: object, *, pred: Guard = None) -> None:
    """``fence.proxy.<proxies>.release.<scope>``

    Manual 9.7.15.4 fence. PTX 8.3; sm_90 or newer.
    """
def _14(self: object, *, pred: Guard = None) -> None:
    """``fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster``

    Manual 9.7.15.4 fence. PTX 8.6; sm_90 or newer.
    """
def _15(self: object, *, pred: Guard = None) -> None:
    """``fence.proxy.async::generic.release.sync_restrict::shared::cluster::read.<scope>``

    Manual 9.7.15.4 fence. PTX 9.4; sm_90 or newer.
    """
def _16(self: object, *, pred: Guard = None) -> None:
    """``fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster``

    Manual 9.7.15.4 fence. PTX 8.6; sm_90 or newer.
    """
def _17(self: object, *, pred: Guard = None) -> None:
    """``fence.proxy.<proxies>.alias.<sem>.sys``

    Manual 9.7.15.4 fence. PTX 9.3; sm_100 or newer.
    """
class fence(Words):
    acq_rel: fence_1
    acquire: fence_acquire
    alias: fence_alias
    cluster = _1
    cta = _2
    gpu = _2
    mbarrier_init: fence_mbarrier_init
    proxy: fence_proxy
    release: fence_release
    sc: fence_1
    sys = _2
class fence_1(Words):
    cluster = _1
    cta = _2
    gpu = _2
    sys = _2
class fence_acquire(Words):
    cluster = _3
    cta = _3
    gpu = _3
    sync_restrict__shared__cluster: fence_acquire_1
    sys = _3
class fence_alias(Words):
    sync_restrict__read: fence_alias_sync_restrict_read
class fence_mbarrier_init(Words):
    release: fence_mbarrier_init_release
class fence_proxy(Words):
    alias: fence_proxy_alias
    """``fence.proxy.<kind>``

    Manual 9.7.15.4 fence. PTX 7.5; sm_70 or newer.
    """
    async_: fence_proxy_async
    """``fence.proxy.<kind>``

    Manual 9.7.15.4 fence. PTX 8.0; sm_90 or newer.
    """
    async__generic: fence_proxy_async_generic
    fabric__fabric: fence_proxy_1
    fabric__generic: fence_proxy_1
    generic__fabric: fence_proxy_1
    tensormap__generic: fence_proxy_tensormap_generic
class fence_release(Words):
    cluster = _3
    cta = _3
    gpu = _3
    sync_restrict__shared__cta: fence_release_sync_restrict_shared_cta
    sys = _3
class fence_acquire_1(Words):
    cluster = _6
class fence_alias_sync_restrict_read(Words):
    release: fence_alias_sync_restrict_read_release
class fence_mbarrier_init_release(Words):
    cluster = _7
class fence_proxy_alias(Words):
    acquire: fence_proxy_alias_1
    release: fence_proxy_alias_1
    __call__ = _4
class fence_proxy_async(Words):
    global_ = _8
    shared__cluster = _8
    shared__cta = _8
    __call__ = _5
class fence_proxy_async_generic(Words):
    acquire: fence_proxy_async_generic_acquire
    release: fence_proxy_async_generic_release
class fence_proxy_1(Words):
    alias: fence_proxy_2
class fence_proxy_tensormap_generic(Words):
    acquire: fence_proxy_tensormap_generic_acquire
    release: fence_proxy_tensormap_generic_release
class fence_release_sync_restrict_shared_cta(Words):
    cluster = _9
class fence_alias_sync_restrict_read_release(Words):
    sys = _10
class fence_proxy_alias_1(Words):
    sys = _11
class fence_proxy_async_generic_acquire(Words):
    sync_restrict__shared__cluster: fence_proxy_async_generic_acquire_1
class fence_proxy_async_generic_release(Words):
    sync_restrict__shared__cluster__read: fence_proxy_async_generic_release_1
    sync_restrict__shared__cta: fence_proxy_async_generic_release_2
class fence_proxy_2(Words):
    acquire: fence_proxy_3
    release: fence_proxy_3
class fence_proxy_tensormap_generic_acquire(Words):
    cluster = _12
    cta = _12
    gpu = _12
    sys = _12
class fence_proxy_tensormap_generic_release(Words):
    cluster = _13
    cta = _13
    gpu = _13
    sys = _13
class fence_proxy_async_generic_acquire_1(Words):
    cluster = _14
class fence_proxy_async_generic_release_1(Words):
    cluster = _15
    cta = _15
class fence_proxy_async_generic_release_2(Words):
    cluster = _16
class fence_proxy_3(Words):
    sys = _17
