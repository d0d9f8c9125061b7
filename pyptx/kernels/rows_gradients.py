"""Gradients of the kernels over rows: those of the rows, and sums over all rows for weights and biases.

G is the gradient of the result. A row is in registers as in the other kernels (`rows.py`), so that each array
is read once. The sums of a column are those of one thread over 256 rows, always in the same order, and a
thread has eight rows on their way; the caller adds the parts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyptx import ptx, reg
from pyptx.kernel import kernel
from pyptx.kernels import rows
from pyptx.kernels.arguments import pitched
from pyptx.kernels.rows_swiglu import LOG2_E, THREADS, Elementwise
from pyptx.specs import Dim, Tile
from pyptx.types import PtxType, b16, f32, u32

if TYPE_CHECKING:
    from pyptx.kernel import Kernel

B = Dim("B", dynamic=True)
SUMMED, TOGETHER = 256, 8  # rows of a thread of `build_column_sums`, and those it loads together


class Weighted(rows.Elements):
    """The gradients of a thread, each times the weight of its column."""

    def __init__(self, row: rows.Row, gradients: Any, weights: Any) -> None:
        """Load what stays in registers."""
        self.weights = rows.Columns(row, weights, shared=True)
        super().__init__(row, gradients)

    def _load(self, piece: rows.Piece) -> list[Any]:
        pairs = zip(super()._load(piece), self.weights.load(piece), strict=True)
        return [value * weight for value, weight in pairs]


def build_softmax_backward(
    columns: int, *, dtype: PtxType = f32, out: PtxType | None = None, arch: str = "sm_80"
) -> Kernel:
    """Build `DX = Y * (G - sum(Y * G))` by row, for Y[B, N] and G[B, N], any B.

    Args:
        columns: The columns N.
        dtype: Element type of DX: f32, bf16 or f16.
        out: Element type of Y and G: that of DX, or another of these.
        arch: Target.

    Raises:
        ValueError: There is no such kernel.
    """
    out = out or dtype
    plan = rows.divide(columns, out, dtype, arch=arch, inputs=2, held=2)

    def softmax_backward(Y: Any, G: Any, DX: Any) -> None:
        row = rows.Row(plan, Y, reductions=1)
        y, g = rows.Elements(row, Y), rows.Elements(row, G)
        total = reg.scalar(f32, init=0.0)
        for (_, values), (_, grads) in zip(y, g, strict=True):
            for value, grad in zip(values, grads, strict=True):
                ptx.inst.fma.rn.f32(total, value, grad, total)
        row.sum(total)
        dx = rows.Columns(row, DX)
        for (piece, values), (_, grads) in zip(y, g, strict=True):
            dx.store(piece, [value * (grad - total) for value, grad in zip(values, grads, strict=True)])
        ptx.ret()

    tile = plan.tile
    return kernel(
        in_specs=(tile("Y", B, out), tile("G", B, out)), out_specs=(tile("DX", B, dtype),), arch=arch,
        **plan.geometry,
    )(softmax_backward)  # fmt: skip


def build_norm_backward(
    columns: int, *, centred: bool, dtype: PtxType = f32, out: PtxType | None = None, arch: str = "sm_80"
) -> Kernel:
    """Build the gradient of X for RMSNorm, or for LayerNorm, by row, any B.

    With `H = X * Scale` the result is `Scale * (G * Weight - H * mean(G * Weight * H))`. If `centred`,
    `H = (X - Mean) * Scale`, and `mean(G * Weight)` is subtracted from `G * Weight`, too. Inputs are X[B, N],
    Weight[N], G[B, N], with `centred` the means Mean[B], and Scale[B], as the kernels return them with
    `statistics`.

    Args:
        columns: The columns N.
        centred: Whether the mean of a row was subtracted.
        dtype: Element type of X, Weight and DX: f32, bf16 or f16.
        out: Element type of G: that of X, or another of these.
        arch: Target.

    Raises:
        ValueError: There is no such kernel.
    """
    out = out or dtype
    plan = rows.divide(columns, dtype, out, arch=arch, inputs=2, held=2)

    def body(X: Any, Weight: Any, G: Any, Scale: Any, DX: Any, Mean: Any = None) -> None:
        row = rows.Row(plan, X, reductions=1 + centred)
        x, g = rows.Elements(row, X), Weighted(row, G, Weight)
        scale = row.get_number(Scale)
        shift = -row.get_number(Mean) * scale if centred else reg.scalar(f32, init=0.0)

        def normal(value: Any) -> Any:
            result = reg.scalar(f32)
            ptx.inst.fma.rn.f32(result, value, scale, shift)
            return result

        products, total = reg.scalar(f32, init=0.0), reg.scalar(f32, init=0.0)
        for (_, values), (_, grads) in zip(x, g, strict=True):
            for value, grad in zip(values, grads, strict=True):
                ptx.inst.fma.rn.f32(products, normal(value), grad, products)
                if centred:
                    total += grad
        row.sum(products)
        products *= -1.0 / columns
        if centred:
            row.sum(total)
            total *= -1.0 / columns
        dx = rows.Columns(row, DX)
        for (piece, values), (_, grads) in zip(x, g, strict=True):
            results = []
            for value, grad in zip(values, grads, strict=True):
                result = normal(value)
                ptx.inst.fma.rn.f32(result, result, products, grad + total if centred else grad)
                results.append(result * scale)
            dx.store(piece, results)
        ptx.ret()

    def rms_norm_backward(X: Any, Weight: Any, G: Any, Scale: Any, DX: Any) -> None:
        body(X, Weight, G, Scale, DX)

    def layer_norm_backward(X: Any, Weight: Any, G: Any, Mean: Any, Scale: Any, DX: Any) -> None:
        body(X, Weight, G, Scale, DX, Mean)

    return kernel(
        in_specs=(
            plan.tile("X", B, dtype),
            plan.shared_tile(dtype),
            plan.tile("G", B, out),
            *[Tile(B, f32)] * (1 + centred),
        ),
        out_specs=(plan.tile("DX", B, dtype),),
        arch=arch,
        **plan.geometry,
    )(layer_norm_backward if centred else rms_norm_backward)


def build_column_sums(
    *, centred: bool, dtype: PtxType = f32, out: PtxType | None = None, arch: str = "sm_80"
) -> Kernel:
    """Build sums over rows for the gradients of weights and biases: parts of 256 rows each, in f32.

    With H as for `build_norm_backward`, the first output DW[parts, N] has the sums of `G * H`. If `centred`,
    DB[parts, N] has those of G. Inputs are X[B, N], G[B, N], with `centred` Mean[B], and Scale[B]; calls pass
    `parts=`, B / 256 rounded up. All sizes are launch arguments.

    Args:
        centred: Whether the mean of a row was subtracted.
        dtype: Element type of X: f32, bf16 or f16.
        out: Element type of G: that of X, or another of these.
        arch: Target.
    """
    out = out or dtype
    high, wide, parts = (Dim(name, dynamic=True) for name in ("B", "N", "parts"))

    def body(X: Any, G: Any, Scale: Any, DW: Any, Mean: Any = None, DB: Any = None) -> None:
        count, width = X.shape
        part, group = (reg.from_(axis, u32) for axis in (ptx.special.ctaid.x(), ptx.special.ctaid.y()))
        column = group * THREADS + reg.from_(ptx.special.tid.x(), u32)
        ptx.ret(pred=column >= width)
        sums = [reg.scalar(f32, init=0.0) for _ in range(1 + centred)]
        stop = reg.scalar(u32)
        ptx.inst.min.u32(stop, (part + 1) * SUMMED, count)
        with_numbers = [Scale, Mean] if centred else [Scale]
        for first in ptx.range_(part * SUMMED, stop, TOGETHER):
            loaded = []
            for number in range(TOGETHER):
                row = first + number
                inside = row < stop
                x, g = (_element(each, row, column, inside) for each in (X, G))
                loaded.append((x, g, [_number(each, row, inside) for each in with_numbers]))
            for x, g, numbers in loaded:
                (value,), (grad,) = rows.widened([x], dtype), rows.widened([g], out)
                if centred:
                    ptx.inst.sub.f32(value, value, numbers[1])
                    ptx.inst.add.f32(sums[1], sums[1], grad)
                ptx.inst.fma.rn.f32(sums[0], value * numbers[0], grad, sums[0])
        for total, tensor in zip(sums, (DW, DB), strict=False):
            (place,) = ptx.global_ptrs(tensor)
            ptx.inst.mad.wide.u32(place, part, width * 4, place)
            ptx.inst.mad.wide.u32(place, column, 4, place)
            ptx.st(f32, ptx.addr(place), total)
        ptx.ret()

    def rms_norm_sums(X: Any, G: Any, Scale: Any, DW: Any) -> None:
        body(X, G, Scale, DW)

    def layer_norm_sums(X: Any, G: Any, Mean: Any, Scale: Any, DW: Any, DB: Any) -> None:
        body(X, G, Scale, DW, Mean, DB)

    return kernel(
        in_specs=(
            pitched("X", high, wide, dtype, dynamic=True),
            pitched("G", high, wide, out, dynamic=True),
            *[Tile(high, f32)] * (1 + centred),
        ),
        out_specs=(Tile(parts, wide, f32),) * (1 + centred),
        grid=lambda parts, N: (parts, -(-N // THREADS)),
        block=(THREADS, 1, 1),
        arch=arch,
    )(layer_norm_sums if centred else rms_norm_sums)


def _element(tensor: Any, row: Any, column: Any, inside: Any) -> Any:
    """Load an element of a matrix, zero if it does not exist."""
    held = f32 if tensor.dtype == f32 else b16
    (place,) = ptx.global_ptrs(tensor)
    ptx.inst.mad.wide.u32(place, row, tensor.strides[0] * tensor.dtype.bytes, place)
    ptx.inst.mad.wide.u32(place, column, tensor.dtype.bytes, place)
    value = reg.scalar(held)
    ptx.mov(value, 0.0 if held == f32 else 0)
    ptx.ld(held, value, ptx.addr(place), cache="nc.L1::no_allocate", pred=inside)
    return value


def _number(tensor: Any, row: Any, inside: Any) -> Any:
    """Load the number of a row, zero if there is no such row."""
    (place,) = ptx.global_ptrs(tensor)
    ptx.inst.mad.wide.u32(place, row, 4, place)
    value = reg.scalar(f32, init=0.0)
    ptx.ld(f32, value, ptx.addr(place), cache="nc", pred=inside)
    return value


def build_fused_silu_mul_backward(
    *, columns: int | None = None, dtype: PtxType = f32, out: PtxType | None = None, arch: str = "sm_80"
) -> Kernel:
    """Build the gradients of `silu(Gate) * Up` for Gate[M, F] and Up[M, F] of up to 2**31 elements.

    The inputs are Gate, Up and G[M, F], the outputs the gradients of Gate and of Up.

    Args:
        columns: F, for matrices whose rows may be apart; None for contiguous ones of any F.
        dtype: Element type of Gate, Up and their gradients: f32, bf16 or f16.
        out: Element type of G: that of Gate, or another of these.
        arch: Target.
    """
    out = out or dtype
    matrices = Elementwise(columns, dtype, out, inputs=3, arch=arch)

    @kernel(
        in_specs=(matrices.tile("Gate", dtype), matrices.tile("Up", dtype), matrices.tile("G", out)),
        out_specs=(matrices.tile("DGate", dtype), matrices.tile("DUp", dtype)),
        arch=arch,
        **matrices.geometry,
    )
    def fused_silu_mul_backward(Gate: Any, Up: Any, G: Any, DGate: Any, DUp: Any) -> None:
        matrix = matrices.pieces(Gate)
        gates, ups, grads = (rows.Elements(matrix, each) for each in (Gate, Up, G))
        results = [rows.Columns(matrix, each) for each in (DGate, DUp)]
        for (piece, gated), (_, raised), (_, given) in zip(gates, ups, grads, strict=True):
            made: tuple[list[Any], list[Any]] = ([], [])
            for gate, up, grad in zip(gated, raised, given, strict=True):
                sigmoid = gate * -LOG2_E
                ptx.inst.ex2.approx.f32(sigmoid, sigmoid)
                sigmoid += 1.0
                ptx.inst.rcp.approx.f32(sigmoid, sigmoid)
                silu = gate * sigmoid
                # silu' = sigmoid * (1 + gate * (1 - sigmoid)) = sigmoid + silu - silu * sigmoid
                slope = reg.scalar(f32)
                ptx.inst.fma.rn.f32(slope, -silu, sigmoid, sigmoid + silu)
                made[0].append(grad * up * slope)
                made[1].append(grad * silu)
            for columns_of, values in zip(results, made, strict=True):
                columns_of.store(piece, values)
        ptx.ret()

    return fused_silu_mul_backward
