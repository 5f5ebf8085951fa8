"""A round's file: what happened in it, who did what, and the proof that goes with it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from console.base.words import LANGUAGES, Words
from console.supervisor.records import lines_of
from console.supervisor.records.accounts.lookup import find_round
from console.supervisor.records.accounts.round_account import NoSuchRecord
from console.supervisor.records.accounts.round_file import PromptRecord, RoundFile
from console.supervisor.records.documents.proof_verdict import Comparison, compare_file, proof_verdict
from console.supervisor.records.documents.record_words import RecordFormatter, step_name
from console.supervisor.records.documents.round_words import round_paper
from console.table.core import NoteKind, SetClock
from console.table.game import Preparing
from console.table.journal import Identity, inclusion, open_journal
from console.table.journal.proof.seals import seal
from console.table.journal.rescue.recovery import Salvage
from console.table.words import hand_name, sentence
from tests.base.words.catalogues import words
from tests.supervisor.records.accounts.test_blackjack_records import DEALT, HOLE, SEATS, STAND
from tests.supervisor.records.exported import exported
from tests.table.core.tables import Seen
from tests.table.incidents.rows import committed
from tests.table.journal.sealing import key_in
from tests.table.played import (
    AUTHORISE,
    CLOSED,
    DONE_D,
    FELL,
    OPEN,
    ROUND,
    START,
    card,
    incident,
    noted,
    say,
    time_of_line,
    written,
)

MADE = datetime(2026, 11, 20, 12, tzinfo=UTC)


def text_of(file: RoundFile, lang: str = "en") -> str:
    return "\n".join(lines_of(round_paper(file, RecordFormatter(words(lang), zone=UTC), MADE, "1.0")))


def sealed_journal(path: Path, folder: Path, *lines: Seen) -> Path:
    written(path, *lines)
    with open_journal(path, Identity("T7", "baccarat", "lt")) as journal:
        seal(journal, key_in(folder), SetClock(MADE))
    return path


def test_a_time_of_another_day_than_the_rounds_has_its_day(tmp_path: Path) -> None:
    """Entries until the next bets are counted to the last round."""
    path = written(tmp_path / "J.db", *ROUND)
    written(path, say("still here"), start=START + timedelta(days=32), is_ready=False)
    lines = text_of(find_round(path, "T7-1")).splitlines()
    last, video, *people = (" ".join(line.split()) for line in lines if "22/12/2026" in line)
    assert last == "Last entry 22/12/2026 09:00:02.000"
    assert video == "Video 20/11/2026 08:59:32 – 22/12/2026 09:00:03 UTC"
    assert people[0] == "D1 Dealer 09:00:02 22/12/2026 09:00:02"


@pytest.mark.sweep(1)
@pytest.mark.parametrize("closing", [(), ({"do": "close", "by": "P1"}, DONE_D)])
def test_a_days_last_round_ends_at_the_closing_and_before_a_later_seal(
    tmp_path: Path, closing: tuple[Seen, ...]
) -> None:
    """No part of a round's file contains the seal or what is announced after the next opening."""
    path, later = written(tmp_path / "J.db", *ROUND, *closing), MADE + timedelta(days=32)
    last = len((*ROUND, *closing))
    if closing:
        written(path, {"do": "open", "by": "P1"}, say("early"), start=MADE, is_ready=False)
    with open_journal(path, Identity("T7", "baccarat", "lt")) as journal:
        seal(journal, key_in(tmp_path), SetClock(later), terminal="root")
    file = find_round(path, "T7-1")
    assert (file.times.ended, file.last, file.remarks) == (time_of_line(last), last, ())
    assert [each.until for each in file.people] == [time_of_line(last)] * 2
    out = tmp_path / "round.json"
    out.write_bytes(exported(file, RecordFormatter(words("ja"))))
    assert compare_file(out, inclusion.proof_file(out)) == Comparison()


def test_a_days_last_round_ends_as_the_last_of_its_people_leaves_the_closed_table(tmp_path: Path) -> None:
    """In every part of its file: neither the people nor the presses of the next day are of the round."""
    signed_out: tuple[Seen, ...] = ({"do": "sign_out", "who": "D1"}, {"do": "sign_out", "who": "P1"})
    lines: tuple[Seen, ...] = (*ROUND, {"do": "close", "by": "P1"}, DONE_D, *signed_out)
    path, last = written(tmp_path / "J.db", *lines), len(lines)
    signed_in: Seen = {"do": "sign_in", "who": "P2", "role": "pit_boss"}
    next_day = (signed_in, say("early", "P2"), {"do": "open", "by": "P2"})
    written(path, *next_day, start=START + timedelta(days=2), is_ready=False)
    file = find_round(path, "T7-1")
    assert (file.times.ended, file.last, file.remarks) == (time_of_line(last), last, ())
    stays = {each.who: each.until for each in file.people}
    assert stays == {"D1": time_of_line(last - 1), "P1": time_of_line(last)}
    assert [each.by for each in file.presses[-2:]] == ["D1", "P1"]
    assert max(each.entry for each in file.presses) == last


def test_a_rounds_file_has_the_hands_as_they_were_dealt_with_the_readings_bytes(tmp_path: Path) -> None:
    file = find_round(written(tmp_path / "J.db", *FELL, *ROUND, *ROUND), "T7-1")
    assert [(each.hand, each.position, each.face, each.device) for each in file.dealt] == [
        ("player", 1, "9H", "shoe"),
        ("banker", 1, "4C", "shoe"),
    ]
    assert [each.at for each in file.dealt] == [time_of_line(3), time_of_line(4)]
    assert [each.said[0].card for each in file.readings] == ["9H", "4C"]
    assert all(each.hex and each.hex.startswith("05 ") for each in file.readings)
    assert file.status == "void" and not file.sealed


def test_a_rounds_files_times_are_the_clocks(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", *ROUND, *FELL)
    times = find_round(path, "T7-1").times
    assert (times.opened, times.closed, times.known, times.announced) == (
        time_of_line(1),
        time_of_line(2),
        time_of_line(6),
        time_of_line(7),
    )
    assert find_round(path, "T7-2").times.known is None


@pytest.mark.parametrize(("to", "known"), [("7C", 7), ("4D", 6)], ids=["a tie now", "the same result"])
def test_a_result_is_known_once_the_card_that_changed_it_is_corrected(
    tmp_path: Path, to: str, known: int
) -> None:
    corrected = {"do": "correct", "hand": "banker", "card": 2, "to": to, "by": "P1"}
    path = written(tmp_path / "J.db", *ROUND[:6], corrected, *ROUND[6:])
    assert find_round(path, "T7-1").times.known == time_of_line(known)


def test_the_file_lists_the_people_their_presses_and_the_prompts(tmp_path: Path) -> None:
    file = find_round(written(tmp_path / "J.db", *FELL, *ROUND), "T7-1")
    assert [(each.who, each.role) for each in file.people] == [("D1", "dealer"), ("P1", "pit_boss")]
    pressed = [(each.by, each.kind, each.asked) for each in file.presses]
    assert pressed[0] == ("D1", "incident_reported", "deal")
    assert pressed[3:5] == [("P1", "outcome_authorised", "authorise"), ("D1", "step_done", "put_back")]
    asked = [(each.action, each.hand, each.card) for each in file.prompts]
    assert asked[:4] == [
        ("wait", None, None),
        ("deal", "player", 1),
        ("deal", "banker", 1),
        ("deal", "player", 2),
    ]
    assert file.prompts[5].clauses == ("LT-BAC-18b",)


def test_a_rounds_file_has_a_row_for_each_stay_of_a_person(tmp_path: Path) -> None:
    """A pit boss leaves and comes back; a second dealer relieves the first and is relieved."""

    def signed_in(who: str, role: str = "dealer", **way: str) -> Seen:
        return {"do": "sign_in", "who": who, "role": role, **way}

    gone: Seen = {"do": "sign_out", "who": "P1"}
    back, relief = signed_in("P1", "pit_boss", way="badge"), signed_in("D2", way="pin")
    path = written(tmp_path / "J.db", OPEN, gone, CLOSED, back, relief, signed_in("D1"))
    file = find_round(path, "T7-1")
    assert [each.way or None for each in file.people] == [None, None, "badge", "pin", None]
    stays = [(each.who, each.role, each.since, each.until) for each in file.people]
    assert stays == [
        ("D1", "dealer", time_of_line(1), time_of_line(5)),
        ("P1", "pit_boss", time_of_line(1), time_of_line(2)),
        ("P1", "pit_boss", time_of_line(4), time_of_line(6)),
        ("D2", "dealer", time_of_line(5), time_of_line(6)),
        ("D1", "dealer", time_of_line(6), time_of_line(6)),
    ]
    paper = " ".join(text_of(file).split())
    assert "Pit boss · badge" in paper and "Dealer · PIN" in paper


@pytest.mark.sweep(1)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_rounds_file_lists_what_became_of_devices_and_the_console(tmp_path: Path, lang: str) -> None:
    """A lost reader, a lock and a restart explain cards that came late or by hand, and a journal that was set
    aside cards that are missing; a digest explains nothing.
    """
    path, later = written(tmp_path / "J.db", *ROUND[:4]), START + timedelta(minutes=7)
    noted(path, NoteKind.DEVICE_LOST, later, "shoe")
    listed = (
        *(NoteKind.LINK_LOST, NoteKind.CONSOLE_CLOSED, NoteKind.RESTARTED, NoteKind.LOCKED),
        *(NoteKind.UNLOCKED, NoteKind.CLOCK_SET, NoteKind.BUG, NoteKind.NOT_TAKEN),
        *(NoteKind.JOURNAL_UNWRITTEN, NoteKind.JOURNAL_RECOVERED),
    )
    for what in (NoteKind.SOFTWARE, *listed):
        noted(path, what, later)
    file = find_round(path, "T7-1")
    assert [each.what for each in file.notes] == ["device_lost", *listed]
    said, shoe = words(lang).text, words(lang).text("log.device.shoe")
    text, at = text_of(file, lang), f"09:07:00{words(lang).locale.point}000"
    assert f"{at}  {said('log.noted.device_lost', device=shoe)}" in text
    assert f"{at}  {said('log.noted.restarted')}" in text


def test_a_rounds_file_says_how_many_entries_a_recovery_lost(tmp_path: Path) -> None:
    """A round that had been played and paid by another number stood there as if nothing were missing."""
    path, later = written(tmp_path / "J.db", *ROUND[:4]), START + timedelta(minutes=7)
    for lost in (24, 0):
        noted(path, NoteKind.JOURNAL_RECOVERED, later, Salvage(path, path, 59, 0, lost).note)
    file = find_round(path, "T7-1")
    assert [each.lost for each in file.notes] == [24, msgspec.UNSET]
    assert "Entries of a damaged journal that could not be recovered: 24" in text_of(file, "en")


def test_a_rounds_file_lists_the_prompts_that_stood_in_a_view_and_no_other(tmp_path: Path) -> None:
    """The press for a ball that is to be taken out also reports it: resolve stood in no view between."""
    spun: Seen = {"do": "spin", "turns": 4, "direction": "with", "by": "D1"}
    path = written(tmp_path / "J.db", OPEN, CLOSED, spun, DONE_D, AUTHORISE, game="roulette")
    asked = [each.action for each in find_round(path, "T7-1").prompts]
    assert asked == ["wait", "spin", "remove_ball", "authorise", "spin"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_step_about_one_card_names_one_card(tmp_path: Path, language: str) -> None:
    """LT-BAC-18b: in the prompts and in the presses, as in the incident's own record."""
    text = text_of(find_round(written(tmp_path / "J.db", *FELL, *ROUND), "T7-1"), language)
    one, more = (words(language).count("step.put_back", cards) for cards in (1, 2))
    assert text.count(one) == 3 and (more == one or more not in text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_prompt_of_a_hand_is_in_words_and_names_the_hand(tmp_path: Path, language: str) -> None:
    """A player's answer has no card: it is said of its seat, and never by the journal's own name."""
    file = find_round(written(tmp_path / "J.db", *ROUND), "T7-1")
    asked = PromptRecord(1, MADE, "await_decision", "system", "3.1", None, ("BJ-3.5",))
    text = text_of(msgspec.structs.replace(file, prompts=(asked,)), language)
    assert words(language).text("round.file.asked.await_decision") in text
    assert sentence(hand_name(words(language), "3.1")) in text
    assert "await" not in text


def test_a_sign_in_prompt_names_the_role_that_is_asked(tmp_path: Path) -> None:
    file = find_round(written(tmp_path / "J.db", *ROUND), "T7-1")
    for actor, key in (("dealer", "prompt.sign_in"), ("pit_boss", "prompt.sign_in.pit_boss")):
        asked = PromptRecord(1, MADE, "sign_in", actor, None, None, ())
        text = text_of(msgspec.structs.replace(file, prompts=(asked,)), "de")
        assert words("de").text(key) in text


def test_the_incident_in_it_is_its_record_and_the_incidents_file_is_its_rounds(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", *FELL, *ROUND, *ROUND)
    by_round, by_incident = find_round(path, "T7-1"), find_round(path, "T7-i1")
    (record,) = by_round.records
    assert (record.id, record.clause, record.outcome) == ("T7-i1", "LT-BAC-18b", "void")
    assert by_incident == msgspec.structs.replace(by_round, subject="T7-i1")
    assert "they are put back, this round is void" in text_of(by_round)


def test_an_incident_outside_any_round_has_a_file_too(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", incident("under_burn", "P1"), *ROUND)
    file = find_round(path, "T7-i1")
    assert (file.status, file.where.round, file.first) == (None, None, 1)
    assert [record.id for record in file.records] == ["T7-i1"]


def test_a_round_or_incident_that_never_was_has_no_file(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", *ROUND)
    for subject in ("T7-2", "T7-i1", "T7", "H1", ""):
        with pytest.raises(NoSuchRecord):
            find_round(path, subject)


def test_a_card_that_may_still_come_is_in_no_part_of_it(tmp_path: Path) -> None:
    """BJ-1.1-hole."""
    path = written(tmp_path / "J.db", *DEALT, incident("cards_cleared_early", "P1"), game="blackjack")
    file = find_round(path, "T7-1")
    assert file.sealed and file.unproven == "card_may_come" and file.proof is None
    text = exported(file, RecordFormatter(words("en"))).decode()
    assert HOLE not in text and "4♣" not in text
    assert [each.face for each in file.dealt][-1] == "??"


def test_the_file_of_a_round_shows_the_hole_card_after_it_was_turned(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", *DEALT, *STAND, DONE_D, game="blackjack")
    file = find_round(path, "T7-1")
    assert [each.face for each in file.dealt][-1] == HOLE
    assert [each.hand for each in file.dealt] == ["1.1", "3.1", "dealer", "1.1", "3.1", "dealer"]
    assert SEATS["seats"] == [1, 3]


@pytest.mark.parametrize("is_next", [False, True], ids=["lies there", "next round"])
def test_an_unturned_hole_cards_face_is_in_both_lists_or_in_none(tmp_path: Path, is_next: bool) -> None:
    """The result is what everybody saw at the table, where nobody turned it."""
    lines = (
        *DEALT,
        incident("double_scan", may_affect=True),
        AUTHORISE,
        DONE_D,
        *([OPEN] if is_next else []),
    )
    file = find_round(written(tmp_path / "J.db", *lines, game="blackjack"), "T7-1")
    read = [meaning.card for reading in file.readings for meaning in reading.said]
    assert (file.dealt[-1].face, read[-1], file.sealed) == (
        (HOLE, HOLE, False) if is_next else ("??", None, True)
    )
    assert file.result is not None and file.result["dealer"]["cards"] == ["6S", "??"]


def test_the_second_reading_of_a_double_scan_is_named_so_among_the_cards_dealt(tmp_path: Path) -> None:
    twice = incident("double_scan", "P1", may_affect=False)
    lines = (OPEN, CLOSED, *map(card, ("9H", "2S", "4C", "4C")), twice)
    chosen = {**AUTHORISE, "choice": "go_on", "reason": "one card"}
    path = written(tmp_path / "J.db", *lines, chosen, card("7D"), DONE_D, DONE_D, OPEN)
    paper = round_paper(find_round(path, "T7-1"), RecordFormatter(words("en")), START, "1.0")
    told = [cell for part in paper.parts for row in part.rows for cell in row if isinstance(cell, str)]
    (twin,) = [cell for cell in told if "second reading of one card, no card" in cell]
    assert "left the hand" not in twin


def test_a_rounds_files_proof_is_checked_without_the_journal(tmp_path: Path) -> None:
    path = sealed_journal(tmp_path / "J.db", tmp_path / "keys", *FELL, *ROUND, *ROUND)
    file = find_round(path, "T7-1")
    out = tmp_path / "round.json"
    out.write_bytes(exported(file, RecordFormatter(words("ja"))))
    path.unlink()
    held = inclusion.check(inclusion.proof_file(out))
    assert (held.doubt, held.entries) == (None, file.last - file.first + 1)


def test_a_round_that_is_not_that_of_the_journal_is_found_out(tmp_path: Path) -> None:
    file = find_round(sealed_journal(tmp_path / "J.db", tmp_path / "keys", *FELL, *ROUND), "T7-1")
    assert file.proof is not None
    first = file.proof.entries[0]
    forged = msgspec.structs.replace(first, fields=first.fields.replace(b"T7-1", b"T7-9"))
    entries = (forged, *file.proof.entries[1:])
    assert (
        inclusion.check(msgspec.structs.replace(file.proof, entries=entries)).doubt is inclusion.Doubt.ENTRY
    )


def test_before_it_is_sealed_the_file_says_so(tmp_path: Path) -> None:
    file = find_round(written(tmp_path / "J.db", *ROUND, *ROUND, *ROUND), "T7-1")
    assert (file.proof, file.unproven) == (None, "not_sealed")
    assert "Not sealed yet" in text_of(file)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_step_has_its_name(lang: str) -> None:
    actions = {*map(str, Preparing), "burn", "burn_card", "replace_shoe", "peek", "turn_hole"}
    actions |= {step.partition(":")[0] for row in committed() for step in row.steps}
    named = {action: step_name(words(lang), action) for action in actions}
    assert [action for action, name in named.items() if name == action.replace("_", " ")] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_rounds_file_is_printed_in_every_language(tmp_path: Path, lang: str) -> None:
    lines = (OPEN, CLOSED, card("9H"), *({"do": "call", "by": "D1", "on": on} for on in (True, False)))
    mended: Seen = {"do": "correct", "by": "P1", "hand": "player", "card": 1, "to": "8H"}
    file = find_round(written(tmp_path / "J.db", *lines, mended), "T7-1")
    text = text_of(file, lang)
    assert "8♥" in text and "9♥" in text
    assert "\u00ad" not in text and "card_corrected" not in text


def test_a_round_begins_where_its_bets_were_opened_not_where_that_was_refused(tmp_path: Path) -> None:
    """The server asks for bets in the round before: that is refused, and is no part of the next round."""
    lines = (OPEN, OPEN, *ROUND[1:], *ROUND)
    file = find_round(written(tmp_path / "J.db", *lines, refused=("out_of_turn",)), "T7-2")
    assert (file.times.opened, len(file.dealt)) == (time_of_line(len(ROUND) + 2), 4)


def test_a_report_of_an_unknown_kind_is_in_it_as_it_was_written(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    lines = (OPEN, incident("no_such_kind"), *ROUND[1:])
    file = find_round(written(tmp_path / "J.db", *lines, refused=("bad_input",)), "T7-1")
    assert "no_such_kind" in text_of(file)
    assert not caplog.records


def test_a_card_that_is_to_be_scanned_again_is_named_in_words(tmp_path: Path) -> None:
    lines = (OPEN, CLOSED, *[{"do": "unread"}] * 3, card("9H"))
    file = find_round(written(tmp_path / "J.db", *lines), "T7-1")
    assert step_name(words("en"), "rescan") == "Scan the card again"
    assert "step.rescan" not in text_of(file)


def test_a_rounds_file_without_a_context_is_never_good(tmp_path: Path, capsys: Any) -> None:
    journal = sealed_journal(tmp_path / "J.db", tmp_path / "keys", *ROUND)
    parsed = msgspec.json.decode(exported(find_round(journal, "T7-1"), RecordFormatter(words("en"))))
    del parsed["proof"]["context"]
    file = tmp_path / "round.json"
    file.write_bytes(msgspec.json.encode(parsed))
    capsys.readouterr()
    assert proof_verdict(file, "en") == 1
    first, second = capsys.readouterr().out.splitlines()[:2]
    assert first == Words("en").text("journal.proof.rest", file=file)
    proven = len(inclusion.proof_file(file).entries)
    assert second.startswith(f"{file}: {proven} entries are proved")
