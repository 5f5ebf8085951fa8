"""Each press's meaning by what the dealer's screen shows, and the presses that need a second one."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.core.showing.screen_values import NO_TABLE, DealerView
from console.table.core.state.phases import HeldBack, RoundStatus
from console.table.game.card_set import Cause
from console.table.game.cards import DECK, Card
from console.table.game.rule_values import Preparing
from console.table.incidents.known_kinds import Kind
from console.table.ui.dealer.action_bar import ActionBar, judges_ball
from console.table.ui.dealer.prompt_words import Primary
from console.table.ui.dealer.rail import Rail
from console.table.ui.hands.guard import PressGuard
from console.table.ui.incident import incident_words
from console.table.ui.incident.layer import IncidentLayer
from console.table.ui.incident.stage import IncidentCommands
from console.table.ui.kit.menu import Menu, MenuRow
from console.table.ui.kit.surface import Surface
from console.table.ui.signs.sign import Sign
from console.table.words.incident_phrases import NO_BET
from console.table.words.names import card_name


class DealerPresses(QObject):
    """The presses of one screen's bar and gauge, and the menu that asks for the second press."""

    primary_pressed = Signal()
    """The prompt's own press: the action is done, or a person wants to sign in."""
    pit_boss_here_pressed = Signal()
    withdraw_pressed = Signal(object)
    """The halt's cause is taken back, for this reason; None if no reason is asked."""
    void_pressed = Signal()
    """The round of a halted table is void; confirmed by a second press."""
    cut_card_pressed = Signal(bool)
    """The cut card has come without a report from a device; True if it caused the halt."""
    unanswered_pressed = Signal(str)
    """Play goes on without the answer that the game server owes, for this reason."""
    number_entered = Signal(int)
    """The number of the pocket in which the ball lies, as the dealer entered it."""
    count_taken = Signal(int)
    """The number of cards that was typed stands: it is right, or was asked about."""
    count_asked = Signal()
    """The number of cards differs, and is asked about."""
    counted = Signal(object, list)
    """The count of an inspection, of the whole set or a list of its decks, and what was typed before it."""

    def __init__(
        self,
        screen: Surface,
        guard: PressGuard,
        *,
        bar: ActionBar,
        rail: Rail,
        incident: IncidentLayer,
        commands: IncidentCommands,
        words: Words,
    ) -> None:
        """``commands`` sends the table the reports and answers of this screen."""
        super().__init__(screen)
        self._bar, self._commands = bar, commands
        self._incident, self._dialog = incident, incident.dialog
        self._words = words
        self._view = NO_TABLE
        self._typed_before = list[int]()
        """The counts of this inspection that differed, and were counted again."""
        self._is_second_count = False
        self.confirmation = Menu(guard, screen, lambda: self._words)
        """The menu that asks for a second press."""
        self._cut_card = rail.cut_card
        self._pressed: QWidget | None = None
        """The key that was pressed last: its question opens beside it."""
        bar.primary.meant.connect(self._press_primary)
        bar.second.meant.connect(self._press_second)
        bar.third.meant.connect(self._press_third)
        rail.cut_card.meant.connect(self._ask_cut_card)
        self._dialog.withdrawal_asked.connect(self._ask_withdrawal)

    def _ask(self, question: str, *rows: MenuRow, back: str = "button.change_nothing") -> None:
        self.confirmation.ask(question, *rows, back=back, by=self._pressed)

    def show_view(self, view: DealerView, words: Words) -> None:
        if view.preparation.count is None or view.view.incident is not None:
            self._typed_before, self._is_second_count = [], False
        self._view, self._words = view, words

    def _press_primary(self) -> None:
        self._pressed = self._bar.primary
        match self._bar.kind:
            case Primary.PIT_BOSS_HERE:
                self.pit_boss_here_pressed.emit()
            case Primary.RESOLVE:
                self._resolve()
            case Primary.CUT_CARD:
                self.cut_card_pressed.emit(False)
            case Primary.UNANSWERED:
                self._ask_unanswered()
            case Primary.FAULT:
                self._report_fault()
            case Primary.NUMBER if self._bar.number is not None:
                self.number_entered.emit(self._bar.number)
            case Primary.COUNT if self._bar.counted is not None:
                self._take_count(self._bar.counted)
            case Primary.TAKE if self._bar.card is not None:
                self._commands.enter(self._bar.card)
            case Primary.DONE if self._bar.no_bet_to_credit:
                text = self._words.text
                done = MenuRow(text(NO_BET), Sign("states.tick"), self.primary_pressed.emit, pit_boss=True)
                self._ask(text("confirm.no_bet_to_credit"), done, back="button.back")
            case Primary.DONE if self._runs_off():
                text = self._words.text
                reasons = [text(f"reason.{each}") for each in ("run_seen", "wheel_line_wrong")]
                skip = self._commands.skip
                rows = [
                    MenuRow(why, Sign("states.tick"), partial(skip, why), pit_boss=True) for why in reasons
                ]
                self._ask(text("confirm.runs_off"), *rows, back="button.back")
            case Primary.DONE | Primary.SIGN_IN | Primary.BETS:
                self.primary_pressed.emit()

    def _runs_off(self) -> bool:
        """Whether the wheel says that it is off while a person is to say that it runs freely."""
        view = self._view.view
        return view.prompt.action == Preparing.CHECK_RUN and HeldBack.WHEEL_OFF in (view.held_back or ())

    def _take_count(self, counted: int) -> None:
        """Take the count; if it differs, the second one is taken: nobody is shown what it should be."""
        decks = self._view.preparation.count == "decks"
        expected = len(DECK) if decks else self._view.view.prompt.whole_count
        if counted == expected or self._is_second_count:
            self._is_second_count = False
            self.count_taken.emit(counted)
            return
        self._typed_before.append(counted)
        self._is_second_count = True
        self.count_asked.emit()
        self._ask(self._words.text("confirm.count_again"), back="button.count_again")

    def send_count(self, counted: int | list[int]) -> None:
        """Send the whole count, with what was typed before it."""
        self.counted.emit(counted, self._typed_before)

    def _press_second(self) -> None:
        self._pressed = self._bar.second
        late = self._view.reporting.too_late
        if late is not None and self._bar.kind is Primary.DONE:
            self._dialog.choose_kind(late.kind, dict(late.facts))
        elif self._bar.kind is Primary.UNANSWERED:
            self._report_fault()
        elif judges_ball(self._view):
            self._commands.ball_damaged()
        elif self._bar.kind is not Primary.RESOLVE:
            self._dialog.skip()
        elif self._view.halt.maybe_cut_card:
            if self._view.view.offer is None:
                self._take_back()
            else:
                self.cut_card_pressed.emit(True)
        elif self._view.view.offer is not None or self._view.halt.corrects:
            self._take_back()
        else:
            self._ask_void()

    def _resolve(self) -> None:
        """Have the rulebook decide the incident that the console noticed; if it noticed none, take the
        reading back, or say that it was the cut card. Of a card that can't be, ask first whether it lies
        there: then the set is wrong, and the reading was right. A card that was typed otherwise than read is
        corrected.
        """
        due = self._view.view.prompt
        if self._view.halt.corrects and due.read is not None and due.card is not None:
            self._commands.correct(str(due.hand), due.card, due.read)
        elif self._view.halt.corrects:
            self._dialog.correct()
        elif (card := incident_words.impossible_card(self._view)) is not None:
            self._ask_card(self._view, card)
        elif (offer := self._view.view.offer) is not None:
            clause = incident_words.common_clause(self._view.reporting.offered)
            self._dialog.choose_kind(offer.kind, dict(offer.facts), clause)
        elif self._view.halt.maybe_cut_card:
            self.cut_card_pressed.emit(True)
        else:
            self._take_back()

    def _ask_card(self, view: DealerView, card: Card) -> None:
        text, offer = self._words.text, view.view.offer
        assert offer is not None, "a card that can't be is offered as a misread"
        clause = incident_words.common_clause(view.reporting.offered)
        self._ask(
            text("prompt.confirm_card", card=card_name(self._words, card)),
            MenuRow(
                text("answer.confirm_card.true"),
                Sign(f"incidents.{Kind.WRONG_CARD_SET}"),
                partial(self._dialog.choose_kind, Kind.WRONG_CARD_SET, {"cause": Cause.COPIES.value}),
                pit_boss=True,
            ),
            MenuRow(
                text("answer.confirm_card.false"),
                Sign(f"incidents.{offer.kind}"),
                partial(self._dialog.choose_kind, offer.kind, dict(offer.facts), clause),
                pit_boss=True,
            ),
            back="button.back",
        )

    def _press_third(self) -> None:
        """Declare the round void; with two other ways out of the halt, ask which is meant."""
        self._pressed = self._bar.third
        view, text = self._view, self._words.text
        if judges_ball(view):
            self._dialog.skip()
            return
        if not view.halt.maybe_cut_card or view.view.offer is None:
            self._ask_void()
            return
        back = MenuRow(
            incident_words.withdraw_label(self._words, view),
            Sign("states.withdraw"),
            partial(self.withdraw_pressed.emit, None),
            pit_boss=True,
        )
        rows = [back]
        if view.view.round is not None and view.view.round.status == RoundStatus.OPEN:
            rows.append(
                MenuRow(text("button.void"), Sign("states.void"), self.void_pressed.emit, pit_boss=True)
            )
        self._ask(text("button.withdraw_or_void"), *rows)

    def _ask_cut_card(self) -> None:
        """The press at the shoe's gauge; it makes the round the last hand, so it needs a second press."""
        self._pressed = self._cut_card
        row = MenuRow(
            self._words.text("rail.cut_card"),
            Sign("shoe.cut_card"),
            partial(self.cut_card_pressed.emit, False),
        )
        self._ask(self._words.text("confirm.cut_card"), row, back="button.back")

    def _take_back(self) -> None:
        """Take back what halted the table; asked once more if a card or a number then counts differently."""
        view, text = self._view, self._words.text
        if not incident_words.asks_once(view):
            self.withdraw_pressed.emit(None)
            return
        asked = [text(f"reason.{each}") for each in incident_words.withdrawal_reasons(view)]
        reasons: list[str | None] = [*asked] if asked else [None]
        label = incident_words.withdraw_label(self._words, view)
        rows = [
            MenuRow(
                reason or label,
                Sign("states.withdraw"),
                partial(self.withdraw_pressed.emit, reason),
                pit_boss=True,
            )
            for reason in reasons
        ]
        self._ask(incident_words.withdraw_question(self._words, view), *rows)

    def _ask_unanswered(self) -> None:
        """Go on without the player's answer; the same press gives the reason."""
        text = self._words.text
        reasons = [text(f"reason.{each}") for each in ("server_silent", "server_down")]
        rows = [
            MenuRow(
                reason, Sign("seats.no_answer"), partial(self.unanswered_pressed.emit, reason), pit_boss=True
            )
            for reason in reasons
        ]
        self._ask(text("confirm.unanswered"), *rows)

    def _report_fault(self) -> None:
        """Report the server's silence as a technical fault: the outcome is shown before it is confirmed."""
        clause = incident_words.fault_clause(self._view)
        self._dialog.choose_kind(Kind.TECHNICAL_FAULT, {}, clause)

    def _ask_void(self) -> None:
        """Declare the round void; nothing brings the bets back, so it needs a second press."""
        text = self._words.text
        void = MenuRow(text("button.void"), Sign("states.void"), self.void_pressed.emit, pit_boss=True)
        self._ask(text("confirm.void"), void)

    def _ask_withdrawal(self) -> None:
        """Withdraw one's own report: by a press that says so, and by the answer to its question."""
        self._pressed = self._incident.bar.withdraw
        text = self._words.text
        withdraw = MenuRow(
            text("button.withdraw_report"), Sign("states.withdraw"), self._commands.withdraw, moves_play=True
        )
        self._ask(text("confirm.withdraw.report"), withdraw)
