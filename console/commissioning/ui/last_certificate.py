"""The certificate in the table's journal, for a repetition: sections to prove again, and differences."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime

from msgspec.structs import replace

from console.base.words import Words
from console.commissioning.certificate import Certificate, changes, dropped_proofs
from console.commissioning.table_proofs import Repeatable
from console.supervisor.records import Phrase, Proof, Section, Verdict
from console.table.core import Drift, Newer
from console.table.words import drift_text, sure


class LastCertificate:
    """The last certificate, with the changes since; empty before the first."""

    def __init__(self) -> None:
        self.of: Repeatable | None = None
        self._is_repeated_whole = False
        self._drifts: tuple[Drift, ...] = ()
        self._has_failed = False

    def show(
        self, of: Repeatable | None, drifts: tuple[Drift, ...] = (), *, has_failed: bool = False
    ) -> None:
        """Repeat this certificate from now on, if something has changed; a drifting device is tested
        again, and everything after a commissioning that failed.
        """
        if of is not None and drifts:
            of = of._replace(again=of.again | {Section.DEVICES})
        self.of, self._is_repeated_whole, self._drifts = of, has_failed, drifts
        self._has_failed = has_failed

    def repeat_whole(self) -> None:
        """Prove everything again, though only a part has changed; until another certificate is looked up."""
        self._is_repeated_whole = True

    @property
    def repeats(self) -> Repeatable | None:
        """The certificate that is repeated in part; None if everything is proved."""
        return None if self._is_repeated_whole else self.of

    @property
    def again(self) -> frozenset[Section]:
        return frozenset(Section) if self.repeats is None else self.repeats.again

    @property
    def when(self) -> date | None:
        """The certificate's day, in this machine's time."""
        if self.of is None:
            return None
        return datetime.fromisoformat(self.of.certificate.made).astimezone().date()

    def note(self, words: Words) -> str:
        """The line about the table's changes since its certificate was signed; empty without one."""
        if self.of is None:
            return ""
        since = {Newer.DRIFT: bool(self._drifts), Newer.FAILED: self._has_failed}
        changed = (*self.of.changed, *(each for each, is_so in since.items() if is_so))
        what = words.list_of(words.text(f"commissioning.stale.{each}") for each in changed)
        key = "since" if changed else "since.none"
        return words.text(f"commissioning.window.{key}", when=self.when, what=what)

    def drifting(self, words: Words) -> tuple[Proof, ...]:
        """The readings of devices that drift, each with both figures and their certainty."""
        return tuple(
            Proof(
                section=Section.DEVICES,
                name=f"drift {drift.device} {drift.measure}",
                what=drift_text(words, drift),
                expected="",
                verdict=Verdict.NOT_PROVED,
                why=words.text("drift.repeat", what=sure(words, drift)),
            )
            for drift in self._drifts
        )

    def differences(self, now: Certificate | None) -> tuple[Proof, ...]:
        """The proofs whose verdict differs from the last time, each with its verdicts then and now."""
        return () if self.of is None or now is None else tuple(_differences(now, self.of.certificate))

    def count_line(self, now: Certificate, words: Words) -> str:
        """The line that says how many results differ, or that none does; empty without an earlier
        certificate.
        """
        if self.of is None:
            return ""
        count = len(self.differences(now))
        if not count:
            return words.text("commissioning.again.same", digest=self.of.certificate.digest[:16])
        return words.text("commissioning.window.differs", when=self.when, count=count)


def _differences(now: Certificate, before: Certificate) -> Iterator[Proof]:
    for each in changes(now, before):
        then = "commissioning.again.new" if each.before is None else _key(each.before)
        yield _came(each.proof, then, _key(each.proof.verdict))
    for proof in dropped_proofs(now, before):
        yield _came(proof, _key(proof.verdict), "commissioning.again.gone")


def _came(proof: Proof, before: str, now: str) -> Proof:
    """A proof with its verdicts then and now in place of its finding."""
    came = Phrase("commissioning.again.came", {"before_key": before, "now_key": now})
    return replace(proof, expected="", found=came, why=came)


def _key(verdict: Verdict) -> str:
    return f"commissioning.verdict.{verdict}"
