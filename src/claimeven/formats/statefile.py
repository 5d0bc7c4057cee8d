"""Max-Connect4 state files: six lines of seven digits, top row first, and the player who moves next.

    0000000
    0000000
    0000000
    0002000
    0001000
    0211000     0 is an empty cell, 1 a disc of the first player (red), 2 one of the second (green)
    2           the player who moves next

Lines end in LF, CR LF or CR CR LF, the last one perhaps in nothing. Blanks at the end of a line and blank
lines at the end of the file mean nothing. A written file has LF everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from claimeven.errors import FormatError, IllegalMove
from claimeven.rules.board import Board
from claimeven.rules.rules import MAX_CONNECT_FOUR, Rules

FIRST, SECOND = 1, 2
EMPTY = 0
BLANKS = " \t\r"
RULES = MAX_CONNECT_FOUR
ROWS, COLUMNS = RULES.rows, RULES.columns


@dataclass(frozen=True, slots=True)
class State(Board):
    """A board of 7x6 as a file holds it, floating discs included, and the player who moves next: 1 or 2.

    >>> state = State().play(3).play(3)
    >>> state.ply, state.player, [column + 1 for column in state.playable]
    (2, 1, [1, 2, 3, 4, 5, 6, 7])
    """

    rules: Rules = field(default=RULES, init=False)
    player: int = FIRST

    def __post_init__(self) -> None:
        Board.__post_init__(self)
        if self.player not in (FIRST, SECOND):
            raise IllegalMove(f"player {self.player} cannot move next; expected {FIRST} or {SECOND}")

    @staticmethod
    def from_discs(first: int, second: int, player: int) -> State:
        """The state with these discs of the players 1 and 2; raises IllegalMove where two share a cell."""
        if first & second:
            raise IllegalMove("both players have a disc on the same cell; expected one disc on a cell")
        return State(first if player == FIRST else second, first | second, player)

    def discs_of_player(self, player: int) -> int:
        """The discs of player 1 or 2."""
        return self.own if player == self.player else self.other

    def lines(self, player: int) -> int:
        """How many lines of four the discs of player 1 or 2 fill: the points."""
        return len(self.lines_of(self.discs_of_player(player)))

    @property
    def winner(self) -> int | None:
        """The player with more lines, None when they have as many."""
        ahead = self.lines(FIRST) - self.lines(SECOND)
        return None if ahead == 0 else FIRST if ahead > 0 else SECOND

    def digits(self) -> list[str]:
        """The board as six lines of seven digits, top row first."""
        rows = self.marks(self.discs_of_player(FIRST), str(FIRST), str(SECOND), str(EMPTY))
        return ["".join(row) for row in rows]

    def play(self, column: int) -> State:
        """The state after a disc in ``column`` (0-based); raises IllegalMove or GameOver."""
        return State(self.other, self.filled | self.drop(column), other_player(self.player))


@dataclass(frozen=True, slots=True)
class StateFile:
    """What a file says: the state, and whether a seventh line names the player who moves next."""

    state: State
    names_player: bool = True

    @property
    def warnings(self) -> tuple[str, ...]:
        """What is odd about the file but does not prevent a game from it, each in words."""
        state = self.state
        found = []
        ones, twos = (state.discs_of_player(player).bit_count() for player in (FIRST, SECOND))
        discs = f"the discs ({ones} of player 1, {twos} of player 2)"
        by_count = _next_by_count(ones, twos)
        if not self.names_player:
            found.append(f"the seventh line is missing; by {discs}, player {state.player} moves next")
        elif state.player != by_count:
            found.append(
                f"by {discs}, player {by_count} would move next, but the seventh line says player "
                f"{state.player}, and it decides"
            )
        if ones - twos not in (0, 1):
            found.append(
                f"{discs} do not come from taking turns; expected as many of both or one more of player 1"
            )
        floating = state.filled & ~(state.filled << 1 | RULES.bottom)
        if floating:
            masks = enumerate(RULES.column_masks, start=1)
            columns = " ".join(str(column) for column, mask in masks if floating & mask)
            found.append(
                f"discs float (columns: {columns}); they count, and a new disc goes to the lowest empty cell "
                "of its column"
            )
        return tuple(found)


def other_player(player: int) -> int:
    """The opponent of player 1 or 2."""
    return FIRST + SECOND - player


def parse_state(text: str) -> StateFile:
    """What ``text`` says; raises FormatError at the first character that does not belong there.

    Where the seventh line is missing, player 1 moves next if both have as many discs, else player 2.
    """
    lines = [line.rstrip(BLANKS) for line in text.split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    discs = {EMPTY: 0, FIRST: 0, SECOND: 0}
    for number, line in enumerate(lines[:ROWS], start=1):
        for column, digit in enumerate(_parse_row(line, number)):
            discs[digit] |= RULES.cell(column, ROWS - number)
    if len(lines) < ROWS:
        why = f"the text ends after {len(lines)} of {ROWS} rows; expected {ROWS} lines of {COLUMNS} digits"
        raise FormatError(why, line=len(lines) + 1)
    first, second = discs[FIRST], discs[SECOND]
    names_player = len(lines) > ROWS
    by_count = _next_by_count(first.bit_count(), second.bit_count())
    player = _parse_player(lines) if names_player else by_count
    return StateFile(State.from_discs(first, second, player), names_player)


def write_state(state: State) -> str:
    """The text that ``parse_state`` reads, with a final line end.

    >>> write_state(State().play(3)).split()
    ['0000000', '0000000', '0000000', '0000000', '0000000', '0001000', '2']
    """
    return "".join(f"{line}\n" for line in (*state.digits(), state.player))


def _parse_row(line: str, number: int) -> list[int]:
    """The digits of one row."""
    right = min(len(line) - len(line.lstrip("012")), COLUMNS)  # so many signs are as they should be
    if right == len(line) == COLUMNS:
        return [int(digit) for digit in line]
    if right == len(line):
        why = f"the row ends after {right} of {COLUMNS} cells; expected {COLUMNS} digits"
    elif right == COLUMNS:
        why = f"{line[right]!r} after the last cell of the row; expected {COLUMNS} digits"
    else:
        why = f"{line[right]!r} is no cell; expected 0 (empty), 1 or 2 (a disc of that player)"
    raise FormatError(why, line=number, column=right + 1)


def _parse_player(lines: list[str]) -> int:
    """The player in the seventh line, which must be the last."""
    number = ROWS + 1
    line = lines[ROWS]
    expected = "expected the player who moves next, 1 or 2"
    if not line:
        raise FormatError(f"the line is blank, but others follow; {expected}", line=number)
    if line[0] not in "12":
        raise FormatError(f"{line[0]!r} is no player; {expected}", line=number)
    if len(line) > 1:
        raise FormatError(f"{line[1]!r} after the player; {expected}", line=number, column=2)
    for place, more in enumerate(lines[number:], start=number + 1):
        if more:
            raise FormatError(
                f"the text goes on after the player who moves next; expected {number} lines", line=place
            )
    return int(line)


def _next_by_count(ones: int, twos: int) -> int:
    return FIRST if ones == twos else SECOND
