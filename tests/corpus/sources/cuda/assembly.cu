// Single instructions of many sections, as inline assembly writes them.
typedef unsigned u32;
typedef unsigned long long u64;

__global__ void arithmetic(u32 *r, int *s, u64 *w, float *f, double *d) {
    asm("add.cc.u32 %0, %2, %3;\n\taddc.cc.u32 %1, %2, %3;\n\taddc.u32 %1, %1, 0;" : "=r"(r[0]), "=r"(r[1]) : "r"(r[2]), "r"(r[3]));
    asm("sub.cc.u64 %0, %1, %2;\n\tsubc.u64 %0, %0, %2;" : "=&l"(w[0]) : "l"(w[1]), "l"(w[2]));
    asm("mad.lo.cc.u32 %0, %1, %2, %3;\n\tmadc.hi.u32 %0, %1, %2, %0;" : "=&r"(r[4]) : "r"(r[5]), "r"(r[6]), "r"(r[7]));
    asm("mul.wide.u16 %0, %1, %2;\n\tmad24.lo.s32 %0, %0, %3, 5;\n\tmul24.hi.u32 %0, %0, %3;" : "=&r"(r[8]) : "h"((short)s[0]), "h"((short)3), "r"(r[9]));
    asm("bfe.u32 %0, %1, 4, 8;\n\tbfi.b32 %0, %0, %1, 3, 5;\n\tbfind.shiftamt.u32 %0, %0;\n\tfns.b32 %0, %0, 1, 2;\n\tszext.wrap.s32 %0, %0, 7;\n\tbmsk.clamp.b32 %0, %0, 9;" : "=&r"(r[10]) : "r"(r[11]));
    asm("lop3.b32 %0, %1, %2, %3, 0xe8;\n\tshf.l.wrap.b32 %0, %0, %1, 7;\n\tprmt.b32.f4e %0, %0, %1, %2;\n\tcnot.b32 %0, %0;" : "=&r"(r[12]) : "r"(r[13]), "r"(r[14]), "r"(r[15]));
    asm("sad.s32 %0, %1, %2, 4;\n\tabs.s32 %0, %0;\n\tdp4a.s32.u32 %0, %1, %2, %0;\n\tslct.s32.f32 %0, %0, %1, %3;" : "=&r"(s[1]) : "r"(s[2]), "r"(s[3]), "f"(f[0]));
    asm("{\n\t.reg .pred p, q;\n\tsetp.lt.and.s32 p|q, %1, %2, p;\n\tset.ge.u32.f32 %0, %3, 0f3F800000;\n\t@!q add.s32 %0, %0, 1;\n\tselp.b32 %0, %0, 7, p;\n\t}" : "=&r"(s[4]) : "r"(s[5]), "r"(s[6]), "f"(f[1]));
    asm("{\n\t.reg .pred p;\n\ttestp.subnormal.f32 p, %1;\n\tselp.f32 %0, %1, 0f00000000, p;\n\tcopysign.f32 %0, %0, %1;\n\ttanh.approx.f32 %0, %0;\n\tex2.approx.ftz.f32 %0, %0;\n\trcp.rz.f32 %0, %0;\n\t}" : "=&f"(f[2]) : "f"(f[3]));
    asm("fma.rm.f64 %0, %1, %2, %1;\n\trcp.approx.ftz.f64 %0, %0;\n\trsqrt.approx.f64 %0, %0;\n\tneg.f64 %0, %0;\n\tdiv.rp.f64 %0, %0, %1;" : "=&d"(d[0]) : "d"(d[1]), "d"(d[2]));
    asm("cvt.rni.s32.f32 %0, %1;\n\tcvt.sat.u8.s32 %0, %0;\n\tcvt.pack.sat.u8.s32.b32 %0, %0, %2, %0;" : "=&r"(s[7]) : "f"(f[4]), "r"(s[8]));
}
__global__ void video(u32 *r) {
    asm("vadd.u32.u32.u32.sat %0, %1.b0, %2.h1;\n\tvsub.s32.s32.u32.add %0, %1, %2.b3, %0;\n\tvabsdiff.u32.s32.s32 %0, %0, %1;" : "=&r"(r[0]) : "r"(r[1]), "r"(r[2]));
    asm("vmin.s32.s32.s32 %0, %1.h0, %2;\n\tvshl.u32.u32.u32.wrap %0, %0, 3;\n\tvmad.u32.u32.u32.shr7 %0, %0, %1, %2;\n\tvset.u32.u32.lt %0, %0, %2;" : "=&r"(r[3]) : "r"(r[4]), "r"(r[5]));
    asm("vadd2.s32.s32.s32.sat %0, %1, %2, %1;\n\tvabsdiff4.u32.u32.u32.add %0, %0, %1, %2;\n\tvavrg2.u32.u32.u32 %0.h10, %0.h32, %1.h10, %2;\n\tvset4.u32.u32.ne %0, %0, %1, %2;" : "=&r"(r[6]) : "r"(r[7]), "r"(r[8]));
}
__global__ void warps(u32 *r, int *s) {
    u32 mask, lane;
    asm volatile("activemask.b32 %0;\n\tmov.u32 %1, %%laneid;" : "=r"(mask), "=r"(lane));
    asm volatile("{\n\t.reg .pred p;\n\tshfl.sync.up.b32 %0|p, %1, 1, 0, %2;\n\t@p add.u32 %0, %0, 1;\n\tvote.sync.uni.pred p, p, %2;\n\tvote.sync.ballot.b32 %0, p, -1;\n\t}" : "=&r"(r[0]) : "r"(r[1]), "r"(mask));
    asm volatile("bar.sync 1, 64;\n\tbar.arrive 2, 128;\n\tbarrier.sync 3;\n\tbarrier.cta.sync.aligned 4, 64;\n\tbar.warp.sync %0;" ::"r"(mask));
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.s32 p, %1, 0;\n\tbar.red.popc.u32 %0, 5, p;\n\tbarrier.red.and.pred p, 6, 64, p;\n\t}" : "=r"(r[2]) : "r"(s[0]));
    asm volatile("match.any.sync.b64 %0, %1, 0xffffffff;\n\tnanosleep.u32 40;\n\tpmevent 3;" : "=r"(r[3]) : "l"((u64)s[1]));
}
__global__ void registers(u32 *r, u64 *w) {
    asm volatile("mov.u32 %0, %%smid;" : "=r"(r[0]));
    asm volatile("mov.u32 %0, %%nsmid;" : "=r"(r[1]));
    asm volatile("mov.u32 %0, %%warpid;" : "=r"(r[2]));
    asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(r[3]));
    asm volatile("mov.u32 %0, %%lanemask_ge;" : "=r"(r[4]));
    asm volatile("mov.u32 %0, %%dynamic_smem_size;" : "=r"(r[5]));
    asm volatile("mov.u32 %0, %%total_smem_size;" : "=r"(r[6]));
    asm volatile("mov.u32 %0, %%clock_hi;" : "=r"(r[7]));
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(w[0]));
    asm volatile("mov.u64 %0, %%gridid;" : "=l"(w[1]));
    asm volatile("mov.u32 %0, %%envreg3;" : "=r"(r[8]));
    asm volatile("mov.u32 %0, %%pm0;" : "=r"(r[9]));
    asm volatile("mov.u32 %0, WARP_SZ;" : "=r"(r[10]));
    asm volatile("{\n\t.reg .pred p;\n\tisspacep.shared p, %1;\n\tselp.u32 %0, 1, 0, p;\n\t}" : "=r"(r[11]) : "l"(w));
}
__global__ void halves(u32 *r, unsigned short *h, float *f) {
    asm("fma.rn.f16x2 %0, %1, %2, %1;\n\tadd.rn.sat.f16x2 %0, %0, %1;\n\tneg.f16x2 %0, %0;\n\tex2.approx.f16x2 %0, %0;" : "=&r"(r[0]) : "r"(r[1]), "r"(r[2]));
    asm("{\n\t.reg .pred p, q;\n\tsetp.gt.f16x2 p|q, %1, %2;\n\tselp.b32 %0, %1, %2, q;\n\tset.lt.f16x2.f16x2 %0, %0, %1;\n\t}" : "=&r"(r[3]) : "r"(r[4]), "r"(r[5]));
    asm("tanh.approx.f16 %0, %1;\n\tex2.approx.f16 %0, %0;" : "=&h"(h[0]) : "h"(h[1]));
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h[2]) : "f"(f[0]));
#if __CUDA_ARCH__ >= 800
    asm("min.f16x2 %0, %1, %2;\n\tmax.NaN.f16x2 %0, %0, %1;" : "=&r"(r[5]) : "r"(r[1]), "r"(r[2]));
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;\n\tfma.rn.relu.bf16x2 %0, %0, %0, %0;" : "=&r"(r[6]) : "f"(f[1]), "f"(f[2]));
    asm("cvt.rna.tf32.f32 %0, %1;\n\tcvt.rz.relu.bf16x2.f32 %0, %1, %1;" : "=&r"(r[7]) : "f"(f[3]));
    asm("redux.sync.add.s32 %0, %1, 0xffffffff;" : "=r"(r[8]) : "r"(r[9]));
#endif
}
