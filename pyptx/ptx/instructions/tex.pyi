# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from typing import overload

from pyptx.ptx.signatures import Bracketed, Guard, Registers, Source, Words

@overload
def _1(self: object, d: Registers, a: Bracketed, e: Registers | Source = ..., /, *, pred: Guard = None) -> None:
    """``tex{.base}.<geom>.v2.f16x2.<ctype> d{|p}, [a]{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 6.3; every target.
    """
@overload
def _1(self: object, d: Registers, a: Bracketed, e: Registers, f: Source, /, *, pred: Guard = None) -> None: ...
def _2(self: object, d: Registers, a: Bracketed, e: Registers = ..., /, *, pred: Guard = None) -> None:
    """``tex{.base}.<geom>.v2.f16x2.<ctype> d{|p}, [a]{, e}``

    Manual 9.7.12.3 tex. PTX 6.3; every target.
    """
@overload
def _3(self: object, d: Registers, a: Bracketed, e: Registers | Source = ..., /, *, pred: Guard = None) -> None:
    """``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 6.3; every target.
    """
@overload
def _3(self: object, d: Registers, a: Bracketed, e: Registers, f: Source, /, *, pred: Guard = None) -> None: ...
def _4(self: object, d: Registers, a: Bracketed, e: Registers = ..., /, *, pred: Guard = None) -> None:
    """``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, e}``

    Manual 9.7.12.3 tex. PTX 6.3; every target.
    """
def _5(self: object, d: Registers, a: Bracketed, f: Source = ..., /, *, pred: Guard = None) -> None:
    """``tex{.base}.<geom>.v2.f16x2.<ctype> d{|p}, [a]{, f}``

    Manual 9.7.12.3 tex. PTX 6.3; every target.
    """
def _6(self: object, d: Registers, a: Bracketed, f: Source = ..., /, *, pred: Guard = None) -> None:
    """``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, f}``

    Manual 9.7.12.3 tex. PTX 6.3; every target.
    """
@overload
def _7(self: object, d: Registers, a: Bracketed, dPdx: Registers, dPdy: Registers, e: Registers | Source = ..., /, *, pred: Guard = None) -> None:
    """``tex.grad.<geom>.v2.f16x2.<ctype> d{|p}, [a], dPdx, dPdy{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 6.3; every target.
    """
@overload
def _7(self: object, d: Registers, a: Bracketed, dPdx: Registers, dPdy: Registers, e: Registers, f: Source, /, *, pred: Guard = None) -> None: ...
def _8(self: object, d: Registers, a: Bracketed, dPdx: Registers, dPdy: Registers, e: Registers = ..., /, *, pred: Guard = None) -> None:
    """``tex.grad.<geom>.v2.f16x2.<ctype> d{|p}, [a], dPdx, dPdy{, e}``

    Manual 9.7.12.3 tex. PTX 6.3; every target.
    """
@overload
def _9(self: object, d: Registers, a: Bracketed, dPdx: Registers, dPdy: Registers, e: Registers | Source = ..., /, *, pred: Guard = None) -> None:
    """``tex.grad.<geom>.v4.<dtype>.<ctype> d{|p}, [a], dPdx, dPdy{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 6.3; every target.
    """
@overload
def _9(self: object, d: Registers, a: Bracketed, dPdx: Registers, dPdy: Registers, e: Registers, f: Source, /, *, pred: Guard = None) -> None: ...
def _10(self: object, d: Registers, a: Bracketed, dPdx: Registers, dPdy: Registers, e: Registers = ..., /, *, pred: Guard = None) -> None:
    """``tex.grad.<geom>.v4.<dtype>.<ctype> d{|p}, [a], dPdx, dPdy{, e}``

    Manual 9.7.12.3 tex. PTX 6.3; every target.
    """
def _11(self: object, d: Registers, a: Bracketed, dPdx: Registers, dPdy: Registers, f: Source = ..., /, *, pred: Guard = None) -> None:
    """``tex.grad.<geom>.v2.f16x2.<ctype> d{|p}, [a], dPdx, dPdy{, f}``

    Manual 9.7.12.3 tex. PTX 6.3; every target.
    """
def _12(self: object, d: Registers, a: Bracketed, dPdx: Registers, dPdy: Registers, f: Source = ..., /, *, pred: Guard = None) -> None:
    """``tex.grad.<geom>.v4.<dtype>.<ctype> d{|p}, [a], dPdx, dPdy{, f}``

    Manual 9.7.12.3 tex. PTX 6.3; every target.
    """
@overload
def _13(self: object, d: Registers, a: Bracketed, lod: Source, e: Registers | Source = ..., /, *, pred: Guard = None) -> None:
    """``tex.level.<geom>.v2.f16x2.<ctype> d{|p}, [a], lod{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 6.3; every target.
    """
@overload
def _13(self: object, d: Registers, a: Bracketed, lod: Source, e: Registers, f: Source, /, *, pred: Guard = None) -> None: ...
def _14(self: object, d: Registers, a: Bracketed, lod: Source, e: Registers = ..., /, *, pred: Guard = None) -> None:
    """``tex.level.<geom>.v2.f16x2.<ctype> d{|p}, [a], lod{, e}``

    Manual 9.7.12.3 tex. PTX 6.3; every target.
    """
@overload
def _15(self: object, d: Registers, a: Bracketed, lod: Source, e: Registers | Source = ..., /, *, pred: Guard = None) -> None:
    """``tex.level.<geom>.v4.<dtype>.<ctype> d{|p}, [a], lod{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 6.3; every target.
    """
@overload
def _15(self: object, d: Registers, a: Bracketed, lod: Source, e: Registers, f: Source, /, *, pred: Guard = None) -> None: ...
def _16(self: object, d: Registers, a: Bracketed, lod: Source, e: Registers = ..., /, *, pred: Guard = None) -> None:
    """``tex.level.<geom>.v4.<dtype>.<ctype> d{|p}, [a], lod{, e}``

    Manual 9.7.12.3 tex. PTX 6.3; every target.
    """
def _17(self: object, d: Registers, a: Bracketed, lod: Source, f: Source = ..., /, *, pred: Guard = None) -> None:
    """``tex.level.<geom>.v2.f16x2.<ctype> d{|p}, [a], lod{, f}``

    Manual 9.7.12.3 tex. PTX 6.3; every target.
    """
def _18(self: object, d: Registers, a: Bracketed, lod: Source, f: Source = ..., /, *, pred: Guard = None) -> None:
    """``tex.level.<geom>.v4.<dtype>.<ctype> d{|p}, [a], lod{, f}``

    Manual 9.7.12.3 tex. PTX 6.3; every target.
    """
class tex(Words):
    _1d: tex_1
    _2d: tex_1
    _2dms: tex_2
    _3d: tex_3
    a1d: tex_1
    a2d: tex_1
    a2dms: tex_2
    acube: tex_4
    base: tex_base
    cube: tex_4
    grad: tex_grad
    level: tex_level
class tex_1(Words):
    v2: tex_5
    v4: tex_6
class tex_2(Words):
    v2: tex_7
    v4: tex_8
class tex_3(Words):
    v2: tex_9
    v4: tex_10
class tex_4(Words):
    v2: tex_11
    v4: tex_12
class tex_base(Words):
    _1d: tex_1
    _2d: tex_1
    _2dms: tex_2
    _3d: tex_3
    a1d: tex_1
    a2d: tex_1
    a2dms: tex_2
    acube: tex_4
    cube: tex_4
class tex_grad(Words):
    _1d: tex_grad_1
    _2d: tex_grad_1
    _3d: tex_grad_3d
    a1d: tex_grad_1
    a2d: tex_grad_1
    acube: tex_grad_2
    cube: tex_grad_2
class tex_level(Words):
    _1d: tex_level_1
    _2d: tex_level_1
    _3d: tex_level_3d
    a1d: tex_level_1
    a2d: tex_level_1
    acube: tex_level_2
    cube: tex_level_2
class tex_5(Words):
    f16x2: tex_13
class tex_6(Words):
    f16: tex_14
    f32: tex_14
    s32: tex_14
    u32: tex_14
class tex_7(Words):
    f16x2: tex_15
class tex_8(Words):
    f16: tex_16
    f32: tex_16
    s32: tex_16
    u32: tex_16
class tex_9(Words):
    f16x2: tex_17
class tex_10(Words):
    f16: tex_18
    f32: tex_18
    s32: tex_18
    u32: tex_18
class tex_11(Words):
    f16x2: tex_19
class tex_12(Words):
    f16: tex_20
    f32: tex_20
    s32: tex_20
    u32: tex_20
class tex_grad_1(Words):
    v2: tex_grad_3
    v4: tex_grad_4
class tex_grad_3d(Words):
    v2: tex_grad_3d_v2
    v4: tex_grad_3d_v4
class tex_grad_2(Words):
    v2: tex_grad_5
    v4: tex_grad_6
class tex_level_1(Words):
    v2: tex_level_3
    v4: tex_level_4
class tex_level_3d(Words):
    v2: tex_level_3d_v2
    v4: tex_level_3d_v4
class tex_level_2(Words):
    v2: tex_level_5
    v4: tex_level_6
class tex_13(Words):
    f32 = _1
    s32 = _2
class tex_14(Words):
    f32 = _3
    s32 = _4
class tex_15(Words):
    s32 = _2
class tex_16(Words):
    s32 = _4
class tex_17(Words):
    f32 = _2
    s32 = _2
class tex_18(Words):
    f32 = _4
    s32 = _4
class tex_19(Words):
    f32 = _5
class tex_20(Words):
    f32 = _6
class tex_grad_3(Words):
    f16x2: tex_grad_7
class tex_grad_4(Words):
    f16: tex_grad_8
    f32: tex_grad_8
    s32: tex_grad_8
    u32: tex_grad_8
class tex_grad_3d_v2(Words):
    f16x2: tex_grad_3d_v2_f16x2
class tex_grad_3d_v4(Words):
    f16: tex_grad_3d_v4_1
    f32: tex_grad_3d_v4_1
    s32: tex_grad_3d_v4_1
    u32: tex_grad_3d_v4_1
class tex_grad_5(Words):
    f16x2: tex_grad_9
class tex_grad_6(Words):
    f16: tex_grad_10
    f32: tex_grad_10
    s32: tex_grad_10
    u32: tex_grad_10
class tex_level_3(Words):
    f16x2: tex_level_7
class tex_level_4(Words):
    f16: tex_level_8
    f32: tex_level_8
    s32: tex_level_8
    u32: tex_level_8
class tex_level_3d_v2(Words):
    f16x2: tex_level_3d_v2_f16x2
class tex_level_3d_v4(Words):
    f16: tex_level_3d_v4_1
    f32: tex_level_3d_v4_1
    s32: tex_level_3d_v4_1
    u32: tex_level_3d_v4_1
class tex_level_5(Words):
    f16x2: tex_level_9
class tex_level_6(Words):
    f16: tex_level_10
    f32: tex_level_10
    s32: tex_level_10
    u32: tex_level_10
class tex_grad_7(Words):
    f32 = _7
    s32 = _8
class tex_grad_8(Words):
    f32 = _9
    s32 = _10
class tex_grad_3d_v2_f16x2(Words):
    f32 = _8
    s32 = _8
class tex_grad_3d_v4_1(Words):
    f32 = _10
    s32 = _10
class tex_grad_9(Words):
    f32 = _11
class tex_grad_10(Words):
    f32 = _12
class tex_level_7(Words):
    f32 = _13
    s32 = _14
class tex_level_8(Words):
    f32 = _15
    s32 = _16
class tex_level_3d_v2_f16x2(Words):
    f32 = _14
    s32 = _14
class tex_level_3d_v4_1(Words):
    f32 = _16
    s32 = _16
class tex_level_9(Words):
    f32 = _17
class tex_level_10(Words):
    f32 = _18
