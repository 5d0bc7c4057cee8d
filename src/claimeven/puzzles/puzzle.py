"""Puzzle: a position with exactly one right column, its task in words, and two hints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from claimeven.puzzles.appearance import best_looking_wrong_column
from claimeven.reasons.sentences import NAMES
from claimeven.reasons.threats import fours
from claimeven.rules.position import Position

PuzzleKind = Literal["win-2", "win-3", "win-4", "hold", "zugzwang"]
PUZZLE_KINDS: tuple[PuzzleKind, ...] = get_args(PuzzleKind)
Grade = Literal["easy", "medium", "hard"]
GRADES: tuple[Grade, ...] = get_args(Grade)

WIN_DISCS: dict[PuzzleKind, int] = {"win-2": 2, "win-3": 3, "win-4": 4}  # own discs up to the four
ORDINALS = {2: "second", 3: "third", 4: "fourth"}
TITLES: dict[PuzzleKind, str] = {
    "win-2": "Win in 2",
    "win-3": "Win in 3",
    "win-4": "Win in 4",
    "hold": "Hold the draw",
    "zugzwang": "Zugzwang",
}


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position of Connect Four in which exactly one column, ``solution`` (0-based), is right.

    ``win-2``, ``win-3``, ``win-4``: only the solution wins, and the side to move then completes four with its
    second, third or fourth disc from now, the solution included, if the other side defends best. ``hold``:
    the solution leads to a draw, every other column loses. ``zugzwang``: only the solution wins, and after it
    the other side has to play right below a threat in the end. ``moves`` are 0-based columns.
    """

    number: int
    kind: PuzzleKind
    grade: Grade
    moves: tuple[int, ...]
    solution: int

    @property
    def position(self) -> Position:
        """The position to move in."""
        return Position.from_moves(self.moves)

    @property
    def title(self) -> str:
        """The kind in a few words: ``Win in 2``."""
        return TITLES[self.kind]

    def task(self, names: tuple[str, str] = NAMES) -> str:
        """Return what to find, in sentences; ``names`` are those of the first and the second player."""
        turn = len(self.moves) % 2
        mover = names[turn]
        other = names[1 - turn]
        if self.kind == "hold":
            return (
                f"Find the only column with which {mover} does not lose: it leads to a draw, "
                f"and after any other column {other} can force a win."
            )
        if self.kind == "zugzwang":
            return (
                f"Find the only column with which {mover} wins. It wins by zugzwang: when the cells that do "
                f"no harm are filled, {other} has to play right below a threat of {mover}."
            )
        ordinal = ORDINALS[WIN_DISCS[self.kind]]
        return (
            f"Find the only column with which {mover} wins: whatever {other} replies, {mover} completes four "
            f"with its {ordinal} disc at the latest, counting the one you drop now."
        )

    @property
    def hints(self) -> tuple[str, str]:
        """A weak hint, and one that leaves two columns."""
        position = self.position
        rules = position.rules
        after = position.play(self.solution)
        threatens = fours(after.other, after.filled, rules)
        weak_hint = "The right column does not threaten four with the next disc."
        if threatens:
            weak_hint = "The right column threatens four with the next disc."
        pair = sorted((self.solution, best_looking_wrong_column(position, self.solution)))
        first, second = (rules.column_name(column) for column in pair)
        return weak_hint, f"It is column {first} or column {second}."
