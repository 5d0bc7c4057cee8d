"""Ctrl-C at any moment of a process: never a traceback, and the exit code is 130.

The moments are chosen by what Python does, not by a clock: each test is a process that interrupts itself.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import claimeven
from commands import Result

SOURCES = str(Path(claimeven.__file__).parents[1])
# The program as its console script starts it, after something has been prepared that interrupts it.
PROGRAM = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs are deaf to Ctrl-C
from claimeven.cli.main import {name}
{interruption}
sys.exit({name}())
"""
AT_IMPORT = """
class Finder:
    def find_spec(self, name, *_):
        if name == {module!r}:
            print("interrupted", file=sys.stderr, flush=True)
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Finder())
"""
# Python calls it when it forgets the lock of a module, and can only print what is raised there.
AT_LOCK = """
calls = 0
def look(frame, event, _):
    global calls
    if event == "call" and frame.f_code.co_name == "cb" and "importlib" in frame.f_code.co_filename:
        calls += 1
        if calls == {number}:
            sys.setprofile(None)
            print("interrupted", file=sys.stderr, flush=True)
            signal.raise_signal(signal.SIGINT)
sys.setprofile(look)
"""
AT_EXIT = """
import atexit
def interrupt():
    print("interrupted", file=sys.stderr, flush=True)
    signal.raise_signal(signal.SIGINT)
atexit.register(interrupt)
"""
# Another command instead of `solve`, which waits for ever if nothing comes of what it does.
RUN = """
import time, claimeven.cli.solve
def run(_):
    {action}
    while True: time.sleep(0.001)
claimeven.cli.solve.run = run
"""
AT_DELETION = """
class Object:
    def __del__(self):
        print("interrupted", file=sys.stderr, flush=True)
        signal.raise_signal(signal.SIGINT)
"""
CARELESS = """
import traceback
try:
    import numerical
except BaseException:
    traceback.print_exc()
"""
FOREVER = """
import time, claimeven.signals
claimeven.signals.MAX_RESENDS = 3
class Finder:
    def find_spec(self, name, *_):
        if name == "forever":
            print("interrupted", file=sys.stderr, flush=True)
            signal.raise_signal(signal.SIGINT)
            while True: time.sleep(0.001)
sys.meta_path.insert(0, Finder())
"""


def interrupted(interruption: str, *arguments: str, name: str = "main", stdin: bytes = b"") -> Result:
    """Return the result of a command that interrupts itself; check that it got so far.

    Its standard input does not end, so that a command which reads it does not either.
    """
    program = PROGRAM.format(name=name, interruption=interruption)
    reader, writer = os.pipe()
    with open(writer, "wb", buffering=0) as typed:
        typed.write(stdin)
        done = subprocess.run(
            [sys.executable, "-c", program, *arguments],
            stdin=reader,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    os.close(reader)
    first, _, err = done.stderr.partition("\n")
    assert first == "interrupted"
    return Result(done.returncode, done.stdout, err)


@pytest.mark.parametrize(
    "module",
    [
        "claimeven.signals",
        "claimeven.cli.command_line",
        "claimeven.rules.position",
        "claimeven.cli.solve",
    ],
)
def test_ctrl_c_during_an_import_leaves_quietly(module: str) -> None:
    assert interrupted(AT_IMPORT.format(module=module), "solve") == (130, "", "")


def test_ctrl_c_while_the_compiled_search_is_loaded_leaves_quietly() -> None:
    interruption = AT_IMPORT.format(module="llvmlite")
    result = interrupted(interruption, "solve", "--no-book", stdin=b"44444432223353567\n")
    assert (result.code, result.err) == (130, "")


@pytest.mark.parametrize(
    ("module", "option"), [("claimeven.cli.book", "--help"), ("importlib.metadata", "--version")]
)
def test_ctrl_c_during_the_last_import_leaves_quietly(module: str, option: str) -> None:
    """A command that ends within milliseconds may end before Ctrl-C takes effect."""
    result = interrupted(AT_IMPORT.format(module=module), option)
    assert (result.code in (0, 130), result.err) == (True, "")


@pytest.mark.parametrize("number", [30, 60, 90])
def test_ctrl_c_where_an_import_can_only_print_it_leaves_quietly(number: int) -> None:
    assert interrupted(AT_LOCK.format(number=number), "solve") == (130, "", "")


def test_ctrl_c_is_not_raised_where_a_module_would_print_it(tmp_path: Path) -> None:
    """Compiled modules that use numpy do so while they import it."""
    (tmp_path / "numerical.py").touch()
    (tmp_path / "careless.py").write_text(CARELESS, encoding="utf-8")
    at_import = AT_IMPORT.format(module="numerical")
    run = RUN.format(action="import careless")
    result = interrupted(f"sys.path.insert(0, {str(tmp_path)!r})\n{at_import}{run}", "solve", "4453")
    assert result == (130, "", "")


def test_ctrl_c_while_an_object_is_deleted_is_not_lost() -> None:
    run = RUN.format(action="Object()")
    assert interrupted(f"{AT_DELETION}{run}", "solve", "4453") == (130, "", "")


def test_ctrl_c_after_the_result_leaves_quietly() -> None:
    result = interrupted(AT_EXIT, "solve", "4453")
    assert (result.code, result.err) == (130, "")
    assert result.out.startswith("4453: ")


def test_ctrl_c_during_an_import_that_does_not_end_is_not_lost() -> None:
    run = RUN.format(action="import forever")
    assert interrupted(f"{FOREVER}{run}", "solve", "4453") == (130, "", "")


def test_ctrl_c_at_the_start_of_maxconnect4_leaves_quietly() -> None:
    result = interrupted(AT_IMPORT.format(module="claimeven.cli.maxconnect4"), "report", name="maxconnect4")
    assert (result.code, "Traceback" in result.err) == (130, False)


def test_the_first_import_of_a_program_loads_next_to_nothing() -> None:
    """These modules are imported before anything handles Ctrl-C."""
    program = (
        "before = set(sys.modules); import claimeven.cli.main; print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import os, sys; sys.path.insert(0, {SOURCES!r}); {program}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["__future__", "claimeven", "claimeven.cli", "claimeven.cli.main"]
