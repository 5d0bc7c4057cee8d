"""How much memory a table may take, known before anything is loaded that would use it."""

from __future__ import annotations

from claimeven.errors import TableError

MIB = 1 << 20
LEAST_MIB = 1  # holds more entries than the exact keys of kernels/table.py need
MODEST_MIB = 64  # every machine has that; looking up its memory would take a tenth of a short command's time


def require_table(mib: int) -> None:
    """Raise TableError for a table below 1 MiB or above the memory that this machine has free."""
    if LEAST_MIB <= mib <= MODEST_MIB:
        return
    free = _free_mib()
    if not LEAST_MIB <= mib <= free:
        raise TableError(f"a table of {mib} MiB is not possible; here it can have {LEAST_MIB} to {free} MiB")


def _free_mib() -> int:
    """What the system calls available."""
    import psutil  # type: ignore[import-untyped]

    return int(psutil.virtual_memory().available) // MIB
