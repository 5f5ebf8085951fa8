"""The list beside a replay: every reading, press and prompt in order; moments after the present are dim."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, Final

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QAbstractListModel, QModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QListView, QStyleOptionViewItem, QWidget

from console.base.words import Words, which_of
from console.supervisor.review.log.entry_words import LoggedEntry, Named, event_line
from console.supervisor.review.story import Story
from console.supervisor.ui.review.log.entry_signs import sign_of, stands_out
from console.table.core import (
    Action,
    Actor,
    Game,
    LaidCard,
    Prompt,
    View,
    answer_of,
    card_laid,
    events,
    guidance,
    own_incident,
    prompt_due,
    replay,
    view_of,
)
from console.table.game import Card
from console.table.journal import COVERED
from console.table.ui.dealer import sign_of as prompt_sign
from console.table.ui.kit import (
    ROW,
    Column,
    Index,
    ItemDelegate,
    ItemView,
    PromptColour,
    Row,
    advance,
    break_lines,
    clock_time,
    elide,
    fill,
    logged_time,
    other_day,
    sentence,
    theme,
    write,
)
from console.table.ui.signs import Sign, step_sign
from console.table.words import answer_note, inside, person_text, speech


class ChronicleRow(msgspec.Struct, frozen=True):
    """A row: its moment, its sign, its text, and beneath it the person or the bytes."""

    moment: int
    at: datetime
    sign: Sign
    text: str
    below: str = ""
    amber: bool = False
    prompt: bool = False
    red: bool = False
    """Whether no proof shows that the entry is unchanged."""


def rows_of(
    game: Game,
    moments: Sequence[replay.ReplayMoment],
    words: Words,
    name_of: Named,
    doubted: Collection[int] = (),
    covered: Collection[int] = (),
) -> tuple[ChronicleRow, ...]:
    """The rows of all moments, each prompt after the moment that led to it. ``doubted`` are entries that no
    proof shows unchanged, ``covered`` those of a card that the table has not shown yet.
    """
    rows: list[ChronicleRow] = []
    before: Prompt | None = None
    unseen = {each.number for each in moments if _is_face_down(each) or _still_lies_apart(each, moments[-1])}
    # Bytes precede their readings, and may contain several: no other row shows those of an unseen card.
    covers = unseen.union(covered)
    secret = {
        (each.at, each.raw) for each in moments if not covers.isdisjoint((each.number, each.number - 1))
    }
    for number, moment in enumerate(moments):
        entry, hidden = entry_of(game, moment), moment.number in unseen
        if not hidden and (moment.number in covered or _corrects_unseen(moment)):
            entry = replace(entry, figures={**entry.figures, **COVERED.get(entry.kind, {})}, place=None)
        text = _hidden(words, moment) if hidden else event_line(words, entry, name_of)
        is_secret = hidden or (bool(moment.raw) and (moment.at, moment.raw) in secret)
        below = "" if is_secret else _below(words, moment, name_of)
        red = moment.number in doubted
        rows.append(
            ChronicleRow(number, moment.at, sign_of(entry), sentence(text), below, stands_out(entry), red=red)
        )
        if number + 1 < len(moments) and moments[number + 1].at_once:
            continue
        prompt = prompt_due(game, moment.after)
        if prompt != before and prompt.actor is not Actor.SYSTEM:
            rows.append(_prompt_row(game, number, moment, words))
        before = prompt
    return tuple(rows)


def entry_of(game: Game, moment: replay.ReplayMoment) -> LoggedEntry:
    """A moment as an entry, for the entry's words."""
    event: Any = moment.event
    incident = own_incident(moment.event, moment.refused, moment.before, moment.after)
    asked = prompt_due(game, moment.before) if type(event) is events.StepDone else None
    laid = _laid(moment)
    return LoggedEntry(
        kind=events.kind_of(event),
        figures=msgspec.to_builtins(event),
        refused=moment.refused,
        place=None if laid is None else (laid.hand, laid.position),
        pressed=asked.action if asked is not None else None,
        in_step=asked is not None and asked.step is not None,
        skips=isinstance(event, events.StepDone) and guidance.skips(moment.before, event),
        at_wheel=game.cards is None,
        incident_kind=incident.report.kind if incident else None,
        outcome=incident.outcome if incident else None,
        facts=incident.facts if incident else {},
    )


def _is_face_down(moment: replay.ReplayMoment) -> bool:
    """Whether a card was laid face down; its face is shown when the table shows it."""
    laid = _laid(moment)
    return laid is not None and not isinstance(laid.face, Card)


def _corrects_unseen(moment: replay.ReplayMoment) -> bool:
    """Whether a card that lay face down was corrected."""
    corrects = type(moment.event) is events.CardCorrected
    return corrects and replay.is_unseen(moment.event, moment.before, moment.after)


def _still_lies_apart(moment: replay.ReplayMoment, last: replay.ReplayMoment) -> bool:
    """Whether this card halted play and nobody has decided yet; no view shows its face."""
    halt = moment.after.halt
    drawn = type(moment.event) is events.CardDrawn and moment.refused is not None
    return drawn and halt is not None and halt.visible_card is None and last.after.halt == halt


def _laid(moment: replay.ReplayMoment) -> LaidCard | None:
    """The card of this moment's reading, if it was laid."""
    drawn = type(moment.event) is events.CardDrawn
    return card_laid(moment.before, moment.after) if drawn else None


def _prompt_row(game: Game, number: int, moment: replay.ReplayMoment, words: Words) -> ChronicleRow:
    view = view_of(game, moment.after, moment.number)
    text = words.text("replay.prompt")
    order = speech.prompt_text(words, view, for_dealer=False).replace("\u00ad", "")
    return ChronicleRow(number, moment.at, sign_shown(view), text, order, prompt=True)


def sign_shown(view: View, colour: PromptColour = PromptColour.NOW) -> Sign:
    """The prompt's sign, or a step's or question's; ``colour`` is red at a halt without a pit boss."""
    prompt = view.prompt
    if prompt.step is not None:
        return step_sign(prompt.action)
    if prompt.action in (Action.ANSWER, Action.AUTHORISE):
        return Sign("outcomes.question") if prompt.action == Action.ANSWER else Sign("states.decide")
    return prompt_sign(view, colour)


def caption(story: Story, at: int, rows: Sequence[ChronicleRow], words: Words) -> str:
    """The caption on the felt: what goes wrong at the next moment, else the people at the table."""
    coming = next((row for row in rows if row.moment == at + 1 and row.amber), None)
    if coming is not None:
        time = logged_time(coming.at, words, begun=rows[0].at)
        return words.text("replay.next", what=inside(words, coming.text), time=time)
    if story.is_cut_short and at + 1 == len(story.moments):
        return words.text("replay.cut_short", count=at + 1)
    people = story.moments[at].after.people
    named = (person_text(words, each.person, story.person_name) for each in people)
    names = words.text("access.list").join(named)
    return words.text("replay.at_table", names=names) if names else ""


def _hidden(words: Words, moment: replay.ReplayMoment) -> str:
    halt = moment.after.halt
    return words.text("access.hole") if halt is None else speech.halt_note(words, halt.reason)


def _below(words: Words, moment: replay.ReplayMoment, name_of: Named) -> str:
    """The line beneath a row: the person or the bytes; for a player's answer its result."""
    if isinstance(moment.event, events.PlayerAnswered):
        return answer_note(words, answer_of(moment.before, moment.event, moment.refused, moment.at), name_of)
    if raw := moment.raw:
        return raw[:_BYTES].hex(" ").upper() + "…" * (len(raw) > _BYTES)
    return name_of(moment.person) if moment.person else ""


_SIZES: Final = (18, 17, 16, 15, 14)
_BYTES: Final = 24
"""How many bytes of a reading are shown: a wheel's line or a card's frame; the log has the rest."""


class ChronicleModel(QAbstractListModel):
    rows: tuple[ChronicleRow, ...] = ()
    words: Words | None = None

    def show_rows(self, rows: Sequence[ChronicleRow], words: Words) -> None:
        self.beginResetModel()
        self.rows, self.words = tuple(rows), words
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 (Qt's own default)
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        row = self.rows[index.row()]
        time = logged_time(row.at, self.words, begun=self.rows[0].at)
        return ". ".join(filter(None, (time, row.text, row.below)))


class ChronicleDelegate(ItemDelegate):
    def __init__(self, view: BesideList, model: ChronicleModel) -> None:
        super().__init__(view)
        self._model = model

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """One row's height; the list gives its width."""
        return QSize(0, round(ROW * self._view.u))

    def paint_item(self, painter: QPainter, index: Index, box: QRectF, *, chosen: bool) -> None:
        row, at = self._model.rows[index.row()], self._view.currentIndex().row()
        now, past = index.row() == at, index.row() <= at
        if now:
            fill(painter, box, theme.SLATE_FILL)
            fill(painter, QRectF(0, 0, 6, box.height()), theme.SLATE)
        ink = theme.RED if row.red else theme.T0 if now else theme.T1 if past else theme.T2
        middle = box.center().y()
        day = other_day(row.at, self._model.rows[0].at, self._model.words)
        under_it = list(filter(None, (day, which_of(row.at))))
        up = 9 * len(under_it)
        write(painter, clock_time(row.at, self._model.words), 22, middle - up, theme.font(17, bold=now), ink)
        for line, each in enumerate(under_it):
            write(painter, each, 22, middle - up + 22 + 17 * line, theme.font(14), ink)
        row.sign(painter, QRectF(110, middle - 13, 26, 26), theme.AMBER if row.amber and not row.red else ink)
        room = box.width() - 144 - 12
        first, second = _two_lines(row, room, bold=now)
        rows = [Row(first, _SIZES[0], ink, bold=now)]
        if second:
            face = theme.font(theme.DESK_LEAST)
            if len(lines := break_lines(second, room, face)) > 2:  # A third line would cover the next row.
                second = f"{lines[0]} {elide(lines[1], room, face, goes_on=True)}"
            rows.append(Row(second, 15, ink if now else theme.T2, gap=0))
        place = box.adjusted(144, 1, -12, -1)
        Column(rows, place.width(), place.height(), least=theme.DESK_LEAST).paint_in(painter, place)


class BesideList(ItemView, QListView):
    """The present moment's row is in view; a press on a row goes to its moment; the replay has the keys."""

    ground = theme.BG1
    chosen = Signal(int)
    """The moment of the row that was pressed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = ChronicleModel(self)
        self.setModel(self._model)
        self.setItemDelegate(ChronicleDelegate(self, self._model))
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.clicked.connect(lambda index: self.chosen.emit(self._model.rows[index.row()].moment))

    def show_rows(self, rows: Sequence[ChronicleRow], words: Words) -> None:
        self._model.show_rows(rows, words)
        self.setAccessibleName(words.text("replay.beside"))

    def show_moment(self, moment: int) -> None:
        """Mark the last row of a moment, and scroll until it and the next row are in view."""
        rows = self._model.rows
        now = max((at for at, row in enumerate(rows) if row.moment <= moment), default=0)
        index, last = self._model.index(now), self._model.index(min(now + 1, len(rows) - 1))
        self.setCurrentIndex(index)
        in_view = self.viewport().rect()
        if not (in_view.contains(self.visualRect(index)) and in_view.contains(self.visualRect(last))):
            self.scrollTo(index, QListView.ScrollHint.PositionAtCenter)
        self.viewport().update()

    @property
    def rows(self) -> Sequence[ChronicleRow]:
        return self._model.rows


def _two_lines(row: ChronicleRow, room: float, *, bold: bool) -> tuple[str, str]:
    """A row's text, and below it the person; a long text continues in the second line."""
    for size in _SIZES:
        lines = break_lines(row.text, room, theme.font(size, bold=bold))
        if len(lines) <= 2 and all(advance(line, theme.font(size, bold=bold)) <= room for line in lines):
            break
    rest = " ".join(lines[1:])
    return lines[0], f"{rest}  {row.below}".strip() if rest else row.below
