"""Who signs by PIN: every answer of the people's file is a refusal with words of its own."""

from __future__ import annotations

import pytest

from console.base.words import Words
from console.table.core import Role
from console.table.people.answers import Answer, Known, ListedPerson, Locked, Unknown, Wrong
from console.table.people.errors import PeopleError, UnknownPerson
from console.table.people.signatures import (
    TRIES,
    IdDisabled,
    MustWait,
    NeedsSupervisor,
    TriedTooOften,
    WrongPin,
    signed_in_tries,
    signer,
    verified_signer,
)
from tests.table.people.kept import ANNA, JONAS, PIN, RASA

ONLY = (Role.SUPERVISOR,)


class Answers:
    """A people's file that gives prepared answers, and the last of them again and again."""

    practice_people = ()

    def __init__(self, *answers: Answer) -> None:
        self.answers, self.asked = list(answers), 0

    def verify(self, id: str, pin: str) -> Answer:
        self.asked += 1
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]

    def verify_badge(self, number: str) -> Answer:
        return self.verify(number, "")

    def is_disabled(self, id: str) -> bool:
        raise AssertionError("a signature asks for the PIN")


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (Wrong("S-1"), WrongPin),
        (Unknown(), WrongPin),
        (Wrong("S-1", 20), MustWait),
        (Unknown(20), MustWait),
        (Locked("S-1", "tries"), TriedTooOften),
        (Locked(None, "disabled"), IdDisabled),
        (Known(JONAS), NeedsSupervisor),
    ],
)
def test_each_answer_is_refused_in_its_own_words(answer: Answer, error: type[PeopleError]) -> None:
    with pytest.raises(error) as refused:
        verified_signer(Answers(answer), "S-1", PIN, ONLY)
    assert "{" not in Words("en").text(refused.value.key, **refused.value.slots)


def test_the_owner_of_the_pin_signs() -> None:
    assert verified_signer(Answers(Known(ANNA)), "s-1", PIN, ONLY) == ANNA
    assert verified_signer(Answers(Known(RASA)), "D-114", PIN) == RASA, "where everybody may"


def test_only_a_wrong_pin_is_asked_for_again_and_not_for_ever() -> None:
    errors: list[PeopleError] = []
    people = Answers(Wrong("S-1"), Wrong("S-1"), Known(ANNA))
    assert signed_in_tries(people, "S-1", lambda: PIN, errors.append, ONLY) == ANNA
    assert len(errors) == 2
    for answer, asked in ((Wrong("S-1"), TRIES), (Wrong("S-1", 5), 1), (Locked("S-1", "tries"), 1)):
        people = Answers(answer)
        with pytest.raises(PeopleError):
            signed_in_tries(people, "S-1", lambda: PIN, errors.append, ONLY)
        assert people.asked == asked


def test_a_person_who_cannot_sign_is_refused_before_a_pin_is_asked() -> None:
    listed = (ListedPerson(ANNA, "active"), ListedPerson(JONAS, "locked"), ListedPerson(RASA, "active"))
    assert signer(listed, "s-1", ONLY) == ANNA
    for id, error in (("P-20", TriedTooOften), ("D-114", NeedsSupervisor), ("X-9", UnknownPerson)):
        with pytest.raises(error):
            signer(listed, id, ONLY)
