"""Builders that keep their last kernels: a test under several schedules traces and analyses one of them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable

Build = TypeVar("Build", bound="Callable[..., object]")


def keeping(build: Build) -> Build:
    """A builder that returns the kernel of an earlier call with the same options."""
    return cast("Build", lru_cache(maxsize=16, typed=True)(build))
