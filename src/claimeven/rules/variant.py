"""Variant: what distinguishes Connect Four from Max-Connect4: end, scoring, words and colours.

Everything that depends on the game alone, and not on the size of the board, is in the class of the game. To
change a rule, change it there, and in the search kernels if it decides what a position is worth.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

from claimeven.plural import pluralize

if TYPE_CHECKING:
    from claimeven.rules.board import Board
    from claimeven.rules.score import Score


class Variant(ABC):
    """A game that is played on the board. There is one object of each: FOUR and MAX.

    Values and scores are for the side to move: positive for a win, 0 for a draw.
    """

    __slots__ = ()

    name: ClassVar[str]  # as options and files have it
    title: ClassVar[str]  # what people call the game
    colours: ClassVar[tuple[str, str]]  # of the first and of the second player's discs
    line_ends_game: ClassVar[bool]
    scores_finished_games: ClassVar[bool]  # whether a solver gives the score of a finished game
    weaker_win: ClassVar[str]  # what a move is called that wins, but not in the best way
    weaker_loss: ClassVar[str]
    better_win: ClassVar[str]  # what the best move did instead
    better_loss: ClassVar[str]

    def __repr__(self) -> str:
        return self.name.upper()

    def __reduce__(self) -> str:
        """Pickle and copy a variant as the constant of this module that it is."""
        return self.name.upper()

    @abstractmethod
    def final_value(self, board: Board) -> int:
        """Return the value of a finished game for the side that would be to move next."""

    @abstractmethod
    def bounds(self, board: Board) -> tuple[int, int]:
        """Return the least and the largest value that an unfinished board can have, without a search."""

    @abstractmethod
    def plies(self, score: Score) -> int:
        """Return how many discs are dropped until the game ends, if both sides play perfectly."""

    @abstractmethod
    def margin(self, score: Score) -> str:
        """Return how clear a win or a loss is, in two words: ``in 35`` or ``by 2``."""

    @abstractmethod
    def margin_text(self, score: Score) -> str:
        """Return how clear a win or a loss is, with its unit: ``in 35 plies`` or ``by 2 lines``."""

    @abstractmethod
    def sentence(self, score: Score) -> str:
        """Return what a score means for the side to move, in a sentence without a full stop."""


class _ConnectFour(Variant):
    """A line of four ends the game and wins it.

    The value is +k if the side to move wins with its k-th last disc, and -k if the other side does.
    """

    __slots__ = ()

    name = "four"
    title = "Connect Four"
    colours = ("red", "yellow")
    line_ends_game = True
    scores_finished_games = False
    weaker_win = "slower win"
    weaker_loss = "faster loss"
    better_win = "won faster"
    better_loss = "held out longer"

    def final_value(self, board: Board) -> int:
        if len(board.lines_of(board.own)) == len(board.lines_of(board.other)):
            return 0
        return -(board.left // 2 + 1)  # the other side made the last line

    def bounds(self, board: Board) -> tuple[int, int]:
        return -(board.left // 2), (board.left + 1) // 2

    def plies(self, score: Score) -> int:
        if score == 0:
            return score.left
        if score > 0:
            own_discs = (score.left + 1) // 2
            return 2 * (own_discs - score) + 1
        other_discs = score.left // 2
        return 2 * (other_discs + score + 1)

    def margin(self, score: Score) -> str:
        return f"in {self.plies(score)}"

    def margin_text(self, score: Score) -> str:
        return f"in {pluralize(self.plies(score), 'ply', 'plies')}"

    def sentence(self, score: Score) -> str:
        plies = pluralize(self.plies(score), "ply", "plies")
        if score == 0:
            return f"a draw, with {plies} to go"
        if score > 0:
            return f"the side to move wins in {plies}"
        return f"the side to move loses in {plies}"


class _MaxConnectFour(Variant):
    """The board is always filled, and the side with more lines of four wins.

    The value is the margin: the side's own lines minus the other side's on the full board.
    """

    __slots__ = ()

    name = "max"
    title = "Max-Connect4"
    colours = ("red", "green")
    line_ends_game = False
    scores_finished_games = True
    weaker_win = "smaller win"
    weaker_loss = "larger loss"
    better_win = "won by more"
    better_loss = "lost by less"

    def final_value(self, board: Board) -> int:
        return len(board.lines_of(board.own)) - len(board.lines_of(board.other))

    def bounds(self, board: Board) -> tuple[int, int]:
        empty = board.rules.board ^ board.filled
        own_lines = len(board.lines_of(board.own))
        other_lines = len(board.lines_of(board.other))
        max_own_lines = len(board.lines_of(board.own | empty))
        max_other_lines = len(board.lines_of(board.other | empty))
        return own_lines - max_other_lines, max_own_lines - other_lines

    def plies(self, score: Score) -> int:
        return score.left

    def margin(self, score: Score) -> str:
        return f"by {abs(score)}"

    def margin_text(self, score: Score) -> str:
        return f"by {pluralize(abs(score), 'line')}"

    def sentence(self, score: Score) -> str:
        if score == 0:
            return "a draw, with equal lines at the end"
        lines = pluralize(abs(score), "line")
        if score > 0:
            return f"the side to move ends {lines} ahead"
        return f"the side to move ends {lines} behind"


FOUR = _ConnectFour()
MAX = _MaxConnectFour()
