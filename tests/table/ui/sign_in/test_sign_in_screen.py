"""The sign-in, as fingers, a keyboard and a badge reader use it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES, Words
from console.table.core import Person, Role
from console.table.people import Known, People, Wrong, table_people
from console.table.people.answers import Answer, Locked, PracticePerson, Unknown
from console.table.people.errors import LostPin, NoPepper, NotPrivate, OlderList, SecretExposed, Unreadable
from console.table.ui.kit import ChoiceKey
from console.table.ui.kit.keys import ENTER, ERASE, Key, PlainKey
from console.table.ui.sign_in.credentials import Field, TypedCredentials
from console.table.ui.sign_in.form import FormState
from console.table.ui.sign_in.notes import SignInNote, note
from console.table.ui.sign_in.purpose import Purpose
from console.table.ui.sign_in.sign_in_screen import SignInScreen
from tests.instruments.pictures.text_measure import measured, small
from tests.sweep import by_turns

RASA = Person("D-114", "Rasa K.", Role.DEALER, "lt")
ANNA = Person("S-1", "Anna Ö.", Role.SUPERVISOR, "sv")
JONAS = Person("P-20", "Jonas P.", Role.PIT_BOSS, "lt")
BADGE = "0004711234"


class Asked:
    """A people's file with prepared answers that remembers what it was asked."""

    practice_people: tuple[PracticePerson, ...] = ()

    def __init__(self, answer: Answer | Exception) -> None:
        self.answer = answer
        self.calls: list[tuple[str, ...]] = []

    def verify(self, id: str, pin: str) -> Answer:
        self.calls.append((id, pin))
        return self._next_answer()

    def verify_badge(self, number: str) -> Answer:
        self.calls.append((number,))
        return self._next_answer()

    def is_disabled(self, id: str) -> bool:
        return False

    def _next_answer(self) -> Answer:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


class SetSeconds:
    now = 100.0

    def __call__(self) -> float:
        return self.now


class Signing:
    """A sign-in over a table of one button, with hands."""

    def __init__(
        self, people: People, bot: QtBot, language: str = "en", *, badge_suffices: bool = False
    ) -> None:
        self.bot, self.watch = bot, SetSeconds()
        self.table = QWidget()
        bot.addWidget(self.table)
        self.table.resize(1280, 800)
        self.button = QPushButton("the table", self.table)
        self.button.setGeometry(0, 0, 1280, 800)
        self.screen = SignInScreen(
            people, Words(language), self.table, now=self.watch, badge_suffices=badge_suffices
        )
        self.screen.setGeometry(self.table.rect())
        self.table.show()
        self.verified: list[Person] = []
        self.refused: list[str | None] = []
        self.screen.verified.connect(self.verified.append)
        self.screen.refused.connect(self.refused.append)

    def type(self, text: str) -> None:
        """On a keyboard; ``\\r`` is Enter, ``\\b`` Backspace, ``\\t`` Tab."""
        keys = {"\r": Qt.Key.Key_Return, "\b": Qt.Key.Key_Backspace, "\t": Qt.Key.Key_Tab}
        for letter in text:
            if letter in keys:
                QTest.keyClick(self.screen, keys[letter])
            else:
                QTest.keyClicks(self.screen, letter)

    def touch(self, text: str) -> None:
        """On the pad that is shown."""
        for letter in text:
            keys = [*self.screen.number_keys, *self.screen.letter_keys]
            (key,) = [one for one in keys if one.types == letter and one.isVisible()]
            QTest.mouseClick(key, Qt.MouseButton.LeftButton)

    def wait_for_pin(self) -> None:
        """Wait until somebody is let in or asked for the PIN."""
        self.bot.waitUntil(lambda: bool(self.verified or self.form.id))

    def wait_for_answer(self) -> None:
        self.bot.waitUntil(lambda: bool(self.verified or self.refused))

    @property
    def form(self) -> FormState:
        return self.screen.state


@pytest.fixture
def rasa(qtbot: QtBot) -> Iterator[Signing]:
    signing = Signing(Asked(Known(RASA)), qtbot)
    signing.screen.ask(Purpose.DEALER)
    yield signing
    signing.screen.hide()


def wrong(
    qtbot: QtBot, answer: Answer | Exception, purpose: Purpose = Purpose.DEALER, typed: str = "D-114\r2846\r"
) -> Signing:
    """A sign-in after a try that did not let anybody in."""
    signing = Signing(Asked(answer), qtbot)
    signing.screen.ask(purpose)
    signing.type(typed)
    signing.bot.waitUntil(lambda: signing.form.note.heed)
    return signing


# --- typing ----------------------------------------------------------------------------------


def test_an_id_and_a_pin_are_typed_on_a_keyboard(rasa: Signing) -> None:
    rasa.type("d-114\r2846\r")
    rasa.wait_for_answer()
    assert rasa.verified == [RASA]


def test_a_badge_reader_that_types_id_and_pin_at_once_loses_no_key(rasa: Signing) -> None:
    for letter in "D-114\r2846\r":
        key = Qt.Key.Key_Return if letter == "\r" else Qt.Key(ord(letter))
        press = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier, letter)
        QCoreApplication.postEvent(rasa.screen, press)
    rasa.wait_for_answer()
    assert rasa.verified == [RASA]


def test_an_id_and_a_pin_are_touched_on_the_pads(rasa: Signing) -> None:
    rasa.touch("D-114" + ENTER + "28463" + ERASE + ENTER)
    rasa.wait_for_answer()
    assert rasa.verified == [RASA]


@pytest.mark.parametrize("overlay", [False, True])
@pytest.mark.parametrize("typed", ["D-114\r28", "D-114", ""])
def test_every_key_of_the_pad_stands_apart_and_on_the_screen(qtbot: QtBot, overlay: bool, typed: str) -> None:
    signing = Signing(Asked(Known(RASA)), qtbot)
    signing.screen.ask(Purpose.RELIEF, overlay=overlay)
    signing.type(typed)
    keys = [one for one in (*signing.screen.number_keys, *signing.screen.letter_keys) if one.isVisible()]
    assert len(keys) == (12 if typed.endswith("28") else 39)
    boxes = [key.geometry() for key in keys]
    assert all(signing.screen.mask().boundingRect().contains(box) for box in boxes)
    assert min(min(box.width(), box.height()) for box in boxes) >= 48
    assert not any(one.intersects(other) for at, one in enumerate(boxes) for other in boxes[:at])


def test_people_to_practise_as_need_no_keys_of_letters(qtbot: QtBot) -> None:
    signing = Signing(table_people.people("en"), qtbot)
    assert [key.types for key in signing.screen.findChildren(Key)] == [*"1234567890", ERASE, ENTER]


def test_the_pins_keys_are_as_large_as_the_design_has_them(rasa: Signing) -> None:
    rasa.type("D-114\r")
    assert {key.size().toTuple() for key in rasa.screen.number_keys} <= {(140, 116), (140, 115), (141, 116)}


def test_only_dots_show_a_pin(rasa: Signing) -> None:
    rasa.type("D-114\r9173")
    assert rasa.form.digits == 4
    texts = [
        rasa.screen.accessibleDescription(),
        rasa.screen.pin.accessibleDescription(),
        repr(rasa.form),
    ]
    assert not [text for text in texts if "9173" in text]
    assert rasa.screen.pin.accessibleDescription() == "4 digits entered"


def test_no_key_lights_up(rasa: Signing) -> None:
    rasa.type("D-114\r")
    key = rasa.screen.number_keys[4]
    before = key.grab().toImage()
    QTest.mousePress(key, Qt.MouseButton.LeftButton)
    assert key.grab().toImage() == before
    QTest.mouseRelease(key, Qt.MouseButton.LeftButton)


def test_a_badges_number_signs_in_by_itself(qtbot: QtBot) -> None:
    people = Asked(Known(RASA))
    signing = Signing(people, qtbot)
    signing.screen.ask(Purpose.DEALER)
    signing.type(f"{BADGE}\r")
    signing.wait_for_answer()
    assert people.calls == [(BADGE,)]
    assert signing.verified == [RASA]


def test_a_step_up_asks_for_the_pin_after_the_badge(qtbot: QtBot) -> None:
    people = Asked(Known(JONAS))
    signing = Signing(people, qtbot)
    signing.screen.ask(Purpose.PIT_BOSS)
    signing.type(f"{BADGE}\r")
    signing.bot.waitUntil(lambda: signing.form.field is Field.PIN)
    assert signing.verified == []
    assert signing.form.id == "P-20"
    signing.type("2846\r")
    signing.wait_for_answer()
    assert people.calls == [(BADGE,), ("P-20", "2846")]
    assert signing.verified == [JONAS]


def test_nothing_typed_counts_while_a_try_is_checked(qtbot: QtBot) -> None:
    people = Asked(Known(RASA))
    signing = Signing(people, qtbot)
    signing.screen.ask(Purpose.DEALER)
    signing.type("D-114\r2846\r2846\r")
    signing.wait_for_answer()
    assert people.calls == [("D-114", "2846")]


class Slow(Asked):
    """A people's file that answers only when it is let."""

    def __init__(self, answer: Answer | Exception) -> None:
        super().__init__(answer)
        self.began, self.goes_on = threading.Event(), threading.Event()
        self.answered = False

    def _next_answer(self) -> Answer:
        self.began.set()
        assert self.goes_on.wait(10)
        self.answered = True
        return super()._next_answer()


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (Wrong("D-114", 5), ["D-114"]),
        (Unknown(), [None]),
        (Locked("D-114", "tries"), ["D-114"]),
        (Known(JONAS), ["P-20"]),
        (Known(RASA), []),
    ],
)
@pytest.mark.parametrize("again", [False, True], ids=["gone back", "asked again"])
def test_an_answer_after_going_back_admits_no_person_and_a_failed_try_counts(
    qtbot: QtBot, answer: Answer, told: list[str | None], *, again: bool
) -> None:
    """Esc right after Enter kept a wrong PIN out of the journal."""
    people = Slow(answer)
    signing = Signing(people, qtbot)
    signing.screen.ask(Purpose.DEALER)
    signing.type("D-114\r2846\r")
    qtbot.waitUntil(people.began.is_set)
    assert signing.form.note.text == "Checking …", "a PIN that is being checked is not typed again"
    QTest.keyClick(signing.screen, Qt.Key.Key_Escape)
    if again:
        signing.screen.ask(Purpose.PIT_BOSS)
    people.goes_on.set()
    qtbot.waitUntil(lambda: bool(people.answered and len(signing.refused) == len(told)), timeout=5_000)
    QTest.qWait(20)  # an answer that let somebody in would come by now
    assert signing.refused == told
    assert signing.verified == [] and signing.form.note.heed is False
    assert signing.screen.isVisible() is again


@pytest.mark.parametrize(
    ("typed", "entry"),
    [
        ("d-1", TypedCredentials("D-1")),
        ("d 1;é１", TypedCredentials("D1")),
        ("d1\b\b\b", TypedCredentials("")),
        ("\r", TypedCredentials("")),
        ("d1\r", TypedCredentials("D1", field=Field.PIN)),
        ("d1\r12x-3", TypedCredentials("D1", "123", Field.PIN)),
        ("d1\r123\r", TypedCredentials("D1", "123", Field.PIN)),
        ("d1\r1234567890", TypedCredentials("D1", "12345678", Field.PIN)),
        ("d1\r1\b\b", TypedCredentials("D1", field=Field.PIN)),
        ("1234567\r", TypedCredentials("1234567", field=Field.PIN)),
    ],
)
def test_each_typed_key_changes_the_credentials(typed: str, entry: TypedCredentials) -> None:
    typing = TypedCredentials()
    for letter in typed:
        match letter:
            case "\b":
                typing = typing.without_last_key()
            case "\r":
                typing = typing.on_enter()
            case _:
                typing = typing.with_key(letter)
    assert typing == entry
    assert entry.submission() == ("pin" if len(entry.pin) >= 4 else None)


@pytest.mark.parametrize("erases", [1, 4, 9])
def test_a_pin_typed_after_erasing_too_much_is_not_readable(qtbot: QtBot, erases: int) -> None:
    """Who erases a mistyped PIN, on the keyboard or on the pad, types the PIN again into its own field."""
    for typed in ("12" + "\b" * erases, "\b" * erases):
        signing = Signing(Asked(Known(RASA)), qtbot)
        signing.screen.ask(Purpose.DEALER)
        signing.type("D-114\r" + typed)
        assert (signing.form.id, signing.form.field, signing.form.digits) == (
            "D-114",
            Field.PIN,
            max(0, typed.count("1") + typed.count("2") - erases),
        )
        erase = next(key for key in signing.screen.number_keys if key.types == ERASE)
        for _ in range(3):
            QTest.mouseClick(erase, Qt.MouseButton.LeftButton)
        signing.type("2846")
        assert (signing.form.id, signing.form.digits) == ("D-114", 4)
        signing.screen.hide()


def test_a_mistyped_id_is_gone_back_to_by_a_touch_or_shift_tab(rasa: Signing) -> None:
    rasa.type("D-115\r")
    QTest.mouseClick(rasa.screen.person, Qt.MouseButton.LeftButton)
    assert rasa.form.field is Field.ID
    rasa.type("\r")
    QTest.keyClick(rasa.screen, Qt.Key.Key_Backtab)
    rasa.type("\b4\r")
    assert (rasa.form.id, rasa.form.field) == ("D-114", Field.PIN)


def test_tab_goes_to_the_pin_in_a_window_that_nothing_has_activated(rasa: Signing) -> None:
    """Where no window manager activates a window, a PIN could be read in the field for the id."""
    other = QWidget()
    rasa.bot.addWidget(other)
    with rasa.bot.waitActive(other):
        other.show()
        other.activateWindow()
    assert not rasa.screen.hasFocus()
    rasa.type("D-114\t2846")
    assert (rasa.form.id, rasa.form.field, rasa.form.digits) == ("D-114", Field.PIN, 4)


def test_eight_digits_are_a_badge() -> None:
    assert TypedCredentials("12345678").submission() == "badge"
    assert TypedCredentials("D2345678").submission() is None


def test_another_id_is_typed_over_the_name_of_the_person_who_came_before(qtbot: QtBot) -> None:
    signing = Signing(Asked(Known(JONAS)), qtbot)
    signing.screen.ask(Purpose.PIT_BOSS, person=RASA, again=True)
    signing.type("p-20\r2846")
    assert (signing.form.id, signing.form.field, signing.form.digits) == ("P-20", Field.PIN, 4)
    signing.type("\r")
    signing.wait_for_answer()
    assert signing.verified == [JONAS]


# --- refusals --------------------------------------------------------------------------------


def test_a_wrong_pin_is_explained_and_the_pin_is_typed_again(qtbot: QtBot) -> None:
    signing = wrong(qtbot, Wrong("D-114"))
    assert signing.refused == ["D-114"]
    assert signing.form.note.text == "ID and PIN do not match. Check both and try again."
    assert (signing.form.field, signing.form.digits, signing.form.id) == (
        Field.PIN,
        0,
        "D-114",
    )


def test_an_unknown_id_looks_like_a_wrong_pin(qtbot: QtBot) -> None:
    seen = [wrong(qtbot, answer).form for answer in (Wrong("D-114"), Unknown())]
    assert seen[0] == seen[1]


def test_an_unknown_id_is_not_repeated_to_the_journal(qtbot: QtBot) -> None:
    assert wrong(qtbot, Unknown(), typed="28461\r2846\r").refused == [None]


def test_a_wait_is_counted_down_and_then_goes(qtbot: QtBot) -> None:
    signing = wrong(qtbot, Wrong("D-114", 10))
    assert signing.form.note.text == "Too many wrong tries: wait 10 seconds, then try again."
    signing.watch.now += 8.5
    signing.screen.count_down()
    assert signing.form.note.text == "Too many wrong tries: wait 2 seconds, then try again."
    signing.watch.now += 1.5
    signing.screen.count_down()
    assert not signing.form.note.heed


def test_another_person_need_not_wait(qtbot: QtBot) -> None:
    signing = wrong(qtbot, Wrong("D-114", 10))
    QTest.keyClick(signing.screen, Qt.Key.Key_Backtab)
    signing.type("\b\b\b\b\bP-20")
    assert not signing.form.note.heed


@pytest.mark.parametrize("answer", [Wrong("P-20"), Locked("P-20", "disabled"), Known(JONAS)])
def test_a_second_persons_note_stays_when_the_first_ones_wait_is_over(qtbot: QtBot, answer: Answer) -> None:
    """It was gone within a fifth of a second, or as soon as the other one's wait ended."""
    asked = Asked(Wrong("D-114", 10))
    signing = Signing(asked, qtbot)
    signing.screen.ask(Purpose.DEALER)
    signing.type("D-114\r1111\r")
    signing.wait_for_answer()
    asked.answer = answer
    QTest.keyClick(signing.screen, Qt.Key.Key_Backtab)
    signing.type("\b\b\b\b\bP-20\r2222\r")
    qtbot.waitUntil(lambda: len(signing.refused) == 2)
    told = signing.form.note
    assert told.heed
    signing.watch.now += 11
    qtbot.waitUntil(lambda: not signing.screen._counting.isActive())
    assert signing.form.note == told


@pytest.mark.parametrize(
    ("answer", "key"),
    [
        (Locked("D-114", "tries"), "sign_in.locked"),
        (Locked("D-114", "disabled"), "sign_in.disabled"),
        (Known(JONAS), "sign_in.needs.dealer"),
    ],
)
def test_a_refused_person_sees_the_reason(qtbot: QtBot, answer: Answer, key: str) -> None:
    signing = wrong(qtbot, answer)
    assert signing.form.note.text == Words("en").text(key)
    assert len(signing.refused) == 1
    assert signing.verified == []


def test_a_dealer_is_no_pit_boss(qtbot: QtBot) -> None:
    signing = wrong(qtbot, Known(RASA), Purpose.PIT_BOSS)
    assert signing.form.note.text == "A pit boss has to sign in here."
    assert signing.refused == ["D-114"]


def test_after_a_person_of_another_role_the_next_keys_are_an_id(qtbot: QtBot) -> None:
    signing = wrong(qtbot, Known(RASA), Purpose.PIT_BOSS)
    signing.type("P-20")
    assert (signing.form.id, signing.form.field) == ("P-20", Field.ID)


def test_an_unknown_badge_is_called_one(qtbot: QtBot) -> None:
    signing = wrong(qtbot, Unknown(), typed=f"{BADGE}\r")
    assert "badge" in signing.form.note.text
    assert signing.form.id == ""


def test_an_unreadable_people_file_is_named_in_words(qtbot: QtBot) -> None:
    signing = wrong(qtbot, Unreadable("people.json", "broken"))
    assert "people.json" in signing.form.note.text
    assert not signing.verified
    assert not signing.refused


def test_a_failing_disk_is_explained_with_a_remedy_and_is_no_bug(qtbot: QtBot) -> None:
    people = Asked(OSError(5, "Input/output error", "/var/people.json"))
    signing = Signing(people, qtbot)
    signing.screen.ask(Purpose.DEALER)
    with qtbot.capture_exceptions() as bugs:
        signing.type("D-114\r2846\r")
        qtbot.waitUntil(lambda: signing.form.note.heed)
    for language in LANGUAGES:
        signing.screen.set_words(Words(language))
        assert signing.form.note == SignInNote(Words(language).text("bug.disk"), heed=True)
    assert not (bugs or signing.verified or signing.refused)
    people.answer = Known(RASA)
    signing.type("2846\r")
    signing.wait_for_answer()
    assert signing.verified == [RASA]


def test_a_bug_is_shown_and_reported(qtbot: QtBot) -> None:
    with qtbot.capture_exceptions() as bugs:
        signing = wrong(qtbot, ZeroDivisionError())
        qtbot.waitUntil(lambda: bool(bugs))  # the note is shown one turn of the loop before
    assert [kind for kind, *_ in bugs] == [ZeroDivisionError]
    assert signing.verified == []
    signing.type("2846\r")
    signing.screen.hide()


# --- why and where ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "purpose"),
    by_turns(LANGUAGES, [Purpose.DEALER, Purpose.RELIEF, Purpose.PIT_BOSS, Purpose.UNLOCK]),
)
def test_the_sign_in_says_why_it_asks(qtbot: QtBot, purpose: Purpose, language: str) -> None:
    signing = Signing(Asked(Known(RASA)), qtbot, language)
    signing.screen.ask(purpose, overlay=True)
    assert signing.screen.accessibleName() == signing.form.title != ""
    assert signing.form.amber == (purpose is Purpose.PIT_BOSS)


def test_a_strip_leaves_the_table_in_view_and_in_reach(qtbot: QtBot) -> None:
    signing = Signing(Asked(Known(RASA)), qtbot)
    pressed: list[bool] = []
    signing.button.clicked.connect(lambda: pressed.append(True))
    signing.screen.ask(Purpose.RELIEF, overlay=True)
    for y, times in ((100, 1), (271, 2), (600, 3)):
        under = signing.table.childAt(QPoint(640, y))
        assert under is signing.button
        QTest.mouseClick(
            signing.button, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(640, y)
        )
        assert len(pressed) == times
    assert signing.table.childAt(QPoint(10, 700)) is signing.screen


def test_the_whole_form_leaves_the_status_bar(qtbot: QtBot) -> None:
    signing = Signing(Asked(Known(RASA)), qtbot)
    signing.screen.ask(Purpose.DEALER)
    assert signing.table.childAt(QPoint(640, 30)) is signing.button
    assert signing.table.childAt(QPoint(660, 300)) is signing.screen


def test_a_locked_table_has_no_way_back(qtbot: QtBot) -> None:
    signing = Signing(Asked(Known(RASA)), qtbot)
    signing.screen.ask(Purpose.UNLOCK, overlay=True)
    QTest.keyClick(signing.screen, Qt.Key.Key_Escape)
    assert signing.screen.isVisible()
    assert not signing.screen.back.isVisible()


def test_escape_and_back_go_back(rasa: Signing) -> None:
    with rasa.bot.waitSignal(rasa.screen.cancelled):
        QTest.keyClick(rasa.screen, Qt.Key.Key_Escape)
    assert not rasa.screen.isVisible()
    rasa.screen.ask(Purpose.DEALER)
    with rasa.bot.waitSignal(rasa.screen.cancelled):
        QTest.mouseClick(rasa.screen.back, Qt.MouseButton.LeftButton)


def test_typed_credentials_are_forgotten_when_the_form_closes(rasa: Signing) -> None:
    rasa.type("D-114\r28")
    rasa.screen.cancel()
    rasa.screen.ask(Purpose.DEALER)
    assert (rasa.form.id, rasa.form.digits) == ("", 0)


def test_an_expected_person_has_only_the_pin_to_type(qtbot: QtBot) -> None:
    people = Asked(Known(RASA))
    signing = Signing(people, qtbot)
    signing.screen.ask(Purpose.UNLOCK, overlay=True, person=RASA)
    signing.type("2846\r")
    signing.wait_for_answer()
    assert people.calls == [("D-114", "2846")]


def test_another_persons_id_is_typed_over_the_one_who_locked_the_table(qtbot: QtBot) -> None:
    """The digits of an id and its PIN would be a wrong try of the dealer's."""
    people = Asked(Known(JONAS))
    signing = Signing(people, qtbot)
    signing.screen.ask(Purpose.UNLOCK, overlay=True, person=RASA)
    signing.type("P-20\r2846\r")
    signing.wait_for_answer()
    assert people.calls == [("P-20", "2846")]


# --- languages -------------------------------------------------------------------------------


def test_the_language_is_chosen_on_the_screen_and_what_was_typed_stays(rasa: Signing) -> None:
    rasa.type("D-114\r28")
    (german,) = [one for one in rasa.screen.languages if one.code == "de"]
    with rasa.bot.waitSignal(rasa.screen.language_chosen) as chosen:
        QTest.mouseClick(german, Qt.MouseButton.LeftButton)
    assert chosen.args == ["de"]
    assert rasa.form.title == "Anmelden"
    assert german.isChecked()
    assert [one.code for one in rasa.screen.languages if one.isChecked()] == ["de"]
    assert (rasa.form.id, rasa.form.digits) == ("D-114", 2)
    assert rasa.screen.pin.accessibleDescription() == "2 Ziffern eingegeben"


def test_f9_takes_the_next_language(rasa: Signing) -> None:
    titles = []
    for _ in LANGUAGES:
        QTest.keyClick(rasa.screen, Qt.Key.Key_F9)
        titles.append(rasa.form.title)
    assert titles[-1] == "Sign in"
    assert len(set(titles)) == len(LANGUAGES)


def test_the_note_of_a_wait_follows_a_change_of_language(qtbot: QtBot) -> None:
    signing = wrong(qtbot, Wrong("D-114", 2))
    signing.screen.set_words(Words("lt"))
    assert signing.form.note.text == Words("lt").count("sign_in.wait", 2)


PLACE = "/etc/dealer-console"
ANSWERS: list[tuple[Answer | Exception | None, dict[str, Any]]] = [
    (None, {}),
    (Wrong("D-1"), {}),
    (Wrong("D-1", 160), {"wait": 160}),
    (Unknown(), {"badge": True}),
    (Locked("D-1", "tries"), {}),
    (Locked("D-1", "disabled"), {}),
    (Known(RASA), {"needed": "pit_boss"}),
    (Known(JONAS), {"needed": "dealer"}),
    (OSError(5, "Input/output error"), {}),
    (NoPepper(f"{PLACE}/pepper", "gone"), {}),
    (LostPin("LONG-PERSON-0001"), {}),
    (SecretExposed(f"{PLACE}/pepper"), {}),
    (NotPrivate(f"{PLACE}/people.json"), {}),
    (OlderList(f"{PLACE}/people.json"), {}),
]


@pytest.mark.sweep(1)
@pytest.mark.parametrize("overlay", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_note_fits_its_place(qtbot: QtBot, language: str, overlay: bool) -> None:
    signing = Signing(Asked(Known(RASA)), qtbot, language)
    screen = signing.screen
    screen.ask(Purpose.RELIEF, overlay=overlay)
    for answer, how in ANSWERS:
        screen.show_seen(FormState(note=note(Words(language), answer, **how), overlay=overlay))
        texts, flawed = measured(screen)
        place = screen.measures.note or screen.measures.head
        written = "".join(text.text for text in texts if place.contains(text.box.center()))
        whole = screen.state.note.text.replace("\u00ad", "")
        assert "".join(whole.split()) in "".join(written.split())
        for_dealers = not (overlay and isinstance(answer, Exception))
        assert flawed + (small(texts) if for_dealers else []) == []


# --- TRAINING --------------------------------------------------------------------------------


def test_training_shows_who_may_sign_in_with_the_pin(qtbot: QtBot) -> None:
    signing = Signing(table_people.people("en"), qtbot)
    signing.screen.ask(Purpose.DEALER)
    shown = [tile.accessibleName() for tile in signing.screen.tiles if tile.isVisible()]
    assert len(shown) == 2
    assert "ID D1, PIN 1111" in shown[0]
    signing.screen.ask(Purpose.PIT_BOSS, overlay=True)
    assert [tile.given.person.id for tile in signing.screen.tiles if tile.isVisible()] == ["P1"]


@pytest.mark.parametrize("overlay", [False, True])
def test_a_tap_fills_in_the_id_and_the_pin_stays_in_view(qtbot: QtBot, overlay: bool) -> None:
    signing = Signing(table_people.people("en"), qtbot)
    signing.screen.ask(Purpose.RELIEF, overlay=overlay)
    QTest.mouseClick(signing.screen.tiles[1], Qt.MouseButton.LeftButton)
    assert (signing.form.id, signing.form.field) == ("D2", Field.PIN)
    assert "PIN 2222" in signing.form.note.text
    signing.touch("2222" + ENTER)
    signing.wait_for_answer()
    assert [person.id for person in signing.verified] == ["D2"]


def test_a_live_table_shows_no_persons_tiles(rasa: Signing) -> None:
    assert rasa.screen.tiles == []
    rasa.type("D-114\r")
    assert rasa.screen.person.accessibleDescription() == "D-114"


def test_the_hatched_frame_of_training_stays_in_view(qtbot: QtBot) -> None:
    signing = Signing(table_people.people("en"), qtbot)
    for overlay in (False, True):
        signing.screen.ask(Purpose.RELIEF, overlay=overlay)
        for edge in (QPoint(5, 700), QPoint(1275, 700), QPoint(640, 795)):
            assert signing.table.childAt(edge) is signing.button


# --- who decides -----------------------------------------------------------------------------


@pytest.mark.parametrize("purpose", [Purpose.PIT_BOSS, Purpose.UNLOCK])
def test_a_pit_bosss_badge_alone_gives_no_authority(qtbot: QtBot, purpose: Purpose) -> None:
    signing = Signing(Asked(Known(JONAS)), qtbot)
    signing.screen.ask(purpose)
    signing.type(f"{BADGE}\r")
    signing.bot.waitUntil(lambda: signing.form.id == "P-20")
    assert signing.verified == [] and signing.form.field is Field.PIN


def test_a_badge_alone_signs_in_and_signs_seals_corrects_or_changes_nothing(qtbot: QtBot) -> None:
    """Who only found a badge decides nothing by it."""
    asked: tuple[tuple[Person, Purpose, bool], ...] = (
        (RASA, Purpose.DEALER, True),
        (RASA, Purpose.RELIEF, True),
        (RASA, Purpose.UNLOCK, True),
        (ANNA, Purpose.REVIEW, True),
        (ANNA, Purpose.SIGNATURE, False),
        (ANNA, Purpose.AUTHORISE, False),
        (ANNA, Purpose.SEAL, False),
        (ANNA, Purpose.PEOPLE, False),
    )
    for person, purpose, alone in asked:
        signing = Signing(Asked(Known(person)), qtbot)
        signing.screen.ask(purpose)
        signing.type(f"{BADGE}\r")
        signing.wait_for_pin()
        assert signing.verified == ([person] if alone else []), purpose
        assert alone or signing.form.field is Field.PIN, purpose


def test_a_badge_suffices_if_the_tables_file_says_so(qtbot: QtBot) -> None:
    signing = Signing(Asked(Known(JONAS)), qtbot, badge_suffices=True)
    signing.screen.ask(Purpose.PIT_BOSS)
    signing.type(f"{BADGE}\r")
    signing.wait_for_answer()
    assert signing.verified == [JONAS]


def test_the_digits_stand_in_one_order_on_both_pads(rasa: Signing) -> None:
    """A finger that knows the pad finds every digit at the same place: 1 to 9 in three rows of three. The
    strip has the other three keys beside them, so that it takes nothing more of the table.
    """
    for overlay, rest in ((False, f"{ERASE}0{ENTER}"), (True, f"{ERASE}0{ENTER}")):
        rasa.screen.ask(Purpose.DEALER, overlay=overlay, person=RASA)
        keys = sorted(rasa.screen.number_keys, key=lambda key: (key.y(), key.x()))
        counted = [key for key in keys if key.types in "123456789"]
        assert "".join(key.types for key in counted) == "123456789"
        assert len({key.x() for key in counted}) == len({key.y() for key in counted}) == 3
        others = [key for key in keys if key not in counted]
        assert "".join(key.types for key in others) == rest and min(key.height() for key in keys) >= 48
        along = {key.x() for key in others} if overlay else {key.y() for key in others}
        assert len(along) == 1, "one column beside the digits, or one row beneath"


def test_a_pin_of_any_length_has_a_ring_for_each_digit_and_one_for_the_next(rasa: Signing) -> None:
    """Four circles stood there for a PIN of six digits."""
    for typed, rings in (("", 1), ("28", 3), ("284651", 7), ("28465137", 8)):
        rasa.screen.ask(Purpose.DEALER, person=RASA)
        rasa.type(typed)
        assert rasa.screen.pin.rings == rings


@pytest.mark.parametrize(
    "purpose",
    [
        *(Purpose.DEALER, Purpose.PIT_BOSS, Purpose.REVIEW),
        *(Purpose.REHEARSAL, Purpose.UNLOCK, Purpose.SEAL),
    ],
)
@pytest.mark.parametrize("overlay", [False, True])
def test_tab_leads_from_the_id_to_the_pin_and_no_pin_is_ever_shown(
    qtbot: QtBot, purpose: Purpose, overlay: bool
) -> None:
    """ID, Tab, PIN, Enter sign in as anywhere. The keys of the languages come after both."""
    people = Asked(Known(ANNA))
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1280, 800)
    screen = SignInScreen(people, Words("en"), window)
    screen.resize(1280, 800)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    screen.ask(purpose, overlay=overlay)
    for key in "s-1":
        QTest.keyClicks(QApplication.focusWidget() or screen, key)
    QTest.keyClick(QApplication.focusWidget() or screen, Qt.Key.Key_Tab)
    QTest.keyClicks(QApplication.focusWidget() or screen, "2580")
    assert (screen.state.id, screen.state.field, screen.state.digits) == ("S-1", Field.PIN, 4)
    QTest.keyClick(screen, Qt.Key.Key_Backtab)
    assert (screen.state.id, screen.state.field, screen.state.digits) == ("S-1", Field.ID, 0)
    QTest.keyClick(screen, Qt.Key.Key_Tab)
    QTest.keyClicks(screen, "2580")
    QTest.keyClick(screen, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: people.calls == [("S-1", "2580")])


def test_enter_presses_the_language_or_the_way_back_that_has_the_focus(rasa: Signing) -> None:
    """Enter after that is the form's again: a person who changed the language signs in next."""
    screen = rasa.screen
    screen.ask(Purpose.DEALER)
    german = next(key for key in screen.findChildren(ChoiceKey) if key.code == "de")
    german.setFocus()
    QTest.keyClick(german, Qt.Key.Key_Return)
    assert german.isChecked() and screen.state.title == Words("de").text("sign_in.title")
    QTest.keyClicks(german, "d-1")
    QTest.keyClick(german, Qt.Key.Key_Return)
    assert (screen.state.id, screen.state.field) == ("D-1", Field.PIN)
    back = screen.findChildren(PlainKey)[0]
    back.setFocus()
    QTest.keyClick(back, Qt.Key.Key_Return)
    assert not screen.isVisible()


def test_a_pin_that_is_typed_a_moment_too_early_is_not_shown_as_an_id(rasa: Signing) -> None:
    for sign in "4711":
        rasa.screen.type(sign)
    assert rasa.screen.state.id == "4711" and rasa.screen.state.shown_id == "••••"
    rasa.screen.type("A")
    assert rasa.screen.state.shown_id == "4711A"
    for sign in "1582913":
        rasa.screen.type(sign)
    assert rasa.screen.state.id == "4711A1582913" and rasa.screen.state.shown_id == "4711A•••••••"
