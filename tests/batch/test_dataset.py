"""Datasets: right results, a split that mirror images cannot cross, the same bytes for the same recipe."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimeven.batch.dataset import SPLITS, Dataset, Recipe
from claimeven.errors import SampleError, StoreError
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR, Rules
from claimeven.solver.book import book_key
from claimeven.solver.solver import Solver

SMALL = Rules(5, 4)
MAX_SMALL = MAX_CONNECT_FOUR.sized(5, 4)
COMMAND = "claimeven dataset"


def recipe(**changes: Any) -> Recipe:
    usual = {
        "rules": SMALL,
        "count": 60,
        "plies": range(6, 15),
        "seed": 7,
        "sample": "playout",
        "play": "random",
        "min_plies_to_end": 1,
        "test_share": 0.25,
        "validation_share": 0.25,
    }
    return Recipe(**{**usual, **changes})


def written(tmp_path: Path, suffix: str, **changes: Any) -> tuple[bytes, Dataset]:
    """The bytes of a dataset, made in a new store."""
    dataset = Dataset.open(recipe(**changes), str(tmp_path / f"data{suffix}"))
    try:
        dataset.labelling.load(lambda _: None)
        dataset.labelling.job.run(workers=1, table_mib=1)
        file = io.BytesIO()
        dataset.write(file, suffix, lambda _: None)
    finally:
        dataset.labelling.job.close()
    return file.getvalue(), dataset


@pytest.mark.compiled
@pytest.mark.parametrize("rules", [SMALL, MAX_SMALL], ids=lambda v: v.name)
def test_rows_agree_with_a_solver(tmp_path: Path, rules: Rules) -> None:
    data, dataset = written(tmp_path, ".jsonl", rules=rules)
    rows = [json.loads(line) for line in data.splitlines()]
    assert len(rows) == 60
    solver = Solver(table_mib=1, book=None)
    for row in rows:
        position = Position.from_moves(row["moves"], rules)
        analysis = solver.analyze(position)
        assert row == {
            "moves": row["moves"],
            "ply": position.ply,
            "score": analysis.score,
            "verdict": analysis.score.verdict,
            "plies": analysis.score.plies,
            "best": [column + 1 for column in analysis.best],
            "columns": list(analysis.columns),
            "split": dataset.recipe.split(book_key(position)),
        }
    assert {row["split"] for row in rows} == set(SPLITS)
    assert any(None in row["columns"] for row in rows)


@pytest.mark.compiled
def test_every_form_has_the_same_rows_and_the_same_bytes_every_time(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    forms = {}
    for suffix in (".parquet", ".jsonl", ".csv"):
        once, again = (written(folder, suffix)[0] for folder in folders(tmp_path, suffix))
        assert once == again
        forms[suffix] = once
    rows = [json.loads(line) for line in forms[".jsonl"].splitlines()]
    table = parquet.read_table(io.BytesIO(forms[".parquet"]))
    assert table.to_pylist() == rows
    head, *lines = forms[".csv"].decode().splitlines()
    assert head == ("moves,ply,score,verdict,plies,best,column_1,column_2,column_3,column_4,column_5,split")
    for row, line in zip(rows, lines, strict=True):
        scores = ["" if score is None else str(score) for score in row["columns"]]
        best = "".join(map(str, row["best"]))
        fields = [
            row["moves"],
            row["ply"],
            row["score"],
            row["verdict"],
            row["plies"],
            best,
            *scores,
            row["split"],
        ]
        assert line == ",".join(map(str, fields))


@pytest.mark.compiled
def test_the_empty_board_in_every_form_of_text(tmp_path: Path) -> None:
    """Its moves are an empty field in a table of data, where `claimeven label` writes two quotes."""
    one = {"rules": Rules(), "count": 1, "plies": range(1), "test_share": 1.0, "validation_share": 0.0}
    head, line = written(tmp_path, ".csv", **one)[0].decode().splitlines()
    assert head.startswith("moves,ply,score,verdict,plies,best,column_1,")
    assert line == ",0,1,win,41,4,-2,-1,0,1,0,-1,-2,test"
    assert written(tmp_path, ".jsonl", **one)[0].decode() == (
        '{"moves": "", "ply": 0, "score": 1, "verdict": "win", "plies": 41, "best": [4], '
        '"columns": [-2, -1, 0, 1, 0, -1, -2], "split": "test"}\n'
    )


def folders(tmp_path: Path, suffix: str) -> list[Path]:
    made = [tmp_path / f"{suffix}-{number}" for number in (1, 2)]
    for folder in made:
        folder.mkdir()
    return made


@pytest.mark.compiled
def test_the_manifest_counts_what_is_in_the_file(tmp_path: Path) -> None:
    data, dataset = written(tmp_path, ".jsonl", sample="uniform", plies=range(8, 11))
    rows = [json.loads(line) for line in data.splitlines()]
    manifest = dataset.manifest(COMMAND, "data.jsonl", len(data), "abc")
    assert manifest["by_ply"] == {"8": 20, "9": 20, "10": 20}
    for name, values in (("by_verdict", ("win", "draw", "loss")), ("by_split", SPLITS)):
        field = name.removeprefix("by_")
        assert manifest[name] == {value: sum(row[field] == value for row in rows) for value in values}
    assert (manifest["rows"], manifest["seed"], manifest["sample"]) == (60, 7, "uniform")
    assert (manifest["variant"], manifest["size"], manifest["sha256"]) == ("four", "5x4", "abc")


@pytest.mark.compiled
def test_the_store_of_another_sample_is_refused_and_other_shares_use_the_same(tmp_path: Path) -> None:
    output = str(tmp_path / "data.jsonl")
    written(tmp_path, ".jsonl")
    Dataset.open(recipe(test_share=0.5), output).labelling.job.close()
    with pytest.raises(StoreError, match="is the store of another job"):
        Dataset.open(recipe(seed=8), output)


@given(st.integers(0, 2**60), st.integers(0, 100), st.floats(0, 0.5), st.floats(0, 0.5))
def test_a_split_depends_on_the_position_and_grows_with_its_share(
    key: int, seed: int, test: float, more: float
) -> None:
    mine = recipe(test_share=test, validation_share=0.5)
    assert mine.split(key) == recipe(test_share=test, validation_share=0.5, seed=seed).split(key)
    if mine.split(key) == "test":
        assert recipe(test_share=test + more, validation_share=0).split(key) == "test"


def test_shares_are_kept_on_average() -> None:
    splits = [recipe().split(key) for key in range(4000)]
    for name, share in (("test", 0.25), ("validation", 0.25), ("train", 0.5)):
        assert abs(splits.count(name) / 4000 - share) < 0.03
    assert {recipe(test_share=1, validation_share=0).split(key) for key in range(100)} == {"test"}
    assert {recipe(test_share=0, validation_share=0).split(key) for key in range(100)} == {"train"}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"plies": range(8, 21)}, "plies 8-20; on 5x4 they can be 0 to 19, the smaller number first"),
        ({"plies": range(9, 8)}, "plies 9-7; on 5x4"),
        ({"test_share": 0.8}, "shares of 0.8 for test and 0.25 for validation"),
        ({"validation_share": -0.1}, "expected numbers of at least 0 that add up to at most 1"),
    ],
)
def test_recipes_that_cannot_be_followed(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(SampleError, match=message):
        recipe(**changes)
