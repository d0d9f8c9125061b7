"""Kernels on DTensors and among processes that gloo connects; each process prints what came of each step."""

from __future__ import annotations

import json
import sys
from typing import Any

import torch
import torch.distributed as dist
from torch.distributed.tensor import DTensor, Replicate, Shard, distribute_tensor, init_device_mesh

from pyptx import Tile, kernel, ptx, reg
from pyptx.types import f32, u32

V, M = Tile("N", f32), Tile("M", "N", f32)
WORLD = 2


@kernel(in_specs=(V, V), out_specs=(V,), grid=lambda N: N, parallel=("N",))
def add(X: Any, Y: Any, Z: Any) -> None:
    i = reg.from_(ptx.special.ctaid.x(), u32) * 4
    px, py, pz = (pointer + i for pointer in ptx.global_ptrs(X, Y, Z))
    x, y = reg.scalar(f32), reg.scalar(f32)
    ptx.inst.ld.global_.f32(x, ptx.addr(px))
    ptx.inst.ld.global_.f32(y, ptx.addr(py))
    ptx.inst.st.global_.f32(ptx.addr(pz), x + y)


@kernel(in_specs=(M, V), out_specs=(M,), grid=lambda M: M, block=(32,), parallel=("M",))
def shifted(X: Any, B: Any, Y: Any) -> None:
    """Each row less its first element, and a vector more: independent by rows, and by nothing else."""
    at = reg.from_(ptx.special.ctaid.x(), u32) * X.shape[1] * 4
    px, pb, py = ptx.global_ptrs(X, B, Y)
    first, x, b = reg.scalar(f32), reg.scalar(f32), reg.scalar(f32)
    ptx.inst.ld.global_.f32(first, ptx.addr(px + at))
    for column in ptx.range_(reg.from_(ptx.special.tid.x(), u32), X.shape[1], 32):
        ptx.inst.ld.global_.f32(x, ptx.addr(px + at + column * 4))
        ptx.inst.ld.global_.f32(b, ptx.addr(pb + column * 4))
        ptx.inst.st.global_.f32(ptx.addr(py + at + column * 4), x - first + b)


def run(rank: int, store: str) -> None:
    dist.init_process_group("gloo", init_method=f"file://{store}", rank=rank, world_size=WORLD)
    mesh = init_device_mesh("cpu", (WORLD,))
    torch.manual_seed(0)
    x, m = torch.randn(6), torch.randn(4, 6)
    said: dict[str, Any] = {}

    def note(name: str, made: DTensor, wanted: torch.Tensor) -> None:
        placements = [f"S({p.dim})" if isinstance(p, Shard) else "R" for p in made.placements]
        said[name] = [placements, torch.allclose(made.full_tensor(), wanted)]

    spread = distribute_tensor(x, mesh, [Shard(0)])
    whole = distribute_tensor(x, mesh, [Replicate()])
    note("spread", add(spread, spread), 2 * x)
    note("mixed", add(spread, whole), 2 * x)
    note("whole", add(whole, whole), 2 * x)
    rows, columns = (distribute_tensor(m, mesh, [Shard(dim)]) for dim in (0, 1))
    wanted = m - m[:, :1] + x
    note("rows", shifted(rows, whole), wanted)
    note("rows and a spread vector", shifted(rows, spread), wanted)
    note("columns", shifted(columns, whole), wanted)
    partial = add(spread.to_local(), spread.to_local())
    dist.all_reduce(partial)
    said["all_reduce"] = [[], torch.allclose(partial, 2 * (x[:3] + x[3:]))]
    dist.destroy_process_group()
    if rank == 0:
        sys.stdout.write(json.dumps(said))


if __name__ == "__main__":
    torch.multiprocessing.start_processes(run, (sys.argv[1],), WORLD, start_method="fork")
