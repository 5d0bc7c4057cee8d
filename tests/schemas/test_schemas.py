"""The schemas: every shape once, the same from the command line and from the server."""

from __future__ import annotations

import importlib
import json
import pkgutil

import msgspec
import pytest

import claimeven.schemas
from claimeven.rules.position import Position
from claimeven.rules.score import Score
from claimeven.schemas.analysis import ScoresSchema, column_value_schema
from claimeven.schemas.base import Schema
from claimeven.schemas.events import start_schema
from claimeven.schemas.explanation import ExplanationSchema, FinalMoveSchema
from claimeven.schemas.review import ReviewSchema
from clients import Client
from commands import run_here

GAME = "43553476252262"
WON = "445566"

Capture = pytest.CaptureFixture[str]


def schema_classes() -> list[type[msgspec.Struct]]:
    """Every struct that a module of the package defines."""
    classes = []
    for module in pkgutil.iter_modules(claimeven.schemas.__path__, "claimeven.schemas."):
        for value in vars(importlib.import_module(module.name)).values():
            if (
                isinstance(value, type)
                and issubclass(value, msgspec.Struct)
                and value.__module__ == module.name
            ):
                classes.append(value)
    return classes


def test_every_schema_has_the_suffix_and_a_name_of_its_own() -> None:
    names = [kind.__name__ for kind in schema_classes() if kind is not Schema]
    assert len(names) > 30
    assert all(name.endswith("Schema") for name in names)
    assert len(set(names)) == len(names)


@pytest.mark.compiled
def test_a_review_has_one_shape_and_one_content(capsys: Capture) -> None:
    from_command = json.loads(run_here(capsys, "review", GAME, "--json").out)
    text = Client().get("/api/review", params={"moves": GAME}).text
    from_server = json.loads(text.replace("Red", "X").replace("Yellow", "O"))
    assert from_command == from_server
    assert msgspec.convert(from_command, ReviewSchema).to_dict() == from_command


@pytest.mark.compiled
@pytest.mark.parametrize("column", [None, "1"])
def test_an_explanation_has_one_shape_and_one_content(capsys: Capture, column: str | None) -> None:
    options = [] if column is None else [f"--column={column}"]
    parameters = {"moves": "4455"} if column is None else {"moves": "4455", "column": column}
    from_command = json.loads(run_here(capsys, "explain", "4455", "--json", *options).out)
    text = Client().get("/api/explain", params=parameters).text
    from_server = json.loads(text.replace("Red", "X").replace("Yellow", "O"))
    assert from_command == from_server
    assert msgspec.convert(from_command, ExplanationSchema).to_dict() == from_command


@pytest.mark.compiled
def test_other_json_of_commands_follows_its_schema(capsys: Capture) -> None:
    last = json.loads(run_here(capsys, "explain", WON, "--json", "--column=3").out)
    assert msgspec.convert(last, FinalMoveSchema).to_dict() == last
    scores = json.loads(run_here(capsys, "analyze", WON, "--json").out)
    assert msgspec.convert(scores, ScoresSchema).to_dict() == scores
    without_why = json.loads(run_here(capsys, "analyze", WON, "--json", "--no-why").out)
    assert scores.keys() - without_why.keys() == {"why"}


def test_a_full_column_has_no_score() -> None:
    full = column_value_schema(3, None).to_dict()
    assert full == {
        "column": 4,
        "score": None,
        "verdict": "full",
        "plies": None,
        "words": "full",
        "short": "full",
    }


def test_known_columns_come_first_in_the_order() -> None:
    known = {6: Score(-2, 42), 0: Score(-2, 42)}
    assert start_schema(Position(), {}).order == [4, 3, 5, 2, 6, 1, 7]
    assert start_schema(Position(), known).order == [1, 7, 4, 3, 5, 2, 6]
