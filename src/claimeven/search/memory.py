"""How much memory a table may take, known before anything is loaded that would use it."""

from __future__ import annotations

from claimeven.errors import TableError

MIB = 1 << 20
LEAST_MIB = 1  # holds more entries than the exact keys of kernels/table.py need


def require_table(mib: int) -> None:
    """Raise TableError for a table below 1 MiB or above the memory that this machine has free."""
    free = _free_mib()
    if not LEAST_MIB <= mib <= free:
        raise TableError(f"a table of {mib} MiB is not possible; here it can have {LEAST_MIB} to {free} MiB")


def _free_mib() -> int:
    """What the system calls available."""
    import psutil  # type: ignore[import-untyped]  # 12 ms the first time; asking then takes 0.1 ms

    return int(psutil.virtual_memory().available) // MIB
