# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Variable, Words

def _1(self: object, p: Destination, a: Source | Variable, /, *, pred: Guard = None) -> Made:
    """``cvta.<space>.<size> p, a``

    Manual 9.7.10.23 cvta. PTX 3.1; sm_20 or newer.
    """
def _2(self: object, p: Destination, a: Source | Variable, /, *, pred: Guard = None) -> Made:
    """``cvta.<space>.<size> p, a``

    Manual 9.7.10.23 cvta. PTX 2.0; sm_20 or newer.
    """
def _3(self: object, p: Destination, a: Source | Variable, /, *, pred: Guard = None) -> Made:
    """``cvta.<space>.<size> p, a``

    Manual 9.7.10.23 cvta. PTX 7.7; sm_70 or newer.
    """
def _4(self: object, p: Destination, a: Source | Variable, /, *, pred: Guard = None) -> Made:
    """``cvta.<space>.<size> p, a``

    Manual 9.7.10.23 cvta. PTX 8.3; sm_70 or newer.
    """
def _5(self: object, p: Destination, a: Source | Variable, /, *, pred: Guard = None) -> Made:
    """``cvta.<space>.<size> p, a``

    Manual 9.7.10.23 cvta. PTX 7.8; sm_90 or newer.
    """
def _6(self: object, p: Destination, a: Source | Variable, /, *, pred: Guard = None) -> Made:
    """``cvta.<space>.<size> p, a``

    Manual 9.7.10.23 cvta. PTX 7.8; sm_20 or newer.
    """
def _7(self: object, p: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``cvta.to.<space>.<size> p, a``

    Manual 9.7.10.23 cvta. PTX 3.1; sm_20 or newer.
    """
def _8(self: object, p: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``cvta.to.<space>.<size> p, a``

    Manual 9.7.10.23 cvta. PTX 2.0; sm_20 or newer.
    """
def _9(self: object, p: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``cvta.to.<space>.<size> p, a``

    Manual 9.7.10.23 cvta. PTX 7.7; sm_70 or newer.
    """
def _10(self: object, p: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``cvta.to.<space>.<size> p, a``

    Manual 9.7.10.23 cvta. PTX 8.3; sm_70 or newer.
    """
def _11(self: object, p: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``cvta.to.<space>.<size> p, a``

    Manual 9.7.10.23 cvta. PTX 7.8; sm_90 or newer.
    """
def _12(self: object, p: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``cvta.to.<space>.<size> p, a``

    Manual 9.7.10.23 cvta. PTX 7.8; sm_20 or newer.
    """
class cvta(Words):
    const: cvta_const
    global_: cvta_1
    local: cvta_1
    param: cvta_param
    param__entry: cvta_param_entry
    shared: cvta_1
    shared__cluster: cvta_shared_cluster
    shared__cta: cvta_shared_cta
    to: cvta_to
class cvta_const(Words):
    u32 = _1
    u64 = _1
class cvta_1(Words):
    u32 = _2
    u64 = _2
class cvta_param(Words):
    u32 = _3
    u64 = _3
class cvta_param_entry(Words):
    u32 = _4
    u64 = _4
class cvta_shared_cluster(Words):
    u32 = _5
    u64 = _5
class cvta_shared_cta(Words):
    u32 = _6
    u64 = _6
class cvta_to(Words):
    const: cvta_to_const
    global_: cvta_to_1
    local: cvta_to_1
    param: cvta_to_param
    param__entry: cvta_to_param_entry
    shared: cvta_to_1
    shared__cluster: cvta_to_shared_cluster
    shared__cta: cvta_to_shared_cta
class cvta_to_const(Words):
    u32 = _7
    u64 = _7
class cvta_to_1(Words):
    u32 = _8
    u64 = _8
class cvta_to_param(Words):
    u32 = _9
    u64 = _9
class cvta_to_param_entry(Words):
    u32 = _10
    u64 = _10
class cvta_to_shared_cluster(Words):
    u32 = _11
    u64 = _11
class cvta_to_shared_cta(Words):
    u32 = _12
    u64 = _12
