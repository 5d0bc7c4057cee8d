"""Slow, obvious oracles: boards as columns of discs, lines found by walking, scores by trying everything.

Nothing here knows about bits, except ``word`` and ``cells``, which translate by the picture in
``claimeven.rules.rules``. A cell is (column, row), row 0 at the bottom; players are 0 and 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

Cell = tuple[int, int]
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


@dataclass(frozen=True)
class Board:
    """Columns from the left, each the players of its discs from the bottom up."""

    columns: tuple[tuple[int, ...], ...]
    rows: int


def empty(columns: int, rows: int) -> Board:
    return Board(((),) * columns, rows)


def play(board: Board, column: int) -> Board:
    columns = list(board.columns)
    columns[column] += (mover(board),)
    return Board(tuple(columns), board.rows)


def discs(board: Board) -> int:
    return sum(len(column) for column in board.columns)


def left(board: Board) -> int:
    return len(board.columns) * board.rows - discs(board)


def mover(board: Board) -> int:
    return discs(board) % 2


def legal(board: Board) -> list[int]:
    """The columns that have room, whether or not the game is over."""
    return [c for c, column in enumerate(board.columns) if len(column) < board.rows]


def drops(board: Board) -> set[Cell]:
    return {(column, len(board.columns[column])) for column in legal(board)}


def cells_of(board: Board, player: int) -> set[Cell]:
    return {
        (c, r) for c, column in enumerate(board.columns) for r, disc in enumerate(column) if disc == player
    }


def lines(taken: set[Cell]) -> set[frozenset[Cell]]:
    """Every four cells in a row that are all taken."""
    found = set()
    for column, row in taken:
        for right, up in DIRECTIONS:
            line = frozenset((column + i * right, row + i * up) for i in range(4))
            if line <= taken:
                found.add(line)
    return found


def completions(taken: set[Cell], columns: int, rows: int) -> set[Cell]:
    """The cells of the board, not taken, that would make a line with what is taken."""
    board = {(column, row) for column in range(columns) for row in range(rows)}
    return {cell for cell in board - taken if any(cell in line for line in lines(taken | {cell}))}


def has_four(board: Board, player: int) -> bool:
    return bool(lines(cells_of(board, player)))


def is_over(board: Board) -> bool:
    """The end of Connect Four."""
    return not legal(board) or has_four(board, 0) or has_four(board, 1)


def mirror(board: Board) -> Board:
    return Board(board.columns[::-1], board.rows)


def makes_four(board: Board, column: int) -> bool:
    """Return whether the disc that would be dropped in ``column`` is part of a line; look only around it."""
    row, player = len(board.columns[column]), mover(board)

    def is_own(c: int, r: int) -> bool:
        return (
            0 <= c < len(board.columns) and 0 <= r < len(board.columns[c]) and board.columns[c][r] == player
        )

    for right, up in DIRECTIONS:
        run = 1
        for sign in (1, -1):
            steps = 1
            while is_own(column + sign * steps * right, row + sign * steps * up):
                steps += 1
            run += steps - 1
        if run >= 4:
            return True
    return False


@cache
def score(board: Board) -> int:
    """Connect Four, unfinished: +k if the mover wins with its k-th last disc, -k if the other one does."""
    if any(makes_four(board, column) for column in legal(board)):
        return (left(board) + 1) // 2
    return max((-score(play(board, column)) for column in legal(board)), default=0)


@cache
def margin(board: Board) -> int:
    """Max-Connect4: the mover's lines less the other's when the board is full, both playing best."""
    own, other = mover(board), 1 - mover(board)
    if not legal(board):
        return len(lines(cells_of(board, own))) - len(lines(cells_of(board, other)))
    return max(-margin(play(board, column)) for column in legal(board))


def word(taken: set[Cell], rows: int) -> int:
    """Cells as bits: column by column, ``rows`` + 1 bits each."""
    return sum(1 << (column * (rows + 1) + row) for column, row in taken)


def cells(bits: int, rows: int) -> set[Cell]:
    """Bits as cells; the bit on top of a column is a cell of row ``rows``."""
    return {divmod(place, rows + 1) for place in range(bits.bit_length()) if bits >> place & 1}


@dataclass(frozen=True)
class Floating:
    """A Max-Connect4 board on which discs may float: the cells of the side to move and of the other side."""

    own: frozenset[Cell]
    other: frozenset[Cell]
    columns: int
    rows: int


def floating_drops(board: Floating) -> dict[int, Cell]:
    """The lowest empty cell of every column that has one."""
    taken = board.own | board.other
    empty = {
        column: [(column, row) for row in range(board.rows) if (column, row) not in taken]
        for column in range(board.columns)
    }
    return {column: cells[0] for column, cells in empty.items() if cells}


def drop(board: Floating, cell: Cell) -> Floating:
    """The board after a disc of the side to move, seen from the other side."""
    return Floating(board.other, board.own | {cell}, board.columns, board.rows)


def line_difference(board: Floating) -> int:
    return len(lines(set(board.own))) - len(lines(set(board.other)))


@cache
def floating_margin(board: Floating) -> int:
    """As ``margin``, where discs may float and either side may have any number of discs."""
    cells = floating_drops(board).values()
    return max((-floating_margin(drop(board, cell)) for cell in cells), default=line_difference(board))


def likely_cells(board: Floating) -> tuple[set[Cell], set[Cell]]:
    """The empty cells that the side to move, and the other side, get if one side always answers on top.

    From the top down, the empty cells of a column belong to the sides in turn; the top one to the side to
    move if the number of empty cells on the board is odd.
    """
    taken = board.own | board.other
    by_side: tuple[set[Cell], set[Cell]] = (set(), set())
    left = board.columns * board.rows - len(taken)
    for column in range(board.columns):
        empty = [(column, row) for row in reversed(range(board.rows)) if (column, row) not in taken]
        for number, cell in enumerate(empty):
            by_side[(number + left + 1) % 2].add(cell)
    return by_side


def potential(board: Floating) -> int:
    """The estimate "potential" in sixteenths of a line, line by line."""
    every_cell = {(column, row) for column in range(board.columns) for row in range(board.rows)}
    value = 16 * line_difference(board)
    sides = zip((board.own, board.other), (board.other, board.own), likely_cells(board), (1, -1), strict=True)
    for discs, against, likely, sign in sides:
        for line in lines(every_cell):
            number = len(line & discs)
            if line & against or not 1 <= number <= 3:
                continue
            value += sign * 2
            if line - discs <= likely:
                value += sign * {3: 11, 2: 4, 1: 0}[number]
    return value


def lookahead(board: Floating, depth: int, *, potential_counts: bool) -> int:
    """Plain minimax: the value ``depth`` plies ahead, in sixteenths of a line."""
    if depth == 0:
        return potential(board) if potential_counts else 16 * line_difference(board)
    return max(
        -lookahead(drop(board, cell), depth - 1, potential_counts=potential_counts)
        for cell in floating_drops(board).values()
    )
