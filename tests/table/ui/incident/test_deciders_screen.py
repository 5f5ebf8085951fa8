"""The screen of the person who decides: later readings, lit tiles, each speaker's words."""

from __future__ import annotations

from datetime import timedelta

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES, Words, date_text
from console.table.core import Actor, BytesJob, SpinView
from console.table.devices import CardModel, DeviceRole
from console.table.devices.catalogue import USUAL
from console.table.devices.line_format import NONE
from console.table.game import Card, Result
from console.table.ui.incident.incident_prompt import incident_prompt, stage_sign
from console.table.ui.incident.outcome_words import (
    came_text,
    doubtful_rows,
    facts_in_words,
    known_answers,
    reported_parts,
)
from console.table.ui.incident.panels.kinds import noticed_kind
from console.table.ui.incident.stage import OpenParts, Stage
from console.table.ui.kit import clock_time
from console.table.ui.sign_in import Purpose
from console.table.ui.signs import Sign
from console.table.words import inside
from console.table.words.incident_phrases import fact_value
from tests.base.words.catalogues import words
from tests.instruments.pictures.text_measure import flaws, listened, texts_of
from tests.table.ui.harness.straight import PERSONS, Straight, straight
from tests.table.ui.samples.incidents import DECIDED, INCIDENT_SAMPLES
from tests.table.ui.samples.tables import changed

EN = Words("en")
SPUN = (
    {"do": "bets", "state": "open"},
    {"do": "bets", "state": "closed"},
    {"do": "spin", "turns": 5, "direction": "against", "by": "D1"},
)


def take_a_spin(table: Straight) -> None:
    for line in SPUN:
        table.take(line)


def number_read(number: int) -> dict[str, object]:
    return {"do": "number", "number": number, "source": "reader"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_that_came_while_the_pit_boss_walked_over_stands_at_the_outcome(
    qtbot: QtBot, language: str
) -> None:
    """LT-ROU-32: the round is void; the authorising person sees that a number was read since."""
    with straight(qtbot, "lt", "roulette") as table:
        take_a_spin(table)
        table.take({"do": "incident", "kind": "technical_fault", "by": "D1"})
        table.clock.advance(12)
        at = table.clock.utc()
        table.take(number_read(27))
        table.clock.advance(30)
        view, person = table.view, Words(language)
        assert [(each.number, each.at) for each in view.halt.came_in] == [(27, at)]
        came = person.text("incident.came.number", number=27, time=clock_time(at, person))
        assert view.view.incident is not None
        assert (person.text("fact.name.came"), came) in facts_in_words(view.view.incident, person, view)
        table.take({"do": "withdraw", "by": "D1"})
        assert table.view.halt.came_in == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_that_the_wheel_reads_meanwhile_brings_the_outcome_with_it(
    qtbot: QtBot, language: str
) -> None:
    """LT-ROU-31b, LT-ROU-31c: with the number the round is finished and paid, and no bet goes back."""
    with straight(qtbot, "lt", "roulette") as table:
        table.take({"do": "bets", "state": "open"})
        table.take({"do": "incident", "kind": "spun_in_bet_time", "facts": {"ball": "pocket"}, "by": "D1"})
        person = Words(language)

        def stands() -> tuple[str | None, str, tuple[str, ...]]:
            incident = table.view.view.incident
            assert incident is not None
            return incident.clause, incident.state, tuple(doubtful_rows(incident, person, table.view))

        assert stands() == ("LT-ROU-31b", "awaiting", ())
        table.take(number_read(20))
        assert stands() == ("LT-ROU-31c", "awaiting", ())


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_two_numbers_in_bet_time_the_one_that_will_be_the_result_is_named(
    qtbot: QtBot, language: str
) -> None:
    """LT-ROU-31c: both were read since play stopped, and the last one counts."""
    with straight(qtbot, "lt", "roulette") as table:
        table.take({"do": "bets", "state": "open"})
        table.take({"do": "incident", "kind": "spun_in_bet_time", "facts": {"ball": "pocket"}, "by": "D1"})
        table.take(number_read(30))
        person = Words(language)

        def named() -> tuple[str | None, tuple[str, ...]]:
            view = table.view
            assert view.view.incident is not None
            shown = dict(facts_in_words(view.view.incident, person, view))
            return shown.get(person.text("phase.result")), doubtful_rows(view.view.incident, person, view)

        assert named() == (None, ())
        table.take(number_read(31))
        rows = (person.text("fact.name.came"), person.text("phase.result"))
        assert named() == (fact_value(person, "actual", 31), rows)
        table.take({"do": "sign_in", "who": "P1", "role": "pit_boss"})
        table.take({"do": "authorise", "by": "P1"})
        result = table.view.view.round
        assert isinstance(result, SpinView) and result.number == 31


@pytest.mark.parametrize("kind", ["ball_out", "not_read", "technical_fault"])
def test_a_kind_that_the_wheel_contradicted_since_is_marked_at_the_outcome(qtbot: QtBot, kind: str) -> None:
    """LT-ROU-29 after LT-ROU-27b: a ball that left the wheel has given no number."""
    with straight(qtbot, "lt", "roulette") as table:
        take_a_spin(table)
        table.take({"do": "incident", "kind": kind, "by": "D1"})
        person, before = Words("ja"), table.view
        assert before.view.incident is not None
        assert doubtful_rows(before.view.incident, person, before) == ()
        table.take(number_read(20))
        view = table.view
        assert view.view.incident is not None
        marked = () if kind == "technical_fault" else ("fact.name.came", "fact.name.kind")
        doubtful = doubtful_rows(view.view.incident, person, view)
        assert doubtful == tuple(person.text(key) for key in marked)


def test_a_step_that_was_done_at_once_is_not_numbered_as_one_to_come(qtbot: QtBot) -> None:
    """LT-ROU-27a: the ball is out before the pit boss decides."""
    with straight(qtbot, "lt", "roulette") as table:
        for line in SPUN[:2]:
            table.take(line)
        table.take({"do": "spin", "turns": 5, "direction": "with", "by": "D1"})
        table.take({"do": "incident", "kind": "no_spin", "facts": {"cause": "same_direction"}, "by": "D1"})
        assert "1" in {text.text for text in texts_of(table.window.dealer)}
        table.take({"do": "withdraw", "by": "D1"})
        table.take({"do": "sign_in", "who": "P1", "role": "pit_boss"})
        table.take({"do": "withdraw", "by": "P1"})
        table.take({"do": "sign_out", "who": "P1"})
        table.take({"do": "spin", "turns": 5, "direction": "with", "by": "D1"})
        table.take({"do": "done", "by": "D1"})
        incident = table.view.view.incident
        assert incident is not None and [step.done for step in incident.steps] == [True]
        assert "1" not in {text.text for text in texts_of(table.window.dealer)}


def test_a_card_that_came_meanwhile_is_listed_without_its_face(qtbot: QtBot) -> None:
    with straight(qtbot) as table:
        for line in SPUN[:2]:
            table.take(line)
        table.take({"do": "incident", "kind": "card_fell", "facts": {"cards": 1, "seen": False}, "by": "D1"})
        table.take({"do": "card", "card": "9H"})
        assert [each.number for each in table.view.halt.came_in] == [None]


def test_a_dealer_never_leaves_out_a_card_that_came_after_the_report(qtbot: QtBot) -> None:
    """BAC-4.1: the pit boss alone withdraws the report then, and sees on the page what came."""
    with straight(qtbot, "lt") as table:
        for line in (*SPUN[:2], {"do": "incident", "by": "D1"}):
            table.take(line)
        table.touch(table.window.dealer.incident.bar.withdraw)
        asked = table.window.dealer.presses.confirmation
        assert asked.isVisible()
        table.take({"do": "card", "card": "KD"})
        assert not asked.isVisible(), "its answer would withdraw the report"
        table.restart(qtbot)
        assert table.window.dealer.incident_stage is Stage.KIND
        assert table.window.dealer.incident.bar.withdraw.isHidden()
        assert not table.window.dealer.incident.bar.primary.isHidden(), "the pit boss's key"
        assert [each.number for each in table.view.halt.came_in] == [None]


@pytest.mark.sweep(1)
@pytest.mark.parametrize("kind", [None, "card_fell"])
def test_a_dealer_who_relieves_in_a_question_has_the_keys_of_the_pit_boss(
    qtbot: QtBot, kind: str | None
) -> None:
    """Nobody but the pit boss takes the other dealer's report back, if nothing is wrong."""
    with straight(qtbot, "lt") as table:
        report = {"do": "incident", "by": "D1", **({} if kind is None else {"kind": kind})}
        for line in (*SPUN[:2], report, {"do": "sign_in", "who": "D2", "role": "dealer"}):
            table.take(line)
        bar, stage = table.window.dealer.incident.bar, Stage.KIND if kind is None else Stage.FACT
        assert table.view.dealer is not None and table.view.dealer.id == "D2"
        assert table.window.dealer.incident_stage is stage and bar.withdraw.isHidden()
        table.window.activateWindow()
        qtbot.waitUntil(lambda: not table.window.dealer.focus._due.isActive())
        assert not bar.primary.hasFocus(), "the answers come first"
        assert ("Esc" in dict(table.window.dealer.keys.rows(words("en")))) == bar.back.isVisible()
        table.touch(bar.call)
        assert table.named("D2")[-1] == "pit_boss_called" and bar.call.isHidden()
        table.touch(bar.primary)
        table.pin()
        assert table.view.pit_boss is not None and table.window.dealer.incident_stage is stage
        assert not bar.withdraw.isHidden()


def test_a_dealer_who_relieves_leaves_the_screen_in_the_language_of_the_pit_boss(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pit boss goes on with the halt; the dealer's own language comes once that authority ends."""
    for who, language in (("P1", "ja"), ("D2", "de")):
        monkeypatch.setitem(PERSONS, who, replace(PERSONS[who], language=language))
    with straight(qtbot, "lt") as table:
        for line in (*SPUN[:2], {"do": "incident", "by": "D1", "kind": "card_fell"}):
            table.take(line)
        table.touch(table.window.dealer.incident.bar.primary)
        table.pin()
        assert table.view.pit_boss is not None and table.window.words.language == "ja"
        table.window.sign_in.ask(Purpose.RELIEF)
        table.pin("D2")
        assert table.view.dealer is not None and table.view.dealer.id == "D2"
        assert table.window.words.language == "ja"
        table.window.arrivals.end_authority()
        table.settle()
        assert table.window.words.language == "de"


@pytest.mark.sweep(1)
@pytest.mark.parametrize("rules", ["sv", "lt", "de"])
def test_two_numbers_for_one_spin_light_the_tile_wrong_number(qtbot: QtBot, rules: str) -> None:
    with straight(qtbot, rules, "roulette") as table:
        take_a_spin(table)
        table.take(number_read(17))
        table.take(number_read(18))
        assert table.view.view.phase == "halted"
        table.take({"do": "incident", "by": "D1"})
        tiles = table.window.dealer.incident.zone.kinds
        assert noticed_kind(table.view) == "wrong_number_recorded"
        tile = tiles.tiles[tiles.page_kinds(table.view).index("wrong_number_recorded")]
        lit = words("en").text("incident.noticed").lower()
        assert lit in tile.accessibleName().lower() + tile.accessibleDescription().lower()


@pytest.mark.parametrize(
    ("language", "begins", "ends"),
    [
        ("sv", "Pitbossen säger: ”", "”"),
        ("ja", "ピットボスが告知：「", "」"),
        ("de", "Der Pitboss sagt: „", "“"),
    ],
)
def test_words_are_the_pit_bosss_in_quotation_marks_unless_the_dealer_decided(
    language: str, begins: str, ends: str
) -> None:
    """LT-BAC-26a: one card to be moved is the dealer's; nobody authorised it."""
    view = next(
        view
        for view in INCIDENT_SAMPLES.values()
        if view.incident.decided is not None
        and view.view.prompt.step is not None
        and view.view.notice is not None
    )
    both = [
        incident_prompt(
            changed(view, decided=by), OpenParts(), Stage.STEPS, words(language), words("lt"), None
        )
        for by in (DECIDED, replace(DECIDED, by=None))
    ]
    assert view.view.prompt.actor in (Actor.DEALER, Actor.PIT_BOSS)
    assert both[1].gloss and both[0].gloss == f"{begins}{both[1].gloss}{ends}"


def at_the_second_seat(table: Straight) -> None:
    """Seat 1 stands on eleven, and answers once more; seat 3 is asked."""
    for line in (SPUN[0], {"do": "seats", "seats": [1, 3]}, SPUN[1]):
        table.take(line)
    for face in ("4H", "9S", "8D", "7C", "5H", "9C"):
        table.take({"do": "card", "card": face})
    for choice in ("stand", "hit"):
        table.take({"do": "decision", "seat": 1, "hand": 1, "choice": choice})


def test_a_seat_that_stood_before_a_halt_is_not_the_headline_after_it(qtbot: QtBot) -> None:
    """LT-BJ-2.3.8: the seat whose bet went back does not stand; BJ-3.5-ii: the next is asked again."""
    with straight(qtbot, "lt", "blackjack") as table:
        at_the_second_seat(table)
        person = words("en")
        stood = person.text("seat.stood").upper()
        assert stood in table.window.dealer.prompt.text.headline
        table.take({"do": "incident", "kind": "no_chance_to_act", "facts": {"seat": 1}, "by": "D1"})
        table.take({"do": "sign_in", "who": "P1", "role": "pit_boss"})
        table.clock.advance(1)
        table.take({"do": "authorise", "by": "P1", "reason": "the picture froze"})
        table.take({"do": "sign_out", "who": "P1"})
        headline = table.window.dealer.prompt.text.headline
        assert stood not in headline and person.text("seat.number", seat=3) in headline


@pytest.mark.parametrize("language", ["is", "ja", "de"])
def test_a_seats_answers_are_whole_on_its_outcomes_page(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """LT-BJ-2.3.8: three lines of 'At once' above it push none of it off the page."""
    for person in PERSONS.values():
        monkeypatch.setitem(PERSONS, person.id, replace(person, language=language))
    with straight(qtbot, "lt", "blackjack") as table:
        at_the_second_seat(table)
        table.take({"do": "incident", "kind": "no_chance_to_act", "facts": {"seat": 1}, "by": "D1"})
        assert table.view.view.incident is not None
        texts = words(language)
        answers = known_answers(table.view.view.incident, texts, table.view)
        assert len(answers) == 2
        drawn = "".join(each.text for each in texts_of(table.window.dealer))
        assert all("".join(answer.split()) in "".join(drawn.split()) for answer in answers)
        assert flaws(table.window.dealer) == []


def test_a_card_that_could_not_be_read_is_not_called_read(qtbot: QtBot) -> None:
    """In 'meanwhile' and on the outcome's page, and on the felt beneath the card that halted the table."""
    model = USUAL[DeviceRole.READER].made
    assert isinstance(model, CardModel)
    voice = model.voice(NONE)
    with straight(qtbot) as table:
        for line in SPUN[:2]:
            table.take(line)
        table.take({"do": "incident", "kind": "card_fell", "facts": {"cards": 1, "seen": False}, "by": "D1"})
        for message in (voice.unread(), voice.outside(Card("9H")), voice.unread()):
            view = table.session.receive(DeviceRole.READER, message)
            table.show(view, BytesJob(DeviceRole.READER, message))
        assert [each.unread for each in table.view.halt.came_in] == [True, False, True]
        came = came_text(table.view.halt, Words("en"))
        assert came.startswith("1 card read, 2 cards not readable, last at ")
        first = changed(table.view, came_in=table.view.halt.came_in[:1])
        assert came_text(first.halt, Words("en")).endswith("that could not be read")


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", ["baccarat", "blackjack"])
def test_an_unread_card_that_halts_the_table_is_not_called_read_on_the_felt(qtbot: QtBot, game: str) -> None:
    with straight(qtbot, game=game) as table:
        table.take(SPUN[0])
        table.take({"do": "unread"})
        assert table.view.view.phase == "halted" and table.view.halt.held is not None
        seen = {text.text for text in texts_of(table.window.dealer)}
        assert Words("en").text("halt.note.rescan") in seen
        assert Words("en").text("halt.note.bets_open") not in seen


@pytest.mark.parametrize("between", [[], [{"do": "bets", "state": "open"}]])
def test_a_wrong_number_sends_to_the_round_and_the_video_of_that_number(
    qtbot: QtBot, between: list[dict[str, object]]
) -> None:
    """LT-ROU-33: settled by the video, be the next round's bets open or not."""
    with straight(qtbot, "sv", "roulette") as table:
        take_a_spin(table)
        table.clock.advance(3)
        known = table.clock.utc()
        table.take(number_read(17))
        table.take({"do": "done", "by": "D1"})
        for line in between:
            table.take(line)
        table.clock.advance(60)
        facts = {"actual": 0}
        table.take({"do": "incident", "kind": "wrong_number_recorded", "facts": facts, "by": "D1"})
        reported = reported_parts(table.view, EN)
        filmed = clock_time(known - timedelta(seconds=30), EN)
        assert reported[1:] == (EN.text("incident.video", time=filmed), EN.text("status.round", round=1))


def test_a_report_over_scans_that_failed_sends_to_the_video_of_the_first(qtbot: QtBot) -> None:
    """LT-BAC-27: the third one halted. So it begins in the record."""
    with straight(qtbot, "lt", "baccarat") as table:
        table.take({"do": "bets", "state": "open"})
        table.take({"do": "bets", "state": "closed"})
        first = table.clock.utc()
        for _ in range(3):
            table.take({"do": "unread"})
            table.clock.advance(5)
        table.take({"do": "incident", "kind": "card_fell", "facts": {"cards": 2, "seen": False}, "by": "D1"})
        filmed = EN.text("incident.video", time=clock_time(first - timedelta(seconds=30), EN))
        assert filmed in reported_parts(table.view, EN)


def test_the_video_of_another_day_has_its_day(qtbot: QtBot) -> None:
    """The console was off while the table was halted: today's video of that second shows nothing of it."""
    with straight(qtbot, "lt", "roulette") as table:
        take_lines = ({"do": "bets", "state": "open"}, {"do": "bets", "state": "closed"})
        for line in (*take_lines, {"do": "spin", "turns": 2, "direction": "against", "by": "D1"}):
            table.take(line)
        filmed = table.clock.utc() - timedelta(seconds=30)
        table.clock.advance(2 * 24 * 3600)
        table.take({"do": "incident", "kind": "no_spin", "by": "D1"})
        table.key(Qt.Key.Key_F4)
        table.pin()
        for language in LANGUAGES:
            table.window.speak(language)
            table.settle()
            with listened() as heard:
                table.window.dealer.incident.bar.grab()
            seen, speak = " ".join(text.text for _, text in heard), Words(language)
            day = date_text(filmed.astimezone().date(), speak.locale)
            assert f"{day} {clock_time(filmed, speak)}" in seen, language
            assert day in " ".join(reported_parts(table.view, speak)), language
            assert flaws(table.window.dealer) == [], language


def test_a_report_over_a_halt_sends_to_the_video_of_the_halt(qtbot: QtBot) -> None:
    """LT-ROU-25: the ball ran too few turns long before somebody said why."""
    with straight(qtbot, "lt", "roulette") as table:
        take_lines = ({"do": "bets", "state": "open"}, {"do": "bets", "state": "closed"})
        for line in (*take_lines, {"do": "spin", "turns": 2, "direction": "against", "by": "D1"}):
            table.take(line)
        halted = table.clock.utc()
        table.clock.advance(2 * 24 * 3600)
        table.take({"do": "incident", "kind": "no_spin", "facts": {"cause": "few_turns"}, "by": "D1"})
        assert table.view.incident.reported is not None
        assert table.view.incident.reported.video == halted - timedelta(seconds=30)


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        ("baccarat", [{"do": "incident", "kind": "prohibited_action", "facts": {"what": "card_peeked"}}]),
        (
            "roulette",
            [
                *SPUN,
                number_read(17),
                {"do": "done"},
                {"do": "incident", "kind": "wrong_number_recorded", "facts": {"actual": 0}},
            ],
        ),
    ],
)
def test_an_outcome_that_alone_is_possible_is_named_and_not_to_be_chosen(
    qtbot: QtBot, game: str, lines: list[dict[str, object]]
) -> None:
    """BAC-4.1: nothing can be void where no round is open, and only the reason is to be given."""
    with straight(qtbot, "sv", game) as table:
        table.session.set_procedures(("LT-ROU-33",))
        for line in lines:
            table.take({"by": "D1", **line} if line["do"] != "number" else line)
        dealer, named = table.window.dealer, EN.text("outcome.go_on")
        assert inside(EN, named) in str(dealer.prompt.text.note)
        table.touch(dealer.incident.bar.primary)
        table.pin()
        assert dealer.incident_stage is Stage.OUTCOME
        assert (dealer.prompt.text.headline, dealer.prompt.text.note) == (
            named, EN.text("incident.none_to_void")
        )  # fmt: skip
        shown = {each.text for each in texts_of(dealer)}
        assert {EN.text("incident.give_reason"), EN.text("at_once.no_round")} <= shown
        assert EN.text("incident.choose_reason") not in shown


@pytest.mark.sweep(3)
@pytest.mark.parametrize("outcome", [*Result])
def test_no_sign_of_an_outcome_stands_beside_the_order_to_stop(outcome: Result) -> None:
    """Before a pit boss has decided, a sign to play on would contradict 'touch no card'."""
    view = INCIDENT_SAMPLES["p3-awaiting"]
    assert view.view.incident is not None
    incident = replace(view.view.incident, outcome=outcome.value)
    proposed = replace(view, view=replace(view.view, incident=incident))
    assert stage_sign(proposed, OpenParts(), Stage.OUTCOME) == Sign("states.halt")


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_has_to_confirm_that_the_pit_boss_decides(language: str) -> None:
    """'To be confirmed by the pit boss: the pit boss decides' stood there."""
    view, own = replace(INCIDENT_SAMPLES["p3-choose"], pit_boss=None), words(language)
    prompt = incident_prompt(view, OpenParts(), Stage.OUTCOME, own, own, None)
    assert prompt.note == own.text("outcome.pit_boss_decides")


@pytest.mark.parametrize("kind", ["wrong_card_set", "no_spin"])
def test_the_question_about_a_cause_has_the_sign_of_its_incident(kind: str) -> None:
    """Of a card set it had the ball of roulette."""
    shown = INCIDENT_SAMPLES["p3-awaiting"]
    assert shown.view.incident is not None
    incident, prompt = replace(shown.view.incident, kind=kind), replace(shown.view.prompt, fact="cause")
    asked = replace(shown, view=replace(shown.view, incident=incident, prompt=prompt))
    assert stage_sign(asked, OpenParts(), Stage.FACT) == Sign(f"incidents.{kind}")


def test_what_came_before_the_report_is_not_said_to_be_since_the_report() -> None:
    """LT-ROU-31b, LT-ROU-31c: a rule turns on what was known when, and play may stop before the report."""
    assert "report" not in EN.text("fact.name.came").lower()


EARLY_CARDS = (SPUN[0], *({"do": "card", "card": face} for face in ("AS", "2S", "3S", "4S", "5S")))


def said_of_cards(table: Straight) -> set[str]:
    """The texts on the screen that name a number of cards."""
    return {text.text for text in texts_of(table.window.dealer) if "cards" in text.text}


@pytest.mark.parametrize("game", ["baccarat", "blackjack"])
def test_every_card_of_a_halt_is_shown_and_cleared_away(qtbot: QtBot, game: str) -> None:
    """TB-3, LT-BAC-25b, LT-BJ-2.3.10b: five cards of bet time before the report, and one under it."""
    with straight(qtbot, "lt", game) as table:
        for line in EARLY_CARDS:
            table.take(line)
        felt = table.window.dealer.felt
        assert (felt.held.face.backs, felt.held.accessibleName()) == (4, "5 cards in no hand")
        told = "5 cards were drawn that are in no hand. Leave them lying and wait for the pit boss."
        assert told in said_of_cards(table)
        table.take({"do": "incident", "kind": "early_deal", "facts": {"first_card": True}, "by": "D1"})
        table.take({"do": "card", "card": "6S"})
        table.key(Qt.Key.Key_F4)
        table.pin()
        table.take({"do": "answer", "facts": {"seen": True}, "by": "P1"})
        order = "Put the 6 cards into the discard rack"
        assert order in said_of_cards(table)
        table.take({"do": "authorise", "by": "P1"})
        held = table.view.halt.held
        assert held is not None and held.reason is None, "it came in bet time, and not out of turn"
        table.take({"do": "card", "card": "7S"})
        assert order.replace("6", "7") in said_of_cards(table)
        assert flaws(table.window.dealer) == []
        table.take({"do": "done", "by": "D1"})
        assert table.view.halt.held is None


def test_the_outcomes_page_says_which_cards_halt_the_table_again(qtbot: QtBot) -> None:
    """TB-15, LT-BAC-25a: the first of the cards is the next one, and the others are nobody's."""
    with straight(qtbot, "lt", "baccarat") as table:
        for line in EARLY_CARDS[:3]:
            table.take(line)
        table.take({"do": "incident", "kind": "early_deal", "facts": {"first_card": True}, "by": "D1"})
        table.take({"do": "card", "card": "3S"})
        table.key(Qt.Key.Key_F4)
        table.pin()
        table.take({"do": "answer", "facts": {"seen": False}, "by": "P1"})
        seen = said_of_cards(table)
        assert "2 cards more: play is halted" in seen
        assert any(text.startswith("2 cards read, last at") for text in seen)
        table.take({"do": "authorise", "by": "P1"})
        assert (table.view.view.phase, table.view.view.prompt.reason) == ("halted", "bets_open")
        assert table.view.view.cards_apart == 2
        table.take({"do": "withdraw", "by": "P1"})
        assert table.view.view.cards_apart == 0
