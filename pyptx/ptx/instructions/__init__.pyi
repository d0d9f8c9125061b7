# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
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
from pyptx.ptx.instructions import bra as _bra
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
from pyptx.ptx.instructions import exit as _exit
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
from pyptx.ptx.instructions import ret as _ret
from pyptx.ptx.instructions import rsqrt as _rsqrt
from pyptx.ptx.instructions import sad as _sad
from pyptx.ptx.instructions import selp as _selp
from pyptx.ptx.instructions import set as _set
from pyptx.ptx.instructions import setmaxnreg as _setmaxnreg
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
from pyptx.ptx.instructions import trap as _trap
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
from pyptx.ptx.opcode import Opcode

class Instructions:
    """``ptx.inst``: every opcode of the ISA is an attribute."""

    abs: _abs.abs
    activemask: _activemask.activemask
    add: _add.add
    addc: _addc.addc
    alloca: _alloca.alloca
    and_: _and_.and_
    applypriority: _applypriority.applypriority
    atom: _atom.atom
    bar: _bar.bar
    barrier: _barrier.barrier
    bfe: _bfe.bfe
    bfi: _bfi.bfi
    bfind: _bfind.bfind
    bmsk: _bmsk.bmsk
    bra: _bra.bra
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
    cp: _cp.cp
    createpolicy: _createpolicy.createpolicy
    cvt: _cvt.cvt
    cvta: _cvta.cvta
    discard: _discard.discard
    div: _div.div
    dp2a: _dp2a.dp2a
    dp4a: _dp4a.dp4a
    elect: _elect.elect
    ex2: _ex2.ex2
    exit: _exit.exit
    fabric: _fabric.fabric
    fence: _fence.fence
    fma: _fma.fma
    fns: _fns.fns
    getctarank: _getctarank.getctarank
    griddepcontrol: _griddepcontrol.griddepcontrol
    isspacep: _isspacep.isspacep
    istypep: _istypep.istypep
    ld: _ld.ld
    ldmatrix: _ldmatrix.ldmatrix
    ldu: _ldu.ldu
    lg2: _lg2.lg2
    lop3: _lop3.lop3
    mad: _mad.mad
    mad24: _mad24.mad24
    madc: _madc.madc
    mapa: _mapa.mapa
    match: _match.match
    max: _max.max
    mbarrier: _mbarrier.mbarrier
    membar: _membar.membar
    min: _min.min
    mma: _mma.mma
    mov: _mov.mov
    movmatrix: _movmatrix.movmatrix
    mul: _mul.mul
    mul24: _mul24.mul24
    multimem: _multimem.multimem
    nanosleep: _nanosleep.nanosleep
    neg: _neg.neg
    not_: _not_.not_
    or_: _or_.or_
    pmevent: _pmevent.pmevent
    popc: _popc.popc
    prefetch: _prefetch.prefetch
    prefetchu: _prefetchu.prefetchu
    prmt: _prmt.prmt
    rcp: _rcp.rcp
    red: _red.red
    redux: _redux.redux
    rem: _rem.rem
    ret: _ret.ret
    rsqrt: _rsqrt.rsqrt
    sad: _sad.sad
    selp: _selp.selp
    set: _set.set
    setmaxnreg: _setmaxnreg.setmaxnreg
    setp: _setp.setp
    shf: _shf.shf
    shfl: _shfl.shfl
    shl: _shl.shl
    shr: _shr.shr
    sin: _sin.sin
    slct: _slct.slct
    spcompress: _spcompress.spcompress
    spdecompress: _spdecompress.spdecompress
    sqrt: _sqrt.sqrt
    st: _st.st
    stackrestore: _stackrestore.stackrestore
    stacksave: _stacksave.stacksave
    stmatrix: _stmatrix.stmatrix
    sub: _sub.sub
    subc: _subc.subc
    suld: _suld.suld
    suq: _suq.suq
    sured: _sured.sured
    sust: _sust.sust
    szext: _szext.szext
    tanh: _tanh.tanh
    tcgen05: _tcgen05.tcgen05
    tensormap: _tensormap.tensormap
    testp: _testp.testp
    tex: _tex.tex
    tld4: _tld4.tld4
    trap: _trap.trap
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
    vote: _vote.vote
    vset: _vset.vset
    vset2: _vset2.vset2
    vset4: _vset4.vset4
    vshl: _vshl.vshl
    vshr: _vshr.vshr
    vsub: _vsub.vsub
    vsub2: _vsub2.vsub2
    vsub4: _vsub4.vsub4
    wgmma: _wgmma.wgmma
    wmma: _wmma.wmma
    xor: _xor.xor
    def __getitem__(self, words: str) -> Opcode: ...
