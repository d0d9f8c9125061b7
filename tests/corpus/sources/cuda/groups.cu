// Cooperative groups.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

__global__ void groups(int *data, float *out) {
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    int v = data[block.thread_rank()];
    out[0] = tile.shfl_down(v, 3) + tile.ballot(v > 2) + cg::reduce(tile, v, cg::plus<int>()) + cg::reduce(tile, (float)v, cg::greater<float>());
    auto coalesced = cg::coalesced_threads();
    out[1] = cg::reduce(coalesced, v, cg::bit_xor<int>()) + coalesced.num_threads() + cg::inclusive_scan(coalesced, v);
    auto labelled = cg::labeled_partition(tile, v & 3);
    out[2] = labelled.shfl(v, 0) + cg::exclusive_scan(tile, v);
    block.sync();
    cg::this_grid().sync();
    out[3] = cg::this_grid().thread_rank();
#if __CUDA_ARCH__ >= 900
    cg::cluster_group cluster = cg::this_cluster();
    __shared__ int shared;
    *cluster.map_shared_rank(&shared, 1) = v;
    cluster.sync();
    out[4] = shared + cluster.block_rank();
#endif
}
