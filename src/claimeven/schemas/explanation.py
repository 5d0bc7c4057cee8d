"""Why a position is won, drawn or lost: cells by name, columns from 1."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from claimeven.reasons import reason, threats
from claimeven.reasons.cells import Pairs, name_of, names_of
from claimeven.reasons.columns import ColumnExplanation
from claimeven.reasons.deciding_lines import NeededLine
from claimeven.reasons.explanation import Explanation
from claimeven.reasons.reason import AppliedRule, Reason
from claimeven.reasons.sentences import About, Sentence, rule_text
from claimeven.rules.rules import Rules
from claimeven.rules.score import Verdict
from claimeven.schemas.base import SIDES, CellName, Count, Number, Schema, Side

Pair = Annotated[list[CellName], Meta(min_length=2, max_length=2)]
Four = Annotated[list[CellName], Meta(min_length=4, max_length=4)]


class StepSchema(Schema):
    """A move of the line: who plays it, and why."""

    column: Number
    side: Side
    why: str


class RuleSchema(Schema):
    """A rule of answering: its cells, the pairs that answer each other, and the lines that it stops."""

    name: str
    cells: list[CellName]
    pairs: list[Pair]
    lines: list[Four]
    text: str


class NeededLineSchema(Schema):
    """One of the few lines that a side needs, and the cells that it lacks.

    It is essential if the side fails with all its other lines together; null if that is not known.
    """

    cells: Four
    lacks: list[CellName]
    essential: bool | None


class ReasonSchema(Schema):
    """Why a side wins or does not lose; it holds after so many plies of the line.

    It has rules if they cover the other side's lines, and lines if its kind is ``lines``.
    """

    kind: reason.ReasonKind
    side: Side
    plies: Count
    cells: list[CellName]
    rules: list[RuleSchema]
    lines: list[NeededLineSchema]
    text: str


class ThreatSchema(Schema):
    """An empty cell where a side completes four, after so many plies of the line, and what it is good for."""

    side: Side
    cell: CellName
    plies: Count
    label: threats.Label
    text: str


class ColumnWhySchema(Schema):
    """What a disc in a column leads to, in a sentence."""

    column: Number
    verdict: Verdict
    text: str


class PlayedSchema(Schema):
    """The column to try, which is the last of the moves."""

    column: Number
    verdict: Verdict
    score: int
    text: str


class SentenceSchema(Schema):
    """A sentence of the explanation, and the cells, pairs and lines that it mentions.

    It holds after so many plies of the line. The side completes ``lines``; ``stops`` are lines of the other
    side that it stops.
    """

    about: About
    text: str
    side: Side | None
    plies: Count
    cells: list[CellName]
    pairs: list[Pair]
    lines: list[Four]
    stops: list[Four]


class ExplanationSchema(Schema):
    """Why a position has its value: a line, then a reason; in a draw, ``also`` is the second player's.

    The line is best play, unless ``faster`` names a column that wins faster than the move before the reason.
    """

    moves: str
    verdict: Verdict
    score: int
    line: list[StepSchema]
    faster: Number | None
    reason: ReasonSchema
    also: ReasonSchema | None
    threats: list[ThreatSchema]
    columns: list[ColumnWhySchema | None]
    sentences: list[SentenceSchema]
    text: str
    played: PlayedSchema | None
    board: str | UnsetType = UNSET


class FinalMoveSchema(Schema):
    """A column to try that ends the game, so that there is nothing to explain."""

    moves: str
    played: PlayedSchema
    board: str | UnsetType = UNSET


def explanation_schema(
    explanation: Explanation,
    moves: str,
    *,
    board: str | None = None,
    played: PlayedSchema | None = None,
) -> ExplanationSchema:
    """Describe the explanation of the position after ``moves``, which begin with ``board`` if it is given."""
    rules = explanation.position.rules
    reasons = [_reason_schema(found, explanation) for found in explanation.reasons]
    return ExplanationSchema(
        moves=moves,
        verdict=explanation.score.verdict,
        score=int(explanation.score),
        line=[StepSchema(step.column + 1, SIDES[step.side], step.why) for step in explanation.line],
        faster=None if explanation.faster is None else explanation.faster + 1,
        reason=reasons[0],
        also=reasons[1] if len(reasons) > 1 else None,
        threats=_threat_schemas(explanation),
        columns=[_column_why_schema(why) for why in explanation.columns],
        sentences=[_sentence_schema(sentence, rules) for sentence in explanation.sentences],
        text=explanation.text,
        played=played,
        board=UNSET if board is None else board,
    )


def final_move_schema(moves: str, played: PlayedSchema, *, board: str | None) -> FinalMoveSchema:
    """Describe a column that ends the game; ``board`` is what the moves begin with, if anything."""
    return FinalMoveSchema(moves, played, UNSET if board is None else board)


def played_schema(why: ColumnExplanation, score: int, text: str | None = None) -> PlayedSchema:
    """Describe the column to try, with its exact score; ``text`` replaces its own sentence."""
    return PlayedSchema(why.column + 1, why.verdict, score, why.text if text is None else text)


def _reason_schema(found: Reason, explanation: Explanation) -> ReasonSchema:
    rules = explanation.position.rules
    needed_lines = () if found.lines is None else found.lines.lines
    return ReasonSchema(
        kind=found.kind,
        side=SIDES[found.side],
        plies=found.position.ply - explanation.position.ply,
        cells=names_of(found.cells, rules),
        rules=[_rule_schema(rule, found, explanation) for rule in found.rules],
        lines=[_needed_line_schema(line, rules) for line in needed_lines],
        text=explanation.reason_text(found),
    )


def _rule_schema(rule: AppliedRule, found: Reason, explanation: Explanation) -> RuleSchema:
    rules = explanation.position.rules
    return RuleSchema(
        name=rule.name,
        cells=names_of(rule.cells, rules),
        pairs=_pairs(rule.pairs, rules),
        lines=_lines(rule.lines, rules),
        text=rule_text(rule, rules, explanation.names, found.side),
    )


def _needed_line_schema(line: NeededLine, rules: Rules) -> NeededLineSchema:
    return NeededLineSchema(names_of(line.cells, rules), names_of(line.lacks, rules), line.is_essential)


def _threat_schemas(explanation: Explanation) -> list[ThreatSchema]:
    schemas = []
    for threat in explanation.threats:
        side = SIDES[threat.side]
        schemas.append(ThreatSchema(side, threat.name, explanation.plies, threat.label, threat.text))
    return schemas


def _column_why_schema(why: ColumnExplanation | None) -> ColumnWhySchema | None:
    if why is None:
        return None
    return ColumnWhySchema(why.column + 1, why.verdict, why.text)


def _sentence_schema(sentence: Sentence, rules: Rules) -> SentenceSchema:
    return SentenceSchema(
        about=sentence.about,
        text=sentence.text,
        side=None if sentence.side is None else SIDES[sentence.side],
        plies=sentence.plies,
        cells=names_of(sentence.cells, rules),
        pairs=_pairs(sentence.pairs, rules),
        lines=_lines(sentence.lines, rules),
        stops=_lines(sentence.stops, rules),
    )


def _pairs(pairs: Pairs, rules: Rules) -> list[Pair]:
    return [[name_of(one, rules), name_of(other, rules)] for one, other in pairs]


def _lines(lines: tuple[int, ...], rules: Rules) -> list[Four]:
    return [names_of(line, rules) for line in lines]
