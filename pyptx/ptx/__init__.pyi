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
from pyptx.ir import Address
from pyptx.ptx import special as special
from pyptx.ptx.addressing import addr as addr, global_ptrs as global_ptrs, param as param
from pyptx.ptx.arithmetic import ceil_div as ceil_div
from pyptx.ptx.barriers import NamedBarrier as NamedBarrier, named_barrier as named_barrier
from pyptx.ptx.blocks import block as block, else_ as else_, expr as expr, if_ as if_, scope as scope
from pyptx.ptx.cluster import cluster as cluster
from pyptx.ptx.control import bra as bra, exit as exit, fixed as fixed, label as label, ret as ret, trap as trap
from pyptx.ptx.cta import cta as cta
from pyptx.ptx.directives import comment as comment, file_ as file_, loc as loc, pragma as pragma, var as var
from pyptx.ptx.functions import Func as Func, args as args, directive as directive, func as func, unreachable as unreachable
from pyptx.ptx.instructions import Instructions
from pyptx.ptx.loops import counting as counting, kloop as kloop, loop as loop, range_ as range_, repeat_if as repeat_if
from pyptx.ptx.marks import mark as mark, timed as timed
from pyptx.ptx.mbarrier import BarrierArray
from pyptx.ptx.mma import stmatrix_x4_trans_f32_bf16 as stmatrix_x4_trans_f32_bf16
from pyptx.ptx.opcode import pipe as pipe
from pyptx.ptx.pipeline import PipelineState as PipelineState, pipeline as pipeline
from pyptx.ptx.printing import device_assert as device_assert, printf as printf
from pyptx.ptx.raw import declare as declare, raw as raw, raw_module as raw_module, spelled as spelled
from pyptx.ptx.signatures import Words
from pyptx.ptx.special import ctaid_x as ctaid_x, ctaid_y as ctaid_y, sreg as sreg
from pyptx.ptx.tensor_forms import Im2colLoad, Im2colStore, Im2colWideLoad, Prefetch, Reduction, TensorCopy, TileLoad, TileStore
from pyptx.ptx.tma import tma as tma
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
    e4m3x4: _add.add_1
    e5m2x4: _add.add_1
    f16 = _add._2
    f16x2 = _add._2
    f32: _add.add_2
    """``add{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.3 add. PTX 1.0; every target.
    """
    f32x2: _add.add_3
    """``add{.<rnd>}{.ftz}.f32x2 d, a, b``

    Manual 9.7.3.3 add. PTX 8.6; sm_100 or newer.
    """
    f64 = _add._5
    ftz: _add.add_4
    rm: _add.add_5
    rn: _add.add_rn
    rp: _add.add_5
    rz: _add.add_rz
    s16 = _add._6
    s16x2 = _add._7
    s32 = _add._8
    s64 = _add._6
    s8x4 = _add._9
    sat: _add.add_sat
    satfinite: _add.add_6
    u16 = _add._6
    u16x2 = _add._7
    u32 = _add._8
    u64 = _add._6
    u8x4 = _add._9
    def __call__(self, dtype: PtxType, dst: Reg, a: Value, b: Value, *, pred: Predicate | None=None) -> None:
        """``add.<dtype> dst, a, b``."""
class _Alloca(Words):
    u32 = _alloca._1
    u64 = _alloca._1
    def __call__(self, size: Value, align: int | None=None, dst: Reg | None=None, *, pred: Predicate | None=None) -> Reg:
        """``alloca.u64 dst, size, align``: local memory until the function ends, or `stackrestore` frees it.

        Args:
            size: Bytes, in a 64-bit register or a number.
            align: A power of two up to 8388608; 8 if not given.
            dst: Its local address; a new u64 register if not given.
            pred: Guard; where it is false, the result is not written.

        >>> from pyptx import ptx
        >>> from pyptx.emitter import emit_statement
        >>> from pyptx.trace import Trace, tracing
        >>> with tracing(Trace("k")) as trace:
        ...     top = ptx.stacksave()
        ...     buffer = ptx.alloca(256, 16)
        ...     ptx.stackrestore(top)
        >>> for statement in trace.body:
        ...     print(emit_statement(statement).strip())
        stacksave.u64 %rd0;
        alloca.u64 %rd1, 256, 16;
        stackrestore.u64 %rd0;
        """
class _And(Words):
    b16 = _and_._1
    b32 = _and_._1
    b64 = _and_._1
    pred = _and_._2
    def __call__(self, dtype: PtxType, dst: Reg, a: Value, b: Value, *, pred: Predicate | None=None) -> None:
        """``and.b<width> dst, a, b``, or ``and.pred``."""
class _Applypriority(Words):
    L2__evict_normal = _applypriority._1
    async_: _applypriority.applypriority_async
    global_: _applypriority.applypriority_global
    def __call__(self, addr: Value, *, space: str='global', pred: Predicate | None=None) -> None:
        """``applypriority.<space>.L2::evict_normal [addr], 128``: let a line be evicted like any other.

        Manual section 9.7.10.17.

        Args:
            addr: Address of the line, a multiple of 128 bytes.
            space: ``"global"``; ``""`` for generic.
            pred: Guard.
        """
class _Atom(Words):
    acq_rel: _atom.atom_1
    acquire: _atom.atom_1
    add: _atom.atom_add
    and_: _atom.atom_2
    cas: _atom.atom_cas
    cluster: _atom.atom_3
    cta: _atom.atom_4
    dec: _atom.atom_5
    exch: _atom.atom_exch
    global_: _atom.atom_global
    gpu: _atom.atom_4
    inc: _atom.atom_5
    max: _atom.atom_6
    min: _atom.atom_6
    or_: _atom.atom_2
    relaxed: _atom.atom_1
    release: _atom.atom_1
    shared: _atom.atom_shared
    shared__cluster: _atom.atom_7
    shared__cta: _atom.atom_shared_cta
    sys: _atom.atom_sys
    xor: _atom.atom_2
    def __call__(self, op: str, dtype: PtxType, dst: Reg | RegArray | Sequence[Reg] | None, addr: Value, b: Value | RegArray | Sequence[Value], c: Value | None=None, *, space: str='global', sem: str | None=None, scope: str | None=None, vec: int | None=None, noftz: bool | None=None, cache_hint: Value | None=None, pred: Predicate | None=None) -> None:
        """``atom.<sem>.<scope>.<space>.<op>.v<vec>.<dtype> dst, [addr], b``: change memory, load the old value.

        Manual section 9.7.15.5.

        Args:
            op: ``"add" "min" "max" "inc" "dec" "and" "or" "xor" "exch" "cas"``.
            dtype: Type of the memory; for the last five its width counts, 128 bits among them for the last two.
            dst: The old value, in as many registers as `b` has elements; None if it is not needed.
            addr: Address, aligned to the size of all elements together.
            b: The operand; for ``"cas"`` the value to compare with. A list of 2, 4 or 8 is a vector in global
                memory, each element of which is atomic by itself.
            c: The new value for ``"cas"``.
            space: ``"global"``, ``"shared"``; ``""`` for generic.
            sem: ``"relaxed"``, ``"acquire"``, ``"release"`` or ``"acq_rel"``; relaxed if not given.
            scope: ``"cta"``, ``"cluster"``, ``"gpu"`` or ``"sys"``; gpu if not given.
            vec: Elements; the number in `b` if not given.
            noftz: Keep subnormal numbers: ``.noftz``. None: only for the half formats, which require it.
            cache_hint: A 64-bit register with a cache policy.
            pred: Guard.

        >>> from pyptx import ptx, reg
        >>> from pyptx.emitter import emit_statement
        >>> from pyptx.trace import Trace, tracing
        >>> from pyptx.types import b128, bf16x2, u64
        >>> with tracing(Trace("k")) as trace:
        ...     p, two, (old, expected, new) = reg.scalar(u64), reg.array(bf16x2, 2), reg.array(b128, 3)
        ...     ptx.atom("max", bf16x2, two, p, two)
        ...     ptx.atom("cas", b128, old, p, expected, new, sem="acquire", scope="gpu")
        >>> for statement in trace.body:
        ...     print(emit_statement(statement).strip())
        atom.global.max.noftz.v2.bf16x2 {%r0, %r1}, [%rd0], {%r0, %r1};
        atom.acquire.gpu.global.cas.b128 %q0, [%rd0], %q1, %q2;
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
class _ClusterlaunchcontrolTry_cancel(Words):
    async_: _clusterlaunchcontrol.clusterlaunchcontrol_try_cancel_async
    def __call__(self, response: Value, mbar: Value, *, multicast: bool=False, pred: Predicate | None=None) -> None:
        """``clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128``.

        Request a cluster of this grid that has not started, to do its work in this one. One thread requests it;
        after an answer that none was left, another request is undefined. Manual section 9.7.15.18.

        Args:
            response: 16 bytes of shared memory for the answer, a multiple of 16 bytes.
            mbar: The barrier, whose transactions 16 bytes complete.
            multicast: Whether every CTA of the cluster gets the answer, and its barrier the bytes, at the same
                places.
            pred: Guard.
        """
class _ClusterlaunchcontrolQuery_cancelIs_canceled(Words):
    pred: _clusterlaunchcontrol.clusterlaunchcontrol_query_cancel_6
    def __call__(self, response: Reg, dst: Reg | None=None, *, pred: Predicate | None=None) -> Reg:
        """``clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 dst, response``: whether one was left.

        Args:
            response: The answer, in a b128 register.
            dst: A predicate; a new one if not given.
            pred: Guard; if it is false, the result is not written.
        """
class _ClusterlaunchcontrolQuery_cancelGet_first_ctaid(Words):
    v4: _clusterlaunchcontrol.clusterlaunchcontrol_query_cancel_4
    def __call__(self, response: Reg, dst: RegArray | None=None, *, pred: Predicate | None=None) -> RegArray:
        """``clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {x, y, z, _}, response``.

        Args:
            response: The response, in a b128 register; the result is undefined if no cluster was cancelled.
            dst: Three 32-bit registers; new ones if not given.
            pred: Guard; if it is false, the result is not written.

        Returns:
            ``%ctaid`` of the first CTA of the cluster whose work is to be done.
        """
class _ClusterlaunchcontrolQuery_cancel(Words):
    """``ptx.clusterlaunchcontrol.query_cancel``: decode a response (manual section 9.7.15.19)."""
    get_first_ctaid: _ClusterlaunchcontrolQuery_cancelGet_first_ctaid
    get_first_ctaid__x: _clusterlaunchcontrol.clusterlaunchcontrol_query_cancel_2
    get_first_ctaid__y: _clusterlaunchcontrol.clusterlaunchcontrol_query_cancel_2
    get_first_ctaid__z: _clusterlaunchcontrol.clusterlaunchcontrol_query_cancel_2
    is_canceled: _ClusterlaunchcontrolQuery_cancelIs_canceled
    def first_ctaid(self, response: Reg, axis: str, dst: Reg | None=None, *, pred: Predicate | None=None) -> Reg:
        """``clusterlaunchcontrol.query_cancel.get_first_ctaid::<axis>.b32.b128 dst, response``.

        Args:
            response: The response, in a b128 register; the result is undefined if no cluster was cancelled.
            axis: ``"x"``, ``"y"`` or ``"z"``.
            dst: A 32-bit register; a new one if not given.
            pred: Guard; if it is false, the result is not written.
        """
class _Clusterlaunchcontrol(Words):
    """``ptx.clusterlaunchcontrol``: take over clusters that have not started."""
    query_cancel: _ClusterlaunchcontrolQuery_cancel
    try_cancel: _ClusterlaunchcontrolTry_cancel
class _CpAsyncCa(Words):
    shared: _cp.cp_async_2
    shared__cta: _cp.cp_async_2
    def __call__(self, smem_dst: Value, global_src: Value, byte_count: int, src_size: Value | None=None, *, ignore_src: Predicate | None=None, cache_hint: Value | None=None, prefetch: str | None=None, pred: Predicate | None=None) -> None:
        """``cp.async.ca.shared.global [smem_dst], [global_src], byte_count``: cached in L1 and L2.

        Args:
            smem_dst: Destination in shared memory, aligned to `byte_count`.
            global_src: Source in global memory, aligned to `byte_count`.
            byte_count: 4, 8 or 16.
            src_size: Bytes to read; the rest is filled with zeros.
            ignore_src: A predicate; if it is true nothing is read, and all is filled with zeros.
            cache_hint: A 64-bit register with a cache policy.
            prefetch: Bytes that L2 fetches around it: ``"64B"``, ``"128B"`` or ``"256B"``.
            pred: Guard.

        Raises:
            TraceError: Both `src_size` and `ignore_src` are given.
        """
class _CpAsyncCg(Words):
    shared: _cp.cp_async_2
    shared__cta: _cp.cp_async_2
    def __call__(self, smem_dst: Value, global_src: Value, byte_count: int, src_size: Value | None=None, *, ignore_src: Predicate | None=None, cache_hint: Value | None=None, prefetch: str | None=None, pred: Predicate | None=None) -> None:
        """``cp.async.cg.shared.global [smem_dst], [global_src], 16``: cached in L2 only.

        Args:
            smem_dst: Destination in shared memory; 16-byte aligned.
            global_src: Source in global memory; 16-byte aligned.
            byte_count: 16.
            src_size: Bytes to read; the rest is filled with zeros.
            ignore_src: A predicate; if it is true nothing is read, and all is filled with zeros.
            cache_hint: A 64-bit register with a cache policy.
            prefetch: What L2 fetches around it: ``"64B"``, ``"128B"`` or ``"256B"``.
            pred: Guard.

        Raises:
            TraceError: Both `src_size` and `ignore_src` are given.
        """
class _CpAsyncBulkTensor(Words):
    """``ptx.cp.async_.bulk.tensor``: copies of boxes of a tensor that a tensor map describes."""
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
    im2col_w_3d: Im2colWideLoad
    im2col_w_4d: Im2colWideLoad
    im2col_w_5d: Im2colWideLoad
    im2col_w128_3d: Im2colWideLoad
    im2col_w128_4d: Im2colWideLoad
    im2col_w128_5d: Im2colWideLoad
    store_1d: TileStore
    store_2d: TileStore
    store_3d: TileStore
    store_4d: TileStore
    store_5d: TileStore
    store_im2col_3d: Im2colStore
    store_im2col_4d: Im2colStore
    store_im2col_5d: Im2colStore
    prefetch_1d: Prefetch
    prefetch_2d: Prefetch
    prefetch_3d: Prefetch
    prefetch_4d: Prefetch
    prefetch_5d: Prefetch
    prefetch_gather4_2d: Prefetch
    prefetch_im2col_3d: Prefetch
    prefetch_im2col_4d: Prefetch
    prefetch_im2col_5d: Prefetch
    prefetch_im2col_w_3d: Prefetch
    prefetch_im2col_w_4d: Prefetch
    prefetch_im2col_w_5d: Prefetch
    prefetch_im2col_w128_3d: Prefetch
    prefetch_im2col_w128_4d: Prefetch
    prefetch_im2col_w128_5d: Prefetch
    def gather4_2d(self, dst: Value | TensorSpec, src: Value | TensorSpec, coord: Sequence[Value], *, mbar: Value | None=None, cache_hint: Value | None=None, multicast_mask: Value | None=None, cta_group: int=1, into: str='shared::cluster', pred: Predicate | None=None) -> None:
        """``cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.…``: load parts of four rows.

        Args:
            dst: Destination in shared memory; a shared array may be second as well.
            src: The tensor map, or a tensor with its ``tma_box``; without one, the box has the shape of the
                tile.
            coord: Column and four rows; column and row for four consecutive rows.
            mbar: The mbarrier that counts the bytes.
            cache_hint: A 64-bit register with a cache policy.
            multicast_mask: Bit r for the CTA of rank r.
            cta_group: 2 where the barrier may be that of the other CTA of a pair.
            into: ``"shared::cluster"``, or ``"shared::cta"`` for this CTA's own memory (PTX 8.6).
            pred: Guard.

        Raises:
            TraceError: `coord` has two elements and the second is not a row.
        """
    def scatter4_2d(self, dst: Value | TensorSpec, src: Value | TensorSpec, coord: Sequence[Value], *, mbar: None=None, cache_hint: Value | None=None, pred: Predicate | None=None) -> None:
        """``cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group``: store parts of four rows.

        Args:
            dst: The tensor map, or the tensor, whose box is then its ``tma_box``, else that of the tile.
            src: Source in shared memory.
            coord: Column and four rows; column and row for four consecutive rows.
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
    sync_restrict__proxy__async = _cp._6
    def __call__(self, n: int, *, read: bool=False, pred: Predicate | None=None) -> None:
        """``cp.async.bulk.wait_group n``: wait until at most the `n` youngest groups are pending.

        Args:
            n: Number of groups that may be pending.
            read: Wait only until their sources may be written again: ``.read``.
            pred: Guard.
        """
class _CpAsyncBulkPrefetch(Words):
    L2: _cp.cp_async_bulk_prefetch_L2
    tensor: _cp.cp_async_bulk_prefetch_tensor
    def __call__(self, src: Value, size: Value, *, cache_hint: Value | None=None, pred: Predicate | None=None) -> None:
        """``cp.async.bulk.prefetch.L2.global [src], size``: load bytes into L2 (manual section 9.7.10.28.4.3).

        Args:
            src: Source in global memory; 16-byte aligned.
            size: Bytes, a multiple of 16.
            cache_hint: A 64-bit register with a cache policy.
            pred: Guard.
        """
class _CpAsyncBulk(Words):
    """``ptx.cp.async_.bulk``: copies of consecutive bytes that one thread starts; below it tensor copies."""
    commit_group: _CpAsyncBulkCommit_group
    global_: _cp.cp_async_bulk_global
    prefetch: _CpAsyncBulkPrefetch
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
    def load(self, dst: Value, src: Value, size: Value, *, mbar: Value, multicast_mask: Value | None=None, ignore_oob: tuple[Value, Value] | None=None, cache_hint: Value | None=None, into: str | None=None, scope: str | None=None, pred: Predicate | None=None) -> None:
        """``cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [dst], [src], size, [mbar]``.

        Global to shared memory. Manual section 9.7.10.28.4.1.

        Args:
            dst: Destination in shared memory; 16-byte aligned.
            src: Source in global memory; 16-byte aligned.
            size: Bytes, a multiple of 16.
            mbar: The mbarrier that counts the bytes.
            multicast_mask: Bit r for the CTA of rank r: it gets the bytes, and its mbarrier counts them, at
                the same offsets.
            ignore_oob: Number of bytes at either end, 0 to 15, that may be outside the memory; they become
                undefined (PTX 9.2).
            cache_hint: A 64-bit register with a cache policy.
            into: ``"shared::cluster"``, or ``"shared::cta"`` for this CTA's own memory (PTX 8.6; required by
                `ignore_oob`). By default the other arguments decide.
            scope: ``"cta"``, ``"cluster"``, ``"gpu"`` or ``"sys"`` for a relaxed copy in units of 16 bytes;
                weak if not given.
            pred: Guard.

        Raises:
            TraceError: Bytes are ignored in a copy to several CTAs.
        """
    def store(self, dst: Value, src: Value, size: Value, *, byte_mask: Value | None=None, cache_hint: Value | None=None, scope: str | None=None, pred: Predicate | None=None) -> None:
        """``cp.async.bulk.global.shared::cta.bulk_group [dst], [src], size``: shared to global memory.

        Args:
            dst: Destination in global memory; 16-byte aligned.
            src: Source in shared memory; 16-byte aligned.
            size: Bytes, a multiple of 16.
            byte_mask: A 16-bit mask of the bytes of each 16 to write (sm_100 and newer).
            cache_hint: A 64-bit register with a cache policy.
            scope: ``"cta"``, ``"cluster"``, ``"gpu"`` or ``"sys"`` for a relaxed copy in units of 16 bytes;
                weak if not given.
            pred: Guard.
        """
    def send(self, dst: Value, src: Value, size: Value, *, mbar: Value, scope: str | None=None, pred: Predicate | None=None) -> None:
        """``cp.async.bulk.shared::cluster.shared::cta.….complete_tx::bytes [dst], [src], size, [mbar]``.

        This CTA's shared memory to that of another of the cluster.

        Args:
            dst: Destination, an address of ``shared::cluster`` as `ptx.mapa` gives it; 16-byte aligned.
            src: Source in shared memory; 16-byte aligned.
            size: Bytes, a multiple of 16.
            mbar: The mbarrier that counts the bytes, in the same CTA as `dst`.
            scope: ``"cta"`` or ``"cluster"`` for a relaxed copy in units of 16 bytes; weak if not given.
            pred: Guard.
        """
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
        """``cp.async.wait_group n``: wait until at most the `n` youngest groups are pending."""
    def mbarrier_arrive(self, mbar: Value, *, noinc: bool=False, pred: Predicate | None=None) -> None:
        """``cp.async.mbarrier.arrive.shared::cta.b64 [mbar]``: arrive when this thread's copies are done.

        Args:
            mbar: The barrier, of this CTA.
            noinc: Whether the count of `ptx.mbarrier.init` includes this arrival; otherwise it is added to
                the pending count.
            pred: Guard.
        """
class _CpAsync_bulkTensor(Words):
    """``ptx.cp.async_.bulk.tensor``: copies of boxes of a tensor that a tensor map describes."""
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
    im2col_w_3d: Im2colWideLoad
    im2col_w_4d: Im2colWideLoad
    im2col_w_5d: Im2colWideLoad
    im2col_w128_3d: Im2colWideLoad
    im2col_w128_4d: Im2colWideLoad
    im2col_w128_5d: Im2colWideLoad
    store_1d: TileStore
    store_2d: TileStore
    store_3d: TileStore
    store_4d: TileStore
    store_5d: TileStore
    store_im2col_3d: Im2colStore
    store_im2col_4d: Im2colStore
    store_im2col_5d: Im2colStore
    prefetch_1d: Prefetch
    prefetch_2d: Prefetch
    prefetch_3d: Prefetch
    prefetch_4d: Prefetch
    prefetch_5d: Prefetch
    prefetch_gather4_2d: Prefetch
    prefetch_im2col_3d: Prefetch
    prefetch_im2col_4d: Prefetch
    prefetch_im2col_5d: Prefetch
    prefetch_im2col_w_3d: Prefetch
    prefetch_im2col_w_4d: Prefetch
    prefetch_im2col_w_5d: Prefetch
    prefetch_im2col_w128_3d: Prefetch
    prefetch_im2col_w128_4d: Prefetch
    prefetch_im2col_w128_5d: Prefetch
    def gather4_2d(self, dst: Value | TensorSpec, src: Value | TensorSpec, coord: Sequence[Value], *, mbar: Value | None=None, cache_hint: Value | None=None, multicast_mask: Value | None=None, cta_group: int=1, into: str='shared::cluster', pred: Predicate | None=None) -> None:
        """``cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.…``: load parts of four rows.

        Args:
            dst: Destination in shared memory; a shared array may be second as well.
            src: The tensor map, or a tensor with its ``tma_box``; without one, the box has the shape of the
                tile.
            coord: Column and four rows; column and row for four consecutive rows.
            mbar: The mbarrier that counts the bytes.
            cache_hint: A 64-bit register with a cache policy.
            multicast_mask: Bit r for the CTA of rank r.
            cta_group: 2 where the barrier may be that of the other CTA of a pair.
            into: ``"shared::cluster"``, or ``"shared::cta"`` for this CTA's own memory (PTX 8.6).
            pred: Guard.

        Raises:
            TraceError: `coord` has two elements and the second is not a row.
        """
    def scatter4_2d(self, dst: Value | TensorSpec, src: Value | TensorSpec, coord: Sequence[Value], *, mbar: None=None, cache_hint: Value | None=None, pred: Predicate | None=None) -> None:
        """``cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group``: store parts of four rows.

        Args:
            dst: The tensor map, or the tensor, whose box is then its ``tma_box``, else that of the tile.
            src: Source in shared memory.
            coord: Column and four rows; column and row for four consecutive rows.
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
    sync_restrict__proxy__async = _cp._6
    def __call__(self, n: int, *, read: bool=False, pred: Predicate | None=None) -> None:
        """``cp.async.bulk.wait_group n``: wait until at most the `n` youngest groups are pending.

        Args:
            n: Number of groups that may be pending.
            read: Wait only until their sources may be written again: ``.read``.
            pred: Guard.
        """
class _CpAsync_bulkPrefetch(Words):
    L2: _cp.cp_async_bulk_prefetch_L2
    tensor: _cp.cp_async_bulk_prefetch_tensor
    def __call__(self, src: Value, size: Value, *, cache_hint: Value | None=None, pred: Predicate | None=None) -> None:
        """``cp.async.bulk.prefetch.L2.global [src], size``: load bytes into L2 (manual section 9.7.10.28.4.3).

        Args:
            src: Source in global memory; 16-byte aligned.
            size: Bytes, a multiple of 16.
            cache_hint: A 64-bit register with a cache policy.
            pred: Guard.
        """
class _CpAsync_bulk(Words):
    """``ptx.cp.async_.bulk``: copies of consecutive bytes that one thread starts; below it tensor copies."""
    commit_group: _CpAsync_bulkCommit_group
    global_: _cp.cp_async_bulk_global
    prefetch: _CpAsync_bulkPrefetch
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
    def load(self, dst: Value, src: Value, size: Value, *, mbar: Value, multicast_mask: Value | None=None, ignore_oob: tuple[Value, Value] | None=None, cache_hint: Value | None=None, into: str | None=None, scope: str | None=None, pred: Predicate | None=None) -> None:
        """``cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [dst], [src], size, [mbar]``.

        Global to shared memory. Manual section 9.7.10.28.4.1.

        Args:
            dst: Destination in shared memory; 16-byte aligned.
            src: Source in global memory; 16-byte aligned.
            size: Bytes, a multiple of 16.
            mbar: The mbarrier that counts the bytes.
            multicast_mask: Bit r for the CTA of rank r: it gets the bytes, and its mbarrier counts them, at
                the same offsets.
            ignore_oob: Number of bytes at either end, 0 to 15, that may be outside the memory; they become
                undefined (PTX 9.2).
            cache_hint: A 64-bit register with a cache policy.
            into: ``"shared::cluster"``, or ``"shared::cta"`` for this CTA's own memory (PTX 8.6; required by
                `ignore_oob`). By default the other arguments decide.
            scope: ``"cta"``, ``"cluster"``, ``"gpu"`` or ``"sys"`` for a relaxed copy in units of 16 bytes;
                weak if not given.
            pred: Guard.

        Raises:
            TraceError: Bytes are ignored in a copy to several CTAs.
        """
    def store(self, dst: Value, src: Value, size: Value, *, byte_mask: Value | None=None, cache_hint: Value | None=None, scope: str | None=None, pred: Predicate | None=None) -> None:
        """``cp.async.bulk.global.shared::cta.bulk_group [dst], [src], size``: shared to global memory.

        Args:
            dst: Destination in global memory; 16-byte aligned.
            src: Source in shared memory; 16-byte aligned.
            size: Bytes, a multiple of 16.
            byte_mask: A 16-bit mask of the bytes of each 16 to write (sm_100 and newer).
            cache_hint: A 64-bit register with a cache policy.
            scope: ``"cta"``, ``"cluster"``, ``"gpu"`` or ``"sys"`` for a relaxed copy in units of 16 bytes;
                weak if not given.
            pred: Guard.
        """
    def send(self, dst: Value, src: Value, size: Value, *, mbar: Value, scope: str | None=None, pred: Predicate | None=None) -> None:
        """``cp.async.bulk.shared::cluster.shared::cta.….complete_tx::bytes [dst], [src], size, [mbar]``.

        This CTA's shared memory to that of another of the cluster.

        Args:
            dst: Destination, an address of ``shared::cluster`` as `ptx.mapa` gives it; 16-byte aligned.
            src: Source in shared memory; 16-byte aligned.
            size: Bytes, a multiple of 16.
            mbar: The mbarrier that counts the bytes, in the same CTA as `dst`.
            scope: ``"cta"`` or ``"cluster"`` for a relaxed copy in units of 16 bytes; weak if not given.
            pred: Guard.
        """
class _CpReduceAsyncBulkTensor(Words):
    """``ptx.cp.reduce.async_.bulk.tensor``: combine boxes with the tensor's contents."""
    _1d: _cp.cp_reduce_async_bulk_tensor_1d
    _2d: _cp.cp_reduce_async_bulk_tensor_2d
    _3d: _cp.cp_reduce_async_bulk_tensor_1
    _4d: _cp.cp_reduce_async_bulk_tensor_1
    _5d: _cp.cp_reduce_async_bulk_tensor_1
    tile_1d: Reduction
    tile_2d: Reduction
    tile_3d: Reduction
    tile_4d: Reduction
    tile_5d: Reduction
    im2col_3d: Reduction
    im2col_4d: Reduction
    im2col_5d: Reduction
class _CpReduceAsyncBulk(Words):
    """``ptx.cp.reduce.async_.bulk``: combine bytes with those in memory (manual section 9.7.10.28.4.2)."""
    global_: _cp.cp_reduce_async_bulk_global
    relaxed: _cp.cp_reduce_async_bulk_relaxed
    shared__cluster: _cp.cp_reduce_async_bulk_shared_cluster
    tensor: _CpReduceAsyncBulkTensor
    def store(self, op: str, dtype: PtxType, dst: Value, src: Value, size: Value, *, noftz: bool=False, cache_hint: Value | None=None, sem: str | None=None, scope: str | None=None, pred: Predicate | None=None) -> None:
        """``cp.reduce.async.bulk.global.shared::cta.bulk_group.<op>.<dtype> [dst], [src], size``.

        Args:
            op: ``"add"`` u32 s32 u64 f32 f64 f16 bf16, ``"min" "max"`` u32 s32 u64 s64 f16 bf16,
                ``"inc" "dec"`` u32, ``"and" "or" "xor"`` of 32 and 64 bits.
            dtype: Element type; of the last three its width.
            dst: Destination in global memory; 16-byte aligned.
            src: Source in shared memory; 16-byte aligned.
            size: Bytes, a multiple of 16.
            noftz: Keep subnormal numbers of f32 (PTX 9.4); f16 and bf16 always do.
            cache_hint: A 64-bit register with a cache policy.
            sem: ``"relaxed"``.
            scope: ``"cta"``, ``"cluster"``, ``"gpu"`` or ``"sys"``; with `sem`.
            pred: Guard.
        """
    def send(self, op: str, dtype: PtxType, dst: Value, src: Value, size: Value, *, mbar: Value, sem: str | None=None, scope: str | None=None, pred: Predicate | None=None) -> None:
        """``cp.reduce.async.bulk.shared::cluster.shared::cta.….<op>.<dtype> [dst], [src], size, [mbar]``.

        Args:
            op: ``"add"`` u32 s32 u64, ``"min" "max"`` u32 s32, ``"inc" "dec"`` u32, ``"and" "or" "xor"`` of
                32 bits.
            dtype: Element type; of the last three its width.
            dst: Destination, an address of ``shared::cluster``; 16-byte aligned.
            src: Source in shared memory; 16-byte aligned.
            size: Bytes, a multiple of 16.
            mbar: The mbarrier that counts the bytes, in the same CTA as `dst`.
            sem: ``"relaxed"``.
            scope: ``"cta"`` or ``"cluster"``; with `sem`.
            pred: Guard.
        """
class _CpReduceAsync(Words):
    """``ptx.cp.reduce.async_``: asynchronous reductions."""
    bulk: _CpReduceAsyncBulk
class _CpReduce(Words):
    """``ptx.cp.reduce``: copies that combine with the values in memory."""
    async_: _CpReduceAsync
class _Cp(Words):
    """``ptx.cp``: asynchronous copies, of threads and in bulk (manual section 9.7.10.28)."""
    async_: _CpAsync
    reduce: _CpReduce
    async_bulk: _CpAsync_bulk
class _CreatepolicyFractional(Words):
    L2__evict_first: _createpolicy.createpolicy_fractional_1
    L2__evict_last: _createpolicy.createpolicy_fractional_1
    L2__evict_normal: _createpolicy.createpolicy_fractional_1
    L2__evict_unchanged: _createpolicy.createpolicy_fractional_1
    def __call__(self, primary: str='evict_last', secondary: str | None=None, *, fraction: Value | None=None, dst: Reg | None=None, pred: Predicate | None=None) -> Reg:
        """``createpolicy.fractional.L2::<primary>.L2::<secondary>.b64 dst, fraction``.

        Args:
            primary: Priority of a part of the accesses: ``"evict_last"``, ``"evict_normal"``, ``"evict_first"``
                or ``"evict_unchanged"``.
            secondary: Priority of the other accesses: ``"evict_first"`` or ``"evict_unchanged"``, which
                is the default.
            fraction: Share of accesses with the primary priority, above 0.0 and up to 1.0; all if not given.
            dst: A 64-bit register; a new one if not given.
            pred: Guard.

        Returns:
            The policy, for ``cache_hint=``.
        """
class _CreatepolicyRange(Words):
    L2__evict_first: _createpolicy.createpolicy_range_1
    L2__evict_last: _createpolicy.createpolicy_range_1
    L2__evict_normal: _createpolicy.createpolicy_range_1
    L2__evict_unchanged: _createpolicy.createpolicy_range_1
    fabric: _createpolicy.createpolicy_range_fabric
    global_: _createpolicy.createpolicy_range_global
    def __call__(self, addr: Value, primary_size: Value, total_size: Value, primary: str='evict_last', secondary: str | None=None, *, space: str='global', dst: Reg | None=None, pred: Predicate | None=None) -> Reg:
        """``createpolicy.range.global.L2::<primary>.L2::<secondary>.b64 dst, [addr], primary_size, total_size``.

        Args:
            addr: Start of the range.
            primary_size: Bytes from there on that have the primary priority.
            total_size: Bytes of the range, at most 4 GiB; the rest has the secondary priority.
            primary: Primary priority, as for `fractional`.
            secondary: Secondary priority, as for `fractional`.
            space: ``"global"``; ``""`` for generic.
            dst: A 64-bit register; a new one if not given.
            pred: Guard.

        Returns:
            The policy, for ``cache_hint=``.
        """
class _CreatepolicyCvt(Words):
    L2: _createpolicy.createpolicy_cvt_L2
    def __call__(self, policy: Value, dst: Reg | None=None, *, pred: Predicate | None=None) -> Reg:
        """``createpolicy.cvt.L2.b64 dst, policy``: the policy of an access property of CUDA.

        Args:
            policy: The property, in a 64-bit register.
            dst: A 64-bit register; a new one if not given.
            pred: Guard.
        """
class _Createpolicy(Words):
    """``ptx.createpolicy``: cache policies in registers (manual section 9.7.10.21)."""
    cvt: _CreatepolicyCvt
    fractional: _CreatepolicyFractional
    range: _CreatepolicyRange
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
            dst: Destination; it may be wider than `dst_type`.
            src: For a packed `dst_type` two values, upper half first: ``(high, low)``.
            rounding: The rounding. If PTX requires one, the default is ``"rzi"`` to an integer, ``"rna"`` to
                tf32, else ``"rn"``.
            ftz: Flush subnormal f32 to zero.
            sat: Clamp to the range of an integer, or a floating-point result to [0, 1].
            satfinite: Clamp to the largest finite number.
            relu: Clamp negative results to zero.
            pred: Guard.
        """
class _Cvta(Words):
    """``ptx.cvta``: addresses between their state space and the generic one (manual section 9.7.10.23)."""
    const: _cvta.cvta_const
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
    def to_const(self, src: Reg, dst: Reg | None=None) -> Reg:
        """``cvta.to.const.u64 dst, src``: the constant address of a generic one."""
    def to_param(self, src: Reg, dst: Reg | None=None) -> Reg:
        """``cvta.to.param.u64 dst, src``: the address of a kernel parameter of a generic one."""
    def from_global(self, src: Value, dst: Reg | None=None) -> Reg:
        """``cvta.global.u64 dst, src``: the generic address of a global one, or of a variable."""
    def from_shared(self, src: Value, dst: Reg | None=None) -> Reg:
        """``cvta.shared.u64 dst, src``: the generic address of a shared one, in 64 bits, or of a variable."""
    def from_local(self, src: Value, dst: Reg | None=None) -> Reg:
        """``cvta.local.u64 dst, src``: the generic address of a local one, or of a variable."""
    def from_const(self, src: Value, dst: Reg | None=None) -> Reg:
        """``cvta.const.u64 dst, src``: the generic address of a constant one, or of a variable."""
class _Discard(Words):
    L2 = _discard._1
    global_: _discard.discard_global
    def __call__(self, addr: Value, *, space: str='global', pred: Predicate | None=None) -> None:
        """``discard.<space>.L2 [addr], 128``: drop a line; its contents become undefined.

        Manual section 9.7.10.20.

        Args:
            addr: Address of the line, a multiple of 128 bytes.
            space: ``"global"``; ``""`` for generic.
            pred: Guard.
        """
class _Div(Words):
    approx: _div.div_1
    full: _div.div_1
    rm: _div.div_2
    rn: _div.div_rn
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
class _Elect(Words):
    sync = _elect._1
    def __call__(self, membermask: Value=..., *, pred: Predicate | None=None) -> Reg:
        """``elect.sync _|chosen, membermask``: choose one lane (manual section 9.7.15.15).

        Args:
            membermask: Lanes that take part.
            pred: Guard; where it is false, the result is not written.

        Returns:
            Whether it is this lane: a predicate.

        >>> from pyptx import ptx
        >>> from pyptx.emitter import emit_statement
        >>> from pyptx.trace import Trace, tracing
        >>> with tracing(Trace("k")) as trace:
        ...     one = ptx.elect()
        >>> emit_statement(trace.body[0])
        'elect.sync _|%p0, 4294967295;'
        """
class _Fence(Words):
    """``ptx.fence``: order this thread's memory accesses; ``ptx.fence.acq_rel.gpu()`` and all other forms."""
    acq_rel: _fence.fence_1
    acquire: _fence.fence_acquire
    alias: _fence.fence_alias
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
    def proxy_tensormap_release(self, scope: str='gpu', *, pred: Predicate | None=None) -> None:
        """``fence.proxy.tensormap::generic.release.<scope>``: release tensor maps this thread wrote.

        Args:
            scope: ``"cta"``, ``"cluster"``, ``"gpu"`` or ``"sys"``.
            pred: Guard.
        """
    def proxy_tensormap_acquire(self, addr: Value | TensorSpec, scope: str='gpu', *, pred: Predicate | None=None) -> None:
        """``fence.proxy.tensormap::generic.acquire.<scope> [addr], 128``: acquire a map before its use.

        Args:
            addr: The tensor map, a generic address.
            scope: ``"cta"``, ``"cluster"``, ``"gpu"`` or ``"sys"``.
            pred: Guard.
        """
class _Fma(Words):
    e4m3x4: _fma.fma_1
    e5m2x4: _fma.fma_1
    rm: _fma.fma_2
    rn: _fma.fma_rn
    rp: _fma.fma_2
    rz: _fma.fma_rz
    satfinite: _fma.fma_3
    def __call__(self, dtype: PtxType, dst: Reg, a: Value, b: Value, c: Value, *, rounding: str='rn', pred: Predicate | None=None) -> None:
        """``fma.<rounding>.<dtype> dst, a, b, c``: ``a * b + c``, rounded once."""
class _Getctarank(Words):
    shared__cluster: _getctarank.getctarank_shared_cluster
    u32 = _getctarank._1
    u64 = _getctarank._1
    def __call__(self, src: Value, dst: Reg | None=None, *, space: str='shared::cluster', pred: Predicate | None=None) -> Reg:
        """``getctarank.shared::cluster.u32 dst, src``: which CTA of the cluster has a shared address.

        Manual section 9.7.10.27.

        Args:
            src: A shared address in 32 bits, or a shared array; with ``space=""`` a generic address in 64 bits.
            dst: The rank; a new u32 register if not given.
            space: ``"shared::cluster"``, or ``""`` for generic addresses.
            pred: Guard; where it is false, the result is not written.
        """
class _Griddepcontrol(Words):
    """``ptx.griddepcontrol``: grids that start before those they depend on end (section 9.7.15.14)."""
    def launch_dependents(self, *, pred: Predicate | None=None) -> None:
        """``griddepcontrol.launch_dependents``: grids that depend on this one may start.

        It makes no memory visible: they wait for that.
        """
    def wait(self, *, pred: Predicate | None=None) -> None:
        """``griddepcontrol.wait``: until the grids this one depends on have ended, their writes seen."""
class _Isspacep(Words):
    const = _isspacep._1
    global_ = _isspacep._2
    local = _isspacep._2
    param = _isspacep._3
    param__entry = _isspacep._4
    shared = _isspacep._2
    shared__cluster = _isspacep._5
    shared__cta = _isspacep._6
    def __call__(self, space: str, addr: Reg, dst: Reg | None=None, *, pred: Predicate | None=None) -> Reg:
        """``isspacep.<space> dst, addr``: whether a generic address is in a state space.

        Manual section 9.7.10.22.

        Args:
            space: ``"global"``, ``"shared"``, ``"shared::cta"``, ``"shared::cluster"``, ``"local"``,
                ``"const"``, ``"param"``.
            addr: A generic address, in a 64-bit register.
            dst: A predicate; a new one if not given.
            pred: Guard; where it is false, the result is not written.
        """
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
    param__entry: _ld.ld_param_entry
    param__func: _ld.ld_param_func
    proxy__readonly: _ld.ld_proxy_readonly
    relaxed: _ld.ld_6
    s16 = _ld._2
    s32 = _ld._2
    s64 = _ld._2
    s8 = _ld._2
    shared: _ld.ld_8
    shared__cluster: _ld.ld_9
    shared__cta: _ld.ld_shared_cta
    u16 = _ld._2
    u32 = _ld._2
    u64 = _ld._2
    u8 = _ld._2
    v2: _ld.ld_v2
    v4: _ld.ld_v4
    v8: _ld.ld_10
    volatile: _ld.ld_volatile
    weak: _ld.ld_weak
    def __call__(self, dtype: PtxType, dst: Reg | RegArray | Sequence[Reg], addr: Value, *, space: str='global', cache: str | None=None, vec: int | None=None, sem: str | None=None, scope: str | None=None, cache_hint: Value | None=None, pred: Predicate | None=None) -> None:
        """``ld.<sem>.<scope>.<space>.<cache>.v<vec>.<dtype> dst, [addr]`` (manual section 9.7.10.8).

        Args:
            dtype: Element type.
            dst: A register, or as many as `vec`.
            addr: Source; aligned to the size of all elements together.
            space: ``"global"``, ``"shared"``, ``"local"``, ``"const"``, ``"param"``; ``""`` for generic.
            cache: Cache operator or eviction priority: ``"ca" "cg" "cs" "lu" "cv" "nc" "L1::no_allocate"`` ….
            vec: Elements; the number of registers if not given.
            sem: ``"relaxed"``, ``"acquire"`` or ``"volatile"``; weak if not given.
            scope: Scope of the order: ``"cta"``, ``"cluster"``, ``"gpu"`` or ``"sys"``; with the first
                two of `sem`.
            cache_hint: A 64-bit register with a cache policy, as `ptx.createpolicy` makes it.
            pred: Guard.

        >>> from pyptx import ptx, reg
        >>> from pyptx.emitter import emit_statement
        >>> from pyptx.trace import Trace, tracing
        >>> from pyptx.types import f32, u64
        >>> with tracing(Trace("k")) as trace:
        ...     ptx.ld(f32, reg.array(f32, 4), ptx.addr(reg.scalar(u64), 16), sem="acquire", scope="gpu")
        >>> emit_statement(trace.body[0])
        'ld.acquire.gpu.global.v4.f32 {%f0, %f1, %f2, %f3}, [%rd0+16];'
        """
class _Ldmatrix(Words):
    sync: _ldmatrix.ldmatrix_sync
    def __call__(self, dst: RegArray | Sequence[Reg] | Reg, src: Value, *, layout: str='x4', trans: bool=False, shape: tuple[int, int] | str='m8n8', source: str | None=None, pred: Predicate | None=None) -> None:
        """``ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 dst, [src]``: load 8x8 matrices as fragments.

        Manual section 9.7.16.5.15; `fragments.matrix_fragment` has the lane of each element.

        Args:
            dst: One b32 register for each matrix, two for one of 16 by 16.
            src: The address of a row, 16-byte aligned. Lanes 0 to 7 give the rows of the first matrix, lanes 8 to
                15 those of the second, and so on; for matrices of 16 rows, lanes 0 to 15 give the first's.
            layout: Number of matrices: ``"x1"``, ``"x2"``, ``"x4"``; also with the other words:
                ``"m8n8.x4.trans"``.
            trans: Whether the matrices are transposed on the way; of 16 by 16 they always are.
            shape: ``"m8n8"`` of 16 bits, ``"m16n16"`` of 8 bits, ``"m8n16"`` of 4 or 6 bits; (8, 8) is the same.
            source: The format that is unpacked to bytes: ``"b6x16_p32"``, ``"b4x16_p64"``, of ``"m8n16"`` also
                ``"s4"``.
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
    hi: _mad.mad_hi
    lo: _mad.mad_lo
    rm: _mad.mad_1
    rn: _mad.mad_2
    rp: _mad.mad_1
    rz: _mad.mad_2
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

        Raises:
            TraceError: No factor is a register, so that the type is not known.
        """
class _Mapa(Words):
    shared__cluster: _mapa.mapa_shared_cluster
    u32 = _mapa._1
    u64 = _mapa._1
    def __call__(self, src: Value, cta_rank: Value, dst: Reg | None=None, *, space: str='shared::cluster', pred: Predicate | None=None) -> Reg:
        """``mapa.shared::cluster.u32 dst, src, cta_rank``: the same place in another CTA of the cluster.

        Manual section 9.7.10.26.

        Args:
            src: A shared address in 32 bits, or a shared array; with ``space=""`` a generic address in 64 bits.
            cta_rank: Rank of the CTA in the cluster, below ``%cluster_nctarank``.
            dst: The address; a new register if not given.
            space: ``"shared::cluster"``, or ``""`` for generic addresses.
            pred: Guard; where it is false, the result is not written.

        >>> from pyptx import ptx, reg, smem
        >>> from pyptx.emitter import emit_statement
        >>> from pyptx.trace import Trace, tracing
        >>> from pyptx.types import f32
        >>> with tracing(Trace("k")) as trace:
        ...     there = ptx.mapa(smem.alloc(f32, 64), 1)
        >>> for statement in trace.body:
        ...     print(emit_statement(statement).strip())
        mapa.shared::cluster.u32 %r0, smem_0, 1;
        """
class _Match(Words):
    all: _match.match_all
    any: _match.match_any
    def __call__(self, mode: str, dtype: PtxType, dst: Reg, a: Value, membermask: Value=..., *, pred_out: Reg | None=None, pred: Predicate | None=None) -> None:
        """``match.<mode>.sync.b<width> dst|pred_out, a, membermask``: the lanes whose `a` is the same.

        Args:
            mode: ``"any"`` for the lanes that equal this one, ``"all"`` for the mask if all are equal, else 0.
            dtype: Type; only its width matters.
            dst: A 32-bit register.
            a: The value to compare.
            membermask: Lanes that take part.
            pred_out: For ``"all"``, set to whether all are equal.
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
    def __call__(self, mbar: Value, *, count: Value | None=None, scope: str | None=None, discard: bool=False, pred: Predicate | None=None) -> Reg:
        """``mbarrier.arrive.shared::cta.b64 state, [mbar], count``, with release semantics in the CTA.

        Args:
            mbar: The barrier, of this CTA.
            count: Arrivals; one if not given.
            scope: ``"cluster"`` makes writes visible to waiting threads of other CTAs; ``"cta"`` if not given.
            discard: Whether the state is discarded: the operand is ``_``.
            pred: Guard; where it is false, the state is not written.

        Returns:
            The phase before the arrival, which ``try_wait(…, parity=False)`` takes; ``_`` if discarded.
        """
class _MbarrierArrive_expect_tx(Words):
    b64 = _mbarrier._10
    multicast__cluster__32b: _mbarrier.mbarrier_arrive_expect_tx_1
    relaxed: _mbarrier.mbarrier_arrive_expect_tx_relaxed
    release: _mbarrier.mbarrier_arrive_expect_tx_release
    shared: _mbarrier.mbarrier_arrive_expect_tx_2
    shared__cluster: _mbarrier.mbarrier_arrive_expect_tx_3
    shared__cta: _mbarrier.mbarrier_arrive_expect_tx_2
    def __call__(self, mbar: Value, tx_count: Value, *, scope: str | None=None, discard: bool=False, pred: Predicate | None=None) -> Reg:
        """``mbarrier.arrive.expect_tx.shared::cta.b64 state, [mbar], tx_count``: announce bytes, then arrive.

        Args:
            mbar: The barrier, of this CTA.
            tx_count: Bytes that asynchronous copies will bring before the phase completes.
            scope: ``"cluster"`` makes writes visible to waiting threads of other CTAs; ``"cta"`` if not given.
            discard: Whether the state is discarded: the operand is ``_``.
            pred: Guard; where it is false, the state is not written.

        Returns:
            The phase before the arrival; ``_`` if discarded.

        Raises:
            TraceError: The number of bytes does not fit in 20 bits.
        """
class _MbarrierArrive_drop(Words):
    b64 = _mbarrier._2
    expect_tx: _mbarrier.mbarrier_arrive_drop_expect_tx
    multicast__cluster__32b: _mbarrier.mbarrier_arrive_drop_1
    noComplete: _mbarrier.mbarrier_arrive_drop_noComplete
    relaxed: _mbarrier.mbarrier_arrive_drop_relaxed
    release: _mbarrier.mbarrier_arrive_drop_release
    shared: _mbarrier.mbarrier_arrive_drop_shared
    shared__cluster: _mbarrier.mbarrier_arrive_drop_2
    shared__cta: _mbarrier.mbarrier_arrive_drop_shared_cta
    def __call__(self, mbar: Value, *, count: Value | None=None, scope: str | None=None, discard: bool=False, pred: Predicate | None=None) -> Reg:
        """``mbarrier.arrive_drop.shared::cta.b64 state, [mbar], count``: arrive, and leave all later phases.

        Later phases expect this many arrivals fewer. Manual section 9.7.15.16.17.

        Args:
            mbar: The barrier, of this CTA.
            count: Arrivals; one if not given.
            scope: ``"cluster"`` makes writes visible to waiting threads of other CTAs; ``"cta"`` if not given.
            discard: Whether the state is discarded: the operand is ``_``.
            pred: Guard; where it is false, the state is not written.

        Returns:
            The phase before the arrival; ``_`` if discarded.
        """
class _MbarrierExpect_tx(Words):
    b64 = _mbarrier._4
    multicast__cluster__32b: _mbarrier.mbarrier_expect_tx_1
    relaxed: _mbarrier.mbarrier_expect_tx_relaxed
    shared: _mbarrier.mbarrier_expect_tx_2
    shared__cluster: _mbarrier.mbarrier_expect_tx_3
    shared__cta: _mbarrier.mbarrier_expect_tx_2
    def __call__(self, mbar: Value, tx_count: Value, *, pred: Predicate | None=None) -> None:
        """``mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [mbar], tx_count``: announce bytes, do not arrive.

        Raises:
            TraceError: The number of bytes does not fit in 20 bits.
        """
class _MbarrierComplete_tx(Words):
    b64 = _mbarrier._3
    multicast__cluster__32b: _mbarrier.mbarrier_complete_tx_1
    relaxed: _mbarrier.mbarrier_complete_tx_relaxed
    shared: _mbarrier.mbarrier_complete_tx_2
    shared__cluster: _mbarrier.mbarrier_complete_tx_3
    shared__cta: _mbarrier.mbarrier_complete_tx_2
    def __call__(self, mbar: Value, tx_count: Value, *, pred: Predicate | None=None) -> None:
        """``mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [mbar], tx_count``: count bytes as a copy would.

        Raises:
            TraceError: The number of bytes does not fit in 20 bits.
        """
class _MbarrierPending_count(Words):
    b64 = _mbarrier._7
    layout__v0: _mbarrier.mbarrier_pending_count_layout_v0
    def __call__(self, state: Reg, dst: Reg | None=None, *, pred: Predicate | None=None) -> Reg:
        """``mbarrier.pending_count.b64 dst, state``: arrivals that were due before the one that gave `state`.

        Args:
            state: What `arrive` gave.
            dst: A u32 register; a new one if not given.
            pred: Guard; where it is false, the result is not written.
        """
class _MbarrierTest_wait(Words):
    acquire: _mbarrier.mbarrier_test_wait_acquire
    b64 = _mbarrier._8
    parity: _mbarrier.mbarrier_test_wait_parity
    phase_type__primary: _mbarrier.mbarrier_test_wait_phase_type_primary
    relaxed: _mbarrier.mbarrier_test_wait_relaxed
    shared: _mbarrier.mbarrier_test_wait_shared
    shared__cta: _mbarrier.mbarrier_test_wait_shared_cta
    def __call__(self, mbar: Value, phase: Value, *, parity: bool=True, scope: str | None=None, pred: Predicate | None=None) -> Reg:
        """``mbarrier.test_wait.parity.shared::cta.b64 done, [mbar], phase``: test without suspending the thread.

        Args:
            mbar: The barrier, of this CTA.
            phase: Parity of the phase, 0 or 1; with ``parity=False`` the state an arrival gave.
            parity: Whether `phase` is a parity or a token.
            scope: ``"cluster"`` to see what other CTAs wrote before they arrived; ``"cta"`` if not given.
            pred: Guard; where it is false, the result is not written.

        Returns:
            Whether the phase is complete, a predicate.
        """
class _MbarrierTry_wait(Words):
    acquire: _mbarrier.mbarrier_try_wait_acquire
    b64 = _mbarrier._9
    parity: _mbarrier.mbarrier_try_wait_parity
    phase_type__primary: _mbarrier.mbarrier_try_wait_phase_type_primary
    relaxed: _mbarrier.mbarrier_try_wait_relaxed
    shared: _mbarrier.mbarrier_try_wait_1
    shared__cta: _mbarrier.mbarrier_try_wait_1
    def __call__(self, mbar: Value, phase: Value, *, parity: bool=True, scope: str | None=None, pred: Predicate | None=None) -> Reg:
        """``mbarrier.try_wait.parity.shared::cta.b64 done, [mbar], phase``: test whether a phase is complete.

        It may suspend the thread for a time and then return false: test again, or use `wait`.

        Args:
            mbar: The barrier, of this CTA.
            phase: Parity of the phase, 0 or 1; with ``parity=False`` the state an arrival gave.
            parity: Whether `phase` is a parity or a token.
            scope: ``"cluster"`` to see what other CTAs wrote before they arrived; ``"cta"`` if not given.
            pred: Guard; where it is false, the result is not written.

        Returns:
            The answer, a predicate.
        """
class _Mbarrier(Words):
    """``ptx.mbarrier``: barriers in shared memory that count arrivals and bytes (section 9.7.15.16)."""
    arrive: _MbarrierArrive
    arrive_drop: _MbarrierArrive_drop
    check_layout: _mbarrier.mbarrier_check_layout
    complete_tx: _MbarrierComplete_tx
    expect_tx: _MbarrierExpect_tx
    init: _MbarrierInit
    inval: _MbarrierInval
    pending_count: _MbarrierPending_count
    test_wait: _MbarrierTest_wait
    try_wait: _MbarrierTry_wait
    arrive_expect_tx: _MbarrierArrive_expect_tx
    def wait(self, mbar: Value, phase: Value, *, parity: bool=True, scope: str | None=None, ticks: Value | None=None, suspends: bool=True, space: str='shared::cta', uni: bool=False, exits: bool=False, through: str | None=None, first: str | None=None, pred: Predicate | None=None) -> None:
        """``again: mbarrier.try_wait.parity done, [mbar], phase; @!done bra again;``.

        Args:
            mbar: The mbarrier, of this CTA.
            phase: Parity of the phase, 0 or 1: round k of a ring waits for ``k & 1``. Parity 1 of a fresh
                mbarrier counts as complete. With ``parity=False`` the state that an arrival returned.
            parity: Whether `phase` is a parity; otherwise it is a state.
            scope: ``"cluster"`` to acquire the writes of other CTAs before their arrivals; ``"cta"`` if not
                given.
            ticks: Nanoseconds for which a thread may be suspended before it tests again; the hardware's
                limit if not given.
            suspends: Whether threads may be suspended; if not, and before sm_90, the loop uses
                ``mbarrier.test_wait``.
            space: The space as written; ``"shared"`` is the older word.
            uni: Whether the branches are ``bra.uni``: all active threads of a warp wait for this barrier.
            exits: Whether the loop ends in ``@done bra end; bra again; end:``, as CUTLASS writes it.
            through: Type of an integer copy of the result, ``"s32"`` or ``"b32"``, as nvcc compiles libcu++:
                ``selp.b32 n, 1, 0, done; setp.eq.<through> none, n, 0; @none bra again;``. The address of
                an mbarrier given by name is then set in each round.
            first: Type of an integer copy of a test before the loop, ``"s32"`` or ``"b32"``, as CUTLASS tests
                before it waits: ``mbarrier.try_wait done, [mbar], phase; selp.b32 n, 1, 0, done;
                setp.ne.<first> complete, n, 0; @complete bra end;``. A number as `ticks` is then set in a
                register after this test.
            pred: Predicate of the threads that wait; the others skip the loop.

        Raises:
            TraceError: `through` is another type, or one beside `uni` or `exits`; `first` is another type.
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
    sys = _membar._2
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
    def __call__(self, *, shape: tuple[int, int, int], dtype_d: PtxType | str, dtype_a: PtxType | str, dtype_b: PtxType | str, dtype_c: PtxType | str, d: RegArray | Sequence[Reg] | Reg, a: RegArray | Sequence[Reg] | Reg, b: RegArray | Sequence[Reg] | Reg, c: RegArray | Sequence[Value] | Reg, a_layout: str='row', b_layout: str='col', saturate: bool=False, op: str | None=None, rounding: str | None=None, kind: str | None=None, sparse_metadata: Value | None=None, sparsity_selector: int | None=None, ordered_metadata: bool=False, scale_a: Value | None=None, scale_b: Value | None=None, select_a: Sequence[Value]=..., select_b: Sequence[Value]=..., scale_vec: str | None=None, scale_type: PtxType | str='ue8m0', pred: Predicate | None=None) -> None:
        """``mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 d, a, b, c``: ``d = a @ b + c`` by a warp.

        With `sparse_metadata` it is ``mma.sp`` (manual section 9.7.16.6.3), of A half of whose elements are left
        out; with `scale_a` and `scale_b` blocks of 32 or 16 elements along K are scaled (9.7.16.3). How many
        registers each matrix takes is in sections 9.7.16.5.1 to 9.7.16.5.13; `fragment` declares them.

        Args:
            shape: M, N, K; of a sparse A the whole K.
            dtype_d: Type of D: f16, f32, f64 or s32.
            dtype_a: Type of A; what `pyptx.types` lacks by its name: ``"s4"``, ``"u4"``, ``"b1"``.
            dtype_b: Type of B.
            dtype_c: Type of C.
            d: Registers of D.
            a: Registers of A; two, four or eight elements to a b32, of bits 32.
            b: Registers of B.
            c: Registers of C, often those of D.
            a_layout: ``"row"``, or ``"col"`` where the shape has it.
            b_layout: ``"col"``, or ``"row"`` where the shape has it.
            saturate: Clamp an s32 sum: ``.satfinite``.
            op: For ``"b1"``: ``"xor"`` or ``"and"``, then a population count.
            rounding: Rounding of f64: ``"rn"``, ``"rz"``, ``"rm"`` or ``"rp"``.
            kind: ``"f8f6f4"`` for the 6 and 4-bit formats, and to mix them with fp8; with scale factors
                ``"mxf8f6f4"``, ``"mxf4"``, ``"mxf4nvf4"``.
            sparse_metadata: A 32-bit register that says which half of A there is: `sparsity.metadata_fragment`.
            sparsity_selector: Selects the lanes of each four that have the metadata; 0 if not given.
            ordered_metadata: Whether indices increase: ``mma.sp::ordered_metadata``.
            scale_a: A b32 register with scale factors of the rows of A.
            scale_b: A b32 register with scale factors of the columns of B.
            select_a: Byte id and thread id: the bytes and the lanes with the factors of A.
            select_b: Byte id and thread id of the factors of B.
            scale_vec: Factors of a row or column: ``"1X"``, ``"2X"``, ``"4X"``; kind mxf4nvf4 needs it.
            scale_type: Type of the factors: ``"ue8m0"`` or ``"ue4m3"``.
            pred: Guard.

        Raises:
            TraceError: Scale factors or metadata are missing, or there are some for an MMA that takes none.
            VerifyError: `mma` has no such shape and types, or a matrix takes another number of registers.
        """
class _Mma(Words):
    """``ptx.mma``: matrix multiply-accumulate of a warp (manual section 9.7.16.5)."""
    sp: _mma.mma_sp
    sp__ordered_metadata: _mma.mma_sp_ordered_metadata
    sync: _MmaSync
    def fragment(self, matrix: str, shape: tuple[int, int, int] | str, dtype: PtxType | str, *, kind: str | None=None, sparse: bool=False) -> RegArray:
        """Declare the registers of one lane's part of a matrix of `sync` (manual sections 9.7.16.5.1 to .13).

        Args:
            matrix: ``"a"``, ``"b"``, ``"c"`` or ``"d"``.
            shape: M, N, K of the MMA.
            dtype: Type of the elements.
            kind: The kind, as for `sync`; with ``"f8f6f4"`` and ``"mxf8f6f4"`` elements of A and B are bytes.
            sparse: Whether the MMA is of a sparse A.

        Raises:
            TraceError: There is no such MMA.
        """
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
    def __call__(self, dtype: PtxType | Reg, dst: Value, src: Value | None=None, *, pred: Predicate | None=None) -> None:
        """``mov.<dtype> dst, src``; a list for `src` or `dst` packs or unpacks.

        ``ptx.mov(dst, src)`` copies a register or a number with the type of `dst`: it is the assignment that runs
        on the GPU (manual section 9.7.10.3).

        Args:
            dtype: Type of the instruction; if left out, the type of `dst`.
            dst: The register to write.
            src: The value to copy.
            pred: Guard.

        Raises:
            TraceError: `src` is missing, or, without `dtype`, the types of `src` and `dst` differ in meaning.

        >>> from pyptx.reg import array
        >>> from pyptx.trace import Trace, tracing
        >>> from pyptx.types import b16, b32
        >>> with tracing(Trace("k")) as trace:
        ...     mov(b32, scalar(b32), array(b16, 2))
        >>> trace.body[0].operands[1]
        Vector(items=(Name(name='%rs0'), Name(name='%rs1')), gaps=None)
        >>> with tracing(Trace("k")) as trace:
        ...     mov(scalar(b32), 7)
        >>> trace.body[0].modifiers
        ('b32',)
        """
class _Movmatrix(Words):
    sync: _movmatrix.movmatrix_sync
    def __call__(self, dst: Reg, src: Reg, *, pred: Predicate | None=None) -> None:
        """``movmatrix.sync.aligned.m8n8.trans.b16 dst, src``: transpose an 8x8 matrix of 16 bits in registers.

        Manual section 9.7.16.5.17. Both are fragments as `ldmatrix` loads them.

        Args:
            dst: A b32 register.
            src: A b32 register.
            pred: Guard.
        """
class _Mul(Words):
    bf16 = _mul._1
    bf16x2: _mul.mul_bf16x2
    """``mul{.rn}.<type> d, a, b``

    Manual 9.7.4.3 mul. PTX 7.8; sm_90 or newer.
    """
    e4m3x4: _mul.mul_1
    e5m2x4: _mul.mul_1
    f16 = _mul._2
    f16x2: _mul.mul_f16x2
    """``mul{.rn}{.ftz}{.sat}.<type> d, a, b``

    Manual 9.7.4.3 mul. PTX 4.2; sm_53 or newer.
    """
    f32 = _mul._3
    f32x2 = _mul._4
    f64 = _mul._5
    ftz: _mul.mul_ftz
    hi: _mul.mul_2
    lo: _mul.mul_2
    rm: _mul.mul_3
    rn: _mul.mul_rn
    rp: _mul.mul_3
    rz: _mul.mul_rz
    sat: _mul.mul_4
    satfinite: _mul.mul_5
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
class _MultimemLd_reduce(Words):
    acquire: _multimem.multimem_ld_reduce_1
    add: _multimem.multimem_ld_reduce_2
    and_: _multimem.multimem_ld_reduce_3
    global_: _multimem.multimem_ld_reduce_4
    max: _multimem.multimem_ld_reduce_5
    min: _multimem.multimem_ld_reduce_5
    or_: _multimem.multimem_ld_reduce_3
    relaxed: _multimem.multimem_ld_reduce_1
    weak: _multimem.multimem_ld_reduce_weak
    xor: _multimem.multimem_ld_reduce_3
    def __call__(self, op: str, dtype: PtxType, dst: Reg | RegArray | Sequence[Reg], addr: Value, *, acc: str | None=None, vec: int | None=None, sem: str | None=None, scope: str | None=None, space: str='global', pred: Predicate | None=None) -> None:
        """``multimem.ld_reduce.<sem>.<scope>.<space>.<op>.acc::<acc>.v<vec>.<dtype> dst, [addr]``.

        Load from every GPU and combine the values. Manual section 9.7.10.15.

        Args:
            op: ``"add" "min" "max" "and" "or" "xor"``.
            dtype: Element type; of the last three its width.
            dst: A register, or 2, 4 or 8: at most 128 bits.
            addr: The multimem address.
            acc: Precision of a sum: ``"f32"`` of half formats, ``"f16"`` of fp8.
            vec: Elements; the number of registers if not given.
            sem: ``"relaxed"`` or ``"acquire"``; weak if not given.
            scope: ``"cta"``, ``"cluster"``, ``"gpu"`` or ``"sys"``; with `sem`.
            space: ``"global"``; ``""`` for generic.
            pred: Guard.
        """
class _MultimemStAsync(Words):
    release: _multimem.multimem_st_async_release
    def __call__(self, dtype: PtxType, addr: Value, src: Value, *, scope: str='gpu', pred: Predicate | None=None) -> None:
        """``multimem.st.async.release.<scope>.global.<dtype> [addr], src``: store after earlier operations.

        Args:
            dtype: Element type.
            addr: The multimem address.
            src: A register or number.
            scope: ``"gpu"`` or ``"sys"``.
            pred: Guard.
        """
class _MultimemSt(Words):
    """``ptx.multimem.st``: stores to the memory of every GPU."""
    async_: _MultimemStAsync
    b32 = _multimem._1
    b64 = _multimem._1
    bf16x2 = _multimem._2
    e4m3x4 = _multimem._3
    e5m2x4 = _multimem._3
    f16x2 = _multimem._2
    f32 = _multimem._4
    f64 = _multimem._4
    global_: _multimem.multimem_st_1
    relaxed: _multimem.multimem_st_2
    release: _multimem.multimem_st_2
    s32 = _multimem._1
    s64 = _multimem._1
    u32 = _multimem._1
    u64 = _multimem._1
    v2: _multimem.multimem_st_3
    v4: _multimem.multimem_st_4
    v8: _multimem.multimem_st_5
    weak: _multimem.multimem_st_weak
    def __call__(self, dtype: PtxType, addr: Value, src: Value | RegArray | Sequence[Value], *, vec: int | None=None, sem: str | None=None, scope: str | None=None, space: str='global', pred: Predicate | None=None) -> None:
        """``multimem.st.<sem>.<scope>.<space>.v<vec>.<dtype> [addr], src``.

        Args:
            dtype: Element type.
            addr: The multimem address.
            src: A register or number, or 2, 4 or 8: at most 128 bits.
            vec: Elements; the number of values if not given.
            sem: ``"relaxed"`` or ``"release"``; weak if not given.
            scope: ``"cta"``, ``"cluster"``, ``"gpu"`` or ``"sys"``; with `sem`.
            space: ``"global"``; ``""`` for generic.
            pred: Guard.
        """
class _MultimemRedAsync(Words):
    release: _multimem.multimem_red_async_release
    def __call__(self, op: str, dtype: PtxType, addr: Value, src: Value, *, scope: str='gpu', pred: Predicate | None=None) -> None:
        """``multimem.red.async.release.<scope>.global.<op>.<dtype> [addr], src``: reduce later.

        Args:
            op: ``"add"``.
            dtype: u32, s32 or u64.
            addr: The multimem address.
            src: A register or number.
            scope: ``"gpu"`` or ``"sys"``.
            pred: Guard.
        """
class _MultimemRed(Words):
    """``ptx.multimem.red``: reductions in the memory of every GPU."""
    add: _multimem.multimem_red_1
    and_: _multimem.multimem_red_2
    async_: _MultimemRedAsync
    global_: _multimem.multimem_red_3
    max: _multimem.multimem_red_4
    min: _multimem.multimem_red_4
    or_: _multimem.multimem_red_2
    relaxed: _multimem.multimem_red_5
    release: _multimem.multimem_red_5
    xor: _multimem.multimem_red_2
    def __call__(self, op: str, dtype: PtxType, addr: Value, src: Value | RegArray | Sequence[Value], *, vec: int | None=None, sem: str | None=None, scope: str | None=None, space: str='global', pred: Predicate | None=None) -> None:
        """``multimem.red.<sem>.<scope>.<space>.<op>.v<vec>.<dtype> [addr], src``.

        Args:
            op: ``"add" "min" "max" "and" "or" "xor"``; of floating point ``"add"``.
            dtype: Element type; of the last three its width.
            addr: The multimem address.
            src: A register or number, or 2, 4 or 8: at most 128 bits.
            vec: Elements; the number of values if not given.
            sem: ``"relaxed"`` or ``"release"``.
            scope: ``"cta"``, ``"cluster"``, ``"gpu"`` or ``"sys"``.
            space: ``"global"``; ``""`` for generic.
            pred: Guard.
        """
class _MultimemCpAsyncBulk(Words):
    global_: _multimem.multimem_cp_async_bulk_global
    relaxed: _multimem.multimem_cp_async_bulk_relaxed
    weak: _multimem.multimem_cp_async_bulk_weak
    def __call__(self, dst: Value, src: Value, size: Value, *, byte_mask: Value | None=None, scope: str | None=None, pred: Predicate | None=None) -> None:
        """``multimem.cp.async.bulk.global.shared::cta.bulk_group [dst], [src], size``: copy to every GPU.

        Args:
            dst: The multimem address, a multiple of 16.
            src: Source in shared memory, a multiple of 16.
            size: Bytes, a multiple of 16.
            byte_mask: A 16-bit mask of the bytes of each 16 to write.
            scope: ``"cta"``, ``"cluster"``, ``"gpu"`` or ``"sys"`` for a relaxed copy; weak if not given.
            pred: Guard.
        """
class _MultimemCpAsync(Words):
    """``ptx.multimem.cp.async_``: asynchronous copies to a multimem address."""
    bulk: _MultimemCpAsyncBulk
class _MultimemCpReduceAsyncBulk(Words):
    global_: _multimem.multimem_cp_reduce_async_bulk_global
    relaxed: _multimem.multimem_cp_reduce_async_bulk_relaxed
    def __call__(self, op: str, dtype: PtxType, dst: Value, src: Value, size: Value, *, sem: str | None=None, scope: str | None=None, pred: Predicate | None=None) -> None:
        """``multimem.cp.reduce.async.bulk.global.shared::cta.bulk_group.<op>.<dtype> [dst], [src], size``.

        Args:
            op: The operation, as for ``ptx.cp.reduce.async_.bulk.store``.
            dtype: Element type; of ``"and" "or" "xor"`` its width.
            dst: The multimem address, a multiple of 16.
            src: Source in shared memory, a multiple of 16.
            size: Bytes, a multiple of 16.
            sem: ``"relaxed"``.
            scope: ``"cta"``, ``"cluster"``, ``"gpu"`` or ``"sys"``; with `sem`.
            pred: Guard.
        """
class _MultimemCpReduceAsync(Words):
    """``ptx.multimem.cp.reduce.async_``: asynchronous reductions at a multimem address."""
    bulk: _MultimemCpReduceAsyncBulk
class _MultimemCpReduce(Words):
    """``ptx.multimem.cp.reduce``: reductions at a multimem address."""
    async_: _MultimemCpReduceAsync
class _MultimemCp(Words):
    """``ptx.multimem.cp``: bulk copies to the memory of every GPU (manual sections 9.7.10.28.4.4 and .5)."""
    async_: _MultimemCpAsync
    reduce: _MultimemCpReduce
class _Multimem(Words):
    """``ptx.multimem``: accesses to the memory of several GPUs at once."""
    cp: _MultimemCp
    ld_reduce: _MultimemLd_reduce
    red: _MultimemRed
    st: _MultimemSt
class _Nanosleep(Words):
    u32 = _nanosleep._1
    def __call__(self, t: Value, *, pred: Predicate | None=None) -> None:
        """``nanosleep.u32 t``: sleep about `t` nanoseconds, 0 to twice as many (manual section 9.7.21.2).

        Args:
            t: At most 1000000, a millisecond.
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
class _PrefetchTensormap(Words):
    def __call__(self, src: Value | TensorSpec, *, pred: Predicate | None=None) -> None:
        """``prefetch.tensormap [src]``: load a tensor map into its cache.

        Args:
            src: The tensor map, as tensor copies take it.
            pred: Guard.
        """
class _Prefetch(Words):
    """``ptx.prefetch`` (manual section 9.7.10.16)."""
    L1 = _prefetch._1
    L1__32B: _prefetch.prefetch_1
    L2 = _prefetch._1
    const: _prefetch.prefetch_2
    global_: _prefetch.prefetch_global
    local: _prefetch.prefetch_local
    param: _prefetch.prefetch_2
    tensormap: _PrefetchTensormap
    def __call__(self, addr: Value, *, space: str='global', level: str='L2', pred: Predicate | None=None) -> None:
        """``prefetch.<space>.<level> [addr]``: load the line into a cache.

        Args:
            addr: Address in the line.
            space: ``"global"`` or ``"local"``; ``""`` for generic.
            level: ``"L1"`` or ``"L2"``; of global memory also ``"L2::evict_last"``, ``"L2::evict_normal"``.
            pred: Guard.
        """
class _Prefetchu(Words):
    L1 = _prefetchu._1
    def __call__(self, addr: Value, *, pred: Predicate | None=None) -> None:
        """``prefetchu.L1 [addr]``: load the line of a generic address into the uniform cache."""
class _RedAsync(Words):
    mmio: _red.red_async_mmio
    relaxed: _red.red_async_relaxed
    release: _red.red_async_release
    def __call__(self, op: str, dtype: PtxType, addr: Value, b: Value, mbar: Value | None=None, *, scope: str='gpu', mmio: bool=False, pred: Predicate | None=None) -> None:
        """``red.async.relaxed.cluster.….mbarrier::complete_tx::bytes.<op>.<dtype> [addr], b, [mbar]``.

        With `mbar`, a reduction in the shared memory of another CTA of the cluster; the mbarrier there counts its
        bytes. Without, an addition in global memory that releases the earlier writes of this thread
        (``red.async.release.<scope>.global.add.<dtype> [addr], b``, sm_100 and newer). Manual section 9.7.15.7.

        Args:
            op: ``"add"`` u32 s32 u64, ``"min" "max"`` u32 s32, ``"inc" "dec"`` u32, ``"and" "or" "xor"`` of 32
                bits.
            dtype: Type of the memory; for the last three its width counts.
            addr: Where, an address of ``shared::cluster`` as `ptx.mapa` gives it; in another CTA than this.
            b: The operand.
            mbar: The barrier, in the shared memory of the same CTA as `addr`.
            scope: Scope of an addition in global memory: ``"gpu"`` or ``"sys"``.
            mmio: Whether an addition in global memory has ``.mmio``, with the scope ``"sys"``.
            pred: Guard.
        """
class _Red(Words):
    """``ptx.red``: reductions, atomic operations without a result."""
    add: _red.red_add
    and_: _red.red_1
    async_: _RedAsync
    cluster: _red.red_2
    cta: _red.red_3
    dec: _red.red_4
    global_: _red.red_global
    gpu: _red.red_3
    inc: _red.red_4
    max: _red.red_5
    min: _red.red_5
    or_: _red.red_1
    relaxed: _red.red_6
    release: _red.red_6
    shared: _red.red_shared
    shared__cluster: _red.red_7
    shared__cta: _red.red_shared_cta
    sys: _red.red_3
    xor: _red.red_1
    def __call__(self, op: str, dtype: PtxType, addr: Value, b: Value | RegArray | Sequence[Value], *, space: str='global', sem: str | None=None, scope: str | None=None, vec: int | None=None, noftz: bool | None=None, cache_hint: Value | None=None, pred: Predicate | None=None) -> None:
        """``red.<sem>.<scope>.<space>.<op>.v<vec>.<dtype> [addr], b``: `ptx.atom` without its result.

        Manual section 9.7.15.6.

        Args:
            op: ``"add" "min" "max" "inc" "dec" "and" "or" "xor"``.
            dtype: Type of the memory; for the last three its width counts.
            addr: Address of the first element.
            b: The operand; a list for a vector in global memory.
            space: ``"global"``, ``"shared"``; ``""`` for generic.
            sem: ``"relaxed"`` or ``"release"``; relaxed if not given.
            scope: ``"cta"``, ``"cluster"``, ``"gpu"`` or ``"sys"``; gpu if not given.
            vec: Elements; the number in `b` if not given.
            noftz: Keep subnormal numbers; None if the type determines it.
            cache_hint: A 64-bit register with a cache policy.
            pred: Guard.
        """
class _Redux(Words):
    sync: _redux.redux_sync
    def __call__(self, op: str, dtype: PtxType, dst: Reg, src: Value, membermask: Value=..., *, abs: bool=False, nan: bool=False, pred: Predicate | None=None) -> None:
        """``redux.sync.<op>.abs.NaN.<dtype> dst, src, membermask``: combine `src` of the lanes.

        Args:
            op: ``"add" "min" "max"`` of integers, ``"and" "or" "xor"`` of bits; ``"min" "max"`` of f32 on some
                targets.
            dtype: Type; for bit operations only its width matters.
            dst: The result, the same in every lane.
            src: This lane's value.
            membermask: Lanes that take part.
            abs: For f32, compare magnitudes.
            nan: For f32, return NaN if a lane has one; otherwise NaNs are ignored.
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

        Raises:
            TraceError: Both `pred` and `pred_negate` are given.
        """
class _Shfl(Words):
    sync: _shfl.shfl_sync
    def __call__(self, mode: str, dst: Reg, a: Value, b: Value, c: Value | None=None, membermask: Value=..., *, pred_out: Reg | None=None, pred: Predicate | None=None) -> None:
        """``shfl.sync.<mode>.b32 dst|pred_out, a, b, c, membermask``: read `a` of another lane.

        Args:
            mode: ``"up"``, ``"down"``, ``"bfly"`` or ``"idx"``.
            dst: A 32-bit register.
            a: This lane's value.
            b: Distance, or the lane for ``"idx"``.
            c: Bound and segment mask; whole warps if not given: 0 for ``"up"``, else 31.
            membermask: Lanes that take part.
            pred_out: Set to whether the source lane was in range.
            pred: Guard.
        """
class _Shl(Words):
    b16 = _shl._1
    b32 = _shl._1
    b64 = _shl._1
    def __call__(self, dtype: PtxType, dst: Reg, a: Value, b: Value, *, pred: Predicate | None=None) -> None:
        """``shl.b<width> dst, a, b``: `b` is a u32 for every type."""
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
        """``shr.<dtype> dst, a, b``: for signed types, shift in copies of the sign; `b` is a u32."""
class _StAsync(Words):
    mbarrier__complete_tx__bytes: _st.st_async_1
    mmio: _st.st_async_mmio
    release: _st.st_async_release
    shared__cluster: _st.st_async_2
    weak: _st.st_async_weak
    def __call__(self, dtype: PtxType, addr: Value, src: Value | RegArray | Sequence[Value], mbar: Value | None=None, *, vec: int | None=None, scope: str='gpu', mmio: bool=False, pred: Predicate | None=None) -> None:
        """``st.async.shared::cluster.mbarrier::complete_tx::bytes.v<vec>.<dtype> [addr], src, [mbar]``.

        With `mbar`, a store to the shared memory of another CTA of the cluster; the mbarrier there counts its
        bytes. Without, a store to global memory that releases the earlier writes of this thread
        (``st.async.release.<scope>.global.<dtype> [addr], src``, sm_100 and newer). Manual section 9.7.10.12.

        Args:
            dtype: Element type, of 32 or 64 bits, or b128; with ``.global`` of 8 bits and more.
            addr: Destination, an address of ``shared::cluster`` as `ptx.mapa` gives it.
            src: A register or number, or 2 or 4 in a list: at most 128 bits.
            mbar: The barrier, in the shared memory of the same CTA as `addr`.
            vec: Elements; the number of values if not given.
            scope: Scope of a store to global memory: ``"gpu"`` or ``"sys"``.
            mmio: Whether a store to global memory has ``.mmio``, with the scope ``"sys"``.
            pred: Guard.

        >>> from pyptx import ptx, reg, smem
        >>> from pyptx.emitter import emit_statement
        >>> from pyptx.trace import Trace, tracing
        >>> from pyptx.types import u32
        >>> with tracing(Trace("k")) as trace:
        ...     there, bar = ptx.mapa(smem.alloc(u32, 4), 1), ptx.mapa(smem.mbarrier(1), 1)
        ...     ptx.st.async_(u32, there, [1, 2], bar)
        >>> emit_statement(trace.body[-1])
        'st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.u32 [%r0], {1, 2}, [%r1];'
        """
class _StBulk(Words):
    shared__cta = _st._7
    weak: _st.st_bulk_weak
    def __call__(self, addr: Value, size: Value, *, pred: Predicate | None=None) -> None:
        """``st.bulk.weak.shared::cta [addr], size, 0``: fill shared memory with zeros (manual section 9.7.10.14).

        Args:
            addr: Destination; 8-byte aligned.
            size: Bytes, a multiple of 8, up to 16777216.
            pred: Guard.
        """
class _St(Words):
    """``ptx.st``: stores."""
    L1__evict_first: _st.st_1
    L1__evict_last: _st.st_1
    L1__evict_normal: _st.st_1
    L1__evict_unchanged: _st.st_1
    L1__no_allocate: _st.st_1
    L2__cache_hint: _st.st_2
    L2__evict_first: _st.st_3
    L2__evict_last: _st.st_3
    L2__evict_normal: _st.st_3
    async_: _StAsync
    b128 = _st._1
    b16 = _st._2
    b32 = _st._2
    b64 = _st._2
    b8 = _st._2
    bulk: _StBulk
    cg: _st.st_4
    cs: _st.st_4
    f32 = _st._2
    f64 = _st._2
    global_: _st.st_global
    local: _st.st_5
    mmio: _st.st_mmio
    param: _st.st_param
    param__func: _st.st_param_func
    relaxed: _st.st_6
    release: _st.st_6
    s16 = _st._2
    s32 = _st._2
    s64 = _st._2
    s8 = _st._2
    shared: _st.st_5
    shared__cluster: _st.st_7
    shared__cta: _st.st_shared_cta
    u16 = _st._2
    u32 = _st._2
    u64 = _st._2
    u8 = _st._2
    v2: _st.st_8
    v4: _st.st_v4
    v8: _st.st_9
    volatile: _st.st_volatile
    wb: _st.st_4
    weak: _st.st_weak
    wt: _st.st_4
    def __call__(self, dtype: PtxType, addr: Value, src: Value | RegArray | Sequence[Value], *, space: str='global', cache: str | None=None, vec: int | None=None, sem: str | None=None, scope: str | None=None, cache_hint: Value | None=None, pred: Predicate | None=None) -> None:
        """``st.<sem>.<scope>.<space>.<cache>.v<vec>.<dtype> [addr], src`` (manual section 9.7.10.11).

        Args:
            dtype: Element type.
            addr: Destination; aligned to the size of all elements together.
            src: A register or number, or as many as `vec`.
            space: ``"global"``, ``"shared"``, ``"local"``; ``""`` for generic.
            cache: Cache operator or eviction priority: ``"wb" "cg" "cs" "wt" "L1::no_allocate"`` ….
            vec: Elements; the number of values if not given.
            sem: ``"relaxed"``, ``"release"`` or ``"volatile"``; weak if not given.
            scope: Scope of the order: ``"cta"``, ``"cluster"``, ``"gpu"`` or ``"sys"``; with the first two
                of `sem`.
            cache_hint: A 64-bit register with a cache policy, as `ptx.createpolicy` makes it.
            pred: Guard.
        """
class _Stackrestore(Words):
    u32 = _stackrestore._1
    u64 = _stackrestore._1
    def __call__(self, src: Reg, *, pred: Predicate | None=None) -> None:
        """``stackrestore.u64 src``: free the allocations since the `stacksave` that returned `src`."""
class _Stacksave(Words):
    u32 = _stacksave._1
    u64 = _stacksave._1
    def __call__(self, dst: Reg | None=None, *, pred: Predicate | None=None) -> Reg:
        """``stacksave.u64 dst``: the stack pointer; into a new register if none is given."""
class _Stmatrix(Words):
    sync: _stmatrix.stmatrix_sync
    def __call__(self, smem: Value, regs: RegArray | Sequence[Reg] | Reg, *, layout: str='x4', trans: bool=False, shape: tuple[int, int] | str='m8n8', pred: Predicate | None=None) -> None:
        """``stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [smem], regs``: store fragments as 8x8 matrices.

        Manual section 9.7.16.5.16; `fragments.matrix_fragment` has the lane of each element.

        Args:
            smem: The address of a row, as for `ldmatrix`.
            regs: One b32 register for each matrix.
            layout: Number of matrices: ``"x1"``, ``"x2"``, ``"x4"``; also ``"x4.trans"``.
            trans: Whether the matrices are transposed on the way; of 16 by 8 they always are.
            shape: ``"m8n8"`` of 16 bits, ``"m16n8"`` of 8 bits; (8, 8) is the same.
            pred: Guard.
        """
class _Sub(Words):
    bf16 = _sub._1
    bf16x2 = _sub._1
    cc: _sub.sub_cc
    e4m3x4: _sub.sub_1
    e5m2x4: _sub.sub_1
    f16 = _sub._2
    f16x2 = _sub._2
    f32: _sub.sub_2
    """``sub{.<rnd>}{.ftz}{.sat}.f32 d, a, b``

    Manual 9.7.3.4 sub. PTX 1.0; every target.
    """
    f32x2: _sub.sub_3
    """``sub{.<rnd>}{.ftz}.f32x2 d, a, b``

    Manual 9.7.3.4 sub. PTX 8.6; sm_100 or newer.
    """
    f64 = _sub._5
    ftz: _sub.sub_4
    rm: _sub.sub_5
    rn: _sub.sub_rn
    rp: _sub.sub_5
    rz: _sub.sub_rz
    s16 = _sub._6
    s32 = _sub._7
    s64 = _sub._6
    s8x4 = _sub._8
    sat: _sub.sub_sat
    satfinite: _sub.sub_6
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
    def __call__(self, tmem_addr: Value, ncols: int | Reg, *, cta_group: int=1, exclusive: bool=False, pred: Predicate | None=None) -> None:
        """``tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [tmem_addr], ncols``, by one warp.

        Manual section 9.7.18.7.1. All 128 lanes of the columns are allocated; a CTA's allocations must not grow.

        Args:
            tmem_addr: Place in shared memory that receives the address of the columns.
            ncols: 32, 64, 128, 256 or 512 columns, of `exclusive` a multiple of 32 up to 576; the warp waits
                until they are free.
            cta_group: 2 for the CTAs of a pair together, one warp in each.
            exclusive: ``tcgen05.alloc.exclusive``, of PTX 9.4.
            pred: Guard.
        """
class _Tcgen05Dealloc(Words):
    cta_group__1: _tcgen05.tcgen05_dealloc_1
    cta_group__2: _tcgen05.tcgen05_dealloc_1
    exclusive: _tcgen05.tcgen05_dealloc_exclusive
    def __call__(self, taddr: Value, ncols: int | Reg, *, cta_group: int=1, exclusive: bool=False, pred: Predicate | None=None) -> None:
        """``tcgen05.dealloc.cta_group::1.sync.aligned.b32 taddr, ncols``: what `alloc` gave, before the end.

        Manual section 9.7.18.7.1.

        Args:
            taddr: The address that `alloc` wrote, in a register.
            ncols: The number of columns of the allocation.
            cta_group: The same value as for `alloc`.
            exclusive: The same value as for `alloc`.
            pred: Guard.
        """
class _Tcgen05Relinquish_alloc_permit(Words):
    cta_group__1: _tcgen05.tcgen05_relinquish_alloc_permit_1
    cta_group__2: _tcgen05.tcgen05_relinquish_alloc_permit_1
    def __call__(self, *, cta_group: int=1, pred: Predicate | None=None) -> None:
        """``tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned``: this CTA allocates no more.

        Manual section 9.7.18.7.1.
        """
class _Tcgen05Commit(Words):
    cta_group__1: _tcgen05.tcgen05_commit_1
    cta_group__2: _tcgen05.tcgen05_commit_1
    def __call__(self, mbar: Value, *, cta_group: int=1, multicast: bool=False, multicast_mask: Value | None=None, multicast_bits: int=16, sync_restrict: bool=False, space: str='cluster', pred: Predicate | None=None) -> None:
        """``tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [mbar]``.

        When all earlier MMAs, copies and shifts of this thread have completed, it arrives at the barrier once
        (manual section 9.7.18.12.1).

        Args:
            mbar: The barrier.
            cta_group: The CTA group of the MMAs.
            multicast: Whether it arrives in several CTAs, at the same place.
            multicast_mask: Bit r for the CTA of rank r; goes with `multicast`. ptxas of CUDA 13.0 takes no
                constant of 16 bits, so a number is moved to a register.
            multicast_bits: Bits of the mask: 16, or 32 (PTX 9.4).
            sync_restrict: Wait only for operations that read A in shared memory:
                ``.sync_restrict::shared::read::mma::a``
                (9.4).
            space: ``"cluster"``; ``"cta"`` is the same, as the CTA's own addresses are addresses of the cluster.
            pred: Guard.

        Raises:
            TraceError: A multicast without its mask, or another space.
        """
class _Tcgen05Cp(Words):
    cta_group__1: _tcgen05.tcgen05_cp_1
    cta_group__2: _tcgen05.tcgen05_cp_1
    def __call__(self, taddr: Value, src: Value, *, cta_group: int=1, size: str='128x256b', multicast: str | None=None, decompress: str | None=None, src_is_addr: bool | None=None, pred: Predicate | None=None) -> None:
        """``tcgen05.cp.cta_group::1.128x256b [taddr], src``: copy a matrix of shared memory to tensor memory.

        Manual section 9.7.18.9.2; `tensor_memory.COPY_SHAPES` has the lanes of each row.

        Args:
            taddr: Destination in tensor memory.
            src: Descriptor of the matrix.
            cta_group: 2 for the CTAs of a pair, each its own matrix.
            size: ``"128x256b"``, ``"4x256b"``, ``"128x128b"``, ``"64x128b"``, ``"32x128b"``: lanes and bits. The
                other words may be added: ``"64x128b.warpx2::02_13.b8x16.b6x16_p32"``.
            multicast: ``"warpx2::02_13"`` or ``"warpx2::01_23"`` with the shape ``"64x128b"``; ``"warpx4"`` with
                ``"32x128b"``, also if not given.
            decompress: ``"b6x16_p32"`` or ``"b4x16_p64"`` for padded elements of 6 or 4 bits that become bytes.
            src_is_addr: Not true: PTX takes descriptors only.
            pred: Guard.

        Raises:
            TraceError: The source is an address.
        """
class _Tcgen05Shift(Words):
    cta_group__1: _tcgen05.tcgen05_shift_1
    cta_group__2: _tcgen05.tcgen05_shift_1
    def __call__(self, taddr: Value, *, cta_group: int=1, pred: Predicate | None=None) -> None:
        """``tcgen05.shift.cta_group::1.down [taddr]``: move 31 of 32 lanes, 8 columns wide, by one (9.7.18.9.3).

        Args:
            taddr: The first lane, a multiple of 32, and the first column.
            cta_group: 2 for both CTAs of a pair.
            pred: Guard.
        """
class _Tcgen05Ld(Words):
    red: _tcgen05.tcgen05_ld_red
    spcompress: _tcgen05.tcgen05_ld_spcompress
    sync: _tcgen05.tcgen05_ld_sync
    def __call__(self, dst_regs: RegArray | Sequence[Reg] | Reg, taddr: Value, *, shape: str='16x128b', count: int=1, dtype: PtxType | str='b32', pack: bool=False, split: int | None=None, reduce: str | None=None, reduced: Reg | None=None, absolute: bool=False, nan: bool=False, pred: Predicate | None=None) -> None:
        """``tcgen05.ld.sync.aligned.16x128b.x1.b32 dst_regs, [taddr]``: load tensor memory; see `wait_ld`.

        Manual section 9.7.18.8.3; `tensor_memory.transfer_fragment` has the thread of each element. With `reduce`
        it is ``tcgen05.ld.red``, which also gives each thread the smallest or largest of what it loads.

        Args:
            dst_regs: For each count 1 register of ``"32x32b"`` and the 64-bit shapes, 2 of ``"16x128b"``, 4 of
                ``"16x256b"``; 128 at most.
            taddr: Source, the same in all lanes; warp w of four reaches lanes 32 w to 32 w + 31.
            shape: ``"32x32b"``, ``"16x64b"``, ``"16x128b"``, ``"16x256b"`` or ``"16x32bx2"``.
            count: Repetitions along the columns: a power of two up to 128.
            dtype: ``"b32"``; with `reduce` f32, u32 or s32.
            pack: Whether two columns of 16 bits go to a register.
            split: For ``"16x32bx2"``, columns from the first half to the second.
            reduce: ``"min"`` or ``"max"``, of ``"32x32b"`` and ``"16x32bx2"`` with a count of 2 or more.
            reduced: Register for the result of it.
            absolute: Reduce absolute values, of f32.
            nan: Whether one NaN, of f32, makes the result NaN.
            pred: Guard.

        Raises:
            TraceError: An argument is missing that goes with another.
            VerifyError: There is no such transfer, or it takes another number of registers.
        """
class _Tcgen05Ld_spcompress(Words):
    sync: _tcgen05.tcgen05_ld_spcompress_sync
    def __call__(self, dst_regs: RegArray | Sequence[Reg] | Reg, indices: RegArray | Sequence[Reg] | Reg, taddr: Value, *, count: int, keep: str='max', reduced: Reg | None=None, absolute: bool=False, nan: bool=False, pred: Predicate | None=None) -> None:
        """``tcgen05.ld.spcompress.sync.aligned.32x32b.x4.max.sp::2:4.f32.b2 indices, dst_regs, [taddr]``.

        It keeps the two smallest or largest of every four columns of f32 (PTX 9.4, manual section 9.7.18.8.3).

        Args:
            dst_regs: The kept values: half as many registers as columns.
            indices: Their positions, 2 bits each: a register for each 32 columns, at least one.
            taddr: Source, as for `ld`.
            count: Columns: a power of two from 4 to 128.
            keep: ``"min"`` or ``"max"``.
            reduced: If given, a register for the smallest or largest of all: ``tcgen05.ld.red.spcompress``.
            absolute: Compare absolute values.
            nan: Whether one NaN makes `reduced` NaN.
            pred: Guard.

        Raises:
            TraceError: `nan` is given without `reduced`.
        """
class _Tcgen05St(Words):
    sync: _tcgen05.tcgen05_st_sync
    def __call__(self, taddr: Value, src_regs: RegArray | Sequence[Reg] | Reg, *, shape: str='16x128b', count: int=1, dtype: PtxType | str='b32', unpack: bool=False, split: int | None=None, pred: Predicate | None=None) -> None:
        """``tcgen05.st.sync.aligned.16x128b.x1.b32 [taddr], src_regs``: store to tensor memory; see `wait_st`.

        Manual section 9.7.18.8.4.

        Args:
            taddr: Destination, in the form of `ld`.
            src_regs: Registers, as many as for `ld`.
            shape: The shape, as for `ld`.
            count: Repetitions, as for `ld`.
            dtype: ``"b32"``.
            unpack: Whether the halves of a register go to two columns.
            split: For ``"16x32bx2"``, columns from the first half to the second.
            pred: Guard.

        Raises:
            TraceError: `split` is missing, or the shape has none.
            VerifyError: There is no such transfer, or it takes another number of registers.
        """
class _Tcgen05Mma(Words):
    cta_group__1: _tcgen05.tcgen05_mma_1
    cta_group__2: _tcgen05.tcgen05_mma_1
    sp: _tcgen05.tcgen05_mma_sp
    ws: _tcgen05.tcgen05_mma_ws
    def __call__(self, d_tmem: Value, a_desc: Value, b_desc: Value, idesc: Value, *, cta_group: int=1, kind: str='f16', enable_input_d: Value | None=True, scale_d: Value | None=None, sparse: bool=False, ashift: bool=False, collector_a: str | None=None, a_is_tmem: bool=False, sparse_metadata: Value | None=None, pred_operand: Value | None=None, scale_c: int | None=None, sfa: Value | None=None, sfb: Value | None=None, scale_vec: str | None=None, disable_output_lane: RegArray | Sequence[Value] | None=None, ws: bool=False, collector_b: str | None=None, b_buffer: int=0, zero_column_mask: Value | None=None, lut_metadata: Value | None=None, a_k_offset: int=0, b_k_offset: int=0, pred: Predicate | None=None) -> None:
        """``tcgen05.mma.cta_group::1.kind::f16 [d_tmem], a_desc, b_desc, idesc, p``: D = A B, or D + A B.

        One thread issues it; manual sections 9.7.18.10.10.1 to 9.7.18.10.10.4. The first given one
        of `pred_operand`, `scale_d` and `enable_input_d` decides whether D is added. `tensor_memory.data_path` is
        the place of D.

        Args:
            d_tmem: D in tensor memory.
            a_desc: A shared tile, its descriptor, or its address in tensor memory.
            b_desc: A shared tile or its descriptor.
            idesc: Instruction descriptor, as `make_instr_desc` makes it. One that is a number must agree with
                kind, `cta_group` and both matrices.
            cta_group: 2 for the CTAs of a pair together.
            kind: ``"f16"``, ``"tf32"``, ``"f8f6f4"``, ``"i8"``, ``"ti16"`` (PTX 9.4); with scale factors
                ``"mxf8f6f4"``, ``"mxf4"``, ``"mxf4nvf4"``.
            enable_input_d: Whether to add D: a number or a predicate.
            scale_d: Another name of `enable_input_d`.
            sparse: Whether half of A is left out: ``tcgen05.mma.sp``.
            ashift: Shift the rows of A in tensor memory by one.
            collector_a: The use of the collector for A: ``"fill"``, ``"use"``, ``"lastuse"``, ``"discard"``.
            a_is_tmem: Whether A is in tensor memory.
            sparse_metadata: The kept elements of A, in tensor memory: `sparsity.tensor_metadata`.
            pred_operand: Another name of `enable_input_d`.
            scale_c: Scale D by two to the power of minus this before it is added, 0 to 15: kinds f16 and tf32.
            sfa: Scale factors of A in tensor memory: `scaling.tensor_scale`.
            sfb: Scale factors of B in tensor memory.
            scale_vec: Their size: ``"1X"``, ``"2X"``, ``"4X"``, ``"block16"``, ``"block32"``; mxf4nvf4 needs it.
            disable_output_lane: 4 registers, or 8 for a pair: bit i of number j leaves out lane 32 j + i of D.
            ws: Whether B stays in the collector and A changes: ``tcgen05.mma.ws``.
            collector_b: The use of the collector for B, with `ws`; without it from PTX 9.4 on.
            b_buffer: With `ws`, the number of the collector buffer, 0 to 3.
            zero_column_mask: With `ws`, the columns of B that are treated as zero: a 64-bit register, or the
                result of `zero_column_mask`.
            lut_metadata: Address in tensor memory of the table that decompresses B (``.decompress::lut::b``,
                PTX 9.4), for kinds f8f6f4 and mxf8f6f4.
            a_k_offset: Bytes from the start of A in shared memory to the multiplied part of K: 32 for each step
                in a row of a K-major tile.
            b_k_offset: Bytes to the multiplied part of B; in an MN-major tile K rows for each step.
            pred: Guard.

        Raises:
            TraceError: Scale factors, or the metadata of a sparse A, are missing or too many, arguments
                contradict each other, or a tile or a descriptor contradicts the MMA.
            VerifyError: There is no such MMA.
        """
class _Tcgen05(Words):
    """``ptx.tcgen05``: tensor memory, and the MMAs of Blackwell (manual section 9.7.18)."""
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
    ld_spcompress: _Tcgen05Ld_spcompress
    def fence_before_thread_sync(self, *, pred: Predicate | None=None) -> None:
        """``tcgen05.fence::before_thread_sync``: order earlier instructions before the following barrier.

        Manual section 9.7.18.11.1.
        """
    def fence_after_thread_sync(self, *, pred: Predicate | None=None) -> None:
        """``tcgen05.fence::after_thread_sync``: order later instructions after the preceding barrier.

        Manual section 9.7.18.11.1.
        """
    def wait_ld(self, *, pred: Predicate | None=None) -> None:
        """``tcgen05.wait::ld.sync.aligned``: wait until all `ld` have completed (9.7.18.8.5)."""
    def wait_st(self, *, pred: Predicate | None=None) -> None:
        """``tcgen05.wait::st.sync.aligned``: wait until all `st` so far are done (9.7.18.8.5)."""
    def make_instr_desc(self, kind: str, *, m: int, n: int, a: PtxType | str, b: PtxType | str | None=None, d: PtxType | str | None=None, k: int | None=None, cta_group: int=1, ws: bool=False, a_major: str='K', b_major: str='K', negate_a: bool=False, negate_b: bool=False, saturate: bool=False, sparse: bool=False, sparsity_selector: int=0, sparsity_version: int=0, max_shift: int=0, scale_type: PtxType | str | None=None, sfa_id: int=0, sfb_id: int=0, sfa_lanes: int=32) -> int:
        """Return the instruction descriptor of an MMA of any kind (manual section 9.7.18.4.2).

        Shapes and types are checked against manual table 48.

        Args:
            kind: ``"f16"``, ``"tf32"``, ``"f8f6f4"``, ``"i8"``, ``"ti16"``, ``"mxf8f6f4"``, ``"mxf4"`` or
                ``"mxf4nvf4"``.
            m: Rows of D, of both CTAs of a pair.
            n: Columns of D.
            a: Type of A; for ``"ti16"`` it is ``"s1z4m11"``.
            b: Type of B; the type of A if not given.
            d: Type of D; f32, of integers s32, if not given.
            k: K, for a sparse A that of the dense matrix; needed only if the kind has several: mxf4 has 64
                and 96.
            cta_group: 2 for a pair of CTAs.
            ws: Whether it is for ``tcgen05.mma.ws``.
            a_major: ``"K"``, or ``"MN"`` for a transposed A.
            b_major: ``"K"``, or ``"MN"`` for a transposed B.
            negate_a: Whether A is negated.
            negate_b: Whether B is negated.
            saturate: Whether an s32 sum is clamped.
            sparse: Whether A is sparse.
            sparsity_selector: For kinds f16 and tf32, the column with the metadata.
            sparsity_version: For kinds mxf4 and mxf4nvf4, 1 on sm_107a, otherwise 0.
            max_shift: For `ws`, the largest shift of B in columns: 0, 8, 16 or 32.
            scale_type: ``"ue8m0"``, ``"ue4m3"`` or ``"ue5m3"``; default ``"ue4m3"``
                for mxf4nvf4, ``"ue8m0"`` for the other kinds.
            sfa_id: Byte of a column where the factors of A start.
            sfb_id: Byte of a column where the factors of B start.
            sfa_lanes: 32, or 128 if the factors of A have a lane for each row (sm_107f).

        Raises:
            TraceError: There is no such MMA; the message lists the options of the kind.

        >>> hex(tcgen05.make_instr_desc("i8", m=128, n=64, a="s8"))
        '0x81004a0'
        """
    def zero_column_mask(self, *, used: int, zeroed: int, start: Sequence[int]=..., zeroed_first: Sequence[bool]=..., shift: int=0) -> int:
        """Return the descriptor of the columns of B that a `ws` MMA treats as zero (section 9.7.18.4.3).

        Args:
            used: Columns of a run that are used, 1 to 256.
            zeroed: Columns of the run that follows, which are taken as zero, 1 to 256.
            start: For each part of the mask, the columns left out at its start. It has one
                part with M = 128, two with M = 64, four with M = 32.
            zeroed_first: For each part, whether its first run is taken as zero.
            shift: Column of B that is the first, up to 16 with M = 32, else up to 32.

        Raises:
            TraceError: A number does not fit.

        >>> hex(tcgen05.zero_column_mask(used=4, zeroed=3))
        '0x3028000000000'
        """
    def address(self, base: Value, *, lane: int | Reg=0, column: int | Reg=0) -> Address:
        """Return an address in tensor memory, this many lanes and columns from another (section 9.7.18.1).

        Numbers become the offset of the address; registers are added to `base` before.

        Args:
            base: A register with an address, such as `alloc` wrote, or an address.
            lane: Lanes to add, 0 to 127: 32 for each warp.
            column: Columns to add, 0 to 511.

        Raises:
            TraceError: Tensor memory has no such lane or column.
        """
    def auto_descriptor(self, smem_addr: Value, *, dtype: PtxType, shape: tuple[int, int], major: str | int='K', k_offset: int=0) -> Reg:
        """Trace the descriptor of a tile with rows as wide as they can be swizzled (manual section 9.7.18.3).

        It has the swizzle of `smem.wgmma_tile`; 4-byte elements with ``major="MN"`` have ``"128B_32B"``. The
        register remembers type, shape and major: an MMA that contradicts them is
        refused.

        Args:
            smem_addr: Start of the tile; a tile that contradicts the other arguments is refused.
            dtype: Element type; 4 and 6-bit types are bytes. A tile of packed 4-bit elements is one of b8,
                half as wide.
            shape: Rows and columns: (M, K) or (N, K) if K-major, (K, M) or (K, N) if MN-major.
            major: ``"K"`` or ``"MN"``.
            k_offset: Bytes from the start of the tile to the part of K that is described.

        Raises:
            TraceError: `tcgen05` reads no such tile, or no part starts there.
        """
    def make_instr_desc_f16bf16_f32(self, *, m: int=128, n: int=256, ab_dtype: str='bf16', a_major: str='K', b_major: str='K', scale_a: int=1, scale_b: int=1, saturate: bool=False, sparse: bool=False, max_shift: int=0) -> int:
        """Return the instruction descriptor of an MMA of 16-bit or tf32 numbers with f32 sums.

        Args:
            m: Rows of D, of both CTAs of a pair.
            n: Columns of D.
            ab_dtype: ``"f16"``, ``"bf16"`` or ``"tf32"``.
            a_major: ``"K"`` or ``"MN"``.
            b_major: ``"K"`` or ``"MN"``.
            scale_a: -1 to negate A.
            scale_b: -1 to negate B.
            saturate: Bit 3, which integer MMAs use.
            sparse: Whether half of A is left out.
            max_shift: For ``.ws``: the largest shift of B in columns: 0, 8, 16 or 32.

        Raises:
            TraceError: An argument has another value.

        >>> hex(tcgen05.make_instr_desc_f16bf16_f32(m=64, n=64, ab_dtype="tf32"))
        '0x4100910'
        """
    def descriptor(self, smem_addr: Value, *, byte_offset: int=0, stride_bytes: int, leading_bytes: int=16, swizzle: str='128B', version: int=1, base_offset: int=0, lbo_mode: int=0) -> Reg:
        """Trace a matrix descriptor into a 64-bit register (manual section 9.7.18.4.1).

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
class _TensormapReplace(Words):
    tile: _tensormap.tensormap_replace_tile
    def __call__(self, field: str, addr: Value, value: Value, ordinal: int | None=None, *, space: str='shared::cta', pred: Predicate | None=None) -> None:
        """``tensormap.replace.tile.<field>.<space>.b1024.b32 [addr], ordinal, value``: change a field of a map.

        It changes the map in memory only; `cp_fenceproxy` and ``ptx.fence.proxy_tensormap_acquire`` make the
        change visible to the copies that read the map. Manual section 9.7.10.29.

        Args:
            field: ``"global_address"`` ``"rank"`` ``"box_dim"`` ``"global_dim"`` ``"global_stride"``
                ``"element_stride"`` ``"elemtype"`` ``"interleave_layout"`` ``"swizzle_mode"``
                ``"swizzle_atomicity"`` ``"fill_mode"``.
            addr: The map: 128 bytes.
            value: Addresses and strides (bytes) in 64 bits, sizes and steps (elements) in 32; `rank` is one less
                than the rank. The other fields take a number, or its name in `layouts.tensor_map`: ``"bf16"``,
                ``"128B"``, ``"NAN"``.
            ordinal: The dimension of a size, step or extent of the box, innermost 0; for strides, 0 means
                dimension 1.
            space: ``"shared::cta"`` or ``"global"``.
            pred: Guard.

        Raises:
            TraceError: The value is a name that the field does not have.
        """
class _TensormapCp_fenceproxy(Words):
    global_: _tensormap.tensormap_cp_fenceproxy_global
    def __call__(self, dst: Value, src: Value, *, scope: str='gpu', pred: Predicate | None=None) -> None:
        """``tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.<scope>.sync.aligned``.

        Copy a map of 128 bytes from shared to global memory and release it to readers of tensor maps; a whole
        warp executes it. Manual section 9.7.15.17.

        Args:
            dst: Destination in global memory; 128-byte aligned.
            src: Source in shared memory; 128-byte aligned.
            scope: Scope of the release: ``"cta"``, ``"cluster"``, ``"gpu"`` or ``"sys"``.
            pred: Guard; it must agree in all threads of the warp.
        """
class _Tensormap(Words):
    """``ptx.tensormap``: maps that a kernel makes itself."""
    cp_fenceproxy: _TensormapCp_fenceproxy
    replace: _TensormapReplace
class _Vote(Words):
    sync: _vote.vote_sync
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
        """``wgmma.fence.sync.aligned``: order accesses to registers before the MMAs that follow.

        It is needed before the first `mma_async`, and after any other access to the registers of an MMA (manual
        section 9.7.17.7.1). Stores to shared memory need ``fence.proxy.async`` instead.
        """
class _WgmmaCommit_group(Words):
    sync: _wgmma.wgmma_commit_group_sync
    def __call__(self, *, pred: Predicate | None=None) -> None:
        """``wgmma.commit_group.sync.aligned``: close the group of MMAs since the last (9.7.17.7.2)."""
class _WgmmaWait_group(Words):
    sync: _wgmma.wgmma_wait_group_sync
    def __call__(self, n: int, *, pred: Predicate | None=None) -> None:
        """``wgmma.wait_group.sync.aligned n``: wait until at most the `n` youngest groups run (9.7.17.7.3)."""
class _WgmmaMma_async(Words):
    sp: _wgmma.wgmma_mma_async_sp
    sync: _wgmma.wgmma_mma_async_sync
    def __call__(self, *, shape: tuple[int, int, int], dtype_d: PtxType | str, dtype_a: PtxType | str, dtype_b: PtxType | str, d: RegArray | Sequence[Reg], a: Value, b: Value, scale_d: Value=False, scale_a: int=1, scale_b: int=1, trans_a: int | None=None, trans_b: int | None=None, a_k_offset: int=0, b_k_offset: int=0, saturate: bool=False, sparse_metadata: Value | None=None, sparsity_selector: int | None=None, pred: Predicate | None=None) -> None:
        """``wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 d, a, b, …``: ``d = a @ b``, or added to `d`.

        Manual section 9.7.17.5.2. N is 8 to 256 in steps of 8, of integers and bits from 32 on of 16. D takes N
        / 2 registers, of f16 N / 4; A in registers takes four (`fragments.wgmma_fragment` says which lane has
        what).

        With `sparse_metadata` it is ``wgmma.mma_async.sp`` (9.7.17.6.3): A is 64 by K / 2, the half of its
        elements that `sparsity.metadata_fragment` says.

        Args:
            shape: M = 64, N, and K = 32 bytes of A; of a sparse A the whole K, which is twice that.
            dtype_d: Type of D: f32, f16, s32.
            dtype_a: Type of A; ``"b1"`` by its name.
            dtype_b: Type of B.
            d: One thread's registers of D, as `reg.wgmma_frag` declares them.
            a: A shared tile, its descriptor, or four registers of each thread.
            b: A shared tile or its descriptor.
            scale_d: Whether D is added: a number or a predicate. By default D is replaced, which is an
                error if no instruction has read the result in it.
            scale_a: -1 to negate A.
            scale_b: -1 to negate B.
            trans_a: 1 where A is MN-major: f16 and bf16 in shared memory only. If not given that of the tile or
                the descriptor, which must agree, else 0.
            trans_b: The same for B.
            a_k_offset: Bytes from the start of A to the part of K that is multiplied: 32 for each step in a row
                of a K-major tile. A number of the trace; a part of M that a register chooses is an index:
                ``a=tiles[half]``.
            b_k_offset: The same for B; of an MN-major tile K rows for each step.
            saturate: Clamp an s32 sum: ``.satfinite``.
            sparse_metadata: A 32-bit register with the positions of the elements of A that are stored.
            sparsity_selector: Selects the lanes of each four that have the metadata: 0 or 1, for 8-bit types 0; 0
                if not given.
            pred: Guard.

        Raises:
            TraceError: A tile has no layout that `wgmma` reads, a tile or a descriptor contradicts an argument,
                or the types do not go with one.
            VerifyError: `wgmma` has no such shape and types, or D or A takes another number of registers.
        """
class _Wgmma(Words):
    """``ptx.wgmma``: asynchronous matrix multiply-accumulate of a warpgroup (manual section 9.7.17)."""
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

        The register remembers type, shape and major: an MMA that contradicts them is refused.

        Args:
            smem_base: Start of the tile; a tile that contradicts the other arguments is refused.
            dtype: Element type.
            shape: Rows and columns: (M, K) or (N, K) if K-major, (K, M) or (K, N) if MN-major.
            major: ``"K"`` or ``"MN"``.

        Raises:
            TraceError: `wgmma` reads no such tile.
        """
    def make_descriptor(self, smem_base: Value, *, leading_byte_offset: int, stride_byte_offset: int, swizzle: int | str=0, base_offset: int=0, addr_byte_offset: int=0) -> Reg:
        """Trace a matrix descriptor into a 64-bit register.

        Args:
            smem_base: Start of the tile.
            leading_byte_offset: Leading offset, as in `GmmaLayout`.
            stride_byte_offset: Stride offset, as in `GmmaLayout`.
            swizzle: ``SWIZZLE_NONE``, ``SWIZZLE_128B``, ``SWIZZLE_64B``, ``SWIZZLE_32B``, or ``"NONE"``,
                ``"128B"``, ``"64B"``, ``"32B"``.
            base_offset: 0 where the tile starts on a multiple of the swizzle's period.
            addr_byte_offset: Bytes from `smem_base` to the part that is multiplied.

        Raises:
            TraceError: A number does not fit its field, or the swizzle has another name.
        """
    def descriptor_fields(self, *, leading_byte_offset: int, stride_byte_offset: int, swizzle: int | str=0, base_offset: int=0) -> int:
        """Return a matrix descriptor without its address, as `masked_descriptor` takes it: ``const_bits=``.

        >>> hex(wgmma.descriptor_fields(leading_byte_offset=16, stride_byte_offset=1024, swizzle="128B"))
        '0x4000004000010000'

        Args:
            leading_byte_offset: Leading offset, as in `GmmaLayout`.
            stride_byte_offset: Stride offset, as in `GmmaLayout`.
            swizzle: ``SWIZZLE_NONE``, ``SWIZZLE_128B``, ``SWIZZLE_64B``, ``SWIZZLE_32B``, or ``"NONE"``,
                ``"128B"``, ``"64B"``, ``"32B"``.
            base_offset: 0 where the tile starts on a multiple of the swizzle's period.

        Raises:
            TraceError: A number does not fit its field, or the swizzle has another name.
        """
    def masked_descriptor(self, smem_addr: Value, *, byte_offset: int=0, mask: int=262016, const_bits: int=...) -> Reg:
        """Trace ``((smem_addr + byte_offset) & mask) >> 4 | const_bits`` into a 64-bit register.

        Args:
            smem_addr: A place in shared memory.
            byte_offset: Bytes from there.
            mask: The bits of the address that count.
            const_bits: The other fields; rows of 128 bytes with their swizzle if not given.
        """
    def cute_descriptor(self, smem_addr: Value, const_bits: int=...) -> Reg:
        """Trace ``(smem_addr >> 4) & 0x3fff | const_bits`` into a 64-bit register, as CuTe computes it.

        Args:
            smem_addr: A place in shared memory.
            const_bits: The other fields; rows of 128 bytes with their swizzle if not given.
        """
class _WmmaLoad(Words):
    a: _wmma.wmma_load_a
    b: _wmma.wmma_load_b
    c: _wmma.wmma_load_c
    def __call__(self, matrix: str, dst: RegArray | Sequence[Reg] | Reg, src: Value, *, shape: tuple[int, int, int], dtype: PtxType | str, layout: str='row', stride: Value | None=None, space: str | None=None, pred: Predicate | None=None) -> None:
        """``wmma.load.a.sync.aligned.row.m16n16k16.global.f16 dst, [src], stride``: load a matrix (9.7.16.4.3).

        Args:
            matrix: ``"a"``, ``"b"`` or ``"c"``.
            dst: Registers of the fragment, as `fragment` declares them.
            src: Start of the matrix, the same in all lanes; aligned to a fragment.
            shape: M, N, K of the MMA: (16, 16, 16), (8, 32, 16), (32, 8, 16), and one each for tf32 (16, 16,
                8), f64 (8, 8, 4), 4 bits (8, 8, 32) and single bits (8, 8, 128).
            dtype: Type of the elements; ``"s4"``, ``"u4"``, ``"b1"`` by name.
            layout: ``"row"`` or ``"col"``; of 4 bits and single bits A is ``"row"``, B ``"col"``.
            stride: Elements from one row, or column, to the next; if not given, the matrix is dense.
            space: ``"global"``, ``"shared"``; of a shared array ``"shared"`` if not given, else a generic
                address.
            pred: Guard.
        """
class _WmmaStore(Words):
    d: _wmma.wmma_store_d
    def __call__(self, dst: Value, regs: RegArray | Sequence[Reg] | Reg, *, shape: tuple[int, int, int], dtype: PtxType | str, layout: str='row', stride: Value | None=None, space: str | None=None, pred: Predicate | None=None) -> None:
        """``wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [dst], regs, stride``: store D (9.7.16.4.4).

        Args:
            dst: Start of D, as for `load`.
            regs: Registers of D.
            shape: M, N, K of the MMA.
            dtype: Type of D: f16, f32, f64 or s32.
            layout: ``"row"`` or ``"col"``.
            stride: Elements between rows or columns, as for `load`.
            space: State space, as for `load`.
            pred: Guard.
        """
class _WmmaMma(Words):
    and_: _wmma.wmma_mma_and
    sync: _wmma.wmma_mma_sync
    xor: _wmma.wmma_mma_xor
    def __call__(self, *, shape: tuple[int, int, int], dtype_d: PtxType | str, dtype_c: PtxType | str, d: RegArray | Sequence[Reg] | Reg, a: RegArray | Sequence[Reg] | Reg, b: RegArray | Sequence[Reg] | Reg, c: RegArray | Sequence[Reg] | Reg, dtype_a: PtxType | str='f16', dtype_b: PtxType | str='f16', a_layout: str='row', b_layout: str='col', saturate: bool=False, rounding: str | None=None, op: str | None=None, pred: Predicate | None=None) -> None:
        """``wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 d, a, b, c``: ``d = a @ b + c`` (9.7.16.4.5).

        Args:
            shape: M, N, K, as for `load`.
            dtype_d: Type of D.
            dtype_c: Type of C.
            d: Registers of D.
            a: Registers of A.
            b: Registers of B.
            c: Registers of C.
            dtype_a: Type of A.
            dtype_b: Type of B, the same as for A.
            a_layout: Layout that A was loaded with.
            b_layout: Layout that B was loaded with.
            saturate: Clamp an s32 sum: ``.satfinite``.
            rounding: Of f64: ``"rn"``, ``"rz"``, ``"rm"`` or ``"rp"``.
            op: For ``"b1"``: ``"xor"`` or ``"and"``, then a population count.
            pred: Guard.
        """
class _Wmma(Words):
    """``ptx.wmma``: matrix multiply-accumulate of a warp on opaque fragments (manual section 9.7.16.4)."""
    load: _WmmaLoad
    mma: _WmmaMma
    store: _WmmaStore
    def fragment(self, matrix: str, shape: tuple[int, int, int] | str, dtype: PtxType | str) -> RegArray:
        """Declare the registers of one lane's part of a matrix (manual section 9.7.16.4.1).

        Args:
            matrix: ``"a"``, ``"b"``, ``"c"`` or ``"d"``.
            shape: M, N, K of the MMA.
            dtype: Type of the elements.

        Raises:
            TraceError: There is no such MMA.
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
alloca: _Alloca
and_: _And
applypriority: _Applypriority
atom: _Atom
bar: _Bar
clusterlaunchcontrol: _Clusterlaunchcontrol
cp: _Cp
createpolicy: _Createpolicy
cvt: _Cvt
cvta: _Cvta
discard: _Discard
div: _Div
elect: _Elect
fence: _Fence
fma: _Fma
getctarank: _Getctarank
griddepcontrol: _Griddepcontrol
isspacep: _Isspacep
ld: _Ld
ldmatrix: _Ldmatrix
ldu: _Ldu
mad: _Mad
mapa: _Mapa
match: _Match
max: _Max
mbarrier: _Mbarrier
membar: _Membar
min: _Min
mma: _Mma
mov: _Mov
movmatrix: _Movmatrix
mul: _Mul
multimem: _Multimem
nanosleep: _Nanosleep
neg: _Neg
not_: _Not
or_: _Or
prefetch: _Prefetch
prefetchu: _Prefetchu
red: _Red
redux: _Redux
rem: _Rem
selp: _Selp
setp: _Setp
shfl: _Shfl
shl: _Shl
shr: _Shr
st: _St
stackrestore: _Stackrestore
stacksave: _Stacksave
stmatrix: _Stmatrix
sub: _Sub
tcgen05: _Tcgen05
tensormap: _Tensormap
vote: _Vote
wgmma: _Wgmma
wmma: _Wmma
xor_: _Xor
inst: Instructions
__all__ = ['Func', 'NamedBarrier', 'PipelineState', 'abs', 'activemask', 'add', 'addr', 'alloca', 'and_', 'applypriority', 'args', 'atom', 'bar', 'block', 'bra', 'ceil_div', 'cluster', 'clusterlaunchcontrol', 'comment', 'counting', 'cp', 'createpolicy', 'cta', 'ctaid_x', 'ctaid_y', 'cvt', 'cvta', 'declare', 'device_assert', 'directive', 'discard', 'div', 'elect', 'elect_sync', 'else_', 'exit', 'expr', 'fence', 'file_', 'fixed', 'fma', 'func', 'getctarank', 'global_ptrs', 'griddepcontrol', 'if_', 'inst', 'intrinsic', 'isspacep', 'kloop', 'label', 'ld', 'ldmatrix', 'ldu', 'loc', 'loop', 'mad', 'mapa', 'mark', 'match', 'max', 'mbarrier', 'membar', 'min', 'mma', 'mov', 'movmatrix', 'mul', 'multimem', 'named_barrier', 'nanosleep', 'neg', 'not_', 'or_', 'param', 'pipe', 'pipeline', 'pragma', 'prefetch', 'prefetchu', 'printf', 'range_', 'raw', 'raw_module', 'red', 'redux', 'rem', 'repeat_if', 'ret', 'scope', 'selp', 'setmaxnreg', 'setmaxnreg_dec', 'setmaxnreg_inc', 'setp', 'shfl', 'shl', 'shr', 'special', 'spelled', 'sreg', 'st', 'stackrestore', 'stacksave', 'stmatrix', 'stmatrix_x4_trans_f32_bf16', 'sub', 'tcgen05', 'tensormap', 'timed', 'tma', 'trap', 'unreachable', 'var', 'vote', 'warp', 'wgmma', 'wmma', 'xor_']
addc: _addc.addc
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
clz: _clz.clz
cnot: _cnot.cnot
copysign: _copysign.copysign
cos: _cos.cos
dp2a: _dp2a.dp2a
dp4a: _dp4a.dp4a
ex2: _ex2.ex2
fabric: _fabric.fabric
fns: _fns.fns
istypep: _istypep.istypep
lg2: _lg2.lg2
lop3: _lop3.lop3
mad24: _mad24.mad24
madc: _madc.madc
mul24: _mul24.mul24
pmevent: _pmevent.pmevent
popc: _popc.popc
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
subc: _subc.subc
suld: _suld.suld
suq: _suq.suq
sured: _sured.sured
sust: _sust.sust
szext: _szext.szext
tanh: _tanh.tanh
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
xor: _xor.xor
