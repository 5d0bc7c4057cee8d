"""A signal handler that raises while threads search: the exception arrives, and no memory is corrupted.

Each test runs in a process of its own, which a fault would end with a signal.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.compiled

SETUP = """
import random, signal, sys, threading
import numpy as np
from claimeven import MAX_CONNECT_FOUR, Limit, Lookahead, Position, Solver

THREADS = int(sys.argv[1])
rng = random.Random(7)

def position(plies):
    while True:
        now = Position()
        while now.ply < plies and not now.is_over:
            now = now.play(rng.choice(now.playable))
        if not now.is_over:
            return now

solver = Solver(table_mib=1, threads=THREADS, book=None)
rows = [position(30) for _ in range(400)]
words = np.array([(row.own, row.filled) for row in rows], np.uint64)
many = np.tile(words, (50, 1))
scores = [int(solver.score(row)) for row in rows]
hard = [position(16) for _ in range(6)]
max_position = Position.from_moves("4453", MAX_CONNECT_FOUR)
lookahead = Lookahead(table_mib=1, book=None)
calls = (
    lambda: solver.scores(many),
    lambda: solver.score(rng.choice(hard)),
    lambda: solver.columns(rng.choice(hard)),
    lambda: lookahead.choose(max_position, 7),
)
"""
CHECK = """
assert solver.scores(words).tolist() == scores
assert [int(solver.score(row)) for row in rows] == scores
print("all right")
"""
AT_THE_START = """
armed = False
wait = threading.Event.wait

def interrupted_wait(self, timeout=None):
    global armed
    if armed and threading.current_thread() is threading.main_thread():
        armed = False
        raise KeyboardInterrupt
    return wait(self, timeout)

threading.Event.wait = interrupted_wait
seen = 0
for number in range(400):
    armed = True
    try:
        calls[0 if number % 8 else number // 8 % 4]()
    except KeyboardInterrupt:
        seen += 1
    finally:
        armed = False
    garbage = [bytearray(len(many) * size) for size in (32, 1, 32, 1)]
"""
DURING_THE_CLEAN_UP = """
armed = False
join = threading.Thread.join

def interrupted_join(self, timeout=None):
    global armed
    if armed:
        armed = False
        raise KeyboardInterrupt
    return join(self, timeout)

threading.Thread.join = interrupted_join
stop = threading.Event()
stop.set()
for number in range(100):
    armed = True
    try:
        solver.score(position(8), Limit(stop=stop))
    except (KeyboardInterrupt, Exception):
        pass
    finally:
        armed = False
"""
AT_RANDOM = """
import time

class Alarm(Exception):
    pass

def ring(*_):
    raise Alarm

signal.signal(signal.SIGALRM, ring)
end = time.monotonic() + 3
seen = 0
while time.monotonic() < end:
    try:
        signal.setitimer(signal.ITIMER_REAL, rng.uniform(1e-5, 4e-3))
        rng.choice(calls)()
        signal.setitimer(signal.ITIMER_REAL, 0)
    except Alarm:
        seen += 1
signal.signal(signal.SIGALRM, signal.SIG_IGN)
"""


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    "attack",
    [AT_THE_START, DURING_THE_CLEAN_UP, AT_RANDOM],
    ids=["while a thread starts", "during the clean-up", "at random"],
)
def test_an_interrupted_search_corrupts_no_memory(attack: str, threads: int) -> None:
    program = SETUP + attack + CHECK
    done = subprocess.run(
        [sys.executable, "-c", program, str(threads)], capture_output=True, text=True, timeout=300
    )
    assert (done.returncode, done.stdout) == (0, "all right\n"), done.stderr
