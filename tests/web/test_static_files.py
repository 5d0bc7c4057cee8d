"""The files of the page, the headers of every answer, and who else may ask."""

from __future__ import annotations

import gzip
import re
import shutil
import zipfile
from pathlib import Path

import pytest

import claimeven.web
from claimeven.web import static_files
from claimeven.web.app import Settings
from claimeven.web.static_files import INDEX, TYPES, load_static_files
from clients import Client

STATIC = Path(claimeven.web.__file__).parent / "static"
DECLARATIONS = ".ts"  # types for a checker, which no browser needs
FILES = sorted(
    path.relative_to(STATIC).as_posix()
    for path in STATIC.rglob("*")
    if path.is_file() and path.suffix != DECLARATIONS
)


@pytest.fixture(scope="module")
def client() -> Client:
    return Client()


def test_every_file_is_served_unchanged_and_no_other() -> None:
    files = load_static_files()
    (version,) = {path.partition("/")[0] for path, file in files.items() if file.is_immutable}
    kept = [f"{version}/{name}" for name in ("icon.svg", "page.css", "page.js", "page.js.map")]
    assert {*FILES, "", *kept} == set(files)
    for name in FILES:
        if name != INDEX:
            content = (STATIC / name).read_bytes()
            assert files[name].plain == content
            assert gzip.decompress(files[name].gzipped) == content
            assert Path(name).suffix in TYPES, f"{name} has no known type"


def test_the_page_works_from_a_zip_file_and_beside_an_editors_lock_file(tmp_path: Path) -> None:
    texts = {name: (STATIC / name).read_text(encoding="utf-8") for name in FILES}
    folder = tmp_path / "static"
    shutil.copytree(STATIC, folder)
    archive = shutil.make_archive(str(tmp_path / "gzipped"), "zip", folder)
    assert static_files._read_texts(zipfile.Path(archive)) == texts
    (folder / "js" / ".#main.js").symlink_to("ann@machine.1234:1700000000")
    assert static_files._read_texts(folder) == texts


def test_the_one_sheet_and_the_one_script_hold_all_others() -> None:
    (sheet,) = (file for path, file in load_static_files().items() if path.endswith("/page.css"))
    named = re.findall(r'rel="stylesheet" href="/([^"]+)', (STATIC / INDEX).read_text(encoding="utf-8"))
    assert sorted(named) == [name for name in FILES if name.endswith(".css")]
    assert sheet.plain == b"\n".join((STATIC / name).read_bytes() for name in named)
    (script,) = (file for path, file in load_static_files().items() if path.endswith("/page.js"))
    joined = re.findall(rb"^const module_([\w$]+) = ", script.plain, re.MULTILINE)
    assert sorted(f"js/{name.decode().replace('$', '/')}.js" for name in joined) == [
        name for name in FILES if name.endswith(".js")
    ]


def test_the_page_names_all_its_files_in_a_folder_that_changes_with_them(client: Client) -> None:
    page = client.get("/").text
    files = load_static_files()
    named = set(re.findall(r'(?:href|src)="/([^"#]+)', page)) - {"api/options"}
    assert named == {path for path, file in files.items() if file.is_immutable and not path.endswith(".map")}
    for path in named:
        answer = client.get(f"/{path}")
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_files_are_sent_gzipped_to_clients_that_accept_it(client: Client) -> None:
    plain = client.get("/js/main.js", headers={"accept-encoding": "identity"})
    gzipped = client.get("/js/main.js", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert gzipped.headers["content-encoding"] == "gzip"
    assert int(gzipped.headers["content-length"]) < len(plain.content) / 2
    assert gzipped.content == plain.content == (STATIC / "js/main.js").read_bytes()
    assert gzipped.headers["etag"] != plain.headers["etag"]
    assert gzipped.headers["vary"] == plain.headers["vary"] == "accept-encoding"


def test_the_root_is_the_page_whatever_the_query(client: Client) -> None:
    answer = client.get("/?moves=4453&anything=1")
    assert answer.status_code == 200
    assert "<title>Claimeven</title>" in answer.text
    assert answer.content == load_static_files()[INDEX].plain
    assert answer.headers["content-type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith((".js", ".css", ".svg"))][:6])
def test_a_file_has_its_type_and_is_revalidated_by_its_etag(client: Client, name: str) -> None:
    answer = client.get(f"/{name}")
    assert answer.headers["content-type"] == TYPES[Path(name).suffix]
    assert answer.headers["cache-control"] == "no-cache"
    again = client.get(f"/{name}", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == answer.headers["etag"]
    other = client.get(f"/{name}", headers={"if-none-match": '"another"'})
    assert other.status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/../server.py",
        "/js/../../server.py",
        "/..%2fserver.py",
        "/%2e%2e/server.py",
        "/%2e%2e%2f%2e%2e%2fetc/passwd",
        "//etc/passwd",
        "/js",
        "/js/",
        "/static/index.html",
        "/index.html%00",
        "/" + "a" * 5000,
    ],
)
def test_no_path_leads_out_of_the_folder(client: Client, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.json()["error"]) == (404, "not_found")


@pytest.mark.parametrize("path", ["/", "/api/position", "/api/nothing", "/api/analyze/stream?line=false"])
def test_every_answer_has_the_security_headers(client: Client, path: str) -> None:
    headers = client.get(path).headers
    assert headers["content-security-policy"].startswith("default-src 'self';")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert "access-control-allow-origin" not in headers


def test_an_internal_error_has_the_same_headers(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("claimeven.web.queries.position_schema", None)
    answer = client.get("/api/position")
    assert answer.status_code == 500
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_another_origin_is_allowed_only_if_it_was_named() -> None:
    client = Client(Settings(workers=1, table_mib=1, seconds=20, cors="https://example.org"))
    friend = client.get("/api/position", headers={"origin": "https://example.org"})
    assert friend.headers["access-control-allow-origin"] == "https://example.org"
    stranger = client.get("/api/position", headers={"origin": "https://example.com"})
    assert "access-control-allow-origin" not in stranger.headers
    asked = {"origin": "https://example.org", "access-control-request-method": "POST"}
    before = client.request("OPTIONS", "/api/parse", headers=asked)
    assert (before.status_code, before.headers["access-control-allow-origin"]) == (200, "https://example.org")
