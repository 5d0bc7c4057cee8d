"""Measure how long the page takes to load over a slow connection, the first time and from the cache.

    python tools/measure_page.py [--latency 400] [--times 5]

Starts a server on a free port, and delays every answer in the browser by the given latency. Prints the
requests and bytes of one load, and the median times until the board is drawn and until the opponents are
listed, when everything on the page can be used.
"""

from __future__ import annotations

import argparse
from statistics import median
from typing import Any

from playwright.sync_api import Page

from draw_page_pictures import opened

# Records when the board is drawn, which is before the load event.
RECORD_BOARD_TIME = """
new MutationObserver((_, observer) => {
  if (!document.querySelector("svg.board .disc, svg.board .face")) return;
  observer.disconnect();
  requestAnimationFrame(() => { window.boardAt = performance.now(); });
}).observe(document, { childList: true, subtree: true });
"""
OPPONENTS = "performance.getEntriesByType('resource').find((file) => file.name.endsWith('/api/options'))"
FIGURES = f"""async () => {{
  while (!window.boardAt || !{OPPONENTS}?.responseEnd) await new Promise((wake) => setTimeout(wake, 20));
  const files = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  const sent = files.filter((file) => file.transferSize > 0);
  return {{
    requests: sent.length,
    bytes: sent.reduce((sum, file) => sum + file.transferSize, 0),
    board: window.boardAt,
    use: Math.max(window.boardAt, {OPPONENTS}.responseEnd),
  }};
}}"""


def load(page: Page, address: str) -> dict[str, Any]:
    """Load the page once and return the figures."""
    page.goto(address)
    figures: dict[str, Any] = page.evaluate(FIGURES)
    return figures


def main() -> None:
    """Load the page several times and print a line for each kind of load."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--latency", type=int, default=400, help="milliseconds before each answer")
    parser.add_argument("--times", type=int, default=5, help="number of measurements")
    options = parser.parse_args()
    loads: dict[str, list[dict[str, Any]]] = {"first load": [], "seen before": []}
    with opened() as (browser, address):
        for _ in range(options.times):
            context = browser.new_context()
            page = context.new_page()
            page.add_init_script(RECORD_BOARD_TIME)
            line = context.new_cdp_session(page)
            line.send("Network.enable")
            speed = {"latency": options.latency, "downloadThroughput": -1, "uploadThroughput": -1}
            line.send("Network.emulateNetworkConditions", {"offline": False, **speed})
            for kind in loads:
                loads[kind].append(load(page, f"{address}/"))
            context.close()
    print(f"{options.latency} ms latency, median of {options.times}")
    for kind, figures in loads.items():
        requests, size, board, use = (
            median(figure[name] for figure in figures) for name in ("requests", "bytes", "board", "use")
        )
        print(
            f"{kind:12} {requests:3.0f} requests {size / 1000:5.0f} kB  "
            f"board {board / 1000:.2f} s  in use {use / 1000:.2f} s"
        )


if __name__ == "__main__":
    main()
