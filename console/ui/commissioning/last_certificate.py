"""The certificate that the table's journal holds, where the window repeats it: what is anew, what differs."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from msgspec.structs import replace

from console.commissioning.certificate import Certificate, changes, gone
from console.commissioning.proof import Phrase, Proof, Section, Verdict
from console.commissioning.table_proofs import Repeatable
from console.table.state.commissioned import Drift, Newer
from console.words import Words
from console.words.drift_words import sure, told


class LastCertificate:
    """What is known of it; nothing before the first."""

    def __init__(self) -> None:
        """Nothing was looked up."""
        self.of: Repeatable | None = None
        self.whole = False
        """Whether everything is proved again all the same."""
        self._drifts: tuple[Drift, ...] = ()

    def see(self, of: Repeatable | None, drifts: tuple[Drift, ...] = ()) -> None:
        """Repeat this one from now on, where something has changed; a device that drifts is tested again."""
        if of is not None and drifts:
            of = of._replace(anew=of.anew | {Section.DEVICES})
        self.of, self.whole, self._drifts = of, False, drifts

    @property
    def repeats(self) -> Repeatable | None:
        """What is repeated in part; None where everything is proved."""
        return None if self.whole else self.of

    @property
    def anew(self) -> frozenset[Section]:
        """The sections that are proved."""
        return frozenset(Section) if self.repeats is None else self.repeats.anew

    @property
    def when(self) -> str:
        """The day on which it was made, here."""
        if self.of is None:
            return ""
        return f"{datetime.fromisoformat(self.of.certificate.made).astimezone():%Y-%m-%d}"

    def told(self, words: Words) -> str:
        """What at the table has changed since its certificate was signed; empty without a certificate."""
        if self.of is None:
            return ""
        changed = (*self.of.changed, *((Newer.DRIFT,) if self._drifts else ()))
        what = words.listed(words.text(f"commissioning.stale.{each}") for each in changed)
        key = "since" if changed else "since.none"
        return words.text(f"commissioning.window.{key}", when=self.when, what=what)

    def drifting(self, words: Words) -> tuple[Proof, ...]:
        """What of a device's reads is not as it was, with both figures and how sure that is."""
        return tuple(
            Proof(
                section=Section.DEVICES,
                name=f"drift {drift.device} {drift.measure}",
                what=told(words, drift),
                expected="",
                verdict=Verdict.NOT_PROVED,
                why=words.text("drift.repeat", what=sure(words, drift)),
            )
            for drift in self._drifts
        )

    def differences(self, now: Certificate | None) -> tuple[Proof, ...]:
        """What came out otherwise than before, each with its verdicts then and now."""
        return () if self.of is None or now is None else tuple(_differences(now, self.of.certificate))

    def compared(self, now: Certificate, words: Words) -> str:
        """How many results differ, or that none does; empty where there is none to compare with."""
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
    for proof in gone(now, before):
        yield _came(proof, _key(proof.verdict), "commissioning.again.gone")


def _came(proof: Proof, before: str, now: str) -> Proof:
    """A proof that says how it came out then and now; why it failed stands beside it still."""
    said = Phrase("commissioning.again.came", {"before_key": before, "now_key": now})
    return replace(proof, expected="", found=said, why=said)


def _key(verdict: Verdict) -> str:
    return f"commissioning.verdict.{verdict}"
