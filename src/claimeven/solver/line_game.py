"""LineGame: which side completes a line first if only some of the lines count.

In the *restricted game* each side has a list of lines, and only these count for it. A side that completes one
of its few lines first wins the real game as well: leaving out lines of its own can only hurt it.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache

from claimeven.kernels import layout
from claimeven.kernels.library import library
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, Rules
from claimeven.solver.workspace import TURN_NODES, Table, Workspace

TABLE_MIB = 1
MAX_IDLE = 4  # sessions whose memory is kept for later ones
MAX_REMEMBERED = 60  # questions of a session whose table entries may still be valid; VALID has 64 bits

WORD_BITS = 64
WORD_MASK = (1 << WORD_BITS) - 1


class LineGame:
    """Answers questions about the restricted game; any number of threads may use it at once.

    Every question is searched in the calling thread. At most MAX_IDLE tables of TABLE_MIB each are kept.

    >>> from claimeven import Position
    >>> position = Position.from_moves("445566")
    >>> rules = position.rules
    >>> c1_to_f1 = sum(rules.cell(column, 0) for column in (2, 3, 4, 5))
    >>> LineGame().decide(position, [c1_to_f1], rules.lines, side=0, max_nodes=100)
    True
    """

    def __init__(self) -> None:
        self._idle: list[LineSession] = []

    def decide(
        self,
        position: Position,
        lines: Iterable[int],
        other_lines: Iterable[int],
        side: int,
        max_nodes: int,
    ) -> bool | None:
        """Answer one question, as ``LineSession.decide`` does."""
        with self.session() as session:
            return session.decide(position, lines, other_lines, side, max_nodes)

    @contextmanager
    def session(self) -> Iterator[LineSession]:
        """Provide a session that no other thread uses; it knows nothing of earlier ones."""
        try:
            session = self._idle.pop()
        except IndexError:
            session = LineSession()
        session.forget()
        yield session
        # Not after an exception: the search may have been left in any state.
        if len(self._idle) < MAX_IDLE:
            self._idle.append(session)


class LineSession:
    """The questions of one thread, one after the other; each can use results of the earlier ones.

    The same questions in the same order always have the same answers and take the same number of nodes.
    ``nodes`` is the number of nodes of all questions so far.
    """

    def __init__(self) -> None:
        self.nodes = 0
        self._complete_line = library().complete_line
        self._table = Table(TABLE_MIB)
        self._rules = CONNECT_FOUR
        self._workspace = Workspace(self._rules, self._table)
        self._number = 0  # of the last question that used the table, in this session or an earlier one
        self._questions: deque[tuple[int, int, int]] = deque(maxlen=MAX_REMEMBERED)

    def forget(self) -> None:
        """Begin a new session: no entry of the table is valid any more."""
        self.nodes = 0
        self._questions.clear()

    def decide(
        self,
        position: Position,
        lines: Iterable[int],
        other_lines: Iterable[int],
        side: int,
        max_nodes: int,
    ) -> bool | None:
        """Return whether ``side`` (0 or 1) completes one of ``lines`` before the other side one of its own.

        The other side has ``other_lines``. False includes a full board without such a line, and None means
        that ``max_nodes`` were not enough. Raises GameOver for a finished game.
        """
        position.require_unfinished("no line can be completed any more")
        self._set_rules(position.rules)
        self._write_question(position, lines, other_lines, side)
        answer = self._search(max_nodes)
        self.nodes += self._workspace.words[layout.NODES]
        return answer

    def _set_rules(self, rules: Rules) -> None:
        """Prepare for a board of another size; table entries for the old one are no longer valid."""
        if rules is not self._rules and rules != self._rules:
            self._rules = rules
            self._workspace = Workspace(rules, self._table)
            self._questions.clear()

    def _write_question(
        self, position: Position, lines: Iterable[int], other_lines: Iterable[int], side: int
    ) -> None:
        words = self._workspace.words
        seeker_list = pack_lines(lines, self._rules)
        stopper_list = pack_lines(other_lines, self._rules)
        line_words = array("Q", _words(seeker_list) + _words(stopper_list))
        words[layout.LINES : layout.LINES + len(line_words)] = line_words
        words[layout.OWN] = position.own
        words[layout.FILLED] = position.filled
        words[layout.SIDE] = layout.SEEKER if position.turn == side else layout.STOPPER
        words[layout.NODES] = 0
        words[layout.PAUSED] = 0
        self._number += 1
        words[layout.QUESTION] = self._number
        self._questions.appendleft((side, seeker_list, stopper_list))
        fails, succeeds = self._valid()
        words[layout.VALID] = fails
        words[layout.VALID + 1] = succeeds

    def _valid(self) -> tuple[int, int]:
        """Return which older entries are valid for the newest question: failures, and successes.

        Bit n is for the question n numbers ago. A seeker that failed then fails now if it has no more lines
        and the stopper has no fewer; one that succeeded succeeds in the opposite case.
        """
        side, seeker_list, stopper_list = self._questions[0]
        fails = 0
        succeeds = 0
        bit = 1
        for old_side, old_seeker_list, old_stopper_list in self._questions:
            if old_side == side:
                if not seeker_list & ~old_seeker_list and not old_stopper_list & ~stopper_list:
                    fails |= bit
                if not old_seeker_list & ~seeker_list and not stopper_list & ~old_stopper_list:
                    succeeds |= bit
            bit <<= 1
        return fails, succeeds

    def _search(self, max_nodes: int) -> bool | None:
        """Search in turns, so that signals are handled, until there is an answer or no node is left."""
        words = self._workspace.words
        while True:
            words[layout.BUDGET] = min(max_nodes, words[layout.NODES] + TURN_NODES)
            self._complete_line(self._workspace.address)
            if self._workspace.is_finished:
                return words[layout.VALUE] == 1
            if words[layout.NODES] >= max_nodes:
                return None


LINE_GAME = LineGame()  # shared by all callers; it takes no memory before the first question


def pack_lines(lines: Iterable[int], rules: Rules) -> int:
    """Return a list of lines as one number of four words, in the order of ``rules.steps``.

    kernels/line_game.py describes the words.
    """
    bits = _bit_of_lines(rules.columns, rules.rows)
    packed = 0
    for line in lines:
        packed |= bits[line]
    return packed


@cache
def _bit_of_lines(columns: int, rows: int) -> dict[int, int]:
    """Return the bit of every line of a board: that of its first cell, in the word of its direction."""
    rules = Rules(columns, rows)
    bits = {}
    for line in rules.lines:
        first = line & -line
        length = line.bit_length() - first.bit_length()
        direction = rules.steps.index(length // 3)
        bits[line] = first << (direction * WORD_BITS)
    return bits


def _words(packed: int) -> list[int]:
    """Return the four words of a packed list."""
    return [(packed >> (direction * WORD_BITS)) & WORD_MASK for direction in range(4)]
