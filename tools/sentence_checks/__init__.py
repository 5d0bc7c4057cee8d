"""Check what explanations and reviews say, sentence by sentence, against the rules and exact play.

Every sentence of an explanation has to match a pattern of reason_checks.py or column_checks.py, and what it
claims is looked up on the board or compared with the solver. mistake_checks.py does the same for reviews.
Nothing here uses the code that makes the sentences. measure_explanations.py and the tests call
``contradictions_of`` and ``contradictions_of_mistake``.
"""

from __future__ import annotations

from claimeven import Explanation, Solver
from sentence_checks import column_checks, reason_checks
from sentence_checks.claim import CHECKS, CheckedExplanation, Claim
from sentence_checks.mistake_checks import ReviewedMistake, contradictions_of_mistake

__all__ = [
    "ReviewedMistake",
    "column_checks",
    "contradictions_of",
    "contradictions_of_mistake",
    "reason_checks",
]


def contradictions_of(explanation: Explanation, solver: Solver) -> list[str]:
    """List what is wrong with an explanation of Connect Four with the names X and O."""
    checked = CheckedExplanation(explanation, solver)
    found = []
    for sentence in explanation.sentences:
        position = checked.after(sentence.plies)
        is_known = False
        for about, pattern, check in CHECKS:
            match = pattern.fullmatch(sentence.text) if about == sentence.about else None
            if match is not None:
                is_known = True
                for wrong in check(Claim(checked, match, sentence, position)):
                    found.append(f"{wrong}: {sentence.text}")
        if not is_known:
            found.append(f"no check knows the sentence: {sentence.text}")
    found += checked.contradictions_of_the_whole()
    return found
