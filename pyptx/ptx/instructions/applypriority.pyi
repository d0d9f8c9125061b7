# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Constant, Guard, Registers, Source, Words

def _1(self: object, a: Bracketed, size: Constant, /, *, pred: Guard = None) -> None:
    """``applypriority{.<space>}.L2::evict_normal [a], size``

    Manual 9.7.10.17 applypriority. PTX 7.4; sm_80 or newer.
    """
def _2(self: object, a: Bracketed, size: Source, /, *, pred: Guard = None) -> None:
    """``applypriority.async.bulk{.<src>}.bulk_group.L2::evict_normal [a], size``

    Manual 9.7.10.18 applypriority.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
def _3(self: object, tensorMap: Bracketed, /, *, pred: Guard = None) -> None:
    """``applypriority.async.bulk.tensor.<dim>{.global}.bulk_group{.<mode>}.L2::evict_normal{.<address>} [tensorMap]``

    Manual 9.7.10.19 applypriority.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _4(self: object, tensorMap: Bracketed, /, *, pred: Guard = None) -> None:
    """``applypriority.async.bulk.tensor.<dim>{.global}.bulk_group.<mode>.L2::evict_normal{.<address>} [tensorMap]``

    Manual 9.7.10.19 applypriority.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _5(self: object, tensorMap: Bracketed, im2colInfo: Registers, /, *, pred: Guard = None) -> None:
    """``applypriority.async.bulk.tensor.<dim>{.global}.bulk_group.<mode>.L2::evict_normal{.<address>} [tensorMap], im2colInfo``

    Manual 9.7.10.19 applypriority.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _6(self: object, tensorMap: Bracketed, /, *, pred: Guard = None) -> None:
    """``applypriority.async.bulk.tensor.<dim>{.global}.bulk_group{.tile}.L2::evict_normal.override::global_address.override::global_dim [tensorMap]``

    Manual 9.7.10.19 applypriority.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _7(self: object, tensorMap: Bracketed, /, *, pred: Guard = None) -> None:
    """``applypriority.async.bulk.tensor.<dim>{.global}.bulk_group{.tile}.L2::evict_normal.override::global_address.override::global_dim_stride [tensorMap]``

    Manual 9.7.10.19 applypriority.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
class applypriority(Words):
    L2__evict_normal = _1
    async_: applypriority_async
    global_: applypriority_global
class applypriority_async(Words):
    bulk: applypriority_async_bulk
class applypriority_global(Words):
    L2__evict_normal = _1
class applypriority_async_bulk(Words):
    bulk_group: applypriority_async_bulk_1
    global_: applypriority_async_bulk_global
    tensor: applypriority_async_bulk_tensor
class applypriority_async_bulk_1(Words):
    L2__evict_normal = _2
class applypriority_async_bulk_global(Words):
    bulk_group: applypriority_async_bulk_1
class applypriority_async_bulk_tensor(Words):
    _1d: applypriority_async_bulk_tensor_1d
    _2d: applypriority_async_bulk_tensor_2d
    _3d: applypriority_async_bulk_tensor_1
    _4d: applypriority_async_bulk_tensor_1
    _5d: applypriority_async_bulk_tensor_1
class applypriority_async_bulk_tensor_1d(Words):
    bulk_group: applypriority_async_bulk_tensor_1d_1
    global_: applypriority_async_bulk_tensor_1d_2
class applypriority_async_bulk_tensor_2d(Words):
    bulk_group: applypriority_async_bulk_tensor_2d_1
    global_: applypriority_async_bulk_tensor_2d_2
class applypriority_async_bulk_tensor_1(Words):
    bulk_group: applypriority_async_bulk_tensor_2
    global_: applypriority_async_bulk_tensor_3
class applypriority_async_bulk_tensor_1d_1(Words):
    L2__evict_normal: applypriority_async_bulk_tensor_1d_3
    """``applypriority.async.bulk.tensor.<dim>{.global}.bulk_group{.<mode>}.L2::evict_normal{.<address>} [tensorMap]``

    Manual 9.7.10.19 applypriority.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    tile: applypriority_async_bulk_tensor_1d_4
class applypriority_async_bulk_tensor_1d_2(Words):
    bulk_group: applypriority_async_bulk_tensor_1d_1
class applypriority_async_bulk_tensor_2d_1(Words):
    L2__evict_normal: applypriority_async_bulk_tensor_4
    """``applypriority.async.bulk.tensor.<dim>{.global}.bulk_group{.<mode>}.L2::evict_normal{.<address>} [tensorMap]``

    Manual 9.7.10.19 applypriority.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    tile: applypriority_async_bulk_tensor_5
    tile__gather4: applypriority_async_bulk_tensor_2d_3
class applypriority_async_bulk_tensor_2d_2(Words):
    bulk_group: applypriority_async_bulk_tensor_2d_1
class applypriority_async_bulk_tensor_2(Words):
    L2__evict_normal: applypriority_async_bulk_tensor_4
    """``applypriority.async.bulk.tensor.<dim>{.global}.bulk_group{.<mode>}.L2::evict_normal{.<address>} [tensorMap]``

    Manual 9.7.10.19 applypriority.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    im2col: applypriority_async_bulk_tensor_6
    im2col__w: applypriority_async_bulk_tensor_6
    im2col__w__128: applypriority_async_bulk_tensor_6
    tile: applypriority_async_bulk_tensor_5
class applypriority_async_bulk_tensor_3(Words):
    bulk_group: applypriority_async_bulk_tensor_2
class applypriority_async_bulk_tensor_1d_3(Words):
    override__global_address: applypriority_async_bulk_tensor_1d_5
    __call__ = _3
class applypriority_async_bulk_tensor_1d_4(Words):
    L2__evict_normal: applypriority_async_bulk_tensor_1d_3
    """``applypriority.async.bulk.tensor.<dim>{.global}.bulk_group{.<mode>}.L2::evict_normal{.<address>} [tensorMap]``

    Manual 9.7.10.19 applypriority.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
class applypriority_async_bulk_tensor_4(Words):
    override__global_address: applypriority_async_bulk_tensor_7
    __call__ = _3
class applypriority_async_bulk_tensor_5(Words):
    L2__evict_normal: applypriority_async_bulk_tensor_4
    """``applypriority.async.bulk.tensor.<dim>{.global}.bulk_group{.<mode>}.L2::evict_normal{.<address>} [tensorMap]``

    Manual 9.7.10.19 applypriority.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
class applypriority_async_bulk_tensor_2d_3(Words):
    L2__evict_normal: applypriority_async_bulk_tensor_2d_4
    """``applypriority.async.bulk.tensor.<dim>{.global}.bulk_group.<mode>.L2::evict_normal{.<address>} [tensorMap]``

    Manual 9.7.10.19 applypriority.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
class applypriority_async_bulk_tensor_6(Words):
    L2__evict_normal: applypriority_async_bulk_tensor_8
    """``applypriority.async.bulk.tensor.<dim>{.global}.bulk_group.<mode>.L2::evict_normal{.<address>} [tensorMap], im2colInfo``

    Manual 9.7.10.19 applypriority.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
class applypriority_async_bulk_tensor_1d_5(Words):
    override__global_dim = _6
    __call__ = _3
class applypriority_async_bulk_tensor_7(Words):
    override__global_dim_stride = _7
    __call__ = _3
class applypriority_async_bulk_tensor_2d_4(Words):
    override__global_address = _4
    __call__ = _4
class applypriority_async_bulk_tensor_8(Words):
    override__global_address = _5
    __call__ = _5
