"""Proofs: the solver's results are proved and checked by the rules alone; a spoilt proof is rejected."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from claimeven.errors import FormatError, WrongProof
from claimeven.formats.proof import check_proof, write_proof
from claimeven.reasons.proof import find_answering_plan, leaves_of, proof_of
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, Rules
from claimeven.solver.solver import Solver

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
            assert (checked.rules, checked.moves) == (rules, moves)
            assert checked.leaves == sum(leaves_of(tree) for _, _, tree in found)
            assert len(checked.claims) == len(found)
            proved += 1
    assert proved > 40


def test_a_plan_of_answering_never_contradicts_the_solver() -> None:
    solver, plans = Solver(table_mib=4), 0
    for rules in SIZES:
        for _, position in positions(rules, range(rules.cells // 3, rules.cells - 1), 400, 5):
            value = solver.score(position)
            for wins in (False, True):
                if find_answering_plan(position, wins=wins) is not None:
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
def test_a_single_column_is_not_a_pair(result: str) -> None:
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
def test_a_text_that_is_not_a_proof_is_a_format_error(text: str) -> None:
    with pytest.raises(FormatError):
        check_proof(text)


def test_a_proof_that_claims_nothing_is_refused() -> None:
    with pytest.raises(WrongProof):
        check_proof(json.dumps({"proof": 1, "size": "7x6", "moves": "44", "claims": []}))


FOUR_NOW = {"leaf": "four", "column": 4}
WINNING = {"proof": 1, "size": "7x6", "moves": "434343", "claims": []}
X_WINS = {"side": "x", "result": "win", "tree": FOUR_NOW}
X_HOLDS = {"side": "x", "result": "no loss", "tree": FOUR_NOW}
O_HOLDS = {"side": "o", "result": "no loss", "tree": FOUR_NOW}
HUGE = "x" * 1_000_000


def of(*claims: object, **others: object) -> str:
    """A document with these claims, of a position in which X completes four in column 4."""
    return json.dumps(WINNING | {"claims": claims} | others)


def proving(tree: object, **others: object) -> str:
    """A document with one claim, which this tree is to show."""
    return of(X_WINS | {"tree": tree}, **others)


def test_the_document_that_the_others_are_made_from_is_a_proof() -> None:
    proved = check_proof(of(X_WINS))
    assert (proved.rules, proved.moves, proved.claims, proved.leaves) == (
        CONNECT_FOUR,
        "434343",
        (("x", "win"),),
        1,
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param(
            of(X_WINS).replace('"column": 4', '"column": ' + "4" * 5000),
            "a number has 5,000 digits; in a proof they have at most 2",
            id="a number of 5,000 digits",
        ),
        (of(X_WINS, moves=[3, 2, 3, 2, 3, 2]), '"moves" is not a text such as "4453"'),
        (of(X_WINS, moves=43), '"moves" is not a text such as "4453"'),
        (of(X_WINS, moves="43434x"), "move 6: 'x' is not a column; columns are 1 to 7"),
        (of(X_WINS, size=7), '"size" is not a text such as "7x6"'),
        pytest.param(
            of(X_WINS, size=HUGE), f"{HUGE[:64]!r}... is not a board size", id="the size is a megabyte"
        ),
        (
            of(X_WINS).replace('"moves": "434343"', '"moves": "4", "moves": "434343"'),
            "'moves' occurs twice in one object",
        ),
        (
            of(X_WINS).replace('"column": 4', '"column": 4, "column": 4'),
            "'column' occurs twice in one object",
        ),
        pytest.param(
            of(X_WINS).replace('"column": 4', f'"{HUGE}": 4, "{HUGE}": 4'),
            f"{HUGE[:64]!r}... occurs twice in one object",
            id="a name of a megabyte occurs twice",
        ),
        (of(X_WINS, proof=True), 'expected an object with "proof": 1'),
        (of(X_WINS, proof=1.0), 'expected an object with "proof": 1'),
        (
            of(X_WINS, variant="max"),
            "the document must have exactly these members: proof, size, moves, claims",
        ),
        (
            json.dumps({"proof": 1}),
            "the document must have exactly these members: proof, size, moves, claims",
        ),
        (of(X_WINS, claims={"side": "x"}), '"claims" is not a list'),
        (of(X_WINS, claims="win"), '"claims" is not a list'),
        (of(5), "a claim must have exactly these members: side, result, tree"),
        (of(X_WINS | {"more": 1}), "a claim must have exactly these members: side, result, tree"),
        (of(X_WINS | {"side": ["x"]}), "the side of a claim is not x or o"),
        pytest.param(of(X_WINS | {"side": HUGE}), "the side of a claim is not x or o", id="a huge side"),
        (of(X_WINS | {"result": True}), "the result of a claim is not win or no loss"),
        pytest.param(
            proving({"leaf": HUGE}), f"after the root: {HUGE[:64]!r}... is not a leaf", id="a huge bad leaf"
        ),
        (proving({"leaf": ["four"]}), "after the root: this is not a tree"),
        (proving([FOUR_NOW]), "after the root: this is not a tree"),
        (proving({}), "after the root: this is not a tree"),
        (proving({"play": 4}), "after the root: this is not a tree"),
        (proving({"play": 4, "then": FOUR_NOW, "leaf": "full"}), "after the root: this is not a tree"),
        (proving(FOUR_NOW | {"columns": [4]}), "after the root: this is not a tree"),
        (proving({"leaf": "four", "column": True}), "after the root: a column is not a number"),
        (proving({"leaf": "four", "column": 4.0}), "after the root: a column is not a number"),
        (proving({"play": "4", "then": FOUR_NOW}), "after the root: a column is not a number"),
        (proving({"play": 1, "then": {"threat": None, "then": {}}}), "after the root, 1: a column is not a"),
        (proving({"play": 1, "then": {"replies": [1]}}), "after the root, 1: replies are not an object"),
        (
            proving({"leaf": "threats", "columns": 4}, moves="4"),
            "after the root: columns are not a list",
        ),
        (
            proving({"leaf": "answering", "pairs": [4], "threat": None}, moves="4"),
            "after the root: columns are not a list",
        ),
        (
            proving({"leaf": "answering", "pairs": [["4", "5"]], "threat": None}, moves="4"),
            "after the root: a column is not a number",
        ),
    ],
)
def test_what_is_not_a_proof_is_one_short_sentence(text: str, words: str) -> None:
    with pytest.raises(FormatError) as refused:
        check_proof(text)
    assert words in refused.value.reason
    assert len(refused.value.reason) < 200
    assert "\n" not in refused.value.reason


@pytest.mark.parametrize(
    ("tree", "words"),
    [
        ({"play": 0, "then": FOUR_NOW}, "after the root, 0: "),
        ({"play": -1, "then": FOUR_NOW}, "after the root, -1: "),
        ({"play": 8, "then": FOUR_NOW}, "after the root, 8: "),
        ({"leaf": "four", "column": 3}, "the leaf 'four' does not hold"),
        (
            {"play": 1, "then": {"replies": {" 1": {}, "2": {}}}},
            "not every move of the other side is answered",
        ),
        ({"play": 4, "then": {"play": 4, "then": {}}}, "after the root, 4: it is not the turn of x"),
    ],
)
def test_a_tree_that_shows_nothing_is_one_short_sentence(tree: object, words: str) -> None:
    with pytest.raises(WrongProof) as refused:
        check_proof(proving(tree))
    assert words in str(refused.value)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    ("claims", "words"),
    [
        ((X_WINS, X_WINS), "the proof claims two results of x; expected one of each side"),
        ((X_WINS, X_HOLDS), "the proof claims two results of x; expected one of each side"),
        ((X_HOLDS, X_HOLDS), "the proof claims two results of x; expected one of each side"),
        ((X_WINS, O_HOLDS), "the proof claims that one side wins and something of the other"),
        (
            (X_HOLDS, O_HOLDS | {"result": "win"}),
            "the proof claims that one side wins and something of the other",
        ),
        ((X_HOLDS, O_HOLDS, X_HOLDS), "the proof claims two results of x; expected one of each side"),
    ],
)
def test_what_cannot_be_claimed_together_is_refused(claims: tuple[object, ...], words: str) -> None:
    with pytest.raises(WrongProof, match=words):
        check_proof(of(*claims))
