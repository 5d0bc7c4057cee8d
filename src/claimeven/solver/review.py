"""A game judged move by move: what each move was worth, what it should have been, where the result turned."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

from claimeven.errors import LimitReached
from claimeven.rules.position import Position, require_position
from claimeven.rules.score import Score
from claimeven.solver.score_source import ScoreSource, score_of

Judgement = Literal["best", "weaker_win", "win_given_away", "draw_given_away", "weaker_loss"]
RESULT_CHANGED = frozenset({"win_given_away", "draw_given_away"})


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveReview:
    """One move: its column (0-based), the best value that the player could have, and the value it led to.

    ``better`` is a column that keeps ``before``, None if the move itself does.
    """

    column: int
    before: Score
    after: Score
    better: int | None

    @property
    def side(self) -> int:
        """Who made it: 0 for who began on the empty board."""
        return (self.before.rules.cells - self.before.left) % 2

    @property
    def judgement(self) -> Judgement:
        """What the move did to the result."""
        if self.after == self.before:
            return "best"
        if self.before.verdict == "win":
            return "weaker_win" if self.after.verdict == "win" else "win_given_away"
        return "draw_given_away" if self.before.verdict == "draw" else "weaker_loss"

    @property
    def words(self) -> str:
        """The judgement for people."""
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
        """What the move did, to be continued after the name of the player: ``played 5, a slower win``."""
        name = self.before.rules.column_name(self.column)
        if self.judgement in RESULT_CHANGED:
            return f"played {name} and turned a {self.before.verdict} into a {self.after.verdict}"
        if self.judgement == "best":
            return f"played {name}, a best move"
        return f"played {name}, a {self.words}"

    @property
    def better_text(self) -> str:
        """What the better column would have done, in a sentence; empty if the move itself was best."""
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
    """What a table says of a move: what the player could have and has now, the judgement, a better column."""
    if move is None:
        return "", "", "not judged", ""
    better = "" if move.better is None else move.before.rules.column_name(move.better)
    return move.before.result, move.after.result, move.words, better


@dataclass(frozen=True, slots=True)
class Review:
    """Every move of a game in its order; None for the first ones if the limit came before their turn."""

    moves: tuple[MoveReview | None, ...]

    @property
    def is_complete(self) -> bool:
        """True when every move is judged."""
        return None not in self.moves

    @property
    def turning_point(self) -> int | None:
        """The number (from 0) of the last move that changed the result, None if no judged one did."""
        turns = (i for i, move in enumerate(self.moves) if move and move.judgement in RESULT_CHANGED)
        return max(turns, default=None)

    def judged_of(self, side: int) -> list[MoveReview]:
        """The judged moves of one side, 0 for who began on the empty board."""
        return [move for move in self.moves if move is not None and move.side == side]

    def share_of_best(self, side: int) -> float | None:
        """How many of the judged moves of a side were best, as a share; None if it has none."""
        moves = self.judged_of(side)
        return sum(move.judgement == "best" for move in moves) / len(moves) if moves else None

    def mistakes_of(self, side: int) -> int:
        """How many of the judged moves of a side changed the result."""
        return sum(move.judgement in RESULT_CHANGED for move in self.judged_of(side))

    def _repr_html_(self) -> str:
        """The table that a notebook shows."""
        from claimeven.solver.notebook_tables import write_review_html

        return write_review_html(self)


def review_game(start: Position, moves: Sequence[int], source: ScoreSource) -> Review:
    """The moves judged from the last one back to the first, which is the cheaper way.

    Moves for which ``source`` reaches its limit are left unjudged; earlier ones may be in its book. Raises
    IllegalMove or GameOver for moves that could not have been played.

    >>> from claimeven import Position, Solver
    >>> review = review_game(Position.from_moves("444444333333"), (1, 1, 4), Solver(table_mib=1))
    >>> [move.words for move in review.moves if move]
    ['best', 'best', 'best']
    """
    require_position(start)
    positions = list(accumulate(moves, Position.play, initial=start))
    judged: list[MoveReview | None] = [None] * len(moves)
    child: Score | None = None  # the value of the position that a move led to
    for number, position in reversed(list(enumerate(positions))):
        before: Score | None = None
        with suppress(LimitReached):
            before = score_of(position, source)
            if child is not None:
                after = Score(-child, before.left, position.rules)
                better = None if after == before else source.best_column(position, before)
                judged[number] = MoveReview(column=moves[number], before=before, after=after, better=better)
        child = before
    return Review(tuple(judged))
