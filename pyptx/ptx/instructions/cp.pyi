# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from typing import overload

from pyptx.ptx.signatures import Bracketed, Condition, Constant, Guard, Source, Words

def _1(self: object, *, pred: Guard = None) -> None:
    """``cp.async.commit_group``

    Manual 9.7.10.28.3.2 cp.async.commit_group. PTX 7.0; sm_80 and newer.
    """
def _2(self: object, *, pred: Guard = None) -> None:
    """``cp.async.wait_all``

    Manual 9.7.10.28.3.3 cp.async.wait_group, cp.async.wait_all. PTX 7.0; sm_80 and newer.
    """
def _3(self: object, n: Constant, /, *, pred: Guard = None) -> None:
    """``cp.async.wait_group n``

    Manual 9.7.10.28.3.3 cp.async.wait_group, cp.async.wait_all. PTX 7.0; sm_80 and newer.
    """
def _4(self: object, dst: Bracketed, src: Bracketed, cp_size: Constant, src_size: Condition | Source = ..., /, *, pred: Guard = None) -> None:
    """``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size{, policy}``

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, src_size{, policy}``

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, src_size{, policy}``

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, src_size{, policy}``

    Manual 9.7.10.28.3.1 cp.async. PTX 7.0; sm_80 and newer.

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, ignore_src{, policy}``

    Manual 9.7.10.28.3.1 cp.async. PTX 7.5; sm_80 and newer.
    """
def _5(self: object, dst: Bracketed, src: Bracketed, cp_size: Constant, src_size: Condition | Source = ..., /, *, pred: Guard = None) -> None:
    """``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size{, policy}``

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, src_size{, policy}``

    Manual 9.7.10.28.3.1 cp.async. PTX 7.0; sm_80 and newer.

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, ignore_src{, policy}``

    Manual 9.7.10.28.3.1 cp.async. PTX 7.5; sm_80 and newer.
    """
def _6(self: object, addr: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.mbarrier.arrive{.noinc}{.<ss>}.b64 [addr]``

    Manual 9.7.15.16.18 cp.async.mbarrier.arrive. PTX 7.0; sm_80 and newer.
    """
def _7(self: object, dst: Bracketed, src: Bracketed, cp_size: Constant, src_size: Condition | Source = ..., /, *, pred: Guard = None) -> None:
    """``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size{, policy}``

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, src_size{, policy}``

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, src_size{, policy}``

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, src_size{, policy}``

    Manual 9.7.10.28.3.1 cp.async. PTX 7.4; sm_80 and newer.

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, ignore_src{, policy}``

    Manual 9.7.10.28.3.1 cp.async. PTX 7.5; sm_80 and newer.
    """
@overload
def _8(self: object, dst: Bracketed, src: Bracketed, cp_size: Constant, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size{, policy}``

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, src_size{, policy}``

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, src_size{, policy}``

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, src_size{, policy}``

    Manual 9.7.10.28.3.1 cp.async. PTX 7.4; sm_80 and newer.

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, ignore_src{, policy}``

    Manual 9.7.10.28.3.1 cp.async. PTX 7.5; sm_80 and newer.
    """
@overload
def _8(self: object, dst: Bracketed, src: Bracketed, cp_size: Constant, src_size: Condition | Source, policy: Source, /, *, pred: Guard = None) -> None: ...
def _9(self: object, dst: Bracketed, src: Bracketed, cp_size: Constant, src_size: Condition | Source = ..., /, *, pred: Guard = None) -> None:
    """``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size{, policy}``

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, src_size{, policy}``

    Manual 9.7.10.28.3.1 cp.async. PTX 7.4; sm_80 and newer.

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, ignore_src{, policy}``

    Manual 9.7.10.28.3.1 cp.async. PTX 7.5; sm_80 and newer.
    """
@overload
def _10(self: object, dst: Bracketed, src: Bracketed, cp_size: Constant, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size{, policy}``

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, src_size{, policy}``

    Manual 9.7.10.28.3.1 cp.async. PTX 7.4; sm_80 and newer.

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, ignore_src{, policy}``

    Manual 9.7.10.28.3.1 cp.async. PTX 7.5; sm_80 and newer.
    """
@overload
def _10(self: object, dst: Bracketed, src: Bracketed, cp_size: Constant, src_size: Condition | Source, policy: Source, /, *, pred: Guard = None) -> None: ...
def _11(self: object, addr: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.mbarrier.arrive{.noinc}{.<ss>}.b64 [addr]``

    Manual 9.7.15.16.18 cp.async.mbarrier.arrive. PTX 7.8; sm_80 and newer.
    """
class cp(Words):
    async_: cp_async
class cp_async(Words):
    ca: cp_async_ca
    cg: cp_async_cg
    commit_group = _1
    mbarrier: cp_async_mbarrier
    wait_all = _2
    wait_group = _3
class cp_async_ca(Words):
    shared: cp_async_ca_1
    shared__cta: cp_async_ca_1
class cp_async_cg(Words):
    shared: cp_async_cg_1
    shared__cta: cp_async_cg_1
class cp_async_mbarrier(Words):
    arrive: cp_async_mbarrier_arrive
class cp_async_ca_1(Words):
    global_: cp_async_ca_2
    """``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size{, policy}``

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, src_size{, policy}``

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, src_size{, policy}``

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, src_size{, policy}``

    Manual 9.7.10.28.3.1 cp.async. PTX 7.0; sm_80 and newer.

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, ignore_src{, policy}``

    Manual 9.7.10.28.3.1 cp.async. PTX 7.5; sm_80 and newer.
    """
class cp_async_cg_1(Words):
    global_: cp_async_cg_2
    """``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size{, policy}``

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, src_size{, policy}``

    Manual 9.7.10.28.3.1 cp.async. PTX 7.0; sm_80 and newer.

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, ignore_src{, policy}``

    Manual 9.7.10.28.3.1 cp.async. PTX 7.5; sm_80 and newer.
    """
class cp_async_mbarrier_arrive(Words):
    b64 = _6
    noinc: cp_async_mbarrier_arrive_noinc
    shared: cp_async_mbarrier_arrive_1
    shared__cta: cp_async_mbarrier_arrive_2
class cp_async_ca_2(Words):
    L2__128B = _7
    L2__256B = _7
    L2__64B = _7
    L2__cache_hint: cp_async_ca_3
    """``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size{, policy}``

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, src_size{, policy}``

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, src_size{, policy}``

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, src_size{, policy}``

    Manual 9.7.10.28.3.1 cp.async. PTX 7.4; sm_80 and newer.

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, ignore_src{, policy}``

    Manual 9.7.10.28.3.1 cp.async. PTX 7.5; sm_80 and newer.
    """
    __call__ = _4
class cp_async_cg_2(Words):
    L2__128B = _9
    L2__256B = _9
    L2__64B = _9
    L2__cache_hint: cp_async_cg_3
    """``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size{, policy}``

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, src_size{, policy}``

    Manual 9.7.10.28.3.1 cp.async. PTX 7.4; sm_80 and newer.

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, ignore_src{, policy}``

    Manual 9.7.10.28.3.1 cp.async. PTX 7.5; sm_80 and newer.
    """
    __call__ = _5
class cp_async_mbarrier_arrive_noinc(Words):
    b64 = _6
    shared: cp_async_mbarrier_arrive_1
    shared__cta: cp_async_mbarrier_arrive_2
class cp_async_mbarrier_arrive_1(Words):
    b64 = _6
class cp_async_mbarrier_arrive_2(Words):
    b64 = _11
class cp_async_ca_3(Words):
    L2__128B = _8
    L2__256B = _8
    L2__64B = _8
    __call__ = _8
class cp_async_cg_3(Words):
    L2__128B = _10
    L2__256B = _10
    L2__64B = _10
    __call__ = _10
