// Kernels that launch kernels.
__global__ void child(int *data, int depth, double weight) {
    if (threadIdx.x == 0) data[depth] += (int)weight;
}
__global__ void parent(int *data, int depth) {
    if (threadIdx.x) return;
    child<<<2, 64>>>(data, depth, 0.5);
    child<<<1, depth, 128, cudaStreamFireAndForget>>>(data, depth + 1, 1.5);
    if (depth > 0) parent<<<1, 32, 0, cudaStreamTailLaunch>>>(data, depth - 1);
    if (cudaGetLastError() != cudaSuccess) data[0] = -1;
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    child<<<dim3(2, 3, 4), dim3(8, 8), 0, stream>>>(data, 1, 2.5);
    cudaStreamDestroy(stream);
}
