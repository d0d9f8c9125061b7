"""Writers of registers: functions made once, at decode, that store values in the lanes that are active.

Values narrower than a register are sign- or zero-extended (manual section 9.4.1).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from pyptx.sim.constants import dtype_of, storage_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.sim.image import Pool
    from pyptx.sim.machine import Machine
    from pyptx.sim.symbols import Register
    from pyptx.types import PtxType

Array: TypeAlias = "NDArray[Any]"
Write: TypeAlias = Callable[["Machine", "NDArray[Any]"], None]


def register_writer(pool: Pool, register: Register, type_: PtxType) -> Write:
    """A writer of one register by values of an instruction type."""
    number = register.number
    storage = storage_of(register.bits)
    if register.bits == 1 or max(type_.bits, 8) == register.bits:
        slot = pool.number("register", register.bits, register.row, storage)

        def write(m: Machine, value: Array) -> None:
            if value.dtype != storage:
                value = value.view(storage)
            row = m.values[slot]
            where = m.where
            row[...] = value if where is None else np.where(where, value, row)
            m.defined.define(number, where)

        return write
    narrow = register_writer(pool, register, register.type)
    if register.bits == 128:
        return lambda m, value: narrow(m, _two_words(value, type_))
    extended = np.dtype(f"int{register.bits}" if type_.kind == "s" else f"uint{register.bits}")
    bits = dtype_of(type_) if type_.kind == "s" else storage_of(max(type_.bits, 8))
    return lambda m, value: narrow(m, value.view(bits).astype(extended).view(storage))


def _two_words(value: Array, type_: PtxType) -> Array:
    """Values of at most 64 bits as the two words of 128 bits, extended according to their type."""
    if type_.kind == "s":
        low = value.astype(np.int64)
        return np.stack((low, low >> np.int64(63))).view(np.uint64)
    low = value.view(storage_of(max(type_.bits, 8))).astype(np.uint64)
    return np.stack((low, np.zeros_like(low)))


def drop(m: Machine, value: Array) -> None:
    """Write to the sink."""
