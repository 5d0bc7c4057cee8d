"""Why, over HTTP: explanations, and what was overlooked, are those of Python, with the names of the page."""

from __future__ import annotations

import json
import threading
from typing import Any, get_args

import msgspec
import pytest

from claimeven.players.game import Game
from claimeven.reasons.explanation import explain
from claimeven.reasons.mistakes import classify_mistake
from claimeven.rules.position import Position
from claimeven.rules.rules import GAMES, parse_size
from claimeven.rules.score import Score
from claimeven.schemas.explanation import ExplanationSchema, explanation_schema
from claimeven.schemas.review import overlooked_schema
from claimeven.solver.review import Judgement, review_game
from claimeven.solver.score_cache import ScoreCache
from claimeven.solver.solver import Solver
from claimeven.web.context import RequestContext, SearchSlot
from claimeven.web.endpoints import answer_question
from claimeven.web.queries import Question
from clients import Client

pytestmark = pytest.mark.compiled
ZUGZWANG = "44444432223353567"  # after a short line: Yellow waits for e4
COVER = "34444445"  # Yellow answers on top everywhere
LATE_MAX = "3675554622521725752463634376"


@pytest.fixture(scope="module")
def client() -> Client:
    return Client()


def explanation_of(client: Client, **parameters: str) -> dict[str, Any]:
    """Return the explanation, checked against its schema."""
    answer = client.get("/api/explain", params=parameters)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json")
    plain: dict[str, Any] = answer.json()
    assert msgspec.to_builtins(msgspec.convert(plain, ExplanationSchema)) == plain
    return plain


@pytest.mark.parametrize("moves", ["445566", ZUGZWANG, COVER])
def test_an_explanation_is_the_one_that_python_gives(client: Client, moves: str) -> None:
    found = explain(Position.from_moves(moves), names=("Red", "Yellow"))
    assert explanation_of(client, moves=moves) == explanation_schema(found, moves).to_dict()


def test_a_reason_has_its_kind_its_cells_and_its_rules(client: Client) -> None:
    reason = explanation_of(client, moves=ZUGZWANG)["reason"]
    assert (reason["kind"], reason["side"], reason["cells"]) == ("zugzwang", "o", ["e4"])
    assert {"claimeven", "aftereven"} == {rule["name"] for rule in reason["rules"]}
    assert ["a3", "a4"] in [pair for rule in reason["rules"] for pair in rule["pairs"]]


def test_a_draw_has_a_reason_for_each_side(client: Client) -> None:
    answer = explanation_of(client, moves=COVER)
    assert answer["verdict"] == "draw"
    assert [answer["reason"]["side"], answer["also"]["side"]] == ["x", "o"]


def test_the_sides_have_the_names_of_the_page(client: Client) -> None:
    text = explanation_of(client, moves="445566")["text"]
    assert text.startswith("Red wins")
    assert "Yellow" in explanation_of(client, moves=ZUGZWANG)["text"]
    text = explanation_of(client, moves=LATE_MAX, variant="max")["text"]
    assert "Red" in text
    assert "Green" in text
    assert "Yellow" not in text


@pytest.mark.parametrize(
    ("moves", "size", "variant"),
    [
        ("11224455", "5x5", "four"),
        ("1212", "4x4", "four"),
        ("1212", "4x4", "max"),
        ("123412345", "5x4", "max"),
    ],
)
def test_every_size_and_both_games_are_explained(client: Client, moves: str, size: str, variant: str) -> None:
    answer = explanation_of(client, moves=moves, size=size, variant=variant)
    rules = parse_size(size, GAMES[variant])
    assert len(answer["columns"]) == rules.columns
    assert answer["score"] == int(explain(Game.from_moves(moves, Position(rules=rules)).position).score)


def test_a_game_may_begin_at_a_board(client: Client) -> None:
    whole, rest = (
        explanation_of(client, moves="445566"),
        explanation_of(client, board="---xo-xo--", moves="66"),
    )
    assert (whole["moves"], rest["moves"]) == ("445566", "66")
    assert whole | {"moves": "66"} == rest


def test_with_a_column_the_position_after_it_is_explained(client: Client) -> None:
    before, after = explanation_of(client, moves="4455", column="1"), explanation_of(client, moves="44551")
    played = before.pop("played")
    assert before | {"played": None} == after
    assert (played["column"], played["verdict"], played["score"]) == (1, "loss", -4)
    assert played["text"].startswith("Column 1: ")


def test_a_column_that_ends_the_game_is_refused_with_a_message(client: Client) -> None:
    answer = client.get("/api/explain?moves=445566&column=3")
    assert answer.status_code == 422
    assert answer.json() == {
        "error": "game_over",
        "message": "column 3 ends the game; there is nothing to explain",
    }
    answer = client.get("/api/explain?moves=4455667")
    assert (answer.status_code, answer.json()["error"]) == (422, "game_over")


def test_a_review_lists_what_each_move_overlooked(client: Client) -> None:
    game = Game.from_moves(ZUGZWANG)
    review = review_game(game.start, game.moves, Solver(table_mib=16))
    seen = [
        ply["overlooked"] for ply in client.get("/api/review", params={"moves": ZUGZWANG}).json()["plies"]
    ]
    answers = [
        None
        if judged is None
        else overlooked_schema(classify_mistake(position, judged, ("Red", "Yellow")), position.rules)
        for position, judged in zip(game.positions[:-1], review.moves, strict=True)
    ]
    assert seen == msgspec.to_builtins(answers)
    assert seen[14] == {
        "kind": "four-missed",
        "cells": ["f1"],
        "text": "Red could have completed four at f1.",
    }


def test_nothing_is_overlooked_with_best_moves_nor_in_max_connect4(client: Client) -> None:
    def started() -> int:
        count: int = client.get("/api/health").json()["searches"]["started"]
        return count

    before = started()
    plies = client.get("/api/review?moves=44444").json()["plies"]
    assert [(ply["judgement"], ply["overlooked"]) for ply in plies] == [("best", None)] * 5
    assert started() == before
    games = ({"moves": LATE_MAX[:3]}, {"board": "-xo-x-x-oxo-oo-x", "moves": LATE_MAX[10:]})  # soon judged
    for game in games:
        review = client.get("/api/review", params=game | {"variant": "max"}).json()
        assert review["complete"]
        assert {ply["overlooked"] for ply in review["plies"]} == {None}
    assert {ply["judgement"] for ply in review["plies"]} == set(get_args(Judgement))


def test_no_mistake_is_classified_for_a_client_that_has_left() -> None:
    class Leaving(RequestContext):
        def score(self, position: Position) -> Score:
            score = super().score(position)
            if position.ply == 0:  # a review begins at the end
                stop.set()
            return score

    stop = threading.Event()
    answer = answer_question(
        "/api/review", Question("moves=11"), Leaving(ScoreCache(), SearchSlot(1), stop=stop)
    )
    assert (answer.status, json.loads(answer.body)["error"]) == (503, "stopping")
