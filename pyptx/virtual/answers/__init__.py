"""A function for each call of `pyptx.virtual.calls`, in a file per section of the driver's interface."""

from pyptx.virtual.answers import (
    advice,
    captures,
    contexts,
    copies,
    devices,
    events,
    executables,
    graphs,
    launches,
    memory,
    modules,
    occupancy,
    pools,
    registered,
    stream_attributes,
    streams,
    tensor_maps,
)
from pyptx.virtual.answers.registry import ANSWERS

__all__ = [
    "ANSWERS", "advice", "captures", "contexts", "copies", "devices", "events", "executables", "graphs",
    "launches", "memory", "modules", "occupancy", "pools", "registered", "stream_attributes", "streams",
    "tensor_maps",
]  # fmt: skip
