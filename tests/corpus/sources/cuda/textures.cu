// Texture and surface objects.
__global__ void fetch(cudaTextureObject_t t, float4 *out, float x, float y, float z, int i) {
    out[0] = tex1Dfetch<float4>(t, i);
    out[1] = tex1D<float4>(t, x);
    out[2] = tex2D<float4>(t, x, y);
    out[3] = tex3D<float4>(t, x, y, z);
    out[4] = tex2DLod<float4>(t, x, y, z);
    out[5] = tex2DGrad<float4>(t, x, y, make_float2(x, y), make_float2(y, z));
    out[6] = tex2Dgather<float4>(t, x, y, 2);
    out[7] = texCubemap<float4>(t, x, y, z);
    out[8] = tex2DLayered<float4>(t, x, y, i);
    out[9] = texCubemapLayered<float4>(t, x, y, z, i);
    out[10] = tex1DLayered<float4>(t, x, i);
    out[11] = tex3DGrad<float4>(t, x, y, z, out[0], out[1]);
    out[12].x = tex2D<float>(t, y, x);
    bool resident;
    out[13] = tex2D<float4>(t, x, y, &resident);
    out[14].y = resident;
}
__global__ void integers(cudaTextureObject_t t, int4 *out, uchar4 *bytes, float x) {
    out[0] = tex1D<int4>(t, x);
    out[1].x = tex2D<unsigned>(t, x, x);
    bytes[0] = tex2D<uchar4>(t, x, x);
    bytes[1].x = tex2D<unsigned char>(t, x, x);
    ((short2 *)bytes)[2] = tex2D<short2>(t, x, x);
}
__global__ void surfaces(cudaSurfaceObject_t s, float4 *out, int x, int y, int z) {
    float4 v = surf2Dread<float4>(s, x * 16, y);
    surf2Dwrite(v, s, x * 16, y + 1, cudaBoundaryModeClamp);
    out[0] = v;
    out[1].x = surf1Dread<float>(s, x * 4, cudaBoundaryModeZero);
    surf1Dwrite((unsigned char)x, s, x);
    int2 w = surf3Dread<int2>(s, x * 8, y, z);
    surf3Dwrite(w, s, x * 8, y, z);
    surf2DLayeredwrite((short)x, s, x * 2, y, z);
    surfCubemapwrite((long long)x, s, x * 8, y, z);
    out[2].y = surf1DLayeredread<float>(s, x * 4, z) + surf2DLayeredread<unsigned short>(s, x * 2, y, z);
}
__global__ void queries(cudaTextureObject_t t, cudaSurfaceObject_t s, int *out) {
    asm("txq.width.b32 %0, [%1];" : "=r"(out[0]) : "l"(t));
    asm("txq.height.b32 %0, [%1];" : "=r"(out[1]) : "l"(t));
    asm("txq.channel_order.b32 %0, [%1];" : "=r"(out[2]) : "l"(t));
    asm("txq.num_mipmap_levels.b32 %0, [%1];" : "=r"(out[3]) : "l"(t));
    asm("suq.width.b32 %0, [%1];" : "=r"(out[4]) : "l"(s));
    asm("suq.channel_data_type.b32 %0, [%1];" : "=r"(out[5]) : "l"(s));
    asm volatile("sured.b.add.2d.u32.clamp [%0, {%1, %2}], %3;" ::"l"(s), "r"(4), "r"(5), "r"(out[6]));
    asm volatile("sust.p.2d.v4.b32.trap [%0, {%1, %2}], {%3, %3, %3, %3};" ::"l"(s), "r"(4), "r"(5), "r"(out[7]));
}
