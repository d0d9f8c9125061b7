"""A content-addressed cache of tool results: one file per entry, verified when it is read.

Entries live in ``$PYPTX_CACHE_DIR`` or the user's cache directory, up to ``$PYPTX_CACHE_BYTES``; those that
were not used for longest make room. A cache that cannot be written costs time, never a build: it says so
once on the ``pyptx`` logger. Any number of processes may use one folder, on network file systems too: an
entry is written aside and renamed, and its own checksum decides whether it counts. A file that another user
may have written does not count.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import hashlib
import importlib
import itertools
import logging
import os
import stat
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

log = logging.getLogger("pyptx.toolchain")

DEFAULT_BYTES = 1 << 30
"""Size of the cache where ``PYPTX_CACHE_BYTES`` says nothing."""

_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_FORMAT = b"2"
"""Number of the format of a file, part of each key."""
_DIGEST_BYTES = 32
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_TOUCH_SECONDS = 3600
_ABANDONED_SECONDS = 3600
_PRUNE_EVERY = 64
_KEPT = 0.8
_stores = itertools.count()


@dataclass(frozen=True, slots=True)
class Entry:
    """A file of the cache.

    Attributes:
        name: The key it was stored under.
        path: Path of the file.
        bytes: Its size.
        used: When it was read or written last, in seconds since the epoch; up to an hour early.
    """

    name: str
    path: Path
    bytes: int
    used: float

    def is_intact(self) -> bool:
        """Whether the checksum matches its contents."""
        return contents(self) is not None

    def remove(self) -> bool:
        """Delete it, and return whether it is gone; another process may have done so."""
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            log.warning("cannot remove the cache entry %s: %s", self.path, error)
            return False
        return True


def directory() -> Path:
    """Return the folder of the cache, whether it exists or not."""
    chosen = os.environ.get("PYPTX_CACHE_DIR")
    return Path(os.path.expanduser(chosen)) if chosen else _user_cache()


def key(*parts: str | bytes) -> str:
    """Return the name of the entry that these parts decide.

    >>> key("ab", "c") == key("a", "bc")
    False
    """
    digest = hashlib.sha256(_FORMAT)
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.hexdigest()


def load(name: str) -> bytes | None:
    """Return the contents of the entry `name`; None if it is missing or damaged."""
    path = _path(name)
    try:
        data = _read(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        log.warning("cannot read the cache entry %s: %s", path, error)
        return None
    payload = _payload(name, data)
    if payload is None:
        log.warning("the cache entry %s is damaged; it will be made again", path)
        return None
    _touch(path)
    return payload


def store(name: str, payload: bytes) -> None:
    """Publish the entry `name`; another process sees all of it or nothing."""
    path = _path(name)
    try:
        _make_private(path.parent)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{name[:16]}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(_digest(name, payload) + payload)
            os.replace(temporary, path)
        except OSError:
            Path(temporary).unlink(missing_ok=True)
            raise
        if next(_stores) % _PRUNE_EVERY == 0:
            prune()
    except OSError as error:
        _warn_unwritable(str(path.parent.parent), str(error))


def entries() -> Iterator[Entry]:
    """Yield the entries of the cache, in no order; entries that vanish meanwhile are omitted."""
    return (entry for entry in _files() if not entry.name.startswith("."))


def contents(entry: Entry) -> bytes | None:
    """Return the contents of an entry, not counted as a use; None if it cannot be read or is damaged."""
    try:
        data = _read(entry.path)
    except OSError:
        return None
    return _payload(entry.name, data)


def sweep() -> None:
    """Remove the temporary files of killed writers: those older than an hour."""
    for entry in _files():
        if entry.name.startswith(".") and time.time() - entry.used > _ABANDONED_SECONDS:
            entry.remove()


def limit() -> int:
    """Return the size limit of the cache in bytes."""
    said = os.environ.get("PYPTX_CACHE_BYTES", "")
    if said and not said.isdecimal():
        log.warning("PYPTX_CACHE_BYTES is %r, which is not a number of bytes; using %d", said, DEFAULT_BYTES)
    return int(said) if said.isdecimal() else DEFAULT_BYTES


def prune() -> int:
    """Remove the entries not used for longest where the cache is larger than `limit`; return how many."""
    sweep()
    found = list(entries())
    size, most = sum(entry.bytes for entry in found), limit()
    if size <= most:
        return 0
    removed = 0
    for entry in sorted(found, key=lambda entry: entry.used):
        gone = entry.remove()
        removed += gone
        size -= entry.bytes * gone
        if size <= most * _KEPT:
            break
    return removed


def _files() -> Iterator[Entry]:
    try:
        paths = list(directory().glob("??/*"))
    except OSError:  # of the folder: a link to itself, a name that is too long
        return
    for path in paths:
        with contextlib.suppress(OSError):
            state = path.stat()
            if stat.S_ISREG(state.st_mode):
                yield Entry(path.name, path, state.st_size, state.st_mtime)


def _read(path: Path) -> bytes:
    """Return the contents of a regular file of this user, no larger than the cache.

    Raises:
        OSError: The path cannot be read, is not a regular file, is larger, or another user may have
            written it.
    """
    # Opening without blocking skips pipes; the checks on the open file hold for the read.
    with os.fdopen(os.open(path, os.O_RDONLY | _AT_ONCE), "rb") as file:
        state = os.fstat(file.fileno())
        if not stat.S_ISREG(state.st_mode):
            raise OSError(errno.EINVAL, "not a file")
        if hasattr(os, "geteuid") and (
            state.st_uid not in (os.geteuid(), 0) or state.st_mode & _OTHERS_WRITE
        ):
            raise OSError(errno.EPERM, "another user may have written it")
        if state.st_size > DEFAULT_BYTES:
            raise OSError(errno.EFBIG, f"it has {state.st_size} bytes")
        return file.read(DEFAULT_BYTES)


def _payload(name: str, data: bytes) -> bytes | None:
    """The contents of an entry; None if its checksum is that of other contents."""
    payload = data[_DIGEST_BYTES:]
    return payload if _digest(name, payload) == data[:_DIGEST_BYTES] else None


def _digest(name: str, payload: bytes) -> bytes:
    """The checksum of an entry, which a file renamed to another entry does not have."""
    return hashlib.sha256(name.encode() + payload).digest()


def _make_private(folder: Path) -> None:
    """Make a folder and its parents where they are missing, for this user only."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except FileNotFoundError:  # `mkdir` would make parents that all users may write
        _make_private(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)


def _touch(path: Path) -> None:
    """Note that an entry was used, unless that was noted lately; a folder that cannot be written stays so."""
    with contextlib.suppress(OSError):
        if time.time() - path.stat().st_mtime > _TOUCH_SECONDS:
            os.utime(path)


@functools.cache
def _warn_unwritable(folder: str, reason: str) -> None:
    log.warning("nothing is cached in %s: %s", folder, reason)


@functools.cache
def _user_cache() -> Path:
    try:
        return Path(importlib.import_module("platformdirs").user_cache_dir("pyptx", appauthor=False))
    except RuntimeError as error:
        log.warning("nothing is cached unless PYPTX_CACHE_DIR names a folder: %s", error)
        return Path(os.devnull)


def _path(name: str) -> Path:
    return directory() / name[:2] / name
