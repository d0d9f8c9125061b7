# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Destination, Guard, Made, Source, Words

def _1(self: object, p: Destination, a: Source, /, *, pred: Guard = None) -> Made:
    """``testp.<op>.<type> p, a``

    Manual 9.7.3.1 testp. PTX 2.0; sm_20 or newer.
    """
class testp(Words):
    finite: testp_1
    infinite: testp_1
    normal: testp_1
    notanumber: testp_1
    number: testp_1
    subnormal: testp_1
class testp_1(Words):
    f32 = _1
    f64 = _1
