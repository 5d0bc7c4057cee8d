"""How much memory a table may take, known before anything is loaded that would use it."""

from __future__ import annotations

import os

from claimeven.errors import TableError

MIB = 1 << 20
LEAST_MIB = 1  # holds more entries than the exact keys of kernels/table.py need


def require_table(mib: int) -> None:
    """Raise TableError for a table below 1 MiB or above the memory that this machine has free."""
    free = _free_mib()
    if not LEAST_MIB <= mib <= free:
        raise TableError(f"a table of {mib} MiB is not possible; here it can have {LEAST_MIB} to {free} MiB")


def _free_mib() -> int:
    """What the system calls available, or all its memory if it does not say."""
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            fields = dict(line.split(":", 1) for line in lines)
        return int(fields["MemAvailable"].split()[0]) // 1024
    except (OSError, KeyError, ValueError):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // MIB
