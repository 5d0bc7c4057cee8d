"""Every endpoint over HTTP: what a good question gets."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from claimeven.rules.position import Position
from claimeven.schemas.events import EVENTS
from claimeven.solver.review import Review, review_game
from claimeven.solver.solver import Solver
from claimeven.teaching.tree import build_tree
from claimeven.teaching.tree_svg import write_tree_svg
from claimeven.teaching.tree_text import write_tree
from claimeven.web import queries
from claimeven.web.app import Settings
from clients import Client, events_of

MIDDLE = "115661135135232"
NEARLY_WON = "4453611212"  # column 7 wins at once
VALUE = {"score": 1, "verdict": "win", "plies": 41, "words": "win in 41 plies", "short": "win in 41"}


@pytest.fixture(scope="module")
def client() -> Client:
    return Client()


def test_solve_answers_as_gamesolver_does(client: Client) -> None:
    answer = client.get("/solve", params={"pos": "4"})
    assert answer.headers["content-type"] == "application/json"
    assert answer.json() == {"pos": "4", "score": [-4, -2, -2, -1, -2, -2, -4]}


@pytest.mark.compiled
def test_solve_returns_100_for_a_full_column(client: Client) -> None:
    scores = client.get("/solve?pos=44444432223353567").json()["score"]
    columns = Solver(table_mib=1).analyze(Position.from_moves("44444432223353567")).columns
    assert scores == [100 if score is None else int(score) for score in columns]
    assert scores[3] == 100


@pytest.mark.compiled
def test_solve_of_an_immediate_win_is_on_the_scale_of_gamesolver(client: Client) -> None:
    scores = client.get("/solve?pos=121212&callback=ignored").json()["score"]
    assert scores[0] == (43 - 6) // 2


def test_a_position_describes_everything_on_the_board(client: Client) -> None:
    answer = client.get("/api/position?moves=4453").json()
    exports = answer.pop("exports")
    assert answer == {
        "moves": "4453",
        "start": None,
        "board": "--o-xo-x--",
        "variant": "four",
        "size": "7x6",
        "query": "moves=4453",
        "rows": [*["......."] * 4, "...o...", "..oxx.."],
        "ply": 4,
        "to_move": "x",
        "playable": [1, 2, 3, 4, 5, 6, 7],
        "last": [3, 1],
        "lines": [],
        "points": {"x": 0, "o": 0},
        "outcome": None,
    }
    assert exports["moves"] == "4453"
    assert exports["state"].splitlines()[-2:] == ["0021100", "1"]
    assert exports["columns"].split() == ["e", "e", "b", "ab", "a", "e", "e"]
    assert exports["board"].splitlines()[5].split() == [".", ".", "O", "X", "X", ".", "."]


def test_a_won_game_has_its_line_and_its_winner(client: Client) -> None:
    answer = client.get("/api/position?moves=1212121").json()
    assert (answer["to_move"], answer["playable"]) == (None, [])
    assert answer["outcome"] == {"winner": "x", "words": "x wins with four in a row"}
    assert answer["lines"] == [{"player": "x", "cells": [[1, 1], [1, 2], [1, 3], [1, 4]]}]


def test_max_connect4_continues_after_a_line_and_counts_lines(client: Client) -> None:
    answer = client.get("/api/position?moves=12121212&variant=max").json()
    assert (answer["to_move"], answer["points"], answer["outcome"]) == ("x", {"x": 1, "o": 1}, None)


def test_a_full_board_of_max_connect4_has_a_result(client: Client) -> None:
    board = "xoxo-xoxo-oxox-oxox"
    answer = client.get("/api/position", params={"board": board, "size": "4x4", "variant": "max"}).json()
    assert answer["outcome"] == {"winner": None, "words": "a draw: the board is full"}
    won = client.get("/api/position?moves=31451231354523454212&size=5x4&variant=max").json()
    assert won["outcome"] == {"winner": "x", "words": "x wins, 2 lines to 1"}
    assert (won["points"], len(won["lines"])) == ({"x": 2, "o": 1}, 3)


def test_a_game_from_a_board_has_no_moves_to_export(client: Client) -> None:
    answer = client.get("/api/position?board=--o-xo-x--&moves=41").json()
    assert (answer["start"], answer["moves"], answer["exports"]["moves"]) == ("--o-xo-x--", "41", None)
    assert answer["query"] == "board=--o-xo-x--&moves=41"


def test_a_state_file_is_only_of_the_usual_size(client: Client) -> None:
    assert client.get("/api/position?size=5x5").json()["exports"]["state"] is None


def test_a_pasted_text_is_recognised(client: Client) -> None:
    answer = client.post("/api/parse", json={"text": "4 4 5 3"}).json()
    assert (answer["kind"], answer["notes"]) == ("moves", [])
    assert answer["position"] == client.get("/api/position?moves=4453").json()
    exports = answer["position"]["exports"]
    kinds = {
        kind: client.post("/api/parse", json={"text": exports[kind], "variant": "max", "size": "7x6"}).json()
        for kind in ("board", "state", "columns")
    }
    assert {kind: found["kind"] for kind, found in kinds.items()} == {
        "board": "drawing",
        "state": "state",
        "columns": "columns",
    }
    assert [found["position"]["variant"] for found in kinds.values()] == ["max", "max", "four"]


@pytest.mark.parametrize(
    ("text", "kind", "query"),
    [
        ("d1 d2 e1 c1", "cells", "moves=4453"),
        ("http://127.0.0.1:8765/?moves=445311&at=4&view=review", "link", "moves=4453"),
        ("?board=--o-xo-x--&moves=41&variant=max", "link", "board=--o-xo-x--&moves=41&variant=max"),
    ],
)
def test_pasted_cells_and_links_are_recognised(client: Client, text: str, kind: str, query: str) -> None:
    answer = client.post("/api/parse", json={"text": text}).json()
    assert (answer["kind"], answer["position"]) == (kind, client.get(f"/api/position?{query}").json())


def test_a_wrong_cell_and_a_wrong_link_have_their_place(client: Client) -> None:
    answer = client.post("/api/parse", json={"text": "d1 d3"})
    assert answer.status_code == 400
    assert (answer.json()["line"], answer.json()["column"]) == (1, 4)
    answer = client.post("/api/parse", json={"text": "?moves=48"}).json()
    assert (answer["error"], answer["column"]) == ("bad_text", 9)


def test_the_book_answers_without_a_search(client: Client) -> None:
    before = client.get("/api/health").json()["searches"]["started"]
    answer = client.get("/api/analyze?line=false").json()
    assert {key: answer[key] for key in VALUE} == VALUE
    assert [column["score"] for column in answer["columns"]] == [-2, -1, 0, 1, 0, -1, -2]
    assert answer["columns"][3] == {"column": 4, **VALUE}
    assert (answer["best"], answer["line"], answer["nodes"]) == ([4], None, 0)
    assert answer["sentence"] == "the side to move wins in 41 plies"
    assert client.get("/api/move").json() == {"player": "perfect", "column": 4, "value": VALUE}
    assert client.get("/api/health").json()["searches"]["started"] == before


@pytest.mark.compiled
def test_an_analysis_is_that_of_the_solver(client: Client) -> None:
    answer = client.get("/api/analyze", params={"moves": MIDDLE}).json()
    analysis = Solver(table_mib=1).analyze(Position.from_moves(MIDDLE))
    assert [column["score"] for column in answer["columns"]] == list(analysis.columns)
    assert answer["score"] == analysis.score
    assert answer["best"] == [column + 1 for column in analysis.best]
    assert answer["line"] == "".join(str(column + 1) for column in analysis.line)


@pytest.mark.compiled
def test_margins_are_in_lines(client: Client) -> None:
    answer = client.get("/api/analyze?variant=max&moves=3675554622521725752463634376").json()
    words = [column["words"] for column in answer["columns"]]
    assert words == [*["loss by 1 line"] * 2, "win by 1 line", "draw", "full", *["loss by 1 line"] * 2]
    assert (answer["columns"][2]["short"], answer["plies"], len(answer["line"])) == ("win by 1", 14, 14)


@pytest.mark.compiled
def test_a_stream_sends_each_column_and_then_the_whole_analysis(client: Client) -> None:
    answer = client.get("/api/analyze/stream", params={"moves": MIDDLE})
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.headers["cache-control"] == "no-store"
    for name, data in events_of(answer.text):
        assert msgspec.to_builtins(msgspec.convert(data, EVENTS[name])) == data
    events = [event for event in events_of(answer.text) if event[0] != "progress"]
    order = events[0][1]["order"]
    assert [name for name, _ in events] == ["start", *["column"] * len(order), "score", "done"]
    assert [data["column"] for name, data in events if name == "column"] == order
    done = events[-1][1]
    assert done | {"nodes": 0, "seconds": 0} == client.get(
        "/api/analyze", params={"moves": MIDDLE}
    ).json() | {"nodes": 0, "seconds": 0}
    for name, data in events:
        if name == "column":
            assert done["columns"][data["column"] - 1] == data


def test_a_stream_of_the_book_needs_no_search(client: Client) -> None:
    events = events_of(client.get("/api/analyze/stream?line=false").text)
    assert [name for name, _ in events] == ["start", *["column"] * 7, "score", "done"]
    assert [data["column"] for name, data in events if name == "column"] == [4, 3, 5, 2, 6, 1, 7]


@pytest.mark.compiled
def test_known_columns_come_first_in_a_stream(client: Client) -> None:
    events = events_of(client.get("/api/analyze/stream", params={"moves": NEARLY_WON, "line": "false"}).text)
    columns = [data for name, data in events if name == "column"]
    assert (columns[0]["column"], columns[0]["words"]) == (7, "win in 1 ply")
    assert sorted(data["column"] for data in columns) == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.compiled
def test_every_player_chooses(client: Client) -> None:
    four = {name: client.get("/api/move", params={"player": name}).json() for name in ("minimax", "random")}
    assert four["minimax"] == {"player": "minimax", "column": 4, "value": None}
    by_reasons = client.get("/api/move?player=strategy&moves=1").json()
    assert by_reasons == {"player": "strategy", "column": 4, "value": None}
    assert four["random"]["column"] in range(1, 8)
    late = {"variant": "max", "moves": "444444333333222222555555"}
    for name in ("perfect", "lookahead", "random"):
        answer = client.get("/api/move", params={**late, "player": name}).json()
        assert answer["column"] in (1, 6, 7)
    assert client.get("/api/move", params={"moves": NEARLY_WON}).json()["column"] == 7


@pytest.mark.compiled
def test_a_search_begins_only_for_a_move_that_needs_one(client: Client) -> None:
    def started(query: str) -> int:
        before: int = client.app.state.searches.started
        assert client.get(f"/api/move?{query}").status_code == 200
        return int(client.app.state.searches.started) - before

    assert started("player=random&size=8x7") == 0
    assert started("player=minimax&depth=1") == 1
    assert started("moves=44535") == 0  # the book
    assert [started("moves=115661135135233") for _ in range(2)] == [1, 0]  # the second time it is remembered


def test_the_same_seed_makes_the_same_choice(client: Client) -> None:
    def chosen(seed: int) -> list[int]:
        asked = ({"player": "random", "seed": seed, "moves": "4" * ply} for ply in range(5))
        return [client.get("/api/move", params=params).json()["column"] for params in asked]

    assert chosen(7) == chosen(7)
    assert len({tuple(chosen(seed)) for seed in range(5)}) > 1


@pytest.mark.compiled
def test_a_game_is_reviewed_with_its_turning_point(client: Client) -> None:
    answer = client.get("/api/review?moves=44444432223353567").json()
    assert (answer["complete"], answer["turning_point"]) == (True, 15)
    turn = answer["plies"][14]
    assert turn["before"]["words"] == "win in 1 ply"
    assert {key: turn[key] for key in ("ply", "column", "player", "judgement", "better")} == {
        "ply": 15,
        "column": 5,
        "player": "x",
        "judgement": "win_given_away",
        "better": 6,
    }
    assert turn["first_player_score"] == turn["after"]["score"] < 0
    assert answer["plies"][15]["first_player_score"] == -answer["plies"][15]["after"]["score"]
    assert answer["mistakes"] == {"x": 3, "o": 2}
    assert answer["accuracy"] == {"x": 0.556, "o": 0.75}
    assert answer["words"] == (
        "Move 15 decided the result: Red played 5 and turned a win into a loss. Column 6 kept the win."
    )


@pytest.mark.compiled
def test_a_review_counts_plies_from_the_empty_board(client: Client) -> None:
    answer = client.get("/api/review?board=x-x-o-o---&moves=15").json()
    assert [ply["ply"] for ply in answer["plies"]] == [5, 6]


def test_a_review_of_no_moves_is_empty(client: Client) -> None:
    answer = client.get("/api/review").json()
    assert answer == {
        "complete": True,
        "plies": [],
        "turning_point": None,
        "mistakes": {"x": 0, "o": 0},
        "accuracy": {"x": None, "o": None},
        "words": "No move changed the result.",
    }


@pytest.mark.compiled
def test_a_partial_review_does_not_claim_that_its_last_mistake_decided_the_result(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def review_partly(*asked: Any) -> Review:
        """Return the review without its last move, as if the limit had come before that."""
        judged = review_game(*asked).moves
        return Review((*judged[:-1], None))

    monkeypatch.setattr(queries, "review_game", review_partly)
    answer = client.get("/api/review", params={"moves": "4424"}).json()
    assert (answer["complete"], answer["turning_point"]) == (False, 3)
    assert answer["words"].startswith("Move 3 is the last judged move that changed the result: Red played 2")


@pytest.mark.compiled
def test_a_review_that_takes_too_long_is_partial() -> None:
    impatient = Client(Settings(workers=1, table_mib=1, seconds=0.05))
    game = "1234567"
    answer = impatient.get("/api/review", params={"moves": game, "size": "8x7"}).json()
    assert (answer["complete"], answer["words"]) == (False, "No judged move changed the result.")
    assert {ply["judgement"] for ply in answer["plies"]} == {None}


def test_a_tree_comes_in_three_forms(client: Client) -> None:
    root = build_tree(Position.from_moves("4453"), depth=2)
    plain = client.get("/api/tree?moves=4453&depth=2").json()
    assert (plain["value"], plain["line"], plain["depth"]) == (root.value, [3, 2], 2)
    assert len(plain["tree"]["children"]) == 7
    text = client.get("/api/tree?moves=4453&depth=2&format=text")
    assert (text.text, text.headers["content-type"]) == (write_tree(root), "text/plain; charset=utf-8")
    assert text.headers["content-disposition"] == 'attachment; filename="tree.txt"'
    drawing = client.get("/api/tree?moves=4453&depth=2&format=svg")
    assert (drawing.text, drawing.headers["content-type"]) == (write_tree_svg(root), "image/svg+xml")


def test_a_tree_can_start_with_bill_and_be_unpruned(client: Client) -> None:
    whole = client.get("/api/tree?depth=2&pruning=false&first=bill&estimate=windows").json()
    assert whole["nodes"] == 1 + 7 + 49
    assert whole["tree"]["children"][0]["player"] == "bill"


def test_options_and_health_describe_the_server(client: Client) -> None:
    options = client.get("/api/options").json()
    assert [variant["name"] for variant in options["variants"]] == ["four", "max"]
    assert [player["name"] for player in options["players"]["max"]] == [
        "level",
        "lookahead",
        "perfect",
        "random",
    ]
    assert options["players"]["four"][1] == {
        "name": "minimax",
        "about": "Looks some plies ahead and trusts an estimate there.",
        "depth": {"minimum": 1, "maximum": 6, "default": 5},
        "levels": [],
    }
    health = client.get("/api/health").json()
    assert (health["status"], health["searches"]["workers"]) == ("ok", 1)
    assert health["memory_mib"] > 0
