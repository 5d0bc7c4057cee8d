"""Review of a game move by move: the result of each move, the best result, and where the result turned."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from claimeven.errors import LimitReached
from claimeven.rules.position import Position, require_position
from claimeven.rules.score import Score
from claimeven.solver.score_source import ScoreSource, score_of

Judgement = Literal["best", "weaker_win", "win_given_away", "draw_given_away", "weaker_loss"]
RESULT_CHANGED = frozenset({"win_given_away", "draw_given_away"})


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveReview:
    """One move: its column (0-based), the best score that the player could reach, and the one it reached.

    ``better`` is a column that keeps ``before``, None if the move itself does.
    """

    column: int
    before: Score
    after: Score
    better: int | None

    @property
    def side(self) -> int:
        """The player: 0 for the one who moves first on an empty board, else 1."""
        return (self.before.rules.cells - self.before.left) % 2

    @property
    def judgement(self) -> Judgement:
        """What the move did to the result."""
        if self.after == self.before:
            return "best"
        if self.before.verdict == "loss":
            return "weaker_loss"
        if self.before.verdict == "draw":
            return "draw_given_away"
        if self.after.verdict == "win":
            return "weaker_win"
        return "win_given_away"

    @property
    def words(self) -> str:
        """The judgement in words."""
        variant = self.before.rules.variant
        return {
            "best": "best",
            "weaker_win": variant.weaker_win,
            "win_given_away": f"win given away: now a {self.after.verdict}",
            "draw_given_away": "draw given away",
            "weaker_loss": variant.weaker_loss,
        }[self.judgement]

    @property
    def played_text(self) -> str:
        """What the move did, to follow the player's name: ``played 5, a slower win``."""
        name = self.before.rules.column_name(self.column)
        if self.judgement in RESULT_CHANGED:
            return f"played {name} and turned a {self.before.verdict} into a {self.after.verdict}"
        if self.judgement == "best":
            return f"played {name}, a best move"
        return f"played {name}, a {self.words}"

    @property
    def better_text(self) -> str:
        """What the better column did, in a sentence; empty if the move itself was best."""
        if self.better is None:
            return ""
        variant = self.before.rules.variant
        if self.judgement == "weaker_win":
            did = variant.better_win
        elif self.judgement == "weaker_loss":
            did = variant.better_loss
        else:
            did = f"kept the {self.before.verdict}"
        return f"Column {self.before.rules.column_name(self.better)} {did}."


def judged_cells(move: MoveReview | None) -> tuple[str, str, str, str]:
    """Return the cells of a table for a move: best result, result played, judgement, better column."""
    if move is None:
        return "", "", "not judged", ""
    better = "" if move.better is None else move.before.rules.column_name(move.better)
    return move.before.result, move.after.result, move.words, better


@dataclass(frozen=True, slots=True)
class Review:
    """Every move of a game in order; None for moves that the limit left unjudged."""

    moves: tuple[MoveReview | None, ...]

    @property
    def is_complete(self) -> bool:
        """True when every move is judged."""
        return None not in self.moves

    @property
    def turning_point(self) -> int | None:
        """The number (from 0) of the last judged move that changed the result, None if there is none."""
        turns = []
        for number, move in enumerate(self.moves):
            if move is not None and move.judgement in RESULT_CHANGED:
                turns.append(number)
        return max(turns, default=None)

    def judged_of(self, side: int) -> list[MoveReview]:
        """Return the judged moves of one side, 0 or 1."""
        return [move for move in self.moves if move is not None and move.side == side]

    def share_of_best(self, side: int) -> float | None:
        """Return the share of a side's judged moves that were best, from 0 to 1; None without moves."""
        moves = self.judged_of(side)
        if not moves:
            return None
        best = sum(move.judgement == "best" for move in moves)
        return best / len(moves)

    def mistakes_of(self, side: int) -> int:
        """Return how many of a side's judged moves changed the result."""
        return sum(move.judgement in RESULT_CHANGED for move in self.judged_of(side))

    def _repr_html_(self) -> str:
        """Return the table that notebooks show."""
        from claimeven.solver.notebook_tables import write_review_html

        return write_review_html(self)


def review_game(start: Position, moves: Sequence[int], source: ScoreSource) -> Review:
    """Return a review of the moves, judged from the last to the first, which is the cheaper order.

    Moves for which ``source`` reaches its limit are left unjudged; earlier ones may be in its book. Raises
    IllegalMove or GameOver for moves that could not have been played.

    >>> from claimeven import Position, Solver
    >>> review = review_game(Position.from_moves("444444333333"), (1, 1, 4), Solver(table_mib=1))
    >>> [move.words for move in review.moves if move]
    ['best', 'best', 'best']
    """
    require_position(start)
    positions = [start]
    for column in moves:
        positions.append(positions[-1].play(column))
    reviews: list[MoveReview | None] = [None] * len(moves)
    child_score: Score | None = None  # of the position after the move
    for number in reversed(range(len(positions))):
        position = positions[number]
        before: Score | None = None
        with suppress(LimitReached):
            before = score_of(position, source)
            if child_score is not None:
                after = Score(-child_score, before.left, position.rules)
                better = None if after == before else source.best_column(position, before)
                column = moves[number]
                reviews[number] = MoveReview(column=column, before=before, after=after, better=better)
        child_score = before
    return Review(tuple(reviews))
