# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Condition, Destination, Guard, Made, Source, Words

def _1(self: object, d: Destination, a: Source, b: Source, c: Condition | Source, /, *, pred: Guard = None) -> Made:
    """``selp.<type> d, a, b, c``

    Manual 9.7.7.3 selp. PTX 1.0; every target.
    """
class selp(Words):
    b16 = _1
    b32 = _1
    b64 = _1
    f32 = _1
    f64 = _1
    s16 = _1
    s32 = _1
    s64 = _1
    u16 = _1
    u32 = _1
    u64 = _1
