"""The answers that say why, typed like the others: an explanation with everything that it points at."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from claimeven.reasons.reason import Kind
from claimeven.reasons.said import About
from claimeven.rules.score import Verdict
from claimeven.web.answers import Answer, CellName, Count, Number, Side

Pair = Annotated[list[CellName], Meta(min_length=2, max_length=2)]
Four = Annotated[list[CellName], Meta(min_length=4, max_length=4)]


class Step(Answer):
    """A move of the line: who plays it, and why."""

    column: Number
    side: Side
    why: str


class Rule(Answer):
    """A rule of answering: its cells, those that answer each other in pairs, and the lines that it stops."""

    name: str
    cells: list[CellName]
    pairs: list[Pair]
    lines: list[Four]
    text: str


class Reason(Answer):
    """Why a side wins or does not lose; it holds after so many plies of the line."""

    kind: Kind
    side: Side
    plies: Count
    cells: list[CellName]
    rules: list[Rule]
    text: str


class Threat(Answer):
    """An empty cell where a side completes four, and whether that counts."""

    side: Side
    cell: CellName
    useful: bool
    text: str


class ColumnWhy(Answer):
    """What a disc in a column leads to, in a sentence."""

    column: Number
    verdict: Verdict
    text: str


class Played(Answer):
    """The column that was asked for; it is the last of the moves."""

    column: Number
    verdict: Verdict
    score: int
    text: str


class Sentence(Answer):
    """What is said after some plies of the line: cells, pairs, lines that the side completes or stops."""

    about: About
    text: str
    side: Side | None
    plies: Count
    cells: list[CellName]
    pairs: list[Pair]
    lines: list[Four]
    stops: list[Four]


class Explanation(Answer):
    """Why a position is worth what it is: a best line, then a reason, in a draw one for each side."""

    moves: str
    verdict: Verdict
    score: int
    line: list[Step]
    reason: Reason
    also: Reason | None
    threats: list[Threat]
    columns: list[ColumnWhy | None]
    sentences: list[Sentence]
    text: str
    played: Played | None
