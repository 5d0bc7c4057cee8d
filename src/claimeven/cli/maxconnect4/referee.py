"""`maxconnect4 referee`: let two one-move programs play each other, and check every move."""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import BinaryIO

from claimeven.cli.maxconnect4 import INPUT, OUTPUT, program, supervisor
from claimeven.cli.maxconnect4.program import (
    Folder,
    ProgramResult,
    exit_text,
    log_file,
    private_folder,
    run_program,
)
from claimeven.cli.maxconnect4.state import (
    MAX_BYTES,
    NAMES,
    before_text,
    board_text,
    decode_state,
    escaped,
    full_name,
    move_text,
    result_text,
)
from claimeven.cli.output import write_line, write_message
from claimeven.cli.signal_exit import exit_on_signals
from claimeven.errors import FormatError, IllegalMove, shortened
from claimeven.formats.statefile import FIRST, SECOND, State, other_player, write_state

INPUT_NAME = "input.txt"
OUTPUT_NAME = "output.txt"
REPORTED = re.compile(r"\bCPU time[^0-9]{1,20}([0-9]{1,9}\.[0-9]{1,9}) s\b")  # as one-move prints it
COST_ROW = "{:<21}{:>20}{:>15}{:>15}"


@dataclass(frozen=True, slots=True)
class ProgramPlayer:
    """A program, the CPU time of its processes move by move, and what it reports for its searches."""

    command: Sequence[str]
    cpu_seconds: list[float] = field(default_factory=list)
    search_seconds: list[float] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSettings:
    """The limits for every move of a game, and the folder in which its files are kept, if any."""

    seconds: float
    clock_seconds: float
    kept: Folder | None = None

    def keep(self, state: State, what: str, data: bytes) -> None:
        """Keep a file of the next move, unless a program has created one of that name.

        A file that cannot be kept does not stop the game; a program that is losing could provoke that.
        """
        if self.kept:
            try:
                self.kept.write_new(f"move-{state.ply + 1:02}-{what}.txt", data)
            except FileExistsError as error:
                write_message(f"warning: {error.filename}: there was such a file already; not kept")
            except OSError as error:
                write_message(f"warning: {error.filename}: {error.strerror}; not kept")


def run(args: argparse.Namespace, state: State) -> None:
    """Let CMD1 and CMD2 play; exit with a usage error if the folder of --keep is not empty."""
    program.require_platform()
    if args.keep:
        os.makedirs(args.keep, exist_ok=True)
        if os.listdir(args.keep):
            args.usage_error(
                f"the folder {shortened(args.keep)} of --keep is not empty; expected a new or empty one"
            )
    folder = Folder(args.keep) if args.keep else contextlib.nullcontext()
    with exit_on_signals("the game has no result"), folder as kept:
        settings = GameSettings(seconds=args.seconds, clock_seconds=2 * args.seconds + 10, kept=kept)
        players = {FIRST: ProgramPlayer(args.command1), SECOND: ProgramPlayer(args.command2)}
        play_game(players, state, settings)


def play_game(players: Mapping[int, ProgramPlayer], state: State, settings: GameSettings) -> None:
    """Play from ``state`` to the end and print the game; raise OSError if an input cannot be written."""
    write_line(before_text(state, numbered=True))
    fault = None
    while not state.is_over:
        try:
            column = _play_move(players[state.player], state, settings)
        except IllegalMove as error:
            fault = str(error)
            break
        write_line(move_text(state, column))
        state = state.play(column)
    write_line("game state at the end:")
    write_line(board_text(state, numbered=True))
    write_line(_cost_text(players))
    if fault:
        write_line(escaped(_forfeit_text(state, fault)))
    else:
        write_line(result_text(state, named=True))


def check_answer(before: State, data: bytes) -> int:
    """Return the column (0-based) of the legal move from ``before`` to the state in ``data``.

    Raise IllegalMove saying why there is none.
    """
    try:
        answer = decode_state(data)
    except FormatError as error:
        raise IllegalMove(f"its output file holds no state: {error}") from None
    after = answer.state
    mover = before.player
    for player in (FIRST, SECOND):
        if before.discs_of_player(player) & ~after.discs_of_player(player):
            raise IllegalMove(f"it removed or recoloured a disc of player {player}")
    added = after.filled ^ before.filled
    if added.bit_count() != 1:
        raise IllegalMove(f"it added {added.bit_count()} discs; expected exactly one")
    column = before.rules.column_of(added)
    if not added & after.discs_of_player(mover):
        raise IllegalMove(f"it added a disc of player {other_player(mover)} in column {column + 1}")
    if added != before.drop(column):
        raise IllegalMove(f"its disc is not in the lowest empty cell of column {column + 1}")
    if not answer.names_player:
        raise IllegalMove("its output file does not say who moves next; expected a seventh line")
    if after.player == mover:
        raise IllegalMove(
            f"its output file says that player {mover} moves next; expected {other_player(mover)}"
        )
    return column


def _play_move(player: ProgramPlayer, state: State, settings: GameSettings) -> int:
    """Run a program and return the column it chose; raise IllegalMove saying what it did wrong.

    The program starts with only the input in its folder. When the output is read, all its processes have
    ended.
    """
    data = write_state(state).encode()
    settings.keep(state, "input", data)
    with private_folder() as folder, log_file() as (printed, log):
        folder.write_new(INPUT_NAME, data)
        result = _run(player, folder, settings, printed)
        player.cpu_seconds.append(result.cpu_seconds)
        player.search_seconds.extend(_reported_seconds(log))
        write_message(
            f"move {state.ply + 1}: {NAMES[state.player]} used {result.cpu_seconds:.3f} s of CPU time"
        )
        settings.keep(state, "log", os.pread(log.fileno(), program.MAX_FILE_BYTES, 0))
        fault = _fault(result, settings, log)
        if fault:
            raise IllegalMove(fault)
        try:
            answer = folder.read(OUTPUT_NAME, MAX_BYTES + 1)
        except FileNotFoundError:
            raise IllegalMove("it wrote no output file") from None
        except OSError as error:
            raise IllegalMove(f"its output file cannot be read: {error.strerror}") from None
    settings.keep(state, "output", answer)
    return check_answer(state, answer)


def _run(player: ProgramPlayer, folder: Folder, settings: GameSettings, printed: BinaryIO) -> ProgramResult:
    """Run the program of a player; raise IllegalMove if it cannot be started."""
    input_path = os.path.join(folder.path, INPUT_NAME)
    output_path = os.path.join(folder.path, OUTPUT_NAME)
    command = [part.replace(INPUT, input_path).replace(OUTPUT, output_path) for part in player.command]
    try:
        return run_program(
            command, cpu_seconds=settings.seconds, clock_seconds=settings.clock_seconds, log=printed
        )
    except OSError as error:
        raise IllegalMove(
            f"its program could not be started: {shortened(command[0])}: {error.strerror}"
        ) from None


def _fault(result: ProgramResult, settings: GameSettings, log: BinaryIO) -> str:
    """Return why the program loses, because it took too long or failed; empty if it did neither."""
    if not result.was_supervised:
        return "the process that measures it was killed, stopped or disturbed"
    if result.cpu_seconds > settings.seconds:
        return f"it used {result.cpu_seconds:.2f} s of CPU time; {settings.seconds:g} s are allowed"
    if result.has_survivors:
        return f"it started a process that could not be ended within {supervisor.KILL_SECONDS:g} s"
    if result.timed_out:
        return f"it did not end within {settings.clock_seconds:g} s on the clock"
    if result.code == -signal.SIGXFSZ:
        return f"it wrote more than {program.MAX_FILE_BYTES >> 20} MiB to a file, or printed so much"
    if not result.code:
        return ""
    fault = f"it crashed ({exit_text(result.code)})"
    for line in _last_lines(log):
        if line.strip():
            return f"{fault}, and its last words were {shortened(line.strip())}"
    return fault


def _last_lines(log: BinaryIO) -> list[str]:
    """Return the last lines that a program printed, in reverse order."""
    size = os.fstat(log.fileno()).st_size
    data = os.pread(log.fileno(), MAX_BYTES, max(0, size - MAX_BYTES))
    return data.decode(errors="replace").split("\n")[::-1]


def _reported_seconds(log: BinaryIO) -> list[float]:
    """Return the CPU time of its search that a program printed last; none if it printed none."""
    for line in _last_lines(log):
        found = REPORTED.search(line)
        if found:
            return [float(found[1])]
    return []


def _cost_text(players: Mapping[int, ProgramPlayer]) -> str:
    """Return a table of what the moves cost; the search times are those that the programs report."""
    rows = [("CPU seconds", "search (its words)", "all processes", "largest move")]
    for number, player in players.items():
        search = f"{sum(player.search_seconds):.6f}" if player.search_seconds else "-"
        total = sum(player.cpu_seconds)
        largest = max(player.cpu_seconds, default=0.0)
        rows.append((NAMES[number], search, f"{total:.3f}", f"{largest:.3f}"))
    return "\n".join(COST_ROW.format(*row) for row in rows)


def _forfeit_text(state: State, fault: str) -> str:
    loser = full_name(state.player)
    winner = full_name(other_player(state.player))
    return f"{loser} loses with move {state.ply + 1}: {fault}. {winner} wins."
