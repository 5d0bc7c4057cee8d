"""Proofs that a position is won or not lost, written as JSON and checked with the rules alone.

    {"proof": 1, "size": "7x6", "moves": "445566", "claims": [{"side": "x", "result": "win", "tree": ...}]}

The result of a claim is ``win`` or ``no loss``. A draw has a claim of no loss for each side; otherwise there
is one claim. A tree is played from the side of its claim. Columns count from 1. A proof has no other members,
and no member twice.

    {"play": 4, "then": TREE}               the side plays
    {"replies": {"1": TREE, "2": TREE}}     every move of the other side, and what follows
    {"threat": 4, "then": TREE}             it threatens four there: no other reply stops that
    {"leaf": "four", "column": 4}           the side completes four
    {"leaf": "threats", "columns": [2, 5]}  it threatens four twice, and the other side has no four
    {"leaf": "no-line"}                     every line has a disc of the side: no loss
    {"leaf": "full"}                        the game is over, and the other side has not won: no loss
    {"leaf": "answering", "pairs": [[1, 3]], "threat": null}

The last leaf is a theorem. The other side, M, is to move. R, the side of the claim, answers every disc on top
of it; but the columns with an odd number of empty cells are paired, and of the next cells of a pair R takes
the one that M leaves. So M gets, from below, the first, third and fifth empty cell of an even column, the
second, fourth and sixth of a paired one, and one next cell of each pair, and R gets the rest. A trap is a
cell of R that completes a line; nothing is played above it. If M's cells and discs contain no line, M cannot
win. M always has to move, so R wins if there is a trap, or if R's cells and discs contain a line. If the
number of odd columns is odd, one has no pair, that of the threat: there R answers on top from the first cell
on, and some cell of R is a trap.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from itertools import product
from typing import Any, NamedTuple

from claimeven.errors import FormatError, GeometryError, IllegalMove, WrongProof, shortened
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules, parse_size

FORMAT = 1
SIDES = ("x", "o")
RESULTS = ("no loss", "win")
MAX_DIGITS = 2  # columns are 1 to 12
MEMBERS = ("proof", "size", "moves", "claims")
CLAIM_MEMBERS = ("side", "result", "tree")
# The members of a tree by its kind, and those of a leaf by its name.
TREES = {"play": {"play", "then"}, "threat": {"threat", "then"}, "replies": {"replies"}}
LEAVES = {
    "four": {"leaf", "column"},
    "threats": {"leaf", "columns"},
    "no-line": {"leaf"},
    "full": {"leaf"},
    "answering": {"leaf", "pairs", "threat"},
}


@dataclass(frozen=True, slots=True)
class Proved:
    """The result of a checked proof of the position after ``moves``: a claim for each side that it names.

    ``leaves`` is the number of leaves, a measure of the proof's length.
    """

    rules: Rules
    moves: str
    claims: tuple[tuple[str, str], ...]
    leaves: int


class _Claim(NamedTuple):
    """A claim of a proof: its side, its result, and its tree, which has not been checked yet."""

    side: str
    result: str
    tree: Any


def write_proof(position: Position, moves: str, claims: list[tuple[int, bool, Any]]) -> str:
    """Return the text of a proof; a claim is a side (0 or 1), whether it wins, and the tree."""
    written = []
    for side, wins, tree in claims:
        result = "win" if wins else "no loss"
        written.append({"side": SIDES[side], "result": result, "tree": tree})
    document = {"proof": FORMAT, "size": str(position.rules), "moves": moves, "claims": written}
    return json.dumps(document) + "\n"


def check_proof(text: str) -> Proved:
    """Return what a proof shows.

    Raise FormatError if the text is not a proof, WrongProof if it does not show what it claims.
    """
    document = _parse_document(text)
    moves = _require_string(document["moves"], "moves", "4453")
    size = _require_string(document["size"], "size", "7x6")
    position = _parse_position(size, moves)
    claims = _parse_claims(document["claims"])
    _require_consistent(claims)
    leaves = 0
    for claim in claims:
        checker = _Checker(SIDES.index(claim.side), wins=claim.result == "win")
        leaves += checker.count_leaves(position, claim.tree, "the root")
    results = tuple((claim.side, claim.result) for claim in claims)
    return Proved(position.rules, moves, results, leaves)


def _parse_document(text: str) -> dict[str, Any]:
    """Return the document; raise FormatError unless it is JSON with the members of a proof."""
    try:
        document = json.loads(text, object_pairs_hook=_parse_object, parse_int=_parse_integer)
    except json.JSONDecodeError as error:
        raise FormatError(error.msg, line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise FormatError("the text is nested too deeply for a proof") from None
    number = document.get("proof") if isinstance(document, dict) else None
    if type(number) is not int or number != FORMAT:  # neither true nor 1.0
        raise FormatError(f'expected an object with "proof": {FORMAT}')
    _require_members(document, MEMBERS, "the document")
    return dict(document)


def _parse_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object; raise FormatError if a name occurs twice in it."""
    members: dict[str, Any] = {}
    for name, value in pairs:
        if name in members:
            raise FormatError(f"{shortened(name)} occurs twice in one object")
        members[name] = value
    return members


def _parse_integer(digits: str) -> int:
    """Return a whole number; Python itself rejects very long ones, and messages repeat columns."""
    count = len(digits.removeprefix("-"))
    if count > MAX_DIGITS:
        raise FormatError(f"a number has {count:,} digits; in a proof they have at most {MAX_DIGITS}")
    return int(digits)


def _require_members(value: object, names: tuple[str, ...], what: str) -> None:
    if not isinstance(value, dict) or value.keys() != set(names):
        raise FormatError(f"{what} must have exactly these members: {', '.join(names)}")


def _require_string(value: object, name: str, example: str) -> str:
    if not isinstance(value, str):
        raise FormatError(f'"{name}" is not a text such as "{example}"')
    return value


def _parse_position(size: str, moves: str) -> Position:
    try:
        return Position.from_moves(moves, parse_size(size))
    except (GeometryError, IllegalMove) as error:
        raise FormatError(str(error)) from None


def _parse_claims(claims: object) -> list[_Claim]:
    """Return the claims of a document; raise FormatError for anything else."""
    if not isinstance(claims, list):
        raise FormatError('"claims" is not a list')
    parsed = []
    for claim in claims:
        _require_members(claim, CLAIM_MEMBERS, "a claim")
        if claim["side"] not in SIDES:
            raise FormatError("the side of a claim is not x or o")
        if claim["result"] not in RESULTS:
            raise FormatError("the result of a claim is not win or no loss")
        parsed.append(_Claim(claim["side"], claim["result"], claim["tree"]))
    return parsed


def _require_consistent(claims: list[_Claim]) -> None:
    """Raise WrongProof unless there is one claim, or two that together say that neither side loses."""
    if not claims:
        raise WrongProof("the proof claims nothing")
    sides = [claim.side for claim in claims]
    for side in SIDES:
        if sides.count(side) > 1:
            raise WrongProof(f"the proof claims two results of {side}; expected one of each side")
    has_win = any(claim.result == "win" for claim in claims)
    if len(claims) > 1 and has_win:
        raise WrongProof(
            "the proof claims that one side wins and something of the other; expected one of these"
        )


@dataclass(frozen=True, slots=True)
class _Checker:
    """Checks the tree of one claim: that ``side`` (0 or 1) ``wins``, or else that it does not lose."""

    side: int
    wins: bool

    def count_leaves(self, position: Position, tree: Any, path: str) -> int:
        """Check a tree of a position, which was reached by ``path``, and return how many leaves it has.

        Raise WrongProof where the rules do not allow a step, FormatError for something that is not a tree.
        """
        kind = _kind_of_tree(tree, path)
        own_turn = position.turn == self.side
        if kind == "leaf":
            holds = self._leaf_holds(position, tree, path)
            _require(holds, path, f"the leaf {tree['leaf']!r} does not hold")
            return 1
        if kind == "replies":
            return self._check_replies(position, tree["replies"], path)
        column = _parse_column(tree[kind], path)
        if kind == "play":
            _require(own_turn, path, f"it is not the turn of {SIDES[self.side]}")
        else:
            is_forced = not own_turn and not _columns_with_four(position, position.turn)
            threatens = column - 1 in _columns_with_four(position, self.side)
            _require(is_forced and threatens, path, "there is no such threat to answer")
        return self._check_after(position, column, tree["then"], path)

    def _check_replies(self, position: Position, replies: Any, path: str) -> int:
        """Check the trees after every move of the other side, and return how many leaves they have."""
        if not isinstance(replies, dict):
            raise FormatError(f"after {path}: replies are not an object")
        own_turn = position.turn == self.side
        columns = [column + 1 for column in position.playable]
        is_complete = replies.keys() == {str(column) for column in columns}
        fits = not own_turn and columns != [] and is_complete
        _require(fits, path, "not every move of the other side is answered, or there is none")
        leaves = 0
        for column in columns:
            leaves += self._check_after(position, column, replies[str(column)], path)
        return leaves

    def _check_after(self, position: Position, column: int, tree: Any, path: str) -> int:
        """Check a tree after a disc in a column (from 1), and return how many leaves it has."""
        path = f"{path}, {column}"
        try:
            after = position.play(column - 1)
        except IllegalMove as error:
            raise WrongProof(f"after {path}: {error}") from None
        return self.count_leaves(after, tree, path)

    def _leaf_holds(self, position: Position, leaf: dict[str, Any], path: str) -> bool:
        """Return whether a leaf is true of the position."""
        name = leaf["leaf"]
        if name == "full":
            other_has_won = position.winner == 1 - self.side
            return not self.wins and position.is_over and not other_has_won
        if position.is_over:
            return False
        own_turn = position.turn == self.side
        if name == "four":
            column = _parse_column(leaf["column"], path)
            return own_turn and column - 1 in _columns_with_four(position, self.side)
        if name == "no-line":
            discs = position.discs_of(self.side)
            return not self.wins and all(line & discs for line in position.rules.lines)
        if own_turn or _columns_with_four(position, position.turn):
            return False
        if name == "threats":
            columns = {column - 1 for column in _parse_columns(leaf["columns"], path)}
            threatened = set(_columns_with_four(position, self.side))
            return len(columns) > 1 and columns <= threatened
        return self._answering_holds(position, leaf, path)

    def _answering_holds(self, position: Position, leaf: dict[str, Any], path: str) -> bool:
        """Return whether the theorem of answering applies; ``self.side`` is R, the side to move is M."""
        pairs = [_parse_columns(pair, path) for pair in _require_list(leaf["pairs"], path)]
        threat = None if leaf["threat"] is None else _parse_column(leaf["threat"], path)
        rules = position.rules
        division = _divide_cells(position, self.side, threat)
        named: list[int] = []
        for pair in pairs:
            if len(pair) != 2:
                return False
            named += pair
        if threat is not None:
            named.append(threat)
        if sorted(named) != division.odd_columns:
            return False
        if threat is not None and threat not in division.trap_columns:
            return False
        # Of every pair M takes the next cell of one column, of its own choice.
        for taken_columns in product(*pairs):
            taken_cells = sum(division.next_cells[column] for column in taken_columns)
            if rules.has_line(division.m_cells + taken_cells):
                return False
        return not self.wins or division.trap_columns != [] or rules.has_line(division.r_cells)


@dataclass(slots=True)
class _Division:
    """The division of the empty cells between M and R; columns count from 1.

    ``m_cells`` and ``r_cells`` include the discs of the two sides, and leave out the next cells of pairs.
    """

    m_cells: int
    r_cells: int
    next_cells: dict[int, int] = field(default_factory=dict)
    odd_columns: list[int] = field(default_factory=list)
    trap_columns: list[int] = field(default_factory=list)


def _divide_cells(position: Position, r_side: int, threat: int | None) -> _Division:
    """Return which cells M and R get when R answers on top; ``threat`` is the odd column without a pair."""
    rules = position.rules
    r_discs = position.discs_of(r_side)
    division = _Division(m_cells=position.discs_of(1 - r_side), r_cells=r_discs)
    for column in range(1, rules.columns + 1):
        cells = [rules.cell(column - 1, row) for row in range(rules.rows)]
        empty = [cell for cell in cells if not cell & position.filled]
        if len(empty) % 2 == 1:
            division.odd_columns.append(column)
            if column != threat:
                division.next_cells[column] = empty.pop(0)
        m_cells = empty[0::2]
        r_cells = empty[1::2]
        traps = [cell for cell in r_cells if rules.has_line(r_discs | cell)]
        if traps:
            division.trap_columns.append(column)
            m_cells = [cell for cell in m_cells if cell < traps[0]]
        division.m_cells += sum(m_cells)
        division.r_cells += sum(r_cells)
    return division


def _kind_of_tree(tree: Any, path: str) -> str:
    """Return the kind of a tree: play, threat, replies or leaf.

    Raise FormatError unless it has the members of that kind and no others.
    """
    members = set(tree) if isinstance(tree, dict) else set()
    if "leaf" in members and isinstance(tree["leaf"], str):
        if tree["leaf"] not in LEAVES:
            raise FormatError(f"after {path}: {shortened(tree['leaf'])} is not a leaf")
        if members == LEAVES[tree["leaf"]]:
            return "leaf"
    for kind, expected in TREES.items():
        if members == expected:
            return kind
    raise FormatError(f"after {path}: this is not a tree")


def _parse_column(value: object, path: str) -> int:
    """Return a column, counted from 1; whether the board has it is checked when it is played."""
    if type(value) is not int:  # neither true nor 4.0
        raise FormatError(f"after {path}: a column is not a number")
    return value


def _parse_columns(value: object, path: str) -> list[int]:
    return [_parse_column(column, path) for column in _require_list(value, path)]


def _require_list(value: object, path: str) -> list[Any]:
    if not isinstance(value, list):
        raise FormatError(f"after {path}: columns are not a list")
    return value


def _require(holds: bool, path: str, message: str) -> None:
    if not holds:
        raise WrongProof(f"after {path}: {message}")


def _columns_with_four(position: Position, side: int) -> list[int]:
    """Return the columns, from 0, where a disc of a side would complete four now."""
    discs = position.discs_of(side)
    columns = []
    for column in position.playable:
        if position.rules.has_line(discs | position.drop(column)):
            columns.append(column)
    return columns
