// OpenCL C: images, local memory, vectors, barriers.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__constant float weights[3] = {0.25f, 0.5f, 0.25f};

__kernel void blur(__global const float *in, __global float *out, __local float *row, int n) {
    int l = __nvvm_read_ptx_sreg_tid_x(), i = __nvvm_read_ptx_sreg_ctaid_x() * 64 + l;
    row[l] = in[i];
    __nvvm_bar_sync(0);
    out[i] = row[l - 1] * weights[0] + row[l] * weights[1] + row[l + 1] * weights[2];
}

__kernel void vectors(__global float4 *a, __global const uchar16 *b, double2 c, short3 d) {
    a[0] = a[1] * a[2].wzyx + (float4)(c.x, c.y, d.x, d.z);
    a[3] = __builtin_convertvector(b[0].lo.lo, float4);
}

__attribute__((reqd_work_group_size(8, 8, 1))) __kernel void required(__global int *a) { a[0]++; }
