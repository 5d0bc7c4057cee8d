"""Try to break the program for some minutes, and report what was tried and what broke.

    make soak MINUTES=10                                     or
    .venv/bin/python tools/soak.py --minutes 10 --seed 1 --only parsers

Every trial gets an equal share of the time and generates its inputs from the seed, so that the same seed
repeats the same attempts. Nothing here tests speed: a slow machine tries less. Exit with 1 if anything broke.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from claimeven import BookError, FormatError, Position, Solver
from claimeven.cli.command_line import COMMANDS
from claimeven.formats.board import parse_board, write_board
from claimeven.formats.columns import parse_columns, write_columns
from claimeven.formats.moves import parse_moves, write_moves
from claimeven.formats.paste import parse_paste
from claimeven.formats.stacks import parse_stacks, write_stacks
from claimeven.formats.statefile import parse_state, write_state
from claimeven.kernels.library import CACHE_VARIABLE
from claimeven.solver.book_file import packaged_bytes, parse_book
from odd_inputs import ODD, damaged, odd_request, random_moves, spoil_cache, spoiled
from soak_servers import CLAIMEVEN, MAX_GROWTH_MIB, PATIENCE, AbandonedServer, serving

# Run the program, but write an empty line to stderr as soon as Python itself has started.
START_AND_REPORT = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # background jobs of a shell ignore Ctrl-C
from claimeven.cli.main import main
print(file=sys.stderr, flush=True)
sys.exit(main())
"""
INTERRUPT_SEARCHES = Path(__file__).with_name("interrupt_searches.py")
LABEL = ("label", "in.txt", "out.tsv", "--no-book", "--table", "1", "--workers", "1")
TRIALS = (
    "parsers",
    "command_lines",
    "interruptions",
    "interrupted_searches",
    "http",
    "abandoned_searches",
    "killed_jobs",
    "damaged_stores",
    "damaged_caches",
    "damaged_books",
    "scores",
)
LEFT_OUT = {"serve"}  # has a trial of its own


class Broken(Exception):
    """A promise of the program was broken."""


@dataclass
class Tally:
    """The number of attempts of one trial, and what broke."""

    tried: int = 0
    broken: list[str] = field(default_factory=list)


def run(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end in ``folder``."""
    return subprocess.run(
        [*CLAIMEVEN, *arguments],
        cwd=folder,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=PATIENCE,
        check=False,
    )


def require_calm(what: str, code: int, err: str, allowed: tuple[int, ...]) -> None:
    """Raise Broken for a traceback or an exit code that is not ``allowed``."""
    if "Traceback" in err or code not in allowed:
        raise Broken(f"{what}: exit {code}, {err.strip()[-300:]!r}")


class Soak:
    """The trials. Each method tries something once, returns the number of attempts, and may raise Broken."""

    def __init__(self, folder: Path, closing: contextlib.ExitStack) -> None:
        self._folder = folder
        self._closing = closing
        self._solver = Solver(table_mib=16, book=None)
        self._options: dict[str, list[str]] = {}
        self._address: tuple[str, int] | None = None
        self._abandoned: AbandonedServer | None = None
        self._bitbully: Any = None

    def parsers(self, rng: Random) -> int:
        """A parser reads what its writer wrote, and refuses other texts with a FormatError."""
        position = Position.from_moves(random_moves(rng, rng.randint(0, 41)))
        for write, parse in (
            (write_board, parse_board),
            (write_stacks, parse_stacks),
            (write_columns, parse_columns),
        ):
            text = write(position)
            with contextlib.suppress(FormatError):
                if parse(text) != position and write is not write_columns:
                    raise Broken(f"{parse.__name__} of {text!r} is another position")
            self._parse(parse, spoiled(rng, text))
        for parse_text in (parse_moves, parse_paste, parse_state):
            text = rng.choice(
                [write_moves(rng.choices(range(8), k=rng.randint(0, 43))), write_board(position)]
            )
            self._parse(parse_text, spoiled(rng, text))
        return 9

    @staticmethod
    def _parse(parse: Callable[[str], object], text: str) -> None:
        try:
            read = parse(text)
        except FormatError as error:
            if "\n" in str(error) or len(str(error)) > 300:
                raise Broken(f"{parse.__name__}: not one short line: {str(error)[:300]!r}") from None
            return
        if hasattr(read, "state"):
            write_state(read.state)

    def command_lines(self, rng: Random) -> int:
        """A command with odd options ends with 0, 1 or 2, and Ctrl-C ends the ones that last."""
        name = rng.choice([command for command in COMMANDS if command not in LEFT_OUT])
        folder = Path(tempfile.mkdtemp(dir=self._folder))
        (folder / "here.txt").write_text("4453\n", encoding="utf-8")
        words = [name]
        for _ in range(rng.randint(0, 5)):
            option = rng.choice(self._options_of(name))
            words += rng.choice(
                ([option], [option, rng.choice(ODD)], [f"{option}={rng.choice(ODD)}"], [rng.choice(ODD)])
            )
        process = subprocess.Popen(
            [*CLAIMEVEN, *words],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        try:
            _, err = process.communicate(timeout=5)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGINT)
            try:
                _, err = process.communicate(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
                raise Broken(f"{words} does not end after Ctrl-C") from None
        shutil.rmtree(folder, ignore_errors=True)
        require_calm(str(words), process.returncode, err.decode(errors="replace"), (0, 1, 2, 130))
        return 1

    def interruptions(self, rng: Random) -> int:
        """Ctrl-C at any moment of a short command ends it without a traceback."""
        moves = random_moves(rng, rng.randint(20, 30))
        commands = (["--help"], ["--version"], ["solve", "4453"], ["solve", "--no-book", moves])
        words = rng.choice((*commands, ["analyze", moves], ["explain", moves], ["review", moves]))
        process = subprocess.Popen(
            [sys.executable, "-c", START_AND_REPORT, *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        assert process.stderr is not None
        process.stderr.readline()
        time.sleep(rng.uniform(0, 0.5))
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
        # At its very end Python restores the default action of the signal.
        allowed = (0, 1, 130, -signal.SIGINT)
        require_calm(str(words), process.returncode, err.decode(errors="replace"), allowed)
        return 1

    def interrupted_searches(self, rng: Random) -> int:
        """A signal handler that raises at any instant of a search corrupts no memory."""
        attack = rng.choice(["random", "random", "start", "clean-up"])
        threads = rng.randint(1, 3)
        seed = rng.randrange(1 << 30)
        options = ["--seconds", "5", "--threads", str(threads), "--seed", str(seed)]
        done = subprocess.run(
            [sys.executable, str(INTERRUPT_SEARCHES), attack, *options], capture_output=True, text=True
        )
        require_calm(f"{attack} {options}", done.returncode, done.stderr, (0,))
        return int(done.stdout.split()[0])

    def _options_of(self, name: str) -> list[str]:
        if name not in self._options:
            found = re.findall(r"--[a-z][a-z-]+", run(self._folder, name, "--help").stdout)
            self._options[name] = sorted({*found, "--help", "--no-such-option"} - {"--host"})
        return self._options[name]

    def http(self, rng: Random) -> int:
        """A server never answers 500, writes no traceback, and serves the next request."""
        for request in (odd_request(rng) for _ in range(20)):
            status = self._ask(request)
            if status is not None and status >= 500 and status != 503:
                raise Broken(f"{request[:300]!r}: status {status}")
        if self._ask(b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n") != 200:
            raise Broken("the health check fails")
        log = self._folder / "server.log"
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
        if [line for line in lines if not line.endswith("press Ctrl-C to stop")]:
            os.truncate(log, 0)
            raise Broken(f"the server wrote {len(lines)} lines, the last {lines[-1][:200]!r}")
        return 20

    def _ask(self, request: bytes) -> int | None:
        """Return the status of the answer to a request; None if the server hangs up or waits for more."""
        status = None
        with (
            socket.create_connection(self._server(), timeout=PATIENCE) as connection,
            contextlib.suppress(OSError),
        ):
            connection.sendall(request)
            connection.shutdown(socket.SHUT_WR)
            status = re.match(rb"HTTP/1\.1 (\d+)", connection.recv(64))
        return int(status[1]) if status else None

    def _server(self) -> tuple[str, int]:
        if self._address is None:
            self._address = self._closing.enter_context(serving(self._folder))
        return self._address

    def abandoned_searches(self, rng: Random) -> int:
        """Searches that nobody waits for leave nothing in the memory of a server."""
        if self._abandoned is None:
            self._abandoned = AbandonedServer(self._folder, self._closing)
        asked = self._abandoned.ask_and_leave(rng)
        grown = self._abandoned.growth_mib()
        if grown > MAX_GROWTH_MIB:
            raise Broken(f"the server has grown by {grown} MiB; expected at most {MAX_GROWTH_MIB}")
        return asked

    def killed_jobs(self, rng: Random) -> int:
        """`label`, killed again and again, writes what it writes when it is left alone."""
        folder, rows = self._new_job(rng)
        kills = rng.randint(1, 3)
        for _ in range(kills):
            self._label_and_kill(folder, rng.uniform(0.2, 2.0))
        done = run(folder, *LABEL)
        require_calm("label after kill -9", done.returncode, done.stderr, (0,))
        self._require_right(folder, rows)
        return kills

    def damaged_stores(self, rng: Random) -> int:
        """A damaged store is refused or solved again: never a wrong label."""
        folder, rows = self._new_job(rng)
        self._label_and_kill(folder, rng.uniform(0.8, 2.0))
        stores = sorted(folder.glob("*.sqlite*"))
        if not stores:
            return 0
        victim = rng.choice(stores)
        if victim.stat().st_size == 0:
            return 0
        victim.write_bytes(damaged(rng, victim.read_bytes()))
        done = run(folder, *LABEL)
        require_calm(f"label with a damaged {victim.name}", done.returncode, done.stderr, (0, 1))
        if done.returncode == 0:
            self._require_right(folder, rows)
        return 1

    def damaged_caches(self, rng: Random) -> int:
        """A cache of compiled code that is damaged, planted or blocked is rebuilt or done without."""
        whole = self._folder / "cache"
        moves = random_moves(rng, 20)
        if not whole.exists():
            run(self._folder, "solve", moves, **{CACHE_VARIABLE: str(whole)})
        with tempfile.TemporaryDirectory(dir=self._folder) as folder:
            cache = Path(folder, "cache")
            shutil.copytree(whole, cache)
            attack = spoil_cache(rng, cache)
            done = run(self._folder, "solve", moves, **{CACHE_VARIABLE: str(cache)})
        require_calm(f"solve with a cache: {attack}", done.returncode, done.stderr, (0,))
        if len(done.stderr.splitlines()) > 2:
            raise Broken(f"solve with a cache: {attack}: it says {done.stderr!r}")
        wanted = f"score {int(self._solver.score(Position.from_moves(moves))):+d}".replace("+0", "0")
        if not done.stdout.strip().endswith(wanted):
            raise Broken(f"{moves} with a cache: {attack}: {done.stdout!r} instead of {wanted}")
        return 1

    def damaged_books(self, rng: Random) -> int:
        """A book with a single wrong bit is refused."""
        whole = packaged_bytes()
        data = damaged(rng, whole)
        if data == whole:
            return 0
        try:
            parse_book(data)
        except BookError:
            return 1
        raise Broken("a damaged book was read")

    def scores(self, rng: Random) -> int:
        """The solver and BitBully agree."""
        from bitbully import BitBully, Board

        self._bitbully = self._bitbully or BitBully(opening_book=None)
        moves = random_moves(rng, rng.randint(14, 41))
        ours = int(self._solver.score(Position.from_moves(moves)))
        theirs = int(self._bitbully.mtdf(Board([int(column) - 1 for column in moves])))
        if ours != theirs:
            raise Broken(f"{moves}: score {ours}, BitBully says {theirs}")
        return 1

    def _new_job(self, rng: Random) -> tuple[Path, list[str]]:
        """Return a new folder with an input for `label`, and its rows."""
        folder = Path(tempfile.mkdtemp(dir=self._folder))
        rows = [random_moves(rng, rng.randint(16, 30)) for _ in range(1500)]
        (folder / "in.txt").write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
        return folder, rows

    @staticmethod
    def _label_and_kill(folder: Path, seconds: float) -> None:
        """Start `label`, and kill it with all its workers after some time."""
        quiet = subprocess.DEVNULL
        process = subprocess.Popen(
            [*CLAIMEVEN, *LABEL], cwd=folder, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True
        )
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def _require_right(self, folder: Path, rows: list[str]) -> None:
        """Raise Broken unless ``label`` has written the score of every row, and nothing else is left."""
        lines = (folder / "out.tsv").read_text(encoding="utf-8").splitlines()[1:]
        labels = [line.split("\t")[:2] for line in lines]
        scores = self._solver.scores([Position.from_moves(row) for row in rows])
        if labels != [[row, str(score)] for row, score in zip(rows, scores, strict=True)]:
            raise Broken(f"wrong labels in {folder}")
        left = {path.name for path in folder.iterdir()} - {"in.txt", "out.tsv", "out.tsv.work.sqlite"}
        if left:
            raise Broken(f"left behind: {sorted(left)}")
        shutil.rmtree(folder)


def soak(trials: dict[str, Callable[[Random], int]], seed: int, minutes: float) -> dict[str, Tally]:
    """Give every trial its share of the time, in turns of a tenth of it."""
    tallies = {name: Tally() for name in trials}
    numbers = dict.fromkeys(trials, 0)
    turn = minutes * 60 / len(trials) / 10
    for name in list(trials) * 10:
        end = time.monotonic() + turn
        while time.monotonic() < end:
            numbers[name] += 1
            try:
                tallies[name].tried += trials[name](random.Random(f"{seed} {name} {numbers[name]}"))
            except Exception as error:  # any exception counts as broken
                tallies[name].tried += 1
                tallies[name].broken.append(f"{type(error).__name__}: {error}")
                print(
                    f"{name}, number {numbers[name]}: {tallies[name].broken[-1]}", file=sys.stderr, flush=True
                )
    return tallies


def main() -> int:
    """Run the trials and print the table of docs/reliability.md."""
    options = argparse.ArgumentParser(description="Try to break the program for some minutes.")
    options.add_argument("--minutes", type=float, default=10.0)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--only", choices=TRIALS, action="append", help="run only this trial; repeatable")
    args = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="claimeven-soak-") as folder, contextlib.ExitStack() as closing:
        here = Soak(Path(folder), closing)
        tallies = soak({name: getattr(here, name) for name in args.only or TRIALS}, args.seed, args.minutes)
    print("| trial | what must hold | tried | broken |\n| --- | --- | --- | --- |")
    for name, tally in tallies.items():
        promise = (getattr(Soak, name).__doc__ or "").removesuffix(".")
        print(f"| {name.replace('_', ' ')} | {promise} | {tally.tried:,} | {len(tally.broken)} |")
    return 1 if any(tally.broken for tally in tallies.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
