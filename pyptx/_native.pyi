"""What is written in C: launching without Python on the way."""

from collections.abc import Callable
from typing import Any

class Launcher:
    """The signatures of one kernel that launch without Python."""

    variants: int
    """Signatures that are known."""

    def __new__(cls, driver: tuple[int, ...], refuse: Callable[[int], object], /) -> Launcher:
        """Take the addresses of the driver's functions, and what raises for a status that is not success."""

    def call(self, args: tuple[Any, ...], out: Any, kwargs: dict[str, Any] | None, /) -> Any:
        """Launch what is known for these arguments, and return the output; NotImplemented where nothing is."""

    def remember(self, /, *what: Any) -> bool:
        """Keep what a signature resolves to; False where it cannot be kept, or is known."""

def use_torch(table: object, tensor: type, parameter: type, /, *questions: Callable[..., Any]) -> bool:
    """Learn how to look at torch's tensors; False where its table is of another version."""
