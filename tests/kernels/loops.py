"""Loops of machine code."""

from __future__ import annotations

import re


def smallest_loop(code: str, opcode: str, times: int = 1) -> list[str]:
    """Instructions of the shortest loop of machine code that contains an opcode at least so often."""
    lines: list[str] = []
    labels: dict[str, int] = {}
    loops: list[list[str]] = []
    for line in code.splitlines():
        if label := re.match(r"(\.L_x_\d+):", line):
            labels[label[1]] = len(lines)
        elif instruction := re.match(r"\s+/\*[0-9a-f]{4,}\*/\s+(.*)", line):
            lines.append(instruction[1])
            back = re.search(r"BRA.*`\((\.L_x_\d+)\)", line)
            if back and back[1] in labels:
                loops.append(lines[labels[back[1]] :])
    return min((loop for loop in loops if sum(opcode in line for line in loop) >= times), key=len)
