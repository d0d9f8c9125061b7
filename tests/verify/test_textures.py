"""Textures and samplers in both modes: refused where ptxas refuses them."""

from __future__ import annotations

import pytest

from pyptx import ptx, reg
from pyptx.errors import VerifyError
from pyptx.parser import parse
from pyptx.toolchain.ptxas import check
from pyptx.trace import Trace, tracing
from pyptx.types import f32, u64
from pyptx.verify import verify_module

MODES = ("", ", texmode_unified", ", texmode_independent")
TEXTURE = ".global .texref t;"
BOTH = f"{TEXTURE} .global .samplerref s;"
FETCHES = (
    "tex.1d.v4.f32.s32 {%f0, %f1, %f2, %f3}, [PLACE{%r0}]",
    "tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [PLACE{%f4, %f5}]",
    "tex.base.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [PLACE{%f4, %f5}]",
    "tex.2dms.v4.f32.s32 {%f0, %f1, %f2, %f3}, [PLACE{%r0, %r1, %r2, %r3}]",
    "tld4.r.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [PLACE{%f4, %f5}]",
)
PLACES = ((TEXTURE, "t, "), (BOTH, "t, s, "), ("", "%rd0, "), ("", "%rd0, %rd1, "))
QUERIES = (
    "width",
    "normalized_coords",
    "filter_mode",
    "addr_mode_0",
    "addr_mode_2",
    "force_unnormalized_coords",
)


def agree(mode: str, declared: str, line: str) -> None:
    text = (
        f".version 8.6\n.target sm_90a{mode}\n.address_size 64\n{declared}\n"
        f".entry k() {{ .reg .b32 %r<4>; .reg .f32 %f<6>; .reg .b64 %rd<2>; {line}; ret; }}"
    )
    refused = any(advisory.severity in ("error", "fatal") for advisory in check(text, "sm_90a"))
    assert bool(verify_module(parse(text))) is refused, text


@pytest.mark.ptxas
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("line", FETCHES)
def test_fetches(mode: str, line: str) -> None:
    for declared, place in PLACES:
        agree(mode, declared, line.replace("PLACE", place))


@pytest.mark.ptxas
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("query", QUERIES)
def test_queries(mode: str, query: str) -> None:
    for declared, place in ((TEXTURE, "t"), (BOTH, "s"), ("", "%rd0")):
        agree(mode, declared, f"txq.{query}.b32 %r0, [{place}]")


def test_what_is_wrong_with_a_sampler() -> None:
    (finding,) = verify_module(parse(".version 8.6\n.target sm_90a\n.global .samplerref s;"))
    assert finding.message == "s is a .samplerref, which needs .target texmode_independent"
    with tracing(Trace("k", target_options=("texmode_independent",))):
        place = ptx.addr(reg.scalar(u64), coord=[0])
        with pytest.raises(VerifyError, match=r"a sampler follows the texture"):
            ptx.inst.tex._1d.v4.f32.s32(reg.array(f32, 4), place)
