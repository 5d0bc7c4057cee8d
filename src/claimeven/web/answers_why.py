"""The answers that say why, typed like the others, and how they are made: cells by name, columns from 1."""

from __future__ import annotations

from typing import Annotated, Any, Self

from msgspec import Meta

from claimeven.reasons import columns, deciding_lines, explanation, mistakes, reason, sentences, threats
from claimeven.reasons.cells import Pairs, name_of, names_of
from claimeven.reasons.sentences import About, rule_text
from claimeven.rules.rules import Rules
from claimeven.rules.score import Verdict
from claimeven.web.answers import SIDES, Answer, CellName, Count, Number, Overlooked, Side

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


class NeededLine(Answer):
    """One of the few lines that a side needs, and the cells that it lacks.

    It is essential if the side fails with all its other lines together; null if that is not known.
    """

    cells: Four
    lacks: list[CellName]
    essential: bool | None

    @classmethod
    def of(cls, line: deciding_lines.NeededLine, rules: Rules) -> Self:
        """A line of a board with these rules."""
        return cls(names_of(line.cells, rules), names_of(line.lacks, rules), line.is_essential)


class Reason(Answer):
    """Why a side wins or does not lose; it holds after so many plies of the line.

    It has rules if they cover the other side's lines, and lines if its kind is ``lines``.
    """

    kind: reason.ReasonKind
    side: Side
    plies: Count
    cells: list[CellName]
    rules: list[Rule]
    lines: list[NeededLine]
    text: str

    @classmethod
    def of(cls, found: reason.Reason, whole: explanation.Explanation) -> Self:
        """A reason of an explanation."""
        rules = whole.position.rules
        used = [
            Rule(
                name=rule.name,
                cells=names_of(rule.cells, rules),
                pairs=_pairs(rule.pairs, rules),
                lines=[names_of(line, rules) for line in rule.lines],
                text=rule_text(rule, rules, whole.names, found.side),
            )
            for rule in found.rules
        ]
        needed = () if found.lines is None else found.lines.lines
        return cls(
            kind=found.kind,
            side=SIDES[found.side],
            plies=found.position.ply - whole.position.ply,
            cells=names_of(found.cells, rules),
            rules=used,
            lines=[NeededLine.of(line, rules) for line in needed],
            text=whole.reason_text(found),
        )


class Threat(Answer):
    """An empty cell where a side completes four, after so many plies of the line, and what it is good for."""

    side: Side
    cell: CellName
    plies: Count
    label: threats.Label
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

    @classmethod
    def of(cls, why: columns.ColumnExplanation, score: int) -> Self:
        """What the column leads to, and its exact score."""
        return cls(why.column + 1, why.verdict, score, why.text)


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

    @classmethod
    def of(cls, said: sentences.Sentence, rules: Rules) -> Self:
        """A sentence about a board with these rules."""
        side = None if said.side is None else SIDES[said.side]
        cells, pairs = names_of(said.cells, rules), _pairs(said.pairs, rules)
        lines, stops = ([names_of(line, rules) for line in some] for some in (said.lines, said.stops))
        return cls(said.about, said.text, side, said.plies, cells, pairs, lines, stops)


class Explained(Answer):
    """An explanation; in a draw, ``also`` is why the second player does not lose.

    The line is best play, unless ``faster`` names a column that wins faster than the move before the reason.
    """

    moves: str
    verdict: Verdict
    score: int
    line: list[Step]
    faster: Number | None
    reason: Reason
    also: Reason | None
    threats: list[Threat]
    columns: list[ColumnWhy | None]
    sentences: list[Sentence]
    text: str

    @classmethod
    def of(cls, found: explanation.Explanation, moves: str, **more: Any) -> Self:
        """The explanation of the position after ``moves``; ``more`` are fields of a subclass."""
        rules = found.position.rules
        reasons = [Reason.of(one, found) for one in found.reasons]
        return cls(
            moves=moves,
            verdict=found.score.verdict,
            score=int(found.score),
            line=[Step(step.column + 1, SIDES[step.side], step.why) for step in found.line],
            faster=None if found.faster is None else found.faster + 1,
            reason=reasons[0],
            also=reasons[1] if len(reasons) > 1 else None,
            threats=[
                Threat(SIDES[one.side], one.name, found.plies, one.label, one.text) for one in found.threats
            ],
            columns=[
                None if why is None else ColumnWhy(why.column + 1, why.verdict, why.text)
                for why in found.columns
            ],
            sentences=[Sentence.of(said, rules) for said in found.sentences],
            text=found.text,
            **more,
        )


class Explanation(Explained):
    """Why a position is worth what it is: a best line, then a reason, in a draw one for each side."""

    played: Played | None


def missed(found: mistakes.Mistake | None, rules: Rules) -> Overlooked | None:
    """What was overlooked with a move of a game on a board with these ``rules``."""
    return None if found is None else Overlooked(found.kind, names_of(found.cells, rules), found.text)


def _pairs(pairs: Pairs, rules: Rules) -> list[Pair]:
    return [[name_of(one, rules), name_of(two, rules)] for one, two in pairs]
