"""Packages that are imported when they are first needed."""

from __future__ import annotations

import importlib
from typing import Any

from pyptx.errors import MissingDeviceError


def require(module: str) -> Any:
    """Import and return a module of another package.

    Args:
        module: Name to import, such as ``"torch"``; its package is installed under the same name.

    Raises:
        MissingDeviceError: It is not installed; the message gives the command to install it.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise MissingDeviceError(f"{module} cannot be imported ({error}); pip install {package}") from error
