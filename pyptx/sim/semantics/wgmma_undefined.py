"""Undefined values through `wgmma.mma_async`.

An undefined element of A makes its row of D undefined, one of B its column.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pyptx.layouts.fragments import WARPGROUP_LANES, wgmma_fragment
from pyptx.sim.semantics.undefined_matrices import unwritten_origin
from pyptx.sim.semantics.wgmma_form import ROWS
from pyptx.sim.semantics.wgmma_operands import d_order, flat_places

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.sim.definedness import Origin
    from pyptx.sim.machine import Machine
    from pyptx.sim.semantics.registry import Array
    from pyptx.sim.semantics.wgmma_form import Form
    from pyptx.sim.site import Site


class UndefinedRegisters(NamedTuple):
    """The undefined registers of an MMA when its warpgroups executed it.

    Attributes:
        rows: The rows of A, in registers, that have an undefined element: shape (groups, 64).
        held: The registers of D that are added: shape (groups, registers, 128).
        origin: Origin of the undefined elements of A.
        origins: Origin of each register of D; None for one that is defined.
    """

    rows: Array
    held: Array
    origin: Origin | None
    origins: list[Origin | None]

    def select(self, some: Array) -> UndefinedRegisters:
        """Select those of some of the warpgroups."""
        return self._replace(rows=self.rows[some], held=self.held[some])


def undefined_registers(m: Machine, form: Form, groups: Array, adds: Array) -> UndefinedRegisters | None:
    """Return the undefined registers of an MMA that starts; None if there are none."""
    fragment = [
        (place, each) for place, each in enumerate(form.fragment_key) if m.undefined(each) is not None
    ]
    added = [each for each in form.key if m.undefined(each) is not None] if adds.any() else []
    if not fragment and not added:
        return None
    rows = np.zeros((len(groups), ROWS), np.bool_)
    for place, number in fragment:
        group, lane = np.nonzero(_undefined(m, number, groups))
        rows[group, _rows_of(form.shape, form.a_type, sparse=form.sparse)[place, lane]] = True
    held = np.zeros((len(groups), len(form.d), WARPGROUP_LANES), np.bool_)
    for number in added:
        held[:, form.key.index(number)] = _undefined(m, number, groups) & adds[:, None]
    origins = [_origin_of_added(m, each) if each in added else None for each in form.key]
    return UndefinedRegisters(rows, held, m.origin(fragment[0][1]) if fragment else None, origins)


class UnwrittenLines(NamedTuple):
    """The unwritten bytes of shared memory that some MMAs read which took effect together.

    Attributes:
        step: The instruction of the first one.
        rows: An unwritten byte of each row of A, -1 where there is none: shape (groups, 64); None for none.
        columns: An unwritten byte of each column of B, likewise.
    """

    step: Site
    rows: Array | None
    columns: Array | None


def mark_accumulators(
    m: Machine,
    form: Form,
    groups: Array,
    adds: Array,
    given: Sequence[UndefinedRegisters],
    unwritten_lines: UnwrittenLines,
) -> None:
    """Mark the registers of an accumulator that depend on undefined elements.

    Args:
        m: The machine.
        form: The form of MMAs that have taken effect together.
        groups: Their warpgroups.
        adds: Whether the first one adds D, for each.
        given: Their undefined registers when they were executed.
        unwritten_lines: The lines that they found unwritten.
    """
    step, rows, columns = unwritten_lines
    partly = [place for place, number in enumerate(form.key) if not m.defined.full[number]]
    if not given and not partly and rows is None and columns is None:
        return
    undefined = np.zeros((len(groups), len(form.d), WARPGROUP_LANES), np.bool_)
    for place in partly:
        undefined[:, place] = _undefined(m, form.key[place], groups) & adds[:, None]
    for each in given:
        undefined |= each.held
    at = np.full((len(groups), ROWS, form.n), -1)
    if columns is not None:
        at[...] = columns[:, None, :]
    if rows is not None:
        at = np.where(rows[:, :, None] < 0, at, rows[:, :, None])
    by_register = np.zeros((len(groups), ROWS), np.bool_)
    for each in given:
        by_register |= each.rows
    order, _ = d_order(form.shape, form.d_type)
    ordered = (len(groups), len(form.d), WARPGROUP_LANES, -1)
    unwritten = at.reshape(len(groups), -1).take(order, axis=1).reshape(ordered).max(-1)
    in_rows = np.repeat(by_register, form.n, axis=1).take(order, axis=1).reshape(ordered).any(-1)
    everything = undefined | (unwritten >= 0) | in_rows
    for place in sorted({*partly, *np.flatnonzero(everything.any((0, 2))).tolist()}):
        number = form.key[place]
        lanes = _of_batch(m, groups, everything[:, place])
        before = m.defined.origin(number, int(lanes.argmax()))
        if not m.defined.full[number]:
            m.defined.initialised[number].reshape(-1, WARPGROUP_LANES)[groups] = True
        if not lanes.any():
            continue
        candidates = [each.origins[place] or each.origin for each in given]
        m.defined.poison(number, lanes, next(filter(None, candidates), before))
        read = _of_batch(m, groups, unwritten[:, place] >= 0)
        if read.any():
            index = _of_batch(m, groups, unwritten[:, place])
            m.defined.poison(number, read, unwritten_origin(m, step, read, index))
        m.defined.note_spread()


def _origin_of_added(m: Machine, number: int) -> Origin:
    """Return the origin of an undefined register of D that is added."""
    origin = m.origin(number)
    if origin.step is not m.step or not origin.register:
        return origin
    said = f"{origin.register} is added, but this thread never wrote it: scale-d of 0 starts from zero"
    return replace(origin, said=said, rule="uninitialized-register")


def _undefined(m: Machine, number: int, groups: Array) -> Array:
    """The lanes of warpgroups in which a register is undefined: shape (groups, 128)."""
    if m.defined.full[number]:
        return np.zeros((len(groups), WARPGROUP_LANES), np.bool_)
    return np.asarray(~m.defined.initialised[number].reshape(-1, WARPGROUP_LANES)[groups])


def _of_batch(m: Machine, groups: Array, values: Array) -> Array:
    """Put values of the lanes of warpgroups in their places among the lanes of the batch."""
    made = np.zeros(m.lanes, values.dtype)
    made.reshape(-1, WARPGROUP_LANES)[groups] = values
    return made


@cache
def _rows_of(shape: str, type_: str, *, sparse: bool) -> Array:
    """The row of A that each lane holds in each register: shape (registers, 128)."""
    fragment = wgmma_fragment(shape, "a", type_, sparse=sparse)
    places = flat_places(fragment).reshape(fragment.registers, WARPGROUP_LANES, -1)
    return np.asarray(places[..., 0] // fragment.columns)
