# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Guard, Registers, Words

def _1(self: object, data: Registers, mdata: Registers, cdata: Registers, /, *, pred: Guard = None) -> None:
    """``spdecompress.<elemsize>.<idxsize>.<factor>.<num> data, mdata, cdata``

    Manual 9.7.10.31 spdecompress. PTX 9.4; sm_107a.
    """
class spdecompress(Words):
    b16: spdecompress_b16
    b8: spdecompress_b8
class spdecompress_b16(Words):
    b2: spdecompress_b16_b2
    b4: spdecompress_b16_b4
class spdecompress_b8(Words):
    b2: spdecompress_b8_b2
    b4: spdecompress_b8_b4
class spdecompress_b16_b2(Words):
    sp__1___2: spdecompress_1
    sp__1___4: spdecompress_1
    sp__2___4: spdecompress_1
class spdecompress_b16_b4(Words):
    sp__1___16: spdecompress_b16_b4_1
    sp__1___2: spdecompress_1
    sp__1___4: spdecompress_1
    sp__1___8: spdecompress_2
    sp__2___16: spdecompress_b16_b4_1
    sp__2___4: spdecompress_1
    sp__2___8: spdecompress_2
class spdecompress_b8_b2(Words):
    sp__1___2: spdecompress_b8_1
    sp__1___4: spdecompress_1
    sp__2___4: spdecompress_1
class spdecompress_b8_b4(Words):
    sp__1___16: spdecompress_2
    sp__1___2: spdecompress_b8_1
    sp__1___4: spdecompress_1
    sp__1___8: spdecompress_1
    sp__2___16: spdecompress_2
    sp__2___4: spdecompress_1
    sp__2___8: spdecompress_1
    sp__4___16: spdecompress_2
    sp__4___8: spdecompress_1
class spdecompress_1(Words):
    x1 = _1
    x16 = _1
    x2 = _1
    x32 = _1
    x4 = _1
    x64 = _1
    x8 = _1
class spdecompress_b16_b4_1(Words):
    x1 = _1
    x16 = _1
    x2 = _1
    x4 = _1
    x8 = _1
class spdecompress_2(Words):
    x1 = _1
    x16 = _1
    x2 = _1
    x32 = _1
    x4 = _1
    x8 = _1
class spdecompress_b8_1(Words):
    x16 = _1
    x2 = _1
    x32 = _1
    x4 = _1
    x64 = _1
    x8 = _1
