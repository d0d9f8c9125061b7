# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Destination, Guard, Made, Register, Registers, Words

def _1(self: object, d: Destination, response: Register, /, *, pred: Guard = None) -> Made:
    """``clusterlaunchcontrol.query_cancel.<coordinate>.b32.b128 d, response``

    Manual 9.7.15.19 clusterlaunchcontrol.query_cancel. PTX 8.6; sm_100 or newer.
    """
def _2(self: object, p: Destination, response: Register, /, *, pred: Guard = None) -> Made:
    """``clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p, response``

    Manual 9.7.15.19 clusterlaunchcontrol.query_cancel. PTX 8.6; sm_100 or newer.
    """
def _3(self: object, addr: Bracketed, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``clusterlaunchcontrol.try_cancel.async{.<space>}.mbarrier::complete_tx::bytes{.multicast::cluster::all}.b128 [addr], [mbar]``

    Manual 9.7.15.18 clusterlaunchcontrol.try_cancel. PTX 8.6; sm_100 or newer.
    """
def _4(self: object, d: Registers, response: Register, /, *, pred: Guard = None) -> None:
    """``clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 d, response``

    Manual 9.7.15.19 clusterlaunchcontrol.query_cancel. PTX 8.6; sm_100 or newer.
    """
def _5(self: object, addr: Bracketed, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``clusterlaunchcontrol.try_cancel.async{.<space>}.mbarrier::complete_tx::bytes{.multicast::cluster::all}.b128 [addr], [mbar]``

    Manual 9.7.15.18 clusterlaunchcontrol.try_cancel. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
class clusterlaunchcontrol(Words):
    query_cancel: clusterlaunchcontrol_query_cancel
    try_cancel: clusterlaunchcontrol_try_cancel
class clusterlaunchcontrol_query_cancel(Words):
    get_first_ctaid: clusterlaunchcontrol_query_cancel_1
    get_first_ctaid__x: clusterlaunchcontrol_query_cancel_2
    get_first_ctaid__y: clusterlaunchcontrol_query_cancel_2
    get_first_ctaid__z: clusterlaunchcontrol_query_cancel_2
    is_canceled: clusterlaunchcontrol_query_cancel_3
class clusterlaunchcontrol_try_cancel(Words):
    async_: clusterlaunchcontrol_try_cancel_async
class clusterlaunchcontrol_query_cancel_1(Words):
    v4: clusterlaunchcontrol_query_cancel_4
class clusterlaunchcontrol_query_cancel_2(Words):
    b32: clusterlaunchcontrol_query_cancel_5
class clusterlaunchcontrol_query_cancel_3(Words):
    pred: clusterlaunchcontrol_query_cancel_6
class clusterlaunchcontrol_try_cancel_async(Words):
    mbarrier__complete_tx__bytes: clusterlaunchcontrol_try_cancel_async_1
    shared__cta: clusterlaunchcontrol_try_cancel_async_2
class clusterlaunchcontrol_query_cancel_4(Words):
    b32: clusterlaunchcontrol_query_cancel_7
class clusterlaunchcontrol_query_cancel_5(Words):
    b128 = _1
class clusterlaunchcontrol_query_cancel_6(Words):
    b128 = _2
class clusterlaunchcontrol_try_cancel_async_1(Words):
    b128 = _3
    multicast__cluster__all: clusterlaunchcontrol_try_cancel_async_3
class clusterlaunchcontrol_try_cancel_async_2(Words):
    mbarrier__complete_tx__bytes: clusterlaunchcontrol_try_cancel_async_1
class clusterlaunchcontrol_query_cancel_7(Words):
    b128 = _4
class clusterlaunchcontrol_try_cancel_async_3(Words):
    b128 = _5
