from collections.abc import Callable
from typing import Any

# The signatures of one kernel that launch without Python; made of the addresses of the driver's functions and
# of what raises for a status that is not success.
class Launcher:
    def __init__(self, driver: tuple[int, ...], refuse: Callable[[int], object], /) -> None: ...
    # How many signatures are known.
    variants: int
    # Launch what is known for these arguments, and return the output; NotImplemented where nothing is.
    def call(self, args: tuple[Any, ...], out: Any, kwargs: dict[str, Any] | None, /) -> Any: ...
    # Keep what a signature resolves to; False where it cannot be kept, or is known.
    def remember(self, /, *what: Any) -> bool: ...

# Learn how to look at torch's tensors; False where its table is of another version.
def use_torch(table: object, tensor: type, parameter: type, /, *questions: Callable[..., Any]) -> bool: ...

# Say who takes calls of XLA that have no plan, and who says in words what a status of the driver means.
def xla_use(resolve: Callable[..., str | None], explain: Callable[[int], str], /) -> None: ...

# The handler of a platform, "cpu" or "CUDA", as XLA registers it.
def xla_handler(platform: str, /) -> object: ...

# Let the handler of CUDA repeat a call by itself.
def xla_remember(*what: Any) -> None: ...

# The names of the handlers of the simulator's engine, by number; missing where the engine was not built.
def engine_handlers() -> tuple[str, ...]: ...

# What they are built for and run on: "base", "avx2" or "avx512".
def engine_level() -> str: ...

# Run the launch that is described at an address, see pyptx/sim/native.py.
def engine_run(launch: int, /) -> None: ...
