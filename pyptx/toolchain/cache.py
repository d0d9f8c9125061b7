"""A content-addressed cache of what the tools made: one file an entry, verified when it is read.

Entries live in ``$PYPTX_CACHE_DIR`` or the user's cache directory. A cache that cannot be written costs time,
never a build: it says so once on the ``pyptx`` logger.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import logging
import os
import tempfile
from pathlib import Path

log = logging.getLogger("pyptx.toolchain")

_DIGEST_BYTES = 32


def directory() -> Path:
    """Return the folder of the cache, whether it exists or not."""
    chosen = os.environ.get("PYPTX_CACHE_DIR")
    return Path(chosen) if chosen else _user_cache()


def key(*parts: str | bytes) -> str:
    """Return the name of the entry that these parts decide.

    >>> key("ab", "c") == key("a", "bc")
    False
    """
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.hexdigest()


def load(name: str) -> bytes | None:
    """Return the entry `name`, or None where there is none or it is damaged."""
    path = _path(name)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        log.warning("cannot read the cache entry %s: %s", path, error)
        return None
    payload = data[_DIGEST_BYTES:]
    if hashlib.sha256(payload).digest() != data[:_DIGEST_BYTES]:
        log.warning("the cache entry %s is damaged; it will be made again", path)
        return None
    return payload


def store(name: str, payload: bytes) -> None:
    """Publish the entry `name`; another process sees all of it or nothing."""
    path = _path(name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{name[:16]}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(payload).digest() + payload)
            os.replace(temporary, path)
        except OSError:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        _warn_unwritable(str(path.parent.parent), str(error))


@functools.cache
def _warn_unwritable(folder: str, reason: str) -> None:
    log.warning("nothing is cached in %s: %s", folder, reason)


@functools.cache
def _user_cache() -> Path:
    return Path(importlib.import_module("platformdirs").user_cache_dir("pyptx", appauthor=False))


def _path(name: str) -> Path:
    return directory() / name[:2] / name
