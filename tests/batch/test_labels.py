"""Labels agree with the solver on every row, in all file formats."""

from __future__ import annotations

import csv
import io
import json
import random
from pathlib import Path

import pyarrow.parquet
import pytest

from claimeven.batch.job import Job, Wanted
from claimeven.batch.label import FIELDS, FIELDS_WITHOUT_COLUMNS, Label, labels_of
from claimeven.batch.rows import RowBatch, play_moves
from claimeven.batch.writers import WRITERS, count_rows
from claimeven.errors import StoreError
from claimeven.formats.moves import write_moves
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR, Rules
from claimeven.solver.solver import Solver
from strategies import random_moves

SMALL = Rules(5, 4)
MAX_SMALL = MAX_CONNECT_FOUR.sized(5, 4)
WON = "1212121"
FULL = "31451231354523454212"  # of Max-Connect4, on the small board
LABELS = (
    Label("", 1, "win", 41, (3,), (-2, -1, 0, 1, 0, -1, -2)),
    Label("44444432223353567", 9, "win", 9, (2, 4), (0, 8, 9, None, 9, 1, 0)),
    Label(WON, None, "over", 0, (), (None,) * 7),
)


def labels(folder: Path, games: list[str], rules: Rules) -> list[Label]:
    """Labels of rows on the small board, solved in a job of their own."""
    rows = [game.encode() for game in games]
    boards, _ = play_moves(rules, rows)
    with Job.open(folder / "s", purpose="x", rules=rules, wanted=Wanted.COLUMNS) as job:
        job.load_boards([boards.where(~boards.over)])
        job.run(workers=1, table_mib=1)
        return list(labels_of(job, RowBatch(rows, boards)))


@pytest.mark.compiled
@pytest.mark.parametrize("rules", [SMALL, MAX_SMALL], ids=lambda rules: rules.name)
def test_labels_agree_with_the_solver(tmp_path: Path, rules: Rules) -> None:
    rng = random.Random(3)
    games = [write_moves(random_moves(rng.randrange(8, 20), rng, SMALL)) for _ in range(40)]
    games += [game.translate(str.maketrans("12345", "54321")) for game in games] + games[:5]
    solver = Solver(table_mib=1, book=None)
    for label, game in zip(labels(tmp_path, games, rules), games, strict=True):
        analysis = solver.analyze(Position.from_moves(game, rules))
        score = analysis.score
        assert label == Label(game, score, score.verdict, score.plies, analysis.best, analysis.columns)


@pytest.mark.compiled
def test_finished_games(tmp_path: Path) -> None:
    (tmp_path / "max").mkdir()
    assert labels(tmp_path, ["12", WON], SMALL)[1] == Label(WON, None, "over", 0, (), (None,) * 5)
    full = Position.from_moves(FULL, MAX_SMALL)
    margin = len(full.lines_of(full.own)) - len(full.lines_of(full.other))
    label = labels(tmp_path / "max", [FULL, FULL[:-1]], MAX_SMALL)[0]
    assert label == Label(FULL, margin, "win" if margin > 0 else "loss", 0, (), (None,) * 5)
    assert margin != 0


def test_a_row_that_was_not_solved_is_an_error(tmp_path: Path) -> None:
    boards, _ = play_moves(SMALL, [b"12"])
    with Job.open(tmp_path / "s", purpose="x", rules=SMALL, wanted=Wanted.COLUMNS) as job:
        job.load([])
        with pytest.raises(
            StoreError, match="the input has changed since it was first read, or the store is damaged"
        ):
            list(labels_of(job, RowBatch([b"12"], boards)))


def written(suffix: str, *, columns: bool) -> bytes:
    file = io.BytesIO()
    fields = FIELDS if columns else FIELDS_WITHOUT_COLUMNS
    rows = [label[: len(fields)] for label in LABELS]
    counts: list[int] = []
    WRITERS[suffix](file, Rules(), fields, count_rows(iter([rows[:2], rows[2:]]), counts.append))
    assert counts == [2, 3]
    return file.getvalue()


def test_tsv() -> None:
    assert written(".tsv", columns=False).decode().splitlines() == [
        "moves\tscore\tverdict\tplies\tbest",
        '""\t1\twin\t41\t4',
        "44444432223353567\t9\twin\t9\t35",
        "1212121\t\tover\t0\t",
    ]


def test_csv_is_read_by_the_csv_module() -> None:
    head, first, second, last = csv.reader(io.StringIO(written(".csv", columns=True).decode()))
    assert head == ["moves", "score", "verdict", "plies", "best", *(f"column_{n}" for n in range(1, 8))]
    assert first == ["", "1", "win", "41", "4", "-2", "-1", "0", "1", "0", "-1", "-2"]
    assert second[4:] == ["35", "0", "8", "9", "", "9", "1", "0"]
    assert last == ["1212121", "", "over", "0", "", *[""] * 7]


def test_json_lines() -> None:
    rows = [json.loads(line) for line in written(".jsonl", columns=True).splitlines()]
    assert rows[1] == {
        "moves": "44444432223353567",
        "score": 9,
        "verdict": "win",
        "plies": 9,
        "best": [3, 5],
        "columns": [0, 8, 9, None, 9, 1, 0],
    }
    assert (rows[2]["score"], rows[2]["best"], rows[2]["columns"]) == (None, [], [None] * 7)
    assert written(".jsonl", columns=True).startswith(
        b'{"moves": "", "score": 1, "verdict": "win", "plies": 41, "best": [4], '
        b'"columns": [-2, -1, 0, 1, 0, -1, -2]}\n{"moves": "444'
    )
    assert "columns" not in json.loads(written(".jsonl", columns=False).splitlines()[0])


def test_parquet_has_the_rows_of_json() -> None:
    for columns in (False, True):
        table = pyarrow.parquet.read_table(io.BytesIO(written(".parquet", columns=columns)))
        rows = [json.loads(line) for line in written(".jsonl", columns=columns).splitlines()]
        assert table.to_pylist() == rows


def test_files_without_rows() -> None:
    for suffix, write in WRITERS.items():
        file = io.BytesIO()
        write(file, Rules(), FIELDS_WITHOUT_COLUMNS, ())
        lines = file.getvalue().decode(errors="replace").splitlines()
        assert suffix == ".parquet" or len(lines) == (0 if suffix == ".jsonl" else 1)
