"""`maxconnect4 referee` between programs that try to block, frame or impersonate each other, and its end."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import pytest

from commands import run_here, start
from opponents import HONEST, LATE, command

Capture = pytest.CaptureFixture[str]
RESULT = "The board is full. Final score: Player 1 = 4, Player 2 = 3. Player A (red, 1) wins."
STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
# Every name that a file of any move could have: in the program's own folder, above it, and in that of --keep.
PLACES = """
own = os.path.dirname(sys.argv[1])
names = ["input.txt", "output.txt", "log.txt"]
names += [f"move-{m}-{what}" for m in (40, 41, 42) for what in ("input.txt", "output.txt", "log.txt")]
places = [os.path.join(folder, name) for folder in (own, os.path.dirname(own), "kept") for name in names]
"""
PLANTS = {
    "a pipe": "os.mkfifo(place)",
    "a folder": "os.mkdir(place)",
    "a symbolic link": "os.symlink(os.path.abspath('precious'), place)",
    "a hard link": "os.link('precious', place)",
    "a socket": "__import__('socket').socket(1).bind(place)",
}


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of temporary folders; a test begins in another one, with a late state in late.txt."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", None)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    Path("late.txt").write_text("".join(f"{line}\n" for line in LATE), encoding="ascii")
    return folder


def play(capsys: Capture, first: str, second: str, *options: str) -> list[str]:
    """The lines that the referee prints; the second program moves first."""
    result = run_here(
        capsys, "maxconnect4", "referee", command(first), command(second), "--start", "late.txt", *options
    )
    assert result.code == 0
    return result.out.splitlines()


@pytest.mark.parametrize("plant", PLANTS.values(), ids=PLANTS)
def test_a_file_put_in_place_of_another_changes_nothing(plant: str, capsys: Capture, temporary: Path) -> None:
    Path("precious").write_bytes(b"precious")
    hostile = f"{HONEST}{PLACES}for place in places:\n    try: {plant}\n    except OSError: pass\n"
    lines = play(capsys, HONEST, hostile, "--keep", "kept")
    assert lines[-1] == RESULT
    assert Path("precious").read_bytes() == b"precious"
    assert [name for name in os.listdir(temporary) if name.startswith("claimeven-")] == []


def test_what_was_put_into_the_kept_folder_is_not_overwritten(capsys: Capture) -> None:
    Path("precious").write_bytes(b"precious")
    place = "'kept/move-41-log.txt'"
    link = f"if not os.path.lexists({place}): os.symlink(os.path.abspath('precious'), {place})"
    arguments = ("maxconnect4", "referee", command(HONEST), command(f"{HONEST}\n{link}"))
    result = run_here(capsys, *arguments, "--start", "late.txt", "--keep", "kept")
    kept = Path("kept/move-41-log.txt").absolute()
    assert result.out.splitlines()[-1] == RESULT
    assert f"claimeven: warning: {kept}: there was such a file already; not kept\n" in result.err
    assert Path("precious").read_bytes() == b"precious"
    assert Path("kept/move-41-output.txt").read_bytes()


def test_an_output_written_in_advance_is_not_the_opponents_move(capsys: Capture) -> None:
    impostor = (
        f"{HONEST}{PLACES}"
        "for place in places:\n"
        "    if 'output' in place and place != sys.argv[2] and os.path.isdir(os.path.dirname(place)):\n"
        "        open(place, 'w').write(open('answer').read())\n"
    )
    answer = ("2212120", *LATE[1:6], "2")  # what player A could well answer
    Path("answer").write_text("\n".join(answer), encoding="ascii")
    lines = play(capsys, "pass", impostor, "--keep", "kept")
    words = "it wrote no output file"
    assert lines[-1] == f"Player A (red, 1) loses with move 41: {words}. Player B (green, 2) wins."


def test_a_daemon_does_not_rewrite_what_comes_later(capsys: Capture, temporary: Path) -> None:
    """It would spoil every file of the opponent's within milliseconds, were it still there."""
    vandal = (
        f"{HONEST}"
        "if not os.fork():\n"
        "    os.setsid()\n"
        "    if not os.fork():\n"
        "        open('vandal', 'w').write(str(os.getpid()))\n"
        "        import glob\n"
        "        while True:\n"
        f"            for path in glob.glob({str(temporary)!r} + '/*/*'):\n"
        "                if os.path.dirname(path) != os.path.dirname(sys.argv[1]): open(path, 'w')\n"
        "    os._exit(0)\n"
        "while not os.path.exists('vandal') or not open('vandal').read(): time.sleep(0.001)\n"
    )
    slow = f"time.sleep(0.2)\n{HONEST}"
    assert play(capsys, slow, vandal)[-1] == RESULT


def test_what_a_program_does_to_its_input_changes_nothing(capsys: Capture) -> None:
    for spoil in ("open(sys.argv[1], 'w').write('x')", "os.unlink(sys.argv[1])"):
        assert play(capsys, HONEST, f"{HONEST}\n{spoil}")[-1] == RESULT


def test_the_folder_of_a_move_is_private_and_holds_the_input_alone(capsys: Capture) -> None:
    look = "own = os.path.dirname(sys.argv[1])\nprint(oct(os.stat(own).st_mode), *os.listdir(own), own)"
    play(capsys, f"{look}\n{HONEST}", f"{look}\n{HONEST}", "--keep", "kept")
    logs = [path.read_text(encoding="utf-8").split() for path in sorted(Path("kept").glob("*log.txt"))]
    assert [log[:2] for log in logs] == [[oct(stat.S_IFDIR | 0o700), "input.txt"]] * 3
    assert len({log[2] for log in logs}) == 3


def test_another_folder_in_place_of_its_own_holds_no_output(capsys: Capture) -> None:
    swap = (
        "own = os.path.dirname(sys.argv[1])\n"
        "state = open(sys.argv[1]).read()\n"
        "os.rename(own, 'moved')\n"
        "os.mkdir(own)\n"
        f"open(sys.argv[1], 'w').write(state)\n{HONEST}"
    )
    assert "it wrote no output file" in play(capsys, HONEST, swap)[-1]
    shutil.rmtree("moved")


def test_a_thousand_nested_folders_do_not_stop_the_game(capsys: Capture, temporary: Path) -> None:
    nest = (
        "if not os.path.exists('done'):\n"
        "    open('done', 'w')\n"
        "    os.chdir(os.path.dirname(sys.argv[1]))\n"
        "    for _ in range(1100): os.mkdir('x'); os.chdir('x')"
    )
    try:
        assert play(capsys, HONEST, f"{HONEST}\n{nest}")[-1] == RESULT
    finally:
        subprocess.run(["rm", "-rf", str(temporary)], check=True)  # Python has its limits, pytest too


DAEMON = (
    "if not os.fork():\n"
    "    os.setsid()\n"
    "    if not os.fork():\n"
    "        open('pid.new', 'w').write(str(os.getpid()))\n"
    "        os.rename('pid.new', 'pid')\n"
    "        time.sleep(600)\n"
    "    os._exit(0)\n"
    "while not os.path.exists('pid'): time.sleep(0.001)\n"
)


def test_a_program_that_kills_or_cheats_its_supervisor_loses(capsys: Capture) -> None:
    lines = play(capsys, HONEST, f"{HONEST}\n{DAEMON}os.kill(os.getppid(), 9)\ntime.sleep(600)")
    words = "the process that measures it was killed, stopped or disturbed"
    assert f"loses with move 40: {words}." in lines[-1]
    assert not psutil.pid_exists(int(Path("pid").read_text(encoding="ascii")))


@pytest.mark.parametrize("flag", ["os.O_DIRECT", "os.O_NONBLOCK", "os.O_APPEND"])
def test_flags_of_its_output_do_not_annul_a_lost_game(flag: str, capsys: Capture) -> None:
    hostile = (
        "print('help', flush=True)\n"
        "import fcntl\n"
        "for file in (1, 2):\n"
        f"    try: fcntl.fcntl(file, fcntl.F_SETFL, {flag})\n"
        "    except OSError: pass  # some file systems know no O_DIRECT\n"
        "os._exit(3)"
    )
    lines = play(capsys, HONEST, hostile, "--keep", "kept")
    words = "it crashed (exit code 3), and its last words were 'help'"
    assert lines[-1] == f"Player B (green, 2) loses with move 40: {words}. Player A (red, 1) wins."
    assert Path("kept/move-40-log.txt").read_text(encoding="ascii") == "help\n"


def test_a_kept_folder_that_is_removed_does_not_annul_a_lost_game(capsys: Capture) -> None:
    remove = "import shutil\nshutil.rmtree('kept')\nsys.exit(3)"
    arguments = ("maxconnect4", "referee", command(HONEST), command(remove))
    result = run_here(capsys, *arguments, "--start", "late.txt", "--keep", "kept")
    assert (result.code, "loses with move 40: it crashed" in result.out.splitlines()[-1]) == (0, True)
    kept = Path("kept/move-40-log.txt").absolute()
    assert f"claimeven: warning: {kept}: No such file or directory; not kept\n" in result.err


def started(*arguments: str, folder: Path, ignored: int | None = None) -> tuple[subprocess.Popen[bytes], int]:
    """A referee whose first program is running, with a daemon; and the number of that."""
    code = f"{DAEMON}time.sleep(600)"
    process = start(
        "maxconnect4",
        "referee",
        command(code),
        command(code),
        *arguments,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=None if ignored is None else lambda: signal.signal(ignored, signal.SIG_IGN) and None,
    )
    while not os.path.exists("pid"):
        time.sleep(0.01)
    assert len(os.listdir(folder)) == 1
    return process, int(Path("pid").read_text(encoding="ascii"))


@pytest.mark.parametrize("number", STOPS, ids=lambda number: number.name)
def test_a_signal_ends_the_programs_and_removes_the_folders(number: signal.Signals, temporary: Path) -> None:
    process, daemon = started(folder=temporary)
    process.send_signal(number)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert err.decode() == f"claimeven: stopped by {number.name}; the game has no result\n"
    assert not psutil.pid_exists(daemon)
    assert os.listdir(temporary) == []


def test_a_second_signal_does_not_disturb_the_first(temporary: Path) -> None:
    process, daemon = started(folder=temporary)
    process.send_signal(signal.SIGTERM)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode in (130, 143)  # the system chooses which of the two comes first
    assert err.count(b"\n") == 1
    assert not psutil.pid_exists(daemon)
    assert os.listdir(temporary) == []


def test_a_referee_under_nohup_continues(temporary: Path) -> None:
    process, _ = started(folder=temporary, ignored=signal.SIGHUP)
    process.send_signal(signal.SIGHUP)
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=60) == 143
    process.communicate()


def test_programs_end_with_a_referee_that_is_killed(temporary: Path) -> None:
    process, daemon = started(folder=temporary)
    process.kill()
    process.communicate(timeout=60)
    with contextlib.suppress(psutil.NoSuchProcess):
        while psutil.Process(daemon).status() != psutil.STATUS_ZOMBIE:
            time.sleep(0.01)
