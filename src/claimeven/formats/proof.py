"""Proofs that a position is won or not lost, written as JSON and checked with the rules alone.

    {"proof": 1, "size": "7x6", "moves": "445566", "claims": [{"side": "x", "result": "win", "tree": ...}]}

The result of a claim is ``win`` or ``no loss``. A draw has a claim of no loss for each side; otherwise there
is one claim. A tree speaks for the side of its claim. Columns count from 1. Nothing else may be in a proof,
and nothing twice.

    {"play": 4, "then": TREE}               the side plays
    {"replies": {"1": TREE, "2": TREE}}     every move of the other side, and what follows
    {"threat": 4, "then": TREE}             it threatens four there: no other reply stops that
    {"leaf": "four", "column": 4}           the side completes four
    {"leaf": "threats", "columns": [2, 5]}  it threatens four twice, and the other side has no four
    {"leaf": "no-line"}                     every line has a disc of the side: no loss
    {"leaf": "full"}                        the game is over, and the other side has not won: no loss
    {"leaf": "answering", "pairs": [[1, 3]], "threat": null}

The last one is a theorem. The other side, M, is to move. The side R answers every disc on top of it; but the
columns with an odd number of empty cells are paired, and of the next cells of a pair R takes the one that M
leaves. So M gets, from below, the first, third and fifth empty cell of an even column, the second, fourth and
sixth of a paired one, and one next cell of each pair, and R gets the rest. Nothing is played above a cell of
R that completes a line, a trap. If M's cells and discs hold no line, M cannot win. M always has to move, so R
wins if there is a trap, or if R's cells and discs hold a line. An odd number of odd columns leaves one over,
that of the threat: there R answers on top from the first cell on, and some cell of R is a trap.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import product
from typing import Any

from claimeven.errors import FormatError, GeometryError, IllegalMove, WrongProof, shortened
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules, parse_size

FORMAT = 1
SIDES = ("x", "o")
RESULTS = ("no loss", "win")
MAX_DIGITS = 2  # of a number: columns are 1 to 12
MEMBERS = ("proof", "size", "moves", "claims")
CLAIM_MEMBERS = ("side", "result", "tree")
# The members of a tree, by the one that says what kind it is, and those of a leaf by its name.
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
    """What a checked proof shows: of the position after ``moves``, a result of each side that it names.

    ``leaves`` says how long the proof is.
    """

    rules: Rules
    moves: str
    claims: tuple[tuple[str, str], ...]
    leaves: int


def write_proof(position: Position, moves: str, claims: list[tuple[int, bool, Any]]) -> str:
    """The text of a proof; a claim is a side, whether it wins, and the tree."""
    told = [{"side": SIDES[side], "result": RESULTS[wins], "tree": tree} for side, wins, tree in claims]
    return json.dumps({"proof": FORMAT, "size": str(position.rules), "moves": moves, "claims": told}) + "\n"


def check_proof(text: str) -> Proved:
    """What a proof shows; raises FormatError if it is none, WrongProof if it does not show what it claims."""
    document = _read(text)
    position = _position(document["size"], document["moves"])
    claims = _claims(document["claims"])
    _require_consistent(claims)
    leaves = 0
    for side, result, tree in claims:
        checker = _Checker(SIDES.index(side), wins=result == "win")
        leaves += checker.check(position, tree, "the root")
    results = tuple((side, result) for side, result, _ in claims)
    return Proved(position.rules, document["moves"], results, leaves)


def _read(text: str) -> dict[str, Any]:
    """The document; raises FormatError unless it is JSON with the members of a proof."""
    try:
        document = json.loads(text, object_pairs_hook=_object, parse_int=_number)
    except json.JSONDecodeError as error:
        raise FormatError(error.msg, line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise FormatError("the text is nested too deeply for a proof") from None
    number = document.get("proof") if isinstance(document, dict) else None
    if type(number) is not int or number != FORMAT:  # neither true nor 1.0
        raise FormatError(f'expected an object with "proof": {FORMAT}')
    _require_members(document, MEMBERS, "the document")
    return dict(document)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object, in which no name may occur twice."""
    members: dict[str, Any] = {}
    for name, value in pairs:
        if name in members:
            raise FormatError(f"{shortened(name)} occurs twice in one object")
        members[name] = value
    return members


def _number(digits: str) -> int:
    """A whole number; Python itself refuses very long ones, and messages repeat columns."""
    count = len(digits.removeprefix("-"))
    if count > MAX_DIGITS:
        raise FormatError(f"a number has {count:,} digits; in a proof they have at most {MAX_DIGITS}")
    return int(digits)


def _require_members(value: object, names: tuple[str, ...], what: str) -> None:
    if not isinstance(value, dict) or value.keys() != set(names):
        raise FormatError(f"{what} must have exactly these members: {', '.join(names)}")


def _position(size: object, moves: object) -> Position:
    for name, value, example in (("size", size, "7x6"), ("moves", moves, "4453")):
        if not isinstance(value, str):
            raise FormatError(f'"{name}" is not a text such as "{example}"')
    try:
        return Position.from_moves(moves, parse_size(size))  # type: ignore[arg-type]
    except (GeometryError, IllegalMove) as error:
        raise FormatError(str(error)) from None


def _claims(claims: object) -> list[tuple[str, str, Any]]:
    """Every claim as its side, its result and its tree, which is not looked at yet."""
    if not isinstance(claims, list):
        raise FormatError('"claims" is not a list')
    found = []
    for claim in claims:
        _require_members(claim, CLAIM_MEMBERS, "a claim")
        if claim["side"] not in SIDES:
            raise FormatError("the side of a claim is not x or o")
        if claim["result"] not in RESULTS:
            raise FormatError("the result of a claim is not win or no loss")
        found.append((claim["side"], claim["result"], claim["tree"]))
    return found


def _require_consistent(claims: list[tuple[str, str, Any]]) -> None:
    """Raise WrongProof unless this is one claim, or that neither side loses."""
    if not claims:
        raise WrongProof("the proof claims nothing")
    sides = [side for side, _, _ in claims]
    for side in SIDES:
        if sides.count(side) > 1:
            raise WrongProof(f"the proof claims two results of {side}; expected one of each side")
    if len(claims) > 1 and any(result == "win" for _, result, _ in claims):
        raise WrongProof(
            "the proof claims that one side wins and something of the other; expected one of these"
        )


@dataclass
class _Checker:
    """Walks one tree; every step raises WrongProof unless the rules allow it."""

    side: int
    wins: bool

    def check(self, position: Position, tree: Any, path: str) -> int:
        """The leaves of a tree of a position, checked; ``path`` says how it was reached."""
        kind = _kind(tree, path)
        own_turn = position.turn == self.side
        if kind == "leaf":
            holds = self._leaf(position, tree, own_turn, path)
            _require(holds, path, f"the leaf {tree['leaf']!r} does not hold")
            return 1
        if kind == "replies":
            return self._replies(position, tree["replies"], own_turn, path)
        column = _column(tree[kind], path)
        if kind == "play":
            _require(own_turn, path, f"it is not the turn of {SIDES[self.side]}")
        else:
            is_forced = not own_turn and not _fours(position, position.turn)
            threatens = column - 1 in _fours(position, self.side)
            _require(is_forced and threatens, path, "there is no such threat to answer")
        return self._go(position, column, tree["then"], path)

    def _replies(self, position: Position, replies: Any, own_turn: bool, path: str) -> int:
        """The leaves of the trees after every move of the other side."""
        if not isinstance(replies, dict):
            raise FormatError(f"after {path}: replies are not an object")
        columns = [column + 1 for column in position.playable]
        is_complete = replies.keys() == {str(column) for column in columns}
        fits = not own_turn and bool(columns) and is_complete
        _require(fits, path, "not every move of the other side is answered, or there is none")
        return sum(self._go(position, column, replies[str(column)], path) for column in columns)

    def _go(self, position: Position, column: int, tree: Any, path: str) -> int:
        """The leaves of a tree after a disc in a column, which counts from 1."""
        path = f"{path}, {column}"
        try:
            after = position.play(column - 1)
        except IllegalMove as error:
            raise WrongProof(f"after {path}: {error}") from None
        return self.check(after, tree, path)

    def _leaf(self, position: Position, tree: dict[str, Any], own_turn: bool, path: str) -> bool:
        """Whether a leaf holds."""
        if tree["leaf"] == "full":
            return not self.wins and position.is_over and position.winner != 1 - self.side
        if position.is_over:
            return False
        if tree["leaf"] == "four":
            return own_turn and _column(tree["column"], path) - 1 in _fours(position, self.side)
        if tree["leaf"] == "no-line":
            ours = position.discs_of(self.side)
            return not self.wins and all(line & ours for line in position.rules.lines)
        if own_turn or _fours(position, position.turn):
            return False
        if tree["leaf"] == "threats":
            columns = {column - 1 for column in _columns(tree["columns"], path)}
            return len(columns) > 1 and columns <= set(_fours(position, self.side))
        pairs = [_columns(pair, path) for pair in _list(tree["pairs"], path)]
        threat = None if tree["threat"] is None else _column(tree["threat"], path)
        return self._answering(position, pairs, threat)

    def _answering(self, position: Position, pairs: list[list[int]], threat: int | None) -> bool:
        """The theorem: what M reaches beside the next cells of pairs, and what R is sure of."""
        rules, ours = position.rules, position.discs_of(self.side)
        reached, sure = position.discs_of(1 - self.side), ours
        next_cells: dict[int, int] = {}
        odd, traps = [], []
        for column in range(1, rules.columns + 1):
            cells = [rules.cell(column - 1, row) for row in range(rules.rows)]
            empty = [cell for cell in cells if not cell & position.filled]
            if len(empty) % 2:
                odd.append(column)
                if column != threat:
                    next_cells[column] = empty.pop(0)
            for_m, for_r = empty[0::2], empty[1::2]
            trap = next((cell for cell in for_r if rules.has_line(ours | cell)), None)
            if trap is not None:
                traps.append(column)
                for_m = [cell for cell in for_m if cell < trap]
            reached += sum(for_m)
            sure += sum(for_r)
        named = [column for pair in pairs for column in pair]
        if threat is not None:
            named.append(threat)
        if sorted(named) != odd or any(len(pair) != 2 for pair in pairs):
            return False
        if threat is not None and threat not in traps:
            return False
        for taken in product(*pairs):
            with_next = reached + sum(next_cells[column] for column in taken)
            if rules.has_line(with_next):
                return False
        return not self.wins or bool(traps) or rules.has_line(sure)


def _kind(tree: Any, path: str) -> str:
    """What kind of tree this is: the name of a member, which no other kind has.

    Raises FormatError unless it has the members of that kind and no others.
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


def _column(value: object, path: str) -> int:
    """A column, counted from 1; whether there is such a one is for the rules to say."""
    if type(value) is not int:  # neither true nor 4.0
        raise FormatError(f"after {path}: a column is not a number")
    return value


def _columns(value: object, path: str) -> list[int]:
    return [_column(column, path) for column in _list(value, path)]


def _list(value: object, path: str) -> list[Any]:
    if not isinstance(value, list):
        raise FormatError(f"after {path}: columns are not a list")
    return value


def _require(holds: bool, path: str, message: str) -> None:
    if not holds:
        raise WrongProof(f"after {path}: {message}")


def _fours(position: Position, side: int) -> list[int]:
    """The columns, from 0, where a disc of a side would complete four now."""
    discs = position.discs_of(side)
    return [column for column in position.playable if position.rules.has_line(discs | position.drop(column))]
