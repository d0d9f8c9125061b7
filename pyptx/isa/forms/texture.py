"""Texture and surface instructions (manual sections 9.7.12 and 9.7.13).

Forms that name a sampler beside the texture are those of ``.target texmode_independent``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.isa.constraints import (
    reduction_suits_surface,
    vector_fits_128_bits,
)
from pyptx.isa.form import form, section

if TYPE_CHECKING:
    from pyptx.isa.form import Form

_FOUR = "d=<dtype>*4_{|p=pred}"
_TWO_PAIRS = "d=f16x2*2{|p=pred}"
_OFFSET = "e:s32*offsets(geom)?"
_COMPARE = "f:f32?"
_TEXEL = "c:<ctype>*{}(geom)/4"
_LAYER_TEXEL = "c:u32+<ctype>*texel(geom)/4"
_LOD = "lod:<ctype>"
_GRADIENT = "dPdx:f32*offsets(geom), dPdy:f32*offsets(geom)"


def _lookups(texture: str, texel: str = "texel") -> tuple[Form, ...]:
    """The rows of `tex`, with the texture, and perhaps its sampler, in brackets."""
    forms: list[Form] = []
    for mode, more in (("{.base}", ""), (".level", f", {_LOD}"), (".grad", f", {_GRADIENT}")):
        for geometries, ctypes, coordinates, last in (
            # depth is compared where coordinates are .f32, but not in volumes and multi-sample textures
            ("1d 2d", "f32", _TEXEL.format(texel), f"{_OFFSET}, {_COMPARE}"),
            ("1d 2d", "s32", _TEXEL.format(texel), _OFFSET),
            ("a1d a2d", "f32", _LAYER_TEXEL, f"{_OFFSET}, {_COMPARE}"),
            ("a1d a2d", "s32", _LAYER_TEXEL, _OFFSET),
            ("3d", "s32 f32", "c:<ctype>*4", _OFFSET),
            ("cube", "f32", "c:<ctype>*4", _COMPARE),
            ("acube", "f32", "c:u32+<ctype>*4", _COMPARE),
            ("2dms a2dms", "s32", "c:<ctype>*4", _OFFSET),
        ):
            if "ms" in geometries and mode != "{.base}":
                continue
            forms += (
                form(
                    f"tex{mode}.<geom>.v4.<dtype>.<ctype>",
                    f"{_FOUR}, [{texture}, {coordinates}]{more}, {last}",
                    geom=geometries,
                    dtype="u32 s32 f16 f32",
                    ctype=ctypes,
                ),
                form(
                    f"tex{mode}.<geom>.v2.f16x2.<ctype>",
                    f"{_TWO_PAIRS}, [{texture}, {coordinates}]{more}, {last}",
                    geom=geometries,
                    ctype=ctypes,
                ),
            )
    return tuple(forms)


def _gathers(texture: str) -> tuple[Form, ...]:
    """The rows of `tld4`, with the texture, and perhaps its sampler, in brackets."""
    name, choices = "tld4.<comp>.<geom>.v4.<dtype>.f32", {"comp": "r g b a", "dtype": "u32 s32 f32"}
    return (
        form(name, f"{_FOUR}, [{texture}, c:f32*2/4], e:s32*2?, {_COMPARE}", geom="2d", **choices, rules=()),
        form(
            name, f"{_FOUR}, [{texture}, c:u32+f32*4], e:s32*2?, {_COMPARE}", geom="a2d", **choices, rules=()
        ),
        form(name, f"{_FOUR}, [{texture}, c:f32*4], {_COMPARE}", geom="cube", **choices, rules=()),
        form(name, f"{_FOUR}, [{texture}, c:u32+f32*4], {_COMPARE}", geom="acube", **choices, rules=()),
    )


_UNIFIED = "a:texref"
_INDEPENDENT = "a:texref, b:u64&@samplerref"
_PLANE = {"geom": "1d 2d 3d a1d a2d", "vec": "v2 v4", "type": "b8 b16 b32 b64", "clamp": "trap clamp zero"}
_SURFACE = "[a:surfref, b:s32*texel(geom)/4]"
_SAMPLER_QUERIES = "force_unnormalized_coords filter_mode addr_mode_0 addr_mode_1 addr_mode_2"

# fmt: off
FORMS: tuple[Form, ...] = (
    *section("9.7.12.3 tex", *_lookups(_UNIFIED), *_lookups(_INDEPENDENT, "braced_texel"), effects="reads"),
    *section("9.7.12.4 tld4", *_gathers(_UNIFIED), *_gathers(_INDEPENDENT), effects="reads"),
    *section(
        "9.7.12.5 txq",
        form("txq.<query>.b32", "d=b32, [a:texref]",
             query="width height depth channel_data_type channel_order normalized_coords array_size num_mipmap_levels num_samples"),
        form("txq.level.<query>.b32", "d=b32, [a:texref], lod:u32", query="width height depth"),
        form("txq.<query>.b32", "d=b32, [a:texref]", query="filter_mode addr_mode_0 addr_mode_1 addr_mode_2"),
        form("txq.<query>.b32", "d=b32, [a:samplerref]", query=_SAMPLER_QUERIES),
    ),
    *section("9.7.12.6 istypep", form("istypep.<type>", "p=pred, a:u64", type="texref samplerref surfref")),
    *section(
        "9.7.13.1 suld",
        form("suld.b.<geom>{.<cop>}{.<vec>}.<type>.<clamp>", f"d=wider(<type>)*<vec>_, {_SURFACE}", cop="ca cg cs cv", **_PLANE,
             rules=(vector_fits_128_bits,)),
        effects="reads",
    ),
    *section(
        "9.7.13.2 sust",
        form("sust.b.<geom>{.<cop>}{.<vec>}.<type>.<clamp>", f"{_SURFACE}, c:wider(<type>)*<vec>", cop="wb cg cs wt", **_PLANE,
             rules=(vector_fits_128_bits,)),
        form("sust.p.<geom>{.<vec>}.b32.<clamp>", f"{_SURFACE}, c:b32*<vec>",
             **{**_PLANE, "geom": "1d 2d 3d"}, rules=()),
        effects="writes",
    ),
    *section(
        "9.7.13.3 sured",
        form("sured.b.<op>.<geom>.<type>.<clamp>", f"{_SURFACE}, c:<type>", op="add min max and or", geom="1d 2d 3d",
             type="u32 u64 s32 b32 s64", clamp="trap clamp zero", rules=(reduction_suits_surface,)),
        form("sured.p.<op>.<geom>.<type>.<clamp>", f"{_SURFACE}, c:<type>", op="add min max and or", geom="1d 2d 3d",
             type="b32", clamp="trap clamp zero"),
        form("sured.p.<op>.<geom>.<type>.<clamp>", f"{_SURFACE}, c:<type>", op="min max", geom="1d 2d 3d",
             type="b64", clamp="trap clamp zero"),
        effects="writes atomic",
    ),
    *section(
        "9.7.13.4 suq",
        form("suq.<query>.b32", "d=b32, [a:surfref]",
             query="width height depth channel_data_type channel_order array_size memory_layout"),
    ),
)
# fmt: on
