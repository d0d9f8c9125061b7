# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Guard, Register, Registers, Words

def _1(self: object, mdata: Registers, cdata: Registers, data: Registers, spdesc: Register, /, *, pred: Guard = None) -> None:
    """``spcompress.<elemsize>.<idxsize>.sp::2:4.<num> mdata, cdata, data, spdesc``

    Manual 9.7.10.30 spcompress. PTX 9.4; sm_107a.
    """
class spcompress(Words):
    b16: spcompress_1
    b8: spcompress_1
class spcompress_1(Words):
    b2: spcompress_2
    b4: spcompress_2
class spcompress_2(Words):
    sp__2___4: spcompress_3
class spcompress_3(Words):
    x1 = _1
    x16 = _1
    x2 = _1
    x32 = _1
    x4 = _1
    x64 = _1
    x8 = _1
