"""Deciding lines: the few lines of its own that a side needs to win, or not to lose.

Take a few lines of a side and let only these count for it, while every line of the other side counts. If the
side still completes one of them first, it needs only these to win; if the other side still completes none
first, it needs only these not to lose. Both hold in the real game, because leaving out lines of its own can
only hurt a side. Which lines are needed is found by search (solver/line_game.py), and other lines may do as
well: a line is called essential only if the side fails with all its other lines together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from claimeven.reasons.threats import open_lines
from claimeven.rules.position import Position
from claimeven.solver.line_game import LINE_GAME, LineGame, LineSession

MAX_LINES = 3  # more lines explain nothing to a person
MAX_NODES = 300_000  # for one position, some 60 ms
MAX_NODES_A_QUESTION = 100_000
MAX_NODES_A_LINE = 600_000  # for the positions along a line together


@dataclass(frozen=True, slots=True)
class NeededLine:
    """A line of four ``cells``, and those that it ``lacks``, both as masks.

    ``is_essential`` is True if the side fails with all its other lines together, False if it succeeds with
    them, None if that is not known.
    """

    cells: int
    lacks: int
    is_essential: bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidingLines:
    """The ``lines`` that ``side`` needs to win the ``position`` or, unless ``wins``, not to lose it.

    Without any lines the side holds by defence alone. ``open_lines`` is the number of lines that the side
    could still complete.
    """

    position: Position
    side: int
    wins: bool
    lines: tuple[NeededLine, ...]
    open_lines: int

    @property
    def needs_nothing_new(self) -> bool:
        """True when there are lines and each lacks one cell: threats that are on the board are enough."""
        return bool(self.lines) and all(line.lacks.bit_count() == 1 for line in self.lines)

    @property
    def are_essential(self) -> bool:
        """True when the side fails without any one of the lines, whatever other lines it has."""
        return all(line.is_essential is True for line in self.lines)


def sorted_open_lines(position: Position, side: int) -> list[int]:
    """List the lines that a side could still complete, those that lack the fewest cells first."""
    own = position.discs_of(side)
    return sorted(open_lines(position, side), key=lambda line: (line & ~own).bit_count())


def find_deciding_lines(
    position: Position,
    side: int,
    *,
    wins: bool,
    max_lines: int = MAX_LINES,
    max_nodes: int = MAX_NODES,
    game: LineGame = LINE_GAME,
) -> DecidingLines | None:
    """Find a few lines with which ``side`` wins or, unless ``wins``, does not lose an unfinished position.

    None means that there are none, or that ``max_nodes`` nodes of search did not find them. The set is small
    but not always the smallest. The same call always has the same result.
    """
    return earliest_deciding_lines(
        [position], side, wins=wins, max_lines=max_lines, max_nodes=max_nodes, game=game
    )


def earliest_deciding_lines(
    positions: Sequence[Position],
    side: int,
    *,
    wins: bool,
    max_lines: int = MAX_LINES,
    max_nodes: int = MAX_NODES_A_LINE,
    game: LineGame = LINE_GAME,
) -> DecidingLines | None:
    """Find deciding lines for the first of some ``positions`` along a line of play that has any.

    The last position is the cheapest, so the search begins there and works back until a position has none, or
    until ``max_nodes`` nodes are used up. Finished games are skipped. None means that none were found.
    """
    with game.session() as session:
        earliest: tuple[_LineQuestions, list[int]] | None = None
        for position in reversed(positions):
            if position.is_over:
                continue
            nodes_left = min(max_nodes - session.nodes, MAX_NODES)
            questions = _LineQuestions(session, position, side, wins, nodes_left)
            lines = questions.few_lines(max_lines)
            if lines is not None:
                earliest = questions, lines
            elif earliest is not None:
                break
        if earliest is None:
            return None
        questions, lines = earliest
        return questions.deciding_lines(lines)


def lines_suffice(
    position: Position,
    side: int,
    lines: Sequence[int],
    *,
    wins: bool,
    max_nodes: int = MAX_NODES_A_QUESTION,
    game: LineGame = LINE_GAME,
) -> bool | None:
    """Return whether ``side`` wins or, unless ``wins``, does not lose when only ``lines`` count for it.

    None means that ``max_nodes`` were not enough. The position must be unfinished.
    """
    with game.session() as session:
        return _suffice(session, position, side, lines, wins, max_nodes)


def _suffice(
    session: LineSession, position: Position, side: int, lines: Sequence[int], wins: bool, max_nodes: int
) -> bool | None:
    every_line = position.rules.lines
    if wins:
        return session.decide(position, lines, every_line, side, max_nodes)
    other_wins = session.decide(position, every_line, lines, 1 - side, max_nodes)
    return None if other_wins is None else not other_wins


class _LineQuestions:
    """Searches for the lines that one side needs in one position, ``max_nodes`` nodes together."""

    def __init__(
        self, session: LineSession, position: Position, side: int, wins: bool, max_nodes: int
    ) -> None:
        self._session = session
        self._position = position
        self._side = side
        self._wins = wins
        self._own = position.discs_of(side)
        self._open_lines = sorted_open_lines(position, side)
        self._end = session.nodes + max_nodes  # where the nodes of the session are used up

    def few_lines(self, max_lines: int) -> list[int] | None:
        """Find at most ``max_lines`` lines that suffice; None if none are found.

        Adding lines can only help. So there is a shortest prefix of the candidates that suffices, together
        with the lines found before; bisection finds it. Its last line is needed. The lines after it are
        dropped, and the next needed line is found in the same way.
        """
        if self._suffice([]):
            return []
        candidates = self._sufficient_candidates()
        needed: list[int] = []
        while candidates and len(needed) < max_lines:
            shortest = self._shortest_prefix(needed, candidates)
            needed.append(candidates[shortest - 1])
            candidates = candidates[: shortest - 1]
            if self._suffice(needed):
                return needed[::-1]
        return None

    def deciding_lines(self, lines: list[int]) -> DecidingLines:
        """Describe lines that suffice; find out which of them are essential, with new nodes."""
        self._end = self._session.nodes + MAX_NODES_A_QUESTION
        needed = [NeededLine(line, line & ~self._own, self._is_essential(line)) for line in lines]
        return DecidingLines(
            position=self._position,
            side=self._side,
            wins=self._wins,
            lines=tuple(needed),
            open_lines=len(self._open_lines),
        )

    def _sufficient_candidates(self) -> list[int]:
        """Return the lines that lack at most 1 cell if they suffice, else 2, 3 or 4; else none."""
        candidates: list[int] = []
        for max_lacking in (1, 2, 3, 4):
            lines = [line for line in self._open_lines if (line & ~self._own).bit_count() <= max_lacking]
            if len(lines) > len(candidates):
                candidates = lines
                if self._suffice(candidates):
                    return candidates
        return []

    def _shortest_prefix(self, needed: list[int], candidates: list[int]) -> int:
        """Return how many of the first candidates suffice together with the needed lines; all of them do."""
        too_few = 0
        enough = len(candidates)
        while enough - too_few > 1:
            middle = (too_few + enough) // 2
            if self._suffice(needed + candidates[:middle]):
                enough = middle
            else:
                too_few = middle
        return enough

    def _is_essential(self, line: int) -> bool | None:
        """Return whether the side fails with all its other lines together; None if not known."""
        answer = self._suffice([other for other in self._open_lines if other != line])
        return None if answer is None else not answer

    def _suffice(self, lines: list[int]) -> bool | None:
        """Return whether the side needs no more than ``lines``; None if the nodes are used up."""
        max_nodes = min(self._end - self._session.nodes, MAX_NODES_A_QUESTION)
        if max_nodes <= 0:
            return None
        return _suffice(self._session, self._position, self._side, lines, self._wins, max_nodes)
