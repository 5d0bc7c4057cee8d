"""Check what explanations say, sentence by sentence, against the rules of the game and exact play.

Every sentence of an explanation has to match a pattern of reason_claims.py or column_claims.py, and what it
claims is looked up on the board or asked of the solver. Nothing there uses the code that makes explanations.
measure_explanations.py and the tests call ``contradictions_of``.
"""

from __future__ import annotations

import column_claims  # noqa: F401 - it registers its checks
import reason_claims  # noqa: F401
from claimeven import Explanation, Solver
from claims import CHECKS, Claim, Claims


def contradictions_of(explanation: Explanation, solver: Solver) -> list[str]:
    """What is wrong with the sentences of an explanation of Connect Four with the names X and O."""
    claims = Claims(explanation, solver)
    found = []
    for said in explanation.sentences:
        position = claims.after(said.plies)
        matches = [
            (check, match)
            for about, pattern, check in CHECKS
            if about == said.about and (match := pattern.fullmatch(said.text))
        ]
        if not matches:
            found.append(f"no check knows the sentence: {said.text}")
        for check, match in matches:
            for wrong in check(Claim(claims, match, said, position)):
                found.append(f"{wrong}: {said.text}")
    found += claims.of_the_whole()
    return found
