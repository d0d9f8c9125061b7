"""How compilers space the text they write."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyptx.ir import Module


@dataclass(frozen=True, slots=True)
class Layout:
    """A style."""

    style: str
    banner: str = ""


def lay_out(module: Module, layout: Layout | str) -> Module:
    """The module with the gaps of a style."""
    return module
