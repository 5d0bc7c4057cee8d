"""`claimeven play --player`: players by name with their settings, and in the short form NAME:VALUE."""

from __future__ import annotations

import pytest

from commands import Result, run_here
from sessions import standard_input

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch
TYPED = b"4\n3\n2\n5\n4\nquit\n"


def game(capsys: Capture, monkeypatch: Patch, *options: str) -> Result:
    monkeypatch.setattr("sys.stdin", standard_input(TYPED))
    return run_here(capsys, "play", "--plain", "--first", "me", *options)


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("level:1", ("--player", "level", "--level", "1")),
        ("level:6", ("--player", "level", "--level", "6")),
        ("level", ("--player", "level", "--level", "5")),
        ("minimax:2", ("--player", "minimax", "--depth", "2")),
    ],
)
def test_the_short_form_is_the_first_setting(
    capsys: Capture, monkeypatch: Patch, short: str, long: tuple[str, ...]
) -> None:
    first, second = (
        game(capsys, monkeypatch, *options, "--seed", "2") for options in (("--player", short), long)
    )
    assert first == second
    assert (first.code, first.err) == (0, "")
    assert " O " in first.out


def test_other_settings_go_with_the_short_form(capsys: Capture, monkeypatch: Patch) -> None:
    result = game(capsys, monkeypatch, "--player", "minimax:2", "--estimate", "windows")
    assert (result.code, result.err) == (0, "")


def test_a_level_plays_max_connect4(capsys: Capture, monkeypatch: Patch) -> None:
    result = game(capsys, monkeypatch, "--variant", "max", "--player", "level:3", "--seed", "1")
    assert (result.code, result.err) == (0, "")
    assert "Max-Connect4" in result.out


def test_a_level_plays_another_game_each_time(capsys: Capture, monkeypatch: Patch) -> None:
    assert len({game(capsys, monkeypatch, "--player", "level:1").out for _ in range(5)}) > 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--player", "level:9"), "'9' is not a level; expected one of 1, 2, 3, 4, 5, 6, 7, 8"),
        (("--player", "level:"), "'' is not a level; expected one of 1, 2, 3, 4, 5, 6, 7, 8"),
        (("--player", "level", "--level", "0"), "argument --level: invalid choice: '0'"),
        (("--player", "minimax:x"), "'x' is not a depth; expected a whole number from 1"),
        (("--player", "perfect:3"), "'perfect:3' is not a player; expected perfect, which has no settings"),
        (("--player", "clever:3"), "'clever:3' is not a player; expected one of level, lookahead, minimax"),
        (("--player", "level:4", "--level", "5"), "give the level once: --level or level:4"),
        (("--player", "level:4", "--depth", "5"), "--depth is only for --player minimax or lookahead"),
        (("--player", "perfect", "--level", "5"), "--level is only for --player level"),
    ],
)
def test_what_does_not_fit_is_refused(capsys: Capture, options: tuple[str, ...], words: str) -> None:
    result = run_here(capsys, "play", *options)
    assert (result.code, result.out) == (2, "")
    assert words in result.err
    assert "Traceback" not in result.err
