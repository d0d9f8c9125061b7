"""Mean of f32 vectors over the GPUs of a node by multicast addresses: the switch adds, no rank reads another.

A multicast address refers to memory on each GPU. Each rank loads its share of the vector by
``multimem.ld_reduce``, which returns the sum over all ranks, and stores the mean by ``multimem.st``, which
writes it to all of them. Signals use such addresses too: ``multimem.red`` counts an arrived CTA on every
rank, and each rank waits for the count in its own memory.

The simulator has one GPU per multicast address: ``python examples/distributed/multicast_all_reduce.py`` runs
one rank. Under ``torchrun --nproc-per-node 8`` the file runs on GPUs that NVSwitch connects, with symmetric
memory.
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
VECTOR = 4


def build_multicast_mean(world: int, n: int, *, arch: str = "sm_90a") -> Kernel:
    """Build the mean over `world` ranks of vectors of `n` elements, a multiple of ``world * CTAS * VECTOR``.

    Its parameters: the multicast address of the vectors and that of the signals (`CTAS` words of u32, 0
    before the first call), the address of this rank's signals, the rank, and how many calls were made before.
    """
    chunk = n // (world * CTAS)
    if chunk * world * CTAS != n or chunk % VECTOR:
        raise ValueError(f"{n} elements are not a multiple of {world} ranks * {CTAS} CTAs * {VECTOR}")

    @kernel(
        block=(THREADS, 1, 1),
        grid=(CTAS, 1, 1),
        arch=arch,
        raw_params=[
            ("u64", "vectors"),
            ("u64", "signals"),
            ("u64", "mine"),
            ("u32", "rank"),
            ("u32", "epoch"),
        ],
    )
    def multicast_mean():
        rank = ptx.param(u32, "rank")
        cta = reg.from_(ptx.special.ctaid.x(), u32)
        thread = reg.from_(ptx.special.tid.x(), u32)
        vectors = ptx.cvta.to_global(ptx.param(u64, "vectors"))
        signals = ptx.cvta.to_global(ptx.param(u64, "signals")) + cta * 4
        mine = ptx.cvta.to_global(ptx.param(u64, "mine")) + cta * 4
        arrived = ptx.param(u32, "epoch") * (2 * world)

        def meet() -> None:
            """Wait until the CTAs of this number are here on all ranks, and see what they wrote before."""
            ptx.bar.sync(0)
            with ptx.if_(thread == 0):
                ptx.multimem.red("add", u32, ptx.addr(signals), 1, sem="release", scope="sys")
                seen, early = reg.scalar(u32), reg.scalar(pred)
                with ptx.loop("meet", pred=early):
                    ptx.inst.ld.acquire.sys.global_.u32(seen, ptx.addr(mine))
                    ptx.inst.setp.lt.u32(early, seen, arrived)
            ptx.bar.sync(0)

        arrived += world
        meet()
        first = (rank * CTAS + cta) * chunk
        for i in ptx.range_(thread * VECTOR, chunk, THREADS * VECTOR):
            place = ptx.addr(vectors + (first + i) * 4)
            sums = reg.array(f32, VECTOR)
            ptx.multimem.ld_reduce("add", f32, sums, place, sem="relaxed", scope="sys")
            means = [total * (1.0 / world) for total in sums]
            ptx.multimem.st(f32, place, means, sem="relaxed", scope="sys")
        arrived += world
        meet()

    return multicast_mean


def multicast_mean_ref(vectors: np.ndarray) -> np.ndarray:
    """Return the expected vector of each rank, in NumPy."""
    return np.repeat(vectors.mean(axis=0, dtype=np.float32)[None], len(vectors), axis=0)


def simulated(n: int = 4096, calls: int = 2) -> None:
    """Run one rank on the simulator, twice over the same signals."""
    rng = np.random.default_rng(0)
    mean = build_multicast_mean(1, n).launch()
    signals = np.zeros(CTAS, np.uint32)
    for epoch in range(calls):
        vectors = rng.standard_normal((1, n), dtype=np.float32)
        expected = multicast_mean_ref(vectors)
        mean(vectors, signals, signals, 0, epoch)
        if not np.array_equal(vectors, expected):
            raise SystemExit(f"call {epoch}: wrong means")
        print(f"call {epoch}: {n} elements behind a multicast address of one simulated GPU: right")


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
    addresses = [symmetric.rendezvous(tensor, dist.group.WORLD).multicast_ptr for tensor in (vector, signal)]
    if not all(addresses):
        raise SystemExit("these GPUs have no multicast addresses: they need NVSwitch")
    expected = vector.clone()
    dist.all_reduce(expected, op=dist.ReduceOp.AVG)
    mean = build_multicast_mean(world, n).launch(engine="gpu", device=device.index)
    mean(*addresses, signal.data_ptr(), rank, 0)
    torch.testing.assert_close(vector, expected)
    print(f"mean of {n} elements on rank {rank} of {world}: right")
    dist.destroy_process_group()


def main() -> None:
    """Run on the GPUs that ``torchrun`` gives, else on the simulator."""
    if "LOCAL_RANK" in os.environ:
        distributed()
    else:
        simulated()


if __name__ == "__main__":
    main()
