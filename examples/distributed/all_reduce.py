"""All-reduce of f32 vectors over the GPUs of a node, each reading and writing the memory of all.

Each rank sums its share of the vector over all ranks, and writes the sum to all of them. Before and after,
the CTAs with the same number on all ranks synchronise by signals: ``red.release.sys`` to the memory of the
others, ``ld.acquire.sys`` of their own.

On GPUs each rank launches ``(CTAS, 1)`` CTAs with its own rank number. The second dimension of the grid adds
to that number, so one launch of ``(CTAS, WORLD)`` runs all ranks at once:
``python examples/distributed/all_reduce.py`` does so on the simulator. Under ``torchrun --nproc-per-node 8``
the file runs on GPUs, with symmetric memory.
"""

from __future__ import annotations

import importlib
import os

import numpy as np

from pyptx import kernel, ptx, reg
from pyptx.kernel import Kernel
from pyptx.types import f32, pred, u32, u64

THREADS = 256
CTAS = 4


def build_all_reduce(world: int, n: int, *, arch: str = "sm_90a") -> Kernel:
    """Build the sum over `world` ranks of vectors of `n` elements, a multiple of ``world * CTAS``.

    Its parameters: the address of each rank's vector, the address of each rank's signals (`CTAS` words of
    u32, 0 before the first call), the rank, and how many calls were made before.
    """
    chunk = n // (world * CTAS)
    if chunk * world * CTAS != n:
        raise ValueError(f"{n} elements are not a multiple of {world} ranks * {CTAS} CTAs")
    addresses = [(u64.name, f"{what}{peer}") for what in ("buffer", "signal") for peer in range(world)]

    @kernel(
        block=(THREADS, 1, 1),
        arch=arch,
        raw_params=[*addresses, ("u32", "rank"), ("u32", "epoch")],
    )
    def all_reduce():
        rank = ptx.param(u32, "rank") + ptx.special.ctaid.y()
        cta = reg.from_(ptx.special.ctaid.x(), u32)
        thread = reg.from_(ptx.special.tid.x(), u32)
        buffers = [ptx.cvta.to_global(ptx.param(u64, f"buffer{peer}")) for peer in range(world)]
        signals = [ptx.cvta.to_global(ptx.param(u64, f"signal{peer}")) + cta * 4 for peer in range(world)]
        mine = reg.scalar(u64)
        for peer in range(world):
            with ptx.if_(rank == peer):
                ptx.inst.mov.u64(mine, signals[peer])
        arrived = ptx.param(u32, "epoch") * (2 * world)

        def meet() -> None:
            """Wait for the CTAs of this number on all ranks; their earlier writes are visible afterwards."""
            ptx.bar.sync(0)
            with ptx.if_(thread == 0):
                for signal in signals:
                    ptx.inst.red.release.sys.global_.add.u32(ptx.addr(signal), 1)
                seen, early = reg.scalar(u32), reg.scalar(pred)
                with ptx.loop("meet", pred=early):
                    ptx.inst.ld.acquire.sys.global_.u32(seen, ptx.addr(mine))
                    ptx.inst.setp.lt.u32(early, seen, arrived)
            ptx.bar.sync(0)

        arrived += world
        meet()
        first = (rank * CTAS + cta) * chunk
        for i in ptx.range_(thread, chunk, THREADS):
            offset = (first + i) * 4
            total, value = reg.scalar(f32, init=0.0), reg.scalar(f32)
            for buffer in buffers:
                ptx.inst.ld.relaxed.sys.global_.f32(value, ptx.addr(buffer + offset))
                total += value
            for buffer in buffers:
                ptx.inst.st.relaxed.sys.global_.f32(ptx.addr(buffer + offset), total)
        arrived += world
        meet()

    return all_reduce


def all_reduce_ref(vectors: np.ndarray) -> np.ndarray:
    """Return the expected vector of each rank, in NumPy."""
    return np.repeat(vectors.sum(axis=0, dtype=np.float32)[None], len(vectors), axis=0)


def simulated(world: int = 4, n: int = 4096, calls: int = 2) -> None:
    """Run all ranks in one launch on the simulator, twice over the same signals."""
    rng = np.random.default_rng(0)
    reduce = build_all_reduce(world, n).launch(grid=(CTAS, world))
    signals = [np.zeros(CTAS, np.uint32) for _ in range(world)]
    for epoch in range(calls):
        vectors = rng.standard_normal((world, n), dtype=np.float32)
        expected = all_reduce_ref(vectors)
        reduce(*vectors, *signals, 0, epoch)
        error = float(np.abs(vectors - expected).max())
        if not error <= 1e-5:
            raise SystemExit(f"call {epoch}: wrong sums, error {error:.3g}")
        print(f"call {epoch}: {n} elements on {world} simulated ranks, largest error {error:.3g}")


def distributed(n: int = 1 << 20) -> None:
    """Run this rank on its GPU, with vectors and signals in symmetric memory."""
    torch = importlib.import_module("torch")
    dist = importlib.import_module("torch.distributed")
    symmetric = importlib.import_module("torch.distributed._symmetric_memory")
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
    torch.cuda.set_device(device)
    dist.init_process_group("nccl", device_id=device)
    rank, world = dist.get_rank(), dist.get_world_size()
    vector = symmetric.empty(n, dtype=torch.float32, device=device).normal_()
    signal = symmetric.empty(CTAS, dtype=torch.int32, device=device).zero_()
    addresses = [
        address
        for tensor in (vector, signal)
        for address in symmetric.rendezvous(tensor, dist.group.WORLD).buffer_ptrs
    ]
    expected = vector.clone()
    dist.all_reduce(expected)
    reduce = build_all_reduce(world, n).launch(grid=(CTAS, 1), engine="gpu", device=device.index)
    reduce(*addresses, rank, 0)
    torch.testing.assert_close(vector, expected)
    print(f"all_reduce of {n} elements on rank {rank} of {world}: right")
    dist.destroy_process_group()


def main() -> None:
    """Run on the GPUs that ``torchrun`` gives, else on the simulator."""
    if "LOCAL_RANK" in os.environ:
        distributed()
    else:
        simulated()


if __name__ == "__main__":
    main()
