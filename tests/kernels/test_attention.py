"""`pyptx.kernels.attention`: the choice of a kernel, and its frameworks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyptx.kernels import attention
from tests.kernels.test_attention_hopper import UNBOUNDED, check, close, exact, normal, paged

SHAPES = (2, 40, 4, 64), (2, 70, 2, 64), (2, 70, 2, 64)


def tensors() -> tuple[np.ndarray, ...]:
    q, k, v = (normal(*shape) for shape in SHAPES)
    return q, k, v[:, ::-1].copy()


def expected(q: np.ndarray, k: np.ndarray, v: np.ndarray, **masks: Any) -> np.ndarray:
    return np.stack([exact(*each, **{"scale": 0.125, **masks})[0] for each in zip(q, k, v, strict=True)])


def in_torch(*arrays: np.ndarray) -> list[Any]:
    torch: Any = pytest.importorskip("torch")
    return [torch.tensor(x.astype(np.float32)).to(torch.bfloat16) for x in arrays]


@pytest.mark.parametrize(
    ("options", "masks"),
    [
        ({}, {}),
        ({"scale": 0.25}, {"scale": 0.25}),
        ({"causal": True}, {"right": 0}),
        ({"window": (5, None)}, {"left": 5}),
        ({"window": (None, 3)}, {"right": 3}),
        ({"window": (9, 4), "causal": True}, {"left": 9, "right": 0}),
        ({"softcap": 1.5}, {"softcap": 1.5}),
    ],
)
def test_options(options: dict[str, Any], masks: dict[str, Any]) -> None:
    q, k, v = tensors()
    close(attention(q, k, v, **options), expected(q, k, v, **masks))


def test_outputs() -> None:
    q, k, v = tensors()
    out, lse = np.zeros_like(q), np.zeros((2, 4, 40), np.float32)
    attention(q, k, v, return_lse=True, out=(out, lse))
    check((out, lse), *(exact(*each, scale=0.125) for each in zip(q, k, v, strict=True)))


def test_sequences_and_pages() -> None:
    q, k, v = tensors()
    ends, key_ends = np.array([0, 10, 40], np.int32), np.array([0, 50, 70], np.int32)
    parts = [(slice(*ends[i : i + 2]), slice(*key_ends[i : i + 2])) for i in range(2)]
    wanted = np.concatenate([exact(q[0][x], k[0][y], v[0][y], scale=0.125, right=0)[0] for x, y in parts])
    ragged: dict[str, Any] = {"causal": True, "cu_seqlens_q": ends, "max_seqlen_q": 30}
    close(attention(q[0], k[0], v[0], cu_seqlens_k=key_ends, **ragged), wanted)
    (k_pages, table), (v_pages, _) = (paged(16, [x[0][y] for _, y in parts], np.arange(8)) for x in (k, v))
    lengths = np.diff(key_ends)
    close(attention(q[0], k_pages, v_pages, seqlens_k=lengths, block_table=table, **ragged), wanted)


def test_torch_takes_it_into_a_graph() -> None:
    """Tensors of another order, where sizes are symbols."""
    torch: Any = pytest.importorskip("torch")
    arrays = tensors()
    q, k, v = (x.transpose(1, 2).contiguous() for x in in_torch(*arrays))

    def turned(*arrays: Any) -> Any:
        out, lse = attention(*(x.transpose(1, 2) for x in arrays), window=(None, 0), return_lse=True)
        return out.transpose(1, 2), lse * 2

    compiled = torch.compile(turned, fullgraph=True, backend="eager")
    wanted = expected(*arrays, right=0)
    for rows in (40, 30, 20):
        made, _ = compiled(q[:, :, -rows:], k, v)
        close(made.transpose(1, 2).float().numpy(), wanted[:, -rows:])


def test_jax_takes_it_into_a_graph() -> None:
    jax: Any = pytest.importorskip("jax")
    q, k, v = tensors()
    made = jax.jit(lambda *x: attention(*x, causal=True))(*map(jax.numpy.asarray, (q, k, v)))
    close(np.asarray(made), expected(q, k, v, right=0))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"arch": "sm_80"}, "kernels for sm_90a and sm_100a and sm_103a, not sm_80; decode_attention"),
        ({"scale": 0.0}, "scale=0.0: attention takes a number above 0; negate q"),
        ({"softcap": -1.0}, "softcap=-1.0"),
        ({"window": (-1, 0)}, "window has -1 keys on a side"),
        ({"cu_seqlens_q": 1}, "both or neither of cu_seqlens_q and max_seqlen_q"),
        ({"cu_seqlens_k": 1}, "pass cu_seqlens_k with cu_seqlens_q"),
        ({"seqlens_k": 1}, "both or neither of seqlens_k and block_table"),
        (
            {"cu_seqlens_q": 1, "max_seqlen_q": 1, "cu_seqlens_k": 1},
            r"q has the shape .*: q takes \(rows, heads, width\)",
        ),
    ],
)
def test_it_says_what_it_takes(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        attention(*tensors(), **options)


def test_it_says_which_tensors_it_takes() -> None:
    q, k, v = tensors()
    with pytest.raises(ValueError, match="3 heads of q are not a multiple of 2"):
        attention(q[:, :, :3], k, v)
    with pytest.raises(ValueError, match="not float32: convert"):
        attention(q.astype(np.float32), k, v)
    with pytest.raises(ValueError, match="q has the width 32: it takes one of"):
        attention(q[..., :32], k[..., :32], v[..., :32])


def test_a_window_without_bounds_is_none() -> None:
    q, k, v = tensors()
    np.testing.assert_array_equal(
        attention(q, k, v, window=(None, UNBOUNDED * 4)), attention(q, k, v, window=(None, None))
    )
