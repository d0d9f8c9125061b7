# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Constant, Guard, Source, Words

def _1(self: object, addr: Bracketed, ord: Constant, new_val: Source, /, *, pred: Guard = None) -> None:
    """``tensormap.replace.tile.<field>{.<ss>}.b1024.b32 [addr], ord, new_val``

    Manual 9.7.10.29 tensormap.replace. PTX 8.3; sm_90a, sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _2(self: object, addr: Bracketed, new_val: Constant, /, *, pred: Guard = None) -> None:
    """``tensormap.replace.tile.<field>{.<ss>}.b1024.b32 [addr], new_val``

    Manual 9.7.10.29 tensormap.replace. PTX 8.3; sm_90a, sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a, sm_120f, sm_121a or sm_121f.

    ``tensormap.replace.tile.<field>{.<ss>}.b1024.b32 [addr], new_val``

    Manual 9.7.10.29 tensormap.replace. PTX 8.7; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _3(self: object, addr: Bracketed, new_val: Constant, /, *, pred: Guard = None) -> None:
    """``tensormap.replace.tile.<field>{.<ss>}.b1024.b32 [addr], new_val``

    Manual 9.7.10.29 tensormap.replace. PTX 8.3; sm_90a, sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _4(self: object, addr: Bracketed, new_val: Source, /, *, pred: Guard = None) -> None:
    """``tensormap.replace.tile.<field>{.<ss>}.b1024.b64 [addr], new_val``

    Manual 9.7.10.29 tensormap.replace. PTX 8.3; sm_90a, sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _5(self: object, addr: Bracketed, ord: Constant, new_val: Source, /, *, pred: Guard = None) -> None:
    """``tensormap.replace.tile.<field>{.<ss>}.b1024.b64 [addr], ord, new_val``

    Manual 9.7.10.29 tensormap.replace. PTX 8.3; sm_90a, sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _6(self: object, addr: Bracketed, new_val: Source, /, *, pred: Guard = None) -> None:
    """``tensormap.replace.tile.<field>{.<ss>}.b1024.b32 [addr], new_val``

    Manual 9.7.10.29 tensormap.replace. PTX 8.3; sm_90a, sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _7(self: object, addr: Bracketed, new_val: Constant, /, *, pred: Guard = None) -> None:
    """``tensormap.replace.tile.<field>{.<ss>}.b1024.b32 [addr], new_val``

    Manual 9.7.10.29 tensormap.replace. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _8(self: object, addr: Bracketed, new_val: Constant, /, *, pred: Guard = None) -> None:
    """``tensormap.replace.tile.<field>{.<ss>}.b1024.b32 [addr], new_val``

    Manual 9.7.10.29 tensormap.replace. PTX 8.3; sm_90a, sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a, sm_120f, sm_121a or sm_121f.

    ``tensormap.replace.tile.<field>{.<ss>}.b1024.b32 [addr], new_val``

    Manual 9.7.10.29 tensormap.replace. PTX 8.8; sm_103a or sm_107a.
    """
def _9(self: object, dst: Bracketed, src: Bracketed, size: Constant, /, *, pred: Guard = None) -> None:
    """``tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.<scope>.sync.aligned [dst], [src], size``

    Manual 9.7.15.17 tensormap.cp_fenceproxy. PTX 8.3; sm_90 or newer.
    """
class tensormap(Words):
    cp_fenceproxy: tensormap_cp_fenceproxy
    replace: tensormap_replace
class tensormap_cp_fenceproxy(Words):
    global_: tensormap_cp_fenceproxy_global
class tensormap_replace(Words):
    tile: tensormap_replace_tile
class tensormap_cp_fenceproxy_global(Words):
    shared__cta: tensormap_cp_fenceproxy_global_1
class tensormap_replace_tile(Words):
    box_dim: tensormap_replace_tile_1
    element_stride: tensormap_replace_tile_1
    elemtype: tensormap_replace_tile_elemtype
    fill_mode: tensormap_replace_tile_2
    global_address: tensormap_replace_tile_global_address
    global_dim: tensormap_replace_tile_1
    global_stride: tensormap_replace_tile_global_stride
    interleave_layout: tensormap_replace_tile_2
    rank: tensormap_replace_tile_rank
    swizzle_atomicity: tensormap_replace_tile_swizzle_atomicity
    swizzle_mode: tensormap_replace_tile_swizzle_mode
class tensormap_cp_fenceproxy_global_1(Words):
    tensormap__generic: tensormap_cp_fenceproxy_global_2
class tensormap_replace_tile_1(Words):
    b1024: tensormap_replace_tile_3
    global_: tensormap_replace_tile_4
    shared__cta: tensormap_replace_tile_4
class tensormap_replace_tile_elemtype(Words):
    b1024: tensormap_replace_tile_elemtype_1
    global_: tensormap_replace_tile_elemtype_2
    shared__cta: tensormap_replace_tile_elemtype_2
class tensormap_replace_tile_2(Words):
    b1024: tensormap_replace_tile_5
    global_: tensormap_replace_tile_6
    shared__cta: tensormap_replace_tile_6
class tensormap_replace_tile_global_address(Words):
    b1024: tensormap_replace_tile_global_address_1
    global_: tensormap_replace_tile_global_address_2
    shared__cta: tensormap_replace_tile_global_address_2
class tensormap_replace_tile_global_stride(Words):
    b1024: tensormap_replace_tile_global_stride_1
    global_: tensormap_replace_tile_global_stride_2
    shared__cta: tensormap_replace_tile_global_stride_2
class tensormap_replace_tile_rank(Words):
    b1024: tensormap_replace_tile_rank_1
    global_: tensormap_replace_tile_rank_2
    shared__cta: tensormap_replace_tile_rank_2
class tensormap_replace_tile_swizzle_atomicity(Words):
    b1024: tensormap_replace_tile_swizzle_atomicity_1
    global_: tensormap_replace_tile_swizzle_atomicity_2
    shared__cta: tensormap_replace_tile_swizzle_atomicity_2
class tensormap_replace_tile_swizzle_mode(Words):
    b1024: tensormap_replace_tile_swizzle_mode_1
    global_: tensormap_replace_tile_swizzle_mode_2
    shared__cta: tensormap_replace_tile_swizzle_mode_2
class tensormap_cp_fenceproxy_global_2(Words):
    release: tensormap_cp_fenceproxy_global_3
class tensormap_replace_tile_3(Words):
    b32 = _1
class tensormap_replace_tile_4(Words):
    b1024: tensormap_replace_tile_3
class tensormap_replace_tile_elemtype_1(Words):
    b32 = _2
class tensormap_replace_tile_elemtype_2(Words):
    b1024: tensormap_replace_tile_elemtype_1
class tensormap_replace_tile_5(Words):
    b32 = _3
class tensormap_replace_tile_6(Words):
    b1024: tensormap_replace_tile_5
class tensormap_replace_tile_global_address_1(Words):
    b64 = _4
class tensormap_replace_tile_global_address_2(Words):
    b1024: tensormap_replace_tile_global_address_1
class tensormap_replace_tile_global_stride_1(Words):
    b64 = _5
class tensormap_replace_tile_global_stride_2(Words):
    b1024: tensormap_replace_tile_global_stride_1
class tensormap_replace_tile_rank_1(Words):
    b32 = _6
class tensormap_replace_tile_rank_2(Words):
    b1024: tensormap_replace_tile_rank_1
class tensormap_replace_tile_swizzle_atomicity_1(Words):
    b32 = _7
class tensormap_replace_tile_swizzle_atomicity_2(Words):
    b1024: tensormap_replace_tile_swizzle_atomicity_1
class tensormap_replace_tile_swizzle_mode_1(Words):
    b32 = _8
class tensormap_replace_tile_swizzle_mode_2(Words):
    b1024: tensormap_replace_tile_swizzle_mode_1
class tensormap_cp_fenceproxy_global_3(Words):
    cluster: tensormap_cp_fenceproxy_global_4
    cta: tensormap_cp_fenceproxy_global_4
    gpu: tensormap_cp_fenceproxy_global_4
    sys: tensormap_cp_fenceproxy_global_4
class tensormap_cp_fenceproxy_global_4(Words):
    sync: tensormap_cp_fenceproxy_global_5
class tensormap_cp_fenceproxy_global_5(Words):
    aligned = _9
