"""Several clients at once, in one event loop: a full queue, and answers beside it."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from claimeven.web.app import Settings, new_app

HARD = ("/api/analyze?moves=12&size=8x7", "/api/analyze?moves=11&size=8x7")


@pytest.mark.compiled
def test_a_full_queue_is_503_with_retry_after_and_the_book_still_answers() -> None:
    async def scenario() -> None:
        app = new_app(Settings(workers=1, queue=0, table_mib=1, seconds=60))
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            first = asyncio.create_task(client.get(HARD[0]))
            while not app.state.searches.running:
                await asyncio.sleep(0.001)
            for form in ("analyze", "analyze/stream", "explain"):
                path = HARD[1].replace("analyze", form)
                refused = await client.get(path)
                assert (refused.status_code, refused.json()["error"]) == (503, "busy")
                assert 1 <= int(refused.headers["retry-after"]) <= 60
            assert (await client.get("/solve?pos=4")).status_code == 200
            assert (await client.get("/api/health")).json()["searches"]["refused"] == 3
            await app.state.searches.close()
            stopped = await first
            assert (stopped.status_code, stopped.json()["error"]) == (503, "stopping")
            assert (await client.get(HARD[1])).json()["error"] == "stopping"

    asyncio.run(asyncio.wait_for(scenario(), 60))
