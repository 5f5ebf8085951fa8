"""Whatever a person does at a table, the log has words for it in every language, and it is replayed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, closing
from functools import cache
from itertools import takewhile
from pathlib import Path
from tempfile import mkdtemp
from types import SimpleNamespace

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.supervisor.reports.counts import DeviceCounts
from console.supervisor.reports.list_words import Lister
from console.supervisor.review import JournalReads
from console.supervisor.review.log.entry_terms import shown_in
from console.supervisor.review.log.entry_words import LoggedEntry, by_whom, event_line, source_key
from console.supervisor.review.log.search_words import found_by, marks, search_terms
from console.supervisor.ui.review.log.entry_signs import row_text, sign_of
from console.supervisor.ui.review.replay.chronicle import caption, rows_of
from console.table.core import (
    About,
    ComparedReads,
    EventKind,
    NoteKind,
    events,
    is_about,
    row_of,
)
from console.table.core.running.timers import CLOSE
from console.table.core.running.timers import OPEN as OPEN_BETS
from console.table.devices.health import LossReason
from console.table.game import Card
from console.table.game.blackjack import Choice
from console.table.journal import UNSEEN, Facet, Filter, LogPlace, LogRow, Word, fold
from console.table.ui.signs import Sign
from console.table.words import card_name, place_name, sentence
from tests.base.words.catalogues import words
from tests.supervisor.records.shift_played import Shift
from tests.sweep import by_turns
from tests.table.core.tables import Seen
from tests.table.played import CLOSED, DONE_D, DONE_P, OPEN, card, incident, written
from tests.table.ui.harness.straight import straight

GAMES = ("baccarat", "blackjack", "roulette")


@cache
def eventful_shift(game: str) -> Path:
    """A shift in which a person does all that can be done, with incidents.

    Twice as many lines and fewer incidents have no more kinds of rows, and fewer words.
    """
    path = Path(mkdtemp(prefix="every-")) / f"{game}.db"
    with ExitStack() as stack:
        Shift(path, "lt", game, 12, stack).play(450, 36)
    return path


@pytest.fixture(scope="module", params=GAMES)
def reads(request: pytest.FixtureRequest) -> Iterator[JournalReads]:
    """Such a shift of each game, in review."""
    found = JournalReads((eventful_shift(request.param),))
    yield found
    found.close()


def rows(reads: JournalReads) -> tuple[LogRow, ...]:
    while reads.prepare() < 1:
        pass
    reads.look_for(Filter())
    while not reads.count().done:
        pass
    return reads.rows(0, 5_000)


BY_TURNS = pytest.mark.parametrize(("reads", "language"), by_turns(GAMES, LANGUAGES), indirect=["reads"])


IDENTIFIER = re.compile(r"[a-z]_[a-z]")
"""A name of the program, which no person's words contain."""


@pytest.mark.sweep(1)
@BY_TURNS
def test_every_entry_of_a_shift_has_words(reads: JournalReads, language: str) -> None:
    for row in rows(reads):
        row_shown = row_text(row, words(language), str)
        assert row_shown.what and "{" not in row_shown.what, row.kind
        assert IDENTIFIER.search(row_shown.what) is None, row.kind


@pytest.mark.sweep
def test_every_round_of_a_shift_is_replayed_to_its_end(reads: JournalReads) -> None:
    stories = {row.round: row.place for row in rows(reads) if row.round is not None}
    for round_, place in stories.items():
        story = reads.story(place)
        assert story is not None, round_
        beside = rows_of(story.game, story.moments, words("ja"), story.person_name)
        for at in range(len(story.moments)):
            last = at
            while last + 1 < len(story.moments) and story.moments[last + 1].at_once:
                last += 1  # they came with it, and share its view
            assert story.view(at, 0.0).view.entry == story.moments[last].number
            assert "{" not in caption(story, at, beside, words("ja"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_of_a_player_has_words_and_one_too_late_too(language: str) -> None:
    for choice in Choice:
        entry = LoggedEntry("player_answered", {"seat": 3, "hand": 1, "choice": choice.value})
        assert words(language).text(f"choice.{choice}") in event_line(words(language), entry, str), choice


@pytest.mark.sweep(1)
@BY_TURNS
def test_every_word_of_a_row_finds_it(reads: JournalReads, language: str) -> None:
    """A search by words ends before a card that nobody may see yet, as a shift may leave one."""
    every = rows(reads)[::-1]
    every = tuple(takewhile(lambda row: UNSEEN not in row.figures.values(), every))
    assert len(every) > 300
    words_of: dict[str, set[int]] = {}
    for row in every:
        row_shown = row_text(row, words(language), str)
        for word in pieces(f"{row_shown.what} {row_shown.by} {row_shown.clause}"):
            words_of.setdefault(word, set()).add(row.number)
    for word, there in words_of.items():
        lacking = there - found(reads, word, language)
        assert not lacking, (word, {row.kind for row in every if row.number in lacking})


REASONED = (
    *(LoggedEntry("noted", {"what": "device_lost", "text": "shoe", "reason": why}) for why in LossReason),
    *(LoggedEntry("signed_in", {"who": "P1", "role": "pit_boss", "way": way}) for way in ("pin", "badge")),
    LoggedEntry("noted", {"what": "notification_due", "text": "authority 24 T1-i1"}),
    LoggedEntry("noted", {"what": "video_missing", "text": "2026-11-20T22:04:00+00:00 - slow T1-i1"}),
    LoggedEntry("step_done", {"set": "S-7", "prepared": "P2"}, pressed="receive_decks"),
)
"""Entries whose rows have words of screens that are not the log's own."""


@pytest.mark.parametrize("language", ["sv", "ja"])
@pytest.mark.parametrize("entry", REASONED, ids=lambda entry: str([*entry.figures.values()]))
def test_each_word_of_a_row_is_found_by_its_phrase(entry: LoggedEntry, language: str) -> None:
    said = words(language)
    for key in (key for facet, key in shown_in(entry, None) if facet is Facet.PHRASE):
        phrase = next((phrase for rest, phrase in said.phrases(key) if not rest), "")
        for word in re.findall(r"\w+", re.sub(r"\{.*?\}", " ", phrase).replace("\u00ad", "")):
            assert key in search_terms(word, said)[0].means.get(Facet.PHRASE, ()), (key, word)


@cache
def found(reads: JournalReads, word: str, language: str) -> frozenset[int]:
    """The rows that a search comes to."""
    reads.look_for(Filter(words=reads.words_of(word, language)))
    while not reads.count().done:
        pass
    return frozenset(each.number for each in reads.rows(0, 5_000))


PIECE = re.compile(
    r"[A-Z]+(?:-[A-Z0-9.]+)+[a-z]?|[ぁ-ん]+|[ァ-ヶー]+|[一-龠々]+|[^\W\dぁ-んァ-ヶー一-龠々]+|\d+"
)
"""A clause; a run of letters, in Japanese of one script; a figure."""


def pieces(text: str) -> set[str]:
    """The words that somebody types who reads this."""
    return set(PIECE.findall(text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sign_in_says_by_what_and_a_later_consoles_way_is_left_out(language: str) -> None:
    def row(**way: str) -> str:
        entry = LoggedEntry("signed_in", {"who": "P1", "role": "pit_boss", **way})
        return event_line(words(language), entry, str)

    for way in ("pin", "badge", "lasting"):
        assert words(language).text(f"record.way.{way}") in row(way=way)
    assert row(way="palm") == row() != row(way="pin")


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_empty_worksheet_is_logged_by_the_words_of_its_own_key(language: str) -> None:
    """LT-ROU-33: the log does not say that winnings were credited where no bet was entered."""
    text = words(language).text
    key = text("button.no_bet_to_credit")
    empty = LoggedEntry(kind="step_done", figures={"by": "P1", "note": key}, pressed="settle", in_step=True)
    assert event_line(words(language), empty, str) == key
    for presser in LANGUAGES:
        figures = {"by": "P1", "note": words(presser).text("button.no_bet_to_credit")}
        pressed = LoggedEntry(kind="step_done", figures=figures, pressed="settle", in_step=True)
        assert event_line(words(language), pressed, str) == key, "whatever language the pit boss reads"
    whole = LoggedEntry(kind="step_done", figures={"by": "P1"}, pressed="settle", in_step=True)
    assert event_line(words(language), whole, str) == text("button.step.settle")


@pytest.mark.sweep(1)
@pytest.mark.parametrize("typed", ["Karte", "カード", "double", "D1", "LT-"])
@pytest.mark.parametrize("language", ["ja", "de"])
def test_a_row_that_a_search_finds_shows_the_match(reads: JournalReads, language: str, typed: str) -> None:
    """In the row where it shows it, else in a line beneath."""
    (word,) = reads.words_of(typed, language)
    reads.look_for(Filter(words=(word,)))
    while not reads.count().done:
        pass
    for row in reads.rows(0, 5_000):
        row_shown = row_text(row, words(language), str)
        shown = (row_shown.what, row_shown.by, row_shown.clause, row_shown.round, row_shown.table)
        if not any(fold(typed) in fold(each) for each in shown):
            found = found_by(row, word, words(language))
            assert found is None or fold(typed) in fold(found), (row.kind, row_shown.what, found)
            assert found is not None or typed.isascii(), "a line as it came in has no word of a language"


def test_the_words_that_are_searched_for_are_marked_where_they_stand() -> None:
    text = "Spade 8, the spade"
    assert marks(text, (Word("SPADE"),)) == ((0, 5), (13, 18))
    assert marks(text, (Word("8"), Word("the"))) == ((6, 7), (9, 12))
    assert marks("nothing", ()) == ()
    assert marks("½… カード…", (Word("カード"),)) == ((3, 6),), "though it is cut"


@pytest.mark.parametrize("kind", [EventKind.CARD_DRAWN, EventKind.CARD_UNREAD, EventKind.NUMBER_READ])
def test_a_reading_is_a_devices_even_if_its_line_names_none(kind: EventKind) -> None:
    assert source_key(kind, {"device": None}) == source_key(kind, {"device": "shoe"}) == "review.by.device"
    assert source_key(EventKind.NOTED, {}) == "review.by.console"


@pytest.mark.parametrize("kind", ["bets_opened", "bets_closed", "seats_told", "player_answered"])
def test_the_game_server_told_what_no_clock_did(kind: EventKind) -> None:
    assert source_key(kind, {}) == "review.by.server"
    assert source_key(kind, {"by_clock": True}) == "review.by.console"


def test_a_commissioning_is_logged_with_16_characters_of_its_digest() -> None:
    entry = LoggedEntry(EventKind.COMMISSIONED, {"digest": "0123456789abcdef" * 4})
    assert "0123456789abcdef" in event_line(words("en"), entry, str).replace("\u00a0", " ").split()


@pytest.mark.parametrize("by_clock", [True, False])
def test_a_sign_out_that_the_console_made_is_found_as_the_consoles(by_clock: bool) -> None:
    entry = LoggedEntry(EventKind.SIGNED_OUT, {"who": "P1", "by_clock": by_clock})
    assert ((Facet.PHRASE, "review.by.console") in shown_in(entry, "P1")) is by_clock


def test_the_log_names_who_said_that_the_cut_card_is_out() -> None:
    """A dash if nobody is named, as by a line of the protocol; no console did it."""
    of_entry = ("T7", "baccarat", "cut_card_drawn", "{}", None, None, None, 1, None, "", "", "[]")
    row = LogRow(LogPlace(0, 7, ""), *of_entry)
    device = replace(row, event='{"event":"cut_card_drawn","device":"shoe"}')
    pressed = replace(row, person="D1")
    shown = [by_whom(each, words("en"), str) for each in (row, device, pressed)]
    assert shown == ["–", "Device", "D1"]


def test_a_reading_in_manual_mode_is_laid_nowhere(tmp_path: Path) -> None:
    """It is only recorded, and the pit boss's card is the one that lies there."""
    manual: Seen = {"do": "manual", "by": "P1", "on": True}
    lines = (OPEN, CLOSED, manual, card("9H"), {**card("9H"), "by": "P1"})
    with closing(JournalReads([written(tmp_path / "J.db", *lines)])) as reads:
        entered, read, *_ = rows(reads)
        assert [row_text(each, words("en"), str).what for each in (read, entered)] == [
            "Card: 9 of hearts",
            "Player 1: 9 of hearts",
        ]


def test_a_reason_of_white_space_skips_no_step() -> None:
    """As at the table, which took such a reason up to 1.0."""
    own = words("en")

    def told(reason: str) -> str:
        figures = {"by": "P1", "reason": reason}
        return event_line(own, LoggedEntry("step_done", figures, pressed="rescan", skips=True), str)

    assert told("no other") == own.text("log.step_skipped")
    assert told(" \t") == told("") != told("no other")


SEEN_SO: Seen = {"do": "authorise", "by": "P1", "reason": "seen on the video"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_step_that_was_skipped_or_done_by_a_scan_is_named_in_its_row(language: str, tmp_path: Path) -> None:
    """LT-BAC-27: no scanner is there to replace the old one, and the pit boss's card is scanned as a step. It
    lies where the round's file lists it.
    """
    failed = incident("reader_failed", "P1", pit_boss_read=False)
    skipped = {**DONE_P, "reason": "no other"}
    before = (OPEN, CLOSED, card("9H"), card("2S"), failed, SEEN_SO, DONE_P, DONE_P, skipped)
    own = words(language)
    with closing(JournalReads([written(tmp_path / "J.db", *before, card("7H"), card("7C"))])) as reads:
        last, scanned, left_out, *_ = (row_text(row, own, str).what for row in rows(reads))
    assert left_out == own.label(own.text("log.step_skipped"), own.text("step.replace_reader"))
    to_player, to_banker = (
        sentence(own.text("log.card_laid", place=place_name(own, hand, 2), card=card_name(own, Card(face))))
        for hand, face in (("player", "7H"), ("banker", "7C"))
    )
    assert scanned == own.side_by_side((own.text("step.scan_card"), to_player))
    assert last == to_banker


def test_a_scanned_card_has_its_place_though_the_next_report_asks_for_a_scan_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LT-BAC-27: the pit boss reported it twice, and both times scans the card.

    The state after each scan was kept, and the card's place is read from the one before.
    """
    monkeypatch.setattr("console.table.core.running.table_journal.CHECKPOINT_EVERY", 1)
    failed = incident("reader_failed", "P1", pit_boss_read=True)
    lines = (OPEN, CLOSED, card("9H"), failed, failed, SEEN_SO, card("2S"), SEEN_SO, card("7H"))
    own = words("en")
    with closing(JournalReads([written(tmp_path / "J.db", *lines)])) as reads:
        shown = [row_text(row, own, str).what for row in rows(reads)][3::-3]
    laid = zip((("banker", 1, "2S"), ("player", 2, "7H")), shown, strict=True)
    for (hand, position, face), what in laid:
        place = place_name(own, hand, position)
        assert sentence(own.text("log.card_laid", place=place, card=card_name(own, Card(face)))) in what


def test_a_card_that_a_void_rounds_step_has_scanned_has_no_place_in_its_row(tmp_path: Path) -> None:
    """LT-BAC-20: the first card lay face up, counts as drawn, and lies in no hand."""
    face_up = incident("first_card_face_up", "P1")
    with closing(JournalReads([written(tmp_path / "J.db", OPEN, CLOSED, face_up, card("7H"))])) as reads:
        scanned = rows(reads)[0]
    assert row_text(scanned, words("en"), str).what == "Scan the card: 7 of hearts"


def test_a_reason_skips_a_step_only_where_the_pit_boss_may_skip_it(tmp_path: Path) -> None:
    """A dealer does the step; a check of the wheel before play is done."""
    fell = incident("card_fell", "P1", cards=1, seen=True)
    by_dealer = written(
        tmp_path / "J.db", OPEN, CLOSED, card("9H"), fell, {**DONE_D, "reason": "it lay there"}
    )
    opened: Seen = {"do": "open", "by": "P1"}
    checked = ({"do": "close", "by": "P1"}, opened, {**DONE_P, "reason": "as before"})
    in_preparation = written(tmp_path / "K.db", *checked, game="roulette")
    own = words("en")
    for path, key in ((by_dealer, "button.step.put_back"), (in_preparation, "button.prepared.check_wheel")):
        with closing(JournalReads([path])) as reads:
            assert row_text(next(iter(rows(reads))), own, str).what == own.text(key)


@pytest.mark.parametrize(
    "text", ["", "shoe", "shoe ٤", "shoe -4", "shoe unread 1.00 12.50 3.1e-05 4000", "shoe " + "9" * 5000]
)
def test_a_text_without_a_number_of_reads_is_no_comparison(text: str) -> None:
    """A drift is none, nor is a number with which somebody who wrote into a journal would stop its log."""
    assert ComparedReads.of(text) is None
    compared = LoggedEntry("noted", {"what": NoteKind.CERTIFICATE_COMPARED, "text": text})
    assert event_line(words("en"), compared, str)


UNKNOWN = {
    "en": "Unknown note: {}",
    "sv": "Okänd notering: {}",
    "ja": "不明な記録：{}",
    "lt": "Nežinomas konsolės įrašas: {}",
    "is": "Óþekkt skráning: {}",
    "de": "Unbekannter Vermerk: {}",
}


@pytest.mark.parametrize("what", ["tea_served", "device_warmed", "link_weighed", "other", "bug fixed"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_note_of_another_version_is_called_unknown_and_has_its_own_name(language: str, what: str) -> None:
    """Notes of a later console, and of an older one, are so in the log and in the shift report."""
    entry = LoggedEntry("noted", {"what": what, "text": "shoe"})
    assert row_of(what) is None and not is_about(what, About.LINK) and not is_about(what, About.DEVICE)
    assert sign_of(entry) == Sign("states.eye")
    assert event_line(words(language), entry, str) == UNKNOWN[language].format(what)
    counted = DeviceCounts()
    noted = SimpleNamespace(event=events.Noted(what, None, "shoe"))
    counted.count_moment(noted, (), counting=True)  # type: ignore[arg-type]  # it is all it looks at
    ((name, count),) = ((each.name, each.count) for each in counted.doings)
    lister = Lister(None, "", SimpleNamespace(words=words(language)))  # type: ignore[arg-type]
    assert (lister.doing(name), count) == (UNKNOWN[language].format(what), 1)
    assert counted.devices == (), "what a name that begins so says, nobody knows"


def test_bets_that_the_consoles_clock_closes_are_attributed_to_the_console(qtbot: QtBot) -> None:
    with straight(qtbot) as table:
        for line in (OPEN_BETS, CLOSE):
            table.session.take(line, by_clock=True)
        table.session.take(b'{"do":"card","card":"9H"}')
        decoded = {each.kind: events.DECODER.decode(each.event) for each in table.kept.entries}
        for kind in ("bets_opened", "bets_closed"):
            event = decoded[kind]
            assert isinstance(event, events.BetsOpened | events.BetsClosed) and event.by_clock
            assert source_key(kind, {"by_clock": event.by_clock}) == "review.by.console"
            assert source_key(kind, {}) == "review.by.server"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_log_says_what_was_done_to_whom_by_whom(language: str) -> None:
    names = {"S-1": "Anna", "D-7": "Rasa"}
    for what in ("added", "reset", "disabled", "enabled"):
        figures = {"what": f"people_{what}", "who": "S-1", "text": "D-7 dealer"}
        entry = LoggedEntry("noted", figures=figures)
        row = event_line(words(language), entry, lambda who: names.get(who, who))
        text = words(language).text
        assert text(f"log.noted.people_{what}") in row
        assert "Rasa" in row and "Anna" in row and text("role.dealer").casefold() in row.casefold()


@pytest.mark.parametrize(
    ("what", "line"),
    [
        ("released", "Card set S-7 released by P2"),
        ("resting", "Card set S-7 rests, signed by P1, P2"),
        ("returned", "Card set S-7 returned, signed by P1, P2"),
        ("destroyed", "Card set S-7 destroyed, signed by P1, P2"),
    ],
)
def test_the_log_says_by_whose_signatures_a_card_set_went_where(what: str, line: str) -> None:
    figures = {"what": what, "set": "S-7", "by": "P1", "authorised_by": "P2"}
    assert event_line(words("en"), LoggedEntry("card_set_signed", figures), str) == line


@pytest.mark.parametrize(
    ("figures", "line"),
    [
        ({"sets": ["S-7", "S-8"], "tables": ["T2"]}, "Card sets put aside at other tables: S-7 (T2), S-8"),
        ({"sets": []}, "No card set is put aside at other tables"),
    ],
)
def test_the_log_says_which_card_sets_lie_aside_elsewhere(figures: dict[str, list[str]], line: str) -> None:
    assert event_line(words("en"), LoggedEntry("card_sets_barred", figures), str) == line


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_that_was_taken_back_has_the_word_of_the_pit_boss_s_page(language: str) -> None:
    entry = LoggedEntry(kind="report_withdrawn", figures={"by": "P1", "reason": "heard wrong"})
    text, word = event_line(words(language), entry, str), words(language).text("outcome.taken_back")
    assert word.lower() in text.lower() and text.endswith("heard wrong")


@pytest.mark.parametrize(
    ("figures", "line"),
    [
        (
            {
                "what": "people_licensed",
                "who": "S-1",
                "text": "D-114 dealer\n4711 2026-12-31 baccarat,roulette -\nthe year was wrong",
            },
            "Licence changed: D-114, dealer · valid until 31/12/2026 · Games: baccarat, roulette: "
            "the year was wrong, S-1",
        ),
        (
            {
                "what": "people_disabled",
                "text": "D-114 dealer 5 2026-11-20T06:12:09+00:00",
                "terminal": "root",
            },
            "Sign-in blocked: D-114, dealer (at a terminal, root, 2026-11-20T06:12:09+00:00)",
        ),
        (
            {"what": "dealing_refused", "who": "D-114", "text": "expired 2026-11-19"},
            "Refused as dealer: licence ended on 19/11/2026, D-114",
        ),
    ],
)
def test_the_log_says_which_change_of_a_person_was_made_where(figures: dict[str, str], line: str) -> None:
    assert event_line(words("en"), LoggedEntry("noted", figures), lambda id: id or "") == line
