"""Kernels of Warp: arrays, vectors and matrices, atomics, structures, noise, functions and their adjoints."""

import warp as wp


@wp.struct
class Body:
    position: wp.vec3
    turn: wp.quat
    mass: float


@wp.func
def smooth(x: float, width: float):
    t = wp.clamp(x / width, 0.0, 1.0)
    return t * t * (3.0 - 2.0 * t)


@wp.kernel
def saxpy(a: float, x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = a * x[i] + y[i]


@wp.kernel(enable_backward=False)
def moved(bodies: wp.array(dtype=Body), points: wp.array2d(dtype=wp.vec3), weight: wp.array(dtype=float)):
    i, j = wp.tid()
    body = bodies[i]
    point = wp.quat_rotate(body.turn, points[i, j]) + body.position
    points[i, j] = point
    wp.atomic_add(weight, i, body.mass * smooth(wp.length(point), 2.0))


@wp.kernel(enable_backward=False)
def eroded(heights: wp.array2d(dtype=float), out: wp.array2d(dtype=float), seed: int):
    i, j = wp.tid()
    state = wp.rand_init(seed, i * heights.shape[1] + j)
    low = heights[i, j]
    for step in range(-1, 2):
        row = wp.clamp(i + step, 0, heights.shape[0] - 1)
        low = wp.min(low, heights[row, j])
    if low < heights[i, j] and wp.randf(state) < 0.5:
        low = 0.5 * (low + heights[i, j])
    out[i, j] = low
