"""A round's file of an older console says the same as the entries in its proof, or the place that differs is
named.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.base.words import Words
from console.supervisor.records.accounts import round_file
from console.supervisor.records.accounts.lookup import find_round
from console.supervisor.records.accounts.round_check import differing
from console.supervisor.records.documents.proof_verdict import proof_verdict
from console.supervisor.records.documents.record_words import RecordFormatter
from console.table.journal.proof.inclusion import proof_file
from console.table.journal.reader import review
from tests.base.words.catalogues import words
from tests.journals_of.__main__ import HERE
from tests.supervisor.records.accounts.test_round_file import sealed_journal
from tests.supervisor.records.exported import exported as json_of
from tests.table.core.tables import card_frame, device
from tests.table.played import CLOSED, FELL, OPEN, ROUND, say

PROVEN = ("first", "last", "sealed", "unproven", "presses", "remarks", "readings", "prompts")
"""The fields that the entries alone say, each value of them."""


def exported(path: Path, round_: str, out: Path) -> Path:
    """A round's file as consoles up to 0.3 wrote it: its proof holds its own entries alone."""
    parsed = msgspec.json.decode(json_of(find_round(path, round_), RecordFormatter(words("en"))))
    del parsed["proof"]["context"], parsed["made"]
    out.write_bytes(msgspec.json.encode(parsed))
    return out


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("round")
    lines = (*FELL[:3], say("the card fell"), *FELL[3:], *ROUND, *ROUND)
    return exported(sealed_journal(folder / "J.db", folder / "keys", *lines), "T7-1", folder / "round.json")


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to each value, with what holds several."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inside:
        if key not in ("asked", "lines"):  # these rest on what came before
            yield (*path, key)
            yield from leaves(each, (*path, key))


def changed(parsed: dict[str, Any], path: tuple[Any, ...], how: str) -> dict[str, Any]:
    """The same with the value at a path changed, taken away or, in a list, there twice."""
    other = deepcopy(parsed)
    inside: Any = other
    for key in path[:-1]:
        inside = inside[key]
    if how == "changed":
        inside[path[-1]] = ["another", inside[path[-1]]]
    elif how == "doubled" and isinstance(inside, list):
        inside.insert(path[-1], deepcopy(inside[path[-1]]))
    elif how == "doubled":
        inside[f"{path[-1]}_more"] = inside[path[-1]]
    else:
        del inside[path[-1]]
    return other


@given(st.data())
def test_any_value_that_entries_say_is_missed_where_it_is_another(sound: Path, data: st.DataObject) -> None:
    parsed = msgspec.json.decode(sound.read_bytes())
    proven = [path for path in leaves(parsed) if path[0] in PROVEN and len(path) > 1]
    path = data.draw(st.sampled_from(proven))
    how = data.draw(st.sampled_from(["changed", "taken away", "doubled"]))
    inside: Any = parsed
    for key in path:
        inside = inside[key]
    if how == "taken away" and (inside is None or path[-1] == "seen_ms"):
        return  # a file of an older console has none of it
    found = differing(changed(parsed, path, how), proof_file(sound))
    assert found is not None and found.startswith(str(path[0]))


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        (("first",), 2, "first"),
        (("last",), 2, "last"),
        (("sealed",), True, "sealed"),
        (("origin", "table"), "T8", "origin.table"),
        (("origin", "rules"), "sv", "origin.rules"),
        (("where", "round"), "T7-9", "where.round"),
        (("times", "ended"), "2026-11-20T00:00:00Z", "times.ended"),
        (("dealt", 0, "face"), "9C", "dealt.0.face"),
        (("dealt", 0, "entry"), 1, "dealt.0.entry"),
        (("presses", 0, "by"), "D9", "presses.0.by"),
        (("remarks", 0, "text"), "nothing fell", "remarks.0.text"),
        (("readings", 0, "said", 0, "card"), "9C", "readings.0.said"),
    ],
)
def test_the_place_is_named(
    sound: Path, tmp_path: Path, path: tuple[Any, ...], value: Any, place: str, capsys: Any
) -> None:
    parsed = msgspec.json.decode(sound.read_bytes())
    inside = parsed
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    other = tmp_path / "other.json"
    other.write_bytes(msgspec.json.encode(parsed))
    capsys.readouterr()
    assert proof_verdict(other, "en") == 1
    assert capsys.readouterr().out == Words("en").text("journal.proof.told", file=other, place=place) + "\n"


def test_a_rounds_file_without_an_account_is_never_good(sound: Path, capsys: Any) -> None:
    assert proof_verdict(sound, "en") == 1
    first, second = capsys.readouterr().out.splitlines()[:2]
    assert first == Words("en").text("journal.proof.rest", file=sound)
    proven = len(proof_file(sound).entries)
    assert second.startswith(f"{sound}: {proven} entries are proved")


def test_an_older_file_is_checked_without_the_fields_that_it_lacks(sound: Path) -> None:
    parsed = msgspec.json.decode(sound.read_bytes())
    for name in ("answers", "spins", "worksheets"):
        parsed.pop(name, None)
    for press in parsed["presses"]:
        press.pop("seen_ms", None)
    assert differing(parsed, proof_file(sound)) is None


def test_an_older_file_that_lists_a_prompt_of_no_view_agrees_with_its_entries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = card_frame("1", "player", 1, "9H") + card_frame("2", "banker", 1, "2S")
    lines = (OPEN, CLOSED, device(both), *ROUND[4:])
    path = sealed_journal(tmp_path / "J.db", tmp_path / "keys", *lines)
    file, dealt = exported(path, "T7-1", tmp_path / "now.json"), [["deal", "player"], ["deal", "player"]]
    monkeypatch.setattr(round_file, "shown", lambda moments: moments)
    older = exported(path, "T7-1", tmp_path / "older.json")
    for each in (file, older):
        parsed = msgspec.json.decode(each.read_bytes())
        asked = [[prompt["action"], prompt["hand"]] for prompt in parsed["prompts"]]
        assert asked[1:3] == dealt, each
        assert differing(parsed, proof_file(each)) is None
        dealt = [["deal", "player"], ["deal", "banker"]]


@pytest.mark.sweep(1)
@pytest.mark.parametrize("packed", sorted(HERE.glob("*/*.journal.gz")), ids=lambda each: each.stem)
def test_the_round_files_of_kept_journals_match_their_entries(packed: Path, tmp_path: Path) -> None:
    path = tmp_path / "J.journal"
    path.write_bytes(gzip.decompress(packed.read_bytes()))
    with review(path) as journal:
        rounds = list(dict.fromkeys(each.round for each in journal.entries(0) if each.round))
    checked = 0
    for round_ in rounds[:6]:
        file = find_round(path, round_)
        if file.proof is not None:
            parsed = msgspec.json.decode(exported(path, round_, tmp_path / f"{round_}.json").read_bytes())
            assert differing(parsed, file.proof) is None
            checked += 1
    assert checked
