"""Lines that a table may be sent: what its prompt asks for, what it does not, and what is no line at all."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.table.core.tables import Seen, card_frame, device, drawn_outside, frame, result_frame

# Few faces, so that ninth cards come, and every kind of third card.
FACES = st.sampled_from(["KH", "QS", "2C", "3D", "5H", "6S", "7D", "8C", "9H"])
ALL_FACES = st.builds(str.__add__, st.sampled_from("A23456789TJQK"), st.sampled_from("SHDC"))
PEOPLE = st.sampled_from(["D1", "D2", "P1", "P2", "S1", "X9"])
HANDS = st.sampled_from(["player", "banker", "burn", "first_card"])


Reading = tuple[str, str | None]
"""``card`` with its face, ``unread`` or ``cut_card``."""


def line(do: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Seen]:
    return st.fixed_dictionaries({"do": st.just(do), **fields})


ORDERS = st.one_of(
    line("bets", state=st.sampled_from(["open", "closed"])),
    line("bets", state=st.just("open"), seconds=st.integers(-1, 60)),
    line("sign_in", who=PEOPLE, role=st.sampled_from(["dealer", "pit_boss", "supervisor"])),
    line("sign_out", who=PEOPLE),
    line("done", by=PEOPLE, reason=st.just("as seen")),
    line("open", by=PEOPLE),
    line("reshuffle", by=PEOPLE, on=st.booleans(), new=st.booleans()),
    line("close", by=PEOPLE, on=st.booleans()),
    line("withdraw", by=PEOPLE),
    line("void", by=PEOPLE),
    line("call", by=PEOPLE, on=st.booleans()),
    line("say", by=PEOPLE, text=st.text(max_size=5)),
    line("view"),
)
"""Well-formed lines that move no card."""

NO_LINES = st.one_of(
    st.binary(max_size=30),
    st.sampled_from(
        [
            b"",
            b"[1]",
            b'{"do":"spin","turns":3,"direction":"against","by":"D1"}',
            b'{"do":"device","name":"wheel","hex":"00"}',
            b'{"do":"card","card":"1H"}',
        ]
    ),
).filter(lambda sent: b"\n" not in sent)

READINGS = st.one_of(
    st.tuples(st.just("card"), FACES),
    st.tuples(st.just("unread"), st.none()),
    st.tuples(st.just("cut_card"), st.none()),
)


def frames(seq: str) -> st.SearchStrategy[tuple[bytes, Reading | None]]:
    """Frames that the shoe may send unasked, each with its reading."""
    of_nothing = st.one_of(
        st.builds(result_frame, st.just(seq), st.sampled_from(["player", "banker", "tie", "quit"])),
        st.builds(frame, st.just(seq), st.sampled_from("SPLReM")),
        st.builds(frame, st.just(seq), st.just("E"), st.integers(0x42, 0x47)),
        st.binary(max_size=5),
    )
    return st.one_of(
        st.tuples(HANDS, st.integers(1, 3), FACES).map(lambda at: (card_frame(seq, *at), ("card", at[2]))),
        FACES.map(lambda face: (drawn_outside(seq, face), ("card", face))),
        st.just((frame(seq, "C"), ("cut_card", None))),
        of_nothing.map(lambda sent: (sent, None)),
    )


def asked_for(seen: Seen, face: str, dealer: str = "D1") -> Seen:
    """The line that a view's prompt asks for."""
    prompt = seen["prompt"]
    actor = "P1" if prompt["actor"] == "pit_boss" else dealer
    match prompt["action"]:
        case "sign_in":
            return {"do": "sign_in", "who": actor, "role": prompt["actor"]}
        case "await_bets":
            return {"do": "bets", "state": "open"}
        case "wait":
            return {"do": "bets", "state": "closed"}
        case "deal" | "burn_card" | "rescan":
            return {"do": "card", "card": face}
        case "resolve":
            reason = {"reason": "so"} if "reason" in prompt["needs"] else {}
            return {"do": "withdraw", "by": actor} | reason
        case "check_run" if "wheel_off" in (seen["held_back"] or ()):
            return {"do": "done", "by": actor, "reason": "so"}
        case "open_table":
            return {"do": "open", "by": actor}
        case _:
            return {"do": "done", "by": actor, "counted": 416}


def as_bytes(kind: str, face: str | None, seq: str, place: tuple[str, int] | None) -> Seen:
    """A reading as the shoe's own frame; ``place`` is where it counts the card."""
    match kind:
        case "card" if face is not None:
            hand, position = place or ("player", 1)
            return device(card_frame(seq, hand, position, face))
        case "unread":
            return device(frame(seq, "E", 0x41))
        case _:
            return device(frame(seq, "C"))
