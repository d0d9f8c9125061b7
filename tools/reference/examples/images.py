"""Textures, samplers and surfaces."""

from pyptx import Tile, kernel, ptx, reg
from pyptx.kernel import TensorSpec
from pyptx.types import b32, f32, pred, s32, u32, u64
from reference.shown import shows


@shows("tex")
@kernel(out_specs=(Tile(32, 4, f32),), block=32, arch="sm_80")
def sample_row(Y: TensorSpec) -> None:
    """A row of a picture, sampled at coordinates from 0 to 1; the host binds the picture to `photo`."""
    (py,) = ptx.global_ptrs(Y)
    ptx.raw_module(".visible .global .texref photo;")
    thread = reg.from_(ptx.special.tid.x(), u32)
    x, colour = reg.from_(thread, f32) * (1 / 32), reg.array(f32, 4)
    ptx.inst.tex._2d.v4.f32.f32(colour, ptx.spelled(f"[photo, {{{x}, {x}}}]"))
    ptx.inst.st.global_.v4.f32(ptx.addr(py, thread * 16), colour)


@shows("tex")
@kernel(in_specs=(Tile(1, u64),), out_specs=(Tile(4, f32),), arch="sm_80")
def sample_level(T: TensorSpec, Y: TensorSpec) -> None:
    """A texture by its handle, like CUDA's texture objects, at a level of detail between two mipmaps."""
    pt, py = ptx.global_ptrs(T, Y)
    handle, colour, middle, lod = reg.scalar(u64), reg.array(f32, 4), reg.scalar(f32), reg.scalar(f32)
    ptx.inst.ld.global_.u64(handle, ptx.addr(pt))
    ptx.inst.mov.f32(middle, 0.5)
    ptx.inst.mov.f32(lod, 1.5)
    ptx.inst.tex.level._2d.v4.f32.f32(colour, ptx.spelled(f"[{handle}, {{{middle}, {middle}}}]"), lod)
    ptx.inst.st.global_.v4.f32(ptx.addr(py), colour)


@shows("tld4")
@kernel(out_specs=(Tile(4, f32),), arch="sm_80")
def gather_red(Y: TensorSpec) -> None:
    """The red of the four texels around the middle of a picture, as input of a custom filter."""
    (py,) = ptx.global_ptrs(Y)
    ptx.raw_module(".visible .global .texref photo;")
    middle, reds = reg.scalar(f32, init=0.5), reg.array(f32, 4)
    ptx.inst.tld4.r._2d.v4.f32.f32(reds, ptx.spelled(f"[photo, {{{middle}, {middle}}}]"))
    ptx.inst.st.global_.v4.f32(ptx.addr(py), reds)


@shows("txq", "istypep")
@kernel(in_specs=(Tile(1, u64),), out_specs=(Tile(2, u32),), arch="sm_80")
def size_of_texture(T: TensorSpec, Y: TensorSpec) -> None:
    """Width and height of the texture behind a handle; nothing is written if the handle is not a texture."""
    pt, py = ptx.global_ptrs(T, Y)
    handle, size, is_texture = reg.scalar(u64), reg.array(b32, 2), reg.scalar(pred)
    ptx.inst.ld.global_.u64(handle, ptx.addr(pt))
    ptx.inst.istypep.texref(is_texture, handle)
    with ptx.if_(is_texture):
        ptx.inst.txq.width.b32(size[0], ptx.addr(handle))
        ptx.inst.txq.height.b32(size[1], ptx.addr(handle))
        ptx.inst.st.global_.v2.b32(ptx.addr(py), size)


@shows("suld", "sust", "suq")
@kernel(block=(16, 16), arch="sm_80")
def mirror_picture() -> None:
    """Write each row of one picture to another from right to left; pixels outside it are not written."""
    ptx.raw_module(".visible .global .surfref source; .visible .global .surfref target;")
    x, y = reg.from_(ptx.special.tid.x(), s32), reg.from_(ptx.special.tid.y(), s32)
    width, pixel, left = reg.scalar(s32), reg.scalar(b32), reg.scalar(s32)
    ptx.inst.suq.width.b32(width, ptx.addr("source"))
    ptx.inst.sub.s32(left, width - 1, x)
    ptx.inst.shl.b32(x, x, 2)
    ptx.inst.shl.b32(left, left, 2)
    ptx.inst.suld.b._2d.b32.zero(pixel, ptx.spelled(f"[source, {{{x}, {y}}}]"))
    ptx.inst.sust.b._2d.b32.zero(ptx.spelled(f"[target, {{{left}, {y}}}]"), pixel)


@shows("sured")
@kernel(in_specs=(Tile(256, u32),), block=256, arch="sm_80")
def histogram_surface(X: TensorSpec) -> None:
    """A histogram in a surface: each thread adds 1 to the element that its number selects."""
    (px,) = ptx.global_ptrs(X)
    ptx.raw_module(".visible .global .surfref bins;")
    value, one = reg.scalar(u32), reg.scalar(u32, init=1)
    ptx.inst.ld.global_.u32(value, ptx.addr(px, reg.from_(ptx.special.tid.x(), u32) * 4))
    place = reg.from_(value * 4, s32)
    ptx.inst.sured.b.add._1d.u32.trap(ptx.spelled(f"[bins, {{{place}}}]"), one)
