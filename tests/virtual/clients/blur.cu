// An image filter with a halo in dynamic shared memory; an argument plants the bug of that name.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

constexpr int WIDTH = 50, HEIGHT = 37, SIDE = 16;
struct Image {
    int width, height;
    size_t pitch;
    unsigned char *pixels;
};
__constant__ float weights[9];

__global__ void blur(Image in, Image out, bool syncs) {
    extern __shared__ float tile[];
    const int side = blockDim.x + 2, cells = side * (blockDim.y + 2), threads = blockDim.x * blockDim.y;
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    for (int k = threadIdx.y * blockDim.x + threadIdx.x; k < cells; k += threads) {
        const int row = min(max(int(blockIdx.y * blockDim.y) + k / side - 1, 0), in.height - 1);
        const int column = min(max(int(blockIdx.x * blockDim.x) + k % side - 1, 0), in.width - 1);
        tile[k] = in.pixels[row * in.pitch + column];
    }
    if (syncs) __syncthreads();
    float sum = 0;
    for (int k = 0; k < 9; k++) sum += weights[k] * tile[(threadIdx.y + k / 3) * side + threadIdx.x + k % 3];
    if (x < out.width && y < out.height) out.pixels[y * out.pitch + x] = (unsigned char)(sum + 0.5f);
}

int main(int count, char **words) {
    const char *bug = count > 1 ? words[1] : "";
    Image in{WIDTH, HEIGHT}, out{WIDTH, HEIGHT};
    cudaMallocPitch(&in.pixels, &in.pitch, WIDTH, HEIGHT);
    cudaMallocPitch(&out.pixels, &out.pitch, WIDTH, HEIGHT);
    std::vector<unsigned char> host(WIDTH * HEIGHT), got(WIDTH * HEIGHT);
    for (int i = 0; i < WIDTH * HEIGHT; i++) host[i] = i * 13 % 251;
    const float factors[9] = {.0625f, .125f, .0625f, .125f, .25f, .125f, .0625f, .125f, .0625f};
    cudaMemcpyToSymbol(weights, factors, sizeof factors);
    const int rows = strcmp(bug, "undefined") ? HEIGHT : HEIGHT - 1;
    cudaMemcpy2D(in.pixels, in.pitch, host.data(), WIDTH, WIDTH, rows, cudaMemcpyHostToDevice);
    if (!strcmp(bug, "freed")) cudaFree(in.pixels);
    if (!strcmp(bug, "bounds")) out.height++;
    blur<<<dim3(4, 3), dim3(SIDE, SIDE), (SIDE + 2) * (SIDE + 2) * sizeof(float)>>>(in, out, strcmp(bug, "sync"));
    printf("> %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaMemcpy2D(got.data(), WIDTH, out.pixels, out.pitch, WIDTH, HEIGHT, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            float sum = 0;
            for (int k = 0; k < 9; k++) {
                const int row = std::clamp(y + k / 3 - 1, 0, HEIGHT - 1);
                const int column = std::clamp(x + k % 3 - 1, 0, WIDTH - 1);
                sum += factors[k] * host[row * WIDTH + column];
            }
            wrong += got[y * WIDTH + x] != (unsigned char)(sum + 0.5f);
        }
    printf("> wrong %d\n", wrong);
}
