"""The replay: the table at any moment, with its prompt, its readings and its presses beside it. It shows a
:class:`~console.supervisor.review.story.Story` and moves through it. The prompt is in slate, never in a
colour that asks for an action.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from console.base.words import Words
from console.supervisor.review.story import Story, heading
from console.supervisor.ui.review.replay import chronicle
from console.supervisor.ui.review.replay.replay_line import ReplayScrubber, Timeline, line_of, timeline_of
from console.table.core import Action, Actor, Clock, DealerView, IncidentView, Mode, Person
from console.table.ui.dealer import actor_at_screen, announce, prompt_colour, prompt_of
from console.table.ui.felt import Felt
from console.table.ui.hands import key_of
from console.table.ui.incident import kind_name, open_incident, proposed_text
from console.table.ui.kit import (
    NOT_GUARDED,
    REPLAYED,
    Button,
    Keys,
    PromptColour,
    PromptText,
    SignKey,
    Surface,
    Tone,
    WordKey,
    advance,
    fill,
    key_names,
    lay,
    logged_time,
    outline,
    pen,
    set_in_box,
    shrunk,
    theme,
    with_control,
    write,
    write_lines,
)
from console.table.ui.page import PageBar
from console.table.ui.signs import Sign
from console.table.words import outcome_text

SPEEDS: Final = (1, 4, 16)
"""How many times as fast as at the table it may run."""
NOTHING: Final = Timeline((0.0,), (0.0,))
"""The timeline before the first part of a journal is shown."""


class Playback:
    """One timeline, at one moment of it; paused at first."""

    def __init__(self, line: Timeline = NOTHING, speed: int = 1) -> None:
        self.line, self.speed = line, speed
        self.seconds, self.moment = 0.0, 0
        """The present second after the first moment, and the present moment's number, from 0."""
        self._last: float | None = None
        """When it last went on, in seconds; None while paused."""

    @property
    def is_playing(self) -> bool:
        return self._last is not None

    @property
    def later(self) -> float:
        """The seconds since the present moment."""
        return self.seconds - self.line.seconds[self.moment]

    @property
    def is_at_end(self) -> bool:
        return self.seconds >= self.line.length

    def go_to(self, moment: int) -> None:
        """Go to a moment, within the first and the last."""
        self.moment = max(0, min(moment, len(self.line.seconds) - 1))
        self.seconds = self.line.seconds[self.moment]

    def go_to_second(self, seconds: float) -> None:
        """Go to a second, which may lie between two moments."""
        self.seconds, self.moment = seconds, self.line.moment(seconds)

    def play(self, now: float) -> None:
        self._last = now

    def pause(self) -> None:
        self._last = None

    def go_on(self, now: float) -> None:
        """Go on by the time that has passed, as fast as its speed says; it pauses at its end."""
        if self._last is None:
            return
        passed, self._last = now - self._last, now
        seconds = self.seconds + passed * self.speed
        self.go_to_second(min(self.line.length, max(seconds, self._end_of_wait(seconds))))
        if self.is_at_end:
            self.pause()

    def _end_of_wait(self, seconds: float) -> float:
        """Where it goes on if nothing happens for long: from shortly after the last event to shortly before
        the next, past the wait.
        """
        at, times = self.line.moment(seconds), self.line.seconds
        if at + 1 >= len(times) or times[at + 1] - times[at] < _WAIT or seconds - times[at] < _SEEN:
            return seconds
        return times[at + 1] - _SEEN


_WAIT: Final = 30.0
"""Seconds without an event that are skipped; a bet time has fewer."""
_SEEN: Final = 2.0
"""Seconds of such a wait that are shown at its beginning and at its end."""
_TEXT = 144.0


class ShownPrompt(Surface):
    """Tile, the prompt's person and time, the order, and the words to say or the reason."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = PromptText(PromptColour.WAIT, "", "")
        self.sign: Sign = Sign("states.hourglass")
        self.covers()

    def show_view(
        self, view: DealerView, at: datetime, words: Words, market: Words, begun: datetime | None = None
    ) -> None:
        """Show the prompt of this view, which came at ``at``; its subject began at ``begun``."""
        prompt, sign = _prompt(view, words, market), chronicle.sign_shown(view.view, prompt_colour(view))
        to = "pit_boss" if actor_at_screen(view) is Actor.PIT_BOSS else "dealer"
        shown = words.text(f"replay.shown.{to}", time=logged_time(at, words, begun=begun)).upper()
        prompt = replace(prompt, actor=shown)
        if (prompt, sign) != (self.text, self.sign):
            self.text, self.sign = prompt, sign
            self.setAccessibleName(". ".join((shown, prompt.headline, prompt.say or prompt.note or "")))
            self.update()

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG0)
        fill(painter, QRectF(0, self.high - 1, self.wide, 1), theme.LINE)
        tile = QRectF(theme.MARGIN, 14, 96, 96)
        fill(painter, tile, theme.BG2, 10)
        outline(painter, tile, pen(theme.SLATE, 3), 10)
        self.sign(painter, tile.adjusted(14, 14, -14, -14), theme.SLATE)
        room, prompt = self.wide - _TEXT - theme.MARGIN, self.text
        face = shrunk(prompt.actor, room, (17, 16, 15), bold=True)
        write(painter, prompt.actor, _TEXT, 25, face, theme.SLATE)
        headline = shrunk(prompt.headline, room, (40, 38, 36, 34, 32, 30, 28, 26, 24), bold=True)
        write(painter, prompt.headline, _TEXT - 1, 61, headline, theme.T0)
        below = prompt.say if prompt.say is not None else prompt.note or ""
        face = shrunk(below, room, (20, 19, 18, 17, 16))
        if advance(below, face) > room:  # The text begins with what did not come, and ends with the order.
            box = QRectF(_TEXT, 82, room, 36)
            lines, face = set_in_box(below, box, (15, 14, 13), leading=1.2)
            write_lines(painter, lines, box, face, theme.T1, leading=1.2)
            return
        end = write(painter, below, _TEXT, 98, face, theme.T1)
        if prompt.gloss and prompt.say:
            left = self.wide - theme.MARGIN - end - 16
            gloss = shrunk(prompt.gloss, left, (20, 19, 18, 17, 16))
            if gloss.pixelSize() > 16:
                write(painter, prompt.gloss, end + 16, 98, gloss, theme.T1)


def _prompt(view: DealerView, words: Words, market: Words) -> PromptText:
    prompt = prompt_of(view, words, market)
    incident, due = open_incident(view), view.view.prompt
    if incident is not None and (due.step is not None or due.action in (Action.ANSWER, Action.AUTHORISE)):
        prompt = replace(prompt, note=_incident_note(incident, due.action, words))
    return replace(prompt, headline=prompt.headline.replace("\u00ad", ""))


def _incident_note(incident: IncidentView, asked: str, words: Words) -> str | None:
    """An incident's question, which here never says to wait for the pit boss."""
    named = outcome_text(words, incident.outcome, incident.facts).replace("\u00ad", "")
    match asked:
        case Action.AUTHORISE:
            return proposed_text(words, incident.outcome, named)
        case Action.ANSWER:
            return None if incident.kind is None else kind_name(words, incident.kind).replace("\u00ad", "")
        case _:
            return named


class DoubtBand(Surface):
    """A red band above the table if no proof shows the present entry unchanged."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = ""
        self.covers()
        self.hide()

    def show_text(self, text: str) -> None:
        """Show this text; an empty one hides the band."""
        if text != self.text:
            self.text = text
            self.setAccessibleName(text)
            self.update()
        self.setVisible(bool(text))

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG1)
        fill(painter, QRectF(0, 0, 6, self.high), theme.RED)
        Sign("states.caution")(painter, QRectF(theme.MARGIN, self.high / 2 - 16, 32, 32), theme.RED)
        face = shrunk(self.text, self.wide - 2 * theme.MARGIN - 48, (24, 22, 20, 18, 17, 16), bold=True)
        write(painter, self.text, theme.MARGIN + 48, self.high / 2, face, theme.RED)


_SPEED_KEYS: Final = {Qt.Key.Key_1: 1, Qt.Key.Key_4: 4, Qt.Key.Key_6: 16}
_FRAME: Final = 40
"""Milliseconds between two looks at the clock while it plays."""
_SHOWN: Final = 124.0
"""The height of the prompt that was shown."""
_FELT: Final = 0.74
"""The scale of the table beside the list."""
_BESIDE: Final = 400.0
_BESIDE_TITLE: Final = 54.0
_SCRUBBER: Final = 128.0
_DOUBT: Final = 52.0
"""The height of the red band."""


class ReplayScreen(Surface):
    """A round, an incident, or any part of a journal, moment by moment."""

    left = Signal()
    """The person goes back to the screen that opened the replay."""
    file_asked = Signal()
    """The file of the replayed round is wanted."""
    filmed = True
    """Whether the replayed part can have a video."""
    video_asked = Signal(str, object)
    """The video of a table is wanted, from this moment on."""
    mode = Mode.REPLAY
    """The mode in the bar's block."""
    back_key = "review.back_to_log"
    """The phrase of the way back."""
    language_requested = Signal()
    menu_requested = Signal()

    def __init__(
        self,
        words: Words,
        market: Words,
        clock: Clock,
        parent: QWidget | None = None,
        *,
        has_video: Callable[[str], bool] = lambda table: False,
    ) -> None:
        """``has_video``: whether the address of a table's video is known."""
        super().__init__(parent)
        self._words, self._market, self._clock = words, market, clock
        self._person: Person | None = None
        self._has_video = has_video
        self.story: Story | None = None
        self.playback = Playback()
        self._rows: tuple[chronicle.ChronicleRow, ...] = ()
        self.message = ""
        """The result of a press, over the table until another moment is chosen."""
        self.view: DealerView | None = None
        self.tinted = REPLAYED
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._build(clock)

    def _build(self, clock: Clock) -> None:
        self.bar = PageBar(clock.utc, self._words, self)
        self.prompt = ShownPrompt(self)
        self.doubt = DoubtBand(self)
        self.felt: Felt | None = None
        self.beside, self.beside_title = chronicle.BesideList(self), QLabel(self)
        self.beside_title.setStyleSheet(f"background: {theme.BG1.name()}; color: {theme.T2.name()}")
        self.scrubber = ReplayScrubber(self)
        self.back = Button(Sign("outcomes.back"), Tone.PLAIN, NOT_GUARDED, self)
        self.previous = SignKey(Sign("review.previous"), Tone.PLAIN, self)
        self.play = SignKey(Sign("review.playing"), Tone.NOW, self)
        self.following = SignKey(Sign("review.following"), Tone.PLAIN, self)
        self.speeds = {speed: WordKey(Sign("review.playing"), self) for speed in SPEEDS}
        self.file = Button(Sign("review.document"), Tone.PLAIN, NOT_GUARDED, self)
        self.video = SignKey(Sign("outcomes.video"), Tone.PLAIN, self)
        self.video.hide()
        self._timer = QTimer(self, interval=_FRAME, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.tick)
        self._connect()

    def _connect(self) -> None:
        self.bar.menu_requested.connect(self.menu_requested)
        self.back.meant.connect(self._leave)
        self.file.meant.connect(self.file_asked)
        self.video.meant.connect(self._ask_video)
        self.previous.meant.connect(lambda: self.step(-1))
        self.following.meant.connect(lambda: self.step(1))
        self.play.meant.connect(self.turn)
        for speed, key in self.speeds.items():
            key.meant.connect(lambda speed=speed: self.set_speed(speed))
        self.scrubber.grabbed.connect(self.pause)
        self.scrubber.moved.connect(self._scrub)
        self.beside.chosen.connect(self.go_to)

    # --- what is shown ----------------------------------------------------------------------------

    def show_story(self, story: Story, person: Person | None = None) -> None:
        """Show another part of a journal, with at least one moment; ``person`` reads it."""
        self.pause()
        self.story, self._person = story, person
        self.playback = Playback(timeline_of(story.moments), self.playback.speed)
        self._lay_felt()
        self._show_fixed_parts()
        self.go_to(story.begin)

    def set_words(self, words: Words, market: Words) -> None:
        """Show all of it in another language; the moment stays."""
        self._words, self._market = words, market
        if self.story is not None:
            self._show_fixed_parts()
            self._show()

    def _lay_felt(self) -> None:
        """Make a new felt, which belongs to one table; another part may be another table's."""
        assert self.story is not None
        if self.felt is not None:
            self.felt.hide()
            self.felt.deleteLater()
        self.felt = Felt(self, scale=_FELT)
        self.felt.set_unit(self.u)
        self.felt.show()
        self.felt.lower()
        self.arrange()

    def _show_fixed_parts(self) -> None:
        story, words = self.story, self._words
        assert story is not None
        self._rows = chronicle.rows_of(
            story.game, story.moments, words, story.person_name, dict(story.doubts), story.covered
        )
        self.beside.show_rows(self._rows, words)
        self.beside_title.setText(words.text("replay.beside").upper())
        self.scrubber.show_line(line_of(self.playback.line, story.moments, words))
        self.back.show_label(words.text(self.back_key))
        self.file.show_label(words.text("replay.file"))
        self.video.setVisible(self._has_video(story.situation.name))
        self.arrange()
        self.previous.setAccessibleName(words.text("replay.previous"))
        self.following.setAccessibleName(words.text("replay.following"))
        for speed, key in self.speeds.items():
            key.show_label(f"{speed}×")
            key.setAccessibleName(words.text("replay.speed", speed=speed))
        self._show_playing()

    def _show(self) -> None:
        story, playback = self.story, self.playback
        if story is None or self.felt is None:
            return
        words, at = self._words, playback.moment
        moment = story.moments[at]
        self.view = view = story.view(at, playback.later)
        self.bar.show_reading(self.mode, heading(view, words), self._person, words)
        self._show_doubt(story)
        begun = story.moments[0].at
        self.prompt.show_view(view, moment.at, words, self._market, begun)
        text = self.message or chronicle.caption(story, at, self._rows, words)
        self.felt.show_view(view, words, band=False, caption=text)
        self.beside.show_moment(at)
        time = logged_time(moment.at, words, begun=begun)
        video = words.text("replay.video", time=time, table=view.table) if self.filmed else ""
        name = words.text("replay.position", time=time, step=at + 1, count=len(story.moments))
        self.video.setAccessibleName(video)
        text = f"{name}. {video}" if video else name
        self.scrubber.show_place(playback.line.place_at(playback.seconds), time, video, text)
        self.setAccessibleName(name)
        self.update()

    def _show_doubt(self, story: Story) -> None:
        """Show the entry's doubt in the red band; the table makes room."""
        words, found, had = self._words, story.doubt(self.playback.moment), self.doubt.text
        text = ""
        if found is not None:
            entry = words.text(f"review.detail.at_floor.{found[1]}", number=found[0])
            text = words.label(words.text("review.detail.entry"), entry)
        self.doubt.show_text(text)
        if bool(text) is not bool(had):
            self.arrange()

    # --- moving through it ------------------------------------------------------------------------

    def say(self, text: str) -> None:
        self.message = text
        announce(self, text, at_once=False)
        self._show()

    def replace_message(self, old: str, new: str) -> None:
        if self.message == old:
            self.message = new
            self._show()

    def go_to(self, moment: int) -> None:
        self.message = ""
        self.playback.go_to(moment)
        self._show()

    def step(self, by: int) -> None:
        """Go on or back by moments; a running replay stops."""
        self.pause()
        self.go_to(self.playback.moment + by)

    def _scrub(self, place: float) -> None:
        self.playback.go_to_second(self.playback.line.seconds_at(place))
        self._show()

    # --- playing ----------------------------------------------------------------------------------

    def turn(self) -> None:
        """Run or pause the replay; at its end, run it from the beginning."""
        if self.playback.is_playing:
            self.pause()
            return
        if self.playback.is_at_end:
            self.go_to(0)
        self.playback.play(self._now)
        self._timer.start()
        self._show_playing()

    def pause(self) -> None:
        self.playback.pause()
        self._timer.stop()
        self._show_playing()

    def set_speed(self, speed: int) -> None:
        self.playback.speed = speed
        self._show_playing()

    def tick(self) -> None:
        self.playback.go_on(self._now)
        self._show()
        if not self.playback.is_playing:
            self.pause()

    @property
    def _now(self) -> float:
        return self._clock.monotonic() / 1e9

    def _show_playing(self) -> None:
        runs = self.playback.is_playing
        self.play.sign = Sign("review.paused") if runs else Sign("review.playing")
        self.play.setAccessibleName(self._words.text("replay.pause" if runs else "replay.play"))
        self.play.update()
        for speed, key in self.speeds.items():
            key.choose(speed == self.playback.speed)

    def _ask_video(self) -> None:
        story = self.story
        if story is not None:
            moment = story.moments[self.playback.moment].at + timedelta(seconds=self.playback.later)
            self.video_asked.emit(story.situation.name, moment)

    def _leave(self) -> None:
        self.pause()
        self.left.emit()

    # --- layout -----------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.set_unit(theme.unit(self.width(), self.height()))
        self._show()

    def arrange(self) -> None:
        wide, high = self.wide, self.high
        bottom, left = high - theme.ACTION_HEIGHT, wide - _BESIDE
        self.put(self.bar, QRectF(0, 0, wide, theme.STATUS_HEIGHT))
        self.put(self.prompt, QRectF(0, theme.STATUS_HEIGHT, left, _SHOWN))
        top = theme.STATUS_HEIGHT + _SHOWN
        if self.doubt.text:
            self.put(self.doubt, QRectF(0, top, left, _DOUBT))
            top += _DOUBT
        if self.felt is not None:
            self.put(self.felt, QRectF(0, top, left, bottom - _SCRUBBER - top))
        top = theme.STATUS_HEIGHT + _BESIDE_TITLE
        self.beside_title.setFont(theme.font(round(15 * self.u), bold=True))
        self.beside_title.setIndent(round(22 * self.u))
        self.put(self.beside_title, QRectF(left, theme.STATUS_HEIGHT, _BESIDE, _BESIDE_TITLE))
        self.put(self.beside, QRectF(left, top, _BESIDE, bottom - _SCRUBBER - top))
        self.put(self.scrubber, QRectF(0, bottom - _SCRUBBER, wide, _SCRUBBER))
        self._arrange_keys(QRectF(theme.MARGIN, bottom + 16, wide - 2 * theme.MARGIN, 80))

    def _arrange_keys(self, row: QRectF) -> None:
        filmed = not self.video.isHidden()
        step, play, speed_wide = (84.0, 132.0, 68.0) if filmed else (96.0, 160.0, 80.0)
        middle = 2 * step + play + 24 + 40 + 3 * speed_wide + 20
        beside = 94.0 if filmed else 0.0
        side = max(220.0, min(300.0, self.back.wish(300) - 14, (row.width() - middle - beside - 44) / 2))
        lay(self, self.back, QRectF(row.left(), row.top(), side, 80))
        lay(self, self.file, QRectF(row.right() - side, row.top(), side, 80))
        lay(self, self.video, QRectF(row.right() - side - 94, row.top(), 80, 80))
        left = (row.left() + side + row.right() - side - beside - middle) / 2
        for key, wide in ((self.previous, step), (self.play, play), (self.following, step)):
            lay(self, key, QRectF(left, row.top(), wide, 80))
            left += wide + 12
        left += 28
        for at, speed in enumerate(self.speeds.values()):
            lay(self, speed, QRectF(left + at * (speed_wide + 10), row.top(), speed_wide, 80))

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG0)
        bar = QRectF(0, self.high - theme.ACTION_HEIGHT, self.wide, theme.ACTION_HEIGHT)
        fill(painter, bar, theme.BG1)
        fill(painter, QRectF(0, bar.top(), self.wide, 1), theme.LINE)

    # --- keys -------------------------------------------------------------------------------------

    def key_rows(self, words: Words) -> Keys:
        text = words.text
        return (
            (key_names(words, "space"), text("keys.run")),
            ("←  →", text("keys.steps")),
            (key_names(words, "ends"), text("keys.ends")),
            ("1  4  6", text("keys.speeds")),
            (with_control(words, "P"), text("keys.print")),
            ("Esc", text("button.back")),
            ("F9", text("keys.language")),
            ("F10", text("menu.open")),
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space, Left, Right, Home, End, 1 4 6 for the speeds, Ctrl+P the file, Esc back, F9, F10."""
        match key_of(event) if event.text() else event.key():  # The keypad's arrows stay arrows.
            case Qt.Key.Key_Space if not event.isAutoRepeat():
                self.turn()
            case Qt.Key.Key_Left:
                self.step(-1)
            case Qt.Key.Key_Right:
                self.step(1)
            case Qt.Key.Key_Home:
                self.step(-len(self._rows) - 1)
            case Qt.Key.Key_End:
                self.step(len(self._rows) + 1)
            case key if key in _SPEED_KEYS:
                self.set_speed(_SPEED_KEYS[Qt.Key(key)])
            case Qt.Key.Key_Escape:
                self._leave()
            case Qt.Key.Key_P if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self.file_asked.emit()
            case Qt.Key.Key_F9:
                self.language_requested.emit()
            case Qt.Key.Key_F10:
                self.bar.open_menu()
            case _:
                super().keyPressEvent(event)
