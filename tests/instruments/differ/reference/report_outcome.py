"""The outcome of an incident: what each one does to the round, and the steps that follow."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

from tests.instruments.differ.reference.table_values import BURNS, CARDS_IN_A_SHOE, Halt, Report
from tests.instruments.differ.reference.wheel_numbers import WheelNumbers
from tests.instruments.differ.rounds import Boxes, Event

OF_FIRST: Final = ("remove_last", "carry_card", "burn_card")
"""The outcomes that use the first card of a halt, wherever it came."""


class ReportOutcome(WheelNumbers):
    """A table that carries the outcome of a report out."""

    def steps_shown(self, report: Report) -> list[dict[str, Any]]:
        """The steps as they begin: a ball that was taken out at once counts as done."""
        return [
            {"action": action, "actor": actor, "done": action == "remove_ball" and report.ball_removed}
            for action, actor in self.steps_of(report)
        ]

    def steps_of(self, report: Report) -> list[tuple[str, str]]:
        """The row's steps without those that are not asked for again."""
        row = report.rows[0]
        if len(report.rows) > 1 and report.choices:
            return []
        return [step for step in row.steps if self.still_asked(step[0], report)]

    def still_asked(self, action: str, report: Report) -> bool:
        """The steps that are not asked for again."""
        halt, outcome = self.halt, report.outcome or report.rows[0].outcome
        if report.of_gone_set and action in ("change_shoe", "replace_decks"):
            return False
        if action == "replace_decks" and self.is_closing():
            return False  # the set is only put aside
        if action == "enter_number":
            return not (
                self.open_round
                and (self.open_round.number is not None or self.open_round.recorded is not None)
            )
        if action == "set_aside" and self.shoe_gone(report):
            return False  # nobody lays a card of a shoe that has gone
        if action == "scan_cut_card":  # the cut card of the last shoe has not come
            return report.kind == "cut_card_not_scanned" or not (self.cut or self.shoe_gone(report))
        if action != "scan_card":
            return True
        if self.told_of(report):
            return False
        if outcome == "void":
            if report.kind == "card_face_down":
                return self.due().what == "deal"
            read = bool(self.open_round and self.open_round.script) or bool(halt and halt.card)
            return self.due().what == "deal" and not read
        if self.placed(halt):
            return False
        if self.early or (self.carried and report.kind == "early_deal"):
            return False
        if report.kind == "early_deal":
            return not (self.open_round and self.open_round.script)
        return self.due().what in ("deal", "seats")  # it comes with the seats

    def told_of(self, report: Report) -> str | None:
        """The first card read under a report of a card that came early or face down: it is that card."""
        halted = self.halt is not None and self.halt.drew
        read = report.strays[:1] if report.kind in ("early_deal", "card_face_down") and not halted else []
        return read[0] if read else None

    def shoe_gone(self, report: Report) -> bool:
        """Whether the shoe of a report has been shuffled or changed since."""
        return report.moment is not None and report.moment.shoes != self.shoes

    def brings_steps_alone(self, report: Report) -> bool:
        """Whether its round is void or settled since: it leaves all but its steps as it is."""
        about = report.moment.open if report.moment else None
        return about is not None and about.status != "open" and self.has_steps_left(report.kind)

    def is_closing(self) -> bool:
        """Whether the inspection after `close` is due."""
        return self.stage == "shoe" and self.preparation == ["inspect"]

    def placed(self, halt: Halt | None) -> bool:
        """Whether the card that halted is placed: in its turn or in bet time, but no impossible one."""
        if not halt or halt.card is None or halt.reason == "impossible_card":
            return False
        return (halt.due or halt.bet_time) and self.seen[halt.card] < 8

    def outcome(self, report: Report, outcome: str) -> None:
        """Carry out the outcome, as the table of outcomes has it."""
        about = self.open_round
        self.as_drawn(report)
        report.halting = [self.halt.card, *self.halt.besides] if self.halt and self.halt.drew else []
        if (face := self.told_of(report)) is not None and about:
            report.strays.pop(0)
            early = self.bet_time
            self.halt = Halt("bets_open" if early else "out_of_turn", face, due=not early, bet_time=early)
        if self.brings_steps_alone(report) and outcome != "change_shoe_after":
            return
        if report.kind == "double_scan" and about and outcome != "remove_last":
            self.drop_second_reading()
        if outcome != "void":
            self.take_first(report, outcome)
        if report.kind in BURNS and (cards := report.facts.get("cards")):
            self.burned_otherwise(report, cards)
        used = False
        match outcome:
            case "void" if not about:
                return  # the round is over already: its steps alone are left
            case "void":
                no_spin = report.kind == "no_spin"
                if about:
                    known_out = report.kind == "early_deal"
                    known_out |= report.kind == "card_face_down" and self.due().what == "deal"
                    known_out |= "scan_card" in [step["action"] for step in report.steps]
                    self.void(known_out)
                if "change_shoe" in [step["action"] for step in report.steps]:
                    self.reshuffle, self.change_after, self.last_hand_said = None, False, False
                self.announced = "no_spin" if no_spin else "round_void"
                return
            case "respin":
                assert about
                report.replaced = (
                    *(about.spun, about.told, about.respin, about.ball, about.valid),
                    self.halt,
                )
                about.respin, about.ball, about.valid = True, False, False
                self.out_at = self.tick
                about.spun, about.told, about.number, about.recorded = False, None, None, None
                self.stage, self.halt = "spinning", None
                self.announced = "no_spin"
                return
            case "finish":
                self.finish(report)
                return
            case "settle_by_hand":
                self.settle_by_hand(report)
                return
            case "carry_card" | "burn_card":
                self.extra_card(outcome)
            case "remove_last":
                self.remove_last(report)
            case "change_shoe" | "replace_decks" if report.of_gone_set:
                pass
            case "change_shoe":
                self.reshuffle = None
                self.change_after = self.last_hand_said = False
            case "change_shoe_after" if self.shoe_gone(report):
                pass
            case "change_shoe_after":
                self.change_after = True
            case "shuffle_again" | "replace_decks" if self.is_closing():
                pass
            case "shuffle_again" | "replace_decks":
                self.announced = "shuffle_again"  # a step of the shuffle comes after the last
            case "refund_hand":
                assert self.round
                self.announced = "hand_refunded"
                seat, hand = report.facts["seat"], report.facts["hand"]
                self.round.script.append(("refund", seat, hand))
                if self.round.states and not self.hands_of(seat)[hand].double:
                    self.round.states[seat][hand - 1] = "refunded"
                if self.no_seat_left():  # a reading that halted counts as drawn, as in any void
                    self.round.no_seat = True
                    self.void()
                    self.announced = "round_void"
                    return
                unread = self.tries > 0 or (self.halt is not None and self.halt.tries)
                if self.open_round and unread and self.due().what != "deal":
                    self.draw(None)  # a card not read yet is out, and no place is due for it any more
                    self.tries = 0
            case _:
                if report.rows[0].authority == "dealer":
                    report.beneath = self.halt
                used = self.halting_card_goes_on(report)
        halt = self.halt
        if halt and halt.first_kept and halt.drew and not used and outcome not in OF_FIRST:
            early = report.strays_early if report.strays else halt.bet_time
            report.strays, report.strays_early = [halt.card, *report.strays], early or halt.bet_time
        if (self.halt and not self.halt.tries) or self.halt:
            self.tries = 0
        self.halt = None
        self.follow()

    def as_drawn(self, report: Report) -> None:
        """Have as many cards as a pit boss said (the fact drawn): fewer are the first, more were not read."""
        cards, _ = self.readings(report)
        more = report.facts.get("drawn", cards) - cards
        report.strays += [None] * more
        for lying in (report.strays, self.halt.besides if self.halt else []):
            while more < 0 and lying:
                lying.pop()
                more += 1

    def burned_otherwise(self, report: Report, cards: int) -> None:
        """Count the cards that were burned too many or too few (E4-burned)."""
        if report.kind != "over_burn":
            self.left = min(self.left + cards, CARDS_IN_A_SHOE - sum(self.seen.values()))
        elif report.facts.get("extras") in ("shown", "discarded"):
            self.left -= cards

    def take_first(self, report: Report, outcome: str) -> None:
        """Of several readings the outcome takes the first; burn_card takes all; the others are loose."""
        halt = self.halt
        if halt and halt.besides:
            under, early = report.strays, report.strays_early
            report.strays = []
            report.add_strays(halt.besides, early=halt.bet_time)
            report.add_strays(under, early=early)
            halt.besides = []
        if outcome not in ("carry_card", "burn_card") or self.stage == "shoe":
            return
        if not (halt and halt.drew) and report.strays:
            self.halt = Halt("out_of_turn")
            self.halt.add(report.strays.pop(0))
        if outcome == "burn_card":
            for face in report.strays:
                self.draw(face)
            report.strays = []

    def no_seat_left(self) -> bool:
        """Whether an open round has no seat whose bet was not given back."""
        if not self.open_round:
            return False
        cards = self.cards()
        assert isinstance(cards, Boxes)
        states = cards.states(betting=False)
        return all(state == "refunded" for hands in states.values() for state in hands)

    def halting_card_goes_on(self, report: Report) -> bool:
        """At go_on and its like, place the card that halted where its step says so, else withdraw it; whether
        it lies now.
        """
        halt, about = self.halt, self.open_round
        if halt and halt.is_number:
            self.number_void(halt)  # the outcome does not use it: as withdrawn
        if not halt or halt.card is None or not about:
            return False
        scan = any(action == "scan_card" for action, _ in report.rows[0].steps)
        as_it_lies = report.kind == "misread" and self.due().what == "deal" and halt.due
        if not as_it_lies and not (scan and self.placed(halt)):
            return False
        self.draw(halt.card)
        if self.bet_time or self.due().what != "deal":
            self.early.append(halt.card)
        else:
            about.script.append(("card", halt.card))
        return True

    def extra_card(self, outcome: str) -> None:
        """An extra card is drawn once, and once read the next coup's first; in phase shoe nothing changes."""
        if self.stage == "shoe":
            return
        halt = self.halt
        read = halt.card if halt else None
        if outcome == "burn_card":
            self.draw(read)
        elif read:
            self.draw(read)
            self.carried.append(read)

    def remove_last(self, report: Report) -> None:
        """Take the last cards dealt from the hands, as drawn; the halting or unread one is the last."""
        about = self.open_round
        assert about
        count: int = report.facts["cards_to_remove"]
        found = self.second_reading() if report.kind == "double_scan" else None
        place, twice = found or (None, "")
        apart = self.apart()
        lie = len(about.script) + len(apart)
        # A card that halts the table lies in no hand: it was not dealt after the second reading.
        is_last = not any(event[0] == "card" for event in about.script[(place or 0) + 1 :])
        for number in range(lie - 1, max(lie - 1 - count, -1), -1):
            if number >= len(about.script):
                face = apart[number - len(about.script)]
                report.removed.append(face)
                if number != place:
                    self.draw(face)
                if face is None:
                    self.tries = 0
            else:
                event = about.script.pop()
                report.removed.append(event[1] if event[0] == "card" else None)
        if place is not None and place < lie - len(apart):  # it had been counted, wherever it lies
            self.take_off(place, twice)
            if is_last:
                del about.script[place:]

    def take_off(self, place: int, face: str) -> None:
        """Count a reading that was no card as not drawn; one of the shoe before this counts there."""
        about = self.open_round
        assert about
        if sum(event[0] == "card" for event in about.script[:place]) >= self.old_cards:
            self.left += 1
            self.seen[face] -= 1

    def second_reading(self) -> tuple[int, str] | None:
        """Of the two equal cards dealt last the second one's place among all that lie; None without two."""
        about = self.open_round
        assert about
        faces = [event[1] if event[0] == "card" else "" for event in about.script]
        every: list[str | None] = [*faces, *self.apart()]
        dealt = [(number, face) for number, face in enumerate(every) if face != ""]
        for (_, before), (number, face) in reversed(list(pairwise(dealt))):
            if face is not None and face == before:
                return number, face
        return None

    def drop_second_reading(self) -> None:
        """Of two equal cards dealt last the second was no card: it is not drawn, and with nothing dealt after
        it its place is due again.
        """
        about, halt = self.open_round, self.halt
        assert about
        found = self.second_reading()
        if found is None:
            return
        place, face = found
        if place >= len(about.script):
            at = place - len(about.script) - (len(self.apart()) - len(halt.besides) if halt else 0)
            if halt is not None and at >= 0:
                del halt.besides[at]
            elif halt is not None and halt.card == face:
                halt.card, halt.shown = None, None
            return
        self.take_off(place, face)
        dealt_after = any(event[0] == "card" for event in about.script[place + 1 :])
        if not dealt_after:  # one that halted the table lies in no hand: it was not dealt after it
            about.script[place:] = self.decided_elsewhere(about.script[place + 1 :], place)

    def decided_elsewhere(self, after: list[Event], place: int) -> list[Event]:
        """The decision after a card that was none, if it is not on its hand: it stands."""
        cards = self.cards()
        own = (
            [
                (seat, hand)
                for seat, boxes in cards.seats.items()
                for hand, box in enumerate(boxes, 1)
                if place in box.dealt
            ]
            if isinstance(cards, Boxes)
            else []
        )
        decided = [event for event in after if event[0] in ("decision", "stands") and event[1:3] not in own]
        return [("stands", *event[1:]) for event in decided] + [
            event for event in after if event[0] == "refund"
        ]

    def finish(self, report: Report) -> None:
        """Close bets and go to the result by the number recorded, entered where none is."""
        about = self.open_round
        assert about
        self.halt = None
        if self.bets == "open":
            self.close_bets()
        self.bets = "closed"
        if about.recorded is not None and about.number is None:
            self.known_number(about.recorded)
            self.fell = False  # the number of bet time is used

    def settle_by_hand(self, report: Report) -> None:
        """Settle by the actual number and say it; betting follows, or the round that is open goes on."""
        about = report.about
        assert about
        if self.halt and self.open_round and self.open_round.number is None:
            self.number_void(self.halt)  # the outcome does not use it: as withdrawn
        if about.number is not None:
            about.announced.append(about.number)
        others = set(about.announced) - {report.facts["actual"]}
        self.announced = "number_corrected" if others else "number"
        was = about.number if about.number is not None else about.recorded
        if was is not None and was not in (report.facts["actual"], *about.reported):
            about.reported.append(was)
        about.number = report.facts["actual"]
        about.told, about.early = None, []
        was_open = about.status == "open"
        if not was_open and was is not None:
            about.paid.append(was)
        about.status = "finished"
        self.winners = about.number
        now = self.open_round
        by_spin = self.halt is not None and self.halt.reason == "no_spin" and not self.halt.fell
        if by_spin and now and self.stage == "spinning":
            # the incident is of another round: as after its withdraw
            now.spun, now.told, now.valid = False, None, False
        if was_open:
            self.halt = None
            self.bets, self.stage = "settled", "betting"
        self.halt = None
