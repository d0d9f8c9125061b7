# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from typing import overload

from pyptx.ptx.signatures import Bracketed, Guard, Registers, Source, Words

@overload
def _1(self: object, d: Registers, a: Bracketed, e: Registers | Source = ..., /, *, pred: Guard = None) -> None:
    """``tex{.base}.<geom>.v2.f16x2.<ctype> d{|p}, [a]{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 4.2; sm_53 or newer.
    """
@overload
def _1(self: object, d: Registers, a: Bracketed, e: Registers, f: Source, /, *, pred: Guard = None) -> None: ...
def _2(self: object, d: Registers, a: Bracketed, e: Registers = ..., /, *, pred: Guard = None) -> None:
    """``tex{.base}.<geom>.v2.f16x2.<ctype> d{|p}, [a]{, e}``

    Manual 9.7.12.3 tex. PTX 4.2; sm_53 or newer.
    """
@overload
def _3(self: object, d: Registers, a: Bracketed, e: Registers | Source = ..., /, *, pred: Guard = None) -> None:
    """``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 4.2; sm_53 or newer.
    """
@overload
def _3(self: object, d: Registers, a: Bracketed, e: Registers, f: Source, /, *, pred: Guard = None) -> None: ...
def _4(self: object, d: Registers, a: Bracketed, e: Registers = ..., /, *, pred: Guard = None) -> None:
    """``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, e}``

    Manual 9.7.12.3 tex. PTX 4.2; sm_53 or newer.
    """
@overload
def _5(self: object, d: Registers, a: Bracketed, e: Registers | Source = ..., /, *, pred: Guard = None) -> None:
    """``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 1.0; every target.

    ``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 1.5; every target.
    """
@overload
def _5(self: object, d: Registers, a: Bracketed, e: Registers, f: Source, /, *, pred: Guard = None) -> None: ...
def _6(self: object, d: Registers, a: Bracketed, e: Registers = ..., /, *, pred: Guard = None) -> None:
    """``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, e}``

    Manual 9.7.12.3 tex. PTX 1.0; every target.

    ``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, e}``

    Manual 9.7.12.3 tex. PTX 1.5; every target.
    """
@overload
def _7(self: object, d: Registers, a: Bracketed, e: Registers | Source = ..., /, *, pred: Guard = None) -> None:
    """``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 1.2; every target.

    ``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 1.5; every target.
    """
@overload
def _7(self: object, d: Registers, a: Bracketed, e: Registers, f: Source, /, *, pred: Guard = None) -> None: ...
def _8(self: object, d: Registers, a: Bracketed, e: Registers = ..., /, *, pred: Guard = None) -> None:
    """``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, e}``

    Manual 9.7.12.3 tex. PTX 1.2; every target.

    ``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, e}``

    Manual 9.7.12.3 tex. PTX 1.5; every target.
    """
def _9(self: object, d: Registers, a: Bracketed, e: Registers = ..., /, *, pred: Guard = None) -> None:
    """``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, e}``

    Manual 9.7.12.3 tex. PTX 3.2; sm_30 or newer.
    """
@overload
def _10(self: object, d: Registers, a: Bracketed, e: Registers | Source = ..., /, *, pred: Guard = None) -> None:
    """``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 2.3; every target.
    """
@overload
def _10(self: object, d: Registers, a: Bracketed, e: Registers, f: Source, /, *, pred: Guard = None) -> None: ...
def _11(self: object, d: Registers, a: Bracketed, e: Registers = ..., /, *, pred: Guard = None) -> None:
    """``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, e}``

    Manual 9.7.12.3 tex. PTX 2.3; every target.
    """
def _12(self: object, d: Registers, a: Bracketed, f: Source = ..., /, *, pred: Guard = None) -> None:
    """``tex{.base}.<geom>.v2.f16x2.<ctype> d{|p}, [a]{, f}``

    Manual 9.7.12.3 tex. PTX 4.2; sm_53 or newer.
    """
def _13(self: object, d: Registers, a: Bracketed, f: Source = ..., /, *, pred: Guard = None) -> None:
    """``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, f}``

    Manual 9.7.12.3 tex. PTX 4.2; sm_53 or newer.
    """
def _14(self: object, d: Registers, a: Bracketed, f: Source = ..., /, *, pred: Guard = None) -> None:
    """``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, f}``

    Manual 9.7.12.3 tex. PTX 3.0; sm_20 or newer.
    """
def _15(self: object, d: Registers, a: Bracketed, f: Source = ..., /, *, pred: Guard = None) -> None:
    """``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, f}``

    Manual 9.7.12.3 tex. PTX 3.0; every target.
    """
@overload
def _16(self: object, d: Registers, a: Bracketed, e: Registers | Source = ..., /, *, pred: Guard = None) -> None:
    """``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 3.1; sm_20 or newer.
    """
@overload
def _16(self: object, d: Registers, a: Bracketed, e: Registers, f: Source, /, *, pred: Guard = None) -> None: ...
def _17(self: object, d: Registers, a: Bracketed, e: Registers = ..., /, *, pred: Guard = None) -> None:
    """``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, e}``

    Manual 9.7.12.3 tex. PTX 3.1; sm_20 or newer.
    """
def _18(self: object, d: Registers, a: Bracketed, f: Source = ..., /, *, pred: Guard = None) -> None:
    """``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, f}``

    Manual 9.7.12.3 tex. PTX 3.1; sm_20 or newer.
    """
@overload
def _19(self: object, d: Registers, a: Bracketed, dPdx: Registers, dPdy: Registers, e: Registers | Source = ..., /, *, pred: Guard = None) -> None:
    """``tex.grad.<geom>.v2.f16x2.<ctype> d{|p}, [a], dPdx, dPdy{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 4.2; sm_53 or newer.
    """
@overload
def _19(self: object, d: Registers, a: Bracketed, dPdx: Registers, dPdy: Registers, e: Registers, f: Source, /, *, pred: Guard = None) -> None: ...
def _20(self: object, d: Registers, a: Bracketed, dPdx: Registers, dPdy: Registers, e: Registers = ..., /, *, pred: Guard = None) -> None:
    """``tex.grad.<geom>.v2.f16x2.<ctype> d{|p}, [a], dPdx, dPdy{, e}``

    Manual 9.7.12.3 tex. PTX 4.2; sm_53 or newer.
    """
@overload
def _21(self: object, d: Registers, a: Bracketed, dPdx: Registers, dPdy: Registers, e: Registers | Source = ..., /, *, pred: Guard = None) -> None:
    """``tex.grad.<geom>.v4.<dtype>.<ctype> d{|p}, [a], dPdx, dPdy{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 4.2; sm_53 or newer.
    """
@overload
def _21(self: object, d: Registers, a: Bracketed, dPdx: Registers, dPdy: Registers, e: Registers, f: Source, /, *, pred: Guard = None) -> None: ...
def _22(self: object, d: Registers, a: Bracketed, dPdx: Registers, dPdy: Registers, e: Registers = ..., /, *, pred: Guard = None) -> None:
    """``tex.grad.<geom>.v4.<dtype>.<ctype> d{|p}, [a], dPdx, dPdy{, e}``

    Manual 9.7.12.3 tex. PTX 4.2; sm_53 or newer.
    """
@overload
def _23(self: object, d: Registers, a: Bracketed, dPdx: Registers, dPdy: Registers, e: Registers | Source = ..., /, *, pred: Guard = None) -> None:
    """``tex.grad.<geom>.v4.<dtype>.<ctype> d{|p}, [a], dPdx, dPdy{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 3.1; sm_20 or newer.
    """
@overload
def _23(self: object, d: Registers, a: Bracketed, dPdx: Registers, dPdy: Registers, e: Registers, f: Source, /, *, pred: Guard = None) -> None: ...
def _24(self: object, d: Registers, a: Bracketed, dPdx: Registers, dPdy: Registers, e: Registers = ..., /, *, pred: Guard = None) -> None:
    """``tex.grad.<geom>.v4.<dtype>.<ctype> d{|p}, [a], dPdx, dPdy{, e}``

    Manual 9.7.12.3 tex. PTX 3.1; sm_20 or newer.
    """
def _25(self: object, d: Registers, a: Bracketed, dPdx: Registers, dPdy: Registers, f: Source = ..., /, *, pred: Guard = None) -> None:
    """``tex.grad.<geom>.v2.f16x2.<ctype> d{|p}, [a], dPdx, dPdy{, f}``

    Manual 9.7.12.3 tex. PTX 4.3; sm_53 or newer.
    """
def _26(self: object, d: Registers, a: Bracketed, dPdx: Registers, dPdy: Registers, f: Source = ..., /, *, pred: Guard = None) -> None:
    """``tex.grad.<geom>.v4.<dtype>.<ctype> d{|p}, [a], dPdx, dPdy{, f}``

    Manual 9.7.12.3 tex. PTX 4.3; sm_53 or newer.
    """
def _27(self: object, d: Registers, a: Bracketed, dPdx: Registers, dPdy: Registers, f: Source = ..., /, *, pred: Guard = None) -> None:
    """``tex.grad.<geom>.v4.<dtype>.<ctype> d{|p}, [a], dPdx, dPdy{, f}``

    Manual 9.7.12.3 tex. PTX 4.3; sm_20 or newer.
    """
@overload
def _28(self: object, d: Registers, a: Bracketed, lod: Source, e: Registers | Source = ..., /, *, pred: Guard = None) -> None:
    """``tex.level.<geom>.v2.f16x2.<ctype> d{|p}, [a], lod{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 4.2; sm_53 or newer.
    """
@overload
def _28(self: object, d: Registers, a: Bracketed, lod: Source, e: Registers, f: Source, /, *, pred: Guard = None) -> None: ...
def _29(self: object, d: Registers, a: Bracketed, lod: Source, e: Registers = ..., /, *, pred: Guard = None) -> None:
    """``tex.level.<geom>.v2.f16x2.<ctype> d{|p}, [a], lod{, e}``

    Manual 9.7.12.3 tex. PTX 4.2; sm_53 or newer.
    """
@overload
def _30(self: object, d: Registers, a: Bracketed, lod: Source, e: Registers | Source = ..., /, *, pred: Guard = None) -> None:
    """``tex.level.<geom>.v4.<dtype>.<ctype> d{|p}, [a], lod{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 4.2; sm_53 or newer.
    """
@overload
def _30(self: object, d: Registers, a: Bracketed, lod: Source, e: Registers, f: Source, /, *, pred: Guard = None) -> None: ...
def _31(self: object, d: Registers, a: Bracketed, lod: Source, e: Registers = ..., /, *, pred: Guard = None) -> None:
    """``tex.level.<geom>.v4.<dtype>.<ctype> d{|p}, [a], lod{, e}``

    Manual 9.7.12.3 tex. PTX 4.2; sm_53 or newer.
    """
@overload
def _32(self: object, d: Registers, a: Bracketed, lod: Source, e: Registers | Source = ..., /, *, pred: Guard = None) -> None:
    """``tex.level.<geom>.v4.<dtype>.<ctype> d{|p}, [a], lod{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 3.1; sm_20 or newer.
    """
@overload
def _32(self: object, d: Registers, a: Bracketed, lod: Source, e: Registers, f: Source, /, *, pred: Guard = None) -> None: ...
def _33(self: object, d: Registers, a: Bracketed, lod: Source, e: Registers = ..., /, *, pred: Guard = None) -> None:
    """``tex.level.<geom>.v4.<dtype>.<ctype> d{|p}, [a], lod{, e}``

    Manual 9.7.12.3 tex. PTX 3.1; sm_20 or newer.
    """
def _34(self: object, d: Registers, a: Bracketed, lod: Source, f: Source = ..., /, *, pred: Guard = None) -> None:
    """``tex.level.<geom>.v2.f16x2.<ctype> d{|p}, [a], lod{, f}``

    Manual 9.7.12.3 tex. PTX 4.2; sm_53 or newer.
    """
def _35(self: object, d: Registers, a: Bracketed, lod: Source, f: Source = ..., /, *, pred: Guard = None) -> None:
    """``tex.level.<geom>.v4.<dtype>.<ctype> d{|p}, [a], lod{, f}``

    Manual 9.7.12.3 tex. PTX 4.2; sm_53 or newer.
    """
def _36(self: object, d: Registers, a: Bracketed, lod: Source, f: Source = ..., /, *, pred: Guard = None) -> None:
    """``tex.level.<geom>.v4.<dtype>.<ctype> d{|p}, [a], lod{, f}``

    Manual 9.7.12.3 tex. PTX 3.1; sm_20 or newer.
    """
class tex(Words):
    _1d: tex_1d
    _2d: tex_2d
    _2dms: tex_1
    _3d: tex_3d
    a1d: tex_2
    a2d: tex_2
    a2dms: tex_1
    acube: tex_acube
    base: tex_base
    cube: tex_cube
    grad: tex_grad
    level: tex_level
class tex_1d(Words):
    v2: tex_3
    v4: tex_1d_v4
class tex_2d(Words):
    v2: tex_3
    v4: tex_2d_v4
class tex_1(Words):
    v2: tex_4
    v4: tex_5
class tex_3d(Words):
    v2: tex_6
    v4: tex_3d_v4
class tex_2(Words):
    v2: tex_3
    v4: tex_7
class tex_acube(Words):
    v2: tex_8
    v4: tex_acube_v4
class tex_base(Words):
    _1d: tex_base_1
    _2d: tex_base_1
    _2dms: tex_1
    _3d: tex_base_3d
    a1d: tex_base_1
    a2d: tex_base_1
    a2dms: tex_1
    acube: tex_base_2
    cube: tex_base_2
class tex_cube(Words):
    v2: tex_8
    v4: tex_cube_v4
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
class tex_3(Words):
    f16x2: tex_9
class tex_1d_v4(Words):
    f16: tex_10
    f32: tex_1d_v4_1
    s32: tex_1d_v4_1
    u32: tex_1d_v4_1
class tex_2d_v4(Words):
    f16: tex_10
    f32: tex_2d_v4_1
    s32: tex_2d_v4_1
    u32: tex_2d_v4_1
class tex_4(Words):
    f16x2: tex_11
class tex_5(Words):
    f16: tex_12
    f32: tex_13
    s32: tex_13
    u32: tex_13
class tex_6(Words):
    f16x2: tex_14
class tex_3d_v4(Words):
    f16: tex_15
    f32: tex_3d_v4_1
    s32: tex_3d_v4_1
    u32: tex_3d_v4_1
class tex_7(Words):
    f16: tex_10
    f32: tex_16
    s32: tex_16
    u32: tex_16
class tex_8(Words):
    f16x2: tex_17
class tex_acube_v4(Words):
    f16: tex_18
    f32: tex_acube_v4_1
    s32: tex_acube_v4_1
    u32: tex_acube_v4_1
class tex_base_1(Words):
    v2: tex_3
    v4: tex_base_3
class tex_base_3d(Words):
    v2: tex_6
    v4: tex_base_3d_v4
class tex_base_2(Words):
    v2: tex_8
    v4: tex_base_4
class tex_cube_v4(Words):
    f16: tex_18
    f32: tex_cube_v4_1
    s32: tex_cube_v4_1
    u32: tex_cube_v4_1
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
class tex_9(Words):
    f32 = _1
    s32 = _2
class tex_10(Words):
    f32 = _3
    s32 = _4
class tex_1d_v4_1(Words):
    f32 = _5
    s32 = _6
class tex_2d_v4_1(Words):
    f32 = _7
    s32 = _8
class tex_11(Words):
    s32 = _2
class tex_12(Words):
    s32 = _4
class tex_13(Words):
    s32 = _9
class tex_14(Words):
    f32 = _2
    s32 = _2
class tex_15(Words):
    f32 = _4
    s32 = _4
class tex_3d_v4_1(Words):
    f32 = _6
    s32 = _6
class tex_16(Words):
    f32 = _10
    s32 = _11
class tex_17(Words):
    f32 = _12
class tex_18(Words):
    f32 = _13
class tex_acube_v4_1(Words):
    f32 = _14
class tex_base_3(Words):
    f16: tex_10
    f32: tex_base_5
    s32: tex_base_5
    u32: tex_base_5
class tex_base_3d_v4(Words):
    f16: tex_15
    f32: tex_base_3d_v4_1
    s32: tex_base_3d_v4_1
    u32: tex_base_3d_v4_1
class tex_base_4(Words):
    f16: tex_18
    f32: tex_base_6
    s32: tex_base_6
    u32: tex_base_6
class tex_cube_v4_1(Words):
    f32 = _15
class tex_grad_3(Words):
    f16x2: tex_grad_7
class tex_grad_4(Words):
    f16: tex_grad_8
    f32: tex_grad_9
    s32: tex_grad_9
    u32: tex_grad_9
class tex_grad_3d_v2(Words):
    f16x2: tex_grad_3d_v2_f16x2
class tex_grad_3d_v4(Words):
    f16: tex_grad_3d_v4_f16
    f32: tex_grad_3d_v4_1
    s32: tex_grad_3d_v4_1
    u32: tex_grad_3d_v4_1
class tex_grad_5(Words):
    f16x2: tex_grad_10
class tex_grad_6(Words):
    f16: tex_grad_11
    f32: tex_grad_12
    s32: tex_grad_12
    u32: tex_grad_12
class tex_level_3(Words):
    f16x2: tex_level_7
class tex_level_4(Words):
    f16: tex_level_8
    f32: tex_level_9
    s32: tex_level_9
    u32: tex_level_9
class tex_level_3d_v2(Words):
    f16x2: tex_level_3d_v2_f16x2
class tex_level_3d_v4(Words):
    f16: tex_level_3d_v4_f16
    f32: tex_level_3d_v4_1
    s32: tex_level_3d_v4_1
    u32: tex_level_3d_v4_1
class tex_level_5(Words):
    f16x2: tex_level_10
class tex_level_6(Words):
    f16: tex_level_11
    f32: tex_level_12
    s32: tex_level_12
    u32: tex_level_12
class tex_base_5(Words):
    f32 = _16
    s32 = _17
class tex_base_3d_v4_1(Words):
    f32 = _17
    s32 = _17
class tex_base_6(Words):
    f32 = _18
class tex_grad_7(Words):
    f32 = _19
    s32 = _20
class tex_grad_8(Words):
    f32 = _21
    s32 = _22
class tex_grad_9(Words):
    f32 = _23
    s32 = _24
class tex_grad_3d_v2_f16x2(Words):
    f32 = _20
    s32 = _20
class tex_grad_3d_v4_f16(Words):
    f32 = _22
    s32 = _22
class tex_grad_3d_v4_1(Words):
    f32 = _24
    s32 = _24
class tex_grad_10(Words):
    f32 = _25
class tex_grad_11(Words):
    f32 = _26
class tex_grad_12(Words):
    f32 = _27
class tex_level_7(Words):
    f32 = _28
    s32 = _29
class tex_level_8(Words):
    f32 = _30
    s32 = _31
class tex_level_9(Words):
    f32 = _32
    s32 = _33
class tex_level_3d_v2_f16x2(Words):
    f32 = _29
    s32 = _29
class tex_level_3d_v4_f16(Words):
    f32 = _31
    s32 = _31
class tex_level_3d_v4_1(Words):
    f32 = _33
    s32 = _33
class tex_level_10(Words):
    f32 = _34
class tex_level_11(Words):
    f32 = _35
class tex_level_12(Words):
    f32 = _36
