"""The signers of a certificate in the window: first a technician, then another person, a supervisor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from console.commissioning.proof import Phrase, Proof, Section, Verdict
from console.table.showing.screen_values import Person
from console.words import Words

if TYPE_CHECKING:
    from console.ui.sign_in.sign_in_screen import Purpose


class CertificateSigners:
    """The person whose PIN was right so far, and whether the table has a technician."""

    def __init__(self) -> None:
        """Nobody has signed, and the list of people has not been read."""
        self.technician: Person | None = None
        self.lacks_technician = False
        """Whether nobody on the list may sign as technician."""

        self.knows_both_pins = False
        """Whether one of the two who signed may know the other's PIN."""

    @property
    def one_person_note(self) -> tuple[Proof, ...]:
        """The note that one person may know both PINs; empty where two people are known to be two."""
        if not self.knows_both_pins:
            return ()
        return (
            Proof(
                section=Section.HOLDING,
                name="signatures",
                what=Phrase("commissioning.signed"),
                expected="",
                verdict=Verdict.NOT_PROVED,
                why=Phrase("commissioning.entered.both_pins"),
            ),
        )

    @property
    def purpose(self) -> Purpose:
        """The purpose of the next PIN."""
        return "technician" if self.technician is None else "certify"

    @property
    def press(self) -> str:
        """The last part of the press's phrase key."""
        return "technician" if self.technician is None else "supervisor"

    def note(self, words: Words) -> str:
        """The line that says how to add a technician; empty where there is one."""
        if not self.lacks_technician:
            return ""
        choice = words.quote(words.text("menu.people"))
        return words.text("commissioning.window.no_technician", choice=choice)

    def is_technician(self, person: Person) -> bool:
        """Whether this is the person who signed as technician."""
        return self.technician is not None and self.technician.id.casefold() == person.id.casefold()
