"""Lines that take back or correct: withdrawals, voids, corrections; and the worksheet."""

from __future__ import annotations

from tests.instruments.differ.reference.play_lines import PlayLines
from tests.instruments.differ.reference.table_values import Refused, Report, Round
from tests.instruments.differ.rounds import Boxes, CouldNotHaveHappened, Coup, Shown
from tests.instruments.differ.sheet import BadBet, NotTaken, Sheet, worksheet


class CorrectionLines(PlayLines):
    """A table that takes withdrawals, voids, corrections and worksheets."""

    def do_withdraw(self, line: Shown) -> None:
        """Withdraw the open report if it is not authorised, else the last queued one, else the halt."""
        role = self.signed(line, "dealer", "pit_boss")
        target: Report | None = None
        if self.report and self.report.state in ("facts", "awaiting"):
            target = self.report
        elif self.queue:
            target = self.queue[-1]
        own = target is not None and target.by == line["by"]
        taken = target is not None and (target.answered or target.closed_bets or target.counted)
        his = target and own and target.role == "dealer" and not taken
        if role == "dealer" and not his:
            raise Refused("not_authorised")
        if role == "pit_boss" and target and own and target.role == "dealer":
            raise Refused("not_authorised")
        if target is not None and target.counted and not line.get("reason"):
            raise Refused("fact_needed", "reason")
        if target is None:
            if self.report or not self.halt:
                raise Refused("out_of_turn")
            self.withdraw_halt(self.halt, line)
        elif target is self.report:
            self.report = None
            target.outcome = "record_only"
            self.end(target, "closed")
            if self.halt:
                self.halt.at_once = self.halt.at_once and not target.ball_removed
            self.halt_by_strays(target)
        else:
            self.queue.remove(target)
            self.ended = target.id
        if target is not None and not self.report:
            self.orders()
            self.number_kept()  # one of bet time halts again: play does not go on
            self.next_in_queue()
        self.own_count = True
        if not self.halted and self.open_round:
            self.announced = self.announced or "play_goes_on"
            if self.stage == "result":
                self.announced = self.winner()

    def do_void(self, line: Shown) -> None:
        """Void the round of a table that a reading halted."""
        self.signed(line, "pit_boss")
        if self.report or not self.halt or not self.open_round:
            raise Refused("out_of_turn")
        halt = self.halt
        if (
            self.game == "roulette"
            and self.rules == "sv"
            and halt.offer
            and halt.offer[0] == "technical_fault"
        ) and self.offer_shown():
            self.do_incident({"kind": "technical_fault", "facts": {}, "by": line["by"]})
            return
        no_spin = halt.reason == "no_spin"
        self.void()
        self.announced = "no_spin" if no_spin else "round_void"
        self.halt = None

    def do_correct(self, line: Shown) -> None:
        """Mend a misread card; it is not_possible where that card could not have led to what happened."""
        self.needs("cards")
        self.signed(line, "pit_boss")
        self.not_halted()
        about = self.open_round
        number = self.place(line["hand"], line["card"])
        if number is None:
            raise Refused("no_such_hand")
        if not about or self.stage not in ("dealing", "deciding", "result"):
            raise Refused("out_of_turn")
        if self.game == "blackjack" and any(event[0] == "decision" for event in about.script[number:]):
            raise Refused("out_of_turn")
        old, new = about.script[number][1], line["to"]
        ours = sum(event[0] == "card" for event in about.script[:number]) >= self.old_cards
        if ours and new != old and self.seen[new] >= 8:
            raise Refused("impossible_card")
        script = list(about.script)
        script[number] = ("card", new)
        try:
            if self.game == "baccarat":
                if Coup(script).order != Coup(about.script).order:
                    raise CouldNotHaveHappened  # a card would lie elsewhere
            else:
                Boxes(about.seats or [], script, lt=self.rules == "lt")
        except CouldNotHaveHappened:
            raise Refused("not_possible") from None
        before, was = self.due().fields, about.script
        about.script = script
        if self.tries and self.due().fields != before:
            about.script = was  # a card was drawn for the place that was due
            raise Refused("not_possible")
        if ours:
            self.seen[old] -= 1
            self.seen[new] += 1
        self.own_count = True
        self.follow()
        if self.stage == "result":
            self.announced = self.winner()

    def place(self, hand: str, card: int) -> int | None:
        """The place of the named card in the script."""
        cards = self.cards()
        if isinstance(cards, Boxes):
            return cards.place(hand, card) if hand == "dealer" or "." in hand else None
        return next((n for n, (of, at) in enumerate(cards.order) if (of, at) == (hand, card)), None)

    def do_settle(self, line: Shown) -> None:
        """Reckon the worksheet; nothing changes at the table."""
        about = self.round
        if self.step_due("settle") and self.report:
            about = self.report.about
        cards = self.cards(about) if self.of_cards and about else None
        if self.game == "roulette":
            settled = about is not None and about.number is not None
        else:
            settled = cards is not None and about is not None and cards_settled(cards, about)
        refused = None
        shown = None
        try:
            shown = worksheet(Sheet(self.game, self.rules, about, cards, settled), line["bets"])
        except BadBet:
            raise Refused("bad_input") from None
        except NotTaken as error:
            refused = str(error)
        if refused in ("not_this_game", "not_in_rulebook"):
            raise Refused(refused)
        self.signed(line, "pit_boss")
        if refused:
            raise Refused(refused)
        self.sheet = shown


def cards_settled(cards: Coup | Boxes, about: Round) -> bool:
    """Whether the outcome of a round of cards is known: no card is due any more."""
    if isinstance(cards, Boxes) and not about.seats:
        return False
    return cards.due().what == "over"
