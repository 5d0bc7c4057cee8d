"""Proofs: what the solver says is proved and checked by the rules alone, and a spoilt proof is refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from claimeven.errors import FormatError, WrongProof
from claimeven.formats.proof import check_proof, write_proof
from claimeven.reasons.answering import answering
from claimeven.reasons.proof import leaves_of, proof_of
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, Rules
from claimeven.search.solver import Solver

pytestmark = pytest.mark.compiled
SIZES = (CONNECT_FOUR, Rules(6, 5), Rules(5, 7), Rules(8, 4))


def positions(rules: Rules, discs: range, count: int, seed: int) -> Iterator[tuple[str, Position]]:
    """Random unfinished positions with the moves that led to them."""
    rng = Random(seed)
    while count:
        position, moves = Position(rules=rules), ""
        for _ in range(rng.choice(discs)):
            if position.is_over:
                break
            column = rng.choice(position.playable)
            position, moves = position.play(column), moves + rules.column_name(column)
        if not position.is_over:
            count -= 1
            yield moves, position


def claims(position: Position, solver: Solver) -> list[tuple[int, bool, Any]]:
    """What the solver says with its proof, nothing if none is found."""
    return proof_of(position, solver) or []


@pytest.mark.parametrize("rules", SIZES, ids=str)
def test_what_is_proved_passes_the_check(rules: Rules) -> None:
    solver, proved = Solver(table_mib=4), 0
    for moves, position in positions(rules, range(rules.cells // 2, rules.cells - 2), 60, 3):
        found = claims(position, solver)
        if found:
            checked = check_proof(write_proof(position, moves, found))
            assert checked.moves == moves
            assert checked.leaves == sum(leaves_of(tree) for _, _, tree in found)
            assert len(checked.claims) == len(found)
            proved += 1
    assert proved > 40


def test_a_plan_of_answering_never_contradicts_the_solver() -> None:
    solver, plans = Solver(table_mib=4), 0
    for rules in SIZES:
        for _, position in positions(rules, range(rules.cells // 3, rules.cells - 1), 400, 5):
            value = solver.score(position).value
            for wins in (False, True):
                if answering(position, wins=wins) is not None:
                    plans += 1
                    assert value < 0 or (value == 0 and not wins)
    assert plans > 100


def test_a_claim_that_is_not_true_has_no_proof_that_passes() -> None:
    """The same trees, claimed for the other side or for more than they show, are refused."""
    solver = Solver(table_mib=4)
    for moves, position in positions(CONNECT_FOUR, range(22, 36), 60, 7):
        for side, wins, tree in claims(position, solver):
            with pytest.raises(WrongProof):
                check_proof(write_proof(position, moves, [(1 - side, wins, tree)]))
            if not wins:
                with pytest.raises(WrongProof):
                    check_proof(write_proof(position, moves, [(side, True, tree)]))


def spoilt(tree: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The tree with one thing left out or changed, at every place."""
    if "replies" in tree:
        for column, branch in tree["replies"].items():
            rest = {name: other for name, other in tree["replies"].items() if name != column}
            yield {"replies": rest}
            for worse in spoilt(branch):
                yield {"replies": rest | {column: worse}}
    elif "then" in tree:
        yield tree["then"]
        for worse in spoilt(tree["then"]):
            yield tree | {"then": worse}
    elif tree["leaf"] == "four":
        yield tree | {"column": tree["column"] % 7 + 1}
    elif tree["leaf"] == "threats":
        yield tree | {"columns": tree["columns"][:1]}
    elif tree["leaf"] == "answering" and tree["pairs"]:
        yield tree | {"pairs": tree["pairs"][1:]}


def test_a_spoilt_proof_is_refused() -> None:
    solver, tried = Solver(table_mib=4), 0
    for moves, position in positions(CONNECT_FOUR, range(20, 34), 40, 9):
        for side, wins, tree in claims(position, solver):
            for worse in spoilt(copy.deepcopy(tree)):
                tried += 1
                with pytest.raises(WrongProof):
                    check_proof(write_proof(position, moves, [(side, wins, worse)]))
    assert tried > 150


@pytest.mark.parametrize("result", ["win", "no loss"])
def test_a_column_without_another_one_is_no_pair(result: str) -> None:
    """Three empty cells in an odd column: the other side takes the first and the third, and wins."""
    moves = "51137765343333477661612474461546725"
    assert Solver(table_mib=1).score(Position.from_moves(moves)).verdict == "win"
    tree = {"leaf": "answering", "pairs": [[1]], "threat": None}
    claim = {"side": "x", "result": result, "tree": tree}
    with pytest.raises(WrongProof):
        check_proof(json.dumps({"proof": 1, "size": "7x6", "moves": moves, "claims": [claim]}))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"proof": 2}',
        '{"proof": 1}',
        '{"proof": 1, "size": "7x6", "moves": "9", "claims": []}',
        '{"proof": 1, "size": "70x6", "moves": "", "claims": []}',
        '{"proof": 1, "size": "7x6", "moves": "4", "claims": [{"side": "z", "result": "win", "tree": {}}]}',
        '{"proof": 1, "size": "7x6", "moves": "4", "claims": [{"side": "x", "result": "win", "tree": {}}]}',
        '{"proof": 1, "size": "7x6", "moves": "4", "claims": [{"side": "x", "result": "win", "tree": 5}]}',
        "[" * 100_000,
    ],
)
def test_a_text_that_is_no_proof_is_a_format_error(text: str) -> None:
    with pytest.raises(FormatError):
        check_proof(text)


def test_a_proof_that_claims_nothing_is_refused() -> None:
    with pytest.raises(WrongProof):
        check_proof(json.dumps({"proof": 1, "size": "7x6", "moves": "44", "claims": []}))
