"""The dealer's guide as a document: preparation, a round screen by screen, relief, and what goes wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Final, TypeAlias

from console.base.words import Words
from console.supervisor.guide.card_paper import CardFormatter
from console.supervisor.guide.incident_cards import IncidentCard
from console.supervisor.guide.shown_round import halted, preparation, relief, round_played
from console.supervisor.guide.step_words import StepFormatter
from console.supervisor.records.documents.paper import (
    PLACE,
    AnswerPart,
    LabelledTexts,
    Link,
    Paper,
    PaperForm,
    Part,
    Pictured,
    ShownScreen,
)
from console.table.core import DealerView
from console.table.game import Rulebook
from console.table.words import clause_text, game_name

Shown: TypeAlias = Callable[[DealerView, Words, Words], ShownScreen]
"""Draws a dealer's screen, in the person's words and the market's. Only a window can do that."""

_PROHIBITED: Final = "prohibited_action"


def dealer_guide(
    words: Words, rulebook: Rulebook, cards: Sequence[IncidentCard], shown: Shown | None
) -> Paper:
    """The guide for all games of these cards; without ``shown`` it has no pictures."""
    title = words.text("guide.title.dealer")
    games = tuple(dict.fromkeys(card.game for card in cards))
    told = [
        part
        for game in games
        for part in _Chapters(words, rulebook, game, shown).parts(
            [each for each in cards if each.game == game]
        )
    ]
    chapters = {part.about: part.place for part in told if part.place}
    rows = tuple(
        (Link(about, f"{PLACE}{place}"), Link("", f"{PLACE}{place}")) for about, place in chapters.items()
    )
    contents = Part(title, words.text("guide.contents"), (), rows)
    return Paper(words.language, title, (), (contents, *told), (), PaperForm.CARDS)


class _Chapters:
    def __init__(self, words: Words, rulebook: Rulebook, game: str, shown: Shown | None) -> None:
        self._words, self._market, self._shown = words, Words(rulebook.market), shown
        self._rulebook, self._game = rulebook, game
        self._formatter = StepFormatter(words, self._market, rulebook)
        self._cards = CardFormatter(words, self._market, rulebook)

    def parts(self, cards: Sequence[IncidentCard]) -> Iterator[Part]:
        """All chapters, each with a place for the contents."""
        book, game = self._rulebook, self._game
        yield from self._screens("preparation", preparation(book, game), pictures=False)
        yield from self._screens("round", round_played(book, game))
        yield from self._screens("relief", relief(book, game))
        yield from chain(self._first(cards), self._screens("wrong", halted(book, game)), self._kinds(cards))
        yield from self._never(cards)

    def _about(self, chapter: str) -> str:
        words = self._words
        return words.side_by_side((words.text(f"guide.{chapter}"), game_name(words, self._game)))

    def _place(self, chapter: str) -> str:
        return f"{self._game}.{chapter}"

    def _screens(
        self, chapter: str, screens: Sequence[DealerView], *, pictures: bool = True
    ) -> Iterator[Part]:
        about, before, standing = self._about(chapter), tuple[tuple[str, str], ...](), None
        for number, screen in enumerate(screens, 1):
            place = self._place(chapter) if number == 1 and chapter != "wrong" else ""
            order = self._formatter.order(screen)
            heading = f"{number}. {order}" if len(screens) > 1 else order
            rows = [*self._formatter.rows(screen, standing)]
            standing = screen.view.say
            if pictures and self._shown is not None:
                shown = self._shown(screen, self._words, self._market)
                yield Pictured(about, heading, place=place, picture=shown.picture, described=order)
                new = [each for each in shown.keys if each not in before]
                before = shown.keys
                if new:
                    rows.append((self._words.text("guide.keys"), self._keys(new)))
                yield LabelledTexts(about, "", (), tuple(rows))
            else:
                yield LabelledTexts(about, heading, (), tuple(rows), place=place)

    def _keys(self, keys: Sequence[tuple[str, str]]) -> str:
        """Keys with their effects, without those that the screen before has too."""
        words = self._words
        return words.side_by_side(f"{key}{words.locale.colon}{does}" for key, does in keys)

    def _first(self, cards: Sequence[IncidentCard]) -> Iterator[Part]:
        """The first acts, whatever went wrong; before them those that do not wait for the pit boss."""
        words, about, formatter = self._words, self._about("wrong"), self._cards
        notice = (each.text("notice.please_wait") for each in (self._market, words))
        orders = [
            words.side_by_side((formatter.kind(card), formatter.ball_taken_out(seen)))
            for card in cards
            for seen in card.running_balls
        ]
        rows = (
            *formatter.at_once(self._game, orders),
            (words.text("guide.screen"), words.quote(words.text("button.wrong"))),
            (words.text("guide.heard"), self._formatter.said(*notice)),
            (words.text("outcome.head.then"), words.text("incident.called_if_needed")),
        )
        form = LabelledTexts if orders else AnswerPart  # Several acts have no single one to look up first.
        yield form(about, words.text("guide.first"), (), rows, place=self._place("wrong"))

    def _kinds(self, cards: Sequence[IncidentCard]) -> Iterator[Part]:
        words, formatter = self._words, self._cards
        columns = tuple(map(words.text, ("guide.head.seen", "rulebook.head.kind")))
        rows = tuple((formatter.recognised(card), formatter.kind(card)) for card in cards)
        yield Part(self._about("wrong"), words.text("guide.seen"), columns, rows)

    def _never(self, cards: Sequence[IncidentCard]) -> Iterator[Part]:
        words, about = self._words, self._about("never")
        clauses = [clause for card in cards if card.kind == _PROHIBITED for clause in card.clauses]
        rows = tuple((clause, clause_text(words, clause) or "") for clause in clauses)
        if rows:
            yield LabelledTexts(about, "", (), rows, place=self._place("never"))
