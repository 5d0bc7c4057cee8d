"""`claimeven check-proof`: what a proof shows, of which game and board, and what is not a proof."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from claimeven.cli import check_proof
from claimeven.formats.proof import Proved
from claimeven.rules.rules import CONNECT_FOUR
from commands import run_here

pytestmark = pytest.mark.compiled
Capture = pytest.CaptureFixture[str]

SMALL = "23411432244"  # of 4 x 4; moves of 7 x 6, too
FOUR_NOW = {
    "proof": 1,
    "size": "7x6",
    "moves": "434343",
    "claims": [{"side": "x", "result": "win", "tree": {"leaf": "four", "column": 4}}],
}


def check(capsys: Capture, file: Path, data: bytes) -> tuple[int, str, str]:
    file.write_bytes(data)
    return run_here(capsys, "check-proof", str(file))


def test_the_answer_names_the_game_and_the_size_of_the_board(capsys: Capture, tmp_path: Path) -> None:
    file = str(tmp_path / "proof.json")
    assert run_here(capsys, "explain", SMALL, "--size=4x4", "--proof", file).code == 0
    result = run_here(capsys, "check-proof", file)
    assert result.code == 0
    assert result.out.startswith(f"The proof is correct: in Connect Four on 4x4, after {SMALL}, ")
    whole = check(capsys, tmp_path / "other.json", json.dumps(FOUR_NOW).encode())
    assert whole == (0, "The proof is correct: in Connect Four on 7x6, after 434343, X wins (1 leaf).\n", "")


def test_a_proof_from_the_empty_board_is_described_as_such(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = Proved(CONNECT_FOUR, "", (("x", "win"),), 2)
    monkeypatch.setattr(check_proof, "check_proof", lambda _: shown)
    out = check(capsys, tmp_path / "proof.json", b"{}")[1]
    assert out == "The proof is correct: in Connect Four on 7x6, from the empty board, X wins (2 leaves).\n"


def test_the_same_side_does_not_win_twice(capsys: Capture, tmp_path: Path) -> None:
    twice = FOUR_NOW | {"claims": 2 * FOUR_NOW["claims"]}  # type: ignore[operator]
    assert check(capsys, tmp_path / "proof.json", json.dumps(twice).encode()) == (
        1,
        "",
        "claimeven: the proof claims two results of x; expected one of each side\n",
    )


@pytest.mark.parametrize(
    ("data", "words"),
    [
        pytest.param(
            json.dumps(FOUR_NOW).replace(": 4}", f": {'4' * 5000}}}").encode(),
            "a number has 5,000 digits; in a proof they have at most 2",
            id="5,000 digits",
        ),
        (json.dumps(FOUR_NOW | {"moves": [4, 3]}).encode(), '"moves" is not a text such as "4453"'),
        (json.dumps(FOUR_NOW | {"proof": True}).encode(), 'expected an object with "proof": 1'),
        (b'{"proof": 1, "proof": 1}', "'proof' occurs twice in one object"),
        (b"", "Expecting value"),
        (b'{"proof": 1,\n "size" 7}', "line 2, column 9: Expecting ':' delimiter"),
        (b"\xff", "it is not UTF-8"),
        pytest.param(b"[" * 100_000, "the text is nested too deeply for a proof", id="nested"),
        pytest.param(b" " * 2000, "it has more than 1,000 bytes", id="too large"),
    ],
)
def test_what_is_not_a_proof_is_one_line_and_exit_code_1(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: bytes, words: str
) -> None:
    monkeypatch.setattr(check_proof, "MAX_BYTES", 1000 if words.startswith("it has more") else 1_000_000)
    file = tmp_path / "proof.json"
    assert check(capsys, file, data) == (1, "", f"claimeven: {file} is not a proof: {words}\n")
