"""Target architectures (`sm_90a`): family, suffix and limits.

The lowest PTX version of a target and of an instruction are facts of `pyptx.isa.availability`.
"""

from __future__ import annotations

import re

from pyptx.errors import did_you_mean
from pyptx.record import record


@record(frozen=True, slots=True)
class SmLimits:
    """Resources that the CTAs on one multiprocessor share.

    Attributes:
        threads: Threads of all CTAs together.
        ctas: Largest number of CTAs.
        shared_bytes: Shared memory, including the part that the system reserves for each CTA.
        barriers: Named barriers; None if they limit nothing.
        registers: 32-bit registers.
    """

    threads: int
    ctas: int
    shared_bytes: int
    barriers: int | None
    registers: int = 64 * 1024


@record(frozen=True, slots=True)
class Arch:
    """A `.target` (manual section 11.1.2) and its limits for a CTA.

    >>> hopper = arch("sm_90a")
    >>> hopper.capability, hopper.suffix, hopper.family, hopper.max_shared_bytes
    ((9, 0), 'a', 'hopper', 232448)

    Code for a target that no assembler of today generates code for is assembled for a newer one.

    >>> arch("sm_52").assembled_for, arch("sm_101a").assembled_for
    ('sm_75', 'sm_110a')

    Attributes:
        name: Spelling in `.target`.
        number: 90 of ``sm_90a``.
        suffix: ``"a"`` architecture-specific, ``"f"`` family-specific, or ``""``.
        family: Its generation, from ``"tesla"`` to ``"blackwell"``.
        max_shared_bytes: Shared memory one CTA may use, in bytes, static and dynamic together.
        max_cluster: CTAs of the largest portable cluster; 1 without clusters.
        sm: Resources that the CTAs on one multiprocessor share; None if unknown.
        assembled_for: The target that ptxas compiles it for: the same, its new name, or the oldest
            supported one that runs such code.
    """

    name: str
    number: int
    suffix: str
    family: str
    max_shared_bytes: int
    max_cluster: int
    sm: SmLimits | None
    assembled_for: str

    @property
    def capability(self) -> tuple[int, int]:
        """Compute capability, major and minor."""
        return divmod(self.number, 10)

    @property
    def has_dependent_grids(self) -> bool:
        """Whether a grid may start before the one before it in the stream has ended."""
        return self.number >= 90

    @property
    def largest_cluster(self) -> int:
        """CTAs of the largest cluster a launch may request, portable or not."""
        return 16 if 90 <= self.number < 120 else self.max_cluster


MAX_CTA_THREADS = 1024
MAX_CTA_DIM = (1024, 1024, 64)
MAX_GRID_DIM = (2**31 - 1, 65535, 65535)
STATIC_SHARED_BYTES = 48 * 1024
MAX_LOCAL_BYTES = 512 * 1024


_KIB = 1024
_ROWS = (
    # number, family, suffixes, KiB of shared memory per CTA; per SM: its KiB, threads, CTAs, barriers
    # (CUDA C++ programming guide, compute capabilities; occupancy rules of the toolkit)
    (10,  "tesla",     "",   16,  None, None, None, None),
    (11,  "tesla",     "",   16,  None, None, None, None),
    (12,  "tesla",     "",   16,  None, None, None, None),
    (13,  "tesla",     "",   16,  None, None, None, None),
    (20,  "fermi",     "",   48,  None, None, None, None),
    (21,  "fermi",     "",   48,  None, None, None, None),
    (30,  "kepler",    "",   48,  None, None, None, None),
    (32,  "kepler",    "",   48,  None, None, None, None),
    (35,  "kepler",    "",   48,  None, None, None, None),
    (37,  "kepler",    "",   48,  None, None, None, None),
    (50,  "maxwell",   "",   48,  None, None, None, None),
    (52,  "maxwell",   "",   48,  None, None, None, None),
    (53,  "maxwell",   "",   48,  None, None, None, None),
    (60,  "pascal",    "",   48,  None, None, None, None),
    (61,  "pascal",    "",   48,  None, None, None, None),
    (62,  "pascal",    "",   48,  None, None, None, None),
    (70,  "volta",     "",   96,  None, None, None, None),
    (72,  "volta",     "",   96,  None, None, None, None),
    (75,  "turing",    "",   64,  64,   1024, 16,   None),
    (80,  "ampere",    "",   163, 164,  2048, 32,   None),
    (86,  "ampere",    "",   99,  100,  1536, 16,   None),
    (87,  "ampere",    "",   163, 164,  1536, 16,   None),
    (88,  "ampere",    "",   99,  100,  1536, 16,   None),
    (89,  "ada",       "",   99,  100,  1536, 24,   None),
    (90,  "hopper",    "a",  227, 228,  2048, 32,   64),
    (100, "blackwell", "af", 227, 228,  2048, 32,   64),
    (101, "blackwell", "af", 227, 228,  1536, 24,   24),
    (103, "blackwell", "af", 227, 228,  2048, 32,   32),
    (107, "blackwell", "af", 227, None, None, None, None),
    (110, "blackwell", "af", 227, 228,  1536, 24,   24),
    (120, "blackwell", "af", 99,  100,  1536, 24,   24),
    (121, "blackwell", "af", 99,  100,  1536, 24,   24),
)  # fmt: skip

_OLDEST = 75

_RENAMED = {101: 110}  # by PTX 9.0


def _limits(kib: int | None, threads: int | None, ctas: int | None, barriers: int | None) -> SmLimits | None:
    """The limits of a row, where it has them."""
    if kib is None or threads is None or ctas is None:
        return None
    return SmLimits(threads=threads, ctas=ctas, shared_bytes=kib * _KIB, barriers=barriers)


ARCHS: dict[str, Arch] = {
    f"sm_{number}{suffix}": Arch(
        name=f"sm_{number}{suffix}",
        number=number,
        suffix=suffix,
        family=family,
        max_shared_bytes=kib * _KIB,
        max_cluster=8 if number >= 90 else 1,
        sm=_limits(*limits),
        assembled_for=f"sm_{max(_RENAMED.get(number, number), _OLDEST)}{suffix}",
    )
    for number, family, suffixes, kib, *limits in _ROWS
    for suffix in ("", *suffixes)
}
"""Every target that a module may name."""

ASSEMBLED = tuple(name for name, known in ARCHS.items() if known.assembled_for == name)
"""Those that ptxas generates code for."""


def arch(name: str) -> Arch:
    """Return the target called `name`.

    Raises:
        ValueError: There is no such target; the message suggests one.
    """
    known = ARCHS.get(name)
    if known is None:
        raise ValueError(f"no target {name!r}{did_you_mean(name, ARCHS)} (there are {' '.join(ASSEMBLED)})")
    return known


def assembled_for(name: str) -> Arch:
    """Return the target that code for the target called `name` is assembled for.

    >>> assembled_for("sm_86").name, assembled_for("sm_52").name
    ('sm_86', 'sm_75')

    Raises:
        ValueError: There is no such target.
    """
    return ARCHS[arch(name).assembled_for]


def for_capability(major: int, minor: int) -> Arch:
    """Return the most specific target of a device with this compute capability.

    >>> for_capability(9, 0).name, for_capability(8, 6).name
    ('sm_90a', 'sm_86')

    Raises:
        ValueError: The device is older or newer than all supported targets.
    """
    base = f"sm_{major}{minor}"
    for name in (f"{base}a", base):
        if name in ASSEMBLED:
            return ARCHS[name]
    raise ValueError(f"compute capability {major}.{minor} has no target here; known: {' '.join(ASSEMBLED)}")


def runs_on(target: str, device: Arch) -> bool:
    """Whether code for `target` runs on `device`.

    >>> runs_on("sm_80", arch("sm_90a")), runs_on("sm_90a", arch("sm_100a"))
    (True, False)
    """
    wanted = assembled_for(target)
    if wanted.suffix == "a":
        return wanted.number == device.number
    if wanted.suffix == "f":
        return wanted.number // 10 == device.number // 10 and wanted.number <= device.number
    return wanted.number <= device.number


def code_runs_on(target: str, device: Arch) -> bool:
    """Whether machine code for `target` runs on `device`: PTX is for all later ones, its code is not.

    >>> code_runs_on("sm_80", arch("sm_86")), code_runs_on("sm_80", arch("sm_90a"))
    (True, False)
    """
    return runs_on(target, device) and assembled_for(target).number // 10 == device.number // 10


_TARGET = re.compile(r"sm_\d+[af]?\Z")


def is_target(word: str) -> bool:
    """Whether `word` has the shape of a target, known here or not."""
    return _TARGET.match(word) is not None
