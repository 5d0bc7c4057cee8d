"""Max-Connect4 state files: six lines of seven digits, top row first, and the player who moves next.

    0000000
    0000000
    0000000
    0002000
    0001000
    0211000     0 is an empty cell, 1 a disc of the first player (red), 2 one of the second (green)
    2           the player who moves next

Lines end in LF, CR LF or CR CR LF; the last line end may be missing. Blanks at the end of a line and blank
lines at the end of the file are ignored. A written file has LF everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from claimeven.errors import FormatError, IllegalMove
from claimeven.rules.board import Board
from claimeven.rules.rules import MAX_CONNECT_FOUR, Rules

EMPTY = 0
FIRST = 1
SECOND = 2
BLANKS = " \t\r"
RULES = MAX_CONNECT_FOUR
ROWS = RULES.rows
COLUMNS = RULES.columns


@dataclass(frozen=True, slots=True)
class State(Board):
    """The board of a state file, 7x6, on which discs may float, and the player who moves next: 1 or 2.

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
        """Return the state with these discs of players 1 and 2; raise IllegalMove if two share a cell."""
        if first & second:
            raise IllegalMove("both players have a disc on the same cell; expected one disc on a cell")
        own = first if player == FIRST else second
        return State(own, first | second, player)

    def discs_of_player(self, player: int) -> int:
        """Return the discs of player 1 or 2."""
        return self.own if player == self.player else self.other

    def lines(self, player: int) -> int:
        """Return how many lines of four player 1 or 2 has: the points."""
        return len(self.lines_of(self.discs_of_player(player)))

    @property
    def winner(self) -> int | None:
        """The player with more lines; None when both have as many."""
        first_lines = self.lines(FIRST)
        second_lines = self.lines(SECOND)
        if first_lines == second_lines:
            return None
        return FIRST if first_lines > second_lines else SECOND

    def digits(self) -> list[str]:
        """Return the board as six lines of seven digits, top row first."""
        rows = self.marks(self.discs_of_player(FIRST), str(FIRST), str(SECOND), str(EMPTY))
        return ["".join(row) for row in rows]

    def play(self, column: int) -> State:
        """Return the state after a disc in ``column`` (0-based); raise IllegalMove or GameOver."""
        return State(self.other, self.filled | self.drop(column), other_player(self.player))


@dataclass(frozen=True, slots=True)
class StateFile:
    """A parsed file: the state, and whether a seventh line names the player who moves next."""

    state: State
    names_player: bool = True

    @property
    def warnings(self) -> tuple[str, ...]:
        """A message for everything that is odd about the file but does not prevent a game from it."""
        warnings = [
            self._player_warning(),
            self._counts_warning(),
            self._floating_warning(),
        ]
        return tuple(warning for warning in warnings if warning)

    @property
    def _counts(self) -> tuple[int, int]:
        """The number of discs of player 1 and of player 2."""
        first = self.state.discs_of_player(FIRST)
        second = self.state.discs_of_player(SECOND)
        return first.bit_count(), second.bit_count()

    def _player_warning(self) -> str:
        """Return a warning if the seventh line is missing or does not fit the number of discs."""
        ones, twos = self._counts
        player = self.state.player
        by_count = _next_by_count(ones, twos)
        counts = f"going by the disc counts ({ones} of player 1, {twos} of player 2)"
        if not self.names_player:
            return f"the seventh line is missing; {counts}, player {player} moves next"
        if player != by_count:
            return (
                f"{counts}, player {by_count} would move next, but the seventh line says player {player}, "
                "and it decides"
            )
        return ""

    def _counts_warning(self) -> str:
        """Return a warning if alternate moves cannot lead to the number of discs."""
        ones, twos = self._counts
        if ones - twos in (0, 1):
            return ""
        return (
            f"these disc counts ({ones} of player 1, {twos} of player 2) can't arise from alternate moves; "
            "expected as many of both or one more of player 1"
        )

    def _floating_warning(self) -> str:
        """Return a warning if discs float."""
        filled = self.state.filled
        floating = filled & ~((filled << 1) | RULES.bottom)
        if not floating:
            return ""
        columns = []
        for column, mask in enumerate(RULES.column_masks):
            if floating & mask:
                columns.append(RULES.column_name(column))
        return (
            f"discs float (columns: {' '.join(columns)}); they count, and a new disc goes to the lowest "
            "empty cell of its column"
        )


def other_player(player: int) -> int:
    """Return the opponent of player 1 or 2."""
    return SECOND if player == FIRST else FIRST


def parse_state(text: str) -> StateFile:
    """Parse a state file; raise FormatError at the first character that is wrong.

    If the seventh line is missing, player 1 moves next when both have as many discs, else player 2.
    """
    lines = [line.rstrip(BLANKS) for line in text.split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    discs = {EMPTY: 0, FIRST: 0, SECOND: 0}
    for number, line in enumerate(lines[:ROWS], start=1):
        for column, digit in enumerate(_parse_row(line, number)):
            discs[digit] |= RULES.cell(column, ROWS - number)
    if len(lines) < ROWS:
        raise FormatError(
            f"the text ends after {len(lines)} of {ROWS} rows; expected {ROWS} lines of {COLUMNS} digits",
            line=len(lines) + 1,
        )
    names_player = len(lines) > ROWS
    if names_player:
        player = _parse_player(lines)
    else:
        player = _next_by_count(discs[FIRST].bit_count(), discs[SECOND].bit_count())
    return StateFile(State.from_discs(discs[FIRST], discs[SECOND], player), names_player)


def write_state(state: State) -> str:
    """Return the text that ``parse_state`` reads, with a final line end.

    >>> write_state(State().play(3)).split()
    ['0000000', '0000000', '0000000', '0000000', '0000000', '0001000', '2']
    """
    return "".join(f"{line}\n" for line in (*state.digits(), state.player))


def _parse_row(line: str, number: int) -> list[int]:
    """Return the digits of one row; ``number`` is the number of its line."""
    digits = []
    for place, character in enumerate(line, start=1):
        if place > COLUMNS:
            reason = f"{character!r} after the last cell of the row; expected {COLUMNS} digits"
            raise FormatError(reason, line=number, column=place)
        if character not in "012":
            reason = f"{character!r} is not a cell; expected 0 (empty), 1 or 2 (a disc of that player)"
            raise FormatError(reason, line=number, column=place)
        digits.append(int(character))
    if len(digits) < COLUMNS:
        reason = f"the row ends after {len(digits)} of {COLUMNS} cells; expected {COLUMNS} digits"
        raise FormatError(reason, line=number, column=len(line) + 1)
    return digits


def _parse_player(lines: list[str]) -> int:
    """Return the player in the seventh line, which must be the last."""
    number = ROWS + 1
    line = lines[ROWS]
    expected = "expected the player who moves next, 1 or 2"
    if not line:
        raise FormatError(f"a blank line before other text; {expected}", line=number)
    if line[0] not in "12":
        raise FormatError(f"{line[0]!r} is not a player; {expected}", line=number)
    if len(line) > 1:
        raise FormatError(f"{line[1]!r} after the player; {expected}", line=number, column=2)
    for place, more in enumerate(lines[number:], start=number + 1):
        if more:
            raise FormatError(
                f"there is more text after the player who moves next; expected {number} lines", line=place
            )
    return int(line)


def _next_by_count(ones: int, twos: int) -> int:
    """Return the player who moves next if player 1 began, by the number of discs of both."""
    return FIRST if ones == twos else SECOND
