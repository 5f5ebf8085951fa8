"""Reports: whose press decides one, what one that waited still decides, and what the table knows of it."""

from __future__ import annotations

from console.table.core.state import editions
from tests.table.core.editions.scenes import scene
from tests.table.core.tables import Driven, Seen

OPEN: Seen = {"do": "bets", "state": "open"}
CLOSED: Seen = {"do": "bets", "state": "closed"}


def told(kind: str | None, by: str = "P1", **facts: object) -> Seen:
    return {"do": "incident", "by": by, "facts": facts} | ({} if kind is None else {"kind": kind})


def authorise(**more: object) -> Seen:
    return {"do": "authorise", "by": "P1", **more}


def done(by: str = "D1") -> Seen:
    return {"do": "done", "by": by}


def card(face: str) -> Seen:
    return {"do": "card", "card": face}


def played(code: str, game: str, *lines: Seen) -> Driven:
    """A table after lines, each of which is taken but for cards."""
    table = Driven(code, game=game)
    for line in lines:
        seen = table.take(line)
        assert seen["accepted"] or line["do"] in ("card", "unread", "number"), (line, seen["why"])
    return table


DEALT = (OPEN, CLOSED, card("9H"), card("2S"), card("KD"))
MISREAD = told("misread", "D1", may_affect=True, first_card=False, cards_to_remove=1)


def outcome(table: Driven) -> tuple[object, ...]:
    incident = table.view()["incident"]
    return (incident["state"], incident["clause"]) if incident else (table.view()["round"]["status"],)


@scene(editions.UNSEEN, before=("void",), since=("awaiting", "LT-BAC-30b"))
def a_report_that_lacked_a_fact_which_the_table_has_learnt_while_it_waited() -> object:
    stuck = told("stuck_cards", may_affect=True, cards_to_remove=2)
    return outcome(played("sv", "baccarat", *DEALT, MISREAD, stuck, authorise(), done("P1")))


@scene(editions.UNSEEN, before=("void",), since=("awaiting", "LT-BAC-30b"))
def a_whole_report_whose_case_is_another_as_it_opens() -> object:
    stuck = told("stuck_cards", may_affect=True, first_card=False, cards_to_remove=2)
    return outcome(played("sv", "baccarat", *DEALT, MISREAD, stuck, authorise(), done("P1")))


SPUN = (OPEN, CLOSED, {"do": "spin", "turns": 5, "direction": "against", "by": "D1"})
BY_HAND = told("technical_fault", result_known=True, actual=29)


@scene(editions.UNSEEN, before=None, since={"by": "P1", "entry": 6})
def a_settlement_that_was_authorised_and_is_asked_again() -> object:
    fault = told("technical_fault", "D1", result_known=True, actual=29)
    no_spin = told("no_spin", "D1", cause="same_direction")
    withdrawn: Seen = {"do": "withdraw", "by": "P1"}
    table = played("lt", "roulette", *SPUN, fault, no_spin, authorise(), withdrawn)
    return table.view()["incident"].get("authorised")


FULL = (OPEN, CLOSED, *map(card, ("5D", "7C", "QD", "TH")))
UNREAD: Seen = {"do": "unread"}


@scene(editions.SILENT, before=("out_of_turn", "banker_wins"), since=("out_of_turn", None))
def a_winner_by_the_last_step_of_a_report_under_which_a_card_came() -> object:
    failed = told("reader_failed")
    read: Seen = {"do": "answer", "by": "P1", "facts": {"pit_boss_read": True}}
    came = (card("4S"), read, authorise(), card("QD"))
    view = played("de", "baccarat", *FULL, UNREAD, UNREAD, UNREAD, failed, *came).view()
    return view["prompt"].get("reason"), view["say"]


@scene(editions.SILENT, before=("out_of_turn", "player_wins"), since=("out_of_turn", None))
def a_winner_by_bytes_whose_next_card_halts_the_table() -> object:
    table = played("sv", "baccarat", OPEN, CLOSED, *map(card, ("9H", "2S", "KD")))
    bytes_ = b"4C\r\n8D\r\n"
    view = table.take({"do": "device", "name": "reader", "hex": bytes_.hex()})
    return view["prompt"].get("reason"), view["say"]


def decision(seat: int, choice: str) -> Seen:
    return {"do": "decision", "seat": seat, "hand": 1, "choice": choice}


SEATS: Seen = {"do": "seats", "seats": [2, 7]}
TWO_SEATS = (OPEN, SEATS, CLOSED, *map(card, ("TH", "4D", "QS", "TD", "4H", "9C")), decision(2, "stand"))
MISSED = decision(7, "timeout")
NO_CHANCE = told("no_chance_to_act", "D1", seat=7)


BACK = "The bet on seat 7 goes back"


@scene(editions.SILENT, before=f"{BACK}. Play goes on for all others", since=BACK)
def a_bet_that_goes_back_while_a_report_waits_that_ends_the_round() -> object:
    seen = told("hole_card_turned_early", "D1")
    return played("lt", "blackjack", *TWO_SEATS, MISSED, NO_CHANCE, seen, authorise()).view()["say_gloss"]


@scene(editions.SILENT, before=["number_corrected", "play_goes_on"], since=[None, "number_corrected"])
def a_number_that_a_report_puts_right_as_it_opens_after_another() -> object:
    number: Seen = {"do": "number", "number": 17, "source": "reader"}
    early = told("spun_in_bet_time", "D1", ball="track")
    wrong = told("wrong_number_recorded", actual=20)
    table = played("lt", "roulette", *SPUN, number, done(), OPEN, early, wrong)
    return [table.take(done(by))["say"] for by in ("D1", "P1")]


PEEKED = told("prohibited_action", "D1", what="card_peeked")
GO_ON = authorise(choice="go_on", reason="seen")


@scene(editions.KEPT, before=415, since=413)
def cards_that_came_under_reports_after_their_round_was_void() -> object:
    fell = told("card_fell", "D1", cards=1, seen=True)
    reports = (told("technical_fault", "D1"), PEEKED, fell, told("cards_left_on_table", "D1"))
    first = (authorise(), card("9H"), GO_ON)
    then = (authorise(), card("TD"), done(), authorise(), done("P1"))
    table = played("sv", "baccarat", OPEN, CLOSED, card("6D"), *reports, *first, *then)
    return table.view()["shoe"]["left"]


@scene(editions.KEPT, before="halted", since="collecting")
def a_card_of_a_round_that_was_void_before_any_is_collected() -> object:
    void = (told("cannot_continue"), {"do": "answer", "by": "D1", "facts": {"reason": "premises"}})
    later = told("played_past_cut_card", "D1")
    withdrawn: Seen = {"do": "withdraw", "by": "D1"}
    table = played("sv", "baccarat", OPEN, *void, later, authorise(), card("QH"), withdrawn)
    return table.view()["phase"]


@scene(editions.KEPT, before=("dealing", None), since=("halted", "out_of_turn"))
def a_card_that_came_under_a_report_before_another_was_decided() -> object:
    damaged = told("damaged_card", "D1", cards=1)
    lines = (PEEKED, damaged, card("KD"), GO_ON, authorise(), done("P1"))
    view = played("sv", "baccarat", OPEN, CLOSED, card("9H"), card("2S"), *lines).view()
    return view["phase"], view["prompt"].get("reason")


# --- the moment at which the table had halted -----------------------------------------------------


@scene(editions.MOMENT, before="out_of_turn", since=None)
def a_ball_of_bet_time_that_is_reported_once_the_bets_are_closed() -> object:
    number: Seen = {"do": "number", "number": 17, "source": "reader"}
    wrong = told("wrong_number_recorded", "D1")
    table = played("lt", "roulette", *SPUN, number, done(), OPEN, wrong, CLOSED)
    return table.take(told("spun_in_bet_time", "D1"))["refused"]


# --- smaller ones ---------------------------------------------------------------------------------


def after_rounds(rounds: int) -> Driven:
    """A blackjack table in the round after as many rounds of its shoe."""
    table = Driven("lt", game="blackjack")
    for _ in range(rounds):
        for line in (OPEN, {"do": "seats", "seats": []}, CLOSED):
            table.take(line)
    return table


@scene(editions.SMALLER, before=[True, True, True], since=[True, True, False])
def a_cut_card_of_the_last_shoe_that_is_scanned_in_the_third_round() -> object:
    late = told("cut_card_not_scanned", "D1")
    return [after_rounds(number).take(late)["accepted"] for number in (1, 2, 3)]


COUNTED: Seen = {"do": "done", "by": "D1", "counted": 415}


def at_the_inspection() -> Driven:
    table = Driven("sv", is_ready=False)
    people = [
        {"do": "sign_in", "who": who, "role": role} for who, role in (("D1", "dealer"), ("P1", "pit_boss"))
    ]
    open_: Seen = {"do": "open", "by": "P1"}
    for line in (*people, open_, done(), done(), COUNTED):
        assert table.take(line)["accepted"], line
    return table


@scene(editions.SMALLER, before=("dealer", None), since=("pit_boss", "not_authorised"))
def a_count_whose_cause_a_dealer_would_answer() -> object:
    table = at_the_inspection()
    view = table.take({"do": "answer", "by": "P1", "facts": {"cause": None}})
    answer: Seen = {"do": "answer", "by": "D1", "facts": {"cause": "order"}}
    return view["prompt"]["actor"], table.take(answer)["refused"]


@scene(editions.SMALLER, before=("refunded", 2), since=("doubled", 1))
def a_doubled_hand_that_had_no_chance_to_act() -> object:
    one: Seen = {"do": "seats", "seats": [2]}
    dealt = (OPEN, one, CLOSED, *map(card, ("2H", "QS", "3H", "9C")), decision(2, "double"), card("4D"))
    table = played("lt", "blackjack", *dealt, told("no_chance_to_act", "D1", seat=2), authorise(reason="-"))
    hand = table.view()["round"]["seats"]["2"][0]
    return hand["state"], hand["bet"]


@scene(editions.SMALLER, before=True, since=False)
def a_hole_card_that_was_not_due_as_its_report_was_made() -> object:
    one: Seen = {"do": "seats", "seats": [1]}
    dealt = (OPEN, one, CLOSED, *map(card, ("2H", "QS")))
    reports = (told("reader_failed", "D1"), told(None, "D1"))
    read: Seen = {"do": "answer", "by": "P1", "facts": {"pit_boss_read": True}}
    table = played("sv", "blackjack", *dealt, *reports, read, authorise(reason="seen"), card("3H"))
    return "hole_card_exposed" in table.view()["prompt"]["answers"]


@scene(editions.SMALLER, before=("facts", {}), since=("awaiting", {"cause": "copies"}))
def a_wrong_card_set_that_the_ninth_of_a_card_shows() -> object:
    queens = 6 * [card("QH")]
    table = played("sv", "baccarat", OPEN, CLOSED, *queens, done(), done(), OPEN, CLOSED, *queens[:3])
    incident = table.take(told("wrong_card_set", "D1"))["incident"]
    return incident["state"], incident["facts"]


@scene(editions.SMALLER, before="void", since="open")
def a_wrong_card_set_that_is_gone_under_a_round_of_the_next_one() -> object:
    past, wrong = told("played_past_cut_card", "D1"), told("wrong_card_set", "D1", cause="count")
    because = authorise(reason="seen")
    out: Seen = {"do": "cut_card"}
    lines = (OPEN, CLOSED, card("9H"), past, wrong, because, out, done(), authorise())
    return played("lt", "baccarat", *lines).view()["round"]["status"]


# --- the turn of a hand ---------------------------------------------------------------------------


@scene(editions.TURN, before=(True, None), since=(False, "out_of_turn"))
def a_bet_back_for_no_chance_to_act_before_the_hands_turn() -> object:
    table = played("lt", "blackjack", *TWO_SEATS[:-1])
    view = table.take(told("no_chance_to_act", seat=7))
    return view["accepted"], view["refused"]


@scene(editions.TURN, before=True, since=False)
def a_kind_that_no_hand_can_have_yet() -> object:
    table = played("lt", "blackjack", *TWO_SEATS[:-1], told(None))
    return "no_chance_to_act" in table.view()["prompt"]["answers"]


@scene(editions.TURN, before=([], "round"), since=(["reason"], "awaiting"))
def a_bet_back_for_insurance_and_surrender_that_were_missed() -> object:
    ace = (OPEN, SEATS, CLOSED, *map(card, ("4H", "4D", "AS", "5D", "4C", "KC")), decision(2, "decline"))
    asked = played("lt", "blackjack", *ace, decision(7, "timeout"))
    incident = asked.take(told("no_chance_to_act", seat=7))["incident"]
    needs = asked.view()["prompt"].get("needs", [])
    return needs, incident["state"] if incident["open"] else "round"


@scene(editions.TURN, before=True, since=False)
def a_bet_back_for_insurance_that_is_still_asked() -> object:
    ace = (OPEN, SEATS, CLOSED, *map(card, ("4H", "AD", "AS", "5D", "KD", "KC")), decision(2, "decline"))
    return played("lt", "blackjack", *ace).take(told("no_chance_to_act", seat=7))["accepted"]
