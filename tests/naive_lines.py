"""A slow, obvious oracle for the game in which only listed lines count: it tries everything."""

from __future__ import annotations

from collections.abc import Collection

import naive

Line = frozenset[naive.Cell]


def all_lines(columns: int, rows: int) -> list[Line]:
    """Every line of a board, in an order that is the same every time."""
    cells = {(column, row) for column in range(columns) for row in range(rows)}
    return sorted(naive.lines(cells), key=sorted)


def completes_first(
    board: naive.Board, lines: Collection[Line], other_lines: Collection[Line], side: int
) -> bool:
    """Return whether ``side`` completes one of ``lines`` before the other side one of ``other_lines``."""
    by_player = (lines, other_lines) if side == 0 else (other_lines, lines)
    return _best_winner(board, by_player, side, {}) == side


def _best_winner(
    board: naive.Board,
    by_player: tuple[Collection[Line], Collection[Line]],
    side: int,
    found: dict[naive.Board, int],
) -> int:
    """Return who wins if ``side`` wants to complete a line and the other side only to prevent that.

    The winner is the player whose aim is reached: the other side wins on a full board as well.
    """
    player = naive.mover(board)
    columns = naive.legal(board)
    if not columns:
        return 1 - side
    if board in found:
        return found[board]
    winner = 1 - player
    for column in columns:
        after = naive.play(board, column)
        cell = (column, len(board.columns[column]))
        discs = naive.cells_of(after, player)
        completed = [line for line in by_player[player] if cell in line and line <= discs]
        if completed or _best_winner(after, by_player, side, found) == player:
            winner = player
            break
    found[board] = winner
    return winner
