"""Servers for tools/soak.py, and the memory of one whose clients abandon their searches."""

from __future__ import annotations

import contextlib
import http.client
import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from claimeven.web.context import LOOKAHEAD_MIB
from odd_inputs import long_search

CLAIMEVEN = [sys.executable, "-m", "claimeven"]
PATIENCE = 120.0  # seconds, for a very busy machine
WORKERS = 2
TABLE_MIB = 16
ALLOWANCE_MIB = 64
MAX_GROWTH_MIB = WORKERS * (TABLE_MIB + min(TABLE_MIB, LOOKAHEAD_MIB)) + ALLOWANCE_MIB
CLIENTS = 16  # more than workers, so that some searches wait


@contextlib.contextmanager
def serving(folder: Path, *options: str) -> Iterator[tuple[str, int]]:
    """Run a server during the block, with its stderr in server.log; yield its address."""
    with (folder / "server.log").open("ab") as stderr:
        process = subprocess.Popen(
            [*CLAIMEVEN, "serve", "--port", "0", "--no-open", *options],
            stdout=subprocess.PIPE,
            stderr=stderr,
        )
        assert process.stdout is not None
        address = process.stdout.readline().decode()
        try:
            yield "127.0.0.1", int(address.strip().rstrip("/").rpartition(":")[2])
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(PATIENCE)
            process.stdout.close()


def memory_mib(address: tuple[str, int]) -> int:
    """Return the memory that a server reports, once it is ready."""
    while True:
        with contextlib.closing(http.client.HTTPConnection(*address, timeout=PATIENCE)) as connection:
            connection.request("GET", "/api/health")
            health = json.loads(connection.getresponse().read())
        if health["ready"]:
            return int(health["memory_mib"])
        time.sleep(0.1)


class AbandonedServer:
    """A server whose clients ask for searches and leave before the answers."""

    def __init__(self, folder: Path, closing: contextlib.ExitStack) -> None:
        options = ("--workers", str(WORKERS), "--table", str(TABLE_MIB))
        self._address = closing.enter_context(serving(folder, *options))
        self._memory_at_start = memory_mib(self._address)

    def ask_and_leave(self, rng: Random) -> int:
        """Let some clients ask for searches and leave together; return how many."""
        with contextlib.ExitStack() as clients:
            for _ in range(CLIENTS):
                client = clients.enter_context(socket.create_connection(self._address, timeout=PATIENCE))
                client.sendall(f"GET {long_search(rng)} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
                time.sleep(rng.uniform(0, 0.2))
        return CLIENTS

    def growth_mib(self) -> int:
        """Return the growth of its memory since it was ready."""
        return memory_mib(self._address) - self._memory_at_start
