# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Constant, Guard, Words

def _1(self: object, count: Constant, /, *, pred: Guard = None) -> None:
    """``setmaxnreg.<action>.sync.aligned.u32 count``

    Manual 9.7.21.5 setmaxnreg. PTX 8.0; sm_90a, sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
class setmaxnreg(Words):
    dec: setmaxnreg_1
    inc: setmaxnreg_1
class setmaxnreg_1(Words):
    sync: setmaxnreg_2
class setmaxnreg_2(Words):
    aligned: setmaxnreg_3
class setmaxnreg_3(Words):
    u32 = _1
