"""Explanations, and what was overlooked, as JSON: cells by name, columns from 1, sides x and o."""

from __future__ import annotations

from typing import Any

from claimeven.reasons.cells import name_of, names_of
from claimeven.reasons.columns import ColumnWhy
from claimeven.reasons.explanation import Explanation
from claimeven.reasons.overlooked import Overlooked
from claimeven.reasons.reason import Reason
from claimeven.reasons.said import Pairs, Said
from claimeven.reasons.words import rule_text
from claimeven.rules.rules import Rules

SIDES = ("x", "o")


def plain_explanation(explanation: Explanation, moves: str) -> dict[str, Any]:
    """The explanation of the position after ``moves`` as JSON has it.

    A draw has two reasons: why the first player does not lose and, as ``also``, why the second does not.
    """
    first, *second = explanation.reasons
    rules = explanation.position.rules
    return {
        "moves": moves,
        "verdict": explanation.score.verdict,
        "score": int(explanation.score),
        "line": [
            {"column": step.column + 1, "side": SIDES[step.side], "why": step.why}
            for step in explanation.line
        ],
        "reason": _reason(first, explanation),
        "also": _reason(second[0], explanation) if second else None,
        "threats": [
            {
                "side": SIDES[threat.side],
                "cell": name_of(threat.cell, rules),
                "useful": threat.useful,
                "text": threat.text,
            }
            for threat in explanation.threats
        ],
        "columns": [
            None
            if why is None
            else {"column": why.column + 1, "verdict": why.score.verdict, "text": why.text}
            for why in explanation.columns
        ],
        "sentences": [_said(said, rules) for said in explanation.said],
        "text": explanation.text,
    }


def plain_played(why: ColumnWhy) -> dict[str, Any]:
    """What a column that was asked for leads to."""
    return {
        "column": why.column + 1,
        "verdict": why.score.verdict,
        "score": int(why.score),
        "text": why.text,
    }


def plain_overlooked(missed: Overlooked | None, rules: Rules) -> dict[str, Any] | None:
    """What was overlooked with a move of a game on a board with these ``rules``."""
    if missed is None:
        return None
    return {"kind": missed.kind, "cells": names_of(missed.cells, rules), "text": missed.text}


def _said(said: Said, rules: Rules) -> dict[str, Any]:
    """A sentence with what it speaks of: ``stops`` are lines of the other side that its pairs stop."""
    return {
        "about": said.about,
        "text": said.text,
        "side": None if said.side is None else SIDES[said.side],
        "plies": said.plies,
        "cells": names_of(said.cells, rules),
        "pairs": _pairs(said.pairs, rules),
        "lines": [names_of(line, rules) for line in said.lines],
        "stops": [names_of(line, rules) for line in said.stops],
    }


def _pairs(pairs: Pairs, rules: Rules) -> list[list[str]]:
    return [[name_of(one, rules), name_of(two, rules)] for one, two in pairs]


def _reason(reason: Reason, explanation: Explanation) -> dict[str, Any]:
    """A reason; ``plies`` says after how many moves of the line it holds."""
    rules = explanation.position.rules
    return {
        "kind": reason.kind,
        "side": SIDES[reason.side],
        "plies": reason.position.ply - explanation.position.ply,
        "cells": names_of(reason.cells, rules),
        "rules": [
            {
                "name": used.name,
                "cells": names_of(used.cells, rules),
                "pairs": _pairs(used.pairs, rules),
                "lines": [names_of(line, rules) for line in used.lines],
                "text": rule_text(used, rules, explanation.names, reason.side),
            }
            for used in reason.rules
        ],
        "text": explanation.reason_text(reason),
    }
