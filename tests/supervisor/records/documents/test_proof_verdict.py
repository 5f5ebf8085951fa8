"""A round's file is made again from its proof, without the journal, so that any change in it is noticed."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from console import __version__
from console.base.words import LANGUAGES, Words
from console.supervisor.records.accounts.lookup import find_round
from console.supervisor.records.accounts.round_check import ReconstructedRound, reconstruct
from console.supervisor.records.accounts.round_file import RoundFile
from console.supervisor.records.documents import proof_verdict as verdicts
from console.supervisor.records.documents.export import as_json
from console.supervisor.records.documents.proof_verdict import Unproven, compare_file, proof_verdict
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.records.documents.round_settings import LONGEST_NAME, WordSettings
from console.table.config import Video
from console.table.core import AmendmentRequest, NoteKind, SetClock
from console.table.core.running import table_journal
from console.table.custody import open_session
from console.table.custody.verdict import ExpectedTable
from console.table.journal import Identity, inclusion, open_journal, review
from console.table.journal.proof import tree
from console.table.journal.proof.seals import seal
from console.table.people.person import NAME_MOST
from tests.base.words.catalogues import words
from tests.journals_of.__main__ import HERE
from tests.supervisor.records.accounts.test_blackjack_records import DEALT, STAND
from tests.supervisor.records.accounts.test_roulette_records import WRONG
from tests.supervisor.records.exported import exported
from tests.sweep import by_turns
from tests.table.core.tables import Seen, book
from tests.table.journal.sealing import key_in
from tests.table.played import DONE_D, DONE_P, FELL, ROUND, START, TICK, card, incident, say, session_at, take

NAMES = {"D1": "Aistė <Žukauskaitė>", "P1": "Þóra", "S1": "Ueno 上野"}
VIDEO = Video("https://video.example/{camera}?at={time}", "T7", "above")
SIDE: Seen = {
    "do": "settle",
    "by": "P1",
    "bets": [
        {"on": "main", "seat": 1, "hand": 1, "stake": 500},
        {"on": "perfect_pairs", "seat": 1, "hand": 1, "stake": 100},
    ],
}
"""A hand's bet and a side bet (LT-BJ-11)."""
PLAYED = (*STAND, DONE_D, card("TC"), DONE_D, DONE_D)
HANDS = (*DEALT, *PLAYED)
STORIES: Mapping[str, tuple[str, tuple[Seen, ...], str]] = {
    "baccarat, a void": ("baccarat", (*ROUND, *FELL, say("see T7-i1 again", "P1"), *ROUND, *ROUND), "T7-2"),
    "blackjack, decisions and a side bet": (
        "blackjack",
        (*DEALT, SIDE, incident("cards_cleared_early", "P1"), DONE_P, *PLAYED, *HANDS),
        "T7-1",
    ),
    "roulette, a wrong number": ("roulette", WRONG, "T7-1"),
}


def file_of(journal: Path, subject: str, out: Path, lang: str = "en", zone: Any = UTC) -> Path:
    formatter = RecordFormatter(words(lang), names=NAMES, zone=zone, videos={"T7": VIDEO})
    out.write_bytes(exported(find_round(journal, subject), formatter, NAMES))
    return out


def sealed(
    path: Path,
    game: str,
    lines: tuple[Seen, ...],
    kept_every: int = 1_000,
    wrong: int = 5,
    rules: str = "lt",
) -> Path:
    """A journal of these lines, two of which were corrected afterwards, and its seal."""
    clock, identity = SetClock(START), Identity("T7", game, rules)
    with ExitStack() as stack, patch.object(table_journal, "CHECKPOINT_EVERY", kept_every):
        opened = open_session(path, identity, book(rules), clock, stack, is_ready=True)
        for line in lines:
            clock.advance(TICK)
            view = opened.session.take(msgspec.json.encode(line))
            assert view.accepted, (line, view.refused)
        after = AmendmentRequest(
            entry=2,
            what="remark",
            before="as it was",
            after="as it is",
            by="S1",
            authorised_by="S2",
            why="heard again",
        )
        for entry in (wrong, wrong + 10):
            assert opened.session.correct_entry(replace(after, entry=entry)).accepted
        seal(opened.journal, key_in(path.parent / "keys"), clock)
    return path


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder, made = tmp_path_factory.mktemp("told"), {}
    for number, (name, (game, lines, round_)) in enumerate(STORIES.items()):
        journal = sealed(folder / f"{number}.db", game, lines)
        made[name] = file_of(journal, round_, folder / f"{number}.json")
        journal.unlink()
    return made


@pytest.mark.parametrize("name", STORIES)
def test_a_good_file_is_good_without_its_journal(files: dict[str, Path], name: str, capsys: Any) -> None:
    assert proof_verdict(files[name], "en") == 0
    output = capsys.readouterr().out
    assert Words("en").text("journal.proof.retold", rules="lt") in output
    assert Words("en").text("journal.proof.retold.beginning", entry=0) in output


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to each value, and to what holds several."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inside:
        yield (*path, key)
        yield from leaves(each, (*path, key))


def fields(parsed: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Each field of the file, once: in a list it is the last row that has it."""
    ends = dict[tuple[Any, ...], list[tuple[Any, ...]]]()
    for path in leaves({key: value for key, value in parsed.items() if key != "proof"}):
        ends.setdefault(tuple("*" if isinstance(key, int) else key for key in path), []).append(path)
    return [found[-1] for found in ends.values()]


def value_at(parsed: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        parsed = parsed[key]
    return parsed


def another(value: Any) -> Any:
    """Another value of the same type, where there is one: what a forger would write."""
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case str():
            return f"{value[:-1]}{'2' if value.endswith('1') else '1'}" if value else "x"
        case None:
            return "D9"
        case list():
            return value[:-1] if value else ["x"]
        case _:
            return None


def changed(written: bytes, path: tuple[Any, ...], how: str) -> dict[str, Any]:
    other: dict[str, Any] = msgspec.json.decode(written)
    inside = value_at(other, path[:-1])
    match how:
        case "changed":
            inside[path[-1]] = another(inside[path[-1]])
        case "taken away":
            del inside[path[-1]]
        case _ if isinstance(inside, list):
            inside.insert(path[-1], deepcopy(inside[path[-1]]))
        case _:
            inside[f"{path[-1]}_more"] = inside[path[-1]]
    return other


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("name", "how"), by_turns([*STORIES], ["changed", "taken away", "doubled"]))
def test_a_single_changed_field_of_a_rounds_file_is_found(
    files: dict[str, Path], tmp_path: Path, name: str, how: str
) -> None:
    written, proof = files[name].read_bytes(), inclusion.proof_file(files[name])
    parsed = msgspec.json.decode(written)
    again = reconstruct(parsed["subject"], proof)  # the proof is not what is changed here
    every, missed = fields(parsed), list[str]()
    subjects = {parsed["subject"]: again}

    def made_again(subject: str, _: inclusion.Inclusion) -> ReconstructedRound:
        if subject not in subjects:
            subjects[subject] = reconstruct(subject, proof)
        return subjects[subject]

    known = dict[tuple[int, bytes], bytes]()

    def written_again(file: RoundFile, *made: Any) -> bytes:
        """The text of a file, made once: it depends on nothing but the file and how it was made."""
        of = id(file), msgspec.json.encode(made)
        if of not in known:
            known[of] = in_words(file, *made)
        return known[of]

    in_words = verdicts.rewritten_file
    with (
        patch.object(verdicts, "reconstruct", made_again),
        patch.object(verdicts, "rewritten_file", written_again),
    ):
        for path in every:
            other = tmp_path / "other.json"
            other.write_bytes(msgspec.json.encode(changed(written, path, how)))
            found = compare_file(other, proof)
            if found is None or found.place in (None, "JSON"):
                missed.append(".".join(map(str, path)))
    assert missed == []
    assert {path[0] for path in every} == parsed.keys() - {"proof"} and len(every) > 200


def test_the_stories_hold_what_they_are_named_after(files: dict[str, Path]) -> None:
    parsed = {name: msgspec.json.decode(path.read_bytes()) for name, path in files.items()}
    void, hands, wheel = parsed.values()
    assert (void["status"], void["records"][0]["outcome"]) == ("void", "void")
    assert [each["text"] for each in void["records"][0]["remarks"]][-1] == "see T7-i1 again"
    assert hands["records"] and hands["worksheets"][0]["worksheet"]["bets"][1]["on"] == "perfect_pairs"
    assert [each["choice"] for each in hands["answers"]] == ["stand", "stand"] or hands["presses"]
    assert wheel["records"][0]["kind"] == "wrong_number_recorded"
    assert len(wheel["records"][0]["worksheets"]) == 3
    assert all(each["amended"] for each in parsed.values())


def test_of_a_file_of_a_console_before_1_2_only_the_entries_are_proven(
    files: dict[str, Path], tmp_path: Path, capsys: Any
) -> None:
    other, parsed = tmp_path / "other.json", msgspec.json.decode(next(iter(files.values())).read_bytes())
    for version, is_older in (("0.3.0", True), ("1.0.0", True), ("1.1.0", True), ("1.2.0", False)):
        other.write_bytes(msgspec.json.encode(parsed | {"made": parsed["made"] | {"version": version}}))
        assert proof_verdict(other, "en") == 1, "a file that names another version is never whole"
        older = Words("en").text("journal.proof.older", file=other)
        assert (older in capsys.readouterr().out) is is_older, version


def test_the_place_is_named_and_a_key_that_is_there_twice_is_found(
    files: dict[str, Path], tmp_path: Path, capsys: Any
) -> None:
    sound = next(iter(files.values()))
    parsed = msgspec.json.decode(sound.read_bytes())
    other = tmp_path / "other.json"
    for path, value, place in (
        (("people", 0, "since"), "2026-11-20T00:00:00Z", "people.0.since"),
        (("records", 0, "authorised", "by"), "P9", "records.0.authorised.by"),
        (("records", 0, "proof", "chain"), "00" * 32, "records.0.proof.chain"),
        (("result", "bets"), "open", "result.bets"),
        (("people_named", "D1"), "Somebody else", "text.parts.2.rows.0.0"),
        (("text", "parts", 0, "rows", 0, 1), "09:00", "text.parts.0.rows.0.1"),
    ):
        forged = deepcopy(parsed)
        value_at(forged, path[:-1])[path[-1]] = value
        other.write_bytes(msgspec.json.encode(forged))
        assert proof_verdict(other, "en") == 1
        assert Words("en").text("journal.proof.told", file=other, place=place) in capsys.readouterr().out
    twice = sound.read_bytes().replace(b'"status": "void"', b'"status": "finished",\n  "status": "void"', 1)
    other.write_bytes(twice)
    found = compare_file(other, inclusion.proof_file(other))
    assert found is not None and (found.place, found.unproven) == ("JSON", None)


@pytest.mark.parametrize(
    "address",
    ["https://v.example/{", "https://v.example/{0}", "https://v.example/{camera.upper}", "javascript:{time}"],
)
def test_no_address_is_put_together_that_no_configuration_has(
    files: dict[str, Path], tmp_path: Path, address: str
) -> None:
    parsed = msgspec.json.decode(next(iter(files.values())).read_bytes())
    parsed["made"]["video"]["address"] = address
    other = tmp_path / "other.json"
    other.write_bytes(msgspec.json.encode(parsed))
    assert compare_file(other, inclusion.proof_file(other)) == verdicts.Comparison("made.video.address")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("lead_in", 1e300),
        ("offsets", [["2026-11-20T09:00:00Z", 90_000]]),
        ("offsets", []),
        ("at", "now"),
        ("at", "2026-11-20T12:00:00"),
    ],
)
def test_how_it_was_made_is_possible_or_found(
    files: dict[str, Path], tmp_path: Path, field: str, value: Any
) -> None:
    parsed = msgspec.json.decode(next(iter(files.values())).read_bytes())
    parsed["made"][field] = value
    other = tmp_path / "other.json"
    other.write_bytes(msgspec.json.encode(parsed))
    found = compare_file(other, inclusion.proof_file(other))
    assert found is not None and found.place is not None and found.place.startswith("made")


LATER, BACK = ["2026-11-20T09:00:30Z", 3600], ["2026-11-20T09:00:34Z", 0]


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("made.offsets", [["2026-11-20T09:00:18Z", 0], LATER, BACK]),
        ("made.offsets", [["2026-11-20T09:00:18Z", 0], LATER]),
        ("made.offsets", [["2026-11-20T09:00:18Z", 7259]]),
        ("made.offsets", [["2026-11-20T09:00:18Z", 15 * 3600]]),
        ("made.version", "0.4.0, checked by the authority"),
        ("made.lead_in", -86_400.0),
        ("people_named.P1", "Astrid. On the video the card was the nine of hearts"),
        ("people_named.D1", "E" * (NAME_MOST + 1)),
    ],
)
def test_no_word_of_a_file_goes_by_settings_that_no_console_has_had(
    files: dict[str, Path], tmp_path: Path, place: str, value: Any
) -> None:
    """The whole file is made by the forged settings, so that each of its words fits them: a press an hour
    later than it was, or a sentence in place of a name.
    """
    sound = files["baccarat, a void"]
    parsed, proof = msgspec.json.decode(sound.read_bytes()), inclusion.proof_file(sound)
    part, field = place.split(".")
    parsed[part][field] = value
    assert LONGEST_NAME == NAME_MOST, "a name that a list of people takes is one here"
    settings = msgspec.convert(parsed["made"], WordSettings)
    again = reconstruct(parsed["subject"], proof).file
    other = tmp_path / "other.json"
    other.write_bytes(verdicts.rewritten_file(again, settings, parsed["people_named"], "en"))
    assert compare_file(other, proof) == verdicts.Comparison(place)


@pytest.mark.sweep
def test_a_rounds_file_in_another_zone_and_language_verifies(tmp_path: Path) -> None:
    journal = sealed(tmp_path / "J.db", "baccarat", STORIES["baccarat, a void"][1])
    for lang in LANGUAGES:
        path = file_of(journal, "T7-i1", tmp_path / f"{lang}.json", lang, ZoneInfo("Asia/Tokyo"))
        assert compare_file(path, inclusion.proof_file(path)) == verdicts.Comparison()


@pytest.mark.parametrize(("hour", "minute"), [(0, 59), (0, 15), (1, 15)])
def test_a_rounds_file_across_the_end_of_summer_time_verifies(tmp_path: Path, hour: int, minute: int) -> None:
    """It ends at 1 UTC: the file gives the times before and after it as the clocks showed them, and of the
    hour that comes twice with their offset.
    """
    begun = datetime(2026, 10, 25, hour, minute, 40, tzinfo=UTC)
    zone = ZoneInfo("Europe/Berlin")
    with patch(f"{__name__}.START", begun):
        journal = sealed(tmp_path / "J.db", "baccarat", STORIES["baccarat, a void"][1])
    path = file_of(journal, "T7-2", tmp_path / "J.json", "de", zone)
    made = msgspec.json.decode(path.read_bytes())["made"]
    assert [ahead for _, ahead in made["offsets"]] == [7200, 3600]
    assert compare_file(path, inclusion.proof_file(path)) == verdicts.Comparison()


@pytest.fixture(scope="module")
def late(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a round far into a shift."""
    folder = tmp_path_factory.mktemp("late")
    rounds = (*ROUND, *(say(f"no. {number}") for number in range(640)), *FELL, *ROUND * 4)
    journal = sealed(folder / "J.db", "baccarat", rounds, 100, 650)
    return file_of(journal, "T7-2", folder / "late.json")


def with_context(
    path: Path, out: Path, change: Callable[[inclusion.Context], inclusion.Context | None]
) -> Path:
    parsed = msgspec.json.decode(path.read_bytes())
    proof = inclusion.proof_file(path)
    assert proof.context is not None
    parsed["proof"] = msgspec.to_builtins(replace(proof, context=change(proof.context)))
    out.write_bytes(msgspec.json.format(msgspec.json.encode(parsed), indent=2) + b"\n")
    return out


def test_a_late_rounds_file_begins_with_a_state_that_the_chain_holds_well_before_it(
    late: Path, capsys: Any
) -> None:
    proof, parsed = inclusion.proof_file(late), msgspec.json.decode(late.read_bytes())
    assert proof.context is not None and 0 < proof.context.begin <= parsed["first"] - 500
    assert proof_verdict(late, "en") == 0
    output = capsys.readouterr().out
    assert Words("en").text("journal.proof.retold.state", entry=proof.context.begin) in output


def entries(context: inclusion.Context, cut: slice) -> bytes:
    kept = msgspec.msgpack.decode(zlib.decompress(context.entries), type=list[bytes])[cut]
    return zlib.compress(msgspec.msgpack.encode(kept))


FORGED: Mapping[str, Callable[[inclusion.Context], inclusion.Context]] = {
    "another state": lambda was: replace(was, state=(was.state or b"").replace(b"P1", b"P9")),
    "no state": lambda was: replace(was, state=None),
    "a state said to be of the beginning": lambda was: replace(was, begin=0),
    "a state said to be of another entry": lambda was: replace(was, begin=was.begin + 1, first=was.first + 1),
    "another casino's heading": lambda was: replace(was, heading=replace(was.heading, created="2026")),
    "an entry less at its end": lambda was: replace(was, entries=entries(was, slice(0, -1))),
    "an entry less at its beginning": lambda was: replace(was, entries=entries(was, slice(1, None))),
    "none": lambda was: replace(was, entries=entries(was, slice(0, 0))),
    "no entries' bytes": lambda was: replace(was, entries=b"\x78"),
    "a path less": lambda was: replace(was, path=was.path[:-1]),
    "a path more": lambda was: replace(was, path=(*was.path, bytes(32))),
    "another chain": lambda was: replace(was, chain=bytes(32)),
    "no chain": lambda was: replace(was, chain=b"", digests=b""),
    "a digest less": lambda was: replace(was, digests=was.digests[32:]),
    "another digest": lambda was: replace(was, digests=was.digests[:-1] + b"\0"),
    "nothing that came later": lambda was: replace(was, later=()),
    "what came later twice": lambda was: replace(was, later=was.later * 2),
}


@pytest.mark.sweep(6)
@pytest.mark.parametrize("how", FORGED)
def test_a_forged_context_of_a_rounds_file_is_found(late: Path, tmp_path: Path, how: str) -> None:
    forged = with_context(late, tmp_path / "forged.json", FORGED[how])
    found = compare_file(forged, inclusion.proof_file(forged))
    assert found is not None and found.place is not None
    assert proof_verdict(forged, "en") == 1


def test_a_context_without_the_entries_before_or_after_is_refused(late: Path, tmp_path: Path) -> None:
    """Each part of it is sealed, and it is still too little: an incident about the round could be missing."""
    parsed = msgspec.json.decode(late.read_bytes())
    proof = inclusion.proof_file(late)
    assert proof.context is not None and proof.seal.content is not None
    size, context = proof.seal.content.entries, proof.context
    rows = msgspec.msgpack.decode(zlib.decompress(context.entries), type=list[bytes])
    end = parsed["last"] - context.first + 1

    assert end < len(rows) and size > parsed["last"]
    short = with_context(
        late, tmp_path / "short.json", lambda was: replace(was, entries=entries(was, slice(0, end)))
    )
    found = compare_file(short, inclusion.proof_file(short))
    assert found == verdicts.Comparison("proof.context")


def test_a_file_without_a_context_counts_as_an_older_one(late: Path, tmp_path: Path, capsys: Any) -> None:
    bare = with_context(late, tmp_path / "bare.json", lambda _: None)
    assert proof_verdict(bare, "en") == 1
    assert capsys.readouterr().out.startswith(Words("en").text("journal.proof.rest", file=bare))


def test_words_of_another_version_are_reported_as_not_compared(late: Path, tmp_path: Path) -> None:
    parsed = msgspec.json.decode(late.read_bytes())
    parsed["made"]["version"] = "9.9.8"
    parsed["text"]["footer"].append("Dealer's console 9.9.8")
    other = tmp_path / "other.json"
    other.write_bytes(as_json(parsed))
    assert proof_verdict(other, "en") == 1
    assert compare_file(other, inclusion.proof_file(other)) == verdicts.Comparison(None, Unproven.WORDS)
    parsed["people"][0]["who"] = "D9"
    other.write_bytes(as_json(parsed))
    assert compare_file(other, inclusion.proof_file(other)) == verdicts.Comparison("people.0.who")


@pytest.mark.sweep
@pytest.mark.parametrize("words", ["as this version has them", "other words"])
def test_a_version_that_a_file_claims_excuses_nothing_but_its_words(
    late: Path, tmp_path: Path, words: str
) -> None:
    """The claim is worth nothing: a forger can write another version into the file."""
    parsed = msgspec.json.decode(late.read_bytes())
    parsed["made"]["version"] = "9.9.9"
    footer = parsed["text"]["footer"]
    parsed["text"]["footer"] = [each.replace(__version__, "9.9.9") for each in footer]
    if words == "other words":
        parsed["text"]["footer"].append("Printed again")
    claimed = as_json(parsed)
    other = tmp_path / "other.json"
    other.write_bytes(claimed)
    doubt = Unproven.WORDS if words == "other words" else None
    assert compare_file(other, inclusion.proof_file(other)) == verdicts.Comparison(None, doubt)
    other.write_bytes(claimed.replace(b'"result": {', b'"result": {"winner": "player"},\n  "result": {', 1))
    found = compare_file(other, inclusion.proof_file(other))
    assert found is not None and (found.place, found.unproven) == ("JSON", None)
    for part in parsed.keys() - {"proof", "subject", "made", "people_named", "text"}:
        other.write_bytes(as_json({name: value for name, value in parsed.items() if name != part}))
        assert compare_file(other, inclusion.proof_file(other)) == verdicts.Comparison(part)


def test_the_file_of_a_finished_round_holds_no_card_that_may_still_come(tmp_path: Path) -> None:
    """BJ-1.1-hole: the file of a finished round holds later entries, and not the next one's hole card."""
    journal = tmp_path / "J.db"
    sealed(journal, "blackjack", (*HANDS, *DEALT))
    file = find_round(journal, "T7-1")
    assert (file.sealed, file.proof, file.unproven) == (False, None, "card_may_come")


def test_a_file_that_had_no_proof_yet_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """If the message said that it is no round's file, a supervisor would look for another one."""
    sealed(tmp_path / "J.db", "blackjack", (*HANDS, *DEALT))
    path = file_of(tmp_path / "J.db", "T7-1", tmp_path / "J.json", "en")
    file = find_round(tmp_path / "J.db", "T7-1")
    why = Words("en").text("round.file.unproven.card_may_come", first=file.first, last=file.last)
    assert proof_verdict(path, "en") == 2
    assert capsys.readouterr().err == f"{path}: {why}\n"
    parsed = msgspec.json.decode(path.read_bytes())
    path.write_bytes(as_json({**parsed, "unproven": "lost"}))
    assert proof_verdict(path, "en") == 2
    assert capsys.readouterr().err == Words("en").text("proof.none", file=path) + "\n"


@pytest.mark.parametrize("casino", ["Casino Nord", "Casino Süd"])
def test_a_round_of_another_casinos_table_of_that_name_is_not_this_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], casino: str
) -> None:
    """Two houses have a Table 7 each, and one console's key seals both."""
    clock, journal = SetClock(START), tmp_path / "J.db"
    with ExitStack() as stack:
        opened = open_session(
            journal, Identity("T7", "baccarat", "lt"), book("lt"), clock, stack, is_ready=True
        )
        opened.session.note(NoteKind.CASINO, text=casino)
        for line in (*ROUND, *ROUND):
            clock.advance(TICK)
            assert opened.session.take(msgspec.json.encode(line)).accepted
        seal(opened.journal, key_in(tmp_path / "keys"), clock)
    path = file_of(journal, "T7-1", tmp_path / "J.json")
    asked = ExpectedTable("T7", "baccarat", "lt", "Casino Nord")
    assert proof_verdict(path, "en", whose=asked) == (0 if casino == asked.casino else 1)
    strange = Words("en").text(
        "journal.verify.table", file=path, table="Casino Nord, T7", found="Casino Süd, T7"
    )
    assert (strange in capsys.readouterr().out.splitlines()) is (casino != asked.casino)
    assert proof_verdict(path, "en", whose=ExpectedTable("T7")) == 0


@pytest.mark.parametrize("live", [True, False])
def test_a_round_that_was_played_at_a_terminal_is_no_live_tables(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], live: bool
) -> None:
    """Both are called T1. Nobody has entered a PIN at the terminal."""
    clock, journal = SetClock(START), tmp_path / "J.db"
    with ExitStack() as stack:
        identity = Identity("T1", "baccarat", "lt")
        opened = open_session(journal, identity, book("lt"), clock, stack, is_ready=True)
        if live:
            opened.session.note(NoteKind.LIVE_TABLE)
        for line in (*ROUND, *ROUND):
            clock.advance(TICK)
            assert opened.session.take(msgspec.json.encode(line)).accepted
        seal(opened.journal, key_in(tmp_path / "keys"), clock)
    path = file_of(journal, "T1-1", tmp_path / "J.json")
    asked = ExpectedTable("T1", "baccarat", "lt", terminals="T1")
    assert proof_verdict(path, "en", whose=asked) == (0 if live else 1)
    refused = Words("en").text("journal.terminals", file=path)
    assert (refused in capsys.readouterr().out.splitlines()) is not live
    assert proof_verdict(path, "en", whose=ExpectedTable("T1")) == 0


def test_a_round_is_proven_by_a_seal_that_was_made_before_the_journal_went_on(tmp_path: Path) -> None:
    journal = sealed(tmp_path / "J.db", "baccarat", (*ROUND, *FELL, *ROUND))
    clock = SetClock(START + timedelta(hours=1))
    with session_at(journal, clock, is_ready=False) as session:
        take(session, *ROUND, clock=clock)
    path = file_of(journal, "T7-2", tmp_path / "J.json")
    assert compare_file(path, inclusion.proof_file(path)) == verdicts.Comparison()


def test_an_entry_about_a_round_after_its_seal_must_be_sealed_first(tmp_path: Path) -> None:
    journal = sealed(tmp_path / "J.db", "baccarat", (*ROUND, *FELL, *ROUND))
    clock = SetClock(START + timedelta(hours=1))
    with session_at(journal, clock, is_ready=False) as session:
        clock.advance(TICK)
        assert session.take(msgspec.json.encode(say("more of T7-i1", "P1"))).accepted
    assert find_round(journal, "T7-2").unproven == "not_sealed"
    with closing(open_journal(journal, Identity("T7", "baccarat", "lt"))) as reopened:
        seal(reopened, key_in(tmp_path / "keys"), SetClock(START + timedelta(hours=2)))
    path = file_of(journal, "T7-2", tmp_path / "J.json")
    assert compare_file(path, inclusion.proof_file(path)) == verdicts.Comparison()


KEPT = sorted(HERE.glob("*/*.journal.gz"))


@pytest.mark.sweep(2)
@pytest.mark.parametrize("packed", KEPT, ids=lambda each: f"{each.parent.name} {each.stem}")
def test_the_rounds_files_of_kept_journals_verify(packed: Path, tmp_path: Path) -> None:
    journal = tmp_path / "J.journal"
    journal.write_bytes(gzip.decompress(packed.read_bytes()))
    with review(journal) as found:
        rounds = list(dict.fromkeys(each.round for each in found.entries(0) if each.round))
    for round_ in rounds:
        path = file_of(journal, round_, tmp_path / "round.json", "ja")
        assert compare_file(path, inclusion.proof_file(path)) == verdicts.Comparison()


@given(st.integers(1, 300), st.data())
def test_the_path_of_leaves_side_by_side_leads_to_the_root(size: int, data: st.DataObject) -> None:
    first = data.draw(st.integers(0, size - 1))
    past = data.draw(st.integers(first + 1, size))
    leaf = [tree.leaf(bytes([number % 251, number // 251])) for number in range(size)]

    def below(begin: int, end: int) -> bytes:
        width = end - begin
        if width == 1:
            return leaf[begin]
        left = tree.split(width)
        return tree.node(below(begin, begin + left), below(begin + left, end))

    path = tree.span_path(first, past, size, below)
    assert tree.root_over(leaf[first:past], first, size, path) == below(0, size)
    assert tree.root_over(leaf[first:past], first, size, (*path, leaf[0])) is None
    other = data.draw(st.integers(first, past - 1))
    forged = [tree.node(each, each) if number == other else each for number, each in enumerate(leaf)]
    assert tree.root_over(forged[first:past], first, size, path) != below(0, size)
    if path:
        assert tree.root_over(leaf[first:past], first, size, path[:-1]) is None


@pytest.mark.sweep
def test_more_than_is_read_is_not_inflated(late: Path) -> None:
    proof = inclusion.proof_file(late)
    assert proof.context is not None and proof.seal.content is not None
    bomb = replace(proof.context, entries=zlib.compress(bytes(65 << 20)))
    assert inclusion.covered_entries(bomb, proof.seal.content) is None
