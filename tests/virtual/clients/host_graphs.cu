// Graphs that copy memory of the program which is neither pinned nor managed; an argument names the case.
#include <cstdio>
#include <cstring>

const int N = 300;
static float in[N], half[N], out[N];
static int turn;

__global__ void twice(float *x) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) x[i] *= 2;
}

static int wrong(const float *found, float factor) {
    int count = 0;
    for (int i = 0; i < N; ++i) count += found[i] != factor * i;
    return count;
}

static void prepare(void *data) {
    for (int i = 0; i < N; ++i) ((float *)data)[i] = 2 * turn * i;
}

int main(int, char **words) {
    const bool reads_again = !strcmp(words[1], "again"), calls = !strcmp(words[1], "call");
    const int factor = calls ? 2 : 1;
    float *d;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    for (int i = 0; i < N; ++i) in[i] = i;
    cudaMalloc(&d, sizeof in);
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    if (calls) cudaLaunchHostFunc(stream, prepare, in);
    cudaMemcpyAsync(d, in, sizeof in, cudaMemcpyHostToDevice, stream);
    twice<<<3, 128, 0, stream>>>(d);
    cudaMemcpy2DAsync(half, 4 * 50, d, 4 * 50, 4 * 50, 6, cudaMemcpyDeviceToHost, stream);
    if (reads_again) cudaMemcpyAsync(d, half, sizeof half, cudaMemcpyHostToDevice, stream);
    twice<<<3, 128, 0, stream>>>(d);
    cudaMemcpyAsync(out, d, sizeof out, cudaMemcpyDeviceToHost, stream);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&executable, graph, 0);
    for (int k = 1; k <= 3; ++k) {
        turn = k;
        for (int i = 0; i < N; ++i) in[i] = k * i;
        const int launched = cudaGraphLaunch(executable, stream), waited = cudaStreamSynchronize(stream);
        printf("> %d %d wrong %d %d\n", launched, waited, wrong(half, 2 * k * factor), wrong(out, 4 * k * factor));
    }
    for (int k = 0; k < 2; ++k) cudaGraphLaunch(executable, stream); // neither is waited for in between
    cudaGraphExecDestroy(executable), cudaGraphDestroy(graph);
    cudaDeviceSynchronize();
    size_t free, total;
    cudaMemGetInfo(&free, &total);
    printf("> wrong %d used %zu\n", wrong(out, 12 * factor), total - free);
    return 0;
}
