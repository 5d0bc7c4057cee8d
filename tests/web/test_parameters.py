"""Parameters: what they read is what their schemas describe."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimeven.errors import Refused
from claimeven.web.parameters import Kind, Parameter, flag, integer, one_of, read_query, string

DEPTH = Parameter("depth", integer(1, 6), "", 4)
NAME = Parameter("name", one_of(("alice", "bill")), "", required=True)


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (string("[ab]*", 3, "ab"), "", ""),
        (string("[ab]*", 3, "ab"), "aba", "aba"),
        (one_of(("alice", "bill")), "bill", "bill"),
        (integer(0, 12), "12", 12),
        (flag(), "true", True),
        (flag(), "false", False),
    ],
)
def test_a_good_value_is_read(kind: Kind, text: str, value: object) -> None:
    assert kind.read(text) == value


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (string("[ab]*", 3, "ab"), "abab"),
        (string("[ab]*", 3, "ab"), "a\n"),
        (string("[ab]*", 3, "ab"), "ac"),
        (one_of(("alice", "bill")), "Bill"),
        (integer(1, 12), "0"),
        (integer(1, 12), "13"),
        (integer(1, 12), "-1"),
        (integer(1, 12), "1.0"),
        (integer(1, 12), "٣"),
        (integer(1, 12), "9" * 5000),
        (integer(1, 12), ""),
        (flag(), "True"),
        (flag(), "1"),
    ],
)
def test_a_bad_value_is_refused_in_one_short_line(kind: Kind, text: str) -> None:
    with pytest.raises(Refused, match=r"^name: .{1,160}$"):
        read_query([("name", text)], [Parameter("name", kind, "")])


@given(st.integers())
def test_a_number_is_read_where_its_schema_allows_it(number: int) -> None:
    kind = integer(1, 12)
    schema = kind.schema
    if schema["minimum"] <= number <= schema["maximum"]:
        assert kind.read(str(number)) == number
    else:
        with pytest.raises(Refused, match="whole number"):
            read_query([("number", str(number))], [Parameter("number", kind, "")])


def test_what_is_not_given_has_its_default() -> None:
    assert read_query([("name", "bill")], (DEPTH, NAME)) == {"depth": 4, "name": "bill"}


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ([], "name: missing"),
        ([("name", "bill"), ("name", "alice")], "name: given twice; expected once"),
        ([("name", "bob")], "name: 'bob' is not known; expected alice, bill"),
        ([("name", "bill"), ("dept", "1")], "'dept': there is no such parameter; expected depth, name"),
    ],
)
def test_a_bad_query_is_refused(pairs: list[tuple[str, str]], message: str) -> None:
    with pytest.raises(Refused) as caught:
        read_query(pairs, (DEPTH, NAME))
    assert (caught.value.status, caught.value.error, str(caught.value)) == (400, "bad_parameter", message)


def test_unknown_parameters_can_be_ignored() -> None:
    assert read_query([("_", "1")], (DEPTH,), ignore_unknown=True) == {"depth": 4}
