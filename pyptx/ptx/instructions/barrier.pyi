# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from typing import overload

from pyptx.ptx.signatures import Condition, Destination, Guard, Made, Source, Words

def _1(self: object, a: Source, b: Source, /, *, pred: Guard = None) -> None:
    """``barrier{.cta}.arrive{.aligned} a, b``

    Manual 9.7.15.1 bar, barrier. PTX 5.1; sm_30 or newer.
    """
def _2(self: object, a: Source, b: Source = ..., /, *, pred: Guard = None) -> None:
    """``barrier{.cta}.sync{.aligned} a{, b}``

    Manual 9.7.15.1 bar, barrier. PTX 5.1; sm_30 or newer.
    """
def _3(self: object, *, pred: Guard = None) -> None:
    """``barrier.cluster.arrive{.<sem>}{.aligned}``

    Manual 9.7.15.3 barrier.cluster. PTX 7.8; sm_90 or newer.
    """
def _4(self: object, *, pred: Guard = None) -> None:
    """``barrier.cluster.wait{.<sem>}{.aligned}``

    Manual 9.7.15.3 barrier.cluster. PTX 7.8; sm_90 or newer.
    """
def _5(self: object, a: Source, b: Source, /, *, pred: Guard = None) -> None:
    """``barrier{.cta}.arrive{.aligned} a, b``

    Manual 9.7.15.1 bar, barrier. PTX 7.8; sm_30 or newer.
    """
def _6(self: object, a: Source, b: Source = ..., /, *, pred: Guard = None) -> None:
    """``barrier{.cta}.sync{.aligned} a{, b}``

    Manual 9.7.15.1 bar, barrier. PTX 7.8; sm_30 or newer.
    """
def _7(self: object, *, pred: Guard = None) -> None:
    """``barrier.cluster.arrive{.<sem>}{.aligned}``

    Manual 9.7.15.3 barrier.cluster. PTX 8.0; sm_90 or newer.
    """
def _8(self: object, *, pred: Guard = None) -> None:
    """``barrier.cluster.wait{.<sem>}{.aligned}``

    Manual 9.7.15.3 barrier.cluster. PTX 8.0; sm_90 or newer.
    """
@overload
def _9(self: object, p: Destination, a: Source, c: Condition | Source, /, *, pred: Guard = None) -> Made:
    """``barrier{.cta}.red.<op>{.aligned}.pred p, a{, b}, c``

    Manual 9.7.15.1 bar, barrier. PTX 5.1; sm_30 or newer.
    """
@overload
def _9(self: object, p: Destination, a: Source, b: Source, c: Condition | Source, /, *, pred: Guard = None) -> Made: ...
@overload
def _10(self: object, d: Destination, a: Source, c: Condition | Source, /, *, pred: Guard = None) -> Made:
    """``barrier{.cta}.red.popc{.aligned}.u32 d, a{, b}, c``

    Manual 9.7.15.1 bar, barrier. PTX 5.1; sm_30 or newer.
    """
@overload
def _10(self: object, d: Destination, a: Source, b: Source, c: Condition | Source, /, *, pred: Guard = None) -> Made: ...
@overload
def _11(self: object, p: Destination, a: Source, c: Condition | Source, /, *, pred: Guard = None) -> Made:
    """``barrier{.cta}.red.<op>{.aligned}.pred p, a{, b}, c``

    Manual 9.7.15.1 bar, barrier. PTX 7.8; sm_30 or newer.
    """
@overload
def _11(self: object, p: Destination, a: Source, b: Source, c: Condition | Source, /, *, pred: Guard = None) -> Made: ...
@overload
def _12(self: object, d: Destination, a: Source, c: Condition | Source, /, *, pred: Guard = None) -> Made:
    """``barrier{.cta}.red.popc{.aligned}.u32 d, a{, b}, c``

    Manual 9.7.15.1 bar, barrier. PTX 7.8; sm_30 or newer.
    """
@overload
def _12(self: object, d: Destination, a: Source, b: Source, c: Condition | Source, /, *, pred: Guard = None) -> Made: ...
class barrier(Words):
    arrive: barrier_arrive
    """``barrier{.cta}.arrive{.aligned} a, b``

    Manual 9.7.15.1 bar, barrier. PTX 5.1; sm_30 or newer.
    """
    cluster: barrier_cluster
    cta: barrier_cta
    red: barrier_red
    sync: barrier_sync
    """``barrier{.cta}.sync{.aligned} a{, b}``

    Manual 9.7.15.1 bar, barrier. PTX 5.1; sm_30 or newer.
    """
class barrier_arrive(Words):
    aligned = _1
    __call__ = _1
class barrier_cluster(Words):
    arrive: barrier_cluster_arrive
    """``barrier.cluster.arrive{.<sem>}{.aligned}``

    Manual 9.7.15.3 barrier.cluster. PTX 7.8; sm_90 or newer.
    """
    wait: barrier_cluster_wait
    """``barrier.cluster.wait{.<sem>}{.aligned}``

    Manual 9.7.15.3 barrier.cluster. PTX 7.8; sm_90 or newer.
    """
class barrier_cta(Words):
    arrive: barrier_cta_arrive
    """``barrier{.cta}.arrive{.aligned} a, b``

    Manual 9.7.15.1 bar, barrier. PTX 7.8; sm_30 or newer.
    """
    red: barrier_cta_red
    sync: barrier_cta_sync
    """``barrier{.cta}.sync{.aligned} a{, b}``

    Manual 9.7.15.1 bar, barrier. PTX 7.8; sm_30 or newer.
    """
class barrier_red(Words):
    and_: barrier_red_1
    or_: barrier_red_1
    popc: barrier_red_popc
class barrier_sync(Words):
    aligned = _2
    __call__ = _2
class barrier_cluster_arrive(Words):
    aligned = _3
    relaxed: barrier_cluster_arrive_1
    """``barrier.cluster.arrive{.<sem>}{.aligned}``

    Manual 9.7.15.3 barrier.cluster. PTX 8.0; sm_90 or newer.
    """
    release: barrier_cluster_arrive_1
    """``barrier.cluster.arrive{.<sem>}{.aligned}``

    Manual 9.7.15.3 barrier.cluster. PTX 8.0; sm_90 or newer.
    """
    __call__ = _3
class barrier_cluster_wait(Words):
    acquire: barrier_cluster_wait_acquire
    """``barrier.cluster.wait{.<sem>}{.aligned}``

    Manual 9.7.15.3 barrier.cluster. PTX 8.0; sm_90 or newer.
    """
    aligned = _4
    __call__ = _4
class barrier_cta_arrive(Words):
    aligned = _5
    __call__ = _5
class barrier_cta_red(Words):
    and_: barrier_cta_red_1
    or_: barrier_cta_red_1
    popc: barrier_cta_red_popc
class barrier_cta_sync(Words):
    aligned = _6
    __call__ = _6
class barrier_red_1(Words):
    aligned: barrier_red_2
    pred = _9
class barrier_red_popc(Words):
    aligned: barrier_red_popc_aligned
    u32 = _10
class barrier_cluster_arrive_1(Words):
    aligned = _7
    __call__ = _7
class barrier_cluster_wait_acquire(Words):
    aligned = _8
    __call__ = _8
class barrier_cta_red_1(Words):
    aligned: barrier_cta_red_2
    pred = _11
class barrier_cta_red_popc(Words):
    aligned: barrier_cta_red_popc_aligned
    u32 = _12
class barrier_red_2(Words):
    pred = _9
class barrier_red_popc_aligned(Words):
    u32 = _10
class barrier_cta_red_2(Words):
    pred = _11
class barrier_cta_red_popc_aligned(Words):
    u32 = _12
