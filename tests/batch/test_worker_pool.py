"""Worker pools that fail: workers that raise or are killed, and addresses without a scheduler."""

from __future__ import annotations

import contextlib
import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import distributed
import pytest

from claimeven.batch import worker_pool as pool_module
from claimeven.batch.job_run import MAX_LOSSES
from claimeven.batch.worker_pool import DaskPool
from claimeven.errors import WorkerError
from commands import Result, run_process

# Python runs this at the start of every process, also of a worker.
SITECUSTOMIZE = """
import os, signal
from claimeven.batch import worker_pool
from claimeven.errors import LimitReached

class Odd(Exception):
    def __reduce__(self):
        raise ValueError("not to be sent")

class Twofold(Exception):
    def __init__(self, first, second):
        super().__init__(f"{{first}} and {{second}}")

def solve_chunk(chunk):
    {trouble}

worker_pool.solve_chunk = solve_chunk
"""
LOST = f"worker processes ended {MAX_LOSSES} times before their work was done, the last one "


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        ("raise RuntimeError('one\\n  two')", "a worker failed: RuntimeError: one two"),
        ("raise MemoryError", "a worker failed: MemoryError"),
        ("raise KeyboardInterrupt", "a worker failed: KeyboardInterrupt"),
        ("raise SystemExit(3)", "a worker failed: SystemExit: 3"),
        ("raise Odd('what it is')", "a worker failed: Odd: what it is"),
        ("raise Twofold('one', 'two')", "a worker failed: Twofold: one and two"),
        ("os.kill(os.getpid(), signal.SIGKILL)", f"{LOST}killed by signal 9; what was solved"),
        ("os.kill(os.getpid(), signal.SIGTERM)", f"{LOST}killed by signal 15; what was solved"),
        ("os._exit(7)", f"{LOST}with exit code 7; what was solved"),
    ],
)
def test_a_lost_worker_is_reported_in_one_line(tmp_path: Path, trouble: str, words: str) -> None:
    result = label_in_trouble(tmp_path, trouble)
    assert (result.code, result.out) == (1, "")
    assert result.err.startswith(f"claimeven: {words}")
    assert result.err.count("\n") == 1
    assert "what was solved is stored" in result.err


def test_an_exception_of_this_package_arrives_from_a_worker_as_it_is(tmp_path: Path) -> None:
    result = label_in_trouble(tmp_path, "raise LimitReached(1, 2, 3)")
    assert result == (1, "", "claimeven: stopped after 3 nodes; the score is between +1 and +2\n")


def label_in_trouble(tmp_path: Path, trouble: str) -> Result:
    """What `label` says when ``trouble`` happens in its workers."""
    (tmp_path / "sitecustomize.py").write_text(SITECUSTOMIZE.format(trouble=trouble), encoding="ascii")
    (tmp_path / "rows.txt").write_text("44444432223353567\n4444443333332222221\n", encoding="ascii")
    path = os.pathsep.join(filter(None, (str(tmp_path), os.environ.get("PYTHONPATH"))))
    arguments = "label", str(tmp_path / "rows.txt"), str(tmp_path / "out.tsv"), "--workers", "2"
    return run_process(*arguments, "--table", "1", PYTHONPATH=path)


# At the address of a scheduler.


@contextlib.contextmanager
def answering(answer: bytes) -> Iterator[str]:
    """HOST:PORT of a server that accepts everybody, says ``answer``, and then nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server, contextlib.ExitStack() as connections:

        def serve() -> None:
            with contextlib.suppress(OSError):
                while True:
                    connection = connections.enter_context(server.accept()[0])
                    connection.sendall(answer)

        threading.Thread(target=serve, daemon=True).start()
        yield "{}:{}".format(*server.getsockname())


def refusal_of(address: str) -> str:
    with pytest.raises(WorkerError) as raised, DaskPool(address):
        pass
    words = str(raised.value)
    assert "\n" not in words
    assert words.startswith(f"no scheduler answers at {address}: ")
    assert words.endswith("; expected the address that `dask scheduler` prints, e.g. tcp://HOST:PORT")
    return words


def test_silence_at_the_address_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "CONNECT_SECONDS", 0.2)
    with answering(b"") as place:
        assert "nothing came within 0.2 seconds" in refusal_of(f"tcp://{place}")


@pytest.mark.parametrize("answer", [b"HTTP/1.1 400 Bad Request\r\n\r\n" * 9, bytes(1000), b"\1" + bytes(999)])
def test_another_server_at_the_address_is_reported(monkeypatch: pytest.MonkeyPatch, answer: bytes) -> None:
    monkeypatch.setattr(pool_module, "CONNECT_SECONDS", 1)
    with answering(answer) as place:
        refusal_of(f"tcp://{place}")


@pytest.mark.parametrize("scheme", ["tls", "foo"])
def test_an_unsupported_scheme_is_reported(scheme: str) -> None:
    with answering(b"") as place:
        refusal_of(f"{scheme}://{place}")


def test_the_address_of_a_worker_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    class OfWorker(contextlib.AsyncExitStack):
        async def identity(self) -> dict[str, str]:
            return {"type": "Worker"}

    monkeypatch.setattr(distributed, "rpc", lambda *_, **__: OfWorker())
    assert "a Dask worker is there" in refusal_of("tcp://127.0.0.1:8786")


def test_a_connection_that_dask_does_not_close_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    released = threading.Event()

    class Stubborn(contextlib.AsyncExitStack):
        async def identity(self) -> None:
            released.wait()

    monkeypatch.setattr(pool_module, "CONNECT_SECONDS", 0.1)
    monkeypatch.setattr(distributed, "rpc", lambda *_, **__: Stubborn())
    assert "nothing came within 0.1 seconds" in refusal_of("tcp://127.0.0.1:8786")
    released.set()
