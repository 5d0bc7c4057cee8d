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

from dataclasses import dataclass

from claimeven.errors import FormatError, GameOver, IllegalMove
from claimeven.rules.rules import MAX_CONNECT_FOUR, Rules

FIRST, SECOND = 1, 2
EMPTY = 0
BLANKS = " \t\r"
RULES = MAX_CONNECT_FOUR
ROWS, COLUMNS = RULES.rows, RULES.columns


@dataclass(frozen=True, slots=True)
class State:
    """A board that a file can hold: the discs of both players, and who moves next (1 or 2).

    Unlike a Position it may have floating discs and any number of discs of either player. The board is
    7x6, and only a full one ends the game.

    >>> state = State().play(3).play(3)
    >>> state.discs, state.player, [column + 1 for column in state.playable]
    (2, 1, [1, 2, 3, 4, 5, 6, 7])
    """

    first: int = 0
    second: int = 0
    player: int = FIRST

    def __post_init__(self) -> None:
        if (self.first | self.second) & ~RULES.board or self.first & self.second:
            raise IllegalMove(f"the discs do not lie on a board of {RULES}, or two share a cell")
        if self.player not in (FIRST, SECOND):
            raise IllegalMove(f"player {self.player} cannot move next; expected {FIRST} or {SECOND}")

    @property
    def rules(self) -> Rules:
        """Those of Max-Connect4 on 7x6, always."""
        return RULES

    @property
    def filled(self) -> int:
        """The discs of both players."""
        return self.first | self.second

    @property
    def own(self) -> int:
        """The discs of the player who moves next."""
        return self.discs_of(self.player)

    @property
    def discs(self) -> int:
        """The number of discs on the board."""
        return self.filled.bit_count()

    @property
    def is_full(self) -> bool:
        """True when no cell is empty: the game is over."""
        return self.filled == RULES.board

    @property
    def playable(self) -> tuple[int, ...]:
        """The columns that have an empty cell, left to right."""
        empty = RULES.board ^ self.filled
        return tuple(column for column in range(COLUMNS) if empty & RULES.column_mask(column))

    @property
    def floating(self) -> int:
        """The discs that have an empty cell right below them."""
        return self.filled & ~(self.filled << 1 | RULES.bottom)

    @property
    def winner(self) -> int | None:
        """The player with more lines, None when they have as many."""
        ahead = self.lines(FIRST) - self.lines(SECOND)
        return None if ahead == 0 else FIRST if ahead > 0 else SECOND

    def discs_of(self, player: int) -> int:
        """The discs of player 1 or 2."""
        return self.first if player == FIRST else self.second

    def lines(self, player: int) -> int:
        """How many lines of four the discs of player 1 or 2 fill: the points."""
        discs = self.discs_of(player)
        return sum(line & discs == line for line in RULES.lines)

    def drop(self, column: int) -> int:
        """The lowest empty cell of ``column``; raises GameOver or IllegalMove where there is none."""
        names = " ".join(RULES.column_name(playable) for playable in self.playable)
        if not names:
            raise GameOver("the game is over: the board is full")
        if not 0 <= column < COLUMNS:
            raise IllegalMove(f"there is no column {column + 1}; playable columns are {names}")
        empty = RULES.column_mask(column) & ~self.filled
        if not empty:
            raise IllegalMove(f"column {column + 1} is full; playable columns are {names}")
        return empty & -empty

    def play(self, column: int) -> State:
        """The state after a disc of the player who moves next in ``column`` (0-based); raises as ``drop``."""
        cell = self.drop(column)
        if self.player == FIRST:
            return State(self.first | cell, self.second, SECOND)
        return State(self.first, self.second | cell, FIRST)

    def digits(self) -> list[str]:
        """The board as six lines of seven digits, top row first."""
        return [
            "".join(str(self._digit(RULES.cell(column, row))) for column in range(COLUMNS))
            for row in reversed(range(ROWS))
        ]

    def _digit(self, cell: int) -> int:
        return FIRST if self.first & cell else SECOND if self.second & cell else EMPTY


@dataclass(frozen=True, slots=True)
class StateFile:
    """What a file says: the state, and whether a seventh line names the player who moves next."""

    state: State
    names_player: bool = True

    @property
    def warnings(self) -> tuple[str, ...]:
        """What is odd about the file but does not keep anybody from playing on, each in words."""
        state = self.state
        found = []
        ones, twos = state.first.bit_count(), state.second.bit_count()
        discs = f"the discs ({ones} of player 1, {twos} of player 2)"
        by_count = _next_by_count(state.first, state.second)
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
        if state.floating:
            found.append(
                f"discs float (columns: {_columns_of(state.floating)}); they count, and a new disc goes to "
                "the lowest empty cell of its column"
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
    for number in range(1, ROWS + 1):
        if number > len(lines):
            raise FormatError(
                f"the text ends after {number - 1} of {ROWS} rows; expected {ROWS} lines of {COLUMNS} digits",
                line=number,
            )
        for column, digit in enumerate(_parse_row(lines[number - 1], number)):
            discs[digit] |= RULES.cell(column, ROWS - number)
    if len(lines) == ROWS:
        player = _next_by_count(discs[FIRST], discs[SECOND])
        return StateFile(State(discs[FIRST], discs[SECOND], player), names_player=False)
    return StateFile(State(discs[FIRST], discs[SECOND], _parse_player(lines)))


def write_state(state: State) -> str:
    """The text that ``parse_state`` reads, with a final line end.

    >>> write_state(State().play(3)).split()
    ['0000000', '0000000', '0000000', '0000000', '0000000', '0001000', '2']
    """
    return "".join(f"{line}\n" for line in (*state.digits(), state.player))


def _parse_row(line: str, number: int) -> list[int]:
    """The digits of one row."""
    digits = []
    for place, sign in enumerate(line, start=1):
        if place > COLUMNS:
            raise FormatError(
                f"{sign!r} after the last cell of the row; expected {COLUMNS} digits",
                line=number,
                column=place,
            )
        if sign not in "012":
            raise FormatError(
                f"{sign!r} is no cell; expected 0 (empty), 1 or 2 (a disc of that player)",
                line=number,
                column=place,
            )
        digits.append(int(sign))
    if len(digits) < COLUMNS:
        raise FormatError(
            f"the row ends after {len(digits)} of {COLUMNS} cells; expected {COLUMNS} digits",
            line=number,
            column=len(digits) + 1,
        )
    return digits


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


def _next_by_count(first: int, second: int) -> int:
    return FIRST if first.bit_count() == second.bit_count() else SECOND


def _columns_of(cells: int) -> str:
    """The columns in which ``cells`` lie, as people write them."""
    return " ".join(str(c + 1) for c in range(COLUMNS) if cells & RULES.column_mask(c))
