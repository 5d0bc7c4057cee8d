"""A server that stops, freezes and comes back while a page is open."""

from __future__ import annotations

import signal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from browsers import running
from commands import CLAIMEVEN
from pages import NewPage, Watch, choose_opponent, drop, expect_headline, expect_moves

pytestmark = pytest.mark.compiled
SENT = """performance.getEntriesByType("resource")
  .filter((file) => file.transferSize > 0).map((file) => file.name)"""
GONE = "The server is not responding."


def test_the_page_recovers_when_the_server_is_back(new_page: NewPage, watch: Watch) -> None:
    watch.allowed.append("ERR_CONNECTION_")
    with running(CLAIMEVEN) as (_, address):
        page = new_page(address=address)
        choose_opponent(page, "learner")
        drop(page, 4)
        expect_moves(page, 2)
    drop(page, 4)
    expect(page.locator("#error-message")).to_contain_text(GONE)
    expect_headline(page, "No reply from the computer")
    with running(CLAIMEVEN, port=urlsplit(address).port or 0):
        expect_moves(page, 4)
        expect(page.locator("#error")).to_be_hidden()
        page.close()  # a server that ends refuses what it is still asked


def test_a_frozen_server_is_reported_and_answers_when_it_resumes(new_page: NewPage) -> None:
    with running(CLAIMEVEN) as (process, address):
        page = new_page("/?moves=44444432223353567", address=address)
        expect_moves(page, 17)
        process.send_signal(signal.SIGSTOP)
        try:
            page.click("#tab-analysis")
            expect(page.locator("#error-message")).to_contain_text(GONE)
            expect(page.locator("#verdict")).to_have_text("Not known.")
        finally:
            process.send_signal(signal.SIGCONT)
        expect(page.locator("#verdict")).to_contain_text("With best play ")
        expect(page.locator("#error")).to_be_hidden()
        page.close()  # why the position is so may still be asked


def test_an_error_covers_no_tab_of_a_phone_and_can_be_hidden(new_page: NewPage, watch: Watch) -> None:
    watch.allowed.append("ERR_CONNECTION_REFUSED")
    page = new_page(width=390, height=844)
    choose_opponent(page, "learner")
    page.route("**/api/move*", lambda route: route.abort("connectionrefused"))
    drop(page, 4)
    trouble = page.locator("#error")
    expect(trouble).to_be_visible()
    for tab in ("play", "analysis", "review", "position", "tree"):
        page.locator(f"#tab-{tab}").click(trial=True)
    page.click("#dismiss")
    expect(trouble).to_be_hidden()
    expect(page.locator("#headline")).to_be_focused()
    with page.expect_event("requestfailed"):
        pass  # it is asked again, and that changes nothing
    expect(trouble).to_be_hidden()


def test_a_first_load_requests_few_files_and_the_opponents_once(new_page: NewPage) -> None:
    page = new_page()
    choose_opponent(page, "learner")
    sent = [name.rpartition("/")[2] for name in page.evaluate(SENT)]
    assert sorted(set(sent) - {"icon.svg", "icon.svg#mark"}) == ["options", "page.css", "page.js"]
    assert sent.count("options") == 1


def test_a_second_visit_requests_no_file_again(new_page: NewPage) -> None:
    page = new_page()
    expect_headline(page, "Your turn")
    assert any("/page.js" in name for name in page.evaluate(SENT))
    page.reload()
    expect_headline(page, "Your turn")
    assert [name for name in page.evaluate(SENT) if "/api/" not in name] == []
