"""The rules of the simulator, of `pyptx gpu` and of `pyptx perf`: name, meaning, repair, and a kernel that breaks each.

``pyptx explain NAME`` prints one, and `tools/generate.py` writes the pages of ``docs/rules``. A rule that either
reports is in this registry (`tests/rules`).
"""

from pyptx.rules.copies import COPIES
from pyptx.rules.matrices import MATRICES
from pyptx.rules.memory import MEMORY
from pyptx.rules.performance import PERFORMANCE
from pyptx.rules.rule import IMPORTS, Rule, Section
from pyptx.rules.streams import STREAMS
from pyptx.rules.tensor_memory import TENSOR_MEMORY
from pyptx.rules.threads import THREADS

__all__ = ["IMPORTS", "RULES", "SECTIONS", "Rule", "Section", "section_of"]

SECTIONS = (MEMORY, THREADS, COPIES, MATRICES, TENSOR_MEMORY, STREAMS, PERFORMANCE)
RULES = {rule.name: rule for section in SECTIONS for rule in section.rules}


def section_of(rule: Rule) -> Section:
    """The section of a rule."""
    return next(section for section in SECTIONS if rule in section.rules)
