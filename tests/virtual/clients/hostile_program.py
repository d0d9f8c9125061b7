"""Calls of the driver with arguments at random: sizes, handles and addresses that are wrong in every way."""

import ctypes
import json
import mmap
import random
import sys

from client import ADD, allocate, c_uint, c_uint64, cu, function, get, launch, load, ok, put, start

SEED, COUNT, ROWS = int(sys.argv[1]), int(sys.argv[2]), json.loads(sys.argv[3])
random.seed(SEED)
start()
module = load()
kernel = function(module)
kept = [allocate(64) for _ in range(4)]
NUMBERS = [
    0, 1, 2, 3, 65, 0xFFFF, 1 << 31, (1 << 32) - 1, 1 << 40, 1 << 63, (1 << 64) - 1, kept[0].value,
    kept[1].value + 60, 0x7000_0000_0000, 0x6FFF_FFFF_FFFF, module.value, kernel.value,
]  # fmt: skip
ADDRESSES = [0, 4, 64, 65, kept[0].value, kept[1].value, kept[2].value + 10, 0x7000_0000_0000]
TEXTS = [b"add", b"", b"x" * 5000, b"count"]
IMAGES = [ADD, b"\0\0\0\0", b"\x7fELF" + bytes(100), b"\x50\xed\x55\xba" + bytes(60)]
own = mmap.mmap(-1, 8 * mmap.PAGESIZE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
own[:] = CONTENTS = bytes(range(256)) * (len(own) // 256)
first = ctypes.addressof(ctypes.c_char.from_buffer(own))
OWN = [first, first + 100, first + 4096, 0, 1]
SIZES = [0, 64, 4096, 20_000, 1 << 40, (1 << 64) - 1]
rooms = [(c_uint64 * 64)() for _ in range(8)]
for _ in range(COUNT):
    name, kinds = random.choice(ROWS)
    arguments = []
    for place, (kind, is_output) in enumerate(kinds):
        if is_output or kind in ("bytes", "list", "words"):
            rooms[place][:16] = [random.choice(NUMBERS) for _ in range(16)]
            arguments.append(rooms[place])
        elif kind in ("own", "size"):
            arguments.append(c_uint64(random.choice(OWN if kind == "own" else SIZES)))
        elif kind == "text":
            arguments.append(random.choice(TEXTS))
        elif kind == "image":
            arguments.append(random.choice(IMAGES))
        elif any(each[0] in ("list", "chars") for each in kinds):
            arguments.append(c_uint64(random.choice([0, 1, 8])))
        else:
            copies = name.startswith("cuMemcpy")
            arguments.append(c_uint64(random.choice(ADDRESSES if copies else NUMBERS)))
    getattr(cu, name)(*arguments)
    start()
assert own[:] == CONTENTS
ok(cu.cuDevicePrimaryCtxReset_v2(0))
assert own[:] == CONTENTS
x = allocate(16)
put(x, 1, 2, 3, 4)
ok(launch(function(load()), x, c_uint(1)))
print("> right", get(x, 4))
