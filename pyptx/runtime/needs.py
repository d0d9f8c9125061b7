"""Packages that are imported when they are first needed."""

from __future__ import annotations

import importlib
from typing import Any

from pyptx.errors import MissingDeviceError


def require(package: str, extra: str | None = None) -> Any:
    """Import and return `package`.

    Args:
        package: Name to import, such as ``"torch"``.
        extra: The extra of pyptx that installs it; None for a core dependency.

    Raises:
        MissingDeviceError: It is not installed; the message gives the command to install it.
    """
    try:
        return importlib.import_module(package)
    except ImportError as error:
        wanted = f"pyptx[{extra}]" if extra else "pyptx"
        raise MissingDeviceError(f"{package} cannot be imported ({error}); pip install '{wanted}'") from error
