// Tensor copies (TMA): tiles, im2col, multicast, reductions, and tensor maps changed on the device.
typedef unsigned u32;
typedef unsigned long long u64;
struct alignas(64) Map { u64 words[16]; };

__global__ void copies(const __grid_constant__ Map map, Map *maps, int x, int y, int z) {
    extern __shared__ __align__(1024) unsigned char tile[];
    __shared__ u64 bar;
    u32 to = (u32)__cvta_generic_to_shared(tile), b = (u32)__cvta_generic_to_shared(&bar);
    const Map *m = &map;
    u64 policy = 0x14F0000000000000ull;
    if (threadIdx.x == 0) {
        asm volatile("prefetch.param.tensormap [%0];" ::"l"(m));
        asm volatile("prefetch.tensormap [%0];" ::"l"(maps));
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(b));
        asm volatile("fence.proxy.async;" ::: "memory");
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(b), "r"(16384));
        asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3}], [%2];" ::"r"(to), "l"(m), "r"(b), "r"(x) : "memory");
        asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [%0], [%1, {%3, %4}], [%2], %5;" ::"r"(to), "l"(m), "r"(b), "r"(x), "r"(y), "l"(policy) : "memory");
        asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%3, %4, %5}], [%2], %6;" ::"r"(to), "l"(m), "r"(b), "r"(x), "r"(y), "r"(z), "h"((short)3) : "memory");
        asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5, %3}], [%2], {%6, %7};" ::"r"(to), "l"(m), "r"(b), "r"(x), "r"(y), "r"(z), "h"((short)1), "h"((short)2) : "memory");
        asm volatile("cp.async.bulk.tensor.5d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint [%0], [%1, {%3, %4, %5, %3, %4}], [%2], %6, %7;" ::"r"(to), "l"(m), "r"(b), "r"(x), "r"(y), "r"(z), "h"((short)3), "l"(policy) : "memory");
        asm volatile("cp.async.bulk.prefetch.tensor.2d.L2.global.tile [%0, {%1, %2}];" ::"l"(m), "r"(x), "r"(y));
        asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%2, %3}], [%1];" ::"l"(m), "r"(to), "r"(x), "r"(y) : "memory");
        asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group.L2::cache_hint [%0, {%2, %3}], [%1], %4;" ::"l"(m), "r"(to), "r"(x), "r"(y), "l"(policy) : "memory");
        asm volatile("cp.reduce.async.bulk.tensor.3d.global.shared::cta.min.bulk_group [%0, {%2, %3, %3}], [%1];" ::"l"(m), "r"(to), "r"(x), "r"(y) : "memory");
        asm volatile("cp.async.bulk.commit_group;\n\tcp.async.bulk.wait_group.read 0;" ::: "memory");
    }
}
#if __CUDA_ARCH_FEAT_SM90_ALL || __CUDA_ARCH_FEAT_SM100_ALL || __CUDA_ARCH_FEAT_SM120_ALL
__global__ void changes(Map *maps, const float *base, u32 size, u64 stride) {
    __shared__ __align__(128) Map map;
    u32 at = (u32)__cvta_generic_to_shared(&map);
    asm volatile("tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;" ::"r"(at), "l"(base));
    asm volatile("tensormap.replace.tile.rank.shared::cta.b1024.b32 [%0], 1;" ::"r"(at));
    asm volatile("tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 0, %1;" ::"r"(at), "r"(size));
    asm volatile("tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 1, %1;" ::"r"(at), "r"(size));
    asm volatile("tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%0], 0, %1;" ::"r"(at), "l"(stride));
    asm volatile("tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [%0], 7;" ::"r"(at));
    asm volatile("tensormap.replace.tile.swizzle_mode.global.b1024.b32 [%0], 3;" ::"l"(maps));
    asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%0], [%1], 128;" ::"l"(maps), "r"(at));
    asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(maps) : "memory");
    asm volatile("fence.proxy.tensormap::generic.release.sys;" ::: "memory");
}
#endif
#if __CUDA_ARCH_FEAT_SM100_ALL
__global__ void __cluster_dims__(2, 1, 1) gathers(const __grid_constant__ Map map, int x, int y) {
    extern __shared__ __align__(1024) unsigned char tile[];
    __shared__ u64 bar;
    u32 to = (u32)__cvta_generic_to_shared(tile), b = (u32)__cvta_generic_to_shared(&bar);
    asm volatile("cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %4, %4, %4}], [%2];" ::"r"(to), "l"(&map), "r"(b), "r"(x), "r"(y) : "memory");
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.cta_group::2 [%0], [%1, {%3, %4}], [%2];" ::"r"(to), "l"(&map), "r"(b), "r"(x), "r"(y) : "memory");
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group [%0, {%2, %3, %3, %3, %3}], [%1];" ::"l"(&map), "r"(to), "r"(x), "r"(y) : "memory");
    asm volatile("cp.async.bulk.tensor.3d.shared::cta.global.im2col::w.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %4}], [%2], {%5, %6};" ::"r"(to), "l"(&map), "r"(b), "r"(x), "r"(y), "h"((short)1), "h"((short)2) : "memory");
}
#endif
