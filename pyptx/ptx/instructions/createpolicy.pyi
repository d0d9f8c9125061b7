# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Destination, Guard, Made, Source, Words

def _1(self: object, policy: Destination, property: Source, /, *, pred: Guard = None) -> Made:
    """``createpolicy.cvt.L2.b64 policy, property``

    Manual 9.7.10.21 createpolicy. PTX 7.4; sm_80 or newer.
    """
def _2(self: object, policy: Destination, fraction: Source = ..., /, *, pred: Guard = None) -> Made:
    """``createpolicy.fractional.<primary>{.<secondary>}.b64 policy{, fraction}``

    Manual 9.7.10.21 createpolicy. PTX 7.4; sm_80 or newer.
    """
def _3(self: object, policy: Destination, a: Bracketed, primary_size: Source, total_size: Source, /, *, pred: Guard = None) -> Made:
    """``createpolicy.range{.<space>}.<primary>{.<secondary>}.b64 policy, [a], primary_size, total_size``

    Manual 9.7.10.21 createpolicy. PTX 7.4; sm_80 or newer.
    """
def _4(self: object, policy: Destination, aLe: Bracketed, primary_size: Source, total_size: Source, /, *, pred: Guard = None) -> Made:
    """``createpolicy.range.fabric.<primary>{.<secondary>}.b64 policy, [aLe], primary_size, total_size``

    Manual 9.7.10.21 createpolicy. PTX 9.4; sm_100 or newer.
    """
class createpolicy(Words):
    cvt: createpolicy_cvt
    fractional: createpolicy_fractional
    range: createpolicy_range
class createpolicy_cvt(Words):
    L2: createpolicy_cvt_L2
class createpolicy_fractional(Words):
    L2__evict_first: createpolicy_fractional_1
    L2__evict_last: createpolicy_fractional_1
    L2__evict_normal: createpolicy_fractional_1
    L2__evict_unchanged: createpolicy_fractional_1
class createpolicy_range(Words):
    L2__evict_first: createpolicy_range_1
    L2__evict_last: createpolicy_range_1
    L2__evict_normal: createpolicy_range_1
    L2__evict_unchanged: createpolicy_range_1
    fabric: createpolicy_range_fabric
    global_: createpolicy_range_global
class createpolicy_cvt_L2(Words):
    b64 = _1
class createpolicy_fractional_1(Words):
    L2__evict_first: createpolicy_fractional_2
    L2__evict_unchanged: createpolicy_fractional_2
    b64 = _2
class createpolicy_range_1(Words):
    L2__evict_first: createpolicy_range_2
    L2__evict_unchanged: createpolicy_range_2
    b64 = _3
class createpolicy_range_fabric(Words):
    L2__evict_first: createpolicy_range_fabric_1
    L2__evict_last: createpolicy_range_fabric_1
    L2__evict_normal: createpolicy_range_fabric_1
    L2__evict_unchanged: createpolicy_range_fabric_1
class createpolicy_range_global(Words):
    L2__evict_first: createpolicy_range_1
    L2__evict_last: createpolicy_range_1
    L2__evict_normal: createpolicy_range_1
    L2__evict_unchanged: createpolicy_range_1
class createpolicy_fractional_2(Words):
    b64 = _2
class createpolicy_range_2(Words):
    b64 = _3
class createpolicy_range_fabric_1(Words):
    L2__evict_first: createpolicy_range_fabric_2
    L2__evict_unchanged: createpolicy_range_fabric_2
    b64 = _4
class createpolicy_range_fabric_2(Words):
    b64 = _4
