// Integer intrinsics: bits, wide products, packed bytes, dot products, 128-bit numbers.
__global__ void bits(unsigned *u, int *s, unsigned long long *w) {
    u[0] = __popc(u[1]) + __clz(s[1]) + __ffs(s[2]) + __brev(u[2]) + __byte_perm(u[3], u[4], 0x5410);
    w[0] = __popcll(w[1]) + __clzll((long long)w[2]) + __ffsll((long long)w[3]) + __brevll(w[4]);
    u[5] = __funnelshift_l(u[6], u[7], u[8]) + __funnelshift_r(u[6], u[7], u[8]) + __funnelshift_lc(u[6], u[7], u[8]);
    u[9] = (u[10] >> 5 & 0x3ff) | (u[11] << 8) | (u[12] ^ (u[13] & ~u[14]));
    s[15] = (s[16] << 7) >> 12;
}
__global__ void products(unsigned *u, int *s, unsigned long long *w, long long *l) {
    u[0] = __umulhi(u[1], u[2]) + __mul24(s[1], s[2]) + __umul24(u[1], u[2]) + __mulhi(s[3], s[4]);
    w[0] = __umul64hi(w[1], w[2]) + (unsigned long long)u[3] * u[4] + (unsigned long long)((long long)s[3] * s[4]);
    s[0] = __sad(s[1], s[2], u[3]) + __usad(u[1], u[2], u[3]) + __hadd(s[1], s[2]) + __rhadd(s[1], s[2]);
    s[5] = s[6] / s[7] + s[8] % s[9] + s[10] / 7 + s[11] % 10 + (int)(u[12] / 3);
    l[5] = l[6] / l[7] + l[8] % l[9] + l[10] / 1000;
    l[11] = min(l[12], l[13]) + max(l[14], 3ll) + llabs(l[15]) + abs(s[12]);
}
__global__ void dots(int *s, unsigned *u) {
    s[0] = __dp4a(s[1], s[2], s[3]) + __dp2a_lo(s[1], s[2], s[3]) + __dp2a_hi(s[1], s[2], s[3]);
    u[0] = __dp4a(u[1], u[2], u[3]) + __dp2a_lo(u[1], u[2], u[3]);
}
__global__ void packed(unsigned *u) {
    u[0] = __vadd4(u[1], u[2]) ^ __vsub2(u[1], u[2]) ^ __vabsdiffu4(u[1], u[2]) ^ __vmaxs2(u[1], u[2]);
    u[3] = __vcmpgtu4(u[1], u[2]) ^ __vsetles2(u[1], u[2]) ^ __vavgu4(u[1], u[2]) ^ __vsads4(u[1], u[2]);
    u[4] = __viaddmax_s32(u[1], u[2], u[3]) ^ __vimax3_u32(u[1], u[2], u[3]) ^ __viaddmin_s16x2_relu(u[1], u[2], u[3]);
}
__global__ void wide(unsigned __int128 *a) {
    a[0] = a[1] * a[2] + a[3];
    a[4] = a[5] / (a[6] | 1);
    a[7] = a[8] >> (int)a[9];
    ((__int128 *)a)[10] = ((__int128 *)a)[11] - (((__int128 *)a)[12] < 0);
}
__global__ void narrow(unsigned char *b, unsigned short *h) {
    b[0] = b[1] + b[2] * b[3];
    h[0] = h[1] - h[2] / (h[3] | 1);
    ((char4 *)b)[4] = make_char4(b[5], b[6], b[7], b[8]);
    ((ushort2 *)h)[4] = make_ushort2(h[5], h[6]);
}
