"""Triage of a wrong result: is the program at fault, or ptxas?

The simulator runs the launch under several schedules with all checks, the verifier reads the program, and
each installed ptxas assembles it at each optimization level. `triage` names the first symptom, with the
builds that show it and those that do not, and reduces the program to the few lines that still show it. It is
an engine: ``directing("triage")`` and ``pyptx triage FILE`` run it on unchanged code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.late import late_names

if TYPE_CHECKING:
    from pyptx.triage.builds import KINDS, LEVELS, Build, Outcome, builds_of
    from pyptx.triage.reduction import reduce
    from pyptx.triage.symptoms import Symptom
    from pyptx.triage.verdict import SymptomFound, Verdict, triage

__all__ = [
    "KINDS",
    "LEVELS",
    "Build",
    "Outcome",
    "Symptom",
    "SymptomFound",
    "Verdict",
    "builds_of",
    "reduce",
    "triage",
]

_PLACES = {
    "KINDS": "builds", "LEVELS": "builds", "Build": "builds", "Outcome": "builds", "builds_of": "builds",
    "reduce": "reduction", "Symptom": "symptoms", "SymptomFound": "verdict", "Verdict": "verdict",
    "triage": "verdict",
}  # fmt: skip

__getattr__, __dir__ = late_names(__name__, _PLACES)
