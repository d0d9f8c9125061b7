"""The special registers of PTX (manual chapter 10), each with its type.

They are sources of `mov` and `cvt` only. `pyptx.isa.availability` has the versions and targets of each.

>>> special_register("%clock64").type, special_register("%tid.x").also
('u64', ('u16',))
>>> special_register("%tidx") is None
True
"""

from __future__ import annotations

from pyptx.record import record


@record(frozen=True, slots=True)
class SpecialRegister:
    """A predefined, read-only register.

    Attributes:
        name: Name with percent sign and component, such as ``"%tid.x"``.
        type: Type of a read; a bit-size or signed type of that width is legal too.
        also: Narrower types from older PTX that are still legal.
        section: Section of the manual.
    """

    name: str
    type: str
    also: tuple[str, ...]
    section: str

    @property
    def volatile(self) -> bool:
        """Whether its value may change while a thread runs, so that two reads may differ.

        >>> special_register("%smid").volatile, special_register("%laneid").volatile
        (True, False)
        """
        return self.section in _VOLATILE_SECTIONS


def special_register(name: str) -> SpecialRegister | None:
    """Return the special register called `name`, or None if there is none."""
    return SPECIAL_REGISTERS.get(name)


def special_vector(name: str) -> SpecialRegister | None:
    """Return an element of the four-element vector called `name`, or None if there is none.

    >>> special_vector("%tid").name, special_vector("%laneid") is None
    ('%tid.x', True)
    """
    return special_register(f"{name}.x")


_VOLATILE_SECTIONS = frozenset({"10.4", "10.8", "10.23", "10.24", "10.25", "10.26", "10.28"})
"""``%warpid`` and ``%smid``, which preemption may change; clocks, performance monitors, ``%globaltimer``."""

_VECTORS = (
    # name,             section,  also read as
    ("%tid",            "10.1",  ("u16",)),
    ("%ntid",           "10.2",  ("u16",)),
    ("%ctaid",          "10.6",  ("u16",)),
    ("%nctaid",         "10.7",  ("u16",)),
    ("%clusterid",      "10.12", ()),
    ("%nclusterid",     "10.13", ()),
    ("%cluster_ctaid",  "10.14", ()),
    ("%cluster_nctaid", "10.15", ()),
)  # fmt: skip

_SCALARS = (
    # name,                        type,   section, also read as
    ("%laneid",                     "u32",  "10.3",  ()),
    ("%warpid",                     "u32",  "10.4",  ()),
    ("%nwarpid",                    "u32",  "10.5",  ()),
    ("%smid",                       "u32",  "10.8",  ()),
    ("%nsmid",                      "u32",  "10.9",  ()),
    ("%gridid",                     "u64",  "10.10", ("u32", "u16")),
    ("%is_explicit_cluster",        "pred", "10.11", ()),
    ("%cluster_ctarank",            "u32",  "10.16", ()),
    ("%cluster_nctarank",           "u32",  "10.17", ()),
    ("%lanemask_eq",                "u32",  "10.18", ()),
    ("%lanemask_le",                "u32",  "10.19", ()),
    ("%lanemask_lt",                "u32",  "10.20", ()),
    ("%lanemask_ge",                "u32",  "10.21", ()),
    ("%lanemask_gt",                "u32",  "10.22", ()),
    ("%clock",                      "u32",  "10.23", ()),
    ("%clock_hi",                   "u32",  "10.23", ()),
    ("%clock64",                    "u64",  "10.24", ()),
    *((f"%pm{n}",                   "u32",  "10.25", ()) for n in range(8)),
    *((f"%pm{n}_64",                "u64",  "10.26", ()) for n in range(8)),
    *((f"%envreg{n}",               "b32",  "10.27", ()) for n in range(32)),
    ("%globaltimer",                "u64",  "10.28", ()),
    ("%globaltimer_lo",             "u32",  "10.28", ()),
    ("%globaltimer_hi",             "u32",  "10.28", ()),
    ("%reserved_smem_offset_begin", "b32",  "10.29", ()),
    ("%reserved_smem_offset_end",   "b32",  "10.29", ()),
    ("%reserved_smem_offset_cap",   "b32",  "10.29", ()),
    ("%reserved_smem_offset_0",     "b32",  "10.29", ()),
    ("%reserved_smem_offset_1",     "b32",  "10.29", ()),
    ("%total_smem_size",            "u32",  "10.30", ()),
    ("%aggr_smem_size",             "u32",  "10.31", ()),
    ("%dynamic_smem_size",          "u32",  "10.32", ()),
    ("%current_graph_exec",         "u64",  "10.33", ()),
    ("%perctamemoryoffset",         "u64",  "10.34", ()),
    ("%perctamemorysize",           "u32",  "10.35", ()),
)  # fmt: skip

SPECIAL_REGISTERS: dict[str, SpecialRegister] = {
    row.name: row
    for row in (
        *(
            SpecialRegister(f"{name}.{axis}", "u32", also, number)
            for name, number, also in _VECTORS
            for axis in "xyzw"
        ),
        *(SpecialRegister(name, type_, also, number) for name, type_, number, also in _SCALARS),
    )
}
"""Every special register by its name; vectors have one entry for each component."""
