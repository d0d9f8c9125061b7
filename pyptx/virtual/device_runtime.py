"""Functions of CUDA's device runtime by which the blocks of a grid wait for each other, in PTX.

A compiler that has no header of cooperative groups, such as Numba's, calls these by name. They use the memory
whose address the driver passes in ``%envreg1`` and ``%envreg2``, at bytes that the header does not use: the
number of blocks that have arrived, and the number of times that all had.

>>> declaration = ".extern .func (.param .b64 r) cudaCGGetIntrinsicHandle(.param .b32 scope);"
>>> ".weak .func (.param .b64 r) cudaCGGetIntrinsicHandle" in with_device_runtime(f"{HEAD}{declaration}")
True
>>> with_device_runtime(HEAD) == HEAD
True
"""

from __future__ import annotations

from typing import Final

from pyptx.virtual.linking import linked

HEAD: Final = ".version 7.0\n.target sm_70\n.address_size 64\n"

_PREFIX: Final = "cudaCG"

_GRID: Final = f"""{HEAD}
.weak .func (.param .b64 r) cudaCGGetIntrinsicHandle(.param .b32 scope)
{{
    .reg .b32 %scope;
    .reg .b64 %handle;
    .reg .pred %is_grid;
    ld.param.b32 %scope, [scope];
    setp.eq.u32 %is_grid, %scope, 1;
    selp.b64 %handle, 1, 0, %is_grid;
    st.param.b64 [r], %handle;
    ret;
}}

.weak .func (.param .b32 r) cudaCGSynchronize(.param .b64 handle, .param .b32 flags)
{{
    .reg .b32 %x, %y, %z, %blocks, %arrived, %turn, %now, %high, %low, %result;
    .reg .b64 %handle, %memory;
    .reg .pred %is_wrong, %others, %waits;
    mov.u32 %result, 1;
    ld.param.b64 %handle, [handle];
    setp.ne.u64 %is_wrong, %handle, 1;
    @%is_wrong bra RETURN;
    bar.sync 0;
    mov.u32 %x, %tid.x;
    mov.u32 %y, %tid.y;
    mov.u32 %z, %tid.z;
    or.b32 %x, %x, %y;
    or.b32 %x, %x, %z;
    setp.ne.u32 %others, %x, 0;
    @%others bra RELEASED;
    mov.u32 %high, %envreg1;
    mov.u32 %low, %envreg2;
    mov.b64 %memory, {{%low, %high}};
    mov.u32 %blocks, %nctaid.x;
    mov.u32 %y, %nctaid.y;
    mov.u32 %z, %nctaid.z;
    mul.lo.u32 %blocks, %blocks, %y;
    mul.lo.u32 %blocks, %blocks, %z;
    ld.relaxed.gpu.global.u32 %turn, [%memory+132];
    atom.acq_rel.gpu.global.add.u32 %arrived, [%memory+128], 1;
    add.u32 %arrived, %arrived, 1;
    setp.ne.u32 %waits, %arrived, %blocks;
    @%waits bra WAIT;
    st.relaxed.gpu.global.u32 [%memory+128], 0;
    atom.release.gpu.global.add.u32 %now, [%memory+132], 1;
    bra RELEASED;
WAIT:
    ld.acquire.gpu.global.u32 %now, [%memory+132];
    setp.eq.u32 %waits, %now, %turn;
    @%waits bra WAIT;
RELEASED:
    bar.sync 0;
    mov.u32 %result, 0;
RETURN:
    st.param.b32 [r], %result;
    ret;
}}
"""


def with_device_runtime(text: str) -> str:
    """Return a text with the functions of the device runtime that it declares."""
    return linked([text, _GRID]) if _PREFIX in text else text
