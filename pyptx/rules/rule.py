"""A rule, with a kernel that breaks it and the change that repairs the kernel."""

from __future__ import annotations

from typing import NamedTuple

IMPORTS = """\
from contextlib import contextmanager

import ml_dtypes
import numpy as np

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.layouts.tensor_map import TensorMap
from pyptx.program import from_ptx
from pyptx.types import b32, b64, b128, bf16, e4m3, f16, f32, s32, u8, u32, u64
"""
"""The imports of the kernels of all rules."""


class Rule(NamedTuple):
    """A rule that a program can break.

    Attributes:
        name: Its name, as reports have it.
        title: The fault in a few words.
        cause: The meaning of the rule.
        remedy: The repair.
        example: A kernel and its launch as the body of a diff: lines with ``-`` are of the wrong kernel only,
            lines with ``+`` of the right one, the others of both.
        checked: Whether the fault of the kernel is reported only with ``checks="all"``.
    """

    name: str
    title: str
    cause: str
    remedy: str
    example: str
    checked: bool = False

    def kernel(self, *, right: bool) -> str:
        """The wrong kernel with its launch, or the right one."""
        other = "-" if right else "+"
        lines = self.example.strip("\n").split("\n")
        return "".join(f"{line[1:]}\n" for line in lines if line[:1] != other)

    def repair(self) -> str:
        """The lines of the example around its changes."""
        lines = self.example.strip("\n").split("\n")
        changed = [place for place, line in enumerate(lines) if line[:1] in ("-", "+")]
        near = {place + step for place in changed for step in (-1, 0, 1)}
        return "".join(f"{line}\n" for place, line in enumerate(lines) if place in near)


class Section(NamedTuple):
    """Rules of one kind.

    Attributes:
        title: The kind.
        rules: The rules.
        helpers: Functions that the kernels of these rules call.
        performance: Whether `pyptx perf` reports them, as slow spots; else the simulator does, as faults. The
            examples leave such a report under the name ``report``.
        is_virtual: Whether `pyptx gpu` reports them.
    """

    title: str
    rules: tuple[Rule, ...]
    helpers: str = ""
    performance: bool = False
    is_virtual: bool = False
