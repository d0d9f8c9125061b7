# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from typing import overload

from pyptx.ptx.signatures import Bracketed, Guard, Registers, Source, Words

@overload
def _1(self: object, d: Registers, a: Bracketed, e: Registers | Source = ..., /, *, pred: Guard = None) -> None:
    """``tex{.base}.<geom>.v2.f16x2.<ctype> d{|p}, [a]{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 4.2; sm_53 or newer.

    ``tex{.base}.<geom>.v2.f16x2.<ctype> d{|p}, [a]{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 4.3; sm_53 or newer.
    """
@overload
def _1(self: object, d: Registers, a: Bracketed, e: Registers, f: Source, /, *, pred: Guard = None) -> None: ...
def _2(self: object, d: Registers, a: Bracketed, e: Registers = ..., /, *, pred: Guard = None) -> None:
    """``tex{.base}.<geom>.v2.f16x2.<ctype> d{|p}, [a]{, e}``

    Manual 9.7.12.3 tex. PTX 4.2; sm_53 or newer.

    ``tex{.base}.<geom>.v2.f16x2.<ctype> d{|p}, [a]{, e}``

    Manual 9.7.12.3 tex. PTX 4.3; sm_53 or newer.
    """
@overload
def _3(self: object, d: Registers, a: Bracketed, e: Registers | Source = ..., /, *, pred: Guard = None) -> None:
    """``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 4.2; sm_53 or newer.

    ``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 4.3; sm_53 or newer.
    """
@overload
def _3(self: object, d: Registers, a: Bracketed, e: Registers, f: Source, /, *, pred: Guard = None) -> None: ...
def _4(self: object, d: Registers, a: Bracketed, e: Registers = ..., /, *, pred: Guard = None) -> None:
    """``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, e}``

    Manual 9.7.12.3 tex. PTX 4.2; sm_53 or newer.

    ``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, e}``

    Manual 9.7.12.3 tex. PTX 4.3; sm_53 or newer.
    """
@overload
def _5(self: object, d: Registers, a: Bracketed, e: Registers | Source = ..., /, *, pred: Guard = None) -> None:
    """``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 3.1; sm_20 or newer.

    ``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 4.3; sm_30 or newer.
    """
@overload
def _5(self: object, d: Registers, a: Bracketed, e: Registers, f: Source, /, *, pred: Guard = None) -> None: ...
def _6(self: object, d: Registers, a: Bracketed, e: Registers = ..., /, *, pred: Guard = None) -> None:
    """``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, e}``

    Manual 9.7.12.3 tex. PTX 3.1; sm_20 or newer.

    ``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, e}``

    Manual 9.7.12.3 tex. PTX 4.3; sm_30 or newer.
    """
def _7(self: object, d: Registers, a: Bracketed, e: Registers = ..., /, *, pred: Guard = None) -> None:
    """``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, e}``

    Manual 9.7.12.3 tex. PTX 3.2; sm_30 or newer.

    ``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, e}``

    Manual 9.7.12.3 tex. PTX 4.3; sm_30 or newer.
    """
def _8(self: object, d: Registers, a: Bracketed, f: Source = ..., /, *, pred: Guard = None) -> None:
    """``tex{.base}.<geom>.v2.f16x2.<ctype> d{|p}, [a]{, f}``

    Manual 9.7.12.3 tex. PTX 4.2; sm_53 or newer.

    ``tex{.base}.<geom>.v2.f16x2.<ctype> d{|p}, [a]{, f}``

    Manual 9.7.12.3 tex. PTX 4.3; sm_53 or newer.
    """
def _9(self: object, d: Registers, a: Bracketed, f: Source = ..., /, *, pred: Guard = None) -> None:
    """``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, f}``

    Manual 9.7.12.3 tex. PTX 4.2; sm_53 or newer.

    ``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, f}``

    Manual 9.7.12.3 tex. PTX 4.3; sm_53 or newer.
    """
def _10(self: object, d: Registers, a: Bracketed, f: Source = ..., /, *, pred: Guard = None) -> None:
    """``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, f}``

    Manual 9.7.12.3 tex. PTX 3.1; sm_20 or newer.

    ``tex{.base}.<geom>.v4.<dtype>.<ctype> d{|p}, [a]{, f}``

    Manual 9.7.12.3 tex. PTX 4.3; sm_30 or newer.
    """
@overload
def _11(self: object, d: Registers, a: Bracketed, dPdx: Registers, dPdy: Registers, e: Registers | Source = ..., /, *, pred: Guard = None) -> None:
    """``tex.grad.<geom>.v2.f16x2.<ctype> d{|p}, [a], dPdx, dPdy{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 4.2; sm_53 or newer.

    ``tex.grad.<geom>.v2.f16x2.<ctype> d{|p}, [a], dPdx, dPdy{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 4.3; sm_53 or newer.
    """
@overload
def _11(self: object, d: Registers, a: Bracketed, dPdx: Registers, dPdy: Registers, e: Registers, f: Source, /, *, pred: Guard = None) -> None: ...
def _12(self: object, d: Registers, a: Bracketed, dPdx: Registers, dPdy: Registers, e: Registers = ..., /, *, pred: Guard = None) -> None:
    """``tex.grad.<geom>.v2.f16x2.<ctype> d{|p}, [a], dPdx, dPdy{, e}``

    Manual 9.7.12.3 tex. PTX 4.2; sm_53 or newer.

    ``tex.grad.<geom>.v2.f16x2.<ctype> d{|p}, [a], dPdx, dPdy{, e}``

    Manual 9.7.12.3 tex. PTX 4.3; sm_53 or newer.
    """
@overload
def _13(self: object, d: Registers, a: Bracketed, dPdx: Registers, dPdy: Registers, e: Registers | Source = ..., /, *, pred: Guard = None) -> None:
    """``tex.grad.<geom>.v4.<dtype>.<ctype> d{|p}, [a], dPdx, dPdy{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 4.2; sm_53 or newer.

    ``tex.grad.<geom>.v4.<dtype>.<ctype> d{|p}, [a], dPdx, dPdy{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 4.3; sm_53 or newer.
    """
@overload
def _13(self: object, d: Registers, a: Bracketed, dPdx: Registers, dPdy: Registers, e: Registers, f: Source, /, *, pred: Guard = None) -> None: ...
def _14(self: object, d: Registers, a: Bracketed, dPdx: Registers, dPdy: Registers, e: Registers = ..., /, *, pred: Guard = None) -> None:
    """``tex.grad.<geom>.v4.<dtype>.<ctype> d{|p}, [a], dPdx, dPdy{, e}``

    Manual 9.7.12.3 tex. PTX 4.2; sm_53 or newer.

    ``tex.grad.<geom>.v4.<dtype>.<ctype> d{|p}, [a], dPdx, dPdy{, e}``

    Manual 9.7.12.3 tex. PTX 4.3; sm_53 or newer.
    """
@overload
def _15(self: object, d: Registers, a: Bracketed, dPdx: Registers, dPdy: Registers, e: Registers | Source = ..., /, *, pred: Guard = None) -> None:
    """``tex.grad.<geom>.v4.<dtype>.<ctype> d{|p}, [a], dPdx, dPdy{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 3.1; sm_20 or newer.

    ``tex.grad.<geom>.v4.<dtype>.<ctype> d{|p}, [a], dPdx, dPdy{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 4.3; sm_30 or newer.
    """
@overload
def _15(self: object, d: Registers, a: Bracketed, dPdx: Registers, dPdy: Registers, e: Registers, f: Source, /, *, pred: Guard = None) -> None: ...
def _16(self: object, d: Registers, a: Bracketed, dPdx: Registers, dPdy: Registers, e: Registers = ..., /, *, pred: Guard = None) -> None:
    """``tex.grad.<geom>.v4.<dtype>.<ctype> d{|p}, [a], dPdx, dPdy{, e}``

    Manual 9.7.12.3 tex. PTX 3.1; sm_20 or newer.

    ``tex.grad.<geom>.v4.<dtype>.<ctype> d{|p}, [a], dPdx, dPdy{, e}``

    Manual 9.7.12.3 tex. PTX 4.3; sm_30 or newer.
    """
def _17(self: object, d: Registers, a: Bracketed, dPdx: Registers, dPdy: Registers, f: Source = ..., /, *, pred: Guard = None) -> None:
    """``tex.grad.<geom>.v2.f16x2.<ctype> d{|p}, [a], dPdx, dPdy{, f}``

    Manual 9.7.12.3 tex. PTX 4.3; sm_53 or newer.
    """
def _18(self: object, d: Registers, a: Bracketed, dPdx: Registers, dPdy: Registers, f: Source = ..., /, *, pred: Guard = None) -> None:
    """``tex.grad.<geom>.v4.<dtype>.<ctype> d{|p}, [a], dPdx, dPdy{, f}``

    Manual 9.7.12.3 tex. PTX 4.3; sm_53 or newer.
    """
def _19(self: object, d: Registers, a: Bracketed, dPdx: Registers, dPdy: Registers, f: Source = ..., /, *, pred: Guard = None) -> None:
    """``tex.grad.<geom>.v4.<dtype>.<ctype> d{|p}, [a], dPdx, dPdy{, f}``

    Manual 9.7.12.3 tex. PTX 4.3; sm_20 or newer.

    ``tex.grad.<geom>.v4.<dtype>.<ctype> d{|p}, [a], dPdx, dPdy{, f}``

    Manual 9.7.12.3 tex. PTX 4.3; sm_30 or newer.
    """
@overload
def _20(self: object, d: Registers, a: Bracketed, lod: Source, e: Registers | Source = ..., /, *, pred: Guard = None) -> None:
    """``tex.level.<geom>.v2.f16x2.<ctype> d{|p}, [a], lod{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 4.2; sm_53 or newer.

    ``tex.level.<geom>.v2.f16x2.<ctype> d{|p}, [a], lod{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 4.3; sm_53 or newer.
    """
@overload
def _20(self: object, d: Registers, a: Bracketed, lod: Source, e: Registers, f: Source, /, *, pred: Guard = None) -> None: ...
def _21(self: object, d: Registers, a: Bracketed, lod: Source, e: Registers = ..., /, *, pred: Guard = None) -> None:
    """``tex.level.<geom>.v2.f16x2.<ctype> d{|p}, [a], lod{, e}``

    Manual 9.7.12.3 tex. PTX 4.2; sm_53 or newer.

    ``tex.level.<geom>.v2.f16x2.<ctype> d{|p}, [a], lod{, e}``

    Manual 9.7.12.3 tex. PTX 4.3; sm_53 or newer.
    """
@overload
def _22(self: object, d: Registers, a: Bracketed, lod: Source, e: Registers | Source = ..., /, *, pred: Guard = None) -> None:
    """``tex.level.<geom>.v4.<dtype>.<ctype> d{|p}, [a], lod{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 4.2; sm_53 or newer.

    ``tex.level.<geom>.v4.<dtype>.<ctype> d{|p}, [a], lod{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 4.3; sm_53 or newer.
    """
@overload
def _22(self: object, d: Registers, a: Bracketed, lod: Source, e: Registers, f: Source, /, *, pred: Guard = None) -> None: ...
def _23(self: object, d: Registers, a: Bracketed, lod: Source, e: Registers = ..., /, *, pred: Guard = None) -> None:
    """``tex.level.<geom>.v4.<dtype>.<ctype> d{|p}, [a], lod{, e}``

    Manual 9.7.12.3 tex. PTX 4.2; sm_53 or newer.

    ``tex.level.<geom>.v4.<dtype>.<ctype> d{|p}, [a], lod{, e}``

    Manual 9.7.12.3 tex. PTX 4.3; sm_53 or newer.
    """
@overload
def _24(self: object, d: Registers, a: Bracketed, lod: Source, e: Registers | Source = ..., /, *, pred: Guard = None) -> None:
    """``tex.level.<geom>.v4.<dtype>.<ctype> d{|p}, [a], lod{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 3.1; sm_20 or newer.

    ``tex.level.<geom>.v4.<dtype>.<ctype> d{|p}, [a], lod{, e}{, f}``

    Manual 9.7.12.3 tex. PTX 4.3; sm_30 or newer.
    """
@overload
def _24(self: object, d: Registers, a: Bracketed, lod: Source, e: Registers, f: Source, /, *, pred: Guard = None) -> None: ...
def _25(self: object, d: Registers, a: Bracketed, lod: Source, e: Registers = ..., /, *, pred: Guard = None) -> None:
    """``tex.level.<geom>.v4.<dtype>.<ctype> d{|p}, [a], lod{, e}``

    Manual 9.7.12.3 tex. PTX 3.1; sm_20 or newer.

    ``tex.level.<geom>.v4.<dtype>.<ctype> d{|p}, [a], lod{, e}``

    Manual 9.7.12.3 tex. PTX 4.3; sm_30 or newer.
    """
def _26(self: object, d: Registers, a: Bracketed, lod: Source, f: Source = ..., /, *, pred: Guard = None) -> None:
    """``tex.level.<geom>.v2.f16x2.<ctype> d{|p}, [a], lod{, f}``

    Manual 9.7.12.3 tex. PTX 4.2; sm_53 or newer.

    ``tex.level.<geom>.v2.f16x2.<ctype> d{|p}, [a], lod{, f}``

    Manual 9.7.12.3 tex. PTX 4.3; sm_53 or newer.
    """
def _27(self: object, d: Registers, a: Bracketed, lod: Source, f: Source = ..., /, *, pred: Guard = None) -> None:
    """``tex.level.<geom>.v4.<dtype>.<ctype> d{|p}, [a], lod{, f}``

    Manual 9.7.12.3 tex. PTX 4.2; sm_53 or newer.

    ``tex.level.<geom>.v4.<dtype>.<ctype> d{|p}, [a], lod{, f}``

    Manual 9.7.12.3 tex. PTX 4.3; sm_53 or newer.
    """
def _28(self: object, d: Registers, a: Bracketed, lod: Source, f: Source = ..., /, *, pred: Guard = None) -> None:
    """``tex.level.<geom>.v4.<dtype>.<ctype> d{|p}, [a], lod{, f}``

    Manual 9.7.12.3 tex. PTX 3.1; sm_20 or newer.

    ``tex.level.<geom>.v4.<dtype>.<ctype> d{|p}, [a], lod{, f}``

    Manual 9.7.12.3 tex. PTX 4.3; sm_30 or newer.
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
    f32: tex_15
    s32: tex_15
    u32: tex_15
class tex_7(Words):
    f16x2: tex_16
class tex_8(Words):
    f16: tex_17
    f32: tex_18
    s32: tex_18
    u32: tex_18
class tex_9(Words):
    f16x2: tex_19
class tex_10(Words):
    f16: tex_20
    f32: tex_21
    s32: tex_21
    u32: tex_21
class tex_11(Words):
    f16x2: tex_22
class tex_12(Words):
    f16: tex_23
    f32: tex_24
    s32: tex_24
    u32: tex_24
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
    f32 = _5
    s32 = _6
class tex_16(Words):
    s32 = _2
class tex_17(Words):
    s32 = _4
class tex_18(Words):
    s32 = _7
class tex_19(Words):
    f32 = _2
    s32 = _2
class tex_20(Words):
    f32 = _4
    s32 = _4
class tex_21(Words):
    f32 = _6
    s32 = _6
class tex_22(Words):
    f32 = _8
class tex_23(Words):
    f32 = _9
class tex_24(Words):
    f32 = _10
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
class tex_grad_7(Words):
    f32 = _11
    s32 = _12
class tex_grad_8(Words):
    f32 = _13
    s32 = _14
class tex_grad_9(Words):
    f32 = _15
    s32 = _16
class tex_grad_3d_v2_f16x2(Words):
    f32 = _12
    s32 = _12
class tex_grad_3d_v4_f16(Words):
    f32 = _14
    s32 = _14
class tex_grad_3d_v4_1(Words):
    f32 = _16
    s32 = _16
class tex_grad_10(Words):
    f32 = _17
class tex_grad_11(Words):
    f32 = _18
class tex_grad_12(Words):
    f32 = _19
class tex_level_7(Words):
    f32 = _20
    s32 = _21
class tex_level_8(Words):
    f32 = _22
    s32 = _23
class tex_level_9(Words):
    f32 = _24
    s32 = _25
class tex_level_3d_v2_f16x2(Words):
    f32 = _21
    s32 = _21
class tex_level_3d_v4_f16(Words):
    f32 = _23
    s32 = _23
class tex_level_3d_v4_1(Words):
    f32 = _25
    s32 = _25
class tex_level_10(Words):
    f32 = _26
class tex_level_11(Words):
    f32 = _27
class tex_level_12(Words):
    f32 = _28
