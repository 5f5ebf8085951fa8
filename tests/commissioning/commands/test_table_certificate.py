"""A table is commissioned by two people's PINs, its journal has the digest, and the file is checked again."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from console.base.software import ConsoleFolder, Software, short
from console.base.words import MISSED, Words
from console.commissioning import table_as_it_stands
from console.commissioning.certificate import Signature, certificate_bytes, seal
from console.commissioning.certificate_paper import certificate_paper
from console.commissioning.commands import table_certificate as command
from console.commissioning.commands.certificate_lines import report
from console.commissioning.journal_entry import enter_in_file, entry_of
from console.commissioning.proofs import machine_proofs
from console.commissioning.proofs.clock_watch import ClockWatch
from console.commissioning.trial_folder import trial_folder
from console.supervisor.records import WHEEL_LEVEL, Paper, Phrase, PrintedEdition, Proof
from console.supervisor.review.log.entry_words import LoggedEntry, event_line
from console.table.config import load_config
from console.table.core import NoteKind, Person, Role, Trade, events
from console.table.custody import refuse_terminals
from console.table.journal import Identity, chain, open_journal, review, sibling
from console.table.people import PeopleFile
from tests.command_lines import run
from tests.commissioning.certificates import FAILED, NOT_PROVED, PROVED, read_certificate
from tests.commissioning.software.releases import FILES, installed
from tests.table.journal.entries import drawn, without_triggers
from tests.table.journal.sealing import COLUMNS

main = partial(run, "commissioning")

PINS = {"T1": "481516", "D1": "615384", "S1": "233442", "B1": "902617", "D9": "730284"}
TECHNICIAN_ADDED = "dealer-console people add --role technician"
ROLES: dict[str, Role | Trade] = {
    "T1": Trade.TECHNICIAN,
    "D1": Role.DEALER,
    "S1": Role.SUPERVISOR,
    "B1": Role.PIT_BOSS,
    "D9": Role.SUPERVISOR,
}
TOML = """\
name = "Table 7"
game = "baccarat"
rules = "lt"
language = "lt"
journal = "{folder}/t7.db"
people = "{folder}/people.json"
pepper = "{folder}/pepper"
[[device]]
role = "shoe"
url = "/dev/ttyUSB0"
"""
EN = Words("en")
IN_FORCE = PrintedEdition(Role.PIT_BOSS, "lt", "", "1A2B3C4D")


class Commissioning:
    """A table's files, and the command as it is given there."""

    def __init__(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, capture: pytest.CaptureFixture[str]
    ) -> None:
        self.folder, self.table = folder, folder / "table7.toml"
        self.table.write_text(TOML.format(folder=folder), "utf-8")
        self.pins = dict(PINS)
        self.typed: dict[str, list[str]] = {}
        """The texts that somebody types before the right PIN."""
        self.capture, self.shown_before_pins = capture, ""
        self.asked: list[str] = []
        """The people whose PINs were asked for."""
        self.proved = 0
        self.proofs: tuple[Proof, ...] = (PROVED, NOT_PROVED)
        self.pages: list[Paper] = []
        monkeypatch.setattr(command, "proofs_of", self.prove_all)
        monkeypatch.setattr(
            table_as_it_stands,
            "at_work",
            lambda _, configuration: Software("0.4.0", "ab" * 32, "", configuration),
        )  # a checkout makes its manifest each time, which takes a while

    def prove_all(self, *given: object) -> Iterator[Proof]:
        """Every proof at once; counted, since at a real table they take twenty minutes."""
        self.proved += 1
        yield from self.proofs

    def console_started(self, stack: ExitStack) -> Callable[..., Iterator[Proof]]:
        """Proofs during which a console is started."""

        def started(*given: object) -> Iterator[Proof]:
            stack.enter_context(open_journal(self.journal, Identity("Table 7", "baccarat", "lt")))
            yield from self.proofs

        return started

    @property
    def journal(self) -> Path:
        return self.folder / "t7.db"

    def prove(self, *argv: str) -> int:
        return main(["--table", str(self.table), *argv, "--lang", "en"], draw=self.draw, ask_pin=self.ask)

    def verify(self, file: Path, *argv: str) -> int:
        return main(["verify", str(file), *argv, "--lang", "en"], draw=self.draw, ask_pin=self.ask)

    def draw(self, paper: Paper) -> bytes:
        self.pages.append(paper)
        return b"%PDF"

    def ask(self, prompt: str) -> str:
        """The PIN that this person types; the last one again and again."""
        self.shown_before_pins = self.capture.readouterr().out if not self.asked else self.shown_before_pins
        id = next(id for id in self.pins if f"({id})" in prompt)
        self.asked.append(id)
        typed = self.typed.get(id, [])
        pin = typed.pop(0) if typed else self.pins[id]
        if pin == "":
            raise EOFError  # nobody is there any more
        return pin


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of people whose PINs are hashed once."""
    folder = tmp_path_factory.mktemp("people")
    people = PeopleFile(folder / "people.json", pepper=folder / "pepper")
    for id, role in ROLES.items():
        people.add(Person(id, f"Name {id}", role, "lt"), PINS[id])
    people.disable("D9")
    return folder


@pytest.fixture
def here(
    tmp_path: Path, people: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Commissioning:
    for name in ("people.json", "pepper"):
        shutil.copy(people / name, tmp_path / name)
    return Commissioning(tmp_path, monkeypatch, capsys)


@pytest.fixture
def signed(here: Commissioning) -> Iterator[Path]:
    file = here.folder / "c.json"
    assert here.prove("--json", str(file), "--sign", "T1", "S1") == 0
    yield file


def test_two_sign_and_the_journal_has_the_digest_before_any_round(here: Commissioning, signed: Path) -> None:
    certificate = read_certificate(signed)
    assert [(each.side, each.id) for each in certificate.signatures] == [
        ("technician", "T1"),
        ("supervisor", "S1"),
    ]
    entry = entry_of(here.journal, certificate.digest)
    assert entry is not None
    with review(here.journal) as found:
        (kept,) = found.of_a_kind("commissioned", "digest")
        assert b'"by":"T1"' in kept.event and b'"authorised_by":"S1"' in kept.event
        assert not list(found.of_a_kind("bets_opened", "round"))


def test_the_table_goes_on_in_the_journal_that_its_commissioning_began(
    here: Commissioning, signed: Path
) -> None:
    refuse_terminals(here.journal)  # it is a LIVE table's, and no terminal's
    assert here.prove("--sign", "T1", "S1") == 0
    with review(here.journal) as found:
        assert len(list(found.of_a_kind("commissioned", "digest"))) == 2


def test_a_signed_certificate_is_good_and_speaks_for_its_table(
    here: Commissioning, signed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert here.verify(signed, "--journal", str(here.journal), "--table", str(here.table)) == 0
    assert EN.text("commissioning.fresh", file=signed) in capsys.readouterr().out
    here.table.write_text(f"{here.table.read_text('utf-8')}# touched\n", "utf-8")
    assert here.verify(signed, "--table", str(here.table)) == 1
    assert EN.text("commissioning.stale.configuration") in capsys.readouterr().out


def test_the_printed_guides_in_force_are_named_and_said_at_a_check(
    here: Commissioning, capsys: pytest.CaptureFixture[str]
) -> None:
    file = here.folder / "c.json"
    asked = ["--table", str(here.table), "--json", str(file), "--lang", "en"]
    assert main(asked, draw=here.draw, guides=lambda *_: (IN_FORCE,)) == 0
    capsys.readouterr()
    assert here.verify(file) == 1, "nobody has signed it"
    printed = capsys.readouterr().out
    assert "Printed guides in force\n  Pit boss · All games: Lietuvių 1A2B3C4D\n" in printed


def test_a_changed_console_file_is_named_and_the_certificate_stays_unsigned(
    here: Commissioning, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its manifest is the same as when the table was commissioned: only the files show it."""
    place = installed(tmp_path / "site")
    monkeypatch.setattr(machine_proofs, "running_console", lambda: ConsoleFolder(place))
    file = here.folder / "c.json"
    assert here.prove("--json", str(file)) == 0
    payout = "console/table/game/payout.py"
    (place / payout).write_text(FILES[payout].replace("35", "36"))
    capsys.readouterr()
    assert here.verify(file, "--table", str(here.table)) == 1
    printed = capsys.readouterr().out
    assert EN.text("commissioning.stale.files") in printed and "console/table/game/payout.py" in printed
    later = ["sign", str(file), "--table", str(here.table), "--by", "T1", "S1", "--lang", "en"]
    assert main(later, draw=here.draw, ask_pin=here.ask) == 2
    assert EN.text("commissioning.stale.files") in capsys.readouterr().err and not here.asked


def test_a_full_disk_is_not_reported_as_unreadable_scenes(
    here: Commissioning, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object) -> Iterator[Proof]:
        yield PROVED
        raise OSError(28, "No space left on device", "/var/lib/t7/commits.db")

    monkeypatch.setattr(command, "proofs_of", full)
    assert here.prove() == 2
    reason = "/var/lib/t7/commits.db: No space left on device"
    assert EN.text("commissioning.run.ended", reason=reason) in capsys.readouterr().err


def test_a_rewritten_one_differs_from_the_one_in_the_journal(here: Commissioning, signed: Path) -> None:
    forged = here.folder / "forged.json"
    forged.write_bytes(certificate_bytes(seal(replace(read_certificate(signed), table="Table 8"))))
    assert here.verify(forged) == 2
    assert here.verify(forged, "--journal", str(here.journal)) == 1


def test_an_invented_certificate_is_not_believed(
    here: Commissioning, signed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All is set to proved, two people of no list are named, and the console's own function seals it."""
    made = read_certificate(signed)
    ghosts = (Signature("technician", "X9", "Ghost"), Signature("supervisor", "S9", "Ghost Two"))
    forged = here.folder / "forged.json"
    forged.write_bytes(certificate_bytes(seal(replace(made, proofs=(PROVED,), signatures=ghosts))))
    of_table = ("--table", str(here.table))
    for asked, status in (((), 2), (of_table, 2), (("--journal", str(here.journal), *of_table), 1)):
        capsys.readouterr()
        assert here.verify(forged, *asked) == status
        printed = capsys.readouterr().out
        assert EN.text("commissioning.signed") not in printed and "Ghost" in printed
    here.draw(certificate_paper(read_certificate(forged), EN))
    assert [part.heading for part in here.pages[-1].parts][-1] == EN.text("commissioning.named")


def test_an_older_certificate_is_not_the_tables_once_the_journal_has_a_newer_one(
    here: Commissioning, signed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    newer = here.folder / "newer.json"
    here.proofs = (PROVED,)
    assert here.prove("--json", str(newer), "--sign", "T1", "S1") == 0
    beside = ("--journal", str(here.journal), "--table", str(here.table))
    capsys.readouterr()
    assert here.verify(signed, *beside) == 1
    printed = capsys.readouterr().out
    entry = entry_of(here.journal, read_certificate(newer).digest)
    assert entry is not None
    assert EN.text("commissioning.superseded", file=signed, entry=entry.text) in printed
    assert EN.text("commissioning.fresh", file=signed) not in printed
    assert here.verify(newer, *beside) == 0


def test_two_who_have_the_same_pin_are_not_known_to_be_two(
    here: Commissioning, capsys: pytest.CaptureFixture[str]
) -> None:
    people = PeopleFile(here.folder / "people.json", pepper=here.folder / "pepper")
    people.reset("S1", PINS["T1"])
    here.pins["S1"] = PINS["T1"]
    file = here.folder / "c.json"
    assert here.prove("--json", str(file), "--sign", "T1", "S1") == 2
    assert EN.text("commissioning.same_pin") in capsys.readouterr().err
    assert read_certificate(file).signatures == () and not here.journal.exists()


def test_a_technician_who_is_disabled_before_the_supervisor_signs_has_not_signed(
    here: Commissioning, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = here.ask

    def disabled_meanwhile(prompt: str) -> str:
        if "(S1)" in prompt:
            PeopleFile(here.folder / "people.json", pepper=here.folder / "pepper").disable("T1")
        return ask(prompt)

    monkeypatch.setattr(here, "ask", disabled_meanwhile)
    file = here.folder / "c.json"
    assert here.prove("--json", str(file), "--sign", "T1", "S1") == 2
    assert EN.text("sign_in.disabled") in capsys.readouterr().err
    assert here.asked == ["T1", "S1"]
    assert read_certificate(file).signatures == () and not here.journal.exists()


def test_a_forged_digest_in_the_journal_proves_nothing(
    here: Commissioning, signed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Somebody recomputed the entry's own digest, but not its chain or the entries after it."""
    made = read_certificate(signed)
    forged = seal(replace(made, proofs=(PROVED,)))
    (here.folder / "forged.json").write_bytes(certificate_bytes(forged))
    entry = entry_of(here.journal, made.digest)
    assert entry is not None
    with open_journal(here.journal, Identity("Table 7", "baccarat", "lt")) as journal:
        journal.append([drawn()])
    with without_triggers(here.journal) as connection:
        where = f"WHERE number = {entry.number}"
        connection.execute(
            f"UPDATE entry SET event = replace(event, '{made.digest}', '{forged.digest}') {where}"
        )
        row = connection.execute(f"SELECT {COLUMNS} FROM entry {where}").fetchone()
        connection.execute(f"UPDATE entry SET digest = ? {where}", (chain.digest(row),))
    assert entry_of(here.journal, forged.digest) == entry
    assert here.verify(here.folder / "forged.json", "--journal", str(here.journal)) == 2
    assert EN.text("journal.damaged", file=here.journal, entry=entry.number) in capsys.readouterr().err


def test_the_journal_of_another_table_proves_no_certificate(here: Commissioning, signed: Path) -> None:
    forged = seal(replace(read_certificate(signed), table="Table 8"))
    (here.folder / "forged.json").write_bytes(certificate_bytes(forged))
    enter_in_file(load_config(here.table), forged)
    assert here.verify(here.folder / "forged.json", "--journal", str(here.journal)) == 1


def test_no_text_of_a_certificate_commands_the_terminal_or_has_a_line_of_its_own(
    here: Commissioning, signed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A forged one could clear the verdict from the screen and write another: by the key of no phrase, a
    version, a proof's name.
    """
    evil = "x.\x1b[2J\u202e\nc.json: as it was written"
    level = replace(PROVED, name=WHEEL_LEVEL, what=Phrase(evil), found=Phrase(evil))
    unshown = replace(NOT_PROVED, name=evil, what=Phrase(evil), why=Phrase(evil))
    made = read_certificate(signed)
    software = replace(made.software, version=evil)
    forged = seal(replace(made, table=evil, software=software, proofs=(level, unshown)))
    printed = [*report(forged, EN)]
    for certificate in (forged, replace(forged, sums={evil: ""})):
        signed.write_bytes(certificate_bytes(certificate))
        capsys.readouterr()
        here.verify(signed, "--all")
        printed += capsys.readouterr().out.splitlines()
    MISSED.clear()  # they are meant
    assert sum("<U+001B>" in line for line in printed) > 6
    assert not [line for line in printed if "\x1b" in line or "\n" in line or line.startswith("c.json")]


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    "untellable",
    [
        Phrase("commissioning.head.table"),
        Phrase("commissioning.head.table", {"table_cards": "XX YY", "game": "?", "rules": "?"}),
        Phrase("commissioning.head.table", {"table_decision": "", "game": "?", "rules": "?"}),
        Phrase("commissioning.head.table", {"table_steps": "one line", "game": "?", "rules": "?"}),
    ],
)
def test_a_phrase_that_no_console_wrote_ends_no_judgement(
    here: Commissioning, signed: Path, capsys: pytest.CaptureFixture[str], untellable: Phrase
) -> None:
    made = read_certificate(signed)
    proofs = [replace(PROVED, name="row 1", what=untellable, found=untellable)]
    proofs += [replace(NOT_PROVED, what=untellable, why=untellable)]
    forged = seal(replace(made, proofs=tuple(proofs)))
    signed.write_bytes(certificate_bytes(forged))
    capsys.readouterr()
    assert here.verify(signed, "--all") == 2, "without a journal"
    assert untellable.key in "".join([*report(forged, EN), capsys.readouterr().out])
    assert certificate_paper(forged, EN)


@pytest.mark.parametrize("who", [("T1",), ("S1", "s1"), ("T1", "S1", "S1")])
def test_a_certificate_with_other_than_two_signers_is_not_good(
    here: Commissioning, signed: Path, capsys: pytest.CaptureFixture[str], who: tuple[str, ...]
) -> None:
    made = read_certificate(signed)
    sides = ("technician", "supervisor", "supervisor")
    signatures = tuple(Signature(side, id, "Name") for side, id in zip(sides, who, strict=False))
    signed.write_bytes(certificate_bytes(seal(replace(made, signatures=signatures))))
    assert here.verify(signed) == 1
    assert EN.text("commissioning.two_people") in capsys.readouterr().out


def test_a_changed_byte_is_named(
    here: Commissioning, signed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    signed.write_bytes(signed.read_bytes().replace(b"Name S1", b"Name S2"))
    assert here.verify(signed) == 1
    assert EN.text("commissioning.flaw.part", file=signed, where="signatures") in capsys.readouterr().out


def test_verify_names_the_first_ten_changes_and_counts_the_rest(
    here: Commissioning, signed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A forger who changed every proof left hundreds of lines."""
    certificate = read_certificate(signed)
    proof = certificate.proofs[0]
    many = [replace(proof, name=f"forged {number}") for number in range(40)]
    signed.write_bytes(certificate_bytes(replace(certificate, proofs=tuple(many))))
    capsys.readouterr()
    assert here.verify(signed) == 1
    lines = capsys.readouterr().out.splitlines()
    assert here.verify(signed, "--all") == 1
    every = capsys.readouterr().out.splitlines()
    parts = [line for line in every if line.startswith(f"{signed}: changed: ")]
    assert len(parts) > 40 and every[-1] == EN.text("commissioning.flaw.digest", file=signed)
    more = EN.count("commissioning.flaw.more", len(parts) - 10, option="--all")
    assert lines == [*parts[:10], more, *every[len(parts) :]]


def test_a_failed_proof_leaves_the_certificate_unsigned_and_heads_the_page(
    here: Commissioning, capsys: pytest.CaptureFixture[str]
) -> None:
    here.proofs = (PROVED, FAILED)
    file, page = here.folder / "c.json", here.folder / "c.pdf"
    assert here.prove("--json", str(file), "--pdf", str(page), "--sign", "T1", "S1") == 1
    printed = capsys.readouterr()
    assert EN.text("commissioning.not_signed") in printed.err
    assert not here.journal.exists() and read_certificate(file).signatures == () and page.exists()
    assert here.pages[0].title == EN.text("commissioning.title.failed")
    assert "line 14" in printed.out
    assert here.verify(file) == 1, "as it was written, and not passed"


def test_a_failure_is_in_the_journal_and_ends_the_validity_of_an_older_certificate(
    here: Commissioning, signed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    failed = here.folder / "failed.json"
    beside = ("--journal", str(here.journal), "--table", str(here.table))
    here.proofs = (PROVED, FAILED)
    capsys.readouterr()
    assert here.prove("--json", str(failed)) == 1
    with review(here.journal) as found:
        (noted,) = found.of_a_kind("noted", NoteKind.CERTIFICATE_FAILED)
    event = events.DECODER.decode(noted.event)
    assert isinstance(event, events.Noted) and event.text == read_certificate(failed).digest
    recorded = EN.text("commissioning.failure_recorded", entry=noted.number)
    assert event.terminal and recorded in capsys.readouterr().out
    assert here.verify(signed, *beside) == 1
    printed = capsys.readouterr().out
    assert EN.text("commissioning.failed_since", file=signed, entry=str(noted.number)) in printed
    assert EN.text("commissioning.fresh", file=signed) not in printed
    here.proofs, newest = (PROVED,), here.folder / "newest.json"
    assert here.prove("--json", str(newest), "--sign", "T1", "S1") == 0
    assert here.verify(newest, *beside) == 0


def test_proofs_from_before_a_failure_cannot_be_signed_after_it(
    here: Commissioning, capsys: pytest.CaptureFixture[str]
) -> None:
    before = here.folder / "before.json"
    with open_journal(here.journal, Identity("Table 7", "baccarat", "lt")):
        pass
    lock = sibling(here.journal, ".lock")
    lock.unlink()
    assert here.prove("--json", str(before)) == 0
    assert not lock.exists(), "the table's next start would not miss it"
    here.proofs = (FAILED,)
    assert here.prove("--json", str(here.folder / "failed.json")) == 1
    by = ("--table", str(here.table), "--by", "T1", "S1", "--lang", "en")
    capsys.readouterr()
    assert main(["sign", str(before), *by], draw=here.draw, ask_pin=here.ask) == 2
    assert EN.text("commissioning.failed_since", file=before, entry="1") in capsys.readouterr().err
    assert here.asked == []


def test_a_failure_during_an_open_journal_is_reported_as_unrecorded(
    here: Commissioning, signed: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    here.proofs = (FAILED,)
    capsys.readouterr()
    with ExitStack() as stack:
        monkeypatch.setattr(command, "proofs_of", here.console_started(stack))
        assert here.prove("--json", str(here.folder / "failed.json")) == 1
    assert EN.text("commissioning.failure_unrecorded") in capsys.readouterr().err


def test_remains_of_a_killed_commissioning_are_removed_and_reported(
    here: Commissioning, capsys: pytest.CaptureFixture[str]
) -> None:
    left = here.folder / ".commissioning-left"
    left.mkdir()
    (left / "held").touch()
    with trial_folder(here.folder) as at_work:
        assert here.prove("--json", str(here.folder / "c.json")) == 0
        assert at_work.exists(), "another commissioning is under way"
    assert EN.text("commissioning.cut_off") in capsys.readouterr().err and not left.exists()
    assert here.prove("--json", str(here.folder / "d.json")) == 0
    assert EN.text("commissioning.cut_off") not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("signing", "key", "slots"),
    [
        (("S1", "s1"), "commissioning.two_people", {}),
        (("T1", "B1"), "sign_in.needs.supervisor_alone", {}),
        (("D1", "S1"), "people.technician.needed", {"id": "D1", "command": TECHNICIAN_ADDED}),
        (("X9", "S1"), "people.unknown", {"id": "X9", "command": "dealer-console people list"}),
        (("T1", "D9"), "sign_in.disabled", {}),
    ],
)
def test_a_person_who_may_not_sign_is_refused_before_any_proof(
    here: Commissioning,
    capsys: pytest.CaptureFixture[str],
    signing: tuple[str, str],
    key: str,
    slots: dict[str, str],
) -> None:
    assert here.prove("--out", str(here.folder), "--sign", *signing) == 2
    assert EN.text(key, **slots) in capsys.readouterr().err
    assert not here.proved and not here.asked
    assert not here.journal.exists() and not list(here.folder.glob("commissioning-*"))


def test_an_empty_people_list_names_the_command_that_adds_people(
    here: Commissioning, capsys: pytest.CaptureFixture[str]
) -> None:
    (here.folder / "people.json").unlink()
    assert here.prove("--sign", "T1", "S1") == 2
    assert EN.text("people.none", command="dealer-console people add") in capsys.readouterr().err
    assert not here.proved


def test_the_signers_see_the_proofs_first_and_the_digest_after(
    here: Commissioning, capsys: pytest.CaptureFixture[str]
) -> None:
    file = here.folder / "c.json"
    assert here.prove("--json", str(file), "--sign", "T1", "S1") == 0
    digest = EN.text("commissioning.head.digest", digest=short(read_certificate(file).digest))
    assert EN.text("commissioning.heading.not_proved") in here.shown_before_pins
    assert "LT-BAC-33" in here.shown_before_pins and digest not in here.shown_before_pins
    assert digest in capsys.readouterr().out


def test_the_certificates_time_is_read_after_its_last_proof_on_a_clock_still_watched(
    here: Commissioning, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock that is set before or after it is found by the watch, so the certificate says no wrong time."""
    seen: list[tuple[bool, int]] = []
    watches: list[ClockWatch] = []

    class Watch(ClockWatch):
        def begin(self) -> None:
            watches.append(self)
            super().begin()

        def proof(self) -> Proof:
            seen.append((self._thread.is_alive(), -1))
            return super().proof()

    class Moments(datetime):
        """Every time that is asked for is an hour later."""

        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
            seen.append((bool(watches) and watches[0]._thread.is_alive(), here.proved))
            return datetime(2026, 1, 1, len(seen), tzinfo=UTC)

    monkeypatch.setattr(command, "ClockWatch", Watch)
    monkeypatch.setattr(command, "datetime", Moments)
    file = here.folder / "c.json"
    assert here.prove("--json", str(file)) == 0
    assert seen == [(True, 0), (True, 1), (True, -1)]
    assert read_certificate(file).made == "2026-01-01T02:00:00+00:00"


@pytest.mark.parametrize("changes", ["table", "rulebook"])
def test_a_change_during_the_proofs_is_named_and_the_certificate_stays_unsigned(
    here: Commissioning,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    changes: str,
) -> None:
    """The tests take twenty minutes, and what they proved is what was there at their beginning."""

    def changed(*given: object) -> Iterator[Proof]:
        yield from here.proofs
        if changes == "table":
            here.table.write_text(f"{here.table.read_text('utf-8')}# touched\n", "utf-8")
        else:
            monkeypatch.setattr(table_as_it_stands, "rulebook_digest", lambda _: "99" * 32)

    monkeypatch.setattr(command, "proofs_of", changed)
    file = here.folder / "c.json"
    assert here.prove("--json", str(file), "--sign", "T1", "S1") == 2
    key = {"table": "configuration", "rulebook": "rulebook"}[changes]
    what = EN.text(f"commissioning.stale.{key}")
    assert EN.text("commissioning.stale", file=file, what=what) in capsys.readouterr().err
    assert not here.asked and not here.journal.exists()
    assert read_certificate(file).signatures == () and read_certificate(file).rulebook != "99" * 32


def test_a_wrong_pin_is_asked_for_again(here: Commissioning, capsys: pytest.CaptureFixture[str]) -> None:
    here.typed = {"S1": ["111222", "111223"]}
    assert here.prove("--sign", "T1", "S1") == 0
    assert here.asked == ["T1", "S1", "S1", "S1"]
    assert capsys.readouterr().err.count(EN.text("sign_in.wrong")) == 2
    assert len(list(here.folder.glob("commissioning-*.json"))) == 1, "what is signed is written"


@pytest.mark.parametrize("typed", [["111222"] * 3, [""]])
def test_without_a_signature_in_the_end_the_proofs_are_still_written(
    here: Commissioning, capsys: pytest.CaptureFixture[str], typed: list[str]
) -> None:
    here.typed = {"S1": typed}
    file = here.folder / "c.json"
    assert here.prove("--json", str(file), "--sign", "T1", "S1") == 2
    clock, *proofs = read_certificate(file).proofs
    assert (
        read_certificate(file).signatures == ()
        and tuple(proofs) == here.proofs
        and clock.name == "machine clock set"
    )
    assert EN.text("commissioning.written_unsigned") in capsys.readouterr().err
    assert not here.journal.exists()


def test_an_unsigned_certificate_is_not_good_and_a_signed_one_names_its_signers(
    here: Commissioning, signed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    who = "Technician Name T1 (T1), Supervisor Name S1 (S1)"
    assert here.verify(signed, "--journal", str(here.journal)) == 0
    assert f"{EN.text('commissioning.signed')}: {who}" in capsys.readouterr().out
    assert here.verify(signed) == 2, "what a file says of signatures is no signature"
    printed = capsys.readouterr().out
    assert f"{EN.text('commissioning.named')}: {who}" in printed
    assert EN.text("commissioning.signed") not in printed and EN.text("commissioning.by_itself") in printed
    file = here.folder / "unsigned.json"
    assert here.prove("--json", str(file)) == 0
    assert here.verify(file) == 1
    assert EN.text("commissioning.unsigned") in capsys.readouterr().out


@pytest.mark.parametrize("options", [(), ("--sign", "T1", "S1")])
def test_a_journal_that_a_console_has_is_left_to_it_before_anything_is_proved(
    here: Commissioning, capsys: pytest.CaptureFixture[str], options: tuple[str, ...]
) -> None:
    with open_journal(here.journal, Identity("Table 7", "baccarat", "lt")) as journal:
        journal.append([drawn(1)])
        assert here.prove(*options) == 2
    assert EN.text("journal.in_use", file=here.journal) in capsys.readouterr().err and not here.proved


def test_a_console_started_during_the_proofs_keeps_its_journal(
    here: Commissioning, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with ExitStack() as stack:
        monkeypatch.setattr(command, "proofs_of", here.console_started(stack))
        file = here.folder / "c.json"
        assert here.prove("--json", str(file), "--sign", "T1", "S1") == 2
    assert EN.text("commissioning.not_entered") in capsys.readouterr().err
    assert read_certificate(file).signatures and entry_of(here.journal, read_certificate(file).digest) is None


def test_the_option_again_lists_the_differences_from_the_older_certificate(
    here: Commissioning, signed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert here.prove("--again", str(signed)) == 0
    assert "No result differs from the certificate" in capsys.readouterr().out
    here.proofs = (PROVED, FAILED)
    again = here.folder / "again.json"
    assert here.prove("--again", str(signed), "--json", str(again)) == 1
    printed = capsys.readouterr().out
    assert EN.text("commissioning.again.gone") in printed and EN.text("commissioning.again.new") in printed
    assert read_certificate(again).before == read_certificate(signed).digest


def test_another_tables_certificate_is_not_repeated(
    here: Commissioning, signed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = here.folder / "other.json"
    other.write_bytes(certificate_bytes(seal(replace(read_certificate(signed), table="Table 8"))))
    assert here.prove("--again", str(other)) == 2
    assert "Table 8" in capsys.readouterr().err


def test_an_existing_file_is_not_overwritten(here: Commissioning, signed: Path) -> None:
    before = signed.read_bytes()
    assert here.prove("--json", str(signed)) == 2
    assert signed.read_bytes() == before


def test_a_folder_is_made_before_anything_is_proved(here: Commissioning, tmp_path: Path) -> None:
    folder = tmp_path / "certificates" / "of today"
    assert here.prove("--out", str(folder)) == 0
    assert sorted(file.suffix for file in folder.iterdir()) == [".json", ".pdf"]


def test_a_file_that_nothing_can_be_written_to_is_refused_before_anything_is_proved(
    here: Commissioning, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "nowhere" / "certificate.json"
    assert here.prove("--json", str(file)) == 2
    assert f"{file} can’t be written (No such file or directory)" in capsys.readouterr().err
    assert here.proved == 0


def test_commissioning_without_a_table_names_the_missing_option(
    here: Commissioning, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--lang", "en"], draw=here.draw)
    assert ended.value.code == 2 and "--table" in capsys.readouterr().err


def test_the_log_names_the_certificate() -> None:
    entry = LoggedEntry("commissioned", {"digest": "ab" * 32, "by": "T1", "authorised_by": "S1"})
    assert "abababababababab" in event_line(EN, entry, str)
