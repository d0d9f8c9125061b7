"""Torch and JAX, imported at the first use: the collection of tests loads neither."""

from __future__ import annotations

from typing import Any

from pyptx.late import late


class _Framework(late):
    def __getattr__(self, name: str) -> Any:
        if name == "_mock_name" or (name.startswith("__") and name != "__version__"):
            raise AttributeError(name)  # pytest looks these up in every global of a test file
        return super().__getattr__(name)


torch: Any = _Framework("torch")
jax: Any = _Framework("jax")
jnp: Any = _Framework("jax.numpy")
