"""Proofs that a position is won or not lost, written as JSON and checked with the rules alone.

    {"proof": 1, "size": "7x6", "moves": "445566", "claims": [{"side": "x", "result": "win", "tree": ...}]}

The result of a claim is ``win`` or ``no loss``; a draw has one claim of no loss for each side. A tree speaks
for the side of its claim. Columns count from 1.

    {"play": 4, "then": TREE}               the side plays
    {"replies": {"1": TREE, "2": TREE}}     every move of the other side, and what follows
    {"threat": 4, "then": TREE}             it threatens four there: no other reply stops that
    {"leaf": "four", "column": 4}           the side completes four
    {"leaf": "threats", "columns": [2, 5]}  it threatens four twice, and the other side has no four
    {"leaf": "no-line"}                     every line has a disc of the side: no loss
    {"leaf": "full"}                        the board is full, and the other side has no line: no loss
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

from claimeven.errors import FormatError, IllegalMove, WrongProof
from claimeven.rules.position import Position
from claimeven.rules.rules import parse_size

FORMAT = 1
SIDES = ("x", "o")
RESULTS = ("no loss", "win")


@dataclass(frozen=True, slots=True)
class Proved:
    """What a checked proof shows: of a position, the results of sides, and in how many leaves."""

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
    try:
        position = Position.from_moves(document["moves"], parse_size(document["size"]))
        leaves, claims = 0, []
        for claim in document["claims"]:
            side, wins = SIDES.index(claim["side"]), bool(RESULTS.index(claim["result"]))
            leaves += _Checker(side, wins).check(position, claim["tree"], "the root")
            claims.append((claim["side"], claim["result"]))
    except WrongProof:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise FormatError(f"this is not a proof: {type(error).__name__} at {error}") from None
    if not claims:
        raise WrongProof("the proof claims nothing")
    return Proved(document["moves"], tuple(claims), leaves)


def _read(text: str) -> dict[str, Any]:
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise FormatError(error.msg, line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise FormatError("the text is nested too deeply for a proof") from None
    if not isinstance(document, dict) or document.get("proof") != FORMAT:
        raise FormatError('this is not a proof; one begins with {"proof": 1')
    return document


@dataclass
class _Checker:
    """Walks one tree; every step raises WrongProof unless the rules allow it."""

    side: int
    wins: bool

    def check(self, position: Position, tree: dict[str, Any], path: str) -> int:
        """The leaves of a tree of a position, checked; ``path`` says how it was reached."""
        own_turn = position.ply % 2 == self.side
        if "leaf" in tree:
            _require(self._leaf(position, tree, own_turn), path, f"the leaf {tree['leaf']!r} does not hold")
            return 1
        if "play" in tree:
            _require(own_turn, path, f"it is not the turn of {SIDES[self.side]}")
            return self._go(position, tree["play"], tree["then"], path)
        if "threat" in tree:
            fits = not own_turn and not _fours(position, position.ply % 2)
            fits = fits and tree["threat"] - 1 in _fours(position, self.side)
            _require(fits, path, "there is no such threat to answer")
            return self._go(position, tree["threat"], tree["then"], path)
        columns = [column + 1 for column in position.playable]
        fits = not own_turn and bool(columns) and sorted(map(int, tree["replies"])) == columns
        _require(fits, path, "not every move of the other side is answered, or there is none")
        return sum(
            self._go(position, int(column), branch, path) for column, branch in tree["replies"].items()
        )

    def _go(self, position: Position, column: int, tree: dict[str, Any], path: str) -> int:
        path = f"{path}, {column}"
        try:
            after = position.play(column - 1)
        except IllegalMove as error:
            raise WrongProof(f"after {path}: {error}") from None
        return self.check(after, tree, path)

    def _leaf(self, position: Position, tree: dict[str, Any], own_turn: bool) -> bool:
        if tree["leaf"] == "full":
            return not self.wins and position.is_over and position.winner != 1 - self.side
        if position.is_over:
            return False
        if tree["leaf"] == "four":
            return own_turn and tree["column"] - 1 in _fours(position, self.side)
        if tree["leaf"] == "no-line":
            ours = position.discs_of(self.side)
            return not self.wins and all(line & ours for line in position.rules.lines)
        if own_turn or _fours(position, position.ply % 2):
            return False
        if tree["leaf"] == "threats":
            columns = {column - 1 for column in tree["columns"]}
            return len(columns) > 1 and columns <= set(_fours(position, self.side))
        return tree["leaf"] == "answering" and self._answering(position, tree["pairs"], tree["threat"])

    def _answering(self, position: Position, pairs: list[list[int]], threat: int | None) -> bool:
        """The theorem: what M reaches beside the next cells of pairs, and what R is sure of."""
        rules, mine = position.rules, position.discs_of(self.side)
        reached, sure = position.discs_of(1 - self.side), mine
        nexts: dict[int, int] = {}
        odd, traps = [], []
        for column in range(1, rules.columns + 1):
            cells = [rules.cell(column - 1, row) for row in range(rules.rows)]
            empty = [cell for cell in cells if not cell & position.filled]
            if len(empty) % 2:
                odd.append(column)
                if column != threat:
                    nexts[column] = empty.pop(0)
            theirs, ours = empty[0::2], empty[1::2]
            trap = next((cell for cell in ours if rules.has_line(mine | cell)), None)
            if trap is not None:
                traps.append(column)
                theirs = [cell for cell in theirs if cell < trap]
            reached, sure = reached + sum(theirs), sure + sum(ours)
        named = [*(column for pair in pairs for column in pair), *([threat] if threat else [])]
        if sorted(named) != odd or any(len(pair) != 2 for pair in pairs):
            return False
        if threat and threat not in traps:
            return False
        if any(rules.has_line(reached + sum(nexts[c] for c in taken)) for taken in product(*pairs)):
            return False
        return not self.wins or bool(traps) or rules.has_line(sure)


def _require(holds: bool, path: str, message: str) -> None:
    if not holds:
        raise WrongProof(f"after {path}: {message}")


def _fours(position: Position, side: int) -> list[int]:
    """The columns, from 0, where a disc of a side would complete four now."""
    discs = position.discs_of(side)
    return [column for column in position.playable if position.rules.has_line(discs | position.drop(column))]
