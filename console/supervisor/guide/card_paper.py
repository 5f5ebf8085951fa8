"""The pit boss's guide as a document: its contents, a card for each kind, the clauses, unsettled cases."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from console.base.words import Words
from console.supervisor.guide.incident_cards import Answers, CardEntry, IncidentCard
from console.supervisor.guide.played_case import Announcement
from console.supervisor.guide.step_words import StepFormatter
from console.supervisor.records.documents.decision_sheet import (
    answer_of,
    decided_text,
    either,
    step_texts,
    when_text,
)
from console.supervisor.records.documents.paper import (
    PLACE,
    AnswerPart,
    Cell,
    LabelledTexts,
    Link,
    Paper,
    PaperForm,
    Part,
)
from console.supervisor.records.documents.prompt_answer import step_answer
from console.table.core import Action, Role, known_facts
from console.table.game import CardRules, Case, FactText, Result, Rulebook, has_wheel
from console.table.game.roulette import RouletteRules
from console.table.incidents import CHOICE, OF_CARD_SET, ON_TRACK, OTHER, Fact, Kind, fits
from console.table.words import clause_text, fact_name, game_name, question_text, role_name, speech

_UNSETTLED: Final = "unsettled"
_CLAUSES: Final = "clauses"


def card_guide(words: Words, rulebook: Rulebook, cards: Sequence[IncidentCard]) -> Paper:
    """The cards of all games in one language; what players hear is in the market's, with its meaning."""
    formatter = CardFormatter(words, Words(rulebook.market), rulebook)
    title = words.text("guide.title.pit_boss")
    games = tuple(dict.fromkeys(card.game for card in cards))
    parts: list[Part] = [_contents(words, title, games)]
    for game in games:
        own = [card for card in cards if card.game == game]
        parts.append(formatter.index(game, own))
        parts += [part for card in own for part in formatter.card(card)]
    parts.append(formatter.clause_index(cards))
    parts.append(formatter.unsettled(rulebook, cards))
    return Paper(words.language, title, (), tuple(parts), (), PaperForm.CARDS)


def _contents(words: Words, title: str, games: Sequence[str]) -> Part:
    rows = [(_link(game_name(words, game), game), _page(game)) for game in games]
    rows += [(_link(words.text(f"guide.{each}"), each), _page(each)) for each in (_CLAUSES, _UNSETTLED)]
    return Part(title, words.text("guide.contents"), (), tuple(rows), words.text("guide.read"))


def _link(text: str, place: str) -> Link:
    return Link(text, f"{PLACE}{place}")


def _page(place: str) -> Link:
    """A place without a text: it is printed as its page number."""
    return _link("", place)


class CardFormatter:
    """Puts cards into words: the person's own, and the market's for what is said aloud."""

    def __init__(self, words: Words, market: Words, rulebook: Rulebook) -> None:
        self._words, self._market = words, market
        self._rulebook = rulebook
        self._said = StepFormatter(words, market, rulebook).said

    def title(self, card: IncidentCard) -> str:
        return self._words.side_by_side((self.kind(card), game_name(self._words, card.game)))

    def kind(self, card: IncidentCard) -> str:
        """The name of a card's kind, or its key if the house's own kind has no words."""
        return self._words.find(f"incident.{card.kind}") or card.kind

    def recognised(self, card: IncidentCard) -> str:
        """How one recognises the kind; for a house's own kind perhaps only a hint."""
        words, key = self._words, f"recognise.{card.kind}"
        if card.kind == Kind.SPUN_IN_BET_TIME and self._rulebook.of(RouletteRules).ball_in_bet_time.allowed:
            key = f"{key}.allowed"
        return words.find(key) or words.find(f"incident.{card.kind}.hint") or ""

    def index(self, game: str, cards: Sequence[IncidentCard]) -> Part:
        words = self._words
        columns = tuple(map(words.text, ("guide.head.seen", "guide.head.card", "guide.head.page")))
        rows = tuple(
            (self.recognised(card), _link(self.kind(card), card.place), _page(card.place)) for card in cards
        )
        return Part(game_name(words, game), words.text("guide.seen"), columns, rows, place=game)

    def clause_index(self, cards: Sequence[IncidentCard]) -> Part:
        words = self._words
        columns = tuple(map(words.text, ("rulebook.head.clause", "guide.head.card", "guide.head.page")))
        rows = sorted(
            ((clause, _link(self.title(card), card.place), _page(card.place))
             for card in cards for clause in card.clauses),
            key=lambda row: (_in_order(row[0]), row[1].address),
        )  # fmt: skip
        return Part(words.text("guide.clauses"), "", columns, tuple(rows), place=_CLAUSES)

    def unsettled(self, rulebook: Rulebook, cards: Sequence[IncidentCard]) -> Part:
        """The cases without a rule, the answers that no case covers, and the kinds of other rulebooks."""
        words = self._words
        rows: list[tuple[Cell, ...]] = []
        for card in cards:
            link = _link(self.title(card), card.place)
            rows += [
                (link, self._condition(entry) or words.text("guide.always"), self._why_open(entry.case))
                for entry in card.entries
                if entry.case.outcome is Result.PIT_BOSS_DECIDES
            ]
            for gap in card.gaps:
                facts: Answers = {fact: (value,) for fact, value in gap.items()}
                rows.append((link, self._answers(facts), words.text("guide.gap")))
        for game in dict.fromkeys(card.game for card in cards):
            incidents = rulebook.rules_of(game).incidents
            for kind in (each for each in incidents.everywhere if each not in incidents.kinds):
                named = words.side_by_side((words.find(f"incident.{kind}") or kind, game_name(words, game)))
                rows.append((named, "", words.text("guide.not_here")))
        columns = tuple(map(words.text, ("guide.head.card", "rulebook.head.facts", "guide.head.open")))
        return Part(words.text("guide.unsettled"), "", columns, tuple(rows), place=_UNSETTLED)

    def _why_open(self, case: Case) -> str:
        return self._words.text("incident.no_rule" if case.clause is None else "incident.rule_leaves_it")

    def card(self, card: IncidentCard) -> Iterator[Part]:
        """A card: how the kind is recognised and reported, then an entry for each outcome."""
        title = self.title(card)
        yield LabelledTexts(title, "", (), tuple(self._head(card)), place=card.place)
        for number, entry in enumerate(card.entries, 1):
            others = (each for each in card.entries if each is not entry)
            alike = any(each.answers == entry.answers for each in others)
            condition = self._words.side_by_side(
                (self._when(entry) if alike else None, self._condition(entry) or None)
            )
            heading = f"{number}. {condition or self._words.text('guide.always')}"
            yield AnswerPart(title, heading, (), tuple(self._entry(card, entry)))

    def _when(self, entry: CardEntry) -> str:
        """The moments of an entry whose answers lead to another outcome at other moments."""
        words = self._words
        return words.label(words.text("rulebook.head.when"), when_text(words, entry.case.moments))

    def _head(self, card: IncidentCard) -> Iterator[tuple[Cell, ...]]:
        words = self._words
        yield words.text("guide.recognised"), self.recognised(card)
        yield words.text("rulebook.head.when"), when_text(words, _moments(card))
        yield from self.at_once(card.game, map(self.ball_taken_out, card.running_balls))
        yield words.text("guide.heard"), self._said(*self._notice(card))
        yield words.text("guide.screen"), self._presses(card)
        for number, (fact, answers) in enumerate(card.questions.items(), 1):
            asked = f"{number}. {question_text(words, card.kind, fact)}\n{self._either(fact, answers)}"
            steps = self._stages(card.game, answers) if fact == "stage" else ()
            yield words.text("guide.asked") if number == 1 else "", "\n".join((asked, *steps))

    def ball_taken_out(self, seen: tuple[str, Fact]) -> str:
        """A running ball, by the answer to the card's question, and the order to take it out. If the question
        is whether it was taken out in time, the ball's place stands for the answer.
        """
        words, (fact, value) = self._words, seen
        of = answer_of(words, "ball", ON_TRACK) if value is True else answer_of(words, fact, value)
        return f"{of}{words.locale.colon}{words.text('prompt.remove_ball')}"

    def at_once(self, game: str, orders: Iterable[str]) -> Iterator[tuple[Cell, ...]]:
        """The first acts: orders for what is seen, or else the prompt of a halt."""
        words = self._words
        first, others = words.text("outcome.head.at_once"), tuple(orders)
        yield from (("" if number else first, order) for number, order in enumerate(others))
        yield words.text("guide.otherwise") if others else first, words.text(f"prompt.resolve.{_held(game)}")

    def _notice(self, card: IncidentCard) -> tuple[str, str]:
        """The notice to players at the report of the kind, in both languages."""

        def text(words: Words) -> str:
            what = words.find(f"incident.{card.kind}")
            if not card.stops:
                return words.text("notice.please_wait.not_stopped")
            if card.kind in OF_CARD_SET:
                return words.text("notice.please_wait.card_set")
            if what is None:
                return words.text("notice.please_wait")
            return words.text("notice.please_wait.for", what=what.replace("\u00ad", ""))

        return text(self._market), text(self._words)

    def _presses(self, card: IncidentCard) -> str:
        words = self._words
        pressed = [words.text("button.wrong"), self.kind(card)]
        return " → ".join(map(words.quote, pressed))

    def _entry(self, card: IncidentCard, entry: CardEntry) -> Iterator[tuple[Cell, ...]]:
        words, case = self._words, entry.case
        choices = () if CHOICE in case.facts else case.choices
        yield words.text("record.head.outcome"), decided_text(words, case.outcome, choices, case.facts)
        yield words.text("rulebook.head.authority"), self._decider(entry)
        yield words.text("rulebook.head.clause"), self._clause(case)
        for number, step in enumerate(self._steps(card, entry)):
            yield "" if number else words.text("record.head.steps"), step
        yield from self._heard(entry)

    def _decider(self, entry: CardEntry) -> str:
        who = role_name(self._words, Role(entry.case.authority))
        return who if Role(entry.case.authority) is Role.DEALER else f"{who} → {self._confirmed(entry)}"

    def _confirmed(self, entry: CardEntry) -> str:
        """The press that confirms an outcome (a choice or the pit boss's authority), and a needed reason."""
        words, case = self._words, entry.case
        if chosen := case.facts.get(CHOICE):
            return self._choices((str(chosen),))
        if case.choices:
            asked = words.text("incident.choose_reason") + words.locale.colon
            return f"{asked if case.outcome is Result.PIT_BOSS_DECIDES else ''}{self._choices(case.choices)}"
        press = words.quote(words.text("button.authorise", name="…").replace(" ", "\u00a0"))
        if OTHER not in entry.answers.get("reason", ()):
            return press
        other = answer_of(words, "reason", OTHER)
        return f"{press}\n{other}{words.locale.colon}{words.text('incident.give_reason')} → {press}"

    def _choices(self, choices: Iterable[str]) -> str:
        words = self._words
        return either(words, (words.quote(words.text(f"answer.choice.{each}")) for each in choices))

    def _clause(self, case: Case) -> str:
        words = self._words
        if case.clause is None or case.basis is None:
            return words.text("outcome.basis.none")
        basis = words.text(f"outcome.basis.{case.basis}", clause=case.clause)
        meaning = clause_text(words, case.clause)
        return basis if meaning is None else f"{basis}\n{meaning}"

    def _steps(self, card: IncidentCard, entry: CardEntry) -> Iterator[str]:
        words, case = self._words, entry.case
        condition = words.text("guide.after_bets") + words.locale.colon if entry.course.is_after_bets else ""
        steps = tuple(_with_another_ball(case))
        for text, (action, _) in zip(step_texts(words, card.kind, case.facts, steps), steps, strict=True):
            if action == Action.REPLACE_BALL:
                condition = words.text("step.check_ball.damaged") + words.locale.colon
            yield f"{condition}{text} → {step_answer(words, action)}"
            condition = ""

    def _heard(self, entry: CardEntry) -> Iterator[tuple[Cell, ...]]:
        words, label = self._words, ""
        for heard in entry.course.heard:
            key = "guide.heard.example" if heard.is_example else "guide.heard"
            said = self._said(speech.say_text(self._market, heard.say), speech.say_text(words, heard.say))
            yield "" if label == key else words.text(key), f"{self._after(heard)}{said}"
            label = key

    def _after(self, heard: Announcement) -> str:
        words = self._words
        if heard.choice is not None:
            return f"{words.text(f'answer.choice.{heard.choice}')}{words.locale.colon}"
        return words.text("guide.after_step", step=heard.after) + words.locale.colon if heard.after else ""

    def _condition(self, entry: CardEntry) -> str:
        return self._answers(entry.answers)

    def _answers(self, answers: Answers) -> str:
        """The answers that lead to an entry: ``Cards: 3 or more; seen: yes``."""
        words = self._words
        return words.side_by_side(
            f"{fact_name(words, fact)}{words.locale.colon}{self._either(fact, wanted)}"
            for fact, wanted in answers.items()
        )

    def _stages(self, game: str, answers: Iterable[FactText]) -> Iterator[str]:
        """The steps of the shuffle that each answer means, by their numbers in this rulebook: the table knows
        the stage, but a person with the card does not.
        """
        words, rules = self._words, self._rulebook.rules_of(game)
        assert isinstance(rules, CardRules), "only cards are shuffled"
        shuffle = rules.preparation.shuffle
        for answer in answers:
            steps = (
                f"{number}. {speech.order_text(words, step.action)}"
                for number, step in enumerate(shuffle, 1)
                if fits(answer, known_facts.stage_of(number, len(shuffle)))
            )
            yield f"{answer_of(words, 'stage', answer)}{words.locale.colon}{words.side_by_side(steps)}"

    def _either(self, fact: str, answers: Sequence[FactText]) -> str:
        return either(self._words, (answer_of(self._words, fact, each) for each in answers))


def _moments(card: IncidentCard) -> frozenset[str]:
    return frozenset(moment for entry in card.entries for moment in entry.case.moments)


def _with_another_ball(case: Case) -> Iterator[tuple[str, str]]:
    """A case's steps, each an action and its role. After a check of the ball comes the step for a damaged
    ball, whatever the outcome.
    """
    steps = [(step.action, step.actor) for step in case.steps]
    for action, actor in steps:
        yield action, actor
        if action == Action.CHECK_BALL and Action.REPLACE_BALL not in dict(steps):
            yield Action.REPLACE_BALL, Role.PIT_BOSS


def _held(game: str) -> str:
    """The things, cards or the ball, that nobody touches once something is wrong."""
    return "ball" if has_wheel(game) else "cards"


def _in_order(clause: str) -> tuple[tuple[int, int, str], ...]:
    """Clauses in a document's order: ``LT-BAC-9`` before ``LT-BAC-13a``."""
    pieces = re.findall(r"\d+|\D+", clause)
    return tuple((0, int(each), "") if each.isdigit() else (1, 0, each) for each in pieces)
