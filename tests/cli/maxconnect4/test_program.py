"""One run of somebody else's program: what it is charged, and that nothing of it stays."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]
import pytest

from claimeven.cli.maxconnect4 import orphans, program, supervisor
from claimeven.cli.maxconnect4.program import ProgramResult, run_program
from claimeven.errors import UnsupportedPlatform
from opponents import PYTHON

BURN = "import time\nwhile time.process_time() < 0.3: pass\n"
SLEEP = (*PYTHON, "import time; time.sleep(600)")
# The program's own child, which says that it is there and goes on for ever.
STAYING_CHILD = """
if not os.fork():
    os.setsid()
    if not os.fork():
        open("pid.new", "w").write(str(os.getpid()))
        os.rename("pid.new", "pid")
        time.sleep(600)
    os._exit(0)
while not os.path.exists("pid"):
    time.sleep(0.001)
"""


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(code: str, *, cpu_seconds: float = 60, clock_seconds: float = 60) -> ProgramResult:
    arguments = (*PYTHON, f"import os, signal, subprocess, sys, time\n{code}")
    with tempfile.TemporaryFile() as log:
        done = run_program(arguments, cpu_seconds=cpu_seconds, clock_seconds=clock_seconds, log=log)
        log.seek(0)
        assert log.read() == b""
    return done


def pid_in(name: str) -> int:
    return int(Path(name).read_text(encoding="ascii"))


def wait_for_the_end_of(pid: int) -> None:
    """Somebody else has adopted it, and may still have to take note."""
    with contextlib.suppress(psutil.NoSuchProcess):
        deadline = time.monotonic() + 60
        while psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
            assert time.monotonic() < deadline
            time.sleep(0.01)


def test_what_a_program_has_started_is_ended_with_it() -> None:
    done = run(f"left = subprocess.Popen({SLEEP!r})\nopen('pid', 'w').write(str(left.pid))\nos._exit(0)")
    assert done == ProgramResult(code=0, cpu_seconds=done.cpu_seconds)
    assert not psutil.pid_exists(pid_in("pid"))


def test_a_daemon_does_not_outlive_the_program() -> None:
    done = run(STAYING_CHILD)
    assert done == ProgramResult(code=0, cpu_seconds=done.cpu_seconds)
    assert not psutil.pid_exists(pid_in("pid"))


def test_a_daemon_becomes_a_child_of_the_supervisor() -> None:
    """So that it is ended with the program even if the referee is killed."""
    done = run(
        f"{STAYING_CHILD}"
        "os.wait()  # for the parent of the daemon\n"
        "stat = open('/proc/' + open('pid').read() + '/stat').read()\n"
        "parent = int(stat.rpartition(') ')[2].split()[1])\n"
        "sys.exit(3 if parent == os.getppid() else 4)"
    )
    assert done.code == 3


def test_a_daemon_of_a_late_program_is_killed() -> None:
    done = run(f"{STAYING_CHILD}\ntime.sleep(600)", clock_seconds=1)
    assert done == ProgramResult(code=done.code, cpu_seconds=done.cpu_seconds, timed_out=True)
    assert not os.path.exists("pid") or not psutil.pid_exists(pid_in("pid"))


def test_processes_that_keep_starting_each_other_are_killed() -> None:
    """Each leaves its group, starts the next one and ends; so there is never one that could be named."""
    done = run("if not os.fork():\n    while not os.fork():\n        os.setsid()\n    os._exit(0)")
    assert done == ProgramResult(code=0, cpu_seconds=done.cpu_seconds)


def test_a_hundred_processes_are_ended() -> None:
    done = run("for _ in range(100):\n    if not os.fork():\n        os.setsid(); time.sleep(600)")
    assert done == ProgramResult(code=0, cpu_seconds=done.cpu_seconds)


def test_processes_of_others_are_left_alone() -> None:
    with subprocess.Popen(SLEEP, start_new_session=True) as other:
        run(STAYING_CHILD)
        assert other.poll() is None
        other.kill()


def test_cpu_time_of_children_that_were_waited_for_is_charged() -> None:
    done = run(f"subprocess.run({(*PYTHON, BURN)!r})\n{BURN}")
    assert done.code == 0
    assert done.cpu_seconds >= 0.6


def test_cpu_time_of_a_child_that_outlives_its_parent_is_charged() -> None:
    done = run(
        "ready, done = os.pipe()\n"
        "if not os.fork():\n"
        "    os.setsid()\n"
        "    if not os.fork():\n"
        "        while time.process_time() < 0.3: pass\n"
        "        os.write(done, b'!'); time.sleep(600)\n"
        "    os._exit(0)\n"
        "os.read(ready, 1)"
    )
    assert done.code == 0
    assert done.cpu_seconds >= 0.3


def test_cpu_time_of_children_that_nobody_ever_waits_for_is_charged() -> None:
    """The system forgets the time of children whose parent ignores their end; the supervisor has seen it.

    Each child stays until its supervisor has looked at it: that is when it went to sleep a few times more.
    """
    looks = "int(open(f'/proc/{watch}/status').read().split('nonvoluntary')[0].split()[-1])"
    done = run(
        "watch = os.getppid()\n"
        "signal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
        "for _ in range(2):\n"
        "    ready, done = os.pipe()\n"
        "    if not os.fork():\n"
        "        while time.process_time() < 0.3: pass\n"
        f"        first = {looks}\n"
        f"        while {looks} < first + 4: time.sleep(0.01)\n"
        "        os._exit(0)\n"
        "    os.close(done)\n"
        "    os.read(ready, 1)"
    )
    assert done.code == 0
    assert done.cpu_seconds >= 0.56  # the system tells the time of others in hundredths


def test_the_limit_of_cpu_time_is_for_all_processes_together() -> None:
    done = run("for _ in range(2): os.fork()\nwhile True: pass", cpu_seconds=1)
    assert done == ProgramResult(code=done.code, cpu_seconds=done.cpu_seconds)
    assert done.code == -signal.SIGKILL  # not SIGXCPU: the system's own limit is for each of them
    assert done.cpu_seconds > 1


def test_the_systems_own_limits_hold_before_the_program_begins() -> None:
    run(
        "import resource\nopen('limits', 'w').write(str(resource.getrlimit(resource.RLIMIT_CPU)))",
        cpu_seconds=7,
    )
    assert Path("limits").read_text(encoding="ascii") == "(8, 9)"


def test_a_program_that_kills_its_supervisor_is_killed_with_it() -> None:
    done = run("open('pid', 'w').write(str(os.getpid()))\nos.kill(os.getppid(), 9)\ntime.sleep(600)")
    assert not done.was_supervised
    assert not psutil.pid_exists(pid_in("pid"))


def test_a_program_that_stops_its_supervisor_gains_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "SHUTDOWN_SECONDS", 0.1)
    receive_all = program._receive_all

    def receive_until_stopped(line: socket.socket, _: float) -> bytes:
        os.waitid(os.P_ALL, 0, os.WSTOPPED)
        return receive_all(line, 0.1)

    monkeypatch.setattr(program, "_receive_all", receive_until_stopped)
    done = run(f"{STAYING_CHILD}\nos.kill(os.getppid(), signal.SIGSTOP)\ntime.sleep(600)")
    assert not done.was_supervised
    assert not psutil.pid_exists(pid_in("pid"))


def test_the_measured_time_counts_if_the_reported_time_is_smaller(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change_supervisor(tmp_path, monkeypatch, {'"cpu_seconds": meter.read()': '"cpu_seconds": 0.001'})
    done = run(f"subprocess.run({(*PYTHON, BURN)!r})\n{BURN}")
    assert done.was_supervised
    assert done.cpu_seconds >= 0.58  # the system tells it in hundredths


def test_a_second_report_is_not_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is how a report looks that somebody has added: root can, whatever the supervisor does."""
    sent = "_send(json.dumps(report))"
    change_supervisor(tmp_path, monkeypatch, {sent: f"{sent}; {sent}"})
    done = run(BURN)
    assert not done.was_supervised
    assert done.cpu_seconds >= 0.28


def test_a_report_of_a_supervisor_that_is_killed_afterwards_is_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = "_send(json.dumps(report))"
    change_supervisor(tmp_path, monkeypatch, {sent: f"{sent}; os.kill(os.getpid(), signal.SIGKILL)"})
    assert not run("pass").was_supervised


def test_a_supervisor_that_fails_while_a_program_runs_has_been_disturbed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change_supervisor(tmp_path, monkeypatch, {"meter = _CpuMeter()": "raise MemoryError"})
    log = tmp_path / "log"
    with log.open("wb") as file:
        done = run_program(SLEEP, cpu_seconds=60, clock_seconds=60, log=file)
    assert not done.was_supervised
    assert log.read_text(encoding="utf-8").endswith("MemoryError\n")


def test_a_supervisor_that_cannot_prepare_a_program_is_not_the_programs_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = "prctl(PR_SET_PDEATHSIG, signal.SIGKILL)"
    change_supervisor(tmp_path, monkeypatch, {limit: "raise ValueError"})
    with pytest.raises(UnsupportedPlatform) as raised:
        run("pass")
    words = "the process that measures programs failed: Exception occurred in preexec_fn."
    assert str(raised.value) == words


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has these settings")
def test_a_run_leaves_the_settings_of_this_process_as_they_were() -> None:
    def settings() -> tuple[int, int]:
        is_subreaper = orphans._is_subreaper()
        return supervisor.prctl(supervisor.PR_GET_DUMPABLE, 0), is_subreaper

    before = settings()
    run("os.kill(os.getppid(), 9)\ntime.sleep(600)")
    assert settings() == before


def test_a_program_that_kills_its_supervisor_does_no_harm_to_others() -> None:
    """Neither to a process that this one had before, nor to a program that runs in another thread."""
    ended: list[ProgramResult] = []
    with subprocess.Popen(SLEEP, start_new_session=True) as other:
        waiting = (
            "open('here', 'w').close()\nwhile not os.path.exists('done'): time.sleep(0.001)\nsys.exit(7)"
        )
        thread = threading.Thread(target=lambda: ended.append(run(waiting)))
        thread.start()
        while not os.path.exists("here"):
            time.sleep(0.001)
        assert not run(f"{STAYING_CHILD}os.kill(os.getppid(), 9)\ntime.sleep(600)").was_supervised
        assert not psutil.pid_exists(pid_in("pid"))
        Path("done").touch()
        thread.join()
        assert other.poll() is None
        other.kill()
    assert (ended[0].code, ended[0].was_supervised) == (7, True)


def test_a_report_cannot_be_forged_through_the_supervisors_files() -> None:
    forged = '{"code": 0, "cpu_seconds": 0, "timed_out": false, "has_survivors": false}'
    done = run(
        "folder = f'/proc/{os.getppid()}/fd/'\n"
        "try: links = {folder + name: os.readlink(folder + name) for name in os.listdir(folder)}\n"
        "except PermissionError: links = {}  # only root may look\n"
        "for path in (path for path, link in links.items() if link.startswith(('socket', 'pipe'))):\n"
        f"    try: open(path, 'w').write({forged!r})\n"
        "    except OSError: pass\n"
        "sys.exit(3)"
    )
    assert done.code == 3


def test_a_program_has_no_files_of_the_referee_open() -> None:
    run("open('open', 'w').write(' '.join(sorted(os.listdir('/proc/self/fd'))[:4]))")
    assert Path("open").read_text(encoding="ascii") == "0 1 2 3"  # 3 is the folder that it lists


def test_a_program_can_be_run_in_any_thread() -> None:
    ended: list[ProgramResult] = []
    thread = threading.Thread(target=lambda: ended.append(run("sys.exit(4)")))
    thread.start()
    thread.join()
    assert ended[0].code == 4


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
def test_a_signal_while_a_program_is_being_started_leaves_none_behind(
    number: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[subprocess.Popen[bytes]] = []
    real = subprocess.Popen

    def start_interrupted(*arguments: Any, **options: Any) -> subprocess.Popen[bytes]:
        started.append(real(*arguments, **options))
        signal.raise_signal(number)
        return started[0]

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(number, stop)
    try:
        monkeypatch.setattr(subprocess, "Popen", start_interrupted)
        with pytest.raises(KeyboardInterrupt):
            run("time.sleep(600)")
    finally:
        signal.signal(number, before)
    assert started[0].returncode == 0  # the supervisor has ended the program, and then itself


def test_a_supervisor_that_fails_is_not_the_programs_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "__file__", "/no/such/file.py")
    with tempfile.TemporaryFile() as log, pytest.raises(UnsupportedPlatform) as raised:
        run_program(SLEEP, cpu_seconds=60, clock_seconds=60, log=log)
    assert str(raised.value) == "the process that measures programs ended with exit code 2"


def change_supervisor(folder: Path, monkeypatch: pytest.MonkeyPatch, changes: dict[str, str]) -> None:
    """Have programs run by a supervisor in which each text stands for another one."""
    source = Path(supervisor.__file__).read_text(encoding="utf-8")
    for text, instead in changes.items():
        assert source.count(text) == 1
        source = source.replace(text, instead)
    changed = folder / "changed_supervisor.py"
    changed.write_text(source, encoding="utf-8")
    monkeypatch.setattr(supervisor, "__file__", str(changed))


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A supervisor that adopts nobody and has no /proc, as on macOS."""
    changes = {'sys.platform == "linux"': "False", supervisor.CHILDREN: "/no/such/file"}
    change_supervisor(tmp_path, monkeypatch, changes)
    monkeypatch.setattr(supervisor, "CHILDREN", "/no/such/file")


@pytest.mark.usefixtures("elsewhere")
def test_where_nobody_can_adopt_the_group_of_a_program_is_ended() -> None:
    done = run(f"left = subprocess.Popen({SLEEP!r})\nopen('pid', 'w').write(str(left.pid))\nos._exit(5)")
    assert done == ProgramResult(code=5, cpu_seconds=done.cpu_seconds)
    wait_for_the_end_of(pid_in("pid"))


@pytest.mark.usefixtures("elsewhere")
def test_where_nobody_can_adopt_what_is_below_a_late_program_is_ended() -> None:
    start = f"left = subprocess.Popen({SLEEP!r}, start_new_session=True)"
    done = run(f"{start}\nopen('pid', 'w').write(str(left.pid))\ntime.sleep(600)", clock_seconds=2)
    assert done == ProgramResult(code=-signal.SIGKILL, cpu_seconds=done.cpu_seconds, timed_out=True)
    if os.path.exists("pid"):
        wait_for_the_end_of(pid_in("pid"))
