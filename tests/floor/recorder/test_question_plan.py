"""When the recorder is asked, and which answers are entries: within five minutes, and an outage is one."""

from __future__ import annotations

from datetime import timedelta

from console.floor.recorder.video_watch import ProbePlan, Question
from console.table.core import NoPicture, NoteKind, ProbeAnswer, ProbedVideo
from tests.table.played import START

SEEN = ProbeAnswer(None, 2)
GONE = ProbeAnswer(NoPicture.UNREACHED)
HOUR = 3_600.0


class Driven:
    """A plan whose questions are asked as they are due, with the moment of each."""

    def __init__(self, *, missing: bool = False) -> None:
        self.now = 1_000.0
        self.plan = ProbePlan(self.now, missing=missing)
        self.notes: list[tuple[NoteKind, ProbedVideo]] = []
        self.asked: list[tuple[float, str]] = []

    def incident(self, id: str) -> None:
        self.plan.add(id, START, self.now)

    def run(self, seconds: float, answer: ProbeAnswer) -> None:
        """Let time pass; every question gets this answer."""
        end = self.now + seconds
        while self.now + self.plan.wait(self.now) <= end:
            self.now += self.plan.wait(self.now)
            question = self._due()
            assert question is not None, "it is due when the plan says so"
            self.asked.append((self.now - 1_000.0, question.incident))
            noted = self.plan.answered(question, answer, self.now)
            if noted is not None:
                self.notes.append(noted)
        self.now = end

    def _due(self) -> Question | None:
        return self.plan.due(self.now, START + timedelta(seconds=self.now))

    def told(self) -> list[tuple[str, str]]:
        return [(kind, probed.incident) for kind, probed in self.notes]


def test_an_incident_is_asked_for_until_it_has_a_picture_and_is_one_entry() -> None:
    driven = Driven()
    driven.run(0, SEEN)
    driven.incident("T1-i1")
    driven.incident("T1-i1")
    driven.run(149, GONE)
    assert driven.notes == [] and driven.asked[-1] == (60.0, "T1-i1")
    driven.run(2, SEEN)
    assert driven.notes == [(NoteKind.VIDEO_SEEN, ProbedVideo(START, SEEN, "T1-i1"))]
    driven.run(600, SEEN)
    assert len(driven.asked) == 3, "once it has its picture nobody asks again"


def test_no_picture_is_an_entry_within_five_minutes() -> None:
    driven = Driven()
    driven.run(0, SEEN)
    driven.incident("T1-i1")
    driven.run(300, GONE)
    assert driven.told() == [(NoteKind.VIDEO_MISSING, "T1-i1")]
    assert [at for at, incident in driven.asked if incident] == [60.0, 150.0, 240.0]


def test_without_an_incident_it_is_asked_once_an_hour_without_a_word() -> None:
    driven = Driven()
    question = driven._due()
    assert question is not None and question.moment == START + timedelta(seconds=1_000 - 120)
    driven.run(5 * HOUR, SEEN)
    assert [at for at, _ in driven.asked] == [each * HOUR for each in range(6)]
    assert driven.notes == []


def test_an_outage_is_one_entry_however_long_and_its_end_another() -> None:
    driven = Driven()
    driven.run(0, SEEN)
    driven.run(8 * HOUR, GONE)
    assert driven.told() == [(NoteKind.VIDEO_MISSING, "")]
    assert [at for at, _ in driven.asked][1:5] == [HOUR, HOUR + 90, HOUR + 180, HOUR + 180 + 600]
    driven.run(HOUR, SEEN)
    assert driven.told() == [(NoteKind.VIDEO_MISSING, ""), (NoteKind.VIDEO_SEEN, "")]
    driven.run(3 * HOUR, SEEN)
    assert len(driven.notes) == 2


def test_in_an_outage_each_incident_still_has_its_own_entry() -> None:
    driven = Driven(missing=True)
    driven.run(HOUR, GONE)
    assert driven.told() == []
    driven.incident("T1-i1")
    driven.incident("T1-i2")
    driven.run(300, GONE)
    assert driven.told() == [(NoteKind.VIDEO_MISSING, "T1-i1"), (NoteKind.VIDEO_MISSING, "T1-i2")]


def test_an_outage_that_was_noted_before_a_start_is_not_noted_again() -> None:
    driven = Driven(missing=True)
    driven.run(2 * HOUR, GONE)
    assert driven.told() == []
    driven.run(HOUR, SEEN)
    assert driven.told() == [(NoteKind.VIDEO_SEEN, "")]


def test_no_flood_of_incidents_makes_a_flood_of_questions() -> None:
    driven = Driven()
    for each in range(500):
        driven.incident(f"T1-i{each}")
    driven.run(1, SEEN)
    driven.run(300, SEEN)
    assert len({incident for _, incident in driven.asked if incident}) == 50


def test_the_note_s_text_is_read_again_and_no_other_is() -> None:
    for answer in (SEEN, GONE, ProbeAnswer(NoPicture.OTHER_MINUTE, -90), ProbeAnswer(None)):
        for incident in ("", "Table 7-i2"):
            probed = ProbedVideo(START, answer, incident)
            assert ProbedVideo.of(probed.text) == probed
    for text in (
        "",
        "x",
        "2026-11-20",
        f"{START.isoformat()} - broken",
        f"{START.isoformat()} two seen T1-i2",
    ):
        assert ProbedVideo.of(text) is None, text
