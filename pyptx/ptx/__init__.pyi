# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
"""One call, one instruction: the namespace that kernels are written in.

>>> from pyptx import ptx, reg
>>> from pyptx.trace import Trace, tracing
>>> from pyptx.types import u32
>>> with tracing(Trace("k")) as trace:
...     i = reg.from_(ptx.special.tid.x(), u32)
...     with ptx.if_(i < 5):
...         ptx.inst.add.u32(i, i, 1)
"""
from collections.abc import Sequence
from pyptx.ptx import special as special
from pyptx.ptx.addressing import addr as addr, global_ptrs as global_ptrs, param as param
from pyptx.ptx.barrier import NamedBarrier as NamedBarrier, named_barrier as named_barrier
from pyptx.ptx.bulk_copy import Im2colLoad, TensorCopy, TileLoad, TileStore, tma as tma
from pyptx.ptx.cluster import cluster as cluster
from pyptx.ptx.control import bra as bra, else_ as else_, exit as exit, expr as expr, if_ as if_, kloop as kloop, label as label, loop as loop, range_ as range_, ret as ret, scope as scope, trap as trap
from pyptx.ptx.cta import cta as cta
from pyptx.ptx.directives import file_ as file_, loc as loc, pragma as pragma, var as var
from pyptx.ptx.instructions import Instructions
from pyptx.ptx.mbarrier import BarrierArray
from pyptx.ptx.mma import stmatrix_x4_trans_f32_bf16 as stmatrix_x4_trans_f32_bf16
from pyptx.ptx.opcode import pipe as pipe
from pyptx.ptx.pipeline import PipelineState as PipelineState, pipeline as pipeline
from pyptx.ptx.raw import declare as declare, raw as raw, raw_module as raw_module, spelled as spelled
from pyptx.ptx.signatures import Words
from pyptx.ptx.special import ctaid_x as ctaid_x, ctaid_y as ctaid_y, sreg as sreg
from pyptx.ptx.warp import elect_sync as elect_sync, setmaxnreg as setmaxnreg, setmaxnreg_dec as setmaxnreg_dec, setmaxnreg_inc as setmaxnreg_inc, warp as warp
from pyptx.reg import Predicate, Reg, RegArray
from pyptx.specs import TensorSpec
from pyptx.trace import Value, intrinsic as intrinsic
from pyptx.types import PtxType
from pyptx.ptx.instructions import abs as _abs
from pyptx.ptx.instructions import activemask as _activemask
from pyptx.ptx.instructions import add as _add
from pyptx.ptx.instructions import addc as _addc
from pyptx.ptx.instructions import alloca as _alloca
from pyptx.ptx.instructions import and_ as _and_
from pyptx.ptx.instructions import applypriority as _applypriority
from pyptx.ptx.instructions import atom as _atom
from pyptx.ptx.instructions import bar as _bar
from pyptx.ptx.instructions import barrier as _barrier
from pyptx.ptx.instructions import bfe as _bfe
from pyptx.ptx.instructions import bfi as _bfi
from pyptx.ptx.instructions import bfind as _bfind
from pyptx.ptx.instructions import bmsk as _bmsk
from pyptx.ptx.instructions import brev as _brev
from pyptx.ptx.instructions import brkpt as _brkpt
from pyptx.ptx.instructions import brx as _brx
from pyptx.ptx.instructions import call as _call
from pyptx.ptx.instructions import clmad as _clmad
from pyptx.ptx.instructions import clusterlaunchcontrol as _clusterlaunchcontrol
from pyptx.ptx.instructions import clz as _clz
from pyptx.ptx.instructions import cnot as _cnot
from pyptx.ptx.instructions import copysign as _copysign
from pyptx.ptx.instructions import cos as _cos
from pyptx.ptx.instructions import cp as _cp
from pyptx.ptx.instructions import createpolicy as _createpolicy
from pyptx.ptx.instructions import cvt as _cvt
from pyptx.ptx.instructions import cvta as _cvta
from pyptx.ptx.instructions import discard as _discard
from pyptx.ptx.instructions import div as _div
from pyptx.ptx.instructions import dp2a as _dp2a
from pyptx.ptx.instructions import dp4a as _dp4a
from pyptx.ptx.instructions import elect as _elect
from pyptx.ptx.instructions import ex2 as _ex2
from pyptx.ptx.instructions import fabric as _fabric
from pyptx.ptx.instructions import fence as _fence
from pyptx.ptx.instructions import fma as _fma
from pyptx.ptx.instructions import fns as _fns
from pyptx.ptx.instructions import getctarank as _getctarank
from pyptx.ptx.instructions import griddepcontrol as _griddepcontrol
from pyptx.ptx.instructions import isspacep as _isspacep
from pyptx.ptx.instructions import istypep as _istypep
from pyptx.ptx.instructions import ld as _ld
from pyptx.ptx.instructions import ldmatrix as _ldmatrix
from pyptx.ptx.instructions import ldu as _ldu
from pyptx.ptx.instructions import lg2 as _lg2
from pyptx.ptx.instructions import lop3 as _lop3
from pyptx.ptx.instructions import mad as _mad
from pyptx.ptx.instructions import mad24 as _mad24
from pyptx.ptx.instructions import madc as _madc
from pyptx.ptx.instructions import mapa as _mapa
from pyptx.ptx.instructions import match as _match
from pyptx.ptx.instructions import max as _max
from pyptx.ptx.instructions import mbarrier as _mbarrier
from pyptx.ptx.instructions import membar as _membar
from pyptx.ptx.instructions import min as _min
from pyptx.ptx.instructions import mma as _mma
from pyptx.ptx.instructions import mov as _mov
from pyptx.ptx.instructions import movmatrix as _movmatrix
from pyptx.ptx.instructions import mul as _mul
from pyptx.ptx.instructions import mul24 as _mul24
from pyptx.ptx.instructions import multimem as _multimem
from pyptx.ptx.instructions import nanosleep as _nanosleep
from pyptx.ptx.instructions import neg as _neg
from pyptx.ptx.instructions import not_ as _not_
from pyptx.ptx.instructions import or_ as _or_
from pyptx.ptx.instructions import pmevent as _pmevent
from pyptx.ptx.instructions import popc as _popc
from pyptx.ptx.instructions import prefetch as _prefetch
from pyptx.ptx.instructions import prefetchu as _prefetchu
from pyptx.ptx.instructions import prmt as _prmt
from pyptx.ptx.instructions import rcp as _rcp
from pyptx.ptx.instructions import red as _red
from pyptx.ptx.instructions import redux as _redux
from pyptx.ptx.instructions import rem as _rem
from pyptx.ptx.instructions import rsqrt as _rsqrt
from pyptx.ptx.instructions import sad as _sad
from pyptx.ptx.instructions import selp as _selp
from pyptx.ptx.instructions import set as _set
from pyptx.ptx.instructions import setp as _setp
from pyptx.ptx.instructions import shf as _shf
from pyptx.ptx.instructions import shfl as _shfl
from pyptx.ptx.instructions import shl as _shl
from pyptx.ptx.instructions import shr as _shr
from pyptx.ptx.instructions import sin as _sin
from pyptx.ptx.instructions import slct as _slct
from pyptx.ptx.instructions import spcompress as _spcompress
from pyptx.ptx.instructions import spdecompress as _spdecompress
from pyptx.ptx.instructions import sqrt as _sqrt
from pyptx.ptx.instructions import st as _st
from pyptx.ptx.instructions import stackrestore as _stackrestore
from pyptx.ptx.instructions import stacksave as _stacksave
from pyptx.ptx.instructions import stmatrix as _stmatrix
from pyptx.ptx.instructions import sub as _sub
from pyptx.ptx.instructions import subc as _subc
from pyptx.ptx.instructions import suld as _suld
from pyptx.ptx.instructions import suq as _suq
from pyptx.ptx.instructions import sured as _sured
from pyptx.ptx.instructions import sust as _sust
from pyptx.ptx.instructions import szext as _szext
from pyptx.ptx.instructions import tanh as _tanh
from pyptx.ptx.instructions import tcgen05 as _tcgen05
from pyptx.ptx.instructions import tensormap as _tensormap
from pyptx.ptx.instructions import testp as _testp
from pyptx.ptx.instructions import tex as _tex
from pyptx.ptx.instructions import tld4 as _tld4
from pyptx.ptx.instructions import txq as _txq
from pyptx.ptx.instructions import vabsdiff as _vabsdiff
from pyptx.ptx.instructions import vabsdiff2 as _vabsdiff2
from pyptx.ptx.instructions import vabsdiff4 as _vabsdiff4
from pyptx.ptx.instructions import vadd as _vadd
from pyptx.ptx.instructions import vadd2 as _vadd2
from pyptx.ptx.instructions import vadd4 as _vadd4
from pyptx.ptx.instructions import vavrg2 as _vavrg2
from pyptx.ptx.instructions import vavrg4 as _vavrg4
from pyptx.ptx.instructions import vmad as _vmad
from pyptx.ptx.instructions import vmax as _vmax
from pyptx.ptx.instructions import vmax2 as _vmax2
from pyptx.ptx.instructions import vmax4 as _vmax4
from pyptx.ptx.instructions import vmin as _vmin
from pyptx.ptx.instructions import vmin2 as _vmin2
from pyptx.ptx.instructions import vmin4 as _vmin4
from pyptx.ptx.instructions import vote as _vote
from pyptx.ptx.instructions import vset as _vset
from pyptx.ptx.instructions import vset2 as _vset2
from pyptx.ptx.instructions import vset4 as _vset4
from pyptx.ptx.instructions import vshl as _vshl
from pyptx.ptx.instructions import vshr as _vshr
from pyptx.ptx.instructions import vsub as _vsub
from pyptx.ptx.instructions import vsub2 as _vsub2
from pyptx.ptx.instructions import vsub4 as _vsub4
from pyptx.ptx.instructions import wgmma as _wgmma
from pyptx.ptx.instructions import wmma as _wmma
from pyptx.ptx.instructions import xor as _xor
class _Abs(Words):
    bf16 = _abs._1
    bf16x2 = _abs._1
    f16 = _abs._2
    f16x2 = _abs._2
    f32 = _abs._3
    f64 = _abs._4
    ftz: _abs.abs_ftz
    s16 = _abs._5
    s32 = _abs._5
    s64 = _abs._5
    def __call__(self, dtype: PtxType, dst: Reg, src: Value, *, pred: Predicate | None=None) -> None:
        """``abs.<dtype> dst, src``."""
class _Activemask(Words):
    b32 = _activemask._1
    def __call__(self, dst: Reg | None=None, *, pred: Predicate | None=None) -> Reg:
        """``activemask.b32 dst``: the lanes that are executing this; a new register if none is given."""
class _Add(Words):
    bf16 = _add._1
    bf16x2 = _add._1
    cc: _add.add_cc
    f16 = _add._2
    f16x2 = _add._2
    f32: _add.add_1
    """``add{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.3 add. PTX 6.3; every target.
    """
    f32x2 = _add._4
    f64 = _add._5
    ftz: _add.add_2
    rm: _add.add_3
    rn: _add.add_rn
    rp: _add.add_3
    rz: _add.add_3
    s16 = _add._6
    s16x2 = _add._7
    s32 = _add._8
    s64 = _add._6
    s8x4 = _add._9
    sat: _add.add_sat
    u16 = _add._6
    u16x2 = _add._7
    u32 = _add._8
    u64 = _add._6
    u8x4 = _add._9
    def __call__(self, dtype: PtxType, dst: Reg, a: Value, b: Value, *, pred: Predicate | None=None) -> None:
        """``add.<dtype> dst, a, b``."""
class _And(Words):
    b16 = _and_._1
    b32 = _and_._1
    b64 = _and_._1
    pred = _and_._2
    def __call__(self, dtype: PtxType, dst: Reg, a: Value, b: Value, *, pred: Predicate | None=None) -> None:
        """``and.b<width> dst, a, b``, or ``and.pred``."""
class _Atom(Words):
    acq_rel: _atom.atom_1
    acquire: _atom.atom_1
    add: _atom.atom_2
    and_: _atom.atom_3
    cas: _atom.atom_4
    cluster: _atom.atom_5
    cta: _atom.atom_6
    dec: _atom.atom_7
    exch: _atom.atom_8
    global_: _atom.atom_9
    gpu: _atom.atom_6
    inc: _atom.atom_7
    max: _atom.atom_10
    min: _atom.atom_10
    or_: _atom.atom_3
    relaxed: _atom.atom_1
    release: _atom.atom_1
    shared: _atom.atom_11
    shared__cluster: _atom.atom_12
    shared__cta: _atom.atom_13
    sys: _atom.atom_14
    xor: _atom.atom_3
    def __call__(self, op: str, dtype: PtxType, dst: Reg | None, addr: Value, b: Value, c: Value | None=None, *, space: str='global', sem: str | None=None, scope: str | None=None, pred: Predicate | None=None) -> None:
        """``atom.<sem>.<scope>.<space>.<op>.<dtype> dst, [addr], b``: change memory, give what was there.

        Args:
            op: ``"add" "min" "max" "inc" "dec" "and" "or" "xor" "exch" "cas"``.
            dtype: Type of the memory; for the last five its width counts.
            dst: What was there; None for the sink ``_``.
            addr: Where.
            b: The operand; for ``"cas"`` what must be there.
            c: For ``"cas"`` what to put there then.
            space: ``"global"``, ``"shared"``; ``""`` for generic.
            sem: ``"relaxed"``, ``"acquire"``, ``"release"`` or ``"acq_rel"``.
            scope: ``"cta"``, ``"cluster"``, ``"gpu"`` or ``"sys"``.
            pred: Guard.
        """
class _Bar(Words):
    """``ptx.bar``: the sixteen barriers of a CTA."""
    def arrive(self, n: Value, count: Value, *, pred: Predicate | None=None) -> None:
        """``bar.arrive n, count``: arrive without waiting; `count` includes those who wait."""
    cta: _bar.bar_cta
    def red(self, op: str, dst: Reg, value: Predicate, n: Value=0, count: Value | None=None, *, pred: Predicate | None=None) -> None:
        """``bar.red.<op>``: wait as `sync` does, and combine a predicate of all threads.

        Args:
            op: ``"popc"`` to count into a u32, ``"and"`` or ``"or"`` into a predicate.
            dst: The result, the same in every thread.
            value: This thread's predicate, or its negation.
            n: The barrier, 0 to 15.
            count: Threads, a multiple of 32; all of the CTA if not given.
            pred: Guard.
        """
    def sync(self, n: Value=0, count: Value | None=None, *, pred: Predicate | None=None) -> None:
        """``bar.sync n, count``: wait until `count` threads have arrived, all of the CTA if not given.

        Args:
            n: The barrier, 0 to 15.
            count: Threads, a multiple of the warp's 32.
            pred: Guard; it must agree in all threads of a warp.
        """
    warp: _bar.bar_warp
class _CpAsyncCa(Words):
    shared: _cp.cp_async_2
    shared__cta: _cp.cp_async_2
    def __call__(self, smem_dst: Value, global_src: Value, byte_count: int, src_size: Value | None=None, *, pred: Predicate | None=None) -> None:
        """``cp.async.ca.shared.global [smem_dst], [global_src], byte_count``: cached in L1 and L2.

        Args:
            smem_dst: Where to, aligned to `byte_count`.
            global_src: Where from, aligned to `byte_count`.
            byte_count: 4, 8 or 16.
            src_size: Bytes to read; the rest is filled with zeros.
            pred: Guard.
        """
class _CpAsyncCg(Words):
    shared: _cp.cp_async_2
    shared__cta: _cp.cp_async_2
    def __call__(self, smem_dst: Value, global_src: Value, byte_count: int, src_size: Value | None=None, *, pred: Predicate | None=None) -> None:
        """``cp.async.cg.shared.global [smem_dst], [global_src], 16``: cached in L2 only.

        Args:
            smem_dst: Where to, aligned to 16 bytes.
            global_src: Where from, aligned to 16 bytes.
            byte_count: 16.
            src_size: Bytes to read; the rest is filled with zeros.
            pred: Guard.
        """
class _CpAsyncBulkTensor(Words):
    """``ptx.cp.async_.bulk.tensor``."""
    _1d: _cp.cp_async_bulk_tensor_1d
    _2d: _cp.cp_async_bulk_tensor_2d
    _3d: _cp.cp_async_bulk_tensor_1
    _4d: _cp.cp_async_bulk_tensor_1
    _5d: _cp.cp_async_bulk_tensor_1
    tensor_1d: TensorCopy
    tensor_2d: TensorCopy
    tensor_3d: TensorCopy
    tensor_4d: TensorCopy
    tensor_5d: TensorCopy
    tile_1d: TileLoad
    tile_2d: TileLoad
    tile_3d: TileLoad
    tile_4d: TileLoad
    tile_5d: TileLoad
    im2col_3d: Im2colLoad
    im2col_4d: Im2colLoad
    im2col_5d: Im2colLoad
    store_1d: TileStore
    store_2d: TileStore
    store_3d: TileStore
    store_4d: TileStore
    store_5d: TileStore
    def gather4_2d(self, dst: Value | TensorSpec, src: Value | TensorSpec, coord: Sequence[Value], *, mbar: Value | None=None, cache_hint: Value | None=None, multicast_mask: Value | None=None, cta_group: int=1, pred: Predicate | None=None) -> None:
        """``cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.…``: load parts of four rows.

        Args:
            dst: Where to in shared memory; a shared array may be second as well.
            src: The tensor map.
            coord: Column and four rows; column and row for four rows in a row.
            mbar: The barrier that is told the bytes.
            cache_hint: A 64-bit register with a cache policy.
            multicast_mask: Bit r for the CTA of rank r.
            cta_group: 2 where the barrier may be that of the other CTA of a pair.
            pred: Guard.
        """
    def scatter4_2d(self, dst: Value | TensorSpec, src: Value | TensorSpec, coord: Sequence[Value], *, mbar: None=None, cache_hint: Value | None=None, pred: Predicate | None=None) -> None:
        """``cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group``: store parts of four rows.

        Args:
            dst: The tensor map.
            src: Where from in shared memory.
            coord: Column and four rows; column and row for four rows in a row.
            mbar: Not given: a store belongs to a group.
            cache_hint: A 64-bit register with a cache policy.
            pred: Guard.

        Raises:
            TraceError: A barrier is given.
        """
class _CpAsyncBulkCommit_group(Words):
    def __call__(self, *, pred: Predicate | None=None) -> None:
        """``cp.async.bulk.commit_group``: close the group of this thread's bulk stores since the last one."""
class _CpAsyncBulkWait_group(Words):
    read = _cp._5
    def __call__(self, n: int, *, read: bool=False, pred: Predicate | None=None) -> None:
        """``cp.async.bulk.wait_group n``: wait until at most the `n` youngest groups are under way.

        Args:
            n: How many.
            read: Wait only until their sources may be written again: ``.read``.
            pred: Guard.
        """
class _CpAsyncBulk(Words):
    """``ptx.cp.async_.bulk``."""
    commit_group: _CpAsyncBulkCommit_group
    global_: _cp.cp_async_bulk_global
    prefetch: _cp.cp_async_bulk_prefetch
    relaxed: _cp.cp_async_bulk_relaxed
    shared__cluster: _cp.cp_async_bulk_shared_cluster
    shared__cta: _cp.cp_async_bulk_shared_cta
    tensor: _CpAsyncBulkTensor
    wait_group: _CpAsyncBulkWait_group
    weak: _cp.cp_async_bulk_weak
    tensor_1d: TensorCopy
    tensor_2d: TensorCopy
    tensor_3d: TensorCopy
    tensor_4d: TensorCopy
    tensor_5d: TensorCopy
class _CpAsync(Words):
    """``ptx.cp.async_``: each thread's copies, in groups it waits for."""
    bulk: _CpAsyncBulk
    ca: _CpAsyncCa
    cg: _CpAsyncCg
    def commit_group(self, *, pred: Predicate | None=None) -> None:
        """``cp.async.commit_group``: close the group of the copies traced since the last one."""
    mbarrier: _cp.cp_async_mbarrier
    def wait_all(self, *, pred: Predicate | None=None) -> None:
        """``cp.async.wait_all``: wait for every copy, committed or not."""
    def wait_group(self, n: int, *, pred: Predicate | None=None) -> None:
        """``cp.async.wait_group n``: wait until at most the `n` youngest groups are under way."""
class _CpAsync_bulkTensor(Words):
    """``ptx.cp.async_.bulk.tensor``."""
    _1d: _cp.cp_async_bulk_tensor_1d
    _2d: _cp.cp_async_bulk_tensor_2d
    _3d: _cp.cp_async_bulk_tensor_1
    _4d: _cp.cp_async_bulk_tensor_1
    _5d: _cp.cp_async_bulk_tensor_1
    tensor_1d: TensorCopy
    tensor_2d: TensorCopy
    tensor_3d: TensorCopy
    tensor_4d: TensorCopy
    tensor_5d: TensorCopy
    tile_1d: TileLoad
    tile_2d: TileLoad
    tile_3d: TileLoad
    tile_4d: TileLoad
    tile_5d: TileLoad
    im2col_3d: Im2colLoad
    im2col_4d: Im2colLoad
    im2col_5d: Im2colLoad
    store_1d: TileStore
    store_2d: TileStore
    store_3d: TileStore
    store_4d: TileStore
    store_5d: TileStore
    def gather4_2d(self, dst: Value | TensorSpec, src: Value | TensorSpec, coord: Sequence[Value], *, mbar: Value | None=None, cache_hint: Value | None=None, multicast_mask: Value | None=None, cta_group: int=1, pred: Predicate | None=None) -> None:
        """``cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.…``: load parts of four rows.

        Args:
            dst: Where to in shared memory; a shared array may be second as well.
            src: The tensor map.
            coord: Column and four rows; column and row for four rows in a row.
            mbar: The barrier that is told the bytes.
            cache_hint: A 64-bit register with a cache policy.
            multicast_mask: Bit r for the CTA of rank r.
            cta_group: 2 where the barrier may be that of the other CTA of a pair.
            pred: Guard.
        """
    def scatter4_2d(self, dst: Value | TensorSpec, src: Value | TensorSpec, coord: Sequence[Value], *, mbar: None=None, cache_hint: Value | None=None, pred: Predicate | None=None) -> None:
        """``cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group``: store parts of four rows.

        Args:
            dst: The tensor map.
            src: Where from in shared memory.
            coord: Column and four rows; column and row for four rows in a row.
            mbar: Not given: a store belongs to a group.
            cache_hint: A 64-bit register with a cache policy.
            pred: Guard.

        Raises:
            TraceError: A barrier is given.
        """
class _CpAsync_bulkCommit_group(Words):
    def __call__(self, *, pred: Predicate | None=None) -> None:
        """``cp.async.bulk.commit_group``: close the group of this thread's bulk stores since the last one."""
class _CpAsync_bulkWait_group(Words):
    read = _cp._5
    def __call__(self, n: int, *, read: bool=False, pred: Predicate | None=None) -> None:
        """``cp.async.bulk.wait_group n``: wait until at most the `n` youngest groups are under way.

        Args:
            n: How many.
            read: Wait only until their sources may be written again: ``.read``.
            pred: Guard.
        """
class _CpAsync_bulk(Words):
    """``ptx.cp.async_.bulk``."""
    commit_group: _CpAsync_bulkCommit_group
    global_: _cp.cp_async_bulk_global
    prefetch: _cp.cp_async_bulk_prefetch
    relaxed: _cp.cp_async_bulk_relaxed
    shared__cluster: _cp.cp_async_bulk_shared_cluster
    shared__cta: _cp.cp_async_bulk_shared_cta
    tensor: _CpAsync_bulkTensor
    wait_group: _CpAsync_bulkWait_group
    weak: _cp.cp_async_bulk_weak
    tensor_1d: TensorCopy
    tensor_2d: TensorCopy
    tensor_3d: TensorCopy
    tensor_4d: TensorCopy
    tensor_5d: TensorCopy
class _Cp(Words):
    """``ptx.cp``."""
    async_: _CpAsync
    reduce: _cp.cp_reduce
    async_bulk: _CpAsync_bulk
class _Cvt(Words):
    bf16: _cvt.cvt_bf16
    f16: _cvt.cvt_f16
    f32: _cvt.cvt_f32
    f64: _cvt.cvt_f64
    ftz: _cvt.cvt_ftz
    pack: _cvt.cvt_pack
    rm: _cvt.cvt_rm
    rmi: _cvt.cvt_1
    rn: _cvt.cvt_rn
    rna: _cvt.cvt_rna
    rni: _cvt.cvt_1
    rp: _cvt.cvt_rp
    rpi: _cvt.cvt_1
    rs: _cvt.cvt_rs
    rz: _cvt.cvt_rz
    rzi: _cvt.cvt_1
    s16: _cvt.cvt_2
    s32: _cvt.cvt_2
    s64: _cvt.cvt_2
    s8: _cvt.cvt_2
    sat: _cvt.cvt_sat
    u16: _cvt.cvt_2
    u32: _cvt.cvt_2
    u64: _cvt.cvt_2
    u8: _cvt.cvt_2
    def __call__(self, dst_type: PtxType, src_type: PtxType, dst: Reg, src: Value, *, rounding: str | None=None, ftz: bool=False, sat: bool=False, satfinite: bool=False, relu: bool=False, pred: Predicate | None=None) -> None:
        """``cvt.<rounding>.<dst_type>.<src_type> dst, src``.

        Args:
            dst_type: Type of `dst`.
            src_type: Type of `src`.
            dst: May be wider than `dst_type`.
            src: For a packed `dst_type` two values, upper half first: ``(high, low)``.
            rounding: Where PTX demands one and none is given: ``"rzi"`` to an integer, ``"rna"`` to tf32, else
                ``"rn"``.
            ftz: Flush subnormal f32 to zero.
            sat: Clamp to the range of an integer, or a floating-point result to [0, 1].
            satfinite: Clamp to the largest finite number.
            relu: Clamp negative results to zero.
            pred: Guard.
        """
class _Cvta(Words):
    """``ptx.cvta``: addresses between their state space and the generic one."""
    const: _cvta.cvta_1
    global_: _cvta.cvta_1
    local: _cvta.cvta_1
    def param(self, src: Value, dst: Reg | None=None) -> Reg:
        """``cvta.param.u64 dst, src``: the generic address of a kernel parameter's."""
    param__entry: _cvta.cvta_param_entry
    shared: _cvta.cvta_1
    shared__cluster: _cvta.cvta_shared_cluster
    shared__cta: _cvta.cvta_shared_cta
    to: _cvta.cvta_to
    def to_global(self, src: Reg, dst: Reg | None=None) -> Reg:
        """``cvta.to.global.u64 dst, src``: the global address of a generic one."""
    def to_shared(self, src: Reg, dst: Reg | None=None) -> Reg:
        """``cvta.to.shared.u64 dst, src``: the shared address, in 64 bits, of a generic one."""
    def to_local(self, src: Reg, dst: Reg | None=None) -> Reg:
        """``cvta.to.local.u64 dst, src``: the local address of a generic one."""
    def from_global(self, src: Value, dst: Reg | None=None) -> Reg:
        """``cvta.global.u64 dst, src``: the generic address of a global one, or of a variable."""
    def from_shared(self, src: Value, dst: Reg | None=None) -> Reg:
        """``cvta.shared.u64 dst, src``: the generic address of a shared one, in 64 bits, or of a variable."""
class _Div(Words):
    approx: _div.div_1
    full: _div.div_1
    rm: _div.div_2
    rn: _div.div_2
    rp: _div.div_2
    rz: _div.div_2
    s16 = _div._1
    s32 = _div._1
    s64 = _div._1
    u16 = _div._1
    u32 = _div._1
    u64 = _div._1
    def __call__(self, dtype: PtxType, dst: Reg, a: Value, b: Value, *, rounding: str='rn', pred: Predicate | None=None) -> None:
        """``div.<dtype> dst, a, b``; of floating point ``div.<rounding>``, also ``"approx"`` or ``"full"``."""
class _Fence(Words):
    """``ptx.fence``: order this thread's memory accesses; ``ptx.fence.acq_rel.gpu()`` and all other forms."""
    acq_rel: _fence.fence_1
    acquire: _fence.fence_acquire
    cluster = _fence._1
    cta = _fence._2
    gpu = _fence._2
    def mbarrier_init(self, *, pred: Predicate | None=None) -> None:
        """``fence.mbarrier_init.release.cluster``: show this thread's mbarrier inits to the cluster."""
    proxy: _fence.fence_proxy
    release: _fence.fence_release
    sc: _fence.fence_1
    sys = _fence._2
    def proxy_async(self, *, pred: Predicate | None=None) -> None:
        """``fence.proxy.async``: order accesses of the generic and the async proxy."""
    def proxy_async_shared_cta(self, *, pred: Predicate | None=None) -> None:
        """``fence.proxy.async.shared::cta``: the same for the CTA's own shared memory."""
    def proxy_async_generic_acquire_shared_cluster(self, *, pred: Predicate | None=None) -> None:
        """``fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster``."""
    def proxy_async_generic_release_shared_cta(self, *, pred: Predicate | None=None) -> None:
        """``fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster``: its other half."""
class _Fma(Words):
    rm: _fma.fma_1
    rn: _fma.fma_rn
    rp: _fma.fma_1
    rz: _fma.fma_1
    def __call__(self, dtype: PtxType, dst: Reg, a: Value, b: Value, c: Value, *, rounding: str='rn', pred: Predicate | None=None) -> None:
        """``fma.<rounding>.<dtype> dst, a, b, c``: ``a * b + c``, rounded once."""
class _Ld(Words):
    L1__evict_first: _ld.ld_1
    L1__evict_last: _ld.ld_1
    L1__evict_normal: _ld.ld_1
    L1__evict_unchanged: _ld.ld_1
    L1__no_allocate: _ld.ld_1
    L2__128B: _ld.ld_2
    L2__256B: _ld.ld_3
    L2__64B: _ld.ld_2
    L2__cache_hint: _ld.ld_4
    L2__evict_first: _ld.ld_5
    L2__evict_last: _ld.ld_5
    L2__evict_normal: _ld.ld_5
    acquire: _ld.ld_6
    b128 = _ld._1
    b16 = _ld._2
    b32 = _ld._2
    b64 = _ld._2
    b8 = _ld._2
    ca: _ld.ld_7
    cg: _ld.ld_7
    const: _ld.ld_8
    cs: _ld.ld_7
    cv: _ld.ld_7
    f32 = _ld._2
    f64 = _ld._2
    global_: _ld.ld_global
    local: _ld.ld_8
    lu: _ld.ld_7
    mmio: _ld.ld_mmio
    param: _ld.ld_8
    param__entry: _ld.ld_9
    param__func: _ld.ld_9
    proxy__readonly: _ld.ld_proxy_readonly
    relaxed: _ld.ld_6
    s16 = _ld._2
    s32 = _ld._2
    s64 = _ld._2
    s8 = _ld._2
    shared: _ld.ld_8
    shared__cluster: _ld.ld_10
    shared__cta: _ld.ld_11
    u16 = _ld._2
    u32 = _ld._2
    u64 = _ld._2
    u8 = _ld._2
    v2: _ld.ld_12
    v4: _ld.ld_13
    v8: _ld.ld_14
    volatile: _ld.ld_volatile
    weak: _ld.ld_weak
    def __call__(self, dtype: PtxType, dst: Reg | RegArray | Sequence[Reg], addr: Value, *, space: str='global', cache: str | None=None, vec: int | None=None, pred: Predicate | None=None) -> None:
        """``ld.<space>.<cache>.v<vec>.<dtype> dst, [addr]``.

        Args:
            dtype: Element type.
            dst: A register, or as many as `vec`.
            addr: Where from.
            space: ``"global"``, ``"shared"``, ``"local"``, ``"const"``, ``"param"``; ``""`` for generic.
            cache: Cache operator or eviction priority: ``"ca" "cg" "cs" "lu" "cv" "nc" "L1::no_allocate"`` ….
            vec: Elements; the number of registers if not given.
            pred: Guard.
        """
class _Ldmatrix(Words):
    sync: _ldmatrix.ldmatrix_sync
    def __call__(self, *, dst: RegArray | Sequence[Reg] | Reg, src: Value, layout: str='x4', trans: bool=False, shape: str='m8n8', pred: Predicate | None=None) -> None:
        """``ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 dst, [src]``: load 8x8 matrices as fragments.

        Args:
            dst: One b32 register for each matrix.
            src: The row this lane points at: lanes 0 to 7 the first matrix's, 8 to 15 the second's, and so on.
            layout: How many: ``"x1"``, ``"x2"``, ``"x4"``; also with the other words, ``"m8n8.x4.trans"``.
            trans: Whether the matrices are transposed on the way.
            shape: ``"m8n8"``; ``"m16n16"`` has 8-bit elements, and `trans`.
            pred: Guard.
        """
class _Ldu(Words):
    b128 = _ldu._1
    b16 = _ldu._2
    b32 = _ldu._2
    b64 = _ldu._2
    b8 = _ldu._2
    f32 = _ldu._2
    f64 = _ldu._2
    global_: _ldu.ldu_global
    s16 = _ldu._2
    s32 = _ldu._2
    s64 = _ldu._2
    s8 = _ldu._2
    u16 = _ldu._2
    u32 = _ldu._2
    u64 = _ldu._2
    u8 = _ldu._2
    v2: _ldu.ldu_1
    v4: _ldu.ldu_2
    def __call__(self, dtype: PtxType, dst: Reg | RegArray | Sequence[Reg], addr: Value, *, space: str='global', vec: int | None=None, pred: Predicate | None=None) -> None:
        """``ldu.<space>.v<vec>.<dtype> dst, [addr]``: a load of read-only data, alike in a warp."""
class _Mad(Words):
    f32 = _mad._1
    ftz: _mad.mad_ftz
    hi: _mad.mad_hi
    lo: _mad.mad_lo
    rm: _mad.mad_1
    rn: _mad.mad_1
    rp: _mad.mad_1
    rz: _mad.mad_1
    sat: _mad.mad_2
    wide: _mad.mad_wide
    def __call__(self, *args: PtxType | Value, mode: str='lo', pred: Predicate | None=None) -> Reg:
        """``mad.lo.<dtype> dst, a, b, c``: ``a * b + c``; floating point rounds once, to nearest even.

        Two styles: ``ptx.mad(s32, dst, a, b, c)``, and ``dst = ptx.mad(a, b, c)`` in the type of the first
        register among the factors.

        Args:
            args: Type, destination and operands, or the operands alone.
            mode: ``"lo"``, ``"hi"`` or ``"wide"`` of integers; ``"wide"`` has `c` and the result twice as wide.
            pred: Guard.

        Returns:
            The destination.
        """
class _Match(Words):
    all: _match.match_all
    any: _match.match_any
    def __call__(self, mode: str, dtype: PtxType, dst: Reg, a: Value, membermask: Value=..., *, pred_out: Reg | None=None, pred: Predicate | None=None) -> None:
        """``match.<mode>.sync.b<width> dst|pred_out, a, membermask``: the lanes whose `a` is the same.

        Args:
            mode: ``"any"`` for the lanes that equal this one, ``"all"`` for the mask if all are equal, else 0.
            dtype: Its width counts.
            dst: A 32-bit register.
            a: What is compared.
            membermask: Lanes that take part.
            pred_out: For ``"all"``, whether they are.
            pred: Guard.
        """
class _Max(Words):
    NaN: _max.max_NaN
    abs: _max.max_1
    bf16 = _max._1
    bf16x2 = _max._1
    f16 = _max._2
    f16x2 = _max._2
    f32 = _max._3
    f64 = _max._4
    ftz: _max.max_ftz
    relu: _max.max_relu
    s16 = _max._5
    s16x2 = _max._6
    s32 = _max._7
    s64 = _max._5
    s8x4 = _max._8
    u16 = _max._5
    u16x2 = _max._9
    u32 = _max._5
    u64 = _max._5
    u8x4 = _max._10
    xorsign: _max.max_2
    def __call__(self, dtype: PtxType, dst: Reg, a: Value, b: Value, *, pred: Predicate | None=None) -> None:
        """``max.<dtype> dst, a, b``."""
class _MbarrierInit(Words):
    b64 = _mbarrier._5
    layout__v0: _mbarrier.mbarrier_init_layout_v0
    layout__v1: _mbarrier.mbarrier_init_layout_v1
    shared: _mbarrier.mbarrier_init_shared
    shared__cta: _mbarrier.mbarrier_init_shared_cta
    def __call__(self, mbar: Value, count: int | Reg, *, pred: Predicate | None=None) -> None:
        """``mbarrier.init.shared::cta.b64 [mbar], count``: phase 0, in which `count` arrivals are due.

        Args:
            mbar: The barrier.
            count: Arrivals that complete a phase.
            pred: Guard.
        """
class _MbarrierInval(Words):
    b64 = _mbarrier._6
    shared: _mbarrier.mbarrier_inval_shared
    shared__cta: _mbarrier.mbarrier_inval_shared_cta
    def __call__(self, mbar: Value, *, pred: Predicate | None=None) -> None:
        """``mbarrier.inval.shared::cta.b64 [mbar]``: end the barrier, before its memory is used again."""
class _MbarrierArrive(Words):
    b64 = _mbarrier._1
    expect_tx: _mbarrier.mbarrier_arrive_expect_tx
    multicast__cluster__32b: _mbarrier.mbarrier_arrive_1
    noComplete: _mbarrier.mbarrier_arrive_noComplete
    relaxed: _mbarrier.mbarrier_arrive_relaxed
    release: _mbarrier.mbarrier_arrive_release
    shared: _mbarrier.mbarrier_arrive_shared
    shared__cluster: _mbarrier.mbarrier_arrive_2
    shared__cta: _mbarrier.mbarrier_arrive_shared_cta
    def __call__(self, mbar: Value, *, count: Value | None=None, pred: Predicate | None=None) -> Reg:
        """``mbarrier.arrive.shared::cta.b64 state, [mbar], count``, with release semantics in the CTA.

        Args:
            mbar: The barrier, of this CTA.
            count: Arrivals; one if not given.
            pred: Guard; where it is false, the state is not written.

        Returns:
            The phase before the arrival, which ``try_wait(…, parity=False)`` takes.
        """
class _MbarrierArrive_expect_tx(Words):
    b64 = _mbarrier._10
    multicast__cluster__32b: _mbarrier.mbarrier_arrive_expect_tx_1
    relaxed: _mbarrier.mbarrier_arrive_expect_tx_relaxed
    release: _mbarrier.mbarrier_arrive_expect_tx_release
    shared: _mbarrier.mbarrier_arrive_expect_tx_2
    shared__cluster: _mbarrier.mbarrier_arrive_expect_tx_3
    shared__cta: _mbarrier.mbarrier_arrive_expect_tx_2
    def __call__(self, mbar: Value, tx_count: Value, *, pred: Predicate | None=None) -> Reg:
        """``mbarrier.arrive.expect_tx.shared::cta.b64 state, [mbar], tx_count``: announce bytes, then arrive.

        Args:
            mbar: The barrier, of this CTA.
            tx_count: Bytes that asynchronous copies will bring before the phase completes.
            pred: Guard; where it is false, the state is not written.

        Returns:
            The phase before the arrival.
        """
class _MbarrierExpect_tx(Words):
    b64 = _mbarrier._4
    multicast__cluster__32b: _mbarrier.mbarrier_expect_tx_1
    relaxed: _mbarrier.mbarrier_expect_tx_relaxed
    shared: _mbarrier.mbarrier_expect_tx_2
    shared__cluster: _mbarrier.mbarrier_expect_tx_3
    shared__cta: _mbarrier.mbarrier_expect_tx_2
    def __call__(self, mbar: Value, tx_count: Value, *, pred: Predicate | None=None) -> None:
        """``mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [mbar], tx_count``: announce bytes, do not arrive."""
class _MbarrierTry_wait(Words):
    acquire: _mbarrier.mbarrier_try_wait_acquire
    b64 = _mbarrier._9
    parity: _mbarrier.mbarrier_try_wait_parity
    phase_type__primary: _mbarrier.mbarrier_try_wait_phase_type_primary
    relaxed: _mbarrier.mbarrier_try_wait_relaxed
    shared: _mbarrier.mbarrier_try_wait_1
    shared__cta: _mbarrier.mbarrier_try_wait_1
    def __call__(self, mbar: Value, phase: Value, *, parity: bool=True, scope: str | None=None, pred: Predicate | None=None) -> Reg:
        """``mbarrier.try_wait.parity.shared::cta.b64 done, [mbar], phase``: ask whether a phase is complete.

        It may suspend the thread for a time and may say no all the same: ask again, or use `wait`.

        Args:
            mbar: The barrier, of this CTA.
            phase: Parity of the phase, 0 or 1; with ``parity=False`` the state an arrival gave.
            parity: Which of the two `phase` is.
            scope: ``"cluster"`` to see what other CTAs wrote before they arrived; ``"cta"`` if not given.
            pred: Guard; where it is false, the result is not written.

        Returns:
            The answer, a predicate.
        """
class _Mbarrier(Words):
    """``ptx.mbarrier``."""
    arrive: _MbarrierArrive
    arrive_drop: _mbarrier.mbarrier_arrive_drop
    check_layout: _mbarrier.mbarrier_check_layout
    complete_tx: _mbarrier.mbarrier_complete_tx
    expect_tx: _MbarrierExpect_tx
    init: _MbarrierInit
    inval: _MbarrierInval
    pending_count: _mbarrier.mbarrier_pending_count
    test_wait: _mbarrier.mbarrier_test_wait
    try_wait: _MbarrierTry_wait
    arrive_expect_tx: _MbarrierArrive_expect_tx
    def wait(self, mbar: Value, phase: Value, *, scope: str | None=None, pred: Predicate | None=None) -> None:
        """``again: mbarrier.try_wait.parity done, [mbar], phase; @!done bra again;``.

        Before sm_90 it asks with ``mbarrier.test_wait``.

        Args:
            mbar: The barrier, of this CTA.
            phase: Parity of the phase, 0 or 1: round k of a ring waits for ``k & 1``. Parity 1 of a fresh
                barrier counts as complete.
            scope: ``"cluster"`` to see what other CTAs wrote before they arrived; ``"cta"`` if not given.
            pred: Which threads wait; the others skip the loop.
        """
    def array(self, base: Value, byte_offset: int, count: int) -> BarrierArray:
        """Name `count` barriers of 8 bytes in a row, the first at ``base + byte_offset``.

        Args:
            base: A register or variable.
            byte_offset: Bytes from there to the first barrier.
            count: Number of barriers.
        """
class _Membar(Words):
    cta = _membar._1
    gl = _membar._1
    proxy: _membar.membar_proxy
    sys = _membar._1
    def __call__(self, level: str='cta', *, pred: Predicate | None=None) -> None:
        """``membar.<level>``: order this thread's accesses as ``"cta"``, ``"gl"`` or ``"sys"`` sees them."""
class _Min(Words):
    NaN: _min.min_NaN
    abs: _min.min_1
    bf16 = _min._1
    bf16x2 = _min._1
    f16 = _min._2
    f16x2 = _min._2
    f32 = _min._3
    f64 = _min._4
    ftz: _min.min_ftz
    relu: _min.min_relu
    s16 = _min._5
    s16x2 = _min._6
    s32 = _min._7
    s64 = _min._5
    s8x4 = _min._8
    u16 = _min._5
    u16x2 = _min._9
    u32 = _min._5
    u64 = _min._5
    u8x4 = _min._10
    xorsign: _min.min_2
    def __call__(self, dtype: PtxType, dst: Reg, a: Value, b: Value, *, pred: Predicate | None=None) -> None:
        """``min.<dtype> dst, a, b``."""
class _MmaSync(Words):
    aligned: _mma.mma_sync_aligned
    def __call__(self, *, shape: tuple[int, int, int], dtype_d: PtxType | str, dtype_a: PtxType | str, dtype_b: PtxType | str, dtype_c: PtxType | str, d: RegArray | Sequence[Reg] | Reg, a: RegArray | Sequence[Reg] | Reg, b: RegArray | Sequence[Reg] | Reg, c: RegArray | Sequence[Value] | Reg, a_layout: str='row', b_layout: str='col', saturate: bool=False, op: str | None=None, kind: str | None=None, pred: Predicate | None=None) -> None:
        """``mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 d, a, b, c``: ``d = a @ b + c`` by a warp.

        Args:
            shape: M, N, K.
            dtype_d: Type of D: f16, f32, f64 or s32.
            dtype_a: Type of A; what `pyptx.types` lacks by its name: ``"s4"``, ``"u4"``, ``"b1"``.
            dtype_b: Type of B.
            dtype_c: Type of C.
            d: Registers of D.
            a: Registers of A; two or four elements to a b32.
            b: Registers of B.
            c: Registers of C, often those of D.
            a_layout: ``"row"``, or ``"col"`` where the shape has it.
            b_layout: ``"col"``, or ``"row"`` where the shape has it.
            saturate: Clamp an s32 sum: ``.satfinite``.
            op: For ``"b1"``: ``"xor"`` or ``"and"``, then a population count.
            kind: ``"f8f6f4"`` for the 6 and 4-bit formats, and to mix them with fp8.
            pred: Guard.
        """
class _Mma(Words):
    """``ptx.mma``."""
    sp: _mma.mma_sp
    sp__ordered_metadata: _mma.mma_sp_ordered_metadata
    sync: _MmaSync
class _Mov(Words):
    b128 = _mov._1
    b16 = _mov._2
    b32 = _mov._2
    b64 = _mov._2
    f32 = _mov._3
    f64 = _mov._3
    pred = _mov._4
    s16 = _mov._5
    s32 = _mov._5
    s64 = _mov._5
    u16 = _mov._5
    u32 = _mov._5
    u64 = _mov._5
    v2: _mov.mov_v2
    v4: _mov.mov_v4
    def __call__(self, dtype: PtxType, dst: Reg, src: Value, *, pred: Predicate | None=None) -> None:
        """``mov.<dtype> dst, src``; a list for `src` or `dst` packs or unpacks.

        >>> from pyptx.reg import array
        >>> from pyptx.trace import Trace, tracing
        >>> from pyptx.types import b16, b32
        >>> with tracing(Trace("k")) as trace:
        ...     mov(b32, scalar(b32), array(b16, 2))
        >>> trace.body[0].operands[1]
        Vector(items=(Name(name='%rs0'), Name(name='%rs1')), gaps=None)
        """
class _Mul(Words):
    bf16 = _mul._1
    bf16x2 = _mul._1
    f16 = _mul._2
    f16x2 = _mul._2
    f32 = _mul._3
    f32x2 = _mul._4
    f64 = _mul._5
    ftz: _mul.mul_1
    hi: _mul.mul_2
    lo: _mul.mul_2
    rm: _mul.mul_3
    rn: _mul.mul_rn
    rp: _mul.mul_3
    rz: _mul.mul_3
    sat: _mul.mul_4
    wide: _mul.mul_wide
    def __call__(self, dtype: PtxType, dst: Reg, a: Value, b: Value, *, mode: str | None=None, pred: Predicate | None=None) -> None:
        """``mul.lo.<dtype> dst, a, b``; without a mode for floating point.

        Args:
            dtype: Type of the factors.
            dst: Twice as wide for ``"wide"``.
            a: Factor.
            b: Factor.
            mode: ``"lo"``, ``"hi"`` or ``"wide"`` of integers; ``"lo"`` if not given.
            pred: Guard.
        """
class _Neg(Words):
    bf16 = _neg._1
    bf16x2 = _neg._1
    f16 = _neg._2
    f16x2 = _neg._2
    f32 = _neg._3
    f64 = _neg._4
    ftz: _neg.neg_ftz
    s16 = _neg._5
    s32 = _neg._5
    s64 = _neg._5
    s8x4 = _neg._6
    def __call__(self, dtype: PtxType, dst: Reg, src: Value, *, pred: Predicate | None=None) -> None:
        """``neg.<dtype> dst, src``."""
class _Not(Words):
    b16 = _not_._1
    b32 = _not_._1
    b64 = _not_._1
    pred = _not_._2
    def __call__(self, dtype: PtxType, dst: Reg, src: Value, *, pred: Predicate | None=None) -> None:
        """``not.b<width> dst, src``, or ``not.pred``."""
class _Or(Words):
    b16 = _or_._1
    b32 = _or_._1
    b64 = _or_._1
    pred = _or_._2
    def __call__(self, dtype: PtxType, dst: Reg, a: Value, b: Value, *, pred: Predicate | None=None) -> None:
        """``or.b<width> dst, a, b``, or ``or.pred``."""
class _Prefetch(Words):
    L1 = _prefetch._1
    L1__32B: _prefetch.prefetch_1
    L2 = _prefetch._1
    const: _prefetch.prefetch_2
    global_: _prefetch.prefetch_global
    local: _prefetch.prefetch_local
    param: _prefetch.prefetch_2
    tensormap = _prefetch._2
    def __call__(self, addr: Value, *, space: str='global', level: str='L2', pred: Predicate | None=None) -> None:
        """``prefetch.<space>.<level> [addr]``: bring the line into a cache."""
class _Red(Words):
    add: _red.red_1
    and_: _red.red_2
    async_: _red.red_async
    cluster: _red.red_3
    cta: _red.red_4
    dec: _red.red_5
    global_: _red.red_6
    gpu: _red.red_4
    inc: _red.red_5
    max: _red.red_7
    min: _red.red_7
    or_: _red.red_2
    relaxed: _red.red_8
    release: _red.red_8
    shared: _red.red_9
    shared__cluster: _red.red_10
    shared__cta: _red.red_11
    sys: _red.red_4
    xor: _red.red_2
    def __call__(self, op: str, dtype: PtxType, addr: Value, b: Value, *, space: str='global', sem: str | None=None, scope: str | None=None, pred: Predicate | None=None) -> None:
        """``red.<sem>.<scope>.<space>.<op>.<dtype> [addr], b``: `atom` without its result."""
class _Redux(Words):
    sync: _redux.redux_sync
    def __call__(self, op: str, dtype: PtxType, dst: Reg, src: Value, membermask: Value=..., *, pred: Predicate | None=None) -> None:
        """``redux.sync.<op>.<dtype> dst, src, membermask``: combine `src` of the lanes in one instruction.

        Args:
            op: ``"add" "min" "max"`` of integers, ``"and" "or" "xor"`` of bits; ``"min" "max"`` of f32 on some
                targets.
            dtype: Its type; of the bit operations its width.
            dst: The result, the same in every lane.
            src: What this lane gives.
            membermask: Lanes that take part.
            pred: Guard.
        """
class _Rem(Words):
    s16 = _rem._1
    s32 = _rem._1
    s64 = _rem._1
    u16 = _rem._1
    u32 = _rem._1
    u64 = _rem._1
    def __call__(self, dtype: PtxType, dst: Reg, a: Value, b: Value, *, pred: Predicate | None=None) -> None:
        """``rem.<dtype> dst, a, b``: the remainder, with the sign of `a`."""
class _Selp(Words):
    b16 = _selp._1
    b32 = _selp._1
    b64 = _selp._1
    f32 = _selp._1
    f64 = _selp._1
    s16 = _selp._1
    s32 = _selp._1
    s64 = _selp._1
    u16 = _selp._1
    u32 = _selp._1
    u64 = _selp._1
    def __call__(self, dtype: PtxType, dst: Reg, true_val: Value, false_val: Value, pred_reg: Predicate, *, pred: Predicate | None=None) -> None:
        """``selp.<dtype> dst, true_val, false_val, pred_reg``: one value or the other; ``~p`` swaps them."""
class _Setp(Words):
    eq: _setp.setp_1
    equ: _setp.setp_2
    ge: _setp.setp_3
    geu: _setp.setp_2
    gt: _setp.setp_3
    gtu: _setp.setp_2
    hi: _setp.setp_4
    hs: _setp.setp_4
    le: _setp.setp_3
    leu: _setp.setp_2
    lo: _setp.setp_4
    ls: _setp.setp_4
    lt: _setp.setp_3
    ltu: _setp.setp_2
    nan: _setp.setp_2
    ne: _setp.setp_1
    neu: _setp.setp_2
    num: _setp.setp_2
    def __call__(self, cmp_op: str, dtype: PtxType, pred_out: Value, a: Value, b: Value, *, pred_negate: Predicate | None=None, pred: Predicate | None=None) -> None:
        """``setp.<cmp_op>.<dtype> pred_out, a, b``.

        Args:
            cmp_op: ``"eq" "ne" "lt" "le" "gt" "ge"``, and those of the type.
            dtype: Type of `a` and `b`.
            pred_out: A predicate, or a pair ``p | q`` whose second becomes the opposite.
            a: Left side.
            b: Right side.
            pred_negate: Guard, an older name of `pred`.
            pred: Guard.
        """
class _Shfl(Words):
    bfly: _shfl.shfl_1
    down: _shfl.shfl_1
    idx: _shfl.shfl_1
    sync: _shfl.shfl_sync
    up: _shfl.shfl_1
    def __call__(self, mode: str, dst: Reg, a: Value, b: Value, c: Value | None=None, membermask: Value=..., *, pred_out: Reg | None=None, pred: Predicate | None=None) -> None:
        """``shfl.sync.<mode>.b32 dst|pred_out, a, b, c, membermask``: take `a` of another lane.

        Args:
            mode: ``"up"``, ``"down"``, ``"bfly"`` or ``"idx"``.
            dst: A 32-bit register.
            a: What this lane offers.
            b: Distance, or the lane for ``"idx"``.
            c: Bound and segment mask; whole warps if not given: 0 for ``"up"``, else 31.
            membermask: Lanes that take part.
            pred_out: Whether the lane asked was in range.
            pred: Guard.
        """
class _Shl(Words):
    b16 = _shl._1
    b32 = _shl._1
    b64 = _shl._1
    def __call__(self, dtype: PtxType, dst: Reg, a: Value, b: Value, *, pred: Predicate | None=None) -> None:
        """``shl.b<width> dst, a, b``: `b` is a u32, whatever is shifted."""
class _Shr(Words):
    b16 = _shr._1
    b32 = _shr._1
    b64 = _shr._1
    s16 = _shr._1
    s32 = _shr._1
    s64 = _shr._1
    u16 = _shr._1
    u32 = _shr._1
    u64 = _shr._1
    def __call__(self, dtype: PtxType, dst: Reg, a: Value, b: Value, *, pred: Predicate | None=None) -> None:
        """``shr.<dtype> dst, a, b``: of signed types it copies the sign in; `b` is a u32."""
class _St(Words):
    L1__evict_first: _st.st_1
    L1__evict_last: _st.st_1
    L1__evict_normal: _st.st_1
    L1__evict_unchanged: _st.st_1
    L1__no_allocate: _st.st_1
    L2__cache_hint: _st.st_2
    L2__evict_first: _st.st_3
    L2__evict_last: _st.st_3
    L2__evict_normal: _st.st_3
    async_: _st.st_async
    b128 = _st._1
    b16 = _st._2
    b32 = _st._2
    b64 = _st._2
    b8 = _st._2
    bulk: _st.st_bulk
    """``st.bulk{.weak} [a], size, initval``

    Manual 9.7.10.14 st.bulk. PTX 9.0; sm_100 and newer.

    ``st.bulk{.weak} [a], size, initval``

    Manual 9.7.10.14 st.bulk. PTX 8.6; sm_100 and newer.
    """
    cg: _st.st_4
    cs: _st.st_4
    f32 = _st._2
    f64 = _st._2
    global_: _st.st_5
    local: _st.st_6
    mmio: _st.st_mmio
    param: _st.st_6
    param__func: _st.st_7
    relaxed: _st.st_8
    release: _st.st_8
    s16 = _st._2
    s32 = _st._2
    s64 = _st._2
    s8 = _st._2
    shared: _st.st_6
    shared__cluster: _st.st_9
    shared__cta: _st.st_10
    u16 = _st._2
    u32 = _st._2
    u64 = _st._2
    u8 = _st._2
    v2: _st.st_11
    v4: _st.st_12
    v8: _st.st_13
    volatile: _st.st_volatile
    wb: _st.st_4
    weak: _st.st_weak
    wt: _st.st_4
    def __call__(self, dtype: PtxType, addr: Value, src: Value | RegArray | Sequence[Value], *, space: str='global', cache: str | None=None, vec: int | None=None, pred: Predicate | None=None) -> None:
        """``st.<space>.<cache>.v<vec>.<dtype> [addr], src``.

        Args:
            dtype: Element type.
            addr: Where to.
            src: A register or number, or as many as `vec`.
            space: ``"global"``, ``"shared"``, ``"local"``; ``""`` for generic.
            cache: Cache operator or eviction priority: ``"wb" "cg" "cs" "wt" "L1::no_allocate"`` ….
            vec: Elements; the number of values if not given.
            pred: Guard.
        """
class _Stmatrix(Words):
    sync: _stmatrix.stmatrix_sync
    def __call__(self, *, smem: Value, regs: RegArray | Sequence[Reg] | Reg, layout: str='x4', trans: bool=False, shape: str='m8n8', pred: Predicate | None=None) -> None:
        """``stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [smem], regs``: store fragments as 8x8 matrices.

        Args:
            smem: The row this lane points at, as for `ldmatrix`.
            regs: One b32 register for each matrix.
            layout: How many: ``"x1"``, ``"x2"``, ``"x4"``; also ``"x4.trans"``.
            trans: Whether the matrices are transposed on the way.
            shape: ``"m8n8"``; ``"m16n8"`` has 8-bit elements, and `trans`.
            pred: Guard.
        """
class _Sub(Words):
    bf16 = _sub._1
    bf16x2 = _sub._1
    cc: _sub.sub_cc
    f16 = _sub._2
    f16x2 = _sub._2
    f32: _sub.sub_1
    """``sub{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.4 sub. PTX 6.3; every target.
    """
    f32x2 = _sub._4
    f64 = _sub._5
    ftz: _sub.sub_2
    rm: _sub.sub_3
    rn: _sub.sub_rn
    rp: _sub.sub_3
    rz: _sub.sub_3
    s16 = _sub._6
    s32 = _sub._7
    s64 = _sub._6
    s8x4 = _sub._8
    sat: _sub.sub_sat
    u16 = _sub._6
    u32 = _sub._6
    u64 = _sub._6
    u8x4 = _sub._8
    def __call__(self, dtype: PtxType, dst: Reg, a: Value, b: Value, *, pred: Predicate | None=None) -> None:
        """``sub.<dtype> dst, a, b``."""
class _Tcgen05Alloc(Words):
    cta_group__1: _tcgen05.tcgen05_alloc_1
    cta_group__2: _tcgen05.tcgen05_alloc_1
    exclusive: _tcgen05.tcgen05_alloc_exclusive
    def __call__(self, tmem_addr: Value, ncols: int | Reg, *, cta_group: int=1, pred: Predicate | None=None) -> None:
        """``tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [tmem_addr], ncols``, by one warp.

        Args:
            tmem_addr: Where in shared memory the address of the columns is written to.
            ncols: 32, 64, 128, 256 or 512 columns; the warp waits until they are free.
            cta_group: 2 for the CTAs of a pair together, one warp in each.
            pred: Guard.
        """
class _Tcgen05Dealloc(Words):
    cta_group__1: _tcgen05.tcgen05_dealloc_1
    cta_group__2: _tcgen05.tcgen05_dealloc_1
    exclusive: _tcgen05.tcgen05_dealloc_exclusive
    def __call__(self, taddr: Value, ncols: int | Reg, *, cta_group: int=1, pred: Predicate | None=None) -> None:
        """``tcgen05.dealloc.cta_group::1.sync.aligned.b32 taddr, ncols``: what `alloc` gave, before the end."""
class _Tcgen05Relinquish_alloc_permit(Words):
    cta_group__1: _tcgen05.tcgen05_relinquish_alloc_permit_1
    cta_group__2: _tcgen05.tcgen05_relinquish_alloc_permit_1
    def __call__(self, *, cta_group: int=1, pred: Predicate | None=None) -> None:
        """``tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned``: this CTA allocates no more."""
class _Tcgen05Commit(Words):
    cta_group__1: _tcgen05.tcgen05_commit_1
    cta_group__2: _tcgen05.tcgen05_commit_1
    def __call__(self, mbar: Value, *, cta_group: int=1, multicast: bool=False, multicast_mask: Value | None=None, space: str='cluster', pred: Predicate | None=None) -> None:
        """``tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [mbar]``.

        When all products, copies and shifts of this thread so far are done, it arrives at the barrier once.

        Args:
            mbar: The barrier.
            cta_group: That of the products.
            multicast: Whether it arrives in several CTAs, at the same place.
            multicast_mask: Bit r for the CTA of rank r, 16 bits; goes with `multicast`.
            space: ``"cluster"``; ``"cta"`` is the same, as the CTA's own addresses are addresses of the cluster.
            pred: Guard.

        Raises:
            TraceError: A multicast without its mask, or another space.
        """
class _Tcgen05Cp(Words):
    cta_group__1: _tcgen05.tcgen05_cp_1
    cta_group__2: _tcgen05.tcgen05_cp_1
    def __call__(self, taddr: Value, src: Value, *, cta_group: int=1, size: str='128x256b', src_is_addr: bool | None=None, pred: Predicate | None=None) -> None:
        """``tcgen05.cp.cta_group::1.128x256b [taddr], src``: copy a matrix of shared memory to tensor memory.

        Args:
            taddr: Where to.
            src: Descriptor of the matrix.
            cta_group: 2 for the CTAs of a pair, each its own matrix.
            size: ``"128x256b"``, ``"4x256b"``, ``"128x128b"``, ``"64x128b.warpx2::02_13"``,
                ``"64x128b.warpx2::01_23"`` or ``"32x128b.warpx4"``, and the formats to decompress.
            src_is_addr: Not true: PTX takes descriptors only.
            pred: Guard.

        Raises:
            TraceError: The source is said to be an address.
        """
class _Tcgen05Shift(Words):
    cta_group__1: _tcgen05.tcgen05_shift_1
    cta_group__2: _tcgen05.tcgen05_shift_1
    def __call__(self, taddr: Value, *, cta_group: int=1, pred: Predicate | None=None) -> None:
        """``tcgen05.shift.cta_group::1.down [taddr]``: move 31 of 32 lanes by one."""
class _Tcgen05Ld(Words):
    red: _tcgen05.tcgen05_ld_red
    spcompress: _tcgen05.tcgen05_ld_spcompress
    sync: _tcgen05.tcgen05_ld_sync
    def __call__(self, dst_regs: RegArray | Sequence[Reg] | Reg, taddr: Value, *, shape: str='16x128b', count: int=1, dtype: str='b32', pack: bool=False, split: int | None=None, pred: Predicate | None=None) -> None:
        """``tcgen05.ld.sync.aligned.16x128b.x1.b32 dst_regs, [taddr]``: load tensor memory; see `wait_ld`.

        Args:
            dst_regs: For each count 1 register of ``"32x32b"`` and the 64-bit shapes, 2 of ``"16x128b"``, 4 of
                ``"16x256b"``.
            taddr: Where from, the same in all lanes; warp w of four reaches lanes 32 w to 32 w + 31.
            shape: ``"32x32b"``, ``"16x64b"``, ``"16x128b"``, ``"16x256b"`` or ``"16x32bx2"``.
            count: Repetitions along the columns: a power of two up to 128.
            dtype: ``"b32"``.
            pack: Whether two columns of 16 bits go to a register.
            split: For ``"16x32bx2"``, columns from the first half to the second.
            pred: Guard.
        """
class _Tcgen05St(Words):
    sync: _tcgen05.tcgen05_st_sync
    def __call__(self, taddr: Value, src_regs: RegArray | Sequence[Reg] | Reg, *, shape: str='16x128b', count: int=1, dtype: str='b32', unpack: bool=False, split: int | None=None, pred: Predicate | None=None) -> None:
        """``tcgen05.st.sync.aligned.16x128b.x1.b32 [taddr], src_regs``: store to tensor memory; see `wait_st`.

        Args:
            taddr: Where to, as for `ld`.
            src_regs: As many as for `ld`.
            shape: As for `ld`.
            count: As for `ld`.
            dtype: ``"b32"``.
            unpack: Whether the halves of a register go to two columns.
            split: For ``"16x32bx2"``, columns from the first half to the second.
            pred: Guard.
        """
class _Tcgen05Mma(Words):
    cta_group__1: _tcgen05.tcgen05_mma_1
    cta_group__2: _tcgen05.tcgen05_mma_1
    sp: _tcgen05.tcgen05_mma_sp
    ws: _tcgen05.tcgen05_mma_ws
    def __call__(self, d_tmem: Value, a_desc: Value, b_desc: Value, idesc: Value, *, cta_group: int=1, kind: str='f16', enable_input_d: Value | None=True, scale_d: Value | None=None, sparse: bool=False, ashift: bool=False, collector_a: str | None=None, a_is_tmem: bool=False, sparse_metadata: Value | None=None, pred_operand: Value | None=None, scale_c: int | None=None, sfa: Value | None=None, sfb: Value | None=None, scale_vec: str | None=None, disable_output_lane: RegArray | Sequence[Value] | None=None, pred: Predicate | None=None) -> None:
        """``tcgen05.mma.cta_group::1.kind::f16 [d_tmem], a_desc, b_desc, idesc, p``: D = A B, or D + A B.

        Whether D is added is said by the first of `pred_operand`, `scale_d` and `enable_input_d` that is given.

        Args:
            d_tmem: D in tensor memory.
            a_desc: Descriptor of A, or its address in tensor memory.
            b_desc: Descriptor of B.
            idesc: Instruction descriptor.
            cta_group: 2 for the CTAs of a pair together.
            kind: ``"f16"``, ``"tf32"``, ``"f8f6f4"``, ``"i8"``; with scale factors ``"mxf8f6f4"``, ``"mxf4"``,
                ``"mxf4nvf4"``.
            enable_input_d: A number or predicate.
            scale_d: The same.
            sparse: Whether half of A is left out: ``tcgen05.mma.sp``.
            ashift: Shift the rows of A in tensor memory by one.
            collector_a: What becomes of A in the collector: ``"fill"``, ``"use"``, ``"lastuse"``, ``"discard"``.
            a_is_tmem: Whether A is in tensor memory.
            sparse_metadata: Which half of A there is, in tensor memory.
            pred_operand: The same as `enable_input_d`.
            scale_c: Scale D by two to the power of minus this before it is added, 0 to 15.
            sfa: Scale factors of A in tensor memory.
            sfb: Scale factors of B in tensor memory.
            scale_vec: Their size: ``"1X"``, ``"2X"``, ``"4X"``, ``"block16"``, ``"block32"``.
            disable_output_lane: 4 registers, or 8 for a pair: bit i of number j leaves out lane 32 j + i of D.
            pred: Guard.

        Raises:
            TraceError: Scale factors, or the metadata of a sparse A, are missing or too many.
        """
class _Tcgen05(Words):
    """``ptx.tcgen05``."""
    alloc: _Tcgen05Alloc
    commit: _Tcgen05Commit
    cp: _Tcgen05Cp
    dealloc: _Tcgen05Dealloc
    fence__after_thread_sync = _tcgen05._1
    fence__before_thread_sync = _tcgen05._1
    ld: _Tcgen05Ld
    mma: _Tcgen05Mma
    relinquish_alloc_permit: _Tcgen05Relinquish_alloc_permit
    shift: _Tcgen05Shift
    st: _Tcgen05St
    wait__ld: _tcgen05.tcgen05_1
    wait__st: _tcgen05.tcgen05_1
    BLACKWELL_MASKED_DESC_B128: int
    def fence_before_thread_sync(self, *, pred: Predicate | None=None) -> None:
        """``tcgen05.fence::before_thread_sync``: what came before stays before a barrier that follows."""
    def fence_after_thread_sync(self, *, pred: Predicate | None=None) -> None:
        """``tcgen05.fence::after_thread_sync``: what follows stays after a barrier that came before."""
    def wait_ld(self, *, pred: Predicate | None=None) -> None:
        """``tcgen05.wait::ld.sync.aligned``: wait until the registers of all `ld` so far are there."""
    def wait_st(self, *, pred: Predicate | None=None) -> None:
        """``tcgen05.wait::st.sync.aligned``: wait until all `st` so far are done."""
    def make_instr_desc_f16bf16_f32(self, *, m: int=128, n: int=256, ab_dtype: str='bf16', a_major: str='K', b_major: str='K', scale_a: int=1, scale_b: int=1, saturate: bool=False, sparse: bool=False, max_shift: int=0) -> int:
        """Return the instruction descriptor of products of 16-bit or tf32 numbers that add up in f32.

        Args:
            m: Rows of D, of both CTAs of a pair.
            n: Columns of D.
            ab_dtype: ``"f16"``, ``"bf16"`` or ``"tf32"``.
            a_major: ``"K"`` or ``"MN"``.
            b_major: ``"K"`` or ``"MN"``.
            scale_a: -1 to negate A.
            scale_b: -1 to negate B.
            saturate: Bit 3, which integer products use.
            sparse: Whether half of A is left out.
            max_shift: Of ``.ws`` products: columns that B is shifted by at most: 0, 8, 16 or 32.

        Raises:
            TraceError: An argument is none of these.

        >>> hex(tcgen05.make_instr_desc_f16bf16_f32(m=64, n=64, ab_dtype="tf32"))
        '0x4100910'
        """
    def descriptor(self, smem_addr: Value, *, byte_offset: int=0, stride_bytes: int, leading_bytes: int=16, swizzle: str='128B', version: int=1, base_offset: int=0, lbo_mode: int=0) -> Reg:
        """Trace a matrix descriptor into a 64-bit register.

        Args:
            smem_addr: A place in shared memory.
            byte_offset: Bytes from there to the matrix.
            stride_bytes: Bytes between groups of eight rows, as in `GmmaLayout`.
            leading_bytes: Bytes between blocks of rows, as in `GmmaLayout`.
            swizzle: ``"NONE"``, ``"32B"``, ``"64B"``, ``"128B"``, or ``"128B_32B"`` for 32 bytes at a time.
            version: 1.
            base_offset: 0 where the matrix starts on a multiple of the swizzle's period.
            lbo_mode: 1 where `leading_bytes` is an address (sm_103a).

        Raises:
            TraceError: A number does not fit its field, or there is no such swizzle.
        """
    def masked_descriptor(self, smem_addr: Value, *, byte_offset: int=0, mask: int=262128, const_bits: int=...) -> Reg:
        """Trace ``((smem_addr + byte_offset) & mask) >> 4 | const_bits`` into a 64-bit register.

        Args:
            smem_addr: A place in shared memory.
            byte_offset: Bytes from there.
            mask: The bits of the address that count.
            const_bits: The other fields; rows of 128 bytes with their swizzle if not given.
        """
class _Vote(Words):
    all: _vote.vote_1
    any: _vote.vote_1
    ballot: _vote.vote_ballot
    sync: _vote.vote_sync
    uni: _vote.vote_1
    def __call__(self, mode: str, dst: Reg, value: Predicate, membermask: Value=..., *, pred: Predicate | None=None) -> None:
        """``vote.sync.<mode> dst, value, membermask``.

        Args:
            mode: ``"all"``, ``"any"`` or ``"uni"`` into a predicate, ``"ballot"`` into 32 bits.
            dst: The result.
            value: This lane's predicate, or its negation.
            membermask: Lanes that take part.
            pred: Guard.
        """
class _WgmmaFence(Words):
    sync: _wgmma.wgmma_fence_sync
    def __call__(self, *, pred: Predicate | None=None) -> None:
        """``wgmma.fence.sync.aligned``: before the first `mma_async`, and once its registers were touched."""
class _WgmmaCommit_group(Words):
    sync: _wgmma.wgmma_commit_group_sync
    def __call__(self, *, pred: Predicate | None=None) -> None:
        """``wgmma.commit_group.sync.aligned``: close the group of the products since the last one."""
class _WgmmaWait_group(Words):
    sync: _wgmma.wgmma_wait_group_sync
    def __call__(self, n: int, *, pred: Predicate | None=None) -> None:
        """``wgmma.wait_group.sync.aligned n``: wait until at most the `n` youngest groups are under way."""
class _WgmmaMma_async(Words):
    sp: _wgmma.wgmma_mma_async_sp
    sync: _wgmma.wgmma_mma_async_sync
    def __call__(self, *, shape: tuple[int, int, int], dtype_d: PtxType | str, dtype_a: PtxType | str, dtype_b: PtxType | str, d: RegArray | Sequence[Reg], a: Value, b: Value, scale_d: Value=False, scale_a: int=1, scale_b: int=1, trans_a: int=0, trans_b: int=0, a_k_offset: int=0, b_k_offset: int=0, saturate: bool=False, pred: Predicate | None=None) -> None:
        """``wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 d, a, b, …``: ``d = a @ b``, or added to `d`.

        Args:
            shape: M = 64, N, and K = 32 bytes of A.
            dtype_d: Type of D: f32, f16, s32.
            dtype_a: Type of A; ``"b1"`` by its name.
            dtype_b: Type of B.
            d: One thread's registers of D, as `reg.wgmma_frag` declares them.
            a: A shared tile, its descriptor, or four registers of each thread.
            b: A shared tile or its descriptor.
            scale_d: Whether D is added: a number or a predicate.
            scale_a: -1 to negate A.
            scale_b: -1 to negate B.
            trans_a: 1 where A is MN-major: f16 and bf16 in shared memory only.
            trans_b: 1 where B is MN-major: f16 and bf16 only.
            a_k_offset: Bytes from the start of A to the part of K that is multiplied.
            b_k_offset: The same for B.
            saturate: Clamp an s32 sum: ``.satfinite``.
            pred: Guard.

        Raises:
            TraceError: A tile has no layout that `wgmma` reads, or the types do not go with an argument.
        """
class _Wgmma(Words):
    """``ptx.wgmma``."""
    commit_group: _WgmmaCommit_group
    fence: _WgmmaFence
    mma_async: _WgmmaMma_async
    wait_group: _WgmmaWait_group
    SWIZZLE_NONE: int
    SWIZZLE_128B: int
    SWIZZLE_64B: int
    SWIZZLE_32B: int
    MASKED_DESC_B128: int
    def auto_descriptor(self, smem_base: Value, *, dtype: PtxType, shape: tuple[int, int], major: str | int) -> Reg:
        """Trace the descriptor of a tile as `smem.wgmma_tile` lays it out.

        Args:
            smem_base: Where the tile starts.
            dtype: Element type.
            shape: Rows and columns: (M, K) or (N, K) if K-major, (K, M) or (K, N) if MN-major.
            major: ``"K"`` or ``"MN"``.

        Raises:
            TraceError: `wgmma` reads no such tile.
        """
    def make_descriptor(self, smem_base: Value, *, leading_byte_offset: int, stride_byte_offset: int, swizzle: int=0, base_offset: int=0, addr_byte_offset: int=0) -> Reg:
        """Trace a matrix descriptor into a 64-bit register.

        Args:
            smem_base: Where the tile starts.
            leading_byte_offset: As in `GmmaLayout`.
            stride_byte_offset: As in `GmmaLayout`.
            swizzle: ``SWIZZLE_NONE``, ``SWIZZLE_128B``, ``SWIZZLE_64B``, ``SWIZZLE_32B``.
            base_offset: 0 where the tile starts on a multiple of the swizzle's period.
            addr_byte_offset: Bytes from `smem_base` to the part that is multiplied.

        Raises:
            TraceError: A number does not fit its field.
        """
    def masked_descriptor(self, smem_addr: Value, *, byte_offset: int=0, mask: int=262016, const_bits: int=...) -> Reg:
        """Trace ``((smem_addr + byte_offset) & mask) >> 4 | const_bits`` into a 64-bit register.

        Args:
            smem_addr: A place in shared memory.
            byte_offset: Bytes from there.
            mask: The bits of the address that count.
            const_bits: The other fields; rows of 128 bytes with their swizzle if not given.
        """
class _Xor(Words):
    b16 = _xor._1
    b32 = _xor._1
    b64 = _xor._1
    pred = _xor._2
    def __call__(self, dtype: PtxType, dst: Reg, a: Value, b: Value, *, pred: Predicate | None=None) -> None:
        """``xor.b<width> dst, a, b``, or ``xor.pred``."""
abs: _Abs
activemask: _Activemask
add: _Add
and_: _And
atom: _Atom
bar: _Bar
cp: _Cp
cvt: _Cvt
cvta: _Cvta
div: _Div
fence: _Fence
fma: _Fma
ld: _Ld
ldmatrix: _Ldmatrix
ldu: _Ldu
mad: _Mad
match: _Match
max: _Max
mbarrier: _Mbarrier
membar: _Membar
min: _Min
mma: _Mma
mov: _Mov
mul: _Mul
neg: _Neg
not_: _Not
or_: _Or
prefetch: _Prefetch
red: _Red
redux: _Redux
rem: _Rem
selp: _Selp
setp: _Setp
shfl: _Shfl
shl: _Shl
shr: _Shr
st: _St
stmatrix: _Stmatrix
sub: _Sub
tcgen05: _Tcgen05
vote: _Vote
wgmma: _Wgmma
xor_: _Xor
inst: Instructions
__all__ = ['NamedBarrier', 'PipelineState', 'abs', 'activemask', 'add', 'addr', 'and_', 'atom', 'bar', 'bra', 'cluster', 'cp', 'cta', 'ctaid_x', 'ctaid_y', 'cvt', 'cvta', 'declare', 'div', 'elect_sync', 'else_', 'exit', 'expr', 'fence', 'file_', 'fma', 'global_ptrs', 'if_', 'inst', 'intrinsic', 'kloop', 'label', 'ld', 'ldmatrix', 'ldu', 'loc', 'loop', 'mad', 'match', 'max', 'mbarrier', 'membar', 'min', 'mma', 'mov', 'mul', 'named_barrier', 'neg', 'not_', 'or_', 'param', 'pipe', 'pipeline', 'pragma', 'prefetch', 'range_', 'raw', 'raw_module', 'red', 'redux', 'rem', 'ret', 'scope', 'selp', 'setmaxnreg', 'setmaxnreg_dec', 'setmaxnreg_inc', 'setp', 'shfl', 'shl', 'shr', 'special', 'spelled', 'sreg', 'st', 'stmatrix', 'stmatrix_x4_trans_f32_bf16', 'sub', 'tcgen05', 'tma', 'trap', 'var', 'vote', 'warp', 'wgmma', 'xor_']
addc: _addc.addc
alloca: _alloca.alloca
applypriority: _applypriority.applypriority
barrier: _barrier.barrier
bfe: _bfe.bfe
bfi: _bfi.bfi
bfind: _bfind.bfind
bmsk: _bmsk.bmsk
brev: _brev.brev
brkpt: _brkpt.brkpt
brx: _brx.brx
call: _call.call
clmad: _clmad.clmad
clusterlaunchcontrol: _clusterlaunchcontrol.clusterlaunchcontrol
clz: _clz.clz
cnot: _cnot.cnot
copysign: _copysign.copysign
cos: _cos.cos
createpolicy: _createpolicy.createpolicy
discard: _discard.discard
dp2a: _dp2a.dp2a
dp4a: _dp4a.dp4a
elect: _elect.elect
ex2: _ex2.ex2
fabric: _fabric.fabric
fns: _fns.fns
getctarank: _getctarank.getctarank
griddepcontrol: _griddepcontrol.griddepcontrol
isspacep: _isspacep.isspacep
istypep: _istypep.istypep
lg2: _lg2.lg2
lop3: _lop3.lop3
mad24: _mad24.mad24
madc: _madc.madc
mapa: _mapa.mapa
movmatrix: _movmatrix.movmatrix
mul24: _mul24.mul24
multimem: _multimem.multimem
nanosleep: _nanosleep.nanosleep
pmevent: _pmevent.pmevent
popc: _popc.popc
prefetchu: _prefetchu.prefetchu
prmt: _prmt.prmt
rcp: _rcp.rcp
rsqrt: _rsqrt.rsqrt
sad: _sad.sad
set: _set.set
shf: _shf.shf
sin: _sin.sin
slct: _slct.slct
spcompress: _spcompress.spcompress
spdecompress: _spdecompress.spdecompress
sqrt: _sqrt.sqrt
stackrestore: _stackrestore.stackrestore
stacksave: _stacksave.stacksave
subc: _subc.subc
suld: _suld.suld
suq: _suq.suq
sured: _sured.sured
sust: _sust.sust
szext: _szext.szext
tanh: _tanh.tanh
tensormap: _tensormap.tensormap
testp: _testp.testp
tex: _tex.tex
tld4: _tld4.tld4
txq: _txq.txq
vabsdiff: _vabsdiff.vabsdiff
vabsdiff2: _vabsdiff2.vabsdiff2
vabsdiff4: _vabsdiff4.vabsdiff4
vadd: _vadd.vadd
vadd2: _vadd2.vadd2
vadd4: _vadd4.vadd4
vavrg2: _vavrg2.vavrg2
vavrg4: _vavrg4.vavrg4
vmad: _vmad.vmad
vmax: _vmax.vmax
vmax2: _vmax2.vmax2
vmax4: _vmax4.vmax4
vmin: _vmin.vmin
vmin2: _vmin2.vmin2
vmin4: _vmin4.vmin4
vset: _vset.vset
vset2: _vset2.vset2
vset4: _vset4.vset4
vshl: _vshl.vshl
vshr: _vshr.vshr
vsub: _vsub.vsub
vsub2: _vsub2.vsub2
vsub4: _vsub4.vsub4
wmma: _wmma.wmma
xor: _xor.xor
