"""The oracles themselves, on boards that a person can check by eye."""

from __future__ import annotations

import naive


def after(moves: str, columns: int = 4, rows: int = 4) -> naive.Board:
    board = naive.empty(columns, rows)
    for move in moves:
        board = naive.play(board, int(move) - 1)
    return board


def test_lines_in_every_direction() -> None:
    square = {(column, row) for column in range(4) for row in range(4)}
    assert len(naive.lines(square)) == 4 + 4 + 2
    rising = frozenset({(0, 0), (1, 1), (2, 2), (3, 3)})
    assert naive.lines({*rising, (3, 0)}) == {rising}
    falling = frozenset({(0, 3), (1, 2), (2, 1), (3, 0)})
    assert naive.lines({*falling, (0, 0)}) == {falling}
    assert len(naive.lines({(column, 0) for column in range(7)})) == 4
    assert naive.lines({(0, 0), (1, 0), (2, 0), (4, 0)}) == set()


def test_a_game_won_upwards() -> None:
    board = after("121212")
    assert (naive.mover(board), naive.discs(board), naive.left(board)) == (0, 6, 10)
    assert naive.drops(board) == {(0, 3), (1, 3), (2, 0), (3, 0)}
    assert [column for column in naive.legal(board) if naive.makes_four(board, column)] == [0]
    assert naive.score(board) == 5
    won = naive.play(board, 0)
    assert naive.has_four(won, 0)
    assert naive.is_over(won)
    assert not naive.is_over(board)


def test_two_open_ends_cannot_both_be_stopped() -> None:
    board = after("223344", columns=5, rows=4)
    assert naive.completions(naive.cells_of(board, 0), 5, 4) == {(0, 0), (4, 0)}
    assert naive.score(board) == (naive.left(board) + 1) // 2
    assert naive.score(after("22334", columns=5, rows=4)) == -(15 // 2)


def test_the_small_board_is_a_draw() -> None:
    assert naive.score(naive.empty(4, 4)) == 0


def test_mirror_exchanges_left_and_right() -> None:
    assert naive.mirror(after("1123")) == after("4432")
    assert naive.score(naive.mirror(after("1122"))) == naive.score(after("1122"))


def test_margin_counts_the_lines_of_the_full_board_for_the_mover() -> None:
    moves = "1213141223344234"  # the first player gets column 1 and the third row, the second nothing
    assert [len(naive.lines(naive.cells_of(after(moves), player))) for player in (0, 1)] == [2, 0]
    assert naive.margin(after(moves)) == 2
    assert naive.margin(after(moves[:-1])) == -2
    assert naive.margin(after(moves[:-2])) == 2


def test_words_and_cells_are_inverse() -> None:
    cells = {(0, 0), (0, 3), (2, 1), (3, 3)}
    assert naive.word(cells, 4) == 1 << 0 | 1 << 3 | 1 << 11 | 1 << 18
    assert naive.cells(naive.word(cells, 4), 4) == cells
