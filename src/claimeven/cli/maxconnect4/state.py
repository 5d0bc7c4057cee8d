"""Read, save and print states of Max-Connect4 for `maxconnect4`.

MaxConnect-4 game
game state before move:
 -----------------
 | 0 0 0 0 0 0 0 |
 ...                                   six such lines, each ending with a blank
 -----------------
Score: Player 1 = 0, Player 2 = 0
move 1: Player 1, column 4             the number of discs on the board after the move
game state after move:
 ...

In `interactive` and `referee`, the columns are numbered and the winner is given its full name.
"""

from __future__ import annotations

from claimeven.cli.output import write_message
from claimeven.errors import FormatError
from claimeven.files import atomic_write
from claimeven.formats.statefile import FIRST, SECOND, State, StateFile, parse_state, write_state

MAX_BYTES = 1 << 16  # of a state file; a state needs 50 besides blanks
TITLE = "MaxConnect-4 game"
NAMES = {FIRST: "player A (red, 1)", SECOND: "player B (green, 2)"}  # as the course calls them
EDGE = f" {'-' * 17}"
NUMBERS = "   1 2 3 4 5 6 7"
EXPECTED = "six lines of seven digits 0, 1 or 2, and the player who moves next"


def load_state(path: str, *, may_be_missing: bool = True) -> State:
    """Return the state in a file, with warnings on stderr; a missing file is the empty board if allowed.

    Raise FormatError if the file is not a state, OSError if it cannot be read.
    """
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        if not may_be_missing:
            raise
        write_message(f"{path}: there is no such file; starting from the empty board, player 1 moves next")
        return State()
    read = decode_state(data)
    for warning in read.warnings:
        write_message(f"warning: {path}: {warning}")
    return read.state


def decode_state(data: bytes) -> StateFile:
    """Parse the bytes of a state file; raise FormatError with line and column if they are not a state."""
    read = parse_state(data[:MAX_BYTES].decode("utf-8-sig", "replace"))
    if len(data) > MAX_BYTES:
        raise FormatError(f"more than {MAX_BYTES:,} bytes; expected {EXPECTED}")
    return read


def save_state(path: str, state: State) -> None:
    """Write a state file in one step; raise OSError naming the file."""
    atomic_write(path, write_state(state).encode())


def before_text(state: State, *, numbered: bool = False) -> str:
    """Return what is printed before the first move."""
    return f"{TITLE}\ngame state before move:\n{board_text(state, numbered=numbered)}"


def move_text(before: State, column: int) -> str:
    """Return the line for a move in ``column`` (0-based)."""
    return f"move {before.ply + 1}: Player {before.player}, column {column + 1}"


def after_text(before: State, column: int, *, numbered: bool = False) -> str:
    """Return what is printed after a move in ``column`` (0-based)."""
    board = board_text(before.play(column), numbered=numbered)
    return f"{move_text(before, column)}\ngame state after move:\n{board}"


def board_text(state: State, *, numbered: bool = False) -> str:
    """Return the board and the score; if ``numbered``, with the numbers of the columns."""
    lines = [EDGE]
    for row in state.digits():
        lines.append(f" | {' '.join(row)} | ")
    lines.append(EDGE)
    if numbered:
        lines.append(NUMBERS)
    lines.append(f"Score: {_points(state)}")
    return "\n".join(lines)


def result_text(state: State, *, named: bool = False) -> str:
    """Return the final score of a full board and who won, by its full name if ``named``.

    >>> board = State().rules.board
    >>> result_text(State(own=board, filled=board))
    'The board is full. Final score: Player 1 = 69, Player 2 = 0. Player 1 wins.'
    """
    if state.winner is None:
        result = "The game is a tie"
    elif named:
        result = f"{full_name(state.winner)} wins"
    else:
        result = f"Player {state.winner} wins"
    return f"The board is full. Final score: {_points(state)}. {result}."


def full_name(player: int) -> str:
    """Return the name of a player at the beginning of a sentence: ``Player A (red, 1)``."""
    return NAMES[player].replace("p", "P", 1)


def escaped(text: str) -> str:
    """Return a text in ASCII, which every terminal and file can take, with other characters escaped."""
    return text.encode("ascii", "backslashreplace").decode()


def _points(state: State) -> str:
    return f"Player 1 = {state.lines(FIRST)}, Player 2 = {state.lines(SECOND)}"
